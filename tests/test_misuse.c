// SPDX-License-Identifier: MIT
// Misuse by the programmer: in builds with WITS_CHECKS an assertion fails (a child process shows it). In other builds,
// unknown names do nothing, and a step callback that returns an undeclared state stays; other misuse is undefined.
#include "misuse_support.h"
#include "wits/convert.h"

#include <fenv.h>

// Calls that a function makes, permitted or not.
static void (*deed)(const wits_call *call);

static bool condition(const void *context, const wits_call *call) {
    if (deed != NULL) {
        deed(call);
    }
    return false;
}

static float score(const void *context, const wits_call *call) {
    if (deed != NULL) {
        deed(call);
    }
    return 1;
}

static void action(void *context, const wits_call *call) {
    if (deed != NULL) {
        deed(call);
    }
}

static wits_state_id step(void *context, const wits_call *call) {
    if (deed != NULL) {
        deed(call);
    }
    return *(wits_state_id *)context;
}

static const wits_function functions[] = {{.name = "condition", .condition = condition},
                                          {.name = "score", .score = score},
                                          {.name = "action", .action = action},
                                          {.name = "step", .step = step}};

enum { ROOT, A, B, C, U, V };
static const wits_state_desc states[] = {
    [ROOT] = {.name = "root"},
    [A] = {.name = "A", .decide = "action"},
    [B] = {.name = "B"},
    [C] = {.name = "C", .step = "step"},
    [U] = {.name = "U", .kind = WITS_KIND_UTILITY},
    [V] = {.name = "V", .parent = U, .score = "score"},
};
static const wits_transition_desc transitions[] = {{.from = B, .to = C, .when = "condition"}};
static const wits_step_desc steps[] = {{.of = C, .to = B}};
static const char *const events[] = {"bell"};
static const wits_desc desc = {STATES(states), TRANSITIONS(transitions), STEPS(steps), EVENTS(events),
                               FUNCTIONS(functions)};

static wits_brain *brain;
static uint8_t agent[16], other[16];
static wits_state_id next;
static const wits_frame frame = {.functions = functions, .context = &next};

static int set_up(void **state) {
    brain = compile(&desc);
    memset(agent, 0, sizeof agent);
    memset(other, 0, sizeof other);
    deed = NULL;
    next = WITS_STAY;
    wits_start(brain, other, &frame);
    return 0;
}

static int tear_down(void **state) {
    free(brain);
    return 0;
}

// Places the agent where the pass reaches the function that makes the call.
static void tick_in(wits_state_id state) {
    void (*planned)(const wits_call *) = deed;
    deed = NULL;
    wits_set_state(brain, agent, &frame, state);
    deed = planned;
    wits_tick(brain, agent, &frame);
}

static void tick_in_a(void) {
    tick_in(A);
}

static void tick_in_b(void) {
    tick_in(B);
}

static void tick_in_c(void) {
    tick_in(C);
}

static void tick_in_v(void) {
    tick_in(V);
}

// --------------------------------------------------------------------------------------------------------------- deeds

static void do_start(const wits_call *call) {
    wits_start(call->brain, call->agent, call->frame);
}

static void do_stop(const wits_call *call) {
    wits_stop(call->brain, call->agent, call->frame);
}

static void do_goto(const wits_call *call) {
    wits_goto(call->brain, call->agent, call->frame, B);
}

static void do_restart(const wits_call *call) {
    wits_restart(call->brain, call->agent, call->frame, B);
}

static void do_place(const wits_call *call) {
    wits_set_state(call->brain, call->agent, call->frame, B);
}

static void do_decide(const wits_call *call) {
    wits_decide(call->brain, call->agent, call->frame);
}

static void do_update(const wits_call *call) {
    wits_update(call->brain, call->agent, call->frame);
}

static void do_tick(const wits_call *call) {
    wits_tick(call->brain, call->agent, call->frame);
}

static void do_raise(const wits_call *call) {
    wits_raise(call->brain, call->agent, 0);
}

static void do_ask_is_in(const wits_call *call) {
    wits_call_is_in(call, A);
}

static void do_ask_elapsed(const wits_call *call) {
    wits_call_elapsed(call);
}

static void do_ask_from_outside(const wits_call *call) {
    wits_is_in(call->brain, call->agent, A);
}

