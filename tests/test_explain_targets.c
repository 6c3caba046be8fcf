// SPDX-License-Identifier: MIT
// Explanations of options with targets: the best targets of each, the reason for the choice, and the changes that would
// have led to another. Every claim about another value is tried with that value.
#include "support.h"

#include "wits/explain.h"

#include <math.h>

enum { MOST = 12, MEMORY = 1 << 17 };
enum { ENEMY, COVER };
enum { DISTANCE, HEALTH, THREAT };

static const wits_target_field_desc enemy_fields[] = {{.name = "distance", .type = WITS_TYPE_FLOAT},
                                                      {.name = "health", .type = WITS_TYPE_UINT8, .own = true},
                                                      {.name = "threat", .type = WITS_TYPE_INT16}};
static const wits_target_field_desc cover_fields[] = {{.name = "safety", .type = WITS_TYPE_FLOAT, .own = true}};
static const wits_target_desc kinds[] = {{"enemy", enemy_fields, COUNT(enemy_fields)},
                                         {"cover", cover_fields, COUNT(cover_fields)}};
static const wits_field_desc fields[] = {{.name = "fear", .type = WITS_TYPE_FLOAT},
                                         {.name = "ammo", .type = WITS_TYPE_UINT8}};

/// An agent, its fields, and the targets in its lists.
typedef struct fixture {
    const wits_brain *brain;
    const wits_desc *desc;
    uint8_t agent[64];
    float fear;
    uint8_t ammo;
    uint32_t ids[2][MOST], own_rows[2][MOST];
    float distance[MOST], safety[MOST];
    int16_t threat[MOST];
    uint8_t health[MOST];
    wits_column columns[2], enemy_columns[3], cover_columns[1];
    wits_target_list lists[2];
    wits_explain explain;
    wits_frame frame;
} fixture;

static fixture f;
static uint64_t brain_memory[MEMORY / 8], memory[MEMORY / 8];

