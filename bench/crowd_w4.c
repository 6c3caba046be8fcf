// SPDX-License-Identifier: MIT
// W4, many agents: choosing a target and an attack. 4 options of 3 considerations each over 16 enemies, whose distances
// and other fields change in every tick. A soldier keeps his option and his enemy until another one is better by a
// margin (inertia).
#include "crowd.h"

#include <stdio.h>
#include <string.h>

#if CROWD_X86
#include <immintrin.h>
#endif

enum { OPTIONS = 4, ENEMIES = 16, CONSIDERATIONS = 3, FIELDS = 4, SETS = 2, TICKS = 8, MOST_AGENTS = 100000 };
#define INERTIA 0.0625f

// Inputs of an option: a field from a low mark to a high one as 0 to 1, the first of the three squared.
typedef struct consideration {
    uint32_t field;
    float lo, hi;
} consideration;

static const consideration rules[OPTIONS][CONSIDERATIONS] = {
    {{0, 0.9f, 0.1f}, {1, 0.0f, 1.0f}, {2, 0.2f, 0.8f}},
    {{1, 0.1f, 0.9f}, {3, 1.0f, 0.0f}, {0, 1.0f, 0.25f}},
    {{2, 0.75f, 0.0f}, {0, 0.25f, 0.75f}, {3, 0.0f, 1.0f}},
    {{3, 0.1f, 1.0f}, {2, 1.0f, 0.2f}, {1, 0.3f, 0.9f}},
};

// --------------------------------------------------------------------------------------------------------- the world

/// The enemies that all soldiers see: one of a few sets of columns, in turn.
typedef struct battlefield {
    uint32_t agents;
    uint32_t *ids, *offsets;
    float *fields[SETS][FIELDS];
} battlefield;

static battlefield *make_battlefield(uint32_t agents) {
    battlefield *f = crowd_allocate(sizeof *f);
    const uint32_t pairs = agents * ENEMIES;
    f->agents = agents;
    f->ids = crowd_allocate(pairs * sizeof *f->ids);
    f->offsets = crowd_allocate((agents + 1) * sizeof *f->offsets);
    for (uint32_t i = 0; i <= agents; ++i) {
        f->offsets[i] = i * ENEMIES;
    }
    for (uint32_t i = 0; i < pairs; ++i) {
        f->ids[i] = i % ENEMIES + i / ENEMIES % 1000 * ENEMIES;
    }
    for (uint32_t set = 0; set < SETS; ++set) {
        for (uint32_t field = 0; field < FIELDS; ++field) {
            f->fields[set][field] = crowd_allocate(pairs * sizeof(float));
            for (uint32_t i = 0; i < pairs; ++i) {
                f->fields[set][field][i] = (float)(crowd_scatter((i * FIELDS + field) * SETS + set) >> 8) * 0x1p-24f;
            }
        }
    }
    return f;
}

static void free_battlefield(battlefield *f) {
    for (uint32_t set = 0; set < SETS; ++set) {
        for (uint32_t field = 0; field < FIELDS; ++field) {
            crowd_release(f->fields[set][field]);
        }
    }
    crowd_release(f->ids);
    crowd_release(f->offsets);
    crowd_release(f);
}

/// Memory of a soldier.
typedef struct soldier {
    uint32_t target;
    uint8_t option;  ///< plus 1; 0 before the first choice
} soldier;

typedef struct army {
    const battlefield *field;
    soldier *soldiers;
    uint32_t agents;
} army;

static uint64_t soldier_digest(uint32_t option, uint32_t target) {
    const uint32_t both[2] = {option, target};
    return bench_fold(0, both, sizeof both);
}

static uint64_t army_digest(const void *of, uint32_t agent) {
    const army *a = of;
    return soldier_digest(a->soldiers[agent].option, a->soldiers[agent].target);
}

// ----------------------------------------------------------------------------------------------------------- by a loop

