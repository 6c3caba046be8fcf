// SPDX-License-Identifier: MIT
// `wits map`: the decision of an agent that is put into a state.
#include "map/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Returns whether some choice is random. Each `random` and each utility has a random stream, so there must be more
/// streams than utilities.
static bool has_random(const wits_brain *brain) {
    uint32_t utilities = 0;
    for (uint32_t row = 0; row < wits_state_count(brain); row++) {
        utilities += wits_state_kind(brain, (wits_state_id)row) == WITS_KIND_UTILITY;
    }
    return wits_random_stream_count(brain) > utilities;
}

void map_agent_begin(agent_run *one, const map_question *tick_record, map_agent *to) {
    const agent_sim *agent = &one->agent;
    *to = (map_agent){.one = one,
                      .desc = agent->desc,
                      .brain = wits_file_brain(one->file),
                      .question = *tick_record,
                      .knows = context_new(agent->desc->fields, agent->desc->field_count),
                      .around = {.values = agent->around.values, .given = agent->around.given},
                      .frame = agent->frame,
                      .least_wait = UINT32_MAX,
                      .only_came = true};
    to->list.capacity = wits_list_room(to->brain, WITS_VERB_DECIDE);
    to->list.argument_capacity = wits_list_argument_room(to->brain, WITS_VERB_DECIDE);
    to->list.records = allocate((size_t)to->list.capacity + 1, sizeof *to->list.records);
    to->list.arguments = allocate((size_t)to->list.argument_capacity + 1, sizeof *to->list.arguments);
    to->frame.context = &to->around;
    to->frame.columns = to->knows.columns;
    to->frame.mode = WITS_MODE_LISTED;  // no action runs, so no field changes
    to->frame.list = &to->list;
    to->frame.trace = NULL;
    to->frame.explain = &to->why;
    to->bytes = allocate(wits_agent_size(to->brain), 1);
    to->memory = allocate(wits_explain_size(to->brain), 1);
    to->has_chance = has_random(to->brain);
    context_copy(&to->knows, &agent->knows);
}

void map_agent_end(map_agent *of) {
    context_free(&of->knows);
    free(of->list.records);
    free(of->list.arguments);
    free(of->bytes);
    free(of->memory);
}

/// Returns the choice of the composite of the map, or null if it did not choose.
static const wits_explained_choice *choice_of(const map_agent *of) {
    const wits_explained_choice *found = NULL;
    for (uint32_t i = 0; i < of->why.choice_count; i++) {
        found = of->why.choices[i].composite == of->question.of ? &of->why.choices[i] : found;
    }
    return found;
}

/// Returns whether any choice drew its option at random.
static bool has_drawn(const map_agent *of) {
    bool found = false;
    for (uint32_t i = 0; i < of->why.choice_count; i++) {
        found = found || of->why.choices[i].draw == of->why.choices[i].draw;
    }
    return found;
}

static void begin_telling(map_agent *of) {
    wits_explain_begin(&of->why, of->brain, of->memory, wits_explain_size(of->brain));
}

/// Returns how many ticks to wait until neither `hold` nor `every` of the active states prevents a choice; at least 1.
static uint32_t wait_of(const map_agent *of) {
    uint32_t wait = 1;
    for (uint32_t row = 0; row < of->desc->state_count; row++) {
        const wits_state_desc *one = &of->desc->states[row];
        const uint32_t own = one->hold > one->every ? one->hold : one->every;
        wait = own > wait && wits_is_in(of->brain, of->bytes, (wits_state_id)row) ? own : wait;
    }
    return wait;
}

static void decide(map_agent *of) {
    const uint32_t wait = of->question.has_after ? of->question.after : wait_of(of);
    of->least_wait = wait < of->least_wait ? wait : of->least_wait;
    of->most_wait = wait > of->most_wait ? wait : of->most_wait;
    of->only_came = false;
    of->frame.tick = wait;
    of->list.count = of->list.argument_count = 0;
    begin_telling(of);
    wits_decide(of->brain, of->bytes, &of->frame);
}

/// Returns the active child of the composite of the map, or of its nearest active ancestor. Returns that composite
/// itself if it has no active child yet.
static wits_state_id winner_of(const map_agent *of) {
    wits_state_id around = of->question.of;
    while (!wits_is_in(of->brain, of->bytes, around)) {  // ends at the latest at the root, which is active
        around = wits_state_parent(of->brain, around);
    }
    const uint32_t end = wits_state_end(of->brain, around);
    uint32_t child = around + 1u;
    while (child < end && !wits_is_in(of->brain, of->bytes, (wits_state_id)child)) {
        child = wits_state_end(of->brain, (wits_state_id)child);
    }
    return child < end ? (wits_state_id)child : around;
}

static map_how how_of(const wits_explained_choice *choice) {
    switch (choice->how) {
    case WITS_CHOICE_HELD:
        return MAP_HELD;
    case WITS_CHOICE_NOT_DUE:
        return MAP_NOT_DUE;
    case WITS_CHOICE_COMMITTED:
        return MAP_COMMITTED;
    default:
        return choice->no_candidate ? MAP_NO_CANDIDATE : MAP_CHOSEN;
    }
}

/// Returns the result of a decision. The recorded choice counts only if its option is the winner, as a transition may
/// have followed.
static map_point point_of(const map_agent *of) {
    map_point made = {.winner = winner_of(of), .margin = NAN};
    const wits_explained_choice *choice = choice_of(of);
    if (choice == NULL || choice->chosen != made.winner) {
        return made;
    }
    made.how = how_of(choice);
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option *one = &of->why.options[choice->first_option + i];
        made.margin = one->option == made.winner ? one->margin : made.margin;
    }
    return made;
}

map_point map_agent_decide(map_agent *of) {
    const map_question *tick_record = &of->question;
    memset(of->bytes, 0, wits_agent_size(of->brain));
    of->frame.tick = 0;
    begin_telling(of);
    wits_set_state(of->brain, of->bytes, &of->frame,
                   tick_record->from != WITS_NONE ? tick_record->from : tick_record->of);
    const bool has_chosen = choice_of(of) != NULL;
    if (tick_record->from != WITS_NONE || tick_record->has_after || !has_chosen) {
        of->has_chance = of->has_chance || has_drawn(of);
        decide(of);
    }
    of->has_chance = of->has_chance || has_drawn(of);
    return point_of(of);
}
