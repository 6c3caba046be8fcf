// SPDX-License-Identifier: MIT
// The text and the JSON output of `wits run`.
#ifndef WITS_TOOL_RUN_H
#define WITS_TOOL_RUN_H

#include "agent/agent_run.h"
#include "common/field_list.h"
#include "common/json.h"
#include "common/lookup.h"

/// Prints what `wits run` prints of this agent. Reports errors and returns a status.
int run_print(const agent_run_options *who);

/// Runs an agent. Writes what --plot draws, with the fields of --plot-fields or null; unless `lines` is null, it also
/// receives what --format jsonl prints. Returns a status; prints errors.
int run_picture(const char *command, const agent_run_options *who, const char *fields, text *lines, text *picture);
/// The same with words of the command line, for a brain that is loaded already.
int run_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *lines, text *picture);

/// Writes a line of `--format jsonl`. With `trace`, `of` must have a trace.
void print_jsonl(const agent_sim *of, bool trace, text *to);

/// The table of `--format text`. Its columns are as wide as the lines of one batch need.
typedef struct screen screen;

typedef struct screen_options {
    bool trace;
    bool colour;
    size_t width;       ///< characters in a line; 0: unlimited
    field_list fields;  ///< shown in columns; without any, changes of all fields are shown
    text *out;          ///< receives the lines; null: standard output
} screen_options;

/// `of` must have a trace. It and the fields must outlive the result.
screen *screen_new(const agent_sim *of, screen_options how);
/// Adds a tick. Lines are printed in batches and at the end.
void screen_add(screen *to);
void screen_end(screen *of);

/// Writes the trace of a call, line by line, each starting with `indent`.
void print_story(const agent_sim *of, const turn *about, const char *indent, text *to);
/// Writes what a transition waits for, if anything: "when player == found", "on alarm", "after 10".
void text_guard(text *to, const wits_transition_desc *transition, const char *separator);
/// Writes the path of a state as a JSON value.
void json_path(json_writer *to, const char *key, const wits_brain *brain, wits_state_id state);
/// Writes it as a key.
void json_path_key(json_writer *to, const wits_brain *brain, wits_state_id state);
/// Writes a list of the deepest active states.
void json_active(json_writer *to, const char *key, const wits_brain *brain, const void *agent);
/// Writes the id of a target; WITS_NO_TARGET is null.
void json_target(json_writer *to, const char *key, uint32_t id);
/// Writes an object with the value of each field.
void json_context(json_writer *to, const char *key, const context *fields);
/// Writes the targets of the options from `outer` (exclusive) to `state` (inclusive), outermost first: " → 7".
void text_path_targets(text *to, const wits_brain *brain, const void *agent, wits_state_id state, wits_state_id outer);
/// Writes the deepest active states with their targets: "combat/attack → 7". Branches of a parallel are separated by "
/// + ".
void text_active(text *to, const wits_brain *brain, const void *agent);

#endif
