// SPDX-License-Identifier: MIT
// Who is a candidate: ranks, cooldowns, a default option; and softmax. Section 6 of the semantics.
#include "options_support.h"

#include <math.h>

// --------------------------------------------------------------------------------------------------------------- ranks

static void the_highest_rank_plays(void **state) {
    const wits_state_desc options[3] = {{.rank = "1"}, {.rank = "1"}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 1, 2, 100);
    start(s, "U-enter B-enter");
    set_scores(s, 3, 2, 100);
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// An ineligible option does not keep others of lower rank out.
static void only_candidates_have_a_rank(void **state) {
    const wits_state_desc options[3] = {{.rank = "2"}, {.rank = "1"}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){.has_floor = true, .floor = 0.5f}, options);
    set_scores(s, NAN, 1, 100);
    start(s, "U-enter B-enter");
    set_scores(s, 1, 0.25f, 100);
    pass(s, "B-exit A-enter");
    set_scores(s, 0.25f, 0.25f, 100);
    pass(s, "A-exit C-enter");
    scene_close(s);
}

static void a_rank_is_an_expression(void **state) {
    const wits_state_desc options[3] = {{.rank = "tick - 4"}, {.rank = "-1 if tick < 2 else 2"}, {.rank = "0.9 * 3"}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 1, 1, 1);
    start(s, "U-enter C-enter");  // -4, -1, 2: a float is truncated
    s->tick = 3;
    pass(s, "");  // -1, 2, 2: the current option
    set_scores(s, 1, 2, 1);
    pass(s, "C-exit B-enter");
    s->tick = 7;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// A tie for the last of the best goes to the current option only if it is eligible.
static void top_without_the_current_option(void **state) {
    const wits_state_desc options[3] = {{.rank = "1"}, {.rank = "1"}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){.select = WITS_SELECT_TOP, .top = 1}, options);
    set_scores(s, 1, NAN, 1);
    start(s, "U-enter A-enter");
    go_to(s, C, "A-exit C-enter");
    pass(s, "C-exit A-enter");
    scene_close(s);
}

// ----------------------------------------------------------------------------------------------------------- cooldowns

static void an_option_cools_after_its_exit(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");  // no child was left yet
    s->tick = 5;
    set_scores(s, 1, 2, 1);
    pass(s, "A-exit B-enter");
    set_scores(s, 3, 2, 1);
    pass(s, "");
    s->tick = 14;
    pass(s, "");
    s->tick = 15;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// The cooldown continues wherever the agent is, and a transition may lead to the option anyway.
static void a_cooldown_outlives_its_utility(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    s->tick = 100;
    take(s, 0, "A-exit U-exit t0 K-enter");
    s->tick = 105;
    take(s, 1, "K-exit t1 U-enter B-enter");
    go_to(s, A, "B-exit A-enter");
    s->tick = 106;
    pass(s, "");  // active, it is not cooling down: its clock starts when it is left
    s->tick = 107;
    go_to(s, K, "A-exit U-exit K-enter");
    s->tick = 116;
    take(s, 1, "K-exit t1 U-enter B-enter");
    s->tick = 117;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// Ticks wrap around.
static void a_cooldown_across_the_end_of_time(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 4}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    s->tick = 0xFFFFFFFEu;
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 1, 2, 1);
    pass(s, "A-exit B-enter");
    set_scores(s, 3, 2, 1);
    s->tick = 1;
    pass(s, "");
    s->tick = 2;
    pass(s, "B-exit A-enter");
    scene_close(s);
}

static void what_is_kept_has_not_been_left(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){.leave = WITS_LEAVE_SUSPEND}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    take(s, 0, "U-exit t0 K-enter");
    s->tick = 1;
    take(s, 1, "K-exit t1 U-enter");
    set_scores(s, 1, 2, 1);
    pass(s, "A-exit B-enter");
    scene_close(s);
}

static void stop_and_place_forget_cooldowns(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.cooldown = 10}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    stop(s, "A-exit U-exit");
    for (uint32_t i = 0; i < wits_agent_size(s->brain); i++) {
        assert_int_equal(s->agents[0][i], 0);
    }
    start(s, "U-enter A-enter");
    go_to(s, K, "A-exit U-exit K-enter");
    place(s, C);
    pass(s, "C-exit A-enter");
    scene_close(s);
}

static void without_candidates_the_current_option_stays(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.cooldown = 10}, {.cooldown = 10}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    set_scores(s, NAN, 2, 1);
    pass(s, "A-exit B-enter");
    set_scores(s, 3, NAN, 1);
    pass(s, "B-exit C-enter");
    set_scores(s, 3, 2, NAN);
    pass(s, "");
    go_to(s, K, "C-exit U-exit K-enter");
    take(s, 1, "K-exit t1 U-enter A-enter");  // not eligible: the first
    scene_close(s);
}

// An agent with invalid bytes of a cooldown is rejected.
static void bytes_of_cooldowns_are_checked(void **state) {
    const wits_state_desc options[3] = {{.cooldown = 10}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){0}, options);
    set_scores(s, 3, 2, 1);
    start(s, "U-enter A-enter");
    size_t size = wits_agent_size(s->brain);
    uint8_t *agent = s->agents[0];
    assert_true(wits_agent_is_valid(s->brain, agent, size));
    agent[size - 1] = 1;  // a tick, but it was never left
    assert_false(wits_agent_is_valid(s->brain, agent, size));
    agent[size - 5] = 1;
    assert_true(wits_agent_is_valid(s->brain, agent, size));
    agent[size - 5] = 2;
    assert_false(wits_agent_is_valid(s->brain, agent, size));
    agent[size - 5] = 0;
    agent[size - 1] = 0;
    scene_close(s);
}

