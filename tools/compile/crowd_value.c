// SPDX-License-Identifier: MIT
// Writes the C expression of a value. Its operands are names of other values, or constants.
#include "crowd.h"

#include <stdlib.h>
#include <string.h>

void crowd_name_value(const crowd_maker *c, uint32_t value, text *to) {
    const lane_value *v = &c->now.values[value];
    if (v->column != 0 && v->column < c->columns->first_temp) {
        text_format(to, "%s_%u", c->names[v->column], (unsigned)v->version);
    } else {
        text_format(to, "%s%u", v->form == FORM_BYTE ? "m" : "v", (unsigned)value);
    }
}

static void put_constant(crowd_maker *c, text *to, uint32_t k, value_form form) {
    const int32_t number = (int32_t)k;
    if (form == FORM_FLOAT) {
        put_float(c->m, to, math_float(k));
    } else if (form == FORM_INT && number == INT32_MIN) {
        text_add(to, "(-2147483647 - 1)");
    } else if (form == FORM_INT) {
        text_format(to, "%d", (int)number);
    } else {
        text_format(to, form == FORM_BYTE ? "%u" : "%uu", (unsigned)k);
    }
}

void crowd_put_operand(crowd_maker *c, text *to, operand o, value_form form) {
    if (o.value == 0) {
        put_constant(c, to, o.k, form);
        return;
    }
    const value_form has = c->now.values[o.value].form;
    text name = {0};
    crowd_name_value(c, o.value, &name);
    const char *n = text_of(&name);
    if (has == form || has < FORM_BITS) {
        text_add(to, n);
    } else if (form == FORM_FLOAT) {
        put(c->m, to, has == FORM_INT ? "@math_float((uint32_t)%s)" : "@math_float(%s)", n);
    } else if (has == FORM_FLOAT) {
        put(c->m, to, form == FORM_INT ? "(int32_t)@math_bits(%s)" : "@math_bits(%s)", n);
    } else {
        text_format(to, form == FORM_INT ? "(int32_t)%s" : "(uint32_t)%s", n);
    }
    text_free(&name);
}

// ------------------------------------------------------------------------------------------------------------ formulas

typedef struct formula_row {
    const char *text;
    value_form of;  ///< form of its operands
} formula_row;

enum { FORM_OF_bits = FORM_BITS, FORM_OF_i = FORM_INT, FORM_OF_f = FORM_FLOAT };

static formula_row formula_of(uint32_t operation) {
    static const formula_row rows[EXPR_OP_COUNT] = {
#define ROW(name, class, to, from, formula) [EXPR_OP_##name] = {#formula, (value_form)FORM_OF_##from},
#define SHAPE_ROW(name, class, formula) [EXPR_OP_##name] = {#formula, FORM_FLOAT},
        EXPR_UNARY_LIST(ROW) EXPR_BINARY_LIST(ROW) EXPR_TERNARY_LIST(ROW) EXPR_RESPONSE_LIST(SHAPE_ROW)
#undef ROW
#undef SHAPE_ROW
    };
    static const formula_row saturate = {"operation_saturate(a, k0, k1)", FORM_FLOAT};
    return operation == EXPR_OP_SATURATE ? saturate : rows[operation];
}

/// Returns the text of an operand in a formula, or null if the word is not one.
static const char *operand_called(const char *word, size_t length, const text *operands, const text *constants) {
    if (length == 1 && word[0] >= 'a' && word[0] <= 'c') {
        return text_of(&operands[word[0] - 'a']);
    }
    return length == 2 && word[0] == 'k' ? text_of(&constants[word[1] - '0']) : NULL;
}

static void put_formula_value(crowd_maker *c, text *to, const lane_value *v) {
    const formula_row row = formula_of(v->k[2]);
    text operands[3] = {{0}}, constants[2] = {{0}}, made = {0};
    const operand all[3] = {v->a, v->b, v->c};
    for (uint32_t i = 0; i < 3; i++) {
        const bool negative = all[i].value == 0 && (all[i].k >> 31) != 0;
        text_add(&operands[i], negative ? "(" : "");
        crowd_put_operand(c, &operands[i], all[i], row.of);
        text_add(&operands[i], negative ? ")" : "");
    }
    for (uint32_t i = 0; i < 2; i++) {
        put_constant(c, &constants[i], v->k[i], v->k[2] == EXPR_OP_SATURATE ? FORM_INT : FORM_FLOAT);
    }
    for (const char *at = row.text; *at != '\0';) {
        size_t length = 0;
        while (is_word_char(at[length])) {
            length++;
        }
        const char *given = operand_called(at, length, operands, constants);
        if (given != NULL) {
            text_add(&made, given);
        } else {
            text_add_bytes(&made, at, length > 0 ? length : 1);
        }
        const bool glued = length == 0 && (*at == '*' || *at == '&') && at[1] != ' ' && at[-1] == ' ';
        text_add(&made, glued ? " " : "");  // formulas contain "a *b"
        at += length > 0 ? length : 1;
    }
    const bool is_bool = operation_is(v->k[2], OPERATION_COMPARE);
    text_add(to, is_bool ? "(uint32_t)(" : "");
    put_formula(c->m, to, text_of(&made), made.length);
    text_add(to, is_bool ? ")" : "");
    for (uint32_t i = 0; i < 3; i++) {
        text_free(&operands[i]);
    }
    text_free(&constants[0]);
    text_free(&constants[1]);
    text_free(&made);
}

