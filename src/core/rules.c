// SPDX-License-Identifier: MIT
// Transitions, their guards, steps and actions: the rows of the description, sorted the way a pass reads them.
#include "core/compile.h"

#include <string.h>

function_ref compile_function(const compiler *c, const char *name) {
    if (name == NULL) {
        return 0;
    }
    return 1 + name_table_find(&c->functions, c->desc->functions, name, (uint32_t)strlen(name));
}

static uint32_t compile_action(const compiler *c, action_word word) {
    if (word.kind == ACTION_RAISE) {
        return WITS_LIST_RAISE + desc_find_event(c->desc, word.name, word.length);
    }
    return name_table_find(&c->functions, c->desc->functions, word.name, word.length);
}

/// The action table is the block's last table while it grows.
static action_index compile_actions(compiler *c, const char *text) {
    uint32_t *words = block_at(c, c->brain->actions);
    uint32_t first = c->action_count;
    uint32_t count = 0;
    while (text != NULL) {
        action_word word = action_word_next(&text);
        if (word.kind == ACTION_END) {
            break;
        }
        count++;
        words[first + count] = compile_action(c, word);
    }
    if (count == 0) {
        return 0;
    }
    words[first] = count;
    c->action_count += 1 + count;
    return first;
}

static void compile_state_actions(compiler *c) {
    state_row *states = block_states(c);
    for (uint32_t row = 0; row < c->desc->state_count; row++) {
        const wits_state_desc *from = &c->desc->states[row];
        states[row].enter = compile_actions(c, from->enter);
        states[row].exit = compile_actions(c, from->exit);
        states[row].update = compile_actions(c, from->update);
        states[row].decide = compile_actions(c, from->decide);
    }
}

// ------------------------------------------------------------------------------------------------- transitions, guards

/// D of section 5 where source and target lie apart; else it depends on what is active.
static uint16_t static_domain(const compiler *c, const wits_transition_desc *t) {
    bool apart = !desc_contains(c->desc, t->to, t->from) && (t->any || !desc_contains(c->desc, t->from, t->to));
    return (uint16_t)(apart ? desc_domain(c->desc, t->from, t->to, t->any) : WITS_NONE);
}

static void fill_transition(compiler *c, uint32_t row, transition_row *to) {
    const wits_transition_desc *from = &c->desc->transitions[row];
    *to = (transition_row){
        .from = from->from,
        .to = from->to,
        .domain = static_domain(c, from),
        .any = from->any,
        .reenter = from->reenter,
        .restart = from->restart,
        .after = from->after,
        .actions = compile_actions(c, from->run),
    };
}

static uint8_t event_of(const compiler *c, const wits_transition_desc *t) {
    return (uint8_t)(t->event == NULL ? 0 : desc_find_event(c->desc, t->event, (uint32_t)strlen(t->event)));
}

static void fill_guard(const compiler *c, uint32_t row, guard *to) {
    const wits_transition_desc *from = &c->desc->transitions[row];
    *to = (guard){
        .condition = compile_function(c, from->when),
        .row = (uint16_t)row,
        .event = event_of(c, from),
        .flags = (uint8_t)((from->event != NULL ? GUARD_EVENT : 0) | (from->after != 0 ? GUARD_AFTER : 0) |
                           (from->any && !from->reenter ? GUARD_ANY : 0) | (from->when != NULL ? GUARD_ASKS : 0)),
    };
}

/// Of each state first its own, then its `any`: what a pass looks at one after the other stands side by side.
static void sort_guards(compiler *c, guard *guards) {
    state_row *states = block_states(c);
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
        fill_guard(c, row, &guards[t->any ? s->first_any + s->any_count++ : s->first_own + s->own_count++]);
    }
}

static void sort_steps(compiler *c, step_row *steps) {
    state_row *states = block_states(c);
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
        ((uint16_t *)block_at(c, c->brain->step_states))[row] = from->of;
        steps[s->first_step + s->step_count++] = (step_row){
            .condition = compile_function(c, from->when),
            .actions = compile_actions(c, from->run),
            .of = from->of,
            .to = from->to,
            .row = (uint16_t)row,
        };
    }
}

static bool is_option(const compiler *c, uint32_t id) {
    return id != WITS_ROOT && brain_state(c->brain, brain_state(c->brain, id)->parent)->kind == WITS_UTILITY;
}

static void count_switches(compiler *c) {
    for (uint32_t id = 0; id < c->brain->state_count; id++) {
        c->brain->switch_count += is_option(c, id);
    }
}

/// After the transitions of the description: one to each option, which a choice takes.
static void fill_switches(compiler *c) {
    uint32_t row = c->brain->transition_count;
    for (uint32_t id = 0; id < c->brain->state_count; id++) {
        if (is_option(c, id)) {
            state_row *s = &block_states(c)[id];
            s->switch_row = row;
            ((transition_row *)block_at(c, c->brain->transitions))[row] =
                (transition_row){.from = s->parent, .to = (uint16_t)id, .domain = s->parent};
            row++;
        }
    }
}

void compile_rules(compiler *c) {
    wits_brain *b = c->brain;
    count_switches(c);
    b->transitions = block_append(c, b->transition_count + b->switch_count, sizeof(transition_row));
    b->guards = block_append(c, b->transition_count, sizeof(guard));
    b->steps = block_append(c, b->step_count, sizeof(step_row));
    b->step_states = block_append(c, b->step_count, sizeof(uint16_t));
    b->actions = block_append(c, 0, sizeof(uint32_t));
    c->action_count = 1;  // index 0 is "no actions"
    compile_state_actions(c);
    for (uint32_t row = 0; row < b->transition_count; row++) {
        fill_transition(c, row, (transition_row *)block_at(c, b->transitions) + row);
    }
    fill_switches(c);
    sort_guards(c, block_at(c, b->guards));
    sort_steps(c, block_at(c, b->steps));
    b->actions = block_append(c, c->action_count, sizeof(uint32_t));  // where it already stands
}
