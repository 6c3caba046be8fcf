// SPDX-License-Identifier: MIT
// Known defects of other utility libraries, with a test for each that it is absent here. Scores are read from the
// trace.
#include "support.h"

#include <math.h>

enum { ROOT, A, B, C, D, OPTIONS = 4, RECORDS = 64, NUMBERS = 6 };

static const char *const number_names[NUMBERS] = {"a", "b", "c", "d", "e", "f"};

/// An agent with a utility of four options over six floats.
typedef struct chooser {
    wits_brain *brain;
    uint8_t agent[64];
    float numbers[NUMBERS];
    wits_trace_record records[RECORDS];
    wits_trace trace;
    uint32_t tick;
    uint64_t id;
} chooser;

#define CONSIDERATIONS(table) .considerations = table, .consideration_count = COUNT(table)

/// `options` describes each of the four; names and parents are added.
static chooser *chooser_open(wits_state_desc root, const wits_state_desc options[OPTIONS], wits_desc desc) {
    static const char *const names[] = {"A", "B", "C", "D"};
    wits_state_desc states[1 + OPTIONS] = {root};
    wits_field_desc fields[NUMBERS];
    for (uint32_t i = 0; i < OPTIONS; i++) {
        states[A + i] = options[i];
        states[A + i].name = names[i];
    }
    for (uint32_t i = 0; i < NUMBERS; i++) {
        fields[i] = (wits_field_desc){.name = number_names[i], .type = WITS_TYPE_FLOAT};
    }
    states[ROOT].name = "root";
    states[ROOT].kind = WITS_KIND_UTILITY;
    desc.states = states;
    desc.state_count = COUNT(states);
    desc.fields = fields;
    desc.field_count = NUMBERS;
    chooser *c = calloc(1, sizeof *c);
    c->brain = compile(&desc);
    c->tick = 100;
    c->id = 7;
    assert_true(wits_agent_size(c->brain) <= sizeof c->agent);
    return c;
}

static void chooser_close(chooser *c) {
    free(c->brain);
    free(c);
}

static void know(chooser *c, float a, float b, float d, float e) {
    const float numbers[] = {a, b, d, e};
    memcpy(c->numbers, numbers, sizeof numbers);
}

/// The active state after one more decision. The first call enters an option.
static wits_state_id next(chooser *c) {
    wits_column columns[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++) {
        columns[i] = (wits_column){.base = &c->numbers[i], .type = WITS_TYPE_FLOAT};
    }
    c->trace = (wits_trace){c->records, RECORDS, 0, 0};
    wits_frame frame = {.tick = c->tick++, .agent = c->id, .columns = columns, .trace = &c->trace};
    if (wits_is_started(c->brain, c->agent)) {
        wits_decide(c->brain, c->agent, &frame);
    } else {
        wits_start(c->brain, c->agent, &frame);
    }
    wits_state_id leaf = wits_deepest(c->brain, c->agent);
    assert_in_range(leaf, A, D);  // whatever the scores are, an option is active
    return leaf;
}

/// The option's score in the last decision.
static float scored(const chooser *c, wits_state_id option) {
    for (uint32_t i = 0; i < c->trace.count; i++) {
        if (c->records[i].kind == WITS_TRACE_SCORED && c->records[i].state == option) {
            return c->records[i].value;
        }
    }
    fail_msg("option %u was not scored", (unsigned)option);
    return 0.0f;
}

static const wits_state_desc plain_options[OPTIONS] = {{.score = "a"}, {.score = "b"}, {.score = "c"}, {.score = "d"}};

/// Four plain scores below this root.
static chooser *open_plain(wits_state_desc root) {
    return chooser_open(root, plain_options, (wits_desc){.state_count = 0});
}

/// Option A has these considerations, the others score 0.
static chooser *open_considered(const wits_consideration_desc *rows, uint32_t count) {
    static const wits_state_desc options[OPTIONS] = {{.name = NULL}, {.score = "0"}, {.score = "0"}, {.score = "0"}};
    return chooser_open((wits_state_desc){.name = NULL}, options,
                        (wits_desc){.considerations = rows, .consideration_count = count});
}

static float considered(chooser *c) {
    next(c);
    return scored(c, A);
}

static float curve_at(wits_curve curve, float x) {
    return wits_curve_value(&curve, x);
}

static void expect_near(float value, double expected) {
    if (!(fabs((double)value - expected) < 2e-6)) {
        fail_msg("%.9g, not %.9g", (double)value, expected);
    }
}

