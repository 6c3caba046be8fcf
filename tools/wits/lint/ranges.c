// SPDX-License-Identifier: MIT
// A precedence parser (docs/brain-files.md, "Expressions"). It recurses for parentheses, whose depth the library limits
// to 64. Endpoints are rounded to single precision like the library's values. Rounding is monotonic, so they stay
// bounds.
#include "lint/ranges.h"

#include "common/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double int_lo = -2147483648.0, int_hi = 2147483647.0;

typedef struct parser {
    const range_scope *scope;
    span rest;
    token next;
    const wits_field_desc *list;  ///< the enum that value names refer to; may be null
    wits_field_desc of_target;    ///< storage for `list` if it is a target's field
} parser;

static range parse_choice(parser *p);

static void advance(parser *p) {
    p->next = token_next(&p->rest);
}

static bool at(const parser *p, const char *word_text) {
    return p->next.kind != TOKEN_END && span_is(p->next.text, word_text);
}

static bool take(parser *p, const char *word_text) {
    bool found = at(p, word_text);
    if (found) {
        advance(p);
    }
    return found;
}

// -------------------------------------------------------------------------------------------------------------- values

static range exactly(double value) {
    return (range){.lo = value, .hi = value};
}

static range of_bool(bool may_be_false, bool may_be_true) {
    return (range){.lo = may_be_false ? 0 : 1, .hi = may_be_true ? 1 : 0};
}

static range any_int(void) {
    return (range){.lo = int_lo, .hi = int_hi};
}

static range any_float(void) {
    return (range){.lo = -HUGE_VAL, .hi = HUGE_VAL, .is_float = true, .may_be_nan = true};
}

static range float_between(double lo, double hi) {
    return (range){.lo = lo, .hi = hi, .is_float = true};
}

static range widened(range x) {
    x.lo = (double)(float)x.lo;
    x.hi = (double)(float)x.hi;
    x.is_float = true;
    return x;
}

static range hull(range a, range b) {
    if (a.is_float != b.is_float) {
        a = widened(a);
        b = widened(b);
    }
    a.lo = a.lo < b.lo ? a.lo : b.lo;
    a.hi = a.hi > b.hi ? a.hi : b.hi;
    a.may_be_nan = a.may_be_nan || b.may_be_nan;
    return a;
}

/// Returns the range of the field's type.
static range of_field(const wits_field_desc *field) {
    switch (field->type) {
    case WITS_TYPE_BOOL:
        return of_bool(true, true);
    case WITS_TYPE_ENUM:
        return (range){.hi = field->value_count - 1.0};
    case WITS_TYPE_INT8:
        return (range){.lo = -128, .hi = 127};
    case WITS_TYPE_UINT8:
        return (range){.hi = 255};
    case WITS_TYPE_INT16:
        return (range){.lo = -32768, .hi = 32767};
    case WITS_TYPE_UINT16:
        return (range){.hi = 65535};
    case WITS_TYPE_INT:
        return any_int();
    default:
        return any_float();
    }
}

range_scope range_scope_new(const wits_desc *desc) {
    range_scope made = {desc, allocate(desc->field_count, sizeof(range))};
    for (uint32_t row = 0; row < desc->field_count; row++) {
        made.fields[row] = of_field(&desc->fields[row]);
    }
    return made;
}

void range_scope_free(range_scope *of) {
    free(of->fields);
}

// ---------------------------------------------------------------------------------------------------------- arithmetic

static double rounded(double value, bool as_float) {
    return as_float ? (double)(float)value : value;
}

static range wrapped(range x) {
    return x.lo < int_lo || x.hi > int_hi ? any_int() : x;
}

static bool has_infinity(range x) {
    return isinf(x.lo) || isinf(x.hi);
}

static range add(range a, range b, double sign) {
    bool as_float = a.is_float || b.is_float;
    a = as_float ? widened(a) : a;
    b = as_float ? widened(b) : b;
    double lo = sign > 0 ? b.lo : -b.hi;
    double hi = sign > 0 ? b.hi : -b.lo;
    range sum = {.is_float = as_float, .may_be_nan = a.may_be_nan || b.may_be_nan};
    if (has_infinity(a) && has_infinity(b)) {
        return any_float();  // infinity minus infinity is NaN
    }
    sum.lo = rounded(a.lo + lo, as_float);
    sum.hi = rounded(a.hi + hi, as_float);
    return as_float ? sum : wrapped(sum);
}

