// SPDX-License-Identifier: MIT
// curve: lays out the page, with a panel for each consideration.
#include "chart/axis.h"
#include "chart/palette.h"
#include "chart/svg.h"
#include "curve/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 12,
    HEADING = 38,  ///< y where the lines of the page's heading end
    LINE = 16,     ///< height of a line of text
    CELL = 320,    ///< width of a panel with its axis numbers
    GUTTER = 20,   ///< gap between panels
    NUMBERS = 30,  ///< space for numbers at the left of a curve
    CURVE_WIDTH = CELL - NUMBERS - 10,
    CURVE_HEIGHT = 120,
    MOST_COLUMNS = 3,
    BELOW = 40,  ///< space for numbers below a curve
};

static const char ink[] = SVG_INK, pale[] = SVG_PALE, grid[] = SVG_GRID, frame[] = SVG_FRAME, red[] = "#a83211";

typedef struct page {
    const curve_option *of;
    text *to;
    const char *colour;
    uint32_t columns;
    double width, y;
    uint32_t lines;     ///< maximum number of lines that a curve's description takes
    bool has_groups;    ///< panels have a line above
    bool has_outcomes;  ///< panels have a line below, about the decision
} page;

static svg_font font_of(double size, const char *colour, bool bold) {
    return (svg_font){.size = size, .colour = colour, .bold = bold};
}

static bool is_curve(const curve_option *of, uint32_t row) {
    return of->rows[row].input != NULL;
}

// ---------------------------------------------------------------------------------------------------------------- axis

/// The area of a curve, and its range of inputs from left to right.
typedef struct plane {
    double left, top, lo, hi;
} plane;

static double x_of(const plane *p, double input) {
    double held = input < p->lo ? p->lo : input > p->hi ? p->hi : input;
    return p->left + (held - p->lo) / (p->hi - p->lo) * CURVE_WIDTH;
}

static double y_of(const plane *p, double value) {
    return p->top + (1.0 - value) * CURVE_HEIGHT;
}

static void draw_height(const page *on, const plane *p, double value, const char *label) {
    svg_font font = font_of(10, ink, false);
    font.anchor = SVG_END;
    svg_line(on->to, p->left, y_of(p, value), p->left + CURVE_WIDTH, y_of(p, value),
             (svg_stroke){.colour = value == 0.0 ? frame : grid, .width = 1});
    svg_text(on->to, p->left - 5, y_of(p, value) + 3.5, font, label);
}

static void draw_input(const page *on, const plane *p, double input, svg_anchor anchor, const char *label) {
    svg_font font = font_of(10, ink, false);
    font.anchor = anchor;
    svg_line(on->to, x_of(p, input), p->top, x_of(p, input), p->top + CURVE_HEIGHT,
             (svg_stroke){.colour = grid, .width = 1});
    svg_text(on->to, x_of(p, input), p->top + CURVE_HEIGHT + 13, font, label);
}

/// Draws both ends exactly as in the file, and round numbers between them if they fit.
static void draw_inputs(const page *on, const plane *p) {
    const svg_font font = font_of(10, ink, false);
    text lo = {0}, hi = {0}, label = {0};
    double value;
    text_float(&lo, (float)p->lo);
    text_float(&hi, (float)p->hi);
    double from = p->left + svg_text_width(text_of(&lo), font) + 8;
    double until = p->left + CURVE_WIDTH - svg_text_width(text_of(&hi), font) - 8;
    for (axis_ticks ticks = axis_ticks_of(p->lo, p->hi, 0); axis_next(&ticks, &value, &label);) {
        if (ticks.step >= 1e5) {
            text_clear(&label);
            text_float(&label, (float)value);  // without an exponent, like both ends
        }
        double half = svg_text_width(text_of(&label), font) / 2;
        if (x_of(p, value) - half > from && x_of(p, value) + half < until) {
            draw_input(on, p, value, SVG_MIDDLE, text_of(&label));
        }
    }
    text_free(&label);
    draw_input(on, p, p->lo, SVG_START, text_of(&lo));
    draw_input(on, p, p->hi, SVG_END, text_of(&hi));
    text_free(&lo);
    text_free(&hi);
}

// -------------------------------------------------------------------------------------------------------------- curves

static void draw_curve(const page *on, const plane *p, const wits_consideration_desc *row) {
    size_t count;
    curve_point *points = curve_line(row, CURVE_WIDTH, CURVE_HEIGHT, &count);
    svg_pen pen = svg_pen_begin(on->to, (svg_stroke){.colour = on->colour, .width = 2});
    for (size_t i = 0; i < count; i++) {
        svg_pen_to(&pen, x_of(p, points[i].x), y_of(p, points[i].y));
    }
    svg_pen_end(&pen);
    free(points);
}

