// SPDX-License-Identifier: MIT
// Code of a crowd, compiled once from a brain. The block path has a column for each field, one for the agents' slot
// (which tells what is active), one for each clock, memory and byte of events in the agents' bytes, and temporaries.
// Columns that are dense in the caller's arrays are used in place; others are copied for each block and copied back.
#ifndef WITS_CROWD_CODE_H
#define WITS_CROWD_CODE_H

#include "core/brain.h"
#include "expr/lanes.h"
#include "wits/crowd.h"

enum {
    CROWD_MAX_COLUMNS = 16384,  ///< maximum number of columns of a brain that runs in blocks, without temporary ones
    CROWD_MAX_BLOCK = 4096,
    CROWD_MAX_LISTED = 1 << 14,  ///< actions that an agent may list in a tick
    /// Limits of a block: 12 MiB of scratch memory, and at most 16 MiB for arguments.
    CROWD_MAX_RECORDS = CROWD_MAX_LISTED * LANES_STEP,
    LIST_WRITTEN = 0x8000,  ///< in a list of columns: the column is written
};

/// A number in the agents' bytes.
typedef struct agent_column {
    uint32_t offset;
    uint32_t width;  ///< 1 or 4
} agent_column;

/// The numbers in the agents' bytes (core/brain.h), in the order of their offsets. Slots and memories of two bytes are
/// two numbers.
typedef struct agent_numbers {
    uint32_t bytes;      ///< columns of one byte each, at the beginning
    uint32_t clocks;     ///< columns of four bytes each, after these
    uint32_t cooldowns;  ///< offset of numbers of one byte and of four bytes in turn
    uint32_t targets;    ///< offset of the others: of four bytes each
    uint32_t count;
} agent_numbers;

/// Numbers of columns.
typedef struct column_map {
    uint32_t field_count;
    uint32_t event_bytes;
    uint32_t machine_count;
    lanes_column first_field;
    lanes_column slot;       ///< the first of the agents' bytes
    lanes_column pass;       ///< slot of each machine as the pass sees it; 0 where the pass has ended
    lanes_column pass_high;  ///< its second byte; 0: all slots have one
    lanes_column due;        ///< mask of those that decide
    lanes_column sink;       ///< receives writes to shared fields
    lanes_column taken;      ///< first of the events pending when the pass began
    lanes_column first_agent;
    agent_numbers agent;
    lanes_column first_temp;  ///< temporary ones: of bytes and of words in turn
    uint32_t count;
} column_map;

/// Agents that share a slot: where the code of their rules begins, and which columns it needs (see lists).
typedef struct group_code {
    uint32_t decide, update;
    uint32_t decide_columns, update_columns;
} group_code;

enum {
    PAIR_LANES = 1024,     ///< pairs that are scored at one time
    MAX_PAIR_INPUTS = 32,  ///< inputs of an option's pairs besides fields
};

/// Plan for scoring the pairs of an option.
typedef struct pair_plan {
    uint32_t start;            ///< position in the pairs' code
    lanes_column score, rank;  ///< columns of pairs; 0: the constants
    uint16_t option;
    uint32_t constant, rank_constant;
    uint32_t input_count;
    column_map columns;  ///< columns of pairs: the agent's fields, then those of the target, then the inputs
    uint32_t byte_temps, word_temps;
    uint32_t reads;  ///< which of these: a byte for each, in the code's pair_reads_offset
} pair_plan;

/// Flags of a TARGETS, with the number of its pair plan: its purpose, and which ARGUMENTs follow it, in this order; the
/// inputs come last.
#define PAIRS_ALONE 0x80000000u      ///< as if there were no other option
#define PAIRS_PLAIN 0x40000000u      ///< utility whose score is that of its best option: ignores what is remembered
#define PAIRS_DEFAULT 0x20000000u    ///< a default option: it keeps its target, or takes any, where no pair is eligible
#define PAIRS_RANKED 0x10000000u     ///< ARGUMENT: pair_question.rank
#define PAIRS_THRESHOLD 0x08000000u  ///< ARGUMENT: pair_question.threshold
#define PAIRS_COOLS 0x04000000u      ///< ARGUMENT: pair_question.cools
#define PAIRS_NUMBER 0x0000FFFFu     ///< the plan's

struct wits_crowd_code {
    const wits_brain *brain;
    wits_crowd_plan_info plan;
    bool has_host_actions;
    bool asks_host;  ///< for conditions or scores
    bool needs_ids;
    bool has_groups;        ///< else agents are not sorted, even if the caller requests it
    bool updates_by_masks;  ///< for groups: so few states have updates that sorting again would not pay
    column_map columns;
    uint32_t window_count;  ///< parts of the agents' bytes whose columns are read and written together
    uint32_t byte_temps, word_temps;
    uint32_t decide_start, update_start;  ///< in the code
    uint32_t lane_bytes;                  ///< bytes of all columns for one lane
    uint32_t max_block;  ///< maximum number of agents of a block, so that its list has room even if each lists as much
                         ///< as possible
    uint32_t code_offset, tables_offset, windows_offset, flags_offset;
    uint32_t marks_offset;     ///< a byte for each column: only while lists are written
    uint32_t groups_offset;    ///< group_code of each slot
    uint32_t routines_offset;  ///< uint32_t of each state's routines: only while the code is written
    uint32_t lives_offset;     ///< lanes_life of each value of a part: likewise
    uint32_t lists_offset;     ///< lists of columns: a count, then so many numbers
    uint32_t pair_count;       ///< options with targets
    uint32_t pairs_offset, pairs_code_offset, pairs_tables_offset, pair_reads_offset;
};

