// SPDX-License-Identifier: MIT
// graph --format dot. A composite is a cluster. Edges connect only nodes, so each composite contains an anchor node,
// and its edges are clipped at its border (ltail, lhead). An edge's label is a node in its middle, because Graphviz
// lets labels overlap in nested clusters, but never nodes.
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 34, TITLE_WIDTH = 80 };

typedef struct drawing {
    const graph_view *view;
    const wits_desc *desc;
    const wits_brain *brain;
    const graph_active *active;  ///< or null
    text *to;
    graph_edge *edges;
    uint32_t edge_count;
} drawing;

static bool is_composite(const drawing *d, wits_state_id state) {
    return wits_state_kind(d->brain, state) != WITS_KIND_LEAF;
}

/// Returns whether a state is drawn as a cluster with its contents. Other states are nodes.
static bool is_open(const drawing *d, wits_state_id state) {
    return graph_is_open(d->view, state);
}

static bool is_active(const drawing *d, wits_state_id state) {
    return d->active != NULL && d->active->states[state];
}

/// Escapes a text for a quoted string. Lines end with `line_end`.
static void add_escaped(text *to, const char *from, const char *line_end) {
    for (; *from != '\0'; from++) {
        if (*from == '\n') {
            text_add(to, line_end);
        } else if (*from == '"' || *from == '\\') {
            text_add_bytes(to, (const char[]){'\\', *from}, 2);
        } else {
            text_add_bytes(to, from, 1);
        }
    }
}

/// Escapes a text for an HTML-like label.
static void add_html(text *to, const char *from, const char *line_end) {
    for (size_t length = strcspn(from, "\n"); from[length] != '\0'; length = strcspn(from, "\n")) {
        text_xml(to, from, length);
        text_add(to, line_end);
        from += length + 1;
    }
    text_xml(to, from, strlen(from));
}

/// Writes the name, and further properties below it in small print.
static void add_label(const drawing *d, wits_state_id state) {
    text small = {0}, wrapped = {0};
    if (is_composite(d, state)) {
        text_kind(&small, d->desc, d->brain, state);
        text_add(&small, "\n");
    }
    text_option(&small, d->desc, d->brain, state);
    text_inside(&small, d->view, state);
    text_wrapped(&wrapped, text_of(&small), LABEL_WIDTH);
    while (wrapped.length > 0 && wrapped.bytes[wrapped.length - 1] == '\n') {
        wrapped.bytes[--wrapped.length] = '\0';
    }
    const char *line_end = is_open(d, state) ? "<br align=\"left\"/>" : "<br/>";
    text_add(d->to, is_composite(d, state) ? "label=<<b>" : "label=<");
    add_html(d->to, wits_state_name(d->brain, state), line_end);
    text_add(d->to, is_composite(d, state) ? "</b>" : "");
    if (wrapped.length > 0) {
        text_format(d->to, "%s<font point-size=\"9\" color=\"#555555\">", line_end);
        add_html(d->to, text_of(&wrapped), line_end);
        text_format(d->to, "%s</font>", is_open(d, state) ? line_end : "");
    }
    text_add(d->to, ">");
    text_free(&small);
    text_free(&wrapped);
}

static void add_leaf(const drawing *d, wits_state_id state) {
    graph_indent(d->to, d->brain, state);
    text_format(d->to, "s%u [", (unsigned)state);
    add_label(d, state);
    if (d->view->folded[state]) {
        text_add(d->to, ", peripheries=2, fillcolor=\"#f2f4f6\"");
    }
    if (is_active(d, state)) {
        text_add(d->to, ", fillcolor=\"#ffd84d\", color=\"#222222\", penwidth=2.6");
    }
    text_add(d->to, "];\n");
}

// --------------------------------------------------------------------------------------------------------------- edges

/// Writes the node at an edge's end. The edge is clipped at the state's border unless the other end is inside.
static void add_end(const drawing *d, text *attributes, wits_state_id state, wits_state_id other, const char *border) {
    if (!is_open(d, state)) {
        text_format(d->to, "%c%u", graph_is_inside(d->view, state) ? 's' : 'o', (unsigned)state);
        return;
    }
    text_format(d->to, "a%u", (unsigned)state);
    if (!graph_contains(d->brain, state, other)) {
        text_format(attributes, ", %s=cluster_%u", border, (unsigned)state);
    }
}

