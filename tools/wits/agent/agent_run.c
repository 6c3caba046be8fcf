// SPDX-License-Identifier: MIT
#include "agent/agent_run.h"

#include "common/tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS_WITHOUT_INPUTS = 10 };

// ------------------------------------------------------------------------------------------------------------- options

static void note_given(agent_run_options *options, const char *option) {
    options->given = options->given != NULL ? options->given : option;
}

static bool take_end(const char *command, const char *option, agent_run_options *options) {
    uint64_t tick = 0;
    bool is_good = read_count(command, option, optarg, UINT32_MAX, &tick);
    options->end = option;
    options->last = (uint32_t)tick;
    return is_good;
}

static void add_given(const char ***to, size_t *count, size_t *capacity) {
    *to = grow(*to, capacity, *count + 1, sizeof **to);
    (*to)[(*count)++] = optarg;
}

bool agent_run_take_option(const char *command, int found, agent_run_options *options) {
    switch (found) {
    case 'i':
        note_given(options, "--inputs");
        options->inputs = optarg;
        return true;
    case 'M':
        note_given(options, "--from");
        options->from = optarg;
        return true;
    case 's':
        note_given(options, "--set");
        add_given(&options->sets, &options->set_count, &options->set_capacity);
        return true;
    case 'K':
        note_given(options, "--targets");
        add_given(&options->targets, &options->target_count, &options->target_capacity);
        return true;
    case 'r':
        note_given(options, "--raise");
        add_given(&options->raises, &options->raise_count, &options->raise_capacity);
        return true;
    case 'S':
        note_given(options, "--seed");
        return read_count(command, "--seed", optarg, UINT64_MAX, &options->seed);
    case 'a':
        note_given(options, "--agent");
        return read_count(command, "--agent", optarg, UINT64_MAX, &options->agent);
    case 'A':
        return take_end(command, "--at", options);
    case 't':
        return take_end(command, "--ticks", options);
    default:
        return false;
    }
}

bool agent_run_has_tick(const char *command, const agent_run_options *options) {
    bool is_missing = options->given != NULL && options->end == NULL;
    if (is_missing) {
        say_misuse(command, "%s needs --at TICK", options->given);
    }
    return !is_missing;
}

static bool is_standard_input(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool reads_targets_there(const agent_run_options *options) {
    bool found = false;
    for (size_t i = 0; i < options->target_count; i++) {
        const char *equals = strchr(options->targets[i], '=');
        found = found || is_standard_input(equals != NULL ? equals + 1 : NULL);
    }
    return found;
}

bool agent_run_reads_standard_input(const agent_run_options *options) {
    return is_standard_input(options->brain) || is_standard_input(options->inputs) || reads_targets_there(options);
}

bool agent_run_take_brain(const char *command, int argc, char **argv, agent_run_options *options) {
    options->brain = only_argument(command, argc, argv);
    uint32_t readers = is_standard_input(options->brain) + is_standard_input(options->inputs);
    const bool reads_targets = reads_targets_there(options);
    if (readers + reads_targets > 1) {
        say_misuse(command, "only one of the brain%s the inputs%s can be standard input", reads_targets ? "," : " and",
                   reads_targets ? " and the targets" : "");
        return false;
    }
    return options->brain != NULL;
}

void agent_run_options_free(agent_run_options *of) {
    free(of->sets);
    free(of->raises);
    free(of->targets);
    *of = (agent_run_options){0};
}

// -------------------------------------------------------------------------------------------------------------- raises

/// Reads "alarm@120" and raises the event. Writes errors to `problem`.
static void read_raise(const agent_run_options *options, const char *given, agent_run *to, text *problem) {
    const char *at = strrchr(given, '@');
    if (at == NULL || at == given) {
        text_add(problem, "expected EVENT@TICK");
        return;
    }
    text name = {0};
    uint32_t tick = 0;
    text_add_bytes(&name, given, (size_t)(at - given));
    uint64_t event = read_event(to->agent.desc, text_of(&name), problem);
    text_free(&name);
    if (event == 0 || !read_tick(at + 1, &tick, problem)) {
        return;
    }
    if (tick > to->last) {
        text_format(problem, "the run ends at tick %u%s%s%s", (unsigned)to->last, options->end != NULL ? ", as " : "",
                    options->end != NULL ? options->end : "", options->end != NULL ? " says" : "");
    } else {
        inputs_raise(&to->in, tick, event);
    }
}

/// Reads all --raise options and prints their errors. Returns a status.
static int raise_events(const char *command, const agent_run_options *options, agent_run *to) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < options->raise_count; i++) {
        text problem = {0};
        read_raise(options, options->raises[i], to, &problem);
        if (problem.length > 0) {
            say_mistake(command, "--raise %s: %s", options->raises[i], text_of(&problem));
            status = STATUS_MISUSE;
        }
        text_free(&problem);
    }
    return status == STATUS_DONE ? status : say_where_help_is(command);
}

// ----------------------------------------------------------------------------------------------------------------- run

