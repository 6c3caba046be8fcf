// SPDX-License-Identifier: MIT
// Emits the operations over columns for an expression, as planned.
#include "expr/lanes_nodes.h"
#include "expr/math.h"

static void emit_load(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    node *n = &e->nodes[i];
    lanes_column field = field_column(e, at->field);
    switch ((expr_operation)at->operation) {
    case EXPR_OP_LOAD_ENUM:
    case EXPR_OP_LOAD_INT8:
    case EXPR_OP_LOAD_UINT8:
        set_form(n, FORM_BYTE, field);
        break;
    case EXPR_OP_LOAD_INT16:
    case EXPR_OP_LOAD_UINT16:
        set_form(n, FORM_WORD, wits_expr_lanes_new_word(e->b));
        wits_expr_lanes_emit(
            e->b, (lanes_op){.kind = at->operation == EXPR_OP_LOAD_INT16 ? LANES_WIDEN16_SIGNED : LANES_WIDEN16,
                             .out = n->column,
                             .a = field});
        break;
    case EXPR_OP_LOAD_INT:
    case EXPR_OP_LOAD_FLOAT:
        set_form(n, FORM_WORD, field);
        break;
    default:
        wits_expr_lanes_fail(e->b, "an expression loads a bool");
        break;
    }
}

/// Clamps a test of ints to the field's range: false if nothing remains.
static bool cut_range(const expr_instruction *at, expr_field_type type, uint32_t range[2]) {
    bounds of = wits_expr_lanes_type_bounds(type);
    int64_t lo = (int32_t)at->k[0];
    int64_t hi = lo + (int64_t)at->k[1];
    lo = greater(lo, of.lo);
    hi = lesser(hi, of.hi);
    range[0] = (uint32_t)lo;
    range[1] = (uint32_t)(hi - lo);
    return lo <= hi;
}

void wits_expr_lanes_emit_test(expression *e, const expr_instruction *at, lanes_column out, lanes_column also) {
    expr_field_type type = e->b->field_type(e->b->user, at->field);
    lanes_op op = {.out = out,
                   .a = field_column(e, at->field),
                   .b = also,
                   .flags = (at->flags & EXPR_INVERTED) != 0 ? LANES_INVERTED : 0,
                   .k = {at->k[0], at->k[1]}};
    if (type == WITS_TYPE_FLOAT || type == WITS_TYPE_INT) {
        op.kind = type == WITS_TYPE_FLOAT ? LANES_RANGE_FLOAT : LANES_RANGE32;
        wits_expr_lanes_emit(e->b, op);
        return;
    }
    if (is_byte_type(type)) {
        op.kind = LANES_RANGE8;
        if (!cut_range(at, type, op.k)) {  // never in it
            op.k[0] = 0;
            op.k[1] = 0xFF;
            op.flags ^= LANES_INVERTED;
        }
        wits_expr_lanes_emit(e->b, op);
        return;
    }
    lanes_column word = wits_expr_lanes_new_word(e->b);
    const lanes_kind widen = type == WITS_TYPE_INT16 ? LANES_WIDEN16_SIGNED : LANES_WIDEN16;
    wits_expr_lanes_emit(e->b, (lanes_op){.kind = (uint16_t)widen, .out = word, .a = op.a});
    op.kind = LANES_RANGE32;
    op.a = word;
    wits_expr_lanes_emit(e->b, op);
}

