// SPDX-License-Identifier: MIT
// The picture of a comparison: two bars for each state, for its share of time in each brain, and below them the share
// of agents that have differed so far.
#include "diff/diff.h"

#include "chart/axis.h"
#include "chart/svg.h"
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>

// Lengths in pixels. `bars_width` is that of the longest bar, `row_height` that of a state, which has two bars.
static const double margin = 12, first_row = 44, keys_height = 24, bars_width = 420, bar_height = 10, row_height = 30,
                    widest_name = 260, numbers_width = 170, axis_height = 30, curve_height = 90, gap = 34;

enum { MOST_ROWS = 40 };

static const char *const fills[2] = {"#8d978d", "#00a0cf"};
static const svg_font large = {.size = 16, .colour = SVG_INK, .bold = true};
static const svg_font small = {.size = 11, .colour = SVG_INK};
static const svg_font pale = {.size = 11, .colour = SVG_PALE};
static const svg_stroke grid_line = {.colour = SVG_GRID, .width = 1}, frame_line = {.colour = SVG_FRAME, .width = 1};

typedef struct bars {
    const diff *of;
    diff_state *states;
    size_t count, left_out;
    double names;  ///< width of the names
    double full;   ///< percentage at the right end
    text *to;
    double y;
} bars;

static svg_font anchored(svg_font font, svg_anchor anchor) {
    font.anchor = anchor;
    return font;
}

static double percent_of(const diff *of, uint64_t ticks) {
    return (double)ticks / (double)diff_agent_ticks(of) * 100.0;
}

/// Keeps the states with the greatest shares if there are very many, in their order.
static void keep_largest(bars *b) {
    while (b->count > MOST_ROWS) {
        size_t least = 0;
        for (size_t i = 1; i < b->count; i++) {
            const diff_state *one = &b->states[i], *other = &b->states[least];
            least = fmax((double)one->ticks[0], (double)one->ticks[1]) <
                            fmax((double)other->ticks[0], (double)other->ticks[1])
                        ? i
                        : least;
        }
        for (size_t i = least; i + 1 < b->count; i++) {
            b->states[i] = b->states[i + 1];
        }
        b->count--;
        b->left_out++;
    }
}

static void measure(bars *b) {
    double greatest = 0;
    for (size_t i = 0; i < b->count; i++) {
        text name = {0};
        text_diff_state(&name, b->of, &b->states[i]);
        b->names = fmax(b->names, fmin(svg_text_width(text_of(&name), small), widest_name));
        greatest =
            fmax(greatest, fmax(percent_of(b->of, b->states[i].ticks[0]), percent_of(b->of, b->states[i].ticks[1])));
        text_free(&name);
    }
    int decimals;
    const double step = axis_step(greatest > 0 ? greatest : 1, &decimals);
    b->full = ceil(greatest / step) * step;
    b->full = b->full > 0 ? b->full : 1;
}

static double left_of(const bars *b) {
    return margin + b->names + 10;
}

static void draw_grid(const bars *b, double top, double bottom) {
    axis_ticks ticks = axis_ticks_of(0, b->full, 0);
    double value;
    text label = {0};
    while (axis_next(&ticks, &value, &label)) {
        const double x = left_of(b) + value / b->full * bars_width;
        svg_line(b->to, x, top, x, bottom, value == 0 ? frame_line : grid_line);
        text_add(&label, " %");
        svg_text(b->to, x, bottom + 16, anchored(pale, SVG_MIDDLE), text_of(&label));
        text_clear(&label);
    }
    text_free(&label);
}

/// Writes "23.14 % → 25.95 %".
static void text_shares(text *to, const diff *of, const diff_state *state) {
    text_diff_share(to, of, state->ticks[0]);
    text_add(to, " → ");
    text_diff_share(to, of, state->ticks[1]);
}

static void draw_state(const bars *b, const diff_state *state, double y) {
    text name = {0}, shares = {0}, title = {0};
    text_diff_state(&name, b->of, state);
    text_shares(&shares, b->of, state);
    text_format(&title, "%s: %s", text_of(&name), text_of(&shares));
    svg_group(b->to, text_of(&title));
    svg_text_fitted(b->to, left_of(b) - 8, y + bar_height + 4, widest_name, anchored(small, SVG_END), text_of(&name));
    for (uint32_t side = 0; side < 2; side++) {
        const double width = percent_of(b->of, state->ticks[side]) / b->full * bars_width;
        svg_rect(b->to, left_of(b), y + side * (bar_height + 1.0), width, bar_height, fills[side]);
    }
    svg_text(b->to, left_of(b) + bars_width + 14, y + bar_height + 4, small, text_of(&shares));
    svg_group_end(b->to);
    text_free(&name);
    text_free(&shares);
    text_free(&title);
}

