// SPDX-License-Identifier: MIT
// The statements of a program as operations over columns, under the mask of their region.
#include "crowd/build.h"

#include <string.h>

enum { MAX_LOOKUP = 14 };  ///< slots that a table of 16 can distinguish

// ---------------------------------------------------------------------------------------------------------- pass slots

/// Returns whether the machine may hold something while it is not active: something around it is kept.
static bool may_be_kept(const build *b, uint32_t machine) {
    for (uint16_t id = brain_machine(b->brain, machine)->owner; id != WITS_NONE;) {  // at most WITS_MAX_DEPTH times
        if (brain_state(b->brain, id)->leave == WITS_LEAVE_SUSPEND) {
            return true;
        }
        id = brain_state(b->brain, id)->parent;
    }
    return false;
}

/// Returns the mask of agents for nested machines: those whose owner is the deepest active state of its machine.
static lanes_column owner_mask(build *b, uint32_t machine) {
    const state_row *owner = brain_state(b->brain, brain_machine(b->brain, machine)->owner);
    lanes_column mask = wits_expr_lanes_new_byte(&b->lanes);
    uint32_t slot = owner->config + 1u;
    wits_crowd_emit_range(b, mask, wits_crowd_pass_bytes(b, owner->machine), slot, slot, 0, false);
    return mask;
}

static void open_pass_byte(build *b, lanes_column pass, lanes_column slot, lanes_column mask) {
    wits_crowd_emit_op(b, mask != 0 ? (lanes_op){.kind = LANES_AND8, .out = pass, .a = slot, .b = mask}
                                    : (lanes_op){.kind = LANES_COPY8, .out = pass, .a = slot});
}

static void put_open_pass(build *b, const program_op *op) {
    const byte_pair pass = wits_crowd_pass_bytes(b, op->machine), slot = wits_crowd_slot_bytes(b, op->machine);
    const lanes_column due = op->k[0] != 0 ? b->columns.due : 0;
    const lanes_column mask = may_be_kept(b, op->machine) ? owner_mask(b, op->machine) : due;
    open_pass_byte(b, pass.low, slot.low, mask);
    if (pass.high != 0) {
        open_pass_byte(b, pass.high, slot.high, mask);
    }
}

static void follow_byte(build *b, lanes_column pass, lanes_column slot, lanes_column active) {
    lanes_column from = slot;
    if (active != 0) {
        from = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = from, .a = slot, .b = active});
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = pass, .a = from, .c = wits_crowd_build_mask(b)});
}

static void put_follow(build *b, const program_op *op) {
    const byte_pair pass = wits_crowd_pass_bytes(b, op->machine), slot = wits_crowd_slot_bytes(b, op->machine);
    const lanes_column active = may_be_kept(b, op->machine) ? owner_mask(b, op->machine) : 0;
    follow_byte(b, pass.low, slot.low, active);
    if (pass.high != 0) {
        follow_byte(b, pass.high, slot.high, active);
    }
}

static void pass_over_byte(build *b, lanes_column pass) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = pass, .a = pass, .b = wits_crowd_build_mask(b)});
}

static void put_pass_over(build *b, const program_op *op) {
    for (uint32_t i = 0; i < op->k[1]; i++) {
        const byte_pair pass = wits_crowd_pass_bytes(b, op->k[0] + i);
        pass_over_byte(b, pass.low);
        if (pass.high != 0) {
            pass_over_byte(b, pass.high);
        }
    }
}

static void put_take_events(build *b) {
    const column_map *m = &b->columns;
    for (uint32_t i = 0; i < m->event_bytes; i++) {
        lanes_column events = wits_crowd_event_column(b, 8 * i);
        wits_crowd_emit_op(
            b, (lanes_op){.kind = LANES_AND8, .out = (lanes_column)(m->taken + i), .a = events, .b = m->due});
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = events, .c = m->due});
    }
}

// ------------------------------------------------------------------------------------------------- clocks and memories

static void build_clock(build *b, const program_op *op, lanes_kind kind) {
    b->needs_ids |= kind == LANES_SPREAD_CLOCK;
    wits_crowd_emit_op(b, (lanes_op){.kind = (uint16_t)kind,
                                     .out = wits_crowd_agent_number(b, op->k[0]),
                                     .c = wits_crowd_build_mask(b),
                                     .k = {op->k[1]}});
}

static void put_fresh(build *b, uint32_t bit, lanes_column mask, bool is_set) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RAISE8,
                                     .out = wits_crowd_fresh_column(b, bit),
                                     .c = mask,
                                     .flags = is_set ? 0 : LANES_INVERTED,
                                     .k = {1u << bit % 8}});
}

