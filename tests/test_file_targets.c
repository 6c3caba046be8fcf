// SPDX-License-Identifier: MIT
// Kinds of targets in brain files: docs/brain-files.md, "Targets", sentence by sentence. Their mistakes are in
// tests/files/bad/targets*.yaml.
#include "file_support.h"

#define HEAD "wits: 1\nbrain: b\n"

static const wits_brain *brain_of(wits_file *file) {
    assert_non_null(wits_file_brain(file));
    return wits_file_brain(file);
}

static uint64_t hash_of_text(const char *text) {
    wits_file *file = parse_sound(text);
    const uint64_t hash = wits_brain_hash(brain_of(file));
    wits_file_free(file);
    return hash;
}

/// The problems of a file; or that the brain equals one expanded by hand and by wits_file_expanded.
static void assert_is(wits_file *file, const char *written_out) {
    char *problems = problems_text(file);
    assert_string_equal(problems, "");
    free(problems);
    const uint64_t hash = wits_brain_hash(brain_of(file));
    assert_int_equal(hash, hash_of_text(written_out));
    assert_int_equal(hash, hash_of_text(wits_file_expanded(file, NULL)));
    wits_file_free(file);
}

static void a_kind_has_fields_of_any_type(void **state) {
    (void)state;
    wits_file *file = parse_sound(HEAD "enums: {mood: [calm, angry]}\n"
                                       "targets:\n"
                                       "  enemy: {distance: float, health: {type: float, own: true}, visible: bool,\n"
                                       "          mood: mood, rank: [low, high], level: {type: uint8, own: false}}\n"
                                       "  nobody:\n"
                                       "root: {kind: utility, states: {a: {target: enemy, score: enemy.distance}}}\n");
    const wits_brain *brain = brain_of(file);
    static const wits_type types[] = {WITS_TYPE_FLOAT, WITS_TYPE_FLOAT, WITS_TYPE_BOOL,
                                      WITS_TYPE_ENUM,  WITS_TYPE_ENUM,  WITS_TYPE_UINT8};
    assert_int_equal(wits_target_kind_count(brain), 2);
    assert_string_equal(wits_target_kind_name(brain, 0), "enemy");
    assert_int_equal(wits_target_field_count(brain, 0), COUNT(types));
    assert_int_equal(wits_target_field_count(brain, 1), 0);
    for (uint32_t i = 0; i < COUNT(types); i++) {
        assert_int_equal(wits_target_field_type(brain, 0, i), types[i]);
        assert_int_equal(wits_target_field_is_own(brain, 0, i), i == 1);
    }
    assert_string_equal(wits_target_field_value_name(brain, 0, 3, 1), "angry");
    assert_string_equal(wits_target_field_value_name(brain, 0, 4, 0), "low");
    assert_int_equal(wits_state_target_kind(brain, 1), 0);
    wits_file_free(file);
}

static void an_option_says_what_becomes_of_its_target(void **state) {
    (void)state;
    wits_file *file = parse_sound(HEAD "targets: {enemy: {near: float}}\n"
                                       "root:\n"
                                       "  kind: utility\n"
                                       "  states:\n"
                                       "    a: {target: enemy, score: enemy.near, target_inertia: 0, retarget: [aim(), "
                                       "shout(enemy.near)]}\n"
                                       "    b: {target: enemy, score: enemy.near, reenter: true}\n");
    const wits_desc *desc = wits_file_desc(file);
    assert_true(desc->states[1].has_target_inertia);
    assert_string_equal(desc->states[1].target, "enemy");
    assert_string_equal(desc->states[1].retarget, "aim(); shout(enemy.near)");
    assert_false(desc->states[1].reenter);
    assert_false(desc->states[2].has_target_inertia);
    assert_true(desc->states[2].reenter);
    wits_file_free(file);
}

/// Number of functions of a brain with one of these names and a kind.
static uint32_t count_functions(const wits_desc *desc, const char *const *names, uint32_t count, bool as_condition) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < desc->function_count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            const wits_function *function = &desc->functions[i];
            const bool fits = as_condition ? function->condition != NULL : function->score != NULL;
            found += fits && strcmp(function->name, names[j]) == 0;
        }
    }
    return found;
}

/// "A call that is compared with a bool field is a condition."
static void functions_are_inferred_beside_fields_of_targets(void **state) {
    (void)state;
    wits_file *file =
        parse_sound(HEAD "targets: {enemy: {near: float, seen: bool}}\n"
                         "root:\n"
                         "  kind: utility\n"
                         "  states:\n"
                         "    a:\n"
                         "      target: enemy\n"
                         "      score: 1 if enemy.seen == sees() and hears() == enemy.present else far()\n"
                         "      transitions: [{to: b, when: enemy.near > reach(enemy.near)}]\n"
                         "      update: strike(enemy.near, worth(enemy.near))\n"
                         "    b: {score: 0.1}\n");
    const wits_desc *desc = wits_file_desc(file);
    assert_non_null(desc);
    static const char *const conditions[] = {"sees", "hears"}, *const scores[] = {"far", "reach", "worth"};
    assert_int_equal(count_functions(desc, conditions, COUNT(conditions), true), COUNT(conditions));
    assert_int_equal(count_functions(desc, scores, COUNT(scores), false), COUNT(scores));
    assert_int_equal(desc->function_count, COUNT(conditions) + COUNT(scores) + 1);
    wits_file_free(file);
}

