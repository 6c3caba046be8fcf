// SPDX-License-Identifier: MIT
// Literals: decimal text to the nearest float, or to an int.
#ifndef WITS_EXPR_NUMBER_H
#define WITS_EXPR_NUMBER_H

#include "expr/expr.h"

typedef enum number_kind {
    NUMBER_MALFORMED,
    NUMBER_INT,
    NUMBER_FLOAT,
    NUMBER_INT_RANGE,    ///< digits alone, outside of 32 bits
    NUMBER_FLOAT_RANGE,  ///< would round to infinity
} number_kind;

/// Reads all `length` bytes as a literal: an optional minus sign, then digits alone (an int), or digits with a point,
/// an exponent or both. A float is rounded to the nearest, ties to even, whatever the number of digits.
WITS_API number_kind wits_expr_number_read(const char *text, size_t length, expr_value *value);

/// Returns how many bytes look like one literal (without a sign), malformed or not.
size_t wits_expr_number_span(const char *text, size_t length);

#endif
