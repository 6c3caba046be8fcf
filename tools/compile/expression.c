// SPDX-License-Identifier: MIT
// Translates expressions to C, instruction by instruction. Each register holds a C expression as text.
#include "expression.h"

#include "expr/bounds.h"
#include "lower/lower.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------- operations

/// Writes a formula with operands in place of a, b, c, k0 and k1.
static void put_filled_formula(reading *r, text *to, const char *formula, value *operands, const expr_instruction *at) {
    text filled = {0};
    for (const char *c = formula; *c != '\0';) {
        size_t length = 0;
        while (is_word_char(c[length])) {
            length++;
        }
        if (length == 1 && *c >= 'a' && *c <= 'c') {
            const value *o = &operands[*c - 'a'];
            const bool is_first = c - formula >= 2 && c[-1] == '(' && is_word_char(c[-2]);
            const bool is_further = c - formula >= 2 && c[-1] == ' ' && c[-2] == ',';
            const bool is_argument = (is_first || is_further) && (c[1] == ')' || c[1] == ',');
            put_operand(&filled, &o->c, o->binds, is_argument ? BINDS_ALL : BINDS_PRIMARY);
        } else if (length == 2 && c[0] == 'k' && (c[1] == '0' || c[1] == '1')) {
            put_float(r->m, &filled, math_float(at->k[c[1] - '0']));
        } else if (length > 0) {
            put_formula(r->m, &filled, c, length);
        } else {
            text_add_bytes(&filled, c, 1);
            length = 1;
        }
        c += length;
    }
    text_add(to, text_of(&filled));
    text_free(&filled);
}

/// C operators that replace formulas.
typedef struct operator_row {
    const char *sign;
    int binds;
    bool wraps;  ///< ints: modulo 2^32
} operator_row;

static const operator_row *operator_of(uint32_t operation) {
    static const operator_row rows[EXPR_OP_COUNT] = {
        [EXPR_OP_ADD_INT] = {"+", BINDS_SUM, true},
        [EXPR_OP_ADD] = {"+", BINDS_SUM, false},
        [EXPR_OP_SUBTRACT_INT] = {"-", BINDS_SUM, true},
        [EXPR_OP_SUBTRACT] = {"-", BINDS_SUM, false},
        [EXPR_OP_MULTIPLY_INT] = {"*", BINDS_PRODUCT, true},
        [EXPR_OP_MULTIPLY] = {"*", BINDS_PRODUCT, false},
        [EXPR_OP_DIVIDE] = {"/", BINDS_PRODUCT, false},
        [EXPR_OP_EQUAL_INT] = {"==", BINDS_EQUAL, false},
        [EXPR_OP_EQUAL] = {"==", BINDS_EQUAL, false},
        [EXPR_OP_DIFFERENT_INT] = {"!=", BINDS_EQUAL, false},
        [EXPR_OP_DIFFERENT] = {"!=", BINDS_EQUAL, false},
        [EXPR_OP_LESS_INT] = {"<", BINDS_LESS, false},
        [EXPR_OP_LESS] = {"<", BINDS_LESS, false},
        [EXPR_OP_AT_MOST_INT] = {"<=", BINDS_LESS, false},
        [EXPR_OP_AT_MOST] = {"<=", BINDS_LESS, false},
        [EXPR_OP_AND] = {"&&", BINDS_AND, false},
        [EXPR_OP_OR] = {"||", BINDS_OR, false},
    };
    return rows[operation].sign != NULL ? &rows[operation] : NULL;
}

/// Sets the bounds of an int result. Other types have none.
static void bound(const expr_instruction *at, const value *a, const value *b, value *v) {
    const expr_bounds operands[3] = {wits_expr_bounds_int(a->low, a->high), wits_expr_bounds_int(b->low, b->high),
                                     wits_expr_bounds_any()};
    const expr_bounds result = wits_expr_bounds_computed(at, operands);
    if (v->type == VALUE_INT) {
        v->low = result.low;
        v->high = result.high;
    }
}

/// Returns whether the value may be any int, for example because it may wrap.
static bool is_any_int(const value *v) {
    return v->low == INT32_MIN && v->high == INT32_MAX;
}

