// SPDX-License-Identifier: MIT
// Arguments of actions: what a brain gives to a function, and whether that is what the function takes. A program that
// reads a text where a designer has written a number, or nothing at all, is told so before anything runs.
#include "core/arguments.h"

/// Text for a message, by wits_takes.
static const char *const taken[] = {"anything", "nothing", "an int", "a number", "a text", "a name"};

/// What an argument is. A float is a number, and there is no function that takes floats alone.
static wits_takes given_by(const wits_argument *argument) {
    if (argument == NULL) {
        return WITS_TAKES_NOTHING;
    }
    switch (argument->kind) {
    case WITS_ARGUMENT_INT:
        return WITS_TAKES_INT;
    case WITS_ARGUMENT_FLOAT:
        return WITS_TAKES_NUMBER;
    case WITS_ARGUMENT_TEXT:
        return WITS_TAKES_TEXT;
    default:
        return WITS_TAKES_NAME;
    }
}

bool wits_core_argument_is_taken(wits_takes takes, const wits_argument *argument) {
    wits_takes given = given_by(argument);
    return takes == WITS_TAKES_ANYTHING || takes == given || (takes == WITS_TAKES_NUMBER && given == WITS_TAKES_INT);
}

void wits_core_tell_argument(wits_problem *problem, wits_takes takes, const wits_argument *argument) {
    if (problem != NULL) {
        wits_core_value_add(problem, " gets ");
        wits_core_value_add(problem, given_by(argument) == WITS_TAKES_NUMBER ? "a float" : taken[given_by(argument)]);
        wits_core_value_add(problem, ", and takes ");
        wits_core_value_add(problem,
                            (uint32_t)takes < sizeof taken / sizeof *taken ? taken[takes] : "what is no wits_takes");
    }
}

// ------------------------------------------------------------------------------------------------ all calls of a brain

typedef void see_call(void *user, const action_call *call);

/// The calls in one list; `where` says whose it is.
static void each_call_in(const wits_brain *brain, action_index actions, action_call where, see_call *see, void *user) {
    const uint32_t *words = brain_actions(brain, actions);
    for (uint32_t i = 1; actions != 0 && i <= words[0]; i++) {
        wits_argument argument;
        where.function = wits_action_function(brain, words[i]);
        where.argument = wits_action_argument(brain, words[i], &argument) ? &argument : NULL;
        if (where.function != WITS_NONE) {
            see(user, &where);
        }
    }
}

void wits_core_each_action_call(const wits_brain *brain, see_call *see, void *user) {
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        const char *name = wits_state_name(brain, (wits_state_id)id);
        each_call_in(brain, s->enter, (action_call){WITS_TABLE_STATES, id, name, "enter", 0, NULL}, see, user);
        each_call_in(brain, s->exit, (action_call){WITS_TABLE_STATES, id, name, "exit", 0, NULL}, see, user);
        each_call_in(brain, s->update, (action_call){WITS_TABLE_STATES, id, name, "update", 0, NULL}, see, user);
        each_call_in(brain, s->decide, (action_call){WITS_TABLE_STATES, id, name, "decide", 0, NULL}, see, user);
    }
    for (uint32_t row = 0; row < brain->transition_count; row++) {
        const transition_row *t = brain_transition(brain, row);
        const char *name = wits_state_name(brain, t->from);
        each_call_in(brain, t->actions, (action_call){WITS_TABLE_TRANSITIONS, row, name, "run", 0, NULL}, see, user);
    }
    for (uint32_t i = 0; i < brain->step_count; i++) {
        const step_row *step = brain_step(brain, i);
        const char *name = wits_state_name(brain, step->of);
        each_call_in(brain, step->actions, (action_call){WITS_TABLE_STEPS, step->row, name, "run", 0, NULL}, see, user);
    }
}

/// What the calls of one function seen so far have in common.
typedef struct common {
    uint32_t function;
    bool is_called;
    wits_takes takes;
} common;

static void join(void *user, const action_call *call) {
    common *so_far = user;
    if (call->function != so_far->function) {
        return;
    }
    const wits_takes given = given_by(call->argument);
    const bool are_numbers = (given == WITS_TAKES_INT && so_far->takes == WITS_TAKES_NUMBER) ||
                             (given == WITS_TAKES_NUMBER && so_far->takes == WITS_TAKES_INT);
    if (!so_far->is_called) {
        so_far->takes = given;
    } else if (given != so_far->takes) {
        so_far->takes = are_numbers ? WITS_TAKES_NUMBER : WITS_TAKES_ANYTHING;
    }
    so_far->is_called = true;
}

wits_takes wits_function_takes(const wits_brain *brain, uint32_t function) {
    common calls = {.function = function, .takes = WITS_TAKES_NOTHING};
    if (wits_function_kind_of(brain, function) != WITS_FUNCTION_ACTION) {
        return WITS_TAKES_ANYTHING;
    }
    wits_core_each_action_call(brain, join, &calls);
    return calls.takes;
}
