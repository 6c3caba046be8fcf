// SPDX-License-Identifier: MIT
// W2, many agents: machines inside a machine, reference enemy 3. While there is no player, one appears with 5 per cent
// a tick: by the library's own randomness, and in W2_xorshift by a generator of each agent's own.
#include "crowd.h"
#include "expr/random.h"

#if CROWD_X86
#include <immintrin.h>
#endif

enum { FIND_WAYPOINT, WALK_TO_WAYPOINT, WALK_TO_PLAYER, ATTACK_PLAYER };
enum { NONE, FOUND, REACHED };
enum { WAYPOINT, PLAYER, STATE, RANDOM = STATE };

static uint32_t begin(uint32_t agent, void *const *values) {
    bool walks = crowd_scatter(agent) & 1;
    *(uint8_t *)values[WAYPOINT] = walks ? REACHED : FOUND;
    *(uint8_t *)values[PLAYER] = NONE;
    return walks ? WALK_TO_WAYPOINT : FIND_WAYPOINT;
}

static crowd_model model = {
    .file = "w2.yaml",
    .states = (const char *const[]){"find_waypoint", "walk_towards_waypoint", "walk_towards_player", "attack_player"},
    .codes = (const uint8_t[]){FIND_WAYPOINT, WALK_TO_WAYPOINT, WALK_TO_PLAYER, ATTACK_PLAYER},
    .state_count = 4,
    .begin = begin,
};

// ------------------------------------------------------------------------------------------ one agent after another

typedef struct enemy {
    uint8_t waypoint;
    uint8_t player;
    uint8_t state;
} enemy;

typedef struct switch_world {
    enemy *enemies;
    uint32_t agents;
} switch_world;

static inline void switch_tick(enemy *self) {
    switch (self->state) {
    case FIND_WAYPOINT:
        if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        } else if (self->waypoint == FOUND) {
            self->state = WALK_TO_WAYPOINT;
            self->waypoint = REACHED;
        }
        break;
    case WALK_TO_WAYPOINT:
        if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        } else if (self->waypoint == REACHED) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        }
        break;
    case WALK_TO_PLAYER:
        if (self->player == NONE) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        } else if (self->player == REACHED) {
            self->state = ATTACK_PLAYER;
            self->player = NONE;
        }
        break;
    default:
        if (self->player == NONE) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        } else if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        }
        break;
    }
}

/// The first `random` of a brain without a choosing state is stream 0.
static inline uint64_t key_of(uint32_t tick) {
    return random_key(CROWD_SEED, 0, tick, 0);
}

/// `random < 0.05` for the lane's number, without converting it to a float.
#define APPEARS_BELOW (838861u << 8)

static void run_switch(void *of, uint32_t tick, uint32_t ticks) {
    switch_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        uint64_t key = key_of(tick + t);
        for (uint32_t i = 0; i < world->agents; ++i) {
            enemy *self = &world->enemies[i];
            switch_tick(self);
            if (self->player == NONE && random_lane(key, i) < APPEARS_BELOW) {
                self->player = FOUND;
            }
        }
    }
}

static uint64_t switch_digest(const void *of, uint32_t agent) {
    const enemy *self = &((const switch_world *)of)->enemies[agent];
    return crowd_digest(&model, (const void *const[]){&self->waypoint, &self->player}, self->state);
}

// ---------------------------------------------------------------------------------------------------------- by hand

// Each state has four entries, for the kind of its player or its waypoint. First the player's effect, then, if none,
// the waypoint's. REMAIN in a field keeps it.
#define ENTRIES(find, walk, to_player, attack)                                                                         \
    { find, walk, to_player, attack }
#define OF(none, found, reached) none, found, reached, 0
static const int8_t player_state[16] =
    ENTRIES(OF(FIND_WAYPOINT, WALK_TO_PLAYER, FIND_WAYPOINT), OF(WALK_TO_WAYPOINT, WALK_TO_PLAYER, WALK_TO_WAYPOINT),
            OF(FIND_WAYPOINT, WALK_TO_PLAYER, ATTACK_PLAYER), OF(FIND_WAYPOINT, WALK_TO_PLAYER, ATTACK_PLAYER));
