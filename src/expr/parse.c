// SPDX-License-Identifier: MIT
// Operator precedence without recursion: operators wait on a stack until one that binds less tightly comes.
#include "expr/bytecode.h"
#include "expr/characters.h"
#include "expr/curves.h"
#include "expr/digits.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------- the stacks

static bool fail_too_deep(expr_compiler *c, uint32_t offset, uint32_t length) {
    return wits_expr_refuse(c, EXPR_PROBLEM_TOO_DEEP, offset, length);
}

bool wits_expr_push_operand(expr_compiler *c, operand x) {
    if (c->operand_count == MAX_OPERANDS) {
        return fail_too_deep(c, c->token.offset, c->token.length);
    }
    c->operands[c->operand_count++] = x;
    return true;
}

/// The nth operand from the top, from 1.
static operand *operand_top(expr_compiler *c, uint32_t n) {
    return &c->operands[c->operand_count - n];
}

/// Pushes an operator. All except binary operators are a level of nesting.
bool wits_expr_push_operator(expr_compiler *c, uint32_t kind, uint32_t offset, uint32_t length) {
    bool nests = kind < OPERATOR_BINARY;
    if (c->operator_count == MAX_OPERATORS || (nests && c->depth == EXPR_MAX_DEPTH)) {
        return fail_too_deep(c, offset, length);
    }
    c->depth += nests;
    c->operators[c->operator_count] = (uint8_t)kind;
    c->operator_offsets[c->operator_count++] = offset;
    return true;
}

static uint32_t operator_pop(expr_compiler *c) {
    uint32_t kind = c->operators[--c->operator_count];
    c->depth -= kind < OPERATOR_BINARY;
    return kind;
}

/// Returns the innermost waiting operator; EXPR_NONE if there is none.
static uint32_t operator_top(const expr_compiler *c) {
    return c->operator_count == 0 ? EXPR_NONE : c->operators[c->operator_count - 1];
}

static uint32_t offset_top(const expr_compiler *c) {
    return c->operator_offsets[c->operator_count - 1];
}

// ---------------------------------------------------------------------------------------------------------- precedence

enum { BIND_NOTHING, BIND_OR, BIND_AND, BIND_NOT, BIND_COMPARE, BIND_ADD, BIND_MULTIPLY, BIND_NEGATE };

/// Returns how tightly an operator binds; BIND_NOTHING if only a closing token ends it.
static uint32_t binding(uint32_t kind) {
    if (kind == EXPR_NONE || kind < OPERATOR_BINARY) {
        return kind == OPERATOR_NOT ? BIND_NOT : kind == OPERATOR_NEGATE ? BIND_NEGATE : BIND_NOTHING;
    }
    switch ((token_kind)(kind - OPERATOR_BINARY)) {
    case TOKEN_OR:
        return BIND_OR;
    case TOKEN_AND:
        return BIND_AND;
    case TOKEN_PLUS:
    case TOKEN_MINUS:
        return BIND_ADD;
    case TOKEN_TIMES:
    case TOKEN_OVER:
    case TOKEN_PERCENT:
        return BIND_MULTIPLY;
    default:
        return BIND_COMPARE;
    }
}

static bool reduce(expr_compiler *c) {
    uint32_t offset = offset_top(c);
    uint32_t kind = operator_pop(c);
    operand *top = operand_top(c, 1);
    if (kind == OPERATOR_NOT) {
        return wits_expr_apply_not(c, offset, top);
    }
    if (kind == OPERATOR_NEGATE) {
        return wits_expr_apply_negate(c, offset, top);
    }
    c->operand_count--;
    return wits_expr_apply_binary(c, (token_kind)(kind - OPERATOR_BINARY), offset, operand_top(c, 1), top);
}

/// Applies the waiting operators that bind at least this tightly.
static bool reduce_to(expr_compiler *c, uint32_t least) {
    while (binding(operator_top(c)) >= least) {
        if (!reduce(c)) {
            return false;
        }
    }
    return true;
}

static bool reduce_else(expr_compiler *c) {
    uint32_t offset = offset_top(c);
    operator_pop(c);
    c->operand_count -= 2;
    operand *x = &c->operands[c->operand_count - 1];
    return wits_expr_apply_if(c, offset, x, x + 1, x + 2);
}

