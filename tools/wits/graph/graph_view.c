// SPDX-License-Identifier: MIT
// graph: which states are drawn or folded, and the texts about folded contents.
#include "agent/run.h"
#include "common/tokens.h"
#include "graph/graph.h"

#include <stdlib.h>

static uint32_t depth_of(const graph_view *view, wits_state_id state) {
    uint32_t depth = 0;
    for (; state != view->root; state = wits_state_parent(view->brain, state)) {  // at most WITS_MAX_DEPTH times
        depth++;
    }
    return depth;
}

graph_view graph_view_of(const wits_desc *desc, const wits_brain *brain, wits_state_id root, uint32_t depth) {
    graph_view made = {.desc = desc,
                       .brain = brain,
                       .root = root,
                       .shown = allocate(desc->state_count, sizeof *made.shown),
                       .folded = allocate(desc->state_count, sizeof *made.folded)};
    for (uint32_t row = 0; row < desc->state_count; row++) {
        wits_state_id state = (wits_state_id)row;
        made.shown[state] = state;
        if (!graph_is_inside(&made, state) || state == root) {
            continue;
        }
        wits_state_id around = wits_state_parent(brain, state);
        bool is_hidden = made.folded[around] || made.shown[around] != around;
        made.shown[state] = is_hidden ? made.shown[around] : state;
        made.folded[state] = !is_hidden && depth > 0 && depth_of(&made, state) == depth &&
                             wits_state_kind(brain, state) != WITS_KIND_LEAF;
    }
    return made;
}

void graph_view_free(graph_view *of) {
    free(of->shown);
    free(of->folded);
    *of = (graph_view){0};
}

bool graph_is_inside(const graph_view *view, wits_state_id state) {
    return graph_contains(view->brain, view->root, state);
}

bool graph_is_open(const graph_view *view, wits_state_id state) {
    return graph_is_inside(view, state) && view->shown[state] == state && !view->folded[state] &&
           wits_state_kind(view->brain, state) != WITS_KIND_LEAF;
}

uint32_t graph_next(const graph_view *view, wits_state_id state) {
    return graph_is_open(view, state) ? state + 1u : wits_state_end(view->brain, state);
}

// --------------------------------------------------------------------------------------------------------------- texts

void text_actions(text *to, const char *actions) {
    act next = act_next(&actions);
    for (uint32_t count = 0; next.kind != ACT_END; next = act_next(&actions), count++) {
        text one = {0};
        text_add(&one, next.kind == ACT_RAISE ? "raise " : "");
        text_add_span(&one, next.name);
        text_add(&one, next.kind == ACT_CALL ? "(" : next.kind == ACT_ASSIGN ? " = " : "");
        text_add_span(&one, next.operand);
        text_add(&one, next.kind == ACT_CALL ? ")" : "");
        text_add(to, count > 0 ? "\n" : "");
        text_add_folded(to, text_of(&one));
        text_free(&one);
    }
}

static void add_actions(text *to, const char *what, const char *actions) {
    if (actions != NULL) {
        text_format(to, "%s%s: ", to->length > 0 ? "\n" : "", what);
        text_actions(to, actions);
    }
}

/// Lists steps that stay. Steps to other states are arrows, which show their actions.
static void add_steps(text *to, const wits_desc *desc, wits_state_id state) {
    for (uint32_t row = 0; row < desc->step_count; row++) {
        const wits_step_desc *step = &desc->steps[row];
        if (step->of != state || step->to != WITS_ROOT || step->run == NULL) {
            continue;
        }
        text what = {0};
        text_add(&what, "step");
        if (step->when != NULL) {
            text_add(&what, " when ");
            text_add_folded(&what, step->when);
        }
        add_actions(to, text_of(&what), step->run);
        text_free(&what);
    }
}

void text_inside(text *to, const graph_view *view, wits_state_id state) {
    const wits_state_desc *s = &view->desc->states[state];
    bool goes_on = to->length > 0 && to->bytes[to->length - 1] != '\n';
    text lines = {0};
    if (view->folded[state]) {
        text_format(&lines, "%u states inside", (unsigned)(wits_state_end(view->brain, state) - state - 1));
    }
    if (view->actions) {
        add_actions(&lines, "enter", s->enter);
        add_actions(&lines, "update", s->update);
        add_actions(&lines, "decide", s->decide);
        add_steps(&lines, view->desc, state);
        add_actions(&lines, "retarget", s->retarget);
        add_actions(&lines, "exit", s->exit);
    }
    if (lines.length > 0) {
        text_format(to, "%s%s", goes_on ? "\n" : "", text_of(&lines));
    }
    text_free(&lines);
}

void text_outer(text *to, const graph_view *view, wits_state_id state) {
    if (state == WITS_ROOT) {
        text_add(to, wits_state_name(view->brain, WITS_ROOT));
    } else {
        text_path(to, view->brain, state);
    }
}
