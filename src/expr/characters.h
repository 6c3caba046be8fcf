// SPDX-License-Identifier: MIT
// What a character is in the text of an expression. <ctype.h> would ask the locale.
#ifndef WITS_EXPR_CHARACTERS_H
#define WITS_EXPR_CHARACTERS_H

#include <stdbool.h>

static inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

#endif
