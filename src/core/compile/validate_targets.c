// SPDX-License-Identifier: MIT
// Validates kinds of targets, and a state as an option with a target.
#include "core/compile/validate.h"

#include <string.h>

static void problem_field(validator *v, place at, wits_problem_code code, const char *name) {
    wits_core_problem_row(v, code, at.table, at.row, at.name, "fields", name);
}

static bool has_earlier_field(const wits_target_desc *kind, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (kind->fields[i].name != NULL && strcmp(kind->fields[i].name, kind->fields[index].name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_target_field(validator *v, place at, const wits_target_desc *kind, uint32_t index) {
    const wits_target_field_desc *field = &kind->fields[index];
    const place named = {at.table, at.row, field->name};
    if (wits_core_check_name(v, named)) {
        if (has_earlier_field(kind, index)) {
            problem_field(v, at, WITS_PROBLEM_TARGET_FIELD_DUPLICATE, field->name);
        }
        if (strcmp(field->name, "present") == 0 || strcmp(field->name, "id") == 0) {
            problem_field(v, at, WITS_PROBLEM_TARGET_FIELD_NAME, field->name);
        }
        wits_core_check_reserved(v, at, "fields", field->name);
    }
    wits_core_check_type(v, named, field->type, field->values, field->value_count);
}

static void check_kind(validator *v, uint32_t row) {
    const wits_target_desc *kind = &v->desc->targets[row];
    const place at = {WITS_TABLE_TARGETS, row, kind->name};
    if (wits_core_check_name(v, at)) {
        const uint32_t length = (uint32_t)strlen(at.name);
        if (wits_core_desc_find_target(v->desc, at.name, length) < row) {
            wits_core_problem_row(v, WITS_PROBLEM_TARGET_DUPLICATE, at.table, row, at.name, NULL, at.name);
        }
        if (wits_core_desc_find_field(v->desc, at.name, length) != WITS_NONE) {
            wits_core_problem_row(v, WITS_PROBLEM_TARGET_IS_FIELD, at.table, row, at.name, NULL, at.name);
        }
        wits_core_check_reserved(v, at, NULL, at.name);
    }
    if (kind->field_count > WITS_MAX_TARGET_FIELDS) {
        wits_core_problem_at(v, at, WITS_PROBLEM_TARGET_FIELDS_TOO_MANY, "fields");
        v->broken_fields = true;
    } else if (kind->field_count != 0 && kind->fields == NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_TABLE_MISSING, "fields");
        v->broken_fields = true;
    } else {
        for (uint32_t i = 0; i < kind->field_count; i++) {
            check_target_field(v, at, kind, i);
        }
    }
}

void wits_core_check_targets(validator *v) {
    for (uint32_t row = 0; row < v->desc->target_count; row++) {
        check_kind(v, row);
    }
}

void wits_core_check_option_target(validator *v, place at, const wits_state_desc *s) {
    if (s->target == NULL) {
        return;
    }
    const uint32_t length = wits_core_text_length(s->target, WITS_MAX_NAME + 1);
    if (wits_core_desc_find_target(v->desc, s->target, length) == WITS_NONE) {
        wits_core_problem_row(v, WITS_PROBLEM_TARGET_UNKNOWN, at.table, at.row, at.name, "target", s->target);
    }
    if (s->score_best) {
        wits_core_problem_at(v, at, WITS_PROBLEM_TARGET_AND_BEST, "target");
    }
    if (s->retarget != NULL && s->reenter) {
        wits_core_problem_at(v, at, WITS_PROBLEM_RETARGET_AND_REENTER, "retarget");
    }
    wits_core_check_optional(v, at, "target_inertia", s->target_inertia, s->has_target_inertia, "has_target_inertia");
}
