// SPDX-License-Identifier: MIT
// wits_bind: matches a program with a brain by name, and reports every mismatch.
#include "support.h"

enum { HUNT, REST, CHASE };
static const char *const moods[] = {"calm", "angry"};
static const wits_field_desc fields[] = {{.name = "distance", .type = WITS_TYPE_FLOAT},
                                         {.name = "alert", .type = WITS_TYPE_UINT8},
                                         {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 2}};
static const char *const events[] = {"hit", "bell"};

static bool seen(const void *context, const wits_call *call) {
    return true;
}

static float danger(const void *context, const wits_call *call) {
    return 1.0f;
}

static void shout(void *context, const wits_call *call) {
    ++*(int *)context;
}

static const wits_function known[] = {
    {.name = "seen", .condition = seen}, {.name = "danger", .score = danger}, {.name = "shout", .action = shout}};

static const wits_state_desc states[] = {
    [HUNT] = {.name = "hunt"},
    [REST] = {.name = "rest", .update = "distance = distance - danger()"},
    [CHASE] = {.name = "chase", .enter = "shout"},
};
static const wits_transition_desc transitions[] = {
    {.from = REST, .to = CHASE, .when = "distance < 10 and seen() and alert < 3 and mood == angry"},
    {.from = CHASE, .to = REST, .event = "hit"},
};
static const wits_desc desc = {STATES(states),   TRANSITIONS(transitions), EVENTS(events),
                               FUNCTIONS(known), .fields = fields,         .field_count = COUNT(fields)};

/// A program's bindings; each test makes one of them wrong.
typedef struct fixture {
    wits_brain *brain;
    float distance;
    uint8_t alert, mood;
    wits_host_field fields[5];
    wits_function functions[5];
    wits_host host;
    wits_function bound[3];
    wits_column columns[3];
} fixture;

static fixture f;

static int set_up(void **state) {
    memset(&f, 0, sizeof f);
    f.brain = compile(&desc);
    f.fields[0] =
        (wits_host_field){"mood", &f.mood, .stride = 1, .type = WITS_TYPE_ENUM, .values = moods, .value_count = 2};
    f.fields[1] = (wits_host_field){"distance", &f.distance, .stride = sizeof f.distance, .type = WITS_TYPE_FLOAT};
    f.fields[2] = (wits_host_field){"alert", &f.alert, .stride = 0, .type = WITS_TYPE_UINT8};
    f.functions[0] = known[2];
    f.functions[1] = known[0];
    f.functions[2] = known[1];
    f.host = (wits_host){.functions = f.functions, .function_count = 3, .fields = f.fields, .field_count = 3};
    return 0;
}

static int tear_down(void **state) {
    free(f.brain);
    return 0;
}

static bool provoked[WITS_PROBLEM_COUNT];

/// Binding fails with exactly this problem.
static void expect_problem(wits_problem_code code, wits_table table, uint32_t row, const char *text) {
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    char written[640];
    assert_false(wits_bind(f.brain, &f.host, f.bound, f.columns, &report));
    assert_int_equal(report.count, 1);
    wits_problem_text(&problems[0], written, sizeof written);
    assert_string_equal(written, text);
    assert_int_equal(problems[0].code, code);
    assert_int_equal(problems[0].table, table);
    assert_int_equal(problems[0].row, row);
    assert_false(wits_bind(f.brain, &f.host, f.bound, f.columns, NULL));
    provoked[code] = true;
}

static void expect_bound(void) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    char text[640] = "";
    if (!wits_bind(f.brain, &f.host, f.bound, f.columns, &report)) {
        wits_problem_text(&problem, text, sizeof text);
        fail_msg("%s", text);
    }
    assert_int_equal(report.count, 0);
}

// Arranges what the program gives in the brain's order; the brain then runs with it.
static void everything_is_put_in_the_brains_order(void **state) {
    uint32_t hit = 7;
    wits_state_id chase = 0;
    const wits_host_event raised[] = {{.name = "hit", .found = &hit}, {.name = "bell", .number = 1}};
    const wits_host_state asked[] = {{.name = "chase", .found = &chase}, {.name = "/rest", .number = REST}};
    f.host.events = raised;
    f.host.event_count = COUNT(raised);
    f.host.states = asked;
    f.host.state_count = COUNT(asked);
    expect_bound();
    assert_int_equal(hit, 0);
    assert_int_equal(chase, CHASE);
    assert_ptr_equal(f.columns[0].base, &f.distance);
    assert_ptr_equal(f.columns[1].base, &f.alert);
    assert_ptr_equal(f.columns[2].base, &f.mood);
    assert_true(f.bound[0].condition == seen && f.bound[1].score == danger && f.bound[2].action == shout);

    uint8_t agent[8] = {0};
    int shouts = 0;
    assert_true(wits_agent_size(f.brain) <= sizeof agent);
    f.distance = 12;
    f.mood = 1;
    wits_frame frame = {.columns = f.columns, .functions = f.bound, .context = &shouts};
    wits_start(f.brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 4; frame.tick++) {
        wits_tick(f.brain, agent, &frame);
    }
    assert_true(f.distance == 9.0f);  // assigned by the brain
    assert_int_equal(wits_deepest(f.brain, agent), chase);
    assert_int_equal(shouts, 1);
    wits_raise(f.brain, agent, hit);
    wits_tick(f.brain, agent, &frame);
    assert_int_equal(wits_deepest(f.brain, agent), REST);
}

