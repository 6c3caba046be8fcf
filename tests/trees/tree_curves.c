// SPDX-License-Identifier: MIT
// The curves of docs/brain-files.md, one function each, as the table there has them. Only exp, log and pow are the
// library's own: internal_math tests those. What depends on parameters alone is computed first.
#include "trees/tree.h"

#include "expr/math.h"

#include <math.h>

const char *const tree_curve_names[TREE_CURVES] = {
    [WITS_CURVE_CONSTANT] = "constant",
    [WITS_CURVE_STEP] = "step",
    [WITS_CURVE_LINEAR] = "linear",
    [WITS_CURVE_POLYNOMIAL] = "polynomial",
    [WITS_CURVE_EXPONENTIAL] = "exponential",
    [WITS_CURVE_LOGISTIC] = "logistic",
    [WITS_CURVE_LOGIT] = "logit",
    [WITS_CURVE_NORMAL] = "normal",
    [WITS_CURVE_SIGMOID] = "sigmoid",
    [WITS_CURVE_SMOOTHSTEP] = "smoothstep",
    [WITS_CURVE_SMOOTHERSTEP] = "smootherstep",
    [WITS_CURVE_PIECEWISE] = "piecewise",
};

const char *tree_curve_parameters(wits_curve_kind kind) {
    switch (kind) {
    case WITS_CURVE_CONSTANT:
        return "b";
    case WITS_CURVE_POLYNOMIAL:
    case WITS_CURVE_EXPONENTIAL:
    case WITS_CURVE_LOGISTIC:
    case WITS_CURVE_NORMAL:
    case WITS_CURVE_SIGMOID:
        return "mkbc";
    case WITS_CURVE_PIECEWISE:
        return "";
    default:
        return "mbc";
    }
}

static float kept(float x, float lo, float hi) {
    float most = x > lo ? x : lo;
    return most < hi ? most : hi;
}

/// "The result of a curve is clamped to 0 to 1: NaN becomes 0, infinity 1, minus infinity 0."
static float sane(float y) {
    return isnan(y) ? 0.0f : kept(y, 0.0f, 1.0f);
}

float tree_exp(float x) {
    return math_exp(x);
}

/// x^w, for a weight w that is an exponent; exponents of t are treated like weights.
float tree_power(float x, float w) {
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
        float square = x * x;
        return square * x;
    }
    return w == 0.5f ? sqrtf(x) : math_pow(x, w);
}

/// "t^k is 0 where t < 0 and k is not a whole number."
static float power_of(float t, float k) {
    bool whole = floorf(k) == k;
    if (t < 0.0f && !whole) {
        return 0.0f;
    }
    bool special = k == 1.0f || k == 2.0f || k == 3.0f || k == 0.5f;
    return special ? tree_power(t, k) : math_pow(t + 0.0f, k);
}

/// With k nearer to 0 than 0.0001: t. The differences are expm1 of math.h.
static float exponential(float t, float k) {
    if (fabsf(k) < 0.0001f) {
        return t;
    }
    float grown = math_expm1(k * t);
    float all = math_expm1(k);
    return grown / all;
}

static float logistic(float x, float k, float middle) {
    float steepness = -10.0f * k;
    float distance = x - middle;
    float falling = math_exp(steepness * distance);
    float whole = 1.0f + falling;
    return 1.0f / whole;
}

static float logit(float t) {
    float inside = kept(t, 0.0f, 1.0f);
    float rest = 1.0f - inside;
    float odds = inside / rest;
    return math_log(odds) / 5.0f;
}

static float normal(float x, float k, float middle) {
    float steepness = -30.0f * k;
    float distance = x - middle;
    float square = distance * distance;
    return math_exp(steepness * square);
}

/// From -0.5 to 0.5.
static float sigmoid(float t, float k) {
    float more = 1.0f + k;
    float less = 1.0f - k;
    float ratio = more / less;
    float twice = 2.0f * kept(t, 0.0f, 1.0f);
    float s = twice - 1.0f;
    float size = fabsf(s);
    float rest = 1.0f - size;
    float part = ratio * rest;
    float below = size + part;
    float whole = s / below;
    return 0.5f * whole;
}

