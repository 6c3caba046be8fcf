// SPDX-License-Identifier: MIT
// Expressions: the rules of the language and of section 11 of docs/semantics.md, with values; programs; and evaluation,
// alone and in blocks.
#include "expr/number.h"
#include "expr/random.h"
#include "expr/suggest.h"
#include "expr_support.h"

#include "wits/wits.h"

static world w;

/// Most tests use row 0; all other rows are the same except for a few values.
static int set_up(void **state) {
    (void)state;
    memset(&w, 0, sizeof w);
    world_bind(&w);
    for (uint32_t i = 0; i < AGENTS; i++) {
        struct record *r = &w.records[i];
        const int32_t m = -7;
        const float y = -2.25f - (float)i;
        r->flag = i % 3 == 0 ? 2 : 0;  // any byte but 0 is a true bool
        r->way = (uint8_t)((1 + i) % 3);
        r->i8 = -5;
        r->i16 = -3000;
        memcpy(r->m, &m, 4);
        memcpy(r->y, &y, 4);
        w.player[i] = 2;
        w.mood[i] = 1;
        w.u8[i] = 200;
        w.u16[i] = 60000;
        w.n[i] = 7 + (int32_t)i;
        w.x[i] = 0.5f + 0.25f * (float)i;
        w.z[i] = math_float(0x7FA00001u);  // a NaN with its own bits
        w.ids[i] = 0x1FFFFFFF0u + i;       // the high half changes among them
        w.elapsed[i] = 20 + i;
    }
    w.shared = 8.0f;
    w.tick = 100;
    w.seed = 42;
    return 0;
}

static expr_value evaluate(const char *text, expr_want want, expr_type type) {
    expr_program *program = compile_text(text, want);
    assert_int_equal(program->type, type);
    check_block(program, &w, 0, 1, text);
    check_block(program, &w, 0, 16, text);
    check_block(program, &w, 3, 37, text);
    expr_env env = world_env(&w, 0);
    expr_value value = wits_expr_eval_one(program, &env);
    free(program);
    return value;
}

static const expr_want any = {.kind = EXPR_WANT_ANY};

static void check_bool(const char *text, bool value) {
    if (evaluate(text, any, EXPR_BOOL).bits != value) {
        fail_msg("%s is not %d", text, value);
    }
}

static void check_int(const char *text, int32_t value) {
    int32_t got = evaluate(text, any, EXPR_INT).i;
    if (got != value) {
        fail_msg("%s is %d, not %d", text, got, value);
    }
}

/// The same bits.
static void check_float(const char *text, float value) {
    float got = evaluate(text, any, EXPR_FLOAT).f;
    if (math_bits(got) != math_bits(value)) {
        fail_msg("%s is %a, not %a", text, (double)got, (double)value);
    }
}

static void check_enum(const char *text, uint32_t field, uint32_t value) {
    uint32_t got = evaluate(text, want_field(field), EXPR_ENUM).bits;
    if (got != value) {
        fail_msg("%s is %u, not %u", text, (unsigned)got, (unsigned)value);
    }
}

#define NOT_A_NUMBER math_float(0x7FC00000u)

// "Digits alone are an int; 1., 1e3, .5 are floats; a minus directly before a literal belongs to it"
static void literals(void **state) {
    (void)state;
    check_int("0", 0);
    check_int("007", 7);
    check_int("2147483647", INT32_MAX);
    check_int("-2147483648", INT32_MIN);
    check_int("- 5", -5);
    check_int("3 -1", 2);
    check_int("3 - -1", 4);
    check_int("--1", 1);
    check_int("-0", 0);
    check_float("1.", 1.0f);
    check_float("1e3", 1000.0f);
    check_float("1E+2", 100.0f);
    check_float("25e-2", 0.25f);
    check_float(".5", 0.5f);
    check_float("-0.0", -0.0f);
    check_float("0.1", 0.1f);
    check_float("16777217.0", 16777216.0f);
    check_float("16777219.0", 16777220.0f);
    check_float("3.4028235e38", 0x1.fffffep127f);
    check_float("1e-45", 0x1p-149f);
    check_float("1e-100", 0.0f);
    // the midpoint of two floats, and a little more, after 100 digits
    check_float("1.000000059604644775390625", 1.0f);
    check_float(
        "1.00000005960464477539062500000000000000000000000000000000000000000000000000000000000000000000000000000"
        "00000000000000000000000000000000000000000000000000000000001",
        0x1.000002p0f);
    check_bool("true", true);
    check_bool("false", false);
}