/// Sets a fresh bit. In a routine, only the running code knows whether a decision pass makes states active.
static void set_fresh(build *b, uint32_t bit) {
    if (b->pass != PASS_ANY) {
        put_fresh(b, bit, wits_crowd_build_mask(b), b->pass == PASS_DECISION);
        return;
    }
    lanes_column by_decision = wits_expr_lanes_new_byte(&b->lanes);
    put_fresh(b, bit, wits_crowd_build_mask(b), false);
    wits_crowd_emit_op(
        b, (lanes_op){.kind = LANES_AND8, .out = by_decision, .a = wits_crowd_build_mask(b), .b = b->deciding});
    put_fresh(b, bit, by_decision, true);
}

static void clear_all_fresh(build *b) {
    for (uint32_t i = 0; i < b->brain->fresh_bytes; i++) {
        lanes_column byte = wits_crowd_fresh_column(b, 8 * i);
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = byte, .a = byte, .k = {0}});
    }
}

static void put_data(build *b, const program_op *op) {
    const bool opens = op->operation == PROGRAM_OPEN_DATA;
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_DATA, .c = wits_crowd_build_mask(b), .k = {op->state, opens}});
}

static void put_cut(build *b, const program_op *op) {
    const byte_pair cut = {wits_crowd_cut_column(b, op->machine), 0};
    if (b->depth == 0) {
        wits_crowd_emit_fill_byte(b, cut.low, op->k[0]);
    } else {
        wits_crowd_emit_put(b, cut, op->k[0], wits_crowd_build_mask(b));
    }
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Returns the value of `elapsed` in an action: one column serves all actions of a state.
static lanes_column action_elapsed(build *b, const program_op *op) {
    open_region *r = build_region(b);
    if ((op->flags & PROGRAM_TRANSITION_ELAPSED) != 0) {
        return b->source_elapsed;
    }
    if (r->elapsed == 0 || r->clock != op->k[1]) {
        wits_crowd_build_forget_elapsed(b);
        r->elapsed = wits_crowd_emit_elapsed(b, op->k[1]);
        r->clock = op->k[1];
    }
    return r->elapsed;
}

/// Returns the context of an assignment, or of an action's arguments.
static ask_place action_place(build *b, const program_op *op, uint32_t program) {
    return (ask_place){.mask = wits_crowd_build_mask(b),
                       .state = op->state,
                       .row = op->row,
                       .flags = op->machine == WITS_ACTION_STEP ? PROGRAM_OF_STEP : op->flags,
                       .moment = op->moment,
                       .kept_in = op->kept_in,
                       .elapsed = wits_crowd_reads_elapsed(b, program | REF_PROGRAM) ? action_elapsed(b, op) : 0};
}

static void put_action(build *b, const program_op *op, uint32_t action) {
    if ((action & WITS_LIST_RAISE) != 0) {
        uint32_t event = action & ~WITS_LIST_RAISE;
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RAISE8,
                                         .out = wits_crowd_event_column(b, event),
                                         .c = wits_crowd_build_mask(b),
                                         .k = {1u << event % 8}});
        return;
    }
    if ((action & WITS_LIST_ASSIGN) != 0) {
        const ask_place place = action_place(b, op, brain_assignment(b->brain, action)->program);
        wits_crowd_emit_assignment(b, &place, action & ~WITS_LIST_ASSIGN);
        return;
    }
    const call_row *call = brain_call(b->brain, action);
    const uint32_t whose = op->row == WITS_NONE ? op->state : op->row;
    uint32_t kind;
    const lanes_column target = wits_crowd_target_column(b, op->state, op->machine == WITS_ACTION_TRANSITION, &kind);
    const lanes_op list = {.kind = LANES_LIST,
                           .a = target,
                           .c = wits_crowd_build_mask(b),
                           .flags = (uint16_t)kind,
                           .k = {action, (uint32_t)op->machine << 16 | whose}};
    if (call == NULL || call->computed == 0) {
        wits_crowd_emit_op(b, list);
    } else {
        const ask_place place = action_place(b, op, call->program);
        wits_crowd_emit_listed_call(b, &place, call->program, list);
    }
}

static void put_action_list(build *b, const program_op *op) {
    const uint32_t *words = brain_actions(b->brain, op->k[0]);
    b->about = op->state;
    for (uint32_t i = 1; i <= words[0]; i++) {
        put_action(b, op, words[i]);
    }
}

