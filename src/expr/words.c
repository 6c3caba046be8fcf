// SPDX-License-Identifier: MIT
#include "expr/words.h"

#include "expr/names.h"

typedef struct word_row {
    const char *text;
    token_kind kind;
} word_row;

static const word_row words[] = {
#define WORD(text, token) {text, token},
    EXPR_WORD_LIST(WORD)
#undef WORD
};

static const function_row functions[] = {
#define FUNCTION(name, arguments, of_ints, of_floats) {name, arguments, of_ints, of_floats},
    EXPR_FUNCTION_LIST(FUNCTION)
#undef FUNCTION
};

enum {
    WORDS = sizeof words / sizeof *words,
    FUNCTIONS = sizeof functions / sizeof *functions,
};

token_kind word_find(const char *text, uint32_t length, uint32_t *function) {
    for (uint32_t row = 0; row < WORDS; row++) {
        if (name_is(words[row].text, text, length)) {
            return words[row].kind;
        }
    }
    for (uint32_t row = 0; row < FUNCTIONS; row++) {
        if (name_is(functions[row].name, text, length)) {
            *function = row;
            return TOKEN_FUNCTION;
        }
    }
    return TOKEN_NAME;
}

const function_row *function_at(uint32_t row) {
    return row < FUNCTIONS ? &functions[row] : NULL;
}

bool expr_is_reserved(const char *name, uint32_t length) {
    uint32_t function;
    return word_find(name, length, &function) != TOKEN_NAME;
}

const char *expr_reserved_name(uint32_t row) {
    return row < WORDS ? words[row].text : row < WORDS + FUNCTIONS ? functions[row - WORDS].name : NULL;
}

const char *token_text(token_kind kind) {
    static const char *const signs[] = {
        [TOKEN_MINUS] = "-",    [TOKEN_PLUS] = "+",   [TOKEN_TIMES] = "*",      [TOKEN_OVER] = "/",
        [TOKEN_PERCENT] = "%",  [TOKEN_EQUAL] = "==", [TOKEN_DIFFERENT] = "!=", [TOKEN_LESS] = "<",
        [TOKEN_AT_MOST] = "<=", [TOKEN_MORE] = ">",   [TOKEN_AT_LEAST] = ">=",  [TOKEN_AND] = "and",
        [TOKEN_OR] = "or",
    };
    return signs[kind];
}
