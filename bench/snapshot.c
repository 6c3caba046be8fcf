// SPDX-License-Identifier: MIT
// Snapshots of a million agents of a shipped brain, with all their fields, compared with a copy of the same bytes.
// Loading includes all checks. Milliseconds of processor time.
#include "harness.h"

#ifdef BENCH_FILES

#include "file_world.h"
#include "wits/file.h"
#include "wits/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AGENTS = 1000000, MOST_FIELDS = 32 };

static const char *const names[] = {"guard", "villager", "boss"};

static double now_ms(void) {
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

static void *zeros(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) {
        fprintf(stderr, "there is no memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static size_t width_of(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

static void make_columns(const wits_brain *brain, wits_column columns[MOST_FIELDS]) {
    for (uint32_t field = 0; field < wits_field_count(brain) && field < MOST_FIELDS; ++field) {
        const wits_type type = wits_field_type(brain, field);
        columns[field] = (wits_column){.base = zeros(AGENTS * width_of(type)), .stride = width_of(type), .type = type};
    }
}

/// Every state occurs, with clocks that differ.
static void scatter(const wits_file *file, const wits_column *columns, uint8_t *agents) {
    const wits_brain *brain = wits_file_brain(file);
    for (uint32_t i = 0; i < AGENTS; ++i) {
        const wits_frame frame = {
            .tick = i % 977, .agent = i, .columns = columns, .row = i, .functions = wits_file_desc(file)->functions};
        const uint32_t state = 1 + (uint32_t)(i * UINT64_C(2654435761) % (wits_state_count(brain) - 1));
        wits_set_state(brain, agents + i * wits_agent_size(brain), &frame, (wits_state_id)state);
    }
}

static bool measure(const char *name, const bench_options *options) {
    static double copies[BENCH_MAX_ROUNDS], writes[BENCH_MAX_ROUNDS], loads[BENCH_MAX_ROUNDS];
    char path[512];
    snprintf(path, sizeof path, "%s/%s.yaml", BENCH_SHIPPED_BRAINS, name);
    wits_file *file = wits_file_load(path, NULL);
    const wits_brain *brain = wits_file_brain(file);
    if (!brain) {
        fprintf(stderr, "%s is no brain\n", path);
        exit(EXIT_FAILURE);
    }
    const size_t size = wits_agent_size(brain);
    uint8_t *agents = zeros(AGENTS * size), *back = zeros(AGENTS * size);
    wits_column columns[MOST_FIELDS], others[MOST_FIELDS];
    make_columns(brain, columns);
    make_columns(brain, others);
    scatter(file, columns, agents);
    const wits_agents from = {.brain = brain, .agents = agents, .count = AGENTS, .columns = columns};
    wits_agents to = {.brain = brain, .agents = back, .count = AGENTS, .columns = others};
    const wits_migration how = {.allocator = &wits_heap};
    const size_t bytes = wits_snapshot_size(&from, 0);
    uint8_t *snapshot = zeros(bytes), *copy = zeros(bytes);
    bool same = true;
    for (uint32_t i = 0; i < options->rounds; ++i) {
        wits_snapshot saved;
        const double start = now_ms();
        memcpy(copy, snapshot, bytes);
        const double copied = now_ms();
        wits_snapshot_write(&from, NULL, 0, snapshot, bytes);
        const double written = now_ms();
        same =
            wits_snapshot_open(&saved, snapshot, bytes, NULL) && wits_snapshot_load(&saved, 0, &to, &how, NULL) && same;
        loads[i] = now_ms() - written;
        writes[i] = written - copied;
        copies[i] = copied - start;
    }
    same = same && memcmp(agents, back, AGENTS * size) == 0;
    const double copied = bench_median(copies, options->rounds), written = bench_median(writes, options->rounds);
    const double loaded = bench_median(loads, options->rounds);
    if (options->json) {
        printf("{\"workload\":\"snapshot\",\"brain\":\"%s\",\"agents\":%d,\"bytes\":%zu,\"copy_ms\":%.3f,\"write_ms\":"
               "%.3f,\"load_ms\":%.3f,\"write_ratio\":%.2f,\"load_ratio\":%.2f}\n",
               name, AGENTS, bytes, copied, written, loaded, written / copied, loaded / copied);
    } else {
        printf("  %-9s %3zu bytes an agent   copy %6.2f ms   write %6.2f ms (%.1f)   load %6.2f ms (%.1f)\n", name,
               bytes / AGENTS, copied, written, written / copied, loaded, loaded / copied);
    }
    for (uint32_t field = 0; field < wits_field_count(brain); ++field) {
        free(columns[field].base);
        free(others[field].base);
    }
    free(copy);
    free(snapshot);
    free(back);
    free(agents);
    wits_file_free(file);
    return same;
}

bool bench_snapshot(const bench_options *options) {
    bool same = true;
    if (bench_wanted("snapshot", options)) {
        if (!options->json) {
            printf("snapshot: a million agents, compared with a copy of the bytes\n");
        }
        for (uint32_t i = 0; i < COUNT(names); ++i) {
            same = measure(names[i], options) && same;
        }
    }
    return same;
}

#else

bool bench_snapshot(const bench_options *options) {
    (void)options;
    return true;
}

#endif