/// Returns the decision's input clamped to the axis.
static double action_markers_input(const wits_consideration_desc *row, const wits_explained_consideration *told) {
    double normal = (double)told->normal;
    if (!row_is_ranged(row)) {
        return normal;
    }
    return (double)row->low + ((double)row->high - (double)row->low) * normal;
}

static void draw_mark(const page *on, const plane *p, const wits_consideration_desc *row,
                      const wits_explained_consideration *told) {
    double x = x_of(p, action_markers_input(row, told));
    double y = y_of(p, (double)told->value);
    const svg_stroke line = {.colour = ink, .width = 1, .dash = "3 3"};
    svg_group(on->to, "input");
    svg_line(on->to, x, p->top + CURVE_HEIGHT, x, y, line);
    svg_line(on->to, p->left, y, x, y, line);
    svg_dot(on->to, x, y, 8, ink);
    svg_group_end(on->to);
}

// -------------------------------------------------------------------------------------------------------------- panels

static void draw_title(const page *on, uint32_t row, double x, double y) {
    const svg_font bold = font_of(12, ink, true);
    svg_font plain = font_of(11, pale, false);
    text title = {0}, weight = {0};
    double room = CELL;
    text_add_folded(&title, on->of->rows[row].input);
    if (row_weight(&on->of->rows[row]) != 1.0f) {
        text_add(&weight, "weight ");
        text_float(&weight, row_weight(&on->of->rows[row]));
        plain.anchor = SVG_END;
        svg_text(on->to, x + CELL, y, plain, text_of(&weight));
        room -= svg_text_width(text_of(&weight), plain) + 10;
    }
    svg_text_fitted(on->to, x, y, room, bold, text_of(&title));
    text_free(&title);
    text_free(&weight);
}

/// Writes a line of text below the previous one.
static void draw_words(const page *on, double x, double *y, svg_font font, const text *words) {
    svg_text_fitted(on->to, x, *y, CELL, font, text_of(words));
    *y += LINE;
}

/// Returns whether a description may be broken at this space: before a stage, a knot, or the value for NaN.
static bool is_break(const char *at) {
    bool is_stage = strncmp(at, " →", strlen(" →")) == 0;
    bool is_knot = strncmp(at, " (", 2) == 0 && strchr("-0123456789", at[2]) != NULL;
    return is_stage || is_knot || strncmp(at, " NaN ", 5) == 0;
}

static const char *next_break(const char *words) {
    const char *at = words + 1;
    while (*at != '\0' && !is_break(at)) {
        at++;
    }
    return at;
}

/// Returns the number of bytes that fit on a line; at least the first unbreakable part.
static size_t line_length(const char *words, svg_font font) {
    size_t length = 0;
    for (const char *at = words; *at != '\0';) {
        text piece = {0};
        at = next_break(at);
        text_add_bytes(&piece, words, (size_t)(at - words));
        bool fits = svg_text_width(text_of(&piece), font) <= CELL;
        text_free(&piece);
        if (!fits && length > 0) {
            return length;
        }
        length = (size_t)(at - words);
    }
    return length;
}

/// Breaks a description into lines. Draws them if `y` is given. Returns the number of lines.
static uint32_t break_curves(const page *on, uint32_t row, double x, double *y) {
    const svg_font font = font_of(11, pale, false);
    uint32_t count = 0;
    text words = {0};
    text_curves(&words, &on->of->rows[row]);
    for (const char *rest = text_of(&words); *rest != '\0'; count++) {
        text line = {0};
        size_t length = line_length(rest, font);
        text_add_bytes(&line, rest, length);
        if (y != NULL) {
            draw_words(on, x, y, font, &line);
        }
        text_free(&line);
        rest += length;
        rest += *rest == ' ';
    }
    text_free(&words);
    return count;
}

static double draw_texts(const page *on, uint32_t row, double x, double y) {
    const curve_option *of = on->of;
    text words = {0};
    y += LINE - 4;
    if (on->has_groups) {
        text_groups(&words, of, row, true);
        draw_words(on, x, &y, font_of(11, pale, false), &words);
    }
    draw_title(on, row, x, y);
    y += LINE;
    uint32_t missing = on->lines - break_curves(on, row, x, &y);  // lines that other panels have in addition
    if (of->values != NULL) {
        text_clear(&words);
        text_way(&words, of, row);
        draw_words(on, x, &y, font_of(11, ink, false), &words);
    }
    if (on->has_outcomes) {
        text_clear(&words);
        text_share(&words, of, row);
        draw_words(on, x, &y, font_of(11, ink, false), &words);
    }
    text_free(&words);
    return y + missing * (double)LINE;
}

