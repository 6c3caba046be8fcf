// SPDX-License-Identifier: MIT
// Proofs about a brain: the values of inputs that are tried, the meaning of each property, and verdicts that are never
// mixed up. test_prove_model.c continues with the content of situations, chance, host functions, starts and limits.
#include "prove_support.h"

// ------------------------------------------------------------------------------------------- whole, cut, sampled

static void inputs_of_few_values_are_tried_whole(void **unused) {
    (void)unused;
    expect_inputs(SWITCH("x: bool", "x") "prove: [{never: in(b)}]\n", "x: whole 2");
    expect_inputs(SWITCH("x: [p, q, r]", "x == q") "prove: [{never: in(b)}]\n", "x: whole 3");
    expect_inputs(SWITCH("x: int8", "x * x == 9") "prove: [{never: in(b)}]\n", "x: whole 256");
    expect_inputs(SWITCH("x: uint8", "x * x > 9") "prove: [{never: in(b)}]\n", "x: whole 256");
    expect_inputs(SWITCH("x: {type: int, range: [-10, 20]}", "x * x > 9") "prove: [{never: in(b)}]\n", "x: whole 31");
    expect_inputs(SWITCH("x: {type: int, initial: 1, range: [1, 4096]}", "x * x > 9") "prove: [{never: in(b)}]\n",
                  "x: whole 4096");
    expect_inputs(SWITCH("x: {type: float, range: [0, 1], step: 0.25}", "x * x > 0.3") "prove: [{never: in(b)}]\n",
                  "x: whole 5");
}

static void what_is_whole_may_be_read_in_any_way(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: int8", "x * x == 14641 or x * x * x == 343") "prove: [{never: in(b)}]\n",
                "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int8", "x * x == 200") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: {type: float, range: [0, 1], step: 0.25}", "x > 0.75 and x < 1") "prove: [{never: in(b)}]\n",
                "never 1: proven\n");
    expect_told(
        SWITCH("x: {type: float, range: [0, 1], step: 0.1}", "x > 0.79 and x < 0.81") "prove: [{never: in(b)}]\n",
        "never 1: refuted in 1\n");
}

static void wide_numbers_compared_with_constants_are_cut(void **unused) {
    (void)unused;
    expect_inputs(SWITCH("x: float", "x > 0.5") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: int", "x > 5") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: int", "x == 5") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: int", "x != 2147483647") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: int", "x < 5 or x > 7") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: float", "x < 5 and x >= 2 or x == 9") "prove: [{never: in(b)}]\n", "x: cells 5");
    expect_inputs(SWITCH("x: float", "x < 5") "prove: [{never: in(b) and x <= 5}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: {type: int, initial: 1, range: [1, 4097]}", "x > 3") "prove: [{never: in(b)}]\n",
                  "x: cells 2");
    expect_inputs(SWITCH("x: {type: float, range: [0, 1]}", "x >= 1") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: {type: float, range: [0, 1]}", "x > 1 or x < 0") "prove: [{never: in(b)}]\n",
                  "x: cells 1");
}

static void few_values_that_are_only_compared_are_cut_too(void **unused) {
    (void)unused;
    expect_inputs(SWITCH("x: [p, q, r, s]", "x == s") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: uint8", "x > 3") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: uint8", "not (x >= 5 and x <= 7)") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: uint8", "x < 5 or x > 7") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: int8", "x != -3") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: int16", "x > -300 and x < 300") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: uint16", "x == 65535 or x == 0") "prove: [{never: in(b)}]\n", "x: cells 3");
    expect_inputs(SWITCH("x: int8", "x < 2.5") "prove: [{never: in(b)}]\n", "x: cells 2");
    expect_inputs(SWITCH("x: {type: float, range: [0, 1], step: 0.25}", "x > 0.3") "prove: [{never: in(b)}]\n",
                  "x: cells 2");
    expect_inputs(
        SWITCH("x: {type: float, range: [0, 1], step: 0.25, nan: true}", "x > 0.3") "prove: [{never: in(b)}]\n",
        "x: cells 3");
    // Every value of a cell gives the same result as the one that is tried.
    expect_told(SWITCH("x: uint8", "x < 5 or x > 7") "prove: [{never: in(b) and x >= 5 and x <= 7}]\n",
                "never 1: proven\n");
    expect_told(SWITCH("x: uint8", "x < 5 or x > 7") "prove: [{never: in(b) and x == 8}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int8", "x < 2.5") "prove: [{never: in(b) and x > 2}, {never: in(b) and x == 2}]\n",
                "never 1: proven\nnever 2: refuted in 1\n");
}

static void the_constant_and_its_neighbours_are_tried(void **unused) {
    (void)unused;
    const char *const only_it[] = {"x == 0.5", "x >= 0.5 and x <= 0.5", "not (x < 0.5 or x > 0.5)"};
    for (uint32_t i = 0; i < COUNT(only_it); i++) {
        char yaml[600];
        snprintf(yaml, sizeof yaml, SWITCH("x: float", "%s") "prove: [{never: in(b)}]\n", only_it[i], only_it[i]);
        expect_told(yaml, "never 1: refuted in 1\n");
    }
    // 0.50000006 is the float above 0.5, 0.49999997 the one below.
    expect_told(SWITCH("x: float", "x > 0.5 and x < 0.5000001") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: float", "x > 0.5 and x < 0.50000006") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: float", "x < 0.5 and x > 0.4999999") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: float", "x < 0.5 and x > 0.49999997") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: int", "x > 7 and x < 9") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int", "x > 7 and x < 8") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: int", "x > 7 and x != 8 and x < 10") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
}

