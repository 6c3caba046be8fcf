// SPDX-License-Identifier: MIT
// Random brains that a prover accepts, the promises of their host, and a property for each of their states.
#ifndef WITS_TESTS_RANDOM_PROVABLE_H
#define WITS_TESTS_RANDOM_PROVABLE_H

#include "random_brain.h"
#include "wits/promises.h"

/// Removes features that a prover rejects, and makes most floats integers. Few brains still read `elapsed` or `random`,
/// none reads `tick`.
void random_provable_tame(random_brain *brain, rng *r);
/// Removes calls of the host's conditions and scores, and draws; fields are read instead.
void random_provable_ask_nobody(random_brain *brain, rng *r);

typedef struct random_promised {
    wits_promises promises;  ///< with pointers to the arrays below
    wits_promise fields[RANDOM_FIELDS];
    wits_promise functions[HOST_FUNCTIONS];
    wits_giver events[RANDOM_EVENTS];
    uint32_t most[RANDOM_KINDS];
    wits_promise target_fields[RANDOM_KINDS][RANDOM_TARGET_FIELDS];
    const wits_promise *by_kind[RANDOM_KINDS];
} random_promised;

/// Integers have two or three values, floats three or five, scores three. Lists have one or two targets, and their
/// numbers two values.
void random_provable_promise(random_promised *to, const random_brain *brain, rng *r);

/// Returns "in(PATH)" for a state. The caller frees it.
char *random_provable_in(const wits_desc *desc, uint32_t state);
/// Except that condition, which is the property's name, too.
wits_property random_provable_never(const char *condition);

#endif
