// SPDX-License-Identifier: MIT
// Contents of registers as C: constants, fields, and tests of fields.
#include "expression.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- values

value_type wanted_type(const expr_program *program) {
    return program->type == EXPR_FLOAT ? VALUE_FLOAT : program->type == EXPR_BOOL ? VALUE_BOOL : VALUE_INT;
}

void put_operand(text *to, const text *c, int binds, int around) {
    text_format(to, binds < around ? "(%s)" : "%s", text_of(c));
}

value new_value(value_type type, int binds) {
    value v = {.type = type, .binds = binds, .low = INT32_MIN, .high = INT32_MAX, .keyed_field = EXPR_NONE};
    if (type == VALUE_BOOL) {
        v.low = 0;
        v.high = 1;
    }
    return v;
}

value bits_value(uint32_t bits) {
    value v = new_value(VALUE_BITS, BINDS_PRIMARY);
    v.bits = bits;
    return v;
}

void put_int(text *to, int64_t number) {
    text_format(to, number == INT32_MIN ? "(-2147483647 - 1)" : "%lld", (long long)number);
}

value copied(const value *from) {
    value same = *from;
    same.c = (text){0};
    text_add(&same.c, text_of(&from->c));
    return same;
}

/// Writes a chain of cases of one field as a table.
static value looked_up(reading *r, const value *from) {
    value v = new_value(VALUE_INT, BINDS_PRIMARY);
    const char *field = r->m->names.members[from->keyed_field];
    const unsigned number = (unsigned)r->m->unit_count;
    text table = {0}, all = {0};
    unsigned count = MOST_KEYS;
    while (count > 1 && from->by_key[count - 1] == from->otherwise) {
        count--;
    }
    v.low = v.high = from->otherwise;
    for (unsigned i = 0; i < count; i++) {
        v.low = from->by_key[i] < v.low ? from->by_key[i] : v.low;
        v.high = from->by_key[i] > v.high ? from->by_key[i] : v.high;
        text_add(&all, i > 0 ? ", " : "");
        put_int(&all, from->by_key[i]);
    }
    put(r->m, &table, "static const %s @table_%u[%u] = {%s};\n", v.low >= -128 && v.high <= 127 ? "int8_t" : "int32_t",
        number, count, text_of(&all));
    add_unit_text(r->m, &table, "table_%u", number);
    put(r->m, &v.c, "(p->self->%s < %u ? @table_%u[p->self->%s] : ", field, count, number, field);
    put_int(&v.c, from->otherwise);
    text_add(&v.c, ")");
    text_free(&all);
    return v;
}

/// Converts a constant to the type that its operation needs.
value typed(reading *r, const value *from, value_type type) {
    if (from->type != VALUE_BITS) {
        return from->key_count > 1 ? looked_up(r, from) : copied(from);
    }
    value v = new_value(type, BINDS_PRIMARY);
    if (type == VALUE_FLOAT) {
        put_float(r->m, &v.c, math_float(from->bits));
        v.binds = text_of(&v.c)[0] == '-' ? BINDS_PREFIX : BINDS_PRIMARY;
    } else if (type == VALUE_BOOL) {
        text_add(&v.c, from->bits != 0 ? "true" : "false");
        v.low = v.high = from->bits != 0;
    } else {
        const int32_t number = (int32_t)from->bits;
        v.low = v.high = number;
        text_format(&v.c, number == INT32_MIN ? "(-2147483647 - 1)" : "%d", (int)number);
        v.binds = number < 0 && number != INT32_MIN ? BINDS_PREFIX : BINDS_PRIMARY;
    }
    return v;
}

void free_value(value *v) {
    text_free(&v->c);
    *v = (value){.type = VALUE_BITS};
}

void set_register(reading *r, uint8_t number, value v) {
    text_free(&r->registers[number].c);
    r->registers[number] = v;
}

// -------------------------------------------------------------------------------------------------------------- fields

wits_type type_of_field(const reading *r, uint32_t field) {
    return wits_field_type(r->m->brain, field);
}

static void field_bounds(const reading *r, uint32_t field, value *v) {
    static const int64_t bounds[][2] = {
        [WITS_TYPE_BOOL] = {0, 1},
        [WITS_TYPE_ENUM] = {0, 255},
        [WITS_TYPE_INT8] = {-128, 127},
        [WITS_TYPE_UINT8] = {0, 255},
        [WITS_TYPE_INT16] = {-32768, 32767},
        [WITS_TYPE_UINT16] = {0, 65535},
        [WITS_TYPE_INT] = {INT32_MIN, INT32_MAX},
    };
    const wits_type type = type_of_field(r, field);
    if (type != WITS_TYPE_FLOAT) {
        v->low = bounds[type][0];
        v->high = bounds[type][1];
    }
}

value field_value(reading *r, uint32_t field) {
    const wits_type type = type_of_field(r, field);
    value v = new_value(type == WITS_TYPE_FLOAT  ? VALUE_FLOAT
                        : type == WITS_TYPE_BOOL ? VALUE_BOOL
                                                 : VALUE_INT,
                        BINDS_PRIMARY);
    field_bounds(r, field, &v);
    text_format(&v.c, "p->self->%s", r->m->names.members[field]);
    return v;
}

