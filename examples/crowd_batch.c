// SPDX-License-Identifier: MIT
// Ten thousand rabbits and a fox, as an engine would do it: conditions evaluated for a block of rabbits at once, a list
// for each slice, and actions that run in batches.
#include "example.h"
#include "wits/crowd.h"

enum { RABBIT, GRAZE, FREEZE, FLEE, STATES };
enum { NEAR_FOX, FAR_FROM_FOX, HOP, RUN_AWAY, THUMP, FUNCTIONS };
enum { RABBITS = 10000, SLICE = 2500, SLICES = RABBITS / SLICE, FIELD = 2000, ROOM = 2 * SLICE, MOST_GROUPS = 16 };

/// The world: arrays that systems other than the brains use.
typedef struct world {
    float x[RABBITS];  // metres along a long field
    uint32_t hops[RABBITS];
    float fox;
    uint32_t thumps;
} world;

static world meadow;

static float distance_of(const world *w, uint32_t row) {
    float way = w->x[row] - w->fox;
    return way < 0 ? -way : way;
}

// --------------------------------------------------------------------------------- conditions, for one and for a block

static bool near_fox(const void *context, const wits_call *call) {
    return distance_of(context, call->frame->row) < 30;
}

static bool far_from_fox(const void *context, const wits_call *call) {
    return distance_of(context, call->frame->row) > 60;
}

static void near_fox_block(const wits_crowd_call *call, bool *holds) {
    for (uint32_t i = 0; i < call->count; ++i) {
        holds[i] = distance_of(call->crowd->contexts, call->agents[i]) < 30;
    }
}

static void far_from_fox_block(const wits_crowd_call *call, bool *holds) {
    for (uint32_t i = 0; i < call->count; ++i) {
        holds[i] = distance_of(call->crowd->contexts, call->agents[i]) > 60;
    }
}

// ----------------------------------------------------------------------------------------------- actions, by the batch

/// Runs one action of many rabbits. Their ids are their rows here.
typedef void batch_fn(world *w, const wits_action_record *records, uint32_t count);

static void hop_all(world *w, const wits_action_record *records, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        ++w->hops[records[i].agent];
    }
}

static void run_all(world *w, const wits_action_record *records, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        float *x = &w->x[records[i].agent];
        *x += *x < w->fox ? -4.0f : 4.0f;
    }
}

static void thump_all(world *w, const wits_action_record *records, uint32_t count) {
    w->thumps += count;
}

static batch_fn *const batches[FUNCTIONS] = {[HOP] = hop_all, [RUN_AWAY] = run_all, [THUMP] = thump_all};

/// Never called, only listed: every action runs in a batch.
static void in_batches(void *context, const wits_call *call) {
}

static const wits_function functions[] = {
    [NEAR_FOX] = {.name = "near_fox", .condition = near_fox},
    [FAR_FROM_FOX] = {.name = "far_from_fox", .condition = far_from_fox},
    [HOP] = {.name = "hop", .action = in_batches},
    [RUN_AWAY] = {.name = "run_away", .action = in_batches},
    [THUMP] = {.name = "thump", .action = in_batches},
};

static const wits_crowd_function block_functions[FUNCTIONS] = {
    [NEAR_FOX] = {.condition = near_fox_block},
    [FAR_FROM_FOX] = {.condition = far_from_fox_block},
};

// ----------------------------------------------------------------------------------------------------------- the brain

static const wits_state_desc states[] = {
    [RABBIT] = {.name = "rabbit"},
    [GRAZE] = {.name = "graze", .update = "hop"},
    [FREEZE] = {.name = "freeze", .enter = "thump"},
    [FLEE] = {.name = "flee", .enter = "thump", .update = "run_away; hop"},
};

static const wits_transition_desc transitions[] = {
    {.from = GRAZE, .to = FREEZE, .when = "near_fox"},
    {.from = FREEZE, .to = FLEE, .after = 2},
    {.from = FLEE, .to = GRAZE, .when = "far_from_fox"},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .functions = functions,
    .function_count = COUNT(functions),
};

// ------------------------------------------------------------------------------------------------------------- running

static wits_action_record records[SLICES][ROOM], spare[ROOM];
static uint8_t agents[RABBITS][8];

