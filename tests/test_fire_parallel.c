// SPDX-License-Identifier: MIT
// Section 5 of the semantics where parallels are on the way or stay.
#include "support.h"

// Root with P, whose regions are R (A, B) and Q (X, Y); M is outside.
enum { ROOT, P, R, A, B, Q, X, Y, M };

typedef struct response {
    wits_leave leave_p, leave_r, leave_q;
    wits_activation activation_p;
} response;

/// Begins in B and Y.
static scene *open_at_b_y(response given, wits_transition_desc transition) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .leave = given.leave_p, .activation = given.activation_p},
        [R] = {.name = "R", .parent = P, .leave = given.leave_r},
        [A] = {.name = "A", .parent = R},
        [B] = {.name = "B", .parent = R},
        [Q] = {.name = "Q", .parent = P, .leave = given.leave_q},
        [X] = {.name = "X", .parent = Q},
        [Y] = {.name = "Y", .parent = Q},
        [M] = {.name = "M"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), .transitions = &transition, .transition_count = 1});
    place(s, B);
    go_to(s, Y, "X-exit Y-enter");
    expect_active(s, "B Y");
    return s;
}

static void check_way(response given, wits_transition_desc transition, const char *expected, const char *active) {
    scene *s = open_at_b_y(given, transition);
    take(s, 0, expected);
    expect_active(s, active);
    scene_close(s);
}

static const response plain = {WITS_LEAVE_RESET, WITS_LEAVE_RESET, WITS_LEAVE_RESET, WITS_ACTIVATION_NOW};