/// Applies everything back to the innermost open parenthesis or call, or to the beginning.
static bool reduce_all(expr_compiler *c) {
    for (;;) {  // ends when the stack is empty
        if (!reduce_to(c, BIND_OR)) {
            return false;
        }
        uint32_t top = operator_top(c);
        if (top == OPERATOR_IF) {
            return wits_expr_refuse(c, EXPR_PROBLEM_IF_WITHOUT_ELSE, offset_top(c), 2);
        }
        if (top != OPERATOR_ELSE) {
            return true;
        }
        if (!reduce_else(c)) {
            return false;
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- values

static bool take_constant(expr_compiler *c, expr_type type, uint32_t bits) {
    return wits_expr_push_operand(c, wits_expr_operand_constant(type, bits, c->token.offset));
}

bool wits_expr_take_leaf(expr_compiler *c, expr_operation operation, expr_type type, uint32_t number, uint32_t uses) {
    operand x = wits_expr_operand_constant(type, 0, c->token.offset);
    c->uses |= uses;
    return wits_expr_emit_leaf(c, operation, type, number, &x) && wits_expr_push_operand(c, x);
}

static bool look_up_field(expr_compiler *c, const char *name, uint32_t length, expr_named_field *found) {
    return c->scope->find_field != NULL && c->scope->find_field(c->scope->user, name, length, found);
}

static bool look_up_function(expr_compiler *c, const char *name, uint32_t length, expr_named_function *found) {
    return c->scope->find_function != NULL && c->scope->find_function(c->scope->user, name, length, found);
}

static bool is_in_any_list(const expr_compiler *c, const char *name, uint32_t length) {
    for (uint32_t list = 0; list < c->scope->list_count; list++) {
        if (wits_expr_list_find(c, list, name, length) != EXPR_NONE) {
            return true;
        }
    }
    return false;
}

static bool take_pending(expr_compiler *c) {
    uint32_t row = 0;
    while (row < c->pending_count && c->pending[row].waits) {
        row++;
    }
    if (row == MAX_PENDING) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_TOO_MANY_NAMES);
    }
    c->pending_count += row == c->pending_count;
    c->pending[row] =
        (pending_name){.offset = c->token.offset, .instruction = EXPR_NONE, .next = NO_PENDING, .waits = true};
    return wits_expr_push_operand(
        c, (operand){.offset = c->token.offset, .list = (uint16_t)row, .type = EXPR_ENUM, .kind = OPERAND_PENDING});
}

/// Reports a function's name without parentheses.
static bool fail_bare(expr_compiler *c, const char *arguments) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_FUNCTION_BARE, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_at(c, c->token.offset, c->token.length);
    wits_expr_word_text(c, arguments);
    return wits_expr_problem_end(c);
}

/// Returns the parameter list for messages.
static const char *arguments_of(uint32_t function) {
    static const char *const arguments[] = {"", "a", "a, b", "a, b, c"};
    const function_row *row = wits_expr_function_at(function);
    return row->curve != 0 ? "x" : arguments[row->arguments];
}

static uint32_t look_up_question(expr_compiler *c, const char *name, uint32_t length) {
    return c->scope->find_question != NULL ? c->scope->find_question(c->scope->user, name, length) : EXPR_NONE;
}

/// Returns whether the name is compared with something, as enum values are.
static bool is_compared(expr_compiler *c) {
    const uint32_t before = operator_top(c);
    if (before == OPERATOR_BINARY + TOKEN_EQUAL || before == OPERATOR_BINARY + TOKEN_DIFFERENT) {
        return true;
    }
    uint32_t at = c->token.offset + c->token.length;
    while (at < c->length && strchr(" \t\r\n", c->text[at]) != NULL && c->text[at] != '\0') {
        at++;
    }
    return at + 1 < c->length && (c->text[at] == '=' || c->text[at] == '!') && c->text[at + 1] == '=';
}

