// SPDX-License-Identifier: MIT
#include "seeds.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const char *program;
static uint64_t current;

static void print_command(void) {
    (void)printf("repeat: %s 1 %" PRIu64 "\n", program, current);
}

static void tell_seed(int number) {
    print_command();
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

bool seeds_try(int argc, char **argv, bool (*try_seed)(uint64_t seed), uint32_t *count) {
    const char *seed = argc > 2 ? argv[2] : getenv("WITS_RANDOM_SEED");
    const uint64_t first = seed != NULL ? strtoull(seed, NULL, 10) : 1;
    program = argv[0];
    const uint32_t seeds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100;
    if (count != NULL) {
        *count = seeds;
    }
    (void)printf("all: %s %" PRIu32 " %" PRIu64 "\n", program, seeds, first);
    (void)fflush(stdout);
    (void)signal(SIGABRT, tell_seed);
    (void)signal(SIGSEGV, tell_seed);
    for (uint32_t i = 0; i < seeds; i++) {
        current = first + i;
        if (!try_seed(current)) {
            print_command();
            return false;
        }
    }
    return true;
}