static void the_ends_of_a_range_are_tried_and_nothing_beyond(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: {type: float, range: [0, 40]}", "x >= 40") "prove: [{never: in(b)}]\n",
                "never 1: refuted in 1\n");
    expect_told(SWITCH("x: {type: float, range: [0, 40]}", "x > 40 or x < 0") "prove: [{never: in(b)}]\n",
                "never 1: proven\n");
    expect_told(SWITCH("x: float", "x > 3.4028235e38") "prove: [{reach: in(b)}]\n", "reach 1: proven in 1\n");
    expect_told(SWITCH("x: float", "x < -3.4028235e38") "prove: [{reach: in(b)}]\n", "reach 1: proven in 1\n");
    expect_told(SWITCH("x: int", "x >= 2147483647") "prove: [{reach: in(b)}]\n", "reach 1: proven in 1\n");
    expect_told(SWITCH("x: int", "x < -2147483647") "prove: [{reach: in(b)}]\n", "reach 1: proven in 1\n");
}

static void an_int_beside_a_float_is_cut_where_its_widened_value_passes(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: int", "x > 2.5 and x < 3.5") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int", "x > 2.5 and x < 2.75") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    // 2^24 + 1 is as a float 2^24, which is not above 2^24; 2^24 + 2 is.
    expect_told(SWITCH("x: int", "x > 16777216.0 and x <= 16777217") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: int", "x > 16777216.0 and x <= 16777218") "prove: [{never: in(b)}]\n",
                "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int", "x == 16777216.0 and x > 16777216") "prove: [{never: in(b)}]\n",
                "never 1: refuted in 1\n");
    expect_told(SWITCH("x: int", "x > 1e30") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: int", "x > -1e30") "prove: [{never: in(b)}]\n", "never 1: refuted in 1\n");
}

static void constants_of_properties_and_assumptions_cut_as_well(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x > 10") "prove: [{never: in(b) and x < 12}]\n", "never 1: refuted in 1\n");
    expect_told(SWITCH("x: float", "x > 10") "prove: [{never: in(b) and x < 10}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: float", "x > 10") "prove: [{assume: x <= 11}, {never: in(b) and x > 10.5}]\n",
                "never 1: refuted in 1\n");
}

static void any_other_read_is_sampled(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x * 2 > 1e6") "prove: [{never: in(a) and in(b)}]\n",
                "never 1: not found, sampled: x\n");
    expect_told(SWITCH("x: float", "min(x, 3) > 2") "prove: [{never: in(a) and in(b)}]\n",
                "never 1: not found, sampled: x\n");
    expect_told(SWITCH("x: float, y: float", "x > y") "prove: [{never: in(a) and in(b)}]\n",
                "never 1: not found, sampled: x, sampled: y\n");
    expect_told(SWITCH("x: int", "x % 2 == 1") "prove: [{never: in(a) and in(b)}]\n",
                "never 1: not found, sampled: x\n");
}

static void a_counterexample_between_samples_ends_in_not_found(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: {type: float, range: [0, 1]}", "abs(x - 0.123456) < 0.0001") "prove: [{never: in(b)}]\n",
                "never 1: not found, sampled: x\n");
    // and nothing is reported as a dead end, or as a trap
    expect_told(SWITCH("x: {type: float, range: [0, 1]}", "abs(x - 0.123456) < 0.0001") "prove: [{reach: in(b)}]\n",
                "reach 1: not found, sampled: x\n");
    expect_told(SWITCH("x: {type: float, range: [0, 1]}", "abs(x - 0.123456) < 0.0001") "prove: [{returns: in(b)}]\n",
                "returns 1: not found, vacuous, sampled: x\n");
}

static void the_borders_where_choices_change_are_samples_too(void **unused) {
    (void)unused;
    // `between` wins where health is from 0.41999 to 0.42008 only, and no sample is in that range.
    expect_told("wits: 1\nbrain: seam\ncontext: {health: {type: float, range: [0, 1]}}\n"
                "root:\n  kind: utility\n  states:\n"
                "    attack: {score: health * health * 1.7}\n"
                "    flee: {score: 0.3}\n"
                "    between: {score: 0.3001 if health * health * 1.7 > 0.29989 and health < 0.4201 else 0}\n"
                "prove: [{never: in(between)}]\n",
                "never 1: refuted in 1\n");
}

static void a_counterexample_on_a_sample_is_one(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x * 2 > 1") "prove: [{never: in(b)}, {reach: in(b)}]\n",
                "never 1: refuted in 1\nreach 2: proven in 1\n");
}

static void inputs_that_are_not_read_are_none(void **unused) {
    (void)unused;
    expect_inputs(SWITCH("x: bool, y: float, z: int", "x") "prove: [{never: in(b)}]\n", "x: whole 2");
    expect_inputs(SWITCH("x: bool, y: float, z: int", "x") "prove: [{never: in(b) and z > 1}]\n",
                  "x: whole 2; z: cells 2");
}

