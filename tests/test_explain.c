// SPDX-License-Identifier: MIT
// Explanations: the transitions tried, the choices and their reasons, and the changes that would have led to others.
#include "support.h"

#include "wits/explain.h"

#include <math.h>

enum { FIELDS = 4, MEMORY = 1 << 16 };

/// An agent that has the floats a, b, c and the int n.
typedef struct fixture {
    const wits_brain *brain;
    _Alignas(8) uint64_t brain_memory[MEMORY / 8];  // a uint64_t in a structure is aligned to 4 on 32-bit x86
    _Alignas(8) uint64_t memory[MEMORY / 8];
    float a, b, c;
    int32_t n;
    wits_column columns[FIELDS];
    uint8_t agent[64];
    wits_explain explain;
    wits_frame frame;
} fixture;

static fixture f;

static void open_tables(wits_desc desc) {
    static const wits_field_desc fields[FIELDS] = {{"a", WITS_TYPE_FLOAT, NULL, 0, 0},
                                                   {"b", WITS_TYPE_FLOAT, NULL, 0, 0},
                                                   {"c", WITS_TYPE_FLOAT, NULL, 0, 0},
                                                   {"n", WITS_TYPE_INT, NULL, 0, 0}};
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    desc.fields = fields;
    desc.field_count = FIELDS;
    memset(&f, 0, sizeof f);
    f.brain = wits_brain_compile(&desc, f.brain_memory, sizeof f.brain_memory, &report);
    if (f.brain == NULL) {
        char text[640];
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
    f.columns[0] = (wits_column){&f.a, sizeof f.a, WITS_TYPE_FLOAT};
    f.columns[1] = (wits_column){&f.b, sizeof f.b, WITS_TYPE_FLOAT};
    f.columns[2] = (wits_column){&f.c, sizeof f.c, WITS_TYPE_FLOAT};
    f.columns[3] = (wits_column){&f.n, sizeof f.n, WITS_TYPE_INT};
    f.frame = (wits_frame){.columns = f.columns, .functions = desc.functions};
    assert_true(wits_explain_size(f.brain) <= sizeof f.memory);
}

/// Decides with an explanation.
static void decide_told(bool counterfactuals) {
    wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
    f.explain.counterfactuals = counterfactuals;
    f.frame.explain = &f.explain;
    wits_decide(f.brain, f.agent, &f.frame);
    assert_int_equal(f.explain.dropped, 0);
}

static const wits_explained_option *option(uint32_t number) {
    assert_true(number < f.explain.option_count);
    return &f.explain.options[number];
}

// --------------------------------------------------------------------------------------------------------- transitions

static bool always(const void *context, const wits_call *call) {
    return true;
}

// The first requirement that is not met, and which parts of a condition hold.
static void transitions_that_were_tried(void **state) {
    enum { ROOT, P, Q };
    static const char *const events[] = {"bell"};
    static const wits_function functions[] = {{.name = "yes", .condition = always}};
    const wits_state_desc states[] = {{.name = "root"}, {.name = "P"}, {.name = "Q"}};
    const wits_transition_desc transitions[] = {
        {.from = ROOT, .any = true, .to = P},
        {.from = P, .to = Q, .event = "bell", .when = "yes"},
        {.from = P, .to = Q, .after = 5, .when = "yes"},
        {.from = P, .to = Q, .when = "a > 0 and (b > 0 and not c > 0) and n == 0"},
        {.from = P, .to = Q, .when = "yes"},
        {.from = P, .to = Q},
    };
    open_tables((wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events), FUNCTIONS(functions)});
    wits_start(f.brain, f.agent, &f.frame);
    f.a = 1;
    f.c = 1;
    f.frame.tick = 3;
    decide_told(false);
    static const wits_tried tried[] = {WITS_TRIED_ACTIVE, WITS_TRIED_EVENT, WITS_TRIED_AFTER, WITS_TRIED_CONDITION,
                                       WITS_TRIED_FIRED};
    assert_int_equal(f.explain.transition_count, COUNT(tried));
    for (uint32_t i = 0; i < COUNT(tried); i++) {
        const wits_explained_transition *told = &f.explain.transitions[i];
        assert_int_equal(told->row, i);
        assert_int_equal(told->tried, tried[i]);
        assert_int_equal(told->source, P);
        assert_int_equal(told->elapsed, 3);
        assert_int_equal(told->part_count, i == 3 ? 4 : i == 4);
    }
    const bool *parts = &f.explain.parts[f.explain.transitions[3].first_part];
    static const bool holds[] = {true, false, false, true};
    static const char *const texts[] = {"a > 0", "b > 0", "not c > 0", "n == 0"};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t offset;
        uint32_t length;
        assert_int_equal(parts[i], holds[i]);
        assert_true(wits_condition_part(transitions[3].when, i, &offset, &length));
        assert_int_equal(length, strlen(texts[i]));
        assert_memory_equal(transitions[3].when + offset, texts[i], length);
        assert_false(wits_condition_part(NULL, i, &offset, &length));  // a transition without `when`
    }
    assert_true(f.explain.parts[f.explain.transitions[4].first_part]);
}

