// SPDX-License-Identifier: MIT
// Every operation of a program, once: the interpreter, the loops over lanes and the folding of constants are all made
// from these lists, so that they cannot differ.
#ifndef WITS_EXPR_OPERATIONS_H
#define WITS_EXPR_OPERATIONS_H

#include "expr/expr.h"
#include "expr/responses.h"

// Members of expr_value as formulas use them.
typedef uint32_t expr_as_bits;
typedef int32_t expr_as_i;
typedef float expr_as_f;

/// Class of an operation. The lists below use the same words.
typedef enum operation_class {
    OPERATION_LOAD,     ///< reads a field
    OPERATION_TEST,     ///< a bool: the field is in a range
    OPERATION_LEAF,     ///< a number without operands
    OPERATION_ASK,      ///< a bool without operands: from the host or the machine
    OPERATION_VALUE,    ///< a number
    OPERATION_POWER,    ///< a slow one: not for wits_expr_bytecode_run
    OPERATION_COMPARE,  ///< a bool, from two values
    OPERATION_LOGIC,    ///< a bool, from bools
    OPERATION_PASSIVE,  ///< part of another instruction; computes nothing by itself
} operation_class;

/// The newest operations, each as X(...) of its list. Numbers of operations are in compiled brains, and so in their
/// hashes: a row inserted before the end of this list changes the hash of nearly every brain
/// (tests/checks/additions.py).
#define EXPR_LATER_LIST(UNARY, RESPONSE, BINARY, TERNARY)

#define EXPR_NO_ROW(...)
#define EXPR_UNARY_LIST(X) EXPR_FIRST_UNARY_LIST(X) EXPR_LATER_LIST(X, EXPR_NO_ROW, EXPR_NO_ROW, EXPR_NO_ROW)
#define EXPR_RESPONSE_LIST(X) EXPR_FIRST_RESPONSE_LIST(X) EXPR_LATER_LIST(EXPR_NO_ROW, X, EXPR_NO_ROW, EXPR_NO_ROW)
#define EXPR_BINARY_LIST(X) EXPR_FIRST_BINARY_LIST(X) EXPR_LATER_LIST(EXPR_NO_ROW, EXPR_NO_ROW, X, EXPR_NO_ROW)
#define EXPR_TERNARY_LIST(X) EXPR_FIRST_TERNARY_LIST(X) EXPR_LATER_LIST(EXPR_NO_ROW, EXPR_NO_ROW, EXPR_NO_ROW, X)

// X(name, class, member of the result, member of the operands, formula)

#define EXPR_FIRST_UNARY_LIST(X)                                                                                       \
    X(NOT, LOGIC, bits, bits, a ^ 1u)                                                                                  \
    X(NEGATE_INT, VALUE, bits, bits, 0u - a)                                                                           \
    X(NEGATE, VALUE, f, f, -a)                                                                                         \
    X(ABS_INT, VALUE, bits, i, operation_abs_int(a))                                                                   \
    X(ABS, VALUE, f, f, math_abs(a))                                                                                   \
    X(SIGN_INT, VALUE, i, i, (a > 0) - (a < 0))                                                                        \
    X(SIGN, VALUE, f, f, (float)((a > 0.0f) - (a < 0.0f)))                                                             \
    X(WIDEN, VALUE, f, i, (float)a)                                                                                    \
    X(FLOOR, VALUE, f, f, math_floor(a))                                                                               \
    X(CEIL, VALUE, f, f, math_ceil(a))                                                                                 \
    X(SQRT, VALUE, f, f, math_sqrt(a))                                                                                 \
    X(EXP, POWER, f, f, math_exp(a))                                                                                   \
    X(LOG, POWER, f, f, math_log(a))                                                                                   \
    X(SMOOTHSTEP, VALUE, f, f, operation_smoothstep(a))

