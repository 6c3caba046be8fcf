// SPDX-License-Identifier: MIT
// The tables made from the keys of a brain file, and the positions of their rows in the file.
#include "file_support.h"

#define HEAD "wits: 1\nbrain: b\n"

static void assert_problem(const char *text, const char *expected) {
    wits_file *file = parse_text(text);
    char *problems = problems_text(file);
    assert_string_equal(problems, expected);
    free(problems);
    wits_file_free(file);
}

// -------------------------------------------------------------------------------------------------------------- states

static void states_stand_in_the_order_of_the_file(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "root:\n"
                                       "  initial: c\n"
                                       "  states:\n"
                                       "    a:\n"
                                       "      states: {a1: {}, a2: {states: {a21: }}}\n"
                                       "      activation: silent\n"
                                       "      leave: suspend\n"
                                       "    c: {kind: parallel, states: {c1: {}, c2: {}}}\n");
    const wits_desc *desc = wits_file_desc(file);
    static const char *const names[] = {"b", "a", "a1", "a2", "a21", "c", "c1", "c2"};
    static const wits_state_id parents[] = {0, 0, 1, 1, 3, 0, 5, 5};
    static const wits_kind kinds[] = {WITS_KIND_FSM,  WITS_KIND_FSM,      WITS_KIND_LEAF, WITS_KIND_FSM,
                                      WITS_KIND_LEAF, WITS_KIND_PARALLEL, WITS_KIND_LEAF, WITS_KIND_LEAF};
    assert_int_equal(desc->state_count, COUNT(names));
    for (uint32_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(desc->states[i].name, names[i]);
        assert_int_equal(desc->states[i].parent, parents[i]);
        assert_int_equal(desc->states[i].kind, kinds[i]);
    }
    assert_int_equal(desc->states[0].initial, 5);
    assert_int_equal(desc->states[1].activation, WITS_ACTIVATION_SILENT);
    assert_int_equal(desc->states[1].leave, WITS_LEAVE_SUSPEND);
    wits_file_free(file);
}

static void utilities_have_their_numbers(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "root:\n"
                                       "  kind: utility\n"
                                       "  inertia: .25\n"
                                       "  floor: 0\n"
                                       "  every: 7\n"
                                       "  select: {top: 3}\n"
                                       "  states:\n"
                                       "    a: {score: 1, weight: 2, hold: 2147483647}\n"
                                       "    b: {score: best, weight: 0, kind: utility, select: {within: 0.5},\n"
                                       "        states: {b1: {score: 1.}}}\n"
                                       "    c: {score: '1e-1', weight: -1.5e1, kind: utility, select: weighted,\n"
                                       "        inertia: -0.0, states: {c1: {score: 1}}}\n");
    const wits_state_desc *states = wits_file_desc(file)->states;
    const float zero = 0.0f;
    assert_true(states[0].inertia == 0.25f);
    assert_true(states[0].has_floor);
    assert_memory_equal(&states[0].floor, &zero, sizeof zero);
    assert_false(states[0].has_weight);
    assert_int_equal(states[0].every, 7);
    assert_int_equal(states[0].select, WITS_SELECT_TOP);
    assert_int_equal(states[0].top, 3);
    assert_true(states[1].has_weight && states[1].weight == 2.0f);
    assert_int_equal(states[1].hold, WITS_MAX_TICKS);
    assert_true(states[2].has_weight);
    assert_memory_equal(&states[2].weight, &zero, sizeof zero);
    assert_false(states[2].has_floor);
    assert_false(states[3].has_weight);
    assert_true(states[2].score_best);
    assert_null(states[2].score);
    assert_int_equal(states[2].select, WITS_SELECT_WITHIN);
    assert_true(states[2].within == 0.5f);
    assert_string_equal(states[4].score, "1e-1");
    assert_true(states[4].has_weight && states[4].weight == -15.0f);
    assert_int_equal(states[4].select, WITS_SELECT_WEIGHTED);
    assert_memory_equal(&states[4].inertia, &zero, sizeof zero);
    wits_file_free(file);
}

