// SPDX-License-Identifier: MIT
// Section 4 of the semantics: a decision pass.
#include "support.h"

// ------------------------------------------------------------------------------------------------- 1. no active child

// "the child that entering C would make active is entered. The pass ends for C."
static void empty_composite_enters_its_child(void **state) {
    enum { ROOT, L, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE, .initial = B},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L, .decide = "log"},
    };
    static const wits_transition_desc transitions[] = {{.from = B, .to = A}, {.from = L, .to = A, .any = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter");
    decide(s, ROW(0) | ROW(1), "B-enter");
    pass(s, "B-decide");
    take(s, 0, "B-exit t0 A-enter");
    scene_close(s);
}

// One level per pass where composites wait for it.
static void empty_composites_fill_level_by_level(void **state) {
    enum { ROOT, L, P, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        [P] = {.name = "P", .parent = L, .activation = WITS_ACTIVATION_ON_DECIDE},
        [A] = {.name = "A", .parent = P},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter");
    pass(s, "P-enter");
    pass(s, "A-enter");
    pass(s, "");
    scene_close(s);
}

// The update of the same tick is that of the states that are active then.
static void filled_within_a_tick(void **state) {
    enum { ROOT, A, L, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .activation = WITS_ACTIVATION_ON_DECIDE},
        [A] = {.name = "A"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE, .leave = WITS_LEAVE_SUSPEND},
        [B] = {.name = "B", .parent = L},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "");
    tick(s, 0, "A-enter A-update");
    go_to(s, L, "A-exit L-enter");
    tick(s, 0, "B-enter B-update L-update");
    scene_close(s);
}

// Remembered, initial or chosen.
static void empty_utility_chooses(void **state) {
    enum { ROOT, U, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .activation = WITS_ACTIVATION_ON_DECIDE},
        [A] = {.name = "A", .parent = U, .score = "score"},
        [B] = {.name = "B", .parent = U, .score = "score"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "U-enter");
    s->world.scores[B] = 1;
    pass(s, "B-enter");
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------ 2. transitions

// "C's any transitions in declared order, then those of C's active child A in declared order. The first enabled fires."
static void first_enabled_fires(void **state) {
    enum { ROOT, A, B, C };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
        [C] = {.name = "C"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B},
                                                       {.from = A, .to = C},
                                                       {.from = ROOT, .to = B, .any = true},
                                                       {.from = ROOT, .to = C, .any = true}};
    static const struct {
        uint64_t rows;
        const char *log;
    } rows[] = {
        {ROW(0), "A-exit t0 B-enter"},
        {ROW(1), "A-exit t1 C-enter"},
        {ROW(0) | ROW(1), "A-exit t0 B-enter"},
        {ROW(0) | ROW(2), "A-exit t2 B-enter"},
        {ROW(0) | ROW(3), "A-exit t3 C-enter"},
        {ROW(2) | ROW(3), "A-exit t2 B-enter"},
        {0, ""},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
        start(s, "A-enter");
        decide(s, rows[i].rows, rows[i].log);
        scene_close(s);
    }
}

// The source has been active for at least `after` ticks.
static void enabled_after_ticks(void **state) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .after = 3}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    s->tick = 40;
    start(s, "A-enter");
    take(s, 0, "");
    s->tick = 42;
    take(s, 0, "");
    s->tick = 43;
    pass(s, "");
    take(s, 0, "A-exit t0 B-enter");
    scene_close(s);
}

// "after: 10 with a pass every 6 ticks fires at 12."
static void after_is_looked_at_when_a_pass_happens(void **state) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .when = "yes", .after = 10}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "A-enter");
    pass(s, "");
    s->tick = 6;
    pass(s, "");
    s->tick = 12;
    pass(s, "A-exit t0 B-enter");
    scene_close(s);
}

// For an `any` transition the source is the active child, so its clock counts.
static void after_of_an_any_transition(void **state) {
    enum { ROOT, A, B, C };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
        [C] = {.name = "C"},
    };
    static const wits_transition_desc transitions[] = {{.from = ROOT, .to = C, .any = true, .after = 5},
                                                       {.from = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "A-enter");
    s->tick = 4;
    take(s, 1, "A-exit t1 B-enter");
    s->tick = 8;
    take(s, 0, "");
    s->tick = 9;
    take(s, 0, "B-exit t0 C-enter");
    scene_close(s);
}

