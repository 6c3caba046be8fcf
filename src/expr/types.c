// SPDX-License-Identifier: MIT
// Operand and result types of operators and functions.
#include "expr/curves.h"
#include "expr/names.h"

#include <string.h>

bool wits_expr_is_number(const operand *x) {
    return x->type == EXPR_INT || x->type == EXPR_FLOAT;
}

static bool widen(expr_compiler *c, operand *x) {
    return x->type == EXPR_FLOAT || wits_expr_emit(c, EXPR_OP_WIDEN, EXPR_FLOAT, x, NULL, NULL);
}

// --------------------------------------------------------------------------------------------------------------- enums

uint32_t wits_expr_list_find(const expr_compiler *c, uint32_t list, const char *name, uint32_t length) {
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t row = 0; row < names.count; row++) {
        if (name_is(names.names[row], name, length)) {
            return row;
        }
    }
    return EXPR_NONE;
}

static bool same_list(const expr_compiler *c, uint32_t a, uint32_t b) {
    if (a == b) {
        return true;
    }
    expr_list x = c->scope->list_at(c->scope->user, a);
    expr_list y = c->scope->list_at(c->scope->user, b);
    bool same = x.count == y.count;
    for (uint32_t row = 0; row < x.count && same; row++) {
        same = strcmp(x.names[row], y.names[row]) == 0;
    }
    return same;
}

/// A name that is both a field and a value of the list means the value where the field would be an error.
static bool is_name_in(const expr_compiler *c, const operand *x, uint32_t list) {
    if (!wits_expr_is_field(x)) {
        return false;
    }
    return wits_expr_list_find(c, list, c->text + x->offset, wits_expr_name_length_at(c, x->offset)) != EXPR_NONE;
}

/// Reads an operand as a value of this enum; `fits` tells whether it can be. Returns false only with a problem.
static bool read_as_enum(expr_compiler *c, operand *x, uint32_t list, bool *fits) {
    *fits = true;
    if (is_pending(x)) {
        return wits_expr_pending_resolve(c, x, list);
    }
    if (x->type == EXPR_ENUM && same_list(c, x->list, list)) {
        return true;
    }
    *fits = is_name_in(c, x, list);
    if (*fits) {
        uint32_t value = wits_expr_list_find(c, list, c->text + x->offset, wits_expr_name_length_at(c, x->offset));
        *x = wits_expr_operand_constant(EXPR_ENUM, value, x->offset);
        x->list = (uint16_t)list;
    }
    return true;
}

static bool fail_without_list(expr_compiler *c, const operand *x) {
    uint32_t offset = c->pending[x->list].offset;
    uint32_t length = wits_expr_name_length_at(c, offset);
    return wits_expr_refuse_at(c, EXPR_PROBLEM_NAME_WITHOUT_LIST, offset, length);
}

/// Converts two operands, at least one of them an enum, to one list; `fit` tells whether they have one. Returns false
/// only with a problem.
static bool unite_enums(expr_compiler *c, operand *x, operand *y, bool *fit) {
    *fit = is_pending(x) && is_pending(y);
    if (x->type == EXPR_ENUM && !is_pending(x)) {
        if (!read_as_enum(c, y, x->list, fit)) {
            return false;
        }
        if (*fit) {
            return true;
        }
    }
    return y->type != EXPR_ENUM || is_pending(y) || read_as_enum(c, x, y->list, fit);
}

// ----------------------------------------------------------------------------------------------------------- operators

typedef enum operator_class {
    CLASS_LOGIC,
    CLASS_EQUAL,
    CLASS_ORDER,
    CLASS_ARITHMETIC,
    CLASS_DIVIDE,
    CLASS_REMAINDER
} operator_class;

typedef struct operator_row {
    uint8_t class;
    uint8_t of_ints;
    uint8_t of_floats;
    bool swapped;  ///< a > b becomes b < a
} operator_row;

