// SPDX-License-Identifier: MIT
// W3, many agents: four options by score, reference enemy 4, on inputs that drift every tick.
#include "crowd.h"

#if CROWD_X86
#include <immintrin.h>
#endif

// One bit each, so that the hand-written code finds the first of the best options with a subtraction.
enum { IDLE = 1, GATHER_FOOD = 2, GATHER_WOOD = 4, ATTACK_OPPONENT = 8 };
enum { HUNGER, FOOD, TREES, OPPONENT, STRENGTH, WOOD, STATE };

static const uint8_t codes[] = {IDLE, GATHER_FOOD, GATHER_WOOD, ATTACK_OPPONENT};

static uint32_t begin(uint32_t agent, void *const *values) {
    uint32_t scattered = crowd_scatter(agent);
    float phase = (float)(scattered & 255) / 256.0f;
    float other = (float)(scattered >> 8 & 255) / 256.0f;
    *(float *)values[HUNGER] = phase;
    *(float *)values[FOOD] = 1.0f - other;
    *(float *)values[TREES] = other;
    *(float *)values[OPPONENT] = 1.0f - 0.5f * phase;
    *(float *)values[STRENGTH] = 0.0f;
    *(uint8_t *)values[WOOD] = 0;
    return 0;
}

// ---------------------------------------------------------------------------------------------------------- the world

// Every input increases or decreases, and wraps around at the end of its range.

CROWD_INLINE float grow(float value, float by, float most) {
    value += by;
    return value > most ? 0.0f : value;
}

CROWD_INLINE float come_closer(float value, float by) {
    value -= by;
    return value < 0.0f ? 1.0f : value;
}

/// Every 64 ticks one needs another piece of wood, each agent at its own time.
static inline bool needs_wood(uint32_t agent, uint32_t tick) {
    return ((agent + tick + 1) & 63u) == 0;
}

CROWD_INLINE void drift(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    float *restrict hunger = (float *)columns[HUNGER] + first, *restrict food = (float *)columns[FOOD] + first;
    float *restrict trees = (float *)columns[TREES] + first, *restrict opponent = (float *)columns[OPPONENT] + first;
    float *restrict strength = (float *)columns[STRENGTH] + first;
    uint8_t *wood = columns[WOOD];
    for (uint32_t i = 0; i < count; ++i) {
        hunger[i] = grow(hunger[i], 0.011f, 1.0f);
        food[i] = come_closer(food[i], 0.023f);
        trees[i] = come_closer(trees[i], 0.013f);
        opponent[i] = come_closer(opponent[i], 0.005f);
        strength[i] = grow(strength[i], 0.002f, 0.5f);
    }
    for (uint32_t i = first + ((0u - (first + tick + 1)) & 63u); i < first + count; i += 64) {
        ++wood[i];
    }
}

CROWD_AVX2 static void drift_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    drift(columns, first, count, tick);
}

static void drift_baseline(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    drift(columns, first, count, tick);
}

/// Column by column, vectorised by the compiler; shared by all variants with columns.
static void world_of_columns(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    (crowd_has_avx2() ? drift_avx2 : drift_baseline)(columns, first, count, tick);
}

// W3_own: the brain has the world in its `update` texts, which run after the decision.

CROWD_INLINE float rise(float value, float by, float most) {
    return value + by - (value > most ? 1.0f : 0.0f);
}

CROWD_INLINE float sink(float value, float by, float least) {
    return value - by + (value < least ? 1.0f : 0.0f);
}

CROWD_INLINE void drift_own(void *const *columns, uint32_t first, uint32_t count) {
    float *restrict hunger = (float *)columns[HUNGER] + first, *restrict food = (float *)columns[FOOD] + first;
    float *restrict trees = (float *)columns[TREES] + first, *restrict opponent = (float *)columns[OPPONENT] + first;
    float *restrict strength = (float *)columns[STRENGTH] + first;
    uint8_t *restrict wood = (uint8_t *)columns[WOOD] + first;
    for (uint32_t i = 0; i < count; ++i) {
        hunger[i] = rise(hunger[i], 0.011f, 0.98f);
        food[i] = sink(food[i], 0.023f, 0.03f);
        trees[i] = sink(trees[i], 0.013f, 0.02f);
        opponent[i] = sink(opponent[i], 0.005f, 0.01f);
        strength[i] = rise(strength[i], 0.002f, 0.5f);
    }
    for (uint32_t i = 0; i < count; ++i) {
        wood[i] = (uint8_t)(wood[i] + (hunger[i] < 0.01f ? 1 : 0));
    }
}

