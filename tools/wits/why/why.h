// SPDX-License-Identifier: MIT
// wits why: why a state is never active, how an agent comes to it, or why it is not active at a tick.
#ifndef WITS_TOOL_WHY_H
#define WITS_TOOL_WHY_H

#include "common/tool.h"
#include "explain/tick_record.h"
#include "prove/prove.h"

/// A brain and the state that is asked about.
typedef struct why_question {
    const char *path;  ///< of the brain file
    wits_file *file;
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id state;
    wits_prove_options limits;  ///< of each search
    double seconds;             ///< each search stops after so many
    const char *output;         ///< where the inputs of a run that was found go; null: they are printed
} why_question;

/// The first state on the way from the root to `state` whose flag is not set. WITS_NONE if all are set.
wits_state_id why_outermost(const wits_brain *brain, wits_state_id state, const bool *active);
/// "brain.yaml flee", as words of a shell: the arguments that ask about a state.
void text_why_arguments(text *to, const why_question *of, wits_state_id state);

// -------------------------------------------------------------------------------------------------------- why_search.c

/// Searches for a run to the state and prints it, or says why there is none. Returns a status.
int why_search(const why_question *of);

// ---------------------------------------------------------------------------------------------------------- why_ways.c

/// What is known of everything that an agent can come to. A flag for each row.
typedef struct why_covered {
    bool *states;       ///< was active after a tick
    bool *transitions;  ///< fired
    bool *tick_record;  ///< the condition of the transition was asked and did not hold
    bool is_searched;  ///< false: known from the text alone, without a search. Then nothing fired and nothing was asked
} why_covered;

/// Prints what could lead to a state that is never active, and what is missing each time.
void print_ways(const why_question *of, wits_state_id state, const why_covered *covered);

// -------------------------------------------------------------------------------------------------------- why_option.c

/// Prints the situation in which an option that never wins came closest to winning, the scores of all options there,
/// and commands that show it.
void print_closest(const why_question *of, wits_state_id option);

// ---------------------------------------------------------------------------------------------------------- why_tick.c

/// Prints why the state is active or not at the end of the last tick of a run. `who` is as for `wits explain`. Returns
/// a status.
int why_at_tick(const why_question *of, agent_run_options *who, bool json);

#endif
