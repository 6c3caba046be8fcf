// SPDX-License-Identifier: MIT
// Transitions, their guards, steps and actions: the rows of the description, sorted the way a pass reads them.
#include "core/compile/compile.h"

#include <string.h>

/// Marks the clocks that a state's texts read; with `any`, the clocks of its children. See mark_clocks.
static void mark_elapsed(brain_compiler *c, uint32_t id, bool any, clock_reading clock) {
    if (clock.is_read) {
        wits_core_mark_clock(c, id, any, clock.until);
    }
}

/// Returns the text of this member; an absent one compiles to nothing.
static const desc_text *find_text(const desc_text *texts, uint32_t count, const char *member) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(texts[i].member, member) == 0) {
            return &texts[i];
        }
    }
    return NULL;
}

static function_ref condition_of(brain_compiler *c, const desc_text *texts, uint32_t count, const char *member,
                                 clock_reading *clock) {
    const desc_text *text = find_text(texts, count, member);
    return text == NULL ? 0 : wits_core_compile_condition(c, text, clock);
}

static action_index actions_of(brain_compiler *c, const desc_text *texts, uint32_t count, const char *member,
                               clock_reading *clock) {
    const desc_text *text = find_text(texts, count, member);
    return text == NULL ? 0 : wits_core_compile_actions(c, text, clock);
}

/// The conditions of rules of `initial`.
static void compile_initials_of(brain_compiler *c, const state_row *s, clock_reading *clock) {
    initial_row *rows = wits_core_block_at(c, c->brain->initials);
    for (uint32_t row = s->first_initial; row < s->first_initial + s->initial_count; row++) {
        desc_text texts[MAX_ROW_TEXTS];
        uint32_t count = wits_core_desc_initial_texts(c->desc, row, texts);
        rows[row].condition = condition_of(c, texts, count, "when", clock);
    }
}

/// Random streams are numbered in declared order: a utility's own stream, then those of its texts.
static void compile_state_texts(brain_compiler *c) {
    for (uint32_t row = 0; row < c->desc->state_count; row++) {
        state_row *s = &wits_core_block_states(c)[row];
        desc_text texts[MAX_ROW_TEXTS];
        uint32_t count = wits_core_desc_state_texts(c->desc, row, texts);
        clock_reading clock = {0};
        if (s->kind == WITS_KIND_UTILITY) {
            s->place = c->place_count++;
        }
        s->score = condition_of(c, texts, count, "score", &clock);
        s->rank = condition_of(c, texts, count, "rank", &clock);
        wits_core_compile_considerations(c, row, &clock);
        s->enter = actions_of(c, texts, count, "enter", &clock);
        s->exit = actions_of(c, texts, count, "exit", &clock);
        s->update = actions_of(c, texts, count, "update", &clock);
        s->decide = actions_of(c, texts, count, "decide", &clock);
        s->retarget = actions_of(c, texts, count, "retarget", &clock);
        s->done = condition_of(c, texts, count, "done", &clock);
        compile_initials_of(c, s, &clock);
        mark_elapsed(c, row, false, clock);
        if (c->desc->states[row].step != NULL) {
            text_span name = wits_core_text_trim(c->desc->states[row].step);
            s->step = 1 + wits_core_desc_find_function(c->desc, name.start, name.length);
            c->brain->has_step_callbacks = 1;
        }
    }
}

/// Marks the properties of a utility that section 6 needs in addition to scores.
static void mark_choices(brain_compiler *c) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        states[row].is_plain = states[row].default_option == 0;
    }
    for (uint32_t row = 1; row < c->brain->state_count; row++) {
        state_row *around = &states[states[row].parent];
        around->is_ranked |= states[row].rank != 0;
        around->is_plain &= states[row].rank == 0 && states[row].cooldown == 0;
        if (around->kind == WITS_KIND_UTILITY) {
            around->checks_finished |= states[row].can_finish;
            states[row].runs_to_completion = states[row].can_finish && wits_core_desc_runs_to_completion(c->desc, row);
        }
    }
}

// ------------------------------------------------------------------------------------------------- transitions, guards

/// Returns the domain (section 5) if source and destination are in different subtrees; otherwise it depends on the
/// active states.
static uint16_t static_domain(const brain_compiler *c, const wits_transition_desc *t) {
    bool apart = !wits_core_desc_contains(c->desc, t->to, t->from) &&
                 (t->any || !wits_core_desc_contains(c->desc, t->from, t->to));
    return (uint16_t)(apart ? wits_core_desc_domain(c->desc, t->from, t->to, t->any) : WITS_NONE);
}

static void fill_transition(brain_compiler *c, uint32_t row, transition_row *to) {
    const wits_transition_desc *from = &c->desc->transitions[row];
    *to = (transition_row){
        .from = from->from,
        .to = from->to,
        .domain = static_domain(c, from),
        .any = from->any,
        .reenter = from->reenter,
        .restart = from->restart,
        .after = from->after,
    };
}

