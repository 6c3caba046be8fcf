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

#endif
