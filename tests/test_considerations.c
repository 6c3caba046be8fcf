// SPDX-License-Identifier: MIT
// Considerations: values of groups, gates and weights, as described in docs/brain-files.md.
#include "support.h"

#include "wits/explain.h"

#include <math.h>

enum { FIELDS = 6, ROOT = 0, A, B, MEMORY = 1 << 16 };

/// Two options, A with these rows and B worth 0.5; fields a to f, which are x[0] to x[5].
typedef struct fixture {
    const wits_brain *brain;
    _Alignas(8) uint64_t brain_memory[MEMORY / 8];  // a uint64_t in a structure is aligned to 4 on 32-bit x86
    _Alignas(8) uint64_t memory[MEMORY / 8];
    float x[FIELDS];
    wits_column columns[FIELDS];
    uint8_t agent[64];
    wits_explain explain;
} fixture;

static fixture f;

static void open_rows(const wits_consideration_desc *rows, uint32_t count, float weight) {
    static const wits_field_desc fields[FIELDS] = {
        {"a", WITS_TYPE_FLOAT, NULL, 0, 0}, {"b", WITS_TYPE_FLOAT, NULL, 0, 0}, {"c", WITS_TYPE_FLOAT, NULL, 0, 0},
        {"d", WITS_TYPE_FLOAT, NULL, 0, 0}, {"e", WITS_TYPE_FLOAT, NULL, 0, 0}, {"f", WITS_TYPE_FLOAT, NULL, 0, 0}};
    const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                      {.name = "A", .has_weight = true, .weight = weight},
                                      {.name = "B", .score = "0.5"}};
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    const wits_desc desc = {STATES(states), .fields = fields, .field_count = FIELDS, .considerations = rows,
                            .consideration_count = count};
    f.brain = wits_brain_compile(&desc, f.brain_memory, sizeof f.brain_memory, &report);
    if (f.brain == NULL) {
        char text[640];
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    for (uint32_t i = 0; i < FIELDS; i++) {
        f.columns[i] = (wits_column){&f.x[i], sizeof f.x[i], WITS_TYPE_FLOAT};
    }
}

#define OPEN(...)                                                                                                      \
    open_rows((const wits_consideration_desc[]){__VA_ARGS__}, COUNT(((const wits_consideration_desc[]){__VA_ARGS__})), \
              1)
#define GROUP(kind)                                                                                                    \
    { .of = A, .group = kind }
#define INPUT(text)                                                                                                    \
    { .of = A, .depth = 1, .input = text }
#define GATE(text)                                                                                                     \
    { .of = A, .depth = 1, .gate = text }
#define WEIGHED(text, w)                                                                                               \
    { .of = A, .depth = 1, .input = text, .has_weight = true, .weight = w }

/// Starts an agent with an explanation; returns A's explained score, and checks that it determines the choice.
static float worth(float a, float b, float c, float d) {
    const float x[FIELDS] = {a, b, c, d};
    memcpy(f.x, x, sizeof x);
    assert_true(wits_explain_size(f.brain) <= sizeof f.memory);
    wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
    wits_frame frame = {.columns = f.columns, .explain = &f.explain};
    memset(f.agent, 0, sizeof f.agent);
    wits_start(f.brain, f.agent, &frame);
    assert_int_equal(f.explain.dropped, 0);
    assert_int_equal(f.explain.choice_count, 1);
    assert_int_equal(f.explain.option_count, 2);
    const wits_explained_option *told = &f.explain.options[0];
    wits_state_id chosen = wits_deepest(f.brain, f.agent);
    assert_int_equal(chosen, told->competing >= 0.5f ? A : B);
    // Without an explanation, and with the current option inside: the same choice, by the path that may end early.
    frame.explain = NULL;
    uint8_t other[64] = {0};
    wits_start(f.brain, other, &frame);
    assert_int_equal(wits_deepest(f.brain, other), chosen);
    return told->raw;
}

static const wits_explained_consideration *row_of(uint32_t number) {
    assert_true(number < f.explain.options[0].row_count);
    return &f.explain.considerations[f.explain.options[0].first_row + number];
}

static void assert_near(float value, double expected) {
    if (!(fabs((double)value - expected) <= 1e-6)) {
        fail_msg("%.9g is not %.9g", (double)value, expected);
    }
}

// -------------------------------------------------------------------------------------------------------------- groups

