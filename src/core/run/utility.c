// SPDX-License-Identifier: MIT
// Scores options, and whether and with which target one is chosen. Section 6.
#include "core/explain/explain.h"
#include "core/run/pairs.h"
#include "core/run/targets.h"

// -------------------------------------------------------------------------------------------------------------- scores

/// One level of `score: best` nested in `score: best`.
typedef struct level {
    uint16_t composite;
    uint16_t next;  ///< ordinal of the next option
    float best;     ///< NaN until one counts
    uint16_t of;    ///< the plain option with that score; WITS_NONE until then
    uint32_t row;   ///< row of that option's best pair; WITS_NO_TARGET
} level;

static bool is_plain(const state_row *option) {
    return !option->score_best;
}

static bool has_target(const state_row *option) {
    return option->target != WITS_NONE;
}

/// Returns the target id of a row of the option's list.
static uint32_t target_id(const pass *p, uint16_t option, uint32_t row) {
    return p->call.frame->targets[brain_state(p->call.brain, option)->target].ids[row];
}

float wits_core_raw_score(pass *p, uint16_t id, const probe *how) {
    const state_row *s = brain_state(p->call.brain, id);
    if (IS_EXPLAINED(how->rows != NULL || how->probed != WITS_NONE ? how : NULL) && s->row_count != 0) {
        return wits_core_explain_considered(p, id, how);
    }
    return s->score != 0 ? wits_core_ask_score(p, s->score, id, how->threshold) : 1.0f;
}

/// Returns how an option's inputs are evaluated for a row of its list.
static const probe *probe_at(const choice *c, uint16_t id, uint32_t row, const probe *as_it_is) {
    return c->probe != NULL && c->probe->of == id && c->probe->row == row ? &c->probe->how : as_it_is;
}

static float plain_score(choice *c, uint16_t id, uint32_t row) {
    const probe as_it_is = {.probed = WITS_NONE};
    const probe *how = probe_at(c, id, row, &as_it_is);
    return wits_core_raw_score(c->p, id, how) * brain_state(c->p->call.brain, id)->weight;
}

static void count_best(level *l, float score, uint16_t of, uint32_t row) {
    if (!is_nan(score) && (is_nan(l->best) || score > l->best)) {
        l->best = score;
        l->of = of;
        l->row = row;
    }
}

/// For an option with a target, computes the plain score of a pair.
static void ask_plain_pair(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user) {
    (void)best;
    (void)user;
    of->score = plain_score(c, option, of->row);
    of->rejected_by = is_nan(of->score) ? WITS_VERDICT_NOT_A_NUMBER : 0;
}

/// Returns the best plain score of the utility's own options, the option, and the row of its list.
static float best_score(choice *c, uint16_t id, uint16_t *of, uint32_t *row) {
    const wits_brain *brain = c->p->call.brain;
    const float nan = not_a_number();
    level levels[WITS_MAX_LEVELS] = {{id, 0, nan, WITS_NONE, WITS_NO_TARGET}};
    uint32_t depth = 0;
    for (;;) {  // each iteration handles an option or ends a level
        level *l = &levels[depth];
        const state_row *s = brain_state(brain, l->composite);
        if (l->next < s->child_count) {
            uint16_t option = brain_child(brain, s, l->next++);
            if (has_target(brain_state(brain, option))) {
                const candidate best = wits_core_best_pair(c, option, ask_plain_pair, NULL);
                count_best(l, best.score, option, best.row);
            } else if (is_plain(brain_state(brain, option))) {
                count_best(l, plain_score(c, option, WITS_NO_TARGET), option, WITS_NO_TARGET);
            } else {
                levels[++depth] = (level){option, 0, nan, WITS_NONE, WITS_NO_TARGET};
            }
            continue;
        }
        if (depth == 0) {
            *of = l->of;
            *row = l->row;
            return l->best;
        }
        depth--;
        count_best(&levels[depth], l->best * s->weight, l->of, l->row);
    }
}

// ---------------------------------------------------------------------------------------------------------- candidates

/// Returns whether considerations may end once an option has lost: only if nothing but the highest score counts.
static bool may_end_early(const choice *c, const state_row *option) {
    return c->composite->select == WITS_SELECT_HIGHEST && c->composite->is_plain && option->weight >= 0.0f &&
           c->told == NULL && c->p->call.frame->trace == NULL && !c->is_alone;
}

