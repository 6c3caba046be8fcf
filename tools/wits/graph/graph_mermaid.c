// SPDX-License-Identifier: MIT
// graph --format mermaid. It writes a flowchart, because transitions of Mermaid's state diagrams cannot cross a border.
// Edges between a subgraph and its contents are not allowed, so those use a node inside.
#include "graph/graph.h"

#include <string.h>

enum { LABEL_WIDTH = 36 };

typedef struct drawing {
    const graph_view *view;
    const wits_desc *desc;
    const wits_brain *brain;
    const graph_active *active;  ///< or null
    text *to;
} drawing;

static bool is_composite(const drawing *d, wits_state_id state) {
    return wits_state_kind(d->brain, state) != WITS_KIND_LEAF;
}

static bool is_open(const drawing *d, wits_state_id state) {
    return graph_is_open(d->view, state);
}

/// Writes quoted text with Mermaid's special characters as entities.
static void add_escaped(text *to, const char *from) {
    static const char special[] = "\"<>&#`;";
    for (; *from != '\0'; from++) {
        if (*from == '\n') {
            text_add(to, "<br/>");
        } else if (strchr(special, *from) != NULL) {
            text_format(to, "#%u;", (unsigned)(unsigned char)*from);
        } else {
            text_add_bytes(to, from, 1);
        }
    }
}

static void add_label(const drawing *d, wits_state_id state) {
    text whole = {0}, wrapped = {0};
    text_add(&whole, wits_state_name(d->brain, state));
    if (is_composite(d, state)) {
        text_add(&whole, " · ");
        text_kind(&whole, d->desc, d->brain, state);
    }
    text option = {0};
    text_option(&option, d->desc, d->brain, state);
    text_inside(&option, d->view, state);
    text_format(&whole, "%s%s", option.length > 0 ? "\n" : "", text_of(&option));
    text_wrapped(&wrapped, text_of(&whole), LABEL_WIDTH);
    add_escaped(d->to, text_of(&wrapped));
    text_free(&whole);
    text_free(&wrapped);
    text_free(&option);
}

static void begin_subgraph(const drawing *d, wits_state_id composite) {
    graph_indent(d->to, d->brain, composite);
    text_format(d->to, "subgraph s%u[\"", (unsigned)composite);
    add_label(d, composite);
    text_add(d->to, "\"]\n");
    graph_indent(d->to, d->brain, composite);
    text_format(d->to, "  a%u(( )):::dot\n", (unsigned)composite);
    if (graph_has_any(d->desc, composite)) {
        graph_indent(d->to, d->brain, composite);
        text_format(d->to, "  y%u>any]\n", (unsigned)composite);
    }
}

/// Folded states have a double border.
static void add_box(const drawing *d, wits_state_id state) {
    bool is_folded = d->view->folded[state];
    graph_indent(d->to, d->brain, state);
    text_format(d->to, "s%u%s\"", (unsigned)state, is_folded ? "[[" : "(");
    add_label(d, state);
    text_format(d->to, "\"%s\n", is_folded ? "]]" : ")");
}

