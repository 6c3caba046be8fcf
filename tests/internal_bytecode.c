// SPDX-License-Identifier: MIT
// Bytecode of programs for one agent: which programs become shorter, and that results stay the same.
#include "expr_support.h"

// Assignments that become one instruction, and those that only look like it.
static void idioms(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t field;
        uint32_t count;  ///< instructions; 0: any
    } rows[] = {
        {"n + 3", FIELD_N, 1},
        {"3 + n", FIELD_N, 1},
        {"n - 3", FIELD_N, 1},
        {"3 - n", FIELD_N, 2},
        {"n + m", FIELD_N, 3},
        {"m + n", FIELD_N, 2},
        {"n + m * m", FIELD_N, 0},
        {"max(n - 1, 0)", FIELD_N, 1},
        {"max(0, n - 1)", FIELD_N, 1},
        {"min(n + 1, 10)", FIELD_N, 1},
        {"min(10, n + 1)", FIELD_N, 1},
        {"clamp(n + 1, -3, 3)", FIELD_N, 1},
        {"clamp(n + 1, 3, -3)", FIELD_N, 1},
        {"max(m - 1, 0)", FIELD_N, 3},
        {"max(n * 2, 0)", FIELD_N, 3},
        {"max(max(n - 1, 0), 3)", FIELD_N, 4},
        {"x + 0.5", FIELD_X, 1},
        {"x - 0.5", FIELD_X, 1},
        {"-0.0 + x", FIELD_X, 1},
        {"x + z", FIELD_X, 3},
        {"max(x - 0.5, 0)", FIELD_X, 1},
        {"max(0, x - 0.5)", FIELD_X, 3},
        {"min(x + 0.5, 1)", FIELD_X, 3},
        {"clamp(x + 0.5, 0, 1)", FIELD_X, 1},
        {"clamp(x + n, 0, 1)", FIELD_X, 0},
        {"x + 0.5", FIELD_SHARED, 0},
        {"shared + 0.5", FIELD_SHARED, 0},
        {"n + 3 if flag else 7", FIELD_N, 0},
        {"7 if flag else n + 3", FIELD_N, 0},
        {"n + (1 if way == found else -1 if way == reached else 0)", FIELD_N, 0},
        {"1 if way == found else -1 if way == reached else 0", FIELD_N, 0},
        {"7 if u8 == 3 else 8 if u8 < 3 else 9 if u8 == 200 else 10", FIELD_N, 0},
        {"7 if i8 == -3 else 8 if i8 < -3 else 9 if i8 == 0 else 10", FIELD_N, 0},
        {"7 if i8 == -1 else 8 if i8 == 0 else 9 if i8 == 1 else 10", FIELD_N, 0},
        {"7 if flag else 8", FIELD_N, 0},
        {"300", FIELD_U8, 1},
        {"u8 + 100", FIELD_U8, 3},
        {"i16 * 1000", FIELD_I16, 3},
        {"x / 0", FIELD_X, 2},
        {"x", FIELD_N, 3},
        {"x * x", FIELD_U16, 0},
    };
    static world w;
    world_bind(&w);
    uint64_t random = 88172645463325252u;
    for (uint32_t i = 0; i < sizeof w.records; i++) {
        ((unsigned char *)w.records)[i] = (unsigned char)next_random(&random);
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        w.n[i] = i % 4 == 0   ? INT32_MAX - (int32_t)(i / 8)
                 : i % 4 == 1 ? INT32_MIN + (int32_t)(i / 8)
                              : (int32_t)i - 40;
        w.x[i] = i == 0 ? NAN : i == 1 ? INFINITY : i == 2 ? -INFINITY : i == 3 ? -0.0f : (float)((int)i - 40) / 4.0f;
        w.z[i] = (float)i;
        w.u8[i] = (uint8_t)(i < 40 ? i : 256 - i);
        w.u16[i] = (uint16_t)next_random(&random);
        w.records[i].way = (uint8_t)(i % 3);
        w.records[i].i8 = (int8_t)((int)i - 40);
        w.records[i].flag = (uint8_t)(i % 2);
    }
    w.shared = 0.25f;
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expr_program *program = compile_text(rows[i].text, want_field(rows[i].field));
        expr_bytecode code[64];
        assert_true(program->bytecode < COUNT(code));
        uint32_t count = wits_expr_bytecode_assign(program, rows[i].field, field_rows[rows[i].field].type, code);
        if (rows[i].count != 0 && count != rows[i].count) {
            fail_msg("%s are %u instructions", rows[i].text, (unsigned)count);
        }
        for (size_t row = 0; row < AGENTS; row++) {
            check_assignment(program, &w, rows[i].field, row, rows[i].text);
        }
        free(program);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(idioms)};
    return cmocka_run_group_tests_name("bytecode code", tests, NULL, NULL);
}