static void what_the_brain_lacks_or_has_twice(void **state) {
    f.host.function_count = 2;
    expect_problem(WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, 1,
                   "functions row 1 (danger): missing function, which the brain calls");
    f.functions[2] = (wits_function){.name = "dangr", .score = danger};
    f.host.function_count = 3;
    expect_problem(WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, 1,
                   "functions row 1 (danger): missing function, which the brain calls; did you "
                   "mean 'dangr'?");
    f.functions[2] = (wits_function){.name = "danger", .condition = seen};
    expect_problem(WITS_PROBLEM_FUNCTION_GIVEN_AS, WITS_TABLE_FUNCTIONS, 1,
                   "functions row 1 (danger): the program's function has another kind than the brain expects: "
                   "score, and the program has condition");
    f.functions[2] = (wits_function){.name = "danger"};
    expect_problem(WITS_PROBLEM_FUNCTION_KIND, WITS_TABLE_HOST_FUNCTIONS, 2,
                   "host functions row 2 (danger): exactly one of condition, score, action and step must be given");
    f.functions[2] = known[1];
    f.functions[3] = known[1];
    f.functions[4].action = shout;
    f.host.function_count = 4;
    expect_problem(WITS_PROBLEM_HOST_TWICE, WITS_TABLE_HOST_FUNCTIONS, 3,
                   "host functions row 3 (danger): duplicate name in the program");
    f.functions[3] = f.functions[4];
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_FUNCTIONS, 3,
                   "host functions row 3: the program's row has no name");
}

// Actions that are always listed may be missing. Conditions and scores may not.
static void listed_actions_need_no_functions(void **state) {
    f.host.functions = f.functions + 1;
    f.host.function_count = 2;
    expect_problem(WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, 2,
                   "functions row 2 (shout): missing function, which the brain calls");
    f.host.lists_actions = true;
    expect_bound();
    assert_null(f.bound[2].action);
    wits_action_record records[8];
    wits_list list = {records, COUNT(records), 0};
    uint8_t agent[8] = {0};
    wits_frame frame = {
        .columns = f.columns, .functions = f.bound, .mode = WITS_MODE_DEFERRED, .list = &list, .row = 0, .agent = 40};
    assert_true(wits_start(f.brain, agent, &frame));
    assert_true(wits_goto(f.brain, agent, &frame, CHASE));
    assert_int_equal(list.count, 1);
    assert_true(records[0].agent == 40 && records[0].agent_row == 0);
#ifndef WITS_CHECKS
    assert_false(wits_run_record(f.brain, agent, &frame, &records[0]));  // without a function, nothing happens
#endif
}

static void fields_that_do_not_fit(void **state) {
    f.host.field_count = 2;
    expect_problem(WITS_PROBLEM_FIELD_MISSING, WITS_TABLE_FIELDS, 1, "fields row 1 (alert): missing field");
    f.host.field_count = 3;
    f.fields[2].type = WITS_TYPE_INT8;  // differs only in its sign
    expect_problem(
        WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_FIELDS, 1,
        "fields row 1 (alert): the field has another type than in the program: uint8, and the program has int8");
    f.fields[2].type = WITS_TYPE_UINT16;  // and only in its width
    expect_problem(
        WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_FIELDS, 1,
        "fields row 1 (alert): the field has another type than in the program: uint8, and the program has uint16");
    f.fields[2].type = WITS_TYPE_DEFAULT;
    expect_problem(
        WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_FIELDS, 1,
        "fields row 1 (alert): the field has another type than in the program: uint8, and the program has none");
    f.fields[2].type = WITS_TYPE_UINT8;
    f.fields[2].base = NULL;
    expect_problem(WITS_PROBLEM_COLUMN_NULL, WITS_TABLE_FIELDS, 1, "fields row 1 (alert): the column has no memory");
    f.fields[2].base = &f.alert;
    f.fields[1].stride = 3;
    expect_problem(WITS_PROBLEM_COLUMN_STRIDE, WITS_TABLE_FIELDS, 0,
                   "fields row 0 (distance): the stride is less than the bytes of a value (3 bytes instead of at "
                   "least 4)");
    f.fields[1].stride = 8;
    f.fields[1].size = 3;
    expect_problem(WITS_PROBLEM_COLUMN_SHORT, WITS_TABLE_FIELDS, 0,
                   "fields row 0 (distance): column buffer too small (3 bytes instead of at least 4)");
    f.fields[1].size = 4;
    expect_bound();
}

// A read-only column suffices for a field that no action assigns.
static void what_is_assigned_must_be_writable(void **state) {
    assert_true(wits_field_is_assigned(f.brain, 0));
    assert_false(wits_field_is_assigned(f.brain, 1));
    f.fields[1].stride = 0;
    expect_problem(WITS_PROBLEM_COLUMN_READ_ONLY, WITS_TABLE_FIELDS, 0,
                   "fields row 0 (distance): the brain assigns this field, but its column is read-only: its stride is "
                   "0; give the bytes from one agent's value to the next");
    f.fields[1].stride = 4;
    f.fields[1].read_only = true;
    expect_problem(WITS_PROBLEM_COLUMN_READ_ONLY, WITS_TABLE_FIELDS, 0,
                   "fields row 0 (distance): the brain assigns this field, but its column is read-only: it is "
                   "read_only");
    f.fields[1].read_only = false;
    f.fields[2].read_only = true;
    expect_bound();
    assert_true(f.columns[1].read_only);
}

