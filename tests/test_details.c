// SPDX-License-Identifier: MIT
// Section 12 of docs/semantics.md: details.
#include "support.h"

#include <math.h>

/// Logs "A-exit(A L)": the action, and the states that are active while it runs, without the root.
static void log_active(void *context, const wits_call *call) {
    char text[256] = "(";
    log_action(context, call);
    for (wits_state_id i = 1; i < wits_state_count(call->brain); i++) {
        if (wits_call_is_in(call, i)) {
            strcat(strcat(text, text[1] == '\0' ? "" : " "), wits_state_name(call->brain, i));
        }
    }
    log_text(context, strcat(text, ")"));
}

static void log_elapsed(void *context, const wits_call *call) {
    char text[32];
    log_action(context, call);
    snprintf(text, sizeof text, "%u", (unsigned)wits_call_elapsed(call));
    log_text(context, text);
}

static void log_data(void *context, const wits_call *call) {
    char text[32];
    log_action(context, call);
    snprintf(text, sizeof text, "%u", (unsigned)call->data_size);
    log_text(context, text);
}

static void raise_score_of_last(void *context, const wits_call *call) {
    ((world *)context)->scores[wits_state_count(call->brain) - 1] = 1;
}

static const wits_function functions[] = {
    {.name = "active", .action = log_active},
    {.name = "elapsed", .action = log_elapsed},
    {.name = "data", .action = log_data},
    {.name = "raise_score_of_last", .action = raise_score_of_last},
};

enum { ROOT, L, A, B, M };

// A kept child is dormant from just before that exit until after the composite's next enter.
static void kept_child_is_not_active(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .leave = WITS_LEAVE_SUSPEND, .enter = "active", .exit = "active"},
        [A] = {.name = "A", .parent = L, .exit = "active"},
        [B] = {.name = "B", .parent = L},
        [M] = {.name = "M", .enter = "active"},
    };
    static const wits_transition_desc transitions[] = {{.from = M, .to = L, .run = "active"}};
    scene *s = scene_open_in(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)}, ONLY_NOW);
    start(s, "L-enter (L) A-enter");
    go_to(s, M, "L-exit (L) M-enter (M)");
    take(s, 0, "M-exit t0 () L-enter (L)");
    go_to(s, M, "L-exit (L) M-enter (M)");
    go_to(s, B, "M-exit L-enter (L) A-exit (L A) B-enter");
    scene_close(s);
}

// "In which order do kept regions continue? If one is on the path, it exits first, right after the parallel's enter."
static void kept_region_on_the_way_exits_first(void **state) {
    enum { TOP, P, R, Q, X, Y, K };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
        [R] = {.name = "R", .parent = P},
        [Q] = {.name = "Q", .parent = P},
        [X] = {.name = "X", .parent = Q},
        [Y] = {.name = "Y", .parent = Q},
        [K] = {.name = "K"},
    };
    wits_trace_record records[32];
    wits_trace trace = {records, COUNT(records), 0, 0};
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->trace = &trace;
    start(s, "P-enter R-enter Q-enter X-enter");
    go_to(s, K, "P-exit K-enter");
    trace.count = 0;
    go_to(s, Y, "K-exit P-enter X-exit Q-exit Q-enter Y-enter");
    const wits_trace_kind kinds[] = {WITS_TRACE_FIRED,  WITS_TRACE_EXITED,    WITS_TRACE_ENTERED, WITS_TRACE_EXITED,
                                     WITS_TRACE_EXITED, WITS_TRACE_CONTINUED, WITS_TRACE_ENTERED, WITS_TRACE_ENTERED};
    const wits_state_id rows[] = {TOP, K, P, X, Q, R, Q, Y};
    assert_int_equal(trace.count, COUNT(kinds));
    for (uint32_t i = 0; i < trace.count; i++) {
        assert_int_equal(records[i].kind, kinds[i]);
        assert_int_equal(records[i].state, rows[i]);
    }
    scene_close(s);
}

