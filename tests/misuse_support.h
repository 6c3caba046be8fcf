// SPDX-License-Identifier: MIT
// Tests of misuse: in builds with WITS_CHECKS an assertion fails, in a child process. Include this first.
#ifndef WITS_TESTS_MISUSE_SUPPORT_H
#define WITS_TESTS_MISUSE_SUPPORT_H

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#define CAN_FORK 1
#endif

#include "support.h"

#include <signal.h>

#if defined(WITS_CHECKS) && defined(CAN_FORK)
enum { CHECKS = true };

/// Runs `misuse` in a child process: true if an assertion stopped it.
static inline bool aborts(void (*misuse)(void)) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL) {
            _exit(3);
        }
        misuse();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
#else
enum { CHECKS = false };

static inline bool aborts(void (*misuse)(void)) {
    return false;
}
#endif

#endif
