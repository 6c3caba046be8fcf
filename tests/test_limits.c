// SPDX-License-Identifier: MIT
// The limits of section 10: at the limit a brain compiles and runs, one beyond is an error. And the texts of problems.
#include "support.h"

#include "wits/program.h"

typedef struct numbered {
    wits_state_desc *states;
    char (*names)[16];
} numbered;

/// States with the names s0, s1 and so on, all children of the root.
static numbered number_states(uint32_t count) {
    numbered n = {calloc(count, sizeof *n.states), calloc(count, sizeof *n.names)};
    assert_non_null(n.states);
    assert_non_null(n.names);
    for (uint32_t i = 0; i < count; i++) {
        snprintf(n.names[i], sizeof n.names[i], "s%u", (unsigned)i);
        n.states[i].name = n.names[i];
    }
    return n;
}

static void numbered_free(numbered n) {
    free(n.states);
    free(n.names);
}

static bool is_last_row(const void *context, const wits_call *call) {
    return call->row == *(const uint32_t *)context;
}

static const wits_function last_row_functions[] = {{.name = "is_last_row", .condition = is_last_row}};

// 65,534 states.
static void most_states(void **state) {
    numbered n = number_states(WITS_MAX_STATES);
    const wits_transition_desc transitions[] = {{.from = 1, .to = WITS_MAX_STATES - 1}};
    wits_brain *brain =
        compile(&(wits_desc){.states = n.states, .state_count = WITS_MAX_STATES, TRANSITIONS(transitions)});
    uint8_t agent[8] = {0};
    assert_int_equal(wits_state_count(brain), WITS_MAX_STATES);
    assert_int_equal(wits_agent_size(brain), 2);
    wits_frame frame = {0};
    wits_start(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 1));
    wits_tick(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, WITS_MAX_STATES - 1));
    assert_true(wits_agent_is_valid(brain, agent, wits_agent_size(brain)));
    assert_int_equal(wits_find_state(brain, "s65533"), 65533);
    wits_goto(brain, agent, &frame, 40000);
    wits_state_id active;
    assert_int_equal(wits_active(brain, agent, &active, 1), 1);
    assert_int_equal(active, 40000);
    wits_stop(brain, agent, &frame);
    free(brain);
    numbered_free(n);
}

// All of them deep: chains of 16 below the root, and a duplicate among them at its row.
static void most_states_in_depth(void **state) {
    numbered n = number_states(WITS_MAX_STATES);
    for (uint32_t i = 1; i < WITS_MAX_STATES; i++) {
        n.states[i].parent = (wits_state_id)((i - 1) % 16 == 0 ? 0 : i - 1);
    }
    wits_brain *brain = compile(&(wits_desc){.states = n.states, .state_count = WITS_MAX_STATES});
    uint8_t agent[8] = {0};
    wits_start(brain, agent, &(wits_frame){0});
    assert_true(wits_is_in(brain, agent, 16));
    wits_goto(brain, agent, &(wits_frame){0}, 65530);
    assert_true(wits_is_in(brain, agent, 65533));
    free(brain);
    n.states[65521].name = "s1";
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    assert_int_equal(wits_brain_size(&(wits_desc){.states = n.states, .state_count = WITS_MAX_STATES}, &report), 0);
    assert_int_equal(report.count, 1);
    assert_int_equal(problem.code, WITS_PROBLEM_NAME_DUPLICATE);
    assert_int_equal(problem.row, 65521);
    numbered_free(n);
}

// 65,534 transitions of one state; only the condition of the last holds.
static void most_transitions(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A"},
        {.name = "B"},
    };
    wits_transition_desc *transitions = calloc(WITS_MAX_TRANSITIONS, sizeof *transitions);
    assert_non_null(transitions);
    for (uint32_t i = 0; i < WITS_MAX_TRANSITIONS; i++) {
        transitions[i] = (wits_transition_desc){.from = 1, .to = 2, .when = "is_last_row"};
    }
    wits_brain *brain = compile(&(wits_desc){STATES(states), .transitions = transitions,
                                             .transition_count = WITS_MAX_TRANSITIONS, FUNCTIONS(last_row_functions)});
    uint8_t agent[8] = {0};
    uint32_t row = WITS_MAX_TRANSITIONS;
    wits_frame frame = {.functions = last_row_functions, .context = &row};
    wits_start(brain, agent, &frame);
    wits_decide(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 1));
    row = WITS_MAX_TRANSITIONS - 1;
    wits_decide(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 2));
    assert_int_equal(wits_transition_count(brain), WITS_MAX_TRANSITIONS);
    free(brain);
    free(transitions);
}

