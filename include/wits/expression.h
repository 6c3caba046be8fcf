// SPDX-License-Identifier: MIT
// Expressions by themselves, for tools: bounds of their values, whatever the fields are.
//
//   size_t size = wits_expression_size(desc, "health < 0.3 and not armed", WITS_EXPRESSION_CONDITION, NULL);
//   const wits_expression *when =
//       wits_expression_compile(desc, "health < 0.3 and not armed", WITS_EXPRESSION_CONDITION, memory, size);
//   if (wits_expression_bounds(when, NULL).high < 1) { /* it never holds */ }
#ifndef WITS_EXPRESSION_H
#define WITS_EXPRESSION_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled expression: plain bytes in caller-owned memory, without pointers.
typedef struct wits_expression wits_expression;

/// Purpose of an expression.
typedef enum wits_expression_kind {
    WITS_EXPRESSION_CONDITION,  ///< a bool, as in `when`, `done` and gates
    WITS_EXPRESSION_NUMBER,     ///< a float, as in `score` and inputs; ints widen
    WITS_EXPRESSION_INT,        ///< an int, as in `rank`
} wits_expression_kind;

/// Returns the bytes of the compiled expression. If it is invalid, returns 0 and writes the problem, which may be null.
/// Names of fields, host functions, events and kinds of targets are those of the description, whose tables must be
/// valid (wits_brain_size). Because the text has no position in the tree, `in(...)` accepts any name, `done` refers to
/// an arbitrary state, and every kind of target can be read. `expression` may be the lone name of a host function.
WITS_API size_t wits_expression_size(const wits_desc *desc, const char *expression, wits_expression_kind kind,
                                     wits_problem *problem);

/// Compiles into memory aligned to 8 bytes. Null if `size` is less than wits_expression_size gives.
WITS_API const wits_expression *wits_expression_compile(const wits_desc *desc, const char *expression,
                                                        wits_expression_kind kind, void *memory, size_t size);

/// Returns bounds of the value: no field values within `fields` give a value outside. They may be wider than necessary.
/// `fields` has a row for each of the description's fields; null stands for all values of their types. For a condition,
/// 0 and 1 mean false and true: it cannot hold if `high` is 0, and always holds if `low` is 1. Values from the host are
/// unknown. Uses 16 KiB of stack. The method is interval arithmetic, with the rounding of section 11 of
/// docs/semantics.md.
WITS_API wits_bounds wits_expression_bounds(const wits_expression *expression, const wits_bounds *fields);

/// Narrows `fields`, a row for each of the description's fields, to values with which a condition can hold. Uses only
/// comparisons that the outermost `and`s join. Returns false if the condition cannot hold: then the rows are
/// meaningless.
WITS_API bool wits_expression_assume(const wits_expression *condition, wits_bounds *fields);

/// Bounds of a row of an option's considerations.
typedef struct wits_row_bounds {
    wits_bounds input;   ///< for an input, as it is read
    wits_bounds normal;  ///< by its range
    wits_bounds value;   ///< after its curves; for a group its value; for a gate as for a condition
} wits_row_bounds;

/// Returns bounds of an option's score before its weight. Not for an option with `score: best`. A score is NaN if a
/// gate of the outermost group does not hold. `rows` gets those of each of the option's considerations; it may be null.
/// The rest is as for wits_expression_bounds.
WITS_API wits_bounds wits_brain_score_bounds(const wits_brain *brain, wits_state_id option, const wits_bounds *fields,
                                             wits_row_bounds *rows);

/// All values of a field's type.
WITS_API wits_bounds wits_field_bounds(const wits_field_desc *field);

#ifdef __cplusplus
}
#endif

#endif
