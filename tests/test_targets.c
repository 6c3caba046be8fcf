// SPDX-License-Identifier: MIT
// Targets: docs/semantics.md, section 15. Each test checks one sentence of that section.
#include "support.h"

#include <math.h>

#define TARGETS(table) .targets = table, .target_count = COUNT(table)

static const wits_target_field_desc enemy_fields[] = {
    {.name = "threat", .type = WITS_TYPE_FLOAT},
    {.name = "visible", .type = WITS_TYPE_BOOL},
    {.name = "health", .type = WITS_TYPE_FLOAT, .own = true},
    {.name = "level", .type = WITS_TYPE_UINT8},
};
static const wits_target_field_desc cover_fields[] = {{.name = "worth", .type = WITS_TYPE_FLOAT}};
enum { ENEMY, COVER };
static const wits_target_desc kinds[] = {
    [ENEMY] = {.name = "enemy", .fields = enemy_fields, .field_count = COUNT(enemy_fields)},
    [COVER] = {.name = "cover", .fields = cover_fields, .field_count = COUNT(cover_fields)},
};

enum { MOST = 8 };

/// The data that a soldier sees.
typedef struct field_of_view {
    uint32_t ids[2][MOST];
    float threat[MOST];
    bool visible[MOST];
    float health[MOST];
    uint8_t level[MOST];
    float worth[MOST];
    wits_column enemy_columns[4];
    wits_column cover_columns[1];
    wits_target_list lists[2];
} field_of_view;

static void look_around(field_of_view *v) {
    memset(v, 0, sizeof *v);
    v->enemy_columns[0] = (wits_column){.base = v->threat, .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    v->enemy_columns[1] = (wits_column){.base = v->visible, .stride = sizeof(bool), .type = WITS_TYPE_BOOL};
    v->enemy_columns[2] = (wits_column){.base = v->health, .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    v->enemy_columns[3] = (wits_column){.base = v->level, .stride = 1, .type = WITS_TYPE_UINT8};
    v->cover_columns[0] = (wits_column){.base = v->worth, .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    v->lists[ENEMY] = (wits_target_list){.ids = v->ids[ENEMY], .columns = v->enemy_columns};
    v->lists[COVER] = (wits_target_list){.ids = v->ids[COVER], .columns = v->cover_columns};
}

static void see_enemy(field_of_view *v, uint32_t id, float threat) {
    const uint32_t row = v->lists[ENEMY].count++;
    v->ids[ENEMY][row] = id;
    v->threat[row] = threat;
    v->visible[row] = true;
    v->health[row] = 1.0f;
}

static void see_cover(field_of_view *v, uint32_t id, float worth) {
    const uint32_t row = v->lists[COVER].count++;
    v->ids[COVER][row] = id;
    v->worth[row] = worth;
}

static void see_nobody(field_of_view *v) {
    v->lists[ENEMY].count = v->lists[COVER].count = 0;
}

// Root with the utility W: attack an enemy, hide in a cover, or rest; and K beside it.
enum { ROOT, W, ATTACK, HIDE, REST, K };

typedef struct battle {
    scene *s;
    field_of_view *view;
} battle;

static battle open_battle(wits_state_desc w, wits_state_desc attack, wits_state_desc hide) {
    wits_state_desc states[] = {
        [ROOT] = {.name = "root"}, [W] = w, [ATTACK] = attack, [HIDE] = hide, [REST] = {.name = "rest"},
        [K] = {.name = "K"}};
    static const wits_transition_desc transitions[] = {{.from = W, .to = K},
                                                       {.from = K, .to = ATTACK},
                                                       {.from = ATTACK, .to = ATTACK, .reenter = true},
                                                       {.from = ATTACK, .to = K, .when = "asked() and enemy.present"},
                                                       {.from = K, .to = W}};
    states[W].name = "W";
    states[W].kind = WITS_KIND_UTILITY;
    states[ATTACK].name = "attack";
    states[ATTACK].target = "enemy";
    states[ATTACK].score = attack.score != NULL ? attack.score : "enemy.threat";
    states[HIDE].name = "hide";
    states[HIDE].score = hide.score != NULL ? hide.score : "cover.worth";
    states[HIDE].target = "cover";
    states[REST].score = "0.25";
    states[ATTACK].parent = states[HIDE].parent = states[REST].parent = W;
    battle b = {.view = malloc(sizeof *b.view)};
    assert_non_null(b.view);
    look_around(b.view);
    b.s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), TARGETS(kinds)});
    b.s->targets = b.view->lists;
    return b;
}

