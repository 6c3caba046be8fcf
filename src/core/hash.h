// SPDX-License-Identifier: MIT
#ifndef WITS_CORE_HASH_H
#define WITS_CORE_HASH_H

#include "core/prefix.h"

#include <stddef.h>
#include <stdint.h>

/// The finaliser of MurmurHash3 (Austin Appleby), variant 13 of David Stafford.
static inline uint64_t hash_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/// Of bytes read as little-endian words of 8, the last filled up with zeroes, and their count.
uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t size);

#endif
