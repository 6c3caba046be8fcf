// SPDX-License-Identifier: MIT
// Conversions with wits_versions: renames and moves, checked through public calls.
#ifndef WITS_TESTS_RENAMES_H
#define WITS_TESTS_RENAMES_H

#include "random_run.h"
#include "random_versions.h"

typedef struct renames_tally {
    uint64_t same, renamed;     ///< conversions with other names, and the renames of them
    uint64_t moved, renames;    ///< conversions after moves, and the renames of them
    uint64_t places, competed;  ///< losses PLACE; choices among several children
    uint64_t resumed;           ///< kept states that were entered again
    uint64_t hostile;           ///< bytes that were not an agent
    uint64_t refused, odd;      ///< random renames that were refused, and that were not
} renames_tally;

/// Gives states, events and fields of the old brain other names, and renames them back: the agent's bytes and losses
/// must be those of `s`. Without renames, too.
bool renames_look(const random_switch *s, uint64_t seed, renames_tally *tally, run_failure *failure);
/// Converts to `version`, a random_version_move of the old brain. Active states must stay active wherever a plain
/// reading of section 13 allows it. Losses must be true, and complete for active and kept states.
bool moves_look(const random_switch *s, const random_version *version, const wits_desc *old_desc, renames_tally *tally,
                run_failure *failure);

#endif