static bool is_loop(const graph_edge *edge) {
    return edge->from == edge->to && !edge->is_any;
}

static bool has_label_node(const graph_edge *edge) {
    return edge->label.length > 0 && !is_loop(edge);
}

static void add_label_text(const drawing *d, const graph_edge *edge) {
    text_add(d->to, "label=\"");
    add_escaped(d->to, text_of(&edge->label), "\\l");
    text_add(d->to, edge->label.length > 0 ? "\\l\"" : "\"");
}

/// Writes the labels directly inside a composite. WITS_NONE: outside all composites.
static void add_label_nodes(const drawing *d, wits_state_id composite) {
    for (uint32_t i = 0; i < d->edge_count; i++) {
        const graph_edge *edge = &d->edges[i];
        if (edge->around == composite && has_label_node(edge)) {
            graph_indent(d->to, d->brain, composite == WITS_NONE ? d->view->root : composite);
            text_format(d->to,
                        "  t%u [shape=plaintext, style=\"\", width=0.1, height=0.1, margin=\"0.03,0.02\", "
                        "fontsize=9, fontcolor=\"#333333\", ",
                        (unsigned)i);
            add_label_text(d, edge);
            text_add(d->to, "];\n");
        }
    }
}

static void add_begin(const drawing *d, text *attributes, const graph_edge *edge, const char *border) {
    if (edge->is_any) {
        text_format(d->to, "y%u", (unsigned)edge->from);
    } else {
        add_end(d, attributes, edge->from, edge->to, border);
    }
}

static const char *style_of(const graph_edge *edge) {
    return edge->is_step ? ", style=dashed" : edge->is_initial ? ", color=\"#777777\", arrowsize=0.6" : "";
}

/// Half edges to earlier declared nodes are written in reverse, which keeps the order of the file in the picture.
static void add_halves(const drawing *d, uint32_t row) {
    const graph_edge *edge = &d->edges[row];
    const char *style = style_of(edge);
    bool upwards = edge->to < edge->from;
    text begin = {0}, end = {0};
    text_add(d->to, "  ");
    if (upwards) {
        add_end(d, &end, edge->to, edge->from, "ltail");
        text_format(d->to, " -> t%u [dir=back%s%s];\n  t%u -> ", (unsigned)row, style, text_of(&end), (unsigned)row);
        add_begin(d, &begin, edge, "lhead");
    } else {
        add_begin(d, &begin, edge, "ltail");
        text_format(d->to, " -> t%u [dir=none%s%s];\n  t%u -> ", (unsigned)row, style, text_of(&begin), (unsigned)row);
        add_end(d, &end, edge->to, edge->from, "lhead");
    }
    text_format(d->to, " [%s%s%s];\n", upwards ? "dir=none" : "dir=forward", style, text_of(upwards ? &begin : &end));
    text_free(&begin);
    text_free(&end);
}

static void add_edge(const drawing *d, uint32_t row) {
    const graph_edge *edge = &d->edges[row];
    if (has_label_node(edge)) {
        add_halves(d, row);
        return;
    }
    text attributes = {0};
    text_add(d->to, "  ");
    add_begin(d, &attributes, edge, "ltail");
    text_add(d->to, " -> ");
    add_end(d, &attributes, edge->to, edge->from, "lhead");
    text_add(d->to, " [");
    add_label_text(d, edge);
    text_format(d->to, "%s%s];\n", style_of(edge), text_of(&attributes));
    text_free(&attributes);
}

// ---------------------------------------------------------------------------------------------------------------- tree

/// Writes the node for edges of the composite itself. If it has an initial child, this is the dot that points to it.
static void add_anchor(const drawing *d, wits_state_id composite) {
    uint32_t rules;
    graph_initials(d->desc, composite, &rules);
    const bool begins = rules != 0 || graph_initial(d->desc, d->brain, composite) != WITS_NONE;
    graph_indent(d->to, d->brain, composite);
    text_format(d->to, "  a%u [shape=point, %s];\n", (unsigned)composite,
                begins ? "width=0.09, fillcolor=\"#333333\"" : "width=0.01, style=invis");
    if (graph_has_any(d->desc, composite)) {
        graph_indent(d->to, d->brain, composite);
        text_format(d->to, "  y%u [shape=plaintext, style=\"\", margin=\"0.03,0.01\", label=<<i>any</i>>];\n",
                    (unsigned)composite);
    }
}

