// SPDX-License-Identifier: MIT
// Writes the results of scenarios: as text, as TAP (version 14, testanything.org) and as JUnit's XML.
#include "test/tests.h"

#include "prove/cover_goals.h"

#include <string.h>

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static size_t failures_of(const test_file *file, const test_result *results) {
    size_t failed = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        failed += !results[file->first + i].outcome.passed;
    }
    return failed;
}

static void add_visible(text *to, const char *what) {
    text_visible(to, what, strlen(what));
}

/// Writes "guard.test.yaml:12:3".
static void text_where(text *to, const test_result *of) {
    add_visible(to, of->file->path);
    text_format(to, ":%u:%u", (unsigned)of->outcome.line, (unsigned)of->outcome.column);
}

// ------------------------------------------------------------------------------------------------------------ coverage

/// Writes "3 of 3 states, 2 of 5 transitions".
static void text_counts(text *to, const tested_brain *of) {
    static const char *const names[] = {"state", "option", "transition"};
    const wits_desc *desc = wits_file_desc(of->file);
    uint32_t there[4] = {0}, covered[4] = {0};
    for (uint32_t i = 0; i < wits_cover_count(desc); i++) {
        wits_cover_goal goal;
        if (wits_cover_goal_at(desc, wits_file_brain(of->file), i, &goal)) {
            there[goal.what]++;
            covered[goal.what] += of->covered[i];
        }
    }
    const char *between = "";
    for (size_t what = 0; what < sizeof names / sizeof *names; what++) {
        if (there[what] > 0) {
            text_format(to, "%s%u of %u %s%s", between, (unsigned)covered[what], (unsigned)there[what], names[what],
                        plural(there[what]));
            between = ", ";
        }
    }
}

