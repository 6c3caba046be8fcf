// SPDX-License-Identifier: MIT
// Section 6 of the semantics: options, scores and choices.
#include "options_support.h"

#include <math.h>

static const wits_state_desc plain[3];

// ------------------------------------------------------------------------------------------------------------- highest

// "Highest wins."
static void highest_wins(void **state) {
    scene *s = open_options((wits_state_desc){0}, plain);
    set_scores(s, 1, 3, 2);
    start(s, "U-enter B-enter");
    set_scores(s, 1, 3, 4);
    pass(s, "B-exit C-enter");
    set_scores(s, -1, -3, -4);
    pass(s, "C-exit A-enter");
    scene_close(s);
}

// "Ties: the current option if it is among them, else the first declared."
static void ties(void **state) {
    scene *s = open_options((wits_state_desc){0}, plain);
    set_scores(s, 1, 2, 2);
    start(s, "U-enter B-enter");
    set_scores(s, 2, 2, 2);
    pass(s, "");
    set_scores(s, 3, 2, 3);
    pass(s, "B-exit A-enter");
    set_scores(s, 0.0f, -0.0f, 0.0f);
    pass(s, "");
    scene_close(s);
}

// weight (default 1) times the score.
static void weights(void **state) {
    const wits_state_desc options[3] = {
        {.has_weight = true, .weight = 2}, {.name = NULL}, {.has_weight = true, .weight = -1}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 1, 1.5f, 0);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2.5f, 0);
    pass(s, "A-exit B-enter");
    set_scores(s, 1, 2.5f, -3);
    pass(s, "B-exit C-enter");
    scene_close(s);
}

// A weight of 0 or -0 counts as 0; a missing weight counts as 1.
static void weight_of_zero(void **state) {
    const wits_state_desc weights[] = {
        {.has_weight = true, .weight = 0}, {.has_weight = true, .weight = -0.0f}, {.has_weight = false}};
    for (int i = 0; i < 3; i++) {
        const wits_state_desc options[3] = {weights[i]};
        scene *s = open_options((wits_state_desc){0}, options);
        set_scores(s, 100, 1, -1);
        start(s, i < 2 ? "U-enter B-enter" : "U-enter A-enter");
        set_scores(s, 100, -1, -2);
        pass(s, i < 2 ? "B-exit A-enter" : "");
        set_scores(s, -100, -1, -2);
        pass(s, i < 2 ? "" : "A-exit B-enter");
        scene_close(s);
    }
}

// 0 and -0 are equal: brains that differ in nothing else have the same bytes.
static void zero_has_no_sign(void **state) {
    static _Alignas(8) uint8_t memory[2][8192];
    size_t sizes[2];
    for (int i = 0; i < 2; i++) {
        const float zero = i == 0 ? 0.0f : -0.0f;
        const wits_curve curves[] = {{.kind = WITS_CURVE_LOGISTIC, .has_m = true, .m = zero},
                                     {.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = zero},
                                     {.kind = WITS_CURVE_EXPONENTIAL, .has_k = true, .k = zero}};
        const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = zero},
                                          {.name = "A", .has_weight = true, .weight = zero}};
        const wits_consideration_desc rows[] = {{.of = 1, .group = WITS_GROUP_PRODUCT},
                                                {.of = 1,
                                                 .depth = 1,
                                                 .input = "0.5",
                                                 .has_on_nan = true,
                                                 .on_nan = zero,
                                                 .curves = curves,
                                                 .curve_count = COUNT(curves),
                                                 .has_weight = true,
                                                 .weight = zero}};
        const wits_desc desc = {STATES(states), .considerations = rows, .consideration_count = COUNT(rows)};
        const wits_brain *brain = wits_brain_compile(&desc, memory[i], sizeof memory[i], NULL);
        assert_non_null(brain);
        sizes[i] = wits_brain_bytes(brain);
    }
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(memory[0], memory[1], sizes[0]);
}

// "The current option competes with its score plus inertia."
static void inertia(void **state) {
    scene *s = open_options((wits_state_desc){.inertia = 0.5f}, plain);
    set_scores(s, 1, 0, 0);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 1.25f, 0);
    pass(s, "");
    set_scores(s, 1, 1.5f, 0);
    pass(s, "");
    set_scores(s, 1, 1.75f, 0);
    pass(s, "A-exit B-enter");
    set_scores(s, 2, 1.75f, 0);
    pass(s, "");
    scene_close(s);
}