static void a_float_may_be_nan_where_the_host_says_so(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x != x") "prove: [{never: in(b)}]\n", "never 1: not found, sampled: x\n");
    expect_told(SWITCH("x: float", "not (x < 1 or x >= 1)") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: {type: float, nan: true}", "not (x < 1 or x >= 1)") "prove: [{never: in(b)}]\n",
                "never 1: refuted in 1\n");
    expect_told(SWITCH("x: {type: float, range: [0, 1], nan: true}", "x < 0 or x > 1") "prove: [{never: in(b)}]\n",
                "never 1: proven\n");
}

// ------------------------------------------------------------------------------------------- never, always, reach

static void never_and_always_are_of_every_point_the_start_included(void **unused) {
    (void)unused;
    expect_told(CHAIN "prove:\n"
                      "  - never: in(a)\n"
                      "  - always: in(a)\n"
                      "  - always: in(b)\n"
                      "  - never: in(d)\n"
                      "  - never: in(e)\n"
                      "  - always: in(a) or in(b) or in(c) or in(d)\n"
                      "  - always: in(/)\n",
                "never 1: refuted in 0\n"
                "always 2: refuted in 1\n"
                "always 3: refuted in 0\n"
                "never 4: refuted in 3\n"
                "never 5: proven\n"
                "always 6: proven\n"
                "always 7: proven\n");
}

static void reach_finds_the_shortest_run_or_says_that_there_is_none(void **unused) {
    (void)unused;
    expect_told(CHAIN
                "prove: [{reach: in(a)}, {reach: in(c)}, {reach: in(d)}, {reach: in(e)}, {reach: in(c) and back}]\n",
                "reach 1: proven in 0\n"
                "reach 2: proven in 2\n"
                "reach 3: proven in 3\n"
                "reach 4: refuted\n"
                "reach 5: proven in 2\n");
}

static void fields_are_read_as_they_are_after_the_tick(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {n: {type: int8, initial: 3}}\n"
                            "root: {states: {a: {update: n = n - 1 if n > 0 else 0}}}\n"
                            "prove: [{reach: n == 0}, {never: n > 3}, {never: n < 0}, {reach: n == 3}]\n";
    expect_told(yaml, "reach 1: proven in 3\nnever 2: proven\nnever 3: proven\nreach 4: proven in 0\n");
}

static void calls_are_of_their_tick(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "root:\n"
                            "  enter: wake()\n"
                            "  states:\n"
                            "    a: {update: 'say(\"no\")', transitions: [{to: b, when: x}]}\n"
                            "    b: {enter: 'say(\"yes\")', update: walk(2.5)}\n"
                            "prove:\n"
                            "  - reach: calls(wake)\n"
                            "  - never: calls(wake) and calls(say)\n"
                            "  - reach: calls(say(\"yes\"))\n"
                            "  - never: calls(say(\"yes\")) and in(a)\n"
                            "  - reach: calls(say( \"no\" ))\n"
                            "  - never: calls(say(\"maybe\"))\n"
                            "  - never: calls(walk(2.5)) and not in(b)\n"
                            "  - reach: in(b) and not calls(say)\n";
    expect_told(yaml, "reach 1: proven in 0\n"
                      "never 2: proven\n"
                      "reach 3: proven in 1\n"
                      "never 4: proven\n"
                      "reach 5: proven in 1\n"
                      "never 6: proven\n"
                      "never 7: proven\n"
                      "reach 8: proven in 2\n");
}

// With sanitizers, a number of an action or event that is taken for one of a state is an error.
static void there_may_be_more_actions_and_events_than_states(void **unused) {
    (void)unused;
    const char *yaml = HEAD "events: [a, b, c, d, e]\n"
                            "root: {states: {x: {update: [f(), g(), h(), i(), j()]}}}\n"
                            "prove: [{reach: calls(j)}, {reach: raised(e)}, {reach: pending(e)}]\n";
    expect_told(yaml, "reach 1: proven in 1\nreach 2: proven in 1\nreach 3: refuted\n");
}

static void events_are_raised_and_pending(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "events: [e, f]\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, event: e}]}\n"
                            "    b: {update: raise f, transitions: [{to: c, event: f}]}\n"
                            "    c: {}\n"
                            "prove:\n"
                            "  - reach: in(b)\n"
                            "  - never: in(b) and not raised(e)\n"
                            "  - always: pending(f) or not in(b)\n"
                            "  - never: pending(e)\n"
                            "  - reach: in(c) and not raised(f)\n"
                            "  - reach: raised(f) and in(a)\n";
    expect_told(yaml, "reach 1: proven in 1\n"
                      "never 2: proven\n"
                      "always 3: proven\n"
                      "never 4: proven\n"
                      "reach 5: proven in 2\n"
                      "reach 6: proven in 1\n");
}

static void elapsed_of_a_state_counts_and_is_0_outside(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: bool", "x") "prove:\n"
                                       "  - reach: elapsed(b) == 3\n"
                                       "  - never: elapsed(b) > 0 and in(a)\n"
                                       "  - reach: elapsed(a) >= 5 and in(a)\n"
                                       "  - never: elapsed(a) < 0\n",
                "reach 1: proven in 4\n"
                "never 2: proven\n"
                "reach 3: proven in 5\n"
                "never 4: proven\n");
}

