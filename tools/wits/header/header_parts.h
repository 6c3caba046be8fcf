// SPDX-License-Identifier: MIT
// Types and functions shared by the parts of `wits header`: the names of everything that the header declares, and line
// filling.
#ifndef WITS_TOOL_HEADER_PARTS_H
#define WITS_TOOL_HEADER_PARTS_H

#include "common/identifiers.h"
#include "header/header.h"

/// Names derived from a kind of targets.
typedef struct target_names {
    const char *pair, *own;  ///< structs of the kind's fields, pair fields and own fields; null if it has none of that
                             ///< sort
    const char *set;         ///< the function that sets a list
    const char *list;        ///< for generated C: the struct of a list
    const char *member;      ///< for generated C: the list among those of all kinds
    enumeration *values;     ///< by field
    const char **members;    ///< members of the structs, by field
} target_names;

typedef struct header {
    text to;
    const wits_brain *brain;
    const header_options *options;
    const char *file;  ///< name of the brain file
    identifiers names;
    size_t first_own;             ///< in `names`: index of the first name derived from the brain's own names
    const char *guard;            ///< include guard; a macro, like the next two
    const char *cast;             ///< static_cast in C++, a cast in C
    const char *member;           ///< compares a member's type with a field's
    const char *context;          ///< the context type: "guard_context" or "struct soldier"; "void" if there is none
    const char *open;             ///< "guard_open"
    const char *frame;            ///< "guard_frame"
    const char *numbers;          ///< "guard_numbers"; used with --uses
    const char *call, *argument;  ///< "guard_call" and "guard_argument", the names that `wits compile` uses
    const char *place;            ///< the function that returns the location of a field
    const char *fields_count;     ///< "GUARD_FIELDS"; used if the program provides columns
    const char **functions;       ///< functions that the program defines, by number
    const char **adapters;        ///< functions that the library calls, by number
    const char **members;         ///< members of the context, by field
    enumeration states, events, fields;
    enumeration *values;     ///< by field
    enumeration *own_enums;  ///< enums used only by parameters; by function, MOST_PARAMETERS each
    const enumeration *
        *parameter_enums;  ///< by the same index: its own enum or that of a field; null: no enum, or several
    enumeration kinds;     ///< kinds of targets
    target_names *targets;
    const char *target_lists;  ///< the struct of the lists of all kinds
} header;

/// The declaration of host functions of a kind, and the matching pointer in wits_function.
typedef struct function_form {
    const char *returns;
    bool is_const;  ///< the context is only read
    uint32_t pointer;
} function_form;

/// The declaration of a field of a type.
typedef struct field_form {
    const char *type;
    const char *enumerator;
} field_form;

/// One argument that the file passes to a function. The program's function receives it as a parameter, which makes
/// changed arguments a compile error.
typedef struct argument_form {
    const char *enumerator;
    const char *type;   ///< type of the parameter, up to its name
    const char *name;   ///< "number"; for several "number_1"
    const char *value;  ///< the argument in C, read from a wits_argument
} argument_form;

enum { MOST_PARAMETERS = WITS_MAX_ARGUMENTS };

const function_form *form_of_function(const header *h, uint32_t function);
/// Returns the form of an argument. NONE: calls differ in it. An enum is passed by its name here; see
/// enum_of_parameter.
const argument_form *form_of_argument(wits_argument_kind kind);
/// Returns whether calls of the function differ. It then gets all arguments as an array with their number.
bool function_calls_differ(const header *h, uint32_t function);
/// Writes the parameters for a function's arguments, such as "const char *text". Returns their number. The caller frees
/// them.
uint32_t text_parameters(const header *h, uint32_t function, text parameters[MOST_PARAMETERS]);
/// Writes the expressions that read each argument from `call`. Returns their number.
uint32_t text_given(const header *h, uint32_t function, text values[MOST_PARAMETERS]);
void text_free_all(text *texts, uint32_t count);
const field_form *form_of_field(const header *h, uint32_t field);
const field_form *form_of_type(wits_type type);

