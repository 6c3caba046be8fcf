// SPDX-License-Identifier: MIT
// Problems and their texts.
#include "core/tables.h"
#include "expr/digits.h"

#include <string.h>

static const struct {
    const char *name;
    const char *text;
} problems[] = {{"NONE", "no problem"},
#define PROBLEM_ROW(code, text) {#code, text},
                WITS_PROBLEM_LIST(PROBLEM_ROW)
#undef PROBLEM_ROW
};

static const char *const table_names[] = {"brain",  "states",    "transitions", "steps",
                                          "events", "functions", "fields",      "considerations"};

wits_problem *report_add(wits_report *report, wits_problem_code code, wits_table table, uint32_t row, const char *name,
                         const char *member, const char *value, uint32_t length) {
    if (report == NULL) {
        return NULL;
    }
    wits_problem *problem = report->count < report->capacity ? &report->problems[report->count] : NULL;
    report->count++;
    if (problem != NULL) {
        *problem = (wits_problem){.code = code, .table = table, .row = row, .name = name, .text = member};
        const size_t room = sizeof problem->value - 1;
        if (value != NULL) {
            memcpy(problem->value, value, length < room ? length : room);
        }
    }
    return problem;
}

/// A text that is cut at its end and never overflows; it knows its whole length.
typedef struct writer {
    char *text;
    size_t size;
    size_t length;
} writer;

static void put(writer *to, const char *text, size_t max) {
    for (size_t i = 0; i < max && text[i] != '\0'; i++) {
        if (to->length + 1 < to->size) {
            to->text[to->length] = text[i];
        }
        to->length++;
    }
}

static void put_number(writer *to, uint32_t number) {
    char room[11];
    put(to, digits_of(number, room), sizeof room);
}

static void put_place(writer *to, const wits_problem *problem) {
    put(to, table_names[problem->table], 16);
    if (problem->table != WITS_TABLE_BRAIN) {
        put(to, " row ", 5);
        put_number(to, problem->row);
    }
    if (problem->name != NULL) {
        put(to, " (", 2);
        put(to, problem->name, WITS_MAX_NAME);
        put(to, ")", 1);
    }
    put(to, ": ", 2);
}

size_t wits_problem_text(const wits_problem *problem, char *text, size_t size) {
    WITS_ASSERT((uint32_t)problem->code < WITS_PROBLEM_COUNT);
    writer to = {text, size, 0};
    put_place(&to, problem);
    if (problem->text != NULL) {
        put(&to, problem->text, 32);
        put(&to, ": ", 2);
    }
    put(&to, problems[problem->code].text, 160);
    if (problem->code == WITS_PROBLEM_EXPRESSION || problem->code == WITS_PROBLEM_CURVE_INVALID) {
        put(&to, " ", 1);
        put(&to, problem->value, sizeof problem->value);
    } else if (problem->value[0] != '\0') {
        put(&to, " '", 2);
        put(&to, problem->value, WITS_MAX_NAME);
        put(&to, "'", 1);
    }
    if (size > 0) {
        text[to.length < size ? to.length : size - 1] = '\0';
    }
    return to.length;
}

const char *wits_problem_name(wits_problem_code code) {
    WITS_ASSERT((uint32_t)code < WITS_PROBLEM_COUNT);
    return problems[code].name;
}
