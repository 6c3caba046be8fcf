// SPDX-License-Identifier: MIT
// Ranges and curves: golden values, known errors of other libraries, bounds and monotonicity, NaN at any stage; one
// agent alone, instruction by instruction, with all stages, and blocks of agents must agree.
#include "curves_support.h"
#include "expr_stages.h"

static world w;
static uint64_t random_state = 88172645463325252u;

static uint32_t below(uint32_t limit) {
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

static int set_up(void **state) {
    (void)state;
    curves_fill_world(&w, below);
    return 0;
}

static expr_program *compile_shaped(const char *text, const expr_response *response) {
    return compile_text(text, (expr_want){.kind = EXPR_WANT_SHAPED, .response = response});
}

static expr_response ranged(float low, float high) {
    return (expr_response){.is_ranged = true, .low = low, .high = high};
}

static uint32_t bits_in(expr_program *program, size_t row) {
    expr_env env = world_env(&w, row);
    return wits_expr_eval_one(program, &env).bits;
}

/// Checks the program's value for every agent on every path: all must agree on a number from 0 to 1.
static void check_everywhere(const expr_program *program, const char *text) {
    check_block(program, &w, 0, AGENTS, text);
    for (size_t row = 0; row < AGENTS; row++) {
        expr_env env = world_env(&w, row);
        expr_stages stages;
        const float value = wits_expr_eval_one(program, &env).f;
        const float staged = expr_stages_of(program, &env, NULL, &stages);
        assert_int_equal(math_bits(value), math_bits(staged));
        if (!(value >= 0.0f && value <= 1.0f) || signbit(value)) {
            fail_msg("%s: row %u has %g", text, (unsigned)row, (double)value);
        }
    }
}

static void check_near(const char *what, double got, double expected, double most) {
    if (!(fabs(got - expected) <= most)) {
        fail_msg("%s is %.9g, not %.9g", what, got, expected);
    }
}

// -------------------------------------------------------------------------------------------------------------- values

// Curve values that others computed.
static void golden_values(void **state) {
    (void)state;
    static const float inputs[] = {0.0f, 0.1f, 0.25f, 0.5f, 0.75f, 0.9f, 1.0f};
    static const struct {
        const char *call;
        wits_curve curve;
        float values[COUNT(inputs)];
    } rows[] = {
        {"polynomial(x, 1, 2)",
         {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2},
         {0, .01f, .0625f, .25f, .5625f, .81f, 1}},
        {"polynomial(x, -1, 3, 1)",
         {.kind = WITS_CURVE_POLYNOMIAL, .has_m = true, .m = -1, .has_k = true, .k = 3, .b = 1},
         {1, .999f, .984375f, .875f, .578125f, .271f, 0}},
        {"logistic(x)",
         {.kind = WITS_CURVE_LOGISTIC},
         {.006693f, .017986f, .075858f, .5f, .924142f, .982014f, .993307f}},
        {"logistic(x, 1, 2, 0, 0.1)",
         {.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 2, .c = .1f},
         {.000006f, .000045f, .000911f, .119203f, .952574f, .997527f, .999665f}},
        {"logit(x)", {.kind = WITS_CURVE_LOGIT}, {0, .060555f, .280278f, .5f, .719722f, .939445f, 1}},
        {"normal(x)", {.kind = WITS_CURVE_NORMAL}, {.000553f, .008230f, .153355f, 1, .153355f, .008230f, .000553f}},
        {"smoothstep(x)", {.kind = WITS_CURVE_SMOOTHSTEP}, {0, .028f, .15625f, .5f, .84375f, .972f, 1}},
        {"smootherstep(x)", {.kind = WITS_CURVE_SMOOTHERSTEP}, {0, .008560f, .103516f, .5f, .896484f, .991440f, 1}},
        {"exponential(x, 1, 3)",
         {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = 3},
         {0, .018331f, .058526f, .182426f, .444721f, .727238f, 1}},
        {"sigmoid(x)", {.kind = WITS_CURVE_SIGMOID}, {0, .038462f, .125f, .5f, .875f, .961538f, 1}},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expr_response response = ranged(0, 1);
        response.curves = &rows[i].curve;
        response.curve_count = 1;
        expr_program *shaped = compile_shaped("x", &response);
        expr_program *called = compile_text(rows[i].call, (expr_want){.kind = EXPR_WANT_NUMBER});
        for (uint32_t k = 0; k < COUNT(inputs); k++) {
            w.x[0] = inputs[k];
            const float value = wits_curve_value(&rows[i].curve, inputs[k]);
            check_near(rows[i].call, (double)value, (double)rows[i].values[k], 1e-6);
            assert_int_equal(bits_in(shaped, 0), math_bits(value));
            assert_int_equal(bits_in(called, 0), math_bits(value));
        }
        free(shaped);
        free(called);
    }
}

// Compares any curve, with any parameters, with the formulas in double precision.
static void formulas(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 20000; i++) {
        wits_knot knots[WITS_MAX_KNOTS];
        const wits_curve curve = curves_any(below, knots);
        const bool is_steep = fabsf(curve.m) > 3.0f || curve.k == -1.0f || curve.k == -2.0f || curve.k == -0.25f;
        const float x = (float)below(1025) / 1024.0f;
        const float value = wits_curve_value(&curve, x);
        char what[64];
        snprintf(what, sizeof what, "curve %u of %a", (unsigned)curve.kind, (double)x);
        assert_true(value >= 0.0f && value <= 1.0f && !signbit(value));
        if (!is_steep) {
            check_near(what, (double)value, curves_value(&curve, (double)x), 3e-6);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- edge cases

static float value_of(wits_curve curve, float x) {
    return wits_curve_value(&curve, x);
}

// Curvature: an infinite result became 0.
static void logit_ends_at_one(void **state) {
    (void)state;
    const wits_curve logit = {.kind = WITS_CURVE_LOGIT}, falling = {.kind = WITS_CURVE_LOGIT, .has_m = true, .m = -1};
    assert_true(value_of(logit, 1) == 1.0f && value_of(logit, 0) == 0.0f);
    assert_true(value_of(falling, 1) == 0.0f && value_of(falling, 0) == 1.0f);
}

static void infinity_becomes_one(void **state) {
    (void)state;
    const wits_curve linear = {.kind = WITS_CURVE_LINEAR},
                     falling = {.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1};
    assert_true(value_of(linear, INFINITY) == 1.0f && value_of(linear, -INFINITY) == 0.0f);
    assert_true(value_of(falling, INFINITY) == 0.0f && value_of(falling, -INFINITY) == 1.0f);
    assert_true(value_of(linear, NAN) == 0.0f);
}

// big-brain and its copies: wrong scale, and a denominator that is 0 inside the range.
static void sigmoid_is_an_s(void **state) {
    (void)state;
    static const float values[] = {0, .05f, .125f, .25f, .5f, .75f, .875f, .95f, 1};
    for (uint32_t i = 0; i < COUNT(values); i++) {
        check_near("sigmoid", (double)value_of((wits_curve){.kind = WITS_CURVE_SIGMOID}, (float)i / 8),
                   (double)values[i], 1e-6);
    }
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 0}, 0.375f) == 0.375f);
    for (uint32_t i = 0; i < 1999; i++) {  // the ends are exact, whatever k is
        const wits_curve curve = {
            .kind = WITS_CURVE_SIGMOID, .has_k = true, .k = ((float)i - 999.0f) / 1000.0f + 0.0001f};
        assert_true(value_of(curve, 0) == 0.0f && value_of(curve, 0.5f) == 0.5f && value_of(curve, 1) == 1.0f);
    }
}

