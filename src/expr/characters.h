// SPDX-License-Identifier: MIT
// Classes of characters in expressions. <ctype.h> depends on the locale.
#ifndef WITS_EXPR_CHARACTERS_H
#define WITS_EXPR_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}

static inline bool is_blank(char c) {
    return is_space_or_tab(c) || c == '\n' || c == '\r';
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool is_name_part(char c) {
    return is_letter(c) || is_digit(c);
}

/// Returns the length of the name at the beginning of at most `length` bytes; 0 if there is none. A zero ends it, too.
static inline uint32_t name_span(const char *text, size_t length) {
    uint32_t end = 0;
    while (end < length && (is_letter(text[end]) || (end > 0 && is_digit(text[end])))) {
        end++;
    }
    return end;
}

/// Bytes of a space that looks like an ordinary one, or is invisible: U+00A0, U+2000 to U+200B, U+202F, U+205F, U+3000,
/// U+FEFF. 0 if none is at the beginning of these `length` bytes.
static inline uint32_t other_space_length(const char *text, uint32_t length) {
    static const char *const spaces[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};
    for (uint32_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        const uint32_t size = (uint32_t)strlen(spaces[i]);
        if (length >= size && memcmp(text, spaces[i], size) == 0) {
            return size;
        }
    }
    const bool is_general = length >= 3 && memcmp(text, "\xE2\x80", 2) == 0;
    return is_general && (uint8_t)text[2] >= 0x80 && (uint8_t)text[2] <= 0x8B ? 3 : 0;
}

#endif
