// SPDX-License-Identifier: MIT
// Expressions: text becomes a typed program over fields. This file evaluates it for one agent; lanes.h for a block of
// agents.
//
//   scope (meaning of names) + text --wits_expr_compile--> program: a header and 16-byte instructions
//   without pointers, in two forms (see expr/bytecode.h)
//   wits_expr_eval_one: one agent, a switch over an accumulator
//
// This layer does not know states. Callbacks of the scope look up fields, host functions and states and number them.
// Nothing is allocated. wits_expr_compile uses less than 8 KiB of stack, evaluation less than 3 KiB.
#ifndef WITS_EXPR_EXPR_H
#define WITS_EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "expr/compiler.h"
#include "expr/problems.h"
#include "wits/considerations.h"
#include "wits/field.h"
#include "wits/targets.h"

enum {
    EXPR_MAX_DEPTH = 64,  ///< open parentheses, calls, `not`, minus signs and `if else` at one place
    /// Registers of a program that its parts cannot use: for each group of considerations a value, the result of its
    /// gates and one more.
    EXPR_KEPT_REGISTERS = 3 * (WITS_MAX_GROUPS + 1),
};
#define EXPR_NONE 0xFFFFFFFFu
#define EXPR_FOR_EVER 0xFFFFFFFFu

/// A value. A bool is 0 or 1, an enum its row in its list; both are in `bits`.
typedef union expr_value {
    uint32_t bits;
    int32_t i;
    float f;
} expr_value;

/// TEXT is only for arguments of host functions, NOTHING the result of an action's call.
typedef enum expr_type { EXPR_BOOL, EXPR_INT, EXPR_FLOAT, EXPR_ENUM, EXPR_TEXT, EXPR_NOTHING } expr_type;

// -------------------------------------------------------------------------------------------------------------- fields

// Fields are those of the public header, which describes their types and columns.
typedef wits_type expr_field_type;
typedef wits_column expr_field;
/// Bytes of one value: 1, 2 or 4.
uint32_t wits_expr_field_size(expr_field_type type);
/// The type of a field of this type in expressions.
expr_type wits_expr_field_value_type(expr_field_type type);
expr_value wits_expr_load(const expr_field *field, size_t row);
/// Stores the value of a program compiled for this field (EXPR_WANT_FIELD). Ints wrap; a NaN is stored as 7fc00000.
void wits_expr_store(const expr_field *field, size_t row, expr_value value);

// --------------------------------------------------------------------------------------------------------------- names

/// The names of an enum. Two lists with the same names in the same order are the same.
typedef struct expr_list {
    const char *const *names;
    uint32_t count;  ///< at most 256
} expr_list;

typedef struct expr_named_field {
    uint32_t number;  ///< row of the array of expr_field, below 65,536
    expr_field_type type;
    uint32_t list;  ///< number of its enum list in the scope, below 65,536
} expr_named_field;

typedef enum expr_function_kind {
    EXPR_FUNCTION_CONDITION,
    EXPR_FUNCTION_SCORE,
    EXPR_FUNCTION_ACTION,  ///< has no value
    EXPR_FUNCTION_OTHER,   ///< a step: is never called
} expr_function_kind;

enum {
    EXPR_MAX_ARGUMENTS = 4,
    EXPR_MAX_CALL_DEPTH = 8,  ///< depth of calls of host functions in each other's arguments
    EXPR_ANY_LIST = 0xFFFF,   ///< list of a parameter that takes a value of any enum
};

typedef struct expr_parameter {
    expr_type type;
    uint32_t list;  ///< enum list
} expr_parameter;

typedef struct expr_named_function {
    uint32_t number;
    expr_function_kind kind;
    bool is_declared;  ///< takes exactly these parameters; otherwise each call defines its own
    uint32_t parameter_count;
    expr_parameter parameters[EXPR_MAX_ARGUMENTS];
} expr_named_function;

/// One argument of a call.
typedef struct expr_given {
    expr_type type;
    uint32_t list;  ///< enum list
    expr_value value;
    uint32_t text;     ///< value that the scope's place_text returned; 0 without a text
    bool is_constant;  ///< the value is constant
} expr_given;

