// SPDX-License-Identifier: MIT
// Options with targets in crowds: blocks decide what one agent after another decides, bit for bit, whatever the lists.
#include "support.h"

#include "wits/crowd.h"

#include <math.h>

// A sanitizer makes a tick ten times as long, and sees the same code in each.
enum { AGENTS = 700, TICKS = REPEATS_ARE_FEW ? 5 : 14, MOST_PAIRS = 40000, IDS = 24 };

static const wits_target_field_desc enemy_fields[] = {
    {.name = "distance", .type = WITS_TYPE_FLOAT},
    {.name = "visible", .type = WITS_TYPE_BOOL},
    {.name = "health", .type = WITS_TYPE_FLOAT, .own = true},
    {.name = "level", .type = WITS_TYPE_INT16},
};
static const wits_target_field_desc cover_fields[] = {
    {.name = "worth", .type = WITS_TYPE_FLOAT},
    {.name = "kind", .type = WITS_TYPE_UINT8, .own = true},
};
enum { ENEMY, COVER };
static const wits_target_desc kinds[] = {
    [ENEMY] = {.name = "enemy", .fields = enemy_fields, .field_count = COUNT(enemy_fields)},
    [COVER] = {.name = "cover", .fields = cover_fields, .field_count = COUNT(cover_fields)},
};
static const wits_field_desc fields[] = {
    {.name = "health", .type = WITS_TYPE_FLOAT},
    {.name = "ammo", .type = WITS_TYPE_UINT8},
    {.name = "seen", .type = WITS_TYPE_INT},
    {.name = "wound", .type = WITS_TYPE_FLOAT},
};

static void nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

static const wits_function functions[] = {{.name = "fire", .action = nothing}, {.name = "aim", .action = nothing}};

// ---------------------------------------------------------------------------------------------------------- the world

typedef struct world_of_targets {
    float health[AGENTS];
    uint8_t ammo[AGENTS];
    int32_t seen[AGENTS];
    float wound[AGENTS];
    wits_column columns[4];
    uint32_t ids[2][MOST_PAIRS];
    uint32_t own_rows[2][MOST_PAIRS];
    uint32_t offsets[2][AGENTS + 1];
    float distance[MOST_PAIRS], worth[MOST_PAIRS];
    bool visible[MOST_PAIRS];
    int16_t level[MOST_PAIRS];
    float own_health[IDS];
    uint8_t own_kind[IDS];
    wits_column enemy_columns[4], cover_columns[2];
    wits_target_list lists[2];
} world_of_targets;

static uint64_t state_of_random;

static uint32_t next_number(uint32_t below) {
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state_of_random >> 33) % below;
}

/// Few values, so that ties are common; sometimes none.
static float next_value(void) {
    return next_number(31) == 0 ? NAN : (float)next_number(16) / 8.0f - 0.5f;
}

#define COLUMN(array, of) ((wits_column){.base = (array), .stride = sizeof *(array), .type = (of)})

static void fill_lists(world_of_targets *w, uint32_t longest) {
    for (uint32_t kind = 0; kind < 2; kind++) {
        uint32_t pairs = 0;
        for (uint32_t i = 0; i < AGENTS; i++) {
            w->offsets[kind][i] = pairs;
            const uint32_t count = next_number(5) == 0 ? 0 : next_number(longest);
            for (uint32_t k = 0; k < count && pairs < MOST_PAIRS; k++, pairs++) {
                const uint32_t id = next_number(IDS);
                w->ids[kind][pairs] = next_number(40) == 0 ? WITS_NO_TARGET : id;
                w->own_rows[kind][pairs] = id;
            }
        }
        w->offsets[kind][AGENTS] = pairs;
        w->lists[kind].count = pairs;
    }
    for (uint32_t i = 0; i < MOST_PAIRS; i++) {
        w->distance[i] = next_value();
        w->worth[i] = next_value();
        w->visible[i] = next_number(3) != 0;
        w->level[i] = (int16_t)next_number(5);
    }
    for (uint32_t i = 0; i < IDS; i++) {
        w->own_health[i] = next_value();
        w->own_kind[i] = (uint8_t)next_number(3);
    }
}

