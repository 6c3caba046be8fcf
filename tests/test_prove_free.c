// SPDX-License-Identifier: MIT
// Free fields: what is proven for any value holds, and counterexamples are run with the real values.
#include "prove_support.h"

#include "wits/prove.h"

/// Row 0 of the fields is free.
static void expect_told_free(const char *yaml, const char *told) {
    static const uint32_t rows[] = {0};
    const wits_prove_options options = {.most_situations = 1000, .free_fields = rows, .free_count = 1};
    expect_told_with(yaml, &options, told);
}

#define COUNTER(prove)                                                                                                 \
    HEAD "context: {n: int, x: bool}\n"                                                                                \
         "root:\n"                                                                                                     \
         "  update: n = n + 1\n"                                                                                       \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: x}]}\n"                                                                  \
         "    b: {transitions: [{to: c, when: not x and n > 5000}]}\n"                                                 \
         "    c: {}\n"                                                                                                 \
         "prove: [" prove "]\n"

static void what_a_free_field_counts_is_not_walked(void **unused) {
    (void)unused;
    const char *yaml = COUNTER("{never: in(c) and in(a)}");
    const wits_prove_options options = {.most_situations = 1000};
    expect_told_with(yaml, &options,
                     "never 1: not found, limit: 1000 situations, everything that can happen in 500 ticks\n");
    expect_told_free(yaml, "never 1: proven\n");
}

static void what_is_refuted_is_run_with_the_real_values(void **unused) {
    (void)unused;
    expect_told_free(COUNTER("{never: in(b)}, {reach: in(b)}"), "never 1: refuted in 1\nreach 2: proven in 1\n");
    expect_told_free(
        COUNTER("{never: in(c)}, {reach: in(c)}"),
        "never 1: not found, spurious, spurious: a counterexample was found that fails with the field's real "
        "values\n"
        "reach 2: not found, spurious, spurious: a counterexample was found that fails with the field's real "
        "values\n");
    expect_told_free(COUNTER("{reach: in(a) and in(c)}"), "reach 1: refuted\n");
}

static void a_read_after_an_assignment_sees_any_value(void **unused) {
    (void)unused;
#define ASSIGNED(value)                                                                                                \
    HEAD "context: {n: int, x: bool}\n"                                                                                \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {update: [n = " value "], steps: [{to: b, when: n == 5}]}\n"                                          \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)}]\n"
    expect_told(ASSIGNED("4"), "never 1: proven\n");
    expect_told_free(ASSIGNED("4"),
                     "never 1: not found, spurious, spurious: a counterexample was found that fails with the "
                     "field's real values\n");
    expect_told_free(ASSIGNED("5"), "never 1: refuted in 1\n");
}

static void so_does_a_read_at_the_start(void **unused) {
    (void)unused;
#define STARTED(value)                                                                                                 \
    HEAD "context: {n: int, x: bool}\n"                                                                                \
         "root:\n"                                                                                                     \
         "  enter: n = " value "\n"                                                                                    \
         "  initial: [{to: b, when: n == 5}, {to: a}]\n"                                                               \
         "  states:\n"                                                                                                 \
         "    a: {}\n"                                                                                                 \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)}]\n"
    expect_told(STARTED("4"), "never 1: proven\n");
    expect_told_free(STARTED("4"),
                     "never 1: not found, spurious, spurious: a counterexample was found that fails with the "
                     "field's real values\n");
    expect_told_free(STARTED("5"), "never 1: refuted in 0\n");
}

static void the_brain_itself_starts_with_initial_values(void **unused) {
    (void)unused;
#define GIVEN(start)                                                                                                   \
    HEAD "context: {n: {type: int, host: true}, x: bool}\n"                                                            \
         "root:\n"                                                                                                     \
         "  initial: [{to: b, when: n == 2}, {to: a}]\n"                                                               \
         "  states:\n"                                                                                                 \
         "    a: {update: n = 0}\n"                                                                                    \
         "    b: {}\n"                                                                                                 \
         "prove: [{never: in(b)" start "}]\n"
    expect_told(GIVEN(""), "never 1: proven\n");
    expect_told_free(GIVEN(""),
                     "never 1: not found, spurious, spurious: a counterexample was found that fails with the "
                     "field's real values\n");
    expect_told_free(GIVEN(", start: any"), "never 1: refuted in 0\n");
}

static void a_free_field_does_not_stand_still(void **unused) {
    (void)unused;
#define TURNS(prove)                                                                                                   \
    HEAD "context: {n: int, x: bool}\n"                                                                                \
         "root:\n"                                                                                                     \
         "  update: n = n\n"                                                                                           \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: n > 3}]}\n"                                                              \
         "    b: {transitions: [{to: a, when: n < 3}]}\n"                                                              \
         "prove: [" prove "]\n"
#define TURNING "{settles: {of: /, ticks: 1}}, {within: {when: in(b), until: in(a), ticks: 1}}"
    expect_told(TURNS(TURNING), "settles 1: proven\nwithin 2: proven, vacuous\n");
    expect_told_free(TURNS(TURNING),
                     "settles 1: not found, spurious, spurious: a counterexample was found that fails with "
                     "the field's real values\n"
                     "within 2: not found, spurious, spurious: a counterexample was found that fails with "
                     "the field's real values\n");
}

static void a_way_back_may_be_one_that_is_none(void **unused) {
    (void)unused;
    expect_told_free(COUNTER("{returns: in(a)}"),
                     "returns 1: not found, spurious: a free field may allow runs that the brain does not have\n");
}

static void properties_about_a_free_field_are_mistakes(void **unused) {
    (void)unused;
    expect_told_free(COUNTER("{never: in(a) and n > 5}"),
                     "mistake in never 1 at 10: 'n' is free, so no property can refer to it\n");
    expect_told_free(HEAD "context: {x: bool}\nroot: {states: {a: {transitions: [{to: b, when: x}]}, b: {}}}\n"
                          "prove: [{never: in(b)}]\n",
                     "mistake in brain at 0: 'x' cannot be free: the brain does not assign it\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_free_field_counts_is_not_walked),
        cmocka_unit_test(what_is_refuted_is_run_with_the_real_values),
        cmocka_unit_test(a_read_after_an_assignment_sees_any_value),
        cmocka_unit_test(so_does_a_read_at_the_start),
        cmocka_unit_test(the_brain_itself_starts_with_initial_values),
        cmocka_unit_test(a_free_field_does_not_stand_still),
        cmocka_unit_test(a_way_back_may_be_one_that_is_none),
        cmocka_unit_test(properties_about_a_free_field_are_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
