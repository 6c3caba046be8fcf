// SPDX-License-Identifier: MIT
// States that end: docs/semantics.md, section 14. Each test reads like a sentence of it.
#include "support.h"

#include <math.h>

static bool is_done(const scene *s, wits_state_id state) {
    world copy = s->world;
    const wits_frame frame = {.tick = s->tick, .agent = s->id, .context = &copy, .functions = s->functions};
    return wits_is_done(s->brain, s->agents[WITS_MODE_NOW], &frame, state);
}

// ------------------------------------------------------------------------------------------------ when a state is done

// Root with M, an fsm with A and B, and with K.
enum { ROOT, M, A, B, K };

static scene *open_machine(wits_state_desc m, wits_state_desc a, wits_state_desc b) {
    wits_state_desc states[] = {[ROOT] = {.name = "root"}, [M] = m, [A] = a, [B] = b, [K] = {.name = "K"}};
    static const wits_transition_desc transitions[] = {
        {.from = A, .to = B}, {.from = B, .to = A}, {.from = M, .to = K}, {.from = K, .to = M}};
    states[M].name = "M";
    states[A].name = "A";
    states[B].name = "B";
    states[A].parent = states[B].parent = M;
    return scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
}

static const wits_state_desc plain = {.name = NULL};

static void a_leaf_is_done_when_it_has_lasted(void **state) {
    scene *s = open_machine(plain, (wits_state_desc){.lasts = 3}, plain);
    s->tick = 0xFFFFFFFEu;  // clocks continue beyond the last tick
    start(s, "M-enter A-enter");
    assert_false(is_done(s, A));
    s->tick = 0;
    assert_false(is_done(s, A));
    s->tick = 1;
    assert_true(is_done(s, A));
    s->tick = 100;
    assert_true(is_done(s, A));
    scene_close(s);
}

static void or_when_its_condition_holds(void **state) {
    scene *s = open_machine(plain, (wits_state_desc){.lasts = 10, .done = "elapsed >= 2 and yes()"}, plain);
    start(s, "M-enter A-enter");
    assert_false(is_done(s, A));
    s->tick = 2;
    assert_true(is_done(s, A));
    scene_close(s);
}

static void a_state_that_is_not_active_is_not_done(void **state) {
    scene *s = open_machine(plain, (wits_state_desc){.done = "true"}, plain);
    assert_false(is_done(s, A));
    start(s, "M-enter A-enter");
    assert_true(is_done(s, A));
    take(s, 0, "A-exit t0 B-enter");
    assert_false(is_done(s, A));
    scene_close(s);
}

static void nor_is_one_that_is_kept(void **state) {
    scene *s = open_machine((wits_state_desc){.leave = WITS_LEAVE_SUSPEND}, (wits_state_desc){.lasts = 1}, plain);
    start(s, "M-enter A-enter");
    s->tick = 5;
    assert_true(is_done(s, A));
    take(s, 2, "M-exit t2 K-enter");
    assert_false(is_done(s, A));
    s->tick = 6;
    take(s, 3, "K-exit t3 M-enter");
    assert_true(is_done(s, A));
    scene_close(s);
}

static void a_machine_is_done_in_a_final_child(void **state) {
    scene *s = open_machine(plain, plain, (wits_state_desc){.final = true});
    start(s, "M-enter A-enter");
    assert_false(is_done(s, M));
    take(s, 0, "A-exit t0 B-enter");
    assert_true(is_done(s, M));
    assert_false(is_done(s, B));  // it does not make itself done
    scene_close(s);
}

static void a_final_child_that_is_able_to_be_done_must_be(void **state) {
    scene *s = open_machine(plain, plain, (wits_state_desc){.final = true, .lasts = 4});
    start(s, "M-enter A-enter");
    take(s, 0, "A-exit t0 B-enter");
    assert_false(is_done(s, M));
    s->tick = 4;
    assert_true(is_done(s, B));
    assert_true(is_done(s, M));
    scene_close(s);
}

