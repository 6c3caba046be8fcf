// SPDX-License-Identifier: MIT
// One agent of a brain, and what it did.
#ifndef WITS_TOOL_LIFE_H
#define WITS_TOOL_LIFE_H

#include "common/action_markers.h"
#include "common/context.h"
#include "common/inputs.h"

/// A list of actions that has run.
typedef struct done {
    wits_action_kind kind;
    wits_state_id state;  ///< whose it is; of a transition its source
    wits_state_id to;     ///< of a transition
} done;

/// One call of a verb: what led to it and what it left in the trace.
typedef struct turn {
    input_verb verb;
    wits_state_id state;
    uint32_t first_record;
    uint32_t record_count;
    uint64_t raised;        ///< events that its actions raised
    unsigned char *before;  ///< the agent's bytes before it
} turn;

typedef struct agent_sim {
    const wits_desc *desc;
    action_markers mind;
    unsigned char *agent;
    context knows;
    host around;
    wits_frame frame;
    bool *is_drawn;  ///< of each place of chance: inputs say what it draws
    float *draws;    ///< that; of others what the seed draws in this tick
    bool has_draws;  ///< any is
    // Of the present tick:
    uint64_t raised;         ///< events from outside
    uint64_t raised_inside;  ///< events that actions have raised
    context given;           ///< the fields after the inputs and before the calls
    done *done;
    size_t done_count, done_capacity;
    text calls;  ///< each with a final zero, one after the other
    size_t call_count;
    const char *rest;  ///< of the action text that is running
    // With a trace:
    bool traces;
    wits_trace trace;
    turn *turns;
    size_t turn_count, turn_capacity;
} agent_sim;

/// A stopped agent of a brain that is well formed, with the fields' initial values. False if that was said to be
/// impossible. `to` must stay where it is.
bool agent_sim_begin(const wits_desc *desc, bool traces, agent_sim *to);
void agent_sim_end(agent_sim *of);
/// What the calls before have done is forgotten.
void agent_sim_next_tick(agent_sim *of, uint32_t tick);
void agent_sim_set(agent_sim *of, const input_value *value);
/// What comes from outside at this tick has all come; calls follow.
void agent_sim_inputs_done(agent_sim *of);
void agent_sim_raise(agent_sim *of, uint64_t events);
void agent_sim_call(agent_sim *of, input_call call);
/// A call for any agent; nothing is written down but what the frame asks for.
void agent_sim_do(const wits_brain *brain, void *agent, const wits_frame *frame, input_call call);

#endif
