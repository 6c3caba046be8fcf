// SPDX-License-Identifier: MIT
// The command lines of `diff` and `review`.
#ifndef WITS_TOOL_DIFF_OPTIONS_H
#define WITS_TOOL_DIFF_OPTIONS_H

#include "crowd/crowd_options.h"
#include "wits/file.h"

enum { DIFF_MOST_EXPLAINED = 1000 };

#define DIFF_OPTIONS_HELP                                                                                              \
    "  --agents N            number of agents (1000)\n"                                                                \
    "  --ticks N             number of ticks (up to the last row of the inputs, or 100)\n"                             \
    "  --threads N           number of threads, as for 'crowd'\n"                                                      \
    "  --seed S              seed of the random numbers (0)\n"                                                         \
    "  --set NAME=EXPRESSION set a field, or the result of 'name()', for each agent before the start;\n"               \
    "                        repeatable. Without --set, --inputs and --targets, each agent draws all inputs\n"         \
    "                        from their ranges\n"                                                                      \
    "  --redraw N            evaluate --set again every N ticks (20 if values are drawn; else only at the start)\n"    \
    "  --inputs FILE.csv     inputs of all agents, as for 'run'\n"                                                     \
    "  --targets KIND=FROM   targets of a kind: a FILE.csv or a number, as for 'crowd'\n"

/// Takes the two brain files after the options. Prints an error and returns false if there are not two.
bool diff_take_brains(const char *command, int argc, char **argv, const char *brains[2]);
/// Checks for options that two brains cannot share. Prints an error and returns false.
bool diff_check_options(const crowd_options *options);
/// Returns whether a path is standard input or output.
bool diff_is_standard(const char *path);
/// Reads both brains. Prints all errors and returns false if there are any.
bool diff_load(const char *const brains[2], wits_file *files[2]);

#endif
