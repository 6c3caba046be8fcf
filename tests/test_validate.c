// SPDX-License-Identifier: MIT
// All problems of a brain's tables: each code alone with its exact row, and many at once.
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool condition(const void *context, const wits_call *call) {
    return true;
}

static float score(const void *context, const wits_call *call) {
    return 1;
}

static void action(void *context, const wits_call *call) {
}

static wits_state_id step(void *context, const wits_call *call) {
    return WITS_STAY;
}

static const wits_function known[] = {{.name = "c", .condition = condition},
                                      {.name = "s", .score = score},
                                      {.name = "a", .action = action},
                                      {.name = "p", .step = step}};
static const char *const ab_names[] = {"a", "b"};
static const char *const no_names[] = {"a", NULL};
static const char *const known_events[] = {"bell"};

// clang-format off
#define ROWS(type, ...) (const type[]){__VA_ARGS__}
#define ROW_COUNT(type, ...) (uint32_t)(sizeof(ROWS(type, __VA_ARGS__)) / sizeof(type))
#define S(...) .states = ROWS(wits_state_desc, __VA_ARGS__), .state_count = ROW_COUNT(wits_state_desc, __VA_ARGS__)
#define T(...) \
    .transitions = ROWS(wits_transition_desc, __VA_ARGS__), \
    .transition_count = ROW_COUNT(wits_transition_desc, __VA_ARGS__)
#define P(...) .steps = ROWS(wits_step_desc, __VA_ARGS__), .step_count = ROW_COUNT(wits_step_desc, __VA_ARGS__)
#define I(...) \
    .initials = ROWS(wits_initial_desc, __VA_ARGS__), .initial_count = ROW_COUNT(wits_initial_desc, __VA_ARGS__)
#define E(...) .events = (const char *const[]){__VA_ARGS__}, .event_count = ROW_COUNT(char *, __VA_ARGS__)
#define F(...) .functions = ROWS(wits_function, __VA_ARGS__), .function_count = ROW_COUNT(wits_function, __VA_ARGS__)
#define KNOWN FUNCTIONS(known), EVENTS(known_events)
#define N(text) .name = text
#define ROOT {.name = "root"}
#define IN(row) .parent = row
#define AB ROOT, {.name = "A"}, {.name = "B"}
#define UTILITY {.name = "root", .kind = WITS_KIND_UTILITY}
#define PARALLEL {.name = "root", .kind = WITS_KIND_PARALLEL}
#define REGIONS PARALLEL, {.name = "R"}, {.name = "A", .parent = 1}, {.name = "Q"}, {.name = "X", .parent = 3}
#define NAME_64 "abcdefghijklmnopqrstuvwxyz_0123456789_abcdefghijklmnopqrstuvwxyz"
#define NAME_65 NAME_64 "7"
#define STATES_ROW(number) WITS_TABLE_STATES, number
#define TRANSITION_ROW(number) WITS_TABLE_TRANSITIONS, number
#define STEP_ROW(number) WITS_TABLE_STEPS, number
#define INITIAL_ROW(number) WITS_TABLE_INITIALS, number
#define FIELD_ROW(number) WITS_TABLE_FIELDS, number
#define D(...) .fields = ROWS(wits_field_desc, __VA_ARGS__), .field_count = ROW_COUNT(wits_field_desc, __VA_ARGS__)
#define VALUES(...) .values = (const char *const[]){__VA_ARGS__}, .value_count = ROW_COUNT(char *, __VA_ARGS__)
#define BRAIN WITS_TABLE_BRAIN, 0
#define C(...) \
    .considerations = ROWS(wits_consideration_desc, __VA_ARGS__), \
    .consideration_count = ROW_COUNT(wits_consideration_desc, __VA_ARGS__)
#define C_ROW(number) WITS_TABLE_CONSIDERATIONS, number
#define OPTION S(UTILITY, {.name = "A"}), KNOWN
#define PRODUCT {.of = 1, .group = WITS_GROUP_PRODUCT}
#define MEMBER .of = 1, .depth = 1
#define G(...) .targets = ROWS(wits_target_desc, __VA_ARGS__), .target_count = ROW_COUNT(wits_target_desc, __VA_ARGS__)
#define G_FIELDS(...) \
    .fields = ROWS(wits_target_field_desc, __VA_ARGS__), .field_count = ROW_COUNT(wits_target_field_desc, __VA_ARGS__)
#define KIND_ROW(number) WITS_TABLE_TARGETS, number
#define DISTANCE {N("distance"), .type = WITS_TYPE_FLOAT}
#define ENEMY {N("enemy"), G_FIELDS(DISTANCE, {N("seen"), .type = WITS_TYPE_BOOL})}
#define AIMED {N("A"), .score = "enemy.distance", .target = "enemy"}
#define CURVES(...) .curves = ROWS(wits_curve, __VA_ARGS__), .curve_count = ROW_COUNT(wits_curve, __VA_ARGS__)

