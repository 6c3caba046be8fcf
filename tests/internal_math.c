// SPDX-License-Identifier: MIT
// Compares the library's mathematics with the C library's in double precision: errors in units in the last place,
// special cases, and one hash over many results, which must be the same on every machine.
//
// A normal run takes every 257th float and 2 million pairs; `internal_math --all` takes every float and 10^9 pairs
// (`make math-long`, some minutes) and prints the largest errors. docs/determinism.md has them.
#include "expr/math.h"

#include "expr/operations.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Limits documented in the header.
static const double most_exp = 1.0;
static const double most_expm1 = 1.57;
static const double most_log = 0.84;
static const double most_pow = 0.5001;
static const double most_atan2 = 0.5001;

static bool all;

static uint32_t step(void) {
    return all ? 1 : 257;
}

/// The distance of `got` from the exact result, in units in the last place of the closest float; infinity counts as the
/// float 2^128.
static double error_of(float got, double exact) {
    if (isnan(exact)) {
        return isnan(got) ? 0.0 : HUGE_VAL;
    }
    if (isinf(exact) || exact == 0.0) {
        return (double)got == exact && !signbit(got) == !signbit(exact) ? 0.0 : HUGE_VAL;
    }
    int exponent;
    frexp(exact, &exponent);
    int unit = exponent - 24 < -149 ? -149 : exponent > 128 ? 104 : exponent - 24;
    double value = isinf(got) ? (got > 0 ? 0x1p128 : -0x1p128) : (double)got;
    double beyond = fabs(exact) > 0x1p128 ? copysign(0x1p128, exact) : exact;
    return fabs(value - beyond) / ldexp(1.0, unit);
}

typedef struct worst {
    double error;
    float x, y;
} worst;

static void worse(worst *w, double error, float x, float y) {
    if (!(error <= w->error)) {
        *w = (worst){error, x, y};
    }
}

static void report(const char *name, const worst *w, double most) {
    if (all) {
        printf("%s: at most %.6f units in the last place, at %a %a\n", name, w->error, (double)w->x, (double)w->y);
    }
    if (!(w->error <= most)) {
        fail_msg("%s: %f units in the last place at %a %a", name, w->error, (double)w->x, (double)w->y);
    }
}

static void one_argument(void **state) {
    (void)state;
    worst in_exp = {0};
    worst in_expm1 = {0};
    worst in_log = {0};
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += step()) {
        float x = math_float((uint32_t)bits);
        worse(&in_exp, error_of(math_exp(x), exp((double)x)), x, 0);
        if (!(x > 88.0f) && x != 0.0f) {
            worse(&in_expm1, error_of(math_expm1(x), expm1((double)x)), x, 0);
        }
        worse(&in_log, error_of(math_log(x), log((double)x)), x, 0);
        if (x >= -87.0f && x <= 88.0f && math_bits(math_exp_narrow(x)) != math_bits(math_exp(x))) {
            fail_msg("the narrow exp of %a is %a", (double)x, (double)math_exp_narrow(x));
        }
    }
    report("exp", &in_exp, most_exp);
    report("expm1", &in_expm1, most_expm1);
    report("log", &in_log, most_log);
}

static bool same(float a, float b) {
    return math_bits(a) == math_bits(b) || (isnan(a) && isnan(b));
}

// sqrt, floor and ceil are exact; a number is unchanged by abs and by conversion to an int and back.
static void exact(void **state) {
    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += step()) {
        float x = math_float((uint32_t)bits);
        if (!same(math_sqrt(x), sqrtf(x)) || !same(math_floor(x), floorf(x)) || !same(math_ceil(x), ceilf(x)) ||
            !same(math_abs(x), fabsf(x))) {
            fail_msg("%a: sqrt %a floor %a ceil %a", (double)x, (double)math_sqrt(x), (double)math_floor(x),
                     (double)math_ceil(x));
        }
        double whole = isnan(x) ? 0.0 : fmin(fmax(trunc((double)x), INT32_MIN), INT32_MAX);
        assert_int_equal(operation_saturate(x, INT32_MIN, INT32_MAX), (int32_t)whole);
    }
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/// Makes any bits; bases near 1 with large exponents; bases from 1/4 to 4; bases from 0 to 1.
static void make_pair(uint64_t random, uint32_t kind, float *x, float *y) {
    uint32_t low = (uint32_t)random;
    uint32_t high = (uint32_t)(random >> 32);
    switch (kind) {
    case 0:
        *x = math_float(low);
        *y = math_float(high);
        break;
    case 1:
        *x = 1.0f + (float)(int32_t)low * 0x1p-45f;
        *y = (float)(int32_t)high * 0x1p-12f;
        break;
    case 2:
        *x = ldexpf(1.0f + (float)(low & 0xFFFFFF) * 0x1p-24f, (int)(high % 5) - 2);
        *y = (float)(int32_t)high * 0x1p-25f;
        break;
    default:
        *x = (float)(low >> 8) * 0x1p-24f;
        *y = (float)(high >> 16) * 0x1p-12f;
        break;
    }
}

