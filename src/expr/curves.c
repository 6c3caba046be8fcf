// SPDX-License-Identifier: MIT
// Compiles curves and ranges to operations: the steps of responses.h that each needs. Validates curves.
#include "expr/curves.h"

#include <string.h>

enum {
#define ONE_MORE(...) +1
    CURVES = EXPR_CURVE_LIST(ONE_MORE),  ///< the default is 0
#undef ONE_MORE
};

const char *wits_expr_curve_parameters(wits_curve_kind kind) {
    static const char *const rows[] = {[WITS_CURVE_DEFAULT] = "mbc",
#define PARAMETERS(name, kind, parameters, ...) [kind] = (parameters),
                                       EXPR_CURVE_LIST(PARAMETERS)
#undef PARAMETERS
    };
    return rows[kind];
}

// --------------------------------------------------------------------------------------------------------- constants

/// A curve's parameters with defaults applied.
typedef struct parameters {
    float m, k, b, c;
} parameters;

static float usual_k(wits_curve_kind kind) {
    switch (kind) {
#define USUAL_K(name, kind, parameters, k, ...)                                                                        \
    case kind:                                                                                                         \
        return k;
        EXPR_CURVE_LIST(USUAL_K)
#undef USUAL_K
    default:
        return 1.0f;
    }
}

static parameters parameters_of(const wits_curve *curve) {
    return (parameters){.m = curve->has_m ? curve->m : 1.0f,
                        .k = curve->has_k ? curve->k : usual_k(curve->kind),
                        .b = curve->b,
                        .c = curve->c};
}

static bool is_almost_linear(const parameters *p) {
    return math_abs(p->k) < 0.0001f;
}

// ---------------------------------------------------------------------------------------------------------- problems

static const char not_finite[] = "must be a finite number";

static const char *knot_problem(const wits_curve *curve) {
    if (curve->knots == NULL || curve->knot_count < 2 || curve->knot_count > WITS_MAX_KNOTS) {
        return "must be 2 to 16";
    }
    for (uint32_t i = 0; i < curve->knot_count; i++) {
        if (!response_is_finite(curve->knots[i].x) || !response_is_finite(curve->knots[i].y)) {
            return "must be of finite numbers";
        }
    }
    for (uint32_t i = 1; i < curve->knot_count; i++) {
        const wits_knot *from = &curve->knots[i - 1], *to = &curve->knots[i];
        if (to->x < from->x) {
            return "must be in ascending order of x";
        }
        if (!response_is_finite(to->x - from->x) || !response_is_finite(to->y - from->y)) {
            return "must not be further apart than the largest float";
        }
    }
    return NULL;
}

static const char *k_problem(const wits_curve *curve) {
    const float k = parameters_of(curve).k;
    if (!response_is_finite(k)) {
        return not_finite;
    }
    switch (curve->kind) {
#define K_PROBLEM(name, kind, parameters, usual, wrong, ...)                                                           \
    case kind:                                                                                                         \
        return wrong;
        EXPR_CURVE_LIST(K_PROBLEM)
#undef K_PROBLEM
    default:
        return NULL;
    }
}

const char *wits_expr_curve_problem(const wits_curve *curve, const char **why) {
    const struct {
        const char *name;
        float value;
        bool counts;
        const char *unset;  ///< problem with an unused parameter
    } given[] = {{"m", curve->m, curve->has_m, "is used only with has_m"},
                 {"k", curve->k, curve->has_k, "is used only with has_k"},
                 {"b", curve->b, curve->b != 0.0f, NULL},
                 {"c", curve->c, curve->c != 0.0f, NULL}};
    if ((uint32_t)curve->kind > CURVES) {
        *why = "is none";
        return "kind";
    }
    for (uint32_t i = 0; i < 4; i++) {
        const bool has = strchr(wits_expr_curve_parameters(curve->kind), given[i].name[0]) != NULL;
        const bool is_unset = !given[i].counts && math_bits(given[i].value) != 0;
        *why = !has && (given[i].counts || given[i].value != 0.0f) ? "is not a parameter of this curve"
               : is_unset && given[i].unset != NULL                ? given[i].unset
               : !response_is_finite(given[i].value)               ? not_finite
               : i == 1 && has                                     ? k_problem(curve)
                                                                   : NULL;
        if (*why != NULL) {
            return given[i].name;
        }
    }
    if (curve->kind != WITS_CURVE_PIECEWISE) {
        *why = curve->knots != NULL || curve->knot_count != 0 ? "are for piecewise curves only" : NULL;
    } else {
        *why = knot_problem(curve);
    }
    return *why != NULL ? "knots" : NULL;
}

// ---------------------------------------------------------------------------------------------------------- operations

static operand number(float value) {
    return wits_expr_operand_constant(EXPR_FLOAT, math_bits(value), 0);
}

static bool emit_kept(expr_compiler *c, operand *x) {
    operand low = number(0.0f), high = number(1.0f);
    return wits_expr_emit(c, EXPR_OP_CLAMP, EXPR_FLOAT, x, &low, &high);
}

