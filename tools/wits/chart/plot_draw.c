// SPDX-License-Identifier: MIT
// Draws the picture of a run: the panels one below the other, and events.
#include "chart/plot_page.h"

#include <math.h>
#include <stdlib.h>

enum {
    RIGHT = 40,  ///< space after the last tick
    EVENT_ROW = 16,
    NARROWEST_NAMES = 90,
    WIDEST_NAMES = 300,
};

// -------------------------------------------------------------------------------------------------------------- events

static uint32_t count_events(const plot *p) {
    uint32_t count = 0;
    for (uint32_t event = 0; event < p->of->desc->event_count; event++) {
        count += p->events[event].count > 0;
    }
    return count;
}

static void draw_marks(const chart_page *s, const plot_event *event, double y) {
    double width = s->column_width < 3 ? s->column_width : 3;
    svg_rects_begin(s->to, "#a83211");
    for (size_t i = 0; i < event->count; i++) {
        svg_rects_add(s->to, chart_page_x(s, event->columns[i]), y - 6, width, 12);
    }
    svg_rects_end(s->to);
}

static void draw_events(chart_page *s) {
    uint32_t count = count_events(s->of);
    if (count == 0) {
        return;
    }
    double y = chart_page_panel(s, "events", NULL, EVENT_ROW * (double)count) + EVENT_ROW / 2.0;
    for (uint32_t event = 0; event < s->of->of->desc->event_count; event++) {
        if (s->of->events[event].count > 0) {
            chart_page_level(s, y, s->of->of->desc->events[event]);
            draw_marks(s, &s->of->events[event], y);
            y += EVENT_ROW;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- whole

static double names_width(const plot *p) {
    const double targets = plot_target_names(p);
    double width = plot_lines_names(p);
    width = targets > width ? targets : width;
    for (uint32_t event = 0; event < p->of->desc->event_count; event++) {
        double needed = svg_text_width(p->of->desc->events[event], chart_page_small(SVG_END)) + 6;
        width = p->events[event].count > 0 && needed > width ? needed : width;
    }
    return width < NARROWEST_NAMES ? NARROWEST_NAMES : width > WIDEST_NAMES ? WIDEST_NAMES : ceil(width);
}

static void add_heading(const plot *p, text *heading) {
    text_format(heading, "%llu tick%s, seed %llu, agent %llu", (unsigned long long)p->time.ticks - 1,
                p->time.ticks == 2 ? "" : "s", (unsigned long long)p->of->frame.seed,
                (unsigned long long)p->of->frame.agent);
    if (p->time.per_column > 1) {
        text_format(heading, "; %llu ticks in each pixel: states share its height, lines show minimum and maximum",
                    (unsigned long long)p->time.per_column);
    }
}

static void draw_panels(chart_page *s) {
    const plot *p = s->of;
    chart_page_time_above(s);
    plot_draw_states(s);
    bool is_last = plot_legend_is_long(s);
    if (!is_last) {
        plot_draw_legend(s);
    }
    plot_draw_targets(s);
    draw_events(s);
    for (uint32_t row = 0; row < wits_state_count(p->of->mind.brain); row++) {
        plot_draw_scores(s, (wits_state_id)row);
    }
    for (size_t i = 0; i < p->fields->count; i++) {
        plot_draw_field(s, i);
    }
    chart_page_time_below(s);
    if (is_last) {
        plot_draw_legend(s);
    }
}

void plot_draw(const plot *of, text *to) {
    const char *name = wits_state_name(of->of->mind.brain, WITS_ROOT);
    text panels = {0}, heading = {0};
    add_heading(of, &heading);
    chart_page s = chart_page_new(of->time, names_width(of), &panels);
    double title = chart_page_title_width(name, text_of(&heading));
    s.of = of;
    s.nameless = allocate(wits_state_count(of->of->mind.brain), sizeof *s.nameless);
    s.width = chart_page_right(&s) + RIGHT;
    s.width = s.width > title ? s.width : title;
    draw_panels(&s);
    chart_page_page(&s, name, text_of(&heading), to);
    free(s.nameless);
    text_free(&panels);
    text_free(&heading);
}
