// SPDX-License-Identifier: MIT
// Memory from the program, for the few calls that allocate: brain files and snapshots.
#ifndef WITS_ALLOCATOR_H
#define WITS_ALLOCATOR_H

#include <stddef.h>

/// Allocates memory; `wits_heap` (wits/heap.h) does it by malloc. The functions are called on the calling thread only.
typedef struct wits_allocator {
    void *(*allocate)(void *user, size_t size);              ///< aligned like malloc's; null if memory runs out
    void (*release)(void *user, void *memory, size_t size);  ///< `size` as when it was allocated
    void *user;
} wits_allocator;

#endif
