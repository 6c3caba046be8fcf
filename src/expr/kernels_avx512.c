// SPDX-License-Identifier: MIT
// The kernels with AVX-512: compiled with its flags, chosen at run time.
#include "expr/lanes.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#include "expr/kernels.inc"

const lanes_kernels *lanes_kernels_avx512(void) {
    bool all = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return all ? &kernels : NULL;
}
#else
const lanes_kernels *lanes_kernels_avx512(void) {
    return NULL;
}
#endif
