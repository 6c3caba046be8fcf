// SPDX-License-Identifier: MIT
// Validates the rules of `initial`. Section 2.
#include "core/compile/validate.h"

static void check_initial_destination(validator *v, place at, const wits_initial_desc *rule, bool known) {
    if (rule->to == WITS_ROOT) {
        wits_core_problem_at(v, at, WITS_PROBLEM_DESTINATION_MISSING, "to");
    } else if (rule->to >= v->desc->state_count) {
        wits_core_problem_number(v, at, WITS_PROBLEM_DESTINATION_UNKNOWN, "to", rule->to);
    } else if (known && v->desc->states[rule->to].parent != rule->of) {
        wits_core_problem_number(v, at, WITS_PROBLEM_INITIAL_NOT_CHILD, "to", rule->to);
    }
}

/// Checks that only the last rule of an fsm has no condition.
static void check_initial_condition(validator *v, place at, const wits_initial_desc *rule) {
    const bool is_last = at.row + 1 == v->desc->initial_count || rule[1].of != rule->of;
    if (is_last && rule->when != NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INITIAL_RULE_LAST, "when");
    } else if (!is_last && rule->when == NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INITIAL_RULE_ALWAYS, NULL);
    }
    desc_text texts[MAX_ROW_TEXTS];
    wits_core_check_texts(v, at, texts, wits_core_desc_initial_texts(v->desc, at.row, texts));
}

static void check_initial_rule(validator *v, uint32_t row) {
    const wits_initial_desc *rule = &v->desc->initials[row];
    const bool known = rule->of < v->desc->state_count;
    const bool is_first = row == 0 || rule[-1].of != rule->of;
    const bool is_fsm = known && wits_core_desc_kind(v->desc, rule->of) == WITS_KIND_FSM;
    place at = {WITS_TABLE_INITIALS, row, known ? v->desc->states[rule->of].name : NULL};
    if (!known) {
        wits_core_problem_number(v, at, WITS_PROBLEM_SOURCE_UNKNOWN, "of", rule->of);
    } else if (row > 0 && rule[-1].of > rule->of) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INITIAL_RULE_ORDER, "of");
    } else if (!is_fsm && is_first) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INITIAL_RULES_OFF_FSM, "of");
    } else if (is_fsm && is_first && v->desc->states[rule->of].initial != 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INITIAL_RULES_TWICE, "of");
    }
    check_initial_destination(v, at, rule, is_fsm);
    check_initial_condition(v, at, rule);
}

void wits_core_check_initials(validator *v) {
    for (uint32_t row = 0; row < v->desc->initial_count; row++) {
        check_initial_rule(v, row);
    }
}
