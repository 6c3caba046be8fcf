// SPDX-License-Identifier: MIT
// One run of a crowd, from the start to what is printed of it.
#ifndef WITS_TOOL_CROWD_LIFE_H
#define WITS_TOOL_CROWD_LIFE_H

#include "crowd/checkpoint.h"
#include "crowd/crowd.h"
#include "crowd/crowd_options.h"
#include "crowd/initial_values.h"

/// What was read before anything runs.
typedef struct crowd_given {
    wits_file *file;
    inputs in;
    initial_values agents;
    sets set;  ///< of --set
    target_sources targets;
    field_list fields;
    checkpoint from;         ///< that the run goes on from, with --resume
    checkpoint_marks marks;  ///< of what is given
    text words;              ///< the options among it: see checkpoint.h
    uint64_t context_hash;
} crowd_given;

/// Reads the brain and all that is given to it; `to` is zeroed before. Collective. Returns a status; what is wrong is
/// said. To be freed whatever is returned.
int crowd_given_read(const crowd_options *options, crowd_given *to);
void crowd_given_free(crowd_given *of);

/// Reads settings of a crowd; `option` is what they are called in messages. Returns a status; what is wrong is said.
int crowd_read_sets(const wits_file *file, const char *const *texts, size_t count, const char *option, sets *to);
/// How many ticks a run takes.
uint64_t crowd_ticks(const crowd_options *options, const crowd_given *given);
/// How the agents are run, with the seed of the options. Notes what this machine or build does not have.
crowd_sim_options crowd_how(const crowd_options *options, const crowd_given *given);

/// A run under way or done; it must stay where it is.
typedef struct crowd_session {
    crowd_sim crowd;
    crowd_result what;
} crowd_session;

/// Makes the agents and starts them, or gives them what a checkpoint has of them. Collective. Returns a status; what
/// went wrong is said. To be ended whatever is returned.
int crowd_begin(const crowd_options *options, const crowd_given *given, const sets *set, crowd_sim_options how,
                crowd_session *to);
void crowd_end(crowd_session *of);

/// After a tick that all agents have done, or after the start. Returns whether to go on.
typedef bool crowd_tick_fn(void *user, crowd_session *of, uint32_t tick);
/// Runs all ticks, or as many as Ctrl-C leaves. With `to_whole_ticks` one that is under way is brought to its end;
/// several ranks always do that. Collective.
void crowd_run(crowd_session *of, progress *bar, bool to_whole_ticks, crowd_tick_fn *after, void *user);
int crowd_say_interrupted(const crowd_session *of);

/// --seeds, --sweep: run after run, each a row. Returns a status.
int crowd_sweep(const crowd_options *options, const crowd_given *given, crowd_sim_options how);

#endif
