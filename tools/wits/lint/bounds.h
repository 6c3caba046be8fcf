// SPDX-License-Identifier: MIT
// Lower and upper bounds of considerations for all values of the fields. The bounds are never too narrow: they leave
// room for the library's own rounding.
#ifndef WITS_TOOL_BOUNDS_H
#define WITS_TOOL_BOUNDS_H

#include "lint/verdicts.h"

/// Returns the considerations of an option, which are contiguous, or null if it has none.
const wits_consideration_desc *rows_of(const wits_desc *desc, wits_state_id option, uint32_t *count);

/// Returns the bounds of each row of an option. An input includes its replacement for NaN. The caller frees them.
wits_row_bounds *bounds_of(const wits_brain *brain, const field_scope *scope, wits_state_id option);
/// Returns a score times a weight.
wits_bounds bounds_weighted(wits_bounds score, float weight);

/// Returns the effective weight: 1 if none is given.
float state_weight(const wits_state_desc *state);
float row_weight(const wits_consideration_desc *row);
/// Returns the value that replaces NaN.
float row_on_nan(const wits_consideration_desc *row);
/// Returns whether a row has a range.
bool row_is_ranged(const wits_consideration_desc *row);
const char *group_name(wits_group group);

#endif