/// Compilers warn about "a && b || c" and "!a == b" without parentheses.
static bool needs_brackets(const operator_row *row, const value *of) {
    const bool is_logic = row->binds == BINDS_AND || row->binds == BINDS_OR;
    return (row->binds == BINDS_OR && of->binds == BINDS_AND) ||
           (!is_logic && row->binds <= BINDS_LESS && text_of(&of->c)[0] == '!');
}

static value by_operator(const operator_row *row, const expr_instruction *at, value_type type, const value *a,
                         const value *b) {
    value v = new_value(type, row->binds);
    // A comparison inside a comparison gets parentheses, and so does an operand whose regrouping would change floats.
    const bool is_logic = row->binds == BINDS_AND || row->binds == BINDS_OR;
    const int left = row->binds <= BINDS_LESS && !is_logic ? BINDS_SUM : row->binds;
    bound(at, a, b, &v);
    if (row->wraps && is_any_int(&v)) {
        v.binds = BINDS_PREFIX;
        text_add(&v.c, "(int32_t)((uint32_t)");
        put_operand(&v.c, &a->c, a->binds, BINDS_PREFIX);
        text_format(&v.c, " %s (uint32_t)", row->sign);
        put_operand(&v.c, &b->c, b->binds, BINDS_PREFIX);
        text_add(&v.c, ")");
        return v;
    }
    const int a_binds = needs_brackets(row, a) ? BINDS_ALL : a->binds;
    const int b_binds = needs_brackets(row, b) ? BINDS_ALL : b->binds;
    put_operand(&v.c, &a->c, a_binds, left);
    text_format(&v.c, " %s ", row->sign);
    put_operand(&v.c, &b->c, b_binds, is_logic ? left : left + 1);
    return v;
}

static value_type type_of_form(value_form form, uint32_t operation, bool is_result) {
    const uint8_t class = operation_at(operation).class;
    const bool is_logic = class == OPERATION_LOGIC || (is_result && class == OPERATION_COMPARE);
    return form == FORM_FLOAT ? VALUE_FLOAT : is_logic ? VALUE_BOOL : VALUE_INT;
}

static value *operand_of(reading *r, const expr_instruction *at, uint32_t which) {
    return &r->registers[which == 0 ? at->a : which == 1 ? at->b : at->c];
}

static value computed(reading *r, const expr_instruction *at) {
    const value_row *f = formula_of(at->operation);
    const operator_row *sign = operator_of(at->operation);
    value operands[3] = {{.type = VALUE_BITS}, {.type = VALUE_BITS}, {.type = VALUE_BITS}};
    // Operands of equality may be bools, enums or ints.
    for (uint32_t i = 0; i < f->operands; i++) {
        const value *from = operand_of(r, at, i), *other = operand_of(r, at, i == 0 ? 1 : 0);
        value_type type = type_of_form(f->of, at->operation, false);
        if (f->of == FORM_BITS && f->operands == 2 && other->type == VALUE_BOOL) {
            type = VALUE_BOOL;
        }
        operands[i] = typed(r, from, type);
        if (f->of == FORM_BITS && type == VALUE_INT && sign == NULL) {
            text cast = {0};
            text_add(&cast, "(uint32_t)");
            put_operand(&cast, &operands[i].c, operands[i].binds, BINDS_PREFIX);
            text_free(&operands[i].c);
            operands[i].c = cast;
            operands[i].binds = BINDS_PREFIX;
        }
    }
    const value_type type = type_of_form(f->form, at->operation, true);
    value v;
    if (sign != NULL) {
        v = by_operator(sign, at, type, &operands[0], &operands[1]);
    } else if (at->operation == EXPR_OP_NOT || at->operation == EXPR_OP_NEGATE) {
        v = new_value(type, BINDS_PREFIX);
        text_add(&v.c, at->operation == EXPR_OP_NOT ? "!" : "-");
        put_operand(&v.c, &operands[0].c, operands[0].binds,
                    at->operation == EXPR_OP_NOT ? BINDS_PREFIX : BINDS_PRIMARY);
    } else {
        const bool is_call = strchr(f->text, '(') != NULL && f->text[strlen(f->text) - 1] == ')' &&
                             is_word_char(f->text[0]) && strncmp(f->text, "a ", 2) != 0;
        const bool is_cast = f->form != FORM_FLOAT && type == VALUE_INT;
        v = new_value(type, is_call && !is_cast ? BINDS_PRIMARY : is_cast ? BINDS_PREFIX : BINDS_ALL);
        text_add(&v.c, is_cast ? "(int32_t)(" : "");
        put_filled_formula(r, &v.c, f->text, operands, at);
        text_add(&v.c, is_cast ? ")" : "");
        bound(at, &operands[0], &operands[1], &v);
    }
    for (uint32_t i = 0; i < 3; i++) {
        free_value(&operands[i]);
    }
    return v;
}