static bool take_lone_name(expr_compiler *c) {
    const char *name = c->text + c->token.offset;
    uint32_t length = c->token.length;
    expr_named_field field;
    expr_named_function function;
    bool taken = false;
    if (!wits_expr_take_value_argument(c, &taken) || taken) {
        return taken;
    }
    if (look_up_field(c, name, length, &field)) {
        return wits_expr_push_operand(c, (operand){.value = field.number,
                                                   .offset = c->token.offset,
                                                   .list = (uint16_t)field.list,
                                                   .type = (uint8_t)wits_expr_field_value_type(field.type),
                                                   .kind = (uint8_t)(OPERAND_FIELD + field.type)});
    }
    const bool is_value = is_in_any_list(c, name, length);
    const uint32_t question = look_up_question(c, name, length);
    if (question != EXPR_NONE && !(is_value && is_compared(c))) {
        return wits_expr_take_leaf(c, EXPR_OP_IS_IN, EXPR_BOOL, question, EXPR_USES_STATES);
    }
    if (is_value) {
        return take_pending(c);
    }
    if (look_up_function(c, name, length, &function)) {
        return fail_bare(c, function.parameter_count != 0 ? "..." : "");
    }
    if (c->token.function != EXPR_NONE) {
        return fail_bare(c, arguments_of(c->token.function));
    }
    return wits_expr_fail_unknown_name(c);
}

/// `done`: it is a value; else a call was opened.
static bool take_name(expr_compiler *c, bool *done) {
    if (wits_expr_followed_by(c, '(')) {
        return wits_expr_open_host_call(c, done);
    }
    expr_named_field field;
    const bool is_qualified = c->at + 1 < c->length && c->text[c->at] == '.' && is_letter(c->text[c->at + 1]);
    expr_named_target target = {.number = 0};
    const expr_target_answer answer = is_qualified ? wits_expr_look_up_target(c, &target) : EXPR_TARGET_NO_KIND;
    if (answer != EXPR_TARGET_NO_KIND) {
        return wits_expr_take_target(c, answer, &target);
    }
    const bool is_field = look_up_field(c, c->text + c->token.offset, c->token.length, &field);
    return is_qualified && is_field ? wits_expr_take_qualified(c) : take_lone_name(c);
}

/// Keeps the text that the scope wrote.
static bool fail_state(expr_compiler *c, uint32_t offset, uint32_t length) {
    if (c->problem->text[0] == '\0') {
        return wits_expr_refuse_at(c, EXPR_PROBLEM_STATE_UNKNOWN, offset, length);
    }
    c->problem->code = EXPR_PROBLEM_STATE_UNKNOWN;
    c->problem->offset = offset;
    c->problem->length = length;
    return false;
}

/// Takes in(STATE): the state's name is everything between the parentheses, and not a name of this language.
static bool take_in(expr_compiler *c) {
    if (!wits_expr_followed_by(c, '(')) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_STATE_MISSING);
    }
    wits_expr_skip_blanks(c);
    uint32_t open = c->at++;
    wits_expr_skip_blanks(c);
    uint32_t begin = c->at;
    while (c->at < c->length && c->text[c->at] != ')') {
        c->at++;
    }
    if (c->at == c->length) {
        return wits_expr_refuse(c, EXPR_PROBLEM_PARENTHESIS_OPEN, open, 1);
    }
    uint32_t end = c->at++;
    while (end > begin && strchr(" \t\r\n", c->text[end - 1]) != NULL && c->text[end - 1] != '\0') {
        end--;
    }
    if (end == begin) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_STATE_MISSING);
    }
    c->problem->text[0] = '\0';
    uint32_t state = c->scope->find_state == NULL
                         ? EXPR_NONE
                         : c->scope->find_state(c->scope->user, c->text + begin, end - begin, c->problem);
    if (state == EXPR_NONE) {
        return fail_state(c, begin, end - begin);
    }
    return wits_expr_take_leaf(c, EXPR_OP_IS_IN, EXPR_BOOL, state, EXPR_USES_STATES);
}

static bool take_function(expr_compiler *c) {
    if (!wits_expr_followed_by(c, '(')) {
        return fail_bare(c, arguments_of(c->token.function));
    }
    if (!wits_expr_push_operator(c, OPERATOR_CALL, c->token.offset, c->token.length)) {
        return false;
    }
    c->functions[c->depth] = (uint8_t)c->token.function;
    c->arguments[c->depth] = 0;
    wits_expr_skip_blanks(c);
    c->at++;
    return true;
}

