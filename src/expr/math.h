// SPDX-License-Identifier: MIT
// The library's own mathematics. Results have the same bits on every machine, because every step is one IEEE operation
// in a fixed order (round to nearest, no contraction, float and double evaluated as written). Functions have no
// branches, so that loops over lanes vectorise. Largest errors, in units in the last place, over all floats: exp 0.991,
// expm1 1.569, log 0.830; sqrt, floor and ceil are exact. Over 10^9 pairs: pow 0.5001 (11 pairs were not rounded to the
// nearest), atan2 0.5001. tests/internal_math.c measures them. exp and log use single precision, because a vector holds
// twice as many floats as doubles; they follow the Cephes library (S. Moshier). pow uses a logarithm in double
// precision and is almost always correctly rounded; exp(y * log(x)) in single precision would lose up to seven bits.
#ifndef WITS_EXPR_MATH_H
#define WITS_EXPR_MATH_H

#include "expr/compiler.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MATH_INFINITY_BITS 0x7F800000u
#define MATH_LOWEST_BITS 0xFF800000u  // -infinity
#define MATH_NAN_BITS 0x7FC00000u

static inline uint32_t math_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float math_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t math_double_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double math_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// `condition ? a : b` by masks: gcc makes no vector code of a loop in which it has turned a choice into a branch.
static inline float math_pick(bool condition, float a, float b) {
    uint32_t mask = 0u - (uint32_t)condition;
    return math_float((math_bits(a) & mask) | (math_bits(b) & ~mask));
}

static inline double math_pick_double(bool condition, double a, double b) {
    uint64_t mask = 0u - (uint64_t)condition;
    return math_double((math_double_bits(a) & mask) | (math_double_bits(b) & ~mask));
}

/// Both are computed already, so no branch is needed.
static inline bool math_both(bool a, bool b) {
    return ((uint32_t)a & (uint32_t)b) != 0;
}

static inline bool math_either(bool a, bool b) {
    return ((uint32_t)a | (uint32_t)b) != 0;
}

/// The only NaN that is ever returned.
static inline uint32_t math_canonical_bits(uint32_t bits) {
    uint32_t mask = 0u - (uint32_t)((bits & 0x7FFFFFFFu) > MATH_INFINITY_BITS);
    return (MATH_NAN_BITS & mask) | (bits & ~mask);
}

static inline float math_canonical(float x) {
    return math_float(math_canonical_bits(math_bits(x)));
}

static inline float math_abs(float x) {
    return math_float(math_bits(x) & 0x7FFFFFFFu);
}

/// Truncates magnitudes below 2^23, which have a fraction; keeps the sign of zero.
static inline float math_truncate_small(float x) {
    float inside = math_pick(math_abs(x) < 0x1p23f, x, 0.0f);
    return math_float(math_bits((float)(int32_t)inside) | (math_bits(x) & 0x80000000u));
}

static inline float math_floor(float x) {
    float whole = math_truncate_small(x);
    float lower = whole - 1.0f;
    float result = math_pick(whole > x, lower, whole);
    return math_pick(math_abs(x) < 0x1p23f, result, x);
}

static inline float math_ceil(float x) {
    return -math_floor(-x);
}

/// exp(x) = (1 + q) * 2^n, for -104 <= x <= 90.
typedef struct math_exp_parts {
    float q;
    float shifted;  ///< n + 1.5 * 2^23
} math_exp_parts;

static inline math_exp_parts math_exp_parts_of(float x) {
    // n is the nearest integer to x / log 2: adding 1.5 * 2^23 rounds it into the lowest bits.
    float shifted = x * 0x1.715476p+0f + 0x1.8p23f;
    float n = shifted - 0x1.8p23f;
    // log 2 in two parts; the product with the first, of 9 bits, is exact.
    float r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    const math_exp_parts parts = {p * (r * r) + r, shifted};
    return parts;
}

static inline float math_exp(float x) {
    // Beyond these the result is 0 or infinite anyway, and n stays small.
    float t = math_pick(x < -104.0f, -104.0f, x);
    t = math_pick(t > 90.0f, 90.0f, t);
    math_exp_parts e = math_exp_parts_of(t);
    float p = e.q + 1.0f;
    // 2^n in two steps, for n from -150 to 130. Only the last step can round, for denormal results.
    uint32_t steps = math_bits(e.shifted) - math_bits(0x1.8p23f) + 256u;
    uint32_t half = steps >> 1;
    uint32_t first = (half - 128u + 127u) << 23;
    uint32_t second = (steps - half - 128u + 127u) << 23;
    float result = p * math_float(first) * math_float(second);
    return math_pick(x != x, x, result);
}

/// As above, for -87 <= x <= 88, where no step can overflow or become denormal: half the work.
static inline float math_exp_narrow(float x) {
    math_exp_parts e = math_exp_parts_of(x);
    uint32_t n = math_bits(e.shifted) - math_bits(0x1.8p23f);
    return math_float(math_bits(e.q + 1.0f) + (n << 23));
}

