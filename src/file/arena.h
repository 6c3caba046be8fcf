// SPDX-License-Identifier: MIT
// The memory of one file: allocated in chunks by the caller's allocator, freed all at once.
//
// Running out of memory is handled like a problem that was reported: a function returns null, false or "", and its
// tables stay consistent. `failed` stays set and nothing more is allocated, so the callers may continue, and the public
// call returns null or false in the end. Rules:
// - Before writing to memory from wits_file_arena_take, test the pointer, or `failed` once after several calls.
// - A function whose text is never null returns "" then. The text may be shorter than the caller expects.
// - Count a row only when there is room for it.
#ifndef WITS_FILE_ARENA_H
#define WITS_FILE_ARENA_H

#include "wits/file.h"

#if defined(__GNUC__)
#define MUST_CHECK __attribute__((warn_unused_result))
#else
#define MUST_CHECK
#endif

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    wits_allocator allocator;
    arena_chunk *chunks;  ///< the chunk being filled comes first
    bool failed;          ///< memory ran out; from then on nothing is allocated
} arena;

/// Returns `size` zeroed bytes for any type; null if memory runs out.
MUST_CHECK void *wits_file_arena_take(arena *memory, size_t size);
/// Returns a copy with a final zero; "" if memory runs out.
const char *wits_file_arena_copy(arena *memory, const char *text, size_t length);
/// Makes room for one more row after `count`, given the address of the pointer to the rows. Returns false and changes
/// nothing if memory runs out.
#define ARENA_GROW(memory, rows, count, capacity) wits_file_arena_grow(memory, rows, count, capacity, sizeof **(rows))
MUST_CHECK bool wits_file_arena_grow(arena *memory, void *rows, uint32_t count, uint32_t *capacity, size_t row_size);
/// Notes that memory ran out elsewhere.
void wits_file_arena_fail(arena *memory);
void wits_file_arena_free(arena *memory);

#endif
