// SPDX-License-Identifier: MIT
// Reads a description, for validate.c and compile.c. Trusts the tables only as far as validate.c has checked them.
#ifndef WITS_CORE_TABLES_H
#define WITS_CORE_TABLES_H

#include "core/brain.h"
#include "expr/names.h"

enum { WITS_MAX_TICKS_PER_SECOND = 1000000 };

/// An index of states by name, faster than searching the table. If it is null, the table is searched.
typedef struct state_index {
    const void *user;
    /// Returns the child with this name; WITS_NONE if there is none.
    uint32_t (*find_child)(const void *user, uint32_t parent, const char *name, uint32_t length);
    /// Returns the only state except the root with this name; WITS_NONE if there is none, or `*ambiguous`.
    uint32_t (*find_unique)(const void *user, const char *name, uint32_t length, bool *ambiguous);
} state_index;

/// Returns the state at a path from below the root; WITS_NONE if there is none. Then `*around` is the innermost state
/// on the path that exists, and `*missing` begins with the name that it has no child of.
uint16_t wits_core_state_at_path(const wits_brain *brain, const char *path, uint16_t *around, const char **missing);

uint32_t wits_core_text_hash(uint32_t hash, const char *text, uint32_t length);
uint32_t wits_core_text_length(const char *text, uint32_t max);

/// Row of the function, or WITS_NONE.
uint32_t wits_core_function_find(const wits_function *functions, uint32_t count, const char *name, uint32_t length);
uint32_t wits_core_desc_find_function(const wits_desc *desc, const char *name, uint32_t length);
/// Row of the field, or WITS_NONE.
WITS_API uint32_t wits_core_desc_find_field(const wits_desc *desc, const char *name, uint32_t length);
/// A wits_function_kind; 0 unless exactly one pointer is given.
uint32_t wits_core_function_kind(const wits_function *function);
/// Returns whether calls must have exactly the declared parameters, and their number.
bool wits_core_parameters_are_declared(const wits_function *function);
uint32_t wits_core_parameter_count(const wits_function *function);
/// Row of the kind of targets, or WITS_NONE.
uint32_t wits_core_desc_find_target(const wits_desc *desc, const char *name, uint32_t length);
/// The kind of a state's targets; WITS_NONE if it has none.
uint32_t wits_core_desc_target(const wits_desc *desc, uint32_t row);
/// Row of the event, or WITS_NONE.
uint32_t wits_core_desc_find_event(const wits_desc *desc, const char *name, uint32_t length);

/// The rows of an option's considerations: `*count` of them from the one returned.
uint32_t wits_core_desc_considerations(const wits_desc *desc, uint32_t state, uint32_t *count);
bool wits_core_desc_has_children(const wits_desc *desc, uint32_t row);
wits_kind wits_core_desc_kind(const wits_desc *desc, uint32_t row);
wits_activation wits_core_desc_activation(const wits_desc *desc, uint32_t row);
/// Returns whether it has rules of `initial`. They are sorted.
bool wits_core_desc_has_initials(const wits_desc *desc, uint32_t row);
wits_leave wits_core_desc_leave(const wits_desc *desc, uint32_t row);
/// Returns whether a state can finish: docs/semantics.md, "States that end".
bool wits_core_desc_can_finish(const wits_desc *desc, uint32_t row);
bool wits_core_desc_has_child_that_can_finish(const wits_desc *desc, uint32_t row);
/// Returns whether an option that can finish is committed: choices cannot leave it before it is done.
bool wits_core_desc_runs_to_completion(const wits_desc *desc, uint32_t row);
bool wits_core_desc_contains(const wits_desc *desc, uint32_t outer, uint32_t inner);
/// The innermost fsm or utility that contains both (for an `any` transition, the composite itself counts), or
/// WITS_NONE.
uint32_t wits_core_desc_domain(const wits_desc *desc, uint32_t from, uint32_t to, bool any);
/// Returns how many states in `from` can be the deepest active one of a machine (core/brain.h).
uint32_t wits_core_desc_configurations(const wits_desc *desc, uint32_t from);
/// Returns whether the code has room for every transition's guard in every configuration that it may leave.
bool wits_core_desc_is_flat(const wits_desc *desc);
/// Returns whether a consideration's input has a range.
bool wits_core_desc_has_range(const wits_consideration_desc *c);
/// Returns a weight, 1 by default. Converts -0 to 0.
float wits_core_desc_weight(bool has_weight, float weight);
WITS_API bool wits_core_number_is_finite(float value);
/// Returns whether a number differs from the 0 of an unset member; -0 does.
bool wits_core_number_is_given(float value);

/// Adds a problem. The caller may add its position in the text. Null if there is no room or no report.
wits_problem *wits_core_report_add(wits_report *report, wits_problem_code code, wits_table table, uint32_t row,
                                   const char *name, const char *member, const char *value, uint32_t length);

/// Adds words to the offending value.
void wits_core_value_add(wits_problem *problem, const char *text);
void wits_core_value_add_number(wits_problem *problem, uint64_t number);
/// Adds the given and the required bytes. The problem may be null.
void wits_core_problem_bytes(wits_problem *problem, uint64_t given, uint64_t needed);

/// Returns whether the value describes the problem and is not a name.
WITS_API bool wits_core_problem_value_is_words(wits_problem_code code);
/// Writes the problem without its position.
WITS_API size_t wits_core_problem_clause(const wits_problem *problem, char *text, size_t size);
/// Adds "a, and the program has b"; the problem may be null.
void wits_core_tell_both(wits_problem *problem, const char *brains, const char *programs);
/// Returns whether the brain assigns a field whose column is read-only. Writes the reason.
bool wits_core_is_assigned_and_fixed(const wits_brain *brain, uint32_t field, size_t stride, bool read_only);
void wits_core_tell_read_only(wits_problem *problem, bool read_only);

/// Result of checking a description.
typedef struct desc_check {
    uint32_t problems;
    uint64_t program_bytes;  ///< total size of the expressions; valid if there are no problems
} desc_check;

/// Reports everything that is wrong with the tables. Expressions are read once for this, and once to be compiled.
desc_check wits_core_desc_validate(const wits_desc *desc, const state_index *index, wits_report *report);

#endif
