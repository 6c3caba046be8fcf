// SPDX-License-Identifier: MIT
// Decides whether a condition can never hold or always holds.
#include "lint/ranges.h"

#include <math.h>
#include <string.h>

// In `mood == angry and ammo > 3` each part narrows the range of a field, also for the other parts.

enum { PART_WORDS = 5 };

/// A part of a condition between two `and`s. If it has more than PART_WORDS tokens, the excess is only counted.
typedef struct part {
    token words[PART_WORDS];
    size_t count;
} part;

static uint32_t field_of(const wits_desc *desc, span name) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (span_is(name, desc->fields[row].name)) {
            return row;
        }
    }
    return WITS_NONE;
}

static void narrow_to(range *field, span sign, range value) {
    bool single = value.lo == value.hi && !value.may_be_nan;
    double step_up = field->is_float ? (double)nextafterf((float)value.lo, INFINITY) : floor(value.lo) + 1;
    double step_down = field->is_float ? (double)nextafterf((float)value.hi, -INFINITY) : ceil(value.hi) - 1;
    double lo = field->lo, hi = field->hi;
    if (span_is(sign, "==") && single) {
        lo = value.lo;
        hi = value.hi;
    } else if (span_is(sign, ">")) {
        lo = step_up;
    } else if (span_is(sign, ">=")) {
        lo = value.lo;
    } else if (span_is(sign, "<")) {
        hi = step_down;
    } else if (span_is(sign, "<=")) {
        hi = value.hi;
    } else {
        return;
    }
    field->lo = lo > field->lo ? lo : field->lo;
    field->hi = hi < field->hi ? hi : field->hi;
    field->may_be_nan = false;
}

/// Narrows a field by `field`, `not field` or `field sign constant`.
static void narrow_by(const range_scope *scope, const part *by) {
    bool negated = by->count == 2 && span_is(by->words[0].text, "not");
    span name = by->words[negated ? 1 : 0].text;
    uint32_t row = by->count > 0 && by->count < PART_WORDS ? field_of(scope->desc, name) : WITS_NONE;
    if (row == WITS_NONE) {
        return;
    }
    range *field = &scope->fields[row];
    if (by->count == 1 || negated) {
        double value = negated ? 0 : 1;
        narrow_to(field, (span){"==", 2}, (range){.lo = value, .hi = value});
        return;
    }
    const token *last = &by->words[by->count - 1];
    bool minus = by->count == 4 && span_is(by->words[2].text, "-");
    bool is_constant = last->kind == TOKEN_NUMBER || field_of(scope->desc, last->text) == WITS_NONE;
    bool is_word = last->kind == TOKEN_NAME && is_expression_word(last->text);
    if (by->words[1].kind != TOKEN_SIGN || !is_constant || is_word || (by->count == 4 && !minus)) {
        return;
    }
    const char *begin = by->words[2].text.start;
    span constant = {begin, (size_t)(last->text.start + last->text.length - begin)};
    const wits_field_desc *about = &scope->desc->fields[row];
    narrow_to(field, by->words[1].text, range_of(scope, constant, about->type == WITS_TYPE_ENUM ? about : NULL));
}

/// Narrows fields by all parts if `write`. Returns false if the condition is not a conjunction.
static bool narrow(const range_scope *scope, const char *condition, bool write) {
    span rest = {condition, strlen(condition)};
    part now = {.count = 0};
    uint32_t depth = 0;
    for (token w = token_next(&rest);; w = token_next(&rest)) {
        depth += span_is(w.text, "(") ? 1u : 0u;
        depth -= span_is(w.text, ")") && depth > 0 ? 1u : 0u;
        if (depth == 0 && (span_is(w.text, "or") || span_is(w.text, "if"))) {
            return false;
        }
        if (w.kind == TOKEN_END || (depth == 0 && span_is(w.text, "and"))) {
            if (write) {
                narrow_by(scope, &now);
            }
            now.count = 0;
        } else {
            now.words[now.count < PART_WORDS ? now.count : PART_WORDS - 1] = w;
            now.count++;
        }
        if (w.kind == TOKEN_END) {
            return true;
        }
    }
}

static range whole_range(const range_scope *scope, const char *condition) {
    return range_of(scope, (span){condition, strlen(condition)}, NULL);
}

static bool contradicts_itself(const range_scope *scope, const char *condition) {
    if (!narrow(scope, condition, false)) {
        return false;
    }
    range_scope narrowed = range_scope_new(scope->desc);
    narrow(&narrowed, condition, true);
    bool found = false;
    for (uint32_t row = 0; row < scope->desc->field_count; row++) {
        found = found || narrowed.fields[row].lo > narrowed.fields[row].hi;
    }
    found = found || whole_range(&narrowed, condition).hi < 1;
    range_scope_free(&narrowed);
    return found;
}

verdict verdict_of_condition(const range_scope *scope, const char *condition) {
    if (condition == NULL) {
        return VERDICT_ALWAYS;
    }
    range found = whole_range(scope, condition);
    if (found.hi < 1 || contradicts_itself(scope, condition)) {
        return VERDICT_NEVER;
    }
    return found.lo > 0 ? VERDICT_ALWAYS : VERDICT_OPEN;
}
