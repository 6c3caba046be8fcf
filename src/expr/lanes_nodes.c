// SPDX-License-Identifier: MIT
// Finds the instruction that computes each operand of an expression, and the bounds of each value.
#include "expr/lanes_nodes.h"

#include "expr/bounds.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- bounds

static bounds full(void) {
    return (bounds){INT32_MIN, INT32_MAX};
}

bounds wits_expr_lanes_type_bounds(expr_field_type type) {
    switch (type) {
    case WITS_TYPE_BOOL:  // the host may store any byte
    case WITS_TYPE_ENUM:
    case WITS_TYPE_UINT8:
        return (bounds){0, UINT8_MAX};
    case WITS_TYPE_INT8:
        return (bounds){INT8_MIN, INT8_MAX};
    case WITS_TYPE_INT16:
        return (bounds){INT16_MIN, INT16_MAX};
    case WITS_TYPE_UINT16:
        return (bounds){0, UINT16_MAX};
    default:
        return full();
    }
}

bounds wits_expr_lanes_operand_bounds(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    if (from == FROM_FIELD || which >= operand_count(instruction(e, i))) {
        return full();
    }
    if (from == FROM_CONSTANT) {
        int32_t k = (int32_t)constant_operand(instruction(e, i), which);
        return (bounds){k, k};
    }
    return (bounds){e->nodes[from].lo, e->nodes[from].hi};
}

static bounds bounds_of(const expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    if (operation_is(at->operation, OPERATION_LOAD)) {
        return wits_expr_lanes_type_bounds(e->b->field_type(e->b->user, at->field));
    }
    if (at->operation == EXPR_OP_CONSTANT) {
        return (bounds){(int32_t)at->k[0], (int32_t)at->k[0]};
    }
    if (operation_is_leaf(at->operation)) {
        return full();
    }
    expr_bounds operands[3];
    for (uint32_t which = 0; which < 3; which++) {
        const bounds of = wits_expr_lanes_operand_bounds(e, i, which);
        operands[which] = wits_expr_bounds_int(of.lo, of.hi);
    }
    const expr_bounds result = wits_expr_bounds_computed(at, operands);
    return (bounds){result.low, result.high};
}

// --------------------------------------------------------------------------------------------------------------- nodes

static uint8_t operand_node(const expr_instruction *at, uint8_t reg, const uint8_t *made_by) {
    if (reg >= EXPR_FIRST_REGISTER) {
        return made_by[reg];
    }
    return reg == 1 && (at->flags & EXPR_FIELD_OPERAND) != 0 ? FROM_FIELD : FROM_CONSTANT;
}

static uint16_t join_fields(uint16_t a, uint16_t b) {
    return a == NO_FIELD ? b : b == NO_FIELD || a == b ? a : (uint16_t)MANY_FIELDS;
}

static uint16_t field_dependence(const expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    if (operation_reads_field(at->operation)) {
        return is_byte_type(e->b->field_type(e->b->user, at->field)) ? at->field : (uint16_t)MANY_FIELDS;
    }
    if (operation_is_leaf(at->operation)) {
        return at->operation == EXPR_OP_CONSTANT ? (uint16_t)NO_FIELD : (uint16_t)MANY_FIELDS;
    }
    uint16_t field = NO_FIELD;
    for (uint32_t which = 0; which < operation_at(at->operation).operands; which++) {
        uint8_t from = e->nodes[i].operands[which];
        uint16_t of = from == FROM_CONSTANT ? (uint16_t)NO_FIELD
                      : from == FROM_FIELD  ? (uint16_t)MANY_FIELDS
                                            : e->nodes[from].field;
        field = join_fields(field, of);
    }
    return field;
}

static bool operand_is_bool(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    return from < FROM_FIELD && e->nodes[from].is_bool;
}

static bool is_bool_node(const expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    if (operation == EXPR_OP_SELECT) {
        bounds all = bounds_of(e, i);
        return all.lo >= 0 && all.hi <= 1 && (operand_is_bool(e, i, 0) || operand_is_bool(e, i, 1));
    }
    return operation_gives_bool(operation);
}