static void power(void **state) {
    (void)state;
    worst in_pow = {0};
    uint64_t random = 88172645463325252u;
    uint32_t misrounded = 0;
    const uint32_t pairs = all ? 1000000000u : 2000000u;
    for (uint32_t i = 0; i < pairs; i++) {
        float x;
        float y;
        make_pair(next_random(&random), i % 4, &x, &y);
        float got = math_pow(x, y);
        double exact_result = pow((double)x, (double)y);
        if (exact_result != 0.0 && fabs(exact_result) < 0x1p-151) {
            exact_result = copysign(0.0, exact_result);  // below half of the smallest float
        }
        worse(&in_pow, error_of(got, exact_result), x, y);
        misrounded += !same(got, (float)exact_result);
    }
    if (all) {
        printf("pow: %u of %u not rounded to the nearest\n", (unsigned)misrounded, (unsigned)pairs);
    }
    report("pow", &in_pow, most_pow);
}

static void check_pow(float x, float y, float expected) {
    float got = math_pow(x, y);
    if (!same(got, expected)) {
        fail_msg("pow(%a, %a) is %a, not %a", (double)x, (double)y, (double)got, (double)expected);
    }
}

// C99, annex F.9.4.4.
static void power_special(void **state) {
    (void)state;
    static const float odd[] = {1.0f, 3.0f, 16777215.0f};
    static const float not_odd[] = {2.0f, 0.5f, 2.5f, 16777216.0f, 1e30f};
    for (size_t i = 0; i < COUNT(odd); i++) {
        check_pow(0.0f, -odd[i], INFINITY);
        check_pow(-0.0f, -odd[i], -INFINITY);
        check_pow(0.0f, odd[i], 0.0f);
        check_pow(-0.0f, odd[i], -0.0f);
        check_pow(-INFINITY, -odd[i], -0.0f);
        check_pow(-INFINITY, odd[i], -INFINITY);
        check_pow(-1.0f, odd[i], -1.0f);
    }
    for (size_t i = 0; i < COUNT(not_odd); i++) {
        check_pow(0.0f, -not_odd[i], INFINITY);
        check_pow(-0.0f, -not_odd[i], INFINITY);
        check_pow(-0.0f, not_odd[i], 0.0f);
        check_pow(-INFINITY, -not_odd[i], 0.0f);
        check_pow(-INFINITY, not_odd[i], INFINITY);
        check_pow(INFINITY, not_odd[i], INFINITY);
        check_pow(INFINITY, -not_odd[i], 0.0f);
    }
    static const float any[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -3.0f, 1e30f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < COUNT(any); i++) {
        check_pow(any[i], 0.0f, 1.0f);
        check_pow(any[i], -0.0f, 1.0f);
        check_pow(1.0f, any[i], 1.0f);
    }
    check_pow(-1.0f, INFINITY, 1.0f);
    check_pow(-1.0f, -INFINITY, 1.0f);
    check_pow(-1.0f, NAN, NAN);
    check_pow(NAN, 1.0f, NAN);
    check_pow(2.0f, NAN, NAN);
    check_pow(0.5f, -INFINITY, INFINITY);
    check_pow(-0.5f, -INFINITY, INFINITY);
    check_pow(2.0f, -INFINITY, 0.0f);
    check_pow(0.5f, INFINITY, 0.0f);
    check_pow(-2.0f, INFINITY, INFINITY);
    check_pow(-8.0f, 0.5f, NAN);
    check_pow(-8.0f, 3.0f, -512.0f);
    check_pow(-8.0f, 2.0f, 64.0f);
    check_pow(10.0f, -45.0f, 0x1p-149f);
    check_pow(2.0f, -149.0f, 0x1p-149f);
    check_pow(2.0f, 128.0f, INFINITY);
    check_pow(0x1p-149f, 1.0f, 0x1p-149f);
    check_pow(0x1p-149f, 0.5f, 0x1.6a09e6p-75f);
}

/// Makes any bits; points near the axes, and near the diagonals; points of a map.
static void make_point(uint64_t random, uint32_t kind, float *x, float *y) {
    make_pair(random, kind == 3 ? 3 : 0, x, y);
    if (kind == 1) {
        *x = (float)(int32_t)random;
        *y = *x * ldexpf(1.0f, -(int)(random >> 59));
    } else if (kind == 2) {
        *x = (float)(int32_t)random * 0x1p-20f;
        *y = (float)(int32_t)(random >> 32) * 0x1p-20f;
    }
    *x = kind == 3 && (random & 1) != 0 ? -*x : *x;
}

