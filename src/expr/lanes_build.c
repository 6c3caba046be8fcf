// SPDX-License-Identifier: MIT
// Appends operations, and joins them where one does the work of several.
#include "expr/lanes.h"

#include <string.h>

void wits_expr_lanes_fail(lanes_builder *b, const char *reason) {
    if (b->failed == NULL) {
        b->failed = reason;
    }
}

lanes_op wits_expr_lanes_range(lanes_column out, lanes_column of, uint32_t lo, uint32_t hi, lanes_column also) {
    return (lanes_op){.kind = LANES_RANGE8, .out = out, .a = of, .b = also, .k = {lo, hi - lo}};
}

/// Returns the cost of an operation that tests, marks or stores; words cost four times as much as bytes. Arithmetic is
/// free, because it is always needed.
static uint32_t cost_of(uint32_t kind) {
    bool is_arithmetic = kind >= LANES_FIRST_FORMULA || kind == LANES_PIECEWISE32 || kind == LANES_KNOT ||
                         kind == LANES_SELECT32 || kind == LANES_FILL32 || kind == LANES_OPTION ||
                         kind == LANES_RULES || kind == LANES_COUNT_NAN;
    bool is_word = kind >= LANES_WIDEN8 && kind < LANES_RANDOM;
    return is_arithmetic ? 0 : is_word ? 4 : 1;
}

static void append_op(lanes_builder *b, lanes_op op) {
    if (b->code != NULL) {
        b->code[b->count] = op;
    }
    b->count++;
    b->cost += cost_of(op.kind);
    memmove(b->recent + 1, b->recent, sizeof b->recent - sizeof *b->recent);
    b->recent[0] = op;
}

/// Takes the latest operations back.
static void retract(lanes_builder *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        b->cost -= cost_of(b->recent[i].kind);
    }
    memmove(b->recent, b->recent + count, sizeof b->recent - count * sizeof *b->recent);
    memset(b->recent + LANES_RECENT - count, 0, count * sizeof *b->recent);
    b->count -= count;
}

/// Merges two range tests that must both hold.
static bool joins_last(const lanes_builder *b, const lanes_op *op) {
    const lanes_op *last = &b->recent[0];
    return op->kind == LANES_RANGE8 && op->b == op->out && last->kind == LANES_RANGE8 && last->out == op->out &&
           last->b == 0 && (last->flags & LANES_INVERTED) == 0 && op->a != op->out && last->a != last->out;
}

static uint32_t packed_range(const lanes_op *op) {
    return (op->k[0] & 0xFF) | (op->k[1] & 0xFF) << 8;
}

/// Merges two stores of constant bytes under one mask.
static bool puts_with_last(const lanes_builder *b, const lanes_op *op) {
    const lanes_op *last = &b->recent[0];
    return op->kind == LANES_PUT8_CONSTANT && last->kind == LANES_PUT8_CONSTANT && last->b == 0 && op->c == last->c &&
           op->out != last->out;
}

/// Merges this operation with the previous one. Returns false if that is impossible.
static bool join_last(const lanes_builder *b, lanes_op *op) {
    const lanes_op *last = &b->recent[0];
    if (joins_last(b, op)) {
        *op = (lanes_op){.kind = LANES_RANGE8_BOTH,
                         .out = op->out,
                         .a = last->a,
                         .b = op->a,
                         .flags = (op->flags & LANES_INVERTED) != 0 ? LANES_INVERTED_B : 0,
                         .k = {packed_range(last), packed_range(op)}};
        return true;
    }
    if (puts_with_last(b, op)) {
        *op = (lanes_op){
            .kind = LANES_PUT8_CONSTANT, .out = last->out, .b = op->out, .c = op->c, .k = {last->k[0], op->k[0]}};
        return true;
    }
    return false;
}