// 65,534 steps of one leaf.
static void most_steps(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A"},
        {.name = "B"},
    };
    wits_step_desc *steps = calloc(WITS_MAX_STEPS, sizeof *steps);
    assert_non_null(steps);
    for (uint32_t i = 0; i < WITS_MAX_STEPS; i++) {
        steps[i] = (wits_step_desc){.of = 1, .to = 2, .when = "is_last_row"};
    }
    wits_brain *brain = compile(
        &(wits_desc){STATES(states), .steps = steps, .step_count = WITS_MAX_STEPS, FUNCTIONS(last_row_functions)});
    uint8_t agent[8] = {0};
    uint32_t row = WITS_MAX_STEPS - 1;
    wits_frame frame = {.functions = last_row_functions, .context = &row};
    wits_start(brain, agent, &frame);
    wits_update(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 2));
    assert_int_equal(wits_step_state(brain, WITS_MAX_STEPS - 1), 1);
    free(brain);
    free(steps);
}

// 64 events.
static void most_events(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A"},
        {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .event = "s63"}};
    numbered n = number_states(WITS_MAX_EVENTS);
    const char *events[WITS_MAX_EVENTS];
    for (uint32_t i = 0; i < WITS_MAX_EVENTS; i++) {
        events[i] = n.names[i];
    }
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events)});
    uint8_t agent[32] = {0};
    wits_frame frame = {0};
    wits_start(brain, agent, &frame);
    for (uint32_t i = 0; i < 63; i++) {
        wits_raise(brain, agent, i);
    }
    assert_false(wits_is_pending(brain, agent, 63));
    wits_decide(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 1));
    wits_raise(brain, agent, 63);
    assert_true(wits_is_pending(brain, agent, 63));
    assert_true(wits_agent_is_valid(brain, agent, wits_agent_size(brain)));
    wits_decide(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 2));
    assert_int_equal(wits_find_event(brain, "s63"), 63);
    free(brain);
    numbered_free(n);
}

// 1,024 functions.
static void most_functions(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A"},
        {.name = "B"},
    };
    static const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "s1023"}};
    numbered n = number_states(WITS_MAX_FUNCTIONS);
    static wits_function functions[WITS_MAX_FUNCTIONS];
    for (uint32_t i = 0; i < WITS_MAX_FUNCTIONS; i++) {
        functions[i] = (wits_function){.name = n.names[i], .condition = is_last_row};
    }
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)});
    assert_int_equal(wits_function_count(brain), WITS_MAX_FUNCTIONS);
    assert_string_equal(wits_function_name(brain, 1023), "s1023");
    uint8_t agent[8] = {0};
    uint32_t row = 0;
    wits_frame frame = {.functions = functions, .context = &row};
    wits_start(brain, agent, &frame);
    wits_decide(brain, agent, &frame);
    assert_true(wits_is_in(brain, agent, 2));
    free(brain);
    numbered_free(n);
}

