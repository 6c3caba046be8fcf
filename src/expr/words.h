// SPDX-License-Identifier: MIT
// The words that mean something in expressions: one list, from which the reserved names are made, too.
#ifndef WITS_EXPR_WORDS_H
#define WITS_EXPR_WORDS_H

#include "expr/compile.h"

/// X(word, token)
#define EXPR_WORD_LIST(X)                                                                                              \
    X("and", TOKEN_AND)                                                                                                \
    X("else", TOKEN_ELSE)                                                                                              \
    X("false", TOKEN_FALSE)                                                                                            \
    X("if", TOKEN_IF)                                                                                                  \
    X("in", TOKEN_IN)                                                                                                  \
    X("not", TOKEN_NOT)                                                                                                \
    X("or", TOKEN_OR)                                                                                                  \
    X("raise", TOKEN_RAISE)                                                                                            \
    X("random", TOKEN_RANDOM)                                                                                          \
    X("elapsed", TOKEN_ELAPSED)                                                                                        \
    X("tick", TOKEN_TICK)                                                                                              \
    X("true", TOKEN_TRUE)

/// X(name, arguments, operation on ints or 0, operation on floats); the curves follow.
#define EXPR_FUNCTION_LIST(X)                                                                                          \
    X("abs", 1, EXPR_OP_ABS_INT, EXPR_OP_ABS)                                                                          \
    X("sign", 1, EXPR_OP_SIGN_INT, EXPR_OP_SIGN)                                                                       \
    X("min", 2, EXPR_OP_MIN_INT, EXPR_OP_MIN)                                                                          \
    X("max", 2, EXPR_OP_MAX_INT, EXPR_OP_MAX)                                                                          \
    X("clamp", 3, EXPR_OP_CLAMP_INT, EXPR_OP_CLAMP)                                                                    \
    X("floor", 1, 0, EXPR_OP_FLOOR)                                                                                    \
    X("ceil", 1, 0, EXPR_OP_CEIL)                                                                                      \
    X("sqrt", 1, 0, EXPR_OP_SQRT)                                                                                      \
    X("exp", 1, 0, EXPR_OP_EXP)                                                                                        \
    X("log", 1, 0, EXPR_OP_LOG)                                                                                        \
    X("pow", 2, 0, EXPR_OP_POW)                                                                                        \
    X("lerp", 3, 0, EXPR_OP_LERP)

/// The word's token; of a reserved function TOKEN_FUNCTION with its row; else TOKEN_NAME.
token_kind word_find(const char *text, uint32_t length, uint32_t *function);

#endif
