// SPDX-License-Identifier: MIT
// wits explain: explains why an agent is where it is.
#include "asked.h"

#include <getopt.h>

static const char name[] = "explain";

typedef enum explain_format { FORMAT_TEXT, FORMAT_JSON } explain_format;

typedef struct explain_options {
    living_options who;
    explain_format format;
} explain_options;

static bool take_option(int found, explain_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->format = format == FORMAT_JSON ? FORMAT_JSON : FORMAT_TEXT;
        return format >= 0;
    default:
        return living_take_option(name, found, &options->who);
    }
}

static bool read_options(int argc, char **argv, explain_options *options) {
    static const struct option known[] = {
        LIVING_OPTIONS, LIVING_AT_OPTION, {"format", required_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return living_take_brain(name, argc, argv, &options->who);
}

static int explain_agent(const explain_options *options, living *one) {
    asking about = asking_at(one, one->last);
    text told = {0};
    if (options->format == FORMAT_JSON) {
        text_asking_json(&about, &told);
    } else {
        text_asking(&about, has_colour(stdout), &told);
    }
    fwrite(text_of(&told), 1, told.length, stdout);
    text_free(&told);
    asking_free(&about);
    return finish_output(stdout, "standard output");
}

static int run(int argc, char **argv) {
    explain_options options = {.format = FORMAT_TEXT};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        living one;
        status = living_prepare(name, &options.who, false, &one);
        if (status == STATUS_DONE) {
            status = explain_agent(&options, &one);
        }
        living_end(&one);
    }
    living_options_free(&options.who);
    return status;
}

const tool_command explain_command = {
    .name = name,
    .run = run,
    .summary = "says why an agent is where it is",
    .help = "Usage: wits explain FILE [options]\n"
            "\n"
            "Lets one agent live as 'wits run' does, silently, up to a tick, and says why it decided there as it did:\n"
            "each transition that was tried and what was missing, each option with its score from the raw inputs\n"
            "to who won by how much, and what would have had to be different for another to win.\n"
            "\n"
            "  --at TICK             the tick to be explained; without it the last one of the inputs, else 10;\n"
            "                        0 is the start\n"
            "  --inputs FILE.csv     what happens, as for 'wits run'\n"
            "  --targets KIND=FILE.csv\n"
            "                        the targets of a kind, as for run\n"
            "  --raise EVENT@TICK    raises an event before that tick; may be given many times\n"
            "  --set NAME=EXPRESSION a field, or what 'name()' gives, before the start; may be given several times\n"
            "  --from STATE          the agent is placed there in place of the start, as for run\n"
            "  --seed S              of the brain's randomness (0)\n"
            "  --agent ID            of the agent (0)\n"
            "  --format text|json    for reading (text), or one JSON object\n"
            "\n"
            "'-' in place of a file is standard input.\n"
            "\n"
            "Example:\n"
            "  wits explain brains/guard.yaml --inputs examples/guard-night.csv --at 15\n",
};
