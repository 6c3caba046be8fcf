// SPDX-License-Identifier: MIT
// `enemy.distance`: a field of a target in an expression.
#include "expr/compile.h"
#include "expr/words.h"

/// Returns the length of the name after the token and a '.'.
static uint32_t qualified_length(const expr_compiler *c) {
    return wits_expr_name_length_at(c, c->at + 1);
}

expr_target_answer wits_expr_look_up_target(const expr_compiler *c, expr_named_target *found) {
    return c->scope->find_target == NULL
               ? EXPR_TARGET_NO_KIND
               : c->scope->find_target(c->scope->user, c->text + c->token.offset, c->token.length, c->text + c->at + 1,
                                       qualified_length(c), found);
}

/// A kind that cannot be read here, or without this field: `found` lists valid names.
static bool fail_target(expr_compiler *c, expr_target_answer answer, const expr_named_target *found) {
    const bool is_field = answer == EXPR_TARGET_NO_FIELD;
    const uint32_t length = qualified_length(c);
    wits_expr_problem_begin(c, is_field ? EXPR_PROBLEM_TARGET_FIELD : EXPR_PROBLEM_TARGET_ELSEWHERE, c->token.offset,
                            c->token.length + 1 + length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    if (is_field) {
        wits_expr_word_at(c, c->at + 1, length);
    }
    wits_expr_word_text(c, found->text);
    return wits_expr_problem_end(c);
}

bool wits_expr_take_target(expr_compiler *c, expr_target_answer answer, const expr_named_target *found) {
    if (answer != EXPR_TARGET_FOUND) {
        return fail_target(c, answer, found);
    }
    const expr_type type = wits_expr_field_value_type(found->type);
    const expr_operation operation = type == EXPR_BOOL    ? EXPR_OP_TARGET_BOOL
                                     : type == EXPR_FLOAT ? EXPR_OP_TARGET_FLOAT
                                                          : EXPR_OP_TARGET_INT;
    if (!wits_expr_take_leaf(c, operation, type, found->number, EXPR_USES_TARGETS)) {
        return false;
    }
    c->operands[c->operand_count - 1].list = (uint16_t)found->list;
    c->at += 1 + qualified_length(c);
    return true;
}