// ------------------------------------------------------------------------------------------------------------- choices

enum { ROOT, A, B, C };

#define PRODUCT_OF(option)                                                                                             \
    { .of = option, .group = WITS_GROUP_PRODUCT }

// A has one input, B two and a gate, and C is a constant.
static const wits_consideration_desc rows[] = {
    {.of = A,
     .input = "a",
     .low = 0,
     .high = 10,
     .curves = &(wits_curve){.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2},
     .curve_count = 1},
    PRODUCT_OF(B),
    {.of = B, .depth = 1, .gate = "n == 0"},
    {.of = B, .depth = 1, .input = "b", .low = 4, .high = 0},
    {.of = B, .depth = 1, .input = "c", .low = -1, .high = 1, .has_weight = true, .weight = 2},
};

static void open_choice(wits_state_desc root, float inertia) {
    const wits_state_desc states[] = {[ROOT] = root,
                                      [A] = {.name = "A"},
                                      [B] = {.name = "B", .has_weight = true, .weight = 2, .cooldown = 4},
                                      [C] = {.name = "C", .score = "0.375", .hold = 3}};
    wits_state_desc copy[4];
    memcpy(copy, states, sizeof copy);
    copy[ROOT].name = "root";
    copy[ROOT].kind = WITS_KIND_UTILITY;
    copy[ROOT].inertia = inertia;
    open_tables(
        (wits_desc){.states = copy, .state_count = 4, .considerations = rows, .consideration_count = COUNT(rows)});
}

static void a_choice_in_numbers(void **state) {
    open_choice((wits_state_desc){0}, 0.125f);
    f.a = 5;
    wits_start(f.brain, f.agent, &f.frame);  // A 0.25, B 1 * 0.25 * 2, C 0.375
    assert_int_equal(wits_deepest(f.brain, f.agent), B);
    f.b = 2;
    decide_told(false);
    assert_int_equal(f.explain.choice_count, 1);
    const wits_explained_choice *choice = &f.explain.choices[0];
    assert_int_equal(choice->how, WITS_CHOICE_SCORED);
    assert_int_equal(choice->composite, ROOT);
    assert_int_equal(choice->current, B);
    assert_int_equal(choice->chosen, B);
    assert_false(choice->no_candidate);
    assert_true(isnan(choice->draw));
    assert_int_equal(choice->option_count, 3);
    assert_int_equal(option(0)->verdict, WITS_VERDICT_LOST);
    assert_true(option(0)->raw == 0.25f && option(0)->competing == 0.25f && option(0)->margin == -0.125f);
    const wits_explained_consideration *input = &f.explain.considerations[option(0)->first_row];
    assert_true(input->raw == 5 && input->normal == 0.5f && input->curves[0] == 0.25f && input->value == 0.25f);
    assert_true(option(1)->raw == 0.125f && option(1)->weight == 2 && option(1)->score == 0.25f);
    assert_true(option(1)->inertia == 0.125f && option(1)->competing == 0.375f);
    assert_int_equal(option(1)->verdict, WITS_VERDICT_CHOSEN);  // the same as C, and the current one
    assert_true(option(1)->margin == 0 && option(2)->margin == 0);
    assert_int_equal(option(1)->row_count, 4);
    const wits_explained_consideration *in_b = &f.explain.considerations[option(1)->first_row];
    assert_true(in_b[1].holds && in_b[2].normal == 0.5f && in_b[3].normal == 0.5f && in_b[3].weighted == 0.25f);
    assert_true(in_b[0].value == 0.125f);
    assert_int_equal(in_b[0].row, 1);
    assert_true(option(2)->raw == 0.375f);
    assert_int_equal(option(2)->row_count, 0);
}

