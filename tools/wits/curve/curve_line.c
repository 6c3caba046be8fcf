// SPDX-License-Identifier: MIT
// curve: approximates a consideration's curve by a polyline.
#include "curve/curve.h"

#include <math.h>

/// Largest vertical error of a line, in pixels.
static const double near_enough = 0.03;
/// Error at which a point is redundant, in pixels. It is small because the errors of removed points add up.
static const double on_the_way = 0.0001;

static float kept(float x) {
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

/// Evaluates an input inside the range. `wrap` equals `clamp` there, except at the end, where the line approaches the
/// limit.
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
    double lo, hi;         ///< ends of the input, from left to right
    curve_point *points;
    size_t count, capacity;
} line;

/// Returns the vertical distance of a point from the line between two others, in pixels.
static double distance_from(const line *l, curve_point from, curve_point point, curve_point to) {
    double share = to.x > from.x ? (point.x - from.x) / (to.x - from.x) : 0.0;
    return fabs(from.y + (to.y - from.y) * share - point.y) * l->height;
}

/// Adds a point. Removes the previous one if it is on the line to this one.
static void add_point(line *l, curve_point point) {
    if (l->count > 1 && distance_from(l, l->points[l->count - 2], l->points[l->count - 1], point) < on_the_way) {
        l->count--;
    }
    l->points = grow(l->points, &l->capacity, l->count + 1, sizeof *l->points);
    l->points[l->count++] = point;
}

/// Returns the point at the float nearest to x.
static curve_point point_at(const line *l, double x) {
    return (curve_point){x, (double)height_at(l->row, (float)x)};
}

/// Returns whether a straight line is close enough to the curve at its middle.
static bool is_straight(const line *l, curve_point from, curve_point middle, curve_point to) {
    double height = fabs(to.y - from.y) * l->height;
    double width = (to.x - from.x) / (l->hi - l->lo) * l->width;
    double off = fabs(middle.y - (from.y + to.y) / 2) * l->height;
    return off < near_enough && (height <= 1.0 || height <= 4.0 * width);
}

/// Adds points from `from` to `to`, halving the interval until straight lines are close enough.
static void add_piece(line *l, curve_point from, curve_point to) {
    enum { DEEPEST = 24 };  // halving a pixel this often reaches neighbouring floats
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
