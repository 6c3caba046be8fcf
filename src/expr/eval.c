// SPDX-License-Identifier: MIT
// Evaluates a program for one agent by its bytecode form; without one, and for the compiler, instruction by
// instruction.
#include "expr/bytecode.h"
#include "expr/run.h"
#include "expr/targets.h"

#include <string.h>

static const unsigned char *field_in_row(const expr_env *env, uint32_t number) {
    const expr_field *field = &env->fields[number];
    return (const unsigned char *)field->base + env->row * field->stride;
}

static expr_value call_host_function(const expr_instruction *at, const expr_env *env, const expr_value *registers) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = at->k[1];
    for (uint32_t i = 0; i < count; i++) {
        given[i] = operation_given(at, i, registers);
    }
    expr_value out = {.bits = 0};
    if (at->operation == EXPR_OP_CONDITION) {
        out.bits = env->condition(env->user, at->k[0], given, count);
    } else if (at->operation == EXPR_OP_SCORE) {
        out.f = env->score(env->user, at->k[0], given, count);
    } else {
        env->action(env->user, at->k[0], given, count);
    }
    return out;
}

expr_value wits_expr_run(const expr_instruction *code, uint32_t count, const expr_env *env, expr_value *registers) {
    const expr_instruction *end = code + count;
    for (const expr_instruction *at = code; at < end; at++) {
        memcpy(registers, at->k, sizeof at->k);  // registers 0 and 1
        if ((at->flags & EXPR_FIELD_OPERAND) != 0) {
            registers[1].bits = load_uint32(field_in_row(env, at->field));
        }
        expr_value x = registers[at->a];
        expr_value y = registers[at->b];
        expr_value out;
        switch ((expr_operation)at->operation) {
#define EVAL_LOAD(load_name, test_name, member, size, read)                                                            \
    case EXPR_OP_##load_name:                                                                                          \
        out.member = read(field_in_row(env, at->field));                                                               \
        break;
#define EVAL_TEST(load_name, test_name, member, size, read)                                                            \
    case EXPR_OP_##test_name:                                                                                          \
        out.bits =                                                                                                     \
            operation_test_##member(read(field_in_row(env, at->field)), at->k[0], at->k[1], operation_inverted(at));   \
        break;
            EXPR_FIELD_LIST(EVAL_LOAD)
            EXPR_FIELD_LIST(EVAL_TEST)
        case EXPR_OP_CONSTANT:
            out = x;
            break;
        case EXPR_OP_TICK:
            out.i = operation_ticks(env->tick);
            break;
        case EXPR_OP_ELAPSED:
            out.i = operation_ticks(env->elapsed);
            break;
        case EXPR_OP_RANDOM:
            out.f = expr_draw(env, x.bits);
            break;
        case EXPR_OP_CONDITION:
        case EXPR_OP_SCORE:
        case EXPR_OP_ACTION:
            out = call_host_function(at, env, registers);
            break;
        case EXPR_OP_IS_IN:
            out.bits = env->is_in(env->user, x.bits);
            break;
        case EXPR_OP_TARGET_BOOL:
        case EXPR_OP_TARGET_INT:
        case EXPR_OP_TARGET_FLOAT:
            out = load_target(&env->targets, x.bits);
            break;
#define UNARY(name, class, to, from, formula)                                                                          \
    case EXPR_OP_##name: {                                                                                             \
        const expr_as_##from a = x.from;                                                                               \
        out.to = (expr_as_##to)(formula);                                                                              \
        break;                                                                                                         \
    }
#define BINARY(name, class, to, from, formula)                                                                         \
    case EXPR_OP_##name: {                                                                                             \
        const expr_as_##from a = x.from, b = y.from;                                                                   \
        out.to = (expr_as_##to)(formula);                                                                              \
        break;                                                                                                         \
    }
#define TERNARY(name, class, to, from, formula)                                                                        \
    case EXPR_OP_##name: {                                                                                             \
        const expr_as_##from a = x.from, b = y.from, c = registers[at->c].from;                                        \
        out.to = (expr_as_##to)(formula);                                                                              \
        break;                                                                                                         \
    }
#define RESPONSE(name, class, formula)                                                                                 \
    case EXPR_OP_##name: {                                                                                             \
        const float a = x.f, k0 = math_float(at->k[0]), k1 = math_float(at->k[1]);                                     \
        (void)k0, (void)k1;                                                                                            \
        out.f = formula;                                                                                               \
        break;                                                                                                         \
    }
            EXPR_UNARY_LIST(UNARY)
            EXPR_RESPONSE_LIST(RESPONSE)
            EXPR_BINARY_LIST(BINARY)
            EXPR_TERNARY_LIST(TERNARY)
#undef EVAL_LOAD
#undef EVAL_TEST
#undef UNARY
#undef RESPONSE
#undef BINARY
#undef TERNARY
        case EXPR_OP_SELECT:
            out = registers[at->c].bits != 0 ? x : y;
            break;
        case EXPR_OP_SATURATE:
            out.i = operation_saturate(x.f, (int32_t)at->k[0], (int32_t)at->k[1]);
            break;
        case EXPR_OP_PIECEWISE:
            out.f = operation_piecewise(at[1].k, sizeof *at, at->k[0], x.f);
            break;
        case EXPR_OP_KNOT:
        case EXPR_OP_ARGUMENT:
        case EXPR_OP_MARK:
            continue;
        case EXPR_OP_SKIP_IF:
        case EXPR_OP_SKIP_UNLESS:
            if ((x.bits != 0) == (at->operation == EXPR_OP_SKIP_IF)) {
                registers[at->out] = y;
                at += at->k[0];
            }
            continue;
        case EXPR_OP_LOST:
            if (expr_has_lost(env->threshold, x.f)) {
                return x;
            }
            continue;
        case EXPR_OP_COUNT:
        default:
            out.bits = 0;
            break;
        }
        registers[at->out] = out;
    }
    return registers[end[-1].out];
}

expr_value wits_expr_eval_one(const expr_program *program, const expr_env *env) {
    expr_value value;
    if (program->bytecode != 0) {
        value = wits_expr_bytecode_run_any(bytecode_code(program), env);
    } else {
        expr_value registers[EXPR_REGISTERS];
        value = wits_expr_run(program->code, program->count, env, registers);
    }
    if (program->type == EXPR_FLOAT) {
        value.f = math_canonical(value.f);
    }
    return value;
}
