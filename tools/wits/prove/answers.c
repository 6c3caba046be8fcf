// SPDX-License-Identifier: MIT
#include "prove/answers.h"

#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ printing

static void text_argument(text *to, const wits_argument *argument) {
    if (argument->kind == WITS_ARGUMENT_INT) {
        text_format(to, "%d", (int)argument->integer);
    } else if (argument->kind == WITS_ARGUMENT_FLOAT) {
        text_float(to, argument->number);
    } else {
        const char *quote = argument->kind == WITS_ARGUMENT_TEXT ? "\"" : "";
        text_format(to, "%s%s%s", quote, argument->text, quote);
    }
}

void text_arguments(text *to, const wits_argument *arguments, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_add(to, i == 0 ? "" : ",");
        text_argument(to, &arguments[i]);
    }
}

/// Takes the next argument off: up to a comma outside quotes and parentheses.
static bool next_argument(span *rest, span *argument) {
    size_t length = 0;
    uint32_t depth = 0;
    char quote = '\0';
    if (rest->start == NULL) {
        return false;
    }
    for (; length < rest->length; length++) {
        const char c = rest->start[length];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == ',' && depth == 0) {
            break;
        } else {
            depth += c == '(';
            depth -= c == ')' && depth > 0;
        }
    }
    *argument = span_trim((span){rest->start, length});
    const bool goes_on = length < rest->length;
    rest->start = goes_on ? rest->start + length + 1 : NULL;
    rest->length = goes_on ? rest->length - length - 1 : 0;
    return true;
}

static bool is_quoted(span written) {
    const char first = written.length >= 2 ? written.start[0] : '\0';
    return (first == '"' || first == '\'') &&
           memchr(written.start + 1, first, written.length - 1) == written.start + written.length - 1;
}

static bool is_number(span written) {
    span digits = written;
    if (digits.length > 0 && digits.start[0] == '-') {
        digits.start++;
        digits.length--;
    }
    const token first = token_next(&digits);
    return first.kind == WITS_TOKEN_NUMBER && digits.length == 0;
}

static void add_number(text *to, span written) {
    text copy = {0};
    text_add_span(&copy, written);
    const bool is_int = strcspn(text_of(&copy), ".eE") == copy.length;
    if (is_int) {
        text_format(to, "%ld", strtol(text_of(&copy), NULL, 10));
    } else {
        text_float(to, strtof(text_of(&copy), NULL));
    }
    text_free(&copy);
}

/// Adds a bool or the name of an enum's value. Only the last part of a qualified name such as `mood.calm` is used.
static bool add_name(text *to, span written) {
    span rest = written;
    const token only = token_next(&rest);
    const size_t before = only.name.length < only.text.length ? only.name.length + 1 : 0;
    text_add_span(to, (span){only.text.start + before, only.text.length - before});
    return only.kind == WITS_TOKEN_NAME && rest.length == 0;
}

bool text_given_arguments(text *to, span written) {
    span one;
    bool is_first = true;
    while (next_argument(&written, &one)) {
        text_add(to, is_first ? "" : ",");
        is_first = false;
        if (is_quoted(one)) {
            text_add(to, "\"");
            text_add_bytes(to, one.start + 1, one.length - 2);
            text_add(to, "\"");
        } else if (is_number(one)) {
            add_number(to, one);
        } else if (!add_name(to, one)) {
            return false;
        }
    }
    return true;
}

static bool is_value(const wits_brain *brain, uint32_t function, uint32_t parameter, span one) {
    const uint32_t count = wits_function_value_count(brain, function, parameter);
    bool is = count == 0;
    for (uint32_t i = 0; i < count; i++) {
        is = is || span_is(one, wits_function_value_name(brain, function, parameter, i));
    }
    return is;
}

static bool argument_fits(const wits_brain *brain, uint32_t function, uint32_t parameter, span one) {
    const bool is_bool = span_is(one, "true") || span_is(one, "false");
    switch (wits_function_parameter_kind(brain, function, parameter)) {
    case WITS_ARGUMENT_INT:
    case WITS_ARGUMENT_FLOAT:
        return is_number(one);
    case WITS_ARGUMENT_BOOL:
        return is_bool;
    case WITS_ARGUMENT_ENUM:
        return !is_quoted(one) && !is_number(one) && !is_bool && is_value(brain, function, parameter, one);
    case WITS_ARGUMENT_TEXT:
        return is_quoted(one);
    default:  // arguments differ between calls
        return true;
    }
}

bool text_call_fits(const wits_brain *brain, uint32_t function, const char *arguments, text *problem) {
    static const char *const nouns[] = {
        "", "a number", "a number", "true or false", "a value of an enum", "a text in quotes"};
    const uint32_t wanted = wits_function_parameter_count(brain, function);
    const char *name = wits_function_name(brain, function);
    span rest = {arguments, strlen(arguments)}, one;
    uint32_t count = 0;
    for (; next_argument(&rest, &one); count++) {
        if (count < wanted && !argument_fits(brain, function, count, one)) {
            text_format(problem, "argument %u of %s is %s, not ", (unsigned)count + 1, name,
                        nouns[wits_function_parameter_kind(brain, function, count)]);
            text_add_span(problem, one);
            return false;
        }
    }
    if (wanted != WITS_NONE && count != wanted) {
        text_format(problem, "%s takes %u argument%s, not %u", name, (unsigned)wanted, wanted == 1 ? "" : "s",
                    (unsigned)count);
        return false;
    }
    return true;
}

void text_written_call(text *to, span name, span written, const wits_argument *arguments, uint32_t count) {
    text_add_span(to, name);
    text_add(to, "(");
    for (uint32_t i = 0; i < count; i++) {
        span one = {0};
        const bool is_there = next_argument(&written, &one);
        text_add(to, i == 0 ? "" : ",");
        if (is_there && (is_quoted(one) || is_number(one))) {
            text_add_span(to, one);
        } else {
            text_argument(to, &arguments[i]);
        }
    }
    text_add(to, ")");
}

// ------------------------------------------------------------------------------------------------------------- answers

static call_answer *find(const call_answers *all, uint32_t function, const char *arguments) {
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].function == function && strcmp(all->items[i].arguments, arguments) == 0) {
            return &all->items[i];
        }
    }
    return NULL;
}

void answers_give(call_answers *all, uint32_t function, const char *arguments, double value, void *column) {
    call_answer *one = find(all, function, arguments);
    if (one == NULL) {
        all->items = grow(all->items, &all->capacity, all->count + 1, sizeof *all->items);
        one = &all->items[all->count++];
        one->function = function;
        one->arguments = allocate(strlen(arguments) + 1, 1);
        memcpy(one->arguments, arguments, strlen(arguments));
    }
    one->value = value;
    one->column = column;
}

const call_answer *answers_find(const call_answers *all, const wits_call *call) {
    if (all->count == 0 || call->argument_count == 0) {
        return NULL;
    }
    text arguments = {0};
    text_arguments(&arguments, call->arguments, call->argument_count);
    const call_answer *found = find(all, call->function, text_of(&arguments));
    text_free(&arguments);
    return found;
}

void answers_free(call_answers *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->items[i].arguments);
    }
    free(all->items);
    *all = (call_answers){0};
}
