// SPDX-License-Identifier: MIT
// Which states are active, as far as a pass has got.
#include "core/pass.h"

// A ranked brain has one number for all its machines: of each machine the sum of the configurations before this one,
// and for a parallel's configuration its regions' ranks as digits of mixed radix.

static uint32_t config_base(const wits_brain *brain, const machine_row *m, uint32_t config) {
    return ((const uint32_t *)brain_at(brain, brain->config_bases))[m->first_config + config];
}

/// The last configuration that begins at or before `rank`.
static uint32_t config_at_rank(const wits_brain *brain, const machine_row *m, uint32_t rank) {
    uint32_t lo = 0;
    uint32_t hi = m->config_count;
    while (hi - lo > 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (config_base(brain, m, middle) <= rank) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/// Slots from the rank. Until it is its turn, a machine's slot holds its own rank plus 1.
static void unpack_rank(pass *p, uint32_t rank_plus_1) {
    const wits_brain *b = p->brain;
    for (uint32_t number = 0; number < b->machine_count; number++) {
        p->slots[number] = 0;
    }
    p->slots[0] = (uint16_t)rank_plus_1;
    for (uint32_t number = 0; number < b->machine_count; number++) {
        if (p->slots[number] == 0) {
            continue;
        }
        const machine_row *m = brain_machine(b, number);
        uint32_t rank = p->slots[number] - 1u;
        uint32_t config = config_at_rank(b, m, rank);
        p->slots[number] = (uint16_t)(config + 1);
        rank -= config_base(b, m, config);
        const state_row *s = brain_state(b, brain_config_state(b, m, config));
        for (uint32_t i = 0; s->kind == WITS_KIND_PARALLEL && i < s->child_count; i++) {
            uint32_t region = brain_state(b, brain_child(b, s, i))->machine;
            const machine_row *r = brain_machine(b, region);
            p->slots[region] = (uint16_t)(rank / r->rank_weight % r->rank_total + 1);
        }
    }
}

static uint32_t pack_rank(pass *p) {
    const wits_brain *b = p->brain;
    for (uint32_t number = b->machine_count; number-- > 0;) {  // inner machines have the higher numbers
        if (p->slots[number] == 0) {
            continue;
        }
        const machine_row *m = brain_machine(b, number);
        uint32_t config = p->slots[number] - 1u;
        uint32_t rank = config_base(b, m, config);
        const state_row *s = brain_state(b, brain_config_state(b, m, config));
        for (uint32_t i = 0; s->kind == WITS_KIND_PARALLEL && i < s->child_count; i++) {
            uint32_t region = brain_state(b, brain_child(b, s, i))->machine;
            rank += (p->slots[region] - 1u) * brain_machine(b, region)->rank_weight;
        }
        p->slots[number] = (uint16_t)(rank + 1);
    }
    return p->slots[0];
}

void pass_begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame) {
    p->call = (wits_call){.brain = brain, .frame = frame, .agent = agent, .row = WITS_NONE, .pass = p};
    p->brain = brain;
    p->frame = frame;
    p->agent = agent;
    p->pending = 0;
    p->deciding = false;
    p->silent = false;
    p->source_elapsed = 0;
    p->flight_machine = WITS_NONE;
    p->flight_state = WITS_NONE;
    p->dormant = (window){0, 0, 0, 0};
    if (brain->rank_width != 0) {
        unpack_rank(p, bytes_get(p->agent, brain->rank_width));
    }
}

void pass_end(pass *p) {
    WITS_ASSERT(p->flight_machine == WITS_NONE);
    if (p->brain->rank_width != 0) {
        bytes_put(p->agent, p->brain->rank_width, pack_rank(p));
    }
}

uint16_t machine_deepest(const pass *p, uint32_t number) {
    if (number == p->flight_machine) {
        return p->flight_state;
    }
    const machine_row *m = brain_machine(p->brain, number);
    uint32_t slot = p->brain->rank_width != 0 ? p->slots[number] : bytes_get(p->agent + m->slot, m->width);
    return slot == 0 ? (uint16_t)WITS_NONE : brain_config_state(p->brain, m, slot - 1);
}

static void slot_set(pass *p, uint32_t number, uint32_t slot) {
    if (p->brain->rank_width != 0) {
        p->slots[number] = (uint16_t)slot;
    } else {
        const machine_row *m = brain_machine(p->brain, number);
        bytes_put(p->agent + m->slot, m->width, slot);
    }
}

void machine_set_deepest(pass *p, uint32_t number, uint16_t id) {
    WITS_ASSERT(p->flight_machine == WITS_NONE || p->flight_machine == number);
    p->flight_machine = WITS_NONE;
    if (id == WITS_NONE) {
        slot_set(p, number, 0);
    } else if (brain_state(p->brain, id)->config != WITS_NONE) {
        slot_set(p, number, brain_state(p->brain, id)->config + 1u);
    } else {
        p->flight_machine = (uint16_t)number;
        p->flight_state = id;
    }
}

uint16_t active_child(const pass *p, const state_row *composite) {
    uint16_t deepest = machine_deepest(p, composite->inside);
    if (deepest == WITS_NONE || brain_state(p->brain, deepest)->depth == composite->depth) {
        return WITS_NONE;
    }
    return state_ancestor(p->brain, deepest, composite->depth + 1u);
}

static bool is_dormant(const window *w, uint32_t id) {
    return id >= w->first && id < w->end && !(id >= w->revived_first && id < w->revived_end);
}

bool pass_is_in(const pass *p, uint32_t id) {
    if (is_dormant(&p->dormant, id)) {
        return false;
    }
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {  // outwards, machine by machine
        uint32_t number = brain_state(p->brain, id)->machine;
        uint16_t deepest = machine_deepest(p, number);
        if (deepest == WITS_NONE || !state_contains(p->brain, id, deepest)) {
            return false;
        }
        id = brain_machine(p->brain, number)->owner;
        if (id == WITS_NONE) {
            return true;
        }
    }
    return false;
}

/// The first active state inside; WITS_NONE if there is none.
static uint16_t first_inside(const pass *p, const state_row *s) {
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    return s->kind == WITS_KIND_PARALLEL ? brain_child(p->brain, s, 0) : active_child(p, s);
}

uint16_t next_region(const pass *p, uint16_t id, uint16_t top) {
    while (id != top) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(p->brain, id);
        const state_row *around = brain_state(p->brain, s->parent);
        if (around->kind == WITS_KIND_PARALLEL && s->ordinal + 1u < around->child_count) {
            return brain_child(p->brain, around, s->ordinal + 1u);
        }
        id = s->parent;
    }
    return WITS_NONE;
}

uint16_t next_active(const pass *p, uint16_t id, uint16_t top) {
    uint16_t inside = first_inside(p, brain_state(p->brain, id));
    return inside != WITS_NONE ? inside : next_region(p, id, top);
}
