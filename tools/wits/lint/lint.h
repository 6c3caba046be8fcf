// SPDX-License-Identifier: MIT
// Finds likely mistakes in a well-formed brain.
#ifndef WITS_TOOL_LINT_H
#define WITS_TOOL_LINT_H

#include "common/tokens.h"
#include "common/tool.h"
#include "lint/bounds.h"
#include "wits/prove.h"

/// X(id, name, severity, meaning). Names appear in users' comments and must not change.
// clang-format off
#define LINTS(X) \
    X(UNREACHABLE,     "unreachable",     WARNING, "an unreachable state") \
    X(NEVER_STAYS,     "never-stays",     WARNING, "states that follow each other at every pass") \
    X(NEVER_FIRES,     "never-fires",     WARNING, "a transition, step or rule of initial that can never be taken") \
    X(SHADOWED,        "shadowed",        WARNING, "a transition, step or rule of initial after one that is always taken first") \
    X(NO_HOLD,         "no-hold",         WARNING, "a transition into an option without a hold") \
    X(DRAWN_ANEW,      "drawn-anew",      WARNING, "a random choice or condition that is redrawn at every pass") \
    X(NEVER_WINS,      "never-wins",      WARNING, "an option that can never win") \
    X(NEVER_DONE,      "never-done",      WARNING, "a state whose 'done' can never hold") \
    X(NEVER_LASTS,     "never-lasts",     WARNING, "a state that a transition always leaves before it has lasted") \
    X(HOLD_AND_LASTS,  "hold-and-lasts",  WARNING, "an option with a hold longer than it lasts") \
    X(NO_COMMIT,       "no-commit",       WARNING, "an option with 'done' but without 'commit'") \
    X(UNASKED_END,     "unasked-end",     WARNING, "a final child of a state that nothing checks for done") \
    X(EQUAL_TARGETS,   "equal-targets",   WARNING, "an option whose score does not depend on its target") \
    X(ONE_DRAW,        "one-draw",        WARNING, "a random score that is the same for all targets") \
    X(MAYBE_GONE,      "maybe-gone",      WARNING, "an int or bool of a target that may be gone") \
    X(EMPTY_GROUP,     "empty-group",     WARNING, "a group without members that count") \
    X(CONSTANT,        "constant",        WARNING, "a gate or consideration that is constant") \
    X(ZERO_WEIGHT,     "zero-weight",     WARNING, "a weight of 0, which has no effect") \
    X(UNREACHED_RANGE, "unreached-range", WARNING, "a range, or an end of it, that its input never reaches") \
    X(MISSING_RANGE,   "missing-range",   WARNING, "an input that exceeds 0 to 1 and has no range") \
    X(UNUSED_FIELD,    "unused-field",    WARNING, "an unused field") \
    X(UNUSED_EVENT,    "unused-event",    WARNING, "an event that no transition waits for") \
    X(UNUSED_FUNCTION, "unused-function", WARNING, "a function that is listed but never called") \
    X(FAR_TIME,        "far-time",        WARNING, "a time that differs by more than a tenth from any number of ticks") \
    X(HOST_MATHS,      "host-maths",      WARNING, "a host function with the name of a mathematical function that expressions lack") \
    X(NEVER_REACHED,   "never-reached",   WARNING, "with --deep: a state that no inputs lead to") \
    X(NEVER_CHOSEN,    "never-chosen",    WARNING, "with --deep: an option that no inputs make the best") \
    X(NEVER_FIRED,     "never-fired",     WARNING, "with --deep: a transition that no inputs make fire") \
    X(HOST_READS,      "host-reads",      NOTE,    "with -v: a field that only the host can read") \
    X(HOST_WRITES,     "host-writes",     NOTE,    "with -v: a field that only the host can write") \
    X(WRONG_SILENCE,   "wrong-silence",   WARNING, "an invalid comment 'wits: allow'") \
    X(IDLE_SILENCE,    "idle-silence",    WARNING, "a comment 'wits: allow' that silences nothing")
// clang-format on

typedef enum lint_id {
#define LINT_ID(id, name, how, what) LINT_##id,
    LINTS(LINT_ID) LINT_COUNT
#undef LINT_ID
} lint_id;

typedef struct lint_row {
    const char *name;
    severity how;
    const char *what;
} lint_row;