static void unknown_and_repeated_fields(void **state) {
    f.fields[3] = (wits_host_field){"range", &f.distance, .stride = 4, .type = WITS_TYPE_FLOAT};
    f.host.field_count = 4;
    expect_problem(WITS_PROBLEM_FIELD_UNKNOWN, WITS_TABLE_HOST_FIELDS, 3, "host fields row 3 (range): unknown field");
    f.host.is_shared = true;
    expect_bound();
    f.host.is_shared = false;
    f.fields[3].name = "alert";
    expect_problem(WITS_PROBLEM_HOST_TWICE, WITS_TABLE_HOST_FIELDS, 3,
                   "host fields row 3 (alert): duplicate name in the program");
    f.fields[3].name = NULL;
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_FIELDS, 3,
                   "host fields row 3: the program's row has no name");
}

// A field with a new name: both sides are reported, each with the other's name.
static void a_renamed_field_is_told_from_both_sides(void **state) {
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    char text[640];
    f.fields[1].name = "distanc";
    assert_false(wits_bind(f.brain, &f.host, f.bound, f.columns, &report));
    assert_int_equal(report.count, 2);
    wits_problem_text(&problems[0], text, sizeof text);
    assert_string_equal(text, "host fields row 1 (distanc): unknown field; did you mean 'distance'?");
    wits_problem_text(&problems[1], text, sizeof text);
    assert_string_equal(text, "fields row 0 (distance): missing field; did you mean 'distanc'?");
}

// Enums are numbers to a program: their names must have the numbers that it knows.
static void values_of_enums_are_compared(void **state) {
    static const char *const swapped[] = {"angry", "calm"};
    static const char *const three[] = {"calm", "angry", "sad"};
    f.fields[0].values = swapped;
    expect_problem(WITS_PROBLEM_ENUM_VALUES, WITS_TABLE_FIELDS, 2,
                   "fields row 2 (mood): the enum has other values than in the program: value 0 is calm, and the "
                   "program has angry");
    f.fields[0].values = three;
    f.fields[0].value_count = 3;
    expect_problem(WITS_PROBLEM_ENUM_VALUES, WITS_TABLE_FIELDS, 2,
                   "fields row 2 (mood): the enum has other values than in the program: value 2 is none, and the "
                   "program has sad");
    f.fields[0].value_count = 1;
    expect_problem(WITS_PROBLEM_ENUM_VALUES, WITS_TABLE_FIELDS, 2,
                   "fields row 2 (mood): the enum has other values than in the program: value 1 is angry, and the "
                   "program has none");
}

// A program must give names: without them a change of their numbers could not be reported.
static void values_of_enums_are_named(void **state) {
    f.fields[0].values = NULL;
    expect_problem(WITS_PROBLEM_ENUM_VALUES_MISSING, WITS_TABLE_FIELDS, 2,
                   "fields row 2 (mood): missing names of this enum's values: calm, angry");
}

enum { FIGHT, AIM, SHOOT, FLEE };
static const wits_function called[] = {{.name = "say", .action = shout}, {.name = "wait", .action = shout}};
static const wits_state_desc speaking[] = {
    [FIGHT] = {.name = "fight"},
    [AIM] = {.name = "aim", .enter = "say(\"Halt!\"); wait(3)", .exit = "wait(0.5)"},
    [SHOOT] = {.name = "shoot", .update = "say(\"Fire!\")", .decide = "wait"},
    [FLEE] = {.name = "flee", .update = "wait"},
};
static const wits_transition_desc moving[] = {{.from = AIM, .to = SHOOT, .after = 1, .run = "say(angry)"},
                                              {.from = SHOOT, .to = AIM, .after = 1}};
static const wits_step_desc stepping[] = {{.of = FLEE, .when = "distance > 90", .run = "wait(2)", .to = AIM}};

static const char *const tempers[] = {"calm", "angry"};
static const char *const others[] = {"calm", "cross"};

/// Binds functions with exactly these parameters (null: undeclared), and compares the texts of all problems.
static void expect_taken(const wits_parameter *say, const wits_parameter *wait, const char *texts) {
    const wits_desc tables = {STATES(speaking),  TRANSITIONS(moving), STEPS(stepping),
                              FUNCTIONS(called), .fields = fields,    .field_count = COUNT(fields)};
    wits_brain *brain = compile(&tables);
    f.functions[0] = (wits_function){.name = "say", .action = shout};
    f.functions[1] = (wits_function){.name = "wait", .action = shout};
    const wits_parameter *given[] = {say, wait};
    for (uint32_t i = 0; i < 2; i++) {
        if (given[i] != NULL) {
            f.functions[i].parameters[0] = *given[i];
            f.functions[i].takes_nothing = given[i]->kind == WITS_ARGUMENT_NONE;
        }
    }
    f.host.function_count = 2;
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    char written[8 * 160] = "", one[640];
    assert_int_equal(wits_bind(brain, &f.host, f.bound, f.columns, &report), texts[0] == '\0');
    for (uint32_t i = 0; i < report.count; i++) {
        wits_problem_text(&problems[i], one, sizeof one);
        strcat(strcat(written, one), "\n");
        provoked[problems[i].code] = true;
    }
    assert_string_equal(written, texts);
    free(brain);
}

