// SPDX-License-Identifier: MIT
// Notes of a proof: assignments that wrap, and host functions that are called again.
#include "prove_support.h"

#include "wits/prove.h"

/// Each note with a line end.
static void expect_notes(const char *yaml, const char *told) {
    const wits_prove_options options = {.most_situations = 3000};
    proving p = prove_text(yaml, &options);
    char all[2000] = "";
    for (uint32_t i = 0; i < wits_prover_note_count(p.prover); i++) {
        (void)strcat(strcat(all, wits_prover_note(p.prover, i)), "\n");
    }
    assert_string_equal(all, told);
    proving_end(&p);
}

#define COUNTS(context, update)                                                                                        \
    HEAD "context: {go: bool, " context "}\n"                                                                          \
         "root:\n"                                                                                                     \
         "  update: [" update "]\n"                                                                                    \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: n == 7}]}\n"                                                             \
         "    b: {transitions: [{to: a, when: go}]}\n"                                                                 \
         "prove: [{never: n == 1000}]\n"

static void an_assignment_that_wraps(void **unused) {
    (void)unused;
    expect_notes(COUNTS("n: uint8", "n = n + 1"), "'n = n + 1' wraps: 256 becomes 0\n");
    expect_notes(COUNTS("n: uint8", "n = n - 1"), "'n = n - 1' wraps: -1 becomes 255\n");
    expect_notes(COUNTS("n: int8", "n = n + 3"), "'n = n + 3' wraps: 129 becomes -127\n");
    expect_notes(COUNTS("n: {type: int16, initial: -32768}", "n = n - 2 if go else n"),
                 "'n = n - 2 if go else n' wraps: -32770 becomes 32766\n");
    expect_notes(COUNTS("n: uint8", "n = n + 1, n = n + 2"), "an assignment to 'n' wraps: 258 becomes 2\n");
}

static void an_assignment_that_only_jumps(void **unused) {
    (void)unused;
    expect_notes(COUNTS("n: uint8", "n = 255 if n == 0 else 0"), "");
    expect_notes(COUNTS("n: int8", "n = -100 if go else 100"), "");
    expect_notes(COUNTS("n: uint8", "n = (n + 1) % 200"), "");
    expect_notes(COUNTS("n: {type: uint8, host: true}", "n = n if go else 0"), "");
    expect_notes(COUNTS("n: {type: uint8, host: true}", "n = n + 1 if go and n == 255 else 0"),
                 "'n = n + 1 if go and n == 255 else 0' wraps: 256 becomes 0\n");
}

#define ASKS(update, when)                                                                                             \
    HEAD "context: {n: uint8}\n"                                                                                       \
         "functions: {near: {kind: condition, parameters: [int]}}\n"                                                   \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {update: [" update "], steps: [{to: b, when: " when "}], transitions: [{to: b, when: near(1)}]}\n"    \
         "    b: {update: n = 0, transitions: [{to: a, when: not near(1)}]}\n"                                         \
         "prove: [{never: n == 100}]\n"

static void a_function_that_is_asked_again(void **unused) {
    (void)unused;
    expect_notes(ASKS("n = 1", "near(1) and n == 1"),
                 "near(1) is called again after an assignment in the same tick, with the same result\n");
    expect_notes(ASKS("n = 1", "near(2) and n == 1"), "");
    expect_notes(ASKS("n = n", "near(1) and n == 1"), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assignment_that_wraps),
        cmocka_unit_test(an_assignment_that_only_jumps),
        cmocka_unit_test(a_function_that_is_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