static void rules_stand_in_the_order_of_the_file(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context: {n: int}\n"
                                       "events: [go]\n"
                                       "update_entered: false\n"
                                       "update_order: outer_first\n"
                                       "root:\n"
                                       "  states:\n"
                                       "    a:\n"
                                       "      states:\n"
                                       "        x: {transitions: [{to: y, after: 3}], steps: [{when: n > 0, to: y}]}\n"
                                       "        y: {steps: [{do: n = 1}]}\n"
                                       "      transitions: [{to: b, when: n == 1, event: go, do: [n = 2, raise go]}]\n"
                                       "    b: {states: {z: {}}}\n"
                                       "  any: [{to: b, reenter: true, with: restart}]\n");
    const wits_desc *desc = wits_file_desc(file);
    assert_true(desc->update_outer_first);
    assert_true(desc->update_skip_entered);
    assert_int_equal(desc->transition_count, 3);
    assert_int_equal(desc->transitions[0].from, 2);
    assert_int_equal(desc->transitions[0].to, 3);
    assert_int_equal(desc->transitions[0].after, 3);
    assert_int_equal(desc->transitions[1].from, 1);
    assert_string_equal(desc->transitions[1].event, "go");
    assert_string_equal(desc->transitions[1].run, "n = 2; raise go");
    assert_false(desc->transitions[1].any || desc->transitions[1].reenter || desc->transitions[1].restart);
    assert_true(desc->transitions[2].any && desc->transitions[2].reenter && desc->transitions[2].restart);
    assert_int_equal(desc->step_count, 2);
    assert_string_equal(desc->steps[0].when, "n > 0");
    assert_int_equal(desc->steps[0].to, 3);
    assert_int_equal(desc->steps[1].to, 0);
    wits_file_free(file);
}

// The states a/x, a/y, b/x, b/z, c.
static void assert_destination(const char *from, const char *name, wits_state_id expected) {
    char text[512];
    char *end = text + sprintf(text, HEAD "root:\n  states:\n");
    static const char *const paths[][2] = {{"a", NULL}, {"a", "x"}, {"a", "y"}, {"b", NULL},
                                           {"b", "x"},  {"b", "z"}, {"c", NULL}};
    for (uint32_t i = 0; i < COUNT(paths); i++) {
        const char *state = paths[i][1] != NULL ? paths[i][1] : paths[i][0];
        bool inner = paths[i][1] != NULL;
        bool outer = !inner && i + 1 < COUNT(paths);
        char path[8];
        snprintf(path, sizeof path, "%s%s%s", paths[i][0], inner ? "/" : "", inner ? state : "");
        end += sprintf(end, "%s%s:\n", inner ? "        " : "    ", state);
        if (strcmp(from, path) == 0) {
            end += sprintf(end, "%stransitions: [{to: %s}]\n", inner ? "          " : "      ", name);
        }
        if (outer) {
            end += sprintf(end, "      states:\n");
        }
    }
    if (strcmp(from, "any") == 0) {
        sprintf(end, "  any: [{to: %s}]\n", name);
    }
    wits_file *file = parse_sound(text);
    assert_int_equal(wits_file_desc(file)->transitions[0].to, expected);
    wits_file_free(file);
}

static void destinations_are_found_from_the_source_outwards(void **unused) {
    (void)unused;
    enum { A = 1, AX, AY, B, BX, BZ, C };
    assert_destination("a/x", "x", AX);  // a child of the source's parent, the source included
    assert_destination("b/z", "x", BX);
    assert_destination("b/z", "a", A);   // a child of the root
    assert_destination("c", "z", BZ);    // unique in the tree
    assert_destination("a/x", "/c", C);  // paths
    assert_destination("a/x", "b/x", BX);
    assert_destination("a/x", "/b/x", BX);
    assert_destination("any", "b", B);  // for any: a child of the composite
    assert_destination("any", "y", AY);
}

// ------------------------------------------------------------------------------------------------------------- context

