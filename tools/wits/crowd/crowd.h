// SPDX-License-Identifier: MIT
// The results of `crowd`, and the method by which it runs a brain.
#ifndef WITS_TOOL_CROWD_H
#define WITS_TOOL_CROWD_H

#include "common/json.h"
#include "crowd/stats.h"

typedef struct crowd_result {
    crowd_sim *of;
    uint64_t ticks;    ///< completed by all agents
    uint64_t planned;  ///< requested; more than `ticks` only after an interruption
    uint64_t before;   ///< ticks of `ticks` done by an earlier process, before a checkpoint
    const uint64_t *shown;
    size_t shown_count;
    const field_list *fields;  ///< fields with statistics
    bool wants_native;         ///< --native was given
} crowd_result;

// The output covers the agents of all ranks, so these are collective.

void print_crowd(const crowd_result *what);
/// Writes one object. docs/brain-files.md describes the keys.
void json_crowd(json_writer *to, const crowd_result *what);

// `--format csv`: a column for each state that can be a deepest active one, then the fields. Each cell starts with a
// comma.
void text_counts_names(text *to, const crowd_result *what);
void text_counts(text *to, const crowd_result *what, const uint64_t *counts);
/// With --transitions: each row is a source state, each column a target state.
void print_transition_matrix_csv(const crowd_sim *of);

// Statistics of fields.

/// Writes a table.
void text_fields(text *to, const crowd_result *what);
/// Writes an object with a key for each field.
void json_fields(json_writer *to, const crowd_result *what);
void text_fields_csv_names(text *to, const crowd_result *what);
void text_fields_csv(text *to, const crowd_result *what);
/// Writes the mean, or the share of true or of the most frequent value.
void text_field_briefly(text *to, const wits_field_desc *about, const field_stats *of, uint64_t agents);
/// Writes a number with four digits; whole numbers with all digits.
void text_short_number(text *to, double value);

/// Writes a state for reading: the root by its name.
void text_state_name(text *to, const wits_brain *brain, wits_state_id state);
/// Writes "a crowd of it runs one agent after another (single), because a state is entered silently: 'enemy'".
void text_plan(text *to, const wits_brain *brain);

#endif
