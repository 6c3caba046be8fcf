// SPDX-License-Identifier: MIT
// Scores and choices. Section 6.
#include "core/pass.h"

#include <string.h>

enum { CACHED_OPTIONS = 256 };

/// One choice among the options of a composite.
typedef struct contest {
    pass *p;
    const state_row *composite;
    uint16_t id;
    uint16_t current;  ///< the active option, WITS_NONE while none is
    uint16_t best;     ///< the candidate that scores highest; WITS_NONE without candidates
    float best_score;
    uint32_t candidates;
    float cache[CACHED_OPTIONS];  ///< competing scores of the first options; those beyond are asked again
} contest;

static bool is_nan(float value) {
    return value != value;
}

// -------------------------------------------------------------------------------------------------------------- scores

/// `score: best` nested in `score: best`: one level of it.
typedef struct level {
    uint16_t composite;
    uint16_t next;  ///< ordinal of the option to look at
    float best;     ///< NaN until one counts
} level;

static bool is_plain(const state_row *option) {
    return !option->score_best;
}

static float plain_score(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->brain, id);
    float raw = s->score != 0 ? ask_score(p, s->score, id) : 1.0f;
    return raw * s->weight;
}

static void count_best(level *l, float score) {
    if (!is_nan(score) && (is_nan(l->best) || score > l->best)) {
        l->best = score;
    }
}

/// The best plain score of the utility's own options, times its weight.
static float best_score(pass *p, uint16_t id) {
    float nan = float_from_bits(0x7FC00000u);
    level levels[WITS_MAX_LEVELS] = {{id, 0, nan}};
    uint32_t depth = 0;
    for (;;) {  // each turn looks at an option or ends a level
        level *l = &levels[depth];
        const state_row *s = brain_state(p->brain, l->composite);
        if (l->next < s->child_count) {
            uint16_t option = brain_child(p->brain, s, l->next++);
            if (is_plain(brain_state(p->brain, option))) {
                count_best(l, plain_score(p, option));
            } else {
                levels[++depth] = (level){option, 0, nan};
            }
            continue;
        }
        float score = l->best * s->weight;
        if (depth == 0) {
            return score;
        }
        count_best(&levels[--depth], score);
    }
}

static float competing_score(contest *c, uint16_t option) {
    float score = is_plain(brain_state(c->p->brain, option)) ? plain_score(c->p, option) : best_score(c->p, option);
    return option == c->current ? score + c->composite->inertia : score;
}

static uint16_t option_at(const contest *c, uint32_t ordinal) {
    return brain_child(c->p->brain, c->composite, ordinal);
}

static float score_at(contest *c, uint32_t ordinal) {
    return ordinal < CACHED_OPTIONS ? c->cache[ordinal] : competing_score(c, option_at(c, ordinal));
}

static bool is_candidate(const contest *c, float score) {
    return score >= c->composite->floor;  // NaN is not
}

static void score_all(contest *c) {
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        uint16_t option = option_at(c, i);
        float score = competing_score(c, option);
        if (i < CACHED_OPTIONS) {
            c->cache[i] = score;
        }
        trace(c->p, is_nan(score) ? WITS_TRACE_NOT_A_NUMBER : WITS_TRACE_SCORED, option, c->id, WITS_NONE, score);
        if (!is_candidate(c, score)) {
            continue;
        }
        c->candidates++;
        if (c->best == WITS_NONE || score > c->best_score || (score == c->best_score && option == c->current)) {
            c->best = option;
            c->best_score = score;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- lottery

/// Which candidates take part in a weighted choice.
typedef struct lottery {
    float least;    ///< scores below it do not
    uint32_t ties;  ///< of those that score just `least`, so many do: the current one first, then as declared
    uint32_t ties_left;
    bool current_ties;  ///< the current option is one of them
} lottery;

static bool takes_part(const contest *c, lottery *l, uint16_t option, float score) {
    if (!is_candidate(c, score) || score < l->least) {
        return false;
    }
    if (score > l->least || (option == c->current && l->ties > 0)) {
        return true;
    }
    uint32_t reserved = l->current_ties && l->ties > 0 ? 1 : 0;
    if (l->ties_left <= reserved) {
        return false;
    }
    l->ties_left--;
    return true;
}

static float weight_of(float score) {
    return score < 0.0f ? 0.0f : score > 1e30f ? 1e30f : score;
}

/// The option at which the running sum of weights exceeds `limit`, else the last with a weight. `*total` is the sum of
/// those before it and its own.
static uint16_t draw(contest *c, lottery l, float limit, float *total) {
    uint16_t last = WITS_NONE;
    *total = 0.0f;
    l.ties_left = l.ties;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        float score = score_at(c, i);
        if (takes_part(c, &l, option_at(c, i), score) && weight_of(score) > 0.0f) {
            last = option_at(c, i);
            *total += weight_of(score);
            if (*total > limit) {
                return last;
            }
        }
    }
    return last;
}

static uint16_t draw_weighted(contest *c, lottery l) {
    float total;
    draw(c, l, 3.4e38f, &total);
    if (!(total > 0.0f)) {
        return WITS_NONE;
    }
    const wits_frame *f = c->p->frame;
    float limit = wits_random(f->seed, f->agent, f->tick, c->composite->place) * total;
    return draw(c, l, limit, &total);
}

/// Floats as integers of the same order; both zeroes are one.
static uint32_t ordered(float value) {
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

static float from_ordered(uint32_t key) {
    return float_from_bits((key & 0x80000000u) != 0 ? key & 0x7FFFFFFFu : ~key);
}

static uint32_t count_from(contest *c, uint32_t key) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        float score = score_at(c, i);
        count += is_candidate(c, score) && ordered(score) >= key;
    }
    return count;
}