/// A call of the host with its arguments. Constant arguments of an action are left out: the brain knows them.
static void emit_call(expression *e, uint32_t i, lanes_op op) {
    const expr_instruction *at = instruction(e, i);
    lane_operand given[EXPR_MAX_ARGUMENTS] = {{0}};
    for (uint32_t which = 0; which < at->k[1]; which++) {
        given[which] = wits_expr_lanes_word_operand(e, i, which, true);
    }
    if (op.kind != LANES_LIST) {
        const bool is_condition = op.kind == LANES_CONDITION;
        op.out = is_condition ? wits_expr_lanes_new_byte(e->b) : wits_expr_lanes_new_word(e->b);
        set_form(&e->nodes[i], is_condition ? FORM_MASK : FORM_WORD, op.out);
    }
    wits_expr_lanes_emit(e->b, op);
    for (uint32_t which = 0; which < at->k[1]; which++) {
        const expr_instruction *argument = at + 1 + which;
        if (op.kind != LANES_LIST || argument->a >= EXPR_FIRST_REGISTER) {
            const uint32_t names = argument->b == EXPR_ENUM ? argument->field : argument->k[1];
            wits_expr_lanes_emit(e->b, (lanes_op){.kind = LANES_ARGUMENT,
                                                  .a = given[which].column,
                                                  .flags = argument->b,
                                                  .k = {given[which].bits, names}});
        }
    }
}

/// Computes the lanes for which a function is called: those whose agent would call it when run alone.
static lanes_column guarded_mask(expression *e, const node *n) {
    if (n->guard >= FROM_FIELD) {
        return e->place->mask;
    }
    const lanes_column holds = wits_expr_lanes_mask_of(e, &e->nodes[n->guard]);
    const lanes_column out = wits_expr_lanes_new_byte(e->b);
    wits_expr_lanes_emit(
        e->b,
        (lanes_op){.kind = n->guard_holds ? LANES_AND8 : LANES_AND_NOT8, .out = out, .a = e->place->mask, .b = holds});
    return out;
}

static void emit_leaf(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    node *n = &e->nodes[i];
    lanes_op op = {
        .k = {at->k[0], e->place->about}, .a = e->place->targets, .c = e->place->mask, .flags = e->place->flags};
    switch ((expr_operation)at->operation) {
    case EXPR_OP_CONSTANT:
        set_form(n, FORM_CONSTANT, 0);
        n->bits = at->k[0];
        return;
    case EXPR_OP_ELAPSED:
        set_form(n, e->place->elapsed != 0 ? FORM_WORD : FORM_CONSTANT, e->place->elapsed);
        return;
    case EXPR_OP_TICK:
        op = (lanes_op){.kind = LANES_TICK};
        break;
    case EXPR_OP_RANDOM:
        op = (lanes_op){.kind = LANES_RANDOM, .k = {at->k[0]}};
        break;
    case EXPR_OP_TARGET_BOOL:
        set_form(n, FORM_MASK, wits_expr_lanes_new_byte(e->b));
        e->place->target(e->place->user, e->place, at->k[0], n->column);
        return;
    case EXPR_OP_TARGET_INT:
    case EXPR_OP_TARGET_FLOAT:
        set_form(n, FORM_WORD, wits_expr_lanes_new_word(e->b));
        e->place->target(e->place->user, e->place, at->k[0], n->column);
        return;
    case EXPR_OP_CONDITION:
    case EXPR_OP_SCORE:
        op.kind = at->operation == EXPR_OP_SCORE ? LANES_SCORE : LANES_CONDITION;
        op.c = guarded_mask(e, n);
        emit_call(e, i, op);
        return;
    case EXPR_OP_ACTION:
        emit_call(e, i, e->list);
        return;
    case EXPR_OP_IS_IN:
        set_form(n, FORM_MASK, wits_expr_lanes_new_byte(e->b));
        e->place->is_in(e->place->user, e->place, at->k[0], n->column);
        return;
    default:
        emit_load(e, i);
        return;
    }
    set_form(n, FORM_WORD, wits_expr_lanes_new_word(e->b));
    op.out = n->column;
    wits_expr_lanes_emit(e->b, op);
}

