// SPDX-License-Identifier: MIT
// The command `wits diff`: compares how two brains behave in a sample of agents.
#include "diff/diff.h"
#include "diff/diff_options.h"

#include "common/lookup.h"
#include "common/tool.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "diff";

enum { EXPLAINED = 5 };

typedef struct diff_options {
    crowd_options crowd;
    const char *brains[2];
    const char *picture;
    uint64_t explained;
    uint64_t redraw;
    bool has_agent;  ///< --inputs-of
    uint64_t agent;
    uint32_t side;
    const char *targets_of;  ///< a kind of targets; null: the inputs
    bool json;
    bool format_given;
} diff_options;

/// Reads "17", or "17:B" for the inputs of the second brain.
static bool take_agent(const char *given, diff_options *options) {
    text number = {0};
    const size_t digits = strcspn(given, ":");
    text_add_bytes(&number, given, digits);
    options->has_agent = true;
    options->side = strcmp(given + digits, ":B") == 0;
    bool is_good = given[digits] == '\0' || options->side == 1 || strcmp(given + digits, ":A") == 0;
    if (!is_good) {
        say_misuse(name, "--inputs-of must be the id of an agent, or ID:B for the second brain, not '%s'", given);
    }
    is_good = is_good && read_count(name, "--inputs-of", text_of(&number), UINT64_MAX, &options->agent);
    text_free(&number);
    return is_good;
}

static bool take_option(int found, diff_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->json = format == 1;
        options->format_given = true;
        return format >= 0;
    case 'o':
        options->picture = optarg;
        return true;
    case 'w':
        return read_number(name, "--redraw", optarg, 1, UINT32_MAX, &options->redraw);
    case 'I':
        return take_agent(optarg, options);
    case 'y':
        options->targets_of = optarg;
        return true;
    case 'x':
        return read_count(name, "--explain", optarg, DIFF_MOST_EXPLAINED, &options->explained);
    default:
        return crowd_take_option(found, &options->crowd);
    }
}

