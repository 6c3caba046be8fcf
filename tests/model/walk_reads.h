// SPDX-License-Identifier: MIT
// Reads of a brain, according to the model's texts: its inputs, the fields of a situation, and the limits of clocks.
// Written from docs/proving.md and section 16 of docs/semantics.md.
#ifndef WITS_TESTS_WALK_READS_H
#define WITS_TESTS_WALK_READS_H

#include "model.h"
#include "random_brain.h"
#include "wits/promises.h"

enum {
    WALK_VALUES = 256,  ///< maximum number of values of one input
    WALK_PLACES = 512,
};

#define WALK_FOR_EVER 0xFFFFFFFFu  ///< value for a clock of which every number of ticks matters

/// The values of one input.
typedef struct walk_values {
    double values[WALK_VALUES];
    uint32_t count;
} walk_values;

typedef struct walk_reads {
    const wits_desc *desc;
    bool is_whole;  ///< contains all values of all inputs, or one of each indistinguishable set
    // fields set by the host, by row
    bool is_given[RANDOM_FIELDS];
    walk_values fields[RANDOM_FIELDS];
    walk_values scores[HOST_FUNCTIONS];
    bool events[RANDOM_EVENTS];
    // drawn by `random`, by stream; empty if it is not read
    walk_values draws[WALK_PLACES];
    uint32_t place_count;
    // fields that belong to a situation
    bool is_own[RANDOM_FIELDS];
    uint32_t ids;                   ///< ids are distinguished modulo this
    uint32_t up_to[RANDOM_STATES];  ///< number of ticks from which on a state's clock makes no difference
    // intermediate results
    bool is_read[RANDOM_FIELDS], is_assigned[RANDOM_FIELDS];
    bool is_copied[RANDOM_FIELDS][RANDOM_FIELDS];  ///< the first is assigned unchanged to the second
    bool draws_at[WALK_PLACES];
    walk_values constants[WALK_PLACES];  ///< constants that `random` is compared with
} walk_reads;

void walk_reads_make(walk_reads *to, const model *m, const wits_desc *desc, const wits_promises *promises);

#endif
