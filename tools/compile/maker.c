// SPDX-License-Identifier: MIT
// Writes lines of C, and helpers for them.
#include "maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// '@' before a capital letter is the prefix of macros and enumerators.
static void expand(maker *m, text *to, const char *format) {
    for (const char *c = format; *c != '\0'; c++) {
        if (*c == '@') {
            const bool upper = c[1] >= 'A' && c[1] <= 'Z';
            text_add(to, text_of(upper ? &m->names.names.upper : &m->names.names.lower));
        } else {
            text_add_bytes(to, c, 1);
        }
    }
}

void expand_list(maker *m, text *to, const char *format, va_list arguments) {
    text expanded = {0};
    expand(m, &expanded, format);
    text_format_list(to, text_of(&expanded), arguments);
    text_free(&expanded);
}

void put(maker *m, text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    expand_list(m, to, format, arguments);
    va_end(arguments);
}

void empty_line(maker *m) {
    text_add(m->to, "\n");
}

static void put_line(maker *m, const char *format, va_list arguments) {
    text_spaces(m->to, (size_t)m->indent * 4);
    expand_list(m, m->to, format, arguments);
    empty_line(m);
}

void line(maker *m, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_line(m, format, arguments);
    va_end(arguments);
}

void open_block(maker *m, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_line(m, format, arguments);
    va_end(arguments);
    m->indent++;
}

void close_block(maker *m) {
    m->indent--;
    line(m, "}");
}

enum { MOST_OF_A_COMMENT = 100 };

/// Adds printable characters only, and no trailing backslash, which would continue the comment.
static void add_said(text *to, const char *said) {
    size_t length = 0;
    for (const char *c = said; *c != '\0' && length < MOST_OF_A_COMMENT; c++, length++) {
        const bool plain = (unsigned char)*c >= ' ' && *c != 0x7F && *c != '\\';
        const bool trigraph = *c == '?' && c[1] == '?';
        text_add_bytes(to, plain && !trigraph ? c : " ", 1);
    }
    text_add(to, length == MOST_OF_A_COMMENT ? " ..." : "");
}

void comment(maker *m, const char *what, const char *said, wits_table table, uint32_t row, const char *member) {
    text_spaces(m->to, (size_t)m->indent * 4);
    text_format(m->to, "// %s", what);
    add_said(m->to, said != NULL ? said : "");
    const uint32_t at = m->options->line_of != NULL ? m->options->line_of(m->options->user, table, row, member) : 0;
    if (at != 0) {
        text_format(m->to, " (line %u)", (unsigned)at);
    }
    text_add(m->to, "\n");
}

static void shortest(char *to, size_t size, float value) {
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(to, size, "%.*g", digits, (double)value);
        if (strtof(to, NULL) == value) {
            return;
        }
    }
}

void put_float(maker *m, text *to, float value) {
    char digits[32];
    if (value != value) {
        put(m, to, "@math_float(0x7FC00000u)");
        return;
    }
    if (value - value != 0.0f) {
        put(m, to, "@math_float(0x%sF800000u)", value > 0.0f ? "7" : "F");
        return;
    }
    shortest(digits, sizeof digits, value);
    const bool is_zero = value == 0.0f;
    text_format(to, "%s%sf", is_zero && digits[0] != '-' && 1.0f / value < 0.0f ? "-" : "", digits);
    if (strpbrk(digits, ".e") == NULL) {
        to->length--;  // "1f" is not a valid literal
        text_add(to, ".0f");
    }
}

void put_c_string(text *to, const char *said) {
    text_add(to, "\"");
    for (const unsigned char *c = (const unsigned char *)said; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\' || *c == '?') {
            text_format(to, "\\%c", *c);
        } else if (*c < ' ' || *c >= 0x7F) {
            text_format(to, "\\%03o", *c);
        } else {
            text_format(to, "%c", *c);
        }
    }
    text_add(to, "\"");
}