// floor: an option whose competing score is below it is not eligible. If none is eligible, the current option stays.
static void floor_of_candidates(void **state) {
    scene *s = open_options((wits_state_desc){.has_floor = true, .floor = 1}, plain);
    set_scores(s, 0, 1, 0);
    start(s, "U-enter B-enter");
    set_scores(s, 0.5f, 0.25f, 0.75f);
    pass(s, "");
    set_scores(s, 1, 0.25f, 0.75f);
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// The floor applies to the competing score: with inertia the current option may pass it.
static void floor_and_inertia(void **state) {
    scene *s = open_options((wits_state_desc){.has_floor = true, .floor = 1, .inertia = 0.5f}, plain);
    set_scores(s, 2, 0, 0);
    start(s, "U-enter A-enter");
    set_scores(s, 0.5f, 1, 0);
    pass(s, "");
    set_scores(s, 0.25f, 1, 0);
    pass(s, "A-exit B-enter");
    scene_close(s);
}

// A floor of 0 or -0 counts as a floor; a missing one does not.
static void floor_of_zero(void **state) {
    const wits_state_desc floors[] = {
        {.has_floor = false}, {.has_floor = true, .floor = 0}, {.has_floor = true, .floor = -0.0f}};
    for (int i = 0; i < 3; i++) {
        scene *s = open_options(floors[i], plain);
        set_scores(s, 1, 0, 0);
        start(s, "U-enter A-enter");
        set_scores(s, -2, -1, -3);
        pass(s, i == 0 ? "A-exit B-enter" : "");
        scene_close(s);
    }
}

// "with none [no current option and no candidate], initial, else the first declared."
static void no_candidate_to_enter(void **state) {
    scene *s = open_options((wits_state_desc){.has_floor = true, .floor = 1}, plain);
    start(s, "U-enter A-enter");
    scene_close(s);
    s = open_options((wits_state_desc){.has_floor = true, .floor = 1, .initial = C}, plain);
    start(s, "U-enter C-enter");
    scene_close(s);
}

// "NaN is never a candidate".
static void not_a_number(void **state) {
    scene *s = open_options((wits_state_desc){.inertia = 1}, plain);
    set_scores(s, NAN, -5, -6);
    start(s, "U-enter B-enter");
    set_scores(s, NAN, NAN, NAN);
    pass(s, "");
    set_scores(s, NAN, NAN, -100);
    pass(s, "B-exit C-enter");
    scene_close(s);
    s = open_options((wits_state_desc){0}, plain);
    set_scores(s, NAN, NAN, NAN);
    start(s, "U-enter A-enter");
    scene_close(s);
}

// Infinities compete like numbers.
static void infinities(void **state) {
    scene *s = open_options((wits_state_desc){.inertia = 1}, plain);
    set_scores(s, -INFINITY, -INFINITY, NAN);
    start(s, "U-enter A-enter");
    set_scores(s, 1e38f, INFINITY, 0);
    pass(s, "A-exit B-enter");
    set_scores(s, INFINITY, INFINITY, 0);
    pass(s, "");
    set_scores(s, INFINITY, -INFINITY, 0);
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// "Switching from option A to B is a transition from A to B without action: same order, same leave."
static void switching_is_a_transition(void **state) {
    enum { TOP, L, A1, B1, N };
    static const struct {
        wits_leave leave;
        const char *out, *back;
    } rows[] = {
        {WITS_LEAVE_RESET, "B-exit L-exit N-enter", "N-exit L-enter A-enter"},
        {WITS_LEAVE_RESUME, "B-exit L-exit N-enter", "N-exit L-enter B-enter"},
        {WITS_LEAVE_SUSPEND, "L-exit N-enter", "N-exit L-enter"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const wits_state_desc states[] = {
            [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY},
            [L] = {.name = "L", .score = "score", .leave = rows[i].leave},
            [A1] = {.name = "A", .parent = L},
            [B1] = {.name = "B", .parent = L},
            [N] = {.name = "N", .score = "score"},
        };
        scene *s = scene_open(&(wits_desc){STATES(states)});
        go_to(s, B1, "L-enter B-enter");
        s->world.scores[N] = 1;
        pass(s, rows[i].out);
        s->world.scores[L] = 2;
        pass(s, rows[i].back);
        scene_close(s);
    }
}

// A transition may lead to an option as to any other state; the next scoring may reverse it.
static void transition_to_an_option(void **state) {
    const wits_state_desc held[3] = {{.name = NULL}, {.hold = 3}};
    for (int i = 0; i < 2; i++) {
        scene *s = open_options((wits_state_desc){0}, i == 0 ? plain : held);
        set_scores(s, 1, 0, 0);
        start(s, "U-enter A-enter");
        take(s, 2, "A-exit t2 B-enter");
        pass(s, i == 0 ? "B-exit A-enter" : "");
        scene_close(s);
    }
}

// --------------------------------------------------------------------------------------------------------------- worth

enum { TOP, V, X, Y, W, X2, Y2, Z };

static scene *open_nested(wits_state_desc v) {
    wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [V] = v,
        [X] = {.name = "X", .parent = V, .score = "score"},
        [Y] = {.name = "Y", .parent = V, .score = "score", .has_weight = true, .weight = 3},
        [W] = {.name = "W", .parent = V, .kind = WITS_KIND_UTILITY, .score_best = true},
        [X2] = {.name = "P", .parent = W, .score = "score"},
        [Y2] = {.name = "Q", .parent = W, .score = "score"},
        [Z] = {.name = "Z", .score = "score"},
    };
    states[V].name = "V";
    states[V].kind = WITS_KIND_UTILITY;
    return scene_open(&(wits_desc){STATES(states)});
}

// A composite option without a score is worth 1.
static void composite_without_a_score(void **state) {
    scene *s = open_nested((wits_state_desc){0});
    s->world.scores[Z] = 1;
    s->world.scores[X] = 50;
    start(s, "V-enter X-enter");
    s->world.scores[Z] = 1.5f;
    pass(s, "X-exit V-exit Z-enter");
    s->world.scores[Z] = 0.5f;
    pass(s, "Z-exit V-enter X-enter");
    scene_close(s);
}

// "score: best makes it worth the best plain score of its own options, weights included, times its own weight."
static void score_best(void **state) {
    scene *s = open_nested((wits_state_desc){
        .score_best = true, .has_weight = true, .weight = 2, .inertia = 100, .has_floor = true, .floor = 90});
    s->world.scores[X] = 2;
    s->world.scores[Y] = 1;
    s->world.scores[Z] = 5.5f;
    start(s, "V-enter X-enter");
    s->world.scores[Z] = 6.5f;
    pass(s, "X-exit V-exit Z-enter");
    s->world.scores[X2] = 3.5f;
    pass(s, "Z-exit V-enter X-enter");
    scene_close(s);
}

// The option chosen inside is the one that provided the score.
static void score_best_of_a_score_best(void **state) {
    scene *s = open_nested((wits_state_desc){.score_best = true});
    s->world.scores[Y2] = 4;
    s->world.scores[Z] = 3;
    start(s, "V-enter W-enter Q-enter");
    s->world.scores[X2] = 5;
    pass(s, "Q-exit P-enter");
    scene_close(s);
}

// "NaN skipped (all NaN: NaN)".
static void score_best_and_not_a_number(void **state) {
    scene *s = open_nested((wits_state_desc){.score_best = true});
    s->world.scores[X] = NAN;
    s->world.scores[Y] = -1;
    s->world.scores[X2] = s->world.scores[Y2] = NAN;
    s->world.scores[Z] = -4;
    start(s, "V-enter Y-enter");
    s->world.scores[Y] = NAN;
    pass(s, "Y-exit V-exit Z-enter");
    s->world.scores[X2] = -3;
    pass(s, "Z-exit V-enter W-enter P-enter");
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------ hold and every

// "hold: n on an option: for its first n ticks its composite does not score at all."
static void hold(void **state) {
    const wits_state_desc options[3] = {{.hold = 5}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 1, 0, 0);
    s->tick = 20;
    start(s, "U-enter A-enter");
    set_scores(s, 0, 1, 0);
    s->tick = 24;
    pass(s, "");
    s->tick = 25;
    pass(s, "A-exit B-enter");
    set_scores(s, 2, 1, 0);
    pass(s, "B-exit A-enter");
    set_scores(s, 0, 1, 0);
    s->tick = 29;
    pass(s, "");
    s->tick = 30;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

// "Transitions still may leave it."
static void hold_and_transitions(void **state) {
    const wits_state_desc options[3] = {{.hold = 5}, {.hold = 5}};
    scene *s = open_options((wits_state_desc){0}, options);
    start(s, "U-enter A-enter");
    take(s, 2, "A-exit t2 B-enter");
    take(s, 0, "B-exit U-exit t0 K-enter");
    scene_close(s);
}

// hold applies at its own level only: outside and inside, scoring continues.
static void hold_protects_at_its_own_level(void **state) {
    enum { T, G, G1, G2, H };
    for (int i = 0; i < 2; i++) {
        const wits_state_desc states[] = {
            [T] = {.name = "root", .kind = WITS_KIND_UTILITY},
            [G] = {.name = "G", .kind = WITS_KIND_UTILITY, .score = "score", .hold = i == 0 ? 50 : 0},
            [G1] = {.name = "X", .parent = G, .score = "score", .hold = i == 0 ? 0 : 50},
            [G2] = {.name = "Y", .parent = G, .score = "score"},
            [H] = {.name = "H", .score = "score"},
        };
        scene *s = scene_open(&(wits_desc){STATES(states)});
        start(s, "G-enter X-enter");
        s->world.scores[G2] = s->world.scores[H] = 1;
        pass(s, i == 0 ? "X-exit Y-enter" : "X-exit G-exit H-enter");
        scene_close(s);
    }
}

/// The tick in which a composite that decides every `step` ticks, from `from` on, leaves A.
static uint32_t tick_of_switch(scene *s, uint32_t from, uint32_t step) {
    set_scores(s, 0, 1, 0);
    for (s->tick = from; is_in(s, A) && s->tick < from + 1000; s->tick += step) {
        wits_frame frame = {.tick = s->tick, .agent = s->id, .context = &s->world, .functions = s->functions};
        s->world.log = s->logs[0];
        s->world.rows = 0;
        wits_decide(s->brain, s->agents[0], &frame);
    }
    return s->tick - step;
}

// every: n: a pass scores only if at least n ticks have passed since it last scored. Being entered counts as having
// scored (agent id mod n) ticks ago.
static void every(void **state) {
    static const struct {
        uint64_t id;
        uint32_t step, expected;
    } rows[] = {{0, 1, 110}, {3, 1, 107}, {9, 1, 101}, {10, 1, 110}, {19, 1, 101}, {UINT64_C(10000000003), 1, 107},
                {0, 4, 113}, {3, 4, 109}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        scene *s = open_options((wits_state_desc){.every = 10}, plain);
        s->id = rows[i].id;
        s->tick = 100;
        set_scores(s, 1, 0, 0);
        start(s, "U-enter A-enter");
        assert_int_equal(tick_of_switch(s, 101, rows[i].step), rows[i].expected);
        scene_close(s);
    }
}

// Since it last scored: the next scoring is n ticks after the last, whether that switched or not.
static void every_after_the_first_scoring(void **state) {
    scene *s = open_options((wits_state_desc){.every = 10}, plain);
    set_scores(s, 1, 0, 0);
    start(s, "U-enter A-enter");
    s->tick = 13;
    pass(s, "");
    set_scores(s, 0, 1, 0);
    s->tick = 22;
    pass(s, "");
    s->tick = 23;
    pass(s, "A-exit B-enter");
    set_scores(s, 0, 0, 1);
    s->tick = 32;
    pass(s, "");
    s->tick = 33;
    pass(s, "B-exit C-enter");
    scene_close(s);
}

// Without every, every pass scores; several passes in one tick, too.
static void without_every(void **state) {
    scene *s = open_options((wits_state_desc){0}, plain);
    start(s, "U-enter A-enter");
    set_scores(s, 0, 1, 0);
    pass(s, "A-exit B-enter");
    set_scores(s, 0, 1, 2);
    pass(s, "B-exit C-enter");
    scene_close(s);
}

// Choosing the child to enter does not count as scoring.
static void every_and_the_child_to_enter(void **state) {
    scene *s = open_options((wits_state_desc){.every = 10, .activation = WITS_ACTIVATION_ON_DECIDE}, plain);
    start(s, "U-enter");
    s->tick = 6;
    set_scores(s, 1, 0, 0);
    pass(s, "A-enter");
    assert_int_equal(tick_of_switch(s, 7, 1), 10);
    scene_close(s);
}

// A pass in which `hold` prevents scoring does not count as scoring, either.
static void every_and_hold(void **state) {
    const wits_state_desc options[3] = {{.hold = 15}};
    scene *s = open_options((wits_state_desc){.every = 10}, options);
    set_scores(s, 1, 0, 0);
    start(s, "U-enter A-enter");
    assert_int_equal(tick_of_switch(s, 1, 1), 15);
    scene_close(s);
}

// Becoming active silently, or by set_state, counts as being entered.
static void every_of_what_is_active_silently(void **state) {
    scene *s = open_options((wits_state_desc){.every = 10}, plain);
    set_scores(s, 1, 0, 0);
    s->id = 4;
    s->tick = 50;
    place(s, U);
    assert_int_equal(tick_of_switch(s, 51, 1), 56);
    scene_close(s);
}

// "the clock stops while kept."
static void every_stands_still_while_kept(void **state) {
    enum { T, L, V1, A1, B1, M };
    static const wits_state_desc states[] = {
        [T] = {.name = "root"},
        [L] = {.name = "L", .leave = WITS_LEAVE_SUSPEND},
        [V1] = {.name = "U", .parent = L, .kind = WITS_KIND_UTILITY, .every = 10},
        [A1] = {.name = "A", .parent = V1, .score = "score"},
        [B1] = {.name = "B", .parent = V1, .score = "score"},
        [M] = {.name = "M"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    start(s, "L-enter U-enter A-enter");
    s->world.scores[B1] = 1;
    s->tick = 4;
    go_to(s, M, "L-exit M-enter");
    s->tick = 100;
    go_to(s, L, "M-exit L-enter");
    s->tick = 105;
    pass(s, "");
    s->tick = 106;
    pass(s, "A-exit B-enter");
    scene_close(s);
}

// Limits: hold and every of 2^31-1 ticks.
static void hold_and_every_at_their_limit(void **state) {
    for (int i = 0; i < 2; i++) {
        const wits_state_desc options[3] = {{.hold = i == 0 ? WITS_MAX_TICKS : 0}};
        scene *s = open_options((wits_state_desc){.every = i == 0 ? 0 : WITS_MAX_TICKS}, options);
        set_scores(s, 1, 0, 0);
        s->tick = 0xF0000000u;
        start(s, "U-enter A-enter");
        set_scores(s, 0, 1, 0);
        s->tick += WITS_MAX_TICKS - 1;
        pass(s, "");
        s->tick++;
        pass(s, "A-exit B-enter");
        scene_close(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(highest_wins),
        cmocka_unit_test(ties),
        cmocka_unit_test(weights),
        cmocka_unit_test(weight_of_zero),
        cmocka_unit_test(zero_has_no_sign),
        cmocka_unit_test(inertia),
        cmocka_unit_test(floor_of_candidates),
        cmocka_unit_test(floor_and_inertia),
        cmocka_unit_test(floor_of_zero),
        cmocka_unit_test(no_candidate_to_enter),
        cmocka_unit_test(not_a_number),
        cmocka_unit_test(infinities),
        cmocka_unit_test(switching_is_a_transition),
        cmocka_unit_test(transition_to_an_option),
        cmocka_unit_test(composite_without_a_score),
        cmocka_unit_test(score_best),
        cmocka_unit_test(score_best_of_a_score_best),
        cmocka_unit_test(score_best_and_not_a_number),
        cmocka_unit_test(hold),
        cmocka_unit_test(hold_and_transitions),
        cmocka_unit_test(hold_protects_at_its_own_level),
        cmocka_unit_test(every),
        cmocka_unit_test(every_after_the_first_scoring),
        cmocka_unit_test(without_every),
        cmocka_unit_test(every_and_the_child_to_enter),
        cmocka_unit_test(every_and_hold),
        cmocka_unit_test(every_of_what_is_active_silently),
        cmocka_unit_test(every_stands_still_while_kept),
        cmocka_unit_test(hold_and_every_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
