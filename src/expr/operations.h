// SPDX-License-Identifier: MIT
// Every operation of a program, once: the interpreter, the loops over lanes and the folding of constants are all made
// from these lists, so that they cannot differ.
#ifndef WITS_EXPR_OPERATIONS_H
#define WITS_EXPR_OPERATIONS_H

#include "expr/expr.h"
#include "expr/shapes.h"

// How a member of expr_value is seen by a formula.
typedef uint32_t expr_as_bits;
typedef int32_t expr_as_i;
typedef float expr_as_f;

// X(name, member of the result, member of the operands, formula)

#define EXPR_UNARY_LIST(X)                                                                                             \
    X(NOT, bits, bits, a ^ 1u)                                                                                         \
    X(NEGATE_INT, bits, bits, 0u - a)                                                                                  \
    X(NEGATE, f, f, -a)                                                                                                \
    X(ABS_INT, bits, i, operation_abs_int(a))                                                                          \
    X(ABS, f, f, math_abs(a))                                                                                          \
    X(SIGN_INT, i, i, (a > 0) - (a < 0))                                                                               \
    X(SIGN, f, f, (float)((a > 0.0f) - (a < 0.0f)))                                                                    \
    X(WIDEN, f, i, (float)a)                                                                                           \
    X(FLOOR, f, f, math_floor(a))                                                                                      \
    X(CEIL, f, f, math_ceil(a))                                                                                        \
    X(SQRT, f, f, math_sqrt(a))                                                                                        \
    X(EXP, f, f, math_exp(a))                                                                                          \
    X(LOG, f, f, math_log(a))                                                                                          \
    X(SMOOTHSTEP, f, f, operation_smoothstep(a))

/// Steps of considerations (shapes.h): of one float a, never constant, and the constants k0 and k1.
#define EXPR_SHAPE_LIST(X)                                                                                             \
    X(ON_NAN, shape_on_nan(a, k0))                                                                                     \
    X(NORMAL, shape_normal(a, k0, k1))                                                                                 \
    X(WRAP, shape_wrap(a, k0, k1))                                                                                     \
    X(SCALED, shape_scaled(a, k0, k1))                                                                                 \
    X(STEP, shape_step(a, k0, k1))                                                                                     \
    X(SQUARE, a *a)                                                                                                    \
    X(CUBE, (a * a) * a)                                                                                               \
    X(ROOT, shape_root(a))                                                                                             \
    X(POWER, shape_power_of(a, k0, k1))                                                                                \
    X(EXPONENTIAL, shape_exponential(a, k0, k1))                                                                       \
    X(LOGISTIC, shape_logistic(a, k0, k1))                                                                             \
    X(LOGISTIC_NARROW, shape_logistic_narrow(a, k0, k1))                                                               \
    X(LOGIT, shape_logit(a))                                                                                           \
    X(BELL_NARROW, shape_bell_narrow(a, k0, k1))                                                                       \
    X(BELL, shape_bell(a, k0, k1))                                                                                     \
    X(SIGMOID, shape_sigmoid(a, k0))                                                                                   \
    X(SMOOTHERSTEP, shape_smootherstep(a))                                                                             \
    X(COMPENSATED, shape_compensated(a, k0))

/// Of two operands either may be a constant, in k[0]. One of up to two may be a field of 4 bytes, as register 1.
#define EXPR_BINARY_LIST(X)                                                                                            \
    X(ADD_INT, bits, bits, a + b)                                                                                      \
    X(ADD, f, f, a + b)                                                                                                \
    X(SUBTRACT_INT, bits, bits, a - b)                                                                                 \
    X(SUBTRACT, f, f, a - b)                                                                                           \
    X(MULTIPLY_INT, bits, bits, a *b)                                                                                  \
    X(MULTIPLY, f, f, a *b)                                                                                            \
    X(DIVIDE, f, f, a / b)                                                                                             \
    X(REMAINDER, i, i, operation_remainder(a, b))                                                                      \
    X(MIN_INT, i, i, operation_min_int(a, b))                                                                          \
    X(MIN, f, f, operation_min(a, b))                                                                                  \
    X(MAX_INT, i, i, operation_max_int(a, b))                                                                          \
    X(MAX, f, f, operation_max(a, b))                                                                                  \
    X(POW, f, f, math_pow(a, b))                                                                                       \
    X(EQUAL_INT, bits, bits, a == b)                                                                                   \
    X(EQUAL, bits, f, a == b)                                                                                          \
    X(DIFFERENT_INT, bits, bits, a != b)                                                                               \
    X(DIFFERENT, bits, f, a != b)                                                                                      \
    X(LESS_INT, bits, i, a < b)                                                                                        \
    X(LESS, bits, f, a < b)                                                                                            \
    X(AT_MOST_INT, bits, i, a <= b)                                                                                    \
    X(AT_MOST, bits, f, a <= b)                                                                                        \
    X(AND, bits, bits, a &b)                                                                                           \
    X(OR, bits, bits, a | b)

