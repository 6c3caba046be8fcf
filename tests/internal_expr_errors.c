// SPDX-License-Identifier: MIT
// Every error of an expression with its position and its text, and hostile texts.
#include "expr_support.h"

static const expr_want any = {.kind = EXPR_WANT_ANY};

typedef struct error_row {
    expr_problem_code code;
    const char *text;
    const char *marked;  ///< '^' under the invalid bytes; "^" after the end marks an empty range
    const char *message;
    expr_want want;
} error_row;

#define CODE(name) EXPR_PROBLEM_##name
#define CONDITION                                                                                                      \
    { EXPR_WANT_CONDITION, 0, 0, 0 }
#define INPUT                                                                                                          \
    { EXPR_WANT_SHAPED, 0, 0, 0 }
#define NUMBER                                                                                                         \
    { EXPR_WANT_NUMBER, 0, 0, 0 }
#define BOOL_FIELD                                                                                                     \
    { EXPR_WANT_FIELD, WITS_TYPE_BOOL, 0, 0 }
#define WAY_FIELD                                                                                                      \
    { EXPR_WANT_FIELD, WITS_TYPE_ENUM, WAY, 0 }
#define INT_FIELD                                                                                                      \
    { EXPR_WANT_FIELD, WITS_TYPE_INT, 0, 0 }
#define FLOAT_FIELD                                                                                                    \
    { EXPR_WANT_FIELD, WITS_TYPE_FLOAT, 0, 0 }
#define ANY                                                                                                            \
    { EXPR_WANT_ANY, 0, 0, 0 }

