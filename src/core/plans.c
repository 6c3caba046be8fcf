// SPDX-License-Identifier: MIT
// What fast.c runs: of each configuration of a plain brain what a pass does, of each transition what it enters.
#include "core/compile.h"
#include "core/fast.h"

// ------------------------------------------------------------------------------------------------------------ commands

/// The command table is the block's last while it grows.
static void add_command(compiler *c, uint32_t *count, uint32_t kind, wits_action_kind action, uint32_t id,
                        uint32_t what) {
    command *commands = block_at(c, c->brain->commands);
    commands[c->command_count++] =
        (command){.kind = (uint8_t)kind, .action = (uint8_t)action, .state = (uint16_t)id, .what = what};
    ++*count;
}

static uint32_t next_command(const compiler *c) {
    return c->brain->commands + (uint32_t)sizeof(command) * c->command_count;
}

/// One call of a host function stands in the command itself.
static void add_actions(compiler *c, uint32_t *count, action_index actions, wits_action_kind action, uint32_t id) {
    if (actions == 0) {
        return;
    }
    const uint32_t *words = brain_actions(c->brain, actions);
    if (words[0] == 1 && (words[1] & WITS_LIST_RAISE) == 0 && brain_state(c->brain, id)->data == 0) {
        add_command(c, count, COMMAND_CALL, action, id, words[1]);
    } else {
        add_command(c, count, COMMAND_ACTIONS, action, id, actions);
    }
}

static void add_exit(compiler *c, uint32_t *count, uint16_t id) {
    const state_row *s = brain_state(c->brain, id);
    add_actions(c, count, s->exit, WITS_ACTION_EXIT, id);
    if (s->has_room) {
        add_command(c, count, COMMAND_CLOSE, WITS_ACTION_EXIT, id, 0);
    }
}

static void add_entry(compiler *c, uint32_t *count, uint16_t id) {
    const state_row *s = brain_state(c->brain, id);
    if (s->has_room) {
        add_command(c, count, COMMAND_OPEN, WITS_ACTION_ENTER, id, 0);
    }
    add_actions(c, count, s->enter, WITS_ACTION_ENTER, id);
}

// ------------------------------------------------------------------------------------------------------------- entries

/// What is entered inside `id`: WITS_NONE if nothing is, WITS_ROOT if it depends on what the agent remembers or scores,
/// or is entered silently.
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

/// The deepest state that is active after entering `id`; WITS_ROOT if that is not known beforehand.
static uint16_t static_end(const compiler *c, uint16_t id, bool restart) {
    for (;;) {  // at most WITS_MAX_DEPTH times
        uint16_t next = next_static(brain_state(c->brain, id), restart);
        if (next == WITS_NONE || next == WITS_ROOT) {
            return next == WITS_NONE ? id : (uint16_t)WITS_ROOT;
        }
        id = next;
        restart = false;
    }
}

static void compile_entries(compiler *c, transition_row *t) {
    uint16_t end = t->domain == WITS_NONE ? (uint16_t)WITS_ROOT : static_end(c, t->to, t->restart);
    if (end == WITS_ROOT) {
        return;
    }
    uint16_t config = brain_state(c->brain, end)->config;
    t->direct = 1;
    t->slot = (uint16_t)(config + 1);
    t->plan = c->brain->plans + (uint32_t)sizeof(plan) * config;
    t->entries = next_command(c);
    uint32_t count = 0;
    uint32_t first_depth = brain_state(c->brain, t->domain)->depth + 1u;
    for (uint32_t depth = first_depth; depth <= brain_state(c->brain, end)->depth; depth++) {
        add_entry(c, &count, state_ancestor(c->brain, end, depth));
    }
    t->entry_count = (uint16_t)count;
}

// ---------------------------------------------------------------------------------------------------------- operations

static void add_operation(compiler *c, plan *to, uint32_t kind, uint32_t id, uint32_t first, uint32_t count) {
    ((operation *)block_at(c, to->operations))[to->operation_count++] =
        (operation){.kind = (uint16_t)kind, .state = (uint16_t)id, .first = first, .count = count};
}

static void add_guards(compiler *c, plan *to, uint32_t source, uint32_t first, uint32_t count) {
    if (count != 0) {
        add_operation(c, to, OPERATION_GUARDS, source, c->brain->guards + (uint32_t)sizeof(guard) * first, count);
    }
}

/// Section 4, from the root inwards to the configuration's state.
static void compile_operations(compiler *c, plan *to) {
    const state_row *states = brain_states(c->brain);
    for (uint32_t depth = 0; depth < states[to->deepest].depth; depth++) {
        uint16_t id = state_ancestor(c->brain, to->deepest, depth);
        uint16_t child = state_ancestor(c->brain, to->deepest, depth + 1);
        add_guards(c, to, child, states[id].first_any, states[id].any_count);
        add_guards(c, to, child, states[child].first_own, states[child].own_count);
        if (states[id].kind == WITS_UTILITY) {
            add_operation(c, to, OPERATION_CHOOSE, id, child, 0);
        }
    }
    if (states[to->deepest].kind != WITS_LEAF) {
        add_operation(c, to, OPERATION_ENTER, to->deepest, 0, 0);
    } else if (states[to->deepest].decide != 0) {
        add_operation(c, to, OPERATION_DECIDE, to->deepest, 0, 0);
    }
}

static void compile_exits(compiler *c, plan *to) {
    uint32_t count = 0;
    to->exits = next_command(c);
    for (uint16_t id = to->deepest; id != WITS_NONE; id = brain_state(c->brain, id)->parent) {
        add_exit(c, &count, id);
    }
    to->exit_count = (uint16_t)count;
}

/// Section 7: all that update, in order.
static void compile_updates(compiler *c, plan *to) {
    uint32_t count = 0;
    uint32_t levels = brain_state(c->brain, to->deepest)->depth + 1u;
    to->updates = next_command(c);
    for (uint32_t i = 0; i < levels; i++) {
        uint16_t id = state_ancestor(c->brain, to->deepest, c->brain->outer_first ? i : levels - 1 - i);
        const state_row *s = brain_state(c->brain, id);
        add_actions(c, &count, s->update, WITS_ACTION_UPDATE, id);
        if (s->step != 0 || s->step_count != 0) {
            add_command(c, &count, COMMAND_STEPS, WITS_ACTION_STEP, id, 0);
        }
    }
    to->update_count = (uint16_t)count;
}

void compile_plans(compiler *c) {
    wits_brain *b = c->brain;
    b->plain = b->machine_count == 1 && !b->skip_entered;
    if (!b->plain) {
        return;
    }
    b->plans = block_append(c, b->config_count, sizeof(plan));
    plan *plans = block_at(c, b->plans);
    uint32_t operations = (uint32_t)c->used;
    uint32_t count = 0;
    for (uint32_t config = 0; config < b->config_count; config++) {
        plans[config].deepest = brain_config_state(b, brain_machine(b, 0), config);
        plans[config].operations = operations + (uint32_t)sizeof(operation) * count;
        compile_operations(c, &plans[config]);
        count += plans[config].operation_count;
    }
    block_append(c, count, sizeof(operation));
    b->commands = (uint32_t)c->used;
    for (uint32_t config = 0; config < b->config_count; config++) {
        compile_exits(c, &plans[config]);
        compile_updates(c, &plans[config]);
    }
    for (uint32_t row = 0; row < b->transition_count + b->switch_count; row++) {
        compile_entries(c, (transition_row *)block_at(c, b->transitions) + row);
    }
    block_append(c, c->command_count, sizeof(command));
}
