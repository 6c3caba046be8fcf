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

void crowd_put_converted(crowd_maker *c, text *to, const char *from, value_form has, value_form form) {
    if (has == form || has < FORM_BITS || form < FORM_BITS) {
        text_format(to, has != FORM_BYTE && has != form && form == FORM_HALF ? "(uint16_t)%s" : "%s", from);
    } else if (form == FORM_FLOAT) {
        put(c->m, to, has == FORM_INT ? "@math_float((uint32_t)%s)" : "@math_float(%s)", from);
    } else if (has == FORM_FLOAT) {
        put(c->m, to, form == FORM_INT ? "(int32_t)@math_bits(%s)" : "@math_bits(%s)", from);
    } else {
        text_format(to, form == FORM_INT ? "(int32_t)%s" : "(uint32_t)%s", from);
    }
}

void crowd_put_operand(crowd_maker *c, text *to, operand o, value_form form) {
    if (o.value == 0) {
        put_constant(c, to, o.k, form);
        return;
    }
    text name = {0};
    crowd_name_value(c, o.value, &name);
    crowd_put_converted(c, to, text_of(&name), c->now.values[o.value].form, form);
    text_free(&name);
}

// ------------------------------------------------------------------------------------------------------------ formulas

/// Returns the text of an operand in a formula, or null if the word is not one.
static const char *operand_called(const char *word, size_t length, const text *operands, const text *constants) {
    if (length == 1 && word[0] >= 'a' && word[0] <= 'c') {
        return text_of(&operands[word[0] - 'a']);
    }
    return length == 2 && word[0] == 'k' ? text_of(&constants[word[1] - '0']) : NULL;
}

