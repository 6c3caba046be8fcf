// SPDX-License-Identifier: MIT
// wits/inspect.h: each request and message, on games whose brains are files.
#include "file_inspect.h"

#define DONE "{\"is\":\"done\"}\n"
#define REFUSED(why) "{\"is\":\"refused\",\"why\":\"" why "\"}\n"

static const char two_regions[] =
    "wits: 1\n"
    "brain: both\n"
    "context: {go: bool, mood: [calm, angry], big: int, small: int8, half: uint16, x: float}\n"
    "events: [hit]\n"
    "root:\n"
    "  kind: parallel\n"
    "  states:\n"
    "    legs: {states: {stand: {transitions: [{to: walk, when: go}]}, walk: {}}}\n"
    "    arms: {states: {rest: {transitions: [{to: wave, event: hit}]}, wave: {}}}\n";

// ------------------------------------------------------------------------------------------------------------- updates

static void updates_show_counts_and_explain_the_focused_agent(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    game_set(&g, 3, "sees_player", 1);
    assert_contains(game_answer(&g, "#1 hello"),
                    "{\"is\":\"hello\",\"request\":1,\"version\":1,\"wits\":\"" WITS_VERSION
                    "\",\"allows\":[\"control\",\"change\"],\"commands\":[],"
                    "\"limits\":{\"watched\":64,\"breaks\":16,\"found\":200,\"request\":1048576}}\n");
    assert_string_equal(game_answer(&g, "show counts"), DONE);
    assert_string_equal(game_answer(&g, "#7 focus 3"), "{\"is\":\"done\",\"request\":7}\n");
    game_ask(&g, "next");
    game_frame(&g);
    const char *update = game_said(&g);
    assert_contains(update, "{\"is\":\"update\",\"tick\":1,\"half\":false,\"running\":true,\"agents\":10,\"dropped\":0,"
                            "\"stopped\":0,\"counts\":[10,10,10,0,0,0,0,0,0,0,0],\"focus\":{\"agent\":3,"
                            "\"active\":[0,1,2],\"elapsed\":[[2,1]],\"pending\":[],\"fields\":[1,0,1],");
    assert_contains(update,
                    "{\"row\":1,\"tried\":\"fired\",\"source\":1,\"destination\":5,\"elapsed\":0,\"holds\":[true]}");
    assert_contains(update, "\"option\":7,\"verdict\":\"chosen\",\"raw\":1,\"weight\":1,\"score\":1,");
    assert_contains(update, "\"history\":[]}}\n");
    game_ask(&g, "next");
    game_frame(&g);
    update = game_said(&g);
    assert_contains(update, "\"tick\":2,");
    assert_contains(update, "\"dropped\":0,");
    assert_contains(update, "\"counts\":[10,9,9,0,0,1,0,1,0,0,0]");
    assert_contains(update,
                    "\"history\":[{\"tick\":1,\"left\":[1,2],\"entered\":[5,7],\"because\":{\"transition\":1}}]");
    assert_string_equal(game_answer(&g, "focus none"), DONE);
    assert_string_equal(game_answer(&g, "show nothing"), DONE);
    assert_string_equal(game_update(&g), "{\"is\":\"update\",\"tick\":3,\"half\":false,\"running\":true,\"agents\":10,"
                                         "\"dropped\":1}\n");  // the first frame of this tick
    game_close(&g);
}

