// SPDX-License-Identifier: MIT
// What the parts of `wits header` share: the names of all that the header declares, and how lines are filled.
#ifndef WITS_TOOL_HEADER_PARTS_H
#define WITS_TOOL_HEADER_PARTS_H

#include "common/identifiers.h"
#include "header/header.h"

/// What is called after a kind of targets.
typedef struct target_names {
    const char *pair, *own;  ///< the structs of its fields; null where it has none of that sort
    const char *set;         ///< the function that gives a list
    const char *list;        ///< of generated C: the struct of a list
    char *member;            ///< of generated C: the list among those of all kinds
    enumeration *values;     ///< by field
    char **members;          ///< of the structs, by field
} target_names;

typedef struct header {
    text to;
    const wits_brain *brain;
    const header_options *options;
    const char *file;  ///< what the brain file is called
    identifiers names;
    size_t first_own;             ///< of `names`: from here on they are made of the brain's own
    const char *guard;            ///< a macro, as the two that follow: the include guard
    const char *cast;             ///< static_cast in C++, a cast in C
    const char *member;           ///< compares a member's type with a field's
    const char *context;          ///< the type: "guard_context" or "struct soldier"; "void" without one
    const char *open;             ///< "guard_open"
    const char *frame;            ///< "guard_frame"
    const char *numbers;          ///< "guard_numbers", where the program names what it uses
    const char *call, *argument;  ///< "guard_call" and "guard_argument", as `wits compile` calls these types
    const char *place;            ///< the function that says where a field lies
    const char *fields_count;     ///< "GUARD_FIELDS", where the program has columns
    const char **functions;       ///< those that the program defines, by their numbers
    const char **adapters;        ///< those that the library calls, likewise
    char **members;               ///< of the context, by field
    enumeration states, events, fields;
    enumeration *values;                  ///< by field
    enumeration *own_enums;               ///< of parameters whose enum no field has; by function, MOST_PARAMETERS each
    const enumeration **parameter_enums;  ///< likewise: one of those, or a field's; null: no enum, or several
    enumeration kinds;                    ///< of targets
    target_names *targets;
    const char *target_lists;  ///< the struct of the lists of all kinds
} header;

/// How host functions of a kind are declared, and which of the four pointers of wits_function is theirs.
typedef struct function_form {
    const char *returns;
    bool is_const;  ///< the context is only read
    uint32_t pointer;
} function_form;

/// How a field of a type is declared.
typedef struct field_form {
    const char *type;
    const char *enumerator;
} field_form;

/// What a function is given by the file. The program's function gets it as parameters, so that it does not compile any
/// more when the file gives something else.
typedef struct argument_form {
    const char *enumerator;
    const char *type;   ///< of the parameter, up to its name
    const char *name;   ///< "number"; of several "number_1"
    const char *value;  ///< of a wits_argument, what is given for it
} argument_form;

enum { MOST_PARAMETERS = WITS_MAX_ARGUMENTS };

const function_form *form_of_function(const header *h, uint32_t function);
/// NONE: calls differ in it. An enum is given as its name here: see enum_of_parameter.
const argument_form *form_of_argument(wits_argument_kind kind);
/// Whether calls of the function differ: then it gets all arguments as an array, and how many there are.
bool function_calls_differ(const header *h, uint32_t function);
/// How many parameters the program's function has for its arguments. Writes them, as "const char *text"; to be freed.
uint32_t text_parameters(const header *h, uint32_t function, text parameters[MOST_PARAMETERS]);
/// What is given for each, out of `call`.
uint32_t text_given(const header *h, uint32_t function, text values[MOST_PARAMETERS]);
void text_free_all(text *texts, uint32_t count);
const field_form *form_of_field(const header *h, uint32_t field);
const field_form *form_of_type(wits_type type);

// ------------------------------------------------------------------------------------------------------ header_names.c

void header_name_all(header *h);
void header_free(header *h);

/// `head`, which ends with a bracket, then `parts` with commas between them, then `tail`: as many on a line as there is
/// room for. Further lines begin below the first part, or where even that leaves no room, four columns to the right.
void text_filled(text *to, const char *head, const char *const *parts, size_t count, const char *tail);
#define TEXT_FILLED(to, head, tail, ...)                                                                               \
    text_filled(to, head, (const char *const[]){__VA_ARGS__},                                                          \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), tail)

/// A pointer to the context: "const guard_context *self". The text is that of `into`.
const char *text_pointer(text *into, const header *h, bool is_const, const char *called);

// ------------------------------------------------------------------------------------------------------ header_enums.c

/// Finds the enum of each parameter. Fields and targets are named before.
void header_name_enums(header *h);
void header_free_enums(header *h);
/// Returns the C enum of a parameter. Null if it is no enum, or if calls give values of several enums.
const enumeration *enum_of_parameter(const header *h, uint32_t function, uint32_t parameter);
/// Enums that only parameters have.
void header_add_parameter_enums(header *h);
/// Tables of their values, for wits_bind.
void header_add_parameter_values(header *h);
/// The table of a parameter's values and their number: "argument_values_0, 2", or "NULL, 0".
void text_parameter_values(text *to, const header *h, uint32_t function, uint32_t parameter);

// ------------------------------------------------------------------------------------------------------- header_uses.c

/// Whether the header has a struct of numbers instead of enumerators: some are used and were named.
bool header_has_numbers(const header *h);
/// The struct.
void header_add_numbers(header *h);
/// Tables for wits_bind, which finds the numbers into `found`, and how many rows they have.
void header_add_used(header *h, uint32_t *states, uint32_t *events);

// ---------------------------------------------------------------------------------------------------- header_targets.c

void header_name_targets(header *h);
void header_free_targets(header *h);
/// Enums of kinds and of values of their fields.
void header_add_target_enums(header *h);
/// The structs of fields, and the declarations of what gives lists.
void header_add_targets(header *h);
void header_define_targets(header *h);
/// Tables for wits_bind.
void header_add_target_tables(header *h);
/// After wits_file_open: kinds have the numbers of this header, or `file` is closed.
void header_compare_targets(header *h);

// ------------------------------------------------------------------------------------------------------- header_text.c

/// Enums of states, events and the values of fields.
void header_add_enums(header *h);
/// The struct with the fields, or the comparison of the program's own with them.
void header_add_context(header *h);

// ------------------------------------------------------------------------------------------------------- header_open.c

/// Declares the functions that open the file and make a frame.
void header_add_declarations(header *h);
/// Defines them, with the adapters and tables that they need.
void header_add_definitions(header *h);

#endif
