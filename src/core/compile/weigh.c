// SPDX-License-Identifier: MIT
// The considerations of an option become one program: docs/brain-files.md, "Considerations", with every rule in the
// order in which it is computed. One agent, blocks of a crowd, generated C, explanations and bounds run that program.
//
//   input        the code of its text, range and curves
//   group        the code of its gates, then that of its members, each combined with the value so far
//   closed gate  the members are skipped: the group is worth 0, the outermost NaN
//   MARK         notes the value of a row so far, for explanations
//   LOST         ends the program early for one agent, where the value can only decrease
#include "core/compile/compile.h"
#include "expr/bytecode.h"

#include <string.h>

/// A group whose members are being written.
typedef struct open_group {
    const wits_consideration_desc *desc;
    uint32_t row;
    uint32_t members;  ///< number of considerations and groups in it
    uint32_t counted;  ///< number of members written so far
    float total;       ///< sum of their weights
    uint8_t value;     ///< register of the value so far
    uint8_t open;      ///< register: all gates hold; 0: it has none
    uint32_t skip;     ///< the instruction that skips the members
} open_group;

typedef struct weighing {
    brain_compiler *c;
    const wits_consideration_desc *descs;
    uint32_t first, count;  ///< rows of the option
    consideration_row *rows;
    expr_program *program;
    uint32_t capacity;
    uint32_t used[EXPR_REGISTERS / 32];  ///< one bit for each register
    uint32_t depth;
    open_group groups[WITS_MAX_GROUPS + 1];
} weighing;

// -------------------------------------------------------------------------------------------------------- instructions

static uint8_t take_register(weighing *w) {
    uint32_t number = EXPR_FIRST_REGISTER;
    // validation has reserved EXPR_KEPT_REGISTERS
    while ((w->used[number / 32] >> number % 32 & 1) != 0) {
        number++;
    }
    const uint32_t live = number - EXPR_FIRST_REGISTER + 1;
    w->used[number / 32] |= 1u << number % 32;
    w->program->registers = (uint8_t)(w->program->registers > live ? w->program->registers : live);
    return (uint8_t)number;
}

static void release_register(weighing *w, uint8_t number) {
    if (number >= EXPR_FIRST_REGISTER) {
        w->used[number / 32] &= ~(1u << number % 32);
    }
}

/// Returns the number of the instruction.
static uint32_t put_instruction(weighing *w, expr_instruction at) {
    WITS_ASSERT(w->program->count < w->capacity);  // bytes_needed is an upper bound
    w->program->uses |= operation_is(at.operation, OPERATION_POWER) ? EXPR_USES_POWERS : 0;
    w->program->code[w->program->count] = at;
    return w->program->count++;
}

/// Puts an operation into a new register, which is returned. Its operands are used up.
static uint8_t put_operation(weighing *w, expr_instruction at) {
    at.out = take_register(w);
    put_instruction(w, at);
    release_register(w, at.a);
    release_register(w, at.b);
    release_register(w, at.c);
    return at.out;
}

/// An operation of one value and constants.
static uint8_t put_response(weighing *w, expr_operation operation, uint8_t x, float k0, float k1) {
    return put_operation(
        w, (expr_instruction){.operation = (uint8_t)operation, .a = x, .k = {math_bits(k0), math_bits(k1)}});
}

static uint8_t put_with_constant(weighing *w, expr_operation operation, uint8_t x, float k) {
    return put_operation(w, (expr_instruction){.operation = (uint8_t)operation, .a = x, .b = 0, .k = {math_bits(k)}});
}

static uint8_t put_of_two(weighing *w, expr_operation operation, uint8_t x, uint8_t y) {
    return put_operation(w, (expr_instruction){.operation = (uint8_t)operation, .a = x, .b = y});
}

static void put_mark(weighing *w, uint8_t x, uint32_t stage, uint32_t row) {
    put_instruction(w, (expr_instruction){.operation = EXPR_OP_MARK, .out = x, .a = x, .k = {stage, row}});
}

