// SPDX-License-Identifier: MIT
// Sums of snapshots and recordings, computed as another program would: the tests alter bytes, then correct the sums.
#ifndef WITS_TESTS_SUM_SUPPORT_H
#define WITS_TESTS_SUM_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t mix_word(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 32;
}

static inline uint64_t word_at(const uint8_t *at) {
    uint64_t word = 0;
    for (uint32_t i = 0; i < 8; i++) {
        word |= (uint64_t)at[i] << 8 * i;
    }
    return word;
}

/// Returns the sum of src/snapshot/sum.c.
static inline uint64_t sum_of(uint64_t seed, const uint8_t *at, size_t size) {
    uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3;
    size_t rest = size;
    for (; rest >= 32; rest -= 32, at += 32) {
        a = mix_word(a, word_at(at));
        b = mix_word(b, word_at(at + 8));
        c = mix_word(c, word_at(at + 16));
        d = mix_word(d, word_at(at + 24));
    }
    uint64_t sum = mix_word(mix_word(mix_word(mix_word(size, a), b), c), d);
    for (; rest >= 8; rest -= 8, at += 8) {
        sum = mix_word(sum, word_at(at));
    }
    uint64_t last = 0;
    for (size_t i = 0; i < rest; i++) {
        last |= (uint64_t)at[i] << 8 * i;
    }
    return mix_word(sum, last);
}

static inline void put_word(uint8_t *at, uint64_t word) {
    for (uint32_t i = 0; i < 8; i++) {
        at[i] = (uint8_t)(word >> 8 * i);
    }
}

#endif
