// SPDX-License-Identifier: MIT
// Hashes everything that determines the meaning of an agent's bytes.
#include "core/brain.h"
#include "core/bytes.h"
#include "core/hash.h"
#include "wits/convert.h"

#include <string.h>

/// Increase it when the layout of an agent's bytes changes: machines.c, slots.c, room.c.
enum { LAYOUT_VERSION = 2 };

static uint64_t hash_numbers(uint64_t hash, const uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        bytes_put32(bytes, numbers[i]);
        hash = wits_core_hash_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}

static uint64_t hash_name(uint64_t hash, const char *name) {
    return wits_core_hash_bytes(hash, name, strlen(name));
}

/// The tree, the kinds, `leave`, and which machines may be empty determine configurations and machines.
static uint64_t hash_state(uint64_t hash, const wits_brain *brain, uint16_t id) {
    const state_row *s = brain_state(brain, id);
    const uint32_t numbers[] = {s->parent,     s->kind,         s->activation == WITS_ACTIVATION_ON_DECIDE,
                                s->leave,      s->memory,       s->clock,
                                s->data,       s->scored_clock, s->data_size,
                                s->cooldown_at};
    hash = id == WITS_ROOT ? hash : hash_name(hash, wits_state_name(brain, id));
    hash = hash_numbers(hash, numbers, sizeof numbers / sizeof *numbers);
    if (s->target_at != 0) {
        hash = hash_numbers(hash, &s->target_at, 1);
    }
    return s->target != WITS_NONE ? hash_name(hash, wits_target_kind_name(brain, s->target)) : hash;
}

uint64_t wits_brain_layout_hash(const wits_brain *brain) {
    const uint32_t numbers[] = {brain->state_count, brain->event_count, brain->agent_size, brain->events,
                                brain->fresh,       brain->fresh_bytes, brain->rooms,      brain->cooldowns};
    uint64_t hash = hash_numbers(LAYOUT_VERSION, numbers, sizeof numbers / sizeof *numbers);
    for (uint32_t id = 0; id < brain->state_count; id++) {
        hash = hash_state(hash, brain, (uint16_t)id);
    }
    for (uint32_t event = 0; event < brain->event_count; event++) {
        hash = hash_name(hash, wits_event_name(brain, event));
    }
    return hash;
}
