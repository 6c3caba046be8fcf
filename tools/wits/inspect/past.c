// SPDX-License-Identifier: MIT
#include "inspect/past.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_EVERY = 16 };

/// Returns a part of a checkpoint: the agents, then each column; null after the last.
static void *part_of(const crowd_sim *of, uint32_t part, size_t *size) {
    const bool is_agents = part == 0;
    if (part > of->column_count) {
        return NULL;
    }
    *size = (is_agents ? wits_agent_size(of->brain) : of->columns[part - 1].stride) * (size_t)of->how.here;
    return is_agents ? of->crowd.agents : of->columns[part - 1].base;
}

static size_t size_of(const crowd_sim *of) {
    size_t all = 0, size;
    for (uint32_t part = 0; part_of(of, part, &size) != NULL; part++) {
        all += size;
    }
    return all;
}

static void drop(past *of, size_t number) {
    of->bytes -= of->items[number].size;
    free(of->items[number].bytes);
    memmove(&of->items[number], &of->items[number + 1], (of->count - number - 1) * sizeof *of->items);
    of->count--;
}

static bool is_later(const past_moment *one, uint32_t tick, bool is_half) {
    return one->tick > tick || (one->tick == tick && one->is_half && !is_half);
}

/// Returns how many moments are at or before this one.
static size_t count_up_to(const past *of, uint32_t tick, bool is_half) {
    size_t count = of->count;
    while (count > 0 && is_later(&of->items[count - 1], tick, is_half)) {
        count--;
    }
    return count;
}

/// Doubles the distance of checkpoints.
static void thin(past *of) {
    of->every *= 2;
    for (size_t i = of->count; i-- > 1;) {
        if (!of->items[i].is_change && of->items[i].tick % of->every != 0) {
            drop(of, i);
        }
    }
}

/// Returns whether a moment of this size fits.
static bool make_room(past *of, size_t size) {
    while (of->count > 0 && of->bytes + size > of->most) {
        const size_t before = of->count;
        if (of->every < UINT32_MAX / 4 && of->count > 2) {
            thin(of);
        }
        if (of->count == before && (of->count <= 2 || of->every >= UINT32_MAX / 4)) {
            drop(of, 0);
        }
    }
    return size <= of->most;
}

void past_note(past *to, const crowd_sim *of, uint32_t tick, bool is_half, bool is_change) {
    const size_t size = size_of(of);
    to->every = to->every == 0 ? (uint32_t)FIRST_EVERY : to->every;
    while (is_change && to->count > 0 && is_later(&to->items[to->count - 1], tick, is_half)) {
        drop(to, to->count - 1);
    }
    size_t at = count_up_to(to, tick, is_half);
    const past_moment *here = at > 0 ? &to->items[at - 1] : NULL;
    const bool is_there = here != NULL && here->tick == tick && here->is_half == is_half;
    const bool is_due = to->count == 0 || (tick % to->every == 0 && !is_half);
    if (is_there ? !is_change : !is_change && !is_due) {
        return;
    }
    if (is_there) {
        drop(to, at - 1);
    }
    unsigned char *bytes = make_room(to, size) ? memory_take(size) : NULL;
    if (bytes == NULL) {
        if (is_change) {  // later ticks do not follow from earlier moments
            past_clear(to);
        }
        return;
    }
    at = count_up_to(to, tick, is_half);  // dropping older checkpoints may have moved it
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    memmove(&to->items[at + 1], &to->items[at], (to->count - at) * sizeof *to->items);
    to->items[at] = (past_moment){tick, is_half, is_change, size, bytes};
    to->count++;
    to->bytes += size;
    const void *from;
    size_t length;
    for (uint32_t part = 0; (from = part_of(of, part, &length)) != NULL; part++) {
        memcpy(bytes, from, length);
        bytes += length;
    }
}

const past_moment *past_find(const past *of, uint32_t tick) {
    const size_t count = count_up_to(of, tick, false);
    return count > 0 ? &of->items[count - 1] : NULL;
}

void past_load(const past_moment *of, crowd_sim *to) {
    const unsigned char *bytes = of->bytes;
    void *part_there;
    size_t length;
    for (uint32_t part = 0; (part_there = part_of(to, part, &length)) != NULL; part++) {
        memcpy(part_there, bytes, length);
        bytes += length;
    }
}

void past_clear(past *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].bytes);
    }
    free(of->items);
    *of = (past){.most = of->most};
}
