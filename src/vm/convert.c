// SPDX-License-Identifier: MIT
// Converts an agent to another version of its brain. Section 13. A walk through the new brain, from the root, carries
// what was active. Data that outlives its state (memories, cooldowns) comes first, then kept states, inside out, then
// active ones. So a state that must be entered, because nothing of the old agent matches, finds the same data as in a
// brain that never changed.
#include "vm/convert.h"

#include "core/run/check.h"

#include <string.h>

// ----------------------------------------------------------------------------------------------------- matching states

static const char *state_name_at(const wits_brain *brain, uint16_t id) {
    return brain_at(brain, ((const uint32_t *)brain_at(brain, brain->state_names))[id]);
}

/// Tries the same position in the other brain first, because most children have not moved.
uint16_t wits_vm_same_child(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t around) {
    const state_row *s = brain_state(other, around);
    const char *name = state_name_at(brain, id);
    uint32_t first = brain_state(brain, id)->ordinal;
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(other, s, (first + i) % s->child_count);
        if (strcmp(state_name_at(other, child), name) == 0) {
            return child;
        }
    }
    return WITS_NONE;
}

/// Returns the state with the same path as `id` of `brain` in `other`. `side`: which of a pair's ids is of `brain`.
/// Most lookups are near the last ones, and compare at most one name.
static uint16_t same_path(const conversion *c, const wits_brain *brain, uint16_t id, const wits_brain *other,
                          uint32_t side) {
    uint16_t path[WITS_MAX_LEVELS];
    const uint32_t depth = brain_state(brain, id)->depth;
    uint32_t known = depth;
    while (c->last[known].ids[side] != id) {  // at most to the root
        path[known--] = id;
        id = brain_state(brain, id)->parent;
    }
    while (known < depth) {
        const uint16_t around = c->last[known++].ids[1 - side];
        const uint16_t same =
            around != WITS_NONE ? wits_vm_same_child(brain, path[known], other, around) : (uint16_t)WITS_NONE;
        c->last[known].ids[side] = path[known];
        c->last[known].ids[1 - side] = same;
    }
    return c->last[depth].ids[1 - side];
}

uint16_t wits_vm_new_state(const conversion *c, uint16_t old) {
    return c->versions != NULL ? c->versions->rows[old] : same_path(c, c->from.call.brain, old, c->to.call.brain, 0);
}

static uint16_t old_state(const conversion *c, uint16_t id) {
    return c->versions != NULL ? c->versions->rows[c->versions->old_of_new + id]
                               : same_path(c, c->to.call.brain, id, c->from.call.brain, 1);
}

uint32_t wits_vm_new_event(const conversion *c, uint32_t event) {
    return c->versions != NULL ? c->versions->rows[c->versions->events + event]
                               : wits_find_event(c->to.call.brain, wits_event_name(c->from.call.brain, event));
}

/// Returns whether two options have targets of the same kind.
static bool has_same_kind(const conversion *c, const state_row *from, const state_row *to) {
    if (from->target == WITS_NONE || to->target == WITS_NONE || c->versions != NULL) {
        return from->target != WITS_NONE && to->target != WITS_NONE &&
               c->versions->rows[c->versions->kinds + from->target] == to->target;
    }
    return strcmp(wits_target_kind_name(c->from.call.brain, from->target),
                  wits_target_kind_name(c->to.call.brain, to->target)) == 0;
}

/// Returns whether anything inside a state of the new brain had another parent.
static bool has_moved_inside(const conversion *c, uint16_t id) {
    return c->versions != NULL && c->versions->rows[c->versions->moved + id] != 0;
}

// --------------------------------------------------------------------------------------------------- continuing states

bool wits_vm_is_remembered(const pass *p, uint16_t id) {
    uint16_t deepest = wits_core_machine_deepest(p, brain_state(p->call.brain, id)->machine);
    return deepest != WITS_NONE && state_contains(p->call.brain, id, deepest);
}

bool wits_vm_is_innermost(const pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    return s->kind == WITS_KIND_LEAF || (s->kind != WITS_KIND_PARALLEL && wits_core_active_child(p, s) == WITS_NONE);
}

