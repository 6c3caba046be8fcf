// SPDX-License-Identifier: MIT
// The same workloads with 16 times as many agents, which no cache holds, and with two threads.
#include "crowd.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGE = 16, LARGE_TICKS = 2, THREADS = 2, SPINS = 1000 };

static const struct {
    const char *large;
    const char *threads;
    crowd_workload (*get)(void);
    double target;  ///< of the large one, relative to reading and writing
} workloads[] = {
    {"W1_16M", "W1_threads", crowd_w1, 1.5},
    {"W2_16M", "W2_threads", crowd_w2, 2.0},
    {"W3_16M", "W3_threads", crowd_w3, 1.5},
};

// -------------------------------------------------------------------------------------------------------------- large

static bool run_large(const char *name, crowd_workload workload, double target, const bench_options *options) {
    const uint32_t agents = options->agents * LARGE;
    crowd_columns_fn *by_hand = workload.best_by_hand();
    crowd_world *wits = crowd_make_wits(workload.model, agents, WITS_CROWD_PATH_AUTO, WITS_CROWD_SIMD_AUTO);
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_world *floor = crowd_make(workload.model, agents, crowd_nothing);
    crowd_add(
        variants, &count,
        (bench_variant){"wits", wits, crowd_run, NULL, {{"floor", target}, {"by_hand", 0.0}}, crowd_agent_digest});
    crowd_add(variants, &count, (bench_variant){"floor", floor, crowd_run_floor});
    if (by_hand) {
        crowd_world *world = crowd_make(workload.model, agents, by_hand);
        crowd_add(variants, &count,
                  (bench_variant){"by_hand", world, crowd_run, NULL, {{"floor", 0.0}}, crowd_agent_digest});
    }
    bool same =
        bench_run(&(bench_workload){name, "16 times as many agents", agents, LARGE_TICKS, variants, count}, options);
    crowd_free_columns(variants, count);
    return same;
}

// ------------------------------------------------------------------------------------------------------------ threads

typedef struct crew {
    crowd_world *world;
    void *scratch[THREADS];
    uint32_t tick, ticks;
    atomic_uint arrived;  ///< threads that have finished a tick, over all ticks
} crew;

typedef struct member {
    crew *team;
    uint32_t number;
} member;

/// Waits until all threads have completed a tick, as in a game.
static void wait_for_all(crew *team, uint32_t ticks_done) {
    atomic_fetch_add(&team->arrived, 1);
    for (uint32_t spins = 0; atomic_load(&team->arrived) < THREADS * ticks_done; ++spins) {
        if (spins > SPINS) {
            sched_yield();
        }
    }
}

static void *run_member(void *of) {
    const member *self = of;
    crew *team = self->team;
    crowd_world world = *team->world;  // everything except the scratch memory is shared
    world.run.scratch = team->scratch[self->number];
    uint32_t share = world.agents / THREADS / CROWD_GRAIN * CROWD_GRAIN;
    uint32_t first = self->number * share;
    uint32_t count = self->number + 1 == THREADS ? world.agents - first : share;
    world.slice = world.slice < count ? world.slice : count;
    for (uint32_t t = 0; t < team->ticks; ++t) {
        crowd_run_part(&world, first, count, team->tick + t);
        wait_for_all(team, t + 1);
    }
    return NULL;
}

static void run_threads(void *of, uint32_t tick, uint32_t ticks) {
    crew *team = of;
    pthread_t others[THREADS - 1];
    member members[THREADS];
    team->tick = tick;
    team->ticks = ticks;
    atomic_store(&team->arrived, 0);
    for (uint32_t n = 0; n < THREADS; ++n) {
        members[n] = (member){team, n};
        if (n > 0 && pthread_create(&others[n - 1], NULL, run_member, &members[n]) != 0) {
            fprintf(stderr, "no thread\n");
            exit(EXIT_FAILURE);
        }
    }
    run_member(&members[0]);
    for (uint32_t n = 1; n < THREADS; ++n) {
        pthread_join(others[n - 1], NULL);
    }
}

static uint64_t team_digest(const void *of, uint32_t agent) {
    return crowd_agent_digest(((const crew *)of)->world, agent);
}

static void make_team(crew *team, crowd_world *world) {
    team->world = world;
    for (uint32_t n = 0; n < THREADS; ++n) {
        team->scratch[n] = crowd_allocate(wits_crowd_scratch_size(world->model->code, 0));
    }
}

static void free_team(crew *team) {
    for (uint32_t n = 0; n < THREADS; ++n) {
        crowd_release(team->scratch[n]);
    }
    crowd_free(team->world);
}

static bool run_with_threads(const char *name, crowd_workload workload, const bench_options *options) {
    crowd_columns_fn *by_hand = workload.best_by_hand();
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crew wits_team = {0}, hand_team = {0};
    make_team(&wits_team, crowd_make_wits(workload.model, options->agents, WITS_CROWD_PATH_AUTO, WITS_CROWD_SIMD_AUTO));
    crowd_world *alone = crowd_make_wits(workload.model, options->agents, WITS_CROWD_PATH_AUTO, WITS_CROWD_SIMD_AUTO);
    crowd_add(variants, &count, (bench_variant){"wits", alone, crowd_run, .agent_digest = crowd_agent_digest});
    // 1.75 times as fast.
    crowd_add(variants, &count,
              (bench_variant){"wits_two_threads", &wits_team, run_threads, NULL, {{"wits", 0.57}}, team_digest});
    if (by_hand) {
        crowd_world *hand = crowd_make(workload.model, options->agents, by_hand);
        make_team(&hand_team, crowd_make(workload.model, options->agents, by_hand));
        crowd_add(variants, &count, (bench_variant){"by_hand", hand, crowd_run, .agent_digest = crowd_agent_digest});
        crowd_add(
            variants, &count,
            (bench_variant){"by_hand_two_threads", &hand_team, run_threads, NULL, {{"by_hand", 0.0}}, team_digest});
    }
    bool same = bench_run(&(bench_workload){name, "one thread and two", options->agents, CROWD_TICKS, variants, count},
                          options);
    crowd_free_columns(variants, count);
    free_team(&wits_team);
    free_team(&hand_team);
    return same;
}

// ---------------------------------------------------------------------------------------------------------- workloads

bool bench_crowd_large(const bench_options *options) {
    bool same = true;
    for (uint32_t w = 0; w < COUNT(workloads); ++w) {
        if (bench_wanted(workloads[w].large, options)) {
            same = run_large(workloads[w].large, workloads[w].get(), workloads[w].target, options) && same;
        }
    }
    return same;
}

bool bench_crowd_threads(const bench_options *options) {
    bool same = true;
    for (uint32_t w = 0; w < COUNT(workloads); ++w) {
        if (bench_wanted(workloads[w].threads, options)) {
            same = run_with_threads(workloads[w].threads, workloads[w].get(), options) && same;
        }
    }
    return same;
}
