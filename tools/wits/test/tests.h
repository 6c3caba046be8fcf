// SPDX-License-Identifier: MIT
// The command `wits test`: files of scenarios, their brains, and reports.
#ifndef WITS_TOOL_TESTS_H
#define WITS_TOOL_TESTS_H

#include "test/player.h"

/// A brain that files of scenarios are about.
typedef struct tested_brain {
    char *path;
    wits_file *file;  ///< null: it has problems, which were reported
    bool *covered;    ///< by goal of coverage
    bool ran;         ///< at least one scenario ran
} tested_brain;

/// A file of scenarios.
typedef struct test_file {
    char *path;
    size_t brain;     ///< its number among the brains
    wits_file *file;  ///< null: it or its brain has problems, which were reported
    text problem;     ///< a short description of those
    uint32_t first;   ///< number of its first outcome
    uint32_t count;   ///< scenarios that run
} test_file;

typedef struct tests {
    test_file *files;
    size_t file_count, file_capacity;
    tested_brain *brains;
    size_t brain_count, brain_capacity;
} tests;

/// A scenario that ran.
typedef struct test_result {
    const test_file *file;
    const wits_scenario *scenario;
    outcome outcome;
} test_result;

typedef enum test_format { FORMAT_TEXT, FORMAT_TAP, FORMAT_JUNIT } test_format;
typedef enum test_coverage { COVERAGE_MISSING, COVERAGE_COUNTS, COVERAGE_NONE } test_coverage;

typedef struct test_options {
    const char *const *paths;  ///< as given
    size_t path_count;
    const char *brain;  ///< of all files; null: the one beside each
    const char *only;   ///< part of the names of scenarios that run; null: all run
    test_format format;
    test_coverage coverage;
    bool verbose;
    bool shows;  ///< prints the ticks
    uint64_t seed;
} test_options;

/// Endings of files of scenarios, and of brains; the last is null.
extern const char *const test_ends[], *const brain_ends[];
/// Returns the length of a path without one of the endings; 0 if it has none.
size_t path_before(const char *path, const char *const *ends);
bool is_there(const char *path);

/// read.c: writes the path of the brain beside a file of scenarios. Prints an error and returns false if there is none.
bool text_brain_beside(text *to, const char *path);
/// Prints errors of arguments that no call can have. Returns their number.
uint32_t say_wrong_calls(const wits_file *of, const wits_brain *brain);
/// Reads the file at `to->path` with its brain. Prints problems, and notes them in `to->problem`.
void tests_read(tests *all, const test_options *options, test_file *to);
/// find.c: finds the files and reads them with their brains. Prints problems. Returns a status: STATUS_MISUSE if there
/// are no files.
int tests_find(const test_options *options, tests *to);
void tests_free(tests *of);

/// report.c: writes everything that ran, in one of the formats, to standard output. Returns a status.
int tests_report(const test_options *options, const tests *of, const test_result *results, size_t count);

#endif
