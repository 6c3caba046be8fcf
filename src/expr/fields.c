// SPDX-License-Identifier: MIT
// One value of a field.
#include "expr/fields.h"

uint32_t wits_expr_field_size(expr_field_type type) {
    static const uint8_t sizes[] = {0, 1, 1, 1, 1, 2, 2, 4, 4};
    return sizes[type];
}

expr_type wits_expr_field_value_type(expr_field_type type) {
    return type == WITS_TYPE_BOOL    ? EXPR_BOOL
           : type == WITS_TYPE_ENUM  ? EXPR_ENUM
           : type == WITS_TYPE_FLOAT ? EXPR_FLOAT
                                     : EXPR_INT;
}

expr_value wits_expr_load(const expr_field *field, size_t row) {
    return load_value((const unsigned char *)field->base + row * field->stride, field->type);
}

void wits_expr_store(const expr_field *field, size_t row, expr_value value) {
    unsigned char *at = (unsigned char *)field->base + row * field->stride;
    if (field->stride == 0) {
        return;
    }
    if (field->type == WITS_TYPE_FLOAT) {
        value.f = math_canonical(value.f);
    }
    switch (wits_expr_field_size(field->type)) {
    case 1:
        *at = (unsigned char)value.bits;
        break;
    case 2:
        store_uint16(at, (uint16_t)value.bits);
        break;
    default:
        store_uint32(at, value.bits);
        break;
    }
}
