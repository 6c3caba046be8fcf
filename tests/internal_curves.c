// SPDX-License-Identifier: MIT
// Curves as functions of expressions: their parameters and names, and that one agent alone and blocks of agents agree.
#include "curves_support.h"

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

static uint32_t bits_in(expr_program *program, size_t row) {
    expr_env env = world_env(&w, row);
    return wits_expr_eval_one(program, &env).bits;
}

/// Compares a call with the same curve in a table.
static void check_call(const char *text, wits_curve curve) {
    expr_program *program = compile_text(text, (expr_want){.kind = EXPR_WANT_ANY});
    assert_int_equal(program->type, EXPR_FLOAT);
    check_block(program, &w, 0, AGENTS, text);
    for (size_t row = 0; row < AGENTS; row++) {
        const uint32_t expected = math_bits(wits_curve_value(&curve, w.x[row]));
        if (bits_in(program, row) != expected) {
            fail_msg("%s: of %a it is %08x, not %08x", text, (double)w.x[row], (unsigned)bits_in(program, row),
                     (unsigned)expected);
        }
    }
    free(program);
}

static const wits_knot bend[] = {{0, 1}, {0.3f, 1}, {0.7f, 0}};

static void functions(void **state) {
    (void)state;
    check_call("constant(x)", (wits_curve){.kind = WITS_CURVE_CONSTANT});
    check_call("constant(x, 1 / 4)", (wits_curve){.kind = WITS_CURVE_CONSTANT, .b = 0.25f});
    check_call("constant(x, -3)", (wits_curve){.kind = WITS_CURVE_CONSTANT, .b = -3});
    check_call("constant(x, 7)", (wits_curve){.kind = WITS_CURVE_CONSTANT, .b = 7});
    check_call("step(x)", (wits_curve){.kind = WITS_CURVE_STEP});
    check_call("step(x, 0.5, 0.25, 1 / 4)",
               (wits_curve){.kind = WITS_CURVE_STEP, .has_m = true, .m = 0.5f, .b = 0.25f, .c = 0.25f});
    check_call("linear(x)", (wits_curve){.kind = WITS_CURVE_LINEAR});
    check_call("linear(x, -1, 1)", (wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1, .b = 1});
    check_call("linear(x, 0, 0.5)", (wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = 0, .b = 0.5f});
    check_call("polynomial(x, 1, 2)", (wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2});
    check_call("polynomial(x, 2, 0.5, 0, 0.5)",
               (wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_m = true, .m = 2, .has_k = true, .k = 0.5f, .c = 0.5f});
    check_call("polynomial(x, 0.5, 0)",
               (wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_m = true, .m = 0.5f, .has_k = true, .k = 0});
    check_call("exponential(x, 1, -3)", (wits_curve){.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = -3});
    check_call("logistic (x, -(3 - 2), 2 * 2, 1)",
               (wits_curve){.kind = WITS_CURVE_LOGISTIC, .has_m = true, .m = -1, .has_k = true, .k = 4, .b = 1});
    check_call("logit(x, 1, 0, 0.1)", (wits_curve){.kind = WITS_CURVE_LOGIT, .c = 0.1f});
    check_call("normal(x, 0.5, 1, 0.5)", (wits_curve){.kind = WITS_CURVE_NORMAL, .has_m = true, .m = 0.5f, .b = 0.5f});
    check_call("sigmoid(x)", (wits_curve){.kind = WITS_CURVE_SIGMOID});
    check_call("sigmoid(x, 1, 0)", (wits_curve){.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 0});
    check_call("smoothstep(x)", (wits_curve){.kind = WITS_CURVE_SMOOTHSTEP});
    check_call("smoothstep(x, 0.5, 0.25, -0.1)",
               (wits_curve){.kind = WITS_CURVE_SMOOTHSTEP, .has_m = true, .m = 0.5f, .b = 0.25f, .c = -0.1f});
    check_call("smootherstep(x)", (wits_curve){.kind = WITS_CURVE_SMOOTHERSTEP});
    check_call("piecewise(x, 0, 1, 0.3, 1, 0.7, 0)",
               (wits_curve){.kind = WITS_CURVE_PIECEWISE, .knots = bend, .knot_count = 3});
    expr_program *program = compile_text("piecewise(0.5, 0, 1, 0.3, 1, 0.7, 0)", (expr_want){.kind = EXPR_WANT_ANY});
    assert_true((program->uses & EXPR_IS_CONSTANT) != 0);
    assert_true(fabsf(math_float(program->code[0].k[0]) - 0.5f) < 1e-6f);
    free(program);
}

