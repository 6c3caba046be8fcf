// SPDX-License-Identifier: MIT
// wits/inspect.h: each request and message, on games whose brains are files.
#include "file_inspect.h"

static void updates_show_counts_and_explain_the_focused_agent(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    game_set(&g, 3, "sees_player", 1);
    assert_contains(game_answer(&g, "#1 hello"), "{\"is\":\"hello\",\"request\":1,\"version\":1,");
    const char *brain = game_answer(&g, "#2 brain");
    assert_contains(brain, "{\"name\":\"combat\",\"path\":\"combat\",\"parent\":0,\"kind\":\"utility\",\"end\":11,");
    assert_contains(brain, "\"score\":\"1 if health < 0.25 else 0\"");
    assert_string_equal(game_answer(&g, "show counts"), "{\"is\":\"done\"}\n");
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
    game_ask(&g, "next");
    game_frame(&g);
    update = game_said(&g);
    assert_contains(update, "\"tick\":2,");
    assert_contains(update, "\"counts\":[10,9,9,0,0,1,0,1,0,0,0]");
    assert_contains(update,
                    "\"history\":[{\"tick\":1,\"left\":[1,2],\"entered\":[5,7],\"because\":{\"transition\":1}}]");
    game_close(&g);
}

static void mistakes_are_answered(void **state) {
    (void)state;
    game g;
    game_open_file(&g, "brains/guard.yaml", 10, NULL);
    assert_string_equal(
        game_answer(&g, "#9 pase"),
        "{\"is\":\"refused\",\"request\":9,\"why\":\"unknown request 'pase'; did you mean 'pause'?\"}\n");
    assert_contains(game_answer(&g, "why 3 combat/fle"),
                    "\"why\":\"unknown state 'combat/fle'; did you mean 'combat/flee'?\"");
    assert_contains(game_answer(&g, "why 3 comat"), "\"why\":\"unknown state 'comat'; did you mean 'combat'?\"");
    assert_contains(game_answer(&g, "focus 10"), "\"why\":\"there is no agent '10'\"");
    game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_show_counts_and_explain_the_focused_agent),
        cmocka_unit_test(mistakes_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