// SUSS: a step of 2 at x = 1.
static void step_has_two_values(void **state) {
    (void)state;
    const wits_curve step = {.kind = WITS_CURVE_STEP}, late = {.kind = WITS_CURVE_STEP, .c = 0.25f};
    const wits_curve down = {.kind = WITS_CURVE_STEP, .has_m = true, .m = -0.5f, .b = 0.75f};
    assert_true(value_of(step, math_float(math_bits(0.5f) - 1)) == 0.0f && value_of(step, 0.5f) == 1.0f);
    assert_true(value_of(step, 1) == 1.0f && value_of(step, 0) == 0.0f);
    assert_true(value_of(late, 0.7499f) == 0.0f && value_of(late, 0.75f) == 1.0f);
    assert_true(value_of(down, 0.4f) == 0.75f && value_of(down, 0.5f) == 0.25f);
}

// Curvature: minimum and span were ignored.
static void wrapped_inputs_are_normalised(void **state) {
    (void)state;
    static const struct {
        float raw, value;
    } rows[] = {{360, 0.75f},  {-90, 0.5f}, {270 + 360, 0.5f}, {90, 0},
                {89.9999f, 1}, {450, 0},    {INFINITY, 0},     {NAN, 0}};
    expr_response response = ranged(90, 450);
    response.wraps = true;
    expr_program *program = compile_shaped("x", &response);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        w.x[0] = rows[i].raw;
        const float value = math_float(bits_in(program, 0));
        check_near("wrapped", (double)value, (double)rows[i].value, 1e-5);
    }
    check_everywhere(program, "x, wrapped");
    free(program);
}

