// SPDX-License-Identifier: MIT
// What the agent knows: the brain's fields as columns of one row, and their values as texts.
#ifndef WITS_TOOL_CONTEXT_H
#define WITS_TOOL_CONTEXT_H

#include "common/text.h"
#include "wits/file.h"

typedef struct context {
    const wits_field_desc *fields;
    uint32_t count;
    wits_column *columns;
    unsigned char *bytes;  ///< of all fields, `width` each
} context;

/// Bytes of a value.
size_t type_size(wits_type type);
/// Bools are 0 and 1, enums the row of their name. Every value of every type is a double.
double value_at(wits_type type, const void *from);
/// What an int type holds; false of others.
bool type_range(wits_type type, double *lo, double *hi);
/// Whether it is an int or a float.
bool field_is_number(const wits_field_desc *field);
/// The value is one that the type can hold.
void value_put(wits_type type, void *to, double value);

/// With the initial values.
context context_new(const wits_field_desc *fields, uint32_t count);
void context_free(context *of);
double context_get(const context *of, uint32_t field);
void context_set(context *of, uint32_t field, double value);
/// Both are of the same fields.
bool context_differs(const context *a, const context *b, uint32_t field);
void context_copy(context *to, const context *from);

/// A field's value as a word; as JSON enums, NaN and infinities are in quotes.
void text_value(text *to, const wits_field_desc *field, double value, bool json);
/// Reads a constant that fits the field. On a mistake false, and what is wrong in `problem`: "is true or false, not
/// 'x'".
bool read_value(const wits_field_desc *field, const char *given, double *value, text *problem);
/// Reads "0..30": two finite singles, the lesser first.
bool read_range(const char *given, double *lo, double *hi);
/// Whether a value keeps to the range that is promised of its field; `promise` may be null. If not, what is wrong is in
/// `problem`: "is from 0 to 1, as its range says, not 1.5".
bool check_range(const wits_promise *promise, const wits_field_desc *field, double value, text *problem);
/// The same with a value that is cut off at the ends of the range.
double value_in_range(const wits_promise *promise, double value);
/// What a host condition (bool) or score (float) gives, as a field.
wits_field_desc field_of_function(const wits_function *function);

#endif
