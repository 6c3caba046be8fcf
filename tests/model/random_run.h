// SPDX-License-Identifier: MIT
// One random brain and one random life, in the library and in the model at once, compared after every call.
#ifndef WITS_TESTS_RANDOM_RUN_H
#define WITS_TESTS_RANDOM_RUN_H

#include <stdio.h>

#include "model.h"
#include "random_brain.h"

typedef struct run_options {
    bool model_only;  ///< the library is not called
    FILE *out;        ///< what happens is told here, if not null
    uint64_t *counts;
} run_options;

typedef struct run_failure {
    char text[400];
    uint32_t call;  ///< which call of the run
    bool compile;   ///< the brain did not compile at all
} run_failure;

/// The compiled brain, in memory of exactly the size asked for; free() it. Null with `failure` told.
void *random_compile(const random_brain *brain, run_failure *failure);
/// Whether library and model agree from the first call to the last. `memory` is random_compile's (null: model only).
bool random_run_compare(const random_brain *brain, const void *memory, const random_run *run,
                        const run_options *options, run_failure *failure);

// print.c
void print_brain(FILE *out, const random_brain *brain);
void print_run(FILE *out, const random_run *run);
void print_call(FILE *out, const random_call *call, uint32_t number);
void print_log(FILE *out, const char *title, const host_log *log);
void print_list(FILE *out, const char *title, const wits_desc *desc, const wits_action_record *records, uint32_t count);
void print_active(FILE *out, const char *title, const wits_desc *desc, const wits_state_id *states, uint32_t count);

// shrink.c
/// Makes a failing case smaller as long as it fails in the same way.
void shrink(random_brain *brain, random_run *run, uint64_t *counts);

#endif
