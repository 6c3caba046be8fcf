// SPDX-License-Identifier: MIT
// Shared code of the expression tests: helpers that compile a text and evaluate it in every way. All ways must agree.
#ifndef WITS_TESTS_EXPR_SUPPORT_H
#define WITS_TESTS_EXPR_SUPPORT_H

#include "expr/bytecode.h"
#include "expr_world.h"
#include "lanes_support.h"

/// Compiles a text, or fails the test. The number of instructions counted in advance must be the number written. The
/// caller frees it.
static inline expr_program *compile_in(const expr_scope *scope, const char *text, size_t length, expr_want want) {
    expr_problem problem = {0};
    expr_program head;
    if (!wits_expr_compile(scope, text, length, want, &head, 0, &problem)) {
        fail_msg("%.*s: at %u: %s", (int)length, text, (unsigned)problem.offset, problem.text);
    }
    expr_program *program = malloc(expr_program_size(head.count + head.bytecode));
    assert_non_null(program);
    assert_true(wits_expr_compile(scope, text, length, want, program, head.count + head.bytecode, &problem));
    assert_true(program->bytecode <= head.bytecode);
    head.bytecode = program->bytecode;
    assert_memory_equal(program, &head, sizeof head);
    return program;
}

static inline expr_program *compile_text(const char *text, expr_want want) {
    expr_scope scope = test_scope();
    return compile_in(&scope, text, strlen(text), want);
}

static inline expr_want want_field(uint32_t field) {
    return (expr_want){EXPR_WANT_FIELD, field_rows[field].type, field_rows[field].list, NULL};
}

/// A copy without the bytecode form, so that the interpreter runs its instructions. The caller frees it.
static inline expr_program *without_bytecode(const expr_program *program) {
    expr_program *copy = malloc(expr_program_size(program->count));
    memcpy(copy, program, expr_program_size(program->count));
    copy->bytecode = 0;
    return copy;
}

/// Evaluates for `count` agents from `first` on, alone in both ways, and in blocks.
static inline void check_block(const expr_program *program, world *w, size_t first, uint32_t count, const char *text) {
    expr_program *plain = without_bytecode(program);
    for (uint32_t i = 0; i < count; i++) {
        expr_env env = world_env(w, first + i);
        assert_int_equal(wits_expr_eval_one(plain, &env).bits, wits_expr_eval_one(program, &env).bits);
    }
    free(plain);
    lanes_check(&(lanes_case){.program = program,
                              .text = text,
                              .w = w,
                              .first = first,
                              .rows = count,
                              .count = lanes_whole(count),
                              .field = EXPR_NONE});
}

/// Compares `field = program` in blocks, under a mask, with wits_expr_store.
static inline void check_block_assignment(const expr_program *program, world *w, size_t first, uint32_t count,
                                          uint32_t field, const char *text) {
    lanes_check(&(lanes_case){.program = program,
                              .text = text,
                              .w = w,
                              .first = first,
                              .rows = count,
                              .count = lanes_whole(count),
                              .field = field});
}

/// Checks that `field = program` by wits_expr_store and as bytecode leaves the same world.
static inline void check_assignment(const expr_program *program, world *w, uint32_t field, size_t row,
                                    const char *text) {
    bool is_constant = (program->uses & EXPR_IS_CONSTANT) != 0;
    if (!is_constant && !bytecode_is_enough(program)) {
        return;
    }
    expr_env env = world_env(w, row);
    world before = *w;
    wits_expr_store(&w->fields[field], row, wits_expr_eval_one(program, &env));
    world stored = *w;
    *w = before;
    expr_bytecode *code = malloc(sizeof *code * (program->bytecode + 2u));  // exact, so that a sanitizer sees more
    uint32_t count = wits_expr_bytecode_assign(program, field, field_rows[field].type, code);
    assert_true(count <= program->bytecode + 1u);
    code[count] = (expr_bytecode){.operation = BYTECODE_END};
    wits_expr_bytecode_run(code, w->fields, row, NULL);
    if (memcmp(w, &stored, sizeof stored) != 0) {
        fail_msg("%s = %s: something else is stored", field_rows[field].name, text);
    }
    *w = before;
    free(code);
}

#endif
