// SPDX-License-Identifier: MIT
#ifndef WITS_TOOL_CHECKSUM_H
#define WITS_TOOL_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Returns a checksum, the same on every machine, that detects a change with probability 1 - 2^-64. It does not protect
/// against deliberate collisions. To sum several pieces, pass the sum of the previous piece as `before`, and 0 for the
/// first.
uint64_t checksum(uint64_t before, const void *bytes, size_t size);

#endif
