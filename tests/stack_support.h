// SPDX-License-Identifier: MIT
// Measures the stack of a call: game threads have small stacks. Include this first.
#ifndef WITS_TESTS_STACK_SUPPORT_H
#define WITS_TESTS_STACK_SUPPORT_H

#define _XOPEN_SOURCE 700  // pthread_attr_setstack
#include "support.h"

#include <pthread.h>

enum { STACK_SAMPLE = 0xA5, STACK_SIZE = 256 << 10 };

// Frames of other builds are larger, and on s390x each has 160 bytes for the registers of its callees.
#if defined(__OPTIMIZE__) && !IS_SANITIZED && !defined(__s390x__)
enum { IS_MEASURED = 1 };
#else
enum { IS_MEASURED = 0 };
#endif

static unsigned char stack_memory[STACK_SIZE] __attribute__((aligned(4096)));

static inline void *stack_of_nothing(void *user) {
    return user;
}

static inline size_t stack_touched(void *(*job)(void *user), void *user) {
    pthread_attr_t how;
    pthread_t thread;
    memset(stack_memory, STACK_SAMPLE, sizeof stack_memory);
    assert_int_equal(pthread_attr_init(&how), 0);
    assert_int_equal(pthread_attr_setstack(&how, stack_memory, sizeof stack_memory), 0);
    assert_int_equal(pthread_create(&thread, &how, job, user), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    (void)pthread_attr_destroy(&how);
    size_t left = 0;
    while (left < sizeof stack_memory && stack_memory[left] == STACK_SAMPLE) {
        left++;
    }
    return sizeof stack_memory - left;
}

/// Returns the bytes that a job uses in addition to those of every thread. It runs twice: functions are linked the
/// first time.
static inline size_t stack_used(void *(*job)(void *user), void *user) {
    const size_t before = stack_touched(stack_of_nothing, NULL);
    (void)stack_touched(job, user);
    return stack_touched(job, user) - before;
}

#endif
