// SPDX-License-Identifier: MIT
// Brains with targets, from their files: W4 with increasing numbers of targets, and the squad of brains/. Targets
// change in every tick.
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>

enum { SETS = 2, TICKS = 8, MOST_KINDS = 3, MOST_FIELDS = 8, MOST_PAIRS = 1000000, MOST_AGENTS = 20000 };

typedef struct aimed {
    const char *name;
    const char *file;
    uint32_t targets[MOST_KINDS];         ///< targets of each kind that an agent has
    float most[MOST_KINDS][MOST_FIELDS];  ///< numbers are from 0 to this; 0 means 1
} aimed;

typedef struct aimed_world {
    const aimed *of;
    wits_file *file;
    const wits_brain *brain;
    uint32_t agents;
    size_t agent_size;
    void *bytes;  ///< the agents' bytes
    uint32_t *ids[MOST_KINDS], *offsets[MOST_KINDS];
    void *values[SETS][MOST_KINDS][MOST_FIELDS];
    wits_column columns[SETS][MOST_KINDS][MOST_FIELDS];
    wits_target_list lists[SETS][MOST_KINDS];
    void *fields[MOST_FIELDS];  ///< the agents' fields
    wits_column field_columns[MOST_FIELDS];
    wits_crowd crowd;
    wits_crowd_run run;
    wits_list list;
    void *code;
    uint64_t listed;
} aimed_world;

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "no memory, or no such brain\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

/// A column of numbers without a pattern.
static wits_column make_column(void **values, wits_type type, uint32_t count, float most, uint32_t seed) {
    const size_t size = type == WITS_TYPE_FLOAT || type == WITS_TYPE_INT ? 4 : 1;
    *values = crowd_allocate(count * size);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t random = crowd_scatter(i * 8 + seed) >> 8;
        const float value = (float)random * 0x1p-24f * (most > 0.0f ? most : 1.0f);
        if (type == WITS_TYPE_FLOAT) {
            ((float *)*values)[i] = value;
        } else if (type == WITS_TYPE_INT) {
            ((int32_t *)*values)[i] = (int32_t)value;
        } else {
            ((uint8_t *)*values)[i] = (uint8_t)(random % (type == WITS_TYPE_BOOL ? 2 : 3));
        }
    }
    return (wits_column){.base = *values, .stride = size, .type = type};
}

static void make_lists(aimed_world *w) {
    for (uint32_t kind = 0; kind < wits_target_kind_count(w->brain); ++kind) {
        const uint32_t each = w->of->targets[kind], count = w->agents * each;
        w->ids[kind] = crowd_allocate(count * sizeof(uint32_t));
        w->offsets[kind] = crowd_allocate((w->agents + 1) * sizeof(uint32_t));
        for (uint32_t i = 0; i <= w->agents; ++i) {
            w->offsets[kind][i] = i * each;
        }
        for (uint32_t i = 0; i < count; ++i) {
            w->ids[kind][i] = i % each + i / each % 1000 * each;
        }
        for (uint32_t set = 0; set < SETS; ++set) {
            for (uint32_t f = 0; f < wits_target_field_count(w->brain, kind); ++f) {
                w->columns[set][kind][f] =
                    make_column(&w->values[set][kind][f], wits_target_field_type(w->brain, kind, f), count,
                                w->of->most[kind][f], kind * 1000 + f * 100 + set);
            }
            w->lists[set][kind] = (wits_target_list){
                .ids = w->ids[kind], .count = count, .columns = w->columns[set][kind], .offsets = w->offsets[kind]};
        }
    }
}

