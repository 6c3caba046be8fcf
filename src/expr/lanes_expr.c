// SPDX-License-Identifier: MIT
// An expression's program as operations over columns.
//
// First, forwards: which instruction each operand comes from, and between which bounds its value lies (read_nodes).
// Then, backwards: which are needed, and in which form (plan_nodes). Then, forwards again, they are written
// (emit_nodes). A bool is a mask; an int whose bounds fit a byte, computed of such, is a byte; all else is a word.
#include "expr/lanes.h"
#include "expr/run.h"

#include <string.h>

enum {
    FROM_CONSTANT = 0xFF,  ///< an operand that is one of the instruction's constants
    FROM_FIELD = 0xFE,     ///< or its field
    NO_FIELD = 0xFFFF,
    MANY_FIELDS = 0xFFFE,
};

typedef enum node_plan {
    PLAN_NOT_NEEDED,
    PLAN_PLAIN,
    PLAN_LOOKUP,     ///< a function of one field of a byte: its table is number `table`
    PLAN_SATURATED,  ///< max(x - k, 0)
    PLAN_ADDED,      ///< field + x, to be assigned to that field: only x is computed
    PLAN_ADDED_IF,   ///< field + (x if c else 0), or the other way round: only x and c are
    PLAN_KEPT,       ///< x if c else field, to be assigned to that field: only x and c are
    PLAN_TAKEN,      ///< max(field - k, 0), to be assigned to that field of a byte: nothing is
    PLAN_CHANCE,     ///< random < k
    PLAN_PICKED,     ///< (k0 if c else k1), ints, as floats: only c is computed
} node_plan;

typedef enum node_form { FORM_NONE, FORM_CONSTANT, FORM_MASK, FORM_BYTE, FORM_WORD } node_form;

/// An instruction's value.
typedef struct node {
    int32_t lo, hi;       ///< bounds, of ints
    uint8_t operands[3];  ///< the instructions that made a, b, c
    uint8_t uses;
    uint16_t field;  ///< the one field of a byte that it depends on, and on nothing else
    uint8_t plan;
    uint8_t form;
    bool is_bool;
    uint8_t table;
    lanes_column column;  ///< by form
    lanes_column word;    ///< the same as words, if that has been needed
    uint32_t bits;        ///< FORM_CONSTANT
} node;

typedef struct expression {
    lanes_builder *b;
    const lanes_place *place;
    const expr_program *program;
    uint32_t count;
    bool modular;  ///< the value goes into a field of a byte: sums need be right modulo 256 only
    node nodes[LANES_MAX_NODES];
} expression;

static const expr_instruction *instruction(const expression *e, uint32_t i) {
    return &e->program->code[i];
}

static bool is_skip(uint32_t operation) {
    return operation == EXPR_OP_SKIP_IF || operation == EXPR_OP_SKIP_UNLESS;
}

static bool is_test(uint32_t operation) {
    return operation >= EXPR_OP_TEST_BOOL && operation <= EXPR_OP_TEST_FLOAT;
}

static bool is_leaf(uint32_t operation) {
    return operation <= EXPR_OP_IS_IN;
}

static bool is_byte_type(expr_field_type type) {
    return expr_field_size(type) == 1;
}

static bool reads_field(uint32_t operation) {
    return operation <= EXPR_OP_TEST_FLOAT;
}

// -------------------------------------------------------------------------------------------------------------- bounds

typedef struct bounds {
    int64_t lo, hi;
} bounds;

static bounds full(void) {
    return (bounds){INT32_MIN, INT32_MAX};
}

static bounds of_type(expr_field_type type) {
    switch (type) {
    case WITS_BOOL:  // whatever the host has put there
    case WITS_ENUM:
    case WITS_UINT8:
        return (bounds){0, UINT8_MAX};
    case WITS_INT8:
        return (bounds){INT8_MIN, INT8_MAX};
    case WITS_INT16:
        return (bounds){INT16_MIN, INT16_MAX};
    case WITS_UINT16:
        return (bounds){0, UINT16_MAX};
    default:
        return full();
    }
}

static uint32_t constant_of(const expr_instruction *at, uint32_t reg) {
    return at->k[reg];
}

static uint8_t operand_register(const expr_instruction *at, uint32_t which) {
    return which == 0 ? at->a : which == 1 ? at->b : at->c;
}

static bounds operand_bounds(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    if (from == FROM_FIELD) {
        return full();
    }
    if (from == FROM_CONSTANT) {
        int32_t k = (int32_t)constant_of(instruction(e, i), operand_register(instruction(e, i), which));
        return (bounds){k, k};
    }
    return (bounds){e->nodes[from].lo, e->nodes[from].hi};
}