static crowd_model model = {
    .file = "w3.yaml",
    .states = (const char *const[]){"idle", "gather_food", "gather_wood", "attack_opponent"},
    .codes = codes,
    .state_count = 4,
    .begin = begin,
    .world = world_of_columns,
    .slice = 1024,
    .wits_slice = 8192,
};

// ------------------------------------------------------------------------------------------ one agent after another

typedef struct enemy {
    float hunger;
    float distance_to_food;
    float distance_to_trees;
    float distance_to_opponent;
    float opponent_strength;
    uint8_t wood_needed;
    uint8_t state;  ///< a row of the model's states
} enemy;

typedef struct switch_world {
    enemy *enemies;
    uint32_t agents;
} switch_world;

static inline void drift_one(enemy *self, uint32_t agent, uint32_t tick) {
    self->hunger = grow(self->hunger, 0.011f, 1.0f);
    self->distance_to_food = come_closer(self->distance_to_food, 0.023f);
    self->distance_to_trees = come_closer(self->distance_to_trees, 0.013f);
    self->distance_to_opponent = come_closer(self->distance_to_opponent, 0.005f);
    self->opponent_strength = grow(self->opponent_strength, 0.002f, 0.5f);
    if (needs_wood(agent, tick)) {
        ++self->wood_needed;
    }
}

static inline void score(const enemy *self, float scores[4]) {
    scores[0] = 0.001f;
    scores[1] = self->hunger * (1.0f - self->distance_to_food);
    scores[2] = (self->wood_needed > 0 ? 1.0f : 0.0f) * (1.0f - self->distance_to_trees);
    scores[3] = (1.0f - self->distance_to_opponent) + self->opponent_strength;
}

static inline uint8_t choose_best(const enemy *self) {
    float scores[4];
    score(self, scores);
    float best_score = scores[0];
    uint8_t best = 0;
    if (scores[1] > best_score) {
        best_score = scores[1];
        best = 1;
    }
    if (scores[2] > best_score) {
        best_score = scores[2];
        best = 2;
    }
    if (scores[3] > best_score) {
        best_score = scores[3];
        best = 3;
    }
    return scores[self->state] == best_score ? self->state : best;  // a tie keeps the current one
}

/// No score is below 0, and that of idling is above 0.
static inline uint8_t choose_by_chance(const enemy *self, uint32_t agent, uint32_t tick) {
    float scores[4];
    score(self, scores);
    float limit = wits_random(CROWD_SEED, agent, tick, 0) * (((scores[0] + scores[1]) + scores[2]) + scores[3]);
    float sum = scores[0];
    uint8_t chosen = 0;
    while (chosen < 3 && sum <= limit) {
        sum += scores[++chosen];
    }
    return chosen;
}

static inline void enter(enemy *self, uint8_t state) {
    if (state == self->state) {
        return;
    }
    self->state = state;
    switch (state) {
    case 1:
        self->hunger = 0.0f;
        self->distance_to_food = 1.0f;
        break;
    case 2:
        if (self->wood_needed > 0) {
            --self->wood_needed;
        }
        self->distance_to_trees = 1.0f;
        break;
    case 3:
        self->distance_to_opponent = 1.0f;
        self->opponent_strength = 0.0f;
        break;
    default:
        break;
    }
}

static void run_switch(void *of, uint32_t tick, uint32_t ticks) {
    switch_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            enemy *self = &world->enemies[i];
            drift_one(self, i, tick + t);
            enter(self, choose_best(self));
        }
    }
}

static void run_switch_own(void *of, uint32_t tick, uint32_t ticks) {
    switch_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            enemy *self = &world->enemies[i];
            enter(self, choose_best(self));
            self->hunger = rise(self->hunger, 0.011f, 0.98f);
            self->distance_to_food = sink(self->distance_to_food, 0.023f, 0.03f);
            self->distance_to_trees = sink(self->distance_to_trees, 0.013f, 0.02f);
            self->distance_to_opponent = sink(self->distance_to_opponent, 0.005f, 0.01f);
            self->opponent_strength = rise(self->opponent_strength, 0.002f, 0.5f);
            self->wood_needed = (uint8_t)(self->wood_needed + (self->hunger < 0.01f ? 1 : 0));
        }
    }
}

