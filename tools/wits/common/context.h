// SPDX-License-Identifier: MIT
// The agent's fields, as columns of one row, and their values as text.
#ifndef WITS_TOOL_CONTEXT_H
#define WITS_TOOL_CONTEXT_H

#include "common/text.h"
#include "wits/file.h"

typedef struct context {
    const wits_field_desc *fields;
    uint32_t count;
    wits_column *columns;
    unsigned char *bytes;  ///< all fields, `width` bytes each
} context;

/// Returns the size of a value in bytes.
size_t type_size(wits_type type);
/// Returns a value of any type as a double. Bools are 0 and 1; enums are the row of their name.
double value_at(wits_type type, const void *from);
/// Sets the range of an int type. Returns false for other types.
bool type_range(wits_type type, double *lo, double *hi);
/// Returns whether the field is an int or a float.
bool field_is_number(const wits_field_desc *field);
/// Stores a value, which must be in the range of the type.
void value_put(wits_type type, void *to, double value);

/// Creates a context with the initial values.
context context_new(const wits_field_desc *fields, uint32_t count);
void context_free(context *of);
/// Sets all fields to their initial values.
void context_reset(context *of);
double context_get(const context *of, uint32_t field);
void context_set(context *of, uint32_t field, double value);
/// Returns whether a field differs. Both contexts must have the same fields.
bool context_differs(const context *a, const context *b, uint32_t field);
void context_copy(context *to, const context *from);

/// Writes a field's value as one word. For JSON, enums, NaN and infinities are quoted.
void text_value(text *to, const wits_field_desc *field, double value, bool json);
/// Reads a constant that fits the field. On failure returns false and writes the fault to `problem`: "must be true or
/// false, not 'x'".
bool read_value(const wits_field_desc *field, const char *given, double *value, text *problem);
/// Reads "0..30": two finite floats, the smaller first.
bool read_range(const char *given, double *lo, double *hi);
/// Returns whether a value is in its field's declared range; `promise` may be null. If not, writes the fault to
/// `problem`: "must be from 0 to 1 according to its range, not 1.5".
bool check_range(const wits_promise *promise, const wits_field_desc *field, double value, text *problem);
/// Returns the value clamped to the declared range.
double value_in_range(const wits_promise *promise, double value);
/// Returns a field for the result of a host condition (bool) or score (float).
wits_field_desc field_of_function(const wits_function *function);

#endif