bool wits_vm_has_kept_inside(const pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->leave != WITS_LEAVE_SUSPEND || wits_vm_is_remembered(p, id)) {
        return false;
    }
    return s->kind == WITS_KIND_PARALLEL ? wits_vm_is_remembered(p, brain_child(p->call.brain, s, 0))
                                         : wits_core_active_child(p, s) != WITS_NONE;
}

bool wits_vm_is_active_with(const pass *p, uint16_t id, uint16_t keeper) {
    while (wits_vm_is_remembered(p, id)) {  // at most WITS_MAX_LEVELS times
        id = brain_machine(p->call.brain, brain_state(p->call.brain, id)->machine)->owner;
        if (id == keeper || id == WITS_NONE) {
            return id == keeper;
        }
    }
    return false;
}

/// Returns the old state that corresponds to a new one, if it was active; else WITS_NONE.
static uint16_t active_before(const conversion *c, uint16_t id, uint16_t keeper) {
    const uint16_t old = old_state(c, id);
    return old != WITS_NONE && wits_vm_is_active_with(&c->from, old, keeper) ? old : (uint16_t)WITS_NONE;
}

/// Returns whether a new state, or one that has moved into it, was active. `innermost`: and was the innermost one.
static bool continues(const conversion *c, uint16_t id, uint16_t keeper, bool innermost) {
    const uint32_t end = has_moved_inside(c, id) || innermost ? brain_state(c->to.call.brain, id)->end : id + 1u;
    for (uint32_t i = id; i < end; i++) {
        const uint16_t old = active_before(c, (uint16_t)i, keeper);
        if (old != WITS_NONE && (!innermost || wits_vm_is_innermost(&c->from, old))) {
            return true;
        }
    }
    return false;
}

/// Without moves, at most one child of a composite was active, or all regions of a parallel: any of them could
/// continue. Else the first child with an innermost active state, or the first with any.
uint16_t wits_vm_next_child(const conversion *c, uint16_t id, uint16_t old, uint16_t keeper) {
    const wits_brain *from = c->from.call.brain, *to = c->to.call.brain;
    const state_row *s = brain_state(to, id), *o = old != WITS_NONE ? brain_state(from, old) : NULL;
    const bool was_parallel = o != NULL && o->kind == WITS_KIND_PARALLEL;
    if (!has_moved_inside(c, id)) {
        const bool chose = o != NULL && o->kind != WITS_KIND_LEAF && !was_parallel;
        const uint16_t child = chose ? wits_core_active_child(&c->from, o) : (uint16_t)WITS_NONE;
        const uint16_t now = child != WITS_NONE ? wits_vm_new_state(c, child) : child;
        return now != WITS_NONE && brain_state(to, now)->parent == id ? now : (uint16_t)WITS_NONE;
    }
    for (uint32_t i = 0; i < 2 * s->child_count; i++) {
        const bool innermost = i < s->child_count;
        const uint16_t child = brain_child(to, s, innermost ? i : i - s->child_count);
        const uint16_t was = old_state(c, child);
        const bool was_region = was_parallel && was != WITS_NONE && brain_state(from, was)->parent == old;
        if (!was_region && continues(c, child, keeper, innermost)) {
            return child;
        }
    }
    return WITS_NONE;
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
    if (has_same_kind(c, from, to)) {
        memcpy(c->to.agent + brain_state(c->to.call.brain, to->parent)->target_at,
               c->from.agent + brain_state(c->from.call.brain, from->parent)->target_at, TARGET_BYTES);
    }
}

static const vm_verbs *verbs_of(const conversion *c, uint16_t id) {
    return vm_verbs_of(c->call.brain, id);
}

/// Enters a state without its inside.
static void enter_alone(conversion *c, uint16_t id, bool is_fresh) {
    const state_row *s = brain_state(c->to.call.brain, id);
    vm_call call = c->call;
    call.does |= is_fresh ? RUN_FRESH : 0;  // activated by a decision pass, and not updated since
    wits_vm_run(&call, verbs_of(c, id)->enter);
    if (s->config != WITS_NONE) {
        const machine_row *m = brain_machine(c->to.call.brain, s->machine);
        bytes_put(c->to.agent + m->slot, m->width, s->config + 1u);
    }
}