static const error_row rows[] = {
    {CODE(EMPTY), "", "", "there is no expression", ANY},
    {CODE(EMPTY), "  \n", "^^^", "there is no expression", ANY},

    {CODE(CHARACTER), "n # 3", "  ^", "unexpected '#' in an expression", ANY},
    {CODE(CHARACTER), "n + {", "    ^", "unexpected '{' in an expression", ANY},
    {CODE(LETTER), "3 \xC3\xA9 4", "  ^^",
     "unexpected '\xC3\xA9' in an expression; a name has letters from a to z, digits and _", ANY},
    {CODE(LETTER), "\xE2\x82\xAC", "^^^",
     "unexpected '\xE2\x82\xAC' in an expression; a name has letters from a to z, digits and _", ANY},
    {CODE(CHARACTER), "n \xFF 3", "  ^", "unexpected byte 0xff in an expression", ANY},
    {CODE(CHARACTER), "\xC3", "^", "unexpected byte 0xc3 in an expression", ANY},
    {CODE(CHARACTER), "n + \x01", "    ^", "unexpected byte 0x01 in an expression", ANY},
    {CODE(CHARACTER), "way .x", "    ^", "unexpected '.' in an expression", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "way.x", "    ^", "'x' is not one of none, found, reached", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "way.fuond", "    ^^^^^",
     "'fuond' is not one of none, found, reached; did you mean 'found'?", ANY},
    {CODE(ENUM_UNKNOWN), "n.found", "^", "unknown enum 'n'; write the name of an enum field before the '.'", ANY},

    {CODE(QUOTED), "n == \"a b\"", "     ^^^^^", "a quoted text must be a whole argument of a host function: \"a b\"",
     ANY},
    {CODE(QUOTED), "half((\"a\"))", "      ^^^", "a quoted text must be a whole argument of a host function: \"a\"",
     ANY},
    {CODE(QUOTED), "half(\"a\" if flag else \"b\")", "     ^^^",
     "a quoted text must be a whole argument of a host function: \"a\"", ANY},
    {CODE(QUOTED_NAME), "abs(\"a\")", "    ^^^", "write a without quotes", ANY},
    {CODE(QUOTE_OPEN), "'n", "^^", "this text has no closing quote: 'n", ANY},
    {CODE(QUOTE_OPEN), "half(\"n)", "     ^^^", "this text has no closing quote: \"n)", ANY},
    {CODE(QUOTED_NAME), "way == \"found\"", "       ^^^^^^^", "write found without quotes", ANY},
    {CODE(QUOTED_NAME), "'flag'", "^^^^^^", "write flag without quotes", ANY},
    {CODE(BLANK), "n \xC2\xA0> 3", "  ^^", "this is a non-ASCII space; retype it", ANY},
    {CODE(QUOTES_CURLY), "half(1, \xE2\x80\x9Cup\xE2\x80\x9D)", "        ^^^",
     "'\xE2\x80\x9C' is not a straight quote; write \"up\"", ANY},
    {CODE(OPERATOR_UNKNOWN), "way == \xE2\x80\x9Cup\xE2\x80\x9D", "       ^^^",
     "unexpected '\xE2\x80\x9C'; write names without quotes", ANY},
    {CODE(BLANK), "n\xE2\x80\xAF> 3", " ^^^", "this is a non-ASCII space; retype it", ANY},
    {CODE(BLANK), "\xE2\x80\x8Bn > 3", "^^^", "this is a non-ASCII space; retype it", ANY},
    {CODE(LETTER), "n\xC3\xBC > 3", " ^^",
     "unexpected '\xC3\xBC' in an expression; a name has letters from a to z, digits and _", ANY},
    {CODE(NAME_ADVICE), "flag == null", "        ^^^^", "there is no 'null' here; a field always has a value", ANY},
    {CODE(NAME_ADVICE), "flag == Yes", "        ^^^", "there is no 'Yes' here; write true", ANY},
    {CODE(NAME_ADVICE), "event == 3", "^^^^^",
     "there is no 'event' here; a transition waits for an event by its key 'event'", ANY},
    {CODE(NAME_ADVICE), "n in m", "  ^^", "there is no 'in' here; write a == 1 or a == 2; for states write in(STATE)",
     ANY},
    {CODE(NAME_DOTTED), "beast.health > 3", "^^^^^^^^^^^^",
     "'beast.health' is not a name; a name is one word, such as beast_health", ANY},
    {CODE(NAME_DOTTED), "self.n > 3", "^^^^^^", "'self.n' is not a name; a name is one word, such as n", ANY},
    {CODE(NAME_DOTTED), "Way::found", "^^^^^^^^^^", "'Way::found' is not a name; a name is one word, such as found",
     ANY},
    {CODE(COMMA_IN_NUMBER), "n < 1,5", "    ^^^", "a number has a point, not a comma: 1.5", ANY},
    {CODE(PERCENT), "n < 50%", "      ^", "'%' is the remainder of a division; write 0.5 for 50%", ANY},
    {CODE(IF_FIRST), "if flag", "^^", "remove 'if': write the condition alone", ANY},
    {CODE(IF_FIRST), "if min(n, 2) > 1", "^^", "remove 'if': write the condition alone", ANY},
    {CODE(IF_BEFORE), "if flag then 1 else 2", "^^", "an 'if' comes after its value; write a if condition else b", ANY},
    {CODE(IF_BEFORE), "n + (if flag: 1 else: 2)", "     ^^",
     "an 'if' comes after its value; write a if condition else b", ANY},
    {CODE(IF_BEFORE), "if(flag, min(n, 1), 2)", "^^", "an 'if' comes after its value; write a if condition else b",
     ANY},
    {CODE(OPERATOR_UNKNOWN), "flag then 1 else 2", "     ^^^^", "unexpected 'then'; write a if condition else b", ANY},
    {CODE(OPERATOR_UNKNOWN), "1 when flag else 2", "  ^^^^", "unexpected 'when'; write if", ANY},
    {CODE(OPERATOR_UNKNOWN), "1 if flag elif n > 1 else 2", "          ^^^^",
     "unexpected 'elif'; write a if condition else b if condition else c", ANY},
    {CODE(NAME_ADVICE), "state == sleep", "^^^^^", "there is no 'state' here; write in(STATE)", ANY},
    {CODE(NAME_ADVICE), "when flag", "^^^^", "there is no 'when' here; write the condition alone", ANY},
    {CODE(NAME_ADVICE), "unless flag", "^^^^^^", "there is no 'unless' here; write not (condition)", ANY},
    {CODE(FUNCTION_UNKNOWN), "raised(hit)", "^^^^^^",
     "unknown function 'raised'; write event: EVENT beside the condition", ANY},
    {CODE(NAME_ELSEWHERE), "hit() > 1", "^^^", "'hit' is an event of this test; write hit: hit", ANY},
    {CODE(OPERATOR_UNKNOWN), "flag AND off", "     ^^^", "unexpected 'AND'; write and", ANY},
    {CODE(OPERATOR_UNKNOWN), "way is found", "    ^^", "unexpected 'is'; write ==", ANY},
    {CODE(OPERATOR_UNKNOWN), "way is not found", "    ^^", "unexpected 'is'; write !=", ANY},
    {CODE(OPERATOR_UNKNOWN), "n := 3", "  ^^", "unexpected ':='; write ==", ANY},
    {CODE(OPERATOR_UNKNOWN), "n \xE2\x89\xA4 3", "  ^^^", "unexpected '\xE2\x89\xA4'; write <=", ANY},
    {CODE(WANTS_BOOL), "3", "^", "this must be a bool, not an int; write true or false", CONDITION},
    {CODE(NOT_COMPARABLE), "flag == 1", "     ^^",
     "'==' compares two values of the same kind, not a bool with an int; a bool is a condition by itself", ANY},

    {CODE(OPERATOR_UNKNOWN), "n = 3", "  ^", "unexpected '='; write ==", ANY},
    {CODE(OPERATOR_UNKNOWN), "n === 3", "  ^^^", "unexpected '==='; write ==", ANY},
    {CODE(OPERATOR_UNKNOWN), "n => 3", "  ^^", "unexpected '=>'; write >=", ANY},
    {CODE(OPERATOR_UNKNOWN), "n =< 3", "  ^^", "unexpected '=<'; write <=", ANY},
    {CODE(OPERATOR_UNKNOWN), "n <> 3", "  ^^", "unexpected '<>'; write !=", ANY},
    {CODE(OPERATOR_UNKNOWN), "!flag", "^", "unexpected '!'; write not", ANY},
    {CODE(OPERATOR_UNKNOWN), "flag && off", "     ^^", "unexpected '&&'; write and", ANY},
    {CODE(OPERATOR_UNKNOWN), "flag || off", "     ^^", "unexpected '||'; write or", ANY},
    {CODE(OPERATOR_UNKNOWN), "flag | off", "     ^", "unexpected '|'; write or", ANY},
    {CODE(OPERATOR_UNKNOWN), "n ** 2", "  ^^", "unexpected '**'; write pow(a, b)", ANY},
    {CODE(OPERATOR_UNKNOWN), "n ^ 2", "  ^", "unexpected '^'; write pow(a, b)", ANY},
    {CODE(OPERATOR_UNKNOWN), "n // 2", "  ^^", "unexpected '//'; write floor(a / b)", ANY},
    {CODE(OPERATOR_UNKNOWN), "flag ? 1 : 2", "     ^", "unexpected '?'; write a if condition else b", ANY},

    {CODE(NUMBER_MALFORMED), "1e", "^^", "not a number: '1e'", ANY},
    {CODE(NUMBER_MALFORMED), "2 + 1.5.2", "    ^^^^^", "not a number: '1.5.2'", ANY},
    {CODE(NUMBER_MALFORMED), "0x10", "^^^^", "not a number: '0x10'", ANY},
    {CODE(NUMBER_MALFORMED), "-3m", "^^^", "not a number: '-3m'", ANY},
    {CODE(NUMBER_MALFORMED), "1_000", "^^^^^", "not a number: '1_000'", ANY},
    {CODE(NUMBER_MALFORMED), "1e+ 2", "^^^", "not a number: '1e+'", ANY},
    {CODE(INT_RANGE), "2147483648", "^^^^^^^^^^", "an int is at least -2147483648 and at most 2147483647: '2147483648'",
     ANY},
    {CODE(INT_RANGE), "-2147483649", "^^^^^^^^^^^",
     "an int is at least -2147483648 and at most 2147483647: '-2147483649'", ANY},
    {CODE(INT_RANGE), "n - 2147483648", "    ^^^^^^^^^^",
     "an int is at least -2147483648 and at most 2147483647: '2147483648'", ANY},
    {CODE(INT_RANGE), "- 2147483648", "  ^^^^^^^^^^",
     "an int is at least -2147483648 and at most 2147483647: '2147483648'", ANY},
    {CODE(FLOAT_RANGE), "1e39", "^^^^", "larger than any float: '1e39'", ANY},
    {CODE(FLOAT_RANGE), "1 + -3.5e38", "    ^^^^^^^", "larger than any float: '-3.5e38'", ANY},

    {CODE(VALUE_MISSING), "n +", "   ", "missing value at the end", ANY},
    {CODE(VALUE_MISSING), "n + * 3", "    ^", "missing value before '*'", ANY},
    {CODE(VALUE_MISSING), "+3", "^", "missing value before '+'", ANY},
    {CODE(VALUE_MISSING), "()", " ^", "missing value before ')'", ANY},
    {CODE(VALUE_MISSING), "min(n, )", "       ^", "missing value before ')'", ANY},
    {CODE(VALUE_MISSING), "min(,n)", "    ^", "missing value before ','", ANY},
    {CODE(VALUE_MISSING), "n if else 3", "     ^^^^", "missing value before 'else'", ANY},
    {CODE(VALUE_MISSING), "clamp(n,", "        ", "missing value at the end", ANY},
    {CODE(VALUE_MISSING), "not", "   ", "missing value at the end", ANY},
    {CODE(OPERATOR_MISSING), "n 3", "  ^", "missing operator before '3'", ANY},
    {CODE(OPERATOR_MISSING), "flag not off", "     ^^^", "missing operator before 'not'", ANY},
    {CODE(OPERATOR_MISSING), "(n)(m)", "   ^", "missing operator before '('", ANY},
    {CODE(VALUE_CALLED), "random() < 0.1", "^^^^^^", "'random' is a value: write it without parentheses", CONDITION},
    {CODE(VALUE_CALLED), "n > elapsed ()", "    ^^^^^^^", "'elapsed' is a value: write it without parentheses", ANY},
    {CODE(OPERATOR_MISSING), "3 (n)", "  ^", "missing operator before '('", ANY},
    {CODE(OPERATOR_MISSING), "3 n", "  ^", "missing operator before 'n'", ANY},
    {CODE(OPERATOR_MISSING), "n .5", "  ^^", "missing operator before '.5'", ANY},

    {CODE(PARENTHESIS_OPEN), "(n", "^", "this '(' is never closed", ANY},
    {CODE(PARENTHESIS_OPEN), "3 * (n + (m)", "    ^", "this '(' is never closed", ANY},
    {CODE(PARENTHESIS_OPEN), "clamp(n", "     ^", "this '(' is never closed", ANY},
    {CODE(PARENTHESIS_OPEN), "in (idle", "   ^", "this '(' is never closed", ANY},
    {CODE(PARENTHESIS_CLOSED), "n)", " ^", "this ')' has no matching '('", ANY},
    {CODE(PARENTHESIS_CLOSED), "(n)) + 1", "   ^", "this ')' has no matching '('", ANY},
    {CODE(COMMA), "n, m", " ^", "a comma only separates arguments of a function; join conditions with 'and'", ANY},
    {CODE(COMMA), "(n, m)", "  ^", "a comma only separates arguments of a function; join conditions with 'and'", ANY},
    {CODE(NOT_INSIDE), "flag == not off", "        ^^^", "put parentheses around this 'not' and what it negates", ANY},
    {CODE(NOT_INSIDE), "-not off", " ^^^", "put parentheses around this 'not' and what it negates", ANY},
    {CODE(CHAINED), "1 < n < 9", "      ^", "comparisons cannot be chained; write a < b and b < c", ANY},
    {CODE(CHAINED), "n == m == 3 + 4", "       ^^", "comparisons cannot be chained; write a < b and b < c", ANY},
    {CODE(CHAINED), "flag == off != 1 * 2", "            ^^", "comparisons cannot be chained; write a < b and b < c",
     ANY},
    {CODE(IF_WITHOUT_ELSE), "n if flag", "  ^^", "this 'if' has no 'else'; write a if condition else b", ANY},
    {CODE(IF_WITHOUT_ELSE), "(n if flag) + 1", "   ^^", "this 'if' has no 'else'; write a if condition else b", ANY},
    {CODE(IF_WITHOUT_ELSE), "min(n if flag, 3)", "      ^^", "this 'if' has no 'else'; write a if condition else b",
     ANY},
    {CODE(ELSE_WITHOUT_IF), "n else 3", "  ^^^^", "this 'else' has no 'if'; write a if condition else b", ANY},
    {CODE(ELSE_WITHOUT_IF), "1 if flag else 2 else 3", "                 ^^^^",
     "this 'else' has no 'if'; write a if condition else b", ANY},
    {CODE(IF_IN_CONDITION), "1 if flag if off else flag else 2", "          ^^",
     "an 'if' inside a condition needs parentheses", ANY},

    {CODE(NAME_UNKNOWN), "shard > 3", "^^^^^", "unknown name 'shard'; did you mean 'shared'?", CONDITION},
    {CODE(NAME_UNKNOWN), "way == reachd", "       ^^^^^^", "unknown name 'reachd'; did you mean 'reached'?", ANY},
    {CODE(NAME_UNKNOWN), "True", "^^^^", "unknown name 'True'; did you mean 'true'?", ANY},
    {CODE(NAME_UNKNOWN), "NOT flag", "^^^", "unknown name 'NOT'; did you mean 'not'?", ANY},
    {CODE(NAME_UNKNOWN), "unheard_of", "^^^^^^^^^^", "unknown name 'unheard_of'; a function is written unheard_of()",
     ANY},
    {CODE(NAME_UNKNOWN), "time > 3", "^^^^", "unknown name 'time'; did you mean 'elapsed'?", CONDITION},
    {CODE(NAME_UNKNOWN), "rand < 0.5", "^^^^", "unknown name 'rand'; did you mean 'random'?", CONDITION},
    {CODE(NAME_ELSEWHERE), "n > 3 and hit", "          ^^^", "'hit' is an event of this test; write hit: hit",
     CONDITION},
    {CODE(NAME_UNKNOWN), "elapse > 1", "^^^^^^", "unknown name 'elapse'; did you mean 'elapsed'?", ANY},
    {CODE(NAME_WITHOUT_LIST), "found", "^^^^^",
     "unknown enum of 'found'; compare it with an enum field, or assign it to one", ANY},
    {CODE(NAME_WITHOUT_LIST), "flag and found == none", "         ^^^^^",
     "unknown enum of 'found'; compare it with an enum field, or assign it to one", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "way == angry", "       ^^^^^", "'angry' is not one of none, found, reached", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "way == unheard_of", "       ^^^^^^^^^^",
     "'unheard_of' is not one of none, found, reached", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "way != none and way == unheard_of", "                       ^^^^^^^^^^",
     "'unheard_of' is not one of none, found, reached", CONDITION},
    {CODE(ENUM_NAME_UNKNOWN), "unheard_of", "^^^^^^^^^^", "'unheard_of' is not one of none, found, reached", WAY_FIELD},
    {CODE(NAME_UNKNOWN), "way == none and unheard_of", "                ^^^^^^^^^^",
     "unknown name 'unheard_of'; the fields are flag, off, way, player, mood, i8, ...", CONDITION},
    {CODE(NAME_UNKNOWN), " unheard_of ", " ^^^^^^^^^^", "unknown name 'unheard_of'; a function is written unheard_of()",
     CONDITION},
    {CODE(NAME_UNKNOWN), "unheard_of", "^^^^^^^^^^",
     "unknown name 'unheard_of'; the fields are flag, off, way, player, mood, i8, ...", INT_FIELD},
    {CODE(ENUM_NAME_UNKNOWN), "(none if flag else calm) == way", "                   ^^^^",
     "'calm' is not one of none, found, reached", ANY},
    {CODE(ENUM_NAME_UNKNOWN), "angry", "^^^^^", "'angry' is not one of none, found, reached", WAY_FIELD},
    {CODE(FUNCTION_UNKNOWN), "hal() > 1", "^^^", "unknown function 'hal'; did you mean 'half'?", ANY},
    {CODE(FUNCTION_UNKNOWN), "squrt(3)", "^^^^^", "unknown function 'squrt'; did you mean 'sqrt'?", ANY},
    {CODE(FUNCTION_UNKNOWN), "sin(x)", "^^^", "unknown function 'sin'", ANY},
    {CODE(FUNCTION_UNKNOWN), "arrange(3)", "^^^^^^^", "unknown function 'arrange'", ANY},
    {CODE(FUNCTION_BARE), "half > 1", "^^^^", "'half' is a function: write half()", ANY},
    {CODE(FUNCTION_UNKNOWN), "logstic(x)", "^^^^^^^", "unknown function 'logstic'; did you mean 'logistic'?", ANY},
    {CODE(FUNCTION_UNKNOWN), "constent(x)", "^^^^^^^^", "unknown function 'constent'; did you mean 'constant'?", ANY},
    {CODE(NAME_UNKNOWN), "logistik", "^^^^^^^^", "unknown name 'logistik'; did you mean 'logistic'?", ANY},
    {CODE(FUNCTION_BARE), "1 + normal", "    ^^^^^^", "'normal' is a function: write normal(x)", ANY},
    {CODE(FUNCTION_BARE), "clamp + 1", "^^^^^", "'clamp' is a function: write clamp(a, b, c)", ANY},
    {CODE(FUNCTION_BARE), "1 + atan2", "    ^^^^^", "'atan2' is a function: write atan2(a, b)", ANY},
    {CODE(FUNCTION_ARGUMENTS), "atan2(x)", "^^^^^", "atan2 takes 2 arguments, not 1", ANY},
    {CODE(FUNCTION_ARGUMENTS), "atan2()", "^^^^^",
     "atan2 takes 2 arguments, not none; a host function of that name must be declared", ANY},
    {CODE(ARGUMENT_NOT_NUMBER), "atan2(x, flag)", "^^^^^", "argument 2 of atan2 is a number, not a bool", ANY},
    {CODE(FUNCTION_UNKNOWN), "atan(x, y)", "^^^^", "unknown function 'atan'; write atan2(y, x)", ANY},
    {CODE(FUNCTION_ARGUMENTS), "abs()", "^^^", "abs takes 1 argument, not none", ANY},
    {CODE(FUNCTION_ARGUMENTS), "1 + clamp(n, 2)", "    ^^^^^", "clamp takes 3 arguments, not 2", ANY},
    {CODE(FUNCTION_ARGUMENTS), "max(n)", "^^^", "max takes 2 arguments, not 1", ANY},
    {CODE(FUNCTION_ARGUMENTS), "step()", "^^^^",
     "step takes a number and at most 3 constants (m, b, c), not none; a host function of that name must be declared",
     ANY},
    {CODE(FUNCTION_ARGUMENTS), "constant(x, 1, 2)", "^^^^^^^^",
     "constant takes a number and at most 1 constant (b), not more", ANY},
    {CODE(ARGUMENT_NOT_CONSTANT), "constant(x, y)", "^^^^^^^^",
     "argument 2 of constant must be a constant, such as 2 or 1 / 3", ANY},
    {CODE(ARGUMENT_NOT_NUMBER), "constant(flag, 1)", "^^^^^^^^", "argument 1 of constant is a number, not a bool", ANY},
    {CODE(CURVE_PARAMETER), "constant(x, 1 / 0)", "^^^^^^^^", "b of constant must be a finite number", ANY},
    {CODE(FUNCTION_ARGUMENTS), "smoothstep()", "^^^^^^^^^^",
     "smoothstep takes a number and at most 3 constants (m, b, c), not none", ANY},
    {CODE(FUNCTION_ARGUMENTS), "step(x, 1, 2, 3, 4)", "^^^^",
     "step takes a number and at most 3 constants (m, b, c), not more", ANY},
    {CODE(FUNCTION_ARGUMENTS), "logistic(x, 1, 2, 3, 4, 5)", "^^^^^^^^",
     "logistic takes a number and at most 4 constants (m, k, b, c), not more", ANY},
    {CODE(FUNCTION_ARGUMENTS), "piecewise(x, 0, 1)", "^^^^^^^^^",
     "piecewise takes a number and 2 to 16 points (x1, y1, x2, y2, ...), not 3", ANY},
    {CODE(FUNCTION_ARGUMENTS), "piecewise(x, 0, 1, 1, 1, 2)", "^^^^^^^^^",
     "piecewise takes a number and 2 to 16 points (x1, y1, x2, y2, ...), not 6", ANY},
    {CODE(FUNCTION_ARGUMENTS), "piecewise(x,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0)",
     "^^^^^^^^^", "piecewise takes a number and 2 to 16 points (x1, y1, x2, y2, ...), not more", ANY},
    {CODE(FUNCTION_ARGUMENTS), "sqrt(n, m)", "^^^^", "sqrt takes 1 argument, not more", ANY},
    {CODE(FUNCTION_ARGUMENTS), "near(n)", "^^^^", "near takes 2 arguments, not 1", ANY},
    {CODE(FUNCTION_ARGUMENTS), "near()", "^^^^", "near takes 2 arguments, not none", ANY},
    {CODE(FUNCTION_ARGUMENTS), "near(n, \"a\", 1)", "^^^^", "near takes 2 arguments, not more", ANY},
    {CODE(FUNCTION_ARGUMENTS), "n > 1 and dry(1)", "          ^^^", "dry takes no arguments, not more", ANY},
    {CODE(HOST_ARGUMENT), "near(\"a\", \"b\")", "^^^^", "argument 1 of near is a float, not a text", ANY},
    {CODE(HOST_ARGUMENT), "near(1, 2)", "^^^^", "argument 2 of near is a text, not an int", ANY},
    {CODE(HOST_ARGUMENT), "near(found, \"b\")", "^^^^", "argument 1 of near is a float, not the enum name 'found'",
     ANY},
    {CODE(HOST_ARGUMENT), "sunny(1)", "^^^^^", "argument 1 of sunny is an enum (none, found, reached), not an int",
     ANY},
    {CODE(ENUM_NAME_UNKNOWN), "sunny(calm)", "      ^^^^", "'calm' is not one of none, found, reached", ANY},
    {CODE(NAME_UNKNOWN), "half(growl)", "     ^^^^^",
     "unknown name 'growl'; the fields are flag, off, way, player, mood, i8, ...; a text is written in quotes", ANY},
    {CODE(NAME_WITHOUT_LIST), "half(found if flag else none)", "     ^^^^^",
     "unknown enum of 'found'; compare it with an enum field, or assign it to one", ANY},
    {CODE(ARGUMENTS_TOO_MANY), "half(1, 2, 3, 4, 5)", "^^^^", "half gets more than 4 arguments", ANY},
    {CODE(CALLS_TOO_DEEP), "half(half(half(half(half(half(half(half(half()))))))))",
     "                                        ^^^^", "calls of host functions nested more than 8 deep", ANY},
    {CODE(PARENTHESIS_OPEN), "yes(1", "   ^", "this '(' is never closed", ANY},
    {CODE(VALUE_MISSING), "yes(", "    ", "missing value at the end", ANY},
    {CODE(VALUE_MISSING), "half(1, )", "        ^", "missing value before ')'", ANY},
    {CODE(ACTION_VALUE), "shout() > 1", "^^^^^", "'shout' is an action and has no value", ANY},
    {CODE(ACTION_VALUE), "raise noise", "^^^^^", "'raise' is an action and has no value", ANY},
    {CODE(NOT_A_FUNCTION), "u8(3)", "^^", "'u8' is not a function", ANY},
    {CODE(STATE_MISSING), "in", "^^", "'in' needs a state; write in(STATE)", ANY},
    {CODE(STATE_MISSING), "in idle", "^^", "'in' needs a state; write in(STATE)", ANY},
    {CODE(STATE_MISSING), "in( )", "^^", "'in' needs a state; write in(STATE)", ANY},
    {CODE(STATE_UNKNOWN), "in( sleep )", "    ^^^^^", "unknown state 'sleep'", ANY},
    {CODE(STATE_UNKNOWN), "in(combat attack)", "   ^^^^^^^^^^^^^", "unknown state 'combat attack'", ANY},
    {CODE(STATE_UNKNOWN), "flag and in(twice)", "            ^^^^^",
     "'twice' is the name of 2 states: a/twice, b/twice", ANY},

    {CODE(NEEDS_NUMBER), "flag + 1", "     ^", "'+' needs a number on its left, not a bool", ANY},
    {CODE(NEEDS_NUMBER), "n * yes()", "  ^", "'*' needs a number on its right, not a bool", ANY},
    {CODE(NEEDS_NUMBER), "n / way", "  ^", "'/' needs a number on its right, not an enum (none, found, reached)", ANY},
    {CODE(NEEDS_NUMBER), "found - 1", "      ^", "'-' needs a number on its left, not the enum name 'found'", ANY},
    {CODE(NEEDS_NUMBER), "-flag", "^", "'-' needs a number on its right, not a bool", ANY},
    {CODE(NEEDS_INT), "n % 2.0", "  ^",
     "'%' needs an int on its right, not a float; for floats write a - b * floor(a / b)", ANY},
    {CODE(NEEDS_INT), "x % 2", "  ^",
     "'%' needs an int on its left, not a float; for floats write a - b * floor(a / b)", ANY},
    {CODE(NEEDS_INT), "flag % 2", "     ^", "'%' needs an int on its left, not a bool", ANY},
    {CODE(NEEDS_BOOL), "n and flag", "  ^^^", "'and' needs a bool on its left, not an int", ANY},
    {CODE(NEEDS_BOOL), "flag or x", "     ^^", "'or' needs a bool on its right, not a float", ANY},
    {CODE(NEEDS_BOOL), "not n", "^^^", "'not' needs a bool on its right, not an int", ANY},
    {CODE(CONDITION_NOT_BOOL), "1 if n else 2", "  ^^", "the condition of 'if' is a bool, not an int", ANY},
    {CODE(ARGUMENT_NOT_NUMBER), "clamp(n, flag, 3)", "^^^^^", "argument 2 of clamp is a number, not a bool", ANY},
    {CODE(ARGUMENT_NOT_NUMBER), "step(x, flag)", "^^^^", "argument 2 of step is a number, not a bool", ANY},
    {CODE(ARGUMENT_NOT_CONSTANT), "step(x, y)", "^^^^", "argument 2 of step must be a constant, such as 2 or 1 / 3",
     ANY},
    {CODE(ARGUMENT_NOT_CONSTANT), "piecewise(x, 0, 1, 1, n)", "^^^^^^^^^",
     "argument 5 of piecewise must be a constant, such as 2 or 1 / 3", ANY},
    {CODE(CURVE_PARAMETER), "sigmoid(x, 1, 1)", "^^^^^^^", "k of sigmoid must be from -0.99999 to 0.99999", ANY},
    {CODE(CURVE_PARAMETER), "1 + sigmoid(x, 1, -1)", "    ^^^^^^^", "k of sigmoid must be from -0.99999 to 0.99999",
     ANY},
    {CODE(CURVE_PARAMETER), "exponential(x, 1, 89)", "^^^^^^^^^^^", "k of exponential must be at most 88", ANY},
    {CODE(CURVE_PARAMETER), "logistic(x, 1, 1e38)", "^^^^^^^^", "k of logistic is too large", ANY},
    {CODE(CURVE_PARAMETER), "normal(x, 1, -1e38)", "^^^^^^", "k of normal is too large", ANY},
    {CODE(CURVE_PARAMETER), "linear(x, 1 / 0)", "^^^^^^", "m of linear must be a finite number", ANY},
    {CODE(CURVE_PARAMETER), "polynomial(x, 1, 0 / 0)", "^^^^^^^^^^", "k of polynomial must be a finite number", ANY},
    {CODE(CURVE_PARAMETER), "logit(x, 1, 1e30 * 1e30)", "^^^^^", "b of logit must be a finite number", ANY},
    {CODE(CURVE_PARAMETER), "logit(x, 1, 0, -1 / 0)", "^^^^^", "c of logit must be a finite number", ANY},
    {CODE(CURVE_PARAMETER), "piecewise(x, 1, 0, 0, 1)", "^^^^^^^^^",
     "knots of piecewise must be in ascending order of x", ANY},
    {CODE(CURVE_PARAMETER), "piecewise(x, 0, 0, 1, 1 / 0)", "^^^^^^^^^", "knots of piecewise must be of finite numbers",
     ANY},
    {CODE(CURVE_PARAMETER), "piecewise(x, -3e38, 0, 3e38, 1)", "^^^^^^^^^",
     "knots of piecewise must not be further apart than the largest float", ANY},
    {CODE(ARGUMENT_NOT_NUMBER), "2 * sqrt(found)", "    ^^^^",
     "argument 1 of sqrt is a number, not the enum name 'found'", ANY},
    {CODE(NOT_ORDERED), "way < found", "    ^",
     "'<' compares numbers, not an enum (none, found, reached); use == or !=", ANY},
    {CODE(NOT_ORDERED), "n >= flag", "  ^^", "'>=' compares numbers, not a bool; a bool is a condition by itself", ANY},
    {CODE(NOT_COMPARABLE), "n == flag", "  ^^", "'==' compares two values of the same kind, not an int with a bool",
     ANY},
    {CODE(NOT_COMPARABLE), "way != mood", "    ^^",
     "'!=' compares two values of the same kind, not an enum (none, found, reached) with an enum (calm, angry, found, "
     "flag)",
     ANY},
    {CODE(NOT_COMPARABLE), "found == 3", "      ^^",
     "'==' compares two values of the same kind, not the enum name 'found' with an int", ANY},
    {CODE(BRANCHES), "1 if flag else true", "  ^^",
     "both values of an 'if else' must be of the same kind, not an int and a bool", ANY},
    {CODE(BRANCHES), "way == (way if flag else mood)", "            ^^",
     "both values of an 'if else' must be of the same kind, not an enum (none, found, reached) and an enum (calm, "
     "angry, found, "
     "flag)",
     ANY},
    {CODE(WANTS_BOOL), " n ", " ^", "this must be a bool, not an int; compare it, with > 0 or != 0", CONDITION},
    {CODE(WANTS_BOOL), "x + 1", "^^^^^", "this must be a bool, not a float; compare it, with > 0 or != 0", BOOL_FIELD},
    {CODE(WANTS_BOOL), "way", "^^^",
     "this must be a bool, not an enum (none, found, reached); compare it, with ==", CONDITION},
    {CODE(WANTS_NUMBER), "n > 3", "^^^^^", "this must be a number, not a bool; write 1 if (n > 3) else 0", NUMBER},
    {CODE(WANTS_NUMBER), " flag ", " ^^^^",
     "this must be a number, not a bool; write {gate: flag}, or: 1 if flag else 0", INPUT},
    {CODE(WANTS_NUMBER), "true if flag else false", "^^^^^^^^^^^^^^^^^^^^^^^",
     "this must be a number, not a bool; write {gate: true if flag else false}, or: 1 if (true if flag else false) "
     "else 0",
     INPUT},
    {CODE(WANTS_NUMBER), "n > 3 and n < 4 and n > 5 and n < 6 and flag", "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
     "this must be a number, not a bool; write {gate: ...}, or: 1 if (...) else 0", INPUT},
    {CODE(WANTS_NUMBER), "found", "^^^^^", "this must be a number, not the enum name 'found'", FLOAT_FIELD},
    {CODE(WANTS_NUMBER), "flag", "^^^^", "this must be a number, not a bool; write 1 if flag else 0", INT_FIELD},
    {CODE(WANTS_ENUM), "3", "^", "this must be one of none, found, reached, not an int", WAY_FIELD},
    {CODE(WANTS_ENUM), "mood", "^^^^",
     "this must be one of none, found, reached, not an enum (calm, angry, found, flag)", WAY_FIELD},

    {CODE(TARGET_KIND), "n > preys.size", "    ^^^^^^^^^^", "unknown kind of targets 'preys'; did you mean 'prey'?",
     ANY},
    {CODE(TARGET_FIELD), "n + prey.weight", "    ^^^^^^^^^^^",
     "a target of kind 'prey' has no field 'weight'; it has size and present", ANY},
    {CODE(TARGET_FIELD), "prey.size > prey.Size", "            ^^^^^^^^^",
     "a target of kind 'prey' has no field 'Size'; it has size and present", ANY},
    {CODE(TARGET_ELSEWHERE), "not hunter.present", "    ^^^^^^^^^^^^^^",
     "'hunter' is a kind of targets, which can be read only in hide, flee", ANY},
    {CODE(NAME_UNKNOWN), "hunter.", "^^^^^^",
     "unknown name 'hunter'; the fields are flag, off, way, player, mood, i8, ...", ANY},
    {CODE(WANTS_BOOL), "prey.size", "^^^^^^^^^", "this must be a bool, not a float; compare it, with > 0 or != 0",
     CONDITION},
};

