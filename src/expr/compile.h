// SPDX-License-Identifier: MIT
// The compiler's state, shared by its parts: lex.c (text to tokens), parse.c (precedence, names), types.c (what each
// operator and function takes), emit.c (operands to instructions), report.c (what is wrong).
//
// Nothing recurses and nothing is allocated. Operators and operands wait on two stacks; an operand is a value known
// now, a field to be read when it is needed, or a register that instructions written so far have filled.
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
} token_kind;

typedef struct token {
    token_kind kind;
    uint32_t offset;
    uint32_t length;
    expr_type type;  ///< of a number
    expr_value value;
    uint32_t function;  ///< of TOKEN_FUNCTION, its row in the table of functions; of TOKEN_NAME that too, or EXPR_NONE
} token;

/// A function. Where `of_ints` is not 0 it takes ints as ints and gives an int; any other number widens all. A curve
/// takes a number, and constants of which those at the end may be missing.
typedef struct function_row {
    const char *name;
    bool is_reserved;   ///< else a name is this function only where it is called, and the host has none
    uint8_t arguments;  ///< at least
    uint8_t most;
    uint8_t of_ints;
    uint8_t of_floats;
    uint8_t curve;  ///< wits_curve_kind; 0: it is none
} function_row;

const function_row *function_at(uint32_t row);
/// The row of the function or curve of that name, reserved or not; EXPR_NONE if there is none.
uint32_t function_row_find(const char *name, uint32_t length);

// ------------------------------------------------------------------------------------------------------------ operands

enum {
    /// A pending `+`, `*` and call keep at most 4 operands at one level, and a condition no more.
    MAX_OPERANDS = 4 * (EXPR_MAX_DEPTH + 2),
    /// Of one curve, and of a few around it whose parameters are computed by curves.
    MAX_PARAMETERS = 2 * WITS_MAX_KNOTS + 8,
    MAX_OPERATORS = 4 * (EXPR_MAX_DEPTH + 2),
    MAX_PENDING = 48,
    NO_PENDING = 0xFF,
    LONGEST_WORD = 137,  ///< of a problem
    WORD_IS_CUT = 0xFFFF,
};

typedef enum operand_kind {
    OPERAND_CONSTANT,  ///< `value`
    OPERAND_REGISTER,  ///< `value` is its number
    OPERAND_PENDING,   ///< an enum name of which the enum is not known yet: `list` is its row of pending_name
    /// A register chosen among such names, all of them in the chain that begins at row `list`.
    OPERAND_PENDING_REGISTER,
    OPERAND_FIELD,  ///< plus its expr_field_type: field number `value`
} operand_kind;

typedef struct operand {
    uint32_t value;
    union {
        uint32_t offset;  ///< of its first token in the text
        uint32_t start;   ///< once it stands left of and, or, else: the first instruction of what follows
    };
    uint16_t list;
    uint8_t type;
    uint8_t kind;
} operand;

static inline bool is_pending(const operand *x) {
    return x->kind == OPERAND_PENDING || x->kind == OPERAND_PENDING_REGISTER;
}

/// An enum name waiting for its list. Once an instruction has been written it is there that its row goes.
typedef struct pending_name {
    uint32_t offset;
    uint32_t instruction;  ///< EXPR_NONE: none yet
    uint8_t constant;      ///< 0 or 1
    uint8_t next;          ///< row of the next in the chain, or NO_PENDING
    bool waits;            ///< else the row is free
} pending_name;

typedef enum operator_kind {
    OPERATOR_PARENTHESIS,
    OPERATOR_CALL,  ///< of the function in `argument`
    OPERATOR_IF,    ///< its condition follows
    OPERATOR_ELSE,  ///< its second value follows
    OPERATOR_NOT,
    OPERATOR_NEGATE,
    OPERATOR_BINARY,  ///< plus its token_kind
} operator_kind;