// "An any transition into its own active child? The child is the source. A destination inside that is not active: the
// child stays. The child itself, or what is active inside it: never, unless reenter."
static void any_into_its_own_child(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [L] = {.name = "L"}, [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L}, [M] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {{.from = ROOT, .to = B, .any = true},
                                                       {.from = ROOT, .to = L, .any = true},
                                                       {.from = ROOT, .to = B, .any = true, .reenter = true},
                                                       {.from = ROOT, .to = L, .any = true, .reenter = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter A-enter");
    decide(s, ROW(0) | ROW(1), "A-exit t0 B-enter");
    decide(s, ROW(0) | ROW(1), "");
    take(s, 2, "B-exit L-exit t2 L-enter B-enter");
    take(s, 3, "B-exit L-exit t3 L-enter A-enter");
    scene_close(s);
}

// "What exits where D stays? D's active child, as if it were the source."
static void what_exits_where_the_source_stays(void **state) {
    enum { TOP, O, P, A1, B1, K };
    for (int i = 0; i < 2; i++) {
        const wits_state_desc states[] = {
            [TOP] = {.name = "root"},
            [O] = {.name = "O", .leave = WITS_LEAVE_SUSPEND},
            [P] = {.name = "P", .parent = O, .leave = i == 0 ? WITS_LEAVE_SUSPEND : WITS_LEAVE_RESUME},
            [A1] = {.name = "A", .parent = P},
            [B1] = {.name = "B", .parent = P},
            [K] = {.name = "K", .parent = O},
        };
        static const wits_transition_desc transitions[] = {{.from = O, .to = K}};
        scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
        go_to(s, B1, "O-enter P-enter B-enter");
        take(s, 0, i == 0 ? "P-exit t0 K-enter" : "B-exit P-exit t0 K-enter");
        go_to(s, P, i == 0 ? "K-exit P-enter" : "K-exit P-enter B-enter");
        expect_active(s, "B");
        scene_close(s);
    }
}

// In mode now, the choice at entering sees what the composite's enter wrote.
static void choice_sees_what_enter_wrote(void **state) {
    enum { TOP, U, A1, B1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .enter = "raise_score_of_last"},
        [A1] = {.name = "A", .parent = U, .score = "score"},
        [B1] = {.name = "B", .parent = U, .score = "score"},
    };
    scene *s = scene_open_in(&(wits_desc){STATES(states), FUNCTIONS(functions)}, ONLY_NOW);
    start(s, "B-enter");
    scene_close(s);
}

// "within 1 and an infinite best score? No option is chosen, as without candidates."
static void within_one_of_infinity(void **state) {
    enum { U, A1, B1 };
    static const wits_state_desc states[] = {
        [U] = {.name = "root", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WITHIN, .within = 1},
        [A1] = {.name = "A", .score = "score"},
        [B1] = {.name = "B", .score = "score"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->world.scores[B1] = INFINITY;
    start(s, "A-enter");
    pass(s, "");
    s->world.scores[B1] = 1e30f;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

/// The option that the documented way of drawing chooses among these weights.
static uint32_t drawn(const float *weights, uint32_t count, float u) {
    float total = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += weights[i];
    }
    const float r = u * total;
    for (uint32_t i = 0; i < count; i++) {
        sum += weights[i];
        if (sum > r) {
            return i;
        }
    }
    return count - 1;
}

// "How is a weighted option drawn? r = u x total, the first option at which the running sum is above r."
static void weighted_options_are_drawn_as_documented(void **state) {
    enum { U, A1, B1, C1 };
    static const wits_state_desc states[] = {
        [U] = {.name = "root", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WEIGHTED},
        [A1] = {.name = "A", .score = "score"},
        [B1] = {.name = "B", .score = "score"},
        [C1] = {.name = "C", .score = "score"},
    };
    static const float weights[] = {0.7f, 1.1f, 0.3f};
    scene *s = scene_open(&(wits_desc){STATES(states)});
    memcpy(&s->world.scores[A1], weights, sizeof weights);
    s->seed = 99;
    for (s->id = 0; s->id < 500; s->id++) {
        static const char *const logs[] = {"A-enter", "B-enter", "C-enter"}, *const exits[] = {"A-exit", "B-exit",
                                                                                               "C-exit"};
        uint32_t option = drawn(weights, 3, wits_random(s->seed, s->id, s->tick, wits_random_stream(s->brain, U)));
        start(s, logs[option]);
        stop(s, exits[option]);
    }
    scene_close(s);
}

// "Private data in a transition's action? Only while the source is still active, that is for a leaf's transition to
// itself without reenter."
static void private_data_in_a_transitions_action(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L, .data_size = 3},
        [B] = {.name = "B", .parent = L, .data_size = 5},
        [M] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = A, .run = "data"},
                                                       {.from = A, .to = A, .run = "data", .reenter = true},
                                                       {.from = A, .to = B, .run = "data"}};
    scene *s = scene_open_in(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)}, ONLY_NOW);
    start(s, "L-enter A-enter");
    take(s, 0, "t0 3");
    take(s, 1, "A-exit t1 0 A-enter");
    take(s, 2, "A-exit t2 0 B-enter");
    scene_close(s);
}

// An action run from a list sees its agent as it is then. elapsed in enter is 0.
static void actions_run_from_a_list(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .enter = "elapsed", .timed = true},
        [A] = {.name = "A", .parent = L, .update = "elapsed", .timed = true},
        [B] = {.name = "B", .parent = L, .enter = "active"},
        [M] = {.name = "M"},
    };
    scene *s = scene_open_in(&(wits_desc){STATES(states), FUNCTIONS(functions)}, 1u << WITS_MODE_DEFERRED);
    start(s, "L-enter 0 A-enter");
    s->tick = 6;
    update(s, "A-update 6 L-update");
    go_to(s, B, "A-exit B-enter (L B)");
    scene_close(s);
}

