// SPDX-License-Identifier: MIT
#include "expr/number.h"

#include "expr/characters.h"
#include "expr/math.h"

#include <string.h>

enum {
    /// Enough for every midpoint between two floats (at most 112 digits); further digits only matter if one is not
    /// zero.
    MAX_DIGITS = 120,
    MAX_EXPONENT = 1000000,
    LIMBS = 24,            ///< 10^171 * 2^129 is the largest number compared
    LARGEST = 0x7F7FFFFF,  ///< bits of the largest float
};

/// digits * 10^exponent, without a sign.
typedef struct decimal {
    uint8_t digits[MAX_DIGITS + 1];
    uint32_t count;
    int32_t exponent;
} decimal;

/// A natural number, lowest limb first; large enough for all numbers compared below.
typedef struct natural {
    uint32_t limbs[LIMBS];
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t add) {
    uint64_t carry = add;
    for (uint32_t i = 0; i < LIMBS; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void multiply_power(natural *n, uint32_t factor, int32_t power) {
    for (int32_t i = 0; i < power; i++) {
        multiply_add(n, factor, 0);
    }
}

static void shift_left(natural *n, uint32_t bits) {
    for (; bits >= 16; bits -= 16) {
        multiply_add(n, 1u << 16, 0);
    }
    multiply_add(n, 1u << bits, 0);
}

static int compare_naturals(const natural *a, const natural *b) {
    for (uint32_t i = LIMBS; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

/// Compares the decimal with the midpoint between the float of these bits and the next: -1, 0 or 1.
static int compare_with_middle(const natural *digits, const natural *divisor, uint32_t bits) {
    uint32_t biased = bits >> 23;
    uint32_t fraction = bits & 0x7FFFFFu;
    uint32_t middle = 2 * (biased == 0 ? fraction : fraction | 0x800000u) + 1;
    int32_t power = (biased == 0 ? 1 : (int32_t)biased) - 151;
    natural a = *digits;
    natural b = *divisor;
    multiply_add(&b, middle, 0);
    shift_left(power < 0 ? &a : &b, (uint32_t)(power < 0 ? -power : power));
    return compare_naturals(&a, &b);
}

/// Bisects over the bits of all floats, which are in the order of their values.
static uint32_t nearest_float(const decimal *d) {
    natural digits = {{0}};
    natural divisor = {{1}};
    for (uint32_t i = 0; i < d->count; i++) {
        multiply_add(&digits, 10, d->digits[i]);
    }
    multiply_power(&digits, 10, d->exponent);
    multiply_power(&divisor, 10, -d->exponent);
    uint32_t lo = 0;
    uint32_t hi = LARGEST + 1u;
    while (lo < hi) {
        uint32_t bits = lo + (hi - lo) / 2;
        int order = compare_with_middle(&digits, &divisor, bits);
        if (order < 0 || (order == 0 && bits % 2 == 0)) {
            hi = bits;
        } else {
            lo = bits + 1;
        }
    }
    return lo;
}

/// Few digits and a small power of ten are exact floats, so one operation rounds correctly (Clinger 1990).
static bool simple_float(const decimal *d, float *value) {
    static const float powers[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
    if (d->count > 7 || d->exponent < -10 || d->exponent > 10) {
        return false;
    }
    float whole = 0.0f;
    for (uint32_t i = 0; i < d->count; i++) {
        whole = whole * 10.0f + (float)d->digits[i];
    }
    *value = d->exponent < 0 ? whole / powers[-d->exponent] : whole * powers[d->exponent];
    return whole < 0x1p24f;
}

/// Leading zeros are skipped; digits beyond the buffer only set a flag if they are not zero.
static void decimal_add(decimal *d, uint8_t digit, bool *more) {
    if (d->count == 0 && digit == 0) {
        return;
    }
    if (d->count < MAX_DIGITS) {
        d->digits[d->count++] = digit;
    } else {
        *more = *more || digit != 0;
        d->exponent += d->exponent < MAX_EXPONENT;
    }
}

static number_kind float_of(decimal *d, bool more, expr_value *value) {
    if (more) {
        d->digits[d->count++] = 1;
        d->exponent--;
    }
    int32_t size = (int32_t)d->count + d->exponent;  // the value is below 10^size
    if (d->count == 0 || size < -50) {
        value->bits = 0;
    } else if (size > 40) {
        return NUMBER_FLOAT_RANGE;
    } else if (!simple_float(d, &value->f)) {
        value->bits = nearest_float(d);
    }
    return value->bits > LARGEST ? NUMBER_FLOAT_RANGE : NUMBER_FLOAT;
}

/// Reads the exponent, starting at the letter. Returns its end, or 0 if there is none.
static size_t read_exponent(const char *text, size_t at, size_t length, int32_t *exponent) {
    bool minus = at + 1 < length && text[at + 1] == '-';
    size_t first = at + 1 + (at + 1 < length && (text[at + 1] == '-' || text[at + 1] == '+'));
    size_t end = first;
    int32_t size = 0;
    for (; end < length && is_digit(text[end]); end++) {
        size = size > MAX_EXPONENT ? size : size * 10 + (text[end] - '0');
    }
    *exponent += minus ? -size : size;
    return end > first ? end : 0;
}

static number_kind read_int(const char *text, size_t length, bool minus, expr_value *value) {
    uint64_t size = 0;
    for (size_t i = 0; i < length; i++) {
        size = size > UINT32_MAX ? size : size * 10 + (uint64_t)(text[i] - '0');
    }
    if (size > 0x7FFFFFFFu + (uint64_t)minus) {
        return NUMBER_INT_RANGE;
    }
    value->bits = minus ? 0u - (uint32_t)size : (uint32_t)size;
    return NUMBER_INT;
}

number_kind wits_expr_number_read(const char *text, size_t length, expr_value *value) {
    bool minus = length > 0 && text[0] == '-';
    size_t first = minus;
    size_t at = first;
    decimal d = {.count = 0};
    bool more = false;
    for (; at < length && is_digit(text[at]); at++) {
        decimal_add(&d, (uint8_t)(text[at] - '0'), &more);
    }
    size_t digits = at - first;
    if (at == length && digits > 0) {
        return read_int(text + first, digits, minus, value);
    }
    if (at < length && text[at] == '.') {
        for (at++; at < length && is_digit(text[at]); at++) {
            d.exponent -= d.exponent > -MAX_EXPONENT;
            digits++;
            decimal_add(&d, (uint8_t)(text[at] - '0'), &more);
        }
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at = read_exponent(text, at, length, &d.exponent);
    }
    if (at != length || digits == 0) {
        return NUMBER_MALFORMED;
    }
    number_kind kind = float_of(&d, more, value);
    value->bits |= minus ? 0x80000000u : 0;
    return kind;
}

size_t wits_expr_number_span(const char *text, size_t length) {
    size_t at = 0;
    for (; at < length; at++) {
        char c = text[at];
        bool hexadecimal = at > 1 && (text[1] == 'x' || text[1] == 'X');
        bool sign = (c == '+' || c == '-') && at > 0 && (text[at - 1] == 'e' || text[at - 1] == 'E') && !hexadecimal;
        if (!is_name_part(c) && c != '.' && !sign) {
            break;
        }
    }
    return at;
}
