// SPDX-License-Identifier: MIT
// The reference enemies, tick by tick, and the worked example of section 9.
#include "support.h"

// Runs one call; its listed actions run afterwards.
static void run_listed(const wits_brain *brain, void *agent, wits_frame *frame,
                       bool (*verb)(const wits_brain *, void *, const wits_frame *)) {
    wits_action_record records[32];
    wits_list list = {records, COUNT(records), 0};
    frame->list = &list;
    assert_true(verb(brain, agent, frame));
    for (uint32_t i = 0; i < list.count; i++) {
        wits_run_record(brain, agent, frame, &records[i]);
    }
}

static const wits_mode modes[] = {WITS_MODE_NOW, WITS_MODE_DEFERRED, WITS_MODE_LISTED};

// --------------------------------------------------------------------------------------------- 1. self-directed FSM

enum { UP, RIGHT, DOWN, LEFT };

typedef struct walker {
    int x, y, direction;
    int wait_turns, move_turns;  // enemy 1: each state's own counter
    int turns;                   // of enemy 2
} walker;

static void walk(walker *w) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    w->x += dx[w->direction];
    w->y += dy[w->direction];
}

enum { ENEMY, CHANGE_DIRECTION, MOVE, WAIT };

static wits_state_id change_step(void *context, const wits_call *call) {
    walker *w = context;
    w->direction = (w->direction + 1) % 4;
    return MOVE;
}

static wits_state_id move_step(void *context, const wits_call *call) {
    walker *w = context;
    if (w->move_turns == 0) {
        return WAIT;
    }
    w->move_turns--;
    walk(w);
    return WITS_STAY;
}

static wits_state_id wait_step(void *context, const wits_call *call) {
    walker *w = context;
    if (w->wait_turns == 0) {
        return CHANGE_DIRECTION;
    }
    w->wait_turns--;
    return WITS_STAY;
}

static bool may_move(const void *context, const wits_call *call) {
    const walker *w = context;
    return w->move_turns > 0;
}

static bool may_wait(const void *context, const wits_call *call) {
    const walker *w = context;
    return w->wait_turns > 0;
}

static void count_move(void *context, const wits_call *call) {
    walker *w = context;
    w->move_turns--;
    walk(w);
}

static void count_wait(void *context, const wits_call *call) {
    walker *w = context;
    w->wait_turns--;
}

static void turn(void *context, const wits_call *call) {
    walker *w = context;
    w->direction = (w->direction + 1) % 4;
}

static void check_walker(const wits_desc *desc) {
    static const struct {
        wits_state_id state;
        int x, y, direction;
    } rows[] = {
        {CHANGE_DIRECTION, 0, 0, UP},
        {MOVE, 0, 0, RIGHT},
        {MOVE, 1, 0, RIGHT},
        {MOVE, 2, 0, RIGHT},
        {WAIT, 2, 0, RIGHT},
        {WAIT, 2, 0, RIGHT},
        {CHANGE_DIRECTION, 2, 0, RIGHT},
    };
    wits_brain *brain = compile(desc);
    uint8_t agent[8] = {0};
    walker w = {.wait_turns = 1, .move_turns = 2};
    wits_frame frame = {.context = &w, .functions = desc->functions};
    wits_start(brain, agent, &frame);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (i > 0) {
            frame.tick++;
            wits_update(brain, agent, &frame);
        }
        assert_true(wits_is_in(brain, agent, rows[i].state));
        assert_int_equal(w.x, rows[i].x);
        assert_int_equal(w.y, rows[i].y);
        assert_int_equal(w.direction, rows[i].direction);
    }
    free(brain);
}

static void self_directed_by_callbacks(void **state) {
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy", .activation = WITS_ACTIVATION_SILENT},
        [CHANGE_DIRECTION] = {.name = "change_direction", .step = "change"},
        [MOVE] = {.name = "move", .step = "move"},
        [WAIT] = {.name = "wait", .step = "wait"},
    };
    static const wits_step_desc steps[] = {
        {.of = CHANGE_DIRECTION, .to = MOVE}, {.of = MOVE, .to = WAIT}, {.of = WAIT, .to = CHANGE_DIRECTION}};
    static const wits_function functions[] = {{.name = "change", .step = change_step},
                                              {.name = "move", .step = move_step},
                                              {.name = "wait", .step = wait_step}};
    check_walker(&(wits_desc){STATES(states), STEPS(steps), FUNCTIONS(functions)});
}