// --------------------------------------------------------------------------------------------- groups and compensation

// A weighted product that starts with 0 is always 0.
static void weighted_product_is_a_product(void **state) {
    const wits_consideration_desc rows[] = {{.of = A, .group = WITS_GROUP_PRODUCT},
                                            {.of = A, .depth = 1, .input = "a", .has_weight = true, .weight = 0.5f},
                                            {.of = A, .depth = 1, .input = "b", .has_weight = true, .weight = 2}};
    chooser *c = open_considered(rows, COUNT(rows));
    know(c, 0.25f, 0.5f, 0, 0);
    assert_true(considered(c) == 0.125f);
    know(c, 1, 1, 0, 0);
    assert_true(considered(c) == 1.0f);
    chooser_close(c);
}

// Weights that are factors in a product scale the whole equally, whatever the inputs are: here they are exponents.
static void weights_of_a_product_change_the_order(void **state) {
    const wits_consideration_desc rows[] = {
        {.of = A, .group = WITS_GROUP_PRODUCT},
        {.of = A, .depth = 1, .input = "a", .has_weight = true, .weight = 3},
        {.of = A, .depth = 1, .input = "b"},
    };
    chooser *c = open_considered(rows, COUNT(rows));
    know(c, 0.5f, 0.25f, 0, 0);
    float heavy_is_more = considered(c);
    know(c, 0.25f, 0.5f, 0, 0);
    assert_true(heavy_is_more > considered(c));
    chooser_close(c);
}

// 1 - 1 / n in integers is 1 for all n above 1. Compensating the whole product differs from compensating each axis:
// only the latter makes four axes of 0.8 better than one of 0.6.
static void compensation_is_by_axis_and_in_floats(void **state) {
    wits_consideration_desc rows[5] = {{.of = A, .group = WITS_GROUP_COMPENSATED}};
    for (uint32_t i = 0; i < 4; i++) {
        rows[1 + i] = (wits_consideration_desc){.of = A, .depth = 1, .input = number_names[i]};
    }
    chooser *c = open_considered(rows, 3);  // two of them: f = 1 / 2
    know(c, 0.8f, 0.8f, 0, 0);
    expect_near(considered(c), 0.88 * 0.88);
    chooser_close(c);
    c = open_considered(rows, 2);  // one: it is itself
    know(c, 0.6f, 0, 0, 0);
    assert_true(considered(c) == 0.6f);
    chooser_close(c);
    c = open_considered(rows, 5);
    know(c, 0.8f, 0.8f, 0.8f, 0.8f);
    float four = considered(c);
    expect_near(four, pow(0.8 + 0.2 * 0.75 * 0.8, 4));
    assert_true(four > 0.6f);
    chooser_close(c);
}

// A veto that counts as an axis changes the compensation of all others.
static void gates_do_not_count(void **state) {
    const wits_consideration_desc rows[] = {{.of = A, .group = WITS_GROUP_COMPENSATED},
                                            {.of = A, .depth = 1, .gate = "c > 0"},
                                            {.of = A, .depth = 1, .input = "a"},
                                            {.of = A, .depth = 1, .gate = "d > 0"},
                                            {.of = A, .depth = 1, .input = "b"}};
    chooser *c = open_considered(rows, COUNT(rows));
    know(c, 0.8f, 0.8f, 1, 1);
    expect_near(considered(c), 0.88 * 0.88);
    know(c, 0.8f, 0.8f, 1, 0);
    assert_int_equal(next(c), B);  // all score 0, but A is not eligible
    chooser_close(c);
}

// A mean divided by the count instead of the weights; a geometric mean by logarithms that fails at 0.
static void means_divide_by_weights(void **state) {
    wits_consideration_desc rows[] = {{.of = A, .group = WITS_GROUP_MEAN},
                                      {.of = A, .depth = 1, .input = "a", .has_weight = true, .weight = 3},
                                      {.of = A, .depth = 1, .input = "b"}};
    chooser *c = open_considered(rows, COUNT(rows));
    know(c, 1, 0, 0, 0);
    assert_true(considered(c) == 0.75f);
    chooser_close(c);
    rows[0].group = WITS_GROUP_GEOMETRIC_MEAN;
    c = open_considered(rows, COUNT(rows));
    know(c, 0.5f, 0.25f, 0, 0);
    expect_near(considered(c), pow(0.5, 0.75) * pow(0.25, 0.25));
    know(c, 0.5f, 0, 0, 0);
    assert_true(considered(c) == 0.0f);
    chooser_close(c);
    rows[1].has_weight = rows[2].has_weight = true;
    rows[1].weight = rows[2].weight = 0;
    c = open_considered(rows, COUNT(rows));
    know(c, 1, 1, 0, 0);
    assert_true(considered(c) == 0.0f);
    chooser_close(c);
}

