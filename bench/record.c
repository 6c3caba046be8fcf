// SPDX-License-Identifier: MIT
// The cost of recording a crowd of 100,000 agents, compared with their ticks. Each field of each agent changes in 5 %
// of the ticks; or only those that the brain does not assign, and the others are promised to be private. Milliseconds
// of processor time for a tick.
#include "harness.h"

#ifdef BENCH_FILES

#include "wits/file.h"
#include "wits/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AGENTS = 100000, MOST_FIELDS = 32, TICKS = 20, LIST = 1 << 21 };

typedef struct recorded_world {
    wits_file *file;
    const wits_brain *brain;
    wits_column columns[MOST_FIELDS];
    bool is_private[MOST_FIELDS];
    wits_agents agents;
    wits_crowd crowd;
    wits_crowd_run run;
    wits_list list;
    uint64_t random, written;
} recorded_world;

static double cpu_ms(void) {
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

static void *room_for(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "there is no memory\n");
        exit(EXIT_FAILURE);
    }
    memset(memory, 0, size);
    return memory;
}

static bool count_bytes(void *user, const void *bytes, size_t size) {
    (void)bytes;
    ((recorded_world *)user)->written += size;
    return true;
}

static uint64_t next_random(recorded_world *w) {
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random;
}

static void open_world(recorded_world *w, const char *folder, const char *name) {
    char path[512];
    *w = (recorded_world){.random = 88172645463325252u};
    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    w->file = wits_file_load(path, NULL);
    w->brain = wits_file_brain(w->file);
    if (!w->brain) {
        fprintf(stderr, "%s is no brain\n", path);
        exit(EXIT_FAILURE);
    }
    for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
        const wits_type type = wits_field_type(w->brain, field);
        const size_t width = type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
                             : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                                   : 1;
        w->columns[field] = (wits_column){.base = room_for(AGENTS * width), .stride = width, .type = type};
    }
    const size_t code_size = wits_crowd_code_size(w->brain);
    const wits_crowd_code *code = wits_crowd_prepare(w->brain, room_for(code_size), code_size);
    w->list = (wits_list){.records = room_for(LIST * sizeof(wits_action_record)),
                          .capacity = LIST,
                          .arguments = room_for(LIST * sizeof(uint32_t)),
                          .argument_capacity = LIST};
    w->agents = (wits_agents){.brain = w->brain,
                              .agents = room_for(AGENTS * wits_agent_size(w->brain)),
                              .count = AGENTS,
                              .columns = w->columns};
    w->crowd = (wits_crowd){.code = code,
                            .count = AGENTS,
                            .agents = w->agents.agents,
                            .columns = w->columns,
                            .functions = wits_file_desc(w->file)->functions};
    w->run = (wits_crowd_run){.scratch = room_for(wits_crowd_scratch_size(code, 0)), .list = &w->list};
    wits_crowd_start(&w->crowd, 0, AGENTS, &w->run);
    w->list.count = 0;
}

static void close_world(recorded_world *w) {
    for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
        free(w->columns[field].base);
    }
    free((void *)(uintptr_t)w->crowd.code);
    free(w->run.scratch);
    free(w->list.records);
    free(w->list.arguments);
    free(w->agents.agents);
    wits_file_free(w->file);
}

/// Changes 5 % of the values of a field.
static void change_field(recorded_world *w, uint32_t field) {
    const wits_column *column = &w->columns[field];
    const uint32_t values = column->type == WITS_TYPE_BOOL ? 2 : wits_field_value_count(w->brain, field);
    for (uint32_t i = 0; i < AGENTS / 20; ++i) {
        const uint64_t number = next_random(w);
        uint8_t *at = (uint8_t *)column->base + number % AGENTS * column->stride;
        const float part = (float)(number >> 40) / (1 << 24);
        const uint32_t bits = (uint32_t)(number >> 40) % (values != 0 ? values : 4);
        memcpy(at, column->type == WITS_TYPE_FLOAT ? (const void *)&part : (const void *)&bits,
               column->type == WITS_TYPE_FLOAT ? 4 : 1);
    }
}

/// Runs some ticks. Adds the time of the ticks and that of the recorder.
static void run_ticks(recorded_world *w, wits_recorder *recorder, double *ticks, double *recording) {
    for (uint32_t i = 0; i < TICKS; ++i) {
        const wits_recorded_call call = {
            .verb = WITS_RECORDED_TICK, .is_crowd = true, .count = AGENTS, .tick = ++w->run.tick};
        for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
            if (!w->is_private[field]) {
                change_field(w, field);
            }
        }
        const double start = cpu_ms();
        wits_recorder_before(recorder, &call);
        const double begun = cpu_ms();
        wits_crowd_tick(&w->crowd, 0, AGENTS, &w->run);
        const double done = cpu_ms();
        wits_recorder_after(recorder, AGENTS);
        *recording += cpu_ms() - done + begun - start;
        *ticks += done - begun;
        w->list.count = 0;
        w->list.argument_count = 0;
    }
}

static bool measure_recording(const char *folder, const char *name, bool has_private, const bench_options *options) {
    static double ticks[BENCH_MAX_ROUNDS], recordings[BENCH_MAX_ROUNDS];
    recorded_world w;
    open_world(&w, folder, name);
    for (uint32_t field = 0; field < wits_field_count(w.brain); ++field) {
        w.is_private[field] = has_private && wits_field_is_assigned(w.brain, field);
    }
    const wits_recorder_options how = {.agents = &w.agents,
                                       .is_private = w.is_private,
                                       .are_agents_private = has_private,
                                       .write = count_bytes,
                                       .user = &w};
    const size_t size = wits_recorder_size(&how);
    void *memory = room_for(size);
    wits_recorder *recorder = wits_recorder_begin(&how, memory, size);
    double ignored = 0;
    run_ticks(&w, recorder, &ignored, &ignored);
    const uint64_t before = w.written;
    for (uint32_t i = 0; i < options->rounds; ++i) {
        ticks[i] = recordings[i] = 0;
        run_ticks(&w, recorder, &ticks[i], &recordings[i]);
    }
    const uint64_t written = (w.written - before) / options->rounds / TICKS;
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
    close_world(&w);
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
