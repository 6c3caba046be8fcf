// SPDX-License-Identifier: MIT
// Converts a brain to a description of a picture.
#ifndef WITS_TOOL_GRAPH_H
#define WITS_TOOL_GRAPH_H

#include "common/tool.h"

/// The part of a brain to draw: a state and its descendants down to a depth. Deeper states are folded into their
/// ancestors. Outer states connected to it by arrows are drawn as stubs.
typedef struct graph_view {
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id root;    ///< the root of the picture
    bool actions;          ///< shows the actions of states and transitions
    wits_state_id *shown;  ///< by state: the state drawn for it: itself, or the folded ancestor
    bool *folded;          ///< by state: it is drawn as a box with hidden contents
} graph_view;

/// `depth` counts levels below the view's root; 0: all.
graph_view graph_view_of(const wits_desc *desc, const wits_brain *brain, wits_state_id root, uint32_t depth);
void graph_view_free(graph_view *of);
bool graph_is_inside(const graph_view *view, wits_state_id state);
/// Returns whether a state is drawn with its contents.
bool graph_is_open(const graph_view *view, wits_state_id state);
/// Returns the next state to draw, in the order of the tree. After the last one returns the end of the view's root.
uint32_t graph_next(const graph_view *view, wits_state_id state);

/// One arrow: all transitions, steps or rules of `initial` with the same ends.
typedef struct graph_edge {
    wits_state_id from;
    wits_state_id to;
    bool is_any;
    bool is_step;
    bool is_initial;       ///< its rules are the `initial` rules of `from`
    uint32_t rules;        ///< number of rules
    uint32_t gathered;     ///< number of these that start or end inside folded states
    wits_state_id around;  ///< the innermost composite around both ends; WITS_NONE if one end is outside the view
    text label;            ///< lines: the condition of each rule, numbered if its source has several
} graph_edge;

/// Returns the arrows in the order of the file. The caller frees them.
graph_edge *graph_edges(const graph_view *view, uint32_t *count);
void graph_edges_free(graph_edge *edges, uint32_t count);

/// The position of an agent in its brain.
typedef struct graph_active {
    bool *states;   ///< by id: the state is active
    bool *deepest;  ///< by id: it is active, and no state inside it
    text title;     ///< "tick 15: combat/cover"
} graph_active;

/// Writes input for Graphviz. `active` may be null.
void graph_dot(const graph_view *view, const graph_active *active, text *to);
/// Writes a Mermaid flowchart.
void graph_mermaid(const graph_view *view, const graph_active *active, text *to);
/// Replaces Graphviz input by the picture that `dot` draws: "svg", "png" or "pdf". Returns a status; prints errors.
/// `stops` may be null. It is called repeatedly and returns whether to give up.
int graph_draw(text *picture, const char *format, bool (*stops)(void));

/// Returns the row of the first `initial` rule of an fsm; `count` gets the number of rules.
uint32_t graph_initials(const wits_desc *desc, wits_state_id fsm, uint32_t *count);
/// Returns the first child of an fsm or the initial child of a utility. WITS_NONE if there is none or rules decide.
wits_state_id graph_initial(const wits_desc *desc, const wits_brain *brain, wits_state_id composite);
bool graph_contains(const wits_brain *brain, wits_state_id outer, wits_state_id inner);
bool graph_has_any(const wits_desc *desc, wits_state_id composite);
/// Writes two spaces for each level.
void graph_indent(text *to, const wits_brain *brain, wits_state_id state);
/// Writes a composite's kind and settings: "utility, inertia 0.1, every 5".
void text_kind(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id composite);
/// Writes the properties of an option, one a line: "score = threat() * (1 - hunger)", "hold 20". Writes nothing for
/// other states.
void text_option(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id state);
/// Writes lines for a state's contents: "12 states inside" if it is folded and, with the view's actions, "enter:
/// draw_sword()".
void text_inside(text *to, const graph_view *view, wits_state_id state);
/// Writes each action of an action text on a line.
void text_actions(text *to, const char *actions);
/// Writes a state outside the view: its path, or the name of the root.
void text_outer(text *to, const graph_view *view, wits_state_id state);
/// Breaks a text at spaces into lines of about `width` characters.
void text_wrapped(text *to, const char *from, size_t width);

#endif
