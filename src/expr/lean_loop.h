// SPDX-License-Identifier: MIT
// The loop of lean.c, which includes it twice: once where functions may be called (CALLS), and once where not even exp,
// log and pow are computed. Then no register need be saved, which is a good part of what a short program costs.
{
    uint32_t bits = 0;
    float number = 0.0f;
    slot slots[LEAN_SLOTS];
    LEAN_LOOP {  // skips go forward, and the last instruction is an end
        LEAN_RANGE_LIST(TEST)
        LEAN_RANGE_LIST(CASE)
        LEAN_RANGE_LIST(JUMP)
        LEAN_LOAD_LIST(LOAD)
        LEAN_OP(LOAD_UINT32) {
            GIVE_BOTH(load_uint32(FIELD));
            LEAN_NEXT;
        }
        LEAN_OP(LOOK_UP) {
            const uint32_t i = (uint8_t)(load_uint8(FIELD) - at->k[0]);
            GIVE_BOTH(table_entry(at, i < at->k[1] ? i : at->k[1]));
            at += at->skip;
            LEAN_NEXT;
        }
        LEAN_OP(LOAD_CONSTANT) {
            GIVE_BOTH(at->k[0]);
            LEAN_NEXT;
        }
        LEAN_OP(LOAD_SLOT) {
            bits = slots[at->k[0]].bits;
            number = slots[at->k[0]].number;
            LEAN_NEXT;
        }
        LEAN_OP(SAVE) {
            slots[at->k[0]] = (slot){bits, number};
            LEAN_NEXT;
        }
        LEAN_OP(CASE_TRUE) {
            if (bits != 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            LEAN_NEXT;
        }
        LEAN_OP(CASE_FALSE) {
            if (bits == 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            LEAN_NEXT;
        }
        LEAN_OP(JUMP_TRUE) {
            at += bits != 0 ? at->skip : 0;
            LEAN_NEXT;
        }
        LEAN_OP(JUMP_FALSE) {
            at += bits == 0 ? at->skip : 0;
            LEAN_NEXT;
        }
        LEAN_OP(JUMP) {
            at += at->skip;
            LEAN_NEXT;
        }
        EXPR_UNARY_LIST(LEAN_UNARY)
        EXPR_SHAPE_LIST(LEAN_SHAPE)
        EXPR_BINARY_LIST(LEAN_BINARY)
        EXPR_TERNARY_LIST(LEAN_TERNARY)
        LEAN_OP(SATURATE) {
            GIVE_i(operation_saturate(number, (int32_t)at->k[0], (int32_t)at->k[1]));
            LEAN_NEXT;
        }
        LEAN_OP(PIECEWISE) {
            GIVE_f(operation_piecewise(at[1].k, sizeof *at, at->k[0], number));
            at += at->skip;
            LEAN_NEXT;
        }
        LEAN_OP(KNOT) {
            LEAN_NEXT;
        }
        LEAN_OP(SET_UINT8) {
            store_8(fields, row, at->field, at->k[0]);
            STORED;
        }
        LEAN_OP(SET_UINT16) {
            store_16(fields, row, at->field, at->k[0]);
            STORED;
        }
        LEAN_OP(SET_UINT32) {
            store_32(fields, row, at->field, at->k[0]);
            STORED;
        }
        LEAN_OP(STORE_UINT8) {
            store_8(fields, row, at->field, bits);
            STORED;
        }
        LEAN_OP(STORE_UINT16) {
            store_16(fields, row, at->field, bits);
            STORED;
        }
        LEAN_OP(STORE_UINT32) {
            store_32(fields, row, at->field, bits);
            STORED;
        }
        LEAN_OP(STORE_FLOAT) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(number)));
            STORED;
        }
        LEAN_OP(INCREASE_INT) {
            store_32(fields, row, at->field, load_uint32(FIELD) + bits);
            STORED;
        }
        LEAN_OP(INCREASE_INT_BY) {
            store_32(fields, row, at->field, load_uint32(FIELD) + at->k[0]);
            STORED;
        }
        LEAN_OP(INCREASE) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + number)));
            STORED;
        }
        LEAN_OP(INCREASE_BY) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + math_float(at->k[0]))));
            STORED;
        }
        LEAN_OP(INCREASE_INT_WITHIN) {
            const int32_t sum = (int32_t)(load_uint32(FIELD) + at->k[0]);
            const int32_t least = operation_max_int(sum, (int32_t)at->k[1]);
            store_32(fields, row, at->field, (uint32_t)operation_min_int(least, (int32_t)at->k[2]));
            STORED;
        }
        LEAN_OP(INCREASE_WITHIN) {
            const float sum = load_float(FIELD) + math_float(at->k[0]);
            const float least = operation_max(sum, math_float(at->k[1]));
            store_32(fields, row, at->field,
                     math_canonical_bits(math_bits(operation_min(least, math_float(at->k[2])))));
            STORED;
        }
        LEAN_OP(TICK) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->tick));
            LEAN_NEXT;
        }
        LEAN_OP(ELAPSED) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->elapsed));
            LEAN_NEXT;
        }
        LEAN_OP(RANDOM) {
            ONLY_IF(CALLS);
            number = expr_draw(env, at->k[0]);
            LEAN_NEXT;
        }
        LEAN_OP(CONDITION) {
            ONLY_IF(CALLS);
            bits = env->condition(env->user, at->k[0], NULL, 0);
            LEAN_NEXT;
        }
        LEAN_OP(SCORE) {
            ONLY_IF(CALLS);
            number = env->score(env->user, at->k[0], NULL, 0);
            LEAN_NEXT;
        }
        LEAN_OP(CALL) {
            ONLY_IF(CALLS);
            bits = call_from_slots(at, slots, env);
            number = math_float(bits);
            at += at->skip;
            LEAN_NEXT;
        }
        LEAN_OP(ARGUMENT) {
            LEAN_NEXT;
        }
        LEAN_OP(IS_IN) {
            ONLY_IF(CALLS);
            bits = env->is_in(env->user, at->k[0]);
            LEAN_NEXT;
        }
        LEAN_OP(TARGET) {
            ONLY_IF(CALLS);
            bits = load_target(&env->targets, at->k[0]).bits;
            LEAN_NEXT;
        }
        LEAN_OP(TARGET_FLOAT) {
            ONLY_IF(CALLS);
            number = load_target(&env->targets, at->k[0]).f;
            LEAN_NEXT;
        }
        LEAN_OP(END) {
            return (expr_value){.bits = bits};
        }
        LEAN_OP(END_NUMBER) {
            return (expr_value){.f = number};
        }
        UNREACHED
    }
}
