// SPDX-License-Identifier: MIT
// One agent with all that makes it live as it does: brain file, inputs, settings, seed and id. What `run` and whoever
// looks at a tick of a run share.
#ifndef WITS_TOOL_LIVING_H
#define WITS_TOOL_LIVING_H

#include "common/sets.h"
#include "common/target_lists.h"

typedef struct agent_run_options {
    const char *brain;
    wits_file *file;           ///< the brain, if it has been read already; it stays the caller's
    const char *inputs;        ///< null if there are none
    const text *inputs_text;   ///< the inputs themselves, if they are no file
    const text *target_texts;  ///< with them the lists of targets, by kind
    const char *from;          ///< the state that it is placed in; null: it starts
    const char **sets;
    size_t set_count, set_capacity;
    const char **raises;  ///< as "alarm@120"
    size_t raise_count, raise_capacity;
    const char **targets;  ///< as "enemy=FILE.csv"
    size_t target_count, target_capacity;
    uint64_t seed;
    uint64_t agent;
    const char *given;  ///< the first of these options on the command line, as "--seed"; null if there was none
    const char *end;    ///< the option that says where the run ends: "--at" or "--ticks"; null if it was not given
    uint32_t last;      ///< with it: the last tick
} agent_run_options;

/// Rows for getopt_long; their letters are the command's no more.
// clang-format off
#define AGENT_RUN_OPTIONS                                                                                                 \
    {"inputs", required_argument, NULL, 'i'}, {"raise", required_argument, NULL, 'r'},                                 \
    {"set", required_argument, NULL, 's'}, {"from", required_argument, NULL, 'M'}, {"targets", required_argument, NULL, 'K'}, {"seed", required_argument, NULL, 'S'}, {"agent", required_argument, NULL, 'a'}
#define AGENT_RUN_TICKS_OPTION                                                                                            \
    {"ticks", required_argument, NULL, 't'}
#define AGENT_RUN_AT_OPTION                                                                                               \
    {"at", required_argument, NULL, 'A'}
// clang-format on

/// Takes the option that getopt_long has found; false if it is not one of these or is wrong, which is said.
bool agent_run_take_option(const char *command, int found, agent_run_options *options);
/// Whether nothing is said of how the agent lives without a tick to look at; else that is said.
bool agent_run_has_tick(const char *command, const agent_run_options *options);
/// Takes the brain file behind the options. False, said, if it is missing or standard input is asked for twice.
bool agent_run_take_brain(const char *command, int argc, char **argv, agent_run_options *options);
void agent_run_options_free(agent_run_options *of);

typedef struct agent_run {
    wits_file *file;
    bool is_lent;  ///< the file stays its owner's
    inputs in;
    target_lists targets;
    uint32_t last;  ///< the tick at which the run ends: what was given, else the last of the inputs and targets,
                    ///< without these 10
    sets set;
    input_call first;  ///< how it begins, at tick 0
    agent_sim agent;
    bool begun;  ///< `agent` is there
} agent_run;

/// Reads everything, settings included, and starts or places the agent: that is tick 0. Returns a status; what is wrong
/// is said. `to` must stay where it is, and is to be ended whatever is returned.
int agent_run_begin(const char *command, const agent_run_options *options, bool traces, agent_run *to);
/// The same without this `first` call.
int agent_run_prepare(const char *command, const agent_run_options *options, bool traces, agent_run *to);
void agent_run_end(agent_run *of);
/// What the inputs say for this tick, the one after the latest.
void agent_run_tick(agent_run *of, uint32_t tick);
/// The first half of it: fields and events. Returns how many calls are the other half.
uint32_t agent_run_inputs(agent_run *of, uint32_t tick);
/// One of these calls.
input_call agent_run_call(const agent_run *of, uint32_t tick, uint32_t number);

#endif