static const struct {
    wits_problem_code code;
    wits_table table;
    uint32_t row;
    wits_desc desc;
} cases[] = {
    // Checks of the tables as a whole.
    {WITS_PROBLEM_STATES_MISSING, BRAIN, {.states = NULL}},
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {.state_count = 3}},
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .transition_count = 1}},
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .step_count = 1}},
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .event_count = 1}},
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .function_count = 1}},
    {WITS_PROBLEM_TICKS_PER_SECOND, BRAIN, {S(AB), .ticks_per_second = 1000001}},
    {WITS_PROBLEM_TICKS_PER_SECOND, BRAIN, {S(AB), .ticks_per_second = 60, .ticks_per_second_per = 1000001}},
    {WITS_PROBLEM_TICKS_PER_SECOND, BRAIN, {S(AB), .ticks_per_second_per = 1}},
    // Names.
    {WITS_PROBLEM_NAME_MISSING, STATES_ROW(0), {S({.name = NULL}, {N("A")})}},
    {WITS_PROBLEM_NAME_MISSING, STATES_ROW(2), {S(ROOT, {N("A")}, {N("")})}},
    {WITS_PROBLEM_NAME_MISSING, WITS_TABLE_EVENTS, 1, {S(AB), E("bell", NULL)}},
    {WITS_PROBLEM_NAME_MISSING, WITS_TABLE_FUNCTIONS, 0, {S(AB), F({.action = action})}},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(1), {S(ROOT, {N("1st")})}},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(1), {S(ROOT, {N("a/b")})}},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(1), {S(ROOT, {N("a b")})}},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(0), {S({N("a-b")})}},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(1), {S(ROOT, {N("na\xC3\xAFve")})}},
    {WITS_PROBLEM_NAME_INVALID, WITS_TABLE_EVENTS, 0, {S(AB), E("!")}},
    {WITS_PROBLEM_NAME_INVALID, WITS_TABLE_FUNCTIONS, 0, {S(AB), F({N("f()"), .action = action})}},
    {WITS_PROBLEM_NAME_TOO_LONG, STATES_ROW(1), {S(ROOT, {N(NAME_65)})}},
    {WITS_PROBLEM_NAME_TOO_LONG, WITS_TABLE_EVENTS, 0, {S(AB), E(NAME_65)}},
    {WITS_PROBLEM_NAME_TOO_LONG, WITS_TABLE_FUNCTIONS, 0, {S(AB), F({N(NAME_65), .action = action})}},
    {WITS_PROBLEM_NAME_DUPLICATE, STATES_ROW(3), {S(AB, {N("A")})}},
    {WITS_PROBLEM_NAME_DUPLICATE, STATES_ROW(4),
     {S(ROOT, {N("L")}, {N("A"), IN(1)}, {N("L"), IN(1)}, {N("A"), IN(1)})}},
    {WITS_PROBLEM_EVENT_DUPLICATE, WITS_TABLE_EVENTS, 2, {S(AB), E("bell", "horn", "bell")}},
    {WITS_PROBLEM_FUNCTION_DUPLICATE, WITS_TABLE_FUNCTIONS, 1,
     {S(AB), F({N("f"), .action = action}, {N("f"), .condition = condition})}},
    {WITS_PROBLEM_FUNCTION_KIND, WITS_TABLE_FUNCTIONS, 0, {S(AB), F({N("f")})}},
    {WITS_PROBLEM_FUNCTION_KIND, WITS_TABLE_FUNCTIONS, 1,
     {S(AB), F({N("f"), .action = action}, {N("g"), .action = action, .step = step})}},
    // The tree.
    {WITS_PROBLEM_PARENT_ORDER, STATES_ROW(1), {S(ROOT, {N("A"), IN(2)}, {N("B")})}},
    {WITS_PROBLEM_PARENT_ORDER, STATES_ROW(1), {S(ROOT, {N("A"), IN(1)})}},
    {WITS_PROBLEM_PARENT_ORDER, STATES_ROW(1), {S(ROOT, {N("A"), IN(WITS_NONE)})}},
    {WITS_PROBLEM_PARENT_ORDER, STATES_ROW(4), {S(ROOT, {N("L")}, {N("A"), IN(1)}, {N("B")}, {N("C"), IN(1)})}},
    {WITS_PROBLEM_TOO_DEEP, STATES_ROW(17),
     {S(ROOT, {N("s1")}, {N("s2"), IN(1)}, {N("s3"), IN(2)}, {N("s4"), IN(3)}, {N("s5"), IN(4)}, {N("s6"), IN(5)},
        {N("s7"), IN(6)}, {N("s8"), IN(7)}, {N("s9"), IN(8)}, {N("s10"), IN(9)}, {N("s11"), IN(10)}, {N("s12"), IN(11)},
        {N("s13"), IN(12)}, {N("s14"), IN(13)}, {N("s15"), IN(14)}, {N("s16"), IN(15)}, {N("s17"), IN(16)})}},
    {WITS_PROBLEM_COMPOSITE_EMPTY, STATES_ROW(1), {S(ROOT, {N("L"), .kind = WITS_KIND_FSM})}},
    {WITS_PROBLEM_COMPOSITE_EMPTY, STATES_ROW(0), {S(PARALLEL)}},
    {WITS_PROBLEM_LEAF_WITH_CHILDREN, STATES_ROW(1), {S(ROOT, {N("L"), .kind = WITS_KIND_LEAF}, {N("A"), IN(1)})}},
    // Values.
    {WITS_PROBLEM_VALUE_UNKNOWN, STATES_ROW(0), {S({N("root"), .activation = (wits_activation)9}, {N("A")})}},
    {WITS_PROBLEM_VALUE_UNKNOWN, STATES_ROW(0), {S({N("root"), .leave = (wits_leave)4}, {N("A")})}},
    {WITS_PROBLEM_VALUE_UNKNOWN, STATES_ROW(0), {S({N("root"), .kind = (wits_kind)5}, {N("A")})}},
    {WITS_PROBLEM_VALUE_UNKNOWN, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = (wits_select)77}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_NUMBER_INVALID, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .inertia = NAN}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_NUMBER_INVALID, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = INFINITY}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_NUMBER_INVALID, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .has_weight = true, .weight = -INFINITY}), KNOWN}},
    {WITS_PROBLEM_TICKS_TOO_MANY, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .hold = 0x80000000u}), KNOWN}},
    {WITS_PROBLEM_TICKS_TOO_MANY, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .every = 0xFFFFFFFFu}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_TICKS_TOO_MANY, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .after = 0x80000000u})}},
    {WITS_PROBLEM_DATA_SIZE, STATES_ROW(1), {S(ROOT, {N("A"), .data = "abc"})}},
    {WITS_PROBLEM_AGENT_TOO_LARGE, STATES_ROW(1), {S(ROOT, {N("A"), .data_size = 0xFFFFFFF0u})}},
    {WITS_PROBLEM_AGENT_TOO_LARGE, BRAIN,
     {S(PARALLEL, {N("A"), .data_size = 9u << 20}, {N("B"), .data_size = 9u << 20})}},
    // Attributes in invalid positions (section 2 and the end of section 10).
    {WITS_PROBLEM_INITIAL_NOT_CHILD, STATES_ROW(1), {S(ROOT, {N("L"), .initial = 3}, {N("A"), IN(1)}, {N("B")})}},
    {WITS_PROBLEM_INITIAL_NOT_CHILD, STATES_ROW(0), {S({N("root"), .initial = 2}, {N("L")}, {N("A"), IN(1)})}},
    {WITS_PROBLEM_INITIAL_NOT_CHILD, STATES_ROW(0), {S({N("root"), .initial = 9}, {N("A")})}},
    {WITS_PROBLEM_INITIAL_ON_LEAF, STATES_ROW(1), {S(ROOT, {N("A"), .initial = 1})}},
    {WITS_PROBLEM_ACTIVATION_ON_LEAF, STATES_ROW(1), {S(ROOT, {N("A"), .activation = WITS_ACTIVATION_NOW})}},
    {WITS_PROBLEM_LEAVE_ON_LEAF, STATES_ROW(1), {S(ROOT, {N("A"), .leave = WITS_LEAVE_RESET})}},
    {WITS_PROBLEM_INITIAL_ON_PARALLEL, STATES_ROW(0), {S({N("root"), .kind = WITS_KIND_PARALLEL, .initial = 1}, {N("A")})}},
    {WITS_PROBLEM_ON_DECIDE_ON_PARALLEL, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_PARALLEL, .activation = WITS_ACTIVATION_ON_DECIDE}, {N("A")})}},
    {WITS_PROBLEM_RESUME_ON_PARALLEL, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_RESUME}, {N("A")})}},
    {WITS_PROBLEM_DECIDE_ON_COMPOSITE, STATES_ROW(0), {S({N("root"), .decide = "a"}, {N("A")}), KNOWN}},
    {WITS_PROBLEM_STEPS_ON_COMPOSITE, STATES_ROW(0), {S({N("root"), .step = "p"}, {N("A")}), KNOWN}},
    {WITS_PROBLEM_STEPS_ON_COMPOSITE, STEP_ROW(1), {S(AB), P({.of = 1, .to = 2}, {.of = 0, .to = 1})}},
    {WITS_PROBLEM_DATA_ON_COMPOSITE, STATES_ROW(0), {S({N("root"), .data_size = 4}, {N("A")})}},
    {WITS_PROBLEM_SCORE_ON_ROOT, STATES_ROW(0), {S({N("root"), .score = "s"}, {N("A")}), KNOWN}},
    {WITS_PROBLEM_WEIGHT_ON_ROOT, STATES_ROW(0), {S({N("root"), .has_weight = true, .weight = 2}, {N("A")})}},
    {WITS_PROBLEM_WEIGHT_ON_ROOT, STATES_ROW(0), {S({N("root"), .has_weight = true, .weight = 0}, {N("A")})}},
    {WITS_PROBLEM_HOLD_ON_ROOT, STATES_ROW(0), {S({N("root"), .hold = 2}, {N("A")})}},
    {WITS_PROBLEM_SCORE_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SCORE_OFF_UTILITY, STATES_ROW(1), {S(PARALLEL, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_WEIGHT_OFF_UTILITY, STATES_ROW(1), {S(PARALLEL, {N("A"), .has_weight = true, .weight = 1})}},
    {WITS_PROBLEM_HOLD_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .hold = 1})}},
    {WITS_PROBLEM_SCORE_MISSING, STATES_ROW(2), {S(UTILITY, {N("A"), .score = "s"}, {N("B")}), KNOWN}},
    {WITS_PROBLEM_SCORE_TWICE, STATES_ROW(1),
     {S(UTILITY, {N("U"), .kind = WITS_KIND_UTILITY, .score = "s", .score_best = true}, {N("A"), IN(1), .score = "s"}),
      KNOWN}},
    {WITS_PROBLEM_BEST_OFF_UTILITY, STATES_ROW(1), {S(UTILITY, {N("L"), .score_best = true}, {N("A"), IN(1)})}},
    {WITS_PROBLEM_INERTIA_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .inertia = 1}, {N("A")})}},
    {WITS_PROBLEM_FLOOR_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .has_floor = true, .floor = 0})}},
    {WITS_PROBLEM_EVERY_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .kind = WITS_KIND_PARALLEL, .every = 2}, {N("A")})}},
    {WITS_PROBLEM_SELECT_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .select = WITS_SELECT_WEIGHTED}, {N("A")})}},
    {WITS_PROBLEM_SELECT_TOP, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_TOP}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SELECT_TOP, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .top = 2}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SELECT_WITHIN, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WITHIN, .within = 1.5f}, {N("A"), .score = "s"}),
      KNOWN}},
    {WITS_PROBLEM_SELECT_WITHIN, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WITHIN, .within = NAN}, {N("A"), .score = "s"}),
      KNOWN}},
    {WITS_PROBLEM_SELECT_WITHIN, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .within = 0.5f}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SELECT_SOFTMAX, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_SOFTMAX}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SELECT_SOFTMAX, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_SOFTMAX, .temperature = -1}, {N("A"), .score = "s"}),
      KNOWN}},
    {WITS_PROBLEM_SELECT_SOFTMAX, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_SOFTMAX, .temperature = NAN}, {N("A"), .score = "s"}),
      KNOWN}},
    {WITS_PROBLEM_SELECT_SOFTMAX, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .temperature = 1}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_SELECT_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .temperature = 1}, {N("A")})}},
    {WITS_PROBLEM_DEFAULT_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .default_option = 1}, {N("A")})}},
    {WITS_PROBLEM_DEFAULT_NOT_CHILD, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .default_option = 7}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_RANK_ON_ROOT, STATES_ROW(0), {S({N("root"), .rank = "1"}, {N("A")})}},
    {WITS_PROBLEM_RANK_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .rank = "1"})}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .rank = "true"}), KNOWN}},
    {WITS_PROBLEM_COOLDOWN_ON_ROOT, STATES_ROW(0), {S({N("root"), .cooldown = 1}, {N("A")})}},
    {WITS_PROBLEM_COOLDOWN_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .cooldown = 1})}},
    {WITS_PROBLEM_FINAL_ON_ROOT, STATES_ROW(0), {S({N("root"), .final = true}, {N("A")})}},
    {WITS_PROBLEM_FINAL_OFF_COMPOSITE,
     STATES_ROW(1),
     {S({N("root"), .kind = WITS_KIND_PARALLEL}, {N("A"), .final = true})}},
    {WITS_PROBLEM_COMMIT_ON_ROOT, STATES_ROW(0), {S({N("root"), .commit = WITS_COMMIT_NO}, {N("A")})}},
    {WITS_PROBLEM_COMMIT_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .lasts = 1, .commit = WITS_COMMIT_NO})}},
    {WITS_PROBLEM_COMMIT_NEVER_DONE,
     STATES_ROW(1),
     {S({N("root"), .kind = WITS_KIND_UTILITY}, {N("A"), .score = "1", .commit = WITS_COMMIT_YES})}},
    {WITS_PROBLEM_TICKS_TOO_MANY, STATES_ROW(1), {S(ROOT, {N("A"), .lasts = 0x80000000u})}},
    {WITS_PROBLEM_TICKS_TOO_MANY, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "s", .cooldown = 0x80000000u}), KNOWN}},
    // Considerations.
    {WITS_PROBLEM_CONSIDERATION_OF, C_ROW(1), {OPTION, C(PRODUCT, {.of = 9, .input = "s"})}},
    {WITS_PROBLEM_CONSIDERATION_OFF_UTILITY, C_ROW(0), {S(AB), KNOWN, C(PRODUCT)}},
    {WITS_PROBLEM_CONSIDERATION_OFF_UTILITY, C_ROW(0), {OPTION, C({.of = 0, .input = "s"}, PRODUCT)}},
    {WITS_PROBLEM_CONSIDERATION_ORDER, C_ROW(1),
     {S(UTILITY, {N("A")}, {N("B")}), KNOWN, C({.of = 2, .input = "s"}, {.of = 1, .input = "s"})}},
    {WITS_PROBLEM_CONSIDERATION_TWICE, C_ROW(0), {S(UTILITY, {N("A"), .score = "s"}), KNOWN, C(PRODUCT)}},
    {WITS_PROBLEM_CONSIDERATION_KIND, C_ROW(0), {OPTION, C({.of = 1})}},
    {WITS_PROBLEM_CONSIDERATION_KIND, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "s", .gate = "c"})}},
    {WITS_PROBLEM_VALUE_UNKNOWN, C_ROW(0), {OPTION, C({.of = 1, .group = (wits_group)8})}},
    {WITS_PROBLEM_VALUE_UNKNOWN, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .high = 1, .outside = (wits_outside)3})}},
    {WITS_PROBLEM_CONSIDERATION_DEPTH, C_ROW(0), {OPTION, C({MEMBER, .input = "s"})}},
    {WITS_PROBLEM_CONSIDERATION_DEPTH, C_ROW(1), {OPTION, C(PRODUCT, {.of = 1, .input = "s"})}},
    {WITS_PROBLEM_CONSIDERATION_DEPTH, C_ROW(1), {OPTION, C(PRODUCT, {.of = 1, .depth = 2, .input = "s"})}},
    {WITS_PROBLEM_CONSIDERATION_DEPTH, C_ROW(2),
     {OPTION, C(PRODUCT, {MEMBER, .input = "s"}, {.of = 1, .depth = 2, .input = "s"})}},
    {WITS_PROBLEM_GROUPS_TOO_DEEP, C_ROW(0), {OPTION, C({.of = 1, .depth = 9, .input = "s"})}},
    {WITS_PROBLEM_GROUPS_TOO_DEEP, C_ROW(0), {OPTION, C({.of = 1, .depth = 8, .group = WITS_GROUP_MIN})}},
    {WITS_PROBLEM_GATE_OUTERMOST, C_ROW(0), {OPTION, C({.of = 1, .gate = "c"})}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .gate = "gone"})}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "c"})}},
    {WITS_PROBLEM_EXPRESSION, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "true"})}},
    {WITS_PROBLEM_RANGE_EMPTY, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .low = 2, .high = 2})}},
    {WITS_PROBLEM_NUMBER_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .low = 2, .high = INFINITY})}},
    {WITS_PROBLEM_NUMBER_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .low = -3e38f, .high = 3e38f})}},
    {WITS_PROBLEM_NUMBER_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .has_on_nan = true, .on_nan = NAN})}},
    {WITS_PROBLEM_OUTSIDE_WITHOUT_RANGE, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .outside = WITS_OUTSIDE_WRAP})}},
    {WITS_PROBLEM_INPUT_MISSING, C_ROW(0), {OPTION, C({.of = 1, .group = WITS_GROUP_SUM, .high = 1})}},
    {WITS_PROBLEM_INPUT_MISSING, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .gate = "c", .has_on_nan = true, .on_nan = 1})}},
    {WITS_PROBLEM_CURVES_TOO_MANY, C_ROW(0),
     {OPTION, C({.of = 1, .input = "s", .curves = &(wits_curve){.has_m = true, .m = 1}, .curve_count = 9})}},
    {WITS_PROBLEM_TABLE_MISSING, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .curve_count = 1})}},
    {WITS_PROBLEM_CURVE_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", CURVES({.kind = WITS_CURVE_LINEAR, .has_k = true, .k = 2})})}},
    {WITS_PROBLEM_CURVE_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", CURVES({.kind = WITS_CURVE_SIGMOID, .has_k = true, .k = 2})})}},
    {WITS_PROBLEM_WEIGHT_OUTERMOST, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .has_weight = true, .weight = 2})}},
    {WITS_PROBLEM_WEIGHT_ON_GATE, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .gate = "c", .has_weight = true, .weight = 2})}},
    {WITS_PROBLEM_WEIGHT_IN_MIN_MAX, C_ROW(1),
     {OPTION, C({.of = 1, .group = WITS_GROUP_MIN}, {MEMBER, .input = "s", .has_weight = true, .weight = 2})}},
    {WITS_PROBLEM_WEIGHT_NEGATIVE, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "s", .has_weight = true, .weight = -1})}},
    {WITS_PROBLEM_NUMBER_INVALID, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "s", .has_weight = true, .weight = INFINITY})}},
    {WITS_PROBLEM_NUMBER_INVALID, C_ROW(2),
     {OPTION, C({.of = 1, .group = WITS_GROUP_MEAN}, {MEMBER, .input = "s", .has_weight = true, .weight = 3e38f},
                {MEMBER, .input = "s", .has_weight = true, .weight = 3e38f}, {MEMBER, .input = "s"})}},
    {WITS_PROBLEM_SOURCE_UNKNOWN, INITIAL_ROW(0), {S(AB), I({.of = 3, .to = 1})}},
    {WITS_PROBLEM_DESTINATION_MISSING, INITIAL_ROW(0), {S(AB), I({.of = 0})}},
    {WITS_PROBLEM_DESTINATION_UNKNOWN, INITIAL_ROW(0), {S(AB), I({.of = 0, .to = 3})}},
    {WITS_PROBLEM_INITIAL_NOT_CHILD, INITIAL_ROW(0), {S(ROOT, {N("L")}, {N("A"), IN(1)}), I({.of = 0, .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULES_OFF_FSM, INITIAL_ROW(0), {S(AB), I({.of = 1, .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULES_OFF_FSM, INITIAL_ROW(0),
     {S(UTILITY, {N("A"), .score = "s"}, {N("B"), .score = "s"}), KNOWN, I({.of = 0, .when = "c", .to = 1}, {.of = 0, .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULES_OFF_FSM, INITIAL_ROW(0), {S(PARALLEL, {N("A")}, {N("B")}), I({.of = 0, .to = 1})}},
    {WITS_PROBLEM_INITIAL_RULES_TWICE, INITIAL_ROW(0), {S({N("root"), .initial = 1}, {N("A")}, {N("B")}), I({.of = 0, .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULE_LAST, INITIAL_ROW(0), {S(AB), KNOWN, I({.of = 0, .when = "c", .to = 1})}},
    {WITS_PROBLEM_INITIAL_RULE_LAST, INITIAL_ROW(1),
     {S(AB), KNOWN, I({.of = 0, .when = "c", .to = 1}, {.of = 0, .when = "c", .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULE_ALWAYS, INITIAL_ROW(0), {S(AB), I({.of = 0, .to = 1}, {.of = 0, .to = 2})}},
    {WITS_PROBLEM_INITIAL_RULE_ORDER, INITIAL_ROW(1),
     {S(ROOT, {N("L")}, {N("A"), IN(1)}), I({.of = 1, .to = 2}, {.of = 0, .to = 1})}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, INITIAL_ROW(0), {S(AB), I({.of = 0, .when = "x", .to = 1}, {.of = 0, .to = 2})}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, INITIAL_ROW(0), {S(AB), KNOWN, I({.of = 0, .when = "a", .to = 1}, {.of = 0, .to = 2})}},
    {WITS_PROBLEM_EXPRESSION, INITIAL_ROW(0), {S(AB), I({.of = 0, .when = "done", .to = 1}, {.of = 0, .to = 2})}},
    {WITS_PROBLEM_EXPRESSION, INITIAL_ROW(0), {S(AB), I({.of = 0, .when = "1 +", .to = 1}, {.of = 0, .to = 2})}},
    // Numbers without their bool; and a bool with the number 0 where neither is allowed.
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .weight = 2}), KNOWN}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .weight = -0.0f}), KNOWN}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "s", .weight = NAN}), KNOWN}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(0), {S({N("root"), .weight = 1}, {N("A")})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .floor = 1}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .floor = -0.0f}, {N("A"), .score = "s"}), KNOWN}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(1), {S(ROOT, {N("A"), .floor = 1})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "s", .weight = 2})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .input = "s", .weight = -0.0f})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .weight = 1})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .gate = "c", .weight = 1})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .on_nan = 0.5f})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .on_nan = -0.0f})}},
    {WITS_PROBLEM_NUMBER_NOT_SET, C_ROW(0), {OPTION, C({.of = 1, .group = WITS_GROUP_SUM, .on_nan = 1})}},
    {WITS_PROBLEM_CURVE_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", CURVES({.kind = WITS_CURVE_LINEAR, .m = 2})})}},
    {WITS_PROBLEM_CURVE_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", CURVES({.kind = WITS_CURVE_SIGMOID, .k = -0.0f})})}},
    {WITS_PROBLEM_CURVE_INVALID, C_ROW(0), {OPTION, C({.of = 1, .input = "s", CURVES({.kind = WITS_CURVE_STEP, .has_k = true})})}},
    {WITS_PROBLEM_WEIGHT_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .has_weight = true})}},
    {WITS_PROBLEM_FLOOR_OFF_UTILITY, STATES_ROW(0), {S({N("root"), .has_floor = true}, {N("A")})}},
    {WITS_PROBLEM_INPUT_MISSING, C_ROW(0), {OPTION, C({.of = 1, .group = WITS_GROUP_SUM, .has_on_nan = true})}},
    {WITS_PROBLEM_WEIGHT_OUTERMOST, C_ROW(0), {OPTION, C({.of = 1, .input = "s", .has_weight = true})}},
    {WITS_PROBLEM_WEIGHT_ON_GATE, C_ROW(1), {OPTION, C(PRODUCT, {MEMBER, .gate = "c", .has_weight = true})}},
    {WITS_PROBLEM_WEIGHT_IN_MIN_MAX, C_ROW(1),
     {OPTION, C({.of = 1, .group = WITS_GROUP_MAX}, {MEMBER, .input = "s", .has_weight = true})}},
    // Functions and events.
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a; gone"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1), {S(ROOT, {N("A"), .exit = "aa"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "gone"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1), {S(ROOT, {N("A"), .step = "gone"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .when = "gone"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STEP_ROW(0), {S(AB), P({.of = 1, .to = 2, .when = "gone"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, STATES_ROW(1), {S(ROOT, {N("A"), .update = "c"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, STATES_ROW(1), {S(ROOT, {N("A"), .decide = "a; a(); p"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "c"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, STATES_ROW(1), {S(ROOT, {N("A"), .step = "a"}), KNOWN}},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, TRANSITION_ROW(1),
     {S(AB), T({.from = 1, .to = 2}, {.from = 2, .to = 1, .when = "s"}), KNOWN}},
    {WITS_PROBLEM_ACTION_MALFORMED, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a b"}), KNOWN}},
    {WITS_PROBLEM_ACTION_MALFORMED, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a("}), KNOWN}},
    {WITS_PROBLEM_ACTION_MALFORMED, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a;;a"}), KNOWN}},
    {WITS_PROBLEM_ACTION_MALFORMED, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .run = "2 + 2"}), KNOWN}},
    {WITS_PROBLEM_ACTION_MALFORMED, STEP_ROW(0), {S(AB), P({.of = 1, .run = "raise bell horn"}), KNOWN}},
    {WITS_PROBLEM_EVENT_UNKNOWN, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "raise horn"}), KNOWN}},
    {WITS_PROBLEM_EVENT_UNKNOWN, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .event = "belle"}), KNOWN}},
    // Transitions and steps.
    {WITS_PROBLEM_SOURCE_UNKNOWN, TRANSITION_ROW(0), {S(AB), T({.from = 3, .to = 2})}},
    {WITS_PROBLEM_SOURCE_UNKNOWN, STEP_ROW(0), {S(AB), P({.of = WITS_NONE, .to = 2})}},
    {WITS_PROBLEM_DESTINATION_MISSING, TRANSITION_ROW(1), {S(AB), T({.from = 1, .to = 2}, {.from = 2})}},
    {WITS_PROBLEM_DESTINATION_UNKNOWN, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 3})}},
    {WITS_PROBLEM_DESTINATION_UNKNOWN, STEP_ROW(0), {S(AB), P({.of = 1, .to = 3})}},
    {WITS_PROBLEM_TRANSITION_ON_ROOT, TRANSITION_ROW(0), {S(AB), T({.to = 1})}},
    {WITS_PROBLEM_ANY_ON_LEAF, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .any = true})}},
    {WITS_PROBLEM_ANY_ON_PARALLEL, TRANSITION_ROW(0),
     {S(ROOT, {N("P"), .kind = WITS_KIND_PARALLEL}, {N("R"), IN(1)}, {N("K")}), T({.from = 1, .to = 3, .any = true})}},
    {WITS_PROBLEM_RESTART_ON_LEAF, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .restart = true})}},
    {WITS_PROBLEM_NO_DOMAIN, TRANSITION_ROW(0), {S(REGIONS), T({.from = 2, .to = 4})}},
    {WITS_PROBLEM_NO_DOMAIN, TRANSITION_ROW(1), {S(REGIONS), T({.from = 1, .to = 2}, {.from = 1, .to = 3})}},
    {WITS_PROBLEM_NO_DOMAIN, TRANSITION_ROW(0), {S(REGIONS), T({.from = 1, .to = 4, .any = true})}},
    {WITS_PROBLEM_NO_DOMAIN, STEP_ROW(0), {S(REGIONS), P({.of = 2, .to = 3})}},
    {WITS_PROBLEM_STEP_TWICE, STEP_ROW(0), {S(ROOT, {N("A"), .step = "p"}), P({.of = 1, .run = "a"}), KNOWN}},
    {WITS_PROBLEM_STEP_TWICE, STEP_ROW(1),
     {S(ROOT, {N("A"), .step = "p"}, {N("B")}), P({.of = 1, .to = 2}, {.of = 1, .to = 2, .when = "c"}), KNOWN}},
    {WITS_PROBLEM_STEP_EMPTY, STEP_ROW(0), {S(AB), P({.of = 1})}},
    // Fields and texts.
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .field_count = 1}},
    {WITS_PROBLEM_NAME_MISSING, FIELD_ROW(0), {S(AB), D({.type = WITS_TYPE_INT})}},
    {WITS_PROBLEM_NAME_MISSING, FIELD_ROW(0), {S(AB), D({N("e"), .type = WITS_TYPE_ENUM, VALUES("a", NULL)})}},
    {WITS_PROBLEM_FIELD_DUPLICATE, FIELD_ROW(1), {S(AB), D({N("x"), .type = WITS_TYPE_INT}, {N("x"), .type = WITS_TYPE_BOOL})}},
    {WITS_PROBLEM_FIELD_TYPE, FIELD_ROW(0), {S(AB), D({N("x")})}},
    {WITS_PROBLEM_FIELD_TYPE, FIELD_ROW(0), {S(AB), D({N("x"), .type = (wits_type)99})}},
    {WITS_PROBLEM_FIELD_VALUES, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_ENUM})}},
    {WITS_PROBLEM_FIELD_VALUES, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_INT, VALUES("a", "b")})}},
    {WITS_PROBLEM_FIELD_VALUES, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_ENUM, .value_count = 257})}},
    {WITS_PROBLEM_FIELD_VALUE_DUPLICATE, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_ENUM, VALUES("a", "b", "a")})}},
    {WITS_PROBLEM_FIELD_INITIAL, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_UINT8, .initial = 256})}},
    {WITS_PROBLEM_FIELD_INITIAL, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_INT, .initial = 0.5})}},
    {WITS_PROBLEM_FIELD_INITIAL, FIELD_ROW(0),
     {S(AB), D({N("x"), .type = WITS_TYPE_ENUM, VALUES("a", "b"), .initial = 2})}},
    {WITS_PROBLEM_NAME_RESERVED, FIELD_ROW(0), {S(AB), D({N("elapsed"), .type = WITS_TYPE_INT})}},
    {WITS_PROBLEM_NAME_RESERVED, FIELD_ROW(0), {S(AB), D({N("x"), .type = WITS_TYPE_ENUM, VALUES("not")})}},
    {WITS_PROBLEM_NAME_RESERVED, WITS_TABLE_EVENTS, 0, {S(AB), E("min")}},
    {WITS_PROBLEM_FIELD_UNKNOWN, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "x = 1"}), KNOWN}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1), {S(ROOT, {N("A"), .exit = "x = true"}), D({N("x"), .type = WITS_TYPE_INT})}},
    {WITS_PROBLEM_EXPRESSION, TRANSITION_ROW(0), {S(AB), T({.from = 1, .to = 2, .when = "1 +"})}},
    {WITS_PROBLEM_EXPRESSION, STEP_ROW(0), {S(AB), P({.of = 1, .to = 2, .when = "1 < 2 < 3"})}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "true"})}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a(1 + true)"}), KNOWN}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1), {S(ROOT, {N("A"), .enter = "a(\"1\" \"2\")"}), KNOWN}},
    {WITS_PROBLEM_EXPRESSION, STEP_ROW(0),
     {S(AB), P({.of = 1, .run = "a(1)"}), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_TEXT}}})}},
    {WITS_PROBLEM_ARGUMENT_OTHER, STEP_ROW(0),
     {S(AB), P({.of = 1, .run = "a"}), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_TEXT}}})}},
    {WITS_PROBLEM_ARGUMENT_OTHER, TRANSITION_ROW(0),
     {S(AB), T({.from = 1, .to = 2, .when = "a"}),
      F({.name = "a", .condition = condition, .parameters = {{WITS_ARGUMENT_TEXT}}})}},
    {WITS_PROBLEM_PARAMETER_INVALID, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_TEXT}}, .takes_nothing = true})}},
    {WITS_PROBLEM_PARAMETER_INVALID, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_NONE}, {WITS_ARGUMENT_TEXT}}})}},
    {WITS_PROBLEM_PARAMETER_INVALID, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{(wits_argument_kind)6}}})}},
    {WITS_PROBLEM_PARAMETER_INVALID, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_ENUM, .value_count = 2}}})}},
    {WITS_PROBLEM_PARAMETER_INVALID, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_INT, ab_names, 2}}})}},
    {WITS_PROBLEM_NAME_MISSING, WITS_TABLE_FUNCTIONS, 0,
     {S(AB), F({.name = "a", .action = action, .parameters = {{WITS_ARGUMENT_ENUM, no_names, 2}}})}},
    // Kinds of targets.
    {WITS_PROBLEM_TABLE_MISSING, BRAIN, {S(AB), .target_count = 1}},
    {WITS_PROBLEM_NAME_MISSING, KIND_ROW(1), {S(AB), G(ENEMY, {G_FIELDS(DISTANCE)})}},
    {WITS_PROBLEM_NAME_INVALID, KIND_ROW(0), {S(AB), G({N("the enemy")})}},
    {WITS_PROBLEM_NAME_TOO_LONG, KIND_ROW(0), {S(AB), G({N(NAME_65)})}},
    {WITS_PROBLEM_NAME_RESERVED, KIND_ROW(0), {S(AB), G({N("random")})}},
    {WITS_PROBLEM_TARGET_DUPLICATE, KIND_ROW(2), {S(AB), G(ENEMY, {N("cover")}, {N("enemy"), G_FIELDS(DISTANCE)})}},
    {WITS_PROBLEM_TARGET_IS_FIELD, KIND_ROW(0), {S(AB), D({N("enemy"), .type = WITS_TYPE_INT}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_IS_FIELD, KIND_ROW(1),
     {S(AB), D({N("mood"), .type = WITS_TYPE_ENUM, VALUES("calm", "wild")}), G(ENEMY, {N("mood")})}},
    {WITS_PROBLEM_TABLE_MISSING, KIND_ROW(0), {S(UTILITY, AIMED), G({N("enemy"), .field_count = 2})}},
    {WITS_PROBLEM_NAME_MISSING, KIND_ROW(0), {S(UTILITY, AIMED), G({N("enemy"), G_FIELDS(DISTANCE, {.type = WITS_TYPE_INT})})}},
    {WITS_PROBLEM_NAME_MISSING, KIND_ROW(0),
     {S(AB), G({N("enemy"), G_FIELDS({N("way"), .type = WITS_TYPE_ENUM, VALUES("near", NULL)})})}},
    {WITS_PROBLEM_NAME_INVALID, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("1st"), .type = WITS_TYPE_INT})})}},
    {WITS_PROBLEM_NAME_RESERVED, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("not"), .type = WITS_TYPE_INT})})}},
    {WITS_PROBLEM_TARGET_FIELD_DUPLICATE, KIND_ROW(1),
     {S(AB), G({N("cover")}, {N("enemy"), G_FIELDS(DISTANCE, {N("seen"), .type = WITS_TYPE_BOOL}, DISTANCE)})}},
    {WITS_PROBLEM_TARGET_FIELD_NAME, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("present"), .type = WITS_TYPE_BOOL})})}},
    {WITS_PROBLEM_TARGET_FIELD_NAME, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("id"), .type = WITS_TYPE_INT})})}},
    {WITS_PROBLEM_FIELD_TYPE, KIND_ROW(0), {S(UTILITY, AIMED), G({N("enemy"), G_FIELDS({N("distance")})})}},
    {WITS_PROBLEM_FIELD_TYPE, KIND_ROW(0), {S(UTILITY, AIMED), G({N("enemy"), G_FIELDS({N("distance"), .type = (wits_type)9})})}},
    {WITS_PROBLEM_FIELD_VALUES, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("way"), .type = WITS_TYPE_ENUM})})}},
    {WITS_PROBLEM_FIELD_VALUES, KIND_ROW(0), {S(AB), G({N("enemy"), G_FIELDS({N("x"), .type = WITS_TYPE_INT, VALUES("a")})})}},
    {WITS_PROBLEM_FIELD_VALUE_DUPLICATE, KIND_ROW(0),
     {S(AB), G({N("enemy"), G_FIELDS({N("way"), .type = WITS_TYPE_ENUM, VALUES("a", "a")})})}},
    {WITS_PROBLEM_NAME_RESERVED, KIND_ROW(0),
     {S(AB), G({N("enemy"), G_FIELDS({N("way"), .type = WITS_TYPE_ENUM, VALUES("and")})})}},
    // Options that have one.
    {WITS_PROBLEM_TARGET_UNKNOWN, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .target = "enmy"}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_UNKNOWN, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .target = ""}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_UNKNOWN, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .target = NAME_65}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_UNKNOWN, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .target = "enemy"})}},
    {WITS_PROBLEM_TARGET_ON_ROOT, STATES_ROW(0), {S({N("root"), .target = "enemy"}, {N("A")}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_OFF_UTILITY, STATES_ROW(1), {S(ROOT, {N("A"), .target = "enemy"}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_OFF_UTILITY, STATES_ROW(2), {S(PARALLEL, {N("A")}, {N("B"), .target = "enemy"}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_AND_BEST, STATES_ROW(1),
     {S(UTILITY, {N("U"), .kind = WITS_KIND_UTILITY, .score_best = true, .target = "enemy"},
        {N("A"), IN(1), .score = "enemy.distance"}),
      G(ENEMY)}},
    {WITS_PROBLEM_TARGET_MISSING, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .retarget = "a"}), KNOWN, G(ENEMY)}},
    {WITS_PROBLEM_TARGET_MISSING, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .reenter = true}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_MISSING, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .has_target_inertia = true}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_MISSING, STATES_ROW(1), {S(UTILITY, {N("A"), .score = "1", .target_inertia = NAN}), G(ENEMY)}},
    {WITS_PROBLEM_TARGET_MISSING, STATES_ROW(0), {S({N("root"), .reenter = true}, {N("A")})}},
    {WITS_PROBLEM_RETARGET_AND_REENTER, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "1", .target = "enemy", .retarget = "a", .reenter = true}), KNOWN, G(ENEMY)}},
    {WITS_PROBLEM_NUMBER_NOT_SET, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "1", .target = "enemy", .target_inertia = 1}), G(ENEMY)}},
    {WITS_PROBLEM_NUMBER_INVALID, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "1", .target = "enemy", .has_target_inertia = true, .target_inertia = INFINITY}), G(ENEMY)}},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "1", .target = "enemy", .retarget = "gone"}), KNOWN, G(ENEMY)}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(1),
     {S(UTILITY, {N("A"), .score = "enemy.speed", .target = "enemy"}), G(ENEMY)}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(2),
     {S(UTILITY, AIMED, {N("B"), .score = "enemy.distance"}), G(ENEMY)}},
    {WITS_PROBLEM_EXPRESSION, TRANSITION_ROW(0),
     {S(ROOT, {N("A")}, {N("B")}), T({.from = 1, .to = 2, .when = "enemy.present"}), G(ENEMY)}},
    {WITS_PROBLEM_EXPRESSION, TRANSITION_ROW(0),
     {S(ROOT, {N("A")}, {N("B")}), T({.from = 0, .to = 2, .any = true, .when = "enemy.seen"}), G(ENEMY)}},
    {WITS_PROBLEM_EXPRESSION, STATES_ROW(0),
     {S({N("root"), .kind = WITS_KIND_UTILITY, .update = "a(enemy.distance)"}, AIMED), KNOWN, G(ENEMY)}},
};
// clang-format on

