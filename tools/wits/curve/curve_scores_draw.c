// SPDX-License-Identifier: MIT
// curve: lays out a page with a panel for each field, and in it a line for each option of the utility.
#include "chart/axis.h"
#include "chart/palette.h"
#include "chart/svg.h"
#include "curve/curve_scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 12,
    LINE = 16,     ///< height of a line of text
    NUMBERS = 46,  ///< space for numbers at the left of a panel
    PLANE_WIDTH = 600,
    PLANE_HEIGHT = 180,
    BELOW = 44,  ///< space for numbers below a panel
};

static const char ink[] = SVG_INK, pale[] = SVG_PALE, grid[] = SVG_GRID, frame[] = SVG_FRAME;

typedef struct page {
    const curve_option *of;
    scene *with;
    text *to;
    uint8_t *colours;
    double y;
} page;

/// The competing score of each option at each pixel of a panel, from left to right. NaN where the option is no
/// candidate.
typedef struct lines {
    uint32_t field;
    wits_state_id *options;
    uint32_t count;
    float *values;  ///< values of the first option, then of the next
    double lo, hi;  ///< of the panel, from left to right
    double bottom, top;
} lines;

enum { POINTS = PLANE_WIDTH + 1 };

// -------------------------------------------------------------------------------------------------------------- scores

static lines lines_new(const page *on, const score_axis *over) {
    const wits_brain *brain = on->of->brain;
    lines made = {.field = over->field, .lo = over->lo, .hi = over->hi};
    made.options = allocate(wits_state_count(brain), sizeof *made.options);
    uint32_t end = wits_state_end(brain, on->with->composite);
    for (uint32_t state = on->with->composite + 1u; state < end; state = wits_state_end(brain, (wits_state_id)state)) {
        made.options[made.count++] = (wits_state_id)state;
    }
    made.values = allocate((size_t)made.count * POINTS, sizeof *made.values);
    return made;
}

static void lines_free(lines *of) {
    free(of->options);
    free(of->values);
}

/// Options excluded by a gate have no score.
static float score_of(const scene *with, const wits_explained_choice *choice, uint32_t number) {
    const wits_explained_option *told = &with->why.options[choice->first_option + number];
    bool has_score = told->verdict != WITS_VERDICT_GATED && told->verdict != WITS_VERDICT_NOT_A_NUMBER;
    return has_score ? told->competing : NAN;
}

static double input_at(const page *on, const lines *l, uint32_t point) {
    double input = l->lo + (l->hi - l->lo) * (double)point / PLANE_WIDTH;
    double least, most;
    return type_range(on->of->desc->fields[l->field].type, &least, &most) ? floor(input + 0.5) : input;
}

static void fill(const page *on, lines *l) {
    for (uint32_t point = 0; point < POINTS; point++) {
        const wits_explained_choice *choice = scene_score(on->with, l->field, input_at(on, l, point));
        for (uint32_t i = 0; i < l->count; i++) {
            l->values[i * POINTS + point] = choice != NULL ? score_of(on->with, choice, i) : NAN;
        }
    }
}

static bool is_finite(double value) {
    return value - value == 0.0;
}

/// Sets the vertical axis from 0, or less, to the greatest score, both rounded.
static void find_heights(lines *l) {
    l->bottom = l->top = 0;
    for (size_t i = 0; i < (size_t)l->count * POINTS; i++) {
        double value = (double)l->values[i];
        if (is_finite(value)) {
            l->bottom = value < l->bottom ? value : l->bottom;
            l->top = value > l->top ? value : l->top;
        }
    }
    l->top = l->top > l->bottom ? l->top : l->bottom + 1;
    int decimals;
    double step = axis_step(l->top - l->bottom, &decimals);
    l->top = ceil(l->top / step - 1e-6) * step;
    l->bottom = floor(l->bottom / step + 1e-6) * step;
}

// ------------------------------------------------------------------------------------------------------------- drawing

static svg_font font_of(double size, const char *colour, bool bold) {
    return (svg_font){.size = size, .colour = colour, .bold = bold};
}

static double x_of(const lines *l, double input) {
    return MARGIN + NUMBERS + (input - l->lo) / (l->hi - l->lo) * PLANE_WIDTH;
}

static double y_of(const page *on, const lines *l, double score) {
    double held = score < l->bottom ? l->bottom : score > l->top ? l->top : score;
    return on->y + (l->top - held) / (l->top - l->bottom) * PLANE_HEIGHT;
}

/// Draws round numbers at the left and below.
static void draw_axes(const page *on, const lines *l) {
    svg_font font = font_of(10, ink, false);
    double score, input;
    text label = {0};
    for (axis_ticks ticks = axis_ticks_of(l->bottom, l->top, 0); axis_next(&ticks, &score, &label);) {
        double y = y_of(on, l, score);
        svg_line(on->to, x_of(l, l->lo), y, x_of(l, l->hi), y,
                 (svg_stroke){.colour = fabs(score) < ticks.step / 2 ? frame : grid, .width = 1});
        font.anchor = SVG_END;
        svg_text(on->to, x_of(l, l->lo) - 6, y + 3.5, font, text_of(&label));
    }
    for (axis_ticks ticks = axis_ticks_of(l->lo, l->hi, 0); axis_next(&ticks, &input, &label);) {
        svg_line(on->to, x_of(l, input), on->y, x_of(l, input), on->y + PLANE_HEIGHT,
                 (svg_stroke){.colour = grid, .width = 1});
        font.anchor = SVG_MIDDLE;
        svg_text(on->to, x_of(l, input), on->y + PLANE_HEIGHT + 14, font, text_of(&label));
    }
    text_free(&label);
}

