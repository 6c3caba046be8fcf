// SPDX-License-Identifier: MIT
// Queries about many agents, and events for them.
#include "core/bytes.h"
#include "core/run/check.h"
#include "core/run/pass.h"
#include "crowd/code.h"

// --------------------------------------------------------------------------------------------------------------- slots

// The slots at the start of an agent's bytes say in which states it is. A crowd has few different ones, so an answer
// that depends on them alone is found once for each, while its entry in a small table is not replaced.

enum { PLACES = 128, PLACE_BITS = 7 };

/// Reads the slots of a brain's agents as one number.
typedef struct slot_reader {
    size_t size;      ///< bytes of slots
    uint64_t mask;    ///< of these bytes among the first eight
    bool reads_more;  ///< an agent has eight bytes
    bool is_short;    ///< the slots fit
} slot_reader;

static slot_reader slot_reader_of(const wits_brain *brain) {
    slot_reader reader = {.size = brain->events, .reads_more = brain->agent_size >= sizeof(uint64_t)};  // events follow
    reader.is_short = reader.size <= sizeof(uint64_t);
    memset(&reader.mask, 0xFF, reader.is_short ? reader.size : 0);
    return reader;
}

static inline uint64_t read_slots(const slot_reader *reader, const uint8_t *agent) {
    uint64_t slots = 0;
    if (reader->reads_more) {
        memcpy(&slots, agent, sizeof slots);
        return slots & reader->mask;
    }
    for (size_t i = 0; i < reader->size && i < sizeof slots; i++) {
        memcpy((uint8_t *)&slots + i, agent + i, 1);
    }
    return slots;
}

static inline uint32_t place_for(uint64_t slots) {
    return (uint32_t)(slots * 0x9E3779B97F4A7C15u >> (64 - PLACE_BITS));
}

/// A query about an agent whose result depends only on its slots.
typedef uint32_t question_fn(const wits_brain *brain, const void *agent, wits_state_id state);

typedef struct answers {
    const wits_brain *brain;
    question_fn *question;
    wits_state_id state;
    slot_reader reader;
    struct {
        uint64_t slots;
        uint32_t answer;
        bool is_known;
    } places[PLACES];
} answers;

static void answers_begin(answers *to, const wits_crowd *crowd, question_fn *question, wits_state_id state) {
    memset(to, 0, sizeof *to);
    to->brain = crowd->code->brain;
    to->question = question;
    to->state = state;
    to->reader = slot_reader_of(to->brain);
}

static inline uint32_t answer_for(answers *from, const uint8_t *agent) {
    if (!from->reader.is_short) {
        return from->question(from->brain, agent, from->state);
    }
    const uint64_t slots = read_slots(&from->reader, agent);
    const uint32_t place = place_for(slots);
    if (!from->places[place].is_known || from->places[place].slots != slots) {
        from->places[place].slots = slots;
        from->places[place].answer = from->question(from->brain, agent, from->state);
        from->places[place].is_known = true;
    }
    return from->places[place].answer;
}

// -------------------------------------------------------------------------------------------------------------- counts

/// Counts states by slots: with one machine the slot alone determines the state.
static void count_slots(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    const wits_brain *b = crowd->code->brain;
    const uint16_t *states = brain_at(b, b->config_states);
    const size_t stride = crowd_agent_stride(crowd);
    const uint8_t *agent = crowd_agent(crowd, first);
    if (b->slot_width != 1) {
        for (uint64_t i = 0; i < count; i++, agent += stride) {
            const uint32_t slot = bytes_get16(agent);
            if (slot != 0) {
                counts[states[slot - 1]]++;
            }
        }
        return;
    }
    uint64_t slots[2][256] = {{0}};  // two tables, because agents side by side are often in the same state
    for (uint64_t i = 0; i + 1 < count; i += 2, agent += 2 * stride) {
        slots[0][agent[0]]++;
        slots[1][agent[stride]]++;
    }
    if (count % 2 == 1) {
        slots[0][agent[0]]++;
    }
    for (uint32_t i = 0; i < b->config_count; i++) {
        counts[states[i]] += slots[0][i + 1] + slots[1][i + 1];
    }
}

