// SPDX-License-Identifier: MIT
// The command `wits why`: answers questions of designers such as "Why does he never flee?"
#include "why/why.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "why";

enum { USUAL_SECONDS = 2, MOST_SECONDS = 1000000 };

typedef struct why_options {
    agent_run_options who;
    wits_prove_options limits;
    const char *limit;  ///< the first search option that was given, or null
    const char *state;
    const char *output;
    uint64_t seconds;
    bool json;
} why_options;

static bool take_option(int found, why_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->json = format == 1;
        return format >= 0;
    case 'o':
        options->limit = "--output";
        options->output = optarg;
        return true;
    case 'n':
        options->limit = "--seconds";
        return read_number(name, "--seconds", optarg, 1, MOST_SECONDS, &options->seconds);
    case 'l':
        options->limit = "--limit";
        return search_take_option(name, found, &options->limits);
    case 'm':
        options->limit = "--memory";
        return search_take_option(name, found, &options->limits);
    case 'c':
        options->limit = "--combinations";
        return search_take_option(name, found, &options->limits);
    case 't':
        options->limit = "--ticks";
        return search_take_option(name, found, &options->limits);
    case 'e':
        options->limit = "--decide-every";
        return search_take_option(name, found, &options->limits);
    default:
        return agent_run_take_option(name, found, &options->who);
    }
}

/// Takes the state, which follows the brain file, off the command line. The rest has the form that `explain` reads.
static bool take_state(int *argc, char **argv, why_options *options) {
    if (*argc - optind != 2) {
        say_misuse(name, *argc - optind < 2 ? "expected a brain and a state" : "too many arguments");
        return false;
    }
    options->state = argv[--*argc];
    return true;
}

static bool has_run(const why_options *options) {
    return options->who.given != NULL || options->who.end != NULL;
}

static bool check_options(const why_options *options) {
    if (has_run(options) && options->limit != NULL) {
        say_misuse(name, "%s is for a search, but %s selects a run", options->limit,
                   options->who.given != NULL ? options->who.given : options->who.end);
        return false;
    }
    if (!has_run(options) && options->json) {
        say_misuse(name, "--format json needs a tick: --at TICK");
        return false;
    }
    return true;
}

static bool read_options(int argc, char **argv, why_options *options) {
    static const struct option known[] = {SEARCH_OPTIONS,
                                          AGENT_RUN_OPTIONS,
                                          AGENT_RUN_AT_OPTION,
                                          {"seconds", required_argument, NULL, 'n'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"output", required_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return take_state(&argc, argv, options) && agent_run_take_brain(name, argc, argv, &options->who) &&
           check_options(options);
}

/// Finds the state. Reports an error and returns a status.
static int find_state(const why_options *options, why_question *to) {
    text problem = {0};
    int status = STATUS_DONE;
    if (!read_state_name(to->desc, to->brain, options->state, &to->state, &problem)) {
        status = say_misuse(name, "%s", text_of(&problem));
    }
    text_free(&problem);
    return status;
}

static int answer(why_options *options) {
    why_question of = {.path = options->who.brain, .file = load_brain(options->who.brain), .limits = options->limits};
    if (of.file == NULL) {
        return STATUS_WRONG;
    }
    of.desc = wits_file_desc(of.file);
    of.brain = wits_file_brain(of.file);
    of.seconds = (double)options->seconds;
    of.output = options->output;
    int status = find_state(options, &of);
    if (status == STATUS_DONE) {
        options->who.file = of.file;
        status = has_run(options) ? why_at_tick(&of, &options->who, options->json) : why_search(&of);
    }
    wits_file_free(of.file);
    return status;
}

static int run(int argc, char **argv) {
    why_options options = {.seconds = USUAL_SECONDS};
    const int status = read_options(argc, argv, &options) ? answer(&options) : STATUS_MISUSE;
    agent_run_options_free(&options.who);
    return status;
}

const tool_command why_command = {
    .name = name,
    .run = run,
    .summary = "explain why a state is not active",
    .help =
        "Usage: wits why FILE STATE [options]\n"
        "       wits why FILE STATE --inputs FILE.csv --at TICK [options]\n"
        "\n"
        "Without a run: searches for a run that reaches the state and prints the shortest one found. If there is "
        "none,\n"
        "it reports whether that is proven, what could lead to the state, what is missing, and how close an option\n"
        "comes to winning. Each search takes a few seconds at most.\n"
        "\n"
        "With a run: explains why the state is active at a tick and since when, or why it is not and what would have\n"
        "to be different.\n"
        "\n"
        "STATE is a path such as combat/flee, or a name that only one state has.\n"
        "\n"
        "For the search:\n"
        "  -o, --output FILE.csv\n"
        "                       write the inputs of the run\n"
        "  --seconds N          time limit of each search, of which there are at most five (2)\n" SEARCH_HELP "\n"
        "For a run, as for 'wits explain':\n"
        "  --at TICK             the tick (last tick of the inputs, or 10)\n"
        "  --inputs FILE.csv     inputs\n"
        "  --targets KIND=FILE.csv\n"
        "                        targets of a kind\n"
        "  --raise EVENT@TICK    raise an event before that tick; repeatable\n"
        "  --set NAME=EXPRESSION set a field, or the result of 'name()', before the start; repeatable\n"
        "  --from STATE          begin in this state instead of starting\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --agent ID            id of the agent (0)\n"
        "  --format text|json    readable text, or one JSON object with everything that 'wits explain' shows\n"
        "\n"
        "Exit status: 0 answered, whatever the answer; 1 error in the brain or the inputs; 2 error in the command\n"
        "line; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits why brains/guard.yaml combat/flee\n",
};
