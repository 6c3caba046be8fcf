// SPDX-License-Identifier: MIT
// What each agent of a crowd knows at first: a CSV file with a row for each agent, checked as a whole before anything
// runs. What `--dump` writes is one, with columns that are no fields: who the agent is, where it is, and its bytes,
// with which it goes on.
#ifndef WITS_TOOL_ROSTER_H
#define WITS_TOOL_ROSTER_H

#include "crowd/crowd_sim.h"

/// Columns that are no fields. No name of a field has a parenthesis.
#define INITIAL_AGENT "(agent)"
#define INITIAL_ACTIVE "(active)"  ///< for people; not read
#define INITIAL_BYTES "(bytes "    ///< "(bytes LAYOUT at TICK)": wits_brain_layout_hash as 16 hex digits

enum { INITIAL_ID = 0x10000, INITIAL_STATES, INITIAL_MEMORY };  ///< in place of a field

typedef struct initial_values {
    const char *name;  ///< for messages
    text bytes;
    uint32_t *columns;  ///< of each the field, one of those above, or WITS_NONE
    size_t column_count;
    uint64_t row_count;
    bool has_ids;
    bool goes_on;   ///< it has the agents' bytes
    uint32_t from;  ///< the tick that these are of
} initial_values;

/// Reads `path`, "-" being standard input. `agents` is how many rows there must be; 0 is any number. False if anything
/// is wrong with it; everything is said.
bool initial_values_read(const char *path, const wits_desc *desc, const wits_brain *brain, uint64_t agents,
                         initial_values *to);
/// Gives the agents of this rank their values; an empty cell leaves the initial one.
void initial_values_apply(const initial_values *from, crowd_sim *to);
void initial_values_free(initial_values *of);

#endif
