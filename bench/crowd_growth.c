// SPDX-License-Identifier: MIT
// Cost of a decision as brains grow: more states, more transitions of each, more levels. Conditions compare an input
// with a constant; between two decisions the inputs drift, which is not timed. It is compared with tables of pointers
// to the conditions of each state, which are called one after another.
#include "crowd_growth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 2, SHARE = 4 };  // a fourth of the agents: the largest brains take long

typedef struct growth_times {
    double rounds[BENCH_MAX_ROUNDS];
    double median;
} growth_times;

// -------------------------------------------------------------------------------------------------------- the inputs

static float wrap(float value) {
    return value >= 1.0f ? value - 1.0f : value;
}

/// Moves bytes through all 256 values, and floats from 0 to 1.
static void drift_column(void *column, growth_type type, uint32_t input, size_t stride, uint32_t agents) {
    uint8_t *at = column;
    for (uint32_t i = 0; i < agents; ++i, at += stride) {
        if (type == GROWTH_FLOAT) {
            *(float *)(void *)at = wrap(*(float *)(void *)at + 0.1234f + 0.0371f * (float)input);
        } else if (type == GROWTH_BYTE) {
            *at = (uint8_t)(*at + 37 + 26 * input);
        } else {
            *at ^= 1;  // far below the thresholds of the conditions
        }
    }
}

static void begin_input(void *at, growth_type type, uint32_t number) {
    uint32_t random = crowd_scatter(number);
    if (type == GROWTH_FLOAT) {
        *(float *)at = (float)(random >> 8) * 0x1p-24f;
    } else {
        *(uint8_t *)at = type == GROWTH_BYTE ? random & 255 : random & 63;
    }
}

// ----------------------------------------------------------------------------------------------------- both variants

static size_t size_of(growth_type type) {
    return type == GROWTH_FLOAT ? sizeof(float) : 1;
}

static void make_structs(growth_world *world) {
    size_t size = world->brain->type == GROWTH_FLOAT ? sizeof(growth_floats) : sizeof(growth_bytes);
    world->stride = size;
    world->structs = crowd_allocate(size * world->agents);
    for (uint32_t i = 0; i < world->agents; ++i) {
        uint8_t *self = world->structs + i * size;
        for (uint32_t n = 0; n < GROWTH_INPUTS; ++n) {
            begin_input(self + n * size_of(world->brain->type), world->brain->type, i * GROWTH_INPUTS + n);
        }
        self[size - GROWTH_STATE_FROM_END] = (uint8_t)growth_first_leaf(world->brain, i);
    }
}

static void make_columns(growth_world *world) {
    const growth_brain *brain = world->brain;
    size_t code_size = wits_crowd_code_size(brain->compiled);
    world->code_memory = crowd_allocate(code_size);
    const wits_crowd_code *code = wits_crowd_prepare(brain->compiled, world->code_memory, code_size);
    for (uint32_t n = 0; n < GROWTH_INPUTS; ++n) {
        wits_type type = brain->type == GROWTH_FLOAT ? WITS_TYPE_FLOAT : WITS_TYPE_UINT8;
        world->columns[n] = crowd_allocate(size_of(brain->type) * world->agents);
        world->fields[n] = (wits_column){.base = world->columns[n], .stride = size_of(brain->type), .type = type};
        for (uint32_t i = 0; i < world->agents; ++i) {
            begin_input((uint8_t *)world->columns[n] + i * size_of(brain->type), brain->type, i * GROWTH_INPUTS + n);
        }
    }
    size_t agent_size = wits_agent_size(brain->compiled);
    world->crowd = (wits_crowd){
        .code = code,
        .count = world->agents,
        .agents = crowd_allocate(agent_size * world->agents),
        .columns = world->fields,
    };
    world->run = (wits_crowd_run){.scratch = crowd_allocate(wits_crowd_scratch_size(code, 0))};
    for (uint32_t i = 0; i < world->agents; ++i) {
        wits_state_id leaf = brain->leaves[growth_first_leaf(brain, i)];
        wits_crowd_set_state(&world->crowd, i, 1, &world->run, leaf);
    }
}

static void free_world(growth_world *world) {
    crowd_release(world->structs);
    for (uint32_t n = 0; n < GROWTH_INPUTS; ++n) {
        crowd_release(world->columns[n]);
    }
    crowd_release(world->crowd.agents);
    crowd_release(world->run.scratch);
    crowd_release(world->code_memory);
}

static void drift(growth_world *world) {
    growth_type type = world->brain->type;
    for (uint32_t n = 0; n < GROWTH_INPUTS; ++n) {
        if (world->structs) {
            drift_column(world->structs + n * size_of(type), type, n, world->stride, world->agents);
        } else {
            drift_column(world->columns[n], type, n, size_of(type), world->agents);
        }
    }
}

