// SPDX-License-Identifier: MIT
// Transitions and steps as arrows.
#include "graph.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 36 };

typedef struct collection {
    const wits_desc *desc;
    const wits_brain *brain;
    graph_edge *edges;
    uint32_t count;
    uint32_t *latest;    ///< by source: its latest edge + 1
    uint32_t *previous;  ///< by edge: the one before it of the same source, + 1
} collection;

static wits_state_id find_around(const collection *c, const graph_edge *edge) {
    bool begins_inside = edge->is_any || (edge->from != edge->to && graph_contains(c->brain, edge->from, edge->to));
    wits_state_id around = begins_inside ? edge->from : wits_state_parent(c->brain, edge->from);
    while (!graph_contains(c->brain, around, edge->to)) {  // at most WITS_MAX_DEPTH times
        around = wits_state_parent(c->brain, around);
    }
    return around;
}

/// The edge with these ends; a new one if there is none.
static graph_edge *find_edge(collection *c, graph_edge wanted) {
    for (uint32_t i = c->latest[wanted.from]; i > 0; i = c->previous[i - 1]) {
        graph_edge *edge = &c->edges[i - 1];
        if (edge->to == wanted.to && edge->is_any == wanted.is_any && edge->is_step == wanted.is_step) {
            return edge;
        }
    }
    c->edges[c->count] = wanted;
    c->edges[c->count].around = find_around(c, &wanted);
    c->previous[c->count] = c->latest[wanted.from];
    c->latest[wanted.from] = ++c->count;
    return &c->edges[c->count - 1];
}

static void add_rule(graph_edge *edge, const wits_transition_desc *rule) {
    text guard = {0};
    text_guard(&guard, rule, edge->rules > 1 ? ", " : "\n");
    text_add(&guard, rule->reenter ? (guard.length > 0 ? "\n(reenter)" : "(reenter)") : "");
    text_add(&guard, rule->restart ? (guard.length > 0 ? "\n(restart)" : "(restart)") : "");
    if (edge->rules > 1) {
        text_format(&edge->label, "%s%u: %s", edge->label.length > 0 ? "\n" : "", (unsigned)edge->rules,
                    guard.length > 0 ? "" : "always");
    }
    text_add(&edge->label, text_of(&guard));
    text_free(&guard);
}

/// Of several the first was added when it was the only one.
static void add_to(collection *c, graph_edge ends, const wits_transition_desc *rule) {
    graph_edge *edge = find_edge(c, ends);
    edge->rules++;
    if (edge->rules == 2) {
        text first = edge->label;
        edge->label = (text){0};
        text_add(&edge->label, "1: ");
        for (const char *at = first.length > 0 ? text_of(&first) : "always"; *at != '\0'; at++) {
            text_add(&edge->label, *at == '\n' ? ", " : (const char[]){*at, '\0'});
        }
        text_free(&first);
    }
    add_rule(edge, rule);
}

graph_edge *graph_edges(const wits_desc *desc, const wits_brain *brain, uint32_t *count) {
    size_t most = (size_t)desc->transition_count + desc->step_count;
    collection c = {.desc = desc,
                    .brain = brain,
                    .edges = allocate(most, sizeof *c.edges),
                    .latest = allocate(desc->state_count, sizeof *c.latest),
                    .previous = allocate(most, sizeof *c.previous)};
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        const wits_transition_desc *t = &desc->transitions[row];
        add_to(&c, (graph_edge){.from = t->from, .to = t->to, .is_any = t->any}, t);
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        const wits_step_desc *s = &desc->steps[row];
        if (s->to != WITS_ROOT) {
            wits_transition_desc rule = {.when = s->when};
            add_to(&c, (graph_edge){.from = s->of, .to = s->to, .is_step = true}, &rule);
        }
    }
    for (uint32_t i = 0; i < c.count; i++) {
        text wrapped = {0};
        text_wrapped(&wrapped, text_of(&c.edges[i].label), LABEL_WIDTH);
        text_free(&c.edges[i].label);
        c.edges[i].label = wrapped;
    }
    free(c.latest);
    free(c.previous);
    *count = c.count;
    return c.edges;
}

void graph_edges_free(graph_edge *edges, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_free(&edges[i].label);
    }
    free(edges);
}
