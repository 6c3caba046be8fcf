// SPDX-License-Identifier: MIT
// Damaged and malicious files.
#include "file_support.h"

#include <time.h>

static const char *const brains[] = {"brains/guard.yaml",
                                     "brains/villager.yaml",
                                     "brains/dialogue.yaml",
                                     "brains/wolf.yaml",
                                     "tests/files/bad/expressions.yaml",
                                     "tests/files/bad/considerations.yaml",
                                     "tests/files/bad/considerations_curves.yaml"};

/// A brain, or at least one problem; never both, never neither.
static void read_anything(const char *text, size_t length) {
    char message[2048];
    wits_file *file = wits_file_parse(text, length, "hostile.yaml", NULL);
    assert_non_null(file);
    assert_true((wits_file_brain(file) != NULL) == (wits_file_problem_count(file) == 0));
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        assert_true(problems[i].message[0] != '\0');
        assert_null(strpbrk(problems[i].message, "\n\r"));
        assert_true(i == 0 || problems[i - 1].line <= problems[i].line);
        assert_true(wits_problem_text(&wits_file_problems(file)[i], message, sizeof message) < sizeof message);
    }
    wits_file_free(file);
}

static void truncated_files_are_read_to_their_end(void **unused) {
    (void)unused;
    for (uint32_t i = 0; i < COUNT(brains); i++) {
        size_t length = 0;
        char *text = read_bytes(brains[i], &length);
        for (size_t cut = 0; cut <= length; cut++) {
            char *copy = malloc(cut + 1);  // so that a read beyond its end is found
            assert_non_null(copy);
            memcpy(copy, text, cut);
            read_anything(copy, cut);
            free(copy);
        }
        free(text);
    }
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void files_with_random_changes_are_read(void **unused) {
    (void)unused;
    static const char *const pieces[] = {":",
                                         ": ",
                                         ",",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "\n",
                                         "\n  ",
                                         "- ",
                                         "\"",
                                         "'",
                                         "#",
                                         "&a ",
                                         "*a",
                                         "!",
                                         "|\n",
                                         ">\n",
                                         "(",
                                         ")",
                                         "\\",
                                         "\t",
                                         "states:",
                                         "to: ",
                                         "best",
                                         "\xC3\xA9",
                                         "\xFF",
                                         "0",
                                         "sum: ",
                                         "input: ",
                                         "curve: ",
                                         "nan",
                                         "1e999",
                                         "\\ud83d\\ude00",
                                         "\"\\ud83d\\ude00\"",
                                         "\\ud83d"};
    uint32_t seed = 1;
    for (uint32_t i = 0; i < COUNT(brains); i++) {
        size_t length = 0;
        char *text = read_bytes(brains[i], &length);
        for (unsigned round = 0; round < 1500; round++) {
            char *changed = malloc(length + 64);
            assert_non_null(changed);
            memcpy(changed, text, length);
            size_t now = length;
            for (uint32_t change = 0; change <= round % 4; change++) {
                const char *piece = pieces[next_random(&seed) % COUNT(pieces)];
                size_t at = next_random(&seed) % now;
                size_t drop = next_random(&seed) % 4;
                drop = drop > now - at ? now - at : drop;
                memmove(changed + at + strlen(piece), changed + at + drop, now - at - drop);
                memcpy(changed + at, piece, strlen(piece));
                now += strlen(piece);
                now -= drop;
            }
            read_anything(changed, now);
            free(changed);
        }
        free(text);
    }
}

static void random_bytes_are_read(void **unused) {
    (void)unused;
    uint32_t seed = 7;
    char bytes[200];
    for (unsigned round = 0; round < 2000; round++) {
        for (uint32_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (char)(round % 2 == 0 ? next_random(&seed) : 32 + next_random(&seed) % 95);
        }
        read_anything(bytes, next_random(&seed) % sizeof bytes);
    }
}

/// Reads a text of `head`, then `piece` until it has `size` bytes, then `tail`.
static void read_repeated(const char *head, const char *piece, const char *tail, size_t size) {
    size_t step = strlen(piece);
    char *text = malloc(strlen(head) + size + step + strlen(tail) + 1);
    assert_non_null(text);
    size_t length = strlen(head);
    memcpy(text, head, length);
    for (; length < size; length += step) {
        memcpy(text + length, piece, step);
    }
    memcpy(text + length, tail, strlen(tail));
    read_anything(text, length + strlen(tail));
    free(text);
}

static void large_and_deep_files_are_read_or_refused(void **unused) {
    (void)unused;
    enum { LARGE = 2 << 20 };
    static const char head[] = "wits: 1\nbrain: b\nroot: ";
    read_repeated(head, "[", "", LARGE);
    read_repeated(head, "{a: ", "", LARGE);
    read_repeated(head, "{states: {a: ", "", LARGE);
    read_repeated(head, "\n- ", "", LARGE);
    read_repeated(head, "- ", "", LARGE);
    read_repeated(head, "? ", "", LARGE);
    read_repeated(head, "a", "", LARGE);
    read_repeated(head, "\"a\\\n  ", "", LARGE);
    read_repeated("", "#", "", LARGE);
    read_repeated("", "\n", "", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {enter: [", "a, ", "]}", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {enter: [", "x = f(, ", "]}", LARGE / 32);
    read_repeated("wits: 1\nbrain: b\nroot: {enter: [", "f(), ", "]}", LARGE / 32);
    read_repeated("wits: 1\nbrain: b\nroot: {states: {a: {transitions: [{to: a, when: ", "f() and ", "f()}]}}}", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {states: {a: {transitions: [{to: a, when: ", "(", "}]}}}", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {states: {a: {transitions: [{to: a, when: ", "not ", "a}]}}}", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {states: {a: {transitions: [", "{to: a}, ", "]}}}", LARGE);
    read_repeated("wits: 1\nbrain: b\nroot: {states: {a: {transitions: [", "{to: nowhere}, ", "]}}}", LARGE);
    read_repeated("wits: 1\nbrain: b\ncontext: {", "a: int, ", "}\nroot: {}", LARGE);
    read_repeated("wits: 1\nbrain: b\nevents: [", "a, ", "]\nroot: {}", LARGE);
}

static void large_and_deep_scores_are_read_or_refused(void **unused) {
    (void)unused;
    enum { LARGE = 2 << 20 };
#define SCORE "wits: 1\nbrain: b\nroot: {kind: utility, states: {a: {score: "
    read_repeated(SCORE, "{sum: [", "", LARGE);
    read_repeated(SCORE, "{sum: [{input: 1}, ", "", LARGE);
    read_repeated(SCORE, "{curve: ", "", LARGE);
    read_repeated(SCORE "{sum: [", "{input: 1}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{sum: [", "{input: wrong}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{sum: [", "{}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{sum: [", "a, ", "]}}}}", LARGE);
    read_repeated(SCORE "{sum: [", "{sum: []}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{sum: [", "{gate: f()}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{", "input: 1, ", "}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: [", "step, ", "]}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: [", "{linear: {m: 1e999}}, ", "]}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: {", "step: , ", "}}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: {step: {", "m: 1, ", "}}}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: {piecewise: [", "[0, 0], ", "]}}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: {piecewise: [", "0, ", "]}}}}}", LARGE);
    read_repeated(SCORE "{input: 1, curve: {piecewise: [", "[nan, NaN], ", "]}}}}}", LARGE);
    read_repeated(SCORE "{input: 1, range: [", "0, ", "]}}}}", LARGE);
    read_repeated(SCORE "{input: 1, range: [0, 1", "0", "]}}}}", LARGE);
    read_repeated(SCORE "1, rank: ", "1 + ", "1}}}", LARGE / 32);
#undef SCORE
}

/// A brain whose option has a sum of this many rows, the sum included, one per line from line 9 on.
static wits_file *parse_sum(uint32_t rows) {
    static const char head[] =
        "wits: 1\nbrain: b\nroot:\n  kind: utility\n  states:\n    a:\n      score:\n        sum:\n";
    static const char row[] = "          - {input: 0.5}\n";
    char *text = malloc(sizeof head + rows * (sizeof row - 1));
    assert_non_null(text);
    memcpy(text, head, sizeof head);
    size_t length = sizeof head - 1;
    for (uint32_t i = 1; i < rows; i++) {
        memcpy(text + length, row, sizeof row);
        length += sizeof row - 1;
    }
    wits_file *file = wits_file_parse(text, length, "test.yaml", NULL);
    free(text);
    assert_non_null(file);
    return file;
}

static void too_many_considerations_are_refused(void **unused) {
    (void)unused;
    wits_file *file = parse_sum(WITS_MAX_CONSIDERATIONS);
    assert_int_equal(wits_file_problem_count(file), 0);
    assert_int_equal(wits_file_desc(file)->consideration_count, WITS_MAX_CONSIDERATIONS);
    wits_file_free(file);
    file = parse_sum(WITS_MAX_CONSIDERATIONS + 10);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_int_equal(wits_file_problems(file)[0].line, 9 + WITS_MAX_CONSIDERATIONS - 1);
    assert_string_equal(wits_file_problems(file)[0].message, "more than 65,534 considerations");
    wits_file_free(file);
}

static void many_states_of_one_name_are_found(void **unused) {
    (void)unused;
    size_t room = 4 << 20;
    char *text = malloc(room);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "wits: 1\nbrain: b\nroot:\n  states:\n");
    for (int i = 0; i < 30000; i++) {
        length += (size_t)sprintf(text + length, "    s%d: {transitions: [{to: x}], states: {x: {}}}\n", i);
    }
    read_anything(text, length);
    free(text);
}

static void too_many_states_and_transitions_are_refused(void **unused) {
    (void)unused;
    size_t room = 4 << 20;
    char *text = malloc(room);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "wits: 1\nbrain: b\nroot:\n  states:\n");
    for (int i = 0; i < 65534; i++) {
        length += (size_t)sprintf(text + length, "    s%d: {}\n", i);
    }
    wits_file *file = wits_file_parse(text, length, "test.yaml", NULL);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_int_equal(wits_file_problems(file)[0].line, 4 + 65534);
    assert_string_equal(wits_file_problems(file)[0].message, "more than 65,534 states");
    wits_file_free(file);

    length = (size_t)sprintf(text, "wits: 1\nbrain: b\nroot:\n  states:\n    a:\n      transitions:\n");
    for (int i = 0; i < 65535; i++) {
        length += (size_t)sprintf(text + length, "        - {to: a}\n");
    }
    file = wits_file_parse(text, length, "test.yaml", NULL);
    assert_int_equal(wits_file_problem_count(file), 1);
    assert_int_equal(wits_file_problems(file)[0].line, 6 + 65535);
    assert_string_equal(wits_file_problems(file)[0].message, "more than 65,534 transitions");
    wits_file_free(file);
    free(text);
}

/// A part whose 1,000 transitions each have the condition, used with an argument of 40 KB that has this end.
static void refuse_long_argument(const char *condition, const char *end, const char *message) {
    enum { TRANSITIONS = 1000, USES = 100, TERMS = 5000, MOST_SECONDS = 20 };
    const size_t room = (size_t)8 << 20;
    char *text = malloc(room);
    assert_non_null(text);
    size_t length =
        (size_t)sprintf(text, "wits: 1\nbrain: b\ncontext: {d: float}\nparts:\n"
                              "  p: {parameters: {c: condition}, state: {states: {y: {}, x: {transitions: [");
    for (int i = 0; i < TRANSITIONS; i++) {
        length += (size_t)sprintf(text + length, "%s{to: y, when: %s}", i == 0 ? "" : ", ", condition);
    }
    length += (size_t)sprintf(text + length, "]}}}}\nroot:\n  states:\n");
    for (int use = 0; use < USES; use++) {
        length += (size_t)sprintf(text + length, "    s%d: {use: p, with: {c: \"", use);
        for (int term = 0; term < TERMS; term++) {
            length += (size_t)sprintf(text + length, "d>0 and ");
        }
        length += (size_t)sprintf(text + length, "%s\"}}\n", end);
    }
    assert_true(length < room);
    const clock_t begin = clock();
    wits_file *file = wits_file_parse(text, length, "test.yaml", NULL);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < MOST_SECONDS);
    assert_non_null(file);
    bool is_found = false;
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        is_found = is_found || strncmp(wits_file_problems(file)[i].message, message, strlen(message)) == 0;
    }
    assert_true(is_found);
    wits_file_free(file);
    free(text);
}

/// Texts beyond the limit of all texts are not generated, and rejected ones count, too: otherwise this takes minutes.
static void long_arguments_that_are_used_often_are_refused_soon(void **unused) {
    (void)unused;
    refuse_long_argument("c", "d>0", "expanded, the brain is larger than 16 MiB");
    refuse_long_argument("c and c", "d>0", "expanded, this text has more than 65536 bytes");
    refuse_long_argument("c", "in(nowhere)", "expanded, the brain is larger than 16 MiB");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_files_are_read_to_their_end),
        cmocka_unit_test(files_with_random_changes_are_read),
        cmocka_unit_test(random_bytes_are_read),
        cmocka_unit_test(large_and_deep_files_are_read_or_refused),
        cmocka_unit_test(large_and_deep_scores_are_read_or_refused),
        cmocka_unit_test(too_many_considerations_are_refused),
        cmocka_unit_test(many_states_of_one_name_are_found),
        cmocka_unit_test(too_many_states_and_transitions_are_refused),
        cmocka_unit_test(long_arguments_that_are_used_often_are_refused_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
