// SPDX-License-Identifier: MIT
// The memory of one file: allocated in chunks by the caller's allocator, freed all at once.
#ifndef WITS_FILE_ARENA_H
#define WITS_FILE_ARENA_H

#include <setjmp.h>

#include "wits/file.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    wits_allocator allocator;
    arena_chunk *chunks;  ///< the chunk being filled comes first
    jmp_buf *failed;      ///< jump target if memory runs out, the only exit from reading a file
} arena;

/// Returns `size` zeroed bytes for any type. Does not return if memory runs out.
void *wits_file_arena_take(arena *memory, size_t size);
/// Returns a copy with a final zero.
char *wits_file_arena_copy(arena *memory, const char *text, size_t length);
/// Returns `rows`, or a larger copy of it, with room for one more row after `count`.
void *wits_file_arena_grow(arena *memory, void *rows, uint32_t count, uint32_t *capacity, size_t row_size);
_Noreturn void wits_file_arena_fail(arena *memory);
void wits_file_arena_free(arena *memory);

#endif
