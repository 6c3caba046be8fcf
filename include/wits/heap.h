// SPDX-License-Identifier: MIT
// malloc and free as an allocator, for programs that need no other:
//
//   const wits_migration how = {.allocator = &wits_heap};
#ifndef WITS_HEAP_H
#define WITS_HEAP_H

#include <stdlib.h>

#include "wits/allocator.h"

static inline void *wits_heap_allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static inline void wits_heap_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

/// Calls malloc and free. Threads may share it.
static const wits_allocator wits_heap = {wits_heap_allocate, wits_heap_release, NULL};

#endif