/// Runs the lists in the order of the slices, which is the order of the rabbits. Returns the number of batches.
static uint32_t run_lists(const wits_brain *brain, wits_list *lists) {
    uint32_t count = 0;
    for (uint32_t s = 0; s < SLICES; ++s) {
        wits_crowd_group groups[MOST_GROUPS];
        uint32_t found = wits_crowd_group_list(lists[s].records, lists[s].count, spare, groups, MOST_GROUPS);
        for (uint32_t g = 0; g < found && g < MOST_GROUPS; ++g) {
            uint32_t function = wits_action_function(brain, groups[g].action);
            batches[function](&meadow, lists[s].records + groups[g].first, groups[g].count);
        }
        count += found;
    }
    return count;
}

/// Each slice could be a job on another thread, with its own list and scratch memory.
static void tick_slices(const wits_crowd *crowd, wits_crowd_run run, wits_list *lists) {
    for (uint32_t s = 0; s < SLICES; ++s) {
        lists[s] = (wits_list){.records = records[s], .capacity = ROOM};
        run.list = &lists[s];
        if (wits_crowd_tick(crowd, (uint64_t)s * SLICE, SLICE, &run) != SLICE) {
            fprintf(stderr, "the list of slice %u is too small\n", (unsigned)s);
            exit(EXIT_FAILURE);
        }
    }
}

static void *allocate_or_exit(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void check_or_exit(const wits_crowd *crowd) {
    wits_problem problem;
    if (!wits_crowd_check(crowd, &(wits_report){&problem, 1, 0})) {
        char text[640];
        wits_problem_text(&problem, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
}

static void print_tick(const wits_crowd *crowd, uint32_t tick, uint32_t listed, uint32_t batch_count) {
    uint64_t in[STATES] = {0};
    wits_crowd_count(crowd, 0, RABBITS, in);
    printf("%4u  %5.0f m  %6u  %6u  %6u  %6u  %6u\n", (unsigned)tick, (double)meadow.fox, (unsigned)in[GRAZE],
           (unsigned)in[FREEZE], (unsigned)in[FLEE], (unsigned)listed, (unsigned)batch_count);
}

int main(void) {
    const wits_brain *brain = compile_or_exit(&desc, sizeof agents[0]);
    size_t code_size = wits_crowd_code_size(brain);
    void *code = allocate_or_exit(code_size);
    const wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, code_size),
                              .count = RABBITS,
                              .agents = agents,
                              .agent_stride = sizeof agents[0],
                              .agents_size = sizeof agents,
                              .contexts = &meadow,  // one for all; functions get their row in the call
                              .functions = functions,
                              .block_functions = block_functions};
    check_or_exit(&crowd);
    for (uint32_t i = 0; i < RABBITS; ++i) {
        meadow.x[i] = (float)i * FIELD / RABBITS;
    }
    wits_list lists[SLICES] = {{.records = records[0], .capacity = ROOM}};
    wits_crowd_run run = {.scratch = allocate_or_exit(wits_crowd_scratch_size(crowd.code, 0)), .list = &lists[0]};
    wits_crowd_start(&crowd, 0, RABBITS, &run);

    printf("%d rabbits, a fox runs by\n", RABBITS);
    printf("tick      fox   graze  freeze    flee  listed  batches\n");
    for (run.tick = 1; run.tick <= 300; ++run.tick) {
        meadow.fox = (float)run.tick * 7;
        tick_slices(&crowd, run, lists);
        uint32_t listed = 0;
        for (uint32_t s = 0; s < SLICES; ++s) {
            listed += lists[s].count;
        }
        uint32_t batch_count = run_lists(brain, lists);
        if (run.tick % 30 == 0) {
            print_tick(&crowd, run.tick, listed, batch_count);
        }
    }
    uint64_t hops = 0;
    for (uint32_t i = 0; i < RABBITS; ++i) {
        hops += meadow.hops[i];
    }
    printf("%u thumps, %u hops, hash %016llx\n", (unsigned)meadow.thumps, (unsigned)hops,
           (unsigned long long)wits_crowd_hash(&crowd, 0, RABBITS));
    free(run.scratch);
    free(code);
    return 0;
}