// Curve names are not reserved: fields, enum values and host functions may use them. The same applies to newer
// functions.
static void names_are_free(void **state) {
    (void)state;
    static const char *const values[] = {"linear", "logit"};
    static const expr_list names = {values, 2};
    static const struct expr_table_field fields[] = {
        {"normal", WITS_TYPE_FLOAT, 0}, {"way", WITS_TYPE_ENUM, 0}, {"atan2", WITS_TYPE_FLOAT, 0}};
    static const struct expr_table_function own[] = {
        {"a", EXPR_FUNCTION_SCORE}, {"b", EXPR_FUNCTION_SCORE}, {"step", EXPR_FUNCTION_SCORE}};
    expr_tables of = {fields, 3, own, 3, &names, 1};
    const float normal = 0.5f;
    const uint8_t way = 1;
    const float angle = 8.0f;
    const expr_field columns[] = {{(void *)(uintptr_t)&normal, 4, WITS_TYPE_FLOAT},
                                  {(void *)(uintptr_t)&way, 1, WITS_TYPE_ENUM},
                                  {(void *)(uintptr_t)&angle, 4, WITS_TYPE_FLOAT}};
    expr_env env = world_env(&w, 0);
    env.fields = columns;
    expr_scope scope = wits_expr_scope_of(&of);
    static const char sum[] = "normal(normal) + normal + (1 if way == logit else 0) + (1 if way == linear else 0)";
    expr_program *program = compile_in(&scope, sum, strlen(sum), (expr_want){.kind = EXPR_WANT_ANY});
    assert_true(wits_expr_eval_one(program, &env).f == 2.5f);
    free(program);
    static const char angles[] = "atan2 + atan2(0, normal)";
    program = compile_in(&scope, angles, strlen(angles), (expr_want){.kind = EXPR_WANT_ANY});
    assert_true(wits_expr_eval_one(program, &env).f == 8.0f);
    free(program);
    program = compile_in(&scope, "step()", 6, (expr_want){.kind = EXPR_WANT_ANY});
    assert_true(wits_expr_eval_one(program, &env).f == score_of(2, 0));
    free(program);
    program = compile_in(&scope, "step(normal)", 12, (expr_want){.kind = EXPR_WANT_ANY});
    assert_int_equal(wits_expr_function_called(program, program->count - 2), 2);  // the host's, with an argument
    free(program);
    assert_true(wits_expr_is_function("step", 4) && wits_expr_is_function("smoothstep", 10) &&
                wits_expr_is_function("piecewise", 9));
    assert_true(wits_expr_is_function("constant", 8) && wits_expr_is_function("atan2", 5) &&
                !wits_expr_is_reserved("atan2", 5));
    assert_false(wits_expr_is_function("steps", 5) || wits_expr_is_reserved("step", 4) ||
                 wits_expr_is_reserved("constant", 8));
}

