// SPDX-License-Identifier: MIT
// Turns operations over columns into values. An operation that writes a column creates a value, and later reads of the
// column use that value. So temporary columns do not appear in the C.
#include "crowd.h"

#include <string.h>

enum {
    LOOK_BACK = 200,      ///< number of values in which an equal one is searched
    OPTIONS_OF_BYTE = 8,  ///< one bit for each
};

static operand constant(uint32_t k) {
    return (operand){.k = k};
}

static bool is_constant(operand o, uint32_t k) {
    return o.value == 0 && o.k == k;
}

static lane_value *value_at(stretch *s, uint32_t value) {
    return &s->values[value];
}

// -------------------------------------------------------------------------------------------------------------- values

static bool is_same_operand(operand x, operand y) {
    return x.value == y.value && (x.value != 0 || x.k == y.k);
}

static bool is_call(lane_kind kind) {
    return kind >= VALUE_SPREAD;
}

static bool is_same(const lane_value *x, const lane_value *y) {
    return x->kind == y->kind && x->form == y->form && is_same_operand(x->a, y->a) && is_same_operand(x->b, y->b) &&
           is_same_operand(x->c, y->c) && x->inverted == y->inverted && memcmp(x->k, y->k, sizeof x->k) == 0 &&
           x->op == y->op && x->mores == 0 && y->mores == 0 && !is_call(x->kind) && x->kind != VALUE_COLUMN;
}

operand crowd_add_value(stretch *s, lane_value v) {
    const size_t first = s->count > LOOK_BACK ? s->count - LOOK_BACK : 1;
    for (size_t i = s->count; i-- > first;) {
        if (is_same(&s->values[i], &v)) {
            return (operand){.value = (uint32_t)i};
        }
    }
    s->values = grow(s->values, &s->capacity, s->count + 1, sizeof *s->values);
    s->values[s->count] = v;
    return (operand){.value = (uint32_t)s->count++};
}

operand crowd_now(crowd_maker *c, lanes_column column) {
    stretch *s = &c->now;
    if (!s->known[column]) {
        s->known[column] = true;
        s->now[column] = crowd_add_value(
            s, (lane_value){.kind = VALUE_COLUMN, .form = crowd_column_form(c, column), .column = column});
    }
    return s->now[column];
}

/// Returns the value of a column, or the constant if there is no column.
operand crowd_now_or(crowd_maker *c, lanes_column column, uint32_t k) {
    return column != 0 ? crowd_now(c, column) : constant(k);
}

static bool is_named(const crowd_maker *c, lanes_column column) {
    return column < c->columns->first_temp;
}

operand crowd_copy_of(crowd_maker *c, operand o, value_form form) {
    return crowd_add_value(&c->now, (lane_value){.kind = VALUE_COPY, .form = form, .a = o});
}

/// Copies the value of another column, which might change before it is used.
void crowd_put_now(crowd_maker *c, lanes_column column, operand o) {
    stretch *s = &c->now;
    if (o.value != 0 && value_at(s, o.value)->kind == VALUE_COLUMN && value_at(s, o.value)->column != column) {
        o = crowd_copy_of(c, o, value_at(s, o.value)->form);
    }
    s->now[column] = o;
    s->known[column] = true;
    if (is_named(c, column) && o.value != 0 && value_at(s, o.value)->column == 0) {
        value_at(s, o.value)->column = column;
        value_at(s, o.value)->version = ++s->versions[column];
    }
}

// --------------------------------------------------------------------------------------------------------------- bytes

static operand byte_value(crowd_maker *c, lane_kind kind, operand a, operand b) {
    return crowd_add_value(&c->now, (lane_value){.kind = kind, .form = FORM_BYTE, .a = a, .b = b});
}

static operand both(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0) || is_constant(b, 0)) {
        return constant(0);
    }
    if (is_constant(a, 0xFF) || is_same_operand(a, b)) {
        return b;
    }
    return is_constant(b, 0xFF) ? a : byte_value(c, VALUE_AND8, a, b);
}

