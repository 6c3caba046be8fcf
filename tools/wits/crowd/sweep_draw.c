// SPDX-License-Identifier: MIT
// Draws a sweep as small multiples. The x axis is the first --sweep, or else the seeds. Each combination of the other
// axes has a panel. There is a row of panels for states and one for each field.
#include "crowd/sweep.h"

#include "agent/run.h"
#include "chart/axis.h"
#include "chart/chart_page.h"
#include "chart/palette.h"
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>

enum {
    COLUMNS = 4,
    WIDTH = 210,
    HEIGHT = 130,
    GAP = 18,
    NUMBERS = 52,  ///< width on the left of the first panel
    TITLE = 18,    ///< height above a panel
    LABELS = 34,   ///< height below a panel
    LEGEND = 190,
    INDENT = 14,  ///< distance between the edge of a panel and its first value
    MOST_LINES = PALETTE_COLOURS,
};

static const char edge[] = "#c8ccd0", grid[] = "#eceef0";

/// A line: one number for every point, with a name and a colour.
typedef struct line {
    text name;
    const char *colour;
    uint32_t state;  ///< in a row of states
    uint32_t value;  ///< in a row of a field
} line;

/// A row of panels with a common scale.
typedef struct row {
    const sweep *of;
    text heading;
    bool has_field;
    size_t field;
    bool is_part;  ///< share of all agents, in percent
    line lines[MOST_LINES];
    uint32_t count;
    double least, greatest, step;
    int decimals;
} row;

/// The x axis.
typedef struct across {
    text name;
    uint64_t count;
    double *values;  ///< positions; null: equally spaced
    text *labels;
} across;

// -------------------------------------------------------------------------------------------------------------- across

static double number_of(const char *value, bool *is_number) {
    char *end;
    const double number = strtod(value, &end);
    *is_number = *is_number && end != value && *end == '\0' && isfinite(number);
    return number;
}

static across across_of(const sweep *s) {
    const bool has_axis = s->axes.count > 0;
    across made = {.count = has_axis ? s->axes.items[0].count : s->axes.seeds};
    bool are_numbers = true;
    made.values = allocate((size_t)made.count, sizeof *made.values);
    made.labels = allocate((size_t)made.count, sizeof *made.labels);
    text_add(&made.name, has_axis ? text_of(&s->axes.items[0].name) : "seed");
    for (uint64_t i = 0; i < made.count; i++) {
        if (has_axis) {
            text_add(&made.labels[i], text_of(&s->axes.items[0].values[i]));
        } else {
            text_format(&made.labels[i], "%llu", (unsigned long long)(s->options->first_seed + i));
        }
        made.values[i] = number_of(text_of(&made.labels[i]), &are_numbers);
        are_numbers = are_numbers && (i == 0 || made.values[i] > made.values[i - 1]);
    }
    if (!are_numbers) {
        free(made.values);
        made.values = NULL;
    }
    return made;
}

static void across_free(across *of) {
    for (uint64_t i = 0; i < of->count; i++) {
        text_free(&of->labels[i]);
    }
    free(of->labels);
    free(of->values);
    text_free(&of->name);
}

/// Returns the x position of a value in its panel.
static double x_of(const across *a, uint64_t i) {
    const double room = WIDTH - 2 * INDENT;
    if (a->count == 1) {
        return WIDTH / 2.0;
    }
    return a->values == NULL ? INDENT + room * (double)i / (double)(a->count - 1)
                             : INDENT + room * (a->values[i] - a->values[0]) / (a->values[a->count - 1] - a->values[0]);
}

/// Returns how many values share a label, so that labels do not overlap.
static uint64_t label_step(const across *a) {
    double widest = 0;
    for (uint64_t i = 0; i < a->count; i++) {
        widest = fmax(widest, svg_text_width(text_of(&a->labels[i]), chart_page_pale(SVG_MIDDLE)));
    }
    const double room = a->count > 1 ? (WIDTH - 2 * INDENT) / (double)(a->count - 1) : WIDTH;
    return a->values == NULL ? 1 : (uint64_t)ceil((widest + 4) / room);
}

