// SPDX-License-Identifier: MIT
#include "ticks.h"

void wits_ticks_run(const wits_ticks *of, uint32_t ticks) {
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint64_t done = 0; done < of->count;) {
            done += wits_crowd_tick(of->crowd, of->first + done, of->count - done, of->run);
            of->run->list->count = of->run->list->argument_count = 0;
        }
        of->run->tick++;
    }
    if (of->next != NULL) {
        *of->next = of->run->tick;
    }
}
