// SPDX-License-Identifier: MIT
// A progress bar on standard error. It is redrawn at most ten times a second.
#ifndef WITS_TOOL_PROGRESS_H
#define WITS_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted;
    bool drawn;
    uint64_t ticks;  ///< total number of ticks; 0: until Ctrl-C
    double begun;
    double next;  ///< time of the next redraw
} progress;

/// Returns the seconds of a monotonic clock.
double seconds_now(void);

/// Draws nothing unless `wanted` and standard error is a terminal.
progress progress_begin(bool wanted, uint64_t ticks);
/// Shows that `ticks` ticks are done, and the fraction `part` of the next.
void progress_show(progress *of, uint64_t ticks, double part);
/// Removes the bar before other output.
void progress_clear(progress *of);

#endif
