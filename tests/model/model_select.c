// SPDX-License-Identifier: MIT
// The naive model: section 6, eligible options and the winner.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "trees/tree.h"
#include "wits/explain.h"

static model_option *find(const model_options *o, wits_state_id state) {
    for (uint32_t i = 0; i < o->count; i++) {
        if (o->rows[i].state == state) {
            return &o->rows[i];
        }
    }
    return NULL;
}

/// The winner of ties: the current option, unless it is done.
static wits_state_id favoured(const model_options *o) {
    return o->is_done ? WITS_NONE : o->current;
}

static uint32_t candidates_of(const model_options *o) {
    uint32_t candidates = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        candidates += o->rows[i].candidate;
    }
    return candidates;
}

static void exclude(model_option *o, wits_verdict verdict) {
    o->candidate = false;
    o->verdict = (uint16_t)verdict;
}

// ---------------------------------------------------------------------------------------------------------- candidates

/// "An option without remaining pairs is not a candidate. An option's score is that of its best remaining pair."
static void settle(model *m, model_option *o, wits_verdict verdict) {
    const model_pair *best = model_best_pair(m, o, WITS_NO_TARGET, 0.0f);
    if (best == NULL) {
        if (o->candidate) {
            exclude(o, verdict);
        }
        return;
    }
    o->plain = best->plain;
    o->competing = best->competing;
    o->rank = best->rank;
}

static bool is_gated(const model_pair *pair, float unused) {
    return pair->gated || isnan(unused);
}

static bool is_no_number(const model_pair *pair, float unused) {
    return isnan(pair->competing) || isnan(unused);
}

static bool is_below(const model_pair *pair, float floor) {
    return pair->competing < floor;
}

static bool is_all(const model_pair *pair, float unused) {
    return pair != NULL && !isnan(unused);
}

static bool is_not_above(const model_pair *pair, float bar) {
    return !(pair->competing > bar);
}

/// Removes pairs of an option with a target.
static void leave_out(model *m, model_option *o, bool (*is_out)(const model_pair *, float), float limit,
                      wits_verdict verdict, uint64_t *count) {
    for (uint32_t i = 0; i < o->pair_count; i++) {
        *count += o->pairs[i].is_left && is_out(&o->pairs[i], limit);
    }
    model_pairs_leave_out(o, is_out, limit, (uint16_t)verdict);
    settle(m, o, verdict);
}

static void exclude_pairs_by_score(model *m, model_option *o, bool floored, float floor) {
    settle(m, o, WITS_VERDICT_NO_TARGET);
    leave_out(m, o, is_gated, 0.0f, WITS_VERDICT_GATED, &m->counts[CLAUSE_pair_gated]);
    leave_out(m, o, is_no_number, 0.0f, WITS_VERDICT_NOT_A_NUMBER, &m->counts[CLAUSE_pair_nan]);
    if (floored) {
        leave_out(m, o, is_below, floor, WITS_VERDICT_FLOOR, &m->counts[CLAUSE_pair_floor]);
    }
}

/// "An option whose outermost gate does not hold, whose score is NaN, or that is below `floor` is not a candidate."
static void exclude_by_score(model *m, const model_options *options) {
    float floor = m->desc->states[options->utility].floor;
    bool floored = m->desc->states[options->utility].has_floor;
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o->pairs != NULL) {
            exclude_pairs_by_score(m, o, floored, floor);
        } else if (o->gated) {
            FIRED(m, gated_no_candidate);
            exclude(o, WITS_VERDICT_GATED);
        } else if (isnan(o->competing)) {
            FIRED(m, nan_no_candidate);
            exclude(o, WITS_VERDICT_NOT_A_NUMBER);
        } else if (floored && o->competing < floor) {
            FIRED_IF(m, floor_excludes, floor != 0.0f);
            FIRED_IF(m, floor_zero_excludes, floor == 0.0f);
            exclude(o, WITS_VERDICT_FLOOR);
        }
    }
}

