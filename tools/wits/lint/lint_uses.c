// SPDX-License-Identifier: MIT
// Lints about fields, events and functions that are never used.
#include "lint/lint.h"

#include <stdlib.h>
#include <string.h>

typedef struct use {
    bool read;     ///< for an event: waited for; for a function: called
    bool written;  ///< for an event: raised
} use;

typedef struct uses {
    const wits_desc *desc;
    use *fields;
    use *events;
    use *functions;
} uses;

// --------------------------------------------------------------------------------------------------------------- texts

static void note_name(const uses *u, span name) {
    for (uint32_t row = 0; row < u->desc->field_count; row++) {
        u->fields[row].read = u->fields[row].read || span_is(name, u->desc->fields[row].name);
    }
}

static void note_call(const uses *u, span name) {
    for (uint32_t row = 0; row < u->desc->function_count; row++) {
        u->functions[row].read = u->functions[row].read || span_is(name, u->desc->functions[row].name);
    }
}

static void note_span(const uses *u, span expression) {
    span rest = expression;
    for (span name; name_next(&rest, &name);) {
        note_name(u, name);
    }
    for (span name; call_next(&expression, &name);) {
        note_call(u, name);
    }
}

static void note_expression(const uses *u, const char *expression) {
    if (expression != NULL) {
        note_span(u, (span){expression, strlen(expression)});
    }
}

static void note_action(const uses *u, const act *one) {
    for (uint32_t row = 0; one->kind == ACT_ASSIGN && row < u->desc->field_count; row++) {
        u->fields[row].written = u->fields[row].written || span_is(one->name, u->desc->fields[row].name);
    }
    for (uint32_t row = 0; one->kind == ACT_RAISE && row < u->desc->event_count; row++) {
        u->events[row].written = u->events[row].written || span_is(one->name, u->desc->events[row]);
    }
    if (one->kind == ACT_CALL) {
        note_call(u, one->name);
    }
    if (one->kind != ACT_RAISE) {
        note_span(u, one->operand);
    }
}

static void note_actions(const uses *u, const char *actions) {
    for (act next = act_next(&actions); next.kind != ACT_END; next = act_next(&actions)) {
        note_action(u, &next);
    }
}

static void note_event(const uses *u, const char *event) {
    for (uint32_t row = 0; event != NULL && row < u->desc->event_count; row++) {
        u->events[row].read = u->events[row].read || strcmp(event, u->desc->events[row]) == 0;
    }
}

static void note_all(const uses *u) {
    const wits_desc *d = u->desc;
    for (uint32_t row = 0; row < d->state_count; row++) {
        note_expression(u, d->states[row].score);
        note_expression(u, d->states[row].rank);
        note_expression(u, d->states[row].done);
        note_actions(u, d->states[row].enter);
        note_actions(u, d->states[row].exit);
        note_actions(u, d->states[row].update);
        note_actions(u, d->states[row].decide);
        note_actions(u, d->states[row].retarget);
    }
    for (uint32_t row = 0; row < d->consideration_count; row++) {
        note_expression(u, d->considerations[row].gate);
        note_expression(u, d->considerations[row].input);
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        note_event(u, d->transitions[row].event);
        note_expression(u, d->transitions[row].when);
        note_actions(u, d->transitions[row].run);
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        note_expression(u, d->steps[row].when);
        note_actions(u, d->steps[row].run);
    }
    for (uint32_t row = 0; row < d->initial_count; row++) {
        note_expression(u, d->initials[row].when);
    }
}

/// Fields of properties to prove are used, although no decision depends on them.
static void note_properties(const uses *u, const wits_file *file) {
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *of = &wits_file_properties(file)[i];
        note_expression(u, of->condition.text);
        note_expression(u, of->until.text);
        note_expression(u, of->assume.text);
    }
}

// ------------------------------------------------------------------------------------------------------------ findings

/// A field that only one side uses may be an interface between brain and host. That deserves a note, not a warning.
static void judge_fields(linter *l, const uses *u) {
    for (uint32_t row = 0; row < l->desc->field_count; row++) {
        const char *name = l->desc->fields[row].name;
        if (!u->fields[row].read && !u->fields[row].written) {
            lint_add(l, LINT_UNUSED_FIELD, WITS_TABLE_FIELDS, row, NULL, "unused field '%s'", name);
        } else if (!u->fields[row].read) {
            lint_add(l, LINT_HOST_READS, WITS_TABLE_FIELDS, row, NULL,
                     "the field '%s' is never read by the brain; only the host can read it", name);
        } else if (!u->fields[row].written) {
            lint_add(l, LINT_HOST_WRITES, WITS_TABLE_FIELDS, row, NULL,
                     "the field '%s' is never written by the brain; only the host can write it", name);
        }
    }
}

/// Events are mostly raised by the host. An event without a transition has no effect.
static void judge_events(linter *l, const uses *u) {
    for (uint32_t row = 0; row < l->desc->event_count; row++) {
        if (!u->events[row].read) {
            lint_add(l, LINT_UNUSED_EVENT, WITS_TABLE_EVENTS, row, NULL,
                     "unused event '%s': no transition waits for it", l->desc->events[row]);
        }
    }
}

static void judge_functions(linter *l, const uses *u) {
    for (uint32_t row = 0; row < l->desc->function_count; row++) {
        if (!u->functions[row].read) {
            lint_add(l, LINT_UNUSED_FUNCTION, WITS_TABLE_FUNCTIONS, row, NULL, "unused function '%s'",
                     l->desc->functions[row].name);
        }
    }
}

static uses uses_new(const wits_desc *desc) {
    return (uses){.desc = desc,
                  .fields = allocate(desc->field_count, sizeof(use)),
                  .events = allocate(desc->event_count, sizeof(use)),
                  .functions = allocate(desc->function_count, sizeof(use))};
}

static void uses_free(uses *of) {
    free(of->fields);
    free(of->events);
    free(of->functions);
}

void lint_uses(linter *l) {
    uses u = uses_new(l->desc);
    note_all(&u);
    note_properties(&u, l->file);
    judge_fields(l, &u);
    judge_events(l, &u);
    judge_functions(l, &u);
    uses_free(&u);
}

bool *assigned_fields(const wits_desc *desc) {
    uses u = uses_new(desc);
    note_all(&u);
    bool *assigned = allocate(desc->field_count, sizeof *assigned);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        assigned[row] = u.fields[row].written;
    }
    uses_free(&u);
    return assigned;
}
