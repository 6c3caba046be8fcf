// SPDX-License-Identifier: MIT
// Binds a program to a brain by name: reports everything that does not fit. If everything fits, arranges the program's
// functions and fields in the brain's order.
#include "core/bind/bind.h"
#include "core/run/arguments.h"
#include "core/run/check.h"
#include "expr/expr.h"

#include <string.h>

wits_problem *wits_core_bind_complain(binder *b, wits_problem_code code, bind_place at) {
    b->fits = false;
    return wits_core_report_add(b->report, code, at.table, at.row, at.name, at.member, NULL, 0);
}

static wits_problem *complain_of_host(binder *b, wits_problem_code code, wits_table table, uint32_t row,
                                      const char *name) {
    return wits_core_bind_complain(b, code, (bind_place){table, row, name, NULL});
}

void wits_core_tell_both(wits_problem *problem, const char *brains, const char *programs) {
    if (problem != NULL) {
        wits_core_value_add(problem, brains);
        wits_core_value_add(problem, ", and the program has ");
        wits_core_value_add(problem, programs[0] != '\0' ? programs : "none");
    }
}

bool wits_core_is_assigned_and_fixed(const wits_brain *brain, uint32_t field, size_t stride, bool read_only) {
    return wits_field_is_assigned(brain, field) && (stride == 0 || read_only);
}

void wits_core_tell_read_only(wits_problem *problem, bool read_only) {
    if (problem != NULL) {
        wits_core_value_add(problem, read_only ? "it is read_only"
                                               : "its stride is 0; give the bytes from one agent's value to the next");
    }
}

void wits_core_bind_suggest(wits_problem *problem, const suggestion *found) {
    if (problem != NULL) {
        problem->nearest = found->best;
    }
}

// ----------------------------------------------------------------------------------------------------------- functions

/// A row without a name, or with the name of an earlier row, is reported as such.
static void check_host_functions(binder *b) {
    const wits_function *rows = b->host.functions;
    for (uint32_t row = 0; rows != NULL && row < b->host.function_count; row++) {
        if (rows[row].name == NULL) {
            complain_of_host(b, WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_FUNCTIONS, row, NULL);
        } else if (wits_core_function_find(rows, row, rows[row].name, name_length_of(rows[row].name)) != WITS_NONE) {
            complain_of_host(b, WITS_PROBLEM_HOST_TWICE, WITS_TABLE_HOST_FUNCTIONS, row, rows[row].name);
        }
    }
}

static void report_missing_function(binder *b, uint32_t row, const char *name) {
    suggestion near = wits_expr_suggestion_for(name, name_length_of(name));
    const wits_function *rows = b->host.functions;
    for (uint32_t i = 0; rows != NULL && i < b->host.function_count; i++) {
        const char *other = rows[i].name;
        if (other != NULL && wits_find_function(b->brain, other) == WITS_NONE) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
        }
    }
    wits_core_bind_suggest(complain_of_host(b, WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, row, name), &near);
}

/// Returns the program's function of that name, or null.
static const wits_function *find_host_function(const binder *b, const char *name) {
    const wits_host *host = &b->host;
    uint32_t found = wits_core_function_find(host->functions, host->function_count, name, name_length_of(name));
    return found < host->function_count ? &host->functions[found] : NULL;
}

static void check_host_function(binder *b, uint32_t row) {
    const char *name = wits_function_name(b->brain, row);
    wits_function_kind wanted = wits_function_kind_of(b->brain, row);
    const wits_function *found = find_host_function(b, name);
    if (found == NULL) {
        if (wanted != WITS_FUNCTION_ACTION || !b->host.lists_actions) {
            report_missing_function(b, row, name);
        }
        return;
    }
    wits_function_kind given = (wits_function_kind)wits_core_function_kind(found);
    if (given == WITS_FUNCTION_NONE) {
        complain_of_host(b, WITS_PROBLEM_FUNCTION_KIND, WITS_TABLE_HOST_FUNCTIONS,
                         (uint32_t)(found - b->host.functions), name);
    } else if (given != wanted) {
        wits_problem *problem = complain_of_host(b, WITS_PROBLEM_FUNCTION_GIVEN_AS, WITS_TABLE_FUNCTIONS, row, name);
        wits_core_tell_both(problem, wits_function_kind_name(wanted), wits_function_kind_name(given));
    }
}

