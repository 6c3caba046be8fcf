// SPDX-License-Identifier: MIT
#include "living.h"

#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS_WITHOUT_INPUTS = 10 };

// ------------------------------------------------------------------------------------------------------------- options

static void note_given(living_options *options, const char *option) {
    options->given = options->given != NULL ? options->given : option;
}

static bool take_tick(const char *command, living_options *options) {
    uint64_t tick = 0;
    bool is_good = read_count(command, "--at", optarg, UINT32_MAX, &tick);
    options->at_given = true;
    options->at = (uint32_t)tick;
    return is_good;
}

bool living_take_option(const char *command, int found, living_options *options) {
    switch (found) {
    case 'i':
        note_given(options, "--inputs");
        options->inputs = optarg;
        return true;
    case 's':
        note_given(options, "--set");
        options->sets = grow(options->sets, &options->set_capacity, options->set_count + 1, sizeof *options->sets);
        options->sets[options->set_count++] = optarg;
        return true;
    case 'S':
        note_given(options, "--seed");
        return read_count(command, "--seed", optarg, UINT64_MAX, &options->seed);
    case 'a':
        note_given(options, "--agent");
        return read_count(command, "--agent", optarg, UINT64_MAX, &options->agent);
    case 'A':
        return take_tick(command, options);
    default:
        return false;
    }
}

bool living_has_tick(const char *command, const living_options *options) {
    bool is_missing = options->given != NULL && !options->at_given;
    if (is_missing) {
        say_misuse(command, "%s needs --at TICK", options->given);
    }
    return !is_missing;
}

static bool is_standard_input(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

bool living_take_brain(const char *command, int argc, char **argv, living_options *options) {
    options->brain = only_argument(command, argc, argv);
    if (is_standard_input(options->brain) && is_standard_input(options->inputs)) {
        say_misuse(command, "only one of the brain and the inputs can be standard input");
        return false;
    }
    return options->brain != NULL;
}

void living_options_free(living_options *of) {
    free(of->sets);
    *of = (living_options){0};
}

// ---------------------------------------------------------------------------------------------------------------- life

static int set_fields(const char *command, const living_options *options, living *to) {
    life *agent = &to->agent;
    const sets_about about = {command, "--set", agent->desc, agent->mind.brain, agent->mind.functions,
                              agent->mind.desc.function_count};
    int status = sets_read(&about, options->sets, options->set_count, &to->set);
    if (status == STATUS_DONE) {
        sets_evaluate(&to->set, agent);
    }
    return status;
}

int living_prepare(const char *command, const living_options *options, bool traces, living *to) {
    *to = (living){.file = load_brain(options->brain), .has_inputs = options->inputs != NULL};
    if (to->file == NULL) {
        return STATUS_WRONG;
    }
    const wits_desc *desc = wits_file_desc(to->file);
    if (options->inputs != NULL && !inputs_read(options->inputs, desc, wits_file_brain(to->file), &to->in)) {
        return STATUS_WRONG;
    }
    to->begun = true;
    if (!life_begin(desc, traces, &to->agent)) {
        return STATUS_WRONG;
    }
    to->agent.frame.seed = options->seed;
    to->agent.frame.agent = options->agent;
    int status = set_fields(command, options, to);
    if (status == STATUS_DONE) {
        life_inputs_done(&to->agent);
    }
    return status;
}

int living_begin(const char *command, const living_options *options, bool traces, living *to) {
    int status = living_prepare(command, options, traces, to);
    if (status == STATUS_DONE) {
        life_call(&to->agent, (input_call){INPUT_START, WITS_NONE});
    }
    return status;
}

void living_end(living *of) {
    sets_free(&of->set);
    if (of->begun) {
        life_end(&of->agent);
    }
    inputs_free(&of->in);
    wits_file_free(of->file);
}

uint32_t living_ticks(const living *of) {
    return of->has_inputs ? (uint32_t)of->in.row_count : TICKS_WITHOUT_INPUTS;
}

static const input_row *row_of(const living *of, uint32_t tick) {
    static const input_row nothing = {0};
    return tick >= 1 && tick <= of->in.row_count ? &of->in.rows[tick - 1] : &nothing;
}

uint32_t living_inputs(living *of, uint32_t tick) {
    const input_row *row = row_of(of, tick);
    life *agent = &of->agent;
    life_next_tick(agent, tick);
    for (uint32_t i = 0; i < row->value_count; i++) {
        life_set(agent, &of->in.values[row->first_value + i]);
    }
    life_inputs_done(agent);
    life_raise(agent, row->events);
    return row->call_count == 0 ? 1 : row->call_count;
}

input_call living_call(const living *of, uint32_t tick, uint32_t number) {
    const input_row *row = row_of(of, tick);
    return row->call_count == 0 ? (input_call){INPUT_TICK, WITS_NONE} : of->in.calls[row->first_call + number];
}

void living_tick(living *of, uint32_t tick) {
    uint32_t count = living_inputs(of, tick);
    for (uint32_t i = 0; i < count; i++) {
        life_call(&of->agent, living_call(of, tick, i));
    }
}