static void angles(void **state) {
    (void)state;
    worst in_atan2 = {0};
    uint64_t random = 88172645463325252u;
    const uint32_t pairs = all ? 1000000000u : 2000000u;
    for (uint32_t i = 0; i < pairs; i++) {
        float x, y;
        make_point(next_random(&random), i % 4, &x, &y);
        worse(&in_atan2, error_of(math_atan2(y, x), atan2((double)y, (double)x)), x, y);
    }
    report("atan2", &in_atan2, most_atan2);
}

// C99, annex F.9.1.4, and overflow and underflow.
static void angles_special(void **state) {
    (void)state;
    static const float pi = 0x1.921fb6p+1f;
    const struct {
        float y, x, angle;
    } rows[] = {
        {0.0f, 0.0f, 0.0f},
        {0.0f, -0.0f, pi},
        {0.0f, 1.0f, 0.0f},
        {0.0f, -1.0f, pi},
        {1.0f, 0.0f, pi / 2},
        {1.0f, -0.0f, pi / 2},
        {1.0f, 1.0f, pi / 4},
        {1.0f, -1.0f, 0x1.2d97c8p+1f},
        {1.0f, INFINITY, 0.0f},
        {1.0f, -INFINITY, pi},
        {0.0f, INFINITY, 0.0f},
        {0.0f, -INFINITY, pi},
        {INFINITY, 0.0f, pi / 2},
        {INFINITY, 1.0f, pi / 2},
        {INFINITY, -1.0f, pi / 2},
        {INFINITY, INFINITY, pi / 4},
        {INFINITY, -INFINITY, 0x1.2d97c8p+1f},
        {0x1p-149f, 0x1p-149f, pi / 4},
        {FLT_MAX, FLT_MAX, pi / 4},
        {0x1p-149f, 1.0f, 0x1p-149f},
        {0x1p-149f, FLT_MAX, 0.0f},
        {0x1p-149f, -FLT_MAX, pi},
        {FLT_MAX, 0x1p-149f, pi / 2},
        {0x1p-126f, 4.0f, 0x1p-128f},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const float up = math_atan2(rows[i].y, rows[i].x), down = math_atan2(-rows[i].y, rows[i].x);
        if (!same(up, rows[i].angle) || !same(down, -rows[i].angle)) {
            fail_msg("atan2(%a, %a) is %a, and %a below", (double)rows[i].y, (double)rows[i].x, (double)up,
                     (double)down);
        }
    }
    static const float any[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < COUNT(any); i++) {
        assert_true(isnan(math_atan2(NAN, any[i])) && isnan(math_atan2(any[i], NAN)));
    }
}

static void special(void **state) {
    (void)state;
    assert_true(same(math_exp(-INFINITY), 0.0f));
    assert_true(same(math_exp(INFINITY), INFINITY));
    assert_true(isnan(math_exp(NAN)));
    assert_true(same(math_exp(0.0f), 1.0f));
    assert_true(same(math_exp(-0.0f), 1.0f));
    assert_true(same(math_exp(88.72283f), 0x1.ffff08p127f));
    assert_true(same(math_exp_narrow(88.0f), math_exp(88.0f)) && same(math_exp_narrow(-87.0f), math_exp(-87.0f)));
    assert_true(same(math_exp(88.73f), INFINITY));
    assert_true(same(math_exp(-103.9f), 0x1p-149f));
    assert_true(same(math_exp(-104.0f), 0.0f));
    assert_true(same(math_expm1(0.0f), 0.0f));
    assert_true(same(math_expm1(-0.0f), 0.0f));
    assert_true(same(math_expm1(-INFINITY), -1.0f));
    assert_true(same(math_expm1(88.0f), math_exp(88.0f)));
    assert_true(same(math_expm1(INFINITY), math_exp(88.0f)));  // constant from there on
    assert_true(isnan(math_expm1(NAN)));
    assert_true(same(math_log(0.0f), -INFINITY));
    assert_true(same(math_log(-0.0f), -INFINITY));
    assert_true(same(math_log(INFINITY), INFINITY));
    assert_true(isnan(math_log(-1.0f)));
    assert_true(isnan(math_log(-INFINITY)));
    assert_true(isnan(math_log(NAN)));
    assert_true(same(math_log(1.0f), 0.0f));
    assert_true(same(math_log(0x1p-149f), -103.27893f));
    assert_true(same(math_sqrt(-0.0f), -0.0f));
    assert_true(same(math_sqrt(INFINITY), INFINITY));
    assert_true(isnan(math_sqrt(-1.0f)));
    assert_int_equal(math_bits(math_canonical(math_float(0xFFFFFFFFu))), 0x7FC00000u);
    assert_true(same(math_canonical(-0.0f), -0.0f));
}

