// SPDX-License-Identifier: MIT
// A name that means nothing where it stands, or a value where an operator is due: what was probably meant.
#include "expr/compile.h"

#include <string.h>

bool wits_expr_fail_unknown_function(expr_compiler *c) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_FUNCTION_UNKNOWN, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_suggested_function(c, c->token.offset, c->token.length);
    return wits_expr_problem_end(c);
}

/// The list of the enum that a name is compared with, or that the result is for; EXPR_NONE: of none.
static uint32_t expected_list(const expr_compiler *c) {
    if (c->operand_count == 0) {
        return c->operator_count == 0 ? c->wanted_list : EXPR_NONE;
    }
    const operand *before = &c->operands[c->operand_count - 1];
    bool pends = before->kind == OPERAND_PENDING || before->kind == OPERAND_PENDING_REGISTER;
    return before->type == EXPR_ENUM && !pends ? before->list : EXPR_NONE;
}

/// Whether the token is the whole text but for blanks and parentheses.
static bool is_alone(const expr_compiler *c) {
    const uint32_t token_end = c->token.offset + c->token.length;
    uint32_t others = 0;
    for (uint32_t i = 0; i < c->length; i++) {
        bool is_inside = i >= c->token.offset && i < token_end;
        others += !is_inside && (c->text[i] == '\0' || strchr(" \t\r\n()", c->text[i]) == NULL);
    }
    return others == 0;
}

static bool fail_name_elsewhere(expr_compiler *c, const char *what) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_NAME_ELSEWHERE, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_text(c, what);
    return wits_expr_problem_end(c);
}

/// What stands here is all of an argument of a host function, or its beginning.
static bool is_argument(const expr_compiler *c) {
    return c->operator_count != 0 && c->operators[c->operator_count - 1] == OPERATOR_HOST_CALL;
}

bool wits_expr_fail_unknown_name(expr_compiler *c) {
    const expr_scope *scope = c->scope;
    const char *name = c->text + c->token.offset;
    const char *what = scope->name_elsewhere != NULL ? scope->name_elsewhere(scope->user, name, c->token.length) : NULL;
    if (what != NULL) {
        return fail_name_elsewhere(c, what);
    }
    const uint32_t list = expected_list(c);
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

static bool is_blank_between(const expr_compiler *c, uint32_t begin, uint32_t end) {
    while (begin < end && (c->text[begin] == ' ' || c->text[begin] == '\t' || c->text[begin] == '\n')) {
        begin++;
    }
    return begin == end;
}

/// Of `random()`: the value before a parenthesis.
static bool fail_value_called(expr_compiler *c, uint32_t offset, uint32_t length) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_VALUE_CALLED, offset, length);
    wits_expr_word_at(c, offset, length);
    return wits_expr_problem_end(c);
}

bool wits_expr_fail_operator_missing(expr_compiler *c) {
    const operand *before = &c->operands[c->operand_count - 1];
    const uint32_t length = wits_expr_name_length_at(c, before->offset);
    if (c->token.kind == TOKEN_OPEN && length > 0 && is_blank_between(c, before->offset + length, c->token.offset)) {
        return fail_value_called(c, before->offset, length);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_OPERATOR_MISSING, c->token.offset, c->token.length);
    wits_expr_word_text(c, "'");
    wits_expr_word_add_at(c, c->token.offset, c->token.length);
    wits_expr_word_add(c, "'");
    return wits_expr_problem_end(c);
}
