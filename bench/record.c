// SPDX-License-Identifier: MIT
// The cost of recording a crowd of 100,000 agents, compared with their ticks. Each field of each agent changes in 5 %
// of the ticks; or only those that the brain does not assign, and the others are promised to be private. Milliseconds
// of processor time for a tick.
#include "harness.h"

#ifdef BENCH_FILES

#include "file_world.h"
#include "wits/record.h"

#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 100000, TICKS = 20 };

static bool count_bytes(void *user, const void *bytes, size_t size) {
    (void)bytes;
    *(uint64_t *)user += size;
    return true;
}

/// Runs some ticks. Adds the time of the ticks and that of the recorder.
static void run_ticks(file_world *w, wits_recorder *recorder, double *ticks, double *recording) {
    for (uint32_t i = 0; i < TICKS; ++i) {
        const wits_recorded_call call = {
            .verb = WITS_RECORDED_TICK, .is_crowd = true, .count = AGENTS, .tick = ++w->run.tick};
        file_world_change(w);
        const double start = file_world_ms();
        wits_recorder_before(recorder, &call);
        const double begun = file_world_ms();
        file_world_tick(w);
        const double done = file_world_ms();
        wits_recorder_after(recorder, AGENTS);
        *recording += file_world_ms() - done + begun - start;
        *ticks += done - begun;
    }
}

static bool measure_recording(const char *folder, const char *name, bool has_private, const bench_options *options) {
    static double ticks[BENCH_MAX_ROUNDS], recordings[BENCH_MAX_ROUNDS];
    file_world w;
    uint64_t bytes = 0;
    file_world_open(&w, folder, name, AGENTS);
    for (uint32_t field = 0; field < wits_field_count(w.brain); ++field) {
        w.is_private[field] = has_private && wits_field_is_assigned(w.brain, field);
    }
    const wits_recorder_options how = {.agents = &w.agents,
                                       .is_private = w.is_private,
                                       .are_agents_private = has_private,
                                       .write = count_bytes,
                                       .user = &bytes};
    const size_t size = wits_recorder_size(&how);
    void *memory = file_world_room(size);
    wits_recorder *recorder = wits_recorder_begin(&how, memory, size);
    double ignored = 0;
    run_ticks(&w, recorder, &ignored, &ignored);
    const uint64_t before = bytes;
    for (uint32_t i = 0; i < options->rounds; ++i) {
        ticks[i] = recordings[i] = 0;
        run_ticks(&w, recorder, &ticks[i], &recordings[i]);
    }
    const uint64_t written = (bytes - before) / options->rounds / TICKS;
    const bool is_good = wits_recorder_end(recorder);
    const double tick = bench_median(ticks, options->rounds) / TICKS;
    const double recording = bench_median(recordings, options->rounds) / TICKS;
    if (options->json) {
        printf("{\"workload\":\"record\",\"brain\":\"%s\",\"agents\":%d,\"private\":%s,\"tick_ms\":%.3f,\"record_ms\":"
               "%.3f,\"ratio\":%.3f,\"bytes\":%llu}\n",
               name, AGENTS, has_private ? "true" : "false", tick, recording, recording / tick,
               (unsigned long long)written);
    } else {
        printf("  %-9s %-8s tick %6.3f ms   recording %6.3f ms (%.2f, target 0.10)   %7llu bytes a tick\n", name,
               has_private ? "private" : "", tick, recording, recording / tick, (unsigned long long)written);
    }
    free(memory);
    file_world_close(&w);
    return is_good;
}

bool bench_record(const bench_options *options) {
    bool is_good = true;
    if (bench_wanted("record", options)) {
        if (!options->json) {
            printf("record: 100,000 agents whose fields change in 5 %% of the ticks\n");
        }
        for (uint32_t is_private = 0; is_private < 2; ++is_private) {
            is_good = measure_recording(BENCH_SHIPPED_BRAINS, "villager", is_private != 0, options) && is_good;
            is_good = measure_recording(BENCH_SHIPPED_BRAINS, "guard", is_private != 0, options) && is_good;
            is_good = measure_recording(BENCH_BRAINS, "w1", is_private != 0, options) && is_good;
        }
    }
    return is_good;
}

#else

bool bench_record(const bench_options *options) {
    (void)options;
    return true;
}

#endif
