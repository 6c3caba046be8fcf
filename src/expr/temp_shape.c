// SPDX-License-Identifier: MIT
// Shaped programs without their shape, until the curves are there: the value is the input. This file goes with them.
#include "expr/expr.h"

#include "expr/shapes.h"

float expr_eval_stages(const expr_program *program, const expr_env *env, const float *instead, expr_stages *stages) {
    float value = instead != NULL ? *instead : expr_eval_one(program, env).f;
    stages->raw = value;
    stages->normal = value;
    return value;
}

const char *expr_curve_problem(const wits_curve *curve, const char **why) {
    *why = "this curve has no k";
    return curve->k != 0.0f ? "k" : NULL;
}

uint32_t expr_condition_parts(const expr_program *program, const expr_env *env, bool *parts, uint32_t capacity) {
    if (capacity > 0) {
        parts[0] = expr_eval_one(program, env).bits != 0;
    }
    return 1;
}

bool expr_condition_part(const char *text, size_t length, uint32_t part, uint32_t *offset, uint32_t *part_length) {
    *offset = 0;
    *part_length = (uint32_t)length;
    return text != NULL && part == 0;
}