/// "An option that is not active and exited less than n ticks ago is not a candidate."
static void exclude_cooling(model *m, const model_options *options) {
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o->pairs != NULL && o->cooldown > 0) {
            leave_out(m, o, is_all, 0.0f, WITS_VERDICT_COOLING, &m->counts[CLAUSE_pair_cooling]);
        } else if (o->candidate && o->cooldown > 0) {
            FIRED(m, cooldown_excludes);
            exclude(o, WITS_VERDICT_COOLING);
        }
    }
}

/// Excludes options that do not score more than the default option, if that is still a candidate.
static void exclude_by_default(model *m, const model_options *options) {
    wits_state_id state = m->desc->states[options->utility].default_option;
    if (state == 0) {
        return;
    }
    model_option *bar = find(options, state);
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o != bar && bar->candidate && o->pairs != NULL) {
            leave_out(m, o, is_not_above, bar->competing, WITS_VERDICT_DEFAULT, &m->counts[CLAUSE_pair_default]);
        } else if (o != bar && bar->candidate && o->candidate && !(o->competing > bar->competing)) {
            FIRED(m, default_excludes);
            FIRED_IF(m, default_excludes_equal, o->competing == bar->competing);
            exclude(o, WITS_VERDICT_DEFAULT);
        }
    }
    if (bar->candidate) {
        exclude(bar, WITS_VERDICT_NOT_NEEDED);
    } else {
        FIRED(m, default_no_candidate);
    }
}

/// "Only the remaining ones with the highest rank among them."
static void exclude_by_rank(model *m, const model_options *options) {
    bool any = false;
    int32_t highest = 0;
    for (uint32_t i = 0; i < options->count; i++) {
        const model_option *o = &options->rows[i];
        if (o->candidate && o->pairs == NULL && (!any || o->rank > highest)) {
            any = true;
            highest = o->rank;
        }
        for (uint32_t pair = 0; pair < o->pair_count && o->candidate; pair++) {
            if (o->pairs[pair].is_left && (!any || o->pairs[pair].rank > highest)) {
                any = true;
                highest = o->pairs[pair].rank;
            }
        }
    }
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o->pairs != NULL && o->candidate) {
            for (uint32_t pair = 0; pair < o->pair_count; pair++) {
                if (o->pairs[pair].is_left && o->pairs[pair].rank < highest) {
                    FIRED(m, pair_rank);
                    o->pairs[pair].is_left = false;
                    o->pairs[pair].verdict = WITS_VERDICT_RANK;
                }
            }
            settle(m, o, WITS_VERDICT_RANK);
        } else if (o->candidate && o->rank < highest) {
            FIRED(m, rank_excludes);
            exclude(o, WITS_VERDICT_RANK);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- selection

/// "Highest wins. Ties: the current option if it is among them, else the first declared."
static wits_state_id highest(model *m, const model_options *options) {
    const model_option *best = NULL;
    bool tied = false;
    for (uint32_t i = 0; i < options->count; i++) {
        const model_option *o = &options->rows[i];
        if (!o->candidate) {
            continue;
        }
        if (best == NULL || o->competing > best->competing) {
            best = o;
            tied = false;
        } else if (o->competing == best->competing) {
            tied = true;
            best = o->state == favoured(options) ? o : best;
        }
    }
    if (best == NULL) {
        return WITS_NONE;
    }
    FIRED_IF(m, tie_current, tied && best->state == favoured(options));
    FIRED_IF(m, tie_first, tied && best->state != favoured(options));
    return best->state;
}

/// The option chosen by a random draw.
static wits_state_id by_draw(const model_options *options) {
    float r = options->draw * options->total;
    float sum = 0.0f;
    wits_state_id last = WITS_NONE;
    for (uint32_t i = 0; i < options->count; i++) {
        float chance = options->rows[i].candidate ? options->rows[i].chance : 0.0f;
        if (chance > 0.0f) {
            sum = sum + chance;
            last = options->rows[i].state;
            if (sum > r) {
                return last;
            }
        }
    }
    return last;
}

/// Lets the caller choose instead of a random draw. It may choose any option that some multiple of 2^-24 selects. The
/// selected option changes only where the running sum exceeds the number, so only multiples around each sum are tried.
static wits_state_id picked(model *m, model_options *options) {
    bool *can = calloc(m->desc->state_count, sizeof *can);
    float sum = 0.0f;
    for (uint32_t i = 0; i <= options->count; i++) {
        double units = floor((double)sum / (double)options->total * 0x1p24);
        for (double at = fmax(units - 2.0, 0.0); at <= units + 2.0 && at < 0x1p24; at++) {
            options->draw = (float)(at * 0x1p-24);
            can[by_draw(options)] = true;
        }
        sum = sum + (i < options->count && options->rows[i].candidate ? options->rows[i].chance : 0.0f);
    }
    uint32_t possible = 0;
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        possible += can[state];
    }
    uint32_t left = possible > 1 ? m->pick(m->pick_user, model_place_of(m, options->utility), possible) : 0;
    wits_state_id chosen = 0;
    for (uint32_t state = 0; state < m->desc->state_count; state++) {
        chosen = can[state] && left-- == 0 ? (wits_state_id)state : chosen;
    }
    free(can);
    return chosen;
}