static void the_brain_is_described(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 1, NULL);
    const char *brain = game_answer(&g, "#2 brain");
    assert_contains(brain, "{\"is\":\"brain\",\"request\":2,\"name\":\"guard\",\"hash\":\"");
    assert_contains(brain, "{\"name\":\"guard\",\"path\":\"\",\"parent\":null,\"kind\":\"fsm\",\"end\":11}");
    assert_contains(brain, "{\"name\":\"combat\",\"path\":\"combat\",\"parent\":0,\"kind\":\"utility\",\"end\":11,"
                           "\"enter\":\"draw_sword()\",\"exit\":\"sheathe()\",\"inertia\":0.1}");
    assert_contains(brain, "{\"name\":\"cover\",\"path\":\"combat/cover\",\"parent\":5,\"kind\":\"leaf\",\"end\":9,"
                           "\"update\":\"mend()\",\"score\":\"0.8 * (1 - health)\",\"hold\":3}");
    assert_contains(brain, "{\"from\":0,\"to\":5,\"any\":true,\"event\":0,\"when\":null,\"after\":0,\"run\":null,"
                           "\"reenter\":false}");
    assert_contains(brain, "{\"name\":\"distance\",\"type\":\"float\",\"values\":null,\"initial\":0,\"assigned\":false,"
                           "\"low\":0,\"high\":40}");
    assert_contains(brain, "\"events\":[\"alarm\"],\"functions\":[{\"name\":\"walk_the_wall\",\"kind\":\"action\"},");
    assert_contains(game_answer(&g, "brain text"), "{\"is\":\"text\",\"text\":\"# A guard walks the wall, meets");
    assert_contains(game_answer(&g, "brain hash"), "unknown 'hash' after 'brain'");
    g.inspected.desc = NULL;
    g.inspected.text = NULL;
    brain = game_answer(&g, "brain");
    assert_contains(brain, "{\"name\":\"cover\",\"path\":\"combat/cover\",\"parent\":5,\"kind\":\"leaf\",\"end\":9}");
    assert_contains(brain, "\"transitions\":[{\"from\":0,\"to\":5},");
    assert_contains(game_answer(&g, "brain text"), "\"refused\"");
    game_close(&g);
    game_open_file(&g, "brains/squad.yaml", 1, NULL);
    brain = game_answer(&g, "brain");
    assert_contains(brain,
                    "\"target\":\"enemy\",\"retarget\":\"aim()\",\"targetInertia\":0.2,\"considerations\":[{\"row\":0,"
                    "\"depth\":0,\"group\":\"compensated\"},{\"row\":1,\"depth\":1,\"gate\":\"enemy.visible and ammo "
                    "> 0\"},{\"row\":2,\"depth\":1,\"input\":\"enemy.distance\",\"low\":40,\"high\":5}");
    assert_contains(brain, "\"targets\":[{\"name\":\"enemy\",\"fields\":[{\"name\":\"distance\",\"type\":\"float\","
                           "\"values\":null,\"own\":false},");
    assert_contains(brain,
                    "{\"name\":\"weapon\",\"type\":\"enum\",\"values\":[\"knife\",\"rifle\",\"rocket\"],\"own\":true}");
    game_close(&g);
}

static void regions_are_counted_once(void **state) {
    (void)state;
    game g;
    for (int has_code = 0; has_code < 2; has_code++) {
        game_open(&g, two_regions, 5, NULL);
        g.inspected.code = has_code ? g.code : NULL;
        game_set(&g, 1, "go", 1);
        game_answer(&g, "show counts moves");
        game_answer(&g, "raise hit 2");
        game_frame(&g);
        assert_contains(game_update(&g), "\"stopped\":0,\"counts\":[5,5,4,1,5,4,1],\"moves\":[]");
        assert_int_equal(wits_crowd_stop(&g.crowd, 4, 1, &g.run), 1);
        game_frame(&g);
        assert_contains(game_update(&g), "\"stopped\":1,\"counts\":[4,4,3,1,4,3,1]");
        assert_string_equal(game_answer(&g, "find legs/walk"),
                            "{\"is\":\"found\",\"tick\":3,\"total\":1,\"agents\":[{\"agent\":1,\"states\":[3,5]}]}\n");
        game_close(&g);
    }
}

/// A large world is counted part by part while it runs, and as a whole while it is paused.
static void large_worlds_are_counted_in_parts(void **state) {
    (void)state;
    enum { AGENTS = 160003 };
    game g;
    game_open(&g, two_regions, AGENTS, NULL);
    game_answer(&g, "show counts moves");
    assert_contains(game_update(&g), "\"stopped\":0,\"counts\":[160003,160003,160003,0,160003,160003,0],\"moves\":[]");
    for (uint32_t i = 0; i < AGENTS; i++) {
        game_set(&g, i, "go", 1);
    }
    game_frame(&g);
    for (uint32_t i = 1; i <= 8; i++) {
        char counts[120];
        const uint32_t walking = i == 8 ? AGENTS : AGENTS / 8 * i + (i > 6 ? AGENTS % 8 : 0);
        (void)snprintf(counts, sizeof counts, "\"counts\":[160003,160003,%u,%u,160003,", AGENTS - walking, walking);
        const char *update = game_update(&g);
        if (i < 6) {  // the last part, which is longer, comes in between
            assert_contains(update, counts);
        }
        g.world.tick++;
    }
    assert_contains(game_update(&g), "\"counts\":[160003,160003,0,160003,160003,");
    game_answer(&g, "raise hit all");
    game_frame(&g);
    assert_lacks(game_update(&g), "160003,0,160003]");
    game_answer(&g, "pause");
    assert_contains(game_update(&g), "\"counts\":[160003,160003,0,160003,160003,0,160003]");
    game_close(&g);
    game_open_file(&g, "brains/guard.yaml", AGENTS, NULL);
    game_answer(&g, "show moves");
    game_answer(&g, "raise alarm all");
    game_frame(&g);
    uint32_t moved = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const char *moves = strstr(game_update(&g), "\"moves\":[[2,10,");  // all listen
        assert_non_null(moves);
        moved += (uint32_t)strtoul(moves + strlen("\"moves\":[[2,10,"), NULL, 10);
        g.world.tick++;
    }
    assert_int_equal(moved, AGENTS);
    game_close(&g);
}

