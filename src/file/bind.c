// SPDX-License-Identifier: MIT
// Binds a brain file to a program: reports problems that wits_bind finds at the lines of the fields and functions
// concerned.
#include <stdio.h>
#include <string.h>

#include "core/compile/tables.h"
#include "file/loader.h"

/// Returns the noun for a row of a table in messages.
static const char *noun_of(wits_table table) {
    switch (table) {
    case WITS_TABLE_FUNCTIONS:
    case WITS_TABLE_HOST_FUNCTIONS:
        return "function";
    case WITS_TABLE_FIELDS:
    case WITS_TABLE_HOST_FIELDS:
        return "field";
    case WITS_TABLE_HOST_EVENTS:
        return "event";
    case WITS_TABLE_TARGETS:
    case WITS_TABLE_HOST_TARGETS:
        return "kind of targets";
    case WITS_TABLE_TRANSITIONS:
        return "a transition of";
    case WITS_TABLE_STEPS:
        return "a step of";
    case WITS_TABLE_INITIALS:
        return "an initial rule of";
    default:
        return "state";
    }
}

/// Returns where the file mentions it. Problems with something only the program mentions concern the file as a whole.
static position position_of(const wits_file *file, const wits_problem *problem) {
    position at = {.line = 0};
    switch (problem->table) {
    case WITS_TABLE_FUNCTIONS:
    case WITS_TABLE_FIELDS:
    case WITS_TABLE_STATES:
    case WITS_TABLE_TRANSITIONS:
    case WITS_TABLE_STEPS:
    case WITS_TABLE_INITIALS:
    case WITS_TABLE_TARGETS:
        wits_file_find(file, problem->table, problem->row, problem->member, 0, &at.line, &at.column);
        break;
    default:
        break;
    }
    return at;
}

static void keep_problem(wits_file *file, const wits_problem *problem) {
    char clause[640], message[800];
    wits_core_problem_clause(problem, clause, sizeof clause);
    const bool is_of_targets = problem->table == WITS_TABLE_TARGETS || problem->table == WITS_TABLE_HOST_TARGETS;
    if (is_of_targets && problem->name != NULL && problem->member != NULL) {
        snprintf(message, sizeof message, "field '%.*s.%.*s': %s", WITS_MAX_NAME, problem->name, WITS_MAX_NAME,
                 problem->member, clause);
    } else if (problem->name != NULL) {
        snprintf(message, sizeof message, "%s '%.*s': %s", noun_of(problem->table), WITS_MAX_NAME, problem->name,
                 clause);
    } else if (problem->code == WITS_PROBLEM_HOST_TABLE_MISSING) {
        snprintf(message, sizeof message, "the program's %ss: %s", noun_of(problem->table), clause);
    } else {
        snprintf(message, sizeof message, "%ss, row %u: %s", noun_of(problem->table), (unsigned)problem->row, clause);
    }
    wits_file_report_bound(file, position_of(file, problem), problem, message);
}

static bool bind_all(wits_file *file, const wits_host *host) {
    const wits_brain *brain = file->brain;
    arena *memory = &file->memory;
    uint32_t functions = wits_function_count(brain), fields = wits_field_count(brain);
    if (file->columns_bound == NULL) {
        file->functions_bound = wits_file_arena_take(memory, functions * sizeof *file->functions_bound);
        file->columns_bound = wits_file_arena_take(memory, fields * sizeof *file->columns_bound);
    }
    if (file->columns_bound == NULL) {
        return false;
    }
    wits_report report = {.problems = NULL};
    if (wits_bind(brain, host, file->functions_bound, file->columns_bound, &report)) {
        return true;
    }
    uint32_t kept = report.count < WITS_FILE_MAX_PROBLEMS ? report.count : WITS_FILE_MAX_PROBLEMS;
    report = (wits_report){.problems = wits_file_arena_take(memory, kept * sizeof *report.problems), .capacity = kept};
    if (report.problems == NULL) {
        return false;
    }
    wits_bind(brain, host, file->functions_bound, file->columns_bound, &report);
    for (uint32_t i = 0; i < kept; i++) {
        keep_problem(file, &report.problems[i]);
    }
    file->problems_dropped = report.count - kept;
    wits_file_sort_problems(file);
    return false;
}

bool wits_file_bind(wits_file *file, const wits_host *host) {
    if (file == NULL || file->brain == NULL) {
        return false;
    }
    file->is_bound = false;
    file->problem_count = file->found_count = 0;  // a file with a brain had no problems when it was read
    file->problems_dropped = 0;
    file->memory.failed = false;
    file->is_bound = bind_all(file, host);
    if (file->memory.failed) {
        file->problem_count = file->found_count = 0;  // memory is too low even for a message
    }
    return file->is_bound;
}

const wits_function *wits_file_functions(const wits_file *file) {
    return file != NULL && file->is_bound ? file->functions_bound : NULL;
}

const wits_column *wits_file_columns(const wits_file *file) {
    return file != NULL && file->is_bound ? file->columns_bound : NULL;
}

// ------------------------------------------------------------------------------------------------------------- opening

void wits_file_print_line(wits_print_fn *print, void *user, const char *line) {
    if (print != NULL) {
        print(user, line);
    } else {
        fprintf(stderr, "%s\n", line);
    }
}

void wits_file_print_problems(const wits_file *file, wits_print_fn *print, void *user) {
    char line[WITS_FILE_MAX_LINE];
    for (uint32_t i = 0; file != NULL && i < file->problem_count; i++) {
        wits_problem_text(&file->problems[i], line, sizeof line);
        wits_file_print_line(print, user, line);
    }
}

wits_file *wits_file_open(const char *path, const wits_host *host, const wits_file_options *options) {
    const wits_file_options plain = {0};
    const wits_file_options *how = options != NULL ? options : &plain;
    wits_file *file = wits_file_load_with(path, how);
    if (file != NULL && wits_file_bind(file, host)) {
        return file;
    }
    wits_file_print_problems(file, how->print, how->user);
    if (file == NULL || file->problem_count == 0) {
        char line[WITS_FILE_MAX_LINE];
        snprintf(line, sizeof line, "%.200s: not enough memory", path != NULL ? path : "(no path)");
        wits_file_print_line(how->print, how->user, line);
    }
    wits_file_free(file);
    return NULL;
}
