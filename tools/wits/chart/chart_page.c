// SPDX-License-Identifier: MIT
// The page of a chart over time: its title, its time axis, and the layout of panels.
#include "chart/chart_page.h"

#include <math.h>

enum {
    TOP = 36,      ///< position of the first panel
    HEADING = 24,  ///< height above a panel
    GAP = 8,       ///< height below a panel
    WIDEST_COLUMN = 240,
    USUAL_WIDTH = 1000,  ///< width of the time axis
    TICK_LABELS = 64,    ///< least distance between labels
};

static const char ink[] = SVG_INK, pale[] = SVG_PALE, grid[] = SVG_GRID, frame[] = SVG_FRAME;

svg_font chart_page_small(svg_anchor anchor) {
    return (svg_font){.size = 11, .colour = ink, .anchor = anchor};
}

svg_font chart_page_pale(svg_anchor anchor) {
    return (svg_font){.size = 11, .colour = pale, .anchor = anchor};
}

double chart_page_x(const chart_page *s, uint32_t column) {
    return s->left + column * s->column_width;
}

double chart_page_right(const chart_page *s) {
    return chart_page_x(s, s->time.count);
}

// ---------------------------------------------------------------------------------------------------------------- time

/// Returns the x position of a tick.
static double tick_x(const chart_page *s, uint64_t tick) {
    return s->left + (double)(tick - s->first_tick) / (double)s->time.per_column * s->column_width;
}

/// Returns the first labelled tick, a multiple of the step.
static uint64_t first_label(const chart_page *s) {
    return (s->first_tick + s->tick_step - 1) / s->tick_step * s->tick_step;
}

/// Moves to the next labelled tick. Returns false after the last.
static bool next_label(const chart_page *s, uint64_t *tick) {
    *tick += s->tick_step;
    return *tick < s->first_tick + s->time.ticks;
}

static void draw_time(const chart_page *s, double y) {
    uint64_t tick = first_label(s);
    do {
        text label = {0};
        text_format(&label, "%llu", (unsigned long long)tick);
        svg_text(s->to, tick_x(s, tick), y, chart_page_pale(SVG_MIDDLE), text_of(&label));
        text_free(&label);
    } while (next_label(s, &tick));
    svg_text(s->to, s->left - 14, y, chart_page_pale(SVG_END), "tick");
}

void chart_page_time_above(const chart_page *s) {
    draw_time(s, s->y + HEADING - 6);  // beside the heading
}

void chart_page_time_below(chart_page *s) {
    draw_time(s, s->y + 10);
    s->y += 10 + CHART_PAGE_MARGIN;
}

/// Returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least `ticks`.
static uint64_t choose_step(double ticks) {
    static const uint64_t steps[] = {2, 5, 10};
    uint64_t power = 1, step = 1;
    for (int i = 0; (double)step < ticks; i = (i + 1) % 3) {
        step = power * steps[i];
        power = i == 2 ? step : power;
    }
    return step;
}

// -------------------------------------------------------------------------------------------------------------- panels

void chart_page_heading(chart_page *s, const char *heading, const char *note) {
    svg_font bold = {.size = 12, .colour = ink, .bold = true};
    double room = s->width - 2.0 * CHART_PAGE_MARGIN;
    svg_text_fitted(s->to, CHART_PAGE_MARGIN, s->y + CHART_PAGE_BASE, room, bold, heading);
    if (note != NULL) {
        svg_text(s->to, CHART_PAGE_MARGIN + svg_text_width(heading, bold) + 8, s->y + CHART_PAGE_BASE,
                 chart_page_pale(SVG_START), note);
    }
    s->y += HEADING;
}

double chart_page_panel(chart_page *s, const char *heading, const char *note, double height) {
    chart_page_heading(s, heading, note);
    double begin = s->y;
    uint64_t tick = first_label(s);
    do {
        double x = tick_x(s, tick);
        svg_line(s->to, x, begin, x, begin + height, (svg_stroke){.colour = grid, .width = 1});
    } while (next_label(s, &tick));
    svg_stroke edge = {.colour = frame, .width = 1};
    svg_line(s->to, s->left, begin + height, chart_page_right(s), begin + height, edge);
    s->y = begin + height + GAP;
    return begin;
}

static bool is_there(const chart_band *of, uint32_t column) {
    const double upper = of->upper[column * of->stride], lower = of->lower[column * of->stride];
    return !isnan(upper) && (of->has_empty || upper != lower);
}

void chart_page_band(const chart_page *s, const chart_band *of, uint32_t columns, const char *fill) {
    svg_pen pen = svg_pen_begin_area(s->to, fill, NULL);
    for (uint32_t begin = 0, end; begin < columns; begin = end) {
        for (end = begin; end < columns && is_there(of, end); end++) {
            svg_pen_to(&pen, chart_page_x(s, end), of->upper[end * of->stride]);
            svg_pen_to(&pen, chart_page_x(s, end + 1), of->upper[end * of->stride]);
        }
        for (uint32_t column = end; column-- > begin;) {
            svg_pen_to(&pen, chart_page_x(s, column + 1), of->lower[column * of->stride]);
            svg_pen_to(&pen, chart_page_x(s, column), of->lower[column * of->stride]);
        }
        svg_pen_break(&pen);
        end += end == begin;
    }
    svg_pen_end(&pen);
}

void chart_page_level(const chart_page *s, double y, const char *name) {
    svg_line(s->to, s->left, y, chart_page_right(s), y, (svg_stroke){.colour = grid, .width = 1});
    svg_text_fitted(s->to, s->left - 6, y + 4, s->left - 6 - CHART_PAGE_MARGIN, chart_page_small(SVG_END), name);
}

// --------------------------------------------------------------------------------------------------------------- whole

static const svg_font large = {.size = 16, .colour = ink, .bold = true};
static const svg_font plain = {.size = 12, .colour = pale};

chart_page chart_page_new(series_columns time, double names_width, text *to) {
    chart_page s = {.time = time, .to = to, .y = TOP};
    uint32_t column = USUAL_WIDTH / time.count;
    s.column_width = column < 1 ? 1 : column > WIDEST_COLUMN ? WIDEST_COLUMN : column;
    s.left = CHART_PAGE_MARGIN + names_width;
    s.tick_step = choose_step(TICK_LABELS / s.column_width * (double)time.per_column);
    return s;
}

static double behind_name(const char *name) {
    return CHART_PAGE_MARGIN + svg_text_width(name, large) + 12;
}

double chart_page_title_width(const char *name, const char *heading) {
    return ceil(behind_name(name) + svg_text_width(heading, plain) + 2 * CHART_PAGE_MARGIN);
}

void chart_page_page(const chart_page *s, const char *name, const char *heading, text *to) {
    svg_begin(to, s->width, s->y, name);
    svg_text(to, CHART_PAGE_MARGIN, 26, large, name);
    svg_text(to, behind_name(name), 26, plain, heading);
    text_add_bytes(to, text_of(s->to), s->to->length);
    svg_end(to);
}