static void a_machine_may_say_so_itself(void **state) {
    scene *s = open_machine((wits_state_desc){.lasts = 6}, plain, (wits_state_desc){.final = true, .lasts = 4});
    start(s, "M-enter A-enter");
    s->tick = 6;
    assert_false(is_done(s, A));
    assert_true(is_done(s, M));
    scene_close(s);
}

// Root P with the regions R (leaves X and Y) and S.
static void a_parallel_is_done_when_all_regions_are(void **state) {
    enum { P, R, X, Y, S };
    static const wits_state_desc states[] = {
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R", .parent = P},
        [X] = {.name = "X", .parent = R},
        [Y] = {.name = "Y", .parent = R, .final = true},
        [S] = {.name = "S", .lasts = 5},
    };
    static const wits_transition_desc transitions[] = {{.from = X, .to = Y}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "R-enter X-enter S-enter");
    s->tick = 5;
    assert_true(is_done(s, S));
    assert_false(is_done(s, P));
    take(s, 0, "X-exit t0 Y-enter");
    assert_true(is_done(s, P));
    scene_close(s);
}

static void a_parallel_with_a_region_that_cannot_is_never_done(void **state) {
    enum { P, R, S };
    static const wits_state_desc states[] = {
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL}, [R] = {.name = "R"}, [S] = {.name = "S", .done = "true"}};
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "R-enter S-enter");
    assert_true(is_done(s, S));
    assert_false(is_done(s, P));
    scene_close(s);
}

// --------------------------------------------------------------------------------------------------------- ends forget

static void a_resumed_machine_forgets_the_child_that_ended_it(void **state) {
    const wits_state_desc last = {.final = true, .lasts = 4};
    scene *s = open_machine((wits_state_desc){.leave = WITS_LEAVE_RESUME}, plain, last);
    start(s, "M-enter A-enter");
    take(s, 0, "A-exit t0 B-enter");
    take(s, 2, "B-exit M-exit t2 K-enter");
    take(s, 3, "K-exit t3 M-enter B-enter");  // it was not done
    s->tick = 4;
    take(s, 2, "B-exit M-exit t2 K-enter");
    take(s, 3, "K-exit t3 M-enter A-enter");
    scene_close(s);
}

static void a_suspended_machine_exits_the_child_that_ended_it(void **state) {
    const wits_state_desc last = {.final = true, .lasts = 4};
    scene *s = open_machine((wits_state_desc){.leave = WITS_LEAVE_SUSPEND}, plain, last);
    start(s, "M-enter A-enter");
    take(s, 0, "A-exit t0 B-enter");
    take(s, 2, "M-exit t2 K-enter");
    s->tick = 100;  // its clock is stopped
    take(s, 3, "K-exit t3 M-enter");
    s->tick = 104;
    take(s, 2, "B-exit M-exit t2 K-enter");
    take(s, 3, "K-exit t3 M-enter A-enter");
    scene_close(s);
}

static void a_final_child_that_says_nothing_of_itself_is_forgotten_always(void **state) {
    const wits_state_desc last = {.final = true};
    for (wits_leave leave = WITS_LEAVE_RESUME; leave <= WITS_LEAVE_SUSPEND; leave++) {
        scene *s = open_machine((wits_state_desc){.leave = leave}, plain, last);
        start(s, "M-enter A-enter");
        take(s, 0, "A-exit t0 B-enter");
        take(s, 2, "B-exit M-exit t2 K-enter");
        take(s, 3, "K-exit t3 M-enter A-enter");
        scene_close(s);
    }
}

static void a_machine_that_is_done_by_its_own_condition_follows_its_leave(void **state) {
    scene *s = open_machine((wits_state_desc){.leave = WITS_LEAVE_SUSPEND, .done = "true"}, plain, plain);
    start(s, "M-enter A-enter");
    take(s, 0, "A-exit t0 B-enter");
    assert_true(is_done(s, M));
    take(s, 2, "M-exit t2 K-enter");
    take(s, 3, "K-exit t3 M-enter");
    scene_close(s);
}