static const int8_t player_player[16] =
    ENTRIES(OF(NONE, REACHED, REACHED), OF(NONE, REACHED, REACHED), OF(NONE, FOUND, NONE), OF(NONE, REACHED, REACHED));
static const int8_t waypoint_state[16] =
    ENTRIES(OF(FIND_WAYPOINT, WALK_TO_WAYPOINT, FIND_WAYPOINT), OF(WALK_TO_WAYPOINT, WALK_TO_WAYPOINT, FIND_WAYPOINT),
            OF(WALK_TO_PLAYER, WALK_TO_PLAYER, WALK_TO_PLAYER), OF(ATTACK_PLAYER, ATTACK_PLAYER, ATTACK_PLAYER));
/// The effect of entering a state on the waypoint; the other two do not change it.
static const int8_t entered_waypoint[16] = {FOUND, REACHED};

#if CROWD_X86

typedef struct tables_avx2 {
    __m256i player_state, player_player, waypoint_state, entered_waypoint;
} tables_avx2;

CROWD_AVX2 CROWD_INLINE __m256i table_avx2(const int8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

CROWD_AVX2 CROWD_INLINE tables_avx2 load_tables_avx2(void) {
    return (tables_avx2){table_avx2(player_state), table_avx2(player_player), table_avx2(waypoint_state),
                         table_avx2(entered_waypoint)};
}

typedef struct lanes_avx2 {
    __m256i waypoint, player, state;
} lanes_avx2;

CROWD_AVX2 CROWD_INLINE lanes_avx2 tick_avx2(lanes_avx2 now, const tables_avx2 *tables) {
    __m256i row = _mm256_slli_epi16(now.state, 2);  // states are below 4: nothing crosses into the next byte
    __m256i by_player = _mm256_or_si256(row, now.player);
    __m256i outer = _mm256_shuffle_epi8(tables->player_state, by_player);
    __m256i inner = _mm256_shuffle_epi8(tables->waypoint_state, _mm256_or_si256(row, now.waypoint));
    __m256i stayed = _mm256_cmpeq_epi8(outer, now.state);
    __m256i next = _mm256_blendv_epi8(outer, inner, stayed);
    __m256i entered = _mm256_andnot_si256(_mm256_cmpeq_epi8(next, now.state),
                                          _mm256_cmpgt_epi8(_mm256_set1_epi8(WALK_TO_PLAYER), next));
    __m256i found = _mm256_shuffle_epi8(tables->entered_waypoint, next);
    return (lanes_avx2){
        .waypoint = _mm256_blendv_epi8(now.waypoint, found, entered),
        .player = _mm256_shuffle_epi8(tables->player_player, by_player),
        .state = next,
    };
}

/// The mask of those of eight agents whose number is low enough.
CROWD_AVX2 CROWD_INLINE __m256i draw_avx2(__m256i x, __m256i high) {
    x = _mm256_mullo_epi32(_mm256_xor_si256(x, _mm256_srli_epi32(x, 16)), _mm256_set1_epi32(0x7FEB352D));
    x = _mm256_xor_si256(x, high);
    x = _mm256_mullo_epi32(_mm256_xor_si256(x, _mm256_srli_epi32(x, 15)), _mm256_set1_epi32((int)0x846CA68Bu));
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
    return _mm256_cmpeq_epi32(_mm256_min_epu32(x, _mm256_set1_epi32(APPEARS_BELOW - 1)), x);
}

CROWD_AVX2 static void by_hand_avx2(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    uint8_t *waypoint = columns[WAYPOINT], *player = columns[PLAYER], *state = columns[STATE];
    const tables_avx2 tables = load_tables_avx2();
    uint64_t key = key_of(tick);
    const __m256i high = _mm256_set1_epi32((int)(key >> 32));
    // With this order, two pack instructions give the bytes of 32 agents in order.
    const __m256i order = _mm256_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19);
    __m256i id = _mm256_add_epi32(_mm256_set1_epi32((int)((uint32_t)key + first)), order);
    for (size_t i = first; i < (size_t)first + count; i += 32) {
        __m256i *at_waypoint = (__m256i *)(waypoint + i), *at_player = (__m256i *)(player + i);
        __m256i *at_state = (__m256i *)(state + i);
        lanes_avx2 now = {_mm256_loadu_si256(at_waypoint), _mm256_loadu_si256(at_player), _mm256_loadu_si256(at_state)};
        now = tick_avx2(now, &tables);
        __m256i a = draw_avx2(id, high), b = draw_avx2(_mm256_add_epi32(id, _mm256_set1_epi32(4)), high);
        __m256i c = draw_avx2(_mm256_add_epi32(id, _mm256_set1_epi32(8)), high);
        __m256i d = draw_avx2(_mm256_add_epi32(id, _mm256_set1_epi32(12)), high);
        id = _mm256_add_epi32(id, _mm256_set1_epi32(32));
        __m256i drawn = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        __m256i alone = _mm256_cmpeq_epi8(now.player, _mm256_setzero_si256());
        __m256i appears = _mm256_and_si256(_mm256_and_si256(drawn, alone), _mm256_set1_epi8(FOUND));
        _mm256_storeu_si256(at_player, _mm256_or_si256(now.player, appears));
        _mm256_storeu_si256(at_waypoint, now.waypoint);
        _mm256_storeu_si256(at_state, now.state);
    }
}

