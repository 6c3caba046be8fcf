// SPDX-License-Identifier: MIT
// Prints how a brain runs as a crowd, for `check -v`.
#include "crowd/crowd.h"

#include "agent/run.h"

#include <stdlib.h>

void text_plan(text *to, const wits_brain *brain) {
    size_t size = wits_crowd_code_size(brain);
    void *memory = allocate(1, size);
    wits_crowd_plan_info plan = wits_crowd_plan(wits_crowd_prepare(brain, memory, size));
    text_add(to, "a crowd of it runs ");
    if (plan.path == WITS_CROWD_PATH_SINGLE) {
        text_add(to, "one agent after another (single)");
    } else {
        text_format(to, "in blocks of %u agents, %s", (unsigned)plan.block,
                    plan.path == WITS_CROWD_PATH_MASKS ? "each rule once for the whole block (masks)"
                                                       : "each state's rules for the agents that are in it (groups)");
    }
    text_format(to, ", because %s", plan.reason);
    if (plan.state == WITS_ROOT) {
        text_format(to, ": '%s'", wits_state_name(brain, WITS_ROOT));
    } else if (plan.state != WITS_NONE) {
        text_add(to, ": '");
        text_path(to, brain, plan.state);
        text_add(to, "'");
    }
    if (plan.path != WITS_CROWD_PATH_SINGLE) {
        text_format(to, "; %u operations for a block, %zu bytes of working memory for each thread",
                    (unsigned)plan.instructions, plan.scratch);
    }
    free(memory);
}
