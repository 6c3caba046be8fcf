// SPDX-License-Identifier: MIT
// What is kept of a crowd for its picture.
#include "crowd_plot.h"

#include <stdlib.h>

enum { MOST_COLUMNS = 1000 };

void crowd_plot_begin(many *of, uint64_t ticks, const plot_fields *fields, crowd_plot *to) {
    *to = (crowd_plot){.of = of, .fields = fields, .time = columns_of(ticks + 1, MOST_COLUMNS)};
    to->counts = allocate(to->time.count, sizeof *to->counts);
    to->stats = allocate(to->time.count, sizeof *to->stats);
}

void crowd_plot_tick(crowd_plot *to, uint32_t tick) {
    uint64_t ticked = tick - to->of->how.from;
    if (ticked % to->time.per_column != 0) {
        return;
    }
    uint32_t states = to->of->desc->state_count;
    tally counted = many_count(to->of);
    uint32_t *counts = allocate(states + 1, sizeof *counts);
    for (uint32_t state = 0; state < states; state++) {
        counts[state] = (uint32_t)counted.counts[state];
    }
    counts[states] = (uint32_t)counted.stopped;
    free(counted.counts);
    to->counts[to->sampled] = counts;
    to->stats[to->sampled] = to->fields->count > 0 ? stats_of(to->of, to->fields) : NULL;
    to->sampled++;
}

void crowd_plot_end(crowd_plot *of) {
    for (uint32_t column = 0; column < of->sampled; column++) {
        free(of->counts[column]);
        if (of->stats[column] != NULL) {
            stats_free(of->stats[column], of->fields->count);
        }
    }
    free(of->counts);
    free(of->stats);
    *of = (crowd_plot){0};
}

void crowd_plot_draw(const crowd_plot *of, const crowd_result *what, text *to) {(void)of;(void)what;(void)to;}
