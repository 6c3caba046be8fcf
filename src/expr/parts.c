// SPDX-License-Identifier: MIT
// Finds the parts of a condition in its text: the operands of its outermost `and`s, through parentheses.
#include "expr/characters.h"
#include "expr/expr.h"
#include "expr/names.h"

#include <string.h>

/// A text, or the inside of a pair of parentheses.
typedef struct cursor {
    const char *text;
    uint32_t at, end;
} cursor;

static void skip_spaces(cursor *c) {
    while (c->at < c->end && is_blank(c->text[c->at])) {
        c->at++;
    }
}

/// Returns the length of the name, number, quoted text or single character here; 0 at the end.
static uint32_t token_length(const cursor *c) {
    uint32_t length = 0;
    if (c->at < c->end && (c->text[c->at] == '"' || c->text[c->at] == '\'')) {
        const char *end = memchr(c->text + c->at + 1, c->text[c->at], c->end - c->at - 1);
        return end != NULL ? (uint32_t)(end - c->text) - c->at + 1 : c->end - c->at;
    }
    while (c->at + length < c->end && (is_letter(c->text[c->at + length]) || is_digit(c->text[c->at + length]))) {
        length++;
    }
    return length > 0 ? length : c->at < c->end;
}

static bool stands_at(const cursor *c, const char *word) {
    return name_is(word, c->text + c->at, token_length(c));
}

/// Skips a token, or everything from an opening parenthesis to the matching one.
static void step(cursor *c) {
    uint32_t depth = 0;
    do {
        depth += stands_at(c, "(");
        depth -= depth > 0 && stands_at(c, ")");
        c->at += token_length(c);
        skip_spaces(c);
    } while (depth > 0 && c->at < c->end);
}

/// Skips to the next `and`, closing parenthesis or end at this level. Returns false if there is an operator that binds
/// more loosely than `and`.
static bool step_over_part(cursor *c) {
    bool joins = true;
    while (c->at < c->end && !stands_at(c, "and") && !stands_at(c, ")")) {
        joins = joins && !stands_at(c, "or") && !stands_at(c, "if") && !stands_at(c, "else");
        step(c);
    }
    return joins;
}

/// Returns whether everything up to the end, or to a closing parenthesis, is parts joined by `and`.
static bool is_joined(cursor c) {
    while (step_over_part(&c)) {
        if (c.at == c.end || stands_at(&c, ")")) {
            return true;
        }
        step(&c);
    }
    return false;
}

/// Enters each parenthesis that begins here, ends with its part, and contains parts.
static void enter(cursor *c) {
    while (stands_at(c, "(")) {
        cursor inside = *c, behind = *c;
        inside.at++;
        skip_spaces(&inside);
        step(&behind);
        const bool is_whole = behind.at == behind.end || stands_at(&behind, "and") || stands_at(&behind, ")");
        if (!is_whole || !is_joined(inside)) {
            return;
        }
        *c = inside;
    }
}

/// Skips closing parentheses and an `and`.
static void leave(cursor *c) {
    while (c->at < c->end && stands_at(c, ")")) {
        step(c);
    }
    if (c->at < c->end) {
        step(c);
    }
}

bool wits_expr_condition_part(const char *text, size_t length, uint32_t part, uint32_t *offset, uint32_t *part_length) {
    cursor c = {text, 0, length > INT32_MAX ? 0 : (uint32_t)length};
    skip_spaces(&c);
    const bool is_one = !is_joined(c);
    for (uint32_t i = 0; c.at < c.end; i++) {
        if (!is_one) {
            enter(&c);
        }
        *offset = c.at;
        if (is_one) {
            c.at = c.end;
        } else {
            step_over_part(&c);
        }
        *part_length = c.at - *offset;
        while (*part_length > 0 && is_blank(text[*offset + *part_length - 1])) {
            --*part_length;
        }
        if (i == part) {
            return true;
        }
        leave(&c);
    }
    return false;
}