/// Writes a formula with the operands and constants of a value.
static void put_filled(crowd_maker *c, text *to, const lane_value *v, const char *formula) {
    const value_form of = value_row_of(v->kind)->of;
    const bool is_formula = v->kind >= LANES_FIRST_FORMULA && v->kind < LANES_KIND_COUNT;
    text operands[3] = {{0}}, constants[2] = {{0}};
    const operand all[3] = {v->a, v->b, v->c};
    for (uint32_t i = 0; i < 3; i++) {
        const bool negative = is_formula && all[i].value == 0 && (all[i].k >> 31) != 0;
        text_add(&operands[i], negative ? "(" : "");
        crowd_put_operand(c, &operands[i], all[i], of);
        text_add(&operands[i], negative ? ")" : "");
    }
    for (uint32_t i = 0; i < 2; i++) {
        put_constant(c, &constants[i], v->k[i], v->kind == LANES_FIRST_FORMULA + EXPR_OP_SATURATE ? FORM_INT : of);
    }
    put(c->m, to, v->inverted ? "@not8(" : "");
    for (const char *at = formula; *at != '\0';) {
        size_t length = 0;
        while (is_word_char(at[length])) {
            length++;
        }
        const char *given = operand_called(at, length, operands, constants);
        if (given != NULL) {
            text_add(to, given);
        } else {
            put_formula(c->m, to, at, length > 0 ? length : 1);
        }
        const bool glued = length == 0 && (*at == '*' || *at == '&') && at[1] != ' ' && at[-1] == ' ';
        text_add(to, glued ? " " : "");  // formulas contain "a *b"
        at += length > 0 ? length : 1;
    }
    text_add(to, v->inverted ? ")" : "");
    for (uint32_t i = 0; i < 3; i++) {
        text_free(&operands[i]);
    }
    text_free(&constants[0]);
    text_free(&constants[1]);
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

/// Returns whether the loop of a value loads this operand.
static bool is_loaded(const crowd_maker *c, const lane_value *v, operand o) {
    const lane_value *of = &c->now.values[o.value];
    while (of->kind == VALUE_COPY && of->loop == v->loop && of->a.value != 0) {
        of = &c->now.values[of->a.value];
    }
    return of->kind == VALUE_COLUMN || of->loop != v->loop;
}

/// Returns whether a pick may be written as `? :`. Compilers move what is computed only for one side into a branch, so
/// both sides must be there already.
static bool picks_loaded(const crowd_maker *c, const lane_value *v) {
    const lane_value *yes = &c->now.values[v->b.value], *no = &c->now.values[v->c.value];
    return is_loaded(c, v, v->a) && (v->b.value == 0 || yes->kind == LANES_PUT_TICK || is_loaded(c, v, v->b)) &&
           (v->c.value == 0 || no->kind == LANES_SELECT32 || is_loaded(c, v, v->c));
}

static void put_pick(crowd_maker *c, text *to, const lane_value *v) {
    if (v->form == FORM_BYTE && v->b.value == 0 && v->c.value == 0) {
        put(c->m, to, v->c.k != 0 ? "@xor8(@and8(" : "@and8(");
        crowd_put_operand(c, to, v->a, FORM_BYTE);
        text_format(to, v->c.k != 0 ? ", %u), %u)" : ", %u)", (unsigned)(v->b.k ^ v->c.k), (unsigned)v->c.k);
        return;
    }
    const char *parts[] = {"pick8", "pick16", "pick32", "pick_int", "pick_float"};
    const char *loaded[] = {"pick8", "pick16", "where32", "where_int", "where_float"};
    put(c->m, to, "@%s(", picks_loaded(c, v) ? loaded[v->form] : parts[v->form]);
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
    text_add(to, "(uint8_t)");
    for (uint32_t i = 0; i < v->mores; i++) {
        put(c->m, to, i + 1 < v->mores ? "@or32(@tie32(" : "@tie32(");
        crowd_put_operand(c, to, c->now.more[v->more + i], FORM_FLOAT);
        text_add(to, ", ");
        crowd_put_operand(c, to, v->a, FORM_FLOAT);
        text_format(to, i + 1 < v->mores ? ", %uu), " : ", %uu)", 1u << i);
    }
    for (uint32_t i = 1; i < v->mores; i++) {
        text_add(to, ")");
    }
}

static void put_random(crowd_maker *c, text *to, const lane_value *v) {
    put(c->m, to, v->kind == LANES_RANDOM ? "@random_unit(@random_lane(" : "@in32(@random_lane(");
    text_format(to, "key%u, first_id + ", (unsigned)v->k[0]);
    crowd_put_operand(c, to, v->a, FORM_BITS);
    if (v->kind == LANES_RANDOM) {
        text_add(to, "))");
    } else {
        text_format(to, "), 0u, %uu)", (unsigned)v->k[1]);
    }
}

void crowd_put_value(crowd_maker *c, text *to, uint32_t value) {
    const lane_value *v = &c->now.values[value];
    switch (v->kind) {
    case VALUE_COPY:
        crowd_put_operand(c, to, v->a, v->form);
        break;
    case LANES_RANGE8:
        put_filled(c, to, v, v->k[1] == 0 ? "part_is8(a, k0)" : value_row_of(v->kind)->text);
        break;
    case LANES_RANGE32:
        put_filled(c, to, v, v->k[1] == 0 ? "part_is32(a, k0)" : value_row_of(v->kind)->text);
        break;
    case LANES_SELECT8:
    case LANES_SELECT32:
        put_pick(c, to, v);
        break;
    case LANES_LOOKUP8:
        put_lookup(c, to, v);
        break;
    case LANES_PIECEWISE32:
        put_piecewise(c, to, v);
        break;
    case VALUE_HIGHEST:
        put_highest(c, to, v);
        break;
    case VALUE_TIES:
        put_ties(c, to, v);
        break;
    case LANES_CHOOSE:
        crowd_put_choose(c, to, v);
        break;
    case LANES_RANDOM:
    case LANES_RANDOM_BELOW:
        put_random(c, to, v);
        break;
    default:
        put_filled(c, to, v, value_row_of(v->kind)->text);
        break;
    }
}