/// Steps of considerations (responses.h), X(name, class, formula): from one float a, which is never constant, and the
/// constants k0 and k1.
#define EXPR_FIRST_RESPONSE_LIST(X)                                                                                    \
    X(ON_NAN, VALUE, response_on_nan(a, k0))                                                                           \
    X(NORMAL, VALUE, response_normal(a, k0, k1))                                                                       \
    X(WRAP, VALUE, response_wrap(a, k0, k1))                                                                           \
    X(SCALED, VALUE, response_scaled(a, k0, k1))                                                                       \
    X(STEP, VALUE, response_step(a, k0, k1))                                                                           \
    X(SQUARE, VALUE, a *a)                                                                                             \
    X(CUBE, VALUE, (a * a) * a)                                                                                        \
    X(ROOT, VALUE, response_root(a))                                                                                   \
    X(POWER, POWER, response_power_of(a, k0, k1))                                                                      \
    X(EXPONENTIAL, POWER, response_exponential(a, k0, k1))                                                             \
    X(LOGISTIC, POWER, response_logistic(a, k0, k1))                                                                   \
    X(LOGISTIC_NARROW, POWER, response_logistic_narrow(a, k0, k1))                                                     \
    X(LOGIT, POWER, response_logit(a))                                                                                 \
    X(BELL_NARROW, POWER, response_bell_narrow(a, k0, k1))                                                             \
    X(BELL, POWER, response_bell(a, k0, k1))                                                                           \
    X(SIGMOID, VALUE, response_sigmoid(a, k0))                                                                         \
    X(SMOOTHERSTEP, VALUE, response_smootherstep(a))                                                                   \
    X(COMPENSATED, VALUE, response_compensated(a, k0))

/// Either operand may be a constant, in k[0]. One operand may be a field of 4 bytes, as register 1.
#define EXPR_FIRST_BINARY_LIST(X)                                                                                      \
    X(ADD_INT, VALUE, bits, bits, a + b)                                                                               \
    X(ADD, VALUE, f, f, a + b)                                                                                         \
    X(SUBTRACT_INT, VALUE, bits, bits, a - b)                                                                          \
    X(SUBTRACT, VALUE, f, f, a - b)                                                                                    \
    X(MULTIPLY_INT, VALUE, bits, bits, a *b)                                                                           \
    X(MULTIPLY, VALUE, f, f, a *b)                                                                                     \
    X(DIVIDE, VALUE, f, f, a / b)                                                                                      \
    X(REMAINDER, VALUE, i, i, operation_remainder(a, b))                                                               \
    X(MIN_INT, VALUE, i, i, operation_min_int(a, b))                                                                   \
    X(MIN, VALUE, f, f, operation_min(a, b))                                                                           \
    X(MAX_INT, VALUE, i, i, operation_max_int(a, b))                                                                   \
    X(MAX, VALUE, f, f, operation_max(a, b))                                                                           \
    X(POW, POWER, f, f, math_pow(a, b))                                                                                \
    X(ATAN2, POWER, f, f, math_atan2(a, b))                                                                            \
    X(EQUAL_INT, COMPARE, bits, bits, a == b)                                                                          \
    X(EQUAL, COMPARE, bits, f, a == b)                                                                                 \
    X(DIFFERENT_INT, COMPARE, bits, bits, a != b)                                                                      \
    X(DIFFERENT, COMPARE, bits, f, a != b)                                                                             \
    X(LESS_INT, COMPARE, bits, i, a < b)                                                                               \
    X(LESS, COMPARE, bits, f, a < b)                                                                                   \
    X(AT_MOST_INT, COMPARE, bits, i, a <= b)                                                                           \
    X(AT_MOST, COMPARE, bits, f, a <= b)                                                                               \
    X(AND, LOGIC, bits, bits, a &b)                                                                                    \
    X(OR, LOGIC, bits, bits, a | b)

/// Either no operand is a constant, or b and c are. For SELECT (c ? a : b), a or b or both may be constant.
#define EXPR_FIRST_TERNARY_LIST(X)                                                                                     \
    X(CLAMP_INT, VALUE, i, i, operation_min_int(operation_max_int(a, b), c))                                           \
    X(CLAMP, VALUE, f, f, operation_min(operation_max(a, b), c))                                                       \
    X(LERP, VALUE, f, f, a + (b - a) * c)

/// The functions of expressions besides the curves: X(name, arguments, is it reserved?, operation on ints or 0,
/// operation on floats). The names of later additions are not reserved, so that brains that use them as field names
/// stay valid.
#define EXPR_FUNCTION_LIST(X)                                                                                          \
    X("abs", 1, true, EXPR_OP_ABS_INT, EXPR_OP_ABS)                                                                    \
    X("sign", 1, true, EXPR_OP_SIGN_INT, EXPR_OP_SIGN)                                                                 \
    X("min", 2, true, EXPR_OP_MIN_INT, EXPR_OP_MIN)                                                                    \
    X("max", 2, true, EXPR_OP_MAX_INT, EXPR_OP_MAX)                                                                    \
    X("clamp", 3, true, EXPR_OP_CLAMP_INT, EXPR_OP_CLAMP)                                                              \
    X("floor", 1, true, 0, EXPR_OP_FLOOR)                                                                              \
    X("ceil", 1, true, 0, EXPR_OP_CEIL)                                                                                \
    X("sqrt", 1, true, 0, EXPR_OP_SQRT)                                                                                \
    X("exp", 1, true, 0, EXPR_OP_EXP)                                                                                  \
    X("log", 1, true, 0, EXPR_OP_LOG)                                                                                  \
    X("pow", 2, true, 0, EXPR_OP_POW)                                                                                  \
    X("lerp", 3, true, 0, EXPR_OP_LERP)                                                                                \
    X("atan2", 2, false, 0, EXPR_OP_ATAN2)

