// SPDX-License-Identifier: MIT
// Hashes and randomness. docs/determinism.md has both functions and their golden values;
// expressions draw too, so the second is in expr/random.h.
#include "core/brain.h"
#include "core/bytes.h"
#include "core/hash.h"

#include "expr/random.h"

/// The rest of the bytes, fewer than 8.
static uint64_t last_word(const uint8_t *from, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)from[i] << 8 * i;
    }
    return word;
}

uint64_t wits_core_hash_bytes(uint64_t seed, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    uint64_t hash = random_mix(seed + 0x9E3779B97F4A7C15u);
    for (size_t first = 0; first < size; first += 8) {
        size_t left = size - first;
        uint64_t word = left < 8 ? last_word(from + first, left) : bytes_get64(from + first);
        hash = random_mix(hash ^ word) + 0x9E3779B97F4A7C15u;
    }
    return random_mix(hash ^ size);
}

uint64_t wits_agent_hash(const wits_brain *brain, const void *agent, uint64_t id) {
    return wits_core_hash_bytes(id, agent, brain->agent_size);
}

uint64_t wits_brain_hash(const wits_brain *brain) {
    return brain->hash;
}

float wits_random(uint64_t seed, uint64_t agent, uint32_t tick, uint32_t place) {
    return expr_random(seed, agent, tick, place);
}
