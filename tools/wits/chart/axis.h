// SPDX-License-Identifier: MIT
// Round numbers for the axes of pictures.
#ifndef WITS_TOOL_AXIS_H
#define WITS_TOOL_AXIS_H

#include "common/text.h"

/// The least 1, 2 or 5 times a power of ten with which at most four steps cover a span, the same on every machine, and
/// how many decimals its multiples have.
double axis_step(double span, int *decimals);
/// A multiple of a step as it is written beside the axis.
void text_axis(text *to, double value, double step, int decimals);

#endif
