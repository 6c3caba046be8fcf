// SPDX-License-Identifier: MIT
// Suggestions for unknown names, and for values where an operator is expected.
#include "expr/compile.h"
#include "expr/names.h"
#include "wits/tokens.h"

#include <string.h>

const char *wits_expr_function_instead(const char *name, uint32_t length) {
    static const char *const pairs[][2] = {
        {"sin", ""},
        {"cos", ""},
        {"tan", ""},
        {"asin", ""},
        {"acos", ""},
        {"atan", "atan2(y, x)"},
        {"sinh", ""},
        {"cosh", ""},
        {"tanh", ""},
        {"ln", "log(x)"},
        {"log2", "log(x) / log(2)"},
        {"log10", "log(x) / log(10)"},
        {"exp2", "pow(2, x)"},
        {"power", "pow(x, y)"},
        {"square", "x * x"},
        {"sqr", "x * x"},
        {"cbrt", ""},
        {"hypot", "sqrt(x * x + y * y)"},
        {"mod", "x % y for ints, x - y * floor(x / y) for floats"},
        {"fmod", "x - y * floor(x / y)"},
        {"round", "floor(x + 0.5)"},
        {"trunc", "floor(x), or ceil(x) below 0"},
        {"frac", "x - floor(x)"},
        {"fract", "x - floor(x)"},
        {"ceiling", "ceil(x)"},
        {"fabs", "abs(x)"},
        {"fmin", "min(a, b)"},
        {"fmax", "max(a, b)"},
        {"sgn", "sign(x)"},
        {"signum", "sign(x)"},
        {"saturate", "clamp(x, 0, 1)"},
        {"clamp01", "clamp(x, 0, 1)"},
        {"mix", "lerp(a, b, t)"},
        {"avg", "(a + b) / 2"},
        {"average", "(a + b) / 2"},
        {"mean", "(a + b) / 2"},
        {"raised", "event: EVENT beside the condition"},
        {"pending", "event: EVENT beside the condition"},
    };
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (name_is(pairs[i][0], name, length)) {
            return pairs[i][1];
        }
    }
    return NULL;
}

/// Returns the enum list that the name is compared with, or that the result must have; EXPR_NONE if none.
static uint32_t expected_list(const expr_compiler *c) {
    if (c->operand_count == 0) {
        return c->operator_count == 0 ? c->wanted_list : EXPR_NONE;
    }
    const operand *before = &c->operands[c->operand_count - 1];
    bool pends = before->kind == OPERAND_PENDING || before->kind == OPERAND_PENDING_REGISTER;
    return before->type == EXPR_ENUM && !pends ? before->list : EXPR_NONE;
}

// ---------------------------------------------------------------------------------------------------- other languages

/// A word of other languages, and its replacement: an operator, or advice.
typedef struct foreign_word {
    const char *word;  ///< in small letters
    const char *here;
} foreign_word;

static const foreign_word foreign_operators[] = {
    {"and", "and"},
    {"or", "or"},
    {"is", "=="},
    {"equals", "=="},
    {"equal", "=="},
    {"eq", "=="},
    {"ne", "!="},
    {"isnt", "!="},
    {"xor", "!="},
    {"less", "<"},
    {"lt", "<"},
    {"below", "<"},
    {"under", "<"},
    {"greater", ">"},
    {"more", ">"},
    {"gt", ">"},
    {"above", ">"},
    {"over", ">"},
    {"le", "<="},
    {"ge", ">="},
    {"mod", "%"},
    {"plus", "+"},
    {"minus", "-"},
    {"times", "*"},
    {"then", "a if condition else b"},
    {"elif", "a if condition else b if condition else c"},
    {"elseif", "a if condition else b if condition else c"},
    {"when", "if"},
    {"unless", "if not"},
};

static const foreign_word foreign_values[] = {
    {"null", "a field always has a value"},
    {"none", "a field always has a value"},
    {"nil", "a field always has a value"},
    {"undefined", "a field always has a value"},
    {"yes", "write true"},
    {"no", "write false"},
    {"on", "write true"},
    {"off", "write false"},
    {"event", "a transition waits for an event by its key 'event'"},
    {"state", "write in(STATE)"},
    {"current_state", "write in(STATE)"},
    {"when", "write the condition alone"},
    {"unless", "write not (condition)"},
};

static const char *find_foreign(const expr_compiler *c, const foreign_word *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const char *word = words[i].word;
        uint32_t same = 0;
        while (same < c->token.length && word[same] != '\0' && (c->text[c->token.offset + same] | 0x20) == word[same]) {
            same++;
        }
        if (same == c->token.length && word[same] == '\0') {
            return words[i].here;
        }
    }
    return NULL;
}