// ------------------------------------------------------------------------------------------------------------- default

static void the_default_option_is_the_bar(void **state) {
    const wits_state_desc options[3] = {{.name = NULL}, {.name = NULL}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){.default_option = B}, options);
    set_scores(s, 0.5f, 0.5f, 0.4f);
    start(s, "U-enter B-enter");  // equal is not more
    set_scores(s, 0.6f, 0.5f, 0.7f);
    pass(s, "B-exit C-enter");
    set_scores(s, 0.6f, 0.65f, 0.3f);
    pass(s, "C-exit B-enter");
    set_scores(s, 0.6f, NAN, 0.3f);
    pass(s, "B-exit A-enter");  // no threshold
    set_scores(s, NAN, NAN, NAN);
    pass(s, "A-exit B-enter");  // no other candidate is left
    scene_close(s);
}

// The threshold is the default option's competing score, inertia included; the floor does not apply to it in the end.
static void the_bar_has_inertia_too(void **state) {
    const wits_state_desc options[3] = {{.name = NULL}, {.name = NULL}, {.name = NULL}};
    scene *s =
        open_options((wits_state_desc){.default_option = A, .inertia = 0.5f, .has_floor = true, .floor = 2}, options);
    set_scores(s, 2, 1, 1);
    start(s, "U-enter A-enter");
    set_scores(s, 2, 2.5f, 1);
    pass(s, "");
    set_scores(s, 2, 2.75f, 1);
    pass(s, "A-exit B-enter");
    set_scores(s, 1, 1, 1);
    pass(s, "B-exit A-enter");
    scene_close(s);
}

// Ranks are compared among options above the threshold.
static void ranks_above_the_bar(void **state) {
    const wits_state_desc options[3] = {{.rank = "5"}, {.rank = "1"}, {.name = NULL}};
    scene *s = open_options((wits_state_desc){.default_option = C}, options);
    set_scores(s, 1, 3, 2);
    start(s, "U-enter B-enter");
    set_scores(s, 2.5f, 3, 2);
    pass(s, "B-exit A-enter");
    set_scores(s, 1, 1, 2);
    pass(s, "A-exit C-enter");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------------------------- chance

// Counts how often each option is chosen at the start.
static void count_starts(scene *s, uint32_t agents, uint32_t counts[3]) {
    const wits_brain *brain = s->brain;
    uint8_t *agent = calloc(wits_agent_size(brain), 1);
    world w = s->world;
    char log[LOG_SIZE] = "";
    w.log = log;
    for (uint32_t i = 0; i < agents; i++) {
        log[0] = '\0';
        memset(agent, 0, wits_agent_size(brain));
        wits_start(brain, agent, &(wits_frame){.agent = i, .seed = 7, .context = &w, .functions = s->functions});
        counts[wits_deepest(brain, agent) - A]++;
    }
    free(agent);
}

static void softmax_follows_its_temperature(void **state) {
    static const wits_state_desc options[3];
    const uint32_t agents = 40000;
    for (float t = 0.5f; t < 5; t *= 4) {
        scene *s = open_options((wits_state_desc){.select = WITS_SELECT_SOFTMAX, .temperature = t}, options);
        set_scores(s, 1, 2, -1);
        uint32_t counts[3] = {0};
        count_starts(s, agents, counts);
        double weights[3] = {exp(-1 / (double)t), 1, exp(-3 / (double)t)};
        double all = weights[0] + weights[1] + weights[2];
        double chi_square = 0;
        for (int i = 0; i < 3; i++) {
            double expected = agents * weights[i] / all;
            chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        assert_true(chi_square < 13.8);  // with 2 degrees of freedom: 1 in 1,000 is above
        scene_close(s);
    }
}

// The limits: cold is the highest, and equal scores are equally likely.
static void softmax_when_cold(void **state) {
    static const wits_state_desc options[3];
    scene *s = open_options((wits_state_desc){.select = WITS_SELECT_SOFTMAX, .temperature = 1e-6f}, options);
    set_scores(s, 1, 2, 2);
    uint32_t counts[3] = {0};
    count_starts(s, 10000, counts);
    assert_int_equal(counts[0], 0);
    assert_true(counts[1] > 4700 && counts[2] > 4700);
    set_scores(s, INFINITY, 1, NAN);  // neither infinity - infinity nor 1 - infinity gives a chance
    uint32_t infinite[3] = {0};
    count_starts(s, 10, infinite);
    assert_int_equal(infinite[0], 10);  // none is chosen: the first
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_rank_plays),
        cmocka_unit_test(only_candidates_have_a_rank),
        cmocka_unit_test(a_rank_is_an_expression),
        cmocka_unit_test(top_without_the_current_option),
        cmocka_unit_test(an_option_cools_after_its_exit),
        cmocka_unit_test(a_cooldown_outlives_its_utility),
        cmocka_unit_test(a_cooldown_across_the_end_of_time),
        cmocka_unit_test(what_is_kept_has_not_been_left),
        cmocka_unit_test(stop_and_place_forget_cooldowns),
        cmocka_unit_test(without_candidates_the_current_option_stays),
        cmocka_unit_test(bytes_of_cooldowns_are_checked),
        cmocka_unit_test(the_default_option_is_the_bar),
        cmocka_unit_test(the_bar_has_inertia_too),
        cmocka_unit_test(ranks_above_the_bar),
        cmocka_unit_test(softmax_follows_its_temperature),
        cmocka_unit_test(softmax_when_cold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