static void one_consideration_is_itself(void **state) {
    const wits_group groups[] = {WITS_GROUP_PRODUCT, WITS_GROUP_COMPENSATED, WITS_GROUP_GEOMETRIC_MEAN,
                                 WITS_GROUP_SUM,     WITS_GROUP_MEAN,        WITS_GROUP_MIN,
                                 WITS_GROUP_MAX};
    for (uint32_t i = 0; i < COUNT(groups); i++) {
        OPEN(GROUP(groups[i]), INPUT("a"));
        for (float x = 0; x <= 1; x += 0.015625f) {
            assert_true(worth(x, 0, 0, 0) == x);
        }
    }
    OPEN({.of = A, .input = "a"});
    assert_true(worth(0.25f, 0, 0, 0) == 0.25f);
}

static void products(void **state) {
    OPEN(GROUP(WITS_GROUP_PRODUCT), INPUT("a"), INPUT("b"), INPUT("c"));
    assert_near(worth(0.5f, 0.25f, 0.8f, 0), 0.1);
    assert_near(worth(0.5f, 0, 0.8f, 0), 0);
    // A peer's weighted product begins with 0 and is always 0; another's weights only scale.
    OPEN(GROUP(WITS_GROUP_PRODUCT), WEIGHED("a", 2), WEIGHED("b", 0.5f), WEIGHED("c", 1.5f));
    assert_near(worth(0.5f, 0.25f, 0.8f, 0), 0.25 * 0.5 * pow(0.8, 1.5));
    assert_near(row_of(1)->weighted, 0.25);
    OPEN(GROUP(WITS_GROUP_PRODUCT), WEIGHED("a", 0), INPUT("b"));
    assert_near(worth(0, 0.7f, 0, 0), 0.7);
}

// "The weight is an exponent": 0, 1, 2, 3 and 0.5 are exact; emergent documents that and computes something else.
static void weights_as_exponents(void **state) {
    for (uint32_t i = 0; i <= 64; i++) {
        const float x = (float)i / 64.0f;
        const float weights[] = {0, 1, 2, 3, 0.5f, 0.7f};
        const float expected[] = {1, x, x * x, x * x * x, sqrtf(x), powf(x, 0.7f)};
        for (uint32_t w = 0; w < COUNT(weights); w++) {
            OPEN(GROUP(WITS_GROUP_PRODUCT), WEIGHED("a", weights[w]));
            const float value = worth(x, 0, 0, 0);
            assert_true(w == 5 ? fabsf(value - expected[w]) < 1e-6f : value == expected[w]);
        }
    }
}

// The factor is 1 - 1 / n in floats: a peer's copy computes it in integers.
static void compensated_products(void **state) {
    OPEN(GROUP(WITS_GROUP_COMPENSATED), INPUT("a"), INPUT("b"), INPUT("c"), INPUT("d"));
    assert_near(worth(0.8f, 0.8f, 0.8f, 0.8f), pow(0.8 + 0.2 * 0.75 * 0.8, 4));
    assert_near(row_of(1)->compensated, 0.92);
    assert_true(fabs((double)worth(0.8f, 0.8f, 0.8f, 0.8f) - 0.716) < 5e-4);
    OPEN(GROUP(WITS_GROUP_COMPENSATED), WEIGHED("a", 2), INPUT("b"));
    assert_near(worth(0.5f, 1, 0, 0), 0.625 * 0.625);
}

// They choose differently: four of 0.8 against one of 0.6.
static void compensation_of_many_against_one(void **state) {
    OPEN(GROUP(WITS_GROUP_PRODUCT), INPUT("a"), INPUT("b"), INPUT("c"), INPUT("d"));
    assert_true(worth(0.8f, 0.8f, 0.8f, 0.8f) < 0.6f);
    OPEN(GROUP(WITS_GROUP_COMPENSATED), INPUT("a"), INPUT("b"), INPUT("c"), INPUT("d"));
    assert_true(worth(0.8f, 0.8f, 0.8f, 0.8f) > 0.6f);
    OPEN(GROUP(WITS_GROUP_GEOMETRIC_MEAN), INPUT("a"), INPUT("b"), INPUT("c"), INPUT("d"));
    assert_near(worth(0.8f, 0.8f, 0.8f, 0.8f), 0.8);
}