/// Reports a problem at the token.
static bool fail_in_words(expr_compiler *c, expr_problem_code code, const char *here) {
    wits_expr_problem_begin(c, code, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_text(c, here);
    return wits_expr_problem_end(c);
}

bool wits_expr_fail_quoted(expr_compiler *c, uint32_t offset, uint32_t length) {
    const uint32_t name = wits_expr_name_length_at(c, offset + 1);
    if (length < 3 || name != length - 2) {
        return wits_expr_refuse_at(c, EXPR_PROBLEM_QUOTED, offset, length);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_QUOTED_NAME, offset, length);
    wits_expr_word_at(c, offset + 1, name);
    return wits_expr_problem_end(c);
}

/// Measures `player.hp`, `self->hp` or `Mood::angry`: the bytes between the token and the name after it, and that
/// name's length.
static uint32_t dots_behind(const expr_compiler *c, uint32_t *name) {
    const uint32_t end = c->token.offset + c->token.length;
    const uint32_t left = c->length - end;
    const bool is_arrow = left > 2 && (memcmp(c->text + end, "->", 2) == 0 || memcmp(c->text + end, "::", 2) == 0);
    const uint32_t dots = is_arrow ? 2 : left > 1 && c->text[end] == '.' ? 1 : 0;
    *name = dots > 0 ? wits_expr_name_length_at(c, end + dots) : 0;
    return *name > 0 ? dots : 0;
}

static bool fail_dotted(expr_compiler *c, uint32_t dots, uint32_t name) {
    const uint32_t offset = c->token.offset, length = c->token.length;
    const bool is_self =
        (length == 4 && (memcmp(c->text + offset, "self", 4) == 0 || memcmp(c->text + offset, "this", 4) == 0)) ||
        dots == 2;
    if (wits_expr_has_suggested_kind(c, offset, length)) {
        wits_expr_problem_begin(c, EXPR_PROBLEM_TARGET_KIND, offset, length + dots + name);
        wits_expr_word_at(c, offset, length);
        wits_expr_word_suggested_kind(c, offset, length);
        return wits_expr_problem_end(c);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_NAME_DOTTED, offset, length + dots + name);
    wits_expr_word_at(c, offset, length + dots + name);
    wits_expr_word_begin(c);
    wits_expr_word_add_at(c, offset, is_self ? 0 : length);
    wits_expr_word_add(c, is_self ? "" : "_");
    wits_expr_word_add_at(c, offset + length + dots, name);
    return wits_expr_problem_end(c);
}

// -------------------------------------------------------------------------------------------------------------- names

/// Returns whether the token is the whole text, except for blanks and parentheses.
static bool is_alone(const expr_compiler *c) {
    const uint32_t token_end = c->token.offset + c->token.length;
    uint32_t others = 0;
    for (uint32_t i = 0; i < c->length; i++) {
        bool is_inside = i >= c->token.offset && i < token_end;
        others += !is_inside && (c->text[i] == '\0' || strchr(" \t\r\n()", c->text[i]) == NULL);
    }
    return others == 0;
}

/// Returns whether this is a whole argument of a host function, or its beginning.
static bool is_argument(const expr_compiler *c) {
    return c->operator_count != 0 && c->operators[c->operator_count - 1] == OPERATOR_HOST_CALL;
}

/// Describes a name that has no value here, from the token on; null if it is unknown.
static const char *description_of(const expr_compiler *c, uint32_t length) {
    const expr_scope *scope = c->scope;
    return scope->name_elsewhere != NULL ? scope->name_elsewhere(scope->user, c->text + c->token.offset, length) : NULL;
}

/// Writes a description, with the name for each `$`. As an argument of a host function, the name may be meant as a
/// text.
static bool fail_name_elsewhere(expr_compiler *c, const char *what, uint32_t length) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_NAME_ELSEWHERE, c->token.offset, length);
    wits_expr_word_at(c, c->token.offset, length);
    wits_expr_word_begin(c);
    const bool has_advice = strchr(what, ';') != NULL;
    while (*what != '\0') {
        const char *sign = strchr(what, '$');
        wits_expr_word_bytes(c, what, sign != NULL ? (uint32_t)(sign - what) : (uint32_t)strlen(what));
        if (sign != NULL) {
            wits_expr_word_add_at(c, c->token.offset, length);
        }
        what = sign != NULL ? sign + 1 : "";
    }
    wits_expr_word_add(c, has_advice && is_argument(c) ? ", or quotes around a text" : "");
    return wits_expr_problem_end(c);
}

/// Reports a called value, such as `random()`.
static bool fail_value_called(expr_compiler *c, uint32_t offset, uint32_t length) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_VALUE_CALLED, offset, length);
    wits_expr_word_at(c, offset, length);
    return wits_expr_problem_end(c);
}