static void done_of_a_state_is_asked(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {lasts: 2, transitions: [{to: b, when: done and x}]}\n"
                            "    b: {transitions: [{to: a}]}\n"
                            "prove:\n"
                            "  - reach: done(a)\n"
                            "  - never: done(a) and in(b)\n"
                            "  - reach: in(b)\n";
    expect_told(yaml, "reach 1: proven in 2\nnever 2: proven\nreach 3: proven in 2\n");
}

// ------------------------------------------------------------------------------------------------------- within

static void within_holds_at_once_where_until_holds_already(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: bool", "x") "prove:\n"
                                       "  - within: {when: in(b), until: in(b), ticks: 0}\n"
                                       "  - within: {when: in(b), until: x, ticks: 0}\n"
                                       "  - within: {when: in(b), until: in(a), ticks: 0}\n",
                "within 1: proven, at worst 0\n"
                "within 2: proven, at worst 0\n"
                "within 3: refuted in 1\n");
}

static void within_counts_ticks_in_which_inputs_stand_still(void **unused) {
    (void)unused;
    expect_told(STAIRS "prove:\n"
                       "  - within: {when: in(b), until: in(d), ticks: 2}\n"
                       "  - within: {when: in(b), until: in(d), ticks: 1}\n"
                       "  - within: {when: in(c), until: in(d), ticks: 9}\n"
                       "  - within: {when: in(a), until: in(b), ticks: 5}\n"
                       "  - within: {when: in(a) and x, until: in(b), ticks: 5}\n"
                       "  - within: {when: in(e9), until: in(b), ticks: 5}\n",
                "mistake in within 6 at 3: there is no state 'e9'; the states are a, b, c, d\n");
    expect_told(STAIRS "prove:\n"
                       "  - within: {when: in(b), until: in(d), ticks: 2}\n"
                       "  - within: {when: in(b), until: in(d), ticks: 1}\n"
                       "  - within: {when: in(c), until: in(d), ticks: 9}\n"
                       "  - within: {when: in(a), until: in(b), ticks: 5}\n"
                       "  - within: {when: in(a) and x, until: in(b), ticks: 5}\n",
                "within 1: proven, at worst 2\n"
                "within 2: refuted in 2\n"
                "within 3: proven, at worst 1\n"
                "within 4: refuted in 5\n"
                "within 5: proven, at worst 1\n");
}

static void within_with_any_inputs_lets_the_host_interfere(void **unused) {
    (void)unused;
    expect_told(STAIRS "prove:\n"
                       "  - within: {when: in(b), until: in(d), ticks: 2, inputs: any}\n"
                       "  - within: {when: in(b), until: in(d) or in(a), ticks: 2, inputs: any}\n"
                       "  - within: {when: in(b), until: in(b), ticks: 0, inputs: any}\n"
                       "  - within: {when: in(b), until: in(c), ticks: 0, inputs: any}\n"
                       "  - within: {when: in(d), until: in(a), ticks: 100, inputs: any}\n",
                "within 1: refuted in 3\n"
                "within 2: proven, at worst 2\n"
                "within 3: proven, at worst 0\n"
                "within 4: refuted in 1\n"
                "within 5: refuted in 103\n");
}

static void within_of_what_never_comes_is_vacuous(void **unused) {
    (void)unused;
    expect_told(CHAIN "prove:\n"
                      "  - within: {when: in(e), until: in(a), ticks: 1}\n"
                      "  - within: {when: in(e), until: in(a), ticks: 1, inputs: any}\n",
                "within 1: proven, vacuous\nwithin 2: proven, vacuous\n");
}

static void within_takes_the_worst_that_chance_does(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: x}]}\n"
                            "    b: {transitions: [{to: d, when: random < 0.5}, {to: c}]}\n"
                            "    c: {transitions: [{to: d}]}\n"
                            "    d: {transitions: [{to: d2, when: random < 0.999}]}\n"
                            "    d2: {}\n"
                            "prove:\n"
                            "  - within: {when: in(b), until: in(d), ticks: 2}\n"
                            "  - within: {when: in(b), until: in(d), ticks: 1}\n"
                            "  - within: {when: in(d), until: in(d2), ticks: 1000}\n";
    expect_told(yaml, "within 1: proven, at worst 2\nwithin 2: refuted in 2\nwithin 3: refuted in 1002\n");
}

static void the_worst_case_has_its_run(void **unused) {
    (void)unused;
    proving p = prove_text(STAIRS "prove:\n"
                                  "  - within: {when: in(b), until: in(d), ticks: 5}\n"
                                  "  - within: {when: in(b), until: in(d) or in(a), ticks: 5, inputs: any}\n",
                           NULL);
    const wits_proof *still = proof_named(&p, "within 1");
    assert_true(still->has_worst && still->worst.is_there);
    assert_int_equal(still->worst_ticks, 2);
    assert_int_equal(still->worst.ticks, 3);
    assert_true(run_value(&p, &still->worst, 1, "x") == 1.0);
    const wits_proof *any = proof_named(&p, "within 2");
    assert_true(any->has_worst && any->worst.is_there);
    assert_int_equal(any->worst_ticks, 2);
    assert_int_equal(any->worst.ticks, 3);
    proving_end(&p);
}

// ------------------------------------------------------------------------------------------------------ settles

