// SPDX-License-Identifier: MIT
// Assignments in bytecode: the computed value is stored into a field.
#include "expr/bytecode.h"

/// Returns whether a skip passes over the last instruction.
static bool is_passed_over(const expr_bytecode *code, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (code[i].skip != 0 && i + 1 + code[i].skip >= count) {
            return true;
        }
        i += code[i].operation == BYTECODE_LOOK_UP ? code[i].skip : 0;  // its table
    }
    return false;
}

static expr_bytecode field_instruction(uint32_t operation, uint32_t field) {
    return (expr_bytecode){.operation = (uint8_t)operation, .field = (uint16_t)field};
}

/// Returns the instruction that adds to the field in `x = x + ...`, for a field of 4 bytes; BYTECODE_END for other
/// forms.
static expr_bytecode increase_of(const expr_bytecode *last, uint32_t field) {
    expr_bytecode made = field_instruction(BYTECODE_END, field);
    if (last->field != field) {
        return made;
    }
    made.k[0] = last->k[0];
    switch (last->operation) {
    case BYTECODE_ADD_INT_AF:
    case BYTECODE_ADD_INT_FA:
        made.operation = BYTECODE_INCREASE_INT;
        break;
    case BYTECODE_ADD_AF:
    case BYTECODE_ADD_FA:
        made.operation = BYTECODE_INCREASE;
        break;
    case BYTECODE_SUBTRACT_INT_FK:
        made.k[0] = 0u - made.k[0];
        made.operation = BYTECODE_INCREASE_INT_BY;
        break;
    case BYTECODE_SUBTRACT_FK:
        made.k[0] ^= 0x80000000u;
        made.operation = BYTECODE_INCREASE_BY;
        break;
    case BYTECODE_ADD_INT_FK:
    case BYTECODE_ADD_INT_KF:
        made.operation = BYTECODE_INCREASE_INT_BY;
        break;
    case BYTECODE_ADD_FK:
    case BYTECODE_ADD_KF:
        made.operation = BYTECODE_INCREASE_BY;
        break;
    default:
        break;
    }
    return made;
}

/// Narrows the range that a sum is clamped to by the operation on it; false if that would change the meaning. A float
/// with only an upper limit may be NaN, which a lower limit would change.
static bool narrow(expr_bytecode *sum, const expr_bytecode *by) {
    const bool whole = sum->operation == BYTECODE_INCREASE_INT_WITHIN;
    switch (by->operation) {
    case BYTECODE_CLAMP_INT_OF:
    case BYTECODE_CLAMP_OF:
        sum->k[1] = by->k[0];
        sum->k[2] = by->k[1];
        break;
    case BYTECODE_MAX_INT_AK:
    case BYTECODE_MAX_INT_KA:
    case BYTECODE_MAX_AK:
        sum->k[1] = by->k[0];
        break;
    case BYTECODE_MIN_INT_AK:
    case BYTECODE_MIN_INT_KA:
        sum->k[2] = by->k[0];
        break;
    default:
        return false;
    }
    return whole || math_float(sum->k[1]) == math_float(sum->k[1]);
}

/// Returns the instruction for `x = max(x - 1, 0)` and the like, for a field of 4 bytes; BYTECODE_END for other forms.
static expr_bytecode within_of(const expr_bytecode *code, uint32_t count, uint32_t field) {
    expr_bytecode made = increase_of(&code[0], field);
    const bool whole = made.operation == BYTECODE_INCREASE_INT_BY;
    if (count != 2 || (!whole && made.operation != BYTECODE_INCREASE_BY)) {
        return field_instruction(BYTECODE_END, field);
    }
    made.operation = whole ? BYTECODE_INCREASE_INT_WITHIN : BYTECODE_INCREASE_WITHIN;
    made.k[1] = whole ? (uint32_t)INT32_MIN : 0xFF800000u;
    made.k[2] = whole ? (uint32_t)INT32_MAX : MATH_INFINITY_BITS;
    return narrow(&made, &code[1]) ? made : field_instruction(BYTECODE_END, field);
}

static uint32_t size_step(expr_field_type type) {
    const uint32_t size = wits_expr_field_size(type);
    return size == 1 ? 0 : size == 2 ? 1 : 2;
}

uint32_t wits_expr_bytecode_assign(const expr_program *program, uint32_t field, expr_field_type type,
                                   expr_bytecode *code) {
    if ((program->uses & EXPR_IS_CONSTANT) != 0) {
        code[0] = field_instruction(BYTECODE_SET_UINT8 + size_step(type), field);
        code[0].k[0] = program->code[0].k[0];
        return 1;
    }
    const uint32_t count = program->bytecode - 1u;  // without the end
    const expr_bytecode *from = bytecode_code(program);
    const expr_bytecode within = within_of(from, count, field);
    if (within.operation != BYTECODE_END) {
        code[0] = within;
        return 1;
    }
    memcpy(code, from, sizeof *code * count);
    const expr_bytecode increase = increase_of(&code[count - 1], field);
    if (increase.operation != BYTECODE_END && !is_passed_over(code, count)) {
        code[count - 1] = increase;
        return count;
    }
    const bool is_float = type == WITS_TYPE_FLOAT;
    code[count] = field_instruction(is_float ? BYTECODE_STORE_FLOAT : BYTECODE_STORE_UINT8 + size_step(type), field);
    return count + 1;
}
