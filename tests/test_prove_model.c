// SPDX-License-Identifier: MIT
// The model behind proofs: the content of situations, chance, host functions, starts, limits, rejections and
// assumptions.
#include "prove_support.h"

// --------------------------------------------------------------------------------------------------- own fields

static void what_the_brain_assigns_is_its_own_unless_the_host_gives_it_too(void **unused) {
    (void)unused;
#define COUNTER(host, extra)                                                                                           \
    HEAD "context: {n: {type: uint8" host "}, x: bool}\n"                                                              \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {update: 'n = n + 1 if x and n < 3 else n', transitions: [{to: b, when: n == 7}]}\n"                  \
         "    b: {}\n"                                                                                                 \
         "prove:\n" extra
    expect_told(COUNTER("", "  - never: in(b)\n  - reach: n == 3\n"), "never 1: proven\nreach 2: proven in 3\n");
    expect_told(COUNTER(", host: true", "  - never: in(b)\n  - reach: n == 3\n"),
                "never 1: refuted in 1\nreach 2: proven in 1\n");
    expect_inputs(COUNTER(", host: true", "  - never: in(b)\n"), "n: whole 256; x: whole 2");
    expect_inputs(COUNTER("", "  - never: in(b)\n"), "x: whole 2");
}

static void what_the_host_never_gives_stays_as_it_is(void **unused) {
    (void)unused;
    expect_told(SWITCH("x: {type: bool, host: false}", "x") "prove: [{never: in(b)}]\n", "never 1: proven\n");
    expect_told(SWITCH("x: {type: bool, host: false, initial: true}", "x") "prove: [{never: in(b)}, {never: not x}]\n",
                "never 1: refuted in 1\nnever 2: proven\n");
}

static void events_come_from_the_host_unless_it_says_never(void **unused) {
    (void)unused;
#define ALARM(events)                                                                                                  \
    HEAD "events: [" events "]\n"                                                                                      \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, event: e}]}\n"                                                                 \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)}]\n"
    expect_told(ALARM("e"), "never 1: refuted in 1\n");
    expect_told(ALARM("{name: e, host: false}"), "never 1: proven\n");
    expect_inputs(ALARM("{name: e, host: false}"), "");
}

static void a_copy_of_an_input_counts_as_read_like_the_field(void **unused) {
    (void)unused;
#define COPY(context, when)                                                                                            \
    HEAD "context: {" context "}\n"                                                                                    \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {update: y = x, transitions: [{to: b, when: \"" when "\"}]}\n"                                        \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)}]\n"
    expect_told(COPY("x: float, y: float", "y > 0.5 and y < 0.5000001"), "never 1: refuted in 2\n");
    expect_told(COPY("x: float, y: float", "y > 0.5 and y < 0.50000006"), "never 1: proven\n");
    expect_told(COPY("x: float, y: float", "y * 2 > 1e30 and y * 2 < 1e-30"), "never 1: not found, sampled: x\n");
    expect_told(COPY("x: int, y: int8", "y > 100 and y < 100"), "never 1: not found, sampled: x\n");
    const char *twice = HEAD "context: {x: int, y: int, z: int}\n"
                             "root:\n"
                             "  states:\n"
                             "    a: {update: [z = y, y = x], transitions: [{to: b, when: z == 77}]}\n"
                             "    b: {}\n"
                             "prove: [{never: in(b)}]\n";
    expect_told(twice, "never 1: refuted in 3\n");
}

static void what_is_copied_into_what_nobody_reads_is_not_read(void **unused) {
    (void)unused;
#define COPIES(type)                                                                                                   \
    HEAD "context: {x: " type ", y: " type ", z: " type ", go: bool}\n"                                                \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {update: [z = y, y = x], transitions: [{to: b, when: go}]}\n"                                         \
         "    b: {exit: z = z}\n"                                                                                      \
         "prove: [{never: in(b)}]\n"
    const char *const types[] = {COPIES("bool"), COPIES("int8"), COPIES("[calm, angry]")};
    for (uint32_t i = 0; i < 3; i++) {
        expect_inputs(types[i], "go: whole 2");
        proving p = prove_text(types[i], NULL);
        assert_int_equal(proof_named(&p, "never 1")->situations, 2);
        proving_end(&p);
    }
}

static void a_consideration_reads_its_input(void **unused) {
    (void)unused;
#define CONSIDERED(type, score)                                                                                        \
    HEAD "context: {x: {type: " type "}}\n"                                                                            \
         "root:\n"                                                                                                     \
         "  kind: utility\n"                                                                                           \
         "  initial: b\n"                                                                                              \
         "  states:\n"                                                                                                 \
         "    a: {score: {" score "}}\n"                                                                               \
         "    b: {score: 0.7}\n"                                                                                       \
         "prove: [{never: in(a)}]\n"
    expect_inputs(CONSIDERED("int8, range: [0, 3]", "input: x, range: [0, 3]"), "x: whole 4");
    expect_inputs(CONSIDERED("int, range: [0, 3]", "input: x, range: [0, 3]"), "x: whole 4");
    expect_inputs(CONSIDERED("float, range: [0, 1], step: 0.5", "input: x"), "x: whole 3");
    expect_told(CONSIDERED("int8, range: [0, 3]", "input: x, range: [0, 3]"), "never 1: refuted in 1\n");
    expect_told(CONSIDERED("int, range: [0, 3]", "input: x, range: [0, 3], curve: smoothstep"),
                "never 1: refuted in 1\n");
    expect_told(CONSIDERED("float, range: [0, 1], step: 0.5", "input: x"), "never 1: refuted in 1\n");
    expect_told(CONSIDERED("int8, range: [0, 2]", "input: x, range: [0, 3]"), "never 1: proven\n");
    expect_told(CONSIDERED("int8, range: [0, 3]", "product: [{input: x, range: [0, 3]}, {input: 1}]"),
                "never 1: refuted in 1\n");
}

