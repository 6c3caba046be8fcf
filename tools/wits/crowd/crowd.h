// SPDX-License-Identifier: MIT
// What `crowd` prints when it is done, and how it runs a brain.
#ifndef WITS_TOOL_CROWD_H
#define WITS_TOOL_CROWD_H

#include "crowd/stats.h"

typedef struct crowd_result {
    crowd_sim *of;
    uint64_t ticks;    ///< that all agents have done
    uint64_t planned;  ///< that they should have done; more only when interrupted
    uint64_t before;   ///< of `ticks` those that another process has done, before a checkpoint
    const uint64_t *shown;
    size_t shown_count;
    const field_list *fields;  ///< of which statistics are printed
} crowd_result;

// What is printed is of the agents of all ranks: these are collective.

void print_crowd(const crowd_result *what);
/// One object, docs/brain-files.md says what each key is.
void text_crowd_json(text *to, const crowd_result *what);

// `--format csv`: columns for each state that can be a deepest active one, then for the fields; each cell begins with
// a comma.
void text_counts_names(text *to, const crowd_result *what);
void text_counts(text *to, const crowd_result *what, const uint64_t *counts);
/// With --transitions: rows are where agents went from, columns where to.
void print_transition_matrix_csv(const crowd_sim *of);

// Statistics of fields.

/// A table.
void text_fields(text *to, const crowd_result *what);
/// An object with a key for each field.
void text_fields_json(text *to, const crowd_result *what);
void text_fields_csv_names(text *to, const crowd_result *what);
void text_fields_csv(text *to, const crowd_result *what);
/// The mean, or the share of true or of the most frequent value.
void text_field_briefly(text *to, const wits_field_desc *about, const field_stats *of, uint64_t agents);
/// With four digits, whole numbers with all of theirs.
void text_short_number(text *to, double value);

/// A state as people read it: the root by its name.
void text_state_name(text *to, const wits_brain *brain, wits_state_id state);
/// "a crowd of it runs one agent after another (single), because a state is entered silently: 'enemy'".
void text_plan(text *to, const wits_brain *brain);

#endif