static void why_not(void **state) {
    open_choice((wits_state_desc){.has_floor = true, .floor = 0.3f}, 0);
    f.a = 10;
    wits_start(f.brain, f.agent, &f.frame);
    f.a = 5;
    f.n = 1;
    decide_told(false);
    assert_int_equal(option(0)->verdict, WITS_VERDICT_FLOOR);
    assert_int_equal(option(1)->verdict, WITS_VERDICT_GATED);
    assert_true(isnan(option(1)->raw));
    assert_int_equal(option(2)->verdict, WITS_VERDICT_CHOSEN);
    f.n = 0;
    f.frame.tick = 2;
    decide_told(false);  // held
    assert_int_equal(f.explain.choices[0].how, WITS_CHOICE_HELD);
    assert_int_equal(f.explain.choices[0].left, 1);
    assert_int_equal(f.explain.option_count, 0);
    f.frame.tick = 3;
    f.c = 1;
    decide_told(false);
    assert_int_equal(f.explain.choices[0].chosen, B);
    f.n = 1;
    decide_told(false);
    f.n = 0;
    f.frame.tick = 6;
    decide_told(false);
    assert_int_equal(option(1)->verdict, WITS_VERDICT_COOLING);
    assert_int_equal(option(1)->cooldown, 1);
}

// ----------------------------------------------------------------------------------------------------- counterfactuals

static void what_would_have_won(void **state) {
    open_choice((wits_state_desc){0}, 0);
    f.a = 5;
    f.b = 3;
    wits_start(f.brain, f.agent, &f.frame);
    f.frame.tick = 3;
    decide_told(true);  // A 0.25, B 0.25 * 0.25 * 2 = 0.125, C 0.375
    assert_int_equal(f.explain.choices[0].chosen, C);
    const wits_explained_consideration *in_a = &f.explain.considerations[option(0)->first_row];
    assert_true(in_a->would_win);
    assert_true(fabs((double)in_a->wins_at - 10 * sqrt(0.375)) < 1e-4);
    const wits_explained_consideration *in_b = &f.explain.considerations[option(1)->first_row];
    assert_true(in_b[2].would_win);
    assert_true(fabs((double)in_b[2].wins_at - 1) < 1e-5);  // 1 - b / 4 must be slightly more than 0.75
    assert_true(in_b[3].would_win);
    assert_true(fabs((double)in_b[3].wins_at - (2 * sqrt(0.75) - 1)) < 1e-5);
    assert_false(in_b[1].would_win);
    // `wins_at` means: with that input, and everything else unchanged, the option wins; with the adjacent value it does
    // not.
    const float wins[] = {in_a->wins_at, in_b[2].wins_at, in_b[3].wins_at};
    float *const fields[] = {&f.a, &f.b, &f.c};
    static const wits_state_id winners[] = {A, B, B};
    static const float away[] = {-INFINITY, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < COUNT(wins); i++) {
        uint8_t agent[64];
        float before = *fields[i];
        for (uint32_t loses = 0; loses < 2; loses++) {
            memset(agent, 0, sizeof agent);
            *fields[i] = loses ? nextafterf(wins[i], away[i]) : wins[i];
            wits_set_state(f.brain, agent, &(wits_frame){.tick = 0}, C);
            wits_decide(f.brain, agent, &f.frame);
            assert_int_equal(wits_deepest(f.brain, agent), loses ? C : winners[i]);
        }
        *fields[i] = before;
    }
}

