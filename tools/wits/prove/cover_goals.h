// SPDX-License-Identifier: MIT
// Finds everything that runs of a brain can cover, for `wits cover`, `wits reach --all` and `wits check --deep`.
#ifndef WITS_TOOL_COVER_GOALS_H
#define WITS_TOOL_COVER_GOALS_H

#include "common/tool.h"
#include "prove/prove.h"

/// A prover that explores a brain under the assumptions of the file. Its only proof, of a property that always holds,
/// contains the size of the search. If memory is insufficient, prints an error and `prover` is null. The caller reports
/// errors in the properties.
typedef struct goal_search {
    wits_property *properties;
    wits_prover *prover;
} goal_search;

/// Begins a search with these promises, or those of the file if null.
goal_search goal_search_begin(const wits_file *file, const wits_promises *promises, const wits_prove_options *limits);
void goal_search_end(goal_search *of);
/// Returns the proof with the size of the search.
const wits_proof *goal_search_proof(const goal_search *of);
/// Returns whether everything that was not reached is unreachable under the assumptions.
bool goal_search_is_whole(const goal_search *of);

/// Writes "the state combat/flee" or "the transition from patrol to combat when sees_player".
void text_goal(text *to, const wits_file *file, const wits_cover_goal *goal);
/// Returns the position of a goal in the file.
place place_of_goal(const wits_file *file, const wits_cover_goal *goal);

#endif
