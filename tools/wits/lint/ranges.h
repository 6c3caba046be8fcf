// SPDX-License-Identifier: MIT
// Bounds an expression for all values of the fields, by interval arithmetic over its text. Bounds may be too wide, but
// never too narrow.
#ifndef WITS_TOOL_RANGES_H
#define WITS_TOOL_RANGES_H

#include "common/tokens.h"
#include "wits/wits.h"

/// Values from `lo` to `hi`. A bool is 0 or 1; an enum is the row of its value.
typedef struct range {
    double lo;
    double hi;
    bool is_float;
    bool may_be_nan;
} range;

typedef struct range_scope {
    const wits_desc *desc;
    range *fields;  ///< by field
} range_scope;

range_scope range_scope_new(const wits_desc *desc);
void range_scope_free(range_scope *of);
/// Bounds an expression. `list` gives the meaning of value names, and may be null.
range range_of(const range_scope *scope, span expression, const wits_field_desc *list);
/// Bounds a score or another numeric expression.
range range_of_number(const range_scope *scope, const char *expression);

typedef enum verdict { VERDICT_OPEN, VERDICT_ALWAYS, VERDICT_NEVER } verdict;

/// Judges a condition; null always holds. Defined in verdicts.c.
verdict verdict_of_condition(const range_scope *scope, const char *condition);

#endif