/// Overrides a part of the style. Inactive states inside active ones are white.
static const char *highlight(const drawing *d, wits_state_id composite) {
    return !is_active(d, composite)        ? "fillcolor=white"
           : d->active->deepest[composite] ? "fillcolor=\"#ffd84d\"; penwidth=4"
                                           : "fillcolor=\"#ffd84d38\"; penwidth=4";
}

static void begin_cluster(const drawing *d, wits_state_id composite) {
    static const char *const styles[] = {
        [WITS_KIND_LEAF] = "",
        [WITS_KIND_FSM] = "style=\"rounded,filled\"; color=\"#4a6a8a\"; fillcolor=\"#4a6a8a0d\"; penwidth=1.2",
        [WITS_KIND_UTILITY] = "style=\"rounded,filled\"; color=\"#b0741c\"; fillcolor=\"#b0741c12\"; penwidth=2.6",
        [WITS_KIND_PARALLEL] =
            "style=\"rounded,filled,dashed\"; color=\"#3d7a4a\"; fillcolor=\"#3d7a4a0d\"; penwidth=1.6"};
    graph_indent(d->to, d->brain, composite);
    text_format(d->to, "subgraph cluster_%u {\n", (unsigned)composite);
    graph_indent(d->to, d->brain, composite);
    text_add(d->to, "  ");
    add_label(d, composite);
    text_format(d->to, "; %s;\n", styles[wits_state_kind(d->brain, composite)]);
    if (d->active != NULL) {
        graph_indent(d->to, d->brain, composite);
        text_format(d->to, "  %s;\n", highlight(d, composite));
    }
    add_anchor(d, composite);
    add_label_nodes(d, composite);
}

static void add_tree(const drawing *d) {
    wits_state_id root = d->view->root;
    for (uint32_t row = root, next; row < wits_state_end(d->brain, root); row = next) {
        wits_state_id state = (wits_state_id)row;
        next = graph_next(d->view, state);
        if (is_open(d, state)) {
            begin_cluster(d, state);
            continue;
        }
        add_leaf(d, state);
        while (state != root && wits_state_end(d->brain, wits_state_parent(d->brain, state)) == next) {
            state = wits_state_parent(d->brain, state);  // at most WITS_MAX_DEPTH times
            graph_indent(d->to, d->brain, state);
            text_add(d->to, "}\n");
        }
    }
}

/// Writes the outside states that have arrows to or from the view.
static void add_stubs(const drawing *d) {
    bool *is_there = allocate(d->desc->state_count, sizeof *is_there);
    for (uint32_t i = 0; i < d->edge_count; i++) {
        is_there[d->edges[i].from] = true;
        is_there[d->edges[i].to] = true;
    }
    for (uint32_t row = 0; row < d->desc->state_count; row++) {
        wits_state_id state = (wits_state_id)row;
        if (is_there[row] && !graph_is_inside(d->view, state)) {
            text path = {0};
            text_outer(&path, d->view, state);
            text_format(d->to,
                        "  o%u [label=\"%s\", style=\"rounded,dashed\", color=\"#999999\", fontcolor=\"#555555\", "
                        "fontsize=10];\n",
                        (unsigned)row, text_of(&path));
            text_free(&path);
        }
    }
    add_label_nodes(d, WITS_NONE);
    free(is_there);
}

// -------------------------------------------------------------------------------------------------------------- layout

/// Marks the children of the innermost common composite that contain the ends of an edge.
static void join(const drawing *d, bool *joined, wits_state_id from, wits_state_id to) {
    if (!graph_is_inside(d->view, from) || !graph_is_inside(d->view, to)) {
        return;
    }
    if (graph_contains(d->brain, from, to) || graph_contains(d->brain, to, from)) {
        return;
    }
    while (!graph_contains(d->brain, wits_state_parent(d->brain, from), to)) {
        from = wits_state_parent(d->brain, from);
    }
    while (!graph_contains(d->brain, wits_state_parent(d->brain, to), from)) {
        to = wits_state_parent(d->brain, to);
    }
    joined[from] = true;
    joined[to] = true;
}

