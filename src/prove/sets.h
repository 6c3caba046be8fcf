// SPDX-License-Identifier: MIT
// Sets of numbers, and the edges between situations.
#ifndef WITS_PROVE_SETS_H
#define WITS_PROVE_SETS_H

#include <stdbool.h>
#include <stdint.h>

/// A set of numbers below 2^63.
typedef struct key_set {
    uint64_t *slots;  ///< a number + 1, or 0
    uint32_t bits;
    uint64_t count;
} key_set;

/// False if it was there already. Without memory every number is new.
bool key_set_add(key_set *to, uint64_t key);
void key_set_end(key_set *of);

/// From which situations one leads to which, and of a property's points where they lead.
typedef struct edges {
    uint32_t *first;  ///< by situation, and one more: where its edges begin
    uint32_t *to;
    uint32_t situations, count, capacity, first_capacity;
    uint32_t *stamps;  ///< by situation: the one whose edges include it already, + 1
    uint32_t stamp_capacity;
    bool failed;
} edges;

/// Begins the edges of the situation that comes next.
void edges_next(edges *e);
void edges_add(edges *e, uint32_t to);
void edges_end(edges *e);

typedef struct bits {
    uint64_t *words;
    uint32_t capacity;
    bool failed;
} bits;

bool bits_get(const bits *of, uint32_t at);
void bits_set(bits *to, uint32_t at);
void bits_end(bits *of);

#endif
