// SPDX-License-Identifier: MIT
// Vectors of the instruction set that a file is compiled for. By the compilers' vector types, so that what becomes of a
// loop is nobody's mood; only what these cannot say well is said by intrinsics.
#ifndef WITS_EXPR_SIMD_H
#define WITS_EXPR_SIMD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512BW__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define SIMD_BYTES 64
#elif defined(__AVX2__)
#define SIMD_BYTES 32
#else
#define SIMD_BYTES 16
#endif

typedef uint8_t bytes __attribute__((vector_size(SIMD_BYTES)));
typedef int8_t signed_bytes __attribute__((vector_size(SIMD_BYTES)));
typedef uint32_t words __attribute__((vector_size(SIMD_BYTES)));
typedef int32_t ints __attribute__((vector_size(SIMD_BYTES)));
typedef float floats __attribute__((vector_size(SIMD_BYTES)));

enum { SIMD_WORDS = SIMD_BYTES / 4 };

static inline bytes load_bytes(const uint8_t *from) {
    bytes v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store_bytes(uint8_t *to, bytes v) {
    memcpy(to, &v, sizeof v);
}

static inline words load_words(const uint32_t *from) {
    words v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store_words(uint32_t *to, words v) {
    memcpy(to, &v, sizeof v);
}

static inline bytes all_bytes(uint8_t x) {
    return x - (bytes){0};
}

static inline words all_words(uint32_t x) {
    return x - (words){0};
}

/// mask ? a : b
static inline bytes pick_bytes(bytes mask, bytes a, bytes b) {
#if defined(__AVX2__) && !defined(__AVX512BW__)
    return (bytes)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
#else
    return (a & mask) | (b & ~mask);
#endif
}

static inline words pick_words(words mask, words a, words b) {
#if defined(__AVX2__) && !defined(__AVX512BW__)
    return (words)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)mask);
#else
    return (a & mask) | (b & ~mask);
#endif
}

/// Of floats a > b ? a : b, which is b where one of them is no number.
static inline words higher_words(words a, words b) {
#if defined(__AVX512BW__)
    return (words)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (words)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (words)_mm_max_ps((__m128)a, (__m128)b);
#else
    return pick_words((words)((floats)a > (floats)b), a, b);
#endif
}

/// Masks of words, of so many lanes as a vector of bytes has, as a mask of bytes.
static inline bytes narrow_masks(words a, words b, words c, words d) {
#if defined(__AVX512BW__)
    uint64_t lo = (uint64_t)_mm512_movepi32_mask((__m512i)a) | (uint64_t)_mm512_movepi32_mask((__m512i)b) << 16;
    uint64_t hi = (uint64_t)_mm512_movepi32_mask((__m512i)c) | (uint64_t)_mm512_movepi32_mask((__m512i)d) << 16;
    return (bytes)_mm512_movm_epi8(lo | hi << 32);
#elif defined(__AVX2__)
    __m256i lo = _mm256_packs_epi32((__m256i)a, (__m256i)b);
    __m256i hi = _mm256_packs_epi32((__m256i)c, (__m256i)d);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return (bytes)_mm256_permutevar8x32_epi32(_mm256_packs_epi16(lo, hi), order);
#elif defined(__SSE2__)
    return (bytes)_mm_packs_epi16(_mm_packs_epi32((__m128i)a, (__m128i)b), _mm_packs_epi32((__m128i)c, (__m128i)d));
#else
    bytes out = {0};
    for (int i = 0; i < SIMD_WORDS; i++) {
        out[i] = (uint8_t)a[i];
        out[i + SIMD_WORDS] = (uint8_t)b[i];
        out[i + 2 * SIMD_WORDS] = (uint8_t)c[i];
        out[i + 3 * SIMD_WORDS] = (uint8_t)d[i];
    }
    return out;
#endif
}