/// Writes "a number and at most 4 constants (m, k, b, c)" and so on.
static void word_curve_arguments(expr_compiler *c, const function_row *function) {
    const char *parameters = wits_expr_curve_parameters((wits_curve_kind)function->curve);
    if (function->curve == WITS_CURVE_PIECEWISE) {
        wits_expr_word_text(c, "a number and 2 to 16 points (x1, y1, x2, y2, ...)");
        return;
    }
    wits_expr_word_text(c, "a number and at most ");
    wits_expr_word_add_number(c, (uint32_t)strlen(parameters));
    wits_expr_word_add(c, parameters[1] == '\0' ? " constant (" : " constants (");
    for (uint32_t i = 0; parameters[i] != '\0'; i++) {
        wits_expr_word_add(c, i == 0 ? "" : ", ");
        wits_expr_word_bytes(c, &parameters[i], 1);
    }
    wits_expr_word_add(c, ")");
}

/// Writes "2 arguments" and so on.
static void word_arguments(expr_compiler *c, const function_row *function) {
    if (function->curve != 0) {
        word_curve_arguments(c, function);
        return;
    }
    wits_expr_word_begin(c);
    wits_expr_word_add_number(c, function->arguments);
    wits_expr_word_add(c, function->arguments == 1 ? " argument" : " arguments");
}

static bool fail_arguments(expr_compiler *c, const char *count) {
    const function_row *function = wits_expr_function_at(c->functions[c->depth]);
    wits_expr_problem_begin(c, EXPR_PROBLEM_FUNCTION_ARGUMENTS, offset_top(c), (uint32_t)strlen(function->name));
    wits_expr_word_text(c, function->name);
    word_arguments(c, function);
    wits_expr_word_text(c, count);
    return wits_expr_problem_end(c);
}

static bool fail_value_missing(expr_compiler *c) {
    if (c->token.kind == TOKEN_END && c->operator_count == 0 && c->operand_count == 0) {
        return wits_expr_refuse(c, EXPR_PROBLEM_EMPTY, 0, c->length);
    }
    if (c->token.kind == TOKEN_CLOSE && operator_top(c) == OPERATOR_CALL && c->arguments[c->depth] == 0) {
        // A name that is not reserved may be meant for a function of the host.
        const bool is_reserved = wits_expr_function_at(c->functions[c->depth])->is_reserved;
        return fail_arguments(c, is_reserved ? "none" : "none; a host function of that name must be declared");
    }
    const bool at_end = c->token.kind == TOKEN_END;
    if (at_end && operator_top(c) == OPERATOR_BINARY + (uint32_t)TOKEN_PERCENT) {
        return wits_expr_refuse(c, EXPR_PROBLEM_PERCENT, offset_top(c), 1);
    }
    if (c->token.kind == TOKEN_IF) {
        return wits_expr_fail_if_first(c);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_VALUE_MISSING, c->token.offset, c->token.length);
    wits_expr_word_text(c, at_end ? "at the end" : "before '");
    wits_expr_word_add_at(c, c->token.offset, c->token.length);
    wits_expr_word_add(c, at_end ? "" : "'");
    return wits_expr_problem_end(c);
}

/// A name before a parenthesis that is not reserved is a function or curve if the host has no such function.
static void find_free_function(expr_compiler *c) {
    const char *name = c->text + c->token.offset;
    expr_named_function hosts;
    if (c->token.kind == TOKEN_NAME && wits_expr_followed_by(c, '(') && c->token.function != EXPR_NONE &&
        !look_up_function(c, name, c->token.length, &hosts)) {
        c->token.kind = TOKEN_FUNCTION;
    }
}

