// SPDX-License-Identifier: MIT
// map: who wins at each point of a picture over two fields. The library decides at every pixel.
#ifndef WITS_TOOL_MAP_H
#define WITS_TOOL_MAP_H

#include "agent/agent_run.h"
#include "chart/svg.h"
#include "wits/explain.h"

// ------------------------------------------------------------------------------------------------- map_axis.c: fields

/// A field and the range that it takes.
typedef struct map_axis {
    text name;              ///< "distance", "enemy.distance"
    wits_field_desc field;  ///< called so
    uint32_t kind;          ///< of targets; WITS_NONE: it is a field of the agent
    uint32_t row;           ///< among the fields of the agent or of the kind
    bool is_whole;          ///< an int, bool or enum: each value has a band of its own
    double lo, hi;
} map_axis;

enum { MAP_MOST_PANELS = 12 };

/// Of --z: a panel for each value. Without it there is one panel.
typedef struct map_panels {
    map_axis of;
    double values[MAP_MOST_PANELS];
    uint32_t count;
    bool is_given;
} map_panels;

/// Reads "distance=0..40", or "distance" where the file gives its range. False if it cannot; what is wrong goes to
/// `problem`. To be freed whatever is returned, as panels are.
bool map_axis_read(const agent_run *one, const char *given, map_axis *to, text *problem);
/// Reads "mood", "mood=calm,angry", "health=0.2,0.5,1".
bool map_panels_read(const agent_run *one, const char *given, map_panels *to, text *problem);
void map_axis_free(map_axis *of);
/// What the field is at the centre of pixel `i` of `count`, the first being at the lower end.
double map_axis_value(const map_axis *of, uint32_t i, uint32_t count);
/// How far from the lower end to the upper end a value's place is: 0 to 1.
double map_axis_share(const map_axis *of, double value);
/// Gives the field this value: of the agent's in `knows`, of a target's in the only row of its list.
void map_axis_set(const map_axis *of, agent_run *one, context *knows, double value);

// -------------------------------------------------------------------------------------------- map_point.c: decisions

/// How the winner came about.
typedef enum map_how {
    MAP_CHOSEN,     ///< or led to
    MAP_NOBODY,     ///< no option was a candidate
    MAP_HELD,       ///< the options were not scored: its `hold` is not over
    MAP_NOT_DUE,    ///< nor were they: `every`
    MAP_COMMITTED,  ///< nor were they: it commits
} map_how;

enum { MAP_HOWS = MAP_COMMITTED + 1 };

/// Where an agent is after its decision.
typedef struct map_point {
    wits_state_id winner;
    map_how how;
    float margin;  ///< of the winner over the next option; NaN if it has none, or there is no next
} map_point;

/// What is asked at each point.
typedef struct map_question {
    wits_state_id of;    ///< whose children are told apart
    wits_state_id from;  ///< where the agent is before; WITS_NONE: it comes to `of`
    bool has_after;
    uint32_t after;  ///< with it: ticks that it has been there
} map_question;

/// An agent that is placed and decides again and again.
typedef struct map_agent {
    agent_run *one;
    const wits_desc *desc;
    const wits_brain *brain;
    map_question tick_record;
    context knows;  ///< set it before each decision
    host around;
    wits_frame frame;
    wits_list list;
    wits_explain why;
    unsigned char *bytes;
    void *memory;
    uint32_t least_wait, most_wait;  ///< ticks from where it was placed to its decisions so far
    bool has_chance;                 ///< it may be another for another seed, as far as was seen
    bool only_came;                  ///< so far what it chose as it came there was all
} map_agent;

/// `one` is prepared, not started. `to` must stay where it is.
void map_agent_begin(agent_run *one, const map_question *tick_record, map_agent *to);
void map_agent_end(map_agent *of);
map_point map_agent_decide(map_agent *of);

// ------------------------------------------------------------------------------------------------ map_areas.c: areas

/// Labels of pixels, row by row from the top.
typedef struct map_grid {
    uint32_t width, height;
    uint32_t *labels;
} map_grid;

/// Draws the outline of all pixels of a label, each hole and each piece as a piece of the pen; the grid's upper left
/// corner is at left, top.
void map_outline(const map_grid *grid, uint32_t label, double left, double top, svg_pen *pen);

/// A box in a connected area.
typedef struct map_place {
    uint32_t label;
    double x, y;  ///< its middle, in pixels of the grid
} map_place;

/// For each connected area into which the box of its label fits, the place where a box of this form can grow most.
/// `boxes` has for each label a width and a height, in pixels. To be freed.
map_place *map_places(const map_grid *grid, const uint32_t (*boxes)[2], size_t *count);

// ------------------------------------------------------------------------------------------------ map_draw.c: the page

typedef struct map_picture {
    const map_axis *x, *y;
    const map_panels *panels;
    uint32_t width, height;  ///< of each panel, in pixels
    bool margin;             ///< shades
} map_picture;

/// Decides at every pixel, and draws it as SVG.
void map_draw(const map_picture *of, map_agent *agent, text *to);

#endif
