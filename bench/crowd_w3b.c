// SPDX-License-Identifier: MIT
// W3b, many agents: 16 actions of 4 considerations each, on 16 inputs that drift. A consideration is an input between a
// low and a high mark as 0 to 1, then squared or put through a logistic curve; an action is worth the product of its
// four. The exponential is the library's own, because the others have other last bits.
#include "crowd.h"
#include "expr/math.h"

#include <stdio.h>
#include <string.h>

#if CROWD_X86
#include <immintrin.h>
#endif

enum { INPUTS = 16, ACTIONS = 16, CONSIDERATIONS = 4, QUADRATIC = 2 };  // the first two are squared

typedef struct consideration {
    uint32_t input;
    float lo, hi;
    float steepness, middle;  ///< parameters of the logistic curve
} consideration;

// bench/brains/w3b*.yaml, which crowd_w3b.py writes, have the same numbers.
#define RULE(a, c)                                                                                                     \
    {                                                                                                                  \
        ((a)*5 + (c)*3 + (a) / 4) % INPUTS, (float)(5 * (((a)*7 + (c)*3) % 6)) / 100.0f,                               \
            (float)(60 + 5 * (((a)*3 + (c)*7) % 9)) / 100.0f, (float)(4 + ((a) + (c)) % 8),                            \
            0.5f + (float)(5 * (((a)*5 + (c)) % 9) - 20) / 100.0f                                                      \
    }
#define RULES(a)                                                                                                       \
    { RULE(a, 0), RULE(a, 1), RULE(a, 2), RULE(a, 3) }
static const consideration rules[ACTIONS][CONSIDERATIONS] = {
    RULES(0), RULES(1), RULES(2),  RULES(3),  RULES(4),  RULES(5),  RULES(6),  RULES(7),
    RULES(8), RULES(9), RULES(10), RULES(11), RULES(12), RULES(13), RULES(14), RULES(15),
};

static uint32_t begin(uint32_t agent, void *const *values) {
    for (uint32_t i = 0; i < INPUTS; ++i) {
        *(float *)values[i] = (float)(crowd_scatter(agent * INPUTS + i) >> 8) * 0x1p-24f;
    }
    return 0;
}

// --------------------------------------------------------------------------------------------------------- the world

CROWD_INLINE float drift_one(float value, uint32_t input) {
    value += 0.003f + 0.0017f * (float)input;
    return value > 1.0f ? 0.0f : value;
}

CROWD_INLINE void drift(void *const *columns, uint32_t first, uint32_t count) {
    for (uint32_t c = 0; c < INPUTS; ++c) {
        float *input = (float *)columns[c] + first;
        for (uint32_t i = 0; i < count; ++i) {
            input[i] = drift_one(input[i], c);
        }
    }
}

CROWD_AVX2 static void drift_avx2(void *const *columns, uint32_t first, uint32_t count) {
    drift(columns, first, count);
}

static void drift_baseline(void *const *columns, uint32_t first, uint32_t count) {
    drift(columns, first, count);
}

static void world_of_columns(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    (crowd_has_avx2() ? drift_avx2 : drift_baseline)(columns, first, count);
}

#define MODEL(name)                                                                                                    \
    {                                                                                                                  \
        .file = name,                                                                                                  \
        .states = (const char *const[]){"action_0",  "action_1",  "action_2",  "action_3", "action_4",  "action_5",    \
                                        "action_6",  "action_7",  "action_8",  "action_9", "action_10", "action_11",   \
                                        "action_12", "action_13", "action_14", "action_15"},                           \
        .codes = (const uint8_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, .state_count = ACTIONS,      \
        .begin = begin, .world = world_of_columns, .slice = 1024, .wits_slice = 16384                                  \
    }
static crowd_model by_expressions = MODEL("w3b.yaml");
static crowd_model by_considerations = MODEL("w3b_considerations.yaml");

// ------------------------------------------------------------------------------------------ one agent after another

typedef struct enemy {
    float inputs[INPUTS];
    uint8_t state;
} enemy;

typedef struct struct_world {
    enemy *enemies;
    uint32_t agents;
    const crowd_model *model;
} struct_world;

static inline float consider(const enemy *self, const consideration *rule, bool squared) {
    float n = (self->inputs[rule->input] - rule->lo) / (rule->hi - rule->lo);
    n = n > 0.0f ? n : 0.0f;
    n = n < 1.0f ? n : 1.0f;
    return squared ? n * n : 1.0f / (1.0f + math_exp(-rule->steepness * (n - rule->middle)));
}

static inline void struct_tick(enemy *self) {
    float scores[ACTIONS];
    uint8_t best = 0;
    for (uint32_t a = 0; a < ACTIONS; ++a) {
        const consideration *rule = rules[a];
        scores[a] = consider(self, &rule[0], true) * consider(self, &rule[1], true) * consider(self, &rule[2], false) *
                    consider(self, &rule[3], false);
        best = scores[a] > scores[best] ? (uint8_t)a : best;
    }
    if (scores[best] > scores[self->state]) {
        self->state = best;
    }
}

static void run_structs(void *of, uint32_t tick, uint32_t ticks) {
    struct_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            enemy *self = &world->enemies[i];
            for (uint32_t input = 0; input < INPUTS; ++input) {
                self->inputs[input] = drift_one(self->inputs[input], input);
            }
            struct_tick(self);
        }
    }
}

