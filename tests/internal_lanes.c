// SPDX-License-Identifier: MIT
// Expressions over columns: operations that random expressions seldom reach: values that fit a byte, counters,
// unchanged values, random conditions.
#include "expr/random.h"
#include "expr_support.h"

#include <math.h>

static world w;
static char text[16384];
static uint32_t length;
static uint64_t random_state = 88172645463325252u;

static uint32_t below(uint32_t limit) {
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

static void fill_world(void) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        struct record *r = &w.records[i];
        const int32_t m = (int32_t)below(600) - 300;
        const float y = (float)((int32_t)below(600) - 300);
        r->flag = (uint8_t)below(3);
        r->way = (uint8_t)below(3);
        r->i8 = (int8_t)(int32_t)(below(256) - 128);
        r->i16 = (int16_t)(int32_t)(below(65536) - 32768);
        memcpy(r->m, &m, 4);
        memcpy(r->y, &y, 4);
        w.off[i] = (uint8_t)below(2);
        w.player[i] = (uint8_t)below(3);
        w.mood[i] = (uint8_t)below(4);
        w.u8[i] = (uint8_t)(below(2) ? below(256) : below(20));
        w.u16[i] = (uint16_t)below(65536);
        w.n[i] = below(8) != 0 ? (int32_t)below(600) - 300 : INT32_MAX - (int32_t)below(3);
        w.x[i] = below(8) != 0 ? (float)below(100) / 4.0f : math_float(0xFFC00123u);
        w.z[i] = below(2) ? 0.0f : -0.0f;
        w.ids[i] = next_random(&random_state);
        w.elapsed[i] = below(10) ? below(100) : UINT32_MAX - below(10);
    }
    w.shared = (float)below(10);
    w.tick = below(1000);
    w.seed = next_random(&random_state);
}

// --------------------------------------------------------------------------------------------------------------- texts

static void say(const char *part) {
    uint32_t size = (uint32_t)strlen(part);
    assert_true(length + size < sizeof text);
    memcpy(text + length, part, size + 1);
    length += size;
}

static void say_number(int32_t from, uint32_t span) {
    char number[16];
    snprintf(number, sizeof number, "%d", (int)(from + (int32_t)below(span)));
    say(number);
}

static void say_int(uint32_t depth);

/// Mostly field tests, as in rules.
static void say_condition(uint32_t depth) {
    static const char *const plain[] = {"flag",         "not flag",      "way == found", "mood != calm",
                                        "u8 == 0",      "u8 < 15",       "i8 == 3",      "u16 > 40000",
                                        "i16 < -5",     "n >= 100",      "random < 0.3", "random < 0.0",
                                        "random < 1.5", "random < 1e-7", "odd()",        "in(combat/attack)",
                                        "x < 3.5",      "elapsed > 20",  "yes()",        "off"};
    uint32_t choice = depth == 0 ? 4 : below(7);
    if (choice < 2) {
        say("(");
        say_condition(depth - 1);
        say(choice == 0 ? " and " : " or ");
        say_condition(depth - 1);
        say(")");
    } else if (choice < 4) {
        static const char *const signs[] = {" < ", " <= ", " == ", " != ", " > "};
        say("(");
        say_int(depth - 1);
        say(signs[below(COUNT(signs))]);
        say_int(depth - 1);
        say(")");
    } else {
        say(plain[below(COUNT(plain))]);
    }
}

static void say_leaf(void) {
    static const char *const fields[] = {"u8", "u8", "i8", "i8", "n", "i16", "u16", "tick", "elapsed"};
    uint32_t choice = below(3);
    if (choice == 0) {
        say_number(0, 20);
    } else if (choice == 1 && below(3) == 0) {
        say_number(-130, 400);
    } else {
        say(fields[below(COUNT(fields))]);
    }
}

/// Ints, many of which fit a byte.
static void say_int(uint32_t depth) {
    if (depth == 0) {
        say_leaf();
        return;
    }
    static const char *const before[] = {"(", "(", "min(", "max(", "max(", "("};
    static const char *const between[] = {" + ", " - ", ", ", ", ", " - ", " if "};
    static const char *const after[] = {")", ")", ")", ")", ", 0)", ")"};
    uint32_t response = below(COUNT(before));
    say(before[response]);
    say_int(depth - 1);
    say(between[response]);
    if (response == 5) {
        say_condition(depth - 1);
        say(" else ");
    }
    if (response == 4) {
        say_number(0, 300);
    } else {
        say_int(depth - 1);
    }
    say(after[response]);
}

