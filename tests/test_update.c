// SPDX-License-Identifier: MIT
// Section 7 of the semantics: an update pass, and steps.
#include "support.h"

// Root with L (A, B) and P, whose regions are R (C, D) and Q (E, F); K is outside.
enum { ROOT, L, A, B, P, R, C, D, Q, E, F, K };
static const wits_state_desc states[] = {
    [ROOT] = {.name = "root", .update = "log"},
    [L] = {.name = "L"},
    [A] = {.name = "A", .parent = L},
    [B] = {.name = "B", .parent = L},
    [P] = {.name = "P", .kind = WITS_KIND_PARALLEL},
    [R] = {.name = "R", .parent = P},
    [C] = {.name = "C", .parent = R},
    [D] = {.name = "D", .parent = R},
    [Q] = {.name = "Q", .parent = P},
    [E] = {.name = "E", .parent = Q},
    [F] = {.name = "F", .parent = Q},
    [K] = {.name = "K"},
};

// --------------------------------------------------------------------------------------------------------------- order

// inner_first: a state after everything inside it; regions in declared order.
static void inner_first(void **state) {
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter A-enter");
    update(s, "A-update L-update root-update");
    go_to(s, P, "A-exit L-exit P-enter R-enter C-enter Q-enter E-enter");
    update(s, "C-update R-update E-update Q-update P-update root-update");
    scene_close(s);
}

// "or, with update_order: outer_first, before."
static void outer_first(void **state) {
    scene *s = scene_open(&(wits_desc){STATES(states), .update_outer_first = true});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    update(s, "root-update P-update R-update C-update Q-update E-update");
    scene_close(s);
}

// For an empty composite, only itself is updated.
static void empty_composite_is_updated(void **state) {
    enum { ALONE, ONLY };
    static const wits_state_desc empty[] = {
        [ALONE] = {.name = "root"},
        [ONLY] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        {.name = "A", .parent = ONLY},
    };
    scene *s = scene_open(&(wits_desc){STATES(empty)});
    start(s, "L-enter");
    update(s, "L-update");
    scene_close(s);
}

// --------------------------------------------------------------------------------------------------------- steps: rows

// The first rule whose condition holds runs its actions; its destination, if any, is entered as by a transition: the
// actions come first.
static void first_rule_that_holds(void **state) {
    static const wits_step_desc steps[] = {{.of = A, .to = 0}, {.of = A, .to = B}, {.of = A, .to = K}};
    static const struct {
        uint64_t rows;
        const char *log;
    } rows[] = {
        {0, "A-update L-update root-update"},
        {ROW(0), "A-update s0 L-update root-update"},
        {ROW(0) | ROW(1), "A-update s0 L-update root-update"},
        {ROW(1) | ROW(2), "A-update s1 A-exit B-enter L-update root-update"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
        start(s, "L-enter A-enter");
        update_with(s, rows[i].rows, rows[i].log);
        scene_close(s);
    }
}

// A leaf may have steps after its update, in either order; states that steps enter are first updated in the next pass.
static void steps_come_after_the_leafs_update(void **state) {
    static const wits_step_desc steps[] = {{.of = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps), .update_outer_first = true});
    start(s, "L-enter A-enter");
    update_with(s, ROW(0), "root-update L-update A-update s0 A-exit B-enter");
    update(s, "root-update L-update B-update");
    scene_close(s);
}

