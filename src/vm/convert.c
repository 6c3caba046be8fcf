// SPDX-License-Identifier: MIT
// Converts an agent to another version of its brain. Section 13. Data that outlives its state (memories, cooldowns)
// comes first, then kept states, inside out, then active ones. So a state that must be entered, because nothing of the
// old agent matches, finds the same data as in a brain that never changed.
#include "vm/convert.h"

#include "core/run/check.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ the same by its path

/// Tries the same position in the other brain first, because most children have not moved.
uint16_t wits_vm_same_child(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t around) {
    const state_row *s = brain_state(other, around);
    const char *name = wits_state_name(brain, id);
    uint32_t first = brain_state(brain, id)->ordinal;
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(other, s, (first + i) % s->child_count);
        if (strcmp(wits_state_name(other, child), name) == 0) {
            return child;
        }
    }
    return WITS_NONE;
}

uint16_t wits_vm_same_state(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t *gone) {
    uint16_t found = WITS_ROOT;
    for (uint32_t depth = 1; depth <= brain_state(brain, id)->depth; depth++) {
        uint16_t on_path = state_ancestor(brain, id, depth);
        found = wits_vm_same_child(brain, on_path, other, found);
        if (found == WITS_NONE) {
            *gone = on_path;
            return WITS_NONE;
        }
    }
    *gone = WITS_NONE;
    return found;
}

bool wits_vm_is_remembered(const pass *p, uint16_t id) {
    uint16_t deepest = wits_core_machine_deepest(p, brain_state(p->call.brain, id)->machine);
    return deepest != WITS_NONE && state_contains(p->call.brain, id, deepest);
}

bool wits_vm_has_kept_inside(const pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->leave != WITS_LEAVE_SUSPEND || wits_vm_is_remembered(p, id)) {
        return false;
    }
    return s->kind == WITS_KIND_PARALLEL ? wits_vm_is_remembered(p, brain_child(p->call.brain, s, 0))
                                         : wits_core_active_child(p, s) != WITS_NONE;
}

// --------------------------------------------------------------------------------------------------------- one state

/// Converts elapsed ticks back to a start tick; a stopped clock is stopped again when everything kept exists.
static void carry_clock(conversion *c, uint32_t from, uint32_t to, bool kept) {
    if (from != 0 && to != 0) {
        uint32_t tick = c->to.call.frame->tick;
        uint32_t old = bytes_get32(c->from.agent + from);
        bytes_put32(c->to.agent + to, kept ? tick - old : old);
    }
}

static void carry_cooldown(conversion *c, const state_row *from, const state_row *to) {
    if (from->cooldown != 0 && to->cooldown != 0) {
        memcpy(c->to.agent + to->cooldown_at, c->from.agent + from->cooldown_at, COOLDOWN_BYTES);
    }
}

/// Carries the target of an option with the same kind of targets.
static void carry_target(conversion *c, const state_row *from, const state_row *to) {
    const wits_brain *old = c->from.call.brain, *now = c->to.call.brain;
    if (from->target != WITS_NONE && to->target != WITS_NONE &&
        strcmp(wits_target_kind_name(old, from->target), wits_target_kind_name(now, to->target)) == 0) {
        memcpy(c->to.agent + brain_state(now, to->parent)->target_at,
               c->from.agent + brain_state(old, from->parent)->target_at, TARGET_BYTES);
    }
}

static const vm_verbs *verbs_of(const conversion *c, uint16_t id) {
    return vm_verbs_of(c->call.brain, id);
}

/// Entered like any state; then it gets the contents of its memory.
static void carry_state(conversion *c, uint16_t id, uint16_t old, bool kept) {
    const state_row *s = brain_state(c->to.call.brain, id);
    const state_row *o = brain_state(c->from.call.brain, old);
    vm_call call = c->call;
    call.does |=
        wits_core_is_fresh(&c->from, o) ? RUN_FRESH : 0;  // activated by a decision pass, and not updated since
    wits_vm_run(&call, verbs_of(c, id)->enter);
    if (s->config != WITS_NONE) {
        const machine_row *m = brain_machine(c->to.call.brain, s->machine);
        bytes_put(c->to.agent + m->slot, m->width, s->config + 1u);
    }
    carry_clock(c, o->clock, s->clock, kept);
    carry_clock(c, o->scored_clock, s->scored_clock, kept);
    carry_cooldown(c, o, s);
    carry_target(c, o, s);
    if (s->data_size == o->data_size && s->data_size != 0) {
        memcpy(c->to.agent + s->data, c->from.agent + o->data, s->data_size);
    }
}

// ------------------------------------------------------------------------------------------------ what goes together

/// Returns the active old child of `old` that matches a child of `around`; WITS_NONE if there is none.
static uint16_t surviving_child(const conversion *c, uint16_t old, uint16_t around) {
    const state_row *o = brain_state(c->from.call.brain, old);
    if (o->kind == WITS_KIND_LEAF || o->kind == WITS_KIND_PARALLEL) {
        return WITS_NONE;
    }
    uint16_t child = wits_core_active_child(&c->from, o);
    return child == WITS_NONE ? child : wits_vm_same_child(c->from.call.brain, child, c->to.call.brain, around);
}

/// Continues inside a carried state: with its active child, else by its own rules.
static uint16_t carry_inside(conversion *c, uint16_t id, uint16_t old) {
    const state_row *s = brain_state(c->to.call.brain, id);
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    if (s->kind == WITS_KIND_PARALLEL) {
        return brain_child(c->to.call.brain, s, 0);
    }
    uint16_t child = surviving_child(c, old, id);
    if (child == WITS_NONE && s->activation != WITS_ACTIVATION_ON_DECIDE) {
        wits_vm_run(&c->call, verbs_of(c, id)->inside);
    }
    return child;
}