// wits_bind reports every call with other arguments: in states, transitions and steps, by the calling row.
static void arguments_are_those_that_the_program_takes(void **state) {
#define OTHER "arguments do not match the function's parameters: "
    static const wits_parameter text = {WITS_ARGUMENT_TEXT}, number = {WITS_ARGUMENT_FLOAT},
                                whole = {WITS_ARGUMENT_INT}, nothing = {WITS_ARGUMENT_NONE},
                                temper = {WITS_ARGUMENT_ENUM, tempers, 2}, other = {WITS_ARGUMENT_ENUM, others, 2};
    expect_taken(NULL, NULL, "");
    expect_taken(&text, NULL,
                 "transitions row 0 (aim): run: " OTHER "say gets an enum (calm, angry), and takes a text\n");
    expect_taken(&temper, NULL,
                 "states row 1 (aim): enter: " OTHER "say gets a text, and takes an enum (calm, angry)\n"
                 "states row 2 (shoot): update: " OTHER "say gets a text, and takes an enum (calm, angry)\n");
    expect_taken(&other, NULL,
                 "states row 1 (aim): enter: " OTHER "say gets a text, and takes an enum (calm, cross)\n"
                 "states row 2 (shoot): update: " OTHER "say gets a text, and takes an enum (calm, cross)\n"
                 "transitions row 0 (aim): run: " OTHER
                 "say gets an enum (calm, angry), and takes an enum (calm, cross)\n");
    expect_taken(NULL, &number,
                 "states row 2 (shoot): decide: " OTHER "wait gets nothing, and takes a float\n"
                 "states row 3 (flee): update: " OTHER "wait gets nothing, and takes a float\n");
    expect_taken(NULL, &whole,
                 "states row 1 (aim): exit: " OTHER "wait gets a float, and takes an int\n"
                 "states row 2 (shoot): decide: " OTHER "wait gets nothing, and takes an int\n"
                 "states row 3 (flee): update: " OTHER "wait gets nothing, and takes an int\n");
    expect_taken(NULL, &nothing,
                 "states row 1 (aim): enter: " OTHER "wait gets an int, and takes nothing\n"
                 "states row 1 (aim): exit: " OTHER "wait gets a float, and takes nothing\n"
                 "steps row 0 (flee): run: " OTHER "wait gets an int, and takes nothing\n");
#undef OTHER
}

// Programs may rely on the common part of all calls of a function.
static void what_a_brain_gives_its_functions(void **state) {
    static const struct {
        const char *actions;
        uint32_t count;
        wits_argument_kind kind;
    } cases[] = {{"wait", 0, WITS_ARGUMENT_NONE},
                 {"wait(1); wait(-2)", 1, WITS_ARGUMENT_INT},
                 {"wait(1); wait(0.5)", 1, WITS_ARGUMENT_FLOAT},
                 {"wait(0.5); wait(1)", 1, WITS_ARGUMENT_FLOAT},
                 {"wait(\"a\"); wait(\"b\")", 1, WITS_ARGUMENT_TEXT},
                 {"wait(angry)", 1, WITS_ARGUMENT_ENUM},
                 {"wait(mood); wait(calm if true else mood)", 1, WITS_ARGUMENT_ENUM},
                 {"wait(true); wait(distance > 3)", 1, WITS_ARGUMENT_BOOL},
                 {"wait(angry); wait(\"angry\")", 1, WITS_ARGUMENT_NONE},
                 {"wait(1, 2); wait(distance, \"a\")", 2, WITS_ARGUMENT_FLOAT},
                 {"wait; wait(1)", WITS_NONE, WITS_ARGUMENT_NONE},
                 {"wait(1); wait(0.5); wait", WITS_NONE, WITS_ARGUMENT_NONE},
                 {"say(1)", 0, WITS_ARGUMENT_NONE}};
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        const wits_state_desc rows[] = {{.name = "root"}, {.name = "a", .update = cases[i].actions}};
        const wits_desc tables = {STATES(rows), FUNCTIONS(called), .fields = fields, .field_count = COUNT(fields)};
        wits_brain *brain = compile(&tables);
        assert_int_equal(wits_function_parameter_count(brain, 1), cases[i].count);
        assert_int_equal(wits_function_parameter_kind(brain, 1, 0), cases[i].kind);
        assert_int_equal(wits_function_value_count(brain, 1, 0), cases[i].kind == WITS_ARGUMENT_ENUM ? 2 : 0);
        assert_string_equal(wits_function_value_name(brain, 1, 0, 1),
                            cases[i].kind == WITS_ARGUMENT_ENUM ? "angry" : "");
        assert_int_equal(wits_function_parameter_count(brain, 2), WITS_NONE);
        assert_int_equal(wits_function_parameter_kind(brain, 1, 4), WITS_ARGUMENT_NONE);
        free(brain);
    }
}

// Tables may declare it, too: the same rule applies.
static void arguments_of_tables(void **state) {
    const wits_function takes[] = {{.name = "say", .action = shout, .parameters = {{WITS_ARGUMENT_TEXT}}}};
    const wits_state_desc rows[] = {{.name = "root"}, {.name = "a", .update = "say(\"a\"); say", .exit = "say(1)"}};
    const wits_desc tables = {STATES(rows), FUNCTIONS(takes)};
    wits_problem problems[4];
    wits_report report = {problems, COUNT(problems), 0};
    char text[640];
    assert_int_equal(wits_brain_size(&tables, &report), 0);
    assert_int_equal(report.count, 2);
    wits_problem_text(&problems[0], text, sizeof text);
    assert_string_equal(text, "states row 1 (a): exit: invalid expression: argument 1 of say is a "
                              "text, not an int");
    wits_problem_text(&problems[1], text, sizeof text);
    assert_string_equal(text, "states row 1 (a): update: arguments do not match the function's parameters: say "
                              "gets nothing, and takes a text");
    assert_int_equal(problems[1].offset, 10);
    assert_int_equal(problems[1].length, 3);
}

