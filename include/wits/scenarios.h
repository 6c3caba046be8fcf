// SPDX-License-Identifier: MIT
// Scenario tests of a brain, as read from a file such as guard.test.yaml; docs/testing-brains.md describes the format.
// wits_scenarios_load in wits/file.h reads them, `wits test` runs them.
#ifndef WITS_SCENARIOS_H
#define WITS_SCENARIOS_H

#include <stdbool.h>
#include <stdint.h>

#include "wits/promises.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_MAX_SCENARIOS = 100000,        ///< in one file
    WITS_MAX_SCENARIO_TICKS = 1000000,  ///< of one scenario
    WITS_MAX_EXPECTED = 10000,          ///< in one scenario
};

/// Sets a field, or the result of a host condition or score.
typedef struct wits_scenario_value {
    bool is_function;
    uint32_t row;           ///< of the field or function
    const char *arguments;  ///< for a function: as written, for calls with exactly these arguments; null: for all calls
    double value;           ///< a bool is 0 or 1, an enum the row of its value
    uint32_t line;          ///< position of its name
    uint32_t column;
} wits_scenario_value;

/// A list of targets that replaces the previous one of its kind.
typedef struct wits_scenario_targets {
    uint32_t kind;
    const uint32_t *ids;
    const double *values;  ///< for each id the values of all fields of the kind
    uint32_t count;
} wits_scenario_targets;

/// Inputs that are set together.
typedef struct wits_scenario_inputs {
    const wits_scenario_value *values;
    uint32_t value_count;
    const wits_scenario_targets *targets;
    uint32_t target_count;
    uint64_t events;  ///< raised
} wits_scenario_inputs;

typedef enum wits_expected_kind {
    WITS_EXPECTED_ACTIVE,  ///< the state `row` is active
    WITS_EXPECTED_CALLS,   ///< the action `row` was called
    WITS_EXPECTED_HOLDS,   ///< the condition `text` holds
    WITS_EXPECTED_TARGET,  ///< the option `row` has the target `target`
} wits_expected_kind;

/// One thing that is expected, or that must never be.
typedef struct wits_expected {
    wits_expected_kind kind;
    bool is_not;              ///< the opposite
    uint32_t row;             ///< WITS_NONE: any action
    const char *arguments;    ///< of calls: as written; null: any arguments
    uint32_t target;          ///< an id, or WITS_NO_TARGET
    wits_property_text text;  ///< a condition is without constants and names. It may have the words in(PATH) and
                              ///< elapsed(PATH), with a name or path for wits_find_state, or "/" for the root
    const char *written;      ///< the text in the file
} wits_expected;

/// Time between the inputs of a step and the check of its expectations.
typedef enum wits_scenario_wait {
    WITS_WAIT_AFTER,   ///< after exactly `ticks`
    WITS_WAIT_WITHIN,  ///< after at most `ticks`, at least 1
    WITS_WAIT_FOR,     ///< after each of `ticks`, at least 1
} wits_scenario_wait;

typedef struct wits_scenario_step {
    wits_scenario_inputs when;
    wits_scenario_wait wait;
    uint32_t ticks;
    const wits_expected *expect;  ///< all of them
    uint32_t expect_count;
    const wits_expected *never;  ///< none of them after any tick of the step
    uint32_t never_count;
    uint32_t line;
    uint32_t column;
} wits_scenario_step;

typedef struct wits_scenario {
    const char *name;            ///< unique in its file
    wits_scenario_inputs given;  ///< before the start, after those of wits_file_scenarios_given
    uint32_t from;               ///< the state in which the agent is placed; WITS_NONE: it starts
    bool has_seed;
    uint64_t seed;
    const wits_scenario_step *steps;
    uint32_t step_count;
    const wits_expected *never;  ///< none of them after any tick
    uint32_t never_count;
    uint32_t line;  ///< position of its name
    uint32_t column;
} wits_scenario;

#ifdef __cplusplus
}
#endif

#endif