static void make_world(world_of_targets *w, bool by_rows) {
    memset(w, 0, sizeof *w);
    const wits_column columns[] = {COLUMN(w->health, WITS_TYPE_FLOAT), COLUMN(w->ammo, WITS_TYPE_UINT8),
                                   COLUMN(w->seen, WITS_TYPE_INT), COLUMN(w->wound, WITS_TYPE_FLOAT)};
    memcpy(w->columns, columns, sizeof columns);
    const wits_column enemies[] = {COLUMN(w->distance, WITS_TYPE_FLOAT), COLUMN(w->visible, WITS_TYPE_BOOL),
                                   COLUMN(by_rows ? w->own_health : w->worth, WITS_TYPE_FLOAT),
                                   COLUMN(w->level, WITS_TYPE_INT16)};
    memcpy(w->enemy_columns, enemies, sizeof enemies);
    static uint8_t zero;
    const wits_column covers[] = {COLUMN(w->worth, WITS_TYPE_FLOAT),
                                  by_rows ? COLUMN(w->own_kind, WITS_TYPE_UINT8)
                                          : (wits_column){.base = &zero, .type = WITS_TYPE_UINT8}};
    memcpy(w->cover_columns, covers, sizeof covers);
    w->lists[ENEMY] = (wits_target_list){.ids = w->ids[ENEMY],
                                         .columns = w->enemy_columns,
                                         .own_rows = by_rows ? w->own_rows[ENEMY] : NULL,
                                         .offsets = w->offsets[ENEMY]};
    w->lists[COVER] = (wits_target_list){.ids = w->ids[COVER],
                                         .columns = w->cover_columns,
                                         .own_rows = by_rows ? w->own_rows[COVER] : NULL,
                                         .offsets = w->offsets[COVER]};
    for (uint32_t i = 0; i < AGENTS; i++) {
        w->health[i] = (float)next_number(9) / 8.0f;
        w->ammo[i] = (uint8_t)next_number(4);
    }
}

// -------------------------------------------------------------------------------------------------------------- crowds

typedef struct army {
    wits_brain *brain;
    void *code;
    uint8_t *agents;
    world_of_targets *world;
    wits_action_record *records;
    wits_list list;
    uint64_t nan_scores;
    void *scratch;
    wits_crowd crowd;
    wits_crowd_run run;
} army;

static army raise_army(const wits_desc *desc, bool by_rows) {
    army a = {.brain = compile(desc)};
    const size_t code_size = wits_crowd_code_size(a.brain);
    a.code = malloc(code_size);
    a.world = malloc(sizeof *a.world);
    a.agents = calloc(AGENTS, wits_agent_size(a.brain));
    a.list.capacity = AGENTS * (wits_list_room(a.brain, WITS_VERB_TICK) + wits_list_room(a.brain, WITS_VERB_START));
    a.records = malloc(sizeof *a.records * (a.list.capacity + 1));
    assert_true(a.code != NULL && a.world != NULL && a.agents != NULL && a.records != NULL);
    a.list.records = a.records;
    make_world(a.world, by_rows);
    a.crowd = (wits_crowd){.code = wits_crowd_prepare(a.brain, a.code, code_size),
                           .count = AGENTS,
                           .agents = a.agents,
                           .first_id = 5,
                           .columns = a.world->columns,
                           .functions = functions,
                           .targets = a.world->lists};
    const size_t size = (wits_crowd_scratch_size(a.crowd.code, 4096) + 63) / 64 * 64;
    a.scratch = aligned_alloc(64, size);
    a.run = (wits_crowd_run){.seed = 3, .scratch = a.scratch};
    return a;
}

static void dismiss(army *a) {
    free(a->brain);
    free(a->code);
    free(a->agents);
    free(a->world);
    free(a->records);
    free(a->scratch);
}

