// SPDX-License-Identifier: MIT
// WebAssembly with WASI has files, but no processes, users, permissions or shared libraries.
#define _XOPEN_SOURCE 700  // readlink, lstat

#include "common/platform.h"

#include "common/watch.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void platform_begin(void) {
}

unsigned platform_columns(FILE *terminal) {
    (void)terminal;
    return 0;
}

FILE *platform_take_output(void) {
    return stdout;
}

bool platform_has_input(void) {
    return false;
}

// ------------------------------------------------------------------------------------------------------------- signals
// WASI has no signals. A host that receives some, such as packages/npm/bin/wits.js, passes a signal's number on as an
// error number of `sched_yield`, plus FIRST_SIGNAL. Others return no error.

enum { FIRST_SIGNAL = 256, LAST_SIGNAL = FIRST_SIGNAL + 31, EXIT_OF_SIGNAL = 128 };

/// Bit N: signal N has a handler.
static uint32_t caught;

void platform_take_signals(void) {
    if (caught == 0) {
        return;
    }
    const int before = errno;
    const int number = sched_yield() != 0 && errno > FIRST_SIGNAL && errno <= LAST_SIGNAL ? errno - FIRST_SIGNAL : 0;
    errno = before;
    if ((caught >> number & 1) != 0) {
        raise(number);
    } else if (number != 0) {
        _Exit(EXIT_OF_SIGNAL + number);
    }
}

/// The first question tells the host that there will be others.
void platform_on_signal(int number, void (*handler)(int), bool restarts) {
    (void)restarts;
    signal(number, handler);
    caught |= 1U << number;
    platform_take_signals();
}

void platform_on_deaths(void (*handler)(int)) {
    (void)handler;
}

bool platform_is_ignored(int number) {
    (void)number;
    return false;
}

void platform_hold_signals(void) {
}

void platform_release_signals(void) {
}

void watch_begin(void) {
}

void watch_say(const char *message) {
    (void)message;
}

void watch_hurry(void) {
}

void watch_end(void) {
}

// --------------------------------------------------------------------------------------------------------------- files

/// Replaces the last name of a path by what a link of that name contains.
static void follow(text *path, const char *link) {
    const char *slash = strrchr(text_of(path), '/');
    const size_t folder = slash != NULL && link[0] != '/' ? (size_t)(slash - path->bytes) + 1 : 0;
    text next = {0};
    text_add_bytes(&next, text_of(path), folder);
    text_add(&next, link);
    text_free(path);
    *path = next;
}

/// Resolves only links of the last name: nothing can be renamed over a link, but folders may be links.
char *platform_real_path(const char *path) {
    enum { MOST_LINKS = 40 };
    text real = {0};
    struct stat about;
    char link[PATH_MAX];
    if (stat(path, &about) != 0) {
        return NULL;
    }
    text_add(&real, path);
    for (int i = 0; i < MOST_LINKS; i++) {
        const ssize_t length = readlink(text_of(&real), link, sizeof link - 1);
        if (length < 0) {
            break;
        }
        link[length] = '\0';
        follow(&real, link);
    }
    return real.bytes;
}

char *platform_own_path(void) {
    return NULL;
}

bool platform_temporary_folder(text *path) {
    (void)path;
    errno = ENOTSUP;
    return false;
}

bool platform_set_mode(int file, unsigned mode) {
    (void)file;
    (void)mode;
    return true;
}

bool platform_is_own(const struct stat *about) {
    (void)about;
    return false;
}

long platform_process(void) {
    return 1;
}

// ------------------------------------------------------------------------------------------------------------ programs

void *platform_reserve(uint64_t size) {
    return size > SIZE_MAX ? NULL : malloc((size_t)size);
}

void platform_unreserve(void *memory, uint64_t size) {
    free(memory);
}

bool platform_has_programs(void) {
    return false;
}

platform_end platform_run(const platform_program *of) {
    (void)of;
    errno = ENOSYS;
    return PLATFORM_NOT_STARTED;
}

void platform_end_program(void) {
}

const void *platform_load(const char *path, const char *symbol, void **library, text *problem) {
    (void)path;
    (void)symbol;
    *library = NULL;
    text_add(problem, "this system has no shared libraries");
    return NULL;
}

void platform_unload(void *library) {
    (void)library;
}
