// SPDX-License-Identifier: MIT
// Section 6 of the semantics: selection by chance, and what the chance depends on. The seeds are fixed, so nothing here
// fails by chance; the bound for a frequency is five standard deviations of fair draws.
#include "support.h"

#include <math.h>

enum { ROOT, A, B, C, D };
enum { DRAWS = 20000 };

static scene *open_four(wits_state_desc root) {
    wits_state_desc states[] = {
        [ROOT] = root,
        [A] = {.name = "A", .score = "score"},
        [B] = {.name = "B", .score = "score"},
        [C] = {.name = "C", .score = "score"},
        [D] = {.name = "D", .score = "score"},
    };
    states[ROOT].name = "root";
    states[ROOT].kind = WITS_KIND_UTILITY;
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->seed = 2024;
    return s;
}

static void set_scores(scene *s, float a, float b, float c, float d) {
    const float scores[] = {a, b, c, d};
    memcpy(&s->world.scores[A], scores, sizeof scores);
}

static wits_state_id active_leaf(const scene *s, const void *agent) {
    wits_state_id leaf = WITS_NONE;
    assert_int_equal(wits_active(s->brain, agent, &leaf, 1), 1);
    return leaf;
}

/// The option that this agent has chosen after being placed in `from` (WITS_NONE: started) and deciding at this tick.
static wits_state_id choice(scene *s, uint64_t id, uint32_t tick_number, wits_state_id from) {
    uint8_t agent[16] = {0};
    assert_true(wits_agent_size(s->brain) <= sizeof agent);
    char log[LOG_SIZE] = "";
    s->world.log = log;
    s->world.rows = 0;
    wits_frame frame = {
        .tick = tick_number, .agent = id, .seed = s->seed, .context = &s->world, .functions = s->functions};
    if (from == WITS_NONE) {
        wits_start(s->brain, agent, &frame);
    } else {
        wits_set_state(s->brain, agent, &frame, from);
        wits_decide(s->brain, agent, &frame);
    }
    return active_leaf(s, agent);
}

/// Compares the frequencies of many agents' choices with the expected chances.
static void check_chances(scene *s, wits_state_id from, const double chances[4]) {
    uint32_t counts[5] = {0};
    for (uint64_t id = 0; id < DRAWS; id++) {
        counts[choice(s, id, 7, from)]++;
    }
    for (int i = 0; i < 4; i++) {
        double expected = chances[i] * DRAWS;
        double bound = 5.0 * sqrt(DRAWS * chances[i] * (1.0 - chances[i]));
        double off = (double)counts[A + i] - expected;
        if (off > bound || off < -bound) {
            fail_msg("option %d: %u of %d, expected %.0f within %.0f", i, (unsigned)counts[A + i], (int)DRAWS, expected,
                     bound);
        }
    }
}

// weighted (chance in proportion to competing score): entering a child and scoring agree.
static void weighted(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    set_scores(s, 1, 2, 0, 5);
    const double chances[] = {1 / 8.0, 2 / 8.0, 0, 5 / 8.0};
    check_chances(s, WITS_NONE, chances);
    check_chances(s, C, chances);
    scene_close(s);
}

// The competing score includes the current option's inertia.
static void weighted_with_inertia(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED, .inertia = 4});
    set_scores(s, 1, 2, 0, 5);
    check_chances(s, C, (const double[]){1 / 12.0, 2 / 12.0, 4 / 12.0, 5 / 12.0});
    check_chances(s, WITS_NONE, (const double[]){1 / 8.0, 2 / 8.0, 0, 5 / 8.0});
    scene_close(s);
}