static void march(army *a, uint32_t tick, wits_crowd_path path, wits_crowd_simd simd, uint32_t slice, uint32_t block) {
    a->run.tick = tick;
    a->run.path = path;
    a->run.simd = simd;
    a->run.block = block;
    a->run.list = &a->list;
    a->run.nan_scores = &a->nan_scores;
    a->list.count = 0;
    if (tick == 0) {
        assert_int_equal(wits_crowd_start(&a->crowd, 0, AGENTS, &a->run), AGENTS);
    }
    for (uint64_t first = 0; first < AGENTS; first += slice) {
        const uint64_t count = AGENTS - first < slice ? AGENTS - first : slice;
        assert_int_equal(wits_crowd_tick(&a->crowd, first, count, &a->run), count);
    }
}

static void expect_same(const army *a, const army *b, uint32_t tick) {
    const size_t size = wits_agent_size(a->brain);
    for (uint32_t i = 0; i < AGENTS; i++) {
        if (memcmp(a->agents + i * size, b->agents + i * size, size) != 0) {
            fail_msg("tick %u: agent %u decides otherwise", (unsigned)tick, (unsigned)i);
        }
    }
    assert_memory_equal(a->world->seen, b->world->seen, sizeof a->world->seen);
    assert_memory_equal(a->world->wound, b->world->wound, sizeof a->world->wound);
    assert_int_equal(a->list.count, b->list.count);
    assert_memory_equal(a->records, b->records, a->list.count * sizeof *a->records);
    assert_int_equal(a->nan_scores, b->nan_scores);
}

static void expect_blocks_as_single(const wits_desc *desc, wits_crowd_path path, wits_crowd_simd simd, uint32_t longest,
                                    bool by_rows, uint32_t block) {
    state_of_random = longest + 100 * by_rows;
    army one = raise_army(desc, by_rows);
    state_of_random = longest + 100 * by_rows;
    army many = raise_army(desc, by_rows);
    if (wits_crowd_plan(many.crowd.code).path == WITS_CROWD_PATH_SINGLE) {
        fail_msg("%s", wits_crowd_plan(many.crowd.code).reason);
    }
    uint64_t retargets = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const uint64_t before = state_of_random;
        fill_lists(one.world, longest);
        state_of_random = before;
        fill_lists(many.world, longest);
        march(&one, tick, WITS_CROWD_PATH_SINGLE, WITS_CROWD_SIMD_AUTO, AGENTS, 0);
        march(&many, tick, path, simd, tick % 3 == 0 ? 123 : AGENTS, block);
        expect_same(&one, &many, tick);
        for (uint32_t i = 0; i < one.list.count; i++) {
            retargets += one.records[i].kind == WITS_ACTION_RETARGET;
        }
    }
    assert_true(longest == 2 || retargets > 20);
    assert_true(wits_crowd_check_agents(&many.crowd, 0, AGENTS, NULL));
    dismiss(&one);
    dismiss(&many);
}

static void expect_blocks_in_every_way(const wits_desc *desc) {
    static const uint32_t longest[] = {2, 9, 60};
    for (uint32_t i = 0; i < COUNT(longest); i++) {
        for (uint32_t by_rows = 0; by_rows < 2; by_rows++) {
            expect_blocks_as_single(desc, WITS_CROWD_PATH_MASKS, WITS_CROWD_SIMD_AUTO, longest[i], by_rows, 0);
            expect_blocks_as_single(desc, WITS_CROWD_PATH_MASKS, WITS_CROWD_SIMD_BASELINE, longest[i], by_rows, 64);
            expect_blocks_as_single(desc, WITS_CROWD_PATH_GROUPS, WITS_CROWD_SIMD_AUTO, longest[i], by_rows, 4096);
        }
    }
}

#define BRAIN(...)                                                                                                     \
    STATES(states), FUNCTIONS(functions), .fields = fields, .field_count = COUNT(fields), .targets = kinds,            \
                                          .target_count = COUNT(kinds), __VA_ARGS__

// --------------------------------------------------------------------------------------------------------------- tests

enum { ROOT, ATTACK, HIDE, REST };

