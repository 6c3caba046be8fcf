// SPDX-License-Identifier: MIT
// A simulated crowd under an inspector: bytes of requests in, messages out, without sockets or a clock. `wits inspect`
// serves it over HTTP; the page runs it as WebAssembly.
#ifndef WITS_TOOL_INSPECT_SESSION_H
#define WITS_TOOL_INSPECT_SESSION_H

#include "common/tool.h"
#include "crowd/crowd_options.h"
#include "wits/inspect.h"

typedef struct inspect_session inspect_session;

typedef struct inspect_session_options {
    const crowd_options *crowd;  ///< brain, agents, seed, settings, inputs; must outlive the session
    const char *brain;           ///< text of the brain file; null: it is read from `crowd->brain`
    size_t brain_size;
    const char *recording;  ///< path of a recording that is shown, with the brain in it or `crowd->brain`; null: none
    text *recording_bytes;  ///< its bytes, which are taken; null: they are read from the file
    const char *world;      ///< lines as for `world`; null: settings of `crowd`, or without any, made for the brain
    double speed;           ///< ticks per second; 0: as many as possible
    unsigned allows;        ///< wits_inspect_allows
    wits_inspect_write_fn *write;
    void *user;
    uint64_t memory;  ///< bytes for checkpoints; 0: 256 MiB
    bool starts_paused;
} inspect_session_options;

/// Reads the brain and creates the crowd, started. Prints errors and returns null on failure, with a status.
inspect_session *inspect_session_new(const inspect_session_options *options, int *status);
/// May be null.
void inspect_session_free(inspect_session *of);

/// As wits_inspector_request and wits_inspector_leave. `session` is an inspect_session.
wits_inspect_result inspect_session_request(void *session, uint32_t viewer, const void *bytes, size_t size);
void inspect_session_leave(void *session, uint32_t viewer);
/// Answers requests, and runs at most `most_ticks` ticks that are due at the time `now`, in seconds from any time on.
/// Returns after how many seconds to call it again if no request arrives before; 0 is at once.
double inspect_session_run(inspect_session *of, double now, uint32_t most_ticks);
/// Migrates the agents to a new version of the brain, and notifies viewers. If it has problems, viewers get these and
/// the old version keeps running. Null is a file that cannot be read. Takes ownership of `file`. Returns whether it was
/// taken over.
bool inspect_session_reload(inspect_session *of, wits_file *file, const caught_messages *problems);
/// Returns the brain file that runs.
const wits_file *inspect_session_file(const inspect_session *of);

#endif