#define FLICKER(inertia)                                                                                               \
    HEAD "context: {x: bool, n: bool}\n"                                                                               \
         "root:\n"                                                                                                     \
         "  kind: utility\n"                                                                                           \
         "  inertia: " inertia "\n"                                                                                    \
         "  states:\n"                                                                                                 \
         "    a: {score: 0.6 if n else 0.4, update: n = false}\n"                                                      \
         "    b: {score: 0.5, update: n = true}\n"                                                                     \
         "prove: [{settles: {of: /, ticks: 3}}]\n"

static void the_worst_case_of_what_is_refuted_is_sought_so_far(void **unused) {
    (void)unused;
#define HIDE(more)                                                                                                     \
    HEAD "context: {shot: bool, calm: bool}\n"                                                                         \
         "root:\n"                                                                                                     \
         "  kind: fsm\n"                                                                                               \
         "  states:\n"                                                                                                 \
         "    open: {transitions: [{when: shot, to: hide}]}\n"                                                         \
         "    hide:\n"                                                                                                 \
         "      states:\n"                                                                                             \
         "        down: {transitions: [{after: 3, when: calm, to: up}, {after: 12, to: up}]}\n"                        \
         "        up: {transitions: [{after: 2, when: not shot, to: open}]}\n"                                         \
         "prove:\n"                                                                                                    \
         "  - within: {when: in(hide/down), until: not in(hide/down), ticks: 4" more "}\n"                             \
         "  - within: {when: in(hide), until: in(open), ticks: 4" more "}\n"
    const wits_prove_options far = {.worst_ticks = 30};
    const wits_prove_options near = {.worst_ticks = 8};
    const wits_prove_options nearer = {.worst_ticks = 3};
    for (int any = 0; any < 2; any++) {
        const char *yaml = any ? HIDE(", inputs: any") : HIDE("");
        expect_told_with(yaml, &far, "within 1: refuted in 5, at worst 12\nwithin 2: refuted in 5, at worst never\n");
        expect_told_with(yaml, &near,
                         "within 1: refuted in 5, at worst more than 8\nwithin 2: refuted in 5, at worst never\n");
        expect_told_with(yaml, &nearer, "within 1: refuted in 5\nwithin 2: refuted in 5\n");
    }
    proving p = prove_text(HIDE(""), &far);
    const wits_proof *long_wait = proof_named(&p, "within 1");
    assert_int_equal(long_wait->worst.ticks, 13);
    assert_string_equal(wits_file_desc(p.file)->states[long_wait->worst_from].name, "down");
    proving_end(&p);
}

static void settles_finds_flicker_and_not_what_comes_to_rest(void **unused) {
    (void)unused;
    expect_told(FLICKER("0"), "settles 1: refuted in 4, cycle of 2\n");
    expect_told(FLICKER("0.2"), "settles 1: proven\n");
    expect_told(SWITCH("x: bool", "x") "prove: [{settles: {of: /, ticks: 0}}, {settles: {of: /, ticks: 1}}]\n",
                "settles 1: proven\nsettles 2: proven\n");
    expect_told(STAIRS "prove: [{settles: {of: /, ticks: 3}}, {settles: {of: /, ticks: 2}}]\n",
                "settles 1: proven\nsettles 2: refuted in 5\n");
}

static void to_enter_again_is_not_to_settle(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: a, when: x, reenter: true}]}\n"
                            "prove: [{settles: {of: /, ticks: 2}}]\n";
    expect_told(yaml, "settles 1: refuted in 4, cycle of 1\n");
    const char *without = HEAD "context: {x: bool}\n"
                               "root:\n"
                               "  states:\n"
                               "    a: {transitions: [{to: a, when: x}]}\n"
                               "prove: [{settles: {of: /, ticks: 0}}]\n";
    expect_told(without, "settles 1: proven\n");
}

static void what_was_left_and_entered_again_is_a_new_point(void **unused) {
    (void)unused;
    // m is left and entered in every second tick; inside it one change occurs in the tick after it was entered.
    const char *yaml =
        HEAD "context: {x: bool}\n"
             "root:\n"
             "  states:\n"
             "    out: {transitions: [{to: m}]}\n"
             "    m:\n"
             "      transitions: [{to: out, after: 3}]\n"
             "      states:\n"
             "        a: {transitions: [{to: b}]}\n"
             "        b: {}\n"
             "prove: [{settles: {of: m, ticks: 1}}, {settles: {of: /, ticks: 20}}, {settles: {of: m, ticks: 0}}]\n";
    expect_told(yaml, "settles 1: proven\nsettles 2: refuted in 21, cycle of 4\nsettles 3: refuted in 2\n");
}

static void settles_of_what_is_never_active_is_vacuous(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {}\n"
                            "    m: {states: {p: {}, q: {}}}\n"
                            "prove: [{settles: {of: m, ticks: 1}}]\n";
    expect_told(yaml, "settles 1: proven, vacuous\n");
}

// ------------------------------------------------------------------------------------------------------ returns

static void returns_asks_for_a_way_back_from_everywhere(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: bool", "x") "prove: [{returns: in(a)}, {returns: in(b)}]\n",
                "returns 1: proven\nreturns 2: proven\n");
    expect_told(CHAIN "prove: [{returns: in(a)}, {returns: in(d)}, {returns: in(e)}, {returns: in(c) or in(d)}]\n",
                "returns 1: refuted in 2, trap of 2\n"
                "returns 2: proven\n"
                "returns 3: refuted in 0, trap of 4\n"
                "returns 4: proven\n");
}

