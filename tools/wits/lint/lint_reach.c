// SPDX-License-Identifier: MIT
// Lints about the order of states: unreachable states, and states that are left at every pass.
#include "graph/graph.h"
#include "lint/lint.h"

#include <stdlib.h>

// -------------------------------------------------------------------------------------------------------- unreachable

/// Reached states that still need to be examined.
typedef struct frontier {
    linter *of;
    wits_state_id *states;
    uint32_t count;
} frontier;

static void reach(frontier *f, wits_state_id state) {
    for (wits_state_id id = state; id != WITS_NONE && !f->of->reached[id]; id = wits_state_parent(f->of->brain, id)) {
        f->of->reached[id] = true;
        f->states[f->count++] = id;
    }
}

/// Adds the targets of the rules up to one that always holds, or the first child if there are no rules.
static void reach_begin(frontier *f, wits_state_id fsm) {
    const linter *l = f->of;
    uint32_t count;
    const uint32_t first = graph_initials(l->desc, fsm, &count);
    if (count == 0) {
        reach(f, graph_initial(l->desc, l->brain, fsm));
    }
    for (uint32_t row = first; row < first + count; row++) {
        if (l->initials[row] != VERDICT_NEVER) {
            reach(f, l->desc->initials[row].to);
        }
        if (l->initials[row] == VERDICT_ALWAYS) {
            return;
        }
    }
}

/// Adds the states that a reached composite activates.
static void reach_inside(frontier *f, wits_state_id composite) {
    const linter *l = f->of;
    wits_kind kind = wits_state_kind(l->brain, composite);
    if (kind == WITS_KIND_LEAF) {
        return;
    }
    if (kind == WITS_KIND_FSM) {
        reach_begin(f, composite);
        return;
    }
    for (uint32_t row = composite + 1u; row < wits_state_end(l->brain, composite);
         row = wits_state_end(l->brain, (wits_state_id)row)) {
        reach(f, (wits_state_id)row);
    }
}

/// Adds the targets of a reached state's transitions and steps.
static void reach_next(frontier *f, wits_state_id state) {
    const linter *l = f->of;
    for (uint32_t i = l->transitions_of.starts[state]; i < l->transitions_of.starts[state + 1u]; i++) {
        uint32_t row = l->transitions_of.rows[i];
        if (l->transitions[row] != VERDICT_NEVER) {
            reach(f, l->desc->transitions[row].to);
        }
    }
    for (uint32_t i = l->steps_of.starts[state]; i < l->steps_of.starts[state + 1u]; i++) {
        uint32_t row = l->steps_of.rows[i];
        if (l->steps[row] != VERDICT_NEVER && l->desc->steps[row].to != WITS_ROOT) {
            reach(f, l->desc->steps[row].to);
        }
    }
}

/// Reports unreached states, but not the states inside them.
void lint_reached(linter *l) {
    frontier f = {.of = l, .states = allocate(l->desc->state_count, sizeof *f.states)};
    reach(&f, WITS_ROOT);
    while (f.count > 0) {  // each state is added once
        wits_state_id state = f.states[--f.count];
        reach_inside(&f, state);
        reach_next(&f, state);
    }
    free(f.states);
    for (uint32_t row = 1; row < l->desc->state_count; row++) {
        char path[1100];
        if (!l->reached[row] && l->reached[l->desc->states[row].parent]) {
            lint_add(l, LINT_UNREACHABLE, WITS_TABLE_STATES, row, NULL,
                     "unreachable state '%s': it is not an initial state, and no transition or step that can fire "
                     "leads to it",
                     lint_path(l, (wits_state_id)row, path));
        }
    }
}

// -------------------------------------------------------------------------------------------------------- oscillation

/// For each state finds the first transition that fires at every pass while the state is active; WITS_NONE if there is
/// none.
static void find_unconditional(const linter *l, uint32_t *rows) {
    for (uint32_t state = 0; state < l->desc->state_count; state++) {
        rows[state] = WITS_NONE;
    }
    for (uint32_t row = l->desc->transition_count; row-- > 0;) {
        const wits_transition_desc *t = &l->desc->transitions[row];
        if (!t->any && t->event == NULL && t->after == 0 && l->transitions[row] == VERDICT_ALWAYS) {
            rows[t->from] = row;
        }
    }
}

