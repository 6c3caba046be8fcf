// SPDX-License-Identifier: MIT
// One choice among the options of a utility. Section 6.
//
//   utility.c: what options are worth, and who is a candidate
//   lottery.c: who of the candidates is chosen
//   explain.c: what is told of it (core/explain.h); counterfactuals.c: what would have had to be different
#ifndef WITS_CORE_CHOICE_H
#define WITS_CORE_CHOICE_H

#include "core/run/consider.h"
#include "core/run/pass.h"

/// An option as it takes part.
typedef struct candidate {
    float score;          ///< inertia included
    int32_t rank;         ///< 0 where nobody has one
    uint8_t rejected_by;  ///< wits_verdict: why it is no candidate by itself; 0 if it is one, as far as others allow
    bool wins_ties;       ///< of pairs: its target is the remembered one
    uint32_t row;         ///< of an option with a target: that of its best pair; WITS_NO_TARGET
} candidate;

/// An input that is taken to be another, where it stands.
typedef struct input_probe {
    uint16_t of;   ///< whose consideration it is
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
    float threshold;        ///< what the others must exceed
    int32_t top_rank;       ///< of those who are left
    bool ranks_own;         ///< only the ranks of one option's targets count, also of the default option
    uint32_t candidates;    ///< how many are left
    uint16_t best;          ///< the one of them that scores highest; WITS_NONE without
    float best_score;
    float draw;                      ///< the random number that was drawn; NaN: none
    float total;                     ///< of the chances it was drawn from
    wits_explained_choice *told;     ///< null: nothing is
    const input_probe *probe;        ///< null: inputs are as they are
    candidate known[KNOWN_OPTIONS];  ///< the first options; those beyond are asked again each time
} choice;

/// Which candidates take part in a weighted choice.
typedef struct weighted_pick {
    float least;    ///< scores below it do not
    uint32_t ties;  ///< of those that score just `least`, so many do: the current one first, then as declared
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

/// What an option is worth before its weight, for the target that its texts read now.
float wits_core_raw_score(pass *p, uint16_t option, const probe *how);
/// Ticks for which an option is no candidate.
uint32_t wits_core_choice_cooldown(const choice *c, uint16_t id);
/// Why an option is no candidate in the end, or 0.
uint8_t wits_core_rejection(const choice *c, uint16_t option, const candidate *of);
/// Finds out from the competitors who is a candidate, and who of them is best.
void wits_core_settle(choice *c);
/// Who should be active then; WITS_NONE: nobody is chosen.
uint16_t wits_core_winner(choice *c);
/// The target that an option takes if it is chosen.
uint32_t wits_core_pick_target(choice *c, uint16_t option);

// lottery.c

/// One of the candidates, of whom there is one; WITS_NONE if chance has none to take.
uint16_t wits_core_select_option(choice *c);
/// Those that a random choice is among.
weighted_pick wits_core_weighted_pick_of(choice *c);
bool wits_core_is_eligible(choice *c, weighted_pick *l, uint16_t option, const candidate *of);
/// What a candidate's chances are in proportion to.
float wits_core_chance_of(const choice *c, float score);

#endif
