// SPDX-License-Identifier: MIT
// crowd --plot: a picture of how a population spent its time.
#ifndef WITS_TOOL_CROWD_PLOT_H
#define WITS_TOOL_CROWD_PLOT_H

#include "chart/series.h"
#include "crowd/crowd.h"

/// Data collected for a crowd's picture: a sample of the agents at the first tick of each column. There are at most
/// 1000 columns. When they are full, every other one is removed, so memory use does not depend on the number of ticks.
typedef struct crowd_plot {
    crowd_sim *of;
    const field_list *fields;
    series_columns time;
    uint32_t sampled;     ///< columns filled so far, from the left
    uint32_t **counts;    ///< for each column: agents by deepest active state, then stopped agents
    field_stats **stats;  ///< for each column
} crowd_plot;

/// The crowd and the fields must outlive the plot.
void crowd_plot_begin(crowd_sim *of, const field_list *fields, crowd_plot *to);
/// Samples the agents after a tick if it is the first of a column.
void crowd_plot_tick(crowd_plot *to, uint32_t tick);
/// Writes the picture as SVG.
void crowd_plot_draw(const crowd_plot *of, const crowd_result *what, text *to);
void crowd_plot_end(crowd_plot *of);

#endif
