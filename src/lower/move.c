// SPDX-License-Identifier: MIT
// Firing a transition: exits, innermost first; its action; entries, outermost first. Section 5.
#include "lower/lower.h"

static uint16_t parent_of(const lowering *l, uint16_t id) {
    return lower_state(l, id)->parent;
}

/// The child of `around` that is, or contains, `id`.
static uint16_t child_towards(const lowering *l, uint16_t around, uint16_t id) {
    return state_ancestor(l->brain, id, lower_state(l, around)->depth + 1u);
}

static bool is_inside(const lowering *l, uint16_t outer, uint16_t inner) {
    return inner != outer && state_contains(l->brain, outer, inner);
}

// --------------------------------------------------------------------------------------------------------------- exits

/// The regions of a parallel beside the one with this ordinal: those after it, or those before it; in reverse.
static void exit_regions(lowering *l, const state_row *parallel, uint32_t ordinal, bool after) {
    uint32_t first = after ? ordinal + 1 : 0;
    for (uint32_t i = after ? parallel->child_count : ordinal; i-- > first;) {
        wits_lower_exit_tree(l, brain_child(l->brain, parallel, i), true);
    }
}

/// Exits from `source`, or with `any` from its active child, outwards to `top`.
static void exit_from(lowering *l, const lower_move *m, uint16_t top) {
    // Before the source, from `top` inwards: composites that may end remember their child, and in each parallel the
    // regions after the one with the source exit.
    for (uint32_t depth = lower_state(l, top)->depth; depth < lower_state(l, m->source)->depth; depth++) {
        const uint16_t id = state_ancestor(l->brain, m->source, depth);
        if (lower_state(l, id)->kind == WITS_KIND_PARALLEL) {
            exit_regions(l, lower_state(l, id), lower_state(l, child_towards(l, id, m->source))->ordinal, true);
        } else {
            wits_lower_note_ahead(l, child_towards(l, id, m->source), NOTES_IT);
        }
    }

    // The source with its inside.
    if (m->any) {
        wits_lower_exit_active_child(l, m->source, true);
        wits_lower_exit_state(l, m->source, m->source != top ? NOTES_IT : NOTES_NOTHING);
    } else {
        wits_lower_exit_noted_tree(l, m->source, m->source != top);
    }

    // Outwards from the source's parent to `top`: each loses its child, whatever its `leave`.
    for (uint16_t id = m->source; id != top; id = parent_of(l, id)) {  // at most WITS_MAX_DEPTH times
        const uint16_t around = parent_of(l, id);
        if (lower_state(l, around)->kind == WITS_KIND_PARALLEL) {
            exit_regions(l, lower_state(l, around), lower_state(l, id)->ordinal, false);
        }
        wits_lower_exit_state(l, around, around != top ? NOTES_IT : NOTES_NOTHING);
    }
}

/// Exits the inside of a destination that stays active and contains the source.
static void exit_inside_of(lowering *l, const lower_move *m, uint16_t id) {
    const state_row *s = lower_state(l, id);
    bool is_within = is_inside(l, id, m->source);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (uint32_t i = s->child_count; i-- > 0;) {
            uint16_t region = brain_child(l->brain, s, i);
            if (is_within && state_contains(l->brain, region, m->source)) {
                exit_from(l, m, region);
            } else {
                wits_lower_exit_tree(l, region, false);
            }
        }
    } else if (is_within) {
        exit_from(l, m, child_towards(l, id, m->source));
    } else if (s->kind != WITS_KIND_LEAF) {
        wits_lower_exit_active_child(l, id, false);
    }
}

// -------------------------------------------------------------------------------------------------------------- firing

/// Puts the actions between exits and entries.
static void move_actions(lowering *l, const lower_move *m, uint16_t at, bool is_left) {
    program_op moment = {.flags = (uint8_t)(PROGRAM_AT_MOMENT | (is_left ? PROGRAM_MOMENT_LEFT : 0)), .moment = at};
    wits_lower_rule_actions(l, m->actions, m->kind, m->source, m->row, moment);
}

static bool acts_between(const lower_move *m) {
    return !m->is_step;  // a step's actions have run before its destination is entered
}

/// The domain is the source, a state inside it, or the composite of an `any` transition. Its active child exits.
static void move_within(lowering *l, const lower_move *m, uint16_t domain, lower_done *done, void *user) {
    wits_lower_exit_active_child(l, domain, false);
    if (acts_between(m)) {
        move_actions(l, m, domain, false);
    }
    wits_lower_enter_way(l, domain, m->destination, m->restart);
    done(l, domain, user);
}

/// The domain contains the source.
static void move_by(lowering *l, const lower_move *m, uint16_t domain, lower_done *done, void *user) {
    bool by_region = lower_state(l, domain)->kind == WITS_KIND_PARALLEL;  // only the region is entered again
    uint16_t region = by_region ? child_towards(l, domain, m->destination) : (uint16_t)WITS_NONE;
    exit_from(l, m, child_towards(l, domain, m->source));
    if (acts_between(m)) {
        move_actions(l, m, by_region ? region : domain, by_region);
    }
    wits_lower_enter_way(l, domain, m->destination, m->restart);
    done(l, by_region ? region : domain, user);
}

