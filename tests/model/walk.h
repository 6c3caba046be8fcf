// SPDX-License-Identifier: MIT
// Visits every situation of a brain's agent, breadth first, with the model as successor function: a prover must find
// the same. The definition of situations, possible inputs and random draws is written from docs/proving.md and
// docs/semantics.md alone.
#ifndef WITS_TESTS_WALK_H
#define WITS_TESTS_WALK_H

#include "walk_reads.h"

#define WALK_NOWHERE 0xFFFFFFFFu

typedef enum walk_end {
    WALK_WHOLE,    ///< everything was explored
    WALK_SAMPLED,  ///< an input has too many values, or they cannot be distinguished
    WALK_UNCLEAR,  ///< a random stream drew twice in one tick
    WALK_LIMIT,    ///< limit of situations or ticks
} walk_end;

typedef struct walk_limits {
    uint32_t situations;
    uint64_t ticks;
} walk_limits;

typedef struct walk_found {
    walk_reads reads;
    walk_end end;
    uint32_t situations;
    uint64_t ticks;
    uint32_t first[RANDOM_STATES];  ///< the smallest number of ticks after which it is active, or WALK_NOWHERE
} walk_found;

/// The brain has no targets, private data or step callbacks; `promises` has a row for each field, function and event.
/// The caller frees the result.
walk_found *walk_all(const wits_desc *desc, const wits_promises *promises, const walk_limits *limits);

#endif