static void open_tables(const wits_desc *tables) {
    static wits_desc desc;
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    desc = *tables;
    desc.fields = fields;
    desc.field_count = COUNT(fields);
    desc.targets = kinds;
    desc.target_count = COUNT(kinds);
    memset(&f, 0, sizeof f);
    f.desc = &desc;
    f.brain = wits_brain_compile(&desc, brain_memory, sizeof brain_memory, &report);
    if (f.brain == NULL) {
        char text[640];
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    f.columns[0] = (wits_column){&f.fear, sizeof f.fear, WITS_TYPE_FLOAT};
    f.columns[1] = (wits_column){&f.ammo, sizeof f.ammo, WITS_TYPE_UINT8};
    f.enemy_columns[DISTANCE] = (wits_column){f.distance, sizeof *f.distance, WITS_TYPE_FLOAT};
    f.enemy_columns[HEALTH] = (wits_column){f.health, 1, WITS_TYPE_UINT8};
    f.enemy_columns[THREAT] = (wits_column){f.threat, sizeof *f.threat, WITS_TYPE_INT16};
    f.cover_columns[0] = (wits_column){f.safety, sizeof *f.safety, WITS_TYPE_FLOAT};
    f.lists[ENEMY] = (wits_target_list){.ids = f.ids[ENEMY], .columns = f.enemy_columns};
    f.lists[COVER] = (wits_target_list){.ids = f.ids[COVER], .columns = f.cover_columns};
    f.frame = (wits_frame){.columns = f.columns, .targets = f.lists, .seed = 3};
    assert_in_range(wits_agent_size(f.brain), 1, sizeof f.agent);
    assert_in_range(wits_explain_size(f.brain), 1, sizeof memory);
}

static void see_enemy(uint32_t id, float distance, uint8_t health) {
    const uint32_t row = f.lists[ENEMY].count++;
    f.ids[ENEMY][row] = id;
    f.distance[row] = distance;
    f.health[row] = health;
}

static void decide_told(void) {
    wits_explain_begin(&f.explain, f.brain, memory, sizeof memory);
    f.explain.counterfactuals = true;
    f.frame.explain = &f.explain;
    wits_decide(f.brain, f.agent, &f.frame);
    assert_int_equal(f.explain.dropped, 0);
    f.frame.explain = NULL;
}

static const wits_explained_target *target(const wits_explained_option *of, uint32_t number) {
    assert_in_range(number, 0, of->target_count - 1);
    return &f.explain.targets[of->first_target + number];
}

static const wits_explained_consideration *row(uint32_t first, uint32_t number) {
    return &f.explain.considerations[first + number];
}

// ------------------------------------------------------------------------------------------------------ one by one

enum { ROOT, ATTACK, REST };
static const wits_state_desc plain_states[] = {
    [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.0625f},
    [ATTACK] = {.name = "attack", .target = "enemy", .has_target_inertia = true, .target_inertia = 0.125f},
    [REST] = {.name = "rest", .score = "0.25"}};
static const wits_consideration_desc plain_rows[] = {
    {.of = ATTACK, .group = WITS_GROUP_PRODUCT},
    {.of = ATTACK, .depth = 1, .gate = "enemy.health > 0"},
    {.of = ATTACK, .depth = 1, .input = "enemy.distance", .low = 16, .high = 0}};
static const wits_desc plain = {STATES(plain_states), .considerations = plain_rows,
                                .consideration_count = COUNT(plain_rows)};

// The best eight of an option, best first, and the reason why one cannot be taken.
static void the_best_eight(void **state) {
    open_tables(&plain);
    for (uint32_t i = 0; i < 11; i++) {
        see_enemy(20 + i, (float)((i * 5) % 11), 1);
    }
    f.health[9] = 0;       // 29, at 1
    f.ids[ENEMY][3] = 20;  // the second row of 20, at 4
    decide_told();
    assert_int_equal(f.explain.choice_count, 0);  // it is stopped
    wits_start(f.brain, f.agent, &f.frame);
    f.frame.tick = 1;
    decide_told();
    const wits_explained_choice *choice = &f.explain.choices[0];
    const wits_explained_option *attack = &f.explain.options[0];
    static const uint32_t expected[] = {20, 27, 25, 21, 30, 28, 26, 24};
    assert_int_equal(choice->remembered, 20);
    assert_int_equal(choice->target, 20);
    assert_int_equal(attack->targets_listed, 11);
    assert_int_equal(attack->target_count, WITS_EXPLAINED_TARGETS);
    assert_int_equal(attack->target, 20);
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(target(attack, i)->id, expected[i]);
        assert_int_equal(target(attack, i)->verdict, i == 0 ? WITS_VERDICT_CHOSEN : WITS_VERDICT_LOST);
        assert_int_equal(target(attack, i)->is_remembered, i == 0);
        assert_int_equal(target(attack, i)->row_count, i < 2 ? 3 : 0);
    }
    assert_true(target(attack, 0)->raw == 1.0f && target(attack, 0)->inertia == 0.1875f);
    assert_true(target(attack, 0)->competing == 1.1875f && target(attack, 1)->competing == 0.875f + 0.0625f);
    assert_true(attack->competing == 1.0625f);  // without the target's own inertia
    assert_int_equal(f.explain.options[1].target, WITS_NO_TARGET);
    assert_int_equal(f.explain.options[1].target_count, 0);
}

