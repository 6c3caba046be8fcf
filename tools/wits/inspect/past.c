// SPDX-License-Identifier: MIT
#include "inspect/past.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_EVERY = 16 };

static size_t size_of(const crowd_sim *of) {
    size_t size = wits_agent_size(of->brain) * (size_t)of->how.here;
    for (uint32_t i = 0; i < of->column_count; i++) {
        size += of->columns[i].stride * (size_t)of->how.here;
    }
    return size;
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
    size_t at = to->count;
    while (at > 0 && is_later(&to->items[at - 1], tick, is_half)) {
        at--;
    }
    past_moment *here = at > 0 ? &to->items[at - 1] : NULL;
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
        if (is_change) {  // ticks from here on do not follow from earlier moments
            past_clear(to);
        }
        return;
    }
    at = to->count;
    while (at > 0 && is_later(&to->items[at - 1], tick, is_half)) {
        at--;
    }
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    memmove(&to->items[at + 1], &to->items[at], (to->count - at) * sizeof *to->items);
    to->items[at] = (past_moment){tick, is_half, is_change, size, bytes};
    to->count++;
    to->bytes += size;
    size_t length = wits_agent_size(of->brain) * (size_t)of->how.here;
    memcpy(bytes, of->crowd.agents, length);
    for (uint32_t i = 0; i < of->column_count; i++) {
        bytes += length;
        length = of->columns[i].stride * (size_t)of->how.here;
        memcpy(bytes, of->columns[i].base, length);
    }
}

const past_moment *past_find(const past *of, uint32_t tick) {
    const past_moment *found = NULL;
    for (size_t i = 0; i < of->count && !is_later(&of->items[i], tick, false); i++) {
        found = &of->items[i];
    }
    return found;
}

void past_load(const past_moment *of, crowd_sim *to) {
    const unsigned char *bytes = of->bytes;
    size_t length = wits_agent_size(to->brain) * (size_t)to->how.here;
    memcpy(to->crowd.agents, bytes, length);
    for (uint32_t i = 0; i < to->column_count; i++) {
        bytes += length;
        length = to->columns[i].stride * (size_t)to->how.here;
        memcpy(to->columns[i].base, bytes, length);
    }
}

void past_clear(past *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].bytes);
    }
    free(of->items);
    *of = (past){.most = of->most};
}
