// SPDX-License-Identifier: MIT
#include "snapshot/format.h"

/// Every step is invertible, so words that differ in one place never have the same sum.
static inline uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 32;
}

/// Four independent sums, so that the processor computes them at once.
uint64_t wits_snapshot_sum(uint64_t seed, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3;
    size_t rest = size;
    for (; rest >= 32; rest -= 32, at += 32) {
        a = mix(a, bytes_get64(at));
        b = mix(b, bytes_get64(at + 8));
        c = mix(c, bytes_get64(at + 16));
        d = mix(d, bytes_get64(at + 24));
    }
    uint64_t sum = mix(mix(mix(mix(size, a), b), c), d);
    for (; rest >= 8; rest -= 8, at += 8) {
        sum = mix(sum, bytes_get64(at));
    }
    uint64_t last = 0;
    for (size_t i = 0; i < rest; i++) {
        last |= (uint64_t)at[i] << 8 * i;
    }
    return mix(sum, last);
}
