// SPDX-License-Identifier: MIT
#include "lint/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const lint_row lint_rows[LINT_COUNT] = {
#define LINT_ROW(id, name, how, what) {name, SEVERITY_##how, what},
    LINTS(LINT_ROW)
#undef LINT_ROW
};

severity finding_severity(const finding *of) {
    return of->is_silenced || of->is_remark ? SEVERITY_NOTE : lint_rows[of->lint].how;
}

bool finding_is_shown(const finding *of, bool verbose) {
    return verbose || finding_severity(of) == SEVERITY_WARNING || (of->is_remark && !of->is_silenced);
}

uint32_t source_number(const wits_file *file, const char *name) {
    uint32_t number = 0;
    while (number < wits_file_source_count(file) && strcmp(wits_file_source_name(file, number), name) != 0) {
        number++;
    }
    return number;
}

static void add(findings *to, const wits_file *file, place at, lint_id lint, const char *format, va_list arguments) {
    text message = {0};
    text_format_list(&message, format, arguments);
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count++] =
        (finding){.at = at, .source = source_number(file, at.file), .lint = lint, .message = message.bytes};
}

void findings_add(findings *to, const wits_file *file, place at, lint_id lint, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(to, file, at, lint, format, arguments);
    va_end(arguments);
}

void lint_add(linter *l, lint_id lint, wits_table table, uint32_t row, const char *member, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(&l->found, l->file, place_of_row(l->file, table, row, member), lint, format, arguments);
    va_end(arguments);
}

void lint_add_at(linter *l, lint_id lint, wits_table table, uint32_t row, const char *member, const char *expression,
                 const char *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const place there = place_in_row(l->file, table, row, member, (uint32_t)(at - expression));
    add(&l->found, l->file, there, lint, format, arguments);
    va_end(arguments);
}

/// Adds the loader's own findings about times and functions.
static void add_warnings(linter *l) {
    for (uint32_t i = 0; i < wits_file_warning_count(l->file); i++) {
        const wits_problem *found = &wits_file_warnings(l->file)[i];
        const place at = {.file = found->name, .line = found->line, .column = found->column};
        const lint_id lint = strncmp(found->kind, "TIME", 4) == 0 ? LINT_FAR_TIME : LINT_HOST_MATHS;
        findings_add(&l->found, l->file, at, lint, "%s", found->message);
    }
}

bool lint_contains(const linter *l, wits_state_id outer, wits_state_id inner) {
    return outer <= inner && inner < wits_state_end(l->brain, outer);
}

const char *lint_path(linter *l, wits_state_id state, char path[1100]) {
    wits_state_path(l->brain, state, path, 1100);
    return state == WITS_ROOT ? wits_state_name(l->brain, WITS_ROOT) : path;
}

const char *lint_find_word(const char *expression, const char *wanted) {
    span rest = {expression, expression == NULL ? 0 : strlen(expression)};
    bool is_state = false;  // between `in(` and `)`
    for (token w = token_next(&rest); w.kind != WITS_TOKEN_END; w = token_next(&rest)) {
        is_state = span_is(w.text, "in") || (is_state && !span_is(w.text, ")"));
        if (w.kind == WITS_TOKEN_NAME && span_is(w.text, wanted) && (!is_state || strcmp(wanted, "in") == 0)) {
            return w.text.start;
        }
    }
    return NULL;
}

bool lint_is_option(const linter *l, wits_state_id state) {
    return state != WITS_ROOT && wits_state_kind(l->brain, wits_state_parent(l->brain, state)) == WITS_KIND_UTILITY;
}

bool lint_selects_highest(const wits_state_desc *composite) {
    return composite->select == WITS_SELECT_DEFAULT || composite->select == WITS_SELECT_HIGHEST;
}

wits_kind lint_chooser(const linter *l, wits_state_id a, wits_state_id b) {
    if (lint_contains(l, a, b) || lint_contains(l, b, a)) {
        return WITS_KIND_LEAF;
    }
    wits_state_id around = wits_state_parent(l->brain, a);
    while (!lint_contains(l, around, b)) {  // at most WITS_MAX_DEPTH times
        around = wits_state_parent(l->brain, around);
    }
    return wits_state_kind(l->brain, around);
}

static int compare_findings(const void *left, const void *right) {
    const finding *a = left, *b = right;
    if (a->source != b->source) {
        return a->source < b->source ? -1 : 1;
    }
    if (a->at.line != b->at.line) {
        return a->at.line < b->at.line ? -1 : 1;
    }
    if (a->at.column != b->at.column) {
        return a->at.column < b->at.column ? -1 : 1;
    }
    return strcmp(a->message, b->message);
}

