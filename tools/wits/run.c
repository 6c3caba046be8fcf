// SPDX-License-Identifier: MIT
// wits run: one agent.
#include "run.h"

#include "sets.h"

#include <getopt.h>
#include <stdlib.h>

static const char name[] = "run";

enum { TICKS_WITHOUT_INPUTS = 10 };

typedef enum run_format { FORMAT_TEXT, FORMAT_JSONL } run_format;

typedef struct run_options {
    const char *brain;
    const char *inputs;
    const char **sets;
    size_t set_count;
    size_t set_capacity;
    uint64_t ticks;
    bool ticks_given;
    uint64_t seed;
    uint64_t agent;
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
    case 'i':
        options->inputs = optarg;
        return true;
    case 's':
        options->sets = grow(options->sets, &options->set_capacity, options->set_count + 1, sizeof *options->sets);
        options->sets[options->set_count++] = optarg;
        return true;
    case 'S':
        return read_count(name, "--seed", optarg, UINT64_MAX, &options->seed);
    case 'a':
        return read_count(name, "--agent", optarg, UINT64_MAX, &options->agent);
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->format = format == FORMAT_JSONL ? FORMAT_JSONL : FORMAT_TEXT;
        return format >= 0;
    case 'T':
        options->trace = true;
        return true;
    default:
        return false;
    }
}

static bool read_options(int argc, char **argv, run_options *options) {
    static const struct option known[] = {
        {"ticks", required_argument, NULL, 't'}, {"inputs", required_argument, NULL, 'i'},
        {"set", required_argument, NULL, 's'},   {"seed", required_argument, NULL, 'S'},
        {"agent", required_argument, NULL, 'a'}, {"format", required_argument, NULL, 'f'},
        {"trace", no_argument, NULL, 'T'},       {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    options->brain = only_argument(name, argc, argv);
    if (options->brain != NULL && options->inputs != NULL && options->brain[0] == '-' && options->brain[1] == '\0' &&
        options->inputs[0] == '-' && options->inputs[1] == '\0') {
        say_misuse(name, "only one of the brain and the inputs can be standard input");
        return false;
    }
    return options->brain != NULL;
}

// --------------------------------------------------------------------------------------------------------------- ticks

static void live_one_tick(life *agent, const inputs *in, uint32_t tick) {
    static const input_call only_tick = {INPUT_TICK, WITS_NONE};
    static const input_row nothing = {0};
    const input_row *row = tick <= in->row_count ? &in->rows[tick - 1] : &nothing;
    life_next_tick(agent, tick);
    for (uint32_t i = 0; i < row->value_count; i++) {
        life_set(agent, &in->values[row->first_value + i]);
    }
    life_inputs_done(agent);
    life_raise(agent, row->events);
    for (uint32_t i = 0; i < row->call_count; i++) {
        life_call(agent, in->calls[row->first_call + i]);
    }
    if (row->call_count == 0) {
        life_call(agent, only_tick);
    }
}

static int print_lines(life *agent, const inputs *in, uint64_t ticks) {
    text line = {0};
    for (uint64_t tick = 0; tick <= ticks && output_is_open(stdout); tick++) {
        if (tick > 0) {
            live_one_tick(agent, in, (uint32_t)tick);
        }
        text_clear(&line);
        print_jsonl(agent, &line);
        fwrite(text_of(&line), 1, line.length, stdout);
    }
    text_free(&line);
    return finish_output(stdout, "standard output");
}

static int print_screen(life *agent, const inputs *in, uint64_t ticks) {
    screen *lines = screen_new(agent, has_colour(stdout));
    for (uint64_t tick = 0; tick <= ticks && output_is_open(stdout); tick++) {
        if (tick > 0) {
            live_one_tick(agent, in, (uint32_t)tick);
        }
        screen_add(lines, stdout);
    }
    screen_end(lines, stdout);
    return finish_output(stdout, "standard output");
}

static int run_agent(const run_options *options, const wits_file *file, const inputs *in) {
    life agent;
    if (!life_begin(wits_file_desc(file), options->trace, &agent)) {
        life_end(&agent);
        return STATUS_WRONG;
    }
    agent.frame.seed = options->seed;
    agent.frame.agent = options->agent;
    sets given;
    const sets_about about = {name, agent.desc, agent.mind.brain, agent.mind.functions, agent.mind.desc.function_count};
    int status = sets_read(&about, options->sets, options->set_count, &given);
    if (status == STATUS_DONE) {
        sets_evaluate(&given, &agent);
        uint64_t ticks = options->ticks_given ? options->ticks
                         : options->inputs    ? in->row_count
                                              : (uint64_t)TICKS_WITHOUT_INPUTS;
        life_inputs_done(&agent);
        life_call(&agent, (input_call){INPUT_START, WITS_NONE});
        status = options->format == FORMAT_JSONL ? print_lines(&agent, in, ticks) : print_screen(&agent, in, ticks);
    }
    sets_free(&given);
    life_end(&agent);
    return status;
}

static int run(int argc, char **argv) {
    run_options options = {0};
    inputs in = {0};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        wits_file *file = load_brain(options.brain);
        status = STATUS_WRONG;
        if (file != NULL &&
            (options.inputs == NULL || inputs_read(options.inputs, wits_file_desc(file), wits_file_brain(file), &in))) {
            status = run_agent(&options, file, &in);
        }
        wits_file_free(file);
    }
    inputs_free(&in);
    free(options.sets);
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
