// SPDX-License-Identifier: MIT
// Draws a panel whose full height is all agents: the share of them in each state, or with each value.
#include "crowd/crowd_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOW = 22, LETTERS = 14, SWATCH = 11, FILL = 8 };

static const char pale_fill[] = "#dfe3e6", black[] = "#000000";

areas areas_new(uint32_t count, uint32_t columns) {
    return (areas){.items = allocate(count, sizeof(area)), .count = count, .columns = columns};
}

void areas_add(areas *to, uint32_t row, uint32_t column, double share) {
    area *one = &to->items[row];
    if (one->shares == NULL && share > 0) {
        one->shares = allocate(to->columns, sizeof *one->shares);
    }
    if (share > 0) {
        one->shares[column] += share;
    }
}

static void area_free(area *of) {
    text_free(&of->name);
    text_free(&of->own_name);
    free(of->shares);
}

void areas_free(areas *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        area_free(&of->items[i]);
    }
    free(of->items);
    *of = (areas){0};
}

// -------------------------------------------------------------------------------------------------------------- layout

static int greatest_first(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/// Fills in the sums. Returns the smallest sum that gets an area of its own.
static double find_least(areas *of) {
    double *sums = allocate(of->count, sizeof *sums);
    for (uint32_t i = 0; i < of->count; i++) {
        for (uint32_t column = 0; column < of->columns && of->items[i].shares != NULL; column++) {
            of->items[i].sum += of->items[i].shares[column];
        }
        sums[i] = of->items[i].sum;
    }
    qsort(sums, of->count, sizeof *sums, greatest_first);
    bool too_many = of->count > CROWD_AREAS && sums[CROWD_AREAS] > 0;
    double least = too_many ? sums[CROWD_AREAS - 2] : 0;
    free(sums);
    return least;
}

static void add_to_rest(const areas *in, const area *from, area *rest) {
    rest->sum += from->sum;
    for (uint32_t column = 0; column < in->columns && from->shares != NULL; column++) {
        rest->shares[column] += from->shares[column];
    }
}

/// Keeps the areas that are large enough and combines the others into one at the end.
static void gather(areas *of, const char *plural) {
    double least = find_least(of);
    area rest = {.shares = allocate(of->columns, sizeof(double)), .is_pale = true};
    uint32_t kept = 0, gathered = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        area one = of->items[i];
        if (one.sum > 0 && one.sum >= least && kept < CROWD_AREAS) {
            of->items[kept++] = one;
        } else {
            gathered += one.sum > 0;
            add_to_rest(of, &one, &rest);
            area_free(&one);
        }
    }
    of->count = kept;
    if (gathered > 0) {
        text_format(&rest.name, "%u more %s", (unsigned)gathered, plural);
        text_format(&rest.own_name, "%u more", (unsigned)gathered);
        of->items[of->count++] = rest;
    } else {
        area_free(&rest);
    }
}

/// Mixes a colour with white, half and half.
static void lighten(const char *colour, char *to) {
    unsigned long whole = strtoul(colour + 1, NULL, 16);
    snprintf(to, FILL, "#%06lx", ((whole >> 1 & 0x7F7F7FUL) + 0x808080UL) & 0xFFFFFFUL);
}

/// Gives each area its usual colour if it is free, else the next free one. The second ten colours are lighter.
static void choose_colours(areas *of) {
    bool taken[2 * PALETTE_COLOURS] = {false};
    for (uint32_t i = 0; i < of->count; i++) {
        area *one = &of->items[i];
        uint32_t row = one->wanted % PALETTE_COLOURS;
        for (uint32_t tries = 1; taken[row] && tries < 2 * PALETTE_COLOURS; tries++) {
            row = (one->wanted + tries) % PALETTE_COLOURS + tries / PALETTE_COLOURS * PALETTE_COLOURS;
        }
        const palette_colour colour = palette_of((uint8_t)(row % PALETTE_COLOURS));
        if (one->is_pale) {
            memcpy(one->fill, pale_fill, sizeof one->fill);
        } else if (row < PALETTE_COLOURS) {
            memcpy(one->fill, colour.fill, sizeof one->fill);
        } else {
            lighten(colour.fill, one->fill);
        }
        one->ink = row < PALETTE_COLOURS && !one->is_pale ? colour.ink : black;
        taken[row] = taken[row] || !one->is_pale;
    }
}

void areas_settle(areas *of, const char *plural) {
    gather(of, plural);
    choose_colours(of);
}