static bool provoked[WITS_PROBLEM_COUNT];

/// Nothing is compiled, the memory is unchanged, and this is the only problem.
static void check_only_problem(const wits_desc *desc, wits_problem_code code, wits_table table, uint32_t row,
                               uint32_t number) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    static uint64_t memory[512];
    memset(memory, 0x5A, sizeof memory);
    if (wits_brain_compile(desc, memory, sizeof memory, &report) != NULL) {
        fail_msg("case %u was compiled", (unsigned)number);
    }
    for (uint32_t i = 0; i < COUNT(memory); i++) {
        assert_true(memory[i] == 0x5A5A5A5A5A5A5A5Au);
    }
    if (report.count != 1 || problems[0].code != code || problems[0].table != table || problems[0].row != row) {
        for (uint32_t i = 0; i < report.count && i < report.capacity; i++) {
            char text[640];
            wits_problem_text(&problems[i], text, sizeof text);
            print_error("found: %s: %s\n", wits_problem_name(problems[i].code), text);
        }
        fail_msg("case %u: expected only %s in table %d row %u, found %u problems", (unsigned)number,
                 wits_problem_name(code), (int)table, (unsigned)row, (unsigned)report.count);
    }
    wits_report sized = {problems, COUNT(problems), 0};
    assert_int_equal(wits_brain_size(desc, &sized), 0);
    assert_int_equal(sized.count, 1);
    assert_int_equal(problems[0].code, code);
    assert_int_equal(wits_brain_size(desc, NULL), 0);
    assert_null(wits_brain_compile(desc, memory, sizeof memory, NULL));
    provoked[code] = true;
}

