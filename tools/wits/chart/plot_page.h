// SPDX-License-Identifier: MIT
// The panels in the picture of a run.
#ifndef WITS_TOOL_PLOT_SHEET_H
#define WITS_TOOL_PLOT_SHEET_H

#include "chart/chart_page.h"
#include "chart/plot.h"

/// Draws bands of states.
void plot_draw_states(chart_page *s);
/// Returns whether the legend of the bands is so long that it would separate panels that belong together.
bool plot_legend_is_long(const chart_page *s);
void plot_draw_legend(chart_page *s);
/// Draws bands of the targets of options, if any had one.
void plot_draw_targets(chart_page *s);
/// Draws the scores of a utility's options, if there are any.
void plot_draw_scores(chart_page *s, wits_state_id composite);
/// Draws one of the requested fields.
void plot_draw_field(chart_page *s, size_t row);
/// Returns the width of the names on the left.
double plot_lines_names(const plot *of);
double plot_target_names(const plot *of);

#endif
