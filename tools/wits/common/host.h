// SPDX-License-Identifier: MIT
// Host functions for a brain that has no host. Actions are recorded; conditions and scores return preset values.
#ifndef WITS_TOOL_HOST_H
#define WITS_TOOL_HOST_H

#include "prove/answers.h"
#include "wits/crowd.h"

/// The context of every frame.
typedef struct host {
    double *values;  ///< result of each function, by its row in the brain; bools are 0 and 1
    // For a crowd: for each function null, or its results for all agents, by row: bytes 0 and 1 of a condition, floats
    // of a score. Null if there are none.
    void **columns;
    call_answers given;        ///< results for calls with particular arguments; they override the other results
    bool *asked;               ///< by row, for single agents: set for conditions and scores called without arguments
    call_answers *asked_with;  ///< calls with arguments, with their results; `asked` and this may be null
    void *user;
    void (*action)(void *user, const wits_call *call);  ///< called for every host action; null: none
    void (*begin)(void *user, const wits_call *call);   ///< called before every list of actions; see action_markers.h
} host;

/// Records the result of a condition or score: for `asked` and `asked_with`, and without arguments also in `values`.
void host_note_answer(const host *of, const wits_call *call, double answer);
/// Returns a function of the same name and kind that uses the `host`.
wits_function host_function(const wits_function *function);
/// The same for a block of agents; the crowd's context is a `host`.
wits_crowd_function host_block_function(const wits_function *function);
/// Returns the action that starts every list of actions in a brain with action markers.
wits_function host_mark(const char *name);

#endif
