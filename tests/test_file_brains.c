// SPDX-License-Identifier: MIT
// The brains of brains/: each reference row for row, and the same bytes as the same brain in C tables.
#include "file_support.h"

#define STATES(table) .states = table, .state_count = COUNT(table)
#define TRANSITIONS(table) .transitions = table, .transition_count = COUNT(table)
#define STEPS(table) .steps = table, .step_count = COUNT(table)
#define EVENTS(table) .events = table, .event_count = COUNT(table)
#define FIELDS(table) .fields = table, .field_count = COUNT(table)
#define FUNCTIONS(table) .functions = table, .function_count = COUNT(table)

static void assert_same_brain(const char *path, const wits_desc *desc) {
    wits_file *file = load_sound(path);
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    size_t size = wits_brain_size(desc, &report);
    if (size == 0) {
        char text[1024];
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    void *memory = malloc(size);
    assert_non_null(memory);
    const wits_brain *tables = wits_brain_compile(desc, memory, size, NULL);
    const wits_brain *brain = wits_file_brain(file);
    assert_int_equal(wits_brain_bytes(brain), wits_brain_bytes(tables));
    assert_memory_equal(brain, tables, wits_brain_bytes(tables));
    free(memory);
    wits_file_free(file);
}

static void nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

static const char *const directions[] = {"up", "right", "down", "left"};

// ------------------------------------------------------------------------------------------------------- self-directed

static void enemy_1_equals_tables(void **unused) {
    (void)unused;
    enum { ENEMY, WAIT, MOVE, CHANGE_DIRECTION };
    static const wits_field_desc fields[] = {
        {.name = "x", .type = WITS_TYPE_INT},
        {.name = "y", .type = WITS_TYPE_INT},
        {.name = "direction", .type = WITS_TYPE_ENUM, .values = directions, .value_count = COUNT(directions)},
        {.name = "wait_turns", .type = WITS_TYPE_INT, .initial = 1},
        {.name = "move_turns", .type = WITS_TYPE_INT, .initial = 2},
    };
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy", .initial = CHANGE_DIRECTION, .activation = WITS_ACTIVATION_SILENT},
        [WAIT] = {.name = "wait"},
        [MOVE] = {.name = "move"},
        [CHANGE_DIRECTION] = {.name = "change_direction"},
    };
    static const wits_step_desc steps[] = {
        {.of = WAIT, .when = "wait_turns > 0", .run = "wait_turns = wait_turns - 1"},
        {.of = WAIT, .to = CHANGE_DIRECTION},
        {.of = MOVE,
         .when = "move_turns > 0",
         .run = "move_turns = move_turns - 1; x = x + (1 if direction == right else -1 if direction == left else 0);"
                "y = y + (1 if direction == down else -1 if direction == up else 0)"},
        {.of = MOVE, .to = WAIT},
        {.of = CHANGE_DIRECTION,
         .run = "direction = right if direction == up else down if direction == right else left if direction == down "
                "else up",
         .to = MOVE},
    };
    assert_same_brain("brains/enemy_1.yaml", &(wits_desc){STATES(states), STEPS(steps), FIELDS(fields)});
}

static void enemy_1_runs(void **unused) {
    (void)unused;
    static const struct {
        const char *state;
        int x;
        int direction;
    } rows[] = {
        {"change_direction", 0, 0}, {"move", 0, 1}, {"move", 1, 1}, {"move", 2, 1}, {"wait", 2, 1}, {"wait", 2, 1},
        {"change_direction", 2, 1}};
    puppet p;
    puppet_open(&p, "brains/enemy_1.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (i > 0) {
            p.frame.tick = i;
            assert_true(wits_update(p.brain, p.agent, &p.frame));
        }
        assert_string_equal(puppet_at(&p), rows[i].state);
        assert_int_equal((int)puppet_get(&p, "x"), rows[i].x);
        assert_int_equal((int)puppet_get(&p, "y"), 0);
        assert_int_equal((int)puppet_get(&p, "direction"), rows[i].direction);
    }
    puppet_close(&p);
}