static void do_tick_another(const wits_call *call) {
    void (*planned)(const wits_call *) = deed;
    deed = NULL;
    wits_tick(brain, other, &frame);
    deed = planned;
}

static void (*const verbs[])(const wits_call *) = {do_start, do_stop,   do_goto,   do_restart,
                                                   do_place, do_decide, do_update, do_tick};

// From inside an action or step callback only queries and raise may be called for the same agent: no verb.
static void verb_from_an_action(void **state) {
    if (!CHECKS) {
        skip();
    }
    for (uint32_t i = 0; i < COUNT(verbs); i++) {
        deed = verbs[i];
        assert_true(aborts(tick_in_a));
        assert_true(aborts(tick_in_c));
    }
}

// A condition or score must not make calls for its agent.
static void anything_from_a_condition_or_score(void **state) {
    if (!CHECKS) {
        skip();
    }
    for (uint32_t i = 0; i < COUNT(verbs); i++) {
        deed = verbs[i];
        assert_true(aborts(tick_in_b));
        assert_true(aborts(tick_in_v));
    }
    static void (*const others[])(const wits_call *) = {do_raise, do_ask_is_in, do_ask_elapsed, do_ask_from_outside};
    uint32_t unnoticed = 0;
    for (uint32_t i = 0; i < COUNT(others); i++) {
        deed = others[i];
        if (!aborts(tick_in_b) || !aborts(tick_in_v)) {
            print_error("misuse %u was not noticed\n", (unsigned)i);
            unnoticed++;
        }
    }
    assert_int_equal(unnoticed, 0);
}

// Queries from outside are not those from inside an action.
static void outer_query_from_an_action(void **state) {
    if (!CHECKS) {
        skip();
    }
    deed = do_ask_from_outside;
    assert_true(aborts(tick_in_a));
}

// Actions and step callbacks may call wits_call_raise and the queries of a call for their own agent, and everything for
// another agent.
static void what_an_action_may_do(void **state) {
    static void (*const allowed[])(const wits_call *) = {do_raise, do_ask_is_in, do_ask_elapsed, do_tick_another};
    for (uint32_t i = 0; i < COUNT(allowed); i++) {
        deed = allowed[i];
        tick_in_a();
        assert_true(wits_is_in(brain, agent, A));
        tick_in_c();
        assert_true(wits_is_in(brain, agent, C));
    }
}

static void return_undeclared(void) {
    next = A;
    tick_in(C);
}

static void return_unknown(void) {
    next = 77;
    tick_in(C);
}

static void return_root(void) {
    next = ROOT;
    tick_in(C);
}

// "any other return is misuse (assert) and means stay."
static void undeclared_return_of_a_step_callback(void **state) {
    static void (*const returns[])(void) = {return_undeclared, return_unknown, return_root};
    for (uint32_t i = 0; i < COUNT(returns); i++) {
        if (CHECKS) {
            assert_true(aborts(returns[i]));
        } else {
            returns[i]();
            assert_true(wits_is_in(brain, agent, C));
        }
    }
    next = B;
    tick_in(C);
    assert_true(wits_is_in(brain, agent, B));
}

static void goto_root(void) {
    assert_false(wits_goto(brain, agent, &frame, ROOT));
}

static void goto_nowhere(void) {
    assert_false(wits_goto(brain, agent, &frame, 6));
}

static void goto_none(void) {
    assert_false(wits_goto(brain, agent, &frame, wits_find_state(brain, "nostate")));
}

static void restart_nowhere(void) {
    assert_false(wits_restart(brain, agent, &frame, WITS_NONE));
}

static void place_nowhere(void) {
    assert_false(wits_set_state(brain, agent, &frame, WITS_NONE));
}

static void raise_unknown(void) {
    assert_false(wits_raise(brain, agent, 1));
}

static void raise_none(void) {
    assert_false(wits_raise(brain, agent, wits_find_event(brain, "bel")));
}

static void raise_beyond(void) {
    assert_false(wits_raise(brain, agent, UINT32_MAX));
}

static void ask_pending_none(void) {
    assert_false(wits_is_pending(brain, agent, WITS_NONE));
}

static void ask_is_in_none(void) {
    assert_false(wits_is_in(brain, agent, WITS_NONE));
}

