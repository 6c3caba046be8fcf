// SPDX-License-Identifier: MIT
// --set NAME=EXPRESSION: evaluated once before the agent starts, in the order given. NAME is a field, or a host
// condition or score with `()`.
#ifndef WITS_TOOL_SETS_H
#define WITS_TOOL_SETS_H

#include "life.h"

/// One NAME=EXPRESSION: the update of a state of the brain made for it assigns the expression to a field.
typedef struct set_item {
    bool is_function;
    uint32_t row;    ///< of the brain's fields or functions
    uint32_t field;  ///< of the made brain
    wits_state_id state;
    char *arguments;  ///< of a function where only calls with these are meant; else null
} set_item;

typedef struct sets {
    wits_brain *brain;  ///< null if nothing is set
    set_item *items;
    size_t count;
    wits_field_desc *fields;  ///< the brain's own, then one for each function that is set; these have no names
    uint32_t field_count;
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
} sets_about;

/// Reads `count` texts as they stand on the command line. Returns a status; what is wrong is said.
int sets_read(const sets_about *about, const char *const *given, size_t count, sets *to);
void sets_free(sets *of);

/// Sets one agent, in order. Reads the frame's seed and agent.
void sets_evaluate(const sets *of, life *to);

#endif
