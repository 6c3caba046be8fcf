// SPDX-License-Identifier: MIT
// Plans which instructions of an expression are needed, and in which form: backwards, from its value.
#include "expr/lanes_nodes.h"
#include "expr/run.h"

#include <string.h>

/// Uses few registers of the evaluator, because stacks are small.
uint32_t wits_expr_lanes_evaluate(const expression *e, uint32_t i, const expr_env *env) {
    enum { OUT = EXPR_FIRST_REGISTER + 3 };
    expr_value registers[OUT + 1];
    expr_instruction code[1 + WITS_MAX_KNOTS];
    const uint32_t length = instruction(e, i)->operation == EXPR_OP_PIECEWISE ? 1 + instruction(e, i)->k[0] : 1;
    memcpy(code, instruction(e, i), length * sizeof *code);
    expr_instruction *at = &code[0];
    uint8_t *const operands[] = {&at->a, &at->b, &at->c};
    for (uint32_t which = 0; which < 3; which++) {
        uint8_t from = e->nodes[i].operands[which];
        if (which >= operation_at(at->operation).operands) {
            *operands[which] = 0;
        } else if (from < FROM_FIELD) {
            *operands[which] = (uint8_t)(EXPR_FIRST_REGISTER + which);
            registers[*operands[which]].bits = e->nodes[from].bits;
        }
    }
    at->out = OUT;
    at->field = 0;
    code[length - 1].out = OUT;
    return wits_expr_run(code, length, env, registers).bits;
}

/// Returns the value of node i if its field has this value.
static uint32_t value_at(expression *e, uint32_t i, uint8_t value) {
    const expr_field field = {.base = &value, .stride = 1, .type = e->b->field_type(e->b->user, e->nodes[i].field)};
    const expr_env env = {.fields = &field};
    for (uint32_t j = 0; j <= i; j++) {
        bool apart = e->nodes[j].field != e->nodes[i].field && e->nodes[j].field != NO_FIELD;
        if (!apart) {
            e->nodes[j].bits = wits_expr_lanes_evaluate(e, j, &env);
        }
    }
    return e->nodes[i].bits;
}

/// A table of 16 entries suffices if all values from 15 on give the same result.
static bool plan_lookup(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    uint32_t operation = instruction(e, i)->operation;
    bool gives_int = n->is_bool || operation == EXPR_OP_SELECT || operation == EXPR_OP_ADD_INT ||
                     operation == EXPR_OP_SUBTRACT_INT || operation == EXPR_OP_MIN_INT || operation == EXPR_OP_MAX_INT;
    if (operation_is_leaf(operation) || !gives_int || n->field >= MANY_FIELDS || e->b->table_count >= UINT8_MAX) {
        return false;
    }
    uint32_t last = value_at(e, i, 15);
    for (uint32_t value = UINT8_MAX; value > 15; value--) {
        if (value_at(e, i, (uint8_t)value) != last) {
            return false;
        }
    }
    int32_t values[16];
    int32_t lo = (int32_t)last, hi = (int32_t)last;
    for (uint32_t value = 0; value < 16; value++) {
        values[value] = (int32_t)value_at(e, i, (uint8_t)value);
        lo = values[value] < lo ? values[value] : lo;
        hi = values[value] > hi ? values[value] : hi;
    }
    if (!fits_byte(lo, hi)) {
        return false;
    }
    n->lo = lo;
    n->hi = hi;
    uint8_t table[16];
    for (uint32_t value = 0; value < 16; value++) {
        table[value] = (uint8_t)(n->is_bool ? 0 - values[value] : values[value]);
    }
    n->table = (uint8_t)wits_expr_lanes_table(e->b, table);
    n->plan = PLAN_LOOKUP;
    return true;
}

static bool is_constant_operand(const expression *e, uint32_t i, uint32_t which, int32_t lo, int32_t hi) {
    bounds k = wits_expr_lanes_operand_bounds(e, i, which);
    return e->nodes[i].operands[which] == FROM_CONSTANT && k.lo >= lo && k.hi <= hi;
}