bool wits_expr_fail_unknown_function(expr_compiler *c) {
    const char *name = c->text + c->token.offset;
    if (c->scope->find_question != NULL &&
        c->scope->find_question(c->scope->user, name, c->token.length) != EXPR_NONE) {
        return fail_value_called(c, c->token.offset, c->token.length);
    }
    const char *what = description_of(c, c->token.length);
    if (what != NULL) {
        return fail_name_elsewhere(c, what, c->token.length);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_FUNCTION_UNKNOWN, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_suggested_function(c, c->token.offset, c->token.length);
    return wits_expr_problem_end(c);
}

/// Measures `combat/attack`, which may be the path of a state.
static uint32_t path_length(const expr_compiler *c) {
    uint32_t end = c->token.offset + c->token.length;
    while (end + 1 < c->length && c->text[end] == '/' && wits_expr_name_length_at(c, end + 1) > 0) {
        end += 1 + wits_expr_name_length_at(c, end + 1);
    }
    return end - c->token.offset;
}

bool wits_expr_fail_unknown_name(expr_compiler *c) {
    const uint32_t list = expected_list(c);
    const uint32_t path = path_length(c);
    const uint32_t described = description_of(c, path) != NULL ? path : c->token.length;
    const char *what = list == EXPR_NONE ? description_of(c, described) : NULL;
    if (what != NULL) {
        return fail_name_elsewhere(c, what, described);
    }
    uint32_t behind;
    const uint32_t dots = dots_behind(c, &behind);
    if (dots > 0) {
        return fail_dotted(c, dots, behind);
    }
    const char *advice =
        list == EXPR_NONE ? find_foreign(c, foreign_values, sizeof foreign_values / sizeof *foreign_values) : NULL;
    if (advice != NULL) {
        return fail_in_words(c, EXPR_PROBLEM_NAME_ADVICE, advice);
    }
    if (list != EXPR_NONE && !wits_expr_has_suggested_value(c, c->token.offset, c->token.length)) {
        return wits_expr_fail_enum_name(c, list, c->token.offset, c->token.length);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_NAME_UNKNOWN, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_suggested_value(c, c->token.offset, c->token.length, is_alone(c) && !c->is_for_field);
    if (is_argument(c) && !wits_expr_has_suggested_value(c, c->token.offset, c->token.length)) {
        wits_expr_word_add(c, "; a text is written in quotes");
    }
    return wits_expr_problem_end(c);
}

/// Recognises `if(condition, a, b)`, whose parenthesis is a token.
static bool has_comma(const expr_compiler *c, wits_token open) {
    const bool is_open = open.length == 1 && c->text[open.offset] == '(';
    const size_t end = is_open ? wits_token_end(c->text, c->length, open) : 0;
    size_t at = open.offset + 1;
    while (at < end && c->text[at] != ',') {
        at = wits_token_end(c->text, c->length, wits_token_next(c->text, c->length, at));
    }
    return at < end;
}

bool wits_expr_fail_if_first(expr_compiler *c) {
    const wits_token first = wits_token_next(c->text, c->length, c->token.offset + c->token.length);
    wits_token next = first;
    bool has_else = has_comma(c, first);
    while (next.kind != WITS_TOKEN_END && !has_else) {
        const char *name = c->text + next.offset;
        has_else = name_is("then", name, (uint32_t)next.length) || name_is("else", name, (uint32_t)next.length);
        next = wits_token_next(c->text, c->length, next.offset + next.length);
    }
    return wits_expr_refuse_here(c, has_else ? EXPR_PROBLEM_IF_BEFORE : EXPR_PROBLEM_IF_FIRST);
}

static bool is_blank_between(const expr_compiler *c, uint32_t begin, uint32_t end) {
    while (begin < end && (c->text[begin] == ' ' || c->text[begin] == '\t' || c->text[begin] == '\n')) {
        begin++;
    }
    return begin == end;
}

/// Recognises `mood is not angry`.
static bool is_not_behind(const expr_compiler *c) {
    uint32_t at = c->at;
    while (at < c->length && is_blank_between(c, at, at + 1)) {
        at++;
    }
    return wits_expr_name_length_at(c, at) == 3 && memcmp(c->text + at, "not", 3) == 0;
}

bool wits_expr_fail_operator_missing(expr_compiler *c) {
    const operand *before = &c->operands[c->operand_count - 1];
    const uint32_t length = wits_expr_name_length_at(c, before->offset);
    if (c->token.kind == TOKEN_OPEN && length > 0 && is_blank_between(c, before->offset + length, c->token.offset)) {
        return fail_value_called(c, before->offset, length);
    }
    if (c->token.kind == TOKEN_IN) {
        return fail_in_words(c, EXPR_PROBLEM_NAME_ADVICE, "write a == 1 or a == 2; for states write in(STATE)");
    }
    const char *here = find_foreign(c, foreign_operators, sizeof foreign_operators / sizeof *foreign_operators);
    if (here != NULL) {
        return fail_in_words(c, EXPR_PROBLEM_OPERATOR_UNKNOWN, is_not_behind(c) ? "!=" : here);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_OPERATOR_MISSING, c->token.offset, c->token.length);
    wits_expr_word_text(c, "'");
    wits_expr_word_add_at(c, c->token.offset, c->token.length);
    wits_expr_word_add(c, "'");
    return wits_expr_problem_end(c);
}
