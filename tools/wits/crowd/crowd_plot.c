// SPDX-License-Identifier: MIT
// Collects the data for a crowd's picture.
#include "crowd/crowd_plot.h"

#include <stdlib.h>

enum { MOST_COLUMNS = 1000 };

void crowd_plot_begin(crowd_sim *of, const field_list *fields, crowd_plot *to) {
    *to = (crowd_plot){.of = of, .fields = fields, .time = {.per_column = 1}};
    to->counts = allocate(MOST_COLUMNS, sizeof *to->counts);
    to->stats = allocate(MOST_COLUMNS, sizeof *to->stats);
}

static void forget(crowd_plot *of, uint32_t column) {
    free(of->counts[column]);
    stats_free(of->stats[column], of->fields->count);
}

/// Removes every other column. From now on a column covers twice as many ticks.
static void halve(crowd_plot *of) {
    for (uint32_t column = 0; column < of->sampled; column++) {
        if (column % 2 == 0) {
            of->counts[column / 2] = of->counts[column];
            of->stats[column / 2] = of->stats[column];
        } else {
            forget(of, column);
        }
    }
    of->sampled = (of->sampled + 1) / 2;
    of->time.per_column *= 2;
}

void crowd_plot_tick(crowd_plot *to, uint32_t tick) {
    uint64_t ticked = tick - to->of->how.from;
    if (ticked % to->time.per_column == 0 && to->sampled == MOST_COLUMNS) {
        halve(to);
    }
    if (ticked % to->time.per_column != 0) {
        return;
    }
    uint32_t states = to->of->desc->state_count;
    tally counted = crowd_sim_count(to->of);
    uint32_t *counts = allocate(states + 1, sizeof *counts);
    for (uint32_t state = 0; state < states; state++) {
        counts[state] = (uint32_t)counted.counts[state];
    }
    counts[states] = (uint32_t)counted.stopped;
    free(counted.counts);
    to->counts[to->sampled] = counts;
    to->stats[to->sampled++] = stats_of(to->of, to->fields);
}

void crowd_plot_end(crowd_plot *of) {
    for (uint32_t column = 0; column < of->sampled; column++) {
        forget(of, column);
    }
    free(of->counts);
    free(of->stats);
    *of = (crowd_plot){0};
}
