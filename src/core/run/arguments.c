// SPDX-License-Identifier: MIT
// Arguments of host functions: what calls pass, and whether functions accept it. Mismatches, such as a number where a
// program reads a text, are reported before anything runs.
#include "core/run/arguments.h"
#include "core/compile/tables.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- enums

static const parameter_list *parameter_list_at(const wits_brain *brain, uint32_t number) {
    static const parameter_list none = {0};
    const bool is_there = brain->parameter_lists != 0 && number < brain->function_count * WITS_MAX_ARGUMENTS;
    return is_there ? (const parameter_list *)brain_at(brain, brain->parameter_lists) + number : &none;
}

/// Returns the target field that owns a list; null if there is none.
static const field_row *target_field_at(const wits_brain *brain, uint32_t list) {
    const uint32_t first = brain->field_count + brain->function_count * WITS_MAX_ARGUMENTS;
    const uint32_t kind = (list - first) / WITS_MAX_TARGET_FIELDS, field = (list - first) % WITS_MAX_TARGET_FIELDS;
    const bool is_there = list >= first && kind < brain->target_count && field < brain_target(brain, kind)->field_count;
    return is_there ? brain_target_field(brain, kind, field) : NULL;
}

uint32_t wits_core_list_count(const wits_brain *brain, uint32_t list) {
    const field_row *target = target_field_at(brain, list);
    if (target != NULL) {
        return target->value_count;
    }
    return list < brain->field_count ? wits_field_value_count(brain, list)
                                     : parameter_list_at(brain, list - brain->field_count)->count;
}

const char *wits_core_list_name(const wits_brain *brain, uint32_t list, uint32_t value) {
    const field_row *target = target_field_at(brain, list);
    if (target != NULL) {
        return value < target->value_count ? brain_at(brain, ((const uint32_t *)brain_at(brain, target->values))[value])
                                           : "";
    }
    if (list < brain->field_count) {
        return wits_field_value_name(brain, list, value);
    }
    const parameter_list *names = parameter_list_at(brain, list - brain->field_count);
    return value < names->count ? brain_at(brain, ((const uint32_t *)brain_at(brain, names->values))[value]) : "";
}

// -------------------------------------------------------------------------------------------------------------- values

wits_argument_kind wits_core_argument_kind(expr_type type) {
    static const uint8_t kinds[] = {
        [EXPR_BOOL] = WITS_ARGUMENT_BOOL, [EXPR_INT] = WITS_ARGUMENT_INT,   [EXPR_FLOAT] = WITS_ARGUMENT_FLOAT,
        [EXPR_ENUM] = WITS_ARGUMENT_ENUM, [EXPR_TEXT] = WITS_ARGUMENT_TEXT, [EXPR_NOTHING] = WITS_ARGUMENT_NONE};
    return (wits_argument_kind)kinds[type];
}

static wits_argument told_argument(const wits_brain *brain, const expr_given *given) {
    wits_argument argument = {.kind = wits_core_argument_kind(given->type)};
    argument.integer = given->type == EXPR_FLOAT ? 0 : given->value.i;
    argument.number = given->type == EXPR_FLOAT ? given->value.f : given->type == EXPR_INT ? (float)given->value.i : 0;
    argument.text = given->text != 0           ? brain_at(brain, given->text)
                    : given->type == EXPR_ENUM ? wits_core_list_name(brain, given->list, given->value.bits)
                    : given->type != EXPR_BOOL ? NULL
                    : argument.integer != 0    ? "true"
                                               : "false";
    return argument;
}

void wits_core_tell_arguments(const wits_brain *brain, const expr_given *given, uint32_t count,
                              wits_argument arguments[WITS_MAX_ARGUMENTS]) {
    for (uint32_t i = 0; i < count; i++) {
        arguments[i] = told_argument(brain, &given[i]);
    }
}

// ------------------------------------------------------------------------------------------------------------- records