static void geometric_means(void **state) {
    OPEN(GROUP(WITS_GROUP_GEOMETRIC_MEAN), INPUT("a"), INPUT("b"));
    assert_near(worth(0.25f, 1, 0, 0), 0.5);
    assert_near(worth(0, 1, 0, 0), 0);
    assert_near(worth(1e-30f, 1e-30f, 0, 0), 0);
    OPEN(GROUP(WITS_GROUP_GEOMETRIC_MEAN), WEIGHED("a", 3), WEIGHED("b", 1));
    assert_near(worth(0.5f, 0.25f, 0, 0), exp((3 * log(0.5) + log(0.25)) / 4));
    OPEN(GROUP(WITS_GROUP_GEOMETRIC_MEAN), WEIGHED("a", 0), WEIGHED("b", 0));
    assert_near(worth(1, 1, 0, 0), 0);
}

static void sums_and_means(void **state) {
    OPEN(GROUP(WITS_GROUP_SUM), INPUT("a"), INPUT("b"), WEIGHED("c", -1));
    assert_near(worth(0.5f, 0.25f, 0.5f, 0), 0.25);
    assert_near(worth(1, 1, 0, 0), 1);
    assert_near(worth(0, 0, 1, 0), 0);
    OPEN(GROUP(WITS_GROUP_MEAN), INPUT("a"), WEIGHED("b", 3));
    assert_near(worth(0.5f, 0.25f, 0, 0), (0.5 + 0.75) / 4);
    OPEN(GROUP(WITS_GROUP_MEAN), WEIGHED("a", 0), WEIGHED("b", 0));
    assert_near(worth(1, 1, 0, 0), 0);
}

static void least_and_greatest(void **state) {
    OPEN(GROUP(WITS_GROUP_MIN), INPUT("a"), INPUT("b"), INPUT("c"));
    assert_near(worth(0.5f, 0.25f, 0.75f, 0), 0.25);
    OPEN(GROUP(WITS_GROUP_MAX), INPUT("a"), INPUT("b"), INPUT("c"));
    assert_near(worth(0.5f, 0.25f, 0.75f, 0), 0.75);
}

static void groups_in_groups(void **state) {
    OPEN(GROUP(WITS_GROUP_PRODUCT), INPUT("a"),
         {.of = A, .depth = 1, .group = WITS_GROUP_MAX, .has_weight = true, .weight = 2},
         {.of = A, .depth = 2, .input = "b"}, {.of = A, .depth = 2, .group = WITS_GROUP_MIN},
         {.of = A, .depth = 3, .input = "c"}, {.of = A, .depth = 3, .input = "d"}, INPUT("a"));
    assert_near(worth(0.9f, 0.5f, 0.8f, 0.7f), 0.9 * 0.7 * 0.7 * 0.9);
    assert_near(row_of(2)->value, 0.7);
    assert_near(row_of(2)->weighted, 0.49);
    assert_near(row_of(4)->value, 0.7);
    assert_near(worth(0.9f, 0.5f, 0.4f, 0.7f), 0.9 * 0.25 * 0.9);
}

static void the_deepest_groups(void **state) {
    OPEN(GROUP(WITS_GROUP_MIN), {.of = A, .depth = 1, .group = WITS_GROUP_MAX},
         {.of = A, .depth = 2, .group = WITS_GROUP_MIN}, {.of = A, .depth = 3, .group = WITS_GROUP_MAX},
         {.of = A, .depth = 4, .group = WITS_GROUP_MIN}, {.of = A, .depth = 5, .group = WITS_GROUP_MAX},
         {.of = A, .depth = 6, .group = WITS_GROUP_MIN}, {.of = A, .depth = 7, .group = WITS_GROUP_MAX},
         {.of = A, .depth = 8, .input = "a"});
    assert_near(worth(0.625f, 0, 0, 0), 0.625);
}

static void groups_of_nothing(void **state) {
    OPEN(GROUP(WITS_GROUP_PRODUCT));
    assert_near(worth(0, 0, 0, 0), 1);
    OPEN(GROUP(WITS_GROUP_SUM), GATE("a > 0.5"));
    assert_near(worth(1, 0, 0, 0), 1);
    OPEN(GROUP(WITS_GROUP_PRODUCT), INPUT("a"), {.of = A, .depth = 1, .group = WITS_GROUP_MIN});
    assert_near(worth(0.5f, 0, 0, 0), 0.5);
}

// --------------------------------------------------------------------------------------------------------------- gates