static void moves_are_between_updates(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    game_answer(&g, "show moves");
    assert_contains(game_update(&g), "\"moves\":[]}");
    game_set(&g, 1, "sees_player", 1);
    game_set(&g, 2, "sees_player", 1);
    game_frame(&g);
    assert_contains(game_update(&g), "\"moves\":[[2,7,2]]}");
    game_frames(&g, 2);  // the others enter 'look', which is not a move of these two
    assert_contains(game_update(&g), "\"moves\":[[2,3,8]]}");
    game_frames(&g, 2);
    assert_contains(game_update(&g), "\"moves\":[[3,2,8]]}");
    g.world.count = g.crowd.count = 4;
    game_frame(&g);
    assert_contains(game_update(&g), "\"moves\":[]}");
    g.world.count = g.crowd.count = 10;
    game_frames(&g, 2);
    assert_contains(game_update(&g), "\"moves\":[[2,3,2]]}");
    game_close(&g);
}

/// A brain with more states than a table of pairs has.
static void moves_of_large_brains_are_listed(void **state) {
    (void)state;
    enum { STATES = 5000, AGENTS = 9000 };
    char *text = malloc(STATES * 64 + 200), *at = text;
    assert_non_null(text);
    at += sprintf(at, "wits: 1\nbrain: big\ncontext: {go: bool}\nroot:\n  states:\n");
    for (int i = 0; i < STATES; i++) {
        at += sprintf(at, "    s%d: {transitions: [{to: s%d, when: go}]}\n", i, (i + 1) % STATES);
    }
    game g;
    game_open(&g, text, AGENTS, NULL);
    for (uint32_t i = 0; i < AGENTS; i++) {  // agent i is in state i
        const wits_state_id here = (wits_state_id)(1 + i % STATES);
        assert_int_equal(wits_crowd_set_state(&g.crowd, i, 1, &g.run, here), 1);
        game_set(&g, i, "go", i < 4097 || i == STATES);
    }
    assert_string_equal(game_answer(&g, "show moves"), DONE);
    game_frame(&g);
    const char *update = game_update(&g);
    assert_contains(update, "[1,2,2]");
    assert_contains(update, "[4096,4097,1]");
    assert_contains(update, "\"movesLeftOut\":1}");  // 4,097 different ones
    game_close(&g);
    free(text);
}

static void watched_agents_are_listed(void **state) {
    (void)state;
    game g;
    game_open(&g, two_regions, 5, NULL);
    game_set(&g, 3, "mood", 1);
    game_set(&g, 3, "big", -2000000000.0);
    game_set(&g, 3, "small", -128);
    game_set(&g, 3, "half", 65535);
    game_set(&g, 3, "x", 0.1);
    assert_string_equal(game_answer(&g, "watch 3 9"), DONE);
    assert_contains(game_update(&g),
                    "\"watch\":[{\"agent\":3,\"states\":[2,5],\"fields\":[0,1,-2000000000,-128,65535,0.1]},"
                    "{\"agent\":9,\"gone\":true}]}");
    assert_string_equal(game_answer(&g, "watch 3 x"), REFUSED("expected an agent's id instead of 'x'"));
    g.columns[2].base = NULL;
    assert_contains(game_answer(&g, "watch 3"), DONE);
    assert_contains(game_update(&g), "\"watch\":[{\"agent\":3,\"states\":[2,5],\"fields\":[0,1,null,");
    char many[600] = "watch";
    for (int i = 0; i < WITS_INSPECT_MAX_WATCHED; i++) {
        strcat(many, " 1");
    }
    assert_string_equal(game_answer(&g, many), DONE);
    strcat(many, " 1");
    assert_contains(game_answer(&g, many), "at most 64 agents");
    assert_string_equal(game_answer(&g, "watch"), DONE);
    assert_lacks(game_update(&g), "watch");
    game_close(&g);
}

