// SPDX-License-Identifier: MIT
// `wits run --plot` draws what one agent did over time.
#ifndef WITS_TOOL_PLOT_H
#define WITS_TOOL_PLOT_H

#include "agent/agent_sim.h"
#include "chart/palette.h"
#include "chart/series.h"
#include "common/field_list.h"

/// The time that a state was active in a column.
typedef struct plot_cell {
    uint32_t column;
    wits_state_id state;
    bool again;  ///< re-entered while active
    uint64_t ticks;
} plot_cell;

/// States that are never active at the same time.
typedef struct plot_row {
    plot_cell *cells;  ///< sorted by column
    size_t count, capacity;
    size_t latest;  ///< the first cell of the latest column
    bool apart;     ///< starts a region of a parallel other than its first
} plot_row;

/// The columns in which an event was raised.
typedef struct plot_event {
    uint32_t *columns;
    size_t count, capacity;
} plot_event;

/// The scores of an option.
typedef struct plot_score {
    wits_state_id option;
    series values;
    series out;       ///< scores while it was not a candidate, and the segments to and from them
    bool is_out;      ///< it was not a candidate at least once
    uint32_t column;  ///< column of the latest score
    double latest;
} plot_score;

/// A period in which an option had the same target.
typedef struct plot_target_piece {
    uint32_t id;
    uint32_t rank;        ///< number among the targets of its kind, in order of appearance
    uint32_t begin, end;  ///< columns
} plot_target_piece;

/// The targets of an option.
typedef struct plot_target_row {
    plot_target_piece *pieces;
    size_t count, capacity;
    uint64_t seen;  ///< 1 + the latest tick after which it had a target
} plot_target_row;

/// The targets of a kind, in order of appearance.
typedef struct plot_target_ids {
    uint32_t *ids;
    size_t count, capacity;
} plot_target_ids;

typedef struct plot {
    const agent_sim *of;
    series_columns time;
    uint8_t *colours;   ///< by state, for palette_of
    uint32_t *row_of;   ///< by state
    uint64_t *seen;     ///< by state: 1 + the latest tick after which it was active
    uint64_t *entered;  ///< by state: 1 + the latest tick in which it was entered
    wits_state_id *active;
    plot_row *rows;
    uint32_t row_count;
    plot_event *events;
    uint32_t *score_of;  ///< by option: 1 + its row in `scores`, or 0 until it is scored
    plot_score *scores;
    size_t score_count, score_capacity;
    const field_list *fields;
    series *values;                ///< one for each field
    plot_target_row *target_rows;  ///< by state
    plot_target_ids *target_ids;   ///< by kind
} plot;

/// Prepares for a run of `ticks` ticks after tick 0. `of` must have a trace; it and the fields must outlive the plot.
void plot_begin(const agent_sim *of, uint64_t ticks, const field_list *fields, plot *to);
/// Records what happened. Call it after the start and after every tick.
void plot_tick(plot *to);
/// Writes the picture as SVG.
void plot_draw(const plot *of, text *to);
void plot_end(plot *of);

// In plot_targets.c.
void plot_note_targets(plot *p, uint32_t column);
void plot_end_targets(plot *of);

#endif
