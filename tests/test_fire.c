// SPDX-License-Identifier: MIT
// Section 5 of the semantics: firing a transition.
#include "support.h"

// Root with O, which has L (A, B, C) and N; M is outside.
enum { ROOT, O, L, A, B, C, N, M };

typedef struct response {
    wits_leave leave_o, leave_l;
    wits_activation activation_o, activation_l;
} response;

/// One transition (row 0) and gotos everywhere; begins in B.
static scene *open_at_b(response given, wits_transition_desc transition) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [O] = {.name = "O", .leave = given.leave_o, .activation = given.activation_o},
        [L] = {.name = "L", .parent = O, .leave = given.leave_l, .activation = given.activation_l},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [C] = {.name = "C", .parent = L},
        [N] = {.name = "N", .parent = O},
        [M] = {.name = "M"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), .transitions = &transition, .transition_count = 1});
    go_to(s, B, "O-enter L-enter B-enter");
    return s;
}

static const response plain = {WITS_LEAVE_RESET, WITS_LEAVE_RESET, WITS_ACTIVATION_NOW, WITS_ACTIVATION_NOW};

/// Checks the actions of the transition in a brain whose B has this `leave`.
static void check_way(response given, wits_transition_desc transition, const char *expected, const char *active) {
    scene *s = open_at_b(given, transition);
    take(s, 0, expected);
    expect_active(s, active);
    scene_close(s);
}

// ---------------------------------------------------------------------------------------------------------------- path

// T == S without reenter: only the transition's action runs; nothing exits or enters.
static void to_itself(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = B}, "t0", "B");
    check_way(plain, (wits_transition_desc){.from = L, .to = L}, "t0", "B");
}

// "the pass ends at this level all the same."
static void to_itself_ends_the_pass(void **state) {
    enum { TOP, P, X, Y };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [P] = {.name = "P"},
        [X] = {.name = "X", .parent = P, .decide = "log"},
        [Y] = {.name = "Y", .parent = P},
    };
    static const wits_transition_desc transitions[] = {{.from = P, .to = P}, {.from = X, .to = Y}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "P-enter X-enter");
    decide(s, ROW(0) | ROW(1), "t0");
    scene_close(s);
}

// T contains S: T stays active, its inside exits, the action runs, its inside is entered again from T's initial.
static void to_a_state_around(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = L}, "B-exit t0 A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = B, .to = O}, "B-exit L-exit t0 L-enter A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = L, .to = O}, "B-exit L-exit t0 L-enter A-enter", "A");
}

// "by T's activation".
static void to_a_state_around_by_its_activation(void **state) {
    response given = plain;
    given.activation_l = WITS_ACTIVATION_ON_DECIDE;
    check_way(given, (wits_transition_desc){.from = B, .to = L}, "B-exit t0", "L");
    given.activation_l = WITS_ACTIVATION_SILENT;
    check_way(given, (wits_transition_desc){.from = B, .to = L}, "B-exit t0", "A");
}

// "T's own memory is not used, and is forgotten; composites inside follow their own."
static void to_a_state_around_without_memory(void **state) {
    response given = plain;
    given.leave_l = WITS_LEAVE_RESUME;
    check_way(given, (wits_transition_desc){.from = B, .to = L}, "B-exit t0 A-enter", "A");
    check_way(given, (wits_transition_desc){.from = B, .to = O}, "B-exit L-exit t0 L-enter B-enter", "B");
    check_way(given, (wits_transition_desc){.from = L, .to = O}, "B-exit L-exit t0 L-enter B-enter", "B");
    given.leave_l = WITS_LEAVE_SUSPEND;
    check_way(given, (wits_transition_desc){.from = B, .to = L}, "B-exit t0 A-enter", "A");
    check_way(given, (wits_transition_desc){.from = B, .to = O}, "B-exit L-exit t0 L-enter A-enter", "A");
    check_way(given, (wits_transition_desc){.from = L, .to = O}, "L-exit t0 L-enter", "B");
    given = plain;
    given.leave_o = WITS_LEAVE_SUSPEND;
    check_way(given, (wits_transition_desc){.from = L, .to = O}, "B-exit L-exit t0 L-enter A-enter", "A");
}

