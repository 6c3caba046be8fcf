// SPDX-License-Identifier: MIT
#include "lint/verdicts.h"

#include "common/text.h"

#include <stdlib.h>
#include <string.h>

field_scope field_scope_new(const wits_desc *desc) {
    field_scope made = {desc, allocate(desc->field_count, sizeof *made.fields)};
    for (uint32_t row = 0; row < desc->field_count; row++) {
        made.fields[row] = wits_field_bounds(&desc->fields[row]);
    }
    return made;
}

void field_scope_free(field_scope *of) {
    free(of->fields);
}

/// Compiles an expression; free the result. Returns null for texts that contain more than an expression, about which
/// nothing is known.
static void *compiled(const field_scope *scope, const char *expression, wits_expression_kind kind) {
    const size_t size = wits_expression_size(scope->desc, expression, kind, NULL);
    void *memory = size > 0 ? allocate(size, 1) : NULL;
    if (memory != NULL) {
        wits_expression_compile(scope->desc, expression, kind, memory, size);
    }
    return memory;
}

wits_bounds bounds_of_text(const field_scope *scope, const char *expression, wits_expression_kind kind) {
    static const wits_field_desc number = {.type = WITS_TYPE_FLOAT};
    void *made = compiled(scope, expression, kind);
    const wits_bounds found = made != NULL ? wits_expression_bounds(made, scope->fields) : wits_field_bounds(&number);
    free(made);
    return found;
}

verdict verdict_of_condition(const field_scope *scope, const char *condition) {
    void *made = condition != NULL ? compiled(scope, condition, WITS_EXPRESSION_CONDITION) : NULL;
    if (made == NULL) {
        return condition == NULL ? VERDICT_ALWAYS : VERDICT_OPEN;
    }
    const bool always = wits_expression_bounds(made, scope->fields).low > 0;
    wits_bounds *narrowed = allocate(scope->desc->field_count, sizeof *narrowed);
    memcpy(narrowed, scope->fields, scope->desc->field_count * sizeof *narrowed);
    const bool never = !wits_expression_assume(made, narrowed);
    free(narrowed);
    free(made);
    return never ? VERDICT_NEVER : always ? VERDICT_ALWAYS : VERDICT_OPEN;
}
