// SPDX-License-Identifier: MIT
// Sums of altered snapshots, so that a load does not refuse them for these.
#ifndef WITS_FUZZ_SUMS_H
#define WITS_FUZZ_SUMS_H

#include "snapshot/format.h"

/// Writes the sums that a program which made these bytes would have written, as far as they can be found.
static inline void fuzz_correct_snapshot(uint8_t *bytes, size_t size) {
    if (size <= HEAD_BYTES) {
        return;
    }
    const uint64_t front = bytes_get64(bytes + HEAD_FRONT), parts = bytes_get64(bytes + HEAD_PARTS);
    if (front > size || front < HEAD_BYTES || parts > (front - HEAD_BYTES) / PART_BYTES) {
        return;
    }
    if (parts == 1) {
        bytes_put64(bytes + front - PART_BYTES + PART_SUM, wits_snapshot_sum(0, bytes + front, (size_t)(size - front)));
    }
    bytes_put64(bytes + HEAD_SUM, wits_snapshot_head_sum(bytes, front));
}

#endif
