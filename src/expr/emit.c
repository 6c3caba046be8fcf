// SPDX-License-Identifier: MIT
// Turns operands into instructions. Without room, everything works the same and instructions are only counted.
#include "expr/compile.h"
#include "expr/run.h"

#include <string.h>

operand wits_expr_operand_constant(expr_type type, uint32_t bits, uint32_t offset) {
    return (operand){.value = bits, .offset = offset, .type = (uint8_t)type, .kind = OPERAND_CONSTANT};
}

// ----------------------------------------------------------------------------------------------------------- registers

static bool register_take(expr_compiler *c, uint32_t *number) {
    for (uint32_t i = EXPR_FIRST_REGISTER; i < EXPR_REGISTERS; i++) {
        if ((c->used[i / 32] >> i % 32 & 1) == 0) {
            c->used[i / 32] |= 1u << i % 32;
            uint32_t live = i - EXPR_FIRST_REGISTER + 1;
            c->registers = c->registers > live ? c->registers : live;
            *number = i;
            return true;
        }
    }
    return wits_expr_refuse(c, EXPR_PROBLEM_TOO_DEEP, c->token.offset, c->token.length);
}

static bool is_in_register(const operand *x) {
    return x != NULL && (x->kind == OPERAND_REGISTER || x->kind == OPERAND_PENDING_REGISTER);
}

static void register_release(expr_compiler *c, const operand *x) {
    if (is_in_register(x) && x->value >= EXPR_FIRST_REGISTER) {
        c->used[x->value / 32] &= ~(1u << x->value % 32);
    }
}

// -------------------------------------------------------------------------------------------------------- instructions

static bool write(expr_compiler *c, const expr_instruction *instruction) {
    if (c->code != NULL) {
        if (c->count == c->capacity) {
            return wits_expr_refuse(c, EXPR_PROBLEM_CAPACITY, 0, c->length);
        }
        c->code[c->count] = *instruction;
    }
    c->count++;
    return true;
}

/// Inserts an instruction before those from `start` on.
static bool insert(expr_compiler *c, uint32_t start, const expr_instruction *instruction) {
    if (!write(c, instruction)) {
        return false;
    }
    if (c->code != NULL) {
        memmove(c->code + start + 1, c->code + start, sizeof *c->code * (c->count - 1 - start));
        c->code[start] = *instruction;
    }
    for (uint32_t i = 0; i < c->pending_count; i++) {
        uint32_t at = c->pending[i].instruction;
        c->pending[i].instruction = at != EXPR_NONE && at >= start ? at + 1 : at;
    }
    return true;
}

/// Moves the operand into this register.
static void now_in(operand *x, uint32_t number, expr_type type) {
    x->kind = OPERAND_REGISTER;
    x->value = number;
    x->type = (uint8_t)type;
}

bool wits_expr_emit_leaf(expr_compiler *c, expr_operation operation, expr_type type, uint32_t number, operand *x) {
    uint32_t out = 0;
    if (!register_take(c, &out)) {
        return false;
    }
    expr_instruction leaf = {.operation = (uint8_t)operation, .out = (uint8_t)out, .k = {number}};
    now_in(x, out, type);
    return write(c, &leaf);
}

