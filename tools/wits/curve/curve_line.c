// SPDX-License-Identifier: MIT
// curve: a consideration as a line.
#include "curve/curve.h"

#include <math.h>

/// Of a pixel: what lies nearer to a line is on it.
static const double near_enough = 0.03;
/// So little that over many points it stays less than that.
static const double on_the_way = 0.0001;

static float kept(float x) {
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

/// Of an input inside the range. There `wrap` is as `clamp`, but for the end, where the line goes to what comes before.
static float height_at(const wits_consideration_desc *row, float input) {
    float value = row_is_ranged(row) ? kept((input - row->low) / (row->high - row->low)) : input;
    for (uint32_t i = 0; i < row->curve_count; i++) {
        value = wits_curve_value(&row->curves[i], value);
    }
    return kept(value);
}

// --------------------------------------------------------------------------------------------------------------- lines

typedef struct line {
    const wits_consideration_desc *row;
    double width, height;  ///< pixels
    double lo, hi;         ///< of the input, from left to right
    curve_point *points;
    size_t count, capacity;
} line;

/// How far a point is from the straight line between two others, in pixels from top to bottom.
static double distance_from(const line *l, curve_point from, curve_point point, curve_point to) {
    double share = to.x > from.x ? (point.x - from.x) / (to.x - from.x) : 0.0;
    return fabs(from.y + (to.y - from.y) * share - point.y) * l->height;
}

/// A point on the way from the one before it to this one is left out.
static void add_point(line *l, curve_point point) {
    if (l->count > 1 && distance_from(l, l->points[l->count - 2], l->points[l->count - 1], point) < on_the_way) {
        l->count--;
    }
    l->points = grow(l->points, &l->capacity, l->count + 1, sizeof *l->points);
    l->points[l->count++] = point;
}

/// At the float nearest to x.
static curve_point point_at(const line *l, double x) {
    return (curve_point){x, (double)height_at(l->row, (float)x)};
}

/// Whether the straight line between two points is as good as the curve, as far as the middle tells.
static bool is_straight(const line *l, curve_point from, curve_point middle, curve_point to) {
    double height = fabs(to.y - from.y) * l->height;
    double width = (to.x - from.x) / (l->hi - l->lo) * l->width;
    double off = fabs(middle.y - (from.y + to.y) / 2) * l->height;
    return off < near_enough && (height <= 1.0 || height <= 4.0 * width);
}

/// Adds what lies behind `from`, up to `to`: a half after the other, as long as halves are needed.
static void add_piece(line *l, curve_point from, curve_point to) {
    enum { DEEPEST = 24 };  // then both are the same place, even beside each other
    curve_point waiting[DEEPEST + 1];
    int depth[DEEPEST + 1];
    int count = 1;
    waiting[0] = to;
    depth[0] = 0;
    while (count > 0) {
        curve_point end = waiting[count - 1];
        curve_point middle = point_at(l, from.x + (end.x - from.x) / 2);
        if (depth[count - 1] == DEEPEST || is_straight(l, from, middle, end)) {
            add_point(l, end);
            from = end;
            count--;
        } else {
            int below = ++depth[count - 1];
            waiting[count] = middle;
            depth[count++] = below;
        }
    }
}

curve_point *curve_line(const wits_consideration_desc *row, uint32_t width, uint32_t height, size_t *count) {
    float first = row_is_ranged(row) ? row->low : 0.0f;
    float last = row_is_ranged(row) ? row->high : 1.0f;
    line l = {.row = row, .width = width, .height = height};
    l.lo = (double)(first < last ? first : last);
    l.hi = (double)(first < last ? last : first);
    curve_point from = point_at(&l, l.lo);
    add_point(&l, from);
    for (uint32_t i = 1; i <= width; i++) {
        double share = (double)i / (double)width;
        curve_point to = point_at(&l, i == width ? l.hi : l.lo + (l.hi - l.lo) * share);
        add_piece(&l, from, to);
        from = to;
    }
    *count = l.count;
    return l.points;
}
