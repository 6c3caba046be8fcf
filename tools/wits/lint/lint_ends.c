// SPDX-License-Identifier: MIT
// Lints about states that finish: those that never can or never last, contradictory settings, and ends that are never
// checked.
#include "lint/lint.h"

#include <string.h>

static void lint_never_done(linter *l, wits_state_id state, const wits_state_desc *s) {
    if (s->done != NULL && l->reached[state] && verdict_of_condition(&l->scope, s->done) == VERDICT_NEVER) {
        lint_add(l, LINT_NEVER_DONE, WITS_TABLE_STATES, state, "done", "this condition never holds");
    }
}

static void lint_hold_and_lasts(linter *l, wits_state_id state, const wits_state_desc *s) {
    if (s->lasts != 0 && s->hold > s->lasts) {
        lint_add(l, LINT_HOLD_AND_LASTS, WITS_TABLE_STATES, state, "hold",
                 "it is done after %u ticks but held for %u; no choice checks for done before that", (unsigned)s->lasts,
                 (unsigned)s->hold);
    }
}

static void lint_no_commit(linter *l, wits_state_id state, const wits_state_desc *s) {
    if (s->done != NULL && s->lasts == 0 && s->commit == WITS_COMMIT_DEFAULT && lint_is_option(l, state)) {
        lint_add(l, LINT_NO_COMMIT, WITS_TABLE_STATES, state, "done",
                 "another option may win before it is done; 'commit: true' prevents that, 'commit: false' allows it");
    }
}

static bool asks(const char *when) {
    return lint_find_word(when, "done") != NULL;
}

/// Returns whether anything checks that a composite is done: a transition or step, a choice, or the end of an outer
/// state.
static bool is_asked(const linter *l, wits_state_id composite) {
    const wits_desc *d = l->desc;
    if (composite == WITS_ROOT || lint_is_option(l, composite) || d->states[composite].final ||
        wits_state_kind(l->brain, wits_state_parent(l->brain, composite)) == WITS_KIND_PARALLEL) {
        return true;  // the host checks the root
    }
    bool is = false;
    for (uint32_t row = 0; row < d->transition_count; row++) {
        const wits_transition_desc *t = &d->transitions[row];
        const bool is_source = t->any ? t->from == wits_state_parent(l->brain, composite) : t->from == composite;
        is = is || (is_source && asks(t->when));
    }
    return is;
}

static void lint_unasked_end(linter *l, wits_state_id state, const wits_state_desc *s) {
    const wits_state_id composite = state != WITS_ROOT ? wits_state_parent(l->brain, state) : state;
    char path[1100];
    if (s->final && l->desc->states[composite].leave > WITS_LEAVE_RESET && !is_asked(l, composite)) {
        lint_add(l, LINT_UNASKED_END, WITS_TABLE_STATES, state, "final",
                 "nothing checks whether '%s' is done, and ending in this child resets it, whatever its leave",
                 lint_path(l, composite, path));
    }
}

/// A transition without a condition leaves its state at the first pass, so the state never lasts its ticks.
static void lint_never_lasts(linter *l, uint32_t row) {
    const wits_transition_desc *t = &l->desc->transitions[row];
    const uint32_t lasts = l->desc->states[t->from].lasts;
    char path[1100];
    const bool is_free = t->when == NULL && t->event == NULL && t->after == 0 && !t->any;
    if (lasts > 1 && is_free && l->reached[t->from] && !lint_contains(l, t->from, t->to)) {
        lint_add(l, LINT_NEVER_LASTS, WITS_TABLE_TRANSITIONS, row, NULL,
                 "'%s' never lasts %u ticks: this transition leaves it at the first pass; write 'when: done' to wait",
                 lint_path(l, t->from, path), (unsigned)lasts);
    }
}

void lint_ends(linter *l) {
    for (uint32_t row = 0; row < l->desc->transition_count; row++) {
        lint_never_lasts(l, row);
    }
    for (uint32_t row = 0; row < l->desc->state_count; row++) {
        const wits_state_id state = (wits_state_id)row;
        const wits_state_desc *s = &l->desc->states[row];
        lint_never_done(l, state, s);
        lint_hold_and_lasts(l, state, s);
        lint_no_commit(l, state, s);
        lint_unasked_end(l, state, s);
    }
}
