// SPDX-License-Identifier: MIT
// Brains of any size, and equivalent tables of callbacks.
#ifndef WITS_BENCH_CROWD_GROWTH_H
#define WITS_BENCH_CROWD_GROWTH_H

#include "crowd.h"

enum {
    GROWTH_INPUTS = 16,
    GROWTH_MAX_STATES = 160,
    GROWTH_MAX_LEAVES = 128,
    GROWTH_MAX_CONDITIONS = 32,  ///< conditions of one leaf, including those of outer states
    GROWTH_STATE_FROM_END = 4,   ///< the state is this many bytes before the end of an agent's struct
};

/// Fields that the conditions compare. QUIET bytes never fire.
typedef enum growth_type { GROWTH_BYTE, GROWTH_FLOAT, GROWTH_QUIET } growth_type;

typedef struct growth_case {
    const char *growing;
    growth_type type;
    double firing;         ///< approximate chance that one condition holds
    uint32_t states;       ///< leaves
    uint32_t transitions;  ///< transitions of each state on the path to a leaf
    uint32_t depth;        ///< levels
} growth_case;

// An agent of the callbacks.
typedef struct growth_bytes {
    uint8_t inputs[GROWTH_INPUTS];
    uint8_t state[4];
} growth_bytes;
typedef struct growth_floats {
    float inputs[GROWTH_INPUTS];
    uint8_t state[4];
} growth_floats;

typedef bool growth_condition(const void *agent);

typedef struct growth_rule {
    growth_condition *when;
    uint8_t to;  ///< a leaf
} growth_rule;

typedef struct growth_brain {
    growth_type type;
    uint32_t leaf_count;
    wits_state_id leaves[GROWTH_MAX_LEAVES];
    uint32_t rule_count;  ///< rules of each leaf
    growth_rule rules[GROWTH_MAX_LEAVES][GROWTH_MAX_CONDITIONS];
    const wits_brain *compiled;
    uint64_t memory[131072];
} growth_brain;

typedef struct growth_world {
    const growth_brain *brain;
    uint32_t agents;
    uint8_t *structs;  ///< structs that the callbacks read; null without callbacks
    size_t stride;
    void *columns[GROWTH_INPUTS];
    wits_column fields[GROWTH_INPUTS];
    wits_crowd crowd;
    wits_crowd_run run;
    void *code_memory;
} growth_world;

/// The caller frees it.
growth_brain *growth_build(const growth_case *of);
void growth_run_callbacks(growth_world *world);
/// Agents start scattered over the leaves: a row of `leaves`.
uint32_t growth_first_leaf(const growth_brain *brain, uint32_t agent);

#endif
