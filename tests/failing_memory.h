// SPDX-License-Identifier: MIT
// Memory that runs out at a chosen request. A call that allocates is made again and again; each time another one of its
// requests fails.
#ifndef WITS_TESTS_FAILING_MEMORY_H
#define WITS_TESTS_FAILING_MEMORY_H

#include "support.h"
#include "wits/allocator.h"

/// The requests for memory.
typedef struct failing_memory {
    size_t held;      ///< bytes that were not given back
    uint32_t blocks;  ///< the same in blocks
    uint32_t requests;
    uint32_t fail_at;  ///< this request fails; 0: none
    bool for_good;     ///< and so do all later ones
} failing_memory;

static inline void failing_memory_begin(failing_memory *of, uint32_t fail_at, bool for_good) {
    of->requests = 0;
    of->fail_at = fail_at;
    of->for_good = for_good;
}

/// Counts a request. Returns whether it fails.
static inline bool failing_memory_refuses(failing_memory *of) {
    of->requests++;
    return of->fail_at != 0 && (of->requests == of->fail_at || (of->for_good && of->requests > of->fail_at));
}

static inline void *failing_memory_take(void *user, size_t size) {
    failing_memory *of = user;
    void *bytes = failing_memory_refuses(of) ? NULL : malloc(size);
    of->held += bytes != NULL ? size : 0;
    of->blocks += bytes != NULL;
    return bytes;
}

static inline void failing_memory_give(void *user, void *bytes, size_t size) {
    failing_memory *of = user;
    assert_true(of->held >= size && of->blocks > 0);
    of->held -= size;
    of->blocks--;
    memset(bytes, 0xEE, size);
    free(bytes);
}

static inline wits_allocator failing_memory_allocator(failing_memory *of) {
    return (wits_allocator){failing_memory_take, failing_memory_give, of};
}

enum { ALL_REQUESTS = 1 << 30 };

/// Makes a call and gives back everything. Returns whether the call succeeded.
typedef bool failing_memory_attempt(void *user);

/// Makes a call with enough memory, and then for each of its requests, or for up to `most` of them, with that request
/// failing, and with all later ones failing, too. Each of these must fail. Returns the number of requests.
static inline uint32_t failing_memory_try(failing_memory *of, failing_memory_attempt *attempt, void *user,
                                          uint32_t most) {
    const size_t held = of->held;
    failing_memory_begin(of, 0, false);
    assert_true(attempt(user));
    assert_int_equal(of->held, held);
    const uint32_t requests = of->requests;
    for (uint32_t fail_at = 1; fail_at <= requests; fail_at += requests / most + 1) {
        for (int for_good = 0; for_good < 2; for_good++) {
            failing_memory_begin(of, fail_at, for_good);
            if (attempt(user)) {
                fail_msg("request %u of %u failed, and the call succeeded", (unsigned)fail_at, (unsigned)requests);
            }
            assert_int_equal(of->held, held);
        }
    }
    failing_memory_begin(of, 0, false);
    assert_true(attempt(user));
    assert_int_equal(of->requests, requests);
    return requests;
}

#endif