// ------------------------------------------------------------------------------------------------------------- drawing

/// Boundaries of the areas in each column: `count` + 1 edges from top to bottom.
typedef struct edges {
    double *y;
    uint32_t count;
} edges;

static double edge_at(const edges *of, uint32_t column, uint32_t row) {
    return of->y[(size_t)column * of->count + row];
}

/// Narrow columns use whole pixels, which keeps the picture small.
static edges make_edges(const chart_page *s, const areas *of, double top, double height) {
    edges made = {.count = of->count + 1};
    made.y = allocate((size_t)of->columns * made.count, sizeof *made.y);
    double grain = s->column_width < 4 ? 0.5 : 0.25;
    for (uint32_t column = 0; column < of->columns; column++) {
        double sum = 0;
        double *y = &made.y[(size_t)column * made.count];
        y[0] = top;
        for (uint32_t row = 0; row < of->count; row++) {
            sum += of->items[row].shares[column];
            y[row + 1] = top + floor(sum * height / grain + 0.5) * grain;
        }
    }
    return made;
}

/// Writes the name inside its area where the area is highest over the width of the name, if it fits there.
static void draw_own_name(const chart_page *s, const edges *in, uint32_t row, uint32_t columns, const area *one) {
    svg_font font = chart_page_small(SVG_MIDDLE);
    font.colour = one->ink;
    uint32_t needed = (uint32_t)ceil((svg_text_width(text_of(&one->own_name), font) + 6) / s->column_width);
    double best = LETTERS, x = 0, y = 0;
    for (uint32_t begin = 0; begin + needed <= columns; begin++) {
        double top = 0, bottom = HUGE_VAL;
        for (uint32_t column = begin; column < begin + needed && bottom - top > best; column++) {
            top = fmax(top, edge_at(in, column, row));
            bottom = fmin(bottom, edge_at(in, column, row + 1));
        }
        if (bottom - top > best) {
            best = bottom - top;
            x = chart_page_x(s, begin) + needed * s->column_width / 2;
            y = (top + bottom) / 2 + 4;
        }
    }
    if (best > LETTERS) {
        svg_text(s->to, x, y, font, text_of(&one->own_name));
    }
}

static void add_percent(text *to, double share) {
    if (share > 0 && share < 0.0005) {
        text_add(to, "< 0.1 %");
    } else {
        text_format(to, "%.1f %%", share * 100);
    }
}

/// Draws the meaning of each colour, and its share of all ticks of all agents.
static void draw_legend(const chart_page *s, const areas *of, double top) {
    double left = chart_page_right(s) + 14, right = chart_page_right(s) + CROWD_LEGEND;
    for (uint32_t row = 0; row < of->count; row++) {
        const area *one = &of->items[row];
        double y = top + row * CROWD_ROW + 3;
        text share = {0};
        add_percent(&share, one->sum / of->columns);
        svg_rect(s->to, left, y, SWATCH, SWATCH, one->fill);
        svg_text_fitted(s->to, left + SWATCH + 6, y + 9.5, right - left - SWATCH - 60, chart_page_small(SVG_START),
                        text_of(&one->name));
        svg_text(s->to, right, y + 9.5, chart_page_small(SVG_END), text_of(&share));
        text_free(&share);
    }
}

void crowd_legend_heading(const chart_page *s, const char *words) {
    svg_text(s->to, chart_page_right(s) + CROWD_LEGEND, s->y + CHART_PAGE_BASE, chart_page_pale(SVG_END), words);
}

void areas_draw(chart_page *s, const areas *of, const char *heading, double height) {
    height = of->count > 1 ? height : LOW;
    double legend = of->count * (double)CROWD_ROW;
    crowd_legend_heading(s, "of all ticks");
    double top = chart_page_panel(s, heading, NULL, legend > height ? legend : height);
    height = legend > height ? legend : height;
    edges all = make_edges(s, of, top, height);
    if (of->count > 1) {
        chart_page_level(s, top, "100 %");
        chart_page_level(s, top + height / 2, "50 %");
        chart_page_level(s, top + height, "0 %");
    }
    for (uint32_t row = 0; row < of->count; row++) {
        svg_group(s->to, text_of(&of->items[row].name));
        chart_page_band(s, &(chart_band){&all.y[row], &all.y[row + 1], all.count, false}, of->columns,
                        of->items[row].fill);
        draw_own_name(s, &all, row, of->columns, &of->items[row]);
        svg_group_end(s->to);
    }
    draw_legend(s, of, top);
    free(all.y);
}
