// SPDX-License-Identifier: MIT
#include "prove/store.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 10 };

static uint64_t eight_bytes(const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/// Returns the last word of some bytes; from eight bytes on it overlaps the previous word.
static uint64_t last_word(const unsigned char *bytes, size_t width) {
    uint64_t word = 0;
    if (width >= 8) {
        return eight_bytes(bytes + width - 8);
    }
    for (size_t i = 0; i < width; i++) {
        word |= (uint64_t)bytes[i] << 8 * i;
    }
    return word;
}

static bool equal(const unsigned char *a, const unsigned char *b, size_t width) {
    bool are = last_word(a, width) == last_word(b, width);
    for (size_t at = 0; are && at + 8 < width; at += 8) {
        are = eight_bytes(a + at) == eight_bytes(b + at);
    }
    return are;
}

/// Multiplications that spread each word over all bits; the constants are those of MurmurHash3's finaliser (Austin
/// Appleby). The hash only determines the slot.
static uint64_t spread(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    return hash ^ hash >> 32;
}

uint64_t store_hash(const store *s, const unsigned char *bytes) {
    const size_t width = s->width;
    uint64_t hash = width;
    for (size_t at = 0; at + 8 < width; at += 8) {
        hash = spread(hash, eight_bytes(bytes + at));
    }
    hash = spread(hash, last_word(bytes, width)) * 0xC4CEB9FE1A85EC53u;
    return hash ^ hash >> 29;
}

void store_begin(store *s, size_t width, size_t most_memory) {
    *s = (store){.width = width, .most_memory = most_memory};
}

void store_end(store *s) {
    free(s->bytes);
    free(s->parents);
    free(s->slots);
    *s = (store){.width = 0};
}

size_t store_memory(const store *s) {
    const size_t slots = s->slots != NULL ? sizeof *s->slots << s->slot_bits : 0;
    return s->capacity * (s->width + sizeof *s->parents) + slots;
}

/// Returns the slot of these bytes, or a free slot for them. A slot also has bits of the hash: if these differ, the
/// bytes need not be compared.
static uint32_t *slot_of(const store *s, const unsigned char *bytes, uint64_t hash, uint32_t *above) {
    const uint32_t mask = (uint32_t)((1ull << s->slot_bits) - 1);
    uint32_t at = (uint32_t)hash & mask;
    *above = (uint32_t)(hash >> 32) & ~mask;
    while (s->slots[at] != 0) {
        const uint32_t number = s->slots[at] & mask;
        if ((s->slots[at] & ~mask) == *above && equal(store_at(s, number - 1), bytes, s->width)) {
            break;
        }
        at = (at + 1) & mask;
    }
    return &s->slots[at];
}

/// The number in an occupied slot.
static uint32_t number_in(const store *s, uint32_t slot) {
    return (slot & (uint32_t)((1ull << s->slot_bits) - 1)) - 1;
}

static bool grow_slots(store *s) {
    const uint32_t bits = s->slots == NULL ? FIRST_BITS : s->slot_bits + 1;
    const size_t bytes = sizeof *s->slots << bits;
    if (bits > 31 || store_memory(s) + bytes > s->most_memory) {
        return false;
    }
    uint32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    free(s->slots);
    s->slots = slots;
    s->slot_bits = bits;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t above;
        uint32_t *slot = slot_of(s, store_at(s, i), store_hash(s, store_at(s, i)), &above);
        *slot = above | (i + 1);
    }
    return true;
}

bool array_grow(void *array, size_t bytes) {
    void *old;
    memcpy(&old, array, sizeof old);
    void *grown = realloc(old, bytes);
    if (grown == NULL) {
        return false;
    }
    memcpy(array, &grown, sizeof grown);
    // cppcheck-suppress memleak
    return true;
}

/// Grows by half, or as far as memory allows.
static bool grow_rows(store *s) {
    const size_t row = s->width + sizeof *s->parents;
    const size_t used = store_memory(s);
    const size_t left = used < s->most_memory ? (s->most_memory - used) / row : 0;
    const size_t wanted = s->capacity < 512 ? 512 : s->capacity / 2;
    const size_t more = wanted < left ? wanted : left;
    const size_t capacity = s->capacity + more < STORE_NONE ? s->capacity + more : STORE_NONE - 1;
    if (capacity == s->capacity) {
        return false;
    }
    if (!array_grow(&s->bytes, capacity * s->width) || !array_grow(&s->parents, capacity * sizeof *s->parents)) {
        return false;
    }
    s->capacity = (uint32_t)capacity;
    return true;
}

uint32_t store_put(store *s, const unsigned char *bytes, uint32_t parent, bool *is_new) {
    return store_put_hashed(s, bytes, store_hash(s, bytes), parent, is_new);
}

uint32_t store_put_hashed(store *s, const unsigned char *bytes, uint64_t hash, uint32_t parent, bool *is_new) {
    *is_new = false;
    if ((s->slots == NULL || s->count >= 1ull << (s->slot_bits - 1)) && !grow_slots(s)) {
        return STORE_NONE;
    }
    uint32_t above;
    uint32_t *slot = slot_of(s, bytes, hash, &above);
    if (*slot != 0) {
        return number_in(s, *slot);
    }
    if (s->count == s->capacity && !grow_rows(s)) {
        return STORE_NONE;
    }
    const uint32_t number = s->count++;
    memcpy(s->bytes + s->width * number, bytes, s->width);
    s->parents[number] = parent;
    *slot = above | (number + 1);
    *is_new = true;
    return number;
}

void store_expect(const store *s, uint64_t hash) {
#ifdef __GNUC__
    if (s->slots != NULL) {
        __builtin_prefetch(&s->slots[(uint32_t)hash & (uint32_t)((1ull << s->slot_bits) - 1)]);
    }
#else
    (void)s;
    (void)hash;
#endif
}

bool store_is_at(const store *s, uint32_t number, const unsigned char *bytes) {
    return equal(store_at(s, number), bytes, s->width);
}

uint32_t store_find(const store *s, const unsigned char *bytes) {
    uint32_t above;
    const uint32_t taken = s->slots != NULL ? *slot_of(s, bytes, store_hash(s, bytes), &above) : 0;
    return taken != 0 ? number_in(s, taken) : STORE_NONE;
}
