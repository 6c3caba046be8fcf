// SPDX-License-Identifier: MIT
// explain --format json. docs/brain-files.md describes the keys.
#include "agent/run.h"
#include "explain/tick_record.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const tick_records *about;
    const tick_record *call;
    json_writer *to;
} writer;

// ---------------------------------------------------------------------------------------------------------------- keys

/// Omits the key if there is no value.
static void add_if_number(const writer *w, const char *key, float value) {
    if (value == value) {
        json_float(w->to, key, value);
    }
}

static void add_folded(const writer *w, const char *key, const char *expression) {
    text folded = {0};
    text_add_folded(&folded, expression);
    json_text(w->to, key, text_of(&folded));
    text_free(&folded);
}

static void add_state(const writer *w, const char *key, wits_state_id state) {
    if (state != WITS_NONE) {
        json_path(w->to, key, w->about->of->mind.brain, state);
    }
}

static void add_line(const writer *w, wits_table table, uint32_t row) {
    json_int(w->to, "line", tick_record_line(w->about, table, row, NULL));
}

// --------------------------------------------------------------------------------------------------------- transitions

static void add_parts(const writer *w, const wits_explained_transition *one) {
    uint32_t count = asked_parts(w->about, one);
    if (count == 0) {
        return;
    }
    json_open(w->to, "parts", '[');
    for (uint32_t part = 0; part < count; part++) {
        text piece = {0};
        text_part(&piece, w->about, one, part);
        json_open(w->to, NULL, '{');
        json_text(w->to, "text", text_of(&piece));
        json_bool(w->to, "holds", asked_part_holds(w->about, w->call, one, part));
        json_close(w->to, '}');
        text_free(&piece);
    }
    json_close(w->to, ']');
}

static void add_transition(const writer *w, const wits_explained_transition *one) {
    const wits_transition_desc *desc = &w->about->of->desc->transitions[one->row];
    json_int(w->to, "transition", one->row);
    add_line(w, WITS_TABLE_TRANSITIONS, one->row);
    add_state(w, "from", one->source);
    add_state(w, "to", one->destination);
    if (desc->any) {
        add_state(w, "any", desc->from);
    }
    json_text(w->to, "tried", wits_tried_name((wits_tried)one->tried));
    if (desc->event != NULL) {
        json_text(w->to, "event", desc->event);
    }
    if (desc->after > 0) {
        json_int(w->to, "after", desc->after);
        json_int(w->to, "elapsed", one->elapsed);
    }
    if (desc->when != NULL) {
        add_folded(w, "when", desc->when);
    }
    add_parts(w, one);
}

// ------------------------------------------------------------------------------------------------------ considerations

static void add_range(const writer *w, const wits_consideration_desc *d) {
    if (row_is_ranged(d)) {
        json_open(w->to, "range", '[');
        json_float(w->to, NULL, d->low);
        json_float(w->to, NULL, d->high);
        json_close(w->to, ']');
        json_text(w->to, "outside", d->outside == WITS_OUTSIDE_WRAP ? "wrap" : "clamp");
    }
}

