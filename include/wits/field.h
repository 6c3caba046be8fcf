// SPDX-License-Identifier: MIT
// Fields of a context: types and locations. Part of wits.h.
#ifndef WITS_FIELD_H
#define WITS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Type of a field of the context.
typedef enum wits_type {
    WITS_TYPE_DEFAULT,  ///< not given: an error
    WITS_TYPE_BOOL,     ///< one byte, 0 or 1
    WITS_TYPE_ENUM,     ///< one byte: the number of the name in the field's own list
    WITS_TYPE_INT8,
    WITS_TYPE_UINT8,
    WITS_TYPE_INT16,
    WITS_TYPE_UINT16,
    WITS_TYPE_INT,  ///< 32 bits
    WITS_TYPE_FLOAT,
} wits_type;

/// Location of a field: the value of agent row r is at base + r * stride bytes. A stride of 0 is one read-only value
/// shared by all agents. A struct, an array of structs and arrays of single fields can all be used in place. Two fields
/// of one agent may overlap: an assignment to one changes the other. In a crowd they must not; wits_crowd_check reports
/// it. wits_bind creates columns by name; if you fill them yourself, keep the brain's order.
typedef struct wits_column {
    void *base;  ///< no alignment needed
    size_t stride;
    wits_type type;  ///< the field's
    bool read_only;  ///< must not be assigned, whatever the stride
    size_t size;     ///< bytes of memory from `base` on; 0: unknown. Used by checks only
} wits_column;

/// Values from `low` to `high`; 0 and 1 for a bool, the rows of its names for an enum. Floats may be infinite. Empty if
/// `low` is greater than `high`, except for NaN if `may_be_nan`.
typedef struct wits_bounds {
    double low;
    double high;
    bool may_be_nan;
} wits_bounds;

#endif