/// Assigns to a field, often its own value with a small change.
static void say_change(const char *field) {
    uint32_t response = below(7);
    if (response == 0) {
        say("max(");
        say(field);
        say(" - ");
        say_number(0, 258);
        say(", 0)");
    } else if (response < 3) {
        say(field);
        say(response == 1 ? " + " : " - ");
        say_int(below(2));
    } else if (response < 5) {
        say(field);
        say(response == 3 ? " + (" : " - (");
        say_int(0);
        say(" if ");
        say_condition(1);
        say(" else ");
        say(below(2) ? "0)" : "3)");
    } else if (response == 5) {
        say_int(below(3));
        say(" if ");
        say_condition(below(3));
        say(" else ");
        say(field);
    } else {
        say_int(below(4));
    }
}

// ----------------------------------------------------------------------------------------------------------- arguments

static void say_call(uint32_t depth, bool is_condition);

static void say_number_of(uint32_t depth) {
    static const char *const floats[] = {"x", "y", "z", "shared", "2.5", "-0.0", "random", "x / 0.0", "x * y - z"};
    if (depth > 0 && below(3) == 0) {
        say_call(depth - 1, false);
    } else if (below(2)) {
        say(floats[below(COUNT(floats))]);
    } else {
        say_int(below(3));
    }
}

/// Writes an argument of every kind, constant and computed; some occur twice in a text.
static void say_argument(uint32_t depth) {
    static const char *const enums[] = {"way", "mood", "found", "calm", "mood.found", "(way if flag else player)"};
    static const char *const texts[] = {"'door'", "\"x, (y\""};
    switch (below(6)) {
    case 0:
        say(enums[below(COUNT(enums))]);
        break;
    case 1:
        say(texts[below(COUNT(texts))]);
        break;
    case 2:
        if (depth > 0 && below(3) == 0) {
            say_call(depth - 1, true);
        } else {
            say_condition(below(3));
        }
        break;
    default:
        say_number_of(depth);
        break;
    }
}

static void say_call(uint32_t depth, bool is_condition) {
    static const char *const conditions[] = {"yes(", "odd("}, *const scores[] = {"half(", "lost("};
    const uint32_t count = below(5);
    say((is_condition ? conditions : scores)[below(2)]);
    for (uint32_t i = 0; i < count; i++) {
        say(i == 0 ? "" : ", ");
        say_argument(depth);
    }
    say(")");
}

// --------------------------------------------------------------------------------------------------------------- tests

static const expr_want any = {.kind = EXPR_WANT_ANY};

static void check_value(expr_want want) {
    expr_program *program = compile_text(text, want);
    check_block(program, &w, 0, 1 + below(AGENTS), text);
    free(program);
}

static void check_change(uint32_t field) {
    expr_program *program = compile_text(text, want_field(field));
    uint32_t count = 1 + below(AGENTS);
    check_block_assignment(program, &w, below(AGENTS - count + 1), count, field, text);
    free(program);
}

static void shapes_of_bytes(void **state) {
    (void)state;
    static const uint32_t fields[] = {FIELD_U8,  FIELD_U8, FIELD_I8,  FIELD_I8, FIELD_N,     FIELD_N,
                                      FIELD_I16, FIELD_M,  FIELD_U16, FIELD_X,  FIELD_SHARED};
    for (uint32_t i = 0; i < 30000; i++) {
        if (i % 20 == 0) {
            fill_world();
        }
        length = 0;
        uint32_t choice = below(4);
        if (choice == 0) {
            say_int(below(4));
            check_value(below(2) ? any : (expr_want){.kind = EXPR_WANT_NUMBER});
        } else if (choice == 1) {
            say_condition(below(4));
            check_value(any);
        } else {
            uint32_t field = fields[below(COUNT(fields))];
            say_change(field_rows[field].name);
            check_change(field);
        }
    }
    print_message("%u in blocks, %u not\n", (unsigned)lanes_done, (unsigned)lanes_refused);
    assert_true(lanes_refused * 20 < lanes_done);
}

static void calls_with_arguments(void **state) {
    (void)state;
    const uint32_t refused = lanes_refused, done = lanes_done;
    for (uint32_t i = 0; i < 20000; i++) {
        if (i % 20 == 0) {
            fill_world();
        }
        length = 0;
        const uint32_t choice = below(3);
        if (choice == 0) {
            say_call(3, true);
            say(below(2) ? " and " : " or not ");
            say_call(2, true);
            check_value(any);
        } else if (choice == 1) {
            say_call(3, false);
            say(" * 2 + ");
            say_call(1, false);
            check_value((expr_want){.kind = EXPR_WANT_NUMBER});
        } else {
            say("n + 3 if ");
            say_call(2, true);
            say(" else m");
            check_change(FIELD_N);
        }
    }
    assert_true((lanes_refused - refused) * 20 < lanes_done - done);
}

