// SPDX-License-Identifier: MIT
// Texts in tables: expressions in place of functions, assignments, arguments; and their problems with positions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wits/wits.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

typedef struct enemy {
    uint8_t player;  // none, found, reached
    uint8_t alert;
    int16_t turns;
    float hunger;
    char log[128];
    float threat;
} enemy;

static void note(void *context, const wits_call *call, const char *name) {
    enemy *self = context;
    strcat(self->log, name);
    if (call->argument != NULL) {
        strcat(self->log, "(");
        strcat(self->log, call->argument->text);
        strcat(self->log, call->argument->kind == WITS_ARGUMENT_TEXT ? " text" : "");
        strcat(self->log, ")");
    }
    strcat(self->log, " ");
}

static void play(void *context, const wits_call *call) {
    note(context, call, "play");
}

static bool sees(const void *context, const wits_call *call) {
    return ((const enemy *)context)->threat > 0.0f;
}

static float threat(const void *context, const wits_call *call) {
    return ((const enemy *)context)->threat;
}

static const char *const whereabouts[] = {"none", "found", "reached"};
static const wits_field_desc fields[] = {
    {.name = "player", .type = WITS_TYPE_ENUM, .values = whereabouts, .value_count = 3},
    {.name = "alert", .type = WITS_TYPE_BOOL},
    {.name = "turns", .type = WITS_TYPE_INT16},
    {.name = "hunger", .type = WITS_TYPE_FLOAT}};
static const wits_function functions[] = {
    {.name = "play", .action = play}, {.name = "sees", .condition = sees}, {.name = "threat", .score = threat}};
static const char *const events[] = {"noise"};

static wits_desc describe(const wits_state_desc *states, uint32_t state_count, const wits_transition_desc *transitions,
                          uint32_t transition_count) {
    return (wits_desc){.states = states,
                       .state_count = state_count,
                       .transitions = transitions,
                       .transition_count = transition_count,
                       .fields = fields,
                       .field_count = COUNT(fields),
                       .functions = functions,
                       .function_count = COUNT(functions),
                       .events = events,
                       .event_count = 1};
}

static const wits_brain *compile(const wits_desc *desc, uint64_t memory[4096]) {
    wits_problem problems[4];
    wits_report report = {problems, 4, 0};
    const wits_brain *brain = wits_brain_compile(desc, memory, 4096 * sizeof memory[0], &report);
    if (brain == NULL) {
        char text[640];
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    return brain;
}

/// An enemy, its columns and its frame.
typedef struct scene {
    enemy self;
    wits_column columns[4];
    wits_frame frame;
    uint8_t agent[32];
} scene;

static void set_up(scene *s) {
    memset(s, 0, sizeof *s);
    s->columns[0] = (wits_column){&s->self.player, sizeof(enemy), WITS_TYPE_ENUM};
    s->columns[1] = (wits_column){&s->self.alert, sizeof(enemy), WITS_TYPE_BOOL};
    s->columns[2] = (wits_column){&s->self.turns, sizeof(enemy), WITS_TYPE_INT16};
    s->columns[3] = (wits_column){&s->self.hunger, sizeof(enemy), WITS_TYPE_FLOAT};
    s->frame = (wits_frame){.context = &s->self, .functions = functions, .columns = s->columns};
}

static void tick(const wits_brain *brain, scene *s) {
    s->frame.tick++;
    s->self.log[0] = '\0';
    assert_true(wits_tick(brain, s->agent, &s->frame));
}

static const wits_state_desc two[] = {
    {.name = "root"}, {.name = "idle", .update = "turns = turns + 1"}, {.name = "hunt", .enter = "alert = true"}};

static void a_condition_may_be_an_expression_over_fields(void **state) {
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "player == found and turns > 1"}};
    const wits_desc desc = describe(two, 3, transitions, 1);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    s.self.player = 1;
    tick(brain, &s);
    tick(brain, &s);
    assert_int_equal(wits_deepest(brain, s.agent), 1);
    assert_int_equal(s.self.turns, 2);
    tick(brain, &s);
    assert_int_equal(wits_deepest(brain, s.agent), 2);
    assert_int_equal(s.self.alert, 1);
    assert_int_equal(s.self.turns, 2);
}