static void expressions(void **state) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.125f},
        [ATTACK] = {.name = "attack",
                    .target = "enemy",
                    .score = "enemy.distance * 0.5 + enemy.level * 0.125 if enemy.visible else health",
                    .enter = "aim",
                    .retarget = "fire; seen = enemy.level",
                    .update = "wound = enemy.health"},
        [HIDE] = {.name = "hide",
                  .target = "cover",
                  .score = "cover.worth - ammo * 0.125",
                  .has_target_inertia = true,
                  .target_inertia = 0.375f,
                  .enter = "aim",
                  .retarget = "aim",
                  .exit = "fire; seen = cover.kind"},
        [REST] = {.name = "rest", .score = "0.25"},
    };
    expect_blocks_in_every_way(&(wits_desc){BRAIN(.transitions = NULL)});
}

static void considerations_and_gates(void **state) {
    const wits_consideration_desc considerations[] = {
        {.of = ATTACK, .group = WITS_GROUP_COMPENSATED},
        {.of = ATTACK, .depth = 1, .gate = "enemy.visible"},
        {.of = ATTACK, .depth = 1, .input = "enemy.distance", .low = 2, .high = 0},
        {.of = ATTACK, .depth = 1, .input = "enemy.health", .low = 0, .high = 1, .has_on_nan = true, .on_nan = 0.5f},
        {.of = ATTACK, .depth = 1, .input = "health"},
        {.of = HIDE, .input = "cover.worth", .low = 0, .high = 2},
    };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = 0.125f, .inertia = 0.0625f},
        [ATTACK] = {.name = "attack", .target = "enemy", .enter = "aim", .reenter = true},
        [HIDE] = {.name = "hide",
                  .target = "cover",
                  .retarget = "aim",
                  .has_target_inertia = true,
                  .target_inertia = -0.25f},
        [REST] = {.name = "rest", .score = "0.25"},
    };
    expect_blocks_in_every_way(
        &(wits_desc){BRAIN(.considerations = considerations, .consideration_count = COUNT(considerations))});
}

static void states_that_end_and_transitions(void **state) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WEIGHTED},
        [ATTACK] = {.name = "attack",
                    .target = "enemy",
                    .score = "enemy.distance",
                    .lasts = 3,
                    .enter = "aim",
                    .commit = WITS_COMMIT_NO,
                    .retarget = "fire"},
        [HIDE] = {.name = "hide",
                  .target = "cover",
                  .score = "cover.worth",
                  .commit = WITS_COMMIT_YES,
                  .done = "not cover.present or elapsed > 2",
                  .retarget = "aim"},
        [REST] = {.name = "rest", .score = "0.25"},
    };
    const wits_transition_desc transitions[] = {
        {.from = REST, .to = ATTACK, .when = "ammo == 2", .after = 2},
        {.from = ATTACK, .to = REST, .when = "not enemy.present", .run = "fire; wound = enemy.distance"},
        {.from = ATTACK, .to = ATTACK, .when = "enemy.level == 4", .reenter = true, .run = "aim; seen = enemy.level"},
    };
    expect_blocks_in_every_way(&(wits_desc){BRAIN(TRANSITIONS(transitions))});
}

// Root with W, a utility that suspends, and with K.
static void what_is_kept_and_where_it_begins(void **state) {
    enum { W = 1, W_ATTACK, W_AIM, W_SHOOT, W_HIDE, K };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [W] = {.name = "W", .kind = WITS_KIND_UTILITY, .leave = WITS_LEAVE_SUSPEND, .initial = W_HIDE},
        [W_ATTACK] = {.name = "attack", .parent = W, .target = "enemy", .score = "enemy.distance", .retarget = "fire"},
        [W_AIM] = {.name = "aim", .parent = W_ATTACK, .update = "wound = enemy.health"},
        [W_SHOOT] = {.name = "shoot", .parent = W_ATTACK, .enter = "fire"},
        [W_HIDE] = {.name = "hide", .parent = W, .target = "cover", .score = "cover.worth", .retarget = "aim"},
        [K] = {.name = "K"},
    };
    const wits_transition_desc transitions[] = {
        {.from = W_AIM, .to = W_SHOOT, .when = "enemy.visible"},
        {.from = W, .to = K, .after = 5},
        {.from = K, .to = W, .after = 2},
    };
    expect_blocks_in_every_way(&(wits_desc){BRAIN(TRANSITIONS(transitions))});
}

