// SPDX-License-Identifier: MIT
// Arguments of host functions: docs/semantics.md, section 8, and docs/brain-files.md, "Arguments".
#include "support.h"

enum { STAGE_LOG = 2048 };

/// Input and log of the functions of these tests.
typedef struct stage {
    uint8_t mood;  // calm, angry
    uint8_t armed;
    int16_t turns;
    float distance;
    char log[STAGE_LOG];
    uint8_t agent[64];
    wits_column columns[4];
    wits_action_record records[32];
    uint32_t values[32];
    wits_list list;
    wits_frame frame;
} stage;

static const char *const moods[] = {"calm", "angry"};
static const char *const ways[] = {"slow", "fast"};
static const wits_field_desc fields[] = {{.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 2},
                                         {.name = "armed", .type = WITS_TYPE_BOOL},
                                         {.name = "turns", .type = WITS_TYPE_INT16},
                                         {.name = "distance", .type = WITS_TYPE_FLOAT}};
static const char *const events[] = {"noise"};

static void write_argument(char *to, const wits_argument *a) {
    switch (a->kind) {
    case WITS_ARGUMENT_INT:
        assert_true(a->number == (float)a->integer);
        sprintf(to, "int %d", (int)a->integer);
        break;
    case WITS_ARGUMENT_FLOAT:
        sprintf(to, "float %g", (double)a->number);
        break;
    case WITS_ARGUMENT_BOOL:
        sprintf(to, "bool %s", a->text);
        assert_int_equal(a->integer, strcmp(a->text, "true") == 0);
        break;
    case WITS_ARGUMENT_ENUM:
        sprintf(to, "enum %d %s", (int)a->integer, a->text);
        break;
    case WITS_ARGUMENT_TEXT:
        sprintf(to, "text %s", a->text);
        break;
    default:
        fail();
    }
}

static void note(const void *context, const wits_call *call) {
    stage *s = (stage *)(uintptr_t)context;
    strcat(s->log, s->log[0] == '\0' ? "" : " ");
    strcat(s->log, wits_function_name(call->brain, call->function));
    assert_ptr_equal(call->argument, call->argument_count == 0 ? NULL : call->arguments);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        char one[80];
        write_argument(one, &call->arguments[i]);
        strcat(strcat(s->log, i == 0 ? "(" : ", "), one);
    }
    strcat(s->log, call->argument_count == 0 ? "" : ")");
}

static void act(void *context, const wits_call *call) {
    note(context, call);
}

/// Returns whether the first argument is true, or not 0.
static bool holds(const void *context, const wits_call *call) {
    note(context, call);
    return call->argument != NULL && (call->argument->integer != 0 || call->argument->number != 0.0f);
}

/// The sum of all numeric arguments.
static float sum(const void *context, const wits_call *call) {
    float result = 0.0f;
    note(context, call);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        result += call->arguments[i].number;
    }
    return result;
}

static const wits_function undeclared[] = {
    {.name = "act", .action = act}, {.name = "holds", .condition = holds}, {.name = "sum", .score = sum}};
static const wits_function declared[] = {
    {.name = "act", .action = act, .parameters = {{WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_TEXT}}},
    {.name = "holds", .condition = holds, .parameters = {{WITS_ARGUMENT_BOOL}}},
    {.name = "sum", .score = sum, .parameters = {{WITS_ARGUMENT_INT}}},
    {.name = "walk", .action = act, .parameters = {{WITS_ARGUMENT_ENUM, ways, 2}}},
    {.name = "feel", .action = act, .parameters = {{WITS_ARGUMENT_ENUM, moods, 2}}},
    {.name = "name", .action = act, .parameters = {{WITS_ARGUMENT_ENUM}}},
    {.name = "none", .action = act, .takes_nothing = true}};

static stage s;

static void begin(wits_mode mode, const wits_function *functions) {
    memset(&s, 0, sizeof s);
    s.columns[0] = (wits_column){&s.mood, sizeof s, WITS_TYPE_ENUM};
    s.columns[1] = (wits_column){&s.armed, sizeof s, WITS_TYPE_BOOL};
    s.columns[2] = (wits_column){&s.turns, sizeof s, WITS_TYPE_INT16};
    s.columns[3] = (wits_column){&s.distance, sizeof s, WITS_TYPE_FLOAT};
    s.list = (wits_list){s.records, COUNT(s.records), 0, s.values, COUNT(s.values), 0};
    s.frame = (wits_frame){
        .context = &s, .functions = functions, .columns = s.columns, .list = &s.list, .mode = mode, .tick = 5};
}