// Every float literal is the nearest float: midpoints, one digit more, many digits, all sizes.
static void nearest_floats(void **state) {
    (void)state;
    uint64_t random = 88172645463325252u;
    for (uint32_t i = 0; i < 30000; i++) {
        uint64_t bits = next_random(&random);
        float x = math_float((uint32_t)bits & 0x7FFFFFFFu);
        double middle = ((double)x + (double)math_float(((uint32_t)bits & 0x7FFFFFFFu) + 1)) / 2;
        char text[400];
        if (!(math_abs(x) < math_float(0x7F7FFFFFu))) {
            continue;
        }
        switch (i % 5) {
        case 0:
            snprintf(text, sizeof text, "%.*e", (int)(bits >> 40) % 20, (double)x);
            break;
        case 1:
            snprintf(text, sizeof text, "%.160e", middle);
            break;
        case 2: {
            int length = snprintf(text, sizeof text, "%.160e", middle);
            char *exponent = strchr(text, 'e');
            char end[16];
            assert_true(length > 0 && exponent != NULL);
            strcpy(end, exponent);
            snprintf(exponent, 48, "00000000000000000000000000001%s", end);
            break;
        }
        case 3:
            snprintf(text, sizeof text, "%.3f", (double)(bits >> 44) / 1000);
            break;
        default:
            snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(bits >> 20), (unsigned long long)bits,
                     (int)(bits % 75) - 60);
            break;
        }
        if (strpbrk(text, ".e") == NULL) {
            strcat(text, ".");
        }
        float expected = strtof(text, NULL);
        expr_value value;
        number_kind kind = wits_expr_number_read(text, strlen(text), &value);
        if (kind != (isinf(expected) ? NUMBER_FLOAT_RANGE : NUMBER_FLOAT) ||
            (kind == NUMBER_FLOAT && value.bits != math_bits(expected))) {
            fail_msg("%s is %a, not %a", text, (double)value.f, (double)expected);
        }
    }
}

static void names(void **state) {
    (void)state;
    check_bool("flag", true);
    check_bool("off", false);
    check_int("i8", -5);
    check_int("u8", 200);
    check_int("i16", -3000);
    check_int("u16", 60000);
    check_int("n", 7);
    check_int("m", -7);
    check_float("x", 0.5f);
    check_float("y", -2.25f);
    check_float("shared", 8.0f);
    check_float("z", NOT_A_NUMBER);
    check_int("tick", 100);
    check_int("elapsed", 20);
    check_bool("yes()", true);
    check_bool("odd ( )", false);
    check_float("half()", 0.5f);
    check_float("lost()", NOT_A_NUMBER);
    check_bool("in(idle)", true);
    check_bool("in ( combat/attack )", false);
    check_bool("in(/walk)", false);
    check_bool("\t\r\n flag \n", true);
}

// "In expressions tick and elapsed are ints, saturated at 2^31-1."
static void clocks_saturate(void **state) {
    (void)state;
    w.tick = 0x80000000u;
    w.elapsed[0] = UINT32_MAX;
    check_int("tick", INT32_MAX);
    check_int("elapsed", INT32_MAX);
    w.tick = 0x7FFFFFFEu;
    check_int("tick", INT32_MAX - 1);
    set_up(state);
}