// SUSS and Space Station 14 interpret "1000 * e * m" in two ways: here the slope in the middle is 10 * k / 4.
static void logistic_has_a_plain_slope(void **state) {
    (void)state;
    const wits_curve curve = {.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 2};
    const float h = 1.0f / 1024.0f;
    const float slope = (value_of(curve, 0.5f + h) - value_of(curve, 0.5f - h)) / (2.0f * h);
    check_near("slope", (double)slope, 5.0, 1e-3);
    assert_true(value_of(curve, 0.5f) == 0.5f);
}

// SUSS: scores were not clamped.
static void curves_stay_inside(void **state) {
    (void)state;
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = 3}, 0.5f) == 1.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_LINEAR, .b = -2}, 0.5f) == 0.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_CONSTANT, .b = 7}, 0.5f) == 1.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = -1}, 0) == 1.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = -1}, -0.0f) == 1.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0}, 0) == 1.0f);
    assert_true(value_of((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0.3f, .c = 0.5f, .b = 0.25f},
                         0.25f) == 0.25f);
}

// Others compute 1 - 1 / n in integers.
static void compensation_is_fractional(void **state) {
    (void)state;
    check_near("compensated", (double)response_compensated(0.8f, 1.0f - 1.0f / 4.0f), 0.92, 1e-6);
    assert_true(response_compensated(0.6f, 0.0f) == 0.6f && response_compensated(0.0f, 0.5f) == 0.0f);
    assert_true(response_compensated(1.0f, 0.9375f) == 1.0f);
}

// -------------------------------------------------------------------------------------------------- bounds, monotone

/// Rising if `m` is positive, falling if it is negative; a decrease by up to `most` units in the last place of numbers
/// from 0.5 to 1 is rounding.
static void check_monotone(const wits_curve *curve, double most) {
    const bool falls = curve->m < 0.0f;
    float extreme = falls ? 1.0f : 0.0f;
    for (uint32_t i = 0; i <= 1u << 16; i++) {
        const float value = wits_curve_value(curve, (float)i * 0x1p-16f);
        assert_true(value >= 0.0f && value <= 1.0f && !signbit(value));
        const float back = falls ? value - extreme : extreme - value;
        if ((double)back > most * 0x1p-24) {
            fail_msg("curve %u, m %g, k %g: goes back by %g at %u / 65536", (unsigned)curve->kind, (double)curve->m,
                     (double)curve->k, (double)back, (unsigned)i);
        }
        extreme = back < 0.0f ? value : extreme;
    }
}

// Rounding makes exp, log, pow, smoothstep and sigmoid decrease by one unit at most; no other function decreases.
static void monotone(void **state) {
    (void)state;
    static const wits_knot rising[] = {{0, 0}, {0.1f, 0.3f}, {0.1f, 0.4f}, {0.7f, 0.4f}, {0.95f, 1}};
    static const wits_curve exact[] = {
        {.kind = WITS_CURVE_STEP},
        {.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -0.7f, .b = 0.9f},
        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2},
        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 3, .has_m = true, .m = -1, .b = 1},
        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0.5f, .c = 0.25f},
        {.kind = WITS_CURVE_SMOOTHERSTEP},
        {.kind = WITS_CURVE_SMOOTHERSTEP, .has_m = true, .m = -1, .b = 1},
        {.kind = WITS_CURVE_PIECEWISE, .knots = rising, .knot_count = COUNT(rising)},
    };
    static const wits_curve rounded[] = {
        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 1.7f},
        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0.2f},
        {.kind = WITS_CURVE_SMOOTHSTEP},
        {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = 3},
        {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = -3},
        {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = 2e-4f},
        {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = 88},
        {.kind = WITS_CURVE_LOGISTIC},
        {.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 7, .has_m = true, .m = -1, .b = 1},
        {.kind = WITS_CURVE_LOGIT},
        {.kind = WITS_CURVE_LOGIT, .has_m = true, .m = -1},
        {.kind = WITS_CURVE_NORMAL, .c = 0.5f},
        {.kind = WITS_CURVE_SIGMOID},
        {.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 0.99999f},
        {.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = -0.99999f},
        {.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 0.3f},
        {.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = -0.9f, .has_m = true, .m = -1},
    };
    for (uint32_t i = 0; i < COUNT(exact); i++) {
        check_monotone(&exact[i], 0.0);
    }
    for (uint32_t i = 0; i < COUNT(rounded); i++) {
        check_monotone(&rounded[i], 1.0);
    }
}