/// Then W enters its first option, with that option's own best target.
static void where_nobody_is_a_candidate(void **state) {
    enum { W = 1, W_ATTACK, W_HIDE, K };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [W] = {.name = "W", .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = 1.25f},
        [W_ATTACK] = {.name = "attack", .parent = W, .target = "enemy", .score = "enemy.distance", .retarget = "fire"},
        [W_HIDE] = {.name = "hide", .parent = W, .target = "cover", .score = "cover.worth", .enter = "aim"},
        [K] = {.name = "K"},
    };
    const wits_transition_desc transitions[] = {{.from = W, .to = K, .after = 3}, {.from = K, .to = W}};
    expect_blocks_in_every_way(&(wits_desc){BRAIN(TRANSITIONS(transitions))});
}

/// The remaining pairs depend on ranks, on the default option's score, and on cooldowns.
static void ranks_and_a_default_option(void **state) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root",
                  .kind = WITS_KIND_UTILITY,
                  .inertia = 0.0625f,
                  .default_option = HIDE,
                  .has_floor = true,
                  .floor = 0.125f},
        [ATTACK] = {.name = "attack",
                    .target = "enemy",
                    .score = "enemy.distance",
                    .rank = "enemy.level % 3 if enemy.visible else 0",
                    .has_target_inertia = true,
                    .target_inertia = 0.25f,
                    .retarget = "fire"},
        [HIDE] = {.name = "hide",
                  .target = "cover",
                  .score = "cover.worth * 0.5",
                  .rank = "cover.kind",
                  .cooldown = 3,
                  .lasts = 4,
                  .retarget = "aim"},
        [REST] = {.name = "rest", .score = "0.5", .rank = "1 if ammo == 1 else 0", .cooldown = 2},
    };
    expect_blocks_in_every_way(&(wits_desc){BRAIN(.transitions = NULL)});
}

/// Queries about targets besides their fields, and `in` at the moment at which an option is entered.
static void what_is_the_same_for_all_targets(void **state) {
    enum { W = 1, W_ATTACK, W_SNIPE, W_RUSH, W_HIDE, K };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [W] = {.name = "W", .kind = WITS_KIND_UTILITY, .initial = W_HIDE, .inertia = 0.125f},
        [W_ATTACK] = {.name = "attack",
                      .parent = W,
                      .kind = WITS_KIND_UTILITY,
                      .target = "enemy",
                      .score = "enemy.distance + random * 0.5 - elapsed * 0.125",
                      .retarget = "fire"},
        [W_SNIPE] = {.name = "snipe",
                     .parent = W_ATTACK,
                     .target = "cover",
                     .score = "cover.worth - enemy.health if enemy.visible else 0 - cover.worth",
                     .retarget = "aim"},
        [W_RUSH] = {.name = "rush", .parent = W_ATTACK, .score = "0.25 + elapsed * 0.0625"},
        [W_HIDE] = {.name = "hide",
                    .parent = W,
                    .target = "cover",
                    .score = "cover.worth if in(W) and not in(K) else 0.5 - cover.worth",
                    .retarget = "aim"},
        [K] = {.name = "K"},
    };
    const wits_transition_desc transitions[] = {{.from = W, .to = K, .after = 4, .when = "ammo > 0"},
                                                {.from = K, .to = W, .when = "health >= 0"}};
    expect_blocks_in_every_way(&(wits_desc){BRAIN(TRANSITIONS(transitions))});
}

