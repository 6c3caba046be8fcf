// SPDX-License-Identifier: MIT
// The kernels with what every machine of this kind has.
#include "expr/lanes.h"

#ifdef __GNUC__
#include "expr/kernels.inc"

const lanes_kernels *lanes_kernels_baseline(void) {
    return &kernels;
}
#else
// Without vector types every agent goes by itself.
const lanes_kernels *lanes_kernels_baseline(void) {
    return NULL;
}
#endif
