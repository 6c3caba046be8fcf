// SPDX-License-Identifier: MIT
// The host of a random brain: conditions, scores, actions and step callbacks for the library and for the model; their
// queries go through hooks. They depend only on the context's values and the call's data, and log everything they
// receive.
#ifndef WITS_TESTS_HOST_H
#define WITS_TESTS_HOST_H

#include "wits/wits.h"

enum {
    HOST_CONDITIONS = 8,
    HOST_SCORES = 8,
    HOST_ACTIONS = 10,
    HOST_STEPS = 4,
    HOST_FUNCTIONS = HOST_CONDITIONS + HOST_SCORES + HOST_ACTIONS + HOST_STEPS,
    HOST_LOG = 4096,
};

/// Queries of a host function.
typedef struct host_hooks {
    bool (*is_in)(const wits_call *call, wits_state_id state);
    uint32_t (*elapsed)(const wits_call *call);
    void (*raise)(const wits_call *call, uint32_t event);
    /// Hashes the arguments; null: host_given.
    uint64_t (*given)(const wits_call *call);
    /// The tick; null: the frame's.
    uint32_t (*tick)(const wits_call *call);
} host_hooks;

/// Fields of the agent. Compared as bytes after every call.
typedef struct host_values {
    uint32_t input;      ///< set by the test before each call
    uint32_t memory[3];  ///< written by actions
} host_values;

/// One call of an action or step callback.
typedef struct host_entry {
    char kind;  ///< 'a' or 's'
    uint8_t function;
    uint8_t action_kind;
    uint8_t padding;
    uint16_t state;
    uint16_t row;
    uint32_t elapsed;
    uint32_t data;    ///< hash of the private data, 0 without
    uint64_t active;  ///< one bit per state, for the first 64
    uint64_t given;   ///< hash of the arguments, 0 without
    uint64_t target;  ///< hash of the target, 0 without
} host_entry;

typedef struct host_log {
    bool forgets;  ///< starts again when it is full: it is not read
    host_entry entries[HOST_LOG];
    uint32_t count;
    uint32_t data_seen;  ///< calls of a condition or score with private data, which are errors
} host_log;

typedef struct host_context {
    host_values values;
    const wits_desc *desc;
    const host_hooks *hooks;
    host_log *log;
    bool from_list;  ///< records of a list are being run
} host_context;

/// The functions by number: conditions c0.., scores s0.., actions a0.., step callbacks t0...
extern const wits_function host_functions[HOST_FUNCTIONS];

uint64_t host_mix(uint64_t a, uint64_t b);
/// A hash of a target's data; 0 without one.
uint64_t host_target(const wits_call *call);
/// A hash of the arguments; 0 without any.
uint64_t host_given(const wits_call *call);

#endif
