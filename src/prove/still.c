// SPDX-License-Identifier: MIT
// Continues from a point while its inputs do not change and the host raises nothing: tick by tick, with all random
// outcomes.
#include "prove/inside.h"

#include <stdlib.h>
#include <string.h>

/// Memory of all trails of an exploration.
struct trails {
    unsigned char *keys;  ///< the situations of the current trail
    uint32_t *parents, *free_choices;
    uint32_t capacity;
    store seen;           ///< situations of trails; their numbers are not those of the main store
    uint32_t *number_in;  ///< by situation of the main store: its number in `seen` + 1, or 0
    uint32_t number_capacity;
};

/// Situations on the way, level by level; number 0 is that of the point.
typedef struct trail {
    wits_prover *p;
    claim *c;
    uint32_t count;
    bool failed;        ///< no memory
    bool is_too_long;   ///< more situations than the limit
    bool has_too_many;  ///< random outcomes in one tick
    bool is_stopped;    ///< by the caller
    bool is_clear;      ///< everything that can follow was explored, and satisfies the claim
} trail;

enum {
    FOLLOWED_AFTER = 16,
    MOST_COMPARED = 16,  ///< situations that are compared one by one; more are put into a hash table
};

static bool has_ended(const trail *t) {
    return t->failed || t->is_too_long || t->has_too_many || t->is_stopped;
}

/// Returns whether another outcome of a tick may be explored.
static bool goes_on(trail *t, uint64_t outcomes) {
    t->has_too_many = t->has_too_many || outcomes >= t->p->options.most_combinations;
    t->is_stopped = t->is_stopped || !prover_goes_on(t->p);
    return !has_ended(t);
}

/// Result of one tick while inputs do not change.
typedef enum outcome {
    OUTCOME_GOES_ON,
    OUTCOME_IS_OVER,  ///< nothing after it matters
    OUTCOME_CHANGES,  ///< for `settles`: the active child changed, or was entered again
} outcome;

/// Limit of situations followed from one point. If a point has more, nothing can be proven about the claim, and only
/// FOLLOWED_AFTER are followed from later points, which finds most flicker.
uint32_t most_followed(const wits_prover *p) {
    return p->options.most_situations < 1 << 20 ? p->options.most_situations : 1 << 20;
}

static unsigned char *key_at(const trail *t, uint32_t number) {
    return t->p->trails->keys + t->p->world.width * number;
}

static void push(trail *t, uint32_t parent) {
    const world *w = &t->p->world;
    if (t->count >= most_followed(t->p) || (t->c->is_too_long && t->count >= FOLLOWED_AFTER)) {
        t->is_too_long = true;
        return;
    }
    if (t->count == t->p->trails->capacity) {
        const uint32_t capacity = t->count == 0 ? 64 : t->count * 2;
        if (!array_grow(&t->p->trails->keys, capacity * w->width) ||
            !array_grow(&t->p->trails->parents, capacity * sizeof *t->p->trails->parents)) {
            t->failed = true;
            return;
        }
        t->p->trails->capacity = capacity;
    }
    memcpy(key_at(t, t->count), w->key, w->width);
    t->p->trails->parents[t->count++] = parent;
}

static bool is_among(const trail *t, uint32_t first) {
    for (uint32_t i = first; i < t->count; i++) {
        if (memcmp(key_at(t, i), t->p->world.key, t->p->world.width) == 0) {
            return true;
        }
    }
    return false;
}

/// For `settles`: evaluates the trace of a tick for the composite.
static outcome outcome_of_trace(const wits_prover *p, wits_state_id of, const wits_trace *trace) {
    outcome found = OUTCOME_GOES_ON;
    for (uint32_t i = 0; i < trace->count; i++) {
        const wits_trace_record *r = &trace->records[i];
        const bool leaves = r->kind == WITS_TRACE_EXITED || r->kind == WITS_TRACE_KEPT;
        const bool comes =
            r->kind == WITS_TRACE_ENTERED || r->kind == WITS_TRACE_ACTIVATED || r->kind == WITS_TRACE_CONTINUED;
        if (leaves && r->state == of) {
            return OUTCOME_IS_OVER;
        }
        if (comes && r->state != WITS_ROOT && wits_state_parent(p->brain, r->state) == of) {
            found = OUTCOME_CHANGES;
        }
    }
    return found;
}