static void close_battle(battle b) {
    scene_close(b.s);
    free(b.view);
}

static const wits_state_desc plain = {.name = NULL};

static void expect_target(const scene *s, wits_state_id option, uint32_t id) {
    for (int mode = 0; mode < 3; mode++) {
        assert_int_equal(wits_target_of(s->brain, s->agents[mode], option), id);
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

static void an_option_is_worth_its_best_target(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 3, 0.5f);
    see_enemy(b.view, 7, 0.75f);
    see_cover(b.view, 100, 0.625f);
    start(b.s, "W-enter attack-enter@7");
    expect_target(b.s, ATTACK, 7);
    expect_target(b.s, HIDE, WITS_NO_TARGET);
    b.view->threat[1] = 0.5f;
    pass(b.s, "attack-exit@7 hide-enter@100");
    expect_target(b.s, HIDE, 100);
    expect_target(b.s, ATTACK, WITS_NO_TARGET);
    close_battle(b);
}

static void of_equal_targets_the_first_is_taken(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 9, 0.5f);
    see_enemy(b.view, 2, 0.5f);
    start(b.s, "W-enter attack-enter@9");
    close_battle(b);
}

static void but_the_remembered_one_wins_ties(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 9, 0.5f);
    see_enemy(b.view, 2, 0.75f);
    start(b.s, "W-enter attack-enter@2");
    b.view->threat[1] = 0.5f;
    pass(b.s, "");
    expect_target(b.s, ATTACK, 2);
    close_battle(b);
}

static void an_option_with_an_empty_list_is_no_candidate(void **state) {
    battle b = open_battle(plain, plain, plain);
    start(b.s, "W-enter rest-enter");
    see_enemy(b.view, 1, 0.5f);
    pass(b.s, "rest-exit attack-enter@1");
    b.s->targets = NULL;  // a missing kind
    pass(b.s, "attack-exit@1 rest-enter");
    close_battle(b);
}

static void a_target_that_is_no_number_or_below_the_floor_is_left_out(void **state) {
    battle b = open_battle((wits_state_desc){.has_floor = true, .floor = 0.125f}, plain, plain);
    see_enemy(b.view, 1, NAN);
    see_enemy(b.view, 2, 0.0625f);
    start(b.s, "W-enter rest-enter");
    see_enemy(b.view, 3, 0.5f);
    pass(b.s, "rest-exit attack-enter@3");
    close_battle(b);
}

static void so_is_one_that_a_gate_shuts_out(void **state) {
    static const wits_consideration_desc considerations[] = {
        {.of = ATTACK, .group = WITS_GROUP_PRODUCT},
        {.of = ATTACK, .depth = 1, .gate = "enemy.visible"},
        {.of = ATTACK, .depth = 1, .input = "enemy.threat", .low = 0, .high = 1},
    };
    wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                [W] = {.name = "rest", .score = "0.25"},
                                [ATTACK] = {.name = "attack", .target = "enemy"}};
    field_of_view view;
    look_around(&view);
    scene *s = scene_open(&(wits_desc){STATES(states), TARGETS(kinds), .considerations = considerations,
                                       .consideration_count = COUNT(considerations)});
    s->targets = view.lists;
    see_enemy(&view, 1, 1.0f);
    see_enemy(&view, 2, 0.5f);
    view.visible[0] = false;
    start(s, "attack-enter@2");
    view.visible[1] = false;
    pass(s, "attack-exit@2 rest-enter");
    scene_close(s);
}

