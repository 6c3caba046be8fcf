// SPDX-License-Identifier: MIT
// Times in seconds, and what brain files share: docs/brain-files.md, "Times" and "Sharing", sentence by sentence.
#define _XOPEN_SOURCE 700  // mkdtemp, symlink
#include "file_support.h"

#include <sys/stat.h>
#include <unistd.h>

#define HEAD "wits: 1\nbrain: b\n"
#define FIELDS "context: {distance: float, health: float, n: int, mood: [calm, angry], hurt: bool}\n"

// ------------------------------------------------------------------------------------------------------------- support

/// Files that are not on disk: a name and a text, up to a null name.
typedef struct archive {
    const char *files[80][2];
    uint32_t opened;
} archive;

static bool open_in_archive(void *user, const char *name, const wits_allocator *allocator, char **bytes,
                            size_t *length) {
    archive *from = user;
    from->opened++;
    for (uint32_t i = 0; i < COUNT(from->files) && from->files[i][0] != NULL; i++) {
        if (strcmp(from->files[i][0], name) == 0) {
            *length = strlen(from->files[i][1]);
            *bytes = *length > 0 ? allocator->allocate(allocator->user, *length) : NULL;
            memcpy(*bytes != NULL ? *bytes : "", from->files[i][1], *bytes != NULL ? *length : 0);
            return true;
        }
    }
    return false;
}

static wits_file *load_from(archive *from) {
    wits_file *file =
        wits_file_load_with(from->files[0][0], &(wits_file_options){.open = open_in_archive, .user = from});
    assert_non_null(file);
    return file;
}

static void assert_problems(wits_file *file, const char *expected) {
    char *found = problems_text(file);
    assert_string_equal(found, expected);
    free(found);
    wits_file_free(file);
}

static uint64_t hash_of(wits_file *file) {
    char *problems = problems_text(file);
    if (wits_file_brain(file) == NULL) {
        print_error("%s", problems);
    }
    free(problems);
    assert_non_null(wits_file_brain(file));
    return wits_brain_hash(wits_file_brain(file));
}

/// The brain's bytes are those of the same brain expanded by hand and by wits_file_expanded.
static void assert_file_is(wits_file *shared, const char *written_out) {
    wits_file *plain = parse_sound(written_out);
    uint64_t hash = hash_of(shared);
    if (hash != hash_of(plain)) {
        print_error("%s", wits_file_expanded(shared, NULL));
    }
    assert_int_equal(hash, hash_of(plain));
    size_t length = 0;
    const char *expanded = wits_file_expanded(shared, &length);
    assert_int_equal(strlen(expanded), length);
    wits_file *again = parse_sound(expanded);
    assert_int_equal(hash_of(again), hash);
    assert_string_equal(wits_file_expanded(again, NULL), expanded);
    wits_file_free(again);
    wits_file_free(plain);
    wits_file_free(shared);
}

static void assert_same(const char *shared, const char *written_out) {
    assert_file_is(parse_text(shared), written_out);
}

static void assert_wrong(const char *text, const char *expected) {
    assert_problems(parse_text(text), expected);
}

// --------------------------------------------------------------------------------------------------------------- times

static uint32_t hold_of(const char *rate, const char *time) {
    char text[256];
    snprintf(text, sizeof text, HEAD "ticks_per_second: %s\nroot: {kind: utility, states: {a: {score: 1, hold: %s}}}\n",
             rate, time);
    wits_file *file = parse_sound(text);
    uint32_t ticks = wits_file_desc(file)->states[1].hold;
    wits_file_free(file);
    return ticks;
}

// "`after`, `hold`, `every`, `cooldown` ... may be written `2.5s` or `400ms`."
static void times_become_ticks(void **unused) {
    (void)unused;
    assert_same(HEAD "ticks_per_second: 60\n"
                     "root:\n  kind: utility\n  every: 2s\n  states:\n"
                     "    a: {score: 1, hold: 2.5s, cooldown: 400ms, transitions: [{to: b, after: .5s}]}\n"
                     "    b: {score: 2, lasts: 1.5s}\n",
                HEAD "ticks_per_second: 60\n"
                     "root:\n  kind: utility\n  every: 120\n  states:\n"
                     "    a: {score: 1, hold: 150, cooldown: 24, transitions: [{to: b, after: 30}]}\n"
                     "    b: {score: 2, lasts: 90}\n");
}

// "Time times rate, computed exactly, rounded to the nearest tick, halves up."
static void times_are_exact_and_rounded(void **unused) {
    (void)unused;
    assert_int_equal(hold_of("60", "2.5s"), 150);
    assert_int_equal(hold_of("10", "150ms"), 2);  // 1.5
    assert_int_equal(hold_of("10", "149.999999999ms"), 1);
    assert_int_equal(hold_of("10", "250ms"), 3);  // 2.5
    assert_int_equal(hold_of("1", "0.5s"), 1);
    assert_int_equal(hold_of("30000/1001", "1001s"), 30000);
    assert_int_equal(hold_of("30000/1001", "1s"), 30);  // 29.97
    assert_int_equal(hold_of("1/1000000", "500000s"), 1);
    assert_int_equal(hold_of("1000000", "0.000001s"), 1);
    assert_int_equal(hold_of("1000000", "2147.483647s"), 2147483647);
    assert_int_equal(hold_of("60", "0s"), 0);
    assert_int_equal(hold_of("60", "000.100s"), 6);
}

static void assert_warning(const char *rate, const char *time, const char *expected) {
    char text[256];
    snprintf(text, sizeof text, HEAD "ticks_per_second: %s\nroot: {kind: utility, states: {a: {score: 1, hold: %s}}}\n",
             rate, time);
    wits_file *file = parse_sound(text);
    assert_int_equal(wits_file_warning_count(file), expected != NULL ? 1 : 0);
    if (expected != NULL) {
        assert_string_equal(wits_file_warnings(file)[0].message, expected);
        assert_int_equal(wits_file_warnings(file)[0].line, 4);
        assert_int_equal(wits_file_warnings(file)[0].column, 52);
    }
    wits_file_free(file);
}

// "One that becomes more than 10 % longer or shorter is a warning with the two nearest that fit."
static void a_time_far_from_any_tick_is_a_warning(void **unused) {
    (void)unused;
    assert_warning("60", "25ms",
                   "'25ms' becomes 2 ticks, more than a tenth off; the nearest exact times are 16.6667ms "
                   "and 33.3333ms");
    assert_warning("2", "0.3s",
                   "'0.3s' becomes 1 ticks, more than a tenth off; the nearest exact times are 500ms and 1s");
    assert_warning("10", "110ms", NULL);  // 1.1 becomes 1: 0.1 of 1.1 is less than a tenth
    assert_warning("10", "112ms",
                   "'112ms' becomes 1 ticks, more than a tenth off; the nearest exact times are 100ms and "
                   "200ms");
    assert_warning("60", "2s", NULL);
}

// "The brain holds ticks only; wits_ticks_per_second gives numerator and denominator (0: not given)."
static void the_brain_tells_its_rate(void **unused) {
    (void)unused;
    static const struct {
        const char *line;
        uint32_t ticks, per;
    } cases[] = {{"", 0, 0},
                 {"ticks_per_second: 60\n", 60, 1},
                 {"ticks_per_second: 60000/2002\n", 30000, 1001},
                 {"ticks_per_second: 1000000\n", 1000000, 1}};
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        char text[128];
        snprintf(text, sizeof text, HEAD "%sroot: {}\n", cases[i].line);
        wits_file *file = parse_sound(text);
        uint32_t per = 77;
        assert_int_equal(wits_ticks_per_second(wits_file_brain(file), &per), cases[i].ticks);
        assert_int_equal(per, cases[i].per);
        assert_int_equal(wits_ticks_per_second(wits_file_brain(file), NULL), cases[i].ticks);
        wits_file_free(file);
    }
}

