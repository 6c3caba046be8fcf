// SPDX-License-Identifier: MIT
// A name that means nothing where it stands, or a value where an operator is due: what was probably meant.
#include "expr/compile.h"

#include <string.h>

bool fail_unknown_function(compiler *c) {
    problem_begin(c, EXPR_PROBLEM_FUNCTION_UNKNOWN, c->token.offset, c->token.length);
    word_at(c, c->token.offset, c->token.length);
    word_suggested_function(c, c->token.offset, c->token.length);
    return problem_end(c);
}

/// The list of the enum that a name is compared with, or that the result is for; EXPR_NONE: of none.
static uint32_t expected_list(const compiler *c) {
    if (c->operand_count == 0) {
        return c->operator_count == 0 ? c->wanted_list : EXPR_NONE;
    }
    const operand *before = &c->operands[c->operand_count - 1];
    bool pends = before->kind == OPERAND_PENDING || before->kind == OPERAND_PENDING_REGISTER;
    return before->type == EXPR_ENUM && !pends ? before->list : EXPR_NONE;
}

/// Whether the token is the whole text but for blanks and parentheses.
static bool is_alone(const compiler *c) {
    const uint32_t token_end = c->token.offset + c->token.length;
    uint32_t others = 0;
    for (uint32_t i = 0; i < c->length; i++) {
        bool is_inside = i >= c->token.offset && i < token_end;
        others += !is_inside && (c->text[i] == '\0' || strchr(" \t\r\n()", c->text[i]) == NULL);
    }
    return others == 0;
}

static bool fail_name_elsewhere(compiler *c, const char *what) {
    problem_begin(c, EXPR_PROBLEM_NAME_ELSEWHERE, c->token.offset, c->token.length);
    word_at(c, c->token.offset, c->token.length);
    word_text(c, what);
    return problem_end(c);
}

bool fail_unknown_name(compiler *c) {
    const expr_scope *scope = c->scope;
    const char *name = c->text + c->token.offset;
    const char *what = scope->name_elsewhere != NULL ? scope->name_elsewhere(scope->user, name, c->token.length) : NULL;
    if (what != NULL) {
        return fail_name_elsewhere(c, what);
    }
    const uint32_t list = expected_list(c);
    if (list != EXPR_NONE && !has_suggested_value(c, c->token.offset, c->token.length)) {
        return fail_enum_name(c, list, c->token.offset, c->token.length);
    }
    problem_begin(c, EXPR_PROBLEM_NAME_UNKNOWN, c->token.offset, c->token.length);
    word_at(c, c->token.offset, c->token.length);
    word_suggested_value(c, c->token.offset, c->token.length, is_alone(c) && !c->is_for_field);
    return problem_end(c);
}

static bool is_blank_between(const compiler *c, uint32_t begin, uint32_t end) {
    while (begin < end && (c->text[begin] == ' ' || c->text[begin] == '\t' || c->text[begin] == '\n')) {
        begin++;
    }
    return begin == end;
}

/// Of `random()`: the value before a parenthesis.
static bool fail_value_called(compiler *c, uint32_t offset, uint32_t length) {
    problem_begin(c, EXPR_PROBLEM_VALUE_CALLED, offset, length);
    word_at(c, offset, length);
    return problem_end(c);
}

bool fail_operator_missing(compiler *c) {
    const operand *before = &c->operands[c->operand_count - 1];
    const uint32_t length = name_length_at(c, before->offset);
    if (c->token.kind == TOKEN_OPEN && length > 0 && is_blank_between(c, before->offset + length, c->token.offset)) {
        return fail_value_called(c, before->offset, length);
    }
    problem_begin(c, EXPR_PROBLEM_OPERATOR_MISSING, c->token.offset, c->token.length);
    word_text(c, "'");
    word_add_at(c, c->token.offset, c->token.length);
    word_add(c, "'");
    return problem_end(c);
}
