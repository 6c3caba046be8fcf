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
#define FUNCTION(name, arguments, of_ints, of_floats) {name, arguments, arguments, of_ints, of_floats, 0},
#define CURVE(name, kind, parameters)                                                                                  \
    {name,                                                                                                             \
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
#define COUNT_ROW(...) +1
    WORDS = sizeof words / sizeof *words,
    FUNCTIONS = 0 EXPR_FUNCTION_LIST(COUNT_ROW),
#undef COUNT_ROW
    ROWS = sizeof functions / sizeof *functions,
    SMOOTHSTEP = FUNCTIONS + WITS_CURVE_SMOOTHSTEP - WITS_CURVE_CONSTANT,
};

/// Of the curves only one is older than the others.
static bool is_reserved(uint32_t row) {
    return row < FUNCTIONS || row == SMOOTHSTEP;
}

token_kind word_find(const char *text, uint32_t length, uint32_t *function) {
    for (uint32_t row = 0; row < WORDS; row++) {
        if (name_is(words[row].text, text, length)) {
            return words[row].kind;
        }
    }
    for (uint32_t row = 0; row < ROWS; row++) {
        if (is_reserved(row) && name_is(functions[row].name, text, length)) {
            *function = row;
            return TOKEN_FUNCTION;
        }
    }
    return TOKEN_NAME;
}

const function_row *function_at(uint32_t row) {
    return row < ROWS ? &functions[row] : NULL;
}

uint32_t curve_function_find(const char *name, uint32_t length) {
    for (uint32_t row = FUNCTIONS; row < ROWS; row++) {
        if (name_is(functions[row].name, name, length)) {
            return row;
        }
    }
    return EXPR_NONE;
}

bool expr_is_curve(const char *name, uint32_t length) {
    return curve_function_find(name, length) != EXPR_NONE;
}

bool expr_is_reserved(const char *name, uint32_t length) {
    uint32_t function;
    return word_find(name, length, &function) != TOKEN_NAME;
}

const char *expr_reserved_name(uint32_t row) {
    if (row < WORDS) {
        return words[row].text;
    }
    const uint32_t function = row - WORDS;
    return function < FUNCTIONS ? functions[function].name : function == FUNCTIONS ? functions[SMOOTHSTEP].name : NULL;
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
