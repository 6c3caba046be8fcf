// SPDX-License-Identifier: MIT
// Fields of a context: what they hold and where they lie. Part of wits.h.
#ifndef WITS_FIELD_H
#define WITS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a field of the context holds.
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

/// Where a field lies: of agent row r at base + r * stride bytes. A stride of 0 is one value shared by all agents,
/// which is only read. So one struct, an array of structs and arrays of single fields all serve as they are.
/// Two fields of one agent may lie on the same bytes: what is assigned to one is then read from the other. In a crowd
/// they may not; wits_crowd_check tells. wits_bind makes columns of what a program names; whoever fills them by hand
/// keeps the brain's order.
typedef struct wits_column {
    void *base;  ///< no alignment needed
    size_t stride;
    wits_type type;  ///< the field's
    bool read_only;  ///< may not be assigned, whatever the stride
    size_t size;     ///< bytes of memory from `base` on; 0: not said. Only checks look at it
} wits_column;

/// Values from `low` to `high`; of a bool 0 and 1, of an enum the rows of its names. Floats may be infinite. No value
/// at all if `low` is greater than `high`, except NaN if `may_be_nan`.
typedef struct wits_bounds {
    double low;
    double high;
    bool may_be_nan;
} wits_bounds;

#endif
