// SPDX-License-Identifier: MIT
// explain --format json. docs/brain-files.md describes the keys.
#include "agent/run.h"
#include "explain/tick_record.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const tick_records *about;
    const tick_record *call;
    text *to;
} writer;

// ---------------------------------------------------------------------------------------------------------------- keys

/// Writes a key, with a comma unless it is the first of its object.
static void add_key(const writer *w, const char *key) {
    char last = w->to->length > 0 ? w->to->bytes[w->to->length - 1] : '{';
    text_format(w->to, "%s\"%s\":", last == '{' ? "" : ",", key);
}

static void add_number(const writer *w, float value) {
    bool quoted = value - value != 0.0f;
    text_add(w->to, quoted ? "\"" : "");
    text_float(w->to, value);
    text_add(w->to, quoted ? "\"" : "");
}

static void add_float(const writer *w, const char *key, float value) {
    add_key(w, key);
    add_number(w, value);
}

/// Omits the key if there is no value.
static void add_if_number(const writer *w, const char *key, float value) {
    if (value == value) {
        add_float(w, key, value);
    }
}

static void add_count(const writer *w, const char *key, long long value) {
    add_key(w, key);
    text_format(w->to, "%lld", value);
}

static void add_bool(const writer *w, const char *key, bool value) {
    add_key(w, key);
    text_add(w->to, value ? "true" : "false");
}

static void add_text(const writer *w, const char *key, const char *value) {
    add_key(w, key);
    text_json(w->to, value);
}

static void add_folded(const writer *w, const char *key, const char *expression) {
    text folded = {0};
    text_add_folded(&folded, expression);
    add_text(w, key, text_of(&folded));
    text_free(&folded);
}

static void add_state(const writer *w, const char *key, wits_state_id state) {
    if (state != WITS_NONE) {
        add_key(w, key);
        text_path_json(w->to, w->about->of->mind.brain, state);
    }
}

static void add_active(const writer *w, const char *key, const unsigned char *agent) {
    add_key(w, key);
    text_add(w->to, "[");
    text_active_json(w->to, w->about->of->mind.brain, agent);
    text_add(w->to, "]");
}

static void add_line(const writer *w, wits_table table, uint32_t row) {
    add_count(w, "line", tick_record_line(w->about, table, row, NULL));
}

/// Separates the items of a list: `what` is ",".
static void next_item(const writer *w, uint32_t number) {
    text_add(w->to, number == 0 ? "{" : ",{");
}

// --------------------------------------------------------------------------------------------------------- transitions

static void add_parts(const writer *w, const wits_explained_transition *one) {
    uint32_t count = asked_parts(w->about, one);
    if (count == 0) {
        return;
    }
    add_key(w, "parts");
    text_add(w->to, "[");
    for (uint32_t part = 0; part < count; part++) {
        text piece = {0};
        text_part(&piece, w->about, one, part);
        next_item(w, part);
        add_text(w, "text", text_of(&piece));
        add_bool(w, "holds", asked_part_holds(w->about, w->call, one, part));
        text_add(w->to, "}");
        text_free(&piece);
    }
    text_add(w->to, "]");
}

static void add_transition(const writer *w, const wits_explained_transition *one) {
    const wits_transition_desc *desc = &w->about->of->desc->transitions[one->row];
    add_count(w, "transition", one->row);
    add_line(w, WITS_TABLE_TRANSITIONS, one->row);
    add_state(w, "from", one->source);
    add_state(w, "to", one->destination);
    if (desc->any) {
        add_state(w, "any", desc->from);
    }
    add_text(w, "tried", wits_tried_name((wits_tried)one->tried));
    if (desc->event != NULL) {
        add_text(w, "event", desc->event);
    }
    if (desc->after > 0) {
        add_count(w, "after", desc->after);
        add_count(w, "elapsed", one->elapsed);
    }
    if (desc->when != NULL) {
        add_folded(w, "when", desc->when);
    }
    add_parts(w, one);
}

// ------------------------------------------------------------------------------------------------------ considerations

static void add_range(const writer *w, const wits_consideration_desc *d) {
    if (row_is_ranged(d)) {
        add_key(w, "range");
        text_add(w->to, "[");
        add_number(w, d->low);
        text_add(w->to, ",");
        add_number(w, d->high);
        text_add(w->to, "]");
        add_text(w, "outside", d->outside == WITS_OUTSIDE_WRAP ? "wrap" : "clamp");
    }
}

static void add_curves(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    add_key(w, "curves");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < d->curve_count; i++) {
        next_item(w, i);
        add_text(w, "curve", wits_curve_name(d->curves[i].kind));
        add_float(w, "value", told->curves[i]);
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
}

static void add_share(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    add_float(w, "value", told->value);
    add_float(w, "compensated", told->compensated);
    add_float(w, "weight", row_weight(d));
    add_float(w, "weighted", told->weighted);
}