/// Returns the leaf that becomes active when a state is entered through fsms only, else WITS_NONE.
static wits_state_id find_leaf(const linter *l, wits_state_id state) {
    while (wits_state_kind(l->brain, state) == WITS_KIND_FSM) {  // at most WITS_MAX_DEPTH times
        const wits_state_desc *s = &l->desc->states[state];
        if (s->activation == WITS_ACTIVATION_ON_DECIDE || s->leave == WITS_LEAVE_RESUME ||
            s->leave == WITS_LEAVE_SUSPEND) {
            return WITS_NONE;
        }
        state = graph_initial(l->desc, l->brain, state);
    }
    return wits_state_kind(l->brain, state) == WITS_KIND_LEAF ? state : (wits_state_id)WITS_NONE;
}

/// Returns whether all ancestors of the leaf are fsms. Otherwise regions or scoring may interfere.
static bool is_in_fsms(const linter *l, wits_state_id leaf) {
    for (wits_state_id id = wits_state_parent(l->brain, leaf); id != WITS_NONE; id = wits_state_parent(l->brain, id)) {
        if (wits_state_kind(l->brain, id) != WITS_KIND_FSM) {
            return false;
        }
    }
    return true;
}

/// Returns the outermost unconditional transition out of the leaf or its ancestors.
static uint32_t find_way_out(const uint32_t *unconditional, const linter *l, wits_state_id leaf) {
    uint32_t found = WITS_NONE;
    for (wits_state_id id = leaf; id != WITS_ROOT && id != WITS_NONE; id = wits_state_parent(l->brain, id)) {
        found = unconditional[id] != WITS_NONE ? unconditional[id] : found;
    }
    return found;
}

static void report_cycle(linter *l, const uint32_t *next, const uint32_t *ways, wits_state_id begin) {
    char path[1100];
    text names = {0};
    uint32_t count = 0;
    wits_state_id leaf = begin;
    do {
        text_format(&names, "%s'%s'", count++ == 0 ? "" : " → ", lint_path(l, leaf, path));
        leaf = (wits_state_id)next[leaf];
    } while (leaf != begin && count < 8);
    lint_add(l, LINT_NEVER_STAYS, WITS_TABLE_TRANSITIONS, ways[begin], NULL,
             "these states never stay: %s%s, one at every pass, because their transitions have no when, event or after",
             text_of(&names), leaf != begin ? " → ..." : " and again");
    text_free(&names);
}

/// Follows each leaf to one that was visited before. If that was on the same path, it is a cycle.
static void find_cycles(linter *l, const uint32_t *next, const uint32_t *ways) {
    uint32_t *seen = allocate(l->desc->state_count, sizeof *seen);
    for (uint32_t row = 0; row < l->desc->state_count; row++) {
        uint32_t leaf = row;
        while (leaf != WITS_NONE && seen[leaf] == 0) {
            seen[leaf] = row + 1;
            leaf = next[leaf];
        }
        if (leaf != WITS_NONE && seen[leaf] == row + 1 && next[leaf] != leaf) {
            report_cycle(l, next, ways, (wits_state_id)leaf);
        }
    }
    free(seen);
}

void lint_oscillation(linter *l) {
    uint32_t count = l->desc->state_count;
    uint32_t *unconditional = allocate(count, sizeof *unconditional);
    uint32_t *next = allocate(count, sizeof *next);
    uint32_t *ways = allocate(count, sizeof *ways);
    find_unconditional(l, unconditional);
    for (uint32_t row = 0; row < count; row++) {
        wits_state_id leaf = (wits_state_id)row;
        bool is_plain = l->reached[row] && wits_state_kind(l->brain, leaf) == WITS_KIND_LEAF && is_in_fsms(l, leaf);
        ways[row] = is_plain ? find_way_out(unconditional, l, leaf) : (uint32_t)WITS_NONE;
        next[row] = ways[row] != WITS_NONE ? find_leaf(l, l->desc->transitions[ways[row]].to) : (uint32_t)WITS_NONE;
    }
    find_cycles(l, next, ways);
    free(unconditional);
    free(next);
    free(ways);
}
