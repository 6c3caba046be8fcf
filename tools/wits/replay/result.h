// SPDX-License-Identifier: MIT
// Prints how a replay compares with its recording.
#ifndef WITS_TOOL_REPLAY_RESULT_H
#define WITS_TOOL_REPLAY_RESULT_H

#include "common/json.h"
#include "replay/world.h"

/// Prints the result of a replay. `brain` is the file of another brain, or null.
void replay_print(const replay_world *of, const char *brain);
void replay_print_json(const replay_world *of, const char *brain);
/// Says where a recording is damaged. Returns whether it is.
bool replay_say_damage(const replay_world *of, severity how);
/// Warns of bytes after the end of a recording.
void replay_warn_of_rest(const replay_world *of);

/// Returns "complete", "cut" or "damaged".
const char *recording_end_name(const wits_recording *of);
/// Writes "the recording is complete", or where it ends.
void text_recording_end(text *to, const char *subject, const wits_recording *of);
/// Writes the first difference from what was recorded: "before tick 60, in the field 'health' of agent 17", as far as
/// it is known.
void text_own_difference(text *to, const replay_world *of);
/// Writes a line about calls of functions without recorded answers, if there are any. With the recorded brain, only a
/// replay that differs makes such calls, unless no results were recorded.
void text_unanswered(text *to, const char *subject, uint64_t calls, const replay_world *of, bool is_recorded_brain);
void json_recording(json_writer *to, const char *key, const replay_world *of);
/// Writes nothing for null.
void json_brain_file(json_writer *to, const char *brain);
/// Writes the first difference from what was recorded, or null.
void json_own_difference(json_writer *to, const char *key, const replay_world *of);
void print_json_line(const text *object);

#endif