// In expressions, too; the loader, which has an index of all names, finds what the core finds without one.
static void states_in_expressions_are_found_likewise(void **unused) {
    (void)unused;
    static const char *const names[] = {"x", "a", "b", "c", "a/x", "/b/y", "b/x", "deep", "b/y/deep", "a/x/only"};
    for (uint32_t i = 0; i < COUNT(names); i++) {
        char text[512];
        snprintf(text, sizeof text,
                 HEAD "context: {n: int}\nroot:\n  update: n = 1 if in(%s) else 2\n  states:\n"
                      "    a: {states: {x: {states: {only: {update: n = 1 if in(%s) else 2}}}}}\n"
                      "    b: {states: {x: {}, y: {states: {deep: {}}, any: [{to: deep, when: in(%s)}]}}}\n"
                      "    c: {update: n = 1 if in(%s) else 2}\n",
                 names[i], names[i], names[i], names[i]);
        wits_file *file = parse_text(text);
        const bool is_ambiguous = i == 0;  // no state with the query is a sibling of one of the two
        assert_int_equal(wits_file_problem_count(file), is_ambiguous ? 4 : 0);
        if (!is_ambiguous) {
            const wits_desc *desc = wits_file_desc(file);
            const wits_brain *brain = wits_file_brain(file);
            size_t size = wits_brain_size(desc, NULL);
            void *memory = malloc(size);
            const wits_brain *again = wits_brain_compile(desc, memory, size, NULL);
            assert_non_null(again);
            assert_int_equal(wits_brain_bytes(again), wits_brain_bytes(brain));
            assert_memory_equal(again, brain, wits_brain_bytes(brain));
            free(memory);
        }
        wits_file_free(file);
    }
}

static void fields_have_types_and_initial_values(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context:\n"
                                       "  a: bool\n"
                                       "  b: {type: bool, initial: true}\n"
                                       "  c: [no, yes]\n"
                                       "  d: {type: [no, yes], initial: yes}\n"
                                       "  e: {type: int8, initial: -128}\n"
                                       "  f: {type: uint16, initial: 65535}\n"
                                       "  g: {type: int, initial: -2147483648}\n"
                                       "  h: {type: float, initial: 0.1}\n"
                                       "  i: {type: float, initial: 3}\n"
                                       "  j: {type: float}\n"
                                       "root: {}\n");
    static const struct {
        wits_type type;
        double initial;
    } expected[] = {{WITS_TYPE_BOOL, 0},
                    {WITS_TYPE_BOOL, 1},
                    {WITS_TYPE_ENUM, 0},
                    {WITS_TYPE_ENUM, 1},
                    {WITS_TYPE_INT8, -128},
                    {WITS_TYPE_UINT16, 65535},
                    {WITS_TYPE_INT, -2147483648.0},
                    {WITS_TYPE_FLOAT, (double)0.1f},
                    {WITS_TYPE_FLOAT, 3},
                    {WITS_TYPE_FLOAT, 0}};
    const wits_desc *desc = wits_file_desc(file);
    assert_int_equal(desc->field_count, COUNT(expected));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(desc->fields[i].type, expected[i].type);
        assert_true(desc->fields[i].initial == expected[i].initial);
    }
    assert_string_equal(desc->fields[2].values[0], "no");
    assert_string_equal(wits_field_value_name(wits_file_brain(file), 3, 1), "yes");
    wits_file_free(file);
}

// ----------------------------------------------------------------------------------------------------------- functions

static char kind_of(const wits_desc *desc, const char *name) {
    for (uint32_t i = 0; i < desc->function_count; i++) {
        const wits_function *f = &desc->functions[i];
        if (strcmp(f->name, name) == 0) {
            return f->action != NULL ? 'a' : f->condition != NULL ? 'c' : 's';
        }
    }
    return '-';
}

static void assert_inferred(const char *when, const char *kinds) {
    char text[512];
    snprintf(text, sizeof text,
             HEAD "context: {n: int, on: bool, mood: [calm, angry]}\nroot:\n  states:\n"
                  "    s: {transitions: [{to: s, when: '%s'}]}\n",
             when);
    wits_file *file = parse_sound(text);
    for (const char *kind = kinds; *kind != '\0'; kind += 2) {
        const char name[2] = {kind[0], '\0'};
        if (kind_of(wits_file_desc(file), name) != kind[1]) {
            fail_msg("%s: %s is '%c', not '%c'", when, name, kind_of(wits_file_desc(file), name), kind[1]);
        }
    }
    wits_file_free(file);
}

static void functions_are_inferred_from_their_places(void **unused) {
    (void)unused;
    assert_inferred("f()", "fc");
    assert_inferred("not f() and (g() or on)", "fcgc");
    assert_inferred("f() > 1 and g()", "fsgc");
    assert_inferred("n < (f())", "fs");
    assert_inferred("-f() < 2", "fs");
    assert_inferred("min(f(), (g())) > 1", "fsgs");
    assert_inferred("f() == on and true != g()", "fcgc");
    assert_inferred("f() == g()", "fsgs");
    assert_inferred("f() if g() else h()", "fcgchc");
    assert_inferred("(f() if g() else h()) > 1", "fsgchs");
    assert_inferred("(f() if g() else 1.0 if h() else i()) > 1", "fsgchcis");
    assert_inferred("(f() if (g() if on else h()) else 2.0) * 3 > 1", "fsgchc");
    assert_inferred("not f() + 1 > g()", "fsgs");
    assert_inferred("mood == calm and f()", "fc");
    assert_inferred("in(s) and f()", "fc");
}

