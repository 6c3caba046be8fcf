// SPDX-License-Identifier: MIT
// crowd --dump: all agents at one moment, as `--context` reads them.
#ifndef WITS_TOOL_DUMP_H
#define WITS_TOOL_DUMP_H

#include "crowd/crowd_sim.h"

/// Writes all agents as they are after `tick` to a file, or to standard output for "-". Returns a status; what went
/// wrong is said.
int dump_write(const char *command, const crowd_sim *of, uint32_t tick, const char *path);
/// The path of the dump of a tick before the last: "day-12.csv" beside "day.csv".
void dump_path(text *to, const char *path, uint64_t tick);

#endif
