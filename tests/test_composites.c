// SPDX-License-Identifier: MIT
// Section 2 of the semantics: which children a composite enters, when, whether enter actions run, and its memory.
#include "support.h"

// ------------------------------------------------------------------------------------------------------------- initial

// `initial`: the first declared child.
static void first_declared_child_is_initial(void **state) {
    enum { ROOT, L, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .enter = "log"},
        [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "root-enter L-enter A-enter");
    expect_active(s, "A");
    scene_close(s);
}

// `initial`: the child entered when nothing is remembered, at every level.
static void initial_is_entered(void **state) {
    enum { ROOT, M, L, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .initial = L}, [M] = {.name = "M"},
        [L] = {.name = "L", .initial = B},       [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter B-enter");
    scene_close(s);
}

// "On a utility without initial: the child that section 6 chooses at that moment, without inertia."
static void utility_chooses_its_first_child(void **state) {
    enum { ROOT, U, A, B, C };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .inertia = 5},
        [A] = {.name = "A", .parent = U, .score = "score"},
        [B] = {.name = "B", .parent = U, .score = "score"},
        [C] = {.name = "C", .parent = U, .score = "score"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->world.scores[A] = 1;
    s->world.scores[B] = 3;
    s->world.scores[C] = 2;
    start(s, "U-enter B-enter");
    scene_close(s);
}

// A utility with `initial` enters that, whatever the scores are.
static void utility_with_initial_enters_it(void **state) {
    enum { ROOT, U, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .initial = B},
        [A] = {.name = "A", .parent = U, .score = "score"},
        [B] = {.name = "B", .parent = U, .score = "score"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->world.scores[A] = 1;
    start(s, "U-enter B-enter");
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// ---------------------------------------------------------------------------------------------------------- activation

// "now: in the same call."
static void activation_now(void **state) {
    enum { ROOT, M, L, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [M] = {.name = "M"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_NOW},
        [A] = {.name = "A", .parent = L},
    };
    static const wits_transition_desc transitions[] = {{.from = M, .to = L}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "M-enter");
    take(s, 0, "M-exit t0 L-enter A-enter");
    scene_close(s);
}

// "on_decide: the composite stays without an active child until the next decision pass reaches it."
static void activation_on_decide(void **state) {
    enum { ROOT, M, L, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [M] = {.name = "M"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        [A] = {.name = "A", .parent = L},
    };
    static const wits_transition_desc transitions[] = {{.from = M, .to = L}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "M-enter");
    take(s, 0, "M-exit t0 L-enter");
    expect_active(s, "L");
    update(s, "L-update");
    pass(s, "A-enter");
    expect_active(s, "A");
    scene_close(s);
}

// On the root, too.
static void activation_on_decide_of_the_root(void **state) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .activation = WITS_ACTIVATION_ON_DECIDE, .enter = "log"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "root-enter");
    expect_active(s, "root");
    pass(s, "A-enter");
    scene_close(s);
}

// silent: activated at once, and no state inside runs its enter. Exits run anyway.
static void activation_silent(void **state) {
    enum { ROOT, M, L, P, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [M] = {.name = "M"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_SILENT},
        [P] = {.name = "P", .parent = L},
        [A] = {.name = "A", .parent = P},
    };
    static const wits_transition_desc transitions[] = {{.from = M, .to = L}, {.from = L, .to = M}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "M-enter");
    take(s, 0, "M-exit t0 L-enter");
    expect_active(s, "A");
    take(s, 1, "A-exit P-exit L-exit t1 M-enter");
    scene_close(s);
}

// The chain stops at an on_decide composite: its child runs enter actions when it is entered later.
static void silent_chain_stops_at_on_decide(void **state) {
    enum { ROOT, L, P, Q, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_SILENT},
        [P] = {.name = "P", .parent = L, .activation = WITS_ACTIVATION_ON_DECIDE},
        [Q] = {.name = "Q", .parent = P},
        [A] = {.name = "A", .parent = Q},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter");
    expect_active(s, "P");
    pass(s, "Q-enter A-enter");
    expect_active(s, "A");
    scene_close(s);
}

// A silent parallel activates all regions and their chains without enter.
static void silent_parallel(void **state) {
    enum { ROOT, P, R, A, Q, X };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .activation = WITS_ACTIVATION_SILENT},
        [R] = {.name = "R", .parent = P},
        [A] = {.name = "A", .parent = R},
        [Q] = {.name = "Q", .parent = P},
        [X] = {.name = "X", .parent = Q},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "P-enter");
    expect_active(s, "A X");
    stop(s, "X-exit Q-exit A-exit R-exit P-exit");
    scene_close(s);
}

