// SPDX-License-Identifier: MIT
// The random brains of tests/model as they are compiled into C: their host functions write down all that they are told.
// A pure function of the seed: who makes the C and who runs it make the same brain. About half of them have options
// with targets.
#ifndef WITS_TESTS_GENERATED_BRAIN_H
#define WITS_TESTS_GENERATED_BRAIN_H

#include "model/random_brain.h"

enum {
    LARGE_EVERY = 40,  ///< one of so many brains is wide and deep
    CROWD_EVERY = 6,   ///< one of so many brains has functions for crowds, which are most of its C
};

/// `run` has the functions that replace those of host_functions, row by row; null where nothing runs. The declarations
/// stay.
void generated_brain_make(random_brain *brain, uint64_t seed, const wits_function *run);

/// The row of a function of the random brains in host_functions.
uint32_t host_row(const char *name);

#endif
