// SPDX-License-Identifier: MIT
// The kernels with AVX2: compiled with its flag, chosen at run time.
#include "expr/lanes.h"

#ifdef __AVX2__
#include "expr/kernels.inc"

const lanes_kernels *lanes_kernels_avx2(void) {
    return __builtin_cpu_supports("avx2") ? &kernels : NULL;
}
#else
const lanes_kernels *lanes_kernels_avx2(void) {
    return NULL;
}
#endif