static void draw_line(const page *on, const lines *l, uint32_t number) {
    bool is_own = l->options[number] == on->of->option;
    palette_colour colour = palette_of(on->colours[l->options[number]]);
    svg_pen pen = svg_pen_begin(on->to, (svg_stroke){.colour = colour.fill,
                                                     .width = is_own ? 2.5 : 1.2,
                                                     .dash = colour.dash,
                                                     .round = true,
                                                     .opacity = is_own ? 1 : 0.55});
    for (uint32_t point = 0; point < POINTS; point++) {
        double score = (double)l->values[number * POINTS + point];
        if (is_finite(score)) {
            svg_pen_to(&pen, MARGIN + NUMBERS + point, y_of(on, l, score));
        } else {
            svg_pen_break(&pen);
        }
    }
    svg_pen_end(&pen);
}

/// Draws the field's current value as a dashed line, with a dot at the option's score.
static void draw_present(const page *on, const lines *l) {
    double input = context_get(&on->with->given, l->field);
    if (!is_finite(input) || input < l->lo || input > l->hi) {
        return;
    }
    double x = x_of(l, input);
    svg_line(on->to, x, on->y, x, on->y + PLANE_HEIGHT, (svg_stroke){.colour = ink, .width = 1, .dash = "3 3"});
    const wits_explained_choice *choice = scene_score(on->with, l->field, input);
    for (uint32_t i = 0; i < l->count && choice != NULL; i++) {
        double score = (double)score_of(on->with, choice, i);
        if (l->options[i] == on->of->option && is_finite(score)) {
            svg_dot(on->to, x, y_of(on, l, score), 8, ink);
        }
    }
}

static void draw_panel(page *on, const score_axis *over) {
    lines l = lines_new(on, over);
    text title = {0};
    text_format(&title, "over %s", on->of->desc->fields[over->field].name);
    svg_text(on->to, MARGIN, on->y + 4, font_of(12, ink, true), text_of(&title));
    on->y += LINE;
    fill(on, &l);
    find_heights(&l);
    draw_axes(on, &l);
    uint32_t own = 0;
    for (uint32_t i = 0; i < l.count; i++) {
        own = l.options[i] == on->of->option ? i : own;
    }
    for (uint32_t i = 0; i <= l.count; i++) {  // draws its own line last, on top of the others
        if (i == l.count || i != own) {
            svg_group(on->to, wits_state_name(on->of->brain, l.options[i == l.count ? own : i]));
            draw_line(on, &l, i == l.count ? own : i);
            svg_group_end(on->to);
        }
    }
    draw_present(on, &l);
    on->y += PLANE_HEIGHT + BELOW;
    text_free(&title);
    lines_free(&l);
}

// --------------------------------------------------------------------------------------------------------------- texts

/// Writes the names of all options in their colours, on as many lines as needed.
static void draw_legend(page *on) {
    const wits_brain *brain = on->of->brain;
    uint32_t end = wits_state_end(brain, on->with->composite);
    double x = MARGIN;
    for (uint32_t state = on->with->composite + 1u; state < end; state = wits_state_end(brain, (wits_state_id)state)) {
        svg_key(on->to, &x, &on->y, MARGIN, NUMBERS + PLANE_WIDTH, palette_of(on->colours[state]).fill,
                font_of(11, ink, state == on->of->option), wits_state_name(brain, (wits_state_id)state));
    }
    on->y += LINE + 8;
}

/// Writes the current values of the fields that the score reads: "with distance 7, anger 0.29".
static void text_given(text *to, const page *on) {
    const wits_desc *desc = on->of->desc;
    bool *read = allocate(desc->field_count, sizeof *read);
    asked_score_fields(desc, on->of->option, read);
    for (uint32_t field = 0; field < desc->field_count; field++) {
        if (read[field]) {
            text_format(to, "%s%s ", to->length == 0 ? "with " : ", ", desc->fields[field].name);
            double value = context_get(&on->with->given, field);
            if (desc->fields[field].type == WITS_TYPE_FLOAT) {
                text_short(to, (float)value);
            } else {
                text_value(to, &desc->fields[field], value, false);
            }
        }
    }
    free(read);
}

static void draw_words(page *on, const text *words, svg_font font) {
    svg_text_fitted(on->to, MARGIN, on->y, NUMBERS + PLANE_WIDTH, font, text_of(words));
    on->y += LINE;
}

static void draw_head(page *on) {
    const wits_desc *desc = on->of->desc;
    const char *score = desc->states[on->of->option].score;
    text words = {0};
    if (score != NULL) {
        text_add(&words, "score ");
        text_add_folded(&words, score);
        draw_words(on, &words, font_of(12, pale, false));
    }
    text_clear(&words);
    if (on->of->told != NULL) {
        text_outcome(&words, on->of);
        draw_words(on, &words, font_of(12, ink, false));
        text_clear(&words);
    }
    text_given(&words, on);
    draw_words(on, &words, font_of(12, ink, false));
    draw_legend(on);
    text_free(&words);
}

void curve_draw_scores(const curve_option *of, scene *with, const score_axis *axes, size_t count, text *to) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    text drawn = {0};
    page on = {.of = of, .with = with, .to = &drawn, .colours = palette_rows(of->brain), .y = 46};
    wits_state_path(of->brain, of->option, path, sizeof path);
    draw_head(&on);
    for (size_t i = 0; i < count; i++) {
        draw_panel(&on, &axes[i]);
    }
    double width = 2 * MARGIN + NUMBERS + PLANE_WIDTH + 10;
    svg_begin(to, width, on.y, path);
    svg_text_fitted(to, MARGIN, 26, width - 2 * MARGIN, font_of(16, ink, true), path);
    text_add_bytes(to, text_of(&drawn), drawn.length);
    svg_end(to);
    free(on.colours);
    text_free(&drawn);
}
