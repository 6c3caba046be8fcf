// SPDX-License-Identifier: MIT
// wits: many agents of one brain, decided in blocks, in your own arrays.
//
//   brain --wits_crowd_prepare--> crowd code: made once, immutable, shared by any number of crowds and threads
//   wits_crowd locates your agents' bytes, fields and ids: arrays of single fields, an array of structs, the components
//   of an entity-component system; nothing is copied each tick, for each slice of your job system:
//   wits_crowd_tick(&crowd, first, count, &run)
//
// Agent i decides exactly what it would decide alone, bit for bit, regardless of slices, their order and the number of
// threads. The library starts no thread and allocates nothing: code and scratch memory are
// yours. Two calls may run at the same time on slices without a common agent.
//
// The mode is *deferred* (section 8 of docs/semantics.md): assignments and `raise` run inside; host actions are
// returned as a list, in the order of the agents, for you to run afterwards.
#ifndef WITS_CROWD_H
#define WITS_CROWD_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WITS_CROWD_MAX_AGENTS 0xFFFFFFFFu

/// A brain prepared for crowds. Its only pointer is that of the brain, which must outlive it.
typedef struct wits_crowd_code wits_crowd_code;
typedef struct wits_crowd wits_crowd;
typedef struct wits_crowd_run wits_crowd_run;

/// Bytes that wits_crowd_prepare needs; 0 without a brain.
WITS_API size_t wits_crowd_code_size(const wits_brain *brain);
/// Compiles the code into `memory` (aligned to 8). Returns null if `size` is less than wits_crowd_code_size returns, or
/// if brain or memory is null. A crowd without code does nothing, and wits_crowd_check reports it.
WITS_API const wits_crowd_code *wits_crowd_prepare(const wits_brain *brain, void *memory, size_t size);

// ------------------------------------------------------------------------------------------------ methods of execution

/// Method of execution. The results are the same, byte for byte.
typedef enum wits_crowd_path {
    WITS_CROWD_PATH_AUTO,
    WITS_CROWD_PATH_SINGLE,  ///< one agent after another, through the engine of wits.h
    WITS_CROWD_PATH_MASKS,   ///< blocks: each rule of the brain once for all agents of a block, with a mask
    WITS_CROWD_PATH_GROUPS,  ///< blocks, sorted by the active state: the rules of each state only for the agents in it
} wits_crowd_path;

/// Instruction set for blocks. The results are the same, bit for bit.
typedef enum wits_crowd_simd {
    WITS_CROWD_SIMD_AUTO,      ///< the widest that this machine supports
    WITS_CROWD_SIMD_BASELINE,  ///< always available (x86-64: SSE2)
    WITS_CROWD_SIMD_AVX2,
    WITS_CROWD_SIMD_AVX512,  ///< F, BW, DQ and VL
} wits_crowd_simd;

/// Returns the widest that this machine supports.
WITS_API wits_crowd_simd wits_crowd_best_simd(void);
WITS_API const char *wits_crowd_simd_name(wits_crowd_simd simd);

/// The path that a brain takes, and the reason.
typedef struct wits_crowd_plan_info {
    wits_crowd_path path;
    const char *reason;      ///< one phrase, such as "a parallel has regions that suspend"
    wits_state_id state;     ///< the state that the reason concerns; WITS_NONE if none
    uint32_t block;          ///< agents per block; 1 for SINGLE
    uint32_t instructions;   ///< operations for a block, for a tick in which every rule is evaluated
    size_t scratch;          ///< bytes of scratch memory
    size_t bytes_per_agent;  ///< without fields: wits_agent_size
} wits_crowd_plan_info;
WITS_API wits_crowd_plan_info wits_crowd_plan(const wits_crowd_code *code);

/// Returns the bytes of scratch memory for one running slice. `block` is the number of agents in a block: 0 lets the
/// code choose, else 1 to 4,096. Blocks are smaller if a brain's agents list hundreds of actions in a tick.
WITS_API size_t wits_crowd_scratch_size(const wits_crowd_code *code, uint32_t block);

// ---------------------------------------------------------------------------------------------- functions for a block

