// SPDX-License-Identifier: MIT
// Parts of the table of `wits run --format text`: the active states, and cells.
#ifndef WITS_TOOL_RUN_SCREEN_H
#define WITS_TOOL_RUN_SCREEN_H

#include "agent/agent_sim.h"

// --------------------------------------------------------------------------------------------------------- run_where.c

/// The change of the active states since the previous tick.
typedef enum move {
    MOVE_NONE,
    MOVE_TARGET,     ///< same states, another target
    MOVE_AGAIN,      ///< same states, re-entered
    MOVE_ELSEWHERE,  ///< other states
} move;

/// Returns " ", "⇢", "↻" or "→".
const char *move_sign(move what);

/// The active states in one region of a parallel.
typedef struct where_region {
    text path;   ///< relative to the region: "charge → 7", "arms/left + arms/right"; its own name if nothing in it is
                 ///< active
    text place;  ///< the same without targets
    move moved;
} where_region;

/// The active states of an agent after a tick.
typedef struct where {
    wits_state_id fork;  ///< the outermost active parallel with several regions, or WITS_NONE
    text path;           ///< path of the fork, else of the deepest active state, with targets: "attack/aim → 7"
    text place;          ///< the same without targets
    move moved;          ///< for `path`; if it has another state or was re-entered, regions show no sign
    where_region *regions;
    uint32_t region_count;
} where;

/// Returns where the agent is. `before` is the result of the previous tick, or null. `of` must have a trace.
where where_now(const agent_sim *of, const where *before);
void where_free(where *of);
/// Returns the greatest change of all parts.
move where_moved(const where *of);

/// The columns of a parallel's regions, as wide as the regions of several ticks need.
typedef struct where_columns {
    wits_state_id fork;
    size_t prefix;  ///< width of its path, including a colon
    size_t *widths;
    uint32_t count;
} where_columns;

typedef struct where_layout {
    where_columns *forks;
    size_t count, capacity;
    size_t plain;  ///< the widest path of those without a fork
} where_layout;

/// Widens the layout to fit `of`.
void where_measure(where_layout *layout, const wits_brain *brain, const where *of);
/// Narrows columns until all fit into `room` characters, if possible.
void where_narrow(where_layout *layout, size_t room);
size_t where_width(const where_layout *layout);
/// Writes "fight: stalk
/// →swipe". With `bold` the parts that changed are bold.
void text_where(text *to, const where_layout *layout, const where *of, bool bold);
/// Writes the names of the regions, "fight: movement
/// attacks", if there is exactly one parallel.
void text_where_heading(text *to, const where_layout *layout, const wits_brain *brain);
void where_layout_free(where_layout *of);

// --------------------------------------------------------------------------------------------------------- run_cells.c

/// Returns the number of visible characters, without escape sequences.
size_t shown_width(const char *bytes, size_t length);
/// Pads a text to the width of a column. If it is too wide, "…" replaces the beginning of a path or the end of other
/// text.
void text_column(text *to, const char *what, size_t width);
/// Does the same with the padding in front.
void text_column_right(text *to, const char *what, size_t width);
/// Writes the beginning of a text, with "…" for what does not fit.
void text_cut(text *to, const char *what, size_t width);
/// Takes as many items (lines of the list) as fit in a row; at least one if there is any.
void text_take_row(text *to, const char **items, size_t width);
/// Writes items separated by commas, and the number of those that do not fit: "a 1 → 2, b 3 → 4 +3".
void text_items(text *to, const text *items, size_t width);

#endif