static void each_problem_alone(void **state) {
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        check_only_problem(&cases[i].desc, cases[i].code, cases[i].table, cases[i].row, i);
    }
}

// A table with more rows than its limit; the rows are all there.
static void each_table_too_long(void **state) {
    static wits_state_desc states[WITS_MAX_STATES + 1];
    static wits_transition_desc transitions[WITS_MAX_TRANSITIONS + 1];
    static wits_step_desc steps[WITS_MAX_STEPS + 1];
    static const char *events[WITS_MAX_EVENTS + 1];
    static wits_function functions[WITS_MAX_FUNCTIONS + 1];
    static const wits_state_desc two[] = {
        AB,
    };
    wits_desc desc = {STATES(states)};
    check_only_problem(&desc, WITS_PROBLEM_STATES_TOO_MANY, BRAIN, 0);
    desc = (wits_desc){STATES(two), TRANSITIONS(transitions)};
    check_only_problem(&desc, WITS_PROBLEM_TRANSITIONS_TOO_MANY, BRAIN, 1);
    desc = (wits_desc){STATES(two), STEPS(steps)};
    check_only_problem(&desc, WITS_PROBLEM_STEPS_TOO_MANY, BRAIN, 2);
    desc = (wits_desc){STATES(two), EVENTS(events)};
    check_only_problem(&desc, WITS_PROBLEM_EVENTS_TOO_MANY, BRAIN, 3);
    desc = (wits_desc){STATES(two), FUNCTIONS(functions)};
    check_only_problem(&desc, WITS_PROBLEM_FUNCTIONS_TOO_MANY, BRAIN, 4);
    static wits_field_desc fields[WITS_MAX_FIELDS + 1];
    desc = (wits_desc){STATES(two), .fields = fields, .field_count = WITS_MAX_FIELDS + 1};
    check_only_problem(&desc, WITS_PROBLEM_FIELDS_TOO_MANY, BRAIN, 5);
    static wits_consideration_desc rows[WITS_MAX_CONSIDERATIONS + 1];
    desc = (wits_desc){STATES(two), .considerations = rows, .consideration_count = WITS_MAX_CONSIDERATIONS + 1};
    check_only_problem(&desc, WITS_PROBLEM_CONSIDERATIONS_TOO_MANY, BRAIN, 6);
    static wits_initial_desc initials[WITS_MAX_INITIALS + 1];
    desc = (wits_desc){STATES(two), .initials = initials, .initial_count = WITS_MAX_INITIALS + 1};
    check_only_problem(&desc, WITS_PROBLEM_INITIALS_TOO_MANY, BRAIN, 7);
    static wits_target_desc kinds[WITS_MAX_TARGET_KINDS + 1];
    desc = (wits_desc){STATES(two), .targets = kinds, .target_count = WITS_MAX_TARGET_KINDS + 1};
    check_only_problem(&desc, WITS_PROBLEM_TARGETS_TOO_MANY, BRAIN, 8);
}

