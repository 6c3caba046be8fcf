// SPDX-License-Identifier: MIT
// Brains of brains/, as in games: 20,000 agents in columns, changing inputs, events, listed actions. There is no
// hand-written code; generated C and one agent after another run against the library's blocks.
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 20000, MAX_FIELDS = 8, EVENT_EVERY = 256 };

/// Change of a field before each tick.
typedef enum change {
    OWN,    ///< none: it belongs to the brain
    FALLS,  ///< by `step`, from high to low and again
    TIMES,  ///< 0 for 2^step ticks, then 1, up to high, which is a power of 2 minus 1
    NEAR,   ///< true if the next field is below `high`
} change;

typedef struct input {
    change kind;
    float low, high, step;  ///< agents start between low and high
} input;

typedef struct shipped {
    const char *name;
    const char *title;
    const char *file;
    const crowd_generated *generated;
    double target;  ///< target ratio of generated C to the library's blocks
    input inputs[MAX_FIELDS];
} shipped;

static const shipped villager = {
    .name = "villager",
    .title = "a parallel and needs",
    .file = "villager.yaml",
    .generated = CROWD_GENERATED(villager),
    .target = 0.7,
    .inputs = {{OWN, 0, 1, 0}, {OWN, 0, 1, 0}, {OWN, 0, 1, 0}, {OWN, 0, 4, 0}, {TIMES, 0, 1, 6}},
};
static const shipped guard = {
    .name = "guard",
    .title = "a utility in a machine",
    .file = "guard.yaml",
    .generated = CROWD_GENERATED(guard),
    .target = 0.7,
    .inputs = {{.kind = NEAR, .high = 15}, {FALLS, 0.5f, 60, 0.5f}, {FALLS, 0, 1, 0.01f}},
};
static const shipped wolf = {
    .name = "wolf",
    .title = "considerations",
    .file = "wolf.yaml",
    .generated = CROWD_GENERATED(wolf),
    .target = 0.7,
    // Hunger, fatigue and the hour belong to the brain; prey, men and the pack come and go.
    .inputs =
        {{OWN, 0, 1, 0}, {OWN, 0, 1, 0}, {OWN, 0, 23, 0}, {FALLS, 0, 900, 7}, {FALLS, 0, 2000, 11}, {FALLS, 0, 300, 3}},
};

static const shipped boss = {
    .name = "boss",
    .title = "a parallel of three regions",
    .file = "boss.yaml",
    .generated = CROWD_GENERATED(boss),
    .target = 0.7,
    .inputs = {{FALLS, 0.5f, 25, 0.25f}, {FALLS, 0.05f, 1, 0.01f}, {OWN, 0, 1, 0}, {OWN, 0, 1, 0}},
};
static const shipped person = {
    .name = "person",
    .title = "machines in a utility",
    .file = "person.yaml",
    .generated = CROWD_GENERATED(person),
    .target = 0.7,
    .inputs = {{TIMES, 0, 3, 3}, {TIMES, 0, 3, 7}, {TIMES, 0, 1, 6}, {TIMES, 0, 1, 2}, {OWN}, {OWN, 0, 6, 0}, {OWN}},
};

typedef struct shipped_world {
    const shipped *of;
    wits_file *file;
    const wits_brain *brain;
    uint32_t agents, field_count;
    size_t agent_size, sizes[MAX_FIELDS];
    void *columns[MAX_FIELDS + 1];  ///< the fields, then the agents' bytes
    wits_column fields[MAX_FIELDS];
    bool by_generated;
    wits_crowd_path path;
    wits_crowd crowd;
    void *code, *scratch;
    wits_list list;
    uint32_t compared;  ///< agents whose records of the last tick are compared
} shipped_world;

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "no memory, or no such brain\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

// ------------------------------------------------------------------------------------------------------------- worlds