static operand either(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0xFF) || is_constant(b, 0xFF)) {
        return constant(0xFF);
    }
    return is_constant(a, 0) ? b : is_constant(b, 0) ? a : byte_value(c, VALUE_OR8, a, b);
}

static operand without(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0) || is_constant(b, 0xFF)) {
        return constant(0);
    }
    return is_constant(b, 0) ? a : byte_value(c, VALUE_AND_NOT8, a, b);
}

/// Makes a lookup of a byte in a table. Equal tables share a number.
static operand lookup(crowd_maker *c, operand of, const uint8_t table[256]) {
    size_t number = 0;
    while (number < c->table_count && memcmp(c->tables[number], table, sizeof c->tables[0]) != 0) {
        number++;
    }
    if (number == c->table_count) {
        c->tables = grow(c->tables, &c->table_capacity, c->table_count + 1, sizeof *c->tables);
        memcpy(c->tables[c->table_count++], table, sizeof c->tables[0]);
    }
    return crowd_add_value(&c->now,
                           (lane_value){.kind = VALUE_LOOKUP8, .form = FORM_BYTE, .a = of, .k = {(uint32_t)number}});
}

static const lane_value *value_of_kind(const stretch *s, operand o, lane_kind kind) {
    const lane_value *v = &s->values[o.value];
    return o.value != 0 && v->kind == kind ? v : NULL;
}

/// Merges picks between constants, by tests of the same byte, into one table. Returns false if that is not possible.
static bool pick_by_table(crowd_maker *c, operand mask, operand yes, operand no, operand *made) {
    const lane_value *test = value_of_kind(&c->now, mask, VALUE_IN8);
    const lane_value *before = value_of_kind(&c->now, no, VALUE_LOOKUP8);
    uint8_t table[256];
    if (test == NULL || yes.value != 0 || (no.value != 0 && (before == NULL || !is_same_operand(before->a, test->a)))) {
        return false;
    }
    for (uint32_t x = 0; x < 256; x++) {
        const bool in = ((x - test->k[0]) & 0xFF) <= test->k[1];
        const uint8_t otherwise = before != NULL ? c->tables[before->k[0]][x] : (uint8_t)no.k;
        table[x] = in != test->inverted ? (uint8_t)yes.k : otherwise;
    }
    *made = lookup(c, test->a, table);
    return true;
}

static operand pick8(crowd_maker *c, operand mask, operand yes, operand no) {
    operand made;
    if (is_constant(mask, 0) || is_same_operand(yes, no)) {
        return no;
    }
    if (is_constant(mask, 0xFF)) {
        return yes;
    }
    if (pick_by_table(c, mask, yes, no, &made)) {
        return made;
    }
    return crowd_add_value(&c->now, (lane_value){.kind = VALUE_PICK8, .form = FORM_BYTE, .a = mask, .b = yes, .c = no});
}

/// Replaces a test of a table's result by a test of its index, if the matching indices form a range. Otherwise returns
/// false.
static bool test_before_table(crowd_maker *c, const lane_value *table, uint32_t low, uint32_t span, lane_value *test) {
    uint32_t changes = 0, first = 0, last = 0;
    bool before = false;
    for (uint32_t x = 0; x <= 256; x++) {
        const bool in = x < 256 && ((c->tables[table->k[0]][x] - low) & 0xFF) <= span;
        first = in && !before ? x : first;
        last = in ? x : last;
        changes += in != before;
        before = in;
    }
    if (changes != 2) {
        return false;
    }
    *test = (lane_value){.kind = VALUE_IN8, .form = FORM_BYTE, .a = table->a, .k = {first, last - first}};
    return true;
}