static void run_switch_drawn(void *of, uint32_t tick, uint32_t ticks) {
    switch_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            enemy *self = &world->enemies[i];
            drift_one(self, i, tick + t);
            enter(self, choose_by_chance(self, i, tick + t));
        }
    }
}

static uint64_t switch_digest(const void *of, uint32_t agent) {
    const enemy *self = &((const switch_world *)of)->enemies[agent];
    const void *const values[] = {&self->hunger,
                                  &self->distance_to_food,
                                  &self->distance_to_trees,
                                  &self->distance_to_opponent,
                                  &self->opponent_strength,
                                  &self->wood_needed};
    return crowd_digest(&model, values, self->state);
}

// ---------------------------------------------------------------------------------------------------------- by hand

#if CROWD_X86

/// The columns in registers: stores to them could change an array of pointers.
typedef struct floats {
    float *hunger, *food, *trees, *opponent, *strength;
} floats;

CROWD_INLINE floats floats_of(void *const *columns) {
    return (floats){columns[HUNGER], columns[FOOD], columns[TREES], columns[OPPONENT], columns[STRENGTH]};
}

/// Eight agents: writes their fields and returns their new states; `*gathers` are those that begin to gather wood.
CROWD_AVX2 CROWD_INLINE __m256i eight_avx2(floats at, size_t i, __m256i wood, __m256i state, __m256i *gathers) {
    const __m256 one = _mm256_set1_ps(1.0f);
    __m256 hunger = _mm256_loadu_ps(at.hunger + i), food = _mm256_loadu_ps(at.food + i);
    __m256 trees = _mm256_loadu_ps(at.trees + i), opponent = _mm256_loadu_ps(at.opponent + i);
    __m256 strength = _mm256_loadu_ps(at.strength + i);
    __m256 needed = _mm256_castsi256_ps(_mm256_cmpgt_epi32(wood, _mm256_setzero_si256()));
    __m256 idle_score = _mm256_set1_ps(0.001f);
    __m256 food_score = _mm256_mul_ps(hunger, _mm256_sub_ps(one, food));
    __m256 wood_score = _mm256_and_ps(needed, _mm256_sub_ps(one, trees));
    __m256 attack_score = _mm256_add_ps(_mm256_sub_ps(one, opponent), strength);
    __m256 best = _mm256_max_ps(_mm256_max_ps(idle_score, food_score), _mm256_max_ps(wood_score, attack_score));

    // Selects, among the best options, the current one if it is there, else the first.
    __m256i idle =
        _mm256_and_si256(_mm256_castps_si256(_mm256_cmp_ps(idle_score, best, _CMP_EQ_OQ)), _mm256_set1_epi32(IDLE));
    __m256i gather_food = _mm256_and_si256(_mm256_castps_si256(_mm256_cmp_ps(food_score, best, _CMP_EQ_OQ)),
                                           _mm256_set1_epi32(GATHER_FOOD));
    __m256i gather_wood = _mm256_and_si256(_mm256_castps_si256(_mm256_cmp_ps(wood_score, best, _CMP_EQ_OQ)),
                                           _mm256_set1_epi32(GATHER_WOOD));
    __m256i attack = _mm256_and_si256(_mm256_castps_si256(_mm256_cmp_ps(attack_score, best, _CMP_EQ_OQ)),
                                      _mm256_set1_epi32(ATTACK_OPPONENT));
    __m256i bits = _mm256_or_si256(_mm256_or_si256(idle, gather_food), _mm256_or_si256(gather_wood, attack));
    __m256i lowest = _mm256_and_si256(bits, _mm256_sub_epi32(_mm256_setzero_si256(), bits));
    __m256i among = _mm256_cmpeq_epi32(_mm256_and_si256(bits, state), state);
    __m256i next = _mm256_blendv_epi8(lowest, state, among);

    __m256i entered = _mm256_andnot_si256(among, next);  // no bit where nothing changed
    __m256 eats = _mm256_castsi256_ps(_mm256_cmpeq_epi32(entered, _mm256_set1_epi32(GATHER_FOOD)));
    *gathers = _mm256_cmpeq_epi32(entered, _mm256_set1_epi32(GATHER_WOOD));
    __m256 attacks = _mm256_castsi256_ps(_mm256_cmpeq_epi32(entered, _mm256_set1_epi32(ATTACK_OPPONENT)));
    _mm256_storeu_ps(at.hunger + i, _mm256_andnot_ps(eats, hunger));
    _mm256_storeu_ps(at.food + i, _mm256_blendv_ps(food, one, eats));
    _mm256_storeu_ps(at.trees + i, _mm256_blendv_ps(trees, one, _mm256_castsi256_ps(*gathers)));
    _mm256_storeu_ps(at.opponent + i, _mm256_blendv_ps(opponent, one, attacks));
    _mm256_storeu_ps(at.strength + i, _mm256_andnot_ps(attacks, strength));
    return next;
}