static void decide(growth_world *world, uint32_t tick) {
    if (world->structs) {
        growth_run_callbacks(world);
    } else {
        world->run.tick = tick;
        wits_crowd_decide(&world->crowd, 0, world->agents, &world->run);
    }
}

static bool agree(const growth_world *callbacks, const growth_world *wits) {
    const uint8_t *agents = wits->crowd.agents;
    size_t agent_size = wits_agent_size(wits->brain->compiled);
    for (uint32_t i = 0; i < wits->agents; ++i) {
        uint8_t leaf = callbacks->structs[(i + 1) * callbacks->stride - GROWTH_STATE_FROM_END];
        if (wits_deepest(wits->brain->compiled, agents + i * agent_size) != wits->brain->leaves[leaf]) {
            fprintf(stderr, "growth: agent %u is the first that differs\n", (unsigned)i);
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------- printing

static void print(const growth_case *of, const growth_world *wits, const growth_times *times, uint32_t rounds,
                  bool json) {
    static const char *const types[] = {"uint8", "float", "uint8"};
    static const char *const names[] = {"callbacks", "wits"};
    if (!json) {
        printf("  %-12s %-6s %5.1f %%  %6u %6u %6u %11.3f %9.3f   %.3f\n", of->growing, types[of->type],
               of->firing * 100.0, (unsigned)of->states, (unsigned)of->transitions, (unsigned)of->depth,
               times[0].median, times[1].median, times[1].median / times[0].median);
        return;
    }
    for (uint32_t v = 0; v < 2; ++v) {
        printf("{\"workload\":\"growth\",\"growing\":\"%s\",\"type\":\"%s\",\"firing\":%.3f,\"states\":%u,"
               "\"transitions\":%u,\"depth\":%u,\"variant\":\"%s\",\"path\":%u,\"ns_per_agent_tick\":%.4f,\"min\":%.4f,"
               "\"max\":%.4f,\"rounds\":%u}\n",
               of->growing, types[of->type], of->firing, (unsigned)of->states, (unsigned)of->transitions,
               (unsigned)of->depth, names[v], (unsigned)wits_crowd_plan(wits->crowd.code).path, times[v].median,
               times[v].rounds[0], times[v].rounds[rounds - 1], (unsigned)rounds);
    }
}

static bool run_case(const growth_case *of, const bench_options *options) {
    static growth_times times[2];
    growth_brain *brain = growth_build(of);
    growth_world worlds[2] = {{.brain = brain, .agents = options->agents / SHARE},
                              {.brain = brain, .agents = options->agents / SHARE}};
    make_structs(&worlds[0]);
    make_columns(&worlds[1]);
    uint32_t tick = 0;
    for (uint32_t round = 0; round <= options->rounds; ++round) {  // the first warms up
        double spent[2] = {0.0, 0.0};
        for (uint32_t t = 0; t < 2 * TICKS; ++t) {
            uint32_t v = t / TICKS;
            drift(&worlds[v]);
            double start = bench_now_ns();
            decide(&worlds[v], tick + t % TICKS);
            spent[v] += bench_now_ns() - start;
        }
        tick += TICKS;
        for (uint32_t v = 0; round > 0 && v < 2; ++v) {
            times[v].rounds[round - 1] = spent[v] / TICKS / worlds[v].agents;
        }
    }
    for (uint32_t v = 0; v < 2; ++v) {
        times[v].median = bench_median(times[v].rounds, options->rounds);
    }
    print(of, &worlds[1], times, options->rounds, options->json);
    fflush(stdout);
    bool same = agree(&worlds[0], &worlds[1]);
    free_world(&worlds[0]);
    free_world(&worlds[1]);
    free(brain);
    return same;
}

bool bench_crowd_growth(const bench_options *options) {
    if (!bench_wanted("growth", options)) {
        return true;
    }
    static const uint32_t states[] = {2, 4, 8, 16, 32, 64, 128};
    static const uint32_t powers[] = {1, 2, 4, 8, 16};
    static const double firing[] = {0.005, 0.1};
    bool same = true;
    if (!options->json) {
        printf("growth: decisions only, a fourth of the agents, ns per agent\n"
               "  growing      inputs  firing  states    each levels   callbacks      wits   wits / callbacks\n");
    }
    for (growth_type type = GROWTH_BYTE; type <= GROWTH_FLOAT; ++type) {
        for (uint32_t f = 0; f < COUNT(firing); ++f) {
            for (uint32_t s = 0; s < COUNT(states); ++s) {
                same = run_case(&(growth_case){"states", type, firing[f], states[s], 4, 1}, options) && same;
            }
            for (uint32_t t = 0; t < COUNT(powers); ++t) {
                same = run_case(&(growth_case){"transitions", type, firing[f], 16, powers[t], 1}, options) && same;
            }
        }
    }
    for (uint32_t d = 0; d < COUNT(powers); ++d) {
        same = run_case(&(growth_case){"depth", GROWTH_QUIET, 0.0, 4, 2, powers[d]}, options) && same;
    }
    return same;
}
