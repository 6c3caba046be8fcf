// SPDX-License-Identifier: MIT
// wits run: one agent.
#include "run.h"

#include "living.h"

#include <getopt.h>

static const char name[] = "run";

enum { TICKS_WITHOUT_INPUTS = 10 };

typedef enum run_format { FORMAT_TEXT, FORMAT_JSONL } run_format;

typedef struct run_options {
    living_options who;
    uint64_t ticks;
    bool ticks_given;
    run_format format;
    bool trace;
} run_options;

// ------------------------------------------------------------------------------------------------------------- options

static bool take_option(int found, run_options *options) {
    static const char *const formats[] = {"text", "jsonl", NULL};
    int format;
    switch (found) {
    case 't':
        options->ticks_given = true;
        return read_count(name, "--ticks", optarg, UINT32_MAX, &options->ticks);
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->format = format == FORMAT_JSONL ? FORMAT_JSONL : FORMAT_TEXT;
        return format >= 0;
    case 'T':
        options->trace = true;
        return true;
    default:
        return living_take_option(name, found, &options->who);
    }
}

static bool read_options(int argc, char **argv, run_options *options) {
    static const struct option known[] = {{"ticks", required_argument, NULL, 't'},
                                          LIVING_OPTIONS,
                                          {"format", required_argument, NULL, 'f'},
                                          {"trace", no_argument, NULL, 'T'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return living_take_brain(name, argc, argv, &options->who);
}

// --------------------------------------------------------------------------------------------------------------- ticks

static int print_lines(living *one, uint64_t ticks) {
    text line = {0};
    for (uint64_t tick = 0; tick <= ticks && output_is_open(stdout); tick++) {
        if (tick > 0) {
            living_tick(one, (uint32_t)tick);
        }
        text_clear(&line);
        print_jsonl(&one->agent, &line);
        fwrite(text_of(&line), 1, line.length, stdout);
    }
    text_free(&line);
    return finish_output(stdout, "standard output");
}

static int print_screen(living *one, uint64_t ticks) {
    screen *lines = screen_new(&one->agent, has_colour(stdout));
    for (uint64_t tick = 0; tick <= ticks && output_is_open(stdout); tick++) {
        if (tick > 0) {
            living_tick(one, (uint32_t)tick);
        }
        screen_add(lines, stdout);
    }
    screen_end(lines, stdout);
    return finish_output(stdout, "standard output");
}

static int run_agent(const run_options *options, living *one) {
    uint64_t ticks = options->ticks_given  ? options->ticks
                     : options->who.inputs ? one->in.row_count
                                           : (uint64_t)TICKS_WITHOUT_INPUTS;
    return options->format == FORMAT_JSONL ? print_lines(one, ticks) : print_screen(one, ticks);
}

static int run(int argc, char **argv) {
    run_options options = {0};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        living one;
        status = living_begin(name, &options.who, options.trace, &one);
        if (status == STATUS_DONE) {
            status = run_agent(&options, &one);
        }
        living_end(&one);
    }
    living_options_free(&options.who);
    return status;
}

const tool_command run_command = {
    .name = name,
    .run = run,
    .summary = "lets one agent live, tick by tick",
    .help = "Usage: wits run FILE [options]\n"
            "\n"
            "Starts one agent of the brain and prints what it does at every tick: where it is in its brain,\n"
            "the host's actions it calls, the fields that have changed.\n"
            "\n"
            "  --ticks N             so many ticks; without it as many as the inputs have rows, else 10\n"
            "  --inputs FILE.csv     what happens: a row of names, then one row a tick. A column is a field, a host\n"
            "                        condition or score as 'name()', 'raise' (events) or 'do' (calls in place of\n"
            "                        'tick': decide; update; goto STATE; restart STATE; place STATE; stop; start)\n"
            "  --set NAME=EXPRESSION a field, or what 'name()' gives, before the start; may be given several times\n"
            "  --seed S              of the brain's randomness (0)\n"
            "  --agent ID            of the agent (0)\n"
            "  --format text|jsonl   for reading (text), or one JSON object a line\n"
            "  --trace               every decision: what was tried, what fired, what was entered, all scores\n"
            "\n"
            "'-' in place of a file is standard input.\n"
            "\n"
            "Example:\n"
            "  wits run brains/guard.yaml --inputs examples/guard-night.csv --trace\n",
};