/// Turns a placeholder into a skip over the instructions after it: where `unless` is false, `out` becomes `value`
/// instead, a register or 1 for the constant.
static void set_skip(weighing *w, uint32_t skip, uint8_t unless, uint8_t out, uint8_t value, uint32_t constant) {
    w->program->code[skip] = (expr_instruction){.operation = EXPR_OP_SKIP_UNLESS,
                                                .out = out,
                                                .a = unless,
                                                .b = value,
                                                .k = {w->program->count - skip - 1, constant}};
}

/// The code of a row's text. Returns the register of its value.
static uint8_t put_row_text(weighing *w, uint32_t i) {
    desc_text texts[MAX_CONSIDERATION_TEXTS];
    expr_response response;
    consideration_row *row = &w->rows[i];
    const uint32_t place = row->code, text_at = row->code_end;  // see place_texts
    wits_core_desc_consideration_texts(w->c->desc, w->first + i, &response, texts);
    row->code = w->program->count;
    const uint8_t x = wits_core_append_text(w->c, &texts[0], place, text_at, w->program, w->capacity, w->used);
    row->code_end = w->program->count;
    for (uint32_t at = row->code; at < row->code_end; at++) {
        expr_instruction *mark = &w->program->code[at];
        mark->k[1] = mark->operation == EXPR_OP_MARK ? i : mark->k[1];
    }
    return x;
}

// ------------------------------------------------------------------------------------------------------------- members

static bool is_member(const weighing *w, const wits_consideration_desc *group, uint32_t i) {
    return w->descs[i].depth == group->depth + 1u;
}

/// Returns the row after the members of a group.
static uint32_t end_of_group(const weighing *w, uint32_t row) {
    uint32_t end = row + 1;
    while (end < w->count && w->descs[end].depth > w->descs[row].depth) {
        end++;
    }
    return end;
}

/// Puts x^weight, for x from 0 to 1: weights are exponents.
static uint8_t put_power(weighing *w, uint8_t x, float weight) {
    if (weight == 0.0f) {
        return put_response(w, EXPR_OP_STEP, x, 1.0f, 1.0f);  // 1, whatever x is
    }
    if (weight == 2.0f || weight == 3.0f) {
        return put_response(w, weight == 2.0f ? EXPR_OP_SQUARE : EXPR_OP_CUBE, x, 0.0f, 0.0f);
    }
    if (weight == 0.5f) {
        return put_response(w, EXPR_OP_SQRT, x, 0.0f, 0.0f);
    }
    return weight == 1.0f ? x : put_with_constant(w, EXPR_OP_POW, x, weight);
}

/// Applies a member's weight, compensation and so on, as its group requires.
static uint8_t put_weighted(weighing *w, const open_group *in, uint8_t x, float weight) {
    switch (in->desc->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return weight == 1.0f ? x : put_with_constant(w, EXPR_OP_MULTIPLY, x, weight);
    case WITS_GROUP_MIN:
    case WITS_GROUP_MAX:
        return x;
    case WITS_GROUP_GEOMETRIC_MEAN:
        return put_power(w, x, in->total > 0.0f ? weight / in->total : weight);
    default:
        return put_power(w, x, weight);
    }
}

static uint8_t put_compensated(weighing *w, const open_group *in, uint8_t x) {
    const float share = 1.0f - 1.0f / (float)in->members;
    return in->desc->group != WITS_GROUP_COMPENSATED || share == 0.0f
               ? x
               : put_response(w, EXPR_OP_COMPENSATED, x, share, 0.0f);
}

static uint8_t put_combined(weighing *w, const open_group *in, uint8_t x) {
    switch (in->desc->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return put_of_two(w, EXPR_OP_ADD, in->value, x);
    case WITS_GROUP_MIN:
        return put_of_two(w, EXPR_OP_MIN, in->value, x);
    case WITS_GROUP_MAX:
        return put_of_two(w, EXPR_OP_MAX, in->value, x);
    default:
        return put_of_two(w, EXPR_OP_MULTIPLY, in->value, x);
    }
}

