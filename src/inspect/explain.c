// SPDX-License-Identifier: MIT
// The next decision of an agent, made by a copy of it, so that nothing changes.
#include "inspect/inspector.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ decision

static size_t eights(size_t size) {
    return (size + 7) / 8 * 8;
}

bool wits_inspect_reserve_decision(wits_inspector *of) {
    if (of->has_decision) {
        return true;
    }
    const size_t explain_size = eights(wits_explain_size(of->brain));
    const uint32_t decided = wits_list_room(of->brain, WITS_VERB_DECIDE);
    const uint32_t gone_to = wits_list_room(of->brain, WITS_VERB_GOTO);
    const uint32_t records = decided > gone_to ? decided : gone_to;
    const uint32_t arguments = wits_list_argument_room(of->brain, WITS_VERB_GOTO);
    const size_t records_size = records * sizeof(wits_action_record), arguments_size = arguments * sizeof(uint32_t);
    if (!wits_inspect_reserve_states(of) ||
        !wits_inspect_reserve(of, &of->decision, explain_size + records_size + arguments_size + of->agent_size)) {
        return false;
    }
    unsigned char *memory = of->decision.bytes, *list = memory + explain_size;
    wits_explain_begin(&of->explain, of->brain, memory, explain_size);
    of->list = (wits_list){.records = (wits_action_record *)(void *)list,
                           .capacity = records,
                           .arguments = (uint32_t *)(void *)(list + records_size),
                           .argument_capacity = arguments};
    of->copy = list + records_size + arguments_size;
    of->has_decision = true;
    return true;
}

uint32_t wits_inspect_decision_tick(const wits_inspector *of, uint64_t id) {
    uint64_t tick = of->tick + of->is_half;
    const uint32_t every = of->world->decide_every;
    if (every > 1) {
        const uint64_t rest = (tick + id) % every;
        tick += rest != 0 ? every - rest : 0;
    }
    return (uint32_t)tick;
}

bool wits_inspect_decide(wits_inspector *of, uint64_t row, bool counterfactuals) {
    if (!of->has_decision || !wits_inspect_can_decide(of)) {
        return false;
    }
    wits_explain *explain = &of->explain;
    explain->counterfactuals = counterfactuals;
    explain->transition_count = explain->part_count = explain->choice_count = explain->option_count = 0;
    explain->consideration_count = explain->beginning_count = explain->target_count = explain->field_count = 0;
    explain->promises = of->desc != NULL ? of->world->promises : NULL;
    explain->dropped = 0;
    of->list.count = 0;
    wits_frame frame = wits_inspect_frame_of(of, row);
    frame.tick = wits_inspect_decision_tick(of, frame.agent);
    frame.mode = WITS_MODE_LISTED;
    frame.list = &of->list;
    frame.explain = explain;
    memcpy(of->copy, agent_at(of, row), of->agent_size);
    return wits_decide(of->brain, of->copy, &frame);
}

cause wits_inspect_cause(const wits_inspector *of) {
    const wits_explain *explain = &of->explain;
    const wits_explained_transition *fired = NULL;
    uint32_t fired_at = 0;
    for (; fired_at < explain->transition_count && fired == NULL; fired_at++) {
        const wits_explained_transition *one = &explain->transitions[fired_at];
        fired = one->tried == WITS_TRIED_FIRED ? one : NULL;
    }
    for (uint32_t i = 0; i < explain->choice_count; i++) {
        const wits_explained_choice *one = &explain->choices[i];
        const bool is_first = fired == NULL || one->transitions_before < fired_at;
        const bool is_again =
            one->is_done && one->option_count > 0 && !one->no_candidate && one->chosen == one->current;
        if (is_first && (is_again || one->chosen != one->current)) {
            return (cause){CAUSE_CHOICE, one->composite, is_again ? one->chosen : (wits_state_id)WITS_NONE};
        }
    }
    return fired != NULL ? (cause){CAUSE_TRANSITION, fired->row, fired->destination}
                         : (cause){CAUSE_NONE, WITS_NONE, WITS_NONE};
}