// "elapsed in enter is 0", also when the record is run at a later tick.
static void enter_run_later_from_a_list(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .enter = "elapsed", .update = "elapsed", .timed = true},
    };
    scene *s = scene_open_in(&(wits_desc){STATES(states), FUNCTIONS(functions)}, ONLY_NOW);
    wits_action_record records[4];
    wits_list list = {records, COUNT(records), 0};
    wits_frame frame = {.context = &s->world, .functions = s->functions, .mode = WITS_MODE_DEFERRED, .list = &list};
    s->world.log = s->logs[0];
    assert_true(wits_start(s->brain, s->agents[0], &frame));
    assert_true(wits_update(s->brain, s->agents[0], &frame));
    frame.tick = 6;
    for (uint32_t i = 0; i < list.count; i++) {
        wits_run_record(s->brain, s->agents[0], &frame, &records[i]);
    }
    assert_string_equal(s->logs[0], "L-enter 0 L-update 6");
    scene_close(s);
}

// "Does wits_set_state need room in the list? No: it runs no action."
static void place_needs_no_room(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    wits_list none = {NULL, 0, 0};
    wits_frame frame = {.functions = s->functions, .mode = WITS_MODE_LISTED, .list = &none};
    assert_true(wits_set_state(s->brain, s->agents[0], &frame, A));
    expect_active(s, "A");
    assert_int_equal(none.count, 0);
    scene_close(s);
}

// An action may start or tick another agent.
static uint8_t other_agent[8];

static void start_another(void *context, const wits_call *call) {
    wits_frame frame = *call->frame;
    frame.agent = 2;
    if (call->frame->agent == 1) {
        wits_start(call->brain, other_agent, &frame);
    }
    log_action(context, call);
}

static void another_agent_from_an_action(void **state) {
    static const wits_function starting[] = {{.name = "start_another", .action = start_another}};
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .enter = "start_another"},
        [A] = {.name = "A", .parent = L},
    };
    scene *s = scene_open_in(&(wits_desc){STATES(states), FUNCTIONS(starting)}, ONLY_NOW);
    memset(other_agent, 0, sizeof other_agent);
    s->id = 1;
    start(s, "L-enter A-enter L-enter A-enter");
    assert_true(wits_is_in(s->brain, other_agent, A));
    scene_close(s);
}

// wits_deepest returns the first deepest active state; WITS_NONE when stopped.
static void the_deepest_state(void **state) {
    enum { TOP, P, R, X, Q, K };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .activation = WITS_ACTIVATION_ON_DECIDE},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R", .parent = P, .activation = WITS_ACTIVATION_ON_DECIDE},
        [X] = {.name = "X", .parent = R},
        [Q] = {.name = "Q", .parent = P},
        [K] = {.name = "K"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    assert_int_equal(wits_deepest(s->brain, s->agents[0]), WITS_NONE);
    start(s, "");
    assert_int_equal(wits_deepest(s->brain, s->agents[0]), TOP);
    pass(s, "P-enter R-enter Q-enter");
    assert_int_equal(wits_deepest(s->brain, s->agents[0]), R);
    pass(s, "X-enter");
    assert_int_equal(wits_deepest(s->brain, s->agents[0]), X);
    place(s, K);
    assert_int_equal(wits_deepest(s->brain, s->agents[0]), K);
    scene_close(s);
}

// The margin of a choice is over the runner-up, which the record names; without one it is the option's own score.
static void the_margin_of_a_choice(void **state) {
    enum { U, A1, B1, C1 };
    static const wits_state_desc states[] = {
        [U] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [A1] = {.name = "A", .score = "score"},
        [B1] = {.name = "B", .score = "score"},
        [C1] = {.name = "C", .score = "score"},
    };
    static const struct {
        float a, b, c, margin;
        uint16_t runner_up;
    } rows[] = {{5, 1, 3, 2, C1}, {5, 4, 3, 1, B1}, {5, NAN, NAN, 5, WITS_NONE}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        wits_trace_record records[16];
        wits_trace trace = {records, COUNT(records), 0, 0};
        scene *s = scene_open(&(wits_desc){STATES(states)});
        place(s, A1);
        s->trace = &trace;
        s->world.scores[A1] = rows[i].a;
        s->world.scores[B1] = rows[i].b;
        s->world.scores[C1] = rows[i].c;
        pass(s, "");
        const wits_trace_record *last = &records[trace.count - 1];
        assert_int_equal(last->kind, WITS_TRACE_CHOSEN);
        assert_int_equal(last->state, A1);
        assert_int_equal(last->other, U);
        assert_int_equal(last->row, rows[i].runner_up);
        assert_true(last->value == rows[i].margin);
        scene_close(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_child_is_not_active),
        cmocka_unit_test(kept_region_on_the_way_exits_first),
        cmocka_unit_test(any_into_its_own_child),
        cmocka_unit_test(what_exits_where_the_source_stays),
        cmocka_unit_test(choice_sees_what_enter_wrote),
        cmocka_unit_test(within_one_of_infinity),
        cmocka_unit_test(weighted_options_are_drawn_as_documented),
        cmocka_unit_test(private_data_in_a_transitions_action),
        cmocka_unit_test(actions_run_from_a_list),
        cmocka_unit_test(enter_run_later_from_a_list),
        cmocka_unit_test(place_needs_no_room),
        cmocka_unit_test(another_agent_from_an_action),
        cmocka_unit_test(the_deepest_state),
        cmocka_unit_test(the_margin_of_a_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
