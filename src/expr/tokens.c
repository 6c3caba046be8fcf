// SPDX-License-Identifier: MIT
// Splits any text into tokens, for tools that read texts without compiling them.
#include "wits/tokens.h"
#include "expr/characters.h"
#include "expr/number.h"

static wits_token quoted(const char *text, size_t length) {
    size_t end = 1;
    while (end < length && text[end] != text[0] && text[end] != '\0') {
        end++;
    }
    const bool is_open = end == length || text[end] == '\0';
    return (wits_token){.kind = WITS_TOKEN_TEXT, .length = is_open ? end : end + 1, .is_open = is_open};
}

/// Returns the token at the beginning, which is not a blank.
static wits_token first_token(const char *text, size_t length) {
    const bool is_number = is_digit(text[0]) || (text[0] == '.' && length > 1 && is_digit(text[1]));
    if (is_number) {
        return (wits_token){.kind = WITS_TOKEN_NUMBER, .length = wits_expr_number_span(text, length)};
    }
    const size_t name = name_span(text, length);
    if (name > 0) {
        const bool has_point = name < length && text[name] == '.';
        const size_t second = has_point ? name_span(text + name + 1, length - name - 1) : 0;
        return (wits_token){.kind = WITS_TOKEN_NAME, .length = name + (second > 0 ? 1 + second : 0), .name = name};
    }
    if (text[0] == '"' || text[0] == '\'') {
        return quoted(text, length);
    }
    const bool is_comparison = memchr("=!<>", text[0], 4) != NULL && length > 1 && text[1] == '=';
    return (wits_token){.kind = WITS_TOKEN_SIGN, .length = is_comparison ? 2 : 1};
}

wits_token wits_token_next(const char *text, size_t length, size_t from) {
    while (from < length && is_blank(text[from])) {
        from++;
    }
    wits_token found = {.kind = WITS_TOKEN_END};
    if (from < length && text[from] != '\0') {
        found = first_token(text + from, length - from);
    }
    found.offset = from;
    return found;
}

size_t wits_token_end(const char *text, size_t length, wits_token token) {
    size_t depth = 0;
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, length, token.offset + token.length)) {
        const char sign = token.kind == WITS_TOKEN_SIGN ? text[token.offset] : '\0';
        depth += sign == '(';
        depth -= sign == ')' && depth > 0;
        if (depth == 0) {
            return token.offset + token.length;
        }
    }
    return depth == 0 ? token.offset : 0;
}
