// SPDX-License-Identifier: MIT
// What can be wrong with a state as an option of a utility, and with a utility that chooses among options.
#include "core/selects.h"
#include "core/validate.h"

void check_option(validator *v, place at, const wits_state_desc *s) {
    bool root = at.row == WITS_ROOT;
    bool in_utility = !root && s->parent < v->desc->state_count && desc_kind(v->desc, s->parent) == WITS_KIND_UTILITY;
    uint32_t rows;
    desc_considerations(v->desc, at.row, &rows);
    bool scored = s->score != NULL || s->score_best;
    if (scored && !in_utility) {
        problem_at(v, at, root ? WITS_PROBLEM_SCORE_ON_ROOT : WITS_PROBLEM_SCORE_OFF_UTILITY,
                   s->score != NULL ? "score" : "score_best");
    }
    if (s->has_weight && !in_utility) {
        problem_at(v, at, root ? WITS_PROBLEM_WEIGHT_ON_ROOT : WITS_PROBLEM_WEIGHT_OFF_UTILITY, "weight");
    }
    if (s->hold != 0 && !in_utility) {
        problem_at(v, at, root ? WITS_PROBLEM_HOLD_ON_ROOT : WITS_PROBLEM_HOLD_OFF_UTILITY, "hold");
    }
    if (s->rank != NULL && !in_utility) {
        problem_at(v, at, root ? WITS_PROBLEM_RANK_ON_ROOT : WITS_PROBLEM_RANK_OFF_UTILITY, "rank");
    }
    if (s->cooldown != 0 && !in_utility) {
        problem_at(v, at, root ? WITS_PROBLEM_COOLDOWN_ON_ROOT : WITS_PROBLEM_COOLDOWN_OFF_UTILITY, "cooldown");
    }
    if (in_utility && !scored && rows == 0 && !v->broken_order && desc_kind(v->desc, at.row) == WITS_KIND_LEAF) {
        problem_at(v, at, WITS_PROBLEM_SCORE_MISSING, "score");
    }
    if (s->score != NULL && s->score_best) {
        problem_at(v, at, WITS_PROBLEM_SCORE_TWICE, "score_best");
    }
    if (s->score_best && in_utility && desc_kind(v->desc, at.row) != WITS_KIND_UTILITY) {
        problem_at(v, at, WITS_PROBLEM_BEST_OFF_UTILITY, "score_best");
    }
    check_optional(v, at, "weight", s->weight, s->has_weight, "has_weight");
    check_ticks(v, at, "hold", s->hold);
    check_ticks(v, at, "cooldown", s->cooldown);
}

static void check_select(validator *v, place at, const wits_state_desc *s) {
    check_value(v, at, "select", (uint32_t)s->select, SELECT_LAST);
#define CHECK_NUMBER(rule, key, form, member, ...)                                                                     \
    if (s->select == WITS_SELECT_##rule ? !select_number_fits(s->select, select_number(s))                             \
                                        : number_is_given((float)s->member)) {                                         \
        problem_at(v, at, WITS_PROBLEM_SELECT_##rule, #member);                                                        \
    }
    SELECT_NUMBER_LIST(CHECK_NUMBER)
#undef CHECK_NUMBER
}

static bool has_select(const wits_state_desc *s) {
#define OR_IS_GIVEN(rule, key, form, member, ...) || number_is_given((float)s->member)
    return s->select != WITS_SELECT_DEFAULT SELECT_NUMBER_LIST(OR_IS_GIVEN);
#undef OR_IS_GIVEN
}

static void check_default(validator *v, place at, const wits_state_desc *s) {
    if (s->default_option == 0) {
        return;
    }
    if (desc_kind(v->desc, at.row) != WITS_KIND_UTILITY) {
        problem_at(v, at, WITS_PROBLEM_DEFAULT_OFF_UTILITY, "default_option");
    } else if (s->default_option >= v->desc->state_count || v->desc->states[s->default_option].parent != at.row) {
        problem_number(v, at, WITS_PROBLEM_DEFAULT_NOT_CHILD, "default_option", s->default_option);
    }
}

void check_utility(validator *v, place at, const wits_state_desc *s) {
    check_default(v, at, s);
    check_finite(v, at, "inertia", s->inertia);
    check_optional(v, at, "floor", s->floor, s->has_floor, "has_floor");
    check_ticks(v, at, "every", s->every);
    if (desc_kind(v->desc, at.row) == WITS_KIND_UTILITY) {
        check_select(v, at, s);
        return;
    }
    if (number_is_given(s->inertia)) {
        problem_at(v, at, WITS_PROBLEM_INERTIA_OFF_UTILITY, "inertia");
    }
    if (s->has_floor) {
        problem_at(v, at, WITS_PROBLEM_FLOOR_OFF_UTILITY, "floor");
    }
    if (s->every != 0) {
        problem_at(v, at, WITS_PROBLEM_EVERY_OFF_UTILITY, "every");
    }
    if (has_select(s)) {
        problem_at(v, at, WITS_PROBLEM_SELECT_OFF_UTILITY, "select");
    }
}