// 16 levels below the root: every level may have its own transition, and a transition may cross them all.
static void deepest_tree(void **state) {
    enum { LEVELS = WITS_MAX_DEPTH, STATES_OF_TREE = LEVELS + 2 };
    numbered n = number_states(STATES_OF_TREE);
    for (wits_state_id i = 2; i <= LEVELS; i++) {
        n.states[i].parent = (wits_state_id)(i - 1);
    }
    const wits_transition_desc transitions[] = {{.from = LEVELS, .to = LEVELS + 1}, {.from = LEVELS + 1, .to = LEVELS}};
    scene *s = scene_open(&(wits_desc){.states = n.states, .state_count = STATES_OF_TREE, TRANSITIONS(transitions)});
    start(s, "s1-enter s2-enter s3-enter s4-enter s5-enter s6-enter s7-enter s8-enter s9-enter s10-enter s11-enter "
             "s12-enter s13-enter s14-enter s15-enter s16-enter");
    take(s, 0,
         "s16-exit s15-exit s14-exit s13-exit s12-exit s11-exit s10-exit s9-exit s8-exit s7-exit s6-exit "
         "s5-exit s4-exit s3-exit s2-exit s1-exit t0 s17-enter");
    take(s, 1,
         "s17-exit t1 s1-enter s2-enter s3-enter s4-enter s5-enter s6-enter s7-enter s8-enter s9-enter "
         "s10-enter s11-enter s12-enter s13-enter s14-enter s15-enter s16-enter");
    update(s, "s16-update s15-update s14-update s13-update s12-update s11-update s10-update s9-update s8-update "
              "s7-update s6-update s5-update s4-update s3-update s2-update s1-update");
    char path[1040];
    size_t length = wits_state_path(s->brain, LEVELS, path, sizeof path);
    assert_int_equal(length, strlen(path));
    assert_int_equal(wits_find_state(s->brain, path), LEVELS);
    scene_close(s);
    numbered_free(n);
}

static void measure_line(void *user, const char *line) {
    const size_t length = strlen(line);
    assert_true(length <= 1000);
    *(size_t *)user = length > *(size_t *)user ? length : *(size_t *)user;
}

// Names of 64 bytes; the longest path has 1,039. Lines of the program are cut at 1,000.
static void longest_names(void **state) {
    static char name[WITS_MAX_NAME + 1];
    memset(name, 'x', WITS_MAX_NAME);
    wits_state_desc states[WITS_MAX_DEPTH + 1];
    memset(states, 0, sizeof states);
    for (wits_state_id i = 0; i <= WITS_MAX_DEPTH; i++) {
        states[i].name = name;
        states[i].parent = (wits_state_id)(i == 0 ? 0 : i - 1);
    }
    const char *events[] = {name};
    const wits_function functions[] = {{.name = name, .condition = is_last_row}};
    wits_brain *brain = compile(&(wits_desc){STATES(states), EVENTS(events), FUNCTIONS(functions)});
    assert_string_equal(wits_state_name(brain, WITS_MAX_DEPTH), name);
    assert_string_equal(wits_event_name(brain, 0), name);
    assert_string_equal(wits_function_name(brain, 0), name);
    char path[1040];
    assert_int_equal(wits_state_path(brain, WITS_MAX_DEPTH, path, sizeof path), 1039);
    assert_int_equal(strlen(path), 1039);
    assert_int_equal(wits_find_state(brain, path), WITS_MAX_DEPTH);
    size_t longest = 0;
    wits_program_print(brain, measure_line, &longest);
    assert_int_equal(longest, 1000);
    free(brain);
}

// Four parameters of 256 values each, whose names have 64 bytes.
static void most_values_of_parameters(void **state) {
    static const wits_state_desc states[] = {{.name = "root"}};
    static char names[WITS_MAX_ENUM_VALUES][WITS_MAX_NAME + 1];
    const char *values[WITS_MAX_ENUM_VALUES];
    wits_function functions[] = {{.name = "f", .condition = is_last_row}};
    for (uint32_t i = 0; i < WITS_MAX_ENUM_VALUES; i++) {
        snprintf(names[i], sizeof names[i], "v%063u", (unsigned)i);
        values[i] = names[i];
    }
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS; i++) {
        functions[0].parameters[i] = (wits_parameter){WITS_ARGUMENT_ENUM, values, WITS_MAX_ENUM_VALUES};
    }
    const wits_desc desc = {STATES(states), FUNCTIONS(functions)};
    assert_true(wits_brain_size(&desc, NULL) >= sizeof names * WITS_MAX_ARGUMENTS);
    free(compile(&desc));
}

