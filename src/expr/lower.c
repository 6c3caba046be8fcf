// SPDX-License-Identifier: MIT
// Lowers instructions to bytecode in one pass. Every register is used once, and values are used in reverse order of
// their computation. So code of an operand is contiguous, and a skip over it precedes it. A register that only holds a
// field, a test or a constant has no code: it becomes an operand. One register at a time is in the accumulator; it
// moves to its slot when something else is computed first.
#include "expr/bytecode.h"

typedef enum place_kind {
    PLACE_CONSTANT,  ///< k[0]
    PLACE_FIELD,     ///< `operation` loads it
    PLACE_TEST,      ///< `operation` tests it
    PLACE_HELD,      ///< in the accumulator; its code comes last, from `start` on
    PLACE_SLOT,      ///< in its slot
} place_kind;

/// Location of a register's value.
typedef struct register_place {
    uint8_t kind;
    uint8_t slot;  ///< the register's number
    uint8_t operation;
    uint16_t field;
    uint16_t start;
    uint32_t k[2];
} register_place;

enum { NOTHING = 0xFF };

typedef struct bytecode_lowering {
    expr_bytecode *bytecode;
    uint32_t capacity;
    uint32_t count;
    uint8_t held;  ///< the register in the accumulator, or NOTHING
    bool failed;
    register_place places[BYTECODE_SLOTS];
} bytecode_lowering;

// ------------------------------------------------------------------------------------------------------------- writing

static void put_bytecode(bytecode_lowering *l, expr_bytecode bytecode) {
    if (l->count == l->capacity) {
        l->failed = true;
        return;
    }
    l->bytecode[l->count++] = bytecode;
}

static void put_before(bytecode_lowering *l, uint32_t start, expr_bytecode bytecode) {
    put_bytecode(l, bytecode);
    if (!l->failed) {
        memmove(l->bytecode + start + 1, l->bytecode + start, sizeof bytecode * (l->count - 1 - start));
        l->bytecode[start] = bytecode;
    }
}

static uint8_t skip_of(bytecode_lowering *l, uint32_t count) {
    l->failed = l->failed || count > BYTECODE_MAX_SKIP;
    return (uint8_t)count;
}

/// Frees the accumulator.
static void make_room(bytecode_lowering *l) {
    if (l->held != NOTHING) {
        put_bytecode(l, (expr_bytecode){.operation = BYTECODE_SAVE, .k = {l->held}});
        l->places[l->held].kind = PLACE_SLOT;
        l->held = NOTHING;
    }
}

/// The instruction that loads a value that is not in the accumulator.
static expr_bytecode load_of(const register_place *x) {
    switch ((place_kind)x->kind) {
    case PLACE_CONSTANT:
        return (expr_bytecode){.operation = BYTECODE_LOAD_CONSTANT, .k = {x->k[0]}};
    case PLACE_SLOT:
        return (expr_bytecode){.operation = BYTECODE_LOAD_SLOT, .k = {x->slot}};
    default:
        return (expr_bytecode){.operation = x->operation, .field = x->field, .k = {x->k[0], x->k[1]}};
    }
}

static bool has_code(const register_place *x) {
    return x->kind == PLACE_HELD || x->kind == PLACE_SLOT;
}

/// Loads it into the accumulator.
static void hold(bytecode_lowering *l, register_place *x) {
    if (x->kind == PLACE_HELD) {
        return;
    }
    make_room(l);
    x->start = has_code(x) ? x->start : (uint16_t)l->count;
    put_bytecode(l, load_of(x));
    x->kind = PLACE_HELD;
    l->held = x->slot;
}

/// The code from `start` on computes the register's value.
static void hold_result(bytecode_lowering *l, uint8_t out, uint32_t start) {
    l->places[out] = (register_place){.kind = PLACE_HELD, .slot = out, .start = (uint16_t)start};
    l->held = out;
}

// -------------------------------------------------------------------------------------------------------------- leaves

