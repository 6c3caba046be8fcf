// SPDX-License-Identifier: MIT
// Coverage of runs: states, transitions, options, and conditions of transitions that do not hold.
#include "prove/inside.h"

#include <stdlib.h>
#include <string.h>

uint32_t wits_cover_count(const wits_desc *desc) {
    return 2 * (desc->state_count + desc->transition_count);
}

static bool is_option(const wits_brain *brain, wits_state_id state) {
    return state != WITS_ROOT && wits_state_kind(brain, wits_state_parent(brain, state)) == WITS_KIND_UTILITY;
}

bool wits_cover_goal_at(const wits_desc *desc, const wits_brain *brain, uint32_t number, wits_cover_goal *goal) {
    const uint32_t states = desc->state_count;
    const uint32_t transitions = desc->transition_count;
    if (number < states) {
        *goal = (wits_cover_goal){WITS_COVER_STATE, number};
        return number != WITS_ROOT;
    }
    number -= states;
    if (number < states) {
        *goal = (wits_cover_goal){WITS_COVER_OPTION, number};
        return is_option(brain, (wits_state_id)number);
    }
    number -= states;
    if (number < transitions) {
        *goal = (wits_cover_goal){WITS_COVER_TRANSITION, number};
        return true;
    }
    number -= transitions;
    *goal = (wits_cover_goal){WITS_COVER_FAILS, number};
    return number < transitions && desc->transitions[number].when != NULL;
}

void wits_cover_note(const wits_desc *desc, const wits_brain *brain, const void *agent, const wits_explain *tick,
                     bool *covered) {
    bool *const options = covered + desc->state_count;
    bool *const fired = options + desc->state_count;
    bool *const fails = fired + desc->transition_count;
    for (uint32_t state = 0; state < desc->state_count; state++) {
        covered[state] = covered[state] || wits_is_in(brain, agent, (wits_state_id)state);
    }
    for (uint32_t i = 0; i < tick->transition_count; i++) {
        const wits_explained_transition *of = &tick->transitions[i];
        fired[of->row] = fired[of->row] || of->tried == WITS_TRIED_FIRED;
        fails[of->row] = fails[of->row] || of->tried == WITS_TRIED_CONDITION;
    }
    for (uint32_t i = 0; i < tick->choice_count; i++) {
        const wits_explained_choice *of = &tick->choices[i];
        const bool is_made = of->how == WITS_CHOICE_SCORED || of->how == WITS_CHOICE_ENTERED;
        if (is_made && !of->no_candidate && of->chosen != WITS_NONE) {
            options[of->chosen] = true;
        }
    }
}

// ----------------------------------------------------------------------------------------------------- while exploring

bool cover_begin(wits_prover *p) {
    const uint32_t count = wits_cover_count(p->about.desc);
    p->cover.covered = pool_take(&p->pool, count, sizeof *p->cover.covered);
    p->cover.known = pool_take(&p->pool, count, sizeof *p->cover.known);
    p->cover.points = pool_take(&p->pool, count, sizeof *p->cover.points);
    p->cover.runs = pool_take(&p->pool, count, sizeof *p->cover.runs);
    return !p->pool.failed;
}

void cover_look(wits_prover *p, uint32_t from) {
    const uint32_t count = wits_cover_count(p->about.desc);
    wits_cover_note(p->about.desc, p->brain, p->world.agent, &p->world.explain, p->cover.covered);
    if (memcmp(p->cover.covered, p->cover.known, count * sizeof *p->cover.known) == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (p->cover.covered[i] != p->cover.known[i]) {
            point_note(p, &p->cover.points[i], from);
        }
    }
    memcpy(p->cover.known, p->cover.covered, count * sizeof *p->cover.known);
}

// ------------------------------------------------------------------------------------------------------------ few runs

typedef struct candidate {
    uint32_t goal;
    run *to;
} candidate;

/// Longest first; among equally long ones, the first goal.
static int compare_candidates(const void *a, const void *b) {
    const candidate *x = a;
    const candidate *y = b;
    return x->to->count != y->to->count ? (x->to->count < y->to->count ? 1 : -1) : x->goal < y->goal ? -1 : 1;
}

/// Selects runs that together cover everything reached: repeatedly the longest run to a goal that is not covered yet.
static void choose_runs(wits_prover *p, candidate *candidates, uint32_t count) {
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    bool *covered = pool_take(&p->pool, wits_cover_count(p->about.desc), sizeof *covered);
    for (uint32_t i = 0; i < count && covered != NULL; i++) {
        if (!covered[candidates[i].goal]) {
            run_cover(p, candidates[i].to, covered);
            covered[candidates[i].goal] = true;
            p->cover.runs[p->cover.run_count++] = candidates[i].to;
        }
    }
}

void cover_finish(wits_prover *p) {
    const uint32_t count = wits_cover_count(p->about.desc);
    candidate *candidates = pool_take(&p->pool, count, sizeof *candidates);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && candidates != NULL; i++) {
        wits_cover_goal goal;
        run *to = NULL;
        if (p->cover.known[i] && wits_cover_goal_at(p->about.desc, p->brain, i, &goal)) {
            to = pool_take(&p->pool, 1, sizeof *to);
        }
        if (to != NULL && make_run(p, &p->cover.points[i], to)) {
            candidates[found++] = (candidate){i, to};
        }
    }
    if (candidates != NULL) {
        choose_runs(p, candidates, found);
    }
}

bool wits_prover_covers(const wits_prover *p, uint32_t goal) {
    return p->cover.known != NULL && p->cover.known[goal];
}

uint32_t wits_prover_cover_run_count(const wits_prover *p) {
    return p->cover.run_count;
}

const wits_proof_run *wits_prover_cover_run(const wits_prover *p, uint32_t number) {
    return &p->cover.shown[number];
}