bool wits_expr_emit_call(expr_compiler *c, expr_operation operation, uint32_t function, uint32_t count) {
    static const uint8_t gives[] = {
        [EXPR_OP_CONDITION] = EXPR_BOOL, [EXPR_OP_SCORE] = EXPR_FLOAT, [EXPR_OP_ACTION] = EXPR_NOTHING};
    operand *arguments = &c->operands[c->operand_count - count];
    for (uint32_t i = 0; i < count; i++) {
        if (!wits_expr_emit_load(c, &arguments[i])) {
            return false;
        }
    }
    uint32_t out = 0;
    if (!register_take(c, &out)) {
        return false;
    }
    const expr_instruction call = {.operation = (uint8_t)operation, .out = (uint8_t)out, .k = {function, count}};
    bool written = write(c, &call);
    for (uint32_t i = 0; i < count && written; i++) {
        const operand *x = &arguments[i];
        const bool is_text = x->kind == OPERAND_TEXT;
        const bool is_simple = x->kind == OPERAND_CONSTANT && operation == EXPR_OP_ACTION;
        expr_instruction argument = {.operation = EXPR_OP_ARGUMENT,
                                     .out = (uint8_t)out,
                                     .a = is_in_register(x) ? (uint8_t)x->value : 0,
                                     .b = x->type,
                                     .field = x->type == EXPR_ENUM ? x->list : 0};
        argument.k[0] = is_text || is_in_register(x) ? 0 : x->value;
        argument.k[1] = is_text ? x->value : is_simple ? c->argument_texts[i] : 0;
        written = write(c, &argument);
        register_release(c, x);
    }
    c->uses |= EXPR_USES_FUNCTIONS | (count != 0 ? EXPR_USES_ARGUMENTS : 0u);
    c->operand_count -= count;
    operand *result = &c->operands[c->operand_count++];
    now_in(result, out, (expr_type)gives[operation]);
    return written;
}

bool wits_expr_is_field(const operand *x) {
    return x->kind >= OPERAND_FIELD;
}

/// Operations on fields are in the order of their types, beginning with bool.
static uint32_t field_order(const operand *x) {
    return x->kind - OPERAND_FIELD - (uint32_t)WITS_TYPE_BOOL;
}

static bool write_field(expr_compiler *c, operand *x, expr_instruction *to, expr_type type) {
    uint32_t out = 0;
    if (!register_take(c, &out)) {
        return false;
    }
    to->out = (uint8_t)out;
    to->field = (uint16_t)x->value;
    c->uses |= EXPR_USES_FIELDS;
    now_in(x, out, type);
    if (!write(c, to)) {
        return false;
    }
    c->test_end = operation_is(to->operation, OPERATION_TEST) ? c->count : c->test_end;
    c->test_out = out;
    return true;
}

bool wits_expr_emit_test(expr_compiler *c, operand *x, uint32_t lo, uint32_t hi, bool inverted) {
    expr_instruction to = {.operation = (uint8_t)(EXPR_OP_TEST_BOOL + field_order(x)),
                           .flags = inverted ? EXPR_INVERTED : 0,
                           .k = {lo, hi}};
    return write_field(c, x, &to, EXPR_BOOL);
}

bool wits_expr_emit_load(expr_compiler *c, operand *x) {
    if (!wits_expr_is_field(x)) {
        return true;
    }
    if (x->type == EXPR_BOOL) {
        return wits_expr_emit_test(c, x, 1, UINT8_MAX - 1, false);
    }
    expr_instruction to = {.operation = (uint8_t)(EXPR_OP_LOAD_BOOL + field_order(x))};
    return write_field(c, x, &to, (expr_type)x->type);
}

bool wits_expr_emit_not(expr_compiler *c, operand *x) {
    if (!wits_expr_emit_load(c, x)) {
        return false;
    }
    if (x->kind != OPERAND_REGISTER || c->test_end != c->count || c->test_out != x->value) {
        return wits_expr_emit(c, EXPR_OP_NOT, EXPR_BOOL, x, NULL, NULL);
    }
    if (c->code != NULL) {  // a test just written is inverted in place
        c->code[c->count - 1].flags ^= EXPR_INVERTED;
    }
    return true;
}

bool wits_expr_emit_register(expr_compiler *c, operand *x) {
    if (x->kind == OPERAND_CONSTANT) {
        return wits_expr_emit_leaf(c, EXPR_OP_CONSTANT, (expr_type)x->type, x->value, x);
    }
    return wits_expr_emit_load(c, x);
}

/// Binary operations take one constant, in k[0]; ternary ones two, in k[0] and k[1].
static void place_constant(expr_instruction *to, uint8_t *source, const operand *x, uint8_t place) {
    if (x->kind == OPERAND_CONSTANT) {
        to->k[place] = x->value;
    }
    *source = is_in_register(x) ? (uint8_t)x->value : place;
}