// Likewise if T is inside S and active.
static void to_an_active_state_inside(void **state) {
    check_way(plain, (wits_transition_desc){.from = O, .to = L}, "B-exit t0 A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = O, .to = B}, "t0", "B");
    response given = plain;
    given.leave_l = WITS_LEAVE_SUSPEND;
    check_way(given, (wits_transition_desc){.from = O, .to = L}, "B-exit t0 A-enter", "A");
    given.leave_l = WITS_LEAVE_RESUME;
    check_way(given, (wits_transition_desc){.from = O, .to = L}, "B-exit t0 A-enter", "A");
}

// A destination that stays active and is empty forgets its memory, because it is entered again.
static void to_an_active_empty_state_forgets(void **state) {
    response given = plain;
    given.leave_l = WITS_LEAVE_RESUME;
    given.activation_l = WITS_ACTIVATION_ON_DECIDE;
    scene *s = open_at_b(given, (wits_transition_desc){.from = O, .to = L});
    go_to(s, N, "B-exit L-exit N-enter");
    go_to(s, L, "N-exit L-enter");
    take(s, 0, "t0");
    pass(s, "A-enter");
    scene_close(s);
}

// "T inside S and not active: D is the innermost active state between S and T; S stays."
static void to_a_state_inside(void **state) {
    check_way(plain, (wits_transition_desc){.from = O, .to = C}, "B-exit t0 C-enter", "C");
    check_way(plain, (wits_transition_desc){.from = L, .to = A}, "B-exit t0 A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = O, .to = N}, "B-exit L-exit t0 N-enter", "N");
    scene *s = open_at_b(plain, (wits_transition_desc){.from = O, .to = C});
    go_to(s, N, "B-exit L-exit N-enter");
    take(s, 0, "N-exit t0 L-enter C-enter");
    scene_close(s);
}

// Into an empty composite: nothing has to exit.
static void to_a_state_inside_an_empty_composite(void **state) {
    response given = plain;
    given.activation_l = WITS_ACTIVATION_ON_DECIDE;
    scene *s = open_at_b(given, (wits_transition_desc){.from = O, .to = C});
    go_to(s, N, "B-exit L-exit N-enter");
    go_to(s, L, "N-exit L-enter");
    take(s, 0, "t0 C-enter");
    scene_close(s);
}

// With reenter in these three: S (or T, when T contains S) exits and is entered again.
static void with_reenter(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = B, .reenter = true}, "B-exit t0 B-enter", "B");
    check_way(plain, (wits_transition_desc){.from = L, .to = L, .reenter = true}, "B-exit L-exit t0 L-enter A-enter",
              "A");
    check_way(plain, (wits_transition_desc){.from = B, .to = L, .reenter = true}, "B-exit L-exit t0 L-enter A-enter",
              "A");
    check_way(plain, (wits_transition_desc){.from = B, .to = O, .reenter = true},
              "B-exit L-exit O-exit t0 O-enter L-enter A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = L, .to = C, .reenter = true}, "B-exit L-exit t0 L-enter C-enter",
              "C");
    check_way(plain, (wits_transition_desc){.from = L, .to = B, .reenter = true}, "B-exit L-exit t0 L-enter B-enter",
              "B");
    check_way(plain, (wits_transition_desc){.from = O, .to = B, .reenter = true},
              "B-exit L-exit O-exit t0 O-enter L-enter B-enter", "B");
}

// With reenter, memory follows `leave`: the inside of S by that of S, and a state that is left from inside by its own.
static void with_reenter_and_memory(void **state) {
    static const struct {
        wits_leave leave;
        const char *itself, *around;
    } rows[] = {
        {WITS_LEAVE_RESET, "B-exit L-exit t0 L-enter A-enter", "B-exit L-exit t0 L-enter A-enter"},
        {WITS_LEAVE_RESUME, "B-exit L-exit t0 L-enter B-enter", "B-exit L-exit t0 L-enter B-enter"},
        {WITS_LEAVE_SUSPEND, "L-exit t0 L-enter", "B-exit L-exit t0 L-enter A-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        response given = plain;
        given.leave_l = rows[i].leave;
        scene *s = open_at_b(given, (wits_transition_desc){.from = L, .to = L, .reenter = true});
        take(s, 0, rows[i].itself);
        scene_close(s);
        s = open_at_b(given, (wits_transition_desc){.from = B, .to = L, .reenter = true});
        take(s, 0, rows[i].around);
        scene_close(s);
    }
}

// "Otherwise D is the innermost fsm or utility composite that contains both S and T."
static void to_elsewhere(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = C}, "B-exit t0 C-enter", "C");
    check_way(plain, (wits_transition_desc){.from = B, .to = N}, "B-exit L-exit t0 N-enter", "N");
    check_way(plain, (wits_transition_desc){.from = B, .to = M}, "B-exit L-exit O-exit t0 M-enter", "M");
    check_way(plain, (wits_transition_desc){.from = L, .to = M}, "B-exit L-exit O-exit t0 M-enter", "M");
    scene *s = open_at_b(plain, (wits_transition_desc){.from = M, .to = C});
    go_to(s, M, "B-exit L-exit O-exit M-enter");
    take(s, 0, "M-exit t0 O-enter L-enter C-enter");
    scene_close(s);
}

