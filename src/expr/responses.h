// SPDX-License-Identifier: MIT
// Response formulas: docs/brain-files.md, "Considerations", with the exact order of operations. Computing the same
// steps gives the same bits: every +, -, *, / and square root is rounded to single precision separately. exp, expm1,
// log and pow are those of math.h.
//
// A consideration goes through these steps; steps without effect are omitted:
//
//   response_on_nan   replaces NaN
//   response_normal   or response_wrap: normalizes by the range to 0..1
//   a curve           t = x - c; then the curve's formula s of t; then response_scaled(s, m, b): m * s + b, clamped to
//                     0..1
//
// with these constants, computed in single precision before anything else:
//
//   constant          s is not needed: b; also m + b if k is 0 and the curve polynomial or normal, m * 0.5 + b for
//                     logistic, b if m is 0 (0.5 + b for logit and sigmoid)
//   step              response_step(t, b, m + b), both clamped to 0..1
//   linear            s = t
//   polynomial        s = t for k = 1, t * t for 2, (t * t) * t for 3, response_root(t) for 0.5;
//                     else response_power_of(t, k, 0), and if k is whole response_power_of(t, k, -infinity)
//   exponential       s = response_exponential(t, k, math_expm1(k)); t if k is between -0.0001 and 0.0001
//   logistic          s = response_logistic(x, -10 * k, 0.5 + c)
//   logit             s = response_logit(t), with 0.5 + b as b
//   normal            s = response_bell(x, -30 * k, 0.5 + c)
//                     (both have a narrow form with the same results, for x from 0 to 1 and small exponents)
//   sigmoid           s = response_sigmoid(t, (1 + k) / (1 - k)), with 0.5 + b as b
//   smoothstep        s = operation_smoothstep(t) of operations.h
//   smootherstep      s = response_smootherstep(t)
//   piecewise         response_segment(x, ...) of the last knot at or left of x; y of the last knot if it is that one,
//                     y of the first if there is none; clamped to 0..1
//
// Like math.h without branches, so that loops over agents vectorise.
#ifndef WITS_EXPR_RESPONSES_H
#define WITS_EXPR_RESPONSES_H

#include "expr/math.h"
#include "wits/considerations.h"

/// X(name, kind, parameters, default of k, problem with k, operation). Expressions give parameters in this order. The
/// operation is a curve_step (curves.c): it computes s from t. If it is {0}, curves.c derives it from the parameters.
// clang-format off
#define EXPR_CURVE_LIST(X) \
    X("constant", WITS_CURVE_CONSTANT, "b", 1.0f, NULL, {0}) \
    X("step", WITS_CURVE_STEP, "mbc", 1.0f, NULL, {0}) \
    X("linear", WITS_CURVE_LINEAR, "mbc", 1.0f, NULL, {0}) \
    X("polynomial", WITS_CURVE_POLYNOMIAL, "mkbc", 1.0f, NULL, {0}) \
    X("exponential", WITS_CURVE_EXPONENTIAL, "mkbc", 1.0f, k <= 88.0f ? NULL : "must be at most 88", {0}) \
    X("logistic", WITS_CURVE_LOGISTIC, "mkbc", 1.0f, response_is_finite(30.0f * k) ? NULL : "is too large", {0}) \
    X("logit", WITS_CURVE_LOGIT, "mbc", 1.0f, NULL, {.operation = EXPR_OP_LOGIT, .middle = 0.5f}) \
    X("normal", WITS_CURVE_NORMAL, "mkbc", 1.0f, response_is_finite(30.0f * k) ? NULL : "is too large", {0}) \
    X("sigmoid", WITS_CURVE_SIGMOID, "mkbc", -0.5f, math_abs(k) <= 0.99999f ? NULL : "must be from -0.99999 to 0.99999", \
      {.operation = EXPR_OP_SIGMOID, .k0 = (1.0f + k) / (1.0f - k), .middle = 0.5f}) \
    X("smoothstep", WITS_CURVE_SMOOTHSTEP, "mbc", 1.0f, NULL, {.operation = EXPR_OP_SMOOTHSTEP, .is_unit = true}) \
    X("smootherstep", WITS_CURVE_SMOOTHERSTEP, "mbc", 1.0f, NULL, \
      {.operation = EXPR_OP_SMOOTHERSTEP, .is_unit = true}) \
    X("piecewise", WITS_CURVE_PIECEWISE, "", 1.0f, NULL, {0})