/// Sixteen kinds of 64 fields each fit, and the brain returns them; one field more is too many.
static void as_many_targets_as_there_may_be(void **state) {
    static char names[WITS_MAX_TARGET_FIELDS + 1][8], kind_names[WITS_MAX_TARGET_KINDS][8];
    static wits_target_field_desc fields[WITS_MAX_TARGET_FIELDS + 1];
    static wits_target_desc kinds[WITS_MAX_TARGET_KINDS];
    for (uint32_t i = 0; i < COUNT(fields); i++) {
        snprintf(names[i], sizeof names[i], "f%u", (unsigned)i);
        fields[i] = (wits_target_field_desc){.name = names[i], .type = WITS_TYPE_FLOAT, .own = i % 2 == 1};
    }
    for (uint32_t i = 0; i < COUNT(kinds); i++) {
        snprintf(kind_names[i], sizeof kind_names[i], "k%u", (unsigned)i);
        kinds[i] = (wits_target_desc){kind_names[i], fields, WITS_MAX_TARGET_FIELDS};
    }
    static const wits_state_desc states[] = {
        UTILITY,
        {N("A"), .score = "k15.f63", .target = "k15"},
    };
    const wits_desc desc = {STATES(states), .targets = kinds, .target_count = COUNT(kinds)};
    wits_brain *brain = compile(&desc);
    assert_int_equal(wits_target_kind_count(brain), 16);
    for (uint32_t kind = 0; kind < COUNT(kinds); kind++) {
        assert_int_equal(wits_target_field_count(brain, kind), 64);
        assert_int_equal(wits_find_target_kind(brain, kind_names[kind]), kind);
        for (uint32_t i = 0; i < WITS_MAX_TARGET_FIELDS; i++) {
            assert_string_equal(wits_target_field_name(brain, kind, i), names[i]);
            assert_int_equal(wits_target_field_is_own(brain, kind, i), i % 2);
        }
    }
    free(brain);
    kinds[3].field_count++;
    check_only_problem(&desc, WITS_PROBLEM_TARGET_FIELDS_TOO_MANY, KIND_ROW(3), 0);
}