typedef struct tables_avx512 {
    __m512i player_state, player_player, waypoint_state, entered_waypoint;
} tables_avx512;

CROWD_AVX512 CROWD_INLINE __m512i table_avx512(const int8_t *table) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

CROWD_AVX512 CROWD_INLINE tables_avx512 load_tables_avx512(void) {
    return (tables_avx512){table_avx512(player_state), table_avx512(player_player), table_avx512(waypoint_state),
                           table_avx512(entered_waypoint)};
}

typedef struct lanes_avx512 {
    __m512i waypoint, player, state;
} lanes_avx512;

CROWD_AVX512 CROWD_INLINE lanes_avx512 tick_avx512(lanes_avx512 now, const tables_avx512 *tables) {
    __m512i row = _mm512_slli_epi16(now.state, 2);
    __m512i by_player = _mm512_or_si512(row, now.player);
    __m512i outer = _mm512_shuffle_epi8(tables->player_state, by_player);
    __mmask64 stayed = _mm512_cmpeq_epi8_mask(outer, now.state);
    __m512i next = _mm512_mask_shuffle_epi8(outer, stayed, tables->waypoint_state, _mm512_or_si512(row, now.waypoint));
    __mmask64 entered =
        _mm512_mask_cmplt_epi8_mask(_mm512_cmpneq_epi8_mask(next, now.state), next, _mm512_set1_epi8(WALK_TO_PLAYER));
    return (lanes_avx512){
        .waypoint = _mm512_mask_shuffle_epi8(now.waypoint, entered, tables->entered_waypoint, next),
        .player = _mm512_shuffle_epi8(tables->player_player, by_player),
        .state = next,
    };
}

CROWD_AVX512 CROWD_INLINE uint64_t draw_avx512(__m512i x, __m512i high) {
    x = _mm512_mullo_epi32(_mm512_xor_si512(x, _mm512_srli_epi32(x, 16)), _mm512_set1_epi32(0x7FEB352D));
    x = _mm512_xor_si512(x, high);
    x = _mm512_mullo_epi32(_mm512_xor_si512(x, _mm512_srli_epi32(x, 15)), _mm512_set1_epi32((int)0x846CA68Bu));
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 16));
    return _mm512_cmplt_epu32_mask(x, _mm512_set1_epi32(APPEARS_BELOW));
}

