// SPDX-License-Identifier: MIT
// Each condition becomes the `update` of a state of its own, in a brain built only for evaluation: it has the same
// fields, functions and kinds of targets, a field for each word about a state, and one for the result.
#include "test/conditions.h"

#include "common/lookup.h"
#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

size_t conditions_add(conditions *to, const char *condition) {
    for (size_t i = 0; i < to->count; i++) {
        if (strcmp(to->texts[i], condition) == 0) {
            return i;
        }
    }
    to->texts = grow(to->texts, &to->capacity, to->count + 1, sizeof *to->texts);
    to->texts[to->count] = condition;
    return to->count++;
}

// --------------------------------------------------------------------------------------------------------------- words

static wits_state_id state_at(const wits_brain *brain, const char *path) {
    return strcmp(path, "/") == 0 ? (wits_state_id)WITS_ROOT : wits_find_state(brain, path);
}

bool condition_word_next(const wits_brain *brain, span *rest, span *before, condition_word *found) {
    const span whole = *rest;
    for (token name = token_next(rest); name.text.length > 0; name = token_next(rest)) {
        const wits_token open = wits_token_next(rest->start, rest->length, 0);
        const size_t end = wits_token_end(rest->start, rest->length, open);
        const bool is_elapsed = span_is(name.text, "elapsed");
        if (!(is_elapsed || span_is(name.text, "in")) || rest->start[open.offset] != '(' || end == 0) {
            continue;
        }
        text path = {0};
        text_add_span(&path, span_trim((span){rest->start + open.offset + 1, end - open.offset - 2}));
        *found = (condition_word){state_at(brain, text_of(&path)), is_elapsed};
        text_free(&path);
        if (found->state != WITS_NONE) {  // else a function of that name
            *before = (span){whole.start, (size_t)(name.text.start - whole.start)};
            *rest = (span){rest->start + end, rest->length - end};
            return true;
        }
    }
    *before = whole;
    return false;
}

/// Returns the number of a word, and adds it if it is new.
static size_t word_number(conditions *of, condition_word word) {
    for (size_t i = 0; i < of->word_count; i++) {
        if (of->words[i].state == word.state && of->words[i].is_elapsed == word.is_elapsed) {
            return i;
        }
    }
    of->words = grow(of->words, &of->word_capacity, of->word_count + 1, sizeof *of->words);
    of->words[of->word_count] = word;
    return of->word_count++;
}

/// Writes "prefix_holds = condition", with a field in place of each word.
static void text_update(text *to, conditions *of, const wits_brain *brain, const char *prefix, const char *condition) {
    span rest = {condition, strlen(condition)}, before;
    condition_word word;
    text_format(to, "%sholds = ", prefix);
    while (condition_word_next(brain, &rest, &before, &word)) {
        text_add_span(to, before);
        text_format(to, "%s%zu", prefix, word_number(of, word));
    }
    text_add_span(to, before);
}

static bool begins_with(const char *name, const text *prefix) {
    return strncmp(name, text_of(prefix), prefix->length) == 0;
}

static bool is_prefix_used(const wits_desc *desc, const text *prefix) {
    bool is_used = false;
    for (uint32_t i = 0; i < desc->field_count; i++) {
        is_used = is_used || begins_with(desc->fields[i].name, prefix);
        for (uint32_t value = 0; value < desc->fields[i].value_count; value++) {
            is_used = is_used || begins_with(desc->fields[i].values[value], prefix);
        }
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        is_used = is_used || begins_with(desc->functions[i].name, prefix);
    }
    for (uint32_t i = 0; i < desc->target_count; i++) {
        is_used = is_used || begins_with(desc->targets[i].name, prefix);
    }
    return is_used;
}

/// Writes the beginning of names that the brain does not use in expressions.
static void text_free_prefix(text *to, const wits_desc *desc) {
    text_add(to, "_");
    while (is_prefix_used(desc, to)) {  // no name has more than WITS_MAX_NAME bytes
        text_add(to, "_");
    }
}

// ----------------------------------------------------------------------------------------------------------- compiling

