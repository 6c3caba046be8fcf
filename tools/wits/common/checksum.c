// SPDX-License-Identifier: MIT
#include "common/checksum.h"

#include <string.h>

/// Every step is invertible, so different words never collide.
static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 32;
}

uint64_t checksum(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    uint64_t sum = mix(before, size);
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = mix(sum, word);
    }
    uint64_t rest = 0;
    if (size > 0) {
        memcpy(&rest, at, size);
    }
    return mix(sum, rest);
}
