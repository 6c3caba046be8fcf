// SPDX-License-Identifier: MIT
// Bounds of the values of a compiled expression, by interval arithmetic (R. E. Moore, Interval Analysis, 1966): all
// possible values are within the bounds. Ends are rounded as the library rounds, which keeps their order.
#ifndef WITS_EXPR_BOUNDS_H
#define WITS_EXPR_BOUNDS_H

#include "expr/expr.h"

/// Bounds of 32 bits, read as an int (or bool, or enum row) and as a float. Only one of the two is meaningful, except
/// for constants, whose instruction does not tell their type.
typedef struct expr_bounds {
    int64_t low, high;   ///< as an int
    double first, last;  ///< as a float; first > last if it can only be NaN
    bool may_be_nan;     ///< as a float
} expr_bounds;

expr_bounds wits_expr_bounds_any(void);
expr_bounds wits_expr_bounds_int(int64_t low, int64_t high);
expr_bounds wits_expr_bounds_float(double first, double last, bool may_be_nan);
expr_bounds wits_expr_bounds_constant(uint32_t bits);
/// All values of a field's type. A bool is 0 or 1, an enum any byte.
expr_bounds wits_expr_bounds_type(expr_field_type type);
/// Returns bounds that include both.
expr_bounds wits_expr_bounds_hull(expr_bounds a, expr_bounds b);
/// The result of a computing operation (no leaf, load or test) from its operands a, b and c. `at` gives the operation
/// and its constants.
expr_bounds wits_expr_bounds_computed(const expr_instruction *at, const expr_bounds operands[3]);

/// Gets the bounds of a row at a mark of a score's considerations: see expr/operations.h.
typedef void expr_bounds_note(void *user, uint32_t row, uint32_t stage, const expr_bounds *of);
/// Returns the bounds of a program's value. `fields` has the bounds of each field by number; null means all values of
/// their types. Values from the host are unknown. `note` may be null. Uses 16 KiB of stack.
wits_bounds wits_expr_bounds_program(const expr_program *program, const wits_bounds *fields, expr_bounds_note *note,
                                     void *user);
/// Narrows `fields` to the values with which a condition can hold: by the tests of fields that its outermost `and`s
/// join. False if it cannot hold with any.
bool wits_expr_bounds_assume(const expr_program *program, wits_bounds *fields);

#endif