/// A test in the field's own width. Tests of ints are clamped to the field's values, or match none.
static register_place test_of(const expr_instruction *at) {
    static const struct {
        uint8_t operation;
        int32_t lo, hi;
    } rows[] = {{BYTECODE_TEST_UINT8, 0, UINT8_MAX},          {BYTECODE_TEST_UINT8, 0, UINT8_MAX},
                {BYTECODE_TEST_UINT8, INT8_MIN, INT8_MAX},    {BYTECODE_TEST_UINT8, 0, UINT8_MAX},
                {BYTECODE_TEST_UINT16, INT16_MIN, INT16_MAX}, {BYTECODE_TEST_UINT16, 0, UINT16_MAX},
                {BYTECODE_TEST_UINT32, INT32_MIN, INT32_MAX}};
    const bool inverted = operation_inverted(at);
    register_place x = {.kind = PLACE_TEST, .field = at->field, .k = {at->k[0], at->k[1]}};
    if (at->operation == EXPR_OP_TEST_FLOAT) {
        x.operation = inverted ? BYTECODE_TEST_NO_FLOAT : BYTECODE_TEST_FLOAT;
        return x;
    }
    const uint32_t type = at->operation - (uint32_t)EXPR_OP_TEST_BOOL;
    const int64_t last = (int64_t)(int32_t)at->k[0] + at->k[1];
    int64_t lo = operation_max_int((int32_t)at->k[0], rows[type].lo);
    int64_t hi = last > rows[type].hi ? rows[type].hi : last;
    if (lo > hi || (lo == rows[type].lo && hi == rows[type].hi)) {
        return (register_place){.kind = PLACE_CONSTANT, .k = {(lo <= hi) != inverted}};
    }
    if (inverted) {
        const int64_t all = (int64_t)rows[type].hi - rows[type].lo + 1;
        const int64_t after = hi + 1;
        hi = lo - 1 + all;
        lo = after;
    }
    x.operation = rows[type].operation;
    x.k[0] = (uint32_t)lo;
    x.k[1] = (uint32_t)(hi - lo);
    return x;
}

/// The negated test.
static void invert(register_place *x) {
    const uint32_t rest = UINT32_MAX - 1 - x->k[1];
    const uint32_t after = x->k[0] + x->k[1] + 1;
    switch (x->operation) {
    case BYTECODE_TEST_FLOAT:
        x->operation = BYTECODE_TEST_NO_FLOAT;
        return;
    case BYTECODE_TEST_NO_FLOAT:
        x->operation = BYTECODE_TEST_FLOAT;
        return;
    case BYTECODE_TEST_UINT8:
        x->k[1] = (uint8_t)rest;
        break;
    case BYTECODE_TEST_UINT16:
        x->k[1] = (uint16_t)rest;
        break;
    default:
        x->k[1] = rest;
        break;
    }
    x->k[0] = after;
}

static uint8_t load_operation(uint32_t operation) {
    switch (operation) {
    case EXPR_OP_LOAD_INT8:
        return BYTECODE_LOAD_INT8;
    case EXPR_OP_LOAD_INT16:
        return BYTECODE_LOAD_INT16;
    case EXPR_OP_LOAD_UINT16:
        return BYTECODE_LOAD_UINT16;
    case EXPR_OP_LOAD_INT:
    case EXPR_OP_LOAD_FLOAT:
        return BYTECODE_LOAD_UINT32;
    default:
        return BYTECODE_LOAD_UINT8;
    }
}

