// SPDX-License-Identifier: MIT
// The command line of `crowd`.
#ifndef WITS_TOOL_CROWD_OPTIONS_H
#define WITS_TOOL_CROWD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum crowd_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } crowd_format;

/// Numbers of an option that may be given several times.
typedef struct number_list {
    uint64_t *items;
    size_t count, capacity;
} number_list;

typedef struct crowd_options {
    const char *command;  ///< for messages
    const char *brain;
    const char *inputs;
    const char *context;
    const char **sets;
    size_t set_count, set_capacity;
    bool is_world;             ///< they are lines of a world: see inspect/inspect_world.h
    size_t again_from;         ///< of a world: the first setting that is evaluated before every tick
    const char **target_sets;  ///< settings of fields of targets
    size_t target_set_count, target_set_capacity;
    const char **targets;  ///< "enemy=FILE.csv" or "enemy=5"
    size_t target_count, target_capacity;
    number_list shown;
    uint64_t agents;  ///< 0: not given
    uint64_t ticks;
    bool ticks_given;
    uint64_t threads;  ///< 0: not given
    bool seed_given;
    uint64_t seed;
    uint64_t every;  ///< 0: not given
    bool transitions;
    crowd_format format;
    bool format_given;
    const char *fields;  ///< names separated by commas, or "all"; null if not given
    const char *plot;    ///< path of the picture; null if not given
    const char *dump;    ///< path of the final dump; null if not given
    number_list dump_at;
    bool has_seeds;
    uint64_t first_seed, last_seed;
    const char *checkpoint;  ///< path of the checkpoint; null if not given
    const char *resume;      ///< the checkpoint to resume from; null for a new run
    const char **sweeps;     ///< each "NAME=VALUE,VALUE"
    size_t sweep_count, sweep_capacity;
    bool native;
    const char *record;   ///< path of the recording; null if not given
    uint64_t hash_every;  ///< ticks; 0: not given
    uint64_t keyframes;   ///< ticks; 0: not given
    bool watch;
    int path;
    int simd;
} crowd_options;

extern const char crowd_name[];

/// Rows for getopt_long: options that every command with crowds has. Commands must not use these letters for other
/// options.
// clang-format off
#define CROWD_OPTIONS                                                                                                  \
    {"agents", required_argument, NULL, 'a'}, {"ticks", required_argument, NULL, 't'},                                 \
    {"threads", required_argument, NULL, 'T'}, {"seed", required_argument, NULL, 'S'},                                 \
    {"set", required_argument, NULL, 's'}, {"inputs", required_argument, NULL, 'i'},                                   \
    {"targets", required_argument, NULL, 'K'}
// clang-format on
/// Takes one of these options, found by getopt_long. Returns false if it is not one of them, or prints an error and
/// returns false if it is invalid.
bool crowd_take_option(int found, crowd_options *to);

/// Prints an error and returns false if anything is wrong with the options.
bool crowd_options_read(int argc, char **argv, crowd_options *to);
void crowd_options_free(crowd_options *of);

/// Returns whether many runs are compared.
bool crowd_sweeps(const crowd_options *options);
/// Returns whether any input file is standard input.
bool crowd_reads_standard_input(const crowd_options *options);
/// Returns whether the picture or the dump goes to standard output.
bool crowd_is_silent(const crowd_options *options);

#endif
