// SPDX-License-Identifier: MIT
#include "common/context.h"

#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 4 };

context context_new(const wits_field_desc *fields, uint32_t count) {
    context made = {.fields = fields, .count = count};
    made.columns = allocate(count, sizeof *made.columns);
    made.bytes = allocate(count, WIDTH);
    for (uint32_t field = 0; field < count; field++) {
        made.columns[field] =
            (wits_column){.base = made.bytes + (size_t)field * WIDTH, .stride = WIDTH, .type = fields[field].type};
    }
    context_reset(&made);
    return made;
}

void context_reset(context *of) {
    for (uint32_t field = 0; field < of->count; field++) {
        context_set(of, field, of->fields[field].initial);
    }
}

void context_free(context *of) {
    free(of->columns);
    free(of->bytes);
    *of = (context){0};
}

size_t type_size(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

double value_at(wits_type type, const void *from) {
    uint8_t byte;
    int16_t half;
    int32_t whole;
    float real;
    switch (type) {
    case WITS_TYPE_INT16:
    case WITS_TYPE_UINT16:
        memcpy(&half, from, sizeof half);
        return type == WITS_TYPE_INT16 ? (double)half : (double)(uint16_t)half;
    case WITS_TYPE_INT:
        memcpy(&whole, from, sizeof whole);
        return whole;
    case WITS_TYPE_FLOAT:
        memcpy(&real, from, sizeof real);
        return (double)real;
    default:
        memcpy(&byte, from, sizeof byte);
        return type == WITS_TYPE_INT8 ? (double)(int8_t)byte : (double)byte;
    }
}

void value_put(wits_type type, void *to, double value) {
    static const uint32_t nan_bits = 0x7FC00000u;
    if (type == WITS_TYPE_FLOAT) {
        float real = (float)value;
        if (value != value) {
            memcpy(to, &nan_bits, sizeof nan_bits);
        } else {
            memcpy(to, &real, sizeof real);
        }
        return;
    }
    int32_t whole = (int32_t)value;
    int16_t half = (int16_t)whole;
    uint8_t byte = (uint8_t)whole;
    if (type == WITS_TYPE_INT) {
        memcpy(to, &whole, sizeof whole);
    } else if (type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16) {
        memcpy(to, &half, sizeof half);
    } else {
        memcpy(to, &byte, sizeof byte);
    }
}

double context_get(const context *of, uint32_t field) {
    return value_at(of->columns[field].type, of->columns[field].base);
}

void context_set(context *of, uint32_t field, double value) {
    value_put(of->columns[field].type, of->columns[field].base, value);
}

bool context_differs(const context *a, const context *b, uint32_t field) {
    return memcmp(a->columns[field].base, b->columns[field].base, WIDTH) != 0;
}

void context_copy(context *to, const context *from) {
    memcpy(to->bytes, from->bytes, (size_t)from->count * WIDTH);
}

// -------------------------------------------------------------------------------------------------------------- values

void text_value(text *to, const wits_field_desc *field, double value, bool json) {
    switch (field->type) {
    case WITS_TYPE_BOOL:
        text_add(to, value != 0.0 ? "true" : "false");
        break;
    case WITS_TYPE_ENUM: {
        uint32_t row = (uint32_t)value;
        const char *name = row < field->value_count ? field->values[row] : "?";
        text_format(to, json ? "\"%s\"" : "%s", name);
        break;
    }
    case WITS_TYPE_FLOAT: {
        bool quoted = json && value - value != 0.0;
        text_add(to, quoted ? "\"" : "");
        text_float(to, (float)value);
        text_add(to, quoted ? "\"" : "");
        break;
    }
    default:
        text_format(to, "%ld", (long)value);
        break;
    }
}

bool type_range(wits_type type, double *lo, double *hi) {
    *lo = type == WITS_TYPE_INT8 ? -128 : type == WITS_TYPE_INT16 ? -32768 : type == WITS_TYPE_INT ? -2147483648.0 : 0;
    *hi = type == WITS_TYPE_INT8     ? 127
          : type == WITS_TYPE_UINT8  ? 255
          : type == WITS_TYPE_INT16  ? 32767
          : type == WITS_TYPE_UINT16 ? 65535
                                     : 2147483647.0;
    return type != WITS_TYPE_FLOAT && type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM;
}

bool field_is_number(const wits_field_desc *field) {
    return field->type != WITS_TYPE_BOOL && field->type != WITS_TYPE_ENUM;
}

/// Accepts numbers as in expressions: 12, -12, 1.5, 1., .5, 1e3.
static bool is_number(const char *given, bool whole) {
    given += *given == '-';
    size_t digits = strspn(given, "0123456789");
    given += digits;
    if (whole) {
        return digits > 0 && *given == '\0';
    }
    if (*given == '.') {
        size_t behind = strspn(++given, "0123456789");
        given += behind;
        digits += behind;
    }
    if (digits > 0 && (*given == 'e' || *given == 'E')) {
        given++;
        given += *given == '-' || *given == '+';
        size_t exponent = strspn(given, "0123456789");
        given += exponent;
        digits = exponent;
    }
    return digits > 0 && *given == '\0';
}

static bool read_float(const char *given, double *value, text *problem) {
    static const struct {
        const char *name;
        double value;
    } names[] = {{"NaN", (double)NAN}, {"Infinity", HUGE_VAL}, {"-Infinity", -HUGE_VAL}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(given, names[i].name) == 0) {
            *value = names[i].value;
            return true;
        }
    }
    if (!is_number(given, false)) {
        text_add(problem, "must be a number, NaN, Infinity or -Infinity, not ");
        text_quoted(problem, given, "");
        return false;
    }
    float real = strtof(given, NULL);
    if (isinf(real)) {
        text_add(problem, "must be a single precision number; ");
        text_quoted(problem, given, "");
        text_add(problem, " is too large");
        return false;
    }
    *value = (double)real;
    return true;
}