static void nothing_would_have_won(void **state) {
    open_choice((wits_state_desc){0}, 0);
    f.b = 4;
    f.c = -1;
    wits_start(f.brain, f.agent, &f.frame);
    f.frame.tick = 3;
    decide_told(true);
    const wits_explained_consideration *in_b = &f.explain.considerations[option(1)->first_row];
    assert_false(in_b[2].would_win || in_b[3].would_win);
    assert_true(isnan(in_b[2].wins_at));
    assert_true(in_b[2].looked_at && in_b[3].looked_at);   // the answer is no
    assert_false(in_b[0].looked_at || in_b[1].looked_at);  // a group and a gate
    decide_told(false);
    const wits_explained_consideration *unasked = &f.explain.considerations[option(1)->first_row];
    assert_false(unasked[2].looked_at || unasked[2].would_win);  // not searched
}

// A winner needs nothing else, an option on cooldown cannot win, and a constant cannot change.
static void what_is_not_looked_at(void **state) {
    open_choice((wits_state_desc){0}, 0);
    f.a = 10;
    wits_start(f.brain, f.agent, &f.frame);
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, A);
    assert_false(f.explain.considerations[option(0)->first_row].looked_at);
    assert_true(f.explain.considerations[option(1)->first_row + 2].looked_at);
    f.a = 0;
    f.c = 1;
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, B);
    f.b = 4;
    f.frame.tick = 1;
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, C);
    f.frame.tick = 4;
    decide_told(true);
    assert_int_equal(option(1)->verdict, WITS_VERDICT_COOLING);
    assert_false(f.explain.considerations[option(1)->first_row + 2].looked_at);
}

// An input without a range is from 0 to 1; an expression changes only where it is used, also inside of a score that is
// the best of others.
static void inputs_without_a_range_and_inside(void **state) {
    enum { IDLE = 1, PLAIN, SOCIAL, TALK, SING, FIXED };
    static const wits_consideration_desc considerations[] = {
        {.of = PLAIN, .input = "a"},
        {.of = TALK, .input = "b + 0", .high = 4},
        {.of = FIXED, .group = WITS_GROUP_PRODUCT},
        {.of = FIXED, .depth = 1, .input = "0.25 * 2"},
        {.of = FIXED, .depth = 1, .input = "c"},
    };
    static const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY},
        {.name = "idle", .score = "0.75"},
        {.name = "plain"},
        {.name = "social", .kind = WITS_KIND_UTILITY, .score_best = true, .has_weight = true, .weight = 0.8f},
        {.name = "talk", .parent = SOCIAL},
        {.name = "sing", .parent = SOCIAL, .score = "0.0 / 0.0"},
        {.name = "fixed"}};
    open_tables(
        (wits_desc){STATES(states), .considerations = considerations, .consideration_count = COUNT(considerations)});
    f.a = 0.25f;
    f.b = 1;
    wits_start(f.brain, f.agent, &f.frame);
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, IDLE);
    const wits_explained_consideration *plain = &f.explain.considerations[option(1)->first_row];
    assert_true(plain->looked_at && plain->would_win && plain->wins_above);
    assert_true(plain->wins_at > 0.75f && plain->wins_at < 0.7501f);
    assert_int_equal(option(2)->best_option, TALK);
    const wits_explained_consideration *talk = &f.explain.considerations[option(2)->first_row];
    assert_true(talk->looked_at && talk->would_win && talk->wins_above);  // 0.8 * b / 4 must be more than 0.75
    assert_true(talk->wins_at > 3.75f && talk->wins_at < 3.7501f);
    const wits_explained_consideration *fixed = &f.explain.considerations[option(3)->first_row];
    assert_false(fixed[1].looked_at);
    assert_true(fixed[2].looked_at && !fixed[2].would_win);
    f.b = talk->wins_at;
    decide_told(false);
    assert_int_equal(f.explain.choices[0].chosen, SOCIAL);
}