// --------------------------------------------------------------------------------------------------- inputs and curves

// A sigmoid of 1 - 2t below its threshold instead of 1 - 2|t| is 1, 1, 0, 0, 0.5 from 0 to 0.5, and divides by 0.
static void sigmoid_is_an_s(void **state) {
    static const double expected[] = {0, 0.05, 0.125, 0.25, 0.5, 0.75, 0.875, 0.95, 1};
    for (int i = 0; i <= 8; i++) {
        expect_near(curve_at((wits_curve){.kind = WITS_CURVE_SIGMOID}, (float)i / 8.0f), expected[i]);
    }
    for (float k = -0.99f; k < 1.0f; k += 0.09f) {
        float before = -1.0f;
        for (int i = 0; i <= 1000; i++) {
            float y = curve_at((wits_curve){.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = k}, (float)i / 1000.0f);
            assert_true(y >= before);
            before = y;
        }
    }
}

// Elsewhere, two curves with different descriptions compute the same formula.
static void no_two_curves_are_one(void **state) {
    const wits_knot knots[] = {{0, 1}, {0.3f, 1}, {0.7f, 0}};
    for (int a = WITS_CURVE_CONSTANT; a <= WITS_CURVE_PIECEWISE; a++) {
        for (int b = WITS_CURVE_CONSTANT; b < a; b++) {
            bool differ = false;
            for (int i = 0; i <= 100; i++) {
                // A k of 2 as in other libraries: polynomial and exponential with 1 are nearly linear.
                wits_curve curves[2] = {{.kind = (wits_curve_kind)a}, {.kind = (wits_curve_kind)b}};
                float y[2];
                for (int n = 0; n < 2; n++) {
                    wits_curve *curve = &curves[n];
                    curve->has_k = curve->kind == WITS_CURVE_POLYNOMIAL || curve->kind == WITS_CURVE_EXPONENTIAL;
                    curve->k = curve->has_k ? 2 : 0;
                    curve->knots = curve->kind == WITS_CURVE_PIECEWISE ? knots : NULL;
                    curve->knot_count = curve->kind == WITS_CURVE_PIECEWISE ? COUNT(knots) : 0;
                    y[n] = wits_curve_value(curve, (float)i / 100.0f);
                }
                differ = differ || fabsf(y[0] - y[1]) > 0.01f;
            }
            assert_true(differ);
        }
    }
}

// An infinity that becomes 0: a logit is 1 at 1, not 0; with m below 0 the other way round.
static void logit_ends_at_0_and_1(void **state) {
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LOGIT}, 1.0f) == 1.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LOGIT}, 0.0f) == 0.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LOGIT, .has_m = true, .m = -1}, 1.0f) == 0.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LOGIT, .has_m = true, .m = -1}, 0.0f) == 1.0f);
}

// A notation with two interpretations: this one has the values of its formula.
static void logistic_has_one_meaning(void **state) {
    expect_near(curve_at((wits_curve){.kind = WITS_CURVE_LOGISTIC}, 0), 1 / (1 + exp(5)));
    expect_near(curve_at((wits_curve){.kind = WITS_CURVE_LOGISTIC}, 0.25f), 1 / (1 + exp(2.5)));
    expect_near(curve_at((wits_curve){.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 2, .c = 0.1f}, 0.5f),
                1 / (1 + exp(2)));
}

// A step of 2 at 1, and scores that are not clamped to 0..1.
static void curves_give_0_to_1(void **state) {
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_STEP}, 1.0f) == 1.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_STEP}, 0.5f) == 1.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_STEP}, 0.4999f) == 0.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = 5}, 0.9f) == 1.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -5}, 0.9f) == 0.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = -1}, 0.0f) == 1.0f);
    assert_true(curve_at((wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0.5f, .c = 0.5f}, 0.0f) ==
                0.0f);
}

// Wrapping that returns the remainder in the input's own units.
static void wrapping_is_normalised(void **state) {
    const wits_consideration_desc rows[] = {
        {.of = A, .input = "a", .low = 10, .high = 20, .outside = WITS_OUTSIDE_WRAP},
    };
    static const float inputs[][2] = {{25, 0.5f}, {12.5f, 0.25f}, {-2.5f, 0.75f}, {20, 0}, {10, 0}};
    chooser *c = open_considered(rows, COUNT(rows));
    for (uint32_t i = 0; i < COUNT(inputs); i++) {
        know(c, inputs[i][0], 0, 0, 0);
        assert_true(considered(c) == inputs[i][1]);
    }
    chooser_close(c);
}

