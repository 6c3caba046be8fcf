// SPDX-License-Identifier: MIT
// Files of scenarios: docs/testing-brains.md, "The format". Mistakes are in tests/files/scenarios: every
// NAME.test.yaml has the problems that NAME.txt lists, and right.test.yaml has none.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "file_support.h"

static const char folder[] = "tests/files/scenarios";

static bool check_file(const wits_file *brain, const char *name) {
    char path[512];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%.*s.txt", folder, (int)(strlen(name) - strlen(".test.yaml")), name);
    char *expected = read_bytes(path, &length);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    wits_file *file = wits_scenarios_load(path, brain, NULL);
    assert_non_null(file);
    assert_int_equal(wits_file_scenario_count(file), 0);
    assert_null(wits_file_scenarios(file));
    char *found = problems_text(file);
    const bool same = strcmp(found, expected) == 0;
    if (!same) {
        print_error("%s: expected\n%sfound\n%s", path, expected, found);
    }
    free(found);
    free(expected);
    wits_file_free(file);
    return same;
}

static void every_wrong_file_has_its_problems(void **state) {
    (void)state;
    wits_file *brain = load_sound("tests/files/scenarios/sentry.yaml");
    DIR *files = opendir(folder);
    assert_non_null(files);
    unsigned checked = 0, wrong = 0;
    for (const struct dirent *entry = readdir(files); entry != NULL; entry = readdir(files)) {
        const char *suffix = strstr(entry->d_name, ".test.yaml");
        if (suffix != NULL && strcmp(entry->d_name, "right.test.yaml") != 0) {
            checked++;
            wrong += !check_file(brain, entry->d_name);
        }
    }
    closedir(files);
    wits_file_free(brain);
    assert_true(checked >= 7);
    assert_int_equal(wrong, 0);
}

static wits_file *load_right(const wits_file *brain) {
    wits_file *file = wits_scenarios_load("tests/files/scenarios/right.test.yaml", brain, NULL);
    assert_non_null(file);
    char *problems = problems_text(file);
    assert_string_equal(problems, "");
    free(problems);
    return file;
}

static void scenarios_are_returned_as_they_are_written(void **state) {
    (void)state;
    wits_file *brain = load_sound("tests/files/scenarios/sentry.yaml");
    wits_file *file = load_right(brain);
    assert_int_equal(wits_file_scenario_count(file), 2);
    assert_null(wits_file_brain(file));
    const wits_scenario_inputs *all = wits_file_scenarios_given(file);
    assert_int_equal(all->value_count, 2);
    assert_true(all->values[0].value == 20.0);  // the constant
    assert_true(all->values[0].row == 1 && !all->values[0].is_function);

    const wits_scenario *first = &wits_file_scenarios(file)[0];
    assert_string_equal(first->name, "everything");
    assert_true(first->has_seed && first->seed == 7 && first->line == 2 && first->column == 3);
    assert_int_equal(first->from, wits_find_state(wits_file_brain(brain), "duty"));
    assert_int_equal(first->given.value_count, 5);
    assert_int_equal(first->given.events, 3);
    assert_true(first->given.values[4].is_function);
    assert_string_equal(first->given.values[4].arguments, "\"shot\"");
    assert_null(first->given.values[3].arguments);
    assert_int_equal(first->never_count, 2);

    assert_int_equal(first->step_count, 4);
    const wits_scenario_step *steps = first->steps;
    assert_true(steps[0].wait == WITS_WAIT_AFTER && steps[0].ticks == 1);
    assert_true(steps[1].wait == WITS_WAIT_AFTER && steps[1].ticks == 20);
    assert_true(steps[2].wait == WITS_WAIT_WITHIN && steps[2].ticks == 5);
    assert_true(steps[3].wait == WITS_WAIT_FOR && steps[3].ticks == 3 && steps[3].never_count == 1);

    const wits_scenario_targets *foes = &steps[0].when.targets[0];
    assert_true(steps[0].when.target_count == 1 && foes->count == 2 && foes->ids[0] == 7 && foes->ids[1] == 8);
    const double values[] = {12.5, 1.0, 0.0, 0.0, 0.0, 1.0};
    assert_memory_equal(foes->values, values, sizeof values);
    assert_int_equal(steps[1].when.targets[0].count, 0);

    const wits_expected *expected = steps[0].expect;
    assert_int_equal(steps[0].expect_count, 6);
    assert_true(expected[0].kind == WITS_EXPECTED_ACTIVE && !expected[0].is_not && expected[1].is_not);
    assert_string_equal(expected[1].written, "not hide");
    assert_true(expected[2].kind == WITS_EXPECTED_CALLS);
    assert_string_equal(expected[2].arguments, "\"Halt!\"");
    assert_true(expected[3].arguments == NULL && expected[4].is_not);
    assert_true(expected[5].kind == WITS_EXPECTED_TARGET && expected[5].target == 8);
    assert_string_equal(expected[5].written, "fight: 8");
    assert_string_equal(steps[1].expect[0].text.text, "(distance < 20)");
    assert_int_equal(steps[2].expect[0].row, WITS_ROOT);
    assert_int_equal(steps[2].expect[1].target, WITS_NO_TARGET);
    assert_true(steps[3].never[0].is_not && steps[3].never[0].row == 4);

    const wits_scenario *second = &wits_file_scenarios(file)[1];
    assert_true(second->from == WITS_NONE && !second->has_seed && second->step_count == 1);
    assert_string_equal(second->steps[0].expect[0].written, "not lost/down");
    wits_file_free(file);
    wits_file_free(brain);
}