/// Counts the digits of a number, without zeros around them.
static int significant_digits(const char *number) {
    int digits = 0, zeros = 0;
    for (; strchr("-.0123456789", *number) != NULL; number++) {
        zeros = *number == '0' ? zeros + 1 : *number == '.' ? zeros : 0;
        digits += *number >= '0' && *number <= '9' && (digits > 0 || *number != '0');
    }
    return digits - (zeros < digits ? zeros : digits);
}

static void floats_are_read_back(void **state) {
    (void)state;
    game g;
    uint32_t bits = 1, checked = 0, longer = 0;
    game_open(&g, two_regions, 1, NULL);
    const uint32_t x = wits_find_field(g.brain, "x");
    game_answer(&g, "watch 0");
    for (uint32_t i = 0; i < (REPEATS_ARE_FEW ? 2000 : 20000); i++, bits = bits * 2891336453u + 12345u) {
        float value, read;
        const uint32_t special[] = {0, 1, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x4B800000, 0x80000001};
        const uint32_t pattern = i < COUNT(special) ? special[i] : bits;
        memcpy(&value, &pattern, sizeof value);
        memcpy(g.columns[x].base, &pattern, sizeof value);
        g.world.tick++;
        char *text = strrchr(game_update(&g), ',');
        assert_non_null(text);
        if (value != value || value - value != 0.0f) {
            assert_memory_equal(text, value != value ? ",\"nan\"" : value > 0 ? ",\"inf\"" : ",\"-inf\"", 5);
            continue;
        }
        char *end, shortest[40];
        read = strtof(text + 1, &end);
        assert_string_equal(end, "]}]}\n");
        assert_true(read == value);
        int digits = 1;
        do {
            (void)snprintf(shortest, sizeof shortest, "%.*e", digits - 1, (double)value);
        } while (strtof(shortest, NULL) != value && digits++ < 9);
        longer += significant_digits(text + 1) > digits;
        checked++;
    }
    assert_true(checked > 100 && longer < checked / 100);  // texts in the middle between two floats are not used
    game_close(&g);
}

// ----------------------------------------------------------------------------------------------------------- the focus

static void history_has_reasons(void **state) {
    (void)state;
    static const char text[] = "wits: 1\n"
                               "brain: it\n"
                               "context: {go: bool, tired: float}\n"
                               "events: [hit]\n"
                               "root:\n"
                               "  any: [{to: b, event: hit, reenter: true}]\n"
                               "  states:\n"
                               "    a: {transitions: [{to: u, when: go}]}\n"
                               "    b: {steps: [{when: tired > 0.5, to: a}]}\n"
                               "    u: {kind: utility, states: {x: {score: 0.5}, y: {score: tired}}}\n";
    game g;
    game_open(&g, text, 2, NULL);
    enum { IT, A, B, U, X, Y };
    assert_string_equal(game_answer(&g, "focus 1"), DONE);
    game_set(&g, 1, "go", 1);
    game_frame(&g);
    game_set(&g, 1, "tired", 0.75);
    game_frame(&g);
    game_set(&g, 1, "tired", 0);
    game_ask(&g, "raise hit 1");
    game_frame(&g);
    game_ask(&g, "raise hit 1");  // b exits and is entered again
    game_frame(&g);
    game_frame(&g);
    game_set(&g, 1, "tired", 1);
    game_set(&g, 1, "go", 0);
    game_frame(&g);
    game_answer(&g, "goto 1 b");
    assert_contains(game_update(&g), "\"history\":["
                                     "{\"tick\":1,\"left\":[1],\"entered\":[3,4],\"because\":{\"transition\":1}},"
                                     "{\"tick\":2,\"left\":[4],\"entered\":[5],\"because\":{\"choice\":3}},"
                                     "{\"tick\":3,\"left\":[3,5],\"entered\":[2],\"because\":{\"transition\":0}},"
                                     "{\"tick\":4,\"left\":[2],\"entered\":[2],\"because\":{\"transition\":0}},"
                                     "{\"tick\":6,\"left\":[2],\"entered\":[1],\"because\":null},"
                                     "{\"tick\":7,\"left\":[1],\"entered\":[2],\"because\":null}]}}");
    game_answer(&g, "focus 0");
    for (int i = 0; i < 100; i++) {  // more than are kept: the oldest are dropped
        game_ask(&g, i % 2 == 0 ? "goto 0 b" : "goto 0 a");
        game_frame(&g);
    }
    const char *update = strstr(game_update(&g), "\"history\":[");
    uint32_t changes = 0;
    for (const char *at = strstr(update, "\"tick\""); at != NULL; at = strstr(at + 1, "\"tick\"")) {
        changes++;
    }
    assert_int_equal(changes, WITS_INSPECT_MAX_HISTORY);
    assert_contains(update, "\"history\":[{\"tick\":43,");
    game_close(&g);
}