/// An option that is done would start again, with its whole cooldown ahead.
uint32_t wits_core_choice_cooldown(const choice *c, uint16_t id) {
    const state_row *s = brain_state(c->p->call.brain, id);
    return c->is_done && id == c->current ? s->cooldown : wits_core_cooldown_left(c->p, s);
}

/// Returns why it is not a candidate, regardless of others.
static uint8_t first_verdict(const choice *c, uint16_t id, float score) {
    const state_row *option = brain_state(c->p->call.brain, id);
    if (is_nan(score)) {
        return option->row_count != 0 ? WITS_VERDICT_GATED : WITS_VERDICT_NOT_A_NUMBER;
    }
    if (!choose_reaches(score, c->composite->floor)) {
        return WITS_VERDICT_FLOOR;
    }
    return option->cooldown != 0 && !c->is_alone && wits_core_choice_cooldown(c, id) != 0 ? WITS_VERDICT_COOLING : 0;
}

/// Writes each member separately because they are read so: mixed widths defeat store forwarding.
static void make_candidate(const choice *c, uint16_t id, float raw, candidate *of) {
    const state_row *s = brain_state(c->p->call.brain, id);
    const float score = choose_competing(raw * s->weight, c->composite->inertia, choose_where(id == c->favoured));
    of->score = score;
    of->rank = s->rank != 0 ? wits_core_ask_rank(c->p, s->rank, id) : 0;
    of->rejected_by = first_verdict(c, id, score);
}

/// `tells`: records the first evaluation for the trace.
static void ask_plain_candidate(choice *c, uint32_t ordinal, bool tells, candidate *of) {
    uint16_t id = option_at(c, ordinal);
    const state_row *s = brain_state(c->p->call.brain, id);
    float inertia = id == c->favoured ? c->composite->inertia : 0.0f;
    const expr_threshold to_reach = {s->weight, inertia, c->now.best_score};
    probe how = {.threshold = c->now.best != CHOOSE_NONE && may_end_early(c, s) ? &to_reach : NULL,
                 .probed = WITS_NONE};
    *of = (candidate){.row = WITS_NO_TARGET};
    if (tells && IS_EXPLAINED(c->told)) {
        how.rows = wits_core_explain_rows(c, ordinal);
    }
    uint16_t best = WITS_NONE;
    uint32_t best_row = WITS_NO_TARGET;
    float raw = is_plain(s) ? wits_core_raw_score(c->p, id, probe_at(c, id, WITS_NO_TARGET, &how))
                            : best_score(c, id, &best, &best_row);
    make_candidate(c, id, raw, of);
    if (tells && IS_EXPLAINED(c->told)) {
        wits_core_explain_score(c, ordinal, raw, of);
        if (best != WITS_NONE) {
            wits_core_explain_best(c, ordinal, best, best_row);
        }
    }
}

/// Scores an option for the target that its texts currently read, as far as the choice has come: the threshold and the
/// highest rank apply later.
static void ask_pair(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user) {
    const state_row *s = brain_state(c->p->call.brain, option);
    const bool has_best = best->rejected_by == 0, has_other = c->now.best != CHOOSE_NONE;
    const float local = has_best ? best->score : 0.0f;
    const expr_threshold to_reach = {s->weight, option == c->favoured ? c->composite->inertia : 0.0f,
                                     has_other && (!has_best || c->now.best_score > local) ? c->now.best_score : local};
    const bool ends_early = user == NULL && (has_best || has_other) && may_end_early(c, s);
    const probe plain = {.threshold = ends_early ? &to_reach : NULL, .probed = WITS_NONE};
    const probe *how = probe_at(c, option, of->row, user != NULL ? user : &plain);
    make_candidate(c, option, wits_core_raw_score(c->p, option, how), of);
    of->is_ranked = c->ranks_own || !is_default(c, option);
    if (of->rejected_by == 0 && !is_default(c, option) && !choose_exceeds(of->score, c->now.threshold)) {
        of->rejected_by = WITS_VERDICT_DEFAULT;
    } else if (of->rejected_by == 0 && of->is_ranked && !choose_has_rank(of->rank, c->now.top_rank)) {
        of->rejected_by = WITS_VERDICT_RANK;
    }
}

static void ask_any_option(choice *c, uint32_t ordinal, bool tells, candidate *of) {
    if (has_target(brain_state(c->p->call.brain, option_at(c, ordinal)))) {
        *of = wits_core_best_pair(c, option_at(c, ordinal), ask_pair, NULL);  // recorded when the choice is complete
    } else {
        ask_plain_candidate(c, ordinal, tells, of);
    }
}