static void blanks_may_stand_before_a_parenthesis(void **unused) {
    (void)unused;
    assert_inferred("f () > 1 and g\t( )", "fsgc");
    wits_file *file = parse_sound(HEAD "context: {n: float}\nroot:\n"
                                       "  enter: [f (1e3), \"g\\t( 'x' )\", h ( ), n = floor (i ())]\n");
    const wits_desc *desc = wits_file_desc(file);
    assert_int_equal(kind_of(desc, "f"), 'a');
    assert_int_equal(kind_of(desc, "g"), 'a');
    assert_int_equal(kind_of(desc, "h"), 'a');
    assert_int_equal(kind_of(desc, "i"), 's');
    wits_file_free(file);
    assert_problem(HEAD "root:\n  enter: raise (alarm)\n",
                   "4:10: raise takes only the name of an event: raise alarm\n");
}

// If the file lists its functions, its texts add no others, of any kind.
static void said_functions_are_all_there_are(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context: {n: float}\nfunctions: {look: action, far: score}\n"
                                       "root: {enter: [look(), n = far()]}\n");
    assert_int_equal(wits_file_desc(file)->function_count, 2);
    wits_file_free(file);
    assert_problem(
        HEAD "context: {n: float}\nfunctions: {look: action}\nroot: {enter: [jump(), n = far()]}\n",
        "5:16: unknown function 'jump'; list it at the top, under 'functions'\n5:28: unknown function 'far'\n");
}

// A text that does not begin with a name does not call a function of that name.
static void assert_warned(const char *functions, const char *when, const char *expected) {
    char text[512];
    snprintf(text, sizeof text,
             "wits: 1\nbrain: b\ncontext: {x: float}\n%sroot:\n  states:\n    s:\n"
             "      transitions: [{to: t, when: '%s'}]\n    t: {}\n",
             functions, when);
    wits_file *file = parse_sound(text);
    assert_int_equal(wits_file_warning_count(file), expected != NULL ? 1 : 0);
    if (expected != NULL) {
        assert_string_equal(wits_file_warnings(file)[0].message, expected);
        assert_int_equal(wits_file_warnings(file)[0].line, 7);
        assert_int_equal(wits_file_warnings(file)[0].column, 35);
    }
    wits_file_free(file);
}

// The program is not known to have such a function, and expressions lack it, or have a similar one.
static void an_inferred_function_of_mathematics_is_warned_of(void **unused) {
    (void)unused;
    assert_warned("", "sin(x) > 0.5",
                  "expressions have no function 'sin'; if the program has one, list it under 'functions'");
    assert_warned("", "ln(x) > 0.5", "expressions have no function 'ln', so the host must provide it; write log(x)");
    assert_warned("", "squrt(x) > 0.5",
                  "expressions have no function 'squrt', so the host must provide it; did you mean 'sqrt'?");
    assert_warned("", "squrt(x, x) > 0.5", NULL);
    assert_warned("", "squrt() > 0.5", NULL);
    assert_warned("functions: {sin: score}\n", "sin(x) > 0.5", NULL);
}

static void actions_without_a_name_are_no_functions(void **unused) {
    (void)unused;
    assert_problem(HEAD "root: {enter: (3)}\n",
                   "3:15: an action is 'field = expression', 'raise EVENT' or 'name()': '(3)'\n");
    assert_problem(HEAD "context: {n: int}\nroot: {enter: = far()}\n",
                   "4:15: an action is 'field = expression', 'raise EVENT' or 'name()': '= far()'\n");
}

