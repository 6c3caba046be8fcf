// SPDX-License-Identifier: MIT
// Misuse by the programmer: in builds with WITS_CHECKS an assertion fails (a child process shows it), and nothing is
// promised in others, but that a step callback's undeclared return means to stay.
#include "misuse_support.h"

#include <fenv.h>

// What a function does that it may not, or may.
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

// Places the agent where the pass reaches the function with the deed.
static void tick_in(wits_state_id state) {
    void (*planned)(const wits_call *) = deed;
    deed = NULL;
    wits_place(brain, agent, &frame, state);
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
    wits_place(call->brain, call->agent, call->frame, B);
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

// "From inside an action or step callback only queries and raise may be called for the same agent": no verb.
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

// "from inside a condition or score, nothing".
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

// Raise and the queries of a call may be called from actions and step callbacks, and everything for another agent.
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
    wits_goto(brain, agent, &frame, ROOT);
}

static void goto_nowhere(void) {
    wits_goto(brain, agent, &frame, 6);
}

static void restart_nowhere(void) {
    wits_restart(brain, agent, &frame, WITS_NONE);
}

static void place_nowhere(void) {
    wits_place(brain, agent, &frame, WITS_NONE);
}

static void raise_unknown(void) {
    wits_raise(brain, agent, 1);
}

static void deferred_without_list(void) {
    wits_frame listless = frame;
    listless.mode = WITS_MODE_DEFERRED;
    wits_start(brain, agent, &listless);
}

static void without_functions(void) {
    wits_frame bare = {.tick = 1};
    wits_start(brain, agent, &bare);
}

// States and events that do not exist, goto to the root, a frame without what the call needs.
static void wrong_arguments(void **state) {
    if (!CHECKS) {
        skip();
    }
    static void (*const wrong[])(void) = {goto_nowhere,  restart_nowhere,       place_nowhere,
                                          raise_unknown, deferred_without_list, without_functions};
    for (uint32_t i = 0; i < COUNT(wrong); i++) {
        if (!aborts(wrong[i])) {
            fail_msg("misuse %u was not noticed", (unsigned)i);
        }
    }
}

// "the root as a destination": of goto, too.
static void goto_to_the_root(void **state) {
    if (!CHECKS) {
        skip();
    }
    wits_start(brain, agent, &frame);
    assert_true(aborts(goto_root));
}

static void tick_rounding_up(void) {
    fesetround(FE_UPWARD);
    tick_in(A);
}

// "test builds check the caller's floating-point environment" (section 11).
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
        cmocka_unit_test_setup_teardown(goto_to_the_root, set_up, tear_down),
        cmocka_unit_test_setup_teardown(floating_point_environment, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
