// SPDX-License-Identifier: MIT
// The panels of the picture of a crowd. What their colours mean stands to the right.
#ifndef WITS_TOOL_CROWD_SHEET_H
#define WITS_TOOL_CROWD_SHEET_H

#include "chart/chart_page.h"
#include "chart/palette.h"
#include "crowd/crowd_plot.h"

enum { CROWD_LEGEND = 250, CROWD_ROW = 16, CROWD_AREAS = 20 };

/// One of the areas that a panel is divided into.
typedef struct area {
    text name;      ///< as the legend has it
    text own_name;  ///< as it stands in the area
    char fill[8];
    const char *ink;
    double *shares;  ///< of all agents, for each column, from 0 to 1; null if there was none
    double sum;      ///< of all columns
    uint8_t wanted;  ///< a row of palette_of
    bool is_pale;    ///< grey, whatever it wants
} area;

typedef struct areas {
    area *items;
    uint32_t count;
    uint32_t columns;
} areas;

areas areas_new(uint32_t count, uint32_t columns);
void areas_free(areas *of);
void areas_add(areas *to, uint32_t row, uint32_t column, double share);
/// Areas that are always empty go; of very many the smallest become one, at the end. Each gets a colour that no other
/// one here has: its own, if nobody has taken it.
void areas_settle(areas *of, const char *plural);
/// What the numbers of the legend are of the panel that follows.
void crowd_legend_heading(const chart_page *s, const char *words);
/// From top to bottom in their order; the panel is `height` high at least.
void areas_draw(chart_page *s, const areas *of, const char *heading, double height);

/// States of the tree, and of each region of a parallel in a panel of its own.
void crowd_draw_states(chart_page *s, const crowd_plot *p);
/// A field that was asked for, by its row among them.
void crowd_draw_field(chart_page *s, const crowd_plot *p, size_t row);
/// How many went from where to where.
void crowd_draw_transition_matrix(chart_page *s, const crowd_plot *p);
double crowd_transition_matrix_width(const crowd_plot *p);

#endif
