// SPDX-License-Identifier: MIT
#include "common/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory) {
    if (memory == NULL) {
        fputs("wits: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *allocate(size_t count, size_t size) {
    return checked(calloc(count == 0 ? 1 : count, size == 0 ? 1 : size));
}

void *grow(void *memory, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return memory;
    }
    size_t wider = *capacity * 2 > needed ? *capacity * 2 : needed + 16;
    if (wider > SIZE_MAX / size) {
        return checked(NULL);
    }
    *capacity = wider;
    return checked(realloc(memory, wider * size));
}

void text_add_bytes(text *to, const char *more, size_t length) {
    to->bytes = grow(to->bytes, &to->capacity, to->length + length + 1, 1);
    if (length > 0) {
        memcpy(to->bytes + to->length, more, length);
    }
    to->length += length;
    to->bytes[to->length] = '\0';
}

void text_add(text *to, const char *more) {
    text_add_bytes(to, more, strlen(more));
}

void text_add_u64(text *to, uint64_t number) {
    char bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)(unsigned char)(number >> 8 * i);
    }
    text_add_bytes(to, bytes, sizeof bytes);
}

uint64_t u64_at(const void *bytes) {
    const unsigned char *at = bytes;
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++) {
        number |= (uint64_t)at[i] << 8 * i;
    }
    return number;
}

void text_format_list(text *to, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) {
        return;
    }
    to->bytes = grow(to->bytes, &to->capacity, to->length + (size_t)length + 1, 1);
    vsnprintf(to->bytes + to->length, (size_t)length + 1, format, arguments);
    to->length += (size_t)length;
}

void text_format(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(to, format, arguments);
    va_end(arguments);
}

void text_spaces(text *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_add_bytes(to, " ", 1);
    }
}

/// Returns the replacement of a character in XML, or null if it needs none.
static const char *xml_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
    case '\n':
        return NULL;
    default:
        return (unsigned char)c < ' ' || c == 0x7F ? "?" : NULL;
    }
}

void text_xml(text *to, const char *more, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char *written = xml_of(more[i]);
        text_add_bytes(to, written != NULL ? written : &more[i], written != NULL ? strlen(written) : 1);
    }
}

// ------------------------------------------------------------------------------------------------------ terminals

size_t utf8_decode(const char *at, size_t room, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*at;
    size_t size = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || size > room) {
        return 0;
    }
    *code = size == 1 ? first : first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)at[i] & 0xC0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | ((unsigned char)at[i] & 0x3Fu);
    }
    return *code >= least[size] && *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF) ? size : 0;
}

/// Returns whether a terminal may interpret the character: control characters (C0, DEL, C1), line separators, and
/// characters that change the writing direction.
static bool is_command(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void text_visible(text *to, const char *more, size_t length) {
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t size = utf8_decode(more + i, length - i, &code);
        if (size == 0) {
            text_format(to, "\\x%02x", (unsigned)(unsigned char)more[i]);
            size = 1;
        } else if (is_command(code)) {
            text_format(to, code < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)code);
        } else {
            text_add_bytes(to, more + i, size);
        }
        i += size;
    }
}

void text_quoted(text *to, const char *given, const char *suffix) {
    enum { MOST = 80 };
    size_t length = strlen(given);
    bool is_long = length > MOST;
    length = is_long ? MOST : length;
    while (is_long && ((unsigned char)given[length] & 0xC0) == 0x80) {
        length--;
    }
    text_add(to, "'");
    text_add_bytes(to, given, length);
    text_format(to, "%s%s'", is_long ? "..." : "", suffix);
}

void text_json(text *to, const char *more) {
    size_t length = strlen(more);
    text_add(to, "\"");
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t size = utf8_decode(more + i, length - i, &code);
        if (size == 1 && (code == '"' || code == '\\')) {
            text_add_bytes(to, (const char[]){'\\', (char)code}, 2);
        } else if (size != 0 && is_command(code)) {
            text_format(to, "\\u%04x", (unsigned)code);
        } else {
            text_add_bytes(to, more + i, size == 0 ? 1 : size);
        }
        i += size == 0 ? 1 : size;
    }
    text_add(to, "\"");
}

void text_clear(text *to) {
    to->length = 0;
    if (to->bytes != NULL) {
        to->bytes[0] = '\0';
    }
}

void text_free(text *to) {
    free(to->bytes);
    *to = (text){0};
}

const char *text_of(const text *from) {
    return from->bytes != NULL ? from->bytes : "";
}

size_t text_width(const char *bytes, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length; i++) {
        width += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    }
    return width;
}

/// Writes "1.5e+06" as 1500000, where all further digits are zeros. Returns false for exponents of 12 and more.
static bool add_without_exponent(text *to, const char *digits) {
    const char *exponent = strstr(digits, "e+");
    long zeros = exponent != NULL ? strtol(exponent + 2, NULL, 10) : 0;
    if (exponent == NULL || zeros >= 12) {
        return false;
    }
    const char *point = memchr(digits, '.', (size_t)(exponent - digits));
    const char *end = point != NULL ? point : exponent;
    text_add_bytes(to, digits, (size_t)(end - digits));
    if (point != NULL) {
        text_add_bytes(to, point + 1, (size_t)(exponent - point - 1));
        zeros -= exponent - point - 1;
    }
    for (; zeros > 0; zeros--) {
        text_add(to, "0");
    }
    return true;
}

void text_float(text *to, float value) {
    enum { FEWEST = 6, MOST = 9 };  // nine digits distinguish all floats
    if (value != value) {
        text_add(to, "NaN");
        return;
    }
    if (value - value != 0.0f) {
        text_add(to, value > 0.0f ? "Infinity" : "-Infinity");
        return;
    }
    if (value == 0.0f) {
        text_add(to, 1.0f / value < 0.0f ? "-0.0" : "0");  // many parsers read "-0" as an integer, which has no sign
        return;
    }
    char digits[32] = "";
    for (int precision = FEWEST; precision <= MOST; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        float again = strtof(digits, NULL);
        if (memcmp(&again, &value, sizeof value) == 0) {
            break;
        }
    }
    if (!add_without_exponent(to, digits)) {
        text_add(to, digits);
    }
}

int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

char *copy_text(const char *from, size_t length) {
    char *copy = allocate(length + 1, 1);
    memcpy(copy, from, length);
    return copy;
}

size_t yaml_line_end(const char *at, const char *end) {
    static const char *const others[] = {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    if (*at == '\n' || *at == '\r') {
        return *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : 1;
    }
    for (size_t i = 0; (unsigned char)*at >= 0x80 && i < sizeof others / sizeof *others; i++) {
        const size_t size = strlen(others[i]);
        if ((size_t)(end - at) >= size && memcmp(at, others[i], size) == 0) {
            return size;
        }
    }
    return 0;
}
