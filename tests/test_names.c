// SPDX-License-Identifier: MIT
// Finding states by name and path, queries about a brain's tables, and binding host functions by name.
#include "support.h"

enum { ROOT, IDLE, COMBAT, AIM, ATTACK, SWING, PATROL, ATTACK_2, WALK, IDLE_2, STATE_COUNT };
static const wits_state_desc states[] = {
    [ROOT] = {.name = "guard"},
    [IDLE] = {.name = "idle"},
    [COMBAT] = {.name = "combat", .kind = WITS_KIND_UTILITY},
    [AIM] = {.name = "aim", .parent = COMBAT, .score = "score"},
    [ATTACK] = {.name = "attack", .parent = COMBAT, .kind = WITS_KIND_PARALLEL},
    [SWING] = {.name = "swing", .parent = ATTACK},
    [PATROL] = {.name = "patrol"},
    [ATTACK_2] = {.name = "attack", .parent = PATROL},
    [WALK] = {.name = "walk", .parent = PATROL},
    [IDLE_2] = {.name = "idle", .parent = PATROL},
};
static const wits_transition_desc transitions[] = {
    {.from = IDLE, .to = SWING}, {.from = ROOT, .to = PATROL, .any = true}, {.from = AIM, .to = WALK}};
static const wits_step_desc steps[] = {{.of = WALK, .to = IDLE}, {.of = SWING, .to = 0}};
static const char *const events[] = {"alarm", "dusk"};

static scene *open_guard(void) {
    return scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), STEPS(steps), EVENTS(events)});
}

// "The path from below the root, such as "combat/attack"; of the root """.
static void paths(void **state) {
    static const char *const expected[] = {
        "",       "idle",          "combat",      "combat/aim", "combat/attack", "combat/attack/swing",
        "patrol", "patrol/attack", "patrol/walk", "patrol/idle"};
    scene *s = open_guard();
    for (wits_state_id i = 0; i < STATE_COUNT; i++) {
        char path[64];
        assert_int_equal(wits_state_path(s->brain, i, path, sizeof path), strlen(expected[i]));
        assert_string_equal(path, expected[i]);
    }
    scene_close(s);
}

// "Writes at most `size` bytes with the final zero and returns the whole length".
static void paths_are_cut(void **state) {
    scene *s = open_guard();
    const char *whole = "combat/attack/swing";
    for (size_t size = 0; size < 25; size++) {
        char path[32];
        memset(path, '#', sizeof path);
        assert_int_equal(wits_state_path(s->brain, SWING, path, size), strlen(whole));
        assert_int_equal(path[size], '#');
        if (size > 0) {
            size_t written = size <= strlen(whole) ? size - 1 : strlen(whole);
            assert_memory_equal(path, whole, written);
            assert_int_equal(path[written], '\0');
        }
    }
    assert_int_equal(wits_state_path(s->brain, SWING, NULL, 0), strlen(whole));
    scene_close(s);
}

// "with a '/' a path from the root ("/idle" is the root's child); else a child of the root, else a unique name
// anywhere."
static void finding_states(void **state) {
    static const struct {
        const char *name;
        wits_state_id found;
    } rows[] = {
        {"combat/attack", ATTACK},
        {"patrol/attack", ATTACK_2},
        {"/combat/attack", ATTACK},
        {"/idle", IDLE},
        {"patrol/idle", IDLE_2},
        {"combat/attack/swing", SWING},
        {"/combat/attack/swing", SWING},
        // A child of the root first, although the name exists elsewhere, too.
        {"idle", IDLE},
        {"patrol", PATROL},
        // Unique anywhere.
        {"aim", AIM},
        {"swing", SWING},
        {"walk", WALK},
        // Ambiguous, or missing.
        {"attack", WITS_NONE},
        {"dance", WITS_NONE},
        {"/aim", WITS_NONE},
        {"/swing", WITS_NONE},
        {"attack/swing", WITS_NONE},
        {"combat/walk", WITS_NONE},
        {"combat/aim/x", WITS_NONE},
        {"comba", WITS_NONE},
        {"combat1", WITS_NONE},
        {"combat/", WITS_NONE},
        {"combat//aim", WITS_NONE},
        {"Combat", WITS_NONE},
        {"combat/ai", WITS_NONE},
        {"combat/aims", WITS_NONE},
    };
    scene *s = open_guard();
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        if (wits_find_state(s->brain, rows[i].name) != rows[i].found) {
            fail_msg("'%s' is %u, found %u", rows[i].name, (unsigned)rows[i].found,
                     (unsigned)wits_find_state(s->brain, rows[i].name));
        }
    }
    char path[64];
    for (wits_state_id i = 1; i < STATE_COUNT; i++) {
        path[0] = '/';
        wits_state_path(s->brain, i, path + 1, sizeof path - 1);
        assert_int_equal(wits_find_state(s->brain, path), i);
    }
    scene_close(s);
}