/// Returns the type that the next instruction expects of a register. The register holds a choice between two constants.
static value_type type_needed(const reading *r, uint8_t number) {
    for (uint32_t i = r->index + 1; i < r->program->count; i++) {
        const expr_instruction *at = &r->program->code[i];
        const uint32_t operands = operation_at(at->operation).operands;
        if (at->operation == EXPR_OP_ARGUMENT && at->a == number) {
            return at->b == EXPR_BOOL ? VALUE_BOOL : at->b == EXPR_FLOAT ? VALUE_FLOAT : VALUE_INT;
        }
        const bool is_select = at->operation == EXPR_OP_SELECT;
        const bool is_value =
            (is_select && (at->a == number || at->b == number)) || (at->operation == EXPR_OP_MARK && at->a == number);
        const bool is_used =
            (operands > 0 && at->a == number) || (operands > 1 && at->b == number) || (operands > 2 && at->c == number);
        if (is_value) {
            number = at->out;
        } else if (is_used && is_select) {
            return VALUE_BOOL;
        } else if (is_used) {
            const bool is_piecewise = at->operation == EXPR_OP_PIECEWISE;
            return is_piecewise ? VALUE_FLOAT : type_of_form(formula_of(at->operation)->of, at->operation, false);
        }
    }
    return wanted_type(r->program);
}

/// Returns whether a choice extends a chain of cases of the same field, or starts one.
static bool continues_chain(const value *test, const value *yes, const value *no) {
    return test->keyed_field != EXPR_NONE && yes->type == VALUE_BITS &&
           (no->type == VALUE_BITS || (no->key_count > 0 && no->keyed_field == test->keyed_field));
}

static void add_case(value *v, const value *test, const value *yes, const value *no) {
    v->keyed_field = test->keyed_field;
    v->key_count = no->key_count + 1;
    v->otherwise = no->type == VALUE_BITS ? (int32_t)no->bits : no->otherwise;
    for (uint32_t i = 0; i < MOST_KEYS; i++) {
        v->by_key[i] = no->type == VALUE_BITS ? v->otherwise : no->by_key[i];
    }
    v->by_key[test->key] = (int32_t)yes->bits;
}

/// Writes a choice. Both branches get the same type; constants take that of the other. `out` is the register.
static value chosen(reading *r, uint8_t out, const value *test, const value *yes, const value *no) {
    const value_type known = yes->type != VALUE_BITS  ? yes->type
                             : no->type != VALUE_BITS ? no->type
                                                      : type_needed(r, out);
    const bool is_case = known == VALUE_INT && continues_chain(test, yes, no);
    value c = typed(r, test, VALUE_BOOL), a = typed(r, yes, known);
    value b = is_case && no->type != VALUE_BITS ? copied(no) : typed(r, no, known);
    value v = new_value(known, BINDS_CHOICE);
    if (is_case) {
        add_case(&v, test, yes, no);
    }
    v.low = a.low < b.low ? a.low : b.low;
    v.high = a.high > b.high ? a.high : b.high;
    put_operand(&v.c, &c.c, c.binds, BINDS_OR);
    text_add(&v.c, " ? ");
    put_operand(&v.c, &a.c, a.binds, BINDS_OR);
    text_add(&v.c, " : ");
    put_operand(&v.c, &b.c, b.binds, BINDS_CHOICE);
    free_value(&c);
    free_value(&a);
    free_value(&b);
    return v;
}

