// SPDX-License-Identifier: MIT
// Random outcomes of one tick. Random streams draw in the order in which the tick uses them; the outcomes of a stream
// are known after its first draw.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static die *add_die(world *w, dice *d, uint32_t stream, uint32_t count) {
    if (d->count == d->capacity) {
        const uint32_t capacity = d->capacity == 0 ? 8 : d->capacity * 2;
        die *grown = realloc(d->dice, capacity * sizeof *grown);
        if (grown == NULL) {
            w->prover->pool.failed = true;
            return NULL;
        }
        d->dice = grown;
        d->capacity = capacity;
    }
    float *draws = calloc(count > 0 ? count : 1, sizeof *draws);
    float *chances = calloc(count > 0 ? count : 1, sizeof *chances);
    if (draws == NULL || chances == NULL) {
        free(draws);
        free(chances);
        w->prover->pool.failed = true;
        return NULL;
    }
    d->dice[d->count] = (die){.stream = stream, .count = count, .draws = draws, .chances = chances};
    return &d->dice[d->count++];
}

static void free_last(dice *d) {
    const die *last = &d->dice[--d->count];
    free(last->draws);
    free(last->chances);
}

void dice_end(dice *d) {
    while (d->count > 0) {
        free_last(d);
    }
    free(d->dice);
    *d = (dice){.count = 0};
}

/// Streams of the word `random` come first, in order. When one takes its next outcome, those after it start again.
static void add_randoms_behind(world *w, dice *d) {
    for (uint32_t i = d->count; i < w->random_count; i++) {
        const input *of = &w->randoms[i];
        die *to = add_die(w, d, of->shown.row, of->count);
        for (uint32_t k = 0; to != NULL && k < of->count; k++) {
            to->draws[k] = (float)of->values[k];
        }
    }
}

void dice_first(world *w, dice *d) {
    while (d->count > 0) {
        free_last(d);
    }
    add_randoms_behind(w, d);
}

bool dice_next(dice *d) {
    while (d->count > 0) {
        die *last = &d->dice[d->count - 1];
        if (++last->choice < last->count) {
            return true;
        }
        free_last(d);
    }
    return false;
}

static die *die_of(const dice *d, uint32_t stream) {
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->dice[i].stream == stream) {
            return &d->dice[i];
        }
    }
    return NULL;
}

/// Returns how many options have a chance.
static uint32_t count_chances(const world *w, const wits_explained_choice *of) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->option_count; i++) {
        count += w->explain.options[of->first_option + i].chance > 0.0f;
    }
    return count;
}

/// Returns the candidate that a draw of k x 2^-24 selects: "the first at which the running sum is above it",
/// in single precision.
static uint32_t drawn_by(const world *w, const wits_explained_choice *of, double units) {
    const float draw = (float)(units * 0x1p-24);
    const float limit = draw * of->total;
    float sum = 0.0f;
    uint32_t at = 0;
    for (uint32_t i = 0; i < of->option_count; i++) {
        const float chance = w->explain.options[of->first_option + i].chance;
        sum = sum + chance;
        if (sum > limit) {
            return at;
        }
        at += chance > 0.0f;
    }
    return at - 1;
}

/// Finds a draw that chooses the candidate `at`, if there is one: a share of less than 2^-24 has at most one draw.
static double draw_of(const world *w, const wits_explained_choice *of, uint32_t at, double middle) {
    double below = 0.0;
    double least = 0x1p24;  // the smallest draw that chooses it or a later one
    if (drawn_by(w, of, middle) == at) {
        return middle;
    }
    while (least - below > 1.0) {
        const double between = floor((below + least) / 2.0);
        if (drawn_by(w, of, between) < at) {
            below = between;
        } else {
            least = between;
        }
    }
    return least < 0x1p24 ? least : middle;
}

/// A draw in the middle of each candidate's share, as a multiple of 2^-24. The first is 0, with which the tick that
/// found them ran.
static void add_outcomes(world *w, dice *d, uint32_t stream, const wits_explained_choice *of) {
    die *to = add_die(w->giver, d, stream, count_chances(w, of));
    double before = 0.0;
    uint32_t at = 0;
    for (uint32_t i = 0; to != NULL && i < of->option_count; i++) {
        const float share = w->explain.options[of->first_option + i].chance;
        const double chance = (double)share;
        if (chance > 0.0) {
            const double middle = (before + chance / 2.0) / (double)of->total;
            const double units = floor(middle * 0x1p24);
            const double some = draw_of(w, of, at, units < 0x1p24 ? units : 0x1p24 - 1.0);
            to->draws[at] = at == 0 ? 0.0f : (float)(some * 0x1p-24);
            to->chances[at] = share;
            before += chance;
            at++;
        }
    }
}