/// Tests whether a byte is in a range.
static operand in8(crowd_maker *c, operand a, uint32_t low, uint32_t span, bool inverted) {
    low &= 0xFF;
    span &= 0xFF;
    if (a.value == 0) {
        const bool in = ((a.k - low) & 0xFF) <= span;
        return constant(in != inverted ? 0xFF : 0);
    }
    if (span == 0xFF) {
        return constant(inverted ? 0 : 0xFF);
    }
    if (span == 0xFE) {  // all but one value
        low = (low - 1) & 0xFF;
        span = 0;
        inverted = !inverted;
    }
    const operand bit = value_at(&c->now, a.value)->bit;
    if (bit.value != 0 && span == 0 && (low < OPTIONS_OF_BYTE || low == 0xFF)) {
        a = bit;
        low = low == 0xFF ? 0 : 1u << low;
    }
    lane_value test;
    const lane_value *table = value_of_kind(&c->now, a, VALUE_LOOKUP8);
    if (table != NULL && test_before_table(c, table, low, span, &test)) {
        test.inverted = inverted;
        return crowd_add_value(&c->now, test);
    }
    return crowd_add_value(
        &c->now, (lane_value){.kind = VALUE_IN8, .form = FORM_BYTE, .a = a, .inverted = inverted, .k = {low, span}});
}

// --------------------------------------------------------------------------------------------------------------- words

static value_form form_of(const stretch *s, operand o) {
    return o.value != 0 ? s->values[o.value].form : FORM_BITS;
}

static operand pick32(crowd_maker *c, operand mask, operand yes, operand no) {
    const value_form x = form_of(&c->now, yes), y = form_of(&c->now, no);
    if (is_constant(mask, 0) || is_same_operand(yes, no)) {
        return no;
    }
    if (is_constant(mask, 0xFF) && yes.value != 0) {
        return yes;
    }
    return crowd_add_value(&c->now,
                           (lane_value){.kind = VALUE_PICK32, .form = x > y ? x : y, .a = mask, .b = yes, .c = no});
}

/// Tests words. If `also` is a column, the test holds only where that does.
static operand word_test(crowd_maker *c, lane_kind kind, const lanes_op *op, operand a, operand b, lanes_column also) {
    const operand test = crowd_add_value(&c->now, (lane_value){.kind = kind,
                                                               .form = FORM_BYTE,
                                                               .a = a,
                                                               .b = b,
                                                               .inverted = (op->flags & LANES_INVERTED) != 0,
                                                               .k = {op->k[0], op->k[1]}});
    return also != 0 ? both(c, test, crowd_now(c, also)) : test;
}

operand crowd_word_value(crowd_maker *c, lane_kind kind, value_form form, operand a, operand b) {
    return crowd_add_value(&c->now, (lane_value){.kind = kind, .form = form, .a = a, .b = b});
}

/// Assigns words where the mask of the operation is set.
static void put_words(crowd_maker *c, const lanes_op *op, operand words) {
    crowd_put_now(c, op->out, pick32(c, crowd_now(c, op->c), words, crowd_now(c, op->out)));
}

static void put_byte(crowd_maker *c, lanes_column out, operand mask, operand byte) {
    crowd_put_now(c, out, pick8(c, mask, byte, crowd_now(c, out)));
}

static value_form form_of_formula(uint32_t operation) {
    enum { FORM_OF_bits = FORM_BITS, FORM_OF_i = FORM_INT, FORM_OF_f = FORM_FLOAT };
    switch (operation) {
#define FORM(name, class, to, ...)                                                                                     \
    case EXPR_OP_##name:                                                                                               \
        return (value_form)FORM_OF_##to;
        EXPR_UNARY_LIST(FORM)
        EXPR_BINARY_LIST(FORM)
        EXPR_TERNARY_LIST(FORM)
#undef FORM
    default:
        return operation == EXPR_OP_SATURATE ? FORM_INT : FORM_FLOAT;
    }
}

static void read_formula(crowd_maker *c, const lanes_op *op) {
    const uint32_t operation = op->kind - LANES_FIRST_FORMULA;
    const uint32_t count = operation_at(operation).operands;
    lane_value v = {.kind = VALUE_FORMULA, .form = form_of_formula(operation), .k = {op->k[0], op->k[1], operation}};
    v.a = crowd_now_or(c, op->a, op->k[0]);
    v.b = count > 1 ? crowd_now_or(c, op->b, op->k[0]) : constant(0);
    v.c = count > 2 ? crowd_now_or(c, op->c, op->k[1]) : constant(0);
    crowd_put_now(c, op->out, crowd_add_value(&c->now, v));
}

