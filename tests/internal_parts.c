// SPDX-License-Identifier: MIT
// The parts of conditions: their positions in a text, and their values.
#include "expr_support.h"

static world w;

typedef struct part_row {
    const char *text;
    const char *parts;  ///< between bars
    uint32_t count;     ///< parts known to the program; as many as in the text unless something was simplified
} part_row;

static const part_row rows[] = {
    {"flag", "flag", 1},
    {"  n > 3 \n", "n > 3", 1},
    {"flag and n > 3", "flag|n > 3", 2},
    {"flag and off and n > 3", "flag|off|n > 3", 3},
    {"flag and (off and n > 3)", "flag|off|n > 3", 3},
    {"((flag) and ((off)and(n > 3)))", "flag|off|n > 3", 3},
    {" ( ( flag and off ) and n > 3 ) ", "flag|off|n > 3", 3},
    {"(flag or off) and n > 3", "(flag or off)|n > 3", 2},
    {"n > 3 and (flag or off and yes())", "n > 3|(flag or off and yes())", 2},
    {"flag or off and n > 3", "flag or off and n > 3", 1},
    {"flag and off or n > 3", "flag and off or n > 3", 1},
    {"(flag and off or n > 3)", "(flag and off or n > 3)", 1},
    {"flag and off if yes() else n > 3", "flag and off if yes() else n > 3", 1},
    {"flag and (off if yes() else n > 3 and odd())", "flag|(off if yes() else n > 3 and odd())", 2},
    {"not flag and off", "not flag|off", 2},
    {"not (flag and off) and yes()", "not (flag and off)|yes()", 2},
    {"(flag and off) == yes() and odd()", "(flag and off) == yes()|odd()", 2},
    {"(n) > 3 and (x + 1) * 2 < 3", "(n) > 3|(x + 1) * 2 < 3", 2},
    {"in(idle) and in( combat/attack )and odd ( )", "in(idle)|in( combat/attack )|odd ( )", 3},
    {"max(n, 3) > m and way == found", "max(n, 3) > m|way == found", 2},
    {"piecewise(x, 0, 1, 1, 0) > 0.5 and flag", "piecewise(x, 0, 1, 1, 0) > 0.5|flag", 2},
    {"random < 0.5 and random < 0.5", "random < 0.5|random < 0.5", 2},
    {"1 < 2 and flag", "1 < 2|flag", 1},
    {"flag and (off and 2 > 1)", "flag|off|2 > 1", 1},
    {"true and false", "true|false", 1},
    {"(true and flag or off) and flag", "(true and flag or off)|flag", 2},
};

static void texts(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const size_t length = strlen(rows[i].text);
        char joined[256] = "";
        uint32_t offset, part_length;
        for (uint32_t part = 0; wits_expr_condition_part(rows[i].text, length, part, &offset, &part_length); part++) {
            assert_true(offset + part_length <= length && part_length > 0);
            strcat(joined, part == 0 ? "" : "|");
            strncat(joined, rows[i].text + offset, part_length);
        }
        assert_string_equal(joined, rows[i].parts);
    }
    uint32_t offset, part_length;
    assert_false(wits_expr_condition_part("", 0, 0, &offset, &part_length));
    assert_false(wits_expr_condition_part("  ", 2, 0, &offset, &part_length));
}

/// Programs of the same text.
static void programs(void **state) {
    (void)state;
    w.records[0].flag = 1;
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expr_program *program = compile_text(rows[i].text, (expr_want){.kind = EXPR_WANT_CONDITION});
        expr_env env = world_env(&w, 0);
        bool parts[4] = {true, true, true, true};
        const uint32_t count = wits_expr_condition_parts(program, &env, parts, COUNT(parts));
        if (count != rows[i].count) {
            fail_msg("%s: %u parts", rows[i].text, (unsigned)count);
        }
        bool all = true;
        for (uint32_t part = 0; part < count; part++) {
            all = all && parts[part];
        }
        assert_int_equal(all, wits_expr_eval_one(program, &env).bits);
        free(program);
    }
}

// Results of the parts; all are evaluated, though the first would decide.
static void each_is_asked(void **state) {
    (void)state;
    w.records[0].flag = 1;
    w.n[0] = 7;
    expr_program *program =
        compile_text("off and (flag and n > 3) and n > 8 and yes()", (expr_want){.kind = EXPR_WANT_CONDITION});
    expr_env env = world_env(&w, 0);
    bool parts[5] = {true, false, false, true, false};
    assert_int_equal(wits_expr_condition_parts(program, &env, parts, 5), 5);
    assert_true(!parts[0] && parts[1] && parts[2] && !parts[3] && parts[4]);
    bool none = true;
    assert_int_equal(wits_expr_condition_parts(program, &env, &none, 0), 5);
    assert_true(none);
    free(program);
}

int main(void) {
    world_bind(&w);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(programs),
        cmocka_unit_test(each_is_asked),
    };
    return cmocka_run_group_tests_name("parts of conditions", tests, NULL, NULL);
}
