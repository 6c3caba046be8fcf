// SPDX-License-Identifier: MIT
// Turns operations outside loops into values: calls of the program's functions, lists, targets.
#include "crowd.h"

static operand constant(uint32_t k) {
    return (operand){.k = k};
}

/// Calls read their operands from memory.
static operand in_column(crowd_maker *c, operand o) {
    return o.value != 0 ? o : crowd_copy_of(c, o, FORM_BYTE);
}

/// Copies an argument to a column of its own.
static operand given_column(crowd_maker *c, const lanes_op *argument) {
    operand o = crowd_now_or(c, argument->a, argument->k[0]);
    if (argument->flags == EXPR_FLOAT && o.value != 0) {
        o = crowd_value_of(c, LANES_PUT_FLOAT, o, constant(0));
    } else if (argument->flags == EXPR_FLOAT) {
        o = constant(math_canonical_bits(o.k));
    }
    return crowd_add_value(&c->now, (lane_value){.kind = VALUE_COPY, .form = FORM_BITS, .a = o, .inverted = true});
}

static void read_arguments(crowd_maker *c, const lanes_op *op, lane_value *v) {
    const uint32_t count = crowd_argument_count(op);
    operand columns[EXPR_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < count; i++) {
        if (crowd_is_column_argument(op, &op[1 + i])) {
            columns[v->mores++] = given_column(c, &op[1 + i]);
        }
    }
    v->more = (uint32_t)c->now.more_count;
    for (uint32_t i = 0; i < v->mores; i++) {
        crowd_add_more(&c->now, columns[i]);
    }
}

static operand in_words(crowd_maker *c, operand o) {
    return o.value != 0 ? o : crowd_copy_of(c, o, FORM_BITS);
}

/// Returns a field for the functions that score pairs, as bytes or words.
static operand field_for_pairs(crowd_maker *c, uint32_t field) {
    const lanes_column column = (lanes_column)(c->columns->first_field + field);
    const operand o = crowd_now(c, column);
    if (crowd_column_form(c, column) == FORM_HALF) {
        const bool is_signed = wits_field_type(c->code->brain, field) == WITS_TYPE_INT16;
        return crowd_value_of(c, is_signed ? LANES_WIDEN16_SIGNED : LANES_WIDEN16, o, constant(0));
    }
    return o.value != 0 ? o : crowd_copy_of(c, o, crowd_column_form(c, column));
}

/// Reads the best pairs: a value for the scores, followed by one for the targets.
static void read_targets(crowd_maker *c, const lanes_op *op) {
    const pair_plan *plan = crowd_plan_of(c, op);
    operand columns[MOST_OPERANDS];
    lane_value v = {.kind = LANES_TARGETS, .form = FORM_FLOAT, .op = op};
    v.a = in_column(c, crowd_now(c, op->c));
    v.b = op->a != 0 ? in_column(c, crowd_now(c, op->a)) : constant(0);
    v.c = op->b != 0 ? in_column(c, crowd_now(c, op->b)) : constant(0);
    columns[v.mores++] = in_words(c, crowd_now(c, (lanes_column)op->flags));
    for (uint32_t field = 0; field < c->code->brain->field_count; field++) {
        if (code_pair_reads(c->code, plan)[field]) {
            columns[v.mores++] = field_for_pairs(c, field);
        }
    }
    v.more = (uint32_t)c->now.more_count;
    for (uint32_t i = 0; i < v.mores; i++) {
        crowd_add_more(&c->now, columns[i]);
    }
    const operand scores = crowd_add_value(&c->now, v);
    crowd_put_now(c, op->out, scores);
    crowd_put_now(c, (lanes_column)op->k[1], crowd_value_of(c, VALUE_PICKED, scores, constant(0)));
}

static void read_target_field(crowd_maker *c, const lanes_op *op) {
    const wits_type type = crowd_seen_type(op);
    const value_form form = type == WITS_TYPE_BOOL ? FORM_BYTE : type == WITS_TYPE_FLOAT ? FORM_FLOAT : FORM_INT;
    crowd_put_now(c, op->out,
                  crowd_add_value(&c->now, (lane_value){.kind = LANES_TARGET_FIELD,
                                                        .form = form,
                                                        .a = in_column(c, crowd_now(c, op->c)),
                                                        .b = in_words(c, crowd_now(c, op->a)),
                                                        .op = op}));
}

void crowd_read_call(crowd_maker *c, const lanes_op *op) {
    lane_value v = {.kind = op->kind, .form = value_row_of(op->kind)->form, .op = op, .k = {op->k[0], op->k[1]}};
    switch (op->kind) {
    case LANES_SPREAD_CLOCK:
        v.a = in_column(c, crowd_now(c, op->c));
        v.b = in_words(c, crowd_now(c, op->out));
        break;
    case LANES_CONDITION:
    case LANES_SCORE:
        v.a = in_column(c, crowd_now(c, op->c));
        v.b = crowd_source_column(c, op) != 0 ? in_column(c, crowd_now(c, crowd_source_column(c, op))) : constant(0);
        v.c = op->a != 0 ? in_words(c, crowd_now(c, op->a)) : constant(0);
        break;
    case LANES_TARGETS:
        read_targets(c, op);
        return;
    case LANES_TARGET_FIELD:
        read_target_field(c, op);
        return;
    default:  // LIST, DATA
        v.a = in_column(c, crowd_now(c, op->c));
        v.b = op->kind == LANES_LIST && op->a != 0 ? in_words(c, crowd_now(c, op->a)) : constant(0);
        v.is_used = true;
        break;
    }
    read_arguments(c, op, &v);
    const operand made = crowd_add_value(&c->now, v);
    if (op->out != 0) {
        crowd_put_now(c, op->out, made);
    }
}
