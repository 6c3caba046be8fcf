// SPDX-License-Identifier: MIT
// What an expression can be at most and at least, whatever the fields hold: interval arithmetic over its text. Never
// claims more than is certain.
#ifndef WITS_TOOL_RANGES_H
#define WITS_TOOL_RANGES_H

#include "common/tokens.h"
#include "wits/wits.h"

/// Values from `lo` to `hi`. Of a bool 0 and 1; of an enum the rows of its names.
typedef struct range {
    double lo;
    double hi;
    bool is_float;
    bool may_be_nan;
} range;

typedef struct range_scope {
    const wits_desc *desc;
    range *fields;  ///< of each field
} range_scope;

range_scope range_scope_new(const wits_desc *desc);
void range_scope_free(range_scope *of);
/// Of an expression. By itself an enum's name is one of `list`, which may be null.
range range_of(const range_scope *scope, span expression, const wits_field_desc *list);
/// Of a score or another expression that is a number.
range range_of_number(const range_scope *scope, const char *expression);

typedef enum verdict { VERDICT_OPEN, VERDICT_ALWAYS, VERDICT_NEVER } verdict;

/// Of a condition; null holds always. In verdicts.c.
verdict verdict_of_condition(const range_scope *scope, const char *condition);

#endif