static void events_and_states_of_the_program(void **state) {
    uint32_t found = 3;
    wits_state_id state_found = 3;
    wits_host_event event = {.name = "hitt", .found = &found};
    wits_host_state asked = {.name = "patrol/chas", .found = &state_found};
    f.host.events = &event;
    f.host.event_count = 1;
    expect_problem(WITS_PROBLEM_EVENT_UNKNOWN, WITS_TABLE_HOST_EVENTS, 0,
                   "host events row 0 (hitt): unknown event; did you mean 'hit'?");
    assert_int_equal(found, WITS_NONE);
    const wits_host_event renamed[] = {{.name = "hit", .found = &found}, {.name = "alarm", .found = &found}};
    f.host.events = renamed;
    f.host.event_count = 2;
    expect_problem(WITS_PROBLEM_EVENT_UNKNOWN, WITS_TABLE_HOST_EVENTS, 1,
                   "host events row 1 (alarm): unknown event; did you mean 'bell'?");
    f.host.events = &event;
    f.host.event_count = 1;
    f.host.is_shared = true;
    expect_bound();
    f.host.is_shared = false;
    event = (wits_host_event){.name = "bell", .number = 0};
    expect_problem(WITS_PROBLEM_EVENT_NUMBER, WITS_TABLE_HOST_EVENTS, 0,
                   "host events row 0 (bell): the event has another number than in the program: 1, and the program "
                   "has 0");
    event.name = NULL;
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_EVENTS, 0,
                   "host events row 0: the program's row has no name");
    f.host.event_count = 0;
    f.host.states = &asked;
    f.host.state_count = 1;
    expect_problem(WITS_PROBLEM_STATE_UNKNOWN, WITS_TABLE_HOST_STATES, 0,
                   "host states row 0 (patrol/chas): unknown or ambiguous state; did you mean 'chase'?");
    assert_int_equal(state_found, WITS_NONE);
    const wits_host_state renamed_states[] = {{.name = "hide", .found = &state_found},
                                              {.name = "chase", .number = CHASE}};
    f.host.states = renamed_states;
    f.host.state_count = 2;
    expect_problem(WITS_PROBLEM_STATE_UNKNOWN, WITS_TABLE_HOST_STATES, 0,
                   "host states row 0 (hide): unknown or ambiguous state; did you mean 'rest'?");
    f.host.states = &asked;
    f.host.state_count = 1;
    asked = (wits_host_state){.name = "chase", .number = REST};
    expect_problem(WITS_PROBLEM_STATE_NUMBER, WITS_TABLE_HOST_STATES, 0,
                   "host states row 0 (chase): the state has another number than in the program: 2, and the program "
                   "has 1");
    asked.name = NULL;
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_STATES, 0,
                   "host states row 0: the program's row has no name");
}

// Null everywhere is the same as an empty host: everything is missing, and nothing is changed.
static void null_everywhere(void **state) {
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    assert_false(wits_bind(f.brain, NULL, f.bound, f.columns, &report));
    assert_int_equal(report.count, 6);
    const wits_host nothing = {.functions = NULL};
    report.count = 0;
    assert_false(wits_bind(f.brain, &nothing, f.bound, f.columns, &report));
    assert_int_equal(report.count, 6);
    assert_int_equal(wits_find_event(f.brain, NULL), WITS_NONE);
    assert_int_equal(wits_find_state(f.brain, NULL), WITS_NONE);
    assert_int_equal(wits_find_field(f.brain, NULL), WITS_NONE);
    assert_int_equal(wits_find_function(f.brain, NULL), WITS_NONE);
}

