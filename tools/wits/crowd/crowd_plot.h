// SPDX-License-Identifier: MIT
// crowd --plot: how a population spent its time, as a picture.
#ifndef WITS_TOOL_CROWD_PLOT_H
#define WITS_TOOL_CROWD_PLOT_H

#include "chart/series.h"
#include "crowd/crowd.h"

/// What is kept of a crowd for its picture: agents at the first tick of each column. There are at most 1000 columns:
/// where another would come, every other goes, so the memory does not depend on the number of ticks.
typedef struct crowd_plot {
    crowd_sim *of;
    const field_list *fields;
    series_columns time;
    uint32_t sampled;     ///< columns that have been, from the left
    uint32_t **counts;    ///< of each column: agents by deepest active state, and behind them those that are stopped
    field_stats **stats;  ///< of each column
} crowd_plot;

/// The crowd and the fields must outlive the plot.
void crowd_plot_begin(crowd_sim *of, const field_list *fields, crowd_plot *to);
/// Takes note of the agents after a tick, if it is one that is drawn: the first of each column.
void crowd_plot_tick(crowd_plot *to, uint32_t tick);
/// The picture as SVG.
void crowd_plot_draw(const crowd_plot *of, const crowd_result *what, text *to);
void crowd_plot_end(crowd_plot *of);

#endif