static void values_of_enums_are_named_beside_fields_of_targets(void **state) {
    (void)state;
    assert_is(parse_text(HEAD
                         "enums: {mood: [calm, angry]}\n"
                         "context: {own_mood: mood}\n"
                         "targets: {enemy: {mood: mood}}\n"
                         "constants: {dangerous: mood.angry}\n"
                         "root: {kind: utility, states: {a: {target: enemy, score: 1 if enemy.mood == dangerous and "
                         "enemy.mood != mood.calm and own_mood == mood.calm else 0}}}\n"),
              HEAD "context: {own_mood: [calm, angry]}\n"
                   "targets: {enemy: {mood: [calm, angry]}}\n"
                   "root: {kind: utility, states: {a: {target: enemy, score: 1 if enemy.mood == angry and "
                   "enemy.mood != calm and own_mood == calm else 0}}}\n");
}

static void a_part_has_an_option_with_a_target_and_arguments_that_read_it(void **state) {
    (void)state;
    assert_is(parse_text(HEAD "targets: {enemy: {near: float, seen: bool}}\n"
                              "conditions: {gone: not enemy.present}\n"
                              "scores: {worth: enemy.near}\n"
                              "constants: {loyal: 0.25}\n"
                              "parts:\n"
                              "  melee:\n"
                              "    parameters: {value: score, lost: condition, aims: action, loyalty: float}\n"
                              "    state:\n"
                              "      target: enemy\n"
                              "      target_inertia: loyalty\n"
                              "      score: value * 2\n"
                              "      retarget: aims\n"
                              "      transitions: [{to: idle, when: lost and enemy.seen}]\n"
                              "      states: {idle: {}}\n"
                              "root:\n"
                              "  kind: utility\n"
                              "  states:\n"
                              "    a: {use: melee, with: {value: worth, lost: gone, aims: [aim(), look(enemy.near)], "
                              "loyalty: loyal}}\n"),
              HEAD "targets: {enemy: {near: float, seen: bool}}\n"
                   "root:\n"
                   "  kind: utility\n"
                   "  states:\n"
                   "    a:\n"
                   "      target: enemy\n"
                   "      target_inertia: 0.25\n"
                   "      score: enemy.near * 2\n"
                   "      retarget: [aim(), look(enemy.near)]\n"
                   "      transitions: [{to: idle, when: (not enemy.present) and enemy.seen}]\n"
                   "      states: {idle: {}}\n");
}

// ------------------------------------------------------------------------------------------------------ other files

static const char *included_text;

static bool open_included(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    const char *own = user, *text = strcmp(name, "own.yaml") == 0 ? own : included_text;
    *length = strlen(text);
    *bytes = allocator->allocate(allocator->user, *length);
    memcpy(*bytes, text, *length);
    return true;
}

static wits_file *load_with(const char *own, const char *included) {
    char *text = malloc(strlen(own) + 1);
    assert_non_null(text);
    memcpy(text, own, strlen(own) + 1);
    included_text = included;
    wits_file *file = wits_file_load_with("own.yaml", &(wits_file_options){.open = open_included, .user = text});
    free(text);
    assert_non_null(file);
    return file;
}

/// An included file may declare kinds of targets: the brain has those that it names.
static void an_included_file_declares_kinds(void **state) {
    (void)state;
    assert_is(
        load_with(HEAD "include: [common.yaml]\n"
                       "targets: {cover: {worth: float}}\n"
                       "root: {kind: utility, states: {a: {use: melee}, b: {target: cover, score: cover.worth}}}\n",
                  "wits: 1\n"
                  "enums: {mood: [calm, angry]}\n"
                  "targets: {friend: {need: float}, enemy: {mood: mood, near: float}, cover: {worth: float}}\n"
                  "parts: {melee: {state: {target: enemy, score: enemy.near if enemy.mood == mood.calm else 1}}}\n"),
        HEAD "targets: {cover: {worth: float}, enemy: {mood: [calm, angry], near: float}}\n"
             "root: {kind: utility, states: {a: {target: enemy, score: enemy.near if enemy.mood == calm else 1}, "
             "b: {target: cover, score: cover.worth}}}\n");
}

static void assert_problems(wits_file *file, const char *expected) {
    char *found = problems_text(file);
    assert_string_equal(found, expected);
    free(found);
    wits_file_free(file);
}

static void two_files_declare_a_kind_in_the_same_way(void **state) {
    (void)state;
    assert_problems(load_with(HEAD "include: [common.yaml]\n"
                                   "targets: {cover: {worth: float}}\n"
                                   "root: {kind: utility, states: {a: {target: cover, score: 1}}}\n",
                              "wits: 1\ntargets: {cover: {worth: int}}\n"),
                    "common.yaml:2:11: 'cover' is already the name of another kind of targets, at own.yaml:4:11\n");
}

/// "A parameter hides nothing."
static void nothing_else_is_named_as_a_kind(void **state) {
    (void)state;
    assert_problems(parse_text(HEAD "targets: {enemy: {near: float}, reach: {near: float}}\n"
                                    "constants: {reach: 2}\n"
                                    "parts: {melee: {parameters: {enemy: float}, state: {score: enemy}}}\n"
                                    "root: {kind: utility, states: {a: {use: melee, with: {enemy: 1}}}}\n"),
                    "3:33: 'reach' is already the name of a constant, at line 4\n"
                    "5:30: 'enemy' is already the name of a kind of targets, at line 3\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kind_has_fields_of_any_type),
        cmocka_unit_test(an_option_says_what_becomes_of_its_target),
        cmocka_unit_test(functions_are_inferred_beside_fields_of_targets),
        cmocka_unit_test(values_of_enums_are_named_beside_fields_of_targets),
        cmocka_unit_test(a_part_has_an_option_with_a_target_and_arguments_that_read_it),
        cmocka_unit_test(an_included_file_declares_kinds),
        cmocka_unit_test(two_files_declare_a_kind_in_the_same_way),
        cmocka_unit_test(nothing_else_is_named_as_a_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