static void the_focus_shows_targets(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/squad.yaml", 3, NULL);
    static const uint32_t ids[] = {11, 12, 13}, offsets[] = {0, 1, 3, 3}, own_rows[] = {2, 0, 1};
    static float distances[] = {30, 10, 20}, health[] = {0.25f, 0.5f, 0.75f};
    static uint8_t visible[] = {1, 1, 1}, weapons[] = {0, 1, 2};
    const wits_column columns[] = {
        {.base = distances, .stride = 4, .type = WITS_TYPE_FLOAT},
        {.base = visible, .stride = 1, .type = WITS_TYPE_BOOL},
        {.base = health, .stride = 4, .type = WITS_TYPE_FLOAT},
        {.base = weapons, .stride = 1, .type = WITS_TYPE_ENUM},
    };
    const wits_target_list lists[3] = {
        {.ids = ids, .count = 3, .columns = columns, .own_rows = own_rows, .own_count = 3, .offsets = offsets}};
    g.frame.targets = g.crowd.targets = lists;
    game_answer(&g, "focus 1");
    game_frame(&g);
    const char *update = game_update(&g);
    char part[100];
    (void)snprintf(part, sizeof part, "\"targets\":[[%u,12]],\"decides\":2,", wits_find_state(g.brain, "attack"));
    assert_contains(update, part);
    assert_contains(update, "\"lists\":[{\"kind\":0,\"total\":2,\"rows\":[{\"id\":12,\"fields\":[10,1,0.25,0]},"
                            "{\"id\":13,\"fields\":[20,1,0.5,1]}]},{\"kind\":1,\"total\":0,\"rows\":[]},"
                            "{\"kind\":2,\"total\":0,\"rows\":[]}]");
    assert_contains(update, "\"targetsListed\":2");
    assert_contains(update, "{\"id\":12,\"row\":1,\"verdict\":\"chosen\",\"isRemembered\":true,");
    assert_contains(game_answer(&g, "why 1 hide"),
                    "{\"is\":\"why\",\"agent\":1,\"state\":2,\"explain\":{\"transitions\":[");
    game_close(&g);
}

static void why_has_counterfactuals(void **state) {
    (void)state;
    static const char text[] = "wits: 1\n"
                               "brain: it\n"
                               "context: {hunger: float}\n"
                               "root:\n"
                               "  kind: utility\n"
                               "  states:\n"
                               "    rest: {score: 0.5}\n"
                               "    eat: {score: {product: [{input: hunger, range: [0, 1]}]}}\n";
    game g;
    game_open(&g, text, 2, NULL);
    game_set(&g, 0, "hunger", 0.25);
    assert_contains(game_answer(&g, "#3 why 0 eat"), "\"raw\":0.25,\"normal\":0.25,\"curves\":[],\"value\":0.25,"
                                                     "\"compensated\":0.25,\"weighted\":0.25,\"wouldWin\":true,"
                                                     "\"winsAt\":0.50000006,\"winsAbove\":true,\"winsBelow\":false}");
    assert_contains(game_answer(&g, "why 0 eet"), "unknown state 'eet'; did you mean 'eat'?");
    assert_contains(game_answer(&g, "why 2 eat"), "there is no agent '2'");
    assert_contains(game_answer(&g, "why 0"), "missing state after 'why'");
    assert_contains(game_answer(&g, "why"), "missing agent after 'why'");
    game_answer(&g, "focus 0");
    assert_lacks(game_update(&g), "wouldWin");
    game_close(&g);
}

static void the_explained_decision_is_the_next_one(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    g.inspected.decide_every = 4;
    game_answer(&g, "focus 3");
    assert_contains(game_update(&g), "\"decides\":1,");  // (1 + 3) mod 4 is 0
    g.world.tick = 2;
    assert_contains(game_update(&g), "\"decides\":5,");
    g.world.tick = UINT32_MAX;
    assert_contains(game_update(&g), "\"decides\":1,");
    g.inspected.decide_every = 0;
    game_answer(&g, "step decide");
    game_frame(&g);
    assert_contains(game_update(&g), "\"half\":true");
    game_close(&g);
}

// ---------------------------------------------------------------------------------------------------------- all agents