static int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/// Of what lies in a byte little else than these comes.
static bounds bounds_of(const expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    bounds a = operand_bounds(e, i, 0);
    bounds b = operand_bounds(e, i, 1);
    bounds result = full();
    switch ((expr_operation)at->operation) {
    case EXPR_OP_ADD_INT:
        result = (bounds){a.lo + b.lo, a.hi + b.hi};
        break;
    case EXPR_OP_SUBTRACT_INT:
        result = (bounds){a.lo - b.hi, a.hi - b.lo};
        break;
    case EXPR_OP_MIN_INT:
        result = (bounds){lesser(a.lo, b.lo), lesser(a.hi, b.hi)};
        break;
    case EXPR_OP_MAX_INT:
        result = (bounds){greater(a.lo, b.lo), greater(a.hi, b.hi)};
        break;
    case EXPR_OP_SELECT:
        result = (bounds){lesser(a.lo, b.lo), greater(a.hi, b.hi)};
        break;
    case EXPR_OP_CONSTANT:
        result = (bounds){(int32_t)at->k[0], (int32_t)at->k[0]};
        break;
    default:
        if (at->operation <= EXPR_OP_LOAD_FLOAT) {
            result = of_type(e->b->field_types[at->field]);
        }
        break;
    }
    return result.lo < INT32_MIN || result.hi > INT32_MAX ? full() : result;
}

// --------------------------------------------------------------------------------------------------------------- nodes

static uint8_t operand_node(const expr_instruction *at, uint8_t reg, const uint8_t *made_by) {
    if (reg >= EXPR_FIRST_REGISTER) {
        return made_by[reg];
    }
    return reg == 1 && (at->flags & EXPR_FIELD_OPERAND) != 0 ? FROM_FIELD : FROM_CONSTANT;
}

static uint32_t operand_count(uint32_t operation) {
    if (is_leaf(operation)) {
        return 0;
    }
    if (operation < EXPR_OP_ADD_INT || operation == EXPR_OP_SATURATE) {
        return 1;
    }
    return operation < EXPR_OP_CLAMP_INT ? 2 : 3;
}

static uint16_t join_fields(uint16_t a, uint16_t b) {
    return a == NO_FIELD ? b : b == NO_FIELD || a == b ? a : (uint16_t)MANY_FIELDS;
}