static aimed_world *make_aimed(const aimed *of, uint32_t agents, wits_crowd_path path) {
    aimed_world *w = crowd_allocate(sizeof *w);
    w->of = of;
    w->agents = agents;
    w->file = need(wits_file_load(of->file, NULL));
    w->brain = wits_file_brain(w->file);
    w->agent_size = wits_agent_size(w->brain);
    w->bytes = crowd_allocate(agents * w->agent_size);
    make_lists(w);
    for (uint32_t f = 0; f < wits_field_count(w->brain); ++f) {
        w->field_columns[f] = make_column(&w->fields[f], wits_field_type(w->brain, f), agents,
                                          wits_field_type(w->brain, f) == WITS_TYPE_INT ? 1000.0f : 1.0f, f);
    }
    const size_t size = wits_crowd_code_size(w->brain);
    w->code = need(malloc(size));
    w->crowd = (wits_crowd){.code = wits_crowd_prepare(w->brain, w->code, size),
                            .count = agents,
                            .agents = w->bytes,
                            .columns = w->field_columns,
                            .targets = w->lists[0]};
    crowd_check(&w->crowd);
    const uint32_t room = agents * wits_list_room(w->brain, WITS_VERB_TICK);
    w->list = (wits_list){.records = crowd_allocate((room + 1) * sizeof(wits_action_record)), .capacity = room + 1};
    w->run = (wits_crowd_run){.seed = CROWD_SEED,
                              .path = path,
                              .scratch = crowd_allocate(wits_crowd_scratch_size(w->crowd.code, 0)),
                              .list = &w->list};
    wits_crowd_start(&w->crowd, 0, agents, &w->run);
    return w;
}

static void free_aimed(aimed_world *w) {
    for (uint32_t kind = 0; kind < wits_target_kind_count(w->brain); ++kind) {
        crowd_release(w->ids[kind]);
        crowd_release(w->offsets[kind]);
        for (uint32_t i = 0; i < SETS * MOST_FIELDS; ++i) {
            crowd_release(w->values[i / MOST_FIELDS][kind][i % MOST_FIELDS]);
        }
    }
    for (uint32_t f = 0; f < MOST_FIELDS; ++f) {
        crowd_release(w->fields[f]);
    }
    crowd_release(w->run.scratch);
    crowd_release(w->list.records);
    crowd_release(w->bytes);
    free(w->code);
    wits_file_free(w->file);
    crowd_release(w);
}

static void run_aimed(void *of, uint32_t tick, uint32_t ticks) {
    aimed_world *w = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        w->run.tick = t;
        w->crowd.targets = w->lists[t % SETS];
        w->list.count = 0;
        wits_crowd_tick(&w->crowd, 0, w->agents, &w->run);
        w->listed += w->list.count;
    }
}

static uint64_t aimed_digest(const void *of, uint32_t agent) {
    const aimed_world *w = of;
    return bench_fold(0, (const char *)w->bytes + agent * w->agent_size, w->agent_size);
}

static bool run(const aimed *of, const bench_options *options) {
    uint32_t pairs = 0;
    for (uint32_t kind = 0; kind < MOST_KINDS; ++kind) {
        pairs += of->targets[kind];
    }
    uint32_t agents = MOST_PAIRS / pairs < MOST_AGENTS ? MOST_PAIRS / pairs : MOST_AGENTS;
    agents = (agents < options->agents ? agents : options->agents) / CROWD_GRAIN * CROWD_GRAIN;
    const uint32_t few = agents / CROWD_SINGLE_SHARE;
    char title[80];
    snprintf(title, sizeof title, "%u targets", (unsigned)pairs);
    aimed_world *one = make_aimed(of, few, WITS_CROWD_PATH_SINGLE);
    aimed_world *blocks = make_aimed(of, agents, WITS_CROWD_PATH_AUTO);
    const bench_variant variants[] = {
        {"wits", blocks, run_aimed, .agent_digest = aimed_digest},
        {"wits_single", one, run_aimed, NULL, {{"wits", 0.0}}, aimed_digest, few},
    };
    const bool same = bench_run(&(bench_workload){of->name, title, agents, TICKS, variants, COUNT(variants)}, options);
    free_aimed(one);
    free_aimed(blocks);
    return same;
}

bool bench_crowd_targets(const bench_options *options) {
    static const uint32_t counts[] = {1, 4, 16, 64, 256};
    bool same = true;
    for (uint32_t i = 0; i < COUNT(counts); ++i) {
        char name[32];
        snprintf(name, sizeof name, "W4_targets_%u", (unsigned)counts[i]);
        if (bench_wanted(name, options)) {
            same =
                run(&(aimed){.name = name, .file = BENCH_BRAINS "/w4.yaml", .targets = {counts[i]}}, options) && same;
        }
    }
    static const aimed squad = {.name = "squad",
                                .file = BENCH_SHIPPED_BRAINS "/squad.yaml",
                                .targets = {16, 8, 4},
                                .most = {{50.0f, 1.0f, 1.0f, 1.0f}, {30.0f, 1.0f}, {40.0f, 1.0f}}};
    return (!bench_wanted("squad", options) || run(&squad, options)) && same;
}
