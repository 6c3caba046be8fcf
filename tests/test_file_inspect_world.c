// SPDX-License-Identifier: MIT
// wits/inspect.h: control, breakpoints, several viewers, and games that change under them.
#include "file_inspect.h"
#include "file_support.h"

#define DONE "{\"is\":\"done\"}\n"

// ------------------------------------------------------------------------------------------------------------- control

static void the_world_pauses_and_steps(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    game_ask(&g, "pause");
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_ask(&g, "step");
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_ask(&g, "step 3");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    }
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_ask(&g, "step decide");
    assert_int_equal(game_frame(&g), WITS_INSPECT_DECIDE);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_said(&g);
    assert_contains(game_update(&g), "\"tick\":5,\"half\":true,\"running\":false,");
    game_ask(&g, "step decide");  // the second half
    assert_int_equal(game_frame(&g), WITS_INSPECT_UPDATE);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_said(&g);
    assert_contains(game_update(&g), "\"tick\":6,\"half\":false,\"running\":false,");
    game_ask(&g, "step decide");
    assert_int_equal(game_frame(&g), WITS_INSPECT_DECIDE);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_ask(&g, "step");
    assert_int_equal(game_frame(&g), WITS_INSPECT_UPDATE);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_said(&g);
    assert_contains(game_update(&g), "\"tick\":7,\"half\":false,\"running\":false,");
    game_ask(&g, "step decide");
    assert_int_equal(game_frame(&g), WITS_INSPECT_DECIDE);
    game_ask(&g, "go");
    assert_int_equal(game_frame(&g), WITS_INSPECT_UPDATE);
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    game_ask(&g, "step 2");  // pauses a world that runs
    game_frames(&g, 2);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    wits_inspector_pause(g.inspector, false);
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    wits_inspector_pause(g.inspector, true);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_close(&g);
}

/// Running both halves of a tick gives the same bytes as running the tick.
static void halves_are_ticks(void **state) {
    (void)state;
    game whole, halves;
    game_open_file(&whole, "brains/boss.yaml", 50, NULL);
    game_open_file(&halves, "brains/boss.yaml", 50, NULL);
    game_frames(&whole, 20);
    for (int i = 0; i < 20; i++) {
        game_ask(&halves, "step decide");
        assert_int_equal(game_frame(&halves), WITS_INSPECT_DECIDE);
        game_ask(&halves, "step");
        assert_int_equal(game_frame(&halves), WITS_INSPECT_UPDATE);
    }
    assert_int_equal(whole.world.tick, halves.world.tick);
    assert_int_equal(game_hash(&whole), game_hash(&halves));
    game_close(&whole);
    game_close(&halves);
}

static void updates_wait_for_requests_and_for_news(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    assert_false(wits_inspector_is_awaited(g.inspector));
    game_ask(&g, "hello");
    game_frames(&g, 5);
    game_said(&g);
    assert_string_equal(game_said(&g), "");
    game_ask(&g, "next");
    assert_false(wits_inspector_is_awaited(g.inspector));  // not yet: requests wait for the frame
    game_frame(&g);
    assert_contains(game_said(&g), "\"tick\":6,");
    game_frames(&g, 3);
    assert_string_equal(game_said(&g), "");
    game_ask(&g, "next");
    game_frame(&g);
    assert_contains(game_said(&g), "\"dropped\":3}");
    game_ask(&g, "pause");
    game_frame(&g);
    game_said(&g);
    assert_contains(game_update(&g), "\"running\":false,");
    game_ask(&g, "next");
    for (int i = 0; i < 10; i++) {  // nothing new
        assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
        assert_string_equal(game_said(&g), "");
        assert_true(wits_inspector_is_awaited(g.inspector));
    }
    game_ask(&g, "raise alarm 3");
    game_frame(&g);
    assert_contains(game_said(&g), DONE "{\"is\":\"update\",");
    game_ask(&g, "next");
    game_frame(&g);
    assert_string_equal(game_said(&g), "");
    wits_inspector_pause(g.inspector, true);
    game_frame(&g);
    assert_contains(game_said(&g), "{\"is\":\"update\",");
    game_close(&g);
}

// --------------------------------------------------------------------------------------------------------- breakpoints

