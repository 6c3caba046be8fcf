// SPDX-License-Identifier: MIT
// Reading of scenarios, in three files: scenarios.c (the list and the steps), scenario_inputs.c (`given` and `when`)
// and scenario_expect.c (`expect` and `never`).
#ifndef WITS_FILE_SCENARIOS_H
#define WITS_FILE_SCENARIOS_H

#include "file/share.h"

/// The file and the tables of its brain.
typedef struct scenario_reader {
    wits_file *file;
    const wits_desc *desc;
    const wits_promises *promises;
} scenario_reader;

/// Returns the items of a list, or the value itself as the only item; null with a count of 0 if it is invalid or empty.
node *wits_file_items_of(node *value, uint32_t *count);
/// Returns the item after `item`, which wits_file_items_of or this function returned for `value`; null after the last.
node *wits_file_item_after(const node *value, const node *item);
/// Return the row of a field or function; WITS_NONE if there is none.
uint32_t wits_file_scenario_field(const scenario_reader *r, const char *name);
uint32_t wits_file_scenario_function(const scenario_reader *r, const char *name);
/// Returns whether a function of the brain is an action.
bool wits_file_is_action(const wits_function *function);
const char *wits_file_scenario_copy(const scenario_reader *r, const char *text, size_t length);

/// Reads the value of `given` or `when`.
void wits_file_read_inputs(const scenario_reader *r, node *mapping, wits_scenario_inputs *to);
/// Reads the id of a target.
bool wits_file_read_target_id(const scenario_reader *r, node *value, uint32_t *id);

/// Reads the path of a state; "/" is the root. Returns false with a problem reported.
bool wits_file_read_state_path(const scenario_reader *r, node *value, uint32_t *row);
/// Reads the value of `expect` or `never`, which may be null. Returns null if there is nothing valid in it.
const wits_expected *wits_file_read_expectations(const scenario_reader *r, node *value, uint32_t *count);

#endif
