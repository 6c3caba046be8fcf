// SPDX-License-Identifier: MIT
// A brain as a picture's description.
#ifndef WITS_TOOL_GRAPH_H
#define WITS_TOOL_GRAPH_H

#include "common/tool.h"

/// What of a brain is drawn: a state with what is inside it, down to a depth. What is deeper is folded into the state
/// around it. States outside are stubs, where arrows lead to them or come from them.
typedef struct graph_view {
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id root;    ///< the whole of the picture
    bool actions;          ///< what states and transitions do stands beside them
    wits_state_id *shown;  ///< by state: the one that stands for it: itself, or the folded one around it
    bool *folded;          ///< by state: it is drawn as a box, and has something inside
} graph_view;

/// `depth` counts from the view's root inwards; 0 is all.
graph_view graph_view_of(const wits_desc *desc, const wits_brain *brain, wits_state_id root, uint32_t depth);
void graph_view_free(graph_view *of);
bool graph_is_inside(const graph_view *view, wits_state_id state);
/// Whether it is drawn with what is inside it.
bool graph_is_open(const graph_view *view, wits_state_id state);
/// The state that is drawn behind it, in the order of the tree; the end of the view's root behind the last.
uint32_t graph_next(const graph_view *view, wits_state_id state);

/// What is drawn as one arrow: the transitions, steps or rules of `initial` that have the same ends.
typedef struct graph_edge {
    wits_state_id from;
    wits_state_id to;
    bool is_any;
    bool is_step;
    bool is_initial;       ///< of rules of where `from` begins
    uint32_t rules;        ///< how many
    uint32_t gathered;     ///< and how many begin or end inside of what is folded
    wits_state_id around;  ///< the innermost composite around both ends; WITS_NONE if one is outside the view
    text label;            ///< lines; what each rule waits for, numbered if its source has several
} graph_edge;

/// In the order of the file, to be freed.
graph_edge *graph_edges(const graph_view *view, uint32_t *count);
void graph_edges_free(graph_edge *edges, uint32_t count);

/// Where an agent is in its brain.
typedef struct graph_active {
    bool *states;   ///< by id: whether it is active
    bool *deepest;  ///< by id: whether it is, and nothing inside it
    text title;     ///< "tick 15: combat/cover"
} graph_active;

/// What Graphviz reads. `active` may be null.
void graph_dot(const graph_view *view, const graph_active *active, text *to);
/// A Mermaid flowchart.
void graph_mermaid(const graph_view *view, const graph_active *active, text *to);
/// Replaces what Graphviz' `dot` reads by the picture that it draws: "svg", "png" or "pdf". Returns a status; what went
/// wrong is said.
int graph_draw(text *picture, const char *format);

/// The rules of where an fsm begins: `*count` from the row returned.
uint32_t graph_initials(const wits_desc *desc, wits_state_id fsm, uint32_t *count);
/// The child that an fsm enters first, or that a utility names; WITS_NONE if there is none, or rules say which.
wits_state_id graph_initial(const wits_desc *desc, const wits_brain *brain, wits_state_id composite);
bool graph_contains(const wits_brain *brain, wits_state_id outer, wits_state_id inner);
bool graph_has_any(const wits_desc *desc, wits_state_id composite);
/// Two spaces for each level.
void graph_indent(text *to, const wits_brain *brain, wits_state_id state);
/// "utility, inertia 0.1, every 5": a composite's kind and what it chooses by.
void text_kind(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id composite);
/// "score = threat() * (1 - hunger)", "hold 20": lines of what an option has; nothing for other states.
void text_option(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id state);
/// "12 states inside", of what is folded, and with the view's actions "enter: draw_sword()": lines.
void text_inside(text *to, const graph_view *view, wits_state_id state);
/// Each action of an action text in a line.
void text_actions(text *to, const char *actions);
/// A state outside the view: its path, of the root its name.
void text_outer(text *to, const graph_view *view, wits_state_id state);
/// A text in lines of at most about `width` characters, broken at spaces.
void text_wrapped(text *to, const char *from, size_t width);

#endif