static void draw_labels(const across *a, double left, double y, text *to) {
    const uint64_t step = label_step(a);
    double free_from = left - INDENT;
    for (uint64_t i = 0; i < a->count; i++) {
        const svg_font font = chart_page_pale(SVG_MIDDLE);
        const double x = left + x_of(a, i), half = svg_text_width(text_of(&a->labels[i]), font) / 2;
        const double room =
            a->count > 1 && a->values == NULL ? fmax((WIDTH - 2 * INDENT) / (double)(a->count - 1) - 6, 24) : WIDTH;
        svg_line(to, x, y, x, y + 3, (svg_stroke){.colour = edge, .width = 1});
        if (i % step == 0 && x - fmin(half, room / 2) >= free_from) {  // values need not be equally spaced
            svg_text_fitted(to, x, y + 14, room, font, text_of(&a->labels[i]));
            free_from = x + fmin(half, room / 2) + 4;
        }
    }
    svg_text_fitted(to, left + WIDTH / 2.0, y + 28, WIDTH, chart_page_small(SVG_MIDDLE), text_of(&a->name));
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Returns the number at position `i` of a panel, from a run or a point.
static sweep_mean number_at(const row *r, const line *which, uint64_t panel, uint64_t i) {
    const sweep *s = r->of;
    sweep seeds;  // treats each seed as a point
    uint64_t point = i * sweep_panels(&s->axes) + panel;
    if (s->axes.count == 0) {
        seeds = *s;
        seeds.axes.seeds = 1;
        s = &seeds;
        point = i;
    }
    return r->has_field ? sweep_field(s, point, r->field, which->value) : sweep_state(s, point, which->state);
}

/// Returns whether two numbers differ at most by rounding: some steps of a float.
static bool is_rounding(double least, double greatest) {
    return greatest - least <= 0x1p-20 * fmax(fabs(least), fabs(greatest));
}

static void find_range(row *r, const across *a) {
    r->least = r->is_part ? 0 : HUGE_VAL;
    r->greatest = r->is_part ? 1 : -HUGE_VAL;
    for (uint32_t i = 0; i < r->count && !r->is_part; i++) {
        for (uint64_t panel = 0; panel < sweep_panels(&r->of->axes); panel++) {
            for (uint64_t at = 0; at < a->count; at++) {
                const sweep_mean found = number_at(r, &r->lines[i], panel, at);
                if (found.runs > 0 && isfinite(found.mean)) {
                    r->least = fmin(r->least, found.mean - found.deviation);
                    r->greatest = fmax(r->greatest, found.mean + found.deviation);
                }
            }
        }
    }
    if (!(r->least < r->greatest) || is_rounding(r->least, r->greatest)) {
        const double only = r->least <= r->greatest ? r->least : 0;
        r->least = fmin(only, 0);
        r->greatest = only > 0 ? only : r->least + 1;
    }
    if (r->is_part) {
        r->step = 0.25;
    } else {
        r->step = axis_step(r->greatest - r->least, &r->decimals);
        r->least = floor(r->least / r->step) * r->step;
        r->greatest = ceil(r->greatest / r->step) * r->step;
    }
}

/// Gives each state its usual colour if it is free, else the next free one.
static void choose_colours(row *r) {
    uint8_t *wanted = palette_rows(wits_file_brain(r->of->given->file));
    bool taken[PALETTE_COLOURS] = {false};
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t colour = (r->has_field ? i : wanted[r->lines[i].state]) % PALETTE_COLOURS;
        while (taken[colour]) {
            colour = (colour + 1) % PALETTE_COLOURS;
        }
        taken[colour] = true;
        r->lines[i].colour = palette_of((uint8_t)colour).fill;
    }
    free(wanted);
}

static row states_of(const sweep *s) {
    row made = {.of = s, .is_part = true};
    uint32_t states[SWEEP_STATES], others;
    text_add(&made.heading, "states at the end");
    made.count = sweep_states(s, states, &others);
    for (uint32_t i = 0; i < made.count; i++) {
        made.lines[i].state = states[i];
        text_sweep_state(&made.lines[i].name, wits_file_brain(s->given->file), states, made.count, i);
    }
    if (others > 0) {
        text_format(&made.heading, "; %u more are not drawn", (unsigned)others);
    }
    choose_colours(&made);
    return made;
}