// ---------------------------------------------------------------------------------------------------------------- best

uint32_t crowd_add_more(stretch *s, operand o) {
    s->more = grow(s->more, &s->more_capacity, s->more_count + 1, sizeof *s->more);
    s->more[s->more_count] = o;
    return (uint32_t)s->more_count++;
}

/// Makes a bit for each option of a group whose score equals the highest.
static operand ties_of(crowd_maker *c, operand highest, uint32_t first, uint32_t count) {
    return crowd_add_value(
        &c->now, (lane_value){.kind = VALUE_TIES, .form = FORM_BYTE, .a = highest, .more = first, .mores = count});
}

/// Converts an ordinal from `first` on to a bit; others become 0. It avoids nested picks, which gcc would turn into
/// branches.
static operand bit_of(crowd_maker *c, operand ordinal, uint32_t first, uint32_t count) {
    operand bits = constant(0);
    for (uint32_t i = 0; i < count; i++) {
        bits = either(c, bits, both(c, in8(c, ordinal, first + i, 0, false), constant(1u << i)));
    }
    return bits;
}

/// Converts a byte with a single bit to the number of that bit.
static operand number_of(crowd_maker *c, operand bit, uint32_t count) {
    static const uint32_t with[3] = {0xAA, 0xCC, 0xF0};  // bits whose number contains bit i
    operand number = constant(0);
    for (uint32_t i = 0; i < 3 && 1u << i < count; i++) {
        const operand has = in8(c, both(c, bit, constant(with[i])), 0, 0, true);
        number = either(c, number, both(c, has, constant(1u << i)));
    }
    return number;
}

/// Returns the score of an option of a BEST with inertia.
static operand competing(crowd_maker *c, const lanes_op *op, uint32_t ordinal) {
    const lanes_op *option = op + 1 + ordinal;
    const operand score = crowd_now_or(c, option->a, option->k[0]);
    if (math_float(op->k[1]) == 0.0f || (option->flags & LANES_HAS_INERTIA) != 0) {
        return score;
    }
    const lane_value more = {.kind = VALUE_FORMULA,
                             .form = FORM_FLOAT,
                             .a = score,
                             .b = constant(op->k[1]),
                             .k = {op->k[1], 0, EXPR_OP_ADD}};
    return pick32(c, in8(c, crowd_now(c, op->c), ordinal, 0, false), crowd_add_value(&c->now, more), score);
}