static void ask_elapsed_none(void) {
    assert_int_equal(wits_elapsed(brain, agent, 6, 100), 0);
}

// An unknown state or event, such as WITS_NONE: nothing happens; builds with checks stop.
static void names_that_are_not_there(void **state) {
    static void (*const absent[])(void) = {goto_root,      goto_nowhere,     goto_none,       restart_nowhere,
                                           place_nowhere,  raise_none,       raise_beyond,    raise_unknown,
                                           ask_is_in_none, ask_elapsed_none, ask_pending_none};
    wits_start(brain, agent, &frame);
    uint8_t before[sizeof agent];
    memcpy(before, agent, sizeof agent);
    for (uint32_t i = 0; i < COUNT(absent); i++) {
        if (CHECKS) {
            if (!aborts(absent[i])) {
                fail_msg("%u was not noticed", (unsigned)i);
            }
        } else {
            absent[i]();
            assert_memory_equal(agent, before, sizeof agent);  // nor is a byte after the agent changed
        }
    }
}

static void ask_inside_is_in_none(const wits_call *call) {
    assert_false(wits_call_is_in(call, WITS_NONE));
}

static void a_name_that_is_not_there_asked_about_inside(void **state) {
    deed = ask_inside_is_in_none;
    if (CHECKS) {
        assert_true(aborts(tick_in_a));
    } else {
        tick_in_a();
    }
}

// The name of an unknown number is "" in every build: wits_deepest of a stopped agent is WITS_NONE.
static void numbers_that_are_not_there_have_no_name(void **state) {
    static const uint32_t absent[] = {WITS_NONE, 6, 77, 65535};
    char path[8] = "old";
    assert_int_equal(wits_deepest(brain, agent), WITS_NONE);
    for (uint32_t i = 0; i < COUNT(absent); i++) {
        wits_state_id id = (wits_state_id)absent[i];
        assert_string_equal(wits_state_name(brain, id), "");
        assert_string_equal(wits_event_name(brain, absent[i]), "");
        assert_string_equal(wits_function_name(brain, absent[i]), "");
        assert_string_equal(wits_field_name(brain, absent[i]), "");
        assert_string_equal(wits_field_value_name(brain, absent[i], 0), "");
        assert_int_equal(wits_field_type(brain, absent[i]), WITS_TYPE_DEFAULT);
        assert_int_equal(wits_field_value_count(brain, absent[i]), 0);
        assert_true(wits_field_initial(brain, absent[i]) == 0.0);
        assert_false(wits_field_is_assigned(brain, absent[i]));
        assert_int_equal(wits_state_path(brain, id, path, sizeof path), 0);
        assert_string_equal(path, "");
        assert_int_equal(wits_state_kind(brain, id), WITS_KIND_DEFAULT);
        assert_int_equal(wits_state_parent(brain, id), WITS_NONE);
        assert_int_equal(wits_state_end(brain, id), WITS_NONE);
        assert_int_equal(wits_random_stream(brain, id), WITS_NONE);
        assert_int_equal(wits_transition_source(brain, absent[i]), WITS_NONE);
        assert_int_equal(wits_transition_destination(brain, absent[i]), WITS_NONE);
        assert_int_equal(wits_step_state(brain, absent[i]), WITS_NONE);
        assert_int_equal(wits_function_kind_of(brain, absent[i]), WITS_FUNCTION_NONE);
        assert_string_equal(wits_problem_name((wits_problem_code)(1000 + i)), "");
    }
}

static void deferred_without_list(void) {
    wits_frame listless = frame;
    listless.mode = WITS_MODE_DEFERRED;
    wits_decide(brain, agent, &listless);  // may list what A does
}

// A missing list has capacity 0. A brain that lists nothing needs none.
static void no_list_has_no_room(void **state) {
    static const wits_state_desc quiet[] = {{.name = "quiet"}, {.name = "a"}};
    static const wits_mode modes[] = {WITS_MODE_DEFERRED, WITS_MODE_LISTED};
    uint8_t before[sizeof agent];
    wits_brain *quiet_brain = compile(&(wits_desc){STATES(quiet)});
    for (uint32_t i = 0; i < COUNT(modes); i++) {
        wits_frame listless = frame;
        uint8_t silent[4] = {0};
        listless.mode = modes[i];
        if (!CHECKS) {
            memcpy(before, agent, sizeof agent);
            assert_false(wits_decide(brain, agent, &listless));
            assert_memory_equal(agent, before, sizeof agent);
        }
        assert_true(wits_start(quiet_brain, silent, &listless));
        assert_true(wits_tick(quiet_brain, silent, &listless));
    }
    free(quiet_brain);
}

