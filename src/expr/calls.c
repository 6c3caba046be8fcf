// SPDX-License-Identifier: MIT
// Calls of host functions and their arguments: docs/brain-files.md, "Arguments".
#include "expr/digits.h"
#include "expr/names.h"
#include "expr/number.h"
#include "expr/words.h"

#include "expr/characters.h"

static uint32_t open_offset(const expr_compiler *c) {
    return c->operator_offsets[c->operator_count - 1];
}

static bool is_open(const expr_compiler *c) {
    return c->operator_count != 0 && c->operators[c->operator_count - 1] == OPERATOR_HOST_CALL;
}

static bool find_called(const expr_compiler *c, uint32_t offset, uint32_t length, expr_named_function *found) {
    *found = (expr_named_function){.kind = EXPR_FUNCTION_OTHER};
    return c->scope->find_function != NULL && c->scope->find_function(c->scope->user, c->text + offset, length, found);
}

/// Returns the function of the innermost open call.
static expr_named_function open_function(const expr_compiler *c) {
    expr_named_function function;
    find_called(c, open_offset(c), wits_expr_name_length_at(c, open_offset(c)), &function);
    return function;
}

/// Returns whether only blanks separate the offset from the beginning of an argument.
static bool begins_argument(const expr_compiler *c, uint32_t offset) {
    while (offset > 0 && is_blank(c->text[offset - 1])) {
        offset--;
    }
    return offset > 0 && (c->text[offset - 1] == '(' || c->text[offset - 1] == ',');
}

/// The token is a whole argument of the innermost open call.
static bool is_whole_argument(const expr_compiler *c) {
    return is_open(c) && begins_argument(c, c->token.offset) &&
           (wits_expr_followed_by(c, ',') || wits_expr_followed_by(c, ')'));
}

// ------------------------------------------------------------------------------------------------------------ mistakes

/// Reports "walk_to takes 2 arguments, not 1", for the name at the offset.
static bool fail_count(expr_compiler *c, uint32_t offset, const expr_named_function *function, const char *given) {
    const uint32_t length = wits_expr_name_length_at(c, offset);
    wits_expr_problem_begin(c, EXPR_PROBLEM_FUNCTION_ARGUMENTS, offset, length);
    wits_expr_word_at(c, offset, length);
    wits_expr_word_begin(c);
    if (function->parameter_count == 0) {
        wits_expr_word_add(c, "no arguments");
    } else {
        wits_expr_word_add_number(c, function->parameter_count);
        wits_expr_word_add(c, function->parameter_count == 1 ? " argument" : " arguments");
    }
    wits_expr_word_text(c, given);
    return wits_expr_problem_end(c);
}

/// Reports "argument 1 of near is a float, not a text"
static bool fail_kind(expr_compiler *c, uint32_t number, const expr_parameter *parameter, const operand *x) {
    const uint32_t length = wits_expr_name_length_at(c, open_offset(c));
    const bool is_any = parameter->type == EXPR_ENUM && parameter->list == EXPR_ANY_LIST;
    const operand wanted = {.type = (uint8_t)parameter->type, .list = (uint16_t)parameter->list};
    wits_expr_problem_begin(c, EXPR_PROBLEM_HOST_ARGUMENT, open_offset(c), length);
    wits_expr_word_begin(c);
    wits_expr_word_add_number(c, number);
    wits_expr_word_at(c, open_offset(c), length);
    if (is_any) {
        wits_expr_word_text(c, "a value of an enum");
    } else {
        wits_expr_word_type(c, &wanted);
    }
    wits_expr_word_type(c, x);
    return wits_expr_problem_end(c);
}

// --------------------------------------------------------------------------------------------------------------- calls

static bool fail_not_called(expr_compiler *c) {
    expr_named_field field;
    const bool is_field = c->scope->find_field != NULL &&
                          c->scope->find_field(c->scope->user, c->text + c->token.offset, c->token.length, &field);
    return is_field ? wits_expr_refuse_here(c, EXPR_PROBLEM_NOT_A_FUNCTION) : wits_expr_fail_unknown_function(c);
}

