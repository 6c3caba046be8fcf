// SPDX-License-Identifier: MIT
// Compiles a brain in which a marker action starts every list of actions. In mode now, its calls show in order which
// actions of states, steps and transitions run. It decides exactly as the original brain.
#ifndef WITS_TOOL_MARKED_H
#define WITS_TOOL_MARKED_H

#include "common/host.h"
#include "common/text.h"

typedef struct action_markers {
    wits_desc desc;
    const wits_brain *brain;
    wits_function *functions;  ///< for the frame; the marker is the last
    void **owned;
    size_t owned_count;
    size_t owned_capacity;
} action_markers;

/// Prints an error and returns false if the function tables are full. `desc` must outlive the result.
bool action_markers_make(const wits_desc *desc, action_markers *to);
void action_markers_free(action_markers *of);

/// Returns the text of the action list that a call of the marker belongs to.
const char *action_text(const wits_desc *desc, const wits_call *call);
/// Compiles valid tables. Free the result. Prints an error and returns null on failure.
wits_brain *compile_tables(const wits_desc *desc);

#endif
