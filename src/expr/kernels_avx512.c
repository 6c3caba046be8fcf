// SPDX-License-Identifier: MIT
// The kernels with AVX-512, chosen at run time.
#include "expr/kernels.h"

#ifdef KERNELS_HAVE_AVX512
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#endif
#define SIMD_SET avx512
#define SIMD_BYTES 64
#include "expr/kernels.inc"
#undef SIMD_SET
#undef SIMD_BYTES
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const lanes_kernels *wits_expr_lanes_kernels_avx512(void) {
    bool all = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return all ? &kernel_table_avx512 : NULL;
}
#else
const lanes_kernels *wits_expr_lanes_kernels_avx512(void) {
    return NULL;
}
#endif
