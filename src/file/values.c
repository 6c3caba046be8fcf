// SPDX-License-Identifier: MIT
// Single values: texts, words, numbers. A scalar has no type but the one its place gives it.
#include "expr/number.h"
#include "file/loader.h"

static void report_expected(wits_file *file, node *value, const char *wanted) {
    file_report_node(file, value, MESSAGE_EXPECTED, (message_words){{wanted, file_describe(file, value)}}, NULL);
}

const char *read_text(wits_file *file, node *value, const char *wanted) {
    if (value->bad) {
        return NULL;
    }
    if (value->kind != NODE_SCALAR || value->length == 0) {
        report_expected(file, value, wanted);
        return NULL;
    }
    return value->text;
}

bool read_bool(wits_file *file, const char *what, node *value, bool *found) {
    uint32_t number = 0;
    if (!choice_read(file, &bool_values, what, value, &number)) {
        return false;
    }
    *found = number != 0;
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool text_is_name(const char *text) {
    for (uint32_t i = 0; text[i] != '\0'; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || !is_digit(c))) {
            return false;
        }
    }
    return text[0] != '\0';
}

bool text_is_int(const char *text, int64_t *value) {
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

bool read_ticks(wits_file *file, const char *what, node *value, uint32_t *found) {
    static const char wanted[] = "a number of ticks, 0 to 2147483647";
    int64_t number = 0;
    if (value->bad) {
        return false;
    }
    if (value->kind != NODE_SCALAR || !text_is_int(value->text, &number) || value->text[0] == '-' ||
        number > (int64_t)WITS_MAX_TICKS) {
        message_words words = {{what, wanted, value->text}};
        if (value->kind == NODE_SCALAR && value->length > 0) {
            file_report_node(file, value, MESSAGE_CHOICE, words, NULL);
        } else {
            report_expected(file, value, wanted);
        }
        return false;
    }
    *found = (uint32_t)number;
    return true;
}

bool read_float(wits_file *file, const char *what, node *value, float *found) {
    if (value->bad) {
        return false;
    }
    if (value->kind != NODE_SCALAR || value->length == 0) {
        report_expected(file, value, "a number");
        return false;
    }
    expr_value number;
    switch (number_read(value->text, value->length, &number)) {
    case NUMBER_INT:
        *found = (float)number.i;
        return true;
    case NUMBER_FLOAT:
        *found = number.f;
        return true;
    case NUMBER_INT_RANGE:
        file_report_node(file, value, MESSAGE_INT_TOO_LARGE, (message_words){{what, value->text}}, NULL);
        return false;
    case NUMBER_FLOAT_RANGE:
        file_report_node(file, value, MESSAGE_FLOAT_TOO_LARGE, (message_words){{what, value->text}}, NULL);
        return false;
    case NUMBER_MALFORMED:
        break;
    }
    file_report_node(file, value, MESSAGE_CHOICE, (message_words){{what, "a number", value->text}}, NULL);
    return false;
}

void read_optional(wits_file *file, const char *what, node *value, bool *has, float *found) {
    *has = read_float(file, what, value, found);
    *found += 0.0f;
}
