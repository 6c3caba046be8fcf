// SPDX-License-Identifier: MIT
// W3b by hand for one width of vectors. Included by crowd_w3b.c once for each, with these defined:
//   LANES      agents at a time          OF(name)   the name of a function of this width
//   TARGET     what to compile for       floats     a vector of floats, ints one of as many ints
//   PS(name)   an intrinsic of floats    EPI(name)  one of ints, CAST_PS and CAST_INT between the two
//   MORE(a, b) whether a > b, as picked by PICK(where, yes, no) and PICK_INT; SAME_INT the same of ints
//   LOAD_STATES, STORE_STATES            bytes to ints and back

/// math_exp, step by step. Between -87 and 88 nothing overflows or is denormal, and 2^n is one step.
TARGET CROWD_INLINE floats OF(exp)(floats x, bool bounded) {
    const ints bias = EPI(set1_epi32)((int)math_bits(0x1.8p23f));
    floats t = x;
    if (!bounded) {
        t = PS(min_ps)(PS(max_ps)(PS(set1_ps)(-104.0f), x), PS(set1_ps)(90.0f));
    }
    floats shifted = PS(add_ps)(PS(mul_ps)(t, PS(set1_ps)(0x1.715476p+0f)), PS(set1_ps)(0x1.8p23f));
    floats n = PS(sub_ps)(shifted, PS(set1_ps)(0x1.8p23f));
    floats r = PS(sub_ps)(t, PS(mul_ps)(n, PS(set1_ps)(0.693359375f)));
    r = PS(sub_ps)(r, PS(mul_ps)(n, PS(set1_ps)(-2.12194440e-4f)));
    floats p = PS(set1_ps)(1.9875691500e-4f);
    p = PS(add_ps)(PS(mul_ps)(p, r), PS(set1_ps)(1.3981999507e-3f));
    p = PS(add_ps)(PS(mul_ps)(p, r), PS(set1_ps)(8.3334519073e-3f));
    p = PS(add_ps)(PS(mul_ps)(p, r), PS(set1_ps)(4.1665795894e-2f));
    p = PS(add_ps)(PS(mul_ps)(p, r), PS(set1_ps)(1.6666665459e-1f));
    p = PS(add_ps)(PS(mul_ps)(p, r), PS(set1_ps)(5.0000001201e-1f));
    p = PS(add_ps)(PS(add_ps)(PS(mul_ps)(p, PS(mul_ps)(r, r)), r), PS(set1_ps)(1.0f));
    ints steps = EPI(sub_epi32)(CAST_INT(shifted), bias);
    if (bounded) {
        return CAST_PS(EPI(add_epi32)(CAST_INT(p), EPI(slli_epi32)(steps, 23)));
    }
    ints half = EPI(srai_epi32)(steps, 1);
    ints first = EPI(slli_epi32)(EPI(add_epi32)(half, EPI(set1_epi32)(127)), 23);
    ints second = EPI(slli_epi32)(EPI(add_epi32)(EPI(sub_epi32)(steps, half), EPI(set1_epi32)(127)), 23);
    return PS(mul_ps)(PS(mul_ps)(p, CAST_PS(first)), CAST_PS(second));
}

TARGET CROWD_INLINE floats OF(consider)(const float *input, uint32_t action, uint32_t c, bool bounded) {
    const consideration *rule = &rules[action][c];
    floats n = PS(div_ps)(PS(sub_ps)(PS(loadu_ps)(input), PS(set1_ps)(rule->lo)), PS(set1_ps)(rule->hi - rule->lo));
    n = PS(min_ps)(PS(max_ps)(n, PS(set1_ps)(0.0f)), PS(set1_ps)(1.0f));
    if (c < QUADRATIC) {
        return PS(mul_ps)(n, n);
    }
    n = PS(mul_ps)(PS(set1_ps)(-rule->steepness), PS(sub_ps)(n, PS(set1_ps)(rule->middle)));
    return PS(div_ps)(PS(set1_ps)(1.0f), PS(add_ps)(PS(set1_ps)(1.0f), OF(exp)(n, bounded)));
}

TARGET CROWD_INLINE void OF(columns)(void *const *columns, uint32_t first, uint32_t count, bool bounded) {
    uint8_t *state = columns[INPUTS];
    for (size_t i = first; i < (size_t)first + count; i += LANES) {
        ints now = LOAD_STATES(state + i);
        ints chosen = EPI(set1_epi32)(0);
        floats best = PS(set1_ps)(-1.0f), current = best;
        // Unrolled, the rules become constants of the instructions.
#pragma GCC unroll 16
        for (uint32_t a = 0; a < ACTIONS; ++a) {
            floats score = PS(set1_ps)(1.0f);
#pragma GCC unroll 4
            for (uint32_t c = 0; c < CONSIDERATIONS; ++c) {
                const float *input = (const float *)columns[rules[a][c].input] + i;
                floats value = OF(consider)(input, a, c, bounded);
                score = c == 0 ? value : PS(mul_ps)(score, value);
            }
            ints number = EPI(set1_epi32)((int)a);
            current = PICK(SAME_INT(now, number), score, current);
            chosen = PICK_INT(MORE(score, best), number, chosen);
            best = PS(max_ps)(score, best);
        }
        // The best score is at least the current option's. On a tie the current option stays.
        STORE_STATES(state + i, PICK_INT(MORE(best, current), chosen, now));
    }
}
