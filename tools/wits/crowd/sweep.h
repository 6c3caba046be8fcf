// SPDX-License-Identifier: MIT
// `wits crowd --seeds` and `--sweep`: runs the same crowd repeatedly. A *point* is a combination of one value of each
// --sweep; the last --sweep varies fastest. Each point is run once with each seed.
#ifndef WITS_TOOL_SWEEP_H
#define WITS_TOOL_SWEEP_H

#include "crowd/crowd_session.h"

/// One --sweep.
typedef struct sweep_axis {
    text name;
    text *values;
    size_t count, capacity;
    bool is_constant;  ///< a constant of the brain file; else a field or a function
    bool is_whole;     ///< a field of integers
} sweep_axis;

typedef struct sweep_axes {
    sweep_axis *items;
    size_t count;
    uint64_t points;
    uint64_t seeds;  ///< runs per point
} sweep_axes;

/// Reads the options. Reports errors and returns a status. Free it in either case.
int sweep_axes_read(const crowd_options *options, const wits_file *file, sweep_axes *to);
void sweep_axes_free(sweep_axes *of);
/// Returns the value of an axis at a point.
const char *sweep_value(const sweep_axes *of, size_t axis, uint64_t point);

/// The results of one run for tables and pictures.
typedef struct sweep_run {
    uint64_t *counts;    ///< number of agents by deepest active state
    field_stats *stats;  ///< by field of --fields
    uint64_t hash;
} sweep_run;

typedef struct sweep {
    const crowd_options *options;
    const crowd_given *given;
    sweep_axes axes;
    uint64_t agents;
    sweep_run *runs;  ///< null if neither a table nor a picture is needed
    uint64_t count, done;
} sweep;

/// Mean and standard deviation (n - 1) over the seeds of a point.
typedef struct sweep_mean {
    double mean;       ///< NaN if all runs gave NaN
    double deviation;  ///< 0 for a single run
    uint64_t runs;
} sweep_mean;

/// Returns the share of agents that are in a state at the end.
sweep_mean sweep_state(const sweep *of, uint64_t point, uint32_t state);
/// Returns the mean of a field of --fields over all agents; for a bool or enum, the share of agents with `value`.
sweep_mean sweep_field(const sweep *of, uint64_t point, size_t row, uint32_t value);
/// Finds the states with the most agents over all runs. Returns how many, at most SWEEP_STATES, in the order of the
/// tree. Sets `others` to the number of further states that were active.
enum { SWEEP_STATES = 8 };
uint32_t sweep_states(const sweep *of, uint32_t states[SWEEP_STATES], uint32_t *others);
/// Writes the name of one of these states, or its path if the name is not unique.
void text_sweep_state(text *to, const wits_brain *brain, const uint32_t *states, uint32_t count, uint32_t which);
/// Returns the value that most agents have over all runs for an enum, and 1 for a bool.
uint32_t sweep_value_of_field(const sweep *of, size_t row);

/// Prints the table: a row for each run, or for each point if points have several runs.
void sweep_print(const sweep *of);
/// Most panels in a picture.
enum { SWEEP_PANELS = 60 };
/// Returns the number of panels: one for each combination of the axes after the first. The first --sweep, or else the
/// seeds, is the x axis.
uint64_t sweep_panels(const sweep_axes *of);
void sweep_draw(const sweep *of, text *to);

#endif
