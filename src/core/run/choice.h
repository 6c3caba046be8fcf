// SPDX-License-Identifier: MIT
// One choice among the options of a utility. Section 6.
//
//   utility.c: scores, and eligible candidates
//   weighted_pick.c: which candidate is chosen
//   explain.c: records (core/explain/explain.h); counterfactuals.c: what would have changed the result
#ifndef WITS_CORE_CHOICE_H
#define WITS_CORE_CHOICE_H

#include "core/run/pass.h"
#include "wits/explain.h"

/// Options of an evaluation of a score.
typedef struct probe {
    const expr_threshold *threshold;     ///< null: evaluates everything
    wits_explained_consideration *rows;  ///< records of the option's considerations, to be filled; null: none
    uint32_t probed;                     ///< row whose input is replaced by `input`; WITS_NONE: none
    float input;
} probe;

/// An option as it takes part.
typedef struct candidate {
    float score;          ///< inertia included
    int32_t rank;         ///< 0 if no option has one
    uint8_t rejected_by;  ///< wits_verdict: why it is no candidate by itself; 0 if it is one, as far as others allow
    bool wins_ties;       ///< for pairs: its target is the remembered one
    uint32_t row;         ///< for an option with a target: row of its best pair; WITS_NO_TARGET
} candidate;

/// Replaces an input, only where it is used.
typedef struct input_probe {
    uint16_t of;   ///< owner of the consideration
    uint32_t row;  ///< asked about this target; WITS_NO_TARGET: it has no kind
    probe how;
} input_probe;

enum { KNOWN_OPTIONS = 256 };

typedef struct choice {
    pass *p;
    const state_row *composite;
    uint16_t id;
    uint16_t current;       ///< the active option, WITS_NONE while none is
    uint16_t favoured;      ///< the same, unless it is done: has inertia and wins ties
    bool is_done;           ///< the active option is
    bool is_alone;          ///< only the target of one option is looked for: its cooldown is no matter
    bool threshold_is_set;  ///< by the default option, which is a candidate
    float threshold;        ///< score that the others must exceed
    int32_t top_rank;       ///< highest rank of the eligible options
    bool ranks_own;         ///< only the ranks of one option's targets count, also of the default option
    uint32_t candidates;    ///< number of eligible options
    uint16_t best;          ///< the one of them that scores highest; WITS_NONE without
    float best_score;
    float draw;                      ///< the random number that was drawn; NaN: none
    float total;                     ///< sum of the chances at the draw
    wits_explained_choice *told;     ///< null: nothing is
    const input_probe *probe;        ///< null: inputs are as they are
    candidate known[KNOWN_OPTIONS];  ///< the first options; those beyond are asked again each time
} choice;

/// Which candidates take part in a weighted choice.
typedef struct weighted_pick {
    float least;    ///< scores below it do not
    uint32_t ties;  ///< of those that score exactly `least`, this many are candidates: the current one first, then in
                    ///< declared order
    uint32_t ties_left;
    bool current_ties;  ///< the current option is one of them
} weighted_pick;

// utility.c

static inline uint16_t option_at(const choice *c, uint32_t ordinal) {
    return brain_child(c->p->call.brain, c->composite, ordinal);
}

/// Asks what an option competes with once more, as its inputs are by now.
candidate wits_core_ask_again(choice *c, uint32_t ordinal);

static inline candidate candidate_at(choice *c, uint32_t ordinal) {
    return ordinal < KNOWN_OPTIONS ? c->known[ordinal] : wits_core_ask_again(c, ordinal);
}

/// Returns an option's score before its weight, for the target that its texts currently read.
float wits_core_raw_score(pass *p, uint16_t option, const probe *how);
/// Ticks for which an option is no candidate.
uint32_t wits_core_choice_cooldown(const choice *c, uint16_t id);
/// Why an option is no candidate in the end, or 0.
uint8_t wits_core_rejection(const choice *c, uint16_t option, const candidate *of);
/// Finds out from the competitors who is a candidate, and who of them is best.
void wits_core_settle(choice *c);
/// Returns the option to be active; WITS_NONE if no option is chosen.
uint16_t wits_core_winner(choice *c);
/// The target that an option takes if it is chosen.
uint32_t wits_core_pick_target(choice *c, uint16_t option);

// lottery.c

/// Chooses one of the candidates, of which there is at least one; WITS_NONE if no candidate has a chance.
uint16_t wits_core_select_option(choice *c);
/// Those that a random choice is among.
weighted_pick wits_core_weighted_pick_of(choice *c);
bool wits_core_is_eligible(choice *c, weighted_pick *l, uint16_t option, const candidate *of);
/// Returns a number proportional to a candidate's chance.
float wits_core_chance_of(const choice *c, float score);

#endif
