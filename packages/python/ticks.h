// SPDX-License-Identifier: MIT
// Ticks of a crowd in one call, because each call from Python takes as long as the ticks of a thousand agents.
#ifndef WITS_PYTHON_TICKS_H
#define WITS_PYTHON_TICKS_H

#include "wits/crowd.h"

/// Consecutive agents of a crowd, with what runs them.
typedef struct wits_ticks {
    const wits_crowd *crowd;
    wits_crowd_run *run;
    uint64_t first, count;
    uint32_t *next;  ///< receives the number of the next tick, so that it is right whenever Python regains control; or
                     ///< null
} wits_ticks;

/// Runs ticks whose actions are dropped, and advances the tick of `run`.
WITS_API void wits_ticks_run(const wits_ticks *of, uint32_t ticks);

#endif
