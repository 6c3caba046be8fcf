// SPDX-License-Identifier: MIT
// Section 8 of the semantics: actions run now, deferred or listed. The scenes of the other tests check where the three
// agree. These tests check where they differ, and the required room of a list.
#include "support.h"

static void set_flag(void *context, const wits_call *call) {
    ((world *)context)->numbers[0] = 1;
}

static bool is_flag_set(const void *context, const wits_call *call) {
    return ((const world *)context)->numbers[0] != 0;
}

static const wits_function flag_functions[] = {{.name = "set_flag", .action = set_flag},
                                               {.name = "is_flag_set", .condition = is_flag_set}};

enum { ROOT, P, R, A, B, Q, X, Y };
enum { BELL, HORN };
static const wits_state_desc states[] = {
    [ROOT] = {.name = "root"},        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
    [R] = {.name = "R", .parent = P}, [A] = {.name = "A", .parent = R},
    [B] = {.name = "B", .parent = R}, [Q] = {.name = "Q", .parent = P},
    [X] = {.name = "X", .parent = Q}, [Y] = {.name = "Y", .parent = Q},
};
static const char *const events[] = {"bell", "horn"};
static const wits_transition_desc transitions[] = {{.from = A, .to = B, .run = "set_flag; raise horn; log"},
                                                   {.from = X, .to = Y, .when = "is_flag_set"}};

static wits_frame frame_of(scene *s, wits_mode mode, wits_list *list) {
    s->world.log = s->logs[0];
    s->logs[0][0] = '\0';
    return (wits_frame){
        .tick = s->tick, .agent = s->id, .context = &s->world, .functions = s->functions, .mode = mode, .list = list};
}

static scene *open_flags(unsigned modes) {
    scene *s = scene_open_in(
        &(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events), FUNCTIONS(flag_functions)}, modes);
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    s->world.rows = ROW(0);
    return s;
}

// "now: each action runs where it occurs; later decisions in the same pass see what it wrote."
static void now_is_seen_later_in_the_pass(void **state) {
    scene *s = open_flags(ONLY_NOW);
    take(s, 0, "A-exit t0 B-enter X-exit t1 Y-enter");
    expect_pending(s, HORN, true);
    scene_close(s);
}

// deferred: the brain's own actions (raise) run where they occur; host actions are listed, in order.
static void deferred_lists_host_actions(void **state) {
    scene *s = open_flags(ONLY_NOW);
    wits_action_record records[16];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = frame_of(s, WITS_MODE_DEFERRED, &list);
    assert_true(wits_decide(s->brain, s->agents[0], &frame));
    assert_string_equal(s->logs[0], "");
    assert_int_equal(s->world.numbers[0], 0);
    expect_active(s, "B X");
    assert_true(wits_is_pending(s->brain, s->agents[0], HORN));
    assert_int_equal(list.count, 4);
    const wits_action_kind kinds[] = {WITS_ACTION_EXIT, WITS_ACTION_TRANSITION, WITS_ACTION_TRANSITION,
                                      WITS_ACTION_ENTER};
    const uint16_t rows[] = {A, 0, 0, B};
    const char *const names[] = {"log", "set_flag", "log", "log"};
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(records[i].kind, kinds[i]);
        assert_int_equal(records[i].row, rows[i]);
        assert_string_equal(wits_function_name(s->brain, records[i].action), names[i]);
    }
    scene_close(s);
}

// listed: nothing runs, everything is listed; wits_run_record runs it.
static void listed_lists_everything(void **state) {
    scene *s = open_flags(ONLY_NOW);
    s->id = 77;
    wits_action_record records[16];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = frame_of(s, WITS_MODE_LISTED, &list);
    assert_true(wits_decide(s->brain, s->agents[0], &frame));
    assert_string_equal(s->logs[0], "");
    assert_false(wits_is_pending(s->brain, s->agents[0], HORN));
    assert_int_equal(list.count, 5);
    assert_int_equal(records[2].action, WITS_LIST_RAISE + HORN);
    assert_int_equal(records[2].kind, WITS_ACTION_TRANSITION);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(records[i].agent, 77);
        wits_run_record(s->brain, s->agents[0], &frame, &records[i]);
    }
    assert_string_equal(s->logs[0], "A-exit t0 B-enter");
    assert_int_equal(s->world.numbers[0], 1);
    assert_true(wits_is_pending(s->brain, s->agents[0], HORN));
    scene_close(s);
}