static range multiply(range a, range b) {
    bool as_float = a.is_float || b.is_float;
    a = as_float ? widened(a) : a;
    b = as_float ? widened(b) : b;
    range product = {.lo = HUGE_VAL, .hi = -HUGE_VAL, .is_float = as_float};
    bool has_zero = (a.lo <= 0 && a.hi >= 0) || (b.lo <= 0 && b.hi >= 0);
    const double corners[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        double corner = isnan(corners[i]) ? 0.0 : rounded(corners[i], as_float);  // 0 × ∞, here 0; NaN is noted below
        product.lo = corner < product.lo ? corner : product.lo;
        product.hi = corner > product.hi ? corner : product.hi;
    }
    product.may_be_nan = a.may_be_nan || b.may_be_nan || (has_zero && (has_infinity(a) || has_infinity(b)));
    return as_float ? product : wrapped(product);
}

static range divide(range a, range b) {
    a = widened(a);
    b = widened(b);
    if ((b.lo <= 0 && b.hi >= 0) || has_infinity(a) || has_infinity(b)) {
        return any_float();
    }
    range quotient = {.lo = HUGE_VAL, .hi = -HUGE_VAL, .is_float = true, .may_be_nan = a.may_be_nan || b.may_be_nan};
    const double corners[] = {a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        double corner = rounded(corners[i], true);
        quotient.lo = corner < quotient.lo ? corner : quotient.lo;
        quotient.hi = corner > quotient.hi ? corner : quotient.hi;
    }
    return quotient;
}

/// The remainder is smaller than the divisor and has the sign of the dividend. A remainder by 0 is 0.
static range remainder_of(range a, range b) {
    double most = fabs(b.lo) > fabs(b.hi) ? fabs(b.lo) : fabs(b.hi);
    most = most > 0 ? most - 1 : 0;
    return (range){.lo = a.lo < 0 ? -most : 0, .hi = a.hi > 0 ? most : 0};
}

static range negate(range x) {
    range zero = exactly(0);
    range negated = {.lo = -x.hi, .hi = -x.lo, .is_float = x.is_float, .may_be_nan = x.may_be_nan};
    return x.is_float ? negated : add(zero, x, -1);
}

// ----------------------------------------------------------------------------------------------------------- functions

/// Bounds a < b ? a : b, or with `sign` -1 a > b ? a : b. The result is b if a is NaN.
static range least(range a, range b, double sign) {
    if (a.is_float != b.is_float) {
        a = widened(a);
        b = widened(b);
    }
    bool lower_lo = sign > 0 ? a.lo < b.lo : a.lo > b.lo;
    bool lower_hi = sign > 0 ? a.hi < b.hi : a.hi > b.hi;
    range found = {.lo = lower_lo ? a.lo : b.lo, .hi = lower_hi ? a.hi : b.hi, .is_float = a.is_float};
    found.may_be_nan = b.may_be_nan;
    range either = b;
    either.may_be_nan = b.may_be_nan;
    return a.may_be_nan ? hull(found, either) : found;
}

static range absolute(range x) {
    double a = fabs(x.lo), b = fabs(x.hi);
    range found = {.lo = a < b ? a : b, .hi = a > b ? a : b, .is_float = x.is_float, .may_be_nan = x.may_be_nan};
    found.lo = x.lo <= 0 && x.hi >= 0 ? 0 : found.lo;
    return x.is_float ? found : wrapped(found);
}

static range call(span name, const range arguments[3]) {
    range x = arguments[0];
    if (span_is(name, "abs")) {
        return absolute(x);
    }
    if (span_is(name, "sign")) {
        return (range){.lo = x.lo >= 0 && !x.may_be_nan ? 0 : -1, .hi = x.hi <= 0 ? 0 : 1, .is_float = x.is_float};
    }
    if (span_is(name, "min") || span_is(name, "max")) {
        return least(x, arguments[1], span_is(name, "min") ? 1 : -1);
    }
    if (span_is(name, "clamp")) {
        return least(least(x, arguments[1], -1), arguments[2], 1);
    }
    if (span_is(name, "floor") || span_is(name, "ceil")) {
        bool down = span_is(name, "floor");
        x = widened(x);
        x.lo = down ? floor(x.lo) : ceil(x.lo);
        x.hi = down ? floor(x.hi) : ceil(x.hi);
        return x;
    }
    if (span_is(name, "sqrt") || span_is(name, "exp")) {
        range found = float_between(0, HUGE_VAL);
        found.may_be_nan = x.may_be_nan || (x.lo < 0 && span_is(name, "sqrt"));
        return found;
    }
    return any_float();
}