// "In an expression it is that int of ticks."
static void a_time_in_an_expression_is_ticks(void **unused) {
    (void)unused;
    assert_same(HEAD
                "ticks_per_second: 30\nconstants: {patience: 3s}\n"
                "root: {states: {a: {transitions: [{to: b, when: elapsed > patience or elapsed == 500ms}]}, b: }}\n",
                HEAD "ticks_per_second: 30\n"
                     "root: {states: {a: {transitions: [{to: b, when: elapsed > 90 or elapsed == 15}]}, b: }}\n");
}

// ----------------------------------------------------------------------------------------------------------- constants

// "A constant may be used wherever such a value may: expressions, ranges, curve parameters, ticks, arguments, weights."
static void constants_stand_for_values(void **unused) {
    (void)unused;
    assert_same(
        HEAD FIELDS
        "ticks_per_second: 10\n"
        "constants: {reach: 2.5, cold: -1, wait: 3s, few: 2, yes: true, sound: \"growl\", dawn: mood.angry}\n"
        "root:\n  kind: utility\n  inertia: reach\n  floor: cold\n  every: wait\n  select: {top: few}\n  states:\n"
        "    a:\n"
        "      score: 3 - cold * reach\n      weight: reach\n      hold: few\n      cooldown: wait\n      rank: few\n"
        "      enter: [play(sound), mood = dawn, n = cold, hurt = yes]\n"
        "      transitions: [{to: b, when: mood == dawn and distance < reach, after: wait, reenter: yes}]\n"
        "    b:\n"
        "      score:\n        sum:\n"
        "          - {input: distance, range: [cold, reach], on_nan: few, weight: cold,\n"
        "             curve: [{logistic: {k: few, c: cold}}, {piecewise: [[cold, 0], [reach, 1]]}]}\n",
        HEAD FIELDS "ticks_per_second: 10\n"
                    "root:\n  kind: utility\n  inertia: 2.5\n  floor: -1\n  every: 30\n  select: {top: 2}\n  states:\n"
                    "    a:\n"
                    "      score: 3 - (-1) * 2.5\n      weight: 2.5\n      hold: 2\n      cooldown: 30\n      rank: 2\n"
                    "      enter: [play(\"growl\"), mood = angry, n = -1, hurt = true]\n"
                    "      transitions: [{to: b, when: mood == angry and distance < 2.5, after: 30, reenter: true}]\n"
                    "    b:\n"
                    "      score:\n        sum:\n"
                    "          - {input: distance, range: [-1, 2.5], on_nan: 2, weight: -1,\n"
                    "             curve: [{logistic: {k: 2, c: -1}}, {piecewise: [[-1, 0], [2.5, 1]]}]}\n");
}

static void assert_constant(const char *name, const char *value, const char *expected, float score) {
    static const char text[] = HEAD "ticks_per_second: 10\nconstants: {reach: 2, wait: 3s, on: true, word: \"2\"}\n"
                                    "root: {kind: utility, states: {a: {score: reach, hold: wait}}}\n";
    const wits_file_constant given = {name, value};
    wits_file *file = wits_file_parse_with(text, strlen(text), "test.yaml",
                                           &(wits_file_options){.constants = &given, .constant_count = 1});
    if (expected == NULL) {
        assert_int_equal(wits_file_problem_count(file), 0);
        assert_true(strtof(wits_file_desc(file)->states[1].score, NULL) == score);
        wits_file_free(file);
    } else {
        assert_problems(file, expected);
    }
}

// "`--const reach=3` and the loader's options override."
static void options_override_constants(void **unused) {
    (void)unused;
    assert_constant("reach", "3", NULL, 3.0f);
    assert_constant("reach", "-3.5", NULL, -3.5f);
    assert_constant("wait", "4", NULL, 2.0f);
    assert_constant("word", "3", NULL, 2.0f);
    assert_constant("raech", "3", "0:0: unknown constant 'raech'; did you mean 'reach'?\n", 0);
    assert_constant("reach", "true", "0:0: the constant 'reach' is a whole number, not 'true'\n", 0);
    assert_constant("reach", "3 + 4", "0:0: the constant 'reach' is a whole number, not '3 + 4'\n", 0);
    assert_constant("on", "2", "0:0: the constant 'on' is true or false, not '2'\n", 0);
}

// "`enums: {mood: [calm, angry]}`; a field may then say `mood: mood`."
static void enums_have_names(void **unused) {
    (void)unused;
    assert_same(HEAD "enums: {mood: [calm, angry]}\nconstants: {dawn: mood.angry}\n"
                     "context: {mood: mood, other: {type: mood, initial: dawn}}\n"
                     "root: {states: {a: {transitions: [{to: b, when: mood == other or mood == dawn}]}, b: }}\n",
                HEAD "context: {mood: [calm, angry], other: {type: [calm, angry], initial: angry}}\n"
                     "root: {states: {a: {transitions: [{to: b, when: mood == other or mood == angry}]}, b: }}\n");
}

// `mood.calm` is unambiguous in every expression, and a parameter of a function may have the enum.
static void enums_say_whose_value_it_is(void **unused) {
    (void)unused;
    assert_same(HEAD "enums: {mood: [calm, angry], way: [near, far]}\ncontext: {temper: mood, calm: bool}\n"
                     "functions: {say: {kind: action, parameters: [mood, way]}}\n"
                     "root: {enter: [temper = mood.calm, 'say(mood.angry, way.far)'],\n"
                     "       states: {a: {transitions: [{to: b, when: temper == mood.calm and calm}]}, b: }}\n",
                HEAD "context: {temper: [calm, angry], calm: bool}\n"
                     "functions: {say: {kind: action, parameters: [[calm, angry], [near, far]]}}\n"
                     "root: {enter: [temper = temper.calm, 'say(temper.angry, far)'],\n"
                     "       states: {a: {transitions: [{to: b, when: temper == temper.calm and calm}]}, b: }}\n");
}

// -------------------------------------------------------------------------------------------- expressions, curves, ...

// Named expressions can be used in any expression, each as a whole.
static void expressions_have_names(void **unused) {
    (void)unused;
    assert_same(HEAD FIELDS "conditions: {near: distance < 2, low: health < 0.3 or hurt, bad: low and near}\n"
                            "scores: {danger: threat() * (1 - health), both: danger + 1}\n"
                            "root:\n  kind: utility\n  states:\n"
                            "    a: {score: both * 2, rank: both, enter: n = 1 if not bad else 0,\n"
                            "        transitions: [{to: b, when: not low or near and bad}]}\n"
                            "    b: {score: {product: [{gate: low}, {input: both - both}]},\n"
                            "        steps: [{when: bad, to: a}]}\n",
                HEAD FIELDS
                "root:\n  kind: utility\n  states:\n"
                "    a: {score: (threat() * (1 - health) + 1) * 2, rank: threat() * (1 - health) + 1,\n"
                "        enter: n = 1 if not ((health < 0.3 or hurt) and distance < 2) else 0,\n"
                "        transitions: [{to: b, when: not (health < 0.3 or hurt) or (distance < 2) and\n"
                "                         ((health < 0.3 or hurt) and distance < 2)}]}\n"
                "    b: {score: {product: [{gate: health < 0.3 or hurt},\n"
                "                          {input: (threat() * (1 - health) + 1) - (threat() * (1 - health) + 1)}]},\n"
                "        steps: [{when: (health < 0.3 or hurt) and distance < 2, to: a}]}\n");
}

