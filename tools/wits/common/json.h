// SPDX-License-Identifier: MIT
// Writes JSON to a text, value by value. Commas and colons go where they belong: what was written last decides.
#ifndef WITS_TOOL_JSON_H
#define WITS_TOOL_JSON_H

#include "common/text.h"
#include "wits/wits.h"

typedef struct json_writer {
    text *to;
    bool is_spaced;    ///< writes ", " and ": "
    const char *line;  ///< written before the next key or item, then null: a line end and the indent
} json_writer;

/// Writes a key; its value must follow. A null key stands for the next item of a list.
void json_key(json_writer *to, const char *key);
/// Begins an object or list: '{' or '['.
void json_open(json_writer *to, const char *key, char bracket);
/// Ends it: '}' or ']'.
void json_close(json_writer *to, char bracket);
/// Writes a text; null for a null pointer.
void json_text(json_writer *to, const char *key, const char *value);
void json_bool(json_writer *to, const char *key, bool value);
void json_nothing(json_writer *to, const char *key);
void json_count(json_writer *to, const char *key, uint64_t value);
void json_int(json_writer *to, const char *key, int64_t value);
/// A shortest decimal. NaN and infinities are texts.
void json_float(json_writer *to, const char *key, float value);
/// A value of a field: a bool, number or text.
void json_field(json_writer *to, const wits_field_desc *field, double value);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
/// Writes a value of its own format.
void json_format(json_writer *to, const char *key, const char *format, ...);

#endif