// "A table that is null counts as empty, which is a problem if it should have rows."
static void a_count_without_a_table(void **state) {
    const wits_host whole = {.functions = f.functions, .function_count = 3, .fields = f.fields, .field_count = 3};
    const struct {
        wits_host host;
        wits_table table;
        const char *text;
    } cases[] = {
        {{.function_count = 3, .fields = f.fields, .field_count = 3},
         WITS_TABLE_HOST_FUNCTIONS,
         "host functions: the count is not 0 but the table is null"},
        {{.functions = f.functions, .function_count = 3, .field_count = 3},
         WITS_TABLE_HOST_FIELDS,
         "host fields: the count is not 0 but the table is null"},
        {{.functions = f.functions, .function_count = 3, .fields = f.fields, .field_count = 3, .event_count = 2},
         WITS_TABLE_HOST_EVENTS,
         "host events: the count is not 0 but the table is null"},
        {{.functions = f.functions, .function_count = 3, .fields = f.fields, .field_count = 3, .state_count = 1},
         WITS_TABLE_HOST_STATES,
         "host states: the count is not 0 but the table is null"},
        {{.functions = f.functions, .function_count = 3, .fields = f.fields, .field_count = 3, .target_count = 1},
         WITS_TABLE_HOST_TARGETS,
         "host targets: the count is not 0 but the table is null"},
    };
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        wits_problem problems[8];
        wits_report report = {problems, COUNT(problems), 0};
        char text[640];
        assert_false(wits_bind(f.brain, &cases[i].host, f.bound, f.columns, &report));
        assert_true(report.count > 0);
        assert_int_equal(problems[0].code, WITS_PROBLEM_HOST_TABLE_MISSING);
        assert_int_equal(problems[0].table, cases[i].table);
        wits_problem_text(&problems[0], text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    provoked[WITS_PROBLEM_HOST_TABLE_MISSING] = true;
    assert_true(wits_bind(f.brain, &whole, f.bound, f.columns, NULL));
}

// wits_file_brain returns null if a file has problems.
static void a_brain_that_is_not_there(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    char text[640];
    assert_false(wits_bind(NULL, &f.host, f.bound, f.columns, &report));
    assert_int_equal(report.count, 1);
    wits_problem_text(&problem, text, sizeof text);
    assert_string_equal(text, "brain: missing brain");
    provoked[problem.code] = true;
}

// "They may be null if nothing has to be written."
static void arrays_that_are_not_there(void **state) {
    assert_true(wits_bind(f.brain, &f.host, NULL, NULL, NULL));
    f.host.function_count = 2;
    assert_false(wits_bind(f.brain, &f.host, NULL, NULL, NULL));
}

// Nothing is written unless everything fits: rows beyond a program's tables are not written, so arrays as long as these
// tables are always long enough.
static void nothing_is_written_unless_everything_fits(void **state) {
    static const wits_state_desc grown_states[] = {
        {.name = "hunt"},
        {.name = "rest", .enter = "aim", .update = "alert = alert + distance", .exit = "bark"},
        {.name = "chase", .enter = "shout"},
    };
    static const wits_function grown_functions[] = {
        {.name = "aim", .action = shout}, {.name = "bark", .action = shout}, {.name = "shout", .action = shout}};
    static const wits_field_desc grown_fields[] = {{.name = "alert", .type = WITS_TYPE_FLOAT},
                                                   {.name = "distance", .type = WITS_TYPE_FLOAT}};
    static const wits_desc grown = {STATES(grown_states), FUNCTIONS(grown_functions), .fields = grown_fields,
                                    .field_count = COUNT(grown_fields)};
    wits_brain *brain = compile(&grown);
    f.host = (wits_host){.functions = &known[2], .function_count = 1, .fields = &f.fields[1], .field_count = 1};
    wits_function *functions = calloc(1, sizeof *functions);  // as the program's own tables: one row each
    wits_column *columns = calloc(1, sizeof *columns);
    assert_false(wits_bind(brain, &f.host, functions, columns, NULL));
    assert_false(wits_bind(brain, &f.host, functions, NULL, NULL));
    assert_null(functions->name);
    assert_null(columns->base);
    free(functions);
    free(columns);
    free(brain);
}

// Two fields in the same memory, a mistake from copied lines, as in wits_crowd_check. Read-only fields may share
// memory.
static void two_fields_on_the_same_bytes(void **state) {
    f.fields[2].base = (char *)&f.distance + 3;
    expect_problem(WITS_PROBLEM_COLUMN_OVERLAP, WITS_TABLE_FIELDS, 1,
                   "fields row 1 (alert): the column overlaps that of another field: 'distance'");
    f.fields[2].base = &f.distance + 1;
    expect_bound();
    f.fields[0].base = f.fields[2].base = &f.mood;
    f.fields[0].stride = 0;
    expect_bound();
    f.fields[0].stride = 1;
    expect_problem(WITS_PROBLEM_COLUMN_OVERLAP, WITS_TABLE_FIELDS, 2,
                   "fields row 2 (mood): the column overlaps that of another field: 'alert'");
}

// A report with less room keeps the first problems and counts the rest.
static void a_report_with_little_room(void **state) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    assert_false(wits_bind(f.brain, NULL, f.bound, f.columns, &report));
    assert_int_equal(report.count, 6);
    assert_int_equal(problem.code, WITS_PROBLEM_FUNCTION_MISSING);
    report = (wits_report){NULL, 0, 0};
    assert_false(wits_bind(f.brain, NULL, f.bound, f.columns, &report));
    assert_int_equal(report.count, 6);
    report = (wits_report){NULL, 8, 0};  // a capacity without memory
    assert_false(wits_bind(f.brain, NULL, f.bound, f.columns, &report));
    assert_int_equal(report.count, 6);
}

// ------------------------------------------------------------------------------------------------------------- targets

static const char *const stances[] = {"low", "high"};
static const wits_target_field_desc enemy_fields[] = {
    {.name = "distance", .type = WITS_TYPE_FLOAT},
    {.name = "health", .type = WITS_TYPE_UINT8, .own = true},
    {.name = "stance", .type = WITS_TYPE_ENUM, .values = stances, .value_count = 2},
};
static const wits_target_field_desc cover_fields[] = {{.name = "worth", .type = WITS_TYPE_FLOAT}};
static const wits_target_desc kinds[] = {
    {"enemy", enemy_fields, COUNT(enemy_fields)}, {"cover", cover_fields, COUNT(cover_fields)}, {"door", NULL, 0}};
static const wits_field_desc own_fields[] = {{.name = "strength", .type = WITS_TYPE_UINT8},
                                             {.name = "ammo", .type = WITS_TYPE_UINT8}};
enum { ENEMY, COVER, DOOR };

/// The program's target lists, in addition to the fixture.
static struct {
    uint8_t strength, ammo;
    wits_host_field own[2];
    float distance[4], worth[4];
    uint8_t health[9], stance[4];
    wits_host_field enemy[4], cover[1];
    wits_column enemy_columns[3], cover_columns[1];
    uint32_t found[3];
    wits_host_target targets[4];
} t;