static void without_functions(void) {
    wits_frame bare = {.tick = 1};
    wits_start(brain, agent, &bare);
}

static void without_zeroing(void) {
    memset(agent, 0xAB, sizeof agent);
    wits_tick(brain, agent, &frame);
}

static void place_without_zeroing(void) {
    memset(agent, 0xAB, sizeof agent);
    wits_set_state(brain, agent, &frame, A);
}

static void ask_without_zeroing(void) {
    memset(agent, 0xAB, sizeof agent);
    wits_is_started(brain, agent);
}

static void raise_without_zeroing(void) {
    memset(agent, 0xAB, sizeof agent);
    wits_raise(brain, agent, 0);
}

static void pending_without_zeroing(void) {
    memset(agent, 0xAB, sizeof agent);
    wits_is_pending(brain, agent, 0);
}

static void ask_nobody(void) {
    wits_deepest(brain, NULL);
}

static void raise_for_nobody(void) {
    wits_raise(brain, NULL, 0);
}

static void tick_without_a_frame(void) {
    wits_tick(brain, agent, NULL);
}

// The row of one function has only its name, as wits_bind leaves it for actions that are always listed.
static wits_function gaps[COUNT(functions)];

static void tick_with_a_gap(uint32_t row, wits_mode mode) {
    wits_action_record records[64];
    wits_list list = {records, COUNT(records), 0};
    const wits_frame listing = {.functions = gaps, .context = &next, .mode = mode, .list = &list};
    memcpy(gaps, functions, sizeof gaps);
    gaps[row] = (wits_function){.name = functions[row].name};
    wits_start(brain, agent, &listing);
}

static void without_a_condition(void) {
    tick_with_a_gap(0, WITS_MODE_DEFERRED);
}

static void without_a_score(void) {
    tick_with_a_gap(1, WITS_MODE_NOW);
}

static void without_an_action(void) {
    tick_with_a_gap(2, WITS_MODE_NOW);
}

static void without_a_step(void) {
    tick_with_a_gap(3, WITS_MODE_NOW);
}

static void without_a_listed_action(void) {
    tick_with_a_gap(2, WITS_MODE_DEFERRED);
}

static void agent_of_another_brain(void) {
    wits_frame known = frame;
    known.layout = wits_brain_layout_hash(brain) + 1;  // stored with the agent when it was made
    wits_tick(brain, agent, &known);
}

static void without_a_brain(void) {
    static const uint64_t bytes[64] = {0};
    wits_tick((const wits_brain *)bytes, agent, &frame);
}

// A frame that lacks something the call needs, bytes that are not an agent, a block that is not a brain.
static void wrong_arguments(void **state) {
    if (!CHECKS) {
        skip();
    }
    static void (*const wrong[])(void) = {
        deferred_without_list,   without_functions,   without_zeroing,  place_without_zeroing, ask_without_zeroing,
        raise_without_zeroing,   ask_nobody,          raise_for_nobody, tick_without_a_frame,  without_a_brain,
        pending_without_zeroing, without_a_condition, without_a_score,  without_an_action,     without_a_step,
        agent_of_another_brain,
    };
    uint32_t unnoticed = 0;
    for (uint32_t i = 0; i < COUNT(wrong); i++) {
        if (!aborts(wrong[i])) {
            print_error("misuse %u was not noticed\n", (unsigned)i);
            unnoticed++;
        }
    }
    assert_int_equal(unnoticed, 0);
    assert_false(aborts(without_a_listed_action));
}

