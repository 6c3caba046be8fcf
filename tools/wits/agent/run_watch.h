// SPDX-License-Identifier: MIT
// `wits run --watch`: runs the agent again whenever a file changes, and prints what differs from the run before.
#ifndef WITS_TOOL_RUN_WATCH_H
#define WITS_TOOL_RUN_WATCH_H

#include "agent/agent_run.h"

/// Runs the agent of a brain from its start and adds what it prints to `out`. Returns a status; prints errors.
typedef int run_again_fn(void *user, wits_file *file, text *out);

/// Runs until Ctrl-C. A run that fails prints its errors, and the next one is compared with the last that did not.
/// Returns a status; an error of the first run ends it.
int run_watch(const agent_run_options *who, bool jsonl, run_again_fn *again, void *user);

#endif
