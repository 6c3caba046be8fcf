// SPDX-License-Identifier: MIT
// `wits why`: the inputs of a choice with values worth trying, and the search for values with which an option is
// closest to winning.
#ifndef WITS_TOOL_WHY_KNOBS_H
#define WITS_TOOL_WHY_KNOBS_H

#include "map/map.h"
#include "why/why.h"

/// An input: a field of the agent or of the only target of a kind, or the result of a host condition or score.
typedef struct knob {
    bool is_function;
    map_axis axis;  ///< describes a field; for a function, `field` and `name` ("sees()") are valid
    double *values;
    uint32_t count;
    double first;   ///< value if nothing is set
    double now;     ///< value during the search, then in the closest situation
    double spread;  ///< greatest change of the result that this knob can cause in the closest situation
} knob;

/// A measure of how close an option is to winning. Greater is closer.
typedef struct nearness {
    int group;      ///< NEAR_…; counts first
    double margin;  ///< orders results of a group
} nearness;

enum { NEAR_NOWHERE, NEAR_GATED, NEAR_OUT, NEAR_LOST, NEAR_WON };

/// The agent, put where the options are scored.
typedef struct closest {
    const why_question *of;
    wits_state_id option;
    agent_run_options who;
    agent_run one;
    text targets[WITS_MAX_TARGET_KINDS];  ///< by kind: a target file, or empty if there is no target
    map_question question;
    map_agent agent;
    knob *knobs;
    uint32_t count;
    uint64_t tried;  ///< number of combinations tried
    nearness found;
} closest;

/// Searches for the closest situation and leaves it in `now` of the knobs. Knobs that make no difference have their
/// first value. Returns a status. `to` must not move; end it in either case.
int closest_find(const why_question *of, wits_state_id option, closest *to);
void closest_end(closest *of);
/// Decides with the current values. Returns the choice, which is valid until the next call, or null if the composite
/// did not choose.
const wits_explained_choice *closest_decide(closest *of, nearness *to);
/// Writes the target lists of the closest situation.
void closest_targets(const closest *of, text *texts);

#endif