static inline float consider(const consideration *rule, float value, bool squared) {
    float n = (value - rule->lo) / (rule->hi - rule->lo);
    n = n > 0.0f ? n : 0.0f;
    n = n < 1.0f ? n : 1.0f;
    return squared ? n * n : n;
}

static inline float score_of(float *const *fields, uint32_t option, uint32_t pair) {
    const consideration *rule = rules[option];
    return consider(&rule[0], fields[rule[0].field][pair], true) *
           consider(&rule[1], fields[rule[1].field][pair], false) *
           consider(&rule[2], fields[rule[2].field][pair], false);
}

static inline void decide_by_loop(soldier *self, const uint32_t *ids, float *const *fields, uint32_t first) {
    float scores[OPTIONS][ENEMIES];
    float best[OPTIONS];
    uint32_t chosen = OPTIONS;
    for (uint32_t o = 0; o < OPTIONS; ++o) {
        const float more = self->option == o + 1 ? INERTIA : 0.0f;
        best[o] = -1.0f;
        for (uint32_t e = 0; e < ENEMIES; ++e) {
            scores[o][e] = score_of(fields, o, first + e) + more;
            best[o] = scores[o][e] > best[o] ? scores[o][e] : best[o];
        }
        if (chosen == OPTIONS || best[o] > best[chosen] || (best[o] == best[chosen] && self->option == o + 1)) {
            chosen = o;
        }
    }
    uint32_t picked = ENEMIES;
    float most = -1.0f;
    for (uint32_t e = 0; e < ENEMIES; ++e) {
        const bool kept = self->option == chosen + 1 && ids[first + e] == self->target;
        const float value = kept ? scores[chosen][e] + INERTIA : scores[chosen][e];
        if (value > most || (value == most && kept)) {
            most = value;
            picked = e;
        }
    }
    self->option = (uint8_t)(chosen + 1);
    self->target = ids[first + picked];
}

static void run_loop(void *of, uint32_t tick, uint32_t ticks) {
    army *a = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        for (uint32_t i = 0; i < a->agents; ++i) {
            decide_by_loop(&a->soldiers[i], a->field->ids, a->field->fields[t % SETS], i * ENEMIES);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- by vectors

#if CROWD_X86

CROWD_AVX2 CROWD_INLINE __m256 consider_avx2(const consideration *rule, const float *values, bool squared) {
    __m256 n = _mm256_div_ps(_mm256_sub_ps(_mm256_loadu_ps(values), _mm256_set1_ps(rule->lo)),
                             _mm256_set1_ps(rule->hi - rule->lo));
    n = _mm256_min_ps(_mm256_max_ps(n, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
    return squared ? _mm256_mul_ps(n, n) : n;
}

CROWD_AVX2 CROWD_INLINE __m256 scores_avx2(float *const *fields, uint32_t option, uint32_t pair) {
    const consideration *rule = rules[option];
    return _mm256_mul_ps(_mm256_mul_ps(consider_avx2(&rule[0], fields[rule[0].field] + pair, true),
                                       consider_avx2(&rule[1], fields[rule[1].field] + pair, false)),
                         consider_avx2(&rule[2], fields[rule[2].field] + pair, false));
}

CROWD_AVX2 CROWD_INLINE float highest_avx2(__m256 a, __m256 b) {
    const __m256 m = _mm256_max_ps(a, b);
    __m128 n = _mm_max_ps(_mm256_castps256_ps128(m), _mm256_extractf128_ps(m, 1));
    n = _mm_max_ps(n, _mm_movehl_ps(n, n));
    return _mm_cvtss_f32(_mm_max_ss(n, _mm_shuffle_ps(n, n, 1)));
}

CROWD_AVX2 CROWD_INLINE uint32_t first_avx2(__m256 a, __m256 b, float value) {
    const __m256 v = _mm256_set1_ps(value);
    const uint32_t low = (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, v, _CMP_EQ_OQ));
    const uint32_t high = (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(b, v, _CMP_EQ_OQ));
    return (uint32_t)__builtin_ctz(low | high << 8 | 1u << 16);
}

CROWD_AVX2 CROWD_INLINE void decide_avx2(soldier *self, const uint32_t *ids, float *const *fields, uint32_t first) {
    __m256 a[OPTIONS], b[OPTIONS];
    float best = -1.0f;
    uint32_t chosen = OPTIONS;
#pragma GCC unroll 4
    for (uint32_t o = 0; o < OPTIONS; ++o) {
        const __m256 more = _mm256_set1_ps(self->option == o + 1 ? INERTIA : 0.0f);
        a[o] = _mm256_add_ps(scores_avx2(fields, o, first), more);
        b[o] = _mm256_add_ps(scores_avx2(fields, o, first + 8), more);
        const float most = highest_avx2(a[o], b[o]);
        if (most > best || (most == best && self->option == o + 1)) {
            best = most;
            chosen = o;
        }
    }
    __m256 low = a[0], high = b[0];
#pragma GCC unroll 4
    for (uint32_t o = 1; o < OPTIONS; ++o) {
        low = chosen == o ? a[o] : low;
        high = chosen == o ? b[o] : high;
    }
    uint32_t picked = first_avx2(low, high, best);
    if (self->option == chosen + 1) {
        const __m256i id = _mm256_set1_epi32((int)self->target);
        const __m256i *at = (const __m256i *)(ids + first);
        const uint32_t in_low =
            (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_loadu_si256(at), id)));
        const uint32_t in_high =
            (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_loadu_si256(at + 1), id)));
        const uint32_t kept = (uint32_t)__builtin_ctz(in_low | in_high << 8 | 1u << 16);
        if (kept < ENEMIES && score_of(fields, chosen, first + kept) + INERTIA + INERTIA >= best) {
            picked = kept;
        }
    }
    self->option = (uint8_t)(chosen + 1);
    self->target = ids[first + picked];
}