/// Growth of a brain's required size with 8 bytes more in one of its names, which `name` points to.
static size_t growth(const wits_desc *desc, const char **name) {
    static const char longer[] = "a_name_of_31_bytes_and_8_bytes_more_abc";
    const char *before = *name;
    size_t size = wits_brain_size(desc, NULL);
    assert_int_equal(strlen(longer), strlen(before) + 8);
    *name = longer;
    size_t grown = wits_brain_size(desc, NULL) - size;
    *name = before;
    return grown;
}

// The required size of a brain counts each of its names.
static void every_name_is_counted(void **state) {
    enum { ROWS = 3 };
    static const char *const names[ROWS] = {"a_name_of_31_bytes_0123456789_0", "a_name_of_31_bytes_0123456789_1",
                                            "a_name_of_31_bytes_0123456789_2"};
    const char *events[ROWS], *values[ROWS];
    wits_state_desc states[ROWS];
    wits_function functions[ROWS];
    wits_field_desc fields[ROWS];
    memset(states, 0, sizeof states);
    for (uint32_t i = 0; i < ROWS; i++) {
        states[i].name = events[i] = values[i] = names[i];
        functions[i] = (wits_function){.name = names[i], .condition = is_last_row};
        fields[i] = (wits_field_desc){.name = names[i], .type = WITS_TYPE_INT};
    }
    fields[1] = (wits_field_desc){.name = names[1], .type = WITS_TYPE_ENUM, .values = values, .value_count = ROWS};
    const wits_desc desc = {STATES(states), EVENTS(events), FUNCTIONS(functions), .fields = fields,
                            .field_count = ROWS};
    assert_int_not_equal(wits_brain_size(&desc, NULL), 0);
    for (uint32_t i = 0; i < ROWS; i++) {
        assert_int_equal(growth(&desc, &states[i].name), 8);
        assert_int_equal(growth(&desc, &events[i]), 8);
        assert_int_equal(growth(&desc, &functions[i].name), 8);
        assert_int_equal(growth(&desc, &fields[i].name), 8);
        assert_int_equal(growth(&desc, &values[i]), 8);
    }
}

/// For an `any` transition call->state is the active child.
static bool agrees_with_child(const void *context, const wits_call *call) {
    return (call->state ^ (uint32_t) * (const int32_t *)context) % 16 == call->row % 16;
}

// A composite with so many states inside that its transitions are not inlined for each of them. The fast path, without
// a trace, must lead to the same states as the general one, with a trace.
static void transitions_that_are_not_written_out(void **state) {
    enum { LEAVES = 1500, RULES = 60, TICKS = 400 };
    numbered n = number_states(LEAVES + 2);
    static wits_transition_desc transitions[RULES + 1];
    static char conditions[RULES][32];
    static const wits_field_desc fields[] = {{.name = "x", .type = WITS_TYPE_INT}};
    n.states[0].parent = WITS_ROOT;
    for (uint32_t i = 2; i < LEAVES + 2; i++) {
        n.states[i].parent = 1;
    }
    for (uint32_t i = 0; i < RULES; i++) {
        if (i % 3 == 1) {
            (void)snprintf(conditions[i], sizeof conditions[i], i % 2 == 0 ? "child" : "child() and x > 0");
        } else {
            (void)snprintf(conditions[i], sizeof conditions[i], "x == %u", (unsigned)i);
        }
        transitions[i] = (wits_transition_desc){
            .from = 1, .any = i % 2 == 0, .to = (wits_state_id)(2 + i * 7919 % LEAVES), .when = conditions[i]};
        transitions[i].reenter = transitions[i].any && i % 4 == 0;
    }
    transitions[RULES] = (wits_transition_desc){.from = 2, .to = 700, .after = 3};
    const wits_function functions[] = {{.name = "child", .condition = agrees_with_child}};
    const wits_desc desc = {.states = n.states,
                            .state_count = LEAVES + 2,
                            TRANSITIONS(transitions),
                            FUNCTIONS(functions),
                            .fields = fields,
                            .field_count = 1};
    wits_brain *brain = compile(&desc);
    uint8_t fast[16] = {0}, general[16] = {0};
    assert_in_range(wits_agent_size(brain), 1, sizeof fast);
    int32_t x = -1;
    const wits_column column = {&x, 0, WITS_TYPE_INT};
    wits_trace_record records[16];
    wits_trace trace = {.records = records, .capacity = COUNT(records)};
    wits_frame plain = {.columns = &column, .functions = functions, .context = &x}, traced = plain;
    traced.trace = &trace;
    wits_start(brain, fast, &plain);
    wits_start(brain, general, &traced);
    uint32_t moved = 0;
    for (uint32_t i = 1; i <= TICKS; i++) {
        wits_state_id before = wits_deepest(brain, fast);
        plain.tick = traced.tick = i;
        x = (int32_t)(i * 2654435761u >> 16) % (RULES * 2);
        trace.count = 0;
        wits_tick(brain, fast, &plain);
        wits_tick(brain, general, &traced);
        assert_memory_equal(fast, general, sizeof fast);
        moved += wits_deepest(brain, fast) != before;
    }
    assert_in_range(moved, TICKS / 4, TICKS);
    free(brain);
    numbered_free(n);
}

