// SPDX-License-Identifier: MIT
// --set NAME=EXPRESSION: evaluated once before the agent starts, in the order given. NAME is a field, or a host
// condition or score with `()`.
#ifndef WITS_TOOL_SETS_H
#define WITS_TOOL_SETS_H

#include "agent/agent_sim.h"

/// One NAME=EXPRESSION: the update of a state of the brain made for it assigns the expression to a field.
typedef struct set_item {
    bool is_function;
    uint32_t row;    ///< of the brain's fields or functions
    uint32_t field;  ///< of the made brain
    wits_state_id state;
    char *arguments;              ///< of a function where only calls with these are meant; else null
    const wits_promise *promise;  ///< that its value must keep; null: no range, or a later item sets the same
    char *said;                   ///< "--set health=2"
} set_item;

typedef struct sets {
    wits_brain *brain;  ///< null if nothing is set
    set_item *items;
    size_t count;
    wits_field_desc *fields;  ///< the brain's own, then one for each function that is set; these have no names
    uint32_t field_count;
    const char *command;
} sets;

/// What is read for: `functions` are those that the made brain's frame has.
typedef struct sets_about {
    const char *command;
    const char *option;  ///< as it is called in messages: "--set"
    const wits_desc *desc;
    const wits_brain *brain;
    const wits_function *functions;
    uint32_t function_count;
    const char *joint;  ///< what stands between that and the setting; null: a blank
    const wits_promise *field_promises, *function_promises;  ///< by row, of the brain file; they outlive the sets
} sets_about;

/// Reads `count` texts as they stand on the command line. Returns a status; what is wrong is said.
int sets_read(const sets_about *about, const char *const *given, size_t count, sets *to);
void sets_free(sets *of);

/// Sets one agent, in order. Reads the frame's seed and agent. Returns a status; a value outside of its range is said.
int sets_evaluate(const sets *of, agent_sim *to);
/// Whether a value that one of them has come to keeps to its range. Returns a status; else it is said, with words in
/// front that say of whom, or "".
int sets_check(const sets *of, const set_item *one, double value, const char *whose);

#endif