/// Words below 256, of so many lanes as a vector of bytes has, as bytes.
static inline bytes narrow_words(const words from[4]) {
#if defined(__AVX512BW__)
    bytes out = {0};
    for (int part = 0; part < 4; part++) {
        __m128i quarter = _mm512_cvtepi32_epi8((__m512i)from[part]);
        memcpy((char *)&out + 16 * part, &quarter, sizeof quarter);
    }
    return out;
#elif defined(__AVX2__)
    __m256i lo = _mm256_packs_epi32((__m256i)from[0], (__m256i)from[1]);
    __m256i hi = _mm256_packs_epi32((__m256i)from[2], (__m256i)from[3]);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return (bytes)_mm256_permutevar8x32_epi32(_mm256_packus_epi16(lo, hi), order);
#elif defined(__SSE2__)
    __m128i lo = _mm_packs_epi32((__m128i)from[0], (__m128i)from[1]);
    __m128i hi = _mm_packs_epi32((__m128i)from[2], (__m128i)from[3]);
    return (bytes)_mm_packus_epi16(lo, hi);
#else
    bytes out = {0};
    for (int i = 0; i < SIMD_BYTES; i++) {
        out[i] = (uint8_t)from[i / SIMD_WORDS][i % SIMD_WORDS];
    }
    return out;
#endif
}

static inline bool any_bytes(bytes x) {
    uint64_t parts[SIMD_BYTES / 8];
    memcpy(parts, &x, sizeof parts);
    uint64_t all = 0;
    for (int i = 0; i < SIMD_BYTES / 8; i++) {
        all |= parts[i];
    }
    return all != 0;
}

/// So many bytes of a mask as there are words in a vector, as a mask of words.
static inline words widen_mask(const uint8_t *from) {
#if defined(__AVX512BW__)
    return (words)_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)(const void *)from));
#elif defined(__AVX2__)
    return (words)_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from));
#elif defined(__SSE2__)
    int32_t four;
    memcpy(&four, from, sizeof four);
    __m128i v = _mm_cvtsi32_si128(four);
    v = _mm_unpacklo_epi8(v, v);
    return (words)_mm_unpacklo_epi16(v, v);
#else
    words out = {0};
    for (int i = 0; i < SIMD_WORDS; i++) {
        out[i] = 0u - (uint32_t)(from[i] != 0);
    }
    return out;
#endif
}

/// So many bytes, as numbers.
static inline words widen_bytes(const uint8_t *from) {
#if defined(__AVX512BW__)
    return (words)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)from));
#elif defined(__AVX2__)
    return (words)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from));
#elif defined(__SSE2__)
    int32_t four;
    memcpy(&four, from, sizeof four);
    const __m128i zero = _mm_setzero_si128();
    return (words)_mm_unpacklo_epi16(_mm_unpacklo_epi8(_mm_cvtsi32_si128(four), zero), zero);
#else
    words out = {0};
    for (int i = 0; i < SIMD_WORDS; i++) {
        out[i] = from[i];
    }
    return out;
#endif
}

static inline words widen_signed_bytes(const uint8_t *from) {
#if defined(__AVX2__)  // and AVX-512
    return widen_mask(from);
#else
    return (words)((ints)(widen_bytes(from) << 24) >> 24);
#endif
}

/// table[min(x, 15)]
static inline bytes lookup_bytes(const uint8_t *table, bytes x) {
#if defined(__AVX512BW__)
    __m512i index = _mm512_min_epu8((__m512i)x, _mm512_set1_epi8(15));
    __m512i of = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)table));
    return (bytes)_mm512_shuffle_epi8(of, index);
#elif defined(__AVX2__)
    __m256i index = _mm256_min_epu8((__m256i)x, _mm256_set1_epi8(15));
    __m256i of = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
    return (bytes)_mm256_shuffle_epi8(of, index);
#else
    bytes out = all_bytes(table[15]);
    for (uint8_t i = 0; i < 15; i++) {
        if (table[i] != table[15]) {
            out = pick_bytes((bytes)(x == all_bytes(i)), all_bytes(table[i]), out);
        }
    }
    return out;
#endif
}

#endif