// From loosest to tightest: if else; or; and; not; comparisons; + -; * / %; unary minus; calls and parentheses.
static void precedence(void **state) {
    (void)state;
    check_int("1 + 2 * 3", 7);
    check_int("(1 + 2) * 3", 9);
    check_int("10 - 4 - 3", 3);
    check_int("17 % 10 % 4", 3);
    check_int("2 * 7 % 4", 2);
    check_int("-n % 4", -3);
    check_int("-n * -n", 49);
    check_int("- -n", 7);
    check_int("3 - -n", 10);
    check_bool("1 + 1 == 2", true);
    check_bool("not 1 == 2", true);
    check_bool("not off and off", false);
    check_bool("not (off and off)", true);
    check_bool("not not flag", true);
    check_bool("true or false and false", true);
    check_bool("(true or false) and false", false);
    check_bool("flag or flag and off", true);
    check_bool("off and off or flag", true);
    check_bool("not off or flag", true);
    check_bool("1 < 2 and 2 < 3", true);
    check_bool("flag == (1 < 2)", true);
    check_int("1 if off else 2 if off else 3", 3);
    check_int("1 if off else 2 if flag else 3", 2);
    check_int("1 if flag else 2 if off else 3", 1);
    check_int("(1 if off else 2) if flag else 3", 2);
    check_int("1 + 1 if flag or off else 2 + 2", 2);
    check_bool("off if off else not off", true);
    check_int("1 if (off if flag else flag) else 2", 2);
    check_bool("flag and off if off else flag or off", true);
}

// "32-bit two's complement, wrapping"; "% is for ints and truncates as C's; x % 0 and x % -1 are 0"
static void ints(void **state) {
    (void)state;
    check_int("2147483647 + 1", INT32_MIN);
    check_int("n + 2147483647", INT32_MIN + 6);
    check_int("-2147483648 - 1", INT32_MAX);
    check_int("65536 * 65536", 0);
    check_int("n * 1000000000", -1589934592);
    check_int("-(-2147483648)", INT32_MIN);
    check_int("m % 4", -3);
    check_int("n % -4", 3);
    check_int("n % 0", 0);
    check_int("n % -1", 0);
    check_int("-2147483648 % -1", 0);
    check_int("-2147483648 % 2147483647", -1);
    check_int("2147483647 % -2147483648", INT32_MAX);
    check_int("2147483647 % 2", 1);
    check_int("abs(m)", 7);
    check_int("abs(-2147483648)", INT32_MIN);
    check_int("sign(m)", -1);
    check_int("sign(0)", 0);
    check_int("sign(n)", 1);
    check_int("min(n, m)", -7);
    check_int("max(n, m)", 7);
    check_int("min(3, n)", 3);
    check_int("clamp(n, 0, 5)", 5);
    check_int("clamp(m, 0, 5)", 0);
    check_int("clamp(3, n, m)", -7);  // min(max(3, 7), -7)
    check_int("clamp(n, m, i8)", -5);
}

// "Ints widen to float"; "/ is float division"; "if any argument is a float, all widen"; "floor, ceil (always floats)"
static void widening(void **state) {
    (void)state;
    check_float("7 / 2", 3.5f);
    check_float("n / 2", 3.5f);
    check_float("n / 0", INFINITY);
    check_float("0 / 0", NOT_A_NUMBER);
    check_float("1 + 0.5", 1.5f);
    check_float("n * x", 3.5f);
    check_float("x - n", -6.5f);
    check_float("16777217 + 0.0", 16777216.0f);
    check_bool("n > 6.5", true);
    check_bool("16777217 == 16777216.0", true);
    check_float("1 if off else 0.5", 0.5f);
    check_float("n if flag else 0.5", 7.0f);
    check_float("x if off else n", 7.0f);
    check_float("min(1, 0.5)", 0.5f);
    check_float("max(n, x)", 7.0f);
    check_float("clamp(n, 0, 5.0)", 5.0f);
    check_float("clamp(x, 0, 1)", 0.5f);
    check_float("floor(7)", 7.0f);
    check_float("ceil(n)", 7.0f);
    check_float("sqrt(16)", 4.0f);
    check_float("lerp(0, 10, x)", 5.0f);
    check_float("-n + 0.5", -6.5f);
}