static void what_was_shown_of_one_property_says_nothing_of_the_next(void **unused) {
    (void)unused;
    const char *yaml = HEAD "root: {states: {a: {transitions: [{to: b}]}, b: {}}}\n"
                            "prove: [{returns: in(a)}, {never: in(b)}, {returns: in(a)}, {within: {when: in(a), until: "
                            "in(a), ticks: 1, inputs: any}}]\n";
    expect_told(yaml, "returns 1: refuted in 1, trap of 1\n"
                      "never 2: refuted in 1\n"
                      "returns 3: refuted in 1, trap of 1\n"
                      "within 4: proven, at worst 0\n");
}

static void returns_may_need_inputs_and_chance(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: {type: float, range: [0, 1]}}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: x > 0.5}]}\n"
                            "    b: {transitions: [{to: a, when: x == 0.25 and random < 0.001}]}\n"
                            "prove: [{returns: in(a)}]\n";
    expect_told(yaml, "returns 1: proven\n");
}

// ------------------------------------------------------------------------------------------------------ assume

static void assumptions_hold_in_each_tick_but_not_at_the_start(void **unused) {
    (void)unused;
    expect_told(
        SWITCH("x: {type: float, initial: 9}",
               "x > 5") "prove: [{assume: x < 4}, {never: in(b)}, {never: x > 8}, {never: x > 3.5 and in(b)}]\n",
        "never 1: proven\nnever 2: refuted in 0\nnever 3: proven\n");
}

static void a_property_may_have_an_assumption_of_its_own(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x > 5") "prove:\n"
                                            "  - never: in(b)\n"
                                            "  - {never: in(b), assume: x < 4}\n"
                                            "  - {never: in(b), assume: x < 7}\n"
                                            "  - {never: in(b), assume: x < 4}\n",
                "never 1: refuted in 1\nnever 2: proven\nnever 3: refuted in 1\nnever 4: proven\n");
}

static void claims_that_are_decided_at_the_start_leave_nothing_behind(void **unused) {
    (void)unused;
    // The second is explored after the first was decided at tick 0.
    expect_told(SWITCH("x: bool", "x") "prove:\n"
                                       "  - never: in(a)\n"
                                       "  - {never: in(b), assume: x or not x}\n",
                "never 1: refuted in 0\nnever 2: refuted in 1\n");
    expect_told(SWITCH("x: bool", "x") "prove:\n"
                                       "  - {assume: x}\n"
                                       "  - never: in(a)\n",
                "never 1: refuted in 0\n");
    expect_told(SWITCH("x: bool", "x") "prove:\n"
                                       "  - {always: in(b), from: b}\n"
                                       "  - {always: in(a)}\n"
                                       "  - {always: in(b), assume: not x}\n",
                "always 1: refuted in 1\nalways 2: refuted in 1\nalways 3: refuted in 0\n");
}

static void assumptions_may_be_about_events_and_answers(void **unused) {
    (void)unused;
    const char *yaml = HEAD "events: [e]\n"
                            "functions: {sees: condition}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, event: e, when: sees()}]}\n"
                            "    b: {}\n"
                            "prove:\n"
                            "  - {never: in(b), assume: not raised(e)}\n"
                            "  - {never: in(b), assume: not sees()}\n"
                            "  - {never: in(b), assume: sees()}\n";
    expect_told(yaml, "never 1: proven\nnever 2: proven\nnever 3: refuted in 1\n");
}

static void an_assumption_that_nothing_meets_is_a_mistake(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: float", "x > 5") "prove: [{assume: x < 4 and x > 4}, {never: in(b)}]\n",
                "mistake in assume at 0: no inputs meet this assumption\n");
    expect_told(SWITCH("x: float", "x > 5") "prove: [{never: in(b), assume: x < 4 and x > 4}]\n",
                "mistake in never 1 at 0: no inputs meet this assumption\n");
}

static void an_assumption_that_no_sample_meets_is_not_found(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: {type: float, range: [0, 1]}",
                       "x > 0.5") "prove: [{assume: abs(x - 0.123456) < 0.0001}, {never: in(b)}]\n",
                "never 1: not found, sampled: x\n");
}

// -------------------------------------------------------------------------------------------------------- limits

static void what_goes_on_for_ever_is_followed_so_far_and_no_farther(void **unused) {
    (void)unused;
    const wits_prove_options options = {.most_situations = 50};
    expect_told_with("wits: 1\nbrain: counts\ncontext: {n: int, x: bool}\n"
                     "root:\n  kind: utility\n  update: n = n + 1\n"
                     "  states:\n    a: {score: 0.5}\n    b: {score: 1 if x else 0}\n"
                     "prove: [{settles: {of: /, ticks: 1}}]\n",
                     &options,
                     "settles 1: not found, limit: 50 situations, everything that can happen in 25 ticks, "
                     "limit: more than 50 situations follow one another while inputs do not change\n");
}

static void a_function_is_asked_with_so_many_arguments_and_no_more(void **unused) {
    (void)unused;
    expect_told("wits: 1\nbrain: asks\ncontext: {n: int}\nfunctions: {is_far: {kind: condition, parameters: [int]}}\n"
                "root:\n  kind: fsm\n"
                "  states:\n    a: {update: n = n + 1, transitions: [{when: is_far(n), to: b}]}\n    b: {}\n"
                "prove: [{never: n < 0}]\n",
                "never 1: not found, limit: is_far() was called with more than 1024 different arguments\n");
}

