// SPDX-License-Identifier: MIT
// why: the inputs of a choice, each with values that are worth trying, and the search for those with which an option
// comes closest to winning.
#ifndef WITS_TOOL_WHY_KNOBS_H
#define WITS_TOOL_WHY_KNOBS_H

#include "map/map.h"
#include "why/why.h"

/// An input: a field of the agent or of the only target of a kind, or what a host condition or score gives.
typedef struct knob {
    bool is_function;
    map_axis axis;  ///< of a field; `field` and `name` are those of a function, too ("sees()")
    double *values;
    uint32_t count;
    double first;   ///< what it is if nothing is set
    double now;     ///< while it is searched, and then in the closest situation
    double spread;  ///< by how much it can move the option in the closest situation
} knob;

/// How near an option comes to winning: more is nearer.
typedef struct nearness {
    int group;      ///< NEAR_...
    double margin;  ///< within the group
} nearness;

enum { NEAR_NOWHERE, NEAR_GATED, NEAR_OUT, NEAR_LOST, NEAR_WON };

/// The agent that is placed where its options are scored.
typedef struct closest {
    const why_question *of;
    wits_state_id option;
    agent_run_options who;
    agent_run one;
    text targets[WITS_MAX_TARGET_KINDS];  ///< by kind: the list, as a file; empty: there is no target
    map_question tick_record;
    map_agent agent;
    knob *knobs;
    uint32_t count;
    uint64_t tried;  ///< combinations of values
    nearness found;
} closest;

/// Searches, and leaves what is closest in `now` of the knobs; those that make no difference are as they are at first.
/// Returns a status. `to` must stay where it is, and is to be ended whatever is returned.
int closest_find(const why_question *of, wits_state_id option, closest *to);
void closest_end(closest *of);
/// Decides with the knobs as they are now. The choice, null if it had no turn, is valid until the next call.
const wits_explained_choice *closest_decide(closest *of, nearness *to);
/// The lists of targets as they are in the closest situation.
void closest_targets(const closest *of, text *texts);

#endif
