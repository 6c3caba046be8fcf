// SPDX-License-Identifier: MIT
// The combinations of inputs of one tick: all of them one after the other, like the digits of a counter, or a sample.
#include "prove/inside.h"

#include <string.h>

static uint32_t choices_of(const world *w, input *of) {
    if (of->shown.what == WITS_INPUT_TARGET) {
        const uint32_t choices = targets_choices(w, of);
        of->count = choices > of->count ? choices : of->count;
        of->shown.value_count = of->count;
        return choices;
    }
    if (of->shown.what == WITS_INPUT_EVENT && (w->relevant_events >> of->shown.row & 1) == 0) {
        return 1;
    }
    return of->count + (of->keeps ? 1 : 0);
}

bool input_value(const input *of, uint32_t choice, double *value) {
    const bool stays = (of->keeps && choice == 0) || of->shown.what == WITS_INPUT_TARGET;
    *value = stays ? WITS_NOT_GIVEN : of->values[choice - (of->keeps ? 1 : 0)];
    return !stays;
}

/// Applies the value chosen for an input, unless it is looked up when it is read.
static void apply(world *w, uint32_t number) {
    const input *of = &w->inputs[number];
    double value;
    if (of->shown.what == WITS_INPUT_FIELD && !of->keeps && input_value(of, w->choice[number], &value)) {
        world_give_field(w, of->shown.row, value);
    } else if (of->shown.what == WITS_INPUT_EVENT) {
        const uint64_t bit = 1ull << of->shown.row;
        w->events = w->choice[number] != 0 ? w->events | bit : w->events & ~bit;
    } else if (is_of_targets(of)) {
        input_value(of, w->choice[number], &value);
        targets_apply(w, of, w->choice[number], value);
    }
}

uint32_t spread(uint32_t combination, uint32_t number) {
    uint64_t x = ((uint64_t)combination << 32 | number) + 0x9e3779b97f4a7c15u;  // the finalizer of splitmix64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 32);
}

void world_touch(world *w, uint32_t number) {
    w->touched[number] = true;
    w->choice[number] = 0;
    if (w->some > 0 && w->some_done > 0) {
        w->choice[number] = spread(w->some_seed + w->some_done, number) % choices_of(w, &w->inputs[number]);
    }
    w->stack[w->depth++] = number;
    apply(w, number);
}

void world_leave(world *w) {
    while (w->depth > 0) {
        w->touched[w->stack[--w->depth]] = false;
    }
    w->events = 0;
    targets_empty(w);
}

/// Sets the inputs from this one on to their first values. Entries that a list does not have are left out.
static void touch_from(world *w, uint32_t first) {
    for (uint32_t i = first; i < w->eager_count; i++) {
        if (targets_have(w, &w->inputs[i])) {
            world_touch(w, i);
        }
    }
}

void world_first(world *w, const unsigned char *situation) {
    world_leave(w);
    targets_look(w, situation);
    events_look(w, situation);
    w->some_done = 0;
    w->some_seed = 0;
    for (size_t i = 0; i < w->width && situation != NULL && w->some > 0; i++) {
        w->some_seed = (w->some_seed ^ situation[i]) * 16777619u;
    }
    touch_from(w, 0);
}

static bool next_of_some(world *w) {
    if (++w->some_done >= w->some) {
        return false;
    }
    world_leave(w);
    touch_from(w, 0);
    return true;
}

bool world_next(world *w) {
    if (w->some > 0) {
        return next_of_some(w);
    }
    while (w->depth > 0) {
        const uint32_t number = w->stack[w->depth - 1];
        if (w->choice[number] + 1 < choices_of(w, &w->inputs[number])) {
            w->choice[number]++;
            apply(w, number);
            touch_from(w, number + 1);
            return true;
        }
        w->touched[number] = false;
        w->depth--;
    }
    return false;
}

void world_choose(world *w, uint32_t number, uint32_t choice) {
    w->choice[number] = choice % choices_of(w, &w->inputs[number]);
    apply(w, number);
}

void world_choose_all(world *w, const uint32_t *choices) {
    for (uint32_t i = 0; i < w->eager_count; i++) {
        if (w->touched[i]) {
            w->choice[i] = choices[i];
            apply(w, i);
        }
    }
}

void world_touch_free(world *w) {
    for (uint32_t i = w->first_free; i < w->eager_count; i++) {
        world_touch(w, i);
    }
}

void world_free_first(world *w) {
    for (uint32_t i = w->first_free; i < w->eager_count; i++) {
        w->choice[i] = 0;
        apply(w, i);
    }
}

bool world_free_next(world *w) {
    for (uint32_t i = w->eager_count; i > w->first_free; i--) {
        if (w->choice[i - 1] + 1 < choices_of(w, &w->inputs[i - 1])) {
            w->choice[i - 1]++;
            apply(w, i - 1);
            return true;
        }
        w->choice[i - 1] = 0;
        apply(w, i - 1);
    }
    return false;
}

void world_free_save(const world *w, uint32_t *choices) {
    const uint32_t count = w->eager_count - w->first_free;
    if (count > 0) {
        memcpy(choices, w->choice + w->first_free, count * sizeof *choices);
    }
}

void world_free_restore(world *w, const uint32_t *choices) {
    for (uint32_t i = w->first_free; i < w->eager_count; i++) {
        w->choice[i] = choices[i - w->first_free];
        apply(w, i);
    }
}
