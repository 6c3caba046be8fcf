// SPDX-License-Identifier: MIT
// Queries about many agents, and events for them.
#include "core/bytes.h"
#include "crowd/code.h"

static uint32_t top_slot_of(const wits_brain *brain, const uint8_t *agent) {
    return brain->slot_width == 1 ? agent[0] : bytes_get16(agent);
}

/// With one machine the slot alone determines the state.
static void count_slots(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    const wits_brain *b = crowd->code->brain;
    const uint16_t *states = brain_at(b, b->config_states);
    for (uint64_t row = first; row < first + count; row++) {
        uint32_t slot = top_slot_of(b, crowd_agent(crowd, row));
        if (slot != 0) {
            counts[states[slot - 1]]++;
        }
    }
}

/// Counts the agents that are in the same states as this one.
static void add_states(const wits_crowd *crowd, uint64_t row, uint64_t agents, uint64_t *counts) {
    const wits_brain *b = crowd->code->brain;
    const void *agent = crowd_agent(crowd, row);
    wits_state_id active[64];
    uint32_t branches = wits_active(b, agent, active, 64);
    for (uint32_t i = 0; i < branches && branches <= 64; i++) {
        counts[active[i]] += agents;
    }
    for (uint32_t id = 0; id < b->state_count && branches > 64; id++) {  // too many: state by state
        bool deepest = wits_is_in(b, agent, (wits_state_id)id);
        uint32_t end = wits_state_end(b, (wits_state_id)id);
        for (uint32_t inside = id + 1; deepest && inside < end; inside++) {
            deepest = !wits_is_in(b, agent, (wits_state_id)inside);
        }
        counts[id] += deepest ? agents : 0;
    }
}

/// Agents with the same slots.
typedef struct alike {
    uint64_t slots;
    uint64_t row;    ///< one of them
    uint64_t count;  ///< 0: none yet
} alike;

/// Slots say in which states an agent is. A crowd has few different ones, so each is decoded once while its entry in
/// this cache is not replaced.
static void count_alike(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    enum { PLACES = 64 };
    alike places[PLACES] = {{0, 0, 0}};
    size_t size = crowd->code->brain->events;  // events follow the slots
    for (uint64_t row = first; row < first + count; row++) {
        uint64_t slots = 0;
        memcpy(&slots, crowd_agent(crowd, row), size);
        alike *here = &places[slots * 0x9E3779B97F4A7C15u >> 58];
        if (here->count > 0 && here->slots != slots) {
            add_states(crowd, here->row, here->count, counts);
            here->count = 0;
        }
        *here = (alike){slots, row, here->count + 1};
    }
    for (uint32_t i = 0; i < PLACES; i++) {
        if (places[i].count > 0) {
            add_states(crowd, places[i].row, places[i].count, counts);
        }
    }
}

void wits_crowd_count(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    if (!crowd_has(crowd, first, count)) {
        return;
    }
    const wits_brain *b = crowd->code->brain;
    if (b->machine_count == 1) {
        count_slots(crowd, first, count, counts);
    } else if (b->events <= sizeof(uint64_t)) {
        count_alike(crowd, first, count, counts);
    } else {
        for (uint64_t row = first; row < first + count; row++) {
            add_states(crowd, row, 1, counts);
        }
    }
}

uint64_t wits_crowd_find(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_state_id state,
                         uint32_t *agents) {
    uint64_t found = 0;
    uint64_t end = crowd_has(crowd, first, count) ? first + count : first;
    for (uint64_t row = first; row < end; row++) {
        if (wits_is_in(crowd->code->brain, crowd_agent(crowd, row), state)) {
            agents[found++] = (uint32_t)row;
        }
    }
    return found;
}

uint64_t wits_crowd_hash(const wits_crowd *crowd, uint64_t first, uint64_t count) {
    uint64_t sum = 0;
    uint64_t end = crowd_has(crowd, first, count) ? first + count : first;
    for (uint64_t row = first; row < end; row++) {
        sum += wits_agent_hash(crowd->code->brain, crowd_agent(crowd, row), crowd_id(crowd, row));
    }
    return sum;
}

void wits_crowd_raise(const wits_crowd *crowd, uint64_t first, uint64_t count, uint32_t event) {
    uint64_t end = crowd_has(crowd, first, count) ? first + count : first;
    for (uint64_t row = first; row < end; row++) {
        wits_raise(crowd->code->brain, crowd_agent(crowd, row), event);
    }
}

void wits_crowd_raise_for(const wits_crowd *crowd, const uint32_t *agents, size_t count, uint32_t event) {
    for (size_t i = 0; i < count; i++) {
        if (crowd_has(crowd, agents[i], 1)) {
            wits_raise(crowd->code->brain, crowd_agent(crowd, agents[i]), event);
        }
    }
}