// `done` is evaluated before anything inside exits: later, N would not be active any more.
static void it_is_asked_before_what_is_inside_exits(void **state) {
    enum { R, L, Z, N, I, O };
    static const wits_state_desc states[] = {
        [R] = {.name = "root"},           [L] = {.name = "L", .leave = WITS_LEAVE_RESUME},
        [Z] = {.name = "Z", .parent = L}, [N] = {.name = "N", .parent = L, .final = true, .done = "in(I)"},
        [I] = {.name = "I", .parent = N}, [O] = {.name = "O", .parent = R},
    };
    static const wits_transition_desc transitions[] = {
        {.from = L, .to = O}, {.from = O, .to = L}, {.from = I, .to = O}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    go_to(s, N, "L-enter N-enter I-enter");
    take(s, 0, "I-exit N-exit L-exit t0 O-enter");
    take(s, 1, "O-exit t1 L-enter Z-enter");
    go_to(s, N, "Z-exit N-enter I-enter");
    take(s, 2, "I-exit N-exit L-exit t2 O-enter");  // from inside, which counts as left, too
    take(s, 1, "O-exit t1 L-enter Z-enter");
    assert_true(wits_agent_is_valid(s->brain, s->agents[0], wits_agent_size(s->brain)));
    scene_close(s);
}

// ----------------------------------------------------------------------------------------------------- queries of done

// The text `done` in transitions. In `any` transitions it is the active child's.
static void a_transition_asks_its_source(void **state) {
    enum { R, S, T };
    static const wits_state_desc states[] = {
        [R] = {.name = "root"}, [S] = {.name = "S", .lasts = 3}, [T] = {.name = "T", .lasts = 2}};
    static const wits_transition_desc transitions[] = {{.from = S, .to = T, .when = "done and not asked()"},
                                                       {.from = R, .to = S, .when = "done", .any = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "S-enter");
    s->tick = 2;
    pass(s, "");
    s->tick = 3;
    pass(s, "S-exit t0 T-enter");
    s->tick = 4;
    pass(s, "");
    s->tick = 5;
    pass(s, "T-exit t1 S-enter");
    scene_close(s);
}

static void a_step_asks_its_leaf(void **state) {
    enum { R, S, T };
    static const wits_state_desc states[] = {
        [R] = {.name = "root"}, [S] = {.name = "S", .lasts = 1}, [T] = {.name = "T"}};
    static const wits_step_desc steps[] = {{.of = S, .when = "done", .to = T}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
    start(s, "S-enter");
    update(s, "S-update");
    s->tick = 1;
    update(s, "S-update s0 S-exit T-enter");
    scene_close(s);
}

// An outer state is evaluated first, so it sees that an inner state is done one pass later for each level between them.
static void an_end_inside_is_seen_one_pass_later_at_each_level_out(void **state) {
    enum { R, L, X, Y, O };
    static const wits_state_desc states[] = {
        [R] = {.name = "root"},
        [L] = {.name = "L"},
        [X] = {.name = "X", .parent = L, .lasts = 1},
        [Y] = {.name = "Y", .parent = L, .final = true},
        [O] = {.name = "O"},
    };
    static const wits_transition_desc transitions[] = {{.from = L, .to = O, .when = "done"},
                                                       {.from = X, .to = Y, .when = "done"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter X-enter");
    s->tick = 1;
    pass(s, "X-exit t1 Y-enter");
    pass(s, "Y-exit L-exit t0 O-enter");
    scene_close(s);
}

// A field of this name takes precedence over the query.
static void a_field_called_done_is_a_field(void **state) {
    enum { R, S, T };
    static const wits_state_desc states[] = {[R] = {.name = "root"}, [S] = {.name = "S"}, [T] = {.name = "T"}};
    static const wits_transition_desc transitions[] = {{.from = S, .to = T, .when = "done"}};
    static const wits_field_desc fields[] = {{.name = "done", .type = WITS_TYPE_BOOL}};
    const wits_desc desc = {STATES(states), TRANSITIONS(transitions), .fields = fields, .field_count = 1};
    wits_brain *brain = compile(&desc);
    assert_non_null(brain);
    free(brain);
}

// ------------------------------------------------------------------------------------------------------------- choices

// Root with the utility U: options A2, B2, and a state beside it.
enum { R0, U, A2, B2, K2 };

static const wits_state_desc nothing_of_its_own = {.name = NULL};

static scene *open_options(wits_state_desc u, wits_state_desc a, wits_state_desc b) {
    wits_state_desc states[] = {[R0] = {.name = "root"}, [U] = u, [A2] = a, [B2] = b, [K2] = {.name = "K"}};
    static const wits_transition_desc transitions[] = {
        {.from = U, .to = K2}, {.from = K2, .to = U}, {.from = A2, .to = B2}, {.from = B2, .to = A2}};
    states[U].name = "U";
    states[U].kind = WITS_KIND_UTILITY;
    states[A2].name = "A";
    states[B2].name = "B";
    states[A2].parent = states[B2].parent = U;
    states[A2].score = states[B2].score = "score";
    return scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
}

static void set_scores(scene *s, float a, float b) {
    s->world.scores[A2] = a;
    s->world.scores[B2] = b;
}

static void an_option_that_lasts_is_not_left_before(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2);
    s->tick = 2;
    pass(s, "");
    s->tick = 3;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

static void unless_it_does_not_commit(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3, .commit = WITS_COMMIT_NO}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2);
    pass(s, "A-exit B-enter");
    scene_close(s);
}

static void one_with_a_condition_commits_if_it_says_so(void **state) {
    scene *s =
        open_options(nothing_of_its_own, (wits_state_desc){.done = "tick >= 9", .commit = WITS_COMMIT_YES}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2);
    s->tick = 8;
    pass(s, "");
    s->tick = 9;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

static void a_transition_may_leave_it_all_the_same(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    take(s, 2, "A-exit t2 B-enter");
    scene_close(s);
}

static void hold_is_looked_at_first(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3, .hold = 5}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2);
    s->tick = 4;
    pass(s, "");  // done, and held
    s->tick = 5;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

static void a_done_option_that_wins_again_exits_and_is_entered(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    s->tick = 3;
    pass(s, "A-exit A-enter");
    expect_elapsed(s, A2, 0);
    s->tick = 5;
    pass(s, "");
    s->tick = 6;
    pass(s, "A-exit A-enter");
    scene_close(s);
}

static void it_has_no_inertia_and_wins_no_tie(void **state) {
    const wits_state_desc u = {.inertia = 0.5f};
    scene *s = open_options(u, plain, (wits_state_desc){.lasts = 3});
    set_scores(s, 1, 2);
    start(s, "U-enter B-enter");
    set_scores(s, 1, 1);
    s->tick = 3;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

static void in_top_neither(void **state) {
    const wits_state_desc u = {.select = WITS_SELECT_TOP, .top = 1};
    scene *s = open_options(u, plain, (wits_state_desc){.lasts = 3});
    set_scores(s, 1, 2);
    start(s, "U-enter B-enter");
    set_scores(s, 1, 1);
    s->tick = 3;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

static void with_a_cooldown_it_is_no_candidate(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3, .cooldown = 10}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    s->tick = 3;
    pass(s, "A-exit B-enter");
    s->tick = 12;
    pass(s, "");
    s->tick = 13;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

static void it_is_scored_even_where_every_would_wait_and_that_counts(void **state) {
    scene *s = open_options((wits_state_desc){.every = 10}, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    s->tick = 3;
    set_scores(s, 1, 2);
    pass(s, "A-exit B-enter");
    set_scores(s, 2, 1);
    s->tick = 12;
    pass(s, "");
    s->tick = 13;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// A pass whose choice a commitment prevents has not scored.
static void waiting_does_not_count_as_having_scored(void **state) {
    const wits_state_desc waits = {.done = "false", .commit = WITS_COMMIT_YES};
    scene *s = open_options((wits_state_desc){.every = 5}, waits, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2);
    s->tick = 7;
    pass(s, "");
    take(s, 2, "A-exit t2 B-enter");
    set_scores(s, 2, 1);
    pass(s, "B-exit A-enter");  // 7 ticks after being entered
    scene_close(s);
}

static void without_candidates_the_default_is_chosen_and_entered_again(void **state) {
    const wits_state_desc u = {.default_option = A2, .has_floor = true, .floor = 5};
    scene *s = open_options(u, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 1, 1);
    start(s, "U-enter A-enter");
    s->tick = 3;
    pass(s, "A-exit A-enter");
    scene_close(s);
}

static void without_a_default_the_done_option_stays(void **state) {
    const wits_state_desc u = {.has_floor = true, .floor = 5};
    scene *s = open_options(u, (wits_state_desc){.lasts = 3}, plain);
    set_scores(s, 6, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 1);
    s->tick = 3;
    pass(s, "");
    expect_elapsed(s, A2, 3);
    scene_close(s);
}

// Not done, and no commitment: options compete as usual.
static void an_option_that_is_not_done_keeps_its_inertia(void **state) {
    const wits_state_desc free_to_go = {.lasts = 3, .commit = WITS_COMMIT_NO};
    scene *s = open_options((wits_state_desc){.inertia = 0.5f}, free_to_go, plain);
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 1.25f);
    pass(s, "");
    set_scores(s, 1, 2);
    pass(s, "A-exit B-enter");
    scene_close(s);
}

// An option that is a machine is done in its final child, and forgets that when it is entered again.
static void a_machine_that_is_done_begins_anew(void **state) {
    enum { Root, Fight, Strike, Back, Walk };
    static const wits_state_desc states[] = {
        [Root] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [Fight] = {.name = "Fight", .score = "2", .leave = WITS_LEAVE_RESUME, .commit = WITS_COMMIT_YES},
        [Strike] = {.name = "Strike", .parent = Fight, .lasts = 2},
        [Back] = {.name = "Back", .parent = Fight, .lasts = 1, .final = true},
        [Walk] = {.name = "Walk", .score = "score"},
    };
    static const wits_transition_desc transitions[] = {{.from = Strike, .to = Back, .when = "done"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    s->world.scores[Walk] = 1;
    start(s, "Fight-enter Strike-enter");
    s->world.scores[Walk] = 9;
    s->tick = 2;
    pass(s, "Strike-exit t0 Back-enter");
    s->tick = 3;
    s->world.scores[Walk] = 1;
    pass(s, "Back-exit Fight-exit Fight-enter Strike-enter");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------------------------- traces

static void a_choice_tells_that_its_option_is_done(void **state) {
    scene *s = open_options(nothing_of_its_own, (wits_state_desc){.lasts = 3, .cooldown = 10}, plain);
    wits_trace_record records[16];
    wits_trace trace = {.records = records, .capacity = COUNT(records)};
    set_scores(s, 2, 1);
    start(s, "U-enter A-enter");
    s->tick = 3;
    s->trace = &trace;
    pass(s, "A-exit B-enter");
    uint32_t done = 0, cooling = 0;
    for (uint32_t i = 0; i < trace.count; i++) {
        const wits_trace_record *r = &records[i];
        done += r->kind == WITS_TRACE_DONE && r->state == A2 && r->other == U;
        cooling += r->kind == WITS_TRACE_COOLING && r->state == A2 && r->value == 10.0f;  // the whole cooldown remains
    }
    assert_int_equal(done, 1);
    assert_int_equal(cooling, 1);
    assert_string_equal(wits_trace_name(WITS_TRACE_DONE), "done");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------------------------- errors

static void expect_expression_problem(const wits_desc *desc, const char *text) {
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    assert_int_equal(wits_brain_size(desc, &report), 0);
    assert_int_equal(report.count, 1);
    assert_int_equal(problem.code, WITS_PROBLEM_EXPRESSION);
    assert_string_equal(problem.value, text);
}

static void done_is_an_error_where_nothing_can_be(void **state) {
    static const wits_state_desc states[] = {{.name = "root"}, {.name = "S"}, {.name = "T"}};
    static const wits_transition_desc own[] = {{.from = 1, .to = 2, .when = "done"}};
    static const wits_transition_desc any[] = {{.from = 0, .to = 2, .when = "done", .any = true}};
    static const wits_state_desc acts[] = {{.name = "root", .done = "not done"}};
    expect_expression_problem(&(wits_desc){STATES(states), TRANSITIONS(own)},
                              "'done' is about the source, which cannot finish; give it lasts, done or a final child");
    expect_expression_problem(
        &(wits_desc){STATES(states), TRANSITIONS(any)},
        "'done' is about the active child, and none can finish; give one lasts, done or a final child");
    expect_expression_problem(&(wits_desc){STATES(acts)},
                              "'done' is only allowed in the 'when' of a transition or step");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leaf_is_done_when_it_has_lasted),
        cmocka_unit_test(or_when_its_condition_holds),
        cmocka_unit_test(a_state_that_is_not_active_is_not_done),
        cmocka_unit_test(nor_is_one_that_is_kept),
        cmocka_unit_test(a_machine_is_done_in_a_final_child),
        cmocka_unit_test(a_final_child_that_is_able_to_be_done_must_be),
        cmocka_unit_test(a_machine_may_say_so_itself),
        cmocka_unit_test(a_parallel_is_done_when_all_regions_are),
        cmocka_unit_test(a_parallel_with_a_region_that_cannot_is_never_done),
        cmocka_unit_test(a_resumed_machine_forgets_the_child_that_ended_it),
        cmocka_unit_test(a_suspended_machine_exits_the_child_that_ended_it),
        cmocka_unit_test(a_final_child_that_says_nothing_of_itself_is_forgotten_always),
        cmocka_unit_test(a_machine_that_is_done_by_its_own_condition_follows_its_leave),
        cmocka_unit_test(it_is_asked_before_what_is_inside_exits),
        cmocka_unit_test(a_transition_asks_its_source),
        cmocka_unit_test(a_step_asks_its_leaf),
        cmocka_unit_test(an_end_inside_is_seen_one_pass_later_at_each_level_out),
        cmocka_unit_test(a_field_called_done_is_a_field),
        cmocka_unit_test(an_option_that_lasts_is_not_left_before),
        cmocka_unit_test(unless_it_does_not_commit),
        cmocka_unit_test(one_with_a_condition_commits_if_it_says_so),
        cmocka_unit_test(a_transition_may_leave_it_all_the_same),
        cmocka_unit_test(hold_is_looked_at_first),
        cmocka_unit_test(a_done_option_that_wins_again_exits_and_is_entered),
        cmocka_unit_test(it_has_no_inertia_and_wins_no_tie),
        cmocka_unit_test(in_top_neither),
        cmocka_unit_test(with_a_cooldown_it_is_no_candidate),
        cmocka_unit_test(it_is_scored_even_where_every_would_wait_and_that_counts),
        cmocka_unit_test(waiting_does_not_count_as_having_scored),
        cmocka_unit_test(without_candidates_the_default_is_chosen_and_entered_again),
        cmocka_unit_test(without_a_default_the_done_option_stays),
        cmocka_unit_test(an_option_that_is_not_done_keeps_its_inertia),
        cmocka_unit_test(a_machine_that_is_done_begins_anew),
        cmocka_unit_test(a_choice_tells_that_its_option_is_done),
        cmocka_unit_test(done_is_an_error_where_nothing_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