static void minus_zero_and_zero_are_two_and_nan_is_one(void **unused) {
    (void)unused;
    // 1 / n is minus infinity for -0 alone.
    const char *zeros = HEAD
        "context: {n: {type: float, initial: 1}, x: bool}\n"
        "root:\n"
        "  states:\n"
        "    a: {update: 'n = n * (-0.0 if x else 0.0) if n == 1 else n', transitions: [{to: b, when: 1 / n < 0}]}\n"
        "    b: {}\n"
        "prove: [{never: in(b)}, {never: in(b) and n != 0}]\n";
    expect_told(zeros, "never 1: refuted in 2\nnever 2: proven\n");
    const char *nans = HEAD "context: {n: {type: float, initial: 1}, x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {update: n = sqrt(0 - 1) if x else log(0 - 1) * n}\n"
                            "prove: [{always: n == 1 or n != n}]\n";
    proving p = prove_text(nans, NULL);
    assert_string_equal(proving_told(&p), "always 1: proven\n");
    assert_int_equal(proof_named(&p, "always 1")->situations, 2);
    proving_end(&p);
}

static void own_ints_wrap_as_in_the_game(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {n: {type: uint8, initial: 254}}\n"
                            "root: {states: {a: {update: n = n + 1}}}\n"
                            "prove: [{never: n == 0}, {never: n == 253}]\n";
    expect_told(yaml, "never 1: refuted in 2\nnever 2: refuted in 255\n");
}

static void assignments_that_leave_a_range_are_reported(void **unused) {
    (void)unused;
#define RANGED(field, update)                                                                                          \
    HEAD "context: {n: {" field "}, x: bool}\n"                                                                        \
         "root: {states: {a: {update: \"" update "\"}}}\n"                                                             \
         "prove: [{always: in(a)}]\n"
    expect_told(RANGED("type: int8, range: [0, 5]", "n = n + 1 if x and n < 5 else n"),
                "always 1: proven\nrange n: proven\n");
    expect_told(RANGED("type: int8, range: [0, 5]", "n = n + 1 if x else n"),
                "always 1: proven\nrange n: refuted in 6\n");
    expect_told(
        RANGED("type: int, initial: 2000000001, range: [2000000001, 2000000003]", "n = n + 1 if n < 2000000004 else n"),
        "always 1: proven\nrange n: refuted in 3\n");
    expect_told(RANGED("type: int, initial: 2000000001, range: [-2147483648, 2000000003]",
                       "n = n + 1 if n < 2000000003 else n"),
                "always 1: proven\nrange n: proven\n");
    expect_told(RANGED("type: float, range: [0, 0.1]", "n = 0.1 if x else 0"), "always 1: proven\nrange n: proven\n");
    expect_told(RANGED("type: float, range: [0, 0.1]", "n = 0.10000001 if x else 0"),
                "always 1: proven\nrange n: refuted in 1\n");
    expect_told(RANGED("type: float, range: [0, 1], nan: true", "n = sqrt(0 - 1) if x else 0"),
                "always 1: proven\nrange n: proven\n");
    expect_told(RANGED("type: float, range: [0, 1]", "n = sqrt(0 - 1) if x else 0"),
                "always 1: proven\nrange n: refuted in 1\n");
    expect_told(SWITCH("x: {type: int8, range: [0, 5]}", "x > 3") "prove: [{always: x >= 0}]\n", "always 1: proven\n");
}

// ----------------------------------------------------------------------------------------------- every, and chance

static void every_spreads_agents_by_their_ids(void **unused) {
    (void)unused;
    // Only an agent that has scored at its third tick takes b, as x can be true in that tick alone.
    const char *yaml = HEAD "context: {t: uint8, x: bool}\n"
                            "root:\n"
                            "  kind: parallel\n"
                            "  states:\n"
                            "    clock: {update: 't = t + 1 if t < 9 else t'}\n"
                            "    u:\n"
                            "      kind: utility\n"
                            "      every: 3\n"
                            "      initial: a\n"
                            "      states:\n"
                            "        a: {score: 0.5}\n"
                            "        b: {score: 1 if t == 1 else 0}\n"
                            "prove: [{never: in(b)}]\n";
    proving p = prove_text(yaml, NULL);
    assert_string_equal(proving_told(&p), "never 1: refuted in 2\n");
    const wits_proof *proof = proof_named(&p, "never 1");
    assert_int_equal(proof->run.agent, 1);
    proving_end(&p);
}

