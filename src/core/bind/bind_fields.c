// SPDX-License-Identifier: MIT
// Binds the fields of a program to those of a brain: fields of agents, and of a kind of targets.
#include "core/bind/bind.h"
#include "expr/expr.h"

#include <string.h>

enum { FIELD_MAX_SIZE = 4 };  ///< bytes of the widest type

static bool is_of_targets(const field_pair *fields) {
    return fields->kind != WITS_NONE;
}

static const char *wanted_name(const field_pair *fields, uint32_t field) {
    return brain_at(fields->brain, fields->wanted[field].name);
}

static const char *wanted_value(const field_pair *fields, uint32_t field, uint32_t value) {
    return brain_at(fields->brain, ((const uint32_t *)brain_at(fields->brain, fields->wanted[field].values))[value]);
}

static bind_place wanted_place(const field_pair *fields, uint32_t field) {
    const char *name = wanted_name(fields, field);
    return is_of_targets(fields) ? (bind_place){WITS_TABLE_TARGETS, fields->kind,
                                                wits_target_kind_name(fields->brain, fields->kind), name}
                                 : (bind_place){WITS_TABLE_FIELDS, field, name, NULL};
}

static bind_place given_place(const field_pair *fields, uint32_t row) {
    const char *name = fields->given[row].name;
    return is_of_targets(fields)
               ? (bind_place){WITS_TABLE_HOST_TARGETS, fields->host_row,
                              wits_target_kind_name(fields->brain, fields->kind), name != NULL ? name : "fields"}
               : (bind_place){WITS_TABLE_HOST_FIELDS, row, name, NULL};
}

static uint32_t find_wanted(const field_pair *fields, const char *name) {
    for (uint32_t field = 0; field < fields->wanted_count; field++) {
        if (strcmp(wanted_name(fields, field), name) == 0) {
            return field;
        }
    }
    return WITS_NONE;
}

/// Searches the first rows of the program's fields.
static const wits_host_field *find_host_field(const field_pair *fields, uint32_t count, const char *name) {
    for (uint32_t row = 0; row < count; row++) {
        if (fields->given[row].name != NULL && strcmp(fields->given[row].name, name) == 0) {
            return &fields->given[row];
        }
    }
    return NULL;
}

field_pair wits_core_bind_agent_fields(const binder *b) {
    return (field_pair){.brain = b->brain,
                        .wanted = brain_at(b->brain, b->brain->fields),
                        .wanted_count = b->brain->field_count,
                        .given = b->host.fields,
                        .given_count = b->host.field_count,
                        .kind = WITS_NONE};
}

// --------------------------------------------------------------------------------------------------------------- names

static void report_unknown_field(binder *b, const field_pair *fields, uint32_t row) {
    const char *name = fields->given[row].name;
    suggestion near = wits_expr_suggestion_for(name, name_length_of(name));
    for (uint32_t field = 0; field < fields->wanted_count; field++) {
        const char *other = wanted_name(fields, field);
        if (find_host_field(fields, fields->given_count, other) == NULL) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
        }
    }
    wits_core_bind_suggest(wits_core_bind_complain(b, WITS_PROBLEM_FIELD_UNKNOWN, given_place(fields, row)), &near);
}

void wits_core_bind_check_given(binder *b, const field_pair *fields) {
    for (uint32_t row = 0; row < fields->given_count; row++) {
        const char *name = fields->given[row].name;
        if (name == NULL) {
            wits_core_bind_complain(b, WITS_PROBLEM_HOST_NAME_MISSING, given_place(fields, row));
        } else if (find_host_field(fields, row, name) != NULL) {
            wits_core_bind_complain(b, WITS_PROBLEM_HOST_TWICE, given_place(fields, row));
        } else if (!b->host.is_shared && find_wanted(fields, name) == WITS_NONE) {
            report_unknown_field(b, fields, row);
        }
    }
}

static void report_missing_field(binder *b, const field_pair *fields, uint32_t field) {
    const char *name = wanted_name(fields, field);
    suggestion near = wits_expr_suggestion_for(name, name_length_of(name));
    for (uint32_t i = 0; i < fields->given_count; i++) {
        const char *other = fields->given[i].name;
        if (other != NULL && find_wanted(fields, other) == WITS_NONE) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
        }
    }
    wits_core_bind_suggest(wits_core_bind_complain(b, WITS_PROBLEM_FIELD_MISSING, wanted_place(fields, field)), &near);
}

// -------------------------------------------------------------------------------------------------------------- values

/// A program without names would not notice when their numbers change.
static void report_missing_values(binder *b, const field_pair *fields, uint32_t field) {
    wits_problem *problem = wits_core_bind_complain(b, WITS_PROBLEM_ENUM_VALUES_MISSING, wanted_place(fields, field));
    for (uint32_t i = 0; problem != NULL && i < fields->wanted[field].value_count; i++) {
        wits_core_value_add(problem, i == 0 ? "" : ", ");
        wits_core_value_add(problem, wanted_value(fields, field, i));
    }
}

