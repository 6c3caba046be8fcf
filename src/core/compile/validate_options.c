// SPDX-License-Identifier: MIT
// Validates a state as an option of a utility, and a utility.
#include "core/attributes.h"
#include "core/compile/validate.h"
#include "core/selects.h"

static bool has_select(const wits_state_desc *s) {
#define OR_IS_GIVEN(rule, key, form, member, ...) || wits_core_number_is_given((float)s->member)
    return s->select != WITS_SELECT_DEFAULT SELECT_NUMBER_LIST(OR_IS_GIVEN);
#undef OR_IS_GIVEN
}

void wits_core_check_attributes(validator *v, place at, const wits_state_desc *s) {
    const wits_kind kind = wits_core_desc_kind(v->desc, at.row);
    const bool has_parent = at.row != WITS_ROOT && s->parent < v->desc->state_count;
    const wits_kind around = has_parent ? wits_core_desc_kind(v->desc, s->parent) : WITS_KIND_LEAF;
#define CHECK_PLACE(key, where, problem, member, is_given)                                                             \
    if ((is_given) && attribute_is_misplaced(where, at.row == WITS_ROOT, kind, around, s->target != NULL)) {           \
        wits_core_problem_at(v, at, WITS_PROBLEM_##problem, member);                                                   \
    }
    ATTRIBUTE_LIST(CHECK_PLACE)
#undef CHECK_PLACE
}

void wits_core_check_option(validator *v, place at, const wits_state_desc *s) {
    const bool in_utility = at.row != WITS_ROOT && s->parent < v->desc->state_count &&
                            wits_core_desc_kind(v->desc, s->parent) == WITS_KIND_UTILITY;
    uint32_t rows;
    wits_core_desc_considerations(v->desc, at.row, &rows);
    bool scored = s->score != NULL || s->score_best;
    wits_core_check_ticks(v, at, "lasts", s->lasts);
    wits_core_check_value(v, at, "commit", (uint32_t)s->commit, WITS_COMMIT_YES);
    if (in_utility && s->commit == WITS_COMMIT_YES && !wits_core_desc_can_finish(v->desc, at.row)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_COMMIT_NEVER_DONE, "commit");
    }
    wits_core_check_option_target(v, at, s);
    if (in_utility && !scored && rows == 0 && !v->broken_order &&
        wits_core_desc_kind(v->desc, at.row) == WITS_KIND_LEAF) {
        wits_core_problem_at(v, at, WITS_PROBLEM_SCORE_MISSING, "score");
    }
    if (s->score != NULL && s->score_best) {
        wits_core_problem_at(v, at, WITS_PROBLEM_SCORE_TWICE, "score_best");
    }
    if (s->score_best && in_utility && wits_core_desc_kind(v->desc, at.row) != WITS_KIND_UTILITY) {
        wits_core_problem_at(v, at, WITS_PROBLEM_BEST_OFF_UTILITY, "score_best");
    }
    wits_core_check_optional(v, at, "weight", s->weight, s->has_weight, "has_weight");
    wits_core_check_ticks(v, at, "hold", s->hold);
    wits_core_check_ticks(v, at, "cooldown", s->cooldown);
}

static void check_select(validator *v, place at, const wits_state_desc *s) {
    wits_core_check_value(v, at, "select", (uint32_t)s->select, SELECT_LAST);
#define CHECK_NUMBER(rule, key, form, member, ...)                                                                     \
    if (s->select == WITS_SELECT_##rule ? !select_number_fits(s->select, select_number(s))                             \
                                        : wits_core_number_is_given((float)s->member)) {                               \
        wits_core_problem_at(v, at, WITS_PROBLEM_SELECT_##rule, #member);                                              \
    }
    SELECT_NUMBER_LIST(CHECK_NUMBER)
#undef CHECK_NUMBER
}

void wits_core_check_utility(validator *v, place at, const wits_state_desc *s) {
    const bool is_utility = wits_core_desc_kind(v->desc, at.row) == WITS_KIND_UTILITY;
    const bool is_child =
        s->default_option < v->desc->state_count && v->desc->states[s->default_option].parent == at.row;
    if (is_utility && s->default_option != 0 && !is_child) {
        wits_core_problem_number(v, at, WITS_PROBLEM_DEFAULT_NOT_CHILD, "default_option", s->default_option);
    }
    wits_core_check_finite(v, at, "inertia", s->inertia);
    wits_core_check_optional(v, at, "floor", s->floor, s->has_floor, "has_floor");
    wits_core_check_ticks(v, at, "every", s->every);
    if (is_utility) {
        check_select(v, at, s);
    }
}
