// SPDX-License-Identifier: MIT
// Initial values of a crowd from a CSV file with a row for each agent. The file is checked completely before anything
// runs. Files written by `--dump` qualify. They have additional columns for the agent's id, its states and its bytes,
// with which agents can continue.
#ifndef WITS_TOOL_INITIAL_VALUES_H
#define WITS_TOOL_INITIAL_VALUES_H

#include "crowd/crowd_sim.h"

/// Columns that are not fields. Field names have no parentheses.
#define INITIAL_AGENT "(agent)"
#define INITIAL_ACTIVE "(active)"  ///< for people; ignored
#define INITIAL_BYTES "(bytes "    ///< "(bytes LAYOUT at TICK)": wits_brain_layout_hash as 16 hex digits

enum { INITIAL_ID = 0x10000, INITIAL_STATES, INITIAL_MEMORY };  ///< column values other than field rows

typedef struct initial_values {
    const char *name;  ///< file name for messages
    text bytes;
    uint32_t *columns;  ///< meaning of each column: a field, one of INITIAL_…, or WITS_NONE
    size_t column_count;
    uint64_t row_count;
    bool has_ids;
    bool goes_on;   ///< the file has the agents' bytes
    uint32_t from;  ///< the tick in which the bytes were written
} initial_values;

/// Reads `path`; "-" is standard input. `agents` is the expected number of rows; 0: any. Reports all errors and returns
/// false if there are any.
bool initial_values_read(const char *path, const wits_desc *desc, const wits_brain *brain, uint64_t agents,
                         initial_values *to);
/// Applies the values to the agents of this rank. Empty cells leave the initial value.
void initial_values_apply(const initial_values *from, crowd_sim *to);
void initial_values_free(initial_values *of);

#endif