/// Checks the arguments of a call against its function's parameters.
static void check_call_arguments(void *user, const host_call *call) {
    binder *b = user;
    const wits_function *function = find_host_function(b, wits_function_name(b->brain, call->function));
    if (function == NULL || wits_core_arguments_are_taken(b->brain, function, call->given, call->count)) {
        return;
    }
    b->fits = false;
    wits_problem *problem =
        wits_core_report_add(b->report, WITS_PROBLEM_ARGUMENT_OTHER, call->table, call->row, call->name, call->member,
                             function->name, name_length_of(function->name));
    wits_core_say_arguments(problem, b->brain, function, call->given, call->count);
}

/// The row for the brain's function. A function that the program may leave out has only a name.
static wits_function host_function(const binder *b, uint32_t row) {
    const char *name = wits_function_name(b->brain, row);
    const wits_function *found = find_host_function(b, name);
    return found != NULL ? *found : (wits_function){.name = name};
}

// --------------------------------------------------------------------------------------------------- events and states

/// Writes "7, and the program has 3"
static void tell_numbers(wits_problem *problem, uint32_t brains, uint32_t programs) {
    if (problem != NULL) {
        wits_core_value_add_number(problem, brains);
        wits_core_value_add(problem, ", and the program has ");
        wits_core_value_add_number(problem, programs);
    }
}

