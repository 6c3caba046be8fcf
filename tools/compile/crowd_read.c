// SPDX-License-Identifier: MIT
// Turns operations over columns into values. An operation that writes a column creates a value, and later reads of the
// column use that value. So temporary columns do not appear in the C.
#include "crowd.h"

#include <string.h>

enum {
    LOOK_BACK = 200,      ///< number of values in which an equal one is searched
    OPTIONS_OF_BYTE = 8,  ///< one bit for each
    LISTED_AT_ONCE = 255,
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

static bool is_same(const lane_value *x, const lane_value *y) {
    return x->kind == y->kind && x->form == y->form && is_same_operand(x->a, y->a) && is_same_operand(x->b, y->b) &&
           is_same_operand(x->c, y->c) && x->inverted == y->inverted && memcmp(x->k, y->k, sizeof x->k) == 0 &&
           x->op == y->op && x->mores == 0 && y->mores == 0 && value_row_of(x->kind)->class != CLASS_CALL &&
           x->kind != VALUE_COLUMN;
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

operand crowd_value_of(crowd_maker *c, uint32_t kind, operand a, operand b) {
    return crowd_add_value(&c->now, (lane_value){.kind = kind, .form = value_row_of(kind)->form, .a = a, .b = b});
}

// --------------------------------------------------------------------------------------------------------------- bytes

static operand both(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0) || is_constant(b, 0)) {
        return constant(0);
    }
    if (is_constant(a, 0xFF) || is_same_operand(a, b)) {
        return b;
    }
    return is_constant(b, 0xFF) ? a : crowd_value_of(c, LANES_AND8, a, b);
}

static operand either(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0xFF) || is_constant(b, 0xFF)) {
        return constant(0xFF);
    }
    return is_constant(a, 0) ? b : is_constant(b, 0) ? a : crowd_value_of(c, LANES_OR8, a, b);
}

static operand without(crowd_maker *c, operand a, operand b) {
    if (is_constant(a, 0) || is_constant(b, 0xFF)) {
        return constant(0);
    }
    return is_constant(b, 0) ? a : crowd_value_of(c, LANES_AND_NOT8, a, b);
}

/// Makes a lookup of a byte in a table. Equal tables share a number.
static operand lookup(crowd_maker *c, operand of, const uint8_t table[256]) {
    size_t number = 0;
    if (memcmp(table, table + 1, 255) == 0) {  // all the same
        return constant(table[0]);
    }
    while (number < c->table_count && memcmp(c->tables[number], table, sizeof c->tables[0]) != 0) {
        number++;
    }
    if (number == c->table_count) {
        c->tables = grow(c->tables, &c->table_capacity, c->table_count + 1, sizeof *c->tables);
        memcpy(c->tables[c->table_count++], table, sizeof c->tables[0]);
    }
    return crowd_add_value(&c->now,
                           (lane_value){.kind = LANES_LOOKUP8, .form = FORM_BYTE, .a = of, .k = {(uint32_t)number}});
}

static const lane_value *value_of_kind(const stretch *s, operand o, uint32_t kind) {
    const lane_value *v = &s->values[o.value];
    return o.value != 0 && v->kind == kind ? v : NULL;
}

/// Merges picks between constants, by tests of the same byte, into one table. Returns false if that is not possible.
static bool pick_by_table(crowd_maker *c, operand mask, operand yes, operand no, operand *made) {
    const lane_value *test = value_of_kind(&c->now, mask, LANES_RANGE8);
    const lane_value *before = value_of_kind(&c->now, no, LANES_LOOKUP8);
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
    return crowd_add_value(&c->now,
                           (lane_value){.kind = LANES_SELECT8, .form = FORM_BYTE, .a = mask, .b = yes, .c = no});
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
    *test = (lane_value){.kind = LANES_RANGE8, .form = FORM_BYTE, .a = table->a, .k = {first, last - first}};
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
    const lane_value *table = value_of_kind(&c->now, a, LANES_LOOKUP8);
    if (table != NULL && test_before_table(c, table, low, span, &test)) {
        test.inverted = inverted;
        return crowd_add_value(&c->now, test);
    }
    return crowd_add_value(
        &c->now, (lane_value){.kind = LANES_RANGE8, .form = FORM_BYTE, .a = a, .inverted = inverted, .k = {low, span}});
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
                           (lane_value){.kind = LANES_SELECT32, .form = x > y ? x : y, .a = mask, .b = yes, .c = no});
}

