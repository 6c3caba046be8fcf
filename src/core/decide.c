// SPDX-License-Identifier: MIT
// A decision pass. Section 4: outer transitions before inner ones, at most one on each branch.
#include "core/explain.h"
#include "core/pass.h"

/// The first thing that is missing.
static wits_tried try_guard(pass *p, const guard *g, uint16_t source) {
    const transition_row *t = brain_transition(p->call.brain, g->row);
    if ((g->flags & GUARD_EVENT) != 0 && (p->pending >> g->event & 1) == 0) {
        return WITS_TRIED_EVENT;
    }
    if ((g->flags & GUARD_AFTER) != 0 && clock_elapsed(p, brain_state(p->call.brain, source)->clock) < t->after) {
        return WITS_TRIED_AFTER;
    }
    if ((g->flags & GUARD_ANY) != 0 && pass_is_in(p, t->to)) {
        return WITS_TRIED_ACTIVE;
    }
    return ask_condition(p, g->condition, source, g->row) ? WITS_TRIED_FIRED : WITS_TRIED_CONDITION;
}

/// A pass ends for the composite whose transition has fired, wherever inside its child that has led.
static uint16_t fire_guard(pass *p, const transition_row *t, uint16_t source) {
    uint16_t done = fire_transition(p, t, source);
    return state_contains(p->call.brain, source, done) ? source : done;
}

/// Tries `count` guards in order. If one fires: the state from which the walk goes on; else WITS_NONE.
static uint16_t try_guards(pass *p, uint32_t first, uint32_t count, uint16_t source) {
    for (uint32_t i = 0; i < count; i++) {
        const guard *g = brain_guard(p->call.brain, first + i);
        const transition_row *t = brain_transition(p->call.brain, g->row);
        wits_tried tried = try_guard(p, g, source);
        bool enabled = tried == WITS_TRIED_FIRED;
        trace(p, WITS_TRACE_TRIED, source, t->to, g->row, enabled ? 1.0f : 0.0f);
        if (p->call.frame->explain != NULL) {
            explain_tried(p, g, source, tried);
        }
        if (enabled) {
            return fire_guard(p, t, source);
        }
    }
    return WITS_NONE;
}

/// What a pass does at one state, and where it goes on.
typedef struct visit {
    uint16_t next;  ///< inwards; WITS_NONE: all inside `done` is done
    uint16_t done;
} visit;

static visit visit_leaf(pass *p, uint16_t id) {
    act(p, brain_state(p->call.brain, id)->decide, WITS_ACTION_DECIDE, id, WITS_NONE);
    return (visit){WITS_NONE, id};
}

/// Section 4, 3. The child that is active then.
static uint16_t switch_option(pass *p, uint16_t composite, uint16_t current) {
    uint16_t chosen = choose_option(p, composite, current);
    if (chosen != current) {
        fire(p, &(firing){.source = current, .destination = chosen, .domain = composite, .row = WITS_NONE});
    }
    return chosen;
}

static visit visit_composite(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    uint16_t child = active_child(p, s);
    if (child == WITS_NONE) {
        enter_child(p, id);
        return (visit){WITS_NONE, id};
    }
    const state_row *active = brain_state(p->call.brain, child);
    uint16_t done = try_guards(p, s->first_any, s->any_count, child);
    if (done == WITS_NONE) {
        done = try_guards(p, active->first_own, active->own_count, child);
    }
    if (done != WITS_NONE) {
        return (visit){WITS_NONE, done};
    }
    return (visit){s->kind == WITS_KIND_UTILITY ? switch_option(p, id, child) : child, WITS_NONE};
}

/// A region's own transitions; its parallel has none of `any`.
static visit visit_region(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    uint16_t done = try_guards(p, s->first_own, s->own_count, id);
    return done != WITS_NONE ? (visit){WITS_NONE, done} : (visit){id, WITS_NONE};
}

uint64_t take_events(const wits_brain *brain, uint8_t *agent) {
    uint8_t *events = agent + brain->events;
    uint64_t pending = 0;
    for (uint32_t i = 0; i < brain->event_bytes; i++) {
        pending |= (uint64_t)events[i] << 8 * i;
        events[i] = 0;  // what is raised from now on is for the next pass
    }
    return pending;
}

void decide_pass(pass *p) {
    p->pending = take_events(p->call.brain, p->agent);
    if (machine_deepest(p, 0) == WITS_NONE) {
        return;
    }
    p->deciding = true;
    visit v = {WITS_ROOT, WITS_NONE};
    for (;;) {  // each turn goes inwards or to another region
        const state_row *s = brain_state(p->call.brain, v.next);
        if (s->kind == WITS_KIND_PARALLEL) {
            v = visit_region(p, brain_child(p->call.brain, s, 0));
        } else {
            v = s->kind == WITS_KIND_LEAF ? visit_leaf(p, v.next) : visit_composite(p, v.next);
        }
        while (v.next == WITS_NONE) {  // each turn goes to another region
            // If a transition has left a parallel, or entered its regions anew, `done` is outside of it and its other
            // regions are passed over.
            uint16_t region = next_region(p, v.done, WITS_ROOT);
            if (region == WITS_NONE) {
                p->deciding = false;
                return;
            }
            v = visit_region(p, region);
        }
    }
}