/// Plans max(x - k, 0) for a byte x that is never negative, where k fits a byte, too.
static bool plan_saturated(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    uint8_t from = n->operands[0];
    if (instruction(e, i)->operation != EXPR_OP_MAX_INT || from >= FROM_FIELD || !is_constant_operand(e, i, 1, 0, 0) ||
        instruction(e, from)->operation != EXPR_OP_SUBTRACT_INT) {
        return false;
    }
    uint8_t inner = e->nodes[from].operands[0];
    if (inner >= FROM_FIELD || !is_constant_operand(e, from, 1, 0, UINT8_MAX) || e->nodes[inner].is_bool ||
        e->nodes[inner].lo < 0 || e->nodes[inner].hi > UINT8_MAX) {
        return false;
    }
    n->plan = PLAN_SATURATED;
    e->nodes[inner].uses++;
    return true;
}

/// Plans random < k.
static bool plan_chance(expression *e, uint32_t i) {
    uint8_t from = e->nodes[i].operands[0];
    if (instruction(e, i)->operation != EXPR_OP_LESS || from >= FROM_FIELD ||
        e->nodes[i].operands[1] != FROM_CONSTANT || instruction(e, from)->operation != EXPR_OP_RANDOM) {
        return false;
    }
    e->nodes[i].plan = PLAN_CHANCE;
    return true;
}

/// A selection between two ints, as a float.
static bool plan_picked(expression *e, uint32_t i) {
    uint8_t from = e->nodes[i].operands[0];
    if (instruction(e, i)->operation != EXPR_OP_WIDEN || from >= FROM_FIELD ||
        instruction(e, from)->operation != EXPR_OP_SELECT) {
        return false;
    }
    const uint8_t *picked = e->nodes[from].operands;
    if (picked[0] != FROM_CONSTANT || picked[1] != FROM_CONSTANT || picked[2] >= FROM_FIELD) {
        return false;
    }
    e->nodes[i].plan = PLAN_PICKED;
    e->nodes[picked[2]].uses++;
    return true;
}

static bool is_constant_bits(const expression *e, uint32_t i, uint32_t which, uint32_t bits) {
    const expr_instruction *at = instruction(e, i);
    return e->nodes[i].operands[which] == FROM_CONSTANT && constant_operand(at, which) == bits;
}

/// Returns the instruction of operand 0 of i, if it is this operation with a constant as its second operand; else
/// FROM_FIELD.
static uint8_t from_constant_step(const expression *e, uint32_t i, uint32_t operation) {
    uint8_t from = e->nodes[i].operands[0];
    bool is_it = from < FROM_FIELD && instruction(e, from)->operation == operation &&
                 e->nodes[from].operands[0] != FROM_CONSTANT && e->nodes[from].operands[1] == FROM_CONSTANT;
    return is_it ? from : FROM_FIELD;
}

/// Plans clamp((x - k0) / k1, 0, 1), the beginning of considerations, as one operation: reading and writing columns
/// costs most.
static bool plan_normal(expression *e, uint32_t i) {
    if (instruction(e, i)->operation != EXPR_OP_CLAMP || !is_constant_bits(e, i, 1, math_bits(0.0f)) ||
        !is_constant_bits(e, i, 2, math_bits(1.0f))) {
        return false;
    }
    uint8_t division = from_constant_step(e, i, EXPR_OP_DIVIDE);
    uint8_t subtraction = division < FROM_FIELD ? from_constant_step(e, division, EXPR_OP_SUBTRACT) : FROM_FIELD;
    if (subtraction >= FROM_FIELD) {
        return false;
    }
    node *x = operand_node_of(e, subtraction, 0);
    e->nodes[i].plan = PLAN_NORMAL;
    if (x != NULL) {
        x->uses++;
    }
    return true;
}

static void plan_node(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    if (plan_lookup(e, i) || plan_saturated(e, i) || plan_chance(e, i) || plan_picked(e, i) || plan_normal(e, i)) {
        return;
    }
    n->plan = PLAN_PLAIN;
    if (n->guard < FROM_FIELD) {
        e->nodes[n->guard].uses++;
    }
    for (uint32_t which = 0; which < operand_count(instruction(e, i)); which++) {
        if (n->operands[which] < FROM_FIELD) {
            e->nodes[n->operands[which]].uses++;
        }
    }
}