CROWD_AVX2 static void run_avx2(void *of, uint32_t tick, uint32_t ticks) {
    army *a = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        for (uint32_t i = 0; i < a->agents; ++i) {
            decide_avx2(&a->soldiers[i], a->field->ids, a->field->fields[t % SETS], i * ENEMIES);
        }
    }
}

#endif

// ------------------------------------------------------------------------------------------------------------- by wits

static const char *const field_names[FIELDS] = {"distance", "threat", "angle", "health"};
static const char *const option_names[OPTIONS] = {"shoot", "flank", "throw", "charge"};

/// Arguments of one call for each pair.
static float ask_pair(const void *context, const wits_call *call, uint32_t option) {
    return score_of((float *const *)context, option, call->target->row);
}

#define CALL(n)                                                                                                        \
    static float call_##n(const void *context, const wits_call *call) {                                                \
        return ask_pair(context, call, n);                                                                             \
    }
CALL(0)
CALL(1)
CALL(2)
CALL(3)

static const wits_function calls[OPTIONS] = {
    {.name = "call_0", .score = call_0},
    {.name = "call_1", .score = call_1},
    {.name = "call_2", .score = call_2},
    {.name = "call_3", .score = call_3},
};

static const wits_brain *make_brain(bool by_calls, uint64_t *memory) {
    static const wits_curve squared = {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2};
    wits_target_field_desc fields[FIELDS];
    wits_state_desc states[1 + OPTIONS] = {{.name = "soldier", .kind = WITS_KIND_UTILITY, .inertia = INERTIA}};
    wits_consideration_desc rows[OPTIONS * (1 + CONSIDERATIONS)];
    char inputs[FIELDS][32];
    for (uint32_t i = 0; i < FIELDS; ++i) {
        fields[i] = (wits_target_field_desc){.name = field_names[i], .type = WITS_TYPE_FLOAT};
        snprintf(inputs[i], sizeof inputs[i], "enemy.%s", field_names[i]);
    }
    uint32_t count = 0;
    for (uint32_t o = 0; o < OPTIONS; ++o) {
        const uint16_t id = (uint16_t)(o + 1);
        states[id] =
            (wits_state_desc){.name = option_names[o], .target = "enemy", .score = by_calls ? calls[o].name : NULL};
        rows[count++] = (wits_consideration_desc){.of = id, .group = WITS_GROUP_PRODUCT};
        for (uint32_t c = 0; c < CONSIDERATIONS; ++c) {
            rows[count++] = (wits_consideration_desc){.of = id,
                                                      .depth = 1,
                                                      .input = inputs[rules[o][c].field],
                                                      .low = rules[o][c].lo,
                                                      .high = rules[o][c].hi,
                                                      .curves = c == 0 ? &squared : NULL,
                                                      .curve_count = c == 0};
        }
    }
    const wits_target_desc kinds[] = {{"enemy", fields, FIELDS}};
    return bench_compile(&(wits_desc){.states = states,
                                      .state_count = 1 + OPTIONS,
                                      .considerations = rows,
                                      .consideration_count = by_calls ? 0 : count,
                                      .functions = calls,
                                      .function_count = OPTIONS,
                                      .targets = kinds,
                                      .target_count = 1},
                         memory);
}

