// SPDX-License-Identifier: MIT
// Compiles expressions by purpose: conditions, values, assignments and arguments of actions.
#include "expr/lanes_nodes.h"
#include "expr/math.h"

#include <string.h>

/// Emits all parts but the last, whose nodes are read.
static bool begin_expression(expression *e, lanes_builder *b, const lanes_place *place, const expr_program *program) {
    e->b = b;
    e->place = place;
    e->program = program;
    e->modular = false;
    e->count = 0;
    e->next = 0;
    e->guard_end = 0;
    memset(e->made_by, FROM_CONSTANT, sizeof e->made_by);
    memset(e->unread, 0, sizeof e->unread);
    while (wits_expr_lanes_read_nodes(e)) {  // each iteration is a part
        if (e->next == program->count) {
            return true;
        }
        wits_expr_lanes_plan_nodes(e, EXPR_NONE);
        wits_expr_lanes_emit_nodes(e);
        wits_expr_lanes_carry_nodes(e);
    }
    wits_expr_lanes_fail(b, "an expression needs too many temporary values at once");
    return false;
}

/// Returns whether the program is a conjunction of tests only.
static bool is_tests(const expression *e) {
    bool all = true;
    for (uint32_t i = 0; i < e->count; i++) {
        const expr_instruction *at = instruction(e, i);
        bool is_and = at->operation == EXPR_OP_AND && at->a >= EXPR_FIRST_REGISTER && at->b >= EXPR_FIRST_REGISTER;
        all &= is_and || operation_is(at->operation, OPERATION_TEST);
    }
    return all;
}

void wits_expr_lanes_and_condition(lanes_builder *b, const lanes_place *place, const expr_program *program,
                                   lanes_column mask) {
    expression e;
    if (!begin_expression(&e, b, place, program)) {
        return;
    }
    if (is_tests(&e)) {
        for (uint32_t i = 0; i < e.count; i++) {
            if (operation_is(instruction(&e, i)->operation, OPERATION_TEST)) {
                wits_expr_lanes_emit_test(&e, instruction(&e, i), mask, mask);
            }
        }
        return;
    }
    wits_expr_lanes_plan_nodes(&e, EXPR_NONE);
    wits_expr_lanes_emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    lanes_column holds = wits_expr_lanes_mask_of(&e, value);
    wits_expr_lanes_emit(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = holds});
}

lanes_column wits_expr_lanes_word(lanes_builder *b, const lanes_place *place, const expr_program *program,
                                  uint32_t *constant) {
    expression e;
    *constant = 0;
    if (!begin_expression(&e, b, place, program)) {
        return 0;
    }
    wits_expr_lanes_plan_nodes(&e, EXPR_NONE);
    wits_expr_lanes_emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    if (value->form == FORM_CONSTANT) {
        *constant = value->bits;
        return 0;
    }
    return wits_expr_lanes_word_of(&e, value);
}

void wits_expr_lanes_list(lanes_builder *b, const lanes_place *place, const expr_program *program, lanes_op list) {
    expression e;
    if (!begin_expression(&e, b, place, program)) {
        return;
    }
    e.list = list;
    wits_expr_lanes_plan_nodes(&e, EXPR_NONE);
    wits_expr_lanes_emit_nodes(&e);
}

static uint32_t canonical_constant(expr_field_type type, uint32_t bits) {
    return type == WITS_TYPE_FLOAT ? math_canonical_bits(bits) : bits;
}

static void put_constant(lanes_builder *b, expr_field_type type, lanes_op op, uint32_t bits) {
    uint32_t size = wits_expr_field_size(type);
    op.k[0] = canonical_constant(type, bits);
    if (size == 2) {
        lanes_column word = wits_expr_lanes_new_word(b);
        wits_expr_lanes_emit(b, (lanes_op){.kind = LANES_FILL32, .out = word, .k = {op.k[0]}});
        op.kind = LANES_PUT32_TO16;
        op.a = word;
        wits_expr_lanes_emit(b, op);
        return;
    }
    op.kind = size == 1 ? LANES_PUT8_CONSTANT : LANES_PUT32_CONSTANT;
    wits_expr_lanes_emit(b, op);
}

