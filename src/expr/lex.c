// SPDX-License-Identifier: MIT
// Text to tokens.
#include "expr/characters.h"
#include "expr/number.h"
#include "expr/words.h"

#include <string.h>

void wits_expr_skip_blanks(expr_compiler *c) {
    while (c->at < c->length && is_blank(c->text[c->at])) {
        c->at++;
    }
}

bool wits_expr_followed_by(const expr_compiler *c, char character) {
    uint32_t at = c->at;
    while (at < c->length && is_blank(c->text[at])) {
        at++;
    }
    return at < c->length && c->text[at] == character;
}

uint32_t wits_expr_name_length_at(const expr_compiler *c, uint32_t offset) {
    return name_span(c->text + offset, c->length - offset);
}

static bool number_begins(const expr_compiler *c, uint32_t at) {
    bool point = at < c->length && c->text[at] == '.';
    uint32_t digit = at + (point ? 1 : 0);
    return digit < c->length && is_digit(c->text[digit]);
}

static bool take_token(expr_compiler *c, token_kind kind, uint32_t length) {
    c->token = (token){.kind = kind, .offset = c->at, .length = length};
    c->at += length;
    return true;
}

static bool take_number(expr_compiler *c, uint32_t sign) {
    const char *text = c->text + c->at;
    uint32_t length = sign + (uint32_t)wits_expr_number_span(text + sign, c->length - c->at - sign);
    take_token(c, TOKEN_NUMBER, length);
    switch (wits_expr_number_read(text, length, &c->token.value)) {
    case NUMBER_INT:
        c->token.type = EXPR_INT;
        return true;
    case NUMBER_FLOAT:
        c->token.type = EXPR_FLOAT;
        return true;
    case NUMBER_INT_RANGE:
        return wits_expr_refuse_here(c, EXPR_PROBLEM_INT_RANGE);
    case NUMBER_FLOAT_RANGE:
        return wits_expr_refuse_here(c, EXPR_PROBLEM_FLOAT_RANGE);
    case NUMBER_MALFORMED:
    default:
        return wits_expr_refuse_here(c, EXPR_PROBLEM_NUMBER_MALFORMED);
    }
}

typedef struct sign {
    const char *text;
    token_kind kind;
    const char *instead;  ///< operator of another language: the replacement. With TOKEN_TEXT it is a quote
} sign;

/// Longer operators precede their prefixes.
static const sign signs[] = {
    {"===", TOKEN_ERROR, "=="},
    {"==", TOKEN_EQUAL, 0},
    {"=>", TOKEN_ERROR, ">="},
    {"=<", TOKEN_ERROR, "<="},
    {"=", TOKEN_ERROR, "=="},
    {"!=", TOKEN_DIFFERENT, 0},
    {"!", TOKEN_ERROR, "not"},
    {"<>", TOKEN_ERROR, "!="},
    {"<=", TOKEN_AT_MOST, 0},
    {"<", TOKEN_LESS, 0},
    {">=", TOKEN_AT_LEAST, 0},
    {">", TOKEN_MORE, 0},
    {"&&", TOKEN_ERROR, "and"},
    {"&", TOKEN_ERROR, "and"},
    {"||", TOKEN_ERROR, "or"},
    {"|", TOKEN_ERROR, "or"},
    {"**", TOKEN_ERROR, "pow(a, b)"},
    {"*", TOKEN_TIMES, 0},
    {"^", TOKEN_ERROR, "pow(a, b)"},
    {"//", TOKEN_ERROR, "floor(a / b)"},
    {"/", TOKEN_OVER, 0},
    {"?", TOKEN_ERROR, "a if condition else b"},
    {"+", TOKEN_PLUS, 0},
    {"-", TOKEN_MINUS, 0},
    {"%", TOKEN_PERCENT, 0},
    {"(", TOKEN_OPEN, 0},
    {")", TOKEN_CLOSE, 0},
    {",", TOKEN_COMMA, 0},
    {":=", TOKEN_ERROR, "=="},
    {"\xE2\x89\xA4", TOKEN_ERROR, "<="},  // U+2264 and similar characters of word processors
    {"\xE2\x89\xA5", TOKEN_ERROR, ">="},
    {"\xE2\x89\xA0", TOKEN_ERROR, "!="},
    {"\xE2\x88\x92", TOKEN_ERROR, "-"},
    {"\xE2\x80\x93", TOKEN_ERROR, "-"},
    {"\xC3\x97", TOKEN_ERROR, "*"},
    {"\xC3\xB7", TOKEN_ERROR, "/"},
    {"\xE2\x80\x9C", TOKEN_TEXT, "names without quotes"},
    {"\xE2\x80\x9D", TOKEN_TEXT, "names without quotes"},
    {"\xE2\x80\x9E", TOKEN_TEXT, "names without quotes"},
    {"\xE2\x80\x98", TOKEN_TEXT, "names without quotes"},
    {"\xE2\x80\x99", TOKEN_TEXT, "names without quotes"},
    {"\xC2\xAB", TOKEN_TEXT, "names without quotes"},
    {"\xC2\xBB", TOKEN_TEXT, "names without quotes"},
};

