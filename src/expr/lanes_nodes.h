// SPDX-License-Identifier: MIT
// Compiles an expression to operations over columns, part by part, because stacks are small: values that later parts
// need are nodes of those, too. A part takes these steps:
//
//   lanes_nodes.c: forwards, finds the instruction that computes each operand, and bounds of its value
//   lanes_plan.c: backwards, finds the needed instructions and their forms
//   lanes_emit.c: forwards, writes them, with operands in the requested forms (lanes_operands.c)
//   lanes_assign.c: conditions, values and assignments, which use these steps
//
// A bool is a mask. An int whose bounds fit a byte and that is computed from bytes is a byte. Everything else is a
// word.
#ifndef WITS_EXPR_LANES_NODES_H
#define WITS_EXPR_LANES_NODES_H

#include "expr/lanes.h"

enum {
    FROM_CONSTANT = LANES_MAX_NODES + 1,  ///< an operand that is one of the instruction's constants
    FROM_FIELD = LANES_MAX_NODES,         ///< or its field
    NO_FIELD = 0xFFFF,
    MANY_FIELDS = 0xFFFE,
};

typedef enum node_plan {
    PLAN_NOT_NEEDED,
    PLAN_PLAIN,
    PLAN_LOOKUP,     ///< a function of one byte field: table number `table`
    PLAN_SATURATED,  ///< max(x - k, 0)
    PLAN_ADDED,      ///< field + x, assigned to that field: only x is computed
    PLAN_ADDED_IF,   ///< field + (x if c else 0), or with the branches swapped: only x and c are computed
    PLAN_KEPT,       ///< x if c else field, assigned to that field: only x and c are computed
    PLAN_TAKEN,      ///< max(field - k, 0), assigned to that byte field: nothing is computed
    PLAN_CHANCE,     ///< random < k
    PLAN_NORMAL,     ///< clamp((x - k0) / k1, 0, 1): only x is computed
    PLAN_PICKED,     ///< (k0 if c else k1), ints, as floats: only c is computed
    PLAN_CARRIED,    ///< an earlier part has computed it
} node_plan;

typedef enum node_form { FORM_NONE, FORM_CONSTANT, FORM_MASK, FORM_BYTE, FORM_WORD } node_form;

/// The value of an instruction that computes one.
typedef struct node {
    int32_t lo, hi;                        ///< bounds, of ints
    uint32_t bits;                         ///< FORM_CONSTANT; before, while it is planned: see value_at
    lanes_column column;                   ///< by form
    lanes_column word;                     ///< the same as words, if that has been needed
    uint16_t field;                        ///< the one field of a byte that it depends on, and on nothing else
    uint8_t operands[EXPR_MAX_ARGUMENTS];  ///< the instructions that made a, b, c; or of a call its arguments
    uint8_t guard;  ///< for a call: node of a condition under which it is needed; FROM_CONSTANT: none
    uint8_t uses;
    uint8_t plan;
    uint8_t form;
    uint8_t table;
    bool is_bool : 1;
    bool guard_holds : 1;  ///< else it is needed where the guard does not hold
} node;

typedef struct expression {
    lanes_builder *b;
    const lanes_place *place;
    const expr_program *program;
    uint32_t count;
    bool modular;   ///< the value goes into a field of a byte: sums need be right modulo 256 only
    lanes_op list;  ///< operation that receives the arguments of an action's call
    uint32_t next;  ///< the instruction after this part
    node nodes[LANES_MAX_NODES];
    uint32_t at[LANES_MAX_NODES];           ///< which instruction each is; EXPR_NONE: its own
    expr_instruction own[LANES_MAX_NODES];  ///< an instruction that differs from the program's, or is not in it
    uint8_t made_by[EXPR_REGISTERS];        ///< node of each register
    uint32_t unread[EXPR_REGISTERS / 32];   ///< a bit for each register whose value is still to be used
    uint32_t guard;      ///< the innermost skip so far that is open: its instruction; EXPR_NONE: none
    uint32_t guard_end;  ///< the instruction after what it skips
} expression;

typedef struct bounds {
    int64_t lo, hi;
} bounds;

/// A requested operand; a constant has column 0 and its bits.
typedef struct lane_operand {
    lanes_column column;
    uint32_t bits;
} lane_operand;