// "A state that a step of this pass has left before its update is skipped."
static void left_states_are_passed_over(void **state) {
    static const wits_step_desc steps[] = {{.of = A, .to = K}, {.of = C, .to = K}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
    start(s, "L-enter A-enter");
    update_with(s, ROW(0), "A-update s0 A-exit L-exit K-enter root-update");
    go_to(s, P, "K-exit P-enter R-enter C-enter Q-enter E-enter");
    update_with(s, ROW(1), "C-update s1 E-exit Q-exit C-exit R-exit P-exit K-enter root-update");
    scene_close(s);
    s = scene_open(&(wits_desc){STATES(states), STEPS(steps), .update_outer_first = true});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    update_with(s, ROW(1), "root-update P-update R-update C-update s1 E-exit Q-exit C-exit R-exit P-exit K-enter");
    scene_close(s);
}

// Or left and entered again.
static void states_entered_again_are_passed_over(void **state) {
    static const wits_step_desc steps[] = {
        {.of = C, .to = F}, {.of = C, .to = P}, {.of = C, .to = R}, {.of = C, .to = C}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    update_with(s, ROW(0),
                "C-update s0 E-exit Q-exit C-exit R-exit P-exit "
                "P-enter R-enter C-enter Q-enter F-enter root-update");
    update_with(s, ROW(1),
                "C-update s1 F-exit Q-exit C-exit R-exit R-enter C-enter Q-enter E-enter P-update root-update");
    update_with(s, ROW(2), "C-update s2 C-exit C-enter R-update E-update Q-update P-update root-update");
    update_with(s, ROW(3), "C-update s3 R-update E-update Q-update P-update root-update");
    scene_close(s);
}

// Regions step one after another.
static void steps_of_several_regions(void **state) {
    static const wits_step_desc steps[] = {{.of = C, .to = D}, {.of = E, .to = F}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    update_with(s, ROW(0) | ROW(1),
                "C-update s0 C-exit D-enter R-update E-update s1 E-exit F-enter Q-update P-update root-update");
    update_with(s, ROW(0) | ROW(1), "D-update R-update F-update Q-update P-update root-update");
    scene_close(s);
}

// A region that an earlier region's step left runs no steps of its own.
static void steps_of_a_region_that_was_left(void **state) {
    static const wits_step_desc steps[] = {{.of = C, .to = K}, {.of = E, .to = F}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps)});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    update_with(s, ROW(0) | ROW(1), "C-update s0 E-exit Q-exit C-exit R-exit P-exit K-enter root-update");
    scene_close(s);
}

// A step does not decide: no decide actions, no transitions, and events stay pending.
static void steps_leave_events_pending(void **state) {
    static const char *const events[] = {"bell"};
    static const wits_step_desc steps[] = {{.of = A, .run = "log; raise bell", .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), STEPS(steps), EVENTS(events)});
    start(s, "L-enter A-enter");
    update_with(s, ROW(0), "A-update s0 A-exit B-enter L-update root-update");
    expect_pending(s, 0, true);
    pass(s, "");
    expect_pending(s, 0, false);
    scene_close(s);
}

// The root as a leaf may have steps without destinations.
static void steps_of_a_root_that_is_a_leaf(void **state) {
    static const wits_state_desc alone[] = {
        {.name = "root", .update = "log"},
    };
    static const wits_step_desc steps[] = {{.of = 0, .to = 0}, {.of = 0, .to = 0}};
    scene *s = scene_open(&(wits_desc){STATES(alone), STEPS(steps)});
    start(s, "");
    update_with(s, ROW(1), "root-update s1");
    scene_close(s);
}

// ---------------------------------------------------------------------------------------------------- steps: callbacks

// "steps are one callback that does its work and returns the next state, or stay."
static void step_callback(void **state) {
    static const wits_state_desc stepping[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L, .step = "step"},
        [B] = {.name = "B", .parent = L, .step = "step"},
        {.name = "K"},
    };
    enum { OUT = 4 };
    static const wits_step_desc steps[] = {
        {.of = A, .to = B}, {.of = A, .to = OUT}, {.of = B, .to = A}, {.of = A, .to = A}};
    scene *s = scene_open_in(&(wits_desc){STATES(stepping), STEPS(steps)}, ONLY_NOW);
    start(s, "L-enter A-enter");
    update(s, "A-update A-step L-update");
    s->world.next = B;
    update(s, "A-update A-step A-exit B-enter L-update");
    s->world.next = A;
    update(s, "B-update B-step B-exit A-enter L-update");
    update(s, "A-update A-step L-update");
    s->world.next = OUT;
    update(s, "A-update A-step A-exit L-exit K-enter");
    scene_close(s);
}