static bool fold(expr_operation operation, expr_type type, operand *x, const operand *y, const operand *z) {
    const operand *from[3] = {x, y != NULL ? y : x, z != NULL ? z : x};
    expr_instruction code[4];
    memset(code, 0, sizeof code);
    for (uint32_t i = 0; i < 3; i++) {
        code[i].operation = EXPR_OP_CONSTANT;
        code[i].out = (uint8_t)(EXPR_FIRST_REGISTER + i);
        code[i].k[0] = from[i]->value;
    }
    code[3].operation = (uint8_t)operation;
    code[3].out = EXPR_FIRST_REGISTER;
    code[3].a = EXPR_FIRST_REGISTER;
    code[3].b = EXPR_FIRST_REGISTER + 1;
    code[3].c = EXPR_FIRST_REGISTER + 2;
    expr_value registers[EXPR_FIRST_REGISTER + 3];
    expr_value value = wits_expr_run(code, 4, NULL, registers);
    if (type == EXPR_FLOAT) {
        value.f = math_canonical(value.f);
    }
    x->value = value.bits;
    x->type = (uint8_t)type;
    return true;
}

static bool is_constant(const operand *x) {
    return x == NULL || x->kind == OPERAND_CONSTANT;
}

/// Uses registers for constants that the instruction cannot hold; see the lists of operations.h.
static bool prepare(expr_compiler *c, operand *x, operand *y, operand *z) {
    bool constants = z != NULL && is_constant(y) && is_constant(z);
    bool x_may = z == NULL && y != NULL && !is_constant(y);
    bool y_may = z == NULL || constants;
    return ((is_constant(x) && x_may) || wits_expr_emit_register(c, x)) &&
           (y == NULL || (is_constant(y) && y_may) || wits_expr_emit_register(c, y)) &&
           (z == NULL || constants || wits_expr_emit_register(c, z));
}

static bool is_wide_field(const operand *x) {
    return x != NULL && (x->kind == OPERAND_FIELD + WITS_TYPE_INT || x->kind == OPERAND_FIELD + WITS_TYPE_FLOAT);
}

/// Takes a field as an operand: one field of 4 bytes need not be loaded, and becomes register 1. If both operands are
/// the same field, both become register 1.
static void take_field_operand(expr_compiler *c, operand *x, operand *y, expr_instruction *to) {
    operand *field = is_wide_field(x) ? x : y;
    if (!is_wide_field(field)) {
        return;
    }
    to->flags |= EXPR_FIELD_OPERAND;
    to->field = (uint16_t)field->value;
    c->uses |= EXPR_USES_FIELDS;
    bool both = y != NULL && x->kind == y->kind && x->value == y->value;
    now_in(field, 1, (expr_type)field->type);
    if (both) {
        now_in(y, 1, (expr_type)y->type);
    }
}

bool wits_expr_emit(expr_compiler *c, expr_operation operation, expr_type type, operand *x, operand *y, operand *z) {
    if (is_constant(x) && is_constant(y) && is_constant(z)) {
        return fold(operation, type, x, y, z);
    }
    expr_instruction to = {.operation = (uint8_t)operation};
    c->uses |= operation_is(operation, OPERATION_POWER) ? EXPR_USES_POWERS : 0;
    if (z == NULL) {
        take_field_operand(c, x, y, &to);
    }
    uint32_t out = 0;
    if (!prepare(c, x, y, z) || !register_take(c, &out)) {
        return false;
    }
    to.out = (uint8_t)out;
    place_constant(&to, &to.a, x, 0);
    if (y != NULL) {
        place_constant(&to, &to.b, y, 0);
    }
    if (z != NULL) {
        place_constant(&to, &to.c, z, 1);
    }
    register_release(c, x);
    register_release(c, y);
    register_release(c, z);
    now_in(x, out, type);
    return write(c, &to);
}

// ----------------------------------------------------------------------------------------------------------- responses

