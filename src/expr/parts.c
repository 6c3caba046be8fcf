// SPDX-License-Identifier: MIT
// Finds the parts of a condition in its text: the operands of its outermost `and`s, through parentheses.
#include "expr/characters.h"
#include "expr/expr.h"
#include "expr/names.h"
#include "wits/tokens.h"

#include <string.h>

/// A text, or the inside of a pair of parentheses.
typedef struct cursor {
    const char *text;
    uint32_t at, end;
} cursor;

static wits_token token_at(const cursor *c) {
    return wits_token_next(c->text, c->end, c->at);
}

static bool stands_at(const cursor *c, const char *word) {
    const wits_token token = token_at(c);
    return name_is(word, c->text + token.offset, (uint32_t)token.length);
}

/// Steps over blanks.
static void step_to(cursor *c, size_t to) {
    c->at = (uint32_t)wits_token_next(c->text, c->end, to).offset;
}

/// Skips a token, or everything from an opening parenthesis to the matching one.
static void step(cursor *c) {
    const size_t end = wits_token_end(c->text, c->end, token_at(c));
    step_to(c, end > 0 ? end : c->end);
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
        step_to(&inside, c->at + 1);
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
    step_to(&c, 0);
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