// Random draws with consecutive ids: near each of the numbers that `random` can have.
static void chances(void **state) {
    (void)state;
    fill_world();
    static const char *const texts[] = {"random < 0.0",  "random < 1.0",          "random < 0.3",
                                        "random < 0.5",  "random < 5.9604645e-8", "random < 1.0e-8",
                                        "random < -1.0", "random < 0.7 and flag", "random"};
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        expr_program *program = compile_text(texts[i], any);
        for (uint32_t k = 0; k < 500; k++) {
            uint64_t first = below(2) ? next_random(&random_state) : 0x100000000u - below(200);
            w.tick = below(1000);
            lanes_case of = {.program = program,
                             .text = texts[i],
                             .w = &w,
                             .rows = AGENTS,
                             .count = below(2) ? 128 : 64,
                             .first_id = &first,
                             .field = EXPR_NONE};
            assert_true(lanes_check(&of));
        }
        free(program);
    }
}

/// Makes `random < k` with a constant that texts cannot express. The caller frees it.
static expr_program *chance_of(float k) {
    expr_program *compiled = compile_text("random < 0.3", any);
    expr_program *program = without_bytecode(compiled);
    expr_instruction *less = &program->code[program->count - 1];
    assert_int_equal(less->operation, EXPR_OP_LESS);
    assert_int_equal(less->k[less->b], math_bits(0.3f));
    less->k[less->b] = math_bits(k);
    free(compiled);
    return program;
}

/// Counts how many of the 2^24 values of `random` are less, by bisection.
static uint32_t numbers_less(float k) {
    uint32_t less = 0, others = 1u << 24;
    while (less < others) {
        uint32_t middle = less + (others - less) / 2;
        if (random_unit(middle << 8) < k) {
            less = middle + 1;
        } else {
            others = middle;
        }
    }
    return less;
}

/// Counts the values that the operation lets pass: a whole number.
static uint32_t numbers_passed(const expr_program *program) {
    static lanes_frame frame;
    lanes_op code[8 + LANES_RECENT];
    frame.of = &(lanes_case){.program = program, .text = "random < k", .w = &w, .count = 64, .field = EXPR_NONE};
    const lanes_builder b = lanes_build(&frame, code);
    assert_null(b.failed);
    for (uint32_t i = 0; i < b.count; i++) {
        if (code[i].kind == LANES_RANDOM_BELOW) {
            assert_int_equal(code[i].k[1] & 0xFF, 0xFF);
            return (code[i].k[1] >> 8) + 1;
        }
    }
    return 0;
}

static void check_chance(float k) {
    expr_program *program = chance_of(k);
    if (numbers_passed(program) != numbers_less(k)) {
        fail_msg("random < %.9g: %u numbers pass instead of %u", (double)k, (unsigned)numbers_passed(program),
                 (unsigned)numbers_less(k));
    }
    lanes_case of = {.program = program, .text = "random < k", .w = &w, .rows = AGENTS, .count = 64};
    of.field = EXPR_NONE;
    assert_true(lanes_check(&of));
    free(program);
}

/// A positive number and its neighbours.
static void check_chance_and_next(float k) {
    check_chance(math_float(math_bits(k) - 1));
    check_chance(k);
    check_chance(math_float(math_bits(k) + 1));
}

static void chances_are_rounded(void **state) {
    (void)state;
    fill_world();
    static const uint32_t edges[] = {1, 2, 3, 255, 256, 257, 0x7FFFFF, 0x800000, 0x800001, 0xFFFFFE, 0xFFFFFF};
    for (uint32_t i = 0; i < COUNT(edges); i++) {
        check_chance_and_next((float)edges[i] * 0x1p-24f);
    }
    for (uint32_t i = 0; i < 200; i++) {
        check_chance_and_next((float)(1 + below(0xFFFFFF)) * 0x1p-24f);
    }
    check_chance_and_next(1.0f);
    static const float others[] = {0.0f,    -0.0f,    0x1p-149f, 0x1p-126f,  0x1.8p-24f, 0x1.8p-25f, 1.5f, 2.0f,
                                   3.4e38f, INFINITY, -0x1p-24f, -0x1p-149f, -1.0f,      -INFINITY,  NAN,  -NAN};
    for (uint32_t i = 0; i < COUNT(others); i++) {
        check_chance(others[i]);
    }
}

// Constants equal to the number that an agent draws, and their neighbours: an off-by-one error is visible.
static void chances_beside_what_is_drawn(void **state) {
    (void)state;
    fill_world();
    expr_program *random = compile_text("random", any);
    const lanes_case of = {.program = random, .w = &w, .rows = AGENTS, .field = EXPR_NONE};
    for (uint32_t i = 0; i < 64; i++) {
        float drawn = lane_alone(&of, i).f;
        if (drawn > 0.0f) {
            check_chance_and_next(drawn);
        }
    }
    free(random);
}

int main(void) {
    world_bind(&w);
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_of_bytes), cmocka_unit_test(calls_with_arguments),
                                       cmocka_unit_test(chances), cmocka_unit_test(chances_are_rounded),
                                       cmocka_unit_test(chances_beside_what_is_drawn)};
    return cmocka_run_group_tests_name("expressions over columns", tests, NULL, NULL);
}
