// SPDX-License-Identifier: MIT
// The naive model: section 6, utility.
#include <math.h>
#include <stdlib.h>

#include "model_internal.h"

typedef struct option {
    wits_state_id state;
    float plain;      ///< weight times score
    float competing;  ///< plus inertia for the current option
    bool candidate;
} option;

/// "`weight` (default 1)": 0 is not given, WITS_ZERO is 0.
static float weight_of(model *m, wits_state_id state) {
    float weight = m->desc->states[state].weight;
    if (weight == 0.0f) {
        FIRED_IF(m, weight_default, !signbit(weight));
        FIRED_IF(m, weight_zero, signbit(weight));
        return signbit(weight) ? 0.0f : 1.0f;
    }
    FIRED(m, weight_given);
    return weight;
}

static float plain_score(model *m, wits_state_id state);

/// `score: best`: the best plain score of its own options, NaN skipped; all NaN: NaN.
static float best_score(model *m, wits_state_id utility) {
    float best = NAN;
    bool skipped = false;
    FIRED(m, score_best);
    for (wits_state_id child = model_first(m, utility); child != WITS_NONE; child = model_next(m, child)) {
        float score = plain_score(m, child);
        if (isnan(score)) {
            skipped = true;
        } else if (isnan(best) || score > best) {
            best = score;
        }
        FIRED_IF(m, score_best_nested, m->desc->states[child].score_best);
    }
    FIRED_IF(m, score_best_all_nan, isnan(best));
    FIRED_IF(m, score_best_skips_nan, !isnan(best) && skipped);
    return best;
}

static float plain_score(model *m, wits_state_id state) {
    const wits_state_desc *desc = &m->desc->states[state];
    float weight = weight_of(m, state);
    if (desc->score_best) {
        return weight * best_score(m, state);
    }
    if (desc->score == NULL) {
        FIRED(m, score_composite_one);
        return weight * 1.0f;
    }
    FIRED_IF(m, score_on_composite, model_is_composite(m, state));
    return weight * model_score(m, desc->score, state);
}

/// "Highest wins. Ties: the current option if it is among them, else the first declared."
static wits_state_id highest(model *m, const option *options, uint32_t count, wits_state_id current) {
    const option *best = NULL;
    bool tied = false;
    for (uint32_t i = 0; i < count; i++) {
        const option *o = &options[i];
        if (!o->candidate) {
            continue;
        }
        if (best == NULL || o->competing > best->competing) {
            best = o;
            tied = false;
        } else if (o->competing == best->competing) {
            tied = true;
            if (o->state == current) {
                best = o;
            }
        }
    }
    if (best == NULL) {
        return WITS_NONE;
    }
    FIRED_IF(m, tie_current, tied && best->state == current);
    FIRED_IF(m, tie_first, tied && best->state != current);
    return best->state;
}

static float chance_of(const option *o) {
    if (!(o->competing > 0.0f)) {
        return 0.0f;
    }
    return o->competing > 1e30f ? 1e30f : o->competing;
}

/// "Chance in proportion to competing score; below 0 counts 0, above 1e30 counts 1e30, sums in declared order."
static wits_state_id weighted(model *m, wits_state_id utility, const option *options, uint32_t count) {
    float total = 0.0f;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (options[i].candidate) {
            FIRED_IF(m, weighted_below_zero, options[i].competing < 0.0f);
            FIRED_IF(m, weighted_above_limit, options[i].competing > 1e30f);
            total = total + chance_of(&options[i]);
            possible += chance_of(&options[i]) > 0.0f;
        }
    }
    if (!(total > 0.0f)) {
        FIRED(m, weighted_all_zero);
        return WITS_NONE;
    }
    FIRED_IF(m, weighted_among_several, possible > 1);
    uint32_t place = model_place_of(m, utility);
    float r = wits_random(m->frame->seed, m->frame->agent, m->frame->tick, place) * total;
    float sum = 0.0f;
    wits_state_id last = WITS_NONE;
    for (uint32_t i = 0; i < count; i++) {
        float chance = options[i].candidate ? chance_of(&options[i]) : 0.0f;
        if (chance > 0.0f) {
            sum = sum + chance;
            last = options[i].state;
            if (sum > r) {
                return last;
            }
        }
    }
    return last;
}

