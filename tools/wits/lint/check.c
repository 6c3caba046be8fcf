// SPDX-License-Identifier: MIT
// wits check: reports errors and likely mistakes in brains.
#include "lint/check.h"
#include "crowd/crowd.h"
#include "prove/prove.h"
#include "test/tests.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "check";

/// Default of --ticks for each search. Most brains need fewer, and this many take seconds.
static const uint64_t DEEP_TICKS = 10000000;

typedef struct check_options {
    bool strict;
    bool deep;
    bool verbose;
    bool json;
    wits_prove_options limits;  ///< limits of `deep`
    bool has_limit;             ///< the command line has at least one
} check_options;

/// Counts the different sets of states that can be active at once.
static double count_active_sets(const wits_desc *desc, const wits_brain *brain) {
    double *counts = allocate(desc->state_count, sizeof *counts);
    for (uint32_t row = desc->state_count; row-- > 0;) {
        bool is_parallel = wits_state_kind(brain, (wits_state_id)row) == WITS_KIND_PARALLEL;
        bool may_be_empty = desc->states[row].activation == WITS_ACTIVATION_ON_DECIDE;
        uint32_t end = wits_state_end(brain, (wits_state_id)row);
        counts[row] = end == row + 1 || is_parallel ? 1.0 : may_be_empty ? 1.0 : 0.0;
        for (uint32_t child = row + 1; child < end; child = wits_state_end(brain, (wits_state_id)child)) {
            counts[row] = is_parallel ? counts[row] * counts[child] : counts[row] + counts[child];
        }
    }
    double all = counts[WITS_ROOT];
    free(counts);
    return all;
}

/// Returns the file's name without control characters.
static const char *shown_name(const wits_file *file, text *to) {
    text_clear(to);
    text_visible(to, wits_file_name(file), strlen(wits_file_name(file)));
    return text_of(to);
}

static void print_sizes(const wits_file *file, const char *shown) {
    const wits_desc *desc = wits_file_desc(file);
    const wits_brain *brain = wits_file_brain(file);
    const struct {
        const char *noun;
        size_t count;
    } tables[] = {{"state", desc->state_count}, {"transition", desc->transition_count},
                  {"step", desc->step_count},   {"event", desc->event_count},
                  {"field", desc->field_count}, {"function", desc->function_count}};
    printf("%s: ", shown);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        printf("%s%zu %s%s", i > 0 ? ", " : "", tables[i].count, tables[i].noun, tables[i].count == 1 ? "" : "s");
    }
    double combinations = count_active_sets(desc, brain);
    printf("\n%s: an agent takes %zu byte%s, the brain %zu; its states can be active in ", shown,
           wits_agent_size(brain), wits_agent_size(brain) == 1 ? "" : "s", wits_brain_bytes(brain));
    printf(combinations < 9e15 ? "%.0f combination%s\n" : "%.3g combination%s\n", combinations,
           combinations == 1.0 ? "" : "s");
    text plan = {0};
    text_plan(&plan, brain);
    printf("%s: %s\n", shown, text_of(&plan));
    text_free(&plan);
}

static uint32_t count_warnings(const findings *found) {
    uint32_t warnings = 0;
    for (size_t i = 0; i < found->count; i++) {
        warnings += finding_severity(&found->items[i]) == SEVERITY_WARNING;
    }
    return warnings;
}

static void say_findings(const findings *found, bool verbose) {
    for (size_t i = 0; i < found->count; i++) {
        const finding *one = &found->items[i];
        if (finding_is_shown(one, verbose)) {
            say_at(one->at, finding_severity(one), "%s%s [%s]", one->is_silenced ? "silenced: " : "", one->message,
                   lint_rows[one->lint].name);
        }
    }
}

static void print_verdict(const wits_file *file, uint32_t warnings, bool verbose) {
    text room = {0};
    const char *shown = shown_name(file, &room);
    if (verbose) {
        print_sizes(file, shown);
    }
    if (warnings == 0) {
        printf("%s: ok\n", shown);
    } else {
        printf("%s: ok, %u warning%s\n", shown, (unsigned)warnings, warnings == 1 ? "" : "s");
    }
    text_free(&room);
}

static void check_file(const char *path, check_options options, check_count *count, check_json *json) {
    wits_file *file = read_brain(path);
    uint32_t errors = file == NULL ? 1 : options.json ? wits_file_problem_count(file) : say_problems(file);
    caught_messages mistakes = {0};
    if (errors == 0) {
        caught_messages *before = options.json ? catch_messages(&mistakes) : NULL;
        errors += say_property_mistakes(file);
        if (options.json) {
            catch_messages(before);
        }
    }
    findings found = {0};
    if (errors == 0) {
        found = lint_brain(file, options.deep ? &options.limits : NULL);
    }
    uint32_t warnings = count_warnings(&found);
    if (options.json) {
        check_json_add(json, file, &mistakes, &found, options.verbose);
    } else if (errors == 0) {
        say_findings(&found, options.verbose);
        print_verdict(file, warnings, options.verbose);
    }
    count->is_interrupted = found.is_interrupted;
    findings_free(&found);
    caught_messages_free(&mistakes);
    count->errors += errors;
    count->warnings += warnings;
    wits_file_free(file);
}

