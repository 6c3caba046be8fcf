// SPDX-License-Identifier: MIT
#include "explain/tick_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- calls

static unsigned char *copy_agent(const agent_sim *of) {
    size_t size = wits_agent_size(of->mind.brain);
    unsigned char *copy = allocate(size, 1);
    memcpy(copy, of->agent, size);
    return copy;
}

static context copy_context(const agent_sim *of) {
    context copy = context_new(of->desc->fields, of->desc->field_count);
    context_copy(&copy, &of->knows);
    return copy;
}

static void ask_call(tick_records *a, agent_sim *of, input_call call) {
    a->calls = grow(a->calls, &a->capacity, a->count + 1, sizeof *a->calls);
    tick_record *to = &a->calls[a->count++];
    size_t size = wits_explain_size(of->mind.brain);
    *to = (tick_record){.verb = call.verb, .state = call.state, .before = copy_agent(of), .given = copy_context(of)};
    to->memory = allocate(size, 1);
    wits_explain_begin(&to->why, of->mind.brain, to->memory, size);
    to->why.counterfactuals = a->counterfactuals;
    to->why.promises = wits_file_promises(a->file);
    to->host = allocate(of->desc->function_count, sizeof *to->host);
    of->frame.explain = &to->why;
    of->around.asked = to->host;
    of->around.asked_with = &to->host_with;
    agent_sim_call(of, call);
    of->frame.explain = NULL;
    of->around.asked = NULL;
    of->around.asked_with = NULL;
    to->after = copy_agent(of);
    to->left = copy_context(of);
}

/// Runs a `tick` as its two halves, decide and update, to show the effects of each.
void tick_records_call(tick_records *to, agent_sim *of, input_call call) {
    if (call.verb == INPUT_TICK) {
        ask_call(to, of, (input_call){INPUT_DECIDE, WITS_NONE});
        call.verb = INPUT_UPDATE;
    }
    ask_call(to, of, call);
}

static void ask_tick(tick_records *a, agent_run *one, uint32_t tick) {
    if (tick == 0) {
        ask_call(a, &one->agent, one->first);
        return;
    }
    uint32_t count = agent_run_inputs(one, tick);
    for (uint32_t i = 0; i < count; i++) {
        tick_records_call(a, &one->agent, agent_run_call(one, tick, i));
    }
}

static void forget_calls(tick_records *a) {
    for (size_t i = 0; i < a->count; i++) {
        free(a->calls[i].before);
        free(a->calls[i].after);
        free(a->calls[i].memory);
        free(a->calls[i].host);
        answers_free(&a->calls[i].host_with);
        context_free(&a->calls[i].given);
        context_free(&a->calls[i].left);
    }
    a->count = 0;
}

static bool is_remembered(const tick_records *a, const tick_record *call) {
    const wits_brain *brain = a->of->mind.brain;
    return a->watched == WITS_NONE
               ? asked_has_moved(a, call)
               : wits_is_in(brain, call->before, a->watched) != wits_is_in(brain, call->after, a->watched);
}

void tick_records_next(tick_records *a, uint32_t tick) {
    bool is_new = true;
    for (size_t i = 0; i < a->count; i++) {
        if (!is_remembered(a, &a->calls[i])) {
            continue;
        }
        if (is_new) {
            text_clear(&a->because);
        }
        text_add(&a->because, is_new ? "" : " ");
        text_answer(a, &a->calls[i], &a->because);
        a->since = tick;
        is_new = false;
    }
    forget_calls(a);
}

const tick_record *tick_records_scored(const tick_records *of, wits_state_id option,
                                       const wits_explained_choice **choice, const wits_explained_option **told) {
    const tick_record *found = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const tick_record *call = &of->calls[i];
        for (uint32_t number = 0; number < call->why.choice_count; number++) {
            const wits_explained_choice *one = &call->why.choices[number];
            const wits_explained_option *scored = asked_option(call, one, option);
            if (scored != NULL) {
                found = call;
                *choice = one;
                *told = scored;
            }
        }
    }
    return found;
}

tick_records tick_records_at(agent_run *one, uint32_t tick) {
    return tick_records_of_state(one, tick, WITS_NONE);
}

tick_records tick_records_begin(const wits_file *file, const agent_sim *of) {
    return (tick_records){.file = file, .of = of, .watched = WITS_NONE};
}