// ---------------------------------------------------------------------------------------------------- conditions apart

static void enemy_2_equals_tables(void **unused) {
    (void)unused;
    enum { ENEMY, WAIT, MOVE, CHANGE_DIRECTION };
    static const wits_field_desc fields[] = {
        {.name = "x", .type = WITS_TYPE_INT},
        {.name = "y", .type = WITS_TYPE_INT},
        {.name = "direction", .type = WITS_TYPE_ENUM, .values = directions, .value_count = COUNT(directions)},
        {.name = "turns", .type = WITS_TYPE_INT},
    };
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy"},
        [WAIT] = {.name = "wait", .enter = "turns = 1", .update = "turns = max(turns - 1, 0)"},
        [MOVE] = {.name = "move",
                  .enter = "turns = 2",
                  .update =
                      "x = x + (0 if turns == 0 else 1 if direction == right else -1 if direction == left else 0);"
                      "y = y + (0 if turns == 0 else 1 if direction == down else -1 if direction == up else 0);"
                      "turns = max(turns - 1, 0)"},
        [CHANGE_DIRECTION] = {.name = "change_direction",
                              .enter = "direction = right if direction == up else down if direction == right else left "
                                       "if direction == down else up"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = WAIT, .to = CHANGE_DIRECTION, .when = "turns == 0"},
        {.from = MOVE, .to = WAIT, .when = "turns == 0"},
        {.from = CHANGE_DIRECTION, .to = MOVE},
    };
    assert_same_brain("brains/enemy_2.yaml", &(wits_desc){STATES(states), TRANSITIONS(transitions), FIELDS(fields)});
}

static void enemy_2_runs(void **unused) {
    (void)unused;
    static const struct {
        const char *state;
        int y, direction, turns;
    } rows[] = {{"move", -1, 0, 1}, {"move", -2, 0, 0}, {"wait", -2, 0, 0}, {"change_direction", -2, 1, 0}};
    puppet p;
    puppet_open(&p, "brains/enemy_2.yaml");
    puppet_place(&p, "change_direction");
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        puppet_tick(&p);
        assert_string_equal(puppet_at(&p), rows[i].state);
        assert_int_equal((int)puppet_get(&p, "x"), 0);
        assert_int_equal((int)puppet_get(&p, "y"), rows[i].y);
        assert_int_equal((int)puppet_get(&p, "direction"), rows[i].direction);
        assert_int_equal((int)puppet_get(&p, "turns"), rows[i].turns);
    }
    puppet_close(&p);
}

// ---------------------------------------------------------------------------------------------------------------- hfsm

static void enemy_3_equals_tables(void **unused) {
    (void)unused;
    enum { ENEMY, PATROL, FIND, WALK, COMBAT, WALK_TO_PLAYER, ATTACK };
    static const char *const values[] = {"none", "found", "reached"};
    static const wits_field_desc fields[] = {
        {.name = "waypoint", .type = WITS_TYPE_ENUM, .values = values, .value_count = COUNT(values)},
        {.name = "player", .type = WITS_TYPE_ENUM, .values = values, .value_count = COUNT(values)},
    };
    static const wits_state_desc states[] = {
        [ENEMY] = {.name = "enemy"},
        [PATROL] = {.name = "patrol"},
        [FIND] = {.name = "find_waypoint", .parent = PATROL, .enter = "waypoint = found"},
        [WALK] = {.name = "walk_towards_waypoint", .parent = PATROL, .enter = "waypoint = reached"},
        [COMBAT] = {.name = "combat"},
        [WALK_TO_PLAYER] = {.name = "walk_towards_player", .parent = COMBAT, .enter = "player = reached"},
        [ATTACK] = {.name = "attack_player", .parent = COMBAT, .enter = "player = none"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = PATROL, .to = COMBAT, .when = "player == found"},
        {.from = FIND, .to = WALK, .when = "waypoint == found"},
        {.from = WALK, .to = FIND, .when = "waypoint == reached"},
        {.from = COMBAT, .to = PATROL, .when = "player == none"},
        {.from = WALK_TO_PLAYER, .to = ATTACK, .when = "player == reached"},
        {.from = ATTACK, .to = WALK_TO_PLAYER, .when = "player == found"},
    };
    assert_same_brain("brains/enemy_3.yaml", &(wits_desc){STATES(states), TRANSITIONS(transitions), FIELDS(fields)});
}

