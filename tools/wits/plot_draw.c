// SPDX-License-Identifier: MIT
// The picture of a run: the page, its time axis, and events.
#include "plot_sheet.h"

#include <math.h>
#include <stdlib.h>

enum {
    TOP = 36,      ///< the first panel
    RIGHT = 40,    ///< room behind the last tick
    HEADING = 24,  ///< above a panel
    BASE = 13,     ///< where the letters of a heading stand
    GAP = 8,       ///< below a panel
    WIDEST_COLUMN = 240,
    USUAL_WIDTH = 1000,  ///< of the time from left to right
    TICK_LABELS = 64,    ///< at least from one to the next
    EVENT_ROW = 16,
    NARROWEST_NAMES = 90,
    WIDEST_NAMES = 300,
};

static const char ink[] = "#222222", pale[] = "#666666", grid[] = "#e3e3e3", frame[] = "#c8c8c8";

svg_font sheet_small(svg_anchor anchor) {
    return (svg_font){.size = 11, .colour = ink, .anchor = anchor};
}

double sheet_x(const sheet *s, uint32_t column) {
    return s->left + column * s->column_width;
}

double sheet_right(const sheet *s) {
    return sheet_x(s, s->of->time.count);
}

/// Calls for every tick that is labelled.
static double tick_x(const sheet *s, uint64_t tick) {
    return s->left + (double)tick / (double)s->of->time.per_column * s->column_width;
}

/// The tick labelled after another; false behind the last.
static bool next_label(const sheet *s, uint64_t *tick) {
    *tick += s->tick_step;
    return *tick < s->of->time.ticks;
}

static void draw_time(const sheet *s, double y) {
    uint64_t tick = 0;
    svg_font font = {.size = 11, .colour = pale, .anchor = SVG_MIDDLE};
    do {
        text label = {0};
        text_format(&label, "%llu", (unsigned long long)tick);
        svg_text(s->to, tick_x(s, tick), y, font, text_of(&label));
        text_free(&label);
    } while (next_label(s, &tick));
    font.anchor = SVG_END;
    svg_text(s->to, s->left - 14, y, font, "tick");
}

double sheet_panel(sheet *s, const char *heading, const char *note, double height) {
    svg_font bold = {.size = 12, .colour = ink, .bold = true};
    svg_font plain = {.size = 11, .colour = pale};
    double begin = s->y + HEADING;
    double room = s->width - 2.0 * SHEET_MARGIN;
    svg_text_fitted(s->to, SHEET_MARGIN, s->y + BASE, room, bold, heading);
    if (note != NULL) {
        svg_text(s->to, SHEET_MARGIN + svg_text_width(heading, bold) + 8, s->y + BASE, plain, note);
    }
    uint64_t tick = 0;
    do {
        double x = tick_x(s, tick);
        svg_line(s->to, x, begin, x, begin + height, (svg_stroke){.colour = grid, .width = 1});
    } while (next_label(s, &tick));
    svg_stroke edge = {.colour = frame, .width = 1};
    svg_line(s->to, s->left, begin + height, sheet_right(s), begin + height, edge);
    s->y = begin + height + GAP;
    return begin;
}

void sheet_level(const sheet *s, double y, const char *name) {
    svg_line(s->to, s->left, y, sheet_right(s), y, (svg_stroke){.colour = grid, .width = 1});
    svg_text_fitted(s->to, s->left - 6, y + 4, s->left - 6 - SHEET_MARGIN, sheet_small(SVG_END), name);
}

// -------------------------------------------------------------------------------------------------------------- events

static uint32_t count_events(const plot *p) {
    uint32_t count = 0;
    for (uint32_t event = 0; event < p->of->desc->event_count; event++) {
        count += p->events[event].count > 0;
    }
    return count;
}

static void draw_marks(const sheet *s, const plot_event *event, double y) {
    double width = s->column_width < 3 ? s->column_width : 3;
    svg_rects_begin(s->to, "#a83211");
    for (size_t i = 0; i < event->count; i++) {
        svg_rects_add(s->to, sheet_x(s, event->columns[i]), y - 6, width, 12);
    }
    svg_rects_end(s->to);
}

