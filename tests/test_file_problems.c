// SPDX-License-Identifier: MIT
// Every file of tests/files/bad has exactly the problems that the .txt beside it lists, in that order; so does every
// file of tests/files/newcomers, which has typical mistakes of beginners and of users of other tools.
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "file_support.h"

/// Returns whether a file has the problems that are expected. With `is_windows` its lines end as those of Windows.
static bool check_file(const char *folder, const char *name, bool is_windows) {
    char path[512];
    size_t length = 0, expected_length = 0;
    snprintf(path, sizeof path, "%s/%.*s.txt", folder, (int)(strlen(name) - strlen(".yaml")), name);
    char *expected = read_bytes(path, &expected_length);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = read_bytes(path, &length);
    char *lines = malloc(2 * length + 1);
    assert_non_null(lines);
    size_t end = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n' && is_windows) {
            lines[end++] = '\r';
        }
        lines[end++] = text[i];
    }
    wits_file *file = is_windows ? wits_file_parse(lines, end, path, NULL) : wits_file_load(path, NULL);
    assert_non_null(file);
    assert_null(wits_file_brain(file));
    assert_null(wits_file_desc(file));
    char *found = problems_text(file);
    bool same = strcmp(found, expected) == 0;
    if (!same) {
        print_error("%s/%s: expected\n%sfound\n%s", folder, name, expected, found);
    }
    free(found);
    free(expected);
    free(text);
    free(lines);
    wits_file_free(file);
    return same;
}

static void check_folder(const char *folder, unsigned least, bool is_windows) {
    DIR *files = opendir(folder);
    assert_non_null(files);
    unsigned checked = 0, wrong = 0;
    for (const struct dirent *entry = readdir(files); entry != NULL; entry = readdir(files)) {
        const char *suffix = strrchr(entry->d_name, '.');
        if (suffix != NULL && strcmp(suffix, ".yaml") == 0) {
            checked++;
            wrong += !check_file(folder, entry->d_name, is_windows);
        }
    }
    closedir(files);
    assert_true(checked >= least);
    assert_int_equal(wrong, 0);
}

static void every_bad_file_has_its_problems(void **unused) {
    (void)unused;
    check_folder("tests/files/bad", 100, false);
}

static void every_mistake_of_newcomers_is_told_in_plain_words(void **unused) {
    (void)unused;
    check_folder("tests/files/newcomers", 250, false);
}

static void lines_of_windows_have_the_same_problems(void **unused) {
    (void)unused;
    check_folder("tests/files/newcomers", 250, true);
}

static void a_problem_is_written_with_its_place(void **unused) {
    (void)unused;
    char text[80];
    wits_file *file = parse_text("wits: 1\nbrain: b\nroot: {enterr: a()}\n");
    assert_int_equal(wits_file_problem_count(file), 1);
    size_t length = wits_problem_text(&wits_file_problems(file)[0], text, sizeof text);
    assert_int_equal(length, strlen("test.yaml:3:8: a state has no key 'enterr'; did you mean 'enter'?"));
    assert_string_equal(text, "test.yaml:3:8: a state has no key 'enterr'; did you mean 'enter'?");
    wits_problem_text(&wits_file_problems(file)[0], text, 10);
    assert_string_equal(text, "test.yaml");
    wits_file_free(file);
}

static void assert_whole_file_problem(const char *path, const char *message) {
    char text[512], expected[512];
    wits_file *file = wits_file_load(path, NULL);
    assert_non_null(file);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_int_equal(wits_file_problems(file)[0].line, 0);
    wits_problem_text(&wits_file_problems(file)[0], text, sizeof text);
    snprintf(expected, sizeof expected, "%s: %s", path, message);
    assert_string_equal(text, expected);
    assert_null(wits_file_brain(file));
    wits_file_free(file);
}

static void a_file_that_cannot_be_read_says_why(void **unused) {
    (void)unused;
    assert_whole_file_problem("tests/files/none.yaml", "there is no such file");
    assert_whole_file_problem("tests/files", "is a directory, not a file");
    assert_whole_file_problem("tests/files/bad/empty.yaml/none.yaml", "there is no such file");
    char longest[300];  // longer than a valid name
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_whole_file_problem(longest, "cannot be read");
}

static void a_file_of_more_than_16_mib_is_refused(void **unused) {
    (void)unused;
    size_t size = WITS_FILE_MAX_BYTES + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '\n', size);
    memcpy(text, "{wits: 1, brain: b, root: {}}", 29);
    wits_file *file = wits_file_parse(text, size, "test.yaml", NULL);
    assert_string_equal(wits_file_problems(file)[0].message, "the file is larger than 16 MiB");
    wits_file_free(file);
    file = wits_file_parse(text, size - 1, "test.yaml", NULL);
    assert_int_equal(wits_file_problem_count(file), 0);
    wits_file_free(file);
    free(text);
}

static void a_file_of_too_many_values_is_refused(void **unused) {
    (void)unused;
    enum { VALUES = 4100000 };
    char *text = malloc(2 * VALUES + 32);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "wits: 1\nevents: [");
    for (uint32_t i = 0; i < VALUES; i++) {
        text[length++] = 'a';
        text[length++] = ',';
    }
    wits_file *file = wits_file_parse(text, length, "test.yaml", NULL);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_string_equal(wits_file_problems(file)[0].message, "more than 4000000 keys and values");
    wits_file_free(file);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file_has_its_problems),
        cmocka_unit_test(every_mistake_of_newcomers_is_told_in_plain_words),
        cmocka_unit_test(lines_of_windows_have_the_same_problems),
        cmocka_unit_test(a_problem_is_written_with_its_place),
        cmocka_unit_test(a_file_that_cannot_be_read_says_why),
        cmocka_unit_test(a_file_of_more_than_16_mib_is_refused),
        cmocka_unit_test(a_file_of_too_many_values_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
