// SPDX-License-Identifier: MIT
// Fields of a context: what they hold and where they lie. Part of wits.h.
#ifndef WITS_FIELD_H
#define WITS_FIELD_H

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
typedef struct wits_column {
    void *base;  ///< no alignment needed
    size_t stride;
    wits_type type;  ///< the field's
} wits_column;

#endif