// The factor of compensation does not count gates; an option outside of one does not win, whatever its score.
static void gates_veto_and_do_not_count(void **state) {
    OPEN(GROUP(WITS_GROUP_COMPENSATED), INPUT("a"), GATE("c > 0.5"), INPUT("b"), GATE("d > 0.5"));
    assert_near(worth(0.5f, 1, 1, 1), 0.625);
    assert_int_equal(f.explain.options[0].verdict, WITS_VERDICT_CHOSEN);
    float gated = worth(1, 1, 1, 0);
    assert_true(gated != gated);
    assert_int_equal(f.explain.options[0].verdict, WITS_VERDICT_GATED);
    assert_true(row_of(2)->holds);
    assert_false(row_of(4)->holds);
    assert_near(row_of(3)->value, 1);  // everything is explained, even if it does not matter
    const wits_consideration_desc rows[] = {GROUP(WITS_GROUP_PRODUCT), GATE("c > 0.5")};
    open_rows(rows, 2, -1);
    gated = worth(0, 0, 0, 0);
    assert_true(gated != gated);
    assert_int_equal(f.explain.options[0].verdict, WITS_VERDICT_GATED);
}

static void gates_inside_make_their_group_zero(void **state) {
    OPEN(GROUP(WITS_GROUP_MAX), INPUT("a"), {.of = A, .depth = 1, .group = WITS_GROUP_SUM},
         {.of = A, .depth = 2, .gate = "c > 0.5"}, {.of = A, .depth = 2, .input = "b"});
    assert_near(worth(0.25f, 0.75f, 1, 0), 0.75);
    assert_near(worth(0.25f, 0.75f, 0, 0), 0.25);
    OPEN(GROUP(WITS_GROUP_PRODUCT), {.of = A, .depth = 1, .group = WITS_GROUP_MEAN},
         {.of = A, .depth = 2, .gate = "c > 0.5"}, INPUT("a"));
    assert_near(worth(0.25f, 0, 1, 0), 0.25);
    assert_near(worth(0.25f, 0, 0, 0), 0);
}

// ------------------------------------------------------------------------------------------------ the whole of a score

static void weights_of_options(void **state) {
    const wits_consideration_desc rows[] = {GROUP(WITS_GROUP_PRODUCT), INPUT("a"), INPUT("b")};
    const float weights[] = {3, 0.25f, -2, 0};
    for (uint32_t i = 0; i < COUNT(weights); i++) {
        open_rows(rows, COUNT(rows), weights[i]);
        assert_near(worth(0.5f, 0.5f, 0, 0), 0.25);
        assert_near(f.explain.options[0].score, 0.25 * (double)weights[i]);
    }
}

static uint32_t asked;

static float count_asked(const void *context, const wits_call *call) {
    asked++;
    return 0.25f;
}

// An option that has lost is not evaluated further, except for an explanation.
static void what_has_lost_ends_early(void **state) {
    const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY}, {.name = "A", .score = "0.5"}, {.name = "B"}};
    const wits_function functions[] = {{.name = "s", .score = count_asked}};
    const wits_consideration_desc rows[] = {{.of = B, .group = WITS_GROUP_PRODUCT},
                                            {.of = B, .depth = 1, .input = "s"},
                                            {.of = B, .depth = 1, .input = "s"},
                                            {.of = B, .depth = 1, .input = "s() * 2"}};
    const wits_desc desc = {STATES(states), FUNCTIONS(functions), .considerations = rows,
                            .consideration_count = COUNT(rows)};
    const wits_brain *brain = wits_brain_compile(&desc, f.brain_memory, sizeof f.brain_memory, NULL);
    assert_non_null(brain);
    uint8_t agent[8] = {0};
    wits_frame frame = {.functions = functions};
    asked = 0;
    wits_start(brain, agent, &frame);
    assert_int_equal(asked, 1);
    wits_decide(brain, agent, &frame);
    assert_int_equal(asked, 2);
    wits_explain_begin(&f.explain, brain, f.memory, sizeof f.memory);
    frame.explain = &f.explain;
    wits_decide(brain, agent, &frame);
    assert_int_equal(asked, 5);
    assert_int_equal(wits_deepest(brain, agent), A);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_consideration_is_itself),
        cmocka_unit_test(products),
        cmocka_unit_test(weights_as_exponents),
        cmocka_unit_test(compensated_products),
        cmocka_unit_test(compensation_of_many_against_one),
        cmocka_unit_test(geometric_means),
        cmocka_unit_test(sums_and_means),
        cmocka_unit_test(least_and_greatest),
        cmocka_unit_test(groups_in_groups),
        cmocka_unit_test(the_deepest_groups),
        cmocka_unit_test(groups_of_nothing),
        cmocka_unit_test(gates_veto_and_do_not_count),
        cmocka_unit_test(gates_inside_make_their_group_zero),
        cmocka_unit_test(weights_of_options),
        cmocka_unit_test(what_has_lost_ends_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
