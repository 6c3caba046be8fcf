// SPDX-License-Identifier: MIT
// The random brains of tests/model that are compiled to C: their host functions log their arguments. A pure function of
// the seed, so that the maker and the runner of the C have the same brain. About half of them have options with
// targets.
#ifndef WITS_TESTS_GENERATED_BRAIN_H
#define WITS_TESTS_GENERATED_BRAIN_H

#include "model/random_brain.h"

enum {
    LARGE_EVERY = 40,  ///< one brain in so many is wide and deep
    CROWD_EVERY = 6,   ///< one brain in so many has functions for crowds, which are most of its C
};

/// `run` has the functions that replace those of host_functions, row by row; null if nothing runs. The declarations
/// stay.
void generated_brain_make(random_brain *brain, uint64_t seed, const wits_function *run);

/// The row of a function of the random brains in host_functions.
uint32_t host_row(const char *name);

#endif