static bool same_operand(const expression *e, uint32_t i, uint32_t j, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    bool is_constant = from == FROM_CONSTANT;
    return from == e->nodes[j].operands[which] &&
           (!is_constant || operand_register(instruction(e, i), which) == operand_register(instruction(e, j), which));
}

static bool same_operands(const expression *e, uint32_t i, uint32_t j) {
    const expr_instruction *at = instruction(e, i);
    const uint32_t count = operation_calls(at->operation) ? operand_count(at) : 3;
    bool same = true;
    for (uint32_t which = 0; which < count; which++) {
        same = same && same_operand(e, i, j, which);
    }
    return same;
}

/// Compares the knots of a curve, or the arguments of a call, that follow two instructions.
static bool same_behind(const expr_instruction *a, const expr_instruction *b) {
    bool same = true;
    for (uint32_t i = 1; i < operation_length(a); i++) {
        same = same && a[i].b == b[i].b && a[i].field == b[i].field && memcmp(a[i].k, b[i].k, sizeof a[i].k) == 0;
    }
    return same;
}

static bool same_guard(const expression *e, uint32_t i, uint32_t j) {
    return e->nodes[i].guard == e->nodes[j].guard && e->nodes[i].guard_holds == e->nodes[j].guard_holds;
}

/// Returns an earlier instruction that gives the same value as i, else i. Nothing is written between them, and host
/// functions are pure.
static uint32_t same_as(const expression *e, uint32_t i) {
    const expr_instruction *a = instruction(e, i);
    for (uint32_t j = 0; j < i; j++) {
        const expr_instruction *b = instruction(e, j);
        if (a->operation == b->operation && a->flags == b->flags && a->field == b->field && a->k[0] == b->k[0] &&
            a->k[1] == b->k[1] && same_operands(e, i, j) && same_behind(a, b) && same_guard(e, i, j)) {
            return j;
        }
    }
    return i;
}

// --------------------------------------------------------------------------------------------------------------- parts

static bool is_unread(const uint32_t *unread, uint32_t number) {
    return (unread[number / 32] >> number % 32 & 1) != 0;
}

/// Each register is written once and read once. Returns the change in the number of values that are still to be read.
static int32_t pass_instruction(const expr_instruction *at, uint32_t *unread) {
    uint8_t operands[EXPR_MAX_ARGUMENTS];
    const uint32_t count = operation_registers(at, operands);
    int32_t more = 0;
    for (uint32_t i = 0; i < count; i++) {
        more -= is_unread(unread, operands[i]);
        unread[operands[i] / 32] &= ~(1u << operands[i] % 32);
    }
    more += !is_unread(unread, at->out);
    unread[at->out / 32] |= 1u << at->out % 32;
    return more;
}

/// Returns the end of a part that begins with this many nodes: the point in its second half at which it keeps the
/// fewest values for other parts. EXPR_NONE if it always keeps too much.
static uint32_t end_of_part(const expression *e, uint32_t nodes) {
    uint32_t unread[EXPR_REGISTERS / 32];
    uint32_t end = EXPR_NONE;
    int32_t values = 0, least = LANES_MAX_CARRIED;
    memcpy(unread, e->unread, sizeof unread);
    for (uint32_t number = 0; number < EXPR_REGISTERS; number++) {
        values += is_unread(unread, number);
    }
    for (uint32_t i = e->next; i < e->program->count; i += operation_length(&e->program->code[i])) {
        const expr_instruction *at = &e->program->code[i];
        if (operation_is(at->operation, OPERATION_PASSIVE)) {
            continue;
        }
        if (nodes++ == LANES_MAX_NODES) {
            return end;
        }
        values += pass_instruction(at, unread);
        if (nodes > LANES_MAX_NODES / 2 && values <= least) {
            least = values;
            end = i + operation_length(at);
        }
    }
    return e->program->count;
}