static void floats(void **state) {
    (void)state;
    check_float("0.1 + 0.2", 0.1f + 0.2f);
    check_float("x * x * x", 0.125f);
    check_float("-y", 2.25f);
    check_float("-(0.0)", -0.0f);
    check_float("0.0 - x * 0", 0.0f);
    check_float("1e38 * 10", INFINITY);
    check_float("x / 0", INFINITY);
    check_float("abs(y)", 2.25f);
    check_float("abs(-0.0)", 0.0f);
    check_float("sign(y)", -1.0f);
    check_float("sign(-0.0)", 0.0f);
    check_float("sign(x)", 1.0f);
    check_float("sign(z)", 0.0f);
    check_float("floor(y)", -3.0f);
    check_float("ceil(y)", -2.0f);
    check_float("ceil(-0.5)", -0.0f);
    check_float("floor(-0.0)", -0.0f);
    check_float("floor(1e30)", 1e30f);
    check_float("floor(8388607.5)", 8388607.0f);
    check_float("sqrt(2)", 0x1.6a09e6p0f);
    check_float("sqrt(-1)", NOT_A_NUMBER);
    check_float("exp(0)", 1.0f);
    check_float("log(1)", 0.0f);
    check_float("pow(2, 10)", 1024.0f);
    check_float("pow(2, 0.5)", 0x1.6a09e6p0f);
    check_float("atan2(1, 0)", 0x1.921fb6p+0f);
    check_float("atan2(1, -1)", 0x1.2d97c8p+1f);
    check_float("atan2(0, 0)", 0.0f);
    check_float("atan2(0 / 0, 1)", NOT_A_NUMBER);
    check_float("lerp(2, 4, 0.25)", 2.5f);
    check_float("lerp(y, x, 1)", 0.5f);
    check_float("smoothstep(-1)", 0.0f);
    check_float("smoothstep(2)", 1.0f);
    check_float("smoothstep(x)", 0.5f);
    check_float("smoothstep(0.25)", 0.15625f);
    check_float("smoothstep(z)", 0.0f);  // max(NaN, 0) is 0
}

// "min(a,b) is a < b ? a : b, max(a,b) is a > b ? a : b, clamp(x,lo,hi) is min(max(x,lo),hi)"
static void not_a_number(void **state) {
    (void)state;
    check_float("min(z, 1)", 1.0f);
    check_float("min(1, z)", NOT_A_NUMBER);
    check_float("max(z, 1)", 1.0f);
    check_float("max(1.0, z)", NOT_A_NUMBER);
    check_float("min(0.0, -0.0)", -0.0f);
    check_float("min(-0.0, 0.0)", 0.0f);
    check_float("clamp(z, 2, 3)", 2.0f);
    check_float("clamp(x, z, 3)", 3.0f);
    check_float("clamp(x, 0, z)", NOT_A_NUMBER);
    check_float("z + 1", NOT_A_NUMBER);
    check_float("-z", NOT_A_NUMBER);
    check_bool("z == z", false);
    check_bool("z != z", true);
    check_bool("z < 1", false);
    check_bool("z <= 1", false);
    check_bool("z > 1", false);
    check_bool("z >= 1", false);
    check_bool("z == 1", false);
    check_bool("z != 1", true);
    check_bool("not (z < 1)", true);
    check_bool("not (z != 1)", false);
    check_bool("x < 0.0 / 0.0", false);
    check_bool("x != 0.0 / 0.0", true);
}

// All comparisons, of fields with constants on either side and with one another.
static void comparisons(void **state) {
    (void)state;
    check_bool("n == 7", true);
    check_bool("7 != n", false);
    check_bool("n < 7", false);
    check_bool("n < 8", true);
    check_bool("6 < n", true);
    check_bool("7 < n", false);
    check_bool("n <= 7", true);
    check_bool("n <= 6", false);
    check_bool("8 <= n", false);
    check_bool("n > 6", true);
    check_bool("n > 7", false);
    check_bool("n >= 7", true);
    check_bool("n >= 8", false);
    check_bool("7 >= n", true);
    check_bool("n > m", true);
    check_bool("n < -2147483648", false);
    check_bool("n >= -2147483648", true);
    check_bool("n > 2147483647", false);
    check_bool("n <= 2147483647", true);
    check_bool("not (n > 2147483647)", true);
    check_bool("i8 < 0", true);
    check_bool("i8 == -5", true);
    check_bool("u8 > 199", true);
    check_bool("u8 < 300", true);
    check_bool("u8 == -56", false);
    check_bool("i16 < -2999", true);
    check_bool("u16 >= 60000", true);
    check_bool("x == 0.5", true);
    check_bool("0.5 != x", false);
    check_bool("x < 0.5", false);
    check_bool("x <= 0.5", true);
    check_bool("x > 0.5", false);
    check_bool("x >= 0.5", true);
    check_bool("0.25 < x", true);
    check_bool("0.5 < x", false);
    check_bool("x * 0 == -0.0", true);
    check_bool("x < y", false);
    check_bool("x >= y", true);
    check_bool("n == x", false);
    check_bool("flag == true", true);
    check_bool("flag != true", false);
    check_bool("flag == false", false);
    check_bool("true == flag", true);
    check_bool("off == false", true);
    check_bool("flag == off", false);
    check_bool("flag != off", true);
    check_bool("off == (n == 8)", true);
}

