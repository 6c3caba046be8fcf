// SPDX-License-Identifier: MIT
// When a state is active, by the slots of machines: now, or at a moment in the middle of section 5. Blocks and
// generated C, for which the moment is known when the program is lowered; one agent: core/compile/slots.c.
#include "lower/lower.h"

static void add_slot(active_slots *to, uint16_t id) {
    to->of[to->count++] = id;
}

/// Adds the slot of a state, and those around it as far as `end` (WITS_NONE: the root), which is excluded. A machine
/// holds nothing while its owner is not active, unless that keeps its inside.
static void add_slots(const wits_brain *b, active_slots *to, uint16_t id, uint16_t end) {
    add_slot(to, id);
    uint16_t owner = brain_machine(b, brain_state(b, id)->machine)->owner;
    while (owner != WITS_NONE && owner != end) {  // at most WITS_MAX_DEPTH times
        if (brain_state(b, owner)->leave == WITS_LEAVE_SUSPEND) {
            add_slot(to, owner);
        }
        owner = brain_machine(b, brain_state(b, owner)->machine)->owner;
    }
}

/// While `at` exits or enters, or a transition's action runs in it, the states around it are active and nothing inside
/// it is, except while it is about to exit with everything inside. Other regions may be active, too. For regions that
/// enter after it the slots already say that they are not active, except in a parallel that keeps them: then its own
/// slot decides.
active_slots wits_lower_slots_of(const wits_brain *b, uint16_t id, uint32_t flags, uint16_t at) {
    active_slots slots = {0};
    if ((flags & PROGRAM_AT_MOMENT) == 0) {
        add_slots(b, &slots, id, WITS_NONE);
        return slots;
    }
    const uint16_t around = state_around_both(b, id, at);
    const bool is_left = (flags & PROGRAM_MOMENT_LEFT) != 0,
               is_kept = brain_state(b, around)->leave == WITS_LEAVE_SUSPEND;
    if (around == at && id != at && (flags & PROGRAM_MOMENT_WHOLE) != 0) {
        add_slots(b, &slots, id, brain_machine(b, brain_state(b, at)->machine)->owner);
    } else if (state_contains(b, id, at)) {
        slots.is_active = !(is_left && id == at);
    } else if (around != at && brain_state(b, around)->kind == WITS_KIND_PARALLEL) {
        slots.kept_in = is_kept ? around : 0;
        add_slots(b, &slots, id, around);
        if (id > at && is_kept) {
            add_slot(&slots, around);
        }
    }
    return slots;
}
