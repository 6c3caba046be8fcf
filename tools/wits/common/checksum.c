// SPDX-License-Identifier: MIT
#include "common/checksum.h"

#include "common/text.h"

#include <string.h>

/// Every step is invertible, so different words never give the same sum.
static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 32;
}

uint64_t checksum(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    uint64_t sum = mix(before, size);
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        sum = mix(sum, u64_at(at));
    }
    unsigned char rest[sizeof(uint64_t)] = {0};
    if (size > 0) {
        memcpy(rest, at, size);
    }
    return mix(sum, u64_at(rest));
}