static void functions_are_called_in_expressions_and_actions_take_an_argument(void **state) {
    const wits_transition_desc transitions[] = {{.from = 1,
                                                 .to = 2,
                                                 .when = "sees() and threat() * 2 > 1",
                                                 .run = "play(\"growl; loud\"); play(3); play(found)"}};
    const wits_desc desc = describe(two, 3, transitions, 1);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    s.self.threat = 0.5f;
    tick(brain, &s);
    assert_string_equal(s.self.log, "");
    s.self.threat = 0.6f;
    tick(brain, &s);
    assert_string_equal(s.self.log, "play(growl; loud text) play(3) play(found) ");
}

static void an_expression_that_only_asks_a_function_is_that_function(void **state) {
    const wits_transition_desc named[] = {{.from = 1, .to = 2, .when = "sees"}};
    const wits_transition_desc asked[] = {{.from = 1, .to = 2, .when = " sees() "}};
    const wits_desc first = describe(two, 3, named, 1);
    const wits_desc second = describe(two, 3, asked, 1);
    uint64_t memory[2][4096];
    const wits_brain *a = compile(&first, memory[0]);
    const wits_brain *b = compile(&second, memory[1]);
    assert_int_equal(wits_brain_bytes(a), wits_brain_bytes(b));
    assert_memory_equal(a, b, wits_brain_bytes(a));
}

static void elapsed_is_the_sources_and_keeps_a_clock(void **state) {
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "elapsed >= 3", .run = "turns = elapsed"}};
    const wits_state_desc states[] = {
        {.name = "root"}, {.name = "idle"}, {.name = "hunt", .enter = "hunger = elapsed"}};
    const wits_desc desc = describe(states, 3, transitions, 1);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    assert_int_equal(wits_agent_size(brain), 6);  // a slot, a byte of events, a clock
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    s.self.hunger = 9.0f;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wits_deepest(brain, s.agent), 1);
        tick(brain, &s);
    }
    assert_int_equal(wits_deepest(brain, s.agent), 2);
    assert_int_equal(s.self.turns, 3);
    assert_true(s.self.hunger == 0.0f);  // in enter it is 0
}

static void in_asks_for_a_state_named_like_a_destination(void **state) {
    const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_PARALLEL},
        {.name = "mood", .parent = 0},
        {.name = "calm", .parent = 1},
        {.name = "angry", .parent = 1},
        {.name = "body", .parent = 0},
        {.name = "walk", .parent = 4},
        {.name = "run", .parent = 4},
    };
    const wits_transition_desc transitions[] = {{.from = 2, .to = 3, .when = "alert"},
                                                {.from = 5, .to = 6, .when = "in(angry) and not in(mood/calm)"}};
    const wits_desc desc = describe(states, 7, transitions, 2);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    tick(brain, &s);
    assert_false(wits_is_in(brain, s.agent, 6));
    s.self.alert = 1;
    tick(brain, &s);  // the first region has become angry when the second is evaluated
    assert_true(wits_is_in(brain, s.agent, 3));
    assert_true(wits_is_in(brain, s.agent, 6));
}

static void assignments_run_where_they_occur_unless_listed(void **state) {
    const wits_state_desc states[] = {{.name = "root"},
                                      {.name = "a", .update = "turns = turns + 1; play(); raise noise"}};
    const wits_desc desc = describe(states, 2, NULL, 0);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    wits_action_record records[8];
    wits_list list = {records, 8, 0};
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    s.frame.list = &list;
    s.frame.mode = WITS_MODE_DEFERRED;
    tick(brain, &s);
    assert_int_equal(s.self.turns, 1);
    assert_int_equal(list.count, 1);
    assert_int_equal(wits_action_function(brain, records[0].action), 0);
    assert_true(wits_is_pending(brain, s.agent, 0));

    list.count = 0;
    s.frame.mode = WITS_MODE_LISTED;
    tick(brain, &s);
    assert_int_equal(s.self.turns, 1);
    assert_int_equal(list.count, 3);
    assert_int_equal(wits_action_function(brain, records[0].action), WITS_NONE);
    for (uint32_t i = 0; i < 3; i++) {
        wits_run_record(brain, s.agent, &s.frame, &records[i]);
    }
    assert_int_equal(s.self.turns, 2);
    assert_string_equal(s.self.log, "play ");
    assert_true(wits_is_pending(brain, s.agent, 0));
}