// An agent's private data may be large, up to 16 MiB.
static bool never(const void *context, const wits_call *call) {
    return false;
}

// From a composite to a state deep inside it, with all possible features on each path: a transition's effect then
// depends on how far inwards states are active. wits_brain_size covers the code for all paths.
static void transitions_inwards(void **state) {
    enum { MOST = 40 };
    static const wits_function functions[] = {{.name = "never", .condition = never}};
    for (uint32_t depth = 2; depth < WITS_MAX_DEPTH; depth++) {
        for (uint32_t flags = 0; flags < 8; flags++) {
            numbered n = number_states(depth + 1);
            wits_transition_desc transitions[MOST];
            for (uint32_t i = 1; i <= depth; i++) {
                n.states[i].parent = (wits_state_id)(i - 1);
                n.states[i].kind = i < depth ? WITS_KIND_FSM : WITS_KIND_LEAF;
                n.states[i].timed = (flags & 1) != 0;
                if (i < depth) {
                    n.states[i].activation = WITS_ACTIVATION_ON_DECIDE;
                    n.states[i].leave = (flags & 2) == 0 ? WITS_LEAVE_RESET
                                        : i % 2 != 0     ? WITS_LEAVE_SUSPEND
                                                         : WITS_LEAVE_RESUME;
                }
            }
            for (uint32_t i = 0; i < MOST; i++) {
                transitions[i] = (wits_transition_desc){
                    .from = 1, .to = (wits_state_id)depth, .when = "never", .any = (flags & 4) != 0};
            }
            wits_brain *brain = compile(&(wits_desc){
                .states = n.states, .state_count = depth + 1, TRANSITIONS(transitions), FUNCTIONS(functions)});
            assert_non_null(brain);
            free(brain);
            numbered_free(n);
        }
    }
}

static void large_private_data(void **state) {
    const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A", .data_size = 1u << 20},
        {.name = "B"},
    };
    wits_brain *brain = compile(&(wits_desc){STATES(states)});
    size_t size = wits_agent_size(brain);
    assert_in_range(size, 1u << 20, (1u << 20) + 16);
    uint8_t *agent = calloc(1, size);
    assert_non_null(agent);
    wits_start(brain, agent, &(wits_frame){0});
    assert_true(wits_agent_is_valid(brain, agent, size));
    wits_goto(brain, agent, &(wits_frame){0}, 2);
    assert_true(wits_agent_is_valid(brain, agent, size));
    free(agent);
    free(brain);
}

// --------------------------------------------------------------------------------------------------------------- texts

static const wits_state_desc wrong_states[] = {
    {.name = "root"},
    {.name = "walk", .enter = "gowl"},
    {.name = NULL},
    {.name = "2nd"},
};
static const wits_transition_desc wrong_transitions[] = {{.from = 1, .to = 0}, {.from = 9, .to = 1}};

static void expect_text(const wits_report *report, wits_problem_code code, uint32_t row, const char *expected) {
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->problems[i].code == code && report->problems[i].row == row) {
            char text[320];
            assert_int_equal(wits_problem_text(&report->problems[i], text, sizeof text), strlen(expected));
            assert_string_equal(text, expected);
            return;
        }
    }
    fail_msg("not reported: %s", wits_problem_name(code));
}