static uint32_t given_by_call(const wits_brain *brain, const call_row *call, expr_given given[EXPR_MAX_ARGUMENTS]) {
    const expr_program *program = brain_at(brain, call->program);
    return wits_expr_call_arguments(program, wits_expr_action_call(program), given);
}

static bool is_possible(const wits_brain *brain, const expr_given *given, uint32_t bits) {
    return (given->type != EXPR_BOOL || bits <= 1) &&
           (given->type != EXPR_ENUM || bits < wits_core_list_count(brain, given->list));
}

bool wits_core_has_record_arguments(const wits_brain *brain, const wits_list *list, const wits_action_record *record) {
    const uint32_t function = wits_action_function(brain, record->action);
    const call_row *call = brain_call(brain, record->action);
    if (function == WITS_NONE || call == NULL) {
        const bool may_be_bare = function == WITS_NONE ||
                                 (record->action < ACTION_ARGUMENT && brain_signature(brain, function)->is_called_bare);
        return may_be_bare && record->arguments == 0;
    }
    if (call->computed == 0 || record->arguments == WITS_LIST_LATER) {
        return call->computed != 0 || record->arguments == 0;
    }
    const uint32_t first = record->arguments;
    if (list == NULL || list->arguments == NULL || first > list->argument_count ||
        list->argument_count - first < call->computed) {
        return false;
    }
    expr_given given[EXPR_MAX_ARGUMENTS];
    uint32_t computed = 0;
    bool possible = true;
    for (uint32_t i = 0; i < given_by_call(brain, call, given); i++) {
        possible =
            possible && (given[i].is_constant || is_possible(brain, &given[i], list->arguments[first + computed]));
        computed += !given[i].is_constant;
    }
    return possible;
}

uint32_t wits_core_record_given(const wits_brain *brain, const wits_list *list, const wits_action_record *record,
                                expr_given given[EXPR_MAX_ARGUMENTS]) {
    const call_row *call = brain_call(brain, record->action);
    const uint32_t count = call == NULL ? 0 : given_by_call(brain, call, given);
    uint32_t at = record->arguments;
    for (uint32_t i = 0; i < count && at != WITS_LIST_LATER; i++) {
        if (!given[i].is_constant) {
            given[i].value.bits = list->arguments[at++];
        }
        if (given[i].type == EXPR_FLOAT && given[i].value.f != given[i].value.f) {
            given[i].value.bits = 0x7FC00000u;  // every NaN is this one
        }
    }
    return count;
}

uint32_t wits_record_arguments(const wits_brain *brain, const wits_list *list, const wits_action_record *record,
                               wits_argument arguments[WITS_MAX_ARGUMENTS]) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    if (!wits_core_has_record_arguments(brain, list, record)) {
        return WITS_NONE;
    }
    const uint32_t count = wits_core_record_given(brain, list, record, given);
    wits_core_tell_arguments(brain, given, count, arguments);
    for (uint32_t i = 0; i < count; i++) {
        if (!given[i].is_constant && record->arguments == WITS_LIST_LATER) {
            arguments[i] = (wits_argument){.kind = WITS_ARGUMENT_NONE};
        }
    }
    return count;
}

// -------------------------------------------------------------------------------------------------- accepted arguments

static bool has_values(const wits_brain *brain, uint32_t list, const wits_parameter *parameter) {
    bool same = wits_core_list_count(brain, list) == parameter->value_count;
    for (uint32_t i = 0; i < parameter->value_count && same; i++) {
        same = parameter->values[i] != NULL && strcmp(wits_core_list_name(brain, list, i), parameter->values[i]) == 0;
    }
    return same;
}

/// An int is also passed as a float.
static bool is_taken(const wits_brain *brain, const wits_parameter *parameter, const expr_given *given) {
    const wits_argument_kind kind = wits_core_argument_kind(given->type);
    const bool widens = kind == WITS_ARGUMENT_INT && parameter->kind == WITS_ARGUMENT_FLOAT;
    const bool is_listed = kind == WITS_ARGUMENT_ENUM && parameter->values != NULL;
    return widens || (kind == parameter->kind && (!is_listed || has_values(brain, given->list, parameter)));
}

