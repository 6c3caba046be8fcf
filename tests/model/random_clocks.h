// SPDX-License-Identifier: MIT
// Comparisons of `elapsed` with constants in the texts of a random brain. Random trees mostly make comparisons that
// matter at any number of ticks.
#ifndef WITS_TESTS_RANDOM_CLOCKS_H
#define WITS_TESTS_RANDOM_CLOCKS_H

#include "random_brain.h"

/// Some conditions and scores become such tests, if the brain has fields and the condition c0, which has no parameters.
void random_clocks_add(random_brain *brain, uint64_t seed);

#endif
