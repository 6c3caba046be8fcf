// SPDX-License-Identifier: MIT
// The conditions under `holds`, compiled so that the library evaluates them.
#ifndef WITS_TOOL_CONDITIONS_H
#define WITS_TOOL_CONDITIONS_H

#include "agent/agent_sim.h"

typedef struct conditions {
    wits_brain *brain;  ///< null if there are none
    const char **texts;
    wits_field_desc *fields;  ///< those of the agent, then one for the result
    uint32_t field_count;
    size_t count, capacity;
} conditions;

/// Adds a valid condition. It must outlive the conditions. Returns its number.
size_t conditions_add(conditions *to, const char *condition);
/// Compiles all conditions that were added. Prints an error and returns false if the brain has no room for them.
bool conditions_compile(conditions *of, const agent_sim *about);
/// Returns whether a condition holds for the agent's fields, with the results of its host functions.
bool conditions_hold(const conditions *of, size_t number, const agent_sim *about);
void conditions_free(conditions *of);

#endif