static bool emit_shifted(expr_compiler *c, operand *x, float by) {
    operand k = number(by);
    return by == 0.0f || wits_expr_emit(c, EXPR_OP_SUBTRACT, EXPR_FLOAT, x, &k, NULL);
}

/// m * x + b, clamped to 0..1.
static bool emit_scaled(expr_compiler *c, operand *x, float m, float b, bool is_unit) {
    if (m == 1.0f && b == 0.0f) {
        return is_unit || emit_kept(c, x);
    }
    return wits_expr_emit_response(c, EXPR_OP_SCALED, x, m, b);
}

/// This value for every x.
static bool emit_fixed(expr_compiler *c, operand *x, float value) {
    const float kept = response_kept(value);
    return wits_expr_emit_response(c, EXPR_OP_STEP, x, kept, kept);
}

static bool emit_step(expr_compiler *c, operand *x, const parameters *p) {
    return emit_shifted(c, x, p->c) &&
           wits_expr_emit_response(c, EXPR_OP_STEP, x, response_kept(p->b), response_kept(p->m + p->b));
}

/// t^k. `is_unit` tells whether t is from 0 to 1; then whether the power is.
static bool emit_power(expr_compiler *c, operand *t, float k, bool *is_unit) {
    if (k == 1.0f) {
        return true;
    }
    if (k == 2.0f || k == 3.0f || k == 0.5f) {
        return wits_expr_emit_response(c,
                                       k == 2.0f   ? EXPR_OP_SQUARE
                                       : k == 3.0f ? EXPR_OP_CUBE
                                                   : EXPR_OP_ROOT,
                                       t, 0.0f, 0.0f);
    }
    *is_unit = false;
    return wits_expr_emit_response(c, EXPR_OP_POWER, t, k, math_floor(k) == k ? -math_float(MATH_INFINITY_BITS) : 0.0f);
}

/// Formula of s in terms of t, if it is a single operation.
typedef struct curve_step {
    expr_operation operation;  ///< 0: not a single operation
    float k0, k1;
    float middle;  ///< added to b
    bool is_unit;  ///< s is from 0 to 1
} curve_step;

static curve_step step_of(wits_curve_kind kind, float k) {
    switch (kind) {
#define STEP(name, kind, parameters, usual, wrong, ...)                                                                \
    case kind:                                                                                                         \
        return (curve_step)__VA_ARGS__;
        EXPR_CURVE_LIST(STEP)
#undef STEP
    default:
        return (curve_step){0};
    }
}

/// Computes curves whose m * s + b does not depend on x. Returns false if it does.
static bool is_fixed(wits_curve_kind kind, const parameters *p, float *value) {
    const bool has_flat_k = kind == WITS_CURVE_POLYNOMIAL || kind == WITS_CURVE_LOGISTIC || kind == WITS_CURVE_NORMAL;
    if (kind == WITS_CURVE_CONSTANT || p->m == 0.0f) {
        *value = step_of(kind, p->k).middle + p->b;
        return true;
    }
    *value = p->m * (kind == WITS_CURVE_LOGISTIC ? 0.5f : 1.0f) + p->b;
    return has_flat_k && p->k == 0.0f;
}

/// Returns the largest distance of x from the middle of a logistic or normal curve, for x from 0 to 1.
static float farthest_of(const parameters *p) {
    return 0.5f + math_abs(p->c);
}

/// Well within the domain of math_exp_narrow; NaN is excluded.
static bool is_narrow_exponent(float most) {
    return math_abs(most) < 80.0f;
}

bool wits_expr_emit_curve(expr_compiler *c, const wits_curve *curve, operand *x, bool is_unit) {
    const parameters p = parameters_of(curve);
    bool is_shifted_unit = is_unit && p.c == 0.0f;
    bool is_narrow = false;
    float value;
    if (curve->kind == WITS_CURVE_PIECEWISE) {
        return wits_expr_emit_piecewise(c, x, curve->knots, curve->knot_count) && emit_kept(c, x);
    }
    if (is_fixed(curve->kind, &p, &value)) {
        return emit_fixed(c, x, value);
    }
    const curve_step step = step_of(curve->kind, p.k);
    if (step.operation != 0) {
        return emit_shifted(c, x, p.c) && wits_expr_emit_response(c, step.operation, x, step.k0, step.k1) &&
               emit_scaled(c, x, p.m, step.middle + p.b, step.is_unit);
    }
    switch (curve->kind) {
    case WITS_CURVE_STEP:
        return emit_step(c, x, &p);
    case WITS_CURVE_LOGISTIC:
        is_narrow = is_unit && is_narrow_exponent(10.0f * p.k * farthest_of(&p));
        return wits_expr_emit_response(c, is_narrow ? EXPR_OP_LOGISTIC_NARROW : EXPR_OP_LOGISTIC, x, -10.0f * p.k,
                                       0.5f + p.c) &&
               emit_scaled(c, x, p.m, p.b, is_unit);
    case WITS_CURVE_NORMAL:
        is_narrow = is_unit && is_narrow_exponent(30.0f * p.k * farthest_of(&p) * farthest_of(&p));
        return wits_expr_emit_response(c, is_narrow ? EXPR_OP_BELL_NARROW : EXPR_OP_BELL, x, -30.0f * p.k,
                                       0.5f + p.c) &&
               emit_scaled(c, x, p.m, p.b, is_unit && p.k > 0.0f);
    case WITS_CURVE_POLYNOMIAL:
        return emit_shifted(c, x, p.c) && emit_power(c, x, p.k, &is_shifted_unit) &&
               emit_scaled(c, x, p.m, p.b, is_shifted_unit);
    case WITS_CURVE_EXPONENTIAL:
        is_shifted_unit = is_shifted_unit && is_almost_linear(&p);
        return emit_shifted(c, x, p.c) &&
               (is_almost_linear(&p) || wits_expr_emit_response(c, EXPR_OP_EXPONENTIAL, x, p.k, math_expm1(p.k))) &&
               emit_scaled(c, x, p.m, p.b, is_shifted_unit);
    default:
        return emit_shifted(c, x, p.c) && emit_scaled(c, x, p.m, p.b, is_shifted_unit);
    }
}

