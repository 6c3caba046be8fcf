// SPDX-License-Identifier: MIT
// Compiles curves and ranges to operations. responses.h has their formulas.
#ifndef WITS_EXPR_CURVES_H
#define WITS_EXPR_CURVES_H

#include "expr/compile.h"

/// The number of parameters of a curve of this kind.
const char *wits_expr_curve_parameters(wits_curve_kind kind);
/// Applies a valid curve to the float x. `is_unit`: x is from 0 to 1 and not -0; afterwards it always is.
bool wits_expr_emit_curve(expr_compiler *c, const wits_curve *curve, operand *x, bool is_unit);
/// Makes the value of a shaped program of x, a float.
bool wits_expr_apply_response(expr_compiler *c, const expr_response *response, operand *x);
/// Applies the curve whose name is at the offset to the float x. The last `count` of c->parameters are its parameters;
/// c->parameter_count no longer includes them.
bool wits_expr_apply_curve(expr_compiler *c, const function_row *function, uint32_t offset, operand *x, uint32_t count);

#endif
