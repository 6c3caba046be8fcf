// SPDX-License-Identifier: MIT
// Curves for tests: random ones, and their formulas from docs/brain-files.md in double precision; and test numbers.
#ifndef WITS_TESTS_CURVES_SUPPORT_H
#define WITS_TESTS_CURVES_SUPPORT_H

#include "expr_support.h"

/// Random numbers below `limit`.
typedef uint32_t curves_chance(uint32_t limit);

static const float curves_numbers[] = {0.0f,  -0.0f,   1.0f,      0.5f,  0.25f,  0.75f,  NAN,  INFINITY, -INFINITY,
                                       -1.0f, 1.0001f, -0.00001f, 3e38f, -3e38f, 1e-42f, 0.9f, 40.0f,    100.0f};

/// x: the numbers above, then some from -0.25 to 1.25. y: the same over a wide range.
static inline void curves_fill_world(world *w, curves_chance *below) {
    memset(w, 0, sizeof *w);
    world_bind(w);
    for (uint32_t i = 0; i < AGENTS; i++) {
        const bool named = i < COUNT(curves_numbers);
        const float y = named ? curves_numbers[i] : ((float)below(20001) - 10000.0f) / 32.0f;
        w->x[i] = named ? curves_numbers[i] : (float)below(1501) / 1000.0f - 0.25f;
        w->z[i] = (float)below(1000) / 999.0f;
        w->n[i] = (int32_t)below(100) - 50;
        w->u8[i] = (uint8_t)below(30);
        w->records[i].flag = (uint8_t)below(2);
        memcpy(w->records[i].y, &y, sizeof y);
    }
    w->shared = 0.75f;
}

/// A valid curve. Its knots are written to `knots`, which has room for 16.
static inline wits_curve curves_any(curves_chance *below, wits_knot *knots) {
    static const float slopes[] = {0.0f, 1.0f, -1.0f, -0.0f, 2.0f, 0.5f, -3.0f, 1e-3f, 1e20f};
    static const float bends[] = {0.0f, 2.0f, 3.0f, 0.5f, -0.0f, -1.0f, 1.5f, 1e-5f, -2.0f, 7.0f, -0.25f, 40.0f};
    static const float offsets[] = {0.0f, 0.0f, 0.0f, 1.0f, 0.5f, -0.25f, 0.1f, -1.0f};
    wits_curve curve = {.kind = (wits_curve_kind)below(WITS_CURVE_PIECEWISE + 1)};
    const bool has_k = curve.kind == WITS_CURVE_POLYNOMIAL || curve.kind == WITS_CURVE_EXPONENTIAL ||
                       curve.kind == WITS_CURVE_LOGISTIC || curve.kind == WITS_CURVE_NORMAL;
    if (curve.kind == WITS_CURVE_PIECEWISE) {
        curve.knots = knots;
        curve.knot_count = 2 + below(WITS_MAX_KNOTS - 1);
        float x = (float)below(5) / 4.0f - 0.5f;
        for (uint32_t i = 0; i < curve.knot_count; i++) {
            knots[i] = (wits_knot){x, (float)below(13) / 8.0f - 0.25f};
            x += (float)below(4) / 16.0f;
        }
        return curve;
    }
    curve.b = offsets[below(8)];
    if (curve.kind != WITS_CURVE_CONSTANT) {
        curve.has_m = below(9) != 0;
        curve.m = curve.has_m ? slopes[below(9)] : 0.0f;
        curve.c = offsets[below(8)];
    }
    curve.has_k = (has_k || curve.kind == WITS_CURVE_SIGMOID) && below(12) != 0;
    if (curve.has_k) {
        curve.k = has_k ? bends[below(12)] : ((float)below(1999) - 999.0f) / 1000.0f;
    }
    return curve;
}

static inline double curves_kept(double x) {
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

static inline double curves_power(double t, double k) {
    return k == 0.0 ? 1.0 : t < 0.0 && k != floor(k) ? 0.0 : pow(t, k);
}

static inline double curves_piecewise(const wits_curve *curve, double x) {
    double y = (double)curve->knots[0].y;
    for (uint32_t i = 0; i < curve->knot_count; i++) {
        const wits_knot *from = &curve->knots[i], *to = from + 1;
        if (!(x >= (double)from->x)) {
            break;
        }
        y = (double)from->y;
        if (i + 1 < curve->knot_count) {
            double part = (x - (double)from->x) / ((double)to->x - (double)from->x);
            y += ((double)to->y - (double)from->y) * part;
        }
    }
    return y;
}

/// For x from 0 to 1: computed directly from the table of formulas.
static inline double curves_value(const wits_curve *curve, double x) {
    const double m = curve->has_m ? (double)curve->m : 1.0;
    const double otherwise = curve->kind == WITS_CURVE_SIGMOID ? -0.5 : 1.0;
    const double k = curve->has_k ? (double)curve->k : otherwise;
    const double b = (double)curve->b, t = x - (double)curve->c, middle = 0.5 + (double)curve->c;
    const double inside = curves_kept(t), s = 2.0 * inside - 1.0;
    const bool centred = curve->kind == WITS_CURVE_LOGIT || curve->kind == WITS_CURVE_SIGMOID;
    if (m == 0.0 && curve->kind != WITS_CURVE_PIECEWISE) {
        return curves_kept(centred ? 0.5 + b : b);
    }
    switch (curve->kind) {
    case WITS_CURVE_CONSTANT:
        return curves_kept(b);
    case WITS_CURVE_STEP:
        return curves_kept(t >= 0.5 ? m + b : b);
    case WITS_CURVE_POLYNOMIAL:
        return curves_kept(m * curves_power(t, k) + b);
    case WITS_CURVE_EXPONENTIAL:
        return curves_kept(fabs(k) < 1e-4 ? m * t + b : m * ((exp(k * t) - 1.0) / (exp(k) - 1.0)) + b);
    case WITS_CURVE_LOGISTIC:
        return curves_kept(m / (1.0 + exp(-10.0 * k * (x - middle))) + b);
    case WITS_CURVE_LOGIT:
        return curves_kept(m * (log(inside / (1.0 - inside)) / 5.0) + 0.5 + b);
    case WITS_CURVE_NORMAL:
        return curves_kept(m * exp(-30.0 * k * (x - middle) * (x - middle)) + b);
    case WITS_CURVE_SIGMOID:
        return curves_kept(m * ((s - k * s) / (k - 2.0 * k * fabs(s) + 1.0) / 2.0) + 0.5 + b);
    case WITS_CURVE_SMOOTHSTEP:
        return curves_kept(m * inside * inside * (3.0 - 2.0 * inside) + b);
    case WITS_CURVE_SMOOTHERSTEP:
        return curves_kept(m * inside * inside * inside * (inside * (6.0 * inside - 15.0) + 10.0) + b);
    case WITS_CURVE_PIECEWISE:
        return curves_kept(curves_piecewise(curve, x));
    default:
        return curves_kept(m * t + b);
    }
}

#endif
