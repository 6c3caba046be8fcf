// SPDX-License-Identifier: MIT
// Generated brains, as tables with expressions for wits and as tables of pointers for the callbacks.
#include "crowd_growth.h"

#include <stdio.h>
#include <stdlib.h>

// ----------------------------------------------------------------------------------------------------- the conditions

// Each is a separate function: for each input four that fire seldom, four that fire often, and four that never do.
#define BYTE_AT(agent, n) ((const growth_bytes *)(agent))->inputs[n]
#define FLOAT_AT(agent, n) ((const growth_floats *)(agent))->inputs[n]
#define CONDITION(name, comparison)                                                                                    \
    static bool name(const void *agent) {                                                                              \
        return comparison;                                                                                             \
    }
#define FOUR(kind, n, at, than, a, b, c, d)                                                                            \
    CONDITION(kind##_##n##_0, at(agent, n) than a)                                                                     \
    CONDITION(kind##_##n##_1, at(agent, n) than b)                                                                     \
    CONDITION(kind##_##n##_2, at(agent, n) than c)                                                                     \
    CONDITION(kind##_##n##_3, at(agent, n) than d)
#define CONDITIONS(n)                                                                                                  \
    FOUR(byte_seldom, n, BYTE_AT, <, 1, 2, 1, 2)                                                                       \
    FOUR(byte_often, n, BYTE_AT, <, 22, 25, 27, 30)                                                                    \
    FOUR(byte_never, n, BYTE_AT, >, 200, 210, 220, 230)                                                                \
    FOUR(float_seldom, n, FLOAT_AT, <, 0.004f, 0.0046f, 0.0054f, 0.006f)                                               \
    FOUR(float_often, n, FLOAT_AT, <, 0.09f, 0.095f, 0.105f, 0.11f)
#define FOR_EACH_INPUT(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
FOR_EACH_INPUT(CONDITIONS)

enum { KINDS = 4 };  // kinds of each input
#define ROWS(kind, n) {kind##_##n##_0, kind##_##n##_1, kind##_##n##_2, kind##_##n##_3},
#define BYTE_SELDOM(n) ROWS(byte_seldom, n)
#define BYTE_OFTEN(n) ROWS(byte_often, n)
#define BYTE_NEVER(n) ROWS(byte_never, n)
#define FLOAT_SELDOM(n) ROWS(float_seldom, n)
#define FLOAT_OFTEN(n) ROWS(float_often, n)
static growth_condition *const conditions[][GROWTH_INPUTS][KINDS] = {
    {FOR_EACH_INPUT(BYTE_SELDOM)}, {FOR_EACH_INPUT(BYTE_OFTEN)}, {FOR_EACH_INPUT(FLOAT_SELDOM)},
    {FOR_EACH_INPUT(FLOAT_OFTEN)}, {FOR_EACH_INPUT(BYTE_NEVER)},
};
// The same as texts.
static const char *const comparisons[][KINDS] = {
    {"< 1", "< 2", "< 1", "< 2"},
    {"< 22", "< 25", "< 27", "< 30"},
    {"< 0.004", "< 0.0046", "< 0.0054", "< 0.006"},
    {"< 0.09", "< 0.095", "< 0.105", "< 0.11"},
    {"> 200", "> 210", "> 220", "> 230"},
};

static uint32_t row_of(const growth_case *of) {
    return of->type == GROWTH_QUIET ? 4 : of->type * 2 + (of->firing > 0.05);
}

// --------------------------------------------------------------------------------------------------------- the tables

typedef struct tables {
    const growth_case *of;
    growth_brain *brain;
    wits_state_desc states[GROWTH_MAX_STATES];
    uint32_t state_count;
    wits_transition_desc transitions[GROWTH_MAX_LEAVES * GROWTH_MAX_CONDITIONS];
    uint32_t transition_count;
    wits_field_desc fields[GROWTH_INPUTS];
    char state_names[GROWTH_MAX_STATES][8];
    char field_names[GROWTH_INPUTS][8];
    char texts[GROWTH_INPUTS][KINDS][16];
} tables;

/// The condition of a rule, without a pattern that branch prediction could learn.
static uint32_t condition_of(uint32_t rule) {
    return (crowd_scatter(rule) >> 8) % (GROWTH_INPUTS * KINDS);
}

static growth_condition *function_of(const growth_case *of, uint32_t rule) {
    uint32_t number = condition_of(rule);
    return conditions[row_of(of)][number / KINDS][number % KINDS];
}

static wits_state_id add_state(tables *of, char letter, uint32_t number, wits_state_id parent) {
    uint32_t row = of->state_count++;
    snprintf(of->state_names[row], sizeof of->state_names[row], "%c%u", letter, (unsigned)(number & 255));
    of->states[row] = (wits_state_desc){.name = of->state_names[row], .parent = parent};
    return (wits_state_id)row;
}

static void add_transition(tables *of, wits_state_id from, wits_state_id to, uint32_t rule) {
    uint32_t number = condition_of(rule);
    of->transitions[of->transition_count++] =
        (wits_transition_desc){.from = from, .to = to, .when = of->texts[number / KINDS][number % KINDS]};
}

/// The leaf that the k-th transition of a leaf leads to: all are used.
static uint32_t target_of(const growth_case *of, uint32_t leaf, uint32_t k) {
    return (leaf + 1 + k % (of->states - 1)) % of->states;
}

/// The states around the leaves, each with transitions to a sibling. They come first in every leaf's rules.
static wits_state_id add_levels(tables *of, wits_state_id *around) {
    wits_state_id parent = WITS_ROOT;
    for (uint32_t level = 1; level < of->of->depth; ++level) {
        parent = add_state(of, 'c', level, parent);
        around[level - 1] = parent;
    }
    return parent;
}

static void add_outer_rules(tables *of, const wits_state_id *around) {
    growth_brain *brain = of->brain;
    // Rows are in tree order: the siblings of the innermost level come first.
    wits_state_id beside[WITS_MAX_DEPTH];
    for (uint32_t level = of->of->depth - 1; level > 0; --level) {
        beside[level - 1] = add_state(of, 'b', level, of->states[around[level - 1]].parent);
    }
    for (uint32_t n = 0; n < (of->of->depth - 1) * of->of->transitions; ++n) {
        uint32_t level = n / of->of->transitions;
        add_transition(of, around[level], beside[level], n);
        for (uint32_t leaf = 0; leaf < brain->leaf_count; ++leaf) {
            brain->rules[leaf][n] = (growth_rule){function_of(of->of, n), 0};  // these never fire
        }
    }
    brain->rule_count = (of->of->depth - 1) * of->of->transitions;
}

static void add_leaf_rules(tables *of) {
    growth_brain *brain = of->brain;
    for (uint32_t leaf = 0; leaf < brain->leaf_count; ++leaf) {
        for (uint32_t k = 0; k < of->of->transitions; ++k) {
            uint32_t rule = (leaf + 1) * GROWTH_MAX_CONDITIONS + k;
            uint32_t to = target_of(of->of, leaf, k);
            add_transition(of, brain->leaves[leaf], brain->leaves[to], rule);
            brain->rules[leaf][brain->rule_count + k] = (growth_rule){function_of(of->of, rule), (uint8_t)to};
        }
    }
    brain->rule_count += of->of->transitions;
}

static void compile(tables *of) {
    const wits_desc desc = {
        .states = of->states,
        .state_count = of->state_count,
        .transitions = of->transitions,
        .transition_count = of->transition_count,
        .fields = of->fields,
        .field_count = GROWTH_INPUTS,
    };
    wits_problem problem = {0};
    wits_report report = {.problems = &problem, .capacity = 1};
    of->brain->compiled = wits_brain_compile(&desc, of->brain->memory, sizeof of->brain->memory, &report);
    if (!of->brain->compiled) {
        char text[640];
        wits_problem_text(&problem, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
}

growth_brain *growth_build(const growth_case *of) {
    tables *t = calloc(1, sizeof *t);
    growth_brain *brain = calloc(1, sizeof *brain);
    if (!t || !brain) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    t->of = of;
    t->brain = brain;
    brain->type = of->type;
    brain->leaf_count = of->states;
    for (uint32_t n = 0; n < GROWTH_INPUTS; ++n) {
        snprintf(t->field_names[n], sizeof t->field_names[n], "i%u", (unsigned)(n & 15));
        for (uint32_t k = 0; k < KINDS; ++k) {
            snprintf(t->texts[n][k], sizeof t->texts[n][k], "i%u %s", (unsigned)(n & 15), comparisons[row_of(of)][k]);
        }
        t->fields[n] =
            (wits_field_desc){t->field_names[n], of->type == GROWTH_FLOAT ? WITS_TYPE_FLOAT : WITS_TYPE_UINT8};
    }
    add_state(t, 'r', 0, WITS_ROOT);
    wits_state_id around[WITS_MAX_DEPTH];
    wits_state_id parent = add_levels(t, around);
    for (uint32_t leaf = 0; leaf < of->states; ++leaf) {
        brain->leaves[leaf] = add_state(t, 'l', leaf, parent);
    }
    add_outer_rules(t, around);
    add_leaf_rules(t);
    compile(t);
    free(t);
    return brain;
}

// ------------------------------------------------------------------------------------------------------ the callbacks

void growth_run_callbacks(growth_world *world) {
    const growth_brain *brain = world->brain;
    uint8_t *self = world->structs;
    for (uint32_t i = 0; i < world->agents; ++i, self += world->stride) {
        uint8_t *state = self + world->stride - GROWTH_STATE_FROM_END;
        const growth_rule *rules = brain->rules[*state];
        for (uint32_t n = 0; n < brain->rule_count; ++n) {
            if (rules[n].when(self)) {
                *state = rules[n].to;
                break;
            }
        }
    }
}

uint32_t growth_first_leaf(const growth_brain *brain, uint32_t agent) {
    return (crowd_scatter(agent) >> 8) % brain->leaf_count;
}
