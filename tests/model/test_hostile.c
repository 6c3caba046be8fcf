// SPDX-License-Identifier: MIT
// Crowds of random brains whose agents get changed bytes before each call, as long as these are a valid agent, like
// bytes that a game loads and checks. Every path and instruction set must give the same results as one agent after
// another, and leave valid agents. Most useful with sanitizers.
//
//   test_hostile_crowds BRAINS [SEED]
//
// Without SEED the first seed is that of the environment variable WITS_RANDOM_SEED, or 1.
#include "crowd_worlds.h"
#include "random_run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LARGE_EVERY = 25,    ///< brains
    LEAST_ACCEPTED = 5,  ///< percent of changed agents: with fewer, the test would mostly try rejected ones
};

static const char *program;
static uint64_t current_seed;

static void print_command(void) {
    (void)printf("repeat: %s 1 %" PRIu64 "\n", program, current_seed);
}

static void tell_seed(int number) {
    print_command();
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static bool try_seed(uint64_t seed) {
    char text[400] = "";
    crowd_trial t;
    bool same = crowd_trial_make(&t, seed, seed % LARGE_EVERY == 0, text, sizeof text);
    t.is_hostile = true;
    same = same && crowd_trial_run_all_ways(&t, text, sizeof text);
    if (!same) {
        print_brain(stdout, t.made);
        (void)printf("FAILED, seed %" PRIu64 ": %s\n", seed, text);
    }
    crowd_trial_free(&t);
    return same;
}

int main(int argc, char **argv) {
    program = argv[0];
    const char *seed = argc > 2 ? argv[2] : getenv("WITS_RANDOM_SEED");
    const uint64_t first = seed != NULL ? strtoull(seed, NULL, 10) : 1;
    const uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100;
    // A sanitizer ends the program without printing the seed.
    (void)printf("all: %s %" PRIu32 " %" PRIu64 "\n", program, brains, first);
    (void)fflush(stdout);
    (void)signal(SIGABRT, tell_seed);
    (void)signal(SIGSEGV, tell_seed);
    for (uint32_t i = 0; i < brains; i++) {
        current_seed = first + i;
        if (!try_seed(current_seed)) {
            print_command();
            return EXIT_FAILURE;
        }
    }
    (void)printf("%" PRIu64 " times bytes were changed, %" PRIu64 " times they were a valid agent\n",
                 crowd_tried.changed, crowd_tried.accepted);
    if (crowd_tried.accepted < crowd_tried.changed / 100 * LEAST_ACCEPTED) {
        (void)printf("FAILED: too few were valid\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