static void self_directed_by_rules(void **state) {
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy", .activation = WITS_ACTIVATION_SILENT},
        [CHANGE_DIRECTION] = {.name = "change_direction"},
        [MOVE] = {.name = "move"},
        [WAIT] = {.name = "wait"},
    };
    static const wits_step_desc steps[] = {
        {.of = CHANGE_DIRECTION, .run = "turn", .to = MOVE},
        {.of = MOVE, .when = "may_move", .run = "count_move"},
        {.of = MOVE, .to = WAIT},
        {.of = WAIT, .when = "may_wait", .run = "count_wait"},
        {.of = WAIT, .to = CHANGE_DIRECTION},
    };
    static const wits_function functions[] = {
        {.name = "turn", .action = turn},
        {.name = "may_move", .condition = may_move},
        {.name = "may_wait", .condition = may_wait},
        {.name = "count_move", .action = count_move},
        {.name = "count_wait", .action = count_wait},
    };
    check_walker(&(wits_desc){STATES(states), STEPS(steps), FUNCTIONS(functions)});
}

// --------------------------------------------------------------------------- 2. FSM, conditions apart from states

static bool no_turns(const void *context, const wits_call *call) {
    const walker *w = context;
    return w->turns == 0;
}

static void enter_wait(void *context, const wits_call *call) {
    walker *w = context;
    w->turns = 1;
}

static void enter_move(void *context, const wits_call *call) {
    walker *w = context;
    w->turns = 2;
}

static void update_wait(void *context, const wits_call *call) {
    walker *w = context;
    w->turns = w->turns > 0 ? w->turns - 1 : 0;
}

static void update_move(void *context, const wits_call *call) {
    walker *w = context;
    if (w->turns > 0) {
        w->turns--;
        walk(w);
    }
}

static void conditions_apart(void **state) {
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy"},
        [CHANGE_DIRECTION] = {.name = "change_direction", .enter = "turn"},
        [MOVE] = {.name = "move", .enter = "enter_move", .update = "update_move"},
        [WAIT] = {.name = "wait", .enter = "enter_wait", .update = "update_wait"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = WAIT, .to = CHANGE_DIRECTION, .when = "no_turns"},
        {.from = MOVE, .to = WAIT, .when = "no_turns"},
        {.from = CHANGE_DIRECTION, .to = MOVE},
    };
    static const wits_function functions[] = {
        {.name = "turn", .action = turn},
        {.name = "no_turns", .condition = no_turns},
        {.name = "enter_wait", .action = enter_wait},
        {.name = "enter_move", .action = enter_move},
        {.name = "update_wait", .action = update_wait},
        {.name = "update_move", .action = update_move},
    };
    static const struct {
        wits_state_id state;
        int x, y, direction, turns;
    } rows[] = {{MOVE, 0, -1, UP, 1}, {MOVE, 0, -2, UP, 0}, {WAIT, 0, -2, UP, 0}, {CHANGE_DIRECTION, 0, -2, RIGHT, 0}};
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)});
    for (uint32_t mode = 0; mode < COUNT(modes); mode++) {
        uint8_t agent[8] = {0};
        walker w = {.direction = UP};
        wits_frame frame = {.context = &w, .functions = functions};
        wits_set_state(brain, agent, &frame, CHANGE_DIRECTION);
        frame.mode = modes[mode];
        for (uint32_t i = 0; i < COUNT(rows); i++) {
            frame.tick++;
            run_listed(brain, agent, &frame, wits_tick);
            assert_true(wits_is_in(brain, agent, rows[i].state));
            assert_int_equal(w.x, rows[i].x);
            assert_int_equal(w.y, rows[i].y);
            assert_int_equal(w.direction, rows[i].direction);
            assert_int_equal(w.turns, rows[i].turns);
        }
    }
    free(brain);
}

// ----------------------------------------------------------------------------------------------------------- 3. HFSM

enum { NONE, FOUND, REACHED };

typedef struct soldier {
    int waypoint, player;
} soldier;

static bool player_found(const void *context, const wits_call *call) {
    return ((const soldier *)context)->player == FOUND;
}

static bool player_none(const void *context, const wits_call *call) {
    return ((const soldier *)context)->player == NONE;
}

static bool player_reached(const void *context, const wits_call *call) {
    return ((const soldier *)context)->player == REACHED;
}

static bool waypoint_found(const void *context, const wits_call *call) {
    return ((const soldier *)context)->waypoint == FOUND;
}

static bool waypoint_reached(const void *context, const wits_call *call) {
    return ((const soldier *)context)->waypoint == REACHED;
}

static void find_waypoint(void *context, const wits_call *call) {
    ((soldier *)context)->waypoint = FOUND;
}

static void reach_waypoint(void *context, const wits_call *call) {
    ((soldier *)context)->waypoint = REACHED;
}

static void reach_player(void *context, const wits_call *call) {
    ((soldier *)context)->player = REACHED;
}

static void attack_player(void *context, const wits_call *call) {
    ((soldier *)context)->player = NONE;
}

