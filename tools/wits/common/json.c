// SPDX-License-Identifier: MIT
#include "common/json.h"

#include "common/context.h"

#include <string.h>

void json_key(json_writer *to, const char *key) {
    const text *so_far = to->to;
    const char last = so_far->length > 0 ? so_far->bytes[so_far->length - 1] : '\n';
    const bool is_first = strchr("{[:\n ", last) != NULL;  // or follows its key
    text_add(to->to, is_first ? "" : to->is_spaced && to->line == NULL ? ", " : ",");
    text_add(to->to, to->line != NULL ? to->line : "");
    to->line = NULL;
    if (key != NULL) {
        text_json(to->to, key);
        text_add(to->to, to->is_spaced ? ": " : ":");
    }
}

void json_open(json_writer *to, const char *key, char bracket) {
    json_key(to, key);
    text_add_bytes(to->to, &bracket, 1);
}

void json_close(json_writer *to, char bracket) {
    text_add_bytes(to->to, &bracket, 1);
}

void json_text(json_writer *to, const char *key, const char *value) {
    json_key(to, key);
    if (value != NULL) {
        text_json(to->to, value);
    } else {
        text_add(to->to, "null");
    }
}

void json_nothing(json_writer *to, const char *key) {
    json_text(to, key, NULL);
}

void json_bool(json_writer *to, const char *key, bool value) {
    json_format(to, key, "%s", value ? "true" : "false");
}

void json_count(json_writer *to, const char *key, uint64_t value) {
    json_format(to, key, "%llu", (unsigned long long)value);
}

void json_int(json_writer *to, const char *key, int64_t value) {
    json_format(to, key, "%lld", (long long)value);
}

void json_float(json_writer *to, const char *key, float value) {
    static const wits_field_desc number = {.type = WITS_TYPE_FLOAT};
    json_key(to, key);
    text_value(to->to, &number, (double)value, true);
}

void json_field(json_writer *to, const wits_field_desc *field, double value) {
    json_key(to, field->name);
    text_value(to->to, field, value, true);
}

void json_format(json_writer *to, const char *key, const char *format, ...) {
    va_list arguments;
    json_key(to, key);
    va_start(arguments, format);
    text_format_list(to->to, format, arguments);
    va_end(arguments);
}