typedef enum expr_target_answer {
    EXPR_TARGET_NO_KIND,
    EXPR_TARGET_NO_FIELD,   ///< the kind has no such field
    EXPR_TARGET_ELSEWHERE,  ///< no option that this text belongs to has the kind
    EXPR_TARGET_FOUND,
} expr_target_answer;

typedef struct expr_named_target {
    uint32_t number;  ///< see expr/targets.h
    expr_field_type type;
    uint32_t list;   ///< enum list
    char text[160];  ///< for NO_FIELD and ELSEWHERE: valid names
} expr_named_target;

/// Meaning of names. Names are given by pointer and length. If a callback is null, there are no names of its kind.
typedef struct expr_scope {
    void *user;
    bool (*find_field)(void *user, const char *name, uint32_t length, expr_named_field *found);
    bool (*find_function)(void *user, const char *name, uint32_t length, expr_named_function *found);
    /// Returns the state's number; EXPR_NONE if there is none. Then it may write the problem's text, which is initially
    /// empty.
    uint32_t (*find_state)(void *user, const char *name, uint32_t length, expr_problem *problem);
    /// Finds `kind.field`, where the first name is a kind of targets.
    expr_target_answer (*find_target)(void *user, const char *kind, uint32_t kind_length, const char *field,
                                      uint32_t field_length, expr_named_target *found);
    /// Returns the number of the query that a name makes about a state, as `done` does; expr_env.is_in receives it.
    /// EXPR_NONE if it is not a query.
    uint32_t (*find_question)(void *user, const char *name, uint32_t length);
    expr_list (*list_at)(void *user, uint32_t number);
    uint32_t list_count;
    // For suggestions: names by row, then null.
    const char *(*field_name_at)(void *user, uint32_t row);
    const char *(*function_name_at)(void *user, uint32_t row);
    const char *(*target_name_at)(void *user, uint32_t row);  ///< kinds of targets
    /// Describes a name without a value, such as "an event; write event: $". Null if unknown. The name replaces `$`.
    const char *(*name_elsewhere)(void *user, const char *name, uint32_t length);
    uint32_t first_place;  ///< number of the first `random`; others follow
    /// Returns the position for a text argument; called in the order of the texts. Null: 0.
    uint32_t (*place_text)(void *user, const char *text, uint32_t length);
} expr_scope;

/// A scope made of plain arrays.
typedef struct expr_tables {
    const struct expr_table_field {
        const char *name;
        expr_field_type type;
        uint32_t list;
    } * fields;
    uint32_t field_count;
    const struct expr_table_function {
        const char *name;
        expr_function_kind kind;
    } * functions;
    uint32_t function_count;
    const expr_list *lists;
    uint32_t list_count;
} expr_tables;

/// A scope that reads `tables`, which must outlive it. Numbers are rows. It has no states; set find_state for them (its
/// user is `tables`).
expr_scope wits_expr_scope_of(expr_tables *tables);

/// Returns whether the name is reserved: a field, event or enum value must not have it.
WITS_API bool wits_expr_is_reserved(const char *name, uint32_t length);
/// The reserved names by number, then null.
WITS_API const char *wits_expr_reserved_name(uint32_t number);
/// Returns whether an expression may call a function or curve by this name. Unless the name is reserved, that holds
/// only before '(' and if the scope has no function of that name.
WITS_API bool wits_expr_is_function(const char *name, uint32_t length);

/// The names of functions and curves by row, then null, with the numbers of their arguments.
WITS_API const char *wits_expr_function_name(uint32_t row, uint32_t *least, uint32_t *most);
/// Returns what to write instead of a well-known mathematical function that expressions lack, such as `log(x)` for
/// `ln`; "" if there is no replacement. Null for other names.
WITS_API const char *wits_expr_function_instead(const char *name, uint32_t length);

// ------------------------------------------------------------------------------------------------------------ programs

