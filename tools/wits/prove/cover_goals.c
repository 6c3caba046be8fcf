// SPDX-License-Identifier: MIT
#include "prove/cover_goals.h"

#include "agent/run.h"

#include <stdlib.h>
#include <string.h>

goal_search goal_search_begin(const wits_file *file, const wits_promises *promises, const wits_prove_options *limits) {
    static const wits_property nothing = {
        .kind = WITS_PROPERTY_NEVER, .name = "cover", .condition = {.text = "false"}, .text = "false", .file = ""};
    const uint32_t all = wits_file_property_count(file);
    goal_search made = {.properties = allocate((size_t)all + 1, sizeof *made.properties)};
    uint32_t count = 0;
    made.properties[count++] = nothing;
    for (uint32_t i = 0; i < all; i++) {
        const wits_property *of = &wits_file_properties(file)[i];
        if (of->kind == WITS_PROPERTY_ASSUME) {
            made.properties[count++] = *of;
        }
    }
    const wits_prove_about about = {wits_file_desc(file), promises != NULL ? promises : wits_file_promises(file),
                                    made.properties, count, false};
    wits_prove_options options = *limits;
    options.covers = true;
    made.prover = wits_prover_new(&about, &options);
    if (made.prover == NULL) {
        say_error("not enough memory");
    }
    return made;
}

void goal_search_end(goal_search *of) {
    wits_prover_free(of->prover);
    free(of->properties);
}

const wits_proof *goal_search_proof(const goal_search *of) {
    return wits_prover_proof(of->prover, 0);
}

bool goal_search_is_whole(const goal_search *of) {
    return goal_search_proof(of)->verdict == WITS_PROOF_PROVEN;
}

static void text_transition(text *to, const wits_file *file, uint32_t row) {
    const wits_transition_desc *of = &wits_file_desc(file)->transitions[row];
    text guard = {0};
    text_guard(&guard, of, ", ");
    text_add(to, of->from == WITS_ROOT ? wits_state_name(wits_file_brain(file), WITS_ROOT) : "");
    text_path(to, wits_file_brain(file), of->from);
    text_add(to, of->any ? " (any) to " : " to ");
    text_path(to, wits_file_brain(file), of->to);
    text_format(to, "%s%s", guard.length > 0 ? " " : "", text_of(&guard));
    text_free(&guard);
}

void text_goal(text *to, const wits_file *file, const wits_cover_goal *goal) {
    switch (goal->what) {
    case WITS_COVER_STATE:
        text_add(to, "the state ");
        text_path(to, wits_file_brain(file), (wits_state_id)goal->row);
        return;
    case WITS_COVER_OPTION:
        text_add(to, "the option ");
        text_path(to, wits_file_brain(file), (wits_state_id)goal->row);
        return;
    case WITS_COVER_TRANSITION:
        text_add(to, "the transition from ");
        text_transition(to, file, goal->row);
        return;
    case WITS_COVER_FAILS:
        text_add(to, "the false condition of the transition from ");
        text_transition(to, file, goal->row);
        return;
    }
}

place place_of_goal(const wits_file *file, const wits_cover_goal *goal) {
    const bool is_state = goal->what == WITS_COVER_STATE || goal->what == WITS_COVER_OPTION;
    return place_of_row(file, is_state ? WITS_TABLE_STATES : WITS_TABLE_TRANSITIONS, goal->row, NULL);
}
