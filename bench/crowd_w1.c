// SPDX-License-Identifier: MIT
// W1, many agents: a flat machine, reference enemy 2, in mixed phases.
#include "crowd.h"

#if CROWD_X86
#include <immintrin.h>
#endif

// The machine's states as the code by hand numbers them.
enum { WAIT, MOVE, CHANGE_DIRECTION };
enum { X, Y, TURNS, DIRECTION, STATE };

static const int32_t step_x[4] = {0, 1, 0, -1};
static const int32_t step_y[4] = {-1, 0, 1, 0};

static uint32_t begin(uint32_t agent, void *const *values) {
    // The four phases of the machine, each in four directions.
    static const uint8_t first[] = {CHANGE_DIRECTION, MOVE, MOVE, WAIT};
    static const uint8_t turns[] = {0, 2, 1, 0};
    uint32_t phase = crowd_scatter(agent);
    *(int32_t *)values[X] = (int32_t)(agent % 1000);
    *(int32_t *)values[Y] = (int32_t)(agent / 1000);
    *(uint8_t *)values[TURNS] = turns[phase & 3];
    *(uint8_t *)values[DIRECTION] = phase >> 2 & 3;
    return first[phase & 3];
}

static crowd_model model = {
    .file = "w1.yaml",
    .states = (const char *const[]){"wait", "move", "change_direction"},
    .codes = (const uint8_t[]){WAIT, MOVE, CHANGE_DIRECTION},
    .state_count = 3,
    .begin = begin,
};

// ------------------------------------------------------------------------------------------ one agent after another

typedef struct enemy {
    int32_t x, y;
    uint8_t turns;
    uint8_t direction;
    uint8_t state;
} enemy;

typedef struct switch_world {
    enemy *enemies;
    uint32_t agents;
} switch_world;

static inline void switch_tick(enemy *self) {
    switch (self->state) {
    case WAIT:
        if (self->turns == 0) {
            self->direction = (self->direction + 1) & 3;
            self->state = CHANGE_DIRECTION;
        } else {
            --self->turns;
        }
        break;
    case MOVE:
        if (self->turns == 0) {
            self->turns = 0;  // a wait of one turn, of which this tick is the first
            self->state = WAIT;
        } else {
            --self->turns;
            self->x += step_x[self->direction];
            self->y += step_y[self->direction];
        }
        break;
    default:
        self->turns = 1;  // two turns, of which this tick is the first
        self->state = MOVE;
        self->x += step_x[self->direction];
        self->y += step_y[self->direction];
        break;
    }
}

static void run_switch(void *of, uint32_t tick, uint32_t ticks) {
    switch_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            switch_tick(&world->enemies[i]);
        }
    }
}

static uint64_t switch_digest(const void *of, uint32_t agent) {
    const enemy *self = &((const switch_world *)of)->enemies[agent];
    const void *const values[] = {&self->x, &self->y, &self->turns, &self->direction};
    return crowd_digest(&model, values, self->state);
}

// ---------------------------------------------------------------------------------------------------------- by hand

// A tick depends on the state and on whether its turns have ended: number = state + 4 if they have, at most 6. In
// change_direction they always have, because an agent gets there only then.
#define TABLE(wait_on, move_on, wait_over, move_over, change_over)                                                     \
    { wait_on, move_on, 0, 0, wait_over, move_over, change_over, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
#define STAYS (-128)  // not an index into the steps
static const int8_t next_state[16] = TABLE(WAIT, MOVE, CHANGE_DIRECTION, WAIT, MOVE);
static const int8_t turns_more[16] = TABLE(-1, -1, 0, 0, 1);
static const int8_t turn_right[16] = TABLE(0, 0, 1, 0, 0);
static const int8_t stay_put[16] = TABLE(STAYS, 0, STAYS, STAYS, 0);
static const int8_t bytes_x[16] = {0, 1, 0, -1};
static const int8_t bytes_y[16] = {-1, 0, 1, 0};

#if CROWD_X86

CROWD_AVX2 CROWD_INLINE __m256i table_avx2(const int8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

/// Adds eight bytes to eight ints.
CROWD_AVX2 CROWD_INLINE void add_avx2(int32_t *to, __m128i bytes) {
    __m256i *at = (__m256i *)to;
    _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), _mm256_cvtepi8_epi32(bytes)));
}

CROWD_AVX2 CROWD_INLINE void step_avx2(int32_t *to, __m256i steps) {
    __m128i low = _mm256_castsi256_si128(steps);
    __m128i high = _mm256_extracti128_si256(steps, 1);
    add_avx2(to, low);
    add_avx2(to + 8, _mm_unpackhi_epi64(low, low));
    add_avx2(to + 16, high);
    add_avx2(to + 24, _mm_unpackhi_epi64(high, high));
}

