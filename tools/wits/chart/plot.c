// SPDX-License-Identifier: MIT
// Records a run for its picture.
#include "chart/plot.h"

#include "wits/explain.h"

#include <stdlib.h>

enum { MOST_COLUMNS = 1200 };

// --------------------------------------------------------------------------------------------------------------- begin

/// Returns the number of rows inside each state: children of an fsm or utility share rows, regions do not.
static uint32_t *count_rows(const wits_brain *brain) {
    uint32_t *inside = allocate(wits_state_count(brain), sizeof *inside);
    for (uint32_t row = wits_state_count(brain) - 1; row > 0; row--) {  // children come after their parent
        wits_state_id around = wits_state_parent(brain, (wits_state_id)row);
        uint32_t needed = 1 + inside[row];
        if (wits_state_kind(brain, around) == WITS_KIND_PARALLEL) {
            inside[around] += needed;
        } else if (inside[around] < needed) {
            inside[around] = needed;
        }
    }
    return inside;
}

/// Gives each level of the tree a row. The regions of a parallel get separate rows, one region below the other.
static void assign_rows(plot *p, const wits_brain *brain) {
    uint32_t *inside = count_rows(brain);
    p->row_count = 1 + inside[WITS_ROOT];
    p->rows = allocate(p->row_count, sizeof *p->rows);
    uint32_t *next = allocate(wits_state_count(brain), sizeof *next);  // by state: row of its next child
    next[WITS_ROOT] = 1;
    for (uint32_t row = 1; row < wits_state_count(brain); row++) {
        wits_state_id around = wits_state_parent(brain, (wits_state_id)row);
        p->row_of[row] = next[around];
        next[row] = next[around] + 1;
        if (wits_state_kind(brain, around) == WITS_KIND_PARALLEL) {
            next[around] += 1 + inside[row];
            p->rows[p->row_of[row]].apart = row > around + 1u;
        }
    }
    free(inside);
    free(next);
}

void plot_begin(const agent_sim *of, uint64_t ticks, const field_list *fields, plot *to) {
    const wits_brain *brain = of->mind.brain;
    uint32_t states = wits_state_count(brain);
    *to = (plot){.of = of,
                 .time = columns_of(ticks + 1, MOST_COLUMNS),
                 .colours = palette_rows(brain),
                 .row_of = allocate(states, sizeof *to->row_of),
                 .seen = allocate(states, sizeof *to->seen),
                 .entered = allocate(states, sizeof *to->entered),
                 .active = allocate(states, sizeof *to->active),
                 .events = allocate(of->desc->event_count, sizeof *to->events),
                 .score_of = allocate(states, sizeof *to->score_of),
                 .fields = fields,
                 .values = allocate(fields->count, sizeof *to->values),
                 .target_rows = allocate(states, sizeof *to->target_rows),
                 .target_ids = allocate(wits_target_kind_count(brain), sizeof *to->target_ids)};
    assign_rows(to, brain);
    for (size_t i = 0; i < fields->count; i++) {
        to->values[i] = series_new(to->time.count);
    }
}

void plot_end(plot *of) {
    for (uint32_t i = 0; i < of->row_count; i++) {
        free(of->rows[i].cells);
    }
    for (uint32_t i = 0; i < of->of->desc->event_count; i++) {
        free(of->events[i].columns);
    }
    for (size_t i = 0; i < of->score_count; i++) {
        series_free(&of->scores[i].values);
        series_free(&of->scores[i].out);
    }
    for (size_t i = 0; i < of->fields->count; i++) {
        series_free(&of->values[i]);
    }
    free(of->colours);
    free(of->row_of);
    free(of->seen);
    free(of->entered);
    free(of->active);
    free(of->rows);
    free(of->events);
    free(of->score_of);
    free(of->scores);
    free(of->values);
    plot_end_targets(of);
}

// --------------------------------------------------------------------------------------------------------------- ticks

/// Adds one tick of a state to a column.
static void add_cell(plot_row *to, uint32_t column, wits_state_id state, bool again) {
    if (to->count > 0 && to->cells[to->latest].column != column) {
        to->latest = to->count;
    }
    for (size_t i = to->count; i > to->latest; i--) {
        if (to->cells[i - 1].state == state) {
            to->cells[i - 1].ticks++;
            to->cells[i - 1].again = to->cells[i - 1].again || again;
            return;
        }
    }
    to->cells = grow(to->cells, &to->capacity, to->count + 1, sizeof *to->cells);
    to->cells[to->count++] = (plot_cell){column, state, again, 1};
}