static void knots(void **state) {
    (void)state;
    static const wits_knot steps[] = {{0.25f, 0.1f}, {0.25f, 0.5f}, {0.5f, 1}, {0.75f, 0}, {0.75f, 0.25f}};
    const wits_curve curve = {.kind = WITS_CURVE_PIECEWISE, .knots = steps, .knot_count = COUNT(steps)};
    static const struct {
        float x, y;
    } rows[] = {{-INFINITY, 0.1f}, {0, 0.1f},      {0.2499f, 0.1f}, {0.25f, 0.5f},     {0.375f, 0.75f}, {0.5f, 1},
                {0.625f, 0.5f},    {0.75f, 0.25f}, {1, 0.25f},      {INFINITY, 0.25f}, {NAN, 0.1f}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        assert_true(value_of(curve, rows[i].x) == rows[i].y);
    }
}

// -------------------------------------------------------------------------------------------------------------- stages

static void stages_of(const char *text, const expr_response *response, const float *instead, expr_stages *stages) {
    expr_program *program = compile_shaped(text, response);
    expr_env env = world_env(&w, 0);
    expr_stages_of(program, &env, instead, stages);
    free(program);
}

static void stages(void **state) {
    (void)state;
    const wits_curve curves[] = {{.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1, .b = 1},
                                 {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2}};
    expr_response response = ranged(10, 30);
    expr_stages got;
    w.x[0] = 15;
    stages_of("x", &response, NULL, &got);
    assert_true(got.raw == 15.0f && got.normal == 0.25f && got.curves[0] == 0.25f);
    response.curves = curves;
    response.curve_count = 2;
    stages_of("x", &response, NULL, &got);
    assert_true(got.raw == 15.0f && got.normal == 0.25f && got.curves[0] == 0.75f && got.curves[1] == 0.5625f);
    const float instead = 20;
    stages_of("x", &response, &instead, &got);
    assert_true(got.raw == 20.0f && got.normal == 0.5f && got.curves[0] == 0.5f && got.curves[1] == 0.25f);
    stages_of("20", &response, NULL, &got);  // constants have stages, too
    assert_true(got.raw == 20.0f && got.normal == 0.5f && got.curves[1] == 0.25f);
    stages_of("3", &response, &instead, &got);
    assert_true(got.raw == 20.0f && got.normal == 0.5f);
    stages_of("15 if flag or not flag else 0", &response, NULL, &got);  // nothing is skipped
    assert_true(got.raw == 15.0f && got.curves[1] == 0.5625f);
}

// NaN is reported unchanged, and is replaced before anything is computed from it.
static void not_a_number(void **state) {
    (void)state;
    const wits_curve falling = {.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1, .b = 1};
    expr_response response = ranged(10, 30);
    expr_stages got;
    w.x[0] = NAN;
    stages_of("x", &response, NULL, &got);
    assert_true(isnan(got.raw) && got.normal == 0.0f);
    response.has_on_nan = true;
    response.on_nan = 15;
    stages_of("x", &response, NULL, &got);
    assert_true(isnan(got.raw) && got.normal == 0.25f);
    response = (expr_response){.curves = &falling, .curve_count = 1};
    stages_of("x", &response, NULL, &got);
    assert_true(isnan(got.raw) && got.normal == 0.0f && got.curves[0] == 1.0f);
    response.has_on_nan = true;
    response.on_nan = 0.25f;
    stages_of("x", &response, NULL, &got);
    assert_true(isnan(got.raw) && got.normal == 0.25f && got.curves[0] == 0.75f);
    response = (expr_response){.curve_count = 0};
    stages_of("x", &response, NULL, &got);
    assert_true(got.normal == 0.0f && got.curves[0] == 0.0f);
    w.x[0] = -INFINITY;
    stages_of("x", &response, NULL, &got);
    assert_true(got.normal == -INFINITY && got.curves[0] == 0.0f);
    response = ranged(30, 10);
    stages_of("x", &response, NULL, &got);
    assert_true(got.normal == 1.0f);
}

