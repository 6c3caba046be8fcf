// SPDX-License-Identifier: MIT
// The tests of a region as operations that make its mask.
#include "crowd/build.h"

/// Returns the mask that a test writes, which belongs to its region. `*also`: the lanes that it keeps; 0 means all.
static lanes_column test_mask(build *b, lanes_column *also) {
    open_region *r = build_region(b);
    *also = r->mask;
    if (!r->owns_mask) {
        r->mask = wits_expr_lanes_new_byte(&b->lanes);
        r->owns_mask = true;
    }
    return r->mask;
}

/// Begins the region's own mask with that of the region around it, for tests that can only remove lanes.
static lanes_column own_mask(build *b) {
    lanes_column also, mask = test_mask(b, &also);
    if (also == 0) {
        wits_crowd_emit_fill_byte(b, mask, 0xFF);
    } else if (also != mask) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = mask, .a = also});
    }
    return mask;
}

static void test_range(build *b, byte_pair of, uint32_t lo, uint32_t hi, uint8_t flags) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_range(b, mask, of, lo, hi, also, (flags & PROGRAM_INVERTED) != 0);
}

static void test_bit(build *b, lanes_column of, uint32_t bit, uint8_t flags) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_BIT8,
                                     .out = mask,
                                     .a = of,
                                     .b = also,
                                     .flags = (flags & PROGRAM_INVERTED) != 0 ? LANES_INVERTED : 0,
                                     .k = {1u << bit % 8}});
}

static void test_active(build *b, const program_op *op) {
    lanes_column active = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_is_active(b, active, op->state);
    lanes_column mask = own_mask(b);
    bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    wits_crowd_emit_op(b,
                       (lanes_op){.kind = inverted ? LANES_AND_NOT8 : LANES_AND8, .out = mask, .a = mask, .b = active});
}

static void test_after(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(
        b,
        (lanes_op){
            .kind = LANES_AFTER32, .out = mask, .a = wits_crowd_agent_number(b, op->k[0]), .b = also, .k = {op->k[1]}});
}

static void test_not_held(build *b, const program_op *op) {
    lanes_column held = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_in_pass(b, held, op->state);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AFTER32,
                                     .out = held,
                                     .a = wits_crowd_agent_number(b, op->k[0]),
                                     .b = held,
                                     .flags = LANES_INVERTED,
                                     .k = {op->k[1]}});
    lanes_column mask = own_mask(b);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = mask, .a = mask, .b = held});
}

static void test_done(build *b, const program_op *op) {
    lanes_column mask = own_mask(b), done = wits_expr_lanes_new_byte(&b->lanes);
    const ask_place at = {.mask = mask, .flags = op->flags, .moment = op->moment, .kept_in = op->kept_in};
    bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    wits_crowd_emit_is_done(b, done, op->state, &at);
    wits_crowd_emit_op(b,
                       (lanes_op){.kind = inverted ? LANES_AND_NOT8 : LANES_AND8, .out = mask, .a = mask, .b = done});
}

static void test_not_committed(build *b, const program_op *op) {
    lanes_column waits = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_in_pass(b, waits, op->state);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = waits, .a = waits, .b = b->done_options});
    lanes_column mask = own_mask(b);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = mask, .a = mask, .b = waits});
}

static void test_due_or_done(build *b, const program_op *op) {
    lanes_column due = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_op(
        b, (lanes_op){.kind = LANES_AFTER32, .out = due, .a = wits_crowd_agent_number(b, op->k[0]), .k = {op->k[1]}});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = due, .a = due, .b = b->done_options});
    lanes_column mask = own_mask(b);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = due});
}

/// Returns whether a condition of an `any` transition may depend on the target of the child that is its source.
static bool asks_about_child(const build *b, const program_op *op) {
    const function_ref condition = op->k[0];
    const bool of_rule = op->row == WITS_NONE || (op->flags & PROGRAM_OF_STEP) != 0;
    const uint32_t needs = EXPR_USES_FUNCTIONS | EXPR_USES_TARGETS;
    return !of_rule && brain_transition(b->brain, op->row)->any != 0 &&
           ((condition & REF_PROGRAM) == 0 || (brain_program(b->brain, condition)->uses & needs) != 0);
}

