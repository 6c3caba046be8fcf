// SPDX-License-Identifier: MIT
// Draws scores and fields over time as lines.
#include "agent/run.h"
#include "chart/plot_page.h"
#include "chart/scale.h"
#include "lint/bounds.h"

#include <math.h>

enum { PANEL = 100, OPTION_ROW = 16, SWATCH = 22, LEVEL_ROW = 16, MOST_LEVELS = 40, DOTS_FROM = 7 };

static const double FADED = 0.3;  // opacity of lines where an option is not a candidate

// --------------------------------------------------------------------------------------------------------------- lines

/// Draws a column with one or more values. It starts at the extreme nearer to the end of the line.
static void draw_column(svg_pen *pen, const scale *in, const series_value *v, double x, bool goes_on) {
    double least = scale_height(in, v->least), greatest = scale_height(in, v->greatest);
    double from = goes_on ? pen->y[pen->count - 1] : least;
    bool least_first = fabs(from - least) <= fabs(from - greatest);
    double first = least_first ? least : greatest;
    if (goes_on) {
        svg_pen_to(pen, x, first);
    } else {
        svg_pen_move(pen, x, first);
    }
    if (least != greatest) {
        svg_pen_to(pen, x, least_first ? greatest : least);
    }
}

static void draw_line(const chart_page *s, const series *of, const scale *in, svg_stroke how) {
    svg_pen pen = svg_pen_begin(s->to, how);
    bool goes_on = false;
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        const series_value *v = &of->values[column];
        if (v->given) {
            draw_column(&pen, in, v, chart_page_x(s, column), goes_on && !v->begins);
            goes_on = true;
        }
    }
    svg_pen_end(&pen);
}

/// Draws a dot for each value if ticks are far enough apart.
static void draw_dots(const chart_page *s, const series *of, const scale *in, svg_stroke how) {
    if (s->column_width < DOTS_FROM) {
        return;
    }
    how.width = 4.5;
    how.round = true;
    how.dash = NULL;
    svg_pen pen = svg_pen_begin(s->to, how);
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        if (of->values[column].given) {
            svg_pen_move(&pen, chart_page_x(s, column), scale_height(in, of->values[column].last));
        }
    }
    svg_pen_end(&pen);
}

/// Draws steps: a value lasts until the next tick.
static void draw_steps(const chart_page *s, const series *of, const scale *in, svg_stroke how) {
    svg_pen pen = svg_pen_begin(s->to, how);
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        const series_value *v = &of->values[column];
        double x = chart_page_x(s, column);
        if (v->begins) {
            svg_pen_move(&pen, x, scale_height(in, v->least));
        } else {
            svg_pen_to(&pen, x, scale_height(in, v->least));
        }
        svg_pen_to(&pen, x, scale_height(in, v->greatest));
        svg_pen_to(&pen, x, scale_height(in, v->last));
        svg_pen_to(&pen, x + s->column_width, scale_height(in, v->last));
    }
    svg_pen_end(&pen);
}

// -------------------------------------------------------------------------------------------------------------- scores

/// Returns the scores of an option that was scored.
static const plot_score *scores_of(const plot *p, wits_state_id option) {
    return &p->scores[p->score_of[option] - 1];
}

/// Returns the next option that was scored, or WITS_NONE after the last.
static wits_state_id scored_after(const plot *p, wits_state_id composite, wits_state_id after) {
    const wits_brain *brain = p->of->mind.brain;
    uint32_t row = after == WITS_NONE ? composite + 1u : wits_state_end(brain, after);
    while (row < wits_state_end(brain, composite)) {
        if (p->score_of[row] != 0) {
            return (wits_state_id)row;
        }
        row = wits_state_end(brain, (wits_state_id)row);
    }
    return WITS_NONE;
}

/// Summary of the scores of a utility, for its panel.
typedef struct score_range {
    uint32_t count;
    double lo, hi;  ///< range of finite scores, widened to include 0 to make pictures comparable
    series all;     ///< only flags: infinities and NaN that occurred
    bool is_out;    ///< some option was not a candidate at least once
} score_range;

static void widen_range(const plot *p, const series *values, score_range *to) {
    double least = 0, greatest = 0;
    if (series_range(values, p->time.count, &least, &greatest)) {
        to->lo = least < to->lo ? least : to->lo;
        to->hi = greatest > to->hi ? greatest : to->hi;
    }
    to->all.has_nan = to->all.has_nan || values->has_nan;
    to->all.has_infinity = to->all.has_infinity || values->has_infinity;
    to->all.has_minus_infinity = to->all.has_minus_infinity || values->has_minus_infinity;
}

