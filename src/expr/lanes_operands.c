// SPDX-License-Identifier: MIT
// An instruction's operands, in the form that it needs: bytes, words, masks or constants.
#include "expr/lanes_nodes.h"

static lanes_column filled_word(expression *e, uint32_t bits) {
    lanes_column out = wits_expr_lanes_new_word(e->b);
    wits_expr_lanes_emit(e->b, (lanes_op){.kind = LANES_FILL32, .out = out, .k = {bits}});
    return out;
}

lanes_column wits_expr_lanes_byte_of(expression *e, node *n) {
    if (n->form == FORM_MASK) {
        lanes_column out = wits_expr_lanes_new_byte(e->b);
        wits_expr_lanes_emit(e->b, (lanes_op){.kind = LANES_AND8, .out = out, .a = n->column, .k = {1}});
        set_form(n, FORM_BYTE, out);
    }
    return n->column;
}

lanes_column wits_expr_lanes_word_of(expression *e, node *n) {
    if (n->form == FORM_WORD) {
        return n->column;
    }
    if (n->word == 0 && n->form == FORM_CONSTANT) {
        n->word = filled_word(e, n->bits);
    } else if (n->word == 0) {
        lanes_column from = wits_expr_lanes_byte_of(e, n);
        n->word = wits_expr_lanes_new_word(e->b);
        wits_expr_lanes_emit(
            e->b, (lanes_op){.kind = n->lo < 0 ? LANES_WIDEN8_SIGNED : LANES_WIDEN8, .out = n->word, .a = from});
    }
    return n->word;
}

lanes_column wits_expr_lanes_mask_of(expression *e, node *n) {
    if (n->form == FORM_MASK) {
        return n->column;
    }
    lanes_column out = wits_expr_lanes_new_byte(e->b);
    if (n->form == FORM_CONSTANT) {  // a constant fits every form
        lanes_op none = {.kind = LANES_RANGE8,
                         .out = out,
                         .a = e->place->mask,
                         .k = {0, 0xFF},
                         .flags = n->bits == 0 ? LANES_INVERTED : 0};
        wits_expr_lanes_emit(e->b, none);
    } else if (n->form == FORM_BYTE) {
        wits_expr_lanes_emit(e->b, (lanes_op){.kind = LANES_RANGE8, .out = out, .a = n->column, .k = {1, 0xFE}});
    } else {
        wits_expr_lanes_emit(e->b,
                             (lanes_op){.kind = LANES_RANGE32, .out = out, .a = n->column, .k = {1, 0xFFFFFFFEu}});
    }
    set_form(n, FORM_MASK, out);
    return out;
}

lane_operand wits_expr_lanes_word_operand(expression *e, uint32_t i, uint32_t which, bool or_constant) {
    const expr_instruction *at = instruction(e, i);
    node *n = operand_node_of(e, i, which);
    if (e->nodes[i].operands[which] == FROM_FIELD) {
        return (lane_operand){.column = (lanes_column)(e->b->first_field + at->field)};
    }
    uint32_t bits = n == NULL ? constant_operand(at, which) : n->bits;
    bool is_constant = n == NULL || n->form == FORM_CONSTANT;
    if (is_constant && or_constant) {
        return (lane_operand){.bits = bits};
    }
    if (n == NULL) {
        return (lane_operand){.column = filled_word(e, bits)};
    }
    return (lane_operand){.column = wits_expr_lanes_word_of(e, n)};
}

lane_operand wits_expr_lanes_mask_operand(expression *e, uint32_t i, uint32_t which) {
    node *n = operand_node_of(e, i, which);
    if (n != NULL && n->form != FORM_CONSTANT) {
        return (lane_operand){.column = wits_expr_lanes_mask_of(e, n)};
    }
    uint32_t bits = n != NULL ? n->bits : constant_operand(instruction(e, i), which);
    return (lane_operand){.bits = bits != 0 ? 0xFF : 0};
}

lane_operand wits_expr_lanes_byte_operand(expression *e, uint32_t i, uint32_t which) {
    node *n = operand_node_of(e, i, which);
    if (n != NULL && n->form != FORM_CONSTANT) {
        return (lane_operand){.column = wits_expr_lanes_byte_of(e, n)};
    }
    return (lane_operand){.bits = n != NULL ? n->bits : constant_operand(instruction(e, i), which)};
}

bool wits_expr_lanes_is_byte_operand(const expression *e, uint32_t i, uint32_t which) {
    uint8_t from = e->nodes[i].operands[which];
    bounds of = wits_expr_lanes_operand_bounds(e, i, which);
    if (from == FROM_FIELD || !fits_byte(of.lo, of.hi)) {
        return false;
    }
    return from == FROM_CONSTANT || e->nodes[from].form != FORM_WORD;
}

uint32_t wits_expr_lanes_byte_order(const expression *e, uint32_t i) {
    if (!wits_expr_lanes_is_byte_operand(e, i, 0) || !wits_expr_lanes_is_byte_operand(e, i, 1)) {
        return 0;
    }
    bounds a = wits_expr_lanes_operand_bounds(e, i, 0), b = wits_expr_lanes_operand_bounds(e, i, 1);
    int64_t lo = lesser(a.lo, b.lo), hi = greater(a.hi, b.hi);
    return lo >= 0 && hi <= UINT8_MAX ? 1 : lo >= INT8_MIN && hi <= INT8_MAX ? 2 : 0;
}