static bool host_has_event(const wits_host *host, const char *name) {
    for (uint32_t row = 0; row < host->event_count; row++) {
        if (host->events[row].name != NULL && strcmp(host->events[row].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Suggests the nearest event that the program does not name, or the only one.
static void report_unknown_event(binder *b, uint32_t row, const char *name) {
    suggestion near = wits_expr_suggestion_for(name, name_length_of(name));
    uint32_t unnamed = 0;
    const char *only = NULL;
    for (uint32_t event = 0; event < b->brain->event_count; event++) {
        const char *other = wits_event_name(b->brain, event);
        if (!host_has_event(&b->host, other)) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
            unnamed++;
            only = other;
        }
    }
    near.best = near.best == NULL && unnamed == 1 ? only : near.best;
    wits_core_bind_suggest(complain_of_host(b, WITS_PROBLEM_EVENT_UNKNOWN, WITS_TABLE_HOST_EVENTS, row, name), &near);
}

static void bind_event(binder *b, uint32_t row) {
    const wits_host_event *event = &b->host.events[row];
    if (event->name == NULL) {
        complain_of_host(b, WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_EVENTS, row, NULL);
        return;
    }
    uint32_t found = wits_find_event(b->brain, event->name);
    if (event->found != NULL) {
        *event->found = found;
    }
    if (found == WITS_NONE) {
        if (!b->host.is_shared) {
            report_unknown_event(b, row, event->name);
        }
    } else if (event->found == NULL && found != event->number) {
        tell_numbers(complain_of_host(b, WITS_PROBLEM_EVENT_NUMBER, WITS_TABLE_HOST_EVENTS, row, event->name), found,
                     event->number);
    }
}

static bool host_has_state(const binder *b, wits_state_id state) {
    for (uint32_t row = 0; row < b->host.state_count; row++) {
        if (wits_find_state(b->brain, b->host.states[row].name) == state) {
            return true;
        }
    }
    return false;
}

/// Suggests states by their own names, without the path: the nearest, or the only one that the program does not name.
static void report_unknown_state(binder *b, uint32_t row, const char *name) {
    const char *last_part = name;
    for (const char *at = name; *at != '\0'; at++) {
        last_part = *at == '/' ? at + 1 : last_part;
    }
    suggestion near = wits_expr_suggestion_for(last_part, name_length_of(last_part));
    uint32_t unnamed = 0;
    const char *only = NULL;
    for (uint32_t id = 1; id < b->brain->state_count; id++) {
        const char *other = wits_state_name(b->brain, (wits_state_id)id);
        wits_expr_suggestion_offer(&near, other, name_length_of(other));
        if (unnamed < 2 && !host_has_state(b, (wits_state_id)id)) {
            unnamed++;
            only = other;
        }
    }
    near.best = near.best == NULL && unnamed == 1 ? only : near.best;
    wits_core_bind_suggest(complain_of_host(b, WITS_PROBLEM_STATE_UNKNOWN, WITS_TABLE_HOST_STATES, row, name), &near);
}

static void bind_state(binder *b, uint32_t row) {
    const wits_host_state *state = &b->host.states[row];
    if (state->name == NULL) {
        complain_of_host(b, WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_STATES, row, NULL);
        return;
    }
    wits_state_id found = wits_find_state(b->brain, state->name);
    if (state->found != NULL) {
        *state->found = found;
    }
    if (found == WITS_NONE && !b->host.is_shared) {
        report_unknown_state(b, row, state->name);
    } else if (found != WITS_NONE && state->found == NULL && found != state->number) {
        tell_numbers(complain_of_host(b, WITS_PROBLEM_STATE_NUMBER, WITS_TABLE_HOST_STATES, row, state->name), found,
                     state->number);
    }
}

// ----------------------------------------------------------------------------------------------------------------- all

static void check_host_table(binder *b, const void *table, uint32_t *count, wits_table which) {
    if (table == NULL && *count != 0) {
        *count = 0;
        complain_of_host(b, WITS_PROBLEM_HOST_TABLE_MISSING, which, 0, NULL);
    }
}

static void check_host(binder *b) {
    wits_host *host = &b->host;
    check_host_table(b, host->functions, &host->function_count, WITS_TABLE_HOST_FUNCTIONS);
    check_host_table(b, host->fields, &host->field_count, WITS_TABLE_HOST_FIELDS);
    check_host_table(b, host->events, &host->event_count, WITS_TABLE_HOST_EVENTS);
    check_host_table(b, host->states, &host->state_count, WITS_TABLE_HOST_STATES);
    check_host_table(b, host->targets, &host->target_count, WITS_TABLE_HOST_TARGETS);
    check_host_functions(b);
    const field_pair fields = wits_core_bind_agent_fields(b);
    wits_core_bind_check_given(b, &fields);
    wits_core_bind_check_given_targets(b);
}

bool wits_bind(const wits_brain *brain, const wits_host *host, wits_function *functions, wits_column *columns,
               wits_report *report) {
    binder b = {.brain = brain, .host = host != NULL ? *host : (wits_host){0}, .report = report, .fits = true};
    if (brain == NULL) {
        complain_of_host(&b, WITS_PROBLEM_BRAIN_MISSING, WITS_TABLE_BRAIN, 0, NULL);
        return false;
    }
    check_host(&b);
    for (uint32_t row = 0; row < brain->function_count; row++) {
        check_host_function(&b, row);
    }
    wits_core_each_host_call(brain, check_call_arguments, &b);
    const field_pair fields = wits_core_bind_agent_fields(&b);
    wits_core_bind_check_wanted(&b, &fields);
    wits_core_bind_check_wanted_targets(&b);
    for (uint32_t row = 0; row < b.host.event_count; row++) {
        bind_event(&b, row);
    }
    for (uint32_t row = 0; row < b.host.state_count; row++) {
        bind_state(&b, row);
    }
    for (uint32_t row = 0; b.fits && functions != NULL && row < brain->function_count; row++) {
        functions[row] = host_function(&b, row);
    }
    if (b.fits && columns != NULL) {
        wits_core_bind_columns(&fields, columns);
    }
    if (b.fits) {
        wits_core_bind_targets(&b);
    }
    return b.fits;
}

expr_value wits_core_initial_value(const wits_brain *brain, uint32_t field) {
    const double initial = wits_field_initial(brain, field);
    expr_value value;
    if (wits_field_type(brain, field) == WITS_TYPE_FLOAT) {
        value.f = (float)initial;
    } else {
        value.i = (int32_t)initial;
    }
    return value;
}

void wits_set_initial_fields(const wits_brain *brain, const wits_column *columns, size_t row) {
    wits_core_check_columns(brain, columns, row);
    for (uint32_t field = 0; field < brain->field_count; field++) {
        if (!columns[field].read_only) {
            wits_expr_store(&columns[field], row, wits_core_initial_value(brain, field));
        }
    }
}
