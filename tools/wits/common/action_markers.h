// SPDX-License-Identifier: MIT
// A brain whose every list of actions begins with an action of this program's own. Run in mode now, it tells in order
// which state's, step's and transition's actions run, and decides exactly as the brain that it was made from.
#ifndef WITS_TOOL_MARKED_H
#define WITS_TOOL_MARKED_H

#include "common/host.h"
#include "common/text.h"

typedef struct action_markers {
    wits_desc desc;
    const wits_brain *brain;
    wits_function *functions;  ///< for the frame; the mark is the last
    void **owned;
    size_t owned_count;
    size_t owned_capacity;
} action_markers;

/// The tables must outlive it. False, said, in the one case that there is no room for a function more.
bool action_markers_make(const wits_desc *desc, action_markers *to);
void action_markers_free(action_markers *of);

/// The action text that a call of the mark begins.
const char *action_text(const wits_desc *desc, const wits_call *call);
/// The brain of tables that are known to be good, in memory to be freed; null, said, if they are not.
wits_brain *compile_tables(const wits_desc *desc);

#endif
