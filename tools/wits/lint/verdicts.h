// SPDX-License-Identifier: MIT
// Bounds of the expressions of a description, and what they say about its conditions (wits/expression.h).
#ifndef WITS_TOOL_VERDICTS_H
#define WITS_TOOL_VERDICTS_H

#include "wits/expression.h"

/// What fields can hold.
typedef struct field_scope {
    const wits_desc *desc;
    wits_bounds *fields;  ///< of each field
} field_scope;

/// Every value of each field's type. The description must be valid and outlive it.
field_scope field_scope_new(const wits_desc *desc);
void field_scope_free(field_scope *of);
/// Bounds of an expression that is valid in the description.
wits_bounds bounds_of_text(const field_scope *scope, const char *expression, wits_expression_kind kind);

typedef enum verdict { VERDICT_OPEN, VERDICT_ALWAYS, VERDICT_NEVER } verdict;

/// Whether a condition holds for all field values or for none; a null pointer always holds.
verdict verdict_of_condition(const field_scope *scope, const char *condition);

#endif
