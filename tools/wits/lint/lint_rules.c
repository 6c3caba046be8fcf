// SPDX-License-Identifier: MIT
// Lints about single states, transitions and steps: those that can never fire, and those that chance or the next
// scoring reverses at once.
#include "graph/graph.h"
#include "lint/lint.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------- never fires

/// Returns whether the state is active whenever the composite is.
static bool is_always_active(const linter *l, wits_state_id composite, wits_state_id state) {
    while (!lint_contains(l, state, composite)) {  // at most WITS_MAX_DEPTH times
        wits_state_id around = wits_state_parent(l->brain, state);
        bool only_child = wits_state_end(l->brain, state) == wits_state_end(l->brain, around) && state == around + 1u &&
                          l->desc->states[around].activation != WITS_ACTIVATION_ON_DECIDE;
        if (wits_state_kind(l->brain, around) != WITS_KIND_PARALLEL && !only_child) {
            return false;
        }
        state = around;
    }
    return true;
}

static bool report_never(linter *l, uint32_t row) {
    const wits_transition_desc *t = &l->desc->transitions[row];
    char path[1100];
    if (l->transitions[row] == VERDICT_NEVER) {
        lint_add(l, LINT_NEVER_FIRES, WITS_TABLE_TRANSITIONS, row, "when",
                 "this transition can never fire: its condition is never true");
        return true;
    }
    if (t->any && !t->reenter && is_always_active(l, t->from, t->to)) {
        lint_add(l, LINT_NEVER_FIRES, WITS_TABLE_TRANSITIONS, row, "to",
                 "this transition can never fire: '%s' is already active here; 'reenter: true' enters it again",
                 lint_path(l, t->to, path));
        return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------- shadows

static bool has_same_words(const char *a, const char *b) {
    span left = {a, a == NULL ? 0 : strlen(a)};
    span right = {b, b == NULL ? 0 : strlen(b)};
    token of_left, of_right;
    do {
        of_left = token_next(&left);
        of_right = token_next(&right);
        if (!span_equals(of_left.text, of_right.text)) {
            return false;
        }
    } while (of_left.kind != WITS_TOKEN_END);
    return of_right.kind == WITS_TOKEN_END;
}

/// Returns whether the target of an `any` transition is inactive if a pass tries that transition and later the other
/// one.
static bool is_target_inactive(const linter *l, const wits_transition_desc *u, const wits_transition_desc *t) {
    bool is_next = !t->any && wits_state_parent(l->brain, t->from) == u->from;
    wits_kind chooser = lint_chooser(l, u->to, t->from);
    return chooser == WITS_KIND_FSM || (chooser == WITS_KIND_UTILITY && is_next);  // a utility may switch in between
}

/// Returns whether `earlier` is enabled whenever `later` is. Assumes that a pass tries both, `earlier` first.
static bool covers(const linter *l, uint32_t earlier, uint32_t later) {
    const wits_transition_desc *u = &l->desc->transitions[earlier];
    const wits_transition_desc *t = &l->desc->transitions[later];
    bool same_place = u->from == t->from && u->any == t->any;
    bool same_condition = same_place && u->when != NULL && t->when != NULL && has_same_words(u->when, t->when) &&
                          lint_find_word(u->when, "random") == NULL;
    bool same_clock = same_place || (u->any && wits_state_parent(l->brain, t->from) == u->from);
    if (l->transitions[earlier] != VERDICT_ALWAYS && !same_condition) {
        return false;
    }
    if (u->event != NULL && (t->event == NULL || strcmp(u->event, t->event) != 0)) {
        return false;
    }
    if (same_clock ? u->after > t->after : u->after > 0) {
        return false;
    }
    if (!u->any || u->reenter) {
        return true;
    }
    if (t->any && !t->reenter && u->from == t->from && lint_contains(l, t->to, u->to)) {
        return true;  // neither is enabled while its target is active
    }
    return !(t->any && u->from == t->from) && is_target_inactive(l, u, t);
}

/// Returns whether a pass that reaches `later` has tried `earlier` before.
static bool is_before(const linter *l, uint32_t earlier, uint32_t later) {
    const wits_transition_desc *u = &l->desc->transitions[earlier];
    const wits_transition_desc *t = &l->desc->transitions[later];
    if (u->from == t->from && u->any == t->any) {
        return earlier < later;
    }
    if (!lint_contains(l, u->from, t->from) || (u->from == t->from && u->any)) {
        return false;  // a composite's own transitions are tried one level further out than its `any` transitions
    }
    if (u->any && !t->any && wits_state_parent(l->brain, t->from) == u->from) {
        return true;
    }
    // A utility may choose another option after the transitions and continue into it in the same pass.
    wits_state_id chooser = u->any ? u->from : wits_state_parent(l->brain, u->from);
    return wits_state_kind(l->brain, chooser) != WITS_KIND_UTILITY || (u->any && u->reenter);
}

/// Returns the first transition of a state that is tried before another and fires whenever that one could. This
/// includes the `any` transitions of a composite. WITS_NONE if there is none.
static uint32_t find_cover(const linter *l, wits_state_id state, uint32_t later) {
    for (uint32_t i = l->transitions_of.starts[state]; i < l->transitions_of.starts[state + 1u]; i++) {
        uint32_t other = l->transitions_of.rows[i];
        if (other != later && is_before(l, other, later) && covers(l, other, later)) {
            return other;
        }
    }
    return WITS_NONE;
}

static void report_shadow(linter *l, uint32_t earlier, uint32_t later) {
    uint32_t line = place_of_row(l->file, WITS_TABLE_TRANSITIONS, earlier, NULL).line;
    bool same = l->transitions[earlier] != VERDICT_ALWAYS;
    lint_add(l, LINT_SHADOWED, WITS_TABLE_TRANSITIONS, later, NULL,
             "this transition can never fire: the one in line %u is tried before it and %s", (unsigned)line,
             same ? "has the same condition" : "always fires");
}

static void lint_transition(linter *l, uint32_t row) {
    const wits_transition_desc *t = &l->desc->transitions[row];
    if (!l->reached[t->from] || report_never(l, row)) {
        return;
    }
    uint32_t first = WITS_NONE;
    for (wits_state_id around = t->from; around != WITS_NONE; around = wits_state_parent(l->brain, around)) {
        uint32_t other = find_cover(l, around, row);
        first = other < first ? other : first;
    }
    if (first != WITS_NONE) {
        report_shadow(l, first, row);
    }
}

static void lint_step(linter *l, uint32_t row) {
    const wits_step_desc *s = &l->desc->steps[row];
    if (!l->reached[s->of]) {
        return;
    }
    if (l->steps[row] == VERDICT_NEVER) {
        lint_add(l, LINT_NEVER_FIRES, WITS_TABLE_STEPS, row, "when",
                 "this step is never taken: its condition is never true");
        return;
    }
    for (uint32_t i = l->steps_of.starts[s->of]; l->steps_of.rows[i] != row; i++) {
        uint32_t other = l->steps_of.rows[i];
        if (l->steps[other] == VERDICT_ALWAYS) {
            uint32_t line = place_of_row(l->file, WITS_TABLE_STEPS, other, NULL).line;
            lint_add(l, LINT_SHADOWED, WITS_TABLE_STEPS, row, NULL,
                     "this step is never taken: the one in line %u comes first and always holds", (unsigned)line);
            return;
        }
    }
}

/// Checks the rules of `initial` of an fsm.
static void lint_initials(linter *l, uint32_t state) {
    uint32_t count, always = WITS_NONE;
    const uint32_t first = graph_initials(l->desc, (wits_state_id)state, &count);
    for (uint32_t row = first; l->reached[state] && row < first + count; row++) {
        if (l->initials[row] == VERDICT_NEVER) {
            lint_add(l, LINT_NEVER_FIRES, WITS_TABLE_INITIALS, row, "when",
                     "this rule is never taken: its condition is never true");
        } else if (always != WITS_NONE) {
            uint32_t line, column;
            wits_file_find(l->file, WITS_TABLE_INITIALS, always, NULL, 0, &line, &column);
            lint_add(l, LINT_SHADOWED, WITS_TABLE_INITIALS, row, NULL,
                     "this rule is never taken: the one in line %u comes first and always holds", (unsigned)line);
        } else if (l->initials[row] == VERDICT_ALWAYS) {
            always = row;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- holds

/// Returns whether no choice can leave the option at once.
static bool stays_for_a_while(const wits_state_desc *s) {
    return s->hold > 0 || s->commit == WITS_COMMIT_YES || (s->commit == WITS_COMMIT_DEFAULT && s->lasts > 0);
}

/// Reports options entered from outside without a hold, which last only until the next scoring.
static void lint_entered_option(linter *l, wits_table table, uint32_t row, wits_state_id from, wits_state_id to) {
    char path[1100];
    for (wits_state_id id = to; id != WITS_ROOT && (id != from || id == to); id = wits_state_parent(l->brain, id)) {
        wits_state_id around = wits_state_parent(l->brain, id);
        bool is_left_alone =
            wits_state_kind(l->brain, around) != WITS_KIND_UTILITY || stays_for_a_while(&l->desc->states[id]);
        if (!lint_contains(l, id, from) && !is_left_alone) {
            lint_add(l, LINT_NO_HOLD, table, row, "to",
                     "the next scoring may reverse this at once: the option '%s' has no hold", lint_path(l, id, path));
            return;
        }
    }
}

static void lint_entering_transition(linter *l, uint32_t row) {
    const wits_transition_desc *t = &l->desc->transitions[row];
    if (l->reached[t->from]) {
        lint_entered_option(l, WITS_TABLE_TRANSITIONS, row, t->from, t->to);
    }
}

static void lint_entering_step(linter *l, uint32_t row) {
    const wits_step_desc *s = &l->desc->steps[row];
    if (s->to != WITS_ROOT && l->reached[s->of]) {
        lint_entered_option(l, WITS_TABLE_STEPS, row, s->of, s->to);
    }
}

// -------------------------------------------------------------------------------------------------------------- chance

static bool all_options_hold(const linter *l, wits_state_id composite) {
    for (uint32_t row = composite + 1u; row < wits_state_end(l->brain, composite);
         row = wits_state_end(l->brain, (wits_state_id)row)) {
        if (!stays_for_a_while(&l->desc->states[row])) {
            return false;
        }
    }
    return true;
}

/// A text of a table and a word in it.
typedef struct text_word {
    wits_table table;
    uint32_t row;
    const char *member;
    const char *expression;
    const char *at;  ///< null: the text does not contain the word
} text_word;

static text_word find_draw(wits_table table, uint32_t row, const char *member, const char *expression) {
    return (text_word){table, row, member, expression, lint_find_word(expression, "random")};
}

/// Returns the first use of `random` in an option's score, considerations or rank.
static text_word draw_of(const linter *l, wits_state_id option) {
    const wits_state_desc *s = &l->desc->states[option];
    uint32_t count;
    const wits_consideration_desc *rows = rows_of(l->desc, option, &count);
    text_word found = find_draw(WITS_TABLE_STATES, option, "score", s->score);
    for (uint32_t i = 0; i < 2 * count && found.at == NULL; i++) {
        const wits_consideration_desc *row = &rows[i / 2];
        const uint32_t number = (uint32_t)(row - l->desc->considerations);
        found = i % 2 == 0 ? find_draw(WITS_TABLE_CONSIDERATIONS, number, "input", row->input)
                           : find_draw(WITS_TABLE_CONSIDERATIONS, number, "gate", row->gate);
    }
    return found.at != NULL ? found : find_draw(WITS_TABLE_STATES, option, "rank", s->rank);
}

static void lint_drawn_choice(linter *l, uint32_t state) {
    const wits_state_id composite = (wits_state_id)state;
    const wits_state_desc *c = &l->desc->states[composite];
    bool is_random = c->select == WITS_SELECT_WEIGHTED || (c->select == WITS_SELECT_TOP && c->top > 1) ||
                     c->select == WITS_SELECT_WITHIN || c->select == WITS_SELECT_SOFTMAX;
    char path[1100];
    if (wits_state_kind(l->brain, composite) != WITS_KIND_UTILITY || c->every > 0 || all_options_hold(l, composite)) {
        return;
    }
    if (is_random) {
        lint_add(l, LINT_DRAWN_ANEW, WITS_TABLE_STATES, composite, "select",
                 "'%s' redraws at every pass: it has no every, and not all its options have a hold",
                 lint_path(l, composite, path));
        return;
    }
    for (uint32_t row = composite + 1u; row < wits_state_end(l->brain, composite);
         row = wits_state_end(l->brain, (wits_state_id)row)) {
        const text_word draw = draw_of(l, (wits_state_id)row);
        if (draw.at != NULL) {
            lint_add_at(l, LINT_DRAWN_ANEW, draw.table, draw.row, draw.member, draw.expression, draw.at,
                        "this score is redrawn at every pass: '%s' has no every, and not all its options have a hold",
                        lint_path(l, composite, path));
        }
    }
}

static void lint_drawn_condition(linter *l, uint32_t row) {
    const wits_transition_desc *t = &l->desc->transitions[row];
    const char *draw = lint_find_word(t->when, "random");
    if (draw != NULL && t->after == 0 && t->event == NULL && lint_find_word(t->when, "elapsed") == NULL) {
        lint_add_at(l, LINT_DRAWN_ANEW, WITS_TABLE_TRANSITIONS, row, "when", t->when, draw,
                    "this condition is redrawn at every pass: the transition has no after");
    }
}

// ------------------------------------------------------------------------------------------------------ table of lints

/// Checks one row of a table. To add a lint, write a function in this file and add it to one of these lists.
typedef void row_lint(linter *l, uint32_t row);

static row_lint *const of_states[] = {lint_drawn_choice, lint_initials};
static row_lint *const of_transitions[] = {lint_transition, lint_entering_transition, lint_drawn_condition};
static row_lint *const of_steps[] = {lint_step, lint_entering_step};

static void look_at(linter *l, uint32_t rows, row_lint *const *lints, size_t count) {
    for (uint32_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < count; i++) {
            lints[i](l, row);
        }
    }
}

void lint_rules(linter *l) {
    look_at(l, l->desc->state_count, of_states, sizeof of_states / sizeof *of_states);
    look_at(l, l->desc->transition_count, of_transitions, sizeof of_transitions / sizeof *of_transitions);
    look_at(l, l->desc->step_count, of_steps, sizeof of_steps / sizeof *of_steps);
}
