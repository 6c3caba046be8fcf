// SPDX-License-Identifier: MIT
// What fast.c runs: of each configuration of a plain brain what a pass does, of each transition what it enters.
#include "core/bytes.h"
#include "core/compile.h"
#include "core/fast.h"
#include "expr/lean.h"

// ------------------------------------------------------------------------------------------------------------ commands

/// The command table is the block's last while it grows.
static void add_command(compiler *c, const command *from) {
    command *commands = block_at(c, c->brain->commands);
    commands[c->command_count++] = *from;
}

static void add(compiler *c, uint32_t kind, wits_action_kind action, uint32_t id) {
    command made = command_of(kind, action, id, 0);
    add_command(c, &made);
}

static uint32_t next_command(const compiler *c) {
    return c->brain->commands + (uint32_t)sizeof(command) * c->command_count;
}

/// See compile_runs.
static void add_actions(compiler *c, action_index actions) {
    if (actions != 0) {
        add_command(c, (const command *)brain_at(c->brain, c->brain->action_commands) + actions);
    }
}

static void add_exit(compiler *c, uint16_t id) {
    const state_row *s = brain_state(c->brain, id);
    add_actions(c, s->exit);
    if (s->has_room) {
        add(c, COMMAND_CLOSE, WITS_ACTION_EXIT, id);
    }
}

static void add_entry(compiler *c, uint16_t id) {
    const state_row *s = brain_state(c->brain, id);
    if (s->has_room) {
        add(c, COMMAND_OPEN, WITS_ACTION_ENTER, id);
    }
    add_actions(c, s->enter);
}

// ------------------------------------------------------------------------------------------------------------- entries

