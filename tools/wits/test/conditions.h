// SPDX-License-Identifier: MIT
// The conditions under `holds`, compiled so that the library evaluates them.
#ifndef WITS_TOOL_CONDITIONS_H
#define WITS_TOOL_CONDITIONS_H

#include "agent/agent_sim.h"
#include "common/tokens.h"

/// `in(PATH)` or `elapsed(PATH)` in a condition.
typedef struct condition_word {
    wits_state_id state;
    bool is_elapsed;
} condition_word;

typedef struct conditions {
    wits_brain *brain;  ///< null if there are none
    const char **texts;
    condition_word *words;
    wits_field_desc *fields;  ///< those of the agent, then one for each word, then one for the result
    uint32_t field_count;
    size_t count, capacity;
    size_t word_count, word_capacity;
} conditions;

/// Finds the next word of a condition in the tokens `rest`, and removes the tokens up to its end. `before`: the text in
/// front of it, or without a word all of it. Returns false if there is none.
bool condition_word_next(const wits_brain *brain, span *rest, span *before, condition_word *found);

/// Returns whether its state is active, or its elapsed ticks.
double condition_word_value(const condition_word *of, const agent_sim *about);

/// Adds a valid condition. It must outlive the conditions. Returns its number.
size_t conditions_add(conditions *to, const char *condition);
/// Compiles all conditions that were added. Prints an error and returns false if they do not fit into the brain.
bool conditions_compile(conditions *of, const agent_sim *about);
/// Returns whether a condition holds for the agent's fields, with the results of its host functions.
bool conditions_hold(const conditions *of, size_t number, const agent_sim *about);
void conditions_free(conditions *of);

#endif