static void note_column(lanes_builder *b, lanes_column column, uint8_t flags) {
    if (column < b->first_temp) {
        b->named[column / 32] |= 1u << column % 32;
        if (b->flags != NULL) {
            b->flags[column] |= flags;
        }
    }
}

void wits_expr_lanes_emit(lanes_builder *b, lanes_op op) {
    note_column(b, op.a, LANES_READ);
    note_column(b, op.b, LANES_READ);
    note_column(b, op.c, LANES_READ);
    note_column(b, op.out, LANES_READ | LANES_WRITTEN);
    if (join_last(b, &op)) {
        retract(b, 1);
    }
    append_op(b, op);
}

uint32_t wits_expr_lanes_table(lanes_builder *b, const uint8_t values[16]) {
    if (b->tables != NULL) {
        memcpy(b->tables + 16 * (size_t)b->table_count, values, 16);
    }
    return b->table_count++;
}

/// Kernels that return whether any lane is set in their mask.
static bool tells_any(uint32_t kind) {
    switch (kind) {
    case LANES_RANGE8:
    case LANES_RANGE8_BOTH:
    case LANES_BIT8:
    case LANES_LESS32:
    case LANES_EQUAL32:
    case LANES_LESS_FLOAT:
    case LANES_AT_MOST_FLOAT:
    case LANES_EQUAL_FLOAT:
    case LANES_RANGE32:
    case LANES_RANGE_FLOAT:
    case LANES_AFTER32:
        return true;
    default:
        return false;
    }
}

uint32_t wits_expr_lanes_skip(lanes_builder *b, lanes_column mask) {
    bool just_made = b->recent[0].out == mask && tells_any(b->recent[0].kind);
    wits_expr_lanes_emit(b,
                         (lanes_op){.kind = LANES_SKIP_IF_NONE, .c = mask, .flags = just_made ? LANES_JUST_MADE : 0});
    return b->count - 1;
}

/// Returns whether the latest operations, starting at `body`, are a test of the pass (and of a field), a skip, and
/// stores under it: a single operation replaces them.
static bool is_firing(const lanes_builder *b, uint32_t body) {
    if (body == 0 || body > 2) {
        return false;
    }
    const lanes_op *puts = &b->recent[body - 1], *skip = &b->recent[body], *test = &b->recent[body + 1];
    bool tests = test->kind == LANES_RANGE8_BOTH ||
                 (test->kind == LANES_RANGE8 && test->b == 0 && (test->flags & LANES_INVERTED) == 0);
    bool made = tests && skip->kind == LANES_SKIP_IF_NONE && (skip->flags & LANES_JUST_MADE) != 0;
    if (!made || puts->kind != LANES_PUT8_CONSTANT || puts->c != test->out) {
        return false;
    }
    const lanes_op *clears = &b->recent[0];
    return body == 1 ||
           (clears->kind == LANES_AND_NOT8 && clears->out == test->a && clears->a == test->a && clears->b == test->out);
}

static void join_firing(lanes_builder *b, uint32_t body) {
    const lanes_op puts = b->recent[body - 1], test = b->recent[body + 1];
    bool both = test.kind == LANES_RANGE8_BOTH;
    lanes_op fire = {
        .kind = LANES_FIRE8,
        .out = puts.out,
        .a = test.a,
        .b = puts.b,
        .c = both ? test.b : 0,
        .flags = (uint16_t)(test.flags | (body == 2 ? LANES_CLEARS : 0)),
        .k = {both ? test.k[0] | test.k[1] << 16 : packed_range(&test), (puts.k[0] & 0xFF) | (puts.k[1] & 0xFF) << 8}};
    retract(b, body + 2);
    append_op(b, fire);
}

void wits_expr_lanes_land(lanes_builder *b, uint32_t skip) {
    uint32_t body = b->count - skip - 1;
    if (is_firing(b, body)) {
        join_firing(b, body);
    } else if (b->code != NULL) {
        b->code[skip].k[0] = body;
    }
    memset(b->recent, 0, sizeof b->recent);
}
