// SPDX-License-Identifier: MIT
// Little-endian numbers in unaligned bytes; and the bits of floats.
#ifndef WITS_CORE_BYTES_H
#define WITS_CORE_BYTES_H

#include <stdbool.h>
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

/// Returns whether this machine has the same byte order.
static inline bool bytes_are_native(void) {
    const uint8_t bytes[4] = {1, 0, 0, 0};
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number == 1;
}

static inline uint64_t bytes_get64(const uint8_t *bytes) {
    return bytes_get32(bytes) | (uint64_t)bytes_get32(bytes + 4) << 32;
}

static inline void bytes_put64(uint8_t *bytes, uint64_t value) {
    bytes_put32(bytes, (uint32_t)value);
    bytes_put32(bytes + 4, (uint32_t)(value >> 32));
}

static inline float float_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float not_a_number(void) {
    return float_from_bits(0x7FC00000u);
}

static inline bool is_nan(float value) {
    return value != value;
}

/// Maps floats (not NaN) to integers in the same order; both zeroes to 0.
static inline int64_t float_place(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x80000000u) != 0 ? -(int64_t)(bits & 0x7FFFFFFFu) : (int64_t)bits;
}

static inline float float_at_place(int64_t place) {
    return float_from_bits(place < 0 ? 0x80000000u | (uint32_t)-place : (uint32_t)place);
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
