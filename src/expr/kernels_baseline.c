// SPDX-License-Identifier: MIT
// The kernels with what every machine of this kind has.
#include "expr/kernels.h"

#ifdef __GNUC__
#define SIMD_SET baseline
#define SIMD_BYTES 16
#include "expr/kernels.inc"
#undef SIMD_SET
#undef SIMD_BYTES

const lanes_kernels *wits_expr_lanes_kernels_baseline(void) {
    return &kernel_table_baseline;
}
#else
// Without vector types every agent goes by itself.
const lanes_kernels *wits_expr_lanes_kernels_baseline(void) {
    return NULL;
}
#endif