/// Returns whether a choice has exactly the chances of the die's outcomes. Then both divide a draw in the same way.
static bool has_these_chances(const world *w, const die *known, const wits_explained_choice *of) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < of->option_count; i++) {
        const float chance = w->explain.options[of->first_option + i].chance;
        if (chance > 0.0f && (known->is_mixed || at == known->count || known->chances[at++] != chance)) {
            return false;
        }
    }
    return at == known->count;
}

/// A draw on each side of each border of a choice, in addition to the outcomes of another choice.
static void mix_outcomes(world *w, die *known, const wits_explained_choice *of) {
    const uint32_t most = known->count + 3 * of->option_count;
    float *draws = known->is_mixed ? NULL : realloc(known->draws, most * sizeof *draws);
    double before = 0.0;
    if (draws == NULL) {
        w->giver->prover->pool.failed |= !known->is_mixed;
        return;
    }
    known->draws = draws;
    known->is_mixed = true;
    for (uint32_t i = 0; i < of->option_count; i++) {
        const double units = floor(before / (double)of->total * 0x1p24);
        const float chance = w->explain.options[of->first_option + i].chance;
        for (int side = -1; side <= 1 && chance > 0.0f; side++) {
            if (units + side >= 0.0 && units + side < 0x1p24) {
                draws[known->count++] = (float)((units + side) * 0x1p-24);
            }
        }
        before += chance > 0.0f ? (double)chance : 0.0;
    }
}

/// A stream that draws twice in one tick, among other candidates, may have outcomes that are not found.
static void learn(world *w, dice *d) {
    for (uint32_t i = 0; i < w->explain.choice_count; i++) {
        const wits_explained_choice *of = &w->explain.choices[i];
        if (isnan(of->draw) || !(of->total > 0.0f)) {
            continue;
        }
        for (uint32_t earlier = 0; earlier < i; earlier++) {
            const wits_explained_choice *other = &w->explain.choices[earlier];
            w->giver->unclear_chance |= other->composite == of->composite && !isnan(other->draw) && other->total > 0.0f;
        }
        const uint32_t own = wits_random_stream(w->brain, of->composite);
        const uint32_t stream = w->giver == w ? own : w->match.streams[own];
        die *known = die_of(d, stream);
        if (count_chances(w, of) > 1 && known == NULL) {
            add_outcomes(w, d, stream, of);
        } else if (count_chances(w, of) > 1 && !has_these_chances(w, known, of)) {
            w->giver->mixes_chances = true;
            mix_outcomes(w, known, of);
        }
    }
}

void world_learn(world *w, dice *d) {
    if (w->explains && w->has_chance) {
        learn(w, d);
    }
    if (w->twin != NULL && w->twin->explains) {
        learn(w->twin, d);
    }
}

void world_spread_draws(world *w) {
    const world *twin = w->twin;
    const uint32_t streams = twin != NULL && twin->draws != NULL ? wits_random_stream_count(twin->brain) : 0;
    for (uint32_t stream = 0; w->draws != NULL && stream < streams; stream++) {
        twin->draws[stream] = w->draws[twin->match.streams[stream]];
    }
}

static void begin_explaining(world *w) {
    if (w->explains) {
        wits_explain_begin(&w->explain, w->brain, w->explain_memory, w->explain_size);
    }
}

void world_roll(world *w, dice *d) {
    add_randoms_behind(w, d);
    if (w->draws != NULL) {
        memset(w->draws, 0, w->stream_count * sizeof *w->draws);
        for (uint32_t i = 0; i < d->count; i++) {
            w->draws[d->dice[i].stream] = d->dice[i].draws[d->dice[i].choice];
        }
    }
    world_spread_draws(w);
    begin_explaining(w);
    if (w->twin != NULL) {
        begin_explaining(w->twin);
    }
}