// "The event's number or WITS_NONE."
static void finding_events(void **state) {
    scene *s = open_guard();
    assert_int_equal(wits_find_event(s->brain, "alarm"), 0);
    assert_int_equal(wits_find_event(s->brain, "dusk"), 1);
    assert_int_equal(wits_find_event(s->brain, "dawn"), WITS_NONE);
    assert_int_equal(wits_find_event(s->brain, ""), WITS_NONE);
    assert_int_equal(wits_find_event(s->brain, "alar"), WITS_NONE);
    scene_close(s);
}

static void what_a_brain_tells(void **state) {
    scene *s = open_guard();
    const wits_brain *b = s->brain;
    assert_int_equal(wits_state_count(b), STATE_COUNT);
    assert_int_equal(wits_transition_count(b), 3);
    assert_int_equal(wits_event_count(b), 2);
    assert_string_equal(wits_state_name(b, ROOT), "guard");
    assert_string_equal(wits_state_name(b, ATTACK_2), "attack");
    assert_string_equal(wits_event_name(b, 1), "dusk");
    assert_string_equal(wits_function_name(b, 0), "asked");
    assert_int_equal(wits_state_kind(b, ROOT), WITS_KIND_FSM);
    assert_int_equal(wits_state_kind(b, COMBAT), WITS_KIND_UTILITY);
    assert_int_equal(wits_state_kind(b, ATTACK), WITS_KIND_PARALLEL);
    assert_int_equal(wits_state_kind(b, SWING), WITS_KIND_LEAF);
    assert_int_equal(wits_state_parent(b, ROOT), WITS_NONE);
    assert_int_equal(wits_state_parent(b, IDLE), ROOT);
    assert_int_equal(wits_state_parent(b, SWING), ATTACK);
    assert_int_equal(wits_state_end(b, ROOT), STATE_COUNT);
    assert_int_equal(wits_state_end(b, COMBAT), PATROL);
    assert_int_equal(wits_state_end(b, ATTACK), PATROL);
    assert_int_equal(wits_state_end(b, IDLE), COMBAT);
    assert_int_equal(wits_state_end(b, PATROL), STATE_COUNT);
    assert_int_equal(wits_transition_source(b, 0), IDLE);
    assert_int_equal(wits_transition_destination(b, 0), SWING);
    assert_int_equal(wits_transition_source(b, 1), ROOT);
    assert_int_equal(wits_transition_destination(b, 2), WALK);
    assert_int_equal(wits_step_state(b, 0), WALK);
    assert_int_equal(wits_step_state(b, 1), SWING);
    scene_close(s);
}

// None of the tables need outlive the call.
static void tables_need_not_outlive_the_call(void **state) {
    char root[] = "root", leaf[] = "leaf", event_name[] = "bell";
    const char *event_names[] = {event_name};
    wits_state_desc gone[] = {
        {.name = root},
        {.name = leaf},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(gone), EVENTS(event_names)});
    memset(root, '?', sizeof root - 1);
    memset(leaf, '?', sizeof leaf - 1);
    memset(event_name, '?', sizeof event_name - 1);
    memset(gone, 0xEE, sizeof gone);
    event_names[0] = NULL;
    assert_string_equal(wits_state_name(brain, 0), "root");
    assert_string_equal(wits_state_name(brain, 1), "leaf");
    assert_string_equal(wits_event_name(brain, 0), "bell");
    assert_int_equal(wits_find_state(brain, "leaf"), 1);
    free(brain);
}

// ------------------------------------------------------------------------------------------------------------- binding

static bool condition(const void *context, const wits_call *call) {
    return true;
}