// The clock of the source that `after` reads was stopped while it was kept.
static void after_counts_no_time_kept(void **state) {
    enum { ROOT, L, A, B, K };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .leave = WITS_LEAVE_SUSPEND},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A, .to = B, .after = 10}, {.from = L, .to = K}, {.from = K, .to = L}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter A-enter");
    s->tick = 6;
    take(s, 1, "L-exit t1 K-enter");
    s->tick = 100;
    take(s, 2, "K-exit t2 L-enter");
    s->tick = 103;
    take(s, 0, "");
    s->tick = 104;
    take(s, 0, "A-exit t0 B-enter");
    scene_close(s);
}

// `after` at its limit, across the overflow of the tick number.
static void after_at_its_limit(void **state) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .when = "yes", .after = WITS_MAX_TICKS}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    const uint32_t begin = 0xC0000000u;
    s->tick = begin;
    start(s, "A-enter");
    s->tick = begin + WITS_MAX_TICKS - 1;
    pass(s, "");
    expect_elapsed(s, A, WITS_MAX_TICKS - 1);
    s->tick++;
    pass(s, "A-exit t0 B-enter");
    scene_close(s);
}

// The transition's event, if it has one, is pending.
static void enabled_by_an_event(void **state) {
    enum { ROOT, A, B };
    enum { BELL, HORN };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A"},
        [B] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .event = "horn", .when = "yes"},
                                                       {.from = B, .to = A, .event = "bell"}};
    static const char *const events[] = {"bell", "horn"};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events)});
    start(s, "A-enter");
    pass(s, "");
    event(s, BELL);
    pass(s, "");
    event(s, HORN);
    pass(s, "A-exit t0 B-enter");
    event(s, BELL);
    pass(s, "");
    event(s, BELL);
    take(s, 1, "B-exit t1 A-enter");
    scene_close(s);
}

// "An any transition whose destination is already on the active path is never enabled (unless reenter)."
static void any_to_the_active_path(void **state) {
    enum { ROOT, L, A, B, K };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [L] = {.name = "L"}, [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L}, [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = ROOT, .to = L, .any = true},
        {.from = ROOT, .to = B, .any = true},
        {.from = ROOT, .to = L, .any = true, .reenter = true},
        {.from = L, .to = B, .any = true, .reenter = true},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter A-enter");
    take(s, 0, "");
    take(s, 1, "A-exit t1 B-enter");
    take(s, 1, "");
    take(s, 2, "B-exit L-exit t2 L-enter A-enter");
    take(s, 3, "A-exit t3 B-enter");
    take(s, 3, "B-exit t3 B-enter");
    go_to(s, K, "B-exit L-exit K-enter");
    take(s, 1, "K-exit t1 L-enter B-enter");
    scene_close(s);
}

// "So an outer transition always beats an inner one, and one pass fires at most one transition on each branch."
static void outer_beats_inner(void **state) {
    enum { ROOT, L, A, B, K };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [L] = {.name = "L"}, [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L}, [K] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A, .to = B}, {.from = L, .to = K}, {.from = K, .to = L}, {.from = B, .to = A}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter A-enter");
    decide(s, ROW(0) | ROW(1), "A-exit L-exit t1 K-enter");
    decide(s, ROW(0) | ROW(2), "K-exit t2 L-enter A-enter");
    decide(s, ROW(0) | ROW(3), "A-exit t0 B-enter");
    decide(s, ROW(0) | ROW(3), "B-exit t3 A-enter");
    scene_close(s);
}

// After a transition fired, no decide actions of the branch run in that pass.
static void decide_actions_wait_for_the_next_pass(void **state) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "A", .decide = "log"},
        [B] = {.name = "B", .decide = "log; log"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "A-enter");
    pass(s, "A-decide");
    take(s, 0, "A-exit t0 B-enter");
    pass(s, "B-decide B-decide");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------- 3. choice and 4. inwards

