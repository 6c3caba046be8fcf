// SPDX-License-Identifier: MIT
// Runs the agents of a workload for one agent: by hand, through pointers and with the library. Each such workload
// includes it once, after it has defined the following, so that all are timed with the same loops around their own
// code:
//
//     enemy                       with `state` of the hand-written code and `brain` of the library
//     enemy first_enemy(number)   as it begins, in `state`
//     void advance(self)          what happens to it before it decides
//     void switch_tick(self)      a tick by hand
//     void indirect_tick(self)    a tick through pointers
//     functions                   host functions for the brains `plain`, `with_event` (which never happens) and `texts`
//     columns_of(first, columns)  writes the columns of the fields of `texts`, at most ONE_AGENT_FIELDS
//     fold_enemy(digest, self, state)
//     made_tick(agent, frame)     generated C of `texts`, where BENCH_GENERATED is defined
#ifndef WITS_BENCH_ONE_AGENT_H
#define WITS_BENCH_ONE_AGENT_H

#include "harness.h"

enum { ONE_AGENT_FIELDS = 8 };

typedef struct world {
    enemy enemies[BENCH_MANY];
    uint32_t count;
    const wits_brain *brain;  ///< of the library
    wits_trace *trace;
} world;

// ------------------------------------------------------------------------------------------------------------- by hand

static void run_switch_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            switch_tick(self);
        }
    }
}

static void run_switch_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            advance(self);
            switch_tick(self);
        }
    }
}

static void run_indirect_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            indirect_tick(self);
        }
    }
}

static void run_indirect_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            advance(self);
            indirect_tick(self);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------- wits

static void run_wits_texts(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_column columns[ONE_AGENT_FIELDS];
    columns_of(&w->enemies[0], columns);
    wits_frame frame = {.functions = functions, .columns = columns};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.row = i;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            frame.tick = tick + t;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

#ifdef BENCH_GENERATED
static void run_generated_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    made_frame frame = {.tick = tick};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            frame.tick = tick + t;
            made_tick(self->brain, &frame);
        }
    }
}
#endif

static void run_wits_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            frame.tick = tick + t;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

static void run_wits_trace(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions, .trace = w->trace};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            advance(self);
            frame.tick = tick + t;
            w->trace->count = 0;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

static void run_wits_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions};
    for (uint32_t t = 0; t < ticks; ++t) {
        frame.tick = tick + t;
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            advance(self);
            frame.context = self;
            frame.agent = i;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- workloads

static uint64_t digest_world(const void *of) {
    const world *w = of;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->count; ++i) {
        const enemy *self = &w->enemies[i];
        wits_state_id state = self->state;
        if (w->brain) {
            wits_active(w->brain, self->brain, &state, 1);
        }
        sum = fold_enemy(sum, self, state);
    }
    return sum;
}

static void set_up(world *w, uint32_t count, const wits_brain *brain) {
    w->count = count;
    w->brain = brain;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < count; ++i) {
        enemy *self = &w->enemies[i];
        *self = first_enemy(i);
        frame.context = self;
        if (brain) {
            wits_set_state(brain, self->brain, &frame, self->state);
        }
    }
}

typedef struct one_agent {
    bench_workload one, many;  ///< names, titles, agents and ticks
    double target;             ///< target ratio of the library to the switch, for one agent
} one_agent;

static bool run_one(const one_agent *about, const wits_brain *brain, const bench_options *options) {
    static uint64_t event_memory[BENCH_BRAIN_WORDS], text_memory[BENCH_BRAIN_WORDS];
    static world worlds[7];
    static wits_trace_record records[64];
    static wits_trace trace = {.records = records, .capacity = COUNT(records)};
    const double target = about->target;
    const bench_variant variants[] = {
        {"switch", &worlds[0], run_switch_one, digest_world, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_one, digest_world, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_one, digest_world, {{"switch", target}, {"indirect", 0.0}}},
        {"wits_unused_event", &worlds[3], run_wits_one, digest_world, {{"switch", target}, {"wits", 0.0}}},
        {"wits_with_trace", &worlds[4], run_wits_trace, digest_world, {{"switch", 0.0}, {"wits", 0.0}}},
        {"wits_texts", &worlds[5], run_wits_texts, digest_world, {{"switch", 0.0}, {"wits", 1.5}}},
#ifdef BENCH_GENERATED
        {"generated", &worlds[6], run_generated_one, digest_world, {{"switch", 1.1}, {"wits_texts", 0.0}}},
#endif
    };
    const wits_brain *brains[] = {
        NULL, NULL, brain, bench_compile(&with_event, event_memory), brain, bench_compile(&texts, text_memory), NULL};
    brains[6] = brains[5];
    for (uint32_t i = 0; i < COUNT(worlds); ++i) {
        set_up(&worlds[i], about->one.agents, brains[i]);
    }
    worlds[4].trace = &trace;
    bench_workload workload = about->one;
    workload.variants = variants;
    workload.variant_count = COUNT(variants);
    return bench_run(&workload, options);
}

static bool run_many(const one_agent *about, const wits_brain *brain, const bench_options *options) {
    static world worlds[3];
    const bench_variant variants[] = {
        {"switch", &worlds[0], run_switch_many, digest_world, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_many, digest_world, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_many, digest_world, {{"switch", 0.0}, {"indirect", 0.0}}},
    };
    for (uint32_t i = 0; i < COUNT(worlds); ++i) {
        set_up(&worlds[i], about->many.agents, i == 2 ? brain : NULL);
    }
    bench_workload workload = about->many;
    workload.variants = variants;
    workload.variant_count = COUNT(variants);
    return bench_run(&workload, options);
}

/// Measures one agent, and an array of agents. Returns whether the variants agree.
static bool run_one_agent(const one_agent *about, const bench_options *options) {
    static uint64_t memory[BENCH_BRAIN_WORDS];
    const wits_brain *brain = bench_compile(&plain, memory);
    bool same = run_one(about, brain, options);
    return run_many(about, brain, options) && same;
}

#endif