bool changes_child(const wits_prover *p, wits_state_id of, const wits_trace *trace) {
    return outcome_of_trace(p, of, trace) == OUTCOME_CHANGES;
}

/// Runs one tick from a situation of the trail, with the random outcome given by the dice. The situation after it is in
/// the world's key.
static outcome still_tick(trail *t, uint32_t from, dice *d) {
    wits_prover *p = t->p;
    world *w = &p->world;
    const bool settles = t->c->property->kind == WITS_PROPERTY_SETTLES;
    const uint64_t events = w->events;
    wits_trace trace = {.records = p->records, .capacity = p->record_capacity};
    w->events = 0;
    w->frame.trace = settles ? &trace : NULL;
    world_tick(w, key_at(t, from), d);
    w->frame.trace = NULL;
    world_note(w, BASE_TICK + 1);
    outcome found = OUTCOME_GOES_ON;
    if (settles) {
        found = outcome_of_trace(p, t->c->of, &trace);
    } else {
        observer_look(p, BASE_TICK + 1);
        found = observer_answer(p, t->c->until) ? OUTCOME_IS_OVER : OUTCOME_GOES_ON;
    }
    w->events = events;
    return found;
}

/// Iterates over all outcomes of one tick while inputs do not change: the random ones, for each value of free fields.
static void first_outcome(trail *t, dice *d) {
    world_free_first(&t->p->world);
    dice_first(&t->p->world, d);
}

static bool next_outcome(trail *t, dice *d) {
    if (dice_next(d)) {
        return true;
    }
    const bool is_there = world_free_next(&t->p->world);
    if (is_there) {
        dice_first(&t->p->world, d);
    }
    return is_there;
}

/// Computes the level after [first, t->count). Returns false if it is empty.
static bool next_level(trail *t, uint32_t first) {
    const uint32_t end = t->count;
    dice d = {.count = 0};
    for (uint32_t from = first; from < end && !has_ended(t); from++) {
        uint64_t outcomes = 0;
        first_outcome(t, &d);
        do {
            if (still_tick(t, from, &d) != OUTCOME_IS_OVER && !is_among(t, end)) {
                push(t, from);
            }
        } while (next_outcome(t, &d) && goes_on(t, ++outcomes));
    }
    dice_end(&d);
    return t->count > end;
}

/// Notes the tick from one situation of the trail to the next, or to the first with this outcome.
static void note_step(trail *t, row *to, uint32_t from, uint32_t next, outcome wanted) {
    world *w = &t->p->world;
    dice d = {.count = 0};
    bool is_it = false;
    first_outcome(t, &d);
    do {
        const outcome found = still_tick(t, from, &d);
        is_it = next == STORE_NONE ? found == wanted
                                   : found != OUTCOME_IS_OVER && memcmp(w->key, key_at(t, next), w->width) == 0;
        if (is_it) {
            row_note(t->p, to, &d);
        }
    } while (!is_it && next_outcome(t, &d));
    dice_end(&d);
    to->stands = true;
    for (uint32_t i = 0; i < to->value_count && to->values != NULL; i++) {
        to->values[i] = w->inputs[i].shown.what == WITS_INPUT_EVENT ? 0.0 : to->values[i];
    }
}

/// The point, and the ticks from it to a situation of the trail; `and_one`: one more, to the first with that outcome.
static void note_way(trail *t, point *to, uint32_t from, uint32_t end, bool and_one, outcome wanted) {
    wits_prover *p = t->p;
    uint32_t count = and_one ? 1 : 0;
    world_free_restore(&p->world, p->trails->free_choices);
    point_note(p, to, from);
    for (uint32_t at = end; t->p->trails->parents[at] != STORE_NONE; at = t->p->trails->parents[at]) {
        count++;
    }
    to->still = pool_take(&p->pool, count, sizeof *to->still);
    if (to->still == NULL) {
        return;
    }
    to->still_count = count;
    if (and_one) {
        note_step(t, &to->still[--count], end, STORE_NONE, wanted);
    }
    for (uint32_t at = end; t->p->trails->parents[at] != STORE_NONE; at = t->p->trails->parents[at]) {
        note_step(t, &to->still[--count], t->p->trails->parents[at], at, OUTCOME_GOES_ON);
    }
}

