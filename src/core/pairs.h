// SPDX-License-Identifier: MIT
// An option with a kind of targets: a competitor for each of them. Section 15, "Option".
#ifndef WITS_CORE_PAIRS_H
#define WITS_CORE_PAIRS_H

#include "core/contest.h"

/// Asks what an option competes with for the target that its texts read now: fills `of` but for its row. `best` is the
/// best so far.
typedef void pair_asks(contest *c, uint16_t option, const competitor *best, competitor *of, const void *user);

/// Of no target.
competitor wits_core_no_pair(void);
/// The best of an option's pairs: of those that are left, else of those that came furthest.
competitor wits_core_best_pair(contest *c, uint16_t option, pair_asks *asks, const void *user);
/// The highest rank of those that are left.
int32_t wits_core_top_pair_rank(contest *c, uint16_t option, pair_asks *asks, const void *user);
/// The best ones, the first of which is that of wits_core_best_pair; returns how many there are.
uint32_t wits_core_best_pairs(contest *c, uint16_t option, pair_asks *asks, competitor *best, uint32_t room);
/// Asks of one row alone.
competitor wits_core_ask_pair(contest *c, uint16_t option, uint32_t row, pair_asks *asks, const void *user);

// utility.c

/// An option's targets in the order in which it takes them, the best ones; returns how many there are. For this alone
/// the remembered one has an inertia of its own, and a default option is bound by nobody's ranks but those of its
/// targets.
uint32_t wits_core_pairs_in_order(contest *c, uint16_t option, competitor *best, uint32_t room);

#endif
