// SPDX-License-Identifier: MIT
// External inputs of an agent, tick by tick: a CSV file that is checked completely before the run starts.
#ifndef WITS_TOOL_INPUTS_H
#define WITS_TOOL_INPUTS_H

#include "common/context.h"
#include "common/tool.h"

/// X(name, takes a state, verb)
#define INPUT_CALL_LIST(X)                                                                                             \
    X("tick", false, INPUT_TICK)                                                                                       \
    X("decide", false, INPUT_DECIDE)                                                                                   \
    X("update", false, INPUT_UPDATE)                                                                                   \
    X("start", false, INPUT_START)                                                                                     \
    X("stop", false, INPUT_STOP)                                                                                       \
    X("goto", true, INPUT_GOTO)                                                                                        \
    X("restart", true, INPUT_RESTART)                                                                                  \
    X("set_state", true, INPUT_SET_STATE)

typedef enum input_verb {
#define INPUT_VERB(name, takes_state, verb) verb,
    INPUT_CALL_LIST(INPUT_VERB)
#undef INPUT_VERB
} input_verb;

typedef struct input_call {
    input_verb verb;
    wits_state_id state;
} input_call;

const char *input_verb_name(input_verb verb);

/// Sets a field, the result of a host condition or score, or a random draw.
typedef struct input_value {
    bool is_function;
    uint32_t row;  ///< row of the field or function
    double value;
    const char *arguments;  ///< for a function: applies only to calls with these arguments; else null
    bool is_draw;           ///< sets the draw of random stream `row` instead
} input_value;

/// The inputs of a tick: its part of `values` and of `calls`, and the events raised.
typedef struct input_row {
    uint32_t tick;  ///< 0: before the start, with no calls
    uint64_t events;
    uint32_t first_value;
    uint32_t value_count;
    uint32_t first_call;
    uint32_t call_count;  ///< 0: one `tick`
} input_row;

typedef struct inputs {
    input_row *rows;  ///< ticks ascend
    input_value *values;
    input_call *calls;
    size_t row_count, value_count, call_count;
    size_t row_capacity, value_capacity, call_capacity;
    char **arguments;  ///< referenced by the values
    size_t argument_count, argument_capacity;
} inputs;

enum {
    INPUTS_MAY_DRAW = 1,      ///< columns `random:N` are allowed
    INPUTS_MAY_BE_EMPTY = 2,  ///< rows below the names are optional
};

/// Reads `path`; "-" is standard input. Prints all errors and returns false if there are any.
bool inputs_read(const char *path, const wits_file *file, unsigned may, inputs *to);
/// The same for one of two brains that get the same inputs: ignores fields, functions and events that only `other` has.
/// `other` may be null.
bool inputs_read_beside(const char *path, const wits_file *file, const wits_file *other, unsigned may, inputs *to);
/// The same from memory. Messages use `name`.
bool inputs_read_text(const char *name, const text *bytes, const wits_file *file, unsigned may, inputs *to);
void inputs_free(inputs *of);
/// Returns the inputs of a tick; never null.
const input_row *inputs_at(const inputs *of, uint32_t tick);
/// Returns the last tick that has a row, or 0.
uint32_t inputs_last_tick(const inputs *of);
/// inputs_own.c: returns whether the inputs set a field after the agent has begun, not only at its start.
bool inputs_set_field(const inputs *of, uint32_t field);
/// Warns once of fields that both the inputs and the brain set, unless `host: true` says that the game sets them.
void inputs_warn_of_own(const inputs *of, const char *path, const wits_file *file);
/// Adds events to a tick.
void inputs_raise(inputs *to, uint32_t tick, uint64_t events);
/// Reads a tick. On failure returns false and writes the fault to `problem`.
bool read_tick(const char *given, uint32_t *tick, text *problem);
/// Reads a state's name or path; "/" is the root. If it matches no state or several, returns false and writes the fault
/// to `problem`.
bool read_state_name(const wits_desc *desc, const wits_brain *brain, const char *name, wits_state_id *state,
                     text *problem);
/// Returns the bit of an event. If the brain has no such event, returns 0 and writes the fault to `problem`.
uint64_t read_event(const wits_desc *desc, const char *name, text *problem);

#endif
