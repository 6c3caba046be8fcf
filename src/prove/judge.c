// SPDX-License-Identifier: MIT
// The meaning of a point for each property, and of all points together. Section 2 of the rules of proving.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- tables

bool key_set_add(key_set *to, uint64_t key) {
    if (to->slots == NULL || to->count >= 1ull << (to->bits - 1)) {
        const key_set old = *to;
        const uint32_t wanted = old.slots == NULL ? 10 : old.bits + 1;
        uint64_t *slots = calloc((size_t)1 << wanted, sizeof *slots);
        if (slots == NULL) {
            return true;
        }
        *to = (key_set){.slots = slots, .bits = wanted};
        for (uint64_t i = 0; old.slots != NULL && i < 1ull << old.bits; i++) {
            if (old.slots[i] != 0) {
                key_set_add(to, old.slots[i] - 1);
            }
        }
        free(old.slots);
    }
    const uint64_t mask = (1ull << to->bits) - 1;
    uint64_t at = (key * 0x9E3779B97F4A7C15u >> (64 - to->bits)) & mask;
    while (to->slots[at] != 0 && to->slots[at] != key + 1) {
        at = (at + 1) & mask;
    }
    const bool is_new = to->slots[at] == 0;
    to->slots[at] = key + 1;
    to->count += is_new;
    return is_new;
}

void key_set_end(key_set *of) {
    free(of->slots);
    *of = (key_set){.bits = 0};
}

/// Returns room for one more; on failure returns null and sets `failed`.
static void *grown(void *old, uint32_t count, uint32_t *capacity, size_t size, bool *failed) {
    if (count < *capacity) {
        return old;
    }
    const uint32_t wanted = count < 512 ? 1024 : count * 2;
    void *memory = realloc(old, wanted * size);
    *failed |= memory == NULL;
    if (memory == NULL) {
        return old;
    }
    memset((char *)memory + *capacity * size, 0, (wanted - *capacity) * size);
    *capacity = wanted;
    return memory;
}

void edges_next(edges *e) {
    e->first = grown(e->first, e->situations, &e->first_capacity, sizeof *e->first, &e->failed);
    if (!e->failed) {
        e->first[e->situations++] = e->count;
    }
}

void edges_add(edges *e, uint32_t to) {
    e->stamps = grown(e->stamps, to, &e->stamp_capacity, sizeof *e->stamps, &e->failed);
    if (e->failed || e->stamps[to] == e->situations) {
        return;
    }
    e->stamps[to] = e->situations;
    e->to = grown(e->to, e->count, &e->capacity, sizeof *e->to, &e->failed);
    if (!e->failed) {
        e->to[e->count++] = to;
    }
}

void edges_end(edges *e) {
    free(e->first);
    free(e->to);
    free(e->stamps);
    *e = (edges){.count = 0};
}

bool bits_get(const bits *of, uint32_t at) {
    return at / 64 < of->capacity && (of->words[at / 64] >> at % 64 & 1) != 0;
}

void bits_set(bits *to, uint32_t at) {
    to->words = grown(to->words, at / 64, &to->capacity, sizeof *to->words, &to->failed);
    if (!to->failed) {
        to->words[at / 64] |= 1ull << at % 64;
    }
}

void bits_end(bits *of) {
    free(of->words);
    *of = (bits){.capacity = 0};
}

// ---------------------------------------------------------------------------------------------------------- one point

void row_note(wits_prover *p, row *to, const dice *d) {
    const world *w = &p->world;
    const uint32_t streams = w->draws != NULL ? w->stream_count : 0;
    *to = (row){.values = pool_take(&p->pool, w->input_count, sizeof *to->values),
                .value_count = w->input_count,
                .draws = streams > 0 ? pool_take(&p->pool, streams, sizeof *to->draws) : NULL};
    for (uint32_t i = 0; i < w->input_count && to->values != NULL; i++) {
        const input *of = &w->inputs[i];
        const bool is_initial = w->starts && i < w->first_free && of->shown.what == WITS_INPUT_FIELD && !of->keeps;
        to->values[i] = is_initial ? wits_field_initial(w->brain, of->shown.row) : world_value(w, i);
    }
    for (uint32_t i = 0; i < streams && to->draws != NULL; i++) {
        to->draws[i] = NAN;
    }
    for (uint32_t i = 0; i < d->count && to->draws != NULL; i++) {
        const die *of = &d->dice[i];
        to->draws[of->stream] = of->draws[of->choice];
    }
}

