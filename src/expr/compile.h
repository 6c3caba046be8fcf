// SPDX-License-Identifier: MIT
// The compiler's state, shared by its parts: lex.c (text to tokens), parse.c (precedence, names), calls.c (host
// functions), types.c (types of operators and functions), emit.c (operands to instructions), report.c (problems).
// Nothing recurses and nothing is allocated. Operators and operands wait on two stacks. An operand is a known value, a
// field not yet loaded, or a register that earlier instructions have filled.
#ifndef WITS_EXPR_COMPILE_H
#define WITS_EXPR_COMPILE_H

#include "expr/expr.h"
#include "expr/operations.h"

// -------------------------------------------------------------------------------------------------------------- tokens

typedef enum token_kind {
    TOKEN_ERROR,  ///< reported
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_MINUS,
    TOKEN_PLUS,
    TOKEN_TIMES,
    TOKEN_OVER,
    TOKEN_PERCENT,
    TOKEN_EQUAL,
    TOKEN_DIFFERENT,
    TOKEN_LESS,
    TOKEN_AT_MOST,
    TOKEN_MORE,
    TOKEN_AT_LEAST,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_IF,
    TOKEN_ELSE,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_ELAPSED,
    TOKEN_TICK,
    TOKEN_RANDOM,
    TOKEN_IN,
    TOKEN_RAISE,
    TOKEN_FUNCTION,
    TOKEN_TEXT,  ///< in quotes, which are included
} token_kind;

typedef struct token {
    token_kind kind;
    uint32_t offset;
    uint32_t length;
    expr_type type;  ///< type of a number
    expr_value value;
    uint32_t function;  ///< row of the function table, for a TOKEN_FUNCTION, or a TOKEN_NAME that may also be a
                        ///< function; else EXPR_NONE
} token;

/// A function. If `of_ints` is not 0, it takes and returns ints when all arguments are ints; otherwise all arguments
/// are widened. A curve takes a number and then constants, of which trailing ones may be omitted.
typedef struct function_row {
    const char *name;
    bool is_reserved;   ///< else a name is this function only in a call, and if the host has none of that name
    uint8_t arguments;  ///< at least
    uint8_t most;
    uint8_t of_ints;
    uint8_t of_floats;
    uint8_t curve;  ///< wits_curve_kind; 0 if it is not a curve
} function_row;

const function_row *wits_expr_function_at(uint32_t row);
/// Returns the row of the function or curve with that name, reserved or not; EXPR_NONE if there is none.
uint32_t wits_expr_function_row_find(const char *name, uint32_t length);

// ------------------------------------------------------------------------------------------------------------ operands

enum {
    /// A pending `+`, `*` or call keeps at most 4 operands at one level, and a condition no more.
    MAX_OPERANDS = 4 * (EXPR_MAX_DEPTH + 2),
    /// room for one curve, and for a few enclosing curves that compute its parameters
    MAX_PARAMETERS = 2 * WITS_MAX_KNOTS + 8,
    MAX_OPERATORS = 4 * (EXPR_MAX_DEPTH + 2),
    MAX_PENDING = 48,
    NO_PENDING = 0xFF,
    LONGEST_WORD = 137,  ///< longest word of a problem
    WORD_IS_CUT = 0xFFFF,
};

typedef enum operand_kind {
    OPERAND_CONSTANT,  ///< `value`
    OPERAND_REGISTER,  ///< `value` is its number
    OPERAND_PENDING,   ///< an enum value whose enum is not known yet: `list` is its row of pending_name
    /// a register selected among such names, all of them in the chain that begins at row `list`
    OPERAND_PENDING_REGISTER,
    OPERAND_TEXT,   ///< in quotes: `value` is the position that the scope returned
    OPERAND_FIELD,  ///< plus its expr_field_type: field number `value`
} operand_kind;

typedef struct operand {
    uint32_t value;
    union {
        uint32_t offset;  ///< offset of its first token in the text
        uint32_t start;   ///< as the left operand of `and`, `or` or `else`: the first instruction after it
    };
    uint16_t list;
    uint8_t type;
    uint8_t kind;
} operand;

static inline bool is_pending(const operand *x) {
    return x->kind == OPERAND_PENDING || x->kind == OPERAND_PENDING_REGISTER;
}

