// SPDX-License-Identifier: MIT
// `wits map`: outlines of areas of equal pixels, and places for text in them.
#include "map/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ outlines

typedef enum way { UP, RIGHT, DOWN, LEFT } way;

static const int step_x[] = {[UP] = 0, [RIGHT] = 1, [DOWN] = 0, [LEFT] = -1};
static const int step_y[] = {[UP] = -1, [RIGHT] = 0, [DOWN] = 1, [LEFT] = 0};

/// Offset from a grid corner to the pixel ahead on the right, by direction.
static const int right_x[] = {[UP] = 0, [RIGHT] = 0, [DOWN] = -1, [LEFT] = -1};
static const int right_y[] = {[UP] = -1, [RIGHT] = 0, [DOWN] = 0, [LEFT] = -1};

static bool has_label(const map_grid *grid, int64_t x, int64_t y, uint32_t label) {
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height &&
           grid->labels[(size_t)y * grid->width + (size_t)x] == label;
}

static bool is_right(const map_grid *grid, int64_t x, int64_t y, way to, uint32_t label) {
    return has_label(grid, x + right_x[to], y + right_y[to], label);
}

/// Returns whether the pixel ahead on the left is in the area. It is ahead on the right for the direction turned by 90°
/// to the left.
static bool is_left(const map_grid *grid, int64_t x, int64_t y, way to, uint32_t label) {
    return is_right(grid, x, y, (way)((to + 3) % 4), label);
}

/// Draws one outline, clockwise with the area on the right, starting at the lower end of a pixel's left side. Marks the
/// left sides that it passes. Each outline has at least one.
static void walk(const map_grid *grid, uint32_t x0, uint32_t y0, bool *passed, svg_pen *pen, double left, double top) {
    const uint32_t label = grid->labels[(size_t)y0 * grid->width + x0];
    const int64_t first_x = x0, first_y = (int64_t)y0 + 1;
    int64_t x = first_x, y = first_y;
    way to = UP;
    svg_pen_move(pen, left + (double)x, top + (double)y);
    do {  // at most four steps for each pixel
        if (to == UP) {
            passed[(size_t)(y - 1) * grid->width + (size_t)x] = true;
        }
        x += step_x[to];
        y += step_y[to];
        if (!is_right(grid, x, y, to, label)) {
            svg_pen_to(pen, left + (double)x, top + (double)y);
            to = (way)((to + 1) % 4);
        } else if (is_left(grid, x, y, to, label)) {
            svg_pen_to(pen, left + (double)x, top + (double)y);
            to = (way)((to + 3) % 4);
        }
    } while (x != first_x || y != first_y || to != UP);
    svg_pen_to(pen, left + (double)x, top + (double)y);
}

void map_outline(const map_grid *grid, uint32_t label, double left, double top, svg_pen *pen) {
    bool *passed = allocate((size_t)grid->width * grid->height, sizeof *passed);
    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            const bool begins = has_label(grid, x, y, label) && !has_label(grid, (int64_t)x - 1, y, label);
            if (begins && !passed[(size_t)y * grid->width + x]) {
                walk(grid, x, y, passed, pen, left, top);
            }
        }
    }
    free(passed);
}

// ---------------------------------------------------------------------------------------------------------- components

/// Pixels of one label that are connected by their sides, and their bounding box.
typedef struct component {
    uint32_t number;
    uint32_t left, top, right, bottom;  ///< right and bottom are exclusive
} component;

typedef struct spot {
    uint32_t x, y;
} spot;

typedef struct search {
    const map_grid *grid;
    uint32_t *numbers;  ///< component of each pixel, from 1; 0: not visited
    spot *waiting;
    size_t waiting_count;
    uint32_t *sums;  ///< see sum_up
} search;

static void wait_for(search *s, uint32_t x, uint32_t y, uint32_t label, component *to) {
    const size_t pixel = (size_t)y * s->grid->width + x;
    if (s->grid->labels[pixel] != label || s->numbers[pixel] != 0) {
        return;
    }
    s->numbers[pixel] = to->number;
    s->waiting[s->waiting_count++] = (spot){x, y};
    to->left = x < to->left ? x : to->left;
    to->right = x + 1 > to->right ? x + 1 : to->right;
    to->top = y < to->top ? y : to->top;
    to->bottom = y + 1 > to->bottom ? y + 1 : to->bottom;
}

static component component_at(search *s, uint32_t x, uint32_t y, uint32_t number) {
    component made = {.number = number, .left = x, .top = y, .right = x, .bottom = y};
    const uint32_t width = s->grid->width;
    const uint32_t label = s->grid->labels[(size_t)y * width + x];
    wait_for(s, x, y, label, &made);
    while (s->waiting_count > 0) {  // each pixel waits once
        const spot at = s->waiting[--s->waiting_count];
        if (at.x > 0) {
            wait_for(s, at.x - 1, at.y, label, &made);
        }
        if (at.x + 1 < width) {
            wait_for(s, at.x + 1, at.y, label, &made);
        }
        if (at.y > 0) {
            wait_for(s, at.x, at.y - 1, label, &made);
        }
        if (at.y + 1 < s->grid->height) {
            wait_for(s, at.x, at.y + 1, label, &made);
        }
    }
    return made;
}

