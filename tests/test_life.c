// SPDX-License-Identifier: MIT
// Section 3 of the semantics: starting and stopping an agent, and clocks.
#include "support.h"

// Root with L (A, B) and O, which has P (X, Y) and Q (Z); K is outside.
enum { ROOT, L, A, B, O, P, X, Y, Q, Z, K, STATE_COUNT };

static scene *open_with(wits_leave leave, wits_activation activation, wits_kind kind_of_o) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .enter = "log", .exit = "log"},
        [L] = {.name = "L", .leave = leave, .activation = activation},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [O] = {.name = "O", .kind = kind_of_o},
        [P] = {.name = "P", .parent = O},
        [X] = {.name = "X", .parent = P},
        [Y] = {.name = "Y", .parent = P},
        [Q] = {.name = "Q", .parent = O},
        [Z] = {.name = "Z", .parent = Q},
        [K] = {.name = "K"},
    };
    static const char *const events[] = {"bell"};
    static const wits_transition_desc transitions[] = {
        {.from = L, .to = K}, {.from = K, .to = L}, {.from = A, .to = B}};
    return scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events)});
}

static scene *open_plain(void) {
    return open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
}

// An agent is initially stopped: nothing is active. All zero is a stopped agent.
static void begins_stopped(void **state) {
    scene *s = open_plain();
    assert_false(wits_is_started(s->brain, s->agents[0]));
    expect_active(s, "");
    for (wits_state_id i = 0; i < STATE_COUNT; i++) {
        assert_false(is_in(s, i));
        expect_elapsed(s, i, 0);
    }
    scene_close(s);
}

// "start enters the root, then its child by section 2. On a started agent: nothing."
static void start_enters_the_root(void **state) {
    scene *s = open_plain();
    start(s, "root-enter L-enter A-enter");
    assert_true(wits_is_started(s->brain, s->agents[0]));
    assert_true(is_in(s, ROOT) && is_in(s, L) && is_in(s, A));
    take(s, 2, "A-exit t2 B-enter");
    start(s, "");
    expect_active(s, "B");
    scene_close(s);
}

// "(The root may be a leaf.)"
static void root_may_be_a_leaf(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "only", .enter = "log", .exit = "log", .update = "log", .decide = "log"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "only-enter");
    expect_active(s, "only");
    pass(s, "only-decide");
    update(s, "only-update");
    stop(s, "only-exit");
    expect_active(s, "");
    scene_close(s);
}

// "goto S is a transition from the root to S without action: what need not change stays."
static void goto_changes_what_must_change(void **state) {
    scene *s = open_plain();
    start(s, "root-enter L-enter A-enter");
    go_to(s, B, "A-exit B-enter");
    go_to(s, Y, "B-exit L-exit O-enter P-enter Y-enter");
    go_to(s, Q, "Y-exit P-exit Q-enter Z-enter");
    go_to(s, K, "Z-exit Q-exit O-exit K-enter");
    scene_close(s);
}

// "If S is active nothing happens."
static void goto_an_active_state(void **state) {
    scene *s = open_plain();
    go_to(s, B, "root-enter L-enter B-enter");
    go_to(s, B, "");
    go_to(s, L, "");
    expect_active(s, "B");
    scene_close(s);
}

// Each composite that is left follows its own leave.
static void goto_follows_leave(void **state) {
    static const struct {
        wits_leave leave;
        const char *out, *back;
    } rows[] = {
        {WITS_LEAVE_RESET, "B-exit L-exit K-enter", "K-exit L-enter A-enter"},
        {WITS_LEAVE_RESUME, "B-exit L-exit K-enter", "K-exit L-enter B-enter"},
        {WITS_LEAVE_SUSPEND, "L-exit K-enter", "K-exit L-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_with(rows[i].leave, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
        go_to(s, B, "root-enter L-enter B-enter");
        go_to(s, K, rows[i].out);
        go_to(s, L, rows[i].back);
        scene_close(s);
    }
}

// goto to a composite that is active and empty: it is active, so nothing happens; to a child of it: the child enters.
static void goto_into_an_empty_composite(void **state) {
    scene *s = open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_ON_DECIDE, WITS_KIND_FSM);
    start(s, "root-enter L-enter");
    go_to(s, L, "");
    go_to(s, B, "B-enter");
    scene_close(s);
}