void point_note(wits_prover *p, point *to, uint32_t from) {
    *to = (point){.is_there = true, .from = from, .agent = (uint32_t)p->world.frame.agent};
    row_note(p, &to->last, &p->world.now);
}

static void found(wits_prover *p, claim *c, uint32_t from) {
    point_note(p, &c->found, from);
    c->is_over = true;
}

void judge_point(wits_prover *p, claim *c, uint32_t from, uint32_t to) {
    const bool holds = c->condition != STORE_NONE && observer_answer(p, c->condition);
    if (p->twin != NULL) {
        if (world_differs(&p->world)) {
            found(p, c, from);
        }
        return;
    }
    switch (c->property->kind) {
    case WITS_PROPERTY_NEVER:
    case WITS_PROPERTY_REACH:
        if (holds) {
            found(p, c, from);
        }
        return;
    case WITS_PROPERTY_ALWAYS:
        if (!holds) {
            found(p, c, from);
        }
        return;
    case WITS_PROPERTY_RETURNS:
        c->met |= holds;
        if (holds && from != STORE_NONE) {
            bits_set(&c->marks, from);
        }
        if (to != STORE_NONE && from != STORE_NONE) {
            edges_add(&c->ways, to);
        }
        return;
    case WITS_PROPERTY_WITHIN:
        c->met |= holds;
        if (!c->property->inputs_any) {
            c->looks_on = holds && !observer_answer(p, c->until);
            return;
        }
        const bool comes = observer_answer(p, c->until);
        if (holds && !comes && to != STORE_NONE) {
            bits_set(from != STORE_NONE ? &c->marks : &c->starts_badly, to);
        }
        if (!comes && to != STORE_NONE && from != STORE_NONE) {
            edges_add(&c->ways, to);
        }
        return;
    case WITS_PROPERTY_SETTLES:
        c->looks_on = wits_is_in(p->brain, p->world.agent, c->of);
        c->met |= c->looks_on;
        return;
    default:
        return;
    }
}

// ------------------------------------------------------------------------------------------------------- all of them

/// Situations from which some path leads to a marked one, including the marked ones.
static bits leading_to(const edges *e, const bits *marks) {
    bits leads = {.capacity = 0};
    uint32_t *first = calloc((size_t)e->situations + 2, sizeof *first);  // the same edges by their ends
    uint32_t *from = calloc((size_t)e->count + 1, sizeof *from);
    uint32_t *queue = calloc((size_t)e->situations + 1, sizeof *queue);
    uint32_t queued = 0;
    leads.failed = first == NULL || from == NULL || queue == NULL;
    for (uint32_t i = 0; i < e->count && !leads.failed; i++) {
        first[e->to[i] + 2]++;
    }
    for (uint32_t i = 2; i <= e->situations && !leads.failed; i++) {
        first[i] += first[i - 1];
    }
    for (uint32_t s = 0; s + 1 < e->situations && !leads.failed; s++) {
        for (uint32_t i = e->first[s]; i < e->first[s + 1]; i++) {
            from[first[e->to[i] + 1]++] = s;
        }
    }
    for (uint32_t s = 0; s + 1 < e->situations && !leads.failed; s++) {
        if (bits_get(marks, s)) {
            bits_set(&leads, s);
            queue[queued++] = s;
        }
    }
    for (uint32_t next = 0; next < queued && !leads.failed; next++) {
        for (uint32_t i = first[queue[next]]; i < first[queue[next] + 1]; i++) {
            if (!bits_get(&leads, from[i])) {
                bits_set(&leads, from[i]);
                queue[queued++] = from[i];
            }
        }
    }
    free(first);
    free(from);
    free(queue);
    return leads;
}

/// The first point, in the order of exploration, that leads to a situation of `to`.
typedef struct search {
    wits_prover *p;
    claim *c;
    const bits *to;
    point *found;
    bool within;  ///< the point's own condition holds, and `until` does not; else: the condition does not hold
} search;

static bool is_such_point(const search *s) {
    const bool holds = observer_answer(s->p, s->c->condition);
    const uint32_t to = store_find(&s->p->store, s->p->world.key);
    return to != STORE_NONE && bits_get(s->to, to) &&
           (s->within ? holds && !observer_answer(s->p, s->c->until) : !holds);
}

