// SPDX-License-Identifier: MIT
// Explanations in arrays of any size; counterfactuals of agents in any row, and of fields of any type.
#include "support.h"

#include "wits/explain.h"

#include <math.h>

enum { FIELDS = 3, MOST = 32, MEMORY = 1 << 16 };

/// The fields of an agent.
typedef struct knowledge {
    float a, b;
    union {
        int8_t int8;
        uint8_t uint8;
        int16_t int16;
        uint16_t uint16;
    } n;
} knowledge;

typedef struct fixture {
    const wits_brain *brain;
    _Alignas(8) uint64_t brain_memory[MEMORY / 8];
    wits_column columns[FIELDS];
    uint8_t agent[64];
    wits_frame frame;
} fixture;

static fixture f;

static void open_tables(wits_desc desc, wits_type type, knowledge *known, size_t stride) {
    wits_field_desc fields[FIELDS] = {{"a", WITS_TYPE_FLOAT, NULL, 0, 0}, {"b", WITS_TYPE_FLOAT, NULL, 0, 0}};
    fields[2] = (wits_field_desc){"n", type, NULL, 0, 0};
    desc.fields = fields;
    desc.field_count = FIELDS;
    memset(&f, 0, sizeof f);
    f.brain = wits_brain_compile(&desc, f.brain_memory, sizeof f.brain_memory, NULL);
    assert_non_null(f.brain);
    f.columns[0] = (wits_column){&known->a, stride, WITS_TYPE_FLOAT};
    f.columns[1] = (wits_column){&known->b, stride, WITS_TYPE_FLOAT};
    f.columns[2] = (wits_column){&known->n, stride, type};
    f.frame = (wits_frame){.columns = f.columns, .functions = desc.functions};
    assert_in_range(wits_agent_size(f.brain), 1, sizeof f.agent);
}

// -------------------------------------------------------------------------------------------------------------- arrays

typedef enum array { TRANSITIONS_TRIED, PARTS, CHOICES, OPTIONS_SCORED, CONSIDERED, ARRAYS } array;

/// An explanation with its memory. One array has a reduced capacity; nothing may be written beyond it.
typedef struct told {
    wits_explain explain;
    wits_explained_transition transitions[MOST];
    bool parts[MOST];
    wits_explained_choice choices[MOST];
    wits_explained_option options[MOST];
    wits_explained_consideration considerations[MOST];
    wits_column columns[FIELDS];
} told;

static uint32_t count_of(const wits_explain *e, array which) {
    const uint32_t counts[ARRAYS] = {e->transition_count, e->part_count, e->choice_count, e->option_count,
                                     e->consideration_count};
    return counts[which];
}

static const unsigned char *bytes_of(const told *t, array which, size_t *item) {
    const void *const starts[ARRAYS] = {t->transitions, t->parts, t->choices, t->options, t->considerations};
    const size_t items[ARRAYS] = {sizeof *t->transitions, sizeof *t->parts, sizeof *t->choices, sizeof *t->options,
                                  sizeof *t->considerations};
    *item = items[which];
    return starts[which];
}

static bool always(const void *context, const wits_call *call) {
    return true;
}

static bool never(const void *context, const wits_call *call) {
    return false;
}

/// One decision with two transitions that are tried and a choice of three options.
static void open_decision(knowledge *known) {
    enum { ROOT, WORK, DIG, CUT, IDLE, REST };
    static const wits_function functions[] = {{.name = "yes", .condition = always}, {.name = "no", .condition = never}};
    static const wits_state_desc states[] = {[ROOT] = {.name = "root"},
                                             [WORK] = {.name = "work", .kind = WITS_KIND_UTILITY},
                                             [DIG] = {.name = "dig", .parent = WORK},
                                             [CUT] = {.name = "cut", .parent = WORK},
                                             [IDLE] = {.name = "idle", .parent = WORK, .score = "0.25"},
                                             [REST] = {.name = "rest"}};
    static const wits_transition_desc transitions[] = {{.from = WORK, .to = REST, .when = "a > 5 and b > 5"},
                                                       {.from = WORK, .to = REST, .when = "no"}};
    static const wits_consideration_desc considerations[] = {{.of = DIG, .input = "a", .high = 10},
                                                             {.of = CUT, .group = WITS_GROUP_PRODUCT},
                                                             {.of = CUT, .depth = 1, .gate = "n == 0"},
                                                             {.of = CUT, .depth = 1, .input = "b", .high = 10}};
    *known = (knowledge){.a = 5, .b = 4};
    open_tables((wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions),
                            .considerations = considerations, .consideration_count = COUNT(considerations)},
                WITS_TYPE_UINT8, known, 0);
    wits_start(f.brain, f.agent, &f.frame);
}