static bool seen[EXPR_PROBLEM_COUNT];

static bool compile_fails(const char *text, size_t length, expr_want want, expr_problem *problem) {
    expr_scope scope = test_scope();
    static uint32_t memory[ROOM * sizeof(expr_instruction) / sizeof(uint32_t)];
    expr_program *program = (expr_program *)(void *)memory;
    const uint32_t room = (uint32_t)((sizeof memory - sizeof(expr_program)) / sizeof(expr_instruction));
    expr_program head;
    expr_problem counted = {0};
    memset(problem, 0, sizeof *problem);
    bool written = wits_expr_compile(&scope, text, length, want, program, room, problem);
    bool fits = wits_expr_compile(&scope, text, length, want, &head, 0, &counted);
    if (!written && problem->code != EXPR_PROBLEM_CAPACITY) {
        assert_false(fits);
        assert_memory_equal(problem, &counted, offsetof(expr_problem, text));
        assert_string_equal(problem->text, counted.text);
        assert_true(problem->offset + problem->length <= length);
        assert_true(strlen(problem->text) < EXPR_PROBLEM_TEXT);
        seen[problem->code] = true;
    }
    return !written;
}

static void each_error(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const error_row *row = &rows[i];
        expr_problem problem;
        if (!compile_fails(row->text, strlen(row->text), row->want, &problem)) {
            fail_msg("'%s' compiles", row->text);
        }
        const char *mark = strchr(row->marked, '^');
        uint32_t offset = (uint32_t)(mark == NULL ? strlen(row->marked) : (size_t)(mark - row->marked));
        uint32_t length = (uint32_t)(mark == NULL ? 0 : strlen(mark));
        if (problem.code != row->code || strcmp(problem.text, row->message) != 0 || problem.offset != offset ||
            problem.length != length) {
            fail_msg("'%s': %s at %u+%u: %s", row->text, wits_expr_problem_name(problem.code), (unsigned)problem.offset,
                     (unsigned)problem.length, problem.text);
        }
    }
}

