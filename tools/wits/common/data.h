// SPDX-License-Identifier: MIT
// Finds files that come with the program: documentation, exercises, the schema, example brains.
#ifndef WITS_TOOL_DATA_H
#define WITS_TOOL_DATA_H

#include "common/text.h"

/// Writes the path of a folder or file of the program's data, such as "exercises": in share/wits of an installed
/// program, else at the root of the sources of one that was built there. Prints an error and returns false if it is in
/// neither.
bool find_data(text *to, const char *name);

#endif
