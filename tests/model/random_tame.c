// SPDX-License-Identifier: MIT
// Random brains: removes features that make crowds run agent by agent.
#include "random_brain.h"

#include <stdio.h>
#include <string.h>

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

void random_brain_take_considerations(random_brain *b) {
    for (uint32_t row = 0; row < b->desc.consideration_count; row++) {
        b->states[b->considerations[row].of].score = random_arguments_bare(b, HOST_CONDITIONS, HOST_SCORES, row);
    }
    b->desc.consideration_count = 0;
}

void random_brain_take_candidacy(random_brain *b) {
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        b->states[row].rank = NULL;
        b->states[row].cooldown = 0;
        b->states[row].default_option = 0;
    }
}

/// Returns whether an option of this utility has targets.
static bool has_aimed_options(const wits_desc *d, uint32_t utility) {
    bool has = false;
    for (uint32_t row = 1; row < d->state_count; row++) {
        has = has || (d->states[row].parent == utility && d->states[row].target != NULL);
    }
    return has;
}

void random_brain_score_by_fields(random_brain *b) {
    random_brain_take_considerations(b);
    random_brain_take_candidacy(b);
    for (uint32_t row = 1; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        for (uint32_t kind = 0; kind < b->desc.target_count && s->target != NULL; kind++) {
            if (strcmp(b->targets[kind].name, s->target) == 0) {
                char *text = b->score_texts[row];
                (void)snprintf(text, sizeof b->score_texts[row], "%s.%s", s->target, b->target_fields[kind][0].name);
                s->score = b->targets[kind].field_count > 0 ? text : "0.5";
            }
        }
    }
    for (uint32_t row = 0; row < b->desc.transition_count; row++) {
        wits_transition_desc *t = &b->transitions[row];
        if (t->any && row % 2 == 0 && has_aimed_options(&b->desc, t->from)) {
            t->when = random_arguments_bare(b, 0, HOST_CONDITIONS, row);
        }
    }
}
