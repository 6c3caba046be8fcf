// SPDX-License-Identifier: MIT
// Other programs and shared libraries. This is all of the program that needs an operating system with processes.
#ifndef WITS_TOOL_SYSTEM_H
#define WITS_TOOL_SYSTEM_H

#include "common/text.h"

#include <stdio.h>

/// Standard streams of another program.
typedef struct system_streams {
    FILE *in, *out, *err;  ///< open files with descriptors; null: those of this program
} system_streams;

typedef enum system_end {
    SYSTEM_SUCCEEDED,
    SYSTEM_FAILED,    ///< it ended with another exit status than 0, or by a signal
    SYSTEM_STOPPED,   ///< `stops` returned true
    SYSTEM_NOT_THERE  ///< it could not be started; errno says why
} system_end;

/// Runs a program without a shell and waits for its end. The first of `words`, which end with null, is its name or
/// path. `stops`, if given, is called repeatedly; it returns whether to end the program and all programs that it has
/// started.
system_end system_run(char *const *words, const system_streams *streams, bool (*stops)(void));
/// For signal handlers: ends the program that system_run waits for, if it has `stops`.
void system_end_program(void);

/// Loads a shared library and returns the address of a symbol. On failure returns null and describes the problem.
const void *system_load(const char *path, const char *symbol, void **library, text *problem);
/// Does nothing for null.
void system_unload(void *library);

#endif