/// Counts the agents that are in the same states as this one.
static void add_states(const wits_crowd *crowd, const void *agent, uint64_t agents, uint64_t *counts) {
    wits_core_check_query(crowd->code->brain, agent);
    wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, crowd->code->brain, agent, &frame);
    uint16_t at = wits_core_first_active(&p);
    for (uint16_t id; (id = wits_core_take_deepest(&p, &at)) != WITS_NONE;) {
        counts[id] += agents;
    }
}

/// Agents with the same slots.
typedef struct alike {
    uint64_t slots;
    const uint8_t *agent;  ///< one of them
    uint64_t count;        ///< 0: none yet
} alike;

static void count_alike(const wits_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    alike places[PLACES] = {{0, NULL, 0}};
    const slot_reader reader = slot_reader_of(crowd->code->brain);
    const size_t stride = crowd_agent_stride(crowd);
    const uint8_t *agent = crowd_agent(crowd, first);
    for (uint64_t i = 0; i < count; i++, agent += stride) {
        const uint64_t slots = read_slots(&reader, agent);
        alike *here = &places[place_for(slots)];
        if (here->slots != slots || here->count == 0) {
            if (here->count > 0) {
                add_states(crowd, here->agent, here->count, counts);
            }
            *here = (alike){slots, agent, 0};
        }
        here->count++;
    }
    for (uint32_t i = 0; i < PLACES; i++) {
        if (places[i].count > 0) {
            add_states(crowd, places[i].agent, places[i].count, counts);
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
    } else if (slot_reader_of(b).is_short) {
        count_alike(crowd, first, count, counts);
    } else {
        for (uint64_t row = first; row < first + count; row++) {
            add_states(crowd, crowd_agent(crowd, row), 1, counts);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- states

static uint32_t ask_is_in(const wits_brain *brain, const void *agent, wits_state_id state) {
    return wits_is_in(brain, agent, state);
}

static uint32_t ask_deepest(const wits_brain *brain, const void *agent, wits_state_id state) {
    wits_state_id deepest = WITS_NONE;
    (void)state;
    return wits_active(brain, agent, &deepest, 1) == 1 ? deepest : (uint32_t)WITS_NONE;
}

uint64_t wits_crowd_find(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_state_id state,
                         uint32_t *agents) {
    uint64_t found = 0;
    if (!crowd_has(crowd, first, count)) {
        return 0;
    }
    answers known;
    answers_begin(&known, crowd, ask_is_in, state);
    for (uint64_t row = first; row < first + count; row++) {
        if (answer_for(&known, crowd_agent(crowd, row)) != 0) {
            agents[found++] = (uint32_t)row;
        }
    }
    return found;
}

void wits_crowd_deepest(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_state_id *states) {
    if (!crowd_has(crowd, first, count)) {
        return;
    }
    const wits_brain *b = crowd->code->brain;
    const size_t stride = crowd_agent_stride(crowd);
    const uint8_t *agent = crowd_agent(crowd, first);
    if (b->machine_count == 1 && b->slot_width == 1) {
        wits_state_id of_slot[256];
        memset(of_slot, 0xFF, sizeof of_slot);  // WITS_NONE
        memcpy(of_slot + 1, brain_at(b, b->config_states), b->config_count * sizeof *of_slot);
        for (uint64_t i = 0; i < count; i++, agent += stride) {
            states[i] = of_slot[*agent];
        }
        return;
    }
    answers known;
    answers_begin(&known, crowd, ask_deepest, WITS_ROOT);
    for (uint64_t i = 0; i < count; i++, agent += stride) {
        states[i] = (wits_state_id)answer_for(&known, agent);
    }
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