static void read_best(crowd_maker *c, const lanes_op *op) {
    stretch *s = &c->now;
    const uint32_t count = op->flags;
    operand scores[LANES_MAX_OPTIONS];
    for (uint32_t i = 0; i < count; i++) {
        scores[i] = competing(c, op, i);
    }
    const uint32_t first = (uint32_t)s->more_count;
    for (uint32_t i = 0; i < count; i++) {
        crowd_add_more(s, scores[i]);
    }
    const operand highest =
        crowd_add_value(s, (lane_value){.kind = VALUE_HIGHEST, .form = FORM_FLOAT, .more = first, .mores = count});
    const operand current = crowd_now_or(c, op->c, 0xFF);
    operand index = constant(0xFF), stays = constant(0), first_bit = constant(0), current_bit = constant(0);
    for (uint32_t group = (count - 1) / OPTIONS_OF_BYTE + 1; group-- > 0;) {  // descending, so that the first group
                                                                              // takes precedence
        const uint32_t begin = group * OPTIONS_OF_BYTE;
        const uint32_t some = count - begin < OPTIONS_OF_BYTE ? count - begin : OPTIONS_OF_BYTE;
        const operand ties = ties_of(c, highest, first + begin, some);
        const operand lowest = byte_value(c, VALUE_LOWEST8, ties, constant(0));
        const operand found = in8(c, ties, 0, 0, true);
        const operand number = either(c, number_of(c, lowest, some), constant(begin));
        index =
            is_constant(index, 0xFF) ? either(c, number, in8(c, ties, 0, 0, false)) : pick8(c, found, number, index);
        const operand bit = bit_of(c, current, begin, some);
        first_bit = lowest;
        current_bit = bit;
        stays = either(c, stays, in8(c, both(c, ties, bit), 0, 0, true));
    }
    index = pick8(c, stays, current, index);
    first_bit = pick8(c, stays, current_bit, first_bit);
    if (op->k[0] != MATH_LOWEST_BITS) {
        const operand reaches = crowd_add_value(
            s, (lane_value){.kind = VALUE_AT_MOST_FLOAT, .form = FORM_BYTE, .a = constant(op->k[0]), .b = highest});
        index = pick8(c, reaches, index, constant(0xFF));
        first_bit = both(c, reaches, first_bit);
    }
    if (count <= OPTIONS_OF_BYTE && index.value != 0) {
        lane_value *chosen = value_at(s, index.value);
        chosen->bit = first_bit;
        chosen->among = current_bit;
        chosen->current = current;
    }
    crowd_put_now(c, op->out, index);
}

static void read_choose(crowd_maker *c, const lanes_op *op) {
    lane_value v = {.kind = VALUE_CHOOSE,
                    .form = FORM_BYTE,
                    .a = crowd_now_or(c, op->c, 0xFF),
                    .b = crowd_now_or(c, op->a, 0),
                    .op = op,
                    .mores = 3u * op->flags};
    for (const lanes_op *option = op + 2; option < op + 2 + op->flags; option++) {
        const operand score = crowd_now_or(c, option->a, option->k[0]);
        const operand rank = crowd_now_or(c, option->b, option->k[1]), cools = crowd_now_or(c, option->c, 0);
        const uint32_t at = crowd_add_more(&c->now, score);
        v.more = option == op + 2 ? at : v.more;
        crowd_add_more(&c->now, rank);
        crowd_add_more(&c->now, cools);
    }
    crowd_put_now(c, op->out, crowd_add_value(&c->now, v));
}

// ---------------------------------------------------------------------------------------------------------- operations

static operand byte_operation(crowd_maker *c, const lanes_op *op, operand a, operand b) {
    static const lane_kind kinds[] = {
        [LANES_LESS8] = VALUE_LESS8,         [LANES_LESS8_SIGNED] = VALUE_LESS8_SIGNED,
        [LANES_EQUAL8] = VALUE_EQUAL8,       [LANES_ADD8] = VALUE_ADD8,
        [LANES_SUBTRACT8] = VALUE_SUBTRACT8, [LANES_SUBTRACT8_SATURATED] = VALUE_SUBTRACT8_SATURATED,
        [LANES_MIN8] = VALUE_MIN8,           [LANES_MIN8_SIGNED] = VALUE_MIN8_SIGNED,
        [LANES_MAX8] = VALUE_MAX8,           [LANES_MAX8_SIGNED] = VALUE_MAX8_SIGNED,
        [LANES_XOR8] = VALUE_XOR8,
    };
    switch (op->kind) {
    case LANES_AND8:
        return both(c, a, b);
    case LANES_AND_NOT8:
        return without(c, a, b);
    case LANES_OR8:
        return either(c, a, b);
    case LANES_EQUAL8: {
        const lane_value *chosen = value_at(&c->now, a.value);
        if (a.value != 0 && chosen->bit.value != 0 && b.value != 0 && is_same_operand(chosen->current, b)) {
            b = chosen->among;
            a = chosen->bit;
        }
    }  // fallthrough
    default:
        return crowd_add_value(&c->now, (lane_value){.kind = kinds[op->kind],
                                                     .form = FORM_BYTE,
                                                     .a = a,
                                                     .b = b,
                                                     .inverted = (op->flags & LANES_INVERTED) != 0});
    }
}