static void of_an_id_that_is_twice_the_first_row_counts(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 4, 0.3f);
    see_enemy(b.view, 5, 0.5f);
    see_enemy(b.view, 4, 0.9f);
    start(b.s, "W-enter attack-enter@5");
    close_battle(b);
}

static void a_row_of_no_target_is_passed_over(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, WITS_NO_TARGET, 1.0f);
    see_enemy(b.view, 5, 0.5f);
    start(b.s, "W-enter attack-enter@5");
    close_battle(b);
}

static void inertia_is_added_to_all_targets_of_the_current_option(void **state) {
    battle b = open_battle((wits_state_desc){.inertia = 0.25f},
                           (wits_state_desc){.has_target_inertia = true, .target_inertia = 0.0f}, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    see_cover(b.view, 8, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.625f;
    b.view->worth[0] = 0.75f;  // less than 0.625 + 0.25
    pass(b.s, "attack-retarget@2");
    close_battle(b);
}

static void the_remembered_target_has_the_inertia_of_the_utility(void **state) {
    battle b = open_battle((wits_state_desc){.inertia = 0.25f}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.75f;
    pass(b.s, "");
    b.view->threat[1] = 0.875f;
    pass(b.s, "attack-retarget@2");
    close_battle(b);
}

static void or_one_of_its_own(void **state) {
    battle b = open_battle(plain, (wits_state_desc){.has_target_inertia = true, .target_inertia = 0.5f}, plain);
    see_enemy(b.view, 1, 0.25f);
    see_enemy(b.view, 2, 0.125f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.625f;
    pass(b.s, "");
    see_cover(b.view, 8, 0.75f);  // it does not count in the comparison with other options
    pass(b.s, "attack-exit@1 hide-enter@8");
    close_battle(b);
}

static void ranks_are_of_targets(void **state) {
    battle b = open_battle(plain, (wits_state_desc){.rank = "enemy.level"}, plain);
    see_enemy(b.view, 1, 0.75f);
    see_enemy(b.view, 2, 0.125f);
    see_enemy(b.view, 3, 0.25f);
    b.view->level[1] = b.view->level[2] = 1;
    start(b.s, "W-enter attack-enter@3");
    b.view->level[0] = 1;
    pass(b.s, "attack-retarget@1");
    close_battle(b);
}

static void the_bar_of_a_default_option_is_for_each_target(void **state) {
    battle b = open_battle((wits_state_desc){.default_option = REST}, (wits_state_desc){.rank = "enemy.level"}, plain);
    see_enemy(b.view, 1, 0.125f);
    see_enemy(b.view, 2, 0.5f);
    b.view->level[0] = 1;  // highest rank, but gated
    start(b.s, "W-enter attack-enter@2");
    b.view->threat[1] = 0.25f;
    pass(b.s, "attack-exit@2 rest-enter");
    close_battle(b);
}

static void a_default_option_that_is_active_keeps_its_target(void **state) {
    battle b = open_battle((wits_state_desc){.default_option = ATTACK, .has_floor = true, .floor = 0.5f}, plain, plain);
    see_enemy(b.view, 1, 0.75f);
    see_enemy(b.view, 2, 0.5f);
    start(b.s, "W-enter attack-enter@1");
    see_nobody(b.view);
    pass(b.s, "");
    expect_target(b.s, ATTACK, 1);
    close_battle(b);
}

static void one_that_is_not_takes_its_best_number(void **state) {
    battle b = open_battle((wits_state_desc){.default_option = ATTACK, .has_floor = true, .floor = 0.5f}, plain, plain);
    see_enemy(b.view, 1, NAN);
    see_enemy(b.view, 2, 0.125f);
    see_enemy(b.view, 3, 0.25f);
    start(b.s, "W-enter attack-enter@3");
    close_battle(b);
}

static void or_none(void **state) {
    battle b = open_battle((wits_state_desc){.default_option = ATTACK, .has_floor = true, .floor = 0.5f}, plain, plain);
    see_enemy(b.view, 1, NAN);
    start(b.s, "W-enter attack-enter@none");
    expect_target(b.s, ATTACK, WITS_NO_TARGET);
    close_battle(b);
}

static void where_nobody_is_a_candidate_the_current_option_keeps_its_target(void **state) {
    battle b = open_battle((wits_state_desc){.has_floor = true, .floor = 0.5f}, plain, plain);
    see_enemy(b.view, 1, 0.75f);
    start(b.s, "W-enter attack-enter@1");
    see_nobody(b.view);
    pass(b.s, "");
    expect_target(b.s, ATTACK, 1);
    close_battle(b);
}

static void a_done_option_is_entered_again_with_its_best_target(void **state) {
    battle b = open_battle((wits_state_desc){.inertia = 0.25f}, (wits_state_desc){.lasts = 2}, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.625f;
    b.s->tick = 2;
    pass(b.s, "attack-exit@1 attack-enter@1");  // target_inertia counts
    b.view->threat[1] = 0.875f;
    b.s->tick = 4;
    pass(b.s, "attack-exit@1 attack-enter@2");
    close_battle(b);
}

// ----------------------------------------------------------------------------------------------------------- switching

static void another_target_is_a_retarget_nothing_exits(void **state) {
    battle b = open_battle(plain, (wits_state_desc){.timed = true}, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.s->tick = 3;
    b.view->threat[1] = 0.75f;
    pass(b.s, "attack-retarget@2");
    expect_target(b.s, ATTACK, 2);
    expect_elapsed(b.s, ATTACK, 3);  // clocks continue
    pass(b.s, "");
    close_battle(b);
}

static void with_reenter_it_exits_and_is_entered_again(void **state) {
    battle b = open_battle(plain, (wits_state_desc){.reenter = true, .timed = true}, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.s->tick = 3;
    b.view->threat[1] = 0.75f;
    pass(b.s, "attack-exit@1 attack-enter@2");
    expect_elapsed(b.s, ATTACK, 0);
    pass(b.s, "");
    close_battle(b);
}

static void entered_in_any_other_way_it_takes_its_best_target(void **state) {
    battle b = open_battle((wits_state_desc){.has_floor = true, .floor = 0.25f}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.75f);
    see_cover(b.view, 8, 1.0f);
    start(b.s, "W-enter hide-enter@8");
    go_to(b.s, ATTACK, "hide-exit@8 attack-enter@2");
    restart(b.s, ATTACK, "attack-exit@2 attack-enter@2");
    place(b.s, K);
    take(b.s, 1, "K-exit t1 W-enter attack-enter@2");
    place(b.s, HIDE);
    expect_target(b.s, HIDE, 8);
    b.view->threat[0] = b.view->threat[1] = 0.125f;
    go_to(b.s, ATTACK, "hide-exit@8 attack-enter@none");
    stop(b.s, "attack-exit@none W-exit");
    expect_target(b.s, ATTACK, WITS_NO_TARGET);
    close_battle(b);
}

static void reentered_by_a_transition_too(void **state) {
    battle b = open_battle((wits_state_desc){.inertia = 0.25f}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.625f;  // less than 0.5 + 0.25, but there is no inertia
    take(b.s, 2, "attack-exit@1 t2@1 attack-enter@2");
    close_battle(b);
}

static void a_transition_to_an_active_option_keeps_it(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 0.25f);
    start(b.s, "W-enter attack-enter@1");
    b.view->threat[1] = 0.75f;
    go_to(b.s, ATTACK, "");
    expect_target(b.s, ATTACK, 1);
    close_battle(b);
}

static void what_is_kept_keeps_its_target(void **state) {
    battle b = open_battle((wits_state_desc){.leave = WITS_LEAVE_SUSPEND}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    start(b.s, "W-enter attack-enter@1");
    take(b.s, 0, "W-exit t0 K-enter");
    expect_target(b.s, ATTACK, WITS_NO_TARGET);  // it is not active
    see_enemy(b.view, 2, 0.75f);
    take(b.s, 4, "K-exit t4 W-enter");
    expect_target(b.s, ATTACK, 1);
    pass(b.s, "attack-retarget@2");
    close_battle(b);
}

static void what_is_resumed_takes_its_best(void **state) {
    battle b = open_battle((wits_state_desc){.leave = WITS_LEAVE_RESUME}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    start(b.s, "W-enter attack-enter@1");
    take(b.s, 0, "attack-exit@1 W-exit t0 K-enter");
    see_enemy(b.view, 2, 0.75f);
    take(b.s, 4, "K-exit t4 W-enter attack-enter@2");
    close_battle(b);
}

// ------------------------------------------------------------------------------------------------------------- reading

static void a_transition_reads_the_target_of_its_source(void **state) {
    battle b = open_battle(plain, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    start(b.s, "W-enter attack-enter@1");
    b.view->ids[ENEMY][0] = 2;  // the target in the list is another one
    go_to(b.s, ATTACK, "");
    b.s->world.rows = ROW(3);
    decide(b.s, ROW(3), "attack-retarget@2");  // not present: not fired
    decide(b.s, ROW(3), "attack-exit@2 W-exit t3@2 K-enter");
    close_battle(b);
}

// Root with the utility W, whose option attack has an fsm inside: aim and shoot; and rest.
enum { AIM = 3, SHOOT, IDLE };

typedef struct values {
    float health;
    int32_t seen;
    bool there;
} values;

static const wits_field_desc value_fields[] = {
    {.name = "found", .type = WITS_TYPE_FLOAT},
    {.name = "number", .type = WITS_TYPE_INT},
    {.name = "there", .type = WITS_TYPE_BOOL},
};

static void what_is_inside_reads_it_too(void **state) {
    wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [W] = {.name = "W", .kind = WITS_KIND_UTILITY},
        [ATTACK] = {.name = "attack", .parent = W, .target = "enemy", .score = "enemy.threat"},
        [AIM] = {.name = "aim",
                 .parent = ATTACK,
                 .update = "found = enemy.health; number = enemy.level; there = enemy.present"},
        [SHOOT] = {.name = "shoot", .parent = ATTACK},
        [IDLE] = {.name = "rest", .parent = W, .score = "-1"},
    };
    static const wits_transition_desc transitions[] = {{.from = AIM, .to = SHOOT, .when = "enemy.health < 0.5"}};
    values held = {.health = 5.0f};
    const wits_column columns[] = {{.base = &held.health, .stride = 4, .type = WITS_TYPE_FLOAT},
                                   {.base = &held.seen, .stride = 4, .type = WITS_TYPE_INT},
                                   {.base = &held.there, .stride = 1, .type = WITS_TYPE_BOOL}};
    field_of_view view;
    look_around(&view);
    scene *s = scene_open_in(&(wits_desc){STATES(states), TRANSITIONS(transitions), TARGETS(kinds),
                                          .fields = value_fields, .field_count = COUNT(value_fields)},
                             ONLY_NOW);
    s->targets = view.lists;
    s->columns = columns;
    see_enemy(&view, 1, 0.5f);
    see_enemy(&view, 2, 0.75f);
    const uint32_t own_rows[] = {3, 0};  // the health of enemy 2 is in row 0
    view.lists[ENEMY].own_rows = own_rows;
    view.health[0] = 0.625f;
    view.level[1] = 17;
    start(s, "W-enter attack-enter@2 aim-enter@2");
    update(s, "attack-update@2 W-update");
    assert_float_equal(held.health, 0.625f, 0.0f);
    assert_int_equal(held.seen, 17);
    assert_true(held.there);
    view.lists[ENEMY].count = 1;
    view.threat[0] = NAN;  // it stays, and its remembered target is missing
    update(s, "attack-update@2 W-update");
    assert_true(isnan(held.health));
    assert_int_equal(held.seen, 0);
    assert_false(held.there);
    view.lists[ENEMY].count = 2;
    view.health[0] = 0.25f;
    take(s, 0, "aim-exit@2 t0@2 shoot-enter@2");
    scene_close(s);
}

// Root with the utility W; its option attack is a utility that has an option with its own enemy, and one that reads
// that of attack.
static void the_innermost_option_around_is_read(void **state) {
    enum { OUTER = 1, INNER_A, INNER_B };
    wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [OUTER] = {.name = "outer", .kind = WITS_KIND_UTILITY, .target = "enemy", .score = "enemy.threat"},
        [INNER_A] = {.name = "A", .parent = OUTER, .target = "enemy", .score = "enemy.health"},
        [INNER_B] = {.name = "B", .parent = OUTER, .score = "enemy.threat"},
    };
    field_of_view view;
    look_around(&view);
    scene *s = scene_open(&(wits_desc){STATES(states), TARGETS(kinds)});
    s->targets = view.lists;
    see_enemy(&view, 1, 0.75f);
    see_enemy(&view, 2, 0.25f);
    view.health[0] = 0.5f;
    view.health[1] = 1.0f;
    start(s, "outer-enter@1 A-enter@2");
    expect_target(s, OUTER, 1);
    expect_target(s, INNER_A, 2);
    view.health[1] = view.health[0] = 0.625f;
    pass(s, "A-exit@2 B-enter@1");  // 0.75 is the threat of 1
    scene_close(s);
}

// Root with the utility attack, an option with an enemy, whose options aim and shoot are scored by 4.5 and by the
// enemy's id; the step of shoot is a function.
enum { BATTLE_AIM = 2, BATTLE_SHOOT };

typedef struct asked {
    uint32_t by_action, by_step;
} asked;

static uint32_t id_told(const wits_call *call) {
    return call->target != NULL ? call->target->id : WITS_NO_TARGET;
}

static float score_told(const void *context, const wits_call *call) {
    (void)context;
    return (float)id_told(call);
}

static wits_state_id step_told(void *context, const wits_call *call) {
    asked *a = context;
    a->by_step = id_told(call);
    return WITS_STAY;
}

static void see_whom(void *context, const wits_call *call) {
    asked *a = context;
    a->by_action = id_told(call);
}

static void functions_inside_are_told_of_it(void **state) {
    static const wits_function functions[] = {{.name = "by_id", .score = score_told},
                                              {.name = "step", .step = step_told},
                                              {.name = "see", .action = see_whom}};
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [1] = {.name = "attack", .kind = WITS_KIND_UTILITY, .target = "enemy", .score = "enemy.threat"},
        [BATTLE_AIM] = {.name = "aim", .parent = 1, .score = "4.5"},
        [BATTLE_SHOOT] = {.name = "shoot", .parent = 1, .score = "by_id", .step = "step", .update = "see"},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(states), TARGETS(kinds), FUNCTIONS(functions)});
    uint8_t *agent = calloc(1, wits_agent_size(brain));
    assert_non_null(agent);
    field_of_view view;
    look_around(&view);
    see_enemy(&view, 3, 0.5f);
    see_enemy(&view, 5, 0.25f);
    asked told = {.by_action = WITS_NO_TARGET, .by_step = WITS_NO_TARGET};
    wits_frame frame = {.context = &told, .functions = functions, .targets = view.lists};
    assert_true(wits_start(brain, agent, &frame));
    assert_int_equal(wits_deepest(brain, agent), BATTLE_AIM);  // 4.5 is more than 3
    view.threat[1] = 0.75f;
    frame.tick = 1;
    assert_true(wits_tick(brain, agent, &frame));
    assert_int_equal(wits_target_of(brain, agent, 1), 5);
    frame.tick = 2;
    assert_true(wits_tick(brain, agent, &frame));
    assert_int_equal(wits_deepest(brain, agent), BATTLE_SHOOT);  // 4.5 is less than 5
    assert_int_equal(told.by_step, 5);
    assert_int_equal(told.by_action, 5);
    free(agent);
    free(brain);
}

static void a_kind_is_read_where_an_option_has_it_only(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY, .update = "log"},
        {.name = "attack", .target = "enemy", .score = "enemy.threat"},
        {.name = "rest", .score = "enemy.threat"},
    };
    assert_int_equal(wits_brain_size(&(wits_desc){STATES(states), TARGETS(kinds),
                                                  .functions = &(wits_function){.name = "log", .action = log_action},
                                                  .function_count = 1},
                                     &report),
                     0);
    assert_int_equal(report.count, 1);
    assert_int_equal(problem.code, WITS_PROBLEM_EXPRESSION);
    assert_string_equal(problem.value, "'enemy' is a kind of targets, which can be read only in attack");
}

static void a_kind_has_no_other_fields_than_its_own(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY},
        {.name = "attack", .target = "enemy", .score = "enemy.thread"},
    };
    assert_int_equal(wits_brain_size(&(wits_desc){STATES(states), TARGETS(kinds)}, &report), 0);
    assert_int_equal(problem.code, WITS_PROBLEM_EXPRESSION);
    assert_string_equal(problem.value,
                        "a target of kind 'enemy' has no field 'thread'; it has threat, visible, health, level and "
                        "present; did you mean 'threat'?");
}

static void inside_score_best_its_best_plain_score_counts(void **state) {
    enum { BOTH = 1, ATTACKS, RESTS, OTHER };
    wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [BOTH] = {.name = "both", .kind = WITS_KIND_UTILITY, .score_best = true},
        [ATTACKS] = {.name = "attack", .parent = BOTH, .target = "enemy", .score = "enemy.threat"},
        [RESTS] = {.name = "rest", .parent = BOTH, .score = "0.125"},
        [OTHER] = {.name = "other", .score = "0.5"},
    };
    field_of_view view;
    look_around(&view);
    scene *s = scene_open(&(wits_desc){STATES(states), TARGETS(kinds)});
    s->targets = view.lists;
    see_enemy(&view, 1, 0.25f);
    start(s, "other-enter");
    see_enemy(&view, 2, 0.75f);
    see_enemy(&view, 3, NAN);
    pass(s, "other-exit both-enter attack-enter@2");
    scene_close(s);
}

static void chance_draws_options_never_targets(void **state) {
    battle b = open_battle((wits_state_desc){.select = WITS_SELECT_WEIGHTED}, plain, plain);
    see_enemy(b.view, 1, 0.5f);
    see_enemy(b.view, 2, 1.0f);
    uint32_t counts[6] = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        b.s->id = i;
        b.s->logs[0][0] = '\0';
        place(b.s, K);
        b.s->world.rows = ROW(4);
        uint8_t *agent = b.s->agents[0];
        const wits_frame frame = {
            .agent = i, .context = &b.s->world, .functions = b.s->functions, .targets = b.s->targets};
        b.s->world.log = b.s->logs[0];
        assert_true(wits_decide(b.s->brain, agent, &frame));
        counts[wits_deepest(b.s->brain, agent)]++;
        const uint32_t id = wits_target_of(b.s->brain, agent, ATTACK);
        assert_true(id == 2 || id == WITS_NO_TARGET);
    }
    assert_in_range(counts[ATTACK], 740, 860);  // 1 in 1.25
    assert_int_equal(counts[ATTACK] + counts[REST], 1000);
    close_battle(b);
}

