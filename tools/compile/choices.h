// SPDX-License-Identifier: MIT
// Writes choices as C: the scores of options (choices.c) and their targets (pairs.c).
#ifndef WITS_COMPILE_CHOICES_H
#define WITS_COMPILE_CHOICES_H

#include "expr/choose.h"
#include "program.h"

/// The context in which scores are evaluated: while an option is active, or on entry.
typedef struct asking {
    maker *m;
    uint16_t utility;
    bool is_first;  ///< the utility is being entered, so no option is active
} asking;

static inline const state_row *state_of(const maker *m, uint16_t id) {
    return brain_state(m->brain, id);
}

static inline bool has_target(const maker *m, uint16_t option) {
    return state_of(m, option)->target != WITS_NONE;
}

/// Returns whether options of a utility have targets.
static inline bool aims(const state_row *utility) {
    return utility->target_at != 0;
}

// choices.c

/// Returns the site of an option's score, considerations and rank.
site choice_site(const asking *a, uint16_t option, text *elapsed);
/// Writes the suffix of functions that evaluate an option or utility: "", "_first", or "_first_of_3" if utility 3,
/// further out, is being entered.
void put_first_suffix(text *to, const asking *a, uint16_t id);
/// Writes an option's score including its weight. For an option with targets it is the score of a pair.
void put_option_score(const asking *a, text *to, uint16_t option);

/// Declares a choice `c`, and `by`, the rules of a utility.
void make_choose_rules(maker *m, const choose_rules *rules);

// pairs.c

/// Makes the functions that evaluate an option for each of its targets.
void make_pairs(const asking *a, uint16_t option);
/// Writes "pairs[0] = ...": the best pair of an option. Unless its pairs have ranks, the default option does not matter
/// here.
void put_best_pair(const asking *a, uint16_t option);
/// Returns whether the rank of an option depends on the target. Ranks of a default option are not used.
bool has_pair_ranks(const asking *a, uint16_t option);
/// Makes the function that returns the target of the chosen option.
void make_target_pick(const asking *a);
/// Makes the function that stores the target when an option becomes active.
void make_taking(maker *m, uint16_t option);

#endif