static float points(const void *context, const wits_call *call) {
    return 1;
}

static void action(void *context, const wits_call *call) {
    ++*(int *)context;
}

static wits_state_id step(void *context, const wits_call *call) {
    return WITS_STAY;
}

static const wits_function known[] = {{.name = "c", .condition = condition},
                                      {.name = "s", .score = points},
                                      {.name = "a", .action = action},
                                      {.name = "p", .step = step}};

static wits_brain *compile_bound(void) {
    static const wits_state_desc few[] = {
        {.name = "root"},
        {.name = "A", .enter = "a"},
        {.name = "B", .enter = "a"},
    };
    static const wits_transition_desc always[] = {{.from = 1, .to = 2, .when = "c"}};
    return compile(&(wits_desc){STATES(few), TRANSITIONS(always), FUNCTIONS(known)});
}

// Arranges the host's functions in the order of the brain's own, with or without others.
static void binding_puts_in_order(void **state) {
    static const wits_function shuffled[] = {{.name = "p", .step = step},
                                             {.name = "other", .action = NULL, .condition = condition},
                                             {.name = "a", .action = action},
                                             {.name = "c", .condition = condition},
                                             {.name = "s", .score = points}};
    wits_brain *brain = compile_bound();
    wits_function bound[COUNT(known)];
    memset(bound, 0, sizeof bound);
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    assert_int_equal(wits_function_count(brain), COUNT(known));
    assert_true(wits_bind(brain, &(wits_host){FUNCTIONS(shuffled)}, bound, NULL, &report));
    assert_int_equal(report.count, 0);
    for (uint32_t i = 0; i < COUNT(known); i++) {
        assert_string_equal(bound[i].name, known[i].name);
        assert_true(bound[i].condition == known[i].condition && bound[i].score == known[i].score);
        assert_true(bound[i].action == known[i].action && bound[i].step == known[i].step);
    }
    uint8_t agent[4] = {0};
    int entered = 0;
    wits_frame frame = {.functions = bound, .context = &entered};
    wits_start(brain, agent, &frame);
    wits_decide(brain, agent, &frame);
    assert_int_equal(entered, 2);
    free(brain);
}

// "Every missing function and every one of another kind is reported; then it returns false."
static void binding_reports_everything(void **state) {
    static const wits_function wrong[] = {
        {.name = "c", .action = action}, {.name = "S", .score = points}, {.name = "a", .action = action}};
    wits_brain *brain = compile_bound();
    wits_function bound[COUNT(known)];
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    assert_false(wits_bind(brain, &(wits_host){FUNCTIONS(wrong)}, bound, NULL, &report));
    assert_int_equal(report.count, 3);
    const wits_problem_code codes[] = {WITS_PROBLEM_FUNCTION_GIVEN_AS, WITS_PROBLEM_FUNCTION_MISSING,
                                       WITS_PROBLEM_FUNCTION_MISSING};
    const uint32_t rows[] = {0, 1, 3};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(problems[i].code, codes[i]);
        assert_int_equal(problems[i].table, WITS_TABLE_FUNCTIONS);
        assert_int_equal(problems[i].row, rows[i]);
    }
    assert_false(wits_bind(brain, &(wits_host){FUNCTIONS(wrong)}, bound, NULL, NULL));
    assert_false(wits_bind(brain, NULL, bound, NULL, NULL));
    free(brain);
}

// A brain without functions binds to nothing.
static void binding_nothing(void **state) {
    static const wits_state_desc few[] = {
        {.name = "root"},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(few)});
    assert_int_equal(wits_function_count(brain), 0);
    assert_true(wits_bind(brain, NULL, NULL, NULL, NULL));
    assert_true(wits_bind(brain, &(wits_host){FUNCTIONS(known)}, NULL, NULL, NULL));
    free(brain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths),
        cmocka_unit_test(paths_are_cut),
        cmocka_unit_test(finding_states),
        cmocka_unit_test(finding_events),
        cmocka_unit_test(what_a_brain_tells),
        cmocka_unit_test(tables_need_not_outlive_the_call),
        cmocka_unit_test(binding_puts_in_order),
        cmocka_unit_test(binding_reports_everything),
        cmocka_unit_test(binding_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