/// Returns the row of a field: the share of true for a bool, the shares of the first MOST_LINES values for an enum,
/// else the mean.
static row field_of(const sweep *s, size_t field) {
    const wits_field_desc *about = &wits_file_desc(s->given->file)->fields[s->given->fields.rows[field]];
    const field_stats *first = &s->runs[0].stats[field];
    row made = {.of = s, .has_field = true, .field = field, .is_part = first->shares != NULL, .count = 1};
    text_add(&made.heading, about->name);
    if (first->shares == NULL) {
        text_add(&made.lines[0].name, "mean of all agents");
    } else if (about->type == WITS_TYPE_BOOL) {
        made.lines[0].value = 1;
        text_add(&made.lines[0].name, "true");
    } else {
        made.count = first->share_count < MOST_LINES ? first->share_count : MOST_LINES;
        for (uint32_t value = 0; value < made.count; value++) {
            made.lines[value].value = value;
            text_value(&made.lines[value].name, about, (double)value, false);
        }
        if (made.count < first->share_count) {
            text_format(&made.heading, "; %u more values are not drawn", (unsigned)(first->share_count - made.count));
        }
    }
    choose_colours(&made);
    return made;
}

static void row_free(row *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        text_free(&of->lines[i].name);
    }
    text_free(&of->heading);
}

// -------------------------------------------------------------------------------------------------------------- panels

static double y_of(const row *r, double top, double value) {
    return top + HEIGHT - (value - r->least) / (r->greatest - r->least) * HEIGHT;
}

static void draw_grid(const row *r, double left, double top, bool is_first, text *to) {
    double value;
    text label = {0};
    svg_rect(to, left, top, WIDTH, HEIGHT, "#fafbfc");
    axis_ticks ticks = axis_ticks_by(r->least, r->greatest, r->step, r->decimals);
    while (axis_next(&ticks, &value, &label)) {
        const double y = y_of(r, top, value);
        svg_line(to, left, y, left + WIDTH, y, (svg_stroke){.colour = value == r->least ? edge : grid, .width = 1});
        if (r->is_part) {
            text_clear(&label);
            text_format(&label, "%.0f %%", value * 100);
        }
        if (is_first) {
            svg_text(to, left - 6, y + 4, chart_page_small(SVG_END), text_of(&label));
        }
    }
    text_free(&label);
}

/// Draws the mean, and a bar of one standard deviation on either side.
static void draw_line(const row *r, const line *of, const across *a, uint64_t panel, double left, double top,
                      text *to) {
    svg_pen pen = svg_pen_begin(to, (svg_stroke){.colour = of->colour, .width = 1.6, .round = true});
    for (uint64_t i = 0; i < a->count; i++) {
        const sweep_mean found = number_at(r, of, panel, i);
        if (found.runs > 0 && isfinite(found.mean)) {
            svg_pen_to(&pen, left + x_of(a, i), y_of(r, top, found.mean));
        } else {
            svg_pen_break(&pen);
        }
    }
    svg_pen_end(&pen);
    for (uint64_t i = 0; i < a->count; i++) {
        const sweep_mean found = number_at(r, of, panel, i);
        const double x = left + x_of(a, i);
        if (found.runs == 0 || !isfinite(found.mean)) {
            continue;
        }
        if (found.deviation > 0) {
            const double low = fmax(found.mean - found.deviation, r->least);
            const double high = fmin(found.mean + found.deviation, r->greatest);
            svg_line(to, x, y_of(r, top, low), x, y_of(r, top, high),
                     (svg_stroke){.colour = of->colour, .width = 5, .opacity = 0.35});
        }
        const double y = y_of(r, top, found.mean);
        svg_line(to, x, y, x, y, (svg_stroke){.colour = of->colour, .width = 4.5, .round = true});
    }
}

/// Writes "tiredness = 0.1, brave = 2".
static void text_panel(const sweep *s, uint64_t panel, text *to) {
    for (size_t i = 1; i < s->axes.count; i++) {
        text_format(to, "%s%s = %s", i > 1 ? ", " : "", text_of(&s->axes.items[i].name),
                    sweep_value(&s->axes, i, panel));
    }
}

