// SPDX-License-Identifier: MIT
// A text becomes a program, or a part of one.
#include "expr/compile.h"

#include "expr/bytecode.h"

#include <string.h>

static void write_header(const expr_compiler *c, const operand *result, bool constant, expr_program *program) {
    program->count = c->count;
    program->uses = (uint16_t)(c->uses | (constant ? EXPR_IS_CONSTANT : 0u));
    program->type = result->type;
    program->registers = (uint8_t)c->registers;
    program->randoms = c->randoms;
    program->list = result->type == EXPR_ENUM ? result->list : 0;
    program->bytecode = (uint16_t)(constant ? 0 : bytecode_room(c->count));
}

static void begin_compiler(expr_compiler *c, const expr_scope *scope, const char *text, size_t length, expr_want want,
                           expr_problem *problem) {
    memset(c, 0, offsetof(expr_compiler, operator_offsets));
    c->scope = scope;
    c->text = text;
    c->length = (uint32_t)length;
    c->problem = problem;
    c->is_for_field = want.kind == EXPR_WANT_FIELD;
    c->is_action = want.kind == EXPR_WANT_CALL;
    c->wanted_list = c->is_for_field && want.type == WITS_TYPE_ENUM ? want.list : EXPR_NONE;
}

/// Writes the code of the text. `*is_constant`: its value is known, and is one instruction.
static bool write_code(expr_compiler *c, expr_want want, bool *is_constant) {
    if (!wits_expr_parse(c) || !wits_expr_apply_want(c, want, &c->operands[0])) {
        return false;
    }
    *is_constant = c->operands[0].kind == OPERAND_CONSTANT;
    return wits_expr_emit_register(c, &c->operands[0]);
}

static bool write_program(const expr_scope *scope, const char *text, size_t length, expr_want want,
                          expr_program *program, uint32_t capacity, expr_problem *problem) {
    expr_compiler c;
    bool is_constant;
    begin_compiler(&c, scope, text, length, want, problem);
    c.code = capacity == 0 ? NULL : program->code;
    c.capacity = capacity;
    c.used[0] = want.is_part ? ((1u << EXPR_KEPT_REGISTERS) - 1) << EXPR_FIRST_REGISTER : 0;
    if (length > INT32_MAX) {
        return wits_expr_refuse(&c, EXPR_PROBLEM_CAPACITY, 0, 0);
    }
    if (!write_code(&c, want, &is_constant)) {
        return false;
    }
    write_header(&c, &c.operands[0], is_constant, program);
    return true;
}

bool wits_expr_compile(const expr_scope *scope, const char *text, size_t length, expr_want want, expr_program *program,
                       uint32_t capacity, expr_problem *problem) {
    if (!write_program(scope, text, length, want, program, capacity, problem)) {
        return false;
    }
    if (capacity != 0) {
        wits_expr_bytecode_lower(program, capacity - program->count);
    }
    return true;
}

uint8_t wits_expr_append(const expr_scope *scope, const char *text, size_t length, expr_want want,
                         expr_program *program, uint32_t capacity, uint32_t used[8]) {
    expr_compiler c;
    expr_problem wrong;
    bool is_constant;
    begin_compiler(&c, scope, text, length, want, &wrong);
    c.code = program->code;
    c.count = program->count;
    c.capacity = capacity;
    c.uses = program->uses;
    c.registers = program->registers;
    memcpy(c.used, used, sizeof c.used);
    if (!write_code(&c, want, &is_constant)) {
        return 0;
    }
    program->count = c.count;
    program->uses = (uint16_t)c.uses;
    program->registers = (uint8_t)c.registers;
    program->randoms += c.randoms;
    memcpy(used, c.used, sizeof c.used);
    return (uint8_t)c.operands[0].value;
}
