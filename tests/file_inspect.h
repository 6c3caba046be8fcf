// SPDX-License-Identifier: MIT
// Shared code of the inspector's tests: agents of a brain file, an inspector, and what it has written.
#ifndef WITS_TESTS_FILE_INSPECT_H
#define WITS_TESTS_FILE_INSPECT_H

#include "failing_memory.h"
#include "wits/file.h"
#include "wits/inspect.h"

/// A game with an inspector. Fields are separate arrays with initial values.
typedef struct game {
    wits_file *file;
    const wits_brain *brain;
    uint8_t *agents;
    uint8_t *values;  ///< 4 bytes for each agent and field
    wits_column columns[64];
    wits_agents world;
    wits_frame frame;
    wits_crowd_code *code;
    wits_crowd crowd;
    wits_crowd_run run;
    wits_list list;
    wits_inspector *inspector;
    wits_inspected inspected;
    failing_memory memory;
    wits_allocator allocator;
    char *said[WITS_INSPECT_MAX_VIEWERS];  ///< complete messages, each with a line end
    char *part[WITS_INSPECT_MAX_VIEWERS];  ///< of a message
    uint32_t parts;                        ///< that were written
} game;

/// Opens a game that allows everything. `options` may be null.
void game_open(game *g, const char *text, uint32_t agents, const wits_inspector_options *options);
void game_open_file(game *g, const char *path, uint32_t agents, const wits_inspector_options *options);
void game_close(game *g);
/// Passes a request of viewer 0 on.
void game_ask(game *g, const char *request);
void game_ask_of(game *g, uint32_t viewer, const char *request);
/// Runs one frame of a game: the inspector's, then the call that it returns.
wits_inspect_next game_frame(game *g);
/// The same, several times.
void game_frames(game *g, uint32_t count);
/// Sends a request, runs the inspector's frame without a tick, and returns the messages to viewer 0 since the last
/// call.
const char *game_answer(game *g, const char *request);
/// Returns the messages to viewer 0 since the last call.
const char *game_said(game *g);
const char *game_said_to(game *g, uint32_t viewer);
/// Returns the next update of viewer 0, from a frame without a tick. Other messages are before it.
const char *game_update(game *g);
void game_set(game *g, uint32_t agent, const char *field, double value);
uint64_t game_hash(const game *g);

/// Reads the file again from another text: agents migrate.
void game_edit(game *g, const char *text);

/// Fails unless `text` contains `part`.
void assert_contains(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);

#endif
