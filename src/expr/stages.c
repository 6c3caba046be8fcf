// SPDX-License-Identifier: MIT
// Runs a program instruction by instruction to record the stages of its value. Nothing is skipped: skips never change
// the value.
#include "expr/operations.h"
#include "expr/run.h"

// -------------------------------------------------------------------------------------------------------------- stages

enum { STAGES = STAGE_FIRST_CURVE + WITS_MAX_CURVES };

float wits_expr_eval_stages(const expr_program *program, const expr_env *env, const float *instead,
                            expr_stages *stages) {
    expr_value registers[EXPR_REGISTERS];
    expr_value value = {.f = 0.0f};
    float values[STAGES] = {0};
    uint32_t marked = 0;
    for (uint32_t i = 0; i < program->count; i += operation_length(&program->code[i])) {
        const expr_instruction *at = &program->code[i];
        if (at->operation == EXPR_OP_MARK) {
            value.f = at->k[0] == STAGE_RAW && instead != NULL ? *instead : value.f;
            registers[at->out] = value;
            values[at->k[0]] = math_canonical(value.f);
            marked = at->k[0] + 1;
        } else if (!operation_is(at->operation, OPERATION_PASSIVE)) {
            value = wits_expr_run(at, operation_length(at), env, registers);
        }
    }
    value.f = math_canonical(value.f);
    for (uint32_t stage = marked; stage < STAGES; stage++) {
        values[stage] = value.f;
    }
    stages->raw = values[STAGE_RAW];
    stages->normal = values[STAGE_NORMAL];
    memcpy(stages->curves, values + STAGE_FIRST_CURVE, sizeof stages->curves);
    return value.f;
}

uint32_t wits_expr_input_target(const expr_program *program) {
    uint32_t behind = 1;
    behind += program->count > 1 && program->code[1].operation == EXPR_OP_WIDEN ? 1 : 0;
    const bool is_alone =
        program->count == behind || (program->count > behind && program->code[behind].operation == EXPR_OP_MARK &&
                                     program->code[behind].k[0] == STAGE_RAW);
    return is_alone ? wits_expr_target_read(program, 0) : (uint32_t)EXPR_NONE;
}

// --------------------------------------------------------------------------------------------------------------- parts

/// Parts of the register values, in order. Code of an operand is contiguous, so an operation's operands are always the
/// last parts.
typedef struct parts {
    expr_value registers[EXPR_REGISTERS];
    uint32_t first[EXPR_REGISTERS];  ///< the first part of each register
    bool folded[EXPR_REGISTERS];     ///< an operand of one of its `and`s was constant
    uint32_t count;
    bool holds;      ///< the value of the last instruction
    bool is_folded;  ///< see `folded`
} parts;

static bool is_and(const expr_instruction *at) {
    return at->operation == EXPR_OP_AND;
}

static void run_part(parts *p, const expr_instruction *at, const expr_env *env, bool *written, uint32_t capacity) {
    uint8_t operands[EXPR_MAX_ARGUMENTS];
    const uint32_t operand_count = operation_registers(at, operands);
    uint32_t first = p->count;
    bool folded = is_and(at) && operand_count < 2;
    for (uint32_t i = 0; i < operand_count; i++) {
        first = p->first[operands[i]] < first ? p->first[operands[i]] : first;
        folded = folded || (is_and(at) && p->folded[operands[i]]);
    }
    p->holds = wits_expr_run(at, operation_length(at), env, p->registers).bits != 0;
    p->is_folded = folded;
    p->first[at->out] = first;
    p->folded[at->out] = folded;
    if (is_and(at)) {
        return;  // the parts of both sides
    }
    if (first < capacity) {
        written[first] = p->holds;
    }
    p->count = first + 1;
}

uint32_t wits_expr_condition_parts(const expr_program *program, const expr_env *env, bool *written, uint32_t capacity) {
    parts p;
    p.count = 0;
    p.holds = false;
    p.is_folded = false;
    for (uint32_t i = 0; i < program->count; i += operation_length(&program->code[i])) {
        const expr_instruction *at = &program->code[i];
        if (!operation_is(at->operation, OPERATION_PASSIVE)) {
            run_part(&p, at, env, written, capacity);
        }
    }
    if (p.is_folded && capacity > 0) {
        written[0] = p.holds;
    }
    return p.is_folded ? 1 : p.count;
}