/// Returns the bytecode operation: for binary ones the first mode, to which the mode is added; for ternary ones the
/// form with all operands in slots, followed by the other form.
static uint8_t bytecode_of(uint32_t operation) {
    static const uint8_t rows[EXPR_OP_COUNT] = {
#define BYTECODE_ROW(name, ...) [EXPR_OP_##name] = BYTECODE_##name,
#define BYTECODE_ROW_OF_MODES(name, ...) [EXPR_OP_##name] = BYTECODE_##name##_SA,
        [EXPR_OP_TICK] = BYTECODE_TICK,
        [EXPR_OP_ELAPSED] = BYTECODE_ELAPSED,
        [EXPR_OP_RANDOM] = BYTECODE_RANDOM,
        [EXPR_OP_CONDITION] = BYTECODE_CONDITION,
        [EXPR_OP_SCORE] = BYTECODE_SCORE,
        [EXPR_OP_IS_IN] = BYTECODE_IS_IN,
        [EXPR_OP_TARGET_BOOL] = BYTECODE_TARGET,
        [EXPR_OP_TARGET_INT] = BYTECODE_TARGET,
        [EXPR_OP_TARGET_FLOAT] = BYTECODE_TARGET_FLOAT,
        [EXPR_OP_SATURATE] = BYTECODE_SATURATE,
        EXPR_UNARY_LIST(BYTECODE_ROW) EXPR_RESPONSE_LIST(BYTECODE_ROW) EXPR_BINARY_LIST(BYTECODE_ROW_OF_MODES)
            EXPR_TERNARY_LIST(BYTECODE_ROW)
#undef BYTECODE_ROW
#undef BYTECODE_ROW_OF_MODES
    };
    return rows[operation];
}

static void lower_leaf(bytecode_lowering *l, const expr_instruction *at) {
    if (at->operation == EXPR_OP_CONSTANT) {
        l->places[at->out] = (register_place){.kind = PLACE_CONSTANT, .slot = at->out, .k = {at->k[0]}};
        return;
    }
    make_room(l);
    put_bytecode(l, (expr_bytecode){.operation = bytecode_of(at->operation), .k = {at->k[0]}});
    hold_result(l, at->out, l->count - 1);
}

static void lower_field(bytecode_lowering *l, const expr_instruction *at) {
    register_place x = {.kind = PLACE_FIELD, .operation = load_operation(at->operation), .field = at->field};
    if (operation_is(at->operation, OPERATION_TEST)) {
        x = test_of(at);
    }
    x.slot = at->out;
    l->places[at->out] = x;
}

// ---------------------------------------------------------------------------------------------------------- arithmetic

/// An operand: a register, or a constant or field of the instruction itself, which then has slot 0 or 1.
static register_place *operand_of(bytecode_lowering *l, const expr_instruction *at, uint8_t number) {
    register_place *x = &l->places[number];
    if (number == 1 && (at->flags & EXPR_FIELD_OPERAND) != 0) {
        *x = (register_place){.kind = PLACE_FIELD, .slot = 1, .operation = BYTECODE_LOAD_UINT32, .field = at->field};
    } else if (number < EXPR_FIRST_REGISTER) {
        *x = (register_place){.kind = PLACE_CONSTANT, .slot = number, .k = {at->k[number]}};
    }
    return x;
}

/// The first instruction of an operand; `start` if it has none.
static uint32_t earlier(uint32_t start, const register_place *x) {
    return has_code(x) && x->start < start ? x->start : start;
}

static void lower_unary(bytecode_lowering *l, const expr_instruction *at, uint32_t operation) {
    register_place *x = operand_of(l, at, at->a);
    hold(l, x);
    put_bytecode(l, (expr_bytecode){.operation = (uint8_t)operation, .k = {at->k[0], at->k[1]}});
    hold_result(l, at->out, x->start);
}

static void lower_piecewise(bytecode_lowering *l, const expr_instruction *at) {
    const uint32_t count = at->k[0];
    register_place *x = operand_of(l, at, at->a);
    hold(l, x);
    put_bytecode(l, (expr_bytecode){.operation = BYTECODE_PIECEWISE, .skip = (uint8_t)count, .k = {count}});
    for (uint32_t i = 1; i <= count; i++) {
        put_bytecode(l, (expr_bytecode){.operation = BYTECODE_KNOT, .k = {at[i].k[0], at[i].k[1]}});
    }
    hold_result(l, at->out, x->start);
}