static void enemy_3_runs(void **unused) {
    (void)unused;
    enum { NONE, FOUND, REACHED };
    static const struct {
        const char *outer;
        int waypoint, player;
    } rows[] = {{"patrol", REACHED, NONE}, {"patrol", FOUND, NONE}, {"combat", FOUND, REACHED},
                {"combat", FOUND, NONE},   {"patrol", FOUND, NONE}, {"patrol", REACHED, NONE}};
    puppet p;
    puppet_open(&p, "brains/enemy_3.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (i == 2) {
            puppet_set(&p, "player", FOUND);
        }
        puppet_tick(&p);
        assert_memory_equal(puppet_at(&p), rows[i].outer, strlen(rows[i].outer));
        assert_int_equal((int)puppet_get(&p, "waypoint"), rows[i].waypoint);
        assert_int_equal((int)puppet_get(&p, "player"), rows[i].player);
    }
    puppet_close(&p);
}

// ------------------------------------------------------------------------------------------------------------- utility

static void enemy_4_equals_tables(void **unused) {
    (void)unused;
    static const wits_field_desc fields[] = {
        {.name = "hunger", .type = WITS_TYPE_FLOAT},
        {.name = "distance_to_food", .type = WITS_TYPE_FLOAT, .initial = 1},
        {.name = "distance_to_trees", .type = WITS_TYPE_FLOAT, .initial = 1},
        {.name = "wood_needed", .type = WITS_TYPE_INT},
        {.name = "distance_to_opponent", .type = WITS_TYPE_FLOAT, .initial = 1},
        {.name = "opponent_strength", .type = WITS_TYPE_FLOAT},
    };
    static const wits_state_desc states[] = {
        {.name = "enemy", .kind = WITS_KIND_UTILITY},
        {.name = "idle", .score = "0.001"},
        {.name = "gather_food",
         .score = "hunger * (1 - distance_to_food)",
         .enter = "hunger = 0; distance_to_food = 1"},
        {.name = "gather_wood",
         .score = "(1 if wood_needed > 0 else 0) * (1 - distance_to_trees)",
         .enter = "wood_needed = max(wood_needed - 1, 0); distance_to_trees = 1"},
        {.name = "attack_opponent",
         .score = "(1 - distance_to_opponent) + opponent_strength",
         .enter = "distance_to_opponent = 1; opponent_strength = 0"},
    };
    assert_same_brain("brains/enemy_4.yaml", &(wits_desc){STATES(states), FIELDS(fields)});
}

static void enemy_4_runs(void **unused) {
    (void)unused;
    static const struct {
        const char *state;
        float hunger, food, trees;
    } rows[] = {{"attack_opponent", 0.5f, 0.9f, 0.5f},
                {"gather_food", 0, 1, 0.5f},
                {"gather_wood", 0, 1, 1},
                {"idle", 0, 1, 1}};
    puppet p;
    puppet_open(&p, "brains/enemy_4.yaml");
    puppet_place(&p, "idle");
    puppet_set(&p, "hunger", 0.5);
    puppet_set(&p, "distance_to_food", (double)0.9f);
    puppet_set(&p, "distance_to_trees", 0.5);
    puppet_set(&p, "opponent_strength", (double)0.2f);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (i == 2) {
            puppet_set(&p, "wood_needed", 1);
        }
        puppet_tick(&p);
        assert_string_equal(puppet_at(&p), rows[i].state);
        assert_true((float)puppet_get(&p, "hunger") == rows[i].hunger);
        assert_true((float)puppet_get(&p, "distance_to_food") == rows[i].food);
        assert_true((float)puppet_get(&p, "distance_to_trees") == rows[i].trees);
        assert_int_equal((int)puppet_get(&p, "wood_needed"), 0);
        assert_int_equal((int)puppet_get(&p, "distance_to_opponent"), 1);
        assert_true((float)puppet_get(&p, "opponent_strength") == 0.0f);
    }
    puppet_close(&p);
}

