// SPDX-License-Identifier: MIT
// Of sampled inputs: the values at which something else comes to be active. They are found by bisection between
// neighbouring samples, from the first situations, and are tried like the samples themselves.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LOOKED_AT = 32,  ///< situations
    COMBINATIONS = 24,    ///< of inputs, in each of them
    MOST_STARTS = 1000,
    MOST_BORDERS = 16,    ///< of one input: each is two values
    MOST_TICKS = 200000,  ///< and at most a quarter of the situations that may be stored
    MOST_ACTIVE = 64,
};

typedef struct border_search {
    wits_prover *p;
    store seen;
    number_set *found;  ///< by eager input
    uint64_t ticks, most_ticks;
    uint32_t starts;
} border_search;

/// What is active after a tick.
typedef struct active {
    uint32_t count;
    wits_state_id states[MOST_ACTIVE];
} active;

static bool is_searched(const input *of) {
    return of->shown.how == WITS_INPUT_SAMPLED && of->shown.what == WITS_INPUT_FIELD && !of->keeps;
}

static bool goes_on(const border_search *s) {
    return s->ticks < s->most_ticks && s->p->world.asked_too_often == WITS_NONE;
}

/// One tick from a situation, with this value in place of the one that is chosen for the input.
static active look(border_search *s, const unsigned char *from, const input *of, double value) {
    world *w = &s->p->world;
    active found = {.count = 0};
    world_give_field(w, of->shown.row, value);
    dice_first(w, &w->now);
    world_tick(w, from, &w->now);
    found.count = wits_active(s->p->brain, w->agent, found.states, MOST_ACTIVE);
    found.count = found.count < MOST_ACTIVE ? found.count : MOST_ACTIVE;
    s->ticks++;
    return found;
}

static bool are_alike(const active *a, const active *b) {
    return a->count == b->count && memcmp(a->states, b->states, a->count * sizeof *a->states) == 0;
}

/// A number of the type halfway; one of the two if there is none between.
static double between(wits_type type, double low, double high) {
    if (type != WITS_TYPE_FLOAT) {
        return floor(low + (high - low) / 2);
    }
    const double middle = (double)(float)(low / 2 + high / 2);
    return middle > low && middle < high ? middle : (double)nextafterf((float)low, INFINITY);
}

/// The two neighbours between which what is active changes.
static void bisect(border_search *s, const unsigned char *from, uint32_t number, double low, double high,
                   const active *at_low) {
    const input *of = &s->p->world.inputs[number];
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

/// All values of one input, the others staying as they are.
static void sweep(border_search *s, const unsigned char *from, uint32_t number) {
    world *w = &s->p->world;
    const input *of = &w->inputs[number];
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
        world_give_field(w, of->shown.row, chosen);
    }
}

/// A number for each combination and input, spread evenly (the finalizer of splitmix64).
static uint32_t spread(uint32_t combination, uint32_t number) {
    uint64_t x = ((uint64_t)combination << 32 | number) + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 32);
}

/// From one situation, with some combinations of the inputs. Situations that come next are kept as far as there is
/// room.
static void search_situation(border_search *s, uint32_t from) {
    world *w = &s->p->world;
    unsigned char *situation = s->p->situation;
    bool is_new;
    memcpy(situation, store_at(&s->seen, from), w->width);
    for (uint32_t k = 0; k < COMBINATIONS && goes_on(s); k++) {
        world_first(w);
        for (uint32_t i = 0; i < w->eager_count; i++) {
            world_choose(w, i, k == 0 ? 0 : spread(from * COMBINATIONS + k, i));
        }
        if (!assumptions_hold(s->p, 0)) {
            continue;
        }
        for (uint32_t i = 0; i < w->eager_count && goes_on(s); i++) {
            if (is_searched(&w->inputs[i])) {
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

/// Unless all inputs together then multiply to too much.
static void add_found(wits_prover *p, input *to, const number_set *found) {
    const uint64_t others = eager_combinations(&p->world) / (to->count > 0 ? to->count : 1);
    if (others * ((uint64_t)to->count + found->count) > p->options.most_combinations) {
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
    if (!any || p->twin != NULL || p->claim_count == 0 || eager_combinations(w) > p->options.most_combinations) {
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
    w->input_count = w->eager_count;  // what host functions were asked on the way is forgotten
    w->asked_too_often = WITS_NONE;
}