static void functions_are_inferred_in_the_order_of_the_file(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context: {n: float, on: bool}\n"
                                       "root:\n"
                                       "  kind: utility\n"
                                       "  any: [{to: a, when: seen(), do: shout(\"hey\")}]\n"
                                       "  states:\n"
                                       "    a: {score: 1 - threat(), enter: [on = brave(), n = mood(), shout(1)]}\n"
                                       "    b: {score: 'best', kind: utility, states: {c: {score: threat()}}}\n");
    const wits_desc *desc = wits_file_desc(file);
    static const char *const names[] = {"seen", "shout", "threat", "brave", "mood"};
    assert_int_equal(desc->function_count, COUNT(names));
    for (uint32_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(desc->functions[i].name, names[i]);
        assert_int_equal(kind_of(desc, names[i]), "cascs"[i]);
    }
    assert_false(desc->functions[0].condition(NULL, NULL));
    assert_true(desc->functions[2].score(NULL, NULL) == 0.0f);
    desc->functions[1].action(NULL, NULL);
    wits_file_free(file);
}

// Their names are not reserved: a function that a file lists is the host's, and an action is not a curve anyway.
static void functions_may_be_called_like_curves(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context: {normal: float}\n"
                                       "functions: {logistic: score, step: condition, linear: action}\n"
                                       "root:\n"
                                       "  kind: utility\n"
                                       "  states:\n"
                                       "    a: {score: logistic(), transitions: [{to: b, when: step()}]}\n"
                                       "    b: {score: 1 - logistic() + normal, enter: linear()}\n");
    assert_int_equal(wits_file_desc(file)->function_count, 3);
    wits_file_free(file);
    file = parse_sound(HEAD "root: {enter: step()}\n");
    assert_int_equal(wits_file_desc(file)->function_count, 1);
    wits_file_free(file);
}

static void a_name_alone_is_a_field_even_if_a_function_has_it(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context: {seen: bool}\n"
                                       "root: {states: {a: {transitions: [{to: b, when: seen}]},\n"
                                       "                b: {transitions: [{to: a, when: seen()}]}}}\n");
    uint8_t *agent = calloc(1, wits_agent_size(wits_file_brain(file)));
    uint8_t seen = 1;
    wits_column column = {&seen, 1, WITS_TYPE_BOOL};
    wits_frame frame = {.columns = &column, .functions = wits_file_desc(file)->functions};
    wits_start(wits_file_brain(file), agent, &frame);
    for (frame.tick = 1; frame.tick <= 3; frame.tick++) {  // the field lets it go to b, where the function keeps it
        wits_tick(wits_file_brain(file), agent, &frame);
        assert_int_equal(wits_deepest(wits_file_brain(file), agent), 2);
    }
    free(agent);
    wits_file_free(file);
}

// ---------------------------------------------------------------------------------------------------------------- YAML

static void json_and_every_style_of_yaml_give_the_same_brain(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        HEAD "context: {n: int}\nroot:\n  states:\n    a:\n      enter: n = 1\n      transitions:\n"
             "        - to: a\n          when: n > 0 and n < 5\n",
        "{\"wits\":1,\"brain\":\"b\",\"context\":{\"n\":\"int\"},\"root\":{\"states\":{\"a\":{\"enter\":\"n = 1\","
        "\"transitions\":[{\"to\":\"a\",\"when\":\"n > 0 and n < 5\"}]}}}}",
        "\xEF\xBB\xBF%YAML 1.1\n---\n'wits': '1'\n\"brain\": b\nroot: {states: {a: {enter: 'n = 1', transitions: [{\n"
        "  when: \"n > 0\\\n     \\x20and n < 5\", to: a}]}}}\ncontext: {n: int}\n...\n",
        "wits: 1\r\nbrain: b\r\ncontext:\r\n  n: int\r\nroot:\r\n  states:\r\n    a:\r\n      transitions:\r\n"
        "      - when: >-\r\n          n > 0\r\n          and n < 5\r\n        to: a\r\n      enter: [n = 1]\r\n",
    };
    uint64_t first = 0;
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        wits_file *file = parse_sound(texts[i]);
        uint64_t hash = wits_brain_hash(wits_file_brain(file));
        first = i == 0 ? hash : first;
        assert_true(hash == first);
        wits_file_free(file);
    }
}

/// The argument of the only action's only call.
static void assert_argument(const char *text, const char *expected) {
    wits_file *file = parse_sound(text);
    const wits_desc *desc = wits_file_desc(file);
    assert_string_equal(desc->states[0].update, expected);
    wits_file_free(file);
}