static int set_fields(const char *command, const agent_run_options *options, agent_run *to) {
    agent_sim *agent = &to->agent;
    const wits_promises *promises = wits_file_promises(to->file);
    const sets_about about = {.command = command,
                              .option = "--set",
                              .desc = agent->desc,
                              .brain = agent->mind.brain,
                              .functions = agent->mind.functions,
                              .function_count = agent->mind.desc.function_count,
                              .field_promises = promises->fields,
                              .function_promises = promises->functions};
    int status = sets_read(&about, options->sets, options->set_count, &to->set);
    return status == STATUS_DONE ? sets_evaluate(&to->set, agent) : status;
}

static void set_values(agent_run *of, const input_row *row) {
    for (uint32_t i = 0; i < row->value_count; i++) {
        agent_sim_set(&of->agent, &of->in.values[row->first_value + i]);
    }
}

/// Returns the last tick of the inputs and targets.
static uint32_t last_of_files(const agent_run_options *options, const agent_run *of) {
    const uint32_t targets = target_lists_last_tick(&of->targets);
    const uint32_t in = options->inputs != NULL ? inputs_last_tick(&of->in) : 0;
    const bool are_none = options->inputs == NULL && targets == 0;
    return are_none ? (uint32_t)TICKS_WITHOUT_INPUTS : in > targets ? in : targets;
}

/// Reads --from. Prints errors and returns a status.
static int find_first(const char *command, const agent_run_options *options, agent_run *to) {
    text problem = {0};
    to->first = (input_call){INPUT_START, WITS_NONE};
    if (options->from != NULL) {
        to->first.verb = INPUT_SET_STATE;
        read_state_name(to->agent.desc, to->agent.mind.brain, options->from, &to->first.state, &problem);
    }
    int status = STATUS_DONE;
    if (problem.length > 0) {
        say_mistake(command, "--from %s: %s", options->from, text_of(&problem));
        status = say_where_help_is(command);
    }
    text_free(&problem);
    return status;
}

int agent_run_prepare(const char *command, const agent_run_options *options, bool traces, agent_run *to) {
    *to = (agent_run){.file = options->file != NULL ? options->file : load_brain(options->brain),
                      .is_lent = options->file != NULL};
    if (to->file == NULL) {
        return STATUS_WRONG;
    }
    const wits_desc *desc = wits_file_desc(to->file);
    const bool ends_at_0 = options->end != NULL && options->last == 0;
    const unsigned may = INPUTS_MAY_DRAW | (ends_at_0 ? INPUTS_MAY_BE_EMPTY : 0u);
    if (options->inputs_text != NULL
            ? !inputs_read_text(options->inputs, options->inputs_text, to->file, may, &to->in)
            : options->inputs != NULL && !inputs_read(options->inputs, to->file, may, &to->in)) {
        return STATUS_WRONG;
    }
    int status = STATUS_DONE;
    if (options->target_texts == NULL) {
        status =
            target_lists_read(command, to->file, options->targets, options->target_count, options->agent, &to->targets);
    } else if (!target_lists_read_texts(to->file, options->target_texts, &to->targets)) {
        status = STATUS_WRONG;
    }
    if (status != STATUS_DONE) {
        return status;
    }
    to->begun = true;
    if (!agent_sim_begin(desc, traces, &to->agent)) {
        return STATUS_WRONG;
    }
    to->agent.frame.seed = options->seed;
    to->agent.frame.agent = options->agent;
    to->agent.frame.targets = target_lists_at(&to->targets, 0);
    to->last = options->end != NULL ? options->last : last_of_files(options, to);
    status = find_first(command, options, to);
    status = status == STATUS_DONE ? raise_events(command, options, to) : status;
    set_values(to, inputs_at(&to->in, 0));
    if (status == STATUS_DONE) {
        status = set_fields(command, options, to);
    }
    if (status == STATUS_DONE) {
        agent_sim_inputs_done(&to->agent);
        agent_sim_raise(&to->agent, inputs_at(&to->in, 0)->events);
    }
    return status;
}

int agent_run_begin(const char *command, const agent_run_options *options, bool traces, agent_run *to) {
    int status = agent_run_prepare(command, options, traces, to);
    if (status == STATUS_DONE) {
        agent_sim_call(&to->agent, to->first);
    }
    return status;
}

void agent_run_end(agent_run *of) {
    sets_free(&of->set);
    if (of->begun) {
        agent_sim_end(&of->agent);
    }
    inputs_free(&of->in);
    target_lists_end(&of->targets);
    wits_file_free(of->is_lent ? NULL : of->file);
}

uint32_t agent_run_inputs(agent_run *of, uint32_t tick) {
    const input_row *row = inputs_at(&of->in, tick);
    agent_sim *agent = &of->agent;
    agent_sim_next_tick(agent, tick);
    target_lists_at(&of->targets, tick);  // the frame uses these lists already
    set_values(of, row);
    agent_sim_inputs_done(agent);
    agent_sim_raise(agent, row->events);
    return row->call_count == 0 ? 1 : row->call_count;
}

input_call agent_run_call(const agent_run *of, uint32_t tick, uint32_t number) {
    const input_row *row = inputs_at(&of->in, tick);
    return row->call_count == 0 ? (input_call){INPUT_TICK, WITS_NONE} : of->in.calls[row->first_call + number];
}

void agent_run_tick(agent_run *of, uint32_t tick) {
    uint32_t count = agent_run_inputs(of, tick);
    for (uint32_t i = 0; i < count; i++) {
        agent_sim_call(&of->agent, agent_run_call(of, tick, i));
    }
}
