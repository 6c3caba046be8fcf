// SPDX-License-Identifier: MIT
// Reports what an agent lost in the conversion to another version of its brain.
#include "vm/convert.h"

#include <string.h>

static const struct {
    const char *name;
    const char *text;
} losses[] = {
#define LOSS_ROW(name, text) {#name, text},
    WITS_LOSS_LIST(LOSS_ROW)
#undef LOSS_ROW
};

static void tell(const conversion *c, wits_conversion *lost, wits_loss_kind kind, uint32_t row) {
    if (lost->count < lost->capacity) {
        lost->losses[lost->count] = (wits_loss){kind, row, c->call.frame->agent};
    }
    lost->count++;
}

static void tell_events(const conversion *c, wits_conversion *lost) {
    for (uint32_t event = 0; event < c->from.call.brain->event_count; event++) {
        if (wits_is_pending(c->from.call.brain, c->from.agent, event) && wits_vm_new_event(c, event) == WITS_NONE) {
            tell(c, lost, WITS_LOSS_EVENT, event);
        }
    }
}

/// Returns whether an inactive state mattered to the old agent. An expired cooldown does not count.
static bool matters_inactive(const pass *p, const state_row *o) {
    const bool is_last_child =
        o->parent != WITS_NONE && wits_core_memory_get(p, brain_state(p->call.brain, o->parent)) == o->ordinal + 1u;
    return is_last_child || wits_core_memory_get(p, o) != 0 || wits_core_cooldown_left(p, o) != 0;
}

// ----------------------------------------------------------------------------------------------- states in both brains

static bool is_choosing(const state_row *s) {
    return s->kind != WITS_KIND_LEAF && s->kind != WITS_KIND_PARALLEL;
}

/// Returns the composite that has kept a remembered state; WITS_NONE: it is active.
static uint16_t keeper_of(const pass *p, uint16_t id) {
    const wits_brain *brain = p->call.brain;
    uint16_t owner = brain_machine(brain, brain_state(brain, id)->machine)->owner;
    while (owner != WITS_NONE && wits_vm_is_remembered(p, owner)) {  // at most WITS_MAX_LEVELS times
        owner = brain_machine(brain, brain_state(brain, owner)->machine)->owner;
    }
    return owner;
}

/// Returns whether a state that was active is not, or one that was kept is not kept by the same composite.
static bool is_displaced(const conversion *c, uint16_t old, uint16_t id) {
    const uint16_t keeper = keeper_of(&c->from, old);
    const uint16_t now = keeper != WITS_NONE ? wits_vm_new_state(c, keeper) : (uint16_t)WITS_NONE;
    return (keeper != WITS_NONE && now == WITS_NONE) || !wits_vm_is_active_with(&c->to, id, now);
}

/// Returns whether a parallel has become an fsm or utility, and nothing that has moved into it continues.
static bool has_lost_kind(const conversion *c, uint16_t old, uint16_t id, uint16_t keeper) {
    return brain_state(c->from.call.brain, old)->kind == WITS_KIND_PARALLEL &&
           is_choosing(brain_state(c->to.call.brain, id)) && wits_vm_next_child(c, id, old, keeper) == WITS_NONE;
}

static bool restarts(const conversion *c, uint16_t old, uint16_t id) {
    return brain_state(c->from.call.brain, old)->kind == WITS_KIND_PARALLEL && wits_vm_is_remembered(&c->from, old) &&
           wits_vm_is_remembered(&c->to, id) && has_lost_kind(c, old, id, keeper_of(&c->from, old));
}

static bool has_lost_kept(const conversion *c, uint16_t old, uint16_t id) {
    const state_row *s = brain_state(c->to.call.brain, id);
    return s->kind != WITS_KIND_LEAF && wits_vm_has_kept_inside(&c->from, old) &&
           (s->leave != WITS_LEAVE_SUSPEND || has_lost_kind(c, old, id, old));
}

/// Returns whether the remembered child still is one: remembered, or active because the composite was entered.
static bool has_lost_memory(const conversion *c, uint16_t old, uint16_t id) {
    const wits_brain *from = c->from.call.brain, *to = c->to.call.brain;
    const state_row *s = brain_state(to, id);
    const uint32_t remembered = wits_core_memory_get(&c->from, brain_state(from, old));
    if (remembered == 0 || s->kind == WITS_KIND_LEAF || s->memory == 0) {
        return remembered != 0 && s->kind != WITS_KIND_LEAF;
    }
    const uint16_t child = wits_vm_new_state(c, brain_child(from, brain_state(from, old), remembered - 1));
    return child != WITS_NONE && wits_core_memory_get(&c->to, s) == 0 &&
           (brain_state(to, child)->parent != id || !wits_vm_is_remembered(&c->to, child));
}

/// Returns whether a state around it in the old brain has lost everything inside.
static bool is_in_lost(const conversion *c, uint16_t old) {
    for (old = brain_state(c->from.call.brain, old)->parent; old != WITS_NONE;
         old = brain_state(c->from.call.brain, old)->parent) {
        const uint16_t id = wits_vm_new_state(c, old);
        if (id != WITS_NONE && (restarts(c, old, id) || has_lost_kept(c, old, id))) {
            return true;
        }
    }
    return false;
}