typedef struct wits_army {
    battlefield *field;
    uint64_t memory[BENCH_BRAIN_WORDS];
    wits_file *file;  ///< null: the brain is made of tables
    const wits_brain *brain;
    uint8_t *agents;
    uint32_t count;
    wits_column columns[SETS][FIELDS];
    wits_target_list lists[SETS];
    void *code, *scratch;
    wits_crowd crowd;
    wits_crowd_run run;
} wits_army;

typedef enum brain_source { FROM_TABLES, FROM_FILE, BY_CALLS } brain_source;

static wits_army *raise_army(battlefield *field, uint32_t agents, brain_source source) {
    wits_army *a = crowd_allocate(sizeof *a);
    a->field = field;
    a->count = agents;
    a->file = source == FROM_FILE ? wits_file_load(BENCH_BRAINS "/w4.yaml", NULL) : NULL;
    a->brain = a->file != NULL ? wits_file_brain(a->file) : make_brain(source == BY_CALLS, a->memory);
    a->agents = crowd_allocate(agents * wits_agent_size(a->brain));
    for (uint32_t set = 0; set < SETS; ++set) {
        for (uint32_t i = 0; i < FIELDS; ++i) {
            a->columns[set][i] =
                (wits_column){.base = field->fields[set][i], .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
        }
        a->lists[set] = (wits_target_list){
            .ids = field->ids, .count = field->agents * ENEMIES, .columns = a->columns[set], .offsets = field->offsets};
    }
    const size_t size = wits_crowd_code_size(a->brain);
    a->code = crowd_allocate(size);
    a->crowd = (wits_crowd){
        .code = wits_crowd_prepare(a->brain, a->code, size), .count = agents, .agents = a->agents, .functions = calls};
    a->scratch = crowd_allocate(wits_crowd_scratch_size(a->crowd.code, 0) + 64);
    a->run = (wits_crowd_run){.seed = CROWD_SEED, .scratch = (void *)(((uintptr_t)a->scratch + 63) / 64 * 64)};
    a->crowd.targets = &a->lists[0];
    a->crowd.contexts = field->fields[0];
    wits_crowd_start(&a->crowd, 0, agents, &a->run);
    return a;
}

static void disband(wits_army *a) {
    crowd_release(a->agents);
    crowd_release(a->code);
    crowd_release(a->scratch);
    wits_file_free(a->file);
    crowd_release(a);
}

static void run_crowd(void *of, uint32_t tick, uint32_t ticks) {
    wits_army *a = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        a->run.tick = t;
        a->crowd.targets = &a->lists[t % SETS];
        a->crowd.contexts = a->field->fields[t % SETS];
        wits_crowd_decide(&a->crowd, 0, a->count, &a->run);
    }
}

static void run_one_by_one(void *of, uint32_t tick, uint32_t ticks) {
    wits_army *a = of;
    const size_t size = wits_agent_size(a->brain);
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        wits_frame frame = {.tick = t,
                            .seed = CROWD_SEED,
                            .context = a->field->fields[t % SETS],
                            .functions = calls,
                            .targets = &a->lists[t % SETS]};
        for (uint32_t i = 0; i < a->count; ++i) {
            frame.agent = i;
            frame.row = i;
            wits_decide(a->brain, a->agents + i * size, &frame);
        }
    }
}

