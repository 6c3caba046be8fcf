// SPDX-License-Identifier: MIT
// The prepared way through a pass, for plain brains (one machine: no parallel, no suspend; no update_skip_entered) in
// mode now without a trace. It does what decide.c, update.c and move.c do, in fewer steps; tests hold the two together.
#ifndef WITS_CORE_FAST_H
#define WITS_CORE_FAST_H

#include "core/brain.h"

enum {
    OPERATION_END,
    OPERATION_ASK,      ///< a simple transition with a host condition and nothing else
    OPERATION_FIELD,    ///< with a test of one field and nothing else: `asks` is the offset of its lean form
    OPERATION_LEAN,     ///< with an expression that uses nothing but fields: the same
    OPERATION_TEST,     ///< with any other expression and nothing else
    OPERATION_ALWAYS,   ///< a simple transition with nothing to ask for
    OPERATION_GUARD,    ///< any other transition
    OPERATION_GUARDS,   ///< all of a state, where writing them out would take too much room: `row` of them from `asks`
    OPERATION_HIGHEST,  ///< choose the highest of plain scores
    OPERATION_CHOOSE,   ///< choose in any other way
    OPERATION_ENTER,    ///< the composite is empty
    OPERATION_DECIDE,   ///< decide actions of a leaf
};

enum {
    COMMAND_END,
    COMMAND_CALL,     ///< one host function, `what`, of a state without private data
    COMMAND_SET,      ///< a field becomes `what`
    COMMAND_RUN,      ///< assignments that use nothing but fields: lean code at `what`
    COMMAND_ACTION,   ///< any other action, a word of the action table
    COMMAND_ACTIONS,  ///< several of these, at `what`
    COMMAND_OPEN,     ///< clocks and private data begin; its composite's memory is used up
    COMMAND_CLOSE,    ///< they end, and its composite takes note of it if that is left too
    COMMAND_STEPS,    ///< a leaf's steps
};

enum {
    OPTION_ASK,    ///< by a host function
    OPTION_LEAN,   ///< by an expression that uses nothing but fields
    OPTION_SAME,   ///< `weight` is its score
    OPTION_OTHER,  ///< by any other expression
    OPTION_CONSIDERED,
};

#endif