static void add_tree(const drawing *d) {
    wits_state_id root = d->view->root;
    for (uint32_t row = root, next; row < wits_state_end(d->brain, root); row = next) {
        wits_state_id state = (wits_state_id)row;
        next = graph_next(d->view, state);
        if (is_open(d, state)) {
            begin_subgraph(d, state);
            continue;
        }
        add_box(d, state);
        while (state != root && wits_state_end(d->brain, wits_state_parent(d->brain, state)) == next) {
            state = wits_state_parent(d->brain, state);  // at most WITS_MAX_DEPTH times
            graph_indent(d->to, d->brain, state);
            text_add(d->to, "end\n");
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- edges

static void add_end(const drawing *d, wits_state_id state, wits_state_id other) {
    bool from_inside = is_open(d, state) && graph_contains(d->brain, state, other);
    bool is_stub = !graph_is_inside(d->view, state);
    text_format(d->to, "%s%u", from_inside ? "a" : is_stub ? "o" : "s", (unsigned)state);
    if (is_stub) {
        text path = {0};
        text_outer(&path, d->view, state);
        text_format(d->to, "[/\"%s\"/]", text_of(&path));
        text_free(&path);
    }
}

static void add_edge(const drawing *d, const graph_edge *edge) {
    text_add(d->to, "  ");
    if (edge->is_any) {
        text_format(d->to, "y%u", (unsigned)edge->from);
    } else {
        add_end(d, edge->from, edge->to);
    }
    text_add(d->to, edge->is_step ? " -.->" : " -->");
    if (edge->label.length > 0) {
        text_add(d->to, "|\"");
        add_escaped(d->to, text_of(&edge->label));
        text_add(d->to, "\"|");
    }
    text_add(d->to, " ");
    add_end(d, edge->to, edge->from);
    text_add(d->to, "\n");
}

static void add_initial_edges(const drawing *d) {
    for (uint32_t row = 0; row < wits_state_count(d->brain); row++) {
        wits_state_id state = (wits_state_id)row;
        wits_state_id initial = is_open(d, state) ? graph_initial(d->desc, d->brain, state) : (wits_state_id)WITS_NONE;
        if (initial != WITS_NONE) {
            text_format(d->to, "  a%u --> s%u\n", (unsigned)state, (unsigned)initial);
        }
    }
}

static void add_edges(const drawing *d) {
    uint32_t count;
    graph_edge *edges = graph_edges(d->view, &count);
    for (uint32_t i = 0; i < count; i++) {
        add_edge(d, &edges[i]);
    }
    graph_edges_free(edges, count);
}

static void add_classes(const drawing *d) {
    static const char *const styles[] = {[WITS_KIND_LEAF] = "",
                                         [WITS_KIND_FSM] = "fill:#4a6a8a0d,stroke:#4a6a8a",
                                         [WITS_KIND_UTILITY] = "fill:#b0741c12,stroke:#b0741c,stroke-width:3px",
                                         [WITS_KIND_PARALLEL] = "fill:#3d7a4a0d,stroke:#3d7a4a,stroke-dasharray:5 3"};
    text_add(d->to, "  classDef dot fill:#333,stroke:#333\n");
    for (uint32_t row = 0; row < wits_state_count(d->brain); row++) {
        if (is_open(d, (wits_state_id)row)) {
            text_format(d->to, "  style s%u %s\n", (unsigned)row,
                        styles[wits_state_kind(d->brain, (wits_state_id)row)]);
        }
    }
}

/// These styles come last and override a part of the earlier ones. Inactive states inside active ones are white.
static void add_active(const drawing *d) {
    for (uint32_t row = 0; row < wits_state_count(d->brain); row++) {
        bool composite = is_open(d, (wits_state_id)row);
        if (!graph_is_inside(d->view, (wits_state_id)row) || d->view->shown[row] != row) {
            continue;
        }
        if (d->active->states[row]) {
            text_format(d->to, "  style s%u fill:%s,%sstroke-width:4px,color:#000\n", (unsigned)row,
                        d->active->deepest[row] || d->view->folded[row] ? "#ffd84d" : "#ffd84d38",
                        composite ? "" : "stroke:#222,");
        } else if (composite) {
            text_format(d->to, "  style s%u fill:#fff\n", (unsigned)row);
        }
    }
}

void graph_mermaid(const graph_view *view, const graph_active *active, text *to) {
    drawing d = {view, view->desc, view->brain, active, to};
    if (active != NULL) {
        text_format(to, "---\ntitle: \"%s\"\n---\n", text_of(&active->title));
    }
    text_add(to, "flowchart TB\n");
    add_tree(&d);
    add_initial_edges(&d);
    add_edges(&d);
    add_classes(&d);
    if (active != NULL) {
        add_active(&d);
    }
}
