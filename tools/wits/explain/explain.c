// SPDX-License-Identifier: MIT
// wits explain: explains why an agent is where it is.
#include "explain/tick_record.h"

#include <getopt.h>

static const char name[] = "explain";

typedef enum explain_format { FORMAT_TEXT, FORMAT_JSON } explain_format;

typedef struct explain_options {
    agent_run_options who;
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
        return agent_run_take_option(name, found, &options->who);
    }
}

static bool read_options(int argc, char **argv, explain_options *options) {
    static const struct option known[] = {
        AGENT_RUN_OPTIONS, AGENT_RUN_AT_OPTION, {"format", required_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return agent_run_take_brain(name, argc, argv, &options->who);
}

static int explain_agent(const explain_options *options, agent_run *one) {
    tick_records about = tick_records_at(one, one->last);
    text told = {0};
    if (options->format == FORMAT_JSON) {
        json_tick_records(&(json_writer){.to = &told}, NULL, &about);
        text_add(&told, "\n");
    } else {
        text_tick_records(&about, has_colour(stdout), &told);
    }
    fwrite(text_of(&told), 1, told.length, stdout);
    text_free(&told);
    tick_records_free(&about);
    return finish_output(stdout, "standard output");
}

static int run(int argc, char **argv) {
    explain_options options = {.format = FORMAT_TEXT};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        agent_run one;
        status = agent_run_prepare(name, &options.who, false, &one);
        if (status == STATUS_DONE) {
            status = explain_agent(&options, &one);
        }
        agent_run_end(&one);
    }
    agent_run_options_free(&options.who);
    return status;
}

const tool_command explain_command = {
    .name = name,
    .run = run,
    .summary = "explain why an agent is where it is",
    .help =
        "Usage: wits explain FILE [options]\n"
        "\n"
        "Simulates one agent like 'wits run' up to a tick and explains its decisions in that tick: each transition\n"
        "that was tried and what was missing, each option with its score from the raw inputs to the result, the\n"
        "winner and its lead, and which inputs would have made another option win.\n"
        "\n"
        "  --at TICK             the tick to explain; 0 is the start (last tick of the inputs, or 10)\n"
        "  --inputs FILE.csv     inputs, as for 'wits run'\n"
        "  --targets KIND=FILE.csv\n"
        "                        targets of a kind, as for 'wits run'\n"
        "  --raise EVENT@TICK    raise an event before that tick; repeatable\n"
        "  --set NAME=EXPRESSION set a field, or the result of 'name()', before the start; repeatable\n"
        "  --from STATE          begin in this state instead of starting, as for 'wits run'\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --agent ID            id of the agent (0)\n"
        "  --format text|json    readable text, or one JSON object\n"
        "\n"
        "FILE '-' is standard input.\n"
        "\n"
        "Example:\n"
        "  wits explain brains/guard.yaml --inputs examples/guard-night.csv --at 15\n",
};
