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
#include "seeds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LARGE_EVERY = 25,    ///< brains
    LEAST_ACCEPTED = 5,  ///< percent of changed agents: with fewer, the test would mostly try rejected ones
};

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
    if (!seeds_try(argc, argv, try_seed, NULL)) {
        return EXIT_FAILURE;
    }
    (void)printf("%" PRIu64 " times bytes were changed, %" PRIu64 " times they were a valid agent\n",
                 crowd_tried.changed, crowd_tried.accepted);
    if (crowd_tried.accepted < crowd_tried.changed / 100 * LEAST_ACCEPTED) {
        (void)printf("FAILED: too few were valid\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
