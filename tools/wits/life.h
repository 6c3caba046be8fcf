// SPDX-License-Identifier: MIT
// One agent of a brain and a record of its actions.
#ifndef WITS_TOOL_LIFE_H
#define WITS_TOOL_LIFE_H

#include "context.h"
#include "inputs.h"
#include "marked.h"

/// A list of actions that has run.
typedef struct done {
    wits_action_kind kind;
    wits_state_id state;  ///< the state that has the list; for a transition its source
    wits_state_id to;     ///< of a transition
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

typedef struct life {
    const wits_desc *desc;
    marked mind;
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
} life;

/// Creates a stopped agent of a well-formed brain, with the fields' initial values. Prints an error and returns false
/// on failure. `to` must stay at its address.
bool life_begin(const wits_desc *desc, bool traces, life *to);
void life_end(life *of);
/// Starts a tick and drops the record of earlier calls.
void life_next_tick(life *of, uint32_t tick);
void life_set(life *of, const input_value *value);
/// Call this after the last input of a tick and before the first call.
void life_inputs_done(life *of);
void life_raise(life *of, uint64_t events);
void life_call(life *of, input_call call);
/// Makes a call for any agent. Records only what the frame asks for.
void life_do(const wits_brain *brain, void *agent, const wits_frame *frame, input_call call);

#endif