static void add_input(const writer *w, const wits_consideration_desc *d, const wits_explained_consideration *told) {
    add_folded(w, "input", d->input);
    add_float(w, "raw", told->raw);
    add_bool(w, "was_nan", told->was_nan);
    add_range(w, d);
    add_float(w, "normal", told->normal);
    add_curves(w, d, told);
    add_share(w, d, told);
    if (told->looked_at) {
        add_bool(w, "would_win", told->would_win);
    }
    if (told->would_win) {
        add_float(w, "wins_at", told->wins_at);
        add_bool(w, "wins_above", told->wins_above);
        add_bool(w, "wins_below", told->wins_below);
    }
}

/// A group stays open until a row that is not deeper.
static void add_considerations(const writer *w, uint32_t first_row, uint32_t row_count) {
    const wits_explained_consideration *rows = &w->call->why.considerations[first_row];
    const wits_consideration_desc *desc = &w->about->of->desc->considerations[rows->row];
    uint32_t depth = 0;
    add_key(w, "considerations");
    for (uint32_t i = 0; i < row_count; i++) {
        const wits_consideration_desc *d = &desc[i];
        const wits_explained_consideration *told = &rows[i];
        for (; depth > d->depth; depth--) {
            text_add(w->to, "]}");
        }
        bool is_first = i == 0 || desc[i - 1].depth < d->depth;
        next_item(w, is_first ? 0 : 1);
        add_count(w, "row", told->row);
        add_line(w, WITS_TABLE_CONSIDERATIONS, told->row);
        if (d->group != WITS_GROUP_NONE) {
            add_text(w, "group", group_name(d->group));
            add_share(w, d, told);
            add_key(w, "of");
            text_add(w->to, "[");
            depth++;
            continue;
        }
        if (d->gate != NULL) {
            add_folded(w, "gate", d->gate);
            add_bool(w, "holds", told->holds);
        } else {
            add_input(w, d, told);
        }
        text_add(w->to, "}");
    }
    for (; depth > 0; depth--) {
        text_add(w->to, "]}");
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

static void add_id(const writer *w, const char *key, uint32_t id) {
    add_key(w, key);
    if (id != WITS_NO_TARGET) {
        text_format(w->to, "%u", (unsigned)id);
    } else {
        text_add(w->to, "null");
    }
}

static void add_targets(const writer *w, const wits_explained_option *o) {
    add_id(w, "target", o->target);
    add_count(w, "targets_listed", o->targets_listed);
    add_key(w, "targets");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < o->target_count; i++) {
        const wits_explained_target *one = &w->call->why.targets[o->first_target + i];
        next_item(w, i);
        add_id(w, "id", one->id);
        add_text(w, "verdict", wits_verdict_name((wits_verdict)one->verdict));
        add_bool(w, "remembered", one->is_remembered);
        add_float(w, "raw", one->raw);
        add_float(w, "score", one->score);
        add_float(w, "inertia", one->inertia);
        add_float(w, "competing", one->competing);
        add_count(w, "rank", one->rank);
        if (one->row_count > 0 && one->id != o->target) {
            add_considerations(w, one->first_row, one->row_count);
        }
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
}

static void add_option(const writer *w, const wits_explained_option *o) {
    const wits_state_desc *s = &w->about->of->desc->states[o->option];
    add_state(w, "option", o->option);
    add_line(w, WITS_TABLE_STATES, o->option);
    add_text(w, "verdict", wits_verdict_name((wits_verdict)o->verdict));
    add_float(w, "raw", o->raw);
    add_float(w, "weight", o->weight);
    add_float(w, "score", o->score);
    add_float(w, "inertia", o->inertia);
    add_float(w, "competing", o->competing);
    add_if_number(w, "margin", o->margin);
    add_float(w, "chance", o->chance);
    add_count(w, "rank", o->rank);
    add_count(w, "cooldown", o->cooldown);
    if (s->score_best) {
        add_bool(w, "best", true);
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
    if (asked_has_targets(w->about, o)) {
        add_targets(w, o);
    } else if (o->target != WITS_NO_TARGET) {
        add_id(w, "target", o->target);
    }
}

static void add_choice(const writer *w, const wits_explained_choice *choice) {
    add_state(w, "utility", choice->composite);
    add_line(w, WITS_TABLE_STATES, choice->composite);
    add_text(w, "how", wits_choice_name((wits_choice)choice->how));
    add_state(w, "current", choice->current);
    add_state(w, "chosen", choice->chosen);
    add_bool(w, "nobody", choice->nobody);
    if (choice->target != WITS_NO_TARGET || choice->remembered != WITS_NO_TARGET) {
        add_id(w, "remembered", choice->remembered);
        add_id(w, "target", choice->target);
    }
    if (choice->is_done) {
        add_bool(w, "done", true);
    }
    add_count(w, "left", choice->left);
    add_if_number(w, "draw", choice->draw);
    add_float(w, "total", choice->total);
    add_count(w, "transitions_before", choice->transitions_before);
    add_key(w, "options");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < choice->option_count; i++) {
        next_item(w, i);
        add_option(w, &w->call->why.options[choice->first_option + i]);
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
}

// --------------------------------------------------------------------------------------------------------------- calls

static void add_events(const writer *w) {
    const wits_brain *brain = w->about->of->mind.brain;
    uint32_t count = 0;
    add_key(w, "events");
    text_add(w->to, "[");
    for (uint32_t event = 0; event < wits_event_count(brain); event++) {
        if (wits_is_pending(brain, w->call->before, event)) {
            text_add(w->to, count++ == 0 ? "" : ",");
            text_json(w->to, wits_event_name(brain, event));
        }
    }
    text_add(w->to, "]");
}

static void add_read(const writer *w) {
    bool *read = asked_fields(w->about, w->call);
    uint32_t count = 0;
    add_key(w, "read");
    text_add(w->to, "[");
    for (uint32_t field = 0; field < w->call->given.count; field++) {
        if (read[field]) {
            text_add(w->to, count++ == 0 ? "" : ",");
            text_json(w->to, w->call->given.fields[field].name);
        }
    }
    text_add(w->to, "]");
    free(read);
}

static void add_host(const writer *w) {
    add_key(w, "host");
    text_add(w->to, "{");
    text name = {0}, value = {0};
    for (uint32_t i = 0; text_tick_record(&name, &value, w->about, w->call, i, true); i++) {
        text_add(w->to, i == 0 ? "" : ",");
        text_json(w->to, text_of(&name));
        text_format(w->to, ":%s", text_of(&value));
        text_clear(&name);
        text_clear(&value);
    }
    text_free(&name);
    text_free(&value);
    text_add(w->to, "}");
}

static void add_fields(const writer *w, const char *key, const context *fields) {
    add_key(w, key);
    text_add(w->to, "{");
    for (uint32_t field = 0; field < fields->count; field++) {
        add_key(w, fields->fields[field].name);
        text_value(w->to, &fields->fields[field], context_get(fields, field), true);
    }
    text_add(w->to, "}");
}

static void add_beginning(const writer *w, const wits_explained_beginning *one) {
    const char *when = w->about->of->desc->initials[one->row].when;
    add_count(w, "rule", one->row);
    add_line(w, WITS_TABLE_INITIALS, one->row);
    add_state(w, "of", one->composite);
    add_state(w, "to", one->child);
    if (when != NULL) {
        add_folded(w, "when", when);
    }
    add_count(w, "transitions_before", one->transitions_before);
    add_count(w, "choices_before", one->choices_before);
}

static void add_call(const writer *w) {
    const wits_explain *why = &w->call->why;
    text answer = {0};
    text_answer(w->about, w->call, &answer);
    add_text(w, "call", input_verb_name(w->call->verb));
    add_state(w, "state", w->call->state);
    add_text(w, "answer", text_of(&answer));
    add_active(w, "before", w->call->before);
    add_active(w, "after", w->call->after);
    add_events(w);
    add_read(w);
    add_host(w);
    add_fields(w, "context", &w->call->given);
    add_fields(w, "context_after", &w->call->left);
    add_key(w, "transitions");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < why->transition_count; i++) {
        next_item(w, i);
        add_transition(w, &why->transitions[i]);
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
    add_key(w, "choices");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < why->choice_count; i++) {
        next_item(w, i);
        add_choice(w, &why->choices[i]);
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
    add_key(w, "beginnings");
    text_add(w->to, "[");
    for (uint32_t i = 0; i < why->beginning_count; i++) {
        next_item(w, i);
        add_beginning(w, &why->beginnings[i]);
        text_add(w->to, "}");
    }
    text_add(w->to, "]");
    add_count(w, "dropped", (long long)why->dropped);
    text_free(&answer);
}

void text_tick_records_json(const tick_records *about, text *to) {
    writer w = {.about = about, .to = to};
    const wits_frame *frame = &about->of->frame;
    text_add(to, "{");
    add_text(&w, "brain", wits_state_name(about->of->mind.brain, WITS_ROOT));
    add_count(&w, "tick", frame->tick);
    add_key(&w, "agent");
    text_format(to, "%llu", (unsigned long long)frame->agent);
    add_key(&w, "seed");
    text_format(to, "%llu", (unsigned long long)frame->seed);
    add_active(&w, "active", about->of->agent);
    if (about->because.length > 0) {
        add_key(&w, "since");
        text_add(to, "{");
        add_count(&w, "tick", about->since);
        add_text(&w, "answer", text_of(&about->because));
        text_add(to, "}");
    }
    add_key(&w, "calls");
    text_add(to, "[");
    for (size_t i = 0; i < about->count; i++) {
        w.call = &about->calls[i];
        next_item(&w, (uint32_t)i);
        add_call(&w);
        text_add(to, "}");
    }
    text_add(to, "]}\n");
}