/// A field of agent i, between low and high.
static void set_first(const shipped_world *world, uint32_t field, uint32_t i) {
    const input *in = &world->of->inputs[field];
    float value = in->low + (in->high - in->low) * (float)(crowd_scatter(i * MAX_FIELDS + field) >> 8) / 16777216.0f;
    if (world->fields[field].type == WITS_TYPE_FLOAT) {
        ((float *)world->columns[field])[i] = value;
    } else {
        ((uint8_t *)world->columns[field])[i] = in->kind == OWN ? (uint8_t)value : 0;
    }
}

static void make_fields(shipped_world *world) {
    world->field_count = wits_field_count(world->brain);
    for (uint32_t f = 0; f < world->field_count && f < MAX_FIELDS; ++f) {
        wits_type type = wits_field_type(world->brain, f);
        world->sizes[f] = type == WITS_TYPE_FLOAT ? sizeof(float) : 1;
        world->columns[f] = crowd_allocate(world->agents * world->sizes[f]);
        world->fields[f] = (wits_column){.base = world->columns[f], .stride = world->sizes[f], .type = type};
        for (uint32_t i = 0; i < world->agents; ++i) {
            set_first(world, f, i);
        }
    }
}

static void start(shipped_world *world) {
    wits_crowd_run run = {.seed = CROWD_SEED, .scratch = world->scratch, .list = &world->list};
    wits_crowd_start(&world->crowd, 0, world->agents, &run);
    world->list.count = 0;
}

static void make_world(shipped_world *world, const shipped *of, uint32_t agents, bool by_generated) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", BENCH_SHIPPED_BRAINS, of->file);
    *world = (shipped_world){.of = of, .agents = agents, .by_generated = by_generated};
    world->file = need(wits_file_load(path, NULL));
    world->brain = wits_file_brain(world->file);
    size_t size = wits_crowd_code_size(world->brain);
    world->code = need(malloc(size));
    const wits_crowd_code *code = wits_crowd_prepare(world->brain, world->code, size);
    world->agent_size = wits_agent_size(world->brain);
    make_fields(world);
    world->columns[world->field_count] = crowd_allocate(agents * world->agent_size);
    world->crowd = (wits_crowd){
        .code = code, .count = agents, .agents = world->columns[world->field_count], .columns = world->fields};
    crowd_check(&world->crowd);
    size_t scratch = wits_crowd_scratch_size(code, 0);
    if (of->generated && of->generated->scratch_size() > scratch) {
        scratch = of->generated->scratch_size();
    }
    world->scratch = crowd_allocate(scratch);
    uint32_t capacity = agents * wits_list_room(world->brain, WITS_VERB_TICK);
    world->list = (wits_list){.records = crowd_allocate(capacity * sizeof(wits_action_record)), .capacity = capacity};
    start(world);
}

static void free_world(shipped_world *world) {
    for (uint32_t c = 0; c <= world->field_count; ++c) {
        crowd_release(world->columns[c]);
    }
    crowd_release(world->list.records);
    crowd_release(world->scratch);
    free(world->code);
    wits_file_free(world->file);
}

// ------------------------------------------------------------------------------------------------------------ running

static void fall(float *values, uint32_t count, const input *in) {
    for (uint32_t i = 0; i < count; ++i) {
        float next = values[i] - in->step;
        values[i] = next < in->low ? in->high : next;
    }
}

/// Changes each agent's value at a different time.
static void take_times(uint8_t *values, uint32_t count, uint32_t tick, const input *in) {
    const uint32_t shift = (uint32_t)in->step, most = (uint32_t)in->high;
    for (uint32_t i = 0; i < count; ++i) {
        values[i] = (uint8_t)((tick + i) >> shift & most);
    }
}

/// Returns whether the next field is below `high`.
static void look(uint8_t *values, const float *distances, uint32_t count, const input *in) {
    for (uint32_t i = 0; i < count; ++i) {
        values[i] = distances[i] < in->high;
    }
}

