// SPDX-License-Identifier: MIT
// Lints about options with targets: scores that are equal for all targets, and values of missing targets.
#include "lint/lint.h"

#include <string.h>

static span span_of(const char *expression) {
    return (span){expression, expression != NULL ? strlen(expression) : 0};
}

// -------------------------------------------------------------------------------------------------------------- scores

static bool is_function(const wits_desc *desc, span name) {
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (span_is(name, desc->functions[row].name)) {
            return true;
        }
    }
    return false;
}

/// Host functions are passed the target.
static bool calls_host(const wits_desc *desc, const char *expression) {
    span rest = span_of(expression);
    span name;
    while (call_next(&rest, &name)) {
        if (is_function(desc, name)) {
            return true;
        }
    }
    return false;
}

/// Returns whether the value can differ between targets of that kind.
static bool depends_on(const wits_desc *desc, const char *expression, uint32_t kind) {
    bool reads = false;
    target_read read;
    for (span rest = span_of(expression); target_next(desc, &rest, &read);) {
        reads = reads || read.kind == kind;
    }
    return reads || calls_host(desc, expression);
}

static void lint_draw(linter *l, wits_table table, uint32_t row, const char *member, const char *expression) {
    const char *draw = lint_find_word(expression, "random");
    if (draw != NULL) {
        lint_add_at(l, LINT_ONE_DRAW, table, row, member, expression, draw,
                    "'random' gives all targets the same number");
    }
}

static void lint_score(linter *l, wits_state_id option) {
    const wits_state_desc *s = &l->desc->states[option];
    const uint32_t kind = wits_state_target_kind(l->brain, option);
    uint32_t count;
    const wits_consideration_desc *rows = rows_of(l->desc, option, &count);
    bool depends = depends_on(l->desc, s->score, kind) || depends_on(l->desc, s->rank, kind);
    lint_draw(l, WITS_TABLE_STATES, option, "score", s->score);
    lint_draw(l, WITS_TABLE_STATES, option, "rank", s->rank);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = (uint32_t)(&rows[i] - l->desc->considerations);
        depends = depends || depends_on(l->desc, rows[i].input, kind) || depends_on(l->desc, rows[i].gate, kind);
        lint_draw(l, WITS_TABLE_CONSIDERATIONS, row, "input", rows[i].input);
        lint_draw(l, WITS_TABLE_CONSIDERATIONS, row, "gate", rows[i].gate);
    }
    if (!depends) {
        lint_add(l, LINT_EQUAL_TARGETS, WITS_TABLE_STATES, option, "target",
                 "its score does not depend on the target, so the first one in the list always wins");
    }
}

// --------------------------------------------------------------------------------------------------------- other texts

/// Returns whether the text itself checks that the target exists.
static bool asks_presence(const wits_desc *desc, span text_of_it, uint32_t kind) {
    target_read read;
    while (target_next(desc, &text_of_it, &read)) {
        if (read.kind == kind && read.field == NULL) {
            return true;
        }
    }
    return false;
}

/// A missing target's float is NaN, which is easy to notice. An int or bool of a missing target is 0, like many normal
/// values.
static void lint_text(linter *l, wits_table table, uint32_t row, const char *member, const char *expression) {
    target_read read;
    for (span rest = span_of(expression); target_next(l->desc, &rest, &read);) {
        const wits_type type = read.field != NULL ? read.field->type : WITS_TYPE_FLOAT;
        if (type == WITS_TYPE_FLOAT || type == WITS_TYPE_ENUM ||
            asks_presence(l->desc, span_of(expression), read.kind)) {
            continue;
        }
        lint_add_at(l, LINT_MAYBE_GONE, table, row, member, expression, read.text.start,
                    "'%.*s' is %s if the target is no longer in the list; check %s.present, too", (int)read.text.length,
                    read.text.start, type == WITS_TYPE_BOOL ? "false" : "0", l->desc->targets[read.kind].name);
        return;
    }
}

static void lint_state_texts(linter *l, uint32_t row) {
    const wits_state_desc *s = &l->desc->states[row];
    lint_text(l, WITS_TABLE_STATES, row, "done", s->done);
    lint_text(l, WITS_TABLE_STATES, row, "enter", s->enter);
    lint_text(l, WITS_TABLE_STATES, row, "exit", s->exit);
    lint_text(l, WITS_TABLE_STATES, row, "update", s->update);
    lint_text(l, WITS_TABLE_STATES, row, "decide", s->decide);
    lint_text(l, WITS_TABLE_STATES, row, "retarget", s->retarget);
}

void lint_targets(linter *l) {
    const wits_desc *d = l->desc;
    for (uint32_t row = 0; row < d->state_count && d->target_count > 0; row++) {
        if (d->states[row].target != NULL) {
            lint_score(l, (wits_state_id)row);
        }
        lint_state_texts(l, row);
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        lint_text(l, WITS_TABLE_TRANSITIONS, row, "when", d->transitions[row].when);
        lint_text(l, WITS_TABLE_TRANSITIONS, row, "run", d->transitions[row].run);
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        lint_text(l, WITS_TABLE_STEPS, row, "when", d->steps[row].when);
        lint_text(l, WITS_TABLE_STEPS, row, "run", d->steps[row].run);
    }
    for (uint32_t row = 0; row < d->initial_count; row++) {
        lint_text(l, WITS_TABLE_INITIALS, row, "when", d->initials[row].when);
    }
}