// Calls append to the list's existing records.
static void lists_go_on(void **state) {
    scene *s = scene_open(&(wits_desc){STATES(states)});
    wits_action_record records[32];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = frame_of(s, WITS_MODE_DEFERRED, &list);
    assert_true(wits_start(s->brain, s->agents[0], &frame));
    assert_int_equal(list.count, 5);
    assert_true(wits_update(s->brain, s->agents[0], &frame));
    assert_int_equal(list.count, 10);
    for (uint32_t i = 0; i < list.count; i++) {
        wits_run_record(s->brain, s->agents[0], &frame, &records[i]);
    }
    assert_string_equal(s->logs[0], "P-enter R-enter A-enter Q-enter X-enter "
                                    "A-update R-update X-update Q-update P-update");
    scene_close(s);
}

// "It [a step callback] runs where it occurs in modes now and deferred."
static void step_callback_when_deferred(void **state) {
    enum { TOP, S1, S2 };
    static const wits_state_desc stepping[] = {
        [TOP] = {.name = "root"},
        [S1] = {.name = "A", .step = "step"},
        [S2] = {.name = "B"},
    };
    static const wits_step_desc steps[] = {{.of = S1, .to = S2}};
    scene *s = scene_open(&(wits_desc){STATES(stepping), STEPS(steps)});
    start(s, "A-enter");
    s->world.next = S2;
    wits_action_record records[16];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = frame_of(s, WITS_MODE_DEFERRED, &list);
    assert_true(wits_update(s->brain, s->agents[0], &frame));
    assert_string_equal(s->logs[0], "A-step");
    expect_active(s, "B");
    for (uint32_t i = 0; i < list.count; i++) {
        wits_run_record(s->brain, s->agents[0], &frame, &records[i]);
    }
    assert_string_equal(s->logs[0], "A-step A-update A-exit B-enter");
    scene_close(s);
}

// A brain with step callbacks rejects an update in this mode. Nothing is changed; deciding works.
static void listed_update_refuses_step_callbacks(void **state) {
    enum { TOP, S1, S2 };
    static const wits_state_desc stepping[] = {
        [TOP] = {.name = "root"},
        [S1] = {.name = "A"},
        [S2] = {.name = "B", .step = "step"},
    };
    static const wits_transition_desc always[] = {{.from = S1, .to = S2, .when = "yes"}};
    scene *s = scene_open(&(wits_desc){STATES(stepping), TRANSITIONS(always), EVENTS(events)});
    start(s, "A-enter");
    event(s, BELL);
    wits_action_record records[16];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = frame_of(s, WITS_MODE_LISTED, &list);
    uint8_t before[16];
    size_t size = wits_agent_size(s->brain);
    assert_true(size <= sizeof before);
    memcpy(before, s->agents[0], size);
    assert_false(wits_update(s->brain, s->agents[0], &frame));
    assert_false(wits_tick(s->brain, s->agents[0], &frame));
    assert_int_equal(list.count, 0);
    assert_memory_equal(before, s->agents[0], size);
    assert_true(wits_decide(s->brain, s->agents[0], &frame));
    expect_active(s, "B");
    scene_close(s);
}

// ----------------------------------------------------------------------------------------------------------- list room

typedef bool verb_fn(const wits_brain *brain, void *agent, const wits_frame *frame);

static bool goto_y(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return wits_goto(brain, agent, frame, Y);
}

static bool restart_p(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return wits_restart(brain, agent, frame, P);
}

static const struct {
    wits_verb verb;
    verb_fn *call;
    bool starts_stopped;
} calls[] = {
    {WITS_VERB_START, wits_start, true},    {WITS_VERB_STOP, wits_stop, false}, {WITS_VERB_GOTO, goto_y, false},
    {WITS_VERB_GOTO, goto_y, true},         {WITS_VERB_GOTO, restart_p, false}, {WITS_VERB_DECIDE, wits_decide, false},
    {WITS_VERB_UPDATE, wits_update, false}, {WITS_VERB_TICK, wits_tick, false},
};

// A call with too little capacity stops before that agent, which is unchanged.
static void too_little_room_touches_nothing(void **state) {
    for (uint32_t i = 0; i < COUNT(calls); i++) {
        for (int mode = WITS_MODE_DEFERRED; mode <= WITS_MODE_LISTED; mode++) {
            scene *s = open_flags(ONLY_NOW);
            if (calls[i].starts_stopped) {
                stop(s, "X-exit Q-exit A-exit R-exit P-exit");
            }
            wits_raise(s->brain, s->agents[0], BELL);
            s->world.rows = ROW(0);
            uint32_t room = wits_list_room(s->brain, calls[i].verb);
            assert_in_range(room, 1, 64);
            wits_action_record records[65];
            size_t size = wits_agent_size(s->brain);
            uint8_t before[16];
            memcpy(before, s->agents[0], size);
            for (uint32_t used = 0; used < 2; used++) {
                wits_list list = {records, used + room - 1, used};
                wits_frame frame = frame_of(s, (wits_mode)mode, &list);
                assert_false(calls[i].call(s->brain, s->agents[0], &frame));
                assert_int_equal(list.count, used);
                assert_memory_equal(before, s->agents[0], size);
                assert_string_equal(s->logs[0], "");
            }
            wits_list list = {records, room + 1, 1};
            wits_frame frame = frame_of(s, (wits_mode)mode, &list);
            assert_true(calls[i].call(s->brain, s->agents[0], &frame));
            scene_close(s);
        }
    }
}

