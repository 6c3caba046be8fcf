// SPDX-License-Identifier: MIT
// An agent that runs independently of the prover, with the prover's inputs: random values, or those of a run.
#ifndef WITS_TESTS_PROVE_LIFE_H
#define WITS_TESTS_PROVE_LIFE_H

#include "prove/inside.h"
#include "random_brain.h"

enum { LIFE_TRACED = 4096, LIFE_IDS = 6 };

/// An agent's list of one kind: its targets come and go, and are found again by their ids.
typedef struct life_list {
    uint32_t ids[WITS_MAX_MOST_TARGETS];
    uint64_t *cells;  ///< by field, by row
    wits_column *columns;
} life_list;

/// An agent that runs independently of the prover. They share only the brain.
typedef struct life {
    const wits_prover *p;
    const wits_brain *brain;
    unsigned char *agent;
    uint64_t *cells;
    wits_column *columns;
    wits_function *functions;
    wits_list list;
    float *draws;
    wits_frame frame;
    bool has_started;
    bool keeps_to_values;       ///< inputs have only the values that the prover tries
    const wits_proof_run *run;  ///< source of answers; null: random ones
    uint32_t run_tick;
    uint64_t now;   ///< random: seed of this tick's results
    bool was_lost;  ///< a function was called whose call the prover has not seen
    double *held;   ///< by input: its last value, if any. Lists stay unchanged
    life_list kept[WITS_MAX_TARGET_KINDS];
    wits_target_list lists[WITS_MAX_TARGET_KINDS];
    wits_trace_record traced[LIFE_TRACED];
    wits_trace trace;
    uint32_t waited, rested;  ///< points with the same inputs: in the state, with the composite active
    rng r;
} life;

/// Resets to a stopped agent at tick 0, with initial fields.
life *life_new(const wits_prover *p, uint64_t seed);
void life_free(life *l);
/// Draws a random number for each random stream in the next call.
void life_draw(life *l);
void life_begin(life *l, uint32_t tick);
/// Sets the host's input before a tick.
void life_give(life *l);
/// Sets the same input again, except events and random numbers.
void life_give_again(life *l);
/// Sets the run's input before one of its ticks.
void life_give_run(life *l, uint32_t tick);
void life_tick(life *l);

#endif