/// One argument of a call, as in `near(distance * 2, "door")`: a column with value i for call->agents[i], call->count
/// of them. A constant is a column, too, so a function does not depend on how its argument is written.
typedef struct wits_crowd_argument {
    const int32_t *integers;  ///< INT; 0 or 1 for a BOOL; the values' numbers for an ENUM; else null
    const float *numbers;     ///< FLOAT; the same values as floats for an INT; else null. Every NaN is 7fc00000
    const char *text;         ///< TEXT without quotes, the same for all agents; else null. Lives as long as the brain
    wits_argument_kind kind;  ///< as declared; but an INT is possible where only the program declares a FLOAT
    uint32_t names;           ///< for an ENUM: used by wits_crowd_argument_of
    bool is_constant;         ///< all values of the column are equal
} wits_crowd_argument;

/// Arguments of a host function for a block of agents. Valid during the call only, like all it points to except texts.
/// The columns are in the scratch memory of the calling slice: other threads do not see them, and writes to them are
/// lost.
typedef struct wits_crowd_call {
    const wits_crowd *crowd;
    const wits_crowd_run *run;
    uint32_t function;       ///< its row in the brain's order
    const uint32_t *agents;  ///< rows of the calling agents in the crowd, ascending. When targets of an option are
                             ///< scored, an agent appears once for each of them
    uint32_t count;
    uint32_t argument_count;               ///< number of the function's parameters
    const wits_crowd_argument *arguments;  ///< null if there are none
    uint32_t target_kind;     ///< kind of target of the innermost option with one, among the states around the text;
                              ///< WITS_NONE without
    const uint32_t *targets;  ///< ids of the targets that are scored, or that the calling agents remember for that
                              ///< option; null without
} wits_crowd_call;

/// Returns an argument as the function for one agent receives it, for call->agents[i]: with the name of an enum's
/// value.
WITS_API wits_argument wits_crowd_argument_of(const wits_crowd_call *call, uint32_t argument, uint32_t i);

/// Writes call->count results. Pure, as the functions for one agent: read the section on host functions in wits.h.
typedef void wits_crowd_condition_fn(const wits_crowd_call *call, bool *holds);
typedef void wits_crowd_score_fn(const wits_crowd_call *call, float *scores);

/// Replaces the function for one agent of the same row. If both are null, the function for one agent is called. A
/// function with arguments must declare its parameters, in the brain (`functions:` of a file) or in the crowd's
/// `functions`: then all calls pass the same number of arguments, of the same kinds. Otherwise wits_crowd_check reports
/// it.
typedef struct wits_crowd_function {
    wits_crowd_condition_fn *condition;
    wits_crowd_score_fn *score;
} wits_crowd_function;

// ----------------------------------------------------------------------------------------------------------- the crowd

/// Agents in caller-owned memory. Only their bytes and the fields that actions assign are written.
struct wits_crowd {
    const wits_crowd_code *code;
    uint64_t count;       ///< at most WITS_CROWD_MAX_AGENTS; agents are rows from 0
    void *agents;         ///< bytes of agent i at agents + i * agent_stride
    size_t agent_stride;  ///< 0: wits_agent_size
    const uint64_t *ids;  ///< id of each agent; null: first_id + i
    uint64_t first_id;
    const wits_column *columns;  ///< columns of the brain's fields, in its order; null if it has none
    // Contexts for the host functions for one agent, in your array: contexts + i * context_stride for agent i. With a
    // stride of 0 all agents share one; without contexts functions get null.
    void *contexts;
    size_t context_stride;
    const wits_function *functions;              ///< in the brain's order; null if it has none
    const wits_crowd_function *block_functions;  ///< in the brain's order, or null
    const wits_target_list *targets;  ///< for each kind, in the brain's order, one list of the targets of all agents,
                                      ///< with offsets; null: all are empty
    void *user;                       ///< the frame's
    size_t agents_size;               ///< bytes of memory from `agents` on, for wits_crowd_check; 0: unknown
    uint64_t layout;  ///< as in the frame: wits_brain_layout_hash when the agents were created; 0: unknown
};

/// Checks whether a crowd can run: counts, memory, types, strides, sizes, overlapping fields, read-only fields that are
/// assigned, functions. Action functions are not required: crowds only list them. Call it when the arrays are new;
/// every other function assumes that it returns true, except for ids of targets: duplicates and unknown ids are
/// harmless. Adds every problem to `report`, which may be null.
WITS_API bool wits_crowd_check(const wits_crowd *crowd, wits_report *report);
/// Checks whether foreign bytes of agents are valid, so that the brain could have made them, and the slice is within
/// the crowd. Reports every invalid agent; the problem's row is the agent's. `report` may be null: then it stops at the
/// first.
WITS_API bool wits_crowd_check_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_report *report);