static void agents_are_found(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10000, NULL);
    uint64_t *ids = malloc(10000 * sizeof *ids);
    for (uint32_t i = 0; i < 10000; i++) {
        ids[i] = UINT64_MAX - i;
        game_set(&g, i, "health", i % 1000 == 7 ? 0.25 : 1);
    }
    g.world.ids = ids;
    assert_string_equal(game_answer(&g, "#5 find patrol/look"),
                        "{\"is\":\"found\",\"request\":5,\"tick\":1,\"total\":0,\"agents\":[]}\n");
    const char *found = game_answer(&g, "find patrol where health < 0.5");
    assert_contains(
        found,
        "{\"is\":\"found\",\"tick\":1,\"total\":10,\"agents\":[{\"agent\":\"18446744073709551608\",\"states\":[2]},");
    found = game_answer(&g, "find / where health >= 0.5 and not sees_player");
    assert_contains(found, "{\"is\":\"found\",\"tick\":1,\"total\":9990,");
    uint32_t listed = 0;
    for (const char *at = strstr(found, "\"states\""); at != NULL; at = strstr(at + 1, "\"states\"")) {
        listed++;
    }
    assert_int_equal(listed, WITS_INSPECT_MAX_FOUND);
    g.inspected.desc = NULL;  // then conditions know the fields from the brain
    assert_contains(game_answer(&g, "find patrol where health < 0.5"), "\"total\":10,");
    assert_contains(game_answer(&g, "find patrol where helth < 0.5"), "unknown name 'helth'; did you mean 'health'?");
    assert_contains(game_answer(&g, "find patrol where in(combat)"), "'in' cannot be used here");
    assert_contains(game_answer(&g, "find patrol where elapsed > 3"), "'elapsed' cannot be used here");
    assert_contains(game_answer(&g, "find patrol where done"), "'done' cannot be used here");
    assert_contains(game_answer(&g, "find patrol where"), "missing condition after 'where'");
    assert_contains(game_answer(&g, "find patrol with"), "expected 'where' and a condition instead of 'with'");
    assert_contains(game_answer(&g, "find"), "missing state after 'find'");
    assert_contains(game_answer(&g, "find patrol where health"), "bool");
    g.columns[2].base = NULL;
    assert_contains(game_answer(&g, "find patrol where health < 0.5"), "no memory for the field 'health'");
    assert_contains(game_answer(&g, "find patrol where not sees_player"), "\"total\":10000,");
    game_close(&g);
    free(ids);
}

static bool is_odd(const void *context, const wits_call *call) {
    return *(const int *)context % 2 == 1 && call->frame->row % 2 == 1;
}

static void conditions_call_the_program(void **state) {
    (void)state;
    static const char text[] = "wits: 1\n"
                               "brain: it\n"
                               "context: {x: float}\n"
                               "functions: {odd: condition}\n"
                               "root: {states: {a: {transitions: [{to: b, when: odd()}]}, b: {}}}\n";
    game g;
    int contexts[100];
    for (int i = 0; i < 100; i++) {
        contexts[i] = i;
    }
    game_open(&g, text, 100, NULL);
    const wits_function functions[] = {{"odd", .condition = is_odd}};
    g.frame.functions = functions;
    g.frame.context = contexts;
    g.inspected.context_stride = sizeof *contexts;
    assert_contains(game_answer(&g, "find a where odd()"), "\"total\":50,\"agents\":[{\"agent\":1,");
    assert_contains(game_answer(&g, "find a where odd() and x > 1"), "\"total\":0,");
    game_set(&g, 77, "x", 2);
    assert_contains(game_answer(&g, "find a where odd() and x > 1"), "\"total\":1,\"agents\":[{\"agent\":77,");
    assert_string_equal(game_answer(&g, "focus 77"), DONE);
    assert_contains(game_update(&g), "{\"row\":0,\"tried\":\"fired\"");
    g.frame.functions = NULL;
    assert_contains(game_answer(&g, "find a where odd()"), "no function 'odd' for one agent");
    assert_contains(game_answer(&g, "why 77 b"), "has not given all fields and functions");
    assert_contains(game_answer(&g, "goto 77 b"), "has not given all fields and functions");
    assert_contains(game_answer(&g, "hold 77 b"), "has not given all fields and functions");
    assert_lacks(game_update(&g), "explain");
    g.inspected.frame = NULL;
    assert_contains(game_answer(&g, "find a where odd()"), "no function 'odd' for one agent");
    assert_contains(game_answer(&g, "find a where x > 1"), "\"total\":1,");
    game_close(&g);
}