static void now_constant(operand *x, float value) {
    x->value = math_canonical_bits(math_bits(value));
}

/// Applies an operation to the float x.
static bool emit_code(expr_compiler *c, expr_instruction *code, operand *x) {
    c->uses |= operation_is(code->operation, OPERATION_POWER) ? EXPR_USES_POWERS : 0;
    take_field_operand(c, x, NULL, code);
    uint32_t out = 0;
    if (!register_take(c, &out)) {
        return false;
    }
    code->a = (uint8_t)x->value;
    code->out = (uint8_t)out;
    register_release(c, x);
    now_in(x, out, EXPR_FLOAT);
    return write(c, code);
}

bool wits_expr_emit_response(expr_compiler *c, expr_operation operation, operand *x, float k0, float k1) {
    expr_instruction code = {.operation = (uint8_t)operation, .k = {math_bits(k0), math_bits(k1)}};
    if (x->kind != OPERAND_CONSTANT) {
        return emit_code(c, &code, x);
    }
    expr_value registers[EXPR_FIRST_REGISTER + 1];
    registers[EXPR_FIRST_REGISTER].bits = x->value;
    code.a = EXPR_FIRST_REGISTER;
    code.out = EXPR_FIRST_REGISTER;
    now_constant(x, wits_expr_run(&code, 1, NULL, registers).f);
    return true;
}

bool wits_expr_emit_piecewise(expr_compiler *c, operand *x, const wits_knot *knots, uint32_t count) {
    if (x->kind == OPERAND_CONSTANT) {
        now_constant(x, operation_piecewise(knots, sizeof *knots, count, math_float(x->value)));
        return true;
    }
    expr_instruction code = {.operation = EXPR_OP_PIECEWISE, .k = {count}};
    bool written = emit_code(c, &code, x);
    for (uint32_t i = 0; i < count && written; i++) {
        const expr_instruction knot = {
            .operation = EXPR_OP_KNOT, .out = (uint8_t)x->value, .k = {math_bits(knots[i].x), math_bits(knots[i].y)}};
        written = write(c, &knot);
    }
    return written;
}

bool wits_expr_emit_mark(expr_compiler *c, const operand *x, uint32_t stage) {
    expr_instruction mark = {.operation = EXPR_OP_MARK, .out = (uint8_t)x->value, .a = (uint8_t)x->value, .k = {stage}};
    return write(c, &mark);
}

// --------------------------------------------------------------------------------------------------------------- skips

enum { WORTH_SKIPPING = 2 };

/// Inserts a skip: one agent skips the instructions written since `start` if the result is already known.
static bool insert_skip(expr_compiler *c, expr_operation skip, const operand *when, const operand *value,
                        uint32_t start, uint32_t out) {
    uint32_t skipped = c->count - start;
    if (skipped <= WORTH_SKIPPING || !is_in_register(when)) {
        return true;
    }
    expr_instruction to = {.operation = (uint8_t)skip, .out = (uint8_t)out, .a = (uint8_t)when->value};
    place_constant(&to, &to.b, value, 1);
    to.k[0] = skipped;
    return insert(c, start, &to);
}

bool wits_expr_emit_logic(expr_compiler *c, expr_operation operation, operand *left, operand *right) {
    operand before = *left;
    if (!wits_expr_emit(c, operation, EXPR_BOOL, left, right, NULL)) {
        return false;
    }
    expr_operation skip = operation == EXPR_OP_AND ? EXPR_OP_SKIP_UNLESS : EXPR_OP_SKIP_IF;
    return left->kind == OPERAND_CONSTANT || insert_skip(c, skip, &before, &before, before.start, left->value);
}