/// X(name of the load, name of the test, member, bytes, how to read), in the order of expr_field_type. A load reads a
/// field. A test is 1 if a field is in a range: for ints k[0] and the k[1] values after it, for floats k[0] to k[1]
/// without NaN. EXPR_INVERTED negates it. Bools are only tested, as bytes.
#define EXPR_FIELD_LIST(X)                                                                                             \
    X(LOAD_BOOL, TEST_BOOL, bits, 1, load_uint8)                                                                       \
    X(LOAD_ENUM, TEST_ENUM, bits, 1, load_uint8)                                                                       \
    X(LOAD_INT8, TEST_INT8, i, 1, load_int8)                                                                           \
    X(LOAD_UINT8, TEST_UINT8, bits, 1, load_uint8)                                                                     \
    X(LOAD_INT16, TEST_INT16, i, 2, load_int16)                                                                        \
    X(LOAD_UINT16, TEST_UINT16, bits, 2, load_uint16)                                                                  \
    X(LOAD_INT, TEST_INT, bits, 4, load_uint32)                                                                        \
    X(LOAD_FLOAT, TEST_FLOAT, f, 4, load_float)

/// X(name, class). k[0] is the number of the function, state or stream. Calls of host functions are followed by k[1]
/// arguments. For target fields see expr/targets.h.
#define EXPR_LEAF_LIST(X)                                                                                              \
    X(CONSTANT, LEAF)                                                                                                  \
    X(TICK, LEAF)                                                                                                      \
    X(ELAPSED, LEAF)                                                                                                   \
    X(RANDOM, LEAF)                                                                                                    \
    X(CONDITION, ASK)                                                                                                  \
    X(SCORE, LEAF)                                                                                                     \
    X(ACTION, LEAF)                                                                                                    \
    X(IS_IN, ASK)                                                                                                      \
    X(TARGET_BOOL, ASK)                                                                                                \
    X(TARGET_INT, LEAF)                                                                                                \
    X(TARGET_FLOAT, LEAF)

/// X(name, class, operands). SATURATE converts the float a to an int from k[0] to k[1]. PIECEWISE maps the float a by
/// the k[0] KNOTs that follow, each with its x and y. ARGUMENTs follow the call: the value is register a, or the
/// constant k[0] if a is 0; b is the type, `field` the list of an enum, k[1] the text. MARK does nothing: register a,
/// which is also out, is stage k[0] of row k[1] of a score's considerations. LOST ends a program for one agent if
/// register a, which is also out, has lost against the threshold that the caller gives (expr_threshold). Skips apply to
/// one agent only, not to columns: if a is true (or false), out becomes b and the next k[0] instructions, the last of
/// which writes out, are skipped. Here b may be register 1, a constant in k[1].
#define EXPR_OTHER_LIST(X)                                                                                             \
    X(SELECT, VALUE, 3)                                                                                                \
    X(SATURATE, VALUE, 1)                                                                                              \
    X(PIECEWISE, VALUE, 1)                                                                                             \
    X(KNOT, PASSIVE, 0)                                                                                                \
    X(ARGUMENT, PASSIVE, 0)                                                                                            \
    X(MARK, PASSIVE, 0)                                                                                                \
    X(SKIP_IF, PASSIVE, 0)                                                                                             \
    X(SKIP_UNLESS, PASSIVE, 0)                                                                                         \
    X(LOST, PASSIVE, 0)

typedef enum expr_operation {
#define EXPR_OP(name, ...) EXPR_OP_##name,
#define EXPR_OP_TEST(load_name, test_name, ...) EXPR_OP_##test_name,
    EXPR_FIELD_LIST(EXPR_OP) EXPR_FIELD_LIST(EXPR_OP_TEST) EXPR_LEAF_LIST(EXPR_OP) EXPR_FIRST_UNARY_LIST(EXPR_OP)
        EXPR_FIRST_RESPONSE_LIST(EXPR_OP) EXPR_FIRST_BINARY_LIST(EXPR_OP) EXPR_FIRST_TERNARY_LIST(EXPR_OP)
            EXPR_OTHER_LIST(EXPR_OP) EXPR_LATER_LIST(EXPR_OP, EXPR_OP, EXPR_OP, EXPR_OP) EXPR_OP_COUNT
#undef EXPR_OP
#undef EXPR_OP_TEST
} expr_operation;

