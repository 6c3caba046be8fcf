// SPDX-License-Identifier: MIT
// An option with a kind of targets: a candidate for each of them. Section 15, "Option".
#ifndef WITS_CORE_PAIRS_H
#define WITS_CORE_PAIRS_H

#include "core/run/choice.h"

/// Scores an option for the target that its texts currently read: fills `of` except for its row. `best` is the best so
/// far.
typedef void pair_asks(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user);

/// Returns a candidate without target.
candidate wits_core_no_pair(void);
/// Returns the best of an option's pairs: among the eligible ones, else among those that came furthest.
candidate wits_core_best_pair(choice *c, uint16_t option, pair_asks *asks, const void *user);
/// Finds the best pairs, beginning with that of wits_core_best_pair; returns their number.
uint32_t wits_core_best_pairs(choice *c, uint16_t option, pair_asks *asks, candidate *best, uint32_t room);
/// Scores one row alone.
candidate wits_core_ask_pair(choice *c, uint16_t option, uint32_t row, pair_asks *asks, const void *user);

// utility.c

/// Lists an option's best targets in order; returns their number. Only here has the remembered one its own inertia, and
/// a default option is bound only by the ranks of its own targets.
uint32_t wits_core_pairs_in_order(choice *c, uint16_t option, candidate *best, uint32_t room);

#endif
