// SPDX-License-Identifier: MIT
// Interface of the kernels of all instruction sets, and which sets are available.
#ifndef WITS_EXPR_KERNELS_H
#define WITS_EXPR_KERNELS_H

#include "expr/choose.h"
#include "expr/lanes.h"
#include "expr/random.h"

#include <stddef.h>
#include <string.h>

// WITS_NO_VECTORS does without vector types, as for compilers that lack them.
#if defined(__GNUC__) && !defined(WITS_NO_VECTORS)
#define KERNELS_HAVE_VECTORS
#endif

#if defined(KERNELS_HAVE_VECTORS) && (defined(__x86_64__) || defined(__i386__))
#include <immintrin.h>
// Two compilers place wide vectors at misaligned addresses where programs crash: gcc for 64-bit Windows (its bug
// 54412), and gcc before 13.3, for vectors of 64 bytes, where the address sanitizer moves variables to the heap (its
// bug 110027).
#if defined(__clang__) || !defined(_WIN64)
#define KERNELS_HAVE_AVX2
#if defined(__clang__) || !defined(__SANITIZE_ADDRESS__) || __GNUC__ > 13
#define KERNELS_HAVE_AVX512
#endif
#endif
#endif

#if defined(KERNELS_HAVE_VECTORS) && defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// Names of functions that are compiled once per instruction set end in the set's name: SIMD_SET.
#define SIMD_JOIN(name, set) name##_##set
#define SIMD_NAME_OF(name, set) SIMD_JOIN(name, set)
#define SIMD_NAME(name) SIMD_NAME_OF(name, SIMD_SET)

#define SIMD_WORDS (SIMD_BYTES / SIMD_PARTS)

#ifdef KERNELS_HAVE_VECTORS
#define SIMD_PARTS 4
#define KERNEL_INLINE static inline __attribute__((always_inline))
#define KERNEL_FLATTEN __attribute__((flatten))
#else
#define SIMD_IS_PLAIN
#define SIMD_PARTS 1
#define KERNEL_INLINE static inline
#define KERNEL_FLATTEN
#endif

#define KERNEL(name) static void SIMD_NAME(run_##name)(const lanes_block *block, const lanes_op *at)

// A block is a multiple of a step, which has enough vectors to unroll the inner loop.
#define EACH_STEP(i, width)                                                                                            \
    for (uint32_t step = 0, end = block->count; step < end; step += LANES_STEP)                                        \
        for (uint32_t i = step; i < step + LANES_STEP; i += (width))
#define EACH_BYTES(i) EACH_STEP(i, SIMD_BYTES)
#define EACH_WORDS(i) EACH_STEP(i, SIMD_WORDS)

static inline uint8_t *byte_column(const lanes_block *block, lanes_column column) {
    return block->columns[column];
}

static inline uint32_t *word_column(const lanes_block *block, lanes_column column) {
    return block->columns[column];
}

/// Flags of FIRE8: its tests and outputs.
enum {
    FIRE_PASS_RANGE = 1,  ///< the pass slot is tested for a range of more than one value
    FIRE_FIELD = 2,       ///< a field is tested, too
    FIRE_FIELD_RANGE = 4,
    FIRE_TWO = 8,  ///< two bytes are stored
    FIRE_CLEARS = 16,
};

enum {
    BEST_IS_NONE = 0xFF,
    BEST_GROUP = 8,  ///< options whose ties are the bits of a byte
};

/// The scores of an option: a column, or a constant.
typedef struct option_scores {
    const uint32_t *column;
    uint32_t constant;
    bool has_inertia;
} option_scores;

#endif
