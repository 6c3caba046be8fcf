// SPDX-License-Identifier: MIT
// A page of panels below each other, all with the same time from left to right. Their names stand to the left.
#ifndef WITS_TOOL_SHEET_H
#define WITS_TOOL_SHEET_H

#include "chart/series.h"
#include "chart/svg.h"

struct plot;

typedef struct chart_page {
    const struct plot *of;  ///< the run that is drawn; null where it is a crowd
    series_columns time;
    uint64_t first_tick;  ///< of the first column
    text *to;
    double left;          ///< where the first tick is
    double column_width;  ///< a whole number of pixels
    double width;         ///< of the whole picture
    double y;             ///< where the next panel begins
    uint64_t tick_step;   ///< of the time axis
    bool *nameless;       ///< of a run, by state: its name fits in none of its bands
} chart_page;

enum {
    CHART_PAGE_MARGIN = 12,
    CHART_PAGE_NUMBERS = 56,
    CHART_PAGE_BASE = 13,  ///< where the letters of a heading stand
};

/// A page whose names at the left take so much; its width is to be set. Panels are written to `to`.
chart_page chart_page_new(series_columns time, double names_width, text *to);
/// What the title and the words behind it take.
double chart_page_title_width(const char *name, const char *heading);
/// The page with its title, around what was drawn.
void chart_page_page(const chart_page *s, const char *name, const char *heading, text *to);

/// Small and dark; names beside lines and numbers at axes.
svg_font chart_page_small(svg_anchor anchor);
/// The same, pale.
svg_font chart_page_pale(svg_anchor anchor);
double chart_page_x(const chart_page *s, uint32_t column);
double chart_page_right(const chart_page *s);
/// The time axis: above the first panel, or, moving on to behind it, below the last.
void chart_page_time_above(const chart_page *s);
void chart_page_time_below(chart_page *s);
/// A bold heading with a note behind it that may be null. Moves on to behind it.
void chart_page_heading(chart_page *s, const char *heading, const char *note);
/// A heading, and below it the grid of the panel, `height` high. Moves on to behind it and returns where the panel
/// begins.
double chart_page_panel(chart_page *s, const char *heading, const char *note, double height);
/// A horizontal line of a panel, named at the left.
void chart_page_level(const chart_page *s, double y, const char *name);

#endif