// In mode now there is no list.
static void now_needs_no_list(void **state) {
    scene *s = open_flags(ONLY_NOW);
    wits_frame frame = frame_of(s, WITS_MODE_NOW, NULL);
    assert_true(wits_tick(s->brain, s->agents[0], &frame));
    scene_close(s);
}

// A brain that lists nothing needs no room.
static void no_actions_need_no_room(void **state) {
    static const wits_state_desc quiet[] = {
        {.name = "root"},
        {.name = "A"},
        {.name = "B"},
    };
    static const wits_transition_desc always[] = {{.from = 1, .to = 2}};
    wits_brain *brain = compile(&(wits_desc){STATES(quiet), TRANSITIONS(always)});
    uint8_t agent[4] = {0};
    wits_list list = {NULL, 0, 0};
    wits_frame frame = {.mode = WITS_MODE_LISTED, .list = &list};
    for (int verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        assert_int_equal(wits_list_room(brain, (wits_verb)verb), 0);
    }
    assert_true(wits_start(brain, agent, &frame));
    assert_true(wits_tick(brain, agent, &frame));
    assert_true(wits_is_in(brain, agent, 2));
    free(brain);
}

// -------------------------------------------------------------------------------------------------------- private data

typedef struct seen {
    uint8_t bytes[16];
    uint32_t size;
    uint32_t calls;
} seen;

static seen last_seen;

/// Notes its private data and increments the first byte.
static void count_up(void *context, const wits_call *call) {
    last_seen.size = call->data_size;
    last_seen.calls++;
    if (call->data != NULL) {
        memcpy(last_seen.bytes, call->data, call->data_size);
        ++*(uint8_t *)call->data;
    }
}

static bool sees_no_data(const void *context, const wits_call *call) {
    assert_null(call->data);
    return false;
}

static float scores_without_data(const void *context, const wits_call *call) {
    assert_null(call->data);
    return 1;
}

static wits_state_id count_in_step(void *context, const wits_call *call) {
    count_up(context, call);
    return WITS_STAY;
}

static const wits_function data_functions[] = {
    {.name = "count_up", .action = count_up},
    {.name = "sees_no_data", .condition = sees_no_data},
    {.name = "scores_without_data", .score = scores_without_data},
    {.name = "count_in_step", .step = count_in_step},
};

static void expect_seen(uint32_t size, const void *bytes) {
    assert_int_equal(last_seen.size, size);
    assert_memory_equal(last_seen.bytes, bytes, size);
}

enum { TOP, L, D, E, M };

static scene *open_data(wits_leave leave) {
    const wits_state_desc with_data[] = {
        [TOP] = {.name = "root"},
        [L] = {.name = "L", .leave = leave},
        [D] = {.name = "D",
               .parent = L,
               .data_size = 3,
               .data = "abc",
               .enter = "count_up",
               .exit = "count_up",
               .update = "count_up"},
        [E] = {.name = "E", .parent = L, .data_size = 5, .update = "count_up"},
        [M] = {.name = "M", .data_size = 4, .data = "wxyz", .step = "count_in_step"},
    };
    static const wits_transition_desc checked[] = {{.from = D, .to = E, .when = "sees_no_data"}};
    return scene_open_in(&(wits_desc){STATES(with_data), TRANSITIONS(checked), FUNCTIONS(data_functions)}, ONLY_NOW);
}

// Private data is set from given initial bytes when the leaf becomes active; actions in mode now and step callbacks
// read and write it.
static void private_data(void **state) {
    scene *s = open_data(WITS_LEAVE_RESET);
    start(s, "L-enter");
    expect_seen(3, "abc");
    update(s, "L-update");
    expect_seen(3, "bbc");
    pass(s, "");
    go_to(s, E, "E-enter");
    expect_seen(3, "cbc");
    update(s, "L-update");
    expect_seen(5, "\0\0\0\0\0");
    go_to(s, M, "E-exit L-exit M-enter");
    update(s, "M-update");
    expect_seen(4, "wxyz");
    update(s, "M-update");
    expect_seen(4, "xxyz");
    scene_close(s);
}

