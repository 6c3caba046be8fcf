// SPDX-License-Identifier: MIT
// Finds the best of an agent's scored pairs, by the rules of expr/choose.h. Section 15.
#include "crowd/pairs.h"
#include "expr/math.h"

best_pair wits_crowd_no_pair(void) {
    const choose_pair none = choose_no_pair();
    return (best_pair){.any = none, .left = none, .taken = none};
}

static bool is_current(const pair_run *r, uint32_t lane) {
    const uint32_t ordinal = r->option->ordinal;
    return (r->current != NULL && r->current[lane] == ordinal) || (r->done != NULL && r->done[lane] == ordinal);
}

/// Returns the rules for a lane. The floor of an option that is cooling down is NaN, which rejects all its pairs.
static choose_pair_rules rules_of(const pair_run *r, uint32_t lane) {
    const bool is_favoured = r->current != NULL && r->current[lane] == r->option->ordinal;
    const state_row *around = brain_state(r->b->code->brain, r->option->parent);
    const bool is_ready = r->cools == NULL || r->cools[lane] == 0;
    choose_pair_rules rules = choose_by_floor(is_ready ? r->floor : CHOOSE_NAN);
    rules.inertia = is_favoured ? around->inertia : 0.0f;
    rules.target_inertia = r->option->target_inertia;
    rules.threshold = r->threshold != NULL ? r->threshold[lane] : CHOOSE_NAN;
    rules.remembered = is_current(r, lane) ? r->remembered[lane] : WITS_NO_TARGET;
    rules.is_ranked = r->is_sifted;
    return rules;
}

/// Adds inertia to the scores, where there is any.
static const float *competing_scores(const pair_run *r, const lanes_segment *s, const float *scores, float inertia) {
    if (inertia == 0.0f && scores != NULL) {
        return scores;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        r->competing[i] = (scores != NULL ? scores[i] : math_float(r->plan->constant)) + inertia;
    }
    return r->competing;
}

// ---------------------------------------------------------------------------------------------------------- row by row

static int32_t rank_at(const pair_run *r, const int32_t *ranks, uint32_t i) {
    return !r->is_sifted ? 0 : ranks != NULL ? ranks[i] : (int32_t)r->plan->rank_constant;
}

static inline void take_if_better(choose_pair *best, choose_pair of, bool sticks) {
    if (choose_pair_beats(&of, best, sticks)) {
        best->score = of.score;
        best->rank = of.rank;
        best->row = of.row;
    }
}

/// Takes a pair that counts.
static inline void take_pair(const choose_pair_rules *by, choose_pair of, bool sticks, best_pair *best) {
    best->has_rows = true;
    take_if_better(&best->left, choose_pair_of(by, of.score, of.rank, of.row, false), false);
    take_if_better(&best->taken, choose_pair_of(by, of.score, of.rank, of.row, sticks), sticks);
    of.rank = INT32_MIN;
    take_if_better(&best->any, of, false);
}