// A field that several options read, in whatever way, changes for all of them.
static void a_field_is_another_wherever_it_is_read(void **state) {
    enum { SMALL = 1, LARGE, CLOSE, COUNTED };
    static const wits_consideration_desc considerations[] = {
        {.of = SMALL, .input = "a", .high = 10},
        {.of = LARGE, .input = "a", .high = 10},
        {.of = CLOSE, .group = WITS_GROUP_PRODUCT},
        {.of = CLOSE, .depth = 1, .gate = "a > 2"},
        {.of = CLOSE, .depth = 1, .input = "a", .low = 10},
        {.of = COUNTED, .input = "n", .high = 8},
    };
    static const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                             {.name = "small", .has_weight = true, .weight = 0.5f},
                                             {.name = "large"},
                                             {.name = "close", .rank = "1 if a < 3 else 0"},
                                             {.name = "counted"}};
    open_tables(
        (wits_desc){STATES(states), .considerations = considerations, .consideration_count = COUNT(considerations)});
    f.a = 8;
    f.n = 2;
    wits_start(f.brain, f.agent, &f.frame);
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, LARGE);
    const wits_explained_consideration *in_small = &f.explain.considerations[option(0)->first_row];
    assert_false(in_small->would_win);  // whatever a is, large scores twice as much
    const wits_explained_consideration *in_close = &f.explain.considerations[option(2)->first_row];
    assert_true(in_close[2].would_win && !in_close[2].wins_above && !in_close[2].wins_below);
    assert_true(in_close[2].wins_at < 5 && in_close[2].wins_at > 4.99f);  // from 2 to 3 it has the higher rank, too
    const wits_explained_consideration *in_counted = &f.explain.considerations[option(3)->first_row];
    assert_true(in_counted->would_win && in_counted->wins_at == 7);  // 0.875, a whole number
    assert_true(in_counted->wins_above && !in_counted->wins_below);
    // Without memory for the columns, nothing is claimed about fields.
    wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
    f.explain.counterfactuals = true;
    f.explain.column_capacity = 0;
    wits_decide(f.brain, f.agent, &f.frame);
    assert_false(f.explain.considerations[option(3)->first_row].would_win);
    assert_false(f.explain.considerations[option(3)->first_row].looked_at);
}

