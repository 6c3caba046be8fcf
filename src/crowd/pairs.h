// SPDX-License-Identifier: MIT
// The pairs of a block's agents with their targets, while an option's are scored.
//
// Pairs are lanes of their own: those of one agent after another, as many at a time as there is room for.
#ifndef WITS_CROWD_PAIRS_H
#define WITS_CROWD_PAIRS_H

#include "core/run/targets.h"
#include "crowd/blocks.h"

/// What an agent's best pair is found by, row after row.
typedef struct sticking {
    float inertia;         ///< added to every pair before
    float target_inertia;  ///< added to the remembered target's when the best is looked for
    float floor;
    float threshold;  ///< who does not score more is not left; NaN: there is none
    uint32_t remembered;
    bool is_ready;  ///< else nobody is left
} sticking;

/// What is known of an agent's pairs so far.
typedef struct best_pair {
    float score;       ///< the highest; NaN until one is a number
    uint32_t any;      ///< its row; WITS_NO_TARGET
    float left_score;  ///< the highest of those that are left and have the rank
    int32_t rank;      ///< the highest of those that are left
    float value;       ///< of the target that is picked
    uint32_t row;      ///< its row; WITS_NO_TARGET: none is left
    bool is_kept;      ///< it is the remembered one
    bool has_rows;     ///< of targets
} best_pair;

enum { MOST_SEGMENTS = 256 };

typedef struct pair_run {
    blocks *b;
    const lanes_op *at;
    const pair_plan *plan;
    const state_row *option;
    const wits_target_list *list;   ///< null: nobody has any
    const uint8_t *current, *done;  ///< ordinals, as in the operation; null: none
    const uint32_t *remembered;
    float *scores;  ///< of agents
    uint32_t *picked;
    int32_t *ranks;          ///< null: are not asked
    const float *threshold;  ///< null: there is none
    const uint8_t *ready;    ///< null: all are
    const uint32_t *inputs[MAX_PAIR_INPUTS];
    float *competing, *left;    ///< rooms of PAIR_LANES
    const int32_t *pair_ranks;  ///< of the pairs; null: all are the plan's constant
    bool is_sifted;             ///< ranks decide which pairs are left
    bool is_simple;             ///< an agent gets its highest pair, or keeps its target
    float floor;
    uint32_t total;  ///< pairs of the segments
    uint32_t segment_count;
    bool follow;                            ///< their rows follow one another
    bool is_continued;                      ///< the first segment's agent has had pairs before
    bool goes_on;                           ///< the last segment's agent has more pairs than had room
    best_pair carried;                      ///< of the first segment's agent, from before
    lanes_segment segments[MOST_SEGMENTS];  ///< of an agent, or those that are scored at one time
} pair_run;

// pairs_best.c

best_pair wits_crowd_no_pair(void);
/// What an agent gets, all of whose pairs are known.
void wits_crowd_put_pair(const pair_run *r, uint32_t lane, const best_pair *best);
/// What each segment's agent gets, by these scores without inertia; null: all are the plan's constant.
void wits_crowd_pairs_settle(pair_run *r, const float *scores);

// host.c: host functions for pairs; `user` is the pair_run

void wits_crowd_host_pair_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out);
void wits_crowd_host_pair_score(void *user, const lanes_op *at, const uint8_t *mask, float *out);

#endif