/// `done`: a value was read, so an operator comes next.
static bool take_value(expr_compiler *c, bool *done) {
    *done = true;
    find_free_function(c);
    switch (c->token.kind) {
    case TOKEN_NUMBER:
        return take_constant(c, c->token.type, c->token.value.bits);
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return take_constant(c, EXPR_BOOL, c->token.kind == TOKEN_TRUE);
    case TOKEN_TICK:
        return wits_expr_take_leaf(c, EXPR_OP_TICK, EXPR_INT, 0, EXPR_USES_TICK);
    case TOKEN_ELAPSED:
        return wits_expr_take_leaf(c, EXPR_OP_ELAPSED, EXPR_INT, 0, EXPR_USES_ELAPSED);
    case TOKEN_RANDOM:
        return wits_expr_take_leaf(c, EXPR_OP_RANDOM, EXPR_FLOAT, c->scope->first_place + c->randoms++,
                                   EXPR_USES_RANDOM | EXPR_USES_TICK);
    case TOKEN_NAME:
        return take_name(c, done);
    case TOKEN_TEXT:
        return wits_expr_take_text(c);
    case TOKEN_IN:
        return take_in(c);
    case TOKEN_RAISE:
        return wits_expr_refuse_here(c, EXPR_PROBLEM_ACTION_VALUE);
    default:
        break;
    }
    *done = false;
    switch (c->token.kind) {
    case TOKEN_FUNCTION:
        return take_function(c);
    case TOKEN_OPEN:
        return wits_expr_push_operator(c, OPERATOR_PARENTHESIS, c->token.offset, 1);
    case TOKEN_MINUS:
        return wits_expr_push_operator(c, OPERATOR_NEGATE, c->token.offset, 1);
    case TOKEN_NOT:
        return binding(operator_top(c)) > BIND_NOT ? wits_expr_refuse_here(c, EXPR_PROBLEM_NOT_INSIDE)
                                                   : wits_expr_push_operator(c, OPERATOR_NOT, c->token.offset, 3);
    default:
        return fail_value_missing(c);
    }
}

// ----------------------------------------------------------------------------------------------------------- operators

static bool take_binary(expr_compiler *c) {
    uint32_t kind = OPERATOR_BINARY + (uint32_t)c->token.kind;
    uint32_t tightness = binding(kind);
    if (!reduce_to(c, tightness + 1)) {
        return false;
    }
    if (tightness == BIND_COMPARE && binding(operator_top(c)) == BIND_COMPARE) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_CHAINED);
    }
    if (!reduce_to(c, tightness)) {
        return false;
    }
    operand *left = operand_top(c, 1);
    if (!wits_expr_check_left(c, c->token.kind, c->token.offset, left)) {
        return false;
    }
    if (tightness <= BIND_AND) {
        if (!wits_expr_emit_load(c, left)) {
            return false;
        }
        left->start = c->count;
    }
    return wits_expr_push_operator(c, kind, c->token.offset, c->token.length);
}

static bool take_if(expr_compiler *c) {
    if (!reduce_to(c, BIND_OR)) {
        return false;
    }
    return operator_top(c) == OPERATOR_IF ? wits_expr_refuse_here(c, EXPR_PROBLEM_IF_IN_CONDITION)
                                          : wits_expr_push_operator(c, OPERATOR_IF, c->token.offset, 2);
}

static bool take_else(expr_compiler *c) {
    if (!reduce_to(c, BIND_OR)) {
        return false;
    }
    if (operator_top(c) != OPERATOR_IF) {
        return wits_expr_refuse_here(c, EXPR_PROBLEM_ELSE_WITHOUT_IF);
    }
    operand *condition = operand_top(c, 1);
    if (!wits_expr_check_condition(c, offset_top(c), condition) || !wits_expr_emit_load(c, operand_top(c, 2)) ||
        !wits_expr_emit_load(c, condition)) {
        return false;
    }
    condition->start = c->count;
    c->operators[c->operator_count - 1] = OPERATOR_ELSE;
    return true;
}

static bool take_parameter(expr_compiler *c) {
    const operand *x = &c->operands[--c->operand_count];
    const expr_value value = {.bits = x->value};
    if (c->parameter_count == MAX_PARAMETERS) {
        return fail_too_deep(c, c->token.offset, c->token.length);
    }
    c->parameters[c->parameter_count++] = x->type == EXPR_INT ? (float)value.i : value.f;
    return true;
}

/// The value on top is an argument of the innermost call.
static bool take_argument(expr_compiler *c) {
    uint32_t function = c->functions[c->depth];
    uint32_t number = ++c->arguments[c->depth];
    const bool is_parameter = wits_expr_function_at(function)->curve != 0 && number > 1;
    return wits_expr_check_argument(c, function, offset_top(c), number, operand_top(c, 1)) &&
           (!is_parameter || take_parameter(c));
}