// ----------------------------------------------------------------------------------------------------- cross-hierarchy

static void cross_hierarchy_equals_tables(void **unused) {
    (void)unused;
    enum { TOP, L, A, B, C, M, N };
#define ACTS .enter = "act()", .update = "act()", .exit = "act()"
    static const wits_state_desc states[] = {
        [TOP] = {.name = "top"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE, .leave = WITS_LEAVE_SUSPEND, ACTS},
        [A] = {.name = "A", .parent = L, ACTS},
        [B] = {.name = "B", .parent = L, ACTS},
        [C] = {.name = "C", .parent = L, ACTS},
        [M] = {.name = "M", ACTS},
        [N] = {.name = "N", ACTS},
    };
    static const wits_transition_desc transitions[] = {
        {.from = L, .to = M, .when = "fire == 4", .run = "act(4)", .reenter = true},
        {.from = A, .to = B, .when = "fire == 1", .run = "act(1)", .reenter = true},
        {.from = B, .to = N, .when = "fire == 3", .run = "act(3)", .reenter = true},
        {.from = M, .to = C, .when = "fire == 2", .run = "act(2)", .reenter = true},
        {.from = M, .to = N, .when = "fire == 5", .run = "act(5)", .reenter = true},
        {.from = N, .to = L, .when = "fire == 6", .run = "act(6)", .reenter = true},
        {.from = N, .to = M, .when = "fire == 7", .run = "act(7)", .reenter = true},
    };
    static const wits_field_desc fields[] = {{.name = "fire", .type = WITS_TYPE_INT}};
    static const wits_function functions[] = {{.name = "act", .action = nothing}};
    assert_same_brain("brains/cross_hierarchy.yaml",
                      &(wits_desc){STATES(states), TRANSITIONS(transitions), FIELDS(fields), FUNCTIONS(functions),
                                   .update_skip_entered = true});
}

/// "A-exit, 1, B-enter, L-active"
static void describe(const puppet *p, char *text, size_t size) {
    text[0] = '\0';
    for (uint32_t i = 0; i < p->list.count; i++) {
        const wits_action_record *record = &p->list.records[i];
        size_t length = strlen(text);
        const char *comma = i == 0 ? "" : ", ";
        const char *what = record->kind == WITS_ACTION_ENTER  ? "enter"
                           : record->kind == WITS_ACTION_EXIT ? "exit"
                                                              : "active";
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        if (record->kind == WITS_ACTION_TRANSITION) {
            assert_int_equal(wits_record_arguments(p->brain, &p->list, record, arguments), 1);
            snprintf(text + length, size - length, "%s%d", comma, (int)arguments[0].integer);
        } else {
            snprintf(text + length, size - length, "%s%s-%s", comma, wits_state_name(p->brain, record->row), what);
        }
    }
}

