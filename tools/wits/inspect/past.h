// SPDX-License-Identifier: MIT
// Checkpoints of a crowd in memory, from which a viewer goes back: copies of its agents and columns at some ticks.
// Ticks in between are run again. If memory is used up, every other checkpoint is dropped, then the earliest.
#ifndef WITS_TOOL_INSPECT_PAST_H
#define WITS_TOOL_INSPECT_PAST_H

#include "crowd/crowd_sim.h"

typedef struct past_moment {
    uint32_t tick;   ///< the next tick, which was prepared
    bool is_half;    ///< the agents have decided in it
    bool is_change;  ///< a viewer has changed agents, so this moment does not follow from an earlier one
    size_t size;
    unsigned char *bytes;
} past_moment;

/// Zeroed, with `most`, it is empty.
typedef struct past {
    past_moment *items;  ///< in order of time
    size_t count, capacity;
    uint64_t bytes;
    uint64_t most;   ///< bytes that it may take
    uint32_t every;  ///< ticks between checkpoints; 0: not chosen yet
} past;

/// Notes the crowd directly before `tick`, if a checkpoint is due or viewers have changed the agents. A change drops
/// what came later.
void past_note(past *to, const crowd_sim *of, uint32_t tick, bool is_half, bool is_change);
/// Returns the latest moment at or before the beginning of a tick; null if there is none.
const past_moment *past_find(const past *of, uint32_t tick);
/// Gives agents and columns the values of a moment.
void past_load(const past_moment *of, crowd_sim *to);
/// Forgets everything.
void past_clear(past *of);

#endif