static void breakpoints_pause(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 1000, NULL);
    assert_string_equal(game_answer(&g, "#1 break combat"), "{\"is\":\"done\",\"request\":1,\"data\":1}\n");
    assert_string_equal(game_answer(&g, "break patrol/look to patrol/walk where health < 0.5"),
                        "{\"is\":\"done\",\"data\":2}\n");
    assert_string_equal(game_answer(&g, "break where distance > 30 or distance < -1"),
                        "{\"is\":\"done\",\"data\":3}\n");
    assert_contains(game_update(&g),
                    "\"breaks\":[{\"break\":1,\"text\":\"combat\",\"hits\":0},{\"break\":2,\"text\":\"patrol/look to "
                    "patrol/walk where health < 0.5\",\"hits\":0},{\"break\":3,\"text\":\"where distance > 30 or "
                    "distance < -1\",\"hits\":0}]}");
    game_set(&g, 700, "sees_player", 1);
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":1,\"tick\":2,\"count\":1,\"agents\":[700]}\n");
    assert_contains(game_update(&g), "\"running\":false,");
    game_ask(&g, "go");
    game_set(&g, 5, "health", 0.25);
    game_set(&g, 17, "health", 0.25);
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    game_said(&g);
    while (game_frame(&g) == WITS_INSPECT_RUN) {
        assert_true(g.world.tick < 20);
    }
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":2,\"tick\":6,\"count\":2,\"agents\":[5,17]}\n");
    game_ask(&g, "go");
    game_frame(&g);
    game_said(&g);
    for (uint32_t i = 0; i < 1000; i += 10) {
        game_set(&g, i, "distance", 31);
    }
    game_frames(&g, 2);
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":3,\"tick\":7,\"count\":100,"
                                       "\"agents\":[0,10,20,30,40,50,60,70]}\n");
    game_answer(&g, "step");
    for (int i = 0; i < 3; i++) {  // it stays true
        game_ask(&g, "step");
        game_frame(&g);
        game_frame(&g);
    }
    assert_lacks(game_said(&g), "broke");
    assert_contains(game_update(&g), "\"hits\":100}]}");
    assert_string_equal(game_answer(&g, "unbreak 2"), DONE);
    assert_contains(game_answer(&g, "unbreak 2"), "there is no breakpoint '2'");
    assert_string_equal(game_answer(&g, "unbreak all"), DONE);
    assert_lacks(game_update(&g), "breaks");
    for (int i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        assert_contains(game_answer(&g, "break combat/flee"), "done");
    }
    assert_contains(game_answer(&g, "break combat/flee"), "there are 16 breakpoints already");
    game_close(&g);
}

/// A breakpoint within a state, out of it, and into what contains it.
static void breakpoints_follow_the_tree(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 2, NULL);
    game_answer(&g, "break combat to combat/flee");
    game_answer(&g, "break combat/flee to combat");
    game_answer(&g, "break combat to /");
    assert_string_equal(game_answer(&g, "goto 0 combat/attack"), DONE);
    game_frames(&g, 2);
    assert_lacks(game_said(&g), "broke");
    game_set(&g, 0, "health", 0.1);
    game_frames(&g, 2);
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":1,\"tick\":4,\"count\":1,\"agents\":[0]}\n");
    game_set(&g, 0, "health", 1);
    game_ask(&g, "go");
    game_frame(&g);
    game_said(&g);
    game_frame(&g);
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":2,\"tick\":5,\"count\":1,\"agents\":[0]}\n");
    game_answer(&g, "goto 0 search");  // from combat to elsewhere in the root
    game_ask(&g, "step");
    game_frame(&g);
    game_said(&g);
    game_frame(&g);
    assert_string_equal(game_said(&g), "{\"is\":\"broke\",\"break\":3,\"tick\":6,\"count\":1,\"agents\":[0]}\n");
    game_close(&g);
}

/// New agents do not trigger breakpoints, and a game that ignores a pause gets one message.
static void breakpoints_outlive_the_game(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 9000, NULL);
    g.world.count = 4500;
    game_answer(&g, "break patrol");
    game_answer(&g, "break where health > 0.5");
    g.world.count = 9000;
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    assert_string_equal(game_said(&g), "");
    g.world.count = 0;
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    g.world.count = 9000;
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    game_set(&g, 8000, "health", 0);
    game_frame(&g);
    assert_string_equal(game_said(&g), "");
    game_set(&g, 8000, "health", 1);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    for (int i = 0; i < 6; i++) {
        game_set(&g, 8000, "health", i % 2);
        g.world.tick++;
        assert_int_equal(wits_inspector_frame(g.inspector, &g.inspected), WITS_INSPECT_WAIT);
    }
    const char *said = game_said(&g);
    assert_contains(said, "{\"is\":\"broke\",");
    assert_null(strstr(strstr(said, "broke") + 1, "broke"));
    game_close(&g);
}