tick_records tick_records_of_state(agent_run *one, uint32_t tick, wits_state_id state) {
    tick_records made = tick_records_begin(one->file, &one->agent);
    made.watched = state;
    const wits_explained_choice *choice;
    const wits_explained_option *told;
    for (uint32_t before = 0; before < tick; before++) {
        ask_tick(&made, one, before);
        if (state != WITS_NONE && tick_records_scored(&made, state, &choice, &told) != NULL) {
            made.was_scored = true;
            made.scored = before;
        }
        tick_records_next(&made, before);
    }
    made.counterfactuals = true;
    ask_tick(&made, one, tick);
    return made;
}

void tick_records_free(tick_records *of) {
    forget_calls(of);
    free(of->calls);
    text_free(&of->because);
    *of = (tick_records){0};
}

uint32_t tick_record_line(const tick_records *about, wits_table table, uint32_t row, const char *member) {
    return line_of_row(about->file, table, row, member);
}

bool asked_was_started(const tick_records *about, const tick_record *call) {
    return wits_is_started(about->of->mind.brain, call->before);
}

bool asked_has_moved(const tick_records *about, const tick_record *call) {
    const wits_brain *brain = about->of->mind.brain;
    if (memcmp(call->before, call->after, wits_agent_size(brain)) == 0) {
        return false;
    }
    for (uint32_t row = 0; row < about->of->desc->state_count; row++) {
        wits_state_id id = (wits_state_id)row;
        if (wits_is_in(brain, call->before, id) != wits_is_in(brain, call->after, id)) {
            return true;
        }
    }
    return false;
}

// --------------------------------------------------------------------------------------------------------- transitions

static const char *condition_of(const tick_records *about, const wits_explained_transition *transition) {
    return about->of->desc->transitions[transition->row].when;
}

/// Returns whether the recorded parts match those of the text. They differ if the compiler simplified the condition.
static bool has_parts(const tick_records *about, const wits_explained_transition *transition) {
    const char *when = condition_of(about, transition);
    uint32_t count = 0, offset, length;
    while (count <= transition->part_count && wits_condition_part(when, count, &offset, &length)) {
        count++;
    }
    return count == transition->part_count;
}

uint32_t asked_parts(const tick_records *about, const wits_explained_transition *transition) {
    if (transition->part_count == 0 || condition_of(about, transition) == NULL) {
        return 0;
    }
    return has_parts(about, transition) ? transition->part_count : 1;
}

void text_part(text *to, const tick_records *about, const wits_explained_transition *transition, uint32_t part) {
    const char *when = condition_of(about, transition);
    uint32_t offset, length;
    text piece = {0};
    if (has_parts(about, transition) && wits_condition_part(when, part, &offset, &length)) {
        text_add_bytes(&piece, when + offset, length);
    } else {
        text_add(&piece, when);
    }
    text_add_folded(to, text_of(&piece));
    text_free(&piece);
}

bool asked_part_holds(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                      uint32_t part) {
    bool all = transition->tried == WITS_TRIED_FIRED;
    return all || (has_parts(about, transition) && call->why.parts[transition->first_part + part]);
}

// ------------------------------------------------------------------------------------------------------------- choices

bool asked_is_candidate(const wits_explained_option *option) {
    return option->margin == option->margin || option->verdict == WITS_VERDICT_LOST ||
           option->verdict == WITS_VERDICT_NOT_DRAWN || option->verdict == WITS_VERDICT_NOT_AMONG;
}

const wits_explained_option *asked_best_other(const tick_record *call, const wits_explained_choice *choice,
                                              wits_state_id option) {
    const wits_explained_option *best = NULL;
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option *one = &call->why.options[choice->first_option + i];
        bool is_better = best == NULL || one->competing > best->competing;
        best = one->option != option && asked_is_candidate(one) && is_better ? one : best;
    }
    return best;
}

const wits_explained_option *asked_option(const tick_record *call, const wits_explained_choice *choice,
                                          wits_state_id option) {
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option *one = &call->why.options[choice->first_option + i];
        if (one->option == option) {
            return one;
        }
    }
    return NULL;
}

bool asked_begins_anew(const wits_explained_choice *choice) {
    return choice->is_done && !choice->no_candidate && choice->chosen == choice->current;
}

