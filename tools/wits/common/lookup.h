// SPDX-License-Identifier: MIT
// Finds rows of a description by names from the command line, and suggests others.
#ifndef WITS_TOOL_LOOKUP_H
#define WITS_TOOL_LOOKUP_H

#include "common/tool.h"

/// Returns the row of a field, or WITS_NONE.
uint32_t find_field(const wits_desc *desc, const char *name);
void guess_offer_fields(guess *to, const wits_desc *desc);
/// Writes "; did you mean 'x'?" about a field, or nothing.
void text_guess_field(text *to, const wits_desc *desc, const char *name);

/// Returns the row of a kind of targets. WITS_NONE with "unknown kind of targets 'x'" and a suggestion in `problem`.
uint32_t find_target_kind(const wits_desc *desc, const char *name, text *problem);

/// Takes the next item of a list with commas, without the blanks around it. False at the end, where `*rest` is null.
bool item_next(const char **rest, text *item);

/// Writes the path of a state; the root has none.
void text_path(text *to, const wits_brain *brain, wits_state_id state);
/// The same, but the brain's name for the root.
void text_state(text *to, const wits_brain *brain, wits_state_id state);

#endif
