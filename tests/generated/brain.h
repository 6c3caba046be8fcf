// SPDX-License-Identifier: MIT
// The random brains of tests/model as they are compiled into C: some of their actions get arguments, and their host
// functions write down all that they are told. A pure function of the seed: who makes the C and who runs it make the
// same brain.
#ifndef WITS_TESTS_GENERATED_BRAIN_H
#define WITS_TESTS_GENERATED_BRAIN_H

#include "model/random_brain.h"

enum {
    LARGE_EVERY = 40,        ///< of so many brains one is wide and deep
    ARGUED_BYTES = 1 << 18,  ///< of all texts with arguments
};

typedef struct argued_brain {
    random_brain plain;   ///< what the model lives: its texts know no arguments
    random_brain argued;  ///< the same, its actions with arguments; its functions are those of run.h
    char texts[ARGUED_BYTES];
    size_t used;
} argued_brain;

/// `functions` takes the place of host_functions, row by row; null where nothing runs.
void argued_brain_make(argued_brain *brain, uint64_t seed, const wits_function *functions);

/// The row of a function of the random brains in host_functions.
uint32_t host_row(const char *name);

#endif