// ----------------------------------------------------------------------------------------------------------- agreement

static expr_response any_shape(wits_curve *curves, wits_knot (*points)[WITS_MAX_KNOTS]) {
    static const float ends[] = {0.0f, 1.0f, -1.0f, 40.0f, 5.0f, -300.0f, 1e10f};
    expr_response response = {.is_ranged = below(4) != 0};
    response.wraps = below(4) == 0;
    response.has_on_nan = below(3) == 0;
    response.low = ends[below(COUNT(ends))];
    do {
        response.high = ends[below(COUNT(ends))];
    } while (response.high == response.low);
    response.on_nan = below(2) ? ends[below(COUNT(ends))] : (float)below(9) / 8.0f;
    response.curve_count = below(3) != 0 ? below(3) : below(WITS_MAX_CURVES + 1);
    for (uint32_t i = 0; i < response.curve_count; i++) {
        curves[i] = curves_any(below, points[i]);
    }
    response.curves = curves;
    return response;
}

/// The stages are the result of each step applied to the previous one.
static void check_stages(const expr_program *program, const expr_response *response, const float *instead, size_t row) {
    expr_env env = world_env(&w, row);
    expr_stages got;
    const float value = expr_stages_of(program, &env, instead, &got);
    assert_true(instead == NULL || math_bits(got.raw) == math_bits(math_canonical(*instead)));
    const float otherwise = response->has_on_nan ? response->on_nan : response->is_ranged ? response->low : 0.0f;
    const float known = isnan(got.raw) ? otherwise : got.raw;
    const float span = response->high - response->low;
    const float normal = !response->is_ranged ? known
                         : response->wraps    ? response_wrap(known, response->low, span)
                                              : response_normal(known, response->low, span);
    assert_int_equal(math_bits(got.normal), math_bits(normal));
    float x = normal;
    for (uint32_t i = 0; i < response->curve_count; i++) {
        x = wits_curve_value(&response->curves[i], x);
        assert_int_equal(math_bits(got.curves[i]), math_bits(x));
    }
    x = response->curve_count == 0 ? response_kept(x) : x;
    assert_int_equal(math_bits(value), math_bits(x));
}

// Random considerations.
static void shaped_programs(void **state) {
    (void)state;
    static const char *const inputs[] = {
        "x",
        "y",
        "z",
        "shared",
        "n",
        "u8 / 20",
        "x * y",
        "half()",
        "lost()",
        "0.5",
        "3",
        "x if flag else y",
        "random",
        "x - u8",
        "1 if flag else 0",
        "x if y > 3 and z < 0.5 or odd() else 7",
        "logistic(x) * z",
        "clamp((x - 0.25) / 0.5, 0, 1)",
    };
    for (uint32_t i = 0; i < 6000; i++) {
        wits_curve curves[WITS_MAX_CURVES];
        wits_knot points[WITS_MAX_CURVES][WITS_MAX_KNOTS];
        const expr_response response = any_shape(curves, points);
        const char *text = inputs[below(COUNT(inputs))];
        expr_program *program = compile_shaped(text, &response);
        assert_int_equal(program->type, EXPR_FLOAT);
        assert_true(program->bytecode != 0 && (program->uses & EXPR_IS_CONSTANT) == 0);
        check_everywhere(program, text);
        for (size_t row = 0; row < AGENTS; row++) {
            const float instead = curves_numbers[below(COUNT(curves_numbers))];
            check_stages(program, &response, NULL, row);
            check_stages(program, &response, &instead, row);
        }
        free(program);
    }
    assert_int_equal(lanes_refused, 0);
}

// Marks cost nothing where stages are not requested.
static void marks_are_free(void **state) {
    (void)state;
    wits_curve curves[WITS_MAX_CURVES];
    for (uint32_t i = 0; i < WITS_MAX_CURVES; i++) {
        curves[i] = (wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = 0.5f + (float)i};
    }
    expr_response response = ranged(0, 40);
    response.curves = curves;
    response.curve_count = WITS_MAX_CURVES;
    expr_program *program = compile_shaped("x", &response);
    assert_int_equal(program->bytecode, 1 + 1 + WITS_MAX_CURVES + 1);  // load, range, curves, end
    free(program);
    for (uint32_t sums = 0; sums < 3 * LANES_MAX_NODES; sums++) {  // and blocks take programs of any length
        char text[16 * LANES_MAX_NODES] = "x";
        for (uint32_t i = 0; i < sums; i++) {
            strcat(text, " + y");
        }
        program = compile_shaped(text, &response);
        check_block(program, &w, 0, AGENTS, text);
        assert_int_equal(lanes_refused, 0);
        free(program);
    }
    lanes_refused = 0;
}

