// SPDX-License-Identifier: MIT
// Determines which options are candidates and which candidate is chosen: the rules of expr/choose.h for one agent.
// Section 6. Options beyond those whose scores are stored are scored again in each pass over the options.
#include "core/run/pairs.h"

typedef choice choose_options;

static choose_option choose_at(choice *c, uint32_t ordinal) {
    const candidate of = candidate_at(c, ordinal);
    return (choose_option){of.rejected_by == 0 ? of.score : not_a_number(), of.rank};
}

static inline float choose_candidate(const choosing *c, const choose_rules *r, choose_option at, uint32_t i);

/// Scores are not cached, because not all options are known, and explanations record their scores.
static void choose_keep(const choice *c, uint32_t ordinal, float score) {
    (void)c, (void)ordinal, (void)score;
}

static float choose_kept(const choosing *now, const choose_rules *r, choice *c, uint32_t ordinal) {
    return choose_candidate(now, r, choose_at(c, ordinal), ordinal);
}

static void choose_keep_share(const choice *c, uint32_t ordinal, float share) {
    (void)c, (void)ordinal, (void)share;
}

static float choose_kept_share(const choosing *now, const choose_rules *r, choice *c, uint32_t ordinal,
                               choose_ints *ties) {
    return choose_share(now, r->select, r->number, ties, choose_kept(now, r, c, ordinal), ordinal);
}

#include "expr/choose_passes.inc"

// ---------------------------------------------------------------------------------------------------------- candidates

uint8_t wits_core_rejection(const choice *c, uint16_t option, const candidate *of) {
    if (of->rejected_by != 0) {
        return of->rejected_by;
    }
    if (is_default(c, option)) {
        return WITS_VERDICT_NOT_NEEDED;  // unless it is the only one left: see winner
    }
    if (!choose_exceeds(of->score, c->now.threshold)) {
        return WITS_VERDICT_DEFAULT;
    }
    return choose_has_rank(of->rank, c->now.top_rank) ? 0 : WITS_VERDICT_RANK;
}

void wits_core_begin_settling(choice *c) {
    c->now = (choosing){.favoured = c->favoured != WITS_NONE ? brain_state(c->p->call.brain, c->favoured)->ordinal
                                                             : CHOOSE_NONE,
                        .threshold = not_a_number(),
                        .top_rank = INT32_MIN,
                        .best = CHOOSE_NONE,
                        .best_score = not_a_number()};
}

/// Which pair is best may depend on the threshold and the highest rank.
static void ask_ranked_again(choice *c) {
    for (uint32_t i = 0; i < c->rules.count && i < KNOWN_OPTIONS; i++) {
        if (has_ranked_targets(c, i)) {
            c->known[i] = wits_core_ask_again(c, i);
        }
    }
}

void wits_core_settle(choice *c) {
    wits_core_begin_settling(c);
    if (!c->rules.is_ranked || c->composite->target_at == 0) {
        choose_settle(&c->now, &c->rules, c);
        return;
    }
    choose_set_threshold(&c->now, &c->rules, c);
    ask_ranked_again(c);
    choose_set_top_rank(&c->now, &c->rules, c);
    ask_ranked_again(c);
    choose_find_best(&c->now, &c->rules, c);
}

// ------------------------------------------------------------------------------------------------------------- winners

static float random_number(const choice *c) {
    const wits_frame *f = c->p->call.frame;
    const uint32_t place = c->composite->place;
    return f->draws != NULL ? f->draws[place] : wits_random(f->seed, f->agent, f->tick, place);
}

uint16_t wits_core_winner(choice *c) {
    int32_t winner = c->now.best;
    c->draw = not_a_number();
    c->now.total = 0.0f;
    if (winner != CHOOSE_NONE && choose_draws(&c->now, c->rules.select)) {
        choose_weigh(&c->now, &c->rules, c);
        winner = CHOOSE_NONE;
        if (c->now.total > 0.0f) {
            c->draw = random_number(c);
            winner = choose_draw(&c->now, &c->rules, c, c->draw);
        }
    }
    if (winner != CHOOSE_NONE) {
        return option_at(c, (uint32_t)winner);
    }
    return c->composite->default_option != 0 ? c->composite->default_option : (uint16_t)WITS_NONE;
}
