// SPDX-License-Identifier: MIT
// wits/expression.h: bounds and assumptions of expressions outside of a brain.
#include "support.h"

#include "wits/expression.h"

#include <math.h>

enum { FLAG, MODE, BYTE, SHORT, N, X };

static const char *const modes[] = {"calm", "angry"};
static const wits_field_desc fields[] = {
    [FLAG] = {.name = "flag", .type = WITS_TYPE_BOOL},
    [MODE] = {.name = "mode", .type = WITS_TYPE_ENUM, .values = modes, .value_count = COUNT(modes)},
    [BYTE] = {.name = "byte", .type = WITS_TYPE_INT8},
    [SHORT] = {.name = "short", .type = WITS_TYPE_UINT16},
    [N] = {.name = "n", .type = WITS_TYPE_INT},
    [X] = {.name = "x", .type = WITS_TYPE_FLOAT},
};
static const wits_state_desc states[] = {{.name = "root"}};
static const wits_desc desc = {.states = states, .state_count = 1, .fields = fields, .field_count = COUNT(fields)};

enum { MEMORY = 4096 };
static _Alignas(8) unsigned char memory[MEMORY];

static const wits_expression *compiled(const char *text, wits_expression_kind kind) {
    wits_problem problem;
    const size_t size = wits_expression_size(&desc, text, kind, &problem);
    if (size == 0) {
        fail_msg("%s: %s", text, problem.value);
    }
    assert_null(wits_expression_compile(&desc, text, kind, memory, size - 1));
    return wits_expression_compile(&desc, text, kind, memory, size);
}

typedef enum answer { NEVER, SOMETIMES, ALWAYS } answer;

static answer answer_of(const char *condition, const wits_bounds *given) {
    const wits_bounds found = wits_expression_bounds(compiled(condition, WITS_EXPRESSION_CONDITION), given);
    return found.high < 1 ? NEVER : found.low > 0 ? ALWAYS : SOMETIMES;
}

static void all_values(wits_bounds given[COUNT(fields)]) {
    for (uint32_t i = 0; i < COUNT(fields); i++) {
        given[i] = wits_field_bounds(&fields[i]);
    }
}

static void conditions_at_the_ends_of_types(void **state) {
    static const struct {
        const char *condition;
        answer expected;
    } rows[] = {{"n > 2147483647", NEVER},    {"n >= 2147483647", SOMETIMES}, {"n < -2147483648", NEVER},
                {"n <= 2147483647", ALWAYS},  {"n == 2147483647", SOMETIMES}, {"byte > 127", NEVER},
                {"byte >= -128", ALWAYS},     {"byte > 2147483647", NEVER},   {"byte == 127", SOMETIMES},
                {"short < 0", NEVER},         {"short <= 65535", ALWAYS},     {"short != 65536", ALWAYS},
                {"short > 65534", SOMETIMES}, {"n == n", SOMETIMES},          {"not (n > 2147483647)", ALWAYS},
                {"x > 1e30", SOMETIMES},      {"x == 0 or x != 0", SOMETIMES}};
    (void)state;
    wits_bounds given[COUNT(fields)];
    all_values(given);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (answer_of(rows[i].condition, NULL) != rows[i].expected ||
            answer_of(rows[i].condition, given) != rows[i].expected) {
            fail_msg("%s: %d, not %d", rows[i].condition, (int)answer_of(rows[i].condition, NULL),
                     (int)rows[i].expected);
        }
    }
}

static void conditions_with_given_bounds(void **state) {
    (void)state;
    wits_bounds given[COUNT(fields)];
    all_values(given);
    given[N] = (wits_bounds){5, 7, false};
    given[X] = (wits_bounds){0, 0.5, false};
    assert_int_equal(answer_of("n > 2147483647", given), NEVER);
    assert_int_equal(answer_of("mode != calm and n > 2147483647 and x != 9.5", given), NEVER);
    assert_int_equal(answer_of("n > 7 or x > 0.5", given), NEVER);
    assert_int_equal(answer_of("n >= 5 and x <= 0.5", given), ALWAYS);
    assert_int_equal(answer_of("n * 2 - 10 >= 0", given), ALWAYS);
    assert_int_equal(answer_of("n == 6", given), SOMETIMES);
    given[X].may_be_nan = true;
    assert_int_equal(answer_of("x <= 0.5", given), SOMETIMES);
}

static void bounds_of_numbers(void **state) {
    (void)state;
    wits_bounds given[COUNT(fields)];
    all_values(given);
    given[N] = (wits_bounds){5, 7, false};
    given[X] = (wits_bounds){0, 0.5, false};
    wits_bounds found = wits_expression_bounds(compiled("n - x * 2", WITS_EXPRESSION_NUMBER), given);
    assert_true(found.low == 4 && found.high == 7 && !found.may_be_nan);
    found = wits_expression_bounds(compiled("byte", WITS_EXPRESSION_INT), NULL);
    assert_true(found.low == -128 && found.high == 127);
    found = wits_expression_bounds(compiled("x", WITS_EXPRESSION_NUMBER), NULL);
    assert_true(found.low == -HUGE_VAL && found.high == HUGE_VAL && found.may_be_nan);
    found = wits_expression_bounds(compiled("log(-1) + x", WITS_EXPRESSION_NUMBER), NULL);
    assert_true(found.low == -HUGE_VAL && found.high == HUGE_VAL && found.may_be_nan);
    found = wits_field_bounds(&fields[MODE]);
    assert_true(found.low == 0 && found.high == 1);
}

static void assumptions_narrow_fields(void **state) {
    (void)state;
    wits_bounds given[COUNT(fields)];
    all_values(given);
    assert_true(wits_expression_assume(compiled("n > 5 and x <= 0.5 and n < 9", WITS_EXPRESSION_CONDITION), given));
    assert_true(given[N].low == 6 && given[N].high == 8);
    assert_true(given[X].high == 0.5 && !given[X].may_be_nan);
    assert_false(wits_expression_assume(compiled("n > 8", WITS_EXPRESSION_CONDITION), given));
    all_values(given);
    assert_false(wits_expression_assume(compiled("n > 2147483647", WITS_EXPRESSION_CONDITION), given));
}

static void problems_have_places(void **state) {
    wits_problem problem;
    (void)state;
    assert_int_equal(wits_expression_size(&desc, "n > mood", WITS_EXPRESSION_CONDITION, &problem), 0);
    assert_int_equal(problem.offset, 4);
    assert_int_equal(problem.length, 4);
    assert_non_null(strstr(problem.value, "mood"));
    assert_int_equal(wits_expression_size(&desc, "x", WITS_EXPRESSION_CONDITION, NULL), 0);
    assert_null(wits_expression_compile(&desc, "n >", WITS_EXPRESSION_CONDITION, memory, MEMORY));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_at_the_ends_of_types),
        cmocka_unit_test(conditions_with_given_bounds),
        cmocka_unit_test(bounds_of_numbers),
        cmocka_unit_test(assumptions_narrow_fields),
        cmocka_unit_test(problems_have_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
