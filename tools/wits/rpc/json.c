// SPDX-License-Identifier: MIT
#include "rpc/json.h"

#include <stdlib.h>
#include <string.h>

static void *allocate_json(size_t size) {
    return allocate(1, size);
}

void rpc_check_memory(void) {
    json_set_alloc_funcs(allocate_json, free);
}

// ------------------------------------------------------------------------------------------------------------- reading

/// Reads "\uXXXX". Returns its value, or UINT32_MAX.
static uint32_t escape_at(const char *at, const char *end) {
    uint32_t code = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') {
        return UINT32_MAX;
    }
    for (int i = 2; i < 6; i++) {
        const int digit = hex_digit(at[i]);
        if (digit < 0) {
            return UINT32_MAX;
        }
        code = code << 4 | (uint32_t)digit;
    }
    return code;
}

/// Replaces escapes that are half of a surrogate pair. One UTF-16 unit becomes one, so positions stay right.
static void repair_surrogates(char *at, const char *end) {
    while (at != NULL && at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        const uint32_t code = escape_at(at, end);
        if (code == UINT32_MAX) {
            at += 2;  // "\\" and the like
            continue;
        }
        const bool is_first = code >= 0xD800 && code < 0xDC00;
        const uint32_t second = is_first ? escape_at(at + 6, end) : UINT32_MAX;
        if (is_first && second >= 0xDC00 && second < 0xE000) {
            at += 12;
            continue;
        }
        if (code >= 0xD800 && code < 0xE000) {
            memcpy(at, "\\uFFFD", 6);
        }
        at += 6;
    }
}

json_t *rpc_parse(char *bytes, size_t length, text *problem) {
    json_error_t error;
    rpc_check_memory();
    repair_surrogates(bytes, bytes + length);
    json_t *value = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (value == NULL) {
        text_format(problem, "invalid JSON at line %d, column %d: %s", error.line, error.column, error.text);
    }
    return value;
}

const char *rpc_member_string(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

uint32_t rpc_member_count(const json_t *object, const char *name, uint32_t most, uint32_t absent) {
    const json_t *member = json_object_get(object, name);
    const json_int_t value = json_integer_value(member);
    return json_is_integer(member) && value >= 0 && value <= (json_int_t)most ? (uint32_t)value : absent;
}

bool rpc_member_is_true(const json_t *object, const char *name) {
    return json_is_true(json_object_get(object, name));
}

const json_t *rpc_at(const json_t *object, const char *path) {
    while (object != NULL && *path != '\0') {
        const size_t length = strcspn(path, ".");
        object = json_object_getn(object, path, length);
        path += length + (path[length] == '.');
    }
    return object;
}

// ------------------------------------------------------------------------------------------------------------- writing

static int add_part(const char *bytes, size_t size, void *to) {
    text_add_bytes(to, bytes, size);
    return 0;
}

void text_rpc_json(text *to, const json_t *value) {
    // Nine digits distinguish all floats; a number that was read from the shortest decimal of one is written the same.
    json_dump_callback(value, add_part, to, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
}

json_t *rpc_string(const char *bytes, size_t length) {
    rpc_check_memory();
    json_t *whole = json_stringn(bytes, length);
    if (whole != NULL) {
        return whole;
    }
    text repaired = {0};
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        const size_t size = utf8_decode(bytes + i, length - i, &code);
        text_add_bytes(&repaired, size > 0 ? bytes + i : "\xEF\xBF\xBD", size > 0 ? size : 3);
        i += size > 0 ? size : 1;
    }
    whole = json_stringn_nocheck(text_of(&repaired), repaired.length);
    text_free(&repaired);
    return whole;
}

json_t *rpc_text(const text *of) {
    return rpc_string(text_of(of), of->length);
}