typedef struct compiler {
    const expr_scope *scope;
    const char *text;
    uint32_t length;
    bool is_for_field;     ///< the result is assigned to a field
    uint32_t wanted_list;  ///< of that field, if it is an enum; else EXPR_NONE
    uint32_t at;           ///< end of `token`
    token token;
    expr_problem *problem;
    const char *rest;    ///< of the problem's text, from the next word on
    uint32_t written;    ///< bytes of it
    uint32_t word_room;  ///< bytes that the word may still have, or WORD_IS_CUT
    // what is written
    expr_instruction *code;  ///< null: only counted
    uint32_t capacity;
    uint32_t count;
    uint32_t test_end;  ///< `count` after the last test was written
    uint32_t test_out;  ///< and the register it fills
    uint32_t uses;
    uint32_t randoms;
    uint32_t registers;
    uint32_t used[EXPR_REGISTERS / 32];  ///< one bit for each register
    // what waits
    uint32_t depth;
    uint32_t operator_count;
    uint32_t operand_count;
    uint32_t pending_count;
    uint32_t parameter_count;
    uint32_t operator_offsets[MAX_OPERATORS];
    uint8_t operators[MAX_OPERATORS];
    uint8_t functions[EXPR_MAX_DEPTH + 1];  ///< of the calls among them, at their depth: which function
    uint8_t arguments[EXPR_MAX_DEPTH + 1];  ///< and how many arguments so far
    pending_name pending[MAX_PENDING];
    float parameters[MAX_PARAMETERS];  ///< of curves, whose arguments but the first are constants
    operand operands[MAX_OPERANDS];
} compiler;

// --------------------------------------------------------------------------------------------------------------- lex.c

/// Reads the next token into c->token; false, with the problem, when none can be made of what follows. `value_next`: a
/// value may stand here, so that a minus sign and digits directly behind it are one number.
bool next_token(compiler *c, bool value_next);
/// Whether the text goes on, after blanks, with this character.
bool followed_by(const compiler *c, char character);
void skip_blanks(compiler *c);
/// Length of the name at the offset; 0 if there is none.
uint32_t name_length_at(const compiler *c, uint32_t offset);

// -------------------------------------------------------------------------------------------------------------- emit.c

operand operand_constant(expr_type type, uint32_t bits, uint32_t offset);
/// One operation on as many operands as it has; those it has not are null. The result replaces the first. Of constants
/// it is computed at once.
bool emit(compiler *c, expr_operation operation, expr_type type, operand *x, operand *y, operand *z);
/// A leaf that is read into a register here and now.
bool emit_leaf(compiler *c, expr_operation operation, expr_type type, uint32_t number, operand *x);
bool is_field(const operand *x);
/// Of a field: whether its value lies in a range; see EXPR_FIELD_LIST.
bool emit_test(compiler *c, operand *x, uint32_t lo, uint32_t hi, bool inverted);
bool emit_not(compiler *c, operand *x);
/// Of a field, reads it; constants stay.
bool emit_load(compiler *c, operand *x);
/// Sees to it that the value is in a register.
bool emit_register(compiler *c, operand *x);
/// `left and right` (or `or`) into `left`, `right` having been written since left.start.
bool emit_logic(compiler *c, expr_operation operation, operand *left, operand *right);
/// `x if condition else y` into `x`, `y` having been written since condition.start. `settled`: x is what it was then.
bool emit_select(compiler *c, operand *x, operand *condition, operand *y, bool settled);
/// A float to an int within [lo, hi].
bool emit_saturate(compiler *c, operand *x, int32_t lo, int32_t hi);
/// A step of EXPR_SHAPE_LIST on a float, with its constants.
bool emit_shape(compiler *c, expr_operation operation, operand *x, float k0, float k1);
bool emit_piecewise(compiler *c, operand *x, const wits_knot *knots, uint32_t count);
/// x, which is in a register, is this stage of a shaped program.
bool emit_mark(compiler *c, const operand *x, uint32_t stage);
/// A name that is not in this list, where one of it is expected.
bool fail_enum_name(compiler *c, uint32_t list, uint32_t offset, uint32_t length);
/// Gives the names of a chain the values that they have in a list; false when one is not in it.
bool pending_resolve(compiler *c, operand *x, uint32_t list);