// Values that blocks compute once or look up, and similar ones that they must keep separate.
static void alike(void **state) {
    (void)state;
    static const char *const texts[] = {
        "piecewise(x, 0, 0, 1, 1) - piecewise(x, 0, 1, 1, 0)",
        "piecewise(x, 0, 0, 1, 1) + piecewise(x, 0, 0, 1, 1) * piecewise(y, 0, 0, 1, 1)",
        "logistic(x) * logistic(x) + logistic(x, 1, 2)",
        "piecewise(u8, 0, 0, 7, 1) > 0.5",
        "3 if piecewise(u8, 0, 0, 7, 1) > 0.5 and step(u8, 1, 0, 8.5) < 0.5 else 1",
        "step(u8, 1, 0, 3) == 1",
        "clamp((x - 0.25) / 0.5, 0, 1) + clamp((x - 0.25) / -0.5, 0, 1)",
    };
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        expr_program *program = compile_text(texts[i], (expr_want){.kind = EXPR_WANT_ANY});
        check_block(program, &w, 0, AGENTS, texts[i]);
        free(program);
    }
    assert_int_equal(lanes_refused, 0);
}

static char text[4096];
static uint32_t length;

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    length += (uint32_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    assert_true(length < sizeof text);
}

static void say_number(uint32_t depth);

static void say_call(uint32_t depth) {
    static const char *const calls[] = {"constant(",    "step(",       "linear(",       "polynomial(",
                                        "exponential(", "logistic(",   "logit(",        "normal(",
                                        "sigmoid(",     "smoothstep(", "smootherstep(", "piecewise("};
    static const char *const ends[] = {")", ", 0.5)", ", -0.9, 0.75)", ", 0.7, 0.25, 0.3)", ", 0, 0.5, 0.25)"};
    const uint32_t call = below(COUNT(calls));
    say("%s", calls[call]);
    say_number(depth - 1);
    if (call + 1 < COUNT(calls)) {
        say("%s", ends[below(call == 0 ? 2 : COUNT(ends))]);
        return;
    }
    float x = -0.5f;
    for (uint32_t i = 0; i < 2 || below(3) != 0; i++) {
        say(", %g, %g", (double)x, (double)below(9) / 8.0);
        x += i < WITS_MAX_KNOTS - 2 ? (float)below(4) / 8.0f : 0.0f;
        if (i == WITS_MAX_KNOTS - 1) {
            break;
        }
    }
    say(")");
}

static void say_number(uint32_t depth) {
    static const char *const leaves[] = {"x", "y", "z", "u8 / 20", "n", "shared", "0.5", "random", "half()", "u8"};
    static const char *const signs[] = {" + ", " - ", " * ", " / "};
    const uint32_t choice = depth == 0 ? 0 : 1 + below(6);
    if (choice == 0) {
        say("%s", leaves[below(COUNT(leaves))]);
    } else if (choice < 4) {
        say_call(depth);
    } else if (choice < 6) {
        say("(");
        say_number(depth - 1);
        say("%s", choice == 4 ? signs[below(COUNT(signs))] : " if flag and z < 0.5 else ");
        say_number(depth - 1);
        say(")");
    } else {
        say("(1 if ");
        say_number(depth - 1);
        say(" < ");
        say_number(depth - 1);
        say(" else 0)");
    }
}

// Curves inside expressions.
static void calls_agree(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 6000; i++) {
        length = 0;
        say_number(1 + below(4));
        const bool compares = below(4) == 0;
        if (compares) {
            say(" > 0.5");
        }
        const expr_want want = compares ? (expr_want){.kind = EXPR_WANT_CONDITION} : want_field(FIELD_X);
        expr_program *program = compile_text(text, want);
        check_block(program, &w, 0, AGENTS, text);
        if (!compares) {
            check_block_assignment(program, &w, 0, AGENTS, FIELD_X, text);
            check_assignment(program, &w, FIELD_X, below(AGENTS), text);
        }
        free(program);
    }
    print_message("%u in blocks, %u not\n", (unsigned)lanes_done, (unsigned)lanes_refused);
    assert_true(lanes_refused * 20 < lanes_done);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(functions, set_up),
        cmocka_unit_test_setup(names_are_free, set_up),
        cmocka_unit_test_setup(alike, set_up),
        cmocka_unit_test_setup(calls_agree, set_up),
    };
    return cmocka_run_group_tests_name("curves in expressions", tests, set_up, NULL);
}
