// SPDX-License-Identifier: MIT
// Runs the agents of a crowd with native code. The library still answers queries, and runs calls of the inputs that
// generated C does not have.
#ifndef WITS_TOOL_CROWD_NATIVE_H
#define WITS_TOOL_CROWD_NATIVE_H

#include "crowd/native_abi.h"
#include "wits/crowd.h"

struct crowd_sim;

/// Data of a crowd for native code. Zeroed, the crowd has none.
typedef struct crowd_native {
    native_host host;
    void **columns;           ///< by field
    native_targets *targets;  ///< by kind
    void ***fields;           ///< by kind: the arrays of its fields
    void ***copies;           ///< by kind and field: contiguous copies of columns that are not; null: none so far
    size_t **capacities;      ///< capacities of the copies, in values
} crowd_native;

/// Prepares a crowd whose arrays exist.
void crowd_native_begin(struct crowd_sim *of);
void crowd_native_end(struct crowd_sim *of);
/// Takes over the target lists of the current tick. Call it while no slice runs.
void crowd_native_take_targets(struct crowd_sim *of);
/// Runs agents like the library's calls for crowds.
void crowd_native_run(const struct crowd_sim *of, const wits_crowd_run *run, native_verb verb, uint64_t first,
                      uint64_t count);

#endif
