// SPDX-License-Identifier: MIT
// The tables made from the keys of options and their considerations, and their positions in the file.
#include "file_support.h"

#define HEAD "wits: 1\nbrain: b\ncontext: {n: int, x: float, on: bool}\nroot:\n  kind: utility\n"

static void assert_number(float found, float expected) {
    if (memcmp(&found, &expected, sizeof found) != 0) {  // 0 and -0 differ
        fail_msg("%a is not %a", (double)found, (double)expected);
    }
}

// ------------------------------------------------------------------------------------------------------------- options

static void options_have_ranks_cooldowns_and_a_default(void **unused) {
    (void)unused;
    wits_file *file =
        parse_sound(HEAD "  default: b\n"
                         "  select: {softmax: 0.25}\n"
                         "  states:\n"
                         "    a: {score: 1, rank: 3, cooldown: 2147483647}\n"
                         "    b: {score: x, rank: 2 if on else -n}\n"
                         "    c: {score: 2, kind: utility, default: b, states: {a: {score: 1}, b: {score: 2}}}\n");
    const wits_state_desc *states = wits_file_desc(file)->states;
    assert_int_equal(states[0].select, WITS_SELECT_SOFTMAX);
    assert_number(states[0].temperature, 0.25f);
    assert_int_equal(states[0].default_option, 2);
    assert_string_equal(states[1].rank, "3");
    assert_int_equal(states[1].cooldown, WITS_MAX_TICKS);
    assert_string_equal(states[2].rank, "2 if on else -n");
    assert_int_equal(states[2].cooldown, 0);
    assert_null(states[3].rank);
    assert_int_equal(states[3].default_option, 5);  // its own child, not its sibling
    assert_null(wits_file_desc(file)->considerations);
    wits_file_free(file);
}

// ------------------------------------------------------------------------------------------------------ considerations

typedef struct expected_row {
    wits_state_id of;
    uint16_t depth;
    wits_group group;
    const char *gate;
    const char *input;
} expected_row;

static void assert_rows(const wits_desc *desc, const expected_row *rows, uint32_t count) {
    assert_int_equal(desc->consideration_count, count);
    for (uint32_t i = 0; i < count; i++) {
        const wits_consideration_desc *row = &desc->considerations[i];
        assert_int_equal(row->of, rows[i].of);
        assert_int_equal(row->depth, rows[i].depth);
        assert_int_equal(row->group, rows[i].group);
        assert_true((row->gate != NULL) == (rows[i].gate != NULL) && (row->input != NULL) == (rows[i].input != NULL));
        if (rows[i].gate != NULL) {
            assert_string_equal(row->gate, rows[i].gate);
        }
        if (rows[i].input != NULL) {
            assert_string_equal(row->input, rows[i].input);
        }
    }
}

static void considerations_stand_in_the_order_of_the_file(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "  states:\n"
                                       "    a:\n"
                                       "      score:\n"
                                       "        product:\n"
                                       "          - gate: on and n > 0\n"
                                       "          - input: x\n"
                                       "          - max: [{input: n}, {mean: [{input: x * 2}]}, {gate: on}]\n"
                                       "          - compensated: [{input: 3}]\n"
                                       "    b:\n"
                                       "      kind: utility\n"
                                       "      states:\n"
                                       "        c: {score: {input: x}}\n"
                                       "        d: {score: 1}\n"
                                       "        e: {score: {sum: []}}\n"
                                       "      score: {geometric_mean: [{all: [{input: x}]}, {any: [{min: []}]}]}\n");
    // In the order of the states, although b's score comes after those of its options.
    static const expected_row rows[] = {
        {1, 0, WITS_GROUP_PRODUCT, NULL, NULL},
        {1, 1, WITS_GROUP_NONE, "on and n > 0", NULL},
        {1, 1, WITS_GROUP_NONE, NULL, "x"},
        {1, 1, WITS_GROUP_MAX, NULL, NULL},
        {1, 2, WITS_GROUP_NONE, NULL, "n"},
        {1, 2, WITS_GROUP_MEAN, NULL, NULL},
        {1, 3, WITS_GROUP_NONE, NULL, "x * 2"},
        {1, 2, WITS_GROUP_NONE, "on", NULL},
        {1, 1, WITS_GROUP_COMPENSATED, NULL, NULL},
        {1, 2, WITS_GROUP_NONE, NULL, "3"},
        {2, 0, WITS_GROUP_GEOMETRIC_MEAN, NULL, NULL},
        {2, 1, WITS_GROUP_MIN, NULL, NULL},
        {2, 2, WITS_GROUP_NONE, NULL, "x"},
        {2, 1, WITS_GROUP_MAX, NULL, NULL},
        {2, 2, WITS_GROUP_MIN, NULL, NULL},
        {3, 0, WITS_GROUP_NONE, NULL, "x"},
        {5, 0, WITS_GROUP_SUM, NULL, NULL},
    };
    assert_rows(wits_file_desc(file), rows, COUNT(rows));
    assert_null(wits_file_desc(file)->states[1].score);
    wits_file_free(file);
}