/// Constants are direct operands, and fields of 4 bytes where the class has modes for them.
static bool is_direct(const register_place *x, operation_class class) {
    const bool takes_fields = class == OPERATION_VALUE || class == OPERATION_COMPARE;
    return x->kind == PLACE_CONSTANT ||
           (takes_fields && x->kind == PLACE_FIELD && x->operation == BYTECODE_LOAD_UINT32);
}

/// Moves two operands to where a mode of the class expects them.
static void settle_operands(bytecode_lowering *l, operation_class class, register_place *x, register_place *y) {
    if (!is_direct(x, class) && !has_code(x)) {
        hold(l, x);
    }
    if (!is_direct(y, class) && !has_code(y)) {
        hold(l, y);
    }
    if (x->kind == PLACE_HELD && y->kind == PLACE_SLOT) {
        make_room(l);
    }
    if (y->kind == PLACE_SLOT) {
        hold(l, y);
    }
    if (x->kind == PLACE_SLOT && y->kind != PLACE_HELD) {
        hold(l, x);
    }
    const bool is_both = !has_code(x) && !has_code(y);
    if (is_both && (x->kind == y->kind || class != OPERATION_VALUE)) {
        hold(l, x);
    }
}

static bytecode_mode mode_of(const register_place *x, const register_place *y) {
    if (x->kind == PLACE_HELD) {
        return y->kind == PLACE_CONSTANT ? BYTECODE_MODE_AK : BYTECODE_MODE_AF;
    }
    if (y->kind == PLACE_HELD) {
        return x->kind == PLACE_CONSTANT ? BYTECODE_MODE_KA
               : x->kind == PLACE_FIELD  ? BYTECODE_MODE_FA
                                         : BYTECODE_MODE_SA;
    }
    return x->kind == PLACE_CONSTANT ? BYTECODE_MODE_KF : BYTECODE_MODE_FK;
}

static void lower_binary(bytecode_lowering *l, const expr_instruction *at) {
    register_place *x = operand_of(l, at, at->a);
    register_place *y = operand_of(l, at, at->b);
    register_place same = *y;
    if (x == y) {
        y = &same;  // one field on both sides
    }
    settle_operands(l, (operation_class)operation_at(at->operation).class, x, y);
    if (x->kind != PLACE_HELD && y->kind != PLACE_HELD) {
        make_room(l);
    }
    const bytecode_mode mode = mode_of(x, y);
    const register_place *field = x->kind == PLACE_FIELD ? x : y;
    const register_place *constant = x->kind == PLACE_CONSTANT ? x : y;
    const uint32_t start = earlier(earlier(l->count, x), y);
    put_bytecode(l, (expr_bytecode){.operation = (uint8_t)(bytecode_of(at->operation) + mode),
                                    .field = field->kind == PLACE_FIELD ? field->field : 0,
                                    .k = {mode == BYTECODE_MODE_SA           ? x->slot
                                          : constant->kind == PLACE_CONSTANT ? constant->k[0]
                                                                             : 0}});
    hold_result(l, at->out, start);
}

static void put_in_slot(bytecode_lowering *l, register_place *x) {
    if (x->kind != PLACE_SLOT) {
        hold(l, x);
        make_room(l);
    }
}

static void lower_ternary(bytecode_lowering *l, const expr_instruction *at) {
    const uint8_t operation = bytecode_of(at->operation);
    if (at->b < EXPR_FIRST_REGISTER) {
        lower_unary(l, at, operation + 1u);
        return;
    }
    register_place *x[3] = {operand_of(l, at, at->a), operand_of(l, at, at->b), operand_of(l, at, at->c)};
    uint32_t start = UINT32_MAX;
    for (uint32_t i = 0; i < 3; i++) {
        put_in_slot(l, x[i]);
        start = earlier(start, x[i]);
    }
    put_bytecode(l, (expr_bytecode){.operation = operation, .k = {at->a, at->b, at->c}});
    hold_result(l, at->out, start);
}