/// Enters a state as usual, then restores the contents of its memory.
static void carry_state(conversion *c, uint16_t id, uint16_t old, bool kept) {
    const state_row *s = brain_state(c->to.call.brain, id);
    const state_row *o = brain_state(c->from.call.brain, old);
    enter_alone(c, id, wits_core_is_fresh(&c->from, o));
    carry_clock(c, o->clock, s->clock, kept);
    carry_clock(c, o->scored_clock, s->scored_clock, kept);
    carry_cooldown(c, o, s);
    carry_target(c, o, s);
    if (s->data_size == o->data_size && s->data_size != 0) {
        memcpy(c->to.agent + s->data, c->from.agent + o->data, s->data_size);
    }
}

// ------------------------------------------------------------------------------------------------------------- insides

/// Continues inside a state that has become active: with its active child, else by its own rules. Where states have
/// moved, kept states that are in the way exit. `old` is the state's old one if that was active, else WITS_NONE.
static uint16_t carry_inside(conversion *c, uint16_t id, uint16_t old, uint16_t keeper) {
    const wits_brain *to = c->to.call.brain;
    const state_row *s = brain_state(to, id);
    const bool has_moves = has_moved_inside(c, WITS_ROOT);
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    if (s->kind != WITS_KIND_PARALLEL) {
        const uint16_t child = wits_vm_next_child(c, id, old, keeper);
        if (child != WITS_NONE && has_moves) {
            wits_vm_run(&c->call, verbs_of(c, child)->towards);
        } else if (child == WITS_NONE && s->activation != WITS_ACTIVATION_ON_DECIDE) {
            wits_vm_run(&c->call, verbs_of(c, id)->inside);
        }
        return child;
    }
    for (uint32_t i = 0; i < s->child_count && has_moves; i++) {
        const uint16_t region = brain_child(to, s, i);
        if (continues(c, region, keeper, false)) {
            wits_vm_run(&c->call, verbs_of(c, region)->towards);
            wits_vm_run(&c->call, verbs_of(c, id)->regions_end);
        }
    }
    return brain_child(to, s, 0);
}

/// Carries everything that was active, or kept by `keeper`, into `top`: a carried state, its child, or a region beside
/// a carried one.
static void carry_tree(conversion *c, uint16_t top, uint16_t keeper) {
    const bool has_moves = has_moved_inside(c, WITS_ROOT);
    uint16_t id = top;
    bool is_active_child = false;  // the old child was the active one of an active state
    while (id != WITS_NONE) {      // each iteration carries or enters a state, or enters a region with its inside
        uint16_t next = WITS_NONE;
        const uint16_t old = is_active_child ? old_state(c, id) : active_before(c, id, keeper);
        if (old != WITS_NONE) {
            carry_state(c, id, old, keeper != WITS_NONE);
            next = carry_inside(c, id, old, keeper);
        } else if (has_moves && continues(c, id, keeper, false)) {
            enter_alone(c, id, false);  // something has moved into it
            next = carry_inside(c, id, WITS_NONE, keeper);
        } else {
            wits_vm_run(&c->call, verbs_of(c, id)->region);
        }
        is_active_child =
            next != WITS_NONE && !has_moves && brain_state(c->to.call.brain, id)->kind != WITS_KIND_PARALLEL;
        id = next != WITS_NONE ? next : wits_core_next_region(&c->to, id, top);
    }
    if (keeper != WITS_NONE) {
        const uint16_t around = brain_state(c->to.call.brain, top)->parent;
        const bool is_region = brain_state(c->to.call.brain, around)->kind == WITS_KIND_PARALLEL;
        wits_vm_run(&c->call, is_region ? verbs_of(c, top)->turn_region : verbs_of(c, around)->turn_child);
    }
}

// ----------------------------------------------------------------------------------------------------- inactive states

/// Carries what `old` has kept inside.
static void carry_kept(conversion *c, uint16_t id, uint16_t old) {
    const wits_brain *to = c->to.call.brain;
    const state_row *s = brain_state(to, id);
    if (s->kind != WITS_KIND_PARALLEL) {
        const uint16_t child = wits_vm_next_child(c, id, old, old);
        if (child != WITS_NONE) {
            carry_tree(c, child, old);
        }
        return;
    }
    bool is_kept = false;
    for (uint32_t i = 0; i < s->child_count && !is_kept; i++) {
        is_kept = continues(c, brain_child(to, s, i), old, false);
    }
    for (uint32_t i = 0; i < s->child_count && is_kept; i++) {
        carry_tree(c, brain_child(to, s, i), old);
    }
}

