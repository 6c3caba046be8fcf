// SPDX-License-Identifier: MIT
// Runs a program instruction by instruction, to record intermediate values. It ignores skips, which never change the
// value.
#include "expr/operations.h"
#include "expr/run.h"

// -------------------------------------------------------------------------------------------------------------- stages

/// The value of a mark. That of an input may be replaced.
static expr_value marked(const expr_instruction *at, const expr_value *registers, const expr_recorder *recorder) {
    expr_value value = registers[at->a];
    if (at->k[0] == STAGE_RAW && at->k[1] == recorder->probed) {
        value.f = recorder->input;
    }
    return value;
}

static void note(const expr_recorder *recorder, const expr_instruction *at, expr_value value) {
    if (recorder->note != NULL) {
        value.f = at->k[0] == STAGE_HOLDS ? value.f : math_canonical(value.f);
        recorder->note(recorder->user, at->k[1], at->k[0], value);
    }
}

/// Returns how many instructions a skip passes over.
static uint32_t skipped(const expr_instruction *at, const expr_env *env, expr_value *registers) {
    const bool skips = (registers[at->a].bits != 0) == (at->operation == EXPR_OP_SKIP_IF);
    if (!skips) {
        return 0;
    }
    wits_expr_run(at, 1, env, registers);
    return at->k[0];
}

expr_value wits_expr_eval_recorded(const expr_program *program, const expr_env *env, const expr_recorder *recorder) {
    expr_value registers[EXPR_REGISTERS];
    for (uint32_t i = 0; i < program->count; i += operation_length(&program->code[i])) {
        const expr_instruction *at = &program->code[i];
        if (at->operation == EXPR_OP_MARK) {
            registers[at->out] = marked(at, registers, recorder);
            note(recorder, at, registers[at->out]);
        } else if (!operation_is(at->operation, OPERATION_PASSIVE)) {
            wits_expr_run(at, operation_length(at), env, registers);
        } else if (at->operation != EXPR_OP_LOST && recorder->note == NULL) {
            i += skipped(at, env, registers);
        }
    }
    expr_value value = registers[program->code[program->count - 1].out];
    value.f = program->type == EXPR_FLOAT ? math_canonical(value.f) : value.f;
    return value;
}

uint32_t wits_expr_input_target(const expr_program *program, uint32_t first) {
    const expr_instruction *after = &program->code[first + 1];  // there is a mark at least
    after += after->operation == EXPR_OP_WIDEN ? 1 : 0;
    const bool is_alone = after->operation == EXPR_OP_MARK && after->k[0] == STAGE_RAW;
    return is_alone ? wits_expr_target_read(program, first) : (uint32_t)EXPR_NONE;
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