static void cross_hierarchy_runs(void **unused) {
    (void)unused;
    static const struct {
        const char *place;
        int fire;
        const char *actions, *after;
    } rows[] = {
        {NULL, 0, "A-enter, L-active", "L/A"},
        {NULL, 1, "A-exit, 1, B-enter, L-active", "L/B"},
        {NULL, 4, "L-exit, 4, M-enter", "M"},
        {NULL, 5, "M-exit, 5, N-enter", "N"},
        {NULL, 6, "N-exit, 6, L-enter", "L/B"},
        {NULL, 3, "B-exit, L-exit, 3, N-enter", "N"},
        {NULL, 6, "N-exit, 6, L-enter", "L"},
        {"N", 7, "N-exit, 7, M-enter", "M"},
        {NULL, 2, "M-exit, 2, L-enter, C-enter", "L/C"},
        {"L/B", 4, "L-exit, 4, M-enter", "M"},
        {NULL, 2, "M-exit, 2, L-enter, B-exit, C-enter", "L/C"},
    };
    puppet p;
    char actions[256];
    puppet_open(&p, "brains/cross_hierarchy.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].place != NULL) {
            puppet_place(&p, rows[i].place);
        }
        puppet_set(&p, "fire", rows[i].fire);
        puppet_tick(&p);
        describe(&p, actions, sizeof actions);
        assert_string_equal(actions, rows[i].actions);
        assert_string_equal(puppet_at(&p), rows[i].after);
    }
    puppet_close(&p);
}

// --------------------------------------------------------------------------------------------------------------- guard

static void guard_equals_tables(void **unused) {
    (void)unused;
    enum { GUARD, PATROL, WALK, LOOK, SEARCH, COMBAT, CLOSE_IN, ATTACK, COVER, FLEE, LISTEN };
    static const char *const events[] = {"alarm"};
    static const wits_field_desc fields[] = {
        {.name = "sees_player", .type = WITS_TYPE_BOOL},
        {.name = "distance", .type = WITS_TYPE_FLOAT},
        {.name = "health", .type = WITS_TYPE_FLOAT, .initial = 1},
    };
    static const wits_state_desc states[] = {
        [GUARD] = {.name = "guard"},
        [PATROL] = {.name = "patrol", .leave = WITS_LEAVE_RESUME},
        [WALK] = {.name = "walk", .parent = PATROL, .update = "walk_the_wall"},
        [LOOK] = {.name = "look", .parent = PATROL, .update = "look_around"},
        [SEARCH] = {.name = "search", .update = "search_yard"},
        [COMBAT] =
            {.name = "combat", .kind = WITS_KIND_UTILITY, .inertia = 0.1f, .enter = "draw_sword", .exit = "sheathe"},
        [CLOSE_IN] = {.name = "close_in",
                      .parent = COMBAT,
                      .score = "0.03 * distance * health if sees_player else 0",
                      .update = "step_closer"},
        [ATTACK] = {.name = "attack",
                    .parent = COMBAT,
                    .score = "(1 - 0.05 * distance) * health if sees_player else 0",
                    .update = "strike"},
        [COVER] = {.name = "cover", .parent = COMBAT, .score = "0.8 * (1 - health)", .hold = 3, .update = "mend"},
        [FLEE] = {.name = "flee", .parent = COMBAT, .score = "1 if health < 0.25 else 0", .update = "run_away"},
        [LISTEN] = {.name = "listen", .parent = COMBAT, .score = "0.25", .update = "listen"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = GUARD, .any = true, .to = COMBAT, .event = "alarm"},
        {.from = PATROL, .to = COMBAT, .when = "sees_player"},
        {.from = WALK, .to = LOOK, .after = 3},
        {.from = LOOK, .to = WALK, .after = 2},
        {.from = SEARCH, .to = COMBAT, .when = "sees_player"},
        {.from = SEARCH, .to = PATROL, .after = 6},
        {.from = COMBAT, .to = SEARCH, .when = "not sees_player and health >= 0.5", .after = 5},
    };
    static const char *const names[] = {"walk_the_wall", "look_around", "search_yard", "draw_sword", "sheathe",
                                        "step_closer",   "strike",      "mend",        "run_away",   "listen"};
    wits_function functions[COUNT(names)];
    for (uint32_t i = 0; i < COUNT(names); i++) {
        functions[i] = (wits_function){.name = names[i], .action = nothing};
    }
    assert_same_brain("brains/guard.yaml", &(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events),
                                                        FIELDS(fields), FUNCTIONS(functions)});
}

