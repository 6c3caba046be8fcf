// SPDX-License-Identifier: MIT
// The agents of a recording under an inspector. A moment is directly before the first call of a tick, with what the
// game has changed for it, or the end.
#ifndef WITS_TOOL_INSPECT_RECORDED_H
#define WITS_TOOL_INSPECT_RECORDED_H

#include "common/json.h"
#include "replay/world.h"
#include "wits/inspect.h"

typedef struct inspect_recorded {
    replay_world world;
    wits_recorded_call call;  ///< the next one, which has its inputs
    bool is_at_end;           ///< there is no next one
    bool has_told;            ///< that the replay differs from the recording
    uint32_t next;            ///< tick of the next call; at the end that after the last one
    uint32_t last;            ///< the tick at which it ends
    wits_frame frame;         ///< for inspect_recorded_world
} inspect_recorded;

/// Opens a recording with the brain in it, or with `brain`, which may be null, at the first moment with an active
/// agent. `bytes`, which it takes, are those of the file; null: it is read. Prints errors and returns null on failure,
/// with a status.
inspect_recorded *inspect_recorded_new(const char *path, text *bytes, const char *brain, int *status);
/// May be null.
void inspect_recorded_free(inspect_recorded *of);

/// Runs the calls of a tick. Prints an error and returns false if the recording ends there with a fault, or if the
/// replay differs from it for the first time.
bool inspect_recorded_tick(inspect_recorded *of);
/// Goes to the start or a keyframe, if that is nearer to the moment before a tick than the current one. Prints an error
/// and returns false on failure.
bool inspect_recorded_seek(inspect_recorded *of, uint32_t tick);
/// Returns what an inspector shows. Valid until the next tick.
wits_inspected inspect_recorded_world(inspect_recorded *of);
/// Writes {"name": ..., "end": "complete", "text": "the recording is complete"}.
void json_inspect_recorded(json_writer *to, const char *key, const inspect_recorded *of);

#endif