static char *edited(const char *path, const char *from, const char *to) {
    size_t length;
    char *text = read_bytes(path, &length), *at = strstr(text, from);
    assert_non_null(at);
    char *made = calloc(1, length + strlen(to) + 1);
    assert_non_null(made);
    memcpy(made, text, (size_t)(at - text));
    strcat(strcat(made, to), at + strlen(from));
    free(text);
    return made;
}

static void edits_are_told(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 100, NULL);
    game_answer(&g, "show counts moves");
    game_answer(&g, "focus 7");
    game_answer(&g, "watch 8");
    game_answer(&g, "hold 9 combat/listen");
    game_answer(&g, "break combat");
    game_answer(&g, "break patrol/look where health < 0.5");
    game_answer(&g, "break where distance > 30");
    game_frames(&g, 3);
    game_said(&g);
    // The edit renames a state, so one of them ends, and adds one before it.
    char *text = edited("brains/guard.yaml", "        look:\n", "        rest: {}\n        stare:\n");
    char *at = strstr(text, "to: look");
    memcpy(at, "to: rest", 8);
    game_edit(&g, text);
    game_ask(&g, "next");
    game_frame(&g);
    const char *said = game_said(&g);
    assert_contains(said,
                    "{\"is\":\"refused\",\"why\":\"breakpoint 'patrol/look where health < 0.5' is removed: unknown "
                    "state 'patrol/look'\"}\n{\"is\":\"changed\"}\n{\"is\":\"update\",");
    assert_contains(said, "\"breaks\":[{\"break\":1,\"text\":\"combat\",\"hits\":0},{\"break\":3,");
    assert_contains(said, "\"moves\":[],");
    assert_contains(said, "\"agent\":8,");
    assert_contains(said, "\"history\":[]}");
    game_frame(&g);
    assert_contains(game_answer(&g, "find combat/listen"), "\"total\":1,\"agents\":[{\"agent\":9,");
    game_ask(&g, "next");
    game_frame(&g);
    assert_lacks(game_said(&g), "changed");
    // The state it is held in goes, and so does a field.
    free(text);
    game_edit(&g, "wits: 1\nbrain: it\nroot: {states: {combat: {}}}\n");
    game_frame(&g);
    said = game_said(&g);
    assert_contains(said, "breakpoint 'where distance > 30' is removed: invalid expression: unknown name 'distance'");
    assert_contains(said, "agent no longer held: there is no state 'combat/listen'");
    assert_lacks(said, "changed");
    assert_contains(game_answer(&g, "brain"), "\"name\":\"it\"");
    assert_contains(game_update(&g),
                    "\"counts\":[100,100],\"moves\":[],\"watch\":[{\"agent\":8,\"states\":[1],\"fields\":[]}]");
    game_edit(&g, "wits: 1\nbrain: it\nroot: {states: {combat: {}, b: {}}}\n");
    game_ask(&g, "next");
    game_frame(&g);
    assert_contains(game_said(&g), "{\"is\":\"changed\"}\n{\"is\":\"update\",");
    game_close(&g);
}

// ----------------------------------------------------------------------------------------------------- several viewers

