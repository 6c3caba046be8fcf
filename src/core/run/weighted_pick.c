// SPDX-License-Identifier: MIT
// Who of the candidates is chosen. Section 6, `select`.
#include "core/run/choice.h"
#include "expr/math.h"

static bool is_candidate(choice *c, uint16_t option, const candidate *of) {
    return wits_core_rejection(c, option, of) == 0;
}

bool wits_core_is_eligible(choice *c, weighted_pick *l, uint16_t option, const candidate *of) {
    if (!is_candidate(c, option, of) || of->score < l->least) {
        return false;
    }
    if (of->score > l->least || (option == c->favoured && l->ties > 0)) {
        return true;
    }
    uint32_t reserved = l->current_ties && l->ties > 0 ? 1 : 0;
    if (l->ties_left <= reserved) {
        return false;
    }
    l->ties_left--;
    return true;
}

/// NaN, the result for an infinite best score, is no chance.
float wits_core_chance_of(const choice *c, float score) {
    if (c->composite->select == WITS_SELECT_SOFTMAX) {
        float chance = math_exp((score - c->best_score) / c->composite->select_number);
        return is_nan(chance) ? 0.0f : chance;
    }
    return !(score > 0.0f) ? 0.0f : score > 1e30f ? 1e30f : score;  // -0 is 0, too
}

/// The option at which the running sum of chances exceeds `limit`, else the last with a chance. `*total` is the sum of
/// those before it and its own.
static uint16_t draw(choice *c, weighted_pick l, float limit, float *total) {
    uint16_t last = WITS_NONE;
    *total = 0.0f;
    l.ties_left = l.ties;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate of = candidate_at(c, i);
        if (wits_core_is_eligible(c, &l, option_at(c, i), &of) && wits_core_chance_of(c, of.score) > 0.0f) {
            last = option_at(c, i);
            *total += wits_core_chance_of(c, of.score);
            if (*total > limit) {
                return last;
            }
        }
    }
    return last;
}

static uint16_t draw_from(choice *c, weighted_pick l) {
    draw(c, l, 3.4e38f, &c->total);
    if (!(c->total > 0.0f)) {
        return WITS_NONE;
    }
    const wits_frame *f = c->p->call.frame;
    float total;
    const uint32_t place = c->composite->place;
    c->draw = f->draws != NULL ? f->draws[place] : wits_random(f->seed, f->agent, f->tick, place);
    return draw(c, l, c->draw * c->total, &total);
}

static uint32_t count_from(choice *c, int64_t place) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate of = candidate_at(c, i);
        count += is_candidate(c, option_at(c, i), &of) && float_place(of.score) >= place;
    }
    return count;
}

/// The `top` best: the score of the last of them by bisection, because there may be more options than room to sort
/// them.
static weighted_pick weighted_pick_of_top(choice *c) {
    const float infinity = float_from_bits(0x7F800000u);
    int64_t lo = float_place(-infinity);
    int64_t hi = float_place(infinity) + 1;
    const float most = c->composite->select_number;
    uint32_t top = most < (float)c->candidates ? (uint32_t)most : c->candidates;
    while (hi - lo > 1) {  // 32 times
        int64_t middle = lo + (hi - lo) / 2;
        if (count_from(c, middle) >= top) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    weighted_pick l = {.least = float_at_place(lo), .ties = top - count_from(c, lo + 1)};
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate of = candidate_at(c, i);
        bool current = option_at(c, i) == c->favoured && is_candidate(c, c->favoured, &of);
        l.current_ties |= current && of.score == l.least;
    }
    return l;
}

weighted_pick wits_core_weighted_pick_of(choice *c) {
    switch ((wits_select)c->composite->select) {
    case WITS_SELECT_TOP:
        return weighted_pick_of_top(c);
    case WITS_SELECT_WITHIN:
        return (weighted_pick){.least = (1.0f - c->composite->select_number) * c->best_score, .ties = WITS_MAX_STATES};
    default:
        return (weighted_pick){.least = float_from_bits(0xFF800000u), .ties = WITS_MAX_STATES};
    }
}

uint16_t wits_core_select_option(choice *c) {
    bool by_chance = c->composite->select != WITS_SELECT_HIGHEST;
    if (!by_chance || (c->composite->select == WITS_SELECT_WITHIN && !(c->best_score > 0.0f))) {
        return c->best;
    }
    weighted_pick l = wits_core_weighted_pick_of(c);
    // With an infinite best score and `within` 1, `least` is NaN, and no option reaches it.
    return is_nan(l.least) ? (uint16_t)WITS_NONE : draw_from(c, l);
}
