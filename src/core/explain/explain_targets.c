// SPDX-License-Identifier: MIT
// Records an option's best targets, and the considerations of two of them.
#include "core/explain/explain.h"
#include "core/run/pairs.h"
#include "core/run/targets.h"

static void ask_raw(choice *c, uint16_t option, const candidate *best, candidate *of, const void *how) {
    (void)best;
    of->score = wits_core_raw_score(c->p, option, how);
}

float wits_core_explain_pair(choice *c, uint16_t option, uint32_t row, wits_explained_consideration *rows) {
    const probe how = {.rows = brain_state(c->p->call.brain, option)->row_count != 0 ? rows : NULL,
                       .probed = WITS_NONE};
    return wits_core_ask_pair(c, option, row, ask_raw, &how).score;
}

static void tell_target(choice *c, uint16_t option, const candidate *of, wits_explained_target *told) {
    const state_row *s = brain_state(c->p->call.brain, option);
    const float inertia = option == c->favoured ? c->composite->inertia : 0.0f;
    const float raw = wits_core_explain_pair(c, option, of->row, NULL);
    *told = (wits_explained_target){
        .id = c->p->call.frame->targets[s->target].ids[of->row],
        .row = of->row,
        .verdict = of->rejected_by != 0 ? of->rejected_by : (uint16_t)WITS_VERDICT_LOST,
        .is_remembered = of->wins_ties,
        .raw = raw,
        .score = raw * s->weight,
        .inertia = of->wins_ties && of->rejected_by == 0 ? inertia + s->target_inertia : inertia,
        .competing = of->score,
        .rank = of->rank,
    };
}

static uint32_t row_among(const wits_explained_target *targets, uint32_t count, uint32_t id) {
    uint32_t i = 0;
    while (i < count && targets[i].id != id) {
        i++;
    }
    return i;
}

/// Records the considerations of the option's target first, whether or not it is one of the best; then those of the
/// best other one.
static void tell_rows(choice *c, const wits_explained_option *told, wits_explained_target *targets) {
    const state_row *s = brain_state(c->p->call.brain, told->option);
    wits_explained_consideration *rows = c->p->call.frame->explain->considerations;
    const uint32_t first = row_among(targets, told->target_count, told->target);
    const uint32_t second = first == 0 ? 1 : 0;
    const uint32_t which[2] = {first, second};
    const uint32_t own_row = target_row_of(c->p->call.frame, s->target, told->target);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t at = told->first_row + i * s->row_count;
        const bool is_told = which[i] < told->target_count;
        const uint32_t row = i == 0 ? own_row : is_told ? targets[which[i]].row : WITS_NO_TARGET;
        wits_core_explain_clear_rows(&rows[at], s);
        if (row != WITS_NO_TARGET) {
            wits_core_explain_pair(c, told->option, row, &rows[at]);
        }
        if (is_told) {
            targets[which[i]].first_row = at;
            targets[which[i]].row_count = s->row_count;
        }
    }
}

void wits_core_explain_targets(choice *c, uint32_t ordinal, bool is_chosen, uint32_t target) {
    candidate best[WITS_EXPLAINED_TARGETS];
    wits_explained_option *told = wits_core_explain_option(c, ordinal);
    wits_explained_target *targets = &c->p->call.frame->explain->targets[told->first_target];
    const state_row *s = brain_state(c->p->call.brain, told->option);
    const target_range range = targets_in(c->p->call.frame, s->target);
    const candidate of = candidate_at(c, ordinal);
    told->targets_listed = range.end - range.first;
    told->target_count = wits_core_pairs_in_order(c, told->option, best, WITS_EXPLAINED_TARGETS);
    for (uint32_t i = 0; i < told->target_count; i++) {
        tell_target(c, told->option, &best[i], &targets[i]);
    }
    if (told->target_count != 0 && targets[0].verdict == WITS_VERDICT_LOST) {
        targets[0].verdict = WITS_VERDICT_CHOSEN;
    }
    const uint32_t competes =
        of.row == WITS_NO_TARGET ? WITS_NO_TARGET : c->p->call.frame->targets[s->target].ids[of.row];
    told->target = is_chosen ? target : competes;
    wits_core_explain_score(
        c, ordinal, of.row == WITS_NO_TARGET ? of.score : wits_core_explain_pair(c, told->option, of.row, NULL), &of);
    tell_rows(c, told, targets);
}