static void viewers_come_and_go(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    assert_int_equal(wits_inspector_viewers(g.inspector), 0);
    game_ask_of(&g, 2, "#1 focus 3");
    game_ask_of(&g, 7, "watch 3");
    assert_int_equal(wits_inspector_viewers(g.inspector), 2);
    game_ask_of(&g, 7, "break combat");
    game_ask_of(&g, 7, "next");
    game_ask_of(&g, 2, "next");
    game_frame(&g);
    assert_contains(game_said_to(&g, 7), "\"watch\":[{");
    const char *said = game_said_to(&g, 2);
    assert_contains(said, "\"focus\":{");
    assert_lacks(said, "\"watch\"");
    assert_string_equal(game_said(&g), "");
    game_ask_of(&g, 2, "break combat/flee");
    game_ask_of(&g, 2, "pause");
    game_frame(&g);
    wits_inspector_leave(g.inspector, 7);
    wits_inspector_leave(g.inspector, 7);
    game_ask_of(&g, 2, "next");
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    said = game_said_to(&g, 2);
    assert_contains(said, "\"breaks\":[{\"break\":2,");
    game_said_to(&g, 7);
    wits_inspector_send(g.inspector, "problem", "{\"line\":3}");
    assert_string_equal(game_said_to(&g, 2), "{\"is\":\"problem\",\"data\":{\"line\":3}}\n");
    assert_string_equal(game_said_to(&g, 7), "");
    game_ask_of(&g, 2, "hash");
    wits_inspector_leave(g.inspector, 2);  // with a request that waits; the world runs on
    assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
    assert_string_equal(game_said_to(&g, 2), "");
    wits_inspector_pause(g.inspector, true);
    game_ask(&g, "hello");
    wits_inspector_leave(g.inspector, 0);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);  // paused by the program
    game_close(&g);
}

typedef struct deserter {
    wits_inspector *inspector;
    uint32_t parts, asks;
} deserter;

/// A viewer leaves, or asks, in the middle of a message.
static void leave_while_written_to(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    deserter *d = user;
    d->parts++;
    if (viewer == 1) {
        wits_inspector_leave(d->inspector, 1);
        assert_int_equal(wits_inspector_request(d->inspector, 1, "hello", 5), WITS_INSPECT_NO_VIEWER);
    } else if (d->asks-- > 0) {
        assert_int_equal(wits_inspector_request(d->inspector, viewer, "hello", 5), WITS_INSPECT_ACCEPTED);
    }
}

static void a_viewer_may_leave_while_it_is_written_to(void **state) {
    (void)state;
    game g;
    deserter d = {.asks = 3};
    game_open_file(&g, "brains/villager.yaml", 10,
                   &(wits_inspector_options){.write = leave_while_written_to, .user = &d});
    d.inspector = g.inspector;
    game_ask_of(&g, 1, "brain");
    game_ask_of(&g, 1, "hello");
    game_ask_of(&g, 1, "focus 3");
    game_ask_of(&g, 1, "next");
    game_frame(&g);
    assert_int_equal(d.parts, 1);
    assert_int_equal(wits_inspector_viewers(g.inspector), 0);
    game_ask_of(&g, 0, "hello");
    game_frame(&g);
    assert_int_equal(d.parts, 5);
    game_close(&g);
}

// --------------------------------------------------------------------------------------------------------- permissions

static bool obey(void *user, const wits_inspect_command *command, char *answer, size_t size) {
    game *g = user;
    assert_true(size >= 4096 && *answer == '\0');
    if (strcmp(command->word, "edit") == 0) {
        (void)snprintf(answer, size, "[\"%s\",\"%s\",%u,%u]", command->rest, command->text,
                       (unsigned)command->text_size, (unsigned)command->viewer);
        return true;
    }
    if (strcmp(command->word, "speed") == 0) {
        wits_inspector_pause(g->inspector, false);
        return true;
    }
    if (strcmp(command->rest, "loudly") == 0) {
        memset(answer, 'x', size);  // without a final zero
        return false;
    }
    return false;
}

static void permissions_are_needed(void **state) {
    (void)state;
    static const char *const commands[] = {"edit", "speed", "fail"};
    static const char *const control[] = {"pause", "go", "step", "break combat", "unbreak all"};
    static const char *const change[] = {"raise alarm 1", "set 1 health 0", "goto 1 search", "hold 1 search"};
    game g;
    for (unsigned allows = 0; allows < 4; allows++) {
        game_open_file(
            &g, "brains/guard.yaml", 10,
            &(wits_inspector_options){.allows = allows, .command = obey, .commands = commands, .command_count = 3});
        const uint64_t hash = game_hash(&g);
        for (uint32_t i = 0; i < COUNT(control); i++) {
            assert_contains(game_answer(&g, control[i]),
                            (allows & WITS_INSPECT_CONTROL) != 0 ? "\"done\"" : " needs the permission 'control'\"}");
        }
        for (uint32_t i = 0; i < COUNT(change); i++) {
            assert_contains(game_answer(&g, change[i]),
                            (allows & WITS_INSPECT_CHANGE) != 0 ? "\"done\"" : " needs the permission 'change'\"}");
        }
        assert_int_equal(game_hash(&g) == hash, (allows & WITS_INSPECT_CHANGE) == 0);
        assert_contains(game_answer(&g, "hello"), "\"commands\":[\"edit\",\"speed\",\"fail\"]");
        game_close(&g);
    }
}

