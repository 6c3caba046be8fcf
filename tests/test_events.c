// SPDX-License-Identifier: MIT
// Section 4 of the semantics: events are pending for one decision pass.
#include "support.h"

enum { BELL, HORN };
static const char *const event_names[] = {"bell", "horn"};

// "Events pending at the start of the pass are cleared at its end, fired or not."
static void events_are_cleared(void **state) {
    enum { TOP, E1, E2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [E1] = {.name = "A"},
        [E2] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = E1, .to = E2, .event = "bell", .when = "yes"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(event_names)});
    start(s, "A-enter");
    event(s, HORN);
    pass(s, "");
    expect_pending(s, HORN, false);
    event(s, BELL);
    event(s, HORN);
    pass(s, "A-exit t0 B-enter");
    expect_pending(s, BELL, false);
    expect_pending(s, HORN, false);
    scene_close(s);
}

// An update leaves events pending; so do the other verbs.
static void events_wait_for_a_pass(void **state) {
    enum { TOP, E1, E2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [E1] = {.name = "A"},
        [E2] = {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = E1, .to = E2, .event = "bell", .when = "yes"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(event_names)});
    event(s, BELL);
    start(s, "A-enter");
    update(s, "A-update");
    go_to(s, E2, "A-exit B-enter");
    restart(s, E1, "B-exit A-enter");
    place(s, E1);
    pass(s, "A-exit t0 B-enter");
    scene_close(s);
}

// All regions see an event that was pending at the start.
static void all_regions_see_an_event(void **state) {
    enum { TOP, PAR, R1, A1, B1, R2, A2, B2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [PAR] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = PAR},
        [A1] = {.name = "A", .parent = R1},
        [B1] = {.name = "B", .parent = R1},
        [R2] = {.name = "Q", .parent = PAR},
        [A2] = {.name = "X", .parent = R2},
        [B2] = {.name = "Y", .parent = R2},
    };
    static const wits_transition_desc transitions[] = {{.from = A1, .to = B1, .event = "bell", .when = "yes"},
                                                       {.from = A2, .to = B2, .event = "bell", .when = "yes"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(event_names)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    event(s, BELL);
    pass(s, "A-exit t0 B-enter X-exit t1 Y-enter");
    scene_close(s);
}

// "An event raised during the pass is pending for the next, even if it was pending at the start of this one."
static void raised_during_a_pass_waits_for_the_next(void **state) {
    enum { TOP, E1, E2, E3 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [E1] = {.name = "A"},
        [E2] = {.name = "B"},
        [E3] = {.name = "C"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = E1, .to = E2, .event = "bell", .when = "yes", .run = "log; raise bell"},
        {.from = E2, .to = E3, .event = "bell", .when = "yes", .run = "raise horn"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(event_names)});
    start(s, "A-enter");
    event(s, BELL);
    pass(s, "A-exit t0 B-enter");
    expect_pending(s, BELL, true);
    pass(s, "B-exit C-enter");
    expect_pending(s, BELL, false);
    expect_pending(s, HORN, true);
    scene_close(s);
}

// Raised by a region, an event is not seen by the regions after it in the same pass.
static void raised_by_a_region(void **state) {
    enum { TOP, PAR, R1, A1, R2, A2, B2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [PAR] = {.name = "P", .kind = WITS_KIND_PARALLEL},
        [R1] = {.name = "R", .parent = PAR},
        [A1] = {.name = "A", .parent = R1, .decide = "raise bell"},
        [R2] = {.name = "Q", .parent = PAR},
        [A2] = {.name = "X", .parent = R2},
        [B2] = {.name = "Y", .parent = R2},
    };
    static const wits_transition_desc transitions[] = {{.from = A2, .to = B2, .event = "bell", .when = "yes"}};
    scene *s = scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(event_names)});
    start(s, "P-enter R-enter A-enter Q-enter X-enter");
    pass(s, "");
    pass(s, "X-exit t0 Y-enter");
    scene_close(s);
}

// "Otherwise raising a pending event changes nothing."
static void raising_twice(void **state) {
    enum { TOP, E1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [E1] = {.name = "A"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states), EVENTS(event_names)});
    start(s, "A-enter");
    event(s, BELL);
    event(s, BELL);
    expect_pending(s, HORN, false);
    pass(s, "");
    expect_pending(s, BELL, false);
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_cleared),       cmocka_unit_test(events_wait_for_a_pass),
        cmocka_unit_test(all_regions_see_an_event), cmocka_unit_test(raised_during_a_pass_waits_for_the_next),
        cmocka_unit_test(raised_by_a_region),       cmocka_unit_test(raising_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
