// SPDX-License-Identifier: MIT
// The kernels for every machine of this architecture. Without vector types of the compiler, they are plain loops.
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
