// SPDX-License-Identifier: MIT
// wits-bench: one agent, and an array of them, against what a good engineer would have written by hand, in one run and
// with the same flags. A variant that ends in other states than the first fails the run.
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: wits-bench [--json] [--rounds N] [--only NAME]\n"
    "\n"
    "  --json       one object a line for every figure and what it is compared with\n"
    "  --rounds N   measured rounds, 1 to 1000 (default 9); figures are medians, ratios are of medians\n"
    "  --only NAME  only workloads whose names begin with NAME, such as W2, depth or load\n"
    "\n"
    "Times are nanoseconds per agent and tick, the world's own code included; of load, milliseconds for a file. The\n"
    "variants run in turn, round by round, on copies of the same world; if their final states differ, the exit status\n"
    "is 1.\n";

static int misuse(const char *message, const char *text) {
    fprintf(stderr, "wits-bench: %s%s\n%s", message, text, help);
    return 2;
}

int main(int argc, char **argv) {
    bench_options options = {.rounds = 9};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            options.json = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            printf("%s", help);
            return EXIT_SUCCESS;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            char *end = NULL;
            long rounds = strtol(argv[++i], &end, 10);
            if (*end != '\0' || rounds < 1 || rounds > BENCH_MAX_ROUNDS) {
                return misuse("not a number of rounds: ", argv[i]);
            }
            options.rounds = (uint32_t)rounds;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            options.only = argv[++i];
        } else {
            return misuse("unknown or incomplete: ", argv[i]);
        }
    }
    bool same = true;
    same = bench_w1(&options) && same;
    same = bench_w2(&options) && same;
    same = bench_w3(&options) && same;
    same = bench_depth(&options) && same;
    same = bench_load(&options) && same;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