/// Returns whether a mask excludes a test of the same byte.
static bool excludes(const stretch *s, operand mask, const lane_value *test) {
    const lane_value *v = &s->values[mask.value];
    if (mask.value != 0 && v->kind == VALUE_AND8) {
        return excludes(s, v->a, test) || excludes(s, v->b, test);
    }
    if (mask.value == 0 || v->kind != VALUE_IN8 || !is_same_operand(v->a, test->a) || v->inverted || test->inverted) {
        return false;
    }
    return v->k[0] > test->k[0] + test->k[1] || test->k[0] > v->k[0] + v->k[1];
}

/// Returns the value of a byte where a test holds, without picks that apply only elsewhere. This makes the rules of
/// different states independent of each other.
static operand seen_where(const stretch *s, operand of, operand mask) {
    const lane_value *test = value_of_kind(s, mask, VALUE_IN8);
    const lane_value *v = value_of_kind(s, of, VALUE_PICK8);
    while (test != NULL && v != NULL && excludes(s, v->a, test)) {
        of = v->c;
        v = value_of_kind(s, of, VALUE_PICK8);
    }
    return of;
}

static void read_fire(crowd_maker *c, const lanes_op *op) {
    const uint32_t ranges = op->k[0];
    const operand pass = crowd_now(c, op->a);
    operand fires = in8(c, pass, ranges, ranges >> 8, false);
    if (op->c != 0) {
        const bool inverted = (op->flags & LANES_INVERTED_B) != 0;
        const operand field = seen_where(&c->now, crowd_now(c, op->c), fires);
        fires = both(c, fires, in8(c, field, ranges >> 16, ranges >> 24, inverted));
    }
    put_byte(c, op->out, fires, constant(op->k[1] & 0xFF));
    if (op->b != 0) {
        put_byte(c, op->b, fires, constant(op->k[1] >> 8 & 0xFF));
    }
    if ((op->flags & LANES_CLEARS) != 0) {
        crowd_put_now(c, op->a, without(c, pass, fires));
    }
}

static bool read_byte_operation(crowd_maker *c, const lanes_op *op) {
    const bool inverted = (op->flags & LANES_INVERTED) != 0;
    operand made = {0};
    switch (op->kind) {
    case LANES_RANGE8:
        made = both(c, in8(c, crowd_now(c, op->a), op->k[0], op->k[1], inverted), crowd_now_or(c, op->b, 0xFF));
        break;
    case LANES_RANGE8_BOTH:
        made = both(c, in8(c, crowd_now(c, op->a), op->k[0], op->k[0] >> 8, false),
                    in8(c, crowd_now(c, op->b), op->k[1], op->k[1] >> 8, (op->flags & LANES_INVERTED_B) != 0));
        break;
    case LANES_BIT8:
        made = crowd_add_value(&c->now, (lane_value){.kind = VALUE_BIT8,
                                                     .form = FORM_BYTE,
                                                     .a = crowd_now(c, op->a),
                                                     .inverted = inverted,
                                                     .k = {op->k[0] & 0xFF}});
        made = both(c, made, crowd_now_or(c, op->b, 0xFF));
        break;
    case LANES_SELECT8:
        made = pick8(c, crowd_now_or(c, op->c, 0), crowd_now_or(c, op->a, op->k[0] & 0xFF),
                     crowd_now_or(c, op->b, op->k[1] & 0xFF));
        break;
    case LANES_LOOKUP8: {
        const uint8_t *short_table = (const uint8_t *)code_at(c->code, c->code->tables_offset) + 16 * (size_t)op->k[0];
        uint8_t table[256];
        for (uint32_t x = 0; x < 256; x++) {
            table[x] = short_table[x < 15 ? x : 15];
        }
        made = lookup(c, crowd_now(c, op->a), table);
        break;
    }
    case LANES_COPY8:
        made = crowd_now(c, op->a);
        break;
    case LANES_PUT8:
        made = pick8(c, crowd_now(c, op->c), crowd_now(c, op->a), crowd_now(c, op->out));
        break;
    case LANES_PUT8_CONSTANT: {
        const operand mask = crowd_now(c, op->c);
        put_byte(c, op->out, mask, constant(op->k[0] & 0xFF));
        if (op->b != 0) {
            put_byte(c, op->b, mask, constant(op->k[1] & 0xFF));
        }
        return true;
    }
    case LANES_FIRE8:
        read_fire(c, op);
        return true;
    case LANES_TAKE8:
        made = byte_value(c, VALUE_SUBTRACT8_SATURATED, crowd_now(c, op->out),
                          both(c, crowd_now(c, op->c), constant(op->k[0] & 0xFF)));
        break;
    case LANES_RAISE8: {
        const operand here = both(c, crowd_now(c, op->c), constant(op->k[0] & 0xFF)), old = crowd_now(c, op->out);
        made = inverted ? without(c, old, here) : either(c, old, here);
        break;
    }
    default:
        if (op->kind >= LANES_WIDEN8) {
            return false;
        }
        made = byte_operation(c, op, crowd_now_or(c, op->a, op->k[0] & 0xFF), crowd_now_or(c, op->b, op->k[0] & 0xFF));
        break;
    }
    crowd_put_now(c, op->out, made);
    return true;
}

