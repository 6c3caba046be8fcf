// SPDX-License-Identifier: MIT
// Draws the targets of options over time: a row of bands for each option that ever had one, a colour for each target.
#include "chart/plot_page.h"

#include <stdio.h>
#include <stdlib.h>

enum { TARGET_BAND = 14, TARGET_PITCH = 18 };

// --------------------------------------------------------------------------------------------------------------- notes

/// Returns the number of a target among those of its kind, in order of appearance.
static uint32_t rank_of(plot *p, uint32_t kind, uint32_t id) {
    plot_target_ids *of = &p->target_ids[kind];
    size_t rank = 0;
    while (rank < of->count && of->ids[rank] != id) {
        rank++;
    }
    if (rank == of->count) {
        of->ids = grow(of->ids, &of->capacity, of->count + 1, sizeof *of->ids);
        of->ids[of->count++] = id;
    }
    return (uint32_t)rank;
}

/// Extends the current piece. Starts another if the target changes, after a gap, and if the option was re-entered.
static void note_option(plot *p, wits_state_id option, uint32_t column, uint32_t id) {
    plot_target_row *to = &p->target_rows[option];
    plot_target_piece *last = to->count > 0 ? &to->pieces[to->count - 1] : NULL;
    const uint64_t now = (uint64_t)p->of->frame.tick + 1;
    const bool goes_on = last != NULL && last->id == id && to->seen == now - 1 && p->entered[option] != now;
    if (goes_on) {
        last->end = column + 1;
    } else {
        to->pieces = grow(to->pieces, &to->capacity, to->count + 1, sizeof *to->pieces);
        to->pieces[to->count++] = (plot_target_piece){
            id, rank_of(p, wits_state_target_kind(p->of->mind.brain, option), id), column, column + 1};
    }
    to->seen = now;
}

void plot_note_targets(plot *p, uint32_t column) {
    const wits_brain *brain = p->of->mind.brain;
    for (uint32_t option = 1; option < wits_state_count(brain); option++) {
        const uint32_t id = wits_target_of(brain, p->of->agent, (wits_state_id)option);
        if (id != WITS_NO_TARGET) {
            note_option(p, (wits_state_id)option, column, id);
        }
    }
}

void plot_end_targets(plot *of) {
    for (uint32_t option = 0; option < wits_state_count(of->of->mind.brain); option++) {
        free(of->target_rows[option].pieces);
    }
    for (uint32_t kind = 0; kind < wits_target_kind_count(of->of->mind.brain); kind++) {
        free(of->target_ids[kind].ids);
    }
    free(of->target_rows);
    free(of->target_ids);
}

// ------------------------------------------------------------------------------------------------------------- drawing

static void text_row_name(text *to, const plot *p, wits_state_id option) {
    const wits_brain *brain = p->of->mind.brain;
    text_format(to, "%s → %s", wits_state_name(brain, option),
                wits_target_kind_name(brain, wits_state_target_kind(brain, option)));
}

double plot_target_names(const plot *p) {
    double width = 0;
    for (uint32_t option = 1; option < wits_state_count(p->of->mind.brain); option++) {
        if (p->target_rows[option].count > 0) {
            text name = {0};
            text_row_name(&name, p, (wits_state_id)option);
            const double needed = svg_text_width(text_of(&name), chart_page_small(SVG_END)) + 6;
            width = needed > width ? needed : width;
            text_free(&name);
        }
    }
    return width;
}

/// Leaves a gap of one pixel between neighbours if they fit.
static double band_width(const chart_page *s, const plot_target_piece *of) {
    const double width = (of->end - of->begin) * s->column_width;
    return width >= 4 ? width - 1 : width;
}

/// Draws all bands of one target in a row, with its id where that fits.
static void draw_target(const chart_page *s, const plot_target_row *row, const char *kind, uint32_t rank, double y) {
    const palette_colour colour = palette_of((uint8_t)(rank % PALETTE_COLOURS + 1));
    svg_font font = chart_page_small(SVG_START);
    char name[WITS_MAX_NAME + 16] = "";
    font.colour = colour.ink;
    for (size_t i = 0; i < row->count && name[0] == '\0'; i++) {
        if (row->pieces[i].rank == rank) {
            snprintf(name, sizeof name, "%s %u", kind, (unsigned)row->pieces[i].id);
        }
    }
    if (name[0] == '\0') {
        return;
    }
    svg_group(s->to, name);
    svg_rects_begin(s->to, colour.fill);
    for (size_t i = 0; i < row->count; i++) {
        if (row->pieces[i].rank == rank) {
            svg_rects_add(s->to, chart_page_x(s, row->pieces[i].begin), y, band_width(s, &row->pieces[i]), TARGET_BAND);
        }
    }
    svg_rects_end(s->to);
    for (size_t i = 0; i < row->count; i++) {
        char id[16];
        snprintf(id, sizeof id, "%u", (unsigned)row->pieces[i].id);
        if (row->pieces[i].rank == rank && band_width(s, &row->pieces[i]) >= svg_text_width(id, font) + 4) {
            svg_text(s->to, chart_page_x(s, row->pieces[i].begin) + 2, y + TARGET_BAND - 3, font, id);
        }
    }
    svg_group_end(s->to);
}

void plot_draw_targets(chart_page *s) {
    const plot *p = s->of;
    const wits_brain *brain = p->of->mind.brain;
    uint32_t rows = 0;
    for (uint32_t option = 1; option < wits_state_count(brain); option++) {
        rows += p->target_rows[option].count > 0;
    }
    if (rows == 0) {
        return;
    }
    double y = chart_page_panel(s, "targets", "a colour for each; the number is its id", TARGET_PITCH * (double)rows);
    for (uint32_t option = 1; option < wits_state_count(brain); option++) {
        const plot_target_row *row = &p->target_rows[option];
        const uint32_t kind = wits_state_target_kind(brain, (wits_state_id)option);
        if (row->count > 0) {
            text name = {0};
            text_row_name(&name, p, (wits_state_id)option);
            chart_page_level(s, y + TARGET_PITCH / 2.0, text_of(&name));
            for (uint32_t rank = 0; rank < p->target_ids[kind].count; rank++) {
                draw_target(s, row, wits_target_kind_name(brain, kind), rank, y + (TARGET_PITCH - TARGET_BAND) / 2.0);
            }
            text_free(&name);
            y += TARGET_PITCH;
        }
    }
}
