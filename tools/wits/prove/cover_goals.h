// SPDX-License-Identifier: MIT
// The coverage goals of a brain, found by a prover, for `wits cover`, `wits reach --all` and `wits check --deep`.
#ifndef WITS_TOOL_COVER_GOALS_H
#define WITS_TOOL_COVER_GOALS_H

#include "common/tool.h"
#include "prove/prove.h"

/// A prover that explores the brain under the assumptions in the file. Its single property always holds; the proof
/// reports how much was explored. Prints an error and returns null if memory runs out. The caller reports mistakes in
/// the properties.
typedef struct goal_search {
    wits_property *properties;
    wits_prover *prover;
} goal_search;

/// Starts a search with these promises instead of the file's; null: with the file's.
goal_search goal_search_begin(const wits_file *file, const wits_promises *promises, const wits_prove_options *limits);
void goal_search_end(goal_search *of);
/// Returns the proof that reports how much was explored.
const wits_proof *goal_search_proof(const goal_search *of);
/// Returns whether everything not reached is proven unreachable under the assumptions.
bool goal_search_is_whole(const goal_search *of);

/// Writes a goal: "the state combat/flee", "the transition from patrol to combat when sees_player".
void text_goal(text *to, const wits_file *file, const wits_cover_goal *goal);
/// Returns the goal's position in the file.
place place_of_goal(const wits_file *file, const wits_cover_goal *goal);

#endif
