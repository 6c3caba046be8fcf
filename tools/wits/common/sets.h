// SPDX-License-Identifier: MIT
// --set NAME=EXPRESSION, evaluated once before the agent starts, in the given order. NAME is a field, or a host
// condition or score followed by `()`, or for some commands an event.
#ifndef WITS_TOOL_SETS_H
#define WITS_TOOL_SETS_H

#include "agent/agent_sim.h"

/// One NAME=EXPRESSION. A state of the evaluation brain assigns the expression to a field in its `update`.
typedef struct set_item {
    bool is_function;
    bool is_event;   ///< raised where the value is true
    uint32_t row;    ///< row of the field, function or event in the original brain
    uint32_t field;  ///< field of the evaluation brain
    wits_state_id state;
    char *arguments;              ///< arguments of the calls of a function that are meant; null: all calls
    const wits_promise *promise;  ///< range of the value; null if there is none or a later item sets the same
    char *said;                   ///< "--set health=2"
} set_item;

typedef struct sets {
    wits_brain *brain;  ///< the evaluation brain; null if nothing is set
    set_item *items;
    size_t count;
    size_t again_from;  ///< the first item that crowd_sim_set_again evaluates
    bool is_world;
    wits_state_id again_state;  ///< a state that assigns all of those at once; WITS_NONE if there is none
    wits_field_desc *fields;  ///< fields of the original brain, then one without a name for each function or event that
                              ///< is set
    uint32_t field_count;
    const char *command;
} sets;

/// Parameters of sets_read. `functions` are those of the frame that evaluates.
typedef struct sets_about {
    const char *command;
    const char *option;  ///< name of the option in messages: "--set"
    const wits_desc *desc;
    const wits_brain *brain;
    const wits_function *functions;
    uint32_t function_count;
    bool takes_events;  ///< names may be events
    bool is_world;      ///< the settings are lines of a world: only those from `again_from` on are evaluated again and
                        ///< again, and they get a state together
    size_t again_from;
    const char *joint;  ///< separator between option and setting in messages; null: a space
    const wits_promise *field_promises, *function_promises;  ///< by row, from the brain file; they must outlive the
                                                             ///< sets
} sets_about;

/// Reads `count` settings as written on the command line. Reports errors and returns a status.
int sets_read(const sets_about *about, const char *const *given, size_t count, sets *to);
void sets_free(sets *of);

/// Applies the settings to one agent, in order. Uses the seed and the agent id of its frame. Reports values out of
/// range and returns a status.
int sets_evaluate(const sets *of, agent_sim *to);
/// Checks a value against its range. Reports an error and returns a status. `whose` is inserted into the message, and
/// may be "".
int sets_check(const sets *of, const set_item *one, double value, const char *whose);

#endif
