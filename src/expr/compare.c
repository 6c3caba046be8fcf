// SPDX-License-Identifier: MIT
// Comparisons. Comparing a field with a constant, the most frequent condition, becomes a range test.
#include "expr/compile.h"

/// Returns the smallest float above x, or NaN if there is none.
static float float_above(float x) {
    uint32_t bits = math_bits(x);
    if (!(x < math_float(MATH_INFINITY_BITS))) {
        return math_float(MATH_NAN_BITS);
    }
    return x == 0.0f ? math_float(1) : math_float(x > 0.0f ? bits + 1 : bits - 1);
}

static float float_below(float x) {
    return -float_above(-x);
}

/// Tests a field for values from `lo` to `hi`; a range of floats with a NaN is empty.
static bool test_floats(expr_compiler *c, operand *field, float lo, float hi, bool inverted) {
    return wits_expr_emit_test(c, field, math_bits(lo), math_bits(hi), inverted);
}

static bool test_float(expr_compiler *c, expr_operation operation, operand *field, float k, bool field_first) {
    float infinity = math_float(MATH_INFINITY_BITS);
    switch (operation) {
    case EXPR_OP_LESS:
        return field_first ? test_floats(c, field, -infinity, float_below(k), false)
                           : test_floats(c, field, float_above(k), infinity, false);
    case EXPR_OP_AT_MOST:
        return field_first ? test_floats(c, field, -infinity, k, false) : test_floats(c, field, k, infinity, false);
    default:
        return test_floats(c, field, k, k, operation == EXPR_OP_DIFFERENT);
    }
}

/// Tests a field for values from `lo` to `hi`. An empty range is an inverted test for any value, so no range wraps.
static bool test_ints(expr_compiler *c, operand *field, int64_t lo, int64_t hi, bool inverted) {
    bool empty = lo > hi;
    uint32_t span = empty ? UINT32_MAX : (uint32_t)(hi - lo);
    return wits_expr_emit_test(c, field, empty ? (uint32_t)INT32_MIN : (uint32_t)lo, span, inverted != empty);
}

static bool test_int(expr_compiler *c, expr_operation operation, operand *field, int32_t k, bool field_first) {
    const int64_t limit = k;
    switch (operation) {
    case EXPR_OP_LESS_INT:
        return field_first ? test_ints(c, field, INT32_MIN, limit - 1, false)
                           : test_ints(c, field, limit + 1, INT32_MAX, false);
    case EXPR_OP_AT_MOST_INT:
        return field_first ? test_ints(c, field, INT32_MIN, limit, false)
                           : test_ints(c, field, limit, INT32_MAX, false);
    default:
        return test_ints(c, field, limit, limit, operation == EXPR_OP_DIFFERENT_INT);
    }
}

/// Tests a bool: any byte except 0 is true.
static bool test_bool(expr_compiler *c, expr_operation operation, operand *field, bool k) {
    return test_ints(c, field, 1, UINT8_MAX, (operation == EXPR_OP_DIFFERENT_INT) == k);
}

static bool test(expr_compiler *c, expr_operation operation, operand *field, const operand *constant,
                 bool field_first) {
    expr_value k = {.bits = constant->value};
    switch ((expr_type)field->type) {
    case EXPR_BOOL:
        return test_bool(c, operation, field, k.bits != 0);
    case EXPR_FLOAT:
        return test_float(c, operation, field, k.f, field_first);
    default:
        return test_int(c, operation, field, k.i, field_first);
    }
}

bool wits_expr_emit_comparison(expr_compiler *c, expr_operation operation, operand *left, operand *right) {
    if (wits_expr_is_field(left) && right->kind == OPERAND_CONSTANT) {
        return test(c, operation, left, right, true);
    }
    if (wits_expr_is_field(right) && left->kind == OPERAND_CONSTANT) {
        operand constant = *left;
        *left = *right;
        return test(c, operation, left, &constant, false);
    }
    return wits_expr_emit(c, operation, EXPR_BOOL, left, right, NULL);
}