/// Checks a file of scenarios, for which its brain must be read.
static void check_scenarios(const char *path, check_options options, check_count *count, check_json *json) {
    text brain_path = {0};
    uint32_t errors = 1;
    wits_file *brain = text_brain_beside(&brain_path, path) ? read_brain(text_of(&brain_path)) : NULL;
    wits_file *file = brain != NULL ? wits_scenarios_load(path, brain, NULL) : NULL;
    const findings none = {0};
    caught_messages mistakes = {0};
    if (file != NULL) {
        errors = options.json ? wits_file_problem_count(file) : say_problems(file);
        caught_messages *before = options.json ? catch_messages(&mistakes) : NULL;
        errors += errors == 0 ? say_wrong_calls(file, wits_file_brain(brain)) : 0;
        if (options.json) {
            catch_messages(before);
            check_json_add(json, file, &mistakes, &none, false);
        }
    }
    caught_messages_free(&mistakes);
    if (errors == 0 && !options.json) {
        text room = {0};
        printf("%s: ok\n", shown_name(file, &room));
        text_free(&room);
    }
    count->errors += errors;
    wits_file_free(file);
    wits_file_free(brain);
    text_free(&brain_path);
}

static int print_list(void) {
    for (uint32_t lint = 0; lint < LINT_COUNT; lint++) {
        printf("%-16s %s\n", lint_rows[lint].name, lint_rows[lint].what);
    }
    return finish_output(stdout, "standard output");
}

static int check_files(int count, char **paths, check_options options) {
    check_count found = {.errors = 0};
    check_json json = {0};
    for (int i = 0; i < count && !found.is_interrupted; i++) {
        const bool is_scenarios = path_before(paths[i], test_ends) > 0;
        (is_scenarios ? check_scenarios : check_file)(paths[i], options, &found, &json);
    }
    if (options.json) {
        check_json_print(&json, found);
    }
    int status = finish_output(stdout, "standard output");
    if (found.is_interrupted) {
        return STATUS_INTERRUPTED;
    }
    return found.errors > 0 || (options.strict && found.warnings > 0) ? STATUS_WRONG : status;
}

static int run(int argc, char **argv) {
    static const char *const formats[] = {"text", "json", NULL};
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"strict", no_argument, NULL, 's'},
                                          {"verbose", no_argument, NULL, 'v'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"list", no_argument, NULL, 'L'},
                                          {"deep", no_argument, NULL, 'd'},
                                          {NULL, 0, NULL, 0}};
    check_options options = {.limits = {.most_ticks = DEEP_TICKS, .most_combinations = FINDING_COMBINATIONS}};
    bool is_list = false;
    for (int found = next_option(name, argc, argv, ":v", known); found != -1;
         found = next_option(name, argc, argv, ":v", known)) {
        int format = found == 'f' ? read_choice(name, "--format", optarg, formats) : 0;
        const bool is_limit = strchr("lmcte", found) != NULL;
        if (found == '?' || format < 0 || (is_limit && !search_take_option(name, found, &options.limits))) {
            return STATUS_MISUSE;
        }
        options.has_limit = options.has_limit || is_limit;
        options.strict = options.strict || found == 's';
        options.deep = options.deep || found == 'd';
        options.verbose = options.verbose || found == 'v';
        options.json = found == 'f' ? format == 1 : options.json;
        is_list = is_list || found == 'L';
    }
    if (is_list) {
        return print_list();
    }
    if (options.has_limit && !options.deep) {
        return say_misuse(name, "--limit, --memory, --combinations, --ticks and --decide-every need --deep");
    }
    if (optind == argc) {
        return say_misuse(name, "missing brain file");
    }
    return check_files(argc - optind, argv + optind, options);
}

const tool_command check_command = {
    .name = name,
    .run = run,
    .summary = "report errors and likely mistakes in brain files",
    .help = "Usage: wits check FILE... [options]\n"
            "\n"
            "Reports all errors in brain files as file:line:column: message, and warns of likely mistakes:\n"
            "unreachable states, states that never stay, transitions that can never fire, options that can never\n"
            "win, considerations, gates and weights without effect, ranges that are never reached, unused fields,\n"
            "events and functions, transitions to an option without a hold, and random choices that are redrawn at\n"
            "every pass.\n"
            "\n"
            "Each warning ends with its name in brackets. To silence it, add a comment at the end of its line or on\n"
            "the line above, with the reason after '--':\n"
            "  # wits: allow unreachable -- the program goes there\n"
            "\n"
            "  --strict              exit with status 1 on warnings, too\n"
            "  --deep                also search all situations, as wits prove does, for unreachable states,\n"
            "                        transitions that never fire and options that are never chosen. A finding is\n"
            "                        a warning if it holds even if the game sets every field that the brain\n"
            "                        assigns, else a note\n"
            "  --format text|json    one line for each problem (text), or one JSON document about all files, for\n"
            "                        editors and scripts\n"
            "  --list                list the names of all warnings with their meanings\n"
            "  -v, --verbose         also report the size of the brain and its agents, how a crowd of it runs,\n"
            "                        fields that only the host reads or writes, and silenced warnings\n"
            "\n"
            "FILE '-' is standard input. For guard.test.yaml it reports errors in the scenarios of guard.yaml.\n"
            "\n"
            "With --deep:\n" SEARCH_HELP_DEEP "\n"
            "Exit status: 0 no errors; 1 errors, or with --strict warnings; 2 error in the command line;\n"
            "130 interrupted: the findings of --deep so far are printed.\n"
            "\n"
            "Example:\n"
            "  wits check brains/*.yaml --strict\n",
};
