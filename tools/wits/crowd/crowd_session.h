// SPDX-License-Identifier: MIT
// One run of a crowd, from the start to the printed results.
#ifndef WITS_TOOL_CROWD_LIFE_H
#define WITS_TOOL_CROWD_LIFE_H

#include "crowd/checkpoint.h"
#include "crowd/crowd.h"
#include "crowd/crowd_options.h"
#include "crowd/initial_values.h"

/// Everything read before the run.
typedef struct crowd_given {
    wits_file *file;
    const wits_file *other;  ///< a brain with the same inputs; inputs that only it has are ignored. May be null
    inputs in;
    initial_values agents;
    sets set;  ///< settings of --set
    target_sources targets;
    field_list fields;
    checkpoint from;         ///< with --resume: the starting point
    checkpoint_marks marks;  ///< hashes of the inputs
    text words;              ///< the options among them; see checkpoint.h
    uint64_t context_hash;
} crowd_given;

/// Reads the brain, unless `to->file` is there already, and its inputs; zero the rest of `to` first. Returns a status;
/// prints errors. Free `to` in any case. Collective.
int crowd_given_read(const crowd_options *options, crowd_given *to);
void crowd_given_free(crowd_given *of);

/// Reads the settings of a crowd. Messages call them `option`. Returns a status; prints errors.
int crowd_read_sets(const char *command, const wits_file *file, const char *const *texts, size_t count,
                    const char *option, sets *to);
/// The same for lines of a world, which may raise events. Those from `again_from` on are evaluated before every tick.
int crowd_read_world(const char *command, const wits_file *file, const char *const *texts, size_t count,
                     size_t again_from, sets *to);
/// Returns whether a run continues until Ctrl-C.
bool crowd_is_endless(const crowd_options *options);
/// Returns the number of ticks of a run.
uint64_t crowd_ticks(const crowd_options *options, const crowd_given *given);
/// Returns how to run the agents, with the seed of the options. Prints notes about features that this machine or build
/// lacks.
crowd_sim_options crowd_how(const crowd_options *options, const crowd_given *given);

/// A run in progress or finished. It must stay at its address.
typedef struct crowd_session {
    crowd_sim crowd;
    crowd_result what;
} crowd_session;

/// Creates the agents and starts them, or restores them from a checkpoint. Returns a status; prints errors. Call
/// crowd_end in any case. Collective.
int crowd_begin(const crowd_options *options, const crowd_given *given, const sets *set, crowd_sim_options how,
                crowd_session *to);
void crowd_end(crowd_session *of);

/// Called after the start and after every tick that all agents completed. Returns whether to continue.
typedef bool crowd_tick_fn(void *user, crowd_session *of, uint32_t tick);
/// Runs all ticks, or until Ctrl-C. With `to_whole_ticks` an interrupted tick is completed; several ranks always do
/// that. Collective.
void crowd_run(crowd_session *of, progress *bar, bool to_whole_ticks, crowd_tick_fn *after, void *user);
int crowd_say_interrupted(const crowd_session *of);

/// --seeds, --sweep: runs one after another, each printed as a row. Returns a status.
int crowd_sweep(const crowd_options *options, const crowd_given *given, crowd_sim_options how);

#endif
