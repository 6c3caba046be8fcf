// SPDX-License-Identifier: MIT
// Proofs about brains with targets: lists are inputs, whose targets have no names.
#include "prove_support.h"

#include <string.h>

/// Attacks one of the foes while there is one.
#define SENTRY(fields, keys, properties)                                                                               \
    HEAD "targets: {foe: {" fields "}}\n"                                                                              \
         "functions: {aim: action, shoot: action, turn: action}\n"                                                     \
         "root:\n"                                                                                                     \
         "  kind: utility\n"                                                                                           \
         "  states:\n"                                                                                                 \
         "    attack: {target: foe, enter: aim(), update: shoot(), retarget: turn(), " keys "}\n"                      \
         "    watch: {score: 0.5}\n"                                                                                   \
         "prove:\n" properties

#define NEAR "near: {type: uint8, range: [0, 2]}"

// ------------------------------------------------------------------------------------------------------------- inputs

static void lists_are_inputs(void **unused) {
    (void)unused;
    expect_inputs(
        SENTRY(NEAR ", armed: bool", "score: foe.near", "  - never: in(attack) and attack.foe.armed and in(watch)\n"),
        "foe: whole 3; foe[0]: whole 2; foe[0].near: whole 3; foe[0].armed: whole 2; foe[1]: whole 2; "
        "foe[1].near: whole 3; foe[1].armed: whole 2");
}

static void fields_that_nothing_reads_are_none(void **unused) {
    (void)unused;
    expect_inputs(SENTRY(NEAR ", armed: bool, most: 1", "score: foe.near", "  - never: in(attack) and in(watch)\n"),
                  "foe: whole 2; foe[0]: whole 2; foe[0].near: whole 3");
    expect_inputs(HEAD "targets: {foe: {" NEAR "}}\nroot: {states: {a: {}}}\nprove: [{always: in(a)}]\n", "");
}

static void fields_are_whole_cut_or_sampled_as_those_of_the_context(void **unused) {
    (void)unused;
    expect_inputs(SENTRY("most: 1, d: float", "score: 1 if foe.d < 3 else 0", "  - never: in(attack) and in(watch)\n"),
                  "foe: whole 2; foe[0]: whole 2; foe[0].d: cells 2");
    expect_inputs(SENTRY("most: 1, d: {type: float, range: [0, 4], step: 0.5}", "score: foe.d * foe.d",
                         "  - never: in(attack) and in(watch)\n"),
                  "foe: whole 2; foe[0]: whole 2; foe[0].d: whole 9");
    expect_told(SENTRY("most: 1, d: {type: float, range: [0, 4]}", "score: foe.d * foe.d",
                       "  - never: in(attack) and in(watch)\n"),
                "never 1: not found, sampled: foe.d\n");
}

static void a_copy_of_a_targets_field_counts_as_read_like_it(void **unused) {
    (void)unused;
    const char *copies = HEAD "context: {last: int}\n"
                              "targets: {foe: {most: 1, d: int}}\n"
                              "root:\n"
                              "  kind: utility\n"
                              "  states:\n"
                              "    attack: {target: foe, score: 1, update: last = foe.d}\n"
                              "    watch: {score: 2 if last == 12345 else 0.5}\n"
                              "prove: [{never: in(watch) and target(attack)}, {reach: last == 12345 and in(watch)}]\n";
    expect_inputs(copies, "foe: whole 2; foe[0]: whole 2; foe[0].d: cells 3");
    expect_told(copies, "never 1: proven\nreach 2: proven in 2\n");
}

static void a_border_of_a_targets_field_is_found(void **unused) {
    (void)unused;
    expect_told(HEAD "targets: {foe: {most: 1, d: {type: float, range: [0, 1]}}}\n"
                     "root: {kind: utility, states: {a: {target: foe, score: foe.d * 1}, b: {score: 0.703}}}\n"
                     "prove: [{never: in(a) and a.foe.d * 1 < 0.70301}]\n",
                "never 1: refuted in 1\n");
    // between two targets, too
    expect_told(HEAD "targets: {foe: {d: {type: float, range: [0, 1]}, big: bool}}\n"
                     "root: {kind: utility, states: {a: {target: foe, score: 0.4 if foe.big else foe.d / 2}}}\n"
                     "prove: [{never: in(a) and not a.foe.big and a.foe.d * 1 > 0.8 and a.foe.d * 1 < 0.800001}]\n",
                "never 1: refuted in 1\n");
}

// --------------------------------------------------------------------------------------------------------- properties

