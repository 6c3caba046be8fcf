// SPDX-License-Identifier: MIT
// A page of panels below each other with a common time axis. Names are on the left.
#ifndef WITS_TOOL_SHEET_H
#define WITS_TOOL_SHEET_H

#include "chart/series.h"
#include "chart/svg.h"

struct plot;

typedef struct chart_page {
    const struct plot *of;  ///< the run that is drawn; null for a crowd
    series_columns time;
    uint64_t first_tick;  ///< tick of the first column
    text *to;
    double left;          ///< x position of the first tick
    double column_width;  ///< an integer number of pixels
    double width;         ///< width of the whole picture
    double y;             ///< y position of the next panel
    uint64_t tick_step;   ///< ticks between labels
    bool *nameless;       ///< for the states of a run: the name fits into none of its bands
} chart_page;

enum {
    CHART_PAGE_MARGIN = 12,
    CHART_PAGE_NUMBERS = 56,
    CHART_PAGE_BASE = 13,  ///< base line of a heading
};

/// Returns a page that leaves `names_width` for the names on the left. The caller sets its width. Panels are written to
/// `to`.
chart_page chart_page_new(series_columns time, double names_width, text *to);
/// Returns the width of the title and the text after it.
double chart_page_title_width(const char *name, const char *heading);
/// Writes the page and its title around the panels.
void chart_page_page(const chart_page *s, const char *name, const char *heading, text *to);

/// Small and dark, for names of lines and numbers on axes.
svg_font chart_page_small(svg_anchor anchor);
/// Small and pale.
svg_font chart_page_pale(svg_anchor anchor);
double chart_page_x(const chart_page *s, uint32_t column);
double chart_page_right(const chart_page *s);
/// Draws the time axis above the first panel. chart_page_time_below draws it below the last and advances `y`.
void chart_page_time_above(const chart_page *s);
void chart_page_time_below(chart_page *s);
/// Draws a bold heading followed by a note, which may be null. Advances `y`.
void chart_page_heading(chart_page *s, const char *heading, const char *note);
/// Draws a heading and the grid of a panel, `height` high. Advances `y` and returns the top of the panel.
double chart_page_panel(chart_page *s, const char *heading, const char *note, double height);
/// A band between two edges: heights by column, `stride` apart. It is not drawn where they are NaN or, unless
/// `has_empty`, equal.
typedef struct chart_band {
    const double *upper, *lower;
    size_t stride;
    bool has_empty;
} chart_band;

/// Fills a band, with one outline around each run of columns in which it is drawn.
void chart_page_band(const chart_page *s, const chart_band *of, uint32_t columns, const char *fill);
/// Draws a horizontal grid line with a label on the left.
void chart_page_level(const chart_page *s, double y, const char *name);

#endif
