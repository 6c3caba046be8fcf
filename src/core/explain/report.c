// SPDX-License-Identifier: MIT
// Problems and their texts.
#include "core/compile/tables.h"
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

wits_problem *wits_core_report_add(wits_report *report, wits_problem_code code, wits_table table, uint32_t row,
                                   const char *name, const char *member, const char *value, uint32_t length) {
    if (report == NULL) {
        return NULL;
    }
    bool has_room = report->problems != NULL && report->count < report->capacity;
    wits_problem *problem = has_room ? &report->problems[report->count] : NULL;
    report->count++;
    if (problem != NULL) {
        *problem = (wits_problem){.code = code, .table = table, .row = row, .name = name, .member = member};
        const size_t room = sizeof problem->value - 1;
        if (value != NULL) {
            memcpy(problem->value, value, length < room ? length : room);
        }
    }
    return problem;
}

/// A text that is truncated at the end of its buffer and knows its full length.
typedef struct writer {
    char *text;
    size_t size;
    size_t length;
} writer;

static void put_text(writer *to, const char *text, size_t max) {
    for (size_t i = 0; i < max && text[i] != '\0'; i++) {
        if (to->length + 1 < to->size) {
            to->text[to->length] = text[i];
        }
        to->length++;
    }
}

static void put_number(writer *to, uint64_t number) {
    char room[21];
    put_text(to, digits_of(number, room), sizeof room);
}

static void put_quoted(writer *to, const char *before, const char *text, const char *after) {
    put_text(to, before, 32);
    put_text(to, text, WITS_MAX_NAME);
    put_text(to, after, 32);
}

static void finish(const writer *to) {
    if (to->size > 0) {
        to->text[to->length < to->size ? to->length : to->size - 1] = '\0';
    }
}

void wits_core_value_add(wits_problem *problem, const char *text) {
    size_t length = strlen(problem->value);
    writer to = {problem->value + length, sizeof problem->value - length, 0};
    put_text(&to, text, sizeof problem->value);
    finish(&to);
}

void wits_core_value_add_number(wits_problem *problem, uint64_t number) {
    char room[21];
    wits_core_value_add(problem, digits_of(number, room));
}

void wits_core_problem_bytes(wits_problem *problem, uint64_t given, uint64_t needed) {
    if (problem != NULL) {
        problem->given = given;
        problem->needed = needed;
    }
}

/// Returns whether it is about a row, and not about a whole table.
static bool has_row(const wits_problem *problem) {
    return problem->table != WITS_TABLE_BRAIN && problem->table != WITS_TABLE_CROWD &&
           problem->table != WITS_TABLE_ARROW_BATCH && problem->table != WITS_TABLE_SNAPSHOT &&
           problem->table != WITS_TABLE_RECORDING && problem->code != WITS_PROBLEM_HOST_TABLE_MISSING;
}

static void put_place(writer *to, const wits_problem *problem) {
    put_text(to, wits_table_name(problem->table), 32);
    if (has_row(problem)) {
        put_text(to, " row ", 5);
        put_number(to, problem->row);
    }
    if (problem->name != NULL) {
        put_quoted(to, " (", problem->name, ")");
    }
    put_text(to, ": ", 2);
    if (problem->member != NULL) {
        put_text(to, problem->member, WITS_MAX_NAME);
        put_text(to, ": ", 2);
    }
}

/// Writes "guard.yaml:14:20: "
static void put_file_place(writer *to, const wits_problem *problem) {
    if (problem->name != NULL) {
        put_text(to, problem->name, SIZE_MAX);
        put_text(to, ":", 1);
    }
    if (problem->line != 0) {
        put_number(to, problem->line);
        put_text(to, ":", 1);
        put_number(to, problem->column);
        put_text(to, ":", 1);
    }
    put_text(to, to->length != 0 ? " " : "", 1);
}

bool wits_core_problem_value_is_words(wits_problem_code code) {
    switch (code) {
    case WITS_PROBLEM_EXPRESSION:
    case WITS_PROBLEM_CURVE_INVALID:
    case WITS_PROBLEM_FUNCTION_GIVEN_AS:
    case WITS_PROBLEM_COLUMN_TYPE:
    case WITS_PROBLEM_COLUMN_READ_ONLY:
    case WITS_PROBLEM_ENUM_VALUES:
    case WITS_PROBLEM_ENUM_VALUES_MISSING:
    case WITS_PROBLEM_ARGUMENT_OTHER:
    case WITS_PROBLEM_PARAMETER_INVALID:
    case WITS_PROBLEM_EVENT_NUMBER:
    case WITS_PROBLEM_STATE_NUMBER:
    case WITS_PROBLEM_BRAIN_TOO_LARGE:
    case WITS_PROBLEM_TARGET_ID_TWICE:
    case WITS_PROBLEM_TARGET_OFFSETS:
    case WITS_PROBLEM_TARGET_OWN_ROW:
    case WITS_PROBLEM_ARROW_RELEASED:
    case WITS_PROBLEM_ARROW_BROKEN:
    case WITS_PROBLEM_ARROW_NULLS:
    case WITS_PROBLEM_ARROW_TYPE:
    case WITS_PROBLEM_ARROW_DICTIONARY:
    case WITS_PROBLEM_ARROW_VALUE:
    case WITS_PROBLEM_SNAPSHOT_VERSION:
    case WITS_PROBLEM_SNAPSHOT_CORRUPT:
    case WITS_PROBLEM_SNAPSHOT_RANGE:
    case WITS_PROBLEM_SNAPSHOT_VALUE:
    case WITS_PROBLEM_RECORDING_VERSION:
    case WITS_PROBLEM_RECORDING_CORRUPT:
        return true;
    default:
        return false;
    }
}

/// Writes the problem without its position.
static void put_clause(writer *to, const wits_problem *problem) {
    const char *text = problems[problem->code].text;
    size_t length = strlen(text);
    bool announces = length != 0 && text[length - 1] == ':' && problem->value[0] == '\0';
    put_text(to, text, announces ? length - 1 : length);  // no colon if nothing follows
    if (wits_core_problem_value_is_words(problem->code)) {
        put_text(to, problem->value[0] != '\0' ? " " : "", 1);
        put_text(to, problem->value, sizeof problem->value);
    } else if (problem->value[0] != '\0') {
        put_quoted(to, " '", problem->value, "'");
    }
    if (problem->needed != 0) {
        put_text(to, " (", 2);
        put_number(to, problem->given);
        put_text(to, " bytes instead of at least ", 32);
        put_number(to, problem->needed);
        put_text(to, ")", 1);
    }
    if (problem->nearest != NULL) {
        put_quoted(to, "; did you mean '", problem->nearest, "'?");
    }
}

size_t wits_core_problem_clause(const wits_problem *problem, char *text, size_t size) {
    writer to = {text, size, 0};
    put_clause(&to, problem);
    finish(&to);
    return to.length;
}

size_t wits_problem_text(const wits_problem *problem, char *text, size_t size) {
    writer to = {text, size, 0};
    if (problem->message != NULL) {
        put_file_place(&to, problem);
        put_text(&to, problem->message, SIZE_MAX);
    } else if ((uint32_t)problem->code < WITS_PROBLEM_COUNT) {
        put_place(&to, problem);
        put_clause(&to, problem);
    }
    finish(&to);
    return to.length;
}

const char *wits_problem_name(wits_problem_code code) {
    return (uint32_t)code < WITS_PROBLEM_COUNT ? problems[code].name : "";
}
