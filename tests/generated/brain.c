// SPDX-License-Identifier: MIT
#include "brain.h"

#include <assert.h>
#include <string.h>

uint32_t host_row(const char *name) {
    for (uint32_t row = 0; row < HOST_FUNCTIONS; row++) {
        if (strcmp(host_functions[row].name, name) == 0) {
            return row;
        }
    }
    assert(false && "a function that the host does not have");
    return 0;
}

void generated_brain_make(random_brain *brain, uint64_t seed, const wits_function *run) {
    if (seed % LARGE_EVERY == 0) {
        random_brain_make_large(brain, seed);
    } else if ((seed + seed / CROWD_EVERY) % 2 != 0) {  // some of those with functions for crowds, too
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