/// Makes the fields: those of the brain, of the words and of the result. Their names are in `names`.
static void make_fields(conditions *of, const wits_desc *desc, const char *prefix, text *names) {
    of->fields = allocate((size_t)desc->field_count + of->word_count + 1, sizeof *of->fields);
    for (; of->field_count < desc->field_count; of->field_count++) {
        of->fields[of->field_count] = desc->fields[of->field_count];
    }
    for (size_t i = 0; i < of->word_count; i++) {
        text_format(&names[i], "%s%zu", prefix, i);
        of->fields[of->field_count++] = (wits_field_desc){
            .name = text_of(&names[i]), .type = of->words[i].is_elapsed ? WITS_TYPE_INT : WITS_TYPE_BOOL};
    }
    text_format(&names[of->word_count], "%sholds", prefix);
    of->fields[of->field_count++] = (wits_field_desc){.name = text_of(&names[of->word_count]), .type = WITS_TYPE_BOOL};
}

bool conditions_compile(conditions *of, const agent_sim *about) {
    const wits_desc *desc = about->desc;
    if (of->count == 0) {
        return true;
    }
    text prefix = {0};
    text *updates = allocate(of->count, sizeof *updates);
    wits_state_desc *states = allocate(of->count + 1, sizeof *states);
    text_free_prefix(&prefix, desc);
    states[0].name = "conditions";
    for (size_t i = 0; i < of->count; i++) {
        text number = {0};
        text_update(&updates[i], of, about->mind.brain, text_of(&prefix), of->texts[i]);
        text_format(&number, "c%zu", i);
        states[i + 1] = (wits_state_desc){.name = number.bytes, .update = text_of(&updates[i])};
    }
    text *names = allocate(of->word_count + 1, sizeof *names);
    make_fields(of, desc, text_of(&prefix), names);
    wits_desc made = {.states = states,
                      .state_count = (uint32_t)of->count + 1,
                      .events = desc->events,
                      .event_count = desc->event_count,
                      .fields = of->fields,
                      .field_count = of->field_count,
                      .functions = about->mind.functions,
                      .function_count = about->mind.desc.function_count,
                      .targets = desc->targets,
                      .target_count = desc->target_count};
    of->brain = compile_tables(&made);
    for (size_t i = 0; i < of->count; i++) {
        free((char *)(uintptr_t)states[i + 1].name);
        text_free(&updates[i]);
    }
    for (size_t i = 0; i <= of->word_count; i++) {
        of->fields[desc->field_count + i].name = NULL;
        text_free(&names[i]);
    }
    text_free(&prefix);
    free(names);
    free(updates);
    free(states);
    return of->brain != NULL;
}

double condition_word_value(const condition_word *of, const agent_sim *about) {
    const wits_brain *brain = about->mind.brain;
    if (!of->is_elapsed) {
        return of->state == WITS_ROOT ? wits_is_started(brain, about->agent)
                                      : wits_is_in(brain, about->agent, of->state);
    }
    const uint32_t ticks = wits_elapsed(brain, about->agent, of->state, about->frame.tick);
    return ticks < INT32_MAX ? ticks : INT32_MAX;
}

bool conditions_hold(const conditions *of, size_t number, const agent_sim *about) {
    unsigned char *agent = allocate(wits_agent_size(of->brain), 1);
    context values = context_new(of->fields, of->field_count);
    context_copy(&values, &about->knows);
    for (size_t i = 0; i < of->word_count; i++) {
        context_set(&values, about->desc->field_count + (uint32_t)i, condition_word_value(&of->words[i], about));
    }
    wits_frame frame = about->frame;
    frame.columns = values.columns;
    frame.trace = NULL;
    frame.explain = NULL;
    wits_set_state(of->brain, agent, &frame, (wits_state_id)(number + 1));
    wits_update(of->brain, agent, &frame);
    const bool holds = context_get(&values, of->field_count - 1) != 0.0;
    context_free(&values);
    free(agent);
    return holds;
}

void conditions_free(conditions *of) {
    free(of->brain);
    free(of->texts);
    free(of->words);
    free(of->fields);
    *of = (conditions){0};
}
