// SPDX-License-Identifier: MIT
// One choice among the options of a utility. Section 6.
//
//   utility.c: scores
//   select.c: which options are candidates, and which candidate is chosen, by the rules of expr/choose.h
//   explain.c: records (core/explain/explain.h); counterfactuals.c: what would have changed the result
#ifndef WITS_CORE_CHOICE_H
#define WITS_CORE_CHOICE_H

#include "core/run/pass.h"
#include "expr/choose.h"
#include "wits/explain.h"

/// Options of an evaluation of a score.
typedef struct probe {
    const expr_threshold *threshold;     ///< null: evaluates everything
    wits_explained_consideration *rows;  ///< records of the option's considerations, to be filled; null: none
    uint32_t probed;                     ///< row whose input is replaced by `input`; WITS_NONE: none
    float input;
} probe;

/// An option in the choice.
typedef struct candidate {
    float score;          ///< inertia included
    int32_t rank;         ///< 0 if no option has one
    uint8_t rejected_by;  ///< wits_verdict: why it is not a candidate by itself; 0: other options decide
    bool wins_ties;       ///< for pairs: its target is the remembered one
    bool is_ranked;       ///< for pairs: its rank counts
    uint32_t row;         ///< for an option with a target: row of its best pair; WITS_NO_TARGET
} candidate;

/// Replaces an input, only where it is used.
typedef struct input_probe {
    uint16_t of;   ///< owner of the consideration
    uint32_t row;  ///< target for which it is scored; WITS_NO_TARGET: it has no kind
    probe how;
} input_probe;

enum { KNOWN_OPTIONS = 256 };

typedef struct choice {
    pass *p;
    const state_row *composite;
    uint16_t id;
    uint16_t current;   ///< the active option, WITS_NONE while none is
    uint16_t favoured;  ///< the same, unless it is done: has inertia and wins ties
    bool is_done;       ///< the active option is
    bool is_alone;      ///< only the target of one option is searched: its cooldown does not matter
    bool ranks_own;     ///< only the ranks of one option's targets count, also of the default option
    choose_rules rules;
    choosing now;                    ///< how far the choice has come
    float draw;                      ///< the random number that was drawn; NaN: none
    wits_explained_choice *told;     ///< receives the explanation; null: none
    const input_probe *probe;        ///< null: no input is replaced
    candidate known[KNOWN_OPTIONS];  ///< the first options; those beyond are scored again each time
} choice;

// utility.c

static inline uint16_t option_at(const choice *c, uint32_t ordinal) {
    return brain_child(c->p->call.brain, c->composite, ordinal);
}

/// Scores an option again with its current inputs.
candidate wits_core_ask_again(choice *c, uint32_t ordinal);

static inline candidate candidate_at(choice *c, uint32_t ordinal) {
    return ordinal < KNOWN_OPTIONS ? c->known[ordinal] : wits_core_ask_again(c, ordinal);
}

/// Returns an option's score before its weight, for the target that its texts currently read.
float wits_core_raw_score(pass *p, uint16_t option, const probe *how);
/// Ticks for which an option is not a candidate.
uint32_t wits_core_choice_cooldown(const choice *c, uint16_t id);
/// The target that an option takes if it is chosen.
uint32_t wits_core_pick_target(choice *c, uint16_t option);

// select.c

/// Begins with no option counted.
void wits_core_begin_settling(choice *c);
/// Determines the candidates among the options, and the best of them.
void wits_core_settle(choice *c);
/// Returns why an option is not a candidate in the end, or 0.
uint8_t wits_core_rejection(const choice *c, uint16_t option, const candidate *of);
/// Returns the option to be active; WITS_NONE if no option is chosen.
uint16_t wits_core_winner(choice *c);

static inline bool is_default(const choice *c, uint16_t option) {
    return option == c->composite->default_option;  // the root, 0, is not an option
}

/// Returns whether the option's rank depends on the target.
static inline bool has_ranked_targets(const choice *c, uint32_t ordinal) {
    const state_row *s = brain_state(c->p->call.brain, option_at(c, ordinal));
    return s->target != WITS_NONE && s->rank != 0;
}

#endif
