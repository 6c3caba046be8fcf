// SPDX-License-Identifier: MIT
// Validates a state as an option of a utility, and a utility.
#include "core/compile/validate.h"
#include "core/selects.h"

/// Checks `lasts`, `done`, `final` and `commit`.
static void check_ends(validator *v, place at, const wits_state_desc *s, bool in_utility) {
    const bool root = at.row == WITS_ROOT;
    const bool in_fsm =
        !root && s->parent < v->desc->state_count && wits_core_desc_kind(v->desc, s->parent) == WITS_KIND_FSM;
    wits_core_check_ticks(v, at, "lasts", s->lasts);
    wits_core_check_value(v, at, "commit", (uint32_t)s->commit, WITS_COMMIT_YES);
    if (s->final && !in_fsm && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_FINAL_ON_ROOT : WITS_PROBLEM_FINAL_OFF_COMPOSITE, "final");
    }
    if (s->commit != WITS_COMMIT_DEFAULT && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_COMMIT_ON_ROOT : WITS_PROBLEM_COMMIT_OFF_UTILITY, "commit");
    } else if (s->commit == WITS_COMMIT_YES && !wits_core_desc_can_finish(v->desc, at.row)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_COMMIT_NEVER_DONE, "commit");
    }
}

void wits_core_check_option(validator *v, place at, const wits_state_desc *s) {
    bool root = at.row == WITS_ROOT;
    bool in_utility =
        !root && s->parent < v->desc->state_count && wits_core_desc_kind(v->desc, s->parent) == WITS_KIND_UTILITY;
    uint32_t rows;
    wits_core_desc_considerations(v->desc, at.row, &rows);
    bool scored = s->score != NULL || s->score_best;
    if (scored && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_SCORE_ON_ROOT : WITS_PROBLEM_SCORE_OFF_UTILITY,
                             s->score != NULL ? "score" : "score_best");
    }
    if (s->has_weight && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_WEIGHT_ON_ROOT : WITS_PROBLEM_WEIGHT_OFF_UTILITY, "weight");
    }
    if (s->hold != 0 && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_HOLD_ON_ROOT : WITS_PROBLEM_HOLD_OFF_UTILITY, "hold");
    }
    if (s->rank != NULL && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_RANK_ON_ROOT : WITS_PROBLEM_RANK_OFF_UTILITY, "rank");
    }
    if (s->cooldown != 0 && !in_utility) {
        wits_core_problem_at(v, at, root ? WITS_PROBLEM_COOLDOWN_ON_ROOT : WITS_PROBLEM_COOLDOWN_OFF_UTILITY,
                             "cooldown");
    }
    check_ends(v, at, s, in_utility);
    wits_core_check_option_target(v, at, s, in_utility);
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

static bool has_select(const wits_state_desc *s) {
#define OR_IS_GIVEN(rule, key, form, member, ...) || wits_core_number_is_given((float)s->member)
    return s->select != WITS_SELECT_DEFAULT SELECT_NUMBER_LIST(OR_IS_GIVEN);
#undef OR_IS_GIVEN
}

static void check_default(validator *v, place at, const wits_state_desc *s) {
    if (s->default_option == 0) {
        return;
    }
    if (wits_core_desc_kind(v->desc, at.row) != WITS_KIND_UTILITY) {
        wits_core_problem_at(v, at, WITS_PROBLEM_DEFAULT_OFF_UTILITY, "default_option");
    } else if (s->default_option >= v->desc->state_count || v->desc->states[s->default_option].parent != at.row) {
        wits_core_problem_number(v, at, WITS_PROBLEM_DEFAULT_NOT_CHILD, "default_option", s->default_option);
    }
}

void wits_core_check_utility(validator *v, place at, const wits_state_desc *s) {
    check_default(v, at, s);
    wits_core_check_finite(v, at, "inertia", s->inertia);
    wits_core_check_optional(v, at, "floor", s->floor, s->has_floor, "has_floor");
    wits_core_check_ticks(v, at, "every", s->every);
    if (wits_core_desc_kind(v->desc, at.row) == WITS_KIND_UTILITY) {
        check_select(v, at, s);
        return;
    }
    if (wits_core_number_is_given(s->inertia)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INERTIA_OFF_UTILITY, "inertia");
    }
    if (s->has_floor) {
        wits_core_problem_at(v, at, WITS_PROBLEM_FLOOR_OFF_UTILITY, "floor");
    }
    if (s->every != 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_EVERY_OFF_UTILITY, "every");
    }
    if (has_select(s)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_SELECT_OFF_UTILITY, "select");
    }
}