// --------------------------------------------------------------------------------------------------------------- bytes

static void an_agent_remembers_four_bytes_for_each_utility_with_targets(void **state) {
    battle b = open_battle(plain, plain, plain);
    assert_int_equal(wits_agent_size(b.s->brain), 1 + 4);
    see_enemy(b.view, 0x01020304, 0.5f);
    start(b.s, "W-enter attack-enter@16909060");
    static const uint8_t bytes[] = {4, 3, 2, 1};
    assert_memory_equal(b.s->agents[0] + 1, bytes, sizeof bytes);
    go_to(b.s, K, "attack-exit@16909060 W-exit K-enter");
    static const uint8_t zeroes[4] = {0};
    assert_memory_equal(b.s->agents[0] + 1, zeroes, sizeof zeroes);
    b.s->agents[0][2] = 1;  // a target without an option
    assert_false(wits_agent_is_valid(b.s->brain, b.s->agents[0], wits_agent_size(b.s->brain)));
    b.s->agents[0][2] = 0;
    close_battle(b);
}

static void a_brain_tells_its_kinds(void **state) {
    battle b = open_battle(plain, plain, plain);
    const wits_brain *brain = b.s->brain;
    assert_int_equal(wits_target_kind_count(brain), 2);
    assert_string_equal(wits_target_kind_name(brain, COVER), "cover");
    assert_string_equal(wits_target_kind_name(brain, 2), "");
    assert_int_equal(wits_find_target_kind(brain, "cover"), COVER);
    assert_int_equal(wits_find_target_kind(brain, "covers"), WITS_NONE);
    assert_int_equal(wits_state_target_kind(brain, HIDE), COVER);
    assert_int_equal(wits_state_target_kind(brain, REST), WITS_NONE);
    assert_int_equal(wits_target_field_count(brain, ENEMY), 4);
    assert_string_equal(wits_target_field_name(brain, ENEMY, 2), "health");
    assert_int_equal(wits_target_field_type(brain, ENEMY, 3), WITS_TYPE_UINT8);
    assert_true(wits_target_field_is_own(brain, ENEMY, 2));
    assert_false(wits_target_field_is_own(brain, ENEMY, 1));
    close_battle(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_is_worth_its_best_target),
        cmocka_unit_test(of_equal_targets_the_first_is_taken),
        cmocka_unit_test(but_the_remembered_one_wins_ties),
        cmocka_unit_test(an_option_with_an_empty_list_is_no_candidate),
        cmocka_unit_test(a_target_that_is_no_number_or_below_the_floor_is_left_out),
        cmocka_unit_test(so_is_one_that_a_gate_shuts_out),
        cmocka_unit_test(of_an_id_that_is_twice_the_first_row_counts),
        cmocka_unit_test(a_row_of_no_target_is_passed_over),
        cmocka_unit_test(inertia_is_added_to_all_targets_of_the_current_option),
        cmocka_unit_test(the_remembered_target_has_the_inertia_of_the_utility),
        cmocka_unit_test(or_one_of_its_own),
        cmocka_unit_test(ranks_are_of_targets),
        cmocka_unit_test(the_bar_of_a_default_option_is_for_each_target),
        cmocka_unit_test(a_default_option_that_is_active_keeps_its_target),
        cmocka_unit_test(one_that_is_not_takes_its_best_number),
        cmocka_unit_test(or_none),
        cmocka_unit_test(where_nobody_is_a_candidate_the_current_option_keeps_its_target),
        cmocka_unit_test(a_done_option_is_entered_again_with_its_best_target),
        cmocka_unit_test(another_target_is_a_retarget_nothing_exits),
        cmocka_unit_test(with_reenter_it_exits_and_is_entered_again),
        cmocka_unit_test(entered_in_any_other_way_it_takes_its_best_target),
        cmocka_unit_test(reentered_by_a_transition_too),
        cmocka_unit_test(a_transition_to_an_active_option_keeps_it),
        cmocka_unit_test(what_is_kept_keeps_its_target),
        cmocka_unit_test(what_is_resumed_takes_its_best),
        cmocka_unit_test(a_transition_reads_the_target_of_its_source),
        cmocka_unit_test(what_is_inside_reads_it_too),
        cmocka_unit_test(the_innermost_option_around_is_read),
        cmocka_unit_test(functions_inside_are_told_of_it),
        cmocka_unit_test(a_kind_is_read_where_an_option_has_it_only),
        cmocka_unit_test(a_kind_has_no_other_fields_than_its_own),
        cmocka_unit_test(inside_score_best_its_best_plain_score_counts),
        cmocka_unit_test(chance_draws_options_never_targets),
        cmocka_unit_test(an_agent_remembers_four_bytes_for_each_utility_with_targets),
        cmocka_unit_test(a_brain_tells_its_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
