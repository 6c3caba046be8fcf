// SPDX-License-Identifier: MIT
// Facts about the machine that Python's standard library does not give.
#ifndef WITS_PYTHON_MACHINE_H
#define WITS_PYTHON_MACHINE_H

#include <stdint.h>

#include "wits/api.h"

/// Returns the bytes of memory that the machine and its container have left; UINT64_MAX if they do not tell.
WITS_API uint64_t wits_machine_memory(void);

#endif
