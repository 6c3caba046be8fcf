// SPDX-License-Identifier: MIT
// The operations of generated C, a row for each: formulas of expressions, for one agent and for crowds, and operations
// of blocks.
#ifndef WITS_COMPILE_ROWS_H
#define WITS_COMPILE_ROWS_H

#include "expr/lanes.h"

typedef enum value_form { FORM_BYTE, FORM_HALF, FORM_BITS, FORM_INT, FORM_FLOAT } value_form;

/// Operations of values: those of lanes.h, whose rows (value_row_of) describe how they are read, and these. The value
/// of an operation that puts something where its mask holds is what it puts. The mask of a SELECT is operand a.
typedef enum value_kind {
    VALUE_COLUMN = LANES_KIND_COUNT,  ///< the column at the start of the stretch
    VALUE_COPY,
    VALUE_LOWEST8,  ///< the lowest bit
    VALUE_HIGHEST,  ///< maximum of `more`
    VALUE_TIES,     ///< a bit for each of `more` that equals a
    VALUE_PICKED,   ///< the id of the target; a is the preceding LANES_TARGETS
    VALUE_KIND_COUNT
} value_kind;

/// CLASS_MIXED: words from bytes, or bytes and halves from words. CLASS_CALL: not part of a loop.
typedef enum lane_class { CLASS_BYTES, CLASS_MIXED, CLASS_WORDS, CLASS_CALL } lane_class;

/// The use that an operation makes of its value.
typedef enum value_use {
    USE_ALL,   ///< out = the value
    USE_ALSO,  ///< out = the value and the mask in the first column that is not an operand; 0: all lanes
    USE_PUT,   ///< out = the value, where the mask in c holds
} value_use;

/// Describes how an operation is read, and how its value is written.
typedef struct value_row {
    value_form form, of;  ///< of the value, and of its operands
    lane_class class;
    value_use use;
    uint32_t operands;  ///< 1: a, 2: a and b, 3: a, b and c
    const char *text;   ///< formula of a, b, c and of the constants k0 and k1; null: others read or write it
} value_row;

/// `kind`: lanes_kind or value_kind.
const value_row *value_row_of(uint32_t kind);

/// Returns the row of an expr_operation that has a formula.
static inline const value_row *formula_of(uint32_t operation) {
    return value_row_of(LANES_FIRST_FORMULA + operation);
}

#endif