static bool emit_host_call(expr_compiler *c, const expr_named_function *function, uint32_t count) {
    const expr_operation operation = function->kind == EXPR_FUNCTION_CONDITION ? EXPR_OP_CONDITION
                                     : function->kind == EXPR_FUNCTION_SCORE   ? EXPR_OP_SCORE
                                                                               : EXPR_OP_ACTION;
    return wits_expr_emit_call(c, operation, function->number, count);
}

/// Takes a call `f()`: the token is its name, followed by the two parentheses.
static bool take_empty_call(expr_compiler *c, const expr_named_function *function) {
    const token name = c->token;
    if (function->is_declared && function->parameter_count != 0) {
        return fail_count(c, name.offset, function, "none");
    }
    if (c->operand_count == MAX_OPERANDS) {
        return wits_expr_refuse(c, EXPR_PROBLEM_TOO_DEEP, name.offset, name.length);
    }
    wits_expr_skip_blanks(c);
    c->at++;
    wits_expr_skip_blanks(c);
    c->at++;
    if (!emit_host_call(c, function, 0)) {
        return false;
    }
    c->operands[c->operand_count - 1].offset = name.offset;
    return true;
}

/// Returns whether `()` follows the token.
static bool is_empty_call(const expr_compiler *c) {
    uint32_t at = c->at;
    while (is_blank(c->text[at])) {
        at++;
    }
    at++;  // skips the parenthesis
    while (at < c->length && is_blank(c->text[at])) {
        at++;
    }
    return at < c->length && c->text[at] == ')';
}

bool wits_expr_open_host_call(expr_compiler *c, bool *done) {
    expr_named_function function;
    if (!find_called(c, c->token.offset, c->token.length, &function)) {
        return fail_not_called(c);
    }
    const bool is_outermost = c->is_action && c->operator_count == 0 && c->operand_count == 0;
    const bool is_action = function.kind == EXPR_FUNCTION_ACTION;
    if (function.kind == EXPR_FUNCTION_OTHER || is_action != is_outermost) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_ACTION_VALUE);
    }
    if (c->host_depth == EXPR_MAX_CALL_DEPTH) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_CALLS_TOO_DEEP);
    }
    *done = is_empty_call(c);
    if (*done) {
        return take_empty_call(c, &function);
    }
    if (!wits_expr_push_operator(c, OPERATOR_HOST_CALL, c->token.offset, c->token.length)) {
        return false;
    }
    c->host_depth++;
    c->arguments[c->depth] = 0;
    wits_expr_skip_blanks(c);
    c->at++;
    return true;
}

bool wits_expr_close_host_call(expr_compiler *c) {
    const expr_named_function function = open_function(c);
    const uint32_t count = c->arguments[c->depth];
    const uint32_t offset = open_offset(c);
    if (function.is_declared && count != function.parameter_count) {
        char room[21];
        return fail_count(c, offset, &function, digits_of(count, room));
    }
    c->host_depth--;
    if (!emit_host_call(c, &function, count)) {
        return false;
    }
    c->operands[c->operand_count - 1].offset = offset;
    return true;
}

// ----------------------------------------------------------------------------------------------------------- arguments

static uint32_t place_text(const expr_compiler *c, uint32_t offset, uint32_t length) {
    return c->scope->place_text == NULL ? 0 : c->scope->place_text(c->scope->user, c->text + offset, length);
}

/// An action's argument that is just a number, from x to the token, is also passed as text.
static uint32_t text_of_number(const expr_compiler *c, const operand *x) {
    uint32_t end = c->token.offset;
    while (end > x->offset && is_blank(c->text[end - 1])) {
        end--;
    }
    const uint32_t sign = c->text[x->offset] == '-';
    const uint32_t begin = x->offset + sign;
    const bool is_number = x->kind == OPERAND_CONSTANT && wits_expr_is_number(x) && begin < end &&
                           begins_argument(c, x->offset) &&
                           wits_expr_number_span(c->text + begin, end - begin) == end - begin;
    return is_number ? place_text(c, x->offset, end - x->offset) : 0;
}