/// The old state for the next state of a walk, if it was active or kept with its parent.
static uint16_t old_of(conversion *c, uint16_t id) {
    const state_row *s = brain_state(c->to.call.brain, id);
    uint16_t old = WITS_ROOT;
    if (id != WITS_ROOT) {
        old = wits_vm_same_child(c->to.call.brain, id, c->from.call.brain, c->same[s->depth - 1]);
    }
    old = old != WITS_NONE && wits_vm_is_remembered(&c->from, old) ? old : (uint16_t)WITS_NONE;
    c->same[s->depth] = old;
    return old;
}

/// Carries everything that was active with `top`, which is carried, or is a region beside a carried one.
static void carry_tree(conversion *c, uint16_t top, bool kept) {
    uint16_t id = top;
    while (id != WITS_NONE) {  // each iteration carries a state, or enters one with its inside
        uint16_t next = WITS_NONE;
        uint16_t old = old_of(c, id);
        if (old != WITS_NONE) {
            carry_state(c, id, old, kept);
            next = carry_inside(c, id, old);
        } else {
            wits_vm_enter_way(&c->call, brain_state(c->to.call.brain, id)->parent, id);
        }
        id = next != WITS_NONE ? next : wits_core_next_region(&c->to, id, top);
    }
    if (kept) {
        const uint16_t around = brain_state(c->to.call.brain, top)->parent;
        const bool is_region = brain_state(c->to.call.brain, around)->kind == WITS_KIND_PARALLEL;
        wits_vm_run(&c->call, is_region ? verbs_of(c, top)->turn_region : verbs_of(c, around)->turn_child);
    }
}

// ---------------------------------------------------------------------------------------------- what is not active

/// Finds a region that still exists, for a parallel that was one before; for one that was not, its child.
static bool has_surviving_region(const conversion *c, uint16_t id, uint16_t old) {
    if (brain_state(c->from.call.brain, old)->kind != WITS_KIND_PARALLEL) {
        return surviving_child(c, old, id) != WITS_NONE;
    }
    const state_row *s = brain_state(c->to.call.brain, id);
    for (uint32_t i = 0; i < s->child_count; i++) {
        if (wits_vm_same_child(c->to.call.brain, brain_child(c->to.call.brain, s, i), c->from.call.brain, old) !=
            WITS_NONE) {
            return true;
        }
    }
    return false;
}

/// Carries what an old state has even if it is not active: its cooldown, its memory, its kept inside.
static void carry_rest(conversion *c, uint16_t old) {
    const wits_brain *from = c->from.call.brain, *to = c->to.call.brain;
    const state_row *o = brain_state(from, old);
    const bool cools = o->cooldown != 0 && c->from.agent[o->cooldown_at] != 0;
    const uint32_t remembered = wits_core_memory_get(&c->from, o);
    const bool keeps = wits_vm_has_kept_inside(&c->from, old);
    if (!cools && remembered == 0 && !keeps) {
        return;
    }
    uint16_t gone;
    const uint16_t id = wits_vm_same_state(from, old, to, &gone);
    if (id == WITS_NONE) {
        return;
    }
    const state_row *s = brain_state(to, id);
    if (cools) {
        carry_cooldown(c, o, s);
    }
    if (remembered != 0 && s->memory != 0) {
        const uint16_t child = wits_vm_same_child(from, brain_child(from, o, remembered - 1), to, id);
        if (child != WITS_NONE) {
            wits_core_memory_set(&c->to, s, brain_state(to, child)->ordinal + 1u);
        }
    }
    if (keeps && s->leave == WITS_LEAVE_SUSPEND) {
        c->same[s->depth] = old;
        if (s->kind != WITS_KIND_PARALLEL) {
            const uint16_t child = surviving_child(c, old, id);
            if (child != WITS_NONE) {
                carry_tree(c, child, true);
            }
        } else if (has_surviving_region(c, id, old)) {
            for (uint32_t i = 0; i < s->child_count; i++) {
                carry_tree(c, brain_child(to, s, i), true);
            }
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- all

bool wits_agent_convert(const wits_brain *from, const void *old_agent, const wits_brain *to, void *new_agent,
                        const wits_frame *frame, wits_conversion *lost) {
    if (from == NULL || old_agent == NULL || to == NULL || new_agent == NULL || frame == NULL ||
        !wits_agent_is_valid(from, old_agent, wits_agent_size(from))) {
        return false;
    }
    wits_core_check_draws(to, frame);
    conversion c;
    wits_frame silent;
    c.call = vm_silent_call(to, new_agent, frame, &silent);
    silent.trace = NULL;
    silent.explain = NULL;
    wits_core_pass_open(&c.from, from, old_agent, &silent);
    memset(new_agent, 0, to->agent_size);
    pass_begin(&c.to, to, new_agent, &silent);
    for (uint32_t event = 0; event < from->event_count; event++) {
        const uint32_t now = wits_is_pending(from, old_agent, event) ? wits_find_event(to, wits_event_name(from, event))
                                                                     : (uint32_t)WITS_NONE;
        if (now != WITS_NONE) {
            wits_raise(to, new_agent, now);
        }
    }
    if (wits_core_machine_deepest(&c.from, 0) != WITS_NONE) {  // else the agent is stopped
        for (uint32_t old = from->state_count; old-- > 0;) {   // inner states first
            carry_rest(&c, (uint16_t)old);
        }
        carry_tree(&c, WITS_ROOT, false);
    }
    if (lost != NULL) {
        wits_vm_tell_losses(&c, lost);
    }
    return true;
}
