// SPDX-License-Identifier: MIT
// `wits why` explains why a state is never active, how an agent can reach it, or why it is not active at a tick.
#ifndef WITS_TOOL_WHY_H
#define WITS_TOOL_WHY_H

#include "common/tool.h"
#include "explain/tick_record.h"
#include "prove/prove.h"

/// A brain and the state in question.
typedef struct why_question {
    const char *path;  ///< path of the brain file
    wits_file *file;
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id state;
    wits_prove_options limits;  ///< limits of each search
    double seconds;             ///< time limit of each search
    const char *output;         ///< output file for the inputs of the run, or null to print them
} why_question;

/// Returns the outermost state on the path from the root to `state` whose flag is not set, or WITS_NONE.
wits_state_id why_outermost(const wits_brain *brain, wits_state_id state, const bool *active);
/// Writes the arguments that ask about a state, quoted for a shell: "brain.yaml flee".
void text_why_arguments(text *to, const why_question *of, wits_state_id state);

// -------------------------------------------------------------------------------------------------------- why_search.c

/// Searches for a run to the state and prints it, or the reasons why there is none. Returns a status.
int why_search(const why_question *of);

// ---------------------------------------------------------------------------------------------------------- why_ways.c

/// The part of a brain that agents can reach. One flag for each row.
typedef struct why_covered {
    bool *states;       ///< was active after a tick
    bool *transitions;  ///< fired
    bool *asked;        ///< the condition of the transition was evaluated and did not hold
    bool is_searched;   ///< false: known from the text without a search; `transitions` and `asked` are not set
    bool is_complete;   ///< the search has seen all situations, with all combinations that it tries
} why_covered;

/// Prints what could lead to a state that is never active, and what is missing in each case.
void print_ways(const why_question *of, wits_state_id state, const why_covered *covered);

// -------------------------------------------------------------------------------------------------------- why_option.c

/// Prints the situation in which an option that never wins is closest to winning, the scores of all options there, and
/// commands to reproduce it.
void print_closest(const why_question *of, wits_state_id option);

// ---------------------------------------------------------------------------------------------------------- why_tick.c

/// Prints why the state is active or not at the end of a run. `who` has the same meaning as for `wits explain`. Returns
/// a status.
int why_at_tick(const why_question *of, agent_run_options *who, bool json);

#endif
