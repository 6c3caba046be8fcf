// SPDX-License-Identifier: MIT
// The commands and options of the program for shells that complete them.
#ifndef WITS_TOOL_COMPLETION_H
#define WITS_TOOL_COMPLETION_H

/// Prints a line for each option in a command's help: name, notation of its value and description, with tabs in
/// between. An option that is listed with several values has several lines. One that a paragraph only refers to has no
/// value.
void print_options(const char *help);

#endif
