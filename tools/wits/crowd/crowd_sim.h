// SPDX-License-Identifier: MIT
// A simulated crowd of one brain. Each field is one dense array; several threads run the agents in slices. If several
// ranks share a crowd (ranks.h), each rank has a range of the agents, and counts are summed over all ranks.
#ifndef WITS_TOOL_CROWD_SIM_H
#define WITS_TOOL_CROWD_SIM_H

#include "common/host.h"
#include "common/inputs.h"
#include "common/progress.h"
#include "common/sets.h"
#include "crowd/crowd_native.h"
#include "crowd/crowd_targets.h"
#include "crowd/transition_matrix.h"

struct crowd_record;
struct crowd_sim;
/// Called with host actions of a slice after a call. Those of an agent are in order. Several threads call it, for
/// different agents.
typedef void crowd_actions_fn(void *user, const struct crowd_sim *of, const wits_list *actions);

typedef struct crowd_sim_options {
    uint64_t agents;  ///< total of all ranks
    uint64_t first;   ///< number of agents on the ranks before this one
    uint64_t here;    ///< number of agents on this rank
    uint32_t threads;
    uint64_t seed;
    wits_crowd_path path;
    wits_crowd_simd simd;
    const native_brain *native;  ///< runs the agents; null: the library does
    bool counts_transitions;
    bool has_ids;   ///< agents have their own ids instead of 0, 1, 2, …
    bool goes_on;   ///< agents already have their bytes and are not started
    uint32_t from;  ///< the tick that those agents have reached
    const target_sources *targets;
    struct crowd_record *record;  ///< records all calls; null: nothing does
    crowd_actions_fn *actions;    ///< null: host actions are dropped
    void *actions_user;
} crowd_sim_options;

/// Data of one thread.
typedef struct worker {
    void *scratch;
    const wits_crowd *crowd;  ///< the crowd for this thread; null: that of all threads
    wits_list list;           ///< receives host actions, which have no effect here; emptied when full
    unsigned char *before;    ///< copy of a slice's agents before a tick, if transitions are counted
    transition_matrix moved;
    uint64_t *counts;  ///< agents in each state, of the slices that this thread counted
    uint64_t stopped;
    uint64_t hash;
    uint64_t nan_scores;
    struct stats_room *counting;  ///< owned by stats.c, allocated on first use
} worker;

typedef struct crowd_sim {
    const wits_desc *desc;
    const wits_brain *brain;
    const sets *given;
    crowd_sim_options how;
    wits_crowd crowd;  ///< refers to the arrays below; the arrays and `crowd.agents` are owned
    wits_column *columns;
    wits_function *functions;
    wits_crowd_function *block_functions;
    host around;
    crowd_targets targets;
    crowd_native native;
    void *code;
    uint64_t *ids;          ///< null if ids are rows
    uint32_t column_count;  ///< one column for each field, then one for each function that is set
    worker *workers;
    uint32_t worker_count;
    uint64_t slices;
    uint64_t slice_agents;
    progress *bar;  ///< may be null
    const inputs *in;
    bool is_outside;  ///< a value that was set is out of range; the error was printed
    struct {
        const wits_crowd_code *code;
        void *memory, *agents;
    } setting;  ///< of the brain that evaluates the settings; kept only if they are evaluated again
    // State of the current tick:
    uint64_t first_slice;  ///< the first slice that has not run it yet
    uint32_t tick;
    input_call call;  ///< with a recording: the current call
    double seconds;   ///< total of all ticks so far
    uint64_t agent_ticks;
    struct {
        uint64_t agents, bytes;
    } machine;  ///< total of all ranks on this machine: agents and the bytes that they need
    // Counts up to the checkpoint that the run continues from; only on rank 0:
    transition_matrix moved_before;
    uint64_t nan_before;
} crowd_sim;

/// Allocates a crowd and gives the fields their initial values. The tables and `given` must outlive it. Prints an error
/// and returns false if memory is insufficient.
bool crowd_sim_begin(const wits_desc *desc, const wits_brain *brain, const sets *given, crowd_sim_options how,
                     crowd_sim *to);
void crowd_sim_end(crowd_sim *of);
/// Moves a crowd to another address. `from` is empty afterwards.
void crowd_sim_move(crowd_sim *from, crowd_sim *to);
// Functions below identify agents by their row on this rank.