/// Decides with this capacity in one of the arrays, and enough in the others.
static void decide_with(told *t, array which, uint32_t capacity) {
    uint8_t agent[sizeof f.agent];
    uint32_t capacities[ARRAYS] = {MOST, MOST, MOST, MOST, MOST};
    memcpy(agent, f.agent, sizeof agent);
    memset(t, 0xA5, sizeof *t);
    capacities[which] = capacity;
    t->explain = (wits_explain){.counterfactuals = true,
                                .transitions = t->transitions,
                                .transition_capacity = capacities[TRANSITIONS_TRIED],
                                .parts = t->parts,
                                .part_capacity = capacities[PARTS],
                                .choices = t->choices,
                                .choice_capacity = capacities[CHOICES],
                                .options = t->options,
                                .option_capacity = capacities[OPTIONS_SCORED],
                                .considerations = t->considerations,
                                .consideration_capacity = capacities[CONSIDERED],
                                .columns = t->columns,
                                .column_capacity = FIELDS};
    f.frame.explain = &t->explain;
    wits_decide(f.brain, agent, &f.frame);
}

// Records that do not fit are left out and counted; the others are as with full capacity; nothing is written beyond it.
static void each_array_may_be_short(void **state) {
    static knowledge known;
    static told full, some;
    open_decision(&known);
    decide_with(&full, PARTS, MOST);
    const uint32_t expected[ARRAYS] = {2, 3, 1, 3, 4};
    for (array which = 0; which < ARRAYS; which++) {
        assert_int_equal(count_of(&full.explain, which), expected[which]);
    }
    assert_int_equal(full.explain.dropped, 0);
    for (array which = 0; which < ARRAYS; which++) {
        for (uint32_t capacity = 0; capacity <= expected[which] + 1; capacity++) {
            decide_with(&some, which, capacity);
            bool missing = false;
            for (array each = 0; each < ARRAYS; each++) {
                assert_in_range(count_of(&some.explain, each), 0, each == which ? capacity : expected[each]);
                missing |= count_of(&some.explain, each) != expected[each];
            }
            assert_int_equal(some.explain.dropped != 0, missing);
            assert_int_equal(missing, capacity < expected[which]);
            for (uint32_t i = 0; i < some.explain.transition_count; i++) {
                assert_int_equal(some.transitions[i].row, full.transitions[i].row);
                assert_int_equal(some.transitions[i].tried, full.transitions[i].tried);
            }
            size_t item;
            const unsigned char *bytes = bytes_of(&some, which, &item);
            for (size_t i = capacity * item; i < MOST * item; i++) {
                assert_int_equal(bytes[i], 0xA5);
            }
        }
    }
}

// Each utility around an innermost one enters it again in the same pass. Then it chooses itself, and a transition
// inside it enters it a last time. Memory of wits_explain_size has room for all of them.
static void nested_utilities_choose_often(void **state) {
    enum { ROOT, IDLE, OUTER, MIDDLE, INNER, WORK, DIG, REST };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [IDLE] = {.name = "idle", .score = "0.5"},
        [OUTER] = {.name = "outer", .kind = WITS_KIND_UTILITY},
        [MIDDLE] = {.name = "middle", .parent = OUTER, .kind = WITS_KIND_UTILITY, .done = "true"},
        [INNER] = {.name = "inner", .parent = MIDDLE, .kind = WITS_KIND_UTILITY, .done = "true"},
        [WORK] = {.name = "work", .parent = INNER},
        [DIG] = {.name = "dig", .parent = WORK},
        [REST] = {.name = "rest", .parent = INNER}};
    static const wits_transition_desc transitions[] = {{.from = DIG, .to = INNER, .when = "true"}};
    static const wits_consideration_desc considerations[] = {{.of = OUTER, .input = "a"},
                                                             {.of = MIDDLE, .input = "a"},
                                                             {.of = INNER, .input = "a"},
                                                             {.of = WORK, .input = "a"},
                                                             {.of = REST, .input = "b"}};
    static const uint16_t composites[] = {ROOT,  OUTER,  MIDDLE, INNER, OUTER, MIDDLE,
                                          INNER, MIDDLE, INNER,  INNER, INNER};
    static _Alignas(8) unsigned char memory[MEMORY];
    knowledge known = {.a = 0};
    wits_explain explain;
    open_tables((wits_desc){STATES(states), TRANSITIONS(transitions), .considerations = considerations,
                            .consideration_count = COUNT(considerations)},
                WITS_TYPE_UINT8, &known, 0);
    wits_start(f.brain, f.agent, &f.frame);
    assert_true(wits_is_in(f.brain, f.agent, IDLE));
    known.a = 1;
    assert_in_range(wits_explain_size(f.brain), 1, sizeof memory);
    wits_explain_begin(&explain, f.brain, memory, wits_explain_size(f.brain));
    f.frame.explain = &explain;
    wits_decide(f.brain, f.agent, &f.frame);
    assert_int_equal(explain.dropped, 0);
    assert_int_equal(explain.choice_count, COUNT(composites));
    for (uint32_t i = 0; i < explain.choice_count; i++) {
        assert_int_equal(explain.choices[i].composite, composites[i]);
    }
}