static bool read_name(const wits_field_desc *field, const char *given, double *value, text *problem) {
    guess found = guess_at(given);
    for (uint32_t row = 0; row < field->value_count; row++) {
        if (strcmp(field->values[row], given) == 0) {
            *value = row;
            return true;
        }
        guess_offer(&found, field->values[row]);
    }
    enum { SHOWN = 12 };
    text_add(problem, "is ");
    for (uint32_t row = 0; row < field->value_count && row < SHOWN; row++) {
        bool last = row + 1 == field->value_count;
        text_format(problem, "%s%s", row == 0 ? "" : last ? " or " : ", ", field->values[row]);
    }
    text_add(problem, field->value_count > SHOWN ? " ..., not " : ", not ");
    text_quoted(problem, given, "");
    text_guess(problem, &found, "");
    return false;
}

bool read_value(const wits_field_desc *field, const char *given, double *value, text *problem) {
    if (field->type == WITS_TYPE_BOOL) {
        *value = strcmp(given, "true") == 0;
        if (*value != 0.0 || strcmp(given, "false") == 0) {
            return true;
        }
        text_add(problem, "must be true or false, not ");
        text_quoted(problem, given, "");
        return false;
    }
    if (field->type == WITS_TYPE_ENUM) {
        return read_name(field, given, value, problem);
    }
    if (field->type == WITS_TYPE_FLOAT) {
        return read_float(given, value, problem);
    }
    double lo, hi;
    type_range(field->type, &lo, &hi);
    *value = is_number(given, true) ? strtod(given, NULL) : hi + 1;
    if (*value < lo || *value > hi) {
        text_format(problem, "must be a whole number from %.0f to %.0f, not ", lo, hi);
        text_quoted(problem, given, "");
        return false;
    }
    return true;
}

static bool read_end(const char *given, size_t length, double *value) {
    text end = {0}, problem = {0};
    text_add_bytes(&end, given, length);
    bool is_good = read_float(text_of(&end), value, &problem) && *value - *value == 0.0;
    text_free(&end);
    text_free(&problem);
    return is_good;
}

bool read_range(const char *given, double *lo, double *hi) {
    const char *dots = strstr(given, "..");
    return dots != NULL && read_end(given, (size_t)(dots - given), lo) && read_end(dots + 2, strlen(dots + 2), hi) &&
           *lo < *hi;
}

bool check_range(const wits_promise *promise, const wits_field_desc *field, double value, text *problem) {
    if (promise == NULL || wits_promise_holds(promise, value)) {
        return true;
    }
    text_add(problem, promise->nan ? "must be NaN or from " : "must be from ");
    text_value(problem, field, promise->low, false);
    text_add(problem, " to ");
    text_value(problem, field, promise->high, false);
    text_add(problem, " according to its range, not ");
    text_value(problem, field, value, false);
    return false;
}

double value_in_range(const wits_promise *promise, double value) {
    if (wits_promise_holds(promise, value)) {
        return value;
    }
    return value > promise->high ? promise->high : promise->low;  // NaN becomes the lower end
}

wits_field_desc field_of_function(const wits_function *function) {
    return (wits_field_desc){.name = function->name,
                             .type = function->condition != NULL ? WITS_TYPE_BOOL : WITS_TYPE_FLOAT};
}