bool wits_core_arguments_are_taken(const wits_brain *brain, const wits_function *function, const expr_given *given,
                                   uint32_t count) {
    bool taken = count == wits_core_parameter_count(function);
    for (uint32_t i = 0; i < count && taken; i++) {
        taken = is_taken(brain, &function->parameters[i], &given[i]);
    }
    return taken || !wits_core_parameters_are_declared(function);
}

static const char *word_of(wits_argument_kind kind) {
    static const char *const words[] = {"nothing", "an int", "a float", "a bool", "an enum", "a text"};
    return (uint32_t)kind < sizeof words / sizeof *words ? words[kind] : "an unknown wits_argument_kind";
}

static void say_value(wits_problem *problem, const char *name, uint32_t index, uint32_t count) {
    wits_core_value_add(problem, index == 0 ? " (" : ", ");
    wits_core_value_add(problem, name != NULL ? name : "");
    wits_core_value_add(problem, index + 1 == count ? ")" : "");
}

static void say_between(wits_problem *problem, uint32_t index, uint32_t count) {
    wits_core_value_add(problem, index == 0 ? "" : index + 1 == count ? " and " : ", ");
}

static void say_taken(wits_problem *problem, const wits_function *function) {
    const uint32_t taken = wits_core_parameter_count(function);
    wits_core_value_add(problem, taken == 0 ? ", and takes nothing" : ", and takes ");
    for (uint32_t i = 0; i < taken; i++) {
        const wits_parameter *parameter = &function->parameters[i];
        say_between(problem, i, taken);
        wits_core_value_add(problem, word_of(parameter->kind));
        for (uint32_t value = 0; parameter->values != NULL && value < parameter->value_count; value++) {
            say_value(problem, parameter->values[value], value, parameter->value_count);
        }
    }
}

void wits_core_say_arguments(wits_problem *problem, const wits_brain *brain, const wits_function *function,
                             const expr_given *given, uint32_t count) {
    if (problem == NULL) {
        return;
    }
    wits_core_value_add(problem, count == 0 ? " gets nothing" : " gets ");
    for (uint32_t i = 0; i < count; i++) {
        say_between(problem, i, count);
        wits_core_value_add(problem, word_of(wits_core_argument_kind(given[i].type)));
        const uint32_t values = given[i].type == EXPR_ENUM ? wits_core_list_count(brain, given[i].list) : 0;
        for (uint32_t value = 0; value < values; value++) {
            say_value(problem, wits_core_list_name(brain, given[i].list, value), value, values);
        }
    }
    say_taken(problem, function);
}

void wits_core_say_no_arguments(wits_problem *problem, const wits_function *function) {
    if (problem != NULL) {
        wits_core_value_add(problem, " gets nothing");
        say_taken(problem, function);
    }
}

// ------------------------------------------------------------------------------------------------ all calls of a brain

typedef struct call_walk {
    const wits_brain *brain;
    void (*see)(void *user, const host_call *call);
    void *user;
    host_call call;  ///< position of the text
} call_walk;

static void walk_code(call_walk *w, const expr_program *program, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        w->call.function = wits_expr_function_called(program, i);
        if (w->call.function != EXPR_NONE) {
            w->call.count = wits_expr_call_arguments(program, i, w->call.given);
            w->see(w->user, &w->call);
        }
    }
}

static void walk_program(call_walk *w, uint32_t offset) {
    const expr_program *program = brain_at(w->brain, offset);
    walk_code(w, program, 0, program->count);
}