/// The longest wait so far, which ends here or continues.
static void note_worst(trail *t, uint32_t from, uint32_t end, uint32_t ticks, bool ends) {
    claim *c = t->c;
    if (!has_ended(t)) {
        c->worst_ticks = ticks;
        c->worst_goes_on = !ends && ticks != WITS_NEVER;
        note_way(t, &c->worst, from, end, ends, OUTCOME_IS_OVER);
    }
}

/// Adds a level to those seen, which then number `levels`. Returns true if `until` may never hold: all of them have
/// fewer situations, so a path through them repeats one.
static bool is_cycle(trail *t, store *seen, uint32_t first, uint32_t levels) {
    bool is_new;
    for (uint32_t i = first; i < t->count; i++) {
        t->failed |= store_put(seen, key_at(t, i), 0, &is_new) == STORE_NONE;
    }
    return !t->failed && levels > seen->count;
}

/// Level by level until `until` holds on every path, for up to the given number of ticks.
static void follow_wait(trail *t, uint32_t from, uint32_t most, store *seen) {
    claim *c = t->c;
    const uint32_t allowed = c->property->ticks;
    uint32_t first = 0;
    for (uint32_t k = 0; !has_ended(t); k++) {
        if (k == allowed && !c->found.is_there) {
            note_way(t, &c->found, from, first, false, OUTCOME_GOES_ON);
        }
        if (k == allowed && most == allowed) {
            return;
        }
        if (k >= allowed && is_cycle(t, seen, first, k - allowed + 1)) {
            note_worst(t, from, first, WITS_NEVER, false);
            return;
        }
        if (k == most) {
            if (!c->worst_goes_on) {
                note_worst(t, from, first, most, false);
            }
            return;
        }
        const uint32_t end = t->count;
        if (!next_level(t, first)) {
            t->is_clear = !c->found.is_there;
            if (k + 1 > c->worst_ticks && !c->worst_goes_on) {
                note_worst(t, from, first, k + 1, true);
            }
            return;
        }
        first = end;
    }
}

static void judge_within(trail *t, uint32_t from) {
    claim *c = t->c;
    const uint32_t worst = t->p->options.worst_ticks;
    const bool seeks_worst = worst > c->property->ticks;
    store seen;
    store_begin(&seen, t->p->world.width, t->p->options.most_memory);
    follow_wait(t, from, seeks_worst ? worst : c->property->ticks, &seen);
    store_end(&seen);
    c->is_over = seeks_worst ? c->worst_ticks == WITS_NEVER : c->found.is_there;
}

static wits_state_id active_child(const wits_prover *p, wits_state_id of) {
    const wits_brain *brain = p->brain;
    for (uint32_t child = of + 1u; child < wits_state_end(brain, of);
         child = wits_state_end(brain, (wits_state_id)child)) {
        if (wits_is_in(brain, p->world.agent, (wits_state_id)child)) {
            return (wits_state_id)child;
        }
    }
    return WITS_NONE;
}

/// Finds the cycle from the last noted situation, if chance has no part in it: its period, and the active child in each
/// tick. The situation is saved after 1, 2, 4 ... ticks, so that it will be on the cycle (Brent).
static void note_cycle(trail *t) {
    wits_prover *p = t->p;
    claim *c = t->c;
    dice d = {.count = 0};
    uint32_t period = 0;
    uint32_t next_mark = 1;
    bool is_certain = true;
    bool is_back = false;
    t->count = 0;
    push(t, STORE_NONE);  // the mark
    push(t, STORE_NONE);  // position of the agent
    for (uint32_t step = 0; step < most_followed(p) && !t->failed && is_certain && !is_back; step++) {
        dice_first(&p->world, &d);
        is_certain = still_tick(t, 1, &d) != OUTCOME_IS_OVER && d.count == 0;
        period++;
        memcpy(key_at(t, 1), p->world.key, p->world.width);
        is_back = memcmp(key_at(t, 0), key_at(t, 1), p->world.width) == 0;
        if (!is_back && period == next_mark) {
            memcpy(key_at(t, 0), key_at(t, 1), p->world.width);
            next_mark *= 2;
            period = 0;
        }
    }
    wits_state_id *active = is_certain && is_back ? pool_take(&p->pool, period, sizeof *active) : NULL;
    bool *entered = active != NULL ? pool_take(&p->pool, period, sizeof *entered) : NULL;
    bool changes = false;  // otherwise it has stabilised, though too late
    for (uint32_t i = 0; i < period && entered != NULL; i++) {
        dice_first(&p->world, &d);
        entered[i] = still_tick(t, 1, &d) == OUTCOME_CHANGES;
        changes = changes || entered[i];
        memcpy(key_at(t, 1), p->world.key, p->world.width);
        active[i] = active_child(p, c->of);
    }
    dice_end(&d);
    c->proof.cycle_period = changes ? period : 0;
    c->proof.cycle_active = changes ? active : NULL;
    c->proof.cycle_entered = changes ? entered : NULL;
}

