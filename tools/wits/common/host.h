// SPDX-License-Identifier: MIT
// The host functions of a brain that has no host: actions are written down, conditions and scores give what they were
// told to give.
#ifndef WITS_TOOL_HOST_H
#define WITS_TOOL_HOST_H

#include "prove/answers.h"
#include "wits/crowd.h"

/// The context of every frame.
typedef struct host {
    double *values;  ///< what each function gives, by its row in the brain; bools are 0 and 1
    // Of a crowd: for each function null, or what it gives to each agent, by rows: bytes 0 and 1 of a condition, floats
    // of a score. Null if there are none.
    void **columns;
    call_answers given;  ///< to calls with just these arguments, before what a function gives otherwise
    bool *tick_record;   ///< by row, of single agents: set for conditions and scores that are asked without arguments
    call_answers *asked_with;  ///< and those that are asked with arguments, with what they gave. Both may be null
    void *user;
    void (*action)(void *user, const wits_call *call);  ///< a host action is called; null: nothing
    void (*begin)(void *user, const wits_call *call);   ///< a list of actions begins; see marked.h
} host;

/// A function of the same name and kind that asks or tells the `host`.
wits_function host_function(const wits_function *function);
/// The same for a block of agents whose crowd has a `host` as its context.
wits_crowd_function host_block_function(const wits_function *function);
/// The action that begins every list of actions of a marked brain.
wits_function host_mark(const char *name);

#endif