void text_ends_in(const wits_desc *desc, const wits_explained_choice *choice, text *to) {
    const uint32_t lasts = desc->states[choice->current].lasts;
    if (lasts != 0) {
        const uint32_t shown = choice->elapsed < lasts ? choice->elapsed : lasts;
        text_format(to, ": %u of %u ticks", (unsigned)shown, (unsigned)lasts);
    }
}

bool asked_was_drawn(const wits_explained_choice *choice) {
    return choice->draw == choice->draw && !choice->no_candidate;
}

bool asked_has_targets(const tick_records *about, const wits_explained_option *option) {
    return wits_state_target_kind(about->of->mind.brain, option->option) != WITS_NONE;
}

const wits_explained_target *asked_target(const tick_record *call, const wits_explained_option *option, uint32_t id) {
    for (uint32_t i = 0; i < option->target_count; i++) {
        const wits_explained_target *one = &call->why.targets[option->first_target + i];
        if (one->id == id) {
            return one;
        }
    }
    return NULL;
}

const wits_explained_target *asked_scoring_target(const tick_record *call, const wits_explained_option *option) {
    const wits_explained_target *found = asked_target(call, option, option->target);
    for (uint32_t i = 0; i < option->target_count && (found == NULL || found->raw != option->raw); i++) {
        const wits_explained_target *one = &call->why.targets[option->first_target + i];
        found = one->raw == option->raw ? one : found;
    }
    return found;
}

const wits_explained_target *asked_next_target(const tick_record *call, const wits_explained_option *option) {
    for (uint32_t i = 0; i < option->target_count; i++) {
        const wits_explained_target *one = &call->why.targets[option->first_target + i];
        const bool could = one->verdict == WITS_VERDICT_CHOSEN || one->verdict == WITS_VERDICT_LOST;
        if (could && one->id != option->target) {
            return one;
        }
    }
    return NULL;
}

bool asked_retargets(const wits_explained_choice *choice) {
    return !choice->no_candidate && choice->chosen == choice->current && choice->target != choice->remembered;
}

void text_turn(const wits_explained_choice *choice, text *to) {
    text_add(to, "turns");
    if (choice->remembered != WITS_NO_TARGET) {
        text_format(to, " from %u", (unsigned)choice->remembered);
    }
    if (choice->target != WITS_NO_TARGET) {
        text_format(to, " to %u", (unsigned)choice->target);
    } else {
        text_add(to, " to no target");
    }
}

void text_whom(text *to, const tick_records *about, const wits_explained_option *option, uint32_t target) {
    text_add(to, wits_state_name(about->of->mind.brain, option->option));
    if (asked_has_targets(about, option) && target != WITS_NO_TARGET) {
        text_format(to, " on %u", (unsigned)target);
    }
}

const wits_consideration_desc *asked_rows(const tick_records *about, const tick_record *call,
                                          const wits_explained_option *option) {
    return &about->of->desc->considerations[call->why.considerations[option->first_row].row];
}

// -------------------------------------------------------------------------------------------------------------- fields

static void note_fields(const wits_desc *desc, const char *expression, bool *read) {
    span rest = {expression, expression == NULL ? 0 : strlen(expression)};
    for (span name; name_next(&rest, &name);) {
        for (uint32_t field = 0; field < desc->field_count; field++) {
            read[field] = read[field] || span_is(name, desc->fields[field].name);
        }
    }
}

void asked_score_fields(const wits_desc *desc, wits_state_id option, bool *read) {
    note_fields(desc, desc->states[option].score, read);
    note_fields(desc, desc->states[option].rank, read);
    uint32_t count;
    const wits_consideration_desc *rows = rows_of(desc, option, &count);
    for (uint32_t row = 0; row < count; row++) {
        note_fields(desc, rows[row].input, read);
        note_fields(desc, rows[row].gate, read);
    }
}

/// Notes the fields of an option. With `score: best` this includes the options inside, recursively.
static void note_option(const tick_records *about, wits_state_id option, bool *read) {
    const wits_desc *desc = about->of->desc;
    uint32_t end = wits_state_end(about->of->mind.brain, option);
    asked_score_fields(desc, option, read);
    for (uint32_t row = option + 1u; row < end && desc->states[option].score_best; row++) {
        wits_state_id around = desc->states[row].parent;
        while (around != option && desc->states[around].score_best) {  // at most WITS_MAX_DEPTH times
            around = desc->states[around].parent;
        }
        if (around == option) {
            asked_score_fields(desc, (wits_state_id)row, read);
        }
    }
}

