// SPDX-License-Identifier: MIT
// Maps values to heights in a panel of a page.
#ifndef WITS_TOOL_SCALE_H
#define WITS_TOOL_SCALE_H

#include "chart/chart_page.h"

typedef struct scale {
    double lo, hi;
    double top, bottom;
    double above;  ///< distance of infinities from the finite values, in pixels
    double below;
    double grain;  ///< heights are rounded to multiples of it
    double step;   ///< between labelled values
    int decimals;  ///< decimals of labels
} scale;

/// Extends the range to whole steps of at least `finest`. If all values are equal, the range includes 0, or 1 if they
/// are 0.
scale scale_new(double least, double greatest, double finest);
/// Reserves some room for infinities at the given edges.
void scale_leave_room(bool above, bool below, scale *to);
/// Sets the position of the panel.
void scale_place(const chart_page *s, double top, double height, scale *to);
double scale_height(const scale *in, double value);
/// Draws lines and labels.
void scale_draw(const chart_page *s, const scale *of);

#endif