extern const lint_row lint_rows[LINT_COUNT];

typedef struct finding {
    place at;
    uint32_t source;  ///< number of the file
    lint_id lint;
    bool is_silenced;  ///< by a comment
    bool is_remark;    ///< a note even if its lint is a warning, because it may not be a mistake
    char *message;
} finding;

typedef struct findings {
    bool is_deep;         ///< includes the lints of --deep
    bool is_interrupted;  ///< by Ctrl-C
    bool is_cut;          ///< Ctrl-C or a limit ended the search of --deep early
    finding *items;
    size_t count;
    size_t capacity;
} findings;

/// Returns the severity; a note if silenced or a remark.
severity finding_severity(const finding *of);
/// Returns whether to show it: warnings and remarks always, other notes only if `verbose`.
bool finding_is_shown(const finding *of, bool verbose);
/// Returns the warnings and notes in the order of the file, including silenced ones and mistakes in silencing comments.
/// `deep` adds what a search through all situations, with these limits, does not reach; null: no search.
findings lint_brain(const wits_file *file, const wits_prove_options *deep);
void findings_add(findings *to, const wits_file *file, place at, lint_id lint, const char *format, ...)
    PRINTF_LIKE(5, 6);
void findings_free(findings *of);
/// Returns by state whether it is reachable, as far as the text alone shows. False is certain. The caller frees it.
bool *reached_states(const wits_file *file);
/// Returns by field whether an action of the brain assigns it. The caller frees it.
bool *assigned_fields(const wits_desc *desc);
/// Returns the number of the file of that name among the files of a brain.
uint32_t source_number(const wits_file *file, const char *name);
/// silences.c: marks findings that comments silence, and adds mistakes in such comments. Expects findings sorted by
/// position and leaves them unsorted.
void findings_silence(findings *of, const wits_file *file);

// ------------------------------------------------------------------------------------------------ internal to lint_*.c

/// Bounds of an option that hold in every situation.
typedef struct option_bounds {
    wits_bounds score;  ///< without inertia; it may be NaN if a gate can exclude the option
    wits_bounds rank;
} option_bounds;

/// Rows of a table grouped by state.
typedef struct rows_by_state {
    uint32_t *starts;  ///< for each state, and the end
    uint32_t *rows;    ///< the rows of state s are starts[s] to starts[s + 1], in the order of the table
} rows_by_state;

typedef struct linter {
    const wits_file *file;
    const wits_desc *desc;
    const wits_brain *brain;
    field_scope scope;
    verdict *transitions;  ///< for each transition's condition
    verdict *steps;
    verdict *initials;             ///< for each rule of `initial`
    rows_by_state transitions_of;  ///< by `from`; for an `any` transition its composite
    rows_by_state steps_of;
    bool *reached;           ///< for each state
    option_bounds *options;  ///< for each state that is an option
    findings found;
} linter;

void lint_add(linter *l, lint_id lint, wits_table table, uint32_t row, const char *member, const char *format, ...)
    PRINTF_LIKE(6, 7);
/// The same, placed at a word of the member's text, which is `expression`.
void lint_add_at(linter *l, lint_id lint, wits_table table, uint32_t row, const char *member, const char *expression,
                 const char *at, const char *format, ...) PRINTF_LIKE(8, 9);
bool lint_contains(const linter *l, wits_state_id outer, wits_state_id inner);
/// Returns the path of a state, valid until the second call after this one.
const char *lint_path(linter *l, wits_state_id state, char path[1100]);
/// Finds the first use of a word in an expression, except in names of states. Returns null if there is none or the
/// expression is null.
const char *lint_find_word(const char *expression, const char *wanted);
bool lint_is_option(const linter *l, wits_state_id state);
bool lint_selects_highest(const wits_state_desc *composite);
/// Returns the kind of the innermost composite around both. If that is an fsm or utility, only one of the two is active
/// at a time. WITS_KIND_LEAF if one contains the other.
wits_kind lint_chooser(const linter *l, wits_state_id a, wits_state_id b);

void lint_reached(linter *l);
void lint_oscillation(linter *l);
void lint_rules(linter *l);
void lint_options(linter *l);
void lint_considerations(linter *l);
void lint_ends(linter *l);
void lint_uses(linter *l);
void lint_targets(linter *l);
void lint_deep(linter *l, const wits_prove_options *limits);

#endif