/// Returns whether the value so far of the option can only decrease, and is not the last.
static bool may_lose(const weighing *w, const open_group *in) {
    const wits_group group = in->desc->group;
    return w->depth == 1 && in->counted < in->members && group != WITS_GROUP_SUM && group != WITS_GROUP_MEAN &&
           group != WITS_GROUP_MAX;
}

/// Adds the value of a row to the group around it.
static void put_member(weighing *w, uint32_t row, uint8_t x) {
    open_group *in = &w->groups[w->depth - 1];
    const wits_consideration_desc *desc = &w->descs[row];
    put_mark(w, x, STAGE_VALUE, row);
    const uint8_t compensated = put_compensated(w, in, x);
    if (compensated != x) {
        put_mark(w, compensated, STAGE_COMPENSATED, row);
    }
    const uint8_t weighted = put_weighted(w, in, compensated, wits_core_desc_weight(desc->has_weight, desc->weight));
    if (weighted != compensated) {
        put_mark(w, weighted, STAGE_WEIGHTED, row);
    }
    in->value = in->counted == 0 ? weighted : put_combined(w, in, weighted);
    in->counted++;
    if (may_lose(w, in)) {
        put_instruction(w, (expr_instruction){.operation = EXPR_OP_LOST, .out = in->value, .a = in->value});
    }
}

// -------------------------------------------------------------------------------------------------------------- groups

/// Gates come before anything else in their group. Each is evaluated only if those before it hold.
static uint8_t put_gates(weighing *w, uint32_t row) {
    const uint32_t end = end_of_group(w, row);
    uint8_t open = 0;
    for (uint32_t i = row + 1; i < end; i++) {
        if (w->descs[i].gate == NULL || !is_member(w, &w->descs[row], i)) {
            continue;
        }
        const uint8_t before = open;
        const uint32_t skip = before != 0 ? put_instruction(w, (expr_instruction){.operation = EXPR_OP_MARK}) : 0;
        const uint8_t holds = put_row_text(w, i);
        put_mark(w, holds, STAGE_HOLDS, i);
        open = holds;
        if (before != 0) {
            open = put_of_two(w, EXPR_OP_AND, before, holds);
            set_skip(w, skip, before, open, before, 0);
        }
    }
    return open;
}

static void open_the_group(weighing *w, uint32_t row) {
    const uint32_t end = end_of_group(w, row);
    open_group *g = &w->groups[w->depth];
    *g = (open_group){.desc = &w->descs[row], .row = row, .open = put_gates(w, row)};
    for (uint32_t i = row + 1; i < end; i++) {
        if (w->descs[i].gate == NULL && is_member(w, g->desc, i)) {
            g->members++;
            g->total += wits_core_desc_weight(w->descs[i].has_weight, w->descs[i].weight);
        }
    }
    if (g->open != 0) {
        g->skip = put_instruction(w, (expr_instruction){.operation = EXPR_OP_MARK});
    }
    w->depth++;
}

/// A group's value if its gates hold.
static uint8_t put_group_value(weighing *w, const open_group *g) {
    const wits_group group = g->desc->group;
    const bool is_mean = group == WITS_GROUP_MEAN || group == WITS_GROUP_GEOMETRIC_MEAN;
    if (g->members == 0) {
        return put_response(w, EXPR_OP_CONSTANT, 0, 1.0f, 0.0f);
    }
    if (group == WITS_GROUP_SUM) {
        return put_operation(
            w, (expr_instruction){
                   .operation = EXPR_OP_CLAMP, .a = g->value, .b = 0, .c = 1, .k = {math_bits(0.0f), math_bits(1.0f)}});
    }
    if (is_mean && !(g->total > 0.0f)) {
        return put_response(w, EXPR_OP_STEP, g->value, 0.0f, 0.0f);
    }
    return group == WITS_GROUP_MEAN ? put_with_constant(w, EXPR_OP_DIVIDE, g->value, g->total) : g->value;
}

