// SPDX-License-Identifier: MIT
// What the table of run --format text is made of: where the agent is, and cells.
#ifndef WITS_TOOL_RUN_SCREEN_H
#define WITS_TOOL_RUN_SCREEN_H

#include "agent/agent_sim.h"

// --------------------------------------------------------------------------------------------------------- run_where.c

/// What became of the place since the tick before.
typedef enum move {
    MOVE_NONE,
    MOVE_TARGET,     ///< the same states, about another target
    MOVE_AGAIN,      ///< the same states, entered anew
    MOVE_ELSEWHERE,  ///< other states
} move;

/// " ", "⇢", "↻" or "→".
const char *move_sign(move what);

/// Below a parallel with several regions.
typedef struct where_region {
    text path;  ///< below the region: "charge → 7", "arms/left + arms/right"; its own name if nothing in it is active
    text place;  ///< the same without targets
    move moved;
} where_region;

/// Where an agent is after a tick.
typedef struct where {
    wits_state_id fork;  ///< the outermost active parallel with several regions; WITS_NONE if there is none
    text path;           ///< of the fork, else of the deepest active state, with targets: "attack/aim → 7"
    text place;          ///< the same without targets
    move moved;          ///< the agent is elsewhere, or entered the fork or this state anew: regions say nothing then
    where_region *regions;
    uint32_t region_count;
} where;

/// `before` is where it was a tick ago; null at the first. The life must have a trace.
where where_now(const agent_sim *of, const where *before);
void where_free(where *of);
/// Of all its parts what counts most.
move where_moved(const where *of);

/// The columns of a parallel's regions, as wide as the regions of several ticks need.
typedef struct where_columns {
    wits_state_id fork;
    size_t prefix;  ///< what its path takes, with a colon
    size_t *widths;
    uint32_t count;
} where_columns;

typedef struct where_layout {
    where_columns *forks;
    size_t count, capacity;
    size_t plain;  ///< the widest path of those without a fork
} where_layout;

/// Makes room for it.
void where_measure(where_layout *layout, const wits_brain *brain, const where *of);
/// Makes columns narrower until all take at most so many characters, as far as they can.
void where_narrow(where_layout *layout, size_t room);
size_t where_width(const where_layout *layout);
/// "fight: stalk |→swipe", with `bold` what moved is bold.
void text_where(text *to, const where_layout *layout, const where *of, bool bold);
/// "fight: movement | attacks", the names of the only parallel's regions; nothing if there are none or several.
void text_where_heading(text *to, const where_layout *layout, const wits_brain *brain);
void where_layout_free(where_layout *of);

// --------------------------------------------------------------------------------------------------------- run_cells.c

/// Characters that are seen: without those that set a colour.
size_t shown_width(const char *bytes, size_t length);
/// A text in a column, filled with blanks. Where it is wider "…" stands for what is cut off: the beginning of paths,
/// the end of all else.
void text_column(text *to, const char *what, size_t width);
/// The same with the blanks in front.
void text_column_right(text *to, const char *what, size_t width);
/// The beginning of a text, with "…" for what does not fit.
void text_cut(text *to, const char *what, size_t width);
/// Takes as many of the items of a list, which are its lines, as go in a row: at least one, if there is one.
void text_take_row(text *to, const char **items, size_t width);
/// Items with commas between them; of those that do not fit the number: "a 1 → 2, b 3 → 4 +3".
void text_items(text *to, const text *items, size_t width);

#endif