/// A root with a leaf `a` that runs these actions when it is entered, and a conditional transition to `b`.
static wits_desc describe(wits_state_desc states[3], wits_transition_desc *transition, const wits_function *functions,
                          uint32_t function_count) {
    return (wits_desc){.states = states,
                       .state_count = 3,
                       .transitions = transition,
                       .transition_count = 1,
                       .events = events,
                       .event_count = 1,
                       .functions = functions,
                       .function_count = function_count,
                       .fields = fields,
                       .field_count = COUNT(fields)};
}

static wits_brain *brain_of(const char *actions, const char *when, const wits_function *functions, uint32_t count) {
    wits_state_desc states[] = {{.name = "root"}, {.name = "a", .update = actions}, {.name = "b"}};
    wits_transition_desc transition = {.from = 1, .to = 2, .when = when};
    const wits_desc desc = describe(states, &transition, functions, count);
    return compile(&desc);
}

/// Compares the calls when the actions run in mode now.
static void expect_calls(const wits_function *functions, uint32_t count, const char *actions, const char *log) {
    wits_brain *brain = brain_of(actions, "armed and not armed", functions, count);
    begin(WITS_MODE_NOW, functions);
    s.turns = 7;
    s.distance = 2.5f;
    s.mood = 1;
    wits_start(brain, s.agent, &s.frame);
    wits_update(brain, s.agent, &s.frame);
    assert_string_equal(s.log, log);
    free(brain);
}

// "For others, each use has its own kinds of arguments."
static void each_call_tells_the_kinds_of_its_arguments(void **state) {
    static const struct {
        const char *actions, *log;
    } rows[] = {
        {"act", "act"},
        {"act()", "act"},
        {"act( )", "act"},
        {"act(3)", "act(int 3)"},
        {"act(-3)", "act(int -3)"},
        {"act(2.50)", "act(float 2.5)"},
        {"act(true)", "act(bool true)"},
        {"act('x; y')", "act(text x; y)"},
        {"act(\"a, (b\")", "act(text a, (b)"},
        {"act(calm)", "act(enum 0 calm)"},
        {"act(mood)", "act(enum 1 angry)"},
        {"act(mood.calm)", "act(enum 0 calm)"},
        {"act(turns)", "act(int 7)"},
        {"act(distance)", "act(float 2.5)"},
        {"act(armed)", "act(bool false)"},
        {"act(turns * 2 + 1)", "act(int 15)"},
        {"act(distance * 2 > turns)", "act(bool false)"},
        {"act(1, 0.5, \"b\", angry)", "act(int 1, float 0.5, text b, enum 1 angry)"},
        {"act(1); act(\"a\", 2); act", "act(int 1) act(text a, int 2) act"},
        {"act(3 if armed else turns, (calm if armed else mood))", "act(int 7, enum 1 angry)"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expect_calls(undeclared, COUNT(undeclared), rows[i].actions, rows[i].log);
    }
}

// "An argument that is just a number is passed as written."
static void seen(void *context, const wits_call *call) {
    stage *self = context;
    for (uint32_t i = 0; i < call->argument_count; i++) {
        strcat(strcat(self->log, call->arguments[i].text != NULL ? call->arguments[i].text : "null"), " ");
    }
}

static void what_is_just_a_number_comes_also_as_written(void **state) {
    static const wits_function functions[] = {{.name = "act", .action = seen}};
    static const wits_function floats[] = {
        {.name = "act", .action = seen, .parameters = {{WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_FLOAT}}}};
    expect_calls(functions, 1, "act(2.50, -1e2 , calm, 'x')", "2.50 -1e2 calm x ");
    expect_calls(functions, 1, "act(1 + 1, turns, true, mood.angry)", "null null true angry ");
    expect_calls(functions, 1, "act(--8, - 8, (8), -8)", "null null null -8 ");
    expect_calls(floats, 1, "act( 3, 1.0 + 2)", "3 null ");
}

// "Every use must have that number and those kinds; an int widens to a declared float."
static void declared_parameters_are_what_every_call_gives(void **state) {
    static const struct {
        const char *actions, *log;
    } rows[] = {
        {"act(3, \"a\")", "act(float 3, text a)"},
        {"act(turns, \"a\")", "act(float 7, text a)"},
        {"act(distance - 1, 'b')", "act(float 1.5, text b)"},
        {"walk(fast)", "walk(enum 1 fast)"},
        {"walk(slow if armed else fast)", "walk(enum 1 fast)"},
        {"feel(mood)", "feel(enum 1 angry)"},
        {"feel(calm)", "feel(enum 0 calm)"},
        {"name(fast); name(mood); name(mood.calm)", "name(enum 1 fast) name(enum 1 angry) name(enum 0 calm)"},
        {"none; none()", "none none"},
        {"act(sum(3), \"a\")", "sum(int 3) act(float 3, text a)"},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expect_calls(declared, COUNT(declared), rows[i].actions, rows[i].log);
    }
}

// "A bare name that is a value of an enum is that value even if a field has its name, unless another kind is declared."
static void a_bare_name_is_a_value_before_it_is_a_field(void **state) {
    static const char *const places[] = {"turns", "here"};
    static const wits_field_desc own[] = {{.name = "where", .type = WITS_TYPE_ENUM, .values = places, .value_count = 2},
                                          {.name = "turns", .type = WITS_TYPE_INT, .initial = 0}};
    static const wits_function functions[] = {
        {.name = "act", .action = act},
        {.name = "walk", .action = act, .parameters = {{WITS_ARGUMENT_INT}}},
        {.name = "go", .action = act, .parameters = {{WITS_ARGUMENT_ENUM, places, 2}}}};
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "a", .update = "act(turns); act((turns)); act(turns + 0); walk(turns); go(turns); act(where.turns)"}};
    const wits_desc desc = {STATES(states), FUNCTIONS(functions), .fields = own, .field_count = COUNT(own)};
    wits_brain *brain = compile(&desc);
    begin(WITS_MODE_NOW, functions);
    uint8_t where = 1;
    int32_t turns = 9;
    s.columns[0] = (wits_column){&where, 1, WITS_TYPE_ENUM};
    s.columns[1] = (wits_column){&turns, 4, WITS_TYPE_INT};
    wits_start(brain, s.agent, &s.frame);
    wits_update(brain, s.agent, &s.frame);
    assert_string_equal(s.log,
                        "act(enum 0 turns) act(int 9) act(int 9) walk(int 9) go(enum 0 turns) act(enum 0 turns)");
    free(brain);
}

