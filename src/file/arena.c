// SPDX-License-Identifier: MIT
#include "file/arena.h"

#include <string.h>

enum { ALIGNMENT = 16, FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };

struct arena_chunk {
    arena_chunk *next;
    size_t size;  ///< size of the whole chunk
    size_t used;
};

enum { CHUNK_HEAD = (sizeof(arena_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

_Noreturn void wits_file_arena_fail(arena *memory) {
    longjmp(*memory->failed, 1);
}

static arena_chunk *add_chunk(arena *memory, size_t needed) {
    arena_chunk *newest = memory->chunks;
    size_t size = newest == NULL ? FIRST_CHUNK : newest->size < LARGEST_CHUNK ? newest->size * 2 : LARGEST_CHUNK;
    if (size < needed + CHUNK_HEAD) {
        size = needed + CHUNK_HEAD;
    }
    arena_chunk *chunk = memory->allocator.allocate(memory->allocator.user, size);
    if (chunk == NULL) {
        wits_file_arena_fail(memory);
    }
    *chunk = (arena_chunk){.next = newest, .size = size, .used = CHUNK_HEAD};
    memory->chunks = chunk;
    return chunk;
}

void *wits_file_arena_take(arena *memory, size_t size) {
    if (size > SIZE_MAX / 2) {
        wits_file_arena_fail(memory);
    }
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_chunk *chunk = memory->chunks;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        chunk = add_chunk(memory, size);
    }
    void *taken = (char *)chunk + chunk->used;
    chunk->used += size;
    memset(taken, 0, size);
    return taken;
}

char *wits_file_arena_copy(arena *memory, const char *text, size_t length) {
    char *copy = wits_file_arena_take(memory, length + 1);
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

void *wits_file_arena_grow(arena *memory, void *rows, uint32_t count, uint32_t *capacity, size_t row_size) {
    if (count < *capacity) {
        return rows;
    }
    *capacity = count < 8 ? 16 : count * 2;
    void *grown = wits_file_arena_take(memory, *capacity * row_size);
    if (count > 0) {
        memcpy(grown, rows, count * row_size);
    }
    return grown;
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
