// SPDX-License-Identifier: MIT
// Consecutive seeds of a random test, and how to repeat one that fails.
#ifndef WITS_MODEL_SEEDS_H
#define WITS_MODEL_SEEDS_H

#include <stdbool.h>
#include <stdint.h>

/// Tries seeds in order: argv[1] of them (100), from argv[2], from the environment variable WITS_RANDOM_SEED, or
/// from 1. Prints the command that repeats them, as a sanitizer ends the program without printing the seed, and the
/// command that repeats the first one for which `try_seed` returns false or a signal is raised. `count` receives the
/// number of seeds and may be null. Returns whether all were good.
bool seeds_try(int argc, char **argv, bool (*try_seed)(uint64_t seed), uint32_t *count);

#endif