// "`mood.calm` is unambiguous in every expression."
static void a_value_may_be_named_with_its_enum_in_every_expression(void **state) {
    wits_brain *brain = brain_of("mood = mood.angry; turns = 1 if mood.angry == mood else 2", "mood == mood.angry",
                                 undeclared, COUNT(undeclared));
    begin(WITS_MODE_NOW, undeclared);
    wits_start(brain, s.agent, &s.frame);
    wits_update(brain, s.agent, &s.frame);
    assert_int_equal(s.mood, 1);
    assert_int_equal(s.turns, 1);
    wits_decide(brain, s.agent, &s.frame);
    assert_int_equal(wits_deepest(brain, s.agent), 2);
    free(brain);
}

/// Compares the calls when a decision evaluates the condition, and its result.
static void expect_asked(const char *when, const char *log, bool held) {
    wits_brain *brain = brain_of(NULL, when, undeclared, COUNT(undeclared));
    begin(WITS_MODE_NOW, undeclared);
    s.turns = 7;
    s.distance = 2.5f;
    s.mood = 1;
    wits_start(brain, s.agent, &s.frame);
    wits_decide(brain, s.agent, &s.frame);
    assert_string_equal(s.log, log);
    assert_int_equal(wits_deepest(brain, s.agent), held ? 2 : 1);
    free(brain);
}

// "Arguments may call other host functions, 8 deep", and are evaluated from left to right.
static void conditions_and_scores_take_arguments(void **state) {
    expect_asked("holds(1)", "holds(int 1)", true);
    expect_asked("holds(\"key\")", "holds(text key)", false);
    expect_asked("not holds(\"key\", mood, angry)", "holds(text key, enum 1 angry, enum 1 angry)", true);
    expect_asked("sum(1, 2) * 2 + sum(turns) > 12", "sum(int 1, int 2) sum(int 7)", true);
    expect_asked("holds(sum(1, sum(2), distance)) and turns == 7",
                 "sum(int 2) sum(int 1, float 2, float 2.5) "
                 "holds(float 5.5)",
                 true);
    expect_asked("holds(holds(1) and turns > 6, turns)", "holds(int 1) holds(bool true, int 7)", true);
    expect_asked("distance > 9 and holds(1)", "", false);
    expect_asked("sum(sum(sum(sum(sum(sum(sum(sum(1)))))))) == 1",
                 "sum(int 1) sum(float 1) sum(float 1) sum(float 1) sum(float 1) sum(float 1) sum(float 1) "
                 "sum(float 1)",
                 true);
}