// -------------------------------------------------------------------------------------------------------------- leaves

/// Writes the state that a host function receives.
static void put_whose(maker *m, text *to, const site *at) {
    text_add(to, at->whose != NULL ? at->whose : m->names.states.ids[at->state]);
}

static void put_row(text *to, uint16_t row) {
    if (row == WITS_NONE) {
        text_add(to, "0xFFFF");
    } else {
        text_format(to, "%u", (unsigned)row);
    }
}

/// Writes a call up to its arguments.
static void put_host_value(maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count,
                           const site *at) {
    text name = {0};
    text_host_call_name(m, &name, function, given, count);
    put(m, to, "@%s(p, ", text_of(&name));
    put_whose(m, to, at);
    text_add(to, ", ");
    put_row(to, at->row);
    if (has_targets(m)) {
        text_add(to, ", ");
        put_told(m, to, at);
    }
    text_free(&name);
}

/// Writes argument `i` of a call.
static void put_given(reading *r, text *to, const expr_instruction *call, uint32_t i) {
    static const uint8_t types[] = {[EXPR_BOOL] = VALUE_BOOL,
                                    [EXPR_INT] = VALUE_INT,
                                    [EXPR_FLOAT] = VALUE_FLOAT,
                                    [EXPR_ENUM] = VALUE_INT,
                                    [EXPR_TEXT] = VALUE_BITS};
    const expr_given given = operation_given(call, i, NULL);
    const uint8_t from = call[1 + i].a;
    if (given.type == EXPR_TEXT) {
        put_c_string(to, (const char *)brain_at(r->m->brain, given.text));
        return;
    }
    value bits = bits_value(given.value.bits);
    value v = typed(r, from >= EXPR_FIRST_REGISTER ? &r->registers[from] : &bits, (value_type)types[given.type]);
    const bool is_computed_float = given.type == EXPR_FLOAT && from >= EXPR_FIRST_REGISTER;
    put(r->m, to, is_computed_float ? "@math_canonical(%s)" : "%s", text_of(&v.c));
    free_value(&v);
}

static value host_value(reading *r, const expr_instruction *at) {
    value v = new_value(at->operation == EXPR_OP_CONDITION ? VALUE_BOOL : VALUE_FLOAT, BINDS_PRIMARY);
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t count = wits_expr_call_arguments(r->program, r->index, given);
    put_host_value(r->m, &v.c, at->k[0], given, count, r->at);
    for (uint32_t i = 0; i < count; i++) {
        text_add(&v.c, ", ");
        put_given(r, &v.c, at, i);
    }
    text_add(&v.c, ")");
    return v;
}

void put_slot(maker *m, text *to, const machine_row *machine) {
    put(m, to, machine->width == 1 ? "p->agent[%u]" : "@bytes_get16(p->agent + %u)", (unsigned)machine->slot);
}

void put_in_slot(maker *m, text *to, uint16_t id) {
    const machine_row *machine = brain_machine(m->brain, brain_state(m->brain, id)->machine);
    const slot_range slots = state_slots(m->brain, id);
    text slot = {0};
    put_slot(m, &slot, machine);
    if (slots.count == machine->config_count) {
        text_format(to, "%s != 0", text_of(&slot));
    } else if (slots.count == 1) {
        text_format(to, "%s == %u", text_of(&slot), (unsigned)slots.first);
    } else {
        text_format(to, "%s >= %u && %s <= %u", text_of(&slot), (unsigned)slots.first, text_of(&slot),
                    (unsigned)(slots.first + slots.count - 1));
    }
    text_free(&slot);
}

static int binds_of_slots(const text *c) {
    return strchr(text_of(c), '&') != NULL ? BINDS_AND : BINDS_EQUAL;
}

static void put_active_slots(maker *m, text *to, const active_slots *slots) {
    for (uint32_t i = 0; i < slots->count; i++) {
        text_add(to, i > 0 ? " && " : "");
        put_in_slot(m, to, slots->of[i]);
    }
}

