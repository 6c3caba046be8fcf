// SPDX-License-Identifier: MIT
// Conversion of an agent from one version of a brain to another.
#ifndef WITS_VM_CONVERT_H
#define WITS_VM_CONVERT_H

#include "core/run/pass.h"
#include "vm/code.h"
#include "wits/convert.h"

typedef struct conversion {
    pass from;  ///< the old agent, read-only
    pass to;    ///< the new one, read-only too: `call` writes it
    vm_call call;
    /// The old states that match the ancestors of the current position in the new brain, by depth.
    uint16_t same[WITS_MAX_LEVELS];
} conversion;

/// Returns whether a state is active or kept.
bool wits_vm_is_remembered(const pass *p, uint16_t id);
/// Returns whether a composite that is not active keeps something inside.
bool wits_vm_has_kept_inside(const pass *p, uint16_t id);
/// The child of `around` in `other` with the same name as `id` in `brain`, or WITS_NONE.
uint16_t wits_vm_same_child(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t around);
/// The state of `other` with the same path as `id` in `brain`. WITS_NONE if it is gone; then `*gone` is the outermost
/// state on that path, itself included, that `other` lacks.
uint16_t wits_vm_same_state(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t *gone);
/// Reports the losses of the new agent.
void wits_vm_tell_losses(const conversion *c, wits_conversion *lost);

#endif
