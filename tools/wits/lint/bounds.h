// SPDX-License-Identifier: MIT
// Lower and upper bounds of considerations for all values of the fields. The bounds are never too narrow: they leave
// room for the library's own rounding.
#ifndef WITS_TOOL_BOUNDS_H
#define WITS_TOOL_BOUNDS_H

#include "lint/verdicts.h"

/// Returns the considerations of an option, which are contiguous, or null if it has none.
const wits_consideration_desc *rows_of(const wits_desc *desc, wits_state_id option, uint32_t *count);

/// Bounds of a row.
typedef struct row_bounds {
    wits_bounds input;   ///< of an input, including its replacement for NaN
    wits_bounds normal;  ///< after its range
    wits_bounds value;   ///< after its curves; for a group its value
    verdict gate;        ///< result of a gate
} row_bounds;

/// Returns the bounds of each row of an option. The caller frees them.
row_bounds *bounds_of(const field_scope *scope, const wits_consideration_desc *rows, uint32_t count);
/// Returns the score before the option's weight. It may be NaN if an outermost gate can exclude the option.
wits_bounds bounds_of_score(const wits_consideration_desc *rows, const row_bounds *bounds, uint32_t count);
/// Returns the values of curves for all x in a range.
wits_bounds bounds_of_curves(const wits_curve *curves, uint32_t count, wits_bounds x);
/// Returns a score times a weight.
wits_bounds bounds_weighted(wits_bounds score, double weight);

/// Returns the effective weight: 1 if none is given.
float state_weight(const wits_state_desc *state);
float row_weight(const wits_consideration_desc *row);
/// Returns the value that replaces NaN.
float row_on_nan(const wits_consideration_desc *row);
/// Returns whether a row has a range.
bool row_is_ranged(const wits_consideration_desc *row);
const char *group_name(wits_group group);

#endif