/// Writes lines that begin with `indent`: the counts of each brain, and what no scenario reached.
static void text_coverage(text *to, const test_options *options, const tests *all, const char *indent) {
    for (size_t brain = 0; brain < all->brain_count && options->coverage != COVERAGE_NONE; brain++) {
        const tested_brain *of = &all->brains[brain];
        if (of->file == NULL || !of->ran) {
            continue;
        }
        const wits_desc *desc = wits_file_desc(of->file);
        text_format(to, "%scoverage of ", indent);
        add_visible(to, of->path);
        text_add(to, ": ");
        text_counts(to, of);
        text_add(to, "\n");
        for (uint32_t i = 0; i < wits_cover_count(desc) && options->coverage == COVERAGE_MISSING; i++) {
            wits_cover_goal goal;
            if (!of->covered[i] && wits_cover_goal_at(desc, wits_file_brain(of->file), i, &goal) &&
                goal.what != WITS_COVER_FAILS) {
                const place at = place_of_goal(of->file, &goal);
                text_add(to, indent);
                add_visible(to, at.file);
                text_format(to, ":%u:%u: not covered: ", (unsigned)at.line, (unsigned)at.column);
                text_goal(to, of->file, &goal);
                text_add(to, "\n");
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------- text

static void add_styled(text *to, bool colour, const char *style, const char *what) {
    text_format(to, "%s%s%s", colour ? style : "", what, colour ? "\033[0m" : "");
}

static void add_failure(text *to, const test_result *one, bool colour) {
    text where = {0};
    text_where(&where, one);
    add_styled(to, colour, "\033[1m", text_of(&where));
    text_add(to, ": ");
    add_styled(to, colour, "\033[31m", "failed");
    text_add(to, ": ");
    add_visible(to, one->scenario->name);
    text_format(to, "\n%s", text_of(&one->outcome.details));
    text_free(&where);
}

/// Writes "12 passed, 1 failed".
static void text_sum(text *to, size_t passed, size_t failed, bool colour) {
    text_format(to, "%zu passed", passed);
    if (failed > 0) {
        text failures = {0};
        text_format(&failures, "%zu failed", failed);
        text_add(to, ", ");
        add_styled(to, colour, "\033[31m", text_of(&failures));
        text_free(&failures);
    }
}

static void report_text(text *to, const test_options *options, const tests *all, const test_result *results,
                        bool colour) {
    size_t passed = 0, all_failed = 0;
    for (size_t i = 0; i < all->file_count; i++) {
        const test_file *file = &all->files[i];
        if (file->file == NULL) {
            add_visible(to, file->path);
            text_add(to, ": ");
            add_styled(to, colour, "\033[31m", "not run");
            text_format(to, ": %s\n", text_of(&file->problem));
            continue;
        }
        for (uint32_t n = 0; n < file->count; n++) {
            const test_result *one = &results[file->first + n];
            if (!one->outcome.passed) {
                add_failure(to, one, colour);
            } else if (options->verbose) {
                text_where(to, one);
                text_add(to, ": passed: ");
                add_visible(to, one->scenario->name);
                text_add(to, "\n");
            }
        }
        const size_t failed = failures_of(file, results);
        add_visible(to, file->path);
        text_add(to, ": ");
        text_sum(to, file->count - failed, failed, colour);
        text_add(to, "\n");
        passed += file->count - failed;
        all_failed += failed;
    }
    if (all->file_count > 1) {
        text_format(to, "%zu files: ", all->file_count);
        text_sum(to, passed, all_failed, colour);
        text_add(to, "\n");
    }
    text_coverage(to, options, all, "");
}

// ----------------------------------------------------------------------------------------------------------------- TAP

/// Escapes a description.
static void text_tap(text *to, const char *what) {
    text visible = {0};
    add_visible(&visible, what);
    for (const char *at = text_of(&visible); *at != '\0'; at++) {
        text_add(to, *at == '#' || *at == '\\' ? "\\" : "");
        text_add_bytes(to, at, 1);
    }
    text_free(&visible);
}

/// Writes a YAML block of text, each line indented.
static void add_block(text *to, const char *key, const char *lines) {
    text_format(to, "  %s: |2\n", key);
    for (const char *line = lines; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        text_add(to, "    ");
        text_visible(to, line, length);
        text_add(to, "\n");
        line += length + (line[length] == '\n');
    }
}

static void report_tap(text *to, const test_options *options, const tests *all, const test_result *results) {
    size_t count = 0, number = 0;
    for (size_t i = 0; i < all->file_count; i++) {
        count += all->files[i].file != NULL ? all->files[i].count : 1;
    }
    text_format(to, "TAP version 14\n1..%zu\n", count);
    for (size_t i = 0; i < all->file_count; i++) {
        const test_file *file = &all->files[i];
        if (file->file == NULL) {
            text_format(to, "not ok %zu - ", ++number);
            text_tap(to, file->path);
            text_add(to, "\n  ---\n");
            add_block(to, "message", text_of(&file->problem));
            text_add(to, "  ...\n");
        }
        for (uint32_t n = 0; n < file->count; n++) {
            const test_result *one = &results[file->first + n];
            text_format(to, "%s %zu - ", one->outcome.passed ? "ok" : "not ok", ++number);
            text_tap(to, file->path);
            text_add(to, ": ");
            text_tap(to, one->scenario->name);
            text_add(to, "\n");
            if (!one->outcome.passed) {
                text where = {0};
                text_where(&where, one);
                text_add(to, "  ---\n");
                add_block(to, "message", text_of(&one->outcome.message));
                add_block(to, "at", text_of(&where));
                add_block(to, "details", text_of(&one->outcome.details));
                text_add(to, "  ...\n");
                text_free(&where);
            }
        }
    }
    text_coverage(to, options, all, "# ");
}

// --------------------------------------------------------------------------------------------------------------- JUnit

static void add_attribute(text *to, const char *name, const char *value) {
    text visible = {0};
    add_visible(&visible, value);
    text_format(to, " %s=\"", name);
    text_xml(to, text_of(&visible), visible.length);
    text_add(to, "\"");
    text_free(&visible);
}

static void add_case(text *to, const test_result *one) {
    text_add(to, "    <testcase");
    add_attribute(to, "classname", one->file->path);
    add_attribute(to, "name", one->scenario->name);
    add_attribute(to, "file", one->file->path);
    text_format(to, " line=\"%u\"", (unsigned)one->outcome.line);
    if (one->outcome.passed) {
        text_add(to, "/>\n");
        return;
    }
    text_add(to, ">\n      <failure");
    add_attribute(to, "message", text_of(&one->outcome.message));
    text_add(to, ">");
    text_xml(to, text_of(&one->outcome.details), one->outcome.details.length);
    text_add(to, "</failure>\n    </testcase>\n");
}

static void report_junit(text *to, const test_options *options, const tests *all, const test_result *results,
                         size_t count) {
    size_t failed = 0, errors = 0;
    text coverage = {0};
    for (size_t i = 0; i < all->file_count; i++) {
        failed += failures_of(&all->files[i], results);
        errors += all->files[i].file == NULL;
    }
    text_format(to,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"wits test\" tests=\"%zu\" "
                "failures=\"%zu\" errors=\"%zu\">\n",
                count + errors, failed, errors);
    for (size_t i = 0; i < all->file_count; i++) {
        const test_file *file = &all->files[i];
        const bool is_wrong = file->file == NULL;
        text_add(to, "  <testsuite");
        add_attribute(to, "name", file->path);
        text_format(to, " tests=\"%u\" failures=\"%zu\" errors=\"%u\">\n", (unsigned)file->count + is_wrong,
                    failures_of(file, results), (unsigned)is_wrong);
        if (is_wrong) {
            text_add(to, "    <testcase");
            add_attribute(to, "classname", file->path);
            add_attribute(to, "name", "the file");
            text_add(to, ">\n      <error");
            add_attribute(to, "message", text_of(&file->problem));
            text_add(to, "/>\n    </testcase>\n");
        }
        for (uint32_t n = 0; n < file->count; n++) {
            add_case(to, &results[file->first + n]);
        }
        text_add(to, "  </testsuite>\n");
    }
    text_coverage(&coverage, options, all, "");
    if (coverage.length > 0) {
        text_add(to, "  <system-out>");
        text_xml(to, text_of(&coverage), coverage.length);
        text_add(to, "</system-out>\n");
    }
    text_add(to, "</testsuites>\n");
    text_free(&coverage);
}

int tests_report(const test_options *options, const tests *of, const test_result *results, size_t count) {
    text all = {0};
    if (options->format == FORMAT_TAP) {
        report_tap(&all, options, of, results);
    } else if (options->format == FORMAT_JUNIT) {
        report_junit(&all, options, of, results, count);
    } else {
        report_text(&all, options, of, results, has_colour(stdout));
    }
    fwrite(text_of(&all), 1, all.length, stdout);
    text_free(&all);
    return finish_output(stdout, "standard output");
}
