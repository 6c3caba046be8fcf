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
#define FUNCTION(name, arguments, is_reserved, of_ints, of_floats)                                                     \
    {name, is_reserved, arguments, arguments, of_ints, of_floats, 0},
// The first of the curves is older than the others.
#define CURVE(name, kind, parameters, ...)                                                                             \
    {name,                                                                                                             \
     (kind) == WITS_CURVE_SMOOTHSTEP,                                                                                  \
     (kind) == WITS_CURVE_PIECEWISE ? 1 + 2 * 2 : 1,                                                                   \
     (kind) == WITS_CURVE_PIECEWISE ? 1 + 2 * WITS_MAX_KNOTS : sizeof(parameters),                                     \
     0,                                                                                                                \
     0,                                                                                                                \
     kind},
    EXPR_FUNCTION_LIST(FUNCTION) EXPR_CURVE_LIST(CURVE)
#undef FUNCTION
#undef CURVE
};

enum {
    WORDS = sizeof words / sizeof *words,
    FUNCTIONS = sizeof functions / sizeof *functions,
};

const function_row *wits_expr_function_at(uint32_t row) {
    return row < FUNCTIONS ? &functions[row] : NULL;
}

uint32_t wits_expr_function_row_find(const char *name, uint32_t length) {
    for (uint32_t row = 0; row < FUNCTIONS; row++) {
        if (name_is(functions[row].name, name, length)) {
            return row;
        }
    }
    return EXPR_NONE;
}

token_kind wits_expr_word_find(const char *text, uint32_t length, uint32_t *function) {
    for (uint32_t row = 0; row < WORDS; row++) {
        if (name_is(words[row].text, text, length)) {
            return words[row].kind;
        }
    }
    *function = wits_expr_function_row_find(text, length);
    return *function != EXPR_NONE && functions[*function].is_reserved ? TOKEN_FUNCTION : TOKEN_NAME;
}

const char *wits_expr_function_name(uint32_t row, uint32_t *least, uint32_t *most) {
    if (row >= FUNCTIONS) {
        return NULL;
    }
    *least = functions[row].arguments;
    *most = functions[row].most;
    return functions[row].name;
}

bool wits_expr_is_function(const char *name, uint32_t length) {
    return wits_expr_function_row_find(name, length) != EXPR_NONE;
}

bool wits_expr_is_reserved(const char *name, uint32_t length) {
    uint32_t function;
    return wits_expr_word_find(name, length, &function) != TOKEN_NAME;
}

const char *wits_expr_reserved_name(uint32_t number) {
    if (number < WORDS) {
        return words[number].text;
    }
    uint32_t left = number - WORDS;
    for (uint32_t row = 0; row < FUNCTIONS; row++) {
        if (functions[row].is_reserved && left-- == 0) {
            return functions[row].name;
        }
    }
    return NULL;
}

const char *wits_expr_token_text(token_kind kind) {
    static const char *const signs[] = {
        [TOKEN_MINUS] = "-",    [TOKEN_PLUS] = "+",   [TOKEN_TIMES] = "*",      [TOKEN_OVER] = "/",
        [TOKEN_PERCENT] = "%",  [TOKEN_EQUAL] = "==", [TOKEN_DIFFERENT] = "!=", [TOKEN_LESS] = "<",
        [TOKEN_AT_MOST] = "<=", [TOKEN_MORE] = ">",   [TOKEN_AT_LEAST] = ">=",  [TOKEN_AND] = "and",
        [TOKEN_OR] = "or",
    };
    return signs[kind];
}