// ------------------------------------------------------------------------------------------------------------ choosing

// Elsewhere a tie goes to the first in the order of a container, which differs in each run. Here the current option
// wins, else the first, in every order.
static void ties_go_to_the_current_then_the_first(void **state) {
    for (unsigned equal = 1; equal < 16; equal++) {
        chooser *c = open_plain((wits_state_desc){.initial = A});
        next(c);
        uint32_t first = 0;
        for (uint32_t i = 0; i < OPTIONS; i++) {
            c->numbers[i] = (equal & 1u << i) != 0 ? 2.0f : 1.0f;
            first = first == 0 && (equal & 1u << i) != 0 ? A + i : first;
        }
        wits_state_id chosen = next(c);
        assert_int_equal(chosen, first);  // A is current: it is the first of its set
        for (uint32_t i = 0; i < OPTIONS; i++) {
            c->numbers[i] = 3.0f;
        }
        assert_int_equal(next(c), chosen);
        chooser_close(c);
    }
}

// A NaN that ends the program, or wins because no comparison with it is true.
static void nan_neither_panics_nor_wins(void **state) {
    static const wits_select selects[] = {WITS_SELECT_HIGHEST, WITS_SELECT_WEIGHTED, WITS_SELECT_TOP,
                                          WITS_SELECT_WITHIN, WITS_SELECT_SOFTMAX};
    for (uint32_t n = 0; n < COUNT(selects); n++) {
        for (unsigned nans = 0; nans < 15; nans++) {
            chooser *c = open_plain((wits_state_desc){
                .select = selects[n],
                .top = selects[n] == WITS_SELECT_TOP ? 4 : 0,
                .temperature = selects[n] == WITS_SELECT_SOFTMAX ? 1.0f : 0.0f,
            });
            for (uint32_t i = 0; i < OPTIONS; i++) {
                c->numbers[i] = (nans & 1u << i) != 0 ? NAN : 1.0f + (float)i;
            }
            for (uint32_t i = 0; i < 50; i++) {
                assert_false(nans & 1u << (next(c) - A));
            }
            for (uint32_t i = 0; i < OPTIONS; i++) {
                c->numbers[i] = NAN;
            }
            wits_state_id before = wits_deepest(c->brain, c->agent);
            assert_int_equal(next(c), before);
            chooser_close(c);
        }
    }
}

