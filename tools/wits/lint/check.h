// SPDX-License-Identifier: MIT
// What `wits check` found, before it is printed.
#ifndef WITS_TOOL_CHECK_H
#define WITS_TOOL_CHECK_H

#include "lint/lint.h"

/// Errors and warnings of all files.
typedef struct check_count {
    uint32_t errors;
    uint32_t warnings;
    bool is_interrupted;  ///< files after the last one were not checked
} check_count;

/// One document of JSON about all files; zeroed it is empty.
typedef struct check_json {
    text problems;
} check_json;

/// Adds the errors of a file, or if there are none what was found else; notes and silenced warnings if `verbose`.
void check_json_add(check_json *to, const wits_file *file, const findings *found, bool verbose);
/// Writes the document to standard output and frees it.
void check_json_print(check_json *from, check_count count);

#endif
