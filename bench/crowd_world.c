// SPDX-License-Identifier: MIT
// Worlds of columns: how they are made, run and compared.
#define _DEFAULT_SOURCE

#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    FLOOR_SLICE = 256,
    PAGE = 2 << 20,
    STAGGER = 1088,  ///< columns with equal offsets in their pages compete for the same cache lines
};

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static size_t whole_pages(size_t size) {
    return (size + PAGE - 1) / PAGE * PAGE;
}

void *crowd_allocate(size_t size) {
    void *memory = need(aligned_alloc(PAGE, whole_pages(size)));
#ifdef MADV_HUGEPAGE
    madvise(memory, whole_pages(size), MADV_HUGEPAGE);
#endif
    return memset(memory, 0, whole_pages(size));
}

void crowd_release(void *memory) {
    free(memory);
}

bool crowd_has_avx2(void) {
#if CROWD_X86
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

bool crowd_has_avx512(void) {
#if CROWD_X86
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

uint32_t crowd_scatter(uint32_t number) {
    uint32_t x = number + 0x9E3779B9u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

// ------------------------------------------------------------------------------------------------------------- models

static size_t size_of_type(wits_type type) {
    switch (type) {
    case WITS_TYPE_INT16:
    case WITS_TYPE_UINT16:
        return 2;
    case WITS_TYPE_INT:
    case WITS_TYPE_FLOAT:
        return 4;
    default:
        return 1;
    }
}

/// Finds, for each function that the brain calls, the host's function of that name.
static void bind(crowd_model *model) {
    for (uint32_t f = 0; f < wits_function_count(model->brain); ++f) {
        const char *name = wits_function_name(model->brain, f);
        for (uint32_t h = 0; h < model->function_count; ++h) {
            if (f < CROWD_MAX_FUNCTIONS && strcmp(model->functions[h].one.name, name) == 0) {
                model->bound[f] = model->functions[h].one;
                model->bound_blocks[f] = model->functions[h].block;
            }
        }
    }
}

void crowd_load(crowd_model *model) {
    if (model->brain) {
        return;
    }
    char path[512], text[640];
    snprintf(path, sizeof path, "%s/%s", BENCH_BRAINS, model->file);
    wits_file *file = need(wits_file_load(path, NULL));
    for (uint32_t i = 0; i < wits_file_problem_count(file); ++i) {
        wits_problem_text(&wits_file_problems(file)[i], text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    model->brain = wits_file_brain(file);  // the file stays open
    if (!model->brain || wits_agent_size(model->brain) != 1) {
        fprintf(stderr, "%s: no brain, or more than one byte for an agent\n", path);
        exit(EXIT_FAILURE);
    }
    size_t size = wits_crowd_code_size(model->brain);
    model->code = wits_crowd_prepare(model->brain, need(malloc(size)), size);
    model->field_count = wits_field_count(model->brain);
    for (uint32_t f = 0; f < model->field_count; ++f) {
        model->sizes[f] = size_of_type(wits_field_type(model->brain, f));
    }
    model->sizes[model->field_count] = 1;
    bind(model);
}

void crowd_print_plan(const char *workload, const crowd_model *model, const bench_options *options) {
    static const char *const paths[] = {"auto", "single", "masks", "groups"};
    if (options->json || !bench_wanted(workload, options)) {
        return;
    }
    wits_crowd_plan_info plan = wits_crowd_plan(model->code);
    printf("%s: path %s (%s), blocks of %u, %u instructions; %zu bytes per agent beyond the fields, %zu of scratch\n",
           workload, paths[plan.path], plan.reason ? plan.reason : "", (unsigned)plan.block,
           (unsigned)plan.instructions, plan.bytes_per_agent, plan.scratch);
}

// ------------------------------------------------------------------------------------------------------------- worlds

static void *value_of(const crowd_world *world, uint32_t column, uint32_t agent) {
    return (char *)world->columns[column] + agent * world->model->sizes[column];
}

static crowd_world *make(const crowd_model *model, uint32_t agents, uint32_t slice) {
    crowd_world *world = need(calloc(1, sizeof *world));
    world->model = model;
    world->agents = agents;
    world->slice = slice > 0 && slice < agents ? slice : agents;
    for (uint32_t c = 0; c <= model->field_count; ++c) {
        world->columns[c] = (char *)crowd_allocate(agents * model->sizes[c] + STAGGER * (c + 1)) + STAGGER * c;
    }
    return world;
}

static uint32_t begin(const crowd_world *world, uint32_t agent) {
    void *values[CROWD_MAX_COLUMNS];
    for (uint32_t f = 0; f < world->model->field_count; ++f) {
        values[f] = value_of(world, f, agent);
    }
    return world->model->begin(agent, values);
}

crowd_world *crowd_make(const crowd_model *model, uint32_t agents, crowd_columns_fn *by_hand) {
    crowd_world *world = make(model, agents, model->slice);
    world->by_hand = by_hand;
    uint8_t *states = world->columns[model->field_count];
    for (uint32_t i = 0; i < agents; ++i) {
        states[i] = model->codes[begin(world, i)];
    }
    return world;
}

/// Agents are bytes of the brain, as the library places them.
crowd_world *crowd_make_generated(const crowd_model *model, uint32_t agents, const crowd_generated *generated) {
    crowd_world *world = make(model, agents, model->slice);
    world->generated = generated;
    world->scratch = crowd_allocate(generated->scratch_size());
    uint8_t *bytes = world->columns[model->field_count];
    const wits_frame frame = {.seed = CROWD_SEED};
    for (uint32_t i = 0; i < agents; ++i) {
        wits_set_state(model->brain, &bytes[i], &frame, wits_find_state(model->brain, model->states[begin(world, i)]));
    }
    return world;
}

void crowd_check(const wits_crowd *crowd) {
    wits_problem problem;
    if (!wits_crowd_check(crowd, &(wits_report){&problem, 1, 0})) {
        char text[640];
        wits_problem_text(&problem, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
}

crowd_world *crowd_make_wits(const crowd_model *model, uint32_t agents, wits_crowd_path path, wits_crowd_simd simd) {
    crowd_world *world = make(model, agents, model->wits_slice);
    for (uint32_t f = 0; f < model->field_count; ++f) {
        world->fields[f] = (wits_column){
            .base = world->columns[f], .stride = model->sizes[f], .type = wits_field_type(model->brain, f)};
    }
    world->crowd = (wits_crowd){
        .code = model->code,
        .count = agents,
        .agents = world->columns[model->field_count],
        .columns = world->fields,
        .contexts = world->columns,
    };
    if (model->function_count > 0) {
        world->crowd.functions = model->bound;
        world->crowd.block_functions = model->bound_blocks;
    }
    size_t scratch = wits_crowd_scratch_size(model->code, 0);
    world->run = (wits_crowd_run){.seed = CROWD_SEED, .scratch = crowd_allocate(scratch), .path = path, .simd = simd};
    crowd_check(&world->crowd);
    for (uint32_t i = 0; i < agents; ++i) {
        wits_state_id state = wits_find_state(model->brain, model->states[begin(world, i)]);
        wits_crowd_set_state(&world->crowd, i, 1, &world->run, state);
    }
    return world;
}

void crowd_free(crowd_world *world) {
    if (world) {
        for (uint32_t c = 0; c <= world->model->field_count; ++c) {
            crowd_release((char *)world->columns[c] - STAGGER * c);
        }
        free(world->run.scratch);
        free(world->scratch);
        free(world);
    }
}

// ------------------------------------------------------------------------------------------------------------ running

void crowd_nothing(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
}

static void decide(crowd_world *world, uint32_t first, uint32_t count, uint32_t tick) {
    if (world->by_hand) {
        world->by_hand(world->columns, first, count, tick);
    } else if (world->generated) {
        world->generated->tick(&(crowd_part){world->columns, first, count, tick, world->scratch, NULL});
    } else {
        wits_crowd_run run = world->run;
        run.tick = tick;
        wits_crowd_tick(&world->crowd, first, count, &run);
    }
}

void crowd_run_part(crowd_world *world, uint32_t first, uint32_t count, uint32_t tick) {
    uint32_t end = first + count;
    while (first < end) {
        uint32_t part = end - first < world->slice ? end - first : world->slice;
        if (world->model->world) {
            world->model->world(world->columns, first, part, tick);
        }
        decide(world, first, part, tick);
        first += part;
    }
}

void crowd_run(void *of, uint32_t tick, uint32_t ticks) {
    crowd_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        crowd_run_part(world, 0, world->agents, tick + t);
    }
}

CROWD_INLINE void touch(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        bytes[i] ^= 1;
    }
}

CROWD_AVX2 static void touch_avx2(uint8_t *bytes, size_t size) {
    touch(bytes, size);
}

static void touch_baseline(uint8_t *bytes, size_t size) {
    touch(bytes, size);
}

void crowd_run_floor(void *of, uint32_t tick, uint32_t ticks) {
    crowd_world *world = of;
    bool wide = crowd_has_avx2();
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t first = 0; first < world->agents; first += FLOOR_SLICE) {
            uint32_t left = world->agents - first;
            size_t count = left < FLOOR_SLICE ? left : FLOOR_SLICE;
            for (uint32_t c = 0; c <= world->model->field_count; ++c) {
                (wide ? touch_avx2 : touch_baseline)(value_of(world, c, first), count * world->model->sizes[c]);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- comparing

uint64_t crowd_digest(const crowd_model *model, const void *const *values, uint32_t state) {
    uint64_t sum = bench_fold(0, &state, sizeof state);
    for (uint32_t f = 0; f < model->field_count; ++f) {
        sum = bench_fold(sum, values[f], model->sizes[f]);
    }
    return sum;
}

static uint32_t state_of(const crowd_world *world, uint32_t agent) {
    const crowd_model *model = world->model;
    uint8_t byte = ((const uint8_t *)world->columns[model->field_count])[agent];
    uint32_t state = 0;
    if (world->by_hand) {
        while (state < model->state_count && model->codes[state] != byte) {
            ++state;
        }
        return state;
    }
    const char *name = wits_state_name(model->brain, wits_deepest(model->brain, &byte));
    while (state < model->state_count && strcmp(model->states[state], name) != 0) {
        ++state;
    }
    return state;
}

uint64_t crowd_agent_digest(const void *of, uint32_t agent) {
    const crowd_world *world = of;
    const void *values[CROWD_MAX_COLUMNS];
    for (uint32_t f = 0; f < world->model->field_count; ++f) {
        values[f] = value_of(world, f, agent);
    }
    return crowd_digest(world->model, values, state_of(world, agent));
}

void crowd_add(bench_variant *variants, uint32_t *count, bench_variant variant) {
    if (*count == BENCH_MAX_VARIANTS) {
        fprintf(stderr, "too many variants\n");
        exit(EXIT_FAILURE);
    }
    variants[(*count)++] = variant;
}

void crowd_add_by_hand(bench_variant *variants, uint32_t *count, const crowd_hands *hands) {
    const bench_variant by_hand = {.run = crowd_run, .agent_digest = crowd_agent_digest, .bases = {{"switch", 0.0}}};
    if (hands->avx2 && crowd_has_avx2()) {
        crowd_add(variants, count, by_hand);
        variants[*count - 1].name = "by_hand";
        variants[*count - 1].world = crowd_make(hands->model, hands->agents, hands->avx2);
    }
    if (hands->avx512 && crowd_has_avx512()) {
        crowd_add(variants, count, by_hand);
        variants[*count - 1].name = "by_hand_avx512";
        variants[*count - 1].world = crowd_make(hands->model, hands->agents, hands->avx512);
    }
}

/// The target of generated C is the code by hand in the best instruction set of this machine. gcc and clang get
/// -march=native, too.
static void add_generated(bench_variant *variants, uint32_t *count, const crowd_hands *hands) {
    bool has_best = hands->avx512 && crowd_has_avx512();
    crowd_add(variants, count,
              (bench_variant){.name = "generated",
                              .world = crowd_make_generated(hands->model, hands->agents, hands->generated),
                              .run = crowd_run,
                              .agent_digest = crowd_agent_digest,
                              .bases = {{"by_hand", has_best ? 0.0 : 1.2}, {"by_hand_avx512", 1.2}, {"wits", 0.0}}});
}

void crowd_add_columns(bench_variant *variants, uint32_t *count, const crowd_hands *hands) {
    const crowd_model *model = hands->model;
    crowd_add_by_hand(variants, count, hands);
    crowd_add(variants, count,
              (bench_variant){"floor", crowd_make(model, hands->agents, crowd_nothing), crowd_run_floor});
    const bench_variant wits = {
        .run = crowd_run,
        .agent_digest = crowd_agent_digest,
        .bases = {{"switch", hands->to_switch}, {"by_hand", hands->to_hand}, {"by_hand_avx512", hands->to_hand}},
    };
    static const struct {
        const char *name;
        wits_crowd_path path;
        wits_crowd_simd simd;
        uint32_t share;
    } ways[] = {
        {"wits", WITS_CROWD_PATH_AUTO, WITS_CROWD_SIMD_AUTO, 1},
        {"wits_baseline", WITS_CROWD_PATH_AUTO, WITS_CROWD_SIMD_BASELINE, 1},
        {"wits_single", WITS_CROWD_PATH_SINGLE, WITS_CROWD_SIMD_AUTO, CROWD_SINGLE_SHARE},
    };
    for (uint32_t w = 0; w < COUNT(ways); ++w) {
        uint32_t agents = hands->agents / ways[w].share / CROWD_GRAIN * CROWD_GRAIN;
        crowd_add(variants, count, wits);
        bench_variant *variant = &variants[*count - 1];
        variant->name = ways[w].name;
        variant->world = crowd_make_wits(model, agents, ways[w].path, ways[w].simd);
        variant->agents = agents;
        if (w > 0) {  // for information
            variant->bases[0].target = 0.0;
            variant->bases[1] = (bench_base){"wits", 0.0};
            variant->bases[2].name = NULL;
        }
    }
    if (hands->generated) {
        add_generated(variants, count, hands);
    }
}

void crowd_free_columns(const bench_variant *variants, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (variants[i].run == crowd_run || variants[i].run == crowd_run_floor) {
            crowd_free(variants[i].world);
        }
    }
}
