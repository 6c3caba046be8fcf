// SPDX-License-Identifier: MIT
#include "common/action_markers.h"

#include "common/tokens.h"
#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

wits_brain *compile_tables(const wits_desc *desc) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    size_t size = wits_brain_size(desc, &report);
    void *memory = allocate(1, size);
    if (size == 0 || wits_brain_compile(desc, memory, size, &report) == NULL) {
        char what[640];
        wits_problem_text(&problem, what, sizeof what);
        say_error("cannot run this brain: %s", what);
        free(memory);
        return NULL;
    }
    return memory;
}

static void *own(action_markers *m, void *memory) {
    m->owned = grow(m->owned, &m->owned_capacity, m->owned_count + 1, sizeof *m->owned);
    m->owned[m->owned_count++] = memory;
    return memory;
}

static void *own_copy(action_markers *m, const void *table, size_t count, size_t size) {
    void *copy = own(m, allocate(count, size));
    if (count > 0) {
        memcpy(copy, table, count * size);
    }
    return copy;
}

static bool name_is_taken(const wits_desc *desc, const char *name) {
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (strcmp(desc->functions[row].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static const char *free_name(action_markers *m, const wits_desc *desc) {
    char *name = own(m, allocate(WITS_MAX_NAME + 1, 1));
    unsigned number = 0;
    do {
        snprintf(name, WITS_MAX_NAME + 1, "mark_%u", number++);
    } while (name_is_taken(desc, name));
    return name;
}

/// Returns `actions` with the mark in front, or null if there are none.
static const char *mark_text(action_markers *m, const char *mark, const char *actions) {
    const char *rest = actions;
    if (act_next(&rest).kind == ACT_END) {
        return NULL;
    }
    size_t size = strlen(mark) + strlen(actions) + 3;
    char *action_markers_text = own(m, allocate(size, 1));
    snprintf(action_markers_text, size, "%s; %s", mark, actions);
    return action_markers_text;
}

static void mark_tables(action_markers *m, const char *mark) {
    wits_desc *d = &m->desc;
    wits_state_desc *states = own_copy(m, d->states, d->state_count, sizeof *states);
    for (uint32_t row = 0; row < d->state_count; row++) {
        states[row].enter = mark_text(m, mark, states[row].enter);
        states[row].exit = mark_text(m, mark, states[row].exit);
        states[row].update = mark_text(m, mark, states[row].update);
        states[row].decide = mark_text(m, mark, states[row].decide);
        states[row].retarget = mark_text(m, mark, states[row].retarget);
    }
    wits_transition_desc *transitions = own_copy(m, d->transitions, d->transition_count, sizeof *transitions);
    for (uint32_t row = 0; row < d->transition_count; row++) {
        transitions[row].run = mark_text(m, mark, transitions[row].run);
    }
    wits_step_desc *steps = own_copy(m, d->steps, d->step_count, sizeof *steps);
    for (uint32_t row = 0; row < d->step_count; row++) {
        steps[row].run = mark_text(m, mark, steps[row].run);
    }
    d->states = states;
    d->transitions = transitions;
    d->steps = steps;
}

bool action_markers_make(const wits_desc *desc, action_markers *to) {
    *to = (action_markers){.desc = *desc};
    const char *mark = free_name(to, desc);
    to->functions = own(to, allocate(desc->function_count + 1, sizeof *to->functions));
    for (uint32_t row = 0; row < desc->function_count; row++) {
        to->functions[row] = host_function(&desc->functions[row]);
    }
    to->functions[desc->function_count] = host_mark(mark);
    to->desc.functions = to->functions;
    to->desc.function_count = desc->function_count + 1;
    mark_tables(to, mark);
    wits_brain *brain = compile_tables(&to->desc);
    if (brain != NULL) {
        to->brain = own(to, brain);
    }
    return brain != NULL;
}

void action_markers_free(action_markers *of) {
    for (size_t i = 0; i < of->owned_count; i++) {
        free(of->owned[i]);
    }
    free(of->owned);
    *of = (action_markers){0};
}

const char *action_text(const wits_desc *desc, const wits_call *call) {
    switch (call->kind) {
    case WITS_ACTION_ENTER:
        return desc->states[call->state].enter;
    case WITS_ACTION_EXIT:
        return desc->states[call->state].exit;
    case WITS_ACTION_UPDATE:
        return desc->states[call->state].update;
    case WITS_ACTION_DECIDE:
        return desc->states[call->state].decide;
    case WITS_ACTION_RETARGET:
        return desc->states[call->state].retarget;
    case WITS_ACTION_STEP:
        return desc->steps[call->row].run;
    case WITS_ACTION_TRANSITION:
    default:
        return desc->transitions[call->row].run;
    }
}