/// exp(x) - 1 for x up to 88, constant above. Near 0 it is close to x, where exp only has the 24 bits of numbers near
/// 1.
static inline float math_expm1(float x) {
    float t = math_pick(x < -87.0f, -87.0f, x);
    t = math_pick(t > 88.0f, 88.0f, t);
    math_exp_parts e = math_exp_parts_of(t);
    float scale = math_float((math_bits(e.shifted) - math_bits(0x1.8p23f) + 127u) << 23);
    float result = scale * e.q + (scale - 1.0f);
    return math_pick(x != x, x, result);
}

/// x = m * 2^exponent with m from sqrt(1/2) to sqrt(2), for any positive finite x.
typedef struct math_split {
    float m;
    float exponent;
} math_split;

static inline math_split math_split_of(float x) {
    bool denormal = x < 0x1p-126f;
    float scaled = x * 0x1p23f;
    uint32_t bits = math_bits(math_pick(denormal, scaled, x));
    // Relative to sqrt(1/2), the exponent is in the upper bits; the offset of 128 keeps them positive.
    uint32_t from_half = bits - 0x3F3504F3u + 0x40000000u;
    uint32_t biased = from_half >> 23;
    int32_t exponent = (int32_t)biased - 128 - (int32_t)denormal * 23;
    const math_split split = {math_float(bits - ((biased - 128u) << 23)), (float)exponent};
    return split;
}

static inline float math_log(float x) {
    math_split s = math_split_of(x);
    float f = s.m - 1.0f;
    float z = f * f;
    float p = 7.0376836292e-2f;
    p = p * f - 1.1514610310e-1f;
    p = p * f + 1.1676998740e-1f;
    p = p * f - 1.2420140846e-1f;
    p = p * f + 1.4249322787e-1f;
    p = p * f - 1.6668057665e-1f;
    p = p * f + 2.0000714765e-1f;
    p = p * f - 2.4999993993e-1f;
    p = p * f + 3.3333331174e-1f;
    float y = p * f * z;
    y = y + s.exponent * -2.12194440e-4f;
    y = y - 0.5f * z;
    float result = f + y;
    result = result + s.exponent * 0.693359375f;
    result = math_pick(x < math_float(MATH_INFINITY_BITS), result, x);  // infinity and NaN
    result = math_pick(x == 0.0f, -math_float(MATH_INFINITY_BITS), result);
    return math_pick(x < 0.0f, math_float(MATH_NAN_BITS), result);
}

/// The logarithm to base 2 of a positive finite x, accurate to 43 bits.
static inline double math_log2_double(float x) {
    math_split split = math_split_of(x);
    double f = (double)split.m - 1.0;
    double s = f / (f + 2.0);
    double z = s * s;
    // log((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + ...), with |s| < 0.172. Terms are paired, so that independent
    // ones can be computed in parallel.
    double z2 = z * z;
    double z4 = z2 * z2;
    double low = (1.0 + z * (1.0 / 3.0)) + z2 * (1.0 / 5.0 + z * (1.0 / 7.0));
    double high = (1.0 / 9.0 + z * (1.0 / 11.0)) + z2 * (1.0 / 13.0 + z * (1.0 / 15.0));
    double p = low + z4 * (high + z4 * (1.0 / 17.0));
    return s * p * 2.8853900817779268147 + (double)split.exponent;  // 2 / log(2)
}

/// 2^t, rounded to float once.
static inline float math_exp2_double(double t) {
    t = math_pick_double(t < -160.0, -160.0, t);
    t = math_pick_double(t > 160.0, 160.0, t);
    double shifted = t + 0x1.8p52;
    double r = (t - (shifted - 0x1.8p52)) * 0.69314718055994530942;
    double r2 = r * r;
    double r4 = r2 * r2;
    double low = (1.0 + r) + r2 * (0.5 + r * (1.0 / 6.0));
    double middle = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5040.0));
    double high = (1.0 / 40320.0 + r * (1.0 / 362880.0)) + r2 * (1.0 / 3628800.0 + r * (1.0 / 39916800.0));
    double p = low + r4 * (middle + r4 * high);
    uint64_t n = math_double_bits(shifted) - math_double_bits(0x1.8p52);
    return (float)(p * math_double((n + 1023u) << 52));
}