CROWD_AVX2 static void by_hand_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    const floats at = floats_of(columns);
    uint8_t *wood = columns[WOOD], *state = columns[STATE];
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (size_t i = first; i < (size_t)first + count; i += 32) {
        __m256i next[4], gathers[4];
        for (size_t part = 0; part < 4; ++part) {
            size_t eight = i + 8 * part;
            __m256i needed = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(wood + eight)));
            __m256i now = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(state + eight)));
            next[part] = eight_avx2(at, eight, needed, now, &gathers[part]);
        }
        __m256i states = _mm256_packs_epi16(_mm256_packs_epi32(next[0], next[1]), _mm256_packs_epi32(next[2], next[3]));
        __m256i fewer =
            _mm256_packs_epi16(_mm256_packs_epi32(gathers[0], gathers[1]), _mm256_packs_epi32(gathers[2], gathers[3]));
        // An agent gathers wood only if it needs some, or it would have scored nothing: no number falls below 0.
        __m256i *at_wood = (__m256i *)(wood + i);
        _mm256_storeu_si256((__m256i *)(state + i), _mm256_permutevar8x32_epi32(states, order));
        _mm256_storeu_si256(at_wood,
                            _mm256_add_epi8(_mm256_loadu_si256(at_wood), _mm256_permutevar8x32_epi32(fewer, order)));
    }
}

CROWD_AVX512 static void by_hand_avx512(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    float *at_hunger = columns[HUNGER], *at_food = columns[FOOD], *at_trees = columns[TREES];
    float *at_opponent = columns[OPPONENT], *at_strength = columns[STRENGTH];
    uint8_t *at_wood = columns[WOOD], *at_state = columns[STATE];
    const __m512 one = _mm512_set1_ps(1.0f), zero = _mm512_setzero_ps(), idle = _mm512_set1_ps(0.001f);
    for (size_t i = first; i < (size_t)first + count; i += 16) {
        __m512 hunger = _mm512_loadu_ps(at_hunger + i), food = _mm512_loadu_ps(at_food + i);
        __m512 trees = _mm512_loadu_ps(at_trees + i), opponent = _mm512_loadu_ps(at_opponent + i);
        __m512 strength = _mm512_loadu_ps(at_strength + i);
        __m128i wood = _mm_loadu_si128((const __m128i *)(at_wood + i));
        __m128i state = _mm_loadu_si128((const __m128i *)(at_state + i));
        __m512 food_score = _mm512_mul_ps(hunger, _mm512_sub_ps(one, food));
        __m512 wood_score = _mm512_maskz_sub_ps(_mm_test_epi8_mask(wood, wood), one, trees);
        __m512 attack_score = _mm512_add_ps(_mm512_sub_ps(one, opponent), strength);
        __m512 best = _mm512_max_ps(_mm512_max_ps(idle, food_score), _mm512_max_ps(wood_score, attack_score));
        __m128i bits = _mm_maskz_set1_epi8(_mm512_cmp_ps_mask(idle, best, _CMP_EQ_OQ), IDLE);
        bits =
            _mm_mask_add_epi8(bits, _mm512_cmp_ps_mask(food_score, best, _CMP_EQ_OQ), bits, _mm_set1_epi8(GATHER_FOOD));
        bits =
            _mm_mask_add_epi8(bits, _mm512_cmp_ps_mask(wood_score, best, _CMP_EQ_OQ), bits, _mm_set1_epi8(GATHER_WOOD));
        bits = _mm_mask_add_epi8(bits, _mm512_cmp_ps_mask(attack_score, best, _CMP_EQ_OQ), bits,
                                 _mm_set1_epi8(ATTACK_OPPONENT));
        __m128i lowest = _mm_and_si128(bits, _mm_sub_epi8(_mm_setzero_si128(), bits));
        __mmask16 changes = _mm_testn_epi8_mask(bits, state);
        __m128i next = _mm_mask_mov_epi8(state, changes, lowest);
        __mmask16 eats = _mm_mask_cmpeq_epi8_mask(changes, next, _mm_set1_epi8(GATHER_FOOD));
        __mmask16 gathers = _mm_mask_cmpeq_epi8_mask(changes, next, _mm_set1_epi8(GATHER_WOOD));
        __mmask16 attacks = _mm_mask_cmpeq_epi8_mask(changes, next, _mm_set1_epi8(ATTACK_OPPONENT));
        _mm512_storeu_ps(at_hunger + i, _mm512_mask_mov_ps(hunger, eats, zero));
        _mm512_storeu_ps(at_food + i, _mm512_mask_mov_ps(food, eats, one));
        _mm512_storeu_ps(at_trees + i, _mm512_mask_mov_ps(trees, gathers, one));
        _mm512_storeu_ps(at_opponent + i, _mm512_mask_mov_ps(opponent, attacks, one));
        _mm512_storeu_ps(at_strength + i, _mm512_mask_mov_ps(strength, attacks, zero));
        _mm_storeu_si128((__m128i *)(at_state + i), next);
        _mm_storeu_si128((__m128i *)(at_wood + i), _mm_mask_sub_epi8(wood, gathers, wood, _mm_set1_epi8(1)));
    }
}