/// Puts the actions of an `any` transition once for each group of sources with one kind of target.
static void put_action_list_for_each_group(build *b, const program_op *op) {
    for (uint32_t i = 0; i < b->source.group_count; i++) {
        wits_crowd_build_open_region(b, b->source.groups[i].mask);
        b->source_child = b->source.groups[i].child;
        put_action_list(b, op);
        b->source_child = 0;
        wits_crowd_build_close_region(b);
    }
}

static void build_actions(build *b, const program_op *op) {
    if (op->machine == WITS_ACTION_TRANSITION && b->source.group_count != 0) {
        put_action_list_for_each_group(b, op);
    } else {
        put_action_list(b, op);
    }
}

static void put_source_clock(build *b, const program_op *op) {
    b->source_elapsed = wits_crowd_emit_elapsed(b, op->k[0]);
    build_region(b)->notes_source = true;
}

// ------------------------------------------------------------------------------------------------------------- choices

/// Returns the ordinals of the active options in a new column; NO_OPTION where there is none.
static lanes_column current_options(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column out = wits_expr_lanes_new_byte(&b->lanes);
    const lanes_column pass = wits_crowd_pass_bytes(b, s->inside).low;
    if (brain_machine(b->brain, s->inside)->config_count <= MAX_LOOKUP) {
        uint8_t ordinals[16];
        memset(ordinals, NO_OPTION, sizeof ordinals);
        for (uint32_t inside = id + 1u; inside < s->end; inside++) {
            const state_row *at = brain_state(b->brain, inside);
            if (at->machine == s->inside && at->config != WITS_NONE) {
                uint16_t option = state_ancestor(b->brain, (uint16_t)inside, s->depth + 1u);
                ordinals[at->config + 1] = (uint8_t)brain_state(b->brain, option)->ordinal;
            }
        }
        wits_crowd_emit_op(
            b, (lanes_op){
                   .kind = LANES_LOOKUP8, .out = out, .a = pass, .k = {wits_expr_lanes_table(&b->lanes, ordinals)}});
        return out;
    }
    lanes_column mask = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = pass, .k = {NO_OPTION}});
    for (uint32_t i = 0; i < s->child_count; i++) {
        wits_crowd_emit_in_pass(b, mask, brain_child(b->brain, s, i));
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out, .c = mask, .k = {i}});
    }
    return out;
}

static void put_look_done(build *b, const program_op *op) {
    const ask_place at = {.mask = wits_crowd_build_mask(b), .moment = WITS_NONE};
    b->about = op->state;
    b->done_options = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_done_child(b, b->done_options, op->state, true, &at);
}

/// Puts NO_OPTION where the mask does not hold.
static void put_where_not(build *b, lanes_column ordinals, lanes_column mask) {
    lanes_column others = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_XOR8, .out = others, .a = mask, .k = {0xFF}});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = ordinals, .a = ordinals, .b = others});
}

static void build_choose(build *b, const program_op *op) {
    open_choice *c = &b->choice;
    b->about = op->state;
    if (brain_state(b->brain, op->state)->child_count > LANES_MAX_OPTIONS) {
        wits_crowd_build_fail(b, "it has more than 254 options");
        return;
    }
    *c = (open_choice){.cost = b->lanes.cost};
    c->current = op->k[0] != 0 ? current_options(b, op->state) : 0;
    if (op->k[0] != 0 && b->done_options != 0) {
        c->done = wits_expr_lanes_new_byte(&b->lanes);  // ordinals, too
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = c->done, .a = c->current});
        put_where_not(b, c->done, b->done_options);
        wits_crowd_emit_op(
            b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = c->current, .c = b->done_options, .k = {NO_OPTION}});
    }
    lanes_column among = wits_crowd_build_mask(b);
    c->of = op->state;
    c->picked = brain_state(b->brain, op->state)->target_at != 0 ? wits_expr_lanes_new_word(&b->lanes) : 0;
    c->winners = wits_crowd_emit_winners(b, op->state, among, c);
    if (op->k[0] != 0) {
        c->changes = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_op(
            b, (lanes_op){
                   .kind = LANES_EQUAL8, .out = c->changes, .a = c->winners, .b = c->current, .flags = LANES_INVERTED});
        wits_crowd_emit_op(
            b, (lanes_op){.kind = LANES_AND8, .out = c->changes, .a = c->changes, .b = wits_crowd_build_mask(b)});
        if (c->picked != 0) {
            wits_crowd_emit_retargets(b, op->state, among);
        }
    }
}

