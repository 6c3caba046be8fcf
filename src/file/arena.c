// SPDX-License-Identifier: MIT
#include "file/arena.h"

#include <string.h>

#if defined(WITS_FILE_NO_CHUNKS)  // a test has a chunk for each object, so that each of them may fail
enum { FIRST_CHUNK = 1, LARGEST_CHUNK = 1 };
#else
enum { FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };
#endif
enum { ALIGNMENT = 16 };

struct arena_chunk {
    arena_chunk *next;
    size_t size;  ///< size of the whole chunk
    size_t used;
};

enum { CHUNK_HEAD = (sizeof(arena_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

void wits_file_arena_fail(arena *memory) {
    memory->failed = true;
}

/// Returns null if memory runs out.
static arena_chunk *add_chunk(arena *memory, size_t needed) {
    arena_chunk *newest = memory->chunks;
    size_t size = newest == NULL ? FIRST_CHUNK : newest->size < LARGEST_CHUNK ? newest->size * 2 : LARGEST_CHUNK;
    if (size < needed + CHUNK_HEAD) {
        size = needed + CHUNK_HEAD;
    }
    arena_chunk *chunk = memory->allocator.allocate(memory->allocator.user, size);
    if (chunk == NULL) {
        wits_file_arena_fail(memory);
        return NULL;
    }
    *chunk = (arena_chunk){.next = newest, .size = size, .used = CHUNK_HEAD};
    memory->chunks = chunk;
    return chunk;
}

void *wits_file_arena_take(arena *memory, size_t size) {
    if (memory->failed || size > SIZE_MAX / 2) {
        wits_file_arena_fail(memory);
        return NULL;
    }
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_chunk *chunk = memory->chunks;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        chunk = add_chunk(memory, size);
    }
    if (chunk == NULL) {
        return NULL;
    }
    void *taken = (char *)chunk + chunk->used;
    chunk->used += size;
    memset(taken, 0, size);
    return taken;
}

const char *wits_file_arena_copy(arena *memory, const char *text, size_t length) {
    char *copy = wits_file_arena_take(memory, length + 1);
    if (copy == NULL) {
        return "";
    }
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

bool wits_file_arena_grow(arena *memory, void *rows, uint32_t count, uint32_t *capacity, size_t row_size) {
    if (count < *capacity) {
        return true;
    }
    const uint32_t larger = count < 8 ? 16 : count * 2;
    void *grown = wits_file_arena_take(memory, larger * row_size);
    if (grown == NULL) {
        return false;
    }
    if (count > 0) {
        void *old;
        memcpy(&old, rows, sizeof old);
        memcpy(grown, old, count * row_size);
    }
    memcpy(rows, &grown, sizeof grown);
    *capacity = larger;
    return true;
}

void wits_file_arena_free(arena *memory) {
    arena_chunk *chunk = memory->chunks;
    while (chunk != NULL) {  // the file itself is in the last chunk
        arena_chunk *next = chunk->next;
        wits_allocator allocator = memory->allocator;
        memory = next == NULL ? NULL : memory;
        allocator.release(allocator.user, chunk, chunk->size);
        chunk = next;
    }
}