// --------------------------------------------------------------------------------------------------------------- leave

enum { ROOT, L, A, B, M };
enum { A_TO_B, L_TO_M, M_TO_L };
static const wits_transition_desc around[] = {{.from = A, .to = B}, {.from = L, .to = M}, {.from = M, .to = L}};

static scene *open_with_leave(wits_leave leave, wits_activation activation) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .leave = leave, .activation = activation},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [M] = {.name = "M"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(around)});
    go_to(s, B, "L-enter B-enter");
    return s;
}

// "reset: it exits; next time initial."
static void leave_reset(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_RESET, WITS_ACTIVATION_NOW);
    take(s, L_TO_M, "B-exit L-exit t1 M-enter");
    take(s, M_TO_L, "M-exit t2 L-enter A-enter");
    scene_close(s);
}

// "resume: it exits; next time it is entered again."
static void leave_resume(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_RESUME, WITS_ACTIVATION_NOW);
    take(s, L_TO_M, "B-exit L-exit t1 M-enter");
    take(s, M_TO_L, "M-exit t2 L-enter B-enter");
    scene_close(s);
}

// suspend: it neither exits now nor enters later: it is kept, and continues where it was.
static void leave_suspend(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_NOW);
    take(s, L_TO_M, "L-exit t1 M-enter");
    expect_active(s, "M");
    assert_false(is_in(s, B));
    take(s, M_TO_L, "M-exit t2 L-enter");
    expect_active(s, "B");
    scene_close(s);
}