// ------------------------------------------------------------------------------------------------------------- primary

static range parse_number(parser *p, bool minus) {
    char digits[64] = "";
    size_t length = p->next.text.length < sizeof digits - 1 ? p->next.text.length : sizeof digits - 1;
    memcpy(digits, p->next.text.start, length);
    bool is_float = strpbrk(digits, ".eE") != NULL;
    double value = is_float ? (double)strtof(digits, NULL) : strtod(digits, NULL);
    range found = exactly(minus ? -value : value);
    found.is_float = is_float;
    advance(p);
    return found;
}

static range parse_function(parser *p, span name) {
    range arguments[3] = {{0}};
    for (size_t count = 0; count < 3 && !at(p, ")"); count++) {
        arguments[count] = parse_choice(p);
        take(p, ",");
    }
    take(p, ")");
    return call(name, arguments);
}

/// A curve's result is clamped to 0 to 1, whatever its arguments.
static range parse_curve(parser *p) {
    for (uint32_t depth = 1; depth > 0 && p->next.kind != TOKEN_END; advance(p)) {
        depth += at(p, "(") ? 1u : 0u;
        depth -= at(p, ")") ? 1u : 0u;
    }
    return float_between(0, 1);
}

static range parse_host_call(parser *p, span name) {
    const wits_desc *desc = p->scope->desc;
    take(p, ")");
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (span_is(name, desc->functions[row].name)) {
            return desc->functions[row].condition != NULL ? of_bool(true, true) : any_float();
        }
    }
    return any_float();
}

static range parse_call(parser *p, span name) {
    if (span_is(name, "in")) {
        while (p->next.kind != TOKEN_END && !at(p, ")")) {
            advance(p);
        }
        take(p, ")");
        return of_bool(true, true);
    }
    if (at(p, ")")) {  // calls without arguments are host functions
        return parse_host_call(p, name);
    }
    return is_curve_function(name) ? parse_curve(p) : parse_function(p, name);
}

static range find_name(parser *p, span name) {
    const wits_desc *desc = p->scope->desc;
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (span_is(name, desc->fields[row].name)) {
            p->list = desc->fields[row].type == WITS_TYPE_ENUM ? &desc->fields[row] : p->list;
            return p->scope->fields[row];
        }
    }
    for (uint32_t row = 0; p->list != NULL && row < p->list->value_count; row++) {
        if (span_is(name, p->list->values[row])) {
            return exactly(row);
        }
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (span_is(name, desc->functions[row].name)) {
            return desc->functions[row].condition != NULL ? of_bool(true, true) : any_float();
        }
    }
    return (range){.lo = -HUGE_VAL, .hi = HUGE_VAL};  // a value name of an unknown enum
}

/// Bounds `enemy.distance` by its type. Without a target a float is NaN, and others are the first value.
static range find_target(parser *p, span name) {
    target_read read = {0};
    const wits_desc *desc = p->scope->desc;
    if (!target_next(desc, &(span){name.start, name.length}, &read)) {
        return (range){.lo = -HUGE_VAL, .hi = HUGE_VAL};  // `mood.calm`
    }
    if (read.field == NULL) {
        return of_bool(true, true);
    }
    const wits_field_desc field = {
        .type = read.field->type, .values = read.field->values, .value_count = read.field->value_count};
    if (field.type == WITS_TYPE_ENUM) {
        p->of_target = field;
        p->list = &p->of_target;
    }
    return of_field(&field);
}

static range parse_name(parser *p) {
    span name = p->next.text;
    advance(p);
    if (take(p, "(")) {
        return parse_call(p, name);
    }
    if (span_is(name, "true") || span_is(name, "false")) {
        return exactly(span_is(name, "true"));
    }
    if (span_is(name, "random")) {
        return float_between(0, 1.0 - 0x1p-24);
    }
    if (span_is(name, "tick") || span_is(name, "elapsed")) {
        return (range){.lo = 0, .hi = int_hi};
    }
    return memchr(name.start, '.', name.length) != NULL ? find_target(p, name) : find_name(p, name);
}

static range parse_primary(parser *p) {
    if (take(p, "(")) {
        range found = parse_choice(p);
        take(p, ")");
        return found;
    }
    if (p->next.kind == TOKEN_NUMBER) {
        return parse_number(p, false);
    }
    if (p->next.kind == TOKEN_NAME) {
        return parse_name(p);
    }
    advance(p);
    return any_float();
}