static void commands_are_the_programs(void **state) {
    (void)state;
    static const char *const commands[] = {"edit", "speed", "fail"};
    game g;
    game_open_file(&g, "brains/guard.yaml", 10,
                   &(wits_inspector_options){.command = obey, .commands = commands, .command_count = 3});
    assert_string_equal(game_answer(&g, "#4  edit  a b \r\nwits: 1 "),
                        "{\"is\":\"done\",\"request\":4,\"data\":[\"a b\",\"wits: 1 \",8,0]}\n");
    assert_string_equal(game_answer(&g, "speed 3"), DONE);
    assert_string_equal(game_answer(&g, "fail"), "{\"is\":\"refused\",\"why\":\"refused by the program\"}\n");
    const char *answer = game_answer(&g, "fail loudly");
    assert_contains(answer, "xxxxxxxx\"}\n");
    assert_contains(game_answer(&g, "sped 3"), "unknown request 'sped'; did you mean 'speed'?");
    game_close(&g);
}

/// A command may change the world after the frame, so a change must not be made to the world before it.
static void requests_after_a_command_wait_for_the_next_frame(void **state) {
    (void)state;
    static const char *const commands[] = {"edit"};
    game g;
    game_open_file(&g, "brains/guard.yaml", 10,
                   &(wits_inspector_options){.allows = WITS_INSPECT_CONTROL | WITS_INSPECT_CHANGE,
                                             .command = obey,
                                             .commands = commands,
                                             .command_count = 1});
    const uint64_t before = game_hash(&g);
    game_ask(&g, "#1 edit");
    game_ask(&g, "#2 goto 1 combat");
    game_ask(&g, "#3 hash");
    assert_string_equal(game_answer(&g, "pause"), "{\"is\":\"done\",\"request\":1,\"data\":[\"\",\"\",0,0]}\n");
    assert_int_equal(game_hash(&g), before);
    game_frame(&g);
    const char *said = game_said(&g);
    assert_contains(said, "{\"is\":\"done\",\"request\":2}");
    assert_contains(said, "\"request\":3,");
    assert_true(game_hash(&g) != before);
    game_close(&g);
}

// -------------------------------------------------------------------------------------------------------------- limits

static void requests_are_bounded(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    char *large = malloc(WITS_INSPECT_MAX_REQUEST + 1);
    assert_non_null(large);
    memset(large, 'a', WITS_INSPECT_MAX_REQUEST + 1);
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_LINE + 1), WITS_INSPECT_TOO_LARGE);
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_REQUEST), WITS_INSPECT_TOO_LARGE);
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_LINE), WITS_INSPECT_ACCEPTED);
    large[7] = '\n';
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_REQUEST + 1),
                     WITS_INSPECT_TOO_LARGE);
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_REQUEST), WITS_INSPECT_ACCEPTED);
    assert_int_equal(wits_inspector_request(g.inspector, 0, large, WITS_INSPECT_MAX_REQUEST), WITS_INSPECT_TOO_MANY);
    assert_int_equal(wits_inspector_request(g.inspector, 8, "hash", 4), WITS_INSPECT_NO_VIEWER);
    assert_int_equal(wits_inspector_request(NULL, 0, "hash", 4), WITS_INSPECT_NO_VIEWER);
    assert_int_equal(wits_inspector_request(g.inspector, 0, NULL, 0), WITS_INSPECT_ACCEPTED);
    game_frame(&g);
    assert_contains(game_said(&g), "unknown request 'aaaaaaa'");
    uint32_t accepted = 0;
    while (wits_inspector_request(g.inspector, 1, "#3 hash", 7) == WITS_INSPECT_ACCEPTED) {
        accepted++;
    }
    assert_in_range(accepted, 10000, 2 << 20);
    assert_true(g.memory.held < (3 << 20));
    game_frame(&g);  // a frame answers some of those that take long
    uint32_t answered = 0;
    const char *said = game_said_to(&g, 1);
    for (const char *at = strstr(said, "\"request\":3,"); at != NULL; at = strstr(at + 1, "\"request\":3,")) {
        answered++;
    }
    assert_int_equal(answered, 4);
    wits_inspector_leave(g.inspector, 1);
    game_answer(&g, "hash");
    free(large);
    game_close(&g);
}

