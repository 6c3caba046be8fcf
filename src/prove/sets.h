// SPDX-License-Identifier: MIT
// Sets of numbers, and the edges between situations.
#ifndef WITS_PROVE_SETS_H
#define WITS_PROVE_SETS_H

#include <stdbool.h>
#include <stdint.h>

/// Interesting values of a number, sorted when complete.
typedef struct number_set {
    double *values;
    uint32_t count, capacity;
    bool failed;  ///< a value is missing, because memory ran out
} number_set;

void number_set_add(number_set *to, double value);
void number_set_end(number_set *of);
/// In ascending order, without duplicates; -0 before 0, NaN last.
void number_set_sort(number_set *of);
/// Adds the values of another set, which is sorted, and sorts. Returns how many were new.
uint32_t number_set_join(number_set *to, const number_set *from);

/// A set of numbers below 2^63.
typedef struct key_set {
    uint64_t *slots;  ///< a number + 1, or 0
    uint32_t bits;
    uint64_t count;
} key_set;

/// Returns false if it was already in the set. If memory runs out, every number counts as new.
bool key_set_add(key_set *to, uint64_t key);
void key_set_end(key_set *of);

/// The edges between situations, and where a property's points lead.
typedef struct edges {
    uint32_t *first;  ///< by situation, plus one: the beginning of its edges
    uint32_t *to;
    uint32_t situations, count, capacity, first_capacity;
    uint32_t *stamps;  ///< by situation: the last situation whose edges include it, + 1
    uint32_t stamp_capacity;
    bool failed;
} edges;

/// Begins the edges of the next situation.
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