// ----------------------------------------------------------------------------------------------------------- operators

static range parse_sign(parser *p) {
    uint32_t signs = 0;
    while (take(p, "-")) {
        signs++;
    }
    bool to_number = signs > 0 && p->next.kind == TOKEN_NUMBER;
    range found = to_number ? parse_number(p, true) : parse_primary(p);
    for (uint32_t i = to_number ? 1 : 0; i < signs; i++) {
        found = negate(found);
    }
    return found;
}

static range parse_product(parser *p) {
    range found = parse_sign(p);
    for (;;) {  // each pass takes an operator
        if (take(p, "*")) {
            found = multiply(found, parse_sign(p));
        } else if (take(p, "/")) {
            found = divide(found, parse_sign(p));
        } else if (take(p, "%")) {
            found = remainder_of(found, parse_sign(p));
        } else {
            return found;
        }
    }
}

static range parse_sum(parser *p) {
    range found = parse_product(p);
    for (;;) {  // each pass takes an operator
        if (take(p, "+")) {
            found = add(found, parse_product(p), 1);
        } else if (take(p, "-")) {
            found = add(found, parse_product(p), -1);
        } else {
            return found;
        }
    }
}

static range compare_equal(range a, range b, bool equal) {
    bool nan = a.may_be_nan || b.may_be_nan;
    bool may_be_equal = a.lo <= b.hi && b.lo <= a.hi;
    bool may_differ = nan || a.lo != a.hi || b.lo != b.hi || a.lo != b.lo;
    return equal ? of_bool(may_differ, may_be_equal) : of_bool(may_be_equal, may_differ);
}

/// Bounds a < b, or with `or_equal` a <= b.
static range compare_less(range a, range b, bool or_equal) {
    bool nan = a.may_be_nan || b.may_be_nan;
    bool may_hold = or_equal ? a.lo <= b.hi : a.lo < b.hi;
    bool may_fail = nan || (or_equal ? a.hi > b.lo : a.hi >= b.lo);
    return of_bool(may_fail, may_hold);
}

static range parse_comparison(parser *p) {
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    const wits_field_desc *outer = p->list;
    parser left = *p;
    range a = parse_sum(p);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!take(p, signs[i])) {
            continue;
        }
        bool known = p->list != NULL;
        range b = parse_sum(p);
        if (!known && p->list != NULL) {  // a value name comes before the field that tells its enum
            left.list = p->list;
            a = parse_sum(&left);
        }
        p->list = outer;
        bool mixed = a.is_float != b.is_float;
        a = mixed ? widened(a) : a;
        b = mixed ? widened(b) : b;
        switch (i) {
        case 0:
        case 1:
            return compare_equal(a, b, i == 0);
        case 2:
        case 3:
            return compare_less(a, b, i == 3);
        default:
            return compare_less(b, a, i == 5);
        }
    }
    p->list = outer;
    return a;
}

static range parse_not(parser *p) {
    bool negated = false;
    while (take(p, "not")) {
        negated = !negated;
    }
    range found = parse_comparison(p);
    return negated ? of_bool(found.hi > 0, found.lo < 1) : found;
}

static range parse_and(parser *p) {
    range found = parse_not(p);
    while (take(p, "and")) {
        range other = parse_not(p);
        found = of_bool(found.lo < 1 || other.lo<1, found.hi> 0 && other.hi > 0);
    }
    return found;
}

static range parse_or(parser *p) {
    range found = parse_and(p);
    while (take(p, "or")) {
        range other = parse_and(p);
        found = of_bool(found.lo < 1 && other.lo<1, found.hi> 0 || other.hi > 0);
    }
    return found;
}

static range parse_choice(parser *p) {
    range found = parse_or(p);
    if (take(p, "if")) {
        range condition = parse_or(p);
        take(p, "else");
        range other = parse_choice(p);
        found = condition.lo > 0 ? found : condition.hi < 1 ? other : hull(found, other);
    }
    return found;
}

range range_of(const range_scope *scope, span expression, const wits_field_desc *list) {
    parser p = {.scope = scope, .rest = expression, .list = list};
    advance(&p);
    return parse_choice(&p);
}

range range_of_number(const range_scope *scope, const char *expression) {
    return widened(range_of(scope, (span){expression, strlen(expression)}, NULL));
}