static void note_states(plot *p, uint32_t column) {
    const wits_brain *brain = p->of->mind.brain;
    uint64_t now = (uint64_t)p->of->frame.tick + 1;
    uint32_t count = wits_active(brain, p->of->agent, p->active, wits_state_count(brain));
    for (uint32_t i = 0; i < p->of->trace.count; i++) {
        const wits_trace_record *record = &p->of->trace.records[i];
        if (record->kind == WITS_TRACE_ENTERED) {
            p->entered[record->state] = now;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (wits_state_id state = p->active[i]; state != WITS_NONE && p->seen[state] != now;
             state = wits_state_parent(brain, state)) {
            bool again = p->entered[state] == now && p->seen[state] == now - 1 && now > 1;
            p->seen[state] = now;
            add_cell(&p->rows[p->row_of[state]], column, state, again);
        }
    }
}

static void note_events(plot *p, uint32_t column) {
    for (uint32_t event = 0; event < p->of->desc->event_count; event++) {
        plot_event *e = &p->events[event];
        bool raised = ((p->of->raised | p->of->raised_inside) >> event & 1) != 0;
        if (raised && (e->count == 0 || e->columns[e->count - 1] != column)) {
            e->columns = grow(e->columns, &e->capacity, e->count + 1, sizeof *e->columns);
            e->columns[e->count++] = column;
        }
    }
}

static plot_score *scores_of(plot *p, wits_state_id option) {
    if (p->score_of[option] == 0) {
        p->scores = grow(p->scores, &p->score_capacity, p->score_count + 1, sizeof *p->scores);
        p->scores[p->score_count++] =
            (plot_score){.option = option, .values = series_new(p->time.count), .out = series_new(p->time.count)};
        p->score_of[option] = (uint32_t)p->score_count;
    }
    return &p->scores[p->score_of[option] - 1];
}

/// Returns whether the option scored by a record is not a candidate, according to the next record. The default option
/// counts as a candidate, as the others are compared with it.
static bool is_out(const plot *p, uint32_t record) {
    const wits_trace_record *scored = &p->of->trace.records[record];
    const wits_trace_record *next = scored + 1;
    bool is_its = record + 1 < p->of->trace.count && next->state == scored->state;
    return is_its &&
           (next->kind == WITS_TRACE_COOLING || (next->kind == WITS_TRACE_OUT && next->row != WITS_VERDICT_NOT_NEEDED));
}

/// Adds a score to the line of candidates or to the other line. The old line ends when an option changes its status;
/// the connecting segment belongs to the line of non-candidates.
static void note_score(plot *p, uint32_t column, uint32_t record) {
    const wits_trace_record *scored = &p->of->trace.records[record];
    plot_score *to = scores_of(p, scored->state);
    bool out = is_out(p, record);
    double value = (double)scored->value;
    if (out && !to->values.interrupted) {
        series_add(&to->out, to->column, to->latest);
    }
    if (out || !to->out.interrupted) {
        series_add(&to->out, column, value);
    }
    if (!out) {
        series_add(&to->values, column, value);
    }
    series_interrupt(out ? &to->values : &to->out);
    to->is_out = to->is_out || out;
    to->column = column;
    to->latest = value;
}

static void interrupt_score(plot_score *of) {
    series_interrupt(&of->values);
    series_interrupt(&of->out);
}

/// Records the scores, then ends the lines of options whose utility is inactive.
static void note_scores(plot *p, uint32_t column) {
    const wits_brain *brain = p->of->mind.brain;
    uint64_t now = (uint64_t)p->of->frame.tick + 1;
    for (uint32_t i = 0; i < p->of->trace.count; i++) {
        const wits_trace_record *record = &p->of->trace.records[i];
        if (record->kind == WITS_TRACE_SCORED || record->kind == WITS_TRACE_NOT_A_NUMBER) {
            note_score(p, column, i);
        } else if (record->kind == WITS_TRACE_GATED) {
            interrupt_score(scores_of(p, record->state));
        }
    }
    for (size_t i = 0; i < p->score_count; i++) {
        if (p->seen[wits_state_parent(brain, p->scores[i].option)] != now) {
            interrupt_score(&p->scores[i]);
        }
    }
}

void plot_tick(plot *to) {
    uint32_t column = column_of(to->time, to->of->frame.tick);
    note_states(to, column);
    note_events(to, column);
    note_scores(to, column);
    plot_note_targets(to, column);
    for (size_t i = 0; i < to->fields->count; i++) {
        series_add(&to->values[i], column, context_get(&to->of->knows, to->fields->rows[i]));
    }
}