// Output of Python's json.dumps: a character beyond U+FFFF as the halves of a pair, which libyaml does not support.
static void pairs_of_escapes_are_one_character(void **unused) {
    (void)unused;
    assert_argument(
        "{\"wits\":1,\"brain\":\"b\",\"root\":{\"update\":\"say(\\\"a\\ud83d\\ude00\\uD834\\uDD1E.\\\")\"}}",
        "say(\"a\xF0\x9F\x98\x80\xF0\x9D\x84\x9E.\")");
    assert_argument(
        "{\"wits\":1,\"brain\":\"b\",\"root\":{\"update\":\"say(\\\"\\udbff\\udfff\\ue83d \\\\ud83d\\\\ude00\\\")\"}}",
        "say(\"\xF4\x8F\xBF\xBF\xEE\xA0\xBD \\ud83d\\ude00\")");
    // Elsewhere a backslash is an ordinary character, in whatever style the text is.
    static const char *const as_they_are[] = {
        HEAD "root: {update: 'say(\"\\ud83d\\ude00\")'}\n", HEAD "root:\n  update: say(\"\\ud83d\\ude00\")\n",
        HEAD "root:\n  update: >-\n    say(\"\\ud83d\\ude00\")\n",
        HEAD "root:\n  update: |-\n    say(\"\\ud83d\\ude00\")\n# \"\\ud83d\\ude00\"\n"};
    for (uint32_t i = 0; i < COUNT(as_they_are); i++) {
        assert_argument(as_they_are[i], "say(\"\\ud83d\\ude00\")");
    }
    // Positions after a pair are those of the source.
    assert_problem(
        "{\"wits\": 1, \"brain\": \"b\", \"root\": {\"update\": [\"say(\\\"\\ud83d\\ude00\\\", 1)\", \"n = 1\"]}}\n",
        "1:75: unknown field 'n'; list it at the top, under 'context'\n");
}

static void half_a_pair_is_no_character(void **unused) {
    (void)unused;
    static const char *const halves[] = {"\\ud83d",          "\\ude00",         "\\ud83d\\ud83d", "\\ude00\\ud83d",
                                         "\\\\ud83d\\ude00", "\\ud83d \\ude00", "\\U0000D83D"};
    for (uint32_t i = 0; i < COUNT(halves); i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD "root: {update: \"say('%s')\"}\n", halves[i]);
        wits_file *file = parse_text(text);
        assert_int_equal(wits_file_problem_count(file), 1);
        assert_int_equal(wits_file_problems(file)[0].line, 3);
        assert_string_equal(wits_file_problems(file)[0].message,
                            "invalid escape; the halves of a surrogate pair must be adjacent, such as \\uD83D\\uDE00");
        wits_file_free(file);
    }
}

static void problems_hold_nothing_that_a_terminal_obeys(void **unused) {
    (void)unused;
    assert_problem(HEAD "root: {kind: \"a\\e[31m\\x9b2J\\u202ec\\u2066d\\u200ee\\u061cf\\u2028g\\x7fh\\u00a0i\"}\n",
                   "3:14: kind is fsm, utility or parallel, not 'a [31m 2J c d e f g h\xC2\xA0i'\n");
}

static void scalars_have_no_types(void **unused) {
    (void)unused;
    wits_file *file = parse_sound("wits: \"1\"\nbrain: null\ncontext: {yes: bool, on: {type: int, initial: '010'}}\n"
                                  "events: [no, null, y]\n"
                                  "root: {states: {on: {transitions: [{to: off, when: yes, event: no, after: '3'}]},\n"
                                  "                off: {enter: on = 1}}}\n");
    assert_string_equal(wits_state_name(wits_file_brain(file), 0), "null");
    assert_int_equal(wits_find_event(wits_file_brain(file), "null"), 1);
    assert_true(wits_file_desc(file)->fields[1].initial == 10);
    wits_file_free(file);
}