// A gate, a NaN score, the floor; and an empty list.
static void why_a_target_is_no_candidate(void **state) {
    open_tables(&plain);
    wits_start(f.brain, f.agent, &f.frame);
    decide_told();
    assert_int_equal(f.explain.options[0].verdict, WITS_VERDICT_NO_TARGET);
    assert_int_equal(f.explain.options[0].target, WITS_NO_TARGET);
    see_enemy(7, 0, 0);
    see_enemy(8, 12, 1);
    decide_told();
    const wits_explained_option *attack = &f.explain.options[0];
    assert_int_equal(attack->verdict, WITS_VERDICT_LOST);
    assert_int_equal(attack->target, 8);
    assert_int_equal(attack->target_count, 2);
    assert_int_equal(target(attack, 0)->id, 8);
    assert_int_equal(target(attack, 0)->verdict, WITS_VERDICT_CHOSEN);
    assert_int_equal(target(attack, 1)->verdict, WITS_VERDICT_GATED);
    assert_false(row(target(attack, 1)->first_row, 1)->holds);
    assert_true(row(attack->first_row, 1)->holds);
    assert_true(row(attack->first_row, 2)->raw == 12.0f);
}

// "attack on 7, 0.12 more than attack on 3; would have taken 3 with distance at or below ...".
static void what_the_other_target_lacks(void **state) {
    open_tables(&plain);
    see_enemy(3, 6, 1);
    see_enemy(7, 4, 1);
    wits_start(f.brain, f.agent, &f.frame);
    assert_int_equal(wits_target_of(f.brain, f.agent, ATTACK), 7);
    f.distance[0] = 3;  // nearer, but not by enough
    decide_told();
    const wits_explained_option *attack = &f.explain.options[0];
    assert_int_equal(attack->target, 7);
    const wits_explained_target *other = target(attack, 1);
    assert_int_equal(other->id, 3);
    const wits_explained_consideration *distance = row(other->first_row, 2);
    assert_true(distance->looked_at && distance->would_win && distance->wins_below && !distance->wins_above);
    assert_true(distance->wins_at < 2.0f && distance->wins_at > 1.99f);  // target 7: 12/16 + 2/16 exceeds 14/16
    f.distance[0] = distance->wins_at;
    decide_told();
    assert_int_equal(wits_target_of(f.brain, f.agent, ATTACK), 3);
    assert_int_equal(f.explain.choices[0].remembered, 7);  // a retarget
    assert_int_equal(f.explain.choices[0].target, 3);
    assert_int_equal(f.explain.choices[0].current, f.explain.choices[0].chosen);
}

static const wits_state_desc default_states[] = {
    [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .default_option = ATTACK, .has_floor = true, .floor = 0.5f},
    [ATTACK] = {.name = "attack", .target = "enemy", .rank = "enemy.threat"},
    [REST] = {.name = "rest", .score = "fear", .rank = "5"}};
static const wits_desc with_default = {STATES(default_states), .considerations = plain_rows,
                                       .consideration_count = COUNT(plain_rows)};

// The default option was set aside before ranks, so others' ranks are not the reason. It takes the best of its targets
// with the highest rank among them.
static void ranks_of_a_default_option(void **state) {
    open_tables(&with_default);
    f.fear = 2;
    see_enemy(1, 0, 1);
    see_enemy(2, 8, 1);
    f.threat[0] = 1;
    f.threat[1] = 3;
    wits_start(f.brain, f.agent, &f.frame);
    decide_told();
    const wits_explained_option *attack = &f.explain.options[0];
    assert_int_equal(f.explain.choices[0].chosen, REST);
    assert_int_equal(attack->verdict, WITS_VERDICT_NOT_NEEDED);
    assert_true(attack->competing == 1.0f);  // the bar
    assert_int_equal(target(attack, 0)->id, 2);
    assert_int_equal(target(attack, 0)->verdict, WITS_VERDICT_CHOSEN);
    assert_int_equal(target(attack, 1)->verdict, WITS_VERDICT_RANK);
    f.fear = 0;
    decide_told();
    assert_int_equal(f.explain.choices[0].chosen, ATTACK);
    assert_int_equal(wits_target_of(f.brain, f.agent, ATTACK), 2);
}

