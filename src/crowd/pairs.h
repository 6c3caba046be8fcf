// SPDX-License-Identifier: MIT
// The pairs of a block's agents with their targets, while an option's are scored.
//
// Pairs are lanes of their own: those of one agent after another, as many at a time as there is room for.
#ifndef WITS_CROWD_PAIRS_H
#define WITS_CROWD_PAIRS_H

#include "core/run/targets.h"
#include "crowd/blocks.h"
#include "expr/choose.h"

/// The best of an agent's pairs, of those seen so far.
typedef struct best_pair {
    choose_pair any;    ///< of those whose score is a number
    choose_pair left;   ///< of those that are eligible
    choose_pair taken;  ///< likewise, where the remembered target has its inertia: the target that the option takes
    bool has_rows;      ///< targets have rows
} best_pair;

enum { MOST_SEGMENTS = 256 };

typedef struct pair_run {
    blocks *b;
    const lanes_op *at;
    const pair_plan *plan;
    const state_row *option;
    const wits_target_list *list;   ///< null: no agent has a list
    const uint8_t *current, *done;  ///< ordinals, as in the operation; null: none
    const uint32_t *remembered;
    float *scores;  ///< scores of agents
    uint32_t *picked;
    int32_t *ranks;          ///< ranks of the pairs; null: not needed
    const float *threshold;  ///< null: no threshold
    const uint8_t *cools;    ///< null: none does
    const uint32_t *inputs[MAX_PAIR_INPUTS];
    float *competing, *left;    ///< buffers of PAIR_LANES
    int32_t *same_ranks;        ///< likewise
    const int32_t *pair_ranks;  ///< ranks of the pairs; null: all have the plan's constant
    bool is_sifted;             ///< ranks decide which pairs are eligible
    bool is_simple;             ///< an agent gets its highest pair, or keeps its target
    float floor;
    uint32_t total;  ///< pairs of the segments
    uint32_t segment_count;
    bool follow;                            ///< their rows follow one another
    bool is_continued;                      ///< the first segment's agent has had pairs before
    bool goes_on;                           ///< the last segment's agent has more pairs than fit
    best_pair carried;                      ///< best pair of the first segment's agent so far
    lanes_segment segments[MOST_SEGMENTS];  ///< pairs of an agent, or as many as are scored at a time
} pair_run;

// pairs_best.c

best_pair wits_crowd_no_pair(void);
/// Stores the result of an agent whose pairs are all known.
void wits_crowd_put_pair(const pair_run *r, uint32_t lane, const best_pair *best);
/// Stores the result of each segment's agent, from scores without inertia; null: all have the plan's constant.
void wits_crowd_pairs_settle(pair_run *r, const float *scores);

// host.c: host functions for pairs; `user` is the pair_run

void wits_crowd_host_pair_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out);
void wits_crowd_host_pair_score(void *user, const lanes_op *at, const uint8_t *mask, float *out);

#endif