static bool next_cell(char **rest, char *cell, size_t size) {
    size_t length = strcspn(*rest, ",\r\n");
    snprintf(cell, size, "%.*s", (int)length, *rest);
    *rest += length + ((*rest)[length] == ',');
    return cell[0] != '\0';
}

/// The night of examples/guard.c: every tick in the state that it prints.
static void guard_lives_the_same_night(void **unused) {
    (void)unused;
    size_t length = 0;
    char *night = read_bytes("examples/guard-night.csv", &length);
    char *expected = read_bytes("examples/expected/guard.txt", &length);
    char *line = strchr(night, '\n') + 1;
    const char *shown = expected;
    puppet p;
    puppet_open(&p, "brains/guard.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (unsigned tick = 1; *line != '\0'; tick++) {
        char cell[32], row[64];
        if (next_cell(&line, cell, sizeof cell)) {
            puppet_set(&p, "sees_player", strcmp(cell, "true") == 0);
        }
        if (next_cell(&line, cell, sizeof cell)) {
            puppet_set(&p, "distance", strtod(cell, NULL));
        }
        if (next_cell(&line, cell, sizeof cell)) {
            puppet_set(&p, "health", strtod(cell, NULL));
        }
        if (next_cell(&line, cell, sizeof cell)) {
            puppet_raise(&p, cell);
        }
        line += strspn(line, "\r\n");
        puppet_tick(&p);
        snprintf(row, sizeof row, "\n%4u  ", tick);
        shown = strstr(shown, row);
        assert_non_null(shown);
        snprintf(row, sizeof row, "%s ", puppet_at(&p));
        assert_memory_equal(shown + strlen("\n   1  player  health  hears  "), row, strlen(row));
        shown++;
    }
    puppet_close(&p);
    free(night);
    free(expected);
}

// ------------------------------------------------------------------------------------------------------------ the rest

static void ghost_clock_stands_still_while_frightened(void **unused) {
    (void)unused;
    puppet p;
    puppet_open(&p, "brains/ghost.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (int tick = 1; tick <= 4; tick++) {
        puppet_tick(&p);
    }
    assert_string_equal(puppet_at(&p), "hunt/scatter_1");
    puppet_raise(&p, "energizer");
    for (int tick = 5; tick <= 10; tick++) {
        puppet_tick(&p);
        assert_string_equal(puppet_at(&p), "frightened");
        assert_int_equal((int)puppet_get(&p, "speed"), 50);
    }
    for (int tick = 11; tick <= 12; tick++) {  // 5 ticks of scattering had passed, 2 are left
        puppet_tick(&p);
        assert_string_equal(puppet_at(&p), "hunt/scatter_1");
        assert_int_equal((int)puppet_get(&p, "speed"), 75);
    }
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "hunt/chase_1");
    puppet_raise(&p, "energizer");
    puppet_tick(&p);
    puppet_raise(&p, "caught");
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "eaten");
    puppet_raise(&p, "energizer");
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "eaten");
    puppet_set(&p, "at_home", 1);
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "hunt/chase_1");
    puppet_close(&p);
}

static void dialogue_goes_on_where_it_stopped(void **unused) {
    (void)unused;
    static const struct {
        const char *event, *at;
    } talk[] = {{"greet", "talk/greeting"},    {NULL, "talk/ask_purpose"},   {"leave", "waiting"},
                {"greet", "talk/ask_purpose"}, {"yes_sir", "talk/ask_name"}, {"yes_sir", "gate"}};
    puppet p;
    puppet_open(&p, "brains/dialogue.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    for (uint32_t i = 0; i < COUNT(talk); i++) {
        if (talk[i].event != NULL) {
            puppet_raise(&p, talk[i].event);
        }
        puppet_tick(&p);
        assert_string_equal(puppet_at(&p), talk[i].at);
    }
    assert_int_equal((int)puppet_get(&p, "trust"), 1);
    assert_int_equal((int)puppet_get(&p, "visits"), 2);
    puppet_close(&p);
}

