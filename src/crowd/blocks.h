// SPDX-License-Identifier: MIT
// A slice, while it runs block by block. All its memory is the caller's scratch memory.
#ifndef WITS_CROWD_BLOCKS_H
#define WITS_CROWD_BLOCKS_H

#include "crowd/code.h"

typedef struct scratch {
    char *memory;
    size_t used;
} scratch;

/// A host action of an agent of the block.
typedef struct block_record {
    uint32_t action;
    uint32_t lane;
    uint16_t kind;
    uint16_t row;
} block_record;

typedef struct blocks {
    const wits_crowd *crowd;
    const wits_crowd_run *run;
    const wits_crowd_code *code;
    const lanes_kernels *kernels;
    uint32_t block;   ///< lanes of a whole block
    uint64_t first;   ///< row of the first agent
    uint32_t agents;  ///< of this block
    uint32_t ahead;   ///< of the next one
    void **columns;
    void **own;  ///< memory of the columns that are not, or not always, the caller's
    uint8_t *read_only;
    bool has_shared;  ///< some are read only
    uint64_t *ids;
    uint32_t *rows;     ///< of the agents that are asked about
    uint32_t *answers;  ///< bools or floats
    block_record *records;
    uint32_t record_count;
    uint32_t *record_starts;
    bool any;  ///< see lanes_block
    lanes_block lanes;
} blocks;

// host.c: host functions for agents of a block; `user` is the blocks

void host_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out);
void host_score(void *user, const lanes_op *at, const uint8_t *mask, float *out);
void host_list(void *user, const lanes_op *at, const uint8_t *mask);
/// The block's records into the caller's list, in the order of the agents.
void host_flush(blocks *b);

const lanes_kernels *simd_kernels(wits_crowd_simd simd);

#endif