// ---------------------------------------------------------------------------------------------------------------- JSON

static void put_transition(json_writer *to, const wits_explain *all, const wits_explained_transition *one) {
    wits_json_open(to, NULL, '{');
    wits_json_count(to, "row", one->row);
    wits_json_text(to, "tried", wits_tried_name((wits_tried)one->tried));
    wits_json_row(to, "source", one->source);
    wits_json_row(to, "destination", one->destination);
    wits_json_count(to, "elapsed", one->elapsed);
    wits_json_open(to, "holds", '[');
    for (uint32_t part = one->first_part; part < one->first_part + one->part_count; part++) {
        wits_json_bool(to, NULL, all->parts[part]);
    }
    wits_json_close(to, ']');
    wits_json_close(to, '}');
}

static void put_curves(json_writer *to, const wits_explained_consideration *one) {
    uint32_t count = WITS_MAX_CURVES;
    while (count > 0 && one->curves[count - 1] != one->curves[count - 1]) {
        count--;
    }
    wits_json_open(to, "curves", '[');
    for (uint32_t i = 0; i < count; i++) {
        wits_json_float(to, NULL, one->curves[i]);
    }
    wits_json_close(to, ']');
}

static void put_wins(json_writer *to, float at, bool above, bool below) {
    wits_json_float(to, "winsAt", at);
    wits_json_bool(to, "winsAbove", above);
    wits_json_bool(to, "winsBelow", below);
}