static char *append(char *at, const char *text) {
    memcpy(at, text, strlen(text) + 1);
    return at + strlen(text);
}

/// Builds a text of `count` times `prefix`, then `middle`, then `count` times `suffix`.
static char *nested(const char *prefix, const char *middle, const char *suffix, uint32_t times) {
    char *text = malloc((strlen(prefix) + strlen(suffix)) * times + strlen(middle) + 1);
    assert_non_null(text);
    char *at = text;
    for (uint32_t i = 0; i < times; i++) {
        at = append(at, prefix);
    }
    at = append(at, middle);
    for (uint32_t i = 0; i < times; i++) {
        at = append(at, suffix);
    }
    return text;
}

static void check_depth(const char *prefix, const char *middle, const char *suffix, uint32_t most) {
    expr_problem problem;
    char *text = nested(prefix, middle, suffix, most);
    if (compile_fails(text, strlen(text), any, &problem)) {
        fail_msg("%s (%u times): %s", prefix, (unsigned)most, problem.text);
    }
    free(text);
    static const uint32_t more[] = {1, 2, 100, 5000, 20000};
    for (uint32_t i = 0; i < COUNT(more); i++) {
        text = nested(prefix, middle, suffix, most + more[i]);
        assert_true(compile_fails(text, strlen(text), any, &problem));
        assert_int_equal(problem.code, EXPR_PROBLEM_TOO_DEEP);
        assert_string_equal(problem.text, "nested more than 64 deep");
        free(text);
    }
}

