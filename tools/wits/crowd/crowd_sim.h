// SPDX-License-Identifier: MIT
// A crowd of one brain: one dense array for each field, run in slices by several threads. Of a crowd that several ranks
// share (ranks.h) each has a range of the agents; what is counted over all agents is counted over those of all ranks.
#ifndef WITS_TOOL_MANY_H
#define WITS_TOOL_MANY_H

#include "common/host.h"
#include "common/inputs.h"
#include "common/progress.h"
#include "common/sets.h"
#include "crowd/crowd_targets.h"
#include "crowd/transition_matrix.h"

typedef struct crowd_sim_options {
    uint64_t agents;  ///< of all ranks
    uint64_t first;   ///< how many of them other ranks have before those of this one
    uint64_t here;    ///< how many this one has
    uint32_t threads;
    uint64_t seed;
    wits_crowd_path path;
    wits_crowd_simd simd;
    bool counts_transitions;
    bool has_ids;   ///< agents have ids of their own, else those from 0 on
    bool goes_on;   ///< agents have their bytes already: they are not started
    uint32_t from;  ///< the tick that they are at
    const target_sources *targets;
} crowd_sim_options;

/// What one thread has for itself.
typedef struct worker {
    void *scratch;
    wits_list list;         ///< host actions do nothing here: it is emptied when it is full
    unsigned char *before;  ///< a slice's agents before a tick, where moves are counted
    transition_matrix moved;
    uint64_t *counts;  ///< of the agents that it counts
    uint64_t stopped;
    uint64_t hash;
    uint64_t nan_scores;
    struct stats_room *counting;  ///< of stats.c, made when it is needed
} worker;

typedef struct crowd_sim {
    const wits_desc *desc;
    const wits_brain *brain;
    const sets *given;
    crowd_sim_options how;
    wits_crowd crowd;  ///< of what follows, and of `agents`, which are owned
    wits_column *columns;
    wits_function *functions;
    wits_crowd_function *block_functions;
    host around;
    crowd_targets targets;
    void *code;
    uint64_t *ids;          ///< null if they are rows
    uint32_t column_count;  ///< the fields', then those of functions that are set
    worker *workers;
    uint32_t worker_count;
    uint64_t slices;
    uint64_t slice_agents;
    progress *bar;  ///< may be null
    const inputs *in;
    bool is_outside;  ///< what was set is outside of a range, which was said
    // Of the present tick:
    uint64_t first_slice;  ///< that has not done it yet
    uint32_t tick;
    double seconds;  ///< of all ticks so far
    uint64_t agent_ticks;
    struct {
        uint64_t agents, bytes;
    } machine;  ///< of all ranks on this machine: how many, and what they need
    // Of a run that goes on from a checkpoint, what was counted before; of rank 0:
    transition_matrix moved_before;
    uint64_t nan_before;
} crowd_sim;

/// All that the brain says about its agents, in memory of their own; the tables and `given` outlive it. False, said, if
/// there is not so much memory. The fields have their initial values.
bool crowd_sim_begin(const wits_desc *desc, const wits_brain *brain, const sets *given, crowd_sim_options how,
                     crowd_sim *to);
void crowd_sim_end(crowd_sim *of);
// Agents are known by their row among those of this rank.

/// One value of one agent.
void crowd_sim_put(crowd_sim *to, uint64_t agent, uint32_t field, double value);
double crowd_sim_get(const crowd_sim *of, uint64_t agent, uint32_t field);
void *crowd_sim_agent(const crowd_sim *of, uint64_t agent);
uint64_t crowd_sim_id(const crowd_sim *of, uint64_t agent);
/// The row of the agent with an id; as many as there are here if none here has it. Ids ascend.
uint64_t crowd_sim_find(const crowd_sim *of, uint64_t id);
/// Takes the inputs, evaluates what is set, then starts, unless agents go on. False if that was
/// interrupted, or if what was set for an agent is outside of its range.
bool crowd_sim_start(crowd_sim *of, const inputs *in);
/// The same for agents that go on from a checkpoint of a tick: they have all values already.
void crowd_sim_go_on(crowd_sim *of, const inputs *in, uint32_t tick);
/// One tick. Returns how many agents have done it: fewer only when interrupted.
uint64_t crowd_sim_tick(crowd_sim *of, uint32_t tick);
/// The rest of a tick that was interrupted, whatever is pressed.
void crowd_sim_finish_tick(crowd_sim *of, uint64_t ticked);

// What is counted over all agents, of all ranks: each of these is collective.

typedef struct tally {
    uint64_t *counts;  ///< for which each state is a deepest active one, wits_state_count of them; to be freed
    uint64_t stopped;
} tally;

tally crowd_sim_count(crowd_sim *of);
/// The sum of the agents' hashes, without their fields.
uint64_t crowd_sim_hash(crowd_sim *of);
/// Of all ticks so far.
transition_matrix crowd_sim_moves(const crowd_sim *of);
/// How often an option was scored and its score was no number, from the start on.
uint64_t crowd_sim_nan_scores(const crowd_sim *of);

// Between many.c (memory) and many_run.c.

typedef struct slice {
    uint64_t first;
    uint64_t count;
} slice;

slice crowd_sim_slice(const crowd_sim *m, uint64_t piece);
/// Gives all agents of a slice one value.
void crowd_sim_fill(const wits_column *column, slice s, double value);
/// Made in memory to be freed.
const wits_crowd_code *crowd_sim_prepare(const wits_brain *brain, void **memory);
bool crowd_sim_take_scratch(worker *w, size_t size);
/// That there is not so much memory, but only `there` bytes. Returns false.
bool crowd_sim_say_too_large(const crowd_sim *m, uint64_t there);

#endif
