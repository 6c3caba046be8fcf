// SPDX-License-Identifier: MIT
// What `crowd` prints when it is done, and how it runs a brain.
#ifndef WITS_TOOL_CROWD_H
#define WITS_TOOL_CROWD_H

#include "many.h"

typedef struct crowd_result {
    many *of;
    uint64_t ticks;    ///< that all agents have done
    uint64_t planned;  ///< that they should have done; more only when interrupted
    const uint64_t *shown;
    size_t shown_count;
} crowd_result;

void print_crowd(const crowd_result *what);
/// One object, docs/brain-files.md says what each key is.
void print_crowd_json(const crowd_result *what);

/// `--format csv`: a column for each state that can be a deepest active one.
void print_count_names(const many *of);
void print_counts(many *of, uint64_t tick);
/// With --transitions: rows are where agents went from, columns where to.
void print_moves_csv(const many *of);

/// "a crowd of it runs one agent after another (single), because a state is entered silently: 'enemy'".
void text_plan(text *to, const wits_brain *brain);

#endif
