// SPDX-License-Identifier: MIT
#ifndef WITS_EXPR_RUN_H
#define WITS_EXPR_RUN_H

#include "expr/expr.h"
#include "expr/random.h"

/// Runs the code with as many registers as it uses and returns the last instruction's value. If the code reads no
/// fields or the like, `env` may be null: the compiler folds constants that way.
expr_value wits_expr_run(const expr_instruction *code, uint32_t count, const expr_env *env, expr_value *registers);

/// Returns whether a value that can only decrease is too low already.
static inline bool expr_has_lost(const expr_threshold *threshold, float value) {
    return threshold != NULL && value * threshold->weight + threshold->inertia < threshold->best;
}

/// Draws from a random stream.
static inline float expr_draw(const expr_env *env, uint32_t place) {
    return env->draws != NULL ? env->draws[place] : expr_random(env->seed, env->agent, env->tick, place);
}

#endif