static const operator_row operators[] = {
    [TOKEN_AND] = {CLASS_LOGIC, EXPR_OP_AND, 0, false},
    [TOKEN_OR] = {CLASS_LOGIC, EXPR_OP_OR, 0, false},
    [TOKEN_EQUAL] = {CLASS_EQUAL, EXPR_OP_EQUAL_INT, EXPR_OP_EQUAL, false},
    [TOKEN_DIFFERENT] = {CLASS_EQUAL, EXPR_OP_DIFFERENT_INT, EXPR_OP_DIFFERENT, false},
    [TOKEN_LESS] = {CLASS_ORDER, EXPR_OP_LESS_INT, EXPR_OP_LESS, false},
    [TOKEN_AT_MOST] = {CLASS_ORDER, EXPR_OP_AT_MOST_INT, EXPR_OP_AT_MOST, false},
    [TOKEN_MORE] = {CLASS_ORDER, EXPR_OP_LESS_INT, EXPR_OP_LESS, true},
    [TOKEN_AT_LEAST] = {CLASS_ORDER, EXPR_OP_AT_MOST_INT, EXPR_OP_AT_MOST, true},
    [TOKEN_PLUS] = {CLASS_ARITHMETIC, EXPR_OP_ADD_INT, EXPR_OP_ADD, false},
    [TOKEN_MINUS] = {CLASS_ARITHMETIC, EXPR_OP_SUBTRACT_INT, EXPR_OP_SUBTRACT, false},
    [TOKEN_TIMES] = {CLASS_ARITHMETIC, EXPR_OP_MULTIPLY_INT, EXPR_OP_MULTIPLY, false},
    [TOKEN_OVER] = {CLASS_DIVIDE, 0, EXPR_OP_DIVIDE, false},
    [TOKEN_PERCENT] = {CLASS_REMAINDER, EXPR_OP_REMAINDER, 0, false},
};

static bool fail_operator(expr_compiler *c, expr_problem_code code, token_kind operator, uint32_t offset,
                          const char *side, const operand *x) {
    const char *text = wits_expr_token_text(operator);
    wits_expr_problem_begin(c, code, offset, (uint32_t)strlen(text));
    if (code != EXPR_PROBLEM_NEEDS_INT) {  // only one operator has that problem
        wits_expr_word_text(c, text);
    }
    wits_expr_word_text(c, side);
    wits_expr_word_type(c, x);
    if (code == EXPR_PROBLEM_NEEDS_INT) {
        wits_expr_word_text(c, x->type == EXPR_FLOAT ? "; for floats write a - b * floor(a / b)" : "");
    }
    return wits_expr_problem_end(c);
}

static bool fail_order(expr_compiler *c, token_kind operator, uint32_t offset, const operand *x) {
    const char *text = wits_expr_token_text(operator);
    wits_expr_problem_begin(c, EXPR_PROBLEM_NOT_ORDERED, offset, (uint32_t)strlen(text));
    wits_expr_word_text(c, text);
    wits_expr_word_type(c, x);
    wits_expr_word_text(c, x->type == EXPR_BOOL ? "a bool is a condition by itself" : "use == or !=");
    return wits_expr_problem_end(c);
}

static bool check_side(expr_compiler *c, token_kind operator, uint32_t offset, const char *side, const operand *x) {
    switch (operators[operator].class) {
    case CLASS_LOGIC:
        return x->type == EXPR_BOOL || fail_operator(c, EXPR_PROBLEM_NEEDS_BOOL, operator, offset, side, x);
    case CLASS_ARITHMETIC:
    case CLASS_DIVIDE:
        return wits_expr_is_number(x) || fail_operator(c, EXPR_PROBLEM_NEEDS_NUMBER, operator, offset, side, x);
    case CLASS_REMAINDER:
        return x->type == EXPR_INT || fail_operator(c, EXPR_PROBLEM_NEEDS_INT, operator, offset, side, x);
    case CLASS_ORDER:
        return wits_expr_is_number(x) || fail_order(c, operator, offset, x);
    default:
        return true;
    }
}

bool wits_expr_check_left(expr_compiler *c, token_kind operator, uint32_t offset, const operand *left) {
    return check_side(c, operator, offset, "left", left);
}

/// Computes with ints if both operands are ints and the operation has an int form, else with floats.
static bool apply_numbers(expr_compiler *c, const operator_row *row, operand *left, operand *right) {
    bool ints = row->class != CLASS_DIVIDE && left->type == EXPR_INT && right->type == EXPR_INT;
    if (!ints && (!widen(c, left) || !widen(c, right))) {
        return false;
    }
    bool compares = row->class == CLASS_EQUAL || row->class == CLASS_ORDER;
    expr_operation operation = (expr_operation)(ints ? row->of_ints : row->of_floats);
    if (!compares) {
        return wits_expr_emit(c, operation, ints ? EXPR_INT : EXPR_FLOAT, left, right, NULL);
    }
    if (row->swapped) {
        operand first = *left;
        *left = *right;
        *right = first;
    }
    return wits_expr_emit_comparison(c, operation, left, right);
}