CROWD_AVX2 static void by_hand_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    int32_t *x = columns[X], *y = columns[Y];
    uint8_t *turns = columns[TURNS], *direction = columns[DIRECTION], *state = columns[STATE];
    const __m256i next = table_avx2(next_state), more = table_avx2(turns_more), right = table_avx2(turn_right);
    const __m256i stay = table_avx2(stay_put), along_x = table_avx2(bytes_x), along_y = table_avx2(bytes_y);
    for (size_t i = first; i < (size_t)first + count; i += 32) {
        __m256i *at_turns = (__m256i *)(turns + i), *at_direction = (__m256i *)(direction + i);
        __m256i *at_state = (__m256i *)(state + i);
        __m256i t = _mm256_loadu_si256(at_turns);
        __m256i over = _mm256_and_si256(_mm256_cmpeq_epi8(t, _mm256_setzero_si256()), _mm256_set1_epi8(4));
        __m256i number = _mm256_or_si256(_mm256_loadu_si256(at_state), over);
        __m256i d = _mm256_add_epi8(_mm256_loadu_si256(at_direction), _mm256_shuffle_epi8(right, number));
        d = _mm256_and_si256(d, _mm256_set1_epi8(3));
        _mm256_storeu_si256(at_state, _mm256_shuffle_epi8(next, number));
        _mm256_storeu_si256(at_turns, _mm256_add_epi8(t, _mm256_shuffle_epi8(more, number)));
        _mm256_storeu_si256(at_direction, d);
        __m256i way = _mm256_or_si256(d, _mm256_shuffle_epi8(stay, number));
        step_avx2(x + i, _mm256_shuffle_epi8(along_x, way));
        step_avx2(y + i, _mm256_shuffle_epi8(along_y, way));
    }
}

CROWD_AVX512 CROWD_INLINE __m512i table_avx512(const int8_t *table) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

CROWD_AVX512 CROWD_INLINE void add_avx512(int32_t *to, __m128i bytes) {
    _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_loadu_si512(to), _mm512_cvtepi8_epi32(bytes)));
}

CROWD_AVX512 CROWD_INLINE void step_avx512(int32_t *to, __m512i steps) {
    add_avx512(to, _mm512_castsi512_si128(steps));
    add_avx512(to + 16, _mm512_extracti32x4_epi32(steps, 1));
    add_avx512(to + 32, _mm512_extracti32x4_epi32(steps, 2));
    add_avx512(to + 48, _mm512_extracti32x4_epi32(steps, 3));
}

CROWD_AVX512 static void by_hand_avx512(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    int32_t *x = columns[X], *y = columns[Y];
    uint8_t *turns = columns[TURNS], *direction = columns[DIRECTION], *state = columns[STATE];
    const __m512i next = table_avx512(next_state), more = table_avx512(turns_more);
    const __m512i right = table_avx512(turn_right), stay = table_avx512(stay_put);
    const __m512i along_x = table_avx512(bytes_x), along_y = table_avx512(bytes_y);
    for (size_t i = first; i < (size_t)first + count; i += 64) {
        __m512i t = _mm512_loadu_si512(turns + i);
        __m512i s = _mm512_loadu_si512(state + i);
        __m512i number = _mm512_mask_add_epi8(s, _mm512_testn_epi8_mask(t, t), s, _mm512_set1_epi8(4));
        __m512i d = _mm512_add_epi8(_mm512_loadu_si512(direction + i), _mm512_shuffle_epi8(right, number));
        d = _mm512_and_si512(d, _mm512_set1_epi8(3));
        _mm512_storeu_si512(state + i, _mm512_shuffle_epi8(next, number));
        _mm512_storeu_si512(turns + i, _mm512_add_epi8(t, _mm512_shuffle_epi8(more, number)));
        _mm512_storeu_si512(direction + i, d);
        __m512i way = _mm512_or_si512(d, _mm512_shuffle_epi8(stay, number));
        step_avx512(x + i, _mm512_shuffle_epi8(along_x, way));
        step_avx512(y + i, _mm512_shuffle_epi8(along_y, way));
    }
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

// ---------------------------------------------------------------------------------------------------------- workload

crowd_workload crowd_w1(void) {
    crowd_load(&model);
    return (crowd_workload){&model, best_by_hand};
}

static void make_switch(switch_world *world, uint32_t agents) {
    *world = (switch_world){crowd_allocate(agents * sizeof(enemy)), agents};
    for (uint32_t i = 0; i < agents; ++i) {
        enemy *self = &world->enemies[i];
        self->state = (uint8_t)begin(i, (void *const[]){&self->x, &self->y, &self->turns, &self->direction});
    }
}

bool bench_crowd_w1(const bench_options *options) {
    if (!bench_wanted("W1", options)) {
        return true;
    }
    crowd_load(&model);
    switch_world structs;
    make_switch(&structs, options->agents);
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count, (bench_variant){"switch", &structs, run_switch, .agent_digest = switch_digest});
    crowd_add_columns(variants, &count,
                      &(crowd_hands){&model, options->agents, CROWD_HANDS(by_hand), 0.2, 2.5, CROWD_GENERATED(w1)});
    bool same =
        bench_run(&(bench_workload){"W1", "a flat machine", options->agents, CROWD_TICKS, variants, count}, options);
    crowd_print_plan("W1", &model, options);
    crowd_free_columns(variants, count);
    crowd_release(structs.enemies);
    return same;
}