// --------------------------------------------------------------------------------------------------------------- exits

// "A composite that is left from within loses its child whatever its leave: reset and suspend forget it, resume
// remembers it. The inside of S follows S's own leave, before S exits."
static void leaving_from_within(void **state) {
    static const struct {
        response given;
        wits_state_id from;
        const char *out, *back;
    } rows[] = {
        {{.leave_l = WITS_LEAVE_RESET}, B, "B-exit L-exit O-exit t0 M-enter", "M-exit O-enter L-enter A-enter"},
        {{.leave_l = WITS_LEAVE_RESUME}, B, "B-exit L-exit O-exit t0 M-enter", "M-exit O-enter L-enter B-enter"},
        {{.leave_l = WITS_LEAVE_SUSPEND}, B, "B-exit L-exit O-exit t0 M-enter", "M-exit O-enter L-enter A-enter"},
        {{.leave_l = WITS_LEAVE_SUSPEND}, L, "L-exit O-exit t0 M-enter", "M-exit O-enter L-enter"},
        {{.leave_l = WITS_LEAVE_RESUME}, L, "B-exit L-exit O-exit t0 M-enter", "M-exit O-enter L-enter B-enter"},
        {{.leave_o = WITS_LEAVE_SUSPEND}, L, "B-exit L-exit O-exit t0 M-enter", "M-exit O-enter L-enter A-enter"},
        {{.leave_o = WITS_LEAVE_SUSPEND}, O, "O-exit t0 M-enter", "M-exit O-enter"},
        {{.leave_o = WITS_LEAVE_SUSPEND, .leave_l = WITS_LEAVE_RESUME},
         B,
         "B-exit L-exit O-exit t0 M-enter",
         "M-exit O-enter L-enter B-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_at_b(rows[i].given, (wits_transition_desc){.from = rows[i].from, .to = M});
        take(s, 0, rows[i].out);
        go_to(s, O, rows[i].back);
        scene_close(s);
    }
}

// The child that O had: resume remembers it, reset and suspend forget it.
static void leaving_from_within_further_out(void **state) {
    static const struct {
        wits_leave leave_o;
        const char *back;
    } rows[] = {
        {WITS_LEAVE_RESET, "M-exit O-enter L-enter A-enter"},
        {WITS_LEAVE_RESUME, "M-exit O-enter N-enter"},
        {WITS_LEAVE_SUSPEND, "M-exit O-enter L-enter A-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        response given = plain;
        given.leave_o = rows[i].leave_o;
        scene *s = open_at_b(given, (wits_transition_desc){.from = N, .to = M});
        go_to(s, N, "B-exit L-exit N-enter");
        take(s, 0, "N-exit O-exit t0 M-enter");
        go_to(s, O, rows[i].back);
        scene_close(s);
    }
}

// ------------------------------------------------------------------------------------------------------------- entries

// Every state of the path is entered, with its actions, also through a silent composite, and through an on_decide one.
static void way_through_silent_and_on_decide(void **state) {
    for (int i = 0; i < 2; i++) {
        response given = plain;
        given.activation_o = given.activation_l = i == 0 ? WITS_ACTIVATION_SILENT : WITS_ACTIVATION_ON_DECIDE;
        scene *s = open_at_b(given, (wits_transition_desc){.from = M, .to = C});
        go_to(s, M, "B-exit L-exit O-exit M-enter");
        take(s, 0, "M-exit t0 O-enter L-enter C-enter");
        expect_active(s, "C");
        scene_close(s);
    }
}

// "if it had kept a child, that child exits right after the composite's own enter, as if left by a transition of its
// own, also when it is the very state about to be entered."
static void way_through_a_composite_with_a_kept_child(void **state) {
    response given = plain;
    given.leave_l = WITS_LEAVE_SUSPEND;
    for (int i = 0; i < 2; i++) {
        scene *s = open_at_b(given, (wits_transition_desc){.from = M, .to = i == 0 ? C : B});
        go_to(s, M, "L-exit O-exit M-enter");
        take(s, 0, i == 0 ? "M-exit t0 O-enter L-enter B-exit C-enter" : "M-exit t0 O-enter L-enter B-exit B-enter");
        scene_close(s);
    }
    given = plain;
    given.leave_o = WITS_LEAVE_SUSPEND;
    scene *s = open_at_b(given, (wits_transition_desc){.from = M, .to = C});
    go_to(s, M, "O-exit M-enter");
    take(s, 0, "M-exit t0 O-enter B-exit L-exit L-enter C-enter");
    scene_close(s);
    s = open_at_b(given, (wits_transition_desc){.from = M, .to = N});
    go_to(s, M, "O-exit M-enter");
    take(s, 0, "M-exit t0 O-enter B-exit L-exit N-enter");
    scene_close(s);
}

// As if one of its own transitions had left it: the inside of the kept child follows the kept child's own leave.
static void kept_child_exits_by_its_own_leave(void **state) {
    static const struct {
        wits_leave leave_l;
        const char *in, *back;
    } rows[] = {
        {WITS_LEAVE_RESET, "M-exit t0 O-enter B-exit L-exit N-enter", "N-exit L-enter A-enter"},
        {WITS_LEAVE_RESUME, "M-exit t0 O-enter B-exit L-exit N-enter", "N-exit L-enter B-enter"},
        {WITS_LEAVE_SUSPEND, "M-exit t0 O-enter L-exit N-enter", "N-exit L-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        response given = {.leave_o = WITS_LEAVE_SUSPEND, .leave_l = rows[i].leave_l};
        scene *s = open_at_b(given, (wits_transition_desc){.from = M, .to = N});
        go_to(s, M, "O-exit M-enter");
        take(s, 0, rows[i].in);
        go_to(s, L, rows[i].back);
        expect_active(s, i == 0 ? "A" : "B");
        scene_close(s);
    }
}

// The kept child on the path suspends, too: it exits and keeps its child; it is entered again, and its kept child
// exits.
static void kept_child_on_the_way_that_keeps(void **state) {
    response given = {.leave_o = WITS_LEAVE_SUSPEND, .leave_l = WITS_LEAVE_SUSPEND};
    scene *s = open_at_b(given, (wits_transition_desc){.from = M, .to = C});
    go_to(s, M, "O-exit M-enter");
    take(s, 0, "M-exit t0 O-enter L-exit L-enter B-exit C-enter");
    scene_close(s);
}

// "When T is a composite, its inside follows activation and leave."
static void destination_composite(void **state) {
    static const struct {
        response given;
        const char *in, *active;
    } rows[] = {
        {{.leave_l = WITS_LEAVE_RESET}, "M-exit t0 O-enter L-enter A-enter", "A"},
        {{.leave_l = WITS_LEAVE_RESUME}, "M-exit t0 O-enter L-enter B-enter", "B"},
        {{.leave_l = WITS_LEAVE_RESET, .activation_l = WITS_ACTIVATION_ON_DECIDE}, "M-exit t0 O-enter L-enter", "L"},
        {{.leave_l = WITS_LEAVE_RESUME, .activation_l = WITS_ACTIVATION_SILENT}, "M-exit t0 O-enter L-enter", "B"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_at_b(rows[i].given, (wits_transition_desc){.from = M, .to = L});
        go_to(s, M, "B-exit L-exit O-exit M-enter");
        take(s, 0, rows[i].in);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// "with: restart on a transition to a composite ignores that composite's own memory (those inside follow their own);
// children it had kept exit right after its enter."
static void with_restart(void **state) {
    static const struct {
        response given;
        wits_state_id to;
        const char *out, *in, *active;
    } rows[] = {
        {{.leave_l = WITS_LEAVE_RESUME}, L, "B-exit L-exit O-exit M-enter", "M-exit t0 O-enter L-enter A-enter", "A"},
        {{.leave_l = WITS_LEAVE_SUSPEND}, L, "L-exit O-exit M-enter", "M-exit t0 O-enter L-enter B-exit A-enter", "A"},
        {{.leave_l = WITS_LEAVE_SUSPEND, .activation_l = WITS_ACTIVATION_ON_DECIDE},
         L,
         "L-exit O-exit M-enter",
         "M-exit t0 O-enter L-enter B-exit",
         "L"},
        {{.leave_l = WITS_LEAVE_SUSPEND, .activation_l = WITS_ACTIVATION_SILENT},
         L,
         "L-exit O-exit M-enter",
         "M-exit t0 O-enter L-enter B-exit",
         "A"},
        {{.leave_l = WITS_LEAVE_RESUME}, O, "B-exit L-exit O-exit M-enter", "M-exit t0 O-enter L-enter B-enter", "B"},
        {{.leave_o = WITS_LEAVE_SUSPEND}, O, "O-exit M-enter", "M-exit t0 O-enter B-exit L-exit L-enter A-enter", "A"},
        {{.leave_o = WITS_LEAVE_SUSPEND, .leave_l = WITS_LEAVE_SUSPEND},
         O,
         "O-exit M-enter",
         "M-exit t0 O-enter L-exit L-enter",
         "B"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_at_b(rows[i].given, (wits_transition_desc){.from = M, .to = rows[i].to, .restart = true});
        go_to(s, M, rows[i].out);
        take(s, 0, rows[i].in);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// "where T stays active it adds nothing."
static void with_restart_where_the_destination_stays(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = L, .restart = true}, "B-exit t0 A-enter", "A");
    check_way(plain, (wits_transition_desc){.from = L, .to = L, .restart = true}, "t0", "B");
    response given = {.leave_l = WITS_LEAVE_SUSPEND};
    check_way(given, (wits_transition_desc){.from = L, .to = L, .reenter = true, .restart = true},
              "L-exit t0 L-enter B-exit A-enter", "A");
}

// ----------------------------------------------------------------------------------------------------- memory lifetime

// A memory lasts until a child becomes active: a path through the composite replaces it.
static void memory_lasts_until_a_child_becomes_active(void **state) {
    scene *s = open_at_b((response){.leave_l = WITS_LEAVE_RESUME}, (wits_transition_desc){.from = C, .to = M});
    go_to(s, M, "B-exit L-exit O-exit M-enter");
    go_to(s, C, "M-exit O-enter L-enter C-enter");
    take(s, 0, "C-exit L-exit O-exit t0 M-enter");
    go_to(s, L, "M-exit O-enter L-enter C-enter");
    scene_close(s);
}

// Leaving an empty composite does not forget its memory.
static void leaving_an_empty_composite_does_not_forget(void **state) {
    response given = {.leave_l = WITS_LEAVE_RESUME, .activation_l = WITS_ACTIVATION_ON_DECIDE};
    scene *s = open_at_b(given, (wits_transition_desc){.from = L, .to = M});
    go_to(s, M, "B-exit L-exit O-exit M-enter");
    go_to(s, L, "M-exit O-enter L-enter");
    take(s, 0, "L-exit O-exit t0 M-enter");
    go_to(s, L, "M-exit O-enter L-enter");
    pass(s, "B-enter");
    scene_close(s);
}

// The same when an ancestor is left: O forgets L, L still remembers B.
static void inner_memory_lasts(void **state) {
    scene *s = open_at_b((response){.leave_l = WITS_LEAVE_RESUME}, (wits_transition_desc){.from = N, .to = M});
    go_to(s, N, "B-exit L-exit N-enter");
    take(s, 0, "N-exit O-exit t0 M-enter");
    go_to(s, O, "M-exit O-enter L-enter B-enter");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_itself),
        cmocka_unit_test(to_itself_ends_the_pass),
        cmocka_unit_test(to_a_state_around),
        cmocka_unit_test(to_a_state_around_by_its_activation),
        cmocka_unit_test(to_a_state_around_without_memory),
        cmocka_unit_test(to_an_active_state_inside),
        cmocka_unit_test(to_an_active_empty_state_forgets),
        cmocka_unit_test(to_a_state_inside),
        cmocka_unit_test(to_a_state_inside_an_empty_composite),
        cmocka_unit_test(with_reenter),
        cmocka_unit_test(with_reenter_and_memory),
        cmocka_unit_test(to_elsewhere),
        cmocka_unit_test(leaving_from_within),
        cmocka_unit_test(leaving_from_within_further_out),
        cmocka_unit_test(way_through_silent_and_on_decide),
        cmocka_unit_test(way_through_a_composite_with_a_kept_child),
        cmocka_unit_test(kept_child_exits_by_its_own_leave),
        cmocka_unit_test(kept_child_on_the_way_that_keeps),
        cmocka_unit_test(destination_composite),
        cmocka_unit_test(with_restart),
        cmocka_unit_test(with_restart_where_the_destination_stays),
        cmocka_unit_test(memory_lasts_until_a_child_becomes_active),
        cmocka_unit_test(leaving_an_empty_composite_does_not_forget),
        cmocka_unit_test(inner_memory_lasts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