/// `top: n`: weighted among the n best.
static wits_state_id top(model *m, wits_state_id utility, option *options, uint32_t count, wits_state_id current) {
    bool *chosen = calloc(count, sizeof *chosen);
    uint32_t candidates = 0;
    for (uint32_t i = 0; i < count; i++) {
        candidates += options[i].candidate;
    }
    FIRED_IF(m, top_cuts, candidates > m->desc->states[utility].top);
    for (uint32_t n = 0; n < m->desc->states[utility].top && n < count; n++) {
        wits_state_id best = highest(m, options, count, current);
        for (uint32_t i = 0; i < count; i++) {
            if (options[i].state == best) {
                chosen[i] = true;
                options[i].candidate = false;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        options[i].candidate = chosen[i];
    }
    free(chosen);
    return weighted(m, utility, options, count);
}

/// `within: p`: weighted among those at least (1-p) x best; when the best is not above 0, only the best.
static wits_state_id within(model *m, wits_state_id utility, option *options, uint32_t count, wits_state_id current) {
    wits_state_id best = highest(m, options, count, current);
    float best_score_now = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        if (options[i].state == best) {
            best_score_now = options[i].competing;
        }
    }
    if (best == WITS_NONE || !(best_score_now > 0.0f)) {
        FIRED_IF(m, within_not_above_zero, best != WITS_NONE);
        return best;
    }
    float share = 1.0f - m->desc->states[utility].within;
    float least = share * best_score_now;
    for (uint32_t i = 0; i < count; i++) {
        bool among = options[i].competing >= least;
        FIRED_IF(m, within_excludes, options[i].candidate && !among);
        options[i].candidate = options[i].candidate && among;
    }
    return weighted(m, utility, options, count);
}

/// The option that the scores choose, or WITS_NONE without a candidate. `current` is WITS_NONE at entering.
static wits_state_id choose(model *m, wits_state_id utility, wits_state_id current) {
    const wits_state_desc *desc = &m->desc->states[utility];
    option *options = calloc(m->desc->state_count, sizeof *options);
    uint32_t count = 0;
    for (wits_state_id child = model_first(m, utility); child != WITS_NONE; child = model_next(m, child)) {
        option *o = &options[count++];
        o->state = child;
        o->plain = plain_score(m, child);
        o->competing = child == current ? o->plain + desc->inertia : o->plain;
        o->candidate = true;
        if (isnan(o->competing)) {
            FIRED(m, nan_no_candidate);
            o->candidate = false;
        } else if ((desc->floor != 0.0f || signbit(desc->floor)) && o->competing < desc->floor) {
            FIRED_IF(m, floor_excludes, desc->floor != 0.0f);
            FIRED_IF(m, floor_zero_excludes, desc->floor == 0.0f);
            o->candidate = false;
        }
    }
    wits_state_id chosen = WITS_NONE;
    switch (desc->select) {
    case WITS_SELECT_DEFAULT:
    case WITS_SELECT_HIGHEST:
        FIRED(m, select_highest);
        chosen = highest(m, options, count, current);
        break;
    case WITS_SELECT_WEIGHTED:
        FIRED(m, select_weighted);
        chosen = weighted(m, utility, options, count);
        break;
    case WITS_SELECT_TOP:
        FIRED(m, select_top);
        chosen = top(m, utility, options, count, current);
        break;
    case WITS_SELECT_WITHIN:
        FIRED(m, select_within);
        chosen = within(m, utility, options, count, current);
        break;
    case WITS_SELECT_SOFTMAX:  // no random brain has it yet
        break;
    }
    if (chosen == current && desc->inertia != 0.0f && desc->select <= WITS_SELECT_HIGHEST) {
        for (uint32_t i = 0; i < count; i++) {
            options[i].competing = options[i].plain;
        }
        uint64_t tie_current = m->counts[CLAUSE_tie_current];
        uint64_t tie_first = m->counts[CLAUSE_tie_first];
        wits_state_id without = highest(m, options, count, current);
        m->counts[CLAUSE_tie_current] = tie_current;
        m->counts[CLAUSE_tie_first] = tie_first;
        FIRED_IF(m, inertia_holds, chosen != WITS_NONE && without != chosen);
    }
    free(options);
    return chosen;
}

/// Section 2, `initial`: given, or the first declared; of a utility the child that the scores choose at that moment.
wits_state_id model_initial(model *m, wits_state_id composite) {
    const wits_state_desc *desc = &m->desc->states[composite];
    bool utility = m->states[composite].kind == WITS_UTILITY;
    if (desc->initial != 0) {
        FIRED_IF(m, initial_given, !utility);
        FIRED_IF(m, initial_given_on_utility, utility);
        return desc->initial;
    }
    if (!utility) {
        FIRED(m, initial_first);
        return (wits_state_id)(composite + 1);
    }
    FIRED(m, initial_chosen);
    wits_state_id chosen = choose(m, composite, WITS_NONE);
    FIRED_IF(m, no_candidate_first, chosen == WITS_NONE);
    return chosen == WITS_NONE ? (wits_state_id)(composite + 1) : chosen;
}

/// Section 4, step 3: score the options, switch if another wins.
void model_choice(model *m, wits_state_id utility) {
    model_state *u = &m->states[utility];
    wits_state_id current = u->child;
    uint32_t hold = m->desc->states[current].hold;
    uint32_t every = m->desc->states[utility].every;
    if (hold > 0 && model_clock(m, current) < hold) {
        FIRED(m, hold_stops);
        FIRED_IF(m, hold_stops_while_due, every > 0 && m->frame->tick - u->scored >= every);
        return;
    }
    FIRED_IF(m, hold_over, hold > 0);
    if (every > 0) {
        if (m->frame->tick - u->scored < every) {
            FIRED(m, every_stops);
            return;
        }
        FIRED(m, every_scores);
        u->scored = m->frame->tick;
    }
    wits_state_id chosen = choose(m, utility, current);
    FIRED_IF(m, no_candidate_stays, chosen == WITS_NONE);
    FIRED_IF(m, current_wins, chosen == current);
    if (chosen == WITS_NONE || chosen == current) {
        return;
    }
    FIRED(m, switched);
    FIRED_IF(m, switched_from_composite, model_is_composite(m, current));
    FIRED_IF(m, switched_to_composite, model_is_composite(m, chosen));
    model_firing f = {current, chosen, false, false, WITS_NONE, NULL};
    model_fire(m, &f);
}