/// The `top` best: the score of the last of them by bisection, because there may be more options than room to sort
/// them.
static lottery lottery_of_top(contest *c) {
    uint32_t lo = 0;
    uint32_t hi = 0xFFFFFFFFu;
    uint32_t top = c->composite->top < c->candidates ? c->composite->top : c->candidates;
    while (hi - lo > 1) {  // 32 times
        uint32_t middle = lo + (hi - lo) / 2;
        if (count_from(c, middle) >= top) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    lottery l = {.least = from_ordered(lo), .ties = top - count_from(c, lo + 1)};
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        l.current_ties |= option_at(c, i) == c->current && score_at(c, i) == l.least;
    }
    return l;
}

/// With an infinite best and a `within` of 1 the least is not a number, and nobody reaches it.
static uint16_t select_within(contest *c) {
    if (!(c->best_score > 0.0f)) {
        return c->best;
    }
    float least = (1.0f - c->composite->within) * c->best_score;
    return is_nan(least) ? (uint16_t)WITS_NONE : draw_weighted(c, (lottery){.least = least, .ties = WITS_MAX_STATES});
}

static uint16_t select_option(contest *c) {
    switch ((wits_select)c->composite->select) {
    case WITS_SELECT_WEIGHTED:
        return draw_weighted(c, (lottery){.least = float_from_bits(0xFF800000u), .ties = WITS_MAX_STATES});
    case WITS_SELECT_TOP:
        return draw_weighted(c, lottery_of_top(c));
    case WITS_SELECT_WITHIN:
        return select_within(c);
    default:
        return c->best;
    }
}

static void trace_choice(contest *c, uint16_t chosen) {
    if (c->p->frame->trace == NULL || chosen == WITS_NONE) {
        return;
    }
    uint16_t second = WITS_NONE;
    float second_score = 0.0f;
    float own_score = 0.0f;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        float score = score_at(c, i);
        if (option_at(c, i) == chosen) {
            own_score = score;
        } else if (is_candidate(c, score) && (second == WITS_NONE || score > second_score)) {
            second = option_at(c, i);
            second_score = score;
        }
    }
    float margin = second == WITS_NONE ? own_score : own_score - second_score;
    trace(c->p, WITS_TRACE_CHOSEN, chosen, c->id, second, margin);
}

/// WITS_NONE: there is no candidate.
static uint16_t choose(pass *p, uint16_t id, uint16_t current) {
    contest c;  // its cache is not cleared
    c.p = p;
    c.composite = brain_state(p->brain, id);
    c.id = id;
    c.current = current;
    c.best = WITS_NONE;
    c.best_score = 0.0f;
    c.candidates = 0;
    score_all(&c);
    uint16_t chosen = c.candidates == 0 ? (uint16_t)WITS_NONE : select_option(&c);
    trace_choice(&c, chosen);
    return chosen;
}

// ------------------------------------------------------------------------------------------------------------- choices

uint16_t choose_first(pass *p, const state_row *composite, uint16_t id) {
    uint16_t chosen = choose(p, id, WITS_NONE);
    return chosen != WITS_NONE ? chosen : brain_child(p->brain, composite, 0);
}

bool is_time_to_score(pass *p, const state_row *composite, uint16_t current) {
    const state_row *option = brain_state(p->brain, current);
    if (option->hold != 0 && clock_elapsed(p, option->clock) < option->hold) {
        return false;
    }
    if (composite->scored_clock != 0) {
        if (clock_elapsed(p, composite->scored_clock) < composite->every) {
            return false;
        }
        bytes_put32(p->agent + composite->scored_clock, p->frame->tick);
    }
    return true;
}

uint16_t choose_option(pass *p, uint16_t composite, uint16_t current) {
    if (!is_time_to_score(p, brain_state(p->brain, composite), current)) {
        return current;
    }
    uint16_t chosen = choose(p, composite, current);
    return chosen != WITS_NONE ? chosen : current;
}