// The edges of floats, where a range test could differ from the comparison.
static void float_edges(void **state) {
    (void)state;
    static const char *const numbers[] = {"0.0",          "-0.0",          "1e-45",     "-1e-45",     "1.0",
                                          "3.4028235e38", "-3.4028235e38", "(1e38*10)", "(-1e38*10)", "(0.0/0.0)"};
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    for (uint32_t i = 0; i < COUNT(numbers) * COUNT(numbers) * COUNT(signs) * 2; i++) {
        const char *value = numbers[i % COUNT(numbers)];
        const char *other = numbers[i / COUNT(numbers) % COUNT(numbers)];
        const char *sign = signs[i / COUNT(numbers) / COUNT(numbers) % COUNT(signs)];
        bool field_first = i >= COUNT(numbers) * COUNT(numbers) * COUNT(signs);
        char text[64];
        w.x[0] = evaluate(value, any, EXPR_FLOAT).f;
        snprintf(text, sizeof text, "%s %s %s", value, sign, other);
        bool expected = evaluate(text, any, EXPR_BOOL).bits != 0;
        snprintf(text, sizeof text, "%s %s %s", field_first ? "x" : value, sign, field_first ? other : "x");
        if (!field_first) {
            w.x[0] = evaluate(other, any, EXPR_FLOAT).f;
        }
        check_bool(text, expected);
    }
    set_up(state);
}

// Enums compare with == and != only, and only with the same list of names; the other operand's type determines the
// meaning of a name.
static void enums(void **state) {
    (void)state;
    check_bool("way == found", true);
    check_bool("found == way", true);
    check_bool("way != found", false);
    check_bool("way == none", false);
    check_bool("player == reached", true);
    check_bool("mood == found", false);  // from another list, in row 2
    check_bool("mood != found", true);
    check_bool("way == player", false);  // two lists with the same names
    check_bool("way == (found if flag else none)", true);
    check_bool("(found if flag else none) == way", true);
    check_bool("(none if off else found if flag else reached) == way", true);
    check_bool("(none if off else way) == found", true);
    check_bool("(way if flag else none) == (none if flag else player)", false);
    check_bool("((none if off else found) if flag else reached) != way", false);
    check_enum("reached", FIELD_WAY, 2);
    check_enum("player", FIELD_WAY, 2);
    check_enum("none if off else found", FIELD_WAY, 1);
    check_enum("found if n == 7 and m == -7 and x == 0.5 else none", FIELD_WAY, 1);
    check_enum("none if off else (way if flag else reached)", FIELD_WAY, 1);
    check_enum("found", FIELD_MOOD, 2);
    // A name that is also a field means the field, unless only the enum makes sense.
    check_bool("mood == flag", false);
    check_bool("flag != mood", true);
    check_enum("flag", FIELD_MOOD, 3);
    check_bool("flag", true);
}

static void check_stored(uint32_t field, const char *text, const char *read_back, int32_t value) {
    expr_program *program = compile_text(text, want_field(field));
    expr_env env = world_env(&w, 0);
    world before = w;
    wits_expr_store(&w.fields[field], 0, wits_expr_eval_one(program, &env));
    check_int(read_back, value);
    w = before;
    check_block_assignment(program, &w, 0, 40, field, text);
    free(program);
}