/// Checks that an enum's values have the program's numbers.
static void check_values(binder *b, const field_pair *fields, uint32_t field, const wits_host_field *from) {
    uint32_t count = fields->wanted[field].value_count;
    if (count != 0 && from->values == NULL) {
        report_missing_values(b, fields, field);
    }
    uint32_t most = count > from->value_count ? count : from->value_count;
    for (uint32_t i = 0; from->values != NULL && i < most; i++) {
        const char *value = i < count ? wanted_value(fields, field, i) : "none";
        const char *known = i < from->value_count ? from->values[i] : "none";
        if (known != NULL && strcmp(value, known) == 0 && i < count && i < from->value_count) {
            continue;
        }
        wits_problem *problem = wits_core_bind_complain(b, WITS_PROBLEM_ENUM_VALUES, wanted_place(fields, field));
        if (problem != NULL) {
            wits_core_value_add(problem, "value ");
            wits_core_value_add_number(problem, i);
            wits_core_value_add(problem, " is ");
        }
        wits_core_tell_both(problem, value, known != NULL ? known : "none");
        return;
    }
}

// ------------------------------------------------------------------------------------------------------------- columns

/// The memory of a list of targets may be set later.
static void check_host_column(binder *b, const field_pair *fields, uint32_t field, const wits_host_field *from) {
    const bind_place at = wanted_place(fields, field);
    const wits_type wanted = (wits_type)fields->wanted[field].type;
    const uint32_t width = wits_expr_field_size(wanted);
    if (from->base == NULL && !is_of_targets(fields)) {
        wits_core_bind_complain(b, WITS_PROBLEM_COLUMN_NULL, at);
    }
    if (from->type != wanted) {
        wits_problem *problem = wits_core_bind_complain(b, WITS_PROBLEM_COLUMN_TYPE, at);
        wits_core_tell_both(problem, wits_type_name(wanted), wits_type_name(from->type));
        return;  // later checks would use the wrong width
    }
    if (from->stride != 0 && from->stride < width) {
        wits_core_problem_bytes(wits_core_bind_complain(b, WITS_PROBLEM_COLUMN_STRIDE, at), from->stride, width);
    }
    if (from->size != 0 && from->size < width) {
        wits_core_problem_bytes(wits_core_bind_complain(b, WITS_PROBLEM_COLUMN_SHORT, at), from->size, width);
    }
    if (!is_of_targets(fields) && wits_core_is_assigned_and_fixed(b->brain, field, from->stride, from->read_only)) {
        wits_core_tell_read_only(wits_core_bind_complain(b, WITS_PROBLEM_COLUMN_READ_ONLY, at), from->read_only);
    }
    check_values(b, fields, field, from);
}

/// Returns whether the first values of two columns overlap.
static bool are_near(const wits_host_field *a, uint32_t size, const wits_host_field *b, uint32_t other_size) {
    const uintptr_t start = (uintptr_t)a->base, other = (uintptr_t)b->base;
    return a->base != NULL && b->base != NULL && start < other + other_size && other < start + size;
}

static void tell_overlap(binder *b, wits_problem_code code, bind_place at, const char *other) {
    wits_problem *problem = wits_core_bind_complain(b, code, at);
    if (problem != NULL) {
        wits_core_value_add(problem, other);
    }
}

/// Reports two overlapping fields if one may be written. Checks for one agent what wits_crowd_check checks for all.
static void check_fields_apart(binder *b, const field_pair *fields, uint32_t field, const wits_host_field *from) {
    const uint32_t width = wits_expr_field_size((wits_type)fields->wanted[field].type);
    for (uint32_t row = 0; row < fields->given_count; row++) {
        const wits_host_field *other = &fields->given[row];
        if (!are_near(from, width, other, FIELD_MAX_SIZE) || other == from || other->name == NULL ||
            (from->stride == 0 && other->stride == 0)) {
            continue;
        }
        const uint32_t earlier = find_wanted(fields, other->name);  // this brain may lack it
        if (earlier < field &&
            are_near(from, width, other, wits_expr_field_size((wits_type)fields->wanted[earlier].type))) {
            tell_overlap(b, WITS_PROBLEM_COLUMN_OVERLAP, wanted_place(fields, field), other->name);
            return;
        }
    }
}

/// Reports a target field that overlaps a field that the brain assigns.
static void check_apart_from_assigned(binder *b, const field_pair *targets, uint32_t field,
                                      const wits_host_field *from) {
    const field_pair own = wits_core_bind_agent_fields(b);
    const uint32_t width = wits_expr_field_size((wits_type)targets->wanted[field].type);
    for (uint32_t i = 0; i < own.wanted_count; i++) {
        const wits_host_field *other = find_host_field(&own, own.given_count, wanted_name(&own, i));
        if (own.wanted[i].is_assigned != 0 && other != NULL &&
            are_near(from, width, other, wits_expr_field_size((wits_type)own.wanted[i].type))) {
            tell_overlap(b, WITS_PROBLEM_TARGET_COLUMN, wanted_place(targets, field), other->name);
            return;
        }
    }
}

void wits_core_bind_check_wanted(binder *b, const field_pair *fields) {
    for (uint32_t field = 0; field < fields->wanted_count; field++) {
        const wits_host_field *from = find_host_field(fields, fields->given_count, wanted_name(fields, field));
        if (from == NULL) {
            report_missing_field(b, fields, field);
            continue;
        }
        check_host_column(b, fields, field, from);
        if (is_of_targets(fields)) {
            check_apart_from_assigned(b, fields, field, from);
        } else {
            check_fields_apart(b, fields, field, from);
        }
    }
}

void wits_core_bind_columns(const field_pair *fields, wits_column *columns) {
    for (uint32_t field = 0; field < fields->wanted_count; field++) {
        const wits_host_field *from = find_host_field(fields, fields->given_count, wanted_name(fields, field));
        columns[field] = (wits_column){.base = from->base,
                                       .stride = from->stride,
                                       .type = from->type,
                                       .read_only = from->read_only,
                                       .size = from->size};
    }
}
