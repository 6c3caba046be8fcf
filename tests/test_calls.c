// SPDX-License-Identifier: MIT
// The identity of a host function, as passed to it.
#include "support.h"

enum { ROOT, A, B, C, D, E };

static uint32_t asked_functions;  // a bit for each, since functions may be called in any order and number

static void note(const wits_call *call) {
    assert_true(call->function < wits_function_count(call->brain));
    asked_functions |= 1u << call->function;
}

static bool yes_or_no(const void *context, const wits_call *call) {
    note(call);
    return wits_function_name(call->brain, call->function)[0] == 'y';
}

static float some_score(const void *context, const wits_call *call) {
    note(call);
    return strcmp(wits_function_name(call->brain, call->function), "high") == 0 ? 2.0f : 1.0f;
}

static void log_name(void *context, const wits_call *call) {
    note(call);
    log_text(context, wits_function_name(call->brain, call->function));
}

static wits_state_id step_on(void *context, const wits_call *call) {
    log_name(context, call);
    return strcmp(wits_function_name(call->brain, call->function), "to_e") == 0 ? E : WITS_STAY;
}

// The same C functions under several names: only `function` distinguishes them.
static const wits_function rows[] = {
    {.name = "no_1", .condition = yes_or_no}, {.name = "one", .action = log_name},
    {.name = "low", .score = some_score},     {.name = "yes_1", .condition = yes_or_no},
    {.name = "two", .action = log_name},      {.name = "high", .score = some_score},
    {.name = "to_a", .step = step_on},        {.name = "to_e", .step = step_on},
    {.name = "yes_2", .condition = yes_or_no}};

static const wits_state_desc states[] = {
    [ROOT] = {.name = "root"},
    [A] = {.name = "a", .enter = "one(3)", .exit = "two", .update = "one; two"},
    [B] = {.name = "b", .kind = WITS_KIND_UTILITY, .enter = "two", .initial = C},
    [C] = {.name = "c", .parent = B, .score = "low", .enter = "one"},
    [D] = {.name = "d", .parent = B, .score = "1 * high()", .update = "two", .step = "to_e"},
    [E] = {.name = "e", .enter = "one", .decide = "two"},
};
static const wits_transition_desc transitions[] = {{.from = A, .to = E, .when = "no_1"},
                                                   {.from = A, .to = B, .when = "yes_1 () and yes_2()"}};
static const wits_step_desc steps[] = {{.of = D, .to = E}};
static const wits_desc desc = {STATES(states), TRANSITIONS(transitions), STEPS(steps), FUNCTIONS(rows)};

typedef struct life {
    wits_brain *brain;
    uint8_t agent[64];
    char log[LOG_SIZE];
    wits_action_record records[64];
    wits_list list;
    world world;
    wits_frame frame;
} life;

static void expect(life *l, const char *log, uint32_t asked) {
    for (uint32_t i = 0; i < l->list.count; i++) {
        wits_run_record(l->brain, l->agent, &l->frame, &l->records[i]);
    }
    l->list.count = 0;
    assert_string_equal(l->log, log);
    assert_int_equal(asked_functions & asked, asked);
    l->log[0] = '\0';
    asked_functions = 0;
}

enum { NO_1 = 1 << 0, LOW = 1 << 2, YES_1 = 1 << 3, HIGH = 1 << 5, YES_2 = 1 << 8 };

static void live(wits_mode mode, wits_trace *trace, const char *steps_log) {
    life l = {.brain = compile(&desc)};
    l.list = (wits_list){l.records, COUNT(l.records), 0};
    l.world.log = l.log;
    l.frame = (wits_frame){.context = &l.world, .functions = rows, .mode = mode, .list = &l.list, .trace = trace};
    assert_true(wits_agent_size(l.brain) <= sizeof l.agent);
    wits_start(l.brain, l.agent, &l.frame);
    expect(&l, "one", 0);
    wits_update(l.brain, l.agent, &l.frame);
    expect(&l, "one two", 0);
    wits_decide(l.brain, l.agent, &l.frame);
    expect(&l, "two two one", NO_1 | YES_1 | YES_2);
    wits_decide(l.brain, l.agent, &l.frame);
    expect(&l, "", LOW | HIGH);
    wits_update(l.brain, l.agent, &l.frame);
    expect(&l, steps_log, 0);
    assert_true(wits_is_in(l.brain, l.agent, E));
    wits_decide(l.brain, l.agent, &l.frame);
    expect(&l, "two", 0);
    free(l.brain);
}

static void a_function_is_told_which_it_is(void **state) {
    live(WITS_MODE_NOW, NULL, "two to_e one");
}

static void also_where_decisions_are_traced(void **state) {
    wits_trace_record records[64];
    wits_trace trace = {records, COUNT(records), 0, 0};
    live(WITS_MODE_NOW, &trace, "two to_e one");
}

static void also_from_a_list(void **state) {
    live(WITS_MODE_DEFERRED, NULL, "to_e two one");  // the step callback runs at once
}

static bool is_first_transition(const void *context, const wits_call *call) {
    assert_int_equal(call->row, 0);
    return false;
}

static float is_no_transition(const void *context, const wits_call *call) {
    assert_int_equal(call->row, WITS_NONE);
    (*(uint32_t *)call->frame->user)++;
    return 1.0f;
}

// Conditions of transitions are evaluated before options are scored, but scores belong to no transition.
static void scores_are_told_no_transition(void **state) {
    static const wits_function functions[] = {{.name = "guard", .condition = is_first_transition},
                                              {.name = "worth", .score = is_no_transition}};
    static const wits_state_desc options[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                              [A] = {.name = "a", .score = "worth"},
                                              [B] = {.name = "b", .score = "worth"}};
    static const wits_transition_desc guarded[] = {{.from = A, .to = B, .when = "guard"}};
    const wits_desc scored = {STATES(options), TRANSITIONS(guarded), FUNCTIONS(functions)};
    wits_brain *brain = compile(&scored);
    wits_trace_record records[64];
    wits_trace trace = {records, COUNT(records), 0, 0};
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t agent[64] = {0};
        uint32_t scores = 0;
        wits_frame frame = {.functions = functions, .trace = i == 0 ? NULL : &trace, .user = &scores};
        assert_true(wits_agent_size(brain) <= sizeof agent);
        wits_start(brain, agent, &frame);
        const uint32_t at_start = scores;
        wits_decide(brain, agent, &frame);
        assert_int_equal(scores, at_start + 2);
    }
    free(brain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_told_which_it_is),
        cmocka_unit_test(also_where_decisions_are_traced),
        cmocka_unit_test(also_from_a_list),
        cmocka_unit_test(scores_are_told_no_transition),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
