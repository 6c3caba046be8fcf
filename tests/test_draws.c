// SPDX-License-Identifier: MIT
// Draws of random streams, given by the caller: frame.draws, instead of the seed.
#include "misuse_support.h"
#include "wits/convert.h"
#include "wits/explain.h"

#include <math.h>

static const float NEARLY_1 = 0x1.fffffep-1f;

// --------------------------------------------------------------------------------------------------------- expressions

enum { A, B, FIELDS };
static const wits_field_desc fields[] = {{.name = "a", .type = WITS_TYPE_FLOAT},
                                         {.name = "b", .type = WITS_TYPE_FLOAT}};

/// An agent that has two fields, and arguments of its actions.
typedef struct life {
    const wits_brain *brain;
    void *memory;
    uint8_t agent[64];
    float values[FIELDS];
    wits_column columns[FIELDS];
    float given;
    wits_frame frame;
} life;

static void say(void *context, const wits_call *call) {
    ((life *)context)->given = call->arguments[0].number;
}

static const wits_function functions[] = {{.name = "say", .action = say}};

static life *live(const wits_desc *desc) {
    life *l = calloc(1, sizeof *l);
    wits_desc whole = *desc;
    whole.fields = fields;
    whole.field_count = FIELDS;
    whole.functions = functions;
    whole.function_count = COUNT(functions);
    l->memory = compile(&whole);
    l->brain = l->memory;
    for (uint32_t i = 0; i < FIELDS; i++) {
        l->columns[i] = (wits_column){.base = &l->values[i], .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    }
    l->frame = (wits_frame){.columns = l->columns, .functions = functions, .context = l, .agent = 5, .seed = 9};
    return l;
}

static void end(life *l) {
    free(l->memory);
    free(l);
}

/// The value of an expression of state S with the draws of the frame.
static float drawn_by(const char *update, const float *draws) {
    const wits_state_desc states[] = {{.name = "root"}, {.name = "S", .parent = 0, .update = update}};
    life *l = live(&(wits_desc){STATES(states)});
    assert_true(wits_start(l->brain, l->agent, &l->frame));
    l->frame.draws = draws;
    assert_true(wits_update(l->brain, l->agent, &l->frame));
    const float value = l->values[A];
    end(l);
    return value;
}

static void each_place_draws_its_number(void **state) {
    const float draws[] = {0.25f, 0.75f, 0.0f};
    assert_true(drawn_by("a = random", draws) == 0.25f);
    assert_true(drawn_by("b = random; a = random", draws) == 0.75f);
    assert_true(drawn_by("a = random + 10 * random", draws) == 7.75f);
    assert_true(drawn_by("a = clamp(random, b, exp(random) + random)", draws) == 0.25f);
}

static void the_least_and_the_greatest_number_are_drawn_as_they_are(void **state) {
    const float draws[] = {0.0f, NEARLY_1};
    assert_true(drawn_by("a = random", draws) == 0.0f);
    assert_true(drawn_by("b = random; a = random", draws) == NEARLY_1);
}

static void the_seed_does_not_count_then(void **state) {
    const wits_state_desc states[] = {{.name = "root", .update = "a = random"}};
    life *l = live(&(wits_desc){STATES(states)});
    const float draws[] = {0.5f};
    wits_start(l->brain, l->agent, &l->frame);
    for (uint32_t i = 0; i < 20; i++) {
        l->frame.seed = i * 7;
        l->frame.agent = i;
        l->frame.tick = i * 3;
        l->frame.draws = i % 2 == 0 ? draws : NULL;
        wits_update(l->brain, l->agent, &l->frame);
        assert_true(l->values[A] == (i % 2 == 0 ? 0.5f : wits_random(i * 7, i, i * 3, 0)));
    }
    end(l);
}

static void conditions_draw(void **state) {
    const wits_state_desc states[] = {{.name = "root"}, {.name = "one"}, {.name = "two"}};
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "random < 0.5"},
                                                {.from = 2, .to = 1, .when = "random < 0.5 and a < 1"}};
    life *l = live(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    wits_start(l->brain, l->agent, &l->frame);
    const float neither[] = {0.5f, 0.5f}, first[] = {0.0f, 0.5f}, second[] = {0.5f, 0.4f};
    const struct {
        const float *draws;
        wits_state_id then;
    } passes[] = {{neither, 1}, {second, 1}, {first, 2}, {first, 2}, {neither, 2}, {second, 1}};
    for (uint32_t i = 0; i < COUNT(passes); i++) {
        l->frame.draws = passes[i].draws;
        wits_decide(l->brain, l->agent, &l->frame);
        assert_int_equal(wits_deepest(l->brain, l->agent), passes[i].then);
    }
    end(l);
}