/// An enum name whose list is not yet known. Once an instruction with it has been written, the row is stored there.
typedef struct pending_name {
    uint32_t offset;
    uint32_t instruction;  ///< EXPR_NONE: none yet
    uint8_t constant;      ///< 0 or 1
    uint8_t next;          ///< row of the next in the chain, or NO_PENDING
    bool waits;            ///< false: the row is free
} pending_name;

typedef enum operator_kind {
    OPERATOR_PARENTHESIS,
    OPERATOR_CALL,       ///< call of the function in `argument`
    OPERATOR_HOST_CALL,  ///< call of the host function whose name is at the offset
    OPERATOR_IF,         ///< its condition follows
    OPERATOR_ELSE,       ///< its second value follows
    OPERATOR_NOT,
    OPERATOR_NEGATE,
    OPERATOR_BINARY,  ///< plus its token_kind
} operator_kind;

typedef struct expr_compiler {
    const expr_scope *scope;
    const char *text;
    uint32_t length;
    bool is_for_field;     ///< the result is assigned to a field
    bool is_action;        ///< the text is the call of an action
    uint32_t wanted_list;  ///< enum list of that field; EXPR_NONE if it is not an enum
    uint32_t at;           ///< end of `token`
    token token;
    expr_problem *problem;
    const char *rest;    ///< rest of the problem's text, from the next word on
    uint32_t written;    ///< bytes of the text written so far
    uint32_t word_room;  ///< bytes that the word may still use, or WORD_IS_CUT
    // output
    expr_instruction *code;  ///< null: only counted
    uint32_t capacity;
    uint32_t count;
    uint32_t test_end;  ///< `count` after the last test was written
    uint32_t test_out;  ///< the register that the test sets
    uint32_t uses;
    uint32_t randoms;
    uint32_t registers;
    uint32_t used[EXPR_REGISTERS / 32];  ///< one bit for each register
    // stacks
    uint32_t depth;
    uint32_t host_depth;  ///< host functions among the calls
    uint32_t operator_count;
    uint32_t operand_count;
    uint32_t pending_count;
    uint32_t parameter_count;
    uint32_t argument_texts[EXPR_MAX_ARGUMENTS];  ///< texts of an action's arguments that are just a number; else 0
    uint32_t operator_offsets[MAX_OPERATORS];
    uint8_t operators[MAX_OPERATORS];
    uint8_t functions[EXPR_MAX_DEPTH + 1];  ///< functions of the open calls, by depth
    uint8_t arguments[EXPR_MAX_DEPTH + 1];  ///< number of their arguments so far
    pending_name pending[MAX_PENDING];
    float parameters[MAX_PARAMETERS];  ///< parameters of curves: all arguments but the first, which are constants
    operand operands[MAX_OPERANDS];
} expr_compiler;

// --------------------------------------------------------------------------------------------------------------- lex.c

/// Reads the next token into c->token. Returns false, with the problem, if the text is not a token. `value_next`: a
/// value is expected, so a minus sign directly before digits belongs to the number.
bool wits_expr_next_token(expr_compiler *c, bool value_next);
/// Returns whether this character follows, after blanks.
bool wits_expr_followed_by(const expr_compiler *c, char character);
void wits_expr_skip_blanks(expr_compiler *c);
/// Returns the length of the name at the offset; 0 if there is none.
uint32_t wits_expr_name_length_at(const expr_compiler *c, uint32_t offset);

// ------------------------------------------------------------------------------------------------------------- parse.c

/// Reads the whole text, whose value is the one operand then.
bool wits_expr_parse(expr_compiler *c);
bool wits_expr_push_operand(expr_compiler *c, operand x);
/// Loads a leaf into a register. `uses`: EXPR_USES_... flags of the leaf.
bool wits_expr_take_leaf(expr_compiler *c, expr_operation operation, expr_type type, uint32_t number, uint32_t uses);
/// Pushes an operator. Every operator except binary ones is a level of nesting.
bool wits_expr_push_operator(expr_compiler *c, uint32_t kind, uint32_t offset, uint32_t length);

// -------------------------------------------------------------------------------------------------------------- emit.c