// A default option may keep a target that is not among its best eight; that one's considerations are explained anyway.
static void a_kept_target_beyond_the_best(void **state) {
    open_tables(&with_default);
    see_enemy(20, 4, 1);
    wits_start(f.brain, f.agent, &f.frame);
    f.lists[ENEMY].count = 0;
    for (uint32_t i = 0; i < WITS_EXPLAINED_TARGETS; i++) {
        see_enemy(30 + i, 1, 0);
    }
    see_enemy(20, 4, 0);
    decide_told();
    const wits_explained_option *attack = &f.explain.options[0];
    assert_int_equal(f.explain.choices[0].target, 20);
    assert_int_equal(attack->target, 20);
    assert_int_equal(attack->target_count, WITS_EXPLAINED_TARGETS);
    for (uint32_t i = 0; i < attack->target_count; i++) {
        assert_int_equal(target(attack, i)->id, 30 + i);
    }
    assert_false(row(attack->first_row, 1)->holds);
    assert_true(row(attack->first_row, 2)->raw == 4.0f);
    assert_true(row(target(attack, 0)->first_row, 2)->raw == 1.0f);
}

// A choice is explained completely or not at all; without memory for other columns, no other values are tried.
static void too_little_room(void **state) {
    open_tables(&plain);
    see_enemy(3, 6, 1);
    see_enemy(7, 4, 1);
    wits_start(f.brain, f.agent, &f.frame);
    const fixture before = f;
    for (uint32_t which = 0; which < 4; which++) {
        f = before;
        wits_explain_begin(&f.explain, f.brain, memory, sizeof memory);
        f.explain.counterfactuals = true;
        f.explain.target_capacity = which == 0 ? WITS_EXPLAINED_TARGETS - 1 : f.explain.target_capacity;
        f.explain.consideration_capacity = which == 1 ? 5 : f.explain.consideration_capacity;
        f.explain.column_capacity = which == 2 ? 2 : f.explain.column_capacity;
        f.explain.list_capacity = which == 3 ? 1 : f.explain.list_capacity;
        f.frame.explain = &f.explain;
        wits_decide(f.brain, f.agent, &f.frame);
        assert_int_equal(wits_target_of(f.brain, f.agent, ATTACK), 7);
        assert_int_equal(f.explain.dropped, which < 2 ? 1 : 0);
        assert_int_equal(f.explain.choice_count, which < 2 ? 0 : 1);
        if (which >= 2) {
            const wits_explained_target *other = target(&f.explain.options[0], 1);
            assert_false(row(other->first_row, 2)->looked_at);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- at random

enum { TOP, FIGHT, NEAR, STAND, SNEAK, STAB, SHOUT, HIDE, STARE, FLEE, IDLE };
static const wits_consideration_desc random_rows[] = {
    {.of = FIGHT, .group = WITS_GROUP_PRODUCT},
    {.of = FIGHT, .depth = 1, .gate = "enemy.health > 0"},
    {.of = FIGHT, .depth = 1, .input = "enemy.distance", .low = 16, .high = 0},
    {.of = FIGHT, .depth = 1, .group = WITS_GROUP_MAX},
    {.of = FIGHT, .depth = 2, .input = "ammo", .low = 0, .high = 8},
    {.of = FIGHT, .depth = 2, .input = "enemy.threat", .low = -4, .high = 12},
    {.of = NEAR, .group = WITS_GROUP_MEAN},
    {.of = NEAR, .depth = 1, .input = "enemy.distance", .low = 0, .high = 16},
    {.of = NEAR, .depth = 1, .input = "cover.safety"},
    {.of = STAND, .input = "enemy.health", .low = 0, .high = 16},
    {.of = STAB, .group = WITS_GROUP_SUM},
    {.of = STAB, .depth = 1, .input = "enemy.health", .low = 20, .high = 0},
    {.of = STAB, .depth = 1, .input = "fear * enemy.distance", .low = 0, .high = 32},
    {.of = HIDE, .group = WITS_GROUP_PRODUCT},
    {.of = HIDE, .depth = 1, .input = "cover.safety"},
    {.of = HIDE, .depth = 1, .input = "fear"},
    {.of = STARE, .input = "enemy.threat", .low = 0, .high = 20},
    {.of = FLEE, .input = "fear"},
};

/// Brains that choose in different ways, with the same states.
static void open_random_brain(uint32_t number) {
    static wits_state_desc states[IDLE + 1];
    const wits_state_desc rows[] = {
        [TOP] = {.name = "top", .kind = WITS_KIND_UTILITY},
        [FIGHT] = {.name = "fight", .target = "enemy", .kind = WITS_KIND_UTILITY, .inertia = 0.03125f},
        [NEAR] = {.name = "near", .parent = FIGHT, .target = "cover"},
        [STAND] = {.name = "stand", .parent = FIGHT},
        [SNEAK] = {.name = "sneak", .kind = WITS_KIND_UTILITY, .score_best = true, .has_weight = true, .weight = 0.75f},
        [STAB] = {.name = "stab", .parent = SNEAK, .target = "enemy"},
        [SHOUT] = {.name = "shout", .parent = SNEAK, .score = "fear * 0.5"},
        [HIDE] = {.name = "hide", .target = "cover"},
        [STARE] = {.name = "stare", .target = "enemy", .rank = "1 if enemy.threat > 6 else 0", .cooldown = 2},
        [FLEE] = {.name = "flee"},
        [IDLE] = {.name = "idle", .score = "0.125"},
    };
    memcpy(states, rows, sizeof rows);
    states[TOP].inertia = number % 2 == 1 ? 0.0625f : 0;
    states[FIGHT].has_target_inertia = number % 3 == 1;
    states[FIGHT].target_inertia = number % 3 == 1 ? 0.125f : 0;
    states[FIGHT].reenter = number % 4 == 3;
    states[TOP].default_option = number % 5 == 2 ? IDLE : number % 5 == 4 ? HIDE : 0;
    states[TOP].has_floor = number % 3 == 2;
    states[TOP].floor = number % 3 == 2 ? 0.25f : 0;
    states[TOP].select = number % 7 == 3   ? WITS_SELECT_WEIGHTED
                         : number % 7 == 5 ? WITS_SELECT_TOP
                                           : WITS_SELECT_HIGHEST;
    states[TOP].top = number % 7 == 5 ? 2 : 0;
    open_tables(&(wits_desc){STATES(states), .considerations = random_rows, .consideration_count = COUNT(random_rows)});
}

static uint32_t random_below(uint64_t *random, uint32_t below) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)(*random >> 33) % below;
}

static void see_at_random(uint64_t *random) {
    f.fear = (float)random_below(random, 17) / 16.0f;
    f.ammo = (uint8_t)random_below(random, 10);
    for (uint32_t kind = 0; kind < 2; kind++) {
        f.lists[kind].count = random_below(random, MOST + 1);
        for (uint32_t i = 0; i < MOST; i++) {
            f.ids[kind][i] = 10 + random_below(random, 16);
            f.own_rows[kind][i] = (i * 5 + 3) % MOST;
        }
        f.lists[kind].own_rows = random_below(random, 2) == 0 ? f.own_rows[kind] : NULL;
    }
    for (uint32_t i = 0; i < MOST; i++) {
        f.distance[i] = random_below(random, 12) == 0 ? NAN : (float)random_below(random, 36) / 2.0f;
        f.health[i] = (uint8_t)random_below(random, 20);
        f.threat[i] = (int16_t)((int32_t)random_below(random, 16) - 4);
        f.safety[i] = random_below(random, 12) == 0 ? NAN : (float)random_below(random, 17) / 16.0f;
    }
}

static uint32_t first_row_of(uint32_t kind, uint32_t id) {
    uint32_t at = 0;
    while (at < f.lists[kind].count && f.ids[kind][at] != id) {
        at++;
    }
    return at;
}

/// Sets the value that an input reads, for those targets; false if it is not a field.
static bool set_input(const char *input, const uint32_t ids[2], float value) {
    const uint32_t kind = strncmp(input, "cover", 5) == 0 ? COVER : ENEMY;
    const uint32_t at = first_row_of(kind, ids[kind]);
    const uint32_t own = f.lists[kind].own_rows != NULL && at < MOST ? f.lists[kind].own_rows[at] : at;
    if (strcmp(input, "fear") == 0) {
        f.fear = value;
    } else if (strcmp(input, "ammo") == 0) {
        f.ammo = (uint8_t)value;
    } else if (strchr(input, '*') != NULL) {
        return false;
    } else {
        assert_true(at < f.lists[kind].count);
        if (strcmp(input, "enemy.distance") == 0) {
            f.distance[at] = value;
        } else if (strcmp(input, "enemy.health") == 0) {
            f.health[own] = (uint8_t)value;
        } else if (strcmp(input, "enemy.threat") == 0) {
            f.threat[at] = (int16_t)value;
        } else {
            assert_string_equal(input, "cover.safety");
            f.safety[own] = value;
        }
    }
    return true;
}

/// The result of a composite's choice.
typedef struct outcome {
    bool is_there;
    wits_state_id chosen;
    uint32_t target;
} outcome;

static outcome outcome_of(const wits_explain *e, wits_state_id composite) {
    for (uint32_t i = 0; i < e->choice_count; i++) {
        if (e->choices[i].composite == composite) {
            return (outcome){!e->choices[i].no_candidate, e->choices[i].chosen, e->choices[i].target};
        }
    }
    return (outcome){0};
}

/// The combined claims of all options.
static struct { uint32_t tried, of_targets, of_outer_targets, of_other_targets, inner; } claims;

/// Decides again with the given value, for the agent in its earlier state.
static void try_claim(const fixture *before, const wits_explained_choice *choice, const char *input,
                      const uint32_t ids[2], float value, wits_state_id option, uint32_t wanted) {
    static fixture after;
    static uint64_t other_memory[MEMORY / 8];
    after = f;
    const outcome top = outcome_of(&after.explain, TOP);
    f = *before;
    if (set_input(input, ids, value)) {
        wits_explain again;
        wits_explain_begin(&again, f.brain, other_memory, sizeof other_memory);
        f.frame.explain = &again;
        wits_decide(f.brain, f.agent, &f.frame);
        const outcome new_top = outcome_of(&again, TOP), of = outcome_of(&again, choice->composite);
        const bool is_inner = choice->composite != TOP;
        if (!is_inner || (top.chosen == new_top.chosen && top.target == new_top.target)) {
            claims.tried++;
            claims.inner += is_inner;
            claims.of_targets += strchr(input, '.') != NULL;
            claims.of_outer_targets += is_inner && strncmp(input, "enemy", 5) == 0;
            claims.of_other_targets += wanted != WITS_NO_TARGET;
            if (!of.is_there || of.chosen != option || (wanted != WITS_NO_TARGET && of.target != wanted)) {
                fail_msg("%s on %u: %s = %.9g: chosen %s on %u", wits_state_name(f.brain, option), (unsigned)wanted,
                         input, (double)value, wits_state_name(f.brain, of.chosen), (unsigned)of.target);
            }
        }
    }
    f = after;
}

static void try_rows(const fixture *before, const wits_explained_choice *choice, const wits_explained_option *option,
                     uint32_t first, uint32_t count, uint32_t id, uint32_t wanted) {
    const wits_state_id reader = option->best_option != WITS_NONE ? option->best_option : option->option;
    uint32_t ids[2] = {outcome_of(&f.explain, TOP).target, WITS_NO_TARGET};
    const uint32_t kind = wits_state_target_kind(f.brain, reader);
    if (kind != WITS_NONE) {
        ids[kind] = id;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wits_explained_consideration told = *row(first, i);
        if (told.would_win) {
            const wits_consideration_desc *from = &random_rows[told.row];
            try_claim(before, choice, from->input, ids, told.wins_at, option->option, wanted);
            if (told.wins_above && from->high > from->low) {
                try_claim(before, choice, from->input, ids, from->high, option->option, wanted);
            }
        }
    }
}

/// The explanation of an option's targets is consistent.
static void check_targets(const wits_explained_choice *choice, const wits_explained_option *of) {
    bool has_best = false;
    for (uint32_t i = 0; i < of->target_count; i++) {
        const wits_explained_target *told = target(of, i);
        assert_int_equal(first_row_of(wits_state_target_kind(f.brain, of->option), told->id), told->row);
        assert_true(told->verdict == WITS_VERDICT_LOST || told->verdict == WITS_VERDICT_CHOSEN ? told->raw == told->raw
                                                                                               : i >= 1 || !has_best);
        assert_true(told->verdict != WITS_VERDICT_CHOSEN || i == 0);
        has_best |= told->verdict == WITS_VERDICT_CHOSEN;
        if (i > 0 && target(of, i - 1)->verdict != WITS_VERDICT_GATED && told->verdict == WITS_VERDICT_LOST) {
            assert_true(target(of, i - 1)->competing >= told->competing);
        }
    }
    if (choice->chosen == of->option && !choice->no_candidate && has_best) {
        assert_int_equal(target(of, 0)->id, choice->target);
        assert_int_equal(of->target, choice->target);
    }
}

static void try_choice(const fixture *before, const wits_explained_choice *choice) {
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option option = f.explain.options[choice->first_option + i];
        check_targets(choice, &option);
        if (option.option != choice->chosen) {
            try_rows(before, choice, &option, option.first_row, option.row_count, option.target, WITS_NO_TARGET);
        }
        for (uint32_t k = 0; option.option == choice->chosen && k < option.target_count; k++) {
            const wits_explained_target other = *target(&option, k);
            if (other.id != option.target) {
                try_rows(before, choice, &option, other.first_row, other.row_count, other.id, other.id);
            }
        }
    }
}

