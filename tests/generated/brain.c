// SPDX-License-Identifier: MIT
#include "brain.h"

#include "model/random_run.h"
#include "wits/crowd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 60 };

uint32_t host_row(const char *name) {
    for (uint32_t row = 0; row < HOST_FUNCTIONS; row++) {
        if (strcmp(host_functions[row].name, name) == 0) {
            return row;
        }
    }
    assert(false && "a function that the host does not have");
    return 0;
}

/// Returns whether a crowd of such agents runs in blocks and has options with targets.
static bool aims_in_blocks(const random_brain *brain) {
    run_failure failure;
    wits_brain *compiled = random_compile(brain, &failure);
    bool aims = false;
    for (uint32_t row = 0; compiled != NULL && row < brain->desc.state_count; row++) {
        aims = aims || brain->desc.states[row].target != NULL;
    }
    if (aims) {
        const size_t size = wits_crowd_code_size(compiled);
        void *memory = malloc(size);
        aims = wits_crowd_plan(wits_crowd_prepare(compiled, memory, size)).path != WITS_CROWD_PATH_SINGLE;
        free(memory);
    }
    free(compiled);
    return aims;
}

/// Makes a brain with functions for crowds, from the first of several seeds whose brain runs in blocks.
static void make_for_crowds(random_brain *brain, uint64_t seed) {
    for (uint64_t turn = 0; turn < MOST_TURNS; turn++) {
        random_brain_make_aimed(brain, host_mix(seed, turn));
        random_brain_tame(brain);
        if (seed / CROWD_EVERY % 4 < 3) {
            random_brain_score_by_fields(brain);
        }
        if (aims_in_blocks(brain)) {
            return;
        }
    }
}

void generated_brain_make(random_brain *brain, uint64_t seed, const wits_function *run) {
    const bool is_aimed = (seed + seed / CROWD_EVERY) % 2 != 0;
    if (seed % LARGE_EVERY == 0) {
        random_brain_make_large(brain, seed);
    } else if (is_aimed && seed % CROWD_EVERY == 0) {
        make_for_crowds(brain, seed);
    } else if (is_aimed) {
        random_brain_make_aimed(brain, seed);
    } else {
        random_brain_make(brain, seed);
    }
    for (uint32_t i = 0; i < HOST_FUNCTIONS && run != NULL; i++) {
        wits_function *to = &brain->functions[i];
        const wits_function *from = &run[host_row(to->name)];
        to->condition = from->condition;
        to->score = from->score;
        to->action = from->action;
        to->step = from->step;
    }
}
