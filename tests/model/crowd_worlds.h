// SPDX-License-Identifier: MIT
// Crowds of one random brain in two worlds: in one all agents run one after another, in the other in blocks. After each
// call both must be the same.
#ifndef WITS_TESTS_CROWD_WORLDS_H
#define WITS_TESTS_CROWD_WORLDS_H

#include "random_brain.h"
#include "random_fields.h"
#include "wits/crowd.h"

/// Method of running the agents of one world: always the same, or random for each call (path AUTO).
typedef struct way {
    wits_crowd_path path;
    wits_crowd_simd simd;
} way;

/// A random brain, shared by its worlds.
typedef struct crowd_trial {
    wits_brain *brain;
    const random_brain *made;     ///< valid until the next trial is made
    const wits_crowd_code *code;  ///< in code_memory
    void *code_memory;
    random_layout layout;
    uint32_t agents;
    size_t agent_stride;
    uint64_t seed;
    uint32_t list_room;
    uint32_t argument_room;
    uint32_t tick;
    way way;
    bool is_hostile;  ///< before each call some bytes of agents change, as long as they remain valid agents
} crowd_trial;

/// Coverage of all trials.
typedef struct crowd_tally {
    uint32_t full_blocks;  ///< calls with a whole block of agents sorted by state
    uint32_t block_calls;  ///< calls of host functions for blocks
    uint32_t told_calls;   ///< calls with targets, among these
    uint32_t pair_calls;   ///< calls about several targets of one agent, among these
    uint32_t nan_brains;   ///< brains in which some score was NaN
    uint64_t given;        ///< values passed to functions for blocks
    uint32_t values;       ///< computed ones, in lists
    uint64_t changed;      ///< agents' bytes that were changed in a hostile trial
    uint64_t accepted;     ///< agents that stayed valid and were kept, among these
} crowd_tally;

extern crowd_tally crowd_tried;

enum { CROWD_GROUP_BLOCK = 4096 };  ///< agents of a block that is sorted by state

/// Makes the brain of a seed, wide and deep or not, and compiles it. Returns false with `text` filled on failure; free
/// the trial in any case.
bool crowd_trial_make(crowd_trial *t, uint64_t seed, bool large, char *text, size_t size);
void crowd_trial_free(crowd_trial *t);
/// Runs both worlds, in ways drawn for each call. Returns false with `text` filled if they differ.
bool crowd_trial_run(crowd_trial *t, char *text, size_t size);
/// Checks that each path with each instruction set gives the same results.
bool crowd_trial_run_all_ways(crowd_trial *t, char *text, size_t size);

#endif