// A score below 0 counts as 0, and one above 1e30 as 1e30; NaN and scores below the floor are not eligible.
static void weighted_at_the_edges(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    set_scores(s, -3, 1, -INFINITY, 1);
    check_chances(s, A, (const double[]){0, 0.5, 0, 0.5});
    set_scores(s, INFINITY, 1e30f, 3e38f, 1e30f);
    check_chances(s, A, (const double[]){0.25, 0.25, 0.25, 0.25});
    set_scores(s, NAN, 3, 1, NAN);
    check_chances(s, A, (const double[]){0, 0.75, 0.25, 0});
    scene_close(s);
    s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED, .has_floor = true, .floor = 1});
    set_scores(s, 0.5f, 3, 1, 0.75f);
    check_chances(s, A, (const double[]){0, 0.75, 0.25, 0});
    scene_close(s);
}

// All 0: no option is eligible; the current option stays, or the first declared is entered.
static void weighted_all_zero(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    set_scores(s, 0, -1, 0, NAN);
    for (uint64_t id = 0; id < 100; id++) {
        assert_int_equal(choice(s, id, 7, C), C);
        assert_int_equal(choice(s, id, 7, WITS_NONE), A);
    }
    scene_close(s);
}

// "top: n (weighted among the n best)".
static void top(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_TOP, .top = 2});
    set_scores(s, 1, 5, 3, 2);
    check_chances(s, A, (const double[]){0, 5 / 8.0, 3 / 8.0, 0});
    scene_close(s);
    s = open_four((wits_state_desc){.select = WITS_SELECT_TOP, .top = 100});
    set_scores(s, 1, 5, 3, 1);
    check_chances(s, A, (const double[]){0.1, 0.5, 0.3, 0.1});
    scene_close(s);
}

// Ties at the end of the n best are resolved as everywhere: the current option, else the first declared.
static void top_with_ties(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_TOP, .top = 2});
    set_scores(s, 1, 3, 1, 1);
    check_chances(s, WITS_NONE, (const double[]){0.25, 0.75, 0, 0});
    check_chances(s, D, (const double[]){0, 0.75, 0, 0.25});
    scene_close(s);
}

// "within: p (weighted among those at least (1-p) x best".
static void within(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WITHIN, .within = 0.5f});
    set_scores(s, 4, 1.9f, 2, 0);
    check_chances(s, D, (const double[]){4 / 6.0, 0, 2 / 6.0, 0});
    scene_close(s);
    s = open_four((wits_state_desc){.select = WITS_SELECT_WITHIN, .within = 0});
    set_scores(s, 4, 3, 4, 0);
    check_chances(s, D, (const double[]){0.5, 0, 0.5, 0});
    scene_close(s);
    s = open_four((wits_state_desc){.select = WITS_SELECT_WITHIN, .within = 1});
    set_scores(s, 4, 3, 1, 0);
    check_chances(s, D, (const double[]){0.5, 3 / 8.0, 1 / 8.0, 0});
    scene_close(s);
}

// If the best is not above 0, only the best.
static void within_when_the_best_is_not_above_zero(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WITHIN, .within = 0.5f});
    for (uint64_t id = 0; id < 100; id++) {
        set_scores(s, -4, -2, -1, -2);
        assert_int_equal(choice(s, id, 7, A), C);
        assert_int_equal(choice(s, id, 7, WITS_NONE), C);
        set_scores(s, 0, 0, 0, -1);
        assert_int_equal(choice(s, id, 7, B), B);
        assert_int_equal(choice(s, id, 7, WITS_NONE), A);
    }
    scene_close(s);
}

// ---------------------------------------------------------------------------------------------------------- randomness

// "Randomness is a pure function of (seed, agent id, tick, place); one place gives the same number again within a
// tick."
static void same_choice_within_a_tick(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    set_scores(s, 1, 1, 1, 1);
    for (uint64_t id = 0; id < 200; id++) {
        wits_state_id chosen = choice(s, id, 7, WITS_NONE);
        for (wits_state_id from = A; from <= D; from++) {
            assert_int_equal(choice(s, id, 7, from), chosen);
        }
    }
    scene_close(s);
}

/// Number of agents, of 200, that choose the same with another tick, seed or id.
static uint32_t agreements(scene *s, uint32_t tick_plus, uint64_t seed_plus, uint64_t id_plus) {
    uint32_t count = 0;
    for (uint64_t id = 0; id < 200; id++) {
        wits_state_id chosen = choice(s, id, 7, WITS_NONE);
        s->seed += seed_plus;
        count += choice(s, id + id_plus, 7 + tick_plus, WITS_NONE) == chosen;
        s->seed -= seed_plus;
    }
    return count;
}

