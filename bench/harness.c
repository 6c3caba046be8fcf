// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "harness.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct timing {
    double rounds[BENCH_MAX_ROUNDS];  // nanoseconds per agent and tick; sorted at the end
    double median;
} timing;

static clockid_t clock_id = CLOCK_MONOTONIC;

void bench_count_cpu_time(void) {
    clock_id = CLOCK_THREAD_CPUTIME_ID;
}

double bench_now_ns(void) {
    struct timespec now;
    clock_gettime(clock_id, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, uint32_t count) {
    qsort(values, count, sizeof values[0], compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

static bool begins_with(const char *text, const char *start) {
    for (; *start != '\0'; ++text, ++start) {
        if (tolower((unsigned char)*text) != tolower((unsigned char)*start)) {
            return false;
        }
    }
    return true;
}

bool bench_wanted(const char *name, const bench_options *options) {
    return !options->only || begins_with(name, options->only);
}

/// The number of variants if there is none.
static uint32_t find_variant(const bench_workload *workload, const char *name) {
    uint32_t i = 0;
    while (i < workload->variant_count && strcmp(workload->variants[i].name, name) != 0) {
        ++i;
    }
    return i;
}

static void print_json(const bench_workload *workload, const timing *times, uint32_t rounds) {
    for (uint32_t v = 0; v < workload->variant_count; ++v) {
        const bench_variant *variant = &workload->variants[v];
        for (uint32_t b = 0; b == 0 || (b < BENCH_MAX_BASES && variant->bases[b].name); ++b) {
            // A variant without comparison is the baseline.
            const char *base = variant->bases[b].name ? variant->bases[b].name : variant->name;
            uint32_t of_base = find_variant(workload, base);
            if (of_base == workload->variant_count) {
                continue;
            }
            printf("{\"workload\":\"%s\",\"variant\":\"%s\",\"ns_per_agent_tick\":%.4f,\"min\":%.4f,\"max\":%.4f,"
                   "\"compared_with\":\"%s\",\"ratio\":%.4f,\"target\":",
                   workload->name, variant->name, times[v].median, times[v].rounds[0], times[v].rounds[rounds - 1],
                   base, times[v].median / times[of_base].median);
            if (variant->bases[b].target > 0.0) {
                printf("%.2f", variant->bases[b].target);
            } else {
                printf("null");
            }
            printf(",\"rounds\":%u}\n", (unsigned)rounds);
        }
    }
}

static void print_text(const bench_workload *workload, const timing *times, uint32_t rounds) {
    printf("%s: %s\n", workload->name, workload->title);
    for (uint32_t v = 0; v < workload->variant_count; ++v) {
        const bench_variant *variant = &workload->variants[v];
        printf("  %-22s %9.3f ns  [%.3f .. %.3f]", variant->name, times[v].median, times[v].rounds[0],
               times[v].rounds[rounds - 1]);
        for (uint32_t b = 0; b < BENCH_MAX_BASES && variant->bases[b].name; ++b) {
            uint32_t base = find_variant(workload, variant->bases[b].name);
            if (base == workload->variant_count) {
                continue;
            }
            double ratio = times[v].median / times[base].median;
            printf("%s %.2f x %s", b == 0 ? " " : ",", ratio, variant->bases[b].name);
            if (variant->bases[b].target > 0.0) {
                printf(" (target %.*f: %s)", variant->bases[b].target < 1.0 ? 2 : 1, variant->bases[b].target,
                       ratio <= variant->bases[b].target ? "reached" : "missed");
            }
        }
        printf("\n");
    }
    printf("\n");
}

static uint32_t agents_of(const bench_workload *workload, const bench_variant *variant) {
    return variant->agents > 0 ? variant->agents : workload->agents;
}

static bool differs(const bench_workload *workload, const bench_variant *variant) {
    const bench_variant *first = &workload->variants[0];
    if (variant->agent_digest) {
        uint32_t agents = agents_of(workload, variant);
        for (uint32_t i = 0; i < agents; ++i) {
            if (variant->agent_digest(variant->world, i) != first->agent_digest(first->world, i)) {
                fprintf(stderr, "%s: agent %u is the first that differs\n", workload->name, (unsigned)i);
                return true;
            }
        }
        return false;
    }
    return variant->digest && variant->digest(variant->world) != first->digest(first->world);
}

bool bench_run(const bench_workload *workload, const bench_options *options) {
    if (!bench_wanted(workload->name, options)) {
        return true;
    }
    static timing times[BENCH_MAX_VARIANTS];
    uint32_t tick = 0;
    bool same = true;
    // The first round warms up and is not counted.
    for (uint32_t round = 0; round <= options->rounds; ++round) {
        for (uint32_t v = 0; v < workload->variant_count; ++v) {
            const bench_variant *variant = &workload->variants[v];
            double start = bench_now_ns();
            variant->run(variant->world, tick, workload->ticks);
            double end = bench_now_ns();
            if (round > 0) {
                double agent_ticks = (double)agents_of(workload, variant) * (double)workload->ticks;
                times[v].rounds[round - 1] = (end - start) / agent_ticks;
            }
        }
        tick += workload->ticks;
    }
    for (uint32_t v = 0; v < workload->variant_count; ++v) {
        const bench_variant *variant = &workload->variants[v];
        times[v].median = bench_median(times[v].rounds, options->rounds);
        if (differs(workload, variant)) {
            fprintf(stderr, "%s: %s and %s ended in different states\n", workload->name, workload->variants[0].name,
                    variant->name);
            same = false;
        }
    }
    if (options->json) {
        print_json(workload, times, options->rounds);
    } else {
        print_text(workload, times, options->rounds);
    }
    fflush(stdout);
    return same;
}

const wits_brain *bench_compile(const wits_desc *desc, uint64_t memory[BENCH_BRAIN_WORDS]) {
    wits_problem problems[16];
    wits_report report = {.problems = problems, .capacity = COUNT(problems)};
    const wits_brain *brain = wits_brain_compile(desc, memory, BENCH_BRAIN_WORDS * sizeof memory[0], &report);
    if (!brain) {
        for (uint32_t i = 0; i < report.count && i < report.capacity; ++i) {
            char text[320];
            wits_problem_text(&problems[i], text, sizeof text);
            fprintf(stderr, "%s\n", text);
        }
        exit(EXIT_FAILURE);
    }
    if (wits_agent_size(brain) > BENCH_AGENT_ROOM) {
        fprintf(stderr, "an agent needs %zu bytes, not %d\n", wits_agent_size(brain), BENCH_AGENT_ROOM);
        exit(EXIT_FAILURE);
    }
    return brain;
}

uint64_t bench_fold(uint64_t digest, const void *bytes, size_t size) {
    const uint8_t *byte = bytes;
    digest ^= UINT64_C(0xcbf29ce484222325);  // FNV-1a, 64 bit
    for (size_t i = 0; i < size; ++i) {
        digest = (digest ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    return digest;
}
