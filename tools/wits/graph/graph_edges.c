// SPDX-License-Identifier: MIT
// Converts transitions, steps and rules of `initial` to arrows.
#include "agent/run.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 36 };

typedef struct collection {
    const graph_view *view;
    const wits_desc *desc;
    const wits_brain *brain;
    graph_edge *edges;
    uint32_t count;
    uint32_t *latest;    ///< by source: its latest edge + 1
    uint32_t *previous;  ///< by edge: the previous edge of the same source + 1
} collection;

static wits_state_id find_around(const collection *c, const graph_edge *edge) {
    if (!graph_is_inside(c->view, edge->from) || !graph_is_inside(c->view, edge->to)) {
        return WITS_NONE;
    }
    bool begins_inside = edge->is_any || (edge->from != edge->to && graph_contains(c->brain, edge->from, edge->to));
    wits_state_id around = begins_inside ? edge->from : wits_state_parent(c->brain, edge->from);
    while (!graph_contains(c->brain, around, edge->to)) {  // at most WITS_MAX_DEPTH times
        around = wits_state_parent(c->brain, around);
    }
    return around;
}

/// Returns the edge with these ends. Creates it if needed.
static graph_edge *find_edge(collection *c, graph_edge wanted) {
    for (uint32_t i = c->latest[wanted.from]; i > 0; i = c->previous[i - 1]) {
        graph_edge *edge = &c->edges[i - 1];
        if (edge->to == wanted.to && edge->is_any == wanted.is_any && edge->is_step == wanted.is_step &&
            edge->is_initial == wanted.is_initial) {
            return edge;
        }
    }
    c->edges[c->count] = wanted;
    c->edges[c->count].around = find_around(c, &wanted);
    c->previous[c->count] = c->latest[wanted.from];
    c->latest[wanted.from] = ++c->count;
    return &c->edges[c->count - 1];
}

static void add_mark(text *guard, bool is_there, const char *separator, const char *mark) {
    if (is_there) {
        text_format(guard, "%s%s", guard->length > 0 ? separator : "", mark);
    }
}

/// Adds a rule's actions after its condition.
static void add_actions(text *guard, const wits_transition_desc *rule, const char *separator) {
    if (rule->run != NULL) {
        text_format(guard, "%s/ ", guard->length > 0 ? separator : "");
        text_actions(guard, rule->run);
    }
}

/// Adds a rule's condition, after its number unless that is 0. It takes one line if other rules share the arrow.
static void add_rule(const collection *c, graph_edge *edge, const wits_transition_desc *rule, uint32_t number) {
    bool is_alone = edge->rules + edge->gathered == 1;
    text guard = {0};
    text_guard(&guard, rule, is_alone ? "\n" : ", ");
    add_mark(&guard, rule->any && !edge->is_any, is_alone ? "\n" : " ", "(any)");
    add_mark(&guard, rule->reenter, is_alone ? "\n" : " ", "(reenter)");
    add_mark(&guard, rule->restart, is_alone ? "\n" : " ", "(restart)");
    if (c->view->actions) {
        add_actions(&guard, rule, is_alone ? "\n" : " ");
    }
    text_add(&edge->label, edge->label.length > 0 ? "\n" : "");
    if (number > 0) {
        text_format(&edge->label, "%u: %s", (unsigned)number,
                    guard.length > 0   ? ""
                    : edge->is_initial ? "otherwise"
                                       : "always");
    }
    text_add(&edge->label, text_of(&guard));
    text_free(&guard);
}

/// A rule drawn as an arrow. Rules of the same source and `family` are tried in order.
typedef struct rule {
    graph_edge ends;
    wits_transition_desc waits;  ///< the condition
    bool is_drawn;
    bool is_gathered;  ///< starts or ends inside a folded state
    uint32_t family;
} rule;

// A state's transitions, `any` transitions, steps and rules of `initial`.
enum { FAMILIES = 4 };

