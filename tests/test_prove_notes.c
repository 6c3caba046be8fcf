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

// --------------------------------------------------------------------------------------------------------------- marks

/// Marks each state that is active; the mark after them counts as set from the fourth situation on.
typedef struct marker {
    uint32_t situations;
    bool is_sound;
} marker;

static void mark_active(void *user, const wits_brain *brain, const void *agent, uint32_t tick, bool *marks) {
    marker *m = user;
    m->situations++;
    m->is_sound = m->is_sound && wits_agent_is_valid(brain, agent, wits_agent_size(brain)) && tick > 0;
    for (uint32_t state = 0; state < wits_state_count(brain); state++) {
        marks[state] = marks[state] || wits_is_in(brain, agent, (wits_state_id)state);
    }
    marks[wits_state_count(brain)] = m->situations > 3;
}

static void a_mark_has_a_shortest_run(void **unused) {
    (void)unused;
    marker m = {.is_sound = true};
    const wits_prove_options options = {.mark = mark_active, .mark_user = &m, .mark_count = 7};
    proving of = prove_text(CHAIN "prove: [{never: in(e)}]\n", &options);
    static const uint32_t ticks[] = {0, 0, 1, 2, 3, WITS_NONE, 3};  // root, a to e, the fourth situation
    for (uint32_t mark = 0; mark < COUNT(ticks); mark++) {
        const wits_proof_run *run = wits_prover_mark_run(of.prover, mark);
        assert_int_equal(wits_prover_has_mark(of.prover, mark), ticks[mark] != WITS_NONE);
        assert_int_equal(run != NULL ? run->ticks : WITS_NONE, ticks[mark]);
    }
    assert_true(m.is_sound);
    assert_int_equal(m.situations, wits_prover_proof(of.prover, 0)->situations);  // each once
    assert_false(wits_prover_has_mark(of.prover, 7));
    assert_null(wits_prover_mark_run(of.prover, 7));
    proving_end(&of);

    of = prove_text(CHAIN "prove: [{never: in(e)}]\n", NULL);
    assert_false(wits_prover_has_mark(of.prover, 0));
    assert_null(wits_prover_mark_run(of.prover, 0));
    proving_end(&of);
}

/// The search continues for marks after its property is decided.
static void marks_are_sought_to_the_end(void **unused) {
    (void)unused;
    marker m = {.is_sound = true};
    const wits_prove_options options = {.mark = mark_active, .mark_user = &m, .mark_count = 7};
    proving of = prove_text(CHAIN "prove: [{never: in(b)}]\n", &options);
    assert_string_equal(proving_told(&of), "never 1: refuted in 1\n");
    assert_int_equal(wits_prover_mark_run(of.prover, 4)->ticks, 3);
    proving_end(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assignment_that_wraps),       cmocka_unit_test(an_assignment_that_only_jumps),
        cmocka_unit_test(a_function_that_is_asked_again), cmocka_unit_test(a_mark_has_a_shortest_run),
        cmocka_unit_test(marks_are_sought_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
