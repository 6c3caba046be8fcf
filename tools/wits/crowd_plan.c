// SPDX-License-Identifier: MIT
// Which way a brain takes as a crowd, for `check -v`.
#include "crowd.h"

#include "run.h"

#include <stdlib.h>

static const char *way_of(wits_crowd_path path) {
    switch (path) {
    case WITS_CROWD_MASKS:
        return "each rule once for a whole block of agents";
    case WITS_CROWD_GROUPS:
        return "blocks of agents sorted by their state";
    case WITS_CROWD_SINGLE:
    case WITS_CROWD_AUTO:
    default:
        return "one agent after another";
    }
}

void text_plan(text *to, const wits_brain *brain) {
    size_t size = wits_crowd_code_size(brain);
    void *memory = allocate(1, size);
    wits_crowd_plan_info plan = wits_crowd_plan(wits_crowd_prepare(brain, memory, size));
    text_format(to, "as a crowd: %s", way_of(plan.path));
    if (plan.path != WITS_CROWD_SINGLE) {
        text_format(to, " (%u to a block, %u instructions a tick, %zu bytes of scratch)", (unsigned)plan.block,
                    (unsigned)plan.instructions, plan.scratch);
    }
    if (plan.reason != NULL && plan.reason[0] != '\0') {
        text_format(to, ": %s", plan.reason);
    }
    if (plan.state != WITS_NONE) {
        text_add(to, " ('");
        if (plan.state == WITS_ROOT) {
            text_add(to, wits_state_name(brain, WITS_ROOT));
        } else {
            text_path(to, brain, plan.state);
        }
        text_add(to, "')");
    }
    free(memory);
}
