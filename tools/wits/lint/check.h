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

/// Adds the errors of a file or, if it has none, its other findings. Notes and silenced warnings are added only if
/// `verbose`.
void check_json_add(check_json *to, const wits_file *file, const findings *found, bool verbose);
/// Writes the document to standard output and frees it.
void check_json_print(check_json *from, check_count count);

#endif
