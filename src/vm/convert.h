// SPDX-License-Identifier: MIT
// Conversion of an agent from one version of a brain to another.
#ifndef WITS_VM_CONVERT_H
#define WITS_VM_CONVERT_H

#include "core/run/pass.h"
#include "vm/code.h"
#include "wits/convert.h"

/// Two versions. WITS_NONE: the other brain has no such row.
struct wits_versions {
    uint64_t from, to;    ///< hashes of the brains
    uint32_t old_of_new;  ///< positions in `rows`: old states of the new states; new states of the old ones come first
    uint32_t moved;       ///< for each new state, whether a state inside it had another parent
    uint32_t events, fields, kinds;  ///< new rows of the old ones
    uint16_t rows[];
};

/// An old state and the same one of the new brain, or WITS_NONE.
typedef struct same_states {
    uint16_t ids[2];
} same_states;

typedef struct conversion {
    pass from;  ///< the old agent, read-only
    pass to;    ///< the new one, read-only too: `call` writes it
    vm_call call;
    const wits_versions *versions;  ///< null: the same by path and name
    same_states *last;  ///< without versions: for each depth the last ones that were looked up, the roots at 0
} conversion;

/// Returns the child of `around` in `other` with the name of `id` in `brain`; WITS_NONE if there is none.
uint16_t wits_vm_same_child(const wits_brain *brain, uint16_t id, const wits_brain *other, uint16_t around);
/// Returns the new state of an old one; WITS_NONE if it is gone.
uint16_t wits_vm_new_state(const conversion *c, uint16_t old);
uint32_t wits_vm_new_event(const conversion *c, uint32_t event);
/// Returns whether a state is active or kept.
bool wits_vm_is_remembered(const pass *p, uint16_t id);
/// Returns whether a state is active; or with `keeper`, whether that keeps it: it is active whenever its keeper is.
bool wits_vm_is_active_with(const pass *p, uint16_t id, uint16_t keeper);
/// Returns whether an active or kept state is the innermost one: a leaf or an empty composite.
bool wits_vm_is_innermost(const pass *p, uint16_t id);
/// Returns whether a composite that is not active keeps something inside.
bool wits_vm_has_kept_inside(const pass *p, uint16_t id);
/// Returns the child with which an fsm or utility `id` continues: it or something inside it was active, or `keeper`
/// kept it. `old` is the composite's old state if that was, too; else WITS_NONE. Without such a child, WITS_NONE.
uint16_t wits_vm_next_child(const conversion *c, uint16_t id, uint16_t old, uint16_t keeper);
/// Reports the losses of the new agent.
void wits_vm_tell_losses(const conversion *c, wits_conversion *lost);

#endif
