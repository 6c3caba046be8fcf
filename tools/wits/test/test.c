// SPDX-License-Identifier: MIT
// wits test: runs scenarios of brains.
#include "test/tests.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "test";

static bool take_option(int found, test_options *options) {
    static const char *const formats[] = {"text", "tap", "junit", NULL};
    static const char *const coverages[] = {"missing", "counts", "none", NULL};
    int row;
    switch (found) {
    case 'f':
        row = read_choice(name, "--format", optarg, formats);
        options->format = (test_format)(row >= 0 ? row : 0);
        return row >= 0;
    case 'c':
        row = read_choice(name, "--coverage", optarg, coverages);
        options->coverage = (test_coverage)(row >= 0 ? row : 0);
        return row >= 0;
    case 'o':
        options->only = optarg;
        return true;
    case 'b':
        options->brain = optarg;
        return true;
    case 'v':
        options->verbose = true;
        return true;
    case 'w':
        options->shows = true;
        return true;
    case 's':
        return read_count(name, "--seed", optarg, UINT64_MAX, &options->seed);
    default:
        return false;
    }
}

static bool read_options(int argc, char **argv, test_options *options) {
    static const struct option known[] = {
        {"format", required_argument, NULL, 'f'}, {"coverage", required_argument, NULL, 'c'},
        {"only", required_argument, NULL, 'o'},   {"brain", required_argument, NULL, 'b'},
        {"seed", required_argument, NULL, 's'},   {"verbose", no_argument, NULL, 'v'},
        {"table", no_argument, NULL, 'w'},        {NULL, 0, NULL, 0}};
    bool has_coverage = false;
    for (int found = next_option(name, argc, argv, ":v", known); found != -1;
         found = next_option(name, argc, argv, ":v", known)) {
        if (!take_option(found, options)) {
            return false;
        }
        has_coverage = has_coverage || found == 'c';
    }
    if (options->only != NULL && !has_coverage) {
        options->coverage = COVERAGE_NONE;
    }
    if (options->shows && options->format != FORMAT_TEXT) {
        say_misuse(name, "--table needs --format text");
        return false;
    }
    options->paths = (const char *const *)(argv + optind);
    options->path_count = (size_t)(argc - optind);
    return true;
}

typedef struct result_list {
    test_result *results;
    size_t count, capacity;
} result_list;

/// Runs the scenarios of a file. Returns a status.
static int run_file(const test_options *options, tests *all, test_file *file, result_list *to) {
    tested_brain *brain = &all->brains[file->brain];
    player one;
    file->first = (uint32_t)to->count;
    if (file->file == NULL ||
        !player_begin(brain->file, file->file, options->seed, options->shows, brain->covered, &one)) {
        return STATUS_WRONG;
    }
    int status = STATUS_DONE;
    for (uint32_t i = 0; i < wits_file_scenario_count(file->file); i++) {
        const wits_scenario *scenario = &wits_file_scenarios(file->file)[i];
        if (options->only != NULL && strstr(scenario->name, options->only) == NULL) {
            continue;
        }
        to->results = grow(to->results, &to->capacity, to->count + 1, sizeof *to->results);
        test_result *result = &to->results[to->count++];
        *result = (test_result){.file = file, .scenario = scenario};
        file->count++;
        brain->ran = true;
        if (!player_run(&one, scenario, &result->outcome) || !result->outcome.passed) {
            status = STATUS_WRONG;
        }
    }
    player_end(&one);
    return status;
}

static int test(const test_options *options) {
    tests all;
    result_list list = {0};
    int status = tests_find(options, &all);
    if (status == STATUS_DONE) {
        for (size_t i = 0; i < all.file_count; i++) {
            const int ran = run_file(options, &all, &all.files[i], &list);
            status = ran != STATUS_DONE ? ran : status;
        }
        if (list.count == 0 && options->only != NULL && status == STATUS_DONE) {
            status = say_error("no scenario has '%s' in its name", options->only);
        } else {
            const int reported = tests_report(options, &all, list.results, list.count);
            status = reported != STATUS_DONE ? reported : status;
        }
    }
    for (size_t i = 0; i < list.count; i++) {
        outcome_free(&list.results[i].outcome);
    }
    free(list.results);
    tests_free(&all);
    return status;
}

static int run(int argc, char **argv) {
    test_options options = {.format = FORMAT_TEXT};
    return read_options(argc, argv, &options) ? test(&options) : STATUS_MISUSE;
}

const tool_command test_command = {
    .name = name,
    .run = run,
    .summary = "run the scenarios of brains",
    .help =
        "Usage: wits test [FILES] [options]\n"
        "\n"
        "Runs scenarios: given these inputs, when this happens, expect these states and calls. Those of guard.yaml\n"
        "are in guard.test.yaml beside it. Prints each failure with the explanation of the decision, and at the end\n"
        "which states, options and transitions no scenario reached.\n"
        "\n"
        "FILES are files of scenarios, brains, or folders. Without FILES, all *.test.yaml in this folder and below "
        "run.\n"
        "\n"
        "  --only TEXT          run only scenarios with this text in their name\n"
        "  --format text|tap|junit\n"
        "                       readable text, the Test Anything Protocol, or JUnit's XML\n"
        "  --coverage missing|counts|none\n"
        "                       list what was not reached (missing), print only counts, or nothing; with --only: none\n"
        "  --brain FILE         the brain of all FILES, instead of the one beside each\n"
        "  --seed S             seed of scenarios that give none (0)\n"
        "  --table              print the ticks of each scenario that runs, as 'wits run' does\n"
        "  -v, --verbose        also list the scenarios that pass\n"
        "\n"
        "Exit status: 0 all passed; 1 one failed, or a file is wrong; 2 error in the command line.\n"
        "\n"
        "Example:\n"
        "  wits test brains\n",
};