bool wits_expr_take_host_argument(expr_compiler *c) {
    const expr_named_function function = open_function(c);
    const uint32_t number = ++c->arguments[c->depth];
    operand *x = &c->operands[c->operand_count - 1];
    bool fits = true;
    if (number > EXPR_MAX_ARGUMENTS) {
        const uint32_t length = wits_expr_name_length_at(c, open_offset(c));
        return wits_expr_refuse_at(c, EXPR_PROBLEM_ARGUMENTS_TOO_MANY, open_offset(c), length);
    }
    if (function.is_declared && number > function.parameter_count) {
        return fail_count(c, open_offset(c), &function, "more");
    }
    if (c->is_action && c->host_depth == 1) {
        c->argument_texts[number - 1] = text_of_number(c, x);
    }
    if (!function.is_declared) {
        return wits_expr_check_settled(c, x);
    }
    const expr_parameter *parameter = &function.parameters[number - 1];
    return wits_expr_fit_parameter(c, parameter, x, &fits) && (fits || fail_kind(c, number, parameter, x));
}

bool wits_expr_take_text(expr_compiler *c) {
    if (!is_whole_argument(c)) {
        return c->host_depth == 0 ? wits_expr_fail_quoted(c, c->token.offset, c->token.length)
                                  : wits_expr_refuse_here(c, EXPR_PROBLEM_QUOTED);
    }
    return wits_expr_push_operand(c, (operand){.value = place_text(c, c->token.offset + 1, c->token.length - 2),
                                               .offset = c->token.offset,
                                               .type = EXPR_TEXT,
                                               .kind = OPERAND_TEXT});
}

// --------------------------------------------------------------------------------------------------------------- enums

static bool take_value_of(expr_compiler *c, uint32_t list, uint32_t value) {
    operand x = wits_expr_operand_constant(EXPR_ENUM, value, c->token.offset);
    x.list = (uint16_t)list;
    return wits_expr_push_operand(c, x);
}

bool wits_expr_take_value_argument(expr_compiler *c, bool *taken) {
    *taken = false;
    if (!is_whole_argument(c)) {
        return true;
    }
    const expr_named_function function = open_function(c);
    const uint32_t index = c->arguments[c->depth];
    const bool is_known = function.is_declared && index < function.parameter_count;
    const expr_parameter wanted = is_known ? function.parameters[index] : (expr_parameter){EXPR_ENUM, EXPR_ANY_LIST};
    const bool is_any = wanted.list == EXPR_ANY_LIST;
    const uint32_t end = wanted.type != EXPR_ENUM ? 0 : is_any ? c->scope->list_count : wanted.list + 1;
    for (uint32_t list = is_any || end == 0 ? 0 : wanted.list; list < end; list++) {
        const uint32_t value = wits_expr_list_find(c, list, c->text + c->token.offset, c->token.length);
        if (value != EXPR_NONE) {
            *taken = true;
            return take_value_of(c, list, value);
        }
    }
    return true;
}

bool wits_expr_take_qualified(expr_compiler *c) {
    const uint32_t name = c->at + 1;
    const uint32_t length = wits_expr_name_length_at(c, name);
    expr_named_field field;
    const bool is_enum = c->scope->find_field != NULL &&
                         c->scope->find_field(c->scope->user, c->text + c->token.offset, c->token.length, &field) &&
                         field.type == WITS_TYPE_ENUM;
    if (!is_enum) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_ENUM_UNKNOWN);
    }
    const uint32_t value = wits_expr_list_find(c, field.list, c->text + name, length);
    if (value == EXPR_NONE) {
        return wits_expr_fail_enum_name(c, field.list, name, length);
    }
    c->at = name + length;
    return take_value_of(c, field.list, value);
}
