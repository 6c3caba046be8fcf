// SPDX-License-Identifier: MIT
// Queries about active states during a pass.
#include "core/run/pass.h"

void wits_core_pass_open(pass *p, const wits_brain *brain, const void *agent, const wits_frame *frame) {
    pass_begin(p, brain, agent_to_read(agent), frame);
}

uint16_t wits_core_machine_deepest(const pass *p, uint32_t number) {
    const machine_row *m = brain_machine(p->call.brain, number);
    uint32_t slot = bytes_get(p->agent + m->slot, m->width);
    return slot == 0 ? (uint16_t)WITS_NONE : brain_config_state(p->call.brain, m, slot - 1);
}

uint16_t wits_core_active_child(const pass *p, const state_row *composite) {
    uint16_t deepest = wits_core_machine_deepest(p, composite->inside);
    if (deepest == WITS_NONE || brain_state(p->call.brain, deepest)->depth == composite->depth) {
        return WITS_NONE;
    }
    return state_ancestor(p->call.brain, deepest, composite->depth + 1u);
}

/// Checks the slots of the machines from the state's outwards, up to `end`, which is excluded.
static bool is_in_by_slots(const pass *p, uint32_t id, uint32_t end) {
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {  // outwards, machine by machine
        uint32_t number = brain_state(p->call.brain, id)->machine;
        uint16_t deepest = wits_core_machine_deepest(p, number);
        if (deepest == WITS_NONE || !state_contains(p->call.brain, id, deepest)) {
            return false;
        }
        id = brain_machine(p->call.brain, number)->owner;
        if (id == WITS_NONE || id == end) {
            return true;
        }
    }
    return false;
}

/// Returns whether a state inside the state of the moment is active, if all of that is.
static bool is_in_whole_moment(const pass *p, uint32_t id) {
    const uint16_t machine = brain_state(p->call.brain, p->moment)->machine;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {  // outwards, machine by machine
        uint32_t number = brain_state(p->call.brain, id)->machine;
        uint16_t deepest = wits_core_machine_deepest(p, number);
        if (deepest == WITS_NONE || !state_contains(p->call.brain, id, deepest)) {
            return false;
        }
        if (number == machine) {
            return true;
        }
        id = brain_machine(p->call.brain, number)->owner;
    }
    return false;
}

/// States around the state of a moment are active; states inside it are not, unless it is wholly active. Other regions
/// may be active, too. For regions that enter later, the slots already show that they are not active, except in a
/// parallel that suspends them: then its own slot decides.
static bool is_in_at_moment(const pass *p, uint32_t id) {
    if (state_contains(p->call.brain, id, p->moment)) {
        return !(p->moment_is_left && id == p->moment);
    }
    if (p->moment_is_whole && state_contains(p->call.brain, p->moment, id)) {
        return is_in_whole_moment(p, id);
    }
    uint16_t around = p->moment;
    while (!state_contains(p->call.brain, around, id)) {  // at most WITS_MAX_DEPTH times
        around = brain_state(p->call.brain, around)->parent;
    }
    const state_row *parallel = brain_state(p->call.brain, around);
    if (around == p->moment || (p->kept_in != 0 && p->kept_in == around) || parallel->kind != WITS_KIND_PARALLEL ||
        !is_in_by_slots(p, id, around)) {
        return false;
    }
    return id < p->moment || parallel->leave != WITS_LEAVE_SUSPEND ||
           state_contains(p->call.brain, around, wits_core_machine_deepest(p, parallel->machine));
}

bool wits_core_pass_is_in(const pass *p, uint32_t id) {
    return p->moment != WITS_NONE ? is_in_at_moment(p, id) : is_in_by_slots(p, id, WITS_NONE);
}

/// Returns the first active state inside; WITS_NONE if there is none.
static uint16_t first_inside(const pass *p, const state_row *s) {
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    return s->kind == WITS_KIND_PARALLEL ? brain_child(p->call.brain, s, 0) : wits_core_active_child(p, s);
}

uint16_t wits_core_next_region(const pass *p, uint16_t id, uint16_t top) {
    while (id != top) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(p->call.brain, id);
        const state_row *around = brain_state(p->call.brain, s->parent);
        if (around->kind == WITS_KIND_PARALLEL && s->ordinal + 1u < around->child_count) {
            return brain_child(p->call.brain, around, s->ordinal + 1u);
        }
        id = s->parent;
    }
    return WITS_NONE;
}

uint16_t wits_core_next_active(const pass *p, uint16_t id, uint16_t top) {
    uint16_t inside = first_inside(p, brain_state(p->call.brain, id));
    return inside != WITS_NONE ? inside : wits_core_next_region(p, id, top);
}

uint16_t wits_core_first_active(const pass *p) {
    return wits_core_machine_deepest(p, 0) == WITS_NONE ? (uint16_t)WITS_NONE : (uint16_t)WITS_ROOT;
}

uint16_t wits_core_take_deepest(const pass *p, uint16_t *at) {
    uint16_t id = WITS_NONE;
    bool goes_inwards = true;
    while (*at != WITS_NONE && goes_inwards) {
        id = *at;
        *at = wits_core_next_active(p, id, WITS_ROOT);
        goes_inwards = *at != WITS_NONE && state_contains(p->call.brain, id, *at);
    }
    return goes_inwards ? (uint16_t)WITS_NONE : id;
}
