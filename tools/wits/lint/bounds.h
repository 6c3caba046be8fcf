// SPDX-License-Identifier: MIT
// Considerations as they stand in the table, and what they come to at least and at most, whatever the fields hold.
// Never claims more than is certain: where the library's own rounding could lead a little further, so do the bounds.
#ifndef WITS_TOOL_BOUNDS_H
#define WITS_TOOL_BOUNDS_H

#include "lint/verdicts.h"

/// The considerations of an option, which stand together; null if it has none.
const wits_consideration_desc *rows_of(const wits_desc *desc, wits_state_id option, uint32_t *count);

/// What is known of a row.
typedef struct row_bounds {
    wits_bounds input;   ///< of an input, with what is taken for one that is no number
    wits_bounds normal;  ///< after its range
    wits_bounds value;   ///< after its curves; of a group what it comes to
    verdict gate;        ///< of a gate
} row_bounds;

/// Of each of an option's rows, to be freed.
row_bounds *bounds_of(const field_scope *scope, const wits_consideration_desc *rows, uint32_t count);
/// What the score is before its option's weight. It may be NaN where an outermost gate may keep the option out.
wits_bounds bounds_of_score(const wits_consideration_desc *rows, const row_bounds *bounds, uint32_t count);
/// What curves make of x from `lo` to `hi`.
wits_bounds bounds_of_curves(const wits_curve *curves, uint32_t count, wits_bounds x);
/// The same times a weight.
wits_bounds bounds_weighted(wits_bounds score, double weight);

/// A weight as it counts: 1 where there is none.
float state_weight(const wits_state_desc *state);
float row_weight(const wits_consideration_desc *row);
/// What an input that is no number counts as.
float row_on_nan(const wits_consideration_desc *row);
/// Whether a row has a range.
bool row_is_ranged(const wits_consideration_desc *row);
const char *group_name(wits_group group);

#endif
