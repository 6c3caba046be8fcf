// SPDX-License-Identifier: MIT
// Everything that the program needs from the operating system beyond the C library and plain files. CMake chooses an
// implementation: platform_posix.c with watch_posix.c, or platform_wasi.c for WebAssembly.
#ifndef WITS_TOOL_PLATFORM_H
#define WITS_TOOL_PLATFORM_H

#include "common/text.h"

#include <stdio.h>
#include <sys/stat.h>

/// Prepares the process; the first call of main(). A closed pipe ends the program silently, and a write beyond the file
/// size limit is an error like others.
void platform_begin(void);

/// Returns the number of columns of a terminal; 0: unknown.
unsigned platform_columns(FILE *terminal);

/// Returns a stream that writes to standard output, for this program's messages alone: from now on everything else that
/// is printed goes to standard error. Where that is impossible, returns stdout.
FILE *platform_take_output(void);
/// Returns whether bytes, or the end, can be read from standard input without waiting. Always false in WebAssembly,
/// which cannot tell.
bool platform_has_input(void);

// ------------------------------------------------------------------------------------------------------------- signals

/// Calls `handler` on a signal. With `restarts`, interrupted writes continue.
void platform_on_signal(int signal, void (*handler)(int), bool restarts);
/// Returns whether a signal is ignored, as by nohup.
bool platform_is_ignored(int signal);
/// Calls `handler` on each signal that would end the program, unless it is handled or ignored, as by nohup.
void platform_on_deaths(void (*handler)(int));
/// Calls the handlers of signals that have arrived. Only WebAssembly needs it: elsewhere the system calls them.
void platform_take_signals(void);
/// Blocks signals in this thread until platform_release_signals.
void platform_hold_signals(void);
/// Keeps errno.
void platform_release_signals(void);

// --------------------------------------------------------------------------------------------------------------- files

/// Resolves the links in the path of an existing file. Returns null, with errno, on failure. The caller frees the
/// result.
char *platform_real_path(const char *path);
/// Returns the path of this program's file, without links; null if the system does not tell. The caller frees it.
char *platform_own_path(void);
/// Makes a new folder for temporary files that only this user can read. Writes its path with the links resolved and
/// returns true, or returns false, with errno, on failure.
bool platform_temporary_folder(text *path);
/// Sets the permissions of an open file. Returns false, with errno, on failure.
bool platform_set_mode(int file, unsigned mode);
/// Returns whether a file belongs to this user.
bool platform_is_own(const struct stat *about);
/// Returns a number that no other running process of this machine has, if the system numbers processes.
long platform_process(void);

// -------------------------------------------------------------------------------------------------------------- memory

/// Reserves address space. Only used pages take memory, so it may be larger than the machine's memory. WebAssembly
/// lacks this, and allocates all of it. Returns null on failure. Release it with platform_unreserve.
void *platform_reserve(uint64_t size);
void platform_unreserve(void *memory, uint64_t size);

// ------------------------------------------------------------------------------------------------- programs, libraries

/// Returns whether this system can start other programs and load libraries. If not, the calls below fail.
bool platform_has_programs(void);

typedef enum platform_end {
    PLATFORM_SUCCEEDED,
    PLATFORM_FAILED,       ///< it ended with another exit status than 0, or by a signal
    PLATFORM_STOPPED,      ///< `stops` returned true
    PLATFORM_NOT_STARTED,  ///< it could not be started; errno says why
    PLATFORM_NO_FILE       ///< a temporary file could not be written or read; errno says why
} platform_end;

/// Another program. The first of `words`, which end with null, is its name or path.
typedef struct platform_program {
    char *const *words;
    const text *input;  ///< its standard input
    text *output;       ///< receives its standard output
    text *errors;       ///< receives its standard error; null: it is that of this program
    /// Returns whether to end the program and all programs that it has started. Called repeatedly; or null.
    bool (*stops)(void);
    // The rest needs `stops`. 0 and null: no limit.
    double seconds;        ///< after this time it gets Ctrl-C, so that it can print its results so far
    uint64_t most_output;  ///< bytes of its output or errors with which it is stopped; some more may be read
    uint64_t most_memory;  ///< bytes; only on Linux
    int *status;           ///< receives the exit status; 128 and the signal's number if a signal ended it
} platform_program;

/// Runs a program without a shell and waits for its end.
platform_end platform_run(const platform_program *of);
/// For signal handlers: ends the program that platform_run waits for, if `stops` was set.
void platform_end_program(void);

/// Loads a shared library and returns the address of a symbol. On failure returns null and describes the problem.
const void *platform_load(const char *path, const char *symbol, void **library, text *problem);
/// Does nothing for null.
void platform_unload(void *library);

#endif
