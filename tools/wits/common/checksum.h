// SPDX-License-Identifier: MIT
#ifndef WITS_TOOL_CHECKSUM_H
#define WITS_TOOL_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// A sum that changes when any byte does, but for one case in 2^64; no protection against those who want the same. Of
/// several pieces each goes on from the sum of the one before; the first from 0.
uint64_t checksum(uint64_t before, const void *bytes, size_t size);

#endif