// `initial` and `done` may use named conditions, too.
static void names_stand_in_rules_of_initial_and_in_done(void **unused) {
    (void)unused;
    assert_same(HEAD FIELDS
                "conditions: {low: health < 0.3 or hurt}\nconstants: {few: 3, yes: true}\n"
                "root:\n  initial: [{when: low and n > few, to: b}, {to: a}]\n  states:\n"
                "    a: {done: not low, lasts: few, transitions: [{to: b, when: done and low}]}\n    b: {final: yes}\n",
                HEAD FIELDS
                "root:\n  initial: [{when: (health < 0.3 or hurt) and n > 3, to: b}, {to: a}]\n  states:\n"
                "    a: {done: not (health < 0.3 or hurt), lasts: 3,\n"
                "        transitions: [{to: b, when: done and (health < 0.3 or hurt)}]}\n    b: {final: true}\n");
}

// Each `random` has its own stream wherever it is used.
static void each_use_has_a_random_stream(void **unused) {
    (void)unused;
    assert_same(HEAD
                "scores: {dice: random}\nroot: {kind: utility, states: {a: {score: dice + dice}, b: {score: dice}}}\n",
                HEAD "root: {kind: utility, states: {a: {score: random + random}, b: {score: random}}}\n");
}

// "A circle is an error."
static void a_circle_is_an_error(void **unused) {
    (void)unused;
    assert_wrong(HEAD "conditions: {a: not b, b: a}\nroot: {}\n",
                 "3:24: circular reference: 'b' names 'a', which leads back to it\n");
}

// A state is searched from the root, wherever the condition is used.
static void a_named_condition_means_states_from_the_root(void **unused) {
    (void)unused;
    assert_same(HEAD "conditions: {home: in(x)}\n"
                     "root:\n  states:\n    x: {transitions: [{to: y, when: home}]}\n"
                     "    y: {states: {x: {transitions: [{to: z, when: home}]}, z: }}\n",
                HEAD "root:\n  states:\n    x: {transitions: [{to: y, when: in(/x)}]}\n"
                     "    y: {states: {x: {transitions: [{to: z, when: in(/x)}]}, z: }}\n");
}

// "Used by name wherever a curve or consideration is allowed."
static void curves_and_considerations_have_names(void **unused) {
    (void)unused;
    assert_same(HEAD FIELDS
                "constants: {steep: 8}\n"
                "curves: {panic: {logistic: {k: steep}}, soft: smoothstep, both: [panic, soft], same: both}\n"
                "considerations:\n"
                "  low: {input: health, range: [1, 0], curve: panic}\n"
                "  worse: {max: [low, {input: distance, curve: [step, same]}]}\n"
                "root:\n  kind: utility\n  states:\n"
                "    a: {score: low}\n    b: {score: {product: [worse, low, {gate: hurt}]}}\n    c: {score: worse}\n"
                "    d: {score: {input: distance, curve: both}}\n",
                HEAD FIELDS
                "root:\n  kind: utility\n  states:\n"
                "    a: {score: {input: health, range: [1, 0], curve: {logistic: {k: 8}}}}\n"
                "    b:\n      score:\n        product:\n"
                "          - max:\n              - {input: health, range: [1, 0], curve: {logistic: {k: 8}}}\n"
                "              - {input: distance, curve: [step, {logistic: {k: 8}}, smoothstep]}\n"
                "          - {input: health, range: [1, 0], curve: {logistic: {k: 8}}}\n"
                "          - {gate: hurt}\n"
                "    c:\n      score:\n        max:\n"
                "          - {input: health, range: [1, 0], curve: {logistic: {k: 8}}}\n"
                "          - {input: distance, curve: [step, {logistic: {k: 8}}, smoothstep]}\n"
                "    d: {score: {input: distance, curve: [{logistic: {k: 8}}, smoothstep]}}\n");
}

// ------------------------------------------------------------------------------------------------------------ includes

// "Another file's constants, enums, conditions, scores, curves, considerations, functions and parts."
static void an_included_file_gives_its_definitions(void **unused) {
    (void)unused;
    archive files = {
        .files = {{"pack/wolf.yaml", "wits: 1\nbrain: b\nticks_per_second: 10\ninclude: [lib/common.yaml]\n"
                                     "context: {health: float, mood: mood}\nroot:\n  kind: utility\n  states:\n"
                                     "    a: {score: low, hold: wait, enter: howl()}\n"
                                     "    b: {use: rest, score: danger, with: {until: fine}}\n"},
                  {"pack/lib/common.yaml",
                   "wits: 1\ninclude: inner/more.yaml\nenums: {mood: [calm, angry]}\nscores: {danger: 1 - health}\n"
                   "considerations: {low: {input: danger, curve: steep}}\n"
                   "functions: {howl: action, never: condition, mend: action}\n"
                   "parts: {rest: {parameters: {until: condition}, state: {states: {lie: {update: mend(),\n"
                   "  transitions: [{to: up, when: until}]}, up: }}}}\n"},
                  {"pack/lib/inner/more.yaml", "wits: 1\nconstants: {wait: 2s}\ncurves: {steep: {logistic: {k: 3}}}\n"
                                               "conditions: {fine: health > 0.9}\n"}}};
    wits_file *file = load_from(&files);
    assert_int_equal(files.opened, 3);
    assert_int_equal(wits_file_source_count(file), 3);
    assert_string_equal(wits_file_source_name(file, 0), "pack/wolf.yaml");
    assert_string_equal(wits_file_source_name(file, 1), "pack/lib/common.yaml");
    assert_string_equal(wits_file_source_name(file, 2), "pack/lib/inner/more.yaml");
    assert_string_equal(wits_file_source_name(file, 3), "");
    // "Functions ... that the brain does not call are left out."
    assert_file_is(file,
                   "wits: 1\nbrain: b\nticks_per_second: 10\ncontext: {health: float, mood: [calm, angry]}\n"
                   "functions: {howl: action, mend: action}\nroot:\n  kind: utility\n  states:\n"
                   "    a: {score: {input: 1 - health, curve: {logistic: {k: 3}}}, hold: 20, enter: howl()}\n"
                   "    b: {score: 1 - health, states: {lie: {update: mend(), transitions: [{to: up, when: health > "
                   "0.9}]}, up: }}\n");
}

// "Each file is read once, even if several files include it."
static void a_file_is_read_once(void **unused) {
    (void)unused;
    archive files = {.files = {{"b.yaml", HEAD "include: [x/one.yaml, x/../x/./two.yaml, three.yaml]\nroot: {}\n"},
                               {"x/one.yaml", "wits: 1\ninclude: ../three.yaml\n"},
                               {"x/two.yaml", "wits: 1\ninclude: [one.yaml, ../x/../three.yaml]\n"},
                               {"three.yaml", "wits: 1\nconstants: {a: 1}\n"}}};
    wits_file *file = load_from(&files);
    assert_int_equal(files.opened, 4);
    assert_problems(file, "");
}