/// Returns the length of the UTF-8 character at the offset; 0 if it is invalid.
static uint32_t character_length(const expr_compiler *c, uint32_t at) {
    uint8_t first = (uint8_t)c->text[at];
    uint32_t length = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : 4;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || length > c->length - at) {
        return 0;
    }
    for (uint32_t i = 1; i < length; i++) {
        if (((uint8_t)c->text[at + i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

static bool fail_character(expr_compiler *c) {
    static const char digits[] = "0123456789abcdef";
    uint8_t byte = (uint8_t)c->text[c->at];
    uint32_t length = character_length(c, c->at);
    bool is_visible = length != 0 && byte >= ' ' && byte != 0x7F;
    const char code[] = {digits[byte >> 4], digits[byte & 15], '\0'};
    if (other_space_length(c->text + c->at, c->length - c->at) > 0) {
        return wits_expr_refuse(c, EXPR_PROBLEM_BLANK, c->at, length);
    }
    const expr_problem_code problem = is_visible && byte >= 0x80 ? EXPR_PROBLEM_LETTER : EXPR_PROBLEM_CHARACTER;
    wits_expr_problem_begin(c, problem, c->at, is_visible ? length : 1);
    wits_expr_word_text(c, is_visible ? "'" : "byte 0x");
    wits_expr_word_bytes(c, is_visible ? c->text + c->at : code, is_visible ? length : 2);
    wits_expr_word_add(c, is_visible ? "'" : "");
    return wits_expr_problem_end(c);
}

static bool take_quoted(expr_compiler *c) {
    const char *begin = c->text + c->at;
    const char *end = memchr(begin + 1, *begin, c->length - c->at - 1);
    if (end == NULL || memchr(begin, '\0', (size_t)(end - begin)) != NULL) {  // wits/tokens.h: a zero ends a text
        return wits_expr_refuse_at(c, EXPR_PROBLEM_QUOTE_OPEN, c->at, c->length - c->at);
    }
    return take_token(c, TOKEN_TEXT, (uint32_t)(end - begin) + 1);
}

/// Returns whether an argument of a call begins here, where quotes begin a text.
static bool is_in_argument(const expr_compiler *c) {
    uint32_t at = c->at;
    while (at > 0 && is_blank(c->text[at - 1])) {
        at--;
    }
    return at > 0 && (c->text[at - 1] == '(' || c->text[at - 1] == ',');
}

/// Typographic quotes around an argument.
static bool fail_quotes(expr_compiler *c, const sign *wrong, uint32_t length) {
    const char *text = c->text + c->at + length;
    const uint32_t left = c->length - c->at - length;
    uint32_t inside = 0;  // length of the text between the quotes, up to a special character
    while (inside < left && (uint8_t)text[inside] < 0x80 && strchr("\"'()", text[inside]) == NULL) {
        inside++;
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_QUOTES_CURLY, c->at, length);
    wits_expr_word_text(c, wrong->text);
    wits_expr_word_text(c, "\"");
    wits_expr_word_bytes(c, text, inside);
    wits_expr_word_add(c, "\"");
    return wits_expr_problem_end(c);
}

static bool fail_sign(expr_compiler *c, const sign *wrong, uint32_t length) {
    if (wrong->kind == TOKEN_TEXT && is_in_argument(c)) {
        return fail_quotes(c, wrong, length);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_OPERATOR_UNKNOWN, c->at, length);
    wits_expr_word_text(c, wrong->text);
    wits_expr_word_text(c, wrong->instead);
    return wits_expr_problem_end(c);
}

static bool take_sign(expr_compiler *c) {
    for (uint32_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (signs[i].text[0] != c->text[c->at]) {
            continue;
        }
        uint32_t length = (uint32_t)strlen(signs[i].text);
        if (length <= c->length - c->at && memcmp(signs[i].text, c->text + c->at, length) == 0) {
            if (signs[i].instead != NULL) {
                return fail_sign(c, &signs[i], length);
            }
            return take_token(c, signs[i].kind, length);
        }
    }
    return c->text[c->at] == '"' || c->text[c->at] == '\'' ? take_quoted(c) : fail_character(c);
}

bool wits_expr_next_token(expr_compiler *c, bool value_next) {
    wits_expr_skip_blanks(c);
    if (c->at == c->length) {
        return take_token(c, TOKEN_END, 0);
    }
    bool minus = c->text[c->at] == '-';
    if (number_begins(c, c->at) || (value_next && minus && number_begins(c, c->at + 1))) {
        return take_number(c, minus ? 1 : 0);
    }
    uint32_t length = wits_expr_name_length_at(c, c->at);
    if (length > 0) {
        uint32_t function = 0;
        take_token(c, wits_expr_word_find(c->text + c->at, length, &function), length);
        c->token.function = function;
        const bool goes_on = c->at < c->length && (uint8_t)c->text[c->at] >= 0x80;
        return goes_on ? take_sign(c) : true;
    }
    return take_sign(c);
}