candidate wits_core_ask_again(choice *c, uint32_t ordinal) {
    candidate of;
    ask_any_option(c, ordinal, false, &of);
    return of;
}

static void ask_all(choice *c) {
    candidate room = {0};
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate *of = i < KNOWN_OPTIONS ? &c->known[i] : &room;
        ask_any_option(c, i, true, of);
        if (of->rejected_by == 0) {
            choose_count(&c->now, of->score, i);  // in the plain case nothing else has to be decided
        } else if (of->rejected_by == WITS_VERDICT_NOT_A_NUMBER && c->p->call.frame->nan_scores != NULL) {
            ++*c->p->call.frame->nan_scores;
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- traces

/// Records its score, then why it is not eligible, unless recorded already.
static void trace_candidate(choice *c, uint16_t option, const candidate *of, uint16_t chosen) {
    wits_trace_kind kind = of->rejected_by == WITS_VERDICT_GATED          ? WITS_TRACE_GATED
                           : of->rejected_by == WITS_VERDICT_NOT_A_NUMBER ? WITS_TRACE_NOT_A_NUMBER
                                                                          : WITS_TRACE_SCORED;
    uint8_t rejected_by = wits_core_rejection(c, option, of);
    if (of->rejected_by == WITS_VERDICT_NO_TARGET) {
        trace(c->p, WITS_TRACE_OUT, option, c->id, rejected_by, of->score);
        return;
    }
    trace(c->p, kind, option, c->id, WITS_NONE, of->score);
    if (of->row != WITS_NO_TARGET) {
        wits_core_trace_target(c->p, WITS_TRACE_TARGETED, option, target_id(c->p, option, of->row), of->score);
    }
    if (rejected_by == WITS_VERDICT_COOLING) {
        trace(c->p, WITS_TRACE_COOLING, option, c->id, WITS_NONE, (float)wits_core_choice_cooldown(c, option));
    } else if (kind == WITS_TRACE_SCORED && rejected_by != 0 && option != chosen) {
        trace(c->p, WITS_TRACE_OUT, option, c->id, rejected_by, of->score);
    }
}

/// Records the choice in the trace. Only now it is known which options were candidates.
static void trace_choice(choice *c, uint16_t chosen) {
    uint16_t second = WITS_NONE;
    float second_score = 0.0f;
    float own_score = 0.0f;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        uint16_t option = option_at(c, i);
        candidate of = candidate_at(c, i);
        trace_candidate(c, option, &of, chosen);
        if (option == chosen) {
            own_score = of.score;
        } else if (wits_core_rejection(c, option, &of) == 0 && (second == WITS_NONE || of.score > second_score)) {
            second = option;
            second_score = of.score;
        }
    }
    if (chosen != WITS_NONE) {
        float margin = second == WITS_NONE ? own_score : own_score - second_score;
        trace(c->p, WITS_TRACE_CHOSEN, chosen, c->id, second, margin);
    } else {
        uint16_t stays = c->current != WITS_NONE ? c->current : option_at(c, 0);
        trace(c->p, WITS_TRACE_NO_CANDIDATE, stays, c->id, c->current, 0.0f);
    }
}

/// Known options are not cleared.
static void begin_choice(choice *c, pass *p, uint16_t id, uint16_t current, bool is_done) {
    c->p = p;
    c->composite = brain_state(p->call.brain, id);
    c->id = id;
    c->current = current;
    c->favoured = is_done ? (uint16_t)WITS_NONE : current;
    c->is_done = is_done;
    c->is_alone = false;
    c->ranks_own = false;
    c->rules = (choose_rules){.count = c->composite->child_count,
                              .default_option = c->composite->default_option != 0
                                                    ? brain_state(p->call.brain, c->composite->default_option)->ordinal
                                                    : c->composite->child_count,
                              .select = c->composite->select,
                              .is_ranked = c->composite->is_ranked,
                              .number = c->composite->select_number};
    wits_core_begin_settling(c);
    c->told = NULL;
    c->probe = NULL;
}

// ----------------------------------------------------------------------------------------------------- the best target

static uint32_t remembered_by(const choice *c, uint16_t option) {
    return option == c->current ? remembered_target(c->p, brain_state(c->p->call.brain, option)) : WITS_NO_TARGET;
}

/// Scores a pair in the comparison with other pairs. Only here the remembered target gets its target inertia and wins
/// ties.
static void ask_sticking_pair(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user) {
    const probe to_the_end = {.probed = WITS_NONE};
    const uint32_t remembered = remembered_by(c, option);
    (void)user;
    ask_pair(c, option, best, of, &to_the_end);
    of->wins_ties = remembered != WITS_NO_TARGET && target_id(c->p, option, of->row) == remembered;
    if (of->wins_ties && of->rejected_by == 0) {
        of->score = of->score + brain_state(c->p->call.brain, option)->target_inertia;
    }
}

/// Scores a pair for which any score is sufficient that is a number.
static void ask_any_pair(choice *c, uint16_t option, const candidate *best, candidate *of, const void *user) {
    const probe to_the_end = {.probed = WITS_NONE};
    (void)user;
    ask_pair(c, option, best, of, &to_the_end);
    of->rejected_by = is_nan(of->score) ? WITS_VERDICT_NOT_A_NUMBER : 0;
    of->is_ranked = false;
}

/// Ignores the threshold and the ranks of others. Returns the number of best pairs.
static uint32_t best_pairs_alone(choice *c, uint16_t option, candidate *best, uint32_t room) {
    const choosing before = c->now;
    c->now.threshold = not_a_number();
    c->now.top_rank = INT32_MIN;
    c->ranks_own = true;
    if (brain_state(c->p->call.brain, option)->rank != 0) {
        const probe to_the_end = {.probed = WITS_NONE};
        const candidate highest = wits_core_best_pair(c, option, ask_pair, &to_the_end);
        c->now.top_rank = highest.rejected_by == 0 ? highest.rank : INT32_MIN;
    }
    const uint32_t count = wits_core_best_pairs(c, option, ask_sticking_pair, best, room);
    c->now = before;
    c->ranks_own = false;
    return count;
}

static candidate best_pair_alone(choice *c, uint16_t option) {
    candidate best = wits_core_no_pair();
    best_pairs_alone(c, option, &best, 1);
    return best;
}

uint32_t wits_core_pairs_in_order(choice *c, uint16_t option, candidate *best, uint32_t room) {
    return is_default(c, option) ? best_pairs_alone(c, option, best, room)
                                 : wits_core_best_pairs(c, option, ask_sticking_pair, best, room);
}

/// Returns the target of an option that is a candidate: its best pair is known, and only the remembered one can compete
/// with it.
static uint32_t pick_known_target(choice *c, uint16_t option) {
    const state_row *s = brain_state(c->p->call.brain, option);
    const candidate best = candidate_at(c, s->ordinal);
    const uint32_t remembered = target_row_of(c->p->call.frame, s->target, remembered_by(c, option));
    if (remembered == WITS_NO_TARGET || remembered == best.row) {
        return target_id(c->p, option, best.row);
    }
    const candidate kept = wits_core_ask_pair(c, option, remembered, ask_sticking_pair, NULL);
    const bool is_kept = kept.rejected_by == 0 && kept.score >= best.score;
    return target_id(c->p, option, is_kept ? remembered : best.row);
}

uint32_t wits_core_pick_target(choice *c, uint16_t option) {
    const bool by_default = is_default(c, option);
    if (!by_default && !(brain_state(c->p->call.brain, option)->target_inertia < 0.0f)) {
        return pick_known_target(c, option);
    }
    candidate best = by_default ? best_pair_alone(c, option) : wits_core_best_pair(c, option, ask_sticking_pair, NULL);
    if (best.rejected_by != 0 && by_default && option == c->current) {
        return remembered_by(c, option);
    }
    if (best.rejected_by != 0 && by_default) {
        best = wits_core_best_pair(c, option, ask_any_pair, NULL);
    }
    return best.rejected_by == 0 ? target_id(c->p, option, best.row) : WITS_NO_TARGET;
}

void wits_core_enter_target(pass *p, uint16_t option) {
    const state_row *s = brain_state(p->call.brain, option);
    uint32_t id = p->picked;
    if (p->picked_for != option) {
        choice c;
        begin_choice(&c, p, s->parent, WITS_NONE, false);
        c.is_alone = true;
        pass_set_moment(p, s->parent, false);
        const candidate best = best_pair_alone(&c, option);
        p->moment = WITS_NONE;
        id = best.rejected_by == 0 ? target_id(p, option, best.row) : WITS_NO_TARGET;
    }
    p->picked_for = 0;
    bytes_put32(p->agent + brain_state(p->call.brain, s->parent)->target_at, id);
}

/// Returns whether the option simply stays; otherwise it exits and is entered again, for another target.
static bool stays_with(pass *p, uint16_t option, uint32_t target) {
    const state_row *s = brain_state(p->call.brain, option);
    if (!has_target(s) || target == remembered_target(p, s)) {
        return true;
    }
    if (s->retarget_reenters) {
        return false;
    }
    bytes_put32(p->agent + brain_state(p->call.brain, s->parent)->target_at, target);
    p->retargets = true;
    wits_core_trace_target(p, WITS_TRACE_RETARGETED, option, target, 0.0f);
    return true;
}

// ------------------------------------------------------------------------------------------------------------ a choice

/// Returns WITS_NONE if no option is eligible. Stores the winner's target in the pass.
static uint16_t choose_candidate(pass *p, uint16_t id, uint16_t current, bool is_done) {
    choice c;
    begin_choice(&c, p, id, current, is_done);
    if (IS_EXPLAINED(p->call.frame->explain)) {
        wits_core_explain_choice(&c, current == WITS_NONE ? WITS_CHOICE_ENTERED : WITS_CHOICE_SCORED);
    }
    ask_all(&c);
    if (!c.composite->is_plain) {
        wits_core_settle(&c);
    }
    uint16_t chosen = wits_core_winner(&c);
    if (p->call.frame->trace != NULL) {
        trace_choice(&c, chosen);
    }
    p->retargets = false;
    p->picked_for = chosen != WITS_NONE && has_target(brain_state(p->call.brain, chosen)) ? chosen : 0;
    p->picked = p->picked_for != 0 ? wits_core_pick_target(&c, chosen) : WITS_NO_TARGET;
    if (IS_EXPLAINED(c.told)) {
        wits_core_explain_chosen(&c, chosen, p->picked);
    }
    return chosen;
}

// ------------------------------------------------------------------------------------------------------------- choices

uint16_t wits_core_choose_first(pass *p, const state_row *composite, uint16_t id) {
    uint16_t chosen = choose_candidate(p, id, WITS_NONE, false);
    return chosen != WITS_NONE ? chosen : brain_child(p->call.brain, composite, 0);
}

static bool explain_wait(pass *p, uint16_t current, wits_choice how, uint32_t left) {
    if (IS_EXPLAINED(p->call.frame->explain)) {
        wits_core_explain_no_choice(p, current, how, left);
    }
    return false;
}

/// Ticks that `lasts` has to go.
static uint32_t lasts_left(pass *p, const state_row *option) {
    uint32_t elapsed = wits_core_clock_elapsed(p, option->clock);
    return elapsed < option->lasts ? option->lasts - elapsed : 0;
}

bool wits_core_is_time_to_score(pass *p, const state_row *composite, uint16_t current, bool *is_done) {
    const state_row *option = brain_state(p->call.brain, current);
    uint32_t held = option->hold != 0 ? wits_core_clock_elapsed(p, option->clock) : 0;
    *is_done = false;
    if (held < option->hold) {
        return explain_wait(p, current, WITS_CHOICE_HELD, option->hold - held);
    }
    *is_done = option->can_finish && wits_core_is_done(p, current);
    if (*is_done) {
        trace(p, WITS_TRACE_DONE, current, option->parent, WITS_NONE, 0.0f);
    } else if (option->runs_to_completion) {
        return explain_wait(p, current, WITS_CHOICE_COMMITTED, lasts_left(p, option));
    }
    if (composite->scored_clock != 0) {
        uint32_t since = wits_core_clock_elapsed(p, composite->scored_clock);
        if (since < composite->every && !*is_done) {
            return explain_wait(p, current, WITS_CHOICE_NOT_DUE, composite->every - since);
        }
        bytes_put32(p->agent + composite->scored_clock, p->call.frame->tick);
    }
    return true;
}

uint16_t wits_core_choose_option(pass *p, uint16_t composite, uint16_t current) {
    bool is_done;
    p->retargets = false;
    if (!wits_core_is_time_to_score(p, brain_state(p->call.brain, composite), current, &is_done)) {
        return WITS_NONE;
    }
    uint16_t chosen = choose_candidate(p, composite, current, is_done);
    if (chosen != current || is_done || !stays_with(p, current, p->picked)) {
        return chosen;
    }
    p->picked_for = 0;
    return WITS_NONE;
}
