// SPDX-License-Identifier: MIT
// Compiles a random brain and compares the library's queries with the tables.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "random_run.h"

static bool fail(run_failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    failure->call = 0;
    failure->compile = true;
    return false;
}

static wits_kind kind_of(const wits_desc *desc, uint32_t row) {
    wits_kind given = desc->states[row].kind;
    if (given != WITS_KIND_DEFAULT) {
        return given;
    }
    return random_brain_end(desc, row) > row + 1 ? WITS_KIND_FSM : WITS_KIND_LEAF;
}

static bool tells_its_tables(const wits_brain *brain, const wits_desc *desc, run_failure *failure) {
    bool counts = wits_state_count(brain) == desc->state_count &&
                  wits_transition_count(brain) == desc->transition_count &&
                  wits_initial_count(brain) == desc->initial_count && wits_event_count(brain) == desc->event_count &&
                  wits_function_count(brain) == desc->function_count && wits_field_count(brain) == desc->field_count;
    if (!counts) {
        return fail(failure, "the compiled brain has other counts than its tables");
    }
    uint32_t last_place = 0;
    uint32_t utilities = 0;
    for (uint32_t row = 0; row < desc->state_count; row++) {
        wits_state_id state = (wits_state_id)row;
        wits_state_id parent = row == WITS_ROOT ? WITS_NONE : desc->states[row].parent;
        bool utility = kind_of(desc, row) == WITS_KIND_UTILITY;
        bool same = strcmp(wits_state_name(brain, state), desc->states[row].name) == 0;
        same = same && wits_state_kind(brain, state) == kind_of(desc, row) && wits_state_parent(brain, state) == parent;
        same = same && wits_state_end(brain, state) == random_brain_end(desc, row);
        // Random streams of expressions are between them.
        uint32_t place = wits_random_stream(brain, state);
        same = same && (utility ? place >= utilities && (utilities == 0 || place > last_place) : place == WITS_NONE);
        same = same && (row == WITS_ROOT || wits_find_state(brain, desc->states[row].name) == state);
        if (!same) {
            return fail(failure, "the compiled brain tells other things than row %u of its states", row);
        }
        last_place = utility ? place : last_place;
        utilities += utility ? 1 : 0;
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        const wits_transition_desc *t = &desc->transitions[row];
        if (wits_transition_source(brain, row) != t->from || wits_transition_destination(brain, row) != t->to) {
            return fail(failure, "the compiled brain tells other things than row %u of its transitions", row);
        }
    }
    for (uint32_t row = 0; row < desc->initial_count; row++) {
        const wits_initial_desc *i = &desc->initials[row];
        if (wits_initial_state(brain, row) != i->of || wits_initial_destination(brain, row) != i->to) {
            return fail(failure, "the compiled brain tells other things than row %u of its rules of initial", row);
        }
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (strcmp(wits_function_name(brain, row), desc->functions[row].name) != 0) {
            return fail(failure, "the compiled brain has another name for function %u", row);
        }
    }
    for (uint32_t row = 0; row < desc->field_count; row++) {
        const wits_field_desc *field = &desc->fields[row];
        bool same = strcmp(wits_field_name(brain, row), field->name) == 0 && wits_find_field(brain, field->name) == row;
        same = same && wits_field_type(brain, row) == field->type && wits_field_initial(brain, row) == field->initial;
        same = same && wits_field_value_count(brain, row) == field->value_count;
        if (!same) {
            return fail(failure, "the compiled brain tells other things than row %u of its fields", row);
        }
    }
    for (uint32_t row = 0; row < desc->event_count; row++) {
        if (strcmp(wits_event_name(brain, row), desc->events[row]) != 0 ||
            wits_find_event(brain, desc->events[row]) != row) {
            return fail(failure, "the compiled brain has another name for event %u", row);
        }
    }
    return true;
}

void *random_compile(const random_brain *brain, run_failure *failure) {
    wits_problem problems[8];
    wits_report report = {problems, 8, 0};
    size_t size = wits_brain_size(&brain->desc, &report);
    if (size == 0 || report.count > 0) {
        char text[320] = "no problem reported";
        if (report.count > 0) {
            (void)wits_problem_text(&problems[0], text, sizeof text);
        }
        (void)fail(failure, "does not compile: %s", text);
        return NULL;
    }
    // Exactly the requested size, so that a sanitizer detects an overflow by one byte.
    void *memory = malloc(size);
    const wits_brain *compiled = wits_brain_compile(&brain->desc, memory, size, &report);
    if (compiled == NULL || wits_brain_bytes(compiled) > size) {
        (void)fail(failure, "has a size but does not compile into it");
        free(memory);
        return NULL;
    }
    if (!tells_its_tables(compiled, &brain->desc, failure)) {
        free(memory);
        return NULL;
    }
    return memory;
}
