// SPDX-License-Identifier: MIT
// The findings of `wits check`, before they are printed.
#ifndef WITS_TOOL_CHECK_H
#define WITS_TOOL_CHECK_H

#include "lint/lint.h"

/// Number of errors and warnings in all files.
typedef struct check_count {
    uint32_t errors;
    uint32_t warnings;
    bool is_interrupted;  ///< files after the last one were not checked
} check_count;

/// One JSON document about all files. Empty if zeroed.
typedef struct check_json {
    text problems;
} check_json;

/// A problem as scripts and editors see it.
typedef struct check_problem {
    place at;             ///< a problem of a whole file is at line 1, column 1
    uint32_t end_column;  ///< after the token at that place
    severity how;
    const char *code;  ///< "key-unknown"
    const char *message;
} check_problem;

typedef void check_problem_fn(void *user, const check_problem *one);

/// Calls `take` for the errors of a file, for mistakes that were caught while it was checked, and for its findings.
/// Notes and silenced warnings are left out unless `verbose`.
void check_each_problem(const wits_file *file, const caught_messages *mistakes, const findings *found, bool verbose,
                        check_problem_fn *take, void *user);

/// Adds all of them.
void check_json_add(check_json *to, const wits_file *file, const caught_messages *mistakes, const findings *found,
                    bool verbose);
/// Writes the document to standard output and frees it.
void check_json_print(check_json *from, check_count count);

#endif