static void the_hash_is_that_of_the_crowd(void **state) {
    (void)state;
    game g;
    char expected[120];
    game_open_file(&g, "brains/guard.yaml", 100, NULL);
    game_frames(&g, 7);
    (void)snprintf(expected, sizeof expected,
                   "{\"is\":\"hash\",\"request\":6,\"tick\":8,\"agents\":100,\"hash\":\"%016llx\"}\n",
                   (unsigned long long)game_hash(&g));
    assert_string_equal(game_answer(&g, "#6 hash"), expected);
    game_close(&g);
}

// ------------------------------------------------------------------------------------------------------------- changes

static void viewers_change_the_world(void **state) {
    (void)state;
    bool has_left = false;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    assert_string_equal(game_answer(&g, "set 3 sees_player true"), DONE);
    assert_string_equal(game_answer(&g, "set all health 0.3"), DONE);
    assert_string_equal(game_answer(&g, "set 3 health -1.5"), DONE);
    game_answer(&g, "watch 2 3");
    assert_contains(game_update(&g), "\"fields\":[0,0,0.3]},{\"agent\":3,\"states\":[2],\"fields\":[1,0,-1.5]}]");
    assert_string_equal(game_answer(&g, "raise alarm 2"), DONE);
    assert_true(wits_is_pending(g.brain, g.agents + 2 * wits_agent_size(g.brain), 0));
    assert_false(wits_is_pending(g.brain, g.agents + 3 * wits_agent_size(g.brain), 0));
    game_frame(&g);
    assert_contains(game_answer(&g, "find combat"), "\"total\":2,\"agents\":[{\"agent\":2,");
    assert_string_equal(game_answer(&g, "raise alarm all"), DONE);
    game_frame(&g);
    assert_contains(game_answer(&g, "find combat"), "\"total\":10,");
    assert_string_equal(game_answer(&g, "goto 4 search"), DONE);
    assert_contains(game_answer(&g, "find search"), "\"total\":1,\"agents\":[{\"agent\":4,");
    assert_string_equal(game_answer(&g, "hold 5 patrol/look"), DONE);
    game_answer(&g, "watch 5");
    game_ask(&g, "pause");
    for (int i = 0; i < 8; i++) {  // it looks for two ticks, walks, and is back before the next
        game_ask(&g, "step");
        game_ask(&g, "next");
        assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
        assert_contains(game_said(&g), "\"watch\":[{\"agent\":5,\"states\":[3],");
        has_left = has_left || wits_deepest(g.brain, g.agents + 5 * wits_agent_size(g.brain)) == 2;
    }
    assert_true(has_left);
    assert_string_equal(game_answer(&g, "hold none"), DONE);
    game_close(&g);
}

static void count_call(void *context, const wits_call *call) {
    ++*(int *)context;
}

/// A state that a viewer enters runs its actions if the program has all of them.
static void actions_of_changes_run(void **state) {
    (void)state;
    static const char text[] = "wits: 1\n"
                               "brain: it\n"
                               "context: {x: int}\n"
                               "root: {states: {a: {exit: leave(x + 1)}, b: {enter: [greet(), x = 5]}}}\n";
    game g;
    int calls = 0;
    game_open(&g, text, 2, NULL);
    wits_function functions[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        functions[i] = (wits_function){wits_function_name(g.brain, i), .action = count_call};
    }
    g.frame.functions = functions;
    g.frame.context = &calls;
    assert_string_equal(game_answer(&g, "goto 0 b"), DONE);
    assert_int_equal(calls, 2);
    functions[1].action = NULL;
    assert_string_equal(game_answer(&g, "goto 1 b"), DONE);
    assert_int_equal(calls, 2);
    g.frame.functions = NULL;
    assert_contains(game_answer(&g, "goto 1 a"), "has not given all fields and functions");
    g.frame.functions = functions;
    functions[0].action = NULL;
    assert_string_equal(game_answer(&g, "goto 1 a"), DONE);
    assert_int_equal(calls, 2);
    game_answer(&g, "watch 0 1");
    assert_contains(game_update(&g), "{\"agent\":0,\"states\":[2],\"fields\":[5]},{\"agent\":1,\"states\":[1],"
                                     "\"fields\":[5]}");
    game_close(&g);
}

