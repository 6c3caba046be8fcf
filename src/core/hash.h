// SPDX-License-Identifier: MIT
#ifndef WITS_CORE_HASH_H
#define WITS_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

/// Hashes bytes as little-endian words of 8, the last padded with zeros, and their count.
uint64_t wits_core_hash_bytes(uint64_t seed, const void *bytes, size_t size);

#endif