static void missing_arguments_are_harmless(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, &(wits_inspector_options){.starts_paused = true});
    assert_null(wits_inspector_new(NULL));
    assert_null(wits_inspector_new(&(wits_inspector_options){0}));
    wits_inspector_free(NULL);
    wits_inspector_leave(NULL, 0);
    wits_inspector_leave(g.inspector, 8);
    wits_inspector_leave(g.inspector, 3);
    wits_inspector_pause(NULL, true);
    wits_inspector_send(NULL, "a", "1");
    wits_inspector_send(g.inspector, NULL, NULL);
    assert_int_equal(wits_inspector_viewers(NULL), 0);
    assert_false(wits_inspector_is_awaited(NULL));
    assert_int_equal(wits_inspector_frame(NULL, &g.inspected), WITS_INSPECT_RUN);
    assert_int_equal(wits_inspector_frame(g.inspector, NULL), WITS_INSPECT_RUN);
    assert_int_equal(wits_inspector_frame(g.inspector, &(wits_inspected){0}), WITS_INSPECT_RUN);
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    game_ask(&g, "hello");
    assert_int_equal(wits_inspector_frame(g.inspector, &(wits_inspected){0}), WITS_INSPECT_RUN);
    assert_string_equal(game_said(&g), "");  // it waits for a world
    game_frame(&g);
    assert_contains(game_said(&g), "\"allows\":[],\"commands\":[],");
    wits_inspector_options how = {.write = leave_while_written_to, .user = &(deserter){0}};
    assert_null(wits_inspector_new(&how));  // without an allocator
    how.allocator = &g.allocator;
    wits_inspector *other = wits_inspector_new(&how);
    assert_int_equal(wits_inspector_request(other, 0, "brain", 5), WITS_INSPECT_ACCEPTED);
    wits_inspector_frame(other, &g.inspected);
    wits_inspector_free(other);
    game_close(&g);
}

/// Duplicate ids, a world without agents or memory: answered, without reading outside of the memory.
static void odd_worlds_are_looked_at(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    uint64_t ids[10] = {5, 5, 5, 5, 9, 9, 9, 9, 1, 1};
    g.world.ids = ids;
    game_answer(&g, "focus 9");
    game_answer(&g, "watch 5 9 1");
    game_answer(&g, "show counts moves");
    game_frame(&g);
    ids[4] = 3;  // found again in another row
    assert_contains(game_update(&g), "\"focus\":{\"agent\":9,\"active\":");
    for (int i = 0; i < 10; i++) {
        ids[i] = 0;
    }
    game_frame(&g);
    assert_contains(game_update(&g), "\"watch\":[{\"agent\":5,\"gone\":true},{\"agent\":9,\"gone\":true},{\"agent\":1,"
                                     "\"gone\":true}],\"focus\":{\"agent\":9,\"gone\":true}}");
    g.world.ids = NULL;
    g.world.first_id = 5;
    game_frame(&g);
    assert_contains(game_update(&g), "\"focus\":{\"agent\":9,\"active\":");
    g.inspected.code = NULL;
    g.inspected.desc = NULL;
    g.inspected.frame = NULL;
    g.inspected.promises = NULL;
    g.inspected.text = NULL;
    g.world.columns = NULL;
    static const char *const asks[] = {
        "focus 9",       "why 9 combat",  "find combat where health < 1", "set 9 health 1",
        "goto 9 search", "hold 9 search", "break where health < 1",       "brain",
        "hash"};
    for (int has_agents = 1; has_agents >= 0; has_agents--) {
        g.world.agents = has_agents ? g.agents : NULL;
        for (uint32_t i = 0; i < COUNT(asks); i++) {
            game_answer(&g, asks[i]);
            g.world.tick++;
            game_update(&g);
        }
    }
    assert_contains(game_update(&g), "");
    game_close(&g);
}

