// SPDX-License-Identifier: MIT
// Another version of a random brain: as a designer would edit it.
#ifndef WITS_TESTS_RANDOM_VERSIONS_H
#define WITS_TESTS_RANDOM_VERSIONS_H

#include "random_brain.h"

enum { RANDOM_EDITS = 12 };

typedef struct random_version {
    random_brain brain;
    const char *events[RANDOM_EVENTS];
    wits_state_id origin[RANDOM_STATES];  ///< rows in the brain before; WITS_NONE for new states. Only for moves
    uint32_t edits;                       ///< how many edits were possible
    bool was_made[RANDOM_EDITS];          ///< an edit is not made where its result would not compile
} random_version;

/// The same brain with the rows of siblings in another order.
void random_version_permute(random_version *to, const random_brain *from, uint64_t seed);
/// Some edits, one after another: states inserted, removed, renamed and moved among their siblings, other attributes,
/// events reordered or removed. Edits whose bit in `left_out` is set are not made.
void random_version_edit(random_version *to, const random_brain *from, uint64_t seed, uint32_t left_out);
/// Moves states to other parents, puts composites around them or removes composites, with a few other edits.
void random_version_move(random_version *to, const random_brain *from, uint64_t seed);
const char *random_edit_name(uint64_t seed, uint32_t edit);

#endif