// One in four agrees by chance; 5 standard deviations are 31. Seed and agent id have 64 bits.
static void choices_depend_on_seed_agent_and_tick(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    set_scores(s, 1, 1, 1, 1);
    assert_int_equal(agreements(s, 0, 0, 0), 200);
    assert_in_range(agreements(s, 1, 0, 0), 50 - 31, 50 + 31);
    assert_in_range(agreements(s, 0, 1, 0), 50 - 31, 50 + 31);
    assert_in_range(agreements(s, 0, UINT64_C(1) << 40, 0), 50 - 31, 50 + 31);
    assert_in_range(agreements(s, 0, 0, 1), 50 - 31, 50 + 31);
    assert_in_range(agreements(s, 0, 0, UINT64_C(1) << 40), 50 - 31, 50 + 31);
    scene_close(s);
}

// Each utility has its own random stream, numbered in declared order.
static void each_composite_is_a_place_of_its_own(void **state) {
    enum { TOP, U, U1, U2, F, V, V1, V2, H, H1 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_PARALLEL},
        [U] = {.name = "U", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WEIGHTED},
        [U1] = {.name = "A", .parent = U, .score = "score"},
        [U2] = {.name = "B", .parent = U, .score = "score"},
        [F] = {.name = "F"},
        [V] = {.name = "V", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_TOP, .top = 2},
        [V1] = {.name = "X", .parent = V, .score = "score"},
        [V2] = {.name = "Y", .parent = V, .score = "score"},
        [H] = {.name = "H", .kind = WITS_KIND_UTILITY},
        [H1] = {.name = "Z", .parent = H, .score = "score"},
    };
    scene *s = scene_open(&(wits_desc){STATES(states)});
    s->world.scores[U1] = s->world.scores[U2] = s->world.scores[V1] = s->world.scores[V2] = 1;
    assert_true(wits_random_stream(s->brain, U) < wits_random_stream(s->brain, V));
    assert_int_equal(wits_random_stream(s->brain, TOP), WITS_NONE);
    assert_int_equal(wits_random_stream(s->brain, F), WITS_NONE);
    assert_int_equal(wits_random_stream(s->brain, U1), WITS_NONE);
    uint32_t same = 0;
    for (s->id = 0; s->id < 200; s->id++) {
        uint8_t agent[16] = {0};
        char log[LOG_SIZE] = "";
        s->world.log = log;
        wits_frame frame = {.agent = s->id, .context = &s->world, .functions = s->functions};
        wits_start(s->brain, agent, &frame);
        same += wits_is_in(s->brain, agent, U1) == wits_is_in(s->brain, agent, V1);
    }
    assert_in_range(same, 100 - 36, 100 + 36);
    scene_close(s);
}

// With `highest` nothing depends on the seed.
static void highest_needs_no_chance(void **state) {
    scene *s = open_four((wits_state_desc){.select = WITS_SELECT_HIGHEST});
    set_scores(s, 1, 3, 3, 1);
    for (s->seed = 0; s->seed < 100; s->seed++) {
        assert_int_equal(choice(s, s->seed, 7, WITS_NONE), B);
    }
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted),
        cmocka_unit_test(weighted_with_inertia),
        cmocka_unit_test(weighted_at_the_edges),
        cmocka_unit_test(weighted_all_zero),
        cmocka_unit_test(top),
        cmocka_unit_test(top_with_ties),
        cmocka_unit_test(within),
        cmocka_unit_test(within_when_the_best_is_not_above_zero),
        cmocka_unit_test(same_choice_within_a_tick),
        cmocka_unit_test(choices_depend_on_seed_agent_and_tick),
        cmocka_unit_test(each_composite_is_a_place_of_its_own),
        cmocka_unit_test(highest_needs_no_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