/// Of three operands none is a constant, or b and c are; of SELECT (c ? a : b) a or b or both.
#define EXPR_TERNARY_LIST(X)                                                                                           \
    X(CLAMP_INT, i, i, operation_min_int(operation_max_int(a, b), c))                                                  \
    X(CLAMP, f, f, operation_min(operation_max(a, b), c))                                                              \
    X(LERP, f, f, a + (b - a) * c)

/// X(name of the load, name of the test, member, bytes, how they are read), in the order of expr_field_type. A load
/// reads a field. A test is 1 when a field lies in a range: of ints k[0] and the k[1] values after it, of floats from
/// k[0] to k[1], no NaN; or when it does not, with EXPR_INVERTED. A bool is tested as a byte, and never loaded
/// otherwise.
#define EXPR_FIELD_LIST(X)                                                                                             \
    X(LOAD_BOOL, TEST_BOOL, bits, 1, load_uint8)                                                                       \
    X(LOAD_ENUM, TEST_ENUM, bits, 1, load_uint8)                                                                       \
    X(LOAD_INT8, TEST_INT8, i, 1, load_int8)                                                                           \
    X(LOAD_UINT8, TEST_UINT8, bits, 1, load_uint8)                                                                     \
    X(LOAD_INT16, TEST_INT16, i, 2, load_int16)                                                                        \
    X(LOAD_UINT16, TEST_UINT16, bits, 2, load_uint16)                                                                  \
    X(LOAD_INT, TEST_INT, bits, 4, load_uint32)                                                                        \
    X(LOAD_FLOAT, TEST_FLOAT, f, 4, load_float)

/// The number of each is in k[0].
#define EXPR_LEAF_LIST(X)                                                                                              \
    X(CONSTANT)                                                                                                        \
    X(TICK)                                                                                                            \
    X(ELAPSED)                                                                                                         \
    X(RANDOM)                                                                                                          \
    X(CONDITION)                                                                                                       \
    X(SCORE)                                                                                                           \
    X(IS_IN)

/// SATURATE: the float a to an int from k[0] to k[1]. PIECEWISE: of the float a, by the k[0] KNOTs that follow it, each
/// with its x and y. MARK does nothing: register a, which is also out, is stage k[0] of a shaped program. The skips are
/// for one agent only and nothing over columns: when a is true (or false), out becomes b and the next k[0]
/// instructions, the last of which writes out, are passed over. Here b may be register 1, a constant in k[1].
#define EXPR_OTHER_LIST(X)                                                                                             \
    X(SELECT)                                                                                                          \
    X(SATURATE)                                                                                                        \
    X(PIECEWISE)                                                                                                       \
    X(KNOT)                                                                                                            \
    X(MARK)                                                                                                            \
    X(SKIP_IF)                                                                                                         \
    X(SKIP_UNLESS)

typedef enum expr_operation {
#define EXPR_OP_FORMULA(name, to, from, formula) EXPR_OP_##name,
#define EXPR_OP_SHAPE(name, formula) EXPR_OP_##name,
#define EXPR_OP_NAME(name) EXPR_OP_##name,
#define EXPR_OP_LOAD(load_name, test_name, member, size, read) EXPR_OP_##load_name,
#define EXPR_OP_TEST(load_name, test_name, member, size, read) EXPR_OP_##test_name,
    EXPR_FIELD_LIST(EXPR_OP_LOAD) EXPR_FIELD_LIST(EXPR_OP_TEST) EXPR_LEAF_LIST(EXPR_OP_NAME)
        EXPR_UNARY_LIST(EXPR_OP_FORMULA) EXPR_SHAPE_LIST(EXPR_OP_SHAPE) EXPR_BINARY_LIST(EXPR_OP_FORMULA)
            EXPR_TERNARY_LIST(EXPR_OP_FORMULA) EXPR_OTHER_LIST(EXPR_OP_NAME) EXPR_OP_COUNT
#undef EXPR_OP_FORMULA
#undef EXPR_OP_SHAPE
#undef EXPR_OP_NAME
#undef EXPR_OP_LOAD
#undef EXPR_OP_TEST
} expr_operation;

enum {
    EXPR_FIRST_REGISTER = 2,  ///< those before it are the instruction's constants
    EXPR_REGISTERS = 256,
};

