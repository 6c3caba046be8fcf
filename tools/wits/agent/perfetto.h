// SPDX-License-Identifier: MIT
// `wits run --perfetto` writes what one agent did as a Chrome trace, for Perfetto and other viewers. Format: "Trace
// Event Format" of the Chromium project. One tick is a millisecond.
#ifndef WITS_TOOL_PERFETTO_H
#define WITS_TOOL_PERFETTO_H

#include "agent/agent_sim.h"

enum { PERFETTO_MOST = 1000000, PERFETTO_TICK = 1000 };

/// The scores of a utility as last written.
typedef struct perfetto_scores {
    float *of_options;  ///< by ordinal
    bool shown;         ///< the utility has been active since then
} perfetto_scores;

typedef struct perfetto {
    const agent_sim *of;
    text events;       ///< separated by commas
    uint64_t count;    ///< number of events, including the ends of open slices
    bool full;         ///< there were more than PERFETTO_MOST events; no more are added
    uint32_t full_at;  ///< the tick in which that happened
    uint64_t now;      ///< time in microseconds
    uint64_t *opened;  ///< by state: start of its slice + 1, or 0 if none is open
    uint32_t *tracks;  ///< by state; each region of a parallel has its own
    bool *named;       ///< by track
    bool *active;      ///< by state; scratch
    wits_state_id *deepest;
    perfetto_scores *scores;  ///< by composite
} perfetto;

/// `of` must have a trace and outlive the result.
void perfetto_begin(const agent_sim *of, perfetto *to);
/// Records what happened. Call it after the start and after every tick.
void perfetto_tick(perfetto *to);
/// Closes all slices and writes the JSON. Prints an error and returns false if there were too many events.
bool perfetto_finish(perfetto *of, const char *path, text *to);
void perfetto_end(perfetto *of);

#endif