static rule rule_of(const wits_desc *desc, uint32_t number) {
    if (number < desc->transition_count) {
        const wits_transition_desc *t = &desc->transitions[number];
        return (rule){.ends = {.from = t->from, .to = t->to, .is_any = t->any},
                      .waits = *t,
                      .is_drawn = true,
                      .family = t->from * (uint32_t)FAMILIES + (t->any ? 1 : 0)};
    }
    number -= desc->transition_count;
    if (number >= desc->step_count) {
        const wits_initial_desc *i = &desc->initials[number - desc->step_count];
        return (rule){.ends = {.from = i->of, .to = i->to, .is_initial = true},
                      .waits = {.when = i->when},
                      .is_drawn = true,
                      .family = i->of * (uint32_t)FAMILIES + 3};
    }
    const wits_step_desc *s = &desc->steps[number];
    return (rule){.ends = {.from = s->of, .to = s->to, .is_step = true},
                  .waits = {.when = s->when, .run = s->run},
                  .is_drawn = s->to != WITS_ROOT,
                  .family = s->of * (uint32_t)FAMILIES + 2};
}

/// Returns a rule as an arrow of the view. Arrows from or to folded contents are attached to the folded box. Arrows
/// inside one box or outside the view are dropped.
static rule rule_at(const graph_view *view, uint32_t number) {
    rule r = rule_of(view->desc, number);
    const graph_edge whole = r.ends;
    r.ends.from = view->shown[whole.from];
    r.ends.to = view->shown[whole.to];
    r.is_gathered = r.ends.from != whole.from || r.ends.to != whole.to;
    r.ends.is_any = whole.is_any && graph_is_open(view, r.ends.from);
    bool is_inside = graph_is_inside(view, r.ends.from) || graph_is_inside(view, r.ends.to);
    bool is_hidden = (r.is_gathered || (whole.is_any && !r.ends.is_any)) && r.ends.from == r.ends.to;
    is_hidden = is_hidden || (whole.is_initial && !graph_is_open(view, whole.from));
    r.is_drawn = r.is_drawn && is_inside && !is_hidden;
    return r;
}

/// Writes the number of folded rules: "3 transitions", "and 2 more". A single rule is shown in full.
static void add_gathered(graph_edge *edge) {
    if (edge->gathered > 0 && edge->rules + edge->gathered > 1) {
        text_format(&edge->label,
                    edge->rules > 0 ? "\nand %u more"
                    : edge->is_step ? "%u steps"
                                    : "%u transitions",
                    (unsigned)edge->gathered);
    }
}

/// Collects the arrows first. Their labels depend on how many rules share each arrow and its source.
static void collect(collection *c, uint32_t rules) {
    uint32_t *sizes = allocate((size_t)c->desc->state_count * FAMILIES, sizeof *sizes);
    uint32_t *seen = allocate((size_t)c->desc->state_count * FAMILIES, sizeof *seen);
    for (uint32_t i = 0; i < rules; i++) {
        rule r = rule_at(c->view, i);
        sizes[r.family]++;
        if (r.is_drawn) {
            graph_edge *edge = find_edge(c, r.ends);
            edge->rules += !r.is_gathered;
            edge->gathered += r.is_gathered;
        }
    }
    for (uint32_t i = 0; i < rules; i++) {
        rule r = rule_at(c->view, i);
        uint32_t number = ++seen[r.family];
        graph_edge *edge = r.is_drawn ? find_edge(c, r.ends) : NULL;
        if (edge != NULL && (!r.is_gathered || edge->rules + edge->gathered == 1)) {
            add_rule(c, edge, &r.waits, sizes[r.family] > 1 && !r.is_gathered ? number : 0);
        }
    }
    for (uint32_t i = 0; i < c->count; i++) {
        add_gathered(&c->edges[i]);
    }
    free(sizes);
    free(seen);
}

graph_edge *graph_edges(const graph_view *view, uint32_t *count) {
    const wits_desc *desc = view->desc;
    uint32_t rules = desc->transition_count + desc->step_count + desc->initial_count;
    collection c = {.view = view,
                    .desc = desc,
                    .brain = view->brain,
                    .edges = allocate(rules, sizeof *c.edges),
                    .latest = allocate(desc->state_count, sizeof *c.latest),
                    .previous = allocate(rules, sizeof *c.previous)};
    collect(&c, rules);
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
