// SPDX-License-Identifier: MIT
// Depth: machines 16 deep, with two transitions on each level that never fire, compared with a loop that calls the same
// 32 conditions. The difference is the cost of the walk from the root to the leaf.
#include "harness.h"

#include <stdio.h>

enum { LEVELS = 16, CONDITIONS = 2 * LEVELS };

typedef struct enemy {
    int32_t inputs[CONDITIONS];
    uint32_t enabled;                 ///< number of times that a condition held: 0
    uint8_t brain[BENCH_AGENT_ROOM];  ///< the compiled brain
} enemy;

typedef struct world {
    enemy enemies[BENCH_ONE];
    const wits_brain *brain;  ///< of wits
} world;

static inline void drift(enemy *self, uint32_t tick) {
    self->inputs[tick % CONDITIONS] ^= 1;
}

// --------------------------------------------------------------------------------------------------- host functions

// Each condition is a separate function.
#define CONDITION(n)                                                                                                   \
    static bool condition_##n(const void *context, const wits_call *call) {                                            \
        return ((const enemy *)context)->inputs[n] > 1000;                                                             \
    }
// clang-format off
#define FOR_EACH_CONDITION(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
    X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
// clang-format on

FOR_EACH_CONDITION(CONDITION)

#define FUNCTION(n) {.name = "condition_" #n, .condition = condition_##n},
static const wits_function functions[] = {FOR_EACH_CONDITION(FUNCTION)};

// ---------------------------------------------------------------------------------------------------------- the loop

static void run_loop(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < BENCH_ONE; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            drift(self, tick + t);
            for (uint32_t c = 0; c < CONDITIONS; ++c) {
                if (functions[c].condition(self, NULL)) {
                    ++self->enabled;
                    break;
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- wits

static void run_wits(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < BENCH_ONE; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            drift(self, tick + t);
            frame.tick = tick + t;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

/// Each level has the state that goes deeper and a sibling leaf, to which its two transitions would lead.
static const wits_brain *build(void) {
    static uint64_t memory[BENCH_BRAIN_WORDS];
    static char names[LEVELS + 1][8];
    wits_state_desc states[2 * LEVELS + 1] = {{.name = "root"}};
    wits_transition_desc transitions[CONDITIONS] = {{0}};
    // Rows are in tree order: the chain first, then the sibling leaves from the deepest outwards.
    for (wits_state_id level = 1; level <= LEVELS; ++level) {
        snprintf(names[level], sizeof names[level], "s%u", (unsigned)level);
        wits_state_id parent = (wits_state_id)(level - 1);
        wits_state_id beside = (wits_state_id)(2 * LEVELS + 1 - level);
        states[level] = (wits_state_desc){.name = names[level], .parent = parent};
        states[beside] = (wits_state_desc){.name = "beside", .parent = parent};
        for (uint32_t n = 2 * parent; n < 2u * level; ++n) {
            transitions[n] = (wits_transition_desc){.from = level, .to = beside, .when = functions[n].name};
        }
    }
    const wits_desc desc = {
        .states = states,
        .state_count = COUNT(states),
        .transitions = transitions,
        .transition_count = COUNT(transitions),
        .functions = functions,
        .function_count = COUNT(functions),
    };
    return bench_compile(&desc, memory);
}

// --------------------------------------------------------------------------------------------------------- workloads

static uint64_t digest(const void *of) {
    const world *w = of;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < BENCH_ONE; ++i) {
        const enemy *self = &w->enemies[i];
        uint32_t enabled = self->enabled;
        if (w->brain && !wits_is_in(w->brain, self->brain, LEVELS)) {
            ++enabled;
        }
        sum = bench_fold(sum, self->inputs, sizeof self->inputs);
        sum = bench_fold(sum, &enabled, sizeof enabled);
    }
    return sum;
}

bool bench_depth(const bench_options *options) {
    static world worlds[2];
    worlds[1].brain = build();
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < BENCH_ONE; ++i) {
        for (int32_t n = 0; n < CONDITIONS; ++n) {
            worlds[0].enemies[i].inputs[n] = worlds[1].enemies[i].inputs[n] = 10 * n + (int32_t)i;
        }
        frame.context = &worlds[1].enemies[i];
        wits_start(worlds[1].brain, worlds[1].enemies[i].brain, &frame);
    }
    const bench_variant variants[] = {
        {"loop", &worlds[0], run_loop, digest, {{NULL, 0.0}}},
        {"wits", &worlds[1], run_wits, digest, {{"loop", 1.5}}},
    };
    const bench_workload depth = {
        "depth16", "16 levels, 32 conditions that never hold, one agent", BENCH_ONE, 25000, variants, COUNT(variants)};
    return bench_run(&depth, options);
}