// The same when an ancestor is left: the default is reset.
static void leave_from_further_out(void **state) {
    static const struct {
        wits_leave leave;
        const char *out, *back, *active;
    } rows[] = {
        {WITS_LEAVE_RESET, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter A-enter", "A"},
        {WITS_LEAVE_RESUME, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter B-enter", "B"},
        {WITS_LEAVE_SUSPEND, "L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter", "B"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        enum { TOP, OUTER, INNER, FIRST, SECOND, OTHER };
        const wits_state_desc states[] = {
            [TOP] = {.name = "root"},
            [OUTER] = {.name = "O"},
            [INNER] = {.name = "L", .parent = OUTER, .leave = rows[i].leave},
            [FIRST] = {.name = "A", .parent = INNER},
            [SECOND] = {.name = "B", .parent = INNER},
            [OTHER] = {.name = "M"},
        };
        static const wits_transition_desc transitions[] = {{.from = OUTER, .to = OTHER}, {.from = OTHER, .to = OUTER}};
        scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
        go_to(s, SECOND, "O-enter L-enter B-enter");
        take(s, 0, rows[i].out);
        take(s, 1, rows[i].back);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// Each composite has its own leave: the inside of a state exits or is kept by that state's leave, whatever the leave of
// outer states. All nine pairs.
static void leave_of_nested_composites(void **state) {
    static const struct {
        wits_leave outer, inner;
        const char *out, *back, *active;
    } rows[] = {
        // O has the children K (initial) and L; L has A (initial) and B.
        {WITS_LEAVE_RESET, WITS_LEAVE_RESET, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter K-enter", "K"},
        {WITS_LEAVE_RESET, WITS_LEAVE_RESUME, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter K-enter", "K"},
        {WITS_LEAVE_RESET, WITS_LEAVE_SUSPEND, "L-exit O-exit t0 M-enter", "M-exit t1 O-enter K-enter", "K"},
        {WITS_LEAVE_RESUME, WITS_LEAVE_RESET, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter A-enter",
         "A"},
        {WITS_LEAVE_RESUME, WITS_LEAVE_RESUME, "B-exit L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter B-enter",
         "B"},
        {WITS_LEAVE_RESUME, WITS_LEAVE_SUSPEND, "L-exit O-exit t0 M-enter", "M-exit t1 O-enter L-enter", "B"},
        // A kept state continues where it was, with its inside.
        {WITS_LEAVE_SUSPEND, WITS_LEAVE_RESET, "O-exit t0 M-enter", "M-exit t1 O-enter", "B"},
        {WITS_LEAVE_SUSPEND, WITS_LEAVE_RESUME, "O-exit t0 M-enter", "M-exit t1 O-enter", "B"},
        {WITS_LEAVE_SUSPEND, WITS_LEAVE_SUSPEND, "O-exit t0 M-enter", "M-exit t1 O-enter", "B"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        enum { TOP, OUTER, K, INNER, FIRST, SECOND, OTHER };
        const wits_state_desc states[] = {
            [TOP] = {.name = "root"},
            [OUTER] = {.name = "O", .leave = rows[i].outer},
            [K] = {.name = "K", .parent = OUTER},
            [INNER] = {.name = "L", .parent = OUTER, .leave = rows[i].inner},
            [FIRST] = {.name = "A", .parent = INNER},
            [SECOND] = {.name = "B", .parent = INNER},
            [OTHER] = {.name = "M"},
        };
        static const wits_transition_desc transitions[] = {{.from = OUTER, .to = OTHER}, {.from = OTHER, .to = OUTER}};
        scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
        go_to(s, SECOND, "O-enter L-enter B-enter");
        take(s, 0, rows[i].out);
        take(s, 1, rows[i].back);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// A kept state inside a forgotten child still exists when that child is next entered.
static void inner_memory_outlives_outer_reset(void **state) {
    enum { TOP, OUTER, K, INNER, FIRST, SECOND, OTHER };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [OUTER] = {.name = "O"},
        [K] = {.name = "K", .parent = OUTER},
        [INNER] = {.name = "L", .parent = OUTER, .leave = WITS_LEAVE_SUSPEND},
        [FIRST] = {.name = "A", .parent = INNER},
        [SECOND] = {.name = "B", .parent = INNER},
        [OTHER] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = OUTER, .to = OTHER}, {.from = OTHER, .to = OUTER}, {.from = K, .to = INNER}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    go_to(s, SECOND, "O-enter L-enter B-enter");
    take(s, 0, "L-exit O-exit t0 M-enter");
    take(s, 1, "M-exit t1 O-enter K-enter");
    take(s, 2, "K-exit t2 L-enter");
    expect_active(s, "B");
    scene_close(s);
}

// resume with on_decide: the remembered child is entered by the next pass.
static void resume_waits_for_the_pass(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_RESUME, WITS_ACTIVATION_ON_DECIDE);
    take(s, L_TO_M, "B-exit L-exit t1 M-enter");
    take(s, M_TO_L, "M-exit t2 L-enter");
    expect_active(s, "L");
    pass(s, "B-enter");
    scene_close(s);
}

// resume with silent: the remembered child is active without its enter.
static void resume_silently(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_RESUME, WITS_ACTIVATION_SILENT);
    take(s, L_TO_M, "B-exit L-exit t1 M-enter");
    take(s, M_TO_L, "M-exit t2 L-enter");
    expect_active(s, "B");
    scene_close(s);
}

// suspend with on_decide: a kept state continues at once (the worked example of section 9).
static void kept_child_does_not_wait(void **state) {
    scene *s = open_with_leave(WITS_LEAVE_SUSPEND, WITS_ACTIVATION_ON_DECIDE);
    take(s, L_TO_M, "L-exit t1 M-enter");
    take(s, M_TO_L, "M-exit t2 L-enter");
    expect_active(s, "B");
    scene_close(s);
}

// A utility with resume enters the remembered option, not the one with the best score.
static void utility_resumes(void **state) {
    enum { TOP, U, FIRST, SECOND, OTHER };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .leave = WITS_LEAVE_RESUME},
        [FIRST] = {.name = "A", .parent = U, .score = "score"},
        [SECOND] = {.name = "B", .parent = U, .score = "score"},
        [OTHER] = {.name = "M"},
    };
    static const wits_transition_desc transitions[] = {{.from = U, .to = OTHER}, {.from = OTHER, .to = U}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    s->world.scores[SECOND] = 1;
    start(s, "U-enter B-enter");
    take(s, 0, "B-exit U-exit t0 M-enter");
    s->world.scores[FIRST] = 2;
    take(s, 1, "M-exit t1 U-enter B-enter");
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// ---------------------------------------------------------------------------------------------------- any and parallel

// "A composite of kind fsm or utility may carry any transitions: their source is whichever child is active."
static void any_is_from_whichever_child_is_active(void **state) {
    enum { TOP, U, FIRST, SECOND, K };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY},
        [FIRST] = {.name = "A", .parent = U, .score = "score"},
        [SECOND] = {.name = "B", .parent = U, .score = "score"},
        [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = TOP, .to = K, .any = true}, {.from = TOP, .to = U, .any = true}, {.from = U, .to = K, .any = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    s->world.scores[SECOND] = 1;
    start(s, "U-enter B-enter");
    take(s, 0, "B-exit U-exit t0 K-enter");
    take(s, 1, "K-exit t1 U-enter B-enter");
    take(s, 2, "B-exit U-exit t2 K-enter");
    scene_close(s);
}

// "Regions are entered, decided and updated in declared order and exited in reverse."
static void parallel_order(void **state) {
    enum { TOP, P, R, A1, Q, A2, W };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R", .parent = P},
        [A1] = {.name = "A", .parent = R, .decide = "log"},
        [Q] = {.name = "Q", .parent = P},
        [A2] = {.name = "X", .parent = Q, .decide = "log"},
        [W] = {.name = "W", .parent = P, .decide = "log"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter W-enter");
    expect_active(s, "A X W");
    pass(s, "A-decide X-decide W-decide");
    update(s, "A-update R-update X-update Q-update W-update P-update");
    stop(s, "W-exit X-exit Q-exit A-exit R-exit P-exit");
    scene_close(s);
}

// leave: suspend on a parallel keeps all its regions.
static void parallel_suspends(void **state) {
    enum { TOP, P, R, A1, B1, Q, A2, B2, K };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
        [R] = {.name = "R", .parent = P, .leave = WITS_LEAVE_SUSPEND},
        [A1] = {.name = "A", .parent = R},
        [B1] = {.name = "B", .parent = R},
        [Q] = {.name = "Q", .parent = P, .leave = WITS_LEAVE_SUSPEND},
        [A2] = {.name = "X", .parent = Q},
        [B2] = {.name = "Y", .parent = Q},
        [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A1, .to = B1}, {.from = P, .to = K}, {.from = K, .to = P}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    take(s, 0, "A-exit t0 B-enter");
    take(s, 1, "P-exit t1 K-enter");
    take(s, 2, "K-exit t2 P-enter");
    expect_active(s, "B X");
    scene_close(s);
}

// A reset parallel exits its regions, each of which follows its own leave.
static void regions_follow_their_own_leave(void **state) {
    enum { TOP, P, R, A1, B1, Q, A2, B2, K };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R", .parent = P, .leave = WITS_LEAVE_SUSPEND},
        [A1] = {.name = "A", .parent = R},
        [B1] = {.name = "B", .parent = R},
        [Q] = {.name = "Q", .parent = P, .leave = WITS_LEAVE_RESUME},
        [A2] = {.name = "X", .parent = Q},
        [B2] = {.name = "Y", .parent = Q},
        [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A1, .to = B1}, {.from = A2, .to = B2}, {.from = P, .to = K}, {.from = K, .to = P}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    decide(s, ROW(0) | ROW(1), "A-exit t0 B-enter X-exit t1 Y-enter");
    take(s, 2, "Y-exit Q-exit R-exit P-exit t2 K-enter");
    take(s, 3, "K-exit t3 P-enter R-enter Q-enter Y-enter");
    expect_active(s, "B Y");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_declared_child_is_initial),
        cmocka_unit_test(initial_is_entered),
        cmocka_unit_test(utility_chooses_its_first_child),
        cmocka_unit_test(utility_with_initial_enters_it),
        cmocka_unit_test(activation_now),
        cmocka_unit_test(activation_on_decide),
        cmocka_unit_test(activation_on_decide_of_the_root),
        cmocka_unit_test(activation_silent),
        cmocka_unit_test(silent_chain_stops_at_on_decide),
        cmocka_unit_test(silent_parallel),
        cmocka_unit_test(leave_reset),
        cmocka_unit_test(leave_resume),
        cmocka_unit_test(leave_suspend),
        cmocka_unit_test(leave_from_further_out),
        cmocka_unit_test(leave_of_nested_composites),
        cmocka_unit_test(inner_memory_outlives_outer_reset),
        cmocka_unit_test(resume_waits_for_the_pass),
        cmocka_unit_test(resume_silently),
        cmocka_unit_test(kept_child_does_not_wait),
        cmocka_unit_test(utility_resumes),
        cmocka_unit_test(any_is_from_whichever_child_is_active),
        cmocka_unit_test(parallel_order),
        cmocka_unit_test(parallel_suspends),
        cmocka_unit_test(regions_follow_their_own_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
