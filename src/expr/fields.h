// SPDX-License-Identifier: MIT
// Reads and writes a field's bytes, in the machine's own order, unaligned.
#ifndef WITS_EXPR_FIELDS_H
#define WITS_EXPR_FIELDS_H

#include "expr/expr.h"
#include "expr/math.h"

#include <string.h>

static inline uint32_t load_uint8(const unsigned char *at) {
    return *at;
}

static inline int32_t load_int8(const unsigned char *at) {
    return (int8_t)*at;
}

static inline int32_t load_int16(const unsigned char *at) {
    int16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t load_uint16(const unsigned char *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t load_uint32(const unsigned char *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline float load_float(const unsigned char *at) {
    return math_float(load_uint32(at));
}

/// Reads a value of `type`.
static inline expr_value load_value(const unsigned char *at, expr_field_type type) {
    switch (type) {
    case WITS_TYPE_BOOL:
        return (expr_value){.bits = load_uint8(at) != 0};
    case WITS_TYPE_ENUM:
    case WITS_TYPE_UINT8:
        return (expr_value){.bits = load_uint8(at)};
    case WITS_TYPE_INT8:
        return (expr_value){.i = load_int8(at)};
    case WITS_TYPE_INT16:
        return (expr_value){.i = load_int16(at)};
    case WITS_TYPE_UINT16:
        return (expr_value){.bits = load_uint16(at)};
    default:
        return (expr_value){.bits = load_uint32(at)};
    }
}

static inline void store_uint16(unsigned char *at, uint16_t value) {
    memcpy(at, &value, sizeof value);
}

static inline void store_uint32(unsigned char *at, uint32_t value) {
    memcpy(at, &value, sizeof value);
}

#endif
