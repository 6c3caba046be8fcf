// SPDX-License-Identifier: MIT
// The lean form of a program: one switch, and the accumulator in registers of the machine.
#include "expr/lean.h"

#include "expr/random.h"

typedef struct slot {
    uint32_t bits;
    float number;
} slot;

// The accumulator as an operation sees it.
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

#define FIELD lean_field(fields, row, at->field)
#define GIVE_BOTH(value)                                                                                               \
    bits = (value);                                                                                                    \
    number = math_float(value)

expr_value lean_run(const expr_program *program, const expr_field *fields, size_t row, const expr_env *env) {
    const expr_lean *at = lean_code(program);
    const expr_lean *end = at + program->lean;
    uint32_t bits = 0;
    float number = 0.0f;
    slot slots[LEAN_SLOTS];
    for (; at < end; at++) {
        switch ((lean_operation)at->operation) {
#define TEST(range)                                                                                                    \
    case LEAN_TEST_##range:                                                                                            \
        bits = lean_in_##range(FIELD, at->k);                                                                          \
        break;
#define CASE(range)                                                                                                    \
    case LEAN_CASE_##range:                                                                                            \
        if (lean_in_##range(FIELD, at->k)) {                                                                           \
            GIVE_BOTH(at->k[2]);                                                                                       \
            at += at->skip;                                                                                            \
        }                                                                                                              \
        break;
#define JUMP(range)                                                                                                    \
    case LEAN_JUMP_##range:                                                                                            \
        at += lean_in_##range(FIELD, at->k) ? at->skip : 0;                                                            \
        break;
#define LOAD(name, how, member)                                                                                        \
    case LEAN_LOAD_##name:                                                                                             \
        GIVE_##member(how(FIELD));                                                                                     \
        break;
            LEAN_RANGE_LIST(TEST)
            LEAN_RANGE_LIST(CASE)
            LEAN_RANGE_LIST(JUMP)
            LEAN_LOAD_LIST(LOAD)
        case LEAN_LOAD_UINT32:
            GIVE_BOTH(load_uint32(FIELD));
            break;
        case LEAN_LOAD_CONSTANT:
            GIVE_BOTH(at->k[0]);
            break;
        case LEAN_LOAD_SLOT:
            bits = slots[at->k[0]].bits;
            number = slots[at->k[0]].number;
            break;
        case LEAN_SAVE:
            slots[at->k[0]] = (slot){bits, number};
            break;
        case LEAN_CASE_TRUE:
        case LEAN_CASE_FALSE:
            if ((bits != 0) == (at->operation == LEAN_CASE_TRUE)) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            break;
        case LEAN_JUMP_TRUE:
            at += bits != 0 ? at->skip : 0;
            break;
        case LEAN_JUMP_FALSE:
            at += bits == 0 ? at->skip : 0;
            break;
        case LEAN_JUMP:
            at += at->skip;
            break;
#define UNARY(name, to, from, formula)                                                                                 \
    case LEAN_##name: {                                                                                                \
        const expr_as_##from a = TAKE_##from;                                                                          \
        GIVE_##to(formula);                                                                                            \
        break;                                                                                                         \
    }
#define BINARY_MODE(name, mode, to, from, formula, left, right)                                                        \
    case LEAN_##name##_##mode: {                                                                                       \
        const expr_as_##from a = left, b = right;                                                                      \
        GIVE_##to(formula);                                                                                            \
        break;                                                                                                         \
    }
#define BINARY(name, to, from, formula)                                                                                \
    BINARY_MODE(name, AK, to, from, formula, TAKE_##from, SEE_##from(at->k[0]))                                        \
    BINARY_MODE(name, KA, to, from, formula, SEE_##from(at->k[0]), TAKE_##from)                                        \
    BINARY_MODE(name, AF, to, from, formula, TAKE_##from, SEE_##from(load_uint32(FIELD)))                              \
    BINARY_MODE(name, FA, to, from, formula, SEE_##from(load_uint32(FIELD)), TAKE_##from)                              \
    BINARY_MODE(name, FK, to, from, formula, SEE_##from(load_uint32(FIELD)), SEE_##from(at->k[0]))                     \
    BINARY_MODE(name, KF, to, from, formula, SEE_##from(at->k[0]), SEE_##from(load_uint32(FIELD)))                     \
    BINARY_MODE(name, SA, to, from, formula, SLOT_##from(slots[at->k[0]]), TAKE_##from)
#define TERNARY(name, to, from, formula)                                                                               \
    case LEAN_##name: {                                                                                                \
        const expr_as_##from a = SLOT_##from(slots[at->k[0]]);                                                         \
        const expr_as_##from b = SLOT_##from(slots[at->k[1]]);                                                         \
        const expr_as_##from c = SLOT_##from(slots[at->k[2]]);                                                         \
        GIVE_##to(formula);                                                                                            \
        break;                                                                                                         \
    }                                                                                                                  \
    case LEAN_##name##_OF: {                                                                                           \
        const expr_as_##from a = TAKE_##from, b = SEE_##from(at->k[0]), c = SEE_##from(at->k[1]);                      \
        GIVE_##to(formula);                                                                                            \
        break;                                                                                                         \
    }
            EXPR_UNARY_LIST(UNARY)
            EXPR_BINARY_LIST(BINARY)
            EXPR_TERNARY_LIST(TERNARY)
        case LEAN_SATURATE:
            GIVE_i(operation_saturate(number, (int32_t)at->k[0], (int32_t)at->k[1]));
            break;
        case LEAN_TICK:
            GIVE_i(operation_ticks(env->tick));
            break;
        case LEAN_ELAPSED:
            GIVE_i(operation_ticks(env->elapsed));
            break;
        case LEAN_RANDOM:
            number = expr_random(env->seed, env->agent, env->tick, at->k[0]);
            break;
        case LEAN_CONDITION:
            bits = env->condition(env->user, at->k[0]);
            break;
        case LEAN_SCORE:
            number = env->score(env->user, at->k[0]);
            break;
        case LEAN_IS_IN:
            bits = env->is_in(env->user, at->k[0]);
            break;
        case LEAN_COUNT:
        default:
            break;
        }
    }
    return (expr_value){.bits = program->type == EXPR_FLOAT ? math_bits(number) : bits};
}
