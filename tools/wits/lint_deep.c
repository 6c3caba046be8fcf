// SPDX-License-Identifier: MIT
// check --deep: reports what no inputs can reach, found by searching all situations.
#include "cover_goals.h"
#include "lint.h"

static const struct {
    lint_id lint;
    const char *whole;    ///< the search was complete
    const char *bounded;  ///< the search was not complete
} deep_lints[] = {
    [WITS_COVER_STATE] = {LINT_NEVER_REACHED, "nothing ever leads to", "nothing was found that leads to"},
    [WITS_COVER_OPTION] = {LINT_NEVER_CHOSEN, "nothing ever chooses", "nothing was found that chooses"},
    [WITS_COVER_TRANSITION] = {LINT_NEVER_FIRED, "nothing ever fires", "nothing was found that fires"},
};

/// Returns whether a warning found without a search reports it already.
static bool is_said(const linter *l, const wits_cover_goal *goal) {
    return goal->what == WITS_COVER_STATE && !l->reached[goal->row];
}

static void add_goal(linter *l, const goal_search *of, const wits_cover_goal *goal) {
    const wits_proof *proof = goal_search_proof(of);
    const bool is_whole = goal_search_is_whole(of);
    text named = {0};
    text_goal(&named, l->file, goal);
    findings_add(&l->found, l->file, place_of_goal(l->file, goal), deep_lints[goal->what].lint,
                 is_whole ? "%s %s: all %u situations were explored"
                          : "%s %s: %u situations were explored, but not all",
                 is_whole ? deep_lints[goal->what].whole : deep_lints[goal->what].bounded, text_of(&named),
                 (unsigned)proof->situations);
    text_free(&named);
}

void lint_deep(linter *l) {
    goal_search search = goal_search_begin(l->file, &(wits_prove_options){.most_situations = 0});
    if (search.prover != NULL && wits_prover_mistake_count(search.prover) == 0 && prover_watch(search.prover)) {
        for (uint32_t i = 0; i < wits_cover_count(l->desc); i++) {
            wits_cover_goal goal;
            if (!wits_prover_covers(search.prover, i) && wits_cover_goal_at(l->desc, l->brain, i, &goal) &&
                goal.what != WITS_COVER_FAILS && !is_said(l, &goal)) {
                add_goal(l, &search, &goal);
            }
        }
    }
    goal_search_end(&search);
}
