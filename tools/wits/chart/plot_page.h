// SPDX-License-Identifier: MIT
// The panels of the picture of a run.
#ifndef WITS_TOOL_PLOT_SHEET_H
#define WITS_TOOL_PLOT_SHEET_H

#include "chart/chart_page.h"
#include "chart/plot.h"

/// Bands of states.
void plot_draw_states(chart_page *s);
/// Whether what the bands without a name mean takes so much room that it would part panels that belong together.
bool plot_legend_is_long(const chart_page *s);
void plot_draw_legend(chart_page *s);
/// Bands of the targets that options were about; nothing if none had any.
void plot_draw_targets(chart_page *s);
/// Scores of a utility's options; nothing if it never scored.
void plot_draw_scores(chart_page *s, wits_state_id composite);
/// A field that was asked for, by its row among them.
void plot_draw_field(chart_page *s, size_t row);
/// What the names at the left take.
double plot_lines_names(const plot *of);
double plot_target_names(const plot *of);

#endif