// A circle is an error.
static void enums_of_parameters_have_names(void **unused) {
    (void)unused;
    archive files = {.files = {{"wolf.yaml", "wits: 1\nbrain: wolf\ninclude: lib.yaml\n"
                                             "context: {mood: [calm, angry]}\nenums: {gear: [slow, fast]}\n"
                                             "functions:\n"
                                             "  run: {kind: action, parameters: [int, gear]}\n"
                                             "  feel: {kind: action, parameters: [mood, [a, b]]}\n"
                                             "root: {enter: 'howl(low)'}\n"},
                               {"lib.yaml", "wits: 1\nenums: {pitch: [low, high]}\n"
                                            "functions: {howl: {kind: action, parameters: [pitch]}}\n"}}};
    wits_file *file = load_from(&files);
    const wits_brain *brain = wits_file_brain(file);
    const uint32_t run = wits_find_function(brain, "run"), feel = wits_find_function(brain, "feel");
    assert_string_equal(wits_file_parameter_enum(file, wits_find_function(brain, "howl"), 0), "pitch");
    assert_string_equal(wits_file_parameter_enum(file, run, 1), "gear");
    assert_string_equal(wits_file_parameter_enum(file, run, 0), "");
    assert_string_equal(wits_file_parameter_enum(file, feel, 0), "");
    assert_string_equal(wits_file_parameter_enum(file, feel, 1), "");
    assert_string_equal(wits_file_parameter_enum(file, WITS_NONE, 0), "");
    assert_string_equal(wits_file_parameter_enum(NULL, 0, 0), "");
    wits_file_free(file);
}

static void a_circle_of_includes_is_an_error(void **unused) {
    (void)unused;
    archive self = {.files = {{"b.yaml", HEAD "include: b.yaml\nroot: {}\n"}}};
    assert_problems(load_from(&self), "3:10: circular reference: 'b.yaml' leads back to this file\n");
    archive three = {.files = {{"b.yaml", HEAD "include: one.yaml\nroot: {}\n"},
                               {"one.yaml", "wits: 1\ninclude: two.yaml\n"},
                               {"two.yaml", "wits: 1\ninclude:\n  - one.yaml\n"}}};
    assert_problems(load_from(&three), "two.yaml:3:5: circular reference: 'one.yaml' leads back to this file\n");
}

// A file outside the folder of the first file is an error unless the host allows it, for the host's files, too.
static void a_file_outside_the_folder_is_an_error(void **unused) {
    (void)unused;
    archive files = {.files = {{"pack/b.yaml", HEAD "include: [../x.yaml, /y.yaml, in/z.yaml]\nroot: {}\n"},
                               {"pack/../x.yaml", "wits: 1\n"},
                               {"/y.yaml", "wits: 1\ninclude: sub/w.yaml\n"},
                               {"/sub/w.yaml", "wits: 1\n"},
                               {"pack/in/z.yaml", "wits: 1\ninclude: ../../x.yaml\n"}}};
    assert_problems(load_from(&files), "3:11: '../x.yaml' is outside the folder of the brain's own file\n"
                                       "3:22: '/y.yaml' is outside the folder of the brain's own file\n"
                                       "pack/in/z.yaml:2:10: '../../x.yaml' is outside the folder of the brain's own "
                                       "file\n");
    wits_file *file = wits_file_load_with(
        "pack/b.yaml", &(wits_file_options){.open = open_in_archive, .user = &files, .allow_outside = true});
    assert_problems(file, "");
}