static inline uint32_t operation_abs_int(int32_t a) {
    return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

static inline int32_t operation_min_int(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t operation_max_int(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// Section 11 of docs/semantics.md defines these by comparisons, which settles NaN and the signs of zeros.

static inline float operation_min(float a, float b) {
    return a < b ? a : b;
}

static inline float operation_max(float a, float b) {
    return a > b ? a : b;
}

static inline int32_t operation_pick_int(bool condition, int32_t a, int32_t b) {
    uint32_t mask = 0u - (uint32_t)condition;
    return (int32_t)(((uint32_t)a & mask) | ((uint32_t)b & ~mask));
}

/// Of 0 and -1 as of 1. The double quotient of two ints is never rounded up to the next integer.
static inline int32_t operation_remainder(int32_t a, int32_t b) {
    int32_t divisor = operation_pick_int(math_either(b == 0, b == -1), 1, b);
    int32_t quotient = (int32_t)((double)a / (double)divisor);
    return (int32_t)((uint32_t)a - (uint32_t)quotient * (uint32_t)divisor);
}

/// Of x kept between 0 and 1, by masks: at the ends gcc would know the result and branch to it.
static inline float operation_smoothstep(float x) {
    float above = math_pick(x > 0.0f, x, 0.0f);
    float c = math_pick(above < 1.0f, above, 1.0f);
    return (c * c) * (3.0f - (2.0f * c));
}

/// Truncates, keeps within [lo, hi], NaN gives 0.
static inline int32_t operation_saturate(float a, int32_t lo, int32_t hi) {
    bool fits = math_both(a >= -0x1p31f, a < 0x1p31f);
    int32_t whole = (int32_t)math_pick(fits, a, 0.0f);
    whole = operation_pick_int(a >= 0x1p31f, INT32_MAX, whole);
    whole = operation_pick_int(a < -0x1p31f, INT32_MIN, whole);
    return operation_min_int(operation_max_int(whole, lo), hi);
}

/// Of a test, by the member that a value is read as.
static inline uint32_t operation_test_bits(uint32_t x, uint32_t lo, uint32_t span, uint32_t inverted) {
    return (uint32_t)(x - lo <= span) ^ inverted;
}

static inline uint32_t operation_test_i(int32_t x, uint32_t lo, uint32_t span, uint32_t inverted) {
    return operation_test_bits((uint32_t)x, lo, span, inverted);
}

static inline uint32_t operation_test_f(float x, uint32_t lo, uint32_t hi, uint32_t inverted) {
    return ((uint32_t)(x >= math_float(lo)) & (uint32_t)(x <= math_float(hi))) ^ inverted;
}

/// Stages of a shaped program that are marked; those of its curves follow, and the last is its value.
enum { STAGE_RAW, STAGE_NORMAL, STAGE_FIRST_CURVE };

static inline bool operation_is_shape(uint32_t op) {
    return op >= EXPR_OP_ON_NAN && op <= EXPR_OP_COMPENSATED;
}

/// What stands among the instructions, but computes nothing that others would use.
static inline bool operation_is_passive(uint32_t op) {
    return op >= EXPR_OP_KNOT && op <= EXPR_OP_SKIP_UNLESS;
}

static inline bool operation_is_power(uint32_t op) {
    return op == EXPR_OP_EXP || op == EXPR_OP_LOG || op == EXPR_OP_POW || (op >= EXPR_OP_POWER && op <= EXPR_OP_BELL);
}

/// The x (0) or y (1) of a knot, of which the first is at `knots` and the others so many bytes further on.
static inline float operation_knot(const void *knots, size_t stride, uint32_t number, uint32_t which) {
    uint32_t bits;
    memcpy(&bits, (const unsigned char *)knots + stride * number + sizeof bits * which, sizeof bits);
    return math_float(bits);
}

static inline float operation_piecewise(const void *knots, size_t stride, uint32_t count, float x) {
    float y = operation_knot(knots, stride, 0, 1);
    for (uint32_t i = 0; i < count && x >= operation_knot(knots, stride, i, 0); i++) {
        const float x0 = operation_knot(knots, stride, i, 0), y0 = operation_knot(knots, stride, i, 1);
        const bool is_last = i + 1 == count;
        y = is_last ? y0
                    : shape_segment(x, x0, y0, operation_knot(knots, stride, i + 1, 0),
                                    operation_knot(knots, stride, i + 1, 1));
    }
    return y;
}

static inline uint32_t operation_inverted(const expr_instruction *at) {
    return (at->flags & EXPR_INVERTED) != 0;
}

/// The clock as an int.
static inline int32_t operation_ticks(uint32_t ticks) {
    return (int32_t)(ticks > 0x7FFFFFFFu ? 0x7FFFFFFFu : ticks);
}

#endif
