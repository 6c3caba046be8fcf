// SPDX-License-Identifier: MIT
// Bounds of the expressions in a description, and conclusions about its conditions (wits/expression.h).
#ifndef WITS_TOOL_VERDICTS_H
#define WITS_TOOL_VERDICTS_H

#include "wits/expression.h"

/// The possible values of fields.
typedef struct field_scope {
    const wits_desc *desc;
    wits_bounds *fields;  ///< by field
} field_scope;

/// Returns all values of the fields' types. The description must be valid and outlive the result.
field_scope field_scope_new(const wits_desc *desc);
void field_scope_free(field_scope *of);
/// Returns the bounds of a valid expression.
wits_bounds bounds_of_text(const field_scope *scope, const char *expression, wits_expression_kind kind);

typedef enum verdict { VERDICT_OPEN, VERDICT_ALWAYS, VERDICT_NEVER } verdict;

/// Returns whether a condition holds for all field values, for none, or for some. A null pointer always holds.
verdict verdict_of_condition(const field_scope *scope, const char *condition);

#endif
