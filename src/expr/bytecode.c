// SPDX-License-Identifier: MIT
// Runs the bytecode form of a program, with the accumulator in registers of the machine.
#include "expr/bytecode.h"

#include "expr/run.h"
#include "expr/targets.h"

// With computed gotos each instruction has its own indirect jump, which helps branch prediction: programs take two
// thirds of the time. (Cppcheck cannot parse them.)
#if defined(__GNUC__) && !defined(__cppcheck__) && !defined(WITS_NO_LABELS)
#pragma GCC diagnostic ignored "-Wpedantic"
#define BYTECODE_NAME(name) &&at_##name,
#define BYTECODE_LOOP                                                                                                  \
    static const void *const labels[] = {BYTECODE_LIST};                                                               \
    goto *labels[at->operation];                                                                                       \
    next:                                                                                                              \
    at++;                                                                                                              \
    goto *labels[at->operation];
#define BYTECODE_OP(name) at_##name:
#define BYTECODE_NEXT goto next
#define UNREACHED
#define NEVER __builtin_unreachable()
#else
#define BYTECODE_LOOP                                                                                                  \
    for (;; at++)                                                                                                      \
        switch ((bytecode_operation)at->operation)
#define BYTECODE_OP(name) case BYTECODE_##name:
#define BYTECODE_NEXT break
#define UNREACHED                                                                                                      \
    case BYTECODE_COUNT:                                                                                               \
    default:                                                                                                           \
        break;
#define NEVER break
#endif

// An instruction that writes a field may be the last.
#define STORED                                                                                                         \
    if (at->skip != 0) {                                                                                               \
        return (expr_value){.bits = bits};                                                                             \
    }                                                                                                                  \
    BYTECODE_NEXT

#define ONLY_IF(condition)                                                                                             \
    if (!(condition)) {                                                                                                \
        NEVER;                                                                                                         \
    }

typedef struct slot {
    uint32_t bits;
    float number;
} slot;

// The accumulator as an operation interprets it.
#define TAKE_bits bits
#define TAKE_i (int32_t) bits
#define TAKE_f number
#define GIVE_bits(value) bits = (uint32_t)(value)
#define GIVE_i(value) bits = (uint32_t)(value)
#define GIVE_f(value) number = (value)
// A constant or a field of 4 bytes.
#define SEE_bits(from) (from)
#define SEE_i(from) (int32_t)(from)
#define SEE_f(from) math_float(from)
#define SLOT_bits(of) (of).bits
#define SLOT_i(of) (int32_t)(of).bits
#define SLOT_f(of) (of).number

#define FIELD bytecode_field(fields, row, at->field)
#define GIVE_BOTH(value)                                                                                               \
    bits = (value);                                                                                                    \
    number = math_float(value)

static inline void store_8(const expr_field *fields, size_t row, uint32_t number, uint32_t bits) {
    if (fields[number].stride != 0) {
        *((unsigned char *)fields[number].base + row * fields[number].stride) = (unsigned char)bits;
    }
}

static inline void store_16(const expr_field *fields, size_t row, uint32_t number, uint32_t bits) {
    if (fields[number].stride != 0) {
        store_uint16((unsigned char *)fields[number].base + row * fields[number].stride, (uint16_t)bits);
    }
}

static inline void store_32(const expr_field *fields, size_t row, uint32_t number, uint32_t bits) {
    if (fields[number].stride != 0) {
        store_uint32((unsigned char *)fields[number].base + row * fields[number].stride, bits);
    }
}

/// Entry i of the table that follows the instruction.
static inline uint32_t table_entry(const expr_bytecode *at, uint32_t i) {
    uint32_t value;
    memcpy(&value, (const unsigned char *)(at + 1) + i * sizeof value, sizeof value);
    return value;
}

static expr_given argument_at(const expr_bytecode *at, const slot *slots) {
    const bool is_constant = (at->k[2] & BYTECODE_ARGUMENT_SLOT) == 0;
    expr_given given = {.type = (expr_type)(at->k[2] & ~(uint32_t)BYTECODE_ARGUMENT_SLOT),
                        .list = at->field,
                        .text = at->k[1],
                        .is_constant = is_constant};
    given.value.bits = is_constant ? at->k[0] : slots[at->k[0]].bits;
    if (given.type == EXPR_FLOAT) {
        const uint32_t bits = is_constant ? at->k[0] : math_bits(slots[at->k[0]].number);
        given.value.bits = math_canonical_bits(bits);
    }
    return given;
}

/// Calls a function with arguments and returns the bits of its result.
static uint32_t call_from_slots(const expr_bytecode *at, const slot *slots, const expr_env *env) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = at->k[1];
    for (uint32_t i = 0; i < count; i++) {
        given[i] = argument_at(at + 1 + i, slots);
    }
    switch (at->k[2]) {
    case EXPR_OP_CONDITION:
        return env->condition(env->user, at->k[0], given, count);
    case EXPR_OP_SCORE:
        return math_bits(env->score(env->user, at->k[0], given, count));
    default:
        env->action(env->user, at->k[0], given, count);
        return 0;
    }
}