// ----------------------------------------------------------------------------------------------------- counterfactuals

static const wits_explained_consideration *asked(told *t, uint32_t option) {
    return &t->considerations[t->options[option].first_row];
}

// The agent's own row counts, whatever other rows contain.
static void an_agent_in_any_row(void **state) {
    enum { ROWS = 5 };
    static knowledge one, many[ROWS];
    static told alone, among;
    open_decision(&one);
    decide_with(&alone, PARTS, MOST);
    assert_true(asked(&alone, 1)[2].would_win);
    assert_true(fabsf(asked(&alone, 1)[2].wins_at - 5) < 1e-4f);
    for (uint32_t row = 0; row < ROWS; row++) {
        for (uint32_t i = 0; i < ROWS; i++) {
            many[i] = (knowledge){.a = -1e30f, .b = 1e30f, .n.uint8 = 7};
        }
        many[row] = one;
        f.columns[0] = (wits_column){&many[0].a, sizeof *many, WITS_TYPE_FLOAT};
        f.columns[1] = (wits_column){&many[0].b, sizeof *many, WITS_TYPE_FLOAT};
        f.columns[2] = (wits_column){&many[0].n, sizeof *many, WITS_TYPE_UINT8};
        f.frame.row = row;
        decide_with(&among, PARTS, MOST);
        assert_int_equal(among.explain.consideration_count, alone.explain.consideration_count);
        for (uint32_t i = 0; i < among.explain.consideration_count; i++) {
            const wits_explained_consideration *a = &among.considerations[i], *b = &alone.considerations[i];
            assert_int_equal(a->would_win, b->would_win);
            assert_true(a->wins_at == b->wins_at || (isnan(a->wins_at) && isnan(b->wins_at)));
            assert_true(a->raw == b->raw || (isnan(a->raw) && isnan(b->raw)));
        }
    }
}

// Inputs that an integer cannot hold count as the least or greatest that it can.
static void integers_are_tried_up_to_their_ends(void **state) {
    enum { ROOT, LEAST, MOST_OF_IT, OTHER };
    const struct {
        wits_type type;
        float least, most;
    } types[] = {{WITS_TYPE_INT8, -128, 127},
                 {WITS_TYPE_UINT8, 0, 255},
                 {WITS_TYPE_INT16, -32768, 32767},
                 {WITS_TYPE_UINT16, 0, 65535}};
    static const wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                             [LEAST] = {.name = "least"},
                                             [MOST_OF_IT] = {.name = "most"},
                                             [OTHER] = {.name = "other", .score = "0.475"}};
    for (uint32_t i = 0; i < COUNT(types); i++) {
        // Half is reached at the type's ends, and a twentieth less one before them.
        const wits_consideration_desc considerations[] = {
            {.of = LEAST, .input = "n", .low = types[i].least + 10, .high = types[i].least - 10},
            {.of = MOST_OF_IT, .input = "n", .low = types[i].most - 10, .high = types[i].most + 10}};
        static knowledge known;
        static told t;
        memset(&known, 0, sizeof known);
        open_tables(
            (wits_desc){STATES(states), .considerations = considerations, .consideration_count = COUNT(considerations)},
            types[i].type, &known, 0);
        const uint8_t middle = 100;  // for types of 8 bits; 100 or 25,600 for those of 16
        memcpy(&known.n, &middle, sizeof middle);
        wits_start(f.brain, f.agent, &f.frame);
        assert_true(wits_is_in(f.brain, f.agent, OTHER));
        decide_with(&t, PARTS, MOST);
        assert_true(asked(&t, 0)->would_win && asked(&t, 0)->wins_at == types[i].least);
        assert_true(asked(&t, 1)->would_win && asked(&t, 1)->wins_at == types[i].most);
        assert_true(asked(&t, 0)->wins_below != asked(&t, 0)->wins_above);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_array_may_be_short),
        cmocka_unit_test(nested_utilities_choose_often),
        cmocka_unit_test(an_agent_in_any_row),
        cmocka_unit_test(integers_are_tried_up_to_their_ends),
    };
    return cmocka_run_group_tests_name("explain_room", tests, NULL, NULL);
}