// "The same pass continues with step 4 for the child that is active now."
static void choice_goes_on_inwards(void **state) {
    enum { ROOT, A, L, X, Y, P, Z, W };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [A] = {.name = "A", .score = "score", .decide = "log"},
        [L] = {.name = "L", .score = "score"},
        [X] = {.name = "X", .parent = L},
        [Y] = {.name = "Y", .parent = L},
        [P] = {.name = "P", .score = "score", .activation = WITS_ACTIVATION_ON_DECIDE},
        [Z] = {.name = "Z", .parent = P, .decide = "log"},
        [W] = {.name = "W", .score = "score", .decide = "log"},
    };
    static const wits_transition_desc transitions[] = {{.from = X, .to = Y}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "A-enter");
    pass(s, "A-decide");
    s->world.scores[W] = 1;
    pass(s, "A-exit W-enter W-decide");
    s->world.scores[L] = 2;
    take(s, 0, "W-exit L-enter X-enter X-exit t0 Y-enter");
    s->world.scores[P] = 3;
    pass(s, "Y-exit L-exit P-enter Z-enter");
    pass(s, "Z-decide");
    scene_close(s);
}

// A transition in a utility ends the pass there: nothing is scored.
static void transition_comes_before_choice(void **state) {
    enum { ROOT, A, B, C };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [A] = {.name = "A", .score = "score"},
        [B] = {.name = "B", .score = "score"},
        [C] = {.name = "C", .score = "score"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "A-enter");
    s->world.scores[C] = 1;
    take(s, 0, "A-exit t0 B-enter");
    pass(s, "B-exit C-enter");
    scene_close(s);
}