// "expressions nested 64 deep"
static void depth(void **state) {
    (void)state;
    check_depth("(", "n", ")", 64);
    check_depth("not ", "flag", "", 64);
    check_depth("- ", "n", "", 64);
    check_depth("abs(", "n", ")", 64);
    check_depth("", "n", " if flag else n", 64);
    check_depth("n if flag else ", "n", "", 64);
    check_depth("(not ", "flag", ")", 32);
    check_depth("1 + 2 * (", "n", ")", 64);
    check_depth("n + m * (", "n", ")", 64);
    check_depth("flag or off and not (n == n + m * (1 if ", "flag", " else 2))", 16);
    check_depth("n + m * clamp(n, m, ", "n", ")", 64);
    check_depth("n * 2 + m * 3 * max(n * 4, ", "n", ")", 64);
    check_depth("way == (found if ", "flag", " else none)", 32);
}

// The number of constants within a curve's points is limited, too.
static void points_inside_points(void **state) {
    (void)state;
    expr_problem problem;
    char *text = nested("piecewise(x, 0, ", "1", ", 2, 3)", 1);
    assert_false(compile_fails(text, strlen(text), any, &problem));
    free(text);
    text = nested("piecewise(0, 0, 0, 1, ", "1", ")", 12);
    assert_false(compile_fails(text, strlen(text), any, &problem));
    free(text);
    text = nested("piecewise(0, 0, 0, 1, 1, 2, 2, 3, ", "1", ")", 60);
    assert_true(compile_fails(text, strlen(text), any, &problem));
    assert_int_equal(problem.code, EXPR_PROBLEM_TOO_DEEP);
    free(text);
}

