// SPDX-License-Identifier: MIT
// A bar on standard error while something takes long. It is drawn by the clock: at most ten times a second.
#ifndef WITS_TOOL_PROGRESS_H
#define WITS_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted;
    bool drawn;
    uint64_t ticks;  ///< in all
    double begun;
    double next;  ///< when it is drawn again
} progress;

/// Seconds on a clock that only goes forward.
double seconds_now(void);

/// Nothing is ever drawn unless it is wanted and standard error is a terminal.
progress progress_begin(bool wanted, uint64_t ticks);
/// `ticks` ticks are done, and a part of the next.
void progress_show(progress *of, uint64_t ticks, double part);
/// Takes the bar away, so that something else can be printed.
void progress_clear(progress *of);

#endif