static void hierarchical(void **state) {
    enum { SOLDIER, PATROL, FIND, WALK, COMBAT, APPROACH, ATTACK };
    static const wits_state_desc states[] = {
        [SOLDIER] = {.name = "soldier"},
        [PATROL] = {.name = "patrol"},
        [FIND] = {.name = "find_waypoint", .parent = PATROL, .enter = "find_waypoint"},
        [WALK] = {.name = "walk_towards_waypoint", .parent = PATROL, .enter = "reach_waypoint"},
        [COMBAT] = {.name = "combat"},
        [APPROACH] = {.name = "walk_towards_player", .parent = COMBAT, .enter = "reach_player"},
        [ATTACK] = {.name = "attack_player", .parent = COMBAT, .enter = "attack_player"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = PATROL, .to = COMBAT, .when = "player_found"},
        {.from = COMBAT, .to = PATROL, .when = "player_none"},
        {.from = FIND, .to = WALK, .when = "waypoint_found"},
        {.from = WALK, .to = FIND, .when = "waypoint_reached"},
        {.from = APPROACH, .to = ATTACK, .when = "player_reached"},
        {.from = ATTACK, .to = APPROACH, .when = "player_found"},
    };
    static const wits_function functions[] = {
        {.name = "player_found", .condition = player_found},
        {.name = "player_none", .condition = player_none},
        {.name = "player_reached", .condition = player_reached},
        {.name = "waypoint_found", .condition = waypoint_found},
        {.name = "waypoint_reached", .condition = waypoint_reached},
        {.name = "find_waypoint", .action = find_waypoint},
        {.name = "reach_waypoint", .action = reach_waypoint},
        {.name = "reach_player", .action = reach_player},
        {.name = "attack_player", .action = attack_player},
    };
    static const struct {
        wits_state_id state;
        int waypoint, player;
    } rows[] = {
        {PATROL, REACHED, NONE}, {PATROL, FOUND, NONE}, {COMBAT, FOUND, REACHED},
        {COMBAT, FOUND, NONE},   {PATROL, FOUND, NONE}, {PATROL, REACHED, NONE},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)});
    for (uint32_t mode = 0; mode < COUNT(modes); mode++) {
        uint8_t agent[8] = {0};
        soldier who = {NONE, NONE};
        wits_frame frame = {.context = &who, .functions = functions, .mode = modes[mode]};
        run_listed(brain, agent, &frame, wits_start);
        assert_true(wits_is_in(brain, agent, PATROL));
        assert_int_equal(who.waypoint, FOUND);
        for (uint32_t i = 0; i < COUNT(rows); i++) {
            frame.tick = i + 1;
            who.player = frame.tick == 3 ? FOUND : who.player;
            run_listed(brain, agent, &frame, wits_tick);
            assert_true(wits_is_in(brain, agent, rows[i].state));
            assert_int_equal(who.waypoint, rows[i].waypoint);
            assert_int_equal(who.player, rows[i].player);
        }
    }
    free(brain);
}

// -------------------------------------------------------------------------------------------------------- 4. utility

typedef struct villager {
    float hunger, food, trees;
    int wood;
    float opponent, strength;
} villager;

static float score_idle(const void *context, const wits_call *call) {
    return 0.001f;
}

static float score_food(const void *context, const wits_call *call) {
    const villager *v = context;
    return v->hunger * (1 - v->food);
}

static float score_wood(const void *context, const wits_call *call) {
    const villager *v = context;
    return (v->wood > 0 ? 1.0f : 0.0f) * (1 - v->trees);
}

static float score_attack(const void *context, const wits_call *call) {
    const villager *v = context;
    return (1 - v->opponent) + v->strength;
}

static void gather_food(void *context, const wits_call *call) {
    villager *v = context;
    v->hunger = 0;
    v->food = 1;
}

static void gather_wood(void *context, const wits_call *call) {
    villager *v = context;
    v->wood = v->wood > 0 ? v->wood - 1 : 0;
    v->trees = 1;
}

static void attack(void *context, const wits_call *call) {
    villager *v = context;
    v->opponent = 1;
    v->strength = 0;
}