static bool *find_joined(const drawing *d) {
    bool *joined = allocate(d->desc->state_count, sizeof *joined);
    for (uint32_t i = 0; i < d->edge_count; i++) {
        join(d, joined, d->edges[i].from, d->edges[i].to);
    }
    return joined;
}

static void add_node(const drawing *d, char kind, wits_state_id state) {
    text_format(d->to, "%c%u", is_open(d, state) ? kind : 's', (unsigned)state);
}

/// Without edges, Graphviz would put all children in one row. Invisible edges stack them into a few columns.
static void stack_children(const drawing *d, wits_state_id composite, const bool *joined) {
    wits_state_id *loose = allocate(d->desc->state_count, sizeof *loose);
    uint32_t count = 0;
    for (uint32_t row = composite + 1u; row < wits_state_end(d->brain, composite);
         row = wits_state_end(d->brain, (wits_state_id)row)) {
        if (!joined[row]) {
            loose[count++] = (wits_state_id)row;
        }
    }
    uint32_t columns = 1;
    while (columns * columns * 2 < count) {
        columns++;
    }
    for (uint32_t i = 0; i < count; i++) {
        text_add(d->to, "  ");
        if (i < columns) {
            text_format(d->to, "a%u", (unsigned)composite);
        } else {
            uint32_t last = wits_state_end(d->brain, loose[i - columns]) - 1;
            text_format(d->to, "s%u", (unsigned)d->view->shown[last]);
        }
        text_add(d->to, " -> ");
        add_node(d, 'a', loose[i]);
        text_add(d->to, " [style=invis];\n");
    }
    free(loose);
}

static void stack_all(const drawing *d) {
    bool *joined = find_joined(d);
    for (uint32_t row = 0; row < d->desc->state_count; row++) {
        if (is_open(d, (wits_state_id)row)) {
            stack_children(d, (wits_state_id)row, joined);
        }
    }
    free(joined);
}

// ------------------------------------------------------------------------------------------------------------ document

static void add_initial_edges(const drawing *d) {
    for (uint32_t row = 0; row < wits_state_count(d->brain); row++) {
        wits_state_id state = (wits_state_id)row;
        wits_state_id initial = is_open(d, state) ? graph_initial(d->desc, d->brain, state) : (wits_state_id)WITS_NONE;
        if (initial != WITS_NONE) {
            text attributes = {0};
            text_format(d->to, "  a%u -> ", (unsigned)state);
            add_end(d, &attributes, initial, WITS_ROOT, "lhead");
            text_format(d->to, " [color=\"#777777\", arrowsize=0.6%s];\n", text_of(&attributes));
            text_free(&attributes);
        }
    }
}

/// The title is written last, because graph attributes also apply to everything after them.
static void add_title(const drawing *d) {
    text wrapped = {0};
    text_wrapped(&wrapped, text_of(&d->active->title), TITLE_WIDTH);
    text_add(d->to, "  label=\"");
    add_escaped(d->to, text_of(&wrapped), "\\l");
    text_add(d->to, "\\l\";\n");
    text_free(&wrapped);
}

void graph_dot(const graph_view *view, const graph_active *active, text *to) {
    drawing d = {.view = view, .desc = view->desc, .brain = view->brain, .active = active, .to = to};
    d.edges = graph_edges(view, &d.edge_count);
    text_add(to, "digraph \"");
    add_escaped(to, wits_state_name(view->brain, view->root), "");
    text_add(to, "\" {\n"
                 "  compound=true; newrank=true; nodesep=0.35; ranksep=0.5; pad=0.2;\n"
                 "  fontname=\"Helvetica\"; fontsize=12; labeljust=l;\n"
                 "  node [shape=box, style=\"rounded,filled\", fillcolor=white, color=\"#555555\", "
                 "fontname=\"Helvetica\", fontsize=12, height=0.35, margin=\"0.12,0.06\"];\n"
                 "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#333333\", fontcolor=\"#333333\", "
                 "arrowsize=0.7];\n");
    add_tree(&d);
    add_stubs(&d);
    stack_all(&d);
    add_initial_edges(&d);
    for (uint32_t row = 0; row < d.edge_count; row++) {
        add_edge(&d, row);
    }
    if (active != NULL) {
        add_title(&d);
    }
    text_add(to, "}\n");
    graph_edges_free(d.edges, d.edge_count);
}
