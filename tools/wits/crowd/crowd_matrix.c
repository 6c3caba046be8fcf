// SPDX-License-Identifier: MIT
// Draws the transition matrix: rows are source states, columns are target states, colours are the share of each row.
#include "crowd/crowd_page.h"

#include "agent/run.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STATES = 24, CELL = 34, ROW = 20, NAMES = 230, TURNED = 45, NUMBERS = 90 };

static const char rest_name[] = "others";

/// States in the order of the tree. If some are left out, one last row is all of them together.
typedef struct matrix {
    const wits_brain *brain;
    wits_state_id states[MOST_STATES];
    uint32_t named;
    uint32_t count;
    uint64_t cells[MOST_STATES + 1][MOST_STATES + 1];  ///< [row][column]
} matrix;

/// Chooses the states with the most transitions.
static void choose_states(const move *all, uint32_t count, uint32_t states, matrix *to) {
    uint64_t *sums = allocate(states, sizeof *sums);
    bool *taken = allocate(states, sizeof *taken);
    for (uint32_t i = 0; i < count; i++) {
        sums[all[i].from] += all[i].count;
        sums[all[i].to] += all[i].count;
    }
    for (int found = 0; found < MOST_STATES; found++) {
        uint32_t best = 0;
        for (uint32_t state = 1; state < states; state++) {
            best = !taken[state] && (taken[best] || sums[state] > sums[best]) ? state : best;
        }
        taken[best] = taken[best] || sums[best] > 0;
    }
    for (uint32_t state = 0; state < states; state++) {
        if (taken[state]) {
            to->states[to->named++] = (wits_state_id)state;
        } else if (sums[state] > 0) {
            to->count = 1;
        }
    }
    to->count += to->named;
    free(sums);
    free(taken);
}

static uint32_t row_of(const matrix *in, wits_state_id state) {
    uint32_t row = 0;
    while (row < in->named && in->states[row] != state) {
        row++;
    }
    return row;
}

static void matrix_of(const crowd_plot *p, matrix *to) {
    transition_matrix all = crowd_sim_moves(p->of);
    move *sorted = transition_matrix_sorted(&all);
    *to = (matrix){.brain = p->of->brain};
    choose_states(sorted, all.used, p->of->desc->state_count, to);
    for (uint32_t i = 0; i < all.used; i++) {
        to->cells[row_of(to, sorted[i].from)][row_of(to, sorted[i].to)] += sorted[i].count;
    }
    free(sorted);
    transition_matrix_free(&all);
}

static void add_name(text *to, const matrix *of, uint32_t row) {
    if (row == of->named) {
        text_add(to, rest_name);
    } else {
        text_state_name(to, of->brain, of->states[row]);
    }
}

/// Adds a shade from white to blue.
static void add_shade(text *to, double share) {
    static const double blue[] = {0x14, 0x3a, 0x66};
    text_add(to, "#");
    for (int i = 0; i < 3; i++) {
        text_format(to, "%02x", (unsigned)floor(255 - (255 - blue[i]) * sqrt(share) + 0.5));
    }
}

static void draw_cell(const chart_page *s, uint64_t count, uint64_t all, double x, double y) {
    double share = (double)count / (double)all;
    text fill = {0}, percent = {0};
    add_shade(&fill, share);
    svg_rect(s->to, x, y, CELL - 1, ROW - 1, text_of(&fill));
    if (share < 0.005) {
        text_add(&percent, "< 1");
    } else {
        text_format(&percent, "%.0f", share * 100);
    }
    svg_font font = chart_page_small(SVG_MIDDLE);
    font.colour = share > 0.25 ? "#ffffff" : "#222222";
    svg_text(s->to, x + (CELL - 1) / 2.0, y + 13.5, font, text_of(&percent));
    text_free(&fill);
    text_free(&percent);
}

static void draw_row(const chart_page *s, const matrix *of, uint32_t row, double y) {
    uint64_t all = 0;
    text name = {0}, sum = {0};
    double left = CHART_PAGE_MARGIN + NAMES;
    for (uint32_t column = 0; column < of->count; column++) {
        all += of->cells[row][column];
    }
    add_name(&name, of, row);
    svg_text_fitted(s->to, left - 8, y + 13.5, NAMES - 8, chart_page_small(SVG_END), text_of(&name));
    for (uint32_t column = 0; column < of->count; column++) {
        double x = left + column * (double)CELL;
        if (of->cells[row][column] > 0) {
            draw_cell(s, of->cells[row][column], all, x, y);
        } else {
            svg_rect(s->to, x, y, CELL - 1, ROW - 1, column == row ? "#e3e3e3" : "#f6f6f6");
        }
    }
    text_format(&sum, "%llu", (unsigned long long)all);
    svg_text(s->to, left + of->count * (double)CELL + NUMBERS - 8, y + 13.5, chart_page_small(SVG_END), text_of(&sum));
    text_free(&name);
    text_free(&sum);
}

static void draw_column_names(const chart_page *s, const matrix *of, double y) {
    for (uint32_t column = 0; column < of->count; column++) {
        text name = {0};
        add_name(&name, of, column);
        double x = CHART_PAGE_MARGIN + NAMES + (column + 0.5) * CELL;
        svg_turn(s->to, x, y, TURNED);
        svg_text_fitted(s->to, x, y, NAMES - 8, chart_page_small(SVG_START), text_of(&name));
        svg_turn_end(s->to);
        text_free(&name);
    }
    svg_text(s->to, CHART_PAGE_MARGIN + NAMES + of->count * (double)CELL + NUMBERS - 8, y, chart_page_pale(SVG_END),
             "all");
}

/// Returns the height of the column names.
static double names_height(const matrix *of) {
    double widest = 0;
    for (uint32_t row = 0; row < of->count; row++) {
        text name = {0};
        add_name(&name, of, row);
        widest = fmax(widest, svg_text_width(text_of(&name), chart_page_small(SVG_START)));
        text_free(&name);
    }
    return ceil(fmin(widest, NAMES) * 0.71) + 16;
}

double crowd_transition_matrix_width(const crowd_plot *p) {
    matrix of;
    matrix_of(p, &of);
    double turned = names_height(&of);  // rotated by 45 degrees, so as high as wide
    return CHART_PAGE_MARGIN + NAMES + of.count * (double)CELL + fmax(turned, NUMBERS) + CHART_PAGE_MARGIN;
}

void crowd_draw_transition_matrix(chart_page *s, const crowd_plot *p) {
    matrix of;
    matrix_of(p, &of);
    chart_page_heading(s, "transitions", "from the states at the left to those at the top, in percent of each row");
    if (of.count == 0) {
        svg_text(s->to, CHART_PAGE_MARGIN, s->y + 10, chart_page_small(SVG_START), "none");
        s->y += 24;
        return;
    }
    s->y += names_height(&of);
    draw_column_names(s, &of, s->y - 6);
    for (uint32_t row = 0; row < of.count; row++) {
        draw_row(s, &of, row, s->y);
        s->y += ROW;
    }
    s->y += CHART_PAGE_MARGIN;
}
