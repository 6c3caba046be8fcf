// SPDX-License-Identifier: MIT
// An inspector: shows running agents to a page, an editor or a test, and lets them pause, step and change the world.
//
//   wits_inspector_options how = {
//       .allows = WITS_INSPECT_CONTROL, .write = to_socket, .user = server, .allocator = &allocator};
//   wits_inspector *inspector = wits_inspector_new(&how);
//
//   each frame, directly before the tick:
//       (for each request that arrived)  wits_inspector_request(inspector, viewer, bytes, size);
//       wits_inspected world = {.agents = &agents, .frame = &frame, .code = crowd.code, .desc = wits_file_desc(file)};
//       if (wits_inspector_frame(inspector, &world) == WITS_INSPECT_RUN) {
//           wits_crowd_tick(&crowd, 0, crowd.count, &run);
//       }
//
//   wits_inspector_free(inspector);
//
// Bytes in, bytes out: the library has no socket, thread or clock. Requests wait until the game's next frame, so
// nothing is read or changed during a tick. A viewer gets an update only after it has asked for one, so a slow viewer
// costs nothing. Requests are lines of words, answers are JSON; docs/inspector.md describes both, and `wits inspect`
// serves them to a page on this machine.
//
// One thread at a time may use an inspector.
#ifndef WITS_INSPECT_H
#define WITS_INSPECT_H

#include "wits/crowd.h"
#include "wits/explain.h"
#include "wits/promises.h"
#include "wits/snapshot.h"

#if !defined(WITS_NO_INSPECT) && !defined(WITS_NO_SNAPSHOT) && !defined(WITS_NO_CONVERT) && !defined(WITS_NO_CROWD) && \
    !defined(WITS_NO_EXPLAIN)

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_INSPECT_VERSION = 1,      ///< of the protocol
    WITS_INSPECT_MAX_VIEWERS = 8,  ///< viewers are numbers from 0
    WITS_INSPECT_MAX_WATCHED = 64,
    WITS_INSPECT_MAX_BREAKS = 16,
    WITS_INSPECT_MAX_FOUND = 200,        ///< agents that one `find` lists
    WITS_INSPECT_MAX_HISTORY = 64,       ///< changes of the focused agent that are kept
    WITS_INSPECT_MAX_LINE = 4096,        ///< bytes of a request's first line
    WITS_INSPECT_MAX_REQUEST = 1 << 20,  ///< bytes of a request with its text
};

typedef struct wits_inspector wits_inspector;

/// Permissions of viewers; all of them may read.
typedef enum wits_inspect_allows {
    WITS_INSPECT_LOOK = 0,
    WITS_INSPECT_CONTROL = 1,  ///< pause, step, breakpoints
    WITS_INSPECT_CHANGE = 2,   ///< raise events, set fields, change states
} wits_inspect_allows;

/// Receives a part of a message for a viewer. The parts of a message follow each other; `is_last` ends it. A message is
/// one line of JSON, without the line end. May call wits_inspector_request and wits_inspector_leave, and no other
/// function of the inspector.
typedef void wits_inspect_write_fn(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last);

/// A request that the inspector does not know, for the program: "edit", "speed 30". Valid during the call only.
typedef struct wits_inspect_command {
    uint32_t viewer;
    const char *word;  ///< the first word
    const char *rest;  ///< the rest of the first line, without surrounding spaces
    const char *text;  ///< what follows the first line, zero-terminated; "" if nothing does
    size_t text_size;  ///< without the zero
} wits_inspect_command;

/// Runs a command and returns whether it succeeded. Either way it may write `answer`, at most `size` bytes with the
/// final zero: if it failed a message for people, else a JSON value, or nothing. Called inside wits_inspector_frame;
/// the world may change only after that has returned. The requests that follow wait for the next frame.
typedef bool wits_inspect_command_fn(void *user, const wits_inspect_command *command, char *answer, size_t size);

typedef struct wits_inspector_options {
    unsigned allows;                   ///< wits_inspect_allows, combined by |
    const char *refusal;               ///< message for requests without permission; null: it names the permission
    wits_inspect_write_fn *write;      ///< required
    wits_inspect_command_fn *command;  ///< null: the program has no commands
    const char *const *commands;       ///< the first words of the program's commands, which `hello` lists
    uint32_t command_count;
    void *user;                       ///< for `write` and `command`
    const wits_allocator *allocator;  ///< required. Memory is allocated only for requests, never by a frame without one
    bool starts_paused;
} wits_inspector_options;