static void mistakes_change_nothing(void **state) {
    (void)state;
    static const char *const mistakes[][2] = {
        {"set 3 health 1e40", "larger than any float"},
        {"set 3 health calm", "unknown name 'calm'"},
        {"set 3 health 0.5; raise alarm", "expected a number, true, false or a name instead of '0.5; raise alarm'"},
        {"set 3 health 0.5 + 1", "expected a number"},
        {"set 3 health -", "expected a number"},
        {"set 3 health", "expected a number"},
        {"set 3 heath 1", "unknown field 'heath'; did you mean 'health'?"},
        {"set 3", "missing field after 'set'"},
        {"set", "missing agent after 'set'"},
        {"set 10 health 1", "there is no agent '10'"},
        {"set 3 sees_player 1", "must be a bool"},
        {"raise alrm 2", "unknown event 'alrm'; did you mean 'alarm'?"},
        {"raise", "missing event after 'raise'"},
        {"raise alarm", "missing agent after 'raise'"},
        {"raise alarm all x", "unexpected 'x' at the end"},
        {"raise alarm 99999999999999999999999", "expected an agent's id instead of"},
        {"raise alarm 18446744073709551616", "expected an agent's id instead of"},
        {"raise alarm 18446744073709551615", "there is no agent"},
        {"goto 4 /", "'/' is always active"},
        {"goto 4 flea", "unknown state 'flea'; did you mean 'flee'?"},
        {"goto 4 combat/flea", "unknown state 'combat/flea'; did you mean 'combat/flee'?"},
        {"goto 4 search now", "unexpected 'now' at the end"},
        {"hold 4 /", "'/' is always active"},
        {"hold", "missing agent after 'hold'"},
        {"focus 10", "there is no agent '10'"},
        {"focus", "missing agent after 'focus'"},
        {"show count", "unknown 'count' after 'show'; expected counts, moves or nothing"},
        {"show", "missing counts, moves or nothing after 'show'"},
        {"step 0", "expected a number of ticks or 'decide' instead of '0'"},
        {"step 4294967296", "expected a number of ticks"},
        {"step half", "expected a number of ticks"},
        {"unbreak", "expected a breakpoint's number or 'all' instead of ''"},
        {"unbreak 1", "there is no breakpoint '1'"},
        {"break", "missing state after 'break'"},
        {"break combat too", "expected 'to' or 'where' instead of 'too'"},
        {"break combat to", "missing state after 'break'"},
        {"break where", "missing condition after 'where'"},
        {"break where health", "bool"},
        {"pase", "unknown request 'pase'; did you mean 'pause'?"},
        {"", "empty request"},
        {"#", "expected a number of at most 9 digits after '#'"},
        {"#1234567890 hash", "expected a number of at most 9 digits after '#'"},
        {"#12", "\"request\":12,\"why\":\"empty request\""},
        {"\xFF\xFE pause", "unknown request '\xEF\xBF\xBD\xEF\xBF\xBD'"},
        {"a\"b\\c\x01\n", "unknown request 'a\\\"b\\\\c\\u0001'"},
    };
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    const uint64_t hash = game_hash(&g);
    for (uint32_t i = 0; i < COUNT(mistakes); i++) {
        const char *answer = game_answer(&g, mistakes[i][0]);
        assert_contains(answer, "{\"is\":\"refused\",");
        assert_contains(answer, mistakes[i][1]);
        assert_int_equal(game_hash(&g), hash);
    }
    assert_contains(game_update(&g), "\"running\":true");
    g.columns[2].read_only = true;
    assert_contains(game_answer(&g, "set 3 health 1"), "the field 'health' is read-only");
    g.columns[2].base = NULL;
    assert_contains(game_answer(&g, "set 3 health 1"), "no memory for the field 'health'");
    static const char zero[] = "hash\0hash";
    assert_int_equal(wits_inspector_request(g.inspector, 0, zero, sizeof zero - 1), WITS_INSPECT_ACCEPTED);
    wits_inspector_frame(g.inspector, &g.inspected);
    assert_string_equal(game_said(&g), REFUSED("the first line has a zero byte"));
    game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_show_counts_and_explain_the_focused_agent),
        cmocka_unit_test(the_brain_is_described),
        cmocka_unit_test(regions_are_counted_once),
        cmocka_unit_test(large_worlds_are_counted_in_parts),
        cmocka_unit_test(moves_are_between_updates),
        cmocka_unit_test(moves_of_large_brains_are_listed),
        cmocka_unit_test(watched_agents_are_listed),
        cmocka_unit_test(floats_are_read_back),
        cmocka_unit_test(history_has_reasons),
        cmocka_unit_test(the_focus_shows_targets),
        cmocka_unit_test(why_has_counterfactuals),
        cmocka_unit_test(the_explained_decision_is_the_next_one),
        cmocka_unit_test(agents_are_found),
        cmocka_unit_test(conditions_call_the_program),
        cmocka_unit_test(the_hash_is_that_of_the_crowd),
        cmocka_unit_test(viewers_change_the_world),
        cmocka_unit_test(actions_of_changes_run),
        cmocka_unit_test(mistakes_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
