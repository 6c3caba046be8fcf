// SPDX-License-Identifier: MIT
#include "common/tokens.h"

#include "wits/wits.h"

#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
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

static size_t number_length(span from) {
    size_t length = 0;
    for (; length < from.length; length++) {
        char c = from.start[length];
        bool sign = (c == '+' || c == '-') && length > 0 && strchr("eE", from.start[length - 1]) != NULL;
        if (!is_name_part(c) && c != '.' && !sign) {
            break;
        }
    }
    return length;
}

static size_t name_length(span from) {
    size_t length = 0;
    while (length < from.length && is_name_part(from.start[length])) {
        length++;
    }
    return length;
}

/// Returns the length of a name, or of a qualified name such as `mood.calm` and `enemy.distance`.
static size_t qualified_length(span from) {
    const size_t first = name_length(from);
    const span behind = {from.start + first + 1, from.length > first ? from.length - first - 1 : 0};
    const bool has_point = from.length > first && from.start[first] == '.';
    const size_t second = has_point ? name_length(behind) : 0;
    return second > 0 ? first + 1 + second : first;
}

token token_next(span *rest) {
    *rest = span_trim(*rest);
    token found = {TOKEN_END, {rest->start, 0}};
    if (rest->length == 0) {
        return found;
    }
    char first = rest->start[0];
    bool point_number = first == '.' && rest->length > 1 && is_digit(rest->start[1]);
    if (is_digit(first) || point_number) {
        found.kind = TOKEN_NUMBER;
        found.text.length = number_length(*rest);
    } else if (is_name_part(first)) {
        found.kind = TOKEN_NAME;
        found.text.length = qualified_length(*rest);
    } else if (first == '"' || first == '\'') {
        const char *end = memchr(rest->start + 1, first, rest->length - 1);
        found.kind = TOKEN_TEXT;
        found.text.length = end != NULL ? (size_t)(end - rest->start) + 1 : rest->length;
    } else {
        bool with_equals = strchr("=!<>", first) != NULL && rest->length > 1 && rest->start[1] == '=';
        found.kind = TOKEN_SIGN;
        found.text.length = with_equals ? 2 : 1;
    }
    rest->start += found.text.length;
    rest->length -= found.text.length;
    return found;
}

static bool is_one_of(span name, const char *const *names) {
    for (; *names != NULL; names++) {
        if (span_is(name, *names)) {
            return true;
        }
    }
    return false;
}

bool is_expression_word(span name) {
    static const char *const words[] = {"and",   "else",   "false",   "if",   "in",   "not", "or",
                                        "raise", "random", "elapsed", "tick", "true", NULL};
    return is_one_of(name, words);
}

static bool opens_call(span rest) {
    rest = span_trim(rest);
    return rest.length > 0 && rest.start[0] == '(';
}

bool name_next(span *rest, span *name) {
    for (token w = token_next(rest); w.kind != TOKEN_END; w = token_next(rest)) {
        bool is_state = w.kind == TOKEN_NAME && span_is(w.text, "in");
        while (is_state && w.kind != TOKEN_END && !span_is(w.text, ")")) {
            w = token_next(rest);
        }
        if (w.kind == TOKEN_NAME && !is_expression_word(w.text) && !opens_call(*rest)) {
            *name = (span){w.text.start, name_length(w.text)};
            return true;
        }
    }
    return false;
}

bool target_next(const wits_desc *desc, span *rest, target_read *found) {
    for (token w = token_next(rest); w.kind != TOKEN_END; w = token_next(rest)) {
        const size_t length = w.kind == TOKEN_NAME ? name_length(w.text) : w.text.length;
        for (uint32_t kind = 0; length < w.text.length && kind < desc->target_count; kind++) {
            if (span_is((span){w.text.start, length}, desc->targets[kind].name)) {
                *found = (target_read){kind, NULL, w.text};
                const span field = {w.text.start + length + 1, w.text.length - length - 1};
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

bool is_curve_function(span name) {
    for (uint32_t kind = WITS_CURVE_CONSTANT; wits_curve_name((wits_curve_kind)kind)[0] != '\0'; kind++) {
        if (span_is(name, wits_curve_name((wits_curve_kind)kind))) {
            return true;
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Returns the length up to the next ';' outside quotes.
static size_t act_length(const char *actions) {
    char quote = '\0';
    size_t length = 0;
    for (; actions[length] != '\0' && (quote != '\0' || actions[length] != ';'); length++) {
        char c = actions[length];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        }
    }
    return length;
}

static act act_read(span whole) {
    act found = {ACT_CALL, {whole.start, name_length(whole)}, {whole.start, 0}};
    span rest = span_trim((span){whole.start + found.name.length, whole.length - found.name.length});
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
    while (*rest != NULL && is_space(**rest)) {
        ++*rest;
    }
    if (*rest == NULL || **rest == '\0') {
        return (act){.kind = ACT_END};
    }
    size_t length = act_length(*rest);
    act found = act_read(span_trim((span){*rest, length}));
    *rest += length + ((*rest)[length] == ';');
    return found;
}

/// Removes the parentheses that the loader adds to a single name, `(hungry)`. Other expressions stay unchanged.
static span without_parentheses(span expression) {
    span rest = expression;
    const token open = token_next(&rest), name = token_next(&rest), close = token_next(&rest);
    const bool is_name = span_is(open.text, "(") && name.kind == TOKEN_NAME && span_is(close.text, ")");
    return is_name && token_next(&rest).kind == TOKEN_END ? name.text : expression;
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
