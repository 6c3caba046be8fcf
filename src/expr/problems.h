// SPDX-License-Identifier: MIT
// All problems of expressions: one list, from which the codes, the texts and the tests are made.
#ifndef WITS_EXPR_PROBLEMS_H
#define WITS_EXPR_PROBLEMS_H

#include <stdint.h>

/// X(code, text). Each $ is replaced by the problem's next word.
// clang-format off
#define EXPR_PROBLEM_LIST(X) \
    X(EMPTY,               "there is no expression") \
    X(CHARACTER,           "unexpected $ in an expression") \
    X(QUOTED,              "a quoted text must be a whole argument of a host function: $") \
    X(QUOTE_OPEN,          "this text has no closing quote: $") \
    X(QUOTES_CURLY,        "'$' is not a straight quote; write $") \
    X(BLANK,               "this is a non-ASCII space; retype it") \
    X(LETTER,              "unexpected $ in an expression; a name has letters from a to z, digits and _") \
    X(QUOTED_NAME,         "write $ without quotes") \
    X(NAME_ADVICE,         "there is no '$' here; $") \
    X(NAME_DOTTED,         "'$' is not a name; a name is one word, such as $") \
    X(OPERATOR_UNKNOWN,    "unexpected '$'; write $") \
    X(NUMBER_MALFORMED,    "not a number: '$'") \
    X(INT_RANGE,           "an int is at least -2147483648 and at most 2147483647: '$'") \
    X(FLOAT_RANGE,         "larger than any float: '$'") \
    X(VALUE_MISSING,       "missing value $") \
    X(OPERATOR_MISSING,    "missing operator before $") \
    X(PARENTHESIS_OPEN,    "this '(' is never closed") \
    X(PARENTHESIS_CLOSED,  "this ')' has no matching '('") \
    X(COMMA,               "a comma only separates arguments of a function; join conditions with 'and'") \
    X(COMMA_IN_NUMBER,     "a number has a point, not a comma: $") \
    X(PERCENT,             "'%' is the remainder of a division; write 0.5 for 50%") \
    X(IF_FIRST,            "remove 'if': write the condition alone") \
    X(IF_BEFORE,           "an 'if' comes after its value; write a if condition else b") \
    X(NOT_INSIDE,          "put parentheses around this 'not' and what it negates") \
    X(CHAINED,             "comparisons cannot be chained; write a < b and b < c") \
    X(IF_WITHOUT_ELSE,     "this 'if' has no 'else'; write a if condition else b") \
    X(ELSE_WITHOUT_IF,     "this 'else' has no 'if'; write a if condition else b") \
    X(IF_IN_CONDITION,     "an 'if' inside a condition needs parentheses") \
    X(TOO_DEEP,            "nested more than 64 deep") \
    X(TOO_MANY_NAMES,      "too many enum names before their enum is known; write the field first") \
    X(NAME_UNKNOWN,        "unknown name '$'$") \
    X(NAME_ELSEWHERE,      "'$' is $") \
    X(NAME_WITHOUT_LIST,   "unknown enum of '$'; compare it with an enum field, or assign it to one") \
    X(ENUM_NAME_UNKNOWN,   "'$' is not one of $$") \
    X(ENUM_UNKNOWN,        "unknown enum '$'; write the name of an enum field before the '.'") \
    X(TARGET_KIND,         "unknown kind of targets '$'$") \
    X(TARGET_FIELD,        "a target of kind '$' has no field '$'; it has $") \
    X(TARGET_ELSEWHERE,    "'$' is a kind of targets, which can be read only in $") \
    X(FUNCTION_UNKNOWN,    "unknown function '$'$") \
    X(FUNCTION_BARE,       "'$' is a function: write $($)") \
    X(FUNCTION_ARGUMENTS,  "$ takes $, not $") \
    X(HOST_ARGUMENT,       "argument $ of $ is $, not $") \
    X(ARGUMENTS_TOO_MANY,  "$ gets more than 4 arguments") \
    X(CALLS_TOO_DEEP,      "calls of host functions nested more than 8 deep") \
    X(ACTION_VALUE,        "'$' is an action and has no value") \
    X(NOT_A_FUNCTION,      "'$' is not a function") \
    X(VALUE_CALLED,        "'$' is a value: write it without parentheses") \
    X(STATE_MISSING,       "'in' needs a state; write in(STATE)") \
    X(STATE_UNKNOWN,       "unknown state '$'") \
    X(NEEDS_NUMBER,        "'$' needs a number on its $, not $") \
    X(NEEDS_INT,           "'%' needs an int on its $, not $$") \
    X(NEEDS_BOOL,          "'$' needs a bool on its $, not $") \
    X(CONDITION_NOT_BOOL,  "the condition of 'if' is a bool, not $") \
    X(ARGUMENT_NOT_NUMBER, "argument $ of $ is a number, not $") \
    X(ARGUMENT_NOT_CONSTANT, "argument $ of $ must be a constant, such as 2 or 1 / 3") \
    X(CURVE_PARAMETER,     "$ of $ $") \
    X(NOT_ORDERED,         "'$' compares numbers, not $; $") \
    X(NOT_COMPARABLE,      "'$' compares two values of the same kind, not $ with $$") \
    X(BRANCHES,            "both values of an 'if else' must be of the same kind, not $ and $") \
    X(WANTS_BOOL,          "this must be a bool, not $$") \
    X(WANTS_NUMBER,        "this must be a number, not $$") \
    X(WANTS_ENUM,          "this must be one of $, not $") \
    X(CAPACITY,            "buffer too small for the compiled expression")
// clang-format on

typedef enum expr_problem_code {
    EXPR_PROBLEM_NONE = 0,
#define EXPR_PROBLEM_CODE(code, text) EXPR_PROBLEM_##code,
    EXPR_PROBLEM_LIST(EXPR_PROBLEM_CODE)
#undef EXPR_PROBLEM_CODE
        EXPR_PROBLEM_COUNT,
} expr_problem_code;

enum { EXPR_PROBLEM_TEXT = 320 };

/// A problem in a text: `length` bytes at `offset`. At the end of the text, both may point past it.
typedef struct expr_problem {
    expr_problem_code code;
    uint32_t offset;
    uint32_t length;
    char text[EXPR_PROBLEM_TEXT];  ///< one clause with the offending words; long ones are shortened
} expr_problem;

/// The enumerator's name without its prefix, such as "NAME_UNKNOWN".
const char *wits_expr_problem_name(expr_problem_code code);

#endif