static void put_value(expression *e, expr_field_type type, lanes_op op, node *value) {
    bool is_byte = value->form == FORM_BYTE || value->form == FORM_MASK;
    if (is_byte && wits_expr_field_size(type) == 1) {
        op.kind = LANES_PUT8;
        op.a = wits_expr_lanes_byte_of(e, value);
    } else {
        op.kind = type == WITS_TYPE_FLOAT           ? LANES_PUT_FLOAT
                  : type == WITS_TYPE_INT           ? LANES_PUT32
                  : wits_expr_field_size(type) == 1 ? LANES_PUT32_TO8
                                                    : LANES_PUT32_TO16;
        op.a = wits_expr_lanes_word_of(e, value);
    }
    wits_expr_lanes_emit(e->b, op);
}

/// Adds operand of instruction i to the column of `op`, where its mask is set.
static void add_operand(expression *e, lanes_op op, uint32_t i, uint32_t which) {
    node *value = operand_node_of(e, i, which);
    bool is_byte = value != NULL && (value->form == FORM_BYTE || value->form == FORM_MASK);
    lane_operand added =
        is_byte ? wits_expr_lanes_byte_operand(e, i, which) : wits_expr_lanes_word_operand(e, i, which, true);
    op.a = added.column;
    op.k[0] = added.bits;
    op.kind = !is_byte ? LANES_ADD_TO32 : value->lo < 0 ? LANES_ADD8_TO32_SIGNED : LANES_ADD8_TO32;
    wits_expr_lanes_emit(e->b, op);
}

static void put_into_field(expression *e, expr_field_type type, lanes_op op, node *value) {
    if (value->form == FORM_CONSTANT) {
        put_constant(e->b, type, op, value->bits);
    } else {
        put_value(e, type, op, value);
    }
}

/// Computes in a new column: the mask, and the condition of choice i (or its negation).
static lanes_column masked(expression *e, uint32_t i, bool holds, lanes_column mask) {
    lanes_column out = wits_expr_lanes_new_byte(e->b);
    if (is_test_operand(e, i, 2)) {
        expr_instruction test = *instruction(e, e->nodes[i].operands[2]);
        test.flags ^= holds ? 0 : EXPR_INVERTED;
        wits_expr_lanes_emit_test(e, &test, out, mask);
        return out;
    }
    lane_operand condition = wits_expr_lanes_mask_operand(e, i, 2);
    wits_expr_lanes_emit(e->b, (lanes_op){.kind = holds ? LANES_AND8 : LANES_AND_NOT8,
                                          .out = out,
                                          .a = mask,
                                          .b = condition.column,
                                          .k = {condition.bits}});
    return out;
}

/// Assigns where the condition holds, too.
static void keep_value(expression *e, expr_field_type type, lanes_op op) {
    uint32_t last = e->count - 1;
    lanes_column both = masked(e, last, true, op.c);
    op.c = both;
    node *value = operand_node_of(e, last, 0);
    if (value != NULL) {
        put_into_field(e, type, op, value);
    } else {
        const expr_instruction *at = instruction(e, last);
        put_constant(e->b, type, op, constant_of(at, at->a));
    }
}

static void add_value_if(expression *e, lanes_op op, uint32_t field) {
    uint32_t choice = e->nodes[e->count - 1].operands[1 - wits_expr_lanes_added_operand(e, field)];
    uint32_t which = wits_expr_lanes_something_or_nothing(e, choice);
    lanes_column both = masked(e, choice, which == 0, op.c);
    op.c = both;
    add_operand(e, op, choice, which);
}

void wits_expr_lanes_assign(lanes_builder *b, const lanes_place *place, const expr_program *program, uint32_t field,
                            lanes_column mask) {
    expression e;
    if (!begin_expression(&e, b, place, program)) {
        return;
    }
    expr_field_type type = b->field_type(b->user, field);
    wits_expr_lanes_plan_nodes(&e, field);
    wits_expr_lanes_emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    lanes_op op = {.out = (lanes_column)(b->first_field + field), .c = mask};
    if (value->plan == PLAN_ADDED) {
        add_operand(&e, op, e.count - 1, 1 - wits_expr_lanes_added_operand(&e, field));
    } else if (value->plan == PLAN_ADDED_IF) {
        add_value_if(&e, op, field);
    } else if (value->plan == PLAN_TAKEN) {
        const expr_instruction *subtraction = instruction(&e, value->operands[0]);
        op.kind = LANES_TAKE8;
        op.k[0] = constant_of(subtraction, subtraction->b);
        wits_expr_lanes_emit(b, op);
    } else if (value->plan == PLAN_KEPT) {
        keep_value(&e, type, op);
    } else {
        put_into_field(&e, type, op, value);
    }
}
