// SPDX-License-Identifier: MIT
// Allocates arrays that may be too large for the machine.
#ifndef WITS_TOOL_MEMORY_H
#define WITS_TOOL_MEMORY_H

#include "common/text.h"
#include "wits/allocator.h"

/// Returns the number of bytes available now, or UINT64_MAX if unknown. Check it first: systems overcommit memory and
/// kill the program that uses too much.
uint64_t memory_free(void);
/// Allocates memory that is not zeroed, aligned to 64 bytes. Returns null on failure. Release it with free.
void *memory_take(uint64_t size);
/// The same for the library.
extern const wits_allocator memory_allocator;
/// Writes "1.5 GiB".
void text_bytes(text *to, uint64_t bytes);

#endif