CROWD_AVX2 static void by_hand_own_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    by_hand_avx2(columns, first, count, tick);
    drift_own(columns, first, count);
}

CROWD_AVX512 static void by_hand_own_avx512(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    by_hand_avx512(columns, first, count, tick);
    drift_own(columns, first, count);
}

#endif

static crowd_columns_fn *best_by_hand(void) {
#if CROWD_X86
    if (crowd_has_avx512()) {
        return by_hand_avx512;
    }
    if (crowd_has_avx2()) {
        return by_hand_avx2;
    }
#endif
    return NULL;
}

crowd_workload crowd_w3(void) {
    crowd_load(&model);
    return (crowd_workload){&model, best_by_hand};
}

// ---------------------------------------------------------------------------------------------------------- workload

static void make_switch(switch_world *world, uint32_t agents) {
    *world = (switch_world){crowd_allocate(agents * sizeof(enemy)), agents};
    for (uint32_t i = 0; i < agents; ++i) {
        enemy *self = &world->enemies[i];
        void *const values[] = {&self->hunger,
                                &self->distance_to_food,
                                &self->distance_to_trees,
                                &self->distance_to_opponent,
                                &self->opponent_strength,
                                &self->wood_needed};
        self->state = (uint8_t)begin(i, values);
    }
}

static bool run(const char *name, crowd_model *of, bench_variant by_switch, const crowd_hands *hands,
                const bench_options *options) {
    switch_world structs;
    make_switch(&structs, options->agents);
    by_switch.world = &structs;
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count, by_switch);
    crowd_add_columns(variants, &count, hands);
    bool same = bench_run(&(bench_workload){name, "four options by score, on inputs that drift", options->agents,
                                            CROWD_TICKS, variants, count},
                          options);
    crowd_print_plan(name, of, options);
    crowd_free_columns(variants, count);
    crowd_release(structs.enemies);
    return same;
}

bool bench_crowd_w3(const bench_options *options) {
    bool same = true;
    crowd_load(&model);
    if (bench_wanted("W3", options)) {
        crowd_hands hands = {&model, options->agents, CROWD_HANDS(by_hand), 0.0, 2.0, CROWD_GENERATED(w3)};
        bench_variant best = {"switch", NULL, run_switch, .agent_digest = switch_digest};
        same = run("W3", &model, best, &hands, options);
    }
    if (bench_wanted("W3_own", options)) {
        crowd_model own = model;
        own.file = "w3_own.yaml";
        own.brain = NULL;
        own.world = NULL;
        crowd_load(&own);
        crowd_hands hands = {&own, options->agents, CROWD_HANDS(by_hand_own), 0.0, 2.5, CROWD_GENERATED(w3own)};
        bench_variant best = {"switch", NULL, run_switch_own, .agent_digest = switch_digest};
        same = run("W3_own", &own, best, &hands, options) && same;
    }
    if (bench_wanted("W3_drawn", options)) {  // no code by hand over columns exists for that
        crowd_model drawn = model;
        drawn.file = "w3_drawn.yaml";
        drawn.brain = NULL;
        crowd_load(&drawn);
        crowd_hands hands = {&drawn, options->agents, NULL, NULL, 0.0, 0.0};
        bench_variant by_chance = {"switch", NULL, run_switch_drawn, .agent_digest = switch_digest};
        same = run("W3_drawn", &drawn, by_chance, &hands, options) && same;
    }
    return same;
}
