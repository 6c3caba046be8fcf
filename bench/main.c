// SPDX-License-Identifier: MIT
// wits-bench: compares one agent, and an array of agents, with what a good engineer would write by hand, in one run and
// with the same flags. The run fails if a variant ends in other states than the first.
#include "harness.h"

#include <stdlib.h>

static const char help[] =
    "usage: wits-bench [--json] [--rounds N] [--only NAME] [--cpu]\n"
    "\n"
    "  --json       one object a line for every figure and what it is compared with\n"
    "  --rounds N   measured rounds, 1 to 1000 (default 9); figures are medians, ratios are of medians\n"
    "  --only NAME  only workloads whose names begin with NAME, such as W2, depth or load\n"
    "  --cpu        counts the thread's own time, for machines that do other work too\n"
    "\n"
    "Times are nanoseconds per agent and tick, the world's own code included; of load, milliseconds for a file. The\n"
    "variants run in turn, round by round, on copies of the same world; if their final states differ, the exit status\n"
    "is 1.\n";

int main(int argc, char **argv) {
    static const bench_program program = {.name = "wits-bench", .help = help};
    bench_options options = {.rounds = 9};
    bench_read_options(&program, argc, argv, &options);
    if (options.cpu) {
        bench_count_cpu_time();
    }
    bool same = true;
    same = bench_w1(&options) && same;
    same = bench_w2(&options) && same;
    same = bench_w3(&options) && same;
    same = bench_depth(&options) && same;
    same = bench_kinds(&options) && same;
    same = bench_load(&options) && same;
    same = bench_snapshot(&options) && same;
    same = bench_record(&options) && same;
    same = bench_inspect(&options) && same;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