/// "The total is the sum of weights in declared order, in single precision. r = u x total. The first option at which
/// the running sum is above r; if rounding leaves none, the last with a weight above 0." Candidates have their chances.
static wits_state_id drawn(model *m, model_options *options) {
    float total = 0.0f;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < options->count; i++) {
        if (options->rows[i].candidate) {
            total = total + options->rows[i].chance;
            possible += options->rows[i].chance > 0.0f;
        }
    }
    options->total = total;
    if (!(total > 0.0f)) {
        FIRED(m, weighted_all_zero);
        return WITS_NONE;
    }
    FIRED_IF(m, weighted_among_several, possible > 1);
    if (m->pick != NULL) {
        return picked(m, options);
    }
    FIRED_IF(m, choice_drawn_by_caller, m->frame->draws != NULL);
    const wits_frame *f = m->frame;
    const uint32_t place = model_place_of(m, options->utility);
    options->draw = f->draws != NULL ? f->draws[place] : wits_random(f->seed, f->agent, f->tick, place);
    return by_draw(options);
}

/// "Chance in proportion to competing score; below 0 counts 0, above 1e30 counts 1e30."
static wits_state_id weighted(model *m, model_options *options) {
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o->candidate) {
            FIRED_IF(m, weighted_below_zero, o->competing < 0.0f);
            FIRED_IF(m, weighted_above_limit, o->competing > 1e30f);
            o->chance = !(o->competing > 0.0f) ? 0.0f : o->competing > 1e30f ? 1e30f : o->competing;
        }
    }
    return drawn(m, options);
}

/// "The same among the `top` best."
static wits_state_id top(model *m, model_options *options) {
    uint32_t most = m->desc->states[options->utility].top;
    bool *chosen = calloc(options->count, sizeof *chosen);
    FIRED_IF(m, top_cuts, candidates_of(options) > most);
    for (uint32_t n = 0; n < most && n < options->count; n++) {
        model_option *best = find(options, highest(m, options));
        if (best != NULL) {
            chosen[best - options->rows] = true;
            best->candidate = false;
        }
    }
    for (uint32_t i = 0; i < options->count; i++) {
        if (options->rows[i].candidate) {
            exclude(&options->rows[i], WITS_VERDICT_NOT_AMONG);
        }
        options->rows[i].candidate = chosen[i];
    }
    free(chosen);
    return weighted(m, options);
}

/// "The same among those that score at least (1 - `within`) x the best; if the best is not above 0, the best."
static wits_state_id within(model *m, model_options *options) {
    const model_option *best = find(options, highest(m, options));
    if (best == NULL || !(best->competing > 0.0f)) {
        FIRED_IF(m, within_not_above_zero, best != NULL);
        return best == NULL ? WITS_NONE : best->state;
    }
    float share = 1.0f - m->desc->states[options->utility].within;
    float least = share * best->competing;
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        if (o->candidate && !(o->competing >= least)) {
            FIRED(m, within_excludes);
            exclude(o, WITS_VERDICT_NOT_AMONG);
        }
    }
    return weighted(m, options);
}