// Leaving a parallel exits all regions in reverse order. The inside of the other regions follows their own `leave`.
static void leaving_a_parallel_from_within(void **state) {
    static const struct {
        response given;
        const char *out, *back;
    } rows[] = {
        {{.leave_p = WITS_LEAVE_RESET},
         "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter",
         "M-exit P-enter R-enter A-enter Q-enter X-enter"},
        {{.leave_p = WITS_LEAVE_SUSPEND},
         "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter",
         "M-exit P-enter R-enter A-enter Q-enter X-enter"},
        {{.leave_q = WITS_LEAVE_SUSPEND},
         "Q-exit B-exit R-exit P-exit t0 M-enter",
         "M-exit P-enter R-enter A-enter Q-enter"},
        {{.leave_r = WITS_LEAVE_SUSPEND},
         "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter",
         "M-exit P-enter R-enter A-enter Q-enter X-enter"},
        {{.leave_r = WITS_LEAVE_RESUME, .leave_q = WITS_LEAVE_RESUME},
         "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter",
         "M-exit P-enter R-enter B-enter Q-enter Y-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_at_b_y(rows[i].given, (wits_transition_desc){.from = B, .to = M});
        take(s, 0, rows[i].out);
        go_to(s, P, rows[i].back);
        scene_close(s);
    }
}

// The source is a region itself: the inside of that region follows the region's own `leave`.
static void leaving_a_parallel_from_a_region(void **state) {
    check_way((response){.leave_r = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = R, .to = M},
              "Y-exit Q-exit R-exit P-exit t0 M-enter", "M");
    check_way((response){.leave_p = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = R, .to = M},
              "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter", "M");
}

// A transition of the parallel: by its own leave, and inside the regions by theirs.
static void leaving_a_parallel_by_its_own_transition(void **state) {
    check_way(plain, (wits_transition_desc){.from = P, .to = M}, "Y-exit Q-exit B-exit R-exit P-exit t0 M-enter", "M");
    check_way((response){.leave_p = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = P, .to = M},
              "P-exit t0 M-enter", "M");
    check_way((response){.leave_r = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = P, .to = M},
              "Y-exit Q-exit R-exit P-exit t0 M-enter", "M");
}

// "(So a transition from one region of a parallel into another leaves the parallel and enters it again.)"
static void from_region_to_region(void **state) {
    check_way(plain, (wits_transition_desc){.from = B, .to = X},
              "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter A-enter Q-enter X-enter", "A X");
    check_way(plain, (wits_transition_desc){.from = B, .to = Y},
              "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter A-enter Q-enter Y-enter", "A Y");
    check_way(plain, (wits_transition_desc){.from = R, .to = Q},
              "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter A-enter Q-enter X-enter", "A X");
    check_way((response){.leave_r = WITS_LEAVE_RESUME, .leave_q = WITS_LEAVE_RESUME},
              (wits_transition_desc){.from = B, .to = X},
              "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter B-enter Q-enter X-enter", "B X");
}

// A path through a parallel enters the region on the path by the path, the others by their own rules.
static void way_through_a_parallel(void **state) {
    static const struct {
        wits_state_id to;
        const char *log;
    } rows[] = {
        {B, "M-exit t0 P-enter R-enter B-enter Q-enter X-enter"},
        {Y, "M-exit t0 P-enter R-enter A-enter Q-enter Y-enter"},
        {Q, "M-exit t0 P-enter R-enter A-enter Q-enter X-enter"},
        {P, "M-exit t0 P-enter R-enter A-enter Q-enter X-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_at_b_y(plain, (wits_transition_desc){.from = M, .to = rows[i].to});
        go_to(s, M, "Y-exit Q-exit B-exit R-exit P-exit M-enter");
        take(s, 0, rows[i].log);
        scene_close(s);
    }
}

// Regions beside the path follow their own memory.
static void regions_beside_the_way_remember(void **state) {
    response given = {.leave_r = WITS_LEAVE_RESUME, .leave_q = WITS_LEAVE_RESUME};
    scene *s = open_at_b_y(given, (wits_transition_desc){.from = M, .to = A});
    go_to(s, M, "Y-exit Q-exit B-exit R-exit P-exit M-enter");
    take(s, 0, "M-exit t0 P-enter R-enter A-enter Q-enter Y-enter");
    scene_close(s);
}

// A silent parallel on the path: the region on the path enters with its actions, the others are active without.
static void way_through_a_silent_parallel(void **state) {
    scene *s =
        open_at_b_y((response){.activation_p = WITS_ACTIVATION_SILENT}, (wits_transition_desc){.from = M, .to = Y});
    go_to(s, M, "Y-exit Q-exit B-exit R-exit P-exit M-enter");
    take(s, 0, "M-exit t0 P-enter Q-enter Y-enter");
    expect_active(s, "A Y");
    scene_close(s);
}

// "(In a parallel on the path, only the kept region on the path exits; the others continue.)"
static void way_through_a_parallel_with_kept_regions(void **state) {
    static const struct {
        wits_leave leave_q;
        wits_state_id to;
        const char *log, *active;
    } rows[] = {
        {WITS_LEAVE_RESET, X, "M-exit t0 P-enter Y-exit Q-exit Q-enter X-enter", "B X"},
        {WITS_LEAVE_RESET, Y, "M-exit t0 P-enter Y-exit Q-exit Q-enter Y-enter", "B Y"},
        {WITS_LEAVE_SUSPEND, X, "M-exit t0 P-enter Q-exit Q-enter Y-exit X-enter", "B X"},
        {WITS_LEAVE_RESUME, Q, "M-exit t0 P-enter Y-exit Q-exit Q-enter Y-enter", "B Y"},
        {WITS_LEAVE_SUSPEND, Q, "M-exit t0 P-enter Q-exit Q-enter", "B Y"},
        {WITS_LEAVE_RESET, P, "M-exit t0 P-enter", "B Y"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        response given = {.leave_p = WITS_LEAVE_SUSPEND, .leave_q = rows[i].leave_q};
        scene *s = open_at_b_y(given, (wits_transition_desc){.from = M, .to = rows[i].to});
        go_to(s, M, "P-exit M-enter");
        take(s, 0, rows[i].log);
        expect_active(s, rows[i].active);
        scene_close(s);
    }
}

// With restart, kept regions exit, in reverse, right after its enter; those inside follow their own memory.
static void restart_of_a_parallel_with_kept_regions(void **state) {
    scene *s = open_at_b_y((response){.leave_p = WITS_LEAVE_SUSPEND},
                           (wits_transition_desc){.from = M, .to = P, .restart = true});
    go_to(s, M, "P-exit M-enter");
    take(s, 0, "M-exit t0 P-enter Y-exit Q-exit B-exit R-exit R-enter A-enter Q-enter X-enter");
    scene_close(s);
    s = open_at_b_y(
        (response){.leave_p = WITS_LEAVE_SUSPEND, .leave_r = WITS_LEAVE_RESUME, .leave_q = WITS_LEAVE_SUSPEND},
        (wits_transition_desc){.from = M, .to = P, .restart = true});
    go_to(s, M, "P-exit M-enter");
    take(s, 0, "M-exit t0 P-enter Q-exit B-exit R-exit R-enter B-enter Q-enter");
    expect_active(s, "B Y");
    scene_close(s);
}

// In an active parallel only the region on the path changes.
static void inside_an_active_parallel(void **state) {
    check_way(plain, (wits_transition_desc){.from = P, .to = A}, "B-exit t0 A-enter", "A Y");
    check_way(plain, (wits_transition_desc){.from = P, .to = X}, "Y-exit t0 X-enter", "B X");
    check_way(plain, (wits_transition_desc){.from = P, .to = Q}, "Y-exit t0 X-enter", "B X");
    check_way(plain, (wits_transition_desc){.from = R, .to = A}, "B-exit t0 A-enter", "A Y");
    check_way(plain, (wits_transition_desc){.from = B, .to = A}, "B-exit t0 A-enter", "A Y");
    check_way(plain, (wits_transition_desc){.from = B, .to = R}, "B-exit t0 A-enter", "A Y");
}

// T contains S: the parallel stays, all its regions exit in reverse and are entered again.
static void to_the_parallel_around(void **state) {
    const char *again = "Y-exit Q-exit B-exit R-exit t0 R-enter A-enter Q-enter X-enter";
    check_way(plain, (wits_transition_desc){.from = B, .to = P}, again, "A X");
    check_way(plain, (wits_transition_desc){.from = R, .to = P}, again, "A X");
    check_way((response){.leave_p = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = B, .to = P}, again, "A X");
    check_way((response){.activation_p = WITS_ACTIVATION_SILENT}, (wits_transition_desc){.from = B, .to = P},
              "Y-exit Q-exit B-exit R-exit t0", "A X");
}

// "T's own memory is not used; composites further in follow their own."
static void to_the_parallel_around_with_memory(void **state) {
    check_way((response){.leave_r = WITS_LEAVE_RESUME, .leave_q = WITS_LEAVE_SUSPEND},
              (wits_transition_desc){.from = B, .to = P}, "Q-exit B-exit R-exit t0 R-enter B-enter Q-enter", "B Y");
}

// With reenter: the parallel exits and is entered again.
static void parallel_with_reenter(void **state) {
    const char *again = "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter A-enter Q-enter X-enter";
    check_way(plain, (wits_transition_desc){.from = P, .to = P, .reenter = true}, again, "A X");
    check_way(plain, (wits_transition_desc){.from = B, .to = P, .reenter = true}, again, "A X");
    check_way((response){.leave_p = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = B, .to = P, .reenter = true},
              again, "A X");
    check_way((response){.leave_p = WITS_LEAVE_SUSPEND}, (wits_transition_desc){.from = P, .to = P, .reenter = true},
              "P-exit t0 P-enter", "B Y");
    check_way(plain, (wits_transition_desc){.from = P, .to = Y, .reenter = true},
              "Y-exit Q-exit B-exit R-exit P-exit t0 P-enter R-enter A-enter Q-enter Y-enter", "A Y");
}

// S exits and is entered again; the domain is its parent: a region alone.
static void region_with_reenter(void **state) {
    check_way(plain, (wits_transition_desc){.from = R, .to = R, .reenter = true}, "B-exit R-exit t0 R-enter A-enter",
              "A Y");
    check_way(plain, (wits_transition_desc){.from = Y, .to = Q, .reenter = true}, "Y-exit Q-exit t0 Q-enter X-enter",
              "B X");
    check_way(plain, (wits_transition_desc){.from = Q, .to = Y, .reenter = true}, "Y-exit Q-exit t0 Q-enter Y-enter",
              "B Y");
}

// A parallel at the root: inside it transitions are as anywhere.
static void parallel_at_the_root(void **state) {
    enum { TOP, R1, A1, B1, R2, A2, B2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R"},
        [A1] = {.name = "A", .parent = R1},
        [B1] = {.name = "B", .parent = R1},
        [R2] = {.name = "Q"},
        [A2] = {.name = "X", .parent = R2},
        [B2] = {.name = "Y", .parent = R2},
    };
    static const wits_transition_desc transitions[] = {
        {.from = A1, .to = B1}, {.from = A2, .to = B2}, {.from = R1, .to = R1, .reenter = true}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "R-enter A-enter Q-enter X-enter");
    decide(s, ROW(0) | ROW(1), "A-exit t0 B-enter X-exit t1 Y-enter");
    take(s, 2, "B-exit R-exit t2 R-enter A-enter");
    expect_active(s, "A Y");
    go_to(s, A2, "Y-exit X-enter");
    scene_close(s);
}

// Parallel inside parallel: the path passes through both.
static void parallel_in_parallel(void **state) {
    enum { TOP, K, PP, R1, QQ, A1, B1, C1, R2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [K] = {.name = "K"},
        [PP] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = PP},
        [QQ] = {.name = "Q", .parent = PP, .kind = WITS_KIND_PARALLEL},
        [A1] = {.name = "A", .parent = QQ},
        [B1] = {.name = "B", .parent = QQ, .kind = WITS_KIND_FSM},
        [C1] = {.name = "C", .parent = B1},
        [R2] = {.name = "D", .parent = B1},
    };
    static const wits_transition_desc transitions[] = {
        {.from = K, .to = R2}, {.from = R2, .to = K}, {.from = A1, .to = R1}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    start(s, "K-enter");
    take(s, 0, "K-exit t0 P-enter R-enter Q-enter A-enter B-enter D-enter");
    expect_active(s, "R A D");
    take(s, 1, "D-exit B-exit A-exit Q-exit R-exit P-exit t1 K-enter");
    go_to(s, QQ, "K-exit P-enter R-enter Q-enter A-enter B-enter C-enter");
    take(s, 2, "C-exit B-exit A-exit Q-exit R-exit P-exit t2 P-enter R-enter Q-enter A-enter B-enter C-enter");
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_a_parallel_from_within),
        cmocka_unit_test(leaving_a_parallel_from_a_region),
        cmocka_unit_test(leaving_a_parallel_by_its_own_transition),
        cmocka_unit_test(from_region_to_region),
        cmocka_unit_test(way_through_a_parallel),
        cmocka_unit_test(regions_beside_the_way_remember),
        cmocka_unit_test(way_through_a_silent_parallel),
        cmocka_unit_test(way_through_a_parallel_with_kept_regions),
        cmocka_unit_test(restart_of_a_parallel_with_kept_regions),
        cmocka_unit_test(inside_an_active_parallel),
        cmocka_unit_test(to_the_parallel_around),
        cmocka_unit_test(to_the_parallel_around_with_memory),
        cmocka_unit_test(parallel_with_reenter),
        cmocka_unit_test(region_with_reenter),
        cmocka_unit_test(parallel_at_the_root),
        cmocka_unit_test(parallel_in_parallel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