// clang-format on

static inline bool response_is_finite(float x) {
    return math_abs(x) < math_float(MATH_INFINITY_BITS);
}

/// Clamps x to 0..1. NaN becomes 0, and -0 becomes 0.
static inline float response_kept(float x) {
    const float above = x > 0.0f ? x : 0.0f;
    return above < 1.0f ? above : 1.0f;
}

/// As above by masks, for computed values: gcc would branch at the ends.
static inline float response_kept_inside(float x) {
    const float above = math_pick(x > 0.0f, x, 0.0f);
    return math_pick(above < 1.0f, above, 1.0f);
}

static inline float response_on_nan(float x, float instead) {
    return math_pick(x != x, instead, x);
}

/// `span` is high - low, and not 0.
static inline float response_normal(float x, float low, float span) {
    return response_kept((x - low) / span);
}

static inline float response_wrap(float x, float low, float span) {
    const float u = (x - low) / span;
    return response_kept(u - math_floor(u));
}

static inline float response_scaled(float s, float m, float b) {
    return response_kept(m * s + b);
}

static inline float response_step(float t, float before, float from) {
    return math_pick(t >= 0.5f, from, before);
}

static inline float response_root(float t) {
    return math_pick(t < 0.0f, 0.0f, math_sqrt(t));
}

/// t^k; 0 below `least`. The sum turns -0 into 0.
static inline float response_power_of(float t, float k, float least) {
    return math_pick(t < least, 0.0f, math_pow(t + 0.0f, k));
}

static inline float response_exponential(float t, float k, float expm1_of_k) {
    return math_expm1(k * t) / expm1_of_k;
}

static inline float response_logistic(float x, float k, float middle) {
    return 1.0f / (1.0f + math_exp(k * (x - middle)));
}

/// As above, where math_exp_narrow suffices.
static inline float response_logistic_narrow(float x, float k, float middle) {
    return 1.0f / (1.0f + math_exp_narrow(k * (x - middle)));
}

static inline float response_logit(float t) {
    const float inside = response_kept_inside(t);
    return math_log(inside / (1.0f - inside)) / 5.0f;
}

static inline float response_bell(float x, float k, float middle) {
    const float d = x - middle;
    return math_exp(k * (d * d));
}

static inline float response_bell_narrow(float x, float k, float middle) {
    const float d = x - middle;
    return math_exp_narrow(k * (d * d));
}

/// Returns, from -0.5 to 0.5: (s - k * s) / (k - 2 * k * abs(s) + 1) / 2, but without differences of nearly equal
/// numbers.
static inline float response_sigmoid(float t, float ratio) {
    const float s = 2.0f * response_kept_inside(t) - 1.0f;
    const float size = math_abs(s);
    return 0.5f * (s / (size + ratio * (1.0f - size)));
}

/// The upper half mirrors the lower one, which is more accurate.
static inline float response_smootherstep(float t) {
    const float inside = response_kept_inside(t);
    const bool is_lower = inside <= 0.5f;
    const float u = math_pick(is_lower, inside, 1.0f - inside);
    const float lower = ((u * u) * u) * (u * (6.0f * u - 15.0f) + 10.0f);
    return math_pick(is_lower, lower, 1.0f - lower);
}

/// The line from the knot (x0, y0) to (x1, y1).
static inline float response_segment(float x, float x0, float y0, float x1, float y1) {
    return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}

/// Compensates one number of a compensated group: f is 1 - 1 / n.
static inline float response_compensated(float x, float f) {
    return x + ((1.0f - x) * f) * x;
}

#endif