static bool fail_not_comparable(expr_compiler *c, token_kind operator, uint32_t offset, const operand *left,
                                const operand *right) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_NOT_COMPARABLE, offset, 2);
    wits_expr_word_text(c, wits_expr_token_text(operator));
    wits_expr_word_type(c, left);
    wits_expr_word_type(c, right);
    const bool is_bool = left->type == EXPR_BOOL && wits_expr_is_number(right);
    wits_expr_word_text(c, is_bool ? "; a bool is a condition by itself" : "");
    return wits_expr_problem_end(c);
}

static bool apply_equal(expr_compiler *c, token_kind operator, uint32_t offset, operand *left, operand *right) {
    const operator_row *row = &operators[operator];
    if (wits_expr_is_number(left) && wits_expr_is_number(right)) {
        return apply_numbers(c, row, left, right);
    }
    bool fit = left->type == EXPR_BOOL && right->type == EXPR_BOOL;
    if ((left->type == EXPR_ENUM || right->type == EXPR_ENUM) && !unite_enums(c, left, right, &fit)) {
        return false;
    }
    if (is_pending(left) && is_pending(right)) {
        return fail_without_list(c, left);
    }
    return fit ? wits_expr_emit_comparison(c, (expr_operation)row->of_ints, left, right)
               : fail_not_comparable(c, operator, offset, left, right);
}

bool wits_expr_apply_binary(expr_compiler *c, token_kind operator, uint32_t offset, operand *left, operand *right) {
    const operator_row *row = &operators[operator];
    if (!check_side(c, operator, offset, "right", right)) {
        return false;
    }
    if (row->class == CLASS_LOGIC) {
        return wits_expr_emit_logic(c, (expr_operation)row->of_ints, left, right);
    }
    return row->class == CLASS_EQUAL ? apply_equal(c, operator, offset, left, right)
                                     : apply_numbers(c, row, left, right);
}

bool wits_expr_apply_negate(expr_compiler *c, uint32_t offset, operand *x) {
    if (!wits_expr_is_number(x)) {
        return fail_operator(c, EXPR_PROBLEM_NEEDS_NUMBER, TOKEN_MINUS, offset, "right", x);
    }
    bool is_int = x->type == EXPR_INT;
    return wits_expr_emit(c, is_int ? EXPR_OP_NEGATE_INT : EXPR_OP_NEGATE, (expr_type)x->type, x, NULL, NULL);
}

static bool fail_not(expr_compiler *c, uint32_t offset, const operand *x) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_NEEDS_BOOL, offset, 3);
    wits_expr_word_text(c, "not");
    wits_expr_word_text(c, "right");
    wits_expr_word_type(c, x);
    return wits_expr_problem_end(c);
}

bool wits_expr_apply_not(expr_compiler *c, uint32_t offset, operand *x) {
    return x->type == EXPR_BOOL ? wits_expr_emit_not(c, x) : fail_not(c, offset, x);
}

// ------------------------------------------------------------------------------------------------------------- if else

static bool fail_condition(expr_compiler *c, uint32_t offset, const operand *condition) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_CONDITION_NOT_BOOL, offset, 2);
    wits_expr_word_type(c, condition);
    return wits_expr_problem_end(c);
}

bool wits_expr_check_condition(expr_compiler *c, uint32_t offset, const operand *condition) {
    return condition->type == EXPR_BOOL || fail_condition(c, offset, condition);
}

static bool fail_branches(expr_compiler *c, uint32_t offset, const operand *x, const operand *y) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_BRANCHES, offset, 2);
    wits_expr_word_type(c, x);
    wits_expr_word_type(c, y);
    return wits_expr_problem_end(c);
}

