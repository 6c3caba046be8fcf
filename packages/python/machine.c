// SPDX-License-Identifier: MIT
#include "machine.h"

#include "common/memory.h"

uint64_t wits_machine_memory(void) {
    return memory_free();
}