static const wits_knot bend[] = {{0, 1}, {0.3f, 1}, {0.7f, 0}};

// Errors of a table's curve, and their places.
static void problems(void **state) {
    (void)state;
    static const wits_knot falling[] = {{1, 0}, {0, 1}};
    static const struct {
        wits_curve curve;
        const char *member, *why;
    } rows[] = {
        {{.kind = (wits_curve_kind)99}, "kind", "is none"},
        {{.kind = WITS_CURVE_DEFAULT, .has_k = true, .k = 2}, "k", "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_CONSTANT, .has_m = true, .m = 2}, "m", "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_CONSTANT, .has_m = true}, "m", "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_LOGIT, .has_k = true}, "k", "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_PIECEWISE, .knots = bend, .knot_count = 3, .has_m = true},
         "m",
         "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_DEFAULT, .m = 2}, "m", "is used only with has_m"},
        {{.kind = WITS_CURVE_LINEAR, .m = -0.0f}, "m", "is used only with has_m"},
        {{.kind = WITS_CURVE_STEP, .m = NAN}, "m", "is used only with has_m"},
        {{.kind = WITS_CURVE_POLYNOMIAL, .k = 2}, "k", "is used only with has_k"},
        {{.kind = WITS_CURVE_SIGMOID, .has_m = true, .m = 2, .k = -0.0f}, "k", "is used only with has_k"},
        {{.kind = WITS_CURVE_EXPONENTIAL, .has_m = true, .m = NAN}, "m", "must be a finite number"},
        {{.kind = WITS_CURVE_NORMAL, .has_k = true, .k = INFINITY}, "k", "must be a finite number"},
        {{.kind = WITS_CURVE_STEP, .c = NAN}, "c", "must be a finite number"},
        {{.kind = WITS_CURVE_LINEAR, .b = INFINITY}, "b", "must be a finite number"},
        {{.kind = WITS_CURVE_LINEAR, .knot_count = 2}, "knots", "are for piecewise curves only"},
        {{.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 1}, "k", "must be from -0.99999 to 0.99999"},
        {{.kind = WITS_CURVE_PIECEWISE}, "knots", "must be 2 to 16"},
        {{.kind = WITS_CURVE_PIECEWISE, .knots = bend, .knot_count = 1}, "knots", "must be 2 to 16"},
        {{.kind = WITS_CURVE_PIECEWISE, .knots = bend, .knot_count = 17}, "knots", "must be 2 to 16"},
        {{.kind = WITS_CURVE_PIECEWISE, .knots = bend, .knot_count = 3, .b = 1},
         "b",
         "is not a parameter of this curve"},
        {{.kind = WITS_CURVE_PIECEWISE, .knots = falling, .knot_count = 2}, "knots", "must be in ascending order of x"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const char *why = NULL;
        assert_string_equal(wits_expr_curve_problem(&rows[i].curve, &why), rows[i].member);
        assert_string_equal(why, rows[i].why);
        assert_true(math_bits(wits_curve_value(&rows[i].curve, 0.5f)) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_values),
        cmocka_unit_test(formulas),
        cmocka_unit_test(logit_ends_at_one),
        cmocka_unit_test(infinity_becomes_one),
        cmocka_unit_test(sigmoid_is_an_s),
        cmocka_unit_test(step_has_two_values),
        cmocka_unit_test(wrapped_inputs_are_normalised),
        cmocka_unit_test(logistic_has_a_plain_slope),
        cmocka_unit_test(curves_stay_inside),
        cmocka_unit_test(compensation_is_fractional),
        cmocka_unit_test(monotone),
        cmocka_unit_test(knots),
        cmocka_unit_test_setup(stages, set_up),
        cmocka_unit_test_setup(not_a_number, set_up),
        cmocka_unit_test_setup(marks_are_free, set_up),
        cmocka_unit_test_setup(shaped_programs, set_up),
        cmocka_unit_test(problems),
    };
    return cmocka_run_group_tests_name("responses", tests, set_up, NULL);
}