/// Special cases as pow of C99, annex F.
static inline float math_pow(float x, float y) {
    float infinity = math_float(MATH_INFINITY_BITS);
    float base = math_abs(x);
    bool ordinary = math_both(base > 0.0f, base < infinity);
    float size = math_exp2_double((double)y * math_log2_double(math_pick(ordinary, base, 1.0f)));
    float edge = math_pick((base == 0.0f) != (y > 0.0f), infinity, 0.0f);  // powers of 0 and infinity
    size = math_pick(ordinary, size, edge);
    size = math_pick(math_either(base != base, y != y), math_float(MATH_NAN_BITS), size);
    size = math_pick(math_both(base == 1.0f, y == y), 1.0f, size);

    // From 2^24 on every float is an even integer.
    bool small = math_abs(y) < 0x1p24f;
    float even = math_pick(small, y, 0.0f);
    int32_t whole = (int32_t)even;
    bool fraction = (float)whole != even;
    uint32_t odd = (uint32_t)whole & (uint32_t)!fraction;
    float result = math_float(math_bits(size) ^ (odd << 31 & math_bits(x)));
    bool undefined = math_both(x < 0.0f, math_both(ordinary, fraction));
    result = math_pick(undefined, math_float(MATH_NAN_BITS), result);
    return math_pick(math_either(y == 0.0f, x == 1.0f), 1.0f, result);
}

/// Returns the angle of the point (x, y), from -pi to pi. Special cases follow atan2 in C99, annex F: (0, 0) gives 0
/// with the sign of y, or pi if x is -0; two infinities give the angle of a diagonal. Computes in double precision,
/// where the quotient of two floats never over- or underflows.
static inline float math_atan2(float y, float x) {
    const double pi = 3.14159265358979323846;
    double up = (double)math_abs(y);
    double along = (double)math_abs(x);
    bool steep = up > along;
    double least = math_pick_double(steep, along, up);
    double most = math_pick_double(steep, up, along);
    // Two infinities count as 1 and 1, two zeros as 0 and 1.
    bool equal = least == most;
    least = math_pick_double(math_both(equal, most != 0.0), 1.0, least);
    most = math_pick_double(equal, 1.0, most);

    // From tan(pi / 8) on, atan(q) = pi / 4 + atan((q - 1) / (q + 1)).
    bool far = least > 0.41421356237309504880 * most;
    double t = math_pick_double(far, least - most, least) / math_pick_double(far, least + most, most);
    // atan(t) = t - t^3/3 + t^5/5 - ..., with |t| < 0.4143. Terms are paired, so that independent ones can be computed
    // in parallel.
    double z = t * t;
    double z2 = z * z;
    double z4 = z2 * z2;
    double z8 = z4 * z4;
    double p0 = (1.0 / 3.0 - z * (1.0 / 5.0)) + z2 * (1.0 / 7.0 - z * (1.0 / 9.0));
    double p4 = (1.0 / 11.0 - z * (1.0 / 13.0)) + z2 * (1.0 / 15.0 - z * (1.0 / 17.0));
    double p8 = (1.0 / 19.0 - z * (1.0 / 21.0)) + z2 * (1.0 / 23.0 - z * (1.0 / 25.0));
    double p12 = (1.0 / 27.0 - z * (1.0 / 29.0)) + z2 * (1.0 / 31.0 - z * (1.0 / 33.0));
    double p = (p0 + z4 * p4) + z8 * (p8 + z4 * p12);
    double angle = t - t * (z * p);
    angle = math_pick_double(far, 0.25 * pi, 0.0) + angle;
    angle = math_pick_double(steep, 0.5 * pi - angle, angle);

    float result = (float)angle;
    float behind = (float)(pi - angle);
    result = math_pick(math_bits(x) >> 31 != 0, behind, result);
    return math_float(math_bits(result) | (math_bits(y) & 0x80000000u));
}

// With `const`, which declares that errno is not needed, compilers use the machine's instruction instead of the C
// library's function; gcc only when optimising. The alternative gives the same bits.
#if (defined(__SSE2__) || defined(__aarch64__)) && defined(__GNUC__) &&                                                \
    (defined(__OPTIMIZE__) || defined(__clang__)) && __STDC_HOSTED__
__attribute__((const)) float sqrtf(float);

static inline float math_sqrt(float x) {
    return sqrtf(x);
}
#else
/// Newton's steps in double precision end within 2^-52 of the root, and no root of a float is nearer than 2^-50 to the
/// midpoint of two floats: so the final rounding is exact.
static inline float math_sqrt(float x) {
    float infinity = math_float(MATH_INFINITY_BITS);
    bool ordinary = math_both(x > 0.0f, x < infinity);
    double a = math_pick_double(ordinary, (double)x, 1.0);
    double r = math_double(0x5FE6EB50C7B537A9u - (math_double_bits(a) >> 1));
    double h = 0.5 * a;
    r = r * (1.5 - h * r * r);
    r = r * (1.5 - h * r * r);
    r = r * (1.5 - h * r * r);
    double y = a * r;
    y = 0.5 * (y + a / y);
    float result = math_pick(ordinary, (float)y, x);  // zero keeps its sign
    return math_pick(x < 0.0f, math_float(MATH_NAN_BITS), result);
}
#endif

#endif