// Returns false and does nothing if the brain could not have made such a record, or the frame lacks the function: a
// list of another version of the brain, damaged records.
static const wits_action_record foreign_records[] = {
    {.action = 4, .kind = WITS_ACTION_ENTER, .row = A},             // functions are 0 to 3
    {.action = 2 + 1024 * 7, .kind = WITS_ACTION_ENTER, .row = A},  // no text has an argument
    {.action = 2 + 0x3FFFFC00u, .kind = WITS_ACTION_ENTER, .row = A},
    {.action = 0, .kind = WITS_ACTION_ENTER, .row = A},  // a condition
    {.action = WITS_NONE, .kind = WITS_ACTION_ENTER, .row = A},
    {.action = 2, .kind = WITS_ACTION_ENTER, .row = 6},
    {.action = 2, .kind = WITS_ACTION_TRANSITION, .row = 1},
    {.action = 2, .kind = WITS_ACTION_STEP, .row = 1},
    {.action = 2, .kind = WITS_ACTION_STEP, .row = WITS_NONE},
    {.action = 2, .kind = WITS_ACTION_RETARGET, .row = A},  // has no target
    {.action = 2, .kind = WITS_ACTION_RETARGET, .row = WITS_NONE},
    {.action = 2, .kind = 7, .row = A},
    {.action = 2, .kind = 0xFFFF, .row = A},
    {.action = WITS_LIST_RAISE + 1, .kind = WITS_ACTION_ENTER, .row = A},
    {.action = WITS_LIST_ASSIGN, .kind = WITS_ACTION_ENTER, .row = A},  // nothing is assigned
    {.action = WITS_LIST_ASSIGN + 0x3FFFFFFFu, .kind = WITS_ACTION_ENTER, .row = A},
    {.action = UINT32_MAX, .kind = WITS_ACTION_ENTER, .row = A},
};
static uint32_t foreign;

static void run_foreign_record(void) {
    assert_false(wits_run_record(brain, agent, &frame, &foreign_records[foreign]));
}

static void run_record_without_functions(void) {
    const wits_action_record record = {.action = 2, .kind = WITS_ACTION_ENTER, .row = A};
    assert_false(wits_run_record(brain, agent, &(wits_frame){.tick = 1}, &record));
}

static void never(const wits_call *call) {
    fail_msg("%s", "an action ran");
}

static void records_of_another_brain(void **state) {
    uint8_t before[sizeof agent];
    wits_start(brain, agent, &frame);
    memcpy(before, agent, sizeof agent);
    deed = never;
    for (foreign = 0; foreign < COUNT(foreign_records); foreign++) {
        if (!CHECKS) {
            run_foreign_record();
            assert_memory_equal(agent, before, sizeof agent);
        } else if (!aborts(run_foreign_record)) {
            fail_msg("record %u was not noticed", (unsigned)foreign);
        }
    }
    if (CHECKS) {
        assert_true(aborts(run_record_without_functions));
    } else {
        run_record_without_functions();
    }
}

// Unknown actions have no function and no argument, in every build.
static void actions_that_are_not_there(void **state) {
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    static const uint32_t absent[] = {4, 1023, 4 + 1024, 2 + 1024, 2 + 1024 * 7, 0x3FFFFFFFu, WITS_NONE, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT(absent); i++) {
        const wits_action_record record = {.action = absent[i]};
        const uint32_t count = wits_record_arguments(brain, NULL, &record, arguments);
        assert_true(count == WITS_NONE || wits_action_function(brain, absent[i]) == WITS_NONE);
    }
    assert_int_equal(wits_action_function(brain, 2), 2);
    assert_int_equal(wits_action_function(brain, 4), WITS_NONE);
    assert_int_equal(wits_action_function(brain, 0x3FFFFFFFu), WITS_NONE);
    assert_int_equal(wits_action_function(brain, UINT32_MAX), WITS_NONE);
}

static void tick_rounding_up(void) {
    fesetround(FE_UPWARD);
    tick_in(A);
}

// Test builds check the caller's floating-point environment (section 11).
static void floating_point_environment(void **state) {
    if (!CHECKS) {
        skip();
    }
    assert_true(aborts(tick_rounding_up));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(verb_from_an_action, set_up, tear_down),
        cmocka_unit_test_setup_teardown(anything_from_a_condition_or_score, set_up, tear_down),
        cmocka_unit_test_setup_teardown(outer_query_from_an_action, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_an_action_may_do, set_up, tear_down),
        cmocka_unit_test_setup_teardown(undeclared_return_of_a_step_callback, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_are_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_that_is_not_there_asked_about_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_that_are_not_there_have_no_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_list_has_no_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(records_of_another_brain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(actions_that_are_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(floating_point_environment, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
