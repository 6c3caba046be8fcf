// SPDX-License-Identifier: MIT
// Descriptions become brains.
#ifndef WITS_VM_BRAIN_H
#define WITS_VM_BRAIN_H

#include "core/compile/tables.h"

/// wits_brain_size. `index` may be null.
WITS_API size_t wits_vm_brain_size(const wits_desc *desc, const state_index *index, wits_report *report);
/// Compiles tables that wits_vm_brain_size has just accepted, with the size that it returned. `memory` is zeroed and
/// aligned to 8 bytes.
WITS_API const wits_brain *wits_vm_brain_compile(const wits_desc *desc, const state_index *index, void *memory,
                                                 size_t size);

#endif