/// Interpolates between each knot and the next.
static void put_piecewise(crowd_maker *c, text *to, const lane_value *v) {
    const lanes_op *knots = v->op + 1;
    const uint32_t last = v->k[0] - 1;
    text x = {0};
    crowd_put_operand(c, &x, v->a, FORM_FLOAT);
    for (uint32_t i = last + 1; i-- > 0;) {
        put(c->m, to, "@pick_float(@at_most_float(");
        put_constant(c, to, knots[i].k[0], FORM_FLOAT);
        text_format(to, ", %s), ", text_of(&x));
        put_constant(c, to, knots[i].k[1], FORM_FLOAT);
        if (i < last) {
            const float dx = math_float(knots[i + 1].k[0]) - math_float(knots[i].k[0]);
            const float dy = math_float(knots[i + 1].k[1]) - math_float(knots[i].k[1]);
            text_add(to, " + ");
            put_constant(c, to, math_bits(dy), FORM_FLOAT);
            text_format(to, " * ((%s - ", text_of(&x));
            put_constant(c, to, knots[i].k[0], FORM_FLOAT);
            text_add(to, ") / ");
            put_constant(c, to, math_bits(dx), FORM_FLOAT);
            text_add(to, ")");
        }
        text_add(to, ", ");
    }
    put_constant(c, to, knots->k[1], FORM_FLOAT);
    for (uint32_t i = 0; i <= last; i++) {
        text_add(to, ")");
    }
    text_free(&x);
}

// -------------------------------------------------------------------------------------------------------------- tables

/// Consecutive values of a table, where each exceeds the previous one by `by`: 0 or 1.
typedef struct table_run {
    uint32_t first, last, by;
} table_run;

static uint8_t most_frequent(const uint8_t table[256]) {
    uint32_t counts[256] = {0};
    uint8_t best = table[255];
    for (uint32_t i = 0; i < 256; i++) {
        counts[table[i]]++;
    }
    for (uint32_t i = 0; i < 256; i++) {
        best = counts[table[i]] > counts[best] ? table[i] : best;
    }
    return best;
}

static table_run run_from(const uint8_t table[256], uint32_t first) {
    table_run run = {first, first, 0};
    while (run.last < 255 && table[run.last + 1] == table[first]) {
        run.last++;
    }
    uint32_t rising = first;
    while (rising < 255 && table[rising + 1] == (uint8_t)(table[rising] + 1)) {
        rising++;
    }
    return rising > run.last ? (table_run){first, rising, 1} : run;
}

/// Writes a term that is 0 outside the run, else the value xor `otherwise`. Terms replace `? :`, as gcc turns long
/// chains of it into branches, which prevent vectorization.
static void put_run(crowd_maker *c, text *to, const char *x, const uint8_t table[256], table_run run,
                    uint8_t otherwise) {
    const uint8_t more = (uint8_t)(table[run.first] - run.first);
    put(c->m, to, run.first == run.last ? "@and8(@is8(%s, %u), " : "@and8(@in8(%s, %u, %u), ", x, (unsigned)run.first,
        (unsigned)(run.last - run.first));
    if (run.by == 0) {
        text_format(to, "%u)", (unsigned)(table[run.first] ^ otherwise));
        return;
    }
    put(c->m, to, otherwise != 0 ? "@xor8(" : "");
    put(c->m, to, more != 0 ? "@add8(%s, %u)" : "%s", x, (unsigned)more);
    text_format(to, otherwise != 0 ? ", %u))" : ")", (unsigned)otherwise);
}

