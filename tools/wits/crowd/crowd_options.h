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
    const char *brain;
    const char *inputs;
    const char *context;
    const char **sets;
    size_t set_count, set_capacity;
    const char **target_sets;  ///< those of fields of targets
    size_t target_set_count, target_set_capacity;
    const char **targets;  ///< as "enemy=FILE.csv" or "enemy=5"
    size_t target_count, target_capacity;
    number_list shown;
    uint64_t agents;  ///< 0 is not given
    uint64_t ticks;
    bool ticks_given;
    uint64_t threads;  ///< 0 is not given
    bool seed_given;
    uint64_t seed;
    uint64_t every;  ///< 0 is not given
    bool transitions;
    crowd_format format;
    bool format_given;
    const char *fields;  ///< names with commas between them, or "all"; null if there are none
    const char *plot;    ///< where the picture goes; null if there is none
    const char *dump;    ///< where all agents go at the end; null if they are not asked for
    number_list dump_at;
    bool has_seeds;
    uint64_t first_seed, last_seed;
    const char *checkpoint;  ///< where the run is kept; null if it is not
    const char *resume;      ///< the checkpoint that it goes on from; null if it begins
    const char **sweeps;     ///< each "NAME=VALUE,VALUE"
    size_t sweep_count, sweep_capacity;
    int path;
    int simd;
} crowd_options;

extern const char crowd_name[];

/// False, said, if anything is wrong with them.
bool crowd_options_read(int argc, char **argv, crowd_options *to);
void crowd_options_free(crowd_options *of);

/// Whether many runs are compared instead of one being looked at.
bool crowd_sweeps(const crowd_options *options);
/// Whether any file that is read is standard input.
bool crowd_reads_standard_input(const crowd_options *options);
/// Whether standard output belongs to the picture or to the dump.
bool crowd_is_silent(const crowd_options *options);

#endif
