// SPDX-License-Identifier: MIT
// wits/expression.h: bounds and assumptions of expressions outside of a brain. wits/tokens.h: tokens of any text.
#include "support.h"

#include "wits/expression.h"
#include "wits/tokens.h"

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

/// Prints each token as its kind's first letter, its text, and after ':' the first part of a qualified name.
static void print_tokens(const char *text, size_t length, char *to, size_t room) {
    size_t used = 0;
    wits_token token = wits_token_next(text, length, 0);
    to[0] = '\0';
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, length, token.offset + token.length)) {
        const int name = token.name < token.length ? (int)token.name : 0;
        used += (size_t)snprintf(to + used, room - used, "%c[%.*s]%s%.*s%s", " NDTS"[token.kind], (int)token.length,
                                 text + token.offset, name > 0 ? ":" : "", name, text + token.offset,
                                 token.is_open ? "!" : "");
    }
}

static void texts_have_tokens(void **state) {
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", ""},
        {" \t\r\n", ""},
        {"hp<=0.5 and not _a1", "N[hp]S[<=]D[0.5]N[and]N[not]N[_a1]"},
        {"1.5e-3+2E+4-.5", "D[1.5e-3]S[+]D[2E+4]S[-]D[.5]"},
        {"elapsed >= 3s", "N[elapsed]S[>=]D[3s]"},
        {"mood.calm==enemy.x1", "N[mood.calm]:moodS[==]N[enemy.x1]:enemy"},
        {"a.b.c", "N[a.b]:aS[.]N[c]"},
        {"a. b .c", "N[a]S[.]N[b]S[.]N[c]"},
        {"a.1", "N[a]D[.1]"},
        {"f(\"a;'b\", 'c')", "N[f]S[(]T[\"a;'b\"]S[,]T['c']S[)]"},
        {"say('it", "N[say]S[(]T['it]!"},
        {"x = !y", "N[x]S[=]S[!]N[y]"},
        {"\xC2\xA0", "S[\xC2]S[\xA0]"},
    };
    char printed[200];
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        print_tokens(rows[i].text, SIZE_MAX, printed, sizeof printed);
        assert_string_equal(printed, rows[i].expected);
        print_tokens(rows[i].text, strlen(rows[i].text), printed, sizeof printed);
        assert_string_equal(printed, rows[i].expected);
    }
    print_tokens("ab.cd", 4, printed, sizeof printed);
    assert_string_equal(printed, "N[ab.c]:ab");
    print_tokens("'ab'", 3, printed, sizeof printed);
    assert_string_equal(printed, "T['ab]!");
}

static void tokens_end_with_their_parentheses(void **state) {
    static const struct {
        const char *text;
        size_t end;
    } rows[] = {{"(a)", 3}, {"(a (b) ')' c) d", 13}, {"(a", 0}, {"('a)", 0}, {"abc d", 3}, {") x", 1}, {"  ", 2}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t length = strlen(rows[i].text);
        const wits_token first = wits_token_next(rows[i].text, length, 0);
        assert_int_equal(wits_token_end(rows[i].text, length, first), rows[i].end);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_at_the_ends_of_types),
        cmocka_unit_test(conditions_with_given_bounds),
        cmocka_unit_test(bounds_of_numbers),
        cmocka_unit_test(assumptions_narrow_fields),
        cmocka_unit_test(problems_have_places),
        cmocka_unit_test(texts_have_tokens),
        cmocka_unit_test(tokens_end_with_their_parentheses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
