// SPDX-License-Identifier: MIT
// Operations over columns become values. An operation that writes a column gives it a new value; whoever reads the
// column later reads that value, so temporary columns do not appear in the C.
#include "crowd.h"

#include <string.h>

enum {
    LOOK_BACK = 200,      ///< values among which the same one is looked for
    OPTIONS_OF_BYTE = 8,  ///< a bit for each
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

static operand add_value(stretch *s, lane_value v) {
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

static operand now(crowd_maker *c, lanes_column column) {
    stretch *s = &c->now;
    if (!s->known[column]) {
        s->known[column] = true;
        s->now[column] =
            add_value(s, (lane_value){.kind = VALUE_COLUMN, .form = crowd_column_form(c, column), .column = column});
    }
    return s->now[column];
}

/// An operand of an operation: the constant where there is no column.
static operand now_or(crowd_maker *c, lanes_column column, uint32_t k) {
    return column != 0 ? now(c, column) : constant(k);
}

static bool is_named(const crowd_maker *c, lanes_column column) {
    return column < c->columns->first_byte;
}

static operand copy_of(crowd_maker *c, operand o, value_form form) {
    return add_value(&c->now, (lane_value){.kind = VALUE_COPY, .form = form, .a = o});
}

/// What another column has now might be gone when it is read.
static void put_now(crowd_maker *c, lanes_column column, operand o) {
    stretch *s = &c->now;
    if (o.value != 0 && value_at(s, o.value)->kind == VALUE_COLUMN && value_at(s, o.value)->column != column) {
        o = copy_of(c, o, value_at(s, o.value)->form);
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
    return add_value(&c->now, (lane_value){.kind = kind, .form = FORM_BYTE, .a = a, .b = b});
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

/// What a byte becomes, of one other byte. The same table has one number.
static operand lookup(crowd_maker *c, operand of, const uint8_t table[256]) {
    size_t number = 0;
    while (number < c->table_count && memcmp(c->tables[number], table, sizeof c->tables[0]) != 0) {
        number++;
    }
    if (number == c->table_count) {
        c->tables = grow(c->tables, &c->table_capacity, c->table_count + 1, sizeof *c->tables);
        memcpy(c->tables[c->table_count++], table, sizeof c->tables[0]);
    }
    return add_value(&c->now, (lane_value){.kind = VALUE_LOOKUP8, .form = FORM_BYTE, .a = of, .k = {(uint32_t)number}});
}

static const lane_value *value_of_kind(const stretch *s, operand o, lane_kind kind) {
    const lane_value *v = &s->values[o.value];
    return o.value != 0 && v->kind == kind ? v : NULL;
}

/// Choices among constants by tests of one byte are a table of it. False: it is none.
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
    return add_value(&c->now, (lane_value){.kind = VALUE_PICK8, .form = FORM_BYTE, .a = mask, .b = yes, .c = no});
}

/// A test of what a table gives, as a test of what is looked up, if that lies in one range. False: it does not.
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

/// A byte in a range.
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
    if (span == 0xFE) {  // all but one
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
        return add_value(&c->now, test);
    }
    return add_value(
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
    return add_value(&c->now, (lane_value){.kind = VALUE_PICK32, .form = x > y ? x : y, .a = mask, .b = yes, .c = no});
}

/// A mask of words, of those only where `also` holds.
static operand word_test(crowd_maker *c, lane_kind kind, const lanes_op *op, operand a, operand b, lanes_column also) {
    const operand test = add_value(&c->now, (lane_value){.kind = kind,
                                                         .form = FORM_BYTE,
                                                         .a = a,
                                                         .b = b,
                                                         .inverted = (op->flags & LANES_INVERTED) != 0,
                                                         .k = {op->k[0], op->k[1]}});
    return also != 0 ? both(c, test, now(c, also)) : test;
}

static operand word_value(crowd_maker *c, lane_kind kind, value_form form, operand a, operand b) {
    return add_value(&c->now, (lane_value){.kind = kind, .form = form, .a = a, .b = b});
}

/// Where the mask of the operation holds.
static void put_words(crowd_maker *c, const lanes_op *op, operand words) {
    put_now(c, op->out, pick32(c, now(c, op->c), words, now(c, op->out)));
}

static void put_byte(crowd_maker *c, lanes_column out, operand mask, operand byte) {
    put_now(c, out, pick8(c, mask, byte, now(c, out)));
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
    v.a = now_or(c, op->a, op->k[0]);
    v.b = count > 1 ? now_or(c, op->b, op->k[0]) : constant(0);
    v.c = count > 2 ? now_or(c, op->c, op->k[1]) : constant(0);
    put_now(c, op->out, add_value(&c->now, v));
}

// ---------------------------------------------------------------------------------------------------------------- best

static uint32_t add_more(stretch *s, operand o) {
    s->more = grow(s->more, &s->more_capacity, s->more_count + 1, sizeof *s->more);
    s->more[s->more_count] = o;
    return (uint32_t)s->more_count++;
}

/// A bit for each option of a group that is as high as the highest.
static operand ties_of(crowd_maker *c, operand highest, uint32_t first, uint32_t count) {
    return add_value(&c->now,
                     (lane_value){.kind = VALUE_TIES, .form = FORM_BYTE, .a = highest, .more = first, .mores = count});
}

/// The bit of an ordinal from `first` on; 0 of others. No choice among choices: gcc would make jumps of them.
static operand bit_of(crowd_maker *c, operand ordinal, uint32_t first, uint32_t count) {
    operand bits = constant(0);
    for (uint32_t i = 0; i < count; i++) {
        bits = either(c, bits, both(c, in8(c, ordinal, first + i, 0, false), constant(1u << i)));
    }
    return bits;
}

/// The number of the one bit that a byte has.
static operand number_of(crowd_maker *c, operand bit, uint32_t count) {
    static const uint32_t with[3] = {0xAA, 0xCC, 0xF0};  // bits whose numbers have this bit
    operand number = constant(0);
    for (uint32_t i = 0; i < 3 && 1u << i < count; i++) {
        const operand has = in8(c, both(c, bit, constant(with[i])), 0, 0, true);
        number = either(c, number, both(c, has, constant(1u << i)));
    }
    return number;
}

static void read_best(crowd_maker *c, const lanes_op *op) {
    stretch *s = &c->now;
    const uint32_t first = (uint32_t)s->more_count, count = op->k[1];
    for (uint32_t i = 0; i < count; i++) {
        const lanes_op *option = op + 1 + i;
        const operand score = now_or(c, option->a, option->k[0]);
        add_more(s, score);
    }
    const operand highest =
        add_value(s, (lane_value){.kind = VALUE_HIGHEST, .form = FORM_FLOAT, .more = first, .mores = count});
    const operand current = now_or(c, op->c, 0xFF);
    operand index = constant(0xFF), stays = constant(0), first_bit = constant(0), current_bit = constant(0);
    for (uint32_t group = (count - 1) / OPTIONS_OF_BYTE + 1; group-- > 0;) {  // the first has the last word
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
        const operand reaches = add_value(
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
    put_now(c, op->out, index);
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
        return add_value(&c->now, (lane_value){.kind = kinds[op->kind],
                                               .form = FORM_BYTE,
                                               .a = a,
                                               .b = b,
                                               .inverted = (op->flags & LANES_INVERTED) != 0});
    }
}

/// Whether a mask holds only where a test of the same byte does not.
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

/// What a byte is where a test holds: what was put there only elsewhere does not count. So the tests of different
/// states' rules need not wait for one another.
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
    const operand pass = now(c, op->a);
    operand fires = in8(c, pass, ranges, ranges >> 8, false);
    if (op->c != 0) {
        const bool inverted = (op->flags & LANES_INVERTED_B) != 0;
        const operand field = seen_where(&c->now, now(c, op->c), fires);
        fires = both(c, fires, in8(c, field, ranges >> 16, ranges >> 24, inverted));
    }
    put_byte(c, op->out, fires, constant(op->k[1] & 0xFF));
    if (op->b != 0) {
        put_byte(c, op->b, fires, constant(op->k[1] >> 8 & 0xFF));
    }
    if ((op->flags & LANES_CLEARS) != 0) {
        put_now(c, op->a, without(c, pass, fires));
    }
}

static bool read_byte_operation(crowd_maker *c, const lanes_op *op) {
    const bool inverted = (op->flags & LANES_INVERTED) != 0;
    operand made = {0};
    switch (op->kind) {
    case LANES_RANGE8:
        made = both(c, in8(c, now(c, op->a), op->k[0], op->k[1], inverted), now_or(c, op->b, 0xFF));
        break;
    case LANES_RANGE8_BOTH:
        made = both(c, in8(c, now(c, op->a), op->k[0], op->k[0] >> 8, false),
                    in8(c, now(c, op->b), op->k[1], op->k[1] >> 8, (op->flags & LANES_INVERTED_B) != 0));
        break;
    case LANES_BIT8:
        made = add_value(&c->now, (lane_value){.kind = VALUE_BIT8,
                                               .form = FORM_BYTE,
                                               .a = now(c, op->a),
                                               .inverted = inverted,
                                               .k = {op->k[0] & 0xFF}});
        made = both(c, made, now_or(c, op->b, 0xFF));
        break;
    case LANES_SELECT8:
        made = pick8(c, now_or(c, op->c, 0), now_or(c, op->a, op->k[0] & 0xFF), now_or(c, op->b, op->k[1] & 0xFF));
        break;
    case LANES_LOOKUP8: {
        const uint8_t *short_table = (const uint8_t *)code_at(c->code, c->code->tables_offset) + 16 * (size_t)op->k[0];
        uint8_t table[256];
        for (uint32_t x = 0; x < 256; x++) {
            table[x] = short_table[x < 15 ? x : 15];
        }
        made = lookup(c, now(c, op->a), table);
        break;
    }
    case LANES_COPY8:
        made = now(c, op->a);
        break;
    case LANES_PUT8:
        made = pick8(c, now(c, op->c), now(c, op->a), now(c, op->out));
        break;
    case LANES_PUT8_CONSTANT: {
        const operand mask = now(c, op->c);
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
        made = byte_value(c, VALUE_SUBTRACT8_SATURATED, now(c, op->out),
                          both(c, now(c, op->c), constant(op->k[0] & 0xFF)));
        break;
    case LANES_RAISE8: {
        const operand here = both(c, now(c, op->c), constant(op->k[0] & 0xFF)), old = now(c, op->out);
        made = inverted ? without(c, old, here) : either(c, old, here);
        break;
    }
    default:
        if (op->kind >= LANES_WIDEN8) {
            return false;
        }
        made = byte_operation(c, op, now_or(c, op->a, op->k[0] & 0xFF), now_or(c, op->b, op->k[0] & 0xFF));
        break;
    }
    put_now(c, op->out, made);
    return true;
}

static bool read_word_operation(crowd_maker *c, const lanes_op *op) {
    switch (op->kind) {
    case LANES_WIDEN8:
        put_now(c, op->out, word_value(c, VALUE_WIDEN8, FORM_BITS, now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN8_SIGNED:
        put_now(c, op->out, word_value(c, VALUE_WIDEN8_SIGNED, FORM_BITS, now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN16:
        put_now(c, op->out, word_value(c, VALUE_WIDEN16, FORM_BITS, now(c, op->a), constant(0)));
        return true;
    case LANES_WIDEN16_SIGNED:
        put_now(c, op->out, word_value(c, VALUE_WIDEN16_SIGNED, FORM_BITS, now(c, op->a), constant(0)));
        return true;
    case LANES_RANGE32:
        put_now(c, op->out, word_test(c, VALUE_IN32, op, now(c, op->a), constant(0), op->b));
        return true;
    case LANES_RANGE_FLOAT:
        put_now(c, op->out, word_test(c, VALUE_IN_FLOAT, op, now(c, op->a), constant(0), op->b));
        return true;
    case LANES_AFTER32:
        put_now(c, op->out, word_test(c, VALUE_AFTER, op, now(c, op->a), constant(0), op->b));
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
        put_now(c, op->out, word_test(c, kind, op, now_or(c, op->a, op->k[0]), now_or(c, op->b, op->k[0]), op->c));
        return true;
    }
    case LANES_SELECT32:
        put_now(c, op->out, pick32(c, now(c, op->c), now_or(c, op->a, op->k[0]), now_or(c, op->b, op->k[1])));
        return true;
    case LANES_FILL32:
        put_now(c, op->out, constant(op->k[0]));
        return true;
    case LANES_PIECEWISE32:
        put_now(
            c, op->out,
            add_value(&c->now,
                      (lane_value){
                          .kind = VALUE_PIECEWISE, .form = FORM_FLOAT, .a = now(c, op->a), .k = {op->k[0]}, .op = op}));
        return true;
    case LANES_PUT32:
        put_words(c, op, now_or(c, op->a, op->k[0]));
        return true;
    case LANES_PUT32_CONSTANT:
        put_words(c, op, constant(op->k[0]));
        return true;
    case LANES_PUT_TICK:
        put_words(c, op, add_value(&c->now, (lane_value){.kind = VALUE_TICK, .form = FORM_BITS, .inverted = true}));
        return true;
    case LANES_PUT_FLOAT:
        put_words(c, op, word_value(c, VALUE_CANONICAL, FORM_FLOAT, now(c, op->a), constant(0)));
        return true;
    default:
        return false;
    }
}

static bool read_narrow_operation(crowd_maker *c, const lanes_op *op) {
    switch (op->kind) {
    case LANES_PUT32_TO8:
        put_byte(c, op->out, now(c, op->c),
                 add_value(&c->now, (lane_value){.kind = VALUE_NARROW8, .form = FORM_BYTE, .a = now(c, op->a)}));
        return true;
    case LANES_PUT32_TO16:
        put_now(c, op->out,
                add_value(&c->now, (lane_value){.kind = VALUE_PICK16,
                                                .form = FORM_HALF,
                                                .a = now(c, op->c),
                                                .b = now(c, op->a),
                                                .c = now(c, op->out)}));
        return true;
    case LANES_ADD_TO32:
        put_words(c, op, word_value(c, VALUE_SUM, FORM_BITS, now(c, op->out), now_or(c, op->a, op->k[0])));
        return true;
    case LANES_ADD8_TO32:
    case LANES_ADD8_TO32_SIGNED: {
        const operand added = both(c, now(c, op->a), now(c, op->c));
        const lane_kind widens = op->kind == LANES_ADD8_TO32 ? VALUE_WIDEN8 : VALUE_WIDEN8_SIGNED;
        const operand wide = word_value(c, widens, FORM_BITS, added, constant(0));
        put_now(c, op->out, word_value(c, VALUE_SUM, FORM_BITS, now(c, op->out), wide));
        return true;
    }
    case LANES_ELAPSED32:
        put_now(c, op->out, word_value(c, VALUE_ELAPSED, FORM_BITS, now(c, op->a), constant(0)));
        return true;
    case LANES_TURN_CLOCK:
        put_words(c, op, word_value(c, VALUE_SINCE, FORM_BITS, now(c, op->out), constant(0)));
        return true;
    case LANES_TICK:
        put_now(c, op->out, add_value(&c->now, (lane_value){.kind = VALUE_TICK, .form = FORM_BITS}));
        return true;
    case LANES_BEST:
        read_best(c, op);
        return true;
    default:
        return false;
    }
}

// --------------------------------------------------------------------------------------------------------------- calls

/// What a call gets lies in memory.
static operand in_column(crowd_maker *c, operand o) {
    return o.value != 0 ? o : copy_of(c, o, FORM_BYTE);
}

/// A column of what a call is given, in memory of its own.
static operand given_column(crowd_maker *c, const lanes_op *argument) {
    operand o = now_or(c, argument->a, argument->k[0]);
    if (argument->flags == EXPR_FLOAT && o.value != 0) {
        o = word_value(c, VALUE_CANONICAL, FORM_FLOAT, o, constant(0));
    } else if (argument->flags == EXPR_FLOAT) {
        o = constant(math_canonical_bits(o.k));
    }
    return add_value(&c->now, (lane_value){.kind = VALUE_COPY, .form = FORM_BITS, .a = o, .inverted = true});
}

static void read_arguments(crowd_maker *c, const lanes_op *op, lane_value *v) {
    const uint32_t count = crowd_argument_count(op);
    operand columns[EXPR_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < count; i++) {
        if (crowd_is_column_argument(op, &op[1 + i])) {
            columns[v->mores++] = given_column(c, &op[1 + i]);
        }
    }
    v->more = (uint32_t)c->now.more_count;
    for (uint32_t i = 0; i < v->mores; i++) {
        add_more(&c->now, columns[i]);
    }
}

static operand in_words(crowd_maker *c, operand o) {
    return o.value != 0 ? o : copy_of(c, o, FORM_BITS);
}

/// A field for whoever scores pairs: bytes, or words.
static operand field_for_pairs(crowd_maker *c, uint32_t field) {
    const lanes_column column = (lanes_column)(c->columns->first_field + field);
    const operand o = now(c, column);
    if (crowd_column_form(c, column) == FORM_HALF) {
        const bool is_signed = wits_field_type(c->code->brain, field) == WITS_TYPE_INT16;
        return word_value(c, is_signed ? VALUE_WIDEN16_SIGNED : VALUE_WIDEN16, FORM_BITS, o, constant(0));
    }
    return o.value != 0 ? o : copy_of(c, o, crowd_column_form(c, column));
}

/// The score of the best pairs, and behind that whose they are.
static void read_targets(crowd_maker *c, const lanes_op *op) {
    const pair_plan *plan = crowd_plan_of(c, op);
    operand columns[MOST_OPERANDS];
    lane_value v = {.kind = VALUE_TARGETS, .form = FORM_FLOAT, .op = op};
    v.a = in_column(c, now(c, op->c));
    v.b = op->a != 0 ? in_column(c, now(c, op->a)) : constant(0);
    v.c = op->b != 0 ? in_column(c, now(c, op->b)) : constant(0);
    columns[v.mores++] = in_words(c, now(c, (lanes_column)op->flags));
    for (uint32_t field = 0; field < c->code->brain->field_count; field++) {
        if (plan->reads[field]) {
            columns[v.mores++] = field_for_pairs(c, field);
        }
    }
    v.more = (uint32_t)c->now.more_count;
    for (uint32_t i = 0; i < v.mores; i++) {
        add_more(&c->now, columns[i]);
    }
    const operand scores = add_value(&c->now, v);
    put_now(c, op->out, scores);
    put_now(c, (lanes_column)op->k[1],
            add_value(&c->now, (lane_value){.kind = VALUE_PICKED, .form = FORM_BITS, .a = scores}));
}

static void read_target_field(crowd_maker *c, const lanes_op *op) {
    const wits_type type = crowd_seen_type(op);
    const value_form form = type == WITS_TYPE_BOOL ? FORM_BYTE : type == WITS_TYPE_FLOAT ? FORM_FLOAT : FORM_INT;
    put_now(c, op->out,
            add_value(&c->now, (lane_value){.kind = VALUE_TARGET_FIELD,
                                            .form = form,
                                            .a = in_column(c, now(c, op->c)),
                                            .b = in_words(c, now(c, op->a)),
                                            .op = op}));
}

static void read_call(crowd_maker *c, const lanes_op *op) {
    const operand ids =
        op->kind == LANES_RANDOM || op->kind == LANES_RANDOM_BELOW ? now(c, c->columns->sink) : constant(0);
    lane_value v = {.op = op, .k = {op->k[0], op->k[1]}};
    switch (op->kind) {
    case LANES_RANDOM:
        v.kind = VALUE_RANDOM;
        v.form = FORM_FLOAT;
        v.a = ids;
        break;
    case LANES_RANDOM_BELOW:
        v.kind = VALUE_RANDOM_BELOW;
        v.form = FORM_BYTE;
        v.a = ids;
        break;
    case LANES_SPREAD_CLOCK:
        v.kind = VALUE_SPREAD;
        v.form = FORM_BITS;
        v.a = in_column(c, now(c, op->c));
        v.b = now(c, op->out);
        v.b = v.b.value != 0 ? v.b : copy_of(c, v.b, FORM_BITS);
        break;
    case LANES_CONDITION:
    case LANES_SCORE:
        v.kind = op->kind == LANES_SCORE ? VALUE_SCORE : VALUE_CONDITION;
        v.form = op->kind == LANES_SCORE ? FORM_FLOAT : FORM_BYTE;
        v.a = in_column(c, now(c, op->c));
        v.b = crowd_source_column(c, op) != 0 ? in_column(c, now(c, crowd_source_column(c, op))) : constant(0);
        v.c = op->a != 0 ? in_words(c, now(c, op->a)) : constant(0);
        break;
    case LANES_TARGETS:
        read_targets(c, op);
        return;
    case LANES_TARGET_FIELD:
        read_target_field(c, op);
        return;
    default:
        v.kind = op->kind == LANES_LIST ? VALUE_LIST : VALUE_DATA;
        v.a = in_column(c, now(c, op->c));
        v.b = op->kind == LANES_LIST && op->a != 0 ? in_words(c, now(c, op->a)) : constant(0);
        v.is_used = true;
        break;
    }
    read_arguments(c, op, &v);
    const operand made = add_value(&c->now, v);
    if (op->out != 0) {
        put_now(c, op->out, made);
    }
}

void crowd_read_operation(crowd_maker *c, const lanes_op *op) {
    if (op->kind >= LANES_FIRST_FORMULA) {
        read_formula(c, op);
    } else if (op->kind != LANES_OPTION && op->kind != LANES_KNOT && op->kind != LANES_ARGUMENT &&
               op->kind != LANES_READS && !read_byte_operation(c, op) && !read_word_operation(c, op) &&
               !read_narrow_operation(c, op)) {
        read_call(c, op);
    }
}
