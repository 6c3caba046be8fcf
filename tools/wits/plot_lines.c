// SPDX-License-Identifier: MIT
// Scores and fields over time as lines.
#include "axis.h"
#include "plot_sheet.h"

#include <math.h>

enum { PANEL = 100, OPTION_ROW = 16, SWATCH = 22, LEVEL_ROW = 16, MOST_LEVELS = 40, DOTS_FROM = 7 };

// --------------------------------------------------------------------------------------------------------------- scale

/// From values to heights.
typedef struct scale {
    double lo, hi;
    double top, bottom;
    double grain;  ///< heights are whole multiples of it
    double step;   ///< from one labelled value to the next
    int decimals;  ///< of labels
} scale;

static double height_of(const scale *in, double value) {
    double held = value < in->lo ? in->lo : value > in->hi ? in->hi : value;
    double y = in->bottom - (held - in->lo) / (in->hi - in->lo) * (in->bottom - in->top);
    return floor(y / in->grain + 0.5) * in->grain;
}

/// Widens to whole steps, of at least `finest`. Where all values are the same, zero or one is the other end.
static scale make_scale(double least, double greatest, double finest) {
    scale made = {.lo = least, .hi = greatest};
    if (least == greatest) {
        made.lo = least < 0 ? least : 0;
        made.hi = least < 0 ? 0 : least > 0 ? least : 1;
    }
    made.step = axis_step(made.hi - made.lo, &made.decimals);
    if (made.step < finest) {
        made.step = finest;
        made.decimals = 0;
    }
    made.lo = floor(made.lo / made.step) * made.step;
    made.hi = ceil(made.hi / made.step) * made.step;
    return made;
}

/// Where several ticks share a pixel, halves of one say nothing.
static void place_scale(const sheet *s, double top, double height, scale *to) {
    to->top = top;
    to->bottom = top + height;
    to->grain = s->of->time.per_column > 1 ? 1.0 : 0.25;
}

static void draw_scale(const sheet *s, const scale *of) {
    enum { MOST = 6 };
    for (int i = 0; i <= MOST && of->lo + i * of->step <= of->hi + of->step / 2; i++) {
        double value = of->lo + i * of->step;
        text label = {0};
        text_axis(&label, value, of->step, of->decimals);
        sheet_level(s, height_of(of, value), text_of(&label));
        text_free(&label);
    }
}

// --------------------------------------------------------------------------------------------------------------- lines

/// Of a column with several values the one nearer to where the line comes from is first.
static void draw_column(svg_pen *pen, const scale *in, const series_value *v, double x, bool goes_on) {
    double least = height_of(in, v->least), greatest = height_of(in, v->greatest);
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

static void draw_line(const sheet *s, const series *of, const scale *in, svg_stroke how) {
    svg_pen pen = svg_pen_begin(s->to, how);
    bool goes_on = false;
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        const series_value *v = &of->values[column];
        if (v->given) {
            draw_column(&pen, in, v, sheet_x(s, column), goes_on && !v->begins);
            goes_on = true;
        }
    }
    svg_pen_end(&pen);
}

/// Where ticks are far apart, each value is seen as one.
static void draw_dots(const sheet *s, const series *of, const scale *in, const char *colour) {
    if (s->column_width < DOTS_FROM) {
        return;
    }
    svg_pen pen = svg_pen_begin(s->to, (svg_stroke){.colour = colour, .width = 4.5, .round = true});
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        if (of->values[column].given) {
            svg_pen_move(&pen, sheet_x(s, column), height_of(in, of->values[column].last));
        }
    }
    svg_pen_end(&pen);
}

/// A value lasts until the next tick.
static void draw_steps(const sheet *s, const series *of, const scale *in, svg_stroke how) {
    svg_pen pen = svg_pen_begin(s->to, how);
    for (uint32_t column = 0; column < s->of->time.count; column++) {
        const series_value *v = &of->values[column];
        double x = sheet_x(s, column);
        if (v->begins) {
            svg_pen_move(&pen, x, height_of(in, v->least));
        } else {
            svg_pen_to(&pen, x, height_of(in, v->least));
        }
        svg_pen_to(&pen, x, height_of(in, v->greatest));
        svg_pen_to(&pen, x, height_of(in, v->last));
        svg_pen_to(&pen, x + s->column_width, height_of(in, v->last));
    }
    svg_pen_end(&pen);
}