bool wits_expr_apply_if(expr_compiler *c, uint32_t offset, operand *x, operand *condition, operand *y) {
    bool fit = x->type == y->type;
    bool settled = true;
    if (wits_expr_is_number(x) && wits_expr_is_number(y)) {
        settled = fit || x->type == EXPR_FLOAT || x->kind == OPERAND_CONSTANT;
        if (!fit && (!widen(c, x) || !widen(c, y))) {
            return false;
        }
        fit = true;
    } else if ((x->type == EXPR_ENUM || y->type == EXPR_ENUM) && !unite_enums(c, x, y, &fit)) {
        return false;
    }
    return fit ? wits_expr_emit_select(c, x, condition, y, settled) : fail_branches(c, offset, x, y);
}

// ----------------------------------------------------------------------------------------------------------- functions

static bool fail_argument(expr_compiler *c, const char *function, uint32_t offset, uint32_t number, const operand *x) {
    wits_expr_problem_begin(
        c, wits_expr_is_number(x) ? EXPR_PROBLEM_ARGUMENT_NOT_CONSTANT : EXPR_PROBLEM_ARGUMENT_NOT_NUMBER, offset,
        (uint32_t)strlen(function));
    wits_expr_word_begin(c);
    wits_expr_word_add_number(c, number);
    wits_expr_word_text(c, function);
    if (!wits_expr_is_number(x)) {
        wits_expr_word_type(c, x);
    }
    return wits_expr_problem_end(c);
}

bool wits_expr_check_argument(expr_compiler *c, uint32_t function, uint32_t offset, uint32_t number, const operand *x) {
    const function_row *row = wits_expr_function_at(function);
    const bool fixed = row->curve == 0 || number == 1 || x->kind == OPERAND_CONSTANT;
    return (wits_expr_is_number(x) && fixed) || fail_argument(c, row->name, offset, number, x);
}

bool wits_expr_apply_function(expr_compiler *c, uint32_t function, uint32_t offset, operand *arguments,
                              uint32_t count) {
    const function_row *row = wits_expr_function_at(function);
    if (row->curve != 0) {
        return widen(c, &arguments[0]) && wits_expr_apply_curve(c, row, offset, &arguments[0], count - 1);
    }
    bool ints = row->of_ints != 0;
    for (uint32_t i = 0; i < count; i++) {
        ints = ints && arguments[i].type == EXPR_INT;
    }
    for (uint32_t i = 0; i < count && !ints; i++) {
        if (!widen(c, &arguments[i])) {
            return false;
        }
    }
    expr_operation operation = (expr_operation)(ints ? row->of_ints : row->of_floats);
    return wits_expr_emit(c, operation, ints ? EXPR_INT : EXPR_FLOAT, &arguments[0], count > 1 ? &arguments[1] : NULL,
                          count > 2 ? &arguments[2] : NULL);
}

// ---------------------------------------------------------------------------------------------------------- parameters

bool wits_expr_check_settled(expr_compiler *c, const operand *x) {
    return !is_pending(x) || fail_without_list(c, x);
}

bool wits_expr_fit_parameter(expr_compiler *c, const expr_parameter *parameter, operand *x, bool *fits) {
    *fits = x->type == parameter->type;
    if (parameter->type == EXPR_ENUM && parameter->list != EXPR_ANY_LIST) {
        return read_as_enum(c, x, parameter->list, fits);
    }
    if (parameter->type == EXPR_FLOAT && x->type == EXPR_INT) {
        *fits = true;
        return widen(c, x);
    }
    return parameter->type != EXPR_ENUM || wits_expr_check_settled(c, x);
}

// --------------------------------------------------------------------------------------------------------------- wants

/// Begins a problem about the whole expression, without surrounding blanks.
static void begin_want(expr_compiler *c, expr_problem_code code) {
    uint32_t begin = 0;
    uint32_t end = c->length;
    while (begin < end && strchr(" \t\r\n", c->text[begin]) != NULL && c->text[begin] != '\0') {
        begin++;
    }
    while (end > begin && strchr(" \t\r\n", c->text[end - 1]) != NULL && c->text[end - 1] != '\0') {
        end--;
    }
    wits_expr_problem_begin(c, code, begin, end - begin);
}

static bool fail_bool(expr_compiler *c, const operand *x) {
    begin_want(c, EXPR_PROBLEM_WANTS_BOOL);
    wits_expr_word_type(c, x);
    const bool is_constant = x->kind == OPERAND_CONSTANT;
    wits_expr_word_text(c, !wits_expr_is_number(x) ? "; compare it, with =="
                           : is_constant           ? "; write true or false"
                                                   : "; compare it, with > 0 or != 0");
    return wits_expr_problem_end(c);
}

