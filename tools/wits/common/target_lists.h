// SPDX-License-Identifier: MIT
// Target lists over time: --targets KIND=FILE.csv. Each file is checked completely before anything runs.
#ifndef WITS_TOOL_TARGET_LISTS_H
#define WITS_TOOL_TARGET_LISTS_H

#include "common/context.h"
#include "common/tool.h"

/// A row of a file.
typedef struct target_row {
    uint32_t tick;
    uint64_t agent;         ///< the owner of the list; UINT64_MAX: all agents
    uint32_t id;            ///< WITS_NO_TARGET: the list of this tick is empty
    uint32_t line, column;  ///< position of the id
    uint32_t agent_column;
} target_row;

/// The contents of the file of one kind.
typedef struct target_file {
    const char *path;  ///< null: no file was given
    target_row *rows;  ///< ticks ascend
    size_t row_count, row_capacity;
    unsigned char *values;  ///< for each row the values of all fields, TARGET_VALUE bytes each
    size_t value_capacity;
    bool has_agents;  ///< it has a column of agents
} target_file;

enum { TARGET_VALUE = 4 };

/// The lists of one agent at a tick, for every kind of a brain.
typedef struct target_lists {
    const wits_desc *desc;
    target_file *files;  ///< by kind
    wits_target_list *now;
    wits_column **columns;  ///< by kind: columns of `now`
    uint32_t **ids;         ///< by kind: ids of the rows
    size_t *next;           ///< by kind: the first row after the current tick
} target_lists;

/// Reads the files in "KIND=FILE.csv". If a file has a column of agents, keeps the rows of `agent`. Reports all errors
/// and returns a status. End `to` in either case.
int target_lists_read(const char *command, const wits_file *file, const char *const *given, size_t count,
                      uint64_t agent, target_lists *to);
/// The same for texts in the format of such files: one for each kind, empty if there is none.
bool target_lists_read_texts(const wits_file *file, const text *texts, target_lists *to);
void target_lists_end(target_lists *of);
/// Returns the lists at a tick. Ticks must not decrease from call to call. The result is at the same address in all
/// calls. Null if the brain has no kinds.
const wits_target_list *target_lists_at(target_lists *of, uint32_t tick);
/// Returns the last tick that has rows, or 0.
uint32_t target_lists_last_tick(const target_lists *of);

/// Returns the maximum number of rows that the lists of a kind can have.
uint32_t target_lists_most_rows(const target_lists *of, uint32_t kind);

/// Reads one file; "-" is standard input. `keeps` is the agent whose rows are kept; null: all. Reports errors and
/// returns false if there are any.
bool target_file_read(const char *path, const wits_file *brain, uint32_t kind_row, const uint64_t *keeps,
                      target_file *to);
/// The same for a file in memory.
bool target_file_read_text(const char *path, const text *bytes, const wits_file *brain, uint32_t kind_row,
                           const uint64_t *keeps, target_file *to);
void target_file_free(target_file *of);
/// Returns the kind in "KIND=..." and sets `value` to the text after the '='. Reports an error and returns WITS_NONE if
/// the kind is unknown.
uint32_t read_target_kind(const char *command, const wits_desc *desc, const char *given, const char **value);
/// Returns the field of a target as a field of an agent.
wits_field_desc field_of_target(const wits_target_field_desc *field);
/// Writes the id of a target, or "none".
void text_target(text *to, uint32_t id);

#endif
