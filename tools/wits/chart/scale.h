// SPDX-License-Identifier: MIT
// From values to heights in a panel of a page.
#ifndef WITS_TOOL_SCALE_H
#define WITS_TOOL_SCALE_H

#include "chart/chart_page.h"

typedef struct scale {
    double lo, hi;
    double top, bottom;
    double above;  ///< infinities are so far away from the finite values
    double below;
    double grain;  ///< heights are whole multiples of it
    double step;   ///< from one labelled value to the next
    int decimals;  ///< of labels
} scale;

/// Widens to whole steps, of at least `finest`. Where all values are the same, zero or one is the other end.
scale scale_new(double least, double greatest, double finest);
/// At an edge where there are infinities they have some room of their own.
void scale_leave_room(bool above, bool below, scale *to);
/// In a panel that begins at `top`.
void scale_place(const chart_page *s, double top, double height, scale *to);
double scale_height(const scale *in, double value);
/// Lines and labels.
void scale_draw(const chart_page *s, const scale *of);

#endif