/// Adds a node for an instruction.
static void read_node(expression *e, uint32_t index) {
    const uint32_t i = e->count++;
    node *n = &e->nodes[i];
    e->at[i] = index;
    e->own[i] = e->program->code[index];
    if (e->place->replace != NULL && e->place->replace(e->place->user, &e->own[i])) {
        e->at[i] = EXPR_NONE;
    }
    const expr_instruction *at = instruction(e, i);
    *n = (node){.operands = {FROM_CONSTANT, FROM_CONSTANT, FROM_CONSTANT, FROM_CONSTANT},
                .field = NO_FIELD,
                .guard = FROM_CONSTANT};
    if (index < e->guard_end && operation_calls(at->operation)) {
        const expr_instruction *skip = &e->program->code[e->guard];
        n->guard = e->made_by[skip->a];
        n->guard_holds = skip->operation == EXPR_OP_SKIP_UNLESS;
    }
    for (uint32_t which = 0; which < operand_count(at); which++) {
        n->operands[which] = operand_node(at, operand_register(at, which), e->made_by);
    }
    pass_instruction(at, e->unread);
    n->is_bool = is_bool_node(e, i);
    bounds of = n->is_bool ? (bounds){0, 1} : bounds_of(e, i);
    n->lo = (int32_t)of.lo;
    n->hi = (int32_t)of.hi;
    n->field = field_dependence(e, i);
}

bool wits_expr_lanes_read_nodes(expression *e) {
    const uint32_t end = end_of_part(e, e->count);
    if (end == EXPR_NONE) {
        return false;
    }
    for (uint32_t i = e->next; i < end; i++) {
        const expr_instruction *at = &e->program->code[i];
        if (at->operation == EXPR_OP_SKIP_IF || at->operation == EXPR_OP_SKIP_UNLESS) {
            e->guard = i;
            e->guard_end = i + at->k[0];  // the last that it skips reads the condition
        } else if (!operation_is(at->operation, OPERATION_PASSIVE)) {
            read_node(e, i);
            e->made_by[at->out] = (uint8_t)same_as(e, e->count - 1);
        }
    }
    e->next = end;
    for (uint32_t number = 0; number < EXPR_REGISTERS && end < e->program->count; number++) {
        if (is_unread(e->unread, number)) {
            e->nodes[e->made_by[number]].uses++;
        }
    }
    return true;
}

/// A value of an earlier part: a separate instruction, or the constant that it was folded to.
static void carry_node(expression *e, uint32_t from, uint32_t to) {
    node *n = &e->nodes[to];
    const bool is_constant = e->nodes[from].form == FORM_CONSTANT;
    *n = e->nodes[from];
    memset(n->operands, FROM_CONSTANT, sizeof n->operands);
    n->uses = 0;
    n->plan = PLAN_CARRIED;
    n->field = is_constant ? NO_FIELD : MANY_FIELDS;
    e->at[to] = EXPR_NONE;
    e->own[to] = (expr_instruction){.operation = is_constant ? EXPR_OP_CONSTANT : EXPR_OP_ACTION,
                                    .k = {is_constant ? n->bits : EXPR_NONE - to}};
}

void wits_expr_lanes_carry_nodes(expression *e) {
    uint8_t moved[LANES_MAX_NODES];
    bool is_kept[LANES_MAX_NODES] = {false};
    uint32_t count = 0;
    for (uint32_t number = 0; number < EXPR_REGISTERS; number++) {
        if (is_unread(e->unread, number)) {
            is_kept[e->made_by[number]] = true;
        }
    }
    for (uint32_t i = 0; i < e->count; i++) {
        if (is_kept[i]) {
            carry_node(e, i, count);
            moved[i] = (uint8_t)count++;
        }
    }
    for (uint32_t number = 0; number < EXPR_REGISTERS; number++) {
        if (is_unread(e->unread, number)) {
            e->made_by[number] = moved[e->made_by[number]];
        }
    }
    e->count = count;
}