static void tell_state(const conversion *c, uint16_t old, uint16_t id, bool was_remembered, wits_conversion *lost) {
    const state_row *o = brain_state(c->from.call.brain, old);
    const state_row *s = brain_state(c->to.call.brain, id);
    const bool goes_on = was_remembered && wits_vm_is_remembered(&c->to, id);
    if (restarts(c, old, id)) {
        tell(c, lost, WITS_LOSS_KIND, old);
    }
    if (has_lost_kept(c, old, id)) {
        tell(c, lost, WITS_LOSS_KEPT, old);
    }
    if (has_lost_memory(c, old, id)) {
        tell(c, lost, WITS_LOSS_MEMORY, old);
    }
    if (goes_on && o->clock == 0 && s->clock != 0) {
        tell(c, lost, WITS_LOSS_CLOCK, old);
    }
    if (goes_on && o->data_size != 0 && s->data_size != o->data_size) {
        tell(c, lost, WITS_LOSS_DATA, old);
    }
    if (wits_core_cooldown_left(&c->from, o) != 0 && s->cooldown == 0) {
        tell(c, lost, WITS_LOSS_COOLDOWN, old);
    }
}

// ---------------------------------------------------------------------------------------------------------- all losses

/// Returns whether a state that was active or kept no longer is, because it was removed or moved.
static bool is_lost(const conversion *c, uint16_t old, bool is_gone) {
    const uint16_t id = wits_vm_new_state(c, old);
    return is_gone ? id == WITS_NONE
                   : id != WITS_NONE && wits_vm_is_remembered(&c->from, old) && is_displaced(c, old, id);
}

/// Reports a lost state as its outermost ancestor that has only lost states in between, and each such ancestor once.
/// `told` has the last one of each depth.
static void tell_lost(const conversion *c, uint16_t old, bool is_gone, uint16_t *told, wits_conversion *lost) {
    const wits_brain *from = c->from.call.brain;
    while (old != WITS_ROOT && is_lost(c, brain_state(from, old)->parent, is_gone)) {
        old = brain_state(from, old)->parent;
    }
    const uint32_t depth = brain_state(from, old)->depth;
    if (told[depth] != old && (is_gone || !is_in_lost(c, old))) {
        tell(c, lost, is_gone ? WITS_LOSS_STATE : WITS_LOSS_PLACE, old);
    }
    told[depth] = old;
}

/// Only the innermost active states count: those around them continue if they do.
void wits_vm_tell_losses(const conversion *c, wits_conversion *lost) {
    const wits_brain *from = c->from.call.brain;
    uint16_t told[WITS_MAX_LEVELS] = {0};
    tell_events(c, lost);
    if (wits_core_machine_deepest(&c->from, 0) == WITS_NONE) {
        return;
    }
    for (uint32_t row = 0; row < from->state_count; row++) {
        const uint16_t old = (uint16_t)row;
        const bool matters = matters_inactive(&c->from, brain_state(from, old));
        const bool was_remembered = wits_vm_is_remembered(&c->from, old);
        if (!matters && !was_remembered && !wits_vm_has_kept_inside(&c->from, old)) {
            continue;
        }
        const uint16_t id = wits_vm_new_state(c, old);
        const bool is_innermost = was_remembered && wits_vm_is_innermost(&c->from, old);
        if (id == WITS_NONE && (matters || is_innermost)) {
            tell_lost(c, old, true, told, lost);
        } else if (id != WITS_NONE) {
            if (is_innermost && is_displaced(c, old, id)) {
                tell_lost(c, old, false, told, lost);
            }
            tell_state(c, old, id, was_remembered, lost);
        }
    }
}

const char *wits_loss_name(wits_loss_kind kind) {
    return (uint32_t)kind < WITS_LOSS_COUNT ? losses[kind].name : "";
}

/// Appends to a text of `length` bytes, and returns the full length.
static size_t append(char *text, size_t size, size_t length, const char *more) {
    for (; *more != '\0'; more++, length++) {
        if (length + 1 < size) {
            text[length] = *more;
        }
    }
    if (size > 0) {
        text[length < size ? length : size - 1] = '\0';
    }
    return length;
}

size_t wits_loss_text(const wits_brain *from, const wits_loss *loss, char *text, size_t size) {
    size_t length = 0;
    if (loss->kind == WITS_LOSS_EVENT) {
        length = append(text, size, 0, wits_event_name(from, loss->row));
    } else if (loss->kind == WITS_LOSS_FIELD || loss->kind == WITS_LOSS_VALUE) {
        length = append(text, size, 0, wits_field_name(from, loss->row));
    } else if (loss->row == WITS_ROOT) {
        length = append(text, size, 0, wits_state_name(from, WITS_ROOT));
    } else {
        length = wits_state_path(from, (wits_state_id)loss->row, text, size);
    }
    length = append(text, size, length, ": ");
    return append(text, size, length, (uint32_t)loss->kind < WITS_LOSS_COUNT ? losses[loss->kind].text : "");
}