// Names begin with any letter or '_', and no other ASCII character.
static void names_of_every_letter(void **unused) {
    (void)unused;
    static const char good[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", digits[] = "0123456789";
    char text[256];
    for (const char *c = good; *c != '\0'; c++) {
        for (const char *last = c == good ? digits : "9"; *last != '\0'; last++) {
            snprintf(text, sizeof text, HEAD "events: [%c%c]\ncontext: {%c: int}\nroot: {states: {%c: {}}}\n", *c,
                     *last, *c, *c);
            wits_file *file = parse_sound(text);
            assert_int_equal(wits_event_name(wits_file_brain(file), 0)[0], *c);
            assert_int_equal(wits_event_name(wits_file_brain(file), 0)[1], *last);
            wits_file_free(file);
        }
        char message[64];
        snprintf(text, sizeof text, HEAD "root: {enter: %c%c}\n", *c, *c);
        snprintf(message, sizeof message, "3:15: call a function with parentheses: %c%c()\n", *c, *c);
        assert_problem(text, message);
    }
    for (const char *c = "@[`{/:019"; *c != '\0'; c++) {
        snprintf(text, sizeof text, HEAD "events: ['%c']\nroot: {}\n", *c);
        wits_file *file = parse_text(text);
        assert_null(wits_file_brain(file));
        assert_int_equal(wits_file_problem_count(file), 1);
        wits_file_free(file);
    }
    for (const char *c = "@[`{/:"; *c != '\0'; c++) {
        snprintf(text, sizeof text, HEAD "events: ['a%c']\nroot: {}\n", *c);
        wits_file *file = parse_text(text);
        assert_null(wits_file_brain(file));
        wits_file_free(file);
    }
}

// -------------------------------------------------------------------------------------------------------------- places

static void problems_are_placed_inside_texts_of_every_style(void **unused) {
    (void)unused;
#define STATE HEAD "context: {n: int}\nroot:\n  states:\n    a:\n"
    assert_problem(STATE "      enter: n = 1 + wrong\n", "7:22: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: 'n = 1 + wrong'\n", "7:23: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: \"n = 1 + wrong\"\n", "7:23: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: \"n = \\x31 \\u002B wrong\"\n",
                   "7:31: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: n = 1\n        + wrong\n", "8:11: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: n = 1\n\n\n        +\n        wrong\n",
                   "11:9: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: 'n = 1\n\n        + wrong'\n", "9:11: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: \"n = 1 \\\n        \\ + wrong\"\n",
                   "8:13: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: |\n        n = 1\n          + wrong\n",
                   "9:13: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: >-\n        n = 1\n        + wrong\n",
                   "9:11: unknown name 'wrong'; the fields are n\n");
    // Lines may end with \r\n, and with \r alone.
    assert_problem(STATE "      enter: n = 1\r\n        + wrong\n", "8:11: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: n = 1\r        + wrong\n", "8:11: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: 'n = 1\r\r        + wrong'\n", "9:11: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: |\r        n = 1\r          + wrong\r",
                   "9:13: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter: >-\n        wrong = 1\n",
                   "8:9: unknown field 'wrong'; list it at the top, under 'context'\n");
    assert_problem(STATE "      enter: [n = 1, n = 2, n = wrong]\n", "7:33: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      enter:\n        - n = 1\n        - 'n = wrong'\n",
                   "9:16: unknown name 'wrong'; the fields are n\n");
    assert_problem(STATE "      exit: [say(\"gr\xC3\xB6\xC3\x9F"
                         "er\"), n = wrong]\n",
                   "7:33: unknown name 'wrong'; the fields are n\n");
}

static void assert_found(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset,
                         uint32_t line, uint32_t column) {
    uint32_t found_line = 0, found_column = 0;
    wits_file_find(file, table, row, member, offset, &found_line, &found_column);
    if (found_line != line || found_column != column) {
        fail_msg("table %d row %u %s+%u: found %u:%u, not %u:%u", (int)table, (unsigned)row, member ? member : "",
                 (unsigned)offset, (unsigned)found_line, (unsigned)found_column, (unsigned)line, (unsigned)column);
    }
}

static void everything_in_the_tables_has_its_place(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context:\n"
                                       "  n: {type: int, initial: 3}\n"
                                       "  mood: [calm, angry]\n"
                                       "events: [go, stop]\n"
                                       "functions: {look: action, seen: condition}\n"
                                       "root:\n"
                                       "  states:\n"
                                       "    a:\n"
                                       "      enter: [look(), n = 3]\n"
                                       "      transitions:\n"
                                       "        - {to: a, when: 'n > 3', do: n = 4}\n"
                                       "      steps:\n"
                                       "        - {when: seen(), do: look()}\n"
                                       "    b: {}\n");
    assert_found(file, WITS_TABLE_STATES, 0, NULL, 0, 2, 8);
    assert_found(file, WITS_TABLE_STATES, 1, NULL, 0, 10, 5);
    assert_found(file, WITS_TABLE_STATES, 1, "enter", 0, 11, 15);
    assert_found(file, WITS_TABLE_STATES, 1, "enter", 8, 11, 23);
    assert_found(file, WITS_TABLE_STATES, 1, "exit", 0, 10, 5);
    assert_found(file, WITS_TABLE_STATES, 2, NULL, 0, 16, 5);
    assert_found(file, WITS_TABLE_STATES, 3, NULL, 0, 0, 0);
    assert_found(file, WITS_TABLE_TRANSITIONS, 0, NULL, 0, 13, 11);
    assert_found(file, WITS_TABLE_TRANSITIONS, 0, "to", 0, 13, 16);
    assert_found(file, WITS_TABLE_TRANSITIONS, 0, "when", 0, 13, 25);
    assert_found(file, WITS_TABLE_TRANSITIONS, 0, "when", 4, 13, 30);
    assert_found(file, WITS_TABLE_TRANSITIONS, 0, "run", 4, 13, 42);
    assert_found(file, WITS_TABLE_TRANSITIONS, 1, NULL, 0, 0, 0);
    assert_found(file, WITS_TABLE_STEPS, 0, "run", 0, 15, 30);
    assert_found(file, WITS_TABLE_EVENTS, 1, NULL, 0, 6, 14);
    assert_found(file, WITS_TABLE_FUNCTIONS, 1, NULL, 0, 7, 27);
    assert_found(file, WITS_TABLE_FIELDS, 1, NULL, 0, 5, 3);
    assert_found(file, WITS_TABLE_FIELDS, 0, "initial", 0, 4, 27);
    assert_found(file, WITS_TABLE_BRAIN, 0, "events", 0, 6, 1);
    wits_file_free(file);
}