static void values_of(enemy *self, void **values) {
    for (uint32_t i = 0; i < INPUTS; ++i) {
        values[i] = &self->inputs[i];
    }
}

static uint64_t struct_digest(const void *of, uint32_t agent) {
    void *values[INPUTS];
    const struct_world *world = of;
    enemy self = world->enemies[agent];
    values_of(&self, values);
    return crowd_digest(world->model, (const void *const *)values, self.state);
}

// ---------------------------------------------------------------------------------------------------------- by hand

#if CROWD_X86

CROWD_AVX2 CROWD_INLINE void store_states_avx2(uint8_t *to, __m256i states) {
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(states), _mm256_extracti128_si256(states, 1));
    _mm_storel_epi64((__m128i *)to, _mm_packus_epi16(words, words));
}

#define LANES 8
#define OF(name) name##_avx2
#define TARGET CROWD_AVX2
#define floats __m256
#define ints __m256i
#define PS(name) _mm256_##name
#define EPI(name) _mm256_##name
#define CAST_PS _mm256_castsi256_ps
#define CAST_INT _mm256_castps_si256
#define MORE(a, b) _mm256_cmp_ps(a, b, _CMP_GT_OQ)
#define SAME_INT(a, b) _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))
#define PICK(where, yes, no) _mm256_blendv_ps(no, yes, where)
#define PICK_INT(where, yes, no) CAST_INT(PICK(where, CAST_PS(yes), CAST_PS(no)))
#define LOAD_STATES(from) _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(from)))
#define STORE_STATES store_states_avx2
#include "crowd_w3b_lanes.h"
#undef LANES
#undef OF
#undef TARGET
#undef floats
#undef ints
#undef PS
#undef EPI
#undef CAST_PS
#undef CAST_INT
#undef MORE
#undef SAME_INT
#undef PICK
#undef PICK_INT
#undef LOAD_STATES
#undef STORE_STATES

#define LANES 16
#define OF(name) name##_avx512
#define TARGET CROWD_AVX512
#define floats __m512
#define ints __m512i
#define PS(name) _mm512_##name
#define EPI(name) _mm512_##name
#define CAST_PS _mm512_castsi512_ps
#define CAST_INT _mm512_castps_si512
#define MORE(a, b) _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ)
#define SAME_INT _mm512_cmpeq_epi32_mask
#define PICK(where, yes, no) _mm512_mask_mov_ps(no, where, yes)
#define PICK_INT(where, yes, no) _mm512_mask_mov_epi32(no, where, yes)
#define LOAD_STATES(from) _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(from)))
#define STORE_STATES(to, states) _mm_storeu_si128((__m128i *)(to), _mm512_cvtepi32_epi8(states))
#include "crowd_w3b_lanes.h"

CROWD_AVX2 static void by_hand_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    columns_avx2(columns, first, count, false);
}

CROWD_AVX512 static void by_hand_avx512(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    columns_avx512(columns, first, count, false);
}

/// Requires exponents between -11 and 11.
CROWD_AVX2 static void bounded_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    columns_avx2(columns, first, count, true);
}

#endif

// ---------------------------------------------------------------------------------------------------------- workload

static bool run_model(crowd_model *model, const char *name, const char *what, double target,
                      const crowd_generated *generated, const bench_options *options) {
    if (!bench_wanted(name, options)) {
        return true;
    }
    crowd_load(model);
    struct_world structs = {crowd_allocate(options->agents * sizeof(enemy)), options->agents, model};
    for (uint32_t i = 0; i < options->agents; ++i) {
        void *values[INPUTS];
        values_of(&structs.enemies[i], values);
        structs.enemies[i].state = (uint8_t)begin(i, values);
    }
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count, (bench_variant){"switch", &structs, run_structs, .agent_digest = struct_digest});
#if CROWD_X86
    if (crowd_has_avx2()) {
        crowd_world *world = crowd_make(model, options->agents, bounded_avx2);
        crowd_add(variants, &count,
                  (bench_variant){"by_hand_bounded", world, crowd_run, NULL, {{"switch", 0.0}}, crowd_agent_digest});
    }
#endif
    crowd_add_columns(variants, &count,
                      &(crowd_hands){model, options->agents, CROWD_HANDS(by_hand), 0.0, target, generated});
    bool same = bench_run(&(bench_workload){name, what, options->agents, 1, variants, count}, options);
    crowd_print_plan(name, model, options);
    crowd_free_columns(variants, count);
    crowd_release(structs.enemies);
    return same;
}

bool bench_crowd_w3b(const bench_options *options) {
    return run_model(&by_expressions, "W3b",
                     "16 actions of 4 considerations each, as expressions, on 16 inputs that drift", 1.6, NULL,
                     options) &&
           run_model(&by_considerations, "W3c", "the same, written as considerations", 1.3, CROWD_GENERATED(w3c),
                     options);
}