static void put_lookup(crowd_maker *c, text *to, const lane_value *v) {
    const uint8_t *table = c->tables[v->k[0]];
    const uint8_t otherwise = most_frequent(table);
    text x = {0}, all = {0}, one = {0};
    crowd_put_operand(c, &x, v->a, FORM_BYTE);
    for (uint32_t i = 0; i < 256;) {
        if (table[i] == otherwise) {
            i++;
            continue;
        }
        const table_run run = run_from(table, i);
        text_clear(&one);
        put_run(c, &one, text_of(&x), table, run, otherwise);
        if (all.length == 0) {
            text_add(&all, text_of(&one));
        } else {
            text before = all;
            all = (text){0};
            put(c->m, &all, "@or8(%s, %s)", text_of(&before), text_of(&one));
            text_free(&before);
        }
        i = run.last + 1;
    }
    if (all.length == 0) {
        text_format(to, "%u", (unsigned)otherwise);
    } else if (otherwise == 0) {
        text_add(to, text_of(&all));
    } else {
        put(c->m, to, "@xor8(%s, %u)", text_of(&all), (unsigned)otherwise);
    }
    text_free(&x);
    text_free(&all);
    text_free(&one);
}

// ------------------------------------------------------------------------------------------------------- other values

/// Writes a call of a function of crowd_parts.h with one or two operands of a form. A test may be inverted.
static void put_part(crowd_maker *c, text *to, const lane_value *v, const char *part, value_form form,
                     uint32_t operands, const char *more) {
    put(c->m, to, v->inverted ? "@not8(@%s(" : "@%s(", part);
    crowd_put_operand(c, to, v->a, form);
    if (operands > 1) {
        text_add(to, ", ");
        crowd_put_operand(c, to, v->b, form);
    }
    text_format(to, v->inverted ? "%s))" : "%s)", more);
}

/// Does the same with constants after the operand.
static void put_range(crowd_maker *c, text *to, const lane_value *v, const char *part, value_form form,
                      uint32_t constants) {
    text more = {0};
    for (uint32_t i = 0; i < constants; i++) {
        text_add(&more, ", ");
        put_constant(c, &more, v->k[i], form);
    }
    put_part(c, to, v, part, form, 1, text_of(&more));
    text_free(&more);
}

static const char *byte_part(lane_kind kind) {
    switch (kind) {
    case VALUE_LESS8:
        return "less8";
    case VALUE_LESS8_SIGNED:
        return "less8_signed";
    case VALUE_EQUAL8:
        return "is8";
    case VALUE_AND8:
        return "and8";
    case VALUE_AND_NOT8:
        return "and_not8";
    case VALUE_OR8:
        return "or8";
    case VALUE_XOR8:
        return "xor8";
    case VALUE_ADD8:
        return "add8";
    case VALUE_SUBTRACT8:
        return "subtract8";
    case VALUE_SUBTRACT8_SATURATED:
        return "take8";
    case VALUE_MIN8:
        return "min8";
    case VALUE_MIN8_SIGNED:
        return "min8_signed";
    case VALUE_MAX8:
        return "max8";
    case VALUE_MAX8_SIGNED:
        return "max8_signed";
    default:
        return NULL;
    }
}

static void put_pick(crowd_maker *c, text *to, const lane_value *v) {
    if (v->form == FORM_BYTE && v->b.value == 0 && v->c.value == 0) {
        put(c->m, to, v->c.k != 0 ? "@xor8(@and8(" : "@and8(");
        crowd_put_operand(c, to, v->a, FORM_BYTE);
        text_format(to, v->c.k != 0 ? ", %u), %u)" : ", %u)", (unsigned)(v->b.k ^ v->c.k), (unsigned)v->c.k);
        return;
    }
    const char *parts[] = {"pick8", "pick16", "pick32", "pick_int", "pick_float"};
    put(c->m, to, "@%s(", parts[v->form]);
    crowd_put_operand(c, to, v->a, FORM_BYTE);
    text_add(to, ", ");
    crowd_put_operand(c, to, v->b, v->form == FORM_HALF ? FORM_BITS : v->form);
    text_add(to, ", ");
    crowd_put_operand(c, to, v->c, v->form);
    text_add(to, ")");
}

static void put_highest(crowd_maker *c, text *to, const lane_value *v) {
    for (uint32_t i = v->mores; i-- > 0;) {
        put(c->m, to, "@operation_max(");
        crowd_put_operand(c, to, c->now.more[v->more + i], FORM_FLOAT);
        text_add(to, ", ");
    }
    put_constant(c, to, MATH_LOWEST_BITS, FORM_FLOAT);
    for (uint32_t i = 0; i < v->mores; i++) {
        text_add(to, ")");
    }
}

static void put_ties(crowd_maker *c, text *to, const lane_value *v) {
    for (uint32_t i = 0; i < v->mores; i++) {
        put(c->m, to, i + 1 < v->mores ? "@or8(@tie8(" : "@tie8(");
        crowd_put_operand(c, to, c->now.more[v->more + i], FORM_FLOAT);
        text_add(to, ", ");
        crowd_put_operand(c, to, v->a, FORM_FLOAT);
        text_format(to, i + 1 < v->mores ? ", %u), " : ", %u)", 1u << i);
    }
    for (uint32_t i = 1; i < v->mores; i++) {
        text_add(to, ")");
    }
}