bool wits_expr_emit_saturate(expr_compiler *c, operand *x, int32_t lo, int32_t hi) {
    if (x->kind == OPERAND_CONSTANT) {
        expr_value value = {.bits = x->value};
        float number = value.f;
        value.i = operation_saturate(number, lo, hi);
        x->value = value.bits;
        x->type = EXPR_INT;
        return true;
    }
    uint32_t out = 0;
    if (!wits_expr_emit_load(c, x) || !register_take(c, &out)) {
        return false;
    }
    expr_instruction to = {.operation = EXPR_OP_SATURATE, .out = (uint8_t)out, .a = (uint8_t)x->value};
    to.k[0] = (uint32_t)lo;
    to.k[1] = (uint32_t)hi;
    register_release(c, x);
    now_in(x, out, EXPR_INT);
    return write(c, &to);
}

// -------------------------------------------------------------------------------------------------------------- select

static void pending_place(expr_compiler *c, const operand *x, uint8_t constant) {
    if (x->kind == OPERAND_PENDING) {
        c->pending[x->list].instruction = c->count;
        c->pending[x->list].constant = constant;
    }
}

/// Appends the chain of the second operand to that of the first.
static uint16_t pending_join(expr_compiler *c, const operand *x, const operand *y) {
    uint8_t row = (uint8_t)x->list;
    while (c->pending[row].next != NO_PENDING) {
        row = c->pending[row].next;
    }
    c->pending[row].next = (uint8_t)y->list;
    return x->list;
}

bool wits_expr_emit_select(expr_compiler *c, operand *x, operand *condition, operand *y, bool settled) {
    if (x->kind == OPERAND_CONSTANT && condition->kind == OPERAND_CONSTANT && y->kind == OPERAND_CONSTANT) {
        *x = condition->value != 0 ? *x : *y;
        return true;
    }
    operand value = *x;
    uint32_t start = condition->start;
    uint32_t before = c->count;
    bool loaded = wits_expr_emit_load(c, x) && wits_expr_emit_register(c, condition);
    bool early = settled && c->count == before && x->kind != OPERAND_PENDING;
    uint32_t out = 0;
    if (!loaded || !wits_expr_emit_load(c, y) || !register_take(c, &out)) {
        return false;
    }
    expr_instruction to = {.operation = EXPR_OP_SELECT, .out = (uint8_t)out, .c = (uint8_t)condition->value};
    place_constant(&to, &to.a, x, 0);
    place_constant(&to, &to.b, y, 1);
    pending_place(c, x, 0);
    pending_place(c, y, 1);
    register_release(c, x);
    register_release(c, condition);
    register_release(c, y);
    bool waits = is_pending(x);
    uint16_t list = waits ? pending_join(c, x, y) : x->list;
    now_in(x, out, (expr_type)x->type);
    x->kind = waits ? OPERAND_PENDING_REGISTER : OPERAND_REGISTER;
    x->list = list;
    return write(c, &to) && (!early || insert_skip(c, EXPR_OP_SKIP_IF, condition, &value, start, out));
}

bool wits_expr_fail_enum_name(expr_compiler *c, uint32_t list, uint32_t offset, uint32_t length) {
    wits_expr_problem_begin(c, EXPR_PROBLEM_ENUM_NAME_UNKNOWN, offset, length);
    wits_expr_word_at(c, offset, length);
    wits_expr_word_list(c, list);
    wits_expr_word_suggested_in_list(c, list, offset, length);
    return wits_expr_problem_end(c);
}

bool wits_expr_pending_resolve(expr_compiler *c, operand *x, uint32_t list) {
    uint32_t row = x->list;
    while (row != NO_PENDING) {  // each name is in one chain only
        pending_name *name = &c->pending[row];
        uint32_t length = wits_expr_name_length_at(c, name->offset);
        uint32_t value = wits_expr_list_find(c, list, c->text + name->offset, length);
        if (value == EXPR_NONE) {
            return wits_expr_fail_enum_name(c, list, name->offset, length);
        }
        if (name->instruction == EXPR_NONE) {
            x->value = value;
        } else if (c->code != NULL) {
            c->code[name->instruction].k[name->constant] = value;
        }
        row = name->next;
        name->waits = false;
    }
    x->kind = x->kind == OPERAND_PENDING ? OPERAND_CONSTANT : OPERAND_REGISTER;
    x->list = (uint16_t)list;
    return true;
}