/// Returns whether an operand is the field that is assigned.
static bool is_field_itself(const expression *e, uint32_t i, uint32_t which, uint32_t field) {
    uint8_t from = e->nodes[i].operands[which];
    if (from == FROM_FIELD) {
        return instruction(e, i)->field == field;
    }
    return from != FROM_CONSTANT && operation_is(instruction(e, from)->operation, OPERATION_LOAD) &&
           instruction(e, from)->field == field;
}

uint32_t wits_expr_lanes_added_operand(const expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    for (uint32_t which = 0; instruction(e, last)->operation == EXPR_OP_ADD_INT && which < 2; which++) {
        if (is_field_itself(e, last, which, field) && e->nodes[last].operands[1 - which] != FROM_FIELD) {
            return which;
        }
    }
    return 2;
}

static void need_operand(expression *e, uint32_t i, uint32_t which) {
    node *n = operand_node_of(e, i, which);
    if (n != NULL) {
        n->uses++;
    }
}

static void need_condition(expression *e, uint32_t i) {
    if (!is_test_operand(e, i, 2)) {
        need_operand(e, i, 2);
    }
}

uint32_t wits_expr_lanes_something_or_nothing(const expression *e, uint32_t i) {
    if (instruction(e, i)->operation != EXPR_OP_SELECT) {
        return 2;
    }
    return is_constant_operand(e, i, 0, 0, 0) ? 1 : is_constant_operand(e, i, 1, 0, 0) ? 0 : 2;
}

static bool plan_added(expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    uint32_t added = e->b->field_type(e->b->user, field) == WITS_TYPE_INT ? wits_expr_lanes_added_operand(e, field) : 2;
    if (added == 2) {
        return false;
    }
    uint8_t from = e->nodes[last].operands[1 - added];
    bool is_choice = from < FROM_FIELD && wits_expr_lanes_something_or_nothing(e, from) < 2;
    if (!is_choice || plan_lookup(e, from)) {
        e->nodes[last].plan = PLAN_ADDED;
        need_operand(e, last, 1 - added);
        return true;
    }
    e->nodes[last].plan = PLAN_ADDED_IF;
    need_operand(e, from, wits_expr_lanes_something_or_nothing(e, from));
    need_condition(e, from);
    return true;
}

/// Storing a float again may change it, because NaN becomes canonical.
static bool plan_kept(expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    if (e->b->field_type(e->b->user, field) == WITS_TYPE_FLOAT || instruction(e, last)->operation != EXPR_OP_SELECT ||
        !is_field_itself(e, last, 1, field) || e->nodes[last].operands[0] == FROM_FIELD) {
        return false;
    }
    e->nodes[last].plan = PLAN_KEPT;
    need_operand(e, last, 0);
    need_condition(e, last);
    return true;
}

static bool plan_taken(expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    node *n = &e->nodes[last];
    if (e->b->field_type(e->b->user, field) != WITS_TYPE_UINT8 || !plan_saturated(e, last)) {
        return false;
    }
    uint8_t inner = n->operands[0];
    node *x = &e->nodes[e->nodes[inner].operands[0]];
    n->plan = is_field_itself(e, inner, 0, field) ? PLAN_TAKEN : PLAN_SATURATED;
    x->uses = n->plan == PLAN_TAKEN ? 0 : x->uses;
    return true;
}

/// Plans an assignment that needs less than the whole value. Returns false if nothing is saved.
static bool plan_assigned(expression *e, uint32_t field) {
    e->modular = is_byte_type(e->b->field_type(e->b->user, field));
    return plan_added(e, field) || plan_kept(e, field) || plan_taken(e, field);
}

void wits_expr_lanes_plan_nodes(expression *e, uint32_t field) {
    uint32_t i = e->count;
    e->nodes[i - 1].uses++;
    if (field != EXPR_NONE && plan_assigned(e, field)) {
        i--;
    }
    while (i-- > 0) {
        if (e->nodes[i].uses != 0 && e->nodes[i].plan == PLAN_NOT_NEEDED) {
            plan_node(e, i);
        }
    }
}
