// SPDX-License-Identifier: MIT
// Expressions outside of a brain: wits/expression.h.
#include "wits/expression.h"

#include "core/compile/texts.h"
#include "expr/bounds.h"
#include "expr/operations.h"

#include <string.h>

/// A lone host function becomes its call.
typedef struct expression_text {
    text_span span;
    char room[WITS_MAX_NAME + 2];
} expression_text;

static void read_text(const wits_desc *desc, const char *expression, expression_text *to) {
    to->span = wits_core_text_input(desc, wits_core_text_trim(expression), to->room);
}

static expr_want want_of(wits_expression_kind kind) {
    switch (kind) {
    case WITS_EXPRESSION_CONDITION:
        return (expr_want){.kind = EXPR_WANT_CONDITION};
    case WITS_EXPRESSION_INT:
        return (expr_want){.kind = EXPR_WANT_FIELD, .type = WITS_TYPE_INT};
    default:
        return (expr_want){.kind = EXPR_WANT_NUMBER};
    }
}

/// Compiles an expression. With `capacity` 0, only the header is written.
static bool compile(const wits_desc *desc, const char *expression, wits_expression_kind kind, expr_program *to,
                    uint32_t capacity, expr_problem *problem) {
    expression_text text;
    text_scope scope = {.desc = desc, .is_anywhere = true};
    const expr_scope names = wits_core_text_expr_scope(&scope, 0);
    read_text(desc, expression, &text);
    return wits_expr_compile(&names, text.span.start, text.span.length, want_of(kind), to, capacity, problem);
}

/// A wits_expression is the compiled program itself.
static size_t size_of(const expr_program *header) {
    return expr_program_size(header->count + header->bytecode);
}

size_t wits_expression_size(const wits_desc *desc, const char *expression, wits_expression_kind kind,
                            wits_problem *problem) {
    expr_program header;
    expr_problem wrong;
    if (compile(desc, expression, kind, &header, 0, &wrong)) {
        return size_of(&header);
    }
    if (problem != NULL) {
        wits_report report = {.problems = problem, .capacity = 1};
        wits_core_report_add(&report, WITS_PROBLEM_EXPRESSION, WITS_TABLE_BRAIN, 0, "", "", wrong.text,
                             (uint32_t)strlen(wrong.text));
        problem->offset = wrong.offset;
        problem->length = wrong.length;
    }
    return 0;
}

const wits_expression *wits_expression_compile(const wits_desc *desc, const char *expression, wits_expression_kind kind,
                                               void *memory, size_t size) {
    expr_program header;
    expr_problem wrong;
    if (!compile(desc, expression, kind, &header, 0, &wrong) || size_of(&header) > size) {
        return NULL;
    }
    compile(desc, expression, kind, memory, header.count + header.bytecode, &wrong);
    return memory;
}

wits_bounds wits_expression_bounds(const wits_expression *expression, const wits_bounds *fields) {
    return wits_expr_bounds_program((const expr_program *)expression, fields, NULL, NULL);
}

bool wits_expression_assume(const wits_expression *condition, wits_bounds *fields) {
    return wits_expr_bounds_assume((const expr_program *)condition, fields);
}

/// The considerations of an option, and their bounds.
typedef struct bounds_notes {
    const consideration_row *rows;
    wits_row_bounds *to;
} bounds_notes;

static void note_bounds(void *user, uint32_t row, uint32_t stage, const expr_bounds *of) {
    const bounds_notes *notes = user;
    const consideration_row *from = &notes->rows[row];
    wits_row_bounds *to = &notes->to[row];
    const wits_bounds bounds = {of->first, of->last, of->may_be_nan};
    if (stage == STAGE_RAW) {
        to->input = bounds;
    } else if (stage == STAGE_NORMAL) {
        to->normal = bounds;
    } else if (stage == STAGE_VALUE) {
        to->value = bounds;
        to->normal = from->curve_count == 0 && from->is_ranged ? bounds : to->normal;
    } else if (stage == STAGE_HOLDS) {
        to->value = (wits_bounds){.low = (double)of->low, .high = (double)of->high};
    }
}

wits_bounds wits_brain_score_bounds(const wits_brain *brain, wits_state_id option, const wits_bounds *fields,
                                    wits_row_bounds *rows) {
    const state_row *s = brain_state(brain, option);
    bounds_notes notes = {brain_considerations(brain, s), rows};
    if ((s->score & REF_PROGRAM) == 0) {
        const expr_bounds any = wits_expr_bounds_any();
        return s->score == 0 ? (wits_bounds){.low = 1, .high = 1} : (wits_bounds){any.first, any.last, true};
    }
    return wits_expr_bounds_program(brain_program(brain, s->score), fields,
                                    rows != NULL && s->row_count != 0 ? note_bounds : NULL, &notes);
}

wits_bounds wits_field_bounds(const wits_field_desc *field) {
    const bool is_float = field->type == WITS_TYPE_FLOAT || field->type == WITS_TYPE_DEFAULT;
    const expr_bounds of = wits_expr_bounds_type(field->type);
    if (field->type == WITS_TYPE_ENUM) {
        return (wits_bounds){.high = field->value_count - 1.0};
    }
    return is_float ? (wits_bounds){of.first, of.last, true} : (wits_bounds){(double)of.low, (double)of.high, false};
}
