// SPDX-License-Identifier: MIT
// Everything that can be wrong with an expression: one list, from which the codes, the texts and the tests are made.
#ifndef WITS_EXPR_PROBLEMS_H
#define WITS_EXPR_PROBLEMS_H

#include <stdint.h>

/// X(code, text). Each $ is replaced by the problem's next word.
// clang-format off
#define EXPR_PROBLEM_LIST(X) \
    X(EMPTY,               "there is no expression") \
    X(CHARACTER,           "$ has no place in an expression") \
    X(QUOTED,              "a text in quotes stands only as a whole argument of a host function: $") \
    X(QUOTE_OPEN,          "this text has no closing quote: $") \
    X(QUOTES_CURLY,        "'$' is not a straight quote; write $") \
    X(BLANK,               "this is a non-ASCII space; retype it") \
    X(LETTER,              "$ has no place in an expression; a name has letters from a to z, digits and _") \
    X(QUOTED_NAME,         "write $ without quotes; a name has none") \
    X(NAME_ADVICE,         "there is no '$' here; $") \
    X(NAME_DOTTED,         "'$' is no name; a name is one word, such as $") \
    X(OPERATOR_UNKNOWN,    "there is no '$'; write $") \
    X(NUMBER_MALFORMED,    "not a number: '$'") \
    X(INT_RANGE,           "an int is at least -2147483648 and at most 2147483647: '$'") \
    X(FLOAT_RANGE,         "larger than any float: '$'") \
    X(VALUE_MISSING,       "a value is missing $") \
    X(OPERATOR_MISSING,    "an operator is missing before $") \
    X(PARENTHESIS_OPEN,    "this '(' is never closed") \
    X(PARENTHESIS_CLOSED,  "this ')' closes nothing") \
    X(COMMA,               "a comma stands only between the arguments of a function; 'and' joins conditions") \
    X(COMMA_IN_NUMBER,     "a number has a point, not a comma: $") \
    X(PERCENT,             "'%' gives what a division leaves; a percentage is written as in 0.5 for 50%") \
    X(IF_FIRST,            "a condition has no 'if' before it; write the condition alone") \
    X(NOT_INSIDE,          "put parentheses around this 'not' and what it negates") \
    X(CHAINED,             "comparisons are not chained: write a < b and b < c") \
    X(IF_WITHOUT_ELSE,     "this 'if' has no 'else': a if condition else b") \
    X(ELSE_WITHOUT_IF,     "this 'else' has no 'if': a if condition else b") \
    X(IF_IN_CONDITION,     "an 'if' inside a condition needs parentheses") \
    X(TOO_DEEP,            "nested more than 64 deep") \
    X(TOO_MANY_NAMES,      "too many enum names before it is clear of which enum; write its field first") \
    X(NAME_UNKNOWN,        "nothing is called '$'$") \
    X(NAME_ELSEWHERE,      "'$' is $") \
    X(NAME_WITHOUT_LIST,   "it is not clear of which enum '$' is; compare it with an enum field, or assign it to one") \
    X(ENUM_NAME_UNKNOWN,   "'$' is not one of $$") \
    X(ENUM_UNKNOWN,        "no enum is called '$'; before a '.' stands the name of a field that is one") \
    X(TARGET_KIND,         "no kind of targets is called '$'$") \
    X(TARGET_FIELD,        "a target of kind '$' has no field '$'; it has $") \
    X(TARGET_ELSEWHERE,    "'$' is a kind of targets, and is read only in $") \
    X(FUNCTION_UNKNOWN,    "no function is called '$'$") \
    X(FUNCTION_BARE,       "'$' is a function: write $($)") \
    X(FUNCTION_ARGUMENTS,  "$ takes $, not $") \
    X(HOST_ARGUMENT,       "argument $ of $ is $, not $") \
    X(ARGUMENTS_TOO_MANY,  "$ gets more than 4 arguments") \
    X(CALLS_TOO_DEEP,      "host functions are called more than 8 deep in one another's arguments") \
    X(ACTION_VALUE,        "'$' is an action and has no value") \
    X(NOT_A_FUNCTION,      "'$' is no function") \
    X(VALUE_CALLED,        "'$' is a value: write it without parentheses") \
    X(STATE_MISSING,       "in needs a state: write in(STATE)") \
    X(STATE_UNKNOWN,       "no state is called '$'") \
    X(NEEDS_NUMBER,        "'$' needs a number on its $, not $") \
    X(NEEDS_INT,           "'%' needs an int on its $, not $$") \
    X(NEEDS_BOOL,          "'$' needs a bool on its $, not $") \
    X(CONDITION_NOT_BOOL,  "the condition of 'if' is a bool, not $") \
    X(ARGUMENT_NOT_NUMBER, "argument $ of $ is a number, not $") \
    X(ARGUMENT_NOT_CONSTANT, "argument $ of $ must be a constant, such as 2 or 1 / 3") \
    X(CURVE_PARAMETER,     "$ of $ $") \
    X(NOT_ORDERED,         "'$' compares numbers, not $; $") \
    X(NOT_COMPARABLE,      "'$' compares two of a kind, not $ with $$") \
    X(BRANCHES,            "both values of an 'if else' are of one kind, not $ and $") \
    X(WANTS_BOOL,          "this must be a bool, not $$") \
    X(WANTS_NUMBER,        "this must be a number, not $$") \
    X(WANTS_ENUM,          "this must be one of $, not $") \
    X(CAPACITY,            "there is no room for the program")
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