// The remainder, computed from the quotient in double precision, equals that of C.
static void remainders(void **state) {
    (void)state;
    static const int32_t edges[] = {0, 1, -1, 2, -2, 3, 7, 65536, INT32_MAX, INT32_MAX - 1, INT32_MIN, INT32_MIN + 1};
    uint64_t random = 5;
    for (uint32_t i = 0; i < 3000000; i++) {
        int32_t a = (int32_t)(uint32_t)(next_random(&random) >> 32);
        int32_t b = (int32_t)(uint32_t)(next_random(&random) >> 32) >> (i % 32);
        a = i % 3 == 0 ? edges[i / 3 % COUNT(edges)] : a;
        b = i % 5 == 0 ? edges[i / 5 % COUNT(edges)] : b;
        assert_int_equal(operation_remainder(a, b), b == 0 || b == -1 ? 0 : a % b);
    }
}

static uint64_t mixed(uint64_t hash, float value) {
    hash = (hash ^ math_bits(math_canonical(value))) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

// The same bits everywhere: golden values, and hashes over a million results.
static void golden(void **state) {
    (void)state;
    static const struct {
        float x;
        uint32_t exp, log, sqrt, pow;  ///< pow(x, 2.5)
    } rows[] = {
        {0.1f, 0x3F8D763Eu, 0xC0135D8Eu, 0x3EA1E89Bu, 0x3B4F3E38u},
        {0.7f, 0x4000E153u, 0xBEB69E1Au, 0x3F562F5Au, 0x3ED1E6B9u},
        {3.0f, 0x41A0AF2Eu, 0x3F8C9F54u, 0x3FDDB3D7u, 0x41796A52u},
        {17.25f, 0x4BECA14Bu, 0x4036428Eu, 0x4084E7EEu, 0x449A7BD6u},
        {1e-40f, 0x3F800000u, 0xC2B834F2u, 0x1E3CE4E7u, 0x00000000u},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        float x = rows[i].x;
        if (math_bits(math_exp(x)) != rows[i].exp || math_bits(math_log(x)) != rows[i].log ||
            math_bits(math_sqrt(x)) != rows[i].sqrt || math_bits(math_pow(x, 2.5f)) != rows[i].pow) {
            print_error("{%a, 0x%08Xu, 0x%08Xu, 0x%08Xu, 0x%08Xu}\n", (double)x, (unsigned)math_bits(math_exp(x)),
                        (unsigned)math_bits(math_log(x)), (unsigned)math_bits(math_sqrt(x)),
                        (unsigned)math_bits(math_pow(x, 2.5f)));
            fail();
        }
    }
    uint64_t hashes[6] = {0};
    uint64_t random = 3;
    for (uint32_t i = 0; i < 1000000; i++) {
        float x = math_float(i * 4294u + 17u);
        float base;
        float exponent;
        make_pair(next_random(&random), i % 4, &base, &exponent);
        hashes[0] = mixed(hashes[0], math_exp(x));
        hashes[1] = mixed(hashes[1], math_log(x));
        hashes[2] = mixed(hashes[2], math_sqrt(x));
        hashes[3] = mixed(hashes[3], math_pow(base, exponent));
        hashes[4] = mixed(hashes[4], math_expm1(x));
        hashes[5] = mixed(hashes[5], math_atan2(base, exponent));
    }
    static const uint64_t expected[6] = {0x6316CE69CD17C37Eu, 0xFDF50C0E3FFB1DB0u, 0x562286038920B41Bu,
                                         0x85C4B51AA1E258C2u, 0x1046518C1334737Cu, 0x2493D23F76B1E699u};
    for (size_t i = 0; i < COUNT(hashes); i++) {
        if (hashes[i] != expected[i]) {
            fail_msg("hash %u is 0x%016llX", (unsigned)i, (unsigned long long)hashes[i]);
        }
    }
}

int main(int argc, char **argv) {
    all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_argument),  cmocka_unit_test(exact),   cmocka_unit_test(power),
        cmocka_unit_test(power_special), cmocka_unit_test(special), cmocka_unit_test(remainders),
        cmocka_unit_test(golden),        cmocka_unit_test(angles),  cmocka_unit_test(angles_special),
    };
    return cmocka_run_group_tests_name("mathematics", tests, NULL, NULL);
}