// A score that is an expression: the fields in it, each within its range.
static void fields_in_expressions(void **state) {
    enum { EAT = 1, SLEEP, FLEE, COUNT_IT, SOCIAL, TALK };
    static const wits_consideration_desc inputs[] = {{.of = TALK, .input = "c", .low = 4, .high = 2}};
    static const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY},
        {.name = "eat", .score = "a * 2 + a"},
        {.name = "sleep", .score = "0.75"},
        {.name = "flee", .score = "b / 40 - c"},
        {.name = "count_it", .score = "1 if n == 7 else 0"},
        {.name = "social", .kind = WITS_KIND_UTILITY, .score_best = true, .has_weight = true, .weight = 0.1f},
        {.name = "talk", .parent = SOCIAL},
        {.name = "sing", .parent = SOCIAL, .score = "a / 2"}};
    static const wits_promise ranges[FIELDS] = {[1] = {.has_range = true, .low = 0, .high = 40}};
    static const wits_promises promises = {.fields = ranges};
    open_tables((wits_desc){STATES(states), .considerations = inputs, .consideration_count = COUNT(inputs)});
    f.a = 0.1f;
    f.b = 10;
    f.c = 5;
    wits_start(f.brain, f.agent, &f.frame);
    for (uint32_t promised = 0; promised < 2; promised++) {
        wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
        f.explain.counterfactuals = true;
        f.explain.promises = promised != 0 ? &promises : NULL;
        f.frame.explain = &f.explain;
        wits_decide(f.brain, f.agent, &f.frame);
        assert_int_equal(f.explain.dropped, 0);
        assert_int_equal(f.explain.choices[0].chosen, SLEEP);
        assert_int_equal(option(0)->field_count, 1);  // although it is there twice
        const wits_explained_field *a = &f.explain.fields[option(0)->first_field];
        assert_int_equal(a->field, 0);
        assert_true(a->would_win && a->wins_above && !a->wins_below && a->now == 0.1f);
        assert_true(a->wins_at > 0.25f && a->wins_at < 0.2501f);
        assert_int_equal(option(1)->field_count, 0);  // it was chosen
        assert_int_equal(option(2)->field_count, 2);
        const wits_explained_field *b = &f.explain.fields[option(2)->first_field];
        assert_true(b[0].field == 1 && !b[0].would_win && isnan(b[0].wins_at));
        assert_true(b[1].field == 2 && !b[1].would_win);  // the range of the consideration is 4 to 2
        const wits_explained_field *n = &f.explain.fields[option(3)->first_field];
        assert_true(n->field == 3 && n->would_win && n->wins_at == 7 && !n->wins_above && !n->wins_below);
    }
    f.c = -0.25f;  // now outside of the consideration's range
    f.b = 19;
    decide_told(true);
    assert_int_equal(option(2)->verdict, WITS_VERDICT_LOST);
    const wits_explained_field *b = &f.explain.fields[option(2)->first_field];
    assert_true(b[0].would_win && b[0].wins_at > 20 && b[0].wins_at < 20.001f);  // up to twice its value
    f.a = INFINITY;
    decide_told(true);
    assert_int_equal(f.explain.choices[0].chosen, EAT);
    decide_told(false);
    assert_int_equal(f.explain.field_count, 0);
    // without memory for the columns or the fields, nothing is claimed
    f.a = 0.1f;
    for (uint32_t lacks = 0; lacks < 2; lacks++) {
        wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
        f.explain.counterfactuals = true;
        f.explain.column_capacity = lacks == 0 ? 0 : f.explain.column_capacity;
        f.explain.fields = lacks == 1 ? NULL : f.explain.fields;
        f.explain.field_capacity = lacks == 1 ? 0 : f.explain.field_capacity;
        wits_decide(f.brain, f.agent, &f.frame);
        assert_int_equal(option(0)->field_count, 0);
        assert_int_equal(f.explain.dropped, 0);
    }
}

// -------------------------------------------------------------------------------------------------------------- memory

static void without_room_everything_is_dropped(void **state) {
    open_choice((wits_state_desc){0}, 0);
    wits_start(f.brain, f.agent, &f.frame);
    wits_explain_begin(&f.explain, f.brain, f.memory, wits_explain_size(f.brain) - 1);
    f.frame.explain = &f.explain;
    wits_decide(f.brain, f.agent, &f.frame);
    assert_true(f.explain.dropped != 0);
    assert_int_equal(f.explain.choice_count, 0);
    wits_explain_begin(&f.explain, f.brain, NULL, 0);
    wits_decide(f.brain, f.agent, &f.frame);
    assert_true(f.explain.dropped != 0);
}

