// SPDX-License-Identifier: MIT
// Stages of a shaped program, as explanations see them.
#ifndef WITS_TESTS_EXPR_STAGES_H
#define WITS_TESTS_EXPR_STAGES_H

#include "expr/operations.h"

enum { STAGES = STAGE_FIRST_CURVE + WITS_MAX_CURVES };

typedef struct expr_stages {
    float raw;
    float normal;
    float curves[WITS_MAX_CURVES];
} expr_stages;

typedef struct stage_notes {
    float values[STAGES];
    uint32_t count;
} stage_notes;

static inline void note_stage(void *user, uint32_t row, uint32_t stage, expr_value value) {
    stage_notes *notes = user;
    (void)row;
    notes->values[stage] = value.f;
    notes->count = stage + 1;
}

/// Returns the value. Stages that are not marked are set to it. With `instead`, that value replaces the input.
static inline float expr_stages_of(const expr_program *program, const expr_env *env, const float *instead,
                                   expr_stages *stages) {
    stage_notes notes = {.count = 0};
    const expr_recorder recorder = {.note = note_stage,
                                    .user = &notes,
                                    .probed = instead != NULL ? 0 : EXPR_NONE,
                                    .input = instead != NULL ? *instead : 0.0f};
    const float value = wits_expr_eval_recorded(program, env, &recorder).f;
    while (notes.count < STAGES) {
        notes.values[notes.count++] = value;
    }
    stages->raw = notes.values[STAGE_RAW];
    stages->normal = notes.values[STAGE_NORMAL];
    memcpy(stages->curves, notes.values + STAGE_FIRST_CURVE, sizeof stages->curves);
    return value;
}

#endif
