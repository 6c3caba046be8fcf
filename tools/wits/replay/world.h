// SPDX-License-Identifier: MIT
// The agents of a recording while it is replayed.
#ifndef WITS_TOOL_REPLAY_WORLD_H
#define WITS_TOOL_REPLAY_WORLD_H

#include "common/host.h"
#include "common/recording.h"
#include "explain/tick_record.h"

typedef struct replay_world {
    const char *path;  ///< of the recording
    text bytes;
    wits_recording recording;
    wits_file *file;  ///< the brain: that of the recording, or another one
    const wits_desc *desc;
    const wits_brain *brain;
    wits_agents agents;
    wits_column *columns;
    wits_migration how;
    wits_frame frame;          ///< of conversions to another layout, in which functions have no recorded answers
    wits_function *functions;  ///< of that frame: they return false and 0
    host host;
    void *memory;
    uint64_t memory_size;
    wits_replay *replay;
    void *code_memory;
    const wits_crowd_code *code;
    wits_list list;  ///< receives actions, which have no effect here
    void *scratch;
    size_t scratch_size;
    uint64_t calls;      ///< so far
    uint32_t last_tick;  ///< of the last of them
    // Comparisons with the recording, which has hashes and keyframes before some calls and at the end:
    uint64_t compared;
    uint32_t same_tick;  ///< the last tick before which the agents were the same
    bool differs;
    bool differs_at_end;  ///< after the last call; else before those of `differs_tick`
    uint32_t differs_tick;
    wits_difference difference;
    bool is_again;    ///< it was restarted and is no longer compared
    bool has_failed;  ///< the recording has what no recorder writes; the error was printed
    bool has_agent;   ///< `one` is initialised
    agent_sim one;    ///< the agent that is explained
} replay_world;

/// Reads a recording, and the brain in it or `brain`, which may be null. Creates its agents. Returns a status; prints
/// errors. End `to`, which must stay at its address, in any case.
int replay_world_open(const char *path, const char *brain, replay_world *to);
/// The same, with the bytes of the file, which it takes.
int replay_world_open_bytes(const char *path, text *bytes, const char *brain, replay_world *to);
void replay_world_end(replay_world *of);
/// Goes to the last keyframe at or before a tick, or to the start. Returns false and prints an error on failure.
bool replay_world_seek(replay_world *of, uint32_t tick);
/// Goes back to the start, and is no longer compared with the recording. Returns false and prints an error on
/// failure.
bool replay_world_restart(replay_world *of);

/// Applies changes up to the next call and describes it. Returns false after the last one.
bool replay_world_next(replay_world *of, wits_recorded_call *call);
/// Runs a call for all of its agents.
void replay_world_run(replay_world *of, const wits_recorded_call *call);
/// Runs a call for one of its agents only, and records its decisions. `to` was begun with replay_world_records.
void replay_world_run_one(replay_world *of, const wits_recorded_call *call, uint64_t row, tick_records *to);
/// Begins records of an agent. Returns false and prints an error on failure.
bool replay_world_records(replay_world *of, tick_records *to);

/// Returns the sum of the agents' hashes, as `wits crowd` prints it.
uint64_t replay_world_hash(const replay_world *of);
uint64_t replay_world_id(const replay_world *of, uint64_t row);
/// Returns the row of the agent with this id, or the number of agents if there is none.
uint64_t replay_world_find(const replay_world *of, uint64_t id);
void *replay_world_agent(const replay_world *of, uint64_t row);
double replay_world_field(const replay_world *of, uint64_t row, uint32_t field);

#endif