// -------------------------------------------------------------------------------------------------------- words

static void words_that_say_nothing_are_mistakes_with_their_place(void **unused) {
    (void)unused;
    static const char *const texts[][2] = {
        {"{never: in(nowhere)}", "never 1 at 3: there is no state 'nowhere'; the states are a, b"},
        {"{never: in(a) and raised(bang)}", "never 1 at 17: there is no event 'bang'"},
        {"{never: in(a) and calls(shout)}", "never 1 at 16: the brain calls no action 'shout'"},
        {"{never: in(a) and random < 0.5}", "never 1 at 10: a property cannot use 'random'"},
        {"{never: in(a) and tick > 3}", "never 1 at 10: a property cannot use 'tick'"},
        {"{never: in(a) and elapsed > 3}", "never 1 at 10: a property cannot use 'elapsed'; write elapsed(STATE)"},
        {"{never: done(b) and in(c)}", "never 1 at 15: there is no state 'c'; the states are a, b"},
        {"{never: x, assume: in(a)}", "never 1 at 0: an assumption is about inputs, but 'in' is about the brain"},
        {"{never: x, assume: x and own > 3}",
         "never 1 at 6: an assumption is about inputs, but 'own' is a field of the brain"},
    };
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        char yaml[900];
        char told[300];
        snprintf(yaml, sizeof yaml,
                 HEAD "context: {x: bool, own: int8}\n"
                      "root:\n"
                      "  states:\n"
                      "    a: {update: own = 1, transitions: [{to: b, when: x and own == 1}]}\n"
                      "    b: {lasts: 2}\n"
                      "prove: [%s]\n",
                 texts[i][0]);
        snprintf(told, sizeof told, "mistake in %s\n", texts[i][1]);
        expect_told(yaml, told);
    }
}

/// States, events and actions are named by words of their own.
static void names_that_are_no_values_are_mistakes_with_the_right_word(void **unused) {
    (void)unused;
    static const char *const texts[][2] = {
        {"{never: thief}", "never 1 at 0: 'thief' is an event; write raised(thief)"},
        {"{never: x and thief}", "never 1 at 6: 'thief' is an event; write raised(thief)"},
        {"{always: not serve}", "always 1 at 4: 'serve' is a state; write in(serve)"},
        {"{reach: serve()}", "reach 1 at 0: 'serve' is a state; write in(serve)"},
        {"{reach: patrol/walk and x}", "reach 1 at 0: 'patrol/walk' is a state; write in(patrol/walk)"},
        {"{never: walk}", "never 1 at 0: 'walk' is a state; write in(walk)"},
        {"{never: pour}", "never 1 at 0: 'pour' is an action; write calls(pour)"},
        {"{never: pour()}", "never 1 at 0: 'pour' is an action; write calls(pour)"},
        {"{never: flee}", "never 1 at 0: 'flee' is an event and a state; write raised(flee) or in(flee)"},
        {"{never: x, assume: not thief}", "never 1 at 4: 'thief' is an event; write raised(thief)"},
        {"{never: x, assume: flee}", "never 1 at 0: 'flee' is an event; write raised(flee)"},
        {"{never: x, assume: serve}", "never 1 at 0: an assumption is about inputs, but 'serve' is a state"},
        {"{never: thif}", "never 1 at 0: unknown name 'thif'; did you mean 'raised(thief)'?"},
        {"{never: serv}", "never 1 at 0: unknown name 'serv'; did you mean 'in(serve)'?"},
        {"{never: nothing}", "never 1 at 0: unknown name 'nothing'; a function is written nothing()"},
        {"{never: x and mood == serve}", "never 1 at 14: 'serve' is a state; write in(serve)"},
        {"{never: x and mood > 3}", "never 1 at 11: '>' compares numbers, not an enum (calm, angry); use == or !="},
        {"{never: in(serv)}", "never 1 at 3: there is no state 'serv'; did you mean 'serve'?"},
        {"{never: in(walk)}", "never 1 at 3: there are several states 'walk'; write its path: patrol/walk, flee/walk"},
        {"{never: in(wlak)}", "never 1 at 3: there is no state 'wlak'; did you mean 'patrol/walk'?"},
        {"{never: in(patrol.walk)}", "never 1 at 3: there is no state 'patrol.walk'; did you mean 'patrol/walk'?"},
        {"{never: in(serve/run)}", "never 1 at 3: there is no state 'serve/run'; did you mean 'flee/run'?"},
        {"{never: in()}", "never 1 at 3: missing state; write its path"},
        {"{never: elapsed(thief) > 3}", "never 1 at 8: 'thief' is an event; write raised(thief)"},
        {"{never: raised(serve)}", "never 1 at 7: 'serve' is a state; write in(serve)"},
        {"{never: pending(thif)}", "never 1 at 8: there is no event 'thif'; did you mean 'thief'?"},
        {"{never: calls(puor)}", "never 1 at 6: the brain calls no action 'puor'; did you mean 'pour'?"},
        {"{never: calls(serve)}", "never 1 at 6: 'serve' is a state; write in(serve)"},
    };
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        char yaml[900];
        char told[300];
        snprintf(yaml, sizeof yaml,
                 "wits: 1\nbrain: tavern\ncontext: {x: bool, mood: [calm, angry]}\nevents: [thief, flee]\n"
                 "functions: {pour: action}\n"
                 "root:\n"
                 "  any: [{to: flee, event: flee}, {to: serve, event: thief, when: x and mood == calm}]\n"
                 "  states:\n"
                 "    patrol: {states: {walk: {}}}\n"
                 "    flee: {states: {walk: {}, run: {}}}\n"
                 "    serve: {update: pour()}\n"
                 "prove: [%s]\n",
                 texts[i][0]);
        snprintf(told, sizeof told, "mistake in %s\n", texts[i][1]);
        expect_told(yaml, told);
    }
}

