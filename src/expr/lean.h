// SPDX-License-Identifier: MIT
// The second form of a program, for one agent: an accumulator, conditions that jump, fields and constants as operands.
// lower.c makes it out of the instructions; the formulas of both are those of operations.h, so the bits are the same.
//
// The accumulator is an int and a float, each in a register of its own; an instruction fills the one of its type, and a
// constant both. Slots keep what is computed while something else is. The last instruction is an end, which says in
// which of the two the value is.
//
// Assignments in a row become one piece of code (wits_expr_lean_assign), which a brain keeps beside the programs.
#ifndef WITS_EXPR_LEAN_H
#define WITS_EXPR_LEAN_H

#include "expr/fields.h"
#include "expr/operations.h"

enum {
    LEAN_SLOTS = 66,  ///< registers of programs that have a lean form
    LEAN_MAX_SKIP = UINT8_MAX,
    LEAN_MAX_COUNT = 16383,    ///< instructions of such programs
    LEAN_ARGUMENT_SLOT = 256,  ///< beside the type of an argument
};

/// Ways to read a field: X(name, how, member).
#define LEAN_LOAD_LIST(X)                                                                                              \
    X(INT8, load_int8, i)                                                                                              \
    X(UINT8, load_uint8, bits)                                                                                         \
    X(INT16, load_int16, i)                                                                                            \
    X(UINT16, load_uint16, bits)

/// Ways to ask whether a field lies in a range. Of ints k[0] and the k[1] values after it, counted in the field's own
/// width, so that what is not in a range is a range too. Of floats from k[0] to k[1]; NO_FLOAT is everything else.
#define LEAN_RANGE_LIST(X)                                                                                             \
    X(UINT8)                                                                                                           \
    X(UINT16)                                                                                                          \
    X(UINT32)                                                                                                          \
    X(FLOAT)                                                                                                           \
    X(NO_FLOAT)

/// Where the operands of a binary operation are: A the accumulator, K the constant k[0], F the field (4 bytes), S the
/// slot k[0]. X(mode, what else is given). An operation is a byte, so not every class has all modes: those of the first
/// list are enough, because any operand can be brought to the accumulator or a slot.
#define LEAN_MODES_LOGIC(X, ...)                                                                                       \
    X(SA, __VA_ARGS__)                                                                                                 \
    X(AK, __VA_ARGS__)                                                                                                 \
    X(KA, __VA_ARGS__)
#define LEAN_MODES_POWER(X, ...) LEAN_MODES_LOGIC(X, __VA_ARGS__)
/// A field and a constant are compared by a test.
#define LEAN_MODES_COMPARE(X, ...)                                                                                     \
    LEAN_MODES_LOGIC(X, __VA_ARGS__)                                                                                   \
    X(AF, __VA_ARGS__)                                                                                                 \
    X(FA, __VA_ARGS__)
#define LEAN_MODES_VALUE(X, ...)                                                                                       \
    LEAN_MODES_COMPARE(X, __VA_ARGS__)                                                                                 \
    X(FK, __VA_ARGS__)                                                                                                 \
    X(KF, __VA_ARGS__)

typedef enum lean_mode {
#define LEAN_MODE(mode, ...) LEAN_MODE_##mode,
    LEAN_MODES_VALUE(LEAN_MODE, )
#undef LEAN_MODE
} lean_mode;

/// All but tests, loads and formulas.
#define LEAN_OWN_LIST(X)                                                                                               \
    X(LOAD_UINT32)                                                                                                     \
    X(LOOK_UP)                                                                                                         \
    X(LOAD_CONSTANT)                                                                                                   \
    X(LOAD_SLOT)                                                                                                       \
    X(SAVE)                                                                                                            \
    X(CASE_TRUE)                                                                                                       \
    X(CASE_FALSE)                                                                                                      \
    X(JUMP_TRUE)                                                                                                       \
    X(JUMP_FALSE)                                                                                                      \
    X(JUMP)                                                                                                            \
    X(SATURATE)                                                                                                        \
    X(PIECEWISE)                                                                                                       \
    X(KNOT)                                                                                                            \
    X(SET_UINT8)                                                                                                       \
    X(SET_UINT16)                                                                                                      \
    X(SET_UINT32)                                                                                                      \
    X(STORE_UINT8)                                                                                                     \
    X(STORE_UINT16)                                                                                                    \
    X(STORE_UINT32)                                                                                                    \
    X(STORE_FLOAT)                                                                                                     \
    X(INCREASE_INT)                                                                                                    \
    X(INCREASE_INT_BY)                                                                                                 \
    X(INCREASE)                                                                                                        \
    X(INCREASE_BY)                                                                                                     \
    X(INCREASE_INT_WITHIN)                                                                                             \
    X(INCREASE_WITHIN)                                                                                                 \
    X(END)                                                                                                             \
    X(END_NUMBER)                                                                                                      \
    X(TICK)                                                                                                            \
    X(ELAPSED)                                                                                                         \
    X(RANDOM)                                                                                                          \
    X(CONDITION)                                                                                                       \
    X(CALL)                                                                                                            \
    X(ARGUMENT)                                                                                                        \
    X(SCORE)                                                                                                           \
    X(IS_IN)                                                                                                           \
    X(TARGET)                                                                                                          \
    X(TARGET_FLOAT)