/// What is entered inside `id`: WITS_NONE if nothing is, WITS_ROOT if it depends on what the agent remembers or scores,
/// or is entered silently.
static uint16_t next_static(const state_row *s, bool restart) {
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    if ((s->leave == WITS_LEAVE_RESUME && !restart) || s->activation == WITS_ACTIVATION_SILENT) {
        return WITS_ROOT;
    }
    if (s->activation == WITS_ACTIVATION_ON_DECIDE) {
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

static uint32_t *plan_offsets(compiler *c) {
    return block_at(c, c->brain->plans);
}

/// Whether a transition is direct, and where it leads.
static void compile_direct(const compiler *c, transition_row *t) {
    uint16_t end = t->domain == WITS_NONE ? (uint16_t)WITS_ROOT : static_end(c, t->to, t->restart);
    if (end == WITS_ROOT) {
        return;
    }
    bool is_deep = brain_state(c->brain, t->to)->depth > brain_state(c->brain, t->from)->depth + 1;
    bool by_source = t->any && !t->reenter && is_deep;  // it may lie inside whichever child is active
    t->direct = t->actions == 0 && !by_source ? DIRECT_SIMPLE : DIRECT;
    t->slot = (uint16_t)(brain_state(c->brain, end)->config + 1);
}

static void compile_entries(compiler *c, transition_row *t) {
    uint16_t end = brain_config_state(c->brain, brain_machine(c->brain, 0), t->slot - 1u);
    t->plan = plan_offsets(c)[t->slot - 1];
    t->entries = next_command(c);
    uint32_t first_depth = brain_state(c->brain, t->domain)->depth + 1u;
    for (uint32_t depth = first_depth; depth <= brain_state(c->brain, end)->depth; depth++) {
        add_entry(c, state_ancestor(c->brain, end, depth));
    }
    add(c, COMMAND_END, WITS_ACTION_ENTER, 0);
}

// ---------------------------------------------------------------------------------------------------------- operations

/// Operations of the configuration being compiled; the table is the block's last while it grows.
typedef struct operations {
    compiler *c;
    operation *next;
} operations;

static void add_operation(operations *to, operation o) {
    *to->next++ = o;
}

/// The offset of the lean form of a condition or score that needs nothing else; 0 if it does.
static uint32_t lean_offset(const wits_brain *b, function_ref reference) {
    const uint32_t offset = reference & ~REF_PROGRAM;
    if (offset == reference || !lean_is_enough(brain_at(b, offset))) {
        return 0;
    }
    return offset + (uint32_t)((const char *)lean_code(brain_at(b, offset)) - (const char *)brain_at(b, offset));
}

static uint32_t operation_kind(const wits_brain *b, const guard *g, const transition_row *t) {
    if (t->direct != DIRECT_SIMPLE || (g->flags & ~GUARD_ASKS) != 0) {
        return OPERATION_GUARD;
    }
    if (g->flags == 0) {
        return OPERATION_ALWAYS;
    }
    if ((g->condition & REF_PROGRAM) == 0) {
        return OPERATION_ASK;
    }
    if (lean_offset(b, g->condition) == 0) {
        return OPERATION_TEST;
    }
    return lean_is_test(brain_at(b, g->condition & ~REF_PROGRAM)) ? OPERATION_FIELD : OPERATION_LEAN;
}

/// What the operation asks: itself if it is simple, else its guard.
static uint32_t operation_asks(const wits_brain *b, uint32_t kind, uint32_t index) {
    const guard *g = brain_guard(b, index);
    switch (kind) {
    case OPERATION_ASK:
    case OPERATION_TEST:
        return g->condition;
    case OPERATION_FIELD:
    case OPERATION_LEAN:
        return lean_offset(b, g->condition);
    default:
        return index;
    }
}

static void add_guard(operations *to, uint32_t source, uint32_t index) {
    const wits_brain *b = to->c->brain;
    const guard *g = brain_guard(b, index);
    const transition_row *t = brain_transition(b, g->row);
    uint32_t kind = operation_kind(b, g, t);
    add_operation(to, (operation){.kind = (uint8_t)kind,
                                  .event = (uint8_t)((g->flags & GUARD_EVENT) != 0 ? g->event + 1 : 0),
                                  .state = (uint16_t)source,
                                  .row = g->row,
                                  .asks = operation_asks(b, kind, index),
                                  .transition = b->transitions + g->row * (uint32_t)sizeof(transition_row),
                                  .domain = t->domain,
                                  .slot = t->slot});
}

static void add_guards(operations *to, uint32_t source, uint32_t first, uint32_t count) {
    if (to->c->brain->flat == 0 && count != 0) {
        add_operation(
            to,
            (operation){.kind = OPERATION_GUARDS, .state = (uint16_t)source, .row = (uint16_t)count, .asks = first});
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        add_guard(to, source, first + i);
    }
}

static void add_choice(operations *to, uint16_t id, uint16_t child) {
    const state_row *s = brain_state(to->c->brain, id);
    add_operation(to, (operation){.kind = s->plain_options ? OPERATION_HIGHEST : OPERATION_CHOOSE,
                                  .state = id,
                                  .child = child,
                                  .transition = s->options});
}

/// Section 4, from the root inwards to the configuration's state.
static void compile_operations(operations *to, uint16_t deepest) {
    const state_row *states = brain_states(to->c->brain);
    for (uint32_t depth = 0; depth < states[deepest].depth; depth++) {
        uint16_t id = state_ancestor(to->c->brain, deepest, depth);
        uint16_t child = state_ancestor(to->c->brain, deepest, depth + 1);
        add_guards(to, child, states[id].first_any, states[id].any_count);
        add_guards(to, child, states[child].first_own, states[child].own_count);
        if (states[id].kind == WITS_KIND_UTILITY) {
            add_choice(to, id, child);
        }
    }
    if (states[deepest].kind != WITS_KIND_LEAF) {
        add_operation(to, (operation){.kind = OPERATION_ENTER, .state = deepest});
    } else if (states[deepest].decide != 0) {
        add_operation(to, (operation){.kind = OPERATION_DECIDE, .state = deepest});
    }
    add_operation(to, (operation){.kind = OPERATION_END});
}

/// Plans and their operations, one after another.
static void compile_all_operations(compiler *c) {
    for (uint32_t config = 0; config < c->brain->config_count; config++) {
        uint32_t offset = block_append(c, 1, sizeof(plan));
        plan *here = block_at(c, offset);
        plan_offsets(c)[config] = offset;
        here->deepest = brain_config_state(c->brain, brain_machine(c->brain, 0), config);
        operations to = {c, (operation *)(here + 1)};
        compile_operations(&to, here->deepest);
        block_append(c, (uint32_t)(to.next - (operation *)(here + 1)), sizeof(operation));
    }
}

/// Where transitions lead, once that is known.
static void finish_operations(compiler *c) {
    for (uint32_t config = 0; config < c->brain->config_count; config++) {
        plan *here = block_at(c, plan_offsets(c)[config]);
        for (operation *o = (operation *)(here + 1); o->kind != OPERATION_END; o++) {
            if (o->kind <= OPERATION_ALWAYS) {
                const transition_row *t = block_at(c, o->transition);
                o->plan = t->plan;
                o->entries = t->entries;
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- options

static bool has_plain_options(const compiler *c, const state_row *s) {
    bool plain = s->kind == WITS_KIND_UTILITY && s->select == WITS_SELECT_HIGHEST && s->is_plain;
    for (uint32_t i = 0; plain && i < s->child_count; i++) {
        plain = !brain_state(c->brain, brain_child(c->brain, s, i))->score_best;
    }
    return plain;
}

/// How an option is scored. What is always the same needs not be computed again.
static void settle_score(const compiler *c, option_row *o) {
    const uint32_t lean = lean_offset(c->brain, o->score);
    const expr_program *program = brain_at(c->brain, o->score & ~REF_PROGRAM);
    if (o->score == 0) {
        o->kind = OPTION_SAME;
    } else if ((o->score & REF_PROGRAM) == 0) {
        o->kind = OPTION_ASK;
    } else if ((program->uses & EXPR_IS_CONSTANT) != 0) {
        o->kind = OPTION_SAME;
        o->weight = float_from_bits(program->code[0].k[0]) * o->weight;
    } else {
        o->kind = lean != 0 ? OPTION_LEAN : OPTION_OTHER;
        o->score = lean != 0 ? lean : o->score;
    }
}

static void compile_options(compiler *c) {
    for (uint32_t id = 0; id < c->brain->state_count; id++) {
        state_row *s = &block_states(c)[id];
        if (!has_plain_options(c, s)) {
            continue;
        }
        s->plain_options = 1;
        s->options = block_append(c, s->child_count + 1u, sizeof(option_row));
        option_row *options = block_at(c, s->options);
        for (uint32_t i = 0; i < s->child_count; i++) {
            const state_row *child = brain_state(c->brain, brain_child(c->brain, s, i));
            options[i] = (option_row){.state = brain_child(c->brain, s, i),
                                      .score = child->score,
                                      .weight = child->weight,
                                      .transition =
                                          c->brain->transitions + child->switch_row * (uint32_t)sizeof(transition_row)};
            settle_score(c, &options[i]);
            options[i].kind = child->row_count != 0 ? (uint16_t)OPTION_CONSIDERED : options[i].kind;
        }
    }
}

// --------------------------------------------------------------------------------------------------- exits and updates

/// The root is left by no transition.
static void compile_exits(compiler *c, plan *to) {
    to->exits = next_command(c);
    for (uint16_t id = to->deepest; id != WITS_ROOT; id = brain_state(c->brain, id)->parent) {
        add_exit(c, id);
    }
    add(c, COMMAND_END, WITS_ACTION_EXIT, 0);
}

/// Section 7: all that update, in order.
static void compile_updates(compiler *c, plan *to) {
    uint32_t levels = brain_state(c->brain, to->deepest)->depth + 1u;
    to->updates = next_command(c);
    for (uint32_t i = 0; i < levels; i++) {
        uint16_t id = state_ancestor(c->brain, to->deepest, c->brain->outer_first ? i : levels - 1 - i);
        const state_row *s = brain_state(c->brain, id);
        add_actions(c, s->update);
        if (s->step != 0 || s->step_count != 0) {
            add(c, COMMAND_STEPS, WITS_ACTION_STEP, id);
        }
    }
    add(c, COMMAND_END, WITS_ACTION_UPDATE, 0);
}

static uint8_t shape_of(const wits_brain *b) {
    if (b->machine_count > 1 || b->skip_entered) {
        return SHAPE_OTHER;
    }
    return b->slot_width == 1 && b->event_bytes <= 1 ? SHAPE_SIMPLE : SHAPE_PLAIN;
}

void compile_plans(compiler *c) {
    wits_brain *b = c->brain;
    b->shape = shape_of(b);
    if (b->shape == SHAPE_OTHER) {
        return;
    }
    uint32_t rows = b->transition_count + b->switch_count;
    transition_row *transitions = block_at(c, b->transitions);
    for (uint32_t row = 0; row < rows; row++) {
        compile_direct(c, &transitions[row]);
    }
    b->plans = block_append(c, b->config_count, sizeof(uint32_t));
    compile_options(c);
    compile_all_operations(c);
    compile_runs(c);
    b->commands = (uint32_t)c->used;
    for (uint32_t config = 0; config < b->config_count; config++) {
        plan *here = block_at(c, plan_offsets(c)[config]);
        compile_exits(c, here);
        compile_updates(c, here);
    }
    for (uint32_t row = 0; row < rows; row++) {
        if (transitions[row].direct != DIRECT_NOT) {
            compile_entries(c, &transitions[row]);
        }
    }
    block_append(c, c->command_count, sizeof(command));
    finish_operations(c);
}
