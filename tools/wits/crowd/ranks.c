// SPDX-License-Identifier: MIT
// The part of ranks.h that is the same with and without MPI.
#include "crowd/ranks.h"

uint64_t ranks_first(uint64_t all, uint32_t rank) {
    const uint64_t count = ranks_count();
    return all / count * rank + all % count * rank / count;
}

bool ranks_any(bool mine) {
    return ranks_greatest(mine) != 0;
}