static uint8_t event_of(const brain_compiler *c, const wits_transition_desc *t) {
    return (uint8_t)(t->event == NULL ? 0 : wits_core_desc_find_event(c->desc, t->event, (uint32_t)strlen(t->event)));
}

static void fill_guard(const brain_compiler *c, uint32_t row, function_ref condition, guard *to) {
    const wits_transition_desc *from = &c->desc->transitions[row];
    *to = (guard){
        .condition = condition,
        .row = (uint16_t)row,
        .event = event_of(c, from),
        .flags = (uint8_t)((from->event != NULL ? GUARD_EVENT : 0) | (from->after != 0 ? GUARD_AFTER : 0) |
                           (from->any && !from->reenter ? GUARD_ANY : 0) | (from->when != NULL ? GUARD_ASKS : 0)),
    };
}

/// Sorts guards: for each state first its own, then its `any`. So a pass reads them consecutively.
static void sort_guards(brain_compiler *c, guard *guards) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->desc->transition_count; row++) {
        const wits_transition_desc *t = &c->desc->transitions[row];
        *(t->any ? &states[t->from].any_count : &states[t->from].own_count) += 1;
    }
    uint32_t next = 0;
    for (uint32_t id = 0; id < c->desc->state_count; id++) {
        states[id].first_own = next;
        states[id].first_any = next + states[id].own_count;
        next = states[id].first_any + states[id].any_count;
        states[id].own_count = 0;
        states[id].any_count = 0;
    }
    for (uint32_t row = 0; row < c->desc->transition_count; row++) {
        const wits_transition_desc *t = &c->desc->transitions[row];
        state_row *s = &states[t->from];
        desc_text texts[MAX_ROW_TEXTS];
        uint32_t count = wits_core_desc_transition_texts(c->desc, row, texts);
        clock_reading clock = {0};
        function_ref condition = condition_of(c, texts, count, "when", &clock);
        ((transition_row *)wits_core_block_at(c, c->brain->transitions))[row].actions =
            actions_of(c, texts, count, "run", &clock);
        mark_elapsed(c, t->from, t->any, clock);
        fill_guard(c, row, condition, &guards[t->any ? s->first_any + s->any_count++ : s->first_own + s->own_count++]);
    }
}

static void sort_steps(brain_compiler *c, step_row *steps) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->desc->step_count; row++) {
        states[c->desc->steps[row].of].step_count++;
    }
    uint32_t next = 0;
    for (uint32_t id = 0; id < c->desc->state_count; id++) {
        states[id].first_step = next;
        next += states[id].step_count;
        states[id].step_count = 0;
    }
    for (uint32_t row = 0; row < c->desc->step_count; row++) {
        const wits_step_desc *from = &c->desc->steps[row];
        state_row *s = &states[from->of];
        desc_text texts[MAX_ROW_TEXTS];
        uint32_t count = wits_core_desc_step_texts(c->desc, row, texts);
        clock_reading clock = {0};
        function_ref condition = condition_of(c, texts, count, "when", &clock);
        action_index actions = actions_of(c, texts, count, "run", &clock);
        mark_elapsed(c, from->of, false, clock);
        ((uint16_t *)wits_core_block_at(c, c->brain->step_states))[row] = from->of;
        steps[s->first_step + s->step_count++] = (step_row){
            .condition = condition,
            .actions = actions,
            .of = from->of,
            .to = from->to,
            .row = (uint16_t)row,
        };
    }
}

/// Their conditions are compiled with the texts of their states.
static void fill_initials(brain_compiler *c, initial_row *rows) {
    for (uint32_t row = 0; row < c->desc->initial_count; row++) {
        const wits_initial_desc *from = &c->desc->initials[row];
        state_row *s = &wits_core_block_states(c)[from->of];
        rows[row] = (initial_row){.of = from->of, .to = from->to};
        s->first_initial = s->initial_count == 0 ? row : s->first_initial;
        s->initial_count++;
        s->initial = from->to;
    }
}

void wits_core_compile_rules(brain_compiler *c) {
    wits_brain *b = c->brain;
    b->transitions = wits_core_block_append(c, b->transition_count, sizeof(transition_row));
    b->guards = wits_core_block_append(c, b->transition_count, sizeof(guard));
    b->steps = wits_core_block_append(c, b->step_count, sizeof(step_row));
    b->step_states = wits_core_block_append(c, b->step_count, sizeof(uint16_t));
    b->initials = wits_core_block_append(c, b->initial_count, sizeof(initial_row));
    fill_initials(c, wits_core_block_at(c, b->initials));
    wits_core_compile_text_tables(c);
    b->considerations = wits_core_block_append(c, b->consideration_count, sizeof(consideration_row));
    compile_state_texts(c);
    mark_choices(c);
    for (uint32_t row = 0; row < b->transition_count; row++) {
        fill_transition(c, row, (transition_row *)wits_core_block_at(c, b->transitions) + row);
    }
    sort_guards(c, wits_core_block_at(c, b->guards));
    sort_steps(c, wits_core_block_at(c, b->steps));
}