// -------------------------------------------------------------------------------------------------------------- scores

static const series *scores_of(const plot *p, wits_state_id option) {
    return p->score_of[option] != 0 ? &p->scores[p->score_of[option] - 1].values : NULL;
}

/// Takes the next option that was scored; WITS_NONE behind the last.
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

/// Zero is always there, so that heights of different pictures can be compared.
static scale scale_of_scores(const plot *p, wits_state_id composite, uint32_t *count) {
    double lo = 0, hi = 0, least = 0, greatest = 0;
    *count = 0;
    for (wits_state_id option = scored_after(p, composite, WITS_NONE); option != WITS_NONE;
         option = scored_after(p, composite, option)) {
        ++*count;
        if (series_range(scores_of(p, option), p->time.count, &least, &greatest)) {
            lo = least < lo ? least : lo;
            hi = greatest > hi ? greatest : hi;
        }
    }
    return make_scale(lo, hi, 0);
}

static void draw_option(const sheet *s, wits_state_id option, const scale *in, double y) {
    const palette_colour colour = palette_of(s->of->colours[option]);
    const svg_stroke how = {.colour = colour.fill, .width = 1.8, .dash = colour.dash};
    const char *name = wits_state_name(s->of->of->mind.brain, option);
    double room = s->left - SHEET_NUMBERS - SHEET_MARGIN - SWATCH;
    svg_group(s->to, name);
    svg_line(s->to, SHEET_MARGIN, y, SHEET_MARGIN + SWATCH - 5, y, how);
    svg_text_fitted(s->to, SHEET_MARGIN + SWATCH, y + 4, room, sheet_small(SVG_START), name);
    draw_line(s, scores_of(s->of, option), in, how);
    draw_dots(s, scores_of(s->of, option), in, colour.fill);
    svg_group_end(s->to);
}

/// Below it no option is a candidate.
static void draw_floor(const sheet *s, wits_state_id composite, const scale *in) {
    float bar = s->of->of->desc->states[composite].floor;
    const svg_font font = {.size = 10, .colour = "#666666", .anchor = SVG_END};
    const svg_stroke how = {.colour = "#666666", .width = 1, .dash = "3 3"};
    bool is_given = bar != 0.0f || signbit(bar);
    if (is_given && (double)bar >= in->lo && (double)bar <= in->hi) {
        double y = height_of(in, (double)bar);
        svg_line(s->to, s->left, y, sheet_right(s), y, how);
        svg_text(s->to, sheet_right(s) - 4, y - 3, font, "floor");
    }
}

static const char *note_about(bool has_nan, bool has_infinite) {
    return has_nan && has_infinite ? "some are NaN; infinite ones are at the edge"
           : has_nan               ? "where there is no line it was NaN"
           : has_infinite          ? "infinite values are at the edge"
                                   : NULL;
}

static const char *note_about_scores(const plot *p, wits_state_id composite) {
    bool has_nan = false, has_infinite = false;
    for (wits_state_id option = scored_after(p, composite, WITS_NONE); option != WITS_NONE;
         option = scored_after(p, composite, option)) {
        has_nan = has_nan || scores_of(p, option)->has_nan;
        has_infinite = has_infinite || scores_of(p, option)->has_infinite;
    }
    return note_about(has_nan, has_infinite);
}