static void the_least_common_multiple_of_all_every_is_the_number_of_ids(void **unused) {
    (void)unused;
    const char *yaml = HEAD "root:\n"
                            "  kind: parallel\n"
                            "  states:\n"
                            "    u: {kind: utility, every: 4, initial: a, states: {a: {score: 1}, b: {score: 0}}}\n"
                            "    v: {kind: utility, every: 6, initial: a, states: {a: {score: 1}, b: {score: 0}}}\n"
                            "prove: [{never: in(u/b)}]\n";
    proving p = prove_text(yaml, NULL);
    assert_string_equal(proving_told(&p), "never 1: proven\n");
    assert_true(proof_named(&p, "never 1")->situations >= 12);
    proving_end(&p);
    const char *large = HEAD "root:\n"
                             "  kind: parallel\n"
                             "  states:\n"
                             "    u: {kind: utility, every: 64, initial: a, states: {a: {score: 1}, b: {score: 0}}}\n"
                             "    v: {kind: utility, every: 81, initial: a, states: {a: {score: 1}, b: {score: 0}}}\n"
                             "prove: [{never: in(u/b)}]\n";
    p = prove_text(large, NULL);
    assert_int_equal(proof_named(&p, "never 1")->verdict, WITS_PROOF_NOT_FOUND);
    assert_int_equal(proof_named(&p, "never 1")->why_count, 1);
    proving_end(&p);
}

#define LOTTERY(select, a, b, c)                                                                                       \
    HEAD "root:\n"                                                                                                     \
         "  kind: utility\n"                                                                                           \
         "  select: " select "\n"                                                                                      \
         "  states:\n"                                                                                                 \
         "    a: {score: " a "}\n"                                                                                     \
         "    b: {score: " b "}\n"                                                                                     \
         "    c: {score: " c "}\n"                                                                                     \
         "prove: [{reach: in(a)}, {reach: in(b)}, {reach: in(c)}]\n"

