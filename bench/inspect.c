// SPDX-License-Identifier: MIT
// The cost of an inspector for a crowd of a million agents, compared with their ticks. Each row is an inspector of its
// own on the same world. Its figure is the processor time of its frame: compared with a tick, as if it were asked for
// an update before each one, and as the share of a thread at 30 updates a second. The world ends with the same hash as
// one without inspectors.
#include "harness.h"

#ifdef BENCH_FILES

#include "file_world.h"
#include "wits/inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 1000000, TICKS = 4, UPDATES_PER_SECOND = 30 };

typedef struct looker {
    const char *name;
    const char *asks;    ///< once, at the beginning
    bool wants_updates;  ///< one in each frame
    bool has_viewer;
    double target;  ///< percent of a thread; 0: none
} looker;

static const looker lookers[] = {
    {"no viewer", NULL, false, false, 0.5},
    {"connected", "hello", false, true, 0},
    {"counts", "show counts", true, true, 3},
    {"moves", "show counts moves", true, true, 0},
    {"focus, no update", "focus 4711", false, true, 0},
    {"focus", "focus 4711", true, true, 5},
    {"64 watched", "watch", true, true, 0},
    {"break, condition", "break where 1 > 2", false, true, 0},
    {"break, state", "break /", false, true, 0},
};
enum { LOOKERS = sizeof lookers / sizeof *lookers };

static void count_bytes(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    (void)viewer, (void)bytes, (void)is_last;
    *(uint64_t *)user += size;
}

static void ask(wits_inspector *inspector, const char *request) {
    wits_inspector_request(inspector, 0, request, strlen(request));
}

static void begin_looking(wits_inspector *inspector, const looker *of) {
    char request[600];
    if (of->has_viewer) {
        snprintf(request, sizeof request, "%s", of->asks);
        for (uint32_t i = 0; i < 64 && strcmp(of->asks, "watch") == 0; ++i) {
            snprintf(request + strlen(request), 9, " %u", i * 1000 + 7);
        }
        ask(inspector, request);
    }
}

static uint64_t run_alone(const char *folder, const char *name, uint32_t ticks) {
    file_world w;
    file_world_open(&w, folder, name, AGENTS);
    for (uint32_t i = 0; i < ticks; ++i) {
        file_world_change(&w);
        ++w.run.tick;
        file_world_tick(&w);
    }
    const uint64_t hash = wits_crowd_hash(&w.crowd, 0, AGENTS);
    file_world_close(&w);
    return hash;
}

static void print_figure(const char *brain, const looker *of, double tick, double frame, double bytes, bool json) {
    const double share = frame * UPDATES_PER_SECOND / 10;
    if (json) {
        printf("{\"workload\":\"inspect\",\"brain\":\"%s\",\"agents\":%d,\"view\":\"%s\",\"tick_ms\":%.3f,\"frame_ms\":"
               "%.4f,\"of_a_tick\":%.4f,\"percent_at_30\":%.3f,\"bytes\":%.0f}\n",
               brain, AGENTS, of->name, tick, frame, frame / tick, share, bytes);
        return;
    }
    printf("  %-9s %-17s tick %6.2f ms   frame %8.4f ms   %7.3f of a tick   %6.2f %% at 30 a second", brain, of->name,
           tick, frame, frame / tick, share);
    if (of->target != 0) {
        printf(" (target %.1f %%)", of->target);
    }
    printf("   %6.0f bytes\n", bytes);
}

static bool measure_looking(const char *folder, const char *name, const bench_options *options) {
    static double ticks[BENCH_MAX_ROUNDS], frames[LOOKERS][BENCH_MAX_ROUNDS];
    wits_inspector *inspectors[LOOKERS];
    uint64_t bytes[LOOKERS] = {0};
    file_world w;
    file_world_open(&w, folder, name, AGENTS);
    const wits_frame frame = {.functions = w.crowd.functions};
    const wits_inspected world = {
        .agents = &w.agents, .frame = &frame, .code = w.crowd.code, .desc = wits_file_desc(w.file)};
    for (uint32_t i = 0; i < LOOKERS; ++i) {
        inspectors[i] = wits_inspector_new(&(wits_inspector_options){
            .allows = WITS_INSPECT_CONTROL, .write = count_bytes, .user = &bytes[i], .allocator = &wits_heap});
        begin_looking(inspectors[i], &lookers[i]);
    }
    for (uint32_t round = 0; round <= options->rounds; ++round) {  // the first one warms up
        double all_ticks = 0, all_frames[LOOKERS] = {0};
        for (uint32_t tick = 0; tick < TICKS; ++tick) {
            file_world_change(&w);
            w.agents.tick = ++w.run.tick;
            for (uint32_t i = 0; i < LOOKERS; ++i) {
                if (lookers[i].wants_updates) {
                    ask(inspectors[i], "next");
                }
                const uint32_t repeats = lookers[i].has_viewer ? 1 : 1000;
                const double start = bench_now_ns();
                for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
                    wits_inspector_frame(inspectors[i], &world);
                }
                all_frames[i] += (bench_now_ns() - start) / repeats;
            }
            const double start = bench_now_ns();
            file_world_tick(&w);
            all_ticks += bench_now_ns() - start;
        }
        if (round > 0) {
            ticks[round - 1] = all_ticks / TICKS / 1e6;
            for (uint32_t i = 0; i < LOOKERS; ++i) {
                frames[i][round - 1] = all_frames[i] / TICKS / 1e6;
            }
        } else {
            memset(bytes, 0, sizeof bytes);
        }
    }
    const double tick = bench_median(ticks, options->rounds);
    for (uint32_t i = 0; i < LOOKERS; ++i) {
        print_figure(name, &lookers[i], tick, bench_median(frames[i], options->rounds),
                     (double)bytes[i] / options->rounds / TICKS, options->json);
        wits_inspector_free(inspectors[i]);
    }
    const uint64_t hash = wits_crowd_hash(&w.crowd, 0, AGENTS);
    file_world_close(&w);
    const bool is_same = hash == run_alone(folder, name, (options->rounds + 1) * TICKS);
    if (!is_same) {
        fprintf(stderr, "%s: other states with inspectors than without\n", name);
    }
    return is_same;
}

bool bench_inspect(const bench_options *options) {
    bool is_good = true;
    if (bench_wanted("inspect", options)) {
        if (!options->json) {
            printf("inspect: a million agents whose fields change in 5 %% of the ticks\n");
        }
        is_good = measure_looking(BENCH_SHIPPED_BRAINS, "guard", options) && is_good;
        is_good = measure_looking(BENCH_SHIPPED_BRAINS, "villager", options) && is_good;
        is_good = measure_looking(BENCH_BRAINS, "w1", options) && is_good;
    }
    return is_good;
}

#else

bool bench_inspect(const bench_options *options) {
    (void)options;
    return true;
}

#endif