// "Assigning a float to an int field truncates and saturates to the field's own range, NaN gives 0. Storing an int into
// a narrower field wraps."
static void assignments(void **state) {
    (void)state;
    check_stored(FIELD_N, "2.9", "n", 2);
    check_stored(FIELD_N, "-2.9", "n", -2);
    check_stored(FIELD_N, "x + 2.4", "n", 2);
    check_stored(FIELD_N, "1e10", "n", INT32_MAX);
    check_stored(FIELD_N, "shared * -1e30", "n", INT32_MIN);
    check_stored(FIELD_N, "x * 4294967296.0", "n", INT32_MAX);
    check_stored(FIELD_N, "x * -4294967296.0", "n", INT32_MIN);
    check_stored(FIELD_N, "z", "n", 0);
    check_stored(FIELD_N, "0.0 / 0.0", "n", 0);
    check_stored(FIELD_N, "n + 1", "n", 8);
    check_stored(FIELD_I8, "300.5", "i8", 127);
    check_stored(FIELD_I8, "shared * -1000", "i8", -128);
    check_stored(FIELD_I8, "300", "i8", 44);
    check_stored(FIELD_I8, "n + 121", "i8", -128);
    check_stored(FIELD_U8, "-1.5", "u8", 0);
    check_stored(FIELD_U8, "shared * 100", "u8", 255);
    check_stored(FIELD_U8, "-1", "u8", 255);
    check_stored(FIELD_U8, "u8 + 100", "u8", 44);
    check_stored(FIELD_I16, "1e9", "i16", 32767);
    check_stored(FIELD_I16, "-1e9", "i16", -32768);
    check_stored(FIELD_I16, "32768", "i16", -32768);
    check_stored(FIELD_U16, "1e9", "u16", 65535);
    check_stored(FIELD_U16, "-1e9", "u16", 0);
    check_stored(FIELD_U16, "65537 + n", "u16", 8);
    check_stored(FIELD_X, "n", "1 if x == 7 else 0", 1);
    check_stored(FIELD_FLAG, "not flag", "1 if flag else 0", 0);
    check_stored(FIELD_WAY, "reached", "1 if way == reached else 0", 1);
    check_stored(FIELD_Y, "-z", "1 if y != y else 0", 1);
    check_stored(FIELD_SHARED, "3", "1 if shared == 8 else 0", 1);  // stride 0 is read-only
}

static void stored_not_a_number(void **state) {
    (void)state;
    expr_value value = {.bits = 0xFFFFFFFFu};
    wits_expr_store(&w.fields[FIELD_Y], 5, value);
    assert_int_equal(wits_expr_load(&w.fields[FIELD_Y], 5).bits, 0x7FC00000u);
    wits_expr_store(&w.fields[FIELD_M], 5, value);
    assert_int_equal(wits_expr_load(&w.fields[FIELD_M], 5).i, -1);
    wits_expr_store(&w.fields[FIELD_FLAG], 5, (expr_value){.bits = 1});
    assert_int_equal(w.records[5].flag, 1);
    set_up(state);
}

// "a condition is a bool, a score or input is a number"
static void wants(void **state) {
    (void)state;
    assert_int_equal(evaluate("n > 3", (expr_want){.kind = EXPR_WANT_CONDITION}, EXPR_BOOL).bits, 1);
    assert_true(evaluate("n", (expr_want){.kind = EXPR_WANT_NUMBER}, EXPR_FLOAT).f == 7.0f);
    assert_true(evaluate("3", (expr_want){.kind = EXPR_WANT_NUMBER}, EXPR_FLOAT).f == 3.0f);
    assert_true(evaluate("half() * 2", (expr_want){.kind = EXPR_WANT_NUMBER}, EXPR_FLOAT).f == 1.0f);
}

// Each `random` is its own stream, from the scope's first on; the values are the library's.
static void randomness(void **state) {
    (void)state;
    expr_scope scope = test_scope();
    scope.first_place = 11;
    const char text[] = "random * 4 + random";
    expr_program *program = compile_in(&scope, text, strlen(text), (expr_want){.kind = EXPR_WANT_NUMBER});
    assert_int_equal(program->randoms, 2);
    for (uint32_t row = 0; row < AGENTS; row++) {
        expr_env env = world_env(&w, row);
        float first = wits_random(w.seed, w.ids[row], w.tick, 11);
        float second = wits_random(w.seed, w.ids[row], w.tick, 12);
        assert_int_equal(wits_expr_eval_one(program, &env).bits, math_bits(first * 4 + second));
    }
    check_block(program, &w, 0, AGENTS, text);  // ids from both sides of a multiple of 2^32
    check_block(program, &w, 0, 16, text);
    check_block(program, &w, 16, 16, text);
    free(program);
    uint64_t random = 1;
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t seed = next_random(&random);
        uint64_t agent = next_random(&random);
        uint32_t tick = (uint32_t)next_random(&random);
        uint32_t place = (uint32_t)next_random(&random) % 100;
        assert_int_equal(math_bits(expr_random(seed, agent, tick, place)),
                         math_bits(wits_random(seed, agent, tick, place)));
    }
}