static void emit_logic(expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    lane_operand a = wits_expr_lanes_mask_operand(e, i, 0);
    lane_operand b = {.bits = 0xFF};
    if (operation != EXPR_OP_NOT) {
        b = wits_expr_lanes_mask_operand(e, i, 1);
    }
    lanes_op op = {.kind = operation == EXPR_OP_NOT   ? LANES_XOR8
                           : operation == EXPR_OP_AND ? LANES_AND8
                                                      : LANES_OR8,
                   .out = wits_expr_lanes_new_byte(e->b),
                   .a = a.column,
                   .b = b.column,
                   .k = {a.bits | b.bits}};
    wits_expr_lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_MASK, op.out);
}

typedef struct comparison {
    uint16_t bytes, signed_bytes, words;
    bool swapped, inverted;
} comparison;

static comparison comparison_of(uint32_t operation) {
    switch ((expr_operation)operation) {
    case EXPR_OP_EQUAL_INT:
        return (comparison){LANES_EQUAL8, LANES_EQUAL8, LANES_EQUAL32, false, false};
    case EXPR_OP_DIFFERENT_INT:
        return (comparison){LANES_EQUAL8, LANES_EQUAL8, LANES_EQUAL32, false, true};
    case EXPR_OP_LESS_INT:
        return (comparison){LANES_LESS8, LANES_LESS8_SIGNED, LANES_LESS32, false, false};
    case EXPR_OP_AT_MOST_INT:
        return (comparison){LANES_LESS8, LANES_LESS8_SIGNED, LANES_LESS32, true, true};
    case EXPR_OP_EQUAL:
        return (comparison){0, 0, LANES_EQUAL_FLOAT, false, false};
    case EXPR_OP_DIFFERENT:
        return (comparison){0, 0, LANES_EQUAL_FLOAT, false, true};
    case EXPR_OP_LESS:
        return (comparison){0, 0, LANES_LESS_FLOAT, false, false};
    default:
        return (comparison){0, 0, LANES_AT_MOST_FLOAT, false, false};
    }
}

static bool compares_floats(uint32_t operation) {
    return operation == EXPR_OP_EQUAL || operation == EXPR_OP_DIFFERENT || operation == EXPR_OP_LESS ||
           operation == EXPR_OP_AT_MOST;
}

static void emit_comparison(expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    comparison c = comparison_of(operation);
    uint32_t order = compares_floats(operation) ? 0 : wits_expr_lanes_byte_order(e, i);
    lane_operand a = order != 0 ? wits_expr_lanes_byte_operand(e, i, 0) : wits_expr_lanes_word_operand(e, i, 0, true);
    lane_operand b =
        order != 0 ? wits_expr_lanes_byte_operand(e, i, 1) : wits_expr_lanes_word_operand(e, i, 1, a.column != 0);
    lanes_op op = {.kind = order == 0   ? c.words
                           : order == 1 ? c.bytes
                                        : c.signed_bytes,
                   .out = wits_expr_lanes_new_byte(e->b),
                   .a = c.swapped ? b.column : a.column,
                   .b = c.swapped ? a.column : b.column,
                   .flags = c.inverted ? LANES_INVERTED : 0,
                   .k = {a.column == 0 ? a.bits : b.bits}};
    wits_expr_lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_MASK, op.out);
}

static void emit_select(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    lane_operand c = wits_expr_lanes_mask_operand(e, i, 2);
    if (c.column == 0) {  // known beforehand
        node constant = {.form = FORM_CONSTANT, .bits = c.bits};
        c.column = wits_expr_lanes_mask_of(e, &constant);
    }
    bool bytes = n->is_bool || (wits_expr_lanes_is_byte_operand(e, i, 0) && wits_expr_lanes_is_byte_operand(e, i, 1) &&
                                fits_byte(n->lo, n->hi));
    lane_operand a = n->is_bool ? wits_expr_lanes_mask_operand(e, i, 0)
                     : bytes    ? wits_expr_lanes_byte_operand(e, i, 0)
                                : wits_expr_lanes_word_operand(e, i, 0, true);
    lane_operand b = n->is_bool ? wits_expr_lanes_mask_operand(e, i, 1)
                     : bytes    ? wits_expr_lanes_byte_operand(e, i, 1)
                                : wits_expr_lanes_word_operand(e, i, 1, true);
    lanes_op op = {.kind = bytes ? LANES_SELECT8 : LANES_SELECT32,
                   .out = bytes ? wits_expr_lanes_new_byte(e->b) : wits_expr_lanes_new_word(e->b),
                   .a = a.column,
                   .b = b.column,
                   .c = c.column,
                   .k = {a.bits, b.bits}};
    wits_expr_lanes_emit(e->b, op);
    set_form(n, n->is_bool ? FORM_MASK : bytes ? FORM_BYTE : FORM_WORD, op.out);
}