/// Null or invalid members are reported and not followed, wherever the texts lead to them.
static void hostile_targets(void **state) {
    static const wits_target_field_desc broken[] = {
        {.name = NULL, .type = WITS_TYPE_ENUM, .value_count = 300},
        {.name = "distance", .type = WITS_TYPE_ENUM, .values = no_names, .value_count = COUNT(no_names)},
        {.name = "", .type = (wits_type)77},
    };
    static const wits_target_desc kinds[] = {
        {.name = NULL, .field_count = 0xFFFFFFFFu},
        {.name = "enemy", .fields = broken, .field_count = COUNT(broken)},
        {.name = "enemy", .fields = NULL, .field_count = 64},
        {.name = "", .fields = broken, .field_count = 65},
    };
    static const wits_state_desc states[] = {
        {N("root"), .kind = WITS_KIND_UTILITY, .target = "", .retarget = "enemy.distance", .reenter = true},
        {N("A"), .score = "enemy.distance", .rank = "enemy.id", .target = "enemy", .done = "enemy.none"},
        {N("B"), .score_best = true, .target = "gone", .retarget = "x = enemy.y", .target_inertia = -NAN},
    };
    static const wits_consideration_desc rows[] = {{.of = 1, .input = "enemy.distance"}, {.of = 2, .gate = "enemy.x"}};
    static const wits_transition_desc transitions[] = {{.to = 1, .any = true, .when = "enemy.distance == far"}};
    for (uint32_t count = 0; count <= COUNT(kinds); count++) {
        const wits_desc desc = {STATES(states),        TRANSITIONS(transitions), .targets = kinds,
                                .target_count = count, .considerations = rows,   .consideration_count = COUNT(rows)};
        wits_problem problems[64];
        wits_report report = {problems, COUNT(problems), 0};
        char text[1601];
        assert_int_equal(wits_brain_size(&desc, &report), 0);
        assert_in_range(report.count, 5, COUNT(problems));
        for (uint32_t i = 0; i < report.count; i++) {
            assert_in_range(wits_problem_text(&problems[i], text, sizeof text), 1, sizeof text - 1);
        }
    }
}