static void draw_legend(const row *r, double left, double top, text *to) {
    for (uint32_t i = 0; i < r->count; i++) {
        const double y = top + i * 17 + 8;
        svg_line(to, left, y, left + 16, y, (svg_stroke){.colour = r->lines[i].colour, .width = 1.6});
        svg_line(to, left + 8, y, left + 8, y, (svg_stroke){.colour = r->lines[i].colour, .width = 4.5, .round = true});
        svg_text_fitted(to, left + 22, y + 4, LEGEND - 30, chart_page_small(SVG_START), text_of(&r->lines[i].name));
    }
}

/// Returns the top of the next row.
static double draw_row(row *r, const across *a, uint64_t columns, double top, text *to) {
    const uint64_t panels = sweep_panels(&r->of->axes);
    const double title = panels > 1 ? TITLE : 0;
    const double right = CHART_PAGE_MARGIN + NUMBERS + (double)columns * (WIDTH + GAP);
    double y = top;
    find_range(r, a);
    svg_text(to, CHART_PAGE_MARGIN, y + CHART_PAGE_BASE, (svg_font){.size = 12, .colour = "#22282e", .bold = true},
             text_of(&r->heading));
    y += 24;
    draw_legend(r, right, y + title, to);
    for (uint64_t panel = 0; panel < panels; panel++) {
        const double left = CHART_PAGE_MARGIN + NUMBERS + (double)(panel % columns) * (WIDTH + GAP);
        const double from = y + (double)(panel / columns) * (title + HEIGHT + LABELS) + title;
        text name = {0};
        text_panel(r->of, panel, &name);
        if (name.length > 0) {
            svg_text_fitted(to, left, from - 6, WIDTH, chart_page_small(SVG_START), text_of(&name));
        }
        draw_grid(r, left, from, panel % columns == 0, to);
        for (uint32_t i = 0; i < r->count; i++) {
            svg_group(to, text_of(&r->lines[i].name));
            draw_line(r, &r->lines[i], a, panel, left, from, to);
            svg_group_end(to);
        }
        draw_labels(a, left, from + HEIGHT, to);
        text_free(&name);
    }
    const double panels_end = y + (double)((panels + columns - 1) / columns) * (title + HEIGHT + LABELS);
    return fmax(panels_end, y + title + r->count * 17) + 14;
}

static void text_about(const sweep *s, text *to) {
    const uint64_t ticks = crowd_ticks(s->options, s->given);
    text_format(to, "%llu agent%s, %llu tick%s, ", (unsigned long long)s->agents, s->agents == 1 ? "" : "s",
                (unsigned long long)ticks, ticks == 1 ? "" : "s");
    if (s->done < s->count) {
        text_format(to, "%llu of ", (unsigned long long)s->done);
    }
    text_format(to, "%llu run%s", (unsigned long long)s->count, s->count == 1 ? "" : "s");
    if (s->axes.seeds > 1 && s->axes.count > 0) {
        text_format(to, "; mean ± standard deviation over %llu seeds", (unsigned long long)s->axes.seeds);
    }
}

void sweep_draw(const sweep *of, text *to) {
    const char *name = wits_state_name(wits_file_brain(of->given->file), WITS_ROOT);
    const uint64_t panels = sweep_panels(&of->axes), columns = panels < COLUMNS ? panels : COLUMNS;
    across a = across_of(of);
    text rows = {0}, about = {0};
    text_about(of, &about);
    double y = 40;
    row states = states_of(of);
    y = draw_row(&states, &a, columns, y, &rows);
    row_free(&states);
    for (size_t i = 0; i < of->given->fields.count; i++) {
        row field = field_of(of, i);
        y = draw_row(&field, &a, columns, y, &rows);
        row_free(&field);
    }
    const svg_font large = {.size = 16, .colour = "#22282e", .bold = true};
    const double named = CHART_PAGE_MARGIN + svg_text_width(name, large) + 12;
    const double words = named + svg_text_width(text_of(&about), chart_page_pale(SVG_START)) + CHART_PAGE_MARGIN;
    const double width = CHART_PAGE_MARGIN + NUMBERS + (double)columns * (WIDTH + GAP) + LEGEND;
    svg_begin(to, ceil(fmax(width, words)), ceil(y), name);
    svg_text(to, CHART_PAGE_MARGIN, 26, large, name);
    svg_text(to, named, 26, chart_page_pale(SVG_START), text_of(&about));
    text_add_bytes(to, text_of(&rows), rows.length);
    svg_end(to);
    across_free(&a);
    text_free(&rows);
    text_free(&about);
}