static void words_tell_whom_it_is_about(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR ", armed: bool", "score: foe.near",
                       "  - never: in(attack) and not target(attack)\n"
                       "  - never: in(attack) and attack.foe.near == 0\n"
                       "  - never: in(attack) and attack.foe.armed\n"
                       "  - always: attack.foe.present == in(attack)\n"
                       "  - never: target(attack) and not in(attack)\n"),
                "never 1: proven\nnever 2: proven\nnever 3: refuted in 1\nalways 4: proven\nnever 5: proven\n");
    // without a target an int is 0, a bool false, a float NaN
    expect_told(SENTRY(NEAR ", d: {type: float, range: [1, 2], step: 1}", "score: foe.near",
                       "  - always: in(attack) or attack.foe.near == 0\n"
                       "  - always: in(attack) or attack.foe.d != attack.foe.d\n"),
                "always 1: proven\nalways 2: proven\n");
}

static void words_about_targets_that_mean_nothing_are_mistakes(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR, "score: foe.near",
                       "  - never: target(watch)\n"
                       "  - never: watch.foe.near == 1\n"
                       "  - never: foe.near == 1\n"
                       "  - never: attack.foe.far\n"
                       "  - never: nobody.foe.near == 1\n"),
                "mistake in never 1 at 7: target() takes an option with a target, but 'watch' has none\n"
                "mistake in never 2 at 0: neither the state nor its parents have a target of this kind: "
                "'watch.foe.near'\n"
                "mistake in never 3 at 0: ambiguous target 'foe.near'; write PATH.KIND.FIELD\n"
                "mistake in never 4 at 0: unknown field of this kind of targets: 'attack.foe.far'\n"
                "mistake in never 5 at 0: there is no state 'nobody'; the states are attack, watch\n");
    expect_told(SENTRY(NEAR, "score: foe.near", "  - {never: in(attack), assume: attack.foe.near == 1}\n"),
                "mistake in never 1 at 0: an assumption is about inputs, but 'attack.foe.near' is about the "
                "brain\n");
}

static void who_goes_on_remembers_one_who_is_gone(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR, "score: foe.near, commit: true, done: not foe.present",
                       "  - never: in(attack) and not target(attack)\n"
                       "  - reach: calls(turn)\n"),
                "never 1: proven\nreach 2: refuted\n");
    expect_told(SENTRY(NEAR, "score: foe.near, commit: true, done: foe.near == 2",
                       "  - never: in(attack) and not target(attack)\n"
                       "  - reach: calls(shoot) and not attack.foe.present\n"),
                "never 1: refuted in 2\nreach 2: proven in 2\n");
}

static void he_turns_to_another(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR, "score: foe.near", "  - reach: calls(turn)\n  - never: calls(turn) and calls(aim)\n"),
                "reach 1: proven in 2\nnever 2: proven\n");
    expect_told(SENTRY(NEAR ", most: 1", "score: foe.near", "  - reach: calls(turn)\n"), "reach 1: proven in 2\n");
}

static void to_turn_to_another_is_no_flicker(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR, "score: foe.near", "  - settles: {of: /, ticks: 0}\n"), "settles 1: proven\n");
    // entered again in every tick: a near target makes it done at once, and wins again
    expect_told(SENTRY(NEAR, "score: foe.near, commit: true, done: foe.near >= 2", "  - settles: {of: /, ticks: 2}\n"),
                "settles 1: refuted in 4, cycle of 1\n");
}

static void a_wait_counts_while_lists_stand_still(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR ", most: 1", "score: foe.near, hold: 3",
                       "  - within: {when: target(attack) and attack.foe.near == 0, until: in(watch), ticks: 2}\n"
                       "  - within: {when: in(attack) and attack.foe.near == 0, until: in(watch), ticks: 2}\n"),
                "within 1: proven, at worst 2\nwithin 2: refuted in 4, at worst 2\n");  // another foe has come
}

static void lists_are_empty_at_the_start_unless_it_may_be_any(void **unused) {
    (void)unused;
    expect_told(SENTRY(NEAR, "score: foe.near", "  - never: in(attack)\n"), "never 1: refuted in 1\n");
    expect_told(SENTRY(NEAR, "score: foe.near", "  - {never: in(attack), start: any}\n"), "never 1: refuted in 0\n");
}

// --------------------------------------------------------------------------------------------------------- situations

static uint32_t situations_of(const char *yaml) {
    proving p = prove_text(yaml, NULL);
    const uint32_t count = wits_prover_proof(p.prover, 0)->situations;
    proving_end(&p);
    return count;
}

