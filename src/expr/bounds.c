// SPDX-License-Identifier: MIT
// Interval arithmetic over compiled expressions: one pass over the instructions, with the bounds of each register.
#include "expr/bounds.h"

#include "expr/operations.h"
#include "expr/run.h"
#include "expr/targets.h"

#include <string.h>

static double infinity(void) {
    return (double)math_float(MATH_INFINITY_BITS);
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// ------------------------------------------------------------------------------------------------------------- values

expr_bounds wits_expr_bounds_any(void) {
    return (expr_bounds){INT32_MIN, INT32_MAX, -infinity(), infinity(), true};
}

expr_bounds wits_expr_bounds_int(int64_t low, int64_t high) {
    expr_bounds made = wits_expr_bounds_any();
    if (low >= INT32_MIN && high <= INT32_MAX) {  // otherwise it wraps
        made.low = low;
        made.high = high;
    }
    return made;
}

expr_bounds wits_expr_bounds_float(double first, double last, bool may_be_nan) {
    expr_bounds made = wits_expr_bounds_any();
    made.first = first;
    made.last = last;
    made.may_be_nan = may_be_nan;
    return made;
}

expr_bounds wits_expr_bounds_constant(uint32_t bits) {
    const double value = (double)math_float(bits);
    const bool is_nan = value != value;
    return (expr_bounds){(int32_t)bits, (int32_t)bits, is_nan ? infinity() : value, is_nan ? -infinity() : value,
                         is_nan};
}

expr_bounds wits_expr_bounds_type(expr_field_type type) {
    switch (type) {
    case WITS_TYPE_BOOL:
        return wits_expr_bounds_int(0, 1);
    case WITS_TYPE_ENUM:
    case WITS_TYPE_UINT8:
        return wits_expr_bounds_int(0, UINT8_MAX);
    case WITS_TYPE_INT8:
        return wits_expr_bounds_int(INT8_MIN, INT8_MAX);
    case WITS_TYPE_INT16:
        return wits_expr_bounds_int(INT16_MIN, INT16_MAX);
    case WITS_TYPE_UINT16:
        return wits_expr_bounds_int(0, UINT16_MAX);
    default:
        return wits_expr_bounds_any();
    }
}

expr_bounds wits_expr_bounds_hull(expr_bounds a, expr_bounds b) {
    return (expr_bounds){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, smaller(a.first, b.first),
                         larger(a.last, b.last), a.may_be_nan || b.may_be_nan};
}

static expr_bounds of_bool(bool may_be_false, bool may_be_true) {
    return wits_expr_bounds_int(may_be_false ? 0 : 1, may_be_true ? 1 : 0);
}

static bool has_infinity(expr_bounds x) {
    return x.first == -infinity() || x.last == infinity();
}

/// Bounds of a value that is always NaN, or of no value.
static bool is_empty(expr_bounds x) {
    return x.first > x.last;
}

/// A float between these. The ends of a sum or product are computed as floats, like the library's values: rounding
/// keeps their order. A cast of a double afterwards would not do, because gcc 12 at -O2 removes one of two adjacent
/// casts.
static expr_bounds single_ends(float first, float last, bool may_be_nan) {
    return wits_expr_bounds_float((double)first, (double)last, may_be_nan);
}

// --------------------------------------------------------------------------------------------------------- arithmetic

static expr_bounds added(expr_bounds a, expr_bounds b) {
    if (is_empty(a) || is_empty(b) || (has_infinity(a) && has_infinity(b))) {
        return wits_expr_bounds_any();  // also for infinity less infinity
    }
    return single_ends((float)a.first + (float)b.first, (float)a.last + (float)b.last, a.may_be_nan || b.may_be_nan);
}

static expr_bounds negate(expr_bounds x) {
    return wits_expr_bounds_float(-x.last, -x.first, x.may_be_nan);
}

static bool has_zero(expr_bounds x) {
    return x.first <= 0 && x.last >= 0;
}

static expr_bounds of_corners(const float corners[4], bool may_be_nan) {
    float first = corners[0], last = corners[0];
    for (uint32_t i = 1; i < 4; i++) {
        first = corners[i] < first ? corners[i] : first;
        last = corners[i] > last ? corners[i] : last;
    }
    return single_ends(first, last, may_be_nan);
}

static float product(double a, double b) {
    return a == 0 || b == 0 ? 0.0f : (float)a * (float)b;  // zero times infinity: the limit is 0
}

static expr_bounds multiply(expr_bounds a, expr_bounds b) {
    const float corners[4] = {product(a.first, b.first), product(a.first, b.last), product(a.last, b.first),
                              product(a.last, b.last)};
    const bool is_indefinite = (has_zero(a) && has_infinity(b)) || (has_zero(b) && has_infinity(a));
    return of_corners(corners, a.may_be_nan || b.may_be_nan || is_indefinite);
}

static expr_bounds divide(expr_bounds a, expr_bounds b) {
    if (is_empty(a) || is_empty(b) || has_zero(b) || has_infinity(a) || has_infinity(b)) {
        return wits_expr_bounds_any();
    }
    const float corners[4] = {(float)a.first / (float)b.first, (float)a.first / (float)b.last,
                              (float)a.last / (float)b.first, (float)a.last / (float)b.last};
    return of_corners(corners, a.may_be_nan || b.may_be_nan);
}

static expr_bounds multiply_int(expr_bounds a, expr_bounds b) {
    const int64_t corners[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    int64_t low = corners[0], high = corners[0];
    for (uint32_t i = 1; i < 4; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    return wits_expr_bounds_int(low, high);
}

/// The remainder is smaller than the divisor and has the dividend's sign; by 0 it is 0.
static expr_bounds remainder_of(expr_bounds a, expr_bounds b) {
    const int64_t least = b.low < 0 ? -b.low : b.low, most = b.high < 0 ? -b.high : b.high;
    const int64_t size = (least > most ? least : most) - 1;
    const int64_t end = size > 0 ? size : 0;
    return wits_expr_bounds_int(a.low < 0 ? -end : 0, a.high > 0 ? end : 0);
}

/// a < b ? a : b. If a is NaN it is b.
static expr_bounds lower_of(expr_bounds a, expr_bounds b) {
    const expr_bounds found = wits_expr_bounds_float(smaller(a.first, b.first), smaller(a.last, b.last), b.may_be_nan);
    if (is_empty(a) || is_empty(b)) {
        return wits_expr_bounds_any();
    }
    // The result is NaN if b is, and b if a is NaN.
    return a.may_be_nan ? wits_expr_bounds_hull(found, b) : found;
}

/// a > b ? a : b.
static expr_bounds higher_of(expr_bounds a, expr_bounds b) {
    return negate(lower_of(negate(a), negate(b)));
}

static expr_bounds min_int(expr_bounds a, expr_bounds b) {
    return wits_expr_bounds_int(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

static expr_bounds max_int(expr_bounds a, expr_bounds b) {
    return wits_expr_bounds_int(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

static expr_bounds absolute(expr_bounds x) {
    const double a = x.first < 0 ? -x.first : x.first, b = x.last < 0 ? -x.last : x.last;
    return wits_expr_bounds_float(has_zero(x) ? 0 : smaller(a, b), larger(a, b), x.may_be_nan);
}

static expr_bounds absolute_int(expr_bounds x) {
    const int64_t a = x.low < 0 ? -x.low : x.low, b = x.high < 0 ? -x.high : x.high;
    return wits_expr_bounds_int(x.low <= 0 && x.high >= 0 ? 0 : a < b ? a : b, a > b ? a : b);
}

/// Applies a monotonic function to both ends.
static expr_bounds in_order(expr_bounds x, float (*f)(float)) {
    if (is_empty(x)) {
        return wits_expr_bounds_any();
    }
    return wits_expr_bounds_float((double)f((float)x.first), (double)f((float)x.last), x.may_be_nan);
}

static float floor_of(float x) {
    return math_floor(x);
}

static float ceil_of(float x) {
    return math_ceil(x);
}

static float root_of(float x) {
    return x > 0.0f ? math_sqrt(x) : 0.0f;
}

static expr_bounds square_root(expr_bounds x) {
    expr_bounds found = in_order(x, root_of);
    found.may_be_nan = found.may_be_nan || x.first < 0;
    return found;
}

/// Converts a float to an int: truncates and clamps to k[0]..k[1]; NaN gives 0.
static expr_bounds saturate(const expr_instruction *at, expr_bounds x) {
    const int32_t least = (int32_t)at->k[0], most = (int32_t)at->k[1];
    const int32_t of_nan = operation_min_int(operation_max_int(0, least), most);
    if (is_empty(x)) {
        return wits_expr_bounds_int(least, most);
    }
    int32_t low = operation_saturate((float)x.first, least, most);
    int32_t high = operation_saturate((float)x.last, least, most);
    low = x.may_be_nan && of_nan < low ? of_nan : low;
    high = x.may_be_nan && of_nan > high ? of_nan : high;
    return wits_expr_bounds_int(low, high);
}

// ------------------------------------------------------------------------------------------------------- comparisons

static bool overlap(const expr_bounds *a, const expr_bounds *b) {
    return a->first <= b->last && b->first <= a->last;
}

static expr_bounds equal(expr_bounds a, expr_bounds b, bool negated) {
    const bool may_be_equal = overlap(&a, &b);
    const bool may_differ = a.may_be_nan || b.may_be_nan || a.first != a.last || b.first != b.last || !may_be_equal;
    return negated ? of_bool(may_be_equal, may_differ) : of_bool(may_differ, may_be_equal);
}

static expr_bounds less(expr_bounds a, expr_bounds b, bool or_equal) {
    const bool may_hold = or_equal ? a.first <= b.last : a.first < b.last;
    const bool may_fail =
        a.may_be_nan || b.may_be_nan || (or_equal ? a.last > b.first : a.last >= b.first) || !may_hold;
    return of_bool(may_fail, may_hold);
}

/// The same numbers as floats, for comparisons: ints are exact as doubles.
static expr_bounds as_numbers(expr_bounds x) {
    return wits_expr_bounds_float((double)x.low, (double)x.high, false);
}

static expr_bounds compared(uint32_t operation, expr_bounds a, expr_bounds b) {
    switch (operation) {
    case EXPR_OP_EQUAL_INT:
    case EXPR_OP_DIFFERENT_INT:
        return equal(as_numbers(a), as_numbers(b), operation == EXPR_OP_DIFFERENT_INT);
    case EXPR_OP_EQUAL:
    case EXPR_OP_DIFFERENT:
        return equal(a, b, operation == EXPR_OP_DIFFERENT);
    case EXPR_OP_LESS_INT:
    case EXPR_OP_AT_MOST_INT:
        return less(as_numbers(a), as_numbers(b), operation == EXPR_OP_AT_MOST_INT);
    default:
        return less(a, b, operation == EXPR_OP_AT_MOST);
    }
}

static expr_bounds logic_of(uint32_t operation, expr_bounds a, expr_bounds b) {
    switch (operation) {
    case EXPR_OP_NOT:
        return of_bool(a.high > 0, a.low < 1);
    case EXPR_OP_AND:
        return of_bool(a.low < 1 || b.low<1, a.high> 0 && b.high > 0);
    default:
        return of_bool(a.low < 1 && b.low<1, a.high> 0 || b.high > 0);
    }
}

// --------------------------------------------------------------------------------------------------------- operations

/// The result of an operation whose other operands are constants.
static float result_at(const expr_instruction *at, double x) {
    expr_value registers[EXPR_FIRST_REGISTER + 1];
    expr_instruction code[1 + WITS_MAX_KNOTS];
    const uint32_t length = operation_length(at);
    memcpy(code, at, length * sizeof *code);
    code[0].flags = 0;
    code[0].a = EXPR_FIRST_REGISTER;
    code[0].out = code[length - 1].out = EXPR_FIRST_REGISTER;
    registers[EXPR_FIRST_REGISTER].f = (float)x;
    return wits_expr_run(code, length, NULL, registers).f;
}

static expr_bounds with_value(expr_bounds x, float value) {
    return wits_expr_bounds_hull(x, wits_expr_bounds_constant(math_bits(value)));
}

/// Maximum error by which rounding can break the monotonicity of a function with values of this size.
static double slack_of(expr_bounds x) {
    static const double slack = 2e-6;
    return slack * larger(1, larger(-x.first, x.last));
}

/// Returns bounds from the values at both ends and at a turning point; NaN: there is none.
static expr_bounds between_ends(const expr_instruction *at, expr_bounds x, double turn, bool is_exact) {
    expr_bounds y = wits_expr_bounds_constant(math_bits(result_at(at, x.first)));
    y = with_value(y, result_at(at, x.last));
    if (x.first < turn && turn < x.last) {
        y = with_value(y, result_at(at, turn));
    }
    if (is_empty(x) || y.may_be_nan || (!is_exact && (y.first == -infinity() || y.last == infinity()))) {
        return wits_expr_bounds_any();
    }
    if (!is_exact && x.first != x.last) {
        const double slack = slack_of(y);
        y = wits_expr_bounds_float(y.first - slack, y.last + slack, false);
    }
    return x.may_be_nan ? with_value(y, result_at(at, (double)math_float(MATH_NAN_BITS))) : y;
}

/// The same for a function whose values are from 0 to 1.
static expr_bounds unit_between_ends(const expr_instruction *at, expr_bounds x, double turn) {
    const expr_bounds y = between_ends(at, x, turn, false);
    return wits_expr_bounds_float(larger(y.first, 0), smaller(y.last, 1), y.may_be_nan);
}

static expr_bounds of_piecewise(const expr_instruction *at, expr_bounds x) {
    expr_bounds y = between_ends(at, x, 0, false);
    for (uint32_t i = 1; i <= at->k[0]; i++) {
        const double knot = (double)math_float(at[i].k[0]);
        y = x.first <= knot && knot <= x.last ? with_value(y, math_float(at[i].k[1])) : y;
    }
    return y;
}

/// Bounds of curves, and of the steps of considerations.
static expr_bounds of_response(const expr_instruction *at, expr_bounds x) {
    const double nowhere = (double)math_float(MATH_NAN_BITS);
    const bool is_unit = x.first >= 0 && x.last <= 1;
    switch (at->operation) {
    case EXPR_OP_ON_NAN:
        if (x.may_be_nan) {
            const expr_bounds instead = wits_expr_bounds_constant(at->k[0]);
            x = is_empty(x) ? instead : wits_expr_bounds_hull(x, instead);
            x.may_be_nan = instead.may_be_nan;
        }
        return wits_expr_bounds_float(x.first, x.last, x.may_be_nan);
    case EXPR_OP_WRAP:
        return wits_expr_bounds_float(0, 1, false);
    case EXPR_OP_SQUARE:
        return between_ends(at, x, 0, true);
    case EXPR_OP_NORMAL:
    case EXPR_OP_SCALED:
    case EXPR_OP_STEP:
    case EXPR_OP_CUBE:
    case EXPR_OP_ROOT:
        return between_ends(at, x, nowhere, true);
    case EXPR_OP_BELL:
    case EXPR_OP_BELL_NARROW:
        return between_ends(at, x, (double)math_float(at->k[1]), false);
    case EXPR_OP_LOGISTIC:
    case EXPR_OP_LOGISTIC_NARROW:
    case EXPR_OP_SMOOTHERSTEP:
        return unit_between_ends(at, x, nowhere);
    case EXPR_OP_POWER:
        return x.first >= 0 && math_float(at->k[0]) > 0.0f ? between_ends(at, x, nowhere, false)
                                                           : wits_expr_bounds_any();
    case EXPR_OP_COMPENSATED:
    case EXPR_OP_LOGIT:
        return is_unit ? between_ends(at, x, nowhere, false) : wits_expr_bounds_any();
    case EXPR_OP_EXPONENTIAL:
    case EXPR_OP_SIGMOID:
        return between_ends(at, x, nowhere, false);
    default:  // later ones
        return wits_expr_bounds_any();
    }
}

expr_bounds wits_expr_bounds_computed(const expr_instruction *at, const expr_bounds operands[3]) {
    const expr_bounds a = operands[0], b = operands[1], c = operands[2];
    if (operation_is(at->operation, OPERATION_COMPARE)) {
        return compared(at->operation, a, b);
    }
    if (operation_is(at->operation, OPERATION_LOGIC)) {
        return logic_of(at->operation, a, b);
    }
    if (operation_is_response(at->operation)) {
        return of_response(at, a);
    }
    switch ((expr_operation)at->operation) {
    case EXPR_OP_NEGATE_INT:
        return wits_expr_bounds_int(-a.high, -a.low);
    case EXPR_OP_NEGATE:
        return negate(a);
    case EXPR_OP_ABS_INT:
        return absolute_int(a);
    case EXPR_OP_ABS:
        return absolute(a);
    case EXPR_OP_SIGN_INT:
        return wits_expr_bounds_int(a.low < 0 ? -1 : a.low > 0, a.high > 0 ? 1 : -(a.high < 0));
    case EXPR_OP_SIGN:
        return wits_expr_bounds_float(a.first < 0 || a.may_be_nan ? (a.first < 0 ? -1 : 0) : a.first > 0,
                                      a.last > 0                    ? 1
                                      : a.last < 0 && !a.may_be_nan ? -1
                                                                    : 0,
                                      false);
    case EXPR_OP_WIDEN:
        return single_ends((float)(int32_t)a.low, (float)(int32_t)a.high, false);
    case EXPR_OP_FLOOR:
        return in_order(a, floor_of);
    case EXPR_OP_CEIL:
        return in_order(a, ceil_of);
    case EXPR_OP_SQRT:
        return square_root(a);
    case EXPR_OP_EXP:
        return wits_expr_bounds_float(0, infinity(), a.may_be_nan);
    case EXPR_OP_SMOOTHSTEP:
        return unit_between_ends(at, a, (double)math_float(MATH_NAN_BITS));
    case EXPR_OP_PIECEWISE:
        return of_piecewise(at, a);
    case EXPR_OP_POW:
        return at->b == 0 && a.first >= 0 && math_float(at->k[0]) > 0.0f
                   ? between_ends(at, a, (double)math_float(MATH_NAN_BITS), false)
                   : wits_expr_bounds_any();
    case EXPR_OP_ADD_INT:
        return wits_expr_bounds_int(a.low + b.low, a.high + b.high);
    case EXPR_OP_ADD:
        return added(a, b);
    case EXPR_OP_SUBTRACT_INT:
        return wits_expr_bounds_int(a.low - b.high, a.high - b.low);
    case EXPR_OP_SUBTRACT:
        return added(a, negate(b));
    case EXPR_OP_MULTIPLY_INT:
        return multiply_int(a, b);
    case EXPR_OP_MULTIPLY:
        return multiply(a, b);
    case EXPR_OP_DIVIDE:
        return divide(a, b);
    case EXPR_OP_REMAINDER:
        return remainder_of(a, b);
    case EXPR_OP_MIN_INT:
        return min_int(a, b);
    case EXPR_OP_MIN:
        return lower_of(a, b);
    case EXPR_OP_MAX_INT:
        return max_int(a, b);
    case EXPR_OP_MAX:
        return higher_of(a, b);
    case EXPR_OP_CLAMP_INT:
        return min_int(max_int(a, b), c);
    case EXPR_OP_CLAMP:
        return lower_of(higher_of(a, b), c);
    case EXPR_OP_SELECT:
        return c.low > 0 ? a : c.high < 1 ? b : wits_expr_bounds_hull(a, b);
    case EXPR_OP_SATURATE:
        return saturate(at, a);
    default:
        return wits_expr_bounds_any();
    }
}

// ----------------------------------------------------------------------------------------------------------- programs

static expr_bounds given(wits_bounds x) {
    const bool is_int = x.low >= INT32_MIN && x.high <= INT32_MAX && x.low <= x.high;
    return (expr_bounds){is_int ? (int64_t)x.low : INT32_MIN, is_int ? (int64_t)x.high : INT32_MAX, x.low, x.high,
                         x.may_be_nan};
}

static expr_bounds of_field(const expr_instruction *at, const wits_bounds *fields, expr_field_type type) {
    return fields != NULL ? given(fields[at->field]) : wits_expr_bounds_type(type);
}

static expr_field_type type_read(uint32_t operation, uint32_t first) {
    return (expr_field_type)(WITS_TYPE_BOOL + (operation - first));
}

/// Returns whether a field is in the range of a test.
static expr_bounds tested(const expr_instruction *at, expr_bounds x) {
    expr_bounds lower, upper;
    if (at->operation == EXPR_OP_TEST_FLOAT) {
        lower = wits_expr_bounds_constant(at->k[0]);
        upper = wits_expr_bounds_constant(at->k[1]);
    } else {
        x = as_numbers(x);
        lower = wits_expr_bounds_float((double)(int32_t)at->k[0], (double)(int32_t)at->k[0], false);
        upper = wits_expr_bounds_float((double)(int32_t)at->k[0] + (double)at->k[1],
                                       (double)(int32_t)at->k[0] + (double)at->k[1], false);
    }
    const expr_bounds above = less(lower, x, true), below = less(x, upper, true);
    const expr_bounds both = logic_of(EXPR_OP_AND, above, below);
    return (at->flags & EXPR_INVERTED) != 0 ? logic_of(EXPR_OP_NOT, both, both) : both;
}

static expr_bounds of_leaf(const expr_instruction *at) {
    switch ((expr_operation)at->operation) {
    case EXPR_OP_CONSTANT:
        return wits_expr_bounds_constant(at->k[0]);
    case EXPR_OP_TICK:
    case EXPR_OP_ELAPSED:
        return wits_expr_bounds_int(0, INT32_MAX);
    case EXPR_OP_RANDOM:
        return wits_expr_bounds_float(0, 1.0 - 0x1p-24, false);
    case EXPR_OP_TARGET_INT:
        return wits_expr_bounds_type(target_field_of(at->k[0]).type);
    case EXPR_OP_SCORE:
    case EXPR_OP_ACTION:
    case EXPR_OP_TARGET_FLOAT:
        return wits_expr_bounds_any();
    default:  // operations with a bool result
        return of_bool(true, true);
    }
}

/// Registers 0 and 1 are an instruction's own constants, or a field of 4 bytes.
static expr_bounds of_operand(const expr_instruction *at, uint8_t number, const expr_bounds *registers,
                              const wits_bounds *fields) {
    if (number >= EXPR_FIRST_REGISTER) {
        return registers[number];
    }
    if (number == 1 && (at->flags & EXPR_FIELD_OPERAND) != 0) {
        return fields != NULL ? given(fields[at->field]) : wits_expr_bounds_any();
    }
    return wits_expr_bounds_constant(at->k[number]);
}

wits_bounds wits_expr_bounds_program(const expr_program *program, const wits_bounds *fields, expr_bounds_note *note,
                                     void *user) {
    expr_bounds registers[EXPR_REGISTERS];
    expr_bounds value = wits_expr_bounds_any();
    for (uint32_t i = 0; i < program->count; i++) {
        const expr_instruction *at = &program->code[i];
        if (at->operation == EXPR_OP_MARK && note != NULL) {
            note(user, at->k[1], at->k[0], &registers[at->a]);
        }
        if (operation_is(at->operation, OPERATION_PASSIVE)) {
            continue;  // knots, arguments and marks; skipped instructions cannot change the value
        }
        if (operation_is(at->operation, OPERATION_LOAD)) {
            value = of_field(at, fields, type_read(at->operation, EXPR_OP_LOAD_BOOL));
        } else if (operation_is(at->operation, OPERATION_TEST)) {
            value = tested(at, of_field(at, fields, type_read(at->operation, EXPR_OP_TEST_BOOL)));
        } else if (operation_is_leaf(at->operation)) {
            value = of_leaf(at);
        } else {
            expr_bounds operands[3] = {wits_expr_bounds_any(), wits_expr_bounds_any(), wits_expr_bounds_any()};
            const uint8_t numbers[3] = {at->a, at->b, at->c};
            for (uint32_t which = 0; which < operation_at(at->operation).operands; which++) {
                operands[which] = of_operand(at, numbers[which], registers, fields);
            }
            value = wits_expr_bounds_computed(at, operands);
        }
        registers[at->out] = value;
    }
    return program->type == EXPR_FLOAT ? (wits_bounds){value.first, value.last, value.may_be_nan}
                                       : (wits_bounds){(double)value.low, (double)value.high, false};
}

// -------------------------------------------------------------------------------------------------------- assumptions

/// Keeps the values of a field that pass a test. Returns false if there are none.
static bool keep_tested(const expr_instruction *at, wits_bounds *field) {
    const bool is_inverted = (at->flags & EXPR_INVERTED) != 0, is_float = at->operation == EXPR_OP_TEST_FLOAT;
    const double low = is_float ? (double)math_float(at->k[0]) : (double)(int32_t)at->k[0];
    const double high = is_float ? (double)math_float(at->k[1]) : low + (double)at->k[1];
    if (!is_inverted) {  // NaN passes no test
        field->low = larger(field->low, low);
        field->high = smaller(field->high, high);
        field->may_be_nan = false;
    } else if (!is_float && low <= field->low) {  // the remaining values are above
        field->low = larger(field->low, high + 1);
    } else if (!is_float && high >= field->high) {
        field->high = smaller(field->high, low - 1);
    }
    return field->low <= field->high || field->may_be_nan;
}

bool wits_expr_bounds_assume(const expr_program *program, wits_bounds *fields) {
    bool must_hold[EXPR_REGISTERS] = {false};
    bool can_hold = true;
    uint32_t i = program->count;
    while (i > 0 && operation_is(program->code[i - 1].operation, OPERATION_PASSIVE)) {
        i--;
    }
    if (i > 0) {
        must_hold[program->code[i - 1].out] = true;
    }
    while (i-- > 0) {  // backwards: a register's value comes from the last earlier instruction that writes it
        const expr_instruction *at = &program->code[i];
        if (operation_is(at->operation, OPERATION_PASSIVE) || !must_hold[at->out]) {
            continue;
        }
        must_hold[at->out] = false;
        if (operation_is(at->operation, OPERATION_TEST)) {
            can_hold = keep_tested(at, &fields[at->field]) && can_hold;
        } else if (at->operation == EXPR_OP_AND) {
            must_hold[at->a] = at->a >= EXPR_FIRST_REGISTER;
            must_hold[at->b] = at->b >= EXPR_FIRST_REGISTER;
        }
    }
    return can_hold && wits_expr_bounds_program(program, fields, NULL, NULL).high > 0;
}
