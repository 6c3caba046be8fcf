// SPDX-License-Identifier: MIT
// Things in a well-formed brain that nobody can have meant.
#ifndef WITS_TOOL_LINT_H
#define WITS_TOOL_LINT_H

#include "bounds.h"
#include "tool.h"

typedef struct finding {
    place at;
    uint32_t source;  ///< number of the file
    severity how;
    char *message;
} finding;

typedef struct findings {
    finding *items;
    size_t count;
    size_t capacity;
} findings;

/// Warnings and notes, in the order of the file.
findings lint_brain(const wits_file *file);
void findings_free(findings *of);

// ------------------------------------------------------------------------------------------------- for lint_*.c only

/// What is known of an option whatever happens.
typedef struct option_bounds {
    range score;  ///< plain; it may be NaN where a gate may keep the option out
    range rank;
} option_bounds;

/// Rows of a table by the state they are of.
typedef struct rows_by_state {
    uint32_t *starts;  ///< of each state, and the end
    uint32_t *rows;    ///< of state s those from starts[s] to starts[s + 1], in the order of the table
} rows_by_state;

typedef struct linter {
    const wits_file *file;
    const wits_desc *desc;
    const wits_brain *brain;
    range_scope scope;
    verdict *transitions;  ///< of each transition's condition
    verdict *steps;
    rows_by_state transitions_of;  ///< by `from`: of an `any` transition its composite
    rows_by_state steps_of;
    bool *reached;           ///< of each state
    option_bounds *options;  ///< of each state that is an option
    findings found;
} linter;

void lint_add(linter *l, severity how, wits_table table, uint32_t row, const char *member, const char *format, ...)
    PRINTF_LIKE(6, 7);
bool lint_contains(const linter *l, wits_state_id outer, wits_state_id inner);
/// The path of a state, in memory that the linter does not keep: valid until the next call but one.
const char *lint_path(linter *l, wits_state_id state, char path[1100]);
bool lint_uses_word(const char *expression, const char *wanted);
bool lint_is_option(const linter *l, wits_state_id state);
bool lint_selects_highest(const wits_state_desc *composite);
/// The kind of the innermost composite around both, which of an fsm or utility has only one of them active;
/// WITS_KIND_LEAF if one contains the other.
wits_kind lint_chooser(const linter *l, wits_state_id a, wits_state_id b);

void lint_reached(linter *l);
void lint_oscillation(linter *l);
void lint_rules(linter *l);
void lint_options(linter *l);
void lint_considerations(linter *l);
void lint_uses(linter *l);

#endif
