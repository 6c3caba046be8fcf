// SPDX-License-Identifier: MIT
// Memory and texts that grow. Without memory the program says so and ends.
#ifndef WITS_TOOL_TEXT_H
#define WITS_TOOL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zeroed; never null.
void *allocate(size_t count, size_t size);
/// Room for at least `needed` items; what is new is not zeroed.
void *grow(void *memory, size_t *capacity, size_t needed, size_t size);

/// A text that grows; zeroed it is empty. `bytes` has a final zero, but is null until something is added.
typedef struct text {
    char *bytes;
    size_t length;
    size_t capacity;
} text;

void text_add(text *to, const char *more);
void text_add_bytes(text *to, const char *more, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_format(text *to, const char *format, ...);
void text_format_list(text *to, const char *format, va_list arguments);
void text_spaces(text *to, size_t count);
/// As text or as the value of an attribute in XML and HTML. What XML cannot hold becomes "?".
void text_xml(text *to, const char *more, size_t length);
/// In quotes, as a string of JSON. What a terminal would obey is escaped.
void text_json(text *to, const char *more);
/// As text for a terminal that it cannot obey: control characters, those that turn the direction of writing, and bytes
/// that are no UTF-8 become \x1b and the like.
void text_visible(text *to, const char *more, size_t length);
/// 'given', of a long one the beginning; `suffix` stands inside the quotes.
void text_quoted(text *to, const char *given, const char *suffix);
void text_clear(text *to);
void text_free(text *to);
/// Never null.
const char *text_of(const text *from);
/// Characters of a UTF-8 text: what it takes on a terminal, nearly.
size_t text_width(const char *bytes, size_t length);

/// The shortest decimal that reads back as this float, with a point or exponent only where it needs one; NaN, Infinity
/// and -Infinity by name.
void text_float(text *to, float value);

#endif