static score_range range_of_scores(const plot *p, wits_state_id composite) {
    score_range made = {0};
    for (wits_state_id option = scored_after(p, composite, WITS_NONE); option != WITS_NONE;
         option = scored_after(p, composite, option)) {
        const plot_score *scores = scores_of(p, option);
        made.count++;
        made.is_out = made.is_out || scores->is_out;
        widen_range(p, &scores->values, &made);
        widen_range(p, &scores->out, &made);
    }
    return made;
}

static void draw_option(const chart_page *s, wits_state_id option, const scale *in, double y) {
    const palette_colour colour = palette_of(s->of->colours[option]);
    const svg_stroke how = {.colour = colour.fill, .width = 1.8, .dash = colour.dash, .round = colour.dash == NULL};
    svg_stroke faded = how;
    faded.opacity = FADED;
    const plot_score *scores = scores_of(s->of, option);
    const char *name = wits_state_name(s->of->of->mind.brain, option);
    double room = s->left - CHART_PAGE_NUMBERS - CHART_PAGE_MARGIN - SWATCH;
    svg_group(s->to, name);
    svg_line(s->to, CHART_PAGE_MARGIN, y, CHART_PAGE_MARGIN + SWATCH - 5, y, how);
    svg_text_fitted(s->to, CHART_PAGE_MARGIN + SWATCH, y + 4, room, chart_page_small(SVG_START), name);
    if (scores->is_out) {
        draw_line(s, &scores->out, in, faded);
        draw_dots(s, &scores->out, in, faded);
    }
    draw_line(s, &scores->values, in, how);
    draw_dots(s, &scores->values, in, how);
    svg_group_end(s->to);
}

/// Draws the lowest score with which an option is a candidate.
static void draw_floor(const chart_page *s, wits_state_id composite, const scale *in) {
    const wits_state_desc *of = &s->of->of->desc->states[composite];
    double bar = (double)of->floor;
    const svg_font font = {.size = 10, .colour = "#666666", .anchor = SVG_END};
    const svg_stroke how = {.colour = "#666666", .width = 1, .dash = "3 3"};
    if (of->has_floor && bar >= in->lo && bar <= in->hi) {
        double y = scale_height(in, bar);
        svg_line(s->to, s->left, y, chart_page_right(s), y, how);
        svg_text(s->to, chart_page_right(s) - 4, y - 3, font, "floor");
    }
}

/// Returns a note about NaN and infinite values, or null if there are none.
static const char *note_about(const series *values) {
    bool has_infinite = values->has_infinity || values->has_minus_infinity;
    return values->has_nan && has_infinite ? "some values are NaN; infinite ones are at the edge"
           : values->has_nan               ? "gaps in the line are NaN"
           : has_infinite                  ? "infinite values are at the edge"
                                           : NULL;
}

static void note_about_scores(const score_range *of, text *to) {
    const char *note = note_about(&of->all);
    text_add(to, of->is_out ? "faded where an option is not a candidate" : "");
    text_add(to, of->is_out && note != NULL ? "; " : "");
    text_add(to, note != NULL ? note : "");
}

void plot_draw_scores(chart_page *s, wits_state_id composite) {
    const plot *p = s->of;
    if (wits_state_kind(p->of->mind.brain, composite) != WITS_KIND_UTILITY ||
        scored_after(p, composite, WITS_NONE) == WITS_NONE) {
        return;
    }
    score_range extent = range_of_scores(p, composite);
    double names = OPTION_ROW * (double)extent.count;
    double height = names > PANEL ? names : PANEL;
    text heading = {0}, note = {0};
    text_add(&heading, "scores in ");
    text_state(&heading, p->of->mind.brain, composite);
    note_about_scores(&extent, &note);
    double top = chart_page_panel(s, text_of(&heading), note.length > 0 ? text_of(&note) : NULL, height);
    scale in = scale_new(extent.lo, extent.hi, 0);
    scale_leave_room(extent.all.has_infinity, extent.all.has_minus_infinity, &in);
    scale_place(s, top, height, &in);
    scale_draw(s, &in);
    draw_floor(s, composite, &in);
    double y = top + OPTION_ROW / 2.0;
    for (wits_state_id option = scored_after(p, composite, WITS_NONE); option != WITS_NONE;
         option = scored_after(p, composite, option)) {
        draw_option(s, option, &in, y);
        y += OPTION_ROW;
    }
    text_free(&heading);
    text_free(&note);
}

// -------------------------------------------------------------------------------------------------------------- fields

static const wits_field_desc *field_of(const plot *p, size_t row) {
    return &p->of->desc->fields[p->fields->rows[row]];
}

static bool has_names(const wits_field_desc *field) {
    return field->type == WITS_TYPE_BOOL || field->type == WITS_TYPE_ENUM;
}