// Weights that are all 0 select a row that does not exist.
static void weights_all_zero_leave_a_valid_choice(void **state) {
    static const float scores[][OPTIONS] = {
        {0, 0, 0, 0}, {-1, -2, -0.0f, 0}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < COUNT(scores); i++) {
        chooser *c = open_plain((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
        memcpy(c->numbers, scores[i], sizeof scores[i]);
        assert_int_equal(next(c), A);
        assert_int_equal(next(c), A);
        c->numbers[2] = 1;
        assert_int_equal(next(c), C);
        c->numbers[2] = 0;
        assert_int_equal(next(c), C);
        chooser_close(c);
    }
}

// A draw equal to the total selects nothing. This total is so small that r = u x total rounds up to the total for every
// u of at least one half.
static void a_draw_of_the_total_selects(void **state) {
    chooser *c = open_plain((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    uint32_t chosen[1 + OPTIONS] = {0};
    know(c, 0, 1e-45f, 0, 0);
    for (uint32_t i = 0; i < 200; i++) {
        chosen[next(c)]++;
    }
    assert_int_equal(chosen[B], 200);
    know(c, 1e-45f, 0, 1e-45f, 0);
    for (uint32_t i = 0; i < 200; i++) {
        chosen[next(c)]++;
    }
    assert_int_equal(chosen[B], 200);
    assert_int_equal(chosen[D], 0);
    assert_true(chosen[A] > 0 && chosen[C] > 0);
    chooser_close(c);
}

// A penalty makes a score negative, which reduces the total: others are drawn too often, or none.
static void scores_below_zero_take_no_chance_away(void **state) {
    chooser *c = open_plain((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    know(c, -5, 1, -5, 1);
    uint32_t chosen[1 + OPTIONS] = {0};
    for (c->id = 0; c->id < 4000; c->id++) {
        chosen[next(c)]++;
    }
    assert_int_equal(chosen[A] + chosen[C], 0);
    assert_in_range(chosen[B], 1842, 2158);  // five standard deviations
    chooser_close(c);
}

// An option with a cooldown does not score less, which could let it win or lose forever: it becomes ineligible, then
// eligible again.
static void a_cooldown_is_no_penalty(void **state) {
    const wits_state_desc options[OPTIONS] = {
        {.score = "a", .cooldown = 3}, {.score = "b"}, {.score = "c"}, {.score = "d"}};
    chooser *c = chooser_open((wits_state_desc){.name = NULL}, options, (wits_desc){.state_count = 0});
    know(c, 5, 1, 0, 0);
    assert_int_equal(next(c), A);
    c->numbers[1] = 6;
    assert_int_equal(next(c), B);  // A exits at this tick
    c->numbers[1] = 1;
    assert_int_equal(next(c), B);
    assert_true(scored(c, A) == 5.0f);
    assert_int_equal(next(c), B);
    assert_int_equal(next(c), A);
    chooser_close(c);
}

// Elsewhere, only random selection uses ranks.
static void ranks_hold_for_every_select(void **state) {
    static const wits_select selects[] = {WITS_SELECT_HIGHEST, WITS_SELECT_WEIGHTED, WITS_SELECT_TOP,
                                          WITS_SELECT_WITHIN, WITS_SELECT_SOFTMAX};
    const wits_state_desc options[OPTIONS] = {
        {.score = "a"}, {.score = "b", .rank = "2 if e > 0 else 0"}, {.score = "c", .rank = "1"}, {.score = "d"}};
    for (uint32_t n = 0; n < COUNT(selects); n++) {
        chooser *c = chooser_open(
            (wits_state_desc){
                .select = selects[n],
                .top = selects[n] == WITS_SELECT_TOP ? 3 : 0,
                .within = selects[n] == WITS_SELECT_WITHIN ? 1.0f : 0.0f,
                .temperature = selects[n] == WITS_SELECT_SOFTMAX ? 10.0f : 0.0f,
            },
            options, (wits_desc){.state_count = 0});
        know(c, 9, 2, 1, 9);
        for (uint32_t i = 0; i < 50; i++) {
            c->numbers[4] = (float)(i % 2);
            assert_int_equal(next(c), i % 2 != 0 ? B : C);
        }
        c->numbers[2] = NAN;  // the ranks of ineligible options do not count
        c->numbers[4] = 0;
        wits_state_id chosen = next(c);
        assert_true(chosen != C);
        chooser_close(c);
    }
}

// With no option above the threshold there is no result. Here the default option is chosen, even if it is not a
// candidate.
static void the_default_answers_when_nobody_does(void **state) {
    const wits_state_desc options[OPTIONS] = {{.score = "a"}, {.score = "b"}, {.score = "c"}, {.score = "0.5"}};
    chooser *c = chooser_open((wits_state_desc){.default_option = D, .has_floor = true, .floor = 0.1f}, options,
                              (wits_desc){.state_count = 0});
    know(c, 0.5f, 0.2f, 0, 0);  // equal is not more
    assert_int_equal(next(c), D);
    c->numbers[1] = 0.6f;
    assert_int_equal(next(c), B);
    know(c, NAN, -1, NAN, 0);
    assert_int_equal(next(c), D);
    chooser_close(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_product_is_a_product),
        cmocka_unit_test(weights_of_a_product_change_the_order),
        cmocka_unit_test(compensation_is_by_axis_and_in_floats),
        cmocka_unit_test(gates_do_not_count),
        cmocka_unit_test(means_divide_by_weights),
        cmocka_unit_test(sigmoid_is_an_s),
        cmocka_unit_test(no_two_curves_are_one),
        cmocka_unit_test(logit_ends_at_0_and_1),
        cmocka_unit_test(logistic_has_one_meaning),
        cmocka_unit_test(curves_give_0_to_1),
        cmocka_unit_test(wrapping_is_normalised),
        cmocka_unit_test(ties_go_to_the_current_then_the_first),
        cmocka_unit_test(nan_neither_panics_nor_wins),
        cmocka_unit_test(weights_all_zero_leave_a_valid_choice),
        cmocka_unit_test(a_draw_of_the_total_selects),
        cmocka_unit_test(scores_below_zero_take_no_chance_away),
        cmocka_unit_test(a_cooldown_is_no_penalty),
        cmocka_unit_test(ranks_hold_for_every_select),
        cmocka_unit_test(the_default_answers_when_nobody_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