// -------------------------------------------------------------------------------------------------------------- places

/// For each corner of the bounding box, sums the component's pixels above and left of it.
static void sum_up(search *s, const component *of) {
    const uint32_t across = of->right - of->left + 1;
    memset(s->sums, 0, across * sizeof *s->sums);
    for (uint32_t y = of->top; y < of->bottom; y++) {
        uint32_t *above = s->sums + (size_t)(y - of->top) * across;
        uint32_t *below = above + across;
        uint32_t in_row = 0;
        below[0] = 0;
        for (uint32_t x = of->left; x < of->right; x++) {
            in_row += s->numbers[(size_t)y * s->grid->width + x] == of->number;
            below[x - of->left + 1] = above[x - of->left + 1] + in_row;
        }
    }
}

/// Returns whether a box lies completely in the component. x and y are relative to its bounding box.
static bool is_inside(const search *s, const component *of, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    const uint32_t across = of->right - of->left + 1;
    const uint32_t *above = s->sums + (size_t)y * across + x;
    const uint32_t *below = above + (size_t)height * across;
    return below[width] - below[0] - above[width] + above[0] == width * height;
}

static bool has_box(const search *s, const component *of, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y + height <= of->bottom - of->top; y++) {
        for (uint32_t x = 0; x + width <= of->right - of->left; x++) {
            if (is_inside(s, of, x, y, width, height)) {
                return true;
            }
        }
    }
    return false;
}

/// Returns the mean position of all boxes that fit. At least one fits; the mean itself may not.
static void find_middle(const search *s, const component *of, uint32_t width, uint32_t height, double *x, double *y) {
    uint64_t sum_x = 0, sum_y = 0, count = 0;
    for (uint32_t i = 0; i + height <= of->bottom - of->top; i++) {
        for (uint32_t k = 0; k + width <= of->right - of->left; k++) {
            const uint32_t counts = is_inside(s, of, k, i, width, height);
            sum_x += (uint64_t)k * counts;
            sum_y += (uint64_t)i * counts;
            count += counts;
        }
    }
    *x = (double)sum_x / (double)count;
    *y = (double)sum_y / (double)count;
}

/// Picks the box nearest to that mean position.
static void choose_box(const search *s, const component *of, uint32_t width, uint32_t height, map_place *to) {
    double middle_x, middle_y, nearest = (double)INFINITY;
    find_middle(s, of, width, height, &middle_x, &middle_y);
    for (uint32_t y = 0; y + height <= of->bottom - of->top; y++) {
        for (uint32_t x = 0; x + width <= of->right - of->left; x++) {
            const double distance = (x - middle_x) * (x - middle_x) + (y - middle_y) * (y - middle_y);
            if (distance < nearest && is_inside(s, of, x, y, width, height)) {
                nearest = distance;
                to->x = of->left + x + width / 2.0;
                to->y = of->top + y + height / 2.0;
            }
        }
    }
}

/// Finds the place for the largest box that fits, in steps of 1/16 of the given size. If a size fits, every smaller one
/// does.
static bool find_place(search *s, const component *of, const uint32_t *box, map_place *to) {
    uint32_t fits = 16, too_large = 16 * 64;
    if (box[0] > of->right - of->left || box[1] > of->bottom - of->top) {
        return false;
    }
    sum_up(s, of);
    if (!has_box(s, of, box[0], box[1])) {
        return false;
    }
    while (too_large - fits > 1) {  // bisection
        const uint32_t tried = fits + (too_large - fits) / 2;
        if (has_box(s, of, box[0] * tried / 16, box[1] * tried / 16)) {
            fits = tried;
        } else {
            too_large = tried;
        }
    }
    choose_box(s, of, box[0] * fits / 16, box[1] * fits / 16, to);
    return true;
}

map_place *map_places(const map_grid *grid, const uint32_t (*boxes)[2], size_t *count) {
    const size_t pixels = (size_t)grid->width * grid->height;
    search s = {.grid = grid,
                .numbers = allocate(pixels, sizeof *s.numbers),
                .waiting = allocate(pixels, sizeof *s.waiting),
                .sums = allocate((size_t)(grid->width + 1) * (grid->height + 1), sizeof *s.sums)};
    map_place *places = NULL;
    size_t capacity = 0;
    uint32_t number = 0;
    *count = 0;
    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            const size_t pixel = (size_t)y * grid->width + x;
            map_place found = {.label = grid->labels[pixel]};
            if (s.numbers[pixel] != 0) {
                continue;
            }
            const component one = component_at(&s, x, y, ++number);
            if (find_place(&s, &one, boxes[found.label], &found)) {
                places = grow(places, &capacity, *count + 1, sizeof *places);
                places[(*count)++] = found;
            }
        }
    }
    free(s.numbers);
    free(s.waiting);
    free(s.sums);
    return places;
}
