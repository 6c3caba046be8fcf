// SPDX-License-Identifier: MIT
// The panels of a crowd's picture. The legend is to the right.
#ifndef WITS_TOOL_CROWD_SHEET_H
#define WITS_TOOL_CROWD_SHEET_H

#include "chart/chart_page.h"
#include "chart/palette.h"
#include "crowd/crowd_plot.h"

enum { CROWD_LEGEND = 250, CROWD_ROW = 16, CROWD_AREAS = 20 };

/// One of the areas of a panel.
typedef struct area {
    text name;      ///< in the legend
    text own_name;  ///< inside the area
    char fill[8];
    const char *ink;
    double *shares;  ///< share of all agents in each column, 0 to 1; null: always empty
    double sum;      ///< over all columns
    uint8_t wanted;  ///< a row of palette_of
    bool is_pale;    ///< grey regardless of `wanted`
} area;

typedef struct areas {
    area *items;
    uint32_t count;
    uint32_t columns;
} areas;

areas areas_new(uint32_t count, uint32_t columns);
void areas_free(areas *of);
void areas_add(areas *to, uint32_t row, uint32_t column, double share);
/// Removes empty areas and combines the smallest if there are very many. Gives each area a colour that is unique in
/// this panel: its own, if it is free.
void areas_settle(areas *of, const char *plural);
/// Writes the heading of the legend's numbers for the next panel.
void crowd_legend_heading(const chart_page *s, const char *words);
/// Draws the areas from top to bottom. The panel is at least `height` high.
void areas_draw(chart_page *s, const areas *of, const char *heading, double height);

/// Draws the states of the tree, and each region of a parallel in a separate panel.
void crowd_draw_states(chart_page *s, const crowd_plot *p);
/// Draws a requested field, by its row in the list.
void crowd_draw_field(chart_page *s, const crowd_plot *p, size_t row);
/// Draws the number of transitions between states.
void crowd_draw_transition_matrix(chart_page *s, const crowd_plot *p);
double crowd_transition_matrix_width(const crowd_plot *p);

#endif