static void put_cast(crowd_maker *c, text *to, const lane_value *v, const char *before, const char *behind) {
    put(c->m, to, "%s", before);
    crowd_put_operand(c, to, v->a, FORM_BITS);
    text_add(to, behind);
}

void crowd_put_value(crowd_maker *c, text *to, uint32_t value) {
    const lane_value *v = &c->now.values[value];
    switch (v->kind) {
    case VALUE_COPY:
        crowd_put_operand(c, to, v->a, v->form);
        break;
    case VALUE_IN8:
        put_range(c, to, v, v->k[1] == 0 ? "is8" : "in8", FORM_BYTE, v->k[1] == 0 ? 1 : 2);
        break;
    case VALUE_BIT8:
        put_range(c, to, v, "has8", FORM_BYTE, 1);
        break;
    case VALUE_LOWEST8:
        put_range(c, to, v, "lowest8", FORM_BYTE, 0);
        break;
    case VALUE_PICK8:
    case VALUE_PICK16:
    case VALUE_PICK32:
        put_pick(c, to, v);
        break;
    case VALUE_LOOKUP8:
        put_lookup(c, to, v);
        break;
    case VALUE_WIDEN8:
    case VALUE_WIDEN16:
        put_cast(c, to, v, "", "");
        break;
    case VALUE_WIDEN8_SIGNED:
        put_cast(c, to, v, "(uint32_t)(int32_t)(int8_t)", "");
        break;
    case VALUE_WIDEN16_SIGNED:
        put_cast(c, to, v, "(uint32_t)(int32_t)(int16_t)", "");
        break;
    case VALUE_NARROW8:
        put_cast(c, to, v, "(uint8_t)", "");
        break;
    case VALUE_FORMULA:
        put_formula_value(c, to, v);
        break;
    case VALUE_PIECEWISE:
        put_piecewise(c, to, v);
        break;
    case VALUE_CANONICAL:
        put_range(c, to, v, "math_canonical", FORM_FLOAT, 0);
        break;
    case VALUE_TICK:
        put(c->m, to, v->inverted ? "tick" : "(uint32_t)@operation_ticks(tick)");
        break;
    case VALUE_ELAPSED:
        put(c->m, to, "@ticks32(tick, ");
        put_cast(c, to, v, "", ")");
        break;
    case VALUE_SUM:
        put_cast(c, to, v, "", " + ");
        crowd_put_operand(c, to, v->b, FORM_BITS);
        break;
    case VALUE_SINCE:
        put_cast(c, to, v, "tick - ", "");
        break;
    case VALUE_HIGHEST:
        put_highest(c, to, v);
        break;
    case VALUE_TIES:
        put_ties(c, to, v);
        break;
    case VALUE_CHOOSE:
        crowd_put_choose(c, to, v);
        break;
    case VALUE_IN32:
        put_range(c, to, v, v->k[1] == 0 ? "is32" : "in32", FORM_BITS, v->k[1] == 0 ? 1 : 2);
        break;
    case VALUE_IN_FLOAT:
        put_range(c, to, v, "in_float", FORM_FLOAT, 2);
        break;
    case VALUE_AFTER:
        put(c->m, to, v->inverted ? "@not8(@in32(" : "@in32(");
        put_cast(c, to, v, "tick - ", "");
        text_format(to, ", %uu, %uu%s", (unsigned)v->k[0], (unsigned)(0xFFFFFFFFu - v->k[0]), v->inverted ? "))" : ")");
        break;
    case VALUE_LESS32:
        put_part(c, to, v, "less32", FORM_INT, 2, "");
        break;
    case VALUE_EQUAL32:
        put_part(c, to, v, "is32", FORM_BITS, 2, "");
        break;
    case VALUE_LESS_FLOAT:
        put_part(c, to, v, "less_float", FORM_FLOAT, 2, "");
        break;
    case VALUE_AT_MOST_FLOAT:
        put_part(c, to, v, "at_most_float", FORM_FLOAT, 2, "");
        break;
    case VALUE_EQUAL_FLOAT:
        put_part(c, to, v, "is_float", FORM_FLOAT, 2, "");
        break;
    case VALUE_RANDOM:
        put(c->m, to, "@random_unit(@random_lane(key%u, first_id + ", (unsigned)v->k[0]);
        put_cast(c, to, v, "", "))");
        break;
    case VALUE_RANDOM_BELOW:
        put(c->m, to, "@in32(@random_lane(key%u, first_id + ", (unsigned)v->k[0]);
        put_cast(c, to, v, "", "), 0u, ");
        text_format(to, "%uu)", (unsigned)v->k[1]);
        break;
    default:
        put_part(c, to, v, byte_part(v->kind), FORM_BYTE, 2, "");
        break;
    }
}