// Blocks of every number of agents; lanes beyond them are computed, too.
static void blocks(void **state) {
    (void)state;
    static const char text[] =
        "random + x * y if in(idle) and elapsed % 2 == 0 or odd() else half() + n / 2 + u8 + i16 + shared";
    expr_program *program = compile_text(text, (expr_want){.kind = EXPR_WANT_NUMBER});
    for (uint32_t count = 1; count <= AGENTS; count++) {
        check_block(program, &w, AGENTS - count, count, text);
    }
    assert_int_equal(lanes_refused, 0);
    free(program);
}

// Ids counted from a base, across a multiple of 2^32; as numbers, and compared with some.
static void ids_from_a_base(void **state) {
    (void)state;
    static const char *const texts[] = {"random", "random < 0.3", "random < 0.0", "random < 1.0"};
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        expr_program *program = compile_text(texts[i], any);
        for (uint64_t first = 0xFFFFFF70u; first < 0x100000003u; first++) {
            lanes_case of = {.program = program,
                             .text = texts[i],
                             .w = &w,
                             .rows = AGENTS,
                             .count = first % 2 == 0 ? 128 : 64,
                             .first_id = &first,
                             .field = EXPR_NONE};
            assert_true(lanes_check(&of));
        }
        free(program);
    }
}

// The descriptive members of a program.
static void description(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint16_t uses;
    } rows[] = {
        {"1 + 2", EXPR_IS_CONSTANT},
        {"pow(2, 3) < 9 and not false", EXPR_IS_CONSTANT},
        {"clamp(5, 0, 3) if true else 2", EXPR_IS_CONSTANT},
        {"n == 3", EXPR_USES_FIELDS},
        {"not flag", EXPR_USES_FIELDS},
        {"flag and x < 1 and not (way == found)", EXPR_USES_FIELDS},
        {"flag and (off and n > 3)", EXPR_USES_FIELDS},
        {"flag or off", EXPR_USES_FIELDS},
        {"flag and false", EXPR_USES_FIELDS},
        {"n == m", EXPR_USES_FIELDS},
        {"tick", EXPR_USES_TICK},
        {"elapsed > 3", EXPR_USES_ELAPSED},
        {"random", EXPR_USES_RANDOM | EXPR_USES_TICK},
        {"yes()", EXPR_USES_FUNCTIONS},
        {"in(idle) and flag", EXPR_USES_STATES | EXPR_USES_FIELDS},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expr_program *program = compile_text(rows[i].text, any);
        if (program->uses != rows[i].uses) {
            fail_msg("%s uses %x, not %x", rows[i].text, program->uses, rows[i].uses);
        }
        assert_true(!(program->uses & EXPR_IS_CONSTANT) || program->count == 1);
        free(program);
    }
    expr_program *program = compile_text("x * 2 + u8 > y and flag and odd() and in(combat/attack)", any);
    uint32_t fields = 0;
    uint32_t functions = 0;
    uint32_t states = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        fields |= wits_expr_field_read(program, i) == EXPR_NONE ? 0 : 1u << wits_expr_field_read(program, i);
        functions |=
            wits_expr_function_called(program, i) == EXPR_NONE ? 0 : 1u << wits_expr_function_called(program, i);
        states |= wits_expr_state_asked(program, i) == EXPR_NONE ? 0 : 1u << wits_expr_state_asked(program, i);
    }
    assert_int_equal(fields, 1u << FIELD_X | 1u << FIELD_U8 | 1u << FIELD_Y | 1u << FIELD_FLAG);
    assert_int_equal(functions, 1u << FUNCTION_ODD);
    assert_int_equal(states, 1u << 1);
    free(program);
}

// One agent skips everything that cannot matter.
static uint32_t asked;