static void names_make_no_situations(void **unused) {
    (void)unused;
    // watching, attacking
    assert_int_equal(situations_of(SENTRY(NEAR ", most: 8", "score: 1", "  - never: in(attack) and in(watch)\n")), 2);
    const char *two = HEAD "targets: {foe: {near: bool}}\n"
                           "root:\n"
                           "  kind: parallel\n"
                           "  states:\n"
                           "    eyes: {kind: utility, states: {look: {target: foe, score: 1 if foe.near else 0}}}\n"
                           "    hands: {kind: utility, states: {hit: {target: foe, score: 0 if foe.near else 1}}}\n"
                           "prove: [{never: not in(eyes)}]\n";
    assert_int_equal(situations_of(two), 3);  // none; the same one; two of them
}

static void runs_give_each_target_its_id(void **unused) {
    (void)unused;
    proving p = prove_text(SENTRY(NEAR, "score: foe.near", "  - never: calls(turn)\n"), NULL);
    const wits_proof_run *run = &wits_prover_proof(p.prover, 0)->run;
    assert_int_equal(run->ticks, 2);
    assert_true(run_value(&p, run, 1, "foe[0]") == 1.0);
    assert_true(run_value(&p, run, 2, "foe[0]") == 2.0);
    assert_true(run_value(&p, run, 2, "foe[1]") == WITS_NOT_GIVEN);
    proving_end(&p);
}

// ------------------------------------------------------------------------------------------------------------ no proof

static void too_many_combinations_are_no_proof(void **unused) {
    (void)unused;
    const wits_prove_options few = {.most_combinations = 9};
    expect_told_with(SENTRY(NEAR, "score: foe.near", "  - never: in(attack) and in(watch)\n  - never: in(attack)\n"),
                     &few,
                     "never 1: not found, combinations: foe (3 values), foe[0].near (3 values), foe[1].near (3 values) "
                     "multiply to more than 9 in one tick; 9 of them were tried from each of 2 situations\n"
                     "never 2: refuted in 1\n");
}

static void what_is_assumed_of_lists_is_listed(void **unused) {
    (void)unused;
    proving p = prove_text(SENTRY(NEAR ", most: 3", "score: foe.near", "  - never: in(attack)\n"), NULL);
    bool found = false;
    for (uint32_t i = 0; i < wits_prover_assumed_count(p.prover); i++) {
        found |= strcmp(wits_prover_assumed(p.prover, i), "a list of 'foe' has at most 3 targets") == 0;
    }
    assert_true(found);
    proving_end(&p);
}

static void a_field_left_free_leaves_lists_as_they_are(void **unused) {
    (void)unused;
    const char *counts = HEAD
        "context: {tired: bool}\n"
        "targets: {foe: {" NEAR "}}\n"
        "functions: {shoot: action}\n"
        "root:\n"
        "  kind: utility\n"
        "  states:\n"
        "    attack: {target: foe, score: foe.near if not tired else 0, update: [shoot(), tired = not tired]}\n"
        "    watch: {score: 0.5}\n"
        "prove: [{never: calls(shoot) and attack.foe.near == 0}, {never: calls(shoot) and attack.foe.near == 2}]\n";
    const uint32_t tired = 0;
    const wits_prove_options free = {.free_fields = &tired, .free_count = 1};
    proving p = prove_text(counts, &free);
    assert_string_equal(proving_told(&p), "never 1: proven\nnever 2: refuted in 1\n");
    proving_end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_inputs),
        cmocka_unit_test(fields_that_nothing_reads_are_none),
        cmocka_unit_test(fields_are_whole_cut_or_sampled_as_those_of_the_context),
        cmocka_unit_test(a_copy_of_a_targets_field_counts_as_read_like_it),
        cmocka_unit_test(a_border_of_a_targets_field_is_found),
        cmocka_unit_test(words_tell_whom_it_is_about),
        cmocka_unit_test(words_about_targets_that_mean_nothing_are_mistakes),
        cmocka_unit_test(who_goes_on_remembers_one_who_is_gone),
        cmocka_unit_test(he_turns_to_another),
        cmocka_unit_test(to_turn_to_another_is_no_flicker),
        cmocka_unit_test(a_wait_counts_while_lists_stand_still),
        cmocka_unit_test(lists_are_empty_at_the_start_unless_it_may_be_any),
        cmocka_unit_test(names_make_no_situations),
        cmocka_unit_test(runs_give_each_target_its_id),
        cmocka_unit_test(too_many_combinations_are_no_proof),
        cmocka_unit_test(what_is_assumed_of_lists_is_listed),
        cmocka_unit_test(a_field_left_free_leaves_lists_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