/// TEST: is the field in the range? CASE: if it is, the value is k[2], and `skip` instructions are passed over. JUMP:
/// if it is, they are. CASE_TRUE and so on ask the accumulator instead. LOOK_UP: of a field of one byte with the value
/// k[0] + i, where i is less than k[1], the value is number i of the table that follows; else number k[1]. `skip`
/// passes over the table. Ternary operations have all operands in slots, or (OF) the first in the accumulator and the
/// others constant. PIECEWISE passes over the k[0] KNOTs that follow it, CALL of function k[0], which is the operation
/// k[2], over k[1] ARGUMENTs: of the type k[2], in the slot k[0] where that says so, else the constant; k[1] is its
/// text. SET puts k[0] into a field, STORE the accumulator; INCREASE adds it to a field of 4 bytes, or k[0] (BY), or
/// k[0] and keeps the sum from k[1] to k[2] (WITHIN). With a skip they are the end.
#define LEAN_OF_TEST(range) LEAN_NAME(TEST_##range)
#define LEAN_OF_CASE(range) LEAN_NAME(CASE_##range)
#define LEAN_OF_JUMP(range) LEAN_NAME(JUMP_##range)
#define LEAN_OF_LOAD(name, how, member) LEAN_NAME(LOAD_##name)
#define LEAN_OF_UNARY(name, ...) LEAN_NAME(name)
#define LEAN_OF_MODE(mode, name) LEAN_NAME(name##_##mode)
#define LEAN_OF_BINARY(name, class, ...) LEAN_MODES_##class(LEAN_OF_MODE, name)
#define LEAN_OF_TERNARY(name, ...) LEAN_NAME(name) LEAN_NAME(name##_OF)
#define LEAN_OF_OWN(name) LEAN_NAME(name)
/// LEAN_NAME(name) for each operation. Their numbers are in compiled brains, too: new ones come last.
#define LEAN_LIST                                                                                                      \
    LEAN_RANGE_LIST(LEAN_OF_TEST)                                                                                      \
    LEAN_RANGE_LIST(LEAN_OF_CASE)                                                                                      \
    LEAN_RANGE_LIST(LEAN_OF_JUMP)                                                                                      \
    LEAN_LOAD_LIST(LEAN_OF_LOAD)                                                                                       \
    EXPR_FIRST_UNARY_LIST(LEAN_OF_UNARY)                                                                               \
    EXPR_FIRST_SHAPE_LIST(LEAN_OF_UNARY)                                                                               \
    EXPR_FIRST_BINARY_LIST(LEAN_OF_BINARY)                                                                             \
    EXPR_FIRST_TERNARY_LIST(LEAN_OF_TERNARY)                                                                           \
    LEAN_OWN_LIST(LEAN_OF_OWN)                                                                                         \
    EXPR_LATER_LIST(LEAN_OF_UNARY, LEAN_OF_UNARY, LEAN_OF_BINARY, LEAN_OF_TERNARY)

typedef enum lean_operation {
#define LEAN_NAME(name) LEAN_##name,
    LEAN_LIST LEAN_COUNT
#undef LEAN_NAME
} lean_operation;

_Static_assert(LEAN_COUNT <= UINT8_MAX + 1, "an operation is a byte");

typedef struct expr_lean {
    uint8_t operation;
    uint8_t skip;
    uint16_t field;
    uint32_t k[3];
} expr_lean;

_Static_assert(sizeof(expr_lean) == sizeof(expr_instruction), "both stand in one array");

/// The lean form stands behind the instructions.
static inline const expr_lean *lean_code(const expr_program *program) {
    return (const expr_lean *)(const void *)(program->code + program->count);
}

static inline const unsigned char *lean_field(const expr_field *fields, size_t row, uint32_t number) {
    const expr_field *field = &fields[number];
    return (const unsigned char *)field->base + row * field->stride;
}

static inline bool lean_in_UINT8(const unsigned char *field, const uint32_t *k) {
    return (uint8_t)(load_uint8(field) - k[0]) <= k[1];
}

static inline bool lean_in_UINT16(const unsigned char *field, const uint32_t *k) {
    return (uint16_t)(load_uint16(field) - k[0]) <= k[1];
}

static inline bool lean_in_UINT32(const unsigned char *field, const uint32_t *k) {
    return load_uint32(field) - k[0] <= k[1];
}

static inline bool lean_in_FLOAT(const unsigned char *field, const uint32_t *k) {
    float x = load_float(field);
    return math_both(x >= math_float(k[0]), x <= math_float(k[1]));
}

static inline bool lean_in_NO_FLOAT(const unsigned char *field, const uint32_t *k) {
    return !lean_in_FLOAT(field, k);
}

/// Whether the lean form is one test of a field.
static inline bool lean_is_test(const expr_program *program) {
    return program->lean == 2 && lean_code(program)->operation <= LEAN_TEST_NO_FLOAT;
}

/// The most instructions that the lean form of so many may have.
static inline uint32_t lean_room(uint32_t count) {
    return count <= LEAN_MAX_COUNT ? 2 * count + 3 : 0;
}

/// Makes the lean form, in room for `capacity` instructions of which the rest becomes zero, and notes their number in
/// the program: 0 where there is none, because too much would be passed over or kept at one time.
void wits_expr_lean_lower(expr_program *program, uint32_t capacity);
/// Makes tables of chains of cases.
void wits_expr_lean_look_up(expr_lean *code, uint32_t count);

/// Whether there is a lean form for wits_expr_lean_run: it uses nothing but fields, and no powers.
static inline bool lean_is_enough(const expr_program *program) {
    return program->lean != 0 && (program->uses & ~(uint32_t)EXPR_USES_FIELDS) == 0;
}

/// The code of `field = program` without an end, of which lean_is_enough or which is a constant: at most so many
/// instructions as the lean form has, and 1. Returns how many they are.
uint32_t wits_expr_lean_assign(const expr_program *program, uint32_t field, expr_field_type type, expr_lean *code);

/// The value as the code has it; a NaN as it comes.
expr_value wits_expr_lean_run(const expr_lean *at, const expr_field *fields, size_t row);
/// Of any code.
expr_value wits_expr_lean_run_any(const expr_lean *at, const expr_env *env);

#endif