static bool counted_condition(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    asked++;
    return one_condition(user, function, given, count);
}

static void check_asked(const char *text, uint32_t times) {
    expr_program *program = compile_text(text, any);
    expr_env env = world_env(&w, 0);
    env.condition = counted_condition;
    asked = 0;
    wits_expr_eval_one(program, &env);
    if (asked != times) {
        fail_msg("%s asked %u times, not %u", text, (unsigned)asked, (unsigned)times);
    }
    free(program);
}

static void skipping(void **state) {
    (void)state;
    check_asked("off and (yes() or n > 3)", 0);
    check_asked("flag and (yes() or n > 3)", 1);
    check_asked("flag or (yes() and odd())", 0);
    check_asked("off or (yes() and odd())", 2);
    check_asked("n + 1 if flag else 2 if yes() else 3", 0);
    check_asked("1 if off else 2 if yes() else 3", 1);
    check_asked("found == (way if flag else none if yes() else reached)", 0);
    check_asked("off and (yes() or odd()) or flag and (yes() and odd())", 2);
}

static void suggestions(void **state) {
    (void)state;
    static const struct {
        const char *word;
        const char *nearest;  ///< from the names below
    } rows[] = {
        {"patrl", "patrol"},
        {"partol", "patrol"},
        {"Patrol", "patrol"},
        {"pat", NULL},
        {"attak", "attack"},
        {"atack", "attack"},
        {"if", NULL},
        {"IF", NULL},
        {"waypont", "waypoint"},
        {"", NULL},
        {"wqypiont", "waypoint"},
        {"b", NULL},
        {"B", NULL},
    };
    static const char *const known[] = {"patrol", "attack", "waypoint", "bb", "patrok"};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        suggestion s = wits_expr_suggestion_for(rows[i].word, (uint32_t)strlen(rows[i].word));
        for (uint32_t k = 0; k < COUNT(known); k++) {
            wits_expr_suggestion_offer(&s, known[k], (uint32_t)strlen(known[k]));
        }
        if (rows[i].nearest == NULL) {
            assert_null(s.best);
        } else {
            assert_non_null(s.best);
            assert_string_equal(s.best, rows[i].nearest);
        }
    }
}

static void reserved(void **state) {
    (void)state;
    static const char *const words[] = {"if",      "else", "or",     "and",       "not",   "true", "false",
                                        "elapsed", "tick", "random", "in",        "raise", "abs",  "sign",
                                        "min",     "max",  "clamp",  "floor",     "ceil",  "sqrt", "exp",
                                        "log",     "pow",  "lerp",   "smoothstep"};
    for (uint32_t i = 0; i < COUNT(words); i++) {
        assert_true(wits_expr_is_reserved(words[i], (uint32_t)strlen(words[i])));
    }
    uint32_t count = 0;
    for (; wits_expr_reserved_name(count) != NULL; count++) {
        assert_true(
            wits_expr_is_reserved(wits_expr_reserved_name(count), (uint32_t)strlen(wits_expr_reserved_name(count))));
    }
    assert_int_equal(count, COUNT(words));
    assert_false(wits_expr_is_reserved("If", 2));
    assert_false(wits_expr_is_reserved("iff", 3));
    assert_false(wits_expr_is_reserved("i", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals),     cmocka_unit_test(nearest_floats),
        cmocka_unit_test(names),        cmocka_unit_test(clocks_saturate),
        cmocka_unit_test(precedence),   cmocka_unit_test(ints),
        cmocka_unit_test(widening),     cmocka_unit_test(floats),
        cmocka_unit_test(not_a_number), cmocka_unit_test(comparisons),
        cmocka_unit_test(float_edges),  cmocka_unit_test(enums),
        cmocka_unit_test(assignments),  cmocka_unit_test(stored_not_a_number),
        cmocka_unit_test(wants),        cmocka_unit_test(randomness),
        cmocka_unit_test(blocks),       cmocka_unit_test(ids_from_a_base),
        cmocka_unit_test(description),  cmocka_unit_test(skipping),
        cmocka_unit_test(suggestions),  cmocka_unit_test(reserved),
    };
    return cmocka_run_group_tests_name("expressions", tests, set_up, NULL);
}
