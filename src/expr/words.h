// SPDX-License-Identifier: MIT
// The reserved words of expressions. The functions are in operations.h, the curves in responses.h.
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

/// Returns the kind of token for a word: TOKEN_FUNCTION, with its row, for a reserved function; otherwise TOKEN_NAME,
/// with the row of the function of that name or EXPR_NONE.
token_kind wits_expr_word_find(const char *text, uint32_t length, uint32_t *function);

#endif