/// Purpose of an expression.
typedef enum expr_want_kind {
    EXPR_WANT_CONDITION,  ///< a bool
    EXPR_WANT_NUMBER,     ///< a float; ints widen
    EXPR_WANT_FIELD,      ///< a value for wits_expr_store of a field of `type`
    EXPR_WANT_ANY,        ///< whatever it is
    EXPR_WANT_SHAPED,     ///< a float from 0 to 1: a number after `response`
    EXPR_WANT_CALL,       ///< the call of an action
} expr_want_kind;

/// Steps from a number to the program's value: docs/brain-files.md, "Considerations". All members are valid.
typedef struct expr_response {
    bool is_ranged, wraps;
    float low, high;
    bool has_on_nan;  ///< default: low, or 0 without a range
    float on_nan;
    const wits_curve *curves;
    uint32_t curve_count;
} expr_response;

typedef struct expr_want {
    expr_want_kind kind;
    expr_field_type type;
    uint32_t list;
    const expr_response *response;
    bool is_part;  ///< the text is part of a longer program: some registers are already in use
} expr_want;

/// Returns the invalid member of a curve ("kind", "m", "k", "b", "c", "knots"), and the problem; null if it is valid.
const char *wits_expr_curve_problem(const wits_curve *curve, const char **why);

/// Requirements and properties of a program.
enum {
    EXPR_USES_FIELDS = 1,
    EXPR_USES_TICK = 2,
    EXPR_USES_ELAPSED = 4,
    EXPR_USES_RANDOM = 8,
    EXPR_USES_FUNCTIONS = 16,
    EXPR_USES_STATES = 32,
    EXPR_IS_CONSTANT = 64,      ///< a single instruction, whose k[0] is the value
    EXPR_USES_POWERS = 128,     ///< exp, log or pow
    EXPR_USES_ARGUMENTS = 256,  ///< functions with arguments
    EXPR_USES_TARGETS = 512,    ///< fields of targets
};

/// One operation: out = operation(a, b, c). Registers 0 and 1 are its own constants k[0] and k[1]; with
/// EXPR_FIELD_OPERAND, register 1 is the value of a field of 4 bytes instead.
typedef struct expr_instruction {
    uint8_t operation;  ///< EXPR_OP_..., see expr/operations.h
    uint8_t out;
    uint8_t a;
    uint8_t b;
    uint8_t c;
    uint8_t flags;
    uint16_t field;  ///< number of the field in a load, a test or a field operand
    uint32_t k[2];   ///< constants; the number of a function, state or stream; or the number of instructions that a
                     ///< skip skips
} expr_instruction;

enum {
    EXPR_FIELD_OPERAND = 1,
    EXPR_INVERTED = 2,  ///< negates a test
};

/// Contains no pointers: may be copied as bytes to memory aligned to 4. Equal texts in equal scopes give equal bytes.
typedef struct expr_program {
    uint32_t count;  ///< instructions
    uint16_t uses;
    uint8_t type;       ///< expr_type of the value
    uint8_t registers;  ///< used at the same time, at most 254
    uint32_t randoms;   ///< number of random streams, from the scope's first
    uint16_t list;      ///< list of an enum value
    uint16_t bytecode;  ///< instructions of the bytecode form, which follow; 0: none
    expr_instruction code[];
} expr_program;

/// Compiles `length` bytes of text. `program` has room for its header and `capacity` instructions. With capacity 0 only
/// the header is written: `count + bytecode` is the capacity needed, an upper bound. With slightly less room the
/// program has no bytecode form. On an error returns false and writes only the problem.
bool wits_expr_compile(const expr_scope *scope, const char *text, size_t length, expr_want want, expr_program *program,
                       uint32_t capacity, expr_problem *problem);

/// Appends the code of a text to a program that is made of several: its header counts the code so far. `used` has a bit
/// for each register in use. Returns the register that receives the value, which was not in use. Call it for checked
/// texts only; `capacity` counts from the program's beginning.
uint8_t wits_expr_append(const expr_scope *scope, const char *text, size_t length, expr_want want,
                         expr_program *program, uint32_t capacity, uint32_t used[8]);

static inline size_t expr_program_size(uint32_t count) {
    return sizeof(expr_program) + count * sizeof(expr_instruction);
}

