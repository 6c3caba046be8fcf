// SPDX-License-Identifier: MIT
// The second form of a program, for one agent: an accumulator, conditions that jump, fields and constants as operands.
// lower.c makes it out of the instructions; the formulas of both are those of operations.h, so the bits are the same.
//
// The accumulator is an int and a float, each in a register of its own; an instruction fills the one of its type, and a
// constant both. Slots keep values while others are computed. The last instruction is an end, which gives the register
// of the value.
//
// Assignments in a row become one piece of code (wits_expr_bytecode_assign), which a brain keeps beside the programs.
#ifndef WITS_EXPR_BYTECODE_H
#define WITS_EXPR_BYTECODE_H

#include "expr/fields.h"
#include "expr/operations.h"

enum {
    BYTECODE_SLOTS = 66,  ///< registers of programs that have a bytecode form
    BYTECODE_MAX_SKIP = UINT8_MAX,
    BYTECODE_MAX_COUNT = 16383,    ///< instructions of such programs
    BYTECODE_ARGUMENT_SLOT = 256,  ///< added to the type of an argument in a slot
};

/// Ways to read a field: X(name, how, member).
#define BYTECODE_LOAD_LIST(X)                                                                                          \
    X(INT8, load_int8, i)                                                                                              \
    X(UINT8, load_uint8, bits)                                                                                         \
    X(INT16, load_int16, i)                                                                                            \
    X(UINT16, load_uint16, bits)

/// Range tests of a field. Ints: k[0] and the k[1] values after it, counted in the field's own width, so that the
/// complement of a range is also a range. Floats: from k[0] to k[1]; NO_FLOAT is the complement.
#define BYTECODE_RANGE_LIST(X)                                                                                         \
    X(UINT8)                                                                                                           \
    X(UINT16)                                                                                                          \
    X(UINT32)                                                                                                          \
    X(FLOAT)                                                                                                           \
    X(NO_FLOAT)

/// Locations of a binary operation's operands: A the accumulator, K the constant k[0], F the field (4 bytes), S the
/// slot k[0]. X(mode, further arguments). An operation is one byte, so not every class has all modes. The modes of the
/// first list suffice, because any operand can be loaded into the accumulator or a slot.
#define BYTECODE_MODES_LOGIC(X, ...)                                                                                   \
    X(SA, __VA_ARGS__)                                                                                                 \
    X(AK, __VA_ARGS__)                                                                                                 \
    X(KA, __VA_ARGS__)
#define BYTECODE_MODES_POWER(X, ...) BYTECODE_MODES_LOGIC(X, __VA_ARGS__)
/// Comparisons of a field and a constant are tests.
#define BYTECODE_MODES_COMPARE(X, ...)                                                                                 \
    BYTECODE_MODES_LOGIC(X, __VA_ARGS__)                                                                               \
    X(AF, __VA_ARGS__)                                                                                                 \
    X(FA, __VA_ARGS__)
#define BYTECODE_MODES_VALUE(X, ...)                                                                                   \
    BYTECODE_MODES_COMPARE(X, __VA_ARGS__)                                                                             \
    X(FK, __VA_ARGS__)                                                                                                 \
    X(KF, __VA_ARGS__)

typedef enum bytecode_mode {
#define BYTECODE_MODE(mode, ...) BYTECODE_MODE_##mode,
    BYTECODE_MODES_VALUE(BYTECODE_MODE, )
#undef BYTECODE_MODE
} bytecode_mode;

/// All except tests, loads and formulas.
#define BYTECODE_OWN_LIST(X)                                                                                           \
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
    X(TARGET_FLOAT)                                                                                                    \
    X(LOST)

/// TEST: is the field in the range? CASE: if it is, the value is k[2], and `skip` instructions are skipped. JUMP: if it
/// is, `skip` instructions are skipped. CASE_TRUE and the like test the accumulator instead. LOOK_UP: if a field of one
/// byte has the value k[0] + i, with i less than k[1], the value is entry i of the table that follows, else entry k[1];
/// `skip` skips the table. Ternary operations have all operands in slots, or (OF) the first in the accumulator and
/// constants as the others. PIECEWISE is followed by k[0] KNOTs. CALL calls function k[0] by operation k[2] and is
/// followed by k[1] ARGUMENTs. An ARGUMENT has the type k[2]; its value is in the slot k[0] if it says so, else it is
/// the constant; k[1] is its text. SET stores k[0] into a field, STORE the accumulator. INCREASE adds the accumulator
/// to a field of 4 bytes, or k[0] (BY), or k[0] with the sum clamped to k[1]..k[2] (WITHIN). With a skip they end the
/// program. LOST ends it if the accumulator has lost against the caller's threshold.
#define BYTECODE_OF_TEST(range) BYTECODE_NAME(TEST_##range)
#define BYTECODE_OF_CASE(range) BYTECODE_NAME(CASE_##range)
#define BYTECODE_OF_JUMP(range) BYTECODE_NAME(JUMP_##range)
#define BYTECODE_OF_LOAD(name, how, member) BYTECODE_NAME(LOAD_##name)
#define BYTECODE_OF_UNARY(name, ...) BYTECODE_NAME(name)
#define BYTECODE_OF_MODE(mode, name) BYTECODE_NAME(name##_##mode)
#define BYTECODE_OF_BINARY(name, class, ...) BYTECODE_MODES_##class(BYTECODE_OF_MODE, name)
#define BYTECODE_OF_TERNARY(name, ...) BYTECODE_NAME(name) BYTECODE_NAME(name##_OF)
#define BYTECODE_OF_OWN(name) BYTECODE_NAME(name)
/// BYTECODE_NAME(name) for each operation. Their numbers are in compiled brains, too: append new ones at the end.
#define BYTECODE_LIST                                                                                                  \
    BYTECODE_RANGE_LIST(BYTECODE_OF_TEST)                                                                              \
    BYTECODE_RANGE_LIST(BYTECODE_OF_CASE)                                                                              \
    BYTECODE_RANGE_LIST(BYTECODE_OF_JUMP)                                                                              \
    BYTECODE_LOAD_LIST(BYTECODE_OF_LOAD)                                                                               \
    EXPR_FIRST_UNARY_LIST(BYTECODE_OF_UNARY)                                                                           \
    EXPR_FIRST_RESPONSE_LIST(BYTECODE_OF_UNARY)                                                                        \
    EXPR_FIRST_BINARY_LIST(BYTECODE_OF_BINARY)                                                                         \
    EXPR_FIRST_TERNARY_LIST(BYTECODE_OF_TERNARY)                                                                       \
    BYTECODE_OWN_LIST(BYTECODE_OF_OWN)                                                                                 \
    EXPR_LATER_LIST(BYTECODE_OF_UNARY, BYTECODE_OF_UNARY, BYTECODE_OF_BINARY, BYTECODE_OF_TERNARY)