/// An `any` transition reads and acts on the child that it leaves; `done` inside on that child, too.
static void any_transitions(void **state) {
    enum { ATTACK_NEAR = 1, COVERED, COVERED_WELL, HIDDEN, IDLE };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.125f},
        [ATTACK_NEAR] = {.name = "attack", .target = "enemy", .score = "enemy.distance", .retarget = "fire"},
        [COVERED] = {.name = "covered", .kind = WITS_KIND_UTILITY, .target = "enemy", .score = "enemy.health"},
        [COVERED_WELL] = {.name = "well",
                          .parent = COVERED,
                          .target = "cover",
                          .score = "cover.worth",
                          .final = true,
                          .commit = WITS_COMMIT_NO,
                          .done = "cover.worth > 0.25"},
        [HIDDEN] = {.name = "hidden", .target = "cover", .score = "cover.worth", .retarget = "aim"},
        [IDLE] = {.name = "idle", .score = "0.375"},
    };
    const wits_transition_desc transitions[] = {
        {.from = ROOT, .any = true, .to = IDLE, .when = "done and enemy.visible", .run = "aim; seen = enemy.level"},
        {.from = ROOT,
         .any = true,
         .to = HIDDEN,
         .when = "enemy.level == 2 or cover.kind == 1",
         .after = 2,
         .run = "fire; wound = cover.worth if cover.present else enemy.distance"},
    };
    expect_blocks_in_every_way(&(wits_desc){BRAIN(TRANSITIONS(transitions))});
}