static void every_candidate_with_a_chance_above_0_is_chosen(void **unused) {
    (void)unused;
    expect_told(LOTTERY("weighted", "1", "0.001", "0"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: refuted\n");
    expect_told(LOTTERY("{top: 2}", "1", "0.5", "0.4"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: refuted\n");
    expect_told(LOTTERY("{within: 0.5}", "1", "0.5", "0.4"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: refuted\n");
    expect_told(LOTTERY("{softmax: 0.5}", "1", "0.5", "0"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: proven in 0\n");
    // One draw of 2^24 chooses b, and none does.
    expect_told(LOTTERY("weighted", "0.1", "0.00000004", "0.9"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: proven in 0\n");
    expect_told(LOTTERY("weighted", "1e30", "1", "0"), "reach 1: proven in 0\nreach 2: refuted\nreach 3: refuted\n");
    expect_told(LOTTERY("weighted", "1", "1e30", "0"),
                "reach 1: proven in 0\nreach 2: proven in 0\nreach 3: refuted\n");
    expect_told(LOTTERY("highest", "1", "0.5", "0"), "reach 1: proven in 0\nreach 2: refuted\nreach 3: refuted\n");
}

static void random_compared_with_constants_is_cut(void **unused) {
    (void)unused;
#define DRAW(when)                                                                                                     \
    HEAD "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: \"" when "\"}]}\n"                                                       \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)}]\n"
    expect_told(DRAW("random < 0.0000001"), "never 1: refuted in 1\n");
    expect_told(DRAW("random < 0"), "never 1: proven\n");
    expect_told(DRAW("random >= 1"), "never 1: proven\n");
    expect_told(DRAW("random > 0.99999990"), "never 1: refuted in 1\n");
    expect_told(DRAW("random > 0.99999995"), "never 1: proven\n");
    expect_told(DRAW("random > 0.5 and random < 0.6"), "never 1: refuted in 1\n");
    expect_told(DRAW("random * 2 > 3"), "never 1: not found, sampled: random:0\n");
    expect_told(DRAW("random * 2 > 1"), "never 1: refuted in 1\n");
}

static void each_random_stream_draws_for_itself_and_again_in_each_tick(void **unused) {
    (void)unused;
    const char *yaml = HEAD "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: random < 0.1}, {to: c, when: random > 0.9}]}\n"
                            "    b: {transitions: [{to: a, when: random < 0.1}]}\n"
                            "    c: {}\n"
                            "prove: [{reach: in(c)}, {settles: {of: /, ticks: 5}}, {returns: in(c)}]\n";
    expect_told(yaml, "reach 1: proven in 1\nsettles 2: refuted in 6\nreturns 3: proven\n");
}

static void chance_of_the_start_and_of_being_placed_counts(void **unused) {
    (void)unused;
    const char *yaml = HEAD "root:\n"
                            "  states:\n"
                            "    out: {}\n"
                            "    u:\n"
                            "      kind: utility\n"
                            "      select: weighted\n"
                            "      every: 1000\n"
                            "      states:\n"
                            "        a: {score: 1, hold: 5}\n"
                            "        b: {score: 1, hold: 5}\n"
                            "prove: [{reach: in(u/b), from: u}, {reach: in(u/a), from: u}, {never: in(u)}]\n";
    expect_told(yaml, "reach 1: proven in 0\nreach 2: proven in 0\nnever 3: proven\n");
}

static void runs_of_chance_say_what_is_drawn(void **unused) {
    (void)unused;
    proving p = prove_text(DRAW("random > 0.75"), NULL);
    const wits_proof *proof = proof_named(&p, "never 1");
    assert_true(run_value(&p, &proof->run, 1, "random:0") > 0.75);
    proving_end(&p);
}

// ----------------------------------------------------------------------------------------------- host functions

static void conditions_and_scores_are_inputs_from_when_they_are_asked(void **unused) {
    (void)unused;
    const char *yaml = HEAD "functions: {sees: condition, danger: score}\n"
                            "context: {x: bool}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: sees() and danger() > 0.5}]}\n"
                            "    b: {transitions: [{to: c, when: danger() > 1}, {to: a, when: not sees()}]}\n"
                            "    c: {}\n"
                            "prove: [{never: in(b)}, {never: in(c)}, {never: in(b) and not sees()}]\n";
    expect_told(yaml, "never 1: refuted in 1\nnever 2: proven\nnever 3: proven\n");
    expect_inputs(yaml, "sees(): whole 2; danger(): cells 2");
    const char *wide = HEAD "functions: {danger: {kind: score, range: [0, 2]}}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: danger() > 1}]}\n"
                            "    b: {}\n"
                            "prove: [{never: in(b)}]\n";
    expect_told(wide, "never 1: refuted in 1\n");
}

static void calls_with_other_arguments_are_other_inputs(void **unused) {
    (void)unused;
    const char *yaml =
        HEAD "context: {n: {type: int8, range: [1, 2], initial: 1}}\n"
             "functions: {has: {kind: condition, parameters: [text]}, near: {kind: condition, parameters: [int]}}\n"
             "root:\n"
             "  states:\n"
             "    a: {transitions: [{to: b, when: has(\"key\") and not has(\"map\")}, {to: c, when: near(n) and not "
             "near(3 - n)}]}\n"
             "    b: {}\n"
             "    c: {transitions: [{to: d, when: near(1) and not near(1)}]}\n"
             "    d: {}\n"
             "prove: [{reach: in(b)}, {reach: in(c)}, {never: in(d)}]\n";
    expect_told(yaml, "reach 1: proven in 1\nreach 2: proven in 1\nnever 3: proven\n");
}

static void a_score_read_in_another_way_is_sampled(void **unused) {
    (void)unused;
    const char *yaml = HEAD "functions: {danger: score}\n"
                            "root:\n"
                            "  kind: utility\n"
                            "  states:\n"
                            "    a: {score: danger()}\n"
                            "    b: {score: 0.5}\n"
                            "prove: [{reach: in(b)}, {never: in(a) and in(b)}]\n";
    expect_told(yaml, "reach 1: proven in 0\nnever 2: not found, sampled: danger()\n");
}

static void at_the_start_conditions_are_false_and_scores_0(void **unused) {
    (void)unused;
    const char *yaml = HEAD "functions: {sees: condition}\n"
                            "root:\n"
                            "  initial: [{when: sees(), to: b}, {to: a}]\n"
                            "  states:\n"
                            "    a: {}\n"
                            "    b: {}\n"
                            "prove: [{never: in(b)}, {never: in(b), start: any}]\n";
    expect_told(yaml, "never 1: proven\nnever 2: refuted in 0\n");
}

// -------------------------------------------------------------------------------------------------------- start

static void start_any_makes_inputs_any_there_too(void **unused) {
    (void)unused;
    const char *yaml =
        HEAD "context: {x: {type: float, range: [0, 1]}, n: {type: uint8, initial: 3, host: true}, own: uint8}\n"
             "events: [e]\n"
             "root:\n"
             "  initial: [{when: x > 0.9, to: c}, {when: n == 200, to: d}, {to: a}]\n"
             "  states:\n"
             "    a: {update: n = n, transitions: [{to: b, event: e}]}\n"
             "    b: {update: own = 1}\n"
             "    c: {}\n"
             "    d: {}\n"
             "prove:\n"
             "  - {never: in(c)}\n"
             "  - {never: in(c), start: any}\n"
             "  - {never: in(d), start: any}\n"
             "  - {never: in(a) and pending(e) and own == 0, start: any}\n"
             "  - {never: in(a) and pending(e)}\n"
             "  - {never: own == 2, start: any}\n";
    expect_told(yaml, "never 1: proven\n"
                      "never 2: refuted in 0\n"
                      "never 3: refuted in 0\n"
                      "never 4: refuted in 0\n"
                      "never 5: proven\n"
                      "never 6: proven\n");
}

static void from_places_there_in_place_of_the_start(void **unused) {
    (void)unused;
    expect_told(CHAIN "prove:\n"
                      "  - {never: in(a), from: c}\n"
                      "  - {never: in(d), from: c}\n"
                      "  - {reach: in(e), from: e}\n"
                      "  - {returns: in(e), from: e}\n",
                "never 1: proven\nnever 2: refuted in 1\nreach 3: proven in 0\nreturns 4: refuted in 1, trap of 4\n");
}

static void properties_that_need_times_ask_from_the_start_too(void **unused) {
    (void)unused;
    expect_told(STAIRS "prove:\n"
                       "  - {within: {when: in(b), until: in(d), ticks: 1}, from: b}\n"
                       "  - {within: {when: in(b), until: in(d), ticks: 1, inputs: any}, from: b}\n"
                       "  - {settles: {of: /, ticks: 1}, from: b}\n"
                       "  - {within: {when: in(a), until: in(b), ticks: 9}, from: a}\n",
                "within 1: refuted in 1\n"
                "within 2: refuted in 1\n"
                "settles 3: refuted in 2\n"
                "within 4: refuted in 9\n");
}

// ------------------------------------------------------------------------------------------------------- limits

static void limits_end_in_not_found_and_say_so(void **unused) {
    (void)unused;
    const wits_prove_options two = {.most_situations = 2};
    expect_told_with(CHAIN "prove: [{never: in(e)}, {never: in(b)}, {reach: in(e)}, {returns: in(a)}]\n", &two,
                     "never 1: not found, limit: 2 situations, everything that can happen in 2 ticks\n"
                     "never 2: refuted in 1\n"
                     "reach 3: not found, limit: 2 situations, everything that can happen in 2 ticks\n"
                     "returns 4: not found, limit: 2 situations, everything that can happen in 2 ticks\n");
    // Four are just enough.
    const wits_prove_options four = {.most_situations = 4};
    expect_told_with(CHAIN "prove: [{never: in(e)}]\n", &four, "never 1: proven\n");
    const wits_prove_options one = {.most_situations = 1};
    expect_told_with(HEAD "root: {states: {a: {}}}\nprove: [{always: in(a)}]\n", &one, "always 1: proven\n");
    expect_told_with(CHAIN "prove: [{never: in(c)}, {never: in(b)}]\n", &one,
                     "never 1: not found, limit: 1 situation, everything that can happen in 1 tick\n"
                     "never 2: refuted in 1\n");
}

static void too_little_memory_is_a_limit(void **unused) {
    (void)unused;
    const wits_prove_options little = {.most_memory = 100};
    proving p = prove_text(CHAIN "prove: [{never: in(e)}]\n", &little);
    const wits_proof *proof = proof_named(&p, "never 1");
    assert_int_equal(proof->verdict, WITS_PROOF_NOT_FOUND);
    assert_false(proof->complete);
    assert_true(proof->why_count == 1 && strncmp(proof->why[0], "limit: ", 7) == 0);
    proving_end(&p);
}

/// Compares the verdict of the first property, and the numbers of situations that are found and ticks that are tried.
static void expect_effort(const char *yaml, bool tries_all, uint32_t situations, uint64_t ticks) {
    const wits_prove_options options = {.tries_all = tries_all};
    proving of = prove_text(yaml, &options);
    const wits_proof *first = wits_prover_proof(of.prover, 0);
    assert_int_equal(first->verdict, WITS_PROOF_PROVEN);
    assert_int_equal(first->situations, situations);
    assert_int_equal(first->ticks, ticks);
    proving_end(&of);
}

static void events_are_tried_where_a_transition_needs_them(void **unused) {
    (void)unused;
    const char *three = HEAD "events: [e, f]\nroot:\n  states:\n"
                             "    a: {transitions: [{to: b, event: e}]}\n"
                             "    b: {transitions: [{to: c, event: f}]}\n"
                             "    c: {}\n"
                             "prove: [{always: in(/)}]\n";
    expect_effort(three, true, 3, 12);
    expect_effort(three, false, 3, 2 + 2 + 1);
    expect_effort(HEAD "events: [e]\nroot:\n  any: [{to: b, event: e}]\n  states: {a: {}, b: {}}\n"
                       "prove: [{always: in(/)}]\n",
                  false, 2, 2 + 1);
    expect_effort(HEAD "events: [e]\nroot:\n  any: [{to: b, event: e, reenter: true}]\n  states: {a: {}, b: {}}\n"
                       "prove: [{always: in(/)}]\n",
                  false, 2, 2 + 2);
    expect_effort(HEAD "events: [e]\nroot: {states: {a: {transitions: [{to: b, event: e}]}, b: {}}}\n"
                       "prove: [{always: raised(e) or not raised(e)}]\n",
                  false, 2, 2 + 2);
}

/// A utility may switch, and the pass goes on in the new option.
static void events_matter_in_options_that_a_utility_may_switch_to(void **unused) {
    (void)unused;
    expect_told(HEAD "context: {x: bool}\nevents: [e]\nroot:\n  kind: utility\n  states:\n"
                     "    a: {score: 0.5}\n"
                     "    b:\n      score: 1 if x else 0\n      any: [{to: b/d, event: e}]\n"
                     "      states: {c: {}, d: {}}\n"
                     "prove: [{reach: in(b/d)}]\n",
                "reach 1: proven in 1\n");
}

static void too_many_combinations_name_the_inputs_that_multiply(void **unused) {
    (void)unused;
    const wits_prove_options few = {.most_combinations = 100};
    expect_told_with(
        SWITCH("x: int8, y: bool", "x * x > 9 and y") "prove: [{never: in(a) and in(b)}, {never: in(a)}]\n", &few,
        "never 1: not found, combinations: x (256 values), y (2 values) multiply to more than 100 in one "
        "tick; 100 of them were tried from each of 2 situations\n"
        "never 2: refuted in 0\n");
    expect_told_with(
        SWITCH("x: int8, y: bool", "x * x > 9 and y") "prove: [{reach: in(a) and in(b)}, {returns: in(b)}]\n", &few,
        "reach 1: not found, combinations: x (256 values), y (2 values) multiply to more than 100 in one "
        "tick; 100 of them were tried from each of 2 situations\n"
        "returns 2: not found, combinations: x (256 values), y (2 values) multiply to more than 100 in one "
        "tick; 100 of them were tried from each of 2 situations\n");
}

/// Combinations that were left out are named instead of the ticks in which all can happen.
static void a_limit_promises_only_what_was_tried(void **unused) {
    (void)unused;
    const wits_prove_options both = {.most_ticks = 150, .most_combinations = 100};
    expect_told_with(SWITCH("x: int8, y: bool", "x * x > 9 and y") "prove: [{never: in(a) and in(b)}]\n", &both,
                     "never 1: not found, combinations: x (256 values), y (2 values) multiply to more than 100 in one "
                     "tick; 100 of them were tried from each of 1 situation, limit: 150 ticks were tried\n");
    const wits_prove_options ticks = {.most_ticks = 10};
    expect_told_with(
        SWITCH("x: float", "x * x > 3") "prove: [{never: in(a) and in(b)}]\n", &ticks,
        "never 1: not found, sampled: x, limit: 10 ticks were tried, everything that can happen in 0 ticks "
        "with the values that were tried\n");
}

/// Outcomes of chance multiply with the combinations that are tried. Too many in one situation do not end the search.
static void chance_does_not_end_a_search_of_some_combinations(void **unused) {
    (void)unused;
    const wits_prove_options few = {.most_combinations = 100};
    expect_told_with(HEAD
                     "context: {x: uint8, y: uint8}\nroot:\n  states:\n"
                     "    a: {kind: utility, select: weighted, every: 1, transitions: [{to: b, when: x > 99}], states: "
                     "{c: {score: 1}, d: {score: 1}, e: {score: 1}}}\n"
                     "    b: {transitions: [{to: end, when: y > 99}]}\n    end: {}\n"
                     "prove: [{never: in(end)}]\n",
                     &few, "never 1: refuted in 2\n");
}

static bool stop_at_once(void *user, const wits_prove_progress *progress) {
    (void)progress;
    ++*(uint32_t *)user;
    return false;
}

static void who_interrupts_gets_what_is_known(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {n: int, m: int, x: bool}\n"
                            "root: {states: {a: {update: [n = n + 1, m = m + 3 if x else m]}}}\n"
                            "prove: [{never: m == 2}, {never: m == 3}]\n";
    uint32_t asked = 0;
    proving p = {.file = parse_sound(yaml)};
    const wits_prove_about about = {wits_file_desc(p.file), wits_file_promises(p.file), wits_file_properties(p.file),
                                    wits_file_property_count(p.file), true};
    p.prover = wits_prover_new(&about, NULL);
    wits_prover_run(p.prover, stop_at_once, &asked);
    assert_int_equal(asked, 1);
    assert_string_equal(proving_told(&p), "never 1: not found, interrupted\nnever 2: refuted in 1\n");
    assert_false(proof_named(&p, "never 1")->complete);
    proving_end(&p);
}

static bool stop_after_some(void *user, const wits_prove_progress *progress) {
    (void)user;
    return progress->ticks < 20000;
}

static void who_interrupts_gets_runs_from_any_start(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {n: int, x: bool}\n"
                            "root:\n"
                            "  kind: utility\n"
                            "  select: weighted\n"
                            "  states:\n"
                            "    a: {score: 1, lasts: 2147483647, update: n = n + 1}\n"
                            "    b: {score: 1, lasts: 2147483647, update: n = n + 1}\n"
                            "prove: [{never: in(b) and n == 3}, {never: n == -1}]\n";
    proving p = {.file = parse_sound(yaml)};
    const wits_prove_about about = {wits_file_desc(p.file), wits_file_promises(p.file), wits_file_properties(p.file),
                                    wits_file_property_count(p.file), true};
    p.prover = wits_prover_new(&about, NULL);
    wits_prover_run(p.prover, stop_after_some, NULL);
    assert_string_equal(proving_told(&p), "never 1: refuted in 3\nnever 2: not found, interrupted\n");
    proving_end(&p);
}

static void a_clock_that_matters_for_ever_ends_at_the_limit(void **unused) {
    (void)unused;
    const wits_prove_options some = {.most_situations = 50};
    expect_told_with(HEAD "root:\n"
                          "  states:\n"
                          "    a: {transitions: [{to: b, when: elapsed % 7 == 30}]}\n"
                          "    b: {}\n"
                          "prove: [{never: in(b)}]\n",
                     &some, "never 1: not found, limit: 50 situations, everything that can happen in 50 ticks\n");
}

static void clocks_saturate_so_that_everything_is_looked_at(void **unused) {
    (void)unused;
    const char *yaml = HEAD
        "context: {x: bool}\n"
        "root:\n"
        "  states:\n"
        "    a: {transitions: [{to: b, after: 20, when: x}, {to: c, when: elapsed > 30}]}\n"
        "    b: {}\n"
        "    c: {}\n"
        "prove: [{reach: in(b)}, {reach: in(c)}, {never: in(a) and elapsed(a) > 31}, {reach: elapsed(b) == 100}]\n";
    expect_told(yaml, "reach 1: proven in 20\nreach 2: proven in 31\nnever 3: proven\nreach 4: proven in 120\n");
}

// A clock saturates as if the brain read it the same way: at floor(4) + 1. So there are 6 situations, from 0 to 5.
static void a_property_reads_a_clock_as_the_brain_would(void **unused) {
    (void)unused;
    const char *asked[] = {"elapsed(a) < 4",    "elapsed(a) <= 4",    "elapsed(a) > 4",
                           "elapsed(a) >= 4",   "elapsed(a) == 4",    "4 >= elapsed(a)",
                           "elapsed(a) > 4.75", "2 + 2 > elapsed(a)", "elapsed(a) > 1 and elapsed(a) != 4"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char yaml[300];
        snprintf(yaml, sizeof yaml, HEAD "root: {states: {a: {}, b: {}}}\nprove: [{always: in(a) or (%s)}]\n",
                 asked[i]);
        proving p = prove_text(yaml, NULL);
        assert_string_equal(proving_told(&p), "always 1: proven\n");
        assert_int_equal(proof_named(&p, "always 1")->situations, 6);
        proving_end(&p);
    }
}

// ------------------------------------------------------------------------------------------ rejections and assumptions

static wits_state_id step_nowhere(void *context, const wits_call *call) {
    (void)context;
    (void)call;
    return WITS_STAY;
}

static void expect_refused(const wits_desc *desc, const char *message) {
    const wits_property property = {
        .kind = WITS_PROPERTY_ALWAYS, .name = "p", .condition = {.text = "true"}, .text = "true", .file = ""};
    const wits_prove_about about = {desc, NULL, &property, 1, false};
    wits_prover *prover = wits_prover_new(&about, NULL);
    assert_non_null(prover);
    assert_int_equal(wits_prover_mistake_count(prover), 1);
    if (strstr(wits_prover_mistakes(prover)[0].message, message) == NULL) {
        print_error("%s\n", wits_prover_mistakes(prover)[0].message);
        fail();
    }
    wits_prover_run(prover, NULL, NULL);
    assert_true(wits_prover_proof_count(prover) == 0 || wits_prover_proof(prover, 0)->verdict == WITS_PROOF_NOT_FOUND);
    wits_prover_free(prover);
}

static void the_code_of_a_host_and_its_data_are_refused(void **unused) {
    (void)unused;
    const wits_function functions[] = {{.name = "decide_it", .step = step_nowhere}};
    const wits_state_desc stepping[] = {{.name = "root", .step = "decide_it"}};
    expect_refused(&(wits_desc){.states = stepping, .state_count = 1, .functions = functions, .function_count = 1},
                   "step callback 'decide_it'");
    const wits_state_desc keeping[] = {{.name = "root", .data_size = 4}};
    expect_refused(&(wits_desc){.states = keeping, .state_count = 1}, "private data");
    const wits_state_desc broken[] = {{.name = "root", .parent = 0}, {.name = "", .parent = 0}};
    expect_refused(&(wits_desc){.states = broken, .state_count = 2}, "name");
}

static bool is_assumed(const proving *of, const char *text) {
    for (uint32_t i = 0; i < wits_prover_assumed_count(of->prover); i++) {
        if (strcmp(wits_prover_assumed(of->prover, i), text) == 0) {
            return true;
        }
    }
    return false;
}

static void what_is_assumed_is_listed(void **unused) {
    (void)unused;
    proving p =
        prove_text(HEAD "context: {n: uint8, m: {type: uint8, host: true}, x: bool, k: {type: bool, host: false}}\n"
                        "events: [e, {name: f, host: false}]\n"
                        "root:\n"
                        "  states:\n"
                        "    a: {update: [n = 1, m = 1], transitions: [{to: b, event: e, when: x and n > 0 and m > 0 "
                        "and not k}, {to: b, event: f}]}\n"
                        "    b: {}\n"
                        "prove: [{never: in(b)}]\n",
                   NULL);
    assert_true(is_assumed(&p, "host actions change nothing before the next tick"));
    assert_true(is_assumed(&p, "the only call is tick"));
    assert_true(is_assumed(&p, "only the brain changes 'n' ('host: true' says otherwise)"));
    assert_false(is_assumed(&p, "only the brain changes 'm'"));
    assert_true(is_assumed(&p, "the host never sets 'k'"));
    assert_true(is_assumed(&p, "the host never raises 'f'"));
    assert_false(is_assumed(&p, "the host never raises 'e'"));
    proving_end(&p);
}

// ---------------------------------------------------------------------------------------------------------- runs

static void a_run_gives_what_was_chosen_tick_by_tick(void **unused) {
    (void)unused;
    const char *yaml = HEAD "context: {x: {type: float, range: [0, 10]}}\n"
                            "events: [e]\n"
                            "functions: {sees: condition}\n"
                            "root:\n"
                            "  states:\n"
                            "    a: {transitions: [{to: b, when: x > 9}]}\n"
                            "    b: {transitions: [{to: c, event: e}]}\n"
                            "    c: {transitions: [{to: d, when: sees()}]}\n"
                            "    d: {}\n"
                            "prove: [{never: in(d)}]\n";
    proving p = prove_text(yaml, NULL);
    const wits_proof *proof = proof_named(&p, "never 1");
    assert_string_equal(proving_told(&p), "never 1: refuted in 3\n");
    assert_true(run_value(&p, &proof->run, 1, "x") > 9.0);
    assert_true(run_value(&p, &proof->run, 2, "e") == 1.0);
    assert_true(run_value(&p, &proof->run, 3, "sees()") == 1.0);
    assert_true(run_value(&p, &proof->run, 1, "sees()") == WITS_NOT_GIVEN);
    proving_end(&p);
}

static void situations_are_counted_with_the_start(void **unused) {
    (void)unused;
    proving p = prove_text(CHAIN "prove: [{never: in(e)}]\n", NULL);
    const wits_proof *proof = proof_named(&p, "never 1");
    assert_int_equal(proof->situations, 4);
    assert_int_equal(proof->ticks, 16);
    assert_int_equal(proof->depth, 3);
    assert_true(proof->complete);
    proving_end(&p);
}

static void nothing_comes_of_nothing(void **unused) {
    (void)unused;
    wits_prover_free(NULL);
    proving p = prove_text(HEAD "root: {states: {a: {}}}\n", NULL);
    assert_int_equal(wits_prover_proof_count(p.prover), 0);
    assert_int_equal(wits_prover_mistake_count(p.prover), 0);
    proving_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_brain_assigns_is_its_own_unless_the_host_gives_it_too),
        cmocka_unit_test(what_the_host_never_gives_stays_as_it_is),
        cmocka_unit_test(events_come_from_the_host_unless_it_says_never),
        cmocka_unit_test(a_copy_of_an_input_counts_as_read_like_the_field),
        cmocka_unit_test(what_is_copied_into_what_nobody_reads_is_not_read),
        cmocka_unit_test(a_consideration_reads_its_input),
        cmocka_unit_test(minus_zero_and_zero_are_two_and_nan_is_one),
        cmocka_unit_test(own_ints_wrap_as_in_the_game),
        cmocka_unit_test(assignments_that_leave_a_range_are_reported),
        cmocka_unit_test(every_spreads_agents_by_their_ids),
        cmocka_unit_test(the_least_common_multiple_of_all_every_is_the_number_of_ids),
        cmocka_unit_test(every_candidate_with_a_chance_above_0_is_chosen),
        cmocka_unit_test(random_compared_with_constants_is_cut),
        cmocka_unit_test(each_random_stream_draws_for_itself_and_again_in_each_tick),
        cmocka_unit_test(chance_of_the_start_and_of_being_placed_counts),
        cmocka_unit_test(runs_of_chance_say_what_is_drawn),
        cmocka_unit_test(conditions_and_scores_are_inputs_from_when_they_are_asked),
        cmocka_unit_test(calls_with_other_arguments_are_other_inputs),
        cmocka_unit_test(a_score_read_in_another_way_is_sampled),
        cmocka_unit_test(at_the_start_conditions_are_false_and_scores_0),
        cmocka_unit_test(start_any_makes_inputs_any_there_too),
        cmocka_unit_test(from_places_there_in_place_of_the_start),
        cmocka_unit_test(properties_that_need_times_ask_from_the_start_too),
        cmocka_unit_test(limits_end_in_not_found_and_say_so),
        cmocka_unit_test(too_little_memory_is_a_limit),
        cmocka_unit_test(events_are_tried_where_a_transition_needs_them),
        cmocka_unit_test(events_matter_in_options_that_a_utility_may_switch_to),
        cmocka_unit_test(too_many_combinations_name_the_inputs_that_multiply),
        cmocka_unit_test(a_limit_promises_only_what_was_tried),
        cmocka_unit_test(chance_does_not_end_a_search_of_some_combinations),
        cmocka_unit_test(who_interrupts_gets_what_is_known),
        cmocka_unit_test(who_interrupts_gets_runs_from_any_start),
        cmocka_unit_test(a_clock_that_matters_for_ever_ends_at_the_limit),
        cmocka_unit_test(clocks_saturate_so_that_everything_is_looked_at),
        cmocka_unit_test(a_property_reads_a_clock_as_the_brain_would),
        cmocka_unit_test(the_code_of_a_host_and_its_data_are_refused),
        cmocka_unit_test(what_is_assumed_is_listed),
        cmocka_unit_test(a_run_gives_what_was_chosen_tick_by_tick),
        cmocka_unit_test(situations_are_counted_with_the_start),
        cmocka_unit_test(nothing_comes_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
