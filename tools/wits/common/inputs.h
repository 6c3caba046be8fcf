// SPDX-License-Identifier: MIT
// What happens to the agent from outside, tick by tick: a CSV file, checked as a whole before anything runs.
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
    X("place", true, INPUT_PLACE)

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

/// A field, what a host condition or score gives, or what a place of chance draws, is set.
typedef struct input_value {
    bool is_function;
    uint32_t row;  ///< of the fields or functions
    double value;
    const char *arguments;  ///< of a function where only a call with these is meant; else null
    bool is_draw;           ///< neither: what the place of chance `row` draws
} input_value;

/// What happens at a tick: its part of `values` and of `calls`, and the events raised.
typedef struct input_row {
    uint32_t tick;  ///< 0 is before the start, with no calls
    uint64_t events;
    uint32_t first_value;
    uint32_t value_count;
    uint32_t first_call;
    uint32_t call_count;  ///< 0 is one `tick`
} input_row;

typedef struct inputs {
    input_row *rows;  ///< of rising ticks
    input_value *values;
    input_call *calls;
    size_t row_count, value_count, call_count;
    size_t row_capacity, value_capacity, call_capacity;
    char **arguments;  ///< those that values point to
    size_t argument_count, argument_capacity;
} inputs;

enum {
    INPUTS_MAY_DRAW = 1,      ///< columns `random:N` may stand there
    INPUTS_MAY_BE_EMPTY = 2,  ///< no row need stand below the names
};

/// Reads `path`, "-" being standard input. False if anything is wrong with it; everything is said.
bool inputs_read(const char *path, const wits_file *file, unsigned may, inputs *to);
/// The same of inputs that are there as a text; `name` is for messages.
bool inputs_read_text(const char *name, const text *bytes, const wits_file *file, unsigned may, inputs *to);
void inputs_free(inputs *of);
/// What happens at a tick; never null.
const input_row *inputs_at(const inputs *of, uint32_t tick);
/// The last tick that has a row; 0 if there is none.
uint32_t inputs_last_tick(const inputs *of);
/// Whether a field is set at a tick at which the agent has begun: after the start, and not where it is placed.
/// inputs_own.c
bool inputs_set_field(const inputs *of, uint32_t field);
/// Warns, once, of fields that the inputs set though the brain assigns them and no `host: true` says that the game
/// does.
void inputs_warn_of_own(const inputs *of, const char *path, const wits_file *file);
/// Events of one tick more.
void inputs_raise(inputs *to, uint32_t tick, uint64_t events);
/// Reads a tick; false, and what is wrong in `problem`, if it is none.
bool read_tick(const char *given, uint32_t *tick, text *problem);
/// Reads a state's name or path, "/" being the root. False, and what is wrong in `problem`, if it means none or
/// several.
bool read_state_name(const wits_desc *desc, const wits_brain *brain, const char *name, wits_state_id *state,
                     text *problem);
/// The bit of an event; 0, and what is wrong in `problem`, if the brain has none of this name.
uint64_t read_event(const wits_desc *desc, const char *name, text *problem);

#endif