static void draw_states(bars *b) {
    const double top = b->y;
    const double bottom = top + (double)b->count * row_height;
    draw_grid(b, top, bottom);
    for (size_t i = 0; i < b->count; i++) {
        draw_state(b, &b->states[i], top + (double)i * row_height + (row_height - 2 * bar_height - 1) / 2.0);
    }
    b->y = bottom + axis_height;
    if (b->left_out > 0) {
        text more = {0};
        text_format(&more, "%zu more states, with smaller shares", b->left_out);
        svg_text(b->to, left_of(b), b->y, pale, text_of(&more));
        text_free(&more);
        b->y += 14;
    }
}

/// Returns how many agents differed at each tick for the first time. Free the result.
static uint64_t *count_ticks(const diff *of) {
    uint64_t *counts = allocate((size_t)of->ticks + 1, sizeof *counts);
    for (uint64_t row = 0; row < of->agents; row++) {
        if (of->first[row] != DIFF_NEVER) {
            counts[of->first[row]]++;
        }
    }
    return counts;
}

static void draw_curve(bars *b) {
    const diff *of = b->of;
    uint64_t *counts = count_ticks(of);
    const double ticks = of->ticks > 0 ? (double)of->ticks : 1;
    const double top = b->y + 18, bottom = top + curve_height;
    text verdict = {0};
    text_diff_verdict(&verdict, of);
    svg_text(b->to, margin, b->y + 8, (svg_font){.size = 12, .colour = SVG_INK, .bold = true},
             "agents that have differed");
    for (int level = 0; level <= 100; level += 50) {
        text label = {0};
        const double y = bottom - level / 100.0 * curve_height;
        text_format(&label, "%d %%", level);
        svg_line(b->to, left_of(b), y, left_of(b) + bars_width, y, level == 0 ? frame_line : grid_line);
        svg_text(b->to, left_of(b) - 8, y + 4, anchored(small, SVG_END), text_of(&label));
        text_free(&label);
    }
    axis_ticks labels = axis_ticks_of(0, ticks, 1);
    double value;
    text label = {0};
    while (axis_next(&labels, &value, &label)) {
        const double x = left_of(b) + value / ticks * bars_width;
        svg_line(b->to, x, top, x, bottom, grid_line);
        svg_text(b->to, x, bottom + 16, anchored(pale, SVG_MIDDLE), text_of(&label));
        text_clear(&label);
    }
    text_free(&label);
    svg_text(b->to, left_of(b) + bars_width + 30, bottom + 16, pale, "tick");
    svg_group(b->to, text_of(&verdict));
    svg_pen pen = svg_pen_begin(b->to, (svg_stroke){.colour = "#940c24", .width = 1.6});
    uint64_t sum = 0;
    for (uint64_t tick = 0; tick <= of->ticks; tick++) {
        const double x = left_of(b) + (double)tick / ticks * bars_width;
        if (counts[tick] > 0 || tick == 0 || tick == of->ticks) {
            svg_pen_to(&pen, x, bottom - (double)sum / (double)of->agents * curve_height);
            sum += counts[tick];
            svg_pen_to(&pen, x, bottom - (double)sum / (double)of->agents * curve_height);
        }
    }
    svg_pen_end(&pen);
    svg_group_end(b->to);
    b->y = bottom + gap;
    text_free(&verdict);
    free(counts);
}

void diff_draw(const diff *of, text *to) {
    text drawn = {0}, heading = {0};
    bars b = {.of = of, .to = &drawn, .y = first_row};
    b.states = diff_states(of, &b.count);
    keep_largest(&b);
    measure(&b);
    double x = margin;
    const char *name = wits_state_name(of->sides[0].brain, WITS_ROOT);
    text_diff_size(&heading, of);
    const double after_name = margin + svg_text_width(name, large) + 12;
    const double width = ceil(fmax(left_of(&b) + bars_width + numbers_width,
                                   after_name + svg_text_width(text_of(&heading), pale) + 2 * margin));
    svg_text(&drawn, margin, 26, large, name);
    svg_text(&drawn, after_name, 26, pale, text_of(&heading));
    for (uint32_t side = 0; side < 2; side++) {
        text key = {0};
        text_format(&key, "%s: %s", of->sides[side].name, of->sides[side].path);
        svg_key(&drawn, &x, &b.y, margin, width - margin, fills[side], small, text_of(&key));
        text_free(&key);
    }
    b.y += keys_height;
    svg_text(&drawn, margin, b.y, (svg_font){.size = 12, .colour = SVG_INK, .bold = true},
             "share of time in each state");
    b.y += 10;
    draw_states(&b);
    b.y += 14;
    draw_curve(&b);
    svg_page(to, width, b.y, name, &drawn);
    text_free(&drawn);
    text_free(&heading);
    free(b.states);
}
