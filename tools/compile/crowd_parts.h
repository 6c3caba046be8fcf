// SPDX-License-Identifier: MIT
// Functions of generated C for crowds. Those in use are copied, with the brain's prefix instead of "part".
//
// Each step is a separate function, which keeps every step in its narrow type. In an expression of several steps clang
// would compute in int.
#ifndef WITS_COMPILE_CROWD_PARTS_H
#define WITS_COMPILE_CROWD_PARTS_H

// Masks are computed without `? :`, which gcc would turn into branches.

/// 0xFF if x is in [low, low + span].
static inline uint8_t part_in8(uint8_t x, uint8_t low, uint8_t span) {
    return (uint8_t)(0 - (int)((uint8_t)(x - low) <= span));
}

static inline uint8_t part_is8(uint8_t x, uint8_t y) {
    return (uint8_t)(0 - (int)(x == y));
}

static inline uint8_t part_less8(uint8_t x, uint8_t y) {
    return (uint8_t)(0 - (int)(x < y));
}

static inline uint8_t part_less8_signed(uint8_t x, uint8_t y) {
    return (uint8_t)(0 - (int)((int8_t)x < (int8_t)y));
}

static inline uint8_t part_has8(uint8_t x, uint8_t bit) {
    return (uint8_t)(0 - (int)((x & bit) == bit));
}

static inline uint8_t part_not8(uint8_t x) {
    return (uint8_t)(x ^ 0xFF);
}

static inline uint8_t part_and8(uint8_t x, uint8_t y) {
    return (uint8_t)(x & y);
}

static inline uint8_t part_and_not8(uint8_t x, uint8_t y) {
    return (uint8_t)(x & (y ^ 0xFF));
}

static inline uint8_t part_or8(uint8_t x, uint8_t y) {
    return (uint8_t)(x | y);
}

static inline uint8_t part_xor8(uint8_t x, uint8_t y) {
    return (uint8_t)(x ^ y);
}

static inline uint8_t part_add8(uint8_t x, uint8_t y) {
    return (uint8_t)(x + y);
}

static inline uint8_t part_subtract8(uint8_t x, uint8_t y) {
    return (uint8_t)(x - y);
}

/// x - y, or 0 if that is negative.
static inline uint8_t part_take8(uint8_t x, uint8_t y) {
    return (uint8_t)(x > y ? x - y : 0);
}

static inline uint8_t part_min8(uint8_t x, uint8_t y) {
    return (uint8_t)(x < y ? x : y);
}

static inline uint8_t part_max8(uint8_t x, uint8_t y) {
    return (uint8_t)(x > y ? x : y);
}

static inline uint8_t part_min8_signed(uint8_t x, uint8_t y) {
    return (uint8_t)((int8_t)x < (int8_t)y ? x : y);
}

static inline uint8_t part_max8_signed(uint8_t x, uint8_t y) {
    return (uint8_t)((int8_t)x > (int8_t)y ? x : y);
}

/// x where the mask is set, else y.
static inline uint8_t part_pick8(uint8_t mask, uint8_t x, uint8_t y) {
    return (uint8_t)((x & mask) | (y & (mask ^ 0xFF)));
}

static inline uint8_t part_lowest8(uint8_t bits) {
    return (uint8_t)(bits & (0u - bits));
}

static inline uint32_t part_wide_mask(uint8_t mask) {
    return (uint32_t)(int32_t)(int8_t)mask;
}

static inline uint32_t part_pick32(uint8_t mask, uint32_t x, uint32_t y) {
    const uint32_t wide = part_wide_mask(mask);
    return (x & wide) | (y & ~wide);
}

static inline uint16_t part_pick16(uint8_t mask, uint32_t x, uint16_t y) {
    const uint16_t wide = (uint16_t)(mask * 257u);
    return (uint16_t)((x & wide) | (y & (wide ^ 0xFFFFu)));
}

static inline float part_pick_float(uint8_t mask, float x, float y) {
    return math_float(part_pick32(mask, math_bits(x), math_bits(y)));
}

static inline int32_t part_pick_int(uint8_t mask, int32_t x, int32_t y) {
    return (int32_t)part_pick32(mask, (uint32_t)x, (uint32_t)y);
}

/// The same for masks that the loop loads, which are compared faster than widened.
static inline uint32_t part_where32(uint8_t mask, uint32_t x, uint32_t y) {
    return mask != 0 ? x : y;
}

static inline float part_where_float(uint8_t mask, float x, float y) {
    return mask != 0 ? x : y;
}

static inline int32_t part_where_int(uint8_t mask, int32_t x, int32_t y) {
    return mask != 0 ? x : y;
}

static inline uint8_t part_in32(uint32_t x, uint32_t low, uint32_t span) {
    return (uint8_t)(0 - (int)(x - low <= span));
}

static inline uint8_t part_in_float(float x, float low, float high) {
    return (uint8_t)(0 - (int)(math_both(x >= low, x <= high)));
}

static inline uint8_t part_less32(int32_t x, int32_t y) {
    return (uint8_t)(0 - (int)(x < y));
}

static inline uint8_t part_is32(uint32_t x, uint32_t y) {
    return (uint8_t)(0 - (int)(x == y));
}

static inline uint8_t part_less_float(float x, float y) {
    return (uint8_t)(0 - (int)(x < y));
}

static inline uint8_t part_at_most_float(float x, float y) {
    return (uint8_t)(0 - (int)(x <= y));
}

static inline uint8_t part_is_float(float x, float y) {
    return (uint8_t)(0 - (int)(x == y));
}

/// `bit` if x equals y. A word as wide as the floats: all ties of a choice become a byte at once.
static inline uint32_t part_tie32(float x, float y, uint32_t bit) {
    return (0u - (uint32_t)(x == y)) & bit;
}

static inline uint32_t part_or32(uint32_t x, uint32_t y) {
    return x | y;
}

/// The ticks of a clock, limited to INT32_MAX.
static inline uint32_t part_ticks32(uint32_t tick, uint32_t clock) {
    const uint32_t ticks = tick - clock;
    return ticks > 0x7FFFFFFFu ? 0x7FFFFFFFu : ticks;
}

/// Returns four bytes of an agent as a number, the first byte lowest.
static inline uint32_t part_agent_word(uint32_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return word >> 24 | (word >> 8 & 0xFF00u) | (word & 0xFF00u) << 8 | word << 24;
#else
    return word;
#endif
}

/// Stores four bytes at once, which gcc does not make of four stores in a loop over many columns.
static inline void part_put_agent_word(uint8_t *to, uint32_t number) {
    const uint32_t word = part_agent_word(number);
    memcpy(to, &word, 4);
}

/// Returns whether any byte of the mask is set.
static inline bool part_any_lane(const uint8_t *mask, size_t count) {
    uint8_t any = 0;
    for (size_t i = 0; i < count; i++) {
        any |= mask[i];
    }
    return any != 0;
}

#endif