CROWD_AVX512 static void by_hand_avx512(void *const *columns, uint32_t first, uint32_t count, uint32_t tick) {
    uint8_t *waypoint = columns[WAYPOINT], *player = columns[PLAYER], *state = columns[STATE];
    const tables_avx512 tables = load_tables_avx512();
    uint64_t key = key_of(tick);
    const __m512i high = _mm512_set1_epi32((int)(key >> 32));
    const __m512i order = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i id = _mm512_add_epi32(_mm512_set1_epi32((int)((uint32_t)key + first)), order);
    for (size_t i = first; i < (size_t)first + count; i += 64) {
        lanes_avx512 now = {_mm512_loadu_si512(waypoint + i), _mm512_loadu_si512(player + i),
                            _mm512_loadu_si512(state + i)};
        now = tick_avx512(now, &tables);
        uint64_t a = draw_avx512(id, high), b = draw_avx512(_mm512_add_epi32(id, _mm512_set1_epi32(16)), high);
        uint64_t c = draw_avx512(_mm512_add_epi32(id, _mm512_set1_epi32(32)), high);
        uint64_t d = draw_avx512(_mm512_add_epi32(id, _mm512_set1_epi32(48)), high);
        id = _mm512_add_epi32(id, _mm512_set1_epi32(64));
        __mmask64 appears = _mm512_mask_testn_epi8_mask(a | b << 16 | c << 32 | d << 48, now.player, now.player);
        _mm512_storeu_si512(player + i, _mm512_mask_blend_epi8(appears, now.player, _mm512_set1_epi8(FOUND)));
        _mm512_storeu_si512(waypoint + i, now.waypoint);
        _mm512_storeu_si512(state + i, now.state);
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

crowd_workload crowd_w2(void) {
    crowd_load(&model);
    return (crowd_workload){&model, best_by_hand};
}

// ------------------------------------------------------------------------------------------------- separate generators

// Not used for wits. It repeats the method by which the targets were measured, to compare the hand-written code with
// the code measured there.

#define XORSHIFT_BELOW 214748365u

typedef struct shift_enemy {
    uint32_t random;
    enemy enemy;
} shift_enemy;

typedef struct shift_world {
    uint32_t agents;
    shift_enemy *enemies;  ///< enemies of the switch
    void *columns[4];      ///< columns of the hand-written code: those of the model, then the random generators
    uint32_t *random;
} shift_world;

static inline uint32_t xorshift(uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

static void run_shift_switch(void *of, uint32_t tick, uint32_t ticks) {
    shift_world *world = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < world->agents; ++i) {
            shift_enemy *self = &world->enemies[i];
            if (self->enemy.player == NONE) {
                self->random = xorshift(self->random);
                if (self->random < XORSHIFT_BELOW) {
                    self->enemy.player = FOUND;
                }
            }
            switch_tick(&self->enemy);
        }
    }
}

static uint64_t shift_digest_of(uint32_t random, enemy self) {
    uint32_t all[] = {random, self.waypoint, self.player, self.state};
    return bench_fold(0, all, sizeof all);
}

static uint64_t shift_switch_digest(const void *of, uint32_t agent) {
    const shift_enemy *self = &((const shift_world *)of)->enemies[agent];
    return shift_digest_of(self->random, self->enemy);
}

static uint64_t shift_columns_digest(const void *of, uint32_t agent) {
    const shift_world *world = of;
    const uint8_t *waypoint = world->columns[WAYPOINT], *player = world->columns[PLAYER];
    const uint8_t *state = world->columns[STATE];
    return shift_digest_of(world->random[agent], (enemy){waypoint[agent], player[agent], state[agent]});
}

#if CROWD_X86

/// Advances the generators of those of eight agents that are alone, and returns whose number is low enough.
CROWD_AVX2 CROWD_INLINE __m256i shift_avx2(uint32_t *random, __m128i alone_bytes) {
    __m256i alone = _mm256_cvtepi8_epi32(alone_bytes);
    __m256i before = _mm256_loadu_si256((__m256i *)random);
    __m256i x = _mm256_xor_si256(before, _mm256_slli_epi32(before, 13));
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 17));
    x = _mm256_xor_si256(x, _mm256_slli_epi32(x, 5));
    _mm256_storeu_si256((__m256i *)random, _mm256_blendv_epi8(before, x, alone));
    return _mm256_cmpeq_epi32(_mm256_min_epu32(x, _mm256_set1_epi32(XORSHIFT_BELOW - 1)), x);
}

