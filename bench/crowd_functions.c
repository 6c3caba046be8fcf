// SPDX-License-Identifier: MIT
// Conditions of the host, over the columns of W1 and W2: called once for a block of agents or once for each agent. They
// are compared with calls for one agent that use the same functions. Those of W2_arguments receive the values that they
// test as arguments.
#include "crowd.h"

enum { X, Y, TURNS, DIRECTION };
enum { WAYPOINT, PLAYER };
enum { NONE, FOUND, REACHED };
enum { TICKS = 8 };

// The context of all agents is the array of columns.
static uint8_t byte_of(const void *context, const wits_call *call, uint32_t column) {
    return ((const uint8_t *)((void *const *)context)[column])[call->frame->row];
}

static void compare(const wits_crowd_call *call, bool *holds, uint32_t column, uint8_t value) {
    const uint8_t *bytes = ((void *const *)call->crowd->contexts)[column];
    for (uint32_t i = 0; i < call->count; ++i) {
        holds[i] = bytes[call->agents[i]] == value;
    }
}

#define CONDITION(name, column, value)                                                                                 \
    static bool name(const void *context, const wits_call *call) {                                                     \
        return byte_of(context, call, column) == (value);                                                              \
    }                                                                                                                  \
    static void name##_block(const wits_crowd_call *call, bool *holds) {                                               \
        compare(call, holds, column, value);                                                                           \
    }
CONDITION(turns_are_over, TURNS, 0)
CONDITION(player_is_found, PLAYER, FOUND)
CONDITION(player_is_gone, PLAYER, NONE)
CONDITION(player_is_reached, PLAYER, REACHED)
CONDITION(waypoint_is_found, WAYPOINT, FOUND)
CONDITION(waypoint_is_reached, WAYPOINT, REACHED)

static void compare_argument(const wits_crowd_call *call, bool *holds, int32_t value) {
    const int32_t *values = call->arguments->integers;
    for (uint32_t i = 0; i < call->count; ++i) {
        holds[i] = values[i] == value;
    }
}

#define CONDITION_OF_ARGUMENT(name, value)                                                                             \
    static bool name(const void *context, const wits_call *call) {                                                     \
        return call->argument->integer == (value);                                                                     \
    }                                                                                                                  \
    static void name##_block(const wits_crowd_call *call, bool *holds) {                                               \
        compare_argument(call, holds, value);                                                                          \
    }
CONDITION_OF_ARGUMENT(is_found, FOUND)
CONDITION_OF_ARGUMENT(is_none, NONE)
CONDITION_OF_ARGUMENT(is_reached, REACHED)

#define FUNCTION(of)                                                                                                   \
    {                                                                                                                  \
        {.name = #of, .condition = of}, {                                                                              \
            .condition = of##_block                                                                                    \
        }                                                                                                              \
    }
static const crowd_function functions[] = {
    FUNCTION(turns_are_over),    FUNCTION(player_is_found),   FUNCTION(player_is_gone),
    FUNCTION(player_is_reached), FUNCTION(waypoint_is_found), FUNCTION(waypoint_is_reached),
    FUNCTION(is_found),          FUNCTION(is_none),           FUNCTION(is_reached),
};

static void run_one_agent(void *of, uint32_t tick, uint32_t ticks) {
    crowd_world *world = of;
    const wits_brain *brain = world->model->brain;
    uint8_t *agents = world->crowd.agents;
    wits_frame frame = {
        .seed = world->run.seed,
        .context = world->crowd.contexts,
        .columns = world->fields,
        .functions = world->crowd.functions,
    };
    for (uint32_t t = 0; t < ticks; ++t) {
        frame.tick = tick + t;
        for (uint32_t i = 0; i < world->agents; ++i) {
            frame.agent = i;
            frame.row = i;
            wits_tick(brain, &agents[i], &frame);
        }
    }
}

static bool run(const char *name, const char *file, crowd_model model, double target, const bench_options *options) {
    if (!bench_wanted(name, options)) {
        return true;
    }
    // The same columns and states as without functions, but another brain.
    model.file = file;
    model.brain = NULL;
    model.functions = functions;
    model.function_count = COUNT(functions);
    crowd_load(&model);
    crowd_world *worlds[4];
    for (uint32_t w = 0; w < COUNT(worlds); ++w) {
        const wits_crowd_path path = w == 3 ? WITS_CROWD_PATH_SINGLE : WITS_CROWD_PATH_AUTO;
        worlds[w] = crowd_make_wits(&model, options->agents, path, WITS_CROWD_SIMD_AUTO);
    }
    worlds[2]->crowd.block_functions = NULL;
    const bench_variant variants[] = {
        {"one_agent", worlds[0], run_one_agent, .agent_digest = crowd_agent_digest},
        {"wits_blocks", worlds[1], crowd_run, NULL, {{"one_agent", target}}, crowd_agent_digest},
        {"wits_each", worlds[2], crowd_run, NULL, {{"one_agent", 0.0}, {"wits_blocks", 0.0}}, crowd_agent_digest},
        {"wits_single", worlds[3], crowd_run, NULL, {{"wits_blocks", 0.0}}, crowd_agent_digest},
    };
    bool same = bench_run(
        &(bench_workload){name, "conditions of the host", options->agents, TICKS, variants, COUNT(variants)}, options);
    crowd_print_plan(name, &model, options);
    for (uint32_t w = 0; w < COUNT(worlds); ++w) {
        crowd_free(worlds[w]);
    }
    return same;
}

// Batch callbacks were measured to be 3.5 and 6.2 times as fast as one call for each agent.
bool bench_crowd_functions(const bench_options *options) {
    bool same = run("W1_functions", "w1_functions.yaml", *crowd_w1().model, 0.4, options);
    same = run("W2_functions", "w2_functions.yaml", *crowd_w2().model, 0.4, options) && same;
    return run("W2_arguments", "w2_arguments.yaml", *crowd_w2().model, 0.4, options) && same;
}