static bool find_from(const search *s, uint32_t from) {
    wits_prover *p = s->p;
    world *w = &p->world;
    memcpy(p->situation, store_at(&p->store, from), w->width);
    world_first(w, p->situation);
    do {
        if (!assumptions_hold(p, p->group)) {
            continue;
        }
        dice_first(w, &w->now);
        do {
            world_tick(w, p->situation, &w->now);
            world_note(w, BASE_TICK + 1);
            observer_look(p, BASE_TICK + 1);
            if (is_such_point(s)) {
                point_note(p, s->found, from);
                return true;
            }
        } while (dice_next(&w->now));
    } while (world_next(w));
    return false;
}

static bool see_start(wits_prover *p, void *user) {
    const search *s = user;
    observer_look(p, 0);
    if (is_such_point(s)) {
        point_note(p, s->found, STORE_NONE);
    }
    return s->found->is_there;
}

static bool find_point(search *s) {
    if (each_start(s->p, see_start, s)) {
        return true;
    }
    for (uint32_t from = 0; from < s->p->store.count; from++) {
        if (find_from(s, from)) {
            return true;
        }
    }
    return false;
}

/// Returns how many situations can be reached from one.
static uint32_t reachable_from(const edges *e, uint32_t start) {
    bits seen = {.capacity = 0};
    uint32_t *queue = calloc((size_t)e->situations + 1, sizeof *queue);
    uint32_t queued = 0;
    if (queue != NULL) {
        queue[queued++] = start;
        bits_set(&seen, start);
    }
    for (uint32_t next = 0; next < queued; next++) {
        for (uint32_t i = e->first[queue[next]]; i < e->first[queue[next] + 1]; i++) {
            if (!bits_get(&seen, e->to[i])) {
                bits_set(&seen, e->to[i]);
                queue[queued++] = e->to[i];
            }
        }
    }
    free(queue);
    bits_end(&seen);
    return queued;
}

/// Judges `returns`: only a complete exploration proves a trap.
static void judge_returns(wits_prover *p, claim *c) {
    if (!c->proof.complete || c->ways.failed || c->marks.failed) {
        return;
    }
    bits leads = leading_to(&c->ways, &c->marks);
    bits traps = {.failed = leads.failed};
    bool has_trap = false;
    for (uint32_t s = 0; s < p->store.count && !traps.failed; s++) {
        if (!bits_get(&leads, s)) {
            bits_set(&traps, s);
            has_trap = true;
        }
    }
    search s = {.p = p, .c = c, .found = &c->found, .to = &traps};
    if (has_trap && !traps.failed && find_point(&s)) {
        c->is_over = true;
        c->proof.trapped = reachable_from(&c->ways, store_find(&p->store, p->world.key));
    }
    c->failed |= traps.failed;
    bits_end(&leads);
    bits_end(&traps);
}

/// Returns the situations with an edge to one of `next`: one step back.
static bits before(const edges *e, const bits *next) {
    bits found_before = {.capacity = 0};
    for (uint32_t s = 0; s + 1 < e->situations; s++) {
        for (uint32_t i = e->first[s]; i < e->first[s + 1]; i++) {
            if (bits_get(next, e->to[i])) {
                bits_set(&found_before, s);
                break;
            }
        }
    }
    return found_before;
}

static bool meet(const bits *a, const bits *b) {
    const uint32_t words = a->capacity < b->capacity ? a->capacity : b->capacity;
    for (uint32_t i = 0; i < words; i++) {
        if ((a->words[i] & b->words[i]) != 0) {
            return true;
        }
    }
    return false;
}

/// Returns whether a point of the property leads to one of these.
static bool begins_in(const claim *c, const bits *situations) {
    return meet(situations, &c->marks) || meet(situations, &c->starts_badly);
}

/// For `within` with any inputs, by ticks: the situations from which `until` may fail for that many ticks. The sets
/// shrink until they no longer change.
typedef struct levels {
    bits *sets;
    uint32_t count, capacity;
    bool failed;
} levels;

/// Sets for more ticks equal the last one.
static const bits *level_at(const levels *l, uint32_t ticks) {
    return &l->sets[ticks < l->count ? ticks : l->count - 1];
}

static bool are_equal(const bits *a, const bits *b, uint32_t count) {
    bool equal = true;
    for (uint32_t i = 0; i < count && equal; i++) {
        equal = bits_get(a, i) == bits_get(b, i);
    }
    return equal;
}

