// SPDX-License-Identifier: MIT
// The rules of choosing (choose.inc) for one agent, whose lanes are plain numbers; and for the pairs of an option and
// its targets, which are compared one after another everywhere. One agent, blocks and generated C compile this text.
#ifndef WITS_EXPR_CHOOSE_H
#define WITS_EXPR_CHOOSE_H

#include "expr/math.h"

enum { CHOOSE_NONE = -1 };  ///< instead of an ordinal

/// A wits_select, which src/expr does not know; core/selects.h compares the numbers.
enum { CHOOSE_HIGHEST = 1, CHOOSE_WEIGHTED = 2, CHOOSE_TOP = 3, CHOOSE_WITHIN = 4, CHOOSE_SOFTMAX = 5 };

/// The rules of a utility for choosing among its options.
typedef struct choose_rules {
    uint32_t count;           ///< options
    uint32_t default_option;  ///< its ordinal; `count` or more: none
    uint32_t select;
    float number;    ///< parameter of `select`
    bool is_ranked;  ///< otherwise all ranks are equal
} choose_rules;

typedef float choose_floats;
typedef int32_t choose_ints;

#define CHOOSE_NAN math_float(MATH_NAN_BITS)

static inline int32_t choose_where(int32_t comparison) {
    return comparison;
}

static inline int32_t choose_if(bool condition) {
    return condition;
}

/// Returns where a score is not NaN.
static inline int32_t choose_scored(float score) {
    return score == score;
}

static inline int32_t choose_not(int32_t mask) {
    return mask ^ 1;
}

static inline int32_t choose_one(int32_t mask) {
    return mask;
}

static inline float choose_pick(int32_t mask, float a, float b) {
    return mask != 0 ? a : b;
}

static inline int32_t choose_pick_int(int32_t mask, int32_t a, int32_t b) {
    return mask != 0 ? a : b;
}

static inline float choose_all(float x) {
    return x;
}

static inline int32_t choose_all_int(int32_t x) {
    return x;
}

static inline float choose_exp(float x) {
    return math_exp(x);
}

/// Returns whether to go on; lanes do where one agent skips what changes nothing.
static inline bool choose_maybe(int32_t mask) {
    return mask != 0;
}

/// Returns whether any lane has the mask.
static inline bool choose_any(int32_t mask) {
    return mask != 0;
}

#include "expr/choose.inc"

// -------------------------------------------------------------------------------- pairs: docs/semantics.md, section 15

/// A pair as it competes with the option's others.
typedef struct choose_pair {
    float score;  ///< NaN: not eligible
    int32_t rank;
    uint32_t row;  ///< of the target in its list; CHOOSE_NO_ROW: there is no pair
} choose_pair;

#define CHOOSE_NO_ROW 0xFFFFFFFFu

/// The rules for the pairs of an option.
typedef struct choose_pair_rules {
    float inertia;         ///< part of all scores
    float target_inertia;  ///< added to the score of the remembered target
    float floor;           ///< NaN: no pair is eligible
    float threshold;       ///< score of the default option, which has to be exceeded; NaN: none
    uint32_t remembered;   ///< id of the remembered target; 0xFFFFFFFF: none
    bool is_ranked;        ///< otherwise the ranks of pairs are ignored
} choose_pair_rules;

static inline choose_pair choose_no_pair(void) {
    choose_pair none;
    none.score = CHOOSE_NAN;
    none.rank = INT32_MIN;
    none.row = CHOOSE_NO_ROW;
    return none;
}

/// Returns rules under which every pair is eligible whose score reaches the floor.
static inline choose_pair_rules choose_by_floor(float floor) {
    choose_pair_rules rules;
    rules.inertia = 0.0f;
    rules.target_inertia = 0.0f;
    rules.floor = floor;
    rules.threshold = CHOOSE_NAN;
    rules.remembered = CHOOSE_NO_ROW;
    rules.is_ranked = false;
    return rules;
}

/// Returns whether a pair is of the remembered target.
static inline bool choose_sticks(const choose_pair_rules *rules, uint32_t id) {
    return id == rules->remembered && id != CHOOSE_NO_ROW;
}

/// Returns whether a score, inertia included, passes floor and threshold.
static inline bool choose_is_left(const choose_pair_rules *rules, float score) {
    return (choose_reaches(score, rules->floor) & choose_exceeds(score, rules->threshold)) != 0;
}

/// Returns a pair as it competes. `score` includes the inertia of the option.
static inline choose_pair choose_pair_of(const choose_pair_rules *rules, float score, int32_t rank, uint32_t row,
                                         bool sticks) {
    choose_pair of;
    of.score = !choose_is_left(rules, score) ? CHOOSE_NAN : sticks ? score + rules->target_inertia : score;
    of.rank = rank;
    of.row = row;
    return of;
}

/// Returns whether a pair is better than the best before it: of a higher rank, or of the same and with a higher score.
/// The remembered target wins ties; without it the first does.
static inline bool choose_is_better(float score, int32_t rank, float best_score, int32_t best_rank, bool sticks) {
    const int32_t wins = choose_beats(score, best_score) | choose_wins_tie(score, best_score, sticks);
    return (choose_scored(score) & ((rank > best_rank) | ((rank == best_rank) & wins))) != 0;
}

/// As above. Structures are not passed by value, which would join members and defeat store forwarding.
static inline bool choose_pair_beats(const choose_pair *of, const choose_pair *best, bool sticks) {
    return choose_is_better(of->score, of->rank, best->score, best->rank, sticks);
}

#endif