/// Writes the name of an enum value, or a number.
static void put_value_of(reading *r, text *to, uint32_t field, int64_t number) {
    const enumeration *values = &r->m->names.values[field];
    if (type_of_field(r, field) == WITS_TYPE_ENUM && number >= 0 && number < values->count) {
        text_add(to, values->ids[number]);
    } else {
        put_int(to, number);
    }
}

value int_test(reading *r, const expr_instruction *at) {
    const bool inverted = (at->flags & EXPR_INVERTED) != 0;
    value field = field_value(r, at->field), v = new_value(VALUE_BOOL, BINDS_EQUAL);
    const char *c = text_of(&field.c);
    const bool is_signed = type_of_field(r, at->field) == WITS_TYPE_INT || field.low < 0;
    const int64_t low = is_signed ? (int64_t)(int32_t)at->k[0] : (int64_t)at->k[0], high = low + at->k[1];
    if (type_of_field(r, at->field) == WITS_TYPE_BOOL) {
        const bool holds_at_1 = low <= 1 && high >= 1, holds_at_0 = low <= 0 && high >= 0;
        v.binds = BINDS_PREFIX;
        if (holds_at_1 != holds_at_0) {
            text_format(&v.c, "%s%s", holds_at_1 != inverted ? "" : "!", c);
        } else {
            text_add(&v.c, holds_at_1 != inverted ? "true" : "false");
        }
    } else if (high > INT32_MAX || low < field.low - 1 || low > field.high || high < field.low) {
        // Compares differences modulo 2^32, as the library does.
        v.binds = BINDS_LESS;
        text_format(&v.c, "(uint32_t)%s - %uu %s %uu", c, (unsigned)at->k[0],
                    inverted ? ">" : "<=", (unsigned)at->k[1]);
    } else if (at->k[1] == 0) {
        if (!inverted && field.low == 0 && field.high <= 255 && low < MOST_KEYS) {
            v.keyed_field = at->field;
            v.key = (uint32_t)low;
        }
        text_format(&v.c, "%s %s ", c, inverted ? "!=" : "==");
        put_value_of(r, &v.c, at->field, low);
    } else if (low <= field.low || high >= field.high) {
        const bool is_upper = low <= field.low;
        v.binds = BINDS_LESS;
        text_format(&v.c, "%s %s ", c, is_upper == inverted ? (is_upper ? ">" : ">=") : (is_upper ? "<=" : "<"));
        put_int(&v.c, is_upper ? high : low);
        if (low <= field.low && high >= field.high) {
            text_clear(&v.c);
            v.binds = BINDS_PRIMARY;
            text_add(&v.c, inverted ? "false" : "true");
        }
    } else {
        v.binds = inverted ? BINDS_OR : BINDS_AND;
        text_format(&v.c, inverted ? "%s < " : "%s >= ", c);
        put_value_of(r, &v.c, at->field, low);
        text_format(&v.c, inverted ? " || %s > " : " && %s <= ", c);
        put_value_of(r, &v.c, at->field, high);
    }
    free_value(&field);
    return v;
}

/// Writes a limit in its shorter form: "x < 0.25f" instead of "x <= 0.249999985f".
static void put_float_limit(reading *r, text *to, const char *field, float limit, bool is_upper) {
    const uint32_t bits = math_bits(limit);
    const bool away = (bits >> 31 != 0) != is_upper;  // away from zero
    const float beyond = math_float(away ? bits + 1 : bits - 1);
    text near = {0}, next = {0};
    put_float(r->m, &near, limit);
    if (limit != 0.0f && beyond - beyond == 0.0f) {
        put_float(r->m, &next, beyond);
    }
    if (next.length != 0 && next.length < near.length) {
        text_format(to, "%s %s %s", field, is_upper ? "<" : ">", text_of(&next));
    } else {
        text_format(to, "%s %s %s", field, is_upper ? "<=" : ">=", text_of(&near));
    }
    text_free(&near);
    text_free(&next);
}

value float_test(reading *r, const expr_instruction *at) {
    const bool inverted = (at->flags & EXPR_INVERTED) != 0;
    const float low = math_float(at->k[0]), high = math_float(at->k[1]), infinity = math_float(0x7F800000u);
    value field = field_value(r, at->field), v = new_value(VALUE_BOOL, BINDS_LESS);
    text c = {0};
    if (low == high) {
        v.binds = BINDS_EQUAL;
        text_format(&c, "%s == ", text_of(&field.c));
        put_float(r->m, &c, low);
    } else if (low != low || high != high || low > high) {
        v.binds = BINDS_PRIMARY;
        text_add(&c, "false");
    } else {
        if (low != -infinity || high == infinity) {
            put_float_limit(r, &c, text_of(&field.c), low, false);
        }
        if (high != infinity && c.length != 0) {
            v.binds = BINDS_AND;
            text_add(&c, " && ");
        }
        if (high != infinity) {
            put_float_limit(r, &c, text_of(&field.c), high, true);
        }
    }
    text_format(&v.c, inverted ? "!(%s)" : "%s", text_of(&c));
    v.binds = inverted ? BINDS_PREFIX : v.binds;
    text_free(&c);
    free_value(&field);
    return v;
}
