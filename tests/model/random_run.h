// SPDX-License-Identifier: MIT
// Runs one random brain with random calls, in the library and in the model at once, compared after every call.
#ifndef WITS_TESTS_RANDOM_RUN_H
#define WITS_TESTS_RANDOM_RUN_H

#include <stdio.h>

#include "model.h"
#include "random_brain.h"
#include "wits/convert.h"

typedef struct run_options {
    bool model_only;  ///< the library is not called
    FILE *out;        ///< prints events here, if not null
    uint64_t *counts;
} run_options;

typedef struct run_failure {
    char text[400];
    uint32_t life;  ///< number of the run
    uint32_t call;  ///< number of its call
    bool compile;   ///< the brain did not compile
} run_failure;

/// Makes the call of the library; returns its result.
bool random_call_make(const wits_brain *brain, void *agent, const random_call *call, const wits_frame *frame);

/// The compiled brain, in memory of exactly the requested size; free() it. Null with `failure` filled.
void *random_compile(const random_brain *brain, run_failure *failure);
/// Returns whether library and model agree from the first call to the last. `memory` is random_compile's (null: model
/// only).
bool random_run_compare(const random_brain *brain, const void *memory, const random_run *run,
                        const run_options *options, run_failure *failure);

/// A run in one version of a brain. `memory` is random_compile's.
typedef struct random_life {
    const random_brain *brain;
    const void *memory;
    const random_run *run;
} random_life;

/// The library's last conversion.
typedef struct random_switch {
    const wits_brain *from, *to;
    const uint8_t *old_agent, *new_agent;
    const wits_frame *frame;
    const wits_conversion *lost;
} random_switch;

/// Checks a conversion; returns false with `failure` filled if it is wrong.
typedef bool random_switch_fn(const random_switch *s, run_failure *failure);

/// Runs agents through several versions of a brain; library and model convert them. Returns whether both agree from the
/// first call to the last.
bool random_lives_compare(const random_life *lives, uint32_t count, random_switch_fn *look, const run_options *options,
                          run_failure *failure);

// print.c
void print_brain(FILE *out, const random_brain *brain);
void print_run(FILE *out, const random_run *run);
void print_call(FILE *out, const random_call *call, uint32_t number);
void print_log(FILE *out, const char *title, const host_log *log);
/// Prints one record of a list, and the title before the first.
void print_record(FILE *out, const char *title, const wits_desc *desc, const wits_action_record *record,
                  uint32_t function, const wits_argument *arguments, uint32_t count);
void print_active(FILE *out, const char *title, const wits_desc *desc, const wits_state_id *states, uint32_t count);

// shrink.c
/// Makes a failing case smaller as long as it fails in the same way.
void shrink(random_brain *brain, random_run *run, uint64_t *counts);

#endif