// Within the depth limit, but with more simultaneous values than registers: the same clear error.
static void registers_run_out(void **state) {
    (void)state;
    char *text = nested("n * 2 + m * 3 * clamp(n * 4, m * 5, ", "n", ")", 64);
    expr_problem problem;
    assert_true(compile_fails(text, strlen(text), any, &problem));
    assert_int_equal(problem.code, EXPR_PROBLEM_TOO_DEEP);
    free(text);
    text = nested("n * 2 + m * 3 * clamp(n * 4, m * 5, ", "n", ")", 60);
    assert_false(compile_fails(text, strlen(text), any, &problem));
    free(text);
}

// Enum names that wait for their enum: many in one chain, and too many.
static void pending_names(void **state) {
    (void)state;
    expr_problem problem;
    char *text = nested("", "(found", " if flag else none", 40);
    char whole[2048];
    snprintf(whole, sizeof whole, "%s) == way", text);
    assert_false(compile_fails(whole, strlen(whole), any, &problem));
    free(text);
    text = nested("", "(found", " if flag else none", 63);
    snprintf(whole, sizeof whole, "%s) == way", text);
    assert_true(compile_fails(whole, strlen(whole), any, &problem));
    assert_int_equal(problem.code, EXPR_PROBLEM_TOO_MANY_NAMES);
    assert_string_equal(problem.text, "too many enum names before their enum is known; write the field first");
    free(text);
    // Problems in sequence do not accumulate.
    text = nested("", "flag", " or (found if flag else none) == way", 500);
    assert_false(compile_fails(text, strlen(text), any, &problem));
    free(text);
}