static void walk_ref(call_walk *w, function_ref ref, const char *member) {
    w->call.member = member;
    if ((ref & REF_PROGRAM) != 0) {
        walk_program(w, ref & ~REF_PROGRAM);
    } else if (ref != 0) {
        w->call.function = ref - 1;
        w->call.count = 0;
        w->see(w->user, &w->call);
    }
}

static void walk_actions(call_walk *w, action_index actions, const char *member) {
    const uint32_t *words = brain_actions(w->brain, actions);
    w->call.member = member;
    for (uint32_t i = 1; actions != 0 && i <= words[0]; i++) {
        const call_row *call = brain_call(w->brain, words[i]);
        if (call != NULL) {
            walk_program(w, call->program);
        } else if (action_is_assignment(words[i])) {
            walk_program(w, brain_assignment(w->brain, words[i])->program);
        } else if (wits_action_function(w->brain, words[i]) != WITS_NONE) {
            walk_ref(w, wits_action_function(w->brain, words[i]) + 1, member);
        }
    }
}

static void walk_states(call_walk *w) {
    for (uint32_t id = 0; id < w->brain->state_count; id++) {
        const state_row *s = brain_state(w->brain, id);
        w->call = (host_call){.table = WITS_TABLE_STATES, .row = id};
        w->call.name = wits_state_name(w->brain, (wits_state_id)id);
        walk_ref(w, s->row_count == 0 ? s->score : 0, "score");
        walk_ref(w, s->rank, "rank");
        walk_ref(w, s->done, "done");
        walk_actions(w, s->enter, "enter");
        walk_actions(w, s->exit, "exit");
        walk_actions(w, s->update, "update");
        walk_actions(w, s->decide, "decide");
        walk_actions(w, s->retarget, "retarget");
    }
}

static void walk_initials(call_walk *w) {
    for (uint32_t i = 0; i < w->brain->initial_count; i++) {
        const initial_row *rule = brain_initial(w->brain, i);
        w->call = (host_call){.table = WITS_TABLE_INITIALS, .row = i};
        w->call.name = wits_state_name(w->brain, rule->of);
        walk_ref(w, rule->condition, "when");
    }
}

static void walk_considerations(call_walk *w) {
    for (uint32_t id = 0; id < w->brain->state_count; id++) {
        const state_row *s = brain_state(w->brain, id);
        for (uint32_t i = 0; i < s->row_count; i++) {
            const consideration_row *row = brain_considerations(w->brain, s) + i;
            w->call = (host_call){.table = WITS_TABLE_CONSIDERATIONS, .row = s->first_row + i};
            w->call.name = wits_state_name(w->brain, (wits_state_id)id);
            w->call.member = row->kind == ROW_GATE ? "gate" : "input";
            walk_code(w, brain_program(w->brain, s->score), row->code, row->code_end);
        }
    }
}

static void walk_transitions(call_walk *w) {
    for (uint32_t i = 0; i < w->brain->transition_count; i++) {
        const guard *g = brain_guard(w->brain, i);
        const transition_row *t = brain_transition(w->brain, g->row);
        w->call = (host_call){.table = WITS_TABLE_TRANSITIONS, .row = g->row};
        w->call.name = wits_state_name(w->brain, t->from);
        walk_ref(w, g->condition, "when");
        walk_actions(w, t->actions, "run");
    }
}

static void walk_steps(call_walk *w) {
    for (uint32_t i = 0; i < w->brain->step_count; i++) {
        const step_row *step = brain_step(w->brain, i);
        w->call = (host_call){.table = WITS_TABLE_STEPS, .row = step->row};
        w->call.name = wits_state_name(w->brain, step->of);
        walk_ref(w, step->condition, "when");
        walk_actions(w, step->actions, "run");
    }
}

void wits_core_each_host_call(const wits_brain *brain, void (*see)(void *user, const host_call *call), void *user) {
    call_walk w = {.brain = brain, .see = see, .user = user};
    walk_states(&w);
    walk_initials(&w);
    walk_considerations(&w);
    walk_transitions(&w);
    walk_steps(&w);
}