/// A program that keeps ticks learns which requests have changed agents.
static void effects_of_viewers(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 20, NULL);
    wits_inspect_effects effects = wits_inspector_effects(g.inspector);
    assert_true(effects.changes == 0 && effects.holds == 0 && !effects.is_holding && !effects.is_stepping);
    static const char *const neither[] = {"set 1 health many", "raise alarm 99", "goto 1 nowhere", "hold 1 /",
                                          "focus 1",           "find /",         "pause",          "hold 99 search"};
    for (uint32_t i = 0; i < COUNT(neither); i++) {
        game_answer(&g, neither[i]);
    }
    effects = wits_inspector_effects(g.inspector);
    assert_true(effects.changes == 0 && effects.holds == 0 && !effects.is_holding && !effects.is_stepping);
    game_answer(&g, "#7 set 1 health 0.5");
    game_answer(&g, "raise alarm all");
    game_answer(&g, "goto 1 search");
    effects = wits_inspector_effects(g.inspector);
    assert_int_equal(effects.changes, 3);
    game_answer(&g, "hold 1 search");
    effects = wits_inspector_effects(g.inspector);
    assert_true(effects.changes == 3 && effects.holds == 1 && effects.is_holding);
    game_ask(&g, "step 2");
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(game_frame(&g), WITS_INSPECT_RUN);
        assert_true(wits_inspector_effects(g.inspector).is_stepping);
    }
    assert_int_equal(game_frame(&g), WITS_INSPECT_WAIT);
    assert_false(wits_inspector_effects(g.inspector).is_stepping);
    wits_inspector_leave(g.inspector, 0);
    effects = wits_inspector_effects(g.inspector);
    assert_true(effects.changes == 3 && effects.holds == 2 && !effects.is_holding);
    assert_false(wits_inspector_effects(NULL).is_holding);
    game_close(&g);
}

// ---------------------------------------------------------------------------------------------- viewers change nothing

/// Watching changes nothing.
static void looking_changes_nothing(void **state) {
    (void)state;
    static const char *const brains[] = {"brains/guard.yaml", "brains/villager.yaml", "brains/boss.yaml",
                                         "brains/squad.yaml", "brains/wolf.yaml",     "brains/person.yaml"};
    static const char *const asks[] = {"show counts moves",
                                       "focus 3",
                                       "watch 1 2 3 4",
                                       "find /",
                                       "why 3 /",
                                       "brain",
                                       "hash",
                                       "find / where tick > 5",
                                       "break where tick == 1000"};
    for (uint32_t i = 0; i < COUNT(brains); i++) {
        game looked_at, alone;
        game_open_file(&looked_at, brains[i], 200, NULL);
        game_open_file(&alone, brains[i], 200, NULL);
        for (uint32_t tick = 0; tick < 60; tick++) {
            for (uint32_t field = 0; field < wits_field_count(alone.brain); field++) {
                if (wits_field_type(alone.brain, field) == WITS_TYPE_FLOAT && tick % 7 == 0) {
                    const uint32_t agent = tick * 13 % 200;
                    const double value = (double)wits_random(1, agent, tick, field);
                    game_set(&looked_at, agent, wits_field_name(alone.brain, field), value);
                    game_set(&alone, agent, wits_field_name(alone.brain, field), value);
                }
            }
            game_ask(&looked_at, asks[tick % COUNT(asks)]);
            game_ask(&looked_at, "next");
            assert_int_equal(game_frame(&looked_at), WITS_INSPECT_RUN);
            game_frame(&alone);
        }
        assert_int_equal(game_hash(&looked_at), game_hash(&alone));
        assert_memory_equal(looked_at.values, alone.values, 200 * 4 * wits_field_count(alone.brain));
        game_close(&looked_at);
        game_close(&alone);
    }
}

// -------------------------------------------------------------------------------------------------------------- memory