// ------------------------------------------------------------------------------------------------------------- types.c

bool is_number(const operand *x);
/// The operator `token` on two operands; the result replaces the first. `offset` is the operator's.
bool apply_binary(compiler *c, token_kind operator, uint32_t offset, operand *left, operand *right);
/// What an operator takes on its left, checked before anything to its right is read.
bool check_left(compiler *c, token_kind operator, uint32_t offset, const operand *left);
bool apply_negate(compiler *c, uint32_t offset, operand *x);
bool apply_not(compiler *c, uint32_t offset, operand *x);
bool check_condition(compiler *c, uint32_t offset, const operand *condition);
bool apply_if(compiler *c, uint32_t offset, operand *x, operand *condition, operand *y);
/// Argument `number` (from 1) of the function whose name is at the offset.
bool check_argument(compiler *c, uint32_t function, uint32_t offset, uint32_t number, const operand *x);
/// On so many arguments, as it takes; the result replaces the first. Of a curve all others are parameters.
bool apply_function(compiler *c, uint32_t function, uint32_t offset, operand *arguments, uint32_t count);
bool apply_want(compiler *c, expr_want want, operand *x);
/// The row of the name in the list, or EXPR_NONE.
uint32_t list_find(const compiler *c, uint32_t list, const char *name, uint32_t length);

// ----------------------------------------------------------------------------------------------------------- compare.c

/// A comparison of two ints, floats, enums or bools (both the same), as the operation on ints or floats that it is. One
/// of a field with a constant becomes a test.
bool emit_comparison(compiler *c, expr_operation operation, operand *left, operand *right);

// ------------------------------------------------------------------------------------------------------------ report.c

// A problem is written word by word, straight to where it goes, because stacks are small: problem_begin, for each $ of
// its text a word, problem_end. A word is all at once, or it begins and is added to; what does not fit is cut with
// "...".

void problem_begin(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// Always false.
bool problem_end(compiler *c);
void word_begin(compiler *c);
void word_add(compiler *c, const char *text);
void word_bytes(compiler *c, const char *text, uint32_t length);
void word_add_number(compiler *c, uint32_t number);
/// The expression's own bytes, at most 64 of them.
void word_add_at(compiler *c, uint32_t offset, uint32_t length);

void word_text(compiler *c, const char *text);
void word_at(compiler *c, uint32_t offset, uint32_t length);
/// "a bool", "an enum (none, found)" and so on.
void word_type(compiler *c, const operand *x);
/// "none, found, reached".
void word_list(compiler *c, uint32_t list);
/// "; did you mean 'ammo'?", or nothing. Where no name is near and `may_be_function` is true: how a function is
/// written.
void word_suggested_value(compiler *c, uint32_t offset, uint32_t length, bool may_be_function);
bool has_suggested_value(const compiler *c, uint32_t offset, uint32_t length);
void word_suggested_function(compiler *c, uint32_t offset, uint32_t length);
void word_suggested_in_list(compiler *c, uint32_t list, uint32_t offset, uint32_t length);

const char *token_text(token_kind kind);

/// A problem without words.
bool refuse(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// These bytes are the one word.
bool refuse_at(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length);
/// The present token, which is the word if there is one.
bool refuse_here(compiler *c, expr_problem_code code);

// ----------------------------------------------------------------------------------------------------------- unknown.c

// Each is about the token. Always false.

bool fail_unknown_function(compiler *c);
bool fail_unknown_name(compiler *c);
/// A value follows a value.
bool fail_operator_missing(compiler *c);

#endif
