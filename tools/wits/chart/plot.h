// SPDX-License-Identifier: MIT
// run --plot: what one agent did over time, as a picture.
#ifndef WITS_TOOL_PLOT_H
#define WITS_TOOL_PLOT_H

#include "agent/agent_sim.h"
#include "chart/palette.h"
#include "chart/series.h"
#include "common/field_list.h"

/// How long a state was active in a column.
typedef struct plot_cell {
    uint32_t column;
    wits_state_id state;
    bool again;  ///< it was active, and was entered anew
    uint64_t ticks;
} plot_cell;

/// States of which never two are active at the same time.
typedef struct plot_row {
    plot_cell *cells;  ///< column by column
    size_t count, capacity;
    size_t latest;  ///< the first cell of the latest column
    bool apart;     ///< a region of a parallel, not its first, begins here
} plot_row;

/// The columns in which an event was raised.
typedef struct plot_event {
    uint32_t *columns;
    size_t count, capacity;
} plot_event;

/// The competing scores of an option.
typedef struct plot_score {
    wits_state_id option;
    series values;
    series out;       ///< where it had a score and was no candidate, and the ways to there and back
    bool is_out;      ///< it ever was
    uint32_t column;  ///< of the latest score
    double latest;
} plot_score;

/// A target that an option was about, without a break.
typedef struct plot_target_piece {
    uint32_t id;
    uint32_t rank;        ///< among those of its kind, in the order in which they came
    uint32_t begin, end;  ///< columns
} plot_target_piece;

/// The targets of an option.
typedef struct plot_target_row {
    plot_target_piece *pieces;
    size_t count, capacity;
    uint64_t seen;  ///< 1 + the latest tick after which it had a target
} plot_target_row;

/// The targets of a kind, in the order in which they came.
typedef struct plot_target_ids {
    uint32_t *ids;
    size_t count, capacity;
} plot_target_ids;

typedef struct plot {
    const agent_sim *of;
    series_columns time;
    uint8_t *colours;   ///< of each state, for palette_of
    uint32_t *row_of;   ///< of each state
    uint64_t *seen;     ///< by state: 1 + the latest tick after which it was active
    uint64_t *entered;  ///< by state: 1 + the latest tick in which it was entered
    wits_state_id *active;
    plot_row *rows;
    uint32_t row_count;
    plot_event *events;
    uint32_t *score_of;  ///< by option: its row in `scores` + 1; 0 as long as it has not been scored
    plot_score *scores;
    size_t score_count, score_capacity;
    const field_list *fields;
    series *values;                ///< of each of these
    plot_target_row *target_rows;  ///< by state
    plot_target_ids *target_ids;   ///< by kind
} plot;

/// For a run of so many ticks behind tick 0. The life must have a trace; it and the fields must outlive the plot.
void plot_begin(const agent_sim *of, uint64_t ticks, const field_list *fields, plot *to);
/// Takes note of what has happened: after the start, and after every tick.
void plot_tick(plot *to);
/// The picture as SVG.
void plot_draw(const plot *of, text *to);
void plot_end(plot *of);

// plot_targets.c
void plot_note_targets(plot *p, uint32_t column);
void plot_end_targets(plot *of);

#endif
