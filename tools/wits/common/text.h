// SPDX-License-Identifier: MIT
// Memory and texts that grow. If memory runs out, the program prints an error and exits.
#ifndef WITS_TOOL_TEXT_H
#define WITS_TOOL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns zeroed memory; never null.
void *allocate(size_t count, size_t size);
/// Returns memory for at least `needed` items. New items are not zeroed.
void *grow(void *memory, size_t *capacity, size_t needed, size_t size);

/// A growing string. Zeroed it is empty. `bytes` ends with a zero byte, but is null until something is added.
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
/// Writes 8 bytes, little-endian.
void text_add_u64(text *to, uint64_t number);
/// Reads 8 bytes, little-endian.
uint64_t u64_at(const void *bytes);
void text_spaces(text *to, size_t count);
/// Escapes text or attribute values for XML and HTML. Characters that XML cannot represent become "?".
void text_xml(text *to, const char *more, size_t length);
/// Writes a JSON string with quotes. Escapes characters that a terminal would interpret.
void text_json(text *to, const char *more);
/// Escapes text for a terminal: control characters, those that change the writing direction, and invalid UTF-8 become
/// \x1b and the like.
void text_visible(text *to, const char *more, size_t length);
/// Writes 'given', cut after its beginning if it is long; `suffix` is added inside the quotes.
void text_quoted(text *to, const char *given, const char *suffix);
void text_clear(text *to);
void text_free(text *to);
/// Never null.
const char *text_of(const text *from);
/// Returns the number of characters of a UTF-8 text, which approximates its width on a terminal.
size_t text_width(const char *bytes, size_t length);

/// Writes the shortest decimal that reads back as this float, with a point or exponent only if needed. NaN, Infinity
/// and -Infinity are written by name.
void text_float(text *to, float value);

/// Decodes the character at `at`. Returns its length in bytes, or 0 if it is not valid UTF-8.
size_t utf8_decode(const char *at, size_t room, uint32_t *code);
/// Returns the value of a hexadecimal digit; -1 for other characters.
int hex_digit(char c);
/// Returns a copy with a final zero, which the caller frees.
char *copy_text(const char *from, size_t length);

/// Returns the bytes of the line end at `at`, as YAML and so messages count lines: "\n", "\r\n", "\r", U+0085, U+2028
/// or U+2029; 0 if there is none. `at` is before `end`.
size_t yaml_line_end(const char *at, const char *end);

#endif
