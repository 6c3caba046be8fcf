// SPDX-License-Identifier: MIT
// `wits why`: the rules that lead to a state that is never active, and what is missing for each.
#include "agent/run.h"
#include "graph/graph.h"
#include "lint/lint.h"
#include "why/why.h"

#include <stdlib.h>

typedef struct ways {
    const why_question *of;
    const why_covered *covered;
    wits_state_id state;
    field_scope any;       ///< fields have any value of their type
    field_scope promised;  ///< fields that the brain never assigns stay in their ranges
    uint32_t count;        ///< number of rules that were described
    text *to;
} ways;

wits_state_id why_outermost(const wits_brain *brain, wits_state_id state, const bool *active) {
    wits_state_id found = WITS_NONE;
    for (wits_state_id id = state; id != WITS_NONE;
         id = wits_state_parent(brain, id)) {  // at most WITS_MAX_DEPTH times
        found = active[id] ? found : id;
    }
    return found;
}

void text_why_arguments(text *to, const why_question *of, wits_state_id state) {
    text path = {0};
    text_path(&path, of->brain, state);
    text_shell_word(to, of->path);
    text_add(to, " ");
    text_shell_word(to, text_of(&path));
    text_free(&path);
}

static field_scope promised_scope(const why_question *of) {
    field_scope made = field_scope_new(of->desc);
    bool *assigned = assigned_fields(of->desc);
    for (uint32_t row = 0; row < of->desc->field_count; row++) {
        const wits_promise *promise = &wits_file_promises(of->file)->fields[row];
        if (promise->has_range && !assigned[row]) {
            const double first = of->desc->fields[row].initial;  // an agent may start with it even outside the range
            made.fields[row].low = promise->low < first ? promise->low : first;
            made.fields[row].high = promise->high > first ? promise->high : first;
            made.fields[row].may_be_nan = promise->nan || first != first;
        }
    }
    free(assigned);
    return made;
}

// ------------------------------------------------------------------------------------------------------------ one rule

/// Reports a condition that can never hold. Returns whether it is one. Its parts are the operands of the outermost
/// `and`s.
static bool tell_never(const ways *w, const char *when) {
    if (verdict_of_condition(&w->any, when) == VERDICT_NEVER) {
        text_add(w->to, "its condition can never hold, whatever the fields are");
        return true;
    }
    if (verdict_of_condition(&w->promised, when) != VERDICT_NEVER) {
        return false;
    }
    uint32_t offset, length;
    for (uint32_t part = 0; wits_condition_part(when, part, &offset, &length); part++) {
        text one = {0};
        text_add_bytes(&one, when + offset, length);
        if (verdict_of_condition(&w->promised, text_of(&one)) == VERDICT_NEVER) {
            text_add(w->to, "'");
            text_add_folded(w->to, text_of(&one));
            text_add(w->to, "' can never hold with the ranges that the file gives");
            text_free(&one);
            return true;
        }
        text_free(&one);
    }
    text_add(w->to, "its condition can never hold with the ranges that the file gives");
    return true;
}

static void tell_inactive(const ways *w, wits_state_id source) {
    text_path(w->to, w->of->brain, source);
    text_add(w->to,
             w->covered->is_searched ? " was not active either: wits why " : " is never active either: wits why ");
    text_why_arguments(w->to, w->of, source);
}

/// Writes what the search found out about a transition that never fired.
static void tell_never_fired(const ways *w, uint32_t row) {
    const wits_transition_desc *one = &w->of->desc->transitions[row];
    if (w->covered->asked[row]) {
        text_add(w->to, "its condition was evaluated and did not hold");
        return;
    }
    text_add(w->to, "it was never tried: ");
    if (one->event != NULL) {
        text_format(w->to, "%s was not pending there, or ", one->event);
    }
    if (one->after > 0) {
        text_format(w->to, "its state was not active for %u tick%s, or ", (unsigned)one->after,
                    one->after == 1 ? "" : "s");
    }
    text_add(w->to, w->covered->is_complete ? "something else came first each time"
                                            : "something else came first, or the search ended before");
}

static void begin_way(ways *w, wits_table table, uint32_t row) {
    text_format(w->to, "  line %u: ", (unsigned)line_of_row(w->of->file, table, row, NULL));
    w->count++;
}