/// A call of a host function with arguments: computed ones are in slots.
static void lower_call(bytecode_lowering *l, const expr_instruction *at) {
    const uint32_t count = at->k[1];
    uint32_t start = UINT32_MAX;
    for (uint32_t i = 1; i <= count; i++) {
        register_place *x = &l->places[at[i].a];
        if (at[i].a >= EXPR_FIRST_REGISTER) {
            put_in_slot(l, x);
            start = earlier(start, x);
        }
    }
    make_room(l);
    start = start < l->count ? start : l->count;
    put_bytecode(
        l, (expr_bytecode){.operation = BYTECODE_CALL, .skip = (uint8_t)count, .k = {at->k[0], count, at->operation}});
    for (uint32_t i = 1; i <= count; i++) {
        const bool is_slot = at[i].a >= EXPR_FIRST_REGISTER;
        put_bytecode(l, (expr_bytecode){.operation = BYTECODE_ARGUMENT,
                                        .field = at[i].field,
                                        .k = {is_slot ? at[i].a : at[i].k[0], at[i].k[1],
                                              at[i].b | (is_slot ? BYTECODE_ARGUMENT_SLOT : 0u)}});
    }
    hold_result(l, at->out, start);
}

// ------------------------------------------------------------------------------------------------------------- choices

/// Selects one of two values: `early` if the condition equals `when`, skipping `rest`; else `rest`.
typedef struct selection {
    register_place *condition;
    bool when;
    register_place *early;
    register_place *rest;
} selection;

/// Tests the condition where it is stored.
static expr_bytecode ask(const register_place *condition, bool when, bool gives_value) {
    if (condition->kind != PLACE_TEST) {
        const bytecode_operation yes = gives_value ? BYTECODE_CASE_TRUE : BYTECODE_JUMP_TRUE;
        const bytecode_operation no = gives_value ? BYTECODE_CASE_FALSE : BYTECODE_JUMP_FALSE;
        return (expr_bytecode){.operation = (uint8_t)(when ? yes : no)};
    }
    register_place test = *condition;
    if (!when) {
        invert(&test);
    }
    const uint32_t first = gives_value ? BYTECODE_CASE_UINT8 : BYTECODE_JUMP_UINT8;
    return (expr_bytecode){.operation = (uint8_t)(first + test.operation - BYTECODE_TEST_UINT8),
                           .field = test.field,
                           .k = {test.k[0], test.k[1]}};
}

static bool is_case(const expr_bytecode *at) {
    return at->operation >= BYTECODE_CASE_UINT8 && at->operation <= BYTECODE_CASE_NO_FLOAT;
}

/// Returns whether a condition's code ends with a test, and every skip over it knows the result.
static bool ends_with_test(const bytecode_lowering *l, uint32_t start, uint32_t end) {
    for (uint32_t i = start; i < end; i++) {  // instructions that did not fit are missing
        if (l->bytecode[i].skip != 0 && i + 1 + l->bytecode[i].skip >= end && !is_case(&l->bytecode[i])) {
            return false;
        }
    }
    return end > start && l->bytecode[end - 1].operation <= BYTECODE_TEST_NO_FLOAT;
}

/// The test at the end of a condition's code makes the selection itself. Skips of that test continue where it leads.
static void choose_in_test(bytecode_lowering *l, uint32_t start, uint32_t end, bool when, uint32_t value) {
    const uint32_t length = l->count - end;
    for (uint32_t i = start; i + 1 < end; i++) {
        expr_bytecode *at = &l->bytecode[i];
        if (at->skip == 0 || i + 1 + at->skip != end) {
            continue;
        }
        if ((at->k[2] != 0) == when) {
            at->k[2] = value;
            at->skip = skip_of(l, at->skip + length);
        } else {
            at->operation = (uint8_t)(at->operation - BYTECODE_CASE_UINT8 + BYTECODE_JUMP_UINT8);
            at->k[2] = 0;
        }
    }
    const expr_bytecode *last = &l->bytecode[end - 1];
    register_place test = {
        .kind = PLACE_TEST, .operation = last->operation, .field = last->field, .k = {last->k[0], last->k[1]}};
    expr_bytecode asks = ask(&test, when, true);
    asks.k[2] = value;
    asks.skip = skip_of(l, length);
    l->bytecode[end - 1] = asks;
}

