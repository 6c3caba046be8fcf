// SPDX-License-Identifier: MIT
// What fast.c runs: of each configuration of a plain brain the list of what a pass does, of each transition the chain of
// states it enters.
#include "core/compile.h"
#include "core/fast.h"

// -------------------------------------------------------------------------------------------------------------- chains

/// The next state entered inside `id`, if that is known beforehand: its number; WITS_NONE at the end; WITS_ROOT if it
/// depends on what the agent remembers or scores, or is entered silently.
static uint16_t next_static(const state_row *s, bool restart) {
    if (s->kind == WITS_LEAF) {
        return WITS_NONE;
    }
    if ((s->leave == WITS_RESUME && !restart) || s->activation == WITS_SILENT) {
        return WITS_ROOT;
    }
    if (s->activation == WITS_ON_DECIDE) {
        return restart ? WITS_ROOT : WITS_NONE;
    }
    return s->initial;
}

/// The chain ends in a configuration or is not direct.
static void compile_chain(compiler *c, transition_row *t, uint16_t *chain) {
    const state_row *states = brain_states(c->brain);
    uint32_t first_depth = states[t->domain].depth + 1u;
    uint16_t target_depth = states[t->to].depth;
    uint32_t count = 0;
    for (uint32_t depth = first_depth; depth <= target_depth; depth++) {
        chain[count++] = state_ancestor(c->brain, t->to, depth);
    }
    for (uint16_t next = next_static(&states[t->to], t->restart); next != WITS_NONE;) {
        if (next == WITS_ROOT) {
            return;
        }
        chain[count++] = next;
        next = next_static(&states[next], false);
    }
    t->direct = 1;
    t->chain_count = (uint16_t)count;
    t->result = states[chain[count - 1]].config;
}

static void compile_chains(compiler *c) {
    wits_brain *b = c->brain;
    transition_row *transitions = block_at(c, b->transitions);
    b->chains = (uint32_t)c->used;
    uint16_t *chains = block_at(c, b->chains);
    uint32_t used = 0;
    for (uint32_t row = 0; row < b->transition_count; row++) {
        if (transitions[row].domain != WITS_NONE) {
            compile_chain(c, &transitions[row], chains + used);
            transitions[row].first_chain = used;
            used += transitions[row].chain_count;
        }
    }
    block_append(c, used, sizeof(uint16_t));
}

// ---------------------------------------------------------------------------------------------------------- operations

static void add_operation(compiler *c, plan *to, uint32_t kind, uint32_t id, uint32_t first, uint32_t count) {
    operation *operations = block_at(c, c->brain->operations);
    operations[to->first_operation + to->operation_count++] =
        (operation){.kind = (uint16_t)kind, .state = (uint16_t)id, .count = (uint16_t)count, .first = first};
}

static void add_guards(compiler *c, plan *to, uint32_t source, uint32_t first, uint32_t count) {
    if (count != 0) {
        add_operation(c, to, OPERATION_GUARDS, source, first, count);
    }
}

/// Section 4, from the root inwards to the configuration's state.
static void compile_operations(compiler *c, plan *to, uint16_t deepest) {
    const state_row *states = brain_states(c->brain);
    for (uint32_t depth = 0; depth < states[deepest].depth; depth++) {
        uint16_t id = state_ancestor(c->brain, deepest, depth);
        uint16_t child = state_ancestor(c->brain, deepest, depth + 1);
        add_guards(c, to, child, states[id].first_any, states[id].any_count);
        add_guards(c, to, child, states[child].first_own, states[child].own_count);
        if (states[id].kind == WITS_UTILITY) {
            add_operation(c, to, OPERATION_CHOOSE, id, child, 0);
        }
    }
    if (states[deepest].kind != WITS_LEAF) {
        add_operation(c, to, OPERATION_ENTER, deepest, 0, 0);
    } else if (states[deepest].decide != 0) {
        add_operation(c, to, OPERATION_DECIDE, deepest, 0, 0);
    }
}

/// Section 7: states with something to do, in order.
static void compile_updates(compiler *c, plan *to, uint16_t deepest) {
    const state_row *states = brain_states(c->brain);
    uint16_t *updates = block_at(c, c->brain->updates);
    uint32_t levels = states[deepest].depth + 1u;
    for (uint32_t i = 0; i < levels; i++) {
        uint16_t id = state_ancestor(c->brain, deepest, c->brain->outer_first ? i : levels - 1 - i);
        if (states[id].update != 0 || states[id].step != 0 || states[id].step_count != 0) {
            updates[to->first_update + to->update_count++] = id;
        }
    }
}

void compile_plans(compiler *c) {
    wits_brain *b = c->brain;
    b->plain = b->machine_count == 1 && !b->skip_entered;
    if (!b->plain) {
        return;
    }
    compile_chains(c);
    b->plans = block_append(c, b->config_count, sizeof(plan));
    plan *plans = block_at(c, b->plans);
    const machine_row *top = brain_machine(b, 0);
    b->operations = (uint32_t)c->used;
    uint32_t next = 0;
    for (uint32_t config = 0; config < b->config_count; config++) {
        plans[config].first_operation = next;
        compile_operations(c, &plans[config], brain_config_state(b, top, config));
        next += plans[config].operation_count;
    }
    block_append(c, next, sizeof(operation));
    b->updates = (uint32_t)c->used;
    next = 0;
    for (uint32_t config = 0; config < b->config_count; config++) {
        plans[config].first_update = next;
        compile_updates(c, &plans[config], brain_config_state(b, top, config));
        next += plans[config].update_count;
    }
    block_append(c, next, sizeof(uint16_t));
}