/// Notes the fields of the rules that were evaluated, up to and including the one taken.
static void note_beginning(const tick_records *about, const wits_explained_beginning *one, bool *read) {
    const wits_desc *desc = about->of->desc;
    for (uint32_t end = one->row + 1u; end > 0 && desc->initials[end - 1].of == one->composite; end--) {
        note_fields(desc, desc->initials[end - 1].when, read);
    }
}

bool *asked_fields(const tick_records *about, const tick_record *call) {
    bool *read = allocate(about->of->desc->field_count, sizeof *read);
    for (uint32_t i = 0; i < call->why.transition_count; i++) {
        const wits_explained_transition *one = &call->why.transitions[i];
        note_fields(about->of->desc, one->part_count > 0 ? condition_of(about, one) : NULL, read);
    }
    for (uint32_t i = 0; i < call->why.option_count; i++) {
        note_option(about, call->why.options[i].option, read);
    }
    for (uint32_t i = 0; i < call->why.beginning_count; i++) {
        note_beginning(about, &call->why.beginnings[i], read);
    }
    return read;
}

// --------------------------------------------------------------------------------------------------------------- order

asked_kind asked_next(const tick_record *call, asked_order *at, uint32_t *number) {
    const wits_explain *why = &call->why;
    const uint32_t transition = at->counts[ASKED_TRANSITION], choice = at->counts[ASKED_CHOICE];
    const uint32_t beginning = at->counts[ASKED_BEGINNING];
    asked_kind kind = transition < why->transition_count ? ASKED_TRANSITION : ASKED_END;
    if (choice < why->choice_count && why->choices[choice].transitions_before <= transition) {
        kind = ASKED_CHOICE;
    }
    if (beginning < why->beginning_count && why->beginnings[beginning].transitions_before <= transition &&
        why->beginnings[beginning].choices_before <= choice) {
        kind = ASKED_BEGINNING;
    }
    *number = kind != ASKED_END ? at->counts[kind]++ : 0;
    return kind;
}

void text_rule(text *to, const tick_records *about, const wits_explained_beginning *one) {
    const char *when = about->of->desc->initials[one->row].when;
    if (when != NULL) {
        text_add_folded(to, when);
    } else {
        text_add(to, "no other rule of initial holds");
    }
}

// ---------------------------------------------------------------------------------------------------------------- host

static void text_gave(text *to, const tick_records *about, uint32_t function, double value, bool json) {
    bool is_number = about->of->desc->functions[function].score != NULL;
    bool quoted = json && is_number && value - value != 0.0;
    text_add(to, quoted ? "\"" : "");
    if (!is_number) {
        text_add(to, value != 0.0 ? "true" : "false");
    } else if (json) {
        text_float(to, (float)value);
    } else {
        text_short(to, (float)value);
    }
    text_add(to, quoted ? "\"" : "");
}

bool text_tick_record(text *name, text *value, const tick_records *about, const tick_record *call, uint32_t i,
                      bool json) {
    const wits_desc *desc = about->of->desc;
    for (uint32_t function = 0; function < desc->function_count; function++) {
        if (call->host[function] && i-- == 0) {
            text_format(name, "%s()", desc->functions[function].name);
            // values of the last tick that ran, which is the tick being explained
            text_gave(value, about, function, about->of->around.values[function], json);
            return true;
        }
    }
    if (i >= call->host_with.count) {
        return false;
    }
    const call_answer *one = &call->host_with.items[i];
    text_format(name, "%s(%s)", desc->functions[one->function].name, one->arguments);
    text_gave(value, about, one->function, one->value, json);
    return true;
}

// ------------------------------------------------------------------------------------------------------------- numbers

void text_short(text *to, float value) {
    float size = fabsf(value);
    if (value - value != 0.0f) {
        text_float(to, value);
    } else if (size >= 9999.5f && size < 1e12f) {
        text_float(to, roundf(value));
    } else {
        text_format(to, "%.4g", value == 0.0f ? 0.0 : (double)value);
    }
}

void text_percent(text *to, float part, float whole) {
    text_format(to, "%.3g %%", (double)part / (double)whole * 100.0);
}
