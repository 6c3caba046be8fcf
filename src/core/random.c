// SPDX-License-Identifier: MIT
// Hashes and randomness. docs/determinism.md has both functions and their golden values.
#include "core/brain.h"
#include "core/hash.h"

uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    uint64_t hash = hash_mix(seed + 0x9E3779B97F4A7C15u);
    for (size_t first = 0; first < size; first += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && first + i < size; i++) {
            word |= (uint64_t)from[first + i] << 8 * i;
        }
        hash = hash_mix(hash ^ word) + 0x9E3779B97F4A7C15u;
    }
    return hash_mix(hash ^ size);
}

uint64_t wits_agent_hash(const wits_brain *brain, const void *agent, uint64_t id) {
    return hash_bytes(id, agent, brain->agent_size);
}

uint64_t wits_brain_hash(const wits_brain *brain) {
    return brain->hash;
}

/// Everything but the low half of the agent's id becomes a key, once for a block of agents.
static uint64_t random_key(uint64_t seed, uint32_t agent_high, uint32_t tick, uint32_t place) {
    uint64_t key = hash_mix(seed + 0x9E3779B97F4A7C15u);
    key = hash_mix(key ^ ((uint64_t)tick << 32 | place));
    return hash_mix(key ^ agent_high);
}

/// Two multiplications in 32-bit lanes; the constants are those of "lowbias32" (Chris Wellons).
static uint32_t random_lane(uint64_t key, uint32_t agent_low) {
    uint32_t x = agent_low + (uint32_t)key;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x ^= (uint32_t)(key >> 32);
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

float wits_random(uint64_t seed, uint64_t agent, uint32_t tick, uint32_t place) {
    uint64_t key = random_key(seed, (uint32_t)(agent >> 32), tick, place);
    return (float)(random_lane(key, (uint32_t)agent) >> 8) * 0x1p-24f;
}
