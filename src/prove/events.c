// SPDX-License-Identifier: MIT
// Events that make no difference in a tick: no transition that needs them can be tested. A pass tests transitions from
// the root inwards, and ends on a branch when one fires. So it tests those of states that are active before it, and of
// states inside an active utility, which may switch to another option and go on there.
#include "prove/inside.h"

/// A transition that needs an event.
typedef struct event_use {
    uint32_t event;
    wits_state_id within;  ///< it may be tested while this state is active
    wits_state_id unless;  ///< and this one is not; WITS_NONE: there is no such state
} event_use;

struct event_uses {
    uint64_t always;  ///< events that matter in every situation
    event_use *uses;
    uint32_t count;
    wits_state_id *active;  ///< the deepest active states of a situation
    bool *is_active;        ///< by state; all false between calls
};

static wits_state_id outermost_utility_around(const wits_brain *brain, wits_state_id state) {
    wits_state_id found = WITS_NONE;
    while (state != WITS_ROOT) {
        state = wits_state_parent(brain, state);
        found = wits_state_kind(brain, state) == WITS_KIND_UTILITY ? state : found;
    }
    return found;
}

/// An `any` transition without `reenter` to an active state is never enabled. Outside of utilities that state is still
/// active when the transition is tested.
static event_use use_of(const wits_brain *brain, const wits_transition_desc *of, uint32_t event) {
    const wits_state_id utility = outermost_utility_around(brain, of->from);
    const bool is_kept_out = of->any && !of->reenter && utility == WITS_NONE;
    return (event_use){.event = event,
                       .within = utility != WITS_NONE ? utility : of->from,
                       .unless = is_kept_out ? of->to : WITS_NONE};
}

bool events_begin(wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    event_uses *made = pool_take(&p->pool, 1, sizeof *made);
    event_use *uses = pool_take(&p->pool, desc->transition_count, sizeof *uses);
    wits_state_id *active = pool_take(&p->pool, desc->state_count, sizeof *active);
    bool *is_active = pool_take(&p->pool, desc->state_count, sizeof *is_active);
    if (p->options.tries_all || p->options.decide_every > 1 || p->pool.failed) {
        return !p->pool.failed;  // without a decision in each tick an event is pending for longer
    }
    *made = (event_uses){.uses = uses, .active = active, .is_active = is_active};
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        const wits_transition_desc *of = &desc->transitions[i];
        if (of->event != NULL) {
            uses[made->count++] = use_of(p->brain, of, wits_find_event(p->brain, of->event));
        }
    }
    for (uint32_t i = 0; i < p->observer.word_count; i++) {
        const word *asked = &p->observer.words[i];
        if (asked->kind == WORD_RAISED || asked->kind == WORD_PENDING) {
            made->always |= 1ull << asked->number;
        }
    }
    p->event_uses = made;
    return true;
}

/// Marks the deepest active states and those around them, or removes the marks.
static void mark(const wits_brain *brain, const event_uses *all, uint32_t count, bool is_active) {
    for (uint32_t i = 0; i < count; i++) {
        wits_state_id at = all->active[i];
        for (; all->is_active[at] != is_active && at != WITS_ROOT; at = wits_state_parent(brain, at)) {
            all->is_active[at] = is_active;
        }
        all->is_active[at] = is_active;
    }
}

void events_look(world *w, const unsigned char *situation) {
    const event_uses *all = w->twin == NULL && situation != NULL ? w->prover->event_uses : NULL;
    if (all == NULL) {
        w->relevant_events = UINT64_MAX;
        return;
    }
    const uint32_t count = wits_active(w->brain, situation, all->active, w->prover->about.desc->state_count);
    mark(w->brain, all, count, true);
    w->relevant_events = all->always;
    for (uint32_t i = 0; i < all->count; i++) {
        const event_use *of = &all->uses[i];
        const bool is_kept_out = of->unless != WITS_NONE && all->is_active[of->unless];
        w->relevant_events |= (uint64_t)(all->is_active[of->within] && !is_kept_out) << of->event;
    }
    mark(w->brain, all, count, false);
}
