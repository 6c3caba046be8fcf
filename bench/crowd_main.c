// SPDX-License-Identifier: MIT
// wits-bench-crowd: many agents in columns, against code written by hand for exactly that, in one run. A variant of
// which one agent ends otherwise than the first variant's fails the run.
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: wits-bench-crowd [--json] [--rounds N] [--agents N] [--only NAME] [--cpu]\n"
    "\n"
    "  --json       one object a line for every figure and what it is compared with\n"
    "  --rounds N   measured rounds, 1 to 1000 (default 7); figures are medians, ratios are of medians\n"
    "  --agents N   agents, at least 1024 (default 1000000; made a multiple of 64)\n"
    "  --only NAME  only workloads whose names begin with NAME, such as W2\n"
    "  --cpu        counts the thread's own time, for machines that do other work too; leaves out two threads\n"
    "\n"
    "Times are nanoseconds per agent and tick, the world's own code included. The variants run in turn, round by\n"
    "round, on copies of the same world; if one agent's final state differs, the exit status is 1.\n";

static int misuse(const char *message, const char *text) {
    fprintf(stderr, "wits-bench-crowd: %s%s\n%s", message, text, help);
    return 2;
}

static bool read_number(const char *text, long lowest, long highest, uint32_t *number) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    *number = (uint32_t)value;
    return *end == '\0' && value >= lowest && value <= highest;
}

int main(int argc, char **argv) {
    bench_options options = {.rounds = 7, .agents = 1000000};
    bool cpu = false;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            options.json = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            printf("%s", help);
            return EXIT_SUCCESS;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            if (!read_number(argv[++i], 1, BENCH_MAX_ROUNDS, &options.rounds)) {
                return misuse("not a number of rounds: ", argv[i]);
            }
        } else if (strcmp(argv[i], "--agents") == 0 && i + 1 < argc) {
            if (!read_number(argv[++i], 1024, 100000000, &options.agents)) {
                return misuse("not a number of agents: ", argv[i]);
            }
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            options.only = argv[++i];
        } else if (strcmp(argv[i], "--cpu") == 0) {
            cpu = true;
            bench_count_cpu_time();
        } else {
            return misuse("unknown or incomplete: ", argv[i]);
        }
    }
    options.agents -= options.agents % CROWD_GRAIN;
    bool same = true;
    same = bench_crowd_w1(&options) && same;
    same = bench_crowd_w2(&options) && same;
    same = bench_crowd_w3(&options) && same;
    same = bench_crowd_w3b(&options) && same;
    same = bench_crowd_functions(&options) && same;
    same = (cpu || bench_crowd_threads(&options)) && same;
    same = bench_crowd_large(&options) && same;
    same = bench_crowd_growth(&options) && same;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
