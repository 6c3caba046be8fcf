// SPDX-License-Identifier: MIT
// The prepared way through a pass, for plain brains (one machine: no parallel, no suspend; no update_skip_entered) in
// mode now without a trace. It does what decide.c, update.c and move.c do, in fewer steps; tests hold the two together.
#ifndef WITS_CORE_FAST_H
#define WITS_CORE_FAST_H

#include "core/brain.h"

enum {
    OPERATION_GUARDS,  ///< try `count` guards from `first`; `state` is the source
    OPERATION_CHOOSE,  ///< score the options of `state`, whose active child is `first`
    OPERATION_ENTER,   ///< `state` has no active child
    OPERATION_DECIDE,  ///< decide actions of the leaf `state`
};

enum {
    COMMAND_CALL,     ///< one host function of a state without private data
    COMMAND_ACTIONS,  ///< any list of actions
    COMMAND_OPEN,     ///< clocks and private data begin; its composite's memory is used up
    COMMAND_CLOSE,    ///< they end, and its composite takes note of it if that is left too
    COMMAND_STEPS,    ///< a leaf's steps
};

bool fast_decide(const wits_brain *brain, void *agent, const wits_frame *frame);
bool fast_update(const wits_brain *brain, void *agent, const wits_frame *frame);
bool fast_tick(const wits_brain *brain, void *agent, const wits_frame *frame);

#endif