static uint16_t field_dependence(const expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    if (reads_field(at->operation)) {
        return is_byte_type(e->b->field_types[at->field]) ? at->field : (uint16_t)MANY_FIELDS;
    }
    if (is_leaf(at->operation)) {
        return at->operation == EXPR_OP_CONSTANT ? (uint16_t)NO_FIELD : (uint16_t)MANY_FIELDS;
    }
    uint16_t field = NO_FIELD;
    for (uint32_t which = 0; which < operand_count(at->operation); which++) {
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
    return is_test(operation) || operation == EXPR_OP_CONDITION || operation == EXPR_OP_IS_IN ||
           operation == EXPR_OP_NOT || (operation >= EXPR_OP_EQUAL_INT && operation <= EXPR_OP_OR);
}

static void read_nodes(expression *e) {
    uint8_t made_by[EXPR_REGISTERS];
    memset(made_by, FROM_CONSTANT, sizeof made_by);
    for (uint32_t i = 0; i < e->count; i++) {
        const expr_instruction *at = instruction(e, i);
        node *n = &e->nodes[i];
        *n = (node){.operands = {FROM_CONSTANT, FROM_CONSTANT, FROM_CONSTANT}, .field = NO_FIELD};
        if (is_skip(at->operation)) {
            continue;
        }
        for (uint32_t which = 0; which < operand_count(at->operation); which++) {
            n->operands[which] = operand_node(at, operand_register(at, which), made_by);
        }
        n->is_bool = is_bool_node(e, i);
        bounds of = n->is_bool ? (bounds){0, 1} : bounds_of(e, i);
        n->lo = (int32_t)of.lo;
        n->hi = (int32_t)of.hi;
        n->field = field_dependence(e, i);
        made_by[at->out] = (uint8_t)i;
    }
}

// --------------------------------------------------------------------------------------------------------------- plans

/// The value of node i where its field has this one: by the evaluator of one agent.
static uint32_t value_at(const expression *e, uint32_t i, uint8_t value) {
    expr_value registers[EXPR_REGISTERS];
    const expr_field field = {&value, 1, e->b->field_types[e->nodes[i].field]};
    const expr_env env = {.fields = &field};
    for (uint32_t j = 0; j <= i; j++) {
        expr_instruction at = *instruction(e, j);
        bool apart = e->nodes[j].field != e->nodes[i].field && e->nodes[j].field != NO_FIELD;
        if (is_skip(at.operation) || apart) {
            continue;
        }
        at.field = 0;
        expr_run(&at, 1, &env, registers);
        if (j == i) {
            return registers[at.out].bits;
        }
    }
    return 0;
}

static bool fits_byte(int64_t lo, int64_t hi) {
    return (lo >= 0 && hi <= UINT8_MAX) || (lo >= INT8_MIN && hi <= INT8_MAX);
}

/// A table of 16 serves if all values from 15 on give the same.
static bool plan_lookup(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    uint32_t operation = instruction(e, i)->operation;
    bool gives_int = n->is_bool || operation == EXPR_OP_SELECT || operation == EXPR_OP_ADD_INT ||
                     operation == EXPR_OP_SUBTRACT_INT || operation == EXPR_OP_MIN_INT || operation == EXPR_OP_MAX_INT;
    if (is_leaf(operation) || !gives_int || n->field >= MANY_FIELDS || e->b->table_count >= UINT8_MAX) {
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
    n->table = (uint8_t)lanes_table(e->b, table);
    n->plan = PLAN_LOOKUP;
    return true;
}

static bool is_constant_operand(const expression *e, uint32_t i, uint32_t which, int32_t lo, int32_t hi) {
    bounds k = operand_bounds(e, i, which);
    return e->nodes[i].operands[which] == FROM_CONSTANT && k.lo >= lo && k.hi <= hi;
}

/// max(x - k, 0) of a byte that is never negative, and k no more than one.
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

static node *operand_node_of(expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    return from < FROM_FIELD ? &e->nodes[from] : NULL;
}

/// random < k
static bool plan_chance(expression *e, uint32_t i) {
    uint8_t from = e->nodes[i].operands[0];
    if (instruction(e, i)->operation != EXPR_OP_LESS || from >= FROM_FIELD ||
        e->nodes[i].operands[1] != FROM_CONSTANT || instruction(e, from)->operation != EXPR_OP_RANDOM) {
        return false;
    }
    e->nodes[i].plan = PLAN_CHANCE;
    return true;
}

/// A choice between two ints, as a float.
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

static void plan_node(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    if (plan_lookup(e, i) || plan_saturated(e, i) || plan_chance(e, i) || plan_picked(e, i)) {
        return;
    }
    n->plan = PLAN_PLAIN;
    for (uint32_t which = 0; which < operand_count(instruction(e, i)->operation); which++) {
        if (n->operands[which] < FROM_FIELD) {
            e->nodes[n->operands[which]].uses++;
        }
    }
}

/// Whether an operand is the very field that is assigned.
static bool is_field_itself(const expression *e, uint32_t i, uint32_t which, uint32_t field) {
    uint8_t from = e->nodes[i].operands[which];
    if (from == FROM_FIELD) {
        return instruction(e, i)->field == field;
    }
    return from != FROM_CONSTANT && instruction(e, from)->operation <= EXPR_OP_LOAD_FLOAT &&
           instruction(e, from)->field == field;
}

/// Which operand of the last node is the field that is added to; 2 if none is.
static uint32_t added_operand(const expression *e, uint32_t field) {
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

/// A condition that is a test of a field is written where it is used.
static bool is_test_operand(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    return from < FROM_FIELD && is_test(instruction(e, from)->operation);
}

static void need_condition(expression *e, uint32_t i) {
    if (!is_test_operand(e, i, 2)) {
        need_operand(e, i, 2);
    }
}

/// Of a choice between something and the int 0, which operand is the something; 2 if it is none.
static uint32_t something_or_nothing(const expression *e, uint32_t i) {
    if (instruction(e, i)->operation != EXPR_OP_SELECT) {
        return 2;
    }
    return is_constant_operand(e, i, 0, 0, 0) ? 1 : is_constant_operand(e, i, 1, 0, 0) ? 0 : 2;
}

static bool plan_added(expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    uint32_t added = e->b->field_types[field] == WITS_INT ? added_operand(e, field) : 2;
    if (added == 2) {
        return false;
    }
    uint8_t from = e->nodes[last].operands[1 - added];
    bool is_choice = from < FROM_FIELD && something_or_nothing(e, from) < 2;
    if (!is_choice || plan_lookup(e, from)) {
        e->nodes[last].plan = PLAN_ADDED;
        need_operand(e, last, 1 - added);
        return true;
    }
    e->nodes[last].plan = PLAN_ADDED_IF;
    need_operand(e, from, something_or_nothing(e, from));
    need_condition(e, from);
    return true;
}

/// A float that is stored anew may change: not every NaN is canonical.
static bool plan_kept(expression *e, uint32_t field) {
    uint32_t last = e->count - 1;
    if (e->b->field_types[field] == WITS_FLOAT || instruction(e, last)->operation != EXPR_OP_SELECT ||
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
    if (e->b->field_types[field] != WITS_UINT8 || !plan_saturated(e, last)) {
        return false;
    }
    uint8_t inner = n->operands[0];
    node *x = &e->nodes[e->nodes[inner].operands[0]];
    n->plan = is_field_itself(e, inner, 0, field) ? PLAN_TAKEN : PLAN_SATURATED;
    x->uses = n->plan == PLAN_TAKEN ? 0 : x->uses;
    return true;
}

/// What a field is assigned may need less than its value. False if nothing is saved.
static bool plan_assigned(expression *e, uint32_t field) {
    e->modular = is_byte_type(e->b->field_types[field]);
    return plan_added(e, field) || plan_kept(e, field) || plan_taken(e, field);
}

/// `field`: to be assigned to it, or EXPR_NONE.
static void plan_nodes(expression *e, uint32_t field) {
    uint32_t i = e->count;
    e->nodes[i - 1].uses = 1;
    if (field != EXPR_NONE && plan_assigned(e, field)) {
        i--;
    }
    while (i-- > 0) {
        if (e->nodes[i].uses != 0 && e->nodes[i].plan == PLAN_NOT_NEEDED) {
            plan_node(e, i);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ operands

static void release(expression *e, node *n) {
    if (--n->uses == 0) {
        lanes_free(e->b, n->word);
        if (n->column != e->place->elapsed) {  // that is not ours
            lanes_free(e->b, n->column);
        }
    }
}

static void set_form(node *n, node_form form, lanes_column column) {
    n->form = (uint8_t)form;
    n->column = column;
}

static lanes_column filled_word(expression *e, uint32_t bits) {
    lanes_column out = lanes_new_word(e->b);
    lanes_emit(e->b, (lanes_op){.kind = LANES_FILL32, .out = out, .k = {bits}});
    return out;
}

/// The node's value as bytes: a bool becomes 0 or 1.
static lanes_column byte_of(expression *e, node *n) {
    if (n->form == FORM_MASK) {
        lanes_column out = lanes_new_byte(e->b);
        lanes_emit(e->b, (lanes_op){.kind = LANES_AND8, .out = out, .a = n->column, .k = {1}});
        lanes_free(e->b, n->column);
        set_form(n, FORM_BYTE, out);
    }
    return n->column;
}

static lanes_column word_of(expression *e, node *n) {
    if (n->form == FORM_WORD) {
        return n->column;
    }
    if (n->word == 0 && n->form == FORM_CONSTANT) {
        n->word = filled_word(e, n->bits);
    } else if (n->word == 0) {
        lanes_column from = byte_of(e, n);
        n->word = lanes_new_word(e->b);
        lanes_emit(e->b, (lanes_op){.kind = n->lo < 0 ? LANES_WIDEN8_SIGNED : LANES_WIDEN8, .out = n->word, .a = from});
    }
    return n->word;
}

static lanes_column mask_of(expression *e, node *n) {
    if (n->form == FORM_MASK) {
        return n->column;
    }
    lanes_column out = lanes_new_byte(e->b);
    if (n->form == FORM_CONSTANT) {  // of any column, none or all
        lanes_op none = {.kind = LANES_RANGE8,
                         .out = out,
                         .a = e->place->mask,
                         .k = {0, 0xFF},
                         .flags = n->bits == 0 ? LANES_INVERTED : 0};
        lanes_emit(e->b, none);
    } else if (n->form == FORM_BYTE) {
        lanes_emit(e->b, (lanes_op){.kind = LANES_RANGE8, .out = out, .a = n->column, .k = {1, 0xFE}});
    } else {
        lanes_emit(e->b, (lanes_op){.kind = LANES_RANGE32, .out = out, .a = n->column, .k = {1, 0xFFFFFFFEu}});
    }
    lanes_free(e->b, n->column);
    set_form(n, FORM_MASK, out);
    return out;
}

/// An operand as it is asked for; of a constant 0, and its bits.
typedef struct operand {
    lanes_column column;
    uint32_t bits;
    bool own;  ///< a temporary of this operand alone
} operand;

/// `or_constant`: a constant may stay one.
static operand word_operand(expression *e, uint32_t i, uint32_t which, bool or_constant) {
    const expr_instruction *at = instruction(e, i);
    node *n = operand_node_of(e, i, which);
    if (e->nodes[i].operands[which] == FROM_FIELD) {
        return (operand){.column = (lanes_column)(e->b->first_field + at->field)};
    }
    uint32_t bits = n == NULL ? constant_of(at, operand_register(at, which)) : n->bits;
    bool is_constant = n == NULL || n->form == FORM_CONSTANT;
    if (is_constant && or_constant) {
        return (operand){.bits = bits};
    }
    if (n == NULL) {
        return (operand){.column = filled_word(e, bits), .own = true};
    }
    return (operand){.column = word_of(e, n)};
}

static operand mask_operand(expression *e, uint32_t i, uint32_t which) {
    node *n = operand_node_of(e, i, which);
    if (n != NULL && n->form != FORM_CONSTANT) {
        return (operand){.column = mask_of(e, n)};
    }
    uint32_t bits = n != NULL ? n->bits : constant_of(instruction(e, i), operand_register(instruction(e, i), which));
    return (operand){.bits = bits != 0 ? 0xFF : 0};
}

static operand byte_operand(expression *e, uint32_t i, uint32_t which) {
    node *n = operand_node_of(e, i, which);
    if (n != NULL && n->form != FORM_CONSTANT) {
        return (operand){.column = byte_of(e, n)};
    }
    return (operand){.bits = n != NULL ? n->bits
                                       : constant_of(instruction(e, i), operand_register(instruction(e, i), which))};
}

static void drop(expression *e, operand o) {
    if (o.own) {
        lanes_free(e->b, o.column);
    }
}

/// Whether the operand is a byte already, or a constant that fits one.
static bool is_byte_operand(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    bounds of = operand_bounds(e, i, which);
    if (from == FROM_FIELD || !fits_byte(of.lo, of.hi)) {
        return false;
    }
    return from == FROM_CONSTANT || e->nodes[from].form != FORM_WORD;
}

/// Whether two operands are bytes that compare as such: 1 without, 2 with signs; 0 if they do not.
static uint32_t byte_order(const expression *e, uint32_t i) {
    if (!is_byte_operand(e, i, 0) || !is_byte_operand(e, i, 1)) {
        return 0;
    }
    bounds a = operand_bounds(e, i, 0), b = operand_bounds(e, i, 1);
    int64_t lo = lesser(a.lo, b.lo), hi = greater(a.hi, b.hi);
    return lo >= 0 && hi <= UINT8_MAX ? 1 : lo >= INT8_MIN && hi <= INT8_MAX ? 2 : 0;
}

// ------------------------------------------------------------------------------------------------------------ emitting

static lanes_column field_column(const expression *e, uint32_t field) {
    return (lanes_column)(e->b->first_field + field);
}

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
        set_form(n, FORM_WORD, lanes_new_word(e->b));
        lanes_emit(e->b, (lanes_op){.kind = at->operation == EXPR_OP_LOAD_INT16 ? LANES_WIDEN16_SIGNED : LANES_WIDEN16,
                                    .out = n->column,
                                    .a = field});
        break;
    case EXPR_OP_LOAD_INT:
    case EXPR_OP_LOAD_FLOAT:
        set_form(n, FORM_WORD, field);
        break;
    default:
        lanes_fail(e->b, "an expression loads a bool");
        break;
    }
}

/// A test of ints cut to what the field can hold: false if nothing is left.
static bool cut_range(const expr_instruction *at, expr_field_type type, uint32_t range[2]) {
    bounds of = of_type(type);
    int64_t lo = (int32_t)at->k[0];
    int64_t hi = lo + (int64_t)at->k[1];
    if (hi > INT32_MAX) {  // it goes round: nothing that a byte or half compares with
        return false;
    }
    lo = greater(lo, of.lo);
    hi = lesser(hi, of.hi);
    range[0] = (uint32_t)lo;
    range[1] = (uint32_t)(hi - lo);
    return lo <= hi;
}

static bool goes_round(const expr_instruction *at) {
    return (int64_t)(int32_t)at->k[0] + (int64_t)at->k[1] > INT32_MAX;
}

/// Into `out`, of those lanes only where `also` holds.
static void emit_test(expression *e, const expr_instruction *at, lanes_column out, lanes_column also) {
    expr_field_type type = e->b->field_types[at->field];
    lanes_op op = {.out = out,
                   .a = field_column(e, at->field),
                   .b = also,
                   .flags = (at->flags & EXPR_INVERTED) != 0 ? LANES_INVERTED : 0,
                   .k = {at->k[0], at->k[1]}};
    if (type == WITS_FLOAT || type == WITS_INT) {
        op.kind = type == WITS_FLOAT ? LANES_RANGE_FLOAT : LANES_RANGE32;
        lanes_emit(e->b, op);
        return;
    }
    if (is_byte_type(type) && !goes_round(at)) {
        op.kind = LANES_RANGE8;
        if (!cut_range(at, type, op.k)) {  // never in it
            op.k[0] = 0;
            op.k[1] = 0xFF;
            op.flags ^= LANES_INVERTED;
        }
        lanes_emit(e->b, op);
        return;
    }
    lanes_column word = lanes_new_word(e->b);
    bool is_signed = type == WITS_INT16 || type == WITS_INT8;
    uint32_t widen = is_byte_type(type) ? (is_signed ? LANES_WIDEN8_SIGNED : LANES_WIDEN8)
                                        : (is_signed ? LANES_WIDEN16_SIGNED : LANES_WIDEN16);
    lanes_emit(e->b, (lanes_op){.kind = (uint16_t)widen, .out = word, .a = op.a});
    op.kind = LANES_RANGE32;
    op.a = word;
    lanes_emit(e->b, op);
    lanes_free(e->b, word);
}

static void emit_leaf(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    node *n = &e->nodes[i];
    lanes_op op = {.k = {at->k[0], e->place->about}, .c = e->place->mask};
    uint32_t range[2];
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
    case EXPR_OP_SCORE:
        op.kind = LANES_SCORE;
        break;
    case EXPR_OP_CONDITION:
    case EXPR_OP_IS_IN:
        set_form(n, FORM_MASK, lanes_new_byte(e->b));
        op.out = n->column;
        op.kind = LANES_CONDITION;
        if (at->operation == EXPR_OP_IS_IN) {
            if (e->place->slot == 0 || !e->place->state_range(e->place->user, at->k[0], range)) {
                lanes_fail(e->b, "an expression asks for a state where that is not simple");
                return;
            }
            op = (lanes_op){.kind = LANES_RANGE8, .out = n->column, .a = e->place->slot, .k = {range[0], range[1]}};
        }
        lanes_emit(e->b, op);
        return;
    default:
        emit_load(e, i);
        return;
    }
    set_form(n, FORM_WORD, lanes_new_word(e->b));
    op.out = n->column;
    lanes_emit(e->b, op);
}

static void emit_logic(expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    operand a = mask_operand(e, i, 0);
    operand b = operation == EXPR_OP_NOT ? (operand){.bits = 0xFF} : mask_operand(e, i, 1);
    lanes_op op = {.kind = operation == EXPR_OP_NOT   ? LANES_XOR8
                           : operation == EXPR_OP_AND ? LANES_AND8
                                                      : LANES_OR8,
                   .out = lanes_new_byte(e->b),
                   .a = a.column,
                   .b = b.column,
                   .k = {a.bits | b.bits}};
    lanes_emit(e->b, op);
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
    uint32_t order = compares_floats(operation) ? 0 : byte_order(e, i);
    operand a = order != 0 ? byte_operand(e, i, 0) : word_operand(e, i, 0, true);
    operand b = order != 0 ? byte_operand(e, i, 1) : word_operand(e, i, 1, a.column != 0);
    lanes_op op = {.kind = order == 0   ? c.words
                           : order == 1 ? c.bytes
                                        : c.signed_bytes,
                   .out = lanes_new_byte(e->b),
                   .a = c.swapped ? b.column : a.column,
                   .b = c.swapped ? a.column : b.column,
                   .flags = c.inverted ? LANES_INVERTED : 0,
                   .k = {a.column == 0 ? a.bits : b.bits}};
    lanes_emit(e->b, op);
    drop(e, b);
    set_form(&e->nodes[i], FORM_MASK, op.out);
}

static void emit_select(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    operand c = mask_operand(e, i, 2);
    bool own = c.column == 0;
    if (own) {  // known beforehand
        node constant = {.form = FORM_CONSTANT, .bits = c.bits};
        c.column = mask_of(e, &constant);
    }
    bool bytes = n->is_bool || (is_byte_operand(e, i, 0) && is_byte_operand(e, i, 1) && fits_byte(n->lo, n->hi));
    operand a = n->is_bool ? mask_operand(e, i, 0) : bytes ? byte_operand(e, i, 0) : word_operand(e, i, 0, true);
    operand b = n->is_bool ? mask_operand(e, i, 1) : bytes ? byte_operand(e, i, 1) : word_operand(e, i, 1, true);
    lanes_op op = {.kind = bytes ? LANES_SELECT8 : LANES_SELECT32,
                   .out = bytes ? lanes_new_byte(e->b) : lanes_new_word(e->b),
                   .a = a.column,
                   .b = b.column,
                   .c = c.column,
                   .k = {a.bits, b.bits}};
    lanes_emit(e->b, op);
    set_form(n, n->is_bool ? FORM_MASK : bytes ? FORM_BYTE : FORM_WORD, op.out);
    if (own) {
        lanes_free(e->b, c.column);
    }
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

/// Sums of bytes are right modulo 256, and the bounds say that this is enough.
static bool emit_bytes(expression *e, uint32_t i) {
    node *n = &e->nodes[i];
    uint32_t operation = instruction(e, i)->operation;
    bool wraps = e->modular && i == e->count - 1 && (operation == EXPR_OP_ADD_INT || operation == EXPR_OP_SUBTRACT_INT);
    if (operand_count(operation) != 2 || !is_byte_operand(e, i, 0) || !is_byte_operand(e, i, 1) ||
        !(wraps || fits_byte(n->lo, n->hi))) {
        return false;
    }
    uint32_t kind = byte_kind(operation, byte_order(e, i));
    if (kind == LANES_KIND_COUNT) {
        return false;
    }
    operand a = byte_operand(e, i, 0);
    operand b = byte_operand(e, i, 1);
    if (a.column == 0 && b.column == 0) {
        return false;
    }
    lanes_op op = {.kind = (uint16_t)kind,
                   .out = lanes_new_byte(e->b),
                   .a = a.column,
                   .b = b.column,
                   .k = {a.column == 0 ? a.bits : b.bits}};
    lanes_emit(e->b, op);
    set_form(n, FORM_BYTE, op.out);
    return true;
}

/// Of two operands one may be a constant; of three none, or the last two.
static void emit_formula(expression *e, uint32_t i) {
    const expr_instruction *at = instruction(e, i);
    uint32_t count = operand_count(at->operation);
    bool constants = count == 2;
    if (count == 3) {
        node *second = operand_node_of(e, i, 1);
        node *third = operand_node_of(e, i, 2);
        constants = e->nodes[i].operands[1] == FROM_CONSTANT && e->nodes[i].operands[2] == FROM_CONSTANT &&
                    second == NULL && third == NULL;
    }
    operand o[3] = {0};
    o[0] = word_operand(e, i, 0, count == 2);
    if (count > 1) {
        o[1] = word_operand(e, i, 1, count == 2 ? o[0].column != 0 : constants);
    }
    if (count > 2) {
        o[2] = word_operand(e, i, 2, constants);
    }
    lanes_op op = {.kind = (uint16_t)(LANES_FIRST_FORMULA + at->operation),
                   .out = lanes_new_word(e->b),
                   .a = o[0].column,
                   .b = o[1].column,
                   .c = o[2].column,
                   .k = {o[0].column == 0 ? o[0].bits : o[1].bits, o[2].bits}};
    if (at->operation == EXPR_OP_SATURATE) {
        op.k[0] = at->k[0];
        op.k[1] = at->k[1];
    }
    lanes_emit(e->b, op);
    for (uint32_t which = 0; which < count; which++) {
        drop(e, o[which]);
    }
    set_form(&e->nodes[i], FORM_WORD, op.out);
}

static void emit_plain(expression *e, uint32_t i) {
    uint32_t operation = instruction(e, i)->operation;
    if (is_test(operation)) {
        set_form(&e->nodes[i], FORM_MASK, lanes_new_byte(e->b));
        emit_test(e, instruction(e, i), e->nodes[i].column, 0);
    } else if (is_leaf(operation)) {
        emit_leaf(e, i);
    } else if (operation == EXPR_OP_NOT || operation == EXPR_OP_AND || operation == EXPR_OP_OR) {
        emit_logic(e, i);
    } else if (operation >= EXPR_OP_EQUAL_INT && operation <= EXPR_OP_AT_MOST) {
        emit_comparison(e, i);
    } else if (operation == EXPR_OP_SELECT) {
        emit_select(e, i);
    } else if (!emit_bytes(e, i)) {
        emit_formula(e, i);
    }
}

static void emit_lookup(expression *e, node *n) {
    lanes_column out = lanes_new_byte(e->b);
    lanes_emit(e->b, (lanes_op){.kind = LANES_LOOKUP8, .out = out, .a = field_column(e, n->field), .k = {n->table}});
    set_form(n, n->is_bool ? FORM_MASK : FORM_BYTE, out);
}

/// Of words, because the bounds of x may be a byte's without x being one: subtracted, then compared.
static void emit_saturated_word(expression *e, uint32_t i, node *x, uint32_t k) {
    lanes_op minus = {
        .kind = LANES_FIRST_FORMULA + EXPR_OP_SUBTRACT_INT, .out = lanes_new_word(e->b), .a = word_of(e, x), .k = {k}};
    lanes_op max = {.kind = LANES_FIRST_FORMULA + EXPR_OP_MAX_INT, .out = lanes_new_word(e->b), .a = minus.out};
    lanes_emit(e->b, minus);
    lanes_emit(e->b, max);
    lanes_free(e->b, minus.out);
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
        lanes_op op = {.kind = LANES_SUBTRACT8_SATURATED, .out = lanes_new_byte(e->b), .a = byte_of(e, x), .k = {k}};
        lanes_emit(e->b, op);
        set_form(&e->nodes[i], FORM_BYTE, op.out);
    }
    release(e, x);
}

/// How many of the 2^24 numbers that `random` can be are less than k.
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
    lanes_column out = lanes_new_byte(e->b);
    if (below == 0) {  // never
        lanes_op none = lanes_range(out, e->place->mask, 0, 0xFF, 0);
        none.flags = LANES_INVERTED;
        lanes_emit(e->b, none);
    } else {
        lanes_emit(e->b, (lanes_op){.kind = LANES_RANDOM_BELOW, .out = out, .k = {random->k[0], (below << 8) - 1}});
    }
    set_form(&e->nodes[i], FORM_MASK, out);
}

static void emit_picked(expression *e, uint32_t i) {
    uint8_t from = e->nodes[i].operands[0];
    const expr_instruction *select = instruction(e, from);
    node *condition = operand_node_of(e, from, 2);
    lanes_op op = {.kind = LANES_SELECT32,
                   .out = lanes_new_word(e->b),
                   .c = mask_of(e, condition),
                   .k = {math_bits((float)(int32_t)constant_of(select, select->a)),
                         math_bits((float)(int32_t)constant_of(select, select->b))}};
    lanes_emit(e->b, op);
    set_form(&e->nodes[i], FORM_WORD, op.out);
    release(e, condition);
}

static void emit_nodes(expression *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        node *n = &e->nodes[i];
        switch ((node_plan)n->plan) {
        case PLAN_PLAIN:
            emit_plain(e, i);
            for (uint32_t which = 0; which < operand_count(instruction(e, i)->operation); which++) {
                node *from = operand_node_of(e, i, which);
                if (from != NULL) {
                    release(e, from);
                }
            }
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
        default:
            break;
        }
    }
}

static bool begin(expression *e, lanes_builder *b, const lanes_place *place, const expr_program *program) {
    e->b = b;
    e->place = place;
    e->program = program;
    e->count = program->count;
    e->modular = false;
    if (program->count > LANES_MAX_NODES) {
        lanes_fail(b, "an expression is too long");
        return false;
    }
    read_nodes(e);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------- uses

/// Whether the program is true when each of its tests is: nothing but these, ands, and skips between them.
static bool is_tests(const expression *e) {
    bool all = true;
    for (uint32_t i = 0; i < e->count; i++) {
        const expr_instruction *at = instruction(e, i);
        bool is_and = at->operation == EXPR_OP_AND && at->a >= EXPR_FIRST_REGISTER && at->b >= EXPR_FIRST_REGISTER;
        all &= is_and || is_test(at->operation) || at->operation == EXPR_OP_SKIP_UNLESS;
    }
    return all;
}

void lanes_and_condition(lanes_builder *b, const lanes_place *place, const expr_program *program, lanes_column mask) {
    expression e;
    if (!begin(&e, b, place, program)) {
        return;
    }
    if (is_tests(&e)) {
        for (uint32_t i = 0; i < e.count; i++) {
            if (is_test(instruction(&e, i)->operation)) {
                emit_test(&e, instruction(&e, i), mask, mask);
            }
        }
        return;
    }
    plan_nodes(&e, EXPR_NONE);
    emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    lanes_column holds = mask_of(&e, value);
    lanes_emit(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = holds});
    release(&e, value);
}

lanes_column lanes_word(lanes_builder *b, const lanes_place *place, const expr_program *program, uint32_t *constant) {
    expression e;
    *constant = 0;
    if (!begin(&e, b, place, program)) {
        return 0;
    }
    plan_nodes(&e, EXPR_NONE);
    emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    if (value->form == FORM_CONSTANT) {
        *constant = value->bits;
        return 0;
    }
    lanes_column word = word_of(&e, value);
    if (word != value->column) {
        lanes_free(b, value->column);
    }
    return word;
}

static uint32_t canonical_constant(expr_field_type type, uint32_t bits) {
    return type == WITS_FLOAT ? math_canonical_bits(bits) : bits;
}

static void put_constant(lanes_builder *b, expr_field_type type, lanes_op op, uint32_t bits) {
    uint32_t size = expr_field_size(type);
    op.k[0] = canonical_constant(type, bits);
    if (size == 2) {
        lanes_column word = lanes_new_word(b);
        lanes_emit(b, (lanes_op){.kind = LANES_FILL32, .out = word, .k = {op.k[0]}});
        op.kind = LANES_PUT32_TO16;
        op.a = word;
        lanes_emit(b, op);
        lanes_free(b, word);
        return;
    }
    op.kind = size == 1 ? LANES_PUT8_CONSTANT : LANES_PUT32_CONSTANT;
    lanes_emit(b, op);
}

static void put_value(expression *e, expr_field_type type, lanes_op op, node *value) {
    bool is_byte = value->form == FORM_BYTE || value->form == FORM_MASK;
    if (is_byte && expr_field_size(type) == 1) {
        op.kind = LANES_PUT8;
        op.a = byte_of(e, value);
    } else {
        op.kind = type == WITS_FLOAT           ? LANES_PUT_FLOAT
                  : type == WITS_INT           ? LANES_PUT32
                  : expr_field_size(type) == 1 ? LANES_PUT32_TO8
                                               : LANES_PUT32_TO16;
        op.a = word_of(e, value);
    }
    lanes_emit(e->b, op);
}

/// Where the mask of `op` holds, its column grows by an operand of instruction i.
static void add_operand(expression *e, lanes_op op, uint32_t i, uint32_t which) {
    node *value = operand_node_of(e, i, which);
    bool is_byte = value != NULL && (value->form == FORM_BYTE || value->form == FORM_MASK);
    operand added = is_byte ? byte_operand(e, i, which) : word_operand(e, i, which, true);
    op.a = added.column;
    op.k[0] = added.bits;
    op.kind = !is_byte ? LANES_ADD_TO32 : value->lo < 0 ? LANES_ADD8_TO32_SIGNED : LANES_ADD8_TO32;
    lanes_emit(e->b, op);
    if (value != NULL) {
        release(e, value);
    }
}

static void put(expression *e, expr_field_type type, lanes_op op, node *value) {
    if (value->form == FORM_CONSTANT) {
        put_constant(e->b, type, op, value->bits);
    } else {
        put_value(e, type, op, value);
    }
    release(e, value);
}

/// In a new column: the mask, where the condition of choice i holds too (or does not).
static lanes_column masked(expression *e, uint32_t i, bool holds, lanes_column mask) {
    lanes_column out = lanes_new_byte(e->b);
    if (is_test_operand(e, i, 2)) {
        expr_instruction test = *instruction(e, e->nodes[i].operands[2]);
        test.flags ^= holds ? 0 : EXPR_INVERTED;
        emit_test(e, &test, out, mask);
        return out;
    }
    operand condition = mask_operand(e, i, 2);
    lanes_emit(e->b, (lanes_op){.kind = holds ? LANES_AND8 : LANES_AND_NOT8,
                                .out = out,
                                .a = mask,
                                .b = condition.column,
                                .k = {condition.bits}});
    if (operand_node_of(e, i, 2) != NULL) {
        release(e, operand_node_of(e, i, 2));
    }
    return out;
}

/// Where the condition holds too.
static void keep_value(expression *e, expr_field_type type, lanes_op op) {
    uint32_t last = e->count - 1;
    lanes_column both = masked(e, last, true, op.c);
    op.c = both;
    node *value = operand_node_of(e, last, 0);
    if (value != NULL) {
        put(e, type, op, value);
    } else {
        const expr_instruction *at = instruction(e, last);
        put_constant(e->b, type, op, constant_of(at, at->a));
    }
    lanes_free(e->b, both);
}

static void add_value_if(expression *e, lanes_op op, uint32_t field) {
    uint32_t choice = e->nodes[e->count - 1].operands[1 - added_operand(e, field)];
    uint32_t which = something_or_nothing(e, choice);
    lanes_column both = masked(e, choice, which == 0, op.c);
    op.c = both;
    add_operand(e, op, choice, which);
    lanes_free(e->b, both);
}

void lanes_assign(lanes_builder *b, const lanes_place *place, const expr_program *program, uint32_t field,
                  lanes_column mask) {
    expression e;
    if (!begin(&e, b, place, program)) {
        return;
    }
    expr_field_type type = b->field_types[field];
    plan_nodes(&e, field);
    emit_nodes(&e);
    node *value = &e.nodes[e.count - 1];
    lanes_op op = {.out = (lanes_column)(b->first_field + field), .c = mask};
    if (value->plan == PLAN_ADDED) {
        add_operand(&e, op, e.count - 1, 1 - added_operand(&e, field));
    } else if (value->plan == PLAN_ADDED_IF) {
        add_value_if(&e, op, field);
    } else if (value->plan == PLAN_TAKEN) {
        const expr_instruction *subtraction = instruction(&e, value->operands[0]);
        op.kind = LANES_TAKE8;
        op.k[0] = constant_of(subtraction, subtraction->b);
        lanes_emit(b, op);
    } else if (value->plan == PLAN_KEPT) {
        keep_value(&e, type, op);
    } else {
        put(&e, type, op, value);
    }
}