void put_is_active(maker *m, text *to, uint16_t id) {
    const active_slots slots = wits_lower_slots_of(m->brain, id, 0, WITS_NONE);
    put_active_slots(m, to, &slots);
}

/// Equivalent to wits_core_pass_is_in at a known moment.
static value is_in_value(reading *r, uint16_t id) {
    const active_slots slots = wits_lower_slots_of(r->m->brain, id, r->at->flags, r->at->moment);
    value v = new_value(VALUE_BOOL, BINDS_PRIMARY);
    if (slots.count == 0) {
        text_add(&v.c, slots.is_active ? "true" : "false");
        return v;
    }
    if (slots.kept_in != WITS_ROOT) {
        text_format(&v.c, "p->kept_in != %u && ", (unsigned)slots.kept_in);
    }
    put_active_slots(r->m, &v.c, &slots);
    v.binds = binds_of_slots(&v.c);
    return v;
}

/// Writes whether a state is active or done.
static value state_value(reading *r, uint32_t question) {
    if ((question & QUESTION_DONE) == 0) {
        return is_in_value(r, (uint16_t)question);
    }
    value v = new_value(VALUE_BOOL, BINDS_PRIMARY);
    if ((question & QUESTION_OF_CHILD) != 0) {
        put_is_child_done(r->m, &v.c, (uint16_t)question);
    } else {
        put_is_done(r->m, &v.c, (uint16_t)question, WITS_NONE);
    }
    return v;
}

static value piecewise(reading *r, const expr_instruction *at) {
    value x = typed(r, operand_of(r, at, 0), VALUE_FLOAT), v = new_value(VALUE_FLOAT, BINDS_PRIMARY);
    text knots = {0};
    for (uint32_t i = 0; i < at->k[0]; i++) {
        text_format(&knots, "%s0x%08Xu, 0x%08Xu", i > 0 ? ", " : "", (unsigned)at[1 + i].k[0],
                    (unsigned)at[1 + i].k[1]);
    }
    const uint32_t number = (uint32_t)r->m->unit_count;
    text table = {0};
    put(r->m, &table, "static const uint32_t @knots_%u[] = {%s};\n", (unsigned)number, text_of(&knots));
    add_unit_text(r->m, &table, "knots_%u", (unsigned)number);
    put(r->m, &v.c, "@operation_piecewise(@knots_%u, 8, %u, %s)", (unsigned)number, (unsigned)at->k[0], text_of(&x.c));
    text_free(&knots);
    free_value(&x);
    return v;
}

static value leaf(reading *r, const expr_instruction *at) {
    maker *m = r->m;
    value v = new_value(VALUE_INT, BINDS_PRIMARY);
    switch ((expr_operation)at->operation) {
    case EXPR_OP_CONSTANT:
        return bits_value(at->k[0]);
    case EXPR_OP_TICK:
        v.low = 0;
        put(m, &v.c, "@operation_ticks(p->frame->tick)");
        return v;
    case EXPR_OP_ELAPSED:
        v.low = 0;
        put(m, &v.c, "@operation_ticks(%s)", r->at->elapsed);
        return v;
    case EXPR_OP_RANDOM:
        v.type = VALUE_FLOAT;
        put(m, &v.c, "@expr_random(p->frame->seed, p->frame->agent, p->frame->tick, %u)", (unsigned)at->k[0]);
        return v;
    case EXPR_OP_CONDITION:
    case EXPR_OP_SCORE:
        return host_value(r, at);
    case EXPR_OP_ACTION:
        return bits_value(0);
    case EXPR_OP_TARGET_BOOL:
    case EXPR_OP_TARGET_INT:
    case EXPR_OP_TARGET_FLOAT:
        return target_field_value(r, at->k[0]);
    default:
        return state_value(r, at->k[0]);
    }
}