/// "By chance in proportion to exp((score - best) / `temperature`)."
static wits_state_id softmax(model *m, model_options *options) {
    const model_option *best = find(options, highest(m, options));
    float temperature = m->desc->states[options->utility].temperature;
    for (uint32_t i = 0; i < options->count && best != NULL; i++) {
        model_option *o = &options->rows[i];
        if (o->candidate) {
            float below = o->competing - best->competing;
            float share = below / temperature;
            o->chance = isnan(share) ? 0.0f : tree_exp(share);
            FIRED_IF(m, softmax_infinite, isnan(share));
            FIRED_IF(m, softmax_vanishes, !isnan(share) && o->chance == 0.0f);
        }
    }
    return drawn(m, options);
}

static wits_state_id by_select(model *m, model_options *options) {
    switch (m->desc->states[options->utility].select) {
    case WITS_SELECT_WEIGHTED:
        FIRED(m, select_weighted);
        return weighted(m, options);
    case WITS_SELECT_TOP:
        FIRED(m, select_top);
        return top(m, options);
    case WITS_SELECT_WITHIN:
        FIRED(m, select_within);
        return within(m, options);
    case WITS_SELECT_SOFTMAX:
        FIRED(m, select_softmax);
        return softmax(m, options);
    default:
        FIRED(m, select_highest);
        return highest(m, options);
    }
}

/// Returns whether the current option has won by its inertia alone.
static void count_inertia(model *m, const model_options *options, wits_state_id chosen) {
    const wits_state_desc *desc = &m->desc->states[options->utility];
    if (chosen != favoured(options) || desc->inertia == 0.0f || desc->select > WITS_SELECT_HIGHEST) {
        return;
    }
    uint64_t tie_current = m->counts[CLAUSE_tie_current];
    uint64_t tie_first = m->counts[CLAUSE_tie_first];
    model_options plain = *options;
    plain.rows = calloc(options->count, sizeof *plain.rows);
    memcpy(plain.rows, options->rows, options->count * sizeof *plain.rows);
    for (uint32_t i = 0; i < options->count; i++) {
        plain.rows[i].competing = plain.rows[i].plain;
    }
    wits_state_id without = highest(m, &plain);
    m->counts[CLAUSE_tie_current] = tie_current;
    m->counts[CLAUSE_tie_first] = tie_first;
    FIRED_IF(m, inertia_holds, chosen != WITS_NONE && without != chosen);
    free(plain.rows);
}

/// Records the result for each candidate.
static void judge(const model_options *options, wits_state_id chosen) {
    for (uint32_t i = 0; i < options->count; i++) {
        model_option *o = &options->rows[i];
        bool drawn = options->total > 0.0f;
        if (o->state == chosen) {
            o->verdict = WITS_VERDICT_CHOSEN;
        } else if (o->settled) {
            o->verdict = !drawn ? WITS_VERDICT_LOST : o->candidate ? WITS_VERDICT_NOT_DRAWN : WITS_VERDICT_NOT_AMONG;
        }
        o->chance = drawn && o->candidate ? o->chance : 0.0f;
    }
}

wits_state_id model_select(model *m, model_options *options) {
    wits_state_id fallback = m->desc->states[options->utility].default_option;
    options->draw = NAN;
    options->total = 0.0f;
    for (uint32_t i = 0; i < options->count; i++) {
        options->rows[i].candidate = true;
    }
    exclude_by_score(m, options);
    exclude_cooling(m, options);
    exclude_by_default(m, options);
    exclude_by_rank(m, options);
    for (uint32_t i = 0; i < options->count; i++) {
        options->rows[i].settled = options->rows[i].candidate;
    }
    wits_state_id chosen = by_select(m, options);
    count_inertia(m, options, chosen);
    if (chosen == WITS_NONE && fallback != 0) {
        FIRED(m, default_chosen);
        FIRED_IF(m, default_chosen_anyway, find(options, fallback)->verdict != WITS_VERDICT_NOT_NEEDED);
        chosen = fallback;
    }
    options->target = WITS_NO_TARGET;
    if (chosen != WITS_NONE && m->states[chosen].aim != WITS_NONE) {
        options->target = model_target_chosen(m, options, find(options, chosen));
    }
    judge(options, chosen);
    return chosen;
}
