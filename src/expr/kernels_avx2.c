// SPDX-License-Identifier: MIT
// The kernels with AVX2, chosen at run time.
#include "expr/kernels.h"

#ifdef KERNELS_HAVE_AVX2
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define SIMD_SET avx2
#define SIMD_BYTES 32
#include "expr/kernels.inc"
#undef SIMD_SET
#undef SIMD_BYTES
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const lanes_kernels *wits_expr_lanes_kernels_avx2(void) {
    return __builtin_cpu_supports("avx2") ? &kernel_table_avx2 : NULL;
}
#else
const lanes_kernels *wits_expr_lanes_kernels_avx2(void) {
    return NULL;
}
#endif