static bool use_everything(void *user) {
    static const char *const asks[] = {"show counts moves",
                                       "watch 1 2",
                                       "focus 3",
                                       "break combat",
                                       "next",
                                       "break patrol to combat where health < 0.5",
                                       "break where health < 0.1",
                                       "find patrol where health < 0.5",
                                       "why 3 combat/flee",
                                       "set all health 0.75",
                                       "set 2 health 0.5",
                                       "goto 4 search",
                                       "hold 5 search",
                                       "next",
                                       "edit\nabc",
                                       "brain"};
    static const char *const commands[] = {"edit"};
    const failing_memory *settings = user;
    game g;
    game_open_file(&g, "brains/guard.yaml", 40,
                   &(wits_inspector_options){.allows = WITS_INSPECT_CONTROL | WITS_INSPECT_CHANGE,
                                             .command = obey,
                                             .commands = commands,
                                             .command_count = 1});
    failing_memory_begin(&g.memory, settings->fail_at, settings->for_good);
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < COUNT(asks); i++) {
        char request[100];
        (void)snprintf(request, sizeof request, "#%u %s", i + 1, asks[i]);
        accepted += wits_inspector_request(g.inspector, 0, request, strlen(request)) == WITS_INSPECT_ACCEPTED;
        game_frame(&g);
        g.world.count = i % 3 == 0 ? 30 : 40;  // so that buffers grow
    }
    g.world.count = 40;
    game_frames(&g, 5);
    char *text = edited("brains/guard.yaml", "health < 0.25", "health < 0.5");
    game_edit(&g, text);
    free(text);
    game_frames(&g, 3);
    const char *said = game_said(&g);
    for (uint32_t i = 0; i < COUNT(asks) && accepted == COUNT(asks); i++) {
        char number[20];
        (void)snprintf(number, sizeof number, "\"request\":%u,", i + 1);
        const bool is_next = strcmp(asks[i], "next") == 0;
        const bool is_answered =
            strstr(said, number) != NULL || strstr(said, (number[strlen(number) - 1] = '}', number)) != NULL;
        assert_true(is_answered || is_next);
    }
    const bool is_complete = accepted == COUNT(asks) && strstr(said, "not enough memory") == NULL;
    const uint32_t requests = g.memory.requests;
    failing_memory_begin(&g.memory, 0, false);
    assert_contains(game_answer(&g, "hash"), "{\"is\":\"hash\",");
    game_close(&g);
    ((failing_memory *)user)->requests = requests;
    return is_complete;
}

static void memory_may_run_out(void **state) {
    (void)state;
    failing_memory settings = {0};
    assert_true(use_everything(&settings));
    const uint32_t requests = settings.requests;
    assert_true(requests > 30);
    for (uint32_t fail_at = 1; fail_at <= requests; fail_at++) {
        for (int for_good = 0; for_good < 2; for_good++) {
            settings = (failing_memory){.fail_at = fail_at, .for_good = for_good};
            if (use_everything(&settings)) {
                fail_msg("allocation %u of %u failed, and nothing was told", (unsigned)fail_at, (unsigned)requests);
            }
        }
    }
    failing_memory none = {.fail_at = 1};
    const wits_allocator allocator = failing_memory_allocator(&none);
    assert_null(
        wits_inspector_new(&(wits_inspector_options){.write = leave_while_written_to, .allocator = &allocator}));
}

/// A frame without a request allocates nothing.
static void frames_do_not_allocate(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/villager.yaml", 1000, NULL);
    game_answer(&g, "show counts moves");
    game_answer(&g, "focus 3");
    game_answer(&g, "watch 1 2 3");
    game_answer(&g, "break where hunger > 2");
    game_frame(&g);
    const uint32_t requests = g.memory.requests;
    game_frames(&g, 50);
    assert_int_equal(g.memory.requests, requests);
    game_ask(&g, "next");
    game_frame(&g);
    assert_int_equal(g.memory.requests, requests + 1);  // the request itself
    game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_world_pauses_and_steps),
        cmocka_unit_test(halves_are_ticks),
        cmocka_unit_test(updates_wait_for_requests_and_for_news),
        cmocka_unit_test(breakpoints_pause),
        cmocka_unit_test(breakpoints_follow_the_tree),
        cmocka_unit_test(breakpoints_outlive_the_game),
        cmocka_unit_test(edits_are_told),
        cmocka_unit_test(viewers_come_and_go),
        cmocka_unit_test(a_viewer_may_leave_while_it_is_written_to),
        cmocka_unit_test(permissions_are_needed),
        cmocka_unit_test(commands_are_the_programs),
        cmocka_unit_test(requests_after_a_command_wait_for_the_next_frame),
        cmocka_unit_test(requests_are_bounded),
        cmocka_unit_test(missing_arguments_are_harmless),
        cmocka_unit_test(odd_worlds_are_looked_at),
        cmocka_unit_test(effects_of_viewers),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(frames_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
