// SPDX-License-Identifier: MIT
// Gathers values of a column, and scatters them back. Each width has its own loop, so that no loop branches for each
// value.
#include "core/bytes.h"
#include "crowd/blocks.h"

#include <string.h>

/// `at` says where value i is.
#define GATHER(type, at)                                                                                               \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        memcpy((type *)to + i, from.base + (at)*from.stride, sizeof(type));                                            \
    }

#define SCATTER(type, at)                                                                                              \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        memcpy(to.base + (at)*to.stride, (const type *)from + i, sizeof(type));                                        \
    }

#define EACH_WIDTH(WHAT, width, at)                                                                                    \
    if ((width) == 1) {                                                                                                \
        WHAT(uint8_t, at)                                                                                              \
    } else if ((width) == 2) {                                                                                         \
        WHAT(uint16_t, at)                                                                                             \
    } else {                                                                                                           \
        WHAT(uint32_t, at)                                                                                             \
    }

/// The same for numbers in the byte order that is not this machine's.
#define GATHER_SWAPPED(at)                                                                                             \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        ((uint32_t *)to)[i] = bytes_get32(from.base + (at)*from.stride);                                               \
    }

#define SCATTER_SWAPPED(at)                                                                                            \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        bytes_put32(to.base + (at)*to.stride, ((const uint32_t *)from)[i]);                                            \
    }

static void clear_rest(void *to, uint32_t width, uint32_t count, uint32_t lanes) {
    memset((char *)to + (size_t)width * count, 0, (size_t)width * (lanes - count));
}

void wits_crowd_gather_all(void *to, column_source from, uint32_t count, uint32_t lanes) {
    clear_rest(to, from.width, count, lanes);
    if (from.is_swapped) {
        GATHER_SWAPPED(i)
        return;
    }
    if (from.stride == from.width) {
        memcpy(to, from.base, (size_t)from.width * count);
        return;
    }
    EACH_WIDTH(GATHER, from.width, i)
}

void wits_crowd_scatter_all(column_source to, const void *from, uint32_t count) {
    if (to.is_swapped) {
        SCATTER_SWAPPED(i)
        return;
    }
    if (to.stride == to.width) {
        memcpy(to.base, from, (size_t)to.width * count);
        return;
    }
    EACH_WIDTH(SCATTER, to.width, i)
}

void wits_crowd_gather_some(void *to, column_source from, const uint32_t *order, uint32_t count, uint32_t lanes) {
    clear_rest(to, from.width, count, lanes);
    if (from.is_swapped) {
        GATHER_SWAPPED(order[i])
        return;
    }
    EACH_WIDTH(GATHER, from.width, order[i])
}

void wits_crowd_scatter_some(column_source to, const void *from, const uint32_t *order, uint32_t count) {
    if (to.is_swapped) {
        SCATTER_SWAPPED(order[i])
        return;
    }
    EACH_WIDTH(SCATTER, to.width, order[i])
}