/// The condition's code ends where the rest begins, at `start`.
static void choose_before(bytecode_lowering *l, const selection *c, uint32_t start) {
    const uint32_t length = l->count - start;
    if (c->early->kind == PLACE_CONSTANT) {
        if (c->condition->kind != PLACE_TEST && ends_with_test(l, c->condition->start, start)) {
            choose_in_test(l, c->condition->start, start, c->when, c->early->k[0]);
            return;
        }
        expr_bytecode asks = ask(c->condition, c->when, true);
        asks.k[2] = c->early->k[0];
        asks.skip = skip_of(l, length);
        put_before(l, start, asks);
        return;
    }
    expr_bytecode asks = ask(c->condition, !c->when, false);
    asks.skip = 2;
    put_before(l, start, asks);
    put_before(l, start + 1, load_of(c->early));
    put_before(l, start + 2, (expr_bytecode){.operation = BYTECODE_JUMP, .skip = skip_of(l, length)});
}

static bool is_saved_before(const bytecode_lowering *l, const register_place *x, uint32_t start) {
    return x->kind == PLACE_SLOT && start > 0 && l->bytecode[start - 1].operation == BYTECODE_SAVE &&
           l->bytecode[start - 1].k[0] == x->slot;
}

static void lower_selection(bytecode_lowering *l, const selection *c, uint8_t out) {
    if (c->rest->kind == PLACE_HELD && c->early->kind == PLACE_SLOT && c->early->start >= c->rest->start) {
        make_room(l);  // widened after the other was computed: no skip may pass over that
    }
    const bool asked_last = is_saved_before(l, c->condition, c->rest->start);
    if (c->condition->kind != PLACE_TEST && !(c->rest->kind == PLACE_HELD && asked_last)) {
        hold(l, c->condition);  // may save the rest
    }
    uint32_t start = earlier(earlier(l->count, c->early), c->condition);
    uint32_t at = c->rest->start;
    if (c->rest->kind != PLACE_HELD) {
        if (c->condition->kind == PLACE_TEST) {
            make_room(l);
            start = earlier(l->count, c->early);
        }
        start = earlier(start, c->rest);
        at = l->count;
        put_bytecode(l, load_of(c->rest));
    } else if (c->condition->kind == PLACE_SLOT) {
        at--;  // need not be saved
        memmove(l->bytecode + at, l->bytecode + at + 1, sizeof *l->bytecode * (l->count - at - 1));
        l->count--;
    }
    choose_before(l, c, at);
    hold_result(l, out, at < start ? at : start);
}

/// Both values have code and the condition has none: one of them runs.
static bool choose_code(bytecode_lowering *l, const register_place *condition, const register_place *a,
                        const register_place *b, uint8_t out) {
    if (condition->kind != PLACE_TEST || b->kind != PLACE_HELD || !is_saved_before(l, a, b->start)) {
        return false;
    }
    l->bytecode[b->start - 1] = (expr_bytecode){.operation = BYTECODE_JUMP, .skip = skip_of(l, l->count - b->start)};
    expr_bytecode asks = ask(condition, false, false);
    asks.skip = skip_of(l, b->start - (uint32_t)a->start);
    put_before(l, a->start, asks);
    hold_result(l, out, a->start);
    return true;
}

