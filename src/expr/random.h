// SPDX-License-Identifier: MIT
// The library's randomness: a pure function of (seed, agent id, tick, place). docs/determinism.md has golden values.
#ifndef WITS_EXPR_RANDOM_H
#define WITS_EXPR_RANDOM_H

#include <stdint.h>

/// The finaliser of MurmurHash3 (Austin Appleby), variant 13 of David Stafford.
static inline uint64_t random_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/// Hashes everything except the low half of the agent's id to a key, once for a block of agents.
static inline uint64_t random_key(uint64_t seed, uint32_t agent_high, uint32_t tick, uint32_t place) {
    uint64_t key = random_mix(seed + 0x9E3779B97F4A7C15u);
    key = random_mix(key ^ ((uint64_t)tick << 32 | place));
    return random_mix(key ^ agent_high);
}

/// Two multiplications in 32-bit lanes; the constants are those of "lowbias32" (Chris Wellons).
static inline uint32_t random_lane(uint64_t key, uint32_t agent_low) {
    uint32_t x = agent_low + (uint32_t)key;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x ^= (uint32_t)(key >> 32);
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

/// Uniform in [0, 1), a multiple of 2^-24.
static inline float random_unit(uint32_t lane) {
    return (float)(int32_t)(lane >> 8) * 0x1p-24f;
}

static inline float expr_random(uint64_t seed, uint64_t agent, uint32_t tick, uint32_t place) {
    return random_unit(random_lane(random_key(seed, (uint32_t)(agent >> 32), tick, place), (uint32_t)agent));
}

#endif