typedef struct operation_row {
    uint8_t class;     ///< operation_class
    uint8_t operands;  ///< registers, or constants in their place: a, b, c
} operation_row;

static inline operation_row operation_at(uint32_t op) {
    static const operation_row rows[] = {
#define ROW_OF_LOAD(load_name, ...) {OPERATION_LOAD, 0},
#define ROW_OF_TEST(load_name, ...) {OPERATION_TEST, 0},
#define ROW_OF_LEAF(name, class) {OPERATION_##class, 0},
#define ROW_OF_UNARY(name, class, ...) {OPERATION_##class, 1},
#define ROW_OF_BINARY(name, class, ...) {OPERATION_##class, 2},
#define ROW_OF_TERNARY(name, class, ...) {OPERATION_##class, 3},
#define ROW_OF_OTHER(name, class, operands) {OPERATION_##class, operands},
        EXPR_FIELD_LIST(ROW_OF_LOAD) EXPR_FIELD_LIST(ROW_OF_TEST) EXPR_LEAF_LIST(ROW_OF_LEAF)
            EXPR_FIRST_UNARY_LIST(ROW_OF_UNARY) EXPR_FIRST_RESPONSE_LIST(ROW_OF_UNARY)
                EXPR_FIRST_BINARY_LIST(ROW_OF_BINARY) EXPR_FIRST_TERNARY_LIST(ROW_OF_TERNARY)
                    EXPR_OTHER_LIST(ROW_OF_OTHER)
                        EXPR_LATER_LIST(ROW_OF_UNARY, ROW_OF_UNARY, ROW_OF_BINARY, ROW_OF_TERNARY)
#undef ROW_OF_LOAD
#undef ROW_OF_TEST
#undef ROW_OF_LEAF
#undef ROW_OF_UNARY
#undef ROW_OF_BINARY
#undef ROW_OF_TERNARY
#undef ROW_OF_OTHER
    };
    return rows[op];
}

static inline bool operation_is(uint32_t op, operation_class class) {
    return operation_at(op).class == class;
}

static inline bool operation_reads_field(uint32_t op) {
    return operation_is(op, OPERATION_LOAD) || operation_is(op, OPERATION_TEST);
}

static inline bool operation_is_leaf(uint32_t op) {
    return operation_at(op).operands == 0 && !operation_is(op, OPERATION_PASSIVE);
}

static inline bool operation_reads_target(uint32_t op) {
    return op == EXPR_OP_TARGET_BOOL || op == EXPR_OP_TARGET_INT || op == EXPR_OP_TARGET_FLOAT;
}

static inline bool operation_calls(uint32_t op) {
    return op == EXPR_OP_CONDITION || op == EXPR_OP_SCORE || op == EXPR_OP_ACTION;
}

/// Number of instructions that belong together: with knots or arguments.
static inline uint32_t operation_length(const expr_instruction *at) {
    return at->operation == EXPR_OP_PIECEWISE ? 1 + at->k[0] : operation_calls(at->operation) ? 1 + at->k[1] : 1;
}

/// Returns argument `i` of a call. Its value is in `registers` unless it is constant. NaN becomes 7fc00000.
static inline expr_given operation_given(const expr_instruction *call, uint32_t i, const expr_value *registers) {
    const expr_instruction *at = call + 1 + i;
    const bool is_constant = at->a < 2;
    expr_given given = {.type = (expr_type)at->b, .list = at->field, .text = at->k[1], .is_constant = is_constant};
    given.value.bits = is_constant ? at->k[0] : registers == NULL ? 0 : registers[at->a].bits;
    if (given.type == EXPR_FLOAT) {
        given.value.bits = math_canonical_bits(given.value.bits);
    }
    return given;
}

/// The result type of SELECT depends on its operands.
static inline bool operation_gives_bool(uint32_t op) {
    const uint8_t class = operation_at(op).class;
    return class == OPERATION_TEST || class == OPERATION_ASK || class == OPERATION_COMPARE || class == OPERATION_LOGIC;
}