// "states row 3 (walk): enter: unknown function: 'gowl'".
static void texts_of_problems(void **state) {
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    wits_brain_size(&(wits_desc){STATES(wrong_states), TRANSITIONS(wrong_transitions)}, &report);
    assert_int_equal(report.count, 5);
    expect_text(&report, WITS_PROBLEM_FUNCTION_UNKNOWN, 1, "states row 1 (walk): enter: unknown function: 'gowl'");
    expect_text(&report, WITS_PROBLEM_NAME_MISSING, 2, "states row 2: has no name");
    expect_text(&report, WITS_PROBLEM_NAME_INVALID, 3,
                "states row 3 (2nd): a name is a letter or _, then letters, digits and _: '2nd'");
    expect_text(&report, WITS_PROBLEM_DESTINATION_MISSING, 0,
                "transitions row 0 (walk): to: no destination; 'to' is 0, and the root cannot be one");
    expect_text(&report, WITS_PROBLEM_SOURCE_UNKNOWN, 1, "transitions row 1: from: 'from' is not a state: '9'");
    wits_problem none;
    report = (wits_report){&none, 1, 0};
    wits_brain_size(&(wits_desc){0}, &report);
    char text[320];
    wits_problem_text(&none, text, sizeof text);
    assert_string_equal(text, "brain: states: there are no states; row 0 is the root");
}

// "Writes at most `size` bytes with the final zero and returns its whole length."
static void texts_are_cut(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    wits_brain_size(&(wits_desc){STATES(wrong_states)}, &report);
    char whole[320], cut[320];
    size_t length = wits_problem_text(&problem, whole, sizeof whole);
    for (size_t size = 0; size < length + 2; size++) {
        memset(cut, '#', sizeof cut);
        assert_int_equal(wits_problem_text(&problem, cut, size), length);
        assert_int_equal(cut[size], '#');
        if (size > 0) {
            size_t written = size <= length ? size - 1 : length;
            assert_memory_equal(cut, whole, written);
            assert_int_equal(cut[written], '\0');
        }
    }
    assert_int_equal(wits_problem_text(&problem, NULL, 0), length);
}

// "640 always suffice", even with the longest names; a value is shortened to 64 bytes.
static void longest_text(void **state) {
    static char name[200];
    memset(name, 'x', sizeof name - 1);
    const wits_state_desc states[] = {
        {.name = name},
        {.name = name, .enter = name},
    };
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    wits_brain_size(&(wits_desc){STATES(states)}, &report);
    assert_int_equal(report.count, 3);
    for (uint32_t i = 0; i < report.count; i++) {
        assert_int_equal(strlen(problems[i].value), WITS_MAX_NAME);
        assert_true(wits_problem_text(&problems[i], NULL, 0) < 640);
    }
}

static void names_of_codes(void **state) {
    assert_string_equal(wits_problem_name(WITS_PROBLEM_DESTINATION_MISSING), "DESTINATION_MISSING");
#define CHECK_NAME(code, text) assert_string_equal(wits_problem_name(WITS_PROBLEM_##code), #code);
    WITS_PROBLEM_LIST(CHECK_NAME)
#undef CHECK_NAME
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_states),
        cmocka_unit_test(most_states_in_depth),
        cmocka_unit_test(most_transitions),
        cmocka_unit_test(most_steps),
        cmocka_unit_test(most_events),
        cmocka_unit_test(most_functions),
        cmocka_unit_test(deepest_tree),
        cmocka_unit_test(longest_names),
        cmocka_unit_test(most_values_of_parameters),
        cmocka_unit_test(every_name_is_counted),
        cmocka_unit_test(transitions_that_are_not_written_out),
        cmocka_unit_test(transitions_inwards),
        cmocka_unit_test(large_private_data),
        cmocka_unit_test(texts_of_problems),
        cmocka_unit_test(texts_are_cut),
        cmocka_unit_test(longest_text),
        cmocka_unit_test(names_of_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