static bool read_word_operation(crowd_maker *c, const lanes_op *op) {
    switch (op->kind) {
    case LANES_WIDEN8:
        crowd_put_now(c, op->out, crowd_word_value(c, VALUE_WIDEN8, FORM_BITS, crowd_now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN8_SIGNED:
        crowd_put_now(c, op->out,
                      crowd_word_value(c, VALUE_WIDEN8_SIGNED, FORM_BITS, crowd_now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN16:
        crowd_put_now(c, op->out, crowd_word_value(c, VALUE_WIDEN16, FORM_BITS, crowd_now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN16_SIGNED:
        crowd_put_now(c, op->out,
                      crowd_word_value(c, VALUE_WIDEN16_SIGNED, FORM_BITS, crowd_now(c, op->a), constant(0)));
        return true;
    case LANES_RANGE32:
        crowd_put_now(c, op->out, word_test(c, VALUE_IN32, op, crowd_now(c, op->a), constant(0), op->b));
        return true;
    case LANES_RANGE_FLOAT:
        crowd_put_now(c, op->out, word_test(c, VALUE_IN_FLOAT, op, crowd_now(c, op->a), constant(0), op->b));
        return true;
    case LANES_AFTER32:
        crowd_put_now(c, op->out, word_test(c, VALUE_AFTER, op, crowd_now(c, op->a), constant(0), op->b));
        return true;
    case LANES_LESS32:
    case LANES_EQUAL32:
    case LANES_LESS_FLOAT:
    case LANES_AT_MOST_FLOAT:
    case LANES_EQUAL_FLOAT: {
        static const lane_kind kinds[] = {
            [LANES_LESS32 - LANES_LESS32] = VALUE_LESS32,
            [LANES_EQUAL32 - LANES_LESS32] = VALUE_EQUAL32,
            [LANES_LESS_FLOAT - LANES_LESS32] = VALUE_LESS_FLOAT,
            [LANES_AT_MOST_FLOAT - LANES_LESS32] = VALUE_AT_MOST_FLOAT,
            [LANES_EQUAL_FLOAT - LANES_LESS32] = VALUE_EQUAL_FLOAT,
        };
        const lane_kind kind = kinds[op->kind - LANES_LESS32];
        crowd_put_now(
            c, op->out,
            word_test(c, kind, op, crowd_now_or(c, op->a, op->k[0]), crowd_now_or(c, op->b, op->k[0]), op->c));
        return true;
    }
    case LANES_SELECT32:
        crowd_put_now(
            c, op->out,
            pick32(c, crowd_now(c, op->c), crowd_now_or(c, op->a, op->k[0]), crowd_now_or(c, op->b, op->k[1])));
        return true;
    case LANES_FILL32:
        crowd_put_now(c, op->out, constant(op->k[0]));
        return true;
    case LANES_PIECEWISE32:
        crowd_put_now(c, op->out,
                      crowd_add_value(&c->now, (lane_value){.kind = VALUE_PIECEWISE,
                                                            .form = FORM_FLOAT,
                                                            .a = crowd_now(c, op->a),
                                                            .k = {op->k[0]},
                                                            .op = op}));
        return true;
    case LANES_PUT32:
        put_words(c, op, crowd_now_or(c, op->a, op->k[0]));
        return true;
    case LANES_PUT32_CONSTANT:
        put_words(c, op, constant(op->k[0]));
        return true;
    case LANES_PUT_TICK:
        put_words(c, op,
                  crowd_add_value(&c->now, (lane_value){.kind = VALUE_TICK, .form = FORM_BITS, .inverted = true}));
        return true;
    case LANES_PUT_FLOAT:
        put_words(c, op, crowd_word_value(c, VALUE_CANONICAL, FORM_FLOAT, crowd_now(c, op->a), constant(0)));
        return true;
    default:
        return false;
    }
}

static bool read_narrow_operation(crowd_maker *c, const lanes_op *op) {
    switch (op->kind) {
    case LANES_PUT32_TO8:
        put_byte(
            c, op->out, crowd_now(c, op->c),
            crowd_add_value(&c->now, (lane_value){.kind = VALUE_NARROW8, .form = FORM_BYTE, .a = crowd_now(c, op->a)}));
        return true;
    case LANES_PUT32_TO16:
        crowd_put_now(c, op->out,
                      crowd_add_value(&c->now, (lane_value){.kind = VALUE_PICK16,
                                                            .form = FORM_HALF,
                                                            .a = crowd_now(c, op->c),
                                                            .b = crowd_now(c, op->a),
                                                            .c = crowd_now(c, op->out)}));
        return true;
    case LANES_ADD_TO32:
        put_words(c, op,
                  crowd_word_value(c, VALUE_SUM, FORM_BITS, crowd_now(c, op->out), crowd_now_or(c, op->a, op->k[0])));
        return true;
    case LANES_ADD8_TO32:
    case LANES_ADD8_TO32_SIGNED: {
        const operand added = both(c, crowd_now(c, op->a), crowd_now(c, op->c));
        const lane_kind widens = op->kind == LANES_ADD8_TO32 ? VALUE_WIDEN8 : VALUE_WIDEN8_SIGNED;
        const operand wide = crowd_word_value(c, widens, FORM_BITS, added, constant(0));
        crowd_put_now(c, op->out, crowd_word_value(c, VALUE_SUM, FORM_BITS, crowd_now(c, op->out), wide));
        return true;
    }
    case LANES_ELAPSED32:
        crowd_put_now(c, op->out, crowd_word_value(c, VALUE_ELAPSED, FORM_BITS, crowd_now(c, op->a), constant(0)));
        return true;
    case LANES_TURN_CLOCK:
        put_words(c, op, crowd_word_value(c, VALUE_SINCE, FORM_BITS, crowd_now(c, op->out), constant(0)));
        return true;
    case LANES_TICK:
        crowd_put_now(c, op->out, crowd_add_value(&c->now, (lane_value){.kind = VALUE_TICK, .form = FORM_BITS}));
        return true;
    case LANES_BEST:
        read_best(c, op);
        return true;
    case LANES_CHOOSE:
        read_choose(c, op);
        return true;
    default:
        return false;
    }
}

void crowd_read_operation(crowd_maker *c, const lanes_op *op) {
    if (op->kind >= LANES_FIRST_FORMULA) {
        read_formula(c, op);
    } else if (!lanes_is_row(op->kind) && op->kind != LANES_READS && !read_byte_operation(c, op) &&
               !read_word_operation(c, op) && !read_narrow_operation(c, op)) {
        crowd_read_call(c, op);
    }
}