// --------------------------------------------------------------------------------------------------------------- modes

/// Runs a list, and compares the calls.
static void expect_listed(const wits_brain *brain, const char *log) {
    s.log[0] = '\0';
    for (uint32_t i = 0; i < s.list.count; i++) {
        assert_true(wits_run_record(brain, s.agent, &s.frame, &s.records[i]));
    }
    assert_string_equal(s.log, log);
    s.list.count = 0;
    s.list.argument_count = 0;
}

#define MODE_ACTIONS "act(turns, 'a', mood); turns = turns + 1; act(turns); act(4); act(holds(sum(turns)))"

// "In mode now where the action occurs."
static void in_mode_now_arguments_are_what_is_true_where_the_action_occurs(void **state) {
    expect_calls(undeclared, COUNT(undeclared), MODE_ACTIONS,
                 "act(int 7, text a, enum 1 angry) act(int 8) act(int 4) sum(int 8) holds(float 8) act(bool true)");
}

// "In mode deferred, before the host runs any earlier action; a list keeps the values."
static void in_mode_deferred_arguments_are_computed_where_the_action_occurs(void **state) {
    wits_brain *brain = brain_of(MODE_ACTIONS, NULL, undeclared, COUNT(undeclared));
    begin(WITS_MODE_DEFERRED, undeclared);
    s.turns = 7;
    wits_start(brain, s.agent, &s.frame);
    wits_update(brain, s.agent, &s.frame);
    assert_string_equal(s.log, "sum(int 8) holds(float 8)");
    assert_int_equal(s.list.count, 4);
    assert_int_equal(s.list.argument_count, 4);
    s.turns = 100;
    s.mood = 1;
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    assert_int_equal(wits_record_arguments(brain, &s.list, &s.records[0], arguments), 3);
    assert_int_equal(arguments[0].integer, 7);
    assert_string_equal(arguments[1].text, "a");
    assert_string_equal(arguments[2].text, "calm");
    expect_listed(brain, "act(int 7, text a, enum 0 calm) act(int 8) act(int 4) act(bool true)");
    free(brain);
}

// "In listed, where the record is run."
static void in_mode_listed_arguments_are_computed_when_the_record_is_run(void **state) {
    wits_brain *brain = brain_of(MODE_ACTIONS, NULL, undeclared, COUNT(undeclared));
    begin(WITS_MODE_LISTED, undeclared);
    wits_start(brain, s.agent, &s.frame);
    wits_update(brain, s.agent, &s.frame);
    assert_string_equal(s.log, "");
    assert_int_equal(s.list.argument_count, 0);
    assert_int_equal(s.records[0].arguments, WITS_LIST_LATER);
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    assert_int_equal(wits_record_arguments(brain, &s.list, &s.records[0], arguments), 3);
    assert_int_equal(arguments[0].kind, WITS_ARGUMENT_NONE);
    assert_int_equal(arguments[1].kind, WITS_ARGUMENT_TEXT);
    s.turns = 100;
    s.mood = 1;
    expect_listed(brain, "act(int 100, text a, enum 1 angry) act(int 101) act(int 4) sum(int 101) holds(float 101) "
                         "act(bool true)");
    free(brain);
}

// "The list must have room for arguments as for records. If either is too small, the call is refused and changes
// nothing."
static void a_list_without_room_for_arguments_is_refused(void **state) {
    wits_brain *brain = brain_of(MODE_ACTIONS, NULL, undeclared, COUNT(undeclared));
    assert_int_equal(wits_list_room(brain, WITS_VERB_UPDATE), 5);
    assert_int_equal(wits_list_argument_room(brain, WITS_VERB_UPDATE), 4);
    assert_int_equal(wits_list_argument_room(brain, WITS_VERB_TICK), 4);
    assert_int_equal(wits_list_argument_room(brain, WITS_VERB_DECIDE), 0);
    begin(WITS_MODE_DEFERRED, undeclared);
    wits_start(brain, s.agent, &s.frame);
    uint8_t before[sizeof s.agent];
    memcpy(before, s.agent, sizeof before);
    s.list.argument_capacity = 3;
    assert_false(wits_update(brain, s.agent, &s.frame));
    s.list.argument_capacity = 4;
    s.list.arguments = NULL;
    assert_false(wits_update(brain, s.agent, &s.frame));
    assert_int_equal(s.list.count, 0);
    assert_int_equal(s.turns, 0);
    assert_memory_equal(before, s.agent, sizeof before);
    s.list.arguments = s.values;
    assert_true(wits_update(brain, s.agent, &s.frame));
    s.list = (wits_list){s.records, COUNT(s.records), 0};
    s.frame.mode = WITS_MODE_LISTED;
    assert_true(wits_update(brain, s.agent, &s.frame));
    free(brain);
}