/// Finds the levels of a bool or enum from the bottom up: the values that occur. `row` maps a value to its level, or
/// -1.
static uint32_t find_levels(const plot *p, size_t field, int *row) {
    const series *values = &p->values[field];
    uint32_t count = 0;
    for (uint32_t value = 0; value < WITS_MAX_ENUM_VALUES; value++) {
        row[value] = -1;
    }
    for (uint32_t column = 0; column < p->time.count; column++) {
        const series_value *v = &values->values[column];
        row[(uint32_t)v->least] = row[(uint32_t)v->greatest] = row[(uint32_t)v->last] = 0;
    }
    for (uint32_t value = 0; value < WITS_MAX_ENUM_VALUES; value++) {
        row[value] = row[value] < 0 ? -1 : (int)count++;
    }
    return count;
}

static void add_level_name(text *to, const wits_field_desc *field, uint32_t value) {
    text_value(to, field, (double)value, false);
}

/// Returns a copy of the values as levels.
static series levels_of(const plot *p, size_t field, const int *row) {
    series made = series_new(p->time.count);
    for (uint32_t column = 0; column < p->time.count; column++) {
        series_value v = p->values[field].values[column];
        v.least = row[(uint32_t)v.least];
        v.greatest = row[(uint32_t)v.greatest];
        v.last = row[(uint32_t)v.last];
        made.values[column] = v;
    }
    return made;
}

static void draw_named(chart_page *s, size_t field, svg_stroke how) {
    const wits_field_desc *about = field_of(s->of, field);
    int row[WITS_MAX_ENUM_VALUES];
    uint32_t count = find_levels(s->of, field, row);
    uint32_t rows = count < MOST_LEVELS ? count : MOST_LEVELS;
    double top = chart_page_panel(s, about->name, NULL, LEVEL_ROW * (double)rows);
    scale in = {.lo = -0.5, .hi = count - 0.5};
    scale_place(s, top, LEVEL_ROW * (double)rows, &in);
    uint32_t every = (count + MOST_LEVELS - 1) / MOST_LEVELS;
    for (uint32_t value = 0; value < WITS_MAX_ENUM_VALUES; value++) {
        if (row[value] >= 0 && (uint32_t)row[value] % every == 0) {
            text name = {0};
            add_level_name(&name, about, value);
            chart_page_level(s, scale_height(&in, row[value]), text_of(&name));
            text_free(&name);
        }
    }
    series levels = levels_of(s->of, field, row);
    draw_steps(s, &levels, &in, how);
    series_free(&levels);
}

static void draw_number(chart_page *s, size_t field, svg_stroke how) {
    const wits_field_desc *about = field_of(s->of, field);
    const series *values = &s->of->values[field];
    bool is_int = about->type != WITS_TYPE_FLOAT;
    double least = 0, greatest = 0;
    series_range(values, s->of->time.count, &least, &greatest);
    scale in = scale_new(least, greatest, is_int ? 1 : 0);
    double top = chart_page_panel(s, about->name, note_about(values), PANEL);
    scale_leave_room(values->has_infinity, values->has_minus_infinity, &in);
    scale_place(s, top, PANEL, &in);
    scale_draw(s, &in);
    if (is_int) {
        draw_steps(s, values, &in, how);
    } else {
        draw_line(s, values, &in, how);
        draw_dots(s, values, &in, how);
    }
}

void plot_draw_field(chart_page *s, size_t row) {
    const svg_stroke how = {.colour = "#222222", .width = 1.6, .round = true};
    svg_group(s->to, field_of(s->of, row)->name);
    if (has_names(field_of(s->of, row))) {
        draw_named(s, row, how);
    } else {
        draw_number(s, row, how);
    }
    svg_group_end(s->to);
}

// --------------------------------------------------------------------------------------------------------------- names

static double level_names_width(const plot *p, size_t field) {
    double widest = 0;
    int row[WITS_MAX_ENUM_VALUES];
    find_levels(p, field, row);
    for (uint32_t value = 0; value < WITS_MAX_ENUM_VALUES; value++) {
        if (row[value] >= 0) {
            text name = {0};
            add_level_name(&name, field_of(p, field), value);
            double width = svg_text_width(text_of(&name), chart_page_small(SVG_END)) + 6;
            widest = width > widest ? width : widest;
            text_free(&name);
        }
    }
    return widest;
}

double plot_lines_names(const plot *of) {
    double widest = CHART_PAGE_NUMBERS;
    for (size_t i = 0; i < of->score_count; i++) {
        const char *name = wits_state_name(of->of->mind.brain, of->scores[i].option);
        double width = svg_text_width(name, chart_page_small(SVG_START)) + SWATCH + CHART_PAGE_NUMBERS;
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < of->fields->count; i++) {
        double width = has_names(field_of(of, i)) ? level_names_width(of, i) : CHART_PAGE_NUMBERS;
        widest = width > widest ? width : widest;
    }
    return widest;
}
