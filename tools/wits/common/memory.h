// SPDX-License-Identifier: MIT
// Memory for arrays so large that they may not fit the machine.
#ifndef WITS_TOOL_MEMORY_H
#define WITS_TOOL_MEMORY_H

#include "common/text.h"

/// Bytes that could be had now, as far as the system tells; else UINT64_MAX. Systems promise more than they have and
/// end the program that takes it, so this is asked before.
uint64_t memory_free(void);
/// Not zeroed, aligned to 64 bytes; null if there is none. To be given to free.
void *memory_take(uint64_t size);
/// "1.5 GiB".
void text_bytes(text *to, uint64_t bytes);

#endif