/// Carries what a state has even if it is not active: its cooldown, its memory, its kept inside.
static void carry_rest(conversion *c, uint16_t id) {
    const wits_brain *from = c->from.call.brain, *to = c->to.call.brain;
    const state_row *s = brain_state(to, id);
    const uint16_t old =
        s->cooldown != 0 || s->memory != 0 || s->leave == WITS_LEAVE_SUSPEND ? old_state(c, id) : (uint16_t)WITS_NONE;
    if (old == WITS_NONE) {
        return;
    }
    const state_row *o = brain_state(from, old);
    if (o->cooldown != 0 && c->from.agent[o->cooldown_at] != 0) {
        carry_cooldown(c, o, s);
    }
    const uint32_t remembered = wits_core_memory_get(&c->from, o);
    if (remembered != 0 && s->memory != 0) {
        const uint16_t child = wits_vm_new_state(c, brain_child(from, o, remembered - 1));
        if (child != WITS_NONE && brain_state(to, child)->parent == id) {
            wits_core_memory_set(&c->to, s, brain_state(to, child)->ordinal + 1u);
        }
    }
    if (s->leave == WITS_LEAVE_SUSPEND && wits_vm_has_kept_inside(&c->from, old)) {
        carry_kept(c, id, old);
    }
}

/// Clears the targets: no option has become active yet, so texts cannot read the target of one.
static void forget_targets(const conversion *c) {
    const wits_brain *to = c->to.call.brain;
    for (uint32_t id = 0; to->target_count != 0 && id < to->state_count; id++) {
        if (brain_state(to, id)->target_at != 0) {
            bytes_put32(c->to.agent + brain_state(to, id)->target_at, WITS_NO_TARGET);
        }
    }
}

/// Utilities without an option that has a target, active or kept, have zeroes.
static void clear_targets(const conversion *c) {
    const wits_brain *to = c->to.call.brain;
    for (uint32_t id = 0; to->target_count != 0 && id < to->state_count; id++) {
        const state_row *s = brain_state(to, id);
        const uint16_t deepest = s->target_at != 0 ? wits_core_machine_deepest(&c->to, s->inside) : (uint16_t)WITS_NONE;
        const bool has_option = deepest != WITS_NONE && deepest != id && state_contains(to, id, deepest);
        if (s->target_at != 0 &&
            (!has_option || brain_state(to, wits_core_active_child(&c->to, s))->target == WITS_NONE)) {
            bytes_put32(c->to.agent + s->target_at, 0);
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
    const wits_versions *versions = lost != NULL ? lost->versions : NULL;
    if (versions != NULL && (versions->from != from->hash || versions->to != to->hash)) {
        return false;
    }
    wits_core_check_draws(to, frame);
    conversion c;
    wits_frame silent;
    same_states last[WITS_MAX_LEVELS] = {{{WITS_ROOT, WITS_ROOT}}};
    c.versions = versions;
    c.last = last;
    c.call = vm_silent_call(to, new_agent, frame, &silent);
    silent.trace = NULL;
    silent.explain = NULL;
    wits_core_pass_open(&c.from, from, old_agent, &silent);
    memset(new_agent, 0, to->agent_size);
    pass_begin(&c.to, to, new_agent, &silent);
    for (uint32_t event = 0; event < from->event_count; event++) {
        const uint32_t now =
            wits_is_pending(from, old_agent, event) ? wits_vm_new_event(&c, event) : (uint32_t)WITS_NONE;
        if (now != WITS_NONE) {
            wits_raise(to, new_agent, now);
        }
    }
    if (wits_core_machine_deepest(&c.from, 0) != WITS_NONE) {  // else the agent is stopped
        forget_targets(&c);
        for (uint32_t id = to->state_count; id-- > 0;) {  // inner states first
            carry_rest(&c, (uint16_t)id);
        }
        clear_targets(&c);
        carry_tree(&c, WITS_ROOT, WITS_NONE);
    }
    if (lost != NULL) {
        wits_vm_tell_losses(&c, lost);
    }
    return true;
}