static void what_is_said_is_true(void **state) {
    static fixture before, told;
    uint64_t random = 2024;
    for (uint32_t number = 0; number < 60; number++) {
        open_random_brain(number);
        see_at_random(&random);
        wits_start(f.brain, f.agent, &f.frame);
        for (f.frame.tick = 1; f.frame.tick < 8; f.frame.tick++) {
            if (random_below(&random, 3) != 0) {
                see_at_random(&random);
            }
            before = f;
            decide_told();
            // An agent decides the same with and without an explanation.
            told = f;
            f = before;
            wits_decide(f.brain, f.agent, &f.frame);
            assert_memory_equal(f.agent, told.agent, sizeof f.agent);
            f = told;
            const outcome top = outcome_of(&f.explain, TOP);
            assert_int_equal(wits_is_in(f.brain, f.agent, top.chosen),
                             top.is_there || wits_is_in(f.brain, f.agent, top.chosen));
            if (top.is_there && wits_state_target_kind(f.brain, top.chosen) != WITS_NONE) {
                assert_int_equal(wits_target_of(f.brain, f.agent, top.chosen), top.target);
            }
            for (uint32_t i = 0; i < f.explain.choice_count; i++) {
                const wits_explained_choice choice = f.explain.choices[i];
                if (choice.composite == TOP || f.explain.choices[0].chosen == FIGHT) {
                    try_choice(&before, &choice);
                }
            }
        }
    }
    assert_in_range(claims.tried, 1000, 1000000);
    assert_in_range(claims.of_targets, 500, 1000000);
    assert_in_range(claims.of_other_targets, 250, 1000000);
    assert_in_range(claims.inner, 25, 1000000);
    assert_in_range(claims.of_outer_targets, 25, 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_eight),
        cmocka_unit_test(why_a_target_is_no_candidate),
        cmocka_unit_test(what_the_other_target_lacks),
        cmocka_unit_test(ranks_of_a_default_option),
        cmocka_unit_test(a_kept_target_beyond_the_best),
        cmocka_unit_test(too_little_room),
        cmocka_unit_test(what_is_said_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
