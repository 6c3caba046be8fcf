// SPDX-License-Identifier: MIT
// The memory of one file: taken piece by piece from the caller's allocator, given back all at once.
#ifndef WITS_FILE_ARENA_H
#define WITS_FILE_ARENA_H

#include <setjmp.h>

#include "wits/file.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    wits_allocator allocator;
    arena_chunk *chunks;  ///< the one that is being filled first
    jmp_buf *failed;      ///< jump target if memory runs out, the only exit from reading a file
} arena;

/// `size` zeroed bytes for any type. Does not return if there is no memory.
void *wits_file_arena_take(arena *memory, size_t size);
/// A copy with a final zero.
char *wits_file_arena_copy(arena *memory, const char *text, size_t length);
/// Room for one more row after `count`: `rows` or a larger copy of them.
void *wits_file_arena_grow(arena *memory, void *rows, uint32_t count, uint32_t *capacity, size_t row_size);
_Noreturn void wits_file_arena_fail(arena *memory);
void wits_file_arena_free(arena *memory);

#endif