// A row's position is that of its key, also for a block, whose text begins in the next line.
static void rows_stand_where_their_keys_begin(void **unused) {
    (void)unused;
    wits_file *file = parse_sound(HEAD "context:\n"
                                       "  ? |-\n"
                                       "    n\n"
                                       "  : int\n"
                                       "  'm': int\n"
                                       "? |-\n"
                                       "  root\n"
                                       ": {update: n = m}\n");
    assert_found(file, WITS_TABLE_FIELDS, 0, NULL, 0, 4, 5);
    assert_found(file, WITS_TABLE_FIELDS, 0, "name", 0, 4, 5);
    assert_found(file, WITS_TABLE_FIELDS, 1, NULL, 0, 7, 3);
    assert_found(file, WITS_TABLE_BRAIN, 0, NULL, 0, 8, 3);
    assert_found(file, WITS_TABLE_BRAIN, 0, "states", 0, 8, 3);
    wits_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_stand_in_the_order_of_the_file),
        cmocka_unit_test(utilities_have_their_numbers),
        cmocka_unit_test(rules_stand_in_the_order_of_the_file),
        cmocka_unit_test(destinations_are_found_from_the_source_outwards),
        cmocka_unit_test(states_in_expressions_are_found_likewise),
        cmocka_unit_test(fields_have_types_and_initial_values),
        cmocka_unit_test(functions_are_inferred_from_their_places),
        cmocka_unit_test(blanks_may_stand_before_a_parenthesis),
        cmocka_unit_test(said_functions_are_all_there_are),
        cmocka_unit_test(an_inferred_function_of_mathematics_is_warned_of),
        cmocka_unit_test(actions_without_a_name_are_no_functions),
        cmocka_unit_test(functions_are_inferred_in_the_order_of_the_file),
        cmocka_unit_test(functions_may_be_called_like_curves),
        cmocka_unit_test(a_name_alone_is_a_field_even_if_a_function_has_it),
        cmocka_unit_test(json_and_every_style_of_yaml_give_the_same_brain),
        cmocka_unit_test(pairs_of_escapes_are_one_character),
        cmocka_unit_test(half_a_pair_is_no_character),
        cmocka_unit_test(problems_hold_nothing_that_a_terminal_obeys),
        cmocka_unit_test(scalars_have_no_types),
        cmocka_unit_test(names_of_every_letter),
        cmocka_unit_test(problems_are_placed_inside_texts_of_every_style),
        cmocka_unit_test(everything_in_the_tables_has_its_place),
        cmocka_unit_test(rows_stand_where_their_keys_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