static void tell_transition(ways *w, uint32_t row) {
    const wits_transition_desc *one = &w->of->desc->transitions[row];
    text guard = {0};
    begin_way(w, WITS_TABLE_TRANSITIONS, row);
    text_add(w->to, one->from == WITS_ROOT ? wits_state_name(w->of->brain, WITS_ROOT) : "");
    text_path(w->to, w->of->brain, one->from);
    text_add(w->to, one->any ? " (any) → " : " → ");
    text_path(w->to, w->of->brain, one->to);
    text_guard(&guard, one, ", ");
    text_format(w->to, "%s%s\n    ", guard.length > 0 ? " " : "", text_of(&guard));
    if (!w->covered->states[one->from]) {
        tell_inactive(w, one->from);
    } else if (w->covered->is_searched && w->covered->transitions[row]) {
        text_add(w->to, "it fires, but the state is left again before the tick ends");
    } else if (!tell_never(w, one->when) && w->covered->is_searched) {
        tell_never_fired(w, row);
    }
    text_add(w->to, "\n");
    text_free(&guard);
}

static void tell_rule(ways *w, wits_table table, uint32_t row, const char *verb, wits_state_id from, wits_state_id to,
                      const char *when) {
    begin_way(w, table, row);
    text_add(w->to, from == WITS_ROOT ? wits_state_name(w->of->brain, WITS_ROOT) : "");
    text_path(w->to, w->of->brain, from);
    text_format(w->to, " %s ", verb);
    text_path(w->to, w->of->brain, to);
    text_add(w->to, when != NULL ? " when " : "");
    if (when != NULL) {
        text_add_folded(w->to, when);
    }
    text_add(w->to, "\n    ");
    if (!w->covered->states[from]) {
        tell_inactive(w, from);
    } else if (!tell_never(w, when)) {
        text_add(w->to, !w->covered->is_searched ? "another always comes first"
                        : w->covered->is_complete
                            ? "it was not taken: its condition did not hold, or another came first"
                            : "it was not taken: its condition did not hold, another came first, "
                              "or the search ended before");
    }
    text_add(w->to, "\n");
}

// ----------------------------------------------------------------------------------------------------------- all rules

static bool leads_in(const ways *w, wits_state_id from, wits_state_id to) {
    return graph_contains(w->of->brain, w->state, to) && !graph_contains(w->of->brain, w->state, from);
}

static void tell_rules(ways *w) {
    const wits_desc *d = w->of->desc;
    for (uint32_t row = 0; row < d->transition_count; row++) {
        if (leads_in(w, d->transitions[row].from, d->transitions[row].to)) {
            tell_transition(w, row);
        }
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        if (d->steps[row].to != WITS_ROOT && leads_in(w, d->steps[row].of, d->steps[row].to)) {
            tell_rule(w, WITS_TABLE_STEPS, row, "steps to", d->steps[row].of, d->steps[row].to, d->steps[row].when);
        }
    }
    for (uint32_t row = 0; row < d->initial_count; row++) {
        if (d->initials[row].to == w->state) {
            tell_rule(w, WITS_TABLE_INITIALS, row, "begins with", d->initials[row].of, w->state, d->initials[row].when);
        }
    }
}

void print_ways(const why_question *of, wits_state_id state, const why_covered *covered) {
    text told = {0};
    const wits_state_id around = wits_state_parent(of->brain, state);
    const wits_kind kind = wits_state_kind(of->brain, around);
    ways w = {.of = of,
              .covered = covered,
              .state = state,
              .any = field_scope_new(of->desc),
              .promised = promised_scope(of),
              .to = &told};
    tell_rules(&w);
    const bool begins = kind == WITS_KIND_FSM && graph_initial(of->desc, of->brain, around) == state;
    text line = {0};
    text_add(&line, "\n");
    text_path(&line, of->brain, state);
    if (begins || kind == WITS_KIND_PARALLEL) {
        text_format(&line, " becomes active with %s, but is left again before the tick ends.\n",
                    wits_state_name(of->brain, around));
    } else if (kind == WITS_KIND_UTILITY) {
        text_format(&line, " is an option of %s, which never chose it.%s\n", wits_state_name(of->brain, around),
                    w.count > 0 ? " What else leads to it:" : "");
    } else {
        text_format(&line,
                    w.count > 0 ? ": what leads to it, and what is missing:\n"
                                : ": no transition, step or rule of initial leads to it, and %s does not begin "
                                  "with it.\n",
                    wits_state_name(of->brain, around));
    }
    text_add(&line, text_of(&told));
    fputs(text_of(&line), stdout);
    text_free(&line);
    text_free(&told);
    field_scope_free(&w.any);
    field_scope_free(&w.promised);
}