/// Returns whether the operation has the constants k0 and k1 besides its operand.
static inline bool operation_is_response(uint32_t op) {
    switch (op) {
#define RESPONSE(name, ...) case EXPR_OP_##name:
        EXPR_RESPONSE_LIST(RESPONSE)
#undef RESPONSE
        return true;
    default:
        return false;
    }
}

enum {
    EXPR_FIRST_REGISTER = 2,  ///< lower ones are the instruction's constants
    EXPR_REGISTERS = 256,
};

/// Collects the operands that are registers: at most three, or one for each argument of a call.
static inline uint32_t operation_registers(const expr_instruction *at, uint8_t operands[EXPR_MAX_ARGUMENTS]) {
    const bool calls = operation_calls(at->operation);
    const uint8_t all[3] = {at->a, at->b, at->c};
    const uint32_t most = calls ? at->k[1] : operation_at(at->operation).operands;
    uint32_t count = 0;
    for (uint32_t i = 0; i < most && (calls || i < sizeof all); i++) {
        const uint8_t operand = calls ? at[1 + i].a : all[i];
        if (operand >= EXPR_FIRST_REGISTER) {
            operands[count++] = operand;
        }
    }
    return count;
}

static inline uint32_t operation_abs_int(int32_t a) {
    return a < 0 ? 0u - (uint32_t)a : (uint32_t)a;
}

static inline int32_t operation_min_int(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t operation_max_int(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// Section 11 of docs/semantics.md defines these by comparisons, which determine the results for NaN and signed zeros.

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

/// Divisors 0 and -1 count as 1. The double quotient of two ints is never rounded up to the next integer.
static inline int32_t operation_remainder(int32_t a, int32_t b) {
    int32_t divisor = operation_pick_int(math_either(b == 0, b == -1), 1, b);
    int32_t quotient = (int32_t)((double)a / (double)divisor);
    return (int32_t)((uint32_t)a - (uint32_t)quotient * (uint32_t)divisor);
}

/// Clamps x to 0..1 by masks: with comparisons gcc would branch at the ends.
static inline float operation_smoothstep(float x) {
    float above = math_pick(x > 0.0f, x, 0.0f);
    float c = math_pick(above < 1.0f, above, 1.0f);
    return (c * c) * (3.0f - (2.0f * c));
}

/// Truncates and clamps to [lo, hi]; NaN gives 0.
static inline int32_t operation_saturate(float a, int32_t lo, int32_t hi) {
    bool fits = math_both(a >= -0x1p31f, a < 0x1p31f);
    int32_t whole = (int32_t)math_pick(fits, a, 0.0f);
    whole = operation_pick_int(a >= 0x1p31f, INT32_MAX, whole);
    whole = operation_pick_int(a < -0x1p31f, INT32_MIN, whole);
    return operation_min_int(operation_max_int(whole, lo), hi);
}

/// Range tests, by the member that holds the value.
static inline uint32_t operation_test_bits(uint32_t x, uint32_t lo, uint32_t span, uint32_t inverted) {
    return (uint32_t)(x - lo <= span) ^ inverted;
}

static inline uint32_t operation_test_i(int32_t x, uint32_t lo, uint32_t span, uint32_t inverted) {
    return operation_test_bits((uint32_t)x, lo, span, inverted);
}

static inline uint32_t operation_test_f(float x, uint32_t lo, uint32_t hi, uint32_t inverted) {
    return ((uint32_t)(x >= math_float(lo)) & (uint32_t)(x <= math_float(hi))) ^ inverted;
}

/// Marked stages. For an input: the input itself, then the value after its range and after each curve except the last.
/// For any row: its value, then the compensated and the weighted value where these differ. For a gate: whether it
/// holds.
enum {
    STAGE_RAW,
    STAGE_NORMAL,
    STAGE_FIRST_CURVE,
    STAGE_VALUE = STAGE_FIRST_CURVE + WITS_MAX_CURVES,
    STAGE_COMPENSATED,
    STAGE_WEIGHTED,
    STAGE_HOLDS,
};

/// Returns the x (0) or y (1) of a knot. The first knot is at `knots`, the others follow at `stride` bytes.
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
                    : response_segment(x, x0, y0, operation_knot(knots, stride, i + 1, 0),
                                       operation_knot(knots, stride, i + 1, 1));
    }
    return y;
}

static inline uint32_t operation_inverted(const expr_instruction *at) {
    return (at->flags & EXPR_INVERTED) != 0;
}

/// The clock's ticks as an int.
static inline int32_t operation_ticks(uint32_t ticks) {
    return (int32_t)(ticks > 0x7FFFFFFFu ? 0x7FFFFFFFu : ticks);
}

#endif
