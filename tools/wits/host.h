// SPDX-License-Identifier: MIT
// The host functions of a brain that has no host: actions are written down, conditions and scores give what they were
// told to give.
#ifndef WITS_TOOL_HOST_H
#define WITS_TOOL_HOST_H

#include "wits/wits.h"

/// The context of every frame.
typedef struct host {
    double *values;  ///< what each function gives, by its row in the brain; bools are 0 and 1
    void *user;
    void (*action)(void *user, const wits_call *call);  ///< a host action is called
    void (*begin)(void *user, const wits_call *call);   ///< a list of actions begins; see marked.h
} host;

/// A function of the same name and kind that asks or tells the `host`.
wits_function host_function(const wits_function *function);
/// The action that begins every list of actions of a marked brain.
wits_function host_mark(const char *name);

#endif