enum { CROWD_IN_WINDOW = 4 };  ///< flag of a column, besides those of lanes_builder: a window has it

static inline const void *code_at(const wits_crowd_code *code, uint32_t offset) {
    return (const char *)code + offset;
}

/// Returns a byte for each field of an option's pairs: whether the code reads it.
static inline const uint8_t *code_pair_reads(const wits_crowd_code *code, const pair_plan *plan) {
    return (const uint8_t *)code_at(code, code->pair_reads_offset) + plan->reads;
}

/// Returns the number of temporary column i.
static inline lanes_column temp_column(const column_map *m, uint32_t i, bool is_word) {
    return (lanes_column)(m->first_temp + 2 * i + is_word);
}

/// Returns where a number in the agents' bytes is.
static inline agent_column agent_column_at(const agent_numbers *of, uint32_t number) {
    const uint32_t first_cooldown = of->bytes + of->clocks;
    const uint32_t first_target = first_cooldown + (of->targets - of->cooldowns) / COOLDOWN_BYTES * 2;
    if (number < of->bytes) {
        return (agent_column){number, 1};
    }
    if (number < first_cooldown) {
        return (agent_column){of->bytes + 4 * (number - of->bytes), 4};
    }
    if (number < first_target) {
        const uint32_t cooldown = (number - first_cooldown) / 2, is_tick = (number - first_cooldown) % 2;
        return (agent_column){of->cooldowns + COOLDOWN_BYTES * cooldown + is_tick, is_tick != 0 ? 4 : 1};
    }
    return (agent_column){of->targets + TARGET_BYTES * (number - first_target), 4};
}

/// Returns the number at an offset.
static inline uint32_t agent_number_at(const agent_numbers *of, uint32_t offset) {
    const uint32_t first_cooldown = of->bytes + of->clocks;
    if (offset < of->bytes) {
        return offset;
    }
    if (offset < of->cooldowns) {
        return of->bytes + (offset - of->bytes) / 4;
    }
    if (offset < of->targets) {
        const uint32_t behind = offset - of->cooldowns;
        return first_cooldown + behind / COOLDOWN_BYTES * 2 + (behind % COOLDOWN_BYTES != 0);
    }
    return first_cooldown + (of->targets - of->cooldowns) / COOLDOWN_BYTES * 2 + (offset - of->targets) / TARGET_BYTES;
}

static inline const uint8_t *code_flags(const wits_crowd_code *code) {
    return (const uint8_t *)code_at(code, code->flags_offset);
}

static inline const lanes_window *code_windows(const wits_crowd_code *code) {
    return (const lanes_window *)code_at(code, code->windows_offset);
}

static inline size_t crowd_agent_stride(const wits_crowd *crowd) {
    return crowd->agent_stride != 0 ? crowd->agent_stride : crowd->code->brain->agent_size;
}

static inline uint8_t *crowd_agent(const wits_crowd *crowd, uint64_t row) {
    return (uint8_t *)crowd->agents + row * crowd_agent_stride(crowd);
}

/// Like wits_crowd_check, except for ids of targets: duplicates and unknown ids are harmless.
bool wits_crowd_can_run(const wits_crowd *crowd);

/// Returns whether the crowd has code and the slice is within it; otherwise nothing is done.
static inline bool crowd_has(const wits_crowd *crowd, uint64_t first, uint64_t count) {
    bool has = crowd->code != NULL && first <= crowd->count && count <= crowd->count - first;
    WITS_ASSERT(has);
    return has;
}

/// Returns the agent's context for host functions; null if the crowd has no contexts.
static inline void *crowd_context(const wits_crowd *crowd, uint64_t row) {
    return crowd->contexts != NULL ? (char *)crowd->contexts + row * crowd->context_stride : NULL;
}

static inline uint64_t crowd_id(const wits_crowd *crowd, uint64_t row) {
    return crowd->ids != NULL ? crowd->ids[row] : crowd->first_id + row;
}

/// Returns whether an agent decides in this tick.
static inline bool crowd_is_due(const wits_crowd_run *run, uint64_t id) {
    return run->decide_every <= 1 || (run->tick + id) % run->decide_every == 0;
}

/// Encodes the owner of a called function: the state, and the row of a transition. For an `any` transition the state is
/// its composite; the source of each agent follows from its slot.
static inline uint32_t host_about(uint32_t state, uint32_t row) {
    return state << 16 | (row & 0xFFFF);
}

// single.c: one agent after another

enum {
    SINGLE_PLACE = WITS_VERB_TICK + 1,  ///< set_state; the other values are verbs, all of which may list actions
};

/// Applies a wits_verb, or SINGLE_PLACE, to each agent; `state` is for goto and set_state.
uint64_t wits_crowd_single_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                                  uint32_t verb, wits_state_id state);
wits_frame wits_crowd_single_frame(const wits_crowd *crowd, const wits_crowd_run *run);

// blocks.c: by masks, or by groups

/// Returns the number of agents in a block: the requested one, or the code's own choice.
uint32_t wits_crowd_blocks_size(const wits_crowd_code *code, uint32_t block);
size_t wits_crowd_blocks_scratch(const wits_crowd_code *code, uint32_t block);
uint64_t wits_crowd_blocks_run(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                               wits_verb verb, bool groups);

#endif