/// The destination stays active; its inside is entered again.
static void move_stays(lowering *l, const lower_move *m, lower_done *done, void *user) {
    exit_inside_of(l, m, m->destination);
    if (acts_between(m)) {
        move_actions(l, m, m->destination, false);
    }
    wits_lower_enter_anew(l, m->destination);
    done(l, m->destination, user);
}

/// The destination is inside `around`, which is active. The domain is the innermost active state around the
/// destination. An active destination stays active (an `any` transition is not enabled then). Works inwards: once
/// fired, the pass is over for everything inside the domain, so no later test holds.
static void move_inwards(lowering *l, const lower_move *m, uint16_t around, lower_done *done, void *user) {
    const uint32_t inner = lower_state(l, m->destination)->depth;
    for (uint32_t depth = lower_state(l, around)->depth; depth < inner; depth++) {
        uint16_t domain = state_ancestor(l->brain, m->destination, depth);
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN_PASS, domain, false);
        wits_lower_in(l, PROGRAM_IN_PASS, child_towards(l, domain, m->destination), true);
        wits_lower_then(l);
        move_within(l, m, domain, done, user);
        wits_lower_end(l);
    }
    if (!m->any) {
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN_PASS, m->destination, false);
        wits_lower_then(l);
        move_stays(l, m, done, user);
        wits_lower_end(l);
    }
}

/// `row` of the transition; WITS_NONE for a step or a switch.
static void tell_fired(lowering *l, uint16_t source, bool any, uint32_t row, uint16_t destination) {
    if (l->tells) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_TELL,
                                       .flags = any ? PROGRAM_OF_CHILD : 0,
                                       .machine = WITS_TRACE_FIRED,
                                       .state = source,
                                       .row = (uint16_t)row,
                                       .k = {destination}});
    }
}

void wits_lower_fire(lowering *l, const lower_move *m, lower_done *done, void *user) {
    tell_fired(l, m->source, m->any, m->is_step ? WITS_NONE : m->row, m->destination);
    if (l->by_slot && m->actions != 0) {
        wits_lower_put(l, (program_op){.operation = m->any ? PROGRAM_SOURCE : PROGRAM_SOURCE_CLOCK,
                                       .state = m->source,
                                       .k = {wits_lower_source_clock(l, m->source, m->any)}});
    } else if (!l->by_slot && acts_between(m) && wits_lower_reads_elapsed(l, m->actions)) {
        wits_lower_put(
            l, (program_op){.operation = PROGRAM_SOURCE_CLOCK, .k = {wits_lower_source_clock(l, m->source, m->any)}});
    }
    if (l->brain->target_count != 0 && m->actions != 0 && acts_between(m)) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SOURCE_TARGETS, .state = m->source, .row = m->any});
    }

    // The cases of section 5, by the positions of source and destination.
    const bool around = state_contains(l->brain, m->destination, m->source);
    const bool inside = state_contains(l->brain, m->source, m->destination);
    if (!around && !inside) {
        move_by(l, m, m->domain, done, user);
    } else if (m->any && around) {  // an `any` transition to a state around its composite has `reenter`
        move_by(l, m, parent_of(l, m->destination), done, user);
    } else if (m->any) {
        const uint16_t child = child_towards(l, m->source, m->destination);
        if (m->reenter || child == m->destination) {
            move_within(l, m, m->source, done, user);
        } else {  // the destination is inside `child`, which is the active child or is entered instead
            wits_lower_when(l);
            wits_lower_in(l, PROGRAM_IN_PASS, child, true);
            wits_lower_then(l);
            move_within(l, m, m->source, done, user);
            wits_lower_end(l);
            wits_lower_when(l);
            wits_lower_in(l, PROGRAM_IN_PASS, child, false);
            wits_lower_then(l);
            move_inwards(l, m, child, done, user);
            wits_lower_end(l);
        }
    } else if (m->reenter) {
        move_by(l, m, parent_of(l, around ? m->destination : m->source), done, user);
    } else if (m->source == m->destination) {
        if (acts_between(m)) {
            program_op moment = {.moment = WITS_NONE};
            wits_lower_rule_actions(l, m->actions, m->kind, m->source, m->row, moment);
        }
        done(l, m->source, user);
    } else if (around) {
        move_stays(l, m, done, user);
    } else {
        move_inwards(l, m, m->source, done, user);
    }
}

/// A switch is a transition from one option to another without actions; the pass continues inside.
void wits_lower_switch(lowering *l, uint16_t composite, uint16_t option) {
    tell_fired(l, composite, true, WITS_NONE, option);
    wits_lower_exit_active_child(l, composite, false);
    wits_lower_enter_way(l, composite, option, false);
}

void wits_lower_fill(lowering *l, uint16_t composite) {
    wits_lower_first_child(l, composite, false);
}
