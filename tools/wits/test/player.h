// SPDX-License-Identifier: MIT
// Runs the scenarios of a file, one after another, with one agent.
#ifndef WITS_TOOL_PLAYER_H
#define WITS_TOOL_PLAYER_H

#include "agent/run.h"
#include "explain/tick_record.h"
#include "test/conditions.h"

/// Bytes of calls of a step that are kept to be shown.
enum { CALLS_KEPT = 4096 };

/// The result of a scenario. The texts are of a failure; the caller frees the outcome.
typedef struct outcome {
    bool passed;
    uint32_t tick;
    uint32_t line, column;  ///< of the step
    text message;           ///< in one line: the expectation and the result
    text details;           ///< several lines, each indented by two spaces
} outcome;

typedef struct player {
    const wits_file *file;   ///< of the brain
    const wits_file *tests;  ///< of the scenarios
    uint64_t seed;           ///< for scenarios without one
    bool *covered;           ///< by goal of coverage; see wits_cover_note
    wits_desc timed;         ///< the brain, with clocks for all `elapsed(STATE)`
    wits_state_desc *states;
    screen *shown;  ///< prints the ticks of the current scenario; null: they are not printed
    agent_sim agent;
    tick_records records;
    conditions conditions;
    wits_target_list *lists;     ///< by kind
    wits_column **columns;       ///< by kind: those of its list
    unsigned char **values;      ///< by kind: the values in them
    const wits_scenario *about;  ///< the current one
    uint32_t tick;
    bool *called;  ///< for each expectation of the current step: it was called since the step began
    text calls;    ///< since the step began, each ended by a zero byte; as many as are shown
} player;

/// With `shows` the ticks of all scenarios are printed. Prints an error and returns false on failure. `to` must stay at
/// its address.
bool player_begin(const wits_file *file, const wits_file *tests, uint64_t seed, bool shows, bool *covered, player *to);
void player_end(player *of);
/// Runs a scenario. Prints an error and returns false if it cannot be run.
bool player_run(player *of, const wits_scenario *scenario, outcome *to);

/// failure.c: describes unmet expectations, or for `never` those that were met.
void outcome_fail(const player *of, const wits_scenario_step *step, bool never, const wits_expected *const *which,
                  size_t count, outcome *to);
void outcome_free(outcome *of);

#endif