static uint32_t byte_kind(uint32_t operation, uint32_t order) {
    switch ((expr_operation)operation) {
    case EXPR_OP_ADD_INT:
        return LANES_ADD8;
    case EXPR_OP_SUBTRACT_INT:
        return LANES_SUBTRACT8;
    case EXPR_OP_MIN_INT:
        return order == 1 ? LANES_MIN8 : order == 2 ? LANES_MIN8_SIGNED : LANES_KIND_COUNT;
    case EXPR_OP_MAX_INT:
        return order == 1 ? LANES_MAX8 : order == 2 ? LANES_MAX8_SIGNED : LANES_KIND_COUNT;
    default:
        return LANES_KIND_COUNT;
    }
}

/// Sums of bytes are exact modulo 256, and the bounds show that this suffices.
static bool emit_bytes(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    uint32_t operation = instruction(e, i)->operation;
    bool wraps = e->modular && i == e->count - 1 && (operation == EXPR_OP_ADD_INT || operation == EXPR_OP_SUBTRACT_INT);
    if (operation_at(operation).operands != 2 || !wits_expr_lanes_is_byte_operand(e, i, 0) ||
        !wits_expr_lanes_is_byte_operand(e, i, 1) || !(wraps || fits_byte(n->lo, n->hi))) {
        return false;
    }
    uint32_t kind = byte_kind(operation, wits_expr_lanes_byte_order(e, i));
    if (kind == LANES_KIND_COUNT) {
        return false;
    }
    lane_operand a = wits_expr_lanes_byte_operand(e, i, 0);
    lane_operand b = wits_expr_lanes_byte_operand(e, i, 1);
    lanes_op op = {.kind = (uint16_t)kind,
                   .out = wits_expr_lanes_new_byte(e->b),
                   .a = a.column,
                   .b = b.column,
                   .k = {a.column == 0 ? a.bits : b.bits}};
    wits_expr_lanes_emit(e->b, op);
    set_form(n, FORM_BYTE, op.out);
    return true;
}

/// Emits a formula. One of two operands may be a constant; of three operands none or the last two.
static void emit_formula(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    uint32_t count = operation_at(at->operation).operands;
    bool constants = count == 2;
    if (count == 3) {
        node *second = operand_node_of(e, i, 1);
        node *third = operand_node_of(e, i, 2);
        constants = e->nodes[i].operands[1] == FROM_CONSTANT && e->nodes[i].operands[2] == FROM_CONSTANT &&
                    second == NULL && third == NULL;
    }
    lane_operand o[3] = {0};
    o[0] = wits_expr_lanes_word_operand(e, i, 0, count == 2);
    if (count > 1) {
        o[1] = wits_expr_lanes_word_operand(e, i, 1, count == 2 ? o[0].column != 0 : constants);
    }
    if (count > 2) {
        o[2] = wits_expr_lanes_word_operand(e, i, 2, constants);
    }
    lanes_op op = {.kind = (uint16_t)(LANES_FIRST_FORMULA + at->operation),
                   .out = wits_expr_lanes_new_word(e->b),
                   .a = o[0].column,
                   .b = o[1].column,
                   .c = o[2].column,
                   .k = {o[0].column == 0 ? o[0].bits : o[1].bits, o[2].bits}};
    if (at->operation == EXPR_OP_SATURATE || operation_is_response(at->operation)) {
        op.k[0] = at->k[0];
        op.k[1] = at->k[1];
    }
    wits_expr_lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_WORD, op.out);
}