static void villager_sees_to_every_need(void **unused) {
    (void)unused;
    puppet p;
    puppet_open(&p, "brains/villager.yaml");
    static const char *const options[] = {"mind/toil", "mind/eat", "mind/sleep", "mind/talk"};
    unsigned seen[COUNT(options)] = {0};
    wits_start(p.brain, p.agent, &p.frame);
    for (int tick = 1; tick <= 400; tick++) {
        puppet_set(&p, "night", tick % 100 >= 60);
        puppet_tick(&p);
        for (uint32_t i = 0; i < COUNT(options); i++) {
            seen[i] += wits_is_in(p.brain, p.agent, wits_find_state(p.brain, options[i]));
        }
    }
    for (uint32_t i = 0; i < COUNT(options); i++) {
        assert_true(seen[i] > 0);
    }
    puppet_close(&p);
}

/// Runs one tick of a wolf that is neither hungry nor tired, at eight in the evening.
static const char *evening_of_wolf(puppet *p, double men, double pack) {
    puppet_set(p, "hunger", 0);
    puppet_set(p, "fatigue", 0);
    puppet_set(p, "hour", 20);
    puppet_set(p, "men", men);
    puppet_set(p, "pack", pack);
    puppet_tick(p);
    return puppet_at(p);
}

static void wolf_howls_no_sooner_than_his_cooldown(void **unused) {
    (void)unused;
    puppet p;
    puppet_open(&p, "brains/wolf.yaml");
    wits_start(p.brain, p.agent, &p.frame);
    assert_string_equal(evening_of_wolf(&p, 2000, 100), "roam");
    assert_string_equal(evening_of_wolf(&p, 2000, 900), "howl");
    assert_string_equal(evening_of_wolf(&p, 2000, 900), "howl");
    assert_string_equal(evening_of_wolf(&p, 2000, 100), "roam");
    for (int tick = 1; tick < 12; tick++) {
        assert_string_equal(evening_of_wolf(&p, 2000, 900), "roam");
    }
    assert_string_equal(evening_of_wolf(&p, 2000, 900), "howl");
    puppet_close(&p);
}

static void wolf_flees_from_the_best_of_hunts(void **unused) {
    (void)unused;
    puppet p;
    puppet_open(&p, "brains/wolf.yaml");
    puppet_set(&p, "hunger", 1);
    puppet_set(&p, "prey", 100);
    puppet_set(&p, "men", 450);
    wits_start(p.brain, p.agent, &p.frame);
    assert_string_equal(puppet_at(&p), "hunt");
    puppet_set(&p, "men", 199);  // from here on flight has the higher rank
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "flee");
    puppet_set(&p, "men", 2000);
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "hunt");
    puppet_tick(&p);
    puppet_tick(&p);
    assert_string_equal(puppet_at(&p), "eat");
    assert_true(puppet_get(&p, "meat") == 3);
    puppet_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enemy_1_equals_tables),
        cmocka_unit_test(enemy_1_runs),
        cmocka_unit_test(enemy_2_equals_tables),
        cmocka_unit_test(enemy_2_runs),
        cmocka_unit_test(enemy_3_equals_tables),
        cmocka_unit_test(enemy_3_runs),
        cmocka_unit_test(enemy_4_equals_tables),
        cmocka_unit_test(enemy_4_runs),
        cmocka_unit_test(cross_hierarchy_equals_tables),
        cmocka_unit_test(cross_hierarchy_runs),
        cmocka_unit_test(guard_equals_tables),
        cmocka_unit_test(guard_lives_the_same_night),
        cmocka_unit_test(ghost_clock_stands_still_while_frightened),
        cmocka_unit_test(dialogue_goes_on_where_it_stopped),
        cmocka_unit_test(villager_sees_to_every_need),
        cmocka_unit_test(wolf_howls_no_sooner_than_his_cooldown),
        cmocka_unit_test(wolf_flees_from_the_best_of_hunts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
