// SPDX-License-Identifier: MIT
// The rows of all operations.
#include "rows.h"

const value_row *value_row_of(uint32_t kind) {
    enum { FORM_OF_bits = FORM_BITS, FORM_OF_i = FORM_INT, FORM_OF_f = FORM_FLOAT };
    static const value_row rows[VALUE_KIND_COUNT] = {
        [VALUE_LOWEST8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 0, "part_lowest8(a)"},
        [VALUE_HIGHEST] = {FORM_FLOAT, FORM_FLOAT, CLASS_WORDS, USE_ALL, 0, NULL},
        [VALUE_TIES] = {FORM_BYTE, FORM_FLOAT, CLASS_MIXED, USE_ALL, 0, NULL},
        [VALUE_PICKED] = {FORM_BITS, FORM_BITS, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_RANGE8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALSO, 1, "part_in8(a, k0, k1)"},
        [LANES_BIT8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALSO, 1, "part_has8(a, k0)"},
        [LANES_LESS8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_less8(a, b)"},
        [LANES_LESS8_SIGNED] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_less8_signed(a, b)"},
        [LANES_EQUAL8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_is8(a, b)"},
        [LANES_AND8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_and8(a, b)"},
        [LANES_AND_NOT8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_and_not8(a, b)"},
        [LANES_OR8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_or8(a, b)"},
        [LANES_XOR8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_xor8(a, b)"},
        [LANES_ADD8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_add8(a, b)"},
        [LANES_SUBTRACT8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_subtract8(a, b)"},
        [LANES_SUBTRACT8_SATURATED] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_take8(a, b)"},
        [LANES_MIN8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_min8(a, b)"},
        [LANES_MIN8_SIGNED] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_min8_signed(a, b)"},
        [LANES_MAX8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_max8(a, b)"},
        [LANES_MAX8_SIGNED] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 2, "part_max8_signed(a, b)"},
        [LANES_LOOKUP8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 1, NULL},
        [LANES_COPY8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_ALL, 1, NULL},
        [LANES_PUT8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_PUT, 1, NULL},
        [LANES_PUT8_CONSTANT] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_PUT, 1, NULL},
        [LANES_FIRE8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_PUT, 0, NULL},
        [LANES_TAKE8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_PUT, 0, NULL},
        [LANES_RAISE8] = {FORM_BYTE, FORM_BYTE, CLASS_BYTES, USE_PUT, 0, NULL},
        [LANES_WIDEN8] = {FORM_BITS, FORM_BITS, CLASS_MIXED, USE_ALL, 1, "a"},
        [LANES_WIDEN8_SIGNED] = {FORM_BITS, FORM_BITS, CLASS_MIXED, USE_ALL, 1, "(uint32_t)(int32_t)(int8_t)a"},
        [LANES_WIDEN16] = {FORM_BITS, FORM_BITS, CLASS_MIXED, USE_ALL, 1, "a"},
        [LANES_WIDEN16_SIGNED] = {FORM_BITS, FORM_BITS, CLASS_MIXED, USE_ALL, 1, "(uint32_t)(int32_t)(int16_t)a"},
        [LANES_RANGE32] = {FORM_BYTE, FORM_BITS, CLASS_MIXED, USE_ALSO, 1, "part_in32(a, k0, k1)"},
        [LANES_RANGE_FLOAT] = {FORM_BYTE, FORM_FLOAT, CLASS_MIXED, USE_ALSO, 1, "part_in_float(a, k0, k1)"},
        [LANES_LESS32] = {FORM_BYTE, FORM_INT, CLASS_MIXED, USE_ALSO, 2, "part_less32(a, b)"},
        [LANES_EQUAL32] = {FORM_BYTE, FORM_BITS, CLASS_MIXED, USE_ALSO, 2, "part_is32(a, b)"},
        [LANES_LESS_FLOAT] = {FORM_BYTE, FORM_FLOAT, CLASS_MIXED, USE_ALSO, 2, "part_less_float(a, b)"},
        [LANES_AT_MOST_FLOAT] = {FORM_BYTE, FORM_FLOAT, CLASS_MIXED, USE_ALSO, 2, "part_at_most_float(a, b)"},
        [LANES_EQUAL_FLOAT] = {FORM_BYTE, FORM_FLOAT, CLASS_MIXED, USE_ALSO, 2, "part_is_float(a, b)"},
        [LANES_SELECT32] = {FORM_BITS, FORM_BITS, CLASS_MIXED, USE_ALL, 0, NULL},
        [LANES_FILL32] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_ALL, 1, NULL},
        [LANES_PIECEWISE32] = {FORM_FLOAT, FORM_FLOAT, CLASS_WORDS, USE_ALL, 1, NULL},
        [LANES_PUT32] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 1, NULL},
        [LANES_PUT32_CONSTANT] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 1, NULL},
        [LANES_PUT_TICK] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 0, "tick"},
        [LANES_PUT_FLOAT] = {FORM_FLOAT, FORM_FLOAT, CLASS_WORDS, USE_PUT, 1, "math_canonical(a)"},
        [LANES_PUT32_TO8] = {FORM_BYTE, FORM_BITS, CLASS_MIXED, USE_PUT, 1, "(uint8_t)a"},
        [LANES_PUT32_TO16] = {FORM_HALF, FORM_BITS, CLASS_MIXED, USE_PUT, 0, NULL},
        [LANES_ADD_TO32] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 1, "a + b"},
        [LANES_ADD8_TO32] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 0, NULL},
        [LANES_ADD8_TO32_SIGNED] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 0, NULL},
        [LANES_ELAPSED32] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_ALL, 1, "part_ticks32(tick, a)"},
        [LANES_AFTER32] = {FORM_BYTE, FORM_BITS, CLASS_MIXED, USE_ALSO, 1, "part_in32(tick - a, k0, k1)"},
        [LANES_CHOOSE] = {FORM_BYTE, FORM_FLOAT, CLASS_WORDS, USE_ALL, 0, NULL},
        [LANES_RANDOM] = {FORM_FLOAT, FORM_BITS, CLASS_WORDS, USE_ALL, 0, NULL},
        [LANES_RANDOM_BELOW] = {FORM_BYTE, FORM_BITS, CLASS_MIXED, USE_ALL, 0, NULL},
        [LANES_TICK] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_ALL, 0, "(uint32_t)operation_ticks(tick)"},
        [LANES_TURN_CLOCK] = {FORM_BITS, FORM_BITS, CLASS_WORDS, USE_PUT, 0, "tick - a"},
        [LANES_SPREAD_CLOCK] = {FORM_BITS, FORM_BITS, CLASS_CALL, USE_PUT, 0, NULL},
        [LANES_CONDITION] = {FORM_BYTE, FORM_BYTE, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_SCORE] = {FORM_FLOAT, FORM_BYTE, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_LIST] = {FORM_BYTE, FORM_BYTE, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_DATA] = {FORM_BYTE, FORM_BYTE, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_TARGETS] = {FORM_FLOAT, FORM_BYTE, CLASS_CALL, USE_ALL, 0, NULL},
        [LANES_TARGET_FIELD] = {FORM_INT, FORM_BITS, CLASS_CALL, USE_ALL, 0, NULL},
#define ROW(name, to, from, count, formula)                                                                            \
    [LANES_FIRST_FORMULA + EXPR_OP_##                                                                                  \
        name] = {(value_form)FORM_OF_##to, (value_form)FORM_OF_##from, CLASS_WORDS, USE_ALL, count, #formula},
#define UNARY_ROW(name, class, to, from, formula) ROW(name, to, from, 1, formula)
#define BINARY_ROW(name, class, to, from, formula) ROW(name, to, from, 2, formula)
#define TERNARY_ROW(name, class, to, from, formula) ROW(name, to, from, 3, formula)
#define RESPONSE_ROW(name, class, formula) ROW(name, f, f, 1, formula)
        EXPR_UNARY_LIST(UNARY_ROW) EXPR_BINARY_LIST(BINARY_ROW) EXPR_TERNARY_LIST(TERNARY_ROW)
            EXPR_RESPONSE_LIST(RESPONSE_ROW) ROW(SATURATE, i, f, 1, operation_saturate(a, k0, k1))
#undef ROW
#undef UNARY_ROW
#undef BINARY_ROW
#undef TERNARY_ROW
#undef RESPONSE_ROW
    };
    return &rows[kind];
}