#ifndef WITS_CHECKS
/// Returns whether a record with these members is accepted for the current list; rejected records call nothing.
static void expect_taken(const wits_brain *brain, uint32_t action, uint32_t arguments, bool taken) {
    wits_argument told[WITS_MAX_ARGUMENTS];
    const wits_action_record record = {.action = action, .arguments = arguments, .kind = WITS_ACTION_UPDATE, .row = 1};
    s.log[0] = '\0';
    assert_int_equal(wits_run_record(brain, s.agent, &s.frame, &record), taken);
    assert_int_equal(s.log[0] != '\0', taken);
    assert_int_equal(wits_record_arguments(brain, &s.list, &record, told) != WITS_NONE, taken);
}

// "A record is refused if its arguments are outside those of the list, or if it lacks those that its function always
// gets."
static void records_that_the_brain_could_not_have_made_are_refused(void **state) {
    static const wits_function functions[] = {{.name = "act", .action = act}, {.name = "bare", .action = act}};
    wits_brain *brain = brain_of("act(mood, armed, distance); act(3); bare; bare(turns)", NULL, functions, 2);
    begin(WITS_MODE_DEFERRED, functions);
    wits_start(brain, s.agent, &s.frame);
    assert_true(wits_update(brain, s.agent, &s.frame));
    const uint32_t computed = s.records[0].action, constant = s.records[1].action, bare = s.records[2].action;
    expect_taken(brain, computed, 0, true);
    expect_taken(brain, computed, 1, true);
    expect_taken(brain, computed, 2, false);
    expect_taken(brain, computed, 4, false);
    expect_taken(brain, computed, UINT32_MAX - 1, false);
    expect_taken(brain, computed, WITS_LIST_LATER, true);
    expect_taken(brain, constant, 0, true);
    expect_taken(brain, constant, 1, false);
    expect_taken(brain, constant, WITS_LIST_LATER, false);
    expect_taken(brain, bare, 0, true);
    expect_taken(brain, bare, WITS_LIST_LATER, false);
    expect_taken(brain, 0, 0, false);             // act always has arguments
    expect_taken(brain, computed + 1, 0, false);  // another function with its arguments
    expect_taken(brain, computed + 1024 * 3, 0, false);
    s.values[0] = 2;  // no mood
    expect_taken(brain, computed, 0, false);
    s.values[0] = 1;
    s.values[1] = 2;  // no bool
    expect_taken(brain, computed, 0, false);
    s.values[1] = 1;
    s.values[2] = 0xFFFFFFFFu;  // a NaN
    expect_taken(brain, computed, 0, true);
    s.list.arguments = NULL;
    expect_taken(brain, computed, 0, false);
    s.frame.list = NULL;
    expect_taken(brain, constant, 0, true);
    free(brain);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_call_tells_the_kinds_of_its_arguments),
        cmocka_unit_test(what_is_just_a_number_comes_also_as_written),
        cmocka_unit_test(declared_parameters_are_what_every_call_gives),
        cmocka_unit_test(a_bare_name_is_a_value_before_it_is_a_field),
        cmocka_unit_test(a_value_may_be_named_with_its_enum_in_every_expression),
        cmocka_unit_test(conditions_and_scores_take_arguments),
        cmocka_unit_test(in_mode_now_arguments_are_what_is_true_where_the_action_occurs),
        cmocka_unit_test(in_mode_deferred_arguments_are_computed_where_the_action_occurs),
        cmocka_unit_test(in_mode_listed_arguments_are_computed_when_the_record_is_run),
        cmocka_unit_test(a_list_without_room_for_arguments_is_refused),
#ifndef WITS_CHECKS
        cmocka_unit_test(records_that_the_brain_could_not_have_made_are_refused),
#endif
    };
    return cmocka_run_group_tests_name("arguments", tests, NULL, NULL);
}
