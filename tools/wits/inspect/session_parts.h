// SPDX-License-Identifier: MIT
// Shared by session.c and session_commands.c.
#ifndef WITS_TOOL_INSPECT_SESSION_PARTS_H
#define WITS_TOOL_INSPECT_SESSION_PARTS_H

#include "common/json.h"
#include "inspect/inspect_world.h"
#include "inspect/past.h"
#include "inspect/recorded.h"
#include "inspect/session.h"

struct inspect_session {
    inspect_session_options how;
    crowd_options options;  ///< those of the command line, with what commands have set
    wits_inspector *inspector;
    inspect_recorded *recorded;  ///< shown instead of `now`, which is null then. Null: none
    inspect_world *now;
    inspect_world *made;  ///< by a command of this frame; replaces `now` after it. Null: none was
    bool made_goes_on;
    uint32_t next;  ///< the next tick, which has its inputs
    bool is_half;   ///< the agents have decided in it
    past past;
    double speed, due;  ///< time of the next tick
    uint32_t requests;  ///< that may wait; a frame answers at least one
    bool is_new;        ///< the world differs from that of the last frame
    wits_inspect_next verdict;
    bool is_waiting;               ///< paused
    wits_inspect_effects effects;  ///< after the last frame
    bool is_seeking, wants_seek;
    uint32_t goal;
};

/// Return the earliest and the latest tick of `to`.
uint32_t session_first(const inspect_session *of);
uint32_t session_last(const inspect_session *of);

/// Replaces the world by one that a command or an edit has made. Call it between frames.
void session_take_over(inspect_session *of);

/// Message for requests that would change a recording.
extern const char session_refusal[];

// -------------------------------------------------------------------------------------------------- session_commands.c

extern const char *const session_commands[];
extern const uint32_t session_command_count;
wits_inspect_command_fn session_command;
/// Passes messages on.
wits_inspect_write_fn session_write;

#endif