/// Reports a decimal comma, as in `distance < 1,5`: it has digits on both sides.
static bool fail_comma(expr_compiler *c) {
    const uint32_t at = c->token.offset;
    uint32_t begin = at, end = at + 1;
    while (begin > 0 && is_digit(c->text[begin - 1])) {
        begin--;
    }
    while (end < c->length && is_digit(c->text[end])) {
        end++;
    }
    if (begin == at || end == at + 1) {
        return wits_expr_refuse(c, EXPR_PROBLEM_COMMA, at, 1);
    }
    wits_expr_problem_begin(c, EXPR_PROBLEM_COMMA_IN_NUMBER, begin, end - begin);
    wits_expr_word_begin(c);
    wits_expr_word_add_at(c, begin, at - begin);
    wits_expr_word_add(c, ".");
    wits_expr_word_add_at(c, at + 1, end - at - 1);
    return wits_expr_problem_end(c);
}

static bool take_comma(expr_compiler *c) {
    if (!reduce_all(c)) {
        return false;
    }
    if (operator_top(c) == OPERATOR_HOST_CALL) {
        return wits_expr_take_host_argument(c);
    }
    if (operator_top(c) != OPERATOR_CALL) {
        return fail_comma(c);
    }
    if (!take_argument(c)) {
        return false;
    }
    return c->arguments[c->depth] < wits_expr_function_at(c->functions[c->depth])->most || fail_arguments(c, "more");
}

/// Ends a call with all its arguments.
static bool reduce_call(expr_compiler *c) {
    const uint32_t function = c->functions[c->depth];
    const uint32_t count = c->arguments[c->depth];
    const function_row *row = wits_expr_function_at(function);
    const bool pairs_up = row->curve != WITS_CURVE_PIECEWISE || count % 2 == 1;
    if (count < row->arguments || !pairs_up) {
        char room[21];
        return fail_arguments(c, digits_of(count, room));
    }
    uint32_t *others = row->curve != 0 ? &c->parameter_count : &c->operand_count;
    *others -= count - 1;
    return wits_expr_apply_function(c, function, offset_top(c), operand_top(c, 1), count);
}

static bool take_close(expr_compiler *c) {
    if (!reduce_all(c)) {
        return false;
    }
    uint32_t top = operator_top(c);
    if (top == EXPR_NONE) {
        return wits_expr_refuse(c, EXPR_PROBLEM_PARENTHESIS_CLOSED, c->token.offset, 1);
    }
    if (top == OPERATOR_CALL) {
        if (!take_argument(c)) {
            return false;
        }
        if (!reduce_call(c)) {
            return false;
        }
    }
    if (top == OPERATOR_HOST_CALL && !(wits_expr_take_host_argument(c) && wits_expr_close_host_call(c))) {
        return false;
    }
    operator_pop(c);
    return true;
}

static bool take_operator(expr_compiler *c, bool *value_next) {
    *value_next = c->token.kind != TOKEN_CLOSE;  // after any other operator comes a value
    switch (c->token.kind) {
    case TOKEN_IF:
        return take_if(c);
    case TOKEN_ELSE:
        return take_else(c);
    case TOKEN_COMMA:
        return take_comma(c);
    case TOKEN_CLOSE:
        return take_close(c);
    default:
        break;
    }
    if (c->token.kind >= TOKEN_MINUS && c->token.kind <= TOKEN_OR) {
        return take_binary(c);
    }
    return wits_expr_fail_operator_missing(c);
}

// --------------------------------------------------------------------------------------------------------------- texts

static bool parse_tokens(expr_compiler *c) {
    bool value_next = true;
    while (wits_expr_next_token(c, value_next)) {  // each iteration takes a token
        if (c->token.kind == TOKEN_END && !value_next) {
            return reduce_all(c);
        }
        bool value_taken = false;
        if (value_next ? !take_value(c, &value_taken) : !take_operator(c, &value_next)) {
            return false;
        }
        value_next = value_next && !value_taken;
    }
    return false;
}

/// Reports the parenthesis that is still open at the end; for a call, the '(' after its name.
static bool check_closed(expr_compiler *c) {
    if (c->operator_count == 0) {
        return true;
    }
    c->at = offset_top(c);
    if (operator_top(c) == OPERATOR_CALL || operator_top(c) == OPERATOR_HOST_CALL) {
        c->at += wits_expr_name_length_at(c, c->at);
        wits_expr_skip_blanks(c);
    }
    return wits_expr_refuse(c, EXPR_PROBLEM_PARENTHESIS_OPEN, c->at, 1);
}

bool wits_expr_parse(expr_compiler *c) {
    return parse_tokens(c) && check_closed(c);
}