/// Assigns bytes or words where the mask of the operation is set.
static void put_byte(crowd_maker *c, const lanes_op *op, lanes_column out, operand byte) {
    const operand mask = crowd_now(c, op->c);
    crowd_put_now(c, out, pick8(c, mask, byte, crowd_now(c, out)));
}

static void put_words(crowd_maker *c, const lanes_op *op, operand words) {
    const operand mask = crowd_now(c, op->c);
    crowd_put_now(c, op->out, pick32(c, mask, words, crowd_now(c, op->out)));
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
    const operand more = crowd_value_of(c, LANES_FIRST_FORMULA + EXPR_OP_ADD, score, constant(op->k[1]));
    return pick32(c, in8(c, crowd_now(c, op->c), ordinal, 0, false), more, score);
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
        const operand lowest = crowd_value_of(c, VALUE_LOWEST8, ties, constant(0));
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
        const operand reaches = crowd_value_of(c, LANES_AT_MOST_FLOAT, constant(op->k[0]), highest);
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
    lane_value v = {.kind = LANES_CHOOSE,
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

/// Returns whether a mask excludes a test of the same byte.
static bool excludes(const stretch *s, operand mask, const lane_value *test) {
    const lane_value *v = &s->values[mask.value];
    if (mask.value != 0 && v->kind == LANES_AND8) {
        return excludes(s, v->a, test) || excludes(s, v->b, test);
    }
    if (mask.value == 0 || v->kind != LANES_RANGE8 || !is_same_operand(v->a, test->a) || v->inverted ||
        test->inverted) {
        return false;
    }
    return v->k[0] > test->k[0] + test->k[1] || test->k[0] > v->k[0] + v->k[1];
}

/// Returns whether no lane is in both masks, as far as tests of the same byte show.
static bool are_apart(const stretch *s, operand x, operand y) {
    const lane_value *v = &s->values[y.value];
    if (y.value != 0 && v->kind == LANES_AND8) {
        return are_apart(s, x, v->a) || are_apart(s, x, v->b);
    }
    return y.value != 0 && v->kind == LANES_RANGE8 && excludes(s, x, v);
}

/// Returns the value of a byte where a test holds, without picks that apply only elsewhere. This makes the rules of
/// different states independent of each other.
static operand seen_where(const stretch *s, operand of, operand mask) {
    const lane_value *test = value_of_kind(s, mask, LANES_RANGE8);
    const lane_value *v = value_of_kind(s, of, LANES_SELECT8);
    while (test != NULL && v != NULL && excludes(s, v->a, test)) {
        of = v->c;
        v = value_of_kind(s, of, LANES_SELECT8);
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
    crowd_put_now(c, op->out, pick8(c, fires, constant(op->k[1] & 0xFF), crowd_now(c, op->out)));
    if (op->b != 0) {
        crowd_put_now(c, op->b, pick8(c, fires, constant(op->k[1] >> 8 & 0xFF), crowd_now(c, op->b)));
    }
    if ((op->flags & LANES_CLEARS) != 0) {
        crowd_put_now(c, op->a, without(c, pass, fires));
    }
}

/// Expands the 16 values of a table: the last is that of all greater bytes.
static operand read_lookup(crowd_maker *c, const lanes_op *op) {
    const uint8_t *short_table = (const uint8_t *)code_at(c->code, c->code->tables_offset) + 16 * (size_t)op->k[0];
    uint8_t table[256];
    for (uint32_t x = 0; x < 256; x++) {
        table[x] = short_table[x < 15 ? x : 15];
    }
    return lookup(c, crowd_now(c, op->a), table);
}

/// Compares the ordinal that a BEST chose with its current one by their bits.
static void compare_bits(const stretch *s, lane_value *v) {
    const lane_value *chosen = &s->values[v->a.value];
    if (v->a.value != 0 && chosen->bit.value != 0 && v->b.value != 0 && is_same_operand(chosen->current, v->b)) {
        v->b = chosen->among;
        v->a = chosen->bit;
    }
}

/// Reads an operation as its row says.
static operand read_value(crowd_maker *c, const lanes_op *op, const value_row *row) {
    const uint32_t bits = row->of == FORM_BYTE ? 0xFF : UINT32_MAX;
    lane_value v = {.kind = op->kind,
                    .form = row->form,
                    .inverted = (op->flags & LANES_INVERTED) != 0,
                    .k = {op->k[0], op->kind == LANES_AFTER32 ? ~op->k[0] : op->k[1]},
                    .op = op->kind == LANES_PIECEWISE32 ? op : NULL};
    v.a = row->operands > 0 ? crowd_now_or(c, op->a, op->k[0] & bits) : constant(0);
    v.b = row->operands > 1 ? crowd_now_or(c, op->b, op->k[0] & bits) : constant(0);
    v.c = row->operands > 2 ? crowd_now_or(c, op->c, op->k[1]) : constant(0);
    switch (op->kind) {
    case LANES_RANDOM:
    case LANES_RANDOM_BELOW:
        v.a = crowd_now(c, c->columns->sink);
        break;
    case LANES_RANGE8:
        return in8(c, v.a, op->k[0], op->k[1], v.inverted);
    case LANES_AND8:
        return both(c, v.a, v.b);
    case LANES_AND_NOT8:
        return without(c, v.a, v.b);
    case LANES_OR8:
        return either(c, v.a, v.b);
    case LANES_COPY8:
    case LANES_PUT8:
    case LANES_PUT8_CONSTANT:
    case LANES_FILL32:
    case LANES_PUT32:
    case LANES_PUT32_CONSTANT:
        return v.a;
    case LANES_LOOKUP8:
        return read_lookup(c, op);
    case LANES_ADD_TO32:
        v.b = crowd_now(c, op->out);
        return crowd_value_of(c, LANES_ADD_TO32, v.b, v.a);
    case LANES_TURN_CLOCK:
        return crowd_value_of(c, LANES_TURN_CLOCK, crowd_now(c, op->out), constant(0));
    case LANES_EQUAL8:
        compare_bits(&c->now, &v);
        break;
    default:
        break;
    }
    return crowd_add_value(&c->now, v);
}

/// Reads an operation that its row does not describe. Returns false for others.
static bool read_special(crowd_maker *c, const lanes_op *op) {
    operand made = {0};
    lane_value v = {.kind = LANES_SELECT32, .form = FORM_HALF};  // of PUT32_TO16
    switch (op->kind) {
    case LANES_RANGE8_BOTH:
        made = in8(c, crowd_now(c, op->b), op->k[1], op->k[1] >> 8, (op->flags & LANES_INVERTED_B) != 0);
        made = both(c, in8(c, crowd_now(c, op->a), op->k[0], op->k[0] >> 8, false), made);
        break;
    case LANES_SELECT8: {
        const operand mask = crowd_now(c, op->c), yes = crowd_now_or(c, op->a, op->k[0] & 0xFF);
        made = pick8(c, mask, yes, crowd_now_or(c, op->b, op->k[1] & 0xFF));
        break;
    }
    case LANES_SELECT32: {
        const operand mask = crowd_now(c, op->c), yes = crowd_now_or(c, op->a, op->k[0]);
        made = pick32(c, mask, yes, crowd_now_or(c, op->b, op->k[1]));
        break;
    }
    case LANES_FIRE8:
        read_fire(c, op);
        return true;
    case LANES_TAKE8:
        made = both(c, crowd_now(c, op->c), constant(op->k[0] & 0xFF));
        made = crowd_value_of(c, LANES_SUBTRACT8_SATURATED, crowd_now(c, op->out), made);
        break;
    case LANES_RAISE8: {
        const operand here = both(c, crowd_now(c, op->c), constant(op->k[0] & 0xFF)), old = crowd_now(c, op->out);
        made = (op->flags & LANES_INVERTED) != 0 ? without(c, old, here) : either(c, old, here);
        break;
    }
    case LANES_PUT32_TO16:
        v.a = crowd_now(c, op->c);
        v.b = crowd_now(c, op->a);
        v.c = crowd_now(c, op->out);
        made = crowd_add_value(&c->now, v);
        break;
    case LANES_ADD8_TO32:
    case LANES_ADD8_TO32_SIGNED: {
        const uint32_t widens = op->kind == LANES_ADD8_TO32 ? LANES_WIDEN8 : LANES_WIDEN8_SIGNED;
        const operand added = crowd_now(c, op->a);
        made = crowd_value_of(c, widens, both(c, added, crowd_now(c, op->c)), constant(0));
        made = crowd_value_of(c, LANES_ADD_TO32, crowd_now(c, op->out), made);
        break;
    }
    case LANES_BEST:
        read_best(c, op);
        return true;
    case LANES_CHOOSE:
        read_choose(c, op);
        return true;
    default:
        return false;
    }
    crowd_put_now(c, op->out, made);
    return true;
}

void crowd_read_operation(crowd_maker *c, const lanes_op *op) {
    const value_row *row = value_row_of(op->kind);
    if (lanes_is_row(op->kind) || op->kind == LANES_READS || read_special(c, op)) {
        return;
    }
    if (row->class == CLASS_CALL) {
        crowd_read_call(c, op);
        return;
    }
    const operand made = read_value(c, op, row);
    const lanes_column also = row->operands > 1 ? op->c : op->b;
    if (row->use != USE_PUT) {
        crowd_put_now(c, op->out, row->use == USE_ALSO && also != 0 ? both(c, made, crowd_now(c, also)) : made);
    } else if (row->form == FORM_BYTE) {
        put_byte(c, op, op->out, made);
    } else {
        put_words(c, op, made);
    }
    if (op->kind == LANES_PUT8_CONSTANT && op->b != 0) {  // puts two
        put_byte(c, op, op->b, constant(op->k[1] & 0xFF));
    }
}

// --------------------------------------------------------------------------------------------------------------- lists

/// Actions that are listed by one call: no agent lists more than one of them.
typedef struct joined_lists {
    uint32_t members[LISTED_AT_ONCE];
    uint32_t count, base;
} joined_lists;

static bool may_join(crowd_maker *c, const joined_lists *joined, const lane_value *v) {
    const stretch *s = &c->now;
    bool may = joined->count > 0 && v->mores == 0 && v->b.value == 0 && v->k[0] - joined->base <= LISTED_AT_ONCE;
    for (uint32_t i = 0; i < joined->count && may; i++) {
        const lane_value *other = &s->values[joined->members[i]];
        may = other->mores == 0 && other->b.value == 0 && are_apart(s, other->a, v->a);
    }
    return may;
}

/// Replaces the calls by one, which gets a byte for each lane: the number of its action, or 0.
static void join_lists(crowd_maker *c, joined_lists *joined) {
    operand actions = constant(0);
    for (uint32_t i = 0; i < joined->count; i++) {
        const lane_value v = c->now.values[joined->members[i]];
        const operand action = constant(v.k[0] - joined->base);
        if (!pick_by_table(c, v.a, action, actions, &actions)) {
            actions = either(c, actions, both(c, v.a, action));
        }
    }
    if (joined->count > 0) {
        lane_value all = c->now.values[joined->members[0]];
        all.a = actions;
        all.k[0] = joined->base;
        all.is_used = true;
        crowd_add_value(&c->now, all);
    }
    joined->count = 0;
}

void crowd_join_lists(crowd_maker *c) {
    joined_lists joined = {.count = 0};
    const size_t count = c->now.count;
    for (uint32_t i = 1; i < count; i++) {
        if (c->now.values[i].kind != LANES_LIST) {
            continue;
        }
        c->now.values[i].is_used = false;
        c->now.values[i].k[0] = crowd_site_of(c, c->now.values[i].op);
        if (!may_join(c, &joined, &c->now.values[i])) {
            join_lists(c, &joined);
            joined.base = (c->now.values[i].k[0] - 1) / LISTED_AT_ONCE * LISTED_AT_ONCE;
        }
        joined.members[joined.count++] = i;
    }
    join_lists(c, &joined);
}
