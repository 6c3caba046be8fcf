// SPDX-License-Identifier: MIT
// The loop of bytecode.c, which includes it twice: once where functions may be called (CALLS), and once where not even
// exp, log and pow are computed. Then no register need be saved, which is a large part of the cost of a short program.
{
    uint32_t bits = 0;
    float number = 0.0f;
    slot slots[BYTECODE_SLOTS];
    BYTECODE_LOOP {  // skips go forward, and the last instruction is an end
        BYTECODE_RANGE_LIST(TEST)
        BYTECODE_RANGE_LIST(CASE)
        BYTECODE_RANGE_LIST(JUMP)
        BYTECODE_LOAD_LIST(LOAD)
        BYTECODE_OP(LOAD_UINT32) {
            GIVE_BOTH(load_uint32(FIELD));
            BYTECODE_NEXT;
        }
        BYTECODE_OP(LOOK_UP) {
            const uint32_t i = (uint8_t)(load_uint8(FIELD) - at->k[0]);
            GIVE_BOTH(table_entry(at, i < at->k[1] ? i : at->k[1]));
            at += at->skip;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(LOAD_CONSTANT) {
            GIVE_BOTH(at->k[0]);
            BYTECODE_NEXT;
        }
        BYTECODE_OP(LOAD_SLOT) {
            bits = slots[at->k[0]].bits;
            number = slots[at->k[0]].number;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(SAVE) {
            slots[at->k[0]] = (slot){bits, number};
            BYTECODE_NEXT;
        }
        BYTECODE_OP(CASE_TRUE) {
            if (bits != 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            BYTECODE_NEXT;
        }
        BYTECODE_OP(CASE_FALSE) {
            if (bits == 0) {
                GIVE_BOTH(at->k[2]);
                at += at->skip;
            }
            BYTECODE_NEXT;
        }
        BYTECODE_OP(JUMP_TRUE) {
            at += bits != 0 ? at->skip : 0;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(JUMP_FALSE) {
            at += bits == 0 ? at->skip : 0;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(JUMP) {
            at += at->skip;
            BYTECODE_NEXT;
        }
        EXPR_UNARY_LIST(BYTECODE_UNARY)
        EXPR_RESPONSE_LIST(BYTECODE_RESPONSE)
        EXPR_BINARY_LIST(BYTECODE_BINARY)
        EXPR_TERNARY_LIST(BYTECODE_TERNARY)
        BYTECODE_OP(SATURATE) {
            GIVE_i(operation_saturate(number, (int32_t)at->k[0], (int32_t)at->k[1]));
            BYTECODE_NEXT;
        }
        BYTECODE_OP(PIECEWISE) {
            GIVE_f(operation_piecewise(at[1].k, sizeof *at, at->k[0], number));
            at += at->skip;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(KNOT) {
            BYTECODE_NEXT;
        }
        BYTECODE_OP(SET_UINT8) {
            store_8(fields, row, at->field, at->k[0]);
            STORED;
        }
        BYTECODE_OP(SET_UINT16) {
            store_16(fields, row, at->field, at->k[0]);
            STORED;
        }
        BYTECODE_OP(SET_UINT32) {
            store_32(fields, row, at->field, at->k[0]);
            STORED;
        }
        BYTECODE_OP(STORE_UINT8) {
            store_8(fields, row, at->field, bits);
            STORED;
        }
        BYTECODE_OP(STORE_UINT16) {
            store_16(fields, row, at->field, bits);
            STORED;
        }
        BYTECODE_OP(STORE_UINT32) {
            store_32(fields, row, at->field, bits);
            STORED;
        }
        BYTECODE_OP(STORE_FLOAT) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(number)));
            STORED;
        }
        BYTECODE_OP(INCREASE_INT) {
            store_32(fields, row, at->field, load_uint32(FIELD) + bits);
            STORED;
        }
        BYTECODE_OP(INCREASE_INT_BY) {
            store_32(fields, row, at->field, load_uint32(FIELD) + at->k[0]);
            STORED;
        }
        BYTECODE_OP(INCREASE) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + number)));
            STORED;
        }
        BYTECODE_OP(INCREASE_BY) {
            store_32(fields, row, at->field, math_canonical_bits(math_bits(load_float(FIELD) + math_float(at->k[0]))));
            STORED;
        }
        BYTECODE_OP(INCREASE_INT_WITHIN) {
            const int32_t sum = (int32_t)(load_uint32(FIELD) + at->k[0]);
            const int32_t least = operation_max_int(sum, (int32_t)at->k[1]);
            store_32(fields, row, at->field, (uint32_t)operation_min_int(least, (int32_t)at->k[2]));
            STORED;
        }
        BYTECODE_OP(INCREASE_WITHIN) {
            const float sum = load_float(FIELD) + math_float(at->k[0]);
            const float least = operation_max(sum, math_float(at->k[1]));
            store_32(fields, row, at->field,
                     math_canonical_bits(math_bits(operation_min(least, math_float(at->k[2])))));
            STORED;
        }
        BYTECODE_OP(TICK) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->tick));
            BYTECODE_NEXT;
        }
        BYTECODE_OP(ELAPSED) {
            ONLY_IF(CALLS);
            GIVE_i(operation_ticks(env->elapsed));
            BYTECODE_NEXT;
        }
        BYTECODE_OP(RANDOM) {
            ONLY_IF(CALLS);
            number = expr_draw(env, at->k[0]);
            BYTECODE_NEXT;
        }
        BYTECODE_OP(CONDITION) {
            ONLY_IF(CALLS);
            bits = env->condition(env->user, at->k[0], NULL, 0);
            BYTECODE_NEXT;
        }
        BYTECODE_OP(SCORE) {
            ONLY_IF(CALLS);
            number = env->score(env->user, at->k[0], NULL, 0);
            BYTECODE_NEXT;
        }
        BYTECODE_OP(CALL) {
            ONLY_IF(CALLS);
            bits = call_from_slots(at, slots, env);
            number = math_float(bits);
            at += at->skip;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(ARGUMENT) {
            BYTECODE_NEXT;
        }
        BYTECODE_OP(IS_IN) {
            ONLY_IF(CALLS);
            bits = env->is_in(env->user, at->k[0]);
            BYTECODE_NEXT;
        }
        BYTECODE_OP(TARGET) {
            ONLY_IF(CALLS);
            bits = load_target(&env->targets, at->k[0]).bits;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(TARGET_FLOAT) {
            ONLY_IF(CALLS);
            number = load_target(&env->targets, at->k[0]).f;
            BYTECODE_NEXT;
        }
        BYTECODE_OP(LOST) {
            if (expr_has_lost(threshold, number)) {
                return (expr_value){.f = number};
            }
            BYTECODE_NEXT;
        }
        BYTECODE_OP(END) {
            return (expr_value){.bits = bits};
        }
        BYTECODE_OP(END_NUMBER) {
            return (expr_value){.f = number};
        }
        UNREACHED
    }
}
