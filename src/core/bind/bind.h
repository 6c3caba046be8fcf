// SPDX-License-Identifier: MIT
// Binding of a program to a brain: bind.c, with bind_fields.c and bind_targets.c.
#ifndef WITS_CORE_BIND_H
#define WITS_CORE_BIND_H

#include "core/compile/tables.h"
#include "expr/expr.h"
#include "expr/suggest.h"

typedef struct binder {
    const wits_brain *brain;
    wits_host host;  ///< the caller's; null tables count as empty
    wits_report *report;
    bool fits;  ///< no problem so far
} binder;

/// Position of a problem.
typedef struct bind_place {
    wits_table table;
    uint32_t row;
    const char *name;
    const char *member;  ///< field of a kind of targets; else null
} bind_place;

/// Fields of a brain and of its program: those of the agent, or of a kind of targets.
typedef struct field_pair {
    const wits_brain *brain;
    const field_row *wanted;  ///< the brain's
    uint32_t wanted_count;
    const wits_host_field *given;  ///< the program's
    uint32_t given_count;
    uint32_t kind;      ///< kind of targets; WITS_NONE: the agent's fields
    uint32_t host_row;  ///< row of that kind in the program's table
} field_pair;

static inline uint32_t name_length_of(const char *name) {
    return wits_core_text_length(name, WITS_MAX_NAME + 1);
}

// bind.c

wits_problem *wits_core_bind_complain(binder *b, wits_problem_code code, bind_place at);
/// Returns the initial value of a field of the brain.
expr_value wits_core_initial_value(const wits_brain *brain, uint32_t field);
/// The problem may be null.
void wits_core_bind_suggest(wits_problem *problem, const suggestion *found);

// bind_fields.c

field_pair wits_core_bind_agent_fields(const binder *b);
/// Checks the program's fields: missing names, duplicates, names unknown to the brain.
void wits_core_bind_check_given(binder *b, const field_pair *fields);
/// Checks that each field of the brain is given and fits.
void wits_core_bind_check_wanted(binder *b, const field_pair *fields);
/// Writes the columns of fields that all fit.
void wits_core_bind_columns(const field_pair *fields, wits_column *columns);

// bind_targets.c

/// As above, for kinds of targets: the program's, then the brain's.
void wits_core_bind_check_given_targets(binder *b);
void wits_core_bind_check_wanted_targets(binder *b);
void wits_core_bind_targets(const binder *b);

#endif