// Positions where a kind is read, and the fields it has.
static void what_is_said_of_targets(void **state) {
    static const char *const expected[] = {
        "states row 1 (A): score: invalid expression: 'enemy' is a kind of targets, which can be "
        "read only "
        "in B, D",
        "states row 2 (B): score: invalid expression: a target of kind 'enemy' has no field 'speed'; "
        "it has distance, seen and present",
        "states row 3 (C): target: unknown kind of targets: 'enmy'",
        "states row 4 (D): score: invalid expression: 'enemy' is a kind of targets, which has no value; "
        "write one of its fields, or 'present'",
    };
    const wits_desc desc = {
        S(UTILITY, {N("A"), .score = "enemy.distance"}, {N("B"), .score = "enemy.speed", .target = "enemy"},
          {N("C"), .score = "1", .target = "enmy"}, {N("D"), .score = "1 + enemy", .target = "enemy"}),
        G(ENEMY)};
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    assert_int_equal(wits_brain_size(&desc, &report), 0);
    assert_int_equal(report.count, COUNT(expected));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        char text[640];
        wits_problem_text(&problems[i], text, sizeof text);
        assert_string_equal(text, expected[i]);
    }
}

// States that share one memory of 16 MiB less their clocks, each with its own initial bytes in the brain: 129 need more
// than 2 GiB, 256 and 299 more than the 4 GiB that 32 bits can count.
static void a_brain_beyond_two_gibibytes(void **state) {
    static wits_state_desc states[300];
    static char names[300][8];
    const uint32_t size = (16u << 20) - 64;
    void *bytes = calloc(size, 1);
    assert_non_null(bytes);
    for (uint32_t i = 0; i < COUNT(states); i++) {
        snprintf(names[i], sizeof names[i], "s%u", (unsigned)i);
        states[i] = (wits_state_desc){.name = names[i], .data = i ? bytes : NULL, .data_size = i ? size : 0};
    }
    const uint32_t counts[] = {130, 257, 300};
    for (uint32_t i = 0; i < COUNT(counts); i++) {
        const wits_desc desc = {.states = states, .state_count = counts[i]};
        check_only_problem(&desc, WITS_PROBLEM_BRAIN_TOO_LARGE, BRAIN, 0);
    }
    const wits_desc desc = {.states = states, .state_count = 130};
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    char text[400];
    wits_brain_size(&desc, &report);
    wits_problem_text(&problem, text, sizeof text);
    assert_string_equal(text,
                        "brain: a brain of these tables would need more than 2 GiB: 2064 MiB for names, texts and "
                        "private data, 0 MiB for the code of 130 states and 0 transitions");
    free(bytes);
}

// Memory null, misaligned, one byte too small, exact. As tables without a state: wits_file_desc returns null if a file
// has problems.
static void no_tables(void **state) {
    static uint64_t memory[8];
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    assert_int_equal(wits_brain_size(NULL, &report), 0);
    assert_int_equal(report.count, 1);
    assert_int_equal(problem.code, WITS_PROBLEM_STATES_MISSING);
    assert_null(wits_brain_compile(NULL, memory, sizeof memory, NULL));
}

static void memory_of_the_brain(void **state) {
    static const wits_state_desc states[] = {
        AB,
    };
    const wits_desc desc = {STATES(states)};
    size_t size = wits_brain_size(&desc, NULL);
    assert_in_range(size, 1, 8000);
    static uint64_t memory[1024];
    uint8_t *bytes = (uint8_t *)memory;
    const struct {
        wits_problem_code code;
        void *memory;
        size_t size;
    } rows[] = {
        {WITS_PROBLEM_MEMORY_NULL, NULL, size},
        {WITS_PROBLEM_MEMORY_MISALIGNED, bytes + 1, size},
        {WITS_PROBLEM_MEMORY_MISALIGNED, bytes + 4, size},
        {WITS_PROBLEM_MEMORY_TOO_SMALL, bytes, size - 1},
        {WITS_PROBLEM_MEMORY_TOO_SMALL, bytes, 0},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        wits_problem problem;
        wits_report report = {&problem, 1, 0};
        memset(memory, 0x5A, sizeof memory);
        assert_null(wits_brain_compile(&desc, rows[i].memory, rows[i].size, &report));
        assert_null(wits_brain_compile(&desc, rows[i].memory, rows[i].size, NULL));
        assert_int_equal(report.count, 1);
        assert_int_equal(problem.code, rows[i].code);
        assert_int_equal(problem.table, WITS_TABLE_BRAIN);
        for (size_t k = 0; k < sizeof memory; k++) {
            assert_int_equal(bytes[k], 0x5A);
        }
        provoked[problem.code] = true;
    }
    assert_ptr_equal(wits_brain_compile(&desc, memory, size, NULL), memory);
    for (size_t k = size; k < sizeof memory; k++) {
        assert_int_equal(bytes[k], 0x5A);
    }
}