static bool read_options(int argc, char **argv, diff_options *options) {
    static const struct option known[] = {CROWD_OPTIONS,
                                          {"redraw", required_argument, NULL, 'w'},
                                          {"inputs-of", required_argument, NULL, 'I'},
                                          {"targets-of", required_argument, NULL, 'y'},
                                          {"explain", required_argument, NULL, 'x'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"output", required_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    if (!diff_take_brains(name, argc, argv, options->brains) || !diff_check_options(&options->crowd)) {
        return false;
    }
    if (options->targets_of != NULL && !options->has_agent) {
        say_misuse(name, "--targets-of needs --inputs-of ID, which selects the agent");
        return false;
    }
    if (options->picture != NULL && diff_is_standard(options->picture) && options->format_given) {
        say_misuse(name, "--output - and --format both write to standard output");
        return false;
    }
    return true;
}

/// Finds the kind of --targets-of. Prints an error and returns WITS_NONE if there is none.
static uint32_t find_kind(const diff_options *options, const diff_side *side) {
    text problem = {0};
    uint32_t kind = find_target_kind(side->desc, options->targets_of, &problem);
    if (kind != WITS_NONE && side->options.target_count == 0) {
        text_add(&problem, "there are no targets; use --targets");
        kind = WITS_NONE;
    }
    if (kind == WITS_NONE) {
        say_misuse(name, "--targets-of %s: %s", options->targets_of, text_of(&problem));
    }
    text_free(&problem);
    return kind;
}

/// Prints the inputs of one agent, or its targets.
static int print_inputs(const diff_options *options, const diff *made) {
    diff_case own;
    uint32_t kind = WITS_NONE;
    if (options->agent >= made->agents) {
        return say_misuse(name, "--inputs-of %llu: no such agent; the last is %llu", (unsigned long long)options->agent,
                          (unsigned long long)made->agents - 1);
    }
    if (options->targets_of != NULL) {
        kind = find_kind(options, &made->sides[options->side]);
        if (kind == WITS_NONE) {
            return STATUS_MISUSE;
        }
    }
    int status = diff_case_of(made, options->agent, (uint32_t)made->ticks, options->side, &own);
    if (status == STATUS_DONE) {
        const text *file = kind != WITS_NONE ? &own.targets[kind] : &own.inputs;
        fwrite(text_of(file), 1, file->length, stdout);
        status = finish_output(stdout, "standard output");
    }
    diff_case_free(&own);
    return status;
}

static int print(const diff_options *options, const diff *made) {
    int status = STATUS_DONE;
    if (options->picture != NULL) {
        text picture = {0};
        diff_draw(made, &picture);
        status = write_output(name, &picture, options->picture);
        text_free(&picture);
    }
    if (options->picture == NULL || !diff_is_standard(options->picture)) {
        if (options->json) {
            text out = {0};
            diff_json(&(json_writer){.to = &out}, made, (size_t)options->explained);
            printf("%s\n", text_of(&out));
            text_free(&out);
        } else {
            diff_print(made, (size_t)options->explained);
        }
    }
    const int written = finish_output(stdout, "standard output");
    return status == STATUS_DONE ? written : status;
}

static int compare(const diff_options *options, wits_file *const files[2]) {
    static const char *const names[2] = {"A", "B"};
    diff made;
    const bool shows_progress = !options->json && options->picture == NULL;
    int status = options->picture != NULL ? check_output_as(name, options->picture, ".svg") : STATUS_DONE;
    if (status != STATUS_DONE) {
        return status;
    }
    status = diff_run(&options->crowd, (uint32_t)options->redraw, names, options->brains, files, shows_progress, &made);
    if (status == STATUS_DONE || (status == STATUS_INTERRUPTED && made.is_ready)) {
        const int printed = options->has_agent ? print_inputs(options, &made) : print(options, &made);
        status = printed != STATUS_DONE ? printed : status;
    }
    if (status == STATUS_DONE && !options->has_agent && made.differed > 0) {
        status = STATUS_DIFFERENT;
    }
    diff_end(&made);
    return status;
}

static int run(int argc, char **argv) {
    diff_options options = {.crowd = {.command = name}, .explained = EXPLAINED};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        wits_file *files[2] = {NULL, NULL};
        status = diff_load(options.brains, files) ? compare(&options, files) : STATUS_WRONG;
        wits_file_free(files[0]);
        wits_file_free(files[1]);
    }
    crowd_options_free(&options.crowd);
    return status;
}

const tool_command diff_command = {
    .name = name,
    .run = run,
    .summary = "compare how two brains behave in many agents",
    .help =
        "Usage: wits diff FILE OTHER [options]\n"
        "\n"
        "Simulates the same agents with both brains: the same ids, seed, initial fields and inputs. FILE is A, OTHER\n"
        "is B. Prints the share of time in each state, the transitions that changed most, how many agents differed\n"
        "and when, and explains the first differences in both brains. An agent differs if its active states or its\n"
        "host actions do. States are the same if their paths are equal, fields and functions if their names are.\n"
        "\n" DIFF_OPTIONS_HELP
        "  --inputs-of ID        print the inputs of one agent as CSV, for 'wits run --agent ID', and nothing else;\n"
        "                        ID:B for the second brain, if it has inputs of its own\n"
        "  --targets-of KIND     with --inputs-of: print the agent's targets of a kind instead\n"
        "  --explain N           explain up to N kinds of first differences (5)\n"
        "  --format text|json    readable text, or one JSON object\n"
        "  -o, --output FILE.svg draw the share of time in each state\n"
        "\n"
        "This is a sample; 'wits same' can prove that two brains never differ.\n"
        "\n"
        "Exit status: 0 no agent differed; 1 error in a brain or the inputs; 2 error in the command line; 3 agents\n"
        "differed; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits diff guard-of-yesterday.yaml brains/guard.yaml --agents 10000 -o change.svg\n",
};
