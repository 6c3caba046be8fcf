// SPDX-License-Identifier: MIT
// Scores an option with a kind of targets for each target, and finds the best. Section 15, "Option".
#include "core/run/pairs.h"
#include "core/run/targets.h"

/// Returns how far a pair gets in the steps of section 6.
static uint32_t steps_of(uint8_t rejected_by) {
    switch (rejected_by) {
    case WITS_VERDICT_NO_TARGET:
        return 0;
    case WITS_VERDICT_GATED:
    case WITS_VERDICT_NOT_A_NUMBER:
        return 1;
    case WITS_VERDICT_FLOOR:
        return 2;
    case WITS_VERDICT_COOLING:
        return 3;
    case WITS_VERDICT_DEFAULT:
        return 4;
    case WITS_VERDICT_RANK:
        return 5;
    default:
        return 6;
    }
}

/// Iterates over the targets of an option, for which its texts are evaluated.
typedef struct pair_walk {
    pass *p;
    uint32_t kind;
    target_range range;
    const uint32_t *ids;
    seen_targets seen;
    const seen_targets *before;  ///< targets seen in the enclosing scope
    pair_env env;
} pair_walk;

static void begin_walk(pair_walk *w, pass *p, uint16_t option) {
    const state_row *s = brain_state(p->call.brain, option);
    w->p = p;
    w->kind = s->target;
    w->range = targets_in(p->call.frame, w->kind);
    w->ids = w->range.first != w->range.end ? p->call.frame->targets[w->kind].ids : NULL;
    w->before = p->seen;
    wits_core_see_targets(p, brain_state(p->call.brain, s->parent)->targeting, &w->seen);
    w->seen.kinds = ALL_KINDS;
    p->seen = &w->seen;
    wits_core_pair_env(p, option, w->seen.rows, &w->env);
    p->walk = &w->env.env;
}

static void end_walk(pair_walk *w) {
    w->p->seen = w->before;
    w->p->walk = NULL;
}

/// Texts that are evaluated from now on read that row's target.
static void walk_to(pair_walk *w, uint32_t row) {
    w->seen.rows[w->kind] = row;
    w->seen.told = (wits_target){w->kind, w->ids[row], row};
    w->env.env.targets.lists = lists_read(w->p, w->seen.rows);
}

/// Rows that repeat an earlier id, and rows without a target, do not count. This requires a search through the list, so
/// only a row that would be the best is tested.
static bool counts(const pair_walk *w, uint32_t row) {
    return target_counts(&w->p->call.frame->targets[w->kind], w->range.first, row);
}

candidate wits_core_no_pair(void) {
    return (candidate){.score = not_a_number(), .rejected_by = WITS_VERDICT_NO_TARGET, .row = WITS_NO_TARGET};
}

/// Ranks count among pairs that nothing rejects.
static inline bool is_better(const candidate *a, const candidate *b) {
    if ((a->rejected_by | b->rejected_by) != 0 && steps_of(a->rejected_by) != steps_of(b->rejected_by)) {
        return steps_of(a->rejected_by) > steps_of(b->rejected_by);
    }
    const bool by_rank = a->is_ranked && a->rejected_by == 0;
    return choose_is_better(a->score, by_rank ? a->rank : 0, b->score, by_rank ? b->rank : 0, a->wins_ties);
}

candidate wits_core_best_pair(choice *c, uint16_t option, pair_asks *asks, const void *user) {
    pair_walk w;
    candidate best = wits_core_no_pair();
    begin_walk(&w, c->p, option);
    for (uint32_t row = w.range.first; row < w.range.end; row++) {
        walk_to(&w, row);
        candidate of = {.row = row};
        asks(c, option, &best, &of, user);
        if (is_better(&of, &best) && counts(&w, row)) {
            best = of;
        }
    }
    end_walk(&w);
    return best;
}

/// Inserts a pair into the sorted ones; the last one may be dropped.
static uint32_t insert_pair(candidate *best, uint32_t count, uint32_t room, const candidate *of) {
    uint32_t at = count;
    while (at > 0 && is_better(of, &best[at - 1])) {
        at--;
    }
    const uint32_t grown = count < room ? count + 1 : room;
    for (uint32_t i = grown; i > at + 1; i--) {
        best[i - 1] = best[i - 2];
    }
    if (at < room) {
        best[at] = *of;
    }
    return grown;
}

uint32_t wits_core_best_pairs(choice *c, uint16_t option, pair_asks *asks, candidate *best, uint32_t room) {
    pair_walk w;
    uint32_t count = 0;
    const candidate none = wits_core_no_pair();
    begin_walk(&w, c->p, option);
    for (uint32_t row = w.range.first; row < w.range.end; row++) {
        walk_to(&w, row);
        candidate of = {.row = row};
        asks(c, option, &none, &of, NULL);
        if ((count < room || is_better(&of, &best[room - 1])) && counts(&w, row)) {
            count = insert_pair(best, count, room, &of);
        }
    }
    end_walk(&w);
    return count;
}

candidate wits_core_ask_pair(choice *c, uint16_t option, uint32_t row, pair_asks *asks, const void *user) {
    pair_walk w;
    const candidate none = wits_core_no_pair();
    candidate of = {.row = row};
    begin_walk(&w, c->p, option);
    walk_to(&w, row);
    asks(c, option, &none, &of, user);
    end_walk(&w);
    return of;
}
