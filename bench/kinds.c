// SPDX-License-Identifier: MIT
// Kinds: W1 from texts, and the same machine with more features than transitions, for one agent and in a crowd. None of
// them should cost much more than W1: a region adds one machine.
#include "harness.h"

#ifdef BENCH_FILES

#include "wits/crowd.h"
#include "wits/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 6, FIELDS = 9, CROWD = 65536, PAUSE_EVERY = 64 };

#define HEAD                                                                                                           \
    "context: {x: int, y: int, turns: uint8, direction: [up, right, down, left],\n"                                    \
    "  x2: int, y2: int, turns2: uint8, direction2: [up, right, down, left], pause: uint8}\n"

/// W1 with this indentation, over fields with this suffix.
#define MOVE(in, n)                                                                                                    \
    in "- x" n " = x" n " + (0 if turns" n " == 0 else 1 if direction" n " == right else -1 if direction" n            \
       " == left else 0)\n" in "- y" n " = y" n " + (0 if turns" n " == 0 else 1 if direction" n                       \
       " == down else -1 if direction" n " == up else 0)\n" in "- turns" n " = max(turns" n " - 1, 0)\n"
#define TURN(n)                                                                                                        \
    "direction" n " = right if direction" n " == up else down if direction" n " == right else left if direction" n     \
    " == down else up\n"
#define MACHINE(in, n)                                                                                                 \
    in "wait:\n" in "  enter: turns" n " = 1\n" in "  update: turns" n " = max(turns" n " - 1, 0)\n" in                \
       "  transitions: [{to: change_direction, when: turns" n " == 0}]\n" in "move:\n" in "  enter: turns" n           \
       " = 2\n" in "  update:\n" MOVE(in "    ", n) in "  transitions: [{to: wait, when: turns" n " == 0}]\n" in       \
                                                       "change_direction:\n" in "  enter: " TURN(n) in                 \
        "  transitions: [{to: move}]\n"

typedef struct kind {
    const char *name;
    double target;  ///< beside W1
    const char *text;
} kind;

static const kind kinds[KINDS] = {
    {"plain", 0.0, "wits: 1\nbrain: w1\n" HEAD "root:\n  states:\n" MACHINE("    ", "")},
    {"silent", 1.05, "wits: 1\nbrain: w1\n" HEAD "root:\n  activation: silent\n  states:\n" MACHINE("    ", "")},
    {"steps", 1.5,
     "wits: 1\nbrain: w1\n" HEAD "root:\n  states:\n"
     "    wait:\n      enter: turns = 1\n      steps:\n"
     "        - {when: turns > 0, do: turns = turns - 1}\n        - {to: change_direction}\n"
     "    move:\n      enter: turns = 2\n      steps:\n"
     "        - when: turns > 0\n          do:\n" MOVE(
         "            ", "") "        - {to: wait}\n"
                             "    change_direction:\n      enter: " TURN("") "      steps:\n        - {to: move}\n"},
    {"not_entered", 1.5, "wits: 1\nbrain: w1\nupdate_entered: false\n" HEAD "root:\n  states:\n" MACHINE("    ", "")},
    {"suspended", 1.5,
     "wits: 1\nbrain: w1\n" HEAD "root:\n  states:\n    work:\n      leave: suspend\n"
     "      transitions: [{to: rest, when: pause == 1}]\n      states:\n" MACHINE(
         "        ", "") "    rest:\n      transitions: [{to: work, when: pause == 0}]\n"},
    {"two_regions", 2.3,
     "wits: 1\nbrain: w1\n" HEAD "root:\n  kind: parallel\n  states:\n    one:\n      states:\n" MACHINE(
         "        ", "") "    two:\n      states:\n" MACHINE("        ", "2")},
};

typedef struct kind_world {
    wits_file *file;
    const wits_brain *brain;
    uint32_t count;
    unsigned char *agents;  ///< wits_agent_size bytes each
    unsigned char *values;  ///< values of all fields but the last, one field after another, 4 bytes for each agent
    wits_column columns[FIELDS];
    uint8_t pause;  ///< the last field, the same for all
    wits_crowd crowd;
    void *code, *scratch;
} kind_world;