typedef enum bytecode_operation {
#define BYTECODE_NAME(name) BYTECODE_##name,
    BYTECODE_LIST BYTECODE_COUNT
#undef BYTECODE_NAME
} bytecode_operation;

_Static_assert(BYTECODE_COUNT <= UINT8_MAX + 1, "an operation is a byte");

typedef struct expr_bytecode {
    uint8_t operation;
    uint8_t skip;
    uint16_t field;
    uint32_t k[3];
} expr_bytecode;

_Static_assert(sizeof(expr_bytecode) == sizeof(expr_instruction), "both are in one array");

/// Returns the bytecode form, which follows the instructions.
static inline const expr_bytecode *bytecode_code(const expr_program *program) {
    return (const expr_bytecode *)(const void *)(program->code + program->count);
}

static inline const unsigned char *bytecode_field(const expr_field *fields, size_t row, uint32_t number) {
    const expr_field *field = &fields[number];
    return (const unsigned char *)field->base + row * field->stride;
}

static inline bool bytecode_in_UINT8(const unsigned char *field, const uint32_t *k) {
    return (uint8_t)(load_uint8(field) - k[0]) <= k[1];
}

static inline bool bytecode_in_UINT16(const unsigned char *field, const uint32_t *k) {
    return (uint16_t)(load_uint16(field) - k[0]) <= k[1];
}

static inline bool bytecode_in_UINT32(const unsigned char *field, const uint32_t *k) {
    return load_uint32(field) - k[0] <= k[1];
}

static inline bool bytecode_in_FLOAT(const unsigned char *field, const uint32_t *k) {
    float x = load_float(field);
    return math_both(x >= math_float(k[0]), x <= math_float(k[1]));
}

static inline bool bytecode_in_NO_FLOAT(const unsigned char *field, const uint32_t *k) {
    return !bytecode_in_FLOAT(field, k);
}

/// Returns whether the bytecode form is a single test of a field.
static inline bool bytecode_is_test(const expr_program *program) {
    return program->bytecode == 2 && bytecode_code(program)->operation <= BYTECODE_TEST_NO_FLOAT;
}

/// The maximum number of instructions of the bytecode form of `count` instructions.
static inline uint32_t bytecode_room(uint32_t count) {
    return count <= BYTECODE_MAX_COUNT ? 2 * count + 3 : 0;
}

/// Creates the bytecode form, with room for `capacity` instructions; unused ones are zeroed. Stores the number of
/// instructions in the program, or 0 if there is no form because a skip or the number of slots would be too large.
void wits_expr_bytecode_lower(expr_program *program, uint32_t capacity);
/// Makes tables of chains of cases.
void wits_expr_bytecode_look_up(expr_bytecode *code, uint32_t count);

/// Returns whether wits_expr_bytecode_run can run the program: it has a bytecode form and uses only fields and no
/// powers.
static inline bool bytecode_is_enough(const expr_program *program) {
    return program->bytecode != 0 && (program->uses & ~(uint32_t)EXPR_USES_FIELDS) == 0;
}

/// Writes the code of `field = program` without an end. The program must be a constant or satisfy bytecode_is_enough.
/// Returns the number of instructions, at most one more than the bytecode form has.
uint32_t wits_expr_bytecode_assign(const expr_program *program, uint32_t field, expr_field_type type,
                                   expr_bytecode *code);

/// The value as the code has it; a NaN as it comes. Without a threshold, which may be null, nothing has lost.
expr_value wits_expr_bytecode_run(const expr_bytecode *at, const expr_field *fields, size_t row,
                                  const expr_threshold *threshold);
/// Runs any code.
expr_value wits_expr_bytecode_run_any(const expr_bytecode *at, const expr_env *env);

#endif
