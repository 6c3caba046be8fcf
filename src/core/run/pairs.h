// SPDX-License-Identifier: MIT
// An option with a kind of targets: a competitor for each of them. Section 15, "Option".
#ifndef WITS_CORE_PAIRS_H
#define WITS_CORE_PAIRS_H

#include "core/run/choice.h"

/// Asks what an option competes with for the target that its texts read now: fills `of` but for its row. `best` is the
/// best so far.
typedef void pair_asks(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user);

/// Of no target.
candidate wits_core_no_pair(void);
/// The best of an option's pairs: of those that are left, else of those that came furthest.
candidate wits_core_best_pair(choice *c, uint16_t option, pair_asks *asks, const void *user);
/// The highest rank of those that are left.
int32_t wits_core_top_pair_rank(choice *c, uint16_t option, pair_asks *asks, const void *user);
/// The best ones, the first of which is that of wits_core_best_pair; returns how many there are.
uint32_t wits_core_best_pairs(choice *c, uint16_t option, pair_asks *asks, candidate *best, uint32_t room);
/// Asks of one row alone.
candidate wits_core_ask_pair(choice *c, uint16_t option, uint32_t row, pair_asks *asks, const void *user);

// utility.c

/// An option's targets in the order in which it takes them, the best ones; returns how many there are. For this alone
/// the remembered one has an inertia of its own, and a default option is bound by nobody's ranks but those of its
/// targets.
uint32_t wits_core_pairs_in_order(choice *c, uint16_t option, candidate *best, uint32_t room);

#endif