/// Sets one field of one agent.
void crowd_sim_put(crowd_sim *to, uint64_t agent, uint32_t field, double value);
double crowd_sim_get(const crowd_sim *of, uint64_t agent, uint32_t field);
void *crowd_sim_agent(const crowd_sim *of, uint64_t agent);
uint64_t crowd_sim_id(const crowd_sim *of, uint64_t agent);
/// Returns the row of the agent with this id, or the number of agents on this rank if it is not here. Ids ascend.
uint64_t crowd_sim_find(const crowd_sim *of, uint64_t id);
/// Takes the inputs of tick 0, evaluates the settings, then starts the agents unless they continue from a checkpoint.
/// Returns false if interrupted, or if a value that was set is out of range.
bool crowd_sim_start(crowd_sim *of, const inputs *in);
/// The first half of crowd_sim_start: takes the inputs of tick 0 and evaluates the settings.
bool crowd_sim_set(crowd_sim *of, const inputs *in);
/// The second half: starts the agents.
bool crowd_sim_enter(crowd_sim *of);
/// Evaluates the settings again, before a tick; for a world, only those that it sets before every tick. Returns false
/// if interrupted, or if a value is out of range.
bool crowd_sim_set_again(crowd_sim *of, uint32_t tick);
/// Forgets the inputs that a crowd has got, so that crowd_sim_go_on can continue from an earlier tick.
void crowd_sim_rewind(crowd_sim *of);
/// Prepares agents that continue from a checkpoint at `tick`. They already have all values.
void crowd_sim_go_on(crowd_sim *of, const inputs *in, uint32_t tick);
/// The same, and begins the recording if there is one. Prints errors and returns false on failure.
bool crowd_sim_resume(crowd_sim *of, const inputs *in, uint32_t tick);
/// Runs one tick. Returns the number of agents that ran it, which is smaller only after an interrupt.
uint64_t crowd_sim_tick(crowd_sim *of, uint32_t tick);
/// Runs the rest of an interrupted tick and ignores further interrupts.
void crowd_sim_finish_tick(crowd_sim *of, uint64_t ticked);
/// The two parts of crowd_sim_tick: takes the inputs of a tick, then makes its calls. Without calls in the inputs that
/// is `verb`. Neither is interrupted.
void crowd_sim_take_inputs(crowd_sim *of, uint32_t tick);
void crowd_sim_call(crowd_sim *of, input_verb verb);

// The following count over all agents of all ranks. Every rank has to call them.

typedef struct tally {
    uint64_t *counts;  ///< by state: agents that have it as a deepest active state; wits_state_count entries, to be
                       ///< freed
    uint64_t stopped;
} tally;

tally crowd_sim_count(crowd_sim *of);
/// Returns the sum of the agents' hashes. Fields are not included.
uint64_t crowd_sim_hash(crowd_sim *of);
/// Returns the transitions of all ticks so far.
transition_matrix crowd_sim_moves(const crowd_sim *of);
/// Returns how many scores were NaN since the start; CROWD_NAN_UNKNOWN if native code ran, which does not count them.
uint64_t crowd_sim_nan_scores(const crowd_sim *of);
#define CROWD_NAN_UNKNOWN UINT64_MAX

// Shared by crowd_sim.c (memory) and crowd_sim_run.c.

typedef struct slice {
    uint64_t first;
    uint64_t count;
} slice;

slice crowd_sim_slice(const crowd_sim *m, uint64_t piece);
/// Gives all agents of a slice the same value.
void crowd_sim_fill(const wits_column *column, slice s, double value);
/// Compiles a brain for crowds. `memory` is to be freed.
const wits_crowd_code *crowd_sim_prepare(const wits_brain *brain, void **memory);
/// Makes a list of host actions with room for many agents.
wits_list crowd_sim_list(const wits_brain *brain);
bool crowd_sim_take_scratch(worker *w, size_t size);
void crowd_sim_end_setting(crowd_sim *m);
/// Returns the bytes of working memory that a thread needs.
size_t crowd_sim_scratch_size(const crowd_sim *m);
/// Prints that the crowd does not fit into the `there` bytes that are available. Returns false.
bool crowd_sim_say_too_large(const crowd_sim *m, uint64_t there);

#endif
