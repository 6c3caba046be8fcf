// SPDX-License-Identifier: MIT
#include "chart/scale.h"

#include "chart/axis.h"

#include <math.h>

enum { EDGE = 8 };

double scale_height(const scale *in, double value) {
    double held = value < in->lo ? in->lo : value > in->hi ? in->hi : value;
    double y = in->bottom - (held - in->lo) / (in->hi - in->lo) * (in->bottom - in->top);
    y += value < in->lo ? in->below : value > in->hi ? -in->above : 0.0;
    return floor(y / in->grain + 0.5) * in->grain;
}

scale scale_new(double least, double greatest, double finest) {
    scale made = {.lo = least, .hi = greatest};
    if (least == greatest) {
        made.lo = least < 0 ? least : 0;
        made.hi = least < 0 ? 0 : least > 0 ? least : 1;
    }
    const axis_ticks ticks = axis_ticks_of(made.lo, made.hi, finest);
    made.step = ticks.step;
    made.decimals = ticks.decimals;
    made.lo = floor(made.lo / made.step) * made.step;
    made.hi = ceil(made.hi / made.step) * made.step;
    return made;
}

void scale_leave_room(bool above, bool below, scale *to) {
    to->above = above ? EDGE : to->above;
    to->below = below ? EDGE : to->below;
}

/// If several ticks share a pixel, heights are whole pixels, as fractions would be meaningless.
void scale_place(const chart_page *s, double top, double height, scale *to) {
    to->top = top + to->above;
    to->bottom = top + height - to->below;
    to->grain = s->time.per_column > 1 ? 1.0 : 0.25;
}

void scale_draw(const chart_page *s, const scale *of) {
    double value;
    text label = {0};
    for (axis_ticks ticks = axis_ticks_by(of->lo, of->hi, of->step, of->decimals); axis_next(&ticks, &value, &label);) {
        chart_page_level(s, scale_height(of, value), text_of(&label));
    }
    text_free(&label);
}