/// Emits a piecewise curve. Its knots follow it here, too.
static void emit_piecewise(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    lane_operand x = wits_expr_lanes_word_operand(e, i, 0, false);
    lanes_op op = {.kind = LANES_PIECEWISE32, .out = wits_expr_lanes_new_word(e->b), .a = x.column, .k = {at->k[0]}};
    wits_expr_lanes_emit(e->b, op);
    for (uint32_t knot = 1; knot <= at->k[0]; knot++) {
        wits_expr_lanes_emit(e->b, (lanes_op){.kind = LANES_KNOT, .k = {at[knot].k[0], at[knot].k[1]}});
    }
    set_form(&e->nodes[i], FORM_WORD, op.out);
}

static bool became_constant(expression *e, uint32_t i, uint32_t which) {
    const node *n = operand_node_of(e, i, which);
    return n != NULL ? n->form == FORM_CONSTANT : e->nodes[i].operands[which] == FROM_CONSTANT;
}

/// Folds an operation whose operands are all constants. Programs are folded at compile time, but more is constant here:
/// `present` of a pair, and `elapsed` of an option without a clock. Kernels need at least one operand that is not
/// constant.
static bool emit_folded(expression *e, uint32_t i) {
    const uint32_t operation = instruction(e, i)->operation;
    if (operation_is_leaf(operation) || operation_reads_field(operation)) {
        return false;
    }
    for (uint32_t which = 0; which < operand_count(instruction(e, i)); which++) {
        if (!became_constant(e, i, which)) {
            return false;
        }
    }
    e->nodes[i].bits = wits_expr_lanes_evaluate(e, i, &(expr_env){0});
    set_form(&e->nodes[i], FORM_CONSTANT, 0);
    return true;
}

static void emit_plain(expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    if (emit_folded(e, i)) {
        return;
    }
    if (operation_is(operation, OPERATION_TEST)) {
        set_form(&e->nodes[i], FORM_MASK, wits_expr_lanes_new_byte(e->b));
        wits_expr_lanes_emit_test(e, instruction(e, i), e->nodes[i].column, 0);
    } else if (operation_is_leaf(operation)) {
        emit_leaf(e, i);
    } else if (operation_is(operation, OPERATION_LOGIC)) {
        emit_logic(e, i);
    } else if (operation_is(operation, OPERATION_COMPARE)) {
        emit_comparison(e, i);
    } else if (operation == EXPR_OP_SELECT) {
        emit_select(e, i);
    } else if (operation == EXPR_OP_PIECEWISE) {
        emit_piecewise(e, i);
    } else if (!emit_bytes(e, i)) {
        emit_formula(e, i);
    }
}

static void emit_lookup(expression *e, node *n) {
    lanes_column out = wits_expr_lanes_new_byte(e->b);
    wits_expr_lanes_emit(
        e->b, (lanes_op){.kind = LANES_LOOKUP8, .out = out, .a = field_column(e, n->field), .k = {n->table}});
    set_form(n, n->is_bool ? FORM_MASK : FORM_BYTE, out);
}

/// Uses words, because x may have the bounds of a byte without being one: subtracts, then compares.
static void emit_saturated_word(expression *e, uint32_t i, node *x, uint32_t k) {
    lanes_op minus = {.kind = LANES_FIRST_FORMULA + EXPR_OP_SUBTRACT_INT,
                      .out = wits_expr_lanes_new_word(e->b),
                      .a = wits_expr_lanes_word_of(e, x),
                      .k = {k}};
    lanes_op max = {
        .kind = LANES_FIRST_FORMULA + EXPR_OP_MAX_INT, .out = wits_expr_lanes_new_word(e->b), .a = minus.out};
    wits_expr_lanes_emit(e->b, minus);
    wits_expr_lanes_emit(e->b, max);
    set_form(&e->nodes[i], FORM_WORD, max.out);
}