static void draw_panel(const page *on, uint32_t row, double x) {
    const wits_consideration_desc *d = &on->of->rows[row];
    text name = {0};
    text_add_folded(&name, d->input);
    svg_group(on->to, text_of(&name));
    plane p = {.left = x + NUMBERS, .top = draw_texts(on, row, x, on->y)};
    double low = row_is_ranged(d) ? (double)d->low : 0.0;
    double high = row_is_ranged(d) ? (double)d->high : 1.0;
    p.lo = low < high ? low : high;
    p.hi = low < high ? high : low;
    draw_height(on, &p, 0.0, "0");
    draw_height(on, &p, 0.5, "0.5");
    draw_height(on, &p, 1.0, "1");
    draw_inputs(on, &p);
    draw_curve(on, &p, d);
    if (on->of->values != NULL && on->of->values[row].value == on->of->values[row].value) {
        draw_mark(on, &p, d, &on->of->values[row]);
    }
    svg_group_end(on->to);
    text_free(&name);
}

static double panel_height(const page *on) {
    uint32_t lines = 1 + on->lines + on->has_groups + (on->of->values != NULL) + on->has_outcomes;
    return lines * LINE + CURVE_HEIGHT + BELOW;
}

static void draw_panels(page *on) {
    uint32_t column = 0;
    for (uint32_t row = 0; row < on->of->row_count; row++) {
        if (!is_curve(on->of, row)) {
            continue;
        }
        draw_panel(on, row, MARGIN + column * (double)(CELL + GUTTER));
        column = (column + 1) % on->columns;
        on->y += column == 0 ? panel_height(on) : 0.0;
    }
    on->y += column != 0 ? panel_height(on) : 0.0;
}

// --------------------------------------------------------------------------------------------------------------- texts

static void draw_line_of_page(page *on, svg_font font, const text *words) {
    svg_text_fitted(on->to, MARGIN, on->y, on->width - 2 * MARGIN, font, text_of(words));
    on->y += LINE;
}

/// Lists rows without a curve: gates, and groups without members that count.
static void draw_others(page *on) {
    const curve_option *of = on->of;
    for (uint32_t row = 0; row < of->row_count; row++) {
        bool is_open = of->values == NULL || of->values[row].holds;
        text words = {0}, groups = {0};
        text_groups(&groups, of, row, false);
        if (of->rows[row].gate != NULL) {
            bool is_outermost = of->rows[row].depth < 2;
            text_format(&words, "gate%s%s: ", is_outermost ? "" : " of ", is_outermost ? "" : text_of(&groups));
            text_add_folded(&words, of->rows[row].gate);
            text_add(&words, of->values == NULL ? "" : is_open ? " (holds)" : " (does not hold)");
            draw_line_of_page(on, font_of(12, is_open ? ink : red, false), &words);
        } else if (curve_is_empty_group(of, row)) {
            text_format(&words, "%s%s", text_of(&groups), groups.length > 0 ? " > " : "");
            text_group(&words, of, row, false);
            text_add(&words, ": no members that count, so its value is 1");
            draw_line_of_page(on, font_of(12, ink, false), &words);
        }
        text_free(&words);
        text_free(&groups);
    }
}

static void measure(page *on) {
    const curve_option *of = on->of;
    uint32_t count = 0;
    for (uint32_t row = 0; row < of->row_count; row++) {
        text words = {0};
        if (is_curve(of, row)) {
            count++;
            uint32_t lines = break_curves(on, row, 0.0, NULL);
            on->lines = lines > on->lines ? lines : on->lines;
            on->has_groups = on->has_groups || of->rows[row].depth > 0;
            if (of->values != NULL) {
                text_share(&words, of, row);
                on->has_outcomes = on->has_outcomes || words.length > 0;
            }
        }
        text_free(&words);
    }
    on->columns = count < 2 ? 2 : count < MOST_COLUMNS || count == 4 ? 2 : MOST_COLUMNS;
    on->width = 2 * MARGIN + on->columns * (double)(CELL + GUTTER) - GUTTER;
}

void curve_draw(const curve_option *of, text *to) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    const svg_font large = font_of(16, ink, true);
    text drawn = {0}, words = {0};
    uint8_t *colours = palette_rows(of->brain);
    page on = {.of = of, .to = &drawn, .colour = palette_of(colours[of->option]).fill, .y = HEADING + 8};
    measure(&on);
    if (of->told != NULL) {
        text_outcome(&words, of);
        draw_line_of_page(&on, font_of(12, ink, false), &words);
    }
    draw_others(&on);
    draw_panels(&on);

    wits_state_path(of->brain, of->option, path, sizeof path);
    svg_begin(to, on.width, on.y, path);
    text_clear(&words);
    text_score(&words, of);
    double beside = svg_text_width(path, large);
    double most = (on.width - 2 * MARGIN) / 2;
    beside = beside < most ? beside : most;
    svg_text_fitted(to, MARGIN, 26, beside + 1, large, path);
    svg_text_fitted(to, MARGIN + beside + 14, 26, on.width - 2 * MARGIN - beside - 14, font_of(12, pale, false),
                    text_of(&words));
    text_add_bytes(to, text_of(&drawn), drawn.length);
    svg_end(to);
    free(colours);
    text_free(&drawn);
    text_free(&words);
}