static void expressions_that_are_wrong_are_mistakes_with_their_place(void **unused) {
    (void)unused;
    proving p = prove_text(SWITCH("x: bool", "x") "prove: [{never: in(a) and y > 3}, {never: in(b) and 3}]\n", NULL);
    assert_int_equal(wits_prover_mistake_count(p.prover), 2);
    const wits_prove_mistake *first = &wits_prover_mistakes(p.prover)[0];
    assert_int_equal(first->offset, 10);
    assert_non_null(strstr(first->message, "'y'"));
    const wits_prove_mistake *second = &wits_prover_mistakes(p.prover)[1];
    assert_string_equal(second->property->name, "never 2");
    proving_end(&p);
    p = prove_text(SWITCH("x: int", "x > 1") "prove: [{never: x + 1}]\n", NULL);
    assert_int_equal(wits_prover_mistake_count(p.prover), 1);
    proving_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_of_few_values_are_tried_whole),
        cmocka_unit_test(what_is_whole_may_be_read_in_any_way),
        cmocka_unit_test(wide_numbers_compared_with_constants_are_cut),
        cmocka_unit_test(few_values_that_are_only_compared_are_cut_too),
        cmocka_unit_test(the_constant_and_its_neighbours_are_tried),
        cmocka_unit_test(the_ends_of_a_range_are_tried_and_nothing_beyond),
        cmocka_unit_test(an_int_beside_a_float_is_cut_where_its_widened_value_passes),
        cmocka_unit_test(constants_of_properties_and_assumptions_cut_as_well),
        cmocka_unit_test(any_other_read_is_sampled),
        cmocka_unit_test(a_counterexample_between_samples_ends_in_not_found),
        cmocka_unit_test(the_borders_where_choices_change_are_samples_too),
        cmocka_unit_test(a_counterexample_on_a_sample_is_one),
        cmocka_unit_test(inputs_that_are_not_read_are_none),
        cmocka_unit_test(a_float_may_be_nan_where_the_host_says_so),
        cmocka_unit_test(never_and_always_are_of_every_point_the_start_included),
        cmocka_unit_test(reach_finds_the_shortest_run_or_says_that_there_is_none),
        cmocka_unit_test(fields_are_read_as_they_are_after_the_tick),
        cmocka_unit_test(calls_are_of_their_tick),
        cmocka_unit_test(there_may_be_more_actions_and_events_than_states),
        cmocka_unit_test(events_are_raised_and_pending),
        cmocka_unit_test(elapsed_of_a_state_counts_and_is_0_outside),
        cmocka_unit_test(done_of_a_state_is_asked),
        cmocka_unit_test(within_holds_at_once_where_until_holds_already),
        cmocka_unit_test(within_counts_ticks_in_which_inputs_stand_still),
        cmocka_unit_test(within_with_any_inputs_lets_the_host_interfere),
        cmocka_unit_test(within_of_what_never_comes_is_vacuous),
        cmocka_unit_test(within_takes_the_worst_that_chance_does),
        cmocka_unit_test(the_worst_case_has_its_run),
        cmocka_unit_test(the_worst_case_of_what_is_refuted_is_sought_so_far),
        cmocka_unit_test(settles_finds_flicker_and_not_what_comes_to_rest),
        cmocka_unit_test(to_enter_again_is_not_to_settle),
        cmocka_unit_test(what_was_left_and_entered_again_is_a_new_point),
        cmocka_unit_test(settles_of_what_is_never_active_is_vacuous),
        cmocka_unit_test(returns_asks_for_a_way_back_from_everywhere),
        cmocka_unit_test(what_was_shown_of_one_property_says_nothing_of_the_next),
        cmocka_unit_test(returns_may_need_inputs_and_chance),
        cmocka_unit_test(assumptions_hold_in_each_tick_but_not_at_the_start),
        cmocka_unit_test(a_property_may_have_an_assumption_of_its_own),
        cmocka_unit_test(claims_that_are_decided_at_the_start_leave_nothing_behind),
        cmocka_unit_test(assumptions_may_be_about_events_and_answers),
        cmocka_unit_test(an_assumption_that_nothing_meets_is_a_mistake),
        cmocka_unit_test(an_assumption_that_no_sample_meets_is_not_found),
        cmocka_unit_test(what_goes_on_for_ever_is_followed_so_far_and_no_farther),
        cmocka_unit_test(a_function_is_asked_with_so_many_arguments_and_no_more),
        cmocka_unit_test(words_that_say_nothing_are_mistakes_with_their_place),
        cmocka_unit_test(names_that_are_no_values_are_mistakes_with_the_right_word),
        cmocka_unit_test(expressions_that_are_wrong_are_mistakes_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