static void considerations_have_their_numbers(void **unused) {
    (void)unused;
    wits_file *file =
        parse_sound(HEAD "  states:\n"
                         "    a:\n"
                         "      score:\n"
                         "        sum:\n"
                         "          - {input: x}\n"
                         "          - {input: x, range: [40, -5], outside: wrap, on_nan: -0.0, weight: 0}\n"
                         "          - {input: x, range: [-0.0, 1e-3], outside: clamp, on_nan: -1.5,\n"
                         "             weight: -2}\n"
                         "          - {product: [], weight: .5}\n");
    const wits_consideration_desc *rows = wits_file_desc(file)->considerations;
    static const wits_consideration_desc expected[] = {
        {.outside = WITS_OUTSIDE_DEFAULT},
        {.low = 40,
         .high = -5,
         .outside = WITS_OUTSIDE_WRAP,
         .has_on_nan = true,
         .on_nan = 0,
         .has_weight = true,
         .weight = 0},
        {.high = 1e-3f,
         .outside = WITS_OUTSIDE_CLAMP,
         .has_on_nan = true,
         .on_nan = -1.5f,
         .has_weight = true,
         .weight = -2},
        {.has_weight = true, .weight = 0.5f},
    };
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        const wits_consideration_desc *row = &rows[1 + i];
        assert_number(row->low, expected[i].low);
        assert_number(row->high, expected[i].high);
        assert_int_equal(row->outside, expected[i].outside);
        assert_true(row->has_on_nan == expected[i].has_on_nan);
        assert_number(row->on_nan, expected[i].on_nan);
        assert_true(row->has_weight == expected[i].has_weight);
        assert_number(row->weight, expected[i].weight);
        assert_int_equal(row->curve_count, 0);
    }
    wits_file_free(file);
}

static void assert_curve(const wits_curve *found, wits_curve expected) {
    assert_int_equal(found->kind, expected.kind);
    assert_true(found->has_m == expected.has_m);
    assert_number(found->m, expected.m);
    assert_true(found->has_k == expected.has_k);
    assert_number(found->k, expected.k);
    assert_number(found->b, expected.b);
    assert_number(found->c, expected.c);
    assert_int_equal(found->knot_count, expected.knot_count);
    for (uint32_t i = 0; i < expected.knot_count; i++) {
        assert_number(found->knots[i].x, expected.knots[i].x);
        assert_number(found->knots[i].y, expected.knots[i].y);
    }
}

static void curves_have_their_parameters(void **unused) {
    (void)unused;
    wits_file *file =
        parse_sound(HEAD "  states:\n"
                         "    a: {score: {input: x, curve: smoothstep}}\n"
                         "    b: {score: {input: x, curve: {linear: {m: -1, b: 1, c: -0.0}}}}\n"
                         "    c: {score: {input: x, curve: [{normal: {m: 0, k: -0.0}}, {step: }, {logit: {}},\n"
                         "                                  logistic]}}\n"
                         "    d:\n"
                         "      score:\n"
                         "        input: x\n"
                         "        curve:\n"
                         "          - piecewise: [[-0.0, 1], [0.25, 1], [.25, 2e-1], [1, -0.0]]\n"
                         "          - polynomial: {k: 2}\n");
    const wits_consideration_desc *rows = wits_file_desc(file)->considerations;
    static const wits_knot knots[] = {{0, 1}, {0.25f, 1}, {0.25f, 0.2f}, {1, 0}};
    const uint32_t counts[] = {1, 1, 4, 2};
    for (uint32_t i = 0; i < COUNT(counts); i++) {
        assert_int_equal(rows[i].curve_count, counts[i]);
    }
    assert_curve(&rows[0].curves[0], (wits_curve){.kind = WITS_CURVE_SMOOTHSTEP});
    assert_curve(&rows[1].curves[0], (wits_curve){.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1, .b = 1});
    assert_curve(&rows[2].curves[0],
                 (wits_curve){.kind = WITS_CURVE_NORMAL, .has_m = true, .m = 0, .has_k = true, .k = 0});
    assert_curve(&rows[2].curves[1], (wits_curve){.kind = WITS_CURVE_STEP});
    assert_curve(&rows[2].curves[2], (wits_curve){.kind = WITS_CURVE_LOGIT});
    assert_curve(&rows[2].curves[3], (wits_curve){.kind = WITS_CURVE_LOGISTIC});
    assert_curve(&rows[3].curves[0], (wits_curve){.kind = WITS_CURVE_PIECEWISE, .knots = knots, .knot_count = 4});
    assert_curve(&rows[3].curves[1], (wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2});
    wits_file_free(file);
}

