// SPDX-License-Identifier: MIT
// A brain as a picture's description.
#ifndef WITS_TOOL_GRAPH_H
#define WITS_TOOL_GRAPH_H

#include "tool.h"

/// What is drawn as one arrow: the transitions, steps or rules of `initial` that have the same ends.
typedef struct graph_edge {
    wits_state_id from;
    wits_state_id to;
    bool is_any;
    bool is_step;
    bool is_initial;       ///< of rules of where `from` begins
    uint32_t rules;        ///< how many
    wits_state_id around;  ///< the innermost composite around both ends
    text label;            ///< lines; what each rule waits for, numbered if its source has several
} graph_edge;

/// In the order of the file, to be freed.
graph_edge *graph_edges(const wits_desc *desc, const wits_brain *brain, uint32_t *count);
void graph_edges_free(graph_edge *edges, uint32_t count);

/// Where an agent is in its brain.
typedef struct graph_active {
    bool *states;   ///< by id: whether it is active
    bool *deepest;  ///< by id: whether it is, and nothing inside it
    text title;     ///< "tick 15: combat/cover"
} graph_active;

/// What Graphviz reads. `active` may be null.
void graph_dot(const wits_desc *desc, const wits_brain *brain, const graph_active *active, text *to);
/// A Mermaid flowchart.
void graph_mermaid(const wits_desc *desc, const wits_brain *brain, const graph_active *active, text *to);

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
/// A text in lines of at most about `width` characters, broken at spaces.
void text_wrapped(text *to, const char *from, size_t width);

#endif