static void rules_of_initial_draw_and_so_do_all_verbs(void **state) {
    const wits_state_desc states[] = {{.name = "root"},
                                      {.name = "out", .parent = 0},
                                      {.name = "in", .parent = 0},
                                      {.name = "x", .parent = 2},
                                      {.name = "y", .parent = 2}};
    const wits_initial_desc initials[] = {{.of = 2, .when = "random < 0.5", .to = 3}, {.of = 2, .to = 4}};
    life *l = live(&(wits_desc){STATES(states), .initials = initials, .initial_count = COUNT(initials)});
    for (uint32_t holds = 0; holds <= 1; holds++) {
        const float draws[] = {holds != 0 ? 0.4f : 0.6f};
        const wits_state_id expected = holds != 0 ? 3 : 4;
        l->frame.draws = draws;
        wits_stop(l->brain, l->agent, &l->frame);
        wits_start(l->brain, l->agent, &l->frame);
        assert_true(wits_goto(l->brain, l->agent, &l->frame, 2));
        assert_int_equal(wits_deepest(l->brain, l->agent), expected);
        assert_true(wits_set_state(l->brain, l->agent, &l->frame, 2));
        assert_int_equal(wits_deepest(l->brain, l->agent), expected);
        assert_true(wits_restart(l->brain, l->agent, &l->frame, 2));
        assert_int_equal(wits_deepest(l->brain, l->agent), expected);
    }
    end(l);
}

static void an_argument_draws_where_it_is_computed(void **state) {
    const wits_state_desc states[] = {{.name = "root", .update = "say(random)"}};
    life *l = live(&(wits_desc){STATES(states)});
    const float then[] = {0.25f}, later[] = {0.75f};
    wits_start(l->brain, l->agent, &l->frame);
    l->frame.draws = then;
    wits_update(l->brain, l->agent, &l->frame);
    assert_true(l->given == 0.25f);
    wits_action_record records[4];
    uint32_t arguments[4];
    wits_list list = {records, 4, 0, arguments, 4, 0};
    l->frame.list = &list;
    for (wits_mode mode = WITS_MODE_DEFERRED; mode <= WITS_MODE_LISTED; mode++) {
        list.count = list.argument_count = 0;
        l->frame.mode = mode;
        l->frame.draws = then;
        assert_true(wits_update(l->brain, l->agent, &l->frame));
        l->frame.draws = later;
        assert_int_equal(list.count, 1);
        assert_true(wits_run_record(l->brain, l->agent, &l->frame, &records[0]));
        assert_true(l->given == (mode == WITS_MODE_LISTED ? 0.75f : 0.25f));
    }
    end(l);
}

// ------------------------------------------------------------------------------------------------------------- choices

/// Options worth 1, 2 and 1; their composite's stream is 0.
static life *choose(wits_select select) {
    const wits_state_desc states[] = {{.name = "root",
                                       .kind = WITS_KIND_UTILITY,
                                       .select = select,
                                       .top = select == WITS_SELECT_TOP ? 3 : 0,
                                       .within = select == WITS_SELECT_WITHIN ? 0.75f : 0,
                                       .temperature = select == WITS_SELECT_SOFTMAX ? 1e9f : 0},
                                      {.name = "first", .score = "1"},
                                      {.name = "second", .score = "2"},
                                      {.name = "third", .score = "1"}};
    return live(&(wits_desc){STATES(states)});
}

/// Tests the option that is entered, and the one that a pass switches to, both with and without a trace.
static void expect_chosen(wits_select select, float draw, wits_state_id expected) {
    life *l = choose(select);
    const float draws[] = {draw}, before[] = {expected == 1 ? NEARLY_1 : 0.0f};
    wits_trace_record traced[64];
    for (uint32_t watched = 0; watched <= 1; watched++) {
        wits_trace trace = {.records = traced, .capacity = 64};
        l->frame.trace = watched != 0 ? &trace : NULL;
        l->frame.draws = draws;
        wits_stop(l->brain, l->agent, &l->frame);
        wits_start(l->brain, l->agent, &l->frame);
        assert_int_equal(wits_deepest(l->brain, l->agent), expected);
        l->frame.draws = before;
        wits_decide(l->brain, l->agent, &l->frame);
        assert_int_equal(wits_deepest(l->brain, l->agent), expected == 1 ? 3 : 1);
        l->frame.draws = draws;
        wits_decide(l->brain, l->agent, &l->frame);
        assert_int_equal(wits_deepest(l->brain, l->agent), expected);
    }
    end(l);
}