static int set_up_targets(void **state) {
    static const wits_state_desc rows[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY, .update = "strength = strength - 1"},
        {.name = "attack", .score = "1 / enemy.distance", .target = "enemy"},
        {.name = "reload", .score = "0.5 if ammo == 0 else 0"}};
    static const wits_desc tables = {STATES(rows), .fields = own_fields, .field_count = COUNT(own_fields),
                                     .targets = kinds, .target_count = COUNT(kinds)};
    memset(&f, 0, sizeof f);
    memset(&t, 0, sizeof t);
    f.brain = compile(&tables);
    t.own[0] = (wits_host_field){"strength", &t.strength, .stride = 1, .type = WITS_TYPE_UINT8};
    t.own[1] = (wits_host_field){"ammo", &t.ammo, .stride = 1, .type = WITS_TYPE_UINT8};
    t.enemy[0] = (wits_host_field){"stance", t.stance, 1, WITS_TYPE_ENUM, .values = stances, .value_count = 2};
    t.enemy[1] = (wits_host_field){"health", t.health, 1, WITS_TYPE_UINT8, .size = sizeof t.health};
    t.enemy[2] = (wits_host_field){"distance", t.distance, sizeof *t.distance, WITS_TYPE_FLOAT, .read_only = true};
    t.cover[0] = (wits_host_field){"worth", t.worth, sizeof *t.worth, WITS_TYPE_FLOAT};
    t.targets[0] = (wits_host_target){"cover", t.cover, 1, t.cover_columns, &t.found[COVER]};
    t.targets[1] = (wits_host_target){"door", .found = &t.found[DOOR]};
    t.targets[2] = (wits_host_target){"enemy", t.enemy, 3, t.enemy_columns, &t.found[ENEMY]};
    f.host = (wits_host){.fields = t.own, .field_count = 2, .targets = t.targets, .target_count = 3};
    return 0;
}

// Kinds by name, fields in the brain's order; the brain then chooses by them.
static void targets_are_put_in_the_brains_order(void **state) {
    expect_bound();
    for (uint32_t kind = 0; kind < COUNT(kinds); kind++) {
        assert_int_equal(t.found[kind], kind);
    }
    assert_ptr_equal(t.enemy_columns[0].base, t.distance);
    assert_ptr_equal(t.enemy_columns[1].base, t.health);
    assert_ptr_equal(t.enemy_columns[2].base, t.stance);
    assert_ptr_equal(t.cover_columns[0].base, t.worth);
    assert_true(t.enemy_columns[1].size == sizeof t.health && t.enemy_columns[0].stride == sizeof(float));
    assert_int_equal(t.enemy_columns[2].type, WITS_TYPE_ENUM);

    static const uint32_t ids[] = {70, 71};
    const wits_target_list lists[] = {{.ids = ids, .count = 2, .columns = t.enemy_columns}, {.count = 0}, {.count = 0}};
    wits_frame frame = {.columns = f.columns, .targets = lists};
    uint8_t agent[16] = {0};
    assert_true(wits_agent_size(f.brain) <= sizeof agent);
    t.ammo = 1;
    t.distance[0] = 8;
    t.distance[1] = 4;
    wits_start(f.brain, agent, &frame);
    assert_int_equal(wits_target_of(f.brain, agent, 1), 71);
    assert_true(wits_bind(f.brain, &f.host, NULL, NULL, NULL));
    t.targets[2].columns = NULL;
    t.targets[2].found = NULL;
    expect_bound();
}

// The memory of a list may grow: it is set in the column of that name.
static void the_memory_of_targets_may_come_later(void **state) {
    t.enemy[2].base = NULL;
    expect_bound();
    const uint32_t distance = wits_find_target_field(f.brain, ENEMY, "distance");
    assert_int_equal(distance, 0);
    assert_null(t.enemy_columns[distance].base);
    assert_int_equal(wits_find_target_field(f.brain, ENEMY, "stance"), 2);
    assert_int_equal(wits_find_target_field(f.brain, ENEMY, "worth"), WITS_NONE);
    assert_int_equal(wits_find_target_field(f.brain, ENEMY, NULL), WITS_NONE);
    assert_int_equal(wits_find_target_field(f.brain, 3, "distance"), WITS_NONE);
}

static void kinds_that_do_not_fit(void **state) {
    f.host.target_count = 2;
    expect_problem(WITS_PROBLEM_HOST_TARGET_MISSING, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): missing kind of targets");
    f.host.target_count = 4;
    t.targets[3] = (wits_host_target){"ally", t.cover, 1, NULL, &t.found[DOOR]};
    expect_problem(WITS_PROBLEM_HOST_TARGET_UNKNOWN, WITS_TABLE_HOST_TARGETS, 3,
                   "host targets row 3 (ally): unknown kind of targets");
    assert_int_equal(t.found[DOOR], WITS_NONE);
    f.host.is_shared = true;
    expect_bound();
    f.host.is_shared = false;
    t.targets[3].name = "door";
    expect_problem(WITS_PROBLEM_HOST_TWICE, WITS_TABLE_HOST_TARGETS, 3,
                   "host targets row 3 (door): duplicate name in the program");
    t.targets[3].name = NULL;
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_TARGETS, 3,
                   "host targets row 3: the program's row has no name");
    f.host.target_count = 3;
    t.targets[1].field_count = 5;
    expect_problem(WITS_PROBLEM_TABLE_MISSING, WITS_TABLE_HOST_TARGETS, 1,
                   "host targets row 1 (door): fields: the count is not 0 but the table is null");
}

