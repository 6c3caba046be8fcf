// SPDX-License-Identifier: MIT
// Explores everything that can be reached, breadth first, so that the first point found is at the end of a shortest
// run.
#include "prove/inside.h"

#include "wits/situations.h"

#include <stdlib.h>
#include <string.h>

const claim *first_of_group(const wits_prover *p, uint32_t group) {
    const claim *c = p->claims;
    while (c->group != group) {
        c++;
    }
    return c;
}

bool assumptions_hold(wits_prover *p, uint32_t group) {
    const claim *of = first_of_group(p, group);
    bool hold = true;
    if (!p->observer.has_assumptions) {
        return true;
    }
    observer_assume(p);
    for (uint32_t i = 0; i < p->observer.question_count; i++) {
        const question *q = &p->observer.questions[i];
        const bool counts = q->is_assumption && (q->property->kind == WITS_PROPERTY_ASSUME || i == of->assume);
        hold = hold && (!counts || observer_answer(p, i));
    }
    return hold;
}

void start_agent(wits_prover *p, uint32_t group, uint32_t id) {
    world_start(&p->world, first_of_group(p, group)->from, id);
}

uint32_t judge_tick(wits_prover *p, uint32_t from, uint64_t hash) {
    world *w = &p->world;
    bool is_new = false;
    bool looks_on = false;
    if (w->key_number == STORE_NONE) {  // without room for more, known situations are still found
        const bool has_room = !p->is_full && p->store.count < p->options.most_situations;
        w->key_number =
            has_room ? store_put_hashed(&p->store, w->key, hash, from, &is_new) : store_find(&p->store, w->key);
    }
    const uint32_t to = w->key_number;
    if (p->wraps != NULL && from != STORE_NONE) {
        notes_see_tick(p, store_at(&p->store, from), w->key);
    }
    if (p->cover.covered != NULL && p->group == 0) {
        cover_look(p, from);
    }
    if (p->marks.covered != NULL && p->group == 0 && is_new) {
        marks_look(p, from, store_at(&p->store, to));
    }
    if (to == STORE_NONE && !p->is_full) {
        p->is_full = true;
        p->full_depth = from == STORE_NONE ? 0 : p->depth + 1;
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        c->looks_on = false;
        if (c->group == p->group && !c->is_over) {
            judge_point(p, c, from, to);
        }
        looks_on |= c->looks_on;
    }
    if (looks_on) {
        world_named_key(w, from == STORE_NONE ? 0 : BASE_TICK + 1, p->reached);
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        if (p->claims[i].looks_on) {  // last, because agent and observer move on to other ticks
            judge_still(p, &p->claims[i], from, to);
        }
    }
    return to;
}

/// Judges the situation that the agent has reached.
static void look_and_judge(wits_prover *p, uint32_t from, uint32_t tick) {
    world *w = &p->world;
    uint64_t hash = 0;
    if (w->key_number == STORE_NONE && from != STORE_NONE && store_is_at(&p->store, from, w->key)) {
        w->key_number = from;  // often nothing has changed
    }
    if (w->key_number == STORE_NONE) {
        hash = store_hash(&p->store, w->key);
        store_expect(&p->store, hash);  // prefetched while the properties are evaluated
    }
    observer_look(p, tick);
    judge_tick(p, from, hash);
}

/// Starts the agents with the chosen inputs, or with none.
static bool start_with_chance(wits_prover *p, uint32_t id, see_start_fn *see, void *user) {
    world *w = &p->world;
    dice_first(w, &w->now);
    do {
        world_own_initial(w);
        world_put_kept_fields(w);
        world_roll(w, &w->now);
        start_agent(p, p->group, id);
        world_learn(w, &w->now);
        world_note(w, 0);
        if (see(p, user)) {
            return true;
        }
    } while (dice_next(&w->now));
    return false;
}

bool each_start(wits_prover *p, see_start_fn *see, void *user) {
    world *w = &p->world;
    const bool any = first_of_group(p, p->group)->property->start_any;
    const uint32_t ids = world_start_ids(w);
    bool is_seen = false;
    for (uint32_t id = 0; id < ids && !is_seen; id++) {
        world_fields_initial(w);
        world_leave(w);
        if (any) {
            world_first(w, NULL);
        } else {
            world_touch_free(w);
        }
        w->starts = !any;
        do {
            is_seen = start_with_chance(p, id, see, user);
        } while (!is_seen && (any ? world_next(w) : world_free_next(w)));
        w->starts = false;
    }
    return is_seen;
}

