// SPDX-License-Identifier: MIT
// What numbers become on their way to a score: the formulas of docs/brain-files.md, "Considerations", with the exact
// order of operations. Each operation rounds its result to a float (32 bits), so what computes the same steps in single
// precision gets the same bits; exp, pow and sqrt are those of math.h.
#ifndef WITS_EXPR_SHAPES_H
#define WITS_EXPR_SHAPES_H

#include "expr/math.h"

/// x^w of 0 <= x <= 1 and w >= 0.
static inline float shape_power(float x, float w) {
    if (w == 0.0f) {
        return 1.0f;
    }
    if (w == 1.0f) {
        return x;
    }
    if (w == 2.0f) {
        return x * x;
    }
    if (w == 3.0f) {
        return (x * x) * x;
    }
    return w == 0.5f ? math_sqrt(x) : math_pow(x, w);
}

/// What a compensated group makes of each of its numbers: f is 1 - 1 / n.
static inline float shape_compensated(float x, float f) {
    return x + ((1.0f - x) * f) * x;
}

#endif
