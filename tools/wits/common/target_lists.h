// SPDX-License-Identifier: MIT
// Lists of targets over time: --targets KIND=FILE.csv, each file checked as a whole before anything runs.
#ifndef WITS_TOOL_TARGET_LISTS_H
#define WITS_TOOL_TARGET_LISTS_H

#include "common/context.h"
#include "common/tool.h"

/// A row of a file.
typedef struct target_row {
    uint32_t tick;
    uint64_t agent;         ///< whose list it is in; UINT64_MAX: everybody's
    uint32_t id;            ///< WITS_NO_TARGET: the list of this tick is empty
    uint32_t line, column;  ///< where its id stands
    uint32_t agent_column;
} target_row;

/// What one file says of one kind.
typedef struct target_file {
    const char *path;  ///< null: nothing was given
    target_row *rows;  ///< ticks do not fall
    size_t row_count, row_capacity;
    unsigned char *values;  ///< of each row those of all fields, TARGET_VALUE bytes each
    size_t value_capacity;
    bool has_agents;  ///< it has a column of agents
} target_file;

enum { TARGET_VALUE = 4 };

/// The lists that one agent has at a tick, of every kind of a brain.
typedef struct target_lists {
    const wits_desc *desc;
    target_file *files;  ///< by kind
    wits_target_list *now;
    wits_column **columns;  ///< by kind: those of `now`
    uint32_t **ids;         ///< by kind: those of the rows
    size_t *next;           ///< by kind: the first row that has not come yet
} target_lists;

/// Reads the files named by "KIND=FILE.csv". Returns a status; everything that is wrong is said. Of a file with a
/// column of agents it takes the rows of `agent`. `to` is to be ended whatever is returned.
int target_lists_read(const char *command, const wits_file *file, const char *const *given, size_t count,
                      uint64_t agent, target_lists *to);
/// The same of such files that are no files: a text by kind, empty where there is none.
bool target_lists_read_texts(const wits_file *file, const text *texts, target_lists *to);
void target_lists_end(target_lists *of);
/// The lists from a tick on; ticks rise from call to call. They stay where they are. Null if the brain has no kinds.
const wits_target_list *target_lists_at(target_lists *of, uint32_t tick);
/// The last tick that has rows; 0 if there is none.
uint32_t target_lists_last_tick(const target_lists *of);

/// Reads one file, "-" being standard input; `keeps` is the agent whose rows are kept, null: of all. False, said, if
/// anything is wrong with it.
bool target_file_read(const char *path, const wits_file *brain, uint32_t kind_row, const uint64_t *keeps,
                      target_file *to);
/// The same of bytes that have been read already.
bool target_file_read_text(const char *path, const text *bytes, const wits_file *brain, uint32_t kind_row,
                           const uint64_t *keeps, target_file *to);
void target_file_free(target_file *of);
/// The kind that "KIND=..." is about; WITS_NONE, said, if it is none. `value` becomes what stands behind the '='.
uint32_t read_target_kind(const char *command, const wits_desc *desc, const char *given, const char **value);
/// The field as others of the brain.
wits_field_desc field_of_target(const wits_target_field_desc *field);
/// A target's id, or "none".
void text_target(text *to, uint32_t id);

#endif
