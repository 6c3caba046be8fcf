// SPDX-License-Identifier: MIT
// Borders of sampled inputs: values at which the active states, or the chosen target, change. Bisection between
// neighbouring samples, from the first situations, finds them. They are tried like samples.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LOOKED_AT = 32,  ///< situations
    COMBINATIONS = 24,    ///< combinations of other inputs, in each situation
    MOST_STARTS = 1000,
    MOST_BORDERS = 16,    ///< borders of one input: each is two values
    MOST_TICKS = 200000,  ///< and at most a quarter of the maximum number of situations
    MOST_ACTIVE = 64,
};

typedef struct border_search {
    wits_prover *p;
    store seen;
    number_set *found;  ///< by eager input
    uint64_t ticks, most_ticks;
    uint32_t starts;
} border_search;

/// Active states after a tick, and the target that each of them remembers.
typedef struct active {
    uint32_t count;
    wits_state_id states[MOST_ACTIVE];
    uint32_t targets[MOST_ACTIVE];
} active;

static bool is_searched(const input *of) {
    const bool is_field = of->shown.what == WITS_INPUT_FIELD || of->shown.what == WITS_INPUT_TARGET_FIELD;
    return of->shown.how == WITS_INPUT_SAMPLED && is_field && !of->keeps;
}

static void give(world *w, const input *of, double value) {
    if (is_of_targets(of)) {
        targets_put(w, of, value);
    } else {
        world_give_field(w, of->shown.row, value);
    }
}

static bool goes_on(const border_search *s) {
    return s->ticks < s->most_ticks && s->p->world.asked_too_often == WITS_NONE;
}

/// Runs one tick from a situation, with this value instead of the chosen one for the input.
static active look(border_search *s, const unsigned char *from, const input *of, double value) {
    world *w = &s->p->world;
    active found = {.count = 0};
    give(w, of, value);
    dice_first(w, &w->now);
    world_tick(w, from, &w->now);
    found.count = wits_active(s->p->brain, w->agent, found.states, MOST_ACTIVE);
    found.count = found.count < MOST_ACTIVE ? found.count : MOST_ACTIVE;
    for (uint32_t i = 0; i < found.count; i++) {
        found.targets[i] = wits_target_of(s->p->brain, w->agent, found.states[i]);
    }
    s->ticks++;
    return found;
}

static bool are_alike(const active *a, const active *b) {
    return a->count == b->count && memcmp(a->states, b->states, a->count * sizeof *a->states) == 0 &&
           memcmp(a->targets, b->targets, a->count * sizeof *a->targets) == 0;
}

/// Returns a number of the type halfway between; one of the two if there is none.
static double between(wits_type type, double low, double high) {
    if (type != WITS_TYPE_FLOAT) {
        return low + (double)(int64_t)((high - low) / 2);
    }
    const double middle = (double)(float)(low / 2 + high / 2);
    return middle > low && middle < high ? middle : single_above(low);
}