CROWD_AVX2 static void run_shift_avx2(void *of, uint32_t tick, uint32_t ticks) {
    shift_world *world = of;
    uint8_t *waypoint = world->columns[WAYPOINT], *player = world->columns[PLAYER], *state = world->columns[STATE];
    const tables_avx2 tables = load_tables_avx2();
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (uint32_t n = 0; n < ticks * (world->agents / 32); ++n) {
        uint32_t i = n % (world->agents / 32) * 32;
        __m256i *at_waypoint = (__m256i *)(waypoint + i), *at_player = (__m256i *)(player + i);
        __m256i *at_state = (__m256i *)(state + i);
        lanes_avx2 now = {_mm256_loadu_si256(at_waypoint), _mm256_loadu_si256(at_player), _mm256_loadu_si256(at_state)};
        __m256i alone = _mm256_cmpeq_epi8(now.player, _mm256_setzero_si256());
        __m128i low = _mm256_castsi256_si128(alone), upper = _mm256_extracti128_si256(alone, 1);
        __m256i a = shift_avx2(world->random + i, low);
        __m256i b = shift_avx2(world->random + i + 8, _mm_unpackhi_epi64(low, low));
        __m256i c = shift_avx2(world->random + i + 16, upper);
        __m256i d = shift_avx2(world->random + i + 24, _mm_unpackhi_epi64(upper, upper));
        __m256i drawn = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        drawn = _mm256_permutevar8x32_epi32(drawn, order);
        __m256i appears = _mm256_and_si256(_mm256_and_si256(drawn, alone), _mm256_set1_epi8(FOUND));
        now.player = _mm256_or_si256(now.player, appears);
        now = tick_avx2(now, &tables);
        _mm256_storeu_si256(at_player, now.player);
        _mm256_storeu_si256(at_waypoint, now.waypoint);
        _mm256_storeu_si256(at_state, now.state);
    }
}

CROWD_AVX512 CROWD_INLINE uint64_t shift_avx512(uint32_t *random, __mmask16 alone) {
    __m512i before = _mm512_loadu_si512(random);
    __m512i x = _mm512_xor_si512(before, _mm512_slli_epi32(before, 13));
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 17));
    x = _mm512_xor_si512(x, _mm512_slli_epi32(x, 5));
    _mm512_storeu_si512(random, _mm512_mask_mov_epi32(before, alone, x));
    return _mm512_cmplt_epu32_mask(x, _mm512_set1_epi32(XORSHIFT_BELOW));
}

CROWD_AVX512 static void run_shift_avx512(void *of, uint32_t tick, uint32_t ticks) {
    shift_world *world = of;
    uint8_t *waypoint = world->columns[WAYPOINT], *player = world->columns[PLAYER], *state = world->columns[STATE];
    const tables_avx512 tables = load_tables_avx512();
    for (uint32_t n = 0; n < ticks * (world->agents / 64); ++n) {
        uint32_t i = n % (world->agents / 64) * 64;
        lanes_avx512 now = {_mm512_loadu_si512(waypoint + i), _mm512_loadu_si512(player + i),
                            _mm512_loadu_si512(state + i)};
        uint64_t alone = _mm512_testn_epi8_mask(now.player, now.player);
        uint64_t drawn = 0;
        for (uint32_t part = 0; part < 64; part += 16) {
            drawn |= shift_avx512(world->random + i + part, (__mmask16)(alone >> part)) << part;
        }
        now.player = _mm512_mask_blend_epi8(drawn & alone, now.player, _mm512_set1_epi8(FOUND));
        now = tick_avx512(now, &tables);
        _mm512_storeu_si512(player + i, now.player);
        _mm512_storeu_si512(waypoint + i, now.waypoint);
        _mm512_storeu_si512(state + i, now.state);
    }
}