static void capacity(void **state) {
    (void)state;
    static const char text[] = "n * 2 + m > x and odd() and u8 > n";
    expr_scope scope = test_scope();
    expr_program *whole = compile_text(text, any);
    expr_problem problem;
    for (uint32_t room = 1; room < whole->count; room++) {
        expr_program *program = malloc(expr_program_size(room));  // exact, so that a sanitizer sees more
        assert_false(wits_expr_compile(&scope, text, strlen(text), any, program, room, &problem));
        assert_int_equal(problem.code, EXPR_PROBLEM_CAPACITY);
        assert_string_equal(problem.text, "buffer too small for the compiled expression");
        free(program);
    }
    free(whole);
    seen[EXPR_PROBLEM_CAPACITY] = true;
}

// A scope without anything, and long names.
static void bare_scope(void **state) {
    (void)state;
    expr_scope scope = {0};
    expr_program head;
    expr_problem problem;
    assert_true(wits_expr_compile(&scope, "1 + elapsed", 11, any, &head, 0, &problem));
    assert_false(wits_expr_compile(&scope, "foo", 3, any, &head, 0, &problem));
    assert_string_equal(problem.text, "unknown name 'foo'; a function is written foo()");
    assert_false(wits_expr_compile(&scope, "foo()", 5, any, &head, 0, &problem));
    assert_false(wits_expr_compile(&scope, "in(foo)", 7, any, &head, 0, &problem));
    assert_string_equal(problem.text, "unknown state 'foo'");
    char *text = nested("abcdefgh", "", "", 4000);
    assert_true(compile_fails(text, strlen(text), any, &problem));
    assert_int_equal(problem.length, 32000);
    assert_string_equal(problem.text,
                        "unknown name 'abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh...'; a "
                        "function is written "
                        "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh...()");
    free(text);
}