/// Returns the number of the field, function or state that instruction `index` reads, or EXPR_NONE.
uint32_t wits_expr_field_read(const expr_program *program, uint32_t index);
uint32_t wits_expr_function_called(const expr_program *program, uint32_t index);
uint32_t wits_expr_state_asked(const expr_program *program, uint32_t index);
/// See expr/targets.h.
uint32_t wits_expr_target_read(const expr_program *program, uint32_t index);
/// Returns the target field that is the whole input whose code begins at `first`, or EXPR_NONE.
uint32_t wits_expr_input_target(const expr_program *program, uint32_t first);
/// Gets the arguments of the function that instruction `index` calls. Only constants have a known value.
/// Returns how many there are.
uint32_t wits_expr_call_arguments(const expr_program *program, uint32_t index, expr_given given[EXPR_MAX_ARGUMENTS]);
/// Returns the instruction of the call in the program of an action's call (EXPR_WANT_CALL): the last call.
uint32_t wits_expr_action_call(const expr_program *program);
/// Returns the value of `elapsed` from which on larger values make no difference to a program: floor(c) + 1 if it is
/// only compared with a constant c, the largest of these; 0 if it is not read, EXPR_FOR_EVER if it is used otherwise.
uint32_t wits_expr_elapsed_matters(const expr_program *program);

// ---------------------------------------------------------------------------------------------------------- evaluation

/// The targets that an expression reads, by kind.
typedef struct expr_targets {
    const wits_target_list *lists;
    const uint32_t *rows;  ///< row in each list; WITS_NO_TARGET without a target
} expr_targets;

/// A score that others must reach: value * weight + inertia. Below `best` it has lost; NaN: nothing has.
typedef struct expr_threshold {
    float weight;  ///< not below 0
    float inertia;
    float best;
} expr_threshold;

/// One agent. Only what `uses` says need be given.
typedef struct expr_env {
    const expr_field *fields;
    size_t row;
    uint64_t seed;
    const float *draws;  ///< by stream, instead of the seed; or null
    uint64_t agent;
    uint32_t tick;
    uint32_t elapsed;
    void *user;
    bool (*condition)(void *user, uint32_t function, const expr_given *given, uint32_t count);
    float (*score)(void *user, uint32_t function, const expr_given *given, uint32_t count);
    /// Receives the arguments of an action's call (EXPR_WANT_CALL).
    void (*action)(void *user, uint32_t function, const expr_given *given, uint32_t count);
    bool (*is_in)(void *user, uint32_t state);  ///< or the query of a name in the scope: find_question
    expr_targets targets;
    /// If null, a program runs to its end. Otherwise a program of considerations may end early, with a value that is
    /// too high but still loses.
    const expr_threshold *threshold;
} expr_env;

/// A NaN is returned as 7fc00000.
expr_value wits_expr_eval_one(const expr_program *program, const expr_env *env);

/// Gets the stages of a score's considerations, or replaces an input.
typedef struct expr_recorder {
    /// Gets the value at each mark: a row, a stage (expr/operations.h), and a bool in `bits` of a gate, else a float.
    /// If null, nothing is recorded, and skips apply as for one agent. Otherwise nothing is skipped.
    void (*note)(void *user, uint32_t row, uint32_t stage, expr_value value);
    void *user;
    uint32_t probed;  ///< row whose input is taken to be `input`; EXPR_NONE: none
    float input;
} expr_recorder;

/// The value of a program, as wits_expr_eval_one gives it, instruction by instruction.
expr_value wits_expr_eval_recorded(const expr_program *program, const expr_env *env, const expr_recorder *recorder);

// ------------------------------------------------------------------------------------------------- parts of conditions

/// Evaluates the parts of a condition: the operands of its outermost `and`s, from left to right, through parentheses.
/// Writes for at most `capacity` of them whether each holds, and returns their number; 1 for a condition that was
/// simplified when it was compiled.
uint32_t wits_expr_condition_parts(const expr_program *program, const expr_env *env, bool *parts, uint32_t capacity);
/// Finds part `part` of a condition in its text. Returns false if there is none.
bool wits_expr_condition_part(const char *text, size_t length, uint32_t part, uint32_t *offset, uint32_t *part_length);

#endif