static void without_a_brain_there_are_no_scenarios(void **state) {
    (void)state;
    wits_file *bad = parse_text("wits: 1\nbrain: b\nroot: {enterr: a()}\n");
    const wits_file *const brains[] = {NULL, bad};
    for (size_t i = 0; i < COUNT(brains); i++) {
        wits_file *file = wits_scenarios_load("tests/files/scenarios/right.test.yaml", brains[i], NULL);
        char *problems = problems_text(file);
        assert_string_equal(problems, "0:0: the brain of these scenarios has problems\n");
        free(problems);
        wits_file_free(file);
    }
    wits_file_free(bad);
    assert_int_equal(wits_file_scenario_count(NULL), 0);
    assert_null(wits_file_scenarios(NULL));
    assert_null(wits_file_scenarios_given(NULL));
}

/// Opens a text as if it were a file.
static bool open_text(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    (void)name;
    *length = strlen(user);
    *bytes = allocator->allocate(allocator->user, *length);
    memcpy(*bytes, user, *length);
    return true;
}

static void a_file_has_at_most_100000_scenarios(void **state) {
    (void)state;
    wits_file *brain = load_sound("tests/files/scenarios/sentry.yaml");
    const size_t counts[] = {WITS_MAX_SCENARIOS, WITS_MAX_SCENARIOS + 1};
    for (size_t n = 0; n < COUNT(counts); n++) {
        char *text = malloc(counts[n] * 60 + 1);
        assert_non_null(text);
        size_t length = 0;
        for (size_t i = 0; i < counts[n]; i++) {
            length += (size_t)sprintf(text + length, "- {scenario: s%zu, expect: {active: duty}}\n", i);
        }
        wits_file *file =
            wits_scenarios_load("many.test.yaml", brain, &(wits_file_options){.open = open_text, .user = text});
        assert_non_null(file);
        char *problems = problems_text(file);
        assert_string_equal(problems, n == 0 ? "" : "1:1: a file has at most 100000 scenarios\n");
        assert_int_equal(wits_file_scenario_count(file), n == 0 ? counts[0] : 0);
        free(problems);
        wits_file_free(file);
        free(text);
    }
    wits_file_free(brain);
}

static void a_scenario_expects_at_most_10000_things(void **state) {
    (void)state;
    wits_file *brain = load_sound("tests/files/scenarios/sentry.yaml");
    for (unsigned more = 0; more < 2; more++) {
        char *text = malloc((WITS_MAX_EXPECTED + 2) * 6 + 60);
        assert_non_null(text);
        size_t length = (size_t)sprintf(text, "- {scenario: a, expect: {active: [hide");
        for (unsigned i = 1; i < WITS_MAX_EXPECTED + more; i++) {
            length += (size_t)sprintf(text + length, ",hide");
        }
        sprintf(text + length, "]}}\n");
        wits_file *file =
            wits_scenarios_load("many.test.yaml", brain, &(wits_file_options){.open = open_text, .user = text});
        assert_non_null(file);
        char *problems = problems_text(file);
        assert_string_equal(problems, more == 0 ? "" : "1:3: a scenario expects at most 10000 things\n");
        free(problems);
        wits_file_free(file);
        free(text);
    }
    wits_file_free(brain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_file_has_its_problems),
        cmocka_unit_test(scenarios_are_returned_as_they_are_written),
        cmocka_unit_test(without_a_brain_there_are_no_scenarios),
        cmocka_unit_test(a_file_has_at_most_100000_scenarios),
        cmocka_unit_test(a_scenario_expects_at_most_10000_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
