// SPDX-License-Identifier: MIT
// The interface between the program and a brain that it has compiled for `wits crowd --native`. The program includes
// this file. tools/compile copies it into the C of the brain, so it must be C without other headers of the project.
#ifndef WITS_TOOL_NATIVE_ABI_H
#define WITS_TOOL_NATIVE_ABI_H

#include <stddef.h>
#include <stdint.h>

/// An argument of a host function.
typedef struct native_argument {
    uint32_t kind;     ///< a wits_argument_kind
    int32_t integer;   ///< value of an int; 0 or 1 for a bool; the number of an enum's value
    float number;      ///< value of a float; for an int the same value
    const char *text;  ///< a text; the name of an enum's value, or null if only its number is known
} native_argument;

/// The results of host functions. Both arrays have an entry for each function of the brain.
typedef struct native_host {
    const double *values;  ///< the result for all agents
    void *const *columns;  ///< the results by row: bytes of a condition, floats of a score; null: use the value
    /// Returns the result of a call with arguments. A condition's result is 0 or 1.
    float (*answer)(void *user, uint32_t function, uint32_t row, const native_argument *arguments, uint32_t count);
    void *user;
} native_host;

/// The targets of one kind. All arrays are contiguous.
typedef struct native_targets {
    const uint32_t *ids;
    uint32_t count;
    const uint32_t *offsets;
    const uint32_t *own_rows;
    const void *const *fields;
} native_targets;

typedef enum native_verb { NATIVE_START, NATIVE_STOP, NATIVE_DECIDE, NATIVE_UPDATE, NATIVE_TICK } native_verb;

/// A crowd and what to do with it.
typedef struct native_crowd {
    native_verb verb;
    uint32_t tick;
    uint64_t seed;
    uint64_t count;
    void *agents;
    const uint64_t *ids;  ///< null: first_id + row
    uint64_t first_id;
    void *const *columns;           ///< the fields, contiguous
    const native_targets *targets;  ///< by kind; null if the brain has no kinds
    const native_host *host;
    void *scratch;  ///< aligned to 64 bytes
} native_crowd;

/// The compiled brain. A library exports one, named native_brain_entry.
typedef struct native_brain {
    uint64_t brain_hash;  ///< wits_brain_hash
    size_t agent_size;
    size_t (*scratch_size)(void);
    /// Runs `count` agents from row `first` on. Actions of the host are left out.
    void (*run)(const native_crowd *crowd, uint64_t first, uint64_t count);
} native_brain;

#endif
