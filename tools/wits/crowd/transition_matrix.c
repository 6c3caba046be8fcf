// SPDX-License-Identifier: MIT
#include "crowd/transition_matrix.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

transition_matrix transition_matrix_new(const wits_brain *brain) {
    return (transition_matrix){.table = allocate(FIRST_CAPACITY, sizeof(move)),
                               .capacity = FIRST_CAPACITY,
                               .active = allocate(wits_state_count(brain), 2 * sizeof(wits_state_id))};
}

void transition_matrix_free(transition_matrix *of) {
    free(of->table);
    free(of->active);
    *of = (transition_matrix){0};
}

// --------------------------------------------------------------------------------------------------------------- table

static move *find(move *table, uint32_t capacity, wits_state_id from, wits_state_id to) {
    uint32_t at = ((uint32_t)from * 0x9E3779B1u ^ (uint32_t)to * 0x85EBCA77u) >> 7;
    for (;; at++) {  // ends, as the table is never full
        move *here = &table[at & (capacity - 1)];
        if (here->count == 0 || (here->from == from && here->to == to)) {
            return here;
        }
    }
}

static void widen(transition_matrix *of) {
    uint32_t capacity = of->capacity * 2;
    move *table = allocate(capacity, sizeof *table);
    for (uint32_t i = 0; i < of->capacity; i++) {
        if (of->table[i].count != 0) {
            *find(table, capacity, of->table[i].from, of->table[i].to) = of->table[i];
        }
    }
    free(of->table);
    of->table = table;
    of->capacity = capacity;
}

static void add(transition_matrix *to, move what) {
    if (to->used >= to->capacity / 2) {
        widen(to);
    }
    move *here = find(to->table, to->capacity, what.from, what.to);
    to->used += here->count == 0;
    what.count += here->count;
    *here = what;
}

void transition_matrix_add(transition_matrix *to, const transition_matrix *from) {
    for (uint32_t i = 0; i < from->capacity; i++) {
        if (from->table[i].count != 0) {
            add(to, from->table[i]);
        }
    }
}

bool transition_matrix_read(transition_matrix *to, const wits_brain *brain, const char *bytes, size_t size) {
    const uint32_t states = wits_state_count(brain);
    bool is_good = size % TRANSITION_MATRIX_ENTRY == 0;
    for (size_t at = 0; at < size && is_good; at += TRANSITION_MATRIX_ENTRY) {
        const uint64_t pair = u64_at(bytes + at), count = u64_at(bytes + at + 8);
        const uint64_t from = pair >> 32, into = pair & UINT32_MAX;
        is_good = from < states && into < states && count > 0;
        if (is_good) {
            add(to, (move){(wits_state_id)from, (wits_state_id)into, count});
        }
    }
    return is_good;
}

static int compare(const void *left, const void *right) {
    const move *a = left, *b = right;
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : (a->to > b->to) - (a->to < b->to);
}

move *transition_matrix_sorted(const transition_matrix *of) {
    move *sorted = allocate(of->used, sizeof *sorted);
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->capacity; i++) {
        if (of->table[i].count != 0) {
            sorted[count++] = of->table[i];
        }
    }
    qsort(sorted, count, sizeof *sorted, compare);
    return sorted;
}

/// An entry is the two state ids, then the count, 8 bytes each.
void transition_matrix_write(const transition_matrix *of, text *to) {
    move *sorted = transition_matrix_sorted(of);
    for (uint32_t i = 0; i < of->used; i++) {
        text_add_u64(to, (uint64_t)sorted[i].from << 32 | sorted[i].to);
        text_add_u64(to, sorted[i].count);
    }
    free(sorted);
}

// -------------------------------------------------------------------------------------------------------------- agents

static bool is_inside(const wits_brain *brain, wits_state_id state, wits_state_id around) {
    return state >= around && state < wits_state_end(brain, around);
}

/// Returns whether the innermost state that contains both is a parallel. Then neither state replaced the other.
static bool are_regions(const wits_brain *brain, wits_state_id a, wits_state_id b) {
    while (!is_inside(brain, b, a)) {
        a = wits_state_parent(brain, a);
    }
    return wits_state_kind(brain, a) == WITS_KIND_PARALLEL;
}

static bool contains(const wits_state_id *states, uint32_t count, wits_state_id state) {
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] == state) {
            return true;
        }
    }
    return false;
}

static void note_branches(transition_matrix *to, const wits_brain *brain, const void *before, const void *after) {
    uint32_t room = wits_state_count(brain);
    wits_state_id *from = to->active, *now = to->active + room;
    uint32_t from_count = wits_active(brain, before, from, room);
    uint32_t now_count = wits_active(brain, after, now, room);
    for (uint32_t i = 0; i < from_count; i++) {
        if (contains(now, now_count, from[i])) {
            continue;
        }
        for (uint32_t k = 0; k < now_count; k++) {
            if (!contains(from, from_count, now[k]) && !are_regions(brain, from[i], now[k])) {
                add(to, (move){from[i], now[k], 1});
            }
        }
    }
}

void transition_matrix_note(transition_matrix *to, const wits_brain *brain, const void *before, const void *after) {
    wits_state_id few[2][1];
    uint32_t from_count = wits_active(brain, before, few[0], 1);
    uint32_t now_count = wits_active(brain, after, few[1], 1);
    if (from_count > 1 || now_count > 1) {
        note_branches(to, brain, before, after);
    } else if (from_count == 1 && now_count == 1 && few[0][0] != few[1][0]) {
        add(to, (move){few[0][0], few[1][0], 1});
    }
}