// Regions with callbacks: states that the first has left are skipped, including their callbacks.
static void step_callbacks_of_regions(void **state) {
    enum { TOP, PAR, R1, R2, R3, OUT };
    static const wits_state_desc stepping[] = {
        [TOP] = {.name = "root"},
        [PAR] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = PAR, .step = "step"},
        [R2] = {.name = "Q", .parent = PAR, .step = "step"},
        [R3] = {.name = "W", .parent = PAR, .step = "step"},
        [OUT] = {.name = "K"},
    };
    static const wits_step_desc steps[] = {{.of = R2, .to = OUT}};
    scene *s = scene_open_in(&(wits_desc){STATES(stepping), STEPS(steps)}, ONLY_NOW);
    start(s, "P-enter R-enter Q-enter W-enter");
    update(s, "R-update R-step Q-update Q-step W-update W-step P-update");
    s->world.next = OUT;
    s->world.next_of = R2;
    update(s, "R-update R-step Q-update Q-step W-exit Q-exit R-exit P-exit K-enter");
    scene_close(s);
}

// A callback without declared destinations can only stay.
static void step_callback_without_destinations(void **state) {
    static const wits_state_desc stepping[] = {
        {.name = "root", .step = "step"},
    };
    scene *s = scene_open_in(&(wits_desc){STATES(stepping)}, ONLY_NOW);
    start(s, "");
    update(s, "root-step");
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------- update_skip_entered

// An update pass skips every state that a decision pass has activated since the last update pass. Here the state was
// entered.
static void entered_states_are_left_out(void **state) {
    static const wits_transition_desc transitions[] = {
        {.from = L, .to = P}, {.from = C, .to = D}, {.from = P, .to = L}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    start(s, "L-enter A-enter");
    update(s, "A-update L-update root-update");
    take(s, 0, "A-exit L-exit t0 P-enter R-enter C-enter Q-enter E-enter");
    update(s, "root-update");
    update(s, "C-update R-update E-update Q-update P-update root-update");
    take(s, 1, "C-exit t1 D-enter");
    update(s, "R-update E-update Q-update P-update root-update");
    update(s, "D-update R-update E-update Q-update P-update root-update");
    scene_close(s);
}

// Several decision passes since the last update pass all count.
static void several_decision_passes(void **state) {
    static const wits_transition_desc transitions[] = {{.from = L, .to = P}, {.from = C, .to = D}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    start(s, "L-enter A-enter");
    take(s, 0, "A-exit L-exit t0 P-enter R-enter C-enter Q-enter E-enter");
    take(s, 1, "C-exit t1 D-enter");
    pass(s, "");
    update(s, "root-update");
    pass(s, "");
    update(s, "D-update R-update E-update Q-update P-update root-update");
    scene_close(s);
}

// Likewise for a state that was activated silently, or continued after being kept.
static void silent_and_continued_states_are_left_out(void **state) {
    for (int i = 0; i < 2; i++) {
        const wits_state_desc quiet[] = {
            {.name = "root"},
            {.name = "M"},
            {.name = "L",
             .activation = i == 0 ? WITS_ACTIVATION_SILENT : WITS_ACTIVATION_NOW,
             .leave = i == 0 ? WITS_LEAVE_RESET : WITS_LEAVE_SUSPEND},
            {.name = "A", .parent = 2},
        };
        static const wits_transition_desc transitions[] = {{.from = 1, .to = 2}};
        scene *s = scene_open(&(wits_desc){STATES(quiet), TRANSITIONS(transitions), .update_skip_entered = true});
        go_to(s, 2, i == 0 ? "L-enter" : "L-enter A-enter");
        update(s, "A-update L-update");
        go_to(s, 1, i == 0 ? "A-exit L-exit M-enter" : "L-exit M-enter");
        take(s, 0, "M-exit t0 L-enter");
        update(s, "");
        update(s, "A-update L-update");
        scene_close(s);
    }
}

// A composite that waited for the pass is updated; states that the pass entered in it are not.
static void child_of_a_waiting_composite(void **state) {
    static const wits_state_desc waiting[] = {
        {.name = "root"},
        {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        {.name = "A", .parent = 1},
    };
    scene *s = scene_open(&(wits_desc){STATES(waiting), .update_skip_entered = true});
    start(s, "L-enter");
    pass(s, "A-enter");
    update(s, "L-update");
    update(s, "A-update L-update");
    scene_close(s);
}

// "(its steps too)".
static void steps_of_entered_states_are_left_out(void **state) {
    static const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    static const wits_step_desc steps[] = {{.of = B, .to = K}};
    scene *s =
        scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), STEPS(steps), .update_skip_entered = true});
    start(s, "L-enter A-enter");
    take(s, 0, "A-exit t0 B-enter");
    update_with(s, ROW(0), "L-update root-update");
    update_with(s, ROW(0), "B-update s0 B-exit L-exit K-enter root-update");
    update(s, "K-update root-update");
    scene_close(s);
}

// start, goto, restart and set_state reset this, also for states that a decision pass had entered before.
static void verbs_leave_nothing_out(void **state) {
    static const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    start(s, "L-enter A-enter");
    update(s, "A-update L-update root-update");
    go_to(s, B, "A-exit B-enter");
    update(s, "B-update L-update root-update");
    go_to(s, A, "B-exit A-enter");
    take(s, 0, "A-exit t0 B-enter");
    restart(s, B, "B-exit B-enter");
    update(s, "B-update L-update root-update");
    go_to(s, A, "B-exit A-enter");
    take(s, 0, "A-exit t0 B-enter");
    place(s, B);
    update(s, "B-update L-update root-update");
    scene_close(s);
}

// A goto beside a newly entered state changes nothing about that state: it is still skipped.
static void goto_beside_an_entered_state(void **state) {
    static const wits_transition_desc transitions[] = {{.from = C, .to = D}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    go_to(s, P, "P-enter R-enter C-enter Q-enter E-enter");
    take(s, 0, "C-exit t0 D-enter");
    go_to(s, F, "E-exit F-enter");
    update(s, "R-update F-update Q-update P-update root-update");
    scene_close(s);
}

// A state that a decision pass entered again, with reenter, is skipped; one that only stayed is not.
static void reentered_states_are_left_out(void **state) {
    static const wits_transition_desc transitions[] = {
        {.from = A, .to = A, .reenter = true}, {.from = A, .to = A}, {.from = A, .to = L}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    start(s, "L-enter A-enter");
    take(s, 0, "A-exit t0 A-enter");
    update(s, "L-update root-update");
    take(s, 1, "t1");
    update(s, "A-update L-update root-update");
    take(s, 2, "A-exit t2 A-enter");
    update(s, "L-update root-update");
    scene_close(s);
}

// Without update_skip_entered all active states are updated.
static void without_update_skip_entered(void **state) {
    static const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "L-enter A-enter");
    tick(s, ROW(0), "A-exit t0 B-enter B-update L-update root-update");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inner_first),
        cmocka_unit_test(outer_first),
        cmocka_unit_test(empty_composite_is_updated),
        cmocka_unit_test(first_rule_that_holds),
        cmocka_unit_test(steps_come_after_the_leafs_update),
        cmocka_unit_test(left_states_are_passed_over),
        cmocka_unit_test(states_entered_again_are_passed_over),
        cmocka_unit_test(steps_of_several_regions),
        cmocka_unit_test(steps_of_a_region_that_was_left),
        cmocka_unit_test(steps_leave_events_pending),
        cmocka_unit_test(steps_of_a_root_that_is_a_leaf),
        cmocka_unit_test(step_callback),
        cmocka_unit_test(step_callbacks_of_regions),
        cmocka_unit_test(step_callback_without_destinations),
        cmocka_unit_test(entered_states_are_left_out),
        cmocka_unit_test(several_decision_passes),
        cmocka_unit_test(silent_and_continued_states_are_left_out),
        cmocka_unit_test(child_of_a_waiting_composite),
        cmocka_unit_test(steps_of_entered_states_are_left_out),
        cmocka_unit_test(verbs_leave_nothing_out),
        cmocka_unit_test(goto_beside_an_entered_state),
        cmocka_unit_test(reentered_states_are_left_out),
        cmocka_unit_test(without_update_skip_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
