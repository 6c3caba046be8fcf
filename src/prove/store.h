// SPDX-License-Identifier: MIT
// A set of situations: byte strings of one width, numbered in the order in which they were found.
#ifndef WITS_PROVE_STORE_H
#define WITS_PROVE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_NONE 0xFFFFFFFFu

/// Resizes an array, given the address of its pointer. Returns false if memory runs out; then it is unchanged.
bool array_grow(void *array, size_t bytes);

typedef struct store {
    size_t width;          ///< bytes of a situation
    unsigned char *bytes;  ///< `count` situations
    uint32_t *parents;     ///< predecessor from which each was found first; STORE_NONE for a start
    uint32_t count, capacity;
    uint32_t *slots;  ///< a number + 1 in the lower slot_bits, bits of the hash above; or 0. At most half are occupied
    uint32_t slot_bits;
    size_t most_memory;
} store;

void store_begin(store *s, size_t width, size_t most_memory);
void store_end(store *s);
/// Bytes of memory in use.
size_t store_memory(const store *s);
static inline const unsigned char *store_at(const store *s, uint32_t number) {
    return s->bytes + s->width * number;
}
uint64_t store_hash(const store *s, const unsigned char *bytes);
/// Prefetches the slot for bytes with this hash.
void store_expect(const store *s, uint64_t hash);
/// Returns the number of a situation, which is added if it is new. STORE_NONE if there is no memory for it.
uint32_t store_put(store *s, const unsigned char *bytes, uint32_t parent, bool *is_new);
uint32_t store_put_hashed(store *s, const unsigned char *bytes, uint64_t hash, uint32_t parent, bool *is_new);
/// Returns whether a situation has these bytes.
bool store_is_at(const store *s, uint32_t number, const unsigned char *bytes);
/// Returns the number of a situation; STORE_NONE if it is not stored.
uint32_t store_find(const store *s, const unsigned char *bytes);

#endif