static void a_choice_draws_at_the_place_of_its_composite(void **state) {
    const wits_select rules[] = {WITS_SELECT_WEIGHTED, WITS_SELECT_TOP, WITS_SELECT_WITHIN};
    for (uint32_t i = 0; i < COUNT(rules); i++) {
        expect_chosen(rules[i], 0.0f, 1);
        expect_chosen(rules[i], 0.2499f, 1);
        expect_chosen(rules[i], 0.25f, 2);
        expect_chosen(rules[i], 0.7499f, 2);
        expect_chosen(rules[i], 0.75f, 3);
        expect_chosen(rules[i], NEARLY_1, 3);
    }
    expect_chosen(WITS_SELECT_SOFTMAX, 0.3f, 1);  // so hot that all are equally likely
    expect_chosen(WITS_SELECT_SOFTMAX, 0.5f, 2);
    expect_chosen(WITS_SELECT_SOFTMAX, 0.7f, 3);
}

static void an_explanation_says_what_was_drawn(void **state) {
    life *l = choose(WITS_SELECT_WEIGHTED);
    const size_t size = wits_explain_size(l->brain);
    void *room = malloc(size);
    wits_explain explain;
    const float draws[] = {0.75f};
    wits_start(l->brain, l->agent, &l->frame);
    wits_explain_begin(&explain, l->brain, room, size);
    l->frame.draws = draws;
    l->frame.explain = &explain;
    wits_decide(l->brain, l->agent, &l->frame);
    assert_int_equal(explain.choice_count, 1);
    assert_true(explain.choices[0].draw == 0.75f);
    assert_int_equal(explain.choices[0].chosen, 3);
    free(room);
    end(l);
}

static void a_conversion_draws_by_the_frame(void **state) {
    static const wits_state_desc before[] = {{.name = "root"}, {.name = "old"}};
    static const wits_state_desc after[] = {{.name = "root", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WEIGHTED},
                                            {.name = "first", .score = "1"},
                                            {.name = "second", .score = "1"}};
    life *from = live(&(wits_desc){STATES(before)}), *to = live(&(wits_desc){STATES(after)});
    wits_start(from->brain, from->agent, &from->frame);
    for (uint32_t i = 0; i <= 1; i++) {
        const float draws[] = {i == 0 ? 0.25f : 0.75f};
        to->frame.draws = draws;
        assert_true(wits_agent_convert(from->brain, from->agent, to->brain, to->agent, &to->frame, NULL));
        assert_int_equal(wits_deepest(to->brain, to->agent), 1 + i);
    }
    end(from);
    end(to);
}

// -------------------------------------------------------------------------------------------------------------- misuse

static float wrong;

static void start_with_a_wrong_number(void) {
    life *l = choose(WITS_SELECT_WEIGHTED);
    l->frame.draws = &wrong;
    wits_start(l->brain, l->agent, &l->frame);
}

static void place_with_a_wrong_number(void) {
    life *l = choose(WITS_SELECT_WEIGHTED);
    l->frame.draws = &wrong;
    wits_set_state(l->brain, l->agent, &l->frame, 0);
}

// Builds with checks stop at it; in others some option is chosen.
static void a_number_outside_is_misuse(void **state) {
    const float numbers[] = {1.0f, -0x1p-149f, NAN, INFINITY, -INFINITY, 2.0f};
    for (uint32_t i = 0; i < COUNT(numbers); i++) {
        wrong = numbers[i];
        if (CHECKS) {
            assert_true(aborts(start_with_a_wrong_number));
            assert_true(aborts(place_with_a_wrong_number));
            continue;
        }
        life *l = choose(WITS_SELECT_WEIGHTED);
        l->frame.draws = &wrong;
        assert_true(wits_start(l->brain, l->agent, &l->frame));
        assert_int_equal(wits_deepest(l->brain, l->agent), wrong < 0 ? 1 : 3);
        assert_true(wits_agent_is_valid(l->brain, l->agent, wits_agent_size(l->brain)));
        end(l);
    }
}

static void a_brain_without_chance_reads_none(void **state) {
    static const wits_state_desc states[] = {{.name = "root"}, {.name = "A"}};
    life *l = live(&(wits_desc){STATES(states)});
    wrong = NAN;
    l->frame.draws = &wrong;
    assert_int_equal(wits_random_stream_count(l->brain), 0);
    assert_true(wits_start(l->brain, l->agent, &l->frame));
    assert_true(wits_tick(l->brain, l->agent, &l->frame));
    end(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_draws_its_number),
        cmocka_unit_test(the_least_and_the_greatest_number_are_drawn_as_they_are),
        cmocka_unit_test(the_seed_does_not_count_then),
        cmocka_unit_test(conditions_draw),
        cmocka_unit_test(rules_of_initial_draw_and_so_do_all_verbs),
        cmocka_unit_test(an_argument_draws_where_it_is_computed),
        cmocka_unit_test(a_choice_draws_at_the_place_of_its_composite),
        cmocka_unit_test(an_explanation_says_what_was_drawn),
        cmocka_unit_test(a_conversion_draws_by_the_frame),
        cmocka_unit_test(a_number_outside_is_misuse),
        cmocka_unit_test(a_brain_without_chance_reads_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