/// Costs of first choices, and of those of the root, apply to all agents.
static void build_choice_end(build *b, const program_op *op) {
    open_choice *c = &b->choice;
    c->picked = 0;
    if (c->changes == 0 || op->state == WITS_ROOT) {
        b->lanes.cost = c->cost;
    }
}

// --------------------------------------------------------------------------------------------------------------- steps

static void put_call_step(build *b, const program_op *op) {
    b->next = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(
        b, (lanes_op){.kind = LANES_STEP_CALL, .out = b->next, .c = wits_crowd_build_mask(b), .k = {op->state}});
}

static void put_rules_begin(build *b) {
    b->left = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = b->left, .a = wits_crowd_build_mask(b)});
}

// ------------------------------------------------------------------------------------------------------ all statements

static void put_deciding(build *b, const program_op *op) {
    b->pass = op->k[0] != 0 ? PASS_DECISION : PASS_UPDATE;
    wits_crowd_emit_fill_byte(b, b->deciding, op->k[0] != 0 ? 0xFF : 0);
}

void wits_crowd_build_statement(build *b, const program_op *op) {
    switch ((program_operation)op->operation) {
    case PROGRAM_TAKE_EVENTS:
        put_take_events(b);
        break;
    case PROGRAM_OPEN_PASS:
        put_open_pass(b, op);
        break;
    case PROGRAM_FOLLOW:
        put_follow(b, op);
        break;
    case PROGRAM_PASS_OVER:
        put_pass_over(b, op);
        break;
    case PROGRAM_SET_SLOT:
        wits_crowd_emit_put(b, wits_crowd_slot_bytes(b, op->machine), op->k[0], wits_crowd_build_mask(b));
        break;
    case PROGRAM_SET_NUMBER:
        wits_crowd_emit_put(b, wits_crowd_number_bytes(b, op->k[0], op->machine), op->k[1], wits_crowd_build_mask(b));
        break;
    case PROGRAM_START_CLOCK:
        build_clock(b, op, LANES_PUT_TICK);
        break;
    case PROGRAM_SPREAD_CLOCK:
        build_clock(b, op, LANES_SPREAD_CLOCK);
        break;
    case PROGRAM_STOP_CLOCK:
        build_clock(b, op, LANES_PUT32_CONSTANT);
        break;
    case PROGRAM_FORGET_TARGET:
        build_clock(b, op, LANES_PUT32_CONSTANT);
        break;
    case PROGRAM_ENTER_TARGET:
        wits_crowd_build_enter_target(b, op->state);
        break;
    case PROGRAM_SOURCE_TARGETS:
        wits_crowd_build_source_targets(b, op);
        break;
    case PROGRAM_TURN_CLOCK:
        build_clock(b, op, LANES_TURN_CLOCK);
        break;
    case PROGRAM_OPEN_DATA:
    case PROGRAM_CLOSE_DATA:
        put_data(b, op);
        break;
    case PROGRAM_SET_DECIDING:
        put_deciding(b, op);
        break;
    case PROGRAM_SET_FRESH:
        set_fresh(b, op->k[0]);
        break;
    case PROGRAM_CLEAR_FRESH:
        put_fresh(b, op->k[0], wits_crowd_build_mask(b), false);
        break;
    case PROGRAM_CLEAR_ALL_FRESH:
        clear_all_fresh(b);
        break;
    case PROGRAM_SET_CUT:
        put_cut(b, op);
        break;
    case PROGRAM_SOURCE_CLOCK:
        put_source_clock(b, op);
        break;
    case PROGRAM_ACT:
        build_actions(b, op);
        break;
    case PROGRAM_CHOOSE:
        build_choose(b, op);
        break;
    case PROGRAM_LOOK_DONE:
        put_look_done(b, op);
        break;
    case PROGRAM_DONE_END:
        b->done_options = 0;
        break;
    case PROGRAM_CHOICE_END:
        build_choice_end(b, op);
        break;
    case PROGRAM_CALL_STEP:
        put_call_step(b, op);
        break;
    case PROGRAM_RULES_BEGIN:
        put_rules_begin(b);
        break;
    case PROGRAM_TAKE_RULE:
        wits_crowd_emit_op(
            b, (lanes_op){.kind = LANES_AND_NOT8, .out = b->left, .a = b->left, .b = wits_crowd_build_mask(b)});
        break;
    default:  // STEP_END, RULES_END: nothing to do
        break;
    }
}
