// SPDX-License-Identifier: MIT
// Arguments of host functions: what calls pass, and whether functions accept it.
#ifndef WITS_CORE_ARGUMENTS_H
#define WITS_CORE_ARGUMENTS_H

#include "core/brain.h"
#include "expr/expr.h"

/// The names of an enum, by the number that arguments and parameters of this brain have for it.
uint32_t wits_core_list_count(const wits_brain *brain, uint32_t list);
/// Returns "" for a value that is not there.
const char *wits_core_list_name(const wits_brain *brain, uint32_t list, uint32_t value);

wits_argument_kind wits_core_argument_kind(expr_type type);
/// Converts a call's arguments for functions.
void wits_core_tell_arguments(const wits_brain *brain, const expr_given *given, uint32_t count,
                              wits_argument arguments[WITS_MAX_ARGUMENTS]);

/// Returns whether this brain could have listed the call of a record: its function, and the position of its arguments.
/// `list` is the record's list, or null. The record and the list's values may contain anything.
bool wits_core_has_record_arguments(const wits_brain *brain, const wits_list *list, const wits_action_record *record);
/// Returns the arguments of a record's call, except those computed when it is run.
uint32_t wits_core_record_given(const wits_brain *brain, const wits_list *list, const wits_action_record *record,
                                expr_given given[EXPR_MAX_ARGUMENTS]);

/// Returns whether a program's function accepts these arguments from a call in the brain.
bool wits_core_arguments_are_taken(const wits_brain *brain, const wits_function *function, const expr_given *given,
                                   uint32_t count);
/// Adds " gets an int and a text, and takes nothing", after the function's name; the problem may be null.
void wits_core_say_arguments(wits_problem *problem, const wits_brain *brain, const wits_function *function,
                             const expr_given *given, uint32_t count);
void wits_core_say_no_arguments(wits_problem *problem, const wits_function *function);

/// A call of a host function, and its position: the text of that row and member, of the state `name`.
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
