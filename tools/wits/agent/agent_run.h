// SPDX-License-Identifier: MIT
// One agent, with everything that determines its run: brain file, inputs, settings, seed and id. `run` and all commands
// that inspect a tick of a run share it.
#ifndef WITS_TOOL_LIVING_H
#define WITS_TOOL_LIVING_H

#include "common/sets.h"
#include "common/target_lists.h"

typedef struct agent_run_options {
    const char *brain;
    wits_file *file;           ///< the brain, if it is loaded already; owned by the caller
    const char *inputs;        ///< null if there are none
    const text *inputs_text;   ///< the inputs themselves, if they are not in a file
    const text *target_texts;  ///< with inputs_text: the target lists, by kind
    const char *from;          ///< the state to begin in; null: start normally
    const char **sets;
    size_t set_count, set_capacity;
    const char **raises;  ///< "alarm@120"
    size_t raise_count, raise_capacity;
    const char **targets;  ///< "enemy=FILE.csv"
    size_t target_count, target_capacity;
    uint64_t seed;
    uint64_t agent;
    const char *given;  ///< the first of these options on the command line, such as "--seed"; null if there was none
    const char *end;    ///< the option that sets the end of the run, "--at" or "--ticks"; null if not given
    uint32_t last;      ///< with `end`: the last tick
} agent_run_options;

/// Rows for getopt_long. Commands must not use these letters for other options.
// clang-format off
#define AGENT_RUN_OPTIONS                                                                                                 \
    {"inputs", required_argument, NULL, 'i'}, {"raise", required_argument, NULL, 'r'},                                 \
    {"set", required_argument, NULL, 's'}, {"from", required_argument, NULL, 'M'}, {"targets", required_argument, NULL, 'K'}, {"seed", required_argument, NULL, 'S'}, {"agent", required_argument, NULL, 'a'}
#define AGENT_RUN_TICKS_OPTION                                                                                            \
    {"ticks", required_argument, NULL, 't'}
#define AGENT_RUN_AT_OPTION                                                                                               \
    {"at", required_argument, NULL, 'A'}
// clang-format on

/// Takes an option found by getopt_long. Returns false if it is not one of these, or prints an error and returns false
/// if it is invalid.
bool agent_run_take_option(const char *command, int found, agent_run_options *options);
/// Checks that these options come with --at or --ticks. Prints an error and returns false if not.
bool agent_run_has_tick(const char *command, const agent_run_options *options);
/// Takes the brain file after the options. Prints an error and returns false if it is missing or standard input is used
/// twice.
bool agent_run_take_brain(const char *command, int argc, char **argv, agent_run_options *options);
/// Returns whether any file is standard input.
bool agent_run_reads_standard_input(const agent_run_options *options);
void agent_run_options_free(agent_run_options *of);

typedef struct agent_run {
    wits_file *file;
    bool is_lent;  ///< the file is owned by the caller
    inputs in;
    target_lists targets;
    uint32_t last;  ///< the last tick of the run: as given, else the last of the inputs and targets, else 10
    sets set;
    input_call first;  ///< the call at tick 0
    agent_sim agent;
    bool begun;  ///< `agent` is initialised
} agent_run;

/// Reads everything, then starts the agent or sets its state, which is tick 0. Returns a status; prints errors. `to`
/// must stay at its address. End it in any case.
int agent_run_begin(const char *command, const agent_run_options *options, bool traces, agent_run *to);
/// The same without the call `first`.
int agent_run_prepare(const char *command, const agent_run_options *options, bool traces, agent_run *to);
void agent_run_end(agent_run *of);
/// Applies the inputs and calls of the next tick.
void agent_run_tick(agent_run *of, uint32_t tick);
/// Applies only its fields and events. Returns the number of calls that remain.
uint32_t agent_run_inputs(agent_run *of, uint32_t tick);
/// Returns one of these calls.
input_call agent_run_call(const agent_run *of, uint32_t tick, uint32_t number);

#endif
