// SPDX-License-Identifier: MIT
// Detects the instruction sets of this machine.
#include "crowd/code.h"

const char *wits_crowd_simd_name(wits_crowd_simd simd) {
    static const char *const names[] = {"auto", "baseline", "AVX2", "AVX-512"};
    return names[simd <= WITS_CROWD_SIMD_AVX512 ? simd : WITS_CROWD_SIMD_AUTO];
}

wits_crowd_simd wits_crowd_best_simd(void) {
    return wits_expr_lanes_kernels_avx512() != NULL ? WITS_CROWD_SIMD_AVX512
           : wits_expr_lanes_kernels_avx2() != NULL ? WITS_CROWD_SIMD_AVX2
                                                    : WITS_CROWD_SIMD_BASELINE;
}

const lanes_kernels *wits_crowd_simd_kernels(wits_crowd_simd simd) {
    const lanes_kernels *kernels = NULL;
    if (simd == WITS_CROWD_SIMD_AUTO || simd == WITS_CROWD_SIMD_AVX512) {
        kernels = wits_expr_lanes_kernels_avx512();
    }
    if (kernels == NULL && simd != WITS_CROWD_SIMD_BASELINE) {
        kernels = wits_expr_lanes_kernels_avx2();
    }
    return kernels != NULL ? kernels : wits_expr_lanes_kernels_baseline();
}