// Names of files are portable: a path that leads outside on Windows is rejected everywhere, also if the host opens the
// files and allows outside ones. So is a path that becomes a drive when "./" and "sub/../" are removed.
static void a_path_that_is_not_portable_is_an_error(void **unused) {
    (void)unused;
    static const char *const paths[] = {"..\\x.yaml",         "sub\\x.yaml", "\\x.yaml",    "\\\\server\\share\\x.yaml",
                                        "sub/..\\..\\x.yaml", "C:/x.yaml",   "c:x.yaml",    "./C:/x.yaml",
                                        "sub/../Z:x.yaml",    "sub/C:/x",    "\\\\?\\C:\\x"};
    for (uint32_t i = 0; i < COUNT(paths); i++) {
        char text[256], expected[256];
        snprintf(text, sizeof text, HEAD "include: ['%s']\nroot: {}\n", paths[i]);
        snprintf(expected, sizeof expected,
                 "3:11: '%s' is not a portable path; write a relative path with '/' and without drive letters\n",
                 paths[i]);
        archive files = {.files = {{"b.yaml", text}, {paths[i], "wits: 1\n"}}};
        assert_problems(load_from(&files), expected);
        assert_int_equal(files.opened, 1);
        wits_file *file = wits_file_load_with(
            "b.yaml", &(wits_file_options){.open = open_in_archive, .user = &files, .allow_outside = true});
        assert_problems(file, expected);
    }
    archive good = {.files = {{"b.yaml", HEAD "include: ['a:b.d/part:1.yaml', '1:x.yaml']\nroot: {}\n"}}};
    wits_file *file = load_from(&good);
    assert_int_equal(wits_file_problem_count(file), 2);
    assert_non_null(strstr(wits_file_problems(file)[0].message, "'a:b.d/part:1.yaml' is not a portable path"));
    assert_non_null(strstr(wits_file_problems(file)[1].message, "'1:x.yaml' cannot be included"));
    wits_file_free(file);
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

// As above through links on disk; a file with two names is read once.
static void links_do_not_lead_outside(void **unused) {
    (void)unused;
    char folder[] = "/tmp/wits_test_sharing_XXXXXX", path[512], other[512];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file(folder, "out.yaml", "wits: 1\n");
    write_file(folder, "in/b.yaml", HEAD "include: [link.yaml, same.yaml, real.yaml]\nroot: {}\n");
    write_file(folder, "in/real.yaml", "wits: 1\nconstants: {a: 1}\n");
    snprintf(path, sizeof path, "%s/in/link.yaml", folder);
    assert_int_equal(symlink("../out.yaml", path), 0);
    snprintf(path, sizeof path, "%s/in/same.yaml", folder);
    assert_int_equal(symlink("real.yaml", path), 0);
    snprintf(path, sizeof path, "%s/in/b.yaml", folder);
    assert_problems(wits_file_load(path, NULL), "3:11: 'link.yaml' is outside the folder of the brain's own file\n");
    wits_file *file = wits_file_load_with(path, &(wits_file_options){.allow_outside = true});
    assert_int_equal(wits_file_source_count(file), 3);
    assert_problems(file, "");
    // A file that vanishes.
    snprintf(other, sizeof other, "%s/in/real.yaml", folder);
    assert_int_equal(unlink(other), 0);
    file = wits_file_load_with(path, &(wits_file_options){.allow_outside = true});
    char expected[1200];
    snprintf(expected, sizeof expected,
             "3:22: '%s/in/same.yaml' cannot be included: there is no such file\n"
             "3:33: '%s/in/real.yaml' cannot be included: there is no such file\n",
             folder, folder);
    assert_problems(file, expected);
    const char *const names[] = {"in/b.yaml", "in/link.yaml", "in/same.yaml", "out.yaml", "in", ""};
    for (uint32_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(remove(path), 0);
    }
}

/// Opening a FIFO without a writer would block forever; a device has no end.
static void only_regular_files_are_read(void **unused) {
    (void)unused;
    char folder[] = "/tmp/wits_test_special_XXXXXX", path[512], expected[1200];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/fifo", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(300);  // ends the test if it waits
    wits_file *file = wits_file_load(path, NULL);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_string_equal(wits_file_problems(file)[0].message, "is not a regular file");
    wits_file_free(file);
    write_file(folder, "b.yaml", HEAD "include: [fifo, '.', b.yaml/x]\nroot: {}\n");
    snprintf(path, sizeof path, "%s/b.yaml", folder);
    snprintf(expected, sizeof expected,
             "3:11: '%s/fifo' cannot be included: it is not a regular file\n"
             "3:17: '.' cannot be included: there is no such file\n"
             "3:22: '%s/b.yaml/x' cannot be included: there is no such file\n",
             folder, folder);
    assert_problems(wits_file_load(path, NULL), expected);
    alarm(0);
    file = wits_file_load("/dev/zero", NULL);
    assert_string_equal(wits_file_problems(file)[0].message, "is not a regular file");
    wits_file_free(file);
    file = wits_file_load(folder, NULL);
    assert_string_equal(wits_file_problems(file)[0].message, "is a directory, not a file");
    wits_file_free(file);
    static const char *const names[] = {"fifo", "b.yaml", ""};
    for (uint32_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(remove(path), 0);
    }
}

static void names_of_constants_are_told(void **unused) {
    (void)unused;
    archive files = {
        .files = {{"b.yaml", HEAD "include: c.yaml\nconstants: {sight: 2, wait: 3s}\nconditions: {c: sight > 1}\n"
                                  "ticks_per_second: 10\nroot: {}\n"},
                  {"c.yaml", "wits: 1\nconstants: {far: 5}\n"}}};
    wits_file *file = load_from(&files);
    assert_string_equal(wits_file_constant_name(file, 0), "sight");
    assert_string_equal(wits_file_constant_name(file, 1), "wait");
    assert_string_equal(wits_file_constant_name(file, 2), "far");
    assert_null(wits_file_constant_name(file, 3));
    assert_null(wits_file_constant_name(file, UINT32_MAX));
    assert_problems(file, "");
    assert_null(wits_file_constant_name(NULL, 0));
    file = wits_file_load("none.yaml", NULL);
    assert_null(wits_file_constant_name(file, 0));
    wits_file_free(file);
}

// "More than 64 files is an error."
static void more_than_64_files_are_an_error(void **unused) {
    (void)unused;
    archive files = {.files = {{"b.yaml", NULL}}};
    static char names[70][16], list[2000];
    size_t length = (size_t)sprintf(list, HEAD "root: {}\ninclude: [");
    for (uint32_t i = 1; i < 70; i++) {
        snprintf(names[i], sizeof names[i], "f%u.yaml", (unsigned)i);
        length += (size_t)sprintf(list + length, "%s,", names[i]);
        files.files[i][0] = names[i];
        files.files[i][1] = "wits: 1\n";
    }
    strcpy(list + length, "]\n");
    files.files[0][1] = list;
    wits_file *file = load_from(&files);
    assert_int_equal(wits_file_problem_count(file), 6);
    assert_string_equal(wits_file_problems(file)[0].message, "a brain is read from at most 64 files");
    wits_file_free(file);
}

// Ten megabytes of includes are read; more than 16 together are not.
static void files_together_have_a_limit(void **unused) {
    (void)unused;
    enum { SIZE = 5 << 20 };
    char *large = malloc(SIZE + 1);
    assert_non_null(large);
    memset(large, '#', SIZE);
    memcpy(large, "wits: 1\n", 8);
    large[SIZE] = '\0';
    archive files = {.files = {{"b.yaml", HEAD "include: [1.yaml, 2.yaml]\nroot: {}\n"},
                               {"1.yaml", large},
                               {"2.yaml", large},
                               {"3.yaml", large},
                               {"4.yaml", large}}};
    assert_problems(load_from(&files), "");
    files.files[0][1] = HEAD "include: [1.yaml, 2.yaml, 3.yaml, 4.yaml]\nroot: {}\n";
    assert_problems(load_from(&files), "3:35: with '4.yaml' the files together are larger than 16 MiB\n");
    free(large);
}

static void a_text_alone_includes_nothing(void **unused) {
    (void)unused;
    assert_wrong(HEAD "include: common.yaml\nroot: {}\n",
                 "3:10: a text in memory cannot include files unless the program gives a function that opens them\n");
}

// --------------------------------------------------------------------------------------------------------------- parts

#define MELEE                                                                                                          \
    "parts:\n"                                                                                                         \
    "  melee:\n"                                                                                                       \
    "    parameters: {reach: float, gone: condition, calls: {type: int, default: 2}}\n"                                \
    "    state:\n"                                                                                                     \
    "      enter: n = calls\n"                                                                                         \
    "      states:\n"                                                                                                  \
    "        aim: {transitions: [{to: hit, when: distance < reach}, {to: lost, when: gone}]}\n"                        \
    "        hit: {states: {swing: {transitions: [{to: lost, when: in(aim)}, {to: lost/over}]}}}\n"                    \
    "        lost: {states: {over: , again: {transitions: [{to: aim}]}}}\n"

// `attack: {use: melee, with: {...}}` replaces a state's body.
static void a_part_stands_in_place_of_a_body(void **unused) {
    (void)unused;
    assert_same(HEAD FIELDS MELEE "root:\n  kind: utility\n  states:\n"
                                  "    a: {use: melee, with: {reach: 2, gone: health > 1 or hurt}, score: 1, hold: 3}\n"
                                  "    b: {score: health, use: melee, with: {gone: hurt, reach: 2.5, calls: 7}}\n",
                HEAD FIELDS
                "root:\n  kind: utility\n  states:\n"
                "    a:\n      score: 1\n      hold: 3\n      enter: n = 2\n      states:\n"
                "        aim: {transitions: [{to: hit, when: distance < 2}, {to: lost, when: health > 1 or hurt}]}\n"
                "        hit: {states: {swing: {transitions: [{to: a/lost, when: in(a/aim)}, {to: a/lost/over}]}}}\n"
                "        lost: {states: {over: , again: {transitions: [{to: a/aim}]}}}\n"
                "    b:\n      score: health\n      enter: n = 7\n      states:\n"
                "        aim: {transitions: [{to: hit, when: distance < 2.5}, {to: lost, when: hurt}]}\n"
                "        hit: {states: {swing: {transitions: [{to: b/lost, when: in(b/aim)}, {to: b/lost/over}]}}}\n"
                "        lost: {states: {over: , again: {transitions: [{to: b/aim}]}}}\n");
}

// "Subtree with parameters: `int`, `float`, `bool`, `text`, `time`, an enum, `condition`, `score`, `field`, `action`."
static void parameters_are_of_every_kind(void **unused) {
    (void)unused;
    assert_same(
        HEAD FIELDS
        "ticks_per_second: 10\nenums: {temper: [calm, angry]}\nconstants: {word: \"bark\", far: 9}\n"
        "parts:\n  all:\n    parameters:\n"
        "      {i: int, f: float, b: bool, s: text, t: time, m: temper, c: condition, q: score, x: field, go: action}\n"
        "    state:\n"
        "      enter: [go, x = x + i, hurt = b, say(s)]\n      exit: go\n"
        "      states:\n"
        "        one: {transitions: [{to: two, when: c and q * f > 2, after: t}]}\n"
        "        two: {update: [paint(m), go, wait()]}\n"
        "root:\n  states:\n"
        "    a: {use: all, with: {i: -3, f: far, b: true, s: word, t: 2s, m: angry, c: hurt or hurt, q: 1 + health,\n"
        "                         x: n, go: [cry(), n = n - 1]}}\n"
        "    b: {use: all, with: {i: 4, f: -1.5, b: false, s: 3, t: 5, m: temper.calm, c: not hurt, q: health, x: n,\n"
        "                         go: cry()}}\n",
        HEAD FIELDS
        "ticks_per_second: 10\nroot:\n  states:\n"
        "    a:\n      enter: [cry(), n = n - 1, n = n + (-3), hurt = true, say(\"bark\")]\n"
        "      exit: [cry(), n = n - 1]\n      states:\n"
        "        one: {transitions: [{to: two, when: (hurt or hurt) and (1 + health) * 9 > 2, after: 20}]}\n"
        "        two: {update: [paint(angry), cry(), n = n - 1, wait()]}\n"
        "    b:\n      enter: [cry(), n = n + 4, hurt = false, say(\"3\")]\n      exit: cry()\n      states:\n"
        "        one: {transitions: [{to: two, when: not hurt and health * (-1.5) > 2, after: 5}]}\n"
        "        two: {update: [paint(calm), cry(), wait()]}\n");
}

// A part may use parts, 8 deep; arguments are passed through all of them.
static void parts_use_parts(void **unused) {
    (void)unused;
    static const char parts[] =
        "parts:\n  p1: {parameters: {c: condition, go: action}, state: {update: [go, do1()], states: {x: {transitions: "
        "[{to: y, when: c}]}, y: }}}\n"
        "  p2: {parameters: {c: condition, go: action}, state: {use: p1, with: {c: not c, go: [go, do2()]}, exit: "
        "go}}\n"
        "  p3: {parameters: {c: condition}, state: {states: {in: {use: p2, with: {c: c and in(z), go: do3()}}, z: "
        "}}}\n";
    char text[1024];
    snprintf(text, sizeof text, HEAD FIELDS "%sroot:\n  states:\n    a: {use: p3, with: {c: hurt or in(b)}}\n    b: \n",
             parts);
    assert_same(text, HEAD FIELDS
                "root:\n  states:\n    a:\n      states:\n        in:\n          exit: do3()\n"
                "          update: [do3(), do2(), do1()]\n          states:\n"
                "            x: {transitions: [{to: y, when: not ((hurt or in(b)) and in(a/z))}]}\n            y: \n"
                "        z: \n    b: \n");
}

// A field or a number is not an action.
static void a_parameter_that_is_no_action_does_nothing_alone(void **unused) {
    (void)unused;
    assert_wrong(
        HEAD FIELDS "parts:\n  p: {parameters: {x: field, by: int}, state: {enter: by, exit: x, update: x = x + by}}\n"
                    "root: {states: {a: {use: p, with: {x: n, by: 2}}}}\n",
        "5:65: call a function with parentheses: n() (used at test.yaml:6:26)\n"
        "6:46: an action is 'field = expression', 'raise EVENT' or 'name()': '2' (used at test.yaml:5:55, used "
        "at test.yaml:6:26)\n");
}

// Uses 8 deep are fine; the ninth is not.
static void parts_are_at_most_8_deep(void **unused) {
    (void)unused;
    char text[1024] = HEAD "parts:\n  p1: {state: {update: go()}}\n";
    for (uint32_t i = 2; i <= 9; i++) {
        sprintf(text + strlen(text), "  p%u: {state: {use: p%u}}\n", (unsigned)i, (unsigned)i - 1);
    }
    size_t length = strlen(text);
    strcpy(text + length, "root: {states: {a: {use: p8}}}\n");
    assert_same(text, HEAD "root: {states: {a: {update: go()}}}\n");
    strcpy(text + length, "root: {states: {a: {use: p9}}}\n");
    assert_wrong(text, "5:21: parts nested more than 8 deep (used at test.yaml:6:21, used at test.yaml:7:21, used at "
                       "test.yaml:8:21, ..., used at test.yaml:13:26)\n");
}

// "Keys beside `use` are the using state's own, and an error if the part has them, too."
static void a_key_stands_once(void **unused) {
    (void)unused;
    assert_wrong(HEAD "parts: {p: {state: {enter: go(), exit: go()}}}\nroot: {states: {a: {use: p, exit: stay()}}}\n",
                 "4:29: duplicate key 'exit'; the part has it at line 3\n");
}

// "With the meaning names have where it is written: states of `in()` are looked for from the using state."
static void an_argument_means_what_it_means_where_it_is_written(void **unused) {
    (void)unused;
    assert_same(
        HEAD FIELDS "parts: {p: {parameters: {c: condition}, state: {states: {x: {transitions: [{to: y, when: c}]}, "
                    "y: }}}}\n"
                    "root:\n  states:\n"
                    "    a: {states: {u: {use: p, with: {c: in(y)}}, y: {states: {deep: }}}}\n    y: \n",
        HEAD FIELDS "root:\n  states:\n"
                    "    a: {states: {u: {states: {x: {transitions: [{to: y, when: in(a/y)}]}, y: }}, y: {states: "
                    "{deep: }}}}\n    y: \n");
}

// `elapsed` and `random` are those of the position of the use; each use has its own random stream.
static void elapsed_and_random_are_those_of_the_landing(void **unused) {
    (void)unused;
    assert_same(HEAD
                "parts: {p: {parameters: {c: condition}, state: {states: {x: {transitions: [{to: y, when: c}]}, y: "
                "{transitions: [{to: x, when: c}]}}}}}\nroot: {states: {a: {use: p, with: {c: elapsed > 3 and random "
                "< 0.5}}}}\n",
                HEAD "root: {states: {a: {states: {x: {transitions: [{to: y, when: elapsed > 3 and random < 0.5}]}, y: "
                     "{transitions: [{to: x, when: elapsed > 3 and random < 0.5}]}}}}}\n");
}

// "Inside a part a state's name is first a sibling, then a child of the part's own state, then unique in the part."
static void names_in_a_part_stay_in_it(void **unused) {
    (void)unused;
    assert_same(HEAD "parts:\n  p:\n    state:\n      states:\n"
                     "        x: {states: {x: {transitions: [{to: y}, {to: z}, {to: only}, {to: x}]}, y: }}\n"
                     "        y: {any: [{to: only}], states: {only: }}\n        z: \n"
                     "root:\n  states:\n    z: {use: p}\n    x: {states: {only: }}\n",
                HEAD
                "root:\n  states:\n    z:\n      states:\n"
                "        x: {states: {x: {transitions: [{to: z/x/y}, {to: z/z}, {to: z/y/only}, {to: z/x/x}]}, y: }}\n"
                "        y: {any: [{to: z/y/only}], states: {only: }}\n        z: \n"
                "    x: {states: {only: }}\n");
}

// "Nothing in a part is found from outside but by path."
static void states_in_parts_are_found_by_path_alone(void **unused) {
    (void)unused;
#define WIND "parts: {p: {state: {states: {windup: , rest: }}}}\n"
    assert_wrong(HEAD WIND "root: {states: {a: {use: p}, b: {transitions: [{to: windup}]}}}\n",
                 "4:53: the state 'windup' is in a part and is found by its path: a/windup\n");
    assert_same(
        HEAD WIND "root: {states: {a: {use: p}, b: {transitions: [{to: a/windup}, {to: rest}], states: {rest: }}}}\n",
        HEAD "root: {states: {a: {states: {windup: , rest: }}, b: {transitions: [{to: a/windup}, {to: b/rest}], "
             "states: {rest: }}}}\n");
}

// "In addition to its parameters, a part may name fields, events and functions of the brain, and definitions that its
// own file has or includes."
static void a_part_names_what_its_file_sees(void **unused) {
    (void)unused;
    archive files = {
        .files = {{"b.yaml", HEAD "include: lib.yaml\ncontext: {n: int}\nevents: [go]\n"
                                  "constants: {mine: 3}\nroot: {states: {a: {use: p}}}\n"},
                  {"lib.yaml", "wits: 1\nconstants: {own: 2}\nparts: {p: {state: {enter: [n = own, raise go, "
                               "call()], exit: n = mine}}}\n"}}};
    assert_problems(load_from(&files),
                    "lib.yaml:3:67: 'mine' is a constant of b.yaml, which this file does not include "
                    "(used at b.yaml:7:26)\n");
    files.files[1][1] = "wits: 1\nconstants: {own: 2}\nparts: {p: {state: {enter: [n = own, raise go, call()]}}}\n";
    assert_file_is(load_from(&files), HEAD "context: {n: int}\nevents: [go]\n"
                                           "root: {states: {a: {enter: [n = 2, raise go, call()]}}}\n");
}

// A parameter hides nothing; an unknown, missing or unused argument is an error: tests/files/bad/shared_parts.yaml. A
// field and a parameter with the same name are found in whichever files they are.
static void a_parameter_hides_nothing(void **unused) {
    (void)unused;
    archive files = {
        .files = {{"b.yaml", HEAD "include: lib.yaml\ncontext: {n: int}\nroot: {states: {a: {use: p, with: "
                                  "{n: 1}}}}\n"},
                  {"lib.yaml", "wits: 1\nparts: {p: {parameters: {n: int}, state: {enter: go(n)}}}\n"}}};
    assert_problems(load_from(&files), "lib.yaml:2:26: 'n' is already the name of a field, at b.yaml:4:11\n");
}

// "Errors say both places."
static void errors_say_both_places(void **unused) {
    (void)unused;
    archive files = {
        .files = {{"guard.yaml", HEAD "include: melee.yaml\ncontext: {distance: float}\nroot:\n  states:\n"
                                      "    a: {use: melee, with: {far: distence < 3, reach: 2}}\n"
                                      "    b: {use: melee, with: {far: true, reach: 3}}\n"},
                  {"melee.yaml", "wits: 1\nconditions: {close: distance < 1 and near}\nparts:\n  melee:\n"
                                 "    parameters: {reach: float, far: condition}\n    state:\n      states:\n"
                                 "        x: {transitions: [{to: y, when: far or distance < raech}]}\n"
                                 "        y: {transitions: [{to: x, when: close and reach > 1}]}\n"}}};
    wits_file *file = load_from(&files);
    char text[WITS_FILE_MAX_LINE];
    wits_problem_text(&wits_file_problems(file)[0], text, sizeof text);
    assert_string_equal(text, "guard.yaml:7:33: unknown name 'distence'; did you mean 'distance'? (used at "
                              "melee.yaml:8:41, used at guard.yaml:7:14)");
    assert_problems(
        file, "7:33: unknown name 'distence'; did you mean 'distance'? (used at melee.yaml:8:41, used at "
              "guard.yaml:7:14)\n"
              "melee.yaml:2:38: unknown name 'near'; the fields are distance (used at melee.yaml:9:41, used "
              "at guard.yaml:7:14)\n"
              "melee.yaml:8:59: unknown name 'raech'; did you mean the parameter 'reach'? (used at guard.yaml:8:14)\n");
}

#define NAMED                                                                                                          \
    HEAD "context: {distance: float, armed: bool}\nticks_per_second: 10\n"                                             \
         "constants: {reach: 2, patience: 3s, fury: 0.5}\nconditions: {in_reach: distance < reach}\n"                  \
         "scores: {danger: threat() * 2}\ncurves: {sudden: {logistic: {k: 2}}}\n"                                      \
         "considerations: {closeness: {input: distance, range: [reach, 0]}}\nenums: {temper: [calm, angry]}\n"

/// Problems with one key of the option `a`.
static void assert_hint(const char *key, const char *expected) {
    char text[1024];
    snprintf(text, sizeof text, NAMED "root: {kind: utility, states: {a: {%s}, b: {score: 1}}}\n", key);
    wits_file *file = parse_text(text);
    assert_true(wits_file_problem_count(file) > 0);
    assert_string_equal(wits_file_problems(file)[0].message, expected);
    wits_file_free(file);
}

// A misspelt name gets the nearest definition that is allowed there, with its kind.
static void a_misspelt_name_gets_the_nearest_definition(void **unused) {
    (void)unused;
    assert_hint("score: raech * 2", "unknown name 'raech'; did you mean the constant 'reach'?");
    assert_hint("score: dangr", "unknown name 'dangr'; did you mean the score 'danger'?");
    assert_hint("score: 1 if in_raech else 0", "unknown name 'in_raech'; did you mean the condition 'in_reach'?");
    assert_hint("score: 1, enter: distance = raech", "unknown name 'raech'; did you mean the constant 'reach'?");
    assert_hint("score: closenes", "unknown name 'closenes'; did you mean the consideration 'closeness'?");
    assert_hint("score: closenes * 2", "unknown name 'closenes'; the fields are distance, armed");
    assert_hint("score: {product: [closness, {input: 1}]}",
                "a consideration is a mapping; write {input: closness}; did you mean the consideration 'closeness'?");
    assert_hint("score: {input: distance, curve: suden}",
                "curve is constant, step, linear, polynomial, exponential, logistic, logit, normal, sigmoid, "
                "smoothstep, smootherstep or piecewise, not 'suden'; did you mean the curve 'sudden'?");
    assert_hint("score: {input: distance, curve: logisti}",
                "curve is constant, step, linear, polynomial, exponential, logistic, logit, normal, sigmoid, "
                "smoothstep, smootherstep or piecewise, not 'logisti'; did you mean 'logistic'?");
    assert_hint("score: {input: distance, range: [0, raech]}",
                "hi of a range is a number, not 'raech'; did you mean the constant 'reach'?");
    assert_hint("score: 1, hold: patiense",
                "hold is a number of ticks, 0 to 2147483647, or a time such as 2.5s or 400ms, not 'patiense'; did you "
                "mean the constant 'patience'?");
    assert_hint("score: 1, weight: furi", "weight is a number, not 'furi'; did you mean the constant 'fury'?");
    assert_wrong(
        HEAD "enums: {temper: [calm, angry]}\ncontext: {mood: tempr}\nroot: {}\n",
        "4:17: a type is bool, int8, uint8, int16, uint16, int, float, the name of an enum or a list of names, "
        "not 'tempr'; did you mean the enum 'temper'?\n");
    // The nearest wins; among equally near ones the brain's own.
    assert_hint("score: distanc", "unknown name 'distanc'; did you mean 'distance'?");
    assert_hint("score: unheard_of + 1", "unknown name 'unheard_of'; the fields are distance, armed");
    // Names of another file are not offered to one that does not include it.
    archive files = {
        .files = {{"b.yaml", HEAD "include: lib.yaml\nconstants: {mine: 3}\nroot: {states: {a: {use: p}}}\n"},
                  {"lib.yaml", "wits: 1\nconstants: {own: 2}\nparts: {p: {state: {enter: call(mines + 1)}}}\n"}}};
    assert_problems(load_from(&files),
                    "lib.yaml:3:33: unknown name 'mines'; a text is written in quotes (used at b.yaml:5:26)\n");
}

#define HIT                                                                                                            \
    "parts: {hit: {parameters: {power: float, windup: time, until: condition, of: field, then: action},\n"             \
    "  state: {score: 1, hold: windup, enter: [then, of = power], transitions: [{to: x, when: until}], states: {x: "   \
    "}%s}}}\n"

static void assert_part_hint(const char *of_part, const char *with, const char *expected) {
    char text[1600];
    snprintf(text, sizeof text, NAMED HIT "root: {kind: utility, states: {a: {use: hit, with: {%s}}, b: {score: 1}}}\n",
             of_part, with);
    wits_file *file = parse_text(text);
    assert_true(wits_file_problem_count(file) > 0);
    assert_string_equal(wits_file_problems(file)[0].message, expected);
    wits_file_free(file);
}

// As above inside a part, with its parameters, and for a part's arguments.
static void a_misspelt_parameter_or_argument_gets_the_nearest(void **unused) {
    (void)unused;
#define GIVEN "power: 2, windup: 3, until: armed, of: distance, then: go()"
    assert_part_hint(", update: 'of = powr * 2'", GIVEN,
                     "unknown name 'powr'; did you mean the parameter 'power'? (used at test.yaml:13:41)");
    assert_part_hint(", any: [{to: x, when: untill and armed}]", GIVEN,
                     "unknown name 'untill'; did you mean the parameter 'until'? (used at test.yaml:13:41)");
    assert_part_hint(", cooldown: windp", GIVEN,
                     "cooldown is a number of ticks, 0 to 2147483647, or a time such as 2.5s or 400ms, not 'windp'; "
                     "did you mean the parameter 'windup'? (used at test.yaml:13:41)");
    assert_part_hint("", "power: raech, windup: 3, until: armed, of: distance, then: go()",
                     "'power' is a number, not 'raech'; did you mean the constant 'reach'?");
    assert_part_hint("", "power: 1, windup: patence, until: armed, of: distance, then: go()",
                     "'windup' is a time, not 'patence'; did you mean the constant 'patience'?");
    assert_part_hint("", "power: 1, windup: 3, until: armd, of: distance, then: go()",
                     "unknown name 'armd'; did you mean 'armed'? (used at test.yaml:12:90, used at "
                     "test.yaml:13:41)");
    assert_part_hint("", "power: 1, windup: 3, until: armed, of: distanse, then: go()",
                     "'of' is a field, not 'distanse'; did you mean the field 'distance'?");
    assert_part_hint("", "power: 1, windup: 3, untl: armed, of: distance, then: go()",
                     "the part 'hit' needs 'until', a condition");
}

// "The same as wits_file_find, with the file."
static void rows_are_found_in_their_files(void **unused) {
    (void)unused;
    archive files = {.files = {{"b.yaml", HEAD "include: lib.yaml\nroot: {states: {a: {use: p}, b: {enter: go()}}}\n"},
                               {"lib.yaml", "wits: 1\nparts: {p: {state: {states: {x: {enter: go()}}}}}\n"}}};
    wits_file *file = load_from(&files);
    wits_file_place at = wits_file_where(file, WITS_TABLE_STATES, 2, "enter", 0);
    assert_string_equal(at.name, "lib.yaml");
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 41);
    assert_string_equal(at.used_name, "b.yaml");
    assert_int_equal(at.used_line, 4);
    assert_int_equal(at.used_column, 26);
    at = wits_file_where(file, WITS_TABLE_STATES, 3, NULL, 0);
    assert_string_equal(at.name, "b.yaml");
    assert_null(at.used_name);
    assert_int_equal(at.line, 4);
    at = wits_file_where(file, WITS_TABLE_STATES, 9, NULL, 0);
    assert_int_equal(at.line, 0);
    assert_string_equal(wits_file_where(NULL, WITS_TABLE_STATES, 0, NULL, 0).name, "");
    wits_file_free(file);
}

