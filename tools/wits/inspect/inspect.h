// SPDX-License-Identifier: MIT
// The command line of `inspect`.
#ifndef WITS_TOOL_INSPECT_INSPECT_H
#define WITS_TOOL_INSPECT_INSPECT_H

#include "inspect/session.h"

#define INSPECT_NAME "inspect"

typedef struct inspect_options {
    crowd_options crowd;
    const char *world;   ///< path; null if not given
    const char *replay;  ///< path of a recording; null: agents are simulated
    uint64_t port;
    double speed;
    uint64_t memory;  ///< MiB for checkpoints; 0: not given
    bool is_read_only, is_closed, is_paused;
    bool is_simulation;  ///< an option was given that is not for recordings
} inspect_options;

/// Serves a session until Ctrl-C. Returns a status; prints errors.
int inspect_serve(const inspect_options *options, const inspect_session_options *how);

#endif