static bool emit_range(expr_compiler *c, const expr_response *response, operand *x) {
    const float on_nan = response->has_on_nan ? response->on_nan : 0.0f;
    // Otherwise a NaN would become the 0 of low.
    if ((response->has_on_nan || !response->is_ranged) &&
        !wits_expr_emit_response(c, EXPR_OP_ON_NAN, x, on_nan, 0.0f)) {
        return false;
    }
    const expr_operation operation = response->wraps ? EXPR_OP_WRAP : EXPR_OP_NORMAL;
    return !response->is_ranged ||
           wits_expr_emit_response(c, operation, x, response->low, response->high - response->low);
}

bool wits_expr_apply_response(expr_compiler *c, const expr_response *response, operand *x) {
    // Loaded into a register, so that nothing is folded and all stages exist.
    if (!wits_expr_emit_register(c, x) || !wits_expr_emit_mark(c, x, STAGE_RAW) || !emit_range(c, response, x)) {
        return false;
    }
    bool is_unit = response->is_ranged;
    for (uint32_t i = 0; i < response->curve_count; i++) {
        const uint32_t stage = i == 0 ? STAGE_NORMAL : STAGE_FIRST_CURVE + i - 1;
        if (!wits_expr_emit_mark(c, x, stage) || !wits_expr_emit_curve(c, &response->curves[i], x, is_unit)) {
            return false;
        }
        is_unit = true;
    }
    return is_unit || (wits_expr_emit_mark(c, x, STAGE_NORMAL) && emit_kept(c, x));
}

// ----------------------------------------------------------------------------------------------------------- functions

static wits_curve read_curve(wits_curve_kind kind, const float *values, uint32_t count) {
    wits_curve curve = {.kind = kind};
    if (kind == WITS_CURVE_PIECEWISE) {
        curve.knots = (const wits_knot *)(const void *)values;
        curve.knot_count = count / 2;
        return curve;
    }
    const char *parameter = wits_expr_curve_parameters(kind);
    for (uint32_t i = 0; i < count; i++) {
        float *to = parameter[i] == 'm'   ? &curve.m
                    : parameter[i] == 'k' ? &curve.k
                    : parameter[i] == 'b' ? &curve.b
                                          : &curve.c;
        *to = values[i];
        curve.has_m = curve.has_m || parameter[i] == 'm';
        curve.has_k = curve.has_k || parameter[i] == 'k';
    }
    return curve;
}

bool wits_expr_apply_curve(expr_compiler *c, const function_row *function, uint32_t offset, operand *x,
                           uint32_t count) {
    const float *values = c->parameters + c->parameter_count;
    const wits_curve curve = read_curve((wits_curve_kind)function->curve, values, count);
    const char *why;
    const char *member = wits_expr_curve_problem(&curve, &why);
    if (member != NULL) {
        wits_expr_problem_begin(c, EXPR_PROBLEM_CURVE_PARAMETER, offset, (uint32_t)strlen(function->name));
        wits_expr_word_text(c, member);
        wits_expr_word_text(c, function->name);
        wits_expr_word_text(c, why);
        return wits_expr_problem_end(c);
    }
    return wits_expr_emit_curve(c, &curve, x, false);
}

// --------------------------------------------------------------------------------------------------------------- alone

float wits_curve_value(const wits_curve *curve, float x) {
    const char *why;
    if (wits_expr_curve_problem(curve, &why) != NULL) {
        return 0.0f;
    }
    expr_compiler c;  // constants are folded
    memset(&c, 0, offsetof(expr_compiler, operator_offsets));
    operand value = number(x);
    wits_expr_emit_curve(&c, curve, &value, false);
    return math_float(value.value);
}
