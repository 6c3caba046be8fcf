// SPDX-License-Identifier: MIT
// A slice, while it runs block by block. All its memory is the caller's scratch memory.
#ifndef WITS_CROWD_BLOCKS_H
#define WITS_CROWD_BLOCKS_H

#include "crowd/code.h"

typedef struct scratch {
    char *memory;
    size_t used;
} scratch;

/// A host action of an agent of the block: the number of its LIST in the code, then the agent's number in the block.
typedef uint32_t block_record;

enum {
    RECORD_AGENT_BITS = 12,
    NO_TARGET_KIND = 0xFF,  ///< in a LIST: its agents have no target
};

_Static_assert(CROWD_MAX_BLOCK <= 1 << RECORD_AGENT_BITS, "agents of a block have numbers of so many bits");

/// Location of a column's values: address for the block's first agent, and stride.
typedef struct column_source {
    unsigned char *base;
    size_t stride;
    uint32_t width;
    bool is_swapped;  ///< 4 bytes in the other order than this machine's: a clock in an agent's bytes, if that is
                      ///< big-endian
} column_source;

typedef struct blocks {
    const wits_crowd *crowd;
    const wits_crowd_run *run;
    const wits_crowd_code *code;
    const lanes_kernels *kernels;
    uint32_t block;   ///< lanes of a whole block
    uint64_t first;   ///< row of the first agent
    uint32_t agents;  ///< in this block
    void **columns;
    void **own;  ///< memory of the columns that are not, or not always, the caller's
    uint8_t *read_only;
    bool has_shared;  ///< some are read only
    uint64_t *ids;
    uint8_t *all_due;            ///< mask of the block's agents
    uint32_t *order;             ///< the block's agents sorted
    uint32_t *starts;            ///< where those of each slot begin, and the following ones; then as much to sort with
    const uint32_t *group;       ///< lanes are these agents of the block; null: lane i is agent i
    const uint16_t *group_list;  ///< which columns they need
    uint32_t group_count;
    uint32_t *rows;                         ///< rows of the agents that a function is called for
    uint32_t *row_lanes;                    ///< and their lanes
    void *answers;                          ///< bools or floats
    int32_t *integers[WITS_MAX_ARGUMENTS];  ///< arguments for functions for blocks
    float *numbers[WITS_MAX_ARGUMENTS];
    block_record *records;
    uint32_t record_count;
    uint32_t *record_starts;
    void *pair_memory;  ///< memory of the columns of pairs
    void **pair_columns;
    uint32_t *target_ids;      ///< ids of their targets
    uint32_t *target_rows;     ///< rows of the targets of pairs
    uint32_t *record_targets;  ///< and of the records, where the brain has such options
    uint32_t *values;          ///< computed values of the records, in their order
    uint32_t value_count;
    bool any;  ///< see lanes_block
    lanes_block lanes;
} blocks;

/// Writes columns that are copies back to the caller's memory and reloads them.
void wits_crowd_blocks_write_back(const blocks *b);
void wits_crowd_blocks_read_again(blocks *b);
/// Returns the location of a field, or of a number in the agents' bytes.
column_source wits_crowd_blocks_source(const blocks *b, lanes_column column);
/// The agent of the block that a lane is.
static inline uint32_t lane_agent(const blocks *b, uint32_t lane) {
    return b->group != NULL ? b->group[lane] : lane;
}
static inline uint32_t lane_count(const blocks *b) {
    return b->group != NULL ? b->group_count : b->agents;
}

// gather.c: loads values of the block's agents, or of those in `order`. Lanes from `count` on have no agent and are
// zeroed: results computed from them are discarded, but they are never computed from uninitialised bytes.

void wits_crowd_gather_all(void *to, column_source from, uint32_t count, uint32_t lanes);
void wits_crowd_scatter_all(column_source to, const void *from, uint32_t count);
void wits_crowd_gather_some(void *to, column_source from, const uint32_t *order, uint32_t count, uint32_t lanes);
void wits_crowd_scatter_some(column_source to, const void *from, const uint32_t *order, uint32_t count);

// groups.c

void wits_crowd_groups_run_block(blocks *b, wits_verb verb);
/// Gathers and scatters the columns of the running group.
void wits_crowd_groups_write_back(const blocks *b);
void wits_crowd_groups_read_again(const blocks *b);

// host.c: host functions for agents of a block; `user` is the blocks

void wits_crowd_host_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out);
void wits_crowd_host_score(void *user, const lanes_op *at, const uint8_t *mask, float *out);
void wits_crowd_host_list(void *user, const lanes_op *at, const uint8_t *mask);
void wits_crowd_host_data(void *user, const lanes_op *at, const uint8_t *mask);
void wits_crowd_host_step(void *user, const lanes_op *at, const uint8_t *mask, uint32_t *out);
/// Copies the block's records to the caller's list, in the order of the agents.
void wits_crowd_host_flush(blocks *b);

// pairs_run.c: options with targets; `user` is the blocks

/// Scratch memory of the pairs that are scored at one time, and how many columns they have.
size_t wits_crowd_pairs_bytes(const wits_crowd_code *code);
uint32_t wits_crowd_pairs_columns(const wits_crowd_code *code);
void wits_crowd_pairs_score(void *user, const lanes_op *at);
void wits_crowd_pairs_read(void *user, const lanes_op *at);

const lanes_kernels *wits_crowd_simd_kernels(wits_crowd_simd simd);

#endif
