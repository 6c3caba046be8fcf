// SPDX-License-Identifier: MIT
// What runs of a brain can cover: found by a prover, for `wits cover`, `wits reach --all` and `wits check --deep`.
#ifndef WITS_TOOL_COVER_GOALS_H
#define WITS_TOOL_COVER_GOALS_H

#include "common/tool.h"
#include "prove/prove.h"

/// A prover that explores what the brain can do, under the file's assumptions; it has one proof, of a property that
/// always holds, which says how much was looked at. Null, said, without memory. Mistakes are the caller's to say.
typedef struct goal_search {
    wits_property *properties;
    wits_prover *prover;
} goal_search;

/// With these promises in place of the file's; null: the file's.
goal_search goal_search_begin(const wits_file *file, const wits_promises *promises, const wits_prove_options *limits);
void goal_search_end(goal_search *of);
/// How much was looked at.
const wits_proof *goal_search_proof(const goal_search *of);
/// Whether what was not reached cannot be, as far as is assumed.
bool goal_search_is_whole(const goal_search *of);

/// "the state combat/flee", "the transition from patrol to combat when sees_player".
void text_goal(text *to, const wits_file *file, const wits_cover_goal *goal);
/// Where it stands.
place place_of_goal(const wits_file *file, const wits_cover_goal *goal);

#endif
