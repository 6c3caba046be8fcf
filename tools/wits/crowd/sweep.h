// SPDX-License-Identifier: MIT
// crowd --seeds and --sweep: the same crowd again and again. A *point* is a combination of one value of each --sweep;
// the last --sweep varies fastest. Each point is run once with each seed.
#ifndef WITS_TOOL_SWEEP_H
#define WITS_TOOL_SWEEP_H

#include "crowd/crowd_session.h"

/// One --sweep.
typedef struct sweep_axis {
    text name;
    text *values;
    size_t count, capacity;
    bool is_constant;  ///< of the brain file; else a field, or what a function gives
    bool is_whole;     ///< a field of whole numbers
} sweep_axis;

typedef struct sweep_axes {
    sweep_axis *items;
    size_t count;
    uint64_t points;
    uint64_t seeds;  ///< runs of each point
} sweep_axes;

/// Reads what the options say. Returns a status; what is wrong is said. To be freed whatever is returned.
int sweep_axes_read(const crowd_options *options, const wits_file *file, sweep_axes *to);
void sweep_axes_free(sweep_axes *of);
/// The value of an axis at a point.
const char *sweep_value(const sweep_axes *of, size_t axis, uint64_t point);

/// One run, as far as tables and pictures need it.
typedef struct sweep_run {
    uint64_t *counts;    ///< agents by deepest active state
    field_stats *stats;  ///< of each field of --fields
    uint64_t hash;
} sweep_run;

typedef struct sweep {
    const crowd_options *options;
    const crowd_given *given;
    sweep_axes axes;
    uint64_t agents;
    sweep_run *runs;  ///< null if neither a table nor a picture is asked for
    uint64_t count, done;
} sweep;

/// Mean and standard deviation (n - 1) over the seeds of a point.
typedef struct sweep_mean {
    double mean;       ///< NaN if there is no number
    double deviation;  ///< 0 of a single run
    uint64_t runs;
} sweep_mean;

/// The part of all agents that are in a state at the end.
sweep_mean sweep_state(const sweep *of, uint64_t point, uint32_t state);
/// The mean of a field of --fields over all agents; of a bool or enum the part that has a value.
sweep_mean sweep_field(const sweep *of, uint64_t point, size_t row, uint32_t value);
/// The states that most agents are in, over all runs, in the order of the tree. Returns how many, at most
/// SWEEP_STATES. `others` becomes how many more were active.
enum { SWEEP_STATES = 8 };
uint32_t sweep_states(const sweep *of, uint32_t states[SWEEP_STATES], uint32_t *others);
/// The name of one of these states: its own, or its path where another one has the same.
void text_sweep_state(text *to, const wits_brain *brain, const uint32_t *states, uint32_t count, uint32_t which);
/// Of an enum the value that most agents have over all runs; of a bool 1.
uint32_t sweep_value_of_field(const sweep *of, size_t row);

/// The table: a row for each run, or for each point if it has several.
void sweep_print(const sweep *of);
/// Panels the picture has at most.
enum { SWEEP_PANELS = 60 };
/// The first --sweep, or else the seeds, from left to right; a panel for each combination of the others.
uint64_t sweep_panels(const sweep_axes *of);
void sweep_draw(const sweep *of, text *to);

#endif