/// Returns null if memory runs out, or without `write` or allocator.
WITS_API wits_inspector *wits_inspector_new(const wits_inspector_options *options);
/// `inspector` may be null.
WITS_API void wits_inspector_free(wits_inspector *inspector);

// ------------------------------------------------------------------------------------------------------------ requests

/// Result of passing a request on.
typedef enum wits_inspect_result {
    WITS_INSPECT_ACCEPTED,   ///< it is answered by the next frame, or a later one if many take long
    WITS_INSPECT_TOO_LARGE,  ///< more than WITS_INSPECT_MAX_REQUEST bytes, or a first line that is too long
    WITS_INSPECT_TOO_MANY,   ///< the queue of requests is full: try again after a frame
    WITS_INSPECT_NO_VIEWER,  ///< unknown viewer
} wits_inspect_result;

/// Copies a request of a viewer, which begins with its first request. Any bytes are safe: mistakes are answered.
WITS_API wits_inspect_result wits_inspector_request(wits_inspector *inspector, uint32_t viewer, const void *bytes,
                                                    size_t size);
/// Removes a viewer that has disconnected, with its requests, watched agents and breakpoints. If it was the last viewer
/// and had paused the world, the world continues.
WITS_API void wits_inspector_leave(wits_inspector *inspector, uint32_t viewer);

// -------------------------------------------------------------------------------------------------------------- frames

/// The world in this frame. Everything may differ from frame to frame, even the brain: after a reload, viewers get a
/// message.
typedef struct wits_inspected {
    const wits_agents *agents;    ///< rows from 0. `set` needs writable columns
    const wits_frame *frame;      ///< functions, targets, user and context, as for a call for these agents; all else is
                                  ///< set for each agent. Null: the brain needs none of them
    size_t context_stride;        ///< the context of row r is frame->context + r * context_stride; 0: one for all
    const wits_crowd_code *code;  ///< the brain's; null: the inspector counts agent after agent
    uint32_t decide_every;        ///< as in wits_crowd_run
    const wits_desc *desc;  ///< the tables of the brain, with the texts of its rules; null: viewers see names only
    const wits_promises *promises;  ///< ranges of the fields; null: none
    const char *text;               ///< the brain file, for `brain text`; null: none
    size_t text_size;
} wits_inspected;

/// The call to make before the next frame.
typedef enum wits_inspect_next {
    WITS_INSPECT_RUN,     ///< a tick
    WITS_INSPECT_WAIT,    ///< nothing: paused. Call wits_inspector_frame again after a moment
    WITS_INSPECT_DECIDE,  ///< the first half of a tick: wits_decide or wits_crowd_decide for all agents
    WITS_INSPECT_UPDATE,  ///< the second half
} wits_inspect_next;

/// Answers the requests that have arrived, checks breakpoints, and sends updates to viewers that wait for one. Call it
/// directly before each tick, with the tick that will run in agents->tick, so that the focused agent's explanation is
/// that of its next decision. A game that cannot pause ignores the result. Returns WITS_INSPECT_RUN without an
/// inspector or world.
WITS_API wits_inspect_next wits_inspector_frame(wits_inspector *inspector, const wits_inspected *world);

/// Returns the number of viewers.
WITS_API uint32_t wits_inspector_viewers(const wits_inspector *inspector);
/// Returns whether any viewer waits for an update: a program that runs many ticks per second may then pause for one.
WITS_API bool wits_inspector_is_awaited(const wits_inspector *inspector);

/// Effects of viewers on ticks, for a program that keeps ticks in order to run them again.
typedef struct wits_inspect_effects {
    bool is_stepping;  ///< a viewer has requested ticks with `step`: they need not be slowed down
    bool is_holding;   ///< an agent is held: frames change agents
    uint64_t changes;  ///< number of requests so far that have changed agents
    uint64_t holds;    ///< number of times so far that viewers started or stopped holding an agent
} wits_inspect_effects;
WITS_API wits_inspect_effects wits_inspector_effects(const wits_inspector *inspector);

/// Pauses the world, or lets it run, as a viewer does; needs no permission.
WITS_API void wits_inspector_pause(wits_inspector *inspector, bool is_paused);
/// Sends a message of the program to all viewers: {"is":NAME,"data":JSON}. `json` must be valid JSON in one line.
WITS_API void wits_inspector_send(wits_inspector *inspector, const char *name, const char *json);

#ifdef __cplusplus
}
#endif

#endif

#endif