static void every_curve_has_its_name(void **unused) {
    (void)unused;
    static const char *const names[] = {"constant", "step",   "linear",  "polynomial", "exponential", "logistic",
                                        "logit",    "normal", "sigmoid", "smoothstep", "smootherstep"};
    for (uint32_t i = 0; i < COUNT(names); i++) {
        char text[256];
        snprintf(text, sizeof text, HEAD "  states: {a: {score: {input: x, curve: {%s: {b: 0.5}}}}}\n", names[i]);
        wits_file *file = parse_sound(text);
        wits_curve expected = {.kind = (wits_curve_kind)(WITS_CURVE_CONSTANT + i), .b = 0.5f};
        assert_curve(wits_file_desc(file)->considerations[0].curves, expected);
        wits_file_free(file);
    }
}

// Two files with the same meaning have the same brain.
static void assert_same_brain(const char *one, const char *other) {
    char text[512];
    uint64_t hashes[2];
    const char *scores[] = {one, other};
    for (uint32_t i = 0; i < 2; i++) {
        snprintf(text, sizeof text, HEAD "  states: {a: {score: %s}}\n", scores[i]);
        wits_file *file = parse_sound(text);
        hashes[i] = wits_brain_hash(wits_file_brain(file));
        wits_file_free(file);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void the_same_may_be_written_in_several_ways(void **unused) {
    (void)unused;
    assert_same_brain("{all: [{input: x}, {any: []}]}", "{min: [{input: x}, {max: []}]}");
    assert_same_brain("{input: x, curve: step}", "{input: x, curve: [{step: {}}]}");
    assert_same_brain("{sum: [{input: x, weight: .5}]}", "{\"sum\": [{\"weight\": \"5e-1\", \"input\": \"x\"}]}");
    assert_same_brain("{product: [{input: n, range: [1, 3]}]}",
                      "{product: [\n  {range: [\n   1,\n   3], input:\n    n}]}");
}

// ----------------------------------------------------------------------------------------------------------- functions

static void functions_of_considerations_are_inferred(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "  states:\n"
                                       "    a:\n"
                                       "      rank: 1 if seen() else 0\n"
                                       "      score:\n"
                                       "        product:\n"
                                       "          - gate: brave() and not tired()\n"
                                       "          - input: threat()\n"
                                       "          - input: 0.5 if loud() else x\n");
    static const char *const names[] = {"seen", "brave", "tired", "threat", "loud"};
    const wits_desc *desc = wits_file_desc(file);
    assert_int_equal(desc->function_count, COUNT(names));
    for (uint32_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(desc->functions[i].name, names[i]);
        assert_true((desc->functions[i].score != NULL) == (strcmp(names[i], "threat") == 0));
    }
    wits_file_free(file);
}

static void a_name_alone_is_a_field_in_considerations_too(void **unused) {
    (void)unused;
    wits_file *file = parse_text("wits: 1\nbrain: b\ncontext: {x: float}\nroot:\n  kind: utility\n  states:\n"
                                 "    a: {score: {product: [{gate: seen}, {input: threat}, {input: x}]}}\n"
                                 "    b: {score: {product: [{gate: seen()}, {input: threat()}, {input: x() + 1}]}}\n");
    char *problems = problems_text(file);
    assert_string_equal(problems, "7:34: call a function with parentheses: seen()\n"
                                  "7:49: call a function with parentheses: threat()\n");
    free(problems);
    wits_file_free(file);
}

// -------------------------------------------------------------------------------------------------------------- chance

static void chance_has_its_places_in_the_order_of_a_state(void **unused) {
    (void)unused;
    wits_file *file = parse_sound("wits: 1\nbrain: b\ncontext: {entered: float, updated: float}\nroot:\n"
                                  "  kind: utility\n"
                                  "  states:\n"
                                  "    a:\n"
                                  "      update: updated = random\n"
                                  "      enter: entered = random\n"
                                  "      score: {sum: [{input: random}, {gate: random < 2}, {input: random}]}\n"
                                  "      rank: 1 if random < 2 else 0\n");
    const wits_brain *brain = wits_file_brain(file);
    float values[2] = {0};
    const wits_column columns[] = {{&values[0], 4, WITS_TYPE_FLOAT}, {&values[1], 4, WITS_TYPE_FLOAT}};
    wits_frame frame = {.columns = columns, .functions = wits_file_desc(file)->functions, .seed = 3, .agent = 4};
    uint8_t *agent = calloc(1, wits_agent_size(brain));
    assert_non_null(agent);
    wits_start(brain, agent, &frame);
    wits_update(brain, agent, &frame);
    // 0 is the root's choice, 1 the rank, 2 to 4 the considerations.
    assert_number(values[0], wits_random(3, 4, 0, 5));
    assert_number(values[1], wits_random(3, 4, 0, 6));
    free(agent);
    wits_file_free(file);
}

// -------------------------------------------------------------------------------------------------------------- places

static void assert_found(const wits_file *file, uint32_t row, const char *member, uint32_t offset, uint32_t line,
                         uint32_t column) {
    uint32_t found_line = 0, found_column = 0;
    wits_file_find(file, WITS_TABLE_CONSIDERATIONS, row, member, offset, &found_line, &found_column);
    if (found_line != line || found_column != column) {
        fail_msg("row %u %s+%u: found %u:%u, not %u:%u", (unsigned)row, member ? member : "", (unsigned)offset,
                 (unsigned)found_line, (unsigned)found_column, (unsigned)line, (unsigned)column);
    }
}

static void everything_in_a_score_has_its_place(void **unused) {
    (void)unused;
    wits_file *file =
        parse_sound(HEAD "  states:\n"
                         "    a:\n"
                         "      rank: n + 1\n"
                         "      score:\n"
                         "        product:\n"
                         "          - gate: n > 0\n"
                         "          - input: x + n\n"
                         "            range: [0, 10]\n"
                         "            outside: wrap\n"
                         "            on_nan: 3\n"
                         "            weight: 2\n"
                         "            curve: [step, {normal: {k: 2, c: 0.1}}, {piecewise: [[0, 0], [1, 1]]}]\n"
                         "          - {sum: [{input: 'x'}], weight: 2}\n");
    uint32_t line = 0, column = 0;
    wits_file_find(file, WITS_TABLE_STATES, 1, "rank", 4, &line, &column);
    assert_int_equal(line * 100 + column, 817);
    wits_file_find(file, WITS_TABLE_STATES, 1, "score", 0, &line, &column);
    assert_int_equal(line * 100 + column, 1009);
    assert_found(file, 0, NULL, 0, 10, 9);
    assert_found(file, 0, "group", 0, 10, 9);
    assert_found(file, 0, "depth", 0, 10, 9);
    assert_found(file, 1, NULL, 0, 11, 13);
    assert_found(file, 1, "gate", 0, 11, 19);
    assert_found(file, 1, "gate", 4, 11, 23);
    assert_found(file, 1, "weight", 0, 11, 13);
    assert_found(file, 2, "depth", 0, 12, 13);
    assert_found(file, 2, "input", 4, 12, 24);
    assert_found(file, 2, "low", 0, 13, 21);
    assert_found(file, 2, "high", 0, 13, 24);
    assert_found(file, 2, "outside", 0, 14, 22);
    assert_found(file, 2, "on_nan", 0, 15, 21);
    assert_found(file, 2, "weight", 0, 16, 21);
    assert_found(file, 2, "curves", 0, 17, 20);
    assert_found(file, 2, "kind", 0, 17, 21);
    assert_found(file, 2, "m", 0, 17, 21);
    assert_found(file, 2, "kind", 1, 17, 28);
    assert_found(file, 2, "k", 1, 17, 40);
    assert_found(file, 2, "c", 1, 17, 46);
    assert_found(file, 2, "m", 1, 17, 28);
    assert_found(file, 2, "knots", 2, 17, 65);
    assert_found(file, 3, NULL, 0, 18, 13);
    assert_found(file, 3, "group", 0, 18, 14);
    assert_found(file, 3, "weight", 0, 18, 43);
    assert_found(file, 4, "input", 0, 18, 28);
    assert_found(file, 4, "curves", 0, 18, 20);
    assert_found(file, 5, NULL, 0, 0, 0);
    wits_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_have_ranks_cooldowns_and_a_default),
        cmocka_unit_test(considerations_stand_in_the_order_of_the_file),
        cmocka_unit_test(considerations_have_their_numbers),
        cmocka_unit_test(curves_have_their_parameters),
        cmocka_unit_test(every_curve_has_its_name),
        cmocka_unit_test(the_same_may_be_written_in_several_ways),
        cmocka_unit_test(functions_of_considerations_are_inferred),
        cmocka_unit_test(a_name_alone_is_a_field_in_considerations_too),
        cmocka_unit_test(chance_has_its_places_in_the_order_of_a_state),
        cmocka_unit_test(everything_in_a_score_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
