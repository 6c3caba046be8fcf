// SPDX-License-Identifier: MIT
// Random brains for fuzzers, with memory for the fields of some agents.
#ifndef WITS_FUZZ_BRAIN_H
#define WITS_FUZZ_BRAIN_H

#include "model/random_fields.h"
#include "model/random_run.h"
#include "wits/heap.h"

#include <stdlib.h>

typedef struct fuzz_brain {
    random_brain *made;
    wits_brain *brain;
    uint8_t *memory;  ///< of the fields
    wits_column columns[RANDOM_FIELDS];
} fuzz_brain;

static inline void fuzz_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static const host_hooks fuzz_hooks = {wits_call_is_in, wits_call_elapsed, fuzz_raise};

/// Makes the random brain of a seed, of which every second is aimed if `some_are_aimed`.
static inline void fuzz_brain_make(fuzz_brain *to, uint32_t seed, uint32_t agents, bool some_are_aimed) {
    run_failure failure;
    random_layout layout;
    to->made = malloc(sizeof *to->made);
    if (some_are_aimed && seed % 2 == 0) {
        random_brain_make_aimed(to->made, seed);
    } else {
        random_brain_make(to->made, seed);
    }
    to->brain = random_compile(to->made, &failure);
    random_layout_make(&layout, &to->made->desc, to->made->shared, seed, agents);
    to->memory = malloc(layout.bytes);
    random_layout_columns(&layout, to->memory, to->columns);
    random_fields_fill(&layout, to->memory, seed);
}

/// An allocator that refuses more than 256 MiB for one request.
static inline void *fuzz_allocate(void *user, size_t size) {
    (void)user;
    return size < (size_t)1 << 28 ? malloc(size) : NULL;
}

static const wits_allocator fuzz_allocator = {fuzz_allocate, wits_heap_release, NULL};

#endif
