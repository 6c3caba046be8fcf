// SPDX-License-Identifier: MIT
// What each agent of a crowd knows at first: a CSV file with a row for each agent, checked as a whole before anything
// runs.
#ifndef WITS_TOOL_ROSTER_H
#define WITS_TOOL_ROSTER_H

#include "many.h"

typedef struct roster {
    const char *name;  ///< for messages
    text bytes;
    uint32_t *fields;  ///< of each column
    size_t column_count;
    uint64_t row_count;
} roster;

/// Reads `path`, "-" being standard input. `agents` is how many rows there must be; 0 is any number. False if anything
/// is wrong with it; everything is said.
bool roster_read(const char *path, const wits_desc *desc, uint64_t agents, roster *to);
/// Gives the agents their values; an empty cell leaves the initial one.
void roster_apply(const roster *from, const wits_desc *desc, many *to);
void roster_free(roster *of);

#endif
