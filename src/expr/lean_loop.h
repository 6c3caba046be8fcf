// SPDX-License-Identifier: MIT
// The loop of lean.c, which includes it twice: once where functions may be called (CALLS), and once where not even exp,
// log and pow are computed. Then no register need be saved, which is a good part of what a short program costs.
{
    uint32_t bits = 0;
    float number = 0.0f;
    slot slots[LEAN_SLOTS];
    LOOP {  // skips go forward, and the last instruction is an end
        LEAN_RANGE_LIST(TEST)
        LEAN_RANGE_LIST(CASE)
        LEAN_RANGE_LIST(JUMP)
        LEAN_LOAD_LIST(LOAD)
        OP(LOAD_UINT32) {
            GIVE_BOTH(load_uint32(FIELD));
            NEXT;
        }
        OP(LOOK_UP) {
            const uint32_t i = (uint8_t)(load_uint8(FIELD) - at->k[0]);
            GIVE_BOTH(table_entry(at, i < at->k[1] ? i : at->k[1]));
            at += at->skip;
            NEXT;
        }
        OP(LOAD_CONSTANT) {
            GIVE_BOTH(at->k[0]);
            NEXT;
        }
        OP(LOAD_SLOT) {
            bits = slots[at->k[0]].bits;
            number = slots[at->k[0]].number;
            NEXT;
        }
        OP(SAVE) {
            slots[at->k[0]] = (slot){bits, number};
            NEXT;
        }
        OP(CASE_TRUE) {
            if (bits != 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            NEXT;
        }
        OP(CASE_FALSE) {
            if (bits == 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            NEXT;
        }
        OP(JUMP_TRUE) {
            at += bits != 0 ? at->skip : 0;
            NEXT;
        }
        OP(JUMP_FALSE) {
            at += bits == 0 ? at->skip : 0;
            NEXT;
        }
        OP(JUMP) {
            at += at->skip;
            NEXT;
        }
        EXPR_UNARY_LIST(UNARY)
        EXPR_SHAPE_LIST(SHAPE)
        EXPR_BINARY_LIST(BINARY)
        EXPR_TERNARY_LIST(TERNARY)
        OP(SATURATE) {
            GIVE_i(operation_saturate(number, (int32_t)at->k[0], (int32_t)at->k[1]));
            NEXT;
        }
        OP(PIECEWISE) {
            GIVE_f(operation_piecewise(at[1].k, sizeof *at, at->k[0], number));
            at += at->skip;
            NEXT;
        }
        OP(KNOT) {
            NEXT;
        }
        OP(SET_UINT8) {
            store_8(fields, row, at->field, at->k[0]);
            STORED;
        }
        OP(SET_UINT16) {
            store_16(fields, row, at->field, at->k[0]);
            STORED;
        }
        OP(SET_UINT32) {
            store_32(fields, row, at->field, at->k[0]);
            STORED;
        }
        OP(STORE_UINT8) {
            store_8(fields, row, at->field, bits);
            STORED;
        }
        OP(STORE_UINT16) {
            store_16(fields, row, at->field, bits);
            STORED;
        }
        OP(STORE_UINT32) {
            store_32(fields, row, at->field, bits);
            STORED;
        }
        OP(STORE_FLOAT) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(number)));
            STORED;
        }
        OP(INCREASE_INT) {
            store_32(fields, row, at->field, load_uint32(FIELD) + bits);
            STORED;
        }
        OP(INCREASE_INT_BY) {
            store_32(fields, row, at->field, load_uint32(FIELD) + at->k[0]);
            STORED;
        }
        OP(INCREASE) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + number)));
            STORED;
        }
        OP(INCREASE_BY) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + math_float(at->k[0]))));
            STORED;
        }
        OP(INCREASE_INT_WITHIN) {
            const int32_t sum = (int32_t)(load_uint32(FIELD) + at->k[0]);
            const int32_t least = operation_max_int(sum, (int32_t)at->k[1]);
            store_32(fields, row, at->field, (uint32_t)operation_min_int(least, (int32_t)at->k[2]));
            STORED;
        }
        OP(INCREASE_WITHIN) {
            const float sum = load_float(FIELD) + math_float(at->k[0]);
            const float least = operation_max(sum, math_float(at->k[1]));
            store_32(fields, row, at->field,
                     math_canonical_bits(math_bits(operation_min(least, math_float(at->k[2])))));
            STORED;
        }
        OP(TICK) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->tick));
            NEXT;
        }
        OP(ELAPSED) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->elapsed));
            NEXT;
        }
        OP(RANDOM) {
            ONLY_IF(CALLS);
            number = expr_random(env->seed, env->agent, env->tick, at->k[0]);
            NEXT;
        }
        OP(CONDITION) {
            ONLY_IF(CALLS);
            bits = env->condition(env->user, at->k[0]);
            NEXT;
        }
        OP(SCORE) {
            ONLY_IF(CALLS);
            number = env->score(env->user, at->k[0]);
            NEXT;
        }
        OP(IS_IN) {
            ONLY_IF(CALLS);
            bits = env->is_in(env->user, at->k[0]);
            NEXT;
        }
        OP(END) {
            return (expr_value){.bits = bits};
        }
        OP(END_NUMBER) {
            return (expr_value){.f = number};
        }
        UNREACHED
    }
}