static value saturated(reading *r, const expr_instruction *at) {
    value x = typed(r, operand_of(r, at, 0), VALUE_FLOAT), v = new_value(VALUE_INT, BINDS_PRIMARY);
    v.low = (int32_t)at->k[0];
    v.high = (int32_t)at->k[1];
    put(r->m, &v.c, "@operation_saturate(%s, ", text_of(&x.c));
    put_int(&v.c, v.low);
    text_add(&v.c, ", ");
    put_int(&v.c, v.high);
    text_add(&v.c, ")");
    free_value(&x);
    return v;
}

static value value_of(reading *r, const expr_instruction *at) {
    const uint8_t class = operation_at(at->operation).class;
    if (class == OPERATION_LOAD) {
        return field_value(r, at->field);
    }
    if (class == OPERATION_TEST) {
        return type_of_field(r, at->field) == WITS_TYPE_FLOAT ? float_test(r, at) : int_test(r, at);
    }
    if (at->operation == EXPR_OP_SELECT) {
        return chosen(r, at->out, operand_of(r, at, 2), operand_of(r, at, 0), operand_of(r, at, 1));
    }
    if (at->operation == EXPR_OP_SATURATE) {
        return saturated(r, at);
    }
    if (at->operation == EXPR_OP_PIECEWISE) {
        return piecewise(r, at);
    }
    return operation_is_leaf(at->operation) ? leaf(r, at) : computed(r, at);
}

// --------------------------------------------------------------------------------------------------------- expressions

static reading *begin_reading(maker *m, const expr_program *program, const site *at) {
    reading *r = allocate(1, sizeof *r);
    r->m = m;
    r->program = program;
    r->at = at;
    for (uint32_t i = 0; i < EXPR_REGISTERS; i++) {
        r->registers[i].type = VALUE_BITS;
    }
    return r;
}

/// Translates the instruction at r->index. Returns the register that its value is in.
static uint8_t read_instruction(reading *r) {
    const expr_instruction *now = &r->program->code[r->index];
    set_register(r, 0, bits_value(now->k[0]));
    set_register(r, 1, (now->flags & EXPR_FIELD_OPERAND) != 0 ? field_value(r, now->field) : bits_value(now->k[1]));
    set_register(r, now->out, value_of(r, now));
    return now->out;
}

/// Translates a program. `result` receives the register of its value. Free the result.
static reading *read_program(maker *m, const expr_program *program, const site *at, uint8_t *result) {
    reading *r = begin_reading(m, program, at);
    *result = 0;
    for (; r->index < program->count; r->index++) {
        if (!operation_is(program->code[r->index].operation, OPERATION_PASSIVE)) {
            *result = read_instruction(r);  // C evaluates only the chosen operand by itself
        }
    }
    return r;
}

static void free_reading(reading *r) {
    for (uint32_t i = 0; i < EXPR_REGISTERS; i++) {
        text_free(&r->registers[i].c);
    }
    free(r);
}

void put_expression(maker *m, text *to, const expr_program *program, const site *at, int binds) {
    uint8_t out = 0;
    reading *r = read_program(m, program, at, &out);
    value result = typed(r, &r->registers[out], wanted_type(program));
    put_operand(to, &result.c, result.binds, binds);
    free_value(&result);
    free_reading(r);
}

// ------------------------------------------------------------------------------------------------------ considerations

enum { LONGEST_VALUE = 80 };

/// Writes a register's value into a C variable, and reads it from there. Not declared: it is there already.
static void keep_in_variable(reading *r, uint8_t number, const char *name, bool is_declared) {
    value v = typed(r, &r->registers[number], VALUE_FLOAT), kept = new_value(VALUE_FLOAT, BINDS_PRIMARY);
    line(r->m, is_declared ? "const float %s = %s;" : "%s = %s;", name, text_of(&v.c));
    text_add(&kept.c, name);
    free_value(&v);
    set_register(r, number, kept);
}

static void keep_numbered(reading *r, uint8_t number, const char *what, uint32_t of, bool is_declared) {
    text name = {0};
    text_format(&name, "%s_%u", what, (unsigned)of);
    keep_in_variable(r, number, text_of(&name), is_declared);
    text_free(&name);
}