// A misspelt kind or field is reported from both sides.
static void misspelt_targets(void **state) {
    wits_problem problems[8];
    wits_report report = {problems, COUNT(problems), 0};
    static const char *const expected[] = {
        "host targets row 0 (cover): woth: unknown field; did you mean 'worth'?",
        "host targets row 2 (enmy): unknown kind of targets; did you mean 'enemy'?",
        "targets row 0 (enemy): missing kind of targets; did you mean 'enmy'?",
        "targets row 1 (cover): worth: missing field; did you mean 'woth'?",
    };
    t.targets[2].name = "enmy";
    t.cover[0].name = "woth";
    assert_false(wits_bind(f.brain, &f.host, f.bound, f.columns, &report));
    assert_int_equal(report.count, COUNT(expected));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        char text[640];
        wits_problem_text(&problems[i], text, sizeof text);
        assert_string_equal(text, expected[i]);
    }
    for (uint32_t i = 0; i < COUNT(t.cover_columns); i++) {
        assert_null(t.cover_columns[i].base);  // nothing is written unless everything fits
    }
}

static void fields_of_targets_that_do_not_fit(void **state) {
    static const char *const swapped[] = {"high", "low"};
    t.enemy[2].type = WITS_TYPE_INT;
    expect_problem(WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): distance: the field has another type than in the program: float, and the "
                   "program has int");
    t.enemy[2].type = WITS_TYPE_FLOAT;
    t.enemy[2].stride = 3;
    expect_problem(WITS_PROBLEM_COLUMN_STRIDE, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): distance: the stride is less than the bytes of a value (3 bytes instead of "
                   "at least 4)");
    t.enemy[2].stride = 0;
    expect_bound();  // one value for all targets
    t.enemy[2].size = 3;
    expect_problem(WITS_PROBLEM_COLUMN_SHORT, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): distance: column buffer too small (3 bytes instead of at least "
                   "4)");
    t.enemy[2].size = 0;
    t.enemy[0].values = swapped;
    expect_problem(WITS_PROBLEM_ENUM_VALUES, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): stance: the enum has other values than in the program: value 0 is low, and "
                   "the program has high");
    t.enemy[0].values = NULL;
    expect_problem(WITS_PROBLEM_ENUM_VALUES_MISSING, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): stance: missing names of this enum's values: "
                   "low, high");
    t.enemy[0].values = stances;
    t.targets[2].field_count = 4;
    t.enemy[3] = (wits_host_field){"health", t.health, 1, WITS_TYPE_UINT8};
    expect_problem(WITS_PROBLEM_HOST_TWICE, WITS_TABLE_HOST_TARGETS, 2,
                   "host targets row 2 (enemy): health: duplicate name in the program");
    t.enemy[3].name = NULL;
    expect_problem(WITS_PROBLEM_HOST_NAME_MISSING, WITS_TABLE_HOST_TARGETS, 2,
                   "host targets row 2 (enemy): fields: the program's row has no name");
    t.enemy[3].name = "armor";
    expect_problem(WITS_PROBLEM_FIELD_UNKNOWN, WITS_TABLE_HOST_TARGETS, 2,
                   "host targets row 2 (enemy): armor: unknown field");
    f.host.is_shared = true;
    expect_bound();
    t.targets[2].field_count = 2;
    expect_problem(WITS_PROBLEM_FIELD_MISSING, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): distance: missing field");
}

// Targets that are agents: their health is the field that the brain assigns, and has to be copied before.
static void targets_on_bytes_that_the_brain_assigns(void **state) {
    t.enemy[1].base = &t.strength;
    expect_problem(WITS_PROBLEM_TARGET_COLUMN, WITS_TABLE_TARGETS, ENEMY,
                   "targets row 0 (enemy): health: the column overlaps memory that the brain writes: 'strength'");
    t.enemy[1].base = &t.ammo;  // read-only
    expect_bound();
}

static void every_code_was_provoked(void **state) {
#define CHECK_CODE(code, text)                                                                                         \
    if (!provoked[WITS_PROBLEM_##code]) {                                                                              \
        fail_msg("not provoked: %s", #code);                                                                           \
    }
    WITS_HOST_PROBLEM_LIST(CHECK_CODE)
#undef CHECK_CODE
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everything_is_put_in_the_brains_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_the_brain_lacks_or_has_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(listed_actions_need_no_functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fields_that_do_not_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_assigned_must_be_writable, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknown_and_repeated_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_renamed_field_is_told_from_both_sides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_of_enums_are_compared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_of_enums_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arguments_are_those_that_the_program_takes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_brain_gives_its_functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arguments_of_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(events_and_states_of_the_program, set_up, tear_down),
        cmocka_unit_test_setup_teardown(null_everywhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_count_without_a_table, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_brain_that_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arrays_that_are_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_written_unless_everything_fits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_fields_on_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_report_with_little_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(targets_are_put_in_the_brains_order, set_up_targets, tear_down),
        cmocka_unit_test_setup_teardown(the_memory_of_targets_may_come_later, set_up_targets, tear_down),
        cmocka_unit_test_setup_teardown(kinds_that_do_not_fit, set_up_targets, tear_down),
        cmocka_unit_test_setup_teardown(misspelt_targets, set_up_targets, tear_down),
        cmocka_unit_test_setup_teardown(fields_of_targets_that_do_not_fit, set_up_targets, tear_down),
        cmocka_unit_test_setup_teardown(targets_on_bytes_that_the_brain_assigns, set_up_targets, tear_down),
        cmocka_unit_test(every_code_was_provoked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
