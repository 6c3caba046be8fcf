// SPDX-License-Identifier: MIT
// Random brains: what makes crowds go agent by agent is taken away.
#include "random_brain.h"

void random_brain_tame(random_brain *b) {
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        s->kind = s->kind == WITS_KIND_PARALLEL ? WITS_KIND_FSM : s->kind;
        s->leave = s->leave == WITS_LEAVE_SUSPEND ? WITS_LEAVE_RESUME : s->leave;
        s->activation = s->activation == WITS_ACTIVATION_SILENT ? WITS_ACTIVATION_NOW : s->activation;
        s->data_size = 0;
        s->data = NULL;
        s->step = NULL;
    }
    b->desc.step_count = 0;
    b->desc.update_skip_entered = false;
    random_done_mend(&b->desc, b->states, b->transitions, b->steps);
}
