// SPDX-License-Identifier: MIT
// Validates the functions of a description and their declared parameters.
#include "core/compile/validate.h"
#include "core/run/arguments.h"

#include <string.h>

static void problem_parameter(validator *v, place at, const char *why) {
    wits_core_problem_row(v, WITS_PROBLEM_PARAMETER_INVALID, at.table, at.row, at.name, "parameters", why);
}

/// The enum values that a parameter declares.
static void check_parameter_values(validator *v, place at, const wits_parameter *parameter) {
    const bool is_enum = parameter->kind == WITS_ARGUMENT_ENUM;
    const bool has_values = parameter->values != NULL;
    if (parameter->value_count > WITS_MAX_ENUM_VALUES || has_values != (parameter->value_count != 0) ||
        (has_values && !is_enum)) {
        problem_parameter(v, at, "an enum has 1 to 256 values, or null for any, and no other kind has values");
        return;
    }
    for (uint32_t i = 0; i < parameter->value_count; i++) {
        const place value = {at.table, at.row, parameter->values[i]};
        v->broken_fields |= value.name == NULL;
        if (wits_core_check_name(v, value)) {
            wits_core_check_reserved(v, at, "parameters", value.name);
        }
    }
}

static void check_parameters(validator *v, place at, const wits_function *f) {
    const uint32_t count = wits_core_parameter_count(f);
    if (f->takes_nothing && count != 0) {
        problem_parameter(v, at, "it has parameters, but takes_nothing is set");
    }
    if (f->step != NULL && wits_core_parameters_are_declared(f)) {
        problem_parameter(v, at, "a step callback has no parameters");
    }
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS; i++) {
        const wits_parameter *parameter = &f->parameters[i];
        if (i >= count && parameter->kind != WITS_ARGUMENT_NONE) {
            problem_parameter(v, at, "a parameter without a kind precedes another");
            return;
        }
        if ((uint32_t)parameter->kind > WITS_ARGUMENT_TEXT) {
            problem_parameter(v, at, "a kind is int, float, bool, enum or text");
        } else {
            check_parameter_values(v, at, parameter);
        }
    }
}

void wits_core_check_functions(validator *v) {
    for (uint32_t row = 0; row < v->desc->function_count; row++) {
        const wits_function *f = &v->desc->functions[row];
        place at = {WITS_TABLE_FUNCTIONS, row, f->name};
        if (!wits_core_check_name(v, at)) {
            continue;
        }
        if (wits_core_desc_find_function(v->desc, at.name, (uint32_t)strlen(at.name)) < row) {
            wits_core_problem_row(v, WITS_PROBLEM_FUNCTION_DUPLICATE, at.table, row, at.name, NULL, at.name);
        }
        if (wits_core_function_kind(f) == 0) {
            wits_core_problem_row(v, WITS_PROBLEM_FUNCTION_KIND, at.table, row, at.name, NULL, at.name);
        }
        check_parameters(v, at, f);
    }
}
