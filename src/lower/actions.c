// SPDX-License-Identifier: MIT
// Actions of states, transitions and steps. Section 8.
#include "expr/expr.h"
#include "lower/lower.h"

bool wits_lower_reads_elapsed(const lowering *l, action_index actions) {
    const uint32_t *words = brain_actions(l->brain, actions);
    for (uint32_t i = 1; actions != 0 && i <= words[0]; i++) {
        const expr_program *computes = brain_action_program(l->brain, words[i]);
        if (computes != NULL && (computes->uses & EXPR_USES_ELAPSED) != 0) {
            return true;
        }
    }
    return false;
}

/// Puts actions; `how` gives their kind, owner and moment.
static void put_actions(lowering *l, action_index actions, program_op how) {
    if (actions != 0) {
        how.operation = PROGRAM_ACT;
        how.k[0] = actions;
        wits_lower_put(l, how);
    }
}

void wits_lower_own_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t id) {
    put_actions(l, actions,
                (program_op){.machine = (uint16_t)kind,
                             .state = id,
                             .row = WITS_NONE,
                             .moment = WITS_NONE,
                             .k = {0, lower_state(l, id)->clock}});
}

void wits_lower_step_actions(lowering *l, action_index actions, uint16_t leaf, uint32_t row) {
    put_actions(l, actions,
                (program_op){.machine = WITS_ACTION_STEP,
                             .state = leaf,
                             .row = (uint16_t)row,
                             .moment = WITS_NONE,
                             .k = {0, lower_state(l, leaf)->clock}});
}

void wits_lower_moment_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t id, uint32_t clock) {
    put_actions(l, actions,
                (program_op){.machine = (uint16_t)kind,
                             .flags = PROGRAM_AT_MOMENT,
                             .state = id,
                             .row = WITS_NONE,
                             .moment = id,
                             .kept_in = l->kept_in,
                             .k = {0, clock}});
}

void wits_lower_rule_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t source, uint32_t row,
                             program_op moment) {
    moment.machine = (uint16_t)kind;
    moment.flags |= PROGRAM_TRANSITION_ELAPSED;
    moment.state = source;
    moment.row = (uint16_t)row;
    put_actions(l, actions, moment);
}