static uint64_t wits_digest(const void *of, uint32_t agent) {
    const wits_army *a = of;
    const uint8_t *bytes = a->agents + agent * wits_agent_size(a->brain);
    const wits_state_id option = wits_deepest(a->brain, bytes);
    return soldier_digest(option, wits_target_of(a->brain, bytes, option));
}

// ----------------------------------------------------------------------------------------------------- by generated C

#ifdef BENCH_GENERATED
#include "generated_w4.c"
#include "w4.h"

/// The same brain as C: bench/brains/w4.yaml.
typedef struct made_army {
    const battlefield *field;
    uint8_t *agents;
    uint32_t count;
    made_targets lists[SETS];
} made_army;

static made_army *raise_made(const battlefield *field, uint32_t agents) {
    made_army *a = crowd_allocate(sizeof *a);
    a->field = field;
    a->count = agents;
    a->agents = crowd_allocate((size_t)agents * MADE_AGENT_SIZE);
    memset(a->agents, 0, (size_t)agents * MADE_AGENT_SIZE);
    for (uint32_t set = 0; set < SETS; ++set) {
        float *const *fields = field->fields[set];
        a->lists[set] = (made_targets){.enemy = {.ids = field->ids,
                                                 .count = field->agents * ENEMIES,
                                                 .offsets = field->offsets,
                                                 .distance = fields[0],
                                                 .threat = fields[1],
                                                 .angle = fields[2],
                                                 .health = fields[3]}};
    }
    made_frame frame = {.seed = CROWD_SEED, .targets = &a->lists[0]};
    for (uint32_t i = 0; i < agents; ++i) {
        frame.agent = i;
        frame.row = i;
        made_start(a->agents + (size_t)i * MADE_AGENT_SIZE, &frame);
    }
    return a;
}

static void disband_made(made_army *a) {
    crowd_release(a->agents);
    crowd_release(a);
}

/// Many agents: compiled separately, as a game for this machine would be. Both have the same agents and lists.
typedef struct made_crowd {
    made_army *army;
    w4_crowd crowd;
    w4_targets lists[SETS];
    w4_crowd_run run;
    void *scratch;
} made_crowd;

static made_crowd *raise_made_crowd(const battlefield *field, uint32_t agents) {
    made_crowd *c = crowd_allocate(sizeof *c);
    memset(c, 0, sizeof *c);
    c->army = raise_made(field, agents);
    c->crowd.count = agents;
    c->crowd.agents = c->army->agents;
    c->scratch = crowd_allocate(w4_crowd_scratch_size() + 64);
    c->run.scratch = (void *)(((uintptr_t)c->scratch + 63) / 64 * 64);
    c->run.seed = CROWD_SEED;
    for (uint32_t set = 0; set < SETS; ++set) {
        float *const *fields = field->fields[set];
        c->lists[set].enemy = (w4_enemy_list){.ids = field->ids,
                                              .count = field->agents * ENEMIES,
                                              .offsets = field->offsets,
                                              .distance = fields[0],
                                              .threat = fields[1],
                                              .angle = fields[2],
                                              .health = fields[3]};
    }
    return c;
}

static void disband_made_crowd(made_crowd *c) {
    disband_made(c->army);
    crowd_release(c->scratch);
    crowd_release(c);
}

static void run_made_crowd(void *of, uint32_t tick, uint32_t ticks) {
    made_crowd *c = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        c->run.tick = t;
        c->crowd.targets = &c->lists[t % SETS];
        w4_crowd_decide(&c->crowd, 0, c->crowd.count, &c->run);
    }
}

