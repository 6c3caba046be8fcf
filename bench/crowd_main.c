// SPDX-License-Identifier: MIT
// wits-bench-crowd: many agents in columns, against code written by hand for exactly that, in one run. The run fails if
// one agent of a variant ends differently from the first variant's.
#include "crowd.h"

#include <stdlib.h>

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

int main(int argc, char **argv) {
    static const bench_program program = {.name = "wits-bench-crowd", .help = help, .many = true};
    bench_options options = {.rounds = 7, .agents = 1000000};
    bench_read_options(&program, argc, argv, &options);
    if (options.cpu) {
        bench_count_cpu_time();
    }
    options.agents -= options.agents % CROWD_GRAIN;
    bool same = true;
    same = bench_crowd_w1(&options) && same;
    same = bench_crowd_w2(&options) && same;
    same = bench_crowd_w3(&options) && same;
    same = bench_crowd_w3b(&options) && same;
    same = bench_crowd_w4(&options) && same;
    same = bench_crowd_targets(&options) && same;
    same = bench_crowd_shipped(&options) && same;
    same = bench_crowd_functions(&options) && same;
    same = (options.cpu || bench_crowd_threads(&options)) && same;
    same = bench_crowd_large(&options) && same;
    same = bench_crowd_growth(&options) && same;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