static void put_considerations(json_writer *to, const wits_explain *all, uint32_t first, uint32_t count) {
    wits_json_open(to, "considerations", '[');
    for (uint32_t i = first; i < first + count; i++) {
        const wits_explained_consideration *one = &all->considerations[i];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "row", one->row);
        wits_json_bool(to, "holds", one->holds);
        wits_json_bool(to, "wasNan", one->was_nan);
        wits_json_float(to, "raw", one->raw);
        wits_json_float(to, "normal", one->normal);
        put_curves(to, one);
        wits_json_float(to, "value", one->value);
        wits_json_float(to, "compensated", one->compensated);
        wits_json_float(to, "weighted", one->weighted);
        if (one->looked_at) {
            wits_json_bool(to, "wouldWin", one->would_win);
            if (one->would_win) {
                put_wins(to, one->wins_at, one->wins_above, one->wins_below);
            }
        }
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_fields(json_writer *to, const wits_explain *all, const wits_explained_option *of) {
    wits_json_open(to, "fields", '[');
    for (uint32_t i = of->first_field; i < of->first_field + of->field_count; i++) {
        const wits_explained_field *one = &all->fields[i];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "field", one->field);
        wits_json_float(to, "now", one->now);
        wits_json_bool(to, "wouldWin", one->would_win);
        if (one->would_win) {
            put_wins(to, one->wins_at, one->wins_above, one->wins_below);
        }
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_targets(json_writer *to, const wits_explain *all, const wits_explained_option *of) {
    wits_json_open(to, "targets", '[');
    for (uint32_t i = of->first_target; i < of->first_target + of->target_count; i++) {
        const wits_explained_target *one = &all->targets[i];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "id", one->id);
        wits_json_count(to, "row", one->row);
        wits_json_text(to, "verdict", wits_verdict_name((wits_verdict)one->verdict));
        wits_json_bool(to, "isRemembered", one->is_remembered);
        wits_json_float(to, "raw", one->raw);
        wits_json_float(to, "score", one->score);
        wits_json_float(to, "inertia", one->inertia);
        wits_json_float(to, "competing", one->competing);
        wits_json_int(to, "rank", one->rank);
        put_considerations(to, all, one->first_row, one->row_count);
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_option(json_writer *to, const wits_explain *all, const wits_explained_option *one) {
    wits_json_open(to, NULL, '{');
    wits_json_row(to, "option", one->option);
    wits_json_text(to, "verdict", wits_verdict_name((wits_verdict)one->verdict));
    wits_json_float(to, "raw", one->raw);
    wits_json_float(to, "weight", one->weight);
    wits_json_float(to, "score", one->score);
    wits_json_float(to, "inertia", one->inertia);
    wits_json_float(to, "competing", one->competing);
    wits_json_float(to, "margin", one->margin);
    wits_json_float(to, "chance", one->chance);
    wits_json_int(to, "rank", one->rank);
    wits_json_count(to, "cooldown", one->cooldown);
    wits_json_row(to, "bestOption", one->best_option);
    wits_json_target(to, "target", one->target);
    wits_json_count(to, "targetsListed", one->targets_listed);
    put_considerations(to, all, one->first_row, one->row_count);
    put_fields(to, all, one);
    put_targets(to, all, one);
    wits_json_close(to, '}');
}

static void put_choice(json_writer *to, const wits_explain *all, const wits_explained_choice *one) {
    wits_json_open(to, NULL, '{');
    wits_json_row(to, "composite", one->composite);
    wits_json_row(to, "current", one->current);
    wits_json_row(to, "chosen", one->chosen);
    wits_json_bool(to, "noCandidate", one->no_candidate);
    wits_json_bool(to, "isDone", one->is_done);
    wits_json_text(to, "how", wits_choice_name((wits_choice)one->how));
    wits_json_count(to, "left", one->left);
    wits_json_count(to, "elapsed", one->elapsed);
    wits_json_float(to, "draw", one->draw);
    wits_json_float(to, "total", one->total);
    wits_json_target(to, "remembered", one->remembered);
    wits_json_target(to, "target", one->target);
    wits_json_count(to, "transitionsBefore", one->transitions_before);
    wits_json_open(to, "options", '[');
    for (uint32_t i = one->first_option; i < one->first_option + one->option_count; i++) {
        put_option(to, all, &all->options[i]);
    }
    wits_json_close(to, ']');
    wits_json_close(to, '}');
}

void wits_inspect_put_explain(wits_inspector *of) {
    json_writer *to = &of->json;
    const wits_explain *all = &of->explain;
    wits_json_open(to, "explain", '{');
    wits_json_open(to, "transitions", '[');
    for (uint32_t i = 0; i < all->transition_count; i++) {
        put_transition(to, all, &all->transitions[i]);
    }
    wits_json_close(to, ']');
    wits_json_open(to, "choices", '[');
    for (uint32_t i = 0; i < all->choice_count; i++) {
        put_choice(to, all, &all->choices[i]);
    }
    wits_json_close(to, ']');
    wits_json_open(to, "beginnings", '[');
    for (uint32_t i = 0; i < all->beginning_count; i++) {
        const wits_explained_beginning *one = &all->beginnings[i];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "row", one->row);
        wits_json_row(to, "composite", one->composite);
        wits_json_row(to, "child", one->child);
        wits_json_count(to, "transitionsBefore", one->transitions_before);
        wits_json_count(to, "choicesBefore", one->choices_before);
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
    wits_json_close(to, '}');
}

// ----------------------------------------------------------------------------------------------------------------- why

void wits_inspect_why(const asked *a) {
    char *rest = a->rest;
    uint64_t agent, row = a->viewer->focus.row;
    wits_state_id state;
    const char *word = wits_inspect_word(&rest);
    if (!wits_inspect_read_agent(a, word, &agent, &row) ||
        !wits_inspect_read_state(a, wits_inspect_word(&rest), &state) ||
        !wits_inspect_has_memory(a, wits_inspect_reserve_decision(a->of))) {
        return;
    }
    if (!wits_inspect_decide(a->of, row, true)) {
        wits_inspect_refuse(a, LACKS_INPUTS, NULL, NULL, NULL);
        return;
    }
    wits_inspect_begin_answer(a, "why");
    wits_json_id(&a->of->json, "agent", agent);
    wits_json_count(&a->of->json, "state", state);
    wits_inspect_put_explain(a->of);
    wits_json_end(&a->of->json);
}