/// Sets the place's mask to where the condition holds. Agents with different kinds of targets are evaluated one group
/// after another.
static void test_each_group(build *b, const program_op *op, const ask_place *place, const source_group *groups,
                            uint32_t count) {
    const lanes_column holds = wits_expr_lanes_new_byte(&b->lanes), mask = wits_expr_lanes_new_byte(&b->lanes);
    ask_place among = *place;
    among.mask = mask;
    wits_crowd_emit_fill_byte(b, holds, 0);
    for (uint32_t i = 0; i < count; i++) {
        wits_crowd_emit_of_group(b, mask, op->state, &groups[i], place->mask);
        b->source_child = groups[i].child;
        wits_crowd_emit_condition(b, &among, op->k[0], mask);
        b->source_child = 0;
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = holds, .a = holds, .b = mask});
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = place->mask, .a = holds});
}

static void test_condition(build *b, const program_op *op) {
    lanes_column mask = own_mask(b);
    lanes_column elapsed = wits_crowd_reads_elapsed(b, op->k[0]) ? wits_crowd_emit_elapsed(b, op->k[1]) : 0;
    const ask_place place = {.mask = mask,
                             .state = op->state,
                             .row = op->row,
                             .flags = op->flags,
                             .moment = op->moment,
                             .kept_in = op->kept_in,
                             .elapsed = elapsed};
    source_group groups[MAX_SOURCE_GROUPS];
    const uint32_t count = asks_about_child(b, op) ? wits_crowd_source_groups(b, op->state, groups) : 0;
    b->about = op->state;
    if (count != 0) {
        test_each_group(b, op, &place, groups, count);
    } else {
        wits_crowd_emit_condition(b, &place, op->k[0], mask);
    }
}

/// Tests that no option was chosen, or that this one was.
static void test_chosen(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, b->choice.winners, op->k[0], op->k[0], also));
    if (op->k[1] != 0) {
        lanes_column none = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_op(b, wits_expr_lanes_range(none, b->choice.winners, NO_OPTION, NO_OPTION, also));
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = mask, .a = mask, .b = none});
    }
}

static void test_next(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RANGE32, .out = mask, .a = b->next, .b = also, .k = {op->k[0], 0}});
}

static void test_left(build *b) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, b->left, 0xFF, 0xFF, also));
}

static void test_switched(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, b->choice.winners, op->k[0], op->k[0], b->choice.changes));
}

static void test_retargeted(build *b, const program_op *op) {
    lanes_column also, mask = test_mask(b, &also);
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, b->choice.winners, op->k[0], op->k[0], b->choice.retargets));
}

void wits_crowd_build_test(build *b, const program_op *op) {
    switch ((program_operation)op->operation) {
    case PROGRAM_IN:
        test_range(b, wits_crowd_slot_bytes(b, op->machine), op->k[0], op->k[1], op->flags);
        break;
    case PROGRAM_IN_PASS:
        test_range(b, wits_crowd_pass_bytes(b, op->machine), op->k[0], op->k[1], op->flags);
        break;
    case PROGRAM_IS_ACTIVE:
        test_active(b, op);
        break;
    case PROGRAM_EVENT:
        test_bit(b, (lanes_column)(b->columns.taken + op->k[0] / 8), op->k[0] % 8, op->flags);
        break;
    case PROGRAM_AFTER:
        test_after(b, op);
        break;
    case PROGRAM_NUMBER_IS:
        test_range(b, wits_crowd_number_bytes(b, op->k[0], op->machine), op->k[1], op->k[1], op->flags);
        break;
    case PROGRAM_ASK:
        test_condition(b, op);
        break;
    case PROGRAM_NOT_HELD:
        test_not_held(b, op);
        break;
    case PROGRAM_IS_DONE:
        test_done(b, op);
        break;
    case PROGRAM_NOT_COMMITTED:
        test_not_committed(b, op);
        break;
    case PROGRAM_DUE_OR_DONE:
        test_due_or_done(b, op);
        break;
    case PROGRAM_IS_CHOSEN:
        test_chosen(b, op);
        break;
    case PROGRAM_IS_SWITCHED:
        test_switched(b, op);
        break;
    case PROGRAM_IS_RETARGETED:
        test_retargeted(b, op);
        break;
    case PROGRAM_IS_NEXT:
        test_next(b, op);
        break;
    case PROGRAM_IS_LEFT:
        test_left(b);
        break;
    case PROGRAM_IS_FRESH:
        test_bit(b, wits_crowd_fresh_column(b, op->k[0]), op->k[0], op->flags);
        break;
    default:  // IS_CUT: the cut is further out
        test_range(b, (byte_pair){wits_crowd_cut_column(b, op->machine), 0}, 0, op->k[0] - 1, op->flags);
        break;
    }
}