/// Returns whether the noted situation is not yet among those from `first` on, which are all different. If there are
/// many, they are in `seen`.
static bool is_new_since(trail *t, store *seen, uint32_t first) {
    bool is_new = true;
    if (t->count - first < MOST_COMPARED) {
        return !is_among(t, first);
    }
    for (uint32_t i = first + seen->count; i < t->count && !t->failed; i++) {
        t->failed = store_put(seen, key_at(t, i), 0, &is_new) == STORE_NONE;
    }
    t->failed = t->failed || store_put(seen, t->p->world.key, 0, &is_new) == STORE_NONE;
    return is_new;
}

/// After `ticks` ticks nothing may change any more. A counterexample is noted if its run is shorter than the claim's
/// current one: the first point that fails is not always the one that fails soonest.
static void judge_settles(trail *t, uint32_t from, uint32_t depth) {
    claim *c = t->c;
    uint32_t first = 0;
    for (uint32_t k = 1; k <= c->property->ticks; k++) {
        const uint32_t end = t->count;
        if (!next_level(t, first)) {
            t->is_clear = true;
            return;
        }
        first = end;
    }
    store seen;
    dice d = {.count = 0};
    store_begin(&seen, t->p->world.width, t->p->options.most_memory);
    uint32_t ticks = depth + c->property->ticks + 1;  // ticks of a run that ends with the next tick
    uint32_t level_end = t->count;
    bool is_found = false;
    for (uint32_t at = first; at < t->count && ticks < c->shortest && !has_ended(t) && !is_found; at++) {
        uint64_t outcomes = 0;
        first_outcome(t, &d);
        do {
            const outcome found = still_tick(t, at, &d);
            is_found = found == OUTCOME_CHANGES;
            if (is_found) {
                c->shortest = ticks;
                note_way(t, &c->found, from, at, true, OUTCOME_CHANGES);
                if (t->p->model.is_free == NULL) {
                    still_tick(t, at, &d);
                    note_cycle(t);
                }
            } else if (found == OUTCOME_GOES_ON && is_new_since(t, &seen, first)) {
                push(t, at);
            }
        } while (!is_found && !has_ended(t) && next_outcome(t, &d) && goes_on(t, ++outcomes));
        if (at + 1 == level_end) {
            level_end = t->count;
            ticks++;
        }
    }
    t->is_clear = !is_found && ticks < c->shortest;
    dice_end(&d);
    store_end(&seen);
}

bool may_be_shorter(const claim *c, uint32_t depth) {
    return !c->found.is_there || depth + c->property->ticks + 1 < c->shortest;
}

void still_end(wits_prover *p) {
    if (p->trails != NULL) {
        free(p->trails->keys);
        free(p->trails->parents);
        free(p->trails->free_choices);
        free(p->trails->number_in);
        store_end(&p->trails->seen);
        free(p->trails);
        p->trails = NULL;
    }
}

/// False without memory.
static bool begin_trails(wits_prover *p) {
    if (p->trails == NULL && (p->trails = calloc(1, sizeof *p->trails)) != NULL) {
        store_begin(&p->trails->seen, p->world.width, p->options.most_memory / 4);
    }
    return p->trails != NULL;
}

