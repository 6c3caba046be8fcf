// SPDX-License-Identifier: MIT
// The two ways in which `run` prints a tick.
#ifndef WITS_TOOL_RUN_H
#define WITS_TOOL_RUN_H

#include "agent/agent_run.h"
#include "common/field_list.h"

/// What `wits run` prints of this agent. Returns a status; what is wrong is said.
int run_print(const agent_run_options *who);

/// A line of `--format jsonl`; with `trace` the life must have one.
void print_jsonl(const agent_sim *of, bool trace, text *to);

/// `--format text`: a table whose columns are as wide as the lines that are printed at one time need.
typedef struct screen screen;

typedef struct screen_options {
    bool trace;
    bool colour;
    size_t width;       ///< characters of a line; 0 is as many as it takes
    field_list fields;  ///< stand beside the states; without any, changes of all fields are told
} screen_options;

/// The life must have a trace, and outlive it as the fields must.
screen *screen_new(const agent_sim *of, screen_options how);
/// Takes note of a tick. Lines are printed when many have come together, and at the end.
void screen_add(screen *to, FILE *stream);
void screen_end(screen *of, FILE *stream);

/// What a call's trace says, line by line, each beginning with `indent`.
void print_story(const agent_sim *of, const turn *about, const char *indent, text *to);
/// "when player == found", "on alarm", "after 10": what a transition waits for, or nothing.
void text_guard(text *to, const wits_transition_desc *transition, const char *separator);
/// A state as its path, the root as the brain's name.
void text_state(text *to, const agent_sim *of, wits_state_id state);
void text_path(text *to, const wits_brain *brain, wits_state_id state);
/// The same as a string of JSON.
void text_path_json(text *to, const wits_brain *brain, wits_state_id state);
/// The deepest active states as strings of JSON with commas between them.
void text_active_json(text *to, const wits_brain *brain, const void *agent);
/// " → 7": whom the options around a state are about, itself included, as far as they are inside of `outer`; the
/// outermost first.
void text_path_targets(text *to, const wits_brain *brain, const void *agent, wits_state_id state, wits_state_id outer);
/// The deepest active states with their targets: "combat/attack → 7", with " + " between the branches of a parallel.
void text_active(text *to, const wits_brain *brain, const void *agent);

#endif