/// Examines each pair, like core/run/pairs.c. Looks up whether a pair counts only where that could change the result,
/// because it takes long.
static void look_at_each(const pair_run *r, const lanes_segment *s, const float *scores, const int32_t *ranks,
                         const choose_pair_rules *by, best_pair *best) {
    const uint32_t first = targets_of(r->list, r->b->first + lane_agent(r->b, s->lane)).first;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t row = s->first + i;
        best_pair with = *best;
        take_pair(by, (choose_pair){scores[i], rank_at(r, ranks, i), row}, choose_sticks(by, r->list->ids[row]), &with);
        const bool changes = with.any.row != best->any.row || with.left.row != best->left.row ||
                             with.taken.row != best->taken.row || !best->has_rows;
        if (changes && target_counts(r->list, first, row)) {
            *best = with;
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- fast path

/// The scores of the eligible pairs with the highest rank among them, else NaN.
static const float *sift(const pair_run *r, const choose_pair_rules *by, const float *scores, const int32_t *ranks,
                         uint32_t count, int32_t *top) {
    for (uint32_t i = 0; ranks == NULL && i < count; i++) {  // all have the plan's constant
        r->same_ranks[i] = (int32_t)r->plan->rank_constant;
    }
    *top = r->b->kernels->sift(r->left, scores, ranks != NULL ? ranks : r->same_ranks, count, by->floor, by->threshold);
    return r->left;
}

static bool has_target_in(const wits_target_list *list, const lanes_segment *s) {
    bool has = false;
    for (uint32_t i = 0; i < s->count && !has; i++) {
        has = list->ids[s->first + i] != WITS_NO_TARGET;
    }
    return has;
}

static bool is_of_first(const pair_run *r, const lanes_segment *s, const lanes_best *found) {
    return found->is_first && r->list->ids[s->first + found->at] != WITS_NO_TARGET;
}

/// Handles all pairs of an agent whose highest score is known. Returns false if it has to examine each pair.
static bool look_at_all(const pair_run *r, const lanes_segment *s, const float *scores, const int32_t *ranks,
                        const lanes_best *highest, const choose_pair_rules *by, best_pair *best) {
    lanes_best found = *highest;
    *best = wits_crowd_no_pair();
    if (found.at == s->count) {
        best->has_rows = has_target_in(r->list, s);
        return true;
    }
    best->has_rows = true;
    best->any = (choose_pair){found.score, INT32_MIN, s->first + found.at};
    if (!is_of_first(r, s, &found) || is_nan(by->floor)) {
        return is_of_first(r, s, &found);
    }
    int32_t rank = 0;
    if (r->is_sifted) {
        scores = sift(r, by, scores, ranks, s->count, &rank);
        r->b->kernels->best(scores, r->list->ids, s, 1, &found);
    }
    if (found.at == s->count || !choose_is_left(by, found.score)) {
        return true;
    }
    best->left = best->taken = (choose_pair){found.score, rank, s->first + found.at};
    if (!is_of_first(r, s, &found) || by->remembered == WITS_NO_TARGET) {
        return is_of_first(r, s, &found);
    }
    const uint32_t kept = r->b->kernels->find(r->list->ids + s->first, s->count, by->remembered);
    if (kept < s->count) {
        take_if_better(&best->taken, choose_pair_of(by, scores[kept], rank, s->first + kept, true), true);
    }
    return !(by->target_inertia < 0.0f);
}

// ------------------------------------------------------------------------------------------------------------- results

/// A default option that is chosen without an eligible pair keeps its remembered target if it is active; otherwise it
/// takes its best.
static uint32_t picked_of(const pair_run *r, uint32_t lane, const best_pair *best) {
    const bool is_default = (r->at->k[0] & PAIRS_DEFAULT) != 0;
    if (best->taken.row == WITS_NO_TARGET && is_default && is_current(r, lane)) {
        return r->remembered[lane];
    }
    const uint32_t row = best->taken.row == WITS_NO_TARGET && is_default ? best->any.row : best->taken.row;
    return row != WITS_NO_TARGET ? r->list->ids[row] : WITS_NO_TARGET;
}

void wits_crowd_put_pair(const pair_run *r, uint32_t lane, const best_pair *best) {
    const bool by_rank = r->is_sifted && (r->at->k[0] & PAIRS_DEFAULT) == 0;
    const bool is_counted = r->option->row_count == 0 && (r->at->k[0] & (PAIRS_ALONE | PAIRS_PLAIN)) == 0;
    r->scores[lane] = by_rank ? best->left.score : best->any.score;
    r->picked[lane] = picked_of(r, lane, best);
    if (r->ranks != NULL) {
        r->ranks[lane] = best->left.rank;
    }
    if (best->any.row == WITS_NO_TARGET && best->has_rows && is_counted && r->b->run->nan_scores != NULL) {
        ++*r->b->run->nan_scores;
    }
}

/// Returns whether a segment has all pairs of its agent. Only the first and the last segment may have a part.
static bool is_whole(const pair_run *r, uint32_t number) {
    return !(number == 0 && r->is_continued) && !(number + 1 == r->segment_count && r->goes_on);
}

/// Stores the result of a segment's agent unless more of its pairs follow. `found` is unknown without scores.
static void settle_segment(pair_run *r, uint32_t number, const float *scores, const int32_t *ranks,
                           const lanes_best *found) {
    const lanes_segment *s = &r->segments[number];
    const choose_pair_rules by = rules_of(r, s->lane);
    const float *competing = competing_scores(r, s, scores, by.inertia);
    lanes_best again;
    if (competing == r->competing) {
        r->b->kernels->best(competing, r->list->ids, s, 1, &again);
        found = &again;
    }
    best_pair best;
    if (!is_whole(r, number) || !look_at_all(r, s, competing, ranks, found, &by, &best)) {
        best = number == 0 && r->is_continued ? r->carried : wits_crowd_no_pair();
        look_at_each(r, s, competing, ranks, &by, &best);
    }
    if (number + 1 == r->segment_count && r->goes_on) {
        r->carried = best;
    } else {
        wits_crowd_put_pair(r, s->lane, &best);
    }
}

/// Returns whether the first highest score is still the first highest with inertia added, which may create a tie.
static bool stays_first(const float *scores, const lanes_best *found, float inertia) {
    const float highest = found->score + inertia;
    bool stays = true;
    for (uint32_t i = 0; i < found->at; i++) {
        stays = stays & (scores[i] + inertia != highest);
    }
    return stays;
}

/// Fast path for most agents: all pairs are in this batch, no ranks, no default option. Returns false if it does not
/// apply.
static inline bool settle_simply(const pair_run *r, uint32_t number, const float *scores, const lanes_best *found) {
    const lanes_segment *s = &r->segments[number];
    const uint32_t *ids = r->list->ids + s->first;
    if (found->at == s->count || !is_of_first(r, s, found) || !is_whole(r, number)) {
        return false;
    }
    float score = found->score;
    uint32_t at = found->at;
    if (is_current(r, s->lane)) {
        const choose_pair_rules by = rules_of(r, s->lane);
        if (by.inertia != 0.0f && !stays_first(scores, found, by.inertia)) {
            return false;
        }
        score = score + by.inertia;
        const uint32_t kept =
            by.remembered != WITS_NO_TARGET ? r->b->kernels->find(ids, s->count, by.remembered) : s->count;
        const float kept_score = kept < s->count ? scores[kept] + by.inertia : CHOOSE_NAN;
        const choose_pair of = choose_pair_of(&by, kept_score, 0, kept, true);
        at = choose_is_better(of.score, 0, score, 0, true) ? kept : at;
    }
    r->scores[s->lane] = score;
    r->picked[s->lane] = score >= r->floor ? ids[at] : WITS_NO_TARGET;
    return true;
}

void wits_crowd_pairs_settle(pair_run *r, const float *scores) {
    lanes_best found[MOST_SEGMENTS];
    if (scores != NULL) {
        r->b->kernels->best(scores, r->list->ids, r->segments, r->segment_count, found);
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < r->segment_count; i++) {
        if (scores == NULL || !r->is_simple || !settle_simply(r, i, scores + at, &found[i])) {
            settle_segment(r, i, scores != NULL ? scores + at : NULL, r->pair_ranks != NULL ? r->pair_ranks + at : NULL,
                           &found[i]);
        }
        at += r->segments[i].count;
    }
}
