// SPDX-License-Identifier: MIT
// Little-endian numbers in unaligned bytes.
#ifndef WITS_CORE_BYTES_H
#define WITS_CORE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t bytes_get16(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline void bytes_put16(uint8_t *bytes, uint32_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static inline uint32_t bytes_get32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void bytes_put32(uint8_t *bytes, uint32_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

static inline uint64_t bytes_get64(const uint8_t *bytes) {
    return bytes_get32(bytes) | (uint64_t)bytes_get32(bytes + 4) << 32;
}

static inline float float_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// A number of `width` bytes: 1 or 2.
static inline uint32_t bytes_get(const uint8_t *bytes, uint32_t width) {
    return width == 1 ? bytes[0] : bytes_get16(bytes);
}

static inline void bytes_put(uint8_t *bytes, uint32_t width, uint32_t value) {
    if (width == 1) {
        bytes[0] = (uint8_t)value;
    } else {
        bytes_put16(bytes, value);
    }
}

#endif
