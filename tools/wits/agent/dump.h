// SPDX-License-Identifier: MIT
// crowd --dump: writes all agents at one moment in the format of `--context`.
#ifndef WITS_TOOL_DUMP_H
#define WITS_TOOL_DUMP_H

#include "crowd/crowd_sim.h"

/// Writes all agents as they are after `tick` to a file, or to standard output for "-". Returns a status; prints
/// errors.
int dump_write(const char *command, const crowd_sim *of, uint32_t tick, const char *path);
/// Writes the path for the dump of an earlier tick: "day-12.csv" beside "day.csv".
void dump_path(text *to, const char *path, uint64_t tick);

#endif
