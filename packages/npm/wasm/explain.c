// SPDX-License-Identifier: MIT
// Explanations: a copy of an agent decides, and what was recorded is emitted. Texts of rules are added in JavaScript.
#include "world.h"

#include <stdlib.h>
#include <string.h>

bool js_world_explain_begin(world *w) {
    world_explaining *of = &w->explaining;
    if (of->memory != NULL) {
        return true;
    }
    size_t size = (wits_explain_size(w->brain) + 7) / 8 * 8;
    size_t records = wits_list_room(w->brain, WITS_VERB_DECIDE) + 1;
    unsigned char *memory = malloc(size + records * sizeof(wits_action_record) + w->agent_size);
    if (memory == NULL) {
        return false;
    }
    of->memory = memory;
    of->size = size;
    of->list = (wits_list){.records = (wits_action_record *)(void *)(memory + size), .capacity = (uint32_t)records};
    of->agent = memory + size + records * sizeof(wits_action_record);
    return true;
}

static void emit_transition(const world *w, const wits_explain *all, const wits_explained_transition *one) {
    js_open(NULL, false);
    js_number("row", one->row);
    js_text("tried", wits_tried_name((wits_tried)one->tried));
    js_state("from", w->brain, one->source);
    js_state("to", w->brain, one->destination);
    js_number("elapsed", one->elapsed);
    js_open("holds", true);
    for (uint32_t part = 0; part < one->part_count; part++) {
        js_flag(NULL, all->parts[one->first_part + part]);
    }
    js_close();
    js_close();
}

static void emit_wins(float at, bool above, bool below) {
    js_number("winsAt", (double)at);
    js_flag("winsAbove", above);
    js_flag("winsBelow", below);
}

static void emit_considerations(const wits_explain *all, uint32_t first, uint32_t count) {
    js_open("considerations", true);
    for (uint32_t i = first; i < first + count; i++) {
        const wits_explained_consideration *one = &all->considerations[i];
        js_open(NULL, false);
        js_number("row", one->row);
        js_flag("holds", one->holds);
        js_number("raw", (double)one->raw);
        js_number("normal", (double)one->normal);
        js_number("value", (double)one->value);
        js_number("weighted", (double)one->weighted);
        if (one->looked_at) {
            js_flag("wouldWin", one->would_win);
            if (one->would_win) {
                emit_wins(one->wins_at, one->wins_above, one->wins_below);
            }
        }
        js_close();
    }
    js_close();
}

static void emit_fields(const wits_explain *all, const wits_explained_option *of) {
    js_open("fields", true);
    for (uint32_t i = of->first_field; i < of->first_field + of->field_count; i++) {
        const wits_explained_field *one = &all->fields[i];
        js_open(NULL, false);
        js_number("field", one->field);
        js_number("now", (double)one->now);
        js_flag("wouldWin", one->would_win);
        if (one->would_win) {
            emit_wins(one->wins_at, one->wins_above, one->wins_below);
        }
        js_close();
    }
    js_close();
}

static void emit_target(const char *key, uint32_t target) {
    if (target != WITS_NO_TARGET) {
        js_number(key, target);
    }
}

static void emit_targets(const wits_explain *all, const wits_explained_option *of) {
    js_open("targets", true);
    for (uint32_t i = of->first_target; i < of->first_target + of->target_count; i++) {
        const wits_explained_target *one = &all->targets[i];
        js_open(NULL, false);
        js_number("id", one->id);
        js_text("verdict", wits_verdict_name((wits_verdict)one->verdict));
        js_flag("remembered", one->is_remembered);
        js_number("score", (double)one->score);
        js_number("competing", (double)one->competing);
        emit_considerations(all, one->first_row, one->row_count);
        js_close();
    }
    js_close();
}

static void emit_option(const world *w, const wits_explain *all, const wits_explained_option *one) {
    js_open(NULL, false);
    js_state("option", w->brain, one->option);
    js_text("verdict", wits_verdict_name((wits_verdict)one->verdict));
    js_number("raw", (double)one->raw);
    js_number("weight", (double)one->weight);
    js_number("score", (double)one->score);
    js_number("inertia", (double)one->inertia);
    js_number("competing", (double)one->competing);
    js_number("margin", (double)one->margin);
    js_number("chance", (double)one->chance);
    js_number("rank", one->rank);
    js_number("cooldown", one->cooldown);
    js_state("bestOption", w->brain, one->best_option);
    emit_target("target", one->target);
    emit_considerations(all, one->first_row, one->row_count);
    emit_fields(all, one);
    emit_targets(all, one);
    js_close();
}

static void emit_choice(const world *w, const wits_explain *all, const wits_explained_choice *one) {
    js_open(NULL, false);
    js_state("of", w->brain, one->composite);
    js_state("current", w->brain, one->current);
    js_state("chosen", w->brain, one->chosen);
    js_text("how", wits_choice_name((wits_choice)one->how));
    js_number("left", one->left);
    js_flag("isDone", one->is_done);
    js_number("draw", (double)one->draw);
    emit_target("target", one->target);
    js_open("options", true);
    for (uint32_t i = one->first_option; i < one->first_option + one->option_count; i++) {
        emit_option(w, all, &all->options[i]);
    }
    js_close();
    js_close();
}

/// Explains the decision that an agent would make now, and changes nothing. Returns false if memory runs out.
JS_EXPORT("world_explain") bool js_world_explain(world *w, uint32_t row, bool counterfactuals) {
    if (!js_world_explain_begin(w)) {
        return false;
    }
    wits_explain all;
    wits_explain_begin(&all, w->brain, w->explaining.memory, w->explaining.size);
    all.counterfactuals = counterfactuals;
    wits_frame frame = js_world_frame(w, row);
    frame.mode = WITS_MODE_LISTED;
    frame.list = &w->explaining.list;
    frame.list->count = 0;
    frame.explain = &all;
    memcpy(w->explaining.agent, w->data + (size_t)row * w->agent_size, w->agent_size);
    wits_decide(w->brain, w->explaining.agent, &frame);
    js_open(NULL, false);
    js_open("transitions", true);
    for (uint32_t i = 0; i < all.transition_count; i++) {
        emit_transition(w, &all, &all.transitions[i]);
    }
    js_close();
    js_open("choices", true);
    for (uint32_t i = 0; i < all.choice_count; i++) {
        emit_choice(w, &all, &all.choices[i]);
    }
    js_close();
    js_open("active", true);
    js_active(w->brain, w->explaining.agent);
    js_close();
    js_close();
    return true;
}