static void change_inputs(const shipped_world *world, uint32_t tick) {
    for (uint32_t f = 0; f < world->field_count; ++f) {
        const input *in = &world->of->inputs[f];
        if (in->kind == FALLS) {
            fall(world->columns[f], world->agents, in);
        } else if (in->kind == TIMES) {
            take_times(world->columns[f], world->agents, tick, in);
        } else if (in->kind == NEAR) {
            look(world->columns[f], world->columns[f + 1], world->agents, in);
        }
    }
}

/// Raises each event of the brain in turn, for one agent in many.
static void raise_events(const shipped_world *world, uint32_t tick) {
    if (wits_event_count(world->brain) == 0) {
        return;
    }
    char *agents = world->columns[world->field_count];
    for (uint32_t i = tick * 7 % EVENT_EVERY; i < world->agents; i += EVENT_EVERY) {
        wits_raise(world->brain, agents + i * world->agent_size, tick % wits_event_count(world->brain));
    }
}

static void run_shipped(void *of, uint32_t tick, uint32_t ticks) {
    shipped_world *world = of;
    for (uint32_t t = tick + 1; t <= tick + ticks; ++t) {
        change_inputs(world, t);
        raise_events(world, t);
        world->list.count = 0;
        if (world->by_generated) {
            world->of->generated->tick(
                &(crowd_part){world->columns, 0, world->agents, t, world->scratch, &world->list});
        } else {
            wits_crowd_run run = {
                .tick = t, .seed = CROWD_SEED, .path = world->path, .scratch = world->scratch, .list = &world->list};
            wits_crowd_tick(&world->crowd, 0, world->agents, &run);
        }
    }
}

/// Hashes an agent's bytes and fields; for the first agent also the records of the last tick that belong to agents of
/// all variants.
static uint64_t digest(const void *of, uint32_t agent) {
    const shipped_world *world = of;
    uint64_t sum = 0;
    for (uint32_t i = 0; agent == 0 && i < world->list.count; ++i) {
        if (world->list.records[i].agent_row < world->compared) {
            sum = bench_fold(sum, &world->list.records[i], sizeof *world->list.records);
        }
    }
    for (uint32_t f = 0; f < world->field_count; ++f) {
        sum = bench_fold(sum, (const char *)world->columns[f] + agent * world->sizes[f], world->sizes[f]);
    }
    const char *agents = world->columns[world->field_count];
    return bench_fold(sum, agents + agent * world->agent_size, world->agent_size);
}

static bool run(const shipped *of, const bench_options *options) {
    if (!bench_wanted(of->name, options)) {
        return true;
    }
    uint32_t agents = options->agents < AGENTS ? options->agents : AGENTS;
    const uint32_t few = agents / CROWD_SINGLE_SHARE / CROWD_GRAIN * CROWD_GRAIN;
    static shipped_world worlds[3];
    uint32_t count = of->generated ? 3 : 2;
    for (uint32_t w = 0; w < count; ++w) {
        make_world(&worlds[w], of, w == 1 ? few : agents, w == 2);
        worlds[w].compared = few;
    }
    worlds[1].path = WITS_CROWD_PATH_SINGLE;
    const bench_variant variants[] = {
        {"wits", &worlds[0], run_shipped, .agent_digest = digest},
        {"wits_single", &worlds[1], run_shipped, NULL, {{"wits", 0.0}}, digest, few},
        {"generated", &worlds[2], run_shipped, NULL, {{"wits", of->target}}, digest},
    };
    bool same = bench_run(&(bench_workload){of->name, of->title, agents, CROWD_TICKS, variants, count}, options);
    for (uint32_t w = 0; w < count; ++w) {
        free_world(&worlds[w]);
    }
    return same;
}

bool bench_crowd_shipped(const bench_options *options) {
    static const shipped *const all[] = {&villager, &guard, &wolf, &boss, &person};
    bool same = true;
    for (uint32_t i = 0; i < COUNT(all); ++i) {
        same = run(all[i], options) && same;
    }
    return same;
}
