// SPDX-License-Identifier: MIT
// `elapsed` beside constants in the texts of a random brain: what trees make of it mostly matters for ever.
#ifndef WITS_TESTS_RANDOM_CLOCKS_H
#define WITS_TESTS_RANDOM_CLOCKS_H

#include "random_brain.h"

/// Some conditions and scores become such tests, if the brain has fields and the condition c0 that takes nothing.
void random_clocks_add(random_brain *brain, uint64_t seed);

#endif