static void draw_events(sheet *s) {
    uint32_t count = count_events(s->of);
    if (count == 0) {
        return;
    }
    double y = sheet_panel(s, "events", NULL, EVENT_ROW * (double)count) + EVENT_ROW / 2.0;
    for (uint32_t event = 0; event < s->of->of->desc->event_count; event++) {
        if (s->of->events[event].count > 0) {
            sheet_level(s, y, s->of->of->desc->events[event]);
            draw_marks(s, &s->of->events[event], y);
            y += EVENT_ROW;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- whole

/// 1, 2 or 5 times a power of ten, so that labels do not touch.
static uint64_t choose_step(double ticks) {
    static const uint64_t steps[] = {2, 5, 10};
    uint64_t power = 1, step = 1;
    for (int i = 0; (double)step < ticks; i = (i + 1) % 3) {
        step = power * steps[i];
        power = i == 2 ? step : power;
    }
    return step;
}

static double names_width(const plot *p) {
    double width = plot_lines_names(p);
    for (uint32_t event = 0; event < p->of->desc->event_count; event++) {
        double needed = svg_text_width(p->of->desc->events[event], sheet_small(SVG_END)) + 6;
        width = p->events[event].count > 0 && needed > width ? needed : width;
    }
    return width < NARROWEST_NAMES ? NARROWEST_NAMES : width > WIDEST_NAMES ? WIDEST_NAMES : ceil(width);
}

static void add_heading(const plot *p, text *heading) {
    text_format(heading, "%llu tick%s, seed %llu, agent %llu", (unsigned long long)p->time.ticks - 1,
                p->time.ticks == 2 ? "" : "s", (unsigned long long)p->of->frame.seed,
                (unsigned long long)p->of->frame.agent);
    if (p->time.per_column > 1) {
        text_format(heading, "; %llu ticks in each pixel: states share its height, lines go from least to greatest",
                    (unsigned long long)p->time.per_column);
    }
}

static sheet make_sheet(const plot *p, text *to) {
    sheet s = {.of = p, .to = to, .y = TOP};
    s.nameless = allocate(wits_state_count(p->of->mind.brain), sizeof *s.nameless);
    uint32_t column = USUAL_WIDTH / p->time.count;
    s.column_width = column < 1 ? 1 : column > WIDEST_COLUMN ? WIDEST_COLUMN : column;
    s.left = SHEET_MARGIN + names_width(p);
    s.tick_step = choose_step(TICK_LABELS / s.column_width * (double)p->time.per_column);
    return s;
}

static void draw_panels(sheet *s) {
    const plot *p = s->of;
    draw_time(s, s->y + HEADING - 6);  // beside the heading
    plot_draw_states(s);
    bool is_last = plot_legend_is_long(s);
    if (!is_last) {
        plot_draw_legend(s);
    }
    draw_events(s);
    for (uint32_t row = 0; row < wits_state_count(p->of->mind.brain); row++) {
        plot_draw_scores(s, (wits_state_id)row);
    }
    for (size_t i = 0; i < p->fields->count; i++) {
        plot_draw_field(s, i);
    }
    draw_time(s, s->y + 10);
    s->y += 10 + SHEET_MARGIN;
    if (is_last) {
        plot_draw_legend(s);
    }
}

void plot_draw(const plot *of, text *to) {
    const char *name = wits_state_name(of->of->mind.brain, WITS_ROOT);
    const svg_font large = {.size = 16, .colour = ink, .bold = true};
    const svg_font plain = {.size = 12, .colour = pale};
    text panels = {0}, heading = {0};
    add_heading(of, &heading);
    double after_name = SHEET_MARGIN + svg_text_width(name, large) + 12;
    double heading_end = after_name + svg_text_width(text_of(&heading), plain) + 2 * SHEET_MARGIN;
    sheet s = make_sheet(of, &panels);
    s.width = sheet_right(&s) + RIGHT;
    s.width = s.width > heading_end ? s.width : ceil(heading_end);
    draw_panels(&s);
    svg_begin(to, s.width, s.y, name);
    svg_text(to, SHEET_MARGIN, 26, large, name);
    svg_text(to, after_name, 26, plain, text_of(&heading));
    text_add_bytes(to, text_of(&panels), panels.length);
    svg_end(to);
    free(s.nameless);
    text_free(&panels);
    text_free(&heading);
}