// In an active parallel, goto changes only the region on the path.
static void goto_in_a_parallel(void **state) {
    scene *s = open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW, WITS_KIND_PARALLEL);
    go_to(s, Y, "root-enter O-enter P-enter Y-enter Q-enter Z-enter");
    go_to(s, X, "Y-exit X-enter");
    expect_active(s, "X Z");
    go_to(s, K, "Z-exit Q-exit X-exit P-exit O-exit K-enter");
    scene_close(s);
}

// "restart S is goto S, but if S is active it is a transition from S to S with reenter."
static void restart_of_an_active_state(void **state) {
    scene *s = open_plain();
    go_to(s, B, "root-enter L-enter B-enter");
    restart(s, B, "B-exit B-enter");
    restart(s, L, "B-exit L-exit L-enter A-enter");
    restart(s, Q, "A-exit L-exit O-enter Q-enter Z-enter");
    scene_close(s);
}

// "Memory follows leave, as in any transition."
static void restart_follows_leave(void **state) {
    static const struct {
        wits_leave leave;
        const char *log, *active;
    } rows[] = {
        {WITS_LEAVE_RESET, "B-exit L-exit L-enter A-enter", "A"},
        {WITS_LEAVE_RESUME, "B-exit L-exit L-enter B-enter", "B"},
        {WITS_LEAVE_SUSPEND, "L-exit L-enter", "B"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_with(rows[i].leave, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
        go_to(s, B, "root-enter L-enter B-enter");
        restart(s, L, rows[i].log);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// A restarted region is entered again; the others stay.
static void restart_of_a_region(void **state) {
    scene *s = open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW, WITS_KIND_PARALLEL);
    go_to(s, Y, "root-enter O-enter P-enter Y-enter Q-enter Z-enter");
    restart(s, P, "Y-exit P-exit P-enter X-enter");
    expect_active(s, "X Z");
    scene_close(s);
}

// set_state activates, without any action, S, its ancestors and the initial chain below.
static void place_runs_nothing(void **state) {
    scene *s = open_plain();
    place(s, O);
    expect_active(s, "X");
    place(s, B);
    expect_active(s, "B");
    place(s, K);
    expect_active(s, "K");
    stop(s, "K-exit root-exit");
    scene_close(s);
}

// The other regions of parallels on the path, and the initial chain below each.
static void place_in_a_parallel(void **state) {
    scene *s = open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW, WITS_KIND_PARALLEL);
    place(s, Y);
    expect_active(s, "Y Z");
    place(s, Q);
    expect_active(s, "X Z");
    scene_close(s);
}

// The chain stops at an on_decide composite, S included.
static void place_stops_at_on_decide(void **state) {
    scene *s = open_with(WITS_LEAVE_RESET, WITS_ACTIVATION_ON_DECIDE, WITS_KIND_FSM);
    place(s, L);
    expect_active(s, "L");
    pass(s, "A-enter");
    place(s, B);
    expect_active(s, "B");
    scene_close(s);
}

// set_state forgets everything but pending events.
static void place_forgets(void **state) {
    for (int i = 0; i < 2; i++) {
        scene *s = open_with(i == 0 ? WITS_LEAVE_RESUME : WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
        go_to(s, B, "root-enter L-enter B-enter");
        go_to(s, K, i == 0 ? "B-exit L-exit K-enter" : "L-exit K-enter");
        event(s, 0);
        place(s, K);
        expect_pending(s, 0, true);
        go_to(s, L, "K-exit L-enter A-enter");
        scene_close(s);
    }
}

// "stop exits everything active, innermost first."
static void stop_exits_everything(void **state) {
    scene *s = open_with(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW, WITS_KIND_PARALLEL);
    start(s, "root-enter L-enter A-enter");
    stop(s, "A-exit L-exit root-exit");
    assert_false(wits_is_started(s->brain, s->agents[0]));
    go_to(s, O, "root-enter O-enter P-enter X-enter Q-enter Z-enter");
    stop(s, "Z-exit Q-exit X-exit P-exit O-exit root-exit");
    expect_active(s, "");
    scene_close(s);
}

// "Kept children are dropped without exit; everything but pending events is forgotten."
static void stop_drops_what_is_kept(void **state) {
    scene *s = open_with(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
    go_to(s, B, "root-enter L-enter B-enter");
    go_to(s, K, "L-exit K-enter");
    stop(s, "K-exit root-exit");
    for (size_t i = 0; i < wits_agent_size(s->brain); i++) {
        assert_int_equal(s->agents[0][i], 0);
    }
    start(s, "root-enter L-enter A-enter");
    go_to(s, K, "L-exit K-enter");
    event(s, 0);
    stop(s, "K-exit root-exit");
    expect_pending(s, 0, true);
    scene_close(s);
}

// The child of a resume composite is forgotten by stop, too.
static void stop_forgets_what_is_remembered(void **state) {
    scene *s = open_with(WITS_LEAVE_RESUME, WITS_ACTIVATION_NOW, WITS_KIND_FSM);
    go_to(s, B, "root-enter L-enter B-enter");
    stop(s, "B-exit L-exit root-exit");
    start(s, "root-enter L-enter A-enter");
    scene_close(s);
}

// On a stopped agent goto and restart enter the root and the path to S.
static void goto_and_restart_on_a_stopped_agent(void **state) {
    scene *s = open_plain();
    go_to(s, Y, "root-enter O-enter P-enter Y-enter");
    stop(s, "Y-exit P-exit O-exit root-exit");
    restart(s, Y, "root-enter O-enter P-enter Y-enter");
    stop(s, "Y-exit P-exit O-exit root-exit");
    go_to(s, O, "root-enter O-enter P-enter X-enter");
    scene_close(s);
}

// "Every state of the way is entered, with its actions, also through a silent composite."
static void goto_on_a_stopped_agent_through_silent(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .activation = WITS_ACTIVATION_SILENT, .enter = "log"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_SILENT},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    go_to(s, B, "root-enter L-enter B-enter");
    stop(s, "B-exit L-exit");
    go_to(s, L, "root-enter L-enter");
    expect_active(s, "A");
    scene_close(s);
}

// "decide only clears the pending events; update and stop do nothing."
static void other_calls_on_a_stopped_agent(void **state) {
    scene *s = open_plain();
    event(s, 0);
    update(s, "");
    stop(s, "");
    expect_pending(s, 0, true);
    decide(s, ~UINT64_C(0), "");
    expect_pending(s, 0, false);
    assert_false(wits_is_started(s->brain, s->agents[0]));
    tick(s, ~UINT64_C(0), "");
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------------- clocks

static int elapsed_seen[8];

static void note_elapsed(void *context, const wits_call *call) {
    log_action(context, call);
    elapsed_seen[call->kind] = (int)wits_call_elapsed(call);
}

static const wits_function note_functions[] = {{.name = "note", .action = note_elapsed}};

enum { TOP, CL, CA, CB, CK };

static scene *open_clocks(wits_leave leave, wits_activation activation) {
    const wits_state_desc states[] = {
        [TOP] = {.name = "root", .timed = true},
        [CL] = {.name = "L", .leave = leave, .activation = activation, .timed = true},
        [CA] = {.name = "A", 1, .enter = "note", .exit = "note", .update = "note", .timed = true},
        [CB] = {.name = "B", 1, .timed = true},
        [CK] = {.name = "K", .timed = true},
    };
    static const wits_transition_desc transitions[] = {{.from = CL, .to = CK},
                                                       {.from = CK, .to = CL},
                                                       {.from = CA, .to = CB, .run = "note"},
                                                       {.from = CL, .to = CB, .any = true, .run = "note"}};
    return scene_open_in(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(note_functions)}, ONLY_NOW);
}

// A state's clock starts when it becomes active, in whatever way: entered, silently, by set_state.
static void clock_starts(void **state) {
    scene *s = open_clocks(WITS_LEAVE_RESET, WITS_ACTIVATION_SILENT);
    s->tick = 100;
    start(s, "L-enter");
    s->tick = 103;
    expect_elapsed(s, TOP, 3);
    expect_elapsed(s, CL, 3);
    expect_elapsed(s, CA, 3);
    take(s, 2, "A-exit t2 B-enter");
    s->tick = 110;
    expect_elapsed(s, CB, 7);
    expect_elapsed(s, CL, 10);
    place(s, CA);
    s->tick = 112;
    expect_elapsed(s, CA, 2);
    expect_elapsed(s, TOP, 2);
    scene_close(s);
}

// 0 for a state that is not active, and the clock restarts with each activation.
static void clock_of_a_state_that_is_not_active(void **state) {
    scene *s = open_clocks(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW);
    start(s, "L-enter A-enter");
    s->tick = 5;
    go_to(s, CK, "A-exit L-exit K-enter");
    s->tick = 8;
    expect_elapsed(s, CL, 0);
    expect_elapsed(s, CA, 0);
    go_to(s, CL, "K-exit L-enter A-enter");
    s->tick = 9;
    expect_elapsed(s, CA, 1);
    scene_close(s);
}

// The clock of a kept state stops, but not that of one that exits and enters.
static void clock_stands_still_while_kept(void **state) {
    scene *s = open_clocks(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW);
    start(s, "L-enter A-enter");
    s->tick = 7;
    take(s, 0, "L-exit t0 K-enter");
    s->tick = 50;
    expect_elapsed(s, CA, 0);
    take(s, 1, "K-exit t1 L-enter");
    expect_elapsed(s, CL, 0);
    expect_elapsed(s, CA, 7);
    s->tick = 53;
    expect_elapsed(s, CL, 3);
    expect_elapsed(s, CA, 10);
    expect_elapsed(s, TOP, 53);
    scene_close(s);
}

// `elapsed` is the source's clock at firing in a transition's action, the exiting state's own clock in exit, and 0 in
// enter.
static void elapsed_in_actions(void **state) {
    scene *s = open_clocks(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW);
    memset(elapsed_seen, 0xFF, sizeof elapsed_seen);
    s->tick = 10;
    start(s, "L-enter A-enter");
    assert_int_equal(elapsed_seen[WITS_ACTION_ENTER], 0);
    s->tick = 14;
    update(s, "A-update L-update");
    assert_int_equal(elapsed_seen[WITS_ACTION_UPDATE], 4);
    s->tick = 16;
    take(s, 2, "A-exit t2 B-enter");
    assert_int_equal(elapsed_seen[WITS_ACTION_EXIT], 6);
    assert_int_equal(elapsed_seen[WITS_ACTION_TRANSITION], 6);
    scene_close(s);
}

// For any transitions elapsed is the active child's (section 8).
static void elapsed_in_an_any_transition(void **state) {
    scene *s = open_clocks(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW);
    start(s, "L-enter A-enter");
    s->tick = 3;
    restart(s, CA, "A-exit A-enter");
    s->tick = 8;
    elapsed_seen[WITS_ACTION_TRANSITION] = -1;
    take(s, 3, "A-exit t3 B-enter");
    assert_int_equal(elapsed_seen[WITS_ACTION_TRANSITION], 5);
    scene_close(s);
}

// A kept child that finally exits: in exit, its own clock, which was stopped.
static void elapsed_in_the_exit_of_a_kept_child(void **state) {
    scene *s = open_clocks(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW);
    start(s, "L-enter A-enter");
    s->tick = 7;
    take(s, 0, "L-exit t0 K-enter");
    s->tick = 50;
    elapsed_seen[WITS_ACTION_EXIT] = -1;
    go_to(s, CB, "K-exit L-enter A-exit B-enter");
    assert_int_equal(elapsed_seen[WITS_ACTION_EXIT], 7);
    scene_close(s);
}

// Differences are taken modulo 2^32: a clock continues when the tick number overflows.
static void clock_runs_on_when_ticks_wrap(void **state) {
    scene *s = open_clocks(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW);
    s->tick = UINT32_MAX - 2;
    start(s, "L-enter A-enter");
    s->tick = 4;
    expect_elapsed(s, CA, 7);
    take(s, 0, "L-exit t0 K-enter");
    s->tick = UINT32_MAX;
    take(s, 1, "K-exit t1 L-enter");
    s->tick = 1;
    expect_elapsed(s, CA, 9);
    scene_close(s);
}

// ----------------------------------------------------------------------------------------- queries from inside actions

/// Logs "A-exit(A L)": the action, and the states that are active while it runs, without the root.
static void log_active(void *context, const wits_call *call) {
    char text[256] = "(";
    log_action(context, call);
    assert_true(wits_call_is_in(call, ROOT));
    for (wits_state_id i = 1; i < wits_state_count(call->brain); i++) {
        if (wits_call_is_in(call, i)) {
            strcat(strcat(text, text[1] == '\0' ? "" : " "), wits_state_name(call->brain, i));
        }
    }
    log_text(context, strcat(text, ")"));
}

static const wits_function active_functions[] = {{.name = "active", .action = log_active}};
#define ACTIVE .enter = "active", .exit = "active", .update = "active"

// "a state is active from its own enter to its own exit, both included."
static void active_from_enter_to_exit(void **state) {
    enum { S0, S, S1, P1, R1, R2, T1 };
    static const wits_state_desc states[] = {
        [S0] = {.name = "root"},
        [S] = {.name = "L", ACTIVE},
        [S1] = {.name = "A", .parent = S, ACTIVE},
        [P1] = {.name = "P", .kind = WITS_KIND_PARALLEL, ACTIVE},
        [R1] = {.name = "R", .parent = P1, ACTIVE},
        [R2] = {.name = "Q", .parent = P1, ACTIVE},
        [T1] = {.name = "X", .parent = R2, ACTIVE},
    };
    static const wits_transition_desc transitions[] = {{.from = S1, .to = T1, .run = "active"},
                                                       {.from = P1, .to = S, .run = "active"}};
    scene *s =
        scene_open_in(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(active_functions)}, ONLY_NOW);
    start(s, "L-enter (L) A-enter (L A)");
    update(s, "A-update (L A) L-update (L A)");
    take(s, 0, "A-exit (L A) L-exit (L) t0 () P-enter (P) R-enter (P R) Q-enter (P R Q) X-enter (P R Q X)");
    take(s, 1, "X-exit (P R Q X) Q-exit (P R Q) R-exit (P R) P-exit (P) t1 () L-enter (L) A-enter (L A)");
    stop(s, "A-exit (L A) L-exit (L)");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_stopped),
        cmocka_unit_test(start_enters_the_root),
        cmocka_unit_test(root_may_be_a_leaf),
        cmocka_unit_test(goto_changes_what_must_change),
        cmocka_unit_test(goto_an_active_state),
        cmocka_unit_test(goto_follows_leave),
        cmocka_unit_test(goto_into_an_empty_composite),
        cmocka_unit_test(goto_in_a_parallel),
        cmocka_unit_test(restart_of_an_active_state),
        cmocka_unit_test(restart_follows_leave),
        cmocka_unit_test(restart_of_a_region),
        cmocka_unit_test(place_runs_nothing),
        cmocka_unit_test(place_in_a_parallel),
        cmocka_unit_test(place_stops_at_on_decide),
        cmocka_unit_test(place_forgets),
        cmocka_unit_test(stop_exits_everything),
        cmocka_unit_test(stop_drops_what_is_kept),
        cmocka_unit_test(stop_forgets_what_is_remembered),
        cmocka_unit_test(goto_and_restart_on_a_stopped_agent),
        cmocka_unit_test(goto_on_a_stopped_agent_through_silent),
        cmocka_unit_test(other_calls_on_a_stopped_agent),
        cmocka_unit_test(clock_starts),
        cmocka_unit_test(clock_of_a_state_that_is_not_active),
        cmocka_unit_test(clock_stands_still_while_kept),
        cmocka_unit_test(elapsed_in_actions),
        cmocka_unit_test(elapsed_in_an_any_transition),
        cmocka_unit_test(elapsed_in_the_exit_of_a_kept_child),
        cmocka_unit_test(clock_runs_on_when_ticks_wrap),
        cmocka_unit_test(active_from_enter_to_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
