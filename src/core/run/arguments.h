// SPDX-License-Identifier: MIT
// Arguments of host functions: what a call gives, and whether that is what the function takes.
#ifndef WITS_CORE_ARGUMENTS_H
#define WITS_CORE_ARGUMENTS_H

#include "core/brain.h"
#include "expr/expr.h"

/// The names of an enum, by the number that arguments and parameters of this brain have for it.
uint32_t wits_core_list_count(const wits_brain *brain, uint32_t list);
/// "" for a value that is not there.
const char *wits_core_list_name(const wits_brain *brain, uint32_t list, uint32_t value);

wits_argument_kind wits_core_argument_kind(expr_type type);
/// What functions are told of what a call gives.
void wits_core_tell_arguments(const wits_brain *brain, const expr_given *given, uint32_t count,
                              wits_argument arguments[WITS_MAX_ARGUMENTS]);

/// Whether the call of a record is one that this brain could have listed: its function, and where its arguments lie.
/// `list` is the one that the record is of, or null. Anything may stand in the record and in the list's values.
bool wits_core_has_record_arguments(const wits_brain *brain, const wits_list *list, const wits_action_record *record);
/// What its call gives, but what is computed when it is run.
uint32_t wits_core_record_given(const wits_brain *brain, const wits_list *list, const wits_action_record *record,
                                expr_given given[EXPR_MAX_ARGUMENTS]);

/// Whether a program's function may be given this by a call in the brain.
bool wits_core_arguments_are_taken(const wits_brain *brain, const wits_function *function, const expr_given *given,
                                   uint32_t count);
/// " gets an int and a text, and takes nothing", behind the function's name; the problem may be null.
void wits_core_say_arguments(wits_problem *problem, const wits_brain *brain, const wits_function *function,
                             const expr_given *given, uint32_t count);
void wits_core_say_no_arguments(wits_problem *problem, const wits_function *function);

/// A call of a host function, and where it stands: in the text of that row and member, of the state `name`.
typedef struct host_call {
    wits_table table;
    uint32_t row;
    const char *name;
    const char *member;
    uint32_t function;
    expr_given given[EXPR_MAX_ARGUMENTS];
    uint32_t count;
} host_call;

/// Shows every call of a condition, score or action in the brain: those of states, then of considerations, of
/// transitions, of steps.
void wits_core_each_host_call(const wits_brain *brain, void (*see)(void *user, const host_call *call), void *user);

#endif