// ------------------------------------------------------------------------------------------------------ header_names.c

/// Names the members of a struct in order. `names` has the brain's name of each; that of `row` is replaced by a copy
/// with `before` in front, and with '_' appended while a sibling or one of `others`, which ends with null, has it.
void header_name_member(const char **names, uint32_t count, uint32_t row, const char *before,
                        const char *const *others);
/// Returns what is written before a member's name that is reserved for compilers or like a macro: "field_", or "".
const char *header_before_member(const char *own);
void header_name_all(header *h);
void header_free(header *h);

/// Writes `head`, which ends with a bracket, then `parts` separated by commas, then `tail`, with as many parts on a
/// line as fit. Further lines start below the first part, or indented by four columns if that leaves too little room.
void text_filled(text *to, const char *head, const char *const *parts, size_t count, const char *tail);
#define TEXT_FILLED(to, head, tail, ...)                                                                               \
    text_filled(to, head, (const char *const[]){__VA_ARGS__},                                                          \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), tail)

/// Writes a pointer to the context, such as "const guard_context *self", and returns the text of `into`.
const char *text_pointer(text *into, const header *h, bool is_const, const char *called);

// ------------------------------------------------------------------------------------------------------ header_enums.c

/// Finds the enum of each parameter. Call it after naming fields and targets.
void header_name_enums(header *h);
void header_free_enums(header *h);
/// Returns the C enum of a parameter. Null if it is not an enum, or if calls pass values of several enums.
const enumeration *enum_of_parameter(const header *h, uint32_t function, uint32_t parameter);
/// Writes the enums used only by parameters.
void header_add_parameter_enums(header *h);
/// Writes a table of an enum's values for wits_bind; nothing if there is none.
void header_add_values(header *h, const char *table, const enumeration *values);
/// Writes the tables of their values for wits_bind.
void header_add_parameter_values(header *h);
/// Writes a parameter's table of values and its length: "argument_values_0, 2", or "NULL, 0".
void text_parameter_values(text *to, const header *h, uint32_t function, uint32_t parameter);

// ------------------------------------------------------------------------------------------------------- header_uses.c

/// Returns whether the header has a struct of numbers instead of enumerators: --uses named at least one.
bool header_has_numbers(const header *h);
/// Writes that struct.
void header_add_numbers(header *h);
/// Writes the tables with which wits_bind looks up the numbers in `found`. Sets the number of rows of each.
void header_add_used(header *h, uint32_t *states, uint32_t *events);

// ---------------------------------------------------------------------------------------------------- header_targets.c

void header_name_targets(header *h);
void header_free_targets(header *h);
/// Writes the enums of kinds and of the values of their fields.
void header_add_target_enums(header *h);
/// Writes the structs of fields, and the declarations of the functions that set lists.
void header_add_targets(header *h);
void header_define_targets(header *h);
/// Writes the tables for wits_bind.
void header_add_target_tables(header *h);
/// Writes the check after wits_file_open: if the kinds' numbers differ from this header's, `file` is closed.
void header_compare_targets(header *h);

// ------------------------------------------------------------------------------------------------------- header_text.c

/// Writes the enums of states, events and values of fields.
void header_add_enums(header *h);
/// Writes the declarations of the functions that the program defines, after `about`. `type` of a call, `step` of what a
/// step returns, and `storage` is written before each.
void header_add_prototypes(const header *h, text *to, const char *about, const char *storage, const char *step,
                           const char *type);
/// Writes the struct of the fields, or the checks of the program's own struct.
void header_add_context(header *h);

// ------------------------------------------------------------------------------------------------------- header_open.c

/// Declares the functions that open the file and make a frame.
void header_add_declarations(header *h);
/// Defines them, with the adapters and tables that they need.
void header_add_definitions(header *h);

#endif