/// The selection that ends a group with gates.
static const expr_instruction *selection_of(const expr_instruction *skip) {
    return skip + skip->k[0];
}

static bool is_outermost(const expr_instruction *select) {
    return select->k[1] == MATH_NAN_BITS;
}

/// Opens a group with gates: the outermost returns where they do not hold, others are worth 0.
static void open_gated(reading *r, const expr_instruction *skip) {
    maker *m = r->m;
    value open = typed(r, &r->registers[skip->a], VALUE_BOOL);
    if (is_outermost(selection_of(skip))) {
        text shut = {0};
        put_operand(&shut, &open.c, open.binds, BINDS_PREFIX);
        open_block(m, "if (!%s) {", text_of(&shut));
        line(m, "return @math_float(0x7FC00000u);");
        close_block(m);
        text_free(&shut);
    } else {
        line(m, "float value_%u = 0.0f;", (unsigned)selection_of(skip)[1].k[1]);
        open_block(m, "if (%s) {", text_of(&open.c));
    }
    free_value(&open);
}

static void close_gated(reading *r, const expr_instruction *select) {
    set_register(r, select->out, copied(&r->registers[select->a]));
    if (!is_outermost(select)) {
        keep_numbered(r, select->out, "value", select[1].k[1], false);
        close_block(r->m);
    }
}

/// The instructions of an option's score that are not of a text.
static bool *find_own(const wits_brain *brain, const state_row *option, uint32_t count) {
    const consideration_row *rows = brain_considerations(brain, option);
    bool *own = allocate(count, sizeof *own);
    memset(own, true, count);
    for (uint32_t i = 0; i < option->row_count; i++) {
        memset(own + rows[i].code, false, rows[i].code_end - rows[i].code);
    }
    return own;
}

void make_score(maker *m, uint16_t option, const site *at) {
    const state_row *s = brain_state(m->brain, option);
    const expr_program *program = brain_program(m->brain, s->score);
    reading *r = begin_reading(m, program, at);
    bool *own = find_own(m->brain, s, program->count);
    uint8_t out = 0;
    for (; r->index < program->count; r->index++) {
        const expr_instruction *now = &program->code[r->index];
        const bool is_gate =
            own[r->index] && now->operation == EXPR_OP_SKIP_UNLESS && selection_of(now)->operation == EXPR_OP_SELECT;
        if (is_gate) {
            open_gated(r, now);
        } else if (own[r->index] && now->operation == EXPR_OP_SELECT) {
            close_gated(r, now);
            out = now->out;
        } else if (now->operation == EXPR_OP_MARK && now->k[0] == STAGE_VALUE && now->k[1] != 0 &&
                   now[-1].operation != EXPR_OP_SELECT) {
            keep_numbered(r, now->out, "value", now->k[1], true);
        } else if (!operation_is(now->operation, OPERATION_PASSIVE)) {
            out = read_instruction(r);
            if (own[r->index] && r->registers[out].type == VALUE_FLOAT && r->registers[out].c.length > LONGEST_VALUE) {
                keep_numbered(r, out, "part", r->index, true);
            }
        }
    }
    value result = typed(r, &r->registers[out], VALUE_FLOAT);
    line(m, "return %s;", text_of(&result.c));
    free_value(&result);
    free(own);
    free_reading(r);
}

void put_computed(maker *m, text *to, const expr_program *program, const site *at) {
    uint8_t out = 0;
    reading *r = read_program(m, program, at, &out);
    const expr_instruction *call = &program->code[wits_expr_action_call(program)];
    for (uint32_t i = 0; i < call->k[1]; i++) {
        if (call[1 + i].a >= EXPR_FIRST_REGISTER) {
            text_add(to, ", ");
            put_given(r, to, call, i);
        }
    }
    free_reading(r);
}

void put_condition(maker *m, text *to, function_ref condition, const site *at, int binds) {
    if ((condition & REF_PROGRAM) != 0) {
        put_expression(m, to, brain_program(m->brain, condition), at, binds);
    } else {
        put_host_value(m, to, condition - 1, NULL, 0, at);
        text_add(to, ")");
    }
}
