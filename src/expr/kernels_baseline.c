// SPDX-License-Identifier: MIT
// The kernels with what every machine of this kind has; without vector types of the compiler, plain loops.
#include "expr/kernels.h"

#define SIMD_SET baseline
#ifdef KERNELS_HAVE_VECTORS
#define SIMD_BYTES 16
#else
#define SIMD_BYTES 1
#endif
#include "expr/kernels.inc"
#undef SIMD_SET
#undef SIMD_BYTES

const lanes_kernels *wits_expr_lanes_kernels_baseline(void) {
    return &kernel_table_baseline;
}