static void lower_select(bytecode_lowering *l, const expr_instruction *at) {
    register_place *condition = &l->places[at->c];
    register_place *a = operand_of(l, at, at->a);
    register_place *b = operand_of(l, at, at->b);
    if (choose_code(l, condition, a, b, at->out)) {
        return;
    }
    bool a_is_rest = b->kind != PLACE_HELD && (a->kind == PLACE_HELD || b->kind == PLACE_CONSTANT);
    selection c = a_is_rest ? (selection){condition, false, b, a} : (selection){condition, true, a, b};
    lower_selection(l, &c, at->out);
}

/// `x and y` is `false if not x else y`; `x or y` is `true if x else y`.
static void lower_logic(bytecode_lowering *l, const expr_instruction *at) {
    const bool is_or = at->operation == EXPR_OP_OR;
    register_place *x = operand_of(l, at, at->a);
    register_place *y = operand_of(l, at, at->b);
    if (x->kind == PLACE_CONSTANT || y->kind == PLACE_CONSTANT) {
        lower_binary(l, at);
        return;
    }
    register_place known = {.kind = PLACE_CONSTANT, .k = {is_or}};
    lower_selection(l, &(selection){x, is_or, &known, y}, at->out);
}

// ------------------------------------------------------------------------------------------------------------ programs

static void lower_instruction(bytecode_lowering *l, const expr_instruction *at) {
    const operation_row row = operation_at(at->operation);
    if (at->operation == EXPR_OP_LOST && l->places[at->a].kind == PLACE_HELD) {
        put_bytecode(l, (expr_bytecode){.operation = BYTECODE_LOST});
    }
    if (row.class == OPERATION_PASSIVE) {
        return;  // only needed by the interpreter of unlowered instructions
    }
    if (operation_reads_field(at->operation)) {
        lower_field(l, at);
    } else if (at->operation == EXPR_OP_NOT && l->places[at->a].kind == PLACE_TEST) {
        register_place x = l->places[at->a];
        invert(&x);
        x.slot = at->out;
        l->places[at->out] = x;
    } else if (at->operation == EXPR_OP_AND || at->operation == EXPR_OP_OR) {
        lower_logic(l, at);
    } else if (at->operation == EXPR_OP_SELECT) {
        lower_select(l, at);
    } else if (at->operation == EXPR_OP_PIECEWISE) {
        lower_piecewise(l, at);
    } else if (operation_calls(at->operation) && at->k[1] != 0) {
        lower_call(l, at);
    } else if (row.operands == 0) {
        lower_leaf(l, at);
    } else if (row.operands == 1) {
        lower_unary(l, at, bytecode_of(at->operation));
    } else if (row.operands == 2) {
        lower_binary(l, at);
    } else {
        lower_ternary(l, at);
    }
}

void wits_expr_bytecode_lower(expr_program *program, uint32_t capacity) {
    program->bytecode = 0;
    if (program->count > BYTECODE_MAX_COUNT || program->registers + EXPR_FIRST_REGISTER > BYTECODE_SLOTS ||
        (program->uses & EXPR_IS_CONSTANT) != 0) {
        return;
    }
    uint32_t most = bytecode_room(program->count);
    bytecode_lowering l = {.bytecode = (expr_bytecode *)(void *)(program->code + program->count),
                           .capacity = capacity < most ? capacity : most,
                           .held = NOTHING};
    for (uint32_t i = 0; i < program->count && !l.failed; i++) {
        lower_instruction(&l, &program->code[i]);
    }
    hold(&l, &l.places[program->code[program->count - 1].out]);
    put_bytecode(&l, (expr_bytecode){.operation = program->type == EXPR_FLOAT ? BYTECODE_END_NUMBER : BYTECODE_END});
    wits_expr_bytecode_look_up(l.bytecode, l.failed ? 0 : l.count);
    program->bytecode = (uint16_t)(l.failed ? 0 : l.count);
    memset(l.bytecode + program->bytecode, 0, sizeof *l.bytecode * (l.capacity - program->bytecode));
}