void plot_draw_scores(sheet *s, wits_state_id composite) {
    const plot *p = s->of;
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    uint32_t count;
    if (wits_state_kind(p->of->mind.brain, composite) != WITS_UTILITY ||
        scored_after(p, composite, WITS_NONE) == WITS_NONE) {
        return;
    }
    scale in = scale_of_scores(p, composite, &count);
    double names = OPTION_ROW * (double)count;
    double height = names > PANEL ? names : PANEL;
    text heading = {0};
    wits_state_path(p->of->mind.brain, composite, path, sizeof path);
    text_format(&heading, "scores in %s",
                composite == WITS_ROOT ? wits_state_name(p->of->mind.brain, WITS_ROOT) : path);
    double top = sheet_panel(s, text_of(&heading), note_about_scores(p, composite), height);
    place_scale(s, top, height, &in);
    draw_scale(s, &in);
    draw_floor(s, composite, &in);
    double y = in.top + OPTION_ROW / 2.0;
    for (wits_state_id option = scored_after(p, composite, WITS_NONE); option != WITS_NONE;
         option = scored_after(p, composite, option)) {
        draw_option(s, option, &in, y);
        y += OPTION_ROW;
    }
    text_free(&heading);
}

// -------------------------------------------------------------------------------------------------------------- fields

static const wits_field_desc *field_of(const plot *p, size_t row) {
    return &p->of->desc->fields[p->fields->rows[row]];
}

static bool has_names(const wits_field_desc *field) {
    return field->type == WITS_BOOL || field->type == WITS_ENUM;
}

/// Levels of a bool or enum, from the bottom: the names that occur, `row` by value being -1 for others.
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

/// A copy of the values as levels.
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

static void draw_named(sheet *s, size_t field, svg_stroke how) {
    const wits_field_desc *about = field_of(s->of, field);
    int row[WITS_MAX_ENUM_VALUES];
    uint32_t count = find_levels(s->of, field, row);
    uint32_t rows = count < MOST_LEVELS ? count : MOST_LEVELS;
    double top = sheet_panel(s, about->name, NULL, LEVEL_ROW * (double)rows);
    scale in = {.lo = -0.5, .hi = count - 0.5};
    place_scale(s, top, LEVEL_ROW * (double)rows, &in);
    uint32_t every = (count + MOST_LEVELS - 1) / MOST_LEVELS;
    for (uint32_t value = 0; value < WITS_MAX_ENUM_VALUES; value++) {
        if (row[value] >= 0 && (uint32_t)row[value] % every == 0) {
            text name = {0};
            add_level_name(&name, about, value);
            sheet_level(s, height_of(&in, row[value]), text_of(&name));
            text_free(&name);
        }
    }
    series levels = levels_of(s->of, field, row);
    draw_steps(s, &levels, &in, how);
    series_free(&levels);
}

static void draw_number(sheet *s, size_t field, svg_stroke how) {
    const wits_field_desc *about = field_of(s->of, field);
    const series *values = &s->of->values[field];
    bool is_int = about->type != WITS_FLOAT;
    double least = 0, greatest = 0;
    series_range(values, s->of->time.count, &least, &greatest);
    scale in = make_scale(least, greatest, is_int ? 1 : 0);
    double top = sheet_panel(s, about->name, note_about(values->has_nan, values->has_infinite), PANEL);
    place_scale(s, top, PANEL, &in);
    draw_scale(s, &in);
    if (is_int) {
        draw_steps(s, values, &in, how);
    } else {
        draw_line(s, values, &in, how);
        draw_dots(s, values, &in, how.colour);
    }
}

void plot_draw_field(sheet *s, size_t row) {
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
            double width = svg_text_width(text_of(&name), sheet_small(SVG_END)) + 6;
            widest = width > widest ? width : widest;
            text_free(&name);
        }
    }
    return widest;
}

double plot_lines_names(const plot *of) {
    double widest = SHEET_NUMBERS;
    for (size_t i = 0; i < of->score_count; i++) {
        const char *name = wits_state_name(of->of->mind.brain, of->scores[i].option);
        double width = svg_text_width(name, sheet_small(SVG_START)) + SWATCH + SHEET_NUMBERS;
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < of->fields->count; i++) {
        double width = has_names(field_of(of, i)) ? level_names_width(of, i) : SHEET_NUMBERS;
        widest = width > widest ? width : widest;
    }
    return widest;
}
