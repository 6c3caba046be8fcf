// SPDX-License-Identifier: MIT
// --set NAME=EXPRESSION: evaluated once before the agent starts, in the order given. NAME is a field, or a host
// condition or score with `()`.
#ifndef WITS_TOOL_SETS_H
#define WITS_TOOL_SETS_H

#include "life.h"

/// Sets what `given`, `count` texts as they stand on the command line of `command`, say. Reads the frame's seed and
/// agent. Returns a status; what is wrong is said.
int sets_apply(const char *command, const char *const *given, size_t count, life *to);

#endif
