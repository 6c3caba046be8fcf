// SPDX-License-Identifier: MIT
// Arguments of actions: what a brain gives to a function, and whether that is what the function takes.
#ifndef WITS_CORE_ARGUMENTS_H
#define WITS_CORE_ARGUMENTS_H

#include "core/tables.h"

/// Whether a function that takes this may get that; null is no argument.
bool wits_core_argument_is_taken(wits_takes takes, const wits_argument *argument);
/// "say gets nothing, and takes a text", of which the name is there already; the problem may be null.
void wits_core_tell_argument(wits_problem *problem, wits_takes takes, const wits_argument *argument);

/// A call of a host action, and where it stands: in a list of actions of that row, of the state `name`.
typedef struct action_call {
    wits_table table;
    uint32_t row;
    const char *name;
    const char *member;
    uint32_t function;
    const wits_argument *argument;  ///< null: none
} action_call;

/// Shows every call of a host action in the brain: those of states, then of transitions, then of steps.
void wits_core_each_action_call(const wits_brain *brain, void (*see)(void *user, const action_call *call), void *user);

#endif
