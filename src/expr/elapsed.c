// SPDX-License-Identifier: MIT
// Computes from which tick on `elapsed` makes no difference to a program.
#include "expr/operations.h"

/// Content of a register.
enum { HOLDS_OTHER, HOLDS_TICKS, HOLDS_WIDENED };

static uint32_t beside_int(int32_t k) {
    return k < 0 ? 0 : (uint32_t)k + 1;
}

/// A comparison with NaN has the same result for all ticks. From 2^24 on floats are not exact.
static uint32_t beside_float(float k) {
    if (!(k >= 0.0f)) {
        return 0;
    }
    return k >= 0x1p24f ? EXPR_FOR_EVER : (uint32_t)k + 1;
}

/// Returns how many ticks matter to an instruction that has ticks among its operands.
static uint32_t looks_as_far_as(const expr_instruction *at, const uint8_t *holds) {
    const bool beside_constant = operation_is(at->operation, OPERATION_COMPARE) && (at->a == 0 || at->b == 0);
    uint8_t operands[EXPR_MAX_ARGUMENTS];
    const uint32_t count = operation_registers(at, operands);
    uint32_t until = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t what = holds[operands[i]];
        if (what == HOLDS_OTHER || at->operation == EXPR_OP_WIDEN) {
            continue;
        }
        until = !beside_constant        ? EXPR_FOR_EVER
                : what == HOLDS_WIDENED ? beside_float(math_float(at->k[0]))
                                        : beside_int((int32_t)at->k[0]);
    }
    return until;
}

uint32_t wits_expr_elapsed_matters(const expr_program *program) {
    if ((program->uses & EXPR_USES_ELAPSED) == 0) {
        return 0;
    }
    uint8_t holds[EXPR_REGISTERS] = {HOLDS_OTHER};
    uint8_t given = 0;  // the register of the program's value
    uint32_t until = 0;
    for (uint32_t i = 0; i < program->count; i += operation_length(&program->code[i])) {
        const expr_instruction *at = &program->code[i];
        if (operation_is(at->operation, OPERATION_PASSIVE)) {
            continue;
        }
        const uint32_t here = looks_as_far_as(at, holds);
        until = here > until ? here : until;
        const bool widens = at->operation == EXPR_OP_WIDEN && holds[at->a] == HOLDS_TICKS;
        holds[at->out] = at->operation == EXPR_OP_ELAPSED ? HOLDS_TICKS : widens ? HOLDS_WIDENED : HOLDS_OTHER;
        given = at->out;
    }
    return holds[given] != HOLDS_OTHER ? EXPR_FOR_EVER : until;
}