// The invalid member, and its missing bool, are named; without the bool the number is ignored.
static void numbers_that_do_not_count(void **state) {
    static const char *const expected[] = {
        "states row 0 (root): floor: a number is given; set this to true: 'has_floor'",
        "states row 1 (A): weight: a number is given; set this to true: 'has_weight'",
        "considerations row 0 (A): on_nan: a number is given; set this to true: 'has_on_nan'",
        "considerations row 0 (A): weight: a number is given; set this to true: 'has_weight'",
        "considerations row 1 (A): on_nan: a number is given; set this to true: 'has_on_nan'",
        "considerations row 1 (A): m: invalid curve: is used only with has_m",
        "considerations row 1 (A): k: invalid curve: is used only with has_k",
        "considerations row 1 (A): weight: a number is given; set this to true: 'has_weight'",
    };
    static const wits_curve curves[] = {{.kind = WITS_CURVE_STEP, .m = 2}, {.kind = WITS_CURVE_SIGMOID, .k = 7}};
    static const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY, .floor = INFINITY},
                                             {.name = "A", .weight = -0.0f}};
    static const wits_consideration_desc rows[] = {
        {.of = 1, .group = WITS_GROUP_PRODUCT, .on_nan = 2, .weight = 2},
        {.of = 1, .depth = 1, .input = "1.0", .on_nan = NAN, .weight = -1, .curves = curves, .curve_count = 2}};
    const wits_desc desc = {STATES(states), .considerations = rows, .consideration_count = COUNT(rows)};
    wits_problem problems[16];
    wits_report report = {problems, COUNT(problems), 0};
    assert_int_equal(wits_brain_size(&desc, &report), 0);
    assert_int_equal(report.count, COUNT(expected));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        char text[640];
        wits_problem_text(&problems[i], text, sizeof text);
        assert_string_equal(text, expected[i]);
    }
}

// Every code of the list was provoked above.
static void every_code_was_provoked(void **state) {
    uint32_t missing = 0;
#define CHECK_CODE(code, text)                                                                                         \
    if (!provoked[WITS_PROBLEM_##code]) {                                                                              \
        print_error("not provoked: %s\n", #code);                                                                      \
        missing++;                                                                                                     \
    }
    WITS_TABLE_PROBLEM_LIST(CHECK_CODE)
#undef CHECK_CODE
    assert_int_equal(missing, 0);
}

// ---------------------------------------------------------------------------------------------------- several problems

static const wits_state_desc many_states[] = {
    {.name = "root", .has_weight = true, .weight = 3, .initial = 7},
    {.name = "A", .leave = WITS_LEAVE_SUSPEND, .enter = "gone; a; c"},
    {.name = "A", .kind = WITS_KIND_UTILITY},
    {.name = "B", .parent = 2},
    {.name = "C", .parent = 2, .score = "s", .hold = 0x80000001u},
    {.name = "P",
     .kind = WITS_KIND_PARALLEL,
     .activation = WITS_ACTIVATION_ON_DECIDE,
     .leave = WITS_LEAVE_RESUME,
     .every = 4},
    {.name = "5", .parent = 5, .data = "x", .step = "p"},
};
static const wits_transition_desc many_transitions[] = {
    {.to = 9, .when = "a"}, {.from = 1, .to = 2}, {.from = 70, .event = "horn", .run = "raise horn; 5"}};
static const wits_step_desc many_steps[] = {{.of = 6, .to = 1, .when = "c"}, {.of = 2, .run = "a"}, {.of = 1}};
static const char *const many_events[] = {"bell", "bell"};

static const struct {
    wits_problem_code code;
    wits_table table;
    uint32_t row;
} many_problems[] = {
    {WITS_PROBLEM_WEIGHT_ON_ROOT, STATES_ROW(0)},
    {WITS_PROBLEM_INITIAL_NOT_CHILD, STATES_ROW(0)},
    {WITS_PROBLEM_LEAVE_ON_LEAF, STATES_ROW(1)},
    {WITS_PROBLEM_FUNCTION_UNKNOWN, STATES_ROW(1)},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, STATES_ROW(1)},
    {WITS_PROBLEM_NAME_DUPLICATE, STATES_ROW(2)},
    {WITS_PROBLEM_SCORE_MISSING, STATES_ROW(3)},
    {WITS_PROBLEM_TICKS_TOO_MANY, STATES_ROW(4)},
    {WITS_PROBLEM_ON_DECIDE_ON_PARALLEL, STATES_ROW(5)},
    {WITS_PROBLEM_RESUME_ON_PARALLEL, STATES_ROW(5)},
    {WITS_PROBLEM_EVERY_OFF_UTILITY, STATES_ROW(5)},
    {WITS_PROBLEM_NAME_INVALID, STATES_ROW(6)},
    {WITS_PROBLEM_DATA_SIZE, STATES_ROW(6)},
    {WITS_PROBLEM_TRANSITION_ON_ROOT, TRANSITION_ROW(0)},
    {WITS_PROBLEM_DESTINATION_UNKNOWN, TRANSITION_ROW(0)},
    {WITS_PROBLEM_FUNCTION_WRONG_KIND, TRANSITION_ROW(0)},
    {WITS_PROBLEM_SOURCE_UNKNOWN, TRANSITION_ROW(2)},
    {WITS_PROBLEM_DESTINATION_MISSING, TRANSITION_ROW(2)},
    {WITS_PROBLEM_EVENT_UNKNOWN, TRANSITION_ROW(2)},
    {WITS_PROBLEM_EVENT_UNKNOWN, TRANSITION_ROW(2)},
    {WITS_PROBLEM_ACTION_MALFORMED, TRANSITION_ROW(2)},
    {WITS_PROBLEM_STEP_TWICE, STEP_ROW(0)},
    {WITS_PROBLEM_STEPS_ON_COMPOSITE, STEP_ROW(1)},
    {WITS_PROBLEM_STEP_EMPTY, STEP_ROW(2)},
    {WITS_PROBLEM_EVENT_DUPLICATE, WITS_TABLE_EVENTS, 1},
};

static const wits_desc many = {STATES(many_states), TRANSITIONS(many_transitions), STEPS(many_steps),
                               EVENTS(many_events), FUNCTIONS(known)};

// All problems are reported at once, nothing is compiled, each at its row.
static void many_problems_at_once(void **state) {
    wits_problem problems[64];
    wits_report report = {problems, COUNT(problems), 0};
    assert_int_equal(wits_brain_size(&many, &report), 0);
    bool expected[COUNT(many_problems)] = {false};
    for (uint32_t i = 0; i < report.count; i++) {
        uint32_t k = 0;
        while (k < COUNT(many_problems) &&
               (expected[k] || many_problems[k].code != problems[i].code ||
                many_problems[k].table != problems[i].table || many_problems[k].row != problems[i].row)) {
            k++;
        }
        char text[640];
        assert_true(wits_problem_text(&problems[i], text, sizeof text) < sizeof text);
        if (k == COUNT(many_problems)) {
            fail_msg("not expected: %s: %s", wits_problem_name(problems[i].code), text);
        }
        expected[k] = true;
    }
    for (uint32_t k = 0; k < COUNT(many_problems); k++) {
        if (!expected[k]) {
            fail_msg("not reported: %s, table %d row %u", wits_problem_name(many_problems[k].code),
                     (int)many_problems[k].table, (unsigned)many_problems[k].row);
        }
    }
}

// "`count` exceeds `capacity`; the first problems are kept."
static void report_with_little_capacity(void **state) {
    wits_problem all[64], few[3];
    wits_report whole = {all, COUNT(all), 0};
    wits_brain_size(&many, &whole);
    memset(few, 0, sizeof few);
    wits_report little = {few, 2, 0};
    assert_null(wits_brain_compile(&many, NULL, 0, &little));
    assert_true(little.count >= whole.count);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(few[i].code, all[i].code);
        assert_int_equal(few[i].row, all[i].row);
    }
    assert_int_equal(few[2].code, WITS_PROBLEM_NONE);
    wits_report none = {NULL, 0, 0};
    assert_int_equal(wits_brain_size(&many, &none), 0);
    assert_int_equal(none.count, whole.count);
    assert_int_equal(wits_brain_size(&many, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_problem_alone),
        cmocka_unit_test(a_brain_beyond_two_gibibytes),
        cmocka_unit_test(each_table_too_long),
        cmocka_unit_test(as_many_targets_as_there_may_be),
        cmocka_unit_test(hostile_targets),
        cmocka_unit_test(what_is_said_of_targets),
        cmocka_unit_test(memory_of_the_brain),
        cmocka_unit_test(no_tables),
        cmocka_unit_test(every_code_was_provoked),
        cmocka_unit_test(many_problems_at_once),
        cmocka_unit_test(report_with_little_capacity),
        cmocka_unit_test(numbers_that_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
