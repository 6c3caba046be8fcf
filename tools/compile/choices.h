// SPDX-License-Identifier: MIT
// Choices as C: what options are worth (choices.c), and for which target (pairs.c).
#ifndef WITS_COMPILE_CHOICES_H
#define WITS_COMPILE_CHOICES_H

#include "program.h"

/// Where a score is asked: while an option is active, or when none is.
typedef struct asking {
    maker *m;
    uint16_t utility;
    bool is_first;  ///< none is: the utility is entered
} asking;

static inline const state_row *state_of(const maker *m, uint16_t id) {
    return brain_state(m->brain, id);
}

static inline bool has_target(const maker *m, uint16_t option) {
    return state_of(m, option)->target != WITS_NONE;
}

/// Whether options of a utility have targets.
static inline bool aims(const state_row *utility) {
    return utility->target_at != 0;
}

// choices.c

/// Where texts of an option are asked that say what it is worth.
site choice_site(const asking *a, uint16_t option, text *elapsed);
/// Behind names of functions that ask an option or utility: "", "_first", or "_first_of_3" where a utility further out
/// is entered.
void put_first_suffix(text *to, const asking *a, uint16_t id);
/// An option's score, its weight included; of one with a target that of a pair.
void put_option_score(const asking *a, text *to, uint16_t option);

// pairs.c

/// The functions that ask an option with a target about each.
void make_pairs(const asking *a, uint16_t option);
/// "pairs[0] = ...": the best of an option's pairs, whatever others are worth.
void put_best_pair(const asking *a, uint16_t option);
/// In a contest in which some options have ranks that depend on the target: which pairs are left of these.
void make_pair_ranks(const asking *a);
void make_ranked_pairs(const asking *a);
/// The target of the option that was chosen.
void make_target_pick(const asking *a);
/// What an option's utility remembers when it becomes active.
void make_taking(maker *m, uint16_t option);

#endif
