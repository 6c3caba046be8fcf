// SPDX-License-Identifier: MIT
// An update pass. Section 7.
#include "core/pass.h"

#include <string.h>

static uint16_t take_step(pass *p, uint16_t id, uint16_t destination) {
    return fire(p, &(firing){.source = id, .destination = destination, .domain = WITS_NONE, .row = WITS_NONE});
}

/// The leaf's callback does its work and names the next state.
static uint16_t run_step_callback(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    wits_state_id destination = ask_step(p, s->step, id);
    bool declared = false;
    for (uint32_t i = 0; i < s->step_count; i++) {
        declared |= brain_step(p->call.brain, s->first_step + i)->to == destination;
    }
    WITS_ASSERT(destination == WITS_STAY || declared);
    return destination != WITS_STAY && declared ? take_step(p, id, destination) : id;
}

/// The first rule that holds. Returns the state from which the walk goes on: the leaf if nothing has moved.
static uint16_t run_steps(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->step != 0) {
        return run_step_callback(p, id);
    }
    for (uint32_t i = 0; i < s->step_count; i++) {
        const step_row *st = brain_step(p->call.brain, s->first_step + i);
        if (!ask_condition(p, st->condition, id, st->row)) {
            continue;
        }
        act(p, st->actions, WITS_ACTION_STEP, id, st->row);
        return st->to != 0 ? take_step(p, id, st->to) : id;
    }
    return id;
}

static void update_state(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (!is_fresh(p, s)) {
        act(p, s->update, WITS_ACTION_UPDATE, id, WITS_NONE);
    }
}

/// Inwards to a leaf or an empty composite, by first regions.
static uint16_t go_inwards(pass *p, uint16_t id) {
    for (;;) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(p->call.brain, id);
        if (p->call.brain->outer_first) {
            update_state(p, id);
        }
        uint16_t inside = s->kind == WITS_KIND_LEAF       ? (uint16_t)WITS_NONE
                          : s->kind == WITS_KIND_PARALLEL ? brain_child(p->call.brain, s, 0)
                                                          : active_child(p, s);
        if (inside == WITS_NONE) {
            return id;
        }
        id = inside;
    }
}

/// All inside `id` is done, and so is `id` if `updated`. Outwards to the next region, whose first state is returned;
/// WITS_NONE when the walk is over. What a step has left or entered lies inside `id` and is passed over.
static uint16_t go_outwards(pass *p, uint16_t id, bool updated) {
    for (;;) {  // at most WITS_MAX_DEPTH times
        if (!p->call.brain->outer_first && !updated) {
            update_state(p, id);
        }
        updated = false;
        if (id == WITS_ROOT) {
            return WITS_NONE;
        }
        const state_row *s = brain_state(p->call.brain, id);
        const state_row *around = brain_state(p->call.brain, s->parent);
        if (around->kind == WITS_KIND_PARALLEL && s->ordinal + 1u < around->child_count) {
            return brain_child(p->call.brain, around, s->ordinal + 1u);
        }
        id = s->parent;
    }
}

static void clear_fresh(pass *p) {
    memset(p->agent + p->call.brain->fresh, 0, p->call.brain->fresh_bytes);
}

void update_pass(pass *p) {
    uint16_t id = machine_deepest(p, 0) == WITS_NONE ? (uint16_t)WITS_NONE : (uint16_t)WITS_ROOT;
    while (id != WITS_NONE) {  // each turn updates a branch
        id = go_inwards(p, id);
        const state_row *s = brain_state(p->call.brain, id);
        bool is_leaf = s->kind == WITS_KIND_LEAF;
        if (is_leaf && !p->call.brain->outer_first) {
            update_state(p, id);
        }
        uint16_t done = is_leaf && !is_fresh(p, s) ? run_steps(p, id) : id;
        id = go_outwards(p, done, is_leaf && done == id);
    }
    clear_fresh(p);
}