/// Creates the levels, only for situations to which points of the claim lead.
static levels make_levels(const wits_prover *p, const claim *c, uint32_t most) {
    levels l = {.count = 0};
    bits next = {.capacity = 0};
    bool goes_on = true;
    for (uint32_t s = 0; s < p->store.count; s++) {
        bits_set(&next, s);
    }
    while (goes_on) {
        l.sets = grown(l.sets, l.count, &l.capacity, sizeof *l.sets, &l.failed);
        l.failed |= next.failed;
        if (l.failed) {
            bits_end(&next);
            return l;
        }
        l.sets[l.count++] = next;
        goes_on = l.count <= most && begins_in(c, &next);
        if (goes_on) {
            next = before(&c->ways, &l.sets[l.count - 1]);
            goes_on = !are_equal(&next, &l.sets[l.count - 1], p->store.count);
            l.failed |= next.failed;
            if (!goes_on) {
                bits_end(&next);
            }
        }
    }
    return l;
}

/// Finds the first tick from the agent's situation after which `until` does not hold and the situation is one of
/// `level`; without a level, after which it holds.
static bool follow_one(wits_prover *p, claim *c, point *way, const bits *level) {
    world *w = &p->world;
    const uint32_t from = store_find(&p->store, w->key);
    if (from == STORE_NONE) {
        return false;
    }
    memcpy(p->situation, store_at(&p->store, from), w->width);
    world_first(w, p->situation);
    do {
        if (!assumptions_hold(p, p->group)) {
            continue;
        }
        dice_first(w, &w->now);
        do {
            world_tick(w, p->situation, &w->now);
            world_note(w, BASE_TICK + 1);
            observer_look(p, BASE_TICK + 1);
            const uint32_t to = store_find(&p->store, w->key);
            const bool comes = observer_answer(p, c->until);
            if (level == NULL ? comes : !comes && to != STORE_NONE && bits_get(level, to)) {
                row_note(p, &way->still[way->still_count++], &w->now);
                return true;
            }
        } while (dice_next(&w->now));
    } while (world_next(w));
    return false;
}

/// The shortest run to a point from which `until` fails for this many ticks, and these ticks; `and_comes`: also the
/// tick in which it holds.
static bool note_wait(wits_prover *p, claim *c, point *way, const levels *l, uint32_t ticks, bool and_comes) {
    search s = {.p = p, .c = c, .found = way, .to = level_at(l, ticks), .within = true};
    bool goes_on = find_point(&s);
    way->still = pool_take(&p->pool, (size_t)ticks + 1, sizeof *way->still);
    goes_on = goes_on && way->still != NULL;
    for (uint32_t left = ticks; left > 0 && goes_on; left--) {
        goes_on = follow_one(p, c, way, level_at(l, left - 1));
    }
    return goes_on && (!and_comes || follow_one(p, c, way, NULL));
}

static void judge_any_inputs(wits_prover *p, claim *c) {
    const uint32_t ticks = c->property->ticks;
    const uint32_t most = p->options.worst_ticks > ticks ? p->options.worst_ticks : ticks;
    levels l = make_levels(p, c, most);
    c->failed |= l.failed || c->ways.failed || c->marks.failed;
    if (!c->failed && begins_in(c, level_at(&l, ticks))) {
        c->is_over = note_wait(p, c, &c->found, &l, ticks, false);
        c->failed |= !c->is_over;
    }
    if (!c->failed && begins_in(c, level_at(&l, most))) {
        const uint32_t shown = l.count <= most ? l.count : most;
        c->worst_ticks = l.count <= most ? WITS_NEVER : most;  // the last level leads to itself, or there are more
        c->worst_goes_on = l.count > most;
        c->worst.is_there = most > ticks && note_wait(p, c, &c->worst, &l, shown, false);
    } else if (!c->failed && l.count > 1) {
        c->worst_ticks = l.count - 1;
        c->worst.is_there = note_wait(p, c, &c->worst, &l, l.count - 2, true);
    }
    for (uint32_t i = 0; i < l.count; i++) {
        bits_end(&l.sets[i]);
    }
    free(l.sets);
}

void judge_whole(wits_prover *p, claim *c) {
    if (c->is_over || !c->proof.complete) {
        return;
    }
    if (c->property->kind == WITS_PROPERTY_RETURNS) {
        judge_returns(p, c);
    } else if (c->property->kind == WITS_PROPERTY_WITHIN && c->property->inputs_any) {
        judge_any_inputs(p, c);
    }
}
