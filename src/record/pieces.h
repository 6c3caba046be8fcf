// SPDX-License-Identifier: MIT
// Pieces of 64 rows of a column: which of them differ, and their values. Whole pieces are compared and collected
// without branches that depend on the values.
#ifndef WITS_RECORD_PIECES_H
#define WITS_RECORD_PIECES_H

#include "record/format.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__GNUC__)
#define PIECE_INLINE static inline __attribute__((always_inline))
#else
#define PIECE_INLINE static inline
#endif

#if defined(__SSE2__)

static inline __m128i load_16(const uint8_t *at) {
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline __m128i equal_words(const uint8_t *a, const uint8_t *b) {
    return _mm_cmpeq_epi32(load_16(a), load_16(b));
}

static inline uint64_t full_mask_1(const uint8_t *a, const uint8_t *b) {
    uint64_t same = 0;
    for (uint32_t i = 0; i < 4; i++) {
        same |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(load_16(a + 16 * i), load_16(b + 16 * i)))
                << 16 * i;
    }
    return ~same;
}

static inline uint64_t full_mask_2(const uint8_t *a, const uint8_t *b) {
    uint64_t same = 0;
    for (uint32_t i = 0; i < 4; i++, a += 32, b += 32) {
        const __m128i low = _mm_cmpeq_epi16(load_16(a), load_16(b));
        const __m128i high = _mm_cmpeq_epi16(load_16(a + 16), load_16(b + 16));
        same |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << 16 * i;
    }
    return ~same;
}

static inline uint64_t full_mask_4(const uint8_t *a, const uint8_t *b) {
    uint64_t same = 0;
    for (uint32_t i = 0; i < 4; i++, a += 64, b += 64) {
        const __m128i low = _mm_packs_epi32(equal_words(a, b), equal_words(a + 16, b + 16));
        const __m128i high = _mm_packs_epi32(equal_words(a + 32, b + 32), equal_words(a + 48, b + 48));
        same |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << 16 * i;
    }
    return ~same;
}

#else

/// Joins 64 bytes of 0 or 1 to a mask.
static inline uint64_t join_flags(const uint8_t flags[PIECE_ROWS]) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < PIECE_ROWS / 8; i++) {
        mask |= (bytes_get64(flags + 8 * i) * 0x0102040810204080u >> 56) << 8 * i;
    }
    return mask;
}

static inline uint64_t full_mask_1(const uint8_t *a, const uint8_t *b) {
    uint8_t flags[PIECE_ROWS];
    for (uint32_t i = 0; i < PIECE_ROWS; i++) {
        flags[i] = a[i] != b[i];
    }
    return join_flags(flags);
}

static inline uint64_t full_mask_2(const uint8_t *a, const uint8_t *b) {
    uint8_t flags[PIECE_ROWS];
    uint16_t x[PIECE_ROWS], y[PIECE_ROWS];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (uint32_t i = 0; i < PIECE_ROWS; i++) {
        flags[i] = x[i] != y[i];
    }
    return join_flags(flags);
}

static inline uint64_t full_mask_4(const uint8_t *a, const uint8_t *b) {
    uint8_t flags[PIECE_ROWS];
    uint32_t x[PIECE_ROWS], y[PIECE_ROWS];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (uint32_t i = 0; i < PIECE_ROWS; i++) {
        flags[i] = x[i] != y[i];
    }
    return join_flags(flags);
}

#endif

enum {
    EAGER_ROWS = 8,  ///< values that are always copied; a piece rarely has more
    PIECE_ROOM = MOST_VARINT + 8 + (PIECE_ROWS + EAGER_ROWS) * 8,  ///< bytes that writing a piece may touch
};

PIECE_INLINE uint64_t full_mask(const uint8_t *a, const uint8_t *b, uint32_t width) {
    return width == 1 ? full_mask_1(a, b) : width == 2 ? full_mask_2(a, b) : full_mask_4(a, b);
}

/// Collects the values of the rows of a mask, which is not 0, and returns the end. Call it with a constant width.
PIECE_INLINE uint8_t *put_values(uint8_t *to, const uint8_t *values, uint32_t width, uint64_t mask) {
    uint8_t *const end = to + (size_t)count_rows(mask) * width;
    const uint64_t last = (uint64_t)1 << (PIECE_ROWS - 1);
    for (uint32_t i = 0; i < EAGER_ROWS; i++, mask &= mask - 1, to += width) {
        memcpy(to, values + (size_t)lowest_bit(mask | last) * width, width);
    }
    for (; mask != 0; mask &= mask - 1, to += width) {
        memcpy(to, values + (size_t)lowest_bit(mask) * width, width);
    }
    return end;
}

/// As above, for rows that need not be 64.
static inline uint8_t *put_few_values(uint8_t *to, const uint8_t *values, uint32_t width, uint64_t mask) {
    for (; mask != 0; mask &= mask - 1, to += width) {
        memcpy(to, values + (size_t)lowest_bit(mask) * width, width);
    }
    return to;
}

/// Writes the distance to the last piece of the section, and the mask.
static inline uint8_t *put_piece_head(uint8_t *to, uint64_t distance, uint64_t mask) {
    to = put_varint(to, distance);
    if (bytes_are_native()) {
        memcpy(to, &mask, sizeof mask);  // one instruction
    } else {
        bytes_put64(to, mask);
    }
    return to + sizeof mask;
}

#endif