// Columns of one agent may share bytes: a later read sees an earlier assignment.
static void columns_may_share_bytes(void **state) {
    const struct {
        const char *update;
        int16_t begin, end;
    } rows[] = {{"turns = 5; again = turns + again", 0, 10},
                {"turns = turns + 1; again = again * 2; turns = turns + again", 3, 16},
                {"again = 7; turns = 2", 0, 2},
                {"turns = 9; play(); again = again - 1", 0, 8}};
    const wits_field_desc shared[] = {{.name = "turns", .type = WITS_TYPE_INT16},
                                      {.name = "again", .type = WITS_TYPE_INT16}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const wits_state_desc states[] = {{.name = "root"}, {.name = "a", .update = rows[i].update}};
        wits_desc desc = describe(states, 2, NULL, 0);
        desc.fields = shared;
        desc.field_count = COUNT(shared);
        uint64_t memory[4096];
        const wits_brain *brain = compile(&desc, memory);
        scene s;
        set_up(&s);
        const wits_column columns[] = {{&s.self.turns, sizeof(enemy), WITS_TYPE_INT16},
                                       {&s.self.turns, sizeof(enemy), WITS_TYPE_INT16}};
        s.frame.columns = columns;
        s.self.turns = rows[i].begin;
        wits_start(brain, s.agent, &s.frame);
        tick(brain, &s);
        assert_int_equal(s.self.turns, rows[i].end);
    }
}

// No action runs, so data for actions may be missing.
static void place_needs_neither_columns_nor_functions(void **state) {
    static const char *const enters[] = {"alert = true", "turns = 3", "hunger = 0.5", "turns = turns + 1; hunger = 1",
                                         "raise noise; play()"};
    for (uint32_t i = 0; i < COUNT(enters); i++) {
        const wits_state_desc states[] = {{.name = "root"}, {.name = "a", .enter = enters[i]}};
        const wits_desc desc = describe(states, 2, NULL, 0);
        uint64_t memory[4096];
        const wits_brain *brain = compile(&desc, memory);
        uint8_t agent[32] = {0};
        assert_true(wits_set_state(brain, agent, &(wits_frame){.tick = 1}, 1));
        assert_int_equal(wits_deepest(brain, agent), 1);
        assert_false(wits_is_pending(brain, agent, 0));
    }
}

// In enter it is 0 (section 8), however late the record runs; elsewhere the agent is as it is then.
static void elapsed_is_0_in_an_enter_that_is_run_later(void **state) {
    const wits_state_desc states[] = {{.name = "root"},
                                      {.name = "a", .enter = "turns = elapsed + 1", .update = "hunger = elapsed"}};
    const wits_desc desc = describe(states, 2, NULL, 0);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    wits_action_record records[8];
    wits_list list = {records, 8, 0};
    scene s;
    set_up(&s);
    s.frame.list = &list;
    s.frame.mode = WITS_MODE_LISTED;
    wits_start(brain, s.agent, &s.frame);
    tick(brain, &s);
    assert_int_equal(list.count, 2);
    s.frame.tick = 6;
    wits_run_record(brain, s.agent, &s.frame, &records[0]);
    wits_run_record(brain, s.agent, &s.frame, &records[1]);
    assert_int_equal(s.self.turns, 1);
    assert_true(s.self.hunger == 6.0f);
}

static void options_may_be_scored_by_expressions(void **state) {
    const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                      {.name = "rest", .score = "0.3"},
                                      {.name = "eat", .score = "hunger * (1 - threat())"}};
    const wits_desc desc = describe(states, 3, NULL, 0);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    scene s;
    set_up(&s);
    wits_start(brain, s.agent, &s.frame);
    assert_int_equal(wits_deepest(brain, s.agent), 1);
    s.self.hunger = 0.5f;
    tick(brain, &s);
    assert_int_equal(wits_deepest(brain, s.agent), 2);
    s.self.threat = 0.5f;
    tick(brain, &s);
    assert_int_equal(wits_deepest(brain, s.agent), 1);
}