static inline const expr_instruction *instruction(const expression *e, uint32_t i) {
    return e->at[i] != EXPR_NONE ? &e->program->code[e->at[i]] : &e->own[i];
}

static inline bool is_byte_type(expr_field_type type) {
    return wits_expr_field_size(type) == 1;
}

static inline uint32_t constant_of(const expr_instruction *at, uint32_t reg) {
    return at->k[reg];
}

/// The operands of a call are its arguments.
static inline uint32_t operand_count(const expr_instruction *at) {
    return operation_calls(at->operation) ? at->k[1] : operation_at(at->operation).operands;
}

static inline uint8_t operand_register(const expr_instruction *at, uint32_t which) {
    return operation_calls(at->operation) ? at[1 + which].a : which == 0 ? at->a : which == 1 ? at->b : at->c;
}

/// Returns the constant of an operand that comes FROM_CONSTANT.
static inline uint32_t constant_operand(const expr_instruction *at, uint32_t which) {
    return operation_calls(at->operation) ? at[1 + which].k[0] : constant_of(at, operand_register(at, which));
}

static inline int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t greater(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static inline bool fits_byte(int64_t lo, int64_t hi) {
    return (lo >= 0 && hi <= UINT8_MAX) || (lo >= INT8_MIN && hi <= INT8_MAX);
}

static inline node *operand_node_of(expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    return from < FROM_FIELD ? &e->nodes[from] : NULL;
}

/// A condition that is a test of a field is emitted where it is used.
static inline bool is_test_operand(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    return from < FROM_FIELD && operation_is(instruction(e, from)->operation, OPERATION_TEST);
}

static inline lanes_column field_column(const expression *e, uint32_t field) {
    return (lanes_column)(e->b->first_field + field);
}

/// The range of values of a field of this type.
bounds wits_expr_lanes_type_bounds(expr_field_type type);
bounds wits_expr_lanes_operand_bounds(const expression *e, uint32_t i, uint32_t which);
/// Fills the nodes from the next part of the program; false if it needs too many temporary values at once.
bool wits_expr_lanes_read_nodes(expression *e);
/// Ends a part that others follow: the values that they need become the first nodes.
void wits_expr_lanes_carry_nodes(expression *e);

/// Returns the value of node i, computed by the evaluator of one agent from the `bits` of its operands.
uint32_t wits_expr_lanes_evaluate(const expression *e, uint32_t i, const expr_env *env);
/// `field`: assigned to it, or EXPR_NONE.
void wits_expr_lanes_plan_nodes(expression *e, uint32_t field);
/// Returns the operand of the last node that is the field being added to; 2 if none is.
uint32_t wits_expr_lanes_added_operand(const expression *e, uint32_t field);
/// Returns which operand of a selection between a value and the int 0 is the value; 2 if there is none.
uint32_t wits_expr_lanes_something_or_nothing(const expression *e, uint32_t i);

/// The node's value as bytes: a bool becomes 0 or 1.
lanes_column wits_expr_lanes_byte_of(expression *e, node *n);
lanes_column wits_expr_lanes_word_of(expression *e, node *n);
lanes_column wits_expr_lanes_mask_of(expression *e, node *n);
/// `or_constant`: constants are allowed.
lane_operand wits_expr_lanes_word_operand(expression *e, uint32_t i, uint32_t which, bool or_constant);
lane_operand wits_expr_lanes_mask_operand(expression *e, uint32_t i, uint32_t which);
lane_operand wits_expr_lanes_byte_operand(expression *e, uint32_t i, uint32_t which);
/// Returns whether the operand is already a byte, or a constant that fits one.
bool wits_expr_lanes_is_byte_operand(const expression *e, uint32_t i, uint32_t which);
/// Returns whether two operands compare as bytes: 1 unsigned, 2 signed, 0 if they do not.
uint32_t wits_expr_lanes_byte_order(const expression *e, uint32_t i);

static inline void set_form(node *n, node_form form, lanes_column column) {
    n->form = (uint8_t)form;
    n->column = column;
}

/// Tests a field into `out`; if `also` is given, only in those lanes.
void wits_expr_lanes_emit_test(expression *e, const expr_instruction *at, lanes_column out, lanes_column also);
/// Emits the planned operations.
void wits_expr_lanes_emit_nodes(expression *e);

#endif