#endif

static void make_shift(shift_world *world, uint32_t agents, bool columns) {
    *world = (shift_world){.agents = agents};
    if (columns) {
        world->random = crowd_allocate(agents * sizeof *world->random);
        for (uint32_t c = WAYPOINT; c <= STATE; ++c) {
            world->columns[c] = crowd_allocate(agents);
        }
    } else {
        world->enemies = crowd_allocate(agents * sizeof *world->enemies);
    }
    for (uint32_t i = 0; i < agents; ++i) {
        enemy self;
        self.state = (uint8_t)begin(i, (void *const[]){&self.waypoint, &self.player});
        uint32_t random = crowd_scatter(i) | 1;
        if (columns) {
            ((uint8_t *)world->columns[WAYPOINT])[i] = self.waypoint;
            ((uint8_t *)world->columns[PLAYER])[i] = self.player;
            ((uint8_t *)world->columns[STATE])[i] = self.state;
            world->random[i] = random;
        } else {
            world->enemies[i] = (shift_enemy){random, self};
        }
    }
}

static void free_shift(shift_world *world) {
    crowd_release(world->enemies);
    crowd_release(world->random);
    for (uint32_t c = WAYPOINT; c <= STATE; ++c) {
        crowd_release(world->columns[c]);
    }
}

static bool run_xorshift(const bench_options *options) {
    shift_world worlds[3];
    make_shift(&worlds[0], options->agents, false);
    make_shift(&worlds[1], options->agents, true);
    make_shift(&worlds[2], options->agents, true);
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count,
              (bench_variant){"switch", &worlds[0], run_shift_switch, .agent_digest = shift_switch_digest});
#if CROWD_X86
    if (crowd_has_avx2()) {
        crowd_add(
            variants, &count,
            (bench_variant){"by_hand", &worlds[1], run_shift_avx2, NULL, {{"switch", 0.0}}, shift_columns_digest});
    }
    if (crowd_has_avx512()) {
        crowd_add(variants, &count,
                  (bench_variant){
                      "by_hand_avx512", &worlds[2], run_shift_avx512, NULL, {{"switch", 0.0}}, shift_columns_digest});
    }
#endif
    const bench_workload shift = {
        "W2_xorshift", "W2 with a generator of each agent's own", options->agents, CROWD_TICKS, variants, count};
    bool same = bench_run(&shift, options);
    for (uint32_t w = 0; w < COUNT(worlds); ++w) {
        free_shift(&worlds[w]);
    }
    return same;
}

// ---------------------------------------------------------------------------------------------------------- workload

static void make_switch(switch_world *world, uint32_t agents) {
    *world = (switch_world){crowd_allocate(agents * sizeof(enemy)), agents};
    for (uint32_t i = 0; i < agents; ++i) {
        enemy *self = &world->enemies[i];
        self->state = (uint8_t)begin(i, (void *const[]){&self->waypoint, &self->player});
    }
}

bool bench_crowd_w2(const bench_options *options) {
    bool same = !bench_wanted("W2_xorshift", options) || run_xorshift(options);
    if (!bench_wanted("W2", options)) {
        return same;
    }
    crowd_load(&model);
    switch_world structs;
    make_switch(&structs, options->agents);
    bench_variant variants[BENCH_MAX_VARIANTS];
    uint32_t count = 0;
    crowd_add(variants, &count, (bench_variant){"switch", &structs, run_switch, .agent_digest = switch_digest});
    crowd_add_columns(variants, &count,
                      &(crowd_hands){&model, options->agents, CROWD_HANDS(by_hand), 0.2, 2.5, CROWD_GENERATED(w2)});
    same =
        bench_run(&(bench_workload){"W2", "machines inside a machine", options->agents, CROWD_TICKS, variants, count},
                  options) &&
        same;
    crowd_print_plan("W2", &model, options);
    crowd_free_columns(variants, count);
    crowd_release(structs.enemies);
    return same;
}