static void run_made(void *of, uint32_t tick, uint32_t ticks) {
    made_army *a = of;
    for (uint32_t t = tick; t < tick + ticks; ++t) {
        made_frame frame = {.tick = t, .seed = CROWD_SEED, .targets = &a->lists[t % SETS]};
        for (uint32_t i = 0; i < a->count; ++i) {
            frame.agent = i;
            frame.row = i;
            made_decide(a->agents + (size_t)i * MADE_AGENT_SIZE, &frame);
        }
    }
}

static uint64_t made_digest(const void *of, uint32_t agent) {
    const made_army *a = of;
    const uint8_t *bytes = a->agents + (size_t)agent * MADE_AGENT_SIZE;
    const uint16_t option = made_deepest(bytes);
    return soldier_digest(option, made_target_of(bytes, option));
}

static uint64_t made_crowd_digest(const void *of, uint32_t agent) {
    return made_digest(((const made_crowd *)of)->army, agent);
}
#endif

// ----------------------------------------------------------------------------------------------------------- workload

static army raise_soldiers(const battlefield *field, uint32_t agents) {
    army a = {field, crowd_allocate(agents * sizeof(soldier)), agents};
    for (uint32_t i = 0; i < agents; ++i) {  // as wits_crowd_start does
        decide_by_loop(&a.soldiers[i], field->ids, field->fields[0], i * ENEMIES);
    }
    return a;
}

bool bench_crowd_w4(const bench_options *options) {
    if (!bench_wanted("W4", options)) {
        return true;
    }
    const uint32_t agents = options->agents < MOST_AGENTS ? options->agents : MOST_AGENTS / CROWD_GRAIN * CROWD_GRAIN;
    const uint32_t few = agents / CROWD_SINGLE_SHARE;
    battlefield *field = make_battlefield(agents);
    army by_loop = raise_soldiers(field, agents), by_vectors = raise_soldiers(field, agents);
    wits_army *blocks = raise_army(field, agents, FROM_TABLES), *filed = raise_army(field, agents, FROM_FILE);
    wits_army *one = raise_army(field, few, FROM_TABLES), *called = raise_army(field, few, BY_CALLS);
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count, (bench_variant){"loop", &by_loop, run_loop, .agent_digest = army_digest});
#if CROWD_X86
    if (crowd_has_avx2()) {
        crowd_add(variants, &count,
                  (bench_variant){"by_hand", &by_vectors, run_avx2, NULL, {{"loop", 0.0}}, army_digest});
    }
#endif
    crowd_add(variants, &count,
              (bench_variant){"one_agent", one, run_one_by_one, NULL, {{"loop", 2.5}}, wits_digest, few});
    crowd_add(variants, &count,
              (bench_variant){"call_per_pair", called, run_one_by_one, NULL, {{"loop", 0.0}}, wits_digest, few});
    crowd_add(
        variants, &count,
        (bench_variant){
            "wits", blocks, run_crowd, NULL, {{"by_hand", 1.8}, {"call_per_pair", 0.25}, {"loop", 0.0}}, wits_digest});
    crowd_add(variants, &count,
              (bench_variant){"wits_file", filed, run_crowd, NULL, {{"by_hand", 1.8}, {"wits", 0.0}}, wits_digest});
#ifdef BENCH_GENERATED
    made_army *made = raise_made(field, agents);
    made_crowd *crowd_made = raise_made_crowd(field, agents);
    crowd_add(variants, &count, (bench_variant){"made", made, run_made, NULL, {{"loop", 1.2}}, made_digest});
    crowd_add(variants, &count,
              (bench_variant){"made_crowd", crowd_made, run_made_crowd, NULL, {{"wits", 1.0}}, made_crowd_digest});
#endif
    const bool same = bench_run(
        &(bench_workload){"W4", "4 options of 3 considerations over 16 targets", agents, TICKS, variants, count},
        options);
#ifdef BENCH_GENERATED
    disband_made(made);
    disband_made_crowd(crowd_made);
#endif
    disband(blocks);
    disband(filed);
    disband(one);
    disband(called);
    crowd_release(by_loop.soldiers);
    crowd_release(by_vectors.soldiers);
    free_battlefield(field);
    return same;
}
