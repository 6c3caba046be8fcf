// SPDX-License-Identifier: MIT
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory) {
    if (memory == NULL) {
        fputs("wits: there is not enough memory\n", stderr);
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

void text_format(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return;
    }
    to->bytes = grow(to->bytes, &to->capacity, to->length + (size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(to->bytes + to->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    to->length += (size_t)length;
}

void text_spaces(text *to, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_add_bytes(to, " ", 1);
    }
}

/// How XML writes a character that it cannot hold as it is; null if it can.
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

void text_json(text *to, const char *more) {
    text_add(to, "\"");
    for (; *more != '\0'; more++) {
        if (*more == '"' || *more == '\\') {
            text_add_bytes(to, (const char[]){'\\', *more}, 2);
        } else if ((unsigned char)*more < ' ' || *more == 0x7F) {
            text_format(to, "\\u%04x", (unsigned)*more);
        } else {
            text_add_bytes(to, more, 1);
        }
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

/// "1.5e+06" as 1500000: what follows its digits are zeros. Only of exponents below 12.
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
    enum { FEWEST = 6, MOST = 9 };  // nine digits tell all floats apart
    if (value != value) {
        text_add(to, "NaN");
        return;
    }
    if (value - value != 0.0f) {
        text_add(to, value > 0.0f ? "Infinity" : "-Infinity");
        return;
    }
    if (value == 0.0f) {
        text_add(to, 1.0f / value < 0.0f ? "-0.0" : "0");  // many readers take -0 for a whole number, which has no sign
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