#define TEST(range)                                                                                                    \
    BYTECODE_OP(TEST_##range) {                                                                                        \
        bits = bytecode_in_##range(FIELD, at->k);                                                                      \
        BYTECODE_NEXT;                                                                                                 \
    }
#define CASE(range)                                                                                                    \
    BYTECODE_OP(CASE_##range) {                                                                                        \
        if (bytecode_in_##range(FIELD, at->k)) {                                                                       \
            GIVE_BOTH(at->k[2]);                                                                                       \
            at += at->skip;                                                                                            \
        }                                                                                                              \
        BYTECODE_NEXT;                                                                                                 \
    }
#define JUMP(range)                                                                                                    \
    BYTECODE_OP(JUMP_##range) {                                                                                        \
        at += bytecode_in_##range(FIELD, at->k) ? at->skip : 0;                                                        \
        BYTECODE_NEXT;                                                                                                 \
    }
#define LOAD(name, how, member)                                                                                        \
    BYTECODE_OP(LOAD_##name) {                                                                                         \
        GIVE_##member(how(FIELD));                                                                                     \
        BYTECODE_NEXT;                                                                                                 \
    }
#define BYTECODE_UNARY(name, class, to, from, formula)                                                                 \
    BYTECODE_OP(name) {                                                                                                \
        ONLY_IF(CALLS || OPERATION_##class != OPERATION_POWER);                                                        \
        const expr_as_##from a = TAKE_##from;                                                                          \
        GIVE_##to(formula);                                                                                            \
        BYTECODE_NEXT;                                                                                                 \
    }
#define BYTECODE_RESPONSE(name, class, formula)                                                                        \
    BYTECODE_OP(name) {                                                                                                \
        ONLY_IF(CALLS || OPERATION_##class != OPERATION_POWER);                                                        \
        const float a = number, k0 = math_float(at->k[0]), k1 = math_float(at->k[1]);                                  \
        (void)k0, (void)k1;                                                                                            \
        GIVE_f(formula);                                                                                               \
        BYTECODE_NEXT;                                                                                                 \
    }
// The operands in each mode.
#define LEFT_AK(from) TAKE_##from
#define LEFT_KA(from) SEE_##from(at->k[0])
#define LEFT_SA(from) SLOT_##from(slots[at->k[0]])
#define LEFT_AF(from) TAKE_##from
#define LEFT_FA(from) SEE_##from(load_uint32(FIELD))
#define LEFT_FK(from) SEE_##from(load_uint32(FIELD))
#define LEFT_KF(from) SEE_##from(at->k[0])
#define RIGHT_AK(from) SEE_##from(at->k[0])
#define RIGHT_KA(from) TAKE_##from
#define RIGHT_SA(from) TAKE_##from
#define RIGHT_AF(from) SEE_##from(load_uint32(FIELD))
#define RIGHT_FA(from) TAKE_##from
#define RIGHT_FK(from) SEE_##from(at->k[0])
#define RIGHT_KF(from) SEE_##from(load_uint32(FIELD))
#define BINARY_IN_MODE(mode, name, class, to, from, formula)                                                           \
    BYTECODE_OP(name##_##mode) {                                                                                       \
        ONLY_IF(CALLS || OPERATION_##class != OPERATION_POWER);                                                        \
        const expr_as_##from a = LEFT_##mode(from), b = RIGHT_##mode(from);                                            \
        GIVE_##to(formula);                                                                                            \
        BYTECODE_NEXT;                                                                                                 \
    }
#define BYTECODE_BINARY(name, class, to, from, formula)                                                                \
    BYTECODE_MODES_##class(BINARY_IN_MODE, name, class, to, from, formula)
#define BYTECODE_TERNARY(name, class, to, from, formula)                                                               \
    BYTECODE_OP(name) {                                                                                                \
        const expr_as_##from a = SLOT_##from(slots[at->k[0]]);                                                         \
        const expr_as_##from b = SLOT_##from(slots[at->k[1]]);                                                         \
        const expr_as_##from c = SLOT_##from(slots[at->k[2]]);                                                         \
        GIVE_##to(formula);                                                                                            \
        BYTECODE_NEXT;                                                                                                 \
    }                                                                                                                  \
    BYTECODE_OP(name##_OF) {                                                                                           \
        const expr_as_##from a = TAKE_##from, b = SEE_##from(at->k[0]), c = SEE_##from(at->k[1]);                      \
        GIVE_##to(formula);                                                                                            \
        BYTECODE_NEXT;                                                                                                 \
    }

COMPILER_LOOP_BEGINS

expr_value wits_expr_bytecode_run(const expr_bytecode *at, const expr_field *fields, size_t row,
                                  const expr_threshold *threshold) {
    enum { CALLS = false };
    static const expr_env none;  // never called
    const expr_env *const env = &none;
#include "expr/bytecode_loop.h"
}

expr_value wits_expr_bytecode_run_any(const expr_bytecode *at, const expr_env *env) {
    enum { CALLS = true };
    const expr_field *const fields = env->fields;
    const size_t row = env->row;
    const expr_threshold *const threshold = env->threshold;
#include "expr/bytecode_loop.h"
}

COMPILER_LOOP_ENDS