operand wits_expr_operand_constant(expr_type type, uint32_t bits, uint32_t offset);
/// Emits one operation on its operands; unused ones are null. The result replaces the first operand. Constants are
/// folded.
bool wits_expr_emit(expr_compiler *c, expr_operation operation, expr_type type, operand *x, operand *y, operand *z);
/// Reads a leaf into a register immediately.
bool wits_expr_emit_leaf(expr_compiler *c, expr_operation operation, expr_type type, uint32_t number, operand *x);
bool wits_expr_is_field(const operand *x);
/// Emits a range test of a field; see EXPR_FIELD_LIST.
bool wits_expr_emit_test(expr_compiler *c, operand *x, uint32_t lo, uint32_t hi, bool inverted);
bool wits_expr_emit_not(expr_compiler *c, operand *x);
/// Loads a field into a register; leaves constants alone.
bool wits_expr_emit_load(expr_compiler *c, operand *x);
/// Ensures that the value is in a register.
bool wits_expr_emit_register(expr_compiler *c, operand *x);
/// Combines `left and right` (or `or`) into `left`; `right` was written after left.start.
bool wits_expr_emit_logic(expr_compiler *c, expr_operation operation, operand *left, operand *right);
/// Combines `x if condition else y` into `x`; `y` was written after condition.start. `settled`: x has not changed
/// since.
bool wits_expr_emit_select(expr_compiler *c, operand *x, operand *condition, operand *y, bool settled);
/// Converts a float to an int within [lo, hi].
bool wits_expr_emit_saturate(expr_compiler *c, operand *x, int32_t lo, int32_t hi);
/// Applies a step of EXPR_RESPONSE_LIST to a float, with its constants.
bool wits_expr_emit_response(expr_compiler *c, expr_operation operation, operand *x, float k0, float k1);
bool wits_expr_emit_piecewise(expr_compiler *c, operand *x, const wits_knot *knots, uint32_t count);
/// Calls a host function with the last `count` operands of the stack as arguments. The result replaces the first of
/// them, or is a new operand. The operation determines its type.
bool wits_expr_emit_call(expr_compiler *c, expr_operation operation, uint32_t function, uint32_t count);
/// Marks x, which is in a register, as this stage of a shaped program.
bool wits_expr_emit_mark(expr_compiler *c, const operand *x, uint32_t stage);
/// Reports a name that is not in the list that is expected here.
bool wits_expr_fail_enum_name(expr_compiler *c, uint32_t list, uint32_t offset, uint32_t length);
/// Gives the names of a chain the values that they have in a list; false when one is not in it.
bool wits_expr_pending_resolve(expr_compiler *c, operand *x, uint32_t list);

// ------------------------------------------------------------------------------------------------------------- types.c

bool wits_expr_is_number(const operand *x);
/// Applies the operator `token` to two operands; the result replaces the first. `offset` is the operator's.
bool wits_expr_apply_binary(expr_compiler *c, token_kind operator, uint32_t offset, operand *left, operand *right);
/// Checks an operator's left operand before anything to its right is read.
bool wits_expr_check_left(expr_compiler *c, token_kind operator, uint32_t offset, const operand *left);
bool wits_expr_apply_negate(expr_compiler *c, uint32_t offset, operand *x);
bool wits_expr_apply_not(expr_compiler *c, uint32_t offset, operand *x);
bool wits_expr_check_condition(expr_compiler *c, uint32_t offset, const operand *condition);
bool wits_expr_apply_if(expr_compiler *c, uint32_t offset, operand *x, operand *condition, operand *y);
/// Checks argument `number` (from 1) of the function whose name is at the offset.
bool wits_expr_check_argument(expr_compiler *c, uint32_t function, uint32_t offset, uint32_t number, const operand *x);
/// Applies a function to its arguments; the result replaces the first. For a curve, all other arguments are parameters.
bool wits_expr_apply_function(expr_compiler *c, uint32_t function, uint32_t offset, operand *arguments, uint32_t count);
bool wits_expr_apply_want(expr_compiler *c, expr_want want, operand *x);
/// Converts x to the parameter's type, widening an int. `fits`: whether that is possible. Returns false only with a
/// problem.
bool wits_expr_fit_parameter(expr_compiler *c, const expr_parameter *parameter, operand *x, bool *fits);
/// Checks an argument for which no parameter is declared: it is an error if its enum is not known.
bool wits_expr_check_settled(expr_compiler *c, const operand *x);
/// The row of the name in the list, or EXPR_NONE.
uint32_t wits_expr_list_find(const expr_compiler *c, uint32_t list, const char *name, uint32_t length);

// ---------------------------------------------------------------------------------------------------- target_names.c

/// Looks up the target field named by the token, a '.' and the name after it.
expr_target_answer wits_expr_look_up_target(const expr_compiler *c, expr_named_target *found);
/// Loads the target field, or reports the problem.
bool wits_expr_take_target(expr_compiler *c, expr_target_answer answer, const expr_named_target *found);