/// Sorts findings by position in the files. A finding in a part that is used several times is reported once.
static void sort_findings(findings *of) {
    size_t kept = 0;
    if (of->count > 1) {
        qsort(of->items, of->count, sizeof *of->items, compare_findings);
    }
    for (size_t i = 0; i < of->count; i++) {
        if (kept > 0 && compare_findings(&of->items[i], &of->items[kept - 1]) == 0) {
            free(of->items[i].message);
        } else {
            of->items[kept++] = of->items[i];
        }
    }
    of->count = kept;
}

static void judge_conditions(linter *l) {
    l->transitions = allocate(l->desc->transition_count, sizeof *l->transitions);
    l->steps = allocate(l->desc->step_count, sizeof *l->steps);
    l->initials = allocate(l->desc->initial_count, sizeof *l->initials);
    for (uint32_t row = 0; row < l->desc->transition_count; row++) {
        l->transitions[row] = verdict_of_condition(&l->scope, l->desc->transitions[row].when);
    }
    for (uint32_t row = 0; row < l->desc->step_count; row++) {
        l->steps[row] = verdict_of_condition(&l->scope, l->desc->steps[row].when);
    }
    for (uint32_t row = 0; row < l->desc->initial_count; row++) {
        l->initials[row] = verdict_of_condition(&l->scope, l->desc->initials[row].when);
    }
}

/// `states` has the state of each row.
static rows_by_state sort_rows(const wits_desc *desc, const wits_state_id *states, uint32_t count) {
    rows_by_state sorted = {allocate(desc->state_count + 1u, sizeof *sorted.starts),
                            allocate(count, sizeof *sorted.rows)};
    for (uint32_t row = 0; row < count; row++) {
        sorted.starts[states[row]]++;
    }
    for (uint32_t state = 0; state < desc->state_count; state++) {
        sorted.starts[state + 1] += sorted.starts[state];
    }
    for (uint32_t row = count; row-- > 0;) {  // the end of a state's rows becomes their start
        sorted.rows[--sorted.starts[states[row]]] = row;
    }
    return sorted;
}

static void rows_by_state_free(rows_by_state *of) {
    free(of->starts);
    free(of->rows);
}

static void sort_rules(linter *l) {
    const wits_desc *d = l->desc;
    const uint32_t most = d->transition_count > d->step_count ? d->transition_count : d->step_count;
    wits_state_id *states = allocate(most, sizeof *states);
    for (uint32_t row = 0; row < d->transition_count; row++) {
        states[row] = d->transitions[row].from;
    }
    l->transitions_of = sort_rows(d, states, d->transition_count);
    for (uint32_t row = 0; row < d->step_count; row++) {
        states[row] = d->steps[row].of;
    }
    l->steps_of = sort_rows(d, states, d->step_count);
    free(states);
}

static linter linter_begin(const wits_file *file, bool deep) {
    linter l = {.found = {.is_deep = deep}, .file = file, .desc = wits_file_desc(file), .brain = wits_file_brain(file)};
    l.scope = field_scope_new(l.desc);
    l.reached = allocate(l.desc->state_count, sizeof *l.reached);
    sort_rules(&l);
    judge_conditions(&l);
    return l;
}

/// Frees everything except the findings.
static void linter_end(linter *l) {
    field_scope_free(&l->scope);
    free(l->transitions);
    free(l->steps);
    free(l->initials);
    free(l->reached);
    rows_by_state_free(&l->transitions_of);
    rows_by_state_free(&l->steps_of);
    free(l->options);
}

findings lint_brain(const wits_file *file, const wits_prove_options *deep) {
    linter l = linter_begin(file, deep != NULL);
    add_warnings(&l);
    lint_reached(&l);
    lint_oscillation(&l);
    lint_rules(&l);
    lint_options(&l);
    lint_ends(&l);
    lint_targets(&l);
    lint_considerations(&l);
    lint_uses(&l);
    if (deep != NULL) {
        lint_deep(&l, deep);
    }
    sort_findings(&l.found);
    findings_silence(&l.found, file);
    sort_findings(&l.found);
    linter_end(&l);
    return l.found;
}

bool *reached_states(const wits_file *file) {
    linter l = linter_begin(file, false);
    lint_reached(&l);
    bool *reached = l.reached;
    l.reached = NULL;
    linter_end(&l);
    findings_free(&l.found);
    return reached;
}

void findings_free(findings *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].message);
    }
    free(of->items);
    *of = (findings){0};
}
