// SPDX-License-Identifier: MIT
// The compiled rules of a brain as text, as they run for one agent. For inspection and tests. `wits program FILE`
// prints it.
#ifndef WITS_PROGRAM_H
#define WITS_PROGRAM_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Receives one line without its end; valid during the call only.
typedef void wits_line_fn(void *user, const char *line);

/// Shows the whole program line by line, at most 1,000 bytes each. Allocates no memory. Does nothing without a brain.
WITS_API void wits_program_print(const wits_brain *brain, wits_line_fn *see, void *user);

#ifdef __cplusplus
}
#endif

#endif