// ----------------------------------------------------------------------------------------------------------- calls.c

// Host functions. The innermost open call is the top operator.

/// Handles a name before a parenthesis: `done`, if there are no arguments; else opens the call. The text of an action
/// is itself a call.
bool wits_expr_open_host_call(expr_compiler *c, bool *done);
/// Takes the value on top as the next argument of the innermost call.
bool wits_expr_take_host_argument(expr_compiler *c);
/// Ends a call with all arguments: its result is the value on top.
bool wits_expr_close_host_call(expr_compiler *c);
/// Takes a text in quotes, which must be the whole argument.
bool wits_expr_take_text(expr_compiler *c);
/// Takes a name that is a whole argument and the name of an enum's value; `taken` tells whether it is.
bool wits_expr_take_value_argument(expr_compiler *c, bool *taken);
/// Takes `mood.calm`, whose first name is the token.
bool wits_expr_take_qualified(expr_compiler *c);

// ----------------------------------------------------------------------------------------------------------- compare.c

/// Compares two ints, floats, enums or bools (both the same) with the operation on ints or floats. A comparison of a
/// field with a constant becomes a test.
bool wits_expr_emit_comparison(expr_compiler *c, expr_operation operation, operand *left, operand *right);

// ------------------------------------------------------------------------------------------------------------ report.c

// Problems are written word by word, directly to their destination, because stacks are small: wits_expr_problem_begin,
// one word for each $ of the text, then wits_expr_problem_end. A word is written at once, or begun and appended to.
// Words that do not fit are truncated with "...".

void wits_expr_problem_begin(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// Always false.
bool wits_expr_problem_end(expr_compiler *c);
void wits_expr_word_begin(expr_compiler *c);
void wits_expr_word_add(expr_compiler *c, const char *text);
void wits_expr_word_bytes(expr_compiler *c, const char *text, uint32_t length);
void wits_expr_word_add_number(expr_compiler *c, uint32_t number);
/// Adds a quote of the expression, at most 64 bytes.
void wits_expr_word_add_at(expr_compiler *c, uint32_t offset, uint32_t length);

void wits_expr_word_text(expr_compiler *c, const char *text);
void wits_expr_word_at(expr_compiler *c, uint32_t offset, uint32_t length);
/// Adds "a bool", "an enum (none, found)" and so on.
void wits_expr_word_type(expr_compiler *c, const operand *x);
/// Writes "none, found, reached".
void wits_expr_word_list(expr_compiler *c, uint32_t list);
/// Adds "; did you mean 'ammo'?", or nothing. If no name is near and `may_be_function` is true, explains how to write a
/// function.
void wits_expr_word_suggested_value(expr_compiler *c, uint32_t offset, uint32_t length, bool may_be_function);
bool wits_expr_has_suggested_value(const expr_compiler *c, uint32_t offset, uint32_t length);
void wits_expr_word_suggested_function(expr_compiler *c, uint32_t offset, uint32_t length);
/// Suggests the nearest kind of targets.
bool wits_expr_has_suggested_kind(const expr_compiler *c, uint32_t offset, uint32_t length);
void wits_expr_word_suggested_kind(expr_compiler *c, uint32_t offset, uint32_t length);
void wits_expr_word_suggested_in_list(expr_compiler *c, uint32_t list, uint32_t offset, uint32_t length);

const char *wits_expr_token_text(token_kind kind);

/// Reports a problem without words.
bool wits_expr_refuse(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// Reports a problem with these bytes as its only word.
bool wits_expr_refuse_at(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// Adds the current token as the word, if there is one.
bool wits_expr_refuse_here(expr_compiler *c, expr_problem_code code);

// ----------------------------------------------------------------------------------------------------------- unknown.c

// These report a problem at the token. They return false.

bool wits_expr_fail_unknown_function(expr_compiler *c);
/// Reports an `if` where a value is expected.
bool wits_expr_fail_if_first(expr_compiler *c);
bool wits_expr_fail_unknown_name(expr_compiler *c);
/// Reports a value that follows a value.
bool wits_expr_fail_operator_missing(expr_compiler *c);
/// Reports a text in quotes where none is allowed.
bool wits_expr_fail_quoted(expr_compiler *c, uint32_t offset, uint32_t length);

#endif
