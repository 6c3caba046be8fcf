// SPDX-License-Identifier: MIT
// The validator's parts: validate.c, and validate_options.c (options and utilities), validate_considerations.c,
// validate_initials.c (rules of `initial`), validate_functions.c, validate_targets.c.
#ifndef WITS_CORE_VALIDATE_H
#define WITS_CORE_VALIDATE_H

#include "core/compile/texts.h"

typedef struct validator {
    const wits_desc *desc;
    const state_index *index;
    wits_report *report;
    uint32_t problems;
    uint64_t program_bytes;
    bool broken_tree;    ///< parents cannot be followed
    bool broken_order;   ///< considerations are out of order, so their owners cannot be found
    bool broken_fields;  ///< texts cannot be understood, because enum names are missing
} validator;

/// Position of a problem: a row of a table, and one of its members.
typedef struct place {
    wits_table table;
    uint32_t row;
    const char *name;
} place;

void wits_core_problem_row(validator *v, wits_problem_code code, wits_table table, uint32_t row, const char *name,
                           const char *member, const char *value);
void wits_core_problem_at(validator *v, place at, wits_problem_code code, const char *member);
void wits_core_problem_number(validator *v, place at, wits_problem_code code, const char *member, uint32_t number);
/// Returns whether the name can be compared with others.
bool wits_core_check_name(validator *v, place at);
void wits_core_check_reserved(validator *v, place at, const char *member, const char *name);
void wits_core_check_finite(validator *v, place at, const char *member, float value);
/// Checks a number that counts only if `has` is true, a member called `has_name`.
void wits_core_check_optional(validator *v, place at, const char *member, float value, bool has, const char *has_name);
void wits_core_check_ticks(validator *v, place at, const char *member, uint32_t ticks);
void wits_core_check_value(validator *v, place at, const char *member, uint32_t value, uint32_t last);
void wits_core_check_texts(validator *v, place at, const desc_text *texts, uint32_t count);
/// Checks any state for members that only an option, or only a utility, may have.
/// Reports members that this state cannot have.
void wits_core_check_attributes(validator *v, place at, const wits_state_desc *s);
void wits_core_check_option(validator *v, place at, const wits_state_desc *s);
void wits_core_check_utility(validator *v, place at, const wits_state_desc *s);
void wits_core_check_considerations(validator *v);
void wits_core_check_initials(validator *v);
void wits_core_check_functions(validator *v);
void wits_core_check_targets(validator *v);
void wits_core_check_option_target(validator *v, place at, const wits_state_desc *s);
/// Checks a field's type and the names of its values. Returns whether both are valid.
bool wits_core_check_type(validator *v, place at, wits_type type, const char *const *values, uint32_t value_count);

#endif