/// The two neighbouring values between which the active states change.
static void bisect(border_search *s, const unsigned char *from, uint32_t number, double low, double high,
                   const active *at_low) {
    const input kept = s->p->world.inputs[number];  // inputs move when a host function is first called
    const input *of = &kept;
    for (double middle = between(of->type, low, high); middle > low && middle < high;
         middle = between(of->type, low, high)) {
        const active here = look(s, from, of, middle);
        if (are_alike(&here, at_low)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    number_set_add(&s->found[number], low);
    number_set_add(&s->found[number], high);
    number_set_sort(&s->found[number]);
}

/// Tries all values of one input, with the others unchanged.
static void sweep(border_search *s, const unsigned char *from, uint32_t number) {
    world *w = &s->p->world;
    const input kept = w->inputs[number];  // inputs move when a host function is first called
    const input *of = &kept;
    active before = {.count = 0};
    for (uint32_t i = 0; i < of->count && isfinite(of->values[i]); i++) {
        const active here = look(s, from, of, of->values[i]);
        const bool has_room = s->found[number].count < 2 * MOST_BORDERS && goes_on(s);
        if (i > 0 && isfinite(of->values[i - 1]) && !are_alike(&before, &here) && has_room) {
            bisect(s, from, number, of->values[i - 1], of->values[i], &before);
        }
        before = here;
    }
    double chosen = 0.0;
    if (input_value(of, w->choice[number], &chosen)) {
        give(w, of, chosen);
    }
}

/// Tries some combinations of the inputs from one situation. Situations that follow are kept as far as there is room.
static void search_situation(border_search *s, uint32_t from) {
    world *w = &s->p->world;
    unsigned char *situation = s->p->situation;
    bool is_new;
    memcpy(situation, store_at(&s->seen, from), w->width);
    for (uint32_t k = 0; k < COMBINATIONS && goes_on(s); k++) {
        world_first(w, situation);
        for (uint32_t i = 0; i < w->eager_count; i++) {
            world_choose(w, i, k == 0 ? 0 : spread(from * COMBINATIONS + k, i));
        }
        if (!assumptions_hold(s->p, 0)) {
            continue;
        }
        for (uint32_t i = 0; i < w->eager_count && goes_on(s); i++) {
            if (is_searched(&w->inputs[i]) && targets_have(w, &w->inputs[i])) {
                sweep(s, situation, i);
            }
        }
        dice_first(w, &w->now);
        world_tick(w, situation, &w->now);
        world_note(w, BASE_TICK + 1);
        if (s->seen.count < MOST_LOOKED_AT) {
            store_put(&s->seen, w->key, from, &is_new);
        }
    }
}

static bool take_start(wits_prover *p, void *user) {
    border_search *s = user;
    bool is_new;
    store_put(&s->seen, p->world.key, STORE_NONE, &is_new);
    s->starts++;
    return s->seen.count >= MOST_LOOKED_AT / 2 || s->starts >= MOST_STARTS;
}

/// Adds the values that were found, unless the number of combinations of all inputs becomes too large.
static void add_found(wits_prover *p, input *to, const number_set *found) {
    const uint32_t count = to->count;
    to->count += found->count;
    const bool are_too_many = p->world.some == 0 && eager_combinations(&p->world) > p->options.most_combinations;
    to->count = count;
    if (are_too_many) {
        return;
    }
    double *values = pool_take(&p->pool, (size_t)to->count + found->count, sizeof *values);
    number_set all = {.count = 0};
    if (values == NULL) {
        return;
    }
    for (uint32_t i = 0; i < to->count; i++) {
        number_set_add(&all, to->values[i]);
    }
    for (uint32_t i = 0; i < found->count; i++) {
        number_set_add(&all, found->values[i]);
    }
    p->pool.failed |= all.failed;
    number_set_sort(&all);
    for (uint32_t i = 0; i < all.count; i++) {
        values[i] = all.values[i];
    }
    to->values = values;
    to->count = to->shown.value_count = all.count;
    number_set_end(&all);
}

void borders_find(wits_prover *p) {
    world *w = &p->world;
    border_search s = {.p = p};
    bool any = false;
    for (uint32_t i = 0; i < w->eager_count; i++) {
        any |= is_searched(&w->inputs[i]);
    }
    if (!any || p->twin != NULL || p->claim_count == 0) {
        return;
    }
    s.found = pool_take(&p->pool, w->eager_count, sizeof *s.found);
    if (s.found == NULL) {
        return;
    }
    const uint64_t ticks = w->ticks;
    s.most_ticks = p->options.most_situations / 4;
    s.most_ticks = s.most_ticks < MOST_TICKS ? s.most_ticks : MOST_TICKS;
    store_begin(&s.seen, w->width, p->options.most_memory);
    p->group = 0;
    each_start(p, take_start, &s);
    for (uint32_t i = 0; i < s.seen.count && goes_on(&s); i++) {
        search_situation(&s, i);
    }
    world_leave(w);
    for (uint32_t i = 0; i < w->eager_count; i++) {
        if (s.found[i].count > 0) {
            add_found(p, &w->inputs[i], &s.found[i]);
        }
        number_set_end(&s.found[i]);
    }
    store_end(&s.seen);
    w->ticks = ticks;
    w->input_count = w->eager_count;  // forgets host functions that were called on the way
    w->asked_too_often = WITS_NONE;
}