/// Returns the number of a stored situation among those of trails; STORE_NONE without memory.
static uint32_t number_of(wits_prover *p, uint32_t situation) {
    bool is_new;
    if (situation >= p->trails->number_capacity) {
        const uint32_t capacity = situation < 512 ? 1024 : situation * 2;
        if (!array_grow(&p->trails->number_in, capacity * sizeof *p->trails->number_in)) {
            return STORE_NONE;
        }
        memset(p->trails->number_in + p->trails->number_capacity, 0,
               (capacity - p->trails->number_capacity) * sizeof *p->trails->number_in);
        p->trails->number_capacity = capacity;
    }
    uint32_t *const known = &p->trails->number_in[situation];
    if (*known == 0) {
        *known = store_put(&p->trails->seen, store_at(&p->store, situation), STORE_NONE, &is_new) + 1;
    }
    return *known - 1;
}

/// Identifies points with equal continuations: the situation, and the inputs that do not change. 0 if a host function
/// was called, because its answer may differ.
static uint64_t key_of_point(wits_prover *p, uint32_t to) {
    const world *w = &p->world;
    const bool asks = w->depth > 0 && w->stack[w->depth - 1] >= w->eager_count;
    uint64_t combination = 0;
    if (asks || w->starts || to == STORE_NONE) {
        return 0;
    }
    for (uint32_t i = 0; i < w->eager_count && combination <= UINT32_MAX; i++) {
        const input *of = &w->inputs[i];
        if (of->shown.what == WITS_INPUT_TARGET) {
            const uint32_t remembered = w->kinds[of->shown.row].after.count;
            combination = combination * (remembered + 1) + targets_number(w, of->shown.row, of->shown.slot);
        } else if (of->shown.what != WITS_INPUT_EVENT) {
            combination = combination * (of->count + (of->keeps ? 1 : 0)) + (targets_have(w, of) ? w->choice[i] : 0);
        }
    }
    const uint32_t number = combination <= UINT32_MAX ? number_of(p, to) : STORE_NONE;
    return number != STORE_NONE ? ((uint64_t)number << 32 | combination) + 1 : 0;
}

/// Notes that points which lead to a situation of this trail with the same inputs need not be judged: everything that
/// follows it was explored, and satisfies the claim.
static void note_judged(const trail *t, uint64_t key) {
    bool is_new;
    for (uint32_t i = 1; i < t->count; i++) {
        const uint32_t number = store_put(&t->p->trails->seen, key_at(t, i), STORE_NONE, &is_new);
        if (number != STORE_NONE) {
            key_set_add(&t->c->judged, ((uint64_t)number << 32 | (uint32_t)(key - 1)) + 1);
        }
    }
}

void judge_still(wits_prover *p, claim *c, uint32_t from, uint32_t to) {
    world *w = &p->world;
    if (!begin_trails(p)) {
        c->failed = true;
        return;
    }
    const uint64_t key = key_of_point(p, to);
    const uint32_t depth = from == STORE_NONE ? 0 : p->depth + 1;
    if (key != 0 && !key_set_add(&c->judged, key)) {
        return;
    }
    world_choose_all(w, w->choice);  // as at the point: the tick may have run among others
    const uint32_t free_count = w->eager_count - w->first_free;
    trail t = {.p = p, .c = c};
    if (free_count > 0 && p->trails->free_choices == NULL) {
        p->trails->free_choices = malloc(free_count * sizeof *p->trails->free_choices);
        t.failed = p->trails->free_choices == NULL;
    }
    if (!t.failed) {
        world_free_save(w, p->trails->free_choices);
        w->keeps_names = true;  // the lists do not change, either
        world_take(w, p->reached);
        push(&t, STORE_NONE);
    }
    if (!t.failed) {
        if (c->property->kind == WITS_PROPERTY_WITHIN) {
            judge_within(&t, from);
        } else {
            judge_settles(&t, from, depth);
        }
    }
    w->keeps_names = false;
    world_forget(w);
    c->failed |= t.failed;
    c->is_too_long |= t.is_too_long;
    c->has_too_many |= t.has_too_many;
    if (t.is_clear && !has_ended(&t) && key != 0 && w->kind_count == 0 && free_count == 0) {
        note_judged(&t, key);
    }
    if (p->trails->free_choices != NULL) {
        world_free_restore(w, p->trails->free_choices);
    }
}
