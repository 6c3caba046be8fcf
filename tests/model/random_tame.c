// SPDX-License-Identifier: MIT
// Random brains: what makes crowds go agent by agent is taken away.
#include <string.h>

#include "random_brain.h"

/// The first field of a kind, which is a float; null if it has none.
static const char *first_number(const random_brain *b, const char *kind) {
    static const char *const names[] = {"enemy.near", "cover.near", "friend.near"};
    for (uint32_t i = 0; i < b->desc.target_count; i++) {
        if (strcmp(b->targets[i].name, kind) == 0 && b->targets[i].field_count > 0) {
            return names[i];
        }
    }
    return NULL;
}

/// An option with a target whose pairs are scored in blocks: without rank, no default option, its score an expression.
static void tame_option(random_brain *b, uint32_t row) {
    wits_state_desc *s = &b->states[row];
    wits_state_desc *utility = &b->states[s->parent];
    s->rank = NULL;
    utility->default_option = utility->default_option == row ? 0 : utility->default_option;
    if (utility->score_best) {
        utility->score_best = false;
        utility->score = "0.5";
    }
    for (uint32_t i = 0; i < HOST_SCORES && s->score != NULL; i++) {
        if (strcmp(s->score, host_functions[HOST_CONDITIONS + i].name) == 0) {
            const char *input = first_number(b, s->target);
            s->score = input != NULL ? input : "0.5";
        }
    }
}

void random_brain_tame(random_brain *b) {
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        s->kind = s->kind == WITS_KIND_PARALLEL ? WITS_KIND_FSM : s->kind;
        s->leave = s->leave == WITS_LEAVE_SUSPEND ? WITS_LEAVE_RESUME : s->leave;
        s->activation = s->activation == WITS_ACTIVATION_SILENT ? WITS_ACTIVATION_NOW : s->activation;
        s->data_size = 0;
        s->data = NULL;
        s->step = NULL;
        if (s->target != NULL) {
            tame_option(b, row);
        }
    }
    b->desc.step_count = 0;
    b->desc.update_skip_entered = false;
    random_done_mend(&b->desc, b->states, b->transitions, b->steps);
}
