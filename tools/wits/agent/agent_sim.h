// SPDX-License-Identifier: MIT
// One agent of a brain and a record of its actions.
#ifndef WITS_TOOL_LIFE_H
#define WITS_TOOL_LIFE_H

#include "common/action_markers.h"
#include "common/context.h"
#include "common/inputs.h"
#include "wits/record.h"

/// A list of actions that has run.
typedef struct done {
    wits_action_kind kind;
    wits_state_id state;  ///< the state that has the list; for a transition its source
    wits_state_id to;     ///< destination of a transition
} done;

/// One call of a verb, with its inputs and its part of the trace.
typedef struct turn {
    input_verb verb;
    wits_state_id state;
    uint32_t first_record;
    uint32_t record_count;
    uint64_t raised;        ///< events that its actions raised
    unsigned char *before;  ///< the agent's bytes before the call
} turn;

typedef struct agent_sim {
    const wits_desc *desc;
    action_markers mind;
    unsigned char *agent;
    context knows;
    host around;
    wits_frame frame;
    bool *is_drawn;  ///< for each random stream: the inputs set its draws
    float *draws;    ///< those draws; for other streams the draws from the seed in this tick
    bool has_draws;  ///< inputs set at least one stream
    // For the current tick:
    uint64_t raised;         ///< external events
    uint64_t raised_inside;  ///< events that actions raised
    context given;           ///< fields after the inputs and before the calls
    done *done;
    size_t done_count, done_capacity;
    text calls;  ///< each ended by a zero byte, one after another
    size_t call_count;
    const char *rest;  ///< the unread part of the running action text
    // With a trace:
    bool traces;
    wits_trace trace;
    turn *turns;
    size_t turn_count, turn_capacity;
    // For recordings:
    wits_recorder *recorder;  ///< records every call; may be null
    const wits_function
        *through;      ///< functions of a recorder or a replay, through which the host's are called; or null
    bool is_replayed;  ///< bytes and fields of the agent are those of a replay
    bool runs_recorded_actions;
    unsigned char *own_agent;
} agent_sim;

/// Creates a stopped agent of a well-formed brain, with the fields' initial values. Prints an error and returns false
/// on failure. `to` must stay at its address.
bool agent_sim_begin(const wits_desc *desc, bool traces, agent_sim *to);
void agent_sim_end(agent_sim *of);
/// Makes it as it was after agent_sim_begin.
void agent_sim_restart(agent_sim *of);
/// Starts a tick and drops the record of earlier calls.
void agent_sim_next_tick(agent_sim *of, uint32_t tick);
void agent_sim_set(agent_sim *of, const input_value *value);
/// Call this after the last input of a tick and before the first call.
void agent_sim_inputs_done(agent_sim *of);
void agent_sim_raise(agent_sim *of, uint64_t events);
void agent_sim_call(agent_sim *of, input_call call);
/// Calls the functions through a table of a recorder, which must outlive the agent's calls.
void agent_sim_record(agent_sim *of, wits_recorder *recorder);
/// Makes it an agent of a replay for one call: its bytes and fields are those in the frame's row, its functions return
/// the recorded results. With `runs_actions`, actions have their recorded effects.
void agent_sim_attach(agent_sim *of, void *agent, const wits_frame *frame, bool runs_actions);
/// Makes a call for any agent. Records only what the frame requests.
void agent_sim_do(const wits_brain *brain, void *agent, const wits_frame *frame, input_call call);

#endif