// ----------------------------------------------------------------------------------------------------------- the calls

/// Arguments of a call. Usually only tick, seed, scratch and list are set and the rest is zero.
struct wits_crowd_run {
    uint32_t tick;
    uint64_t seed;
    void *scratch;  ///< wits_crowd_scratch_size(code, block) bytes, aligned to 64; not shared with other running slices
    wits_list *list;  ///< for host actions; may be null if the brain has none
    /// Level of detail: an agent decides when (tick + id) mod n is 0, the sum modulo 2^64; 0 and 1: always. Distribute
    /// ids over the remainders: if all ids are multiples of n, all agents decide in the same tick.
    uint32_t decide_every;
    uint32_t block;  ///< agents per block, as for wits_crowd_scratch_size
    wits_crowd_path path;
    wits_crowd_simd simd;
    /// Null, or a counter of scores that were NaN. Such an option is never chosen, which usually indicates a mistake in
    /// its expression. Use one counter for each slice that runs at the same time, and add them up. The count is the
    /// same on every path.
    uint64_t *nan_scores;
};

// Each function handles `count` agents, beginning with `first`. It does nothing if the slice extends beyond the crowd's
// last agent, or without code: both are mistakes. Returns the number of agents handled: all, or fewer if the list has
// less capacity left than one agent may need (wits_list_room and wits_list_argument_room of the same verb). The next
// agent is unchanged then: empty the list and continue with it. Agents without anything to do count as handled: a goto
// to an unknown state moves no agent and returns `count`.

WITS_API uint64_t wits_crowd_decide(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);
WITS_API uint64_t wits_crowd_update(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);
/// Runs, for each agent, first the decision, then the update.
WITS_API uint64_t wits_crowd_tick(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);
WITS_API uint64_t wits_crowd_start(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);
WITS_API uint64_t wits_crowd_stop(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);
WITS_API uint64_t wits_crowd_goto(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                                  wits_state_id state);
WITS_API uint64_t wits_crowd_set_state(const wits_crowd *crowd, uint64_t first, uint64_t count,
                                       const wits_crowd_run *run, wits_state_id state);

/// Makes an event pending for a range of agents. Ignores unknown events.
WITS_API void wits_crowd_raise(const wits_crowd *crowd, uint64_t first, uint64_t count, uint32_t event);
/// The same functions for a list of agents.
WITS_API void wits_crowd_raise_for(const wits_crowd *crowd, const uint32_t *agents, size_t count, uint32_t event);

// Queries, from outside of any call for these agents.

/// Adds to counts[s] how many agents have state s as a deepest active one. wits_state_count(brain) counts.
WITS_API void wits_crowd_count(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts);
/// Writes the rows of the agents that are in a state, ascending, into `agents` (capacity `count`). Returns their
/// number.
WITS_API uint64_t wits_crowd_find(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_state_id state,
                                  uint32_t *agents);
/// Writes the deepest active state of each agent into `states` (capacity `count`): WITS_NONE for a stopped agent, and
/// for one that has several, in regions of a parallel.
WITS_API void wits_crowd_deepest(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_state_id *states);
/// The sum of the agents' hashes modulo 2^64. The hashes of slices add up to that of the crowd.
WITS_API uint64_t wits_crowd_hash(const wits_crowd *crowd, uint64_t first, uint64_t count);

// ------------------------------------------------------------------------------------------ lists, and level of detail

/// Records of one action that may run as one batch.
typedef struct wits_crowd_group {
    uint32_t action;    ///< see wits_action_function
    uint32_t position;  ///< position in each agent's own list
    uint32_t first;     ///< first of the sorted records
    uint32_t count;
} wits_crowd_group;

/// Sorts a crowd's list by (position in the agent's own list, action), with agents in their order: running the groups
/// one after another keeps the order of each agent's actions. Sorts `records` in place, using `spare` of the same
/// length as working memory. Writes at most `capacity` groups and returns their number.
WITS_API uint32_t wits_crowd_group_list(wits_action_record *records, uint32_t count, wits_action_record *spare,
                                        wits_crowd_group *groups, uint32_t capacity);

/// Returns `decide_every` for a budget of decisions per tick, for consecutive ids: agents / budget, rounded up. 0 if an
/// agent would wait longer than `longest` ticks, or if the budget is 0.
WITS_API uint32_t wits_crowd_period(uint64_t agents, uint64_t budget, uint32_t longest);

#ifdef __cplusplus
}
#endif

#endif