/// Closes the innermost group. Returns the register of its value.
static uint8_t close_the_group(weighing *w) {
    const open_group *g = &w->groups[--w->depth];
    uint8_t x = put_group_value(w, g);
    if (g->open != 0) {
        const uint32_t otherwise = w->depth == 0 ? MATH_NAN_BITS : math_bits(0.0f);
        const uint8_t open = g->open;
        x = put_operation(
            w, (expr_instruction){.operation = EXPR_OP_SELECT, .a = x, .b = 1, .c = open, .k = {0, otherwise}});
        set_skip(w, g->skip, open, x, 1, otherwise);
    }
    return x;
}

/// Writes all rows. Returns the register of the score.
static uint8_t put_rows(weighing *w) {
    uint8_t x = 0;
    for (uint32_t i = 0; i <= w->count; i++) {
        while (w->depth > 0 && (i == w->count || w->descs[i].depth <= w->groups[w->depth - 1].desc->depth)) {
            x = close_the_group(w);
            if (w->depth > 0) {
                put_member(w, w->groups[w->depth].row, x);
            }
        }
        if (i == w->count || w->descs[i].gate != NULL) {
            continue;
        }
        if (w->descs[i].group != WITS_GROUP_NONE) {
            open_the_group(w, i);
        } else {
            x = put_row_text(w, i);
            if (w->depth > 0) {
                put_member(w, i, x);
            }
        }
    }
    put_mark(w, x, STAGE_VALUE, 0);
    return x;
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Returns the field that is the whole text of an input.
static uint32_t field_of(const wits_desc *desc, const wits_consideration_desc *row) {
    return row->input != NULL ? wits_core_desc_find_field(desc, row->input, (uint32_t)strlen(row->input))
                              : (uint32_t)WITS_NONE;
}

static void fill_row(const wits_desc *desc, const wits_consideration_desc *from, consideration_row *to) {
    to->kind = from->group != WITS_GROUP_NONE ? ROW_GROUP : from->gate != NULL ? ROW_GATE : ROW_INPUT;
    to->low = from->low;
    to->high = from->high;
    to->is_ranged = wits_core_desc_has_range(from);
    to->field = (uint16_t)field_of(desc, from);
    to->curve_count = (uint8_t)from->curve_count;
}

/// Random streams and texts of arguments are numbered in declared order, but gates are written before the rest of
/// their group. A row's are kept in its code range, until it has code.
static void place_texts(weighing *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        desc_text texts[MAX_CONSIDERATION_TEXTS];
        expr_response response;
        fill_row(w->c->desc, &w->descs[i], &w->rows[i]);
        if (wits_core_desc_consideration_texts(w->c->desc, w->first + i, &response, texts) != 0) {
            w->rows[i].code = w->c->place_count;
            w->rows[i].code_end = wits_core_place_text(w->c, &texts[0]);
        }
    }
}

void wits_core_compile_considerations(brain_compiler *c, uint32_t state, clock_reading *clock) {
    state_row *s = &wits_core_block_states(c)[state];
    weighing w = {.c = c};
    w.first = wits_core_desc_considerations(c->desc, state, &w.count);
    s->first_row = w.first;
    s->row_count = (uint16_t)w.count;
    if (w.count == 0) {
        return;
    }
    w.descs = c->desc->considerations + w.first;
    w.rows = (consideration_row *)wits_core_block_at(c, c->brain->considerations) + w.first;
    place_texts(&w);
    w.program = wits_core_block_at(c, (uint32_t)c->used);
    w.capacity = (uint32_t)((c->size - c->used - sizeof *w.program) / sizeof(expr_instruction));
    *w.program = (expr_program){.type = EXPR_FLOAT};
    put_rows(&w);
    wits_expr_bytecode_lower(w.program, w.capacity - w.program->count);
    s->score = wits_core_take_program(c, w.program, false, clock);
}
