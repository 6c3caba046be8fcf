// SPDX-License-Identifier: MIT
// Where things stand in the picture of a run: panels below each other, all with the same time from left to right. Their
// names stand to the left.
#ifndef WITS_TOOL_PLOT_SHEET_H
#define WITS_TOOL_PLOT_SHEET_H

#include "plot.h"
#include "svg.h"

typedef struct sheet {
    const plot *of;
    text *to;
    double left;          ///< where tick 0 is
    double column_width;  ///< a whole number of pixels
    double width;         ///< of the whole picture
    double y;             ///< where the next panel begins
    uint64_t tick_step;   ///< of the time axis
    bool *nameless;       ///< by state: its name fits in none of its bands
} sheet;

enum { SHEET_MARGIN = 12, SHEET_NUMBERS = 56 };

/// Small and dark; names beside lines and numbers at axes.
svg_font sheet_small(svg_anchor anchor);
double sheet_x(const sheet *s, uint32_t column);
double sheet_right(const sheet *s);
/// A heading, with a note behind it that may be null, and below it the grid of the panel, `height` high. Moves on to
/// behind it and returns where the panel begins.
double sheet_panel(sheet *s, const char *heading, const char *note, double height);
/// A horizontal line of a panel, named at the left.
void sheet_level(const sheet *s, double y, const char *name);

/// Bands of states.
void plot_draw_states(sheet *s);
/// Whether what the bands without a name mean takes so much room that it would part panels that belong together.
bool plot_legend_is_long(const sheet *s);
void plot_draw_legend(sheet *s);
/// Scores of a utility's options; nothing if it never scored.
void plot_draw_scores(sheet *s, wits_state_id composite);
/// A field that was asked for, by its row among them.
void plot_draw_field(sheet *s, size_t row);
/// What the names at the left take.
double plot_lines_names(const plot *of);

#endif
