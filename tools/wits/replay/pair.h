// SPDX-License-Identifier: MIT
// Two replays in step: of two recordings, or of one recording with two brains. Finds the first difference and explains
// it in both.
#ifndef WITS_TOOL_REPLAY_PAIR_H
#define WITS_TOOL_REPLAY_PAIR_H

#include "common/progress.h"
#include "replay/world.h"

/// Kinds of differences.
typedef enum replay_what {
    REPLAY_NOTHING,
    REPLAY_SEED,
    REPLAY_TARGETS,  ///< the list of targets of a kind
    REPLAY_ANSWER,   ///< what a function answered
    REPLAY_STATE,    ///< active states
    REPLAY_TARGET,   ///< the target of an active option
    REPLAY_FIELD,
    REPLAY_EVENT,  ///< whether it is pending
    REPLAY_MEMORY  ///< clocks, memory of states, cooldowns or private data
} replay_what;

/// The word for it in JSON.
const char *replay_what_name(replay_what what);

/// A difference of an agent.
typedef struct replay_difference {
    replay_what what;
    uint32_t tick;
    uint64_t call;  ///< number of the call, from 1
    uint64_t row;   ///< UINT64_MAX: of all agents
    uint64_t id;
    text name;       ///< of the field, event, function, option or kind of targets
    text values[2];  ///< what each replay has
} replay_difference;

typedef enum replay_end {
    REPLAY_END_BOTH,        ///< both recordings have ended
    REPLAY_END_FIRST,       ///< only the first has ended; `calls` has the next call of the second
    REPLAY_END_SECOND,      ///< only the second has ended; `calls` has the next call of the first
    REPLAY_END_DIFFERENCE,  ///< an agent differs after a call
    REPLAY_END_CALLS,       ///< the next calls are not the same: see `calls`
    REPLAY_END_FAILED,      ///< the error was printed
    REPLAY_END_INTERRUPTED
} replay_end;

typedef struct replay_pair {
    replay_world worlds[2];
    wits_versions *versions;
    uint32_t *fields;  ///< by field of the first brain: that of the second; WITS_NONE: none of the same type
    wits_state_id *active[2];
    bool has_same_layout;
    uint64_t same_calls;  ///< calls after which nothing differed
    uint32_t last_tick;
    replay_end end;
    replay_difference decision;  ///< the first difference after a call
    replay_difference input;     ///< the first one before a call: of the agent that decided differently, if one did
    text why[2];                 ///< both decisions
    text calls[2];               ///< the next calls, if they are not the same: "tick of 10 agents at tick 5"
    uint64_t unanswered[2];      ///< calls of functions without a recorded answer
    text *left_out;              ///< what is recorded and the second brain lacks: "field 'n' (its type has changed)"
    size_t left_out_count, left_out_capacity;
    bool has_no_common_state;  ///< but the root
} replay_pair;

/// Returns how many calls the second recording has after the end of the first, or the other way round.
uint64_t replay_pair_more_calls(const replay_pair *of);
/// Compares two worlds that were opened. Returns a status; prints errors.
int replay_pair_run(replay_pair *of, progress *bar);
void replay_pair_end(replay_pair *of);

#endif