static bool want_bool(expr_compiler *c, const operand *x) {
    return x->type == EXPR_BOOL || fail_bool(c, x);
}

/// Adds the whole expression to the problem, shortened by dots if it is long.
static void word_add_whole(expr_compiler *c) {
    enum { LONGEST = 40 };
    bool is_long = c->problem->length > LONGEST;
    wits_expr_word_add_at(c, c->problem->offset, is_long ? 0 : c->problem->length);
    wits_expr_word_add(c, is_long ? "..." : "");
}

/// Explains how to convert a bool to a number; inputs have other ways.
static void word_number_of_bool(expr_compiler *c, bool is_input) {
    bool is_name = wits_expr_name_length_at(c, c->problem->offset) == c->problem->length;
    wits_expr_word_begin(c);
    wits_expr_word_add(c, "; write ");
    if (is_input) {
        wits_expr_word_add(c, "{gate: ");
        word_add_whole(c);
        wits_expr_word_add(c, "}, or: ");
    }
    wits_expr_word_add(c, is_name ? "1 if " : "1 if (");
    word_add_whole(c);
    wits_expr_word_add(c, is_name ? " else 0" : ") else 0");
}

static bool fail_number(expr_compiler *c, expr_want want, const operand *x) {
    begin_want(c, EXPR_PROBLEM_WANTS_NUMBER);
    wits_expr_word_type(c, x);
    if (x->type == EXPR_BOOL) {
        word_number_of_bool(c, want.kind == EXPR_WANT_SHAPED);
    } else {
        wits_expr_word_text(c, "");
    }
    return wits_expr_problem_end(c);
}

static bool want_number(expr_compiler *c, expr_want want, const operand *x) {
    return wits_expr_is_number(x) || fail_number(c, want, x);
}

static bool fail_enum(expr_compiler *c, const operand *x, uint32_t list) {
    begin_want(c, EXPR_PROBLEM_WANTS_ENUM);
    wits_expr_word_list(c, list);
    wits_expr_word_type(c, x);
    return wits_expr_problem_end(c);
}

static bool want_enum(expr_compiler *c, operand *x, uint32_t list) {
    bool fits;
    if (!read_as_enum(c, x, list, &fits)) {
        return false;
    }
    return fits || fail_enum(c, x, list);
}

static bool want_field(expr_compiler *c, expr_want want, operand *x) {
    static const int32_t lowest[] = {
        [WITS_TYPE_INT8] = INT8_MIN, [WITS_TYPE_INT16] = INT16_MIN, [WITS_TYPE_INT] = INT32_MIN};
    static const int32_t highest[] = {[WITS_TYPE_INT8] = INT8_MAX,
                                      [WITS_TYPE_UINT8] = UINT8_MAX,
                                      [WITS_TYPE_INT16] = INT16_MAX,
                                      [WITS_TYPE_UINT16] = UINT16_MAX,
                                      [WITS_TYPE_INT] = INT32_MAX};
    switch (want.type) {
    case WITS_TYPE_BOOL:
        return want_bool(c, x);
    case WITS_TYPE_ENUM:
        return want_enum(c, x, want.list);
    case WITS_TYPE_FLOAT:
        return want_number(c, want, x) && widen(c, x);
    default:
        return want_number(c, want, x) &&
               (x->type == EXPR_INT || wits_expr_emit_saturate(c, x, lowest[want.type], highest[want.type]));
    }
}

bool wits_expr_apply_want(expr_compiler *c, expr_want want, operand *x) {
    switch (want.kind) {
    case EXPR_WANT_CONDITION:
        return want_bool(c, x);
    case EXPR_WANT_NUMBER:
        return want_number(c, want, x) && widen(c, x);
    case EXPR_WANT_FIELD:
        return want_field(c, want, x);
    case EXPR_WANT_SHAPED:
        return want_number(c, want, x) && widen(c, x) && wits_expr_apply_response(c, want.response, x);
    case EXPR_WANT_CALL:
        return x->type == EXPR_NOTHING || wits_expr_refuse(c, EXPR_PROBLEM_EMPTY, 0, c->length);
    case EXPR_WANT_ANY:
    default:
        return wits_expr_check_settled(c, x);
    }
}
