// SPDX-License-Identifier: MIT
// run --perfetto: what one agent did, as a Chrome trace, which Perfetto and others show. The format is described in
// "Trace Event Format" of the Chromium project. A tick is a millisecond.
#ifndef WITS_TOOL_PERFETTO_H
#define WITS_TOOL_PERFETTO_H

#include "agent/agent_sim.h"

enum { PERFETTO_MOST = 1000000, PERFETTO_TICK = 1000 };

/// The scores of a utility as they were written last.
typedef struct perfetto_scores {
    float *of_options;  ///< by ordinal
    bool shown;         ///< the utility has been active since
} perfetto_scores;

typedef struct perfetto {
    const agent_sim *of;
    text events;       ///< with commas between them
    uint64_t count;    ///< of events, the ends of open slices included
    bool full;         ///< there were more than PERFETTO_MOST; nothing is added any more
    uint32_t full_at;  ///< the tick of that
    uint64_t now;      ///< microseconds
    uint64_t *opened;  ///< by state: when its slice began, + 1; 0 if none is open
    uint32_t *tracks;  ///< by state; each region of a parallel has one
    bool *named;       ///< by track
    bool *active;      ///< by state: for the moment
    wits_state_id *deepest;
    perfetto_scores *scores;  ///< by composite
} perfetto;

/// The life must have a trace and outlive it.
void perfetto_begin(const agent_sim *of, perfetto *to);
/// Takes note of what has happened: after the start, and after every tick.
void perfetto_tick(perfetto *to);
/// Ends what is open and gives the whole as JSON. False, said, if there were too many events.
bool perfetto_finish(perfetto *of, const char *path, text *to);
void perfetto_end(perfetto *of);

#endif