// ------------------------------------------------------------------------------------------------------------- growing

// A few lines that expand to very much are rejected with a clear message.
static void growth_has_a_limit(void **unused) {
    (void)unused;
    char *text = malloc(1 << 20);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, HEAD "considerations:\n  c0: {input: 1}\n");
    for (uint32_t i = 1; i < 12; i++) {
        length += (size_t)sprintf(text + length, "  c%u: {sum: [", (unsigned)i);
        for (uint32_t j = 0; j < 10; j++) {
            length += (size_t)sprintf(text + length, "c%u,", (unsigned)i - 1);
        }
        length += (size_t)sprintf(text + length, "]}\n");
    }
    strcpy(text + length, "root: {kind: utility, states: {a: {score: c11}}}\n");
    wits_file *file = parse_text(text);
    assert_string_equal(
        wits_file_problems(file)[0].message,
        "expanded, the brain has more than 4000000 keys and values (used at test.yaml:6:17, used at test.yaml:7:17, "
        "used at test.yaml:8:14, ..., used at test.yaml:16:43)");
    wits_file_free(file);
    length = (size_t)sprintf(text, HEAD "scores: {big: ");
    for (uint32_t i = 0; i < 15000; i++) {
        length += (size_t)sprintf(text + length, "1 + ");
    }
    length += (size_t)sprintf(text + length, "1}\nroot:\n  kind: utility\n  states:\n");
    for (uint32_t i = 0; i < 400; i++) {
        length += (size_t)sprintf(text + length, "    s%u: {score: big}\n", (unsigned)i);
    }
    file = parse_text(text);
    bool is_told = false;
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        is_told =
            is_told || strcmp(wits_file_problems(file)[i].message, "expanded, the brain is larger than 16 MiB") == 0;
    }
    assert_true(is_told);
    wits_file_free(file);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_become_ticks),
        cmocka_unit_test(times_are_exact_and_rounded),
        cmocka_unit_test(a_time_far_from_any_tick_is_a_warning),
        cmocka_unit_test(the_brain_tells_its_rate),
        cmocka_unit_test(a_time_in_an_expression_is_ticks),
        cmocka_unit_test(constants_stand_for_values),
        cmocka_unit_test(options_override_constants),
        cmocka_unit_test(enums_have_names),
        cmocka_unit_test(enums_say_whose_value_it_is),
        cmocka_unit_test(expressions_have_names),
        cmocka_unit_test(names_stand_in_rules_of_initial_and_in_done),
        cmocka_unit_test(each_use_has_a_random_stream),
        cmocka_unit_test(a_circle_is_an_error),
        cmocka_unit_test(a_named_condition_means_states_from_the_root),
        cmocka_unit_test(curves_and_considerations_have_names),
        cmocka_unit_test(an_included_file_gives_its_definitions),
        cmocka_unit_test(a_file_is_read_once),
        cmocka_unit_test(enums_of_parameters_have_names),
        cmocka_unit_test(a_circle_of_includes_is_an_error),
        cmocka_unit_test(a_file_outside_the_folder_is_an_error),
        cmocka_unit_test(a_path_that_is_not_portable_is_an_error),
        cmocka_unit_test(links_do_not_lead_outside),
        cmocka_unit_test(only_regular_files_are_read),
        cmocka_unit_test(names_of_constants_are_told),
        cmocka_unit_test(more_than_64_files_are_an_error),
        cmocka_unit_test(files_together_have_a_limit),
        cmocka_unit_test(a_text_alone_includes_nothing),
        cmocka_unit_test(a_part_stands_in_place_of_a_body),
        cmocka_unit_test(parameters_are_of_every_kind),
        cmocka_unit_test(parts_use_parts),
        cmocka_unit_test(a_parameter_that_is_no_action_does_nothing_alone),
        cmocka_unit_test(parts_are_at_most_8_deep),
        cmocka_unit_test(a_key_stands_once),
        cmocka_unit_test(an_argument_means_what_it_means_where_it_is_written),
        cmocka_unit_test(elapsed_and_random_are_those_of_the_landing),
        cmocka_unit_test(names_in_a_part_stay_in_it),
        cmocka_unit_test(states_in_parts_are_found_by_path_alone),
        cmocka_unit_test(a_part_names_what_its_file_sees),
        cmocka_unit_test(a_parameter_hides_nothing),
        cmocka_unit_test(errors_say_both_places),
        cmocka_unit_test(a_misspelt_name_gets_the_nearest_definition),
        cmocka_unit_test(a_misspelt_parameter_or_argument_gets_the_nearest),
        cmocka_unit_test(rows_are_found_in_their_files),
        cmocka_unit_test(growth_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
