// SPDX-License-Identifier: MIT
// Fields of targets in expressions: `enemy.distance` reads a row of a list that the host gives.
#ifndef WITS_EXPR_TARGETS_H
#define WITS_EXPR_TARGETS_H

#include "expr/fields.h"
#include "wits/targets.h"

/// Kind and field of a target, as encoded in an instruction's k[0].
typedef struct expr_target_field {
    uint32_t kind;
    uint32_t field;  ///< in the kind's order; EXPR_TARGET_PRESENT for `present`
    expr_field_type type;
    bool own;
} expr_target_field;

enum { EXPR_TARGET_PRESENT = 0xFF };

static inline uint32_t target_field_number(expr_target_field of) {
    return of.field | of.kind << 8 | (uint32_t)of.type << 16 | (uint32_t)of.own << 24;
}

static inline expr_target_field target_field_of(uint32_t number) {
    return (expr_target_field){
        .kind = number >> 8 & 0xFF,
        .field = number & 0xFF,
        .type = (expr_field_type)(number >> 16 & 0xFF),
        .own = number >> 24 != 0,
    };
}

/// Returns the address of the value of the target in `row`.
static inline const unsigned char *target_value(const wits_target_list *list, const expr_target_field *of,
                                                uint32_t row) {
    const wits_column *column = &list->columns[of->field];
    const size_t at = of->own && list->own_rows != NULL ? list->own_rows[row] : row;
    return (const unsigned char *)column->base + at * column->stride;
}

/// Reads a target field. Without a target, a float is NaN and everything else 0: false, or the first value of an enum.
static inline expr_value load_target(const expr_targets *from, uint32_t number) {
    const expr_target_field of = target_field_of(number);
    const uint32_t row = from->rows[of.kind];
    if (of.field == EXPR_TARGET_PRESENT) {
        return (expr_value){.bits = row != WITS_NO_TARGET};
    }
    if (row == WITS_NO_TARGET) {
        return (expr_value){.bits = of.type == WITS_TYPE_FLOAT ? 0x7FC00000u : 0};
    }
    return load_value(target_value(&from->lists[of.kind], &of, row), of.type);
}

#endif
