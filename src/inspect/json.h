// SPDX-License-Identifier: MIT
// Writes messages as JSON in one line, in parts of bounded size.
#ifndef WITS_INSPECT_JSON_H
#define WITS_INSPECT_JSON_H

#include "wits/inspect.h"

enum {
    JSON_PART = 4096,
    JSON_MOST_FLOAT = 24,  ///< bytes of a float's text, with the final zero
};

/// A message on its way to a viewer. Begin with all zero but `write` and `user`.
typedef struct json_writer {
    wits_inspect_write_fn *write;
    void *user;
    uint32_t viewer;
    bool is_mute;  ///< the message is for a viewer that has disconnected
    bool needs_comma;
    size_t used;
    char bytes[JSON_PART];
} json_writer;

// A null `key` is for a member of an array.

/// Begins a message with its name.
void wits_json_begin(json_writer *to, uint32_t viewer, const char *name);
void wits_json_end(json_writer *to);
/// `bracket` is the opening or the closing one.
void wits_json_open(json_writer *to, const char *key, char bracket);
void wits_json_close(json_writer *to, char bracket);
/// Writes any bytes as a text: those that are not UTF-8 become U+FFFD. A null text is null.
void wits_json_text(json_writer *to, const char *key, const char *text);
void wits_json_bytes(json_writer *to, const char *key, const char *bytes, size_t size);
/// A text of several parts, up to a null. The texts are joined.
void wits_json_texts(json_writer *to, const char *key, const char *const *texts);
void wits_json_bool(json_writer *to, const char *key, bool value);
void wits_json_count(json_writer *to, const char *key, uint64_t value);
void wits_json_int(json_writer *to, const char *key, int64_t value);
/// The shortest text that is read back as the same float; "nan", "inf" and "-inf" as texts.
void wits_json_float(json_writer *to, const char *key, float value);
/// A value of a field, or the end of its range: an int, or a float's value.
void wits_json_number(json_writer *to, const char *key, double value);
/// An id of an agent: a text above 2^53 - 1, which readers of JSON would round.
void wits_json_id(json_writer *to, const char *key, uint64_t id);
void wits_json_hash(json_writer *to, const char *key, uint64_t hash);
/// A row; null for WITS_NONE.
void wits_json_row(json_writer *to, const char *key, uint32_t row);
/// A target's id; null for WITS_NO_TARGET.
void wits_json_target(json_writer *to, const char *key, uint32_t target);
/// Valid JSON.
void wits_json_raw(json_writer *to, const char *key, const char *json);

#endif