/// Handles one start. Returns true to end the iteration: the caller has enough, or there are too many. Each id may have
/// as many combinations as a tick.
static bool explore_start(wits_prover *p, void *user) {
    uint64_t *seen = user;
    const uint64_t ids = world_start_ids(&p->world);
    if (++*seen > p->options.most_combinations * ids) {
        p->has_too_many = true;
        return true;
    }
    look_and_judge(p, STORE_NONE, 0);
    return !prover_goes_on(p);
}

/// Explores all ticks from one situation. Where only some combinations are tried anyway, outcomes of chance beyond the
/// limit end this situation; otherwise they end the search.
static void explore_situation(wits_prover *p, uint32_t from) {
    world *w = &p->world;
    uint64_t runs = 0;
    unsigned char *situation = p->situation;
    memcpy(situation, store_at(&p->store, from), w->width);
    world_first(w, situation);
    do {
        if (!assumptions_hold(p, p->group)) {
            continue;
        }
        p->assumed_met++;
        dice_first(w, &w->now);
        do {
            if (++runs > p->options.most_combinations) {
                p->has_too_many = w->some == 0;
                return;
            }
            world_tick(w, situation, &w->now);
            world_note(w, BASE_TICK + 1);
            look_and_judge(p, from, BASE_TICK + 1);
        } while (dice_next(&w->now));
        if (!prover_goes_on(p)) {
            return;
        }
    } while (world_next(w));
}

bool explore_is_open(const wits_prover *p) {
    bool open = (p->cover.covered != NULL || p->marks.covered != NULL) && p->group == 0;
    for (uint32_t i = 0; i < p->claim_count; i++) {
        open |= p->claims[i].group == p->group && !p->claims[i].is_over;
    }
    return open;
}

static void begin_edges(wits_prover *p) {
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        const bool has = c->property->kind == WITS_PROPERTY_RETURNS || c->property->inputs_any;
        if (c->group == p->group && has && !c->is_over) {
            edges_next(&c->ways);
        }
    }
}

void explore_next(wits_prover *p) {
    if (p->looked_at == p->level_end) {
        p->depth++;
        p->level_end = p->store.count;
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        const bool settles = c->group == p->group && c->property->kind == WITS_PROPERTY_SETTLES;
        c->is_over = c->is_over || (settles && !may_be_shorter(c, p->depth + 1));
    }
    begin_edges(p);
}

/// Explores a number of ticks with only a sample of the combinations.
static void explore_one_by_one(wits_prover *p, uint64_t most_ticks) {
    const world *w = &p->world;
    while (p->looked_at < p->store.count && explore_is_open(p) && !p->has_too_many && prover_goes_on(p) &&
           (w->some == 0 || w->ticks < most_ticks)) {
        explore_next(p);
        explore_situation(p, p->looked_at);
        p->looked_at += p->is_stopped || p->is_spent || p->has_too_many ? 0 : 1;
    }
}

uint64_t eager_combinations(const world *w) {
    uint64_t all = targets_combinations(w);
    for (uint32_t i = 0; i < w->eager_count && all <= UINT32_MAX; i++) {
        const bool is_other =
            w->inputs[i].shown.what == WITS_INPUT_FIELD || w->inputs[i].shown.what == WITS_INPUT_EVENT;
        all *= is_other ? w->inputs[i].count + (w->inputs[i].keeps ? 1 : 0) : 1;
    }
    return all;
}

void explore(wits_prover *p, uint32_t group) {
    world *w = &p->world;
    const uint64_t ticks = w->ticks;
    store_end(&p->store);
    store_begin(&p->store, w->width, p->options.most_memory);
    still_end(p);
    world_forget(w);
    p->group = group;
    p->looked_at = 0;
    p->depth = 0;
    p->is_full = false;
    p->has_too_many = false;
    p->assumed_met = 0;
    uint64_t starts = 0;
    each_start(p, explore_start, &starts);
    p->level_end = p->store.count;
    if (group == 0) {
        lanes_begin(p);
    }
    if (p->lanes != NULL && !p->has_too_many) {
        lanes_explore(p);
    } else {
        explore_one_by_one(p, ticks + MOST_SOME);
    }
    if (p->is_full && p->looked_at == p->store.count) {
        p->depth = p->full_depth;
    }
    begin_edges(p);  // end of the last edges
    const bool complete = p->looked_at == p->store.count && !p->is_full && !p->has_too_many && !p->is_stopped &&
                          !p->is_spent && w->some == 0;
    const uint64_t spent = w->ticks - ticks;
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        if (c->group == group) {
            c->proof.situations = p->store.count;
            c->proof.ticks = spent;
            c->proof.depth = p->depth;
            c->proof.complete = complete;
            judge_whole(p, c);
            claim_finish(p, c);
        }
    }
    if (p->cover.covered != NULL && group == 0) {
        cover_finish(p);
    }
    if (p->marks.covered != NULL && group == 0) {
        marks_finish(p);
    }
}
