// SPDX-License-Identifier: MIT
#include "common/tokens.h"

#include "wits/wits.h"

#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool span_is(span piece, const char *other) {
    return strlen(other) == piece.length && memcmp(piece.start, other, piece.length) == 0;
}

bool span_equals(span a, span b) {
    return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

span span_trim(span piece) {
    while (piece.length > 0 && is_space(piece.start[0])) {
        piece.start++;
        piece.length--;
    }
    while (piece.length > 0 && is_space(piece.start[piece.length - 1])) {
        piece.length--;
    }
    return piece;
}

void text_add_span(text *to, span piece) {
    text_add_bytes(to, piece.start, piece.length);
}

// --------------------------------------------------------------------------------------------------------- expressions

token token_next(span *rest) {
    const char *start = rest->start != NULL ? rest->start : "";  // a text that is not given
    const wits_token found = wits_token_next(start, rest->length, 0);
    const size_t end = found.offset + found.length;
    const token taken = {found.kind, {start + found.offset, found.length}, {start + found.offset, found.name}};
    *rest = (span){start + end, rest->length - end};
    return taken;
}

/// Reserved names precede those of the brain.
static bool is_reserved(span name) {
    static const char *const words[] = {"and", "else",  "false",  "if",      "in",   "not",
                                        "or",  "raise", "random", "elapsed", "tick", "true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (span_is(name, words[i])) {
            return true;
        }
    }
    return false;
}

static bool opens_call(span rest) {
    rest = span_trim(rest);
    return rest.length > 0 && rest.start[0] == '(';
}

bool name_next(span *rest, span *name) {
    for (token w = token_next(rest); w.kind != WITS_TOKEN_END; w = token_next(rest)) {
        bool is_state = w.kind == WITS_TOKEN_NAME && span_is(w.text, "in");
        while (is_state && w.kind != WITS_TOKEN_END && !span_is(w.text, ")")) {
            w = token_next(rest);
        }
        if (w.kind == WITS_TOKEN_NAME && !is_reserved(w.text) && !opens_call(*rest)) {
            *name = w.name;
            return true;
        }
    }
    return false;
}

bool call_next(span *rest, span *name) {
    for (token w = token_next(rest); w.kind != WITS_TOKEN_END; w = token_next(rest)) {
        if (w.kind == WITS_TOKEN_NAME && opens_call(*rest)) {
            *name = w.text;
            return true;
        }
    }
    return false;
}

bool target_next(const wits_desc *desc, span *rest, target_read *found) {
    for (token w = token_next(rest); w.kind != WITS_TOKEN_END; w = token_next(rest)) {
        const bool is_qualified = w.kind == WITS_TOKEN_NAME && w.name.length < w.text.length;
        for (uint32_t kind = 0; is_qualified && kind < desc->target_count; kind++) {
            if (span_is(w.name, desc->targets[kind].name)) {
                *found = (target_read){kind, NULL, w.text};
                const span field = {w.text.start + w.name.length + 1, w.text.length - w.name.length - 1};
                for (uint32_t i = 0; i < desc->targets[kind].field_count; i++) {
                    const wits_target_field_desc *one = &desc->targets[kind].fields[i];
                    found->field = span_is(field, one->name) ? one : found->field;
                }
                return true;
            }
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------- actions

static act act_read(span whole) {
    span rest = whole;
    act found = {ACT_CALL, token_next(&rest).name, {whole.start, 0}};
    rest = span_trim(rest);
    if (span_is(found.name, "raise") && rest.length > 0 && rest.start[0] != '=' && rest.start[0] != '(') {
        found.kind = ACT_RAISE;
        found.name = rest;
    } else if (rest.length > 0 && rest.start[0] == '=') {
        found.kind = ACT_ASSIGN;
        found.operand = span_trim((span){rest.start + 1, rest.length - 1});
    } else if (rest.length >= 2) {
        found.operand = span_trim((span){rest.start + 1, rest.length - 2});
    }
    return found;
}

act act_next(const char **rest) {
    span left = {*rest, *rest != NULL ? strlen(*rest) : 0};
    token w = token_next(&left);
    if (w.kind == WITS_TOKEN_END) {
        return (act){.kind = ACT_END};
    }
    const char *begin = w.text.start;
    while (w.kind != WITS_TOKEN_END && !span_is(w.text, ";")) {
        w = token_next(&left);
    }
    *rest = left.start;
    return act_read(span_trim((span){begin, (size_t)(w.text.start - begin)}));
}

/// Removes the parentheses that the loader adds to a single name, `(hungry)`. Other expressions stay unchanged.
static span without_parentheses(span expression) {
    span rest = expression;
    const token open = token_next(&rest), name = token_next(&rest), close = token_next(&rest);
    const bool is_name = span_is(open.text, "(") && name.kind == WITS_TOKEN_NAME && span_is(close.text, ")");
    return is_name && token_next(&rest).kind == WITS_TOKEN_END ? name.text : expression;
}

void text_add_folded(text *to, const char *expression) {
    const span trimmed = without_parentheses(span_trim((span){expression, strlen(expression)}));
    for (size_t i = 0; i < trimmed.length; i++) {
        if (!is_space(trimmed.start[i])) {
            text_add_bytes(to, trimmed.start + i, 1);
        } else if (!is_space(trimmed.start[i + 1])) {
            text_add(to, " ");
        }
    }
}