static float smoothstep(float t) {
    float c = kept(t, 0.0f, 1.0f);
    float square = c * c;
    float twice = 2.0f * c;
    float rest = 3.0f - twice;
    return square * rest;
}

/// The upper half is the mirror image of the lower one.
static float smootherstep(float t) {
    float inside = kept(t, 0.0f, 1.0f);
    bool upper = inside > 0.5f;
    float u = upper ? 1.0f - inside : inside;
    float square = u * u;
    float cube = square * u;
    float six = 6.0f * u;
    float less = six - 15.0f;
    float times = u * less;
    float rest = times + 10.0f;
    float lower = cube * rest;
    return upper ? 1.0f - lower : lower;
}

/// "Straight lines between points; beyond the ends as at the ends; where two have one x, the later one counts from
/// there on."
static float piecewise(const wits_knot *knots, uint32_t count, float x) {
    if (!(x >= knots[0].x)) {
        return knots[0].y;
    }
    uint32_t last = 0;
    for (uint32_t i = 1; i < count; i++) {
        last = knots[i].x <= x ? i : last;
    }
    if (last + 1 == count) {
        return knots[last].y;
    }
    const wits_knot *from = &knots[last];
    const wits_knot *to = from + 1;
    float height = to->y - from->y;
    float done = x - from->x;
    float width = to->x - from->x;
    float share = done / width;
    float part = height * share;
    return from->y + part;
}

/// The value of the curve's formula before m and b: 0 to 1 for most inputs. For logit and sigmoid from -0.5 to 0.5.
static float formula(const wits_curve *curve, float k, float x) {
    float t = x - curve->c;
    float middle = 0.5f + curve->c;
    switch (curve->kind) {
    case WITS_CURVE_POLYNOMIAL:
        return power_of(t, k);
    case WITS_CURVE_EXPONENTIAL:
        return exponential(t, k);
    case WITS_CURVE_LOGISTIC:
        return logistic(x, k, middle);
    case WITS_CURVE_LOGIT:
        return logit(t);
    case WITS_CURVE_NORMAL:
        return normal(x, k, middle);
    case WITS_CURVE_SIGMOID:
        return sigmoid(t, k);
    case WITS_CURVE_SMOOTHSTEP:
        return smoothstep(t);
    case WITS_CURVE_SMOOTHERSTEP:
        return smootherstep(t);
    default:
        return t;
    }
}

/// The rest of the formula if k is 0: it does not depend on x, not even on whether it is finite.
static bool is_flat(wits_curve_kind kind, float k, float *level) {
    *level = kind == WITS_CURVE_LOGISTIC ? 0.5f : 1.0f;
    return k == 0.0f && (kind == WITS_CURVE_POLYNOMIAL || kind == WITS_CURVE_LOGISTIC || kind == WITS_CURVE_NORMAL);
}

float tree_curve(const wits_curve *curve, float x) {
    wits_curve_kind kind = curve->kind;
    float m = curve->has_m ? curve->m : 1.0f;
    float k = curve->has_k ? curve->k : kind == WITS_CURVE_SIGMOID ? -0.5f : 1.0f;
    float b = kind == WITS_CURVE_LOGIT || kind == WITS_CURVE_SIGMOID ? 0.5f + curve->b : curve->b;
    float level;
    if (kind == WITS_CURVE_PIECEWISE) {
        return sane(piecewise(curve->knots, curve->knot_count, x));
    }
    if (kind == WITS_CURVE_CONSTANT || m == 0.0f) {  // "m = 0 leaves b, of logit and sigmoid 0.5 + b"
        return sane(b);
    }
    if (kind == WITS_CURVE_STEP) {
        float t = x - curve->c;
        return sane(t >= 0.5f ? m + b : b);
    }
    float product = m * (is_flat(kind, k, &level) ? level : formula(curve, k, x));
    return sane(product + b);
}