// An enum with more names than fit in a problem.
static void long_lists(void **state) {
    (void)state;
    static const char *const names[] = {
        "a_name_of_no_fewer_than_forty_characters_1", "a_name_of_no_fewer_than_forty_characters_2",
        "a_name_of_no_fewer_than_forty_characters_3", "a_name_of_no_fewer_than_forty_characters_4",
        "a_name_of_no_fewer_than_forty_characters_5", "last"};
    static const expr_list list = {names, COUNT(names)};
    static const struct expr_table_field field = {"long", WITS_TYPE_ENUM, 0};
    expr_tables one = {.fields = &field, .field_count = 1, .lists = &list, .list_count = 1};
    const expr_want wanted = {EXPR_WANT_FIELD, WITS_TYPE_ENUM, 0, NULL};
    expr_scope scope = wits_expr_scope_of(&one);
    expr_program head;
    expr_problem problem;
    assert_true(wits_expr_compile(&scope, "last", 4, wanted, &head, 0, &problem));
    assert_true(wits_expr_compile(&scope, "long", 4, wanted, &head, 0, &problem));
    assert_false(wits_expr_compile(&scope, "3", 1, wanted, &head, 0, &problem));
    assert_string_equal(problem.text,
                        "this must be one of a_name_of_no_fewer_than_forty_characters_1, "
                        "a_name_of_no_fewer_than_forty_characters_2, a_name_of_no_fewer_than_forty_characters_3, "
                        "a_nam..., not an int");
    assert_false(wits_expr_compile(&scope, "long + 1", 8, any, &head, 0, &problem));
    assert_string_equal(problem.text,
                        "'+' needs a number on its left, not an enum (a_name_of_no_fewer_than_forty_characters_1, "
                        "a_name_of_no_fewer_than_forty_characters_2, a_name_of_no_fewer_than_forty_characters...");
}

// Every prefix of a text, every byte of it changed, zeros inside, long ones.
static void hostile(void **state) {
    (void)state;
    static const char text[] = "way == (found if flag or not in(idle) else none) and clamp(n, -3, 1.5e3) * half() >= "
                               "-x % 3 or elapsed < 5 and lerp(x, y, random) != z or yes()";
    expr_problem problem;
    char copy[sizeof text];
    for (size_t length = 0; length <= strlen(text); length++) {
        char *exact = malloc(length + 1);
        memcpy(exact, text, length);
        exact[length] = 'x';  // not part of the text
        compile_fails(exact, length, any, &problem);
        free(exact);
    }
    for (size_t at = 0; at < strlen(text); at++) {
        for (uint32_t byte = 0; byte < 256; byte++) {
            memcpy(copy, text, sizeof text);
            copy[at] = (char)byte;
            compile_fails(copy, strlen(text), any, &problem);
        }
    }
    assert_true(compile_fails("n\0 + 1", 6, any, &problem));
    assert_int_equal(problem.offset, 1);
    assert_string_equal(problem.text, "unexpected byte 0x00 in an expression");
    assert_true(compile_fails("in(id\0le)", 9, any, &problem));
    assert_string_equal(problem.text, "unknown state 'id?le'");
    assert_true(compile_fails("'\0'", 3, any, &problem));
    char *sum = nested("n + ", "n", "", 1000000);
    expr_program head;
    expr_scope scope = test_scope();
    assert_true(wits_expr_compile(&scope, sum, strlen(sum), any, &head, 0, &problem));
    assert_int_equal(head.count, 1000000);
    assert_true(head.registers <= 3);
    free(sum);
    char *digits = nested("12345678", ".", "98765432", 10000);
    assert_true(compile_fails(digits, strlen(digits), any, &problem));
    assert_int_equal(problem.code, EXPR_PROBLEM_FLOAT_RANGE);
    free(digits);
}

static void random_tokens(void **state) {
    (void)state;
    static const char *const tokens[] = {
        "n",  "x",        "flag",  "way",  "found",  "calm", "1",    "2.5",  "(",
        ")",  ",",        "+",     "-",    "*",      "/",    "%",    "==",   "!=",
        "<",  ">=",       "and",   "or",   "not",    "if",   "else", "abs",  "clamp",
        "in", "in(idle)", "yes()", "half", "random", "tick", "true", "min(", "(found if flag else none)"};
    uint64_t random = 7;
    uint32_t compiled = 0;
    for (uint32_t i = 0; i < 300000; i++) {
        char text[256] = "";
        uint32_t count = 1 + (uint32_t)(next_random(&random) >> 40) % 9;
        for (uint32_t k = 0; k < count; k++) {
            strcat(text, tokens[(next_random(&random) >> 33) % COUNT(tokens)]);
            strcat(text, " ");
        }
        expr_problem problem;
        compiled += !compile_fails(text, strlen(text), any, &problem);
    }
    assert_true(compiled > 3000);
}

static void all_seen(void **state) {
    (void)state;
    for (uint32_t code = 1; code < EXPR_PROBLEM_COUNT; code++) {
        if (!seen[code]) {
            fail_msg("no text provokes %s", wits_expr_problem_name((expr_problem_code)code));
        }
    }
    assert_string_equal(wits_expr_problem_name(EXPR_PROBLEM_NONE), "NONE");
    assert_string_equal(wits_expr_problem_name(EXPR_PROBLEM_CAPACITY), "CAPACITY");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error),        cmocka_unit_test(depth),         cmocka_unit_test(points_inside_points),
        cmocka_unit_test(registers_run_out), cmocka_unit_test(pending_names), cmocka_unit_test(capacity),
        cmocka_unit_test(bare_scope),        cmocka_unit_test(long_lists),    cmocka_unit_test(hostile),
        cmocka_unit_test(random_tokens),     cmocka_unit_test(all_seen),
    };
    return cmocka_run_group_tests_name("errors of expressions", tests, NULL, NULL);
}