static void emit_saturated(expression *e, uint32_t i) {
    uint8_t inner = e->nodes[i].operands[0];
    node *x = &e->nodes[e->nodes[inner].operands[0]];
    const expr_instruction *subtraction = instruction(e, inner);
    uint32_t k = constant_of(subtraction, subtraction->b);
    if (x->form == FORM_WORD || x->form == FORM_CONSTANT) {
        emit_saturated_word(e, i, x, k);
    } else {
        lanes_op op = {.kind = LANES_SUBTRACT8_SATURATED,
                       .out = wits_expr_lanes_new_byte(e->b),
                       .a = wits_expr_lanes_byte_of(e, x),
                       .k = {k}};
        wits_expr_lanes_emit(e->b, op);
        set_form(&e->nodes[i], FORM_BYTE, op.out);
    }
}

/// Returns how many of the 2^24 values of `random` are less than k.
static uint32_t numbers_below(float k) {
    if (!(k > 0.0f)) {
        return 0;
    }
    if (k >= 1.0f) {
        return 1u << 24;
    }
    float count = k * 0x1p24f;  // exact
    uint32_t whole = (uint32_t)count;
    return whole + ((float)whole < count ? 1 : 0);
}

static void emit_chance(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    const expr_instruction *random = instruction(e, e->nodes[i].operands[0]);
    uint32_t below = numbers_below(math_float(constant_of(at, at->b)));
    lanes_column out = wits_expr_lanes_new_byte(e->b);
    if (below == 0) {  // never
        lanes_op none = wits_expr_lanes_range(out, e->place->mask, 0, 0xFF, 0);
        none.flags = LANES_INVERTED;
        wits_expr_lanes_emit(e->b, none);
    } else {
        wits_expr_lanes_emit(e->b,
                             (lanes_op){.kind = LANES_RANDOM_BELOW, .out = out, .k = {random->k[0], (below << 8) - 1}});
    }
    set_form(&e->nodes[i], FORM_MASK, out);
}

static void emit_picked(expression *e, uint32_t i) {
    uint8_t from = e->nodes[i].operands[0];
    const expr_instruction *select = instruction(e, from);
    node *condition = operand_node_of(e, from, 2);
    lanes_op op = {.kind = LANES_SELECT32,
                   .out = wits_expr_lanes_new_word(e->b),
                   .c = wits_expr_lanes_mask_of(e, condition),
                   .k = {math_bits((float)(int32_t)constant_of(select, select->a)),
                         math_bits((float)(int32_t)constant_of(select, select->b))}};
    wits_expr_lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_WORD, op.out);
}

static void emit_normal(expression *e, uint32_t i) {
    uint8_t division = e->nodes[i].operands[0];
    uint8_t subtraction = e->nodes[division].operands[0];
    const expr_instruction *minus = instruction(e, subtraction), *over = instruction(e, division);
    lane_operand from = wits_expr_lanes_word_operand(e, subtraction, 0, false);
    lanes_op op = {.kind = LANES_FIRST_FORMULA + EXPR_OP_NORMAL,
                   .out = wits_expr_lanes_new_word(e->b),
                   .a = from.column,
                   .k = {constant_of(minus, minus->b), constant_of(over, over->b)}};
    wits_expr_lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_WORD, op.out);
}

void wits_expr_lanes_emit_nodes(expression *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        node *n = &e->nodes[i];
        switch ((node_plan)n->plan) {
        case PLAN_PLAIN:
            emit_plain(e, i);
            break;
        case PLAN_LOOKUP:
            emit_lookup(e, n);
            break;
        case PLAN_SATURATED:
            emit_saturated(e, i);
            break;
        case PLAN_CHANCE:
            emit_chance(e, i);
            break;
        case PLAN_PICKED:
            emit_picked(e, i);
            break;
        case PLAN_NORMAL:
            emit_normal(e, i);
            break;
        default:
            break;
        }
    }
}