// A leaf runs its decide actions. Also the root.
static void leaf_decides(void **state) {
    enum { ROOT, L, A };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L, .decide = "log"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter A-enter");
    pass(s, "A-decide");
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------------ parallel

enum { ROOT, P, R, A, B, Q, X, Y, W, K };
static const wits_state_desc regions[] = {
    [ROOT] = {.name = "root"},
    [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
    [R] = {.name = "R", .parent = P},
    [A] = {.name = "A", .parent = R},
    [B] = {.name = "B", .parent = R},
    [Q] = {.name = "Q", .parent = P},
    [X] = {.name = "X", .parent = Q},
    [Y] = {.name = "Y", .parent = Q},
    [W] = {.name = "W", .parent = P, .decide = "log"},
    [K] = {.name = "K"},
};
enum { A_B, X_Y, R_R, A_K, A_P, A_Y, Q_Q, P_K, W_W, P_B, R_R_REENTER, P_R };
static const wits_transition_desc between[] = {
    {.from = A, .to = B},
    {.from = X, .to = Y},
    {.from = R, .to = R},
    {.from = A, .to = K},
    {.from = A, .to = P},
    {.from = A, .to = Y},
    {.from = Q, .to = Q},
    {.from = P, .to = K},
    {.from = W, .to = W},
    {.from = P, .to = B},
    {.from = R, .to = R, .reenter = true},
    {.from = P, .to = R},
};

static scene *open_regions(void) {
    scene *s = scene_open(&(wits_desc){STATES(regions), TRANSITIONS(between)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter W-enter");
    return s;
}

// Step 2 (each region's own transitions) and 4 are done region by region, both of one region before the next.
static void region_by_region(void **state) {
    scene *s = open_regions();
    decide(s, ROW(A_B) | ROW(X_Y), "A-exit t0 B-enter X-exit t1 Y-enter W-decide");
    scene_close(s);
    s = open_regions();
    decide(s, ROW(A_B) | ROW(Q_Q), "A-exit t0 B-enter t6 W-decide");
    scene_close(s);
    s = open_regions();
    decide(s, ROW(R_R) | ROW(A_B) | ROW(X_Y) | ROW(Q_Q), "t2 t6 W-decide");
    scene_close(s);
    s = open_regions();
    decide(s, ROW(W_W) | ROW(X_Y), "X-exit t1 Y-enter t8");
    scene_close(s);
}

// A region that is entered again by its own transition is ignored by the rest of the pass; the others are not.
static void region_enters_itself_again(void **state) {
    scene *s = open_regions();
    decide(s, ROW(R_R_REENTER) | ROW(A_B) | ROW(X_Y), "A-exit R-exit t10 R-enter A-enter X-exit t1 Y-enter W-decide");
    scene_close(s);
}

// "When a transition has left the parallel, the pass ends for its remaining regions."
static void pass_ends_when_the_parallel_is_left(void **state) {
    scene *s = open_regions();
    decide(s, ROW(A_K) | ROW(X_Y), "W-exit X-exit Q-exit A-exit R-exit P-exit t3 K-enter");
    scene_close(s);
}

// "even to come back".
static void pass_ends_when_the_parallel_is_left_to_come_back(void **state) {
    scene *s = open_regions();
    decide(s, ROW(A_Y) | ROW(X_Y),
           "W-exit X-exit Q-exit A-exit R-exit P-exit t5 P-enter R-enter A-enter Q-enter Y-enter W-enter");
    scene_close(s);
}

// Likewise if it entered its regions again.
static void pass_ends_when_the_regions_are_entered_anew(void **state) {
    scene *s = open_regions();
    decide(s, ROW(A_P) | ROW(X_Y), "W-exit X-exit Q-exit A-exit R-exit t4 R-enter A-enter Q-enter X-enter W-enter");
    scene_close(s);
}

// A region's actions before another region left the parallel are not undone.
static void regions_before_have_decided(void **state) {
    enum { TOP, PAR, R1, A1, B1, R2, A2, OUT };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [PAR] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = PAR},
        [A1] = {.name = "A", .parent = R1},
        [B1] = {.name = "B", .parent = R1},
        [R2] = {.name = "Q", .parent = PAR},
        [A2] = {.name = "X", .parent = R2},
        [OUT] = {.name = "K"},
    };
    static const wits_transition_desc transitions[] = {{.from = A1, .to = B1}, {.from = A2, .to = OUT}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    decide(s, ROW(0) | ROW(1), "A-exit t0 B-enter X-exit Q-exit B-exit R-exit P-exit t1 K-enter");
    scene_close(s);
}

// A transition of the parallel itself is outer to all its regions.
static void transition_of_the_parallel_beats_its_regions(void **state) {
    scene *s = open_regions();
    decide(s, ROW(P_K) | ROW(A_B) | ROW(X_Y), "W-exit X-exit Q-exit A-exit R-exit P-exit t7 K-enter");
    scene_close(s);
    s = open_regions();
    decide(s, ROW(P_B) | ROW(X_Y), "A-exit t9 B-enter");
    scene_close(s);
    s = open_regions();
    decide(s, ROW(P_R) | ROW(X_Y), "A-exit t11 A-enter");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_composite_enters_its_child),
        cmocka_unit_test(empty_composites_fill_level_by_level),
        cmocka_unit_test(filled_within_a_tick),
        cmocka_unit_test(empty_utility_chooses),
        cmocka_unit_test(first_enabled_fires),
        cmocka_unit_test(enabled_after_ticks),
        cmocka_unit_test(after_is_looked_at_when_a_pass_happens),
        cmocka_unit_test(after_of_an_any_transition),
        cmocka_unit_test(after_counts_no_time_kept),
        cmocka_unit_test(after_at_its_limit),
        cmocka_unit_test(enabled_by_an_event),
        cmocka_unit_test(any_to_the_active_path),
        cmocka_unit_test(outer_beats_inner),
        cmocka_unit_test(decide_actions_wait_for_the_next_pass),
        cmocka_unit_test(choice_goes_on_inwards),
        cmocka_unit_test(transition_comes_before_choice),
        cmocka_unit_test(leaf_decides),
        cmocka_unit_test(region_by_region),
        cmocka_unit_test(region_enters_itself_again),
        cmocka_unit_test(pass_ends_when_the_parallel_is_left),
        cmocka_unit_test(pass_ends_when_the_parallel_is_left_to_come_back),
        cmocka_unit_test(pass_ends_when_the_regions_are_entered_anew),
        cmocka_unit_test(regions_before_have_decided),
        cmocka_unit_test(transition_of_the_parallel_beats_its_regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
