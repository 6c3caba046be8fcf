// SPDX-License-Identifier: MIT
// Runs the variants of a workload round by round, compares their final states and prints times and ratios.
#ifndef WITS_BENCH_HARNESS_H
#define WITS_BENCH_HARNESS_H

#include "wits/wits.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

enum {
    BENCH_MAX_VARIANTS = 12,
    BENCH_MAX_BASES = 3,
    BENCH_MAX_ROUNDS = 1000,
    BENCH_AGENT_ROOM = 16,      ///< bytes that every workload reserves for an agent
    BENCH_BRAIN_WORDS = 16384,  ///< 8-byte words for a brain
    BENCH_ONE = 16,             ///< agents of a workload for one agent: in mixed phases, one after another
    BENCH_MANY = 1000,          ///< agents of a workload for an array
};

typedef struct bench_base {
    const char *name;  ///< name of an earlier variant to compare with; left out if this machine does not support it
    double target;     ///< the target ratio; 0 is none
} bench_base;

/// One implementation of a workload.
typedef struct bench_variant {
    const char *name;
    void *world;  ///< its own copy
    /// The timed part: every agent runs for this many ticks after `tick`.
    void (*run)(void *world, uint32_t tick, uint32_t ticks);
    /// A hash of the final states and contexts. Null is not compared.
    uint64_t (*digest)(const void *world);
    bench_base bases[BENCH_MAX_BASES];
    /// Instead of `digest`: of one agent, to find the first that differs.
    uint64_t (*agent_digest)(const void *world, uint32_t agent);
    uint32_t agents;  ///< agents in its world if it has fewer than the workload: the first ones
} bench_variant;

typedef struct bench_workload {
    const char *name;
    const char *title;
    uint32_t agents;
    uint32_t ticks;  ///< for each agent in a round
    const bench_variant *variants;
    uint32_t variant_count;
} bench_workload;

typedef struct bench_options {
    bool json;
    uint32_t rounds;
    const char *only;  ///< prefix of a workload's name; null is all
    uint32_t agents;   ///< number of agents for workloads with many; 0: the default
    bool cpu;          ///< count the thread's own time
} bench_options;

typedef struct bench_program {
    const char *name;
    const char *help;
    bool many;  ///< knows --agents
} bench_program;

/// Reads a command line into `options`. After --help and misuse the program ends.
void bench_read_options(const bench_program *program, int argc, char **argv, bench_options *options);

/// Returns whether a workload is selected.
bool bench_wanted(const char *name, const bench_options *options);

/// Nanoseconds on a clock that never goes back.
double bench_now_ns(void);
/// Switches to this thread's own time, which does not include other programs.
void bench_count_cpu_time(void);

/// Sorts and returns the median.
double bench_median(double *values, uint32_t count);

/// Returns false if two variants ended in different states.
bool bench_run(const bench_workload *workload, const bench_options *options);

/// Compiles into `memory`; a brain with problems or too large an agent ends the program.
const wits_brain *bench_compile(const wits_desc *desc, uint64_t memory[BENCH_BRAIN_WORDS]);

/// Folds `size` bytes into a digest, initially 0.
uint64_t bench_fold(uint64_t digest, const void *bytes, size_t size);

// The workloads: each returns whether its variants agree.
bool bench_w1(const bench_options *options);
bool bench_w2(const bench_options *options);
bool bench_w3(const bench_options *options);
bool bench_depth(const bench_options *options);
// Does nothing without brain files:
bool bench_kinds(const bench_options *options);
bool bench_load(const bench_options *options);
bool bench_snapshot(const bench_options *options);
bool bench_record(const bench_options *options);
bool bench_inspect(const bench_options *options);

// A hand-flattened machine, called through pointers: tables without a library. Each leaf has the transitions that can
// leave it, outer ones first, and each transition its target's actions on enter.

enum { FLAT_MAX_TRANSITIONS = 2 };

typedef struct flat_transition {
    wits_condition_fn *when;  ///< null is always
    wits_action_fn *enter;    ///< may be null
    uint8_t to;
} flat_transition;

typedef struct flat_state {
    flat_transition transitions[FLAT_MAX_TRANSITIONS];
    uint8_t transition_count;
    wits_action_fn *update;  ///< may be null
} flat_state;

static inline uint8_t flat_tick(const flat_state *states, uint8_t now, void *context) {
    const flat_state *state = &states[now];
    for (uint32_t i = 0; i < state->transition_count; ++i) {
        const flat_transition *transition = &state->transitions[i];
        if (!transition->when || transition->when(context, NULL)) {
            if (transition->enter) {
                transition->enter(context, NULL);
            }
            now = transition->to;
            break;
        }
    }
    if (states[now].update) {
        states[now].update(context, NULL);
    }
    return now;
}

#endif
