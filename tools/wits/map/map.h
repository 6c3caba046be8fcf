// SPDX-License-Identifier: MIT
// `wits map`: shows which option wins at each point of a picture over two fields. The library decides at every pixel.
#ifndef WITS_TOOL_MAP_H
#define WITS_TOOL_MAP_H

#include "agent/agent_run.h"
#include "chart/svg.h"
#include "wits/explain.h"

// ------------------------------------------------------------------------------------------------- map_axis.c: fields

/// A field and the range of its values.
typedef struct map_axis {
    text name;              ///< "distance", "enemy.distance"
    wits_field_desc field;  ///< has that full name
    uint32_t kind;          ///< kind of target, or WITS_NONE for a field of the agent
    uint32_t row;           ///< row among the fields of the agent or of the kind
    bool is_whole;          ///< an int, bool or enum: each value takes a band of pixels
    double lo, hi;
} map_axis;

enum { MAP_MOST_PANELS = 12 };

/// The panels of --z, one for each value. Without --z there is one panel.
typedef struct map_panels {
    map_axis of;
    double values[MAP_MOST_PANELS];
    uint32_t count;
    bool is_given;
} map_panels;

/// Reads "distance=0..40", or "distance" if the file gives its range. On failure returns false and describes the error
/// in `problem`. Free the axis in either case. The same holds for panels.
bool map_axis_read(const agent_run *one, const char *given, map_axis *to, text *problem);
/// Reads "mood", "mood=calm,angry" or "health=0.2,0.5,1".
bool map_panels_read(const agent_run *one, const char *given, map_panels *to, text *problem);
void map_axis_free(map_axis *of);
/// Takes the field with this number, of all that an axis can have, and returns its name. Returns null after the last.
const char *map_axis_name(const wits_desc *desc, uint32_t number, map_axis *to);
/// Returns the value of the field at the centre of pixel `i` of `count`. Pixel 0 is at the lower end.
double map_axis_value(const map_axis *of, uint32_t i, uint32_t count);
/// Returns the position of a value between the lower and the upper end, from 0 to 1.
double map_axis_share(const map_axis *of, double value);
/// Sets the field: in `knows` for a field of the agent, else in the only row of the target list.
void map_axis_set(const map_axis *of, agent_run *one, context *knows, double value);

// ------------------------------------------------------------------------------------------ map_choose.c: default axes

/// Chooses the axes of the composite `of` that are null, as for map_axis_read: fields that the states inside name most
/// often. Returns false if there are not enough.
bool map_axes_choose(const agent_run *one, wits_state_id of, const char *x, const char *y, text chosen[2]);
/// Sets the other bools that the states inside name to true, so that more of them are shown, unless --set gives them.
/// Writes them to `to` as options.
void map_flags_set(agent_run *one, wits_state_id of, const agent_run_options *who, const text axes[2], text *to);

// -------------------------------------------------------------------------------------------- map_point.c: decisions

/// The way in which the winner was decided.
typedef enum map_how {
    MAP_CHOSEN,        ///< chosen, or entered by a transition
    MAP_NO_CANDIDATE,  ///< no option is a candidate
    MAP_HELD,          ///< options not scored because of `hold`
    MAP_NOT_DUE,       ///< options not scored because of `every`
    MAP_COMMITTED,     ///< options not scored because the active one runs to completion
} map_how;

enum { MAP_HOWS = MAP_COMMITTED + 1 };

/// The result of one decision.
typedef struct map_point {
    wits_state_id winner;
    map_how how;
    float margin;  ///< lead of the winner over the next option; NaN if there is none
} map_point;

/// The question that each point of the map answers.
typedef struct map_question {
    wits_state_id of;    ///< the composite whose children are distinguished
    wits_state_id from;  ///< the state before the decision; WITS_NONE: the agent enters `of`
    bool has_after;
    uint32_t after;  ///< if `has_after`: ticks spent in `from` before the decision
} map_question;

/// An agent that is put into a state and decides, once for each point.
typedef struct map_agent {
    agent_run *one;
    const wits_desc *desc;
    const wits_brain *brain;
    map_question question;
    context knows;  ///< set it before each decision
    host around;
    wits_frame frame;
    wits_list list;
    wits_explain why;
    unsigned char *bytes;
    void *memory;
    uint32_t least_wait, most_wait;  ///< range of the ticks from set-state to decision, over all points so far
    bool has_chance;                 ///< another seed may give another result, judging by the points so far
    bool only_came;                  ///< so far all decisions were made on entry
} map_agent;

/// `one` must be prepared but not started. `to` must not move.
void map_agent_begin(agent_run *one, const map_question *tick_record, map_agent *to);
void map_agent_end(map_agent *of);
map_point map_agent_decide(map_agent *of);

// ------------------------------------------------------------------------------------------------ map_areas.c: areas

/// Labels of pixels, row by row from the top.
typedef struct map_grid {
    uint32_t width, height;
    uint32_t *labels;
} map_grid;

/// Draws the outline of all pixels with a label. Each piece and each hole is a subpath of `pen`. The upper left corner
/// of the grid is at left, top.
void map_outline(const map_grid *grid, uint32_t label, double left, double top, svg_pen *pen);

/// A box for a name in a connected area.
typedef struct map_place {
    uint32_t label;
    double x, y;  ///< its centre, in pixels of the grid
} map_place;

/// For each connected area that can hold the box of its label, finds the place where a box of these proportions can be
/// largest. `boxes` has a width and a height in pixels for each label. Free the result.
map_place *map_places(const map_grid *grid, const uint32_t (*boxes)[2], size_t *count);

// ------------------------------------------------------------------------------------------------ map_draw.c: the page

typedef struct map_picture {
    const map_axis *x, *y;
    const map_panels *panels;
    uint32_t width, height;  ///< size of one panel, in pixels
    bool margin;             ///< draw margins as shades
} map_picture;

/// Decides at every pixel, and draws the result as SVG.
void map_draw(const map_picture *of, map_agent *agent, text *to);
/// Draws what the command draws with --x, --y and --of, which may be null. Returns a status; prints errors.
int map_picture_of(const agent_run_options *who, const char *x, const char *y, const char *of, text *drawn);
/// Draws what the command draws with these words, for a brain that is loaded already. Returns a status; prints errors.
int map_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *drawn);

#endif