static void by_utility(void **state) {
    enum { VILLAGER, IDLE, FOOD, WOOD, OPPONENT };
    static const wits_state_desc states[] = {
        [VILLAGER] = {.name = "villager", .kind = WITS_KIND_UTILITY},
        [IDLE] = {.name = "idle", .score = "score_idle"},
        [FOOD] = {.name = "gather_food", .score = "score_food", .enter = "gather_food"},
        [WOOD] = {.name = "gather_wood", .score = "score_wood", .enter = "gather_wood"},
        [OPPONENT] = {.name = "attack_opponent", .score = "score_attack", .enter = "attack"},
    };
    static const wits_function functions[] = {
        {.name = "score_idle", .score = score_idle},    {.name = "score_food", .score = score_food},
        {.name = "score_wood", .score = score_wood},    {.name = "score_attack", .score = score_attack},
        {.name = "gather_food", .action = gather_food}, {.name = "gather_wood", .action = gather_wood},
        {.name = "attack", .action = attack},
    };
    static const struct {
        wits_state_id state;
        villager after;
    } rows[] = {
        {OPPONENT, {0.5f, 0.9f, 0.5f, 0, 1, 0}},
        {FOOD, {0, 1, 0.5f, 0, 1, 0}},
        {WOOD, {0, 1, 1, 0, 1, 0}},
        {IDLE, {0, 1, 1, 0, 1, 0}},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(states), FUNCTIONS(functions)});
    for (uint32_t mode = 0; mode < COUNT(modes); mode++) {
        uint8_t agent[8] = {0};
        villager v = {0, 1, 1, 0, 1, 0};
        wits_frame frame = {.context = &v, .functions = functions};
        wits_set_state(brain, agent, &frame, IDLE);
        frame.mode = modes[mode];
        v = (villager){.hunger = 0.5f, .food = 0.9f, .trees = 0.5f, .opponent = 1, .strength = 0.2f};
        for (uint32_t i = 0; i < COUNT(rows); i++) {
            frame.tick = i + 1;
            v.wood = frame.tick == 3 ? 1 : v.wood;
            run_listed(brain, agent, &frame, wits_tick);
            assert_true(wits_is_in(brain, agent, rows[i].state));
            assert_true(v.hunger == rows[i].after.hunger && v.food == rows[i].after.food);
            assert_true(v.trees == rows[i].after.trees && v.wood == rows[i].after.wood);
            assert_true(v.opponent == rows[i].after.opponent && v.strength == rows[i].after.strength);
        }
    }
    free(brain);
}

// ---------------------------------------------------------------------------------------- 5. cross-hierarchy machine

// Every row of the table of section 9, in all modes. The example numbers its transitions from 1, their rows from 0.
static void across_levels(void **state) {
    enum { TOP, L, A, B, C, M, N };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "top"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE, .leave = WITS_LEAVE_SUSPEND},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [C] = {.name = "C", .parent = L},
        [M] = {.name = "M"},
        [N] = {.name = "N"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A, .to = B, .reenter = true}, {.from = M, .to = C, .reenter = true},
        {.from = B, .to = N, .reenter = true}, {.from = L, .to = M, .reenter = true},
        {.from = M, .to = N, .reenter = true}, {.from = N, .to = L, .reenter = true},
        {.from = N, .to = M, .reenter = true}};
    enum { NOTHING, T1 = ROW(0), T2 = ROW(1), T3 = ROW(2), T4 = ROW(3), T5 = ROW(4), T6 = ROW(5), T7 = ROW(6) };
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    start(s, "L-enter");
    expect_active(s, "L");
    tick(s, NOTHING, "A-enter L-update");
    expect_active(s, "A");
    tick(s, T1, "A-exit t0 B-enter L-update");
    expect_active(s, "B");
    tick(s, T4, "L-exit t3 M-enter");
    expect_active(s, "M");
    tick(s, T5, "M-exit t4 N-enter");
    expect_active(s, "N");
    tick(s, T6, "N-exit t5 L-enter");
    expect_active(s, "B");
    tick(s, T3, "B-exit L-exit t2 N-enter");
    expect_active(s, "N");
    tick(s, T6, "N-exit t5 L-enter");
    expect_active(s, "L");
    place(s, N);
    tick(s, T7, "N-exit t6 M-enter");
    expect_active(s, "M");
    tick(s, T2, "M-exit t1 L-enter C-enter");
    expect_active(s, "C");
    place(s, B);
    tick(s, T4, "L-exit t3 M-enter");
    tick(s, T2, "M-exit t1 L-enter B-exit C-enter");
    expect_active(s, "C");
    scene_close(s);
}

// As above without update_skip_entered: states that a decision pass entered are updated, too.
static void across_levels_updating_all(void **state) {
    enum { TOP, L, A, B, M };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "top"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE, .leave = WITS_LEAVE_SUSPEND},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [M] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .reenter = true},
                                                       {.from = L, .to = M, .reenter = true},
                                                       {.from = M, .to = L, .reenter = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter");
    tick(s, 0, "A-enter A-update L-update");
    tick(s, ROW(0), "A-exit t0 B-enter B-update L-update");
    tick(s, ROW(1), "L-exit t1 M-enter M-update");
    tick(s, ROW(2), "M-exit t2 L-enter B-update L-update");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(self_directed_by_callbacks),
        cmocka_unit_test(self_directed_by_rules),
        cmocka_unit_test(conditions_apart),
        cmocka_unit_test(hierarchical),
        cmocka_unit_test(by_utility),
        cmocka_unit_test(across_levels),
        cmocka_unit_test(across_levels_updating_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