// Private data lasts for one activation.
static void private_data_lives_for_one_activation(void **state) {
    scene *s = open_data(WITS_LEAVE_RESUME);
    start(s, "L-enter");
    update(s, "L-update");
    go_to(s, M, "L-exit M-enter");
    go_to(s, L, "M-exit L-enter");
    expect_seen(3, "abc");
    restart(s, D, "");
    expect_seen(3, "abc");
    place(s, D);
    update(s, "L-update");
    expect_seen(3, "abc");
    scene_close(s);
}

// "kept through suspend."
static void private_data_is_kept(void **state) {
    scene *s = open_data(WITS_LEAVE_SUSPEND);
    start(s, "L-enter");
    update(s, "L-update");
    go_to(s, M, "L-exit M-enter");
    update(s, "M-update");
    expect_seen(4, "wxyz");
    go_to(s, L, "M-exit L-enter");
    update(s, "L-update");
    expect_seen(3, "cbc");
    scene_close(s);
}

// "listed actions, conditions and scores are given none."
static void no_private_data_for_others(void **state) {
    static const wits_state_desc scored[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY},
        {.name = "A", .data_size = 4, .enter = "count_up", .score = "scores_without_data"},
        {.name = "B", .data_size = 4, .score = "scores_without_data"},
    };
    scene *s = scene_open(&(wits_desc){STATES(scored), FUNCTIONS(data_functions)});
    wits_action_record records[8];
    wits_list list = {records, COUNT(records), 0};
    for (int mode = WITS_MODE_DEFERRED; mode <= WITS_MODE_LISTED; mode++) {
        list.count = 0;
        wits_frame frame = frame_of(s, (wits_mode)mode, &list);
        assert_true(wits_start(s->brain, s->agents[mode], &frame));
        assert_true(wits_decide(s->brain, s->agents[mode], &frame));
        last_seen = (seen){.size = 99};
        assert_int_equal(list.count, 1);
        wits_run_record(s->brain, s->agents[mode], &frame, &records[0]);
        assert_int_equal(last_seen.calls, 1);
        assert_int_equal(last_seen.size, 0);
    }
    scene_close(s);
}

/// Bytes of private data in an agent of a brain with L (D: 8 bytes, E: 6) and M (4 bytes) below a root.
static size_t data_bytes(wits_kind root, wits_leave leave, wits_kind kind_of_l) {
    size_t sizes[2];
    for (uint32_t i = 0; i < 2; i++) {
        const wits_state_desc sized[] = {
            {.name = "root", .kind = root},
            {.name = "L", .kind = kind_of_l, .leave = leave},
            {.name = "D", .parent = 1, .data_size = 8 * i},
            {.name = "E", .parent = 1, .data_size = 6 * i},
            {.name = "M", .data_size = 4 * i},
        };
        wits_brain *brain = compile(&(wits_desc){STATES(sized)});
        sizes[i] = wits_agent_size(brain);
        free(brain);
    }
    return sizes[1] - sizes[0];
}

// "States that can never be remembered at the same time share the room."
static void private_data_shares_room(void **state) {
    assert_int_equal(data_bytes(WITS_KIND_FSM, WITS_LEAVE_RESET, WITS_KIND_FSM), 8);
    assert_int_equal(data_bytes(WITS_KIND_FSM, WITS_LEAVE_RESUME, WITS_KIND_FSM), 8);
    assert_int_equal(data_bytes(WITS_KIND_FSM, WITS_LEAVE_SUSPEND, WITS_KIND_FSM), 8 + 4);
    assert_int_equal(data_bytes(WITS_KIND_PARALLEL, WITS_LEAVE_RESET, WITS_KIND_FSM), 8 + 4);
    assert_int_equal(data_bytes(WITS_KIND_FSM, WITS_LEAVE_RESET, WITS_KIND_PARALLEL), 8 + 6);
    assert_int_equal(data_bytes(WITS_KIND_PARALLEL, WITS_LEAVE_RESET, WITS_KIND_PARALLEL), 8 + 6 + 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(now_is_seen_later_in_the_pass),
        cmocka_unit_test(deferred_lists_host_actions),
        cmocka_unit_test(listed_lists_everything),
        cmocka_unit_test(lists_go_on),
        cmocka_unit_test(step_callback_when_deferred),
        cmocka_unit_test(listed_update_refuses_step_callbacks),
        cmocka_unit_test(too_little_room_touches_nothing),
        cmocka_unit_test(now_needs_no_list),
        cmocka_unit_test(no_actions_need_no_room),
        cmocka_unit_test(private_data),
        cmocka_unit_test(private_data_lives_for_one_activation),
        cmocka_unit_test(private_data_is_kept),
        cmocka_unit_test(no_private_data_for_others),
        cmocka_unit_test(private_data_shares_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
