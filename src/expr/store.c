// SPDX-License-Identifier: MIT
// An assignment in the lean form: what is computed goes into a field.
#include "expr/lean.h"

/// Whether something passes over the last instruction.
static bool is_passed_over(const expr_lean *code, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (code[i].skip != 0 && i + 1 + code[i].skip >= count) {
            return true;
        }
        i += code[i].operation == LEAN_LOOK_UP ? code[i].skip : 0;  // its table
    }
    return false;
}

static expr_lean field_instruction(uint32_t operation, uint32_t field) {
    return (expr_lean){.operation = (uint8_t)operation, .field = (uint16_t)field};
}

/// `x = x + ...` of a field of 4 bytes: the instruction that adds to it. LEAN_END: it is something else.
static expr_lean increase_of(const expr_lean *last, uint32_t field) {
    expr_lean made = field_instruction(LEAN_END, field);
    if (last->field != field) {
        return made;
    }
    made.k[0] = last->k[0];
    switch (last->operation) {
    case LEAN_ADD_INT_AF:
    case LEAN_ADD_INT_FA:
        made.operation = LEAN_INCREASE_INT;
        break;
    case LEAN_ADD_AF:
    case LEAN_ADD_FA:
        made.operation = LEAN_INCREASE;
        break;
    case LEAN_SUBTRACT_INT_FK:
        made.k[0] = 0u - made.k[0];
        made.operation = LEAN_INCREASE_INT_BY;
        break;
    case LEAN_SUBTRACT_FK:
        made.k[0] ^= 0x80000000u;
        made.operation = LEAN_INCREASE_BY;
        break;
    case LEAN_ADD_INT_FK:
    case LEAN_ADD_INT_KF:
        made.operation = LEAN_INCREASE_INT_BY;
        break;
    case LEAN_ADD_FK:
    case LEAN_ADD_KF:
        made.operation = LEAN_INCREASE_BY;
        break;
    default:
        break;
    }
    return made;
}

/// Narrows the range that a sum is kept in by the operation on it; false where that would say something else. A float
/// that is only kept below another may be no number, which a lower end would change.
static bool narrow(expr_lean *sum, const expr_lean *by) {
    const bool whole = sum->operation == LEAN_INCREASE_INT_WITHIN;
    switch (by->operation) {
    case LEAN_CLAMP_INT_OF:
    case LEAN_CLAMP_OF:
        sum->k[1] = by->k[0];
        sum->k[2] = by->k[1];
        break;
    case LEAN_MAX_INT_AK:
    case LEAN_MAX_INT_KA:
    case LEAN_MAX_AK:
        sum->k[1] = by->k[0];
        break;
    case LEAN_MIN_INT_AK:
    case LEAN_MIN_INT_KA:
        sum->k[2] = by->k[0];
        break;
    default:
        return false;
    }
    return whole || math_float(sum->k[1]) == math_float(sum->k[1]);
}

/// `x = max(x - 1, 0)` and the like, of a field of 4 bytes. LEAN_END: it is something else.
static expr_lean within_of(const expr_lean *code, uint32_t count, uint32_t field) {
    expr_lean made = increase_of(&code[0], field);
    const bool whole = made.operation == LEAN_INCREASE_INT_BY;
    if (count != 2 || (!whole && made.operation != LEAN_INCREASE_BY)) {
        return field_instruction(LEAN_END, field);
    }
    made.operation = whole ? LEAN_INCREASE_INT_WITHIN : LEAN_INCREASE_WITHIN;
    made.k[1] = whole ? (uint32_t)INT32_MIN : 0xFF800000u;
    made.k[2] = whole ? (uint32_t)INT32_MAX : MATH_INFINITY_BITS;
    return narrow(&made, &code[1]) ? made : field_instruction(LEAN_END, field);
}

static uint32_t size_step(expr_field_type type) {
    const uint32_t size = wits_expr_field_size(type);
    return size == 1 ? 0 : size == 2 ? 1 : 2;
}

uint32_t wits_expr_lean_assign(const expr_program *program, uint32_t field, expr_field_type type, expr_lean *code) {
    if ((program->uses & EXPR_IS_CONSTANT) != 0) {
        code[0] = field_instruction(LEAN_SET_UINT8 + size_step(type), field);
        code[0].k[0] = program->code[0].k[0];
        return 1;
    }
    const uint32_t count = program->lean - 1u;  // without the end
    const expr_lean *from = lean_code(program);
    const expr_lean within = within_of(from, count, field);
    if (within.operation != LEAN_END) {
        code[0] = within;
        return 1;
    }
    memcpy(code, from, sizeof *code * count);
    const expr_lean increase = increase_of(&code[count - 1], field);
    if (increase.operation != LEAN_END && !is_passed_over(code, count)) {
        code[count - 1] = increase;
        return count;
    }
    const bool is_float = type == WITS_TYPE_FLOAT;
    code[count] = field_instruction(is_float ? LEAN_STORE_FLOAT : LEAN_STORE_UINT8 + size_step(type), field);
    return count + 1;
}
