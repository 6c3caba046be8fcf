// SPDX-License-Identifier: MIT
// Which way a brain takes as a crowd, for `check -v`.
#include "crowd.h"

#include "run.h"

#include <stdlib.h>

void text_plan(text *to, const wits_brain *brain) {
    static const char *const names[] = {
        [WITS_CROWD_PATH_AUTO] = "auto",
        [WITS_CROWD_PATH_SINGLE] = "single",
        [WITS_CROWD_PATH_MASKS] = "masks",
        [WITS_CROWD_PATH_GROUPS] = "groups",
    };
    size_t size = wits_crowd_code_size(brain);
    void *memory = allocate(1, size);
    wits_crowd_plan_info plan = wits_crowd_plan(wits_crowd_prepare(brain, memory, size));
    text_format(to, "as a crowd: %s (%s", names[plan.path], plan.reason);
    if (plan.state == WITS_ROOT) {
        text_format(to, ": '%s'", wits_state_name(brain, WITS_ROOT));
    } else if (plan.state != WITS_NONE) {
        text_add(to, ": '");
        text_path(to, brain, plan.state);
        text_add(to, "'");
    }
    text_add(to, ")");
    if (plan.path != WITS_CROWD_PATH_SINGLE) {
        text_format(to, ", blocks of %u agents, %u instructions a block, %zu bytes of scratch", (unsigned)plan.block,
                    (unsigned)plan.instructions, plan.scratch);
    }
    free(memory);
}