/// Pairs exist, so `present` is constant for them, and so is everything made only of it.
static void texts_that_become_constant(void **state) {
    static const char *const conditions[] = {
        "false == enemy.present",
        "enemy.present == false",
        "false != enemy.present",
        "enemy.present != false",
        "true == enemy.present",
        "true != enemy.present",
        "not enemy.present",
        "not (false == enemy.present)",
        "enemy.present == (-3 >= 65536)",
        "(-3 >= 65536) != enemy.present",
        "(false == enemy.present) == (false == enemy.present)",
        "(enemy.present == false) != (1 < 2)",
        "enemy.present == enemy.present",
        "enemy.present != (not enemy.present)",
        "enemy.present and false == enemy.present",
        "enemy.present or false == enemy.present",
        "(1 if enemy.present else 2) == 2",
        "(1 if enemy.present else 2) < (2 if enemy.present else 1)",
        "(2 if enemy.present else 1) <= (1 if enemy.present else 2)",
        "(1 if enemy.present else 200) + (1 if enemy.present else 2) == 2",
        "(300 if enemy.present else 2) > (70000 if enemy.present else 3)",
        "min(3 if enemy.present else 5, 4 if enemy.present else 2) == max(3 if enemy.present else 5, 1)",
        "(3 if enemy.present else 5) - (5 if enemy.present else 3) < 0",
        "max((3 if enemy.present else 0) - 1, 0) == 2",
        "clamp(7 if enemy.present else 0, 2, 5 if enemy.present else 6) == 5",
        "(0.5 if enemy.present else 1) < (0.25 if enemy.present else 1)",
        "floor(1.5 if enemy.present else 0.5) == sqrt(1.0 if enemy.present else 4)",
        "abs(-3 if enemy.present else 3) % (2 if enemy.present else 3) != 1",
        "false == enemy.present and enemy.visible",
        "(false == enemy.present) == enemy.visible",
        "(false == enemy.present) == (ammo == 2)",
        "(1 if false == enemy.present else 2) == ammo",
        "(true if enemy.visible else enemy.present) == (false == enemy.present)",
        "elapsed == 0 and false == enemy.present",
        "false == cover.present",
        "cover.present == (false == enemy.present)",
    };
    enum { W = 1, W_ATTACK, W_COVER, W_NEAR, W_REST };
    for (uint32_t i = 0; i + 3 <= COUNT(conditions); i += 3) {
        char score[256], rank[256];
        (void)snprintf(score, sizeof score, "0.5 + enemy.distance if %s else enemy.distance", conditions[i]);
        (void)snprintf(rank, sizeof rank, "1 if %s else 0", conditions[i + 1]);
        const wits_consideration_desc considerations[] = {
            {.of = W_NEAR, .group = WITS_GROUP_PRODUCT},
            {.of = W_NEAR, .depth = 1, .gate = conditions[i + 2]},
            {.of = W_NEAR, .depth = 1, .input = "enemy.distance", .low = 0, .high = 1},
        };
        const wits_state_desc states[] = {
            [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
            [W] =
                {.name = "W", .kind = WITS_KIND_UTILITY, .target = "cover", .score = "cover.worth", .retarget = "aim"},
            [W_ATTACK] = {.name = "attack", .parent = W, .target = "enemy", .score = score, .retarget = "fire"},
            [W_COVER] = {.name = "ranked",
                         .parent = W,
                         .target = "enemy",
                         .score = "0.5 - enemy.distance",
                         .rank = rank,
                         .retarget = "fire"},
            [W_NEAR] = {.name = "near", .parent = W, .target = "enemy", .retarget = "aim"},
            [W_REST] = {.name = "rest", .parent = W, .score = "0.25"},
        };
        const wits_transition_desc transitions[] = {
            {.from = W_ATTACK, .to = W_REST, .when = conditions[i], .run = "seen = enemy.level"},
            {.from = W_REST, .to = W_ATTACK, .after = 3},
        };
        const wits_desc desc = {BRAIN(TRANSITIONS(transitions), .considerations = considerations,
                                      .consideration_count = COUNT(considerations))};
        expect_blocks_as_single(&desc, WITS_CROWD_PATH_MASKS, WITS_CROWD_SIMD_AUTO, 9, false, 0);
        expect_blocks_as_single(&desc, WITS_CROWD_PATH_GROUPS, WITS_CROWD_SIMD_BASELINE, 9, true, 64);
    }
}

/// One list for all agents, longer than the pairs that are scored at one time.
static void a_list_that_all_share(void **state) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.25f},
        [ATTACK] = {.name = "attack", .target = "enemy", .score = "enemy.distance * health", .retarget = "fire"},
        [HIDE] = {.name = "hide", .target = "cover", .score = "cover.worth * 0.5", .retarget = "aim"},
        [REST] = {.name = "rest", .score = "0.25"},
    };
    const wits_desc desc = {BRAIN(.transitions = NULL)};
    army armies[2] = {raise_army(&desc, false), raise_army(&desc, false)};
    for (uint32_t tick = 0; tick < 4; tick++) {
        for (uint32_t i = 0; i < 2; i++) {
            army *a = &armies[i];
            state_of_random = tick + 1;
            make_world(a->world, false);
            fill_lists(a->world, 60);
            for (uint32_t kind = 0; kind < 2; kind++) {
                a->world->lists[kind].offsets = NULL;
                a->world->lists[kind].count = kind == ENEMY ? 2500 : 100;
                for (uint32_t row = 0; row < 2500; row++) {
                    a->world->ids[kind][row] = row % 2000;
                }
            }
            a->world->distance[1700] = a->world->distance[2400] = 3.0f + (float)tick;
            march(a, tick, i == 0 ? WITS_CROWD_PATH_SINGLE : WITS_CROWD_PATH_MASKS, WITS_CROWD_SIMD_AUTO, AGENTS, 0);
        }
        expect_same(&armies[0], &armies[1], tick);
    }
    uint32_t attackers = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        attackers +=
            wits_target_of(armies[1].brain, armies[1].agents + i * wits_agent_size(armies[1].brain), ATTACK) == 1700;
    }
    assert_true(attackers > AGENTS / 2);
    dismiss(&armies[0]);
    dismiss(&armies[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions),
        cmocka_unit_test(considerations_and_gates),
        cmocka_unit_test(states_that_end_and_transitions),
        cmocka_unit_test(what_is_kept_and_where_it_begins),
        cmocka_unit_test(where_nobody_is_a_candidate),
        cmocka_unit_test(ranks_and_a_default_option),
        cmocka_unit_test(what_is_the_same_for_all_targets),
        cmocka_unit_test(any_transitions),
        cmocka_unit_test(texts_that_become_constant),
        cmocka_unit_test(a_list_that_all_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