// The rule of `initial` that selected the child, and the number of transitions and choices before it.
static void rules_of_initial_that_were_taken(void **state) {
    enum { IDLE = 1, FIGHT, FLEE, THINK, AIM, REST, LIE, SIT, STRIKE };
    const wits_state_desc states[] = {[ROOT] = {.name = "root"},
                                      [IDLE] = {.name = "idle"},
                                      [FIGHT] = {.name = "fight"},
                                      [FLEE] = {.name = "flee", .parent = FIGHT},
                                      [THINK] = {.name = "think", .parent = FIGHT, .kind = WITS_KIND_UTILITY},
                                      [AIM] = {.name = "aim", .parent = THINK, .score = "0.5"},
                                      [REST] = {.name = "rest", .parent = THINK, .score = "1"},
                                      [LIE] = {.name = "lie", .parent = REST},
                                      [SIT] = {.name = "sit", .parent = REST},
                                      [STRIKE] = {.name = "strike", .parent = FIGHT}};
    const wits_transition_desc transitions[] = {{.from = IDLE, .to = FIGHT}};
    const wits_initial_desc rules[] = {{.of = FIGHT, .when = "a > 1", .to = FLEE},
                                       {.of = FIGHT, .when = "b > 1", .to = THINK},
                                       {.of = FIGHT, .to = STRIKE},
                                       {.of = REST, .when = "c > 1", .to = LIE},
                                       {.of = REST, .to = SIT}};
    open_tables(
        (wits_desc){STATES(states), TRANSITIONS(transitions), .initials = rules, .initial_count = COUNT(rules)});
    for (uint32_t taken = 0; taken < 3; taken++) {
        f.a = taken == 0 ? 2 : 0;
        f.b = taken == 1 ? 2 : 0;
        wits_start(f.brain, f.agent, &(wits_frame){.columns = f.columns});
        decide_told(false);
        const wits_explained_beginning *told = f.explain.beginnings;
        assert_int_equal(f.explain.beginning_count, taken == 1 ? 2 : 1);
        assert_int_equal(told->row, taken);
        assert_int_equal(told->composite, FIGHT);
        assert_int_equal(told->child, rules[taken].to);
        assert_int_equal(told->transitions_before, 1);
        assert_int_equal(told->choices_before, 0);
        if (taken == 1) {
            assert_int_equal(told[1].row, 4);
            assert_int_equal(told[1].composite, REST);
            assert_int_equal(told[1].child, SIT);
            assert_int_equal(told[1].choices_before, 1);
        }
        wits_stop(f.brain, f.agent, &f.frame);
    }
    // Without an array for them none are recorded; with a short one some are dropped.
    for (uint32_t is_short = 0; is_short < 2; is_short++) {
        f.b = 2;
        wits_start(f.brain, f.agent, &(wits_frame){.columns = f.columns});
        wits_explain_begin(&f.explain, f.brain, f.memory, sizeof f.memory);
        f.explain.beginnings = is_short ? f.explain.beginnings : NULL;
        f.explain.beginning_capacity = is_short;
        wits_decide(f.brain, f.agent, &f.frame);
        assert_int_equal(f.explain.beginning_count, is_short);
        assert_int_equal(f.explain.dropped, is_short);
        wits_stop(f.brain, f.agent, &f.frame);
    }
}

static void names(void **state) {
    assert_string_equal(wits_verdict_name(WITS_VERDICT_NOT_NEEDED), "not_needed");
    assert_string_equal(wits_verdict_name(WITS_VERDICT_FLOOR), "floor");
    assert_string_equal(wits_tried_name(WITS_TRIED_ACTIVE), "active");
    assert_string_equal(wits_choice_name(WITS_CHOICE_NOT_DUE), "not_due");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transitions_that_were_tried),
        cmocka_unit_test(a_choice_in_numbers),
        cmocka_unit_test(why_not),
        cmocka_unit_test(what_would_have_won),
        cmocka_unit_test(nothing_would_have_won),
        cmocka_unit_test(what_is_not_looked_at),
        cmocka_unit_test(inputs_without_a_range_and_inside),
        cmocka_unit_test(a_field_is_another_wherever_it_is_read),
        cmocka_unit_test(fields_in_expressions),
        cmocka_unit_test(without_room_everything_is_dropped),
        cmocka_unit_test(rules_of_initial_that_were_taken),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
