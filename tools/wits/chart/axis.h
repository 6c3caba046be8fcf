// SPDX-License-Identifier: MIT
// Round numbers for the axes of pictures.
#ifndef WITS_TOOL_AXIS_H
#define WITS_TOOL_AXIS_H

#include "common/text.h"

/// Returns the smallest 1, 2 or 5 times a power of ten that covers a span in at most four steps. Sets `decimals` to the
/// number of decimals of its multiples. The result is the same on every machine.
double axis_step(double span, int *decimals);
/// Writes a multiple of a step as an axis label.
void text_axis(text *to, double value, double step, int decimals);

/// The labelled values of an axis, in ascending order.
typedef struct axis_ticks {
    double first, step;
    int decimals;
    uint32_t count, taken;
} axis_ticks;

/// The multiples of a round step, at least `finest`, in a range.
axis_ticks axis_ticks_of(double lo, double hi, double finest);
/// The same with a given step.
axis_ticks axis_ticks_by(double lo, double hi, double step, int decimals);
/// Takes the next value and its label. Returns false after the last.
bool axis_next(axis_ticks *of, double *value, text *label);

#endif