static void *must(void *memory) {
    if (!memory) {
        fprintf(stderr, "there is no memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static unsigned char *agent_at(const kind_world *w, uint32_t i) {
    return w->agents + i * wits_agent_size(w->brain);
}

static void set_up(kind_world *w, const kind *of, uint32_t count) {
    w->file = must(wits_file_parse(of->text, strlen(of->text), of->name, NULL));
    w->brain = wits_file_brain(w->file);
    if (!w->brain) {
        char text[320];
        wits_problem_text(wits_file_problems(w->file), text, sizeof text);
        fprintf(stderr, "%s: %s\n", of->name, text);
        exit(EXIT_FAILURE);
    }
    w->count = count;
    w->agents = must(calloc(count, wits_agent_size(w->brain)));
    w->values = must(calloc(count, sizeof(uint32_t) * (FIELDS - 1)));
    for (uint32_t i = 0; i < FIELDS; ++i) {
        const wits_type type = wits_field_type(w->brain, i);
        bool is_pause = i == FIELDS - 1;
        w->columns[i] =
            (wits_column){.base = is_pause ? (void *)&w->pause : w->values + (size_t)i * count * sizeof(uint32_t),
                          .stride = is_pause                ? 0
                                    : type == WITS_TYPE_INT ? sizeof(int32_t)
                                                            : 1,
                          .type = type};
    }
    for (uint32_t i = 0; i < count; ++i) {
        wits_frame frame = {.columns = w->columns, .row = i, .agent = i};
        wits_start(w->brain, agent_at(w, i), &frame);
        for (uint32_t t = 0; t < i % 7; ++t) {  // in mixed phases
            wits_tick(w->brain, agent_at(w, i), &frame);
        }
    }
}

static void prepare_crowd(kind_world *w) {
    const size_t size = wits_crowd_code_size(w->brain);
    w->code = must(malloc(size));
    w->crowd = (wits_crowd){.code = wits_crowd_prepare(w->brain, w->code, size),
                            .count = w->count,
                            .agents = w->agents,
                            .columns = w->columns};
    w->scratch = must(aligned_alloc(64, (wits_crowd_scratch_size(w->crowd.code, 0) + 63) / 64 * 64));
}

static void tear_down(kind_world *w) {
    wits_file_free(w->file);
    free(w->agents);
    free(w->values);
    free(w->code);
    free(w->scratch);
}

static void run_one(void *of, uint32_t tick, uint32_t ticks) {
    kind_world *w = of;
    wits_frame frame = {.columns = w->columns};
    for (uint32_t i = 0; i < w->count; ++i) {
        frame.row = i;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            frame.tick = tick + t;
            w->pause = (tick + t) % PAUSE_EVERY == 0;
            wits_tick(w->brain, agent_at(w, i), &frame);
        }
    }
}

static void run_crowd(void *of, uint32_t tick, uint32_t ticks) {
    kind_world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        w->pause = (tick + t) % PAUSE_EVERY == 0;
        wits_crowd_run run = {.tick = tick + t, .scratch = w->scratch};
        wits_crowd_tick(&w->crowd, 0, w->count, &run);
    }
}

/// Variants are not compared with each other, because they are different machines.
static bool run(const char *name, const char *title, uint32_t agents, uint32_t ticks, bool in_crowd,
                const bench_options *options) {
    static kind_world worlds[KINDS];
    bench_variant variants[KINDS];
    if (!bench_wanted(name, options)) {
        return true;
    }
    for (uint32_t i = 0; i < KINDS; ++i) {
        worlds[i] = (kind_world){0};
        set_up(&worlds[i], &kinds[i], agents);
        if (in_crowd) {
            prepare_crowd(&worlds[i]);
        }
        variants[i] = (bench_variant){.name = kinds[i].name,
                                      .world = &worlds[i],
                                      .run = in_crowd ? run_crowd : run_one,
                                      .bases = {{i == 0 ? NULL : kinds[0].name, kinds[i].target}}};
    }
    bench_workload workload = {
        .name = name, .title = title, .agents = agents, .ticks = ticks, .variants = variants, .variant_count = KINDS};
    bool same = bench_run(&workload, options);
    for (uint32_t i = 0; i < KINDS; ++i) {
        tear_down(&worlds[i]);
    }
    return same;
}

bool bench_kinds(const bench_options *options) {
    bool same =
        run("kinds", "W1 from texts and what a brain may use beside it, one agent", BENCH_ONE, 20000, false, options);
    return run("kinds_crowd", "the same, 65,536 agents", CROWD, 64, true, options) && same;
}

#else

bool bench_kinds(const bench_options *options) {
    (void)options;
    return true;
}

#endif
