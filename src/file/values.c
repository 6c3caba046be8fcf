// SPDX-License-Identifier: MIT
// Single values: texts, words, numbers. The position of a scalar determines its type.
#include <stdio.h>

#include "expr/characters.h"
#include "expr/number.h"
#include "file/loader.h"

/// The constant that a misspelt value was meant to be.
static const char *nearest_constant(wits_file *file, const node *value) {
    nearest_name nearest = wits_file_nearest_begin(file, value->text);
    return wits_file_nearest_definition(&nearest, value->origin, 1u << DEFINED_CONSTANT);
}

static void report_expected(wits_file *file, node *value, const char *wanted) {
    wits_file_report_node(file, value, MESSAGE_EXPECTED, (message_words){{wanted, wits_file_describe(file, value)}},
                          NULL);
}

const char *wits_file_read_text(wits_file *file, node *value, const char *wanted) {
    if (value->bad) {
        return NULL;
    }
    if (value->kind != NODE_SCALAR || value->length == 0) {
        report_expected(file, value, wanted);
        return NULL;
    }
    return value->text;
}

bool wits_file_read_bool(wits_file *file, const char *what, node *value, bool *found) {
    uint32_t number = 0;
    if (!wits_file_choice_read(file, &wits_file_bool_values, what, value, &number)) {
        return false;
    }
    *found = number != 0;
    return true;
}

bool wits_file_text_is_name(const char *text) {
    const uint32_t length = name_span(text, SIZE_MAX);
    return length > 0 && text[length] == '\0';
}

bool wits_file_text_is_int(const char *text, int64_t *value) {
    const char *digits = text + (text[0] == '-');
    int64_t number = 0;
    if (!is_digit(*digits)) {
        return false;
    }
    for (; is_digit(*digits); digits++) {
        int64_t digit = *digits - '0';
        number = number > (INT64_MAX - digit) / 10 ? INT64_MAX : number * 10 + digit;
    }
    *value = text[0] == '-' ? -number : number;
    return *digits == '\0';
}

bool wits_file_read_ticks(wits_file *file, const char *what, node *value, uint32_t *found) {
    static const char wanted[] = "a number of ticks, 0 to 2147483647, or a time such as 2.5s or 400ms";
    int64_t number = 0;
    if (value->bad || wits_file_has_slip(file, value)) {
        return false;
    }
    if (value->kind == NODE_SCALAR && value->length > 0 && wits_file_time_length(value->text) == value->length) {
        position at = wits_file_source_position(value, 0);
        value->bad = !wits_file_time_ticks(file, at, value->text, value->length, found);
        return !value->bad;
    }
    if (value->kind != NODE_SCALAR || !wits_file_text_is_int(value->text, &number) || value->text[0] == '-' ||
        number > (int64_t)WITS_MAX_TICKS) {
        message_words words = {{what, wanted, value->text}};
        if (value->kind == NODE_SCALAR && value->length > 0) {
            const char *meant = wits_file_time_meant(file, value->text);
            meant = meant != NULL ? meant : nearest_constant(file, value);
            wits_file_report_node(file, value, MESSAGE_CHOICE, words, meant);
        } else {
            report_expected(file, value, wanted);
        }
        return false;
    }
    *found = (uint32_t)number;
    return true;
}

bool wits_file_read_float(wits_file *file, const char *what, node *value, float *found) {
    if (value->bad || wits_file_has_slip(file, value)) {
        return false;
    }
    if (value->kind != NODE_SCALAR || value->length == 0) {
        report_expected(file, value, "a number");
        return false;
    }
    expr_value number;
    switch (wits_expr_number_read(value->text, value->length, &number)) {
    case NUMBER_INT:
        *found = (float)number.i;
        return true;
    case NUMBER_FLOAT:
        *found = number.f;
        return true;
    case NUMBER_INT_RANGE:
        wits_file_report_node(file, value, MESSAGE_INT_TOO_LARGE, (message_words){{what, value->text}}, NULL);
        return false;
    case NUMBER_FLOAT_RANGE:
        wits_file_report_node(file, value, MESSAGE_FLOAT_TOO_LARGE, (message_words){{what, value->text}}, NULL);
        return false;
    case NUMBER_MALFORMED:
        break;
    }
    wits_file_report_node(file, value, MESSAGE_CHOICE, (message_words){{what, "a number", value->text}},
                          nearest_constant(file, value));
    return false;
}

void wits_file_read_optional(wits_file *file, const char *what, node *value, bool *has, float *found) {
    *has = wits_file_read_float(file, what, value, found);
    *found += 0.0f;
}

bool wits_file_int_range(wits_type type, int64_t *lowest, int64_t *highest) {
    static const struct {
        wits_type type;
        int64_t lowest;
        int64_t highest;
    } ranges[] = {
        {WITS_TYPE_INT8, INT8_MIN, INT8_MAX},    {WITS_TYPE_UINT8, 0, UINT8_MAX},
        {WITS_TYPE_INT16, INT16_MIN, INT16_MAX}, {WITS_TYPE_UINT16, 0, UINT16_MAX},
        {WITS_TYPE_INT, INT32_MIN, INT32_MAX},
    };
    for (uint32_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (ranges[i].type == type) {
            *lowest = ranges[i].lowest;
            *highest = ranges[i].highest;
            return true;
        }
    }
    return false;
}

const char *wits_file_type_name(wits_type type) {
    for (uint32_t i = 0; i < wits_file_type_values.count; i++) {
        if (wits_file_type_values.choices[i].value == (uint32_t)type) {
            return wits_file_type_values.choices[i].name;
        }
    }
    return "an enum";
}

bool wits_file_read_int_of(wits_file *file, wits_type type, node *value, double *found) {
    int64_t lowest = 0, highest = 0, number = 0;
    wits_file_int_range(type, &lowest, &highest);
    if (value->bad || wits_file_has_slip(file, value) || wits_file_read_text(file, value, "a whole number") == NULL) {
        return false;
    }
    if (wits_file_text_is_int(value->text, &number) && number >= lowest && number <= highest) {
        *found = (double)number;
        return true;
    }
    char low[24], high[24];
    snprintf(low, sizeof low, "%lld", (long long)lowest);
    snprintf(high, sizeof high, "%lld", (long long)highest);
    message_words words = {{wits_file_type_name(type), low, high, value->text}};
    wits_file_report_node(file, value, MESSAGE_INITIAL_RANGE, words, nearest_constant(file, value));
    return false;
}