static void random_has_a_place_of_its_own_and_columns_have_rows(void **state) {
    const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                      {.name = "a", .score = "1 + 0 * random", .update = "hunger = random"}};
    const wits_desc desc = describe(states, 2, NULL, 0);
    uint64_t memory[4096];
    const wits_brain *brain = compile(&desc, memory);
    enemy crowd[3] = {0};
    wits_column columns[] = {{&crowd[0].player, sizeof(enemy), WITS_TYPE_ENUM},
                             {&crowd[0].alert, sizeof(enemy), WITS_TYPE_BOOL},
                             {&crowd[0].turns, sizeof(enemy), WITS_TYPE_INT16},
                             {&crowd[0].hunger, sizeof(enemy), WITS_TYPE_FLOAT}};
    assert_int_equal(wits_random_stream(brain, 0), 0);
    for (uint32_t i = 0; i < 3; i++) {
        uint8_t agent[8] = {0};
        wits_frame frame = {.functions = functions, .columns = columns, .row = i, .agent = i, .seed = 7, .tick = 4};
        wits_start(brain, agent, &frame);
        wits_update(brain, agent, &frame);
        assert_true(crowd[i].hunger == wits_random(7, i, 4, 2));  // after the composite's and the score's
    }
}

/// The single problem of a brain with this text as the condition of a transition.
static wits_problem problem_of(const char *when, const char *run) {
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = when, .run = run}};
    const wits_desc desc = describe(two, 3, transitions, 1);
    wits_problem problems[4];
    wits_report report = {problems, 4, 0};
    assert_int_equal(wits_brain_size(&desc, &report), 0);
    assert_int_equal(report.count, 1);
    assert_int_equal(problems[0].table, WITS_TABLE_TRANSITIONS);
    assert_int_equal(problems[0].row, 0);
    return problems[0];
}

static void what_is_wrong_with_a_text_is_told_with_its_place(void **state) {
    wits_problem p = problem_of("alert and playr == found", NULL);
    assert_int_equal(p.code, WITS_PROBLEM_EXPRESSION);
    assert_string_equal(p.member, "when");
    assert_int_equal(p.offset, 10);
    assert_int_equal(p.length, 5);
    assert_non_null(strstr(p.value, "player"));  // the nearest name

    p = problem_of("turns + 1", NULL);
    assert_int_equal(p.code, WITS_PROBLEM_EXPRESSION);

    p = problem_of("seen", NULL);
    assert_int_equal(p.code, WITS_PROBLEM_FUNCTION_UNKNOWN);

    p = problem_of(NULL, "alert = true; turn = 1");
    assert_int_equal(p.code, WITS_PROBLEM_FIELD_UNKNOWN);
    assert_int_equal(p.offset, 14);

    p = problem_of(NULL, "alert = true; player = 3");
    assert_int_equal(p.code, WITS_PROBLEM_EXPRESSION);
    assert_int_equal(p.offset, 23);

    p = problem_of(NULL, "play(growl)");
    assert_int_equal(p.code, WITS_PROBLEM_EXPRESSION);
    assert_int_equal(p.offset, 5);

    p = problem_of("in(nowhere)", NULL);
    assert_int_equal(p.code, WITS_PROBLEM_EXPRESSION);
    assert_int_equal(p.offset, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_may_be_an_expression_over_fields),
        cmocka_unit_test(functions_are_called_in_expressions_and_actions_take_an_argument),
        cmocka_unit_test(an_expression_that_only_asks_a_function_is_that_function),
        cmocka_unit_test(elapsed_is_the_sources_and_keeps_a_clock),
        cmocka_unit_test(in_asks_for_a_state_named_like_a_destination),
        cmocka_unit_test(assignments_run_where_they_occur_unless_listed),
        cmocka_unit_test(columns_may_share_bytes),
        cmocka_unit_test(place_needs_neither_columns_nor_functions),
        cmocka_unit_test(elapsed_is_0_in_an_enter_that_is_run_later),
        cmocka_unit_test(options_may_be_scored_by_expressions),
        cmocka_unit_test(random_has_a_place_of_its_own_and_columns_have_rows),
        cmocka_unit_test(what_is_wrong_with_a_text_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