static void add_curves(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    json_open(w->to, "curves", '[');
    for (uint32_t i = 0; i < d->curve_count; i++) {
        json_open(w->to, NULL, '{');
        json_text(w->to, "curve", wits_curve_name(d->curves[i].kind));
        json_float(w->to, "value", told->curves[i]);
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
}

static void add_share(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    json_float(w->to, "value", told->value);
    json_float(w->to, "compensated", told->compensated);
    json_float(w->to, "weight", row_weight(d));
    json_float(w->to, "weighted", told->weighted);
}

static void add_wins(const writer *w, float at, bool above, bool below) {
    json_float(w->to, "wins_at", at);
    json_bool(w->to, "wins_above", above);
    json_bool(w->to, "wins_below", below);
}

static void add_input(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    add_folded(w, "input", d->input);
    json_float(w->to, "raw", told->raw);
    json_bool(w->to, "was_nan", told->was_nan);
    add_range(w, d);
    json_float(w->to, "normal", told->normal);
    add_curves(w, d, told);
    add_share(w, d, told);
    if (told->looked_at) {
        json_bool(w->to, "would_win", told->would_win);
    }
    if (told->would_win) {
        add_wins(w, told->wins_at, told->wins_above, told->wins_below);
    }
}

/// Writes the fields in an expression, and the values with which the option would have won.
static void add_fields(const writer *w, const wits_explained_option *option) {
    const wits_desc *desc = w->about->of->desc;
    json_open(w->to, "fields", '[');
    for (uint32_t i = 0; i < option->field_count; i++) {
        const wits_explained_field *told = &w->call->why.fields[option->first_field + i];
        json_open(w->to, NULL, '{');
        json_text(w->to, "field", desc->fields[told->field].name);
        json_float(w->to, "now", told->now);
        json_bool(w->to, "would_win", told->would_win);
        if (told->would_win) {
            add_wins(w, told->wins_at, told->wins_above, told->wins_below);
        }
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
}

/// A group stays open until a row that is not deeper.
static void add_considerations(const writer *w, uint32_t first_row, uint32_t row_count) {
    const wits_explained_consideration *rows = &w->call->why.considerations[first_row];
    const wits_consideration_desc *desc = &w->about->of->desc->considerations[rows->row];
    uint32_t depth = 0;
    json_key(w->to, "considerations");
    for (uint32_t i = 0; i < row_count; i++) {
        const wits_consideration_desc *d = &desc[i];
        const wits_explained_consideration *told = &rows[i];
        for (; depth > d->depth; depth--) {
            json_close(w->to, ']');
            json_close(w->to, '}');
        }
        json_open(w->to, NULL, '{');
        json_int(w->to, "row", told->row);
        add_line(w, WITS_TABLE_CONSIDERATIONS, told->row);
        if (d->group != WITS_GROUP_NONE) {
            json_text(w->to, "group", group_name(d->group));
            add_share(w, d, told);
            json_open(w->to, "of", '[');
            depth++;
            continue;
        }
        if (d->gate != NULL) {
            add_folded(w, "gate", d->gate);
            json_bool(w->to, "holds", told->holds);
        } else {
            add_input(w, d, told);
        }
        json_close(w->to, '}');
    }
    for (; depth > 0; depth--) {
        json_close(w->to, ']');
        json_close(w->to, '}');
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

static void add_targets(const writer *w, const wits_explained_option *o) {
    json_target(w->to, "target", o->target);
    json_int(w->to, "targets_listed", o->targets_listed);
    json_open(w->to, "targets", '[');
    for (uint32_t i = 0; i < o->target_count; i++) {
        const wits_explained_target *one = &w->call->why.targets[o->first_target + i];
        json_open(w->to, NULL, '{');
        json_target(w->to, "id", one->id);
        json_text(w->to, "verdict", wits_verdict_name((wits_verdict)one->verdict));
        json_bool(w->to, "remembered", one->is_remembered);
        json_float(w->to, "raw", one->raw);
        json_float(w->to, "score", one->score);
        json_float(w->to, "inertia", one->inertia);
        json_float(w->to, "competing", one->competing);
        json_int(w->to, "rank", one->rank);
        if (one->row_count > 0 && one->id != o->target) {
            add_considerations(w, one->first_row, one->row_count);
        }
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
}

static void add_option(const writer *w, const wits_explained_option *o) {
    const wits_state_desc *s = &w->about->of->desc->states[o->option];
    add_state(w, "option", o->option);
    add_line(w, WITS_TABLE_STATES, o->option);
    json_text(w->to, "verdict", wits_verdict_name((wits_verdict)o->verdict));
    json_float(w->to, "raw", o->raw);
    json_float(w->to, "weight", o->weight);
    json_float(w->to, "score", o->score);
    json_float(w->to, "inertia", o->inertia);
    json_float(w->to, "competing", o->competing);
    add_if_number(w, "margin", o->margin);
    json_float(w->to, "chance", o->chance);
    json_int(w->to, "rank", o->rank);
    json_int(w->to, "cooldown", o->cooldown);
    if (s->score_best) {
        json_bool(w->to, "best", true);
    }
    if (o->best_option != WITS_NONE) {
        add_state(w, "best_option", o->best_option);
        s = &w->about->of->desc->states[o->best_option];
    }
    if (o->row_count > 0) {
        add_considerations(w, o->first_row, o->row_count);
    } else if (s->score != NULL) {
        add_folded(w, "expression", s->score);
    }
    if (o->field_count > 0) {
        add_fields(w, o);
    }
    if (asked_has_targets(w->about, o)) {
        add_targets(w, o);
    } else if (o->target != WITS_NO_TARGET) {
        json_target(w->to, "target", o->target);
    }
}

static void add_choice(const writer *w, const wits_explained_choice *choice) {
    add_state(w, "utility", choice->composite);
    add_line(w, WITS_TABLE_STATES, choice->composite);
    json_text(w->to, "how", wits_choice_name((wits_choice)choice->how));
    add_state(w, "current", choice->current);
    add_state(w, "chosen", choice->chosen);
    json_bool(w->to, "nobody", choice->no_candidate);
    if (choice->target != WITS_NO_TARGET || choice->remembered != WITS_NO_TARGET) {
        json_target(w->to, "remembered", choice->remembered);
        json_target(w->to, "target", choice->target);
    }
    if (choice->is_done) {
        json_bool(w->to, "done", true);
    }
    json_int(w->to, "left", choice->left);
    add_if_number(w, "draw", choice->draw);
    json_float(w->to, "total", choice->total);
    json_int(w->to, "transitions_before", choice->transitions_before);
    json_open(w->to, "options", '[');
    for (uint32_t i = 0; i < choice->option_count; i++) {
        json_open(w->to, NULL, '{');
        add_option(w, &w->call->why.options[choice->first_option + i]);
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
}

// --------------------------------------------------------------------------------------------------------------- calls

static void add_events(const writer *w) {
    const wits_brain *brain = w->about->of->mind.brain;
    json_open(w->to, "events", '[');
    for (uint32_t event = 0; event < wits_event_count(brain); event++) {
        if (wits_is_pending(brain, w->call->before, event)) {
            json_text(w->to, NULL, wits_event_name(brain, event));
        }
    }
    json_close(w->to, ']');
}

static void add_read(const writer *w) {
    bool *read = asked_fields(w->about, w->call);
    json_open(w->to, "read", '[');
    for (uint32_t field = 0; field < w->call->given.count; field++) {
        if (read[field]) {
            json_text(w->to, NULL, w->call->given.fields[field].name);
        }
    }
    json_close(w->to, ']');
    free(read);
}

static void add_host(const writer *w) {
    json_open(w->to, "host", '{');
    text name = {0}, value = {0};
    for (uint32_t i = 0; text_tick_record(&name, &value, w->about, w->call, i, true); i++) {
        json_format(w->to, text_of(&name), "%s", text_of(&value));
        text_clear(&name);
        text_clear(&value);
    }
    text_free(&name);
    text_free(&value);
    json_close(w->to, '}');
}

static void add_beginning(const writer *w, const wits_explained_beginning *one) {
    const char *when = w->about->of->desc->initials[one->row].when;
    json_int(w->to, "rule", one->row);
    add_line(w, WITS_TABLE_INITIALS, one->row);
    add_state(w, "of", one->composite);
    add_state(w, "to", one->child);
    if (when != NULL) {
        add_folded(w, "when", when);
    }
    json_int(w->to, "transitions_before", one->transitions_before);
    json_int(w->to, "choices_before", one->choices_before);
}

static void add_call(const writer *w) {
    const wits_explain *why = &w->call->why;
    text answer = {0};
    text_answer(w->about, w->call, &answer);
    json_text(w->to, "call", input_verb_name(w->call->verb));
    add_state(w, "state", w->call->state);
    json_text(w->to, "answer", text_of(&answer));
    json_active(w->to, "before", w->about->of->mind.brain, w->call->before);
    json_active(w->to, "after", w->about->of->mind.brain, w->call->after);
    add_events(w);
    add_read(w);
    add_host(w);
    json_context(w->to, "context", &w->call->given);
    json_context(w->to, "context_after", &w->call->left);
    json_open(w->to, "transitions", '[');
    for (uint32_t i = 0; i < why->transition_count; i++) {
        json_open(w->to, NULL, '{');
        add_transition(w, &why->transitions[i]);
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
    json_open(w->to, "choices", '[');
    for (uint32_t i = 0; i < why->choice_count; i++) {
        json_open(w->to, NULL, '{');
        add_choice(w, &why->choices[i]);
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
    json_open(w->to, "beginnings", '[');
    for (uint32_t i = 0; i < why->beginning_count; i++) {
        json_open(w->to, NULL, '{');
        add_beginning(w, &why->beginnings[i]);
        json_close(w->to, '}');
    }
    json_close(w->to, ']');
    json_int(w->to, "dropped", (long long)why->dropped);
    text_free(&answer);
}

void json_tick_records(json_writer *to, const char *key, const tick_records *about) {
    writer w = {.about = about, .to = to};
    const wits_brain *brain = about->of->mind.brain;
    const wits_frame *frame = &about->of->frame;
    json_open(to, key, '{');
    json_text(to, "brain", wits_state_name(brain, WITS_ROOT));
    json_count(to, "tick", frame->tick);
    json_count(to, "agent", frame->agent);
    json_count(to, "seed", frame->seed);
    json_active(to, "active", brain, about->of->agent);
    if (about->because.length > 0) {
        json_open(to, "since", '{');
        json_count(to, "tick", about->since);
        json_text(to, "answer", text_of(&about->because));
        json_close(to, '}');
    }
    json_open(to, "calls", '[');
    for (size_t i = 0; i < about->count; i++) {
        w.call = &about->calls[i];
        json_open(to, NULL, '{');
        add_call(&w);
        json_close(to, '}');
    }
    json_close(to, ']');
    json_close(to, '}');
}
