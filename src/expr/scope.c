// SPDX-License-Identifier: MIT
// Plain arrays as a scope, and the reads of a program.
#include "expr/expr.h"
#include "expr/names.h"
#include "expr/operations.h"

static bool find_field(void *user, const char *name, uint32_t length, expr_named_field *found) {
    const expr_tables *tables = user;
    for (uint32_t row = 0; row < tables->field_count; row++) {
        if (name_is(tables->fields[row].name, name, length)) {
            *found = (expr_named_field){row, tables->fields[row].type, tables->fields[row].list};
            return true;
        }
    }
    return false;
}

static bool find_function(void *user, const char *name, uint32_t length, expr_named_function *found) {
    const expr_tables *tables = user;
    for (uint32_t row = 0; row < tables->function_count; row++) {
        if (name_is(tables->functions[row].name, name, length)) {
            *found = (expr_named_function){.number = row, .kind = tables->functions[row].kind};
            return true;
        }
    }
    return false;
}

static expr_list list_at(void *user, uint32_t number) {
    const expr_tables *tables = user;
    return tables->lists[number];
}

static const char *field_name_at(void *user, uint32_t row) {
    const expr_tables *tables = user;
    return row < tables->field_count ? tables->fields[row].name : NULL;
}

static const char *function_name_at(void *user, uint32_t row) {
    const expr_tables *tables = user;
    return row < tables->function_count ? tables->functions[row].name : NULL;
}

expr_scope wits_expr_scope_of(expr_tables *tables) {
    return (expr_scope){
        .user = tables,
        .find_field = find_field,
        .find_function = find_function,
        .list_at = list_at,
        .list_count = tables->list_count,
        .field_name_at = field_name_at,
        .function_name_at = function_name_at,
    };
}

uint32_t wits_expr_field_read(const expr_program *program, uint32_t index) {
    const expr_instruction *at = &program->code[index];
    return operation_reads_field(at->operation) || (at->flags & EXPR_FIELD_OPERAND) != 0 ? at->field : EXPR_NONE;
}

uint32_t wits_expr_function_called(const expr_program *program, uint32_t index) {
    const expr_instruction *at = &program->code[index];
    return operation_calls(at->operation) ? at->k[0] : EXPR_NONE;
}

uint32_t wits_expr_call_arguments(const expr_program *program, uint32_t index, expr_given given[EXPR_MAX_ARGUMENTS]) {
    const expr_instruction *at = &program->code[index];
    const uint32_t count = operation_calls(at->operation) ? at->k[1] : 0;
    for (uint32_t i = 0; i < count; i++) {
        given[i] = operation_given(at, i, NULL);
    }
    return count;
}

uint32_t wits_expr_action_call(const expr_program *program) {
    uint32_t index = program->count - 1;
    while (index > 0 && program->code[index].operation != EXPR_OP_ACTION) {  // followed by its arguments
        index--;
    }
    return index;
}

uint32_t wits_expr_target_read(const expr_program *program, uint32_t index) {
    const expr_instruction *at = &program->code[index];
    return operation_reads_target(at->operation) ? at->k[0] : EXPR_NONE;
}

uint32_t wits_expr_state_asked(const expr_program *program, uint32_t index) {
    const expr_instruction *at = &program->code[index];
    return at->operation == EXPR_OP_IS_IN ? at->k[0] : EXPR_NONE;
}
